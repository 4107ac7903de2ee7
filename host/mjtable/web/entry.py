"""A win as it is entered: what the form says, as a hand record, and what the core thinks of it.

Concealed tiles are one text in the order in which they were given; the last one is the winning tile. A meld is its
tiles, behind "@" the seat that it came from, "+" where a fourth tile was added to a pung: "777z@0", "2222m", "5555p+1".
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import FormData

from engine_core import hand as hands
from engine_core import tiles
from engine_core.check import parse
from engine_core.course import told
from engine_core.rules import Ruleset
from mjtable.commands.hands import whole
from mjtable.phrases import said
from mjtable.web.pieces import split
from mjtable.web.settled import Claim, Settled, settled, won
from mjtable.wholenumber import number_in, whole_number

MELD = re.compile(r"((?:[1-9]+[mpsz]){1,2})(?:([@+])(\d)?)?")
ENTERED = ("tile", "from", "flags", "called")  # fields of a win that a course's entry has too
RELATIONS = ("before", "opposite", "after")  # where a meld comes from


class Entered(NamedTuple):
    """What the form says so far. `melds` in words as above; `how`: "tiles" or "patterns".

    `laid` and `aside` are the winner's melds and flowers that the table knows already. `others`: the claims of other
    seats on the same tile, entered before.
    """

    how: str
    seat: int
    giver: int | None
    flags: list[str]
    held: str
    melds: list[str]
    flowers: str
    tile: str
    called: list[str]
    points: int
    relation: str
    laid: list[dict[str, Any]]
    aside: str
    others: "list[Entered]"


class Judged(NamedTuple):
    """What the core says. `missing`: tiles that are still to be entered; `error`: why it is no record at all."""

    record: dict[str, Any] | None
    settled: Settled | None
    claim: Claim | None
    missing: int
    error: str


def read(form: FormData, status: dict[str, Any], rules: Ruleset, course: Sequence[dict[str, Any]] = ()) -> Entered:
    """What was sent, cleaned: tiles that are none, and seats that are not there, are left out."""
    seats = range(status["seats"])

    def seat(name: str) -> int | None:
        return number_in(str(form.get(name, "")), seats)

    def codes(name: str) -> str:
        return "".join(one for one in split(str(form.get(name, ""))) if known(one, rules))

    who = seat("seat")
    winner = status["dealer"] or 0 if who is None else who
    giver = seat("from")
    melds = [one for one in str(form.get("melds", "")).split() if _meld(one, winner, status["seats"])]
    points = whole_number(str(form.get("points", ""))) or 0
    known_hand = told(list(course), status["seats"])["hands"][winner]
    called = [str(one) for one in form.getlist("called") if str(one) in rules.worth]
    for name, value in form.multi_items():
        if name.startswith("times.") and name[6:] in rules.worth:
            called += [name[6:]] * min(whole_number(str(value)) or 0, 20)
    return Entered(
        how="patterns" if form.get("how") == "patterns" else "tiles",
        seat=winner,
        giver=None if giver == winner else giver,
        flags=[one for one in hands.FLAG_NAMES if form.get("flag." + one)],
        held=codes("held"),
        melds=melds,
        flowers=codes("flowers"),
        tile=(split(codes("tile")) or [""])[0],
        called=called,
        points=points if rules.POINTS else 0,
        relation=str(form.get("relation")) if form.get("relation") in RELATIONS else "before",
        laid=known_hand.get("melds", []),
        aside=known_hand.get("flowers", ""),
        others=[],
    )


def read_all(form: FormData, status: dict[str, Any], rules: Ruleset, course: Sequence[dict[str, Any]] = ()) -> Entered:
    """The same with the claims before it; of a seat that gave the tile, or claims it already, there is none."""
    e = read(form, status, rules, course)
    others: list[Entered] = []
    for text in form.getlist("other")[: rules.SEATS]:
        claim = FormData(dict(parse_qsl(str(text)[:2000])))
        one = read(claim, status, rules, course)._replace(giver=e.giver)
        if e.giver is not None and one.seat not in (e.seat, e.giver, *(other.seat for other in others)):
            others.append(one)
    return e._replace(others=others)


def spelled(e: Entered) -> str:
    """A claim as one text, which read() understands."""
    fields = [("how", e.how), ("seat", str(e.seat)), ("held", e.held), ("melds", " ".join(e.melds)), ("tile", e.tile)]
    fields += [("flowers", e.flowers), ("points", str(e.points)), *(("flag." + flag, "1") for flag in e.flags)]
    return urlencode(fields + [(f"times.{one}", str(e.called.count(one))) for one in sorted(set(e.called))])


def _also(e: Entered, rules: Ruleset, seats: int) -> Entered:
    """Another seat claims the same tile: its hand is to be entered."""
    taken = (e.seat, e.giver, *(one.seat for one in e.others))
    free = [seat for seat in range(seats) if seat not in taken]
    if e.giver is None or not free or rules.WINNERS == 1:
        return e
    before = [*e.others, e._replace(others=[])]
    e = e._replace(seat=free[0], others=before, laid=[], aside="", flags=[])
    return e._replace(held="", melds=[], flowers="", called=[], points=0)


def known(code: str, rules: Ruleset) -> bool:
    """Is it a tile of the set?"""
    try:
        return bool(rules.copies(tiles.kind(code)))
    except tiles.TileError:
        return False


def _meld(text: str, seat: int, seats: int) -> dict[str, Any] | None:
    """A meld of the record from its word; None for what is none."""
    found = MELD.fullmatch(text)
    if not found:
        return None
    codes = split(found[1])
    giver = int(found[3]) if found[3] else None
    if giver is not None and (giver >= seats or giver == seat):
        giver = None
    if len(codes) == 4:
        kind = "added_kong" if found[2] == "+" else "kong" if found[2] == "@" else "concealed_kong"
    elif len(codes) == 3:
        kind = "pung" if len(set(codes)) == 1 else "chow"
    else:
        return None
    made = {"kind": kind, "tiles": "".join(sorted(codes, key=tiles.kind))}
    return made if giver is None or kind == "concealed_kong" else {**made, "from": giver}


def melds_of(e: Entered, seats: int) -> list[dict[str, Any]]:
    return [meld for one in e.melds if (meld := _meld(one, e.seat, seats))]


def relative(e: Entered, seats: int) -> int:
    """The seat that the next meld comes from."""
    ahead = {"after": 1, "opposite": 2 if seats > 3 else 1, "before": seats - 1}
    return (e.seat + ahead[e.relation]) % seats


# ---------------------------------------------------------------- what was clicked


def laid_aside(seat: int, status: dict[str, Any], rules: Ruleset) -> list[str]:
    """The tiles that a seat lays aside; a flower that is wild for it stays in its hand."""
    indicator = tiles.kind(status["indicator"]) if status["indicator"] else None
    own = rules.seat_wilds(indicator, status["dealer"] or 0).get(seat, ())
    return [tiles.name(kind) for kind in rules.set_aside(indicator) if kind not in own]


def acted(e: Entered, form: FormData, status: dict[str, Any], rules: Ruleset) -> Entered:
    """After a click: a tile more or less, tiles made a meld, all cleared."""
    seats = status["seats"]
    codes = split(e.held)
    add, last = str(form.get("add", "")), form.get("take") == "last"
    drop, flower, take = (whole_number(str(form.get(name, ""))) for name in ("drop", "unflower", "take"))
    take = len(codes) - 1 if last else take
    if add and known(add, rules):
        if add in laid_aside(e.seat, status, rules):
            return e._replace(flowers=e.flowers + add)
        return e._replace(held=e.held + add) if room(e, rules) > 0 else e
    flowers = split(e.flowers)
    if take in range(len(codes)):
        return e._replace(held="".join(_without(codes, take)))
    if drop in range(len(e.melds)):
        return e._replace(melds=_without(e.melds, drop))
    if flower in range(len(flowers)):
        return e._replace(flowers="".join(_without(flowers, flower)))
    if form.get("also"):
        return _also(e, rules, seats)
    if form.get("meld"):
        return _melded(e, str(form.get("meld")), codes, seats)
    if form.get("clear"):
        return e._replace(held="", melds=[], flowers="", called=[], tile="")
    return e


def _without(some: list[str], at: int | None) -> list[str]:
    return [one for i, one in enumerate(some) if i != at]


def _melded(e: Entered, kind: str, codes: list[str], seats: int) -> Entered:
    """The last tiles as a meld; of a kong one or all four are enough."""
    size = {"set": 3, "kong": 4, "added_kong": 4, "concealed_kong": 4}.get(kind, 0)
    last, rest = codes[len(codes) - size :], codes[: len(codes) - size]
    if size == 4 and codes and (len(codes) < size or len(set(last)) > 1):
        last, rest = [codes[-1]] * size, codes[:-1]
    if not size or len(last) != size:
        return e
    giver = relative(e, seats)
    if kind == "set" and len(set(last)) > 1:
        kinds = sorted(map(tiles.kind, last))
        if not hands.Meld(hands.CHOW, bytes(kinds)).regular():
            return e
        giver = (e.seat - 1) % seats
    mark = {"set": f"@{giver}", "kong": f"@{giver}", "added_kong": f"+{giver}", "concealed_kong": ""}[kind]
    return e._replace(held="".join(rest), melds=[*e.melds, tiles.text(bytes(map(tiles.kind, last))) + mark])


def room(e: Entered, rules: Ruleset) -> int:
    """How many tiles are still to be entered, the winning one among them."""
    return size(e, rules) - len(split(e.held))


def size(e: Entered, rules: Ruleset) -> int:
    """Concealed tiles and the winning one of a hand with so many melds."""
    return rules.HAND + 1 - 3 * (len(e.melds) + len(e.laid))


# ---------------------------------------------------------------- judged


def as_record(e: Entered, seats: int) -> dict[str, Any]:
    """The hand record, without what the table knows: the claims before this one first."""
    record = _alone(e, seats)
    for one in reversed(e.others):
        before = _alone(one, seats)
        record["hands"][one.seat] = before["hands"][one.seat]
        record["wins"].insert(0, before["wins"][0])
    return record


def _alone(e: Entered, seats: int) -> dict[str, Any]:
    """The same of this claim alone."""
    codes = split(e.held)
    flowers = e.aside + e.flowers
    own: dict[str, Any] = {"melds": e.laid + melds_of(e, seats), **({"flowers": flowers} if flowers else {})}
    win: dict[str, Any] = {"seat": e.seat}
    if e.giver is not None:
        win["from"] = e.giver
    if e.flags:
        win["flags"] = e.flags
    if e.how == "patterns":
        win["called"] = {"patterns": e.called, **({"points": e.points} if e.points else {})}
        tile = e.tile
    else:
        own["concealed"] = "".join(codes[:-1])
        tile = codes[-1] if codes else ""
    if tile:
        win["tile"] = tile
    held: list[dict[str, Any]] = [{} for _ in range(seats)]
    held[e.seat] = {name: value for name, value in own.items() if value or name == "concealed"}
    if "rob_kong" in e.flags and e.giver is not None and tile:  # whose pung was to become a kong
        held[e.giver] = {"melds": [{"kind": "pung", "tiles": tile[0] * 3 + tile[1]}]}
    return {"hands": held, "wins": [win]}


def judged(e: Entered, status: dict[str, Any], course: Sequence[dict[str, Any]], rules: Ruleset, lang: str) -> Judged:
    """What the core says of it; what is not whole yet is no error."""
    missing = max(0, room(e, rules)) if e.how == "tiles" else 0
    if missing or (e.how == "patterns" and not e.called):
        return Judged(None, None, None, missing, "")
    try:
        record = as_whole(e, status, course, rules)
        by_itself = goes_on(e, course, rules)
        found = won(record, e.seat, lang) if by_itself or rules.FALSE_GOES_ON else settled(record, lang)
        if not by_itself and rules.FALSE_GOES_ON and found.won:
            found = settled(record, lang)
    except ValueError as error:
        return Judged(None, None, None, 0, said(str(error), lang))
    return Judged(record, found, [claim for claim in found.claims if claim.seat == e.seat][-1], 0, "")


def drawn_instead(
    e: Entered, found: Judged, status: dict[str, Any], course: Sequence[dict[str, Any]], rules: Ruleset, lang: str
) -> int | None:
    """What the same tiles would be worth self-drawn, where on another's tile they are no win."""
    if e.giver is None or found.claim is None or found.claim.reason is None:
        return None
    drawn = judged(e._replace(giver=None, others=[]), status, course, rules, lang).claim
    return drawn.value if drawn is not None and drawn.reason is None else None


