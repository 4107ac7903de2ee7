"""The running table when things go wrong: the prompt, broken parts, flash, clock and settings that cannot be."""

import subprocess
import sys

import pytest

from engine_core import wire
from mjtable import simulator
from tests.firmware.playing import DICE, ROOT, copy_with, expected, leave, packed, page, screens
from tests.firmware.simulated import Device, Refused


def test_mpremote_works_on_a_running_table(tmp_path):
    """It sends Ctrl-C, and the table makes room for it; started from there, it runs again, and gives way again."""
    with simulator.Simulator(tmp_path / "flash.img") as table:
        for command in ("print(6 * 7)", "import firmware.main; firmware.main.run()", "print(6 * 7)"):
            follow = ["--no-follow"] if "run()" in command else []
            done = subprocess.run(
                [sys.executable, "-m", "mpremote", "connect", table.port, "resume", "exec", *follow, command],
                capture_output=True, timeout=20, check=True,
            )  # fmt: skip
            assert follow or done.stdout.split() == [b"42"]
        assert table.starts == 1


def test_the_table_comes_back_from_the_prompt(device):
    device.ask("region.set", region="ningbo", options={})
    device.ask("correct", delta=[3, -3, 0, 0], reason="")
    leave(device)
    device.write(b"import firmware.main\rfirmware.main.run()\r")
    device.wait_for(b"run()")
    assert device.ask("status")["scores"] == [3, -3, 0, 0]
    leave(device)


def test_ctrl_c_works_in_the_middle_of_a_line_and_of_an_answer(device):
    device.write(b'~{"id":"x","meth')
    device.send("screen", display=4)
    device.write(b'~{"id":"x","meth\x03')
    device.wait_for(b">>> ")


def test_a_display_that_fails_does_not_stop_the_scores(tmp_path):
    broken = (ROOT / "firmware" / "screens.py").read_text()
    broken += "\n\ndef fail(*args):\n    raise IndexError('no glyph')\n\n\nScreens.render = Screens.result = fail\n"
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "screens", broken)).start()
    try:
        device.ask("region.set", region="ningbo", options={})
        with pytest.raises(Refused) as error:
            device.ask("screen", display=0)
        assert error.value.code == wire.INTERNAL_ERROR
        assert device.ask("hand.win", record=packed("ningbo-02"))["scores"] == expected("ningbo-02")["delta"]
        assert any("no glyph" in note for note in device.ask("log")["notes"])
        device.restart()
        assert device.ask("status")["scores"] == expected("ningbo-02")["delta"]
    finally:
        device.kill()


BREAKS = {
    "keys": ("boards/unix", "Board.keys = fail\n"),
    "the sensors": ("boards/unix", "Board.walls = fail\n"),
    "a display": ("boards/unix", "Board.displays = (0, 4)\nBoard.show = fail\n"),
    "every page": ("screens", "Screens.render = fail\n"),
    "the result's page": ("screens", "Screens.result = fail\n"),
    "the stage": ("stage", "Stage.shown = Stage.happened = Stage.ended = fail\nStage.message = property(fail)\n"),
    "the panel": ("panel", "Panel.tick = Panel.happened = Panel.connected = fail\n"),
    "the dice": ("game", "dice.Mixer.secret = fail\n"),
    "what is not needed": ("game", "Game.unload = fail\n"),
    "notices": ("link", "Link.notice = fail\n"),
}


@pytest.mark.parametrize("part", BREAKS)
def test_a_part_that_fails_does_not_stop_the_scores(tmp_path, part):
    """Every task of the app, and every part of it that something from outside reaches, with a slip in it."""
    name, broken = BREAKS[part]
    module = (ROOT / "firmware" / (name + ".py")).read_text()
    module += "\n\ndef fail(*args):\n    raise IndexError('a slip')\n\n\n" + broken
    device = Device(tmp_path, copy_with(tmp_path / "firmware", name, module)).start()
    try:
        device.ask("hello", proto=1) if part != "the panel" else None
        device.ask("region.set", region="ningbo", options={})
        assert device.ask("hand.win", record=packed("ningbo-02"))["scores"] == expected("ningbo-02")["delta"]
        assert device.ask("correct", delta=[1, -1, 0, 0], reason="")["seq"]
        noted = [note for note in device.ask("log")["notes"] if "a slip" in note]
        assert len(noted) == len(set(noted))  # each once
        device.restart()
        scores = [a + b for a, b in zip(expected("ningbo-02")["delta"], [1, -1, 0, 0], strict=True)]
        assert device.ask("status")["scores"] == scores
    finally:
        device.kill()


