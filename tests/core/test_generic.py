"""The generic house rules beyond the shared cases: what rules/generic.md says in each section."""

from check import raises
from samples import KONGS, chow, claims, pung, record

from engine_core import texts
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain, score
from engine_core.wall import opening, script

PLAIN = {"concealed": "123m456p24789s55z", "tile": "3s"}
PUNGS = {"concealed": "777s33s88p", "tile": "3s", "melds": [pung("222m", 0), pung("555z", 2)]}
FLUSH_PUNGS = {"concealed": "111333m5599m", "tile": "9m", "melds": [pung("777m", 0)]}
GOU = [pung("111m", 0), pung("222p", 2), pung("3333s", 0, "kong")]
NOTHING = "1358m2469p13s124z"


def answer(**kw):
    return score(record("generic", **kw))


win, reason = claims(answer)


def product(**kw):
    return win(options={"combine": "product", "values": kw.pop("values", {})}, **kw)


def table(values, **kw):
    return win(options={"values": values}, **kw)


# ---------------------------------------------------------------- tile set, wall


def test_the_tiles_and_the_wall():
    rules = load("generic")
    assert sum([rules.copies(k) for k in range(42)]) == 136
    assert 2 * sum(rules.stacks(0)) == 136
    assert rules.wilds(None) == () and rules.set_aside(None) == ()
    assert str(raises(RecordError, score, {"region": "generic", "seats": 3, "hands": [{}] * 3})).startswith("seats: ")


def test_the_break_and_the_end_of_the_wall():
    # dealer 2 throws 9: side 2 + 9 - 1 = 10 = 2 (mod 4), nine stacks stay
    r = {"region": "generic", "dealer": 2, "dice": [6, 3]}
    a = opening(r)
    assert a["break"] == {"side": 2, "stack": 10} and a["left"] == 136 - 53 and a["tail"] == "2:09u"
    r["events"] = ["draw*82", "kong", "kong"]
    steps = script(r)["steps"]
    assert steps[1]["last_tile"] and steps[1]["over"]
    assert steps[2]["refused"]  # a kong needs a tile left for it


def test_claims_follow_the_options():
    assert load("generic").CHOW and load("generic").WINNERS == 0  # all
    rules = load("generic", {"allow_chow": False, "multi_win": False})
    assert not rules.CHOW and rules.WINNERS == 1


# ---------------------------------------------------------------- winning shapes


def test_shapes_without_melds_only():
    assert win(concealed="1122m3344p5566s7z", tile="7z") == (4, ["seven_pairs"])
    assert reason(concealed="3344p5566s77z", melds=[pung("111m")], tile="7z") == "not_a_win"
    assert reason(concealed="19p19s112345z", melds=[pung("999m")], tile="6z") == "not_a_win"


def test_four_equal_tiles_may_be_two_pairs():
    assert win(concealed="1111m3344p5566s7z", tile="7z") == (4, ["seven_pairs"])
    assert win(concealed="111199m3344p55s7z", tile="7z") == (4, ["seven_pairs"])


def test_orphans_need_all_thirteen():
    assert reason(concealed="19m19p19s1234566z", tile="6z") == "not_a_win"
    assert reason(concealed="19m19p19s1234567z", tile="2m") == "not_a_win"


def test_a_flower_wins_nothing():
    assert reason(concealed=PLAIN["concealed"], tile="1f") == "not_a_win"
    assert reason(concealed="123m456p24789s5z1f", tile="3s") == "not_a_win"


# ---------------------------------------------------------------- patterns, combine best


def test_all_pungs_counts_by_any_reading():
    assert win(concealed="111222333m555p7s", tile="7s") == (2, ["all_pungs"])
    assert win(concealed="111222333m456p7s", tile="7s") == (1, ["plain_hand"])
    assert win(concealed="7s", melds=[chow("123m")] + GOU, tile="7s") == (1, ["plain_hand"])


def test_melded_hand_is_of_pungs_and_kongs():
    melds = GOU + [pung("9999m", kind="concealed_kong")]
    assert win(concealed="7z", melds=melds, tile="7z") == (4, ["melded_hand"])
    assert win(concealed="77z55z", melds=GOU, tile="7z") == (2, ["all_pungs"])


def test_one_suit_in_any_shape():
    assert win(concealed="1133557788992s", tile="2s") == (16, ["full_flush_seven_pairs"])
    assert win(concealed="1122334455667m", tile="7m") == (32, ["seven_shifted_pairs"])
    # the eights are missing: not seven consecutive numbers
    assert win(concealed="2233445566779m", tile="9m") == (16, ["full_flush_seven_pairs"])
    # four equal tiles are no two of seven consecutive pairs
    assert win(concealed="1111223344556m", tile="6m") == (16, ["full_flush_seven_pairs"])
    # one suit and honours is no flush
    assert win(concealed="123456789m2255z", tile="2z") == (1, ["plain_hand"])


