import pytest

from engine_core import events
from engine_core.table import Table
from mjtable.status import completed, counted, same_answer, view
from tests.host import evening
from tests.host.fake import Journal

STATUS = {
    "region": "ningbo",
    "options": {"minimum": 3},
    "seats": 4,
    "dealer": 2,
    "round_wind": "S",
    "streak": 1,
    "carry": {"washout": 1, "over": 0},
    "indicator": "4z",
    "dice": [3, 5],
    "wall": {"left": 50},
}


def test_what_the_table_knows_is_filled_in():
    assert completed({"hands": [], "wins": []}, STATUS) == {
        "hands": [],
        "wins": [],
        "region": "ningbo",
        "options": {"minimum": 3},
        "seats": 4,
        "dealer": 2,
        "round_wind": "S",
        "dealer_streak": 1,
        "carry": {"washout": 1},
        "indicator": "4z",
        "dice": [3, 5],
    }


def test_what_is_given_and_the_same_stays():
    assert completed({"dealer": 2, "indicator": "4z", "dice": [3, 5]}, STATUS)["dealer"] == 2


@pytest.mark.parametrize(
    "field, value", [("dealer", 0), ("region", "guigang"), ("round_wind", "E"), ("indicator", "5m"), ("dice", [1, 1])]
)
def test_what_is_given_and_differs_is_refused_by_name(field, value):
    with pytest.raises(ValueError, match=f"^{field}: .* is given, the table has"):
        completed({field: value}, STATUS)


def test_where_dice_decide_the_dealer_the_record_says_who_deals():
    hand = completed({"dealer": 3}, {**STATUS, "dealer": None, "streak": 0})
    assert hand["dealer"] == 3


def test_a_hand_without_the_tables_dice_has_none_filled_in():
    hand = completed({}, {**STATUS, "wall": None, "indicator": None, "dice": []})
    assert "dice" not in hand and "indicator" not in hand


def test_chips_are_those_before_the_penalties_of_the_session():
    status = {**STATUS, "region": "longgang", "options": {}, "scores": [145, -45, 145, 135]}
    for told, chips in (({"fined": [50, -140, 50, 40]}, [95] * 4), ({"fined": None}, [145, -45, 145, 135]), ({}, None)):
        hands = completed({"hands": [{}] * 4}, {**status, **told})["hands"]
        assert [hand["stake"] for hand in hands] == (chips or status["scores"])  # older firmware tells no penalties


def test_what_happened_in_the_hand_is_added_to_what_was_carried():
    assert completed({"carry": {"followed": 1}}, STATUS)["carry"] == {"washout": 1, "followed": 1}


def test_the_view_of_a_table_is_what_its_status_says():
    journal = Journal()
    assert view(Table())["phase"] == "new"
    journal.append(events.pack_region("ningbo", {"minimum": 3}))
    journal.append(events.pack_session(1, [5, 5, 5, 5]))
    evening.throw(journal)
    journal.append(events.pack_indicator(30))
    assert view(journal.table) == {
        "region": "ningbo",
        "options": {"minimum": 3},
        "seats": 4,
        "phase": "play",
        "session": 2,  # the first began with the region
        "hand": 1,
        "dealer": 1,
        "round_wind": "E",
        "streak": 0,
        "scores": [5, 5, 5, 5],
        "carry": {},
        "dice": list(journal.table.dice),
        "indicator": "4z",
    }


def test_answers_are_compared_by_what_they_say():
    answer = {"wins": [], "delta": [3, -3], "next_dealer": 0, "carry": {}}
    assert same_answer(answer, dict(reversed(answer.items())))
    assert not same_answer(answer, {**answer, "next_dealer": 1})


def test_dice_are_summed_as_they_are_counted():
    four = [1, 2, 6, 5]
    assert counted("longgang", {}, 0, four) == [four]  # "T = a+b+c+d"
    assert counted("shangrao", {}, 0, four) == [[1, 2], [6, 5]]  # the second throw is for the indicator
    assert counted("shangrao", {"dice": 3}, 1, [1, 2, 6]) == [[1, 2, 6]]
    assert counted("shangrao", {"dice": 3}, 1, [1, 2, 6, 1, 1, 5]) == [[1, 2, 6], [1, 1, 5]]
    assert counted("atlantis", {}, 0, four) == [four] == counted("shangrao", {}, None, four)
