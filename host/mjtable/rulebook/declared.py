"""What a region declares, as data: tiles, wall, wild tiles, claims. Tiles are texts ("5m"), seats 0.. with dealer 0."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from engine_core import claims, tiles
from engine_core.hand import ADDED_KONG, CONCEALED_KONG, PUNG, Hand, Meld
from engine_core.rules import Ruleset
from engine_core.walk import Wall
from mjtable.output import word
from mjtable.rulebook import openings

# Kinds that people name together, from and to.
GROUPS = {"m": (0, 9), "p": (9, 18), "s": (18, 27), "winds": (27, 31), "dragons": (31, 34), "flowers": (34, 42)}
TURNED_UP = ("5p", "9s", "4z", "7z", "2f")  # tiles of which it is told what they make wild
MANY = 1000  # dice are enough to see how many tiles are left


def tile_set(rules: Ruleset) -> dict[str, Any]:
    """`total`, and `groups` of kinds of which there are equally many: `group`, `tiles`, `copies`, `whole` (has all)."""
    groups: list[dict[str, Any]] = []
    for name, (first, end) in GROUPS.items():
        for copies in (4, 3, 2, 1):
            kinds = bytes(k for k in range(first, end) if rules.copies(k) == copies)
            if kinds:
                whole = len(kinds) == end - first
                groups.append({"group": name, "tiles": tiles.text(kinds), "copies": copies, "whole": whole})
    return {"total": sum(rules.copies(k) for k in range(tiles.KINDS)), "groups": groups}


def wall(rules: Ruleset) -> dict[str, Any]:
    """Stacks, dice, deal, replacements and what is kept back."""
    dice = openings.every(rules, 0)
    dealt = [Wall(rules, 0, one) for one in dice[:: max(1, len(dice) // MANY)]]
    return {
        "stacks": list(rules.stacks(0)),
        "from_dealer": any(rules.stacks(d) != rules.stacks(0) for d in range(rules.SEATS)),
        **openings.described(rules),
        "hand": rules.HAND,
        "left": sorted({one.left for one in dealt}),
        "kept_back": sorted({one.kept_back for one in dealt}),
        "share_out": rules.SHARE_OUT > 0,
        "replacement": rules.REPLACEMENT,
        "kong_dice": list(rules.kong_dice()),
        "dice_past": rules.DICE_PAST,
        "flowers_replaced": rules.FLOWER_EVENT,
        "sea_bottom": rules.SEA_BOTTOM,
        "birds": rules.birds(),
        "last_four": rules.last_four(),
        "last_drawn_discarded": rules.LAST_DRAWN,
    }


def wilds(rules: Ruleset) -> dict[str, Any]:
    """`examples`: what some turned-up tiles make wild, one for each way that wilds lie to the tile; `always` wild and
    `set_aside` whatever is turned up or when nothing is.
    """
    shown: list[dict[str, Any]] = []
    ways = set()
    for name in TURNED_UP if rules.HAS_INDICATOR else ():
        kind = tiles.kind(name)
        own = rules.seat_wilds(kind, 0)
        way = (kind >= tiles.FLOWERS, tuple(k - kind for k in rules.wilds(kind)), bool(own))
        if rules.copies(kind) and way not in ways:
            ways.add(way)
            shown.append(
                {
                    "indicator": name,
                    "wilds": _names(rules.wilds(kind)),
                    "count": sum(rules.copies(k) - (k == kind) for k in rules.wilds(kind)),
                    "seat_wilds": {str(seat): _names(own[seat]) for seat in sorted(own)},
                    "set_aside": _names(rules.set_aside(kind)),
                }
            )
    return {
        "indicator": rules.HAS_INDICATOR,
        "always": _names(rules.wilds(None)),
        "examples": shown,
        "set_aside": _names(rules.set_aside(None)),
    }


def _names(kinds: tuple[int, ...]) -> list[str]:
    return [tiles.name(k) for k in kinds]


# ---------------------------------------------------------------- claims, asked as a referee asks


def may(rules: Ruleset) -> dict[str, Any]:
    """Who may claim what, and what follows from a claim."""
    return {
        "chow": _chow(rules),
        "pung": _asked(rules, 2, 0, 2).may_pung(2),
        "kong": _asked(rules, 2, 0).may_kong(2),
        "concealed_kong": (CONCEALED_KONG, _suit(rules) + 4) in _turn(rules).own_kongs(0),
        "added_kong": (ADDED_KONG, _suit(rules)) in _turn(rules).own_kongs(0),
        "rob": _turn(rules).may_rob(ADDED_KONG),
        "last_discard": _asked(rules, 2, 0, 2, last=True).may_pung(2),
        "kong_in_turn_of_claim": rules.TURN_KONG,
        "not_discarded": list(rules.SWAP),
        "winners": _winners(rules),
        "first": _first(rules),
        "missed": list(rules.MISSED),
        "course": [entry for entry in ("void", "declared", "shown") if entry in rules.course()],
        "frozen_claim": rules.FROZEN_CLAIM,
        "plays_on": _plays_on(rules),
    }


def _suit(rules: Ruleset) -> int:
    """The 1 of the first suit that the set has."""
    return next(first for first in (0, 9, 18) if rules.copies(first) == 4)


def _asked(rules: Ruleset, seat: int, melds: int, alike: int = 3, last: bool = False) -> claims.Moment:
    """Seat 0 has discarded the 5 of a suit (`last`: after the last draw), `seat` has its neighbours, so many alike and
    so many melds.
    """
    a = _suit(rules)
    m = claims.Moment(rules)
    held = bytes([a + 2, a + 3] + [a + 4] * alike + [a + 5, a + 6, a, a + 8])
    laid = [Meld(PUNG, bytes([k] * 3), 0) for k in _others(rules)[:melds]]
    held += _others(rules)[melds:][: rules.HAND - 3 * melds - len(held)]
    m.hands[seat] = Hand(bytes(sorted(held[: rules.HAND - 3 * melds])), laid)
    m.tile, m.giver, m.turn, m.last = a + 4, 0, 1, last
    m.indicator = plain_indicator(rules, held + bytes([m.tile]) + b"".join(meld.tiles for meld in laid))
    return m


def _turn(rules: Ruleset) -> claims.Moment:
    """The dealer has drawn, with four of a kind in hand and a pung that has its fourth tile there."""
    a = _suit(rules)
    m = claims.Moment(rules)
    held = bytes([a, a + 4, a + 4, a + 4, a + 4]) + _others(rules)[: rules.HAND - 7]
    m.hands[0] = Hand(bytes(sorted(held)), [Meld(PUNG, bytes([a] * 3), 1)])
    m.drawn, m.giver = a, -1
    m.indicator = plain_indicator(rules, held)
    return m


def _others(rules: Ruleset) -> bytes:
    """Kinds of the next suit, or of any that the set has."""
    a = _suit(rules)
    return bytes(k for k in range(tiles.FLOWERS) if rules.copies(k) == 4 and not a <= k < a + 9)


def plain_indicator(rules: Ruleset, used: bytes) -> int:
    """A tile whose being turned up makes none of those used wild; -1 where none is turned up or there is no such."""
    if rules.HAS_INDICATOR:
        for kind in range(tiles.FLOWERS - 1, -1, -1):
            if rules.copies(kind) and kind not in used and not any(k in used for k in rules.wilds(kind)):
                return kind
    return -1


def _chow(rules: Ruleset) -> str:
    """Who may chow: "next", "any", "last" (the next, for his last set only) or "none"."""
    if _asked(rules, 2, 0).chows(2):
        return "any"
    if _asked(rules, 1, 0).chows(1):
        return "next"
    before_last = rules.HAND // 3 - 1
    return "last" if _asked(rules, 1, before_last).chows(1) else "none"


def _winners(rules: Ruleset) -> int:
    """How many of all other players may win on one discard; 0: all. Of two first: three claims may draw the hand."""
    m = _asked(rules, 2, 0)
    others = [(seat, claims.WIN) for seat in range(1, rules.SEATS)]
    if len(m.served(others[:2])) == 1:
        return 1
    served = len(m.served(others))
    return 0 if served == len(others) else served


def _first(rules: Ruleset) -> list[str]:
    """Which claim of a discard goes before which: "win", "pung" (or a kong), "chow" where there is one."""
    m = _asked(rules, 2, 0)
    wishes = {"chow": (1, claims.CHOW), "pung": (2, claims.PUNG), "win": (rules.SEATS - 1, claims.WIN)}
    found = []
    while wishes:
        served = m.served(list(wishes.values()))
        found += [name for name in wishes if wishes[name] in served]
        wishes = {name: wish for name, wish in wishes.items() if wish not in served}
    return [name for name in found if name != "chow" or _chow(rules) != "none"]


def _plays_on(rules: Ruleset) -> str:
    """After a win: "nobody" plays on, the "others" do, or "all"."""
    win = [{"what": "win", "seat": 1, "from": 2, "tile": tiles.name(_suit(rules))}]
    if not rules.plays_on(win, 0):
        return "nobody"
    return "all" if rules.plays_on(win, 1) else "others"


def options(rules: Ruleset) -> list[dict[str, Any]]:
    """The region's options: `id`, `type`, `default`, `range`, `only` (of the range, where not all), `value`, `off`: by
    which other one it does nothing, "" for one that does.
    """
    off = without_effect(rules)
    return [
        {
            "id": row[0],
            "type": option_type(row),
            "default": row[1],
            "range": _range(row),
            "only": list(rules.ONLY.get(row[0], ())),
            "value": rules.options[row[0]],
            "off": off.get(row[0], ""),
        }
        for row in rules.OPTIONS
    ]


def unused(rules: Ruleset, given: Mapping[str, Any]) -> dict[str, str]:
    """Options that do nothing with these values: the option, and which other one makes it so (unused.tsv)."""
    defaults = {row[0]: row[1] for row in rules.OPTIONS}
    rows = _rows("unused.tsv", rules.ID)
    return {option: other for option, other, value in rows if given.get(other, defaults[other]) == json.loads(value)}


def without_effect(rules: Ruleset) -> dict[str, str]:
    """The options that do nothing with these rules: the option, and why ("edition=1")."""
    return {option: f"{other}={word(rules.options[other])}" for option, other in unused(rules, rules.options).items()}


def uncounted(rules: Ruleset) -> dict[str, str]:
    """The patterns that never count with these rules: the pattern, and why ("edition=1"; uncounted.tsv)."""
    return {
        pattern: f"{option}={word(rules.options[option])}"
        for option, value, patterns in _rows("uncounted.tsv", rules.ID)
        if rules.options[option] == json.loads(value)
        for pattern in patterns.split()
    }


def at_play(rules: Ruleset) -> list[str]:
    """Options that say what may be done at play, and never what a hand is worth (atplay.tsv)."""
    return [option for (option,) in _rows("atplay.tsv", rules.ID)]


def _rows(file: str, region: str) -> list[list[str]]:
    """A region's rows of a file that lies here, without the region."""
    lines = files("mjtable.rulebook").joinpath(file).read_text("utf-8").splitlines()
    return [line.split("\t")[1:] for line in lines if line.startswith(region + "\t")]


