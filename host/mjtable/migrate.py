"""A history that an older mjtable wrote is taken over: its schema by Alembic, then what follows from the journals.

All of it happens in the transaction of the connection that is given: SQLite and PostgreSQL make tables in transactions
too, so whoever is interrupted finds the history as it was. `schema.version` says to every mjtable, older ones included,
how far a history is; revision "0002" of Alembic is version 2.
"""

from typing import Any

import sqlalchemy as sa

from mjtable import rebuild
from mjtable.schema import SCHEMA, schema


def upgrade(c: sa.Connection) -> None:
    """To this mjtable's schema. RebuildError, and what the database raises."""
    version = c.scalar(sa.select(schema.c.version))
    if version is None or version >= SCHEMA:  # another process was quicker
        return
    run(c, version)
    c.execute(sa.update(schema).values(version=SCHEMA))
    rebuild.run(c)


def run(c: sa.Connection, version: int, to: str = "head") -> None:
    """The migrations that come after a version, up to a revision; version 0 is an empty database."""
    from alembic import command  # it takes longer to load than a history to open

    config = _config(c)
    command.stamp(config, f"{version:04}" if version else "base", purge=True)
    command.upgrade(config, to)


def _config(c: sa.Connection) -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "mjtable:migrations")
    config.attributes["connection"] = c
    return config
