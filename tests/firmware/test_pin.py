"""The PIN of a table in use: what asks for it, who knows it, and how wrong tries slow down, over a restart too."""

import pytest

from engine_core import wire
from mjtable import pins
from tests.firmware.playing import ningbo
from tests.firmware.simulated import Device

PIN, OTHER = "0420", "9999"
CORRECT = {"delta": [1, -1, 0, 0], "reason": "x"}
NOW = 1_800_000_000


def ask(device, method, known=None, /, who="ann@laptop", **params):
    """The answer to a request, whose error or result; with the PIN after a first refusal."""
    error = device.answer(device.send(method, **params))
    if known is None or "error" not in error:
        return error
    data = error["error"]["data"]
    ident = device.new_id()
    proof = pins.proof(known, data.get("challenge", ""), data.get("salt", "00"), ident, method, who)
    return device.answer(device.send(method, ident, proof=proof, **params))


def set_pin(device, pin=PIN):
    assert device.ask("config.set", pin=pins.setting(pin))["pin"] is True


@pytest.fixture
def used(device):
    """In use: a hand is in progress. With a PIN."""
    ningbo(device)
    device.ask("wild.set", tile="9m")
    device.ask("clock", time=NOW)
    set_pin(device)
    return device


def notes(device):
    return [note for note in device.ask("log")["notes"] if " by " in note]


@pytest.mark.parametrize("method, params", [
    ("region.set", {"region": "ningbo", "options": {}}), ("session.new", {}), ("correct", CORRECT), ("hand.undo", {}),
    ("hand.abort", {}), ("clock", {"time": NOW + 1000}), ("config.set", {"pin": ""}),
])  # fmt: skip
def test_what_asks_for_it(used, method, params):
    before = used.ask("status")
    error = ask(used, method, **params)["error"]
    assert error["code"] == wire.PIN == -32003
    data = error["data"]
    assert (data["field"], data["wait"], data["left"], data["wrong"]) == ("pin", 0, 3, 0)
    assert len(data["challenge"]) == 32 and len(data["salt"]) == 16
    after = used.ask("status")
    assert {**after, "heap": 0} == {**before, "heap": 0}
    assert used.ask("config.get")["pin"] is True


def test_who_knows_it_may_and_is_written_down(used):
    answer = ask(used, "correct", PIN, who="ann@laptop", **CORRECT)
    seq = answer["result"]["seq"]
    assert answer["result"]["scores"] == [1, -1, 0, 0]
    assert notes(used) == [f"correct, event {seq} by ann@laptop"]
    used.wait_for(b'"kind":"NOTE","seq":%d' % (seq + 1))
    assert ask(used, "clock", PIN, time=NOW + 1000) and ask(used, "config.set", PIN, pin="")["result"]["pin"] is False
    assert notes(used)[1:] == ["clock by ann@laptop", "config.set by ann@laptop"]
    assert "result" in ask(used, "correct", **CORRECT)


def test_it_is_changed_by_who_knows_it(used):
    assert "result" in ask(used, "config.set", PIN, pin=pins.setting(OTHER))
    assert ask(used, "correct", PIN, **CORRECT)["error"]["code"] == wire.PIN
    assert "result" in ask(used, "correct", OTHER, **CORRECT)


def test_what_does_not_ask_for_it(used):
    for method, params in (
        ("status", {}), ("wall.event", {"event": "draw"}), ("press", {"seat": 0, "key": "no"}),
        ("config.set", {"name": "West"}), ("clock", {"time": NOW + 1}), ("clock", {"time": NOW}),
    ):  # fmt: skip
        assert "result" in ask(used, method, **params), method


def test_a_table_that_is_not_in_use_does_not_ask(device):
    device.ask("region.set", region="ningbo", options={})
    set_pin(device)
    assert "result" in ask(device, "region.set", region="guigang")
    assert ask(device, "config.set", pin="")["error"]["code"] == wire.PIN
    device.ask("dice.throw")
    for method, params in (("correct", CORRECT), ("hand.abort", {}), ("region.set", {"region": "ningbo"})):
        assert ask(device, method, **params)["error"]["code"] == wire.PIN, method
    assert "result" in ask(device, "hand.abort", PIN)
    assert "result" in ask(device, "correct", **CORRECT)


