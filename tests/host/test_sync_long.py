"""A hand of Rivers of blood as long as tiles can make one, from the table's flash to the history."""

import sqlalchemy as sa
from river import entries

from engine_core import events
from engine_core.score import score
from mjtable import store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import HELLO
from tests.host.flashtable import FlashTable

FOURTH = {"hands": [{}, {}, {}, {"concealed": "123444555666p9s"}]}


def played(table, passed=40):
    for entry in entries(passed):
        table.append(events.pack_play(table.table.played(entry)))


def ended(table):
    hand = table.table.complete(FOURTH)
    table.append(events.pack_hand(hand, score(hand)))


def test_two_long_hands_come_into_the_history(history, tmp_path):
    table = FlashTable(tmp_path)
    table.append(events.pack_region("xueliu", {"fan_cap": 0}))
    played(table)
    ended(table)
    played(table)
    snapshot = table.table.snapshot()
    table.journal.close()
    table.start()  # a power cut
    assert table.table.snapshot() == snapshot and table.journal.stored and not table.journal.trouble
    assert Sync(table, history).run().differences == []
    ended(table)
    assert Sync(table, history).run().differences == []
    rows = history.rows(sa.select(store.hands).order_by(store.hands.c.id))
    assert [len(row.record["wins"]) for row in rows] == [56, 56]
    assert rows[0].answer["wins"][55]["valid"] and sum(rows[0].answer["delta"]) == 0
    assert evening.replayed(history, HELLO["id"]).snapshot() == table.table.snapshot()
    assert history.event_numbers(HELLO["id"]) == list(range(1, table.journal.seq + 1))
