"""Sessions in outline: what their lines and sums need, without the records of their hands, which are most of a history.

A hand says what every score was after it, so the lines of a session can be followed from any hand on that counts.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from mjtable.schema import claims, corrections, hands, payments, sessions
from mjtable.store import Store, parts

AT_ONCE = 200  # sessions of one question, each of which says from where on
BRIEF = (
    hands.c.id, hands.c.session_id, hands.c.seq, hands.c.time, hands.c.number, hands.c.region, hands.c.house,
    hands.c.undone, hands.c.sub_in,
)  # fmt: skip


class Outline(NamedTuple):
    """By session: columns BRIEF of its hands, and of `corrections`, each in order. `paid`: hand -> (delta, score after
    it) by seat.
    """

    hands: dict[int, list[Any]]
    corrections: dict[int, list[Any]]
    paid: dict[int, list[tuple[int, int]]]


def of(past: Store, starts: dict[int, int]) -> Outline:
    """What sessions have from an event on (0: all)."""
    found: list[Any] = []
    corrected: list[Any] = []
    paid: dict[int, list[tuple[int, int]]] = {}
    money: Any = sa.select(payments.c.hand_id, payments.c.delta, payments.c.score).join(hands)
    for part in parts(list(starts), AT_ONCE):
        here = {session: starts[session] for session in part}
        theirs = _since(hands, here)
        found += past.rows(sa.select(*BRIEF).where(theirs).order_by(hands.c.session_id, hands.c.seq))
        late = sa.select(corrections).where(_since(corrections, here))
        corrected += past.rows(late.order_by(corrections.c.session_id, corrections.c.seq))
        asked: Any = past.rows(money.where(theirs).order_by(payments.c.hand_id, payments.c.seat))
        for hand, delta, score in asked:
            paid.setdefault(hand, []).append((delta, score))
    return Outline(by_session(found), by_session(corrected), paid)


def _since(table: sa.Table, starts: dict[int, int]) -> sa.ColumnElement[bool]:
    whole = [session for session, seq in starts.items() if not seq]
    parts = [(table.c.session_id == session) & (table.c.seq >= seq) for session, seq in starts.items() if seq]
    return sa.or_(table.c.session_id.in_(whole), *parts)


def by_session(rows: Sequence[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.session_id, []).append(row)
    return found


def last_hands(past: Store, idents: Sequence[int]) -> dict[int, int]:
    """Session -> the event of its last hand that counts, 0 where there is none."""
    counting = hands.c.undone.is_(None) & (hands.c.session_id == sessions.c.id)
    last: Any = sa.select(hands.c.seq).where(counting).order_by(hands.c.seq.desc()).limit(1).scalar_subquery()
    query: Any = sa.select(sessions.c.id, sa.func.coalesce(last, 0))
    return dict(past.in_parts(query, sessions.c.id, idents))


def last_hand(past: Store, session: int, before: int) -> int:
    """The event of the last hand of a session that counts and came before an event, 0: there is none."""
    query = sa.select(hands.c.seq).where(hands.c.session_id == session, hands.c.seq < before, hands.c.undone.is_(None))
    found = past.rows(query.order_by(hands.c.seq.desc()).limit(1))
    return int(found[0].seq) if found else 0


def first_hands(past: Store, idents: Sequence[int]) -> dict[int, int]:
    """Session -> the event of its first hand; without those that have none."""
    query: Any = sa.select(hands.c.session_id, sa.func.min(hands.c.seq)).group_by(hands.c.session_id)
    return dict(past.in_parts(query, hands.c.session_id, idents))


def rules(past: Store, idents: Sequence[int]) -> dict[int, list[tuple[str, str, int]]]:
    """Session -> (region, house's name, how many hands that count), in order of these."""
    kinds = (hands.c.session_id, hands.c.region, hands.c.house)
    query: Any = sa.select(*kinds, sa.func.count()).where(hands.c.undone.is_(None)).group_by(*kinds)
    out: dict[int, list[tuple[str, str, int]]] = {}
    for session, region, house, n in past.in_parts(query, hands.c.session_id, idents):
        out.setdefault(session, []).append((region, house, n))
    return {session: sorted(found) for session, found in out.items()}


def wins(past: Store, session: int) -> dict[int, list[tuple[int, int | None]]]:
    """Hand that counts -> (winner, whose tile it was) of each win; without those that nobody has won."""
    query: Any = sa.select(claims.c.hand_id, claims.c.seat, claims.c.giver).join(hands).where(claims.c.valid)
    query = query.where(hands.c.session_id == session, hands.c.undone.is_(None))
    out: dict[int, list[tuple[int, int | None]]] = {}
    found: Any = past.rows(query.order_by(claims.c.hand_id, claims.c.number))
    for hand, seat, giver in found:
        out.setdefault(hand, []).append((seat, giver))
    return out


def first_times(past: Store, idents: Sequence[int]) -> dict[int, int]:
    """Session -> the earliest time of its hands and corrections; without those whose times nobody knows."""
    out: dict[int, int] = {}
    for table in (hands, corrections):
        ident = table.c.session_id
        query: Any = sa.select(ident, sa.func.min(table.c.time)).where(table.c.time > 0).group_by(ident)
        for session, time in past.in_parts(query, ident, idents):
            out[session] = min(time, out.get(session, time))
    return out
