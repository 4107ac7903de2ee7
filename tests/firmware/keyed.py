"""A table played by its keys: what the tests of whole paths share.

A key string such as "hu down ok" is pressed at one seat.
"""

import base64
import io

from engine_core import events, record, segment
from engine_core.tiles import parse
from tests.firmware.playing import ROOT

REGIONS = sorted(path.stem for path in (ROOT / "engine_core" / "regions").glob("*.tsv"))
PUNGS = "111222m333p444s7z"  # Guigang: all pungs, 4 fan: 2^4 = 16


def at_table(device, region, lang="zh", **options):
    device.ask("config.set", lang=lang)
    device.ask("region.set", region=region, options=options)
    device.ask("dice.enter", dice=[2, 5])
    return keys(device, 0, "no")


def keys(device, seat, text):
    device.press(*[(seat, key) for key in text.split()])
    return device


def choose(device, seat, row):
    """✓ on a row of a list whose cursor stands on the first one."""
    return keys(device, seat, "down " * row + "ok")


def enter(device, seat, hand, last="ok"):
    """A hand tile by tile; `last`: the key that adds the last one."""
    at = 0
    kinds = list(parse(hand))
    for n, kind in enumerate(kinds):
        step = "down " * (kind - at) + "up " * (at - kind)
        keys(device, seat, step + (last if n == len(kinds) - 1 else "ok"))
        at = kind


def course(device):
    return device.ask("hand.course")["entries"]


def status(device, field):
    return device.ask("status")[field]


def dealt(device, region):
    """A hand of any region whose dice are thrown, its wild tile known."""
    device.ask("region.set", region=region, options={})
    while status(device, "throw"):
        device.ask("dice.enter", dice=[2, 5][: status(device, "throw")["dice"]])
    if status(device, "phase") == "wild":
        device.ask("wild.set", tile="5p")
    return keys(device, 0, "no")


def claimed(device, giver=2):
    """South claims all pungs off a discard by patterns; it is sent."""
    keys(device, 1, "hu")
    choose(device, 1, {0: 1, 2: 2, 3: 3}[giver])
    keys(device, 1, "down ok")  # patterns
    choose(device, 1, 3)  # all pungs
    return keys(device, 1, "hu ok ok")  # done, no winning tile, claim


def bloody(device):
    at_table(device, "xuezhan")
    for seat in range(4):
        keys(device, seat, "down ok")
    return device


def recorded(device):
    """The record of the hand that was scored last, out of the journal."""
    return record.unpack(happened(device, events.HAND)[-1]["record"])


def happened(device, kind):
    """The events of a kind in the newest segment of the journal."""
    info = device.ask("journal.info")
    data = b""
    while len(data) < info["size"]:
        data += base64.b64decode(device.ask("journal.read", seg=info["last"], off=len(data), n=512)["data"])
    source = io.BytesIO(data[segment.HEADER :])
    return [events.parse(event) for event, _ in segment.records(source.read) if events.kind(event) == kind]
