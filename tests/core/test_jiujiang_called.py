"""Jiujiang, patterns that are called: taken when a hand could show them (rules/jiujiang.md), else refused by name."""

from check import raises
from samples import cases, chow, pung, record

from engine_core.record import RecordError
from engine_core.score import score

E1 = {"edition": "1"}
THREE = [pung("222p"), pung("999s"), pung("555m")]


def call(ids, **kw):
    kw.setdefault("tile", None)
    return score(record("jiujiang", called={"patterns": ids.split()}, **kw))


def check(rows):
    """Rows (ids, what the record says, the value, or the id that is refused)."""
    for ids, kw, expected in rows:
        if isinstance(expected, int):
            w = call(ids, **kw)["wins"][0]
            assert (w["patterns"], w["value"]) == (sorted(ids.split()), expected), (ids, kw, w)
        else:
            text = str(raises(RecordError, call, ids, **kw))
            assert text.startswith("wins.0.called.patterns: ") and expected in text, (ids, kw, text)


def test_every_shared_case_called_is_worth_the_same():
    count = 0
    for case in cases(region="jiujiang"):
        r, wins = case["record"], case["expect"]["wins"]
        for w, known in zip(r["wins"], wins):
            if known["valid"]:
                del r["hands"][w["seat"]]["concealed"]
                w["called"] = {"patterns": known["patterns"]}
                count += 1
        have = score(r)
        for key in case["expect"]:
            assert have[key] == case["expect"][key], (case["id"], key)
    assert count > 40


def test_value_formula():
    check(
        [
            ("plain_hand self_draw", {"giver": None}, 2),
            ("concealed_hand plain_hand", {}, 2),
            ("full_flush self_draw closed_wait", {"giver": None}, 30),
            ("all_pungs xiaosa_gun_pungs single_wait", {}, 30),
            ("seven_pairs xiaosa_pairs gun gun haohua", {}, 40),
            ("qi_xiannv", {"giver": None}, 100),
            ("qi_xiannv", {"options": E1}, 100),
            ("dragon_pung dragon_pung hongqi_piaopiao", {}, 12),
            ("dragon_pung dragon_pung hongqi_piaopiao plain_hand", {"options": E1}, 13),
            ("green green concealed_dragon_kong concealed_kong melded_kong plain_hand", {}, 10),
        ]
    )
    assert call("plain_hand")["wins"][0]["reason"] == "below_minimum"


def test_who_pays_and_what_is_eaten_follows_as_ever():
    r = record("jiujiang", called={"patterns": ["plain_hand", "self_draw"]}, giver=None, carry={"follow": 1})
    r["hands"][3]["flowers"] = "66z"
    assert score(r)["delta"] == [-4, 16, -4, -8]


def test_something_must_say_what_hand_it_is():
    check(
        [
            ("self_draw", {"giver": None}, "none of them says"),
            ("green", {}, "none of them says"),
            ("hongqi_piaopiao dragon_pung dragon_pung", {"options": E1}, "none of them says"),
            ("last_tile_claim", {"options": E1, "flags": ["last_tile"]}, "none of them says"),
            ("last_tile_claim", {"flags": ["last_tile"]}, 10),
            ("xiaosa_pungs ready_hand", {"ready": "declared"}, "xiaosa_pungs"),
            ("gun seven_pairs", {}, "gun"),
            ("haohua full_flush", {}, "haohua"),
        ]
    )


def test_what_an_edition_does_not_know():
    check(
        [
            ("plain_hand single_wait", {"options": E1}, "single_wait is no pattern"),
            ("all_pungs xiaosa_gun_pungs", {"options": E1}, "xiaosa_gun_pungs is no pattern"),
            ("seven_pairs concealed_hand", {}, "seven_pairs excludes concealed_hand"),
            ("seven_pairs concealed_hand", {"options": E1}, 25),
            ("ready_hand concealed_hand", {"ready": "declared"}, "ready_hand excludes concealed_hand"),
            ("ready_hand concealed_hand", {"ready": "declared", "options": E1}, 15),
            ("last_tile_draw self_draw", {"giver": None, "flags": ["last_tile"]}, "last_tile_draw excludes self_draw"),
        ]
    )


