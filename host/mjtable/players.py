"""Players by their names, and the entries that seat them. What is entered here is nowhere else than in the history."""

import unicodedata
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from mjtable import seating, store
from mjtable.errors import (
    BadName,
    NameTaken,
    NobodyPlays,
    NoSeat,
    NoSession,
    NoSessionBefore,
    SitsElsewhere,
    UnknownPlayer,
)
from mjtable.schema import hands, journals, players, seats, sessions
from mjtable.shapes import is_printable, printable

LONGEST = 40  # characters of a name
TURNS = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # marks that turn the rest of a line round


def tidy(name: str) -> str:
    """A name as it is kept: composed characters, single spaces; something is seen of it, and no character does anything
    to the line that it stands in. BadName.
    """
    found = _composed(name)
    seen = any(unicodedata.category(c) not in ("Cf", "Zs") for c in found) and is_printable(found)
    if not seen or len(found) > LONGEST or set(found) & TURNS:
        raise BadName(name=printable(name), most=LONGEST)
    return found


def _composed(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())


def everybody(c: sa.Connection) -> Sequence[sa.Row[Any]]:
    """All players, in the order in which they came."""
    return c.execute(sa.select(players).order_by(players.c.id)).all()


def names(c: sa.Connection) -> dict[int, str]:
    return {row.id: row.name for row in everybody(c)}


def find(c: sa.Connection, name: str) -> sa.Row[Any]:
    """The player of this name, however it is cased. UnknownPlayer says who is known."""
    wanted = _composed(name)  # one that was kept before such names were refused can be found, and renamed
    known = everybody(c)
    same = [row for row in known if row.name == wanted] or [row for row in known if _alike(row.name, wanted)]
    if not same:
        raise UnknownPlayer(name=printable(name), known=", ".join(row.name for row in known) or "-")
    return same[0]


def add(c: sa.Connection, name: str) -> int:
    """A new player's number. NameTaken, BadName."""
    wanted = _free(c, name)
    return store.insert(c, players, name=wanted, time=store.moment())


def rename(c: sa.Connection, name: str, new: str) -> tuple[str, str]:
    """The name before and after. UnknownPlayer, NameTaken, BadName."""
    row = find(c, name)
    wanted = _free(c, new, row.id)
    c.execute(sa.update(players).where(players.c.id == row.id).values(name=wanted))
    return row.name, wanted


def _free(c: sa.Connection, name: str, but: int | None = None) -> str:
    wanted = tidy(name)
    for row in everybody(c):
        if row.id != but and _alike(row.name, wanted):
            raise NameTaken(name=row.name)
    return wanted


def _alike(one: str, other: str) -> bool:
    def plain(name: str) -> str:
        return unicodedata.normalize("NFKC", name).casefold()

    return plain(one) == plain(other)


# ---------------------------------------------------------------- seats


def session_of(c: sa.Connection, table: str | None) -> sa.Row[Any]:
    """The latest session of a table, or of all: columns of `sessions` and `table_id`. NoSession."""
    query = sa.select(sessions, journals.c.table_id).join(journals).order_by(sessions.c.id.desc()).limit(1)
    found = c.execute(query if table is None else query.where(journals.c.table_id == table)).one_or_none()
    if found is None:
        raise NoSession()
    return found


def session(c: sa.Connection, ident: int) -> sa.Row[Any]:
    """The session with this number, which is there."""
    return c.execute(sa.select(sessions, journals.c.table_id).join(journals).where(sessions.c.id == ident)).one()


def session_of_hand(c: sa.Connection, hand: int) -> sa.Row[Any] | None:
    """The same of the session that a hand is of."""
    query = sa.select(sessions, journals.c.table_id).join(journals).join(hands, hands.c.session_id == sessions.c.id)
    return c.execute(query.where(hands.c.id == hand)).one_or_none()


def sit(c: sa.Connection, session: sa.Row[Any], seat: int, player: int | None, hand: int | None = None) -> int:
    """Somebody sits down: from a hand on, else from the next one on, or all session where whoever is in the seat had no
    name yet: where five play, he may have begun in another one.

    The number of the event after which it counts. NoSeat; SitsElsewhere; NobodyPlays where a seat is left that had no
    name.
    """
    if seat >= len(session.scores):
        raise NoSeat(seat=seat, most=len(session.scores) - 1)
    c.execute(sa.select(journals.c.id).where(journals.c.id == session.journal_id).with_for_update())  # a sync waits
    last = last_event(c, session)
    if player is not None and hand is None:
        now = seating.at(seating.stretches(c, session), last)
        elsewhere = [other for other, found in enumerate(now) if found == player and other != seat]
        if elsewhere:
            raise SitsElsewhere(name=names(c)[player], seat=elsewhere[0])
    began = seating.began_at(c, session, seat, last)
    named = c.execute(sa.select(seats.c.seat, seats.c.since).where(seats.c.session_id == session.id)).all()
    first = began not in [seating.began_at(c, session, row.seat, row.since) for row in named]
    if first and player is None:
        raise NobodyPlays(seat=seat)
    if hand is not None:
        since = c.scalars(sa.select(hands.c.seq).where(hands.c.id == hand)).one() - 1
    else:
        since = session.seq if first else last
        seat = began if first else seat
    values = {"seat": seat, "player_id": player, "since": since, "time": store.moment()}
    store.insert(c, seats, session_id=session.id, **values)
    seating.apply(c, session)
    return int(since)


def sit_again(c: sa.Connection, session: sa.Row[Any], former: str | None = None) -> None:
    """Everybody sits where they sat at the end of the session before at the same table, the last one in which anybody
    had a name; else at the table `former`, whose scores this one was given. NoSessionBefore.
    """
    query = sa.select(sessions, journals.c.table_id).join(journals).order_by(sessions.c.id.desc())
    query = query.where(sessions.c.id.in_(sa.select(seats.c.session_id)), sessions.c.id != session.id)
    earlier = (journals.c.table_id == session.table_id) & (sessions.c.id < session.id)
    for here in (earlier, journals.c.table_id == former):
        for before in c.execute(query.where(here)).all():
            found = seating.at(seating.stretches(c, before), last_event(c, before))[: len(session.scores)]
            if any(found):
                for seat, player in enumerate(found):
                    if player is not None:
                        sit(c, session, seat, player)
                return
    raise NoSessionBefore()


def last_event(c: sa.Connection, session: sa.Row[Any]) -> int:
    """The number of the last event of a session that is here."""
    end = seating.next_session(c, session)
    if end is not None:
        return end - 1
    here: int = c.scalar(sa.select(journals.c.seq).where(journals.c.id == session.journal_id)) or 0
    return here


def seated(c: sa.Connection, session: sa.Row[Any]) -> list[str | None]:
    """Names by seat for what happens now."""
    known = names(c)
    found = seating.at(seating.stretches(c, session), last_event(c, session))
    return [known.get(player) if player else None for player in found[: len(session.scores)]]


def entries(c: sa.Connection, session: sa.Row[Any]) -> Sequence[sa.Row[Any]]:
    """Every entry of a session in the order in which they were made: columns of `seats`, the `name` ("": none)."""
    query = sa.select(seats, store.NAME_OR_NOTHING).outerjoin(players, seats.c.player_id == players.c.id)
    return c.execute(query.where(seats.c.session_id == session.id).order_by(seats.c.id)).all()