def as_whole(e: Entered, status: dict[str, Any], course: Sequence[dict[str, Any]], rules: Ruleset) -> dict[str, Any]:
    """The record with what the table knows. ValueError names the field that is wrong."""
    if not goes_on(e, course, rules):
        return whole(as_record(e, status["seats"]), status, list(course))
    nothing: dict[str, Any] = {"hands": [{} for _ in range(status["seats"])]}
    return whole(nothing, status, [*course, *entries(e, status["seats"])])


def goes_on(e: Entered, course: Sequence[dict[str, Any]], rules: Ruleset) -> bool:
    """Has somebody won before, does somebody play on after this win, or does it rob a kong that the table knows? Then
    it is an entry of the hand's course.
    """
    wins = [one for one in course if one["what"] == "win"]
    if "rob_kong" in e.flags and not e.others and any(one.get("kind") == "added_kong" for one in course):
        return True
    after = [*wins, {"what": "win", "seat": e.seat}]
    return bool(wins) or any(rules.plays_on(after, seat) for seat in range(rules.SEATS))


def entries(e: Entered, seats: int) -> list[dict[str, Any]]:
    """The win as entries of the hand's course, with the melds that the table does not know before it."""
    record = as_record(e, seats)
    win = record["wins"][0]
    said_of_it = {key: win[key] for key in ENTERED if key in win}
    if "called" not in win:
        said_of_it["concealed"] = record["hands"][e.seat]["concealed"]
    laid = [_meld_entry(e.seat, meld) for meld in melds_of(e, seats)]
    return [*laid, {"what": "win", "seat": e.seat, **said_of_it}]


