"""`mjtable dice verify`: every throw in the history, checked from the events of the journal."""

import hashlib
import json

import pytest
import sqlalchemy as sa

from engine_core import dice, events
from mjtable import store, throws
from mjtable.commands import fair
from mjtable.errors import NoSession, NoSuchSession, UnfairDice, UnknownTable
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host.fake import HELLO, Journal

SECRETS = [hashlib.sha256(bytes([n])).digest() for n in range(9)]


@pytest.fixture
def journal():
    journal = Journal(length=100000)
    journal.append(events.pack_region("guigang", {}))
    return journal


@pytest.fixture
def history():
    with Store() as history:
        yield history


def seal(journal, n):
    journal.append(events.pack_seal(dice.seal(SECRETS[n])))


def throw(journal, n, press=b"press", sealed=True):
    """The table throws with secret number n."""
    if sealed:
        seal(journal, n)
    seat, count = journal.table.throw
    faces = dice.faces(SECRETS[n], press, count)
    journal.append(events.pack_throw(seat, faces, press, SECRETS[n], time=1_800_000_000))
    return list(faces)


def synced(journal, history):
    Sync(journal, history).run()
    return throws.checked(history)


def found(session):
    return [throw.found for throw in session.throws]


def test_a_throw_that_was_sealed_is_fair(journal, history):
    faces = throw(journal, 1)
    (session,) = synced(journal, history)
    (one,) = session.throws
    assert (one.found, one.dice, one.seat, one.time) == ("fair", faces, 0, 1_800_000_000)
    assert (one.seq, one.sealed, one.seals, one.given_up) == (3, 2, 1, False)
    assert (one.seal, one.press) == (dice.seal(SECRETS[1]).hex(), b"press".hex())
    assert one.secret == SECRETS[1].hex()


def test_real_dice_are_listed_and_not_checked(journal, history):
    seal(journal, 1)
    journal.append(events.pack_throw(0, bytes([3, 4])))
    journal.append(events.pack_abort())
    throw(journal, 1, sealed=False)  # the seal was not used
    (session,) = synced(journal, history)
    assert found(session) == ["real", "fair"]


def test_a_hand_that_was_given_up_shows(journal, history):
    throw(journal, 1)
    journal.append(events.pack_abort())
    throw(journal, 2)
    (session,) = synced(journal, history)
    assert [one.given_up for one in session.throws] == [True, False]


def test_seals_that_went_with_a_power_cut_are_counted(journal, history):
    seal(journal, 1)
    seal(journal, 2)
    throw(journal, 3)
    (session,) = synced(journal, history)
    assert [(one.found, one.seals) for one in session.throws] == [("fair", 3)]


def test_sessions_have_their_own_throws(journal, history):
    throw(journal, 1)
    journal.append(events.pack_abort())
    journal.append(events.pack_session(1, [0, 0, 0, 0]))
    seal(journal, 2)
    journal.append(events.pack_session(2, [0, 0, 0, 0]))
    throw(journal, 2, sealed=False)
    sessions = synced(journal, history)
    assert [(one.number, found(one)) for one in sessions] == [(1, ["fair"]), (2, []), (3, ["fair"])]
    assert [one.id for one in throws.checked(history, session=sessions[1].id)] == [sessions[1].id]
    assert throws.checked(history, table="another") == []


def changed(history, seq, event):
    """Somebody edits an event in the history."""
    with history.transaction() as c:
        c.execute(sa.update(store.events).where(store.events.c.seq == seq).values(bytes=event))


@pytest.mark.parametrize(
    "faces, press, secret, verdict",
    [
        (None, b"press", 1, "fair"),
        (None, b"Press", 1, "fair"),  # the press is no part of the seal
        (None, b"press", 2, "other_seal"),
        ([6, 6], b"press", 1, "other_dice"),
        ([], b"press", 1, "fair"),
    ],
)
def test_an_edited_throw_is_found(journal, history, faces, press, secret, verdict):
    throw(journal, 1)
    synced(journal, history)
    given = dice.faces(SECRETS[secret], press, 2) if faces is None else bytes(faces)
    changed(history, 3, events.pack_throw(0, given, press, SECRETS[secret]))
    (session,) = throws.checked(history)
    assert found(session) == [verdict]


