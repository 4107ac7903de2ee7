"""What happens at play, on the displays of the running table: marks, kong money, a win in the middle, empty sides."""

import base64

import pytest

from engine_core import wire
from firmware.places import place_of, seat_at
from tests.firmware.playing import screens
from tests.firmware.simulated import Refused

FLUSH = "2233456777m"


def blood(device, region="xuezhan", **options):
    """A hand whose dice are thrown; void suits are open."""
    device.ask("region.set", region=region, options=options)
    device.ask("dice.enter", dice=[2, 5])
    device.press((0, "no"))
    return device


def play(device, what, **fields):
    return device.ask("hand.play", entry={"what": what, **fields})


def chosen(device, suits="pppp"):
    for seat, suit in enumerate(suits):
        play(device, "void", seat=seat, suit=suit)
    return device


def differ(before, after):
    return [n for n in range(5) if before[n] != after[n]]


def test_void_suits_are_shown_when_all_have_chosen(device):
    blood(device)
    first = screens(device)
    play(device, "void", seat=1, suit="m")
    one = screens(device)
    assert differ(first, one) == [1]
    with pytest.raises(Refused):
        play(device, "void", seat=1, suit="s")  # it cannot be changed
    assert screens(device) == one
    for seat in (0, 2):
        play(device, "void", seat=seat, suit="p")
    assert differ(one, screens(device)) == [0, 2]
    three = screens(device)
    play(device, "void", seat=3, suit="p")
    assert differ(three, screens(device)) == [0, 1, 2, 3]


def test_a_kong_is_told_to_all_for_some_seconds(device):
    chosen(blood(device))
    before = screens(device)
    told = play(device, "kong", seat=1, kind="concealed_kong", tile="1s")
    assert told["money"] == [-2, 6, -2, -2]
    notice = screens(device)
    assert differ(before, notice) == [0, 1, 2, 3, 4]
    device.press((2, "no"))
    rest = screens(device)
    assert rest[4] == before[4] and differ(before, rest) == [0, 1, 2, 3]  # the money stands in the message rows


def test_kong_money_paid_at_once_changes_the_score(device):
    blood(device, "sichuan")
    device.ask("correct", delta=[2, -6, 2, 2], reason="x")
    device.press((0, "no"))
    play(device, "kong", seat=1, kind="concealed_kong", tile="1s")
    device.press((0, "no"))
    paid = screens(device)[0]
    device.ask("hand.abort")
    device.ask("correct", delta=[-2, 6, -2, -2], reason="x")
    device.ask("dice.enter", dice=[2, 5])
    device.press((0, "no"))
    assert screens(device)[0] == paid


@pytest.mark.parametrize(
    ("region", "options"),
    [("tuidaohu", {}), ("kawuxing", {}), ("generic", {"kong_unit": 1}), ("shangrao", {"kong_pay": True})],
)
def test_every_region_that_pays_kongs_tells_so(device, region, options):
    device.ask("region.set", region=region, options=options)
    while device.ask("status")["throw"]:
        device.ask("dice.enter", dice=[2, 5])
    if device.ask("status")["phase"] == "wild":
        device.ask("wild.set", tile="5p")
    device.press((0, "no"))
    before = screens(device)
    seats = device.ask("status")["seats"]
    money = [2 * (seats - 1) if seat == 1 else -2 for seat in range(seats)]
    assert play(device, "kong", seat=1, kind="concealed_kong", tile="1s")["money"] == money
    assert differ(before, screens(device)) == [*range(seats), 4]  # who has made it, what it brings, the money of all
    device.press((0, "no"))
    rest = screens(device)
    assert differ(before, rest) == list(range(seats))  # in the scores, or in the message rows
    device.press((2, "down"))
    assert 4 in differ(rest, screens(device))


def test_a_kong_in_a_run_is_offered_for_what_it_brings(device):
    """Kawuxing: "each amount x 2^chain"."""
    device.ask("region.set", region="kawuxing", options={})
    device.ask("dice.enter", dice=[2, 5])
    device.press((0, "no"), (1, "draw"), (1, "up"))
    once = device.ask("screen", display=1)
    device.press((1, "ok"), (1, "ok"), (1, "no"), (1, "up"))  # a concealed kong, another on its replacement
    assert device.ask("screen", display=1) != once
    device.press((1, "leave"), (2, "draw"), (1, "up"))
    assert device.ask("screen", display=1) == once  # not after somebody has drawn


