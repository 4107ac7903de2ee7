"""A history that opens but holds what mjtable never wrote: the column is named, whoever reads it."""

import sqlite3

import pytest

from mjtable.commands import past
from mjtable.errors import BadRecord, StoreError
from mjtable.store import Store
from mjtable.sync import Sync


@pytest.fixture
def db(tmp_path, journal):
    """The file of a history with an evening in it."""
    path = tmp_path / "history.db"
    with Store(str(path)) as history:
        Sync(journal, history).run()
    return path


def change(db, place, value):
    """Puts a value into every row of a column."""
    table, column = place.split(".")
    with sqlite3.connect(db) as c:
        c.execute(f"UPDATE {table} SET {column} = ?", (value,))
    c.close()


def refused(function, *arguments, **how):
    with pytest.raises(StoreError) as e:
        function(*arguments, **how)
    return e.value


READ_BY_HISTORY = [
    ("tables.seen", '"x"'),
    ("tables.seen", "2026-02-31T00:00:00+00:00"),
    ("tables.seen", "2026-02-03T00:00:00"),
    ("tables.seen", "0001-01-01T00:00:00+00:00"),
    ("tables.name", b"x"),
    ("sessions.scores", "xyz"),
    ("sessions.scores", 5),
    ("sessions.scores", b"\xff"),
    ("sessions.scores", '["x"]'),
    ("sessions.scores", "[]"),
    ("sessions.scores", "[0,0,0,0,0,0]"),
    ("hands.record", "not JSON"),
    ("hands.record", "[" * 100_000),
    ("hands.record", "null"),
    ("hands.answer", "{}"),
    ("hands.answer", '{"wins": [], "delta": [0], "next_dealer": 0, "carry": []}'),
    ("hands.undone", "null"),
    ("hands.time", 10**17),
    ("hands.time", -1),
    ("hands.region", "a\0b"),
    ("payments.delta", "text"),
    ("payments.score", b"5"),
    ("corrections.delta", "5"),
    ("corrections.reason", b"x"),
]


@pytest.mark.parametrize("place, value", READ_BY_HISTORY)
def test_a_value_that_does_not_belong_there_is_named_by_its_column(db, place, value):
    change(db, place, value)
    error = refused(past.history, db=str(db), lang="en")
    assert str(error).startswith(f"history {db}: {place}") and "does not belong there" in str(error)
    assert len(str(error)) < len(str(db)) + 150
    assert "不该在那里" in error.message("zh")


@pytest.mark.parametrize("place, value", [("hands.record", "not JSON"), ("payments.delta", "text")])
def test_so_it_is_where_one_hand_is_shown(db, place, value):
    change(db, place, value)
    assert place in str(refused(past.history, 1, db=str(db), lang="en"))


@pytest.mark.parametrize(
    "place, value",
    [
        ("journals.state", "text"),
        ("journals.seq", "null"),
        ("journals.segment", 1.5),
        ("journals.offset", b"1"),
        ("segments.bytes", "text"),
        ("events.seq", "x"),
    ],
)
def test_so_it_is_in_a_sync(db, journal, place, value):
    with sqlite3.connect(db) as c:  # one row: some of them are keys
        table, column = place.split(".")
        c.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = (SELECT max(rowid) FROM {table})", (value,))
    c.close()
    with Store(str(db)) as history:
        assert place in str(refused(Sync(journal, history).run))


@pytest.mark.parametrize("version", ["text", b"\x01", 1.5, 0])
def test_a_version_that_is_none_is_said(db, version):
    change(db, "schema.version", version)
    assert "schema.version" in str(refused(Store, str(db)))


def test_a_strangers_table_of_that_name_is_said(tmp_path):
    with sqlite3.connect(tmp_path / "a.db") as c:
        c.execute("CREATE TABLE schema (version TEXT)")
        c.execute("INSERT INTO schema VALUES ('3.2')")
        c.execute("CREATE TABLE other (x)")
    assert "schema.version: '3.2'" in str(refused(Store, str(tmp_path / "a.db")))


def test_text_that_is_no_utf8_is_said(db):
    with sqlite3.connect(db) as c:
        c.execute("UPDATE tables SET name = CAST(x'ff' AS TEXT)")
    c.close()
    assert "UTF-8" in str(refused(past.history, db=str(db), lang="en"))


def test_a_record_that_is_none_is_refused_by_its_field(db):
    change(db, "hands.record", "{}")
    with pytest.raises(BadRecord) as e:
        past.history(1, db=str(db), lang="en")
    assert "region" in str(e.value)


def test_what_is_wrong_in_the_program_is_not_taken_for_the_databases_fault(db):
    with Store(str(db)) as history, pytest.raises(ValueError), history.reading():
        int("x")


def test_a_hand_without_payments_is_shown_without_them(db, capsys):
    with sqlite3.connect(db) as c:
        c.execute("DELETE FROM payments")
    c.close()
    past.history(db=str(db), lang="en")
    past.history(1, db=str(db), lang="en")
    assert "wins" in capsys.readouterr().out
