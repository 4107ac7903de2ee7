"""Checks the throws in the history, from the events as they came from the table's journal.

The arithmetic is done here once more, with Python's own hashlib and hmac, and not by the code that threw the dice:
docs/dice.md says how, for whoever writes a third one.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, NamedTuple

import sqlalchemy as sa

from engine_core import events
from mjtable.store import Store, journals, sessions, tables
from mjtable.store import events as rows

KINDS = ("SESSION", "SEAL", "THROW", "HAND", "ABORT")

# What is found of a throw.
FAIR = "fair"  # the seal came before it, is that of the secret, and secret and press give these dice
REAL = "real"  # real dice, entered: there is nothing to check
UNSEALED = "unsealed"  # the dice follow from the secret, but the history lacks the seal, with the events around it
UNREADABLE = "unreadable"  # an event of a newer table
OTHER_SEAL = "other_seal"  # the secret is not the one that was sealed
OTHER_DICE = "other_dice"  # secret and press give other dice
USED = "used"  # the secret was shown before: the dice could be foreseen
WRONG = (OTHER_SEAL, OTHER_DICE, USED)
UNCHECKED = (UNSEALED, UNREADABLE)


class Throw(NamedTuple):
    """A throw and what was found. `seq`, `sealed`: numbers of its event and of its seal's. Bytes are hexadecimal.

    `seals`: how many seals were given for it; all but the last were given up, as after a power cut, unopened.
    `given_up`: so was the hand, afterwards.
    """

    seq: int
    time: int
    seat: int
    dice: list[int]
    found: str
    sealed: int | None
    seals: int
    seal: str
    press: str
    secret: str
    given_up: bool


class Session(NamedTuple):
    id: int
    number: int
    table_id: str
    table_name: str
    time: int
    throws: list[Throw]


def seal_of(secret: bytes) -> bytes:
    return hashlib.sha256(b"mjtable dice 1" + secret).digest()


def dice_of(secret: bytes, press: bytes, n: int) -> list[int]:
    """The n dice that secret and press give."""
    faces: list[int] = []
    for block in count():
        if len(faces) >= n:
            return faces[:n]
        data = hmac.digest(secret, press + block.to_bytes(4, "big"), "sha256")
        faces += [byte % 6 + 1 for byte in data if byte < 252]
    raise AssertionError


def checked(history: Store, table: str | None = None, session: int | None = None) -> list[Session]:
    """The sessions (all, those of a table, or the one with this id) with their throws, each checked."""
    query = sa.select(sessions, journals.c.table_id, tables.c.name).order_by(sessions.c.id)
    query = query.join(journals, sessions.c.journal_id == journals.c.id)
    query = query.join(tables, journals.c.table_id == tables.c.id)
    begun: dict[int, list[Any]] = {}
    for row in history.rows(query):
        begun.setdefault(row.journal_id, []).append(row)
    found = []
    for journal, began in begun.items():
        wanted = [row for row in began if session in (None, row.id) and table in (None, row.table_id)]
        if not wanted:
            continue
        thrown = list(_thrown(_events(history, journal)))
        for row in wanted:
            number = began.index(row) + 1
            end = began[number].seq if number < len(began) else None
            own = [throw for throw in thrown if throw.seq > row.seq and (end is None or throw.seq < end)]
            found.append(Session(row.id, number, row.table_id, row.name, row.time, own))
    return sorted(found)


def _events(history: Store, journal: int) -> Iterable[Any]:
    query = sa.select(rows.c.seq, rows.c.time, rows.c.kind, rows.c.bytes)
    return history.rows(query.where(rows.c.journal_id == journal, rows.c.kind.in_(KINDS)).order_by(rows.c.seq))


def _thrown(journal: Iterable[Any]) -> Iterator[Throw]:
    """The throws of a journal, in order."""
    shown: set[bytes] = set()  # secrets
    seals: list[tuple[int, bytes]] = []  # since the last throw that used one
    hand: list[Throw] = []
    for row in journal:
        try:
            event = events.parse(row.bytes)
        except ValueError:
            if row.kind == "THROW":
                hand.append(Throw(row.seq, row.time, 0, [], UNREADABLE, None, 0, "", "", "", False))
            continue
        if row.kind == "SEAL":
            seals.append((row.seq, event["seal"]))
        elif row.kind == "THROW":
            hand.append(_throw(row.seq, event, seals, shown))
            if event["source"] == events.BY_TABLE:
                shown.add(event["secret"])
                seals = []
        else:
            yield from (throw._replace(given_up=row.kind == "ABORT") for throw in hand)
            hand = []
    yield from hand


def _throw(seq: int, event: dict[str, Any], seals: list[tuple[int, bytes]], shown: set[bytes]) -> Throw:
    dice = list(event["dice"])
    if event["source"] != events.BY_TABLE:
        return Throw(seq, event["time"], event["seat"], dice, REAL, None, 0, "", "", "", False)
    secret, press = event["secret"], event["press"]
    at, seal = seals[-1] if seals else (None, b"")
    if dice_of(secret, press, len(dice)) != dice:
        found = OTHER_DICE
    elif secret in shown:
        found = USED
    elif seal and seal != seal_of(secret):
        found = OTHER_SEAL
    else:
        found = FAIR if seal else UNSEALED
    said = (seal.hex(), press.hex(), secret.hex())
    return Throw(seq, event["time"], event["seat"], dice, found, at, len(seals), *said, False)
