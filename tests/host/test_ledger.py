from types import SimpleNamespace

from mjtable import ledger
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import Journal


def hand(seq, undone=None):
    return SimpleNamespace(id=seq, seq=seq, undone=undone, sub_in=None)


def correction(seq, *delta, moved=None):
    return SimpleNamespace(seq=seq, delta=list(delta), moved=moved)


def lines(*arguments):
    return [(entry.kind, entry.delta, entry.scores) for entry in ledger.timeline(*arguments)]


def test_a_correction_goes_on_from_the_hand_above_it():
    paid = {1: [(5, 105), (-5, 95)]}
    assert lines([100, 100], [hand(1)], [correction(2, 0, 3)], paid) == [
        ("hand", [5, -5], [105, 95]),
        ("correct", [0, 3], [105, 98]),
    ]


def test_after_a_hand_taken_back_scores_go_on_from_before_it():
    paid = {1: [(5, 5), (-5, -5)]}
    assert lines([0, 0], [hand(1, undone=2)], [correction(3, 1, 0)], paid)[-1] == ("correct", [1, 0], [1, 0])


def test_a_hand_taken_back_after_a_correction_has_a_line_that_keeps_the_correction():
    paid = {1: [(5, 5), (-5, -5)]}
    assert lines([0, 0], [hand(1, undone=3)], [correction(2, 1, 0)], paid)[1:] == [
        ("correct", [1, 0], [6, -5]),
        ("undo", [-5, 5], [1, 0]),
    ]


def test_a_change_of_seats_brings_nobody_anything_and_a_hand_is_taken_back_from_those_who_played_it():
    paid = {1: [(0, 0), (16, 16), (-16, -16), (0, 0)]}
    changes = [correction(2, 7, 0, 0, 0), correction(3, 9, -32, 16, 7, moved=[1, 2, 3, 0]), correction(4, 0, 0, 0, 1)]
    assert lines([0] * 4, [hand(1, undone=5)], changes, paid)[1:] == [
        ("correct", [7, 0, 0, 0], [7, 16, -16, 0]),
        ("seats", [9, -32, 16, 7], [16, -16, 0, 7]),
        ("correct", [0, 0, 0, 1], [16, -16, 0, 8]),
        ("undo", [-16, 16, 0, 0], [0, 0, 0, 8]),
    ]


def test_the_lines_of_those_who_sit_there_at_the_end_are_found_in_their_seats_of_then():
    rows = [correction(2, 0, 0, 0, 0), correction(3, 0, 0, 0, 0, moved=[1, 2, 3, 0]), correction(4, 0, 0, 0, 0)]
    found = ledger.timeline([1, 2, 3, 4], [], rows, {})
    assert ledger.places(found, 4) == [[1, 2, 3, 0], [1, 2, 3, 0], [0, 1, 2, 3], [0, 1, 2, 3]]
    assert found[-1].scores == [2, 3, 4, 1]


def test_a_hand_is_shown_by_the_seats_it_was_played_in_and_what_follows_by_those_after_it():
    """Five play: whoever sat out takes over seat 0 after the first hand."""
    first = hand(1)
    first.sub_in = 0
    paid = {1: [(-4, 96), (4, 104), (0, 100)], 3: [(1, 101), (-1, 103), (0, 96)]}
    assert lines([100, 100, 100], [first, hand(3)], [correction(2, 0, 0, 7)], paid) == [
        ("hand", [-4, 4, 0], [96, 104, 100]),
        ("correct", [0, 0, 7], [100, 104, 103]),
        ("hand", [1, -1, 0], [101, 103, 96]),
    ]


def test_the_last_line_of_a_real_evening_has_the_tables_scores():
    journal = evening.play(Journal())
    with Store() as past:
        Sync(journal, past).run()
        whole = ledger.sessions(past)
        latest = ledger.sessions(past, limit=1)
    assert [entry.kind for entry in whole[0].entries] == ["hand", "hand", "correct"]
    assert whole[0].entries[-1].scores == journal.table.scores
    assert whole[0].entries[-1].row.reason == "a slip"
    assert [entry.kind for entry in latest[0].entries] == ["hand", "correct"]
    assert (whole[0].number, whole[0].table_name) == (journal.table.session_no, "mjtable")
