"""The core answers random hands as the oracles do, which were written from the pages of the regions alone.

MJTABLE_ORACLE_N sets how many records of each region are compared, MJTABLE_ORACLE_SEED which ones.
"""

import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from engine_core.score import score
from tests.oracle import blood, deal, deal_blood, guigang, ningbo

ORACLES = {"guigang": guigang, "ningbo": ningbo, "sichuan": blood, "xuezhan": blood, "xueliu": blood}
DEALERS = {"guigang": deal, "ningbo": deal, "sichuan": deal_blood, "xuezhan": deal_blood, "xueliu": deal_blood}
COUNT = int(os.environ.get("MJTABLE_ORACLE_N", "2000"))
SEED = os.environ.get("MJTABLE_ORACLE_SEED", "1")
CASE_FILES = [Path(__file__).parents[1] / "cases" / f"{region}.json" for region in ORACLES]
CASES = [case for file in CASE_FILES for case in json.loads(file.read_text("utf-8"))]


def dealt(region, number):
    return getattr(DEALERS[region], region)(random.Random(f"{region} {SEED} {number}"))


def oracle_answer(record):
    return ORACLES[record["region"]].answer(record)


def rotated(record, by):
    """The same hand with every seat moved on by `by`."""

    def moved(value):
        return value if value is None else (value + by) % 4

    def turn(entry):
        return entry | {key: moved(entry[key]) for key in ("seat", "from") if key in entry}

    hands = [hand | {"melds": [turn(meld) for meld in hand.get("melds", [])]} for hand in record["hands"]]
    turned = {key: [turn(entry) for entry in record[key]] for key in ("wins", "fouls", "kongs") if key in record}
    return record | turned | {"hands": hands[-by:] + hands[:-by], "dealer": moved(record.get("dealer", 0))}


def rotated_answer(answer, by):
    wins = [win | {"seat": (win["seat"] + by) % 4} for win in answer["wins"]]
    delta = answer["delta"][-by:] + answer["delta"][:-by]
    dealer = answer["next_dealer"]
    return answer | {"wins": wins, "delta": delta, "next_dealer": None if dealer is None else (dealer + by) % 4}


@pytest.mark.parametrize("region", ORACLES)
def test_the_core_answers_as_the_oracle(region):
    differing = []
    for number in range(COUNT):
        record = dealt(region, number)
        expected, found = oracle_answer(record), score(record)
        if found != expected:
            differing.append({"number": number, "record": record, "oracle": expected, "core": found})
    shown = [json.dumps(difference, ensure_ascii=False) for difference in differing[:3]]
    assert not differing, f"{len(differing)} of {COUNT} differ:\n" + "\n".join(shown)


@pytest.mark.parametrize("region", ORACLES)
def test_no_record_holds_more_of_a_tile_than_there_are(region):
    for number in range(COUNT):
        for tile, count in Counter(deal.tiles_in(dealt(region, number))).items():
            assert count <= (1 if tile[1] == "f" else 4), (number, tile)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_oracle_answers_the_shared_case(case):
    answer = oracle_answer(case["record"])
    assert {key: answer[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("answer", [score, oracle_answer], ids=["core", "oracle"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_turning_the_table_turns_the_answer(case, answer):
    at_first = answer(case["record"])
    assert sum(at_first["delta"]) == 0
    for by in (1, 2, 3):
        assert answer(rotated(case["record"], by)) == rotated_answer(at_first, by)


@pytest.mark.parametrize("region", ORACLES)
def test_the_patterns_called_settle_like_the_tiles(region):
    """Who is paid, how much and why is the same when the winners' tiles are unknown and their patterns are called."""
    called = 0
    for number in range(COUNT // 2):
        record = dealt(region, number)
        if record.get("options", {}).get("check_winners"):
            continue  # the checks look at the winners' tiles
        answer = score(record)
        seats = [win["seat"] for win in answer["wins"]]
        for win, found in zip(record.get("wins", []), answer["wins"], strict=True):
            if found["valid"] and seats.count(found["seat"]) == 1:
                del record["hands"][found["seat"]]["concealed"]
                win["called"] = {"patterns": found["patterns"]}
                called += 1
        assert score(record) == answer, record
    assert called > COUNT // 10