def test_a_win_in_the_middle_is_a_result_and_play_goes_on(device):
    chosen(blood(device))
    play(device, "meld", seat=1, kind="pung", tiles="111m", **{"from": 0})
    before = screens(device)
    play(device, "win", seat=1, tile="4m", concealed="2233456777m", **{"from": 3})
    result = screens(device)
    assert differ(before, result) == [0, 1, 2, 3, 4]
    device.press((0, "down"))  # its reasons
    assert differ(result, screens(device)) == [0]
    device.press((0, "no"), (0, "no"))
    after = screens(device)
    assert after[4] == before[4] and differ(before, after) == [1, 2]  # who is next after the winner has the turn
    assert device.ask("status")["scores"] == [0, 0, 0, 0]


def test_a_win_whose_tiles_are_not_known_is_shown_without_amounts(device):
    chosen(blood(device))
    before = screens(device)
    play(device, "win", seat=2, tile="4m")
    assert differ(before, screens(device)) == [2, 4]


def test_what_is_no_win_is_refused_where_its_seat_would_be_out(device):
    chosen(blood(device))
    win = {"seat": 1, "tile": "4m", "from": 3}
    with pytest.raises(Refused, match="what: no win of 1, not_a_win"):
        play(device, "win", concealed="1113346678999m", **win)
    with pytest.raises(Refused, match="what: no win of 1, tile_count"):
        play(device, "win", concealed="12333m", **win)
    with pytest.raises(Refused, match="what: no win of 1, void_suit"):
        play(device, "win", concealed="1122335556m789p"[:-4] + "789p", **win)
    play(device, "foul", seat=1, kind="false_win")
    assert play(device, "win", concealed="1112356678999m", **win)["playing"] == [0, 2, 3]


def test_a_foul_is_shown_with_what_it_costs(device):
    blood(device, "sichuan")
    before = screens(device)
    play(device, "foul", seat=1, kind="false_win")
    assert 4 in differ(before, screens(device))


def test_the_empty_side_is_a_setting(device):
    device.ask("region.set", region="kawuxing", options={})
    device.ask("dice.enter", dice=[2, 5])
    device.press((0, "no"))
    seen = [screens(device)]
    for side in (0, 1, 2):
        assert device.ask("config.set", empty_side=side)["empty_side"] == side
        seen.append(screens(device))
    assert all(not any(pages[3]) for pages in seen)
    assert len({tuple(pages) for pages in seen}) == 1  # while playing no wall is drawn
    assert device.restart().ask("config.get")["empty_side"] == 2


@pytest.mark.parametrize("side", [4, -1, "0", None, True, 1.0])
def test_a_side_that_is_none_is_refused(device, side):
    with pytest.raises(Refused) as error:
        device.ask("config.set", empty_side=side)
    assert (error.value.code, error.value.field) == (wire.REFUSED, "empty_side")
    assert device.ask("config.get")["empty_side"] == 3


def test_seats_go_in_order_over_the_places_that_are_taken():
    for empty in range(4):
        assert [seat_at(place, 4, empty) for place in range(4)] == [0, 1, 2, 3]
        seats = [seat_at(place, 3, empty) for place in range(4)]
        assert seats[empty] is None and [s for s in seats if s is not None] == [0, 1, 2]
        assert [place_of(seat, 3, empty) for seat in range(3)] == [p for p in range(4) if p != empty]


def test_the_screen_of_a_hand_in_progress_comes_back_after_a_power_cut(device):
    chosen(blood(device))
    play(device, "kong", seat=1, kind="concealed_kong", tile="1s")
    device.press((2, "no"))
    before = screens(device)
    device.restart()
    device.press((2, "no"))
    assert screens(device) == before
    assert base64.b64decode(device.ask("screen", display=3)["data"]) == before[3]
