"""The games this server knows. Adding a game is one line here."""

from __future__ import annotations

from app.rules import auction, avinas, euchre, mighty
from app.rules.base import Game

GAMES: dict[str, Game] = {game.name: game for game in (mighty.GAME, avinas.GAME, euchre.GAME, auction.GAME)}
