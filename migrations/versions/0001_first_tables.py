"""first tables"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
LIVE = sa.text("closed_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("session_version", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "tables",
        sa.Column("id", BIG, autoincrement=False, nullable=False),
        sa.Column("code", sa.String(24), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("watch", sa.String(16), nullable=False),
        sa.Column("host", sa.String(24), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT, nullable=True),
        sa.Column("summary", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
    )
    op.create_index("ix_tables_live", "tables", ["updated_at"], sqlite_where=LIVE, postgresql_where=LIVE)
    op.create_table(
        "entries",
        sa.Column("table_id", BIG, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("who", sa.String(24), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("client_id", sa.String(40), nullable=True),
        sa.Column("entry_id", sa.String(40), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_entries"),
        sa.UniqueConstraint("table_id", "deal", "ply", name="uq_entries_table_id_deal_ply"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("table_id", BIG, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("winners", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("table_id", "number", name="uq_matches_table_id_number"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_matches_table_id"),
    )
    op.create_table(
        "match_seats",
        sa.Column("match_id", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.String(24), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", "seq", name="pk_match_seats"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_match_seats_match_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_match_seats_player_id"),
    )
    op.create_index("ix_match_seats_player_id_match_id", "match_seats", ["player_id", "match_id"])
    op.create_table(
        "deals",
        sa.Column("match_id", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_deals"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_deals_match_id"),
    )
    op.create_table(
        "scores",
        sa.Column("match_id", sa.String(40), nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("unit", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("num", BIG, nullable=False),
        sa.Column("den", BIG, nullable=False),
        sa.Column("total_num", BIG, nullable=False),
        sa.Column("total_den", BIG, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "deal", "unit", "kind", name="pk_scores"),
        sa.ForeignKeyConstraint(
            ["match_id", "deal"], ["deals.match_id", "deals.number"], name="fk_scores_match_id_deal"
        ),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_settings"),
    )


def downgrade() -> None:
    for table in ("settings", "scores", "deals", "match_seats", "matches", "entries", "tables", "players"):
        op.drop_table(table)
