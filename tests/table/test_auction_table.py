"""A table of Auction: everybody bids at once against the clock, with people only."""

import random

import pytest

from app.rules.cards import RANKS
from app.table import CLOCK, Act, AskBot, OutOfTime, Person, Ready, Stand, Wake, Woke, first_legal, fold, resume, views
from tests.table.driver import EDE, IDA, JO, MINA, TOMA, Driver

UMA = Person("p-uma", "Uma")
SIX = (MINA, TOMA, JO, EDE, IDA, UMA)
QUICK = "auction/standard@1?end_declaration_min=6&target=100"


def rank(claim: str) -> int:
    """How strong the claim of a single card is; a joker (which is no rank) stands above the ace."""
    return -RANKS.find(claim.split(" ")[2])


class Auction(Driver):
    """A table with people on all seats, and a deal under way."""

    def __init__(self, players: int = 3, ruleset: str = QUICK, seed: int = 1) -> None:
        super().__init__(ruleset, players)
        self.random = random.Random(seed)
        self.seated(SIX[:players]).dealt()

    def speak(self, seat: int, action: str, version: int | None = None) -> None:
        """The person on a seat says something that must be accepted."""
        self.do(SIX[seat], Act(self.fresh(), self.table.version if version is None else version, action))

    def legal(self, seat: int) -> tuple[str, ...]:
        """What a seat may say in the auction."""
        legal: tuple[str, ...] = self.table.meta.ruleset.game.legal(self.table.state, seat)
        return legal

    def singles(self, seat: int) -> list[str]:
        """What a seat may claim with one card, the lowest first."""
        claims = [action for action in self.legal(seat) if action.startswith("bid single ")]
        return sorted(claims, key=rank)

    def able(self) -> int:
        """The seat that can claim the lowest card; another one than the leader."""
        seats = [seat for seat in range(len(self.table.meta.seats)) if self.singles(seat) and seat != self.leader]
        return min(seats, key=lambda seat: rank(self.singles(seat)[0]))

    @property
    def leader(self) -> int | None:
        standing = self.view["standing"]
        return standing["seat"] if isinstance(standing, dict) else None

    def claim(self, seat: int | None = None, version: int | None = None) -> int:
        """Somebody claims as little as possible; who it was."""
        seat = self.able() if seat is None else seat
        self.speak(seat, self.singles(seat)[0], version)
        return seat

    def others_pass(self) -> None:
        """Whoever may pass does; that closes the auction."""
        auction = self.view["auction"]
        for seat in range(len(self.table.meta.seats)):
            if self.view["phase"] == "auction" and self.view["auction"] == auction and "pass" in self.legal(seat):
                self.speak(seat, "pass")

    @property
    def view(self) -> dict[str, object]:
        """What everybody sees of the deal."""
        deal = views.public_deal(self.table)
        assert deal is not None
        return deal

    def something(self) -> None:
        """Somebody does something legal, or the clock runs down."""
        (*_, payer) = turn = sorted(self.table.meta.ruleset.game.to_act(self.table.state))
        if self.view["phase"] == "lay":
            self.speak(payer, first_legal(self.table, payer))
            return
        able = [seat for seat in turn if self.legal(seat)]
        if not able or (self.random.random() < 0.1 and self.view["stock"]):
            self.run_down()
            return
        seat = self.random.choice(able)
        legal = self.legal(seat)
        self.speak(seat, "pass" if "pass" in legal and self.random.random() < 0.6 else self.random.choice(legal))

    def run_down(self) -> None:
        """The clock closes the auction."""
        *_, wake = [effect for effect in self.effects if isinstance(effect, Wake)]
        self.now = max(self.now, wake.at)
        assert self.do(CLOCK, Woke(wake.token)).entries[0].who == "table"


@pytest.mark.parametrize("players", [2, 3, 6])
def test_people_play_a_whole_match_and_the_journal_tells_it_again(players: int) -> None:
    driver = Auction(players)
    while driver.table.meta.phase != "finished":
        while driver.table.meta.phase == "deal":
            driver.something()
        if driver.table.meta.phase == "result":
            for person in SIX[:players]:
                driver.do(person, Ready(driver.fresh()))
            driver.shuffle()
    assert fold(driver.journal) == driver.table


