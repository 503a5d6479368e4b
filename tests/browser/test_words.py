"""What the page says about a deal, held against the deal itself: the log's own lines, and how a score was reckoned.

The games' scripts are run as they are, in a browser, on random deals of random rule sets.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any, NamedTuple

import pytest

from app.rules.base import Game, OptionError
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, format_ruleset, resolve
from tests.browser.conftest import Invite
from tests.conformance import playout

DEALS = 90
SAY = """async ({ game, lang, deals }) => {
  const root = JSON.parse(document.getElementById("page-data").textContent).static;
  const { t, useCatalogue } = await import(`${root}js/i18n.js`);
  useCatalogue(await (await fetch(`${root}i18n/${lang}.json`)).json(), lang);
  const module = (await import(`${root}js/games/${game}.js`)).default;
  const name = (seat) => `P${seat}`;
  const said = ({ key, facts }) => ({ key, facts, text: t(key, facts) });
  return deals.map(({ views, seats, ruleset }) => ({
    sum: module.sum(views.at(-1).outcome ?? {}, name).map(said),
    asides: views.map((view) => module.asides({ view, seats, name, ruleset })
      .map(({ at, line }) => ({ at, ...said(line) }))),
  }));
}"""
"""What a game's script says about deals, each given as views of some of its moments, the last one that of its end."""

EQUATION = re.compile(r"([0-9(−][0-9()×+− ]*) = (−?[0-9]+)")


class Played(NamedTuple):
    """A random deal: its rule set, and the public view after every action."""

    ruleset: RuleSet
    views: list[dict[str, Any]]

    @property
    def end(self) -> dict[str, Any]:
        outcome: dict[str, Any] = self.views[-1]["outcome"]
        return outcome


def any_rules(game: Game, rng: random.Random) -> RuleSet:
    """A preset with about half of its options drawn anew."""
    while True:
        changed: dict[str, object] = {}
        for option in game.options:
            if rng.random() < 0.5:
                several = [value for value in option.values if rng.random() < 0.5]
                changed[option.name] = several if option.kind == "set" else rng.choice(option.values)
        try:
            return resolve(game, rng.choice(sorted(game.presets)), changed)
        except OptionError:
            continue


@cache
def played(name: str) -> list[Played]:
    """Random deals that were played out, the same ones for every test."""
    game, rng = GAMES[name], random.Random(f"words of {name}")
    deals: list[Played] = []
    while len(deals) < DEALS:
        ruleset = any_rules(game, rng)
        deal = playout.play(ruleset, game.seats[0], rng)
        views = [game.public_view(state) for state in playout.states(game, ruleset.options, deal)]
        if not views[-1]["outcome"]["redeal"]:
            deals.append(Played(ruleset, views))
    return deals


def say(invite: Invite, name: str, lang: str, every: int = 0) -> list[dict[str, Any]]:
    """What the page says about these deals, at their end and, if wished, after every so many actions."""
    page = invite("Mina").page
    page.goto("/")
    deals = [
        {
            "views": [*(deal.views[::every] if every else []), deal.views[-1]],
            "seats": GAMES[name].seats[0],
            "ruleset": format_ruleset(deal.ruleset),
        }
        for deal in played(name)
    ]
    said: list[dict[str, Any]] = page.evaluate(SAY, {"game": name, "lang": lang, "deals": deals})
    return said


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def equations(said: dict[str, Any]) -> list[int]:
    """The results of all sums that are said, in order; each of them must be right."""
    results = []
    for left, right in (found for line in said["sum"] for found in EQUATION.findall(line["text"])):
        worth = eval(left.replace("×", "*").replace("−", "-"), {"__builtins__": {}})  # of digits and signs alone
        assert worth == number(right), said
        results.append(number(right))
    return results


