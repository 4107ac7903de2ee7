"""Everybody at the table enters something at once while a laptop looks at all displays: the heap is at its fullest."""

import random
from contextlib import contextmanager

import pytest

from engine_core import wire
from tests.firmware.keyed import REGIONS, dealt, keys, status
from tests.firmware.playing import ROOT, copy_with, packed, screens
from tests.firmware.simulated import Device, Refused
from tests.waiting import until

KEYS, WEIGHTS = ("up", "down", "ok", "no", "hu", "draw", "discard", "menu"), (4, 6, 14, 1, 5, 2, 2, 2)
TILES = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)]
STEPS = 60  # of a hand


def entry(rnd):
    """Something that happens at play; a table may refuse it."""
    seat, tile = rnd.randrange(4), rnd.choice(TILES)
    giver = (seat + rnd.randint(1, 3)) % 4
    return rnd.choice(
        [
            {"what": "meld", "seat": seat, "kind": "pung", "tile": tile, "from": giver},
            {"what": "kong", "seat": seat, "kind": "kong", "tile": tile, "from": giver},
            {"what": "kong", "seat": seat, "kind": "concealed_kong", "tile": tile},
            {"what": "win", "seat": seat, "from": giver},
            {"what": "win", "seat": seat},
            {"what": "foul", "seat": seat, "kind": "false_win"},
        ]
    )


def tried(device, method, **params):
    """A request that the rules or the table's phase may refuse, its memory never."""
    try:
        device.ask(method, **params)
    except Refused as error:
        assert error.code != wire.INTERNAL_ERROR, str(error)


@pytest.mark.parametrize("region", ["changsha", "jiujiang", "longgang", "xuezhan"])
def test_four_dialogues_and_a_laptop_have_room_in_the_heap_of_a_pico(tmp_path, region):
    rnd = random.Random(7)
    device = Device(tmp_path, heap="400k").start()
    try:
        device.ask("config.set", lang="en", real_dice=True)
        dealt(device, region)
        for step in range(STEPS):
            if rnd.random() < 0.2:
                tried(device, "hand.play", entry=entry(rnd))
            seat = step % 4
            for _ in range(rnd.choice([1, 2, 4, 8])):
                tried(device, "press", seat=seat, key=rnd.choices(KEYS, WEIGHTS)[0])
            screens(device)
            device.ask("log")
        assert not [note for note in device.ask("log")["notes"] if "Error" in note]
    finally:
        device.kill()


@contextmanager
def failing(tmp_path, dialogue, method):
    """A table at play whose dialogue has no room for this method."""
    module = (ROOT / "firmware" / f"{dialogue}.py").read_text()
    module += f"\n\ndef fail(*args):\n    raise MemoryError('none left')\n\n\nAsk.{method} = fail\n"
    device = Device(tmp_path, copy_with(tmp_path / "firmware", dialogue, module)).start()
    try:
        yield dealt(device, "ningbo")
    finally:
        device.kill()


def test_a_dialogue_that_fails_is_left_and_the_seat_goes_on(tmp_path):
    with failing(tmp_path, "ask_points", "key") as device:
        for _ in range(2):  # the keys of the seat work as ever
            keys(device, 0, "menu up up ok")  # points
            with pytest.raises(Refused, match="none left"):
                device.ask("press", seat=0, key="down")
            told = screens(device)[0]
            keys(device, 0, "no")
            assert screens(device)[0] != told
        keys(device, 0, "draw")
        assert status(device, "turn") == 0
        assert len([note for note in device.ask("log")["notes"] if "none left" in note]) == 1


def test_a_dialogue_that_does_not_begin_is_not_open(tmp_path):
    with failing(tmp_path, "ask_menu", "first") as device:
        with pytest.raises(Refused, match="none left"):
            device.ask("press", seat=0, key="menu")
        keys(device, 0, "draw")
        assert status(device, "turn") == 0


