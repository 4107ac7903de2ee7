"""What Linux says of serial ports, from trees of files such as it shows them."""

import os
import sys

import pytest

from mjtable import serialports

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="of Linux")


@pytest.fixture
def facts():
    from mjtable import linuxfacts

    return linuxfacts


def process(root, pid, name, *opened):
    folder = root / "proc" / str(pid)
    (folder / "fd").mkdir(parents=True)
    (folder / "comm").write_text(name + "\n")
    for i, path in enumerate(opened):
        (folder / "fd" / str(i)).symlink_to(path)


def test_who_holds_a_port_is_told(facts, tmp_path):
    port = tmp_path / "ttyACM0"
    port.write_text("")
    process(tmp_path, 900, "thonny", "/dev/null", port)
    process(tmp_path, 1000, "bash", "/dev/null")
    process(tmp_path, 1100, "minicom", port)
    process(tmp_path, os.getpid(), "mjtable", port)
    (tmp_path / "proc" / "1200").mkdir()  # another user's
    assert facts.holders(str(port), tmp_path) == [(900, "thonny"), (1100, "minicom")]
    assert facts.holders(str(tmp_path / "ttyACM1"), tmp_path) == []


def test_a_real_process_is_found(facts, tmp_path):
    import subprocess

    port = tmp_path / "port"
    port.write_text("")
    with port.open() as held, subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=held) as cat:
        assert cat.pid in [pid for pid, _ in facts.holders(str(port))]


def test_modemmanager_is_seen_while_it_runs(facts, tmp_path):
    process(tmp_path, 900, "ModemManage")
    assert not facts.modem_manager(tmp_path)
    process(tmp_path, 901, "ModemManager")
    assert facts.modem_manager(tmp_path)


@pytest.mark.parametrize("folder", ["etc/udev/rules.d", "usr/lib/udev/rules.d"])
def test_our_udev_rule_is_seen_where_it_may_be(facts, tmp_path, folder):
    assert not facts.rule_there(tmp_path)
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "60-mjtable.rules").write_text(serialports.udev_rules())
    assert facts.rule_there(tmp_path)


@pytest.mark.parametrize("product, waits", [("0003", True), ("000f", True), ("0005", False)])
def test_a_pico_that_waits_for_micropython_is_seen(facts, tmp_path, product, waits):
    device = tmp_path / "sys/bus/usb/devices/1-1"
    device.mkdir(parents=True)
    assert not facts.bootsel(tmp_path)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text(product + "\n")
    assert facts.bootsel(tmp_path) is waits


def test_the_group_that_may_open_a_port(facts, tmp_path, monkeypatch):
    port = tmp_path / "ttyACM0"
    port.write_text("")
    port.chmod(0o660)
    monkeypatch.setattr(facts.os, "getgroups", lambda: [])
    monkeypatch.setattr(facts.os, "stat", lambda path: os.stat_result((0o20660, 0, 0, 1, 0, 20, 0, 0, 0, 0)))
    monkeypatch.setattr(facts.grp, "getgrgid", lambda gid: type("Group", (), {"gr_name": "dialout"}))
    assert facts.group_to_join(str(port)) == "dialout"
    monkeypatch.setattr(facts.os, "getgroups", lambda: [20])
    assert facts.group_to_join(str(port)) is None
    monkeypatch.setattr(facts.os, "stat", lambda path: os.stat_result((0o20600, 0, 0, 1, 0, 20, 0, 0, 0, 0)))
    monkeypatch.setattr(facts.os, "getgroups", lambda: [])
    assert facts.group_to_join(str(port)) is None


def test_a_port_that_is_not_there_has_no_group(facts, tmp_path):
    assert facts.group_to_join(str(tmp_path / "none")) is None


def test_the_udev_rule_has_every_known_controller():
    lines = serialports.udev_rules().splitlines()[1:]
    assert len(lines) == len(serialports.USB_RULES)
    assert lines[0] == ('SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"')
    assert any('ATTRS{idVendor}=="10c4", ATTRS{idProduct}=="ea60"' in line for line in lines)
