"""Which card to play: each is weighed by what the trick is likely to bring and by what the card is worth later.

The unit is one point card changing sides. A card's weight is

    (2 × chance that this seat's side wins the trick − 1) × (points in the trick, and those likely to come)
    + what winning brings besides (the lead, trumps drawn, a joker called) − what the card would be worth later.

No search and no samples of hidden hands: only the estimates of :class:`~app.bots.mighty.sight.Sight`.
"""

from random import Random

from app.bots.mighty.sight import JOKER, RANK, SUITS, TRICKS, Sight, is_on, points

NEVER = -1000.0


def choose_play(sight: Sight, legal: tuple[str, ...], rng: Random) -> str:
    """The best of the legal ``play …`` actions; chance decides between equals."""
    if len(legal) == 1:
        return legal[0]
    weights = [(weigh(sight, action), action) for action in legal]
    best = max(weight for weight, _ in weights)
    return rng.choice([action for weight, action in weights if weight > best - 0.002])


def weigh(sight: Sight, action: str) -> float:
    """How good a ``play`` action is for this seat's side."""
    words = action.split(" ")
    card, extra = words[1], words[2] if len(words) > 2 else None
    if sight.trick.plays:
        return _weigh_follow(sight, card)
    suit = card[1] if card != JOKER else extra or ""
    called = card == sight.ripper and (extra == "call" or _calls_by_itself(sight))
    return _weigh_lead(sight, card, suit, called)


def _calls_by_itself(sight: Sight) -> bool:
    return sight.options["joker_call"] == "automatic" and sight.trick.number > 1


def _weigh_follow(sight: Sight, card: str) -> float:
    """A card played to a trick that somebody has led."""
    suit = sight.trick.suit or ""
    winner, best = sight.winning
    power = sight.power(card, suit)
    lying = sum(points(played) for _, played in sight.trick.plays)
    if power > best:
        winner, best = sight.seat, power
    win = _chance(sight, winner, best, suit, lying + points(card))
    stake = lying + points(card) + _to_come(sight, suit, win)
    lead = 0.15 * _chance_to_lead(sight, win) if winner == sight.seat else 0.0
    return (2 * win - 1) * stake + lead - worth(sight, card)


def _chance_to_lead(sight: Sight, win: float) -> float:
    return win if sight.trick.number < TRICKS else 0.0


def _weigh_lead(sight: Sight, card: str, suit: str, called: bool) -> float:
    """A card led; a joker names ``suit``, a ripper may call the joker."""
    power = sight.power(card, suit)
    win = _chance(sight, sight.seat, power, suit, points(card), called)
    stake = points(card) + _to_come(sight, suit, win)
    weight = (2 * win - 1) * stake + 0.25 * _chance_to_lead(sight, win) - worth(sight, card)
    if suit == sight.trump:
        weight += _drawing(sight, win)
    if called:
        weight += _worth_of_calling(sight)
    return weight


def _drawing(sight: Sight, win: float) -> float:
    """What leading trumps brings: the declarer's side wants them out, the others want theirs to last."""
    out = len(sight.unseen_of[sight.trump])
    if not out:
        return 0.0
    enemies = sum((1 - sight.is_ally(seat)) * (1 - sight.is_void(seat, sight.trump)) for seat in sight.others)
    if sight.role == "declarer":
        return 0.9 * enemies * (0.4 + 0.6 * win)
    if sight.role == "friend":
        return 0.3 * enemies
    return -0.3


def _worth_of_calling(sight: Sight) -> float:
    """The joker falls and is wasted: good when the other side holds it."""
    if JOKER not in sight.unseen:
        return 0.0
    balance = 0.0
    for seat in sight.others:
        for ally, chance in ((True, sight.is_ally(seat)), (False, 1 - sight.is_ally(seat))):
            falls = chance * sight.holds(seat, JOKER, ally)
            if is_on(sight.options["mighty_shields_joker"]):
                falls *= 1 - 0.5 * sight.holds(seat, sight.mighty, ally)
            balance += -falls if ally else falls
    return 2.4 * balance


def _chance(sight: Sight, winner: int, best: int, suit: str, lying: int, called: bool = False) -> float:
    """The chance that this seat's side wins, when ``winner`` is ahead with ``best`` and some have yet to play."""
    win = sight.is_ally(winner)
    for seat in sight.trick.to_come:
        ally = sight.is_ally(seat)
        lost = (1 - ally) * _beats(sight, seat, False, best, suit, lying, called) if ally < 1 else 0.0
        saved = ally * _beats(sight, seat, True, best, suit, lying, called) if ally > 0 else 0.0
        win = win * (1 - lost) + (1 - win) * saved
    return win


