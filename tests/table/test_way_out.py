"""No phase waits for somebody without a way out: in every phase of every game each seat in turn is gone for good, the
others do what they can, and time alone brings the next deal. Virtual time: a second is a step of a loop."""

from __future__ import annotations

from functools import cache

import pytest

from app.live.absences import Absences
from app.live.audience import Audience
from app.live.clients import Client
from app.live.options import LiveOptions
from app.live.waiting import Waiting
from app.protocol import People
from app.rules.registry import GAMES
from app.rules.ruleset import format_ruleset, resolve
from app.table import (
    BOT,
    CLOCK,
    AskBot,
    BotActs,
    HostAbsent,
    OutOfTime,
    Person,
    Ready,
    Shuffle,
    Start,
    Table,
    Wake,
    Woke,
    resume,
    views,
)
from app.table.absence import CHOICE_WAIT
from app.table.draft import RESULT_WAIT
from app.table.messages import Absence
from tests.table.driver import PEOPLE, Driver

PHASES = {
    "mighty/japanese": {"bidding", "discard", "friend", "play", "direct"},
    "mighty/english": {"bidding", "discard", "trump", "friend", "play"},
    "avinas/standard": {"bidding", "lead", "play", "back", "knock"},
    "avinas/pagat": {"bidding", "lead", "play", "back", "knock"},
    "euchre/call-partner": {"order", "swap", "trump", "call", "play"},
    "auction/standard": {"auction", "lay"},
}
"""Every phase of a deal, by preset: a game that is added has to be added here."""
RULESETS = {
    f"{game.name}/{preset}": format_ruleset(resolve(game, preset, {}))
    for game in GAMES.values()
    for preset in game.presets
}
SEEDS = 60  # deals played at random in search of a phase
LONGEST = 900  # seconds in which a table must have moved on, whatever the phase
ABSENT = 60


@cache
def snapshots(name: str) -> dict[str, tuple[Driver, Table]]:
    """A table of people in each phase of a deal, as random play comes to it, and after a deal."""
    found: dict[str, tuple[Driver, Table]] = {}
    for seed in range(SEEDS):
        driver = fresh(name)
        game = driver.table.meta.ruleset.game
        driver.random.seed(seed)
        driver.dealt(dealer=seed % len(driver.table.meta.seats))
        while driver.table.meta.phase == "deal":
            found.setdefault(views.public(driver.table)["deal"]["phase"], (driver, driver.table))
            legal = game.legal(driver.table.state, driver.turn())
            driver.act(action="pass" if seed % 2 and type(legal) is tuple and "pass" in legal else None)
        found.setdefault(driver.table.meta.phase, (driver, driver.table))
        if PHASES[name] <= set(found):
            break
    return found


def fresh(name: str) -> Driver:
    """People on all seats, before the match."""
    players = GAMES[name.partition("/")[0]].seats[1]
    players = min(players, len(PEOPLE))
    return Driver(RULESETS[name], players, absent_after=ABSENT).seated(PEOPLE[:players])


class Clockwork:
    """The shell in virtual time: bots and chance answer at once, the people who are here do what they can, clocks
    ring."""

    def __init__(self, driver: Driver, table: Table, gone: int, patient: bool = False) -> None:
        self.driver = driver
        driver.table, driver.effects = table, list(resume(table, driver.now))
        self.gone = gone
        self.patient = patient
        people = [seat.player for seat in table.meta.seats]
        self.here = frozenset(player for at, player in enumerate(people) if player is not None and at != gone)
        self.absences = Absences(driver.now)
        self.wakes: dict[bool, Wake] = {}

    def run_until_the_next_deal(self) -> float:
        """Seconds until a new deal begins, or the match is over."""
        begun, deals = self.driver.now, self.driver.table.meta.deals
        while self.driver.now - begun < LONGEST:
            meta = self.driver.table.meta
            if meta.phase == "finished" or (meta.deals > deals and meta.phase == "deal"):
                return self.driver.now - begun
            if not self._answered() and not self._played():
                self._second()
        raise AssertionError(f"still waiting: {views.public(self.driver.table)}")

    def _answered(self) -> bool:
        """Chance and bots answer."""
        driver = self.driver
        if any(isinstance(effect, Shuffle) for effect in driver.effects):
            driver.shuffle()
            return True
        asked = driver.take(AskBot)
        for effect in asked:
            assert isinstance(effect, AskBot)
            action = driver.choice(effect.seat) if self._has_to_act(effect.seat) else ""
            driver.send(BOT, BotActs(effect.seat, effect.ply, action))
        return bool(asked)

    def _played(self) -> bool:
        """One of those who are here does something, if there is anything to do."""
        driver, meta = self.driver, self.driver.table.meta
        for number, seat in enumerate(meta.seats):
            if number == self.gone or not seat.active:
                continue
            if meta.phase == "result" and not seat.ready:
                driver.do(PEOPLE[number], Ready(driver.fresh()))
                return True
            if meta.phase == "deal" and self._has_to_act(number):
                driver.act(number)
                return True
        return self._waits_on()

    def _has_to_act(self, number: int) -> bool:
        game, state = self.driver.table.meta.ruleset.game, self.driver.table.state
        return number in game.to_act(state) and bool(game.legal(state, number))

    def _waits_on(self) -> bool:
        """Somebody patient chooses to wait, again and again, for as long as they may."""
        seat = self.driver.table.meta.seats[self.gone]
        if not self.patient or seat.absence != "asked" or self.driver.now > 1000 + 3 * ABSENT:
            return False
        other = next(at for at in range(len(PEOPLE)) if at != self.gone)
        self.driver.do(PEOPLE[other], Absence(self.driver.fresh(), self.gone, "wait"))
        return True

    def _second(self) -> None:
        """Nobody can do anything: time passes."""
        driver = self.driver
        driver.now += 1
        for effect in driver.take(Wake):
            assert isinstance(effect, Wake)
            self.wakes[effect.seat is not None] = effect
        for kind, wake in list(self.wakes.items()):
            if wake.at <= driver.now:
                del self.wakes[kind]
                action = "" if wake.seat is None else driver.choice(wake.seat)
                driver.do(CLOCK, Woke(wake.token) if wake.seat is None else OutOfTime(wake.token, wake.seat, action))
        for absent in self.absences.look(driver.table, self.here, driver.now, held=False):
            driver.do(CLOCK, absent)