# How the score came about


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_sum_of_a_mighty_deal_comes_to_its_score(invite: Invite, lang: str) -> None:
    seen = set()
    for deal, said in zip(played("mighty"), say(invite, "mighty", lang), strict=True):
        end, last = deal.end, said["sum"][-1]["facts"]
        scores, declarer, friend = end["scores"], end["declarer"], end["friend"]
        share, *_, whole = equations(said)
        assert (share, whole) == (abs(end["share"]), scores[declarer])
        assert number(last["one"]) == (whole // 4 if end["alone"] else scores[friend])
        others = {score for seat, score in enumerate(scores) if seat not in (declarer, friend)}
        assert others == {number(last["others"])}
        assert len(said["sum"]) == (3 if end["factor"] > 1 else 2)
        seen |= {line["key"] for line in said["sum"]}
    assert len(seen) >= 8, seen


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_sum_of_a_euchre_deal_comes_to_its_score(invite: Invite, lang: str) -> None:
    seen = set()
    for deal, said in zip(played("euchre"), say(invite, "euchre", lang), strict=True):
        end, (line,) = deal.end, said["sum"]
        gets = {seat for seat, score in enumerate(end["scores"]) if score}
        side = {end["maker"]} if end["alone"] else {end["maker"], end["partner"]}
        assert gets == (side if end["made"] else set(range(5)) - side)
        assert {end["scores"][seat] for seat in gets} == {line["facts"]["n"]}
        assert re.findall(r"\d+", line["text"])[-1] == str(line["facts"]["n"])
        assert set(re.findall(r"P(\d)", line["text"])) == set(map(str, side))
        seen.add(line["key"])
    assert len(seen) >= 4, seen


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_sum_of_an_avinas_deal_comes_to_its_penalty(invite: Invite, lang: str) -> None:
    seen = set()
    for deal, said in zip(played("avinas"), say(invite, "avinas", lang), strict=True):
        end, (line,) = deal.end, said["sum"]
        assert end["scores"][end["kind"]][end["pays"]] == line["facts"]["n"]
        assert set(re.findall(r"P(\d)", line["text"])) == {str(seat) for seat in range(4) if seat % 2 == end["pays"]}
        results = equations(said)
        assert results == ([end["penalty"]] if end["kind"] == "rum" or not end["made"] else [])
        assert re.search(rf"(?<!\d){end['penalty']} ?(ram|pip|ラム|ピップ)", line["text"])
        if "points" in line["facts"] and end["band"] != "none":
            assert (line["facts"]["points"] > 30) == (end["band"] == "most")
        seen.add(line["key"])
    assert len(seen) >= 8, seen


# What the log tells beside the actions


def tricks(deal: Played) -> list[tuple[int, int, int | None]]:
    """The tricks as the table saw them: the place of the last card in the log, who took it, and its points."""
    found = []
    for before, after in zip(deal.views, deal.views[1:], strict=False):
        last = after["last"]
        if last and last["number"] != (before["last"] or {"number": 0})["number"]:
            found.append((len(after["log"]) - 1, last["winner"], last.get("points")))
    return found


def since(deal: Played, known: Any) -> int | None:
    """The place in the log of the action after which everybody knew something; None when nobody ever did."""
    return next((len(view["log"]) - 1 for view in deal.views if known(view)), None)


def told(asides: list[dict[str, Any]], *keys: str) -> list[tuple[int, str]]:
    return [(aside["at"], aside["facts"].get("name", "")) for aside in asides if aside["key"] in keys]


@pytest.mark.parametrize("name", [name for name in GAMES if name != "auction"])  # nobody takes tricks there
def test_the_log_tells_who_took_each_trick_and_with_how_many_points(invite: Invite, name: str) -> None:
    for deal, said in zip(played(name), say(invite, name, "en", every=11), strict=True):
        truth = tricks(deal)
        moments = [*deal.views[::11], deal.views[-1]]
        for view, asides in zip(moments, said["asides"], strict=True):
            lines = [aside for aside in asides if aside["key"].endswith("takes")]
            so_far = [trick for trick in truth if trick[0] < len(view["log"])]
            assert [(line["at"], line["facts"]["name"], line["facts"].get("n")) for line in lines] == [
                (at, f"P{winner}", points) for at, winner, points in so_far
            ]


def test_the_log_tells_which_cards_were_turned_from_the_stock(invite: Invite) -> None:
    cards = set()
    for deal, said in zip(played("auction"), say(invite, "auction", "en"), strict=True):
        turned = [(at, line[2]) for at, line in enumerate(deal.views[-1]["log"]) if len(line) > 2]
        lines = [
            (aside["at"], aside["facts"]["card"])
            for aside in said["asides"][-1]
            if aside["key"] == "log.auction.turned"
        ]
        assert lines == turned
        cards.update(card for _, card in turned)
    assert len(cards) > 10


def test_the_log_tells_what_each_winner_took(invite: Invite) -> None:
    takers = 0
    for deal, said in zip(played("auction"), say(invite, "auction", "en"), strict=True):
        log = deal.views[-1]["log"]
        laid = [(at, f"P{line[0]}") for at, line in enumerate(log) if line[1].startswith("lay ")]
        asides = said["asides"][-1]
        assert told(asides, "log.auction.took", "log.auction.took_unseen") == laid
        for aside in asides:
            if aside["key"] == "log.auction.took":
                assert aside["facts"]["cards"], "what was taken is named"
        takers += len(laid)
    assert takers > 10


def test_the_log_tells_when_the_kitty_is_picked_up_and_by_whom(invite: Invite) -> None:
    for deal, said in zip(played("mighty"), say(invite, "mighty", "en"), strict=True):
        at = since(deal, lambda view: view["contract"] is not None)
        assert told(said["asides"][-1], "log.kitty") == [(at, f"P{deal.end['declarer']}")]


def test_the_log_tells_the_friend_where_it_became_known(invite: Invite) -> None:
    seen = set()
    for deal, said in zip(played("mighty"), say(invite, "mighty", "en"), strict=True):
        at = since(deal, lambda view: (view["friend"] or {}).get("alone") is not None)
        end = deal.end
        line = "log.is_alone" if end["alone"] else "log.is_friend"
        name = end["declarer"] if end["alone"] else end["friend"]
        expected = [] if end["call"] == "none" else [(at, f"P{name}")]
        assert told(said["asides"][-1], "log.is_friend", "log.is_alone") == expected, deal.ruleset
        seen.add((line, end["call"] == "first"))
    assert len(seen) >= 3


def test_the_log_tells_the_partner_where_it_became_known(invite: Invite) -> None:
    for deal, said in zip(played("euchre"), say(invite, "euchre", "en"), strict=True):
        at = since(deal, lambda view: (view["partner"] or {}).get("alone") is not None)
        lines = told(said["asides"][-1], "log.euchre.is_partner", "log.euchre.is_alone")
        if deal.end["call"] == "alone":
            assert lines == []
        elif deal.end["alone"]:
            assert [who for _, who in lines] == [f"P{deal.end['maker']}"]
            assert lines[0][0] >= (at or 0)
        else:
            assert lines == [(at, f"P{deal.end['partner']}")]
