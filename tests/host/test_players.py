"""Players, and who sits where: entries, and what follows from them."""

import pytest
import sqlalchemy as sa

from engine_core import events
from mjtable import players, rebuild, seating, stats, store
from mjtable.errors import (
    BadName,
    NameTaken,
    NobodyPlays,
    NoSeat,
    NoSession,
    NoSessionBefore,
    SitsElsewhere,
    UnknownPlayer,
)
from mjtable.sync import Sync
from tests.host import evening
from tests.host.conftest import everything
from tests.host.fake import Journal


def add(past, *names):
    with past.transaction() as c:
        return [players.add(c, name) for name in names]


def sit(past, seat, player, hand=None, session=None):
    with past.transaction() as c:
        of = players.session(c, session) if session else players.session_of(c, None)
        return players.sit(c, of, seat, player, hand)


def paid(past, seat):
    """Hand -> player of a seat."""
    query = sa.select(store.payments.c.hand_id, store.payments.c.player_id).where(store.payments.c.seat == seat)
    return {row.hand_id: row.player_id for row in past.rows(query)}


@pytest.fixture
def journal():
    """Three hands: the second is taken back."""
    journal = evening.play(Journal())
    evening.hand(journal, evening.FIRST)
    return journal


@pytest.fixture
def played(past, journal):
    Sync(journal, past).run()
    return past


# ---------------------------------------------------------------- names


