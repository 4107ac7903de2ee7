"""Patterns that are called where the tiles are not known: taken when a hand could show them, else refused by name."""

from check import raises
from samples import chow, pung, record

from engine_core.record import RecordError
from engine_core.score import score


def call(region, ids, **kw):
    """The winner's entry in the answer. No winning tile unless said, and in Ningbo no minimum."""
    kw.setdefault("tile", None)
    if region == "ningbo":
        kw.setdefault("options", {"minimum": 0})
    return score(record(region, called={"patterns": ids.split()}, **kw))["wins"][0]


def check(region, rows):
    """Rows (ids, what the record says, the id that is refused or None)."""
    for ids, kw, refused in rows:
        if refused is None:
            assert call(region, ids, **kw)["patterns"] == sorted(ids.split()), (ids, kw)
        else:
            text = str(raises(RecordError, call, region, ids, **kw))
            assert text.startswith("wins.0.called.patterns: " + refused), (ids, kw, text)


# ---------------------------------------------------------------- events


def test_what_the_record_shows_and_nobody_calls_is_not_counted_and_no_contradiction():
    robbed = {"flags": ["rob_kong"], "tile": "5m"}
    for region, kw in (
        ("guigang", {"giver": None}),
        ("guigang", {"giver": None, "flags": ["after_kong"]}),
        ("guigang", {"giver": None, "flags": ["last_tile"]}),
        ("guigang", {"giver": None, "flags": ["earthly"]}),
        ("guigang", {"giver": 0, "flags": ["humanly"]}),
        ("guigang", {"giver": None, "flags": ["heavenly"], "winner": 0}),
        ("guigang", {"ready": "declared"}),
        ("guigang", robbed),
        ("ningbo", {"giver": None, "flags": ["after_flower"]}),
        ("ningbo", {"giver": 0, "flags": ["earthly"]}),
        ("ningbo", robbed),
    ):
        r = record(region, called={"patterns": ["all_chows"]}, **kw)
        if region == "ningbo":
            r["options"] = {"minimum": 0}
        if "tile" in kw:
            r["hands"][2]["melds"] = [pung("555m", 0)]
        win = score(r)["wins"][0]
        assert (win["patterns"], win["value"]) == (["all_chows"], 4 if region == "guigang" else 2), (region, kw)


def test_who_pays_follows_from_the_flag_all_the_same():
    r = record("guigang", called={"patterns": ["all_chows"]}, flags=["rob_kong"], tile="5m")
    r["hands"][2]["melds"] = [pung("555m", 0)]
    assert score(r)["delta"] == [0, 12, -12, 0]


def test_which_flag_stands_for_a_replacement():
    for flag, guigang, ningbo in (
        ("after_kong", None, None),
        ("after_flower", "out", None),
        ("last_tile", "out", "out"),
    ):
        kw = {"giver": None, "flags": [flag]}
        check("guigang", [("chicken_hand out_with_replacement", kw, guigang)])
        check("ningbo", [("out_with_replacement", kw, ningbo)])
    # flowers replaced before the first discard are no kong, called or not
    check(
        "ningbo", [("out_with_replacement", {"giver": None, "winner": 0, "flags": ["heavenly", "after_flower"]}, "out")]
    )


def three_claims(*called):
    """Three claims of seats 1 to 3 on one discard, and what each calls."""
    r = record("guigang", called={"patterns": []}, giver=0)
    r["hands"] = [{}, {}, {}, {}]
    r["wins"] = [
        {"seat": seat, "tile": "5m", "from": 0, "called": {"patterns": ids.split()}}
        for seat, ids in enumerate(called, 1)
    ]
    return r


def test_a_triple_win_needs_three_who_win_on_the_discard():
    triple = "chicken_hand triple_win"
    answer = score(three_claims(triple, triple, triple))
    assert [w["value"] for w in answer["wins"]] == [32, 32, 32]
    for called in ((triple,), ("chicken_hand", triple)):
        text = str(raises(RecordError, score, three_claims(*called)))
        assert text.startswith("wins.%d.called.patterns: triple_win" % (len(called) - 1)), text
    r = three_claims(triple, triple, triple)
    r["fouls"] = [{"seat": 3, "kind": "dead_hand"}]
    assert "triple_win" in str(raises(RecordError, score, r))
    r = three_claims(triple, triple, triple)
    r["hands"][0]["melds"] = [pung("555m", 2)]
    for w in r["wins"]:
        w["flags"] = ["rob_kong"]
    assert "triple_win" in str(raises(RecordError, score, r))
    # like any event it is not counted for whom did not call it
    assert [w["value"] for w in score(three_claims(triple, "chicken_hand", triple))["wins"]] == [32, 2, 32]


