import os
import shutil
import signal

import pytest

from mjtable import deploy, simulator, simulators, tables
from mjtable.errors import FlashInUse, NoInterpreter, NoSuchTable, NoTable, PortMissing, SeveralTables, SimulatorError
from mjtable.link import Link
from mjtable.regions import regions
from mjtable.simulator import Simulator
from tests.waiting import DEADLINE, until


@pytest.fixture
def table(tmp_path, built):
    with Simulator(tmp_path / "table.flash") as running:
        yield running


def test_the_real_firmware_answers_on_the_port(table):
    with table.greet() as link:
        assert link.hello["board"] == "unix"
        assert link.request("region.list")["regions"] == regions()


def test_its_heap_is_twice_that_of_a_pico(table):
    with table.greet() as link:
        heap = link.request("status")["heap"]
    assert 350_000 < heap["free"] + heap["alloc"] <= 400 * 1024


def test_a_power_cut_keeps_the_port_and_what_was_acknowledged(table):
    with table.greet() as link:
        seq = link.request("region.set", region="ningbo", options={})["seq"]
        ident, port = link.hello["id"], table.port
        table.kill()
        assert table.pid is None
        table.restart()
        status = link.request("status")
        assert (status["region"], table.port) == ("ningbo", port)
        assert status["seq"] > seq
    with table.greet() as link:
        assert link.hello["id"] == ident


def test_a_request_on_the_way_while_the_power_is_off_is_answered_when_it_is_back(table):
    with table.greet() as link:
        table.kill()
        link._port.write(b"~lost\n")
        table.restart()
        assert link.request("region.set", region="guigang", options={})["seq"] > 0


def test_a_table_that_ends_starts_again_as_after_a_reset(table):
    with table.greet() as link:
        first = table.pid
        os.kill(first, signal.SIGKILL)
        until(lambda: table.pid not in (None, first))
        assert link.request("status")["phase"] == "new"


def test_the_power_is_cut_in_the_middle_of_a_write(tmp_path, built):
    with Simulator(tmp_path / "flash", cut=tmp_path / "cut", respawn=False) as table:
        with table.greet() as link:
            ident = link.hello["id"]
            (tmp_path / "cut").write_text("1")
            link._port.write(link._message("region.set", {"region": "ningbo", "options": {}})[0])
            assert table.was_cut.wait(DEADLINE)
        assert table.pid is None
        table.restart()
        with table.greet() as link:
            assert link.hello["id"] == ident


def test_a_laptop_that_does_not_read_does_not_hold_the_table_up(table):
    with table.greet() as link:
        link.request("region.set", region="ningbo", options={})
        for _ in range(100):  # some 140 kB of answers that nobody fetches
            link._port.write(link._message("screen", {"display": 0})[0])
    with table.greet() as link:
        assert link.request("status")["region"] == "ningbo"
    assert table.starts == 1


def test_one_flash_is_used_by_one_simulator(table):
    with pytest.raises(FlashInUse) as e, Simulator(table.flash):
        pass
    assert "another simulator" in str(e.value)


def test_an_erased_flash_makes_a_new_table(tmp_path, built):
    idents = set()
    for new in (False, False, True):
        with Simulator(tmp_path / "flash", new=new) as table, table.greet() as link:
            idents.add(link.hello["id"])
    assert len(idents) == 2


def test_firmware_that_does_not_start_is_said_with_what_it_printed(tmp_path, monkeypatch):
    def broken(command):
        (tmp_path / "fw" / "firmware").mkdir(parents=True)
        (tmp_path / "fw" / "firmware" / "main.py").write_text("print('no such thing')\n")
        return tmp_path / "fw"

    monkeypatch.setattr(simulator, "firmware_for", broken)
    monkeypatch.setattr("mjtable.link.ANSWER_SECONDS", 0.1)
    with Simulator(tmp_path / "flash") as table, pytest.raises(SimulatorError) as e:
        table.greet()
    assert "no such thing" in str(e.value)


def test_firmware_that_ends_at_once_is_not_started_for_ever(tmp_path, monkeypatch, built):
    monkeypatch.setenv("MJTABLE_MICROPYTHON", "/bin/true")
    monkeypatch.setattr(simulator, "firmware_for", lambda command: built)
    with Simulator(tmp_path / "flash") as table:
        until(lambda: table.broken)
    assert table.starts == simulator.QUICK_STOPS
    assert "again and again" in str(table.broken)


def test_a_flash_that_cannot_be_written_is_said(tmp_path, built):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(SimulatorError) as e, Simulator(tmp_path / "file" / "flash"):
        pass
    assert str(tmp_path / "file" / "flash") in str(e.value)


def test_a_flash_that_is_a_folder_is_said(tmp_path, built):
    with pytest.raises(SimulatorError) as e, Simulator(tmp_path):
        pass
    assert "this is a folder" in e.value.message("en") and "文件夹" in e.value.message("zh")


@pytest.mark.parametrize("flash, heap, why", [(bytes(100_000), "400k", "no file system"), (None, "60k", "Memory")])
def test_why_a_table_does_not_start_is_one_line(tmp_path, monkeypatch, built, flash, heap, why):
    monkeypatch.setattr("mjtable.link.ANSWER_SECONDS", 0.3)
    if flash:
        (tmp_path / "flash").write_bytes(flash)
    with Simulator(tmp_path / "flash", heap=heap) as table, pytest.raises(SimulatorError) as e:
        table.greet()
    assert why in str(e.value) and "\n" not in str(e.value)


