"""Standings and statistics, on hands whose worth follows from the rules: see evening.py."""

import pytest
import sqlalchemy as sa

from engine_core import events
from mjtable import amend, chisquare, evenings, ledger, players, stats, store
from mjtable.errors import HandUndone, WrongAmounts
from mjtable.stats import Of
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import HELLO, Journal

DISCARD = {**evening.FIRST, "wins": [{"seat": 0, "tile": "3m", "from": 2}]}


@pytest.fixture
def played(past):
    """Ann (seat 0) wins a self-draw worth 5 from all and a discard of Cid's (seat 2) worth 4; a hand is taken back;
    Bob (seat 1) is given 3 points at the table; seat 3 has no name."""
    journal = evening.play(Journal())
    evening.hand(journal, DISCARD)
    Sync(journal, past).run()
    with past.transaction() as c:
        session = players.session_of(c, None)
        for seat, name in enumerate(("Ann", "Bob", "Cid")):
            players.sit(c, session, seat, players.add(c, name))
    return past


def of_player(past, name, **more):
    with past.reading() as c:
        return Of(player=players.find(c, name).id, **more)


def test_what_players_have_won(played):
    found = [tuple(row) for row in stats.players_of(played, Of())]
    assert found == [
        ("Ann", None, "ningbo", "", 2, 2, 1, 0, 4.5, 19),
        ("Bob", None, "ningbo", "", 2, 0, 0, 0, None, -5),
        ("Cid", None, "ningbo", "", 2, 0, 0, 1, None, -9),
        (None, 3, "ningbo", "", 2, 0, 0, 0, None, -5),
    ]


def test_one_player_one_region_one_table(played):
    assert [row.player for row in stats.players_of(played, of_player(played, "cid"))] == ["Cid"]
    assert [row.hands for row in stats.players_of(played, Of(region="ningbo", table=HELLO["id"]))] == [2] * 4
    for nothing in (Of(region="guigang"), Of(table="x"), Of(session=1)):
        assert stats.players_of(played, nothing) == stats.patterns_of(played, nothing) == []
    assert stats.standings(played, Of(table="x")) == stats.standings(played, Of(session=1)) == []


def test_regions_that_were_played(played):
    assert stats.regions(played) == ["ningbo"]
    with played.transaction() as c:
        c.execute(sa.update(store.hands).values(undone=99))
    assert stats.regions(played) == []


def test_what_was_played_since_a_moment(played):
    with played.transaction() as c:
        for number, row in enumerate(c.execute(sa.select(store.hands.c.id).order_by(store.hands.c.id)).all()):
            c.execute(sa.update(store.hands).where(store.hands.c.id == row.id).values(time=1000 + number))
        c.execute(sa.update(store.throws).values(time=1000))
    last = max(row.time for row in played.hands_of() if not row.undone)
    assert [row.hands for row in stats.players_of(played, Of(since=last))] == [1] * 4
    assert sum(row.wins for row in stats.players_of(played, Of(since=last))) == 1
    assert {row.of for row in stats.patterns_of(played, Of(since=last))} == {1}
    assert stats.dice_of(played, Of(since=1000)) and not stats.dice_of(played, Of(since=1001))
    assert stats.players_of(played, Of(since=last + 1)) == []


def test_patterns_with_the_worth_of_their_wins(played):
    found = {row.pattern: (row.wins, row.times, row.worth, row.of) for row in stats.patterns_of(played, Of())}
    assert found == {
        "all_chows": (2, 2, 4.5, 2),
        "edge_wait": (2, 2, 4.5, 2),
        "no_wilds": (2, 2, 4.5, 2),
        "self_draw": (1, 1, 5.0, 2),
    }
    assert stats.patterns_of(played, of_player(played, "Bob")) == []


def test_a_houses_own_rules_are_counted_apart(played):
    with played.transaction() as c:
        c.execute(sa.update(store.hands).where(store.hands.c.id == 1).values(house="老王家"))
    found = stats.players_of(played, of_player(played, "Ann"))
    assert [(row.house, row.hands, row.points) for row in found] == [("老王家", 1, 15), ("", 1, 4)]
    assert {(row.house, row.of) for row in stats.patterns_of(played, Of())} == {("老王家", 1), ("", 1)}


