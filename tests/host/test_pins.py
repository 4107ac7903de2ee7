"""The PIN on the laptop: asked for where it is needed, tried again, given up; never on the line."""

import sys

import pytest

from mjtable import link as links
from mjtable import pins
from mjtable.errors import BadPin, ClockKept, PinNeeded, PinWait, WrongPin
from mjtable.link import Link
from mjtable.simulator import Simulator
from mjtable.tables import connect
from tests.host.fake import PtyTable, result
from tests.host.relay import Relay

PIN = "048215"
CORRECT = {"delta": [1, -1, 0, 0], "reason": "x"}


@pytest.fixture
def table(tmp_path, built):
    """In use, with a PIN."""
    with Simulator(tmp_path / "flash") as running:
        with running.greet() as link:
            link.request("region.set", region="ningbo", options={})
            link.request("dice.throw")
            link.request("config.set", pin=pins.setting(PIN))
        yield running


def saying(*said):
    """What somebody types, one after the other."""
    said = list(said)
    return lambda needed, tried: said.pop(0) if said else None


def test_without_it_nothing_is_done(table):
    with table.greet() as link, pytest.raises(PinNeeded) as e:
        link.request("correct", **CORRECT)
    assert (e.value.NAME, e.value.EXIT, e.value.code) == ("pin_needed", 4, -32003)
    assert "MJTABLE_PIN" in str(e.value) and "MJTABLE_PIN" in e.value.message("zh")


def test_with_it_it_is(table):
    with table.greet() as link:
        link.pin, link.who = saying(PIN), "ann@laptop"
        assert link.request("correct", **CORRECT)["scores"] == [1, -1, 0, 0]
        assert any(note.endswith("by ann@laptop") for note in link.request("log")["notes"])


def test_a_wrong_one_is_asked_for_again(table):
    with table.greet() as link:
        link.pin = saying("1111", "2222", PIN)
        assert link.request("correct", **CORRECT)["scores"] == [1, -1, 0, 0]


def test_who_gives_up_is_told_that_it_was_wrong(table):
    with table.greet() as link:
        link.pin = saying("1111")
        with pytest.raises(WrongPin) as e:
            link.request("correct", **CORRECT)
    assert "2" in str(e.value)


def test_too_many_wrong_ones_have_to_wait(table):
    with table.greet() as link:
        link.pin = saying("1111", "2222", "3333", PIN)
        with pytest.raises(PinWait) as e:
            link.request("correct", **CORRECT)
    assert "10" in str(e.value)


def test_a_challenge_that_another_laptop_has_used_up_is_asked_for_anew(table):
    with Relay(table.port) as relay, Link.open(relay.port) as link:
        sent = []

        def pin(needed, tried):
            sent.append(tried)
            if len(sent) == 1:  # meanwhile somebody else is quicker, on the same line
                ident = "ffffffff-1"
                values = needed.values["challenge"], needed.values["salt"], ident, "correct", "bob"
                message = link._message("correct", {**CORRECT, "proof": pins.proof(PIN, *values)}, ident)[0]
                link._port.write(message)
            return PIN

        link.pin = pin
        assert link.request("correct", **CORRECT)["scores"] == [2, -2, 0, 0]
        assert sent == [False]


def test_neither_pin_nor_key_is_on_the_line_where_it_is_asked_for(table):
    said = bytearray()
    with Relay(table.port, lambda direction, data: said.extend(data) or data) as relay, Link.open(relay.port) as link:
        link.pin = saying(PIN)
        link.request("correct", **CORRECT)
        salt = next(bytes.fromhex(said.split(b'"salt":"')[1][:16].decode()) for _ in range(1))
    assert PIN.encode() not in said
    assert pins.derived(PIN, salt).hex().encode() not in said


def test_the_environment_gives_it_once(table, monkeypatch):
    monkeypatch.setenv("MJTABLE_PIN", PIN)
    with connect() as link:
        assert link.request("correct", **CORRECT)["scores"] == [1, -1, 0, 0]
    monkeypatch.setenv("MJTABLE_PIN", "1111")
    with connect() as link, pytest.raises(WrongPin):
        link.request("correct", **CORRECT)


def test_a_clock_that_needs_it_is_left_and_said(table, monkeypatch):
    with table.greet() as link:
        link.pin = saying(PIN)
        link.request("clock", time=1_800_000_000)
    with pytest.warns(ClockKept, match="clock"):
        connect().close()
    monkeypatch.setenv("MJTABLE_PIN", PIN)
    connect().close()
    monkeypatch.delenv("MJTABLE_PIN")
    connect().close()  # no warning: it is right now


@pytest.mark.parametrize("pin", ["", "123", "123456789", "12a4", "١٢٣٤", "1234\n", "-123"])
def test_what_is_no_pin(pin):
    with pytest.raises(BadPin):
        pins.setting(pin)


def test_a_setting_has_a_salt_of_its_own():
    first, second = pins.setting(PIN), pins.setting(PIN)
    assert len(first) == len(second) == 80 and first[:16] != second[:16] and first[16:] != second[16:]


def test_who_it_is_is_short_and_can_be_shown(monkeypatch):
    monkeypatch.setattr(pins.getpass, "getuser", lambda: "a\nb" + "x" * 100)
    assert pins.who() == "ab" + "x" * 38
    monkeypatch.setattr(pins.getpass, "getuser", lambda: (_ for _ in ()).throw(KeyError("no name")))
    assert pins.who().startswith("?@")


@pytest.mark.parametrize("data", [None, {}, {"challenge": "x"}, {"challenge": "00" * 16}, {"wait": 0}])
def test_a_refusal_that_lacks_what_it_needs_is_just_one(data):
    def answer(request):
        error = {"code": -32003, "message": "pin: needed", **({} if data is None else {"data": data})}
        broken = {"jsonrpc": "2.0", "id": request["id"], "error": error}
        return [result(request) if request["method"] == "hello" else links.wire.frame(broken)]

    with PtyTable(answer) as there, Link.open(there.port) as link:
        with pytest.raises((links.Refused, links.MaybeDone)) as e:
            link.request("correct")
        assert not isinstance(e.value, PinNeeded)


def test_nobody_is_asked_where_there_is_no_terminal(table, monkeypatch):
    monkeypatch.setattr(sys, "stdin", open("/dev/null"))
    with connect() as link, pytest.raises(PinNeeded):
        link.request("correct", **CORRECT)
