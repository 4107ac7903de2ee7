"""What `sync` and `history` say, to people and to programs."""

import json
from contextlib import contextmanager

import pytest

from mjtable import tables
from mjtable.commands import past
from mjtable.errors import Differs
from mjtable.store import Store
from tests.host import evening
from tests.host.fake import Journal


@pytest.fixture
def journal(monkeypatch):
    """The table on the cable: an evening whose oldest segments, events 1 to 11, are dropped."""
    journal = evening.play(Journal())

    @contextmanager
    def connect(named):
        yield journal

    monkeypatch.setattr(tables, "connect", connect)
    while journal.first < journal.last:
        journal.drop_oldest()
    assert journal.first_events[journal.first] == 12
    return journal


def said(capsys, function, **how):
    function(**{"lang": "en", **how})
    return " ".join(capsys.readouterr().out.split())


def test_events_that_were_dropped_before_the_first_sync_are_said(journal, capsys):
    out = said(capsys, past.sync)
    assert "events in all: 2," in out
    assert "Not in the history: events 1..11 (11 in all)" in out
    assert "第 1..11 条（共 11 条）" in said(capsys, past.sync, lang="zh")


def test_programs_are_told_them_too(journal, capsys):
    told = json.loads(said(capsys, past.sync, as_json=True))
    assert (told["here"], told["seq"], told["events"]) == (2, 13, 2)
    assert told["missing"] == [{"first": 1, "last": 11}]
    assert told["differences"] == []


def test_nothing_is_missing_where_all_is_here(journal, capsys):
    journal.first, journal.segments = 1, evening.play(Journal()).segments
    told = json.loads(said(capsys, past.sync, as_json=True))
    assert (told["here"], told["missing"]) == (13, [])


def test_a_damaged_segment_is_named_in_either_language(journal, capsys):
    journal.segments[journal.first][5] ^= 1
    with pytest.raises(Differs) as e:
        said(capsys, past.sync)
    assert f"segment {journal.first}: damaged header" in str(e.value)
    assert f"第 {journal.first} 段：段首损坏" in e.value.message("zh")
    assert e.value.as_dict("zh")["table"] == f"segment {journal.first}: damaged header"


def test_no_password_is_told_to_programs(journal, capsys, tmp_path, monkeypatch):
    history = Store(str(tmp_path / "a.db"))
    history.url, history.shown = "postgresql://me:secret@host/mahjong", "postgresql://me:***@host/mahjong"
    monkeypatch.setattr("mjtable.store.Store", lambda db: history)
    out = said(capsys, past.sync, as_json=True)
    assert json.loads(out)["db"] == "postgresql://me:***@host/mahjong" and "secret" not in out
