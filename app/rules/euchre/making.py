"""The deal, the two rounds in which trump is made, the dealer's exchange and the call of a partner."""

from __future__ import annotations

from collections.abc import Sequence

from app.rules.base import IllegalAction, Seat, Setup
from app.rules.cards import HIDDEN, NO_TRUMP, PLACE, SUITS
from app.rules.euchre import play
from app.rules.euchre.deck import (
    ACES,
    BIT,
    CALL_BIT,
    CARD,
    NAMES,
    PACKS,
    SWAP_BIT,
    calls,
    mask_of,
    ranks,
    swaps,
)
from app.rules.euchre.options import Options
from app.rules.euchre.refusals import wrong_step
from app.rules.euchre.state import SEATS, Contract, Frame, Made, Making, Over, Play

HAND = 5
_DEALT = HAND * SEATS
_FIRST_PACKET = 2
_SWAPPED = f"swap {HIDDEN}"
_ROUND_ONE = ("order", "pass")
_CANONICAL = {
    size: tuple(sorted((card for card in NAMES if BIT[card] & mask), key=PLACE.__getitem__))
    for size, mask in PACKS.items()
}
_SUITS = tuple(sorted(SUITS))
_STRAINS = tuple(sorted((*SUITS, NO_TRUMP)))


def pack(options: Options, _players: int) -> tuple[str, ...]:
    """The cards from the eights up, or from the sevens up."""
    return _CANONICAL[options.pack]


def setup(options: Options, players: int, dealer: Seat, shuffled: Sequence[str]) -> Setup:
    """Deal a shuffled pack from the dealer's left, two cards to each and then three; the next card is turned up."""
    if players != SEATS or len(shuffled) != options.pack:
        raise ValueError(f"Euchre is for five players and {options.pack} cards")
    packets = _FIRST_PACKET * SEATS
    hands = []
    for seat in range(SEATS):
        place = (seat - dealer - 1) % SEATS
        two, three = _FIRST_PACKET * place, packets + (HAND - _FIRST_PACKET) * place
        hands.append((*shuffled[two : two + _FIRST_PACKET], *shuffled[three : three + HAND - _FIRST_PACKET]))
    return Setup(dealer, tuple(hands), tuple(shuffled[_DEALT:]))


def deal(options: Options, dealt: Setup) -> Making:
    """The state before anybody has spoken. Raises ValueError for a setup that is not five fives and the rest."""
    dealer, hands, rest = dealt
    if dealer not in range(SEATS):
        raise ValueError("the dealer is not at the table")
    if [len(hand) for hand in hands] != [HAND] * SEATS or len(rest) != options.pack - _DEALT:
        raise ValueError(f"five hands of five cards and {options.pack - _DEALT} more are needed")
    try:
        masks, under = tuple([mask_of(hand) for hand in hands]), mask_of(rest)
    except KeyError as error:
        raise ValueError(f"{error} is not a card of this pack") from None
    if sum(masks) + under != PACKS[options.pack]:  # so many bits add up to the pack's mask only when no two are alike
        raise ValueError(f"the cards are not one pack of {options.pack}")
    upcard = BIT[rest[0]]
    frame = Frame(options, dealer, masks, upcard, under ^ upcard)
    return Making(frame, None, (dealer + 1) % SEATS, round=1, passed=0)


# Making trump


def legal_making(state: Making) -> tuple[str, ...]:
    """What the seat in turn may say (facts 6 to 9)."""
    if state.round == 1:
        return _ROUND_ONE
    offers = tuple(f"trump {strain}" for strain in strains(state))
    return offers if must_make(state) else ("pass", *offers)


def strains(state: Making) -> tuple[str, ...]:
    """What may become trump in round two, in plain string order: not the suit turned down (fact 8)."""
    down = CARD[state.frame.upcard][1]
    offered = _STRAINS if state.frame.options.no_trump_call else _SUITS
    return tuple(strain for strain in offered if strain != down)


def must_make(state: Making) -> bool:
    """Whether the seat in turn is the dealer with whom the passing ends (fact 9, E15)."""
    return state.round == 2 and state.turn == state.frame.dealer and state.frame.options.stick_dealer


def apply_making(state: Making, action: str) -> Making | Made | Over:
    """The state after the seat in turn has spoken."""
    if action == "pass":
        return _passed(state)
    if state.round == 1:
        if action != "order":
            raise wrong_step(action, "order")
        return _made(state, action, CARD[state.frame.upcard][1])
    strain = action[len("trump ") :] if action.startswith("trump ") else ""
    if strain not in _STRAINS:
        raise wrong_step(action, "trump")
    if strain == CARD[state.frame.upcard][1]:
        raise IllegalAction("turned_down", suit=strain)
    if strain == NO_TRUMP and not state.frame.options.no_trump_call:
        raise IllegalAction("no_trump_off")
    return _made(state, action, strain)


