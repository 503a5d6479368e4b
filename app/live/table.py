"""A table in memory: messages in, entries stored, then the new state, then the frames.

Nothing is shown that is not stored: a step of the core (`app.table`) is appended to the journal first; only when it is
committed does its table take the place of the old one, and only then are views sent and effects (shuffles, bots,
clocks, chat) carried out. One append is in flight at a time; what comes meanwhile waits in a short queue. Presence and
pings wait for nothing.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial

import structlog
from msgspec import structs

from app import protocol
from app.db.journal import Conflict, JournalClosedError
from app.live.absences import Absences
from app.live.answer_clock import AnswerClock
from app.live.answers import PONG, Job, answer_question, message_id, refuse, settle
from app.live.audience import Audience, people, turn_away
from app.live.clients import Client
from app.live.clockwork import Clockwork
from app.live.failure import where
from app.live.fairness import Contest, has_contests, is_open, measure
from app.live.incoming import to_core
from app.live.outbox import COME_BACK, FLOODED, KEPT_OUT, SHUT
from app.live.roll import Roll, RollCall
from app.live.seals import seal_all
from app.live.shell import Shell
from app.live.storage import Loaded, load, rows_of
from app.live.turn_clock import way
from app.live.waiting import Waiting
from app.rules.base import settle as settle_pack
from app.table.handle import handle
from app.table.messages import (
    CHANCE,
    CLOCK,
    Act,
    BotActs,
    HostAbsent,
    Lapsed,
    Message,
    OutOfTime,
    Person,
    PersonMessage,
    Shuffled,
    Who,
    Why,
)
from app.table.pauses import resume
from app.table.state import RESULT, RUNNING, is_blocked, seat_of
from app.table.steps import AskBot, Effect, Refused, Said, Shuffle, Step, Wake
from app.table.turns import turn_token

log = structlog.get_logger(__name__)

BUSY = Refused("busy")
STALE = Refused("stale")
FROZEN = Refused("frozen")


class LiveTable:
    """One table in memory. Everything happens in the event loop's thread.

    `frozen`: what its journal holds is not what was written. It is looked at, and nothing more happens.

    :param notify: called when the lobby's line about the table may have changed, and when the table is `gone`
    """

    def __init__(self, shell: Shell, table_id: int, loaded: Loaded, notify: Callable[[LiveTable], None]) -> None:
        table = loaded.table
        self.shell = shell
        self.id = table_id
        self.code = table.meta.code
        self.table = table
        self.frozen = False
        self.gone = False
        self.draining = False
        self.loop = asyncio.get_running_loop()
        self.idle_since = self.loop.time()
        self.audience = Audience(table, shell.build, shell.options, self.idle_since)
        self._notify = notify
        self._queue: deque[Job] = deque()
        self._storing: asyncio.Future[None] | None = None
        self._storing_since = 0.0
        self._shown_storing = False
        self.clockwork = Clockwork(self)
        self.contest = Contest(self.loop, self.judge) if has_contests(table) else None
        self._measures = self.contest is not None or table.meta.turn_clock > 0
        self._roll = RollCall(self._people_now, self._send_people, shell.options.people_every)
        self._paused = False
        self._waiting = Waiting(shell.options)
        self._seal = loaded.seal
        self._check(loaded)
        self._absences = Absences(self.idle_since)
        self._answers = AnswerClock()

    # People

    def join(self, client: Client) -> None:
        """A connection comes to the table."""
        if self.gone:
            client.line.end(COME_BACK, "reload")
            return
        if is_blocked(self.table.meta, client.player):
            turn_away(client, KEPT_OUT, "blocked")
            return
        self.audience.join(client, self.table, self._people)
        if self._measures:
            measure((client,), self.table)
        if self._paused:
            self._paused = False
            self.resume()
        self._give_back()
        self._roll.soon()
        self._notify(self)

    def left(self, client: Client) -> None:
        """A connection has ended."""
        now = self.loop.time()
        if self.audience.leave(client, now) and not self.gone:
            self._fewer(now)

    def _fewer(self, now: float) -> None:
        """Connections have gone, however it came about."""
        self.idle_since = now
        if self._unattended():
            self._paused = True
            self.clockwork.stop()
        self._roll.soon()
        self._notify(self)

    def received(self, client: Client, payload: bytes) -> None:
        """A text message came in on a connection. Whatever goes wrong stays at this table."""
        if self.gone:
            return
        try:
            self._received(client, payload)
        except Exception as error:
            self.crash(error)

    def _received(self, client: Client, payload: bytes) -> None:
        now = self.loop.time()
        client.heard = now
        try:
            message = protocol.decode(payload)
        except protocol.Malformed as bad:
            if self._may_ask(client, now, bad.id):
                refuse(client, bad.id, Refused(bad.code))
            return
        if isinstance(message, protocol.Ping):
            if self._may_ask(client, now, None):
                client.line.send_small(PONG)
            return
        if not self._may_ask(client, now, message.id):
            return
        if self.frozen:
            refuse(client, message.id, FROZEN)
            return
        if isinstance(message, protocol.Ask):
            answer_question(client, message, self.table)
            return
        person = Person(client.player, client.name)
        job = Job(person, self._timed(client, to_core(message, self)), client)
        if isinstance(job.message, Why):
            self._work(job)  # changes nothing, so it need not wait
        elif self.contest is not None and self.contest.takes(job, self.table, now):
            pass  # it is judged in the order in which it was made
        elif self._storing is None:
            self._work(job)
        elif self._too_busy(now):
            refuse(client, message.id, BUSY)
        else:
            self._queue.append(job)

    def _timed(self, client: Client, message: PersonMessage) -> PersonMessage:
        """An action with what its turn has taken, where turns have a clock."""
        if self.clockwork.turn.seat is None or not isinstance(message, Act):
            return message
        spent = self.clockwork.turn.spent(seat_of(self.table, client.player), way((client,), client.player))
        return message._replace(spent=spent)

    def _may_ask(self, client: Client, now: float, message_id: str | None) -> bool:
        options = self.shell.options
        if client.may_ask(now, options.message_rate, options.message_burst):
            return True
        if client.strikes > options.flood_strikes:
            self.audience.drop(client, FLOODED, "flood", now)
            self._fewer(now)
        else:
            refuse(client, message_id, Refused("flood"))
        return False

    def _too_busy(self, now: float) -> bool:
        options = self.shell.options
        stalled = now - self._storing_since > options.stall_after
        return stalled or self.draining or len(self._queue) >= options.queue

    def is_away(self, seat: int) -> bool:
        """Whether the person on a seat has had no connection for more than a moment."""
        seats = self.table.meta.seats
        owner = seats[seat].player if seat < len(seats) else None
        return owner is not None and self.audience.is_away(owner, self.loop.time())

    def lets_wait(self, seat: int) -> bool:
        """Whether the person on a seat has let the others wait for too long."""
        return self._waiting.lets_wait(self.table, seat, self.loop.time())

    def present(self) -> frozenset[str]:
        """Ids of the players who are connected."""
        return self.audience.present()

    def player_named(self, name: str) -> str | None:
        """The id of the player who is known by this name at the table."""
        return self.audience.player_named(self.table, name)

    def judge(self, job: Job) -> None:
        """The time has come for an action that everybody could have done at the same moment."""
        try:
            if job.client is not None and self._storing is not None and self._too_busy(self.loop.time()):
                settle(job, BUSY)
            else:
                self._enter(job)
        except Exception as error:
            self.crash(error)

    # Through the door

    def tell(self, who: Who, message: Message) -> None:
        """A message of the clock, of chance or of a bot."""
        self._enter(Job(who, message))

    async def ask(self, who: Who, message: Message) -> Refused | None:
        """A message of the server itself in somebody's name; the refusal, or None once it is stored and shown."""
        answer: asyncio.Future[Refused | None] = self.loop.create_future()
        self._enter(Job(who, message, None, answer))
        return await answer

    def _enter(self, job: Job) -> None:
        if self.gone:
            settle(job, BUSY)
        elif self.frozen:
            settle(job, FROZEN)
        elif self._storing is not None or self._queue:
            self._queue.append(job)
        else:
            self._work(job)

    def _work(self, job: Job) -> None:
        outcome = handle(self.table, job.who, job.message, self.shell.now())
        if isinstance(outcome, Refused):
            self._refused(job, outcome)
        elif outcome.entries:
            self._store(job, outcome)
        else:
            settle(job, None)

    def _next(self) -> None:
        while self._queue and self._storing is None and not self.gone:
            self._work(self._queue.popleft())

    def _store(self, job: Job, step: Step) -> None:
        """Persist, then swap, then send. What follows the commit is a callback: a task for every move costs more than
        the move."""
        self._storing_since = self.loop.time()
        entries, seal = seal_all(self.table, self._seal, step.entries, step.table)
        try:
            self._storing = self.shell.journal.begin(self.id, entries, rows_of(self.id, step))
        except JournalClosedError:
            settle(job, BUSY)
            return
        self._storing.add_done_callback(partial(self._stored, job, step, seal))

    def _stored(self, job: Job, step: Step, seal: str, stored: asyncio.Future[None]) -> None:
        if self.gone:
            stored.cancelled() or stored.exception()
            return
        try:
            if self._shown_storing:
                self._shown_storing = False
                self._answers.hold(self.loop.time() - self._storing_since)
                if not self.draining:
                    self.clockwork.turn.go_on()
                self._roll.soon()
            failure = stored.exception()
            if isinstance(failure, Conflict):
                self._storing = self.loop.create_task(self._catch_up(job), name="table is folded again")
                return
            self._storing = None
            if failure is None:
                self._seal = seal
                self._swap(job, step)
            elif isinstance(failure, JournalClosedError):
                settle(job, BUSY)
            else:
                raise failure
            self._next()
        except Exception as error:
            self.crash(error)

    async def _catch_up(self, job: Job) -> None:
        """Another process was quicker: what the job was decided on is not how the table stands."""
        try:
            await self._reload()
            self._storing = None
            if not self.gone:
                settle(job, STALE)
                self._next()
        except Exception as error:
            self.crash(error)

    def _swap(self, job: Job, step: Step) -> None:
        before, table = self.table, step.table
        self.table = table
        self._waiting.done(step.entries)
        if self.clockwork.turn.seat is not None and self.clockwork.turn.token != turn_token(table):
            self.clockwork.turn.stop()
        shown = table.version != before.version
        if shown:
            self.audience.show(table, job.client, message_id(job))
        for effect in step.effects:
            self._carry_out(effect)
        settle(job, None, shown=shown)
        if table.meta.shut:
            self.close(SHUT, "shut")
            return
        if table.meta.blocked is not before.meta.blocked:
            self._show_out()
        if self._absences.waiting or table.meta is not before.meta:
            self._give_back()
        if table.meta.turn_clock:
            self._roll.soon()
        elif self.contest is not None and not any(isinstance(effect, Wake) for effect in step.effects):
            self._roll.soon()  # a page starts its clock anew with every view; here the old one goes on
        if table.meta is not before.meta:
            if table.meta.phase not in (RESULT, RUNNING):
                self.clockwork.forget_wake()
            self._roll.soon()
            self._notify(self)

    def _show_out(self) -> None:
        """Ends the connections of those who are not let in any more."""
        now, meta = self.loop.time(), self.table.meta
        for client in [client for client in self.audience.clients if is_blocked(meta, client.player)]:
            self.audience.drop(client, KEPT_OUT, "blocked", now)
        self._fewer(now)

    def _refused(self, job: Job, refused: Refused) -> None:
        settle(job, refused)
        message = job.message
        if isinstance(message, BotActs | OutOfTime) and refused.code == "illegal":
            action = self.shell.bots.fallback(self.table, message.seat, refused.rule)
            if action == message.action:
                raise RuntimeError("the first legal action is not legal")
            self._queue.appendleft(job._replace(message=message._replace(action=action)))
            if self._storing is None:
                self.loop.call_soon(self._guarded_next)

    def _guarded_next(self) -> None:
        try:
            self._next()
        except Exception as error:
            self.crash(error)

    # Effects

    def _check(self, loaded: Loaded) -> None:
        """Freezes a table whose journal is damaged."""
        if loaded.damage and not self.frozen:
            self.frozen = True
            log.error("a table is frozen: its journal is damaged", table=self.code, damage=loaded.damage)
            self._roll.soon()

    def resume(self) -> None:
        """Carries on with what the table waits for, after it came from the journal."""
        if self.frozen:
            return
        try:
            for effect in resume(self.table, self.shell.now()):
                self._carry_out(effect)
        except Exception as error:
            self.crash(error)

    def _unattended(self) -> bool:
        """Whether bots or a clock would play for nobody: no connection, and no person who plays and may come back in
        his turn, or no turns for which the deal would wait."""
        if self.audience.clients:
            return False
        meta = self.table.meta
        return is_open(self.table) or meta.turn_clock > 0 or not any(seat.active for seat in meta.seats)

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, AskBot | Wake) and self.draining:
            pass  # the next process does
        elif isinstance(effect, AskBot | Wake) and self._unattended():
            self._paused = True  # whoever comes resumes it
        elif isinstance(effect, AskBot | Wake):
            self.clockwork.carry_out(effect)
        elif isinstance(effect, Shuffle):
            pack = list(effect.cards)
            self.shell.chance.shuffle(pack)
            ruleset = self.table.meta.ruleset
            settle_pack(ruleset.game, ruleset.options, effect.players, pack, self.shell.chance.randrange)
            dealer = self.shell.chance.randrange(effect.players) if effect.first else None
            self.tell(CHANCE, Shuffled(effect.deal, tuple(pack), dealer))
        elif isinstance(effect, Said):
            self.audience.say(effect.line, self.table)

    # Clocks

    def tick(self, now: float) -> None:
        """Looks for people who have gone, for an absent host and for a database that does not answer."""
        try:
            self._tick(now)
        except Exception as error:
            self.crash(error)

    def _tick(self, now: float) -> None:
        audience, options = self.audience, self.shell.options
        changed = False
        if self._measures:
            measure(audience.clients, self.table)
        if audience.drop_silent(now):
            self._fewer(now)
        if audience.notice_away(now):
            audience.forget_strangers(self.table)
            changed = True
        if self._storing is not None and not self._shown_storing and now - self._storing_since > options.stall_after:
            self._shown_storing = changed = True
            self.clockwork.turn.hold(self._storing_since)
        # While the database is away nobody can act.
        changed |= self._waiting.look(self.table, now, nobody_can=self._shown_storing)
        if changed:
            self._roll.soon()
        if not self.frozen:
            self._ring(now)

    def _ring(self, now: float) -> None:
        """The clocks whose time may be over: of absence, of questions to the table, of the host."""
        audience = self.audience
        self._look_for_absent(now)
        asked = self._answers.due(self.table, now)
        if self._storing is None and asked is not None:
            self.tell(CLOCK, Lapsed(asked, audience.present()))
        if self._storing is None and self._waiting.host_fails(self.table, audience, now):
            heirs = self._waiting.heirs(self.table, audience, now)
            if heirs:
                self.tell(CLOCK, HostAbsent(self.table.meta.host, heirs))

    def _look_for_absent(self, now: float) -> None:
        """Who has been gone for too long, and who is back."""
        if not self.audience.somebody_gone:
            self._absences.rest(now)
        else:
            held = self._storing is not None or self.draining
            for absent in self._absences.look(self.table, self.audience.present(), now, held=held):
                self.tell(CLOCK, absent)
        if self._absences.waiting and self._storing is None:
            self._give_back()

    def _give_back(self) -> None:
        """Whoever is back has their seat again, once the present action is over."""
        if not self.draining:
            for returned in self._absences.back(self.table, self.audience.present()):
                self.tell(CLOCK, returned)

    @property
    def append_on_its_way(self) -> asyncio.Future[None] | None:
        """The append that is being stored now."""
        return self._storing

    @property
    def storing(self) -> bool:
        """Whether an append is on its way, or messages wait for one."""
        return self._storing is not None or bool(self._queue) or bool(self.contest)

    def is_idle(self, now: float) -> bool:
        """Whether nobody is connected and nothing is to be done, for long enough to be taken out of memory."""
        waits = self.storing or not self.clockwork.idle or self.audience.clients
        return not waits and now - self.idle_since >= self.shell.options.idle_after

    # Who is here

    def _people(self) -> protocol.People:
        return self._people_now().people

    def _people_now(self) -> Roll:
        timer = self.clockwork.timer()
        here = people(self.table, self.audience, self.loop.time(), storing=self._shown_storing, timer=timer)
        if self.frozen:
            here = structs.replace(here, frozen=True)
        if self._waiting.idle is not None:
            here = structs.replace(here, idle=self._waiting.idle)
        absent = self._absences.timers(self.table)
        if absent:
            here = structs.replace(here, absent=absent)
        since = self.clockwork.moment
        stages = tuple(self.table.meta.seats[each.seat].absence for each in absent)
        return Roll(here, None if timer is None and not absent else (since, stages))

    def timer_changed(self) -> None:
        """The clock that people see is another one."""
        self._roll.soon()

    def _send_people(self, here: protocol.People) -> None:
        if not self.gone:
            self.audience.send_people(here)

    # The end

    async def _reload(self) -> None:
        """Another process has written to the journal: fold it anew and show what is there."""
        self.clockwork.stop()
        loaded = await load(self.shell.journal, self.id)
        self.table, self._seal = loaded.table, loaded.seal
        self._check(loaded)
        self.audience.show(self.table)
        self.resume()
        self._give_back()
        self._notify(self)

    def stop_bots(self) -> None:
        """No bot acts and no clock rings from now on: the server is about to end."""
        self.draining = True
        self.clockwork.hold()
        if self.contest is not None:
            self.contest.refuse_all()

    def keep_clock(self) -> None:
        """Has what the running clock has left stored, after `stop_bots` and what was under way then."""
        if self.gone or self.frozen or not any(seat.active for seat in self.table.meta.seats):
            return
        paused = self.clockwork.left()
        if paused is not None:
            self.tell(CLOCK, paused)

    def crash(self, error: BaseException) -> None:
        """Something is wrong with this table or this program: its people are asked to come back, and it will be folded
        from its journal again. Other tables go on."""
        if self.gone:
            return
        log.error("a table failed", table=self.code, failure=type(error).__name__, where=where(error))
        self.close(COME_BACK, "reload")

    def close(self, code: int, reason: str) -> None:
        """Leaves memory: ends all connections, stops all clocks."""
        self.gone = True
        self.clockwork.stop()
        self._roll.stop()
        if self.contest is not None:
            self.contest.refuse_all()
        for client in tuple(self.audience.clients):
            self.audience.drop(client, code, reason)
        while self._queue:
            settle(self._queue.popleft(), BUSY)
        self._notify(self)