def _meld_entry(seat: int, meld: dict[str, Any]) -> dict[str, Any]:
    giver = {"from": meld["from"]} if "from" in meld and meld["kind"] in ("chow", "pung", "kong") else {}
    if meld["kind"] in ("chow", "pung"):
        return {"what": "meld", "seat": seat, "kind": meld["kind"], "tiles": meld["tiles"], **giver}
    return {"what": "kong", "seat": seat, "kind": meld["kind"], "tile": split(meld["tiles"])[0], **giver}


def impossible(e: Entered, status: dict[str, Any], course: Sequence[dict[str, Any]], rules: Ruleset) -> dict[str, str]:
    """The flags that the rules know: name -> why it cannot hold now, "" when it can. Keys of the texts `flag.no.…`."""
    found = {}
    for bit, name in enumerate(hands.FLAG_NAMES):
        if not rules.FLAGS & 1 << bit:
            continue
        if name in ("after_kong", "after_flower", "heavenly") and e.giver is not None:
            found[name] = "drawn"
        elif name in ("kong_discard", "rob_kong", "earthly", "humanly") and e.giver is None:
            found[name] = "" if _holds(e, status, course, rules, bit) else "claimed"
        elif name == "heavenly" and e.seat != status["dealer"]:
            found[name] = "dealer"
        elif name in ("heavenly", "earthly", "humanly") and e.melds + e.laid:
            found[name] = "" if _holds(e, status, course, rules, bit) else "melds"
        else:
            found[name] = ""
    return found


def _holds(e: Entered, status: dict[str, Any], course: Sequence[dict[str, Any]], rules: Ruleset, bit: int) -> bool:
    """Would the core count the flag, as the form stands?"""
    probe = e._replace(flags=[hands.FLAG_NAMES[bit]])
    try:
        r = parse(as_whole(probe, status, course, rules))
    except ValueError:
        return False
    return any(rules.flags(r, w) & 1 << bit for w in r.wins if w.seat == e.seat)
