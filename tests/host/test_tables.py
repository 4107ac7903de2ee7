"""Which table is meant, among tables that run, stand at their prompt, speak another protocol or are none."""

import json
from contextlib import ExitStack

import pytest

from mjtable import folders, link, simulators, tables
from mjtable.errors import AtPrompt, NewerProtocol, NoSuchTable, NotRemembered, NotUnderstood, SeveralTables
from tests.host.fake import HELLO, Prompt, PtyTable, result

OTHER = {**HELLO, "id": "ffffffffffffffff", "name": "West room"}


@pytest.fixture
def plugged(monkeypatch, home, tmp_path):
    """plugged(table, ...) puts these tables on ports that mjtable finds."""
    monkeypatch.setattr(tables, "usb_ports", list)
    monkeypatch.setattr(link, "LOOK_SECONDS", 0.3)
    monkeypatch.setattr(link, "ANSWER_SECONDS", 0.3)
    with ExitStack() as stack:

        def put(*ptys):
            for pty in ptys:
                stack.enter_context(pty)
                flash = tmp_path / pty.port.replace("/", "_")
                flash.touch()
                stack.callback(simulators.unregister, simulators.register(pty.port, flash))

        yield put


def saying(hello):
    return PtyTable(lambda request: [result(request, hello if request["method"] == "hello" else {})])


def test_a_table_with_another_protocol_or_none_does_not_stop_the_others(plugged):
    plugged(saying(HELLO), saying({"proto": 2}), saying({"proto": 1, "id": []}), PtyTable(lambda request: []))
    seen = [tables.look(port) for port in tables.ports()]
    assert sorted(type(one.problem).__name__ for one in seen) == [
        "NewerProtocol",
        "NoAnswer",
        "NoneType",
        "NotUnderstood",
    ]
    with tables.connect() as found:
        assert found.hello["id"] == HELLO["id"]


def test_a_table_that_is_not_found_may_be_the_one_that_cannot_be_spoken_to(plugged):
    plugged(saying(HELLO), saying({"proto": 2}))
    with pytest.raises(NewerProtocol):
        tables.connect("West room")


def test_nor_is_a_stranger_alone_called_missing(plugged):
    plugged(saying({"proto": 1}), PtyTable(lambda request: []))
    with pytest.raises(NotUnderstood):
        tables.connect()


def test_a_silent_port_is_just_not_the_table(plugged):
    plugged(saying(HELLO), PtyTable(lambda request: []))
    with pytest.raises(NoSuchTable):
        tables.connect("West room")


def test_a_table_is_called_by_its_name(plugged):
    plugged(saying(HELLO), saying(OTHER))
    with tables.connect("West room") as found:
        assert found.hello["id"] == OTHER["id"]


@pytest.mark.parametrize("named, port", [("COM3", True), ("com12", True), ("/dev/ttyACM0", True), ("Committee", False)])
def test_what_is_a_port(named, port):
    assert tables.is_port(named) == port


# ---------------------------------------------------------------- at the prompt


def stopped(hello=HELLO):
    return Prompt(lambda request: [result(request, hello if request["method"] == "hello" else {})])


def test_a_stopped_table_is_said_to_be_one(plugged):
    plugged(saying(HELLO), stopped(OTHER))
    with pytest.raises(AtPrompt):
        tables.connect("West room")


def test_the_stopped_one_is_resumed(plugged):
    plugged(saying(HELLO), stopped(OTHER))
    with tables.resume() as found:
        assert found.hello["id"] == OTHER["id"]
    assert OTHER["id"] in tables.remembered()


def test_of_several_stopped_ones_the_remembered_one_is_resumed_by_its_name(plugged):
    first, second = stopped(), stopped(OTHER)
    plugged(first, second)
    with pytest.raises(SeveralTables):
        tables.resume()
    saved = {OTHER["id"]: {"port": second.port, "serial_number": None, "name": "West room"}}
    (folders.made(folders.config()) / "tables.json").write_text(json.dumps(saved))
    with tables.resume("West room") as found:
        assert found.hello["id"] == OTHER["id"]
    with tables.resume(first.port) as found:
        assert found.hello["id"] == HELLO["id"]


def test_a_table_that_runs_need_not_be_resumed(plugged):
    running = saying(HELLO)
    plugged(running)
    with tables.resume() as found:
        assert found.hello["id"] == HELLO["id"]
    assert {request["method"] for request in running.requests} == {"hello", "clock"}


# ---------------------------------------------------------------- the saved tables


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b"[" * 100_000,
        b'{"a": 5, "b": {}, "c": {"port": 7, "serial_number": null, "name": "x"}}',
        b'{"a": {"port": "/dev/x", "serial_number": null, "name": "x", "flash": 1}}',
    ],
)
def test_a_damaged_file_stops_nothing_and_is_written_anew(plugged, damaged):
    (folders.made(folders.config()) / "tables.json").write_bytes(damaged)
    assert tables.remembered() == {}
    plugged(saying(HELLO))
    tables.connect().close()
    assert list(tables.remembered()) == [HELLO["id"]]


def test_a_name_that_is_no_text_can_be_saved_and_read(plugged):
    plugged(saying({**HELLO, "name": "\udcff"}))
    for _ in range(2):
        with tables.connect() as found:
            assert tables.remembered()[HELLO["id"]]["name"] == found.hello["name"]


def test_a_folder_that_cannot_be_had_is_warned_of(plugged, home):
    home.mkdir(exist_ok=True)
    (home / "config").write_text("no folder")
    plugged(saying(HELLO))
    with pytest.warns(NotRemembered, match=str(home / "config")):
        tables.connect().close()


def test_a_file_that_cannot_be_written_leaves_nothing_behind(plugged):
    (folders.config() / "tables.json" / "x").mkdir(parents=True)
    plugged(saying(HELLO))
    with pytest.warns(NotRemembered):
        tables.connect().close()
    assert [path.name for path in folders.config().iterdir()] == ["tables.json"]