def test_honours():
    assert win(concealed="222z333z55z66z", melds=[pung("111z")], tile="5z") == (16, ["all_honors"])
    # big four winds goes before all honours: 32
    assert win(concealed="444z33z66z", melds=[pung("111z"), pung("222z")], tile="3z") == (32, ["big_four_winds"])
    # the fourth wind as the pair only is no big four winds
    assert win(concealed="444z33z88p", melds=[pung("111z"), pung("222z")], tile="8p") == (2, ["all_pungs"])
    assert win(concealed="1122334455667z", tile="7z") == (4, ["seven_pairs"])


def test_of_equal_worths_the_order_of_the_page_decides():
    # one suit and four pungs: 12, 8, 7, 6, 5, 4, 3, 2, 1 is the order for equal worths
    assert table({"full_flush_pungs": 4}, **FLUSH_PUNGS) == (4, ["full_flush_pungs"])
    assert table({"full_flush_pungs": 2, "full_flush": 2}, **FLUSH_PUNGS) == (2, ["full_flush_pungs"])
    assert table({"full_flush_pungs": 1, "all_pungs": 4}, **FLUSH_PUNGS) == (4, ["full_flush"])
    assert table({"all_pungs": 1}, **PUNGS) == (1, ["all_pungs"])
    four_winds = {"concealed": "444z33z66z", "melds": [pung("111z"), pung("222z")], "tile": "3z"}
    assert table({"all_honors": 32}, **four_winds) == (32, ["big_four_winds"])
    shifted = {"concealed": "1122334455667m", "tile": "7m"}
    assert table({"full_flush_seven_pairs": 32}, **shifted) == (32, ["seven_shifted_pairs"])


def test_the_larger_counts_whatever_it_is():
    assert table({"plain_hand": 9}, **FLUSH_PUNGS) == (9, ["plain_hand"])
    assert table({"seven_pairs": 20}, concealed="1133557788992s", tile="2s") == (20, ["seven_pairs"])
    # seven pairs that are four chows and a pair as well
    both = {"concealed": "112233m778899p5z", "tile": "5z"}
    assert win(**both) == (4, ["seven_pairs"])
    assert table({"plain_hand": 5}, **both) == (5, ["plain_hand"])


def test_nothing_removes_an_entry():
    assert table({"full_flush_pungs": 0}, **FLUSH_PUNGS) == (4, ["full_flush"])
    assert table({"all_pungs": 0}, **PUNGS) == (1, ["plain_hand"])
    # what is made of it has its own place in the table
    assert table({"all_pungs": 0}, **FLUSH_PUNGS) == (8, ["full_flush_pungs"])
    assert reason(options={"values": {"plain_hand": 0}}, **PLAIN) == "below_minimum"
    assert reason(options={"values": {"thirteen_orphans": 0}}, concealed="19m19p19s1234567z", tile="1m") == (
        "below_minimum"
    )


def test_self_draw_has_no_worth():
    assert win(giver=None, **PLAIN) == (1, ["plain_hand", "self_draw"])
    assert product(giver=None, **PLAIN) == (1, ["plain_hand", "self_draw"])


# ---------------------------------------------------------------- combine product


def test_a_product_leaves_out_what_is_one_itself():
    assert product(**PLAIN) == (1, ["plain_hand"])
    assert product(values={"plain_hand": 3}, **PUNGS) == (2, ["all_pungs"])
    assert product(concealed="1133557788992s", tile="2s") == (16, ["full_flush", "seven_pairs"])
    assert product(concealed="19m19p19s1234567z", tile="1m") == (32, ["thirteen_orphans"])
    melds = [pung("111m"), pung("222m"), pung("333m"), pung("555m")]
    assert product(concealed="9m", melds=melds, tile="9m") == (32, ["all_pungs", "full_flush", "melded_hand"])


def test_what_a_product_excludes():
    assert product(concealed="1122334455667m", tile="7m") == (32, ["seven_shifted_pairs"])
    honours = {"concealed": "222z333z55z66z", "melds": [pung("111z")], "tile": "5z"}
    assert product(**honours) == (16, ["all_honors"])
    winds = {"concealed": "444z33z66z", "melds": [pung("111z"), pung("222z")], "tile": "3z"}
    assert product(**winds) == (512, ["all_honors", "big_four_winds"])
    # an entry that was removed excludes nothing
    assert product(values={"all_honors": 0}, **honours) == (2, ["all_pungs"])
    assert product(values={"seven_shifted_pairs": 0}, concealed="1122334455667m", tile="7m") == (
        16, ["full_flush", "seven_pairs"])  # fmt: skip