@contextmanager
def full(tmp_path, module, function, tries):
    """A table with a hand in play, seat 1 in a dialogue, that has no room for a method the first times it is asked."""
    text = (ROOT / "firmware" / f"{module}.py").read_text()
    text += (
        f"\n\ndone = {function}\n\n\ndef {function}(s, *args):\n    s.tries = getattr(s, 'tries', 0) + 1\n"
        f"    if s.tries <= {tries}:\n        raise MemoryError('none left')\n    return done(s, *args)\n\n\n"
        f"for name, does in list(METHODS.items()):\n"
        f"    if isinstance(does, tuple):\n"
        f"        METHODS[name] = tuple([{function} if one is done else one for one in does])\n"
        f"    elif does is done:\n"
        f"        METHODS[name] = {function}\n"
    )
    device = Device(tmp_path, copy_with(tmp_path / "firmware", module, text)).start()
    try:
        dealt(device, "ningbo")
        yield keys(device, 1, "hu")
    finally:
        device.kill()


def in_dialogue(device, seat=1):
    """Is the seat in a dialogue: there it takes no tile."""
    keys(device, seat, "draw")
    return status(device, "turn") != seat


@pytest.mark.parametrize(("tries", "stays"), [(1, True), (2, False)])
def test_what_there_is_no_room_for_is_done_once_all_went_that_can(tmp_path, tries, stays):
    """First what is loaded again, then dialogues: nothing is recorded in these."""
    with full(tmp_path, "methods_play", "wall_told", tries) as device:
        left = status(device, "wall")["left"]
        device.ask("wall.event", event="draw")
        assert status(device, "wall")["left"] == left - 1  # it was recorded before there was no room, and once
        assert device.ask("log")["notes"] and not [note for note in device.ask("log")["notes"] if "Error" in note]
        assert in_dialogue(device) is stays


def test_what_there_is_no_room_for_at_all_is_said_and_can_be_repeated(tmp_path):
    with full(tmp_path, "methods_play", "wall_event", 3) as device:
        left = status(device, "wall")["left"]
        with pytest.raises(Refused, match="no room"):
            device.ask("wall.event", event="draw")
        assert status(device, "wall")["left"] == left
        device.ask("wall.event", event="draw")
        assert status(device, "wall")["left"] == left - 1


def test_what_is_asked_again_and_again_is_worth_no_dialogue(tmp_path):
    with full(tmp_path, "methods", "hand_course", 3) as device:
        with pytest.raises(Refused, match="no room"):
            device.ask("hand.course")
        assert device.ask("hand.course")["count"] == 0
        assert in_dialogue(device)


@pytest.mark.parametrize("known", ["by the start", "without a pause"])
def test_a_table_that_has_had_every_region_comes_back_with_its_scores(tmp_path, known):
    """All in one segment: a start goes through them one after the other, and has room for one."""
    device = Device(tmp_path, heap="400k").start()
    try:
        for region in [*REGIONS, "guigang"]:
            device.ask("region.set", region=region, options={})
        if known == "by the start":
            device.restart()
        scores = device.ask("hand.win", record=packed("guigang-02"))["scores"]
        told = status(device, "last")
        device.restart()
        after = device.ask("status")
        assert (after["scores"], after["last"], after["stored"], after["trouble"]) == (scores, told, True, "")
    finally:
        device.kill()


def test_history_that_goes_before_a_laptop_has_it_is_told_until_one_has_the_rest(tmp_path, monkeypatch):
    monkeypatch.setenv("MJTABLE_FLASH_KB", "96")
    device = Device(tmp_path, heap="400k").start()
    try:
        device.ask("region.set", region="guigang", options={})
        before = screens(device)[4]
        for n in range(400):
            device.ask("correct", delta=[1, -1, 0, 0] if n % 2 else [-1, 1, 0, 0], reason="x" * 1200)
            if n % 2 and device.ask("journal.info")["first_seq"] > 1:
                break
        assert device.ask("status")["stored"]
        assert [note for note in device.ask("log")["notes"] if "no laptop had them" in note]
        told = screens(device)[4]
        until(lambda: screens(device)[4] != told)
        marked = screens(device)[4]  # with a triangle
        info = device.ask("journal.info")
        device.ask("journal.ack", seg=info["last"], off=info["size"])
        assert screens(device)[4] not in (told, marked) and before != told
    finally:
        device.kill()