def test_a_stored_pack_never_has_a_joker_where_the_pile_begins() -> None:
    for seed in range(30):
        assert Auction(seed=seed).view["pile"] != ["JK"]


def test_what_crossed_a_weaker_claim_counts() -> None:
    driver = Auction()
    version = driver.table.version
    driver.claim()
    other = driver.claim(version=version)
    assert driver.leader == other


def test_nobody_passes_on_a_claim_they_have_not_seen() -> None:
    driver = Auction()
    version, leader = driver.table.version, driver.claim()
    other = (leader + 1) % 3
    assert driver.refused(SIX[other], Act("x", version, "pass")) == "stale"
    driver.speak(other, "pass")


def test_what_was_meant_for_an_earlier_auction_is_stale() -> None:
    driver = Auction()
    version = driver.table.version
    driver.run_down()
    assert driver.view["auction"] == 2
    seat = driver.able()
    assert driver.refused(SIX[seat], Act("x", version, driver.singles(seat)[0])) == "stale"


def test_the_countdown_starts_anew_with_every_claim_and_with_no_pass() -> None:
    driver = Auction()
    (opened,) = driver.take(Wake)
    assert isinstance(opened, Wake)
    assert opened.at - driver.now == 20
    leader = driver.able()
    driver.speak((leader + 1) % 3, "pass")
    assert driver.take(Wake) == []
    driver.now += 5
    driver.claim(leader)
    (claimed,) = driver.take(Wake)
    assert isinstance(claimed, Wake)
    assert claimed.at - driver.now == 8


def test_no_clock_runs_while_the_winner_lays() -> None:
    driver = Auction()
    leader = driver.claim()
    driver.take(Wake)
    driver.others_pass()
    assert driver.view["phase"] == "lay"
    assert driver.take(Wake) == []
    driver.speak(leader, first_legal(driver.table, leader))
    assert [wake.at - driver.now for wake in driver.take(Wake) if isinstance(wake, Wake)] == [20]


def test_after_a_restart_in_mid_auction_pile_and_hands_are_the_same_and_the_clock_starts_anew() -> None:
    driver = Auction()
    driver.claim()
    again = fold(driver.journal)
    assert views.public(again) == views.public(driver.table)
    assert [views.private(again, person.id) for person in SIX] == [
        views.private(driver.table, person.id) for person in SIX
    ]
    assert [effect.at for effect in resume(again, 5000.0) if isinstance(effect, Wake)] == [5008.0]


def test_whoever_stands_up_in_an_auction_is_stood_in_for_at_once() -> None:
    driver = Auction()
    step = driver.do(TOMA, Stand("s"))
    assert [effect.seat for effect in step.effects if isinstance(effect, AskBot)] == [1]


def test_the_winner_of_an_auction_lays_against_the_clock_of_turns() -> None:
    driver = Driver(QUICK, 3, clock=(30, 60)).seated(SIX[:3]).dealt()
    assert all(wake.seat is None for wake in driver.take(Wake) if isinstance(wake, Wake))  # the auction has its own
    game = driver.table.meta.ruleset.game
    seat = next(n for n in range(3) if any(a.startswith("bid") for a in game.legal(driver.table.state, n)))
    bid = next(action for action in game.legal(driver.table.state, seat) if action.startswith("bid"))
    driver.act(seat, bid)
    while game.at_once(driver.table.state):
        passes = [n for n in range(3) if "pass" in game.legal(driver.table.state, n)]
        driver.act(passes[0], "pass")
    assert views.public_deal(driver.table)["phase"] == "lay"  # type: ignore[index]
    assert driver.take(Wake)[-1] == Wake(driver.now + 90, f"1/{driver.table.ply}", seat)
    driver.do(CLOCK, OutOfTime(f"1/{driver.table.ply}", seat, first_legal(driver.table, seat)))
    assert driver.table.meta.seats[seat].late == 1
