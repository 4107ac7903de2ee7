"""What has to be done on a controller, told from what is seen there."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from mjtable import deploy, pinmap, plan
from mjtable.board import File, Seen
from mjtable.errors import (
    BadPinMap,
    NoRoom,
    NotInstalled,
    NoTool,
    OlderThanTable,
    OldMicroPython,
    OtherMpy,
    OthersMain,
    RegionPlayed,
    WhichBoard,
    WrongBoard,
)
from mjtable.plan import Wish

pytestmark = pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")

X64 = 2 << 10 | 3 << 8 | 6  # sys.implementation._mpy
BLANK = Seen(
    micropython="1.28.0",
    mpy=X64,
    machine="linux [GCC 14.2.1] version",
    block=4096,
    free=1400 * 1024,
    size=1408 * 1024,
    listed=[],
    pins=None,
    decided=False,
    main=None,
    files={},
    data=(0, 0),
    crash=[],
    folders=[],
)
ALL = ["mjtable", deploy.version(), "unix", "all"]


@pytest.fixture(autouse=True)
def kept(built):
    """The compiled firmware is kept between tests."""


def made(seen, tmp_path, played=None, **wish):
    return plan.plan(seen, Wish(**wish), played, tmp_path)


def installed(first, **changes):
    """What is seen after a plan was carried out."""
    files = {path: File(file.stat().st_size, digest) for path, (file, digest) in first.wanted.items()}
    files.update((path, File(10, digest)) for path, digest in first.stays.items())
    pins = files[plan.PINS].sha256 if plan.PINS in files else None
    there = BLANK._replace(files=files, listed=first.head.split(), main='"""mjtable: ...', pins=pins)
    there = there._replace(folders=first.folders)
    return there._replace(**changes)


def with_files(seen, **files):
    return seen._replace(files={**seen.files, **files})


def refused(error, seen, tmp_path, **wish):
    with pytest.raises(error) as e:
        made(seen, tmp_path, **wish)
    for lang in ("en", "zh"):
        assert "{" not in e.value.message(lang)
    return e.value


def test_a_blank_controller_gets_everything(tmp_path):
    todo = made(BLANK, tmp_path)
    assert todo.head.split() == ALL and todo.copied == todo.changed == list(todo.wanted)
    assert {"main.py", "engine_core/score.mpy", "firmware/rails.mpy", "firmware/boards/unix.mpy"} <= set(todo.wanted)
    assert {f"engine_core/regions/{name}.mpy" for name in deploy.regions()} <= set(todo.wanted)
    assert "firmware/start.mpy" not in todo.wanted and "firmware/boards/blank.py" not in todo.wanted
    assert todo.folders[:2] == ["engine_core", "engine_core/regions"] and "firmware/boards" in todo.folders
    assert not (todo.removed or todo.junk or todo.gone or plan.done(BLANK, todo))


def test_the_list_says_of_each_file_what_becomes_of_it(tmp_path):
    first = made(BLANK, tmp_path)
    seen = with_files(installed(first), **{"firmware/rails.mpy": File(1, "x"), "firmware/old.mpy": File(1, "y")})
    head, *lines = made(seen, tmp_path).text().splitlines()
    assert head == " ".join(ALL)
    assert f"+ {first.wanted['firmware/rails.mpy'][1]} firmware/rails.mpy" in lines
    assert f"= {first.wanted['main.py'][1]} main.py" in lines  # it takes its place before the list is read
    assert lines[-1] == "- - firmware/old.mpy"
    assert sum(line[0] == "+" for line in lines) == 1


def test_what_is_there_is_not_copied_again(tmp_path):
    first = made(BLANK, tmp_path)
    todo = made(installed(first), tmp_path)
    assert not (todo.changed or todo.removed) and plan.done(installed(first), todo)
    assert not plan.done(installed(first, decided=True), todo)


def test_only_what_changed_is_copied(tmp_path):
    seen = with_files(installed(made(BLANK, tmp_path)), **{"firmware/rails.mpy": File(9, "other")})
    assert made(seen, tmp_path).copied == ["firmware/rails.mpy"]
    cannot_be_read = with_files(installed(made(BLANK, tmp_path)), **{"firmware/rails.mpy": File(9, "?")})
    assert made(cannot_be_read, tmp_path).copied == ["firmware/rails.mpy"]


