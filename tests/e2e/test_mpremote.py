"""The real mpremote on a running (simulated) table: Ctrl-C reaches MicroPython, and the table comes back afterwards."""

import os
import signal
import subprocess
import sys

import pytest

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
    assert "no table answers" in home.json("ports")["ports"][0]["problem"]  # it is at its prompt
    os.kill(table.interpreter, signal.SIGKILL)  # power off; the simulator switches it on again
    assert home.json("status")["status"]["region"] == "ningbo"
