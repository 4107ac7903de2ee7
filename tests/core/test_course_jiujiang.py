"""Jiujiang: the course of a hand."""

from evening import thrown
from test_course import play, refused

from engine_core import events as ev
from engine_core.score import score
from engine_core.table import Table


def test_of_several_winners_the_nearest_to_the_giver_goes_first():
    for options, worth in (({}, [1, 3]), ({"multi_win": False}, [1])):
        table = thrown("jiujiang", b"\x03", options=options)
        for seat, held in ((3, "555666777s1119p"), (1, "111222333m4449p")):
            play(table, {"what": "win", "seat": seat, "tile": "9p", "from": 0, "concealed": held})
        answer = score(table.complete({"hands": [{}, {}, {}, {}]}))
        assert [w["seat"] for w in answer["wins"]] == [1, 3] and answer["next_dealer"] == 1
        assert [w["seat"] for w in answer["wins"] if w["valid"]] == worth


PUNGS = [{"what": "meld", "seat": 1, "kind": "pung", "tiles": tiles, "from": 3} for tiles in ("111p", "222p", "333p")]
CHOW = {"what": "meld", "seat": 1, "kind": "chow", "tiles": "345m", "from": 0}
READY = {"what": "ready", "seat": 1, "how": "declared"}


def test_a_chow_is_the_fourth_meld_after_three_exposed_ones():
    table = thrown("jiujiang", b"\x03")
    for entry in PUNGS:
        refused(table, CHOW, "kind")
        play(table, entry)
    play(table, CHOW)
    refused(table, dict(CHOW, tiles="678m"), "kind")
    table = thrown("jiujiang", b"\x03")
    play(table, PUNGS[0], PUNGS[1], {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "9m"})
    refused(table, CHOW, "kind")


def test_nothing_is_made_of_greens():
    table = thrown("jiujiang", b"\x03")
    refused(table, dict(PUNGS[0], tiles="666z"), "tiles")
    refused(table, {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "6z"}, "tile")
    play(table, {"what": "flower", "seat": 1, "tile": "6z"})


def test_who_has_ponged_declares_in_the_first_edition_only():
    for options in ({}, {"edition": "1"}):
        table = thrown("jiujiang", b"\x03", options=options)
        play(table, {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "9m"}, PUNGS[0])
        if options:
            play(table, READY, {"what": "back"}, PUNGS[1])
        refused(table, READY, "what")


def test_who_has_declared_makes_no_kong_of_a_discard():
    table = thrown("jiujiang", b"\x03")
    play(table, READY)
    refused(table, {"what": "kong", "seat": 1, "kind": "kong", "tile": "9m", "from": 0}, "seat")
    play(table, {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "9m"})


def test_a_journal_may_have_what_the_page_forbids():
    table = thrown("jiujiang", b"\x03")
    table.apply(ev.pack_play(CHOW))
    assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
