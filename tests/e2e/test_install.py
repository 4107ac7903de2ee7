"""The firmware onto a controller, up to date and away: the real mpremote, the real interpreter on a littlefs."""

import fcntl
import json
import os
import signal
import tomllib

import pytest

from mjtable import deploy, pinmap
from tests.e2e.controllers import SMALL, controller, files, on_board
from tests.e2e.run import FULL, fails

pytest.importorskip("mpremote")
pytestmark = pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")


@pytest.fixture
def blank(home):
    with controller(home) as running:
        yield running


@pytest.fixture
def installed(home, installed_flash):
    with controller(home, installed_flash) as running:
        yield running


def played(home):
    """An evening has begun: scores, settings, a house, and dice thrown for the next hand."""
    home.json("region", "set", "ningbo")
    home.json("config", "--name", "Two", "--display-lang", "en")
    home.json("dice")
    home.json("wild", "4z")
    home.json("win", "-", given=json.dumps(FULL))
    home.json("dice")
    return state(home)


def refused(home, code, *arguments):
    """What a program is told when a command fails."""
    return json.loads(fails(home, code, *arguments, "--json"))


def state(home):
    status = home.json("status")["status"]
    for passing in ("seq", "heap", "trouble"):
        del status[passing]
    return status, home.json("config")


def test_a_blank_controller_becomes_a_table(home, blank):
    assert "prompt" in fails(home, 3, "status")
    told = home.run("install", "--board", "unix")
    assert told.code == 0 and "runs firmware 0.1.0" in told.out, told
    assert home.json("status")["status"]["phase"] == "new"
    assert home.run("doctor").code == 0
    there = files(blank.port)
    assert {"/main.py", "/mjtable.txt", "/firmware/_app.bin", "/data/id.txt"} <= set(there)
    assert {f"/engine_core/regions/{name}.mpy" for name in deploy.regions()} <= set(there)
    assert not [name for name in there if name.endswith((".new", ".plan"))]


def test_the_table_starts_whenever_it_is_switched_on(home, installed):
    before = home.json("status")["table"]["id"]
    os.kill(installed.interpreter, signal.SIGKILL)  # power off; the simulator switches it on again
    assert home.json("status")["table"]["id"] == before


def test_installed_again_nothing_is_copied_and_the_table_goes_on(home, installed):
    before = played(home)
    told = home.json("install")
    assert (told["copied"], told["removed"]) == (0, 0) and told["before"] == told["after"]
    assert state(home) == before


def test_an_update_copies_what_changed_and_keeps_the_scores(home, installed):
    before = played(home)
    seq = home.json("sync")["seq"]
    script = """
import os
for name in ("/firmware/glyphs/OFL.txt", "/firmware/older.mpy"):
    with open(name, "w") as f:
        f.write("older")
os.remove("/engine_core/texts.tsv")
"""
    on_board(installed.port, script)
    home.json("resume")
    told = home.json("update")
    assert (told["copied"], told["removed"]) == (2, 1)
    assert told["before"] == told["after"] is not None
    assert state(home) == before
    after = home.json("sync")  # the same journal goes on
    assert after["seq"] > seq and after["differences"] == [] and after["compared"]
    assert "/firmware/older.mpy" not in files(installed.port)


def test_a_firmware_that_does_not_start_is_put_right(home, installed):
    before = played(home)
    script = """
for name in ("/firmware/main.py", "/firmware/_app.bin"):
    with open(name, "w") as f:
        f.write("older")
"""
    on_board(installed.port, script)
    told = home.json("install")
    assert (told["copied"], told["removed"], told["before"]) == (1, 1, None)
    assert state(home) == before
    assert "/firmware/game.py" not in files(installed.port)


def test_an_update_says_so_in_both_languages(home, installed):
    home.json("region", "set", "ningbo")
    assert "Scores, game, settings and journal are as before" in home.run("update").out
    assert "分数、牌局、设置、记录与更新前相同" in home.run("update", "--lang", "zh").out


def test_other_regions_come_when_asked_for(home, installed):
    told = home.json("install", "--region", "ningbo,guigang")
    assert told["copied"] >= 2 and told["removed"] == 0
    home.json("region", "set", "guigang")
    assert refused(home, 1, "install", *SMALL)["region"] == "guigang"
    assert home.json("status")["status"]["region"] == "guigang"  # a refusal leaves it running
    assert "nowhere" in fails(home, 2, "install", "--region", "nowhere")


def test_where_old_and_new_have_no_room_the_old_files_go_first(home):
    home.environment["MJTABLE_FLASH_KB"] = "896"
    with controller(home) as running:
        home.json("install", *SMALL)
        before = played(home)
        script = """
import os
for name in os.listdir("/firmware"):
    if name.endswith((".mpy", ".tsv")):
        with open("/firmware/" + name, "r+b") as f:
            f.write(b"older")
"""
        on_board(running.port, script)
        told = home.run("update")
        assert told.code == 0 and "the old files go first" in told.out, told
        assert state(home) == before


