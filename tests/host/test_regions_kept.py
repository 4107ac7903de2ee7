"""What a PC remembers for a region gives what the region finds without it."""

import json
import random
from pathlib import Path

import pytest

from engine_core import (
    blood_checks,
    blood_patterns,
    blood_rules_kept,
    check,
    hand,
    hands_kept,
    rules_kept,
    shapes,
    tiles,
)
from engine_core.check import Record, RecordError
from engine_core.regions import longgang_others_kept, longgang_read, longgang_walk_kept
from engine_core.rules import load
from engine_core.score import score
from engine_core.settle_kept import Reckoned
from tests.oracle import deal_longgang_hand, pairs

CASES = Path(__file__).parents[1] / "cases"
KINDS = {4: "pung", 5: "kong"}  # of melds, by their texts
FAMILY = ("sichuan", "xuezhan", "xueliu")
REMEMBERING = ("changsha", "generic", "guigang", "kawuxing", "shanghai", "tuidaohu")
OF_FACTS = ("jiujiang", "shangrao")  # regions of which claims are remembered by facts of their own
# Regions of which a PC reckons what each seat gains, and makes payments when asked.
RECKONED = ("longgang", "ningbo", *FAMILY, *OF_FACTS, *REMEMBERING)


def blood_hands(seed: int):
    """Hands of thirteen tiles and a winning tile: mostly sets and what is left over, of one suit or two, with melds."""
    rng = random.Random(seed)
    for number in range(2000):
        suits = rng.choice(((0,), (9,), (0, 9), (9, 18), (0, 18)))
        ends = number % 3 == 0
        left = bytearray(b"\4" * 27)
        tiles: list = []
        melds: list = []
        while len(tiles) + 3 * len(melds) < 13:
            low = rng.choice(suits)
            places = (0, 6) if ends else (1, 4, 7) if number % 5 == 0 else range(9)
            place = rng.choice(places if rng.random() < 0.9 else range(9))
            group = rng.choice(((0, 0, 0), (0, 1, 2), (0, 0)))
            kinds = [low + min(place + step, 8) for step in group][: 13 - len(tiles) - 3 * len(melds)]
            if any(left[kind] < kinds.count(kind) for kind in kinds):
                continue
            for kind in kinds:
                left[kind] -= 1
            if group == (0, 0, 0) and len(kinds) == 3 and rng.random() < 0.3:
                kong = left[kinds[0]] and rng.random() < 0.3
                left[kinds[0]] -= bool(kong)
                melds.append(hand.Meld(hand.CONCEALED_KONG if kong else hand.PUNG, bytes(kinds[:1]) * (3 + bool(kong))))
            else:
                tiles += kinds
        kind = rng.choice([k for k in range(27) if left[k]])
        yield hand.Hand(bytes(sorted(tiles)), melds), kind


def of_family(region, options):
    """Rules as a PC has them, and as they are loaded."""
    return rules_kept.rules(region, options), load(region, options)


@pytest.mark.parametrize(
    "options", [{}, {"gen": False, "declare_void": False, "worths": {"outside_hand": 9, "all_pungs": 0}}]
)
def test_ready_hands_of_the_sichuan_family(options):
    kept, rules = of_family("xueliu", options)
    ready = pigs = 0
    for number, (h, _) in enumerate(blood_hands(1)):
        h.void = number % 4 - 1
        r = Record("xueliu", {}, 4)
        r.hands = [hands_kept.known_by_suits(h)] * 4
        found = kept.could_win(r, 2)
        seen = blood_patterns.look(h)
        is_pig = blood_checks.is_pig(rules, r, 2, seen[0])
        c = blood_checks.best_wait(rules, r, 2, seen)
        meant = blood_rules_kept.PIG if is_pig else c.value if c else 0
        assert found == meant, (list(h.concealed), [list(m.tiles) for m in h.melds])
        ready += found > 0
        pigs += is_pig
    assert ready > 200 and pigs > 200 if rules.options["declare_void"] else ready > 300 and not pigs


