"""What moves at a table without anybody's message: bots that have been asked, the clock of the running turn, the game's
own clock and the wait for the next deal.

It decides nothing. A bot's answer and a clock that has rung are messages to the table like any other.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from app import protocol
from app.live.answers import Job
from app.live.audience import Audience
from app.live.fairness import WINDOW, Contest, is_open
from app.live.pace import wait
from app.live.shell import Shell
from app.live.turn_clock import TurnClock, way
from app.table import views
from app.table.messages import BOT, CLOCK, BotActs, Message, OutOfTime, Pause, Who, Woke
from app.table.state import RESULT, Table, to_act
from app.table.steps import AskBot, Wake
from app.table.turns import pressed


class Owner(Protocol):
    """The table that it moves."""

    shell: Shell
    loop: asyncio.AbstractEventLoop
    table: Table
    audience: Audience
    gone: bool
    contest: Contest | None

    @property
    def storing(self) -> bool:
        """Whether an append is on its way, or messages wait for one."""

    def is_away(self, seat: int) -> bool:
        """Whether the person on a seat has had no connection for more than a moment."""

    def tell(self, who: Who, message: Message) -> None:
        """A message of the clock or of a bot."""

    def judge(self, job: Job) -> None:
        """The same, for something that everybody could have done at that moment."""

    def timer_changed(self) -> None:
        """The clock that people see is another one."""

    def crash(self, error: BaseException) -> None:
        """Something is wrong with this table."""


class Clockwork:
    """The bots and clocks of one table."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self.asked: dict[int, asyncio.TimerHandle] = {}
        self.turn = TurnClock(owner.loop, self._time_is_out)
        self.waking: asyncio.TimerHandle | None = None
        self.wake_at = 0.0
        self._held_at = 0.0
        self._token = ""

    @property
    def idle(self) -> bool:
        """Whether nothing is going to move by itself."""
        return not self.asked and self.waking is None

    def carry_out(self, effect: AskBot | Wake) -> None:
        """Begins what an effect asks for."""
        if isinstance(effect, AskBot):
            self.ask_bot(effect)
        elif effect.seat is not None:
            self.begin_turn(effect.seat, effect)
        else:
            self._set(effect)

    # The game's clock, and the wait for the next deal

    def _set(self, effect: Wake) -> None:
        if self.waking is not None:
            self.waking.cancel()
        delay = self._until(effect.at)
        self.wake_at, self._token = self._owner.loop.time() + delay, effect.token
        self.waking = self._owner.loop.call_later(delay, self._woke, effect.token)
        if self._owner.table.meta.phase == RESULT:
            self._owner.timer_changed()

    def _until(self, at: float) -> float:
        """Seconds until a moment of the wall clock. Where only bots play, they hurry here as with their cards (but let
        each other speak)."""
        table, shell = self._owner.table, self._owner.shell
        delay = max(0.0, at - shell.now())
        if any(seat.active for seat in table.meta.seats):
            return delay
        speed = shell.options.bot_speed
        return delay / speed if speed > 0 else WINDOW if is_open(table) else 0.0

    def _woke(self, token: str) -> None:
        self.waking = None
        job = Job(CLOCK, Woke(token))
        if self._owner.contest is not None and is_open(self._owner.table):
            self._owner.contest.add(job, self.wake_at)
        else:
            self._owner.judge(job)

    def forget_wake(self) -> None:
        """Nothing is waited for any more."""
        if self.waking is not None:
            self.waking.cancel()
            self.waking = None

    # The clock of a turn

    def begin_turn(self, seat: int, wake: Wake) -> None:
        """A turn's time begins when it is shown, however long it took to be stored."""
        meta = self._owner.table.meta
        owner = meta.seats[seat]
        paused = meta.paused is not None and meta.paused.token == wake.token
        left = wake.at - self._owner.shell.now() if paused else None
        link = way(self._owner.audience.clients, owner.player)
        self.turn.start(seat, wake.token, meta.turn_clock + owner.bank, link, left)

    def _time_is_out(self) -> None:
        """The clock of a turn has rung. What is being stored, or came before it, comes first."""
        owner, clock = self._owner, self.turn
        try:
            if owner.gone or clock.seat is None or pressed(owner.table) != clock.seat:
                return
            if owner.storing:
                clock.ring_again()
                return
            action = owner.shell.bots.action(owner.table, clock.seat)
            owner.tell(CLOCK, OutOfTime(clock.token, clock.seat, action, owner.is_away(clock.seat)))
        except Exception as error:
            owner.crash(error)

    # Bots

    def ask_bot(self, effect: AskBot) -> None:
        """Has a bot act after a while that depends on what everybody sees, and on chance."""
        earlier = self.asked.pop(effect.seat, None)
        if earlier is not None:
            earlier.cancel()
        shell = self._owner.shell
        speed = shell.options.bot_speed
        delay = 0.0 if speed <= 0 else wait(views.public_deal(self._owner.table), speed, shell.bots.waits)
        self.asked[effect.seat] = self._owner.loop.call_later(delay, self.bot_acts, effect)

    def bot_acts(self, effect: AskBot) -> None:
        """A bot that was asked acts, unless the table has moved on."""
        owner = self._owner
        self.asked.pop(effect.seat, None)
        if owner.gone or effect.ply != owner.table.ply + 1 or effect.seat not in to_act(owner.table):
            return
        try:
            action = owner.shell.bots.action(owner.table, effect.seat)
        except Exception as error:
            owner.crash(error)
            return
        job = Job(BOT, BotActs(effect.seat, effect.ply, action))
        if not action:
            return  # it lets the others go on
        if owner.contest is not None and is_open(owner.table) and owner.shell.options.bot_speed > 0:
            owner.contest.add(job, owner.loop.time())
        else:
            owner.judge(job)

    # What people see of it, and the end

    def timer(self) -> protocol.Timer | None:
        """The clock that people see: until the next deal, until the auction closes, or of the turn."""
        table = self._owner.table
        if self.turn.seat is not None and pressed(table) == self.turn.seat:
            return protocol.Timer("turn", round(self.turn.left(), 1), self.turn.seat)
        if self.waking is None:
            return None
        seconds = round(max(0.0, self.wake_at - self._owner.loop.time()), 1)
        if table.meta.phase == RESULT:
            return protocol.Timer("next_deal", seconds)
        return protocol.Timer("close", seconds) if is_open(table) else None

    @property
    def moment(self) -> tuple[object, ...]:
        """Which clock it is that people see."""
        return (self.wake_at, self._owner.table.ply, self.turn.token, self.turn.ends)

    def hold(self) -> None:
        """No bot acts and no clock rings from now on: the server is about to end."""
        now = self._owner.loop.time()
        self.turn.hold(now)
        if self.waking is not None:
            self.waking.cancel()
            self._held_at = now
        self._forget_bots()

    def left(self) -> Pause | None:
        """What the running clock has left after `hold`."""
        if self.turn.seat is not None:
            return Pause(self.turn.token, self.turn.seat, self.turn.left())
        if self.waking is not None:
            return Pause(self._token, None, max(0.0, self.wake_at - self._held_at))
        return None

    def stop(self) -> None:
        """Stops everything."""
        self._forget_bots()
        self.turn.stop()
        self.forget_wake()

    def _forget_bots(self) -> None:
        for timer in self.asked.values():
            timer.cancel()
        self.asked.clear()
