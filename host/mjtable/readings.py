"""How a winning hand is read, how else it could be, and what each pattern of it needs.

The core folds a hand to what its region wants to know and keeps the reading that counts most. Here every way to lay the
tiles out is looked at. What a pattern needs is what the core asks of one that is called (`called.NEEDS`), so nothing
here belongs to a region. A reading is judged by the core too, as a hand whose patterns are called: only where that
gives what the tiles gave are the others told.
"""

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine_core import hand, patterns, tiles
from engine_core.called import NEEDS, WAITS
from engine_core.check import Record, RecordError, parse
from engine_core.rules import Ruleset, load
from engine_core.settle import Claim

CHOW, PUNG, PAIR = "chow", "pung", "pair"
MOST = 1000  # ways to lay out a hand that are looked at
TOLD = 3  # other readings that are told
# Needs that depend on how the tiles are laid out, and those that only the win or all tiles together decide.
LAID_OUT = set("CPXxanqDWsvywp<-o12.fmztT4HN")


class Group(NamedTuple):
    """Tiles that belong together, as they are held, and what each stands for; `won`: the winning tile's place, -1."""

    sort: str
    held: tuple[int, ...]
    stands: tuple[int, ...]
    won: int = -1


class Reading(NamedTuple):
    """A way to lay the tiles out (melds on the table are not among the groups) and what it is worth."""

    groups: tuple[Group, ...]
    patterns: tuple[str, ...]
    value: int


class Why(NamedTuple):
    """What becomes of a pattern: `needs`, letters of called.NEEDS that hold, or that are lacking; `beside`: a pattern
    that counts and has it in it.
    """

    pattern: str
    needs: str
    beside: str


class Told(NamedTuple):
    """Of one claim. `adopted`: None where it is not known how the tiles were read, for more than patterns decides that
    (points, say); `others`: the best first.
    """

    adopted: Reading | None
    others: list[Reading]
    counted: dict[str, str]  # pattern -> its needs
    missing: list[Why]


class _Way(NamedTuple):
    """Groups, the patterns that they show, and those that count of them."""

    groups: tuple[Group, ...]
    shown: tuple[str, ...]
    counted: tuple[str, ...]


def told(record: dict[str, Any], number: int) -> Told | None:
    """Of claim `number` of a record; None when it is no win with known tiles. ValueError: the record is none."""
    r = parse(record)
    rules = load(r.region, r.options)
    w = r.wins[number]
    h = r.hands[w.seat]
    claim = _claim(rules, r, number)
    if claim.reason not in (None, "below_minimum") or w.called or h.concealed is None or w.tile < 0:
        return None
    ids = tuple(claim.ids())
    counted = {p: _needs(rules, p) for p in ids}
    ways = [_shown(rules, r, w, groups, ids) for groups in _ways(rules, r, w)]
    same = [way for way in ways if Counter(way.counted) == Counter(ids)]
    understood = bool(same) and claim.reason is None and _worth(rules, r, w, ids) == claim.value
    fitting = same or [way for way in ways if Counter(ids) <= Counter(way.shown)]
    if not fitting or not understood and len({_laid_out(way) for way in fitting}) > 1:
        return Told(None, [], counted, [])
    groups = fitting[0].groups
    others = _others(rules, r, w, claim, ways) if understood else []
    return Told(Reading(groups, ids, claim.value), others, counted, _missing(rules, r, w, groups, ids))


