"""A short evening at a table, as events: two hands of Ningbo, one undone, a correction."""

import sqlalchemy as sa

from engine_core import dice, events, record
from engine_core.score import score
from engine_core.table import Table
from mjtable import store

SECRET = bytes(range(32))
FIRST = {
    "hands": [
        {"concealed": "12m45556p234789s"},
        {"concealed": "2688m123347p5s27z"},
        {"concealed": "47m148p237s23335z"},
        {"concealed": "247899m123p2356s"},
    ],
    "wins": [{"seat": 0, "tile": "3m"}],
}
DRAWN = {"hands": [{}, {}, {}, {}], "wins": []}


def throw(journal, press=b"press"):
    """The dice of the table: sealed, thrown, revealed."""
    seat, n = journal.table.throw
    journal.append(events.pack_seal(dice.seal(SECRET)))
    journal.append(events.pack_throw(seat, dice.faces(SECRET, press, n), press, SECRET, time=1_800_000_000))


def hand(journal, said, answer=None):
    """The result of a hand, with the right answer or a wrong one."""
    full = record.unpack(record.pack(journal.table.complete(said)))
    journal.append(events.pack_hand(full, answer or score(full), time=1_800_000_100))


def play(journal):
    """Region, session, two hands (the second is taken back), a correction. Scores: 15 -2 -5 -5 at the end."""
    journal.append(events.pack_region("ningbo", {"minimum": 3}))
    journal.append(events.pack_session(0, [0, 0, 0, 0], time=1_800_000_000))
    throw(journal)
    journal.append(events.pack_indicator(30))
    journal.append(events.pack_wall(events.WALL_DRAW, 40))
    hand(journal, FIRST)
    throw(journal, b"again")
    journal.append(events.pack_indicator(30))
    hand(journal, DRAWN)
    journal.append(events.pack_undo())
    journal.append(events.pack_correct([0, 3, 0, 0], "a slip"))
    return journal


def replayed(history, table):
    """The table's state as the history has it; None when there is no history of this table."""
    query = sa.select(store.journals.c.state).where(store.journals.c.table_id == table)
    rows = history.rows(query.order_by(store.journals.c.id.desc()).limit(1))
    return Table.restore(rows[0].state) if rows and rows[0].state else None