def test_the_largest_product_of_all_readings():
    both = {"concealed": "112233m778899p5z", "tile": "5z"}
    assert product(values={"plain_hand": 5}, **both) == (5, ["plain_hand"])
    assert product(values={"plain_hand": 4}, **both) == (4, ["seven_pairs"])  # a tie: seven pairs
    three = {"concealed": "111222333m555p7s", "tile": "7s"}
    assert product(values={"plain_hand": 3}, **three) == (3, ["plain_hand"])  # three chows and a pung
    assert product(values={"plain_hand": 2}, **three) == (2, ["all_pungs"])  # a tie: four pungs
    # four pungs in every reading
    assert product(values={"plain_hand": 3}, concealed="111333555m777p7s", tile="7s") == (2, ["all_pungs"])


def test_a_product_of_nothing_is_nothing():
    assert reason(options={"combine": "product", "values": {"plain_hand": 0}}, **PLAIN) == "below_minimum"


# ---------------------------------------------------------------- minimum, reasons


def test_minimum():
    assert reason(options={"minimum": 2}, **PLAIN) == "below_minimum"
    assert win(options={"minimum": 2}, **PUNGS)[0] == 2
    assert reason(options={"minimum": 3}, **PUNGS) == "below_minimum"
    assert win(options={"minimum": 0}, **PLAIN)[0] == 1


def test_discards_may_be_no_win():
    no = {"win_on_discard": False}
    assert reason(options=no, **PLAIN) == "discard_not_allowed"
    assert reason(options=no, flags=["rob_kong"], **PLAIN) == "discard_not_allowed"
    assert win(options=no, giver=None, **PLAIN)[0] == 1


def test_reasons_in_order():
    bad = {"concealed": "1358m246p13s", "melds": [chow("123s")], "tile": "6z"}
    options = {"allow_chow": False, "win_on_discard": False, "minimum": 5}
    dead = [{"seat": 1, "kind": "dead_hand"}]
    assert reason(options=options, fouls=dead, **bad) == "dead_hand"
    assert reason(options=options, **bad) == "tile_count"
    bad["concealed"] += "7z"
    assert reason(options=options, **bad) == "bad_meld"
    options["allow_chow"] = True
    assert reason(options=options, **bad) == "discard_not_allowed"
    assert reason(options=options, giver=None, **bad) == "not_a_win"
    assert reason(options=options, giver=None, **PLAIN) == "below_minimum"


def test_melds_that_are_none():
    for kind, text in (("chow", "124m"), ("pung", "112m"), ("chow", "123z"), ("kong", "111m"), ("chow", "123f")):
        assert reason(concealed="456m99m7755z8p", melds=[{"kind": kind, "tiles": text}], tile="8p") == "bad_meld", text


def test_a_chow_in_hand_is_allowed_all_the_same():
    assert win(options={"allow_chow": False}, **PLAIN)[0] == 1


def test_a_false_win_before_does_not_bar_the_seat_but_costs():
    fouls = [{"seat": 1, "kind": "false_win"}]
    a = answer(fouls=fouls, options={"false_win_penalty": 5}, **PLAIN)
    assert a["wins"][0]["valid"] and a["delta"] == [5, 1 - 15, 5 - 1, 5]


def test_flags_are_worth_nothing():
    plain = answer(giver=None, **PLAIN)
    for flag in ("after_kong", "after_flower", "last_tile", "heavenly", "earthly", "humanly", "rob_kong"):
        assert answer(giver=None, flags=[flag], **PLAIN) == plain, flag
    assert answer(flags=["rob_kong", "kong_discard"], **PLAIN) == answer(**PLAIN)


# ---------------------------------------------------------------- Decision 7: several claims


def claims(*rows, **more):
    """Claims (seat, giver, tile, concealed tiles or None for a plain hand that waits for 3s or 5z)."""
    hands = {1: "123m456p24789s55z", 2: "123m456p78944s22z", 3: "456m789p24666s11z"}
    r = {"region": "generic", "dealer": 0, "hands": [{}, {}, {}, {}], "wins": []}
    for seat, giver, tile, concealed in rows:
        r["hands"][seat] = {"concealed": concealed or hands[seat]}
        r["wins"].append({"seat": seat, "tile": tile, "from": giver})
    r.update(more)
    return score(r)