def test_who_holds_all_four_of_what_he_waits_for_is_not_ready():
    rules = rules_kept.rules("xueliu", {})
    for text, melds, value in (
        ("5m", "444m 777p 888p 999p", 2), ("5m", "555m 777p 888p 999p", 0), ("13m22p", "777p 888p 999p", 1),
        ("13m22p", "2222m 777p 888p", 0), ("13m22p", "111m 777p 888p", 2), ("1122334455669m", "", 16),
    ):  # fmt: skip
        laid = [{"kind": KINDS[len(m)], "tiles": m} for m in melds.split()]
        hands = [{"concealed": text, "melds": laid}] + [{}] * 3
        r = rules_kept.parse({"region": "xueliu", "hands": hands})
        meant = blood_checks.best_wait(rules, r, 0, blood_patterns.look(r.hands[0]))
        assert rules.could_win(r, 0) == (meant.value if meant else 0) == value, text


@pytest.mark.parametrize("region", ["sichuan", "xuezhan"])
def test_wins_of_the_sichuan_family(region):
    kept, rules = of_family(region, {"first_turn": True, "last_tile": True, "self_draw_bonus": "fan", "base": 2})
    won = 0
    for number, (h, drawn) in enumerate(blood_hands(2)):
        waits = shapes.waits(blood_patterns.look(h)[2], 0, 4 - len(h.melds))
        for tile in [k for k in (drawn, *waits) if blood_patterns.held(h)[k] < 4]:
            flags = (0, 0, hand.LAST_TILE, hand.HEAVENLY | hand.LAST_TILE, hand.EARTHLY)[number % 5]
            w = hand.Win(0, tile, number % 3 - 1 or 2, flags)
            r = Record(region, {}, 4)
            r.dealer = number % 3
            r.hands = [hands_kept.known_by_suits(h)] * 4
            meant = rules.judge(r, w)
            found = kept.outcome_of(r, r.hands[0], w, flags)
            assert (found[0], found[1], list(found[2])) == (meant.reason, meant.value, meant.ids())
            won += meant.reason is None
    assert won > 200


def longgang_hand(rng, number, wild):
    """The tiles of one who has not won: few of them alone, some wild, and sets on the table."""
    left = bytearray(b"\4" * 34 + b"\1" * 4)
    if wild < 34:
        left[wild] = 3
    kinds = []
    while len(kinds) < 16:
        kind = rng.randrange(34) if number % 2 else rng.choice((0, 1, 8, 9, 13, 27, 28, 32, 33))
        kind = rng.choice((wild, 34, 35, 36, 37)) if rng.random() < 0.15 else kind
        if left[kind] and kind != 31 and (kind < 34 or kind != wild):
            left[kind] -= 1
            kinds.append(kind)
    melds = []
    if number % 3 == 0:
        for kind in rng.sample([k for k in range(34) if left[k] == 4], 2):
            melds.append(hand.Meld(rng.choice((1, 2, 3, 4)), bytes((kind,)) * 3))
        del kinds[:6]
    flowers = [kind for kind in range(34, 38) if left[kind] and kind != wild and rng.random() < 0.3]
    return hand.Hand(bytes(sorted(kinds)), melds, bytes(flowers))


LONGGANG_HOUSES: tuple = (
    {}, {"big_tiles": "honors", "worths": {"dragon_pung": 3}}, {"round_wind_tai": True, "loser_four_flowers": False},
    {"eight_pairs": True, "worths": {"seat_flower": 0, "two_wilds": 2}},
)  # fmt: skip


@pytest.mark.parametrize("options", LONGGANG_HOUSES)
def test_tiles_of_who_has_not_won_in_longgang(options):
    rng = random.Random(3)
    kept, plain = of_family("longgang", options)
    some = 0
    for number in range(1500):
        r = Record("longgang", {}, 4)
        r.indicator = rng.choice((5, 27, 32, 35))
        r.dealer, r.round_wind = number % 4, number // 4 % 4
        h = longgang_hand(rng, number, r.indicator)
        r.hands = [h] * 4
        meant = plain._other(r, 0, plain.is_dead(r, 0))[2]
        r.hands = [hands_kept.known_by_suits(h)] * 4
        assert longgang_others_kept.total(kept, r, 0) == meant, (list(h.concealed), list(h.flowers), r.indicator)
        some += meant > 0
    assert some > 900


