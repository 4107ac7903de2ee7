import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import pytest
import sqlalchemy as sa

from mjtable import database, store
from mjtable.errors import BadFolder, StoreError
from mjtable.store import Store

ROOT = Path(__file__).resolve().parents[2]


def test_the_history_lies_in_the_users_data_folder(home):
    with Store() as history:
        assert history.shown == str(home / "data" / "history.db")
    assert (home / "data" / "history.db").is_file()


def test_a_path_is_an_sqlite_file(tmp_path):
    with Store(str(tmp_path / "a.db")) as history:
        assert history.url == sa.make_url(f"sqlite:///{tmp_path}/a.db")
        assert history.shown == str(tmp_path / "a.db")


NAMES = ["x?y.db", "p%41.db", "a#b.db", "a b&c=d.db", "a:b@c.db", "东.db", "50%.db"]


@pytest.mark.parametrize("name", NAMES)
def test_a_path_is_a_path_whatever_characters_are_in_it(tmp_path, name):
    with Store(str(tmp_path / name)) as history:
        assert history.shown == str(tmp_path / name)
    assert {path.name.removesuffix("-wal").removesuffix("-shm") for path in tmp_path.iterdir()} == {name}


@pytest.mark.parametrize("name", ["x?y", "p%41", "a:b"])
def test_so_is_the_users_data_folder(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MJTABLE_HOME", name)  # relative: "a:b/..." would be a URL if it were typed
    Store().close()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name / "data" / "history.db").is_file()


def test_sqlite_writes_ahead_and_checks_references(tmp_path):
    with Store(str(tmp_path / "a.db")) as history, history.transaction() as c:
        assert c.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert c.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_hand_of_no_session_is_refused(tmp_path):
    values = {"seq": 1, "time": 0, "number": 1, "region": "ningbo", "record": {}, "answer": {}}
    with Store(str(tmp_path / "a.db")) as history, pytest.raises(StoreError) as e, history.transaction() as c:
        store.insert(c, store.hands, session_id=7, **values)
    assert "FOREIGN KEY" in str(e.value)


def test_a_failed_transaction_leaves_nothing(tmp_path):
    row = {"id": "t", "name": "", "board": "", "firmware": "", "seen": ""}
    with Store(str(tmp_path / "a.db")) as history:
        with pytest.raises(RuntimeError), history.transaction() as c:
            c.execute(sa.insert(store.tables).values(row))
            raise RuntimeError
        assert history.known_tables() == []


def test_a_history_of_a_newer_mjtable_is_not_touched(tmp_path):
    Store(str(tmp_path / "a.db")).close()
    with sqlite3.connect(tmp_path / "a.db") as c:
        c.execute("UPDATE schema SET version = 99")
    with pytest.raises(StoreError) as e:
        Store(str(tmp_path / "a.db"))
    assert "newer" in str(e.value)


def test_a_file_that_is_no_database_is_said(tmp_path):
    (tmp_path / "a.db").write_text("no database at all, but long enough to be taken for one" * 20)
    with pytest.raises(StoreError) as e:
        Store(str(tmp_path / "a.db"))
    assert "not a database" in str(e.value)


def test_an_unknown_kind_of_database_is_said():
    with pytest.raises(StoreError):
        Store("nosuchdb://host/name")


@pytest.mark.parametrize(
    "url, shown",
    [
        ("postgresql://me:secret@host/mahjong", "postgresql://me:***@host/mahjong"),
        ("postgresql://me:se/cr@t:secret@host:5432/mahjong", "postgresql://me:***@host:5432/mahjong"),
        ("postgresql://me@corp:secret@host/mahjong", "postgresql://me@corp:***@host/mahjong"),
        ("postgresql://host/mahjong?user=me&password=secret&x=1", "postgresql://host/mahjong?user=me&password=***&x=1"),
        ("postgresql:/me:secret@host/mahjong", "postgresql:/me:***@host/mahjong"),
        ("postgresql://me@host:5432/mahjong", "postgresql://me@host:5432/mahjong"),
        ("sqlite:////home/me/a:b@c.db", "/home/me/a:b@c.db"),
    ],
)
def test_a_password_is_not_shown(url, shown):
    assert database.shown(url) == shown


