"""Code has the line numbers of the sources, whatever was compiled."""

import random

import pytest

from mjtable import deploy, linetable


def line_at(table: bytes, code: int) -> int:
    """The line of so many bytes of code on, as py/bc.c finds it."""
    line = 1
    for skipped, lines in linetable._read(table):
        if code < skipped:
            break
        code -= skipped
        line += lines
    return line


def tables(folder, origin: list[int], monkeypatch) -> list[tuple[bytes, bytes]]:
    """The line tables of all functions of what is compiled there, and what they become."""
    found = []
    renumber = linetable._lines

    def noted(table: bytes, origin: list[int]) -> bytes:
        found.append((table, renumber(table, origin)))
        return found[-1][1]

    monkeypatch.setattr(linetable, "_lines", noted)
    for path in folder.rglob("*.mpy"):
        linetable.renumbered(path.read_bytes(), origin)
    return found


@pytest.fixture(scope="module")
def folder():
    return deploy.build(None)


def test_every_piece_of_code_has_the_new_number_of_its_line(folder, monkeypatch):
    numbers = random.Random(5)
    origin = [1]
    for _ in range(3000):
        origin.append(origin[-1] + numbers.choice((0, 0, 1, 1, 1, 2, 7, 40, 2100)))
    found = tables(folder, origin, monkeypatch)
    assert len(found) > 2000
    for before, after in found:
        for code in range(sum(skipped for skipped, _ in linetable._read(before)) + 3):
            assert line_at(after, code) == origin[line_at(before, code) - 1]


def test_the_same_lines_take_no_more(folder, monkeypatch):
    for before, after in tables(folder, list(range(1, 3000)), monkeypatch):
        assert len(after) <= len(before)


def test_machine_code_has_no_lines():
    mpy = (deploy.build("x64") / "engine_core" / "cover_native.mpy").read_bytes()
    with pytest.raises(ValueError, match="no lines"):
        linetable.renumbered(mpy, list(range(1, 3000)))
