"""The course of a hand: entries at play, the record they make, and what the table refuses."""

from check import raises
from evening import at_table, drawn, result, thrown

from engine_core import called, course, record  # noqa: F401  # now, while a small heap has room to compile them
from engine_core import events as ev
from engine_core.check import RecordError, parse
from engine_core.events import EventError
from engine_core.rules import Ruleset
from engine_core.score import score
from engine_core.table import Table

KONG = {"what": "kong", "seat": 1, "kind": "kong", "tile": "3p", "from": 2}
PUNG = {"what": "meld", "seat": 1, "kind": "pung", "tiles": "555m", "from": 0}
WIN = {"what": "win", "seat": 1, "tile": "4m", "from": 3}


def play(table, *entries):
    for entry in entries:
        table.apply(ev.pack_play(table.played(entry)))


def refused(table, entry, field):
    before = table.snapshot()
    error = raises(ValueError, lambda: table.apply(ev.pack_play(table.played(entry))))
    assert str(error).startswith(field + ": "), error
    assert table.snapshot() == before
    return str(error)


# ---------------------------------------------------------------- entries


def test_an_entry_is_refused_by_field():
    for entry, field in (
        (None, "entry"), ([], "entry"), ({}, "what"), ({"what": "dance"}, "what"), ({"what": ["win"]}, "what"),
        (dict(KONG, seat=4), "seat"), (dict(KONG, seat=True), "seat"), (dict(KONG, kind="pung"), "kind"),
        (dict(KONG, tile="33p"), "tile"), (dict(KONG, tile="3x"), "tile"), (dict(KONG, chain=16), "chain"),
        (dict(KONG, how="shown"), "how"), (dict(KONG, **{"from": 1}), "from"), (dict(KONG, kind="added_kong"), "from"),
        ({"what": "kong", "seat": 1}, "kind"), (dict(PUNG, kind="kong"), "kind"), (dict(PUNG, tiles="55m"), "tiles"),
        ({"what": "meld", "kind": "pung", "tiles": "555m"}, "seat"), (dict(WIN, flags="x"), "flags"),
        (dict(WIN, flags=["after_kong", "x"]), "flags.1"), (dict(WIN, concealed="9x"), "concealed"),
        (dict(WIN, called={"patterns": 3}), "called.patterns"),
        (dict(WIN, called={"patterns": []}, concealed="1m"), "called"), ({"what": "void", "seat": 1}, "suit"),
        ({"what": "void", "seat": 1, "suit": "z"}, "suit"), ({"what": "ready", "seat": 1, "how": "yes"}, "how"),
        ({"what": "followed", "times": 3}, "times"), ({"what": "bird"}, "tile"), ({"what": "back", "seat": 1}, "seat"),
        ({"what": "foul", "seat": 1, "kind": "late"}, "kind"), (dict(KONG, **{"s" * 90: 1}), "s" * 40),
    ):  # fmt: skip
        assert str(raises(RecordError, course.checked, entry, 4)).startswith(field + ": "), entry
    assert course.checked(dict(KONG, chain=None), 4) == KONG


def test_entries_make_the_record():
    entries = [
        PUNG,
        {"what": "ready", "seat": 2, "how": "declared"},
        KONG,
        {"what": "kong", "seat": 1, "kind": "added_kong", "tile": "5m"},
        dict(WIN, flags=["last_tile"], concealed="1223345677788m"),
        {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "7m"},
        {"what": "foul", "seat": 0, "kind": "dead_hand"},
        {"what": "void", "seat": 0, "suit": "p"},
        {"what": "bird", "tile": "1z"},
        {"what": "followed", "times": 2},
    ]
    assert course.told(entries, 4) == {
        "hands": [
            {"void_suit": "p"},
            {
                "melds": [
                    {"kind": "added_kong", "tiles": "5555m", "from": 0},
                    {"kind": "kong", "tiles": "3333p", "from": 2},
                    {"kind": "concealed_kong", "tiles": "7777m"},
                ],
                "concealed": "1223345688m",
            },
            {"ready": "declared"},
            {},
        ],
        "kongs": [
            {"seat": 1, "kind": "kong", "tile": "3p", "from": 2, "after": 0},
            {"seat": 1, "kind": "added_kong", "tile": "5m", "after": 0},
            {"seat": 1, "kind": "concealed_kong", "tile": "7m", "after": 1},
        ],
        "wins": [{"seat": 1, "tile": "4m", "from": 3, "flags": ["last_tile"]}],
        "fouls": [{"seat": 0, "kind": "dead_hand"}],
        "birds": ["1z"],
        "carry": {"followed": 2},
    }