# ---------------------------------------------------------------- melds that are none


def test_defects_of_melds_are_judged_as_with_known_tiles():
    four = [chow("123m"), chow("123p"), chow("123s"), chow("456m")]
    for region, melds in (
        ("guigang", [chow("124m")]),
        ("guigang", [pung("112m")]),
        ("guigang", four + [pung("111z")]),
        ("ningbo", [chow("124m")]),
        ("ningbo", four + [pung("111z")]),
        ("ningbo", [pung("555z")]),
    ):
        kw = {"melds": melds, "tile": "9s", "options": {}, "indicator": "5z"}
        known = score(record(region, concealed="1234567891234m"[: 13 - 3 * len(melds)] + "m", **kw))["wins"][0]
        assert not known["valid"] and known["reason"] in ("bad_meld", "tile_count", "not_a_win")
        ids = "chicken_hand" if region == "guigang" else "full_flush"
        assert call(region, ids, **kw) == known, (region, melds)


def test_a_flower_wins_nothing():
    assert call("guigang", "chicken_hand", tile="1f")["reason"] == "not_a_win"
    assert call("ningbo", "full_flush", tile="1f", indicator="5f")["reason"] == "not_a_win"
    assert call("ningbo", "full_flush", tile="6f", indicator="5f")["valid"]


# ---------------------------------------------------------------- melds, winning tile, other patterns


def test_melds_leave_room_for_what_is_called():
    suits = [chow("123m"), chow("456p"), pung("222s"), pung("999m")]
    check(
        "guigang",
        [
            ("chicken_hand seat_wind", {"melds": suits}, "seat_wind"),
            ("chicken_hand seat_wind", {"melds": suits[:3]}, None),
            ("chicken_hand seat_wind", {"melds": suits[:3] + [pung("222z")]}, None),
            ("chicken_hand prevalent_wind", {"melds": suits}, "prevalent_wind"),
            ("chicken_hand dragon_pung", {"melds": suits}, "dragon_pung"),
            ("chicken_hand dragon_pung dragon_pung", {"melds": suits[:3]}, "dragon_pung"),
            ("chicken_hand dragon_pung dragon_pung", {"melds": suits[:3] + [pung("555z")]}, "dragon_pung"),
            ("chicken_hand dragon_pung seat_wind", {"melds": suits[:3]}, "seat_wind"),
            ("chicken_hand", {"melds": suits[:2] + [chow("123m"), chow("789s")]}, "chicken_hand"),
            ("chicken_hand", {"melds": suits[2:] + [pung("111m"), pung("111s")]}, "chicken_hand"),
            ("chicken_hand", {"melds": suits[2:] + [pung("111m")]}, None),
            ("chicken_hand dragon_pung", {"melds": suits[2:] + [pung("111m")]}, "dragon_pung"),
            ("little_four_winds", {"melds": [pung("111z"), pung("222z"), pung("333z"), pung("444z")]}, "little"),
            ("little_three_dragons", {"melds": [pung("555z"), pung("666z"), pung("777z")]}, "little_three"),
        ],
    )


def test_the_winning_tile_is_one_of_the_hand():
    check(
        "guigang",
        [
            ("full_flush", {"melds": [pung("111m")], "tile": "5p"}, "full_flush"),
            ("full_flush", {"melds": [pung("111m")], "tile": "5z"}, "full_flush"),
            ("full_flush", {"tile": "5z"}, "full_flush"),
            ("full_flush", {"melds": [pung("111m")], "tile": "5m"}, None),
            ("half_flush", {"melds": [pung("111m")], "tile": "5p"}, "half_flush"),
            (
                "half_flush",
                {"melds": [pung("111m"), pung("222m"), pung("333m"), chow("123m")], "tile": "5m"},
                "half_flush",
            ),
            ("all_honors", {"tile": "1m"}, "all_honors"),
            ("all_terminals", {"tile": "1z"}, "all_terminals"),
            ("all_terminals", {"tile": "9p"}, None),
            ("thirteen_orphans", {"tile": "2m"}, "thirteen_orphans"),
            ("thirteen_orphans", {"tile": "2z"}, None),
            ("nine_gates", {"tile": "2z"}, "nine_gates"),
            ("seven_pairs", {"tile": "2z"}, None),
            ("big_four_winds", {"melds": [pung("111z"), pung("222z"), pung("333z")], "tile": "5m"}, None),
            (
                "little_four_winds",
                {"melds": [pung("111z"), pung("222z"), pung("333z"), chow("123m")], "tile": "5m"},
                "l",
            ),
        ],
    )


