"""What the history has of the journals of a table: read and written by a sync, each within a transaction of its own."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from mjtable.store import differences, events, hands, hands_and_tables, journals, segments, tables


def latest(c: sa.Connection, table: str) -> sa.Row[Any] | None:
    """The row of the journal that a table writes now, None when nothing came from it yet. Others wait to add one."""
    c.execute(sa.select(tables.c.id).where(tables.c.id == table).with_for_update())
    query = sa.select(journals).where(journals.c.table_id == table)
    return c.execute(query.order_by(journals.c.id.desc()).limit(1)).one_or_none()


def segment_bytes(c: sa.Connection, journal_id: int, number: int) -> bytes:
    """What is here of a segment."""
    at = (segments.c.journal_id == journal_id) & (segments.c.number == number)
    return c.scalar(sa.select(segments.c.bytes).where(at)) or b""


def segments_of(c: sa.Connection, table: str, number: int) -> list[bytes]:
    """What is here of the segment with this number, in each journal of a table."""
    query = sa.select(segments.c.bytes).join(journals).where(journals.c.table_id == table, segments.c.number == number)
    return list(c.scalars(query))


def known_events(c: sa.Connection, journal_id: int, table: str, number: int) -> set[tuple[int, bytes]]:
    """Number and bytes of the events that came in earlier journals of a table, in the segment with this number."""
    query = sa.select(events.c.seq, events.c.bytes).join(journals).where(journals.c.table_id == table)
    found = c.execute(query.where(events.c.segment == number, events.c.journal_id < journal_id))
    return {(row.seq, row.bytes) for row in found}


def keep_segment(c: sa.Connection, journal_id: int, number: int, data: bytes) -> None:
    at = (segments.c.journal_id == journal_id) & (segments.c.number == number)
    if not c.execute(sa.update(segments).where(at).values(bytes=data)).rowcount:
        c.execute(sa.insert(segments).values(journal_id=journal_id, number=number, bytes=data))


def keep_difference(c: sa.Connection, journal_id: int, difference: tuple[int, str, str, str]) -> bool:
    """Keeps a difference; False when it is known already."""
    names = ("seq", "what", "table_says", "laptop_says")
    values = {"journal_id": journal_id, **dict(zip(names, difference, strict=True))}
    same = sa.and_(*(differences.c[name] == value for name, value in values.items()))
    if c.scalar(sa.select(differences.c.id).where(same).limit(1)) is not None:
        return False
    c.execute(sa.insert(differences).values(values))
    return True


def hands_at(c: sa.Connection, journal_id: int, seq: int) -> Sequence[sa.Row[Any]]:
    """Hands with an event of this number in any journal of the same table, the latest first."""
    table = sa.select(journals.c.table_id).where(journals.c.id == journal_id).scalar_subquery()
    query = hands_and_tables().where(journals.c.table_id == table, hands.c.seq == seq, hands.c.undone.is_(None))
    return c.execute(query.order_by(hands.c.id.desc())).all()