def test_the_faces_of_the_dice(played):
    with played.reading() as c:
        thrown = [face for row in c.execute(sa.select(store.throws.c.dice)) for face in row.dice]
    (row,) = stats.dice_of(played, Of())
    assert (row.by_hand, row.throws, row.faces) == (False, 2, [thrown.count(face) for face in range(1, 7)])
    assert stats.dice_of(played, of_player(played, "Bob")) == []
    assert stats.dice_of(played, Of(region="guigang")) == []


def test_standings_have_corrections_and_amendments_in_them(played):
    with played.transaction() as c:
        amend.add(c, played.hand(1)[0], [-10, 0, 10, 0], "a slip of the pen")
    assert [tuple(row) for row in stats.standings(played, Of())] == [
        ("Ann", 1, 2, 19, -10, 9),
        ("Cid", 1, 2, -9, 10, 1),
        ("Bob", 1, 2, -5, 3, -2),
    ]
    assert stats.unnamed(played, Of()) == 2


def test_an_amendment_is_of_as_many_as_play_and_of_a_hand_that_counts(played):
    with played.transaction() as c:
        with pytest.raises(WrongAmounts):
            amend.add(c, played.hand(1)[0], [1, -1], "")
        with pytest.raises(HandUndone):
            amend.add(c, played.hand(2)[0], [1, -1, 0, 0], "")


def test_an_amendment_is_a_line_at_the_end_of_its_session(played):
    with played.transaction() as c:
        amend.add(c, played.hand(1)[0], [-10, 0, 10, 0], "a slip of the pen")
    entries = ledger.sessions(played)[0].entries
    assert [entry.kind for entry in entries] == ["hand", "hand", "correct", "hand", "amend"]
    assert (entries[-2].scores, entries[-1].scores) == ([19, -2, -9, -5], [9, -2, 1, -5])


def test_sessions_with_who_sat_there_and_how_it_ended(played):
    (found,) = evenings.every(played)
    assert (found.number, found.hands, found.rules) == (2, 2, [("ningbo", "")])
    assert (found.players, found.scores) == (["Ann", "Bob", "Cid", None], [19, -2, -9, -5])
    assert found.time == 1_800_000_000


def test_the_latest_hands_are_of_their_sessions_only(played):
    found = ledger.sessions(played, limit=1)
    assert [entry.row.id for entry in found[0].entries] == [3]


def test_real_dice_are_counted_apart(past):
    journal = Journal()
    journal.append(events.pack_region("ningbo", {}))
    journal.append(events.pack_session(0, [0] * 4))
    journal.append(events.pack_throw(0, bytes((6, 6))))
    Sync(journal, past).run()
    assert [(row.by_hand, row.faces) for row in stats.dice_of(past, Of())] == [(True, [0, 0, 0, 0, 0, 2])]


def test_a_history_without_anything(past):
    assert stats.players_of(past, Of()) == stats.patterns_of(past, Of()) == stats.dice_of(past, Of()) == []
    assert stats.standings(past, Of()) == list(evenings.every(past)) == []


# ---------------------------------------------------------------- chi-square


@pytest.mark.parametrize(
    "chi, freedom, p",  # as tables of the distribution have them
    [
        (3.841, 1, 0.05), (6.635, 1, 0.01), (5.991, 2, 0.05), (7.815, 3, 0.05), (9.488, 4, 0.05), (11.070, 5, 0.05),
        (1.145, 5, 0.95), (15.086, 5, 0.01), (20.515, 5, 0.001), (18.307, 10, 0.05), (124.342, 100, 0.05),
    ],
)  # fmt: skip
def test_p_is_what_the_tables_say(chi, freedom, p):
    assert chisquare.p_value(chi, freedom) == pytest.approx(p, rel=2e-3)


def test_chi_square_of_counts():
    assert chisquare.statistic([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4)  # 25 + 4 + 1 + 4 + 0 + 100, by 10
    assert chisquare.statistic([7] * 6) == chisquare.statistic([0] * 6) == 0
    assert chisquare.p_value(0, 5) == 1
    assert chisquare.p_value(1e6, 5) == 0
