"""The whole history in one file and back, within one kind of database and between the two."""

import shutil
import sqlite3
import threading

import pytest
import sqlalchemy as sa

from mjtable import amend, backup, players, store
from mjtable.errors import BadBackup, BadFile, FileThere, HistoryThere, StoreNewer
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.conftest import everything
from tests.host.fake import Journal
from tests.host.test_migrate import made as old_file


def fill(past):
    """An evening, a player in his seat, an amendment."""
    Sync(evening.play(Journal()), past).run()
    with past.transaction() as c:
        players.sit(c, players.session_of(c, None), 0, players.add(c, "王小明"))
        amend.add(c, past.hand(1)[0], [1, -1, 0, 0], "a slip")


@pytest.fixture
def played(past):
    fill(past)
    return past


@pytest.fixture
def file(played, tmp_path):
    backup.backup(played, tmp_path / "backup.db")
    return tmp_path / "backup.db"


def test_a_backup_is_one_file_with_every_row(played, tmp_path):
    (tmp_path / "b").mkdir()
    rows = backup.backup(played, tmp_path / "b" / "backup.db")
    assert (rows["hands"], rows["events"], rows["players"], rows["amendments"]) == (2, 13, 1, 1)
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["backup.db"]
    with Store(str(tmp_path / "b" / "backup.db")) as other:
        assert everything(other) == everything(played)


def test_it_comes_back_into_either_kind_of_database(file, played, postgres, tmp_path):
    before = everything(played)
    for target in (str(tmp_path / "new.db"), postgres()):
        with Store(target) as other:
            assert backup.restore(other, file)["hands"] == 2
            assert everything(other) == before
            with other.transaction() as c:  # new rows get new numbers
                assert players.add(c, "Ann") == 2
            assert Sync(evening.play(Journal()), other).run().events == 0


def test_a_history_is_not_overwritten_unasked(file, played):
    with played.transaction() as c:
        players.add(c, "Ann")
    before = everything(played)
    with pytest.raises(BadFile, match="No such file"):  # nobody is asked to force what cannot be
        backup.restore(played, file.with_name("none.db"))
    with pytest.raises(HistoryThere, match="--force"):
        backup.restore(played, file)
    assert everything(played) == before
    backup.restore(played, file, force=True)
    assert [row["name"] for row in everything(played)["players"]] == ["王小明"]


def test_a_file_is_not_overwritten_unasked(file, played):
    before = file.read_bytes()
    with pytest.raises(FileThere):
        backup.backup(played, file)
    assert file.read_bytes() == before
    assert backup.backup(played, file, force=True)["hands"] == 2


def test_a_restore_that_fails_leaves_the_history(file, played, monkeypatch):
    before = everything(played)
    monkeypatch.setattr(backup, "copy", lambda source, target: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        backup.restore(played, file, force=True)
    assert everything(played) == before


def test_a_backup_beside_a_writer_is_of_one_moment(played, tmp_path):
    """A sum that every transaction keeps is kept in each backup."""
    stop = threading.Event()

    def write():
        while not stop.is_set():
            with played.transaction() as c:
                c.execute(
                    sa.update(store.payments).where(store.payments.c.seat == 0).values(delta=sa.text("delta + 1"))
                )
                c.execute(
                    sa.update(store.payments).where(store.payments.c.seat == 1).values(delta=sa.text("delta - 1"))
                )

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for i in range(5):
            backup.backup(played, tmp_path / f"{i}.db")
    finally:
        stop.set()
        writer.join()
    for i in range(5):
        with Store(str(tmp_path / f"{i}.db")) as other:
            assert sum(row["delta"] for row in everything(other)["payments"]) == 0


# ---------------------------------------------------------------- files that are none


@pytest.fixture
def empty(tmp_path):
    with Store(str(tmp_path / "empty.db")) as past:
        yield past


@pytest.fixture
def plain(tmp_path):
    """A backup made of SQLite."""
    with Store(str(tmp_path / "plain-source.db")) as past:
        fill(past)
        backup.backup(past, tmp_path / "plain.db")
    return tmp_path / "plain.db"


def refused(past, file):
    before = everything(past)
    with pytest.raises(BadBackup) as e:
        backup.restore(past, file)
    assert everything(past) == before
    return str(e.value)


def test_what_is_no_backup_is_said(empty, tmp_path):
    (tmp_path / "a.txt").write_text("no database at all" * 100)
    assert "not a database" in refused(empty, tmp_path / "a.txt")
    sqlite3.connect(tmp_path / "b.db").execute("CREATE TABLE x (y)").connection.close()
    assert "it is no history" in refused(empty, tmp_path / "b.db")
    with pytest.raises(BadFile):
        backup.restore(empty, tmp_path / "nothing.db")


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE events SET bytes = x'0102' WHERE seq = 7",
        "DELETE FROM hands WHERE id = 1",
        "UPDATE hands SET record = 'x'",
        "UPDATE payments SET delta = 'x'",
    ],
)
def test_a_damaged_backup_is_refused(empty, plain, spoil):
    with sqlite3.connect(plain) as c:
        c.execute(spoil)
    c.close()
    assert "damaged" in refused(empty, plain)


def test_a_backup_that_ends_too_early_is_refused(empty, plain):
    data = plain.read_bytes()
    plain.write_bytes(data[: len(data) // 2])
    assert "damaged" in refused(empty, plain)


def test_a_backup_of_an_older_mjtable_is_taken_over(empty, tmp_path):
    old_file(tmp_path / "old.db")
    before = (tmp_path / "old.db").read_bytes()
    assert backup.restore(empty, tmp_path / "old.db")["claims"] == 1
    assert (tmp_path / "old.db").read_bytes() == before


def test_one_of_a_newer_mjtable_is_said(empty, plain):
    with sqlite3.connect(plain) as c:
        c.execute("UPDATE schema SET version = 99")
    c.close()
    with pytest.raises(StoreNewer):
        backup.restore(empty, plain)


def test_a_backup_may_lie_where_nothing_can_be_written(empty, plain, tmp_path):
    shutil.copy(plain, tmp_path / "read.db")
    (tmp_path / "read.db").chmod(0o444)
    assert backup.restore(empty, tmp_path / "read.db")["hands"] == 2


def test_what_is_wrong_is_said_in_chinese_too(empty, plain, tmp_path):
    sqlite3.connect(tmp_path / "b.db").execute("CREATE TABLE x (y)").connection.close()
    with sqlite3.connect(plain) as c:
        c.execute("UPDATE events SET bytes = x'0102' WHERE seq = 7")
    c.close()
    for file, why in ((tmp_path / "b.db", "里面没有历史"), (plain, "第 7 条记录不在第 2 段里")):
        with pytest.raises(BadBackup) as e:
            backup.restore(empty, file)
        assert why in e.value.message("zh")
