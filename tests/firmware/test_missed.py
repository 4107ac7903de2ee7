"""Wins that a seat lets pass: which the table bars it from, until when, and what it says to a claim in spite of it.

Kongs that may not be robbed.
"""

import base64
import time

import pytest

from engine_core import record
from tests.firmware.keyed import at_table, bloody, choose, course, dealt, enter, keys, status
from tests.firmware.playing import screens
from tests.firmware.simulated import Refused

PAIRS_13 = "123456m46p99p777p"  # waits for 5p


def play(device, what, **fields):
    return device.ask("hand.play", entry={"what": what, **fields})


def win(device, seat, tile, giver, held=PAIRS_13, **fields):
    return play(device, "win", seat=seat, tile=tile, concealed=held, **{"from": giver}, **fields)


def drawn(device, count=5):
    """So many tiles were drawn, nobody has said by whom."""
    device.ask("wall.event", event="draw", count=count)
    return device


def voids(device):
    for seat in range(4):
        play(device, "void", seat=seat, suit="s")


@pytest.mark.parametrize("region", ["xuezhan", "xueliu"])
def test_a_win_that_was_let_pass_bars_that_tile_until_the_seat_has_drawn(device, region):
    at_table(device, region)
    voids(device)
    drawn(device)
    play(device, "missed", seat=2, tile="5p")
    with pytest.raises(Refused, match="no win of 2, missed_win"):
        win(device, 2, "5p", 1)
    play(device, "meld", seat=2, kind="pung", tiles="888m", **{"from": 1})  # page: a pung does not end it
    with pytest.raises(Refused, match="missed_win"):
        win(device, 2, "5p", 1, "456m46p99p777p")
    keys(device, 3, "draw")
    with pytest.raises(Refused, match="missed_win"):
        win(device, 2, "5p", 3, "456m46p99p777p")
    keys(device, 2, "draw")
    assert win(device, 2, "5p", 1, "456m46p99p777p")["playing"]


def test_another_tile_is_not_barred_and_a_kong_ends_it(device):
    at_table(device, "xuezhan")
    voids(device)
    drawn(device)
    play(device, "missed", seat=2, tile="8p")
    assert win(device, 2, "5p", 1)["count"] == 6
    play(device, "back")
    play(device, "missed", seat=2, tile="5p")
    play(device, "kong", seat=2, kind="concealed_kong", tile="9m")
    assert win(device, 2, "5p", 1, "456m46p99p777p")["count"] == 8


def test_where_nobody_says_who_draws_the_table_cannot_know(device):
    at_table(device, "xuezhan")
    voids(device)
    drawn(device)
    play(device, "missed", seat=2, tile="5p")
    drawn(device, 1)
    win(device, 2, "5p", 1)


def test_kawuxing_bars_every_tile(device):
    at_table(device, "kawuxing")
    drawn(device)
    play(device, "missed", seat=2)
    with pytest.raises(Refused, match="missed_win"):
        win(device, 2, "5p", 1, "123456s46p99p777p")


def test_in_jiujiang_it_matters_of_whom(device):
    """Page: of a non-dealer it bars that kind from other non-dealers, of the dealer from everybody."""
    dealt(device, "jiujiang")
    drawn(device)
    keys(device, 2, "menu")
    choose(device, 2, 4)
    keys(device, 2, "down " * 4 + "ok down ok")  # 5m, of South
    assert course(device) == [{"what": "missed", "seat": 2, "tile": "5m", "from": 1}]
    held = "123p456p789s99s46m"
    with pytest.raises(Refused, match="missed_win"):
        win(device, 2, "5m", 3, held)
    win(device, 2, "5m", 0, held)  # the dealer's is not barred
    play(device, "back")
    play(device, "missed", seat=2, tile="5m", **{"from": 0})
    with pytest.raises(Refused, match="missed_win"):
        win(device, 2, "5m", 0, held)


def test_the_record_of_a_hand_is_no_way_round(device):
    at_table(device, "xuezhan", last_tile=True)
    voids(device)
    drawn(device)
    play(device, "missed", seat=2, tile="5p")
    hands = [{"void_suit": "s"} for _ in range(4)]
    hands[2]["concealed"] = PAIRS_13
    hand = {"region": "xuezhan", "options": {"last_tile": True}, "hands": hands, "dice": [2, 5]}
    hand["wins"] = [{"seat": 2, "tile": "5p", "from": 1}]
    with pytest.raises(Refused, match="missed_win"):
        device.ask("hand.win", record=base64.b64encode(record.pack(hand)).decode())


