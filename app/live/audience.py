"""Everybody connected to one table: who is here, and who is sent what.

A view is encoded and framed once for each distinct form of it: one for all spectators, one for each seat (its owner may
have several windows), one for those who may not watch. Sending it is one write per connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from app import protocol
from app.live.clients import Client, Line
from app.live.frames import ViewFrames, framed
from app.live.options import LiveOptions
from app.live.outbox import REPLACED, SILENT
from app.table import views
from app.table.messages import Person
from app.table.seating import label_for
from app.table.shadows import shadow_of
from app.table.state import ChatLine, Meta, Table, hears, may_watch, seat_of, to_act

BUILD_LIMIT = 40


class Owner(NamedTuple):
    """The connections of one who has something private: the player, and his seat (none for a host who does not sit).
    `frame`: the encoded private part around the deal while it is somebody else's turn. `shadow`: the seat whose cards
    are shown to people without one; they stand here together."""

    player: str
    seat: int | None
    frame: bytes
    clients: tuple[Client, ...]
    shadow: int | None = None


class Groups(NamedTuple):
    """Connections by what they are sent: by player for those with something private, then all others. A host who does
    not sit may be shut out of the deal and still has the host's rights to be shown."""

    private: tuple[Owner, ...]
    watching: tuple[Line, ...]
    shut_out: tuple[Line, ...]
    closed_host: str | None = None


NO_GROUPS = Groups((), (), ())


