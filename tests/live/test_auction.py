"""Auction over real connections: six people bid at once, and ask what their cards would bid."""

import asyncio
from typing import Any

import pytest

from tests.live.bidding import Bidder, claims
from tests.live.client import Frame, may_act
from tests.live.conftest import House

QUICK = "auction/standard@1?end_declaration_min=6&bid_timer=3&open_timer=5"
SIX = ("Mina", "Toma", "Jo", "Ede", "Ida", "Uma")


async def six(house: House) -> list[Bidder]:
    """Six people at a table, with the first auction open."""
    code = await house.table(ruleset=QUICK, players=len(SIX))
    clients = await house.seated(code, *SIX)
    await clients[0].ask("start")
    for client in clients:
        await client.viewed(may_act)
    return [Bidder(client, seed, stops=seed == 3) for seed, client in enumerate(clients)]


def over(frame: Frame) -> bool:
    return bool(frame["public"]["phase"] == "result")


async def test_six_people_play_a_deal_to_its_end(house: House):
    bidders = await six(house)
    ends = await asyncio.gather(*(bidder.play(over) for bidder in bidders))
    outcomes = [frame["public"]["deal"]["outcome"] for frame in ends]
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert [frame["private"]["deal"]["hand"] for frame in ends] == outcomes[0]["hands"]
    assert outcomes[0]["why"] in ("declared", "joker")


async def test_of_claims_that_are_made_at_once_those_stand_that_were_answered_by_a_view(house: House):
    bidders = await six(house)
    views = [bidder.client.view for bidder in bidders]
    bids = [(bidder, view["version"], claims(view)[-1]) for bidder, view in zip(bidders, views, strict=True)]
    answers = await asyncio.gather(*(bidder.act(version, claim) for bidder, version, claim in bids))
    stood = [bid[2] for bid, answer in zip(bids, answers, strict=True) if answer["type"] == "table"]
    newest = max((bidder.client.view for bidder in bidders), key=lambda view: view["version"])
    assert stood
    assert sorted(f"bid {claim}" for _, claim in newest["public"]["deal"]["claims"]) == sorted(stood)
    assert all(answer["code"] == "illegal" for answer in answers if answer["type"] == "refused")


async def test_a_claim_is_answered_after_its_fixed_wait(house: House):
    (first, *_) = await six(house)
    view, begun = first.client.view, asyncio.get_running_loop().time()
    await first.act(view["version"], claims(view)[0])
    assert 0.2 < asyncio.get_running_loop().time() - begun < 0.6


# Asking


async def test_cards_are_told_what_they_would_bid(house: House):
    (first, *_) = await six(house)
    card = first.client.view["private"]["deal"]["hand"][0]
    answer = await first.client.ask("ask", cards=[card])
    assert answer["type"] == "offers"
    offered = [offer["action"] for offer in answer["offers"] if "rule" not in offer]
    assert set(offered) <= set(first.client.view["private"]["legal"])


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (["ZZ"], "illegal"),
        (["??"], "malformed"),
        ([], "malformed"),
        (["9S"] * 6, "malformed"),
        (["9S", 9], "malformed"),
        ("9S", "malformed"),
        (None, "malformed"),
        ([["9S"]], "malformed"),
        (["9S 9H"], "malformed"),
    ],
    ids=str,
)
async def test_a_question_that_makes_no_sense_is_refused(house: House, cards: Any, code: str):
    (first, *_) = await six(house)
    assert (await first.client.ask("ask", cards=cards))["code"] == code


async def test_a_card_of_somebody_else_bids_nothing(house: House):
    (first, second, *_) = await six(house)
    own = first.client.view["private"]["deal"]["hand"]
    other = next(card for card in second.client.view["private"]["deal"]["hand"] if card not in own)
    answer = await first.client.ask("ask", cards=[other])
    assert (answer["code"], answer["rule"]) == ("illegal", "not_held")


async def test_whoever_only_watches_cannot_ask(house: House):
    (first, *_) = await six(house)
    watcher = await house.join(first.client.view["public"]["code"], "Wim")
    assert (await watcher.ask("ask", cards=["9S"]))["code"] == "not_seated"


async def test_while_the_winner_lays_nothing_can_be_bid(house: House):
    bidders = await six(house)
    first = bidders[0].client
    view = first.view
    await bidders[0].act(view["version"], claims(view)[0])
    version = first.view["version"]
    passes = []
    for bidder in bidders[1:]:
        await bidder.client.newer(version - 1)
        passes.append(bidder.act(bidder.client.view["version"], "pass"))
    await asyncio.gather(*passes)
    await first.viewed(lambda frame: frame["public"]["deal"]["phase"] == "lay")
    assert (await first.ask("ask", cards=first.view["private"]["deal"]["hand"][:1]))["code"] == "not_now"


async def test_there_is_nothing_to_ask_before_a_deal_and_in_other_games(house: House):
    waiting = await house.join(await house.table(ruleset=QUICK), "Mina")
    await waiting.ask("sit")
    assert (await waiting.ask("ask", cards=["9S"]))["code"] == "not_now"
    code = await house.table("Mina", bots=True)
    mighty = await house.join(code, "Mina")
    await mighty.ask("sit", seat=0)
    await mighty.ask("start")
    await mighty.viewed(may_act)
    assert (await mighty.ask("ask", cards=["9S"]))["code"] == "not_now"