def test_in_longgang_who_claims_in_spite_of_it_has_a_dead_hand(device):
    dealt(device, "longgang")
    drawn(device)
    play(device, "missed", seat=1)
    keys(device, 1, "hu down ok ok ok")  # of East, by tiles
    enter(device, 1, "123456789m12345s22z6s")
    assert len(course(device)) == 1
    keys(device, 1, "ok")
    assert course(device)[-1] == {"what": "foul", "seat": 1, "kind": "dead_hand"}


def test_elsewhere_the_claim_is_only_refused(device):
    at_table(device, "xuezhan")
    voids(device)
    drawn(device)
    play(device, "missed", seat=1, tile="5p")
    so_far = course(device)
    keys(device, 1, "hu down ok ok")  # of East, by tiles
    enter(device, 1, PAIRS_13 + "5p")
    keys(device, 1, "ok ok leave")
    assert course(device) == so_far


def test_the_mark_of_it_stays_as_long_as_it_bars(device):
    bloody(device)
    drawn(device)
    play(device, "missed", seat=1, tile="5m")
    keys(device, 0, "no")
    barred = screens(device)[1]
    play(device, "meld", seat=1, kind="pung", tiles="888m", **{"from": 2})
    keys(device, 0, "no")
    assert screens(device)[1] == barred
    keys(device, 1, "draw")
    assert screens(device)[1] != barred


def in_a_chain(device):
    drawn(device)
    play(device, "meld", seat=1, kind="pung", tiles="555p", **{"from": 0})
    play(device, "kong", seat=1, kind="concealed_kong", tile="9s")
    device.ask("wall.event", event="kong")
    play(device, "kong", seat=1, kind="added_kong", tile="5p")
    assert course(device)[-1]["chain"] == 1


def test_a_kong_of_a_chain_is_not_robbed_in_kawuxing(device):
    at_table(device, "kawuxing")
    in_a_chain(device)
    with pytest.raises(Refused, match="rob_not_allowed"):
        win(device, 2, "5p", 1, "123456s46p99p777p", flags=["rob_kong"])
    kong = screens(device)
    keys(device, 2, "hu up ok")  # no row for it: the last one is a discard of South
    keys(device, 2, "leave")
    assert status(device, "phase") == "play" and screens(device) == kong


def test_with_the_option_it_is(device):
    at_table(device, "kawuxing", rob_in_chain=True)
    in_a_chain(device)
    win(device, 2, "5p", 1, "123456s46p99p777p", flags=["rob_kong"])


# ---------------------------------------------------------------- what the table follows beside


def test_five_kongs_of_two_seats_draw_the_hand_in_longgang(device):
    """Page, Options: the kongs at the table pass four and not all are one player's."""
    device.ask("region.set", region="longgang", options={"abort_four_kongs": True})
    while status(device, "throw"):
        device.ask("dice.enter", dice=[2, 5])
    device.ask("wild.set", tile="5p")
    for seat, tile in ((1, "1m"), (1, "2m"), (2, "3m"), (2, "4m")):
        play(device, "kong", seat=seat, kind="concealed_kong", tile=tile)
        device.ask("wall.event", event="kong")
    time.sleep(0.5)
    assert status(device, "phase") == "play"
    play(device, "kong", seat=3, kind="concealed_kong", tile="6m")
    time.sleep(0.5)
    assert (status(device, "phase"), status(device, "hand"), status(device, "dealer")) == ("ready", 2, 1)


def test_the_late_stage_is_told_as_it_begins(device):
    device.ask("region.set", region="longgang", options={"late_stage": 30})
    while status(device, "throw"):
        device.ask("dice.enter", dice=[2, 5])
    device.ask("wild.set", tile="5p")
    keys(device, 0, "no")
    left = status(device, "wall")["left"]
    drawn(device, left - 4 - 31)
    before = screens(device)
    drawn(device, 1)
    told = screens(device)
    assert all(told[n] != before[n] for n in range(5))


def test_who_takes_longer_than_the_region_gives_is_told(device):
    """Tuidaohu, option draw_seconds: a late draw or discard is only shown."""
    at_table(device, "tuidaohu", draw_seconds=1)
    keys(device, 1, "draw")
    before, seq = screens(device), status(device, "seq")
    time.sleep(1.3)
    late = screens(device)
    assert [n for n in range(5) if late[n] != before[n]] == [1] and status(device, "seq") == seq
    keys(device, 2, "draw")
    assert screens(device)[2] != late[2]


def test_a_claim_that_comes_too_late_is_told_and_counts(device):
    at_table(device, "tuidaohu", claim_seconds=1)
    keys(device, 1, "draw discard")
    time.sleep(1.3)
    before = screens(device)
    play(device, "meld", seat=3, kind="pung", tiles="555p", **{"from": 1})
    assert course(device)[-1]["what"] == "meld" and screens(device)[3] != before[3]