def test_what_goes_wrong_when_trouble_is_noted_is_no_trouble_of_its_own(tmp_path):
    """Each event has it fail in another way, and so has each note."""
    broken = (ROOT / "firmware" / "panel.py").read_text()
    broken += (
        "\n\ndef fail(self, times=[]):\n    times.append(1)\n    raise IndexError('slip %d' % len(times))\n\n\n"
        "Panel.happened = fail\n"
    )
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "panel", broken)).start()
    try:
        device.ask("region.set", region="ningbo", options={})
        assert device.ask("hand.win", record=packed("ningbo-02"))["scores"] == expected("ningbo-02")["delta"]
        noted = [note for note in device.ask("log")["notes"] if "slip" in note]
        assert noted == [f"listener: IndexError slip {n}" for n in range(1, 5)]  # two events, a note of each
    finally:
        device.kill()


def test_a_link_that_fails_starts_again_and_says_so(tmp_path):
    text = (
        "\n\nsend = Link._send\n\n\nasync def fail(self, frame, tries=[]):\n    tries.append(1)\n"
        "    if len(tries) == 2:\n        raise IndexError('a slip')\n    await send(self, frame)\n\n\n"
        "Link.notice = lambda *args: None\nLink._send = fail\n"
    )
    module = (ROOT / "firmware" / "link.py").read_text() + text
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "link", module)).start()
    try:
        device.ask("region.set", region="ningbo", options={})
        for _ in range(2):  # as a laptop does that hears nothing
            device.send("correct", ident="again-1", delta=[1, -1, 0, 0], reason="")
        device.answer("again-1")
        assert device.ask("status")["scores"] == [1, -1, 0, 0]
        assert any("link: IndexError a slip" in note for note in device.ask("log")["notes"])
    finally:
        device.kill()


def test_a_page_that_could_not_be_shown_is_tried_again(tmp_path):
    loose = (ROOT / "firmware" / "boards" / "unix.py").read_text() + (
        "\n\ndef show(self, display, page, tries=[]):\n    tries.append(1)\n    if len(tries) < 20:\n"
        "        raise OSError(5)\n    print('shown at last')\n\n\nBoard.displays = (4,)\nBoard.show = show\n"
    )
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "boards/unix", loose)).start()
    try:
        device.wait_for(b"shown at last")  # nothing has happened at the table meanwhile
    finally:
        device.kill()


@pytest.mark.parametrize("data", [b"{1:2}", b"{}", b"\xff" * 3000, b'{"name":[[[1]]],"id":7}'])
def test_settings_of_any_kind_start_the_table(device, data):
    ident = device.ask("hello", proto=1)["id"]
    leave(device)
    script = f"import vfs; f=open('/flash/config.json','wb'); f.write({data!r}); f.close()"
    device.write(b"import firmware.boards.unix as u; b=u.board(); " + script.encode() + b"; b.close()\r")
    device.wait_for(b"b.close()")
    device.restart()
    hello = device.ask("hello", proto=1)
    assert (hello["id"], hello["name"]) == (ident, "mjtable")


def test_while_nothing_is_stored_the_middle_display_says_so(tmp_path):
    module = (ROOT / "firmware" / "journal.py").read_text() + (
        "\n\ndef write(self, data, again=True):\n    self._unstored(OSError(5))\n\n\n"
        "def rotate(self, table):\n    self._unstored(OSError(5))\n\n\n"
    )
    broken = copy_with(tmp_path / "firmware", "journal", module + "Journal._write, Journal._rotate = write, rotate\n")
    device = Device(tmp_path, broken).start()
    try:
        answer = device.ask("region.set", region="ningbo", options={})
        assert answer["stored"] is False
        device.press((1, "no"))  # takes the first notice away
        said = screens(device)[4]
        status = device.ask("status")
        assert (status["stored"], status["trouble"]) == (False, "flash: failed, error 5")
        device.ask("dice.enter", dice=DICE)
        assert screens(device)[4] != said
        device.ask("hand.abort")
        assert screens(device)[4] == said
        assert said == page("own", "c21d-flash-fails.zh")
    finally:
        device.kill()