def _beats(sight: Sight, seat: int, ally: bool, best: int, suit: str, lying: int, called: bool) -> float:
    """The chance that a seat can and will play something stronger than ``best``."""
    if best >= 400:
        return 0.0
    spend = min(0.9, 0.3 + 0.2 * lying) if sight.trick.number < TRICKS else 1.0
    stay = 1 - spend * sight.holds(seat, sight.mighty, ally)
    if best >= 300:
        return 1 - stay
    if sight.joker_wins and not called:
        stay *= 1 - spend * sight.holds(seat, JOKER, ally)
    trump = sight.trump
    if suit == trump:
        return 1 - stay * (1 - sight.has_above(seat, suit, best - 200 if best >= 200 else -1))
    void = sight.is_void(seat, suit) if suit else 1.0
    ruff = void * sight.has_above(seat, trump, best - 200 if best >= 200 else -1) if trump in SUITS else 0.0
    above = sight.has_above(seat, suit, best - 100 if best >= 100 else -1) if suit and best < 200 else 0.0
    return 1 - stay * (1 - min(1.0, 0.8 * ruff + above))


def _to_come(sight: Sight, suit: str, win: float) -> float:
    """Points that the seats still to play are likely to add: allies of the likely winner give, the others hold back."""
    ranks = sight.unseen_of[suit] if suit else ()
    rich = sum(1 for rank in ranks if rank >= 8) / len(ranks) if ranks else 0.3
    total = 0.0
    for seat in sight.trick.to_come:
        ally = sight.is_ally(seat)
        with_winner = ally * win + (1 - ally) * (1 - win)
        total += rich * (0.3 + 0.6 * with_winner)
    return total


def worth(sight: Sight, card: str) -> float:
    """What a card is likely to be worth in a later trick; of equal cards the lower one goes first."""
    return _later(sight, card) + 0.005 * RANK.get(card, 0)


def _later(sight: Sight, card: str) -> float:
    left = TRICKS - sight.trick.number
    if left == 0:
        return 0.0
    if card == sight.mighty:
        return min(3.0, 1.6 + 0.35 * left)
    if card == JOKER:
        return _worth_of_joker(sight, left)
    if card[1] == sight.trump:
        return _worth_of_trump(sight, card, left)
    return _worth_of_plain(sight, card, left)


def _worth_of_joker(sight: Sight, left: int) -> float:
    """Falls as the last trick, where the joker is powerless, comes nearer."""
    if sight.options["joker_edge_tricks"] == "normal":
        return min(2.6, 1.4 + 0.3 * left)
    if left <= 1:
        return 0.0
    value = min(2.6, 0.9 + 0.35 * left)
    callable_ripper = sight.ripper in sight.unseen and sight.options["joker_call"] != "off"
    return value * (0.8 if callable_ripper else 1.0)


def _worth_of_trump(sight: Sight, card: str, left: int) -> float:
    above = sight.higher(card[1], RANK[card])
    if not sight.unseen_of[card[1]]:
        return 1.5 if left > 1 else 1.0  # nobody else has one: it wins whenever it is wanted
    if above == 0:
        return 1.6
    return 0.55 + 0.06 * RANK[card] - 0.1 * min(above, 3)


def _worth_of_plain(sight: Sight, card: str, left: int) -> float:
    """A card of a plain suit: top cards may win, tens to queens mostly fall to the others, small ones mean nothing."""
    suit, rank = card[1], RANK[card]
    above = sight.higher(suit, rank)
    others = len(sight.unseen_of[suit])
    if above == 0:
        ruffed = sum((1 - sight.is_ally(seat)) * sight.is_void(seat, suit) for seat in sight.others)
        safe = 1.0 if sight.trump not in SUITS else max(0.0, 1 - 0.5 * ruffed)
        return (0.7 if others else 0.5) * safe * min(1.0, 0.4 + 0.2 * left)
    mine = sum(1 for held in sight.hand if held[-1] == suit and held != JOKER)
    if above == 1 and mine > 1:
        return 0.35
    return -0.25 * points(card) + 0.01 * rank
