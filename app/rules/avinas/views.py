"""What may be known: by everybody, and by one seat. The only secrecy code of the game.

Both views are built up from nothing. The public one has no viewer: a spectator is sent the same. What one seat alone
may know follows from its own cards, from what it did itself, and from the public view. A card led face down is ``??``
in the public view until the fourth card lies beside it, in the trick and in the log (the log of a state is kept that
way, so that nothing here has to remember to hide it); its points count from then on.

`public_view` has the same fields in every phase::

    phase      bidding (no seven turned up) | lead (the winner of the bidding makes trump by the opening lead)
               | knock (declarer, then partner) | back (the other side may knock back) | play | over
    game       1 with a seven turned up, 2 without
    dealer     seat
    turn       [seat] that must act, [] when over
    log        [[seat, action], …] of the deal; a face-down lead is "play ?? down" until the fourth card is down
    exposed    by seat the cards turned up in the deal, in the order dealt: two each, fewer at the dealer's side where
               it shows sevens only. They stay here all through the deal
    sevens     how many of them are sevens
    decisive   {"seat", "card"}: the seven dealt last, which makes declarer and trump | null
    declarer   seat | null until there is one
    trump      S H D C | null until there is one
    trump_order  the fourteen trumps, high to low | []
    knock      {"by": seat, "back": seat | null} | null
    standing   {"seat", "number"}: the highest bid, later the declarer's | null
    asked      seats that have answered in the present bidding, knock or back, in order
    passed     those of them that said pass
    cards      sizes of the hands by seat
    trick      {"number", "leader", "plays", "suit", "down", "ask", "winning"} | null before the first lead is due and
               at the end
               plays: [[seat, card], …] from the leader on; a third item "down" for a card led face down (its name is
               "??"), or the suit named with the opening lead of a queen or jack
               suit: plain suit led face up | null; down: whether the first card lies face down
               ask: trump | suit | suit_or_trump: of what a card must be played if held | null before the lead
               winning: the seat whose card takes the trick as it lies | null before the lead, and in a trick that was
               led face down
    last       the trick before, as trick (all its cards shown), with "winner" and "points" instead of "winning" | null
    taken      by seat {"tricks", "points"}
    sides      by side, first that of seats 0 and 2: {"tricks", "points"}
    target     61, what the declarer's side needs, "all" tricks after a knock, null without a declarer
    outcome    null until over; then {"redeal", "scores": {"rum": [side 0, side 1], "pip": […]}, …facts of the outcome,
               "hands": the hands as dealt, in canonical order by seat (not after a deal thrown in)}
               facts: why (null | all_passed), game, sevens, declarer, trump, bid, knock_by, knock_back, made,
               taken and others (points of the declarer's side and of the other), tricks and others_tricks,
               band (most | some | none, null in game 1), kind (rum | pip), penalty, pays (side 0 or 1)

`private_view`::

    hand       own cards in canonical order
    role       declarer | partner | defender | null while there is no declarer
    down       the own card that lies face down in the running trick | null
    counts     while bids are made and until trump is: own trumps by suit {"S": 5, "H": 4, …} | null
"""

from __future__ import annotations

from typing import Any

from app.rules.avinas.deck import CARD, SEVENS, SUIT_NAME, UPPERS, cards, count, points, trump_order
from app.rules.avinas.play import ENOUGH, winning
from app.rules.avinas.scoring import SIDES, outcome
from app.rules.avinas.state import (
    HAND,
    SEATS,
    Bidding,
    Contract,
    Frame,
    Knocking,
    Log,
    Opening,
    Over,
    Play,
    State,
    Trick,
    partner,
    side,
)
from app.rules.base import Seat
from app.rules.cards import HIDDEN, SUITS


def public_view(state: State) -> dict[str, Any]:
    """What everybody may know, players and spectators alike."""
    view = _nothing(state.contract.frame if isinstance(state, Play) else state.frame, state.log)
    if isinstance(state, Over):
        _show(view, state.last)
        view.update(phase="over", turn=[], trick=None, outcome=_outcome(state))
    else:
        _show(view, state)
    return view


def _show(view: dict[str, Any], state: Bidding | Knocking | Opening | Play) -> None:
    view["turn"] = [state.turn]
    if isinstance(state, Bidding):
        view["phase"] = "bidding"
        _show_answers(view, state.spoken)
        if state.standing is not None:
            view["standing"] = state.standing._asdict()
    elif isinstance(state, Knocking):
        _show_knocking(view, state)
    elif isinstance(state, Opening):
        view.update(phase="lead", declarer=state.turn, target=ENOUGH)
        view["standing"] = {"seat": state.turn, "number": state.number}
        view["trick"] = {**_trick(1, state.turn, 0, False), "winning": None}
    else:
        _show_play(view, state)


def _nothing(frame: Frame, log: Log) -> dict[str, Any]:
    seven = {"seat": frame.declarer, "card": CARD[frame.seven]} if frame.sevens else None
    return {
        "phase": "",
        "game": 1 if frame.sevens else 2,
        "dealer": frame.dealer,
        "turn": [],
        "log": _log(log),
        "exposed": [exposed(frame, seat) for seat in range(SEATS)],
        "sevens": frame.sevens,
        "decisive": seven,
        "declarer": None,
        "trump": None,
        "trump_order": [],
        "knock": None,
        "standing": None,
        "asked": [],
        "passed": [],
        "cards": [HAND] * SEATS,
        "trick": None,
        "last": None,
        "taken": [{"tricks": 0, "points": 0} for _ in range(SEATS)],
        "sides": [{"tricks": 0, "points": 0} for _ in range(SIDES)],
        "target": None,
        "outcome": None,
    }


