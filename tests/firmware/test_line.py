"""The line between laptop and table: repeats, noise, what is no request, answers that must fit."""

import time

import pytest

from engine_core import wire
from tests.firmware.playing import LEFT, ROOT, copy_with, ningbo, packed
from tests.firmware.simulated import DEADLINE, Device, Refused

TRIES = 10  # of a request whose answer may be lost


def test_a_repeated_request_gets_the_same_answer_and_does_nothing(device):
    device.ask("region.set", region="ningbo", options={})
    ident = device.new_id()
    first = device.ask("correct", ident, delta=[1, -1, 0, 0], reason="")
    assert device.ask("correct", ident, delta=[1, -1, 0, 0], reason="") == first
    assert device.ask("status")["scores"] == [1, -1, 0, 0]


def test_a_repeated_request_after_a_power_cut_too(device):
    device.ask("region.set", region="ningbo", options={})
    throw, win = device.new_id(), device.new_id()
    thrown = device.ask("dice.throw", throw)
    device.ask("hand.abort")
    won = device.ask("hand.win", win, record=packed("ningbo-02"))
    device.restart()
    assert device.ask("hand.win", win, record=packed("ningbo-02")) == won
    assert device.ask("dice.throw", throw) == thrown
    assert device.ask("status")["scores"] == won["scores"]


def test_what_is_no_request_is_answered_or_passed_over(device):
    for message, code in ((17, wire.INVALID_REQUEST), ({"id": "a", "params": {}}, wire.INVALID_REQUEST),
                          ({"id": "x" * 65, "method": "status"}, wire.INVALID_REQUEST),
                          ({"id": "b", "method": "no.such"}, wire.METHOD_NOT_FOUND),
                          ({"id": "c", "method": "status", "params": [1]}, wire.INVALID_REQUEST)):  # fmt: skip
        device.write(wire.frame(message))
        known = isinstance(message, dict) and len(message["id"]) < 65
        assert device.answer(message["id"] if known else None)["error"]["code"] == code
    device.write(wire.frame({"jsonrpc": "2.0", "method": "correct", "params": {}}))  # no id: no answer
    device.write(wire.frame(wire.result("x", {})))  # an answer, as a terminal's echo brings it
    device.ask("status")
    assert device._answers == []


def test_a_request_whose_id_is_no_text_does_nothing(device):
    device.ask("region.set", region="ningbo", options={})
    step = {"jsonrpc": "2.0", "method": "correct", "params": {"delta": [1, -1, 0, 0], "reason": ""}}
    for ident in (7, None, True, 1.5, [], {}, ""):
        device.write(wire.frame({**step, "id": ident}))
        assert device.answer(None)["error"]["code"] == wire.INVALID_REQUEST
    device.write(wire.frame(step))
    assert device.ask("status")["scores"] == [0, 0, 0, 0]
    assert device._answers == []


