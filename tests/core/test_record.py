from check import raises
from samples import record

from engine_core.record import RecordError, parse
from engine_core.score import score


def test_a_malformed_record_names_the_field():
    def field(change):
        r = record("guigang")
        change(r)
        return str(raises(RecordError, score, r)).split(": ")[0]

    def put(path, value):
        def change(r):
            at = r
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = value

        return change

    for path, value in (
        (("region",), "nowhere"),
        (("region",), None),
        (("region",), "../x"),
        (("region",), 7),
        (("options",), []),
        (("options",), None),
        (("seats",), 5),
        (("seats",), "4"),
        (("dealer",), 4),
        (("dealer",), -1),
        (("dealer",), True),
        (("dealer",), "0"),
        (("dealer",), 1.0),
        (("round_wind",), "X"),
        (("dice",), 5),
        (("indicator",), "0m"),
        (("indicator",), "12m"),
        (("dealer_streak",), -1),
        (("carry",), []),
        (("hands",), None),
        (("hands",), {}),
        (("wins",), None),
        (("kongs",), 3),
        (("birds",), "5m"),
        (("fouls",), {}),
        (("wins", 0, "seat"), 4),
        (("wins", 0, "seat"), None),
        (("wins", 0, "from"), 9),
        (("wins", 0, "from"), 1),
        (("wins", 0, "tile"), "55m"),
        (("wins", 0, "tile"), 5),
        (("wins", 0, "tile"), None),
        (("wins", 0, "flags"), "rob_kong"),
        (("hands", 1, "concealed"), "1"),
        (("hands", 1, "concealed"), None),
        (("hands", 1, "melds"), 1),
        (("hands", 1, "flowers"), "9f"),
        (("hands", 1, "ready"), True),
        (("hands", 1, "void_suit"), "z"),
        (("hands", 1, "stake"), "10"),
    ):
        want = ".".join([str(p) for p in path])
        got = field(put(path, value))
        assert got == want or want == "region" and got.startswith("region"), (path, value, got)


def test_deeper_fields_are_named_too():
    for key, value, want in (
        ("dice", [0, 1], "dice.0"),
        ("dice", [1, 7], "dice.1"),
        ("birds", ["5m", "x"], "birds.1"),
        ("fouls", [{"seat": 1, "kind": "murder"}], "fouls.0.kind"),
        ("fouls", [{"seat": 7, "kind": "false_win"}], "fouls.0.seat"),
        ("kongs", [{"seat": 1, "kind": "pung", "tile": "1m"}], "kongs.0.kind"),
        ("carry", {"no": 1}, "carry.no"),
        ("carry", {"washout": "1"}, "carry.washout"),
        ("melds", [{"kind": "kung", "tiles": "111m"}], "hands.1.melds.0.kind"),
        ("melds", [{"kind": "pung", "tiles": "11m"}], "hands.1.melds.0.tiles"),
        ("melds", [{"kind": "pung", "tiles": "11111m"}], "hands.1.melds.0.tiles"),
        ("melds", [{"kind": "pung", "tiles": "111m", "from": 1}], "hands.1.melds.0.from"),
        ("melds", [{"kind": "pung", "tiles": "111m", "form": 0}], "hands.1.melds.0.form"),
        ("flags", ["rob_the_kong"], "wins.0.flags.0"),
        ("called", {"patterns": "x"}, "wins.0.called.patterns"),
        ("called", {"patterns": [1]}, "wins.0.called.patterns.0"),
        ("called", {"patterns": [], "points": -1}, "wins.0.called.points"),
        ("dealerr", 1, "dealerr"),
    ):
        got = str(raises(RecordError, score, record("guigang", **{key: value})))
        assert got.startswith(want + ": "), (key, value, got)


def test_no_record_at_all():
    for value in (None, [], "x", 5, {}):
        raises(RecordError, score, value)


def test_more_tiles_than_there_are():
    r = record("guigang", concealed="11112m555p22789s")
    r["hands"][0] = {"concealed": "1m"}
    assert "1m" in str(raises(RecordError, score, r))
    r = record("guigang", tile="5p", concealed="123m55p22789s111z")
    assert score(r)["wins"][0]["valid"]
    r["hands"][0] = {"concealed": "55p"}
    assert str(raises(RecordError, score, r)).startswith("wins.0.tile: ")
    r = record("ningbo", indicator="5p", concealed="12344m555p22789s")
    r["hands"][3] = {"concealed": "5p"}
    raises(RecordError, score, r)


def test_parse_reads_what_is_there():
    r = parse(record("guigang", dealer=3, round_wind="S", flags=["last_tile", "after_kong"]))
    assert (r.dealer, r.round_wind, r.seats) == (3, 1, 4)
    assert [r.seat_wind(s) for s in range(4)] == [1, 2, 3, 0]
    assert r.wins[0].flags == 1 | 16
    assert r.hands[0].concealed is None
