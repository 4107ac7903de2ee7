"""The whole history in one file, and back: an SQLite database with the history's own tables, whatever it came from.

So a backup of PostgreSQL can be restored into SQLite and the other way round, one of an older mjtable is taken over
like any history, and it can be read where it lies with --db.
"""

import errno
import os
import shutil
import sqlite3
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from mjtable import database
from mjtable.columns import Unfit
from mjtable.errors import BadBackup, BadFile, HistoryThere, StoreError, Upgrading
from mjtable.schema import events, hands, meta, schema, segments
from mjtable.store import Store
from mjtable.writing import written

BATCH = 1000


def backup(past: Store, file: Path, force: bool = False) -> dict[str, int]:
    """Writes it, all or nothing, as the history was at one moment; how many rows of each table it has.

    FileThere, BadFile.
    """
    with written(file, force) as path, _room(file), past.snapshot() as c:
        if c.dialect.name == "sqlite":
            with closing(sqlite3.connect(path)) as target:
                source: Any = c.connection.driver_connection
                source.backup(target)
        else:
            with Store(str(path)) as other, other.transaction() as to:
                try:
                    copy(c, to)
                except Unfit as e:
                    raise StoreError(db=past.shown, why=str(e)) from e
        _one_file(path)
        with Store(str(path)) as made, made.reading() as there:
            found = counts(there)
        _one_file(path)
    return found


@contextmanager
def _room(file: Path) -> Iterator[None]:
    """What SQLite says while it writes a file there is told as what any other file would say. BadFile."""
    try:
        yield
    except sqlite3.Error as e:
        full = getattr(e, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
        raise BadFile(file=str(file), why=os.strerror(errno.ENOSPC) if full else str(e)) from e


def _one_file(path: Path) -> None:
    """What SQLite keeps beside its file goes into it."""
    with closing(sqlite3.connect(path)) as c:
        c.execute("PRAGMA journal_mode=DELETE")


def counts(c: sa.Connection) -> dict[str, int]:
    found = ((table.name, c.scalar(sa.select(sa.func.count()).select_from(table))) for table in meta.sorted_tables)
    return {name: number or 0 for name, number in found if name != schema.name}


def copy(source: sa.Connection, target: sa.Connection) -> None:
    """Every row of one history into another, which has none."""
    for table in meta.sorted_tables:
        if table is schema:
            continue
        found = source.execution_options(yield_per=BATCH).execute(sa.select(table))
        for part in found.mappings().partitions(BATCH):
            target.execute(sa.insert(table), [dict(row) for row in part])
    if target.dialect.name == "postgresql":  # numbers were given: the next ones come after them
        for table in meta.sorted_tables:
            if table.autoincrement_column is not None:
                number = sa.func.pg_get_serial_sequence(table.name, "id")
                last = sa.select(sa.func.coalesce(sa.func.max(table.c.id), 0) + 1).scalar_subquery()
                target.execute(sa.select(sa.func.setval(number, last, False)))


# ---------------------------------------------------------------- back


def restore(past: Store, file: Path, force: bool = False) -> dict[str, int]:
    """A backup in place of the history, all or nothing; how many rows of each table it has.

    BadFile, HistoryThere unless `force`, BadBackup, StoreNewer.
    """
    _must_be_there(file)  # or somebody would say `force` for nothing
    with past.reading() as c:
        there = counts(c)
    if any(there.values()) and not force:
        raise HistoryThere(db=past.shown, hands=there[hands.name])
    with tempfile.TemporaryDirectory(prefix="mjtable-") as folder:
        with _opened(file, Path(folder) / "backup.db") as found, found.reading() as source:
            _check(file, source)
            with past.transaction() as c:
                database.alone(c)
                for table in reversed(meta.sorted_tables):
                    if table is not schema:
                        c.execute(sa.delete(table))
                try:
                    copy(source, c)
                except Unfit as e:
                    raise BadBackup(file=str(file), why=str(e)) from e
                return counts(c)


def _must_be_there(file: Path) -> None:
    """It can be read. BadFile."""
    try:
        file.open("rb").close()
    except OSError as e:
        raise BadFile(file=str(file), why=e.strerror or str(e)) from e


@contextmanager
def _opened(file: Path, path: Path) -> Iterator[Store]:
    """A copy of the file, of the schema of today. BadBackup."""
    try:
        shutil.copyfile(file, path)
    except OSError as e:
        raise BadFile(file=str(file), why=e.strerror or str(e)) from e
    try:
        with closing(sqlite3.connect(path)) as c:
            c.execute("PRAGMA journal_mode=DELETE")
            wrong = c.execute("PRAGMA integrity_check(1)").fetchone()[0]
            strays = c.execute("PRAGMA foreign_key_check").fetchone()
            empty = not c.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema'").fetchone()
    except sqlite3.DatabaseError as e:
        raise BadBackup(file=str(file), why=str(e)) from None
    if wrong != "ok" or strays or empty:
        raise BadBackup(file=str(file), why="it is no history" if empty else f"{strays}" if strays else wrong)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Upgrading)  # of the copy
        found = Store(str(path))
    with found:
        try:
            yield found
        except StoreError as e:
            if e.values.get("db") != found.shown:
                raise
            raise BadBackup(file=str(file), why=str(e.values["why"])) from e


def _check(file: Path, c: sa.Connection) -> None:
    """Every event is in the bytes that it came from. BadBackup."""
    for journal, number, data in c.execute(sa.select(segments.c.journal_id, segments.c.number, segments.c.bytes)).all():
        of = (events.c.journal_id == journal) & (events.c.segment == number)
        for seq, event in c.execute(sa.select(events.c.seq, events.c.bytes).where(of)):
            if event not in data:
                raise BadBackup(file=str(file), why=f"event {seq} is not in segment {number}")
