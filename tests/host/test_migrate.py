"""Histories of older versions are taken over: history-<n>.sql was written by the mjtable that knew schema n."""

import sqlite3
import warnings
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from mjtable import database, ledger, migrate, rebuild, schema, store
from mjtable.errors import RebuildError, StoreError, Upgrading
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.conftest import everything
from tests.host.fake import Journal
from tests.host.test_store import as_another, ended, python, shelf  # noqa: F401

OLD = {n: Path(__file__).with_name(f"history-{n}.sql").read_text("utf-8") for n in (1, 2)}
NEW = [{"version": store.SCHEMA}]


@pytest.fixture
def old(tmp_path):
    """A file as schema 1 left it."""
    return made(tmp_path / "a.db")


def made(path, version=1):
    with sqlite3.connect(path) as c:
        c.executescript(OLD[version])
    c.close()
    return path


def rows(path):
    """Table -> its rows as dicts, for every table that the file has."""
    with sqlite3.connect(path) as c:
        c.row_factory = sqlite3.Row
        names = [row[0] for row in c.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        found = {name: [dict(row) for row in c.execute(f"SELECT * FROM {name} ORDER BY rowid")] for name in names}
    c.close()
    return found


def opened(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Upgrading)
        return Store(str(path))


@pytest.mark.parametrize("version", OLD)
def test_nothing_of_an_old_history_is_lost(tmp_path, version):
    old = made(tmp_path / "a.db", version)
    before = rows(old)
    opened(old).close()
    after = rows(old)
    assert after.pop("schema") == NEW and before.pop("schema") == [{"version": version}]
    for name, was in before.items():
        assert [{key: row[key] for key in was[0]} for row in after[name]] == was if was else after[name] == [], name


def test_it_is_then_what_a_new_sync_would_have_made(old, tmp_path):
    with opened(old) as history, Store(str(tmp_path / "new.db")) as new:
        Sync(evening.play(Journal()), new).run()
        found, expected = everything(history), everything(new)
    for both in (found, expected):
        del both["tables"]  # when it was seen
    assert found == expected
    assert [row["value"] for row in found["claims"]] == [5]
    assert [row["region"] for row in found["throws"]] == ["ningbo", "ningbo"]


def test_the_user_is_told_once(old):
    with pytest.warns(Upgrading, match="schema 1"):
        Store(str(old)).close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Store(str(old)).close()


def test_taking_over_again_changes_nothing(old):
    with opened(old) as history:
        before = everything(history)
        with history.transaction() as c:
            migrate.upgrade(c)
        assert everything(history) == before


def test_migrations_from_nothing_make_the_schema_of_today(tmp_path):
    made = database.engine(database.file_url(str(tmp_path / "a.db")))
    with made.begin() as c:
        migrate.run(c, 0)
        context = MigrationContext.configure(c, opts={"compare_type": True})
        found = compare_metadata(context, schema.meta)
    assert [one for one in found if one[0] != "remove_table" or one[1].name != "alembic_version"] == []


def test_the_last_migration_is_the_version_of_the_schema():
    files = sorted(path.name[:4] for path in Path(migrate.__file__).with_name("migrations").glob("versions/0*.py"))
    assert files == [f"{number:04}" for number in range(1, store.SCHEMA + 1)]


def test_a_migration_that_fails_leaves_the_old_history(old, monkeypatch):
    before = rows(old)

    def fails(c):
        raise RebuildError(journal=1, seq=13, found=12)

    monkeypatch.setattr(rebuild, "run", fails)
    with pytest.raises(RebuildError):
        opened(old)
    assert rows(old) == before


KILLED = """
import os, signal, sys
from mjtable import seating
from mjtable.store import Store
seating.apply_all = lambda c: os.kill(os.getpid(), signal.SIGKILL)  # the last step
Store(sys.argv[1])
"""


def test_one_that_is_killed_leaves_the_old_history(old):
    before = rows(old)
    process = python(KILLED, old)
    process.communicate(timeout=60)
    assert process.returncode == -9
    assert rows(old) == before
    opened(old).close()
    assert rows(old)["schema"] == NEW


START = """
import sys, warnings
from mjtable.store import Store
warnings.simplefilter("ignore")
input()  # until all are ready
Store(sys.argv[1]).close()
"""


def test_several_that_take_it_over_at_once_do_it_once(old):
    processes = [python(START, old) for _ in range(4)]
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    assert [ended(process) for process in processes] == [""] * 4
    assert len(rows(old)["hands"]) == 2 and rows(old)["schema"] == NEW


READ_OLD = """
import os, sys, warnings
import alembic.command
import alembic.config
from mjtable import migrate
from mjtable.errors import MjtableError
from mjtable.store import Store
warnings.simplefilter("ignore")
str(MjtableError())  # all is imported now
if os.geteuid() == 0:
    os.setuid(65534)
try:
    Store(sys.argv[1])
except MjtableError as e:
    print(e)
"""


def test_an_old_history_that_may_not_be_written_is_said(shelf):  # noqa: F811
    made(shelf / "b.db").chmod(0o444)
    shelf.chmod(0o555)
    assert as_another(READ_OLD, shelf / "b.db") == [f"history {shelf / 'b.db'}: it can only be read, not written"]


def test_an_older_mjtable_says_that_it_is_too_old(old):
    opened(old).close()
    assert rows(old)["schema"] == NEW  # which is what it looks at


# ---------------------------------------------------------------- made anew


@pytest.fixture
def history():
    with Store() as history:
        Sync(evening.play(Journal()), history).run()
        yield history


def anew(history):
    with history.transaction() as c:
        return rebuild.run(c)


def test_rows_that_were_spoilt_come_back(history):
    before = everything(history)
    with history.transaction() as c:
        c.execute(sa.update(store.payments).values(delta=0, score=0))
        c.execute(sa.update(store.hands).values(region="nowhere", undone=None, number=9))
        c.execute(sa.delete(store.claims))
        c.execute(sa.delete(store.events))
        c.execute(sa.delete(store.throws))
    assert anew(history).hands == 2
    assert everything(history) == before


def test_hands_that_the_bytes_do_not_give_any_more_are_kept_and_counted(history):
    before = everything(history)
    with history.transaction() as c:
        c.execute(sa.update(store.hands).where(store.hands.c.id == 1).values(seq=999))
        c.execute(sa.delete(store.claims))
    made = anew(history)
    assert (made.kept, made.hands) == (1, 2)
    assert [row["hand_id"] for row in everything(history)["claims"]] == [1, 3]
    assert len(history.hands_of()) == len(before["hands"]) + 1


def test_bytes_that_end_too_early_change_nothing(history):
    with history.transaction() as c:
        c.execute(sa.delete(store.segments).where(store.segments.c.number == 4))
    before = everything(history)
    with pytest.raises(StoreError, match="nothing was changed"):
        anew(history)
    assert everything(history) == before


def test_progress_is_told_by_events(history):
    told = []
    with history.transaction() as c:
        rebuild.run(c, lambda done, total: told.append((done, total)))
    assert told[-1] == (13, 13) and told == sorted(told)


def test_the_history_reads_as_before(old):
    with opened(old) as history:
        assert [entry.kind for entry in ledger.sessions(history)[0].entries] == ["hand", "hand", "correct"]