@pytest.mark.parametrize("begun", [("session.new", {}), ("correct", CORRECT), ("session.new", {"scores": [100] * 4})])
def test_what_was_agreed_on_before_the_first_hand_is_protected_too(device, begun):
    device.ask("region.set", region="ningbo", options={})
    device.ask(begun[0], **begun[1])
    set_pin(device)
    for method, params in (("correct", CORRECT), ("session.new", {}), ("region.set", {"region": "guigang"})):
        assert ask(device, method, **params)["error"]["code"] == wire.PIN, method
        assert "result" in ask(device, method, PIN, **params), method


def test_a_wrong_one_is_not_taken_and_the_fourth_has_to_wait(used):
    for n in range(3):
        error = ask(used, "correct", OTHER, **CORRECT)["error"]
        assert (error["code"], error["data"]["wrong"]) == (wire.PIN, n + 1)
        assert error["data"].get("left") == (None if n == 2 else 2 - n)
    error = ask(used, "correct", PIN, **CORRECT)["error"]
    assert 0 < error["data"]["wait"] <= 10 and "challenge" not in error["data"]
    assert used.ask("status")["scores"] == [0, 0, 0, 0]


def test_a_restart_does_not_help(used):
    for _ in range(3):
        ask(used, "correct", OTHER, **CORRECT)
    used.restart()
    assert ask(used, "correct", PIN, **CORRECT)["error"]["data"]["wait"] == 10


def test_nor_does_a_cut_before_the_answer(used):
    """Each try is counted before it is known to be wrong; a right one begins anew."""
    for n in range(2):
        ask(used, "correct", OTHER, **CORRECT)
        used.restart()
        assert ask(used, "correct", **CORRECT)["error"]["data"]["wrong"] == n + 1
    assert "result" in ask(used, "correct", PIN, **CORRECT)
    used.restart()
    assert ask(used, "correct", **CORRECT)["error"]["data"]["wrong"] == 0


def test_a_proof_is_good_once_and_for_its_request_only(used):
    data = ask(used, "correct", **CORRECT)["error"]["data"]
    first, second = used.new_id(), used.new_id()
    proof = pins.proof(PIN, data["challenge"], data["salt"], first, "correct", "ann")
    error = used.answer(used.send("correct", second, proof=proof, **CORRECT))["error"]
    assert error["data"]["wrong"] == 1
    error = used.answer(used.send("correct", first, proof=proof, **CORRECT))["error"]
    assert error["data"]["wrong"] == 1  # of a challenge that was used up: no try
    data = error["data"]
    third = used.new_id()
    proof = pins.proof(PIN, data["challenge"], data["salt"], third, "hand.undo", "ann")
    assert used.answer(used.send("correct", third, proof=proof, **CORRECT))["error"]["data"]["wrong"] == 2


def test_a_repeated_request_gets_the_same_answer_also_after_a_restart(used):
    data = ask(used, "correct", **CORRECT)["error"]["data"]
    ident = used.new_id()
    proof = pins.proof(PIN, data["challenge"], data["salt"], ident, "correct", "ann")
    answer = used.answer(used.send("correct", ident, proof=proof, **CORRECT))
    assert used.answer(used.send("correct", ident, proof=proof, **CORRECT)) == answer
    used.restart()
    assert used.answer(used.send("correct", ident, proof=proof, **CORRECT)) == answer


@pytest.mark.parametrize("proof", [
    None, 7, "x", [], {}, {"challenge": ""}, {"challenge": None}, {"challenge": "", "mac": "", "who": ""},
    {"challenge": "00" * 16, "mac": "00" * 32, "who": "x"},
])  # fmt: skip
def test_what_is_no_proof_is_no_try(used, proof):
    error = used.answer(used.send("correct", proof=proof, **CORRECT))["error"]
    assert (error["code"], error["data"]["wrong"]) == (wire.PIN, 0)


@pytest.mark.parametrize("who", [None, 7, "", "x" * 500, "a\nb", "\ud800"])
def test_who_is_short_and_can_be_shown(used, who):
    answer = ask(used, "correct", PIN, who=who, **CORRECT)
    assert "result" in answer
    said = notes(used)[-1].partition(" by ")[2]
    assert said == ("x" * 40 if who == "x" * 500 else "?")


def test_the_code_is_loaded_only_where_it_is_asked_for(tmp_path):
    device = Device(tmp_path).start()
    try:
        ningbo(device)
        before = device.ask("status")["heap"]["alloc"]
        ask(device, "correct", **CORRECT)
        assert device.ask("status")["heap"]["alloc"] - before < 4000
    finally:
        device.kill()