def reasons(*rows, **more):
    return [w.get("reason") for w in claims(*rows, **more)["wins"]]


def test_several_winners_on_one_discard():
    a = claims((1, 0, "3s", None), (3, 0, "3s", None))
    assert [w["valid"] for w in a["wins"]] == [True, True]
    assert a["delta"] == [-2, 1, 0, 1] and a["next_dealer"] == 1
    assert reasons((1, 0, "3s", None), (3, 0, "3s", None), options={"multi_win": False}) == [None, "priority"]


def test_what_follows_the_first_legal_claim_and_is_on_something_else():
    fine = {"false_win_penalty": 5}
    for second in ((3, 2, "3s", None), (3, 0, "4s", None), (3, None, "3s", None), (3, 2, "9s", NOTHING)):
        a = claims((1, 0, "3s", None), second, options=fine)
        assert [w.get("reason") for w in a["wins"]] == [None, "hand_over"], second
        assert a["delta"] == [-1, 1, 0, 0]  # no penalty
    assert reasons((1, None, "3s", None), (3, 0, "3s", None)) == [None, "hand_over"]
    assert reasons((1, 0, "3s", None), (1, 0, "3s", None)) == [None, "hand_over"]
    assert reasons((1, 0, "3s", None), (3, 0, "3s", None), (1, 0, "3s", None)) == [None, None, "hand_over"]
    assert reasons((1, 0, "3s", None), (3, 2, "3s", None), options={"multi_win": False}) == [None, "priority"]


def test_what_does_not_count_need_not_show_its_tiles():
    """The order of reasons: `priority` and `hand_over` before the tiles are looked at."""
    r = record("generic", **PLAIN)
    for later, reason in (
        ({"seat": 3, "tile": "4s", "from": 2}, "hand_over"),
        ({"seat": 3, "tile": "3s"}, "hand_over"),
        ({"seat": 3, "tile": "3s", "from": 2}, "priority"),
    ):
        r["options"] = {"multi_win": reason != "priority"}
        r["wins"] = [r["wins"][0], later]
        assert [w.get("reason") for w in score(r)["wins"]] == [None, reason], later
    r["options"] = {}  # now it would count
    assert str(raises(RecordError, score, r)).startswith("hands.3.concealed: ")
    r["wins"][0]["tile"] = "4s"  # the first is no win: the hand is not over
    r["wins"][1]["from"] = 0
    assert str(raises(RecordError, score, r)).startswith("hands.3.concealed: ")


def test_a_false_claim_on_the_same_tile_is_fined_and_the_next_still_wins():
    a = claims((2, 0, "3s", NOTHING), (1, 0, "3s", None), options={"false_win_penalty": 5, "multi_win": False})
    assert [w.get("reason") for w in a["wins"]] == ["not_a_win", None]
    assert a["delta"] == [5 - 1, 5 + 1, -15, 5]
    a = claims((1, 0, "3s", None), (2, 0, "3s", NOTHING), options={"false_win_penalty": 5})
    assert [w.get("reason") for w in a["wins"]] == [None, "not_a_win"] and a["delta"] == [4, 6, -15, 5]


def test_the_penalty_is_paid_once():
    fouls = [{"seat": 2, "kind": "false_win"}] * 2
    a = claims((2, 0, "3s", NOTHING), (2, 0, "3s", NOTHING), options={"false_win_penalty": 5}, fouls=fouls)
    assert a["delta"] == [5, 5, -15, 5]


# ---------------------------------------------------------------- payments


def test_self_draw_and_its_factor():
    assert answer(giver=None, **PUNGS)["delta"] == [-2, 6, -2, -2]
    assert answer(giver=None, options={"self_draw_factor": 3}, **PUNGS)["delta"] == [-6, 18, -6, -6]
    assert answer(options={"self_draw_factor": 3}, **PUNGS)["delta"] == [0, 2, -2, 0]


def test_the_discarder_pays_all():
    assert answer(options={"discard_pays": "all"}, **PUNGS)["delta"] == [0, 6, -6, 0]


def test_dealer_double():
    double = {"dealer_double": True}
    assert answer(options=double, giver=None, **PUNGS)["delta"] == [-4, 8, -2, -2]
    assert answer(options=double, giver=2, **PUNGS)["delta"] == [0, 2, -2, 0]
    assert answer(options=double, giver=0, **PUNGS)["delta"] == [-4, 4, 0, 0]
    assert answer(options=double, giver=None, dealer=1, **PUNGS)["delta"] == [-4, 12, -4, -4]
    assert answer(options=double, giver=2, dealer=1, **PUNGS)["delta"] == [0, 4, -4, 0]
    # the shares of all three, the dealer's doubled: 4 + 2 + 2
    double["discard_pays"] = "all"
    assert answer(options=double, giver=2, **PUNGS)["delta"] == [0, 8, -8, 0]
    double["self_draw_factor"] = 2
    assert answer(options=double, giver=None, **PUNGS)["delta"] == [-8, 16, -4, -4]