def test_a_secret_that_was_shown_before_is_found(journal, history):
    throw(journal, 1)
    journal.append(events.pack_abort())
    throw(journal, 1, b"again")
    (session,) = synced(journal, history)
    assert found(session) == ["fair", "used"]


def test_without_the_seal_the_dice_are_still_compared(journal, history):
    throw(journal, 1)
    synced(journal, history)
    with history.transaction() as c:
        c.execute(sa.delete(store.events).where(store.events.c.kind == "SEAL"))
    assert found(throws.checked(history)[0]) == ["unsealed"]
    changed(history, 3, events.pack_throw(0, bytes([6, 6]), b"press", SECRETS[1]))
    assert found(throws.checked(history)[0]) == ["other_dice"]


@pytest.mark.parametrize("event", [b"", b"\x05", b"\x05" + bytes(8) + b"\x00\x00\x02\x01", b"\x63" * 40])
def test_an_event_that_is_none_is_not_passed_over(journal, history, event):
    throw(journal, 1)
    synced(journal, history)
    changed(history, 3, event)
    assert found(throws.checked(history)[0]) == ["unreadable"]


def test_the_arithmetic_is_that_of_the_table():
    for secret in SECRETS:
        for press in (b"", b"x", bytes(255)):
            for n in (0, 1, 2, 8, 40, 100):
                assert throws.dice_of(secret, press, n) == list(dice.faces(secret, press, n))
        assert throws.seal_of(secret) == dice.seal(secret)


# ---------------------------------------------------------------- what the command says


def said(capsys, **how):
    fair.verify(**{"lang": "en", **how})
    return " ".join(capsys.readouterr().out.split())


def test_a_person_reads_the_throws_and_their_sum(journal, history, capsys):
    throw(journal, 1)
    journal.append(events.pack_abort())
    seal(journal, 2)
    throw(journal, 3)
    synced(journal, history)
    out = said(capsys)
    assert "session 1" in out and "Fair throws: 2; real dice entered: 0" in out
    assert "fair, the hand was given up later" in out and "seal number 2" in out
    assert "相符 2 次" in said(capsys, lang="zh")


def test_the_latest_session_unless_all_are_asked_for(journal, history, capsys):
    throw(journal, 1)
    journal.append(events.pack_abort())
    journal.append(events.pack_session(1, [0, 0, 0, 0]))
    synced(journal, history)
    assert "Fair throws: 0" in said(capsys)
    assert "Fair throws: 1" in said(capsys, every=True)
    assert "Fair throws: 1" in said(capsys, session=1)
    told = json.loads(said(capsys, every=True, as_json=True))
    assert [len(one["throws"]) for one in told["sessions"]] == [1, 0]


def test_wrong_dice_are_an_error_that_counts_them(journal, history, capsys):
    throw(journal, 1)
    journal.append(events.pack_abort())
    throw(journal, 1)
    synced(journal, history)
    with pytest.raises(UnfairDice) as error:
        said(capsys)
    assert (error.value.EXIT, error.value.values) == (5, {"n": 1, "seq": 6})
    assert "WRONG: the secret was shown before" in " ".join(capsys.readouterr().out.split())


def test_what_cannot_be_checked_in_full_is_said(journal, history, capsys):
    throw(journal, 1)
    synced(journal, history)
    changed(history, 3, b"\x05")
    assert "Could not be checked in full: 1" in said(capsys)


def test_a_history_without_that_session_is_an_error(journal, history, capsys):
    with pytest.raises(NoSession):
        said(capsys)
    synced(journal, history)
    with pytest.raises(NoSuchSession):
        said(capsys, session=99)
    with pytest.raises(UnknownTable):
        said(capsys, table="another")
    assert "none" in said(capsys, table=HELLO["id"])
