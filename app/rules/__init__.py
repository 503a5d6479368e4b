"""Rules of the games: data and pure functions, no clock, no randomness, no input or output."""
