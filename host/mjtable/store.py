"""The history: SQLite in the user's data folder as shipped, any database that SQLAlchemy knows by its URL."""

import datetime
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import sqlalchemy as sa

from mjtable import database, folders
from mjtable.answers import SEAT
from mjtable.columns import Unfit
from mjtable.errors import NoDriver, StoreError, StoreNewer, Upgrading
from mjtable.schema import (
    SCHEMA,
    amendments,
    claims,
    corrections,
    differences,
    events,
    hands,
    journals,
    meta,
    patterns,
    payments,
    players,
    schema,
    seats,
    segments,
    sessions,
    tables,
    throws,
)

__all__ = (
    "SCHEMA", "Store", "amendments", "claims", "corrections", "differences", "events", "hands", "journals", "patterns",
    "payments", "players", "schema", "seats", "segments", "sessions", "tables", "throws",
)  # fmt: skip


NAME_OR_NOTHING = sa.func.coalesce(players.c.name, "").label("name")
AT_ONCE = 500  # values of one question: not every database takes more than 999


def default_url() -> sa.URL:
    """The history in the user's data folder, which is made. BadFolder."""
    return database.file_url(str(folders.made(folders.data()) / "history.db"))


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def moment() -> int:
    """Now, in unix seconds."""
    return int(time.time())