# ---------------------------------------------------------------- kong payments


def kongs(melds=(), **more):
    r = {"region": "generic", "options": {"kong_unit": 2}, "hands": [{}, {}, {}, {}]}
    for seat, m in melds:
        r["hands"][seat].setdefault("melds", []).append(m)
    r.update(more)
    return score(r)["delta"]


def test_kongs_in_a_drawn_hand():
    assert kongs([(1, pung("1111z", kind="concealed_kong"))]) == [-4, 12, -4, -4]
    assert kongs([(1, pung("1111z", 3, "added_kong"))]) == [-2, 6, -2, -2]
    assert kongs([(1, pung("1111z", 3, "kong"))]) == [0, 6, 0, -6]
    assert kongs([(1, pung("111z", 3))]) == [0, 0, 0, 0]
    assert kongs([(1, pung("1111z", 3, "kong"))], options={}) == [0, 0, 0, 0]
    assert kongs([(1, pung("1111z", 3, "kong")), (2, pung("2222z", 1, "kong"))]) == [0, 0, 6, -6]


def test_listed_kongs_go_before_the_melds():
    melds = [(1, pung("1111z", kind="concealed_kong"))]
    assert kongs(melds, kongs=[]) == [0, 0, 0, 0]
    assert kongs(melds, kongs=[{"seat": 2, "kind": "kong", "tile": "5m", "from": 0}]) == [-6, 0, 6, 0]
    assert kongs(melds, kongs=[{"seat": 2, "kind": "added_kong", "tile": "5m", "from": 0}]) == [-2, -2, 6, -2]


def test_no_kong_is_paid_in_a_void_hand():
    melds = [(2, pung("7777z", kind="concealed_kong"))]
    hands = [{}, {"concealed": NOTHING}, {"melds": [melds[0][1]]}, {}]
    void = {"hands": hands, "wins": [{"seat": 1, "tile": "6z"}]}
    assert kongs(**void) == [0, 0, 0, 0]
    void["options"] = {"kong_unit": 2, "false_win_penalty": 1}
    assert kongs(**void) == [1, -3, 1, 1]
    # a foul alone makes no hand void
    assert kongs(melds, fouls=[{"seat": 1, "kind": "false_win"}], options=void["options"]) == [-3, -7, 13, -3]


def test_a_kong_that_is_paid_needs_its_giver():
    melds = [(1, {"kind": "pung", "tiles": "111m"}), (1, {"kind": "kong", "tiles": "1111z"})]
    for kw, at in (
        ({"melds": melds}, "hands.1.melds.1"),
        ({"kongs": [{"seat": 2, "kind": "kong", "tile": "5m"}]}, "kongs.0"),
        ({"kongs": [{"seat": 2, "kind": "kong", "tile": "5m", "from": 2}]}, "kongs.0"),
    ):
        assert str(raises(RecordError, kongs, **kw)).startswith(at + ".from: "), at
        kw["options"] = {}
        assert kongs(**kw) == [0, 0, 0, 0]


# ---------------------------------------------------------------- next dealer


def test_rotation():
    winner = {"rotation": "winner"}
    assert answer(dealer=3, **PLAIN)["next_dealer"] == 0
    assert answer(dealer=1, **PLAIN)["next_dealer"] == 1
    assert answer(dealer=3, options=winner, **PLAIN)["next_dealer"] == 1
    assert answer(dealer=3, options=winner, concealed=NOTHING, tile="6z")["next_dealer"] == 3
    assert claims(dealer=2)["next_dealer"] == 2 and claims(dealer=2, options=winner)["next_dealer"] == 2
    three_one = ((3, 0, "3s", None), (1, 0, "3s", None))
    assert claims(*three_one, options=winner)["next_dealer"] == 3
    # the first legal one
    assert claims((2, 0, "3s", NOTHING), *three_one, options=winner)["next_dealer"] == 3
    # the dealer is the second winner
    assert claims(*three_one, dealer=1)["next_dealer"] == 1
    assert claims(*three_one, dealer=1, options=winner)["next_dealer"] == 3


# ---------------------------------------------------------------- options