def test_noise_on_the_line_is_passed_over(device):
    device.ask("region.set", region="ningbo", options={})
    good = wire.frame(wire.call("a-1", "correct", {"delta": [1, -1, 0, 0], "reason": "x"}))
    noise = bytes(b for b in range(256) if b != 3)
    for damaged in (
        noise, good[:-2] + b"\n", good[1:], good.replace(b"-1", b"-2"), b"~" * 500, good[: len(good) // 2],
        b"~{*00000000\n", b"~[" + b"[" * 900 + b"*00000000\n", b">>> \r\n", b"\x80\xff\xfe",
    ):  # fmt: skip
        device.write(damaged)
    deep = b"[" * 1500
    device.write(b"~" + deep + b"*" + wire.crc(deep) + b"\n")
    assert device.ask("status")["scores"] == [0, 0, 0, 0]
    device.write(good)
    assert device.answer("a-1")["result"]["scores"] == [1, -1, 0, 0]


def test_a_line_of_100_kb_is_passed_over(device):
    device.write(b"~{" + b"x" * 100_000 + b"\n")
    assert device.ask("status")["phase"] == "new"


def heard(device, method):
    """What is answered to a laptop that begins to read: as long as the line is full answers are lost, so it repeats."""
    ident = device.send(method)
    for _ in range(TRIES):
        try:
            return device.answer(ident, DEADLINE / TRIES)["result"]
        except AssertionError:
            device.send(method, ident)
    return device.answer(ident)["result"]


def test_a_laptop_that_does_not_read_does_not_stop_the_table(device):
    ningbo(device).ask("wild.set", tile="9m")
    flash = device.flash.read_bytes()
    for _ in range(40):  # 60 KB of answers: more than the line holds
        device.send("screen", display=4)
    draw = device.send("wall.event", event="draw")
    deadline = time.monotonic() + DEADLINE
    while device.flash.read_bytes() == flash:  # nothing is read meanwhile
        assert time.monotonic() < deadline, "the table waits"
    assert heard(device, "status")["wall"]["left"] == LEFT - 1
    assert device.ask("wall.event", draw, event="draw")["left"] == LEFT - 1  # a lost answer is given again


def test_notices_come_between_the_answers_of_a_table_that_is_kept_busy(device):
    device.ask("region.set", region="ningbo", options={})
    step = wire.frame(wire.call("a-0", "correct", {"delta": [1, -1, 0, 0], "reason": ""}))
    device.write(step + b"".join(wire.frame(wire.call(f"a-{n}", "config.get", {})) for n in range(1, 40)))
    device.answer("a-39")
    answers = device.heard.index(b'"a-0"'), device.heard.index(b'"kind":"CORRECT"'), device.heard.index(b'"a-2"')
    assert list(answers) == sorted(answers)


def test_a_refusal_is_short_whatever_was_asked(device):
    device.ask("region.set", region="ningbo", options={})
    long, wide = "x" * 1800, "\u4e1c" * 300
    for method, params in (
        ("region.set", {"region": long}), ("region.set", {"region": wide}),
        ("region.set", {"region": "ningbo", "options": {wide: 1}}),
        ("region.set", {"region": "ningbo", "options": {"minimum": wide}}),
        ("region.set", {"region": "ningbo", "options": [1] * 800}), ("hand.win", {"record": [long]}),
        ("config.set", {"name": wide}), ("config.set", {wide: 1}), ("wall.event", {"event": long}),
        ("wild.set", {"tile": wide}), ("press", {"seat": 0, "key": wide}), ("dice.enter", {"dice": [wide]}),
        ("correct", {"delta": [10**1500, 0, 0, 0], "reason": ""}), ("hello", {"proto": long}), (wide, {}), (long, {}),
        ("log", {}), ("status", {}),
    ):  # fmt: skip
        at = len(device.heard)
        ident = device.send(method, **params)
        answer = device.answer(ident)
        assert all(len(line) < 4096 for line in device.heard[at:].split(b"\n"))
        if method not in ("log", "status"):
            assert len(answer["error"]["message"]) <= 200 and answer["error"]["code"] != wire.INTERNAL_ERROR, method
    assert device.ask("status")["scores"] == [0, 0, 0, 0]


def test_an_answer_that_no_line_takes_is_told_as_that(tmp_path):
    module = (ROOT / "firmware" / "methods_asked.py").read_text()
    module += '\n\nMETHODS["log"] = lambda s, p: "x" * 5000\n'
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "methods_asked", module)).start()
    try:
        with pytest.raises(Refused) as error:
            device.ask("log")
        assert error.value.code == wire.INTERNAL_ERROR
    finally:
        device.kill()


def test_a_full_log_is_cut_to_what_a_line_takes(device):
    for _ in range(20):
        device.ask("clock", time=1_800_000_000)
        device.ask("clock", time=1_900_000_000)
    assert device.ask("log")["notes"][-1] == "clock set"