def test_eight_pairs_of_who_has_not_won_in_longgang():
    kept, plain = of_family("longgang", {"eight_pairs": True})
    for text, total in (("1122m3344p556677s66z", 10), ("1111m3344p556677s66z", 10), ("112m3344p556677s66z1s", 10)):
        r = Record("longgang", {}, 4)
        r.indicator = 8
        r.hands = [hand.Hand(bytes(tiles.in_order(text)), [])] * 4
        meant = plain._other(r, 1, False)[2]
        r.hands = [hands_kept.known_by_suits(r.hands[0])] * 4
        assert longgang_others_kept.total(kept, r, 1) == meant == total


@pytest.mark.parametrize(
    "options", [{}, {"edge_wait_points": True, "single_wait_points": True, "single_self_draw": True}]
)
def test_readings_of_a_part_in_longgang(options):
    """One walk for all places of wilds, against all splits: as much for each use of wilds, pair, place and honours."""
    rng = random.Random(7)
    rules = load("longgang", options)
    for number in range(1500):
        low, high = (27, 34) if number % 4 == 0 else (0, 9)
        counts = bytearray(34)
        for _ in range(rng.randrange(1, 10)):
            kind = rng.choice([k for k in range(low, high) if k != 31])
            counts[kind] += counts[kind] < 4
        wilds = rng.randrange(4)
        x = longgang_read.Winner.__new__(longgang_read.Winner)
        x.rules, x.on_wild = rules, number % 5 == 0
        here = x.on_wild or number % 3 == 0
        x.tile = -1 if here else rng.choice([k for k in range(low, high) if counts[k]])
        x.winds = rng.randrange(27, 31), rng.choice((-1, 27, 28))
        x.paying = 32, 33, x.winds[0]
        drawn = x.on_wild or number % 2
        lost = 0 if drawn else rules.pung_points(max(x.tile, 0)) // 2
        places = longgang_read.Places(rules, drawn, x.tile < 27, lost, -1, False)
        splits = shapes.Splits(counts, wilds, longgang_read.Weigh(x, places))
        splits.adds = longgang_read.SUIT_ADDS if low < 27 else longgang_read.HONOUR_ADDS
        sort = longgang_walk_kept.WILD if x.on_wild else longgang_walk_kept.NATURAL if x.tile >= 0 else 0
        walk = longgang_walk_kept.walk(sort, tuple([b >> longgang_read.WAIT for b in places.places]), True)
        key = bytes(counts[low:high]), x.tile - low if x.tile >= 0 else -1, wilds
        all_states = splits.carried(low, high, wilds)
        for pungs in (False, True) if low < 27 else (False,):
            meant: dict = {}
            for state in all_states:
                sets = (state & shapes.SETS) // shapes.SET
                if not pungs or state >> longgang_read.PUNGS & 7 == sets:
                    levels = (state >> longgang_read.WAIT & 63).bit_length()
                    honours = state >> longgang_read.DRAGONS & 63
                    shown = state & 7, state >> 6 & 3, levels, honours
                    meant[shown] = max(meant.get(shown, 0), state >> longgang_read.FACE)
            found: dict = {}
            for state in walk.found((*key, pungs if low < 27 else x.winds)):
                levels = ((state >> 5 & walk.levels).bit_length() + 2) // 3
                shown = state >> walk.wild & 7, state >> walk.pair & 3, levels, state >> walk.next
                found[shown] = max(found.get(shown, 0), state & 31)
            assert found == meant, (list(counts), x.tile, wilds, x.on_wild, pungs)


@pytest.mark.parametrize("option", ["eight_pairs", "pure_straight", "rare_hands"])
def test_what_few_houses_play_in_longgang(option):
    rng = random.Random(option)
    shown = 0
    for _ in range(600):
        record = json.loads(json.dumps(deal_longgang_hand.deal(rng)))
        record["options"] = {option: True}
        meant = load("longgang", {option: True}).settle(check.parse(record)).answer()
        assert score(record) == meant, record
        shown += any(option in p or p.startswith("three_") for w in meant["wins"] for p in w["patterns"])
    assert shown > (5 if option == "pure_straight" else 20)