def test_values_are_checked_by_name():
    for values, at in (
        ({"plain_hand": -1}, "options.values.plain_hand: "),
        ({"plain_hand": 10000}, "options.values.plain_hand: "),
        ({"plain_hand": "3"}, "options.values.plain_hand: "),
        ({"plain_hand": True}, "options.values.plain_hand: "),
        ({"self_draw": 2}, "options.values.self_draw: "),
        ({"riichi": 2}, "options.values.riichi: "),
        ([], "options.values: "),
        (None, "options.values: "),
    ):
        text = str(raises(RecordError, load, "generic", {"values": values}))
        assert text.startswith(at), text


def test_only_values_that_differ_are_a_change():
    assert load("generic", {"values": {"plain_hand": 1, "all_pungs": 2}}).changed == {}
    assert load("generic", {"values": {"plain_hand": 1, "all_pungs": 3}}).changed == {"values": {"all_pungs": 3}}
    assert load("generic").worth["all_pungs"] == 2  # one house never changes another


def test_the_other_options_are_checked_by_name():
    for name, default, allowed in load("generic").OPTIONS:
        if name == "values":
            continue
        if allowed is None:
            bad = [0, "true", None]
        elif isinstance(default, str):
            bad = ["", 1, None]
        else:
            bad = [allowed[0] - 1, allowed[1] + 1, "1", True, None]
        for value in bad:
            text = str(raises(RecordError, load, "generic", {name: value}))
            assert text.startswith("options.%s: " % name), text


def test_products_stay_within_what_a_table_takes():
    """Scores are small ints: 2^30 is the most that a hand may move."""
    for values in (
        {"full_flush": 9999, "all_pungs": 9999},
        {"big_four_winds": 9999, "all_honors": 900, "melded_hand": 100},
        {"seven_pairs": 9999, "full_flush": 6000},
    ):
        text = str(raises(RecordError, load, "generic", {"combine": "product", "values": values}))
        assert text.startswith("options.values: "), text
        load("generic", {"values": values})  # only the largest counts
    values = {"full_flush": 9999, "all_pungs": 100}
    load("generic", {"combine": "product", "values": values})
    text = str(raises(RecordError, load, "generic", {"combine": "product", "values": values, "self_draw_factor": 100}))
    assert text.startswith("options.values: "), text


def test_every_worth_of_the_table_is_the_house_s():
    hands = {
        "plain_hand": PLAIN, "all_pungs": PUNGS, "full_flush": {"concealed": "123456789m2255m", "tile": "2m"},
        "seven_pairs": {"concealed": "1122m3344p5566s7z", "tile": "7z"},
        "melded_hand": {"concealed": "7z", "melds": GOU + [pung("9999m", kind="concealed_kong")], "tile": "7z"},
        "full_flush_pungs": FLUSH_PUNGS,
        "full_flush_seven_pairs": {"concealed": "1133557788992s", "tile": "2s"},
        "full_flush_melded_hand": {
            "concealed": "9m", "tile": "9m", "melds": [pung("111m"), pung("222m"), pung("333m"), pung("555m")],
        },
        "thirteen_orphans": {"concealed": "19m19p19s1234567z", "tile": "1m"},
        "big_four_winds": {"concealed": "444z33z88p", "melds": [pung("111z"), pung("222z")], "tile": "3z"},
        "seven_shifted_pairs": {"concealed": "1122334455667m", "tile": "7m"},
        "all_honors": {"concealed": "222z333z55z66z", "melds": [pung("111z")], "tile": "5z"},
    }  # fmt: skip
    rules = load("generic")
    assert sorted(hands) == sorted([p for p, _ in rules.PATTERNS if p != "self_draw"])
    for p in hands:
        assert table({p: 777}, **hands[p]) == (777, [p]), p
        assert "  the largest entry counts: 777 points" in told(options={"values": {p: 777}}, **hands[p]), p


# ---------------------------------------------------------------- called patterns


def called(ids, others=(), **kw):
    """The answer to a call; `others` are melds of seat 3."""
    kw.setdefault("tile", None)
    r = record("generic", called={"patterns": ids.split()}, **kw)
    r["hands"][3]["melds"] = list(others)
    return score(r)


def call(ids, **kw):
    w = called(ids, **kw)["wins"][0]
    return w["value"], w["patterns"]


def test_called_patterns_give_the_same_value():
    assert call("all_pungs") == (2, ["all_pungs"])
    a = called("all_pungs self_draw", giver=None, options={"dealer_double": True})
    assert a["delta"] == [-4, 8, -2, -2] and a["wins"][0]["patterns"] == ["all_pungs", "self_draw"]
    assert called("plain_hand", options={"minimum": 2})["wins"][0]["reason"] == "below_minimum"
    assert called("plain_hand", options={"win_on_discard": False})["wins"][0]["reason"] == "discard_not_allowed"
    assert called("plain_hand", melds=[chow("123m")], options={"allow_chow": False})["wins"][0]["reason"] == "bad_meld"
    assert called("plain_hand", fouls=[{"seat": 1, "kind": "dead_hand"}])["wins"][0]["reason"] == "dead_hand"


