"""A hand of Rivers of blood as long as tiles can make one, in the heap of a Pico."""

from river import entries

from engine_core import events, record
from tests.firmware.keyed import at_table, happened, keys, recorded, status
from tests.firmware.playing import screens

PASSED = 40  # wins that the fourth seat believes that it has let pass
MOST = 4 + 56 + PASSED


def course(device):
    out = []
    while True:
        told = device.ask("hand.course", **{"from": len(out)})
        out += told["entries"]
        if len(out) == told["count"]:
            return out


def test_a_hand_longer_than_any_page_comes_to_its_end(device):
    at_table(device, "xueliu", "en")
    told = list(entries(PASSED))
    for n, entry in enumerate(told):
        assert device.ask("hand.play", entry=entry)["count"] == n + 1
        screens(device) if n % 20 == 0 else None
        device.restart() if n in (30, 90) else None  # a power cut
    assert status(device, "stored") and status(device, "trouble") == ""
    played = course(device)
    assert [e["what"] for e in played] == [e["what"] for e in told] and len(played) == MOST
    assert len([e for e in played if "concealed" in e]) == 3  # each winner's hand, once
    keys(device, 0, "menu ok")  # drawn: the wall is empty
    keys(device, 1, "ok")
    hand = recorded(device)
    assert len(hand["wins"]) == 56 and len(happened(device, events.HAND)) == 1
    assert sum(status(device, "scores")) == 0 and status(device, "hand") == 2
    screens(device)
    scores = status(device, "scores")
    device.restart()
    assert (status(device, "scores"), status(device, "trouble"), status(device, "stored")) == (scores, "", True)
    device.ask("hand.undo")
    assert course(device) == played
    keys(device, 0, "menu ok")
    keys(device, 1, "ok")
    assert status(device, "scores") == scores and record.unpack(record.pack(hand)) == hand
    assert not [note for note in device.ask("log")["notes"] if "Error" in note]
