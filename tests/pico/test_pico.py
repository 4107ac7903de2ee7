"""The firmware on a whole Raspberry Pi Pico, emulated: its flash, its cable, its wires, its heap."""

import base64
import subprocess
from contextlib import contextmanager

import pytest

from engine_core import record
from tests.bench import interpreter
from tests.e2e.controllers import on_board
from tests.e2e.run import FULL, Home
from tests.firmware import keyed
from tests.pico import board, image, tire
from tests.waiting import until

HAND = {"record": base64.b64encode(record.pack(FULL)).decode()}
SCORES = [15, -5, -5, -5]  # tests/e2e/run.py
NO_SCORES = [0, 0, 0, 0]
STACK = 7_400  # of 8,192 bytes; behind them is the heap. What happens to be loaded, or collected, where makes some 500
COLLECTS = 220  # bytes of it that a collection takes, which comes where it likes
ADDITIONS = """
import time
def add():
    begun, x = time.ticks_us(), 0
    for i in range(10000):
        x += i
    return time.ticks_diff(time.ticks_us(), begun)
print(add())
"""


def settled(link):
    """A hand of Ningbo, recorded."""
    link.request("region.set", region="ningbo")
    return link.request("hand.win", **HAND)["scores"]


def test_the_core_does_what_rp2040js_does(flash, tmp_path):
    program = board.command("compare.mjs", flash, tmp_path, "5000")
    done = subprocess.run(program, cwd=board.ROOT, capture_output=True, text=True)
    assert done.stdout == "the same\n", done.stdout + done.stderr


def test_it_takes_as_long_as_a_pico(tmp_path):
    flash = tmp_path / "flash.img"
    flash.write_bytes(image.blank(board.MICROPYTHON))
    with board.Pico(flash) as pico:
        (said,) = on_board(pico.port, ADDITIONS)
    assert 44_000 < int(said) < 50_000  # microseconds; a real one takes 46 ms


def test_it_starts_and_answers(flash, capsys):
    with board.Pico(flash) as pico:
        ms, heap = pico.ready(), pico("memory()")
        with pico.link() as link:
            status = link.request("status")
    assert (status["phase"], status["stored"], status["trouble"]) == ("new", True, "")
    assert link.hello["board"] == "pico"
    with capsys.disabled():
        print(f"\nheap {heap['total']:,}, spare {heap['spare']:,}, in one piece {heap['piece']:,} when ready ({ms} ms)")


def test_it_starts_with_a_full_journal(flash, tmp_path, capsys):
    """It says how long that takes: until the state is there, of which the journal is told then, and until a page is."""
    segments = interpreter.run("start.py", "fill", tmp_path / "full")[0]["segments"]
    data = {f"data/{path.relative_to(tmp_path / 'full').as_posix()}": path for path in (tmp_path / "full").rglob("*")}
    files = {name: path.read_bytes() for name, path in data.items() if path.is_file()}
    flash.write_bytes(image.with_files(flash.read_bytes(), files))
    with board.Pico(flash) as pico:
        pico.ready()
        first, heap = pico("first"), pico("memory()")
        with pico.link() as link:
            status = link.request("status")
    assert (status["phase"], status["region"], status["stored"], status["trouble"]) == ("play", "ningbo", True, "")
    with capsys.disabled():
        print(f"\n{segments} segments: the state after {first['written']} ms, a page after {first['page']} ms", end="")
        print(f"; spare {heap['spare']:,}, in one piece {heap['piece']:,}")


def test_its_displays_show_the_pages_of_the_table(pico):
    with pico.link() as link:
        link.request("region.set", region="ningbo")
        for place in range(5):
            until(lambda place=place: link.request("screen", display=place)["data"] == pico(f"page({place})"), 60)


def test_a_key_changes_a_display(pico):
    tire.playing(pico, "ningbo")
    before = pico.page(0)
    pico.press(0, "ok", 2500)  # held: the menu
    pico.ready()
    assert pico.page(0) != before


def test_a_hand_is_recorded_and_undone(pico):
    with pico.link() as link:
        assert settled(link) == SCORES
        assert link.request("hand.undo")["scores"] == NO_SCORES


