"""What can be said with one tap: fixed keys, so that everybody reads them in their own language and nothing else can be
said by them."""

from __future__ import annotations

from typing import Literal, get_args

Phrase = Literal[
    "hello", "good_luck", "nice", "well_played", "thanks", "sorry", "oops", "one_moment", "back", "good_game", "bye"
]
PHRASES: tuple[Phrase, ...] = get_args(Phrase)