def _passed(state: Making) -> Making | Over:
    if must_make(state):
        raise IllegalAction("dealer_must_make")
    frame, seat = state.frame, state.turn
    log, turn = (state.log, seat, "pass"), (seat + 1) % SEATS
    if seat != frame.dealer:
        return Making(frame, log, turn, state.round, state.passed | 1 << seat)
    if state.round == 1:
        return Making(frame, log, turn, round=2, passed=0)
    return Over(frame, log, "all_passed", state)


def _made(state: Making, action: str, trump: str) -> Made:
    frame, maker = state.frame, state.turn
    phase, turn = ("swap", frame.dealer) if state.round == 1 else ("call", maker)
    log = (state.log, maker, action)
    how = action.split(" ", 1)[0]
    return Made(frame, log, phase, turn, maker, how, trump, frame.hands, exchanged=None, discard=0)


# The dealer's exchange and the call


def legal_made(state: Made) -> tuple[str, ...]:
    """What the dealer may do with the upcard (E4), or whom the maker may call."""
    options = state.frame.options
    if state.phase == "swap":
        given = swaps(state.hands[state.turn])
        return given if options.dealer_pickup == "mandatory" else ("keep", *given)
    offered = callables(state)
    return calls(offered) if offered and not options.alone else ("alone", *calls(offered))


def callables(state: Made) -> int:
    """The mask of cards the maker may call (E5 to E8)."""
    options, maker = state.frame.options, state.maker
    mask = PACKS[options.pack]
    if options.callable in ("ace_only", "ace_non_trump"):
        mask &= ACES
    if options.callable in ("non_trump", "ace_non_trump"):
        mask &= ~ranks(state.trump).trumps
    if options.call_own == "forbidden":
        mask &= ~state.hands[maker]
    if options.call_known_buried == "forbidden":
        mask &= ~_seen_buried(state)
    return mask


def _seen_buried(state: Made) -> int:
    """Cards out of play that the maker sees: the upcard where nobody took it, his own discard (E7, K1)."""
    if not state.exchanged:
        return state.frame.upcard
    return state.discard if state.maker == state.frame.dealer else 0


def apply_made(state: Made, action: str) -> Made | Play:
    """The state after the dealer's exchange, or after the maker's call."""
    return _exchange(state, action) if state.phase == "swap" else _call(state, action)


def _exchange(state: Made, action: str) -> Made:
    frame, dealer = state.frame, state.turn
    if action == "keep":
        if frame.options.dealer_pickup == "mandatory":
            raise IllegalAction("must_take_upcard", card=CARD[frame.upcard])
        log = (state.log, dealer, action)
        return state._replace(log=log, phase="call", turn=state.maker, exchanged=False)
    given = SWAP_BIT.get(action, 0)
    if not given:
        raise wrong_step(action, "swap")
    if given == frame.upcard:
        raise IllegalAction("swap_upcard", card=CARD[given])
    hands = state.hands
    if not given & hands[dealer]:
        raise IllegalAction("not_held", card=CARD[given])
    return Made(
        frame,
        (state.log, dealer, _SWAPPED),
        "call",
        state.maker,
        state.maker,
        state.how,
        state.trump,
        (*hands[:dealer], hands[dealer] ^ given | frame.upcard, *hands[dealer + 1 :]),
        exchanged=True,
        discard=given,
    )


def _call(state: Made, action: str) -> Play:
    offered = callables(state)
    if action == "alone":
        if offered and not state.frame.options.alone:
            raise IllegalAction("alone_off")
        return _begin(state, action, 0)
    called = CALL_BIT.get(action, 0)
    if not called:
        raise wrong_step(action, "call")
    if not called & offered:
        raise _why_no_call(state, called)
    return _begin(state, action, called)


def _why_no_call(state: Made, called: int) -> IllegalAction:
    """The first reason against a call; depends on what the maker sees only."""
    options, card = state.frame.options, CARD[called]
    if not called & PACKS[options.pack]:
        return IllegalAction("partner_not_in_pack", card=card)
    if options.call_own == "forbidden" and called & state.hands[state.maker]:
        return IllegalAction("partner_own_card", card=card)
    if options.call_known_buried == "forbidden" and called & _seen_buried(state):
        return IllegalAction("partner_out_of_play", card=card)
    if options.callable in ("ace_only", "ace_non_trump") and not called & ACES:
        return IllegalAction("partner_only_ace", card=card)
    return IllegalAction("partner_trump", card=card)


def _begin(state: Made, action: str, called: int) -> Play:
    frame, maker, hands = state.frame, state.maker, state.hands
    partner = -1
    for seat in range(SEATS):
        if hands[seat] & called and seat != maker:
            partner = seat
    contract = Contract(
        frame,
        maker,
        state.how,
        ranks(state.trump),
        state.exchanged,
        state.discard,
        frame.upcard if state.exchanged else 0,
        CARD.get(called, "alone"),
        called,
        partner,
    )
    return play.begin(contract, (state.log, maker, action), hands)
