"""The history: SQLite in the user's data folder as shipped, any database that SQLAlchemy knows by its URL.

What comes from a table is kept twice: as the bytes of its journal (`segments`), which can be checked against the
table's hashes at any time, and as rows made from them. Rows are only added; an undone hand is marked, never deleted.
"""

import datetime
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import sqlalchemy as sa

from mjtable import database, folders
from mjtable.columns import ANSWERED, DICE, NAME, PLACE, RECORD, SCORES, SEEN, TIME, VERSION, Unfit, checked
from mjtable.errors import StoreError, StoreNewer

SCHEMA = 1

meta = sa.MetaData()

schema = checked(sa.Table("schema", meta, sa.Column("version", sa.Integer, nullable=False, info=VERSION)))

tables = checked(
    sa.Table(
        "tables",
        meta,
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("board", sa.String(32), nullable=False),
        sa.Column("firmware", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False, info=SEEN),  # UTC, ISO 8601
    )
)

# A table's journal begins anew when its flash was formatted; the old one stays as it was.
journals = checked(
    sa.Table(
        "journals",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("segment", sa.Integer, nullable=False),  # all before this segment and offset is here
        sa.Column("offset", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),  # number of the last event here
        sa.Column("state", sa.LargeBinary, nullable=False),  # Table.snapshot() after that event
    )
)

