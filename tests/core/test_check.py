"""Records that say what no record says: one text on both interpreters, which names the field."""

from check import raises
from samples import record

from engine_core.check import RecordError, parse
from engine_core.score import score

# What no field takes, and how it is shown.
STRANGE = (
    (float("nan"), "a float"),
    (float("inf"), "a float"),
    (1.0, "a float"),
    (1 << 70, "a huge number"),
    (-(10**30), "a huge number"),
    (True, "True"),
    ("\ud800", "'\\ud800'"),
    ("\U0001f004", "'\\ud83c\\udc04'"),
    ("三", "'三'"),
    (b"1", "a bytes"),
    ([1], "a list"),
    ({1: 2}, "a dict"),
)


def refused(*args, **kw):
    return str(raises(RecordError, score, record(*args, **kw)))


def test_odd_values_are_shown_alike_wherever_they_stand():
    for value, shown in STRANGE:
        for path, want in (
            (("region",), "region: %s is no region"),
            (("dealer",), "dealer: %s is no whole number"),
            (("round_wind",), "round_wind: %s is not one of E, S, W, N"),
            (("seats",), "seats: %s is no whole number"),
            (("wins", 0, "seat"), "wins.0.seat: %s is no whole number"),
            (("wins", 0, "from"), "wins.0.from: %s is no whole number"),
            (("wins", 0, "flags"), None),
            (("hands", 1, "ready"), "hands.1.ready: %s is not one of None, declared, shown"),
            (("hands", 1, "stake"), "hands.1.stake: %s is no whole number"),
            (("options", "false_win_penalty"), "options.false_win_penalty: %s is no whole number"),
            (("options", "liability"), "options.liability: %s is not one of same_feeder, third_meld, none"),
        ):
            r = record("guigang", options={})
            at = r
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = [value] if want is None else value
            if want is None:
                want = "wins.0.flags.0: %s is not one of "
            elif shown == "a huge number":
                want = want.split("is no whole number")[0] + ("is not in " if "is no whole number" in want else "")
            text = str(raises(RecordError, score, r))
            assert text.startswith(want % shown), (path, value, text)


def test_odd_tiles_are_shown_alike():
    for value, shown in STRANGE:
        text = refused("guigang", tile=value)
        begin = "wins.0.tile: %s" % shown
        assert text.startswith(begin + (": " if shown[0] == "'" else " is no tile text")), text
    assert refused("guigang", tile="5m\ud800") == (
        "wins.0.tile: '5m\\ud800': '\\ud800' where a digit before m p s z f was expected"
    )


def test_odd_names_of_fields():
    for key, name in (
        (1, "1"),
        (None, "None"),
        ((1, 2), "a tuple"),
        (1.5, "a float"),
        (1 << 70, "a huge number"),
        ("\ud800", "\\ud800"),
        ("x" * 99, "x" * 40),
    ):
        r = record("guigang")
        r[key] = 1
        assert str(raises(RecordError, score, r)) == name + ": no such field"
        r = record("guigang")
        r["wins"][0][key] = 1
        assert str(raises(RecordError, score, r)) == "wins.0.%s: no such field" % name
        assert refused("guigang", options={key: 1}) == "options.%s: guigang has no such option" % name
        assert refused("guigang", carry={key: 1}) == "carry.%s: no such field" % name


def test_of_several_unknown_names_the_first_in_order_is_told():
    r = record("guigang")
    for name in "gbdacfe":
        r[name] = 1
    assert str(raises(RecordError, score, r)) == "a: no such field"
    assert refused("guigang", options={"b": 1, "a": 1, 3: 1}) == "options.3: guigang has no such option"


def test_a_called_pattern_may_be_any_text():
    for value, name in (("\ud800", "\\ud800"), ("三" * 50, "三" * 40), ("\U0001f004", "\\ud83c\\udc04")):
        text = refused("guigang", called={"patterns": [value]})
        assert text == "wins.0.called.patterns: %s is no pattern of guigang" % name
    for value, shown in STRANGE:
        if shown[0] != "'":
            text = refused("guigang", called={"patterns": [value]})
            assert text == "wins.0.called.patterns.0: %s is no pattern" % shown
            text = refused("guigang", called={"patterns": ["all_pungs"], "points": value})
            assert text.startswith("wins.0.called.points: " + shown), text


def test_as_many_hands_as_seats():
    for seats, hands, want in (
        (None, 3, "hands: there are 3, seats is 4"),
        (None, 5, "hands: there are 5, seats is 4"),
        (4, 3, "hands: there are 3, seats is 4"),
        (3, 4, "hands: there are 4, seats is 3"),
        (3, 3, "seats: 3 given, guigang has 4"),
        (5, 5, "seats: 5 is not in 3..4"),
    ):
        r = {"region": "guigang", "hands": [{}] * hands}
        if seats:
            r["seats"] = seats
        assert str(raises(RecordError, score, r)) == want
    assert parse({"region": "kawuxing", "seats": 3, "hands": [{}] * 3}).seats == 3


def test_of_a_dead_hand_no_tiles_are_wanted():
    for region in ("guigang", "ningbo"):
        r = {"region": region, "hands": [{}, {}, {}, {}], "wins": [{"seat": 0, "from": 1}]}
        assert "hands.0.concealed" in str(raises(RecordError, score, r))
        r["fouls"] = [{"seat": 0, "kind": "dead_hand"}]
        assert score(r)["wins"][0]["reason"] == "dead_hand"