class Audience:
    """The connections of one table.

    :param build: what `welcome` names as the server's build
    :param now: the loop's time
    """

    def __init__(self, table: Table, build: str, options: LiveOptions, now: float) -> None:
        self.clients: list[Client] = []
        self._build = build[:BUILD_LIMIT]
        self._options = options
        self._windows: dict[str, list[Client]] = {}
        # Since when people who matter have had no connection: at first everybody is given a moment to come back.
        owners = [seat.player for seat in table.meta.seats if seat.player is not None]
        self._gone = dict.fromkeys((*owners, table.meta.host), now)
        self._unnoticed = set(self._gone)
        self._groups = NO_GROUPS
        self._grouped_for: Meta | None = None
        self._meta: Meta | None = None
        self._meta_json = b""

    # Coming and going

    def join(self, client: Client, table: Table, people: Callable[[], protocol.People]) -> None:
        """Takes a new connection in and sends it everything there is: welcome, people, table. The oldest windows of a
        person who has too many are forgotten at once, whether they answer the close frame or not."""
        while len(windows := self._windows.get(client.player, [])) >= max(1, self._options.connections_per_player):
            self.drop(windows[0], REPLACED, "replaced", client.heard)
        self.clients.append(client)
        self._windows.setdefault(client.player, []).append(client)
        self._gone.pop(client.player, None)
        self._unnoticed.discard(client.player)
        self._grouped_for = None
        line = client.line
        line.send_small(framed(protocol.encode(self._welcome(client, table))))
        line.send_people(framed(protocol.encode(people())))
        line.send_view(self._frame_for(client, table))

    def leave(self, client: Client, now: float) -> bool:
        """Forgets a connection; False when it had been forgotten already."""
        windows = self._windows.get(client.player, [])
        if client not in windows:
            return False
        windows.remove(client)
        self.clients.remove(client)
        self._grouped_for = None
        if not windows:
            del self._windows[client.player]
            self._gone[client.player] = now
            self._unnoticed.add(client.player)
        return True

    def drop(self, client: Client, code: int, reason: str, now: float | None = None) -> None:
        """Says why, closes and forgets a connection. `now`: when it counts as gone, if not at this moment."""
        client.line.send_small(framed(protocol.encode(protocol.Closing(reason))))
        client.line.end(code, reason)
        if now is not None:
            self.leave(client, now)

    def drop_silent(self, now: float) -> bool:
        """Closes connections that have not been heard for too long; whether there were any."""
        limit = now - self._options.silent_after
        silent = [client for client in self.clients if client.heard < limit]
        for client in silent:
            # It has been gone for longer than a moment already.
            self.drop(client, SILENT, "silent", now - self._options.away_after)
        return bool(silent)

    # Presence

    def is_away(self, player: str, now: float) -> bool:
        """Whether a player has had no connection for more than a moment."""
        return self.gone_for(player, now) >= self._options.away_after

    def gone_for(self, player: str, now: float) -> float:
        """Seconds for which a player has had no connection: 0 while there is one, endless when there never was."""
        if player in self._windows:
            return 0.0
        return now - self._gone.get(player, float("-inf"))

    @property
    def somebody_gone(self) -> bool:
        """Whether anybody who matters, or has just left, has no connection."""
        return bool(self._gone)

    def notice_away(self, now: float) -> bool:
        """Whether somebody has become away since the last call."""
        limit = now - self._options.away_after
        away = [player for player in self._unnoticed if self._gone[player] <= limit]
        self._unnoticed.difference_update(away)
        return bool(away)

    def forget_strangers(self, table: Table) -> None:
        """Nobody waits for those who left without owning a seat or being host."""
        kept = {seat.player for seat in table.meta.seats} | {table.meta.host} | self._unnoticed
        self._gone = {player: since for player, since in self._gone.items() if player in kept}

    def present(self) -> frozenset[str]:
        """Ids of the players who are connected."""
        return frozenset(self._windows)

    def watchers(self, table: Table) -> list[Person]:
        """Those who are connected and own no seat, each once."""
        seated = {seat.player for seat in table.meta.seats}
        return [Person(player, windows[0].name) for player, windows in self._windows.items() if player not in seated]

    def player_named(self, table: Table, name: str) -> str | None:
        """The id of the player, with or without a seat, who is known by this name here."""
        for seat in table.meta.seats:
            if seat.player is not None and seat.name == name:
                return seat.player
        labels = views.labels(table, self.watchers(table))
        return next((player for player, label in labels.items() if label == name), None)

    # Sending

    def show(self, table: Table, sender: Client | None = None, done: str | None = None) -> None:
        """Sends everybody the view of this table; the sender's own connection is told which message led to it.

        All views are made before the first is written: making one after the other, and writing one after the other, is
        quicker than a bit of each in turns.
        """
        groups = self._group(table)
        version = table.version
        frames = ViewFrames(version, self._public(table))
        written = [(groups.watching, frames.plain())] if groups.watching else []
        closed = ViewFrames(version, self._closed_public(table)) if groups.shut_out or groups.closed_host else frames
        turn = to_act(table)
        for owner in groups.private:
            mine = closed if owner.player == groups.closed_host else frames
            private = self._private(table, owner, turn)
            shared = b""
            for client in owner.clients:
                if client is sender and done is not None and not client.line.behind:
                    written.append(((client.line,), mine.private(private, done)))
                    done = None
                else:
                    shared = shared or mine.private(private)
                    written.append(((client.line,), shared))
        if groups.shut_out:
            written.append((groups.shut_out, closed.plain()))
        for lines, frame in written:
            for line in lines:
                line.send_view(frame)
        if sender is not None and done is not None:
            # A spectator's message, or one of a slow reader: a view that waits may be replaced, the answer may not.
            sender.line.send_small(framed(protocol.done_frame(done)))

    def send_people(self, people: protocol.People) -> None:
        """Sends everybody who is here."""
        frame = framed(protocol.encode(people))
        for client in self.clients:
            client.line.send_people(frame)

    def say(self, line: ChatLine, table: Table) -> None:
        """Sends a line of chat to those who hear its room."""
        frame = framed(protocol.encode(chat_message(line)))
        for client in self.clients:
            if hears(table, client.player, line.room):
                client.line.send_small(frame)

    # Views

    def _welcome(self, client: Client, table: Table) -> protocol.Welcome:
        name = label_for(table, Person(client.player, client.name))
        lines = views.chat_tail(table, client.player)[-self._options.chat_tail :]
        return protocol.Welcome(
            protocol.PROTOCOL,
            table.meta.code,
            protocol.PlayerView(client.player, name),
            self._build,
            [chat_message(line) for line in lines],
        )

    def _frame_for(self, client: Client, table: Table) -> bytes:
        public = self._public(table) if may_watch(table, client.player) else self._closed_public(table)
        frames = ViewFrames(table.version, public)
        private = views.private(table, client.player)
        return frames.plain() if private is None else frames.private(protocol.encode_part(private))

    def _public(self, table: Table) -> bytes:
        """The public part; everything but the running deal is encoded again only when it has changed."""
        if table.meta is not self._meta:
            self._meta = table.meta
            self._meta_json = protocol.encode_part(views.public_meta(table.meta))
        deal = views.public_deal(table)
        if deal is None:
            return protocol.public_raw(self._meta_json, None)
        requests = views.requests(table)
        return protocol.public_raw(
            self._meta_json, protocol.encode_part(deal), protocol.encode_part(requests) if requests else b"{}"
        )

    def _private(self, table: Table, owner: Owner, turn: frozenset[int]) -> bytes:
        """The private part. While it is another's turn, all around the game's own view is the same as before."""
        seat = owner.seat if owner.shadow is None else owner.shadow
        if seat is None or (seat in turn and owner.shadow is None):
            return protocol.encode_part(views.private(table, owner.player))
        return protocol.private_raw(owner.frame, protocol.encode_part(views.private_deal(table, seat)))

    def _closed_public(self, table: Table) -> bytes:
        return protocol.public_raw(protocol.encode_part(views.public_meta(table.meta, closed=True)), None)

    def _group(self, table: Table) -> Groups:
        if self._grouped_for is not table.meta:
            self._groups = group(self.clients, table)
            self._grouped_for = table.meta
        return self._groups


