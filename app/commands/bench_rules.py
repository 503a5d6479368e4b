"""How quick the rules are: random playouts, asking for the legal list and applying one action at every step."""

from __future__ import annotations

import random
import time

from app.commands.simulate import some_cards
from app.rules.base import Choose, settle
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, resolve


def run(game: str, preset: str | None, seconds: float, seed: int) -> tuple[float, float]:
    """Play uniformly random deals for about ``seconds`` on one core; print and return deals/s and actions/s.

    Shuffling, dealing, drawing the action and asking for the outcome are part of the time measured.
    """
    rules = GAMES[game]
    ruleset = resolve(rules, next(iter(rules.presets)) if preset is None else preset, {})
    rng = random.Random(seed)
    _playouts(ruleset, rng, 0.2)  # warm up, so that tables and caches are there
    before = time.process_time()
    deals, actions, spent = _playouts(ruleset, rng, seconds)
    cpu = time.process_time() - before
    per_deal, per_action = deals / spent, actions / spent
    print(f"{game}/{ruleset.preset}: {per_deal:,.0f} deals/s, {per_action:,.0f} actions/s (one core, {spent:.1f} s)")
    print(f"had {cpu / spent:.0%} of the core: {actions / cpu:,.0f} actions per second of CPU time")
    return per_deal, per_action


def _playouts(ruleset: RuleSet, rng: random.Random, seconds: float) -> tuple[int, int, float]:
    """Deals and actions played, and the seconds it took. Where all may act at once each seat is as likely as others."""
    game, options = ruleset.game, ruleset.options
    players = game.seats[0]
    pack = list(game.pack(options, players))
    legal, apply, to_act, draw = game.legal, game.apply, game.to_act, rng.random
    deals = actions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        pack.sort(key=lambda _card: draw())  # as even as shuffle() and five times quicker
        settle(game, options, players, pack, rng.randrange)
        state = game.deal(options, game.setup(options, players, deals % players, pack))
        while seats := to_act(state):
            turn = tuple(seats)
            seat = turn[0] if len(turn) == 1 else turn[int(draw() * len(turn))]
            choices = legal(state, seat)
            if isinstance(choices, Choose):
                action = some_cards(game, state, seat, rng)
            elif choices:
                action = choices[int(draw() * len(choices))]
            else:
                continue
            state = apply(state, seat, action)
            actions += 1
        game.outcome(state)
        deals += 1
    return deals, actions, time.perf_counter() - start