CASES = [
    pytest.param(name, phase, seat, id=f"{name}-{phase}-{seat}")
    for name, phases in PHASES.items()
    for phase in sorted(phases | {"result"})
    for seat in range(min(GAMES[name.partition("/")[0]].seats[1], len(PEOPLE)))
]


def test_every_game_is_walked() -> None:
    assert set(PHASES) == set(RULESETS)


@pytest.mark.parametrize("name", PHASES)
def test_every_phase_is_walked(name: str) -> None:
    assert set(snapshots(name)) - {"result", "finished"} == PHASES[name]


@pytest.mark.parametrize(("name", "phase", "seat"), CASES)
def test_whoever_is_gone_for_good_the_next_deal_comes(name: str, phase: str, seat: int) -> None:
    driver, table = snapshots(name)[phase]
    driver.now = 1000.0
    clockwork = Clockwork(driver, table, seat)
    assert clockwork.run_until_the_next_deal() <= ABSENT + CHOICE_WAIT + RESULT_WAIT + 60


@pytest.mark.parametrize("name", PHASES)
def test_those_who_wait_have_a_way_out_too(name: str) -> None:
    driver, table = next(iter(snapshots(name).values()))
    driver.now = 1000.0
    seat = min(table.meta.ruleset.game.to_act(table.state))
    assert Clockwork(driver, table, seat, patient=True).run_until_the_next_deal() < LONGEST


@pytest.mark.parametrize("seat", range(5))
def test_a_clock_of_turns_takes_nothing_from_that(seat: int) -> None:
    driver = Driver(RULESETS["mighty/japanese"], 5, clock=(180, 300)).seated(PEOPLE).dealt()
    assert Clockwork(driver, driver.table, seat).run_until_the_next_deal() <= ABSENT + CHOICE_WAIT + RESULT_WAIT + 60


def test_while_the_pack_is_shuffled_nobody_is_waited_for() -> None:
    driver = fresh("mighty/japanese")
    driver.do(PEOPLE[0], Start("s"))
    assert driver.table.meta.phase == "dealing"
    assert Clockwork(driver, driver.table, 0).run_until_the_next_deal() == 0


class Quiet:
    """A connection."""

    open, behind, round_trip = True, False, 0.0

    def send_small(self, frame: bytes) -> None:
        """Nobody looks."""

    send_view = send_people = send_small

    def measure(self) -> None:
        """Nothing."""

    def end(self, code: int, reason: str = "") -> None:
        """Nothing."""


def without_host(driver: Driver, others: tuple[Person, ...]) -> tuple[Audience, Waiting]:
    """The host has no connection; the others have one."""
    audience = Audience(driver.table, "test", LiveOptions(), 0.0)
    for person in others:
        audience.join(Client(Quiet(), person.id, person.name, 0.0), driver.table, lambda: People([], [], storing=False))
    return audience, Waiting(LiveOptions())


@pytest.mark.parametrize("phase", ["lobby", "finished"])
def test_where_only_the_host_can_go_on_another_becomes_host(phase: str) -> None:
    driver = Driver("mighty/japanese@1?match_deals=5", 5).seated(PEOPLE)
    if phase == "finished":
        driver.dealt().finish_match()
    audience, waiting = without_host(driver, PEOPLE[1:])
    assert not waiting.host_fails(driver.table, audience, 59.0)
    assert waiting.host_fails(driver.table, audience, 60.0)
    driver.do(CLOCK, HostAbsent(PEOPLE[0].id, waiting.heirs(driver.table, audience, 60.0)))
    driver.do(PEOPLE[1], Start("again"))
    assert driver.table.meta.phase == "dealing"
