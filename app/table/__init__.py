"""One table of people as a pure state machine: messages in, entries and effects out."""