def said(s, payments_first):
    """All that a settlement says, asked in one order or the other: some of it is made when it is asked for."""
    paid = (s.payments, s.told) if payments_first else ()
    claims = [
        (c.win.seat, c.reason, c.value, c.patterns, c.steps, c.robbed, c.line, c.ids()) for c in s.claims + s.ready
    ]
    out = s.answer(), claims, paid or (s.payments, s.told)
    return out, s.notes, s.void, s.seats, s.players, len(s.claims), [s.claims.index(c) for c in s.valid()]


def settled(parse, rules, record, payments_first):
    """(what is said, is it reckoned), or (the error, False)."""
    try:
        r = parse(record)
        s = rules(r.region, r.options).settle(r)
    except RecordError as e:
        return str(e), False
    return said(s, payments_first), isinstance(s, Reckoned)


def records(region, many):
    """Those of the cases, then dealt ones: half of them by the page's rules, most with their tiles in order."""
    yield from [case["record"] for case in json.loads((CASES / f"{region}.json").read_text("utf-8"))]
    rng = random.Random(f"kept {region}")
    for number in range(many):
        record = json.loads(json.dumps(pairs.dealt(region, rng)))
        if number % 2:
            record.pop("options", None)
        for h in record["hands"]:
            if h.get("concealed") and number % 4:
                h["concealed"] = tiles.text(tiles.in_order(h["concealed"]))
            if region == "longgang" and number % 3 == 0:
                h["stake"] = rng.choice((0, 20, 60, 200, 1000))
        if region in FAMILY and number % 5 == 0:
            for w in record.get("wins", ()):
                record["hands"][w["seat"]].pop("concealed", None)
                w["called"] = {"patterns": [rng.choice(("all_pungs", "full_flush", "outside_hand", "gen"))]}
                if number % 2:
                    del w["tile"]
        yield record


@pytest.mark.parametrize("indicator", ["4m", "5m", "6m", "7m", "3f", None])
@pytest.mark.parametrize("meld", ["456m", "555m", "12m3p", "3334m"])
def test_a_wild_in_a_meld_of_ningbo(indicator, meld):
    laid = [{"kind": "pung" if meld == "555m" else "chow", "tiles": meld}]
    hands = [{"concealed": "123p567s5777z", "melds": laid}] + [{}] * 3
    wins = [{"seat": 0, "tile": "5z"}]
    record = {"region": "ningbo", "indicator": indicator, "hands": hands, "wins": wins}
    meant, _ = settled(check.parse, load, record, True)
    found, quick = settled(rules_kept.parse, rules_kept.rules, record, True)
    assert found == meant and quick


@pytest.mark.parametrize(
    ("region", "hand", "tile"),
    [
        ("ningbo", {"concealed": "222666899p1z", "melds": ["123p"], "flowers": "1z"}, "8p"),
        ("xueliu", {"concealed": "1155666888m", "melds": ["999m"], "flowers": "5m"}, "5m"),
        ("jiujiang", {"concealed": "333444m99p55s", "melds": ["222p"], "flowers": "55m5m6z"}, "9p"),
        ("shangrao", {"concealed": "222666899p1z", "melds": ["123p"], "flowers": "1z2z"}, "8p"),
    ],
)
def test_what_is_laid_out_is_no_tile_of_the_hand(region, hand, tile):
    melds = [{"kind": "chow" if m == "123p" else "pung", "tiles": m} for m in hand["melds"]]
    others = [{"concealed": "1112223334447" + letter} for letter in "ps"] + [{"concealed": "5556667778889s"}]
    hands = [dict(hand, melds=melds)] + (others if region in FAMILY else [{}] * 3)
    record = {"region": region, "indicator": "1z", "hands": hands, "wins": [{"seat": 0, "tile": tile}]}
    meant, _ = settled(check.parse, load, record, True)
    found, _ = settled(rules_kept.parse, rules_kept.rules, record, True)
    assert found == meant and type(meant) is tuple