def test_tiles_that_others_have_are_not_there():
    r = record("guigang", called={"patterns": ["big_three_dragons"]}, tile=None)
    r["hands"][3]["melds"] = [pung("666z", 0)]
    assert "big_three_dragons" in str(raises(RecordError, score, r))
    # a robbed tile is the last of four: it makes no pung and no pair
    r = record("guigang", called={"patterns": ["all_pungs"]}, flags=["rob_kong"])
    r["hands"][2]["melds"] = [pung("555m", 0)]
    assert "all_pungs" in str(raises(RecordError, score, r))


def test_patterns_that_no_hand_shows_together():
    check(
        "guigang",
        [
            ("all_chows all_pungs", {}, "all_pungs"),
            ("all_chows chicken_hand", {}, "chicken_hand"),
            ("chicken_hand half_flush", {}, "half_flush"),
            ("all_chows dragon_pung", {}, "dragon_pung"),
            ("all_chows half_flush", {}, None),
            ("chicken_hand dragon_pung dragon_pung dragon_pung dragon_pung", {}, "dragon_pung"),
            ("full_flush self_draw", {"giver": None}, "full_flush excludes self_draw"),
            ("chicken_hand chicken_hand", {}, "chicken_hand counts once"),
        ],
    )
    check(
        "ningbo",
        [
            ("full_flush half_flush", {}, "half_flush"),
            ("all_honors half_flush", {}, "half_flush"),
            ("full_flush seat_wind", {}, "seat_wind"),
            ("edge_wait single_wait", {}, "single_wait"),
            ("all_pungs edge_wait", {}, "edge_wait"),
            ("all_honors closed_wait", {}, "closed_wait"),
            ("edge_wait melded_hand single_wait", {}, "melded_hand"),
            (
                "heavenly_hand melded_hand single_wait",
                {"giver": None, "winner": 0, "flags": ["heavenly"]},
                "melded_hand",
            ),
            ("all_chows half_flush single_wait", {"tile": "5m"}, "single_wait"),
            ("dragon_pung edge_wait", {"melds": [chow("123m"), chow("123p"), chow("123s")]}, "edge_wait"),
            ("dragon_pung edge_wait", {"melds": [chow("123m"), chow("123p")]}, None),
        ],
    )


# ---------------------------------------------------------------- Ningbo: waits, wild tiles, flowers


def test_the_wait_is_one_that_the_tile_can_make():
    four = [chow("123m"), chow("456p"), pung("222s"), pung("999m")]
    check(
        "ningbo",
        [
            ("two_pair_wait", {"melds": four}, "two_pair_wait"),
            ("edge_wait", {"melds": four}, "edge_wait"),
            ("closed_wait", {"melds": four}, "closed_wait"),
            ("melded_hand single_wait", {"melds": four}, None),
            ("melded_hand", {"melds": four}, "melded_hand"),
            ("single_wait", {"melds": four}, None),
            ("single_wait", {"melds": four[:3]}, None),
            ("edge_wait", {"tile": "3m"}, None),
            ("edge_wait", {"tile": "7s"}, None),
            ("edge_wait", {"tile": "4m"}, "edge_wait"),
            ("edge_wait", {"tile": "3z"}, "edge_wait"),
            ("edge_wait", {"tile": "3z", "indicator": "3z"}, None),
            ("closed_wait", {"tile": "1m"}, "closed_wait"),
            ("closed_wait", {"tile": "8m"}, None),
            ("two_pair_wait", {"tile": "8m"}, None),
        ],
    )


def test_all_chows_with_its_pair_and_its_option():
    two_sided = {"minimum": 0, "all_chows_two_sided": True}
    check(
        "ningbo",
        [
            ("all_chows", {"tile": "5z"}, "all_chows"),
            ("all_chows", {"tile": "1z"}, "all_chows"),
            ("all_chows", {"tile": "2z"}, "all_chows"),
            ("all_chows", {"tile": "3z"}, None),
            ("all_chows edge_wait", {"tile": "3m"}, None),
            ("all_chows edge_wait", {"options": two_sided}, "edge_wait"),
            ("all_chows closed_wait", {"options": two_sided}, "closed_wait"),
            ("all_chows single_wait", {"options": two_sided}, "single_wait"),
            ("all_chows", {"options": two_sided, "tile": "3z"}, "all_chows"),
            ("all_chows", {"options": two_sided, "tile": "3m"}, None),
        ],
    )


