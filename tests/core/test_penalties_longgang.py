"""Penalties of Longgang, which are paid at the end of the session (page, Penalties).

A file of its own: the region takes its room beside the others.
"""

import json

from check import raises
from evening import drawn

from engine_core import between, record
from engine_core import events as ev
from engine_core.score import score
from engine_core.table import Table

HELD = [  # of Longgang: seat 2 draws 6s and wins, East, South and North have nothing
    "1245678m1245678p47s", "1245678m1245678p47s", "123456789m12345s22z", "139m139p1379s1446z33p",
]  # fmt: skip


def of_longgang(table, wins=(), fouls=(), older=False):
    """The HAND event of a hand; older firmware settled it to chips from which penalties were taken at once."""
    hands = [{"concealed": held} for held in HELD] if wins else [{}, {}, {}, {}]
    fined = table.fined
    if older:
        table.fined = None
    hand = table.complete({"hands": hands, "indicator": "5p", "wins": list(wins), "fouls": list(fouls)})
    table.fined = fined
    return ev.pack_hand(hand, score(hand))


def with_penalties(older=False, options=None):
    """A session of Longgang with three drawn hands, in each of which seat 1 has said falsely that it has won."""
    table = Table()
    table.apply(ev.pack_region("longgang", options or {}))
    for _ in range(3):
        table.apply(of_longgang(table, (), [{"seat": 1, "kind": "false_win"}], older))
    return table


def test_penalties_of_longgang_are_paid_at_the_end_of_the_session():
    """Page, Penalties: not limited by stake (paid at the end of the session), no effect on breaks."""
    table = with_penalties()
    assert table.scores == [145, -45, 145, 135]  # as dealer 20 to each, else 20 to the dealer and 10 to the others
    assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
    hand = table.complete({"hands": [{}, {}, {}, {}], "indicator": "5p"})
    assert [h["stake"] for h in hand["hands"]] == [95] * 4
    said = {"hands": [{}, {"stake": -45}, {}, {}], "indicator": "5p"}
    assert str(raises(record.RecordError, table.complete, said)).startswith("hands.1.stake: ")
    table.apply(of_longgang(table, [{"seat": 2, "tile": "6s"}]))
    assert table.carry == {}  # nobody has run out of chips
    paid = [now - then for now, then in zip(table.scores, [145, -45, 145, 135])]
    assert [h["stake"] for h in table.complete(drawn(indicator="5p"))["hands"]] == [95 + d for d in paid]
    table.apply(ev.pack_undo())
    assert [h["stake"] for h in table.complete(drawn(indicator="5p"))["hands"]] == [95] * 4


def test_penalties_go_with_the_player():
    table = with_penalties()
    table.apply(ev.pack_seats([1, 0, 2, 3]))
    assert table.scores == [-45, 145, 145, 135]
    assert [h["stake"] for h in table.complete(drawn(indicator="5p"))["hands"]] == [95] * 4
    table.apply(ev.pack_undo())
    assert table.scores == [-5, 135, 125, 125]
    assert [h["stake"] for h in table.complete(drawn(indicator="5p"))["hands"]] == [95] * 4
    table.apply(ev.pack_session(0, [95] * 4))
    table.apply(ev.pack_correct([1, -1, 0, 0], ""))
    assert [h["stake"] for h in table.complete(drawn(indicator="5p"))["hands"]] == [96, 94, 95, 95]


def test_penalties_are_still_owed_where_the_session_goes_on_at_another_table():
    table = with_penalties()
    core = table.core()
    other = Table()
    other.apply(ev.pack_region("longgang", {}))
    other.apply(ev.pack_given({field: core[field] for field in between.GIVEN if field in core}))
    assert (other.scores, other.fined) == ([145, -45, 145, 135], table.fined)
    assert [h["stake"] for h in other.complete(drawn(indicator="5p"))["hands"]] == [95] * 4
    assert other.phase == table.phase == "ready"


def test_penalties_with_five_players_go_with_who_steps_out():
    table = with_penalties(options={"players": 5})
    assert [h["stake"] for h in table.complete(drawn(indicator="5p"))["hands"]] == [95] * 4
    assert sum(table.scores) == 5 * 95 and max(table.scores) > 95


def test_a_journal_of_older_firmware_means_what_it_meant():
    """There the chips of a hand were the scores, penalties taken out."""
    table = with_penalties(older=True)
    event = of_longgang(table, [{"seat": 2, "tile": "6s"}], (), True)
    newer = of_longgang(table, [{"seat": 2, "tile": "6s"}])  # after an update
    snapshot = table.snapshot()
    whole = json.loads(snapshot)
    del whole["core"]["fined"], whole["last"]["before"]["fined"]
    older = record.canonical(whole).encode()
    table.apply(event)
    assert table.carry == {"broke": 1, "top_up": [0, 50, 0, 0]}
    for first in (snapshot, older):
        replayed = Table()
        replayed.apply(ev.pack_snapshot(first))
        replayed.apply(ev.pack_snapshot(older))  # this one, too, tells the same
        replayed.apply(event)
        assert (replayed.scores, replayed.carry) == (table.scores, table.carry)
        hand = replayed.complete(drawn(indicator="5p"))
        assert [h["stake"] for h in hand["hands"]] == table.scores
        replayed = Table()
        replayed.apply(ev.pack_snapshot(first))
        replayed.apply(newer)
        assert replayed.fined == [10, -40, 20, 10]
