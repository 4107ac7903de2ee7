"""The history in a real PostgreSQL: what SQLite does, it does too."""

import inspect

import pytest
import sqlalchemy as sa

from mjtable import database, migrate, rebuild, schema, store
from mjtable.errors import NoDriver, RebuildError, StoreError, Upgrading
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening, test_sync
from tests.host.conftest import everything
from tests.host.fake import Journal
from tests.host.test_migrate import made as old_file
from tests.host.test_store import START, ended, python


@pytest.fixture
def history(postgres):
    with Store(postgres()) as history:
        yield history


OF_SYNC = [
    function
    for name, function in vars(test_sync).items()
    if name.startswith("test_") and list(inspect.signature(function).parameters) == ["history", "journal"]
]


@pytest.mark.parametrize("test", OF_SYNC, ids=lambda test: test.__name__)
def test_a_sync(test, history, journal, made_anew):
    test(history, journal)


def test_there_are_such_tests():
    assert len(OF_SYNC) > 10


def test_several_first_starts_at_once_make_one_history(postgres):
    url = postgres()
    processes = [python(START, url) for _ in range(4)]
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    assert [ended(process) for process in processes] == ["[]\n"] * 4
    with Store(url) as history:
        assert [row.version for row in history.rows(sa.select(store.schema))] == [store.SCHEMA]


def test_it_has_the_same_rows_as_sqlite(history, journal, tmp_path):
    Sync(journal, history).run()
    with Store(str(tmp_path / "a.db")) as other:
        Sync(evening.play(Journal()), other).run()
        here, there = everything(history), everything(other)
    for both in (here, there):
        del both["tables"]  # when it was seen
    assert here == there


def test_a_database_that_is_not_there_is_said(postgres):
    with pytest.raises(StoreError, match="does not exist"):
        Store(postgres().replace("/history", "/nosuch"))


def test_without_its_driver_it_says_how_to_get_it(monkeypatch):
    def missing(url):
        raise ModuleNotFoundError("No module named 'psycopg'")

    monkeypatch.setattr(database, "engine", missing)
    with pytest.raises(NoDriver, match=r"mjtable\[postgresql\]"):
        Store("postgresql://me:secret@host/a")


# ---------------------------------------------------------------- taken over from schema 1


@pytest.fixture
def old(postgres, tmp_path):
    """The URL of a history as schema 1 left it: the rows of history-1.sql."""
    url = postgres()
    source = sa.create_engine(f"sqlite:///{old_file(tmp_path / 'old.db')}")
    with database.engine(url).begin() as c, source.connect() as there:
        migrate.run(c, 0, "0001")
        c.execute(sa.text("DROP TABLE alembic_version"))
        for table in sa.inspect(c).get_sorted_table_and_fkc_names():
            if table[0]:
                reflected = sa.Table(table[0], sa.MetaData(), autoload_with=c)
                rows = there.execute(sa.select(*(sa.column(col.name) for col in reflected.c)).select_from(reflected))
                _copy(c, reflected, [dict(row) for row in rows.mappings()])
        for table in ("sessions", "hands", "journals", "differences"):
            c.execute(sa.text(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), 10)"))
    return url


def _copy(c, table, rows):
    """JSON columns hold text in SQLite, booleans are numbers there."""
    import json

    for row in rows:
        for column in table.columns:
            value = row[column.name]
            if isinstance(column.type, sa.JSON) and isinstance(value, str):
                row[column.name] = json.loads(value)
            if isinstance(column.type, sa.Boolean):
                row[column.name] = bool(value)
    if rows:
        c.execute(sa.insert(table), rows)


def test_an_old_history_is_taken_over(old, tmp_path):
    with pytest.warns(Upgrading), Store(old) as history, Store(str(tmp_path / "new.db")) as new:
        Sync(evening.play(Journal()), new).run()
        found, expected = everything(history), everything(new)
    for both in (found, expected):
        del both["tables"]
    assert found == expected
    with Store(old) as history:  # and it goes on from there
        assert Sync(evening.play(Journal()), history).run().events == 0


def test_a_migration_that_fails_leaves_the_old_history(old, monkeypatch):
    def fails(c):
        raise RebuildError(journal=1, seq=13, found=12)

    monkeypatch.setattr(rebuild, "run", fails)
    with pytest.warns(Upgrading), pytest.raises(RebuildError):
        Store(old)
    with database.engine(old).begin() as c:
        assert c.scalar(sa.text("SELECT version FROM schema")) == 1
        assert "players" not in sa.inspect(c).get_table_names()


def test_migrations_make_the_schema_of_today(postgres):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with database.engine(postgres()).begin() as c:
        migrate.run(c, 0)
        found = compare_metadata(MigrationContext.configure(c, opts={"compare_type": True}), schema.meta)
    assert [one for one in found if one[0] != "remove_table" or one[1].name != "alembic_version"] == []