segments = checked(
    sa.Table(
        "segments",
        meta,
        sa.Column("journal_id", sa.ForeignKey("journals.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
    )
)

events = checked(
    sa.Table(
        "events",
        meta,
        sa.Column("journal_id", sa.ForeignKey("journals.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("segment", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False, info=TIME),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
    )
)

sessions = checked(
    sa.Table(
        "sessions",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("journal_id", sa.ForeignKey("journals.id"), nullable=False, index=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False, info=TIME),
        sa.Column("scores", sa.JSON, nullable=False, info=SCORES),  # what each seat begins with
        sa.UniqueConstraint("journal_id", "seq"),
    )
)

hands = checked(
    sa.Table(
        "hands",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("session_id", sa.ForeignKey("sessions.id"), nullable=False, index=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False, info=TIME),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("region", sa.String(32), nullable=False, info=NAME),
        sa.Column("record", sa.JSON, nullable=False, info=RECORD),
        sa.Column("answer", sa.JSON, nullable=False, info=ANSWERED),  # the table's
        sa.Column("undone", sa.Integer),  # number of the event that took it back
        sa.UniqueConstraint("session_id", "seq"),
    )
)

payments = checked(
    sa.Table(
        "payments",
        meta,
        sa.Column("hand_id", sa.ForeignKey("hands.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, info=PLACE),
        sa.Column("delta", sa.BigInteger, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),  # after the hand
    )
)

throws = checked(
    sa.Table(
        "throws",
        meta,
        sa.Column("journal_id", sa.ForeignKey("journals.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False, info=TIME),
        sa.Column("seat", sa.Integer, nullable=False, info=PLACE),
        sa.Column("dice", sa.JSON, nullable=False, info=DICE),
        sa.Column("by_hand", sa.Boolean, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),  # hexadecimal, "" when entered by hand
        sa.Column("press", sa.String(512), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
    )
)

corrections = checked(
    sa.Table(
        "corrections",
        meta,
        sa.Column("session_id", sa.ForeignKey("sessions.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False, info=TIME),
        sa.Column("delta", sa.JSON, nullable=False, info=SCORES),
        sa.Column("reason", sa.Text, nullable=False),
    )
)

# What table and laptop did not agree on, as it was found; never deleted.
differences = checked(
    sa.Table(
        "differences",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("journal_id", sa.ForeignKey("journals.id"), nullable=False, index=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("what", sa.String(64), nullable=False),
        sa.Column("table_says", sa.Text, nullable=False),
        sa.Column("laptop_says", sa.Text, nullable=False),
    )
)


def default_url() -> sa.URL:
    """The history in the user's data folder, which is made. BadFolder."""
    return database.file_url(str(folders.made(folders.data()) / "history.db"))


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def insert(c: sa.Connection, table: sa.Table, **values: Any) -> int:
    """Adds a row to a table that numbers its rows; its number."""
    key = c.execute(sa.insert(table).values(values)).inserted_primary_key
    assert key is not None
    return int(key[0])


class Store:
    """One history. `url` is an SQLAlchemy URL, a path of an SQLite file, or None for the default. StoreError.

    Where the user may not write a file (or its folder) it can still be read.
    """

    def __init__(self, url: str | None = None):
        self.url = database.full_url(url) if url else default_url()  # to open it with; for people there is `shown`
        self.shown = database.shown(self.url)
        try:
            self._engine = database.engine(self.url)
            version = self._version()
        except (sa.exc.SQLAlchemyError, ImportError, ValueError, TypeError) as e:  # SQLAlchemy has no error for all
            raise self._error(e) from None
        if version is None:
            version = self._make()
        if version > SCHEMA:
            self.close()
            raise StoreNewer(db=self.shown, have=version, want=SCHEMA)

    def _version(self) -> int | None:
        """Version of the schema; None when nothing is there yet."""
        with self.reading() as c:
            return c.scalar(sa.select(schema.c.version)) if sa.inspect(c).has_table(schema.name) else None

    def _make(self) -> int:
        """All tables, unless another process was quicker: the version of the schema."""
        with self.transaction() as c:
            database.alone(c)
            meta.create_all(c)
            version = c.scalar(sa.select(schema.c.version))
            if version is None:
                c.execute(sa.insert(schema).values(version=SCHEMA))
            return version or SCHEMA

    def _error(self, e: Exception) -> StoreError:
        """What the database or its driver says, without a password; `from None`, for `e` may have one in it."""
        why = str(getattr(e, "orig", None) or e)
        return StoreError(db=self.shown, why=database.without_secrets(why, self.url))

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _transaction(self, engine: sa.Engine) -> Iterator[sa.Connection]:
        try:
            with engine.begin() as connection:
                yield connection
        except (sa.exc.SQLAlchemyError, Unfit) as e:
            raise self._error(e) from None

    def transaction(self) -> AbstractContextManager[sa.Connection]:
        """All or nothing, and nobody else writes meanwhile (SQLite). StoreError when the database fails."""
        return self._transaction(self._engine)

    def reading(self) -> AbstractContextManager[sa.Connection]:
        """A transaction that changes nothing."""
        return self._transaction(database.reading(self._engine))

    def rows(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        with self.reading() as c:
            return c.execute(query).all()

    def states_of(self, table: str) -> list[tuple[int, bytes]]:
        """Number of the last event, and the state after it, of each journal of a table; the latest first."""
        query = sa.select(journals.c.seq, journals.c.state).where(journals.c.table_id == table)
        return [(row.seq, row.state) for row in self.rows(query.order_by(journals.c.id.desc())) if row.state]

    # ------------------------------------------------------------ what `history` shows

    def known_tables(self) -> Sequence[sa.Row[Any]]:
        return self.rows(sa.select(tables).order_by(tables.c.id))

    def hands_of(self, table: str | None = None, limit: int | None = None) -> Sequence[sa.Row[Any]]:
        """The latest hands, oldest first: columns of `hands` and `table_id`."""
        query = _of(hands_and_tables(), table).order_by(hands.c.id.desc())
        return list(reversed(self.rows(query.limit(limit))))

    def sessions_of(self, table: str | None = None) -> Sequence[sa.Row[Any]]:
        """All sessions in order: columns of `sessions`, `table_id` and the table's `name`."""
        query = sa.select(sessions, journals.c.table_id, tables.c.name).order_by(sessions.c.id)
        query = query.join(journals, sessions.c.journal_id == journals.c.id)
        return self.rows(_of(query.join(tables, journals.c.table_id == tables.c.id), table))

    def corrections_of(self, table: str | None = None) -> Sequence[sa.Row[Any]]:
        """All corrections of scores in order: columns of `corrections` and `table_id`."""
        query = sa.select(corrections, journals.c.table_id)
        query = query.join(sessions, corrections.c.session_id == sessions.c.id)
        query = query.join(journals, sessions.c.journal_id == journals.c.id)
        return self.rows(_of(query, table).order_by(corrections.c.session_id, corrections.c.seq))

    def hand(self, ident: int) -> Sequence[sa.Row[Any]]:
        """The hand with this id, in a list; empty when there is none."""
        return self.rows(hands_and_tables().where(hands.c.id == ident))

    def payments_of(self, hand_ids: list[int]) -> dict[int, list[tuple[int, int]]]:
        """Hand id -> (delta, score after it) by seat."""
        found: dict[int, list[tuple[int, int]]] = {ident: [] for ident in hand_ids}
        query = sa.select(payments).where(payments.c.hand_id.in_(hand_ids))
        for row in self.rows(query.order_by(payments.c.hand_id, payments.c.seat)):
            found[row.hand_id].append((row.delta, row.score))
        return found

    def event_numbers(self, table: str) -> list[int]:
        """Numbers of all events that came from a table, in order, journal by journal."""
        query = sa.select(events.c.seq).join(journals).where(journals.c.table_id == table)
        return [row.seq for row in self.rows(query.order_by(events.c.journal_id, events.c.seq))]

    def differences_of(self, table: str | None = None) -> Sequence[sa.Row[Any]]:
        query = sa.select(differences, journals.c.table_id).join(journals).order_by(differences.c.id)
        return self.rows(_of(query, table))


def _of(query: sa.Select[Any], table: str | None) -> sa.Select[Any]:
    """What a query finds of one table, or of all."""
    return query if table is None else query.where(journals.c.table_id == table)


def hands_and_tables() -> sa.Select[Any]:
    """Columns of `hands` and `table_id`."""
    return (
        sa.select(hands, journals.c.table_id)
        .join(sessions, hands.c.session_id == sessions.c.id)
        .join(journals, sessions.c.journal_id == journals.c.id)
    )
