import sqlite3

import pytest
import sqlalchemy as sa

from mjtable import store
from mjtable.errors import StoreError
from mjtable.store import Store


def test_the_history_lies_in_the_users_data_folder(home):
    with Store() as history:
        assert history.shown == str(home / "data" / "history.db")
    assert (home / "data" / "history.db").is_file()


def test_a_path_is_an_sqlite_file(tmp_path):
    with Store(str(tmp_path / "a.db")) as history:
        assert history.url == f"sqlite:///{tmp_path}/a.db"
        assert history.shown == str(tmp_path / "a.db")


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


def test_a_password_is_not_shown():
    engine = sa.create_engine("sqlite://")
    history = Store.__new__(Store)
    history._engine = engine
    engine.url = sa.make_url("postgresql://me:secret@host/mahjong")
    assert history.shown == "postgresql://me:***@host/mahjong"