def test_what_came_before_an_interruption_is_used(tmp_path):
    first = made(BLANK, tmp_path)
    come = File(1, first.wanted["firmware/rails.mpy"][1])
    half = File(1, "half")
    todo = made(with_files(BLANK, **{"firmware/rails.mpy.new": come, "firmware/methods.mpy.new": half}), tmp_path)
    assert "firmware/rails.mpy" in todo.changed and "firmware/rails.mpy" not in todo.copied
    assert "firmware/methods.mpy" in todo.copied
    assert todo.junk == ["firmware/methods.mpy.new"]


def test_files_of_an_older_firmware_go(tmp_path):
    older = {
        "firmware/app.py": File(1, "a"),
        "engine_core/regions/gone.tsv": File(1, "b"),
        "firmware/x.new": File(1, ""),
    }
    todo = made(with_files(installed(made(BLANK, tmp_path)), **older), tmp_path)
    assert todo.removed == ["firmware/app.py", "engine_core/regions/gone.tsv"] and todo.junk == ["firmware/x.new"]


def test_regions_are_chosen_with_all_their_parts_and_stay_chosen(tmp_path):
    todo = made(BLANK, tmp_path, regions=["jiujiang"])
    there = {path.rpartition("/")[2] for path in todo.wanted if path.startswith("engine_core/regions/")}
    assert there == {"__init__.mpy", "jiujiang.mpy", "jiujiang.tsv", "jiujiang_called.mpy", "jiujiang_claims.mpy"}
    seen = installed(todo)
    assert plan.done(seen, made(seen, tmp_path))
    more = made(seen, tmp_path, regions=["jiujiang", "ningbo"])
    assert {path for path in more.copied if "regions" in path} >= {"engine_core/regions/ningbo.mpy"}
    fewer = made(installed(more), tmp_path, regions=["ningbo"])
    assert "engine_core/regions/jiujiang_called.mpy" in fewer.removed


def test_the_region_that_is_played_has_to_be_among_them(tmp_path):
    assert made(BLANK, tmp_path, regions=["ningbo"], played="ningbo")
    error = refused(RegionPlayed, BLANK, tmp_path, regions=["ningbo"], played="guigang")
    assert error.values == {"region": "guigang"}


# ---------------------------------------------------------------- which controller


def test_a_controller_is_recognised_by_its_chip(tmp_path, monkeypatch):
    monkeypatch.setattr(deploy, "boards", lambda: ["pico", "pico2", "unix"])
    seen = BLANK._replace(machine="Raspberry Pi Pico W with RP2040")
    assert made(seen, tmp_path).board == "pico"
    assert made(seen._replace(machine="Raspberry Pi Pico2 with RP2350"), tmp_path).board == "pico2"
    assert refused(WrongBoard, seen, tmp_path, board="pico2").values["board"] == "pico2"
    assert made(seen, tmp_path, board="pico2", force=True).board == "pico2"
    error = refused(WhichBoard, seen._replace(machine="Something with STM32"), tmp_path)
    assert error.values["known"] == "pico, pico2, unix"
    assert made(seen._replace(machine="Something with STM32"), tmp_path, board="pico").board == "pico"


def test_the_board_that_was_installed_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(deploy, "boards", lambda: ["mine", "unix"])
    assert made(BLANK._replace(listed=["mjtable", "0.1.0", "mine", "all"]), tmp_path).board == "mine"


@pytest.mark.parametrize("have", ["1.23.0", "1.9.4", "0.0.0"])
def test_an_old_micropython_is_refused(have, tmp_path):
    error = refused(OldMicroPython, BLANK._replace(micropython=have), tmp_path)
    assert error.values == {"have": have, "want": "1.24"}


def test_mpy_files_have_to_be_of_the_version_that_it_reads(tmp_path):
    assert refused(OtherMpy, BLANK._replace(mpy=X64 & ~0xFF | 5), tmp_path).values == {"have": 5, "want": 6}
    assert refused(OtherMpy, BLANK._replace(mpy=0), tmp_path)
    other_native = made(BLANK._replace(mpy=X64 & ~0x300 | 1 << 8), tmp_path)  # bytecode is read all the same
    assert "engine_core/score.mpy" in other_native.wanted