def test_a_flash_that_is_too_small_is_refused(home):
    home.environment["MJTABLE_FLASH_KB"] = "256"
    with controller(home) as running:
        told = refused(home, 1, "install")
        assert told["error"] == "no_room" and told["free"] < told["need"]
        assert files(running.port) == []


@pytest.mark.parametrize(
    "arguments, error",
    [(("install", "--board", "unix", "--pins", "none.toml"), "bad_pin_map"), (("update",), "not_installed")],
)
def test_what_cannot_be_leaves_the_controller_as_it_is(home, blank, arguments, error):
    assert refused(home, 1, *arguments)["error"] == error
    assert files(blank.port) == []


def test_an_unknown_controller_is_refused_with_those_there_are(home, blank):
    assert "unix" in fails(home, 2, "install", "--board", "toaster")


def test_a_newer_firmware_is_not_gone_back_from(home, installed):
    script = """
with open("/mjtable.txt") as f:
    rest = f.read().split("\\n", 1)[1]
with open("/mjtable.txt", "w") as f:
    f.write("mjtable 9.0.0 unix ningbo\\n" + rest)
"""
    on_board(installed.port, script)
    home.json("resume")
    for command in ("update", "install"):
        told = refused(home, 1, command)
        assert (told["error"], told["have"]) == ("older_than_table", "9.0.0")
    assert home.json("status")["table"]["fw"] == "0.1.0"
    assert home.json("update", "--force")["version"] == "0.1.0"


def test_somebody_elses_program_is_given_back(home, blank):
    on_board(blank.port, "with open('/main.py', 'w') as f: f.write('print(6 * 7)')")
    assert "--force" in refused(home, 1, "install", *SMALL)["message"]
    home.json("install", *SMALL, "--force")
    home.json("update")
    assert "/main.py.before" in files(blank.port)
    home.json("uninstall", "--yes")
    assert files(blank.port) == ["/main.py"]
    assert on_board(blank.port, "print(open('/main.py').read())") == ["print(6 * 7)"]


def test_uninstalled_the_data_go_only_when_they_shall(home, installed):
    before = played(home)
    ident = home.json("status")["table"]["id"]
    assert "--yes" in fails(home, 1, "uninstall", "--keep-data")
    assert home.run("uninstall", "--keep-data", given="n\n", terminal=True).code == 1
    assert home.json("status")["table"]["id"] == ident
    told = home.run("uninstall", "--keep-data", given="y\n", terminal=True)
    assert told.code == 0 and "still there" in told.out, told
    assert all(name.startswith("/data/") for name in files(installed.port))
    home.json("install", *SMALL)
    assert state(home) == before and home.json("status")["table"]["id"] == ident
    assert home.json("uninstall", "--yes")["data"]["kept"] is False
    assert files(installed.port) == []


def test_a_pin_map_of_ones_own_is_written_and_kept(home, installed):
    own = pinmap.shipped()["pico.spi"].read_bytes()
    (home.folder / "own.toml").write_bytes(own)
    home.json("install", "--pins", "own.toml")
    assert home.json("update")["copied"] == 0
    (written,) = on_board(installed.port, "print(open('/pins.json').read())")
    assert json.loads(written) == tomllib.loads(own.decode())


def test_a_simulated_table_is_no_controller(home, table):
    """Its firmware lies among the PC's own files: nothing may be written there."""
    for command in (("install",), ("install", "--force"), ("uninstall", "--yes")):
        assert refused(home, 3, *command)["error"] == "no_controller"
    said = home.run("doctor", "--selftest")
    assert said.code == 3 and "Traceback" not in said.out + said.err
    assert home.run("resume").code == 0


def test_a_port_in_use_is_told(home, installed):
    held = os.open(installed.port, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    try:
        assert refused(home, 3, "update")["error"] == "port_busy"
    finally:
        os.close(held)


def test_with_two_controllers_one_has_to_be_named(home, installed):
    with home.sim():
        assert installed.port in fails(home, 3, "install")
        assert home.json("install", "--port", installed.port)["copied"] == 0


def test_without_a_controller(home):
    assert "no table found" in fails(home, 3, "install")
    assert "no table found" in fails(home, 3, "uninstall", "--yes")


def test_a_firmware_that_does_not_start_is_told_with_its_reason(home, installed):
    on_board(installed.port, "with open('/asyncio.py', 'w') as f: f.write('raise ValueError(1234)')")
    told = refused(home, 3, "resume")
    assert (told["error"], told["why"]) == ("not_started", "ValueError: 1234")
    told = refused(home, 1, "install")
    assert (told["error"], told["why"]) == ("start_fails", "ValueError: 1234")
    assert "ValueError: 1234" in home.run("doctor").out
    on_board(installed.port, "import os; os.remove('/asyncio.py')")
    assert home.json("install")["copied"] == 0