def test_a_hand_stays_when_the_power_is_cut(flash):
    with board.Pico(flash) as pico:
        pico.ready()
        with pico.link() as link:
            settled(link)
    with board.Pico(flash) as pico:
        pico.ready()
        with pico.link() as link:
            assert link.request("status")["scores"] == SCORES


def test_the_watchdog_starts_it_again(pico):
    pico("reset()")
    pico.ready()
    assert pico("chip.counters.resets") == 1
    with pico.link() as link:
        assert link.request("log")["notes"]


@pytest.mark.parametrize("region", ["ningbo", "xueliu"])
def test_random_keys_leave_room(pico, region, capsys):
    tire.playing(pico, region)
    lines = [tire.told(pico, region)]
    for k in range(3):
        tire.keys(pico, 20, seed=k)
        lines.append(tire.told(pico, f"{region}, {20 * k + 20} keys"))
    with capsys.disabled():
        print("", *lines, sep="\n")
    assert pico("chip.counters.resets") == 0
    assert pico("noMemory") == []


@pytest.mark.parametrize(("region", "first"), [("jiujiang", 2), ("xueliu", 0)])  # of all those that went deepest
def test_a_hand_that_is_settled_keeps_away_from_the_end_of_the_stack(tmp_path, region, first):
    """A third of the cases, and among them those; `python -m tests.pico stack` has all of all regions."""
    with region_of(tmp_path, region) as pico:
        deepest = tire.cases(pico, region, slice(first, None, 3))
    assert max(deepest.bytes.values()) < STACK, (deepest.bytes, deepest.frames)


@pytest.mark.parametrize("region", ["jiujiang", "xueliu"])
def test_requests_and_keys_keep_away_from_the_end_of_the_stack(tmp_path, region):
    """None fails: where there is no room all goes that can."""
    with region_of(tmp_path, region) as pico:
        deepest = tire.Deepest(pico)
        counts = tire.requests(pico, 40, 10, [region])
        deepest.look("requests")
        for seed in range(4):
            tire.keys(pico, 5, seed)
            deepest.look("keys")
    assert not [what for what in counts if "failed" in what], counts
    assert max(deepest.bytes.values()) < STACK, (deepest.bytes, deepest.frames)


def told_at_the_table(table):
    """What went deepest of all that tests/firmware press."""
    keyed.at_table(table, "guigang")
    keyed.keys(keyed.claimed(table), 1, "leave")
    keyed.keys(table, 1, "menu down ok ok ok")  # a false win
    assert [entry["kind"] for entry in keyed.course(table)] == ["false_win"]
    table.ask("hand.abort")
    table.ask("region.set", region="longgang", options={"players": 5})
    keyed.keys(table, 0, "menu")


def test_what_is_told_at_the_table_keeps_away_from_the_end_of_the_stack(tmp_path):
    """A win by patterns, a foul, and the menu before anything has happened."""
    with region_of(tmp_path, "guigang", "longgang") as pico, pico.link() as link:
        table = tire.Told(pico, link)
        told_at_the_table(table)
    deepest = table.deepest
    assert max(deepest.bytes.values()) < STACK - COLLECTS, (deepest.bytes, deepest.frames)


@contextmanager
def region_of(tmp_path, *regions):
    """A table with these regions, whose stack is watched."""
    flash = tmp_path / "flash.img"
    flash.write_bytes(image.installed(board.MICROPYTHON, list(regions)))
    with board.Pico(flash) as pico:
        pico.ready()
        pico("stack.watch()")
        yield pico


def test_mjtable_installs_what_is_in_an_image(tmp_path, compiled, made):
    flash = tmp_path / "flash.img"
    flash.write_bytes(image.blank(board.MICROPYTHON))
    home = Home(tmp_path, compiled)
    with board.Pico(flash) as pico:
        home.json("install", "--port", pico.port, "--region", "ningbo", "--region", "xueliu")
        pico.ready()
    there, wanted = image.read(flash.read_bytes()), image.read(made)
    assert {path: there.get(path) for path in wanted} == wanted
