"""Why the patterns of a win count and others do not, and how else its tiles could be read: for a page to lay out."""

import json
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from engine_core import record as records
from engine_core import tiles
from mjtable import readings
from mjtable.regions import names
from mjtable.web.pieces import Pieces
from mjtable.web.settled import Claim

# Letters of called.NEEDS -> the text `need.…`; what every hand has is not told.
WORDS = {
    "C": "chows", "P": "pungs", "X": "mixed", "x": "chow", "n": "pairs", "f": "one_suit", "m": "suit_honours",
    "z": "honours", "t": "terminals", "T": "terminals_honours", "D": "dragon_pung", "W": "wind_pung",
    "s": "seat_wind", "v": "round_wind", "y": "dragon_pair", "w": "wind_pair", "p": "plain_pair", "<": "edge",
    "-": "closed", "o": "open", "1": "single", "2": "two_pair", "4": "melded", "H": "no_melds", "N": "concealed",
    "0": "no_wild", "j": "wild", "d": "drawn", "c": "claimed", "k": "replacement", "g": "kong_discard", "r": "robbed",
    "l": "last", "h": "first", "e": "first", "u": "first", "R": "ready", "S": "shown_hand",
}  # fmt: skip


class Read(NamedTuple):
    """A reading: its tiles, the names of its patterns, what it is worth, and whether it is the one that counts."""

    groups: Markup
    patterns: str
    value: int
    counts: bool


class Why(NamedTuple):
    """`counted`: pattern -> what it needs; `missing`: other patterns by name, with what they lack; `reads`: the adopted
    one first.
    """

    counted: dict[str, str]
    missing: list[tuple[str, str]]
    reads: list[Read]


NOTHING = Why({}, [], [])


def why(p: Pieces, record: dict[str, Any], claim: Claim, wilds: list[str]) -> Why:
    """Of a claim of a record that is right."""
    number = next(
        (n for n, win in enumerate(record["wins"]) if (win["seat"], win.get("tile")) == (claim.seat, claim.tile)), None
    )
    found = None if number is None else _told(records.canonical(record), number)
    if found is None:
        return NOTHING
    ids = [*found.counted, *(one.pattern for one in found.missing), *(i for one in found.others for i in one.patterns)]
    ids += [one.beside for one in found.missing if one.beside]
    words = names(record["region"], ["pattern." + one for one in ids], p.lang)
    reads = [found.adopted, *found.others] if found.adopted else []
    return Why(
        {pattern: needed(p, needs) for pattern, needs in found.counted.items()},
        [(words["pattern." + one.pattern], _lack(p, one, words)) for one in found.missing],
        [_read(p, one, one is found.adopted, words, wilds) for one in reads],
    )


@lru_cache(maxsize=200)
def _told(text: str, number: int) -> readings.Told | None:
    return readings.told(json.loads(text), number)


def needed(p: Pieces, letters: str) -> str:
    """What letters of called.NEEDS say, each once."""
    return p.t("comma").join(dict.fromkeys(p.t("need." + WORDS[one]) for one in letters if one in WORDS))


def _lack(p: Pieces, one: readings.Why, words: dict[str, str]) -> str:
    if one.beside:
        return p.t("need.beside", pattern=words["pattern." + one.beside])
    return needed(p, one.needs)


def _read(p: Pieces, one: readings.Reading, counts: bool, words: dict[str, str], wilds: list[str]) -> Read:
    shown = Markup("").join(_group(p, group, wilds) for group in one.groups)
    patterns = p.t("list").join(dict.fromkeys(words["pattern." + i] for i in one.patterns)) or "–"
    return Read(shown, patterns, one.value, counts)


def _group(p: Pieces, group: readings.Group, wilds: list[str]) -> Markup:
    parts = []
    for at, (held, stands) in enumerate(zip(group.held, group.stands, strict=True)):
        code = tiles.name(held)
        other = p.t("stands", tile=p.tile_name(tiles.name(stands))) if held != stands else ""
        parts.append(p.tile(code, win=at == group.won, wild=code in wilds, stands_for=other))
    return Markup('<span class="tiles">{}</span>').format(Markup("").join(parts))
