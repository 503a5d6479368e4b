"""accounts: sign-in names and sessions"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("players", sa.Column("login", sa.Text(), nullable=True))
    op.create_table(
        "logins",
        sa.Column("spelling", sa.String(200), nullable=False),
        sa.Column("player_id", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("spelling", name="pk_logins"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_logins_player_id"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(24), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_sessions_player_id"),
    )
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"])


def downgrade() -> None:
    op.drop_table("sessions")
    op.drop_table("logins")
    op.drop_column("players", "login")
