"""The houses of a running table, asked for over the line: kept over a power cut, played, refused by name."""

import base64

import pytest

from engine_core import record, wire
from engine_core.score import score
from tests.firmware.playing import CASES, DICE, leave, page
from tests.firmware.simulated import Refused

NAME = "老王家|Wang's"
OPTIONS = {"minimum": 3, "worths": {"full_flush": 9}, "house": NAME}


def kept(device, ident="wang", region="ningbo", options=OPTIONS):
    return device.ask("house.set", id=ident, region=region, options=options)


def refused(device, method, **params):
    with pytest.raises(Refused) as error:
        device.ask(method, **params)
    return error.value.code, error.value.field


def test_a_house_is_kept_listed_and_dropped(device):
    assert device.ask("house.list") == {"houses": [], "damaged": []}
    listed = kept(device)
    assert [(row["id"], row["region"], row["house"]) for row in listed["houses"]] == [("wang", "ningbo", NAME)]
    device.restart()
    assert device.ask("house.list") == listed
    assert device.ask("house.get", id="wang") == {"id": "wang", "region": "ningbo", "options": OPTIONS}
    told = device.ask("region.list")
    assert told["houses"] == ["wang"] and "wang" not in told["regions"]
    assert device.ask("house.drop", id="wang") == {"houses": [], "damaged": []}
    assert device.restart().ask("region.list")["houses"] == []


def test_a_house_that_is_set_is_played_as_its_base_region(device):
    """The event says everything: what is played then depends on the house no more."""
    kept(device)
    device.ask("region.set", region="wang")
    status = device.ask("status")
    assert (status["region"], status["options"], status["phase"]) == ("ningbo", OPTIONS, "ready")
    device.ask("region.set", region="wang", options={"minimum": 7, "base": 2})
    assert device.ask("status")["options"] == {**OPTIONS, "minimum": 7, "base": 2}
    device.ask("house.drop", id="wang")
    device.restart()
    assert device.ask("status")["options"] == {**OPTIONS, "minimum": 7, "base": 2}
    assert refused(device, "region.set", region="wang") == (wire.REFUSED, "region")


def test_a_house_that_changes_while_it_is_played_changes_nothing(device):
    kept(device)
    device.ask("region.set", region="wang")
    device.ask("dice.enter", dice=DICE)
    kept(device, options={**OPTIONS, "worths": {"full_flush": 1}})  # at any time
    kept(device, "other", "guigang", {"house": "B"})
    assert device.ask("status")["options"] == OPTIONS
    assert refused(device, "region.set", region="wang") == (wire.NOT_NOW, "phase")
    device.ask("hand.abort")
    device.ask("region.set", region="wang")
    assert device.ask("status")["options"]["worths"] == {"full_flush": 1}


def test_a_hand_of_a_house_is_scored_by_its_worths(device):
    kept(device, options={"worths": {"all_pungs": 40}, "house": "A"})
    device.ask("region.set", region="wang")
    case = next(
        case
        for ident, case in CASES.items()
        if ident.startswith("ningbo") and not case["record"].get("options")
        and case["record"].get("dealer", 0) == 0 and case["record"].get("round_wind", "E") == "E"
        and any("all_pungs" in win.get("patterns", ()) for win in case["expect"]["wins"])
    )  # fmt: skip
    asked = {**case["record"], "options": {"worths": {"all_pungs": 40}, "house": "A"}}
    answer = device.ask("hand.score", record=base64.b64encode(record.pack(asked)).decode())["answer"]
    assert answer == score(asked)
    assert answer["wins"][0]["value"] > 40 > case["expect"]["wins"][0]["value"]


@pytest.mark.parametrize(
    ("params", "code", "field"),
    [
        ({"id": "Wang"}, wire.INVALID_PARAMS, "id"),
        ({"id": "w" * 17}, wire.INVALID_PARAMS, "id"),
        ({"id": ""}, wire.INVALID_PARAMS, "id"),
        ({"id": "../config"}, wire.INVALID_PARAMS, "id"),
        ({"id": 7}, wire.INVALID_PARAMS, "id"),
        ({"id": None}, wire.INVALID_PARAMS, "id"),
        ({"id": "guigang"}, wire.REFUSED, "id"),
        ({"region": "wang"}, wire.REFUSED, "region"),
        ({"region": "atlantis"}, wire.REFUSED, "region"),
        ({"region": 7}, wire.INVALID_PARAMS, "region"),
        ({"options": [1]}, wire.INVALID_PARAMS, "options"),
        ({"options": None}, wire.INVALID_PARAMS, "options"),
        ({"options": {}}, wire.REFUSED, "options.house"),
        ({"options": {"house": "x" * 41}}, wire.REFUSED, "options.house"),
        ({"options": {"house": "A", "minimum": 99}}, wire.REFUSED, "options.minimum"),
        ({"options": {"house": "A", "none": 1}}, wire.REFUSED, "options.none"),
        ({"options": {"house": "A", "worths": {"none": 1}}}, wire.REFUSED, "options.worths.none"),
        ({"options": {"house": "A", "worths": {"full_flush": -1}}}, wire.REFUSED, "options.worths.full_flush"),
    ],
)
def test_what_no_house_can_be_is_refused_by_name(device, params, code, field):
    kept(device)
    before = device.ask("house.list")
    given = {"id": "wang", "region": "ningbo", "options": OPTIONS, **params}
    assert refused(device, "house.set", **given) == (code, field)
    assert device.ask("house.list") == before
    assert device.ask("log")["notes"][1:] == []  # the table itself has not failed


