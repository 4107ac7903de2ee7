"""The database of the history: SQLite in a file, or another that SQLAlchemy knows by its URL.

The only file that knows what SQLite and its neighbours need to be opened, and what of a URL nobody may see.
"""

import os
import re
import sqlite3
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import sqlalchemy as sa
from sqlalchemy import event as sa_event

PATIENCE = 15.0  # seconds that SQLite waits for another process to finish writing
SQLITE = "sqlite:///"
POSTGRESQL = ("postgresql", "postgres")  # whichever driver SQLAlchemy would take: ours is psycopg
FIRST = 0x6D6A746C  # PostgreSQL's number of the lock under which something is made for the first time

# A single letter before the colon is a drive of Windows.
_URL = re.compile(r"[A-Za-z][\w+.-]+:")
# In a URL, mistyped or not: a password, up to the last "@", and what else is called one.
_SECRETS = (
    re.compile(r"(?s)(:/*[^:]*:)(.*)@"),
    re.compile(r"(?i)([?&][^=&]*(?:pass|pwd|secret|token|odbc_connect)[^=&]*=)([^&]*)"),
)


def full_url(given: str) -> str | sa.URL:
    """A URL as it is; what is none is the path of an SQLite file."""
    return given if _URL.match(given) else file_url(given)


def file_url(path: str) -> sa.URL:
    """The SQLite file with this path, whatever characters are in it."""
    return sa.URL.create("sqlite", database=path)


def shown(url: str | sa.URL) -> str:
    """The database as people name it: the file, or the URL without passwords."""
    if isinstance(url, sa.URL):
        return str(url.database)
    if url.startswith(SQLITE):
        return url.removeprefix(SQLITE)
    for pattern in _SECRETS:
        url = pattern.sub(lambda m: m[1] + "***" + m[0][m.end(2) - m.start() :], url)
    return url


def without_secrets(text: str, url: str | sa.URL) -> str:
    """What a driver says about a URL, without the passwords in it."""
    if isinstance(url, sa.URL) or url.startswith(SQLITE):
        return text
    found = {secret for pattern in _SECRETS for _, secret in pattern.findall(url)}
    for secret in sorted(found | {unquote(secret) for secret in found}, key=len, reverse=True):
        text = text.replace(secret, "***") if secret else text
    return text


def engine(url: str | sa.URL) -> sa.Engine:
    """The database, not connected to yet.

    ImportError where its driver is missing, and what SQLAlchemy raises on a URL that is none, or of an unknown kind.
    """
    parsed = sa.make_url(url)
    if parsed.drivername in POSTGRESQL:
        parsed = parsed.set(drivername="postgresql+psycopg")
    path = Path(parsed.database) if parsed.drivername == "sqlite" and parsed.database and not parsed.query else None
    to_read = path is not None and _only_to_read(path)
    made = sa.create_engine(_url_to_read(path) if path and to_read else parsed)
    if made.dialect.name == "sqlite" and made.dialect.driver == "pysqlite":
        sa_event.listen(made, "connect", _prepare if to_read else _prepare_to_write)
        sa_event.listen(made, "begin", _begin)
    return made


def reading(made: sa.Engine) -> sa.Engine:
    """The same database for a transaction that only reads: it waits for nobody, and needs no right to write."""
    return made.execution_options(only_reads=True)


def snapshot(made: sa.Engine) -> sa.Engine:
    """The same for a transaction that reads for long: all of it as it was at one moment, as SQLite has it anyway."""
    return made.execution_options(isolation_level="REPEATABLE READ") if made.dialect.name == "postgresql" else made


def alone(c: sa.Connection) -> None:
    """Whoever else asks for this waits until this transaction ends: what is not there yet cannot be locked itself.

    SQLite's writers are alone anyway.
    """
    if c.dialect.name == "postgresql":
        c.execute(sa.select(sa.func.pg_advisory_xact_lock(FIRST)))


# ---------------------------------------------------------------- SQLite


def _only_to_read(path: Path) -> bool:
    """A file is there, and SQLite could not write it, or not its journal beside it."""
    return path.is_file() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def _url_to_read(path: Path) -> sa.URL:
    """Without writing even the files that SQLite keeps beside its own, unless another process has them in use."""
    query = {"uri": "true", "mode": "ro"}
    log = path.with_name(path.name + "-wal")
    if not log.is_file() or not log.stat().st_size:
        query["immutable"] = "1"
    return sa.URL.create("sqlite", database="file:" + quote(str(path.absolute())), query=query)


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # _begin() says when a transaction begins, not Python
    connection.execute(f"PRAGMA busy_timeout={int(PATIENCE * 1000)}")
    connection.execute("PRAGMA foreign_keys=ON")


def _prepare_to_write(connection: Any, record: object) -> None:
    """References checked, on disk when a commit returns, readers beside the writer."""
    _prepare(connection, record)
    connection.execute("PRAGMA synchronous=FULL")
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as e:  # two that begin a file at once: SQLite does not wait by itself here
            if e.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)


def _begin(c: sa.Connection) -> None:
    """A transaction that may write has the right to from its first moment: what it reads stays true until its end."""
    c.exec_driver_sql("BEGIN" if c.get_execution_options().get("only_reads") else "BEGIN IMMEDIATE")
