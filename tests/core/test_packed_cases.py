"""The records and answers of tests/cases as bytes, and back."""

from samples import cases

from engine_core.record import pack, unpack
from engine_core.score import score


def test_packed_records_say_the_same():
    for case in cases():
        data = pack(case["record"])
        again = unpack(data)
        assert pack(again) == data, case["id"]
        assert score(again) == score(case["record"]), case["id"]


def test_a_hand_takes_about_a_hundred_bytes():
    for case in cases():
        assert len(pack(case["record"])) < 220