def group(clients: Iterable[Client], table: Table) -> Groups:
    """Sorts connections by what they are sent."""
    private: dict[str, list[Client]] = {}
    watching: list[Line] = []
    shut_out: list[Line] = []
    for client in clients:
        whose = _whose(table, client.player)
        if whose is not None:
            private.setdefault(whose, []).append(client)
        elif may_watch(table, client.player):
            watching.append(client.line)
        else:
            shut_out.append(client.line)
    host = table.meta.host
    return Groups(
        tuple(_owner(table, windows) for windows in private.values()),
        tuple(watching),
        tuple(shut_out),
        host if host in private and not may_watch(table, host) else None,
    )


def _whose(table: Table, player: str) -> str | None:
    """Names those who are sent the same private part as this player; None for who is sent none."""
    if seat_of(table, player) is not None or player == table.meta.host:
        return player
    shadow = shadow_of(table, player)
    return None if shadow is None else f"shadows of {shadow.seat}"


def _owner(table: Table, windows: Sequence[Client]) -> Owner:
    player = windows[0].player
    seat, shadow = seat_of(table, player), shadow_of(table, player)
    if shadow is not None:
        frame = protocol.encode_part(views.shadow_frame(table.meta, shadow))
        return Owner(player, None, frame, tuple(windows), shadow.seat)
    frame = b"" if seat is None else protocol.encode_part(views.private_frame(table.meta, seat))
    return Owner(player, seat, frame, tuple(windows))


def turn_away(client: Client, code: int, reason: str) -> None:
    """Says why to a connection that is not let in, and ends it."""
    client.line.send_small(framed(protocol.encode(protocol.Closing(reason))))
    client.line.end(code, reason)


def chat_message(line: ChatLine) -> protocol.ChatMessage:
    """A line of chat as it is sent."""
    return protocol.ChatMessage(line.room, line.name, line.text, line.at, line.seat, line.phrase or None)


def people(
    table: Table, audience: Audience, now: float, *, storing: bool, timer: protocol.Timer | None
) -> protocol.People:
    """Who is here: players by seat (none for a seat without a person), spectators by name."""
    seats: list[protocol.Presence | None] = [
        None if seat.player is None else ("away" if audience.is_away(seat.player, now) else "here")
        for seat in table.meta.seats
    ]
    names = list(views.labels(table, audience.watchers(table)).values())
    return protocol.People(seats, names, storing, timer)