def test_wild_tiles():
    four = [chow("123m"), chow("789p"), pung("222s"), pung("999m")]
    check(
        "ningbo",
        [
            ("no_wilds", {"indicator": "5p", "tile": "5p"}, "no_wilds"),
            ("no_wilds", {"indicator": "1f", "tile": "2f"}, "no_wilds"),
            ("no_wilds seat_wind", {"indicator": "2z"}, "seat_wind"),
            ("seat_wind", {"indicator": "2z"}, None),
            ("three_wilds", {}, "three_wilds"),
            ("no_wilds three_wilds", {"indicator": "5p"}, "three_wilds"),
            ("three_wilds", {"indicator": "5p", "tile": "5p"}, "three_wilds"),
            ("three_wilds", {"indicator": "5p", "tile": "5p", "giver": None}, None),
            ("melded_hand single_wait three_wilds", {"indicator": "5p", "melds": four}, "three_wilds"),
            ("full_flush", {"indicator": "5p", "tile": "5p", "melds": [pung("111m")]}, None),
        ],
    )


def test_three_wilds_with_its_option():
    options = {"minimum": 0, "three_wilds_self_draw_only": True}
    win = call("ningbo", "three_wilds", indicator="5p", options=options)
    assert win == {"seat": 1, "valid": False, "value": 0, "patterns": [], "reason": "three_wilds_discard"}
    assert call("ningbo", "three_wilds", indicator="5p", options=options, giver=None)["valid"]


def test_flowers():
    check(
        "ningbo",
        [
            # seat 1 is South: 2f and 6f are its own
            ("four_flowers seat_flower seat_flower", {}, "four_flowers"),
            ("four_flowers seat_flower", {}, None),
            ("seat_flower seat_flower", {}, None),
            ("seat_flower seat_flower seat_flower", {}, "seat_flower"),
            ("eight_flowers", {}, None),
            ("eight_flowers seat_flower", {}, "eight_flowers"),
            ("eight_flowers", {"indicator": "1f"}, "eight_flowers"),
            ("seat_flower seat_flower", {"indicator": "1f"}, "seat_flower"),
            ("seat_flower", {"indicator": "1f"}, None),
            ("four_flowers", {"indicator": "1f", "flowers": "5678f"}, None),
            ("four_flowers", {"flowers": "1234f"}, None),
            ("four_flowers seat_flower", {"flowers": "1234f"}, "four_flowers"),
            ("four_flowers seat_flower", {"flowers": "12346f"}, None),
            ("seat_flower", {"flowers": "135f"}, "seat_flower"),
            ("seat_flower", {"flowers": "2f", "indicator": "1f"}, "seat_flower"),
            ("seat_flower seat_flower", {"options": {"minimum": 0, "own_flower_once": True}}, "seat_flower"),
        ],
    )
    r = record("ningbo", called={"patterns": ["eight_flowers"]}, tile=None)
    r["hands"][0]["flowers"] = "1f"
    assert "eight_flowers" in str(raises(RecordError, score, r))


# ---------------------------------------------------------------- form


def test_ids_and_points_are_checked_before_anything_else():
    for region in ("guigang", "ningbo"):
        for fouls in ([], [{"seat": 1, "kind": "dead_hand"}]):
            for called, text in (
                ({"patterns": ["no_such"]}, "wins.0.called.patterns: no_such is no pattern of " + region),
                (
                    {"patterns": ["all_pungs"], "points": 2},
                    "wins.0.called.points: %s has none beside its patterns" % region,
                ),
            ):
                assert str(raises(RecordError, score, record(region, called=called, fouls=fouls))) == text
    assert score(record("guigang", called={"patterns": ["all_pungs"], "points": 0}))["wins"][0]["valid"]


def test_three_wilds_and_three_melds_leave_a_wild_single_wait():
    """Ningbo: one of the three beside a set of the other two and any tile, so no discard may be claimed."""
    melds = [pung("111m"), pung("222m"), pung("333m")]
    won = call("ningbo", "three_wilds", indicator="5p", melds=melds, tile="6p", giver=0)
    assert won["reason"] == "wild_single_discard"
