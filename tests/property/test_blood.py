"""What holds for every hand of the Sichuan family that the dealer of the oracle deals."""

import json
import random

import pytest

from engine_core.check import RecordError
from engine_core.score import score
from tests.oracle import deal_blood
from tests.oracle.build import text
from tests.oracle.hand import SUITED, parse
from tests.property.test_oracle import rotated, rotated_answer

REGIONS = ["sichuan", "xuezhan", "xueliu"]
FLAGS = ["after_kong", "kong_discard", "rob_kong", "last_tile", "heavenly", "earthly"]


def dealt(region, number):
    return getattr(deal_blood, region)(random.Random(f"holds {region} {number}"))


@pytest.mark.parametrize("region", REGIONS)
def test_what_one_wins_the_others_pay_and_turning_the_table_turns_the_answer(region):
    for number in range(200):
        record = dealt(region, number)
        answer = score(record)
        assert sum(answer["delta"]) == 0
        by = number % 3 + 1
        assert score(rotated(record, by)) == rotated_answer(answer, by), json.dumps(record)


@pytest.mark.parametrize("region", REGIONS)
def test_a_flag_more_lowers_no_win(region):
    for number in range(200):
        record = dealt(region, number)
        before = score(record)
        for place, win in enumerate(record.get("wins", [])):
            for flag in FLAGS:
                wins = list(record["wins"])
                wins[place] = win | {"flags": [*win.get("flags", []), flag]}
                after = score(record | {"wins": wins})
                assert after["wins"][place]["valid"] == before["wins"][place]["valid"]
                assert after["wins"][place]["value"] >= before["wins"][place]["value"], (place, flag, record)


def tiles_of(hand):
    melds = [tile for meld in hand.get("melds", []) for tile in parse(meld["tiles"])]
    return parse(hand.get("concealed", "")) + melds


@pytest.mark.parametrize("region", REGIONS)
def test_a_fifth_tile_is_refused(region):
    for number in range(200):
        record = dealt(region, number)
        known = [tile for hand in record["hands"] for tile in tiles_of(hand)]
        whole = [tile for tile in SUITED if known.count(tile) == 4]
        for seat, hand in enumerate(record["hands"]):
            if whole and hand.get("concealed"):
                hands = list(record["hands"])
                hands[seat] = hand | {"concealed": text([whole[0], *parse(hand["concealed"])])}
                with pytest.raises(RecordError, match="there are no more"):
                    score(record | {"hands": hands})
