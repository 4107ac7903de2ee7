"""The guard of the PIN by itself: what its file may hold, and how long the waits are."""

import time

from check import raises
from flash import Folder, put

from firmware import pin

KEPT = "ab" * 40


if not hasattr(time, "ticks_ms"):  # CPython
    time.ticks_ms = lambda: int(time.monotonic() * 1000)
    time.ticks_diff = lambda now, then: now - then


def refused(guard):
    return raises(pin.PinError, guard.check, KEPT, "a-1", "correct", None).data


def test_the_waits_double_up_to_an_hour():
    for wrong, wait in ((0, 0), (2, 0), (3, 10), (4, 20), (5, 40), (11, 2560), (12, 3600), (60, 3600)):
        with Folder() as folder:
            put(folder + "/tries", b"%d\n" % wrong)
            assert refused(pin.Guard(folder))["wait"] == wait
            assert refused(pin.Guard(folder))["wrong"] == wrong


def test_a_damaged_count_is_one_that_may_be():
    for data, wrong in ((b"", 0), (b"x", 0), (b"-5", 0), (b"99999999", 60), (b"\xff\xfe", 0), (b"2", 2)):
        with Folder() as folder:
            put(folder + "/tries", data)
            assert refused(pin.Guard(folder))["wrong"] == wrong


def test_a_folder_that_takes_nothing_counts_in_memory():
    guard = pin.Guard("/no/such/folder")
    for n in range(3):
        challenge = refused(guard)["challenge"]
        proof = {"challenge": challenge, "mac": "no", "who": "x"}
        assert raises(pin.PinError, guard.check, KEPT, "a-1", "correct", proof).data["wrong"] == n + 1
    assert refused(guard)["wait"] == 10