def _log(log: Log) -> list[list[int | str]]:
    lines: list[list[int | str]] = []
    while log is not None:
        log, seat, action = log
        lines.append([seat, action])
    lines.reverse()
    return lines


def exposed(frame: Frame, seat: Seat) -> list[str]:
    """What a seat turned up: both cards, or only sevens at the dealer's side where the option says so (C3, V16)."""
    sevens_only = frame.options.exposed == "dealer_side_only_sevens" and side(seat) == side(frame.dealer)
    return [CARD[card] for card in frame.turned[seat] if not sevens_only or card & SEVENS]


def _show_answers(view: dict[str, Any], number: int) -> None:
    """Who has answered in the step that goes on: the last so many lines of the log."""
    lines = view["log"][len(view["log"]) - number :]
    view["asked"] = [seat for seat, _ in lines]
    view["passed"] = [seat for seat, action in lines if action == "pass"]


def _show_trump(view: dict[str, Any], declarer: Seat, trump: str) -> None:
    view.update(declarer=declarer, trump=trump, trump_order=list(trump_order(trump)), target=ENOUGH)


def _show_knocking(view: dict[str, Any], state: Knocking) -> None:
    frame = state.frame
    _show_trump(view, frame.declarer, frame.trump)
    view["phase"] = "knock" if state.by < 0 else "back"
    first_asked = frame.declarer if state.by < 0 else (frame.declarer + 1) % SEATS
    _show_answers(view, 0 if state.turn == first_asked else 1)
    if state.by >= 0:
        view.update(knock={"by": state.by, "back": None}, target="all")


def _show_play(view: dict[str, Any], state: Play) -> None:
    deal = state.contract
    view["phase"] = "play"
    _show_trump(view, deal.declarer, deal.trump)
    if deal.bid is not None:
        view["standing"] = {"seat": deal.declarer, "number": deal.bid}
    if deal.knocks:
        view.update(knock={"by": deal.by, "back": deal.back if deal.back >= 0 else None}, target="all")
    view["cards"] = [hand.bit_count() for hand in state.hands]
    ask = _ask(state) if state.plays else None
    plays = _plays(deal, state.number, state.leader, state.plays, hidden=state.down)
    trick = _trick(state.number, state.leader, state.suit, state.down)
    view["trick"] = {**trick, "plays": plays, "ask": ask, "winning": winning(state)}
    if state.last is not None:
        view["last"] = _last(deal, state.last)
    view["taken"] = [_taken(pile) for pile in state.piles]
    view["sides"] = [_taken(state.piles[unit] | state.piles[partner(unit)]) for unit in range(SIDES)]


def _trick(number: int, leader: Seat, suit: int, down: bool) -> dict[str, Any]:
    return {"number": number, "leader": leader, "plays": [], "suit": SUIT_NAME.get(suit), "down": down, "ask": None}


def _plays(deal: Contract, number: int, leader: Seat, plays: tuple[int, ...], *, hidden: bool) -> list[list[int | str]]:
    """The cards of a trick with their seats; of a lead that is ``hidden`` only that it lies face down."""
    shown: list[list[int | str]] = []
    for place, card in enumerate(plays):
        seat = (leader + place) % SEATS
        if hidden and not place:
            shown.append([seat, HIDDEN, "down"])
        elif number == 1 and not place and deal.bid is not None and card & UPPERS:
            shown.append([seat, CARD[card], deal.trump])
        else:
            shown.append([seat, CARD[card]])
    return shown


def _ask(state: Play) -> str:
    trumps = state.contract.trumps
    if state.asked == trumps:
        return "trump"
    return "suit_or_trump" if state.asked & trumps else "suit"


def _last(deal: Contract, trick: Trick) -> dict[str, Any]:
    """A finished trick: all four cards are shown, also one that was led face down."""
    plays = _plays(deal, trick.number, trick.leader, trick.plays, hidden=False)
    if trick.down:
        plays[0].append("down")
    shown = _trick(trick.number, trick.leader, trick.suit, trick.down)
    return {**shown, "plays": plays, "winner": trick.winner, "points": points(sum(trick.plays))}


def _taken(pile: int) -> dict[str, int]:
    return {"tricks": pile.bit_count() // SEATS, "points": points(pile)}


def _outcome(state: Over) -> dict[str, Any]:
    result = outcome(state)
    assert result is not None, "the deal is over"
    scores = {kind: list(units) for kind, units in result.scores.items()}
    shown = {"redeal": result.redeal, **result.facts, "scores": scores}
    if not result.redeal:
        shown["hands"] = [cards(hand) for hand in state.frame.hands]
    return shown


def private_view(state: State, seat: Seat) -> dict[str, Any]:
    """What one seat knows beside the public view."""
    view: dict[str, Any] = {"hand": [], "role": None, "down": None, "counts": None}
    now = state.last if isinstance(state, Over) else state
    if isinstance(now, Play):
        view.update(hand=cards(now.hands[seat]), role=_role(now.contract.declarer, seat))
        if now.down and seat == now.leader:
            view["down"] = CARD[now.plays[0]]
        return view
    hand = now.frame.hands[seat]
    view["hand"] = cards(hand)
    if isinstance(now, Knocking):
        view["role"] = _role(now.frame.declarer, seat)
    else:
        view["counts"] = {suit: count(hand, suit) for suit in SUITS}
        if isinstance(now, Opening):
            view["role"] = _role(now.turn, seat)
    return view


def _role(declarer: Seat, seat: Seat) -> str:
    if seat == declarer:
        return "declarer"
    return "partner" if seat == partner(declarer) else "defender"
