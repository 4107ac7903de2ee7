"""Long texts that stand in several places are there once on a controller, and the program is the same."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from mjtable import deploy, interned

MICROPYTHON = Path(sys.executable).with_name("micropython")
ID, ALONE, SPOKEN = "a_long_option", "another_long_one", "This is told."
TEXT = f"""
OPTIONS = (("{ID}", 7, (0, b"\\0")), ("{ALONE}", None, ()), "{SPOKEN}", 1 << 40, 1.5, b"")


def f(options):
    return options["{ID}"], "{SPOKEN}"


print([f(dict([row[:2] for row in OPTIONS[:2]])), OPTIONS])
"""


def compiled(tmp_path: Path, text: str = TEXT) -> bytes:
    command = deploy.compiler()
    assert command
    (tmp_path / "one.py").write_text(text)
    subprocess.run([*command, tmp_path / "one.py"], check=True)
    return (tmp_path / "one.mpy").read_bytes()


def all_beside(path: str, other: str) -> bool:
    return True


def test_texts_are_found_in_tables_and_in_the_code(tmp_path):
    assert interned.texts(compiled(tmp_path)) == Counter({ID: 2, ALONE: 1, SPOKEN: 2})


def test_an_id_that_is_there_twice_becomes_a_name(tmp_path):
    mpy = compiled(tmp_path)
    assert interned.interned({"one.py": mpy}, all_beside)["one.py"] == interned.with_names(mpy, [ID])


@pytest.mark.parametrize(("beside", "named"), [(all_beside, [ID, ALONE]), (lambda path, other: path == other, [ID])])
def test_one_that_another_module_has_is_a_name_where_they_are_loaded_together(tmp_path, beside, named):
    mpy, other = compiled(tmp_path), compiled(tmp_path, f"print('{ALONE}')")
    made = interned.interned({"one.py": mpy, "two.py": other}, beside)
    assert made["one.py"] == interned.with_names(mpy, named)


@pytest.mark.parametrize("more", [["name"], ["n" * 200, "name"], [f"n{i}" for i in range(200)]])
def test_a_module_with_more_names_does_the_same(tmp_path, more):
    mpy = compiled(tmp_path)
    (tmp_path / "one.mpy").write_bytes(interned.with_names(mpy, more))
    (tmp_path / "two.mpy").write_bytes(mpy)
    told = []
    for name in ("one", "two"):
        command = [MICROPYTHON, "-c", f"import {name}"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
        told.append(done.stdout)
    assert told[0] == told[1] != ""


def test_a_name_takes_less_heap_than_its_texts(tmp_path):
    mpy = compiled(tmp_path, "\n".join(f"print(('{ID}', {n}))" for n in range(50)))
    (tmp_path / "two.mpy").write_bytes(mpy)
    (tmp_path / "one.mpy").write_bytes(interned.with_names(mpy, [ID]))
    taken = []
    for name in ("one", "two"):
        script = f"import gc; gc.collect(); a = gc.mem_alloc(); import {name}; gc.collect(); print(gc.mem_alloc() - a)"
        done = subprocess.run([MICROPYTHON, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
        taken.append(int(done.stdout.split()[-1]))
    assert taken[0] < taken[1] - 2000


@pytest.mark.parametrize("names", range(1, 40))
def test_the_place_of_objects_that_a_module_has_not_is_within_its_names(names):
    mpy = b"M\x06\x00\x1f" + interned.number(names) + b"\x00" + b"\x07" * names + b"the rest"
    made = interned.within(mpy)
    there, objects, reader = interned._read(made)
    assert (objects, made.endswith(b"\x07" * names + b"\x00" * 2 * (there - names) + b"the rest")) == (0, True)
    assert (2 * there + 2) // 4 * 4 % 16 != 0 and there - names <= 2


def test_a_module_with_objects_stays_as_it_is(tmp_path):
    mpy = b"M\x06\x00\x1f" + b"\x08\x01" + b"\x07" * 8 + b"the rest"
    assert interned.within(mpy) == mpy