def test_native_code_is_of_the_controllers_kind():
    assert [deploy.arch(number << 10 | 0x306) for number in (0, 2, 4, 7, 10, 11)] == [
        None, "x64", "armv6m", "armv7emsp", "xtensawin", "rv32imc",
    ]  # fmt: skip


def test_without_the_compiler_nothing_is_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(deploy, "compiler", lambda: None)
    assert refused(NoTool, BLANK, tmp_path).values["tool"] == "mpy-cross"


# ---------------------------------------------------------------- what is there


def test_a_newer_firmware_stays_unless_forced(tmp_path):
    newer = installed(made(BLANK, tmp_path))._replace(listed=["mjtable", "99.0.0", "unix", "all"])
    assert refused(OlderThanTable, newer, tmp_path).values == {"have": "99.0.0", "want": deploy.version()}
    assert refused(OlderThanTable, newer, tmp_path, update=True)
    assert made(newer, tmp_path, force=True).head.split() == ALL


def test_versions_are_compared_as_numbers():
    assert plan.numbers("0.10.0") > plan.numbers("0.9.3") and plan.numbers("1.0rc") < plan.numbers("1.1")


def test_an_update_needs_something_to_update(tmp_path):
    refused(NotInstalled, BLANK, tmp_path, update=True)
    refused(NotInstalled, BLANK._replace(main="print('mine')"), tmp_path, update=True)
    unfinished = BLANK._replace(main='"""mjtable: ...')
    assert made(unfinished, tmp_path, update=True).copied


def test_somebody_elses_program_stays_unless_forced(tmp_path):
    refused(OthersMain, BLANK._replace(main="import blink"), tmp_path)
    assert "main.py" in made(BLANK._replace(main="import blink"), tmp_path, force=True).copied


# ---------------------------------------------------------------- the pin map


@pytest.fixture
def pico_pins(monkeypatch):
    """A pin map as hardware/boards/ would have it."""
    pins = {"uart": {"tx": 0, "rx": 1}}
    monkeypatch.setattr(deploy, "pins", lambda board: pins)
    return pins


def test_the_pin_map_is_written_as_json(tmp_path, pico_pins):
    todo = made(BLANK, tmp_path)
    file, digest = todo.wanted[plan.PINS]
    assert json.loads(file.read_bytes()) == pico_pins
    assert hashlib.sha256(file.read_bytes()).hexdigest() == digest
    assert todo.head.split() == ALL


def test_a_controller_without_pins_has_no_pin_map(tmp_path):
    assert plan.PINS not in made(BLANK, tmp_path).wanted


def test_ones_own_pin_map_stays_until_there_is_another(tmp_path, pico_pins):
    own = tmp_path / "own.toml"
    own.write_bytes(pinmap.shipped()["pico.spi"].read_bytes())
    first = made(BLANK, tmp_path, pins=str(own))
    assert json.loads(first.wanted[plan.PINS][0].read_bytes()) == pinmap.read(own)
    assert first.head.split() == [*ALL, "own"]
    seen = installed(first)
    again = made(seen, tmp_path)
    assert plan.PINS not in again.wanted and list(again.stays) == [plan.PINS] and plan.done(seen, again)
    assert f"= {seen.pins} pins.json" in again.text()


def test_a_pin_map_that_was_edited_on_the_controller_stays(tmp_path, pico_pins):
    seen = with_files(installed(made(BLANK, tmp_path)), **{plan.PINS: File(10, "edited")})
    todo = made(seen, tmp_path)
    assert todo.stays == {plan.PINS: "edited"} and todo.head.split() == [*ALL, "own"]


def test_a_newer_pin_map_of_the_board_takes_the_place_of_the_older(tmp_path, pico_pins):
    seen = installed(made(BLANK, tmp_path))
    pico_pins["uart"]["tx"] = 4
    todo = made(seen, tmp_path)
    assert todo.copied == [plan.PINS] and not todo.stays


@pytest.mark.parametrize("written", ["uart = \n", None, b"\xff"])
def test_a_pin_map_that_cannot_be_read_is_refused_by_its_name(written, tmp_path):
    path = tmp_path / "own.toml"
    if written is not None:
        path.write_bytes(written.encode() if isinstance(written, str) else written)
    with pytest.raises(BadPinMap) as e:
        made(BLANK, tmp_path, pins=str(path))
    assert "own.toml" in str(e.value)