def insert(c: sa.Connection, table: sa.Table, **values: Any) -> int:
    """Adds a row to a table that numbers its rows; its number."""
    key = c.execute(sa.insert(table), values).inserted_primary_key
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
        except ImportError as e:
            raise NoDriver(db=self.shown, why=str(e)) from None
        except (sa.exc.SQLAlchemyError, ValueError, TypeError) as e:  # SQLAlchemy has no error for all
            raise self._error(e) from None
        if version is None:
            version = self._make()
        if version > SCHEMA:
            self.close()
            raise StoreNewer(db=self.shown, have=version, want=SCHEMA)
        if version < SCHEMA:
            self._upgrade(version)

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

    def _upgrade(self, version: int) -> None:
        """Takes over a history with an older schema, all or nothing; what follows from the journals is made anew."""
        from mjtable import migrate

        warnings.warn(Upgrading(db=self.shown, have=version, want=SCHEMA), stacklevel=2)
        with self.transaction() as c:
            database.alone(c)
            migrate.upgrade(c)

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

    def snapshot(self) -> AbstractContextManager[sa.Connection]:
        """The same, which sees all tables as they were at one moment."""
        return self._transaction(database.snapshot(database.reading(self._engine)))

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

    def latest_hands(self, table: str | None = None, limit: int | None = None) -> Sequence[sa.Row[Any]]:
        """The same without their records: `id`, `session_id` and `seq`."""
        query: Any = sa.select(hands.c.id, hands.c.session_id, hands.c.seq).order_by(hands.c.id.desc())
        if table is not None:
            query = query.join(sessions, hands.c.session_id == sessions.c.id)
            query = _of(query.join(journals, sessions.c.journal_id == journals.c.id), table)
        return list(reversed(self.rows(query.limit(limit))))

    def hands_after(self, ident: int, limit: int, table: str | None = None) -> Sequence[sa.Row[Any]]:
        """The next hands behind one, oldest first: columns of `hands` and `table_id`."""
        query = _of(hands_and_tables().where(hands.c.id > ident), table)
        return self.rows(query.order_by(hands.c.id).limit(limit))

    def hands_by_ids(self, idents: Sequence[int]) -> Sequence[sa.Row[Any]]:
        """These hands, oldest first: columns of `hands` and `table_id`."""
        return self.in_parts(hands_and_tables(), hands.c.id, idents, hands.c.id)

    def latest_of(self, session: int, region: str, limit: int) -> Sequence[sa.Row[Any]]:
        """The latest hands of a session and region that were not taken back, oldest first: the same columns."""
        query = hands_and_tables().where(hands.c.session_id == session, hands.c.region == region)
        query = query.where(hands.c.undone.is_(None)).order_by(hands.c.seq.desc())
        return list(reversed(self.rows(query.limit(limit))))

    def in_parts(
        self, query: sa.Select[Any], column: sa.ColumnElement[int], ids: Sequence[int], *order: sa.ColumnElement[Any]
    ) -> list[Any]:
        """The rows of a query where a column is one of `ids`, each time of as many as any database takes."""
        found: list[Any] = []
        for part in parts(ids, AT_ONCE):
            found += self.rows(query.where(column.in_(part)).order_by(*order))
        return found

    def sessions_of(self, table: str | None = None, since: int = 0) -> Sequence[sa.Row[Any]]:
        """The sessions from number `since` on, in order: columns of `sessions`, `table_id` and the table's `name`."""
        query = _of(sessions_and_tables().where(sessions.c.id >= since), table)
        return self.rows(query.order_by(sessions.c.id))

    def session(self, ident: int) -> sa.Row[Any] | None:
        """The session with this id: the same columns."""
        found = self.rows(sessions_and_tables().where(sessions.c.id == ident))
        return found[0] if found else None

    def played(
        self, table: str | None = None, *, limit: int, before: int | None = None, after: int | None = None
    ) -> Sequence[sa.Row[Any]]:
        """The latest `limit` sessions with hands or corrections that come before a session, or the next ones after
        one, oldest first: columns as of sessions_of().
        """
        some = sa.or_(*(sa.exists().where(one.c.session_id == sessions.c.id) for one in (hands, corrections)))
        query = _of(sessions_and_tables().where(some), table)
        if before is not None:
            query = query.where(sessions.c.id < before)
        if after is not None:
            return self.rows(query.where(sessions.c.id > after).order_by(sessions.c.id).limit(limit))
        return list(reversed(self.rows(query.order_by(sessions.c.id.desc()).limit(limit))))

    def session_numbers(self, idents: Sequence[int]) -> dict[int, int]:
        """Session -> its number at its table, counted in each journal."""
        same = sessions.alias()
        here = (same.c.journal_id == sessions.c.journal_id) & (same.c.id <= sessions.c.id)
        number: Any = sa.select(sa.func.count()).select_from(same).where(here).scalar_subquery()
        query: Any = sa.select(sessions.c.id, number.label("number"))
        found = self.in_parts(query, sessions.c.id, idents, sessions.c.id)
        return {row.id: row.number for row in found}

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
        for row in self.payments_with_players(hand_ids):
            found[row.hand_id].append((row.delta, row.score))
        return found

    def payments_with_players(self, hand_ids: list[int]) -> Sequence[sa.Row[Any]]:
        """Columns of `payments` and the player's `name` ("": none), by hand and seat."""
        query = sa.select(payments, NAME_OR_NOTHING).outerjoin(players, payments.c.player_id == players.c.id)
        order = payments.c.hand_id * len(SEAT) + payments.c.seat
        return self.in_parts(query, payments.c.hand_id, hand_ids, order)

    def amendments_of(self, hand_ids: list[int]) -> Sequence[sa.Row[Any]]:
        """Columns of `amendments` and `session_id`, in the order in which they were made."""
        query = sa.select(amendments, hands.c.session_id).join(hands)
        return self.in_parts(query, amendments.c.hand_id, hand_ids, amendments.c.id)

    def amendments_of_sessions(self, idents: Sequence[int]) -> Sequence[sa.Row[Any]]:
        """The same of all hands of some sessions."""
        query = sa.select(amendments, hands.c.session_id).join(hands)
        return self.in_parts(query, hands.c.session_id, idents, amendments.c.id)

    def all_amendments(self, table: str | None = None) -> Sequence[sa.Row[Any]]:
        """Columns of `amendments` and `session_id`, in the order in which they were made."""
        query = sa.select(amendments, hands.c.session_id).join(hands).join(sessions).join(journals)
        return self.rows(_of(query, table).order_by(amendments.c.id))

    def all_throws(self, table: str | None = None) -> Iterator[sa.Row[Any]]:
        """Columns of `throws`, `table_id` and the player's `name` ("": none), in order, a part at a time."""
        query = sa.select(throws, journals.c.table_id, NAME_OR_NOTHING).join(journals)
        query = _of(query.outerjoin(players, throws.c.player_id == players.c.id), table)
        with self.reading() as c:
            found = c.execution_options(yield_per=AT_ONCE).execute(query.order_by(throws.c.journal_id, throws.c.seq))
            yield from found

    def event_numbers(self, table: str) -> list[int]:
        """Numbers of all events that came from a table, in order, journal by journal."""
        query = sa.select(events.c.seq).join(journals).where(journals.c.table_id == table)
        return [row.seq for row in self.rows(query.order_by(events.c.journal_id, events.c.seq))]

    def event_ranges(self, table: str) -> tuple[int, list[tuple[int, int]]]:
        """How many events came from a table, and their numbers, from and to: in no order, they may touch or overlap."""
        place = (events.c.journal_id, events.c.segment)
        first, last = sa.func.min(events.c.seq), sa.func.max(events.c.seq)
        query: Any = sa.select(*place, first, last, sa.func.count()).join(journals).where(journals.c.table_id == table)
        count, out = 0, []
        found: Any = self.rows(query.group_by(*place))
        for journal, segment, low, high, n in found:
            count += n
            if n == high - low + 1:
                out.append((low, high))
            else:
                here = (events.c.journal_id == journal) & (events.c.segment == segment)
                out += [(row.seq, row.seq) for row in self.rows(sa.select(events.c.seq).where(here))]
        return count, out

    def differences_of(self, table: str | None = None) -> Sequence[sa.Row[Any]]:
        query = sa.select(differences, journals.c.table_id).join(journals).order_by(differences.c.id)
        return self.rows(_of(query, table))


def parts(ids: Sequence[int], most: int) -> Iterator[Sequence[int]]:
    """These in turn, so many at once."""
    return (ids[at : at + most] for at in range(0, len(ids), most))


def _of(query: sa.Select[Any], table: str | None) -> sa.Select[Any]:
    """What a query finds of one table, or of all."""
    return query if table is None else query.where(journals.c.table_id == table)


def sessions_and_tables() -> sa.Select[Any]:
    """Columns of `sessions`, `table_id` and the table's `name`."""
    return (
        sa.select(sessions, journals.c.table_id, tables.c.name)
        .join(journals, sessions.c.journal_id == journals.c.id)
        .join(tables, journals.c.table_id == tables.c.id)
    )


def hands_and_tables() -> sa.Select[Any]:
    """Columns of `hands` and `table_id`."""
    return (
        sa.select(hands, journals.c.table_id)
        .join(sessions, hands.c.session_id == sessions.c.id)
        .join(journals, sessions.c.journal_id == journals.c.id)
    )
