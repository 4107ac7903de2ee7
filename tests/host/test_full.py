"""No room for what is to be written: said in one line, and nothing is left behind."""

import subprocess
import sys

import pytest

from mjtable.store import Store
from mjtable.sync import Sync
from tests.bench.laptop import evenings

resource = pytest.importorskip("resource")

ROOM = 40_000  # bytes of a file: enough for what SQLite keeps beside a history that is read
HANDS = 400
LIMITED = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, ({ROOM}, {ROOM}))
from mjtable.cli import main
main()
"""


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("history") / "a.db")
    with Store(path) as past:
        Sync(evenings(HANDS), past).run()
    return path


@pytest.mark.parametrize("command", ["export a.csv", "export a.json", "export a.xlsx", "backup a.bak"])
def test_a_file_that_finds_no_room(db, tmp_path, home, command):
    (tmp_path / "temp").mkdir()
    name, *rest = command.split()
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, name, *rest[:-1], str(tmp_path / rest[-1]), "--db", db, "--lang", "en"],
        capture_output=True, text=True, check=False, cwd=tmp_path, env={"TMPDIR": str(tmp_path / "temp"), "HOME": "/",
        "MJTABLE_HOME": str(home), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stderr.startswith(f"mjtable: {tmp_path / rest[-1]}: ") and done.stderr.count("\n") == 1, done.stderr
    assert {path.name for path in tmp_path.iterdir()} <= {"home", "temp"}
    assert list((tmp_path / "temp").iterdir()) == []
