"""The real mpremote on a running (simulated) table: Ctrl-C reaches MicroPython, and the table comes back afterwards."""

import os
import signal
import subprocess
import sys

import pytest

from mjtable import simulator
from tests.e2e.controllers import controller
from tests.e2e.run import fails

pytest.importorskip("mpremote")


def mpremote(*arguments):
    command = [sys.executable, "-m", "mpremote", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_mpremote_works_on_a_running_table(home, table):
    home.json("region", "set", "ningbo")
    asked = mpremote("connect", table.port, "resume", "exec", "import sys; print(sys.implementation.name, 6 * 7)")
    assert asked.strip() == "micropython 42"
    assert "prompt answers" in home.json("ports")["ports"][0]["problem"]
    assert "mjtable resume" in fails(home, 3, "status")
    os.kill(table.interpreter, signal.SIGKILL)  # power off; the simulator switches it on again
    assert home.json("status")["status"]["region"] == "ningbo"


def test_a_table_left_at_its_prompt_is_resumed(home, table):
    home.json("region", "set", "ningbo")
    mpremote("connect", table.port, "resume", "exec", "pass")
    assert home.json("resume")["table"]["id"] == table.id
    assert home.json("status")["status"]["region"] == "ningbo"
    assert table.id in home.run("resume").out  # which runs already


def test_without_resume_it_makes_a_soft_reset_first_and_works(home, table, tmp_path, monkeypatch):
    """At a controller it does so unless it is told otherwise: main.py is left out then, and the prompt is clean."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("of the PC")
    home.json("region", "set", "ningbo")
    assert mpremote("connect", table.port, "exec", "kept = 1; print(kept)").strip() == "1"
    assert mpremote("connect", table.port, "exec", "print('kept' in globals())").strip() == "False"
    mpremote("connect", table.port, "fs", "cp", "mine.txt", ":there.txt")
    assert mpremote("connect", table.port, "fs", "cat", ":there.txt") == "of the PC"
    assert "there.txt" in mpremote("connect", table.port, "ls")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["mine.txt"]
    kept = home.folder / "home" / "data" / "simulator.flash.files"
    assert [path.name for path in kept.iterdir()] == ["there.txt"]
    assert "mjtable resume" in fails(home, 3, "status")
    assert home.json("resume")["table"]["id"] == table.id
    assert home.json("status")["status"]["region"] == "ningbo"


def test_a_controller_runs_boot_py_and_leaves_main_py_out(home, installed_flash):
    with controller(home, installed_flash) as table:
        boot = "import os; os.mkdir('/begun')"
        mpremote("connect", table.port, "exec", f"f = open('/boot.py', 'w'); f.write({boot!r}); f.close()")
        asked = "import os, sys; print('begun' in os.listdir('/'), 'firmware.main' in sys.modules)"
        assert mpremote("connect", table.port, "exec", asked).strip() == "True False"
        assert "main.py" in mpremote("connect", table.port, "ls")
        mpremote("connect", table.port, "exec", "import os; os.remove('/boot.py')")
        assert home.json("resume")["table"]["board"] == "unix"


def test_as_often_as_one_likes(table):
    for number in range(simulator.QUICK_STOPS + 2):
        assert mpremote("connect", table.port, "exec", f"print({number})").strip() == str(number)


def test_a_soft_reset_at_the_prompt_starts_the_table(home, table):
    assert "soft reboot" not in mpremote("connect", table.port, "exec", "pass")
    mpremote("connect", table.port, "soft-reset")
    mpremote("connect", table.port, "resume", "exec", "--no-follow", "import sys; sys.exit()")
    with open(table.port, "r+b", buffering=0) as port:
        port.write(b"\r\x02\x04")
    assert home.json("status")["table"]["id"] == table.id


def test_a_line_begun_at_the_prompt_is_given_up(home, table):
    with open(table.port, "r+b", buffering=0) as port:
        port.write(b"\x03")
        port.write(b"x = (\r")
    assert home.json("resume")["table"]["id"] == table.id