def test_birds_and_kongs_are_those_that_were_said():
    entries = [KONG, {"what": "bird", "tile": "5m"}]
    said = course.told(entries, 4)
    said["region"] = "guigang"
    course.agree(parse(said), entries)
    for field, other in (("birds", []), ("birds", ["6m"]), ("kongs", [])):
        error = raises(RecordError, course.agree, parse(dict(said, **{field: other})), entries)
        assert str(error) == field + ": not those that the table has", error


# ---------------------------------------------------------------- at the table


def test_the_hand_is_what_was_played():
    table = at_table("guigang")
    play(
        table,
        {"what": "meld", "seat": 1, "kind": "pung", "tiles": "111m", "from": 0},
        {"what": "ready", "seat": 1, "how": "declared"},
    )
    play(table, dict(WIN, concealed="2233456777m"))
    hand = table.complete({"hands": [{}, {}, {}, {}]})
    assert hand["wins"] == [{"seat": 1, "tile": "4m", "from": 3}]
    assert hand["hands"][1]["melds"] == [{"kind": "pung", "tiles": "111m", "from": 0}]
    assert hand["hands"][1]["ready"] == "declared"
    assert "full_flush" in score(hand)["wins"][0]["patterns"]
    assert table.complete(dict(hand, wins=[])) == hand
    error = raises(RecordError, table.complete, dict(hand, wins=[{"seat": 2, "tile": "4m", "from": 3}]))
    assert str(error).startswith("wins: "), error
    assert raises(EventError, table.apply, ev.pack_hand(dict(hand, wins=[]), score(hand))).field == "wins"
    changed = dict(hand, hands=[{}, dict(hand["hands"][1], melds=[]), {}, {}])
    assert str(raises(EventError, table.apply, ev.pack_hand(changed, score(hand)))).startswith("hands.1.melds: ")
    table.apply(ev.pack_hand(hand, score(hand)))
    assert table.course == []
    table.apply(ev.pack_undo())
    assert [e["what"] for e in table.course] == ["meld", "ready", "win"]
    assert Table.restore(table.snapshot()).snapshot() == table.snapshot()


def test_what_the_region_does_not_know_is_refused():
    table = at_table("guigang")
    assert refused(table, {"what": "void", "seat": 1, "suit": "m"}, "what") == "what: guigang has no void"
    refused(table, {"what": "ready", "seat": 1, "how": "shown"}, "what")
    refused(table, {"what": "back"}, "what")
    refused(Table(), PUNG, "phase")


def test_a_hand_that_was_said_to_be_ready_does_not_change():
    table = at_table("guigang")
    play(table, {"what": "ready", "seat": 1, "how": "declared"})
    refused(table, PUNG, "seat")
    refused(table, {"what": "ready", "seat": 1, "how": "declared"}, "seat")
    refused(table, KONG, "seat")
    play(table, dict(PUNG, seat=2))


def test_after_a_win_only_others_on_the_same_discard_win():
    table = at_table("guigang")
    play(table, WIN)
    refused(table, PUNG, "seat")
    refused(table, dict(WIN, seat=2, tile="5m"), "seat")
    refused(table, dict(WIN, seat=2, **{"from": None}), "seat")
    refused(table, WIN, "seat")
    play(table, dict(WIN, seat=2), dict(WIN, seat=0))
    play(table, {"what": "back"}, {"what": "foul", "seat": 2, "kind": "false_win"})
    assert [w["seat"] for w in table.complete(drawn(wins=None))["wins"]] == [1, 2]


def test_a_slip_is_taken_back():
    table = at_table("guigang")
    before = table.core()
    play(table, KONG, {"what": "back"})
    assert table.core() == before


def test_between_hands_means_without_a_course():
    table = at_table("guigang")
    play(table, KONG)
    for event in (ev.pack_region("ningbo", {}), ev.pack_session(0, [0, 0, 0, 0])):
        assert raises(EventError, table.apply, event).field == "phase"
    table.apply(ev.pack_abort())
    assert table.course == []
    table.apply(ev.pack_region("ningbo", {}))


