"""Several commands at one table at once, each a process: one owns the port, the others go through it."""

import queue

from mjtable.owner import Owner
from tests.e2e.run import DEADLINE

AT_ONCE = 5


def test_commands_at_once_do_not_garble_each_other(home, table):
    home.json("region", "set", "ningbo")
    running = [home.start("correct", "1", "0", "0", "-1", "--reason", str(n), "--json") for n in range(AT_ONCE)]
    for process in running:
        _, err = process.communicate(timeout=DEADLINE)
        assert process.returncode == 0, err
    assert home.json("status")["status"]["scores"] == [AT_ONCE, 0, 0, -AT_ONCE]
    synced = home.json("sync")
    assert (synced["differences"], synced["missing"]) == ([], [])


def test_commands_work_while_a_program_has_the_table(home, table, monkeypatch):
    monkeypatch.setenv("MJTABLE_HOME", home.environment["MJTABLE_HOME"])
    heard = queue.Queue()
    with Owner() as owner:
        owner.found.append(lambda hello: heard.put(hello["id"]))
        owner.heard.append(lambda notice: heard.put(notice["params"]["kind"]))
        assert heard.get(timeout=DEADLINE) == table.id
        assert home.process("region", "set", "ningbo").code == 0
        said = [heard.get(timeout=DEADLINE)]
        while said[-1] != "REGION":
            said.append(heard.get(timeout=DEADLINE))
        assert owner.request("status")["region"] == "ningbo"
        assert home.process("correct", "1", "0", "0", "-1").code == 0
        assert owner.request("status")["scores"] == [1, 0, 0, -1]
        assert home.process("doctor").code == 0
