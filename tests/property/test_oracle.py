"""The core answers random hands as the oracles do, which were written from the regions' pages alone.

MJTABLE_ORACLE_N sets how many records of each region are compared, MJTABLE_ORACLE_SEED which ones.
"""

import json
import marshal
import os
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from engine_core.check import RecordError
from engine_core.rules import load
from engine_core.score import score
from tests.oracle import deal, pairs
from tests.oracle.pairs import ORACLES, POINTS

COUNT = int(os.environ.get("MJTABLE_ORACLE_N", "1000"))
SEED = os.environ.get("MJTABLE_ORACLE_SEED", "1")
CASE_FILES = [Path(__file__).parents[1] / "cases" / f"{region}.json" for region in ORACLES]
CASES = [case for file in CASE_FILES for case in json.loads(file.read_text("utf-8"))]


@cache
def packed(region, number):
    return marshal.dumps(pairs.dealt(region, random.Random(f"{region} {SEED} {number}")))


def dealt(region, number):
    """A record for whoever asks, which he may change; it is dealt once."""
    return marshal.loads(packed(region, number))


def count(region):
    """How many records of the region are compared; Longgang's readings are many, and slow to look through."""
    return COUNT * 3 // 4 if region == "longgang" else COUNT


def oracle_answer(record):
    return ORACLES[record["region"]].answer(record)


def rotated(record, by):
    """The same hand with every seat moved on by `by`."""

    seats = len(record["hands"])

    def moved(value):
        return value if value is None else (value + by) % seats

    def turn(entry):
        return entry | {key: moved(entry[key]) for key in ("seat", "from") if key in entry}

    hands = [hand | {"melds": [turn(meld) for meld in hand.get("melds", [])]} for hand in record["hands"]]
    turned = {key: [turn(entry) for entry in record[key]] for key in ("wins", "fouls", "kongs") if key in record}
    if "haidi_seat" in record.get("carry", {}):
        turned["carry"] = {"haidi_seat": moved(record["carry"]["haidi_seat"])}
    return record | turned | {"hands": hands[-by:] + hands[:-by], "dealer": moved(record.get("dealer", 0))}


def rotated_answer(answer, by):
    seats = 4 if len(answer["delta"]) == 5 else len(answer["delta"])

    def turn(amounts):
        """Those of the seats; who sits out stays where he is."""
        return amounts[seats - by : seats] + amounts[: seats - by] + amounts[seats:]

    wins = [win | {"seat": (win["seat"] + by) % seats} for win in answer["wins"]]
    dealer = answer["next_dealer"]
    turned = {"delta": turn(answer["delta"]), "next_dealer": None if dealer is None else (dealer + by) % seats}
    carry = dict(answer["carry"])
    if "top_up" in carry:
        carry["top_up"] = turn(carry["top_up"])
    if "sub_in" in carry:
        carry["sub_in"] = (carry["sub_in"] + by) % seats
    return answer | turned | {"wins": wins, "carry": carry}


@pytest.mark.parametrize("region", ORACLES)
def test_the_core_answers_as_the_oracle(region):
    differing = []
    for number in range(count(region)):
        record = dealt(region, number)
        expected, found = oracle_answer(record), score(record)
        if found != expected:
            differing.append({"number": number, "record": record, "oracle": expected, "core": found})
    shown = [json.dumps(difference, ensure_ascii=False) for difference in differing[:3]]
    assert not differing, f"{len(differing)} of {count(region)} differ:\n" + "\n".join(shown)


@pytest.mark.parametrize("region", ORACLES)
def test_no_record_holds_more_of_a_tile_than_there_are(region):
    for number in range(count(region)):
        for tile, copies in Counter(deal.tiles_in(dealt(region, number))).items():
            assert copies <= (1 if tile[1] == "f" else 4), (number, tile)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_oracle_answers_the_shared_case(case):
    answer, expected = oracle_answer(case["record"]), dict(case["expect"])
    wins = expected.pop("wins", answer["wins"])
    assert [{key: have[key] for key in want} for have, want in zip(answer["wins"], wins, strict=True)] == wins
    assert {key: answer[key] for key in expected} == expected


