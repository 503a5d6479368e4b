"""The ten tricks: what may be played, who wins, when the partner becomes known, and why a card is refused."""

from __future__ import annotations

from app.rules.base import IllegalAction, Seat
from app.rules.cards import SUITS
from app.rules.mighty.deck import (
    CALL,
    CALLS,
    CARD,
    JOKER_BIT,
    JOKER_LEAD,
    JOKER_LEADS,
    LEAD_CARD,
    LEAD_SUIT,
    PLAY_BIT,
    POINTS,
    SUIT_MASK,
    plays,
)
from app.rules.mighty.state import SEATS, Contract, Over, Play

TRICKS = 10
DIRECTIONS = ("direct C", "direct D", "direct H", "direct S", "direct none")


def legal(state: Play) -> tuple[str, ...]:
    """What the seat in turn may do."""
    return DIRECTIONS if state.asking else plays(allowed(state))


def allowed(state: Play) -> int:
    """The mask of legal plays of the seat in turn."""
    hand = state.hands[state.turn]
    if not state.plays:
        return _opening(state.contract, hand) if state.number == 1 else _lead(state, hand)
    if hand & JOKER_BIT:
        contract, number = state.contract, state.number
        options = contract.frame.options
        forbidden = options.joker_edge_tricks == "forbidden"
        if state.called:
            shielded = options.mighty_shields_joker and not (forbidden and number == TRICKS - 1)
            return JOKER_BIT | hand & contract.mighty if shielded else JOKER_BIT
        if forbidden:
            if number == TRICKS - 1:
                return JOKER_BIT
            if number == 1:
                hand ^= JOKER_BIT
    own = hand & SUIT_MASK[state.suit]
    return own | hand & (state.contract.mighty | JOKER_BIT) if own else hand


def _opening(contract: Contract, hand: int) -> int:
    """The declarer's lead to the first trick (A12, B12, B13, M11, M12)."""
    options = contract.frame.options
    plain = hand & ~JOKER_BIT
    free = plain & ~SUIT_MASK.get(contract.trump, 0)
    if options.first_lead == "trump_joker_ripper":
        return free & ~contract.ripper or plain
    if hand & JOKER_BIT and options.joker_edge_tricks != "forbidden":
        free |= JOKER_LEADS & ~JOKER_LEAD.get(contract.trump, 0)
    return free or plain


def _lead(state: Play, hand: int) -> int:
    """A lead to a later trick, which a direction may bind."""
    contract, direction = state.contract, state.direction
    lead, joker = hand & ~JOKER_BIT, JOKER_LEADS
    if direction and hand & SUIT_MASK[direction]:
        lead, joker = hand & SUIT_MASK[direction], JOKER_LEAD[direction]
    options = contract.frame.options
    if hand & JOKER_BIT:
        if state.number == TRICKS - 1 and options.joker_edge_tricks == "forbidden":
            return joker
        lead |= joker
    if lead & contract.ripper and options.joker_call == "optional":
        lead |= CALL[contract.ripper]
    return lead


def apply(state: Play, action: str) -> Play | Over:
    """The state after the seat in turn has played a card or given a direction."""
    bit = PLAY_BIT.get(action)
    if bit is None or state.asking or not bit & allowed(state):
        if state.asking and action in DIRECTIONS:
            suit = action[len("direct ") :]
            return state._replace(
                log=(state.log, state.turn, action),
                turn=state.leader,
                direction=suit if suit in SUITS else "",
                asking=False,
            )
        raise _why_not(state, action)
    (contract, log, hands, turn, number, leader, table, suit, called, direction, _, friend, shown, won, points) = state
    log = (log, turn, action)
    if table:
        card = bit
    else:
        card, suit = LEAD_CARD[bit], LEAD_SUIT[bit]
        called = number > 1 and (
            bit & CALLS != 0 or (bit == contract.ripper and contract.frame.options.joker_call == "automatic")
        )
    hands = (*hands[:turn], hands[turn] ^ card, *hands[turn + 1 :])
    if card == contract.call_bit:
        shown = True
    table = (*table, card)
    if len(table) < SEATS:
        turn = turn + 1 if turn < SEATS - 1 else 0
        return Play(
            contract,
            log,
            hands,
            turn,
            number,
            leader,
            table,
            suit,
            called,
            direction,
            False,
            friend,
            shown,
            won,
            points,
        )
    return _finish_trick(
        Play(
            contract,
            log,
            hands,
            turn,
            number,
            leader,
            table,
            suit,
            called,
            direction,
            False,
            friend,
            shown,
            won,
            points,
        )
    )


def _finish_trick(state: Play) -> Play | Over:
    (contract, log, hands, _, number, leader, table, suit, called, _, _, friend, shown, won, points) = state
    winner = (leader + _winner(contract, number, table, suit, called)) % SEATS
    taken = (sum(table) & POINTS).bit_count()
    won = (won, leader, table, suit, called, winner)
    if taken:
        points = (*points[:winner], points[winner] + taken, *points[winner + 1 :])
    if number == 1 and contract.call == "first":
        friend, shown = (winner if winner != contract.declarer else -1), True
    elif taken and winner == friend and contract.frame.options.friend_shown_by_points:
        shown = True
    asking = contract.directs and shown and winner == friend and number < TRICKS
    after = Play(
        contract,
        log,
        hands,
        contract.declarer if asking else winner,
        number + 1,
        winner,
        (),
        "",
        False,
        None,
        asking,
        friend,
        shown,
        won,
        points,
    )
    return after if number < TRICKS else Over(contract.frame, log, "played", after, -1)


