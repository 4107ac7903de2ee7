"""In which language the displays of a table begin."""

import pytest

from mjtable import firststart, tables
from mjtable.commands import device
from mjtable.errors import PortBusy
from mjtable.serialports import Port
from mjtable.simulator import Simulator


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_new_table_begins_in_the_language_of_whoever_set_it_up(built, tmp_path, lang):
    with Simulator(tmp_path / "flash") as table:
        device._hello(table, lang)
        with table.greet() as link:
            assert link.request("config.get")["lang"] == lang


def test_a_table_that_was_in_use_stays_as_it_is(built, tmp_path):
    with Simulator(tmp_path / "flash") as table:
        device._hello(table, "en")
        table.restart()
        with table.greet() as link:
            firststart.speak(link, "zh")
            assert link.request("config.get")["lang"] == "en"


def test_what_is_wrong_with_a_port_stands_below_the_table(monkeypatch, capsys):
    busy = tables.Seen(Port("/dev/ttyACM0", "Pico", "E66"), None, PortBusy(port="/dev/ttyACM0", holder="thonny (17)"))
    monkeypatch.setattr(tables, "ports", lambda: [busy.port])
    monkeypatch.setattr(tables, "look", lambda port: busy)
    monkeypatch.setenv("COLUMNS", "80")
    device.ports(lang="en")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["/dev/ttyACM0", "Pico", "–", "–", "–", "see", "below"]
    assert lines[2].startswith("/dev/ttyACM0: ") and "thonny (17)" in " ".join(lines[2:])
