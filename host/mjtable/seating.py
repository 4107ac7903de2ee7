"""Who sits where: entries made on the laptop, and the payments, throws and corrections that they give to players.

An entry counts for what happens after event `since` of its journal, until the next entry of that seat. Where somebody
sits out and takes over a seat after a hand, the two change their names with their scores, and so do
all who change seats.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from engine_core.between import moved, swapped
from mjtable.answers import SEAT
from mjtable.schema import corrections, hands, payments, seats, sessions, throws

Names = tuple[int | None, ...]  # player by seat


class Stretch(NamedTuple):
    """Events after `since`, up to and with `until` (None: all), with the same people in their seats."""

    since: int
    until: int | None
    players: Names


def stretches(c: sa.Connection, session: sa.Row[Any]) -> list[Stretch]:
    """All of a session in order; none where nobody was named. `session` is of `sessions`."""
    entries = c.execute(sa.select(seats).where(seats.c.session_id == session.id)).all()
    if not entries:
        return []
    changes: list[tuple[int, int, Any]] = [(row.since, row.id, row) for row in entries]
    changes += [(seq, 0, order) for seq, order in _moves(c, session)]
    names: list[int | None] = [None] * len(SEAT)
    out: list[Stretch] = []
    for seq, entry, change in sorted(changes, key=lambda one: one[:2]):
        if entry:
            names[change.seat] = change.player_id
        else:
            names = moved(names, change) + names[len(change) :]
        if out and out[-1].since == seq:
            out.pop()
        elif out:
            out[-1] = out[-1]._replace(until=seq)
        out.append(Stretch(seq, None, tuple(names)))
    return out


def _moves(c: sa.Connection, session: sa.Row[Any]) -> list[tuple[int, list[int]]]:
    """Each time that players changed seats: event, and where those who sit there now came from. They change by a word
    of their own, or because whoever sat out takes over a seat after a hand, or gives it back since it was undone.
    """
    query = sa.select(hands.c.seq, hands.c.sub_in, hands.c.undone)
    swaps = c.execute(query.where(hands.c.session_id == session.id, hands.c.sub_in.is_not(None))).all()
    query = sa.select(corrections.c.seq, corrections.c.moved)
    own = c.execute(query.where(corrections.c.session_id == session.id, corrections.c.moved.is_not(None))).all()
    as_they_were = list(range(len(session.scores)))
    out = [(row.seq, row.moved) for row in own] + [(row.seq, swapped(as_they_were, row.sub_in)) for row in swaps]
    for row in swaps:
        if row.undone:  # by where the two sit now
            since = as_they_were
            for change in sorted(own, key=lambda one: one.seq):
                since = moved(since, change.moved) if row.seq < change.seq < row.undone else since
            one, other = since.index(row.sub_in), since.index(as_they_were[-1])
            exchanged = list(as_they_were)
            exchanged[one], exchanged[other] = other, one
            out.append((row.undone, exchanged))
    return sorted(out, key=lambda one: one[0])


def began_at(c: sa.Connection, session: sa.Row[Any], seat: int, seq: int) -> int:
    """Where whoever sits in a seat after event `seq` sat when the session began."""
    for happened, order in reversed(_moves(c, session)):
        if happened <= seq and seat < len(order):
            seat = order[seat]
    return seat


def at(found: Sequence[Stretch], seq: int) -> Names:
    """Who sits where for what happens after event `seq`."""
    now = [one.players for one in found if one.since <= seq]
    return now[-1] if now else (None,) * len(SEAT)


def next_session(c: sa.Connection, session: sa.Row[Any]) -> int | None:
    """The event with which the next session of the journal begins."""
    later = sa.select(sessions.c.seq).where(sessions.c.journal_id == session.journal_id, sessions.c.seq > session.seq)
    found: int | None = c.scalar(later.order_by(sessions.c.seq).limit(1))
    return found


# ---------------------------------------------------------------- what follows from it


def apply_all(c: sa.Connection) -> None:
    """To every session."""
    query = sa.select(sessions).where(sessions.c.id.in_(sa.select(seats.c.session_id)))
    for session in c.execute(query).all():
        apply(c, session)


def apply_since(c: sa.Connection, journal_id: int, seq: int) -> None:
    """To what came after event `seq` in the session that ran then; later ones have no entries yet."""
    query = sa.select(sessions).where(sessions.c.journal_id == journal_id, sessions.c.seq <= seq)
    session = c.execute(query.order_by(sessions.c.seq.desc()).limit(1)).one_or_none()
    if session is not None:
        apply(c, session, seq)


def apply(c: sa.Connection, session: sa.Row[Any], since: int = -1) -> None:
    """To a session, or to what came after event `since` in it."""
    found = stretches(c, session)
    if not found:
        return
    end = next_session(c, session)
    if found[0].since > session.seq:
        found.insert(0, Stretch(session.seq, found[0].since, (None,) * len(SEAT)))
    for stretch in found:
        until = stretch.until if stretch.until is not None else end
        if until is None or until > since:
            _give(c, session, Stretch(max(stretch.since, since), until, stretch.players))


def _give(c: sa.Connection, session: sa.Row[Any], stretch: Stretch) -> None:
    """What happened in a stretch belongs to whoever sat there."""

    def within(column: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
        after = column > stretch.since
        return after if stretch.until is None else after & (column <= stretch.until)

    theirs = sa.select(hands.c.id).where(hands.c.session_id == session.id, within(hands.c.seq))
    thrown = (throws.c.journal_id == session.journal_id) & within(throws.c.seq)
    for seat, player in enumerate(stretch.players):
        paid = payments.c.hand_id.in_(theirs) & (payments.c.seat == seat)
        c.execute(sa.update(payments).where(paid).values(player_id=player))
        c.execute(sa.update(throws).where(thrown, throws.c.seat == seat).values(player_id=player))
    corrected = (corrections.c.session_id == session.id) & within(corrections.c.seq)
    c.execute(sa.update(corrections).where(corrected).values(players=list(stretch.players)))