def _winner(contract: Contract, number: int, table: tuple[int, ...], suit: str, called: bool) -> int:
    """Index in the trick of the play that wins it."""
    if JOKER_BIT not in table:
        strength = contract.strong[suit]
    elif called or (number in (1, TRICKS) and contract.frame.options.joker_edge_tricks != "normal"):
        strength = contract.weak[suit]
        if table[0] == JOKER_BIT and max(map(strength.__getitem__, table)) == 0:
            # A26, B17: nobody has the suit named by a joker without power: the next card counts as led.
            strength = contract.weak[CARD[table[1]][1]]
    else:
        strength = contract.strong[suit]
    return table.index(max(table, key=strength.__getitem__))


def _why_not(state: Play, action: str) -> IllegalAction:
    """The most useful reason why the seat in turn may not do this; depends on its own hand and public facts only."""
    words = action.split(" ")
    if state.asking:
        return IllegalAction("malformed" if words[0] == "direct" else "now_direct")
    if words[0] != "play":
        return IllegalAction("now_play")
    bit = PLAY_BIT.get(action)
    if bit is None:
        return _why_not_a_play(state, words)
    card, hand = LEAD_CARD[bit], state.hands[state.turn]
    if not card & hand:
        return IllegalAction("not_held", card=CARD[card])
    if state.plays:
        return _why_not_follow(state, bit, card)
    if bit == JOKER_BIT:
        joker = _why_not_lead(state, JOKER_BIT, card) if not allowed(state) & JOKER_LEADS else None
        return joker or IllegalAction("name_suit")
    if bit & CALLS and not _call_offered(state, card):
        return _why_no_call(state)
    return _why_not_lead(state, bit, card)


def _why_not_a_play(state: Play, words: list[str]) -> IllegalAction:
    """Reasons for texts that are no play of this game, but near one."""
    plain = PLAY_BIT.get(" ".join(words[:2]))
    if len(words) != 3 or plain is None or words[2] not in (*SUITS, "call"):
        return IllegalAction("malformed")
    if not plain & state.hands[state.turn]:
        return IllegalAction("not_held", card=words[1])
    return _why_no_call(state) if words[2] == "call" else IllegalAction("suit_only_with_joker")


def _call_offered(state: Play, card: int) -> bool:
    options = state.contract.frame.options
    return options.joker_call == "optional" and state.number > 1 and card == state.contract.ripper and not state.plays


def _why_no_call(state: Play) -> IllegalAction:
    call = state.contract.frame.options.joker_call
    if call != "optional":
        return IllegalAction("call_automatic" if call == "automatic" else "call_off")
    if state.plays:
        return IllegalAction("call_by_leader_only")
    if state.number == 1:
        return IllegalAction("call_first_trick")
    return IllegalAction("call_wrong_card", card=CARD[state.contract.ripper])


def _why_not_follow(state: Play, bit: int, card: int) -> IllegalAction:
    contract, hand = state.contract, state.hands[state.turn]
    options = contract.frame.options
    if bit & CALLS:
        return _why_no_call(state)
    if hand & JOKER_BIT and state.called and card != JOKER_BIT:
        ripper = CARD[contract.ripper]
        if card != contract.mighty and allowed(state) & contract.mighty:
            return IllegalAction("joker_called_mighty_may", card=ripper, mighty=CARD[contract.mighty])
        return IllegalAction("joker_called", card=ripper)
    if bit & JOKER_LEADS and allowed(state) & JOKER_BIT:
        return IllegalAction("suit_only_by_leader")
    if hand & JOKER_BIT and options.joker_edge_tricks == "forbidden":
        if state.number == TRICKS - 1:
            return IllegalAction("joker_now")
        if card == JOKER_BIT:
            return IllegalAction("joker_first_trick")
    own = hand & SUIT_MASK[state.suit]
    if own == contract.mighty:
        return IllegalAction("must_follow_mighty", suit=state.suit, card=CARD[own])
    return IllegalAction("must_follow", suit=state.suit)


def _why_not_lead(state: Play, bit: int, card: int) -> IllegalAction:
    contract = state.contract
    options = contract.frame.options
    if state.number > 1:
        must_joker = state.number == TRICKS - 1 and options.joker_edge_tricks == "forbidden"
        if must_joker and state.hands[state.turn] & JOKER_BIT and card != JOKER_BIT:
            return IllegalAction("joker_now")
        return IllegalAction("directed", suit=state.direction or "")
    if card == JOKER_BIT:
        if options.first_lead == "trump_joker_ripper":
            return IllegalAction("first_lead_joker")
        if options.joker_edge_tricks == "forbidden":
            return IllegalAction("joker_first_trick")
        return IllegalAction("first_lead_joker_trump", suit=LEAD_SUIT[bit])
    if card == contract.ripper and not card & SUIT_MASK.get(contract.trump, 0):
        return IllegalAction("first_lead_ripper", card=CARD[card])
    return IllegalAction("first_lead_trump", suit=contract.trump)


def role(state: Play, seat: Seat) -> str | None:
    """What a seat knows of its own side: None while the first trick decides it."""
    contract = state.contract
    if seat == contract.declarer:
        return "declarer"
    if contract.call == "first" and not state.shown:
        return None
    return "friend" if seat == state.friend else "defender"