def test_the_firmware_lives_in_the_heap_of_the_simulator(device):
    device.ask("hello", proto=1)
    for region in ("guigang", "ningbo"):
        device.ask("region.set", region=region, options={})
        device.ask("hand.win", record=packed(region + "-02", dealer=device.ask("status")["dealer"]))
        screens(device)
        assert device.ask("status")["heap"]["free"] > 100_000


def test_a_clock_that_cannot_be_does_not_stop_the_scores(tmp_path):
    for i, bad in enumerate((-1, 4294967295, 1 << 40, 7)):
        folder = tmp_path / str(i)
        folder.mkdir()
        module = (ROOT / "firmware" / "boards" / "unix.py").read_text() + f"\n\nBoard.time = lambda self: {bad}\n"
        device = Device(folder, copy_with(folder / "firmware", "boards/unix", module)).start()
        try:
            device.ask("region.set", region="ningbo", options={})
            assert device.ask("correct", delta=[1, -1, 0, 0], reason="")["scores"] == [1, -1, 0, 0]
        finally:
            device.kill()


def test_a_place_of_the_journal_that_cannot_be_read_is_refused_and_nothing_else(tmp_path):
    seek = "                file.seek(offset)\n"
    broken = "                if offset == 100:\n                    raise OSError(5)\n" + seek
    module = (ROOT / "firmware" / "journal.py").read_text().replace(seek, broken)
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "journal", module)).start()
    try:
        notes = device.ask("log")["notes"]
        with pytest.raises(Refused) as error:
            device.ask("journal.read", seg=1, off=100, n=10)
        assert (error.value.code, error.value.field) == (wire.REFUSED, "flash")
        assert str(error.value) == "flash: segment 1 cannot be read at 100"
        assert device.ask("journal.read", seg=1, off=110, n=10)["size"] > 110
        assert device.ask("log")["notes"] == notes
    finally:
        device.kill()


@pytest.mark.parametrize("heap", ["340k", "400k"])
def test_a_table_that_is_kept_busy_does_not_run_out_of_heap(tmp_path, heap):
    """Heap in crumbs would fail first where flash and displays need a kilobyte in one piece."""
    device = Device(tmp_path, heap=heap).start()
    try:
        device.ask("region.set", region="ningbo", options={})
        for _hand in range(60):
            device.ask("dice.throw")
            if device.ask("status")["phase"] == "throw":
                device.ask("dice.throw")
            device.ask("wild.set", tile="5m")
            for _ in range(8):
                device.ask("wall.event", event="draw")
            screens(device)
            device.ask("hand.abort")
            for _ in range(8):
                seq = device.ask("correct", delta=[1, -1, 0, 0], reason="a reason as long as people write them " * 2)[
                    "seq"
                ]
        assert device.ask("status")["stored"]
        assert device.ask("journal.info")["seq"] >= seq
        assert len(device.ask("log")["notes"]) == 1  # that it was switched on
    finally:
        device.kill()


def test_the_methods_are_let_go_and_come_back(tmp_path):
    """A seal is made when the table is quiet, and then the methods go: here without waiting a minute for it."""
    module = (ROOT / "firmware" / "service.py").read_text().replace("QUIET = 60000", "QUIET = -1")
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "service", module)).start()
    try:
        device.ask("region.set", region="guigang", options={})
        device.wait_for(b'"kind":"SEAL"')
        assert device.ask("status")["phase"] == "ready"
        device.heard = b""
        device.ask("dice.throw")
        device.ask("hand.abort")
        device.wait_for(b'"kind":"SEAL"')
        leave(device)
        device.heard = b""
        device.write(b"import sys; print('loaded', 'firmware.methods' in sys.modules)\r")
        device.wait_for(b"loaded False")
    finally:
        device.kill()
