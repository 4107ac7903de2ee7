"""A PC reads records, and counts their tiles, as check.py and rules.py do."""

import json
from pathlib import Path

import pytest

from engine_core import check, hands_kept, records_kept, rules, rules_kept, tiles
from engine_core.blood_hands_kept import facing_of
from engine_core.check import RecordError
from engine_core.regions.longgang_beside_kept import other_of

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))


@pytest.fixture(autouse=True, params=["by suits", "winners by suits", "by what they hold", "by facts", "by pungs"])
def known(request, monkeypatch):
    """How the hands of the region are known."""
    ways = {
        "by suits": records_kept.ALL, "winners by suits": records_kept.WINNERS,
        "by what they hold": records_kept.NOBODY, "by facts": (facing_of, facing_of), "by pungs": (other_of, other_of),
    }  # fmt: skip
    monkeypatch.setitem(records_kept.READ, "generic", ways[request.param])


def read(parse, record):
    """What a reader makes of a record, its hands, melds and wins as plain values; or its error."""
    try:
        r = parse(record)
    except RecordError as e:
        return str(e)
    out = dict(vars(r), wins=[vars(w) for w in r.wins], kongs=r.kongs and [vars(k) for k in r.kongs])
    out["hands"] = [(h.concealed, [vars(m) for m in h.melds], h.flowers, h.ready, h.void, h.stake) for h in r.hands]
    return out


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_records_of_the_cases(path):
    for case in json.loads(path.read_text("utf-8")):
        assert read(records_kept.parse, case["record"]) == read(check.parse, case["record"]), case["id"]


@pytest.mark.parametrize(
    "text",
    ["", "1m", "789p2255p", "333p44m1z", "5z1f", "1234567891m", "m", "1", "5m m", "m555m", "55mm", "0m", "8z", "1m2",
     "é5m", "１m", "11111m", "123456789m" * 5, 5, ["5m"], True, None],
)  # fmt: skip
@pytest.mark.parametrize("field", ["concealed", "flowers", "melds"])
def test_tile_texts(text, field):
    hand = {"concealed": "19m19p19s1234567z"}
    hand[field] = [{"kind": "pung", "tiles": text}] if field == "melds" else text
    record = {"region": "generic", "hands": [{"concealed": "1m"}, hand, {}, {"concealed": ""}]}
    assert read(records_kept.parse, record) == read(check.parse, record)


@pytest.mark.parametrize(
    ("field", "value"),
    [("region", ""), ("region", 5), ("options", None), ("options", {"a": [[[[[1]]]]]}), ("seats", 3), ("seats", None),
     ("dealer", True), ("dealer", 4), ("dealer", None), ("round_wind", "S"), ("round_wind", None), ("dice", [7]),
     ("dice", None), ("indicator", "5m5m"), ("indicator", None), ("dealer_streak", 256), ("carry", {"over": 1}),
     ("hands", {}), ("wins", None), ("wins", [{}]), ("wins", [{"seat": True}]), ("wins", [{"seat": 0, "from": 4}]),
     ("wins", [{"seat": 0, "flags": ["no"]}]), ("wins", [{"seat": 0, "tile": "x", "y": 1}]), ("wins", ["seat"]),
     ("kongs", [{"seat": 0, "kind": "pung"}]), ("birds", ["1z", ""]), ("fouls", [{"seat": 0, "kind": "x"}]), ("x", 1)],
)  # fmt: skip
def test_fields(field, value):
    record = {"region": "generic", "hands": [{"concealed": "1m"}] * 4, field: value}
    assert read(records_kept.parse, record) == read(check.parse, record)


@pytest.mark.parametrize(
    "more",
    [{}, {"from": 1}, {"from": None}, {"from": True}, {"from": 1.0}, {"from": 0}, {"from": 3}, {"from": "1"}, {"x": 1},
     {"from": 1, "x": 1}, {"kind": "Pung"}, {"kind": None}, {"tiles": "55m"}, {"tiles": 5}, {"tiles": "5555p5p"}],
)  # fmt: skip
@pytest.mark.parametrize("seats", [3, 4])
def test_melds(seats, more):
    for meld in ({"kind": "pung", "tiles": "555m", "from": 1}, {"kind": "concealed_kong", "tiles": "5555p"} | more):
        record = {"region": "generic", "seats": seats, "hands": [{"concealed": "1m", "melds": [meld]}] + [{}] * 3}
        record["hands"] = record["hands"][:seats]
        assert read(records_kept.parse, record) == read(check.parse, record)


@pytest.mark.parametrize(
    "more",
    [{}, {"tile": None}, {"tile": "x"}, {"tile": 5}, {"from": None}, {"from": 0}, {"from": 4}, {"from": True},
     {"chain": 15}, {"chain": 16}, {"after": 255}, {"after": -1}, {"after": None}, {"kind": "pung"}, {"kind": "x"},
     {"seat": 4}, {"seat": None}, {"x": 1}],
)  # fmt: skip
def test_kongs(more):
    record = {"region": "generic", "hands": [{"concealed": "1m"}] * 4}
    for kong in ({"seat": 1, "kind": "kong", "tile": "5m", "from": 2, "chain": 1, "after": 2}, {"seat": 1}):
        record["kongs"] = [kong | {"kind": "added_kong"} | more]
        assert read(records_kept.parse, record) == read(check.parse, record)
    record["kongs"] = [["seat"], 5, "x"]
    assert read(records_kept.parse, record) == read(check.parse, record)


@pytest.mark.parametrize("kind", range(tiles.KINDS))
def test_a_tile_more_than_there_are(kind):
    most = 1 if kind >= tiles.FLOWERS else 4
    for many in (most, most + 1):
        held = [tiles.name(kind)] * many + [""] * (5 - many)
        hands = [{"concealed": text} for text in held[:4]]
        hands[0]["melds"] = [{"kind": "chow", "tiles": "123m" if kind > 2 else "456m"}]
        hands[0]["concealed"] += held[4]
        r = records_kept.parse({"region": "generic", "hands": hands})
        said = []
        for house in (rules_kept.rules("generic", {}), rules.load("generic")):
            try:
                house.check_supply(r)
                said.append(house.left_of(r, kind))
            except RecordError as e:
                said.append(str(e))
        assert said[0] == said[1]
        assert isinstance(said[0], str) == (many > most)


@pytest.mark.parametrize("text", ["19m28p3s1z", "1z3s28p19m", "9m1m1z8p2p3s", "3333m", "", "1f2m", "5p5p"])
def test_a_hand_that_is_known_by_what_it_holds(text):
    hand = hands_kept.beside_of(text)
    plain = check.Hand(tiles.in_order(text), [])
    assert hand.concealed == plain.concealed
    assert hand.counts() == plain.counts()
    assert hand.suits == hands_kept.suits_of(plain)
    assert hand.held == hand.bare == hands_kept.Hand(hands_kept.suits(text)).held


def test_suits_of_a_hand_in_any_order():
    for text in ("19m28p3s1z1f", "1f1z3s28p19m", "9m1m1z8p2p1f3s"):
        hand = hands_kept.Hand(hands_kept.suits(text))
        plain = check.Hand(tiles.in_order("19m28p3s1z1f"), [])
        assert hand.concealed == plain.concealed
        assert hand.counts() == plain.counts()
        assert hands_kept.suits_of(plain) == hand.suits
        assert hands_kept.with_tile(hand.suits, 27)[3].kinds == bytes([27, 27])