@pytest.mark.parametrize(
    "url",
    [
        "nosuchdb://me:secret@host/name",
        "postgresql://me:se:cret@secret@host:port/name",
        "postgresql:/me:secret@host/name",
        "postgresql+nosuch://me:secret@host/name?password=secret",
    ],
)
def test_a_password_is_in_no_error(url):
    with pytest.raises(StoreError) as e:
        Store(url)
    told = [str(e.value), repr(e.value), *map(str, e.value.as_dict().values())]
    told += traceback.format_exception(e.value)
    assert not [line for line in told if "secret" in line and "Store(url)" not in line]


def test_a_password_that_the_driver_repeats_is_taken_out_of_what_it_says():
    url = "postgresql://me:se%2Fcret@host/name?sslpassword=other"
    said = database.without_secrets('invalid dsn "me:se%2Fcret@host", se/cret, other', url)
    assert said == 'invalid dsn "me:***@host", ***, ***'


# ---------------------------------------------------------------- several at once


def python(code, *arguments):
    """A process that runs `code` with the sources of this checkout."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'host'}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )


def ended(process):
    """What a process has printed; it must have gone well."""
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0, out
    return out


START = """
import sys
from mjtable.store import Store
input()  # until all are ready
with Store(sys.argv[1]) as history:
    print(history.known_tables())
"""


def test_several_first_starts_at_once_make_one_history(tmp_path):
    for round in range(2):
        db = tmp_path / f"{round}.db"
        processes = [python(START, db) for _ in range(6)]
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        assert [ended(process) for process in processes] == ["[]\n"] * 6
        with sqlite3.connect(db) as c:
            assert c.execute("SELECT version FROM schema").fetchall() == [(store.SCHEMA,)]


def test_one_that_died_while_it_made_the_tables_leaves_nothing_behind(tmp_path):
    with sqlite3.connect(tmp_path / "a.db") as c:
        c.execute("CREATE TABLE schema (version INTEGER NOT NULL)")
    with Store(str(tmp_path / "a.db")) as history:
        assert history.known_tables() == []


# ---------------------------------------------------------------- where nothing may be written


READ = """
import os, sys
import sqlalchemy as sa
from mjtable.errors import MjtableError
from mjtable.store import Store, tables
Store("sqlite://").close()
str(MjtableError())  # all is imported now
if os.geteuid() == 0:  # root may write anywhere
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    with Store(sys.argv[1]) as history:
        print([row.id for row in history.known_tables()])
        with history.transaction() as c:
            c.execute(sa.delete(tables))
except MjtableError as e:
    print(e)
"""


@pytest.fixture
def shelf():
    """A folder with a history in it, that others than its owner can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    with Store(str(folder / "a.db")) as history, history.transaction() as c:
        c.execute(sa.insert(store.tables).values(id="t", name="", board="", firmware="", seen=""))
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def as_another(code, *arguments):
    """What code prints that runs as somebody who has no right to write."""
    return ended(python(code, *arguments)).splitlines()


def test_a_history_in_a_folder_that_may_not_be_written_can_be_read(shelf):
    shelf.chmod(0o555)
    assert as_another(READ, shelf / "a.db") == ["['t']", f"history {shelf / 'a.db'}: it can only be read, not written"]
    assert [path.name for path in shelf.iterdir()] == ["a.db"]


def test_a_history_file_that_may_not_be_written_can_be_read(shelf):
    (shelf / "a.db").chmod(0o444)
    shelf.chmod(0o777)
    assert as_another(READ, shelf / "a.db")[0] == "['t']"
    assert [path.name for path in shelf.iterdir()] == ["a.db"]


@pytest.mark.parametrize("name", ["x?y.db", "p%41.db"])
def test_so_can_a_file_whose_name_has_a_meaning_in_a_url(shelf, name):
    (shelf / "a.db").rename(shelf / name)
    shelf.chmod(0o555)
    assert as_another(READ, shelf / name)[0] == "['t']"


def test_a_history_that_another_user_is_writing_can_be_read(shelf):
    with Store(str(shelf / "a.db")) as history:
        with history.transaction() as c:
            c.execute(sa.insert(store.tables).values(id="u", name="", board="", firmware="", seen=""))
        shelf.chmod(0o555)
        assert as_another(READ, shelf / "a.db")[0] == "['t', 'u']"


def test_a_new_history_in_a_folder_that_may_not_be_written_is_said(shelf):
    shelf.chmod(0o555)
    assert as_another(READ, shelf / "b.db") == [f"history {shelf / 'b.db'}: it cannot be opened, nor made there"]


def test_a_home_that_is_a_file_is_said(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MJTABLE_HOME", str(tmp_path / "file"))
    with pytest.raises(BadFolder) as e:
        Store()
    assert "MJTABLE_HOME" in str(e.value)