def test_a_pin_map_of_another_board_is_refused(tmp_path):
    pico = BLANK._replace(machine="Raspberry Pi Pico with RP2040", mpy=deploy.ARCHES.index("armv6m") << 10 | 3 << 8 | 6)
    error = refused(BadPinMap, pico, tmp_path, pins="esp32_s3")
    assert error.faults[0].message("en") == "board: the map is for esp32_s3, the controller is pico"
    assert made(pico, tmp_path, pins="pico.spi").wanted[plan.PINS]


# ---------------------------------------------------------------- room


def blocks(todo, paths):
    return sum(-(-todo.wanted[path][0].stat().st_size // 4096) for path in paths) * 4096


def test_old_and_new_stand_side_by_side_where_there_is_room(tmp_path):
    first = made(BLANK, tmp_path)
    changed = {path: File(100, "old") for path in list(first.wanted)[:20]}
    seen = with_files(installed(first, free=20 * 4096 * 3), **changed)
    assert made(seen, tmp_path).gone == []


def test_where_there_is_no_room_the_old_files_go_first(tmp_path):
    first = made(BLANK, tmp_path)
    changed = {path: File(4096, "old") for path in [path for path in first.wanted if path.endswith(".mpy")][:20]}
    seen = with_files(installed(first, free=60 * 1024), **changed, **{"firmware/older.mpy": File(4096, "older")})
    todo = made(seen, tmp_path)
    assert set(todo.gone) == {*changed, "firmware/older.mpy"}
    assert "firmware/older.mpy" not in todo.text()


def test_what_was_begun_with_little_to_spare_goes_on_when_it_was_interrupted(tmp_path):
    """The folders are made, some blocks have gone to littlefs for the names in them, and no file has come yet."""
    least = refused(NoRoom, BLANK._replace(free=800 * 1024), tmp_path).values["need"] * 1024
    todo = made(BLANK._replace(free=least), tmp_path)
    names = 8 * 4096
    left = least - len(todo.folders) * plan.FOLDER * 4096 - names
    assert made(BLANK._replace(free=left, folders=todo.folders), tmp_path).copied == todo.copied


def test_what_was_chosen_stays_chosen_when_the_old_firmware_had_to_go_and_the_new_one_did_not_come(tmp_path):
    todo = made(BLANK, tmp_path, regions=["jiujiang"])
    begun = BLANK._replace(begun=todo.head.split(), main='"""mjtable: ...', folders=todo.folders)
    again = made(begun, tmp_path)
    assert (again.head, again.copied) == (todo.head, todo.copied)
    assert made(begun, tmp_path, regions=["ningbo"]).head.endswith(" ningbo")


def test_a_journal_that_is_there_needs_no_more_room_when_an_update_goes_on(tmp_path):
    todo = made(BLANK, tmp_path)
    folders = {"folders": todo.folders, "begun": todo.head.split()}
    left = blocks(todo, todo.copied) + plan.SPARE
    assert made(BLANK._replace(free=left, data=(9, 400 * 1024), **folders), tmp_path).copied == todo.copied
    refused(NoRoom, BLANK._replace(free=left - 4096, data=(9, 400 * 1024), **folders), tmp_path)
    refused(NoRoom, BLANK._replace(free=left, **folders), tmp_path)


def test_a_flash_that_is_more_than_full_has_nothing_free(monkeypatch, capsys):
    """Littlefs counts some blocks twice, and what MicroPython makes of -3 of 256 blocks is not negative."""
    monkeypatch.setattr(os, "statvfs", lambda path: (4096, 4096, 256, 2**32 - 3, 2**32 - 3), raising=False)
    exec((Path(plan.__file__).parent / "onboard" / "look.py").read_text("utf-8"), {})
    said = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("board "))
    assert json.loads(said[len("board ") :])["free"] == 0


def test_what_does_not_fit_is_refused_with_both_sizes(tmp_path):
    small = BLANK._replace(free=880 * 1024)
    error = refused(NoRoom, small, tmp_path)
    assert error.values["free"] == 880 and error.values["need"] > 880
    todo = made(small, tmp_path, regions=["tuidaohu"])
    assert todo.copied and blocks(todo, todo.copied) < small.free


def test_the_journal_keeps_room(tmp_path):
    need = blocks(made(BLANK, tmp_path), made(BLANK, tmp_path).copied)
    refused(NoRoom, BLANK._replace(free=need + plan.ROOM // 2), tmp_path)