def test_kongs_in_a_run_are_counted_while_the_wall_is():
    table = thrown("guigang")
    kongs = [dict(KONG, kind="concealed_kong", tile=t) for t in ("3p", "4p", "5p", "6p")]
    for kong in kongs:
        del kong["from"]
    play(table, kongs[0])
    table.apply(ev.pack_wall(ev.WALL_KONG))
    play(table, kongs[1])
    table.apply(ev.pack_wall(ev.WALL_KONG))
    play(table, dict(kongs[2], seat=2))
    table.apply(ev.pack_wall(ev.WALL_KONG))
    table.apply(ev.pack_wall(ev.WALL_DRAW))
    play(table, dict(kongs[3], seat=2))
    assert [e.get("chain", 0) for e in table.course] == [0, 1, 0, 0]
    assert [k.chain for k in record.parse(table.complete({"hands": [{}, {}, {}, {}]})).kongs] == [0, 1, 0, 0]


def test_a_course_that_no_hand_has_is_no_snapshot():
    table = at_table("guigang")
    play(table, KONG)
    good = table.snapshot()
    assert Table.restore(good).snapshot() == good
    for old, new in (
        (b'"seat":1', b'"seat":5'), (b'"what":"kong"', b'"what":"song"'), (b'"course":[{', b'"course":[[],{'),
        (b'"3p"', b'"3w"'), (b'"course":[', b'"course":[{"what":"back"},'),
    ):  # fmt: skip
        assert old in good
        raises(EventError, Table.restore, good.replace(old, new))


def test_by_default_the_hand_is_over_with_a_win():
    rules = Ruleset({})
    assert rules.plays_on([], 0) and not rules.plays_on([WIN], 0)


def test_the_result_takes_a_played_hand():
    table = at_table("guigang")
    play(table, dict(WIN, called={"patterns": ["full_flush"]}))
    table.apply(result(table, {"hands": [{}, {}, {}, {}]}))
    assert table.scores[1] > 0 and sum(table.scores) == 0


def test_a_robbed_kong_is_the_pung_again_that_it_was():
    table = at_table("guigang")
    play(table, PUNG, {"what": "kong", "seat": 1, "kind": "added_kong", "tile": "5m"})
    play(table, {"what": "win", "seat": 2, "tile": "5m", "from": 1, "flags": ["rob_kong"]})
    hand = table.complete({"hands": [{}, {}, {"concealed": "12334m555p22789s"}, {}]})
    assert hand["kongs"] == [] and hand["hands"][1]["melds"] == [{"kind": "pung", "tiles": "555m", "from": 0}]
    assert "robbing_the_kong" in score(hand)["wins"][0]["patterns"]


def test_only_what_is_laid_aside_is():
    table = thrown("ningbo")
    table.apply(ev.pack_indicator(35))  # 2f: the seasons are wild
    refused(table, {"what": "flower", "seat": 1, "tile": "3f"}, "tile")
    refused(table, {"what": "flower", "seat": 1, "tile": "5m"}, "tile")
    play(table, {"what": "flower", "seat": 1, "tile": "6f"})


def test_a_wild_lies_in_no_meld():
    table = thrown("ningbo")
    table.apply(ev.pack_indicator(4))  # 5m
    refused(table, dict(PUNG, kind="chow", tiles="456m"), "tiles")
    refused(table, PUNG, "tiles")
    refused(table, {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "5m"}, "tile")
    play(table, dict(PUNG, tiles="666m"))


def test_a_meld_is_one_that_may_be_laid():
    table = at_table("guigang")
    refused(table, dict(PUNG, tiles="556m"), "tiles")
    refused(table, dict(PUNG, kind="chow", tiles="124m"), "tiles")
    refused(table, dict(PUNG, kind="chow", tiles="123m", **{"from": 2}), "from")
    refused(table, dict(KONG, tile="1f"), "tile")
    play(table, dict(PUNG, kind="chow", tiles="345m"), PUNG)
    assert refused(table, dict(PUNG, seat=2, tiles="555m"), "tile") == "tile: there are no more 5m"
    refused(at_table("tuidaohu"), dict(KONG, tile="3f"), "tile")
