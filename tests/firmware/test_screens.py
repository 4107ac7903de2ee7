"""The displays' pages, drawn by the real interpreter: pixel for pixel the designed ones, and nothing ever cut off.

tests/display/ holds the pictures; its README says which pages differ from the design and why.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mjtable import simulator
from tests.firmware.pictures import read_png, write_png

ROOT = Path(__file__).resolve().parents[2]
DISPLAY = ROOT / "tests" / "display"
FONT = ROOT / "firmware" / "glyphs" / "font.bin"
TEXTS = ROOT / "firmware" / "texts.tsv"


def on_the_table(script: str) -> list:
    """What a script of this folder prints on MicroPython, a JSON value a line."""
    done = subprocess.run(
        [*simulator.interpreter(), "-X", "heapsize=" + simulator.SOURCES_HEAP, script], cwd=Path(__file__).parent,
        env={"MICROPYPATH": f".:{ROOT}:.frozen"}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0 and "Traceback" not in done.stdout, done.stdout[-2000:] + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def pages():
    """(picture, language) -> (complaints, page)."""
    return {(name, lang): (faults, bytes.fromhex(page)) for name, lang, faults, page in on_the_table("render.py")}


def expected(name: str, lang: str) -> Path:
    own = DISPLAY / "own" / f"{name}.{lang}.png"
    return own if own.exists() else DISPLAY / "png" / f"{name}.{lang}.png"


def test_every_page_is_its_picture(pages, tmp_path):
    wrong = []
    for (name, lang), (_, page) in pages.items():
        if read_png(expected(name, lang)) != page:
            write_png(tmp_path / f"{name}.{lang}.png", page)
            wrong.append(f"{name}.{lang}")
    assert not wrong, f"these differ; what was drawn is in {tmp_path}: {', '.join(wrong)}"


def test_every_picture_is_drawn(pages):
    there = {path.name for folder in ("png", "own") for path in (DISPLAY / folder).glob("*.png")}
    assert there == {f"{name}.{lang}.png" for name, lang in pages}


def test_the_pages_fit(pages):
    assert {key: faults for key, (faults, _) in pages.items() if faults} == {}


@pytest.mark.long
def test_no_values_cut_a_text_or_draw_outside_the_display():
    *faults, drawn = on_the_table("extremes.py")
    assert not faults
    assert drawn > 10000


def test_every_pattern_name_fits_where_it_is_ticked():
    *too_long, looked_at = on_the_table("names.py")
    assert not too_long and looked_at > 200


def characters_of_the_font() -> set[str]:
    data = FONT.read_bytes()
    count = int.from_bytes(data[4:6], "big")
    return {chr(int.from_bytes(data[10 + 6 * i : 12 + 6 * i], "big")) for i in range(count)}


def text_files() -> list[Path]:
    core = ROOT / "engine_core"
    return [TEXTS, *sorted(core.rglob("*.tsv")), *sorted(core.rglob("*.txt"))]


@pytest.mark.parametrize("path", text_files(), ids=lambda path: path.name)
def test_the_font_has_every_character_of_the_texts(path):
    lacking = set(path.read_text(encoding="utf-8")) - characters_of_the_font() - set("\t\n")
    assert not lacking, "run tools/glyphs/build.py"


def test_the_font_travels_with_its_licence():
    licence = (FONT.parent / "OFL.txt").read_text(encoding="utf-8")
    assert "Copyright © 1998-2022 Roman Czyborra, Paul Hardy, Qianqian Fang" in licence
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence


def rows() -> list[list[str]]:
    return [line.split("\t") for line in TEXTS.read_text(encoding="utf-8").splitlines()]


def test_texts_are_sorted_and_whole():
    keys = [row[0].encode() for row in rows()]
    assert keys == sorted(set(keys)), "bisection needs them sorted"
    assert [row for row in rows() if len(row) != 3 or not all(row)] == []


def test_both_languages_ask_for_values_that_are_given():
    for key, zh, en in rows():
        for text in (zh, en):
            fields = re.findall(r"{(.*?)}", text)
            assert all(f.isdigit() and int(f) < 7 for f in fields), key


def test_every_text_is_there():
    keys = {row[0] for row in rows()}
    for path in sorted((ROOT / "firmware").glob("*.py")):
        named = re.findall(r"""\bt\(\s*"([a-z_.0-9]+)"\s*[,)]""", path.read_text(encoding="utf-8"))
        assert set(named) <= keys, path.name


def test_the_picture_files_are_what_the_build_makes():
    pytest.importorskip("PIL")
    build = [sys.executable, str(ROOT / "tools" / "glyphs" / "build.py"), "--check"]
    done = subprocess.run(build, capture_output=True, text=True)
    if done.returncode == 2:
        pytest.skip("GNU Unifont is not installed")
    assert done.returncode == 0, done.stdout + done.stderr
