"""Sessions in outline: the end of a session is what all of it comes to, and no record is read for it."""

import random
import sqlite3

import pytest
import sqlalchemy as sa

from engine_core import events
from mjtable import amend, evenings, ledger, outline, players, store
from mjtable.errors import StoreError
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import Journal

SESSIONS = 6


def played(past, seed=1, hands=12):
    """Evenings of hands, some taken back, with corrections and changes of seats between them."""
    chance, journal = random.Random(seed), Journal(length=4000)
    journal.append(events.pack_region("ningbo", {"minimum": 3}))
    for session in range(SESSIONS):
        if journal.table.phase not in ("new", "ready"):
            journal.append(events.pack_abort())
        journal.append(events.pack_session(0, [10, 20, 30, 40], time=1_800_000_000 + session))
        for _ in range(0 if session == 3 else hands):
            one(journal, chance)
            correct(journal, chance)
            if chance.random() < 0.3:
                journal.append(events.pack_undo())
                correct(journal, chance)
    Sync(journal, past).run()
    with past.transaction() as c:
        for row in past.sessions_of():
            session = players.session(c, row.id)
            for seat in range(2):
                name = f"{seat}{row.id}"
                players.sit(c, session, seat, players.add(c, name))
        counted = next(row for row in past.hands_of() if not row.undone)
        amend.add(c, counted, [-1, 1, 0, 0], "late")
    return past


def one(journal, chance):
    while journal.table.throw:
        evening.throw(journal)
    if journal.table.phase == "wild":
        journal.append(events.pack_indicator(30))
    evening.hand(journal, chance.choice((evening.FIRST, evening.DRAWN)))


def correct(journal, chance):
    for _ in range(chance.choice((0, 0, 1, 2))):
        if journal.table.phase == "ready" and chance.random() < 0.4:
            journal.append(events.pack_seats(chance.choice(([1, 2, 3, 0], [2, 0, 1, 3]))))
        else:
            journal.append(events.pack_correct([chance.randint(-9, 9), 0, 0, 3], "because"))


def told(entries):
    return [(one.kind, None if one.kind == "amend" else one.seq, one.delta, one.scores) for one in entries]


@pytest.mark.parametrize("seed", range(3))
def test_the_lines_of_a_session_can_be_followed_from_any_hand_that_counts(past, seed):
    played(past, seed)
    compared = 0
    for row in past.sessions_of():
        numbers = past.session_numbers([row.id])
        for whole in ledger.of_rows(past, [row], numbers):
            for hand in [entry for entry in whole.entries if entry.kind == "hand" and not entry.row.undone]:
                (part,) = ledger.of_rows(past, [row], numbers, {row.id: hand.seq})
                assert told(part.entries) == told(whole.entries)[whole.entries.index(hand) :]
                compared += 1
    assert compared > SESSIONS


@pytest.mark.parametrize("seed", range(3))
def test_the_latest_hands_have_the_lines_that_they_have_in_the_whole(past, seed):
    played(past, seed)
    whole = {one.id: one for one in ledger.sessions(past)}
    for limit in (1, 2, 5, 13, 1000):
        found = ledger.sessions(past, limit=limit)
        assert sum(entry.kind == "hand" for one in found for entry in one.entries) == min(limit, len(past.hands_of()))
        for one in found:
            assert told(one.entries) == told(whole[one.id].entries)[-len(one.entries) :]
            assert all(entry.row.record for entry in one.entries if entry.kind == "hand")


@pytest.mark.parametrize("seed", range(3))
def test_evenings_end_as_their_lines_do(past, seed):
    played(past, seed)
    rows = past.sessions_of()
    whole = {one.id: one for one in ledger.of_rows(past, rows, past.session_numbers([row.id for row in rows]))}
    found = list(evenings.every(past))
    assert [one.id for one in found] == list(whole)
    for one in found:
        counted = [entry for entry in whole[one.id].entries if entry.kind == "hand" and not entry.row.undone]
        assert (one.hands, one.scores) == (len(counted), whole[one.id].entries[-1].scores)
        with past.reading() as c:
            now = players.seated(c, players.session(c, one.id))
        if counted and whole[one.id].entries[-1].kind != "undo":
            assert one.players == now


def test_evenings_are_told_a_part_at_a_time(past, monkeypatch):
    played(past, hands=1)
    whole = list(evenings.every(past))
    assert len(whole) == SESSIONS - 1  # nothing happened in one of them
    monkeypatch.setattr(evenings, "AT_ONCE", 2)
    assert list(evenings.every(past)) == whole
    assert evenings.sessions(past, None, 3) == whole[-3:]
    assert evenings.sessions(past, None, 2, before=whole[-2].id) == whole[-4:-2]
    assert evenings.sessions(past, None, 100) == whole and evenings.sessions(past, "nowhere", 100) == []


def test_sessions_are_numbered_in_their_journal(past):
    played(past, hands=1)
    other = Journal()
    other.append(events.pack_region("guigang", {}))
    Sync(evening.play(other), past).run(new_journal=True)
    ids = [row.id for row in past.sessions_of()]
    numbers = past.session_numbers(ids)
    assert [numbers[ident] for ident in ids] == [*range(1, SESSIONS + 2), 1, 2]
    assert past.session_numbers(ids[2:4]) == {ids[2]: 3, ids[3]: 4}


def test_no_record_is_read_but_of_hands_that_are_shown(tmp_path):
    """All others are broken, so whoever reads one fails."""
    file = str(tmp_path / "history.db")
    with Store(file) as past:
        last = played(past).latest_hands()[-1].id
    with sqlite3.connect(file) as c:
        c.execute("UPDATE hands SET record = '{', answer = '{' WHERE id < ?", (last,))
    with Store(file) as past:
        assert [entry.row.id for entry in ledger.sessions(past, limit=1)[0].entries if entry.kind == "hand"] == [last]
        assert len(list(evenings.every(past))) == SESSIONS - 1
        with pytest.raises(StoreError):
            ledger.sessions(past, limit=2)


def test_whose_first_hands_nobody_timed_began_with_what_has_a_time(past):
    played(past)
    with past.transaction() as c:
        c.execute(sa.update(store.sessions).values(time=0))
        c.execute(sa.update(store.hands).values(time=0))
    assert {one.time for one in evenings.every(past)} == {0} | {row.time for row in past.all_amendments()}
    ident = past.latest_hands()[-1].session_id
    assert outline.first_times(past, [ident]) == {}
    with past.transaction() as c:
        c.execute(sa.update(store.hands).where(store.hands.c.session_id == ident).values(time=7))
    assert outline.first_times(past, [ident]) == {ident: 7}
