"""Fuzzed lines at the parser of a table, on MicroPython: no crash, no change, no heap. A million: tests.bench fuzz"""

import pytest

from tests.bench import fuzz

LINES = 20_000
GROWN = 1024  # bytes: what is kept of the last answers, notes and names differs


@pytest.mark.parametrize("seed", [1, 2])
def test_lines_that_are_no_requests_change_nothing(seed):
    found = fuzz.run(seed, LINES)
    assert found["changed"] == []
    assert found["failed"] == 0, found["notes"]
    assert found["answers"] > LINES / 4 and found["bad"] > LINES / 8  # there were of both kinds
    assert max(found["heap"]) - min(found["heap"]) <= GROWN, found["heap"]