@pytest.mark.parametrize("answer", [score, oracle_answer], ids=["core", "oracle"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_turning_the_table_turns_the_answer(case, answer):
    at_first = answer(case["record"])
    assert sum(at_first["delta"]) == 0
    for by in range(1, len(case["record"]["hands"])):
        assert answer(rotated(case["record"], by)) == rotated_answer(at_first, by)


@pytest.mark.parametrize("region", ORACLES)
def test_the_patterns_called_settle_like_the_tiles(region):
    """Who is paid, how much and why is the same when the winners' tiles are unknown and their patterns are called."""
    called = 0
    for number in range(count(region) // 2):
        record = dealt(region, number)
        if record.get("options", {}).get("check_winners"):
            continue  # the checks look at the winners' tiles
        answer = score(record)
        seats = [win["seat"] for win in answer["wins"]]
        points = {}
        for i, found in enumerate(answer["wins"] if region in POINTS else []):
            if found["valid"]:
                points[i] = POINTS[region](record, record["wins"][i])
        for i, (win, found) in enumerate(zip(record.get("wins", []), answer["wins"], strict=True)):
            if found["valid"] and seats.count(found["seat"]) == 1:
                del record["hands"][found["seat"]]["concealed"]
                win["called"] = {"patterns": found["patterns"]} | ({"points": points[i]} if points else {})
                called += 1
        assert score(record) == answer, record
    assert called > count(region) // 10


def test_the_hands_of_longgang_show_what_its_page_names():
    shown = Counter()
    for number in range(count("longgang")):
        for win in score(dealt("longgang", number))["wins"]:
            shown.update(win["patterns"] or [win.get("reason")])
    assert len(shown) > 50, shown


@pytest.mark.parametrize("region", ORACLES)
def test_turning_a_dealt_hand_turns_the_answer(region):
    for number in range(COUNT // 10):
        record = dealt(region, number)
        at_first = score(record)
        assert sum(at_first["delta"]) == 0
        by = 1 + number % (len(record["hands"]) - 1)
        assert score(rotated(record, by)) == rotated_answer(at_first, by), record


@pytest.mark.parametrize("region", ["generic", "tuidaohu", "changsha", "kawuxing", "shanghai"])
def test_a_flag_more_never_lowers_what_a_hand_is_worth(region):
    """The pages add what flags are worth (Tuidaohu, Changsha), multiply by it (Kawuxing), lift the hand (Shanghai), or
    give them no worth (Generic).
    """
    for number in range(COUNT // 10):
        record = dealt(region, number)
        for win in record.get("wins", []):
            before = score(record | {"wins": [win]})["wins"][0]["value"]
            for flag in deal.FLAGS:
                more = {"wins": [win | {"flags": win.get("flags", []) + [flag]}]}
                assert before <= score(record | more)["wins"][0]["value"], (flag, record, win)


def test_in_jiujiang_an_event_never_lowers_what_a_hand_is_worth():
    """An event is worth at least the adders that it excludes."""
    for number in range(COUNT // 5):
        record = dealt("jiujiang", number)
        record["options"].pop("worths", None)
        for hand in record["hands"]:
            hand.pop("ready", None)
        for win in record["wins"]:
            before = score(record | {"wins": [win | {"flags": []}]})["wins"][0]["value"]
            for flag in deal.FLAGS:
                assert before <= score(record | {"wins": [win | {"flags": [flag]}]})["wins"][0]["value"], (flag, record)


SHOWN = {
    "jiujiang": "dead_hand tile_count bad_meld not_a_win below_minimum priority",
    "shangrao": "priority dead_hand tile_count bad_meld rob_not_allowed discard_not_allowed not_a_win below_minimum",
}


@pytest.mark.parametrize("region", SHOWN)
def test_the_dealt_hands_show_every_pattern_and_reason(region):
    shown = set()
    for number in range(2000):
        for win in score(dealt(region, number))["wins"]:
            shown |= {*win["patterns"], win.get("reason")}
    missing = {*SHOWN[region].split(), *load(region).worth} - shown
    assert not missing


def test_in_longgang_a_flag_more_never_lowers_what_a_hand_is_worth():
    """A limit hand or a tai more; only a robbed tile may be barred from the pair (`rob_wild_pair`)."""
    for number in range(COUNT // 4):
        record = dealt("longgang", number)
        record["wins"] = record.get("wins", [])[:1]
        record.get("options", {}).pop("worths", None)
        before = score(record)["wins"]
        for flag in deal.FLAGS:
            if flag != "rob_kong":
                wins = [win | {"flags": win.get("flags", []) + [flag]} for win in record["wins"]]
                after = score(record | {"wins": wins})["wins"]
                assert all(b["value"] <= a["value"] for b, a in zip(before, after, strict=True)), (flag, record)


@pytest.mark.parametrize("region", ORACLES)
def test_tiles_out_of_supply_are_refused(region):
    for number in range(COUNT // 10):
        record = dealt(region, number)
        seat = number % len(record["hands"])
        tile = deal.tiles_in(record)[0]
        copies = 2 if tile[1] == "f" else 5
        hand = {"concealed": copies * tile[0] + tile[1]}
        record["hands"][seat] = hand
        with pytest.raises(RecordError, match=r"^hands\.\d\.(concealed|melds\.\d\.tiles|flowers): "):
            score(record | {"wins": []})
