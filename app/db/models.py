"""The tables of the database, in one place.

The journal (`entries`) is the truth; `matches`, `match_seats`, `deals` and `scores` are written in the same transaction
as the entries they follow from, so that pages about matches and players never walk the journal.

Keys that refuse a second entry for the same moment:

* `(table_id, seq)`: one entry at each place of a table's journal, whoever writes it;
* `(table_id, deal, ply)`: one action at each moment of a deal (entries outside a deal have no ply and never collide).

`entries` has no foreign key to `tables` and no further index: it is the one table written at every move. An index for
client ids costs a third of a flush on SQLite, and the fold of a table's journal has them all in memory anyway; a
foreign key makes PostgreSQL lock and dirty the row of the table at every move. Nothing ever deletes a table.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

BIG = BigInteger().with_variant(Integer, "sqlite")
"""SQLite only gives out row ids for a column that is called INTEGER; its integers have 64 bits anyway."""


class UTCDateTime(TypeDecorator[datetime]):
    """A moment in UTC, aware on both databases (SQLite has no time zones and would give naive ones back).

    A naive datetime is refused with ValueError: nobody knows which moment it means.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a naive datetime cannot be stored: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """Constraints have names, so that later migrations can find them on both databases."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012
        datetime: UTCDateTime(),
        str: Text(),
        dict[str, Any]: JSON(none_as_null=True),
        list[int]: JSON(none_as_null=True),
    }


class Player(Base):
    """A person: a guest with a name, or later an account with a password."""

    __tablename__ = "players"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    name: Mapped[str]
    created_at: Mapped[datetime]
    password_hash: Mapped[str | None]
    session_version: Mapped[int] = mapped_column(server_default=text("1"))
    """The cookies of guests carry it; raising it makes them worthless."""
    login: Mapped[str | None]
    """The sign-in name as it was typed; a guest has none."""


class Login(Base):
    """One spelling of an account's sign-in name. Names that look the same share one, so there is only one of them."""

    __tablename__ = "logins"

    spelling: Mapped[str] = mapped_column(String(200), primary_key=True)
    player_id: Mapped[str] = mapped_column(String(24), ForeignKey("players.id", name="fk_logins_player_id"))


class Session(Base):
    """A device on which an account is signed in. Its row going away is what signs it out."""

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    player_id: Mapped[str] = mapped_column(
        String(24), ForeignKey("players.id", name="fk_sessions_player_id"), index=True
    )
    label: Mapped[str] = mapped_column(String(60))
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]


_LIVE = text("closed_at IS NULL")


class Table(Base):
    """A table of people; what happens at it is in its journal, `summary` is the lobby's line about it."""

    __tablename__ = "tables"
    __table_args__ = (Index("ix_tables_live", "updated_at", sqlite_where=_LIVE, postgresql_where=_LIVE),)

    id: Mapped[int] = mapped_column(BIG, primary_key=True, autoincrement=False)
    code: Mapped[str] = mapped_column(String(24), unique=True)
    ruleset: Mapped[str]
    open: Mapped[bool]
    watch: Mapped[str] = mapped_column(String(16))
    host: Mapped[str] = mapped_column(String(24))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    summary: Mapped[dict[str, Any] | None]


class Entry(Base):
    """One entry of a table's journal. `at` is unix seconds, a double as in the core: a fold sees what it saw."""

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("table_id", "deal", "ply"),)

    table_id: Mapped[int] = mapped_column(BIG, primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None]
    who: Mapped[str] = mapped_column(String(24))
    text: Mapped[str]
    deal: Mapped[int | None]
    ply: Mapped[int | None]
    client_id: Mapped[str | None] = mapped_column(String(40))
    entry_id: Mapped[str] = mapped_column(String(40))
    at: Mapped[float] = mapped_column(Double())


class Match(Base):
    """Deals played to an end at a table; `winners` are seats, null while it runs."""

    __tablename__ = "matches"
    __table_args__ = (UniqueConstraint("table_id", "number"),)

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    table_id: Mapped[int] = mapped_column(BIG, ForeignKey("tables.id"))
    number: Mapped[int]
    game: Mapped[str] = mapped_column(String(24))
    ruleset: Mapped[str]
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    winners: Mapped[list[int] | None]


class MatchSeat(Base):
    """One sitting: who owned a seat of a match from the entry `seq` on.

    A seat can change its owner in mid-match (a person takes over a bot's). One row per sitting instead of one per seat
    keeps who played which part, and writing one is a plain insert: the seat's row with the highest `seq` is its present
    or last owner, each earlier one ended where the next begins. A bot that stands in for its owner is no sitting.
    """

    __tablename__ = "match_seats"
    __table_args__ = (Index("ix_match_seats_player_id_match_id", "player_id", "match_id"),)

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id"))
    name: Mapped[str]
    bot: Mapped[bool]
    at: Mapped[datetime]


class Deal(Base):
    """One shuffle. `number` counts within the match, `serial` over all matches of the table (`entries.deal`)."""

    __tablename__ = "deals"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    serial: Mapped[int]
    dealer: Mapped[int]
    ruleset: Mapped[str]
    pack: Mapped[str]
    outcome: Mapped[dict[str, Any] | None]
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class Score(Base):
    """What a unit (seat or side) scored in a deal and its running total, of one kind, as exact fractions."""

    __tablename__ = "scores"
    __table_args__ = (ForeignKeyConstraint(["match_id", "deal"], ["deals.match_id", "deals.number"]),)

    match_id: Mapped[str] = mapped_column(String(40), primary_key=True)
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    unit: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    num: Mapped[int] = mapped_column(BIG)
    den: Mapped[int] = mapped_column(BIG)
    total_num: Mapped[int] = mapped_column(BIG)
    total_den: Mapped[int] = mapped_column(BIG)


class Setting(Base):
    """What the server made up once and must remember, such as its signing key."""

    __tablename__ = "settings"

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str]
