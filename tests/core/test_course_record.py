"""What a record says beside the course of its hand: it may add to it, and contradicts it in nothing."""

from check import raises
from evening import at_table
from test_course import play

from engine_core import events as ev
from engine_core.check import RecordError
from engine_core.score import score


def fed(*changes):
    """Guigang: three pungs that seat 1 has from seat 0, and its hand in a record, with these changes of the melds."""
    table = at_table("guigang")
    melds = [{"kind": "pung", "tiles": tiles, "from": 0} for tiles in ("111p", "222p", "333p")]
    play(table, *[dict(meld, what="meld", seat=1) for meld in melds])
    hands = [{}, {"concealed": "45m99s", "melds": [dict(m, **c) for m, c in zip(melds, changes)]}, {}, {}]
    return table, {"hands": hands, "wins": [{"seat": 1, "tile": "6m"}]}


def test_a_record_says_from_whom_the_melds_came_as_the_table_does():
    table, hand = fed({}, {"from": None}, {"from": None})
    full = table.complete(hand)
    assert [m["from"] for m in full["hands"][1]["melds"]] == [0, 0, 0]
    assert score(full)["delta"] == [-12, 12, 0, 0]  # who has fed three pays for all
    table, hand = fed({}, {}, {"from": 2})
    assert str(raises(RecordError, table.complete, hand)).startswith("hands.1.melds: ")
    table, hand = fed({}, {}, {})
    hand["hands"][1]["melds"].reverse()
    assert str(raises(RecordError, table.complete, hand)).startswith("hands.1.melds: ")


def test_a_journal_may_have_a_record_that_says_it_otherwise():
    table, hand = fed({}, {}, {"from": 2})
    known = table.complete({"hands": [{}, {"concealed": "45m99s"}, {}, {}], "wins": hand["wins"]})
    other = dict(known, hands=[{}, hand["hands"][1], {}, {}])
    table.apply(ev.pack_hand(other, score(other)))
    assert table.scores == [-4, 12, -4, -4]


def test_a_meld_that_the_table_does_not_know_may_stand_among_those_it_knows():
    table = at_table("guigang")
    play(table, {"what": "meld", "seat": 1, "kind": "pung", "tiles": "333p", "from": 2})
    melds = [{"kind": "pung", "tiles": tiles, "from": 0} for tiles in ("111p", "222p")]
    melds.append({"kind": "pung", "tiles": "333p"})
    hand = table.complete(
        {"hands": [{}, {"concealed": "45m99s", "melds": melds}, {}, {}], "wins": [{"seat": 1, "tile": "6m"}]}
    )
    assert [m["from"] for m in hand["hands"][1]["melds"]] == [0, 0, 2]


def test_claims_on_one_tile_go_in_order_of_play_from_its_giver():
    table = at_table("guigang")
    for seat in (3, 1):
        play(table, {"what": "win", "seat": seat, "tile": "6m", "from": 0, "called": {"patterns": ["full_flush"]}})
    hand = table.complete({"hands": [{}, {}, {}, {}]})
    assert [w["seat"] for w in hand["wins"]] == [1, 3]
    old = dict(hand, wins=hand["wins"][::-1])  # of a journal: as they were entered
    assert table.complete(old)["wins"] == hand["wins"]
    table.apply(ev.pack_hand(old, score(old)))