def _laid_out(way: _Way) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The groups, wherever the winning tile stands and in whatever order."""
    return tuple(sorted((group.sort, group.stands) for group in way.groups))


def _claim(rules: Ruleset, r: Record, number: int) -> Claim:
    """As the hand was settled; while it goes on, by itself."""
    try:
        found: list[Claim] = rules.settle(r).claims
    except RecordError:
        found = []
    return found[number] if len(found) == len(r.wins) else rules.judge(r, r.wins[number])


def _others(rules: Ruleset, r: Record, w: hand.Win, claim: Claim, ways: Sequence[_Way]) -> list[Reading]:
    """Those with other patterns, each once."""
    ids = tuple(claim.ids())
    different = {way.counted: way.groups for way in reversed(ways) if Counter(way.counted) != Counter(ids)}
    values = {found: _worth(rules, r, w, found) for found in different}
    if any(value is not None and value > claim.value for value in values.values()):
        return []  # the tiles would have been read so: something about them is not understood here
    others = [Reading(different[found], found, value) for found, value in values.items() if value is not None]
    return sorted(others, key=lambda one: (-one.value, one.patterns))[:TOLD]


def _worth(rules: Ruleset, r: Record, w: hand.Win, ids: tuple[str, ...]) -> int | None:
    """What the core makes of these patterns when they are called. None: no win, or they cannot be."""
    called = hand.Win(w.seat, w.tile, w.giver, w.flags, (list(ids), 0))
    record = copy.copy(r)
    record.wins = [called if one is w else one for one in r.wins]
    try:
        claim = rules.judge(record, called)
    except RecordError:
        return None
    return claim.value if claim.reason is None else None


# ---------------------------------------------------------------- laying out


def _ways(rules: Ruleset, r: Record, w: hand.Win) -> list[tuple[Group, ...]]:
    """Every way to lay out concealed and winning tile, the winning tile in each place that it may have."""
    h = r.hands[w.seat]
    wild = rules.stand_ins(r, w)
    held = sorted([*(h.concealed or b""), w.tile])
    stand = [kind for kind in held if kind in wild]
    natural = [0] * tiles.FLOWERS
    for kind in held:
        if kind not in wild:
            if kind >= tiles.FLOWERS:
                return []
            natural[kind] += 1
    sets = rules.HAND // 3 - len(h.melds)
    out: list[tuple[Group, ...]] = []
    for groups in _laid(natural, stand, sets, True):
        out += _with_win(groups, w.tile)
        if len(out) > MOST:
            break
    return out + _with_win(_pairs(natural, stand, len(h.melds)), w.tile)


def _laid(natural: list[int], stand: list[int], sets: int, pair: bool) -> Iterator[tuple[Group, ...]]:
    """Ways to make so many sets, and a pair if so said; each group has a natural tile."""
    kind = next((one for one, count in enumerate(natural) if count), None)
    if kind is None:
        if not sets and not pair and not stand:
            yield ()
        return
    for group, used in _groups(natural, kind, len(stand), sets > 0, pair):
        left = list(natural)
        for one in group.stands:
            left[one] -= 1
        for place in used:
            left[group.stands[place]] += 1
        held = list(group.held)
        for place, one in zip(used, stand, strict=False):
            held[place] = one
        made = group._replace(held=tuple(held))
        rest = stand[len(used) :]
        for others in _laid(left, rest, sets - (made.sort != PAIR), pair and made.sort != PAIR):
            yield (made, *others)


def _groups(natural: list[int], kind: int, wilds: int, sets: bool, pair: bool) -> Iterator[tuple[Group, list[int]]]:
    """Groups with `kind`, the lowest natural tile that is left, and the places in them that wild tiles take."""
    for sort, size, may in ((PUNG, 3, sets), (PAIR, 2, pair)):
        for own in range(min(natural[kind], size), 0, -1):
            if may and size - own <= wilds:
                yield Group(sort, (kind,) * size, (kind,) * size), list(range(own, size))
    if sets and kind < tiles.HONOURS:
        for first in range(max(kind - 2, kind // 9 * 9), min(kind, kind // 9 * 9 + 6) + 1):
            run = (first, first + 1, first + 2)
            may_be_wild = [place for place, one in enumerate(run) if one != kind]
            for mask in range(4):
                used = [place for bit, place in enumerate(may_be_wild) if mask >> bit & 1]
                needed = [one for place, one in enumerate(run) if place not in used]
                if len(used) <= wilds and all(natural[one] for one in needed):
                    yield Group(CHOW, run, run), used


def _pairs(natural: list[int], stand: list[int], melds: int) -> tuple[Group, ...]:
    """All tiles in pairs, where that can be; else nothing."""
    if melds or (sum(natural) + len(stand)) % 2 or sum(count % 2 for count in natural) != len(stand):
        return ()
    out, rest = [], list(stand)
    for kind, count in enumerate(natural):
        for _ in range(count // 2):
            out.append(Group(PAIR, (kind, kind), (kind, kind)))
        if count % 2:
            out.append(Group(PAIR, (kind, rest.pop()), (kind, kind)))
    return tuple(out)


def _with_win(groups: tuple[Group, ...], tile: int) -> list[tuple[Group, ...]]:
    """The same with the winning tile marked, once for each group that it may stand in."""
    return [
        (*groups[:at], group._replace(won=group.held.index(tile)), *groups[at + 1 :])
        for at, group in enumerate(groups)
        if tile in group.held
    ]


# ---------------------------------------------------------------- patterns


def _needs(rules: Ruleset, pattern: str) -> str:
    own = rules.needs(pattern)
    return NEEDS.get(pattern, "") if own is None else own


def _shown(rules: Ruleset, r: Record, w: hand.Win, groups: tuple[Group, ...], ids: tuple[str, ...]) -> _Way:
    """What this reading shows; of it counts what no other that counts excludes. What does not depend on how the tiles
    are laid out is as the core has it (`ids`).
    """
    have = _holding(rules, r, w, groups)
    found: list[str] = []
    for pattern in rules.worth:
        needs = _needs(rules, pattern)
        if not needs or not set(needs) <= LAID_OUT:
            found += [pattern] * ids.count(pattern)
        elif all(have[letter] >= needs.count(letter) for letter in needs):
            found += [pattern] * (have[needs] if pattern in rules.REPEATED and len(needs) == 1 else 1)
    kept: list[str] = []
    for pattern in sorted(found, key=lambda one: (-rules.worth[one], one)):
        if not any(pattern in rules.excluded(other) for other in kept):
            kept.append(pattern)
    return _Way(groups, tuple(found), tuple(sorted(kept)))


def _holding(rules: Ruleset, r: Record, w: hand.Win, groups: tuple[Group, ...]) -> Counter[str]:
    """Letters of called.NEEDS that this reading shows, and how often."""
    melds = r.hands[w.seat].melds
    runs = sum(one.sort == CHOW for one in groups) + sum(m.kind == hand.CHOW for m in melds)
    pungs = [one.stands[0] for one in groups if one.sort == PUNG] + [m.tile for m in melds if m.kind != hand.CHOW]
    pairs = [one.stands[0] for one in groups if one.sort == PAIR]
    counts = tiles.count(bytes(kind for one in groups for kind in one.stands) + b"".join(m.tiles for m in melds))
    suits = patterns.suits(counts)
    seat, turn = tiles.HONOURS + r.seat_wind(w.seat), tiles.HONOURS + r.round_wind
    of_sets = len(pairs) == 1
    exposed = any(m.kind != hand.CONCEALED_KONG for m in melds)
    last = pairs[0] if of_sets else -1
    winds = (seat, turn) if rules.ROUND_WIND else (seat,)
    facts = {
        "C": of_sets and not pungs, "P": of_sets and not runs, "x": of_sets and runs,
        "X": of_sets and runs and pungs and not patterns.is_half_flush(suits), ".": of_sets, "a": True,
        "n": not of_sets, "q": not of_sets,
        "f": patterns.is_full_flush(suits), "m": patterns.is_half_flush(suits), "z": suits == 8,
        "t": patterns.only(counts, patterns.TERMINALS, False), "T": patterns.only(counts, patterns.TERMINALS, True),
        "s": seat in pungs, "v": turn in pungs, "y": last >= tiles.DRAGONS, "w": tiles.HONOURS <= last < tiles.DRAGONS,
        "p": of_sets and last < tiles.DRAGONS and last not in winds,
        "4": len(melds) == rules.HAND // 3, "H": not melds, "N": not exposed,
    }  # fmt: skip
    have = Counter({letter: 1 for letter, holds in facts.items() if holds})
    have["D"] = sum(kind >= tiles.DRAGONS for kind in pungs)
    have["W"] = sum(tiles.HONOURS <= kind < tiles.DRAGONS for kind in pungs)
    have.update(_wait(groups) if of_sets else "")
    return have


def _wait(groups: tuple[Group, ...]) -> str:
    """What was waited for, by where the winning tile stands."""
    group = next(one for one in groups if one.won >= 0)
    if group.sort != CHOW:
        return "1" if group.sort == PAIR else "2"
    return WAITS[patterns.chow_wait(group.stands[0], group.won)]


def _missing(rules: Ruleset, r: Record, w: hand.Win, groups: tuple[Group, ...], ids: tuple[str, ...]) -> list[Why]:
    """Patterns that do not count, with what they lack or which other has them in it."""
    have = _holding(rules, r, w, groups)
    out = []
    for pattern in rules.worth:
        needs = _needs(rules, pattern)
        if pattern in ids or not needs:
            continue
        beside = next((other for other in ids if pattern in rules.excluded(other)), "")
        lacking = "".join(dict.fromkeys(one for one in needs if one in LAID_OUT and have[one] < needs.count(one)))
        if beside and not lacking:
            out.append(Why(pattern, "", beside))
        elif lacking:
            out.append(Why(pattern, lacking, ""))
        elif set(needs) - LAID_OUT:
            out.append(Why(pattern, "".join(dict.fromkeys(one for one in needs if one not in LAID_OUT)), ""))
    return out