@pytest.mark.parametrize("region", sorted(pairs.PAIRS))
def test_hands_are_settled_as_by_the_regions_own_rules(region):
    reckoned = 0
    for number, record in enumerate(records(region, 200)):
        meant, _ = settled(check.parse, load, record, True)
        found, quick = settled(rules_kept.parse, rules_kept.rules, record, number % 2 == 0)
        assert found == meant, record
        reckoned += quick
    assert reckoned > 60 if region in RECKONED else not reckoned


@pytest.mark.parametrize("region", sorted((*REMEMBERING, *OF_FACTS)))
def test_what_is_remembered_of_other_hands_holds(region):
    """All of one house, so that what one hand comes to is found by the next that shows the same."""
    rng = random.Random(region)
    house = rules_kept.rules(region, {})
    plain = load(region, {})
    asked = 0
    for _ in range(700):
        record = pairs.dealt(region, rng)
        record["options"] = {}
        try:
            meant = plain.settle(check.parse(record)).answer()
        except RecordError:
            continue
        asked += 1
        assert house.settle(rules_kept.parse(record)).answer() == meant, record
    assert asked > 300 and len(house.judged if region in OF_FACTS else house.gains) < asked


@pytest.mark.parametrize("region", sorted(REMEMBERING))
@pytest.mark.parametrize("many", [0, 2, 3])
def test_many_claims_or_none_are_reckoned_too(region, many):
    """Beside a foul of a seat whose tiles nobody knows."""
    giver = load(region).SEATS - 1
    known = [{"concealed": "46p" + rest} for rest in ("111222333s99p", "444555666s88p", "777888999s11p")]
    hands = [known[seat] if seat < many else {} for seat in range(giver)] + [{}]
    claims = [{"seat": seat, "tile": "5p", "from": giver} for seat in range(min(many, giver))]
    record = {"region": region, "seats": giver + 1, "hands": hands, "wins": claims}
    record["fouls"] = [{"seat": giver, "kind": "false_win"}]
    meant, _ = settled(check.parse, load, record, True)
    found, quick = settled(rules_kept.parse, rules_kept.rules, record, True)
    assert found == meant
    assert quick


def test_melds_of_winds_and_of_dragons_are_not_alike_in_kawuxing():
    """Tiles that are no sets, so that nothing else of them counts."""
    house, plain = rules_kept.rules("kawuxing", {}), load("kawuxing")
    for meld in ("555z", "111z", "555z"):
        hands = [{"concealed": "1247p124679s", "melds": [{"kind": "pung", "tiles": meld, "from": 1}]}, {}, {}]
        record = {"region": "kawuxing", "seats": 3, "hands": hands, "wins": [{"seat": 0, "tile": "9p"}]}
        meant = plain.settle(check.parse(record)).answer()
        assert house.settle(rules_kept.parse(record)).answer() == meant
        assert meant["wins"][0]["reason"] == ("bad_meld" if meld == "111z" else "not_a_win")


def test_a_claim_that_is_refused_for_another_is_looked_at_all_the_same():
    won = {"seat": 2, "tile": "9s", "from": 1}
    hands = [{}, {}, {"concealed": "567m1116678999s", "void_suit": "p"}, {}]
    for late, wrong in (
        ({"seat": 2, "from": 1}, "wins.1.tile: the winning tile is needed"),
        ({"seat": 3, "from": 3}, "wins.1.tile: the winning tile is needed"),
        ({"seat": 2, "from": 1, "called": {"patterns": ["no_such"]}}, "wins.1.called."),
    ):
        record = {"region": "xuezhan", "hands": hands, "wins": [won, late]}
        for parse, rules in ((check.parse, load), (rules_kept.parse, rules_kept.rules)):
            with pytest.raises(check.RecordError, match=wrong):
                r = parse(record)
                rules(r.region, r.options).settle(r)


def test_a_flower_that_is_won_with_but_held_already_is_one_too_many():
    hands = [{"concealed": "223456678m112777z1f"}, {}, {}, {}]
    record = {"region": "longgang", "indicator": "2z", "hands": hands, "wins": [{"seat": 0, "tile": "1f"}]}
    for parse, rules in ((check.parse, load), (rules_kept.parse, rules_kept.rules)):
        with pytest.raises(check.RecordError, match="wins.0.tile: there are no more 1f"):
            r = parse(record)
            rules(r.region, r.options).settle(r)
