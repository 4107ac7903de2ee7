"""The real mpremote on a running (simulated) table: Ctrl-C reaches MicroPython, and the table comes back afterwards."""

import os
import signal
import subprocess
import sys

import pytest

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


def test_a_line_begun_at_the_prompt_is_given_up(home, table):
    with open(table.port, "r+b", buffering=0) as port:
        port.write(b"\x03")
        port.write(b"x = (\r")
    assert home.json("resume")["table"]["id"] == table.id