def test_the_interpreter_leaves_nothing_in_the_users_home(tmp_path, monkeypatch, built):
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    (tmp_path / "me").mkdir()
    with Simulator(tmp_path / "flash") as table:
        with table.greet():
            pass
        with open(table.port, "r+b", buffering=0) as port:  # stop the firmware, type something, leave
            os.set_blocking(port.fileno(), False)
            said = bytearray()
            port.write(b"\x03")
            until(lambda: b">>> " in said or said.extend(port.read(64) or b""))
            port.write(b"1 + 1\r\x04")
            until(lambda: table.starts == 2)
    assert list((tmp_path / "me").iterdir()) == []


def test_without_an_interpreter_it_is_said_how_to_get_one(monkeypatch):
    monkeypatch.setattr(simulator, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NoInterpreter) as e:
        simulator.interpreter()
    assert "pip install 'mjtable[simulator]'" in str(e.value)


def test_sources_are_run_where_there_is_no_compiler(tmp_path, monkeypatch):
    monkeypatch.setattr(deploy, "compiler", lambda: None)
    with Simulator(tmp_path / "flash") as table, table.greet() as link:
        assert link.request("status")["phase"] == "new"


# ---------------------------------------------------------------- finding it


def test_a_running_simulator_is_found_and_a_stopped_one_is_not(tmp_path, built):
    with Simulator(tmp_path / "flash") as table:
        assert simulators.running() == {table.port: str(tmp_path / "flash")}
        with tables.connect() as link:
            assert link.device == table.port
    assert simulators.running() == {}


def test_a_simulator_that_was_killed_leaves_no_trace(home):
    leftover = home / "cache"
    leftover.mkdir(parents=True, exist_ok=True)
    (home / "run").mkdir()
    (home / "run" / "sim-1-x.json").write_text('{"port": "/dev/pts/999"}')
    assert simulators.running() == {}
    assert list((home / "run").iterdir()) == []


def test_several_tables_are_named_and_one_can_be_chosen(tmp_path, built):
    with Simulator(tmp_path / "a") as first, Simulator(tmp_path / "b") as second:
        with second.greet() as link:
            ident = link.hello["id"]
            link.request("config.set", name="Hall")
        with pytest.raises(SeveralTables) as e:
            tables.connect()
        assert first.port in str(e.value) and f"{ident} (Hall, {second.port})" in str(e.value)
        with pytest.raises(NoSuchTable, match=rf"\(Hall, {second.port}|, Hall, {second.port}"):
            tables.connect("Attic")
        for named in (second.port, ident):
            with tables.connect(named) as link:
                assert link.device == second.port


def test_a_table_is_found_again_on_another_port(tmp_path, built):
    with Simulator(tmp_path / "a") as table, tables.connect() as link:
        ident, first = link.hello["id"], table.port
    with Simulator(tmp_path / "other"), Simulator(tmp_path / "a") as table:
        assert tables.remembered()[ident]["port"] == first
        with tables.connect(ident) as link:
            assert (link.hello["id"], link.device) == (ident, table.port)
        assert tables.remembered()[ident]["port"] == table.port


def test_a_simulated_table_that_is_away_is_not_looked_for_where_another_is_now(tmp_path, built, monkeypatch):
    with Simulator(tmp_path / "a") as table, tables.connect() as link:
        before = table.port
        table.unplug()
        monkeypatch.setattr("mjtable.link.BACK_SECONDS", 0.3)
        with Simulator(tmp_path / "other") as other:  # it is given the name that is free
            assert tables.where(link.hello["id"]) is None
            with pytest.raises(PortMissing) as e:
                link.request("status")
            assert e.value.values["port"] == before
            with tables.connect() as beside:
                assert beside.device == other.port
            table.plug()
            assert tables.where(link.hello["id"]) == table.port


def test_a_simulated_table_is_forgotten_with_its_flash(tmp_path, built):
    with Simulator(tmp_path / "flash"), tables.connect() as link:
        first = link.hello["id"]
    assert list(tables.remembered()) == [first]
    with Simulator(tmp_path / "flash", new=True), tables.connect() as link:
        second = link.hello["id"]
    assert list(tables.remembered()) == [second]
    (tmp_path / "flash").unlink()
    assert tables.remembered() == {}


def test_no_table_is_said_with_where_it_was_looked_for(monkeypatch):
    monkeypatch.setattr(tables, "usb_ports", list)
    with pytest.raises(NoTable) as e:
        tables.connect()
    assert "mjtable sim" in str(e.value)


def test_a_table_in_use_by_another_program_is_not_called_missing(tmp_path, built):
    with Simulator(tmp_path / "a") as table, Link.open(table.port):
        seen = tables.look(tables.ports()[0])
    assert "another program" in str(seen.problem)


def test_a_cable_that_is_pulled_takes_the_port_away_and_the_table_plays_on(table):
    with table.greet() as link:
        link.request("region.set", region="guigang", options={})
        before, pid = table.port, table.pid
        table.unplug()
        table.unplug()
        assert table.port == "" and simulators.running() == {}
        with pytest.raises(OSError):
            while link.wait_notice(DEADLINE):  # that of the region may have been waiting
                pass
    table.plug()
    table.plug()
    assert table.pid == pid and list(simulators.running()) == [table.port], before
    with table.greet() as link:
        assert link.request("status")["region"] == "guigang"


def test_a_table_whose_cable_is_out_is_closed_as_any(tmp_path, built):
    with Simulator(tmp_path / "table.flash") as running:
        running.unplug()
    assert simulators.running() == {}
