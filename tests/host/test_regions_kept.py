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
from engine_core.regions import longgang_kept
from engine_core.rules import load
from engine_core.settle_kept import Reckoned
from tests.oracle import pairs

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


def test_tiles_of_who_has_not_won_in_longgang():
    rng = random.Random(3)
    rules = [load("longgang"), load("longgang", {"big_tiles": "honors", "worths": {"dragon_pung": 3}})]
    for number in range(1000):
        counts = bytearray(42)
        for _ in range(16):
            kind = rng.randrange(34) if number % 2 else rng.choice((0, 1, 8, 9, 13, 27, 28, 32, 33))
            counts[kind] += counts[kind] < 4
        for wilds in (0, 0, 1, 3):
            winds = rng.randrange(27, 31), rng.choice((-1, 27, 28))
            for house in rules:
                found = longgang_kept.placed_all(house, counts, wilds, winds)
                assert found == house.placed_all(counts, wilds, winds), (list(counts), wilds, winds)


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