def test_of_called_patterns_the_largest_counts():
    assert call("all_pungs plain_hand") == (2, ["all_pungs"])
    assert call("full_flush full_flush_pungs all_pungs") == (8, ["full_flush_pungs"])
    # who calls both shows what is made of them
    assert call("full_flush all_pungs") == (8, ["full_flush_pungs"])
    assert call("melded_hand", options={"values": {"all_pungs": 5}}) == (5, ["all_pungs"])


def test_called_patterns_in_a_product():
    options = {"combine": "product"}
    assert call("full_flush all_pungs", options=options) == (8, ["all_pungs", "full_flush"])
    assert call("full_flush_pungs", options=options) == (8, ["all_pungs", "full_flush"])
    assert call("big_four_winds all_honors", options=options) == (512, ["all_honors", "big_four_winds"])
    for ids in ("big_four_winds all_pungs", "all_honors all_pungs", "seven_shifted_pairs full_flush"):
        text = str(raises(RecordError, called, ids, options=options))
        assert text.startswith("wins.0.called.patterns: ") and "excludes" in text, text


def test_called_patterns_that_contradict_are_refused_by_name():
    kongs = [pung("1111z", 0, "kong"), pung("5555m", 0, "kong")]
    for name, ids, kw in (
        ("self_draw", "plain_hand self_draw", {}),
        ("all_pungs", "all_pungs", {"melds": [chow("123m")]}),
        ("melded_hand", "melded_hand", {"melds": [chow("123p")] + GOU}),
        ("melded_hand", "melded_hand", {"melds": GOU}),
        ("full_flush", "full_flush", {"melds": GOU}),
        ("full_flush", "full_flush", {"tile": "1z"}),
        ("full_flush_pungs", "full_flush_pungs", {"melds": [chow("123m")]}),
        ("full_flush_melded_hand", "full_flush_melded_hand", {"melds": GOU}),
        ("full_flush_seven_pairs", "full_flush_seven_pairs", {"tile": "5z"}),
        ("seven_pairs", "seven_pairs", {"melds": GOU}),
        ("seven_pairs", "all_pungs seven_pairs", {}),
        ("seven_pairs", "seven_pairs", {"tile": "5m", "others": [pung("555m", 0)]}),
        ("full_flush_seven_pairs", "full_flush_seven_pairs", {"tile": "5m", "others": [pung("555m", 0)]}),
        ("seven_shifted_pairs", "seven_shifted_pairs", {"tile": "5z"}),
        ("seven_shifted_pairs", "seven_shifted_pairs", {"tile": "1m", "others": kongs}),
        ("thirteen_orphans", "thirteen_orphans", {"tile": "5m"}),
        ("thirteen_orphans", "thirteen_orphans", {"melds": [pung("111z")]}),
        ("thirteen_orphans", "thirteen_orphans", {"others": kongs}),
        ("thirteen_orphans", "plain_hand thirteen_orphans", {}),
        ("big_four_winds", "big_four_winds", {"melds": [chow("123m")]}),
        ("all_honors", "all_honors seven_pairs", {}),
        ("all_honors", "all_honors", {"melds": [pung("111m")]}),
        ("all_pungs", "all_pungs", {"options": {"values": {"all_pungs": 0}}}),
        ("half_flush", "half_flush", {}),
        ("plain_hand", "plain_hand plain_hand", {}),
    ):
        text = str(raises(RecordError, called, ids, **kw))
        assert text.startswith("wins.0.called.patterns: ") and name in text, (ids, text)
    for ids in ("", "self_draw"):  # what hand it is must be said
        assert str(raises(RecordError, called, ids, giver=None)).startswith("wins.0.called.patterns: "), ids
    points = record("generic", called={"patterns": ["plain_hand"], "points": 1})
    assert str(raises(RecordError, score, points)).startswith("wins.0.called.points: ")


def test_a_hand_that_shows_nothing_of_the_table_is_called_so():
    nothing = {"values": {"plain_hand": 0}, "minimum": 0}
    assert win(options=nothing, giver=None, **PLAIN) == (0, ["self_draw"])
    assert call("self_draw", options=nothing, giver=None) == (0, ["self_draw"])
    assert called("", options={"values": {"plain_hand": 0}})["wins"][0]["reason"] == "below_minimum"