def test_ids_are_checked_where_a_house_is_asked_for(device):
    for method in ("house.get", "house.drop"):
        for ident in ("Wang", "../id", "", 7, None, ["wang"]):
            assert refused(device, method, id=ident) == (wire.INVALID_PARAMS, "id")
    assert refused(device, "house.get", id="nobody") == (wire.REFUSED, "id")
    assert device.ask("house.drop", id="nobody") == {"houses": [], "damaged": []}


def test_there_is_room_for_eight(device):
    for letter in "abcdefgh":
        kept(device, letter)
    assert refused(device, "house.set", id="i", region="ningbo", options=OPTIONS) == (wire.REFUSED, "id")
    assert len(device.ask("house.list")["houses"]) == 8
    at = len(device.heard)
    for letter in "abcdefgh":  # with the longest names and ids the list still fits into a line
        device.ask("house.drop", id=letter)
        kept(device, letter * 16, options={"house": "王" * 40})
    assert len(device.ask("house.list")["houses"]) == 8
    assert all(len(line) < 4096 for line in device.heard[at:].split(b"\n"))


def test_a_damaged_file_is_passed_over_and_reported(device):
    kept(device)
    kept(device, "other", "guigang", {"house": "B"})
    leave(device)
    device.write(b"from firmware import boards; b = boards.find().board()\r")
    device.write(
        b"f = open('/flash/houses/wang.txt', 'r+'); f.seek(12); f.write('?'); f.close(); b.close(); print(6 * 7)\r"
    )
    device.wait_for(b"\n42")
    device.restart()
    listed = device.ask("house.list")
    assert ([row["id"] for row in listed["houses"]], listed["damaged"]) == (["other"], ["wang"])
    assert "houses damaged: wang" in device.ask("log")["notes"][0]
    for method, params in (("house.get", {"id": "wang"}), ("region.set", {"region": "wang"})):
        assert refused(device, method, **params) == (wire.REFUSED, "id")
    device.ask("region.set", region="other")
    assert kept(device)["damaged"] == []
    assert "damaged" not in device.restart().ask("log")["notes"][0]


def test_the_ready_page_shows_the_houses_name(device):
    for ident, house, case in (
        ("wang", "自家规则|House 4", "c02h-house"),
        ("rare", "龘龘家|Wang's, W side 7", "c02i-house-rare"),
    ):
        kept(device, ident, "guigang", {"house": house})
        device.ask("region.set", region=ident)
        for lang in ("zh", "en"):
            device.ask("config.set", lang=lang)
            device.wait_for(b'"kind":"SEAL"')
            shown = base64.b64decode(device.ask("screen", display=4)["data"])
            assert shown == page("own", f"{case}.{lang}")


def test_a_request_that_comes_again_after_a_power_cut_does_no_harm(device):
    ident, drop = device.new_id(), device.new_id()
    first = device.ask("house.set", ident, id="wang", region="ningbo", options=OPTIONS)
    device.restart()
    assert device.ask("house.set", ident, id="wang", region="ningbo", options=OPTIONS) == first
    gone = device.ask("house.drop", drop, id="wang")
    device.restart()
    assert device.ask("house.drop", drop, id="wang") == gone


def test_the_largest_house_still_leaves_room_for_a_hand(device):
    """A hand of the longest kind, with options of 1,024 bytes, goes into one request."""
    largest = {"region": "ningbo", "options": {"house": "A", "worths": {"x" * 962: 9999}}}
    assert len(record.canonical(largest)) == 1024
    melds = [{"kind": "concealed_kong", "tiles": "1111m"}] * 4
    hands = [{"concealed": "5m", "melds": melds, "flowers": "12345678f"}] * 4
    kongs = [{"seat": 0, "kind": "kong", "tile": "1m", "from": 1}] * 16
    hand = {**largest, "hands": hands, "kongs": kongs, "wins": [{"seat": 0, "tile": "5m"}], "indicator": "1f"}
    frame = wire.frame(wire.call("0123abcd-1234", "hand.win", {"record": base64.b64encode(record.pack(hand)).decode()}))
    assert len(frame) - 2 <= 2048
