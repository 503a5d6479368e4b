"""Alembic's environment. The program runs migrations through `app.db.migrate`, which passes its connection.

From the command line (`alembic -c migrations/alembic.ini …`, to write revisions) DATABASE_URL says which database.
"""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from app.db.models import Base
from app.db.session import open_engine


def migrate(connection: Connection) -> None:
    """Run the migrations on a connection; a transaction that is already open is left to whoever opened it."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        transactional_ddl=True,
        compare_type=True,
        compare_server_default=True,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


async def connect_and_migrate() -> None:
    """Open the database of DATABASE_URL and migrate it in one transaction."""
    engine = open_engine(os.environ.get("DATABASE_URL", "sqlite:///data/kibitz.sqlite3"), migrating=True)
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    await engine.dispose()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    asyncio.run(connect_and_migrate())