def test_called_patterns_that_can_be():
    assert call("seven_shifted_pairs", tile="2m", others=[pung("1111m", 0, "kong")])[0] == 32
    assert call("seven_pairs plain_hand") == (4, ["seven_pairs"])
    assert call("melded_hand", melds=GOU + [pung("999m", 3)])[0] == 4
    assert call("thirteen_orphans", tile="1z")[0] == 32


# ---------------------------------------------------------------- told to people


def told(lang="en", **kw):
    return explain(record("generic", **kw), lang)


def test_the_formula_is_told():
    assert "  the largest entry counts: 8 points" in told(**FLUSH_PUNGS)
    assert "  取最大的一项：8 分" in told("zh", **FLUSH_PUNGS)
    product = {"combine": "product"}
    assert "  2 × 4 = 8 points" in told(options=product, **FLUSH_PUNGS)
    assert "  the only entry: 1 points" in told(options=product, **PLAIN)
    melds = [pung("111m"), pung("222m"), pung("333m"), pung("555m")]
    assert "  2 × 4 × 4 = 32 分" in told("zh", concealed="9m", melds=melds, tile="9m", options=product)
    assert "  1 points, 2 are needed" in told(options={"minimum": 2}, **PLAIN)
    nothing = {"minimum": 0, "values": {"plain_hand": 0}}
    assert "  no entry of the table fits: 0 points" in told(options=nothing, **PLAIN)


def test_what_makes_the_payments_is_told():
    options = {"dealer_double": True, "self_draw_factor": 2, "discard_pays": "all"}
    lines = told(options=options, giver=None, **PUNGS)
    assert "  self-draw: what each pays ×2" in lines and "  doubled between the dealer and another" in lines
    assert "  E pays S 4 × 2 = 8 (self-draw)" in lines and "  N pays S 2 × 2 = 4 (self-draw)" in lines
    lines = told("zh", options=options, **PUNGS)
    assert "  点炮的一家付三家的份" in lines and "  西家付南家 4 × 2 = 8（点炮）" in lines
    # the doubling is told where it touches somebody
    assert not any("doubled" in line for line in told(options={"dealer_double": True}, **PUNGS))


def test_kongs_and_robbed_kongs_are_told():
    r = record("generic", flags=["rob_kong"], options={"kong_unit": 1}, **PLAIN)
    r["hands"][2]["melds"] = [pung("333s", 0)]
    r["hands"][3]["melds"] = [
        pung("1111z", 0, "kong"), pung("2222z", 0, "added_kong"), pung("3333z", kind="concealed_kong"),
    ]  # fmt: skip
    lines = explain(r, "en")
    assert "S (seat 1) robs W's kong of 3s: 1" in lines and "  W pays S 1 (robbed kong)" in lines
    assert "  E pays N 3 (kong from a discard)" in lines
    assert "  W pays N 1 (added kong)" in lines and "  W pays N 2 (concealed kong)" in lines
    assert "  东家付北家 3（直杠）" in explain(r, "zh")


def test_a_void_hand_is_told_as_one():
    assert "No claim is legal, the hand is void" in told(concealed=NOTHING, tile="6z")
    assert "胡牌都不成立，本局作废" in told("zh", concealed=NOTHING, tile="6z")
    assert "Drawn hand, nobody wins" in explain({"region": "generic", "hands": [{}] * 4}, "en")


def test_a_self_draw_has_no_number():
    assert "  Self-draw" in told(giver=None, **PLAIN)


def test_every_name_has_its_text_in_both_languages():
    rules = load("generic")
    keys = ["pattern." + p for p, _ in rules.PATTERNS] + ["option." + o[0] for o in rules.OPTIONS]
    keys += ["choice." + c for o in rules.OPTIONS if isinstance(o[1], str) for c in o[2]]
    keys += ["region.name", "region.tiles", "unit.worth"]
    for lang in texts.LANGUAGES:
        for key, text in texts.find("generic", keys, lang).items():
            assert text and text != key, (lang, key)


def test_the_kong_money_while_a_hand_is_played():
    from engine_core.course import standing

    rules = load("generic", {"kong_unit": 3})
    assert standing(rules, [])["money"] == [0, 0, 0, 0]
    assert standing(rules, KONGS[:1])["money"] == [-6, 18, -6, -6]
    assert standing(rules, KONGS[:2])["money"] == [-15, 18, 3, -6]
    assert standing(rules, KONGS)["money"] == [-6, 15, 0, -9]
    assert not rules.KONGS_AT_ONCE  # "not in a void one"
    assert standing(load("generic"), KONGS)["money"] == []