def test_events():
    kong = {"giver": None, "flags": ["after_kong"]}
    check(
        [
            ("self_draw plain_hand", {}, "self_draw"),
            ("out_with_replacement", {"giver": None}, "out_with_replacement"),
            ("out_with_replacement melded_kong", kong, 11),
            ("out_with_replacement", dict(kong, melds=[pung("222p")]), "out_with_replacement"),
            ("out_with_replacement self_draw", kong, "out_with_replacement excludes self_draw"),
            ("out_with_replacement self_draw", dict(kong, options={"replacement_self_draw": True}), 15),
            ("kong_discard", {"flags": ["kong_discard"]}, "kong_discard"),
            ("robbing_the_kong", {"flags": ["rob_kong"], "tile": "5m"}, "robbing_the_kong"),
            ("ready_hand", {}, "ready_hand"),
            ("earthly_hand", {"flags": ["earthly"], "giver": 2}, "earthly_hand"),
            ("earthly_hand", {"flags": ["earthly"], "giver": 0}, 20),
            ("earthly_hand melded_kong", {"flags": ["earthly"], "giver": 0}, "melded_kong"),
            ("plain_hand", {"ready": "declared"}, "the record shows ready_hand"),
            ("plain_hand last_tile_claim", {"flags": ["last_tile"]}, "plain_hand"),
            ("plain_hand last_tile_claim", {"flags": ["last_tile"], "options": E1}, 11),
        ]
    )


def test_a_robbed_tile_completes_a_sequence():
    def robbed(ids):
        r = record("jiujiang", called={"patterns": ids.split()}, tile="5m", flags=["rob_kong"])
        r["hands"][2]["melds"] = [pung("555m", 0)]
        return score(r)

    assert robbed("robbing_the_kong closed_wait")["delta"] == [0, 16, -16, 0]
    for ids in ("robbing_the_kong single_wait", "robbing_the_kong all_pungs", "robbing_the_kong seven_pairs"):
        raises(RecordError, robbed, ids)


def test_patterns_that_no_hand_shows_together():
    check(
        [
            ("full_flush half_flush", {}, "full_flush"),
            ("full_flush dragon_pung", {}, "full_flush"),
            ("all_pungs pure_straight", {}, "pure_straight"),
            ("all_pungs seven_pairs", {}, "seven_pairs"),
            ("all_pungs plain_hand", {}, "plain_hand excludes all_pungs"),
            ("all_pungs edge_wait", {}, "edge_wait"),
            ("melded_hand concealed_hand", {}, "melded_hand"),
            ("melded_hand concealed_kong", {}, "melded_hand"),
            ("melded_hand single_wait", {}, "melded_hand excludes single_wait"),
            ("edge_wait closed_wait plain_hand", {}, "edge_wait excludes closed_wait"),
            ("all_pungs xiaosa_pungs xiaosa_gun_pungs", {}, "xiaosa_gun_pungs excludes xiaosa_pungs"),
            ("all_pungs xiaosa_gun_pungs dragon_pung", {}, "xiaosa_gun_pungs"),
            ("seven_pairs dragon_pung", {}, "seven_pairs"),
            ("seven_pairs xiaosa_pairs gun gun gun gun", {}, "gun"),
            ("seven_pairs haohua haohua haohua haohua", {}, "haohua"),
            ("qi_xiannv full_flush", {}, "qi_xiannv excludes full_flush"),
            ("hongqi_piaopiao full_flush", {}, "hongqi_piaopiao"),
            ("concealed_hand dragon_kong plain_hand", {}, "dragon_kong"),
            ("pure_straight dragon_pung dragon_kong", {}, "pure_straight"),
            ("dragon_pung dragon_pung dragon_kong hongqi_piaopiao", {}, "dragon_pung"),
            ("plain_hand dragon_pung dragon_pung", {}, "plain_hand"),
            ("plain_hand dragon_pung dragon_pung", {"options": E1}, 3),
            ("plain_hand plain_hand", {}, "plain_hand counts once"),
            ("plain_hand melded_kong melded_kong melded_kong melded_kong", {}, "plain_hand"),
        ]
    )