def test_a_player_is_found_by_name_however_it_is_written(past):
    ann, ming = add(past, "  Ann  Lee ", "王小明")
    with past.reading() as c:
        assert [players.find(c, name).id for name in ("Ann Lee", "ann lee", "Ａｎｎ Lee", "王小明")] == [
            ann,
            ann,
            ann,
            ming,
        ]
        assert [row.name for row in players.everybody(c)] == ["Ann Lee", "王小明"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_name_has_1_to_40_characters(past, name):
    with pytest.raises(BadName):
        add(past, name)


UNSEEN = ["\u200b", "\ufeff \u200d", "\u202eevil", "a\x1b[31m", "nul\0", "bell\x07", "half \ud800"]


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_can_be_seen_and_does_nothing_to_its_line(past, name):
    with pytest.raises(BadName) as refused:
        add(past, name)
    assert not set(str(refused.value)) & set("\x1b\0\x07\ud800")


def test_a_name_that_is_there_and_could_not_be_entered_any_more_can_be_changed(past):
    with past.transaction() as c:
        store.insert(c, store.players, name="\u202eevil", time=1)
        assert players.rename(c, "\u202eevil", "Eve") == ("\u202eevil", "Eve")


def test_a_name_may_be_of_joined_characters(past):
    add(past, "👩‍👧", "नी‍ता")


@pytest.mark.parametrize("name", ["Ann", "ANN", "ａｎｎ"])
def test_nobody_else_is_called_the_same(past, name):
    add(past, "Ann")
    with pytest.raises(NameTaken, match="Ann"):
        add(past, name)


def test_one_renamed_stays_the_same_player(past):
    ann, _ = add(past, "Ann", "Bob")
    with past.transaction() as c:
        assert players.rename(c, "ann", "ANN") == ("Ann", "ANN")
        assert players.find(c, "Ann").id == ann
        with pytest.raises(NameTaken):
            players.rename(c, "Bob", "ann")
        with pytest.raises(UnknownPlayer, match="ANN, Bob"):
            players.rename(c, "Cid", "Eve")


# ---------------------------------------------------------------- seats


def test_a_first_name_counts_for_the_whole_session(played):
    (ann,) = add(played, "Ann")
    sit(played, 0, ann)
    assert paid(played, 0) == {1: ann, 2: ann, 3: ann}
    assert paid(played, 1) == {1: None, 2: None, 3: None}


def test_a_change_counts_from_the_next_hand_on(played, journal):
    ann, bob = add(played, "Ann", "Bob")
    sit(played, 0, ann)
    sit(played, 0, bob)
    evening.throw(journal, b"next")
    journal.append(events.pack_indicator(30))
    evening.hand(journal, evening.DRAWN)
    Sync(journal, played).run()
    assert paid(played, 0) == {1: ann, 2: ann, 3: ann, 4: bob}
    with played.reading() as c:
        assert players.seated(c, players.session_of(c, None)) == ["Bob", None, None, None]


def test_a_change_can_be_entered_later_from_a_hand_on(played):
    ann, bob = add(played, "Ann", "Bob")
    sit(played, 0, ann)
    sit(played, 0, bob, hand=3)
    assert paid(played, 0) == {1: ann, 2: ann, 3: bob}


def test_a_slip_is_corrected_by_another_entry_for_the_same_hand(played):
    ann, bob, cid = add(played, "Ann", "Bob", "Cid")
    sit(played, 0, ann)
    sit(played, 0, bob, hand=3)
    sit(played, 0, cid, hand=1)
    sit(played, 0, ann, hand=3)
    assert paid(played, 0) == {1: cid, 2: cid, 3: ann}
    assert len(played.rows(sa.select(store.seats))) == 4


def test_a_seat_can_be_left(played):
    (ann,) = add(played, "Ann")
    with pytest.raises(NobodyPlays):
        sit(played, 0, None)
    sit(played, 0, ann)
    sit(played, 0, None, hand=3)
    assert paid(played, 0) == {1: ann, 2: ann, 3: None}


def test_throws_and_corrections_belong_to_players_too(played):
    ann, bob = add(played, "Ann", "Bob")
    sit(played, 0, ann)
    sit(played, 1, bob)
    thrown = played.rows(sa.select(store.throws.c.seat, store.throws.c.player_id))
    assert {tuple(row) for row in thrown} == {(0, ann)}
    assert [row.players[:4] for row in played.corrections_of()] == [[ann, bob, None, None]]


def test_another_session_has_its_own_seats(played, journal):
    ann, bob = add(played, "Ann", "Bob")
    sit(played, 0, ann)
    sit(played, 2, bob)
    journal.append(events.pack_session(0, [0, 0, 0, 0]))
    evening.throw(journal, b"new")
    journal.append(events.pack_indicator(30))
    evening.hand(journal, evening.FIRST)
    Sync(journal, played).run()
    assert paid(played, 0)[4] is None
    with played.transaction() as c:
        session = players.session_of(c, None)
        players.sit_again(c, session)
        assert players.seated(c, session) == ["Ann", None, "Bob", None]
    assert (paid(played, 0)[4], paid(played, 0)[3]) == (ann, ann)


def test_a_session_in_which_nobody_had_a_name_is_passed_over(played, journal):
    (ann,) = add(played, "Ann")
    sit(played, 0, ann)
    for _ in range(2):
        journal.append(events.pack_session(0, [0, 0, 0, 0]))
    Sync(journal, played).run()
    with played.transaction() as c:
        session = players.session_of(c, None)
        players.sit_again(c, session)
        assert players.seated(c, session) == ["Ann", None, None, None]


def test_where_nobody_ever_had_a_name_nothing_is_taken_over_and_that_is_said(played, journal):
    journal.append(events.pack_session(0, [0, 0, 0, 0]))
    Sync(journal, played).run()
    with played.transaction() as c, pytest.raises(NoSessionBefore):
        players.sit_again(c, players.session_of(c, None))


def test_there_is_a_session_to_sit_in(past, journal):
    (ann,) = add(past, "Ann")
    with pytest.raises(NoSession):
        sit(past, 0, ann)
    Sync(journal, past).run()
    with pytest.raises(NoSeat, match=r"0\.\.3"):
        sit(past, 4, ann)
    with past.transaction() as c, pytest.raises(NoSessionBefore):
        players.sit_again(c, players.session(c, 1))


def test_rows_made_anew_belong_to_the_same_players(played):
    ann, bob = add(played, "Ann", "Bob")
    sit(played, 0, ann)
    sit(played, 0, bob, hand=3)
    before = everything(played)
    with played.transaction() as c:
        rebuild.run(c)
    assert everything(played) == before


def test_whoever_sat_out_and_takes_over_a_seat_takes_his_name_along(played):
    """Five play, seat 4 sits out: after the first hand he takes over seat 1, after the third that is taken back."""
    five = add(played, "Ann", "Bob", "Cid", "Dan", "Eve")
    with played.transaction() as c:
        session = players.session_of(c, None)
        c.execute(sa.update(store.sessions).where(store.sessions.c.id == session.id).values(scores=[0] * 5))
        c.execute(sa.update(store.hands).where(store.hands.c.id == 1).values(sub_in=1))
        c.execute(sa.update(store.hands).where(store.hands.c.id == 3).values(sub_in=0, undone=99))
    for seat, player in enumerate(five):
        sit(played, seat, player, hand=1)
    ann, bob, cid, dan, eve = five
    assert paid(played, 1) == {1: bob, 2: eve, 3: eve}
    with played.reading() as c:
        found = seating.stretches(c, players.session_of(c, None))
    assert [(one.since, one.players) for one in found[1:]] == [
        (7, (ann, eve, cid, dan, bob)),
        (found[2].since, (bob, eve, cid, dan, ann)),
        (99, (ann, eve, cid, dan, bob)),
    ]


def test_those_who_change_seats_keep_their_names_and_what_is_theirs(past):
    """Seats change after the first hand, which is then taken back; nobody has won anything by either."""
    journal = evening.play(Journal())
    evening.hand(journal, evening.FIRST)
    won = list(journal.table.scores)
    journal.append(events.pack_seats([1, 2, 3, 0]))
    journal.append(events.pack_correct([0, 0, 0, 1], "East's, who sits in the North now"))
    Sync(journal, past).run()
    ann, bob, cid, dan = names = add(past, "Ann", "Bob", "Cid", "Dan")
    for seat, player in enumerate((bob, cid, dan, ann)):
        sit(past, seat, player)
    with past.reading() as c:
        session = players.session_of(c, None)
        assert players.seated(c, session) == ["Bob", "Cid", "Dan", "Ann"]
    assert {seat: player for seat in range(4) for player in [paid(past, seat)[3]]} == dict(enumerate(names))
    with past.reading() as c:
        assert [seating.began_at(c, session, seat, 1 << 20) for seat in range(4)] == [1, 2, 3, 0]
    totals = {row.player: row.points for row in stats.standings(past, stats.Of())}
    assert totals == {name: won[seat] + (seat == 0) for seat, name in enumerate(("Ann", "Bob", "Cid", "Dan"))}
    journal.append(events.pack_undo())
    Sync(journal, past).run()
    with past.reading() as c:
        assert players.seated(c, session) == ["Bob", "Cid", "Dan", "Ann"]
    before = everything(past)
    with past.transaction() as c:
        rebuild.run(c)
    assert everything(past) == before


def test_five_players_are_named_by_the_seats_they_have_now(played):
    """Seat 4 sat out and took over seat 1 after the first hand: who is named then is named from the beginning."""
    ann, bob, cid = add(played, "Ann", "Bob", "Cid")
    with played.transaction() as c:
        session = players.session_of(c, None)
        c.execute(sa.update(store.sessions).where(store.sessions.c.id == session.id).values(scores=[0] * 5))
        c.execute(sa.update(store.hands).where(store.hands.c.id == 1).values(sub_in=1))
    sit(played, 1, ann)  # sat out in the first hand
    sit(played, 4, bob)  # played it in seat 1
    assert paid(played, 1) == {1: bob, 2: ann, 3: ann}
    sit(played, 1, cid)
    with played.reading() as c:
        now = players.seated(c, players.session_of(c, None))
    assert now == [None, "Cid", None, None, "Bob"]


def test_nobody_sits_at_two_seats(played):
    (ann,) = add(played, "Ann")
    sit(played, 0, ann)
    before = everything(played)
    with pytest.raises(SitsElsewhere, match="seat 0"):
        sit(played, 1, ann)
    assert everything(played) == before
    sit(played, 0, ann)  # it is hers
    sit(played, 0, None)
    sit(played, 1, ann)
