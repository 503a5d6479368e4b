"""Which card to play: each is weighed by the chance to win this trick and by what the card is worth later.

The unit is one trick changing sides. No search and no samples of hidden hands: only the estimates of
:class:`~app.bots.euchre.sight.Sight`.
"""

from random import Random

from app.bots.euchre.sight import TRICKS, Sight, rank

LEAD = 0.2
"""What it is worth to lead to the next trick."""
ACE = 0.35
"""What the highest card of a plain suit is worth later, if nobody is known to ruff it."""


def choose_play(sight: Sight, legal: tuple[str, ...], rng: Random) -> str:
    """The best of the legal ``play …`` actions; chance decides between equals."""
    if len(legal) == 1:
        return legal[0]
    weights = [(weigh(sight, action.split(" ")[1]), action) for action in legal]
    best = max(weight for weight, _ in weights)
    return rng.choice([action for weight, action in weights if weight > best - 0.001])


def weigh(sight: Sight, card: str) -> float:
    """How good it is for this seat's side to play a card now."""
    led = sight.led or sight.suit(card)
    winner, best = sight.seat, sight.power(card, led)
    for seat, played in sight.plays:
        if sight.power(played, led) > best:
            winner, best = seat, sight.power(played, led)
    win = _chance(sight, winner, best, led)
    weight = win - worth(sight, card)
    if winner == sight.seat and sight.number < TRICKS:
        weight += LEAD * win
    if sight.led is None and led == sight.trump:
        weight += _drawing(sight, win)
    return weight


def _chance(sight: Sight, winner: int, best: int, led: str) -> float:
    """The chance that this seat's side wins, when ``winner`` is ahead with ``best`` and some have yet to play.

    If anybody beats what lies there, each seat takes the trick as likely as it could beat it.
    """
    stays, rivals, friendly = 1.0, 0.0, 0.0
    for seat in sight.to_come:
        beats = sight.beats(seat, best, led)
        stays *= 1 - beats
        rivals += beats
        friendly += beats * sight.is_ally(seat)
    return stays * sight.is_ally(winner) + (1 - stays) * (friendly / rivals if rivals else 0.0)


def _drawing(sight: Sight, win: float) -> float:
    """What leading trumps brings: the maker's side wants them out of the others' hands, the others do not."""
    enemies = sum(
        (1 - sight.is_ally(seat)) * sight.has_any(seat, sight.unseen_of(sight.trump)) for seat in sight.others
    )
    if sight.role == "defender":
        return -0.15
    return (0.12 if sight.role == "maker" else 0.08) * enemies * win


def worth(sight: Sight, card: str) -> float:
    """What a card is likely to win in a later trick; of equal cards the lower one goes first."""
    if sight.number == TRICKS:
        return 0.0
    later = _of_trump(sight, card) if card in sight.trumps else _of_plain(sight, card)
    height = len(sight.trumps) - sight.trumps.index(card) if card in sight.trumps else 0.5 * rank(card)
    return later + 0.004 * height


def _of_trump(sight: Sight, card: str) -> float:
    """A trump wins later when the higher ones are gone, or where nobody overruffs it."""
    above = sight.higher(card)
    if above == 0:
        return 0.9
    return max(0.3, 0.75 - 0.12 * above)


def _of_plain(sight: Sight, card: str) -> float:
    """A plain card wins later if it is the highest of its suit and nobody ruffs it."""
    suit = sight.suit(card)
    above, out = sight.higher(card), len(sight.unseen_of(suit))
    if above > 1 or not out:
        return 0.05 if out else 0.3
    enemies = [1 - sight.is_ally(seat) for seat in sight.others if suit in sight.voids[seat]]
    safe = max(0.0, 1 - 0.5 * sum(enemies)) if sight.trumps else 1.0
    return (ACE if above == 0 else 0.12) * safe * min(1.0, 0.4 + 0.15 * out)