def test_what_the_melds_say():
    check(
        [
            ("seven_pairs", {"melds": THREE[:1]}, "seven_pairs"),
            ("concealed_hand plain_hand", {"melds": THREE[:1]}, "concealed_hand"),
            ("full_flush", {"melds": THREE[:2]}, "full_flush"),
            ("half_flush", {"melds": [pung("777z"), pung("222p")]}, 10),
            ("full_flush", {"melds": [pung("777z")]}, "full_flush"),
            ("pure_straight", {"melds": THREE[:1]}, 10),
            ("pure_straight", {"melds": THREE[:2]}, "pure_straight"),
            ("pure_straight full_flush", {"melds": [pung("222p")], "tile": "5p"}, 30),
            ("pure_straight full_flush", {"melds": [pung("222p")], "tile": "5m"}, "full_flush"),
            ("melded_hand", {"melds": THREE}, "melded_hand"),
            ("melded_hand", {"melds": THREE + [chow("345s")]}, 10),
            ("melded_hand all_pungs", {"melds": THREE + [chow("345s")]}, "all_pungs"),
            ("melded_hand", {"melds": THREE + [pung("7777z", kind="concealed_kong")]}, "melded_hand"),
            ("plain_hand", {"melds": THREE + [pung("777z")]}, "plain_hand"),
            ("plain_hand melded_kong", {"melds": THREE}, "melded_kong"),
            ("plain_hand dragon_kong", {"melds": [pung("777z")]}, "dragon_kong"),
            ("plain_hand dragon_kong", {"melds": [pung("7777z", 0, "kong")]}, 4),
            ("plain_hand concealed_dragon_pung", {"melds": THREE[:2]}, 3),
            ("plain_hand concealed_dragon_pung", {"melds": THREE}, "plain_hand"),
            ("all_pungs xiaosa_pungs", {"melds": [pung("222p"), pung("444p")]}, 20),
            ("all_pungs xiaosa_pungs", {"melds": [pung("222p"), pung("666p"), pung("999p")]}, "xiaosa_pungs"),
            ("all_pungs xiaosa_gun_pungs", {"melds": [pung("222p"), pung("666p")]}, "xiaosa_gun_pungs"),
        ]
    )


def test_what_the_winning_tile_says():
    check(
        [
            ("plain_hand edge_wait", {"tile": "3m"}, 2),
            ("plain_hand edge_wait", {"tile": "4m"}, "edge_wait"),
            ("plain_hand closed_wait", {"tile": "9s"}, "closed_wait"),
            ("plain_hand closed_wait", {"tile": "7z"}, "closed_wait"),
            ("full_flush", {"tile": "7z"}, "full_flush"),
            ("half_flush", {"tile": "7z"}, 10),
            ("qi_xiannv", {"tile": "7z"}, "qi_xiannv"),
            ("plain_hand concealed_dragon_pung", {"tile": "7z"}, 3),  # the Whites
            ("plain_hand dragon_pung", {"tile": "7z", "giver": None, "melds": THREE}, "dragon_pung"),
            ("all_pungs xiaosa_pungs", {"tile": "5m", "melds": [pung("777z"), pung("555z"), pung("111s")]}, "xiaosa"),
        ]
    )
    for tile in ("6z", "1z", "1f"):
        assert call("plain_hand self_draw", tile=tile, giver=None)["wins"][0]["reason"] == "not_a_win"


def test_greens():
    check(
        [
            ("plain_hand green green green", {}, 4),
            ("plain_hand green green green green", {}, "green"),
            ("plain_hand green four_greens", {}, "four_greens excludes green"),
            ("plain_hand four_greens", {"flowers": "6666z"}, 11),
            ("plain_hand four_greens", {"flowers": "66z"}, "four_greens"),
            ("plain_hand green", {"flowers": "6666z"}, "green"),
            ("plain_hand green green", {"flowers": "6z"}, "green"),
            ("plain_hand green", {"flowers": "66z"}, 2),
        ]
    )
    r = record("jiujiang", called={"patterns": ["plain_hand", "four_greens"]}, tile=None)
    r["hands"][0]["flowers"] = "6z"
    assert "four_greens" in str(raises(RecordError, score, r))


def test_dragons_that_others_have_are_not_there():
    r = record("jiujiang", called={"patterns": ["hongqi_piaopiao"]}, tile=None)
    r["hands"][0]["melds"] = [pung("777z", 2)]
    assert "hongqi_piaopiao" in str(raises(RecordError, score, r))


def test_melds_are_judged_as_with_known_tiles():
    assert call("plain_hand", melds=[chow("345s")])["wins"][0]["reason"] == "bad_meld"
    assert call("melded_hand", melds=THREE + [chow("345s")], options=E1)["wins"][0]["reason"] == "bad_meld"
    five = THREE + [pung("111m"), pung("222m")]
    assert call("all_pungs", melds=five)["wins"][0]["reason"] == "tile_count"
    dead = [{"seat": 1, "kind": "dead_hand"}]
    assert call("all_pungs", melds=five, fouls=dead)["wins"][0]["reason"] == "dead_hand"
