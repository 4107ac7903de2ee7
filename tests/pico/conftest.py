"""Only collected when asked for (make pico): what these tests need has to be made first, and they take some minutes."""

import os

import pytest

from tests.pico import board, image

collect_ignore_glob = [] if os.environ.get("MJTABLE_PICO") else ["test_*.py"]


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    monkeypatch.setattr("mjtable.link.ANSWER_SECONDS", board.PATIENCE)
    monkeypatch.setattr("mjtable.link.PROMPT_STAYS", 6 * board.PATIENCE)  # as many answers as a real one has time for
    monkeypatch.setattr("mjtable.install.START_SECONDS", 20 * board.PATIENCE)


@pytest.fixture(scope="session")
def made(compiled):
    """The flash of a Pico on which Ningbo and Xueliu are installed."""
    return image.installed(board.MICROPYTHON, ["ningbo", "xueliu"])


@pytest.fixture
def flash(tmp_path, made):
    """A file with it."""
    file = tmp_path / "flash.img"
    file.write_bytes(made)
    return file


@pytest.fixture
def pico(flash):
    """A table that is ready."""
    with board.Pico(flash) as running:
        running.ready()
        yield running
