"""The power goes at any moment: what the table has acknowledged is there again, and nothing is there twice."""

import random
import time

import pytest

from engine_core import wire
from tests.firmware.simulated import DEADLINE, Device

STEP = [1, -1, 0, 0]


def acknowledged(device: Device, ids: list) -> int:
    """How many of the requests have their answer, which came in the order they were sent."""
    answered = {answer["id"] for answer in device._answers}
    return sum(ident in answered for ident in ids)


def check(device: Device, before: int, sent: list, acked: int) -> int:
    """After the restart: the first score has gone up by one for each event; repeats bring it to all of them."""
    now = device.ask("status")["scores"][0]
    assert before + acked <= now <= before + len(sent)
    for ident in sent[-8:]:
        device.ask("correct", ident, delta=STEP, reason="")
    after = device.ask("status")["scores"][0]
    assert after == max(now, before + len(sent))
    return after


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_any_moment(device, seed):
    rng = random.Random(seed)
    device.ask("region.set", region="ningbo", options={})
    score = 0
    for _ in range(6):
        sent = []
        for _ in range(rng.randrange(1, 8)):
            sent.append(device.send("correct", delta=STEP, reason=""))
        end = time.monotonic() + rng.random() * 0.012  # somewhere while they are being worked on
        while time.monotonic() < end:
            device.read(end - time.monotonic())
        acked = acknowledged(device, sent)
        device.restart()
        score = check(device, score, sent, acked)


@pytest.mark.parametrize("writes", [*range(1, 13), 20, 47])
def test_cut_in_the_middle_of_a_write(device, writes):
    device.ask("region.set", region="ningbo", options={})
    device.cut.write_text(str(writes))
    done = device.cut.with_name(device.cut.name + ".cut")
    acked, pending = 0, device.send("correct", delta=STEP, reason="")
    end = time.monotonic() + DEADLINE
    while not done.exists():
        assert time.monotonic() < end, "no cut came"
        device.read(0.02)
        if acknowledged(device, [pending]):
            acked += 1
            pending = device.send("correct", delta=STEP, reason="")
    assert not acknowledged(device, [pending])
    device.restart()
    now = device.ask("status")["scores"][0]
    assert now in (acked, acked + 1)
    device.ask("correct", pending, delta=STEP, reason="")
    assert device.ask("status")["scores"] == [acked + 1, -acked - 1, 0, 0]


def test_cut_while_the_flash_is_made(tmp_path):
    """The very first start: a flash file that was half made is not taken for one."""
    device = Device(tmp_path)
    for seconds in (0.03, 0.06, 0.09):
        device.start().read(seconds)
        device.kill()
    device.start()
    assert device.ask("status")["phase"] == "new"
    device.kill()


def test_a_damaged_flash_is_not_formatted(tmp_path):
    device = Device(tmp_path)
    damaged = bytes(range(256)) * 4096
    device.flash.write_bytes(damaged)
    device.start().wait_for(b"holds no file system")
    device.kill()
    assert device.flash.read_bytes() == damaged


def test_the_throw_that_was_promised_before_a_cut_is_promised_anew(device):
    device.ask("region.set", region="guigang", options={})
    device.wait_for(b'"kind":"SEAL"')
    device.restart()
    thrown = device.ask("dice.throw")
    assert len(thrown["dice"]) == 2 and device.ask("status")["dice"] == thrown["dice"]


def test_what_stands_half_in_the_line_at_a_cut_is_forgotten(device):
    device.ask("region.set", region="guigang", options={})
    line = wire.frame(wire.call("a-1", "correct", {"delta": STEP, "reason": ""}))
    device.write(line[:30])
    device.restart()
    device.write(line[30:])
    assert device.ask("status")["scores"] == [0, 0, 0, 0]