def option_type(row: tuple[Any, ...]) -> str:
    """The type of a declared option: bool, choice, number, numbers, table or text."""
    if row[2] is None:
        return "bool"
    if isinstance(row[1], dict):
        return "table"
    if isinstance(row[1], list | tuple):
        return "numbers"
    if isinstance(row[2], int):
        return "text"
    return "choice" if isinstance(row[1], str) else "number"


def _range(row: tuple[Any, ...]) -> list[Any] | int | None:
    return list(row[2]) if isinstance(row[2], list | tuple) else row[2]


def worths(rules: Ruleset) -> list[dict[str, Any]]:
    """The patterns: `id`, `worth` as played, `default` as the region's page has it, `repeated`, `told`, `off`.

    `told` is false for a pattern that has no number of its own: the formula says what it does. `off`: by which option
    it does not count, "" for one that counts.
    """
    default = type(rules)({}).worth
    off = uncounted(rules)
    bare = getattr(rules, "BARE", ())  # a region need not have such
    return [
        {
            "id": ident,
            "worth": rules.worth[ident],
            "default": default.get(ident, 0),
            "repeated": ident in rules.REPEATED,
            "told": ident not in bare or ident in rules.IN_POINTS,
            "off": off.get(ident, ""),
        }
        for ident, _ in rules.PATTERNS
        if ident in rules.worth
    ]
