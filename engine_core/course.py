"""The course of a hand: what happened at play that its record has to say, entry by entry, and the record made of it.

An entry is a small object such as {"what": "kong", "seat": 1, "kind": "kong", "tile": "3p", "from": 2}; a PLAY event
holds it as canonical JSON. Names and values are those of the hand record. Which entries a region knows it says itself
(`Ruleset.COURSE`).

    what      fields (in brackets what may be left out)
    meld      seat, kind (chow, pung), tiles, [from]
    kong      seat, kind, [tile], [from], [chain]   chain left out: the table counts it while it counts the wall
    flower    seat, tile                            laid aside; in Shangrao a wild that was flown
    void      seat, suit
    ready     seat, how (declared, shown)
    missed    seat, [tile], [from]                  a win let pass: it bars others (`missed`), no part of the record
    win       seat, [tile], [from], [flags], [concealed or called]
    bird      tile                                  turned up after a win
    foul      seat, kind
    followed  times                                 doublings earned by following the dealer
    haidi     seat                                  who took the last tile or was asked first
    back                                            the entry before was a slip

Loaded only where there are entries.
"""

from . import tiles
from .check import FOULS, Record, RecordError, called_patterns, choice, number, one_tile, one_win, parse, some_tiles
from .events import WALL_KONG
from .hand import FLAG_NAMES, MELD_NAMES, READY_NAMES, Meld
from .rules import Ruleset
from .state import taken
from .tiles import shown

FIELDS = {
    "meld": ("seat", "kind", "tiles", "from"), "kong": ("seat", "kind", "tile", "from", "chain"),
    "flower": ("seat", "tile"), "void": ("seat", "suit"), "ready": ("seat", "how"), "missed": ("seat", "tile", "from"),
    "win": ("seat", "tile", "from", "flags", "concealed", "called"), "bird": ("tile",), "foul": ("seat", "kind"),
    "followed": ("times",), "haidi": ("seat",), "back": (),
}  # fmt: skip
LEFT_OUT = ("from", "chain", "flags", "concealed", "called")  # may be; so may the tile of these:
TILE_LEFT_OUT = ("kong", "missed", "win")
KINDS = {"meld": MELD_NAMES[:2], "kong": MELD_NAMES[2:], "foul": FOULS}
# Entries of a hand. Wins, and wins let pass, come three to a tile that is given, of which a hand of Rivers of blood has
# 56 and one more for each of its 16 melds; with these, the suits put aside and fouls that makes some 250.
MOST = 254
FEWER = 190  # after so many no win let pass is taken: the rest is for what the record says


def checked(entry: object, seats: int) -> dict:
    """A well-formed entry of a table with so many seats, without what is null. RecordError names the field."""
    if not isinstance(entry, dict):
        raise RecordError("entry: an object was expected")
    what = entry.get("what")
    if not isinstance(what, str) or what not in FIELDS:
        raise RecordError("what: %s is not one of %s" % (shown(what), ", ".join(sorted(FIELDS))))
    out = {}
    for field in entry:
        if field != "what" and field not in FIELDS[what]:
            raise RecordError("%s: %s has no such field" % (shown(field, 40).strip("'"), what))
        if entry[field] is not None:
            out[field] = entry[field]
    for field in FIELDS[what]:
        if field in out:
            _field(what, field, out[field], seats)
        elif field not in LEFT_OUT and not (field == "tile" and what in TILE_LEFT_OUT):
            raise RecordError("%s: missing" % field)
    if "from" in out and out["from"] == out["seat"]:
        raise RecordError("from: %d is the seat itself" % out["seat"])
    if what == "kong" and "from" in out and out["kind"] != "kong":
        raise RecordError("from: it is for a kong of a discard")
    if "concealed" in out and "called" in out:
        raise RecordError("called: the tiles are known")
    return out


def _field(what: str, field: str, value: object, seats: int) -> None:
    if field in ("seat", "from"):
        number(value, 0, seats - 1, field)
    elif field == "kind":
        choice(value, KINDS[what], field)
    elif field == "suit":
        choice(value, ("m", "p", "s"), field)
    elif field == "how":
        choice(value, READY_NAMES[1:], field)
    elif field == "tile":
        one_tile(value, field)
    elif field == "tiles":
        if len(some_tiles(value, field)) != 3:
            raise RecordError("tiles: %s are no set of three" % shown(value))
    elif field == "concealed":
        some_tiles(value, field)
    elif field == "flags":
        if not isinstance(value, (list, tuple)):
            raise RecordError("flags: a list was expected")
        for i, flag in enumerate(value):
            choice(flag, FLAG_NAMES, "flags.%d" % i)
    elif field == "called":
        called_patterns(value, field)
    else:
        number(value, *((0, 15) if field == "chain" else (1, 2)), field)


# ---------------------------------------------------------------- at the table


def entered(rules: Ruleset, entries: list, entry: dict) -> list:
    """The entries with one more, when a hand of these rules can go on so. RecordError naming the field."""
    what = entry["what"]
    if what == "back":
        if not entries:
            raise RecordError("what: there is nothing to take back")
        return entries[:-1]
    name = entry["how"] if what == "ready" else what
    if name not in rules.course():
        raise RecordError("what: %s has no %s" % (rules.ID, name))
    if what == "void" and any(e["what"] == "void" and e["seat"] == entry["seat"] for e in entries):
        raise RecordError("seat: %d has put a suit aside already" % entry["seat"])
    most = FEWER if what == "missed" else MOST
    if len(entries) >= most:
        raise RecordError("what: there are %d entries, a hand has no more" % len(entries))
    wins = [e for e in entries if e["what"] == "win"]
    if what in ("meld", "kong", "win", "ready", "flower") and not rules.plays_on(wins, entry["seat"]):
        if what != "win" or not (_shares(wins, entry) or rules.OPENING_CLAIMS and _opens(wins, entry)):
            raise RecordError("seat: for %d the hand is over" % entry["seat"])
    elif what in ("kong", "win") and "from" in entry and not rules.plays_on(wins, entry["from"]):
        raise RecordError("from: for %d the hand is over" % entry["from"])
    if what in ("meld", "ready") and any(
        [e["seat"] == entry["seat"] and (e["what"] == "ready" or e["what"] == "win") for e in entries if "seat" in e]
    ):
        raise RecordError("seat: the hand of %d must not change any more" % entry["seat"])
    _of_the_set(rules, entries, entry)
    return entries + [_shared(entries, entry)]


def _shared(entries: list, entry: dict) -> dict:
    """The entry, sharing with those before it what it has in common with them: a controller has little room."""
    out = dict(entry)
    for e in entries:
        for field in ("concealed", "called", "tile"):
            if field in out and e.get(field) == out[field]:
                out[field] = e[field]
    return out


def _of_the_set(rules: Ruleset, entries: list, entry: dict) -> None:
    """Are its tiles such as the region has, and still to be had; is a meld one that may be laid. RecordError."""
    for field in ("tile", "tiles", "concealed"):
        for kind in tiles.parse(entry.get(field, "")):
            if not rules.copies(kind):
                raise RecordError("%s: %s is no tile of %s" % (field, tiles.name(kind), rules.ID))
    if entry["what"] == "meld":
        chow = entry["kind"] == "chow"
        if chow and not rules.CHOW:
            raise RecordError("kind: %s has no chow" % rules.ID)
        if not Meld(int(not chow), bytes(sorted(tiles.parse(entry["tiles"])))).regular():
            raise RecordError("tiles: %s is no %s" % (entry["tiles"], entry["kind"]))
        if chow and entry.get("from", (entry["seat"] - 1) % rules.SEATS) != (entry["seat"] - 1) % rules.SEATS:
            raise RecordError("from: %d is not the seat before" % entry["from"])
    if entry["what"] in ("meld", "kong", "flower", "void") or "concealed" in entry:
        hands = told(entries + [entry], rules.SEATS)["hands"]
        _supplied(rules, hands, "concealed" if entry["what"] == "win" else "tile")
        if "void" in rules.course() and entry["what"] != "win":
            _without_void(hands[entry["seat"]], "suit" if entry["what"] == "void" else "tile")


# seldom: told
def locked_win(rules: Ruleset, entries: list, entry: dict) -> dict:
    """A win without its tiles where they are those with which the seat has won before and plays on. RecordError where
    they are others.
    """
    won = [e for e in entries if e["what"] == "win" and e["seat"] == entry["seat"]]
    if not rules.PLAYS_ON or not won or "concealed" not in entry:
        return entry
    known = told(entries, rules.SEATS)["hands"][entry["seat"]].get("concealed")
    if known is None:
        return entry
    if sorted(tiles.parse(known)) != sorted(tiles.parse(entry["concealed"])):
        raise RecordError("concealed: %s were shown with the win before" % known)
    return _without(entry, "concealed")


# seldom: told
def refuse(rules: Ruleset, entries: list, entry: dict, wilds: tuple, lock: list) -> None:
    """Refuses a meld, a kong or a declaration that the page forbids, as far as the entries show it; `wilds`: the kinds
    wild for its seat, `lock`: see `locked`. RecordError. (Of an entry that stands in a journal nobody asks that.)
    """
    seat = entry["seat"]
    for field in ("tile", "tiles"):
        for kind in tiles.parse(entry.get(field, "")):
            if kind in wilds:
                raise RecordError("%s: %s is wild" % (field, tiles.name(kind)))
    frozen = any([e["what"] in ("ready", "win") and e["seat"] == seat for e in entries])
    if seat in lock or frozen and entry.get("kind") == "kong" and not rules.FROZEN_CLAIM:
        raise RecordError("seat: the hand of %d must not change any more" % seat)
    laid = told(entries, rules.SEATS)["hands"][seat].get("melds", [])
    field = rules.refuses(entry, [m["kind"] for m in laid if m["kind"] != "concealed_kong"], len(laid))
    if field:
        raise RecordError("%s: the rules of %s do not allow it" % (field, rules.ID))


def locked(rules: Ruleset, entries: list, drawn: bytes) -> list:
    """The seats whose hands are locked by dice thrown for a kong. `drawn`: what was taken from the wall (State)."""
    if not rules.DICE_LOCK:
        return []
    diced: list = []
    for code, count, dice in taken(drawn):
        if code == WALL_KONG:
            diced += [len(dice) > 0] * count
    kongs = told(entries, rules.SEATS).get("kongs", [])
    return [kong["seat"] for kong, thrown in zip(kongs, diced) if thrown] if len(kongs) == len(diced) else []


def _supplied(rules: Ruleset, hands: list, field: str) -> None:
    """Has the set as many of each tile as these hands (of a record) show."""
    seen = bytearray(tiles.KINDS)
    for hand in hands:
        for text in [m["tiles"] for m in hand.get("melds", [])] + [hand.get("flowers", ""), hand.get("concealed", "")]:
            for kind in tiles.parse(text):
                seen[kind] += 1
    for kind in range(tiles.KINDS):
        if seen[kind] > rules.copies(kind):
            raise RecordError("%s: there are no more %s" % (field, tiles.name(kind)))


# seldom: told
def _without_void(hand: dict, field: str) -> None:
    """Tiles of the suit that was put aside lie in no meld."""
    for meld in hand.get("melds", []):
        if meld["tiles"][-1] == hand.get("void_suit"):
            raise RecordError("%s: %s is of the suit put aside" % (field, meld["tiles"][-2:]))


def _shares(wins: list, entry: dict) -> bool:
    """Does another seat win on the discard, or the robbed tile, of the win before."""
    last = wins[-1]
    if "from" not in entry or last.get("from") != entry["from"] or last.get("tile") != entry.get("tile"):
        return False
    seats = []
    while wins and wins[-1].get("from") == entry["from"] and wins[-1].get("tile") == entry.get("tile"):
        seats.append(wins[-1]["seat"])
        wins = wins[:-1]
    return entry["seat"] not in seats and entry["seat"] not in [w["seat"] for w in wins]


# seldom: missed
def missed(rules: Ruleset, entries: list, seat: int) -> list:
    """Numbers of the entries with wins that a seat has let pass and that still bar it, as far as entries tell: a draw
    is none. A kong has a replacement, which is drawn; a chow or pung is a move where the region says so.
    """
    out: list = []
    moves = ("kong", "flower") if rules.MISSED[1:] == ("draw",) else ("kong", "flower", "meld")
    for n, e in enumerate(entries):
        if e.get("seat") == seat:
            if e["what"] == "missed":
                out.append(n)
            elif e["what"] in moves or e["what"] == "win" and "from" not in e:
                out = []
    return out


def standing(rules: Ruleset, entries: list) -> dict:
    """How the hand stands: `playing`, the seats that play on; `money`, the kong money of each seat ([]: none is paid);
    `needed`, the seats whose tiles are to be said if the hand ends now.
    """
    said = told(entries, rules.SEATS)
    said["region"], said["seats"] = rules.ID, rules.SEATS
    r = parse(said)
    wins = [e for e in entries if e["what"] == "win"]
    needed = {w.seat for w in r.wins if not w.called} | set(rules.hands_needed(r))
    return {
        "playing": [seat for seat in range(rules.SEATS) if rules.plays_on(wins, seat)],
        "money": rules.kong_money(r.kongs or [], r.wins),
        "needed": [seat for seat in sorted(needed) if r.hands[seat].concealed is None],
    }


def _opens(wins: list, entry: dict) -> bool:
    """Does another seat win with its dealt tiles too."""
    if any(w["seat"] == entry["seat"] for w in wins):
        return False
    return all("from" not in w and ("tile" not in w or "heavenly" in w.get("flags", ())) for w in wins + [entry])


def chain(entries: list, seats: tuple, replaced: bool) -> int:
    """How many kongs came directly before one that is made now, where the one before it is of one of these seats;
    `replaced`: what was taken from the wall last is a kong's replacement.
    """
    laid = [e for e in entries if e["what"] in ("meld", "kong")]
    last = laid[-1] if laid else {}
    if not replaced or last.get("what") != "kong" or last["seat"] not in seats:
        return 0
    return min(last.get("chain", 0) + 1, 15)


# ---------------------------------------------------------------- the record


def told(entries: list, seats: int, whole: bool = True) -> dict:
    """What the entries say of the record: `hands` (melds, flowers, ready, void_suit, and what a winner showed), `wins`
    (if it is to be `whole`), `kongs`, `birds`, `fouls`, `carry`; only what there is.
    """
    hands: list = [{} for _ in range(seats)]
    out: dict = {"hands": hands}
    wins = 0
    for e in entries:
        what = e["what"]
        if what in ("meld", "kong"):
            _lay(hands[e["seat"]], e)
        if what == "kong":
            kong = _without(e, "what")
            kong["after"] = wins
            _out_of_hand(hands[e["seat"]], e)
            out.setdefault("kongs", []).append(kong)
        elif what == "flower":
            hands[e["seat"]]["flowers"] = hands[e["seat"]].get("flowers", "") + e["tile"]
        elif what == "void":
            hands[e["seat"]]["void_suit"] = e["suit"]
        elif what == "ready":
            hands[e["seat"]]["ready"] = e["how"]
        elif what == "win":
            if "rob_kong" in e.get("flags", ()) and "from" in e and "tile" in e:
                _robbed(out, e)
            wins += 1
            if whole:
                out.setdefault("wins", []).append(_without(e, "what", "concealed"))
            if "concealed" in e:
                hands[e["seat"]]["concealed"] = e["concealed"]
        elif what == "bird":
            out.setdefault("birds", []).append(e["tile"])
        elif what == "foul":
            out.setdefault("fouls", []).append(_without(e, "what"))
        elif what == "followed":
            out.setdefault("carry", {})["followed"] = e["times"]
        elif what == "haidi":
            out.setdefault("carry", {})["haidi_seat"] = e["seat"]
    return out


def _without(entry: dict, *fields: str) -> dict:
    return {field: entry[field] for field in entry if field not in fields}


def _lay(hand: dict, e: dict) -> None:
    """The meld of an entry; the tile of an added kong goes to the pung that lies there. A kong of an unknown tile lies
    nowhere.
    """
    melds = hand.setdefault("melds", [])
    meld = {"kind": e["kind"], "tiles": e["tiles"] if e["what"] == "meld" else _four(e)}
    if not meld["tiles"]:
        return
    if "from" in e:
        meld["from"] = e["from"]
    for i, m in enumerate(melds):
        if e["kind"] == "added_kong" and m["kind"] == "pung" and m["tiles"][:1] + m["tiles"][-1:] == e["tile"]:
            if "from" in m:
                meld["from"] = m["from"]
            melds[i] = meld
            return
    melds.append(meld)


def _four(e: dict) -> str:
    tile = e.get("tile")
    return tile[0] * 4 + tile[1] if tile else ""


def _robbed(out: dict, e: dict) -> None:
    """The kong that a win has robbed is the pung again that it was."""
    for meld in out["hands"][e["from"]].get("melds", []):
        if meld["kind"] == "added_kong" and meld["tiles"] == _four(e):
            meld["kind"], meld["tiles"] = "pung", meld["tiles"][1:]
            kongs = out["kongs"]
            at = [i for i, k in enumerate(kongs) if (k["seat"], k.get("tile")) == (e["from"], e["tile"])]
            out["kongs"] = kongs[: at[-1]] + kongs[at[-1] + 1 :]
            return


def _out_of_hand(hand: dict, e: dict) -> None:
    """Of a hand that was shown with a win, the three tiles that now lie in a kong; the fourth came from outside."""
    if "concealed" in hand and "tile" in e and e["kind"] != "added_kong":
        kinds = tiles.parse(hand["concealed"])
        tile = tiles.parse(e["tile"])
        hand["concealed"] = tiles.text(kinds.replace(tile, b"", 3))


def sea_bottom(rules: Ruleset, entries: list, left: int, last_tile: bool) -> dict:
    """What a record carries where the last tile of the wall was a kong's replacement: the seat that drew it. `left` and
    `last_tile` are those of the wall.
    """
    kongs = [e["seat"] for e in entries if e["what"] == "kong"]
    return {} if left or last_tile or not kongs or not rules.SEA_BOTTOM else {"haidi_seat": kongs[-1]}


def filled(hand: dict, entries: list, seats: int) -> dict:
    """A hand record (its lists and hands may be missing) with what it leaves out of that which the entries tell; `told`
    is what they say of its carry. A list that is empty is left out: packed bytes do not tell the difference.
    """
    said = told(entries, seats)
    out = dict(said, told=said.pop("carry", {}))
    for field in hand:
        if hand[field] is not None and hand[field] != []:
            out[field] = hand[field]
    given = hand.get("hands")
    if isinstance(given, list) and len(given) == seats:
        out["hands"] = [dict(s, **h) if isinstance(h, dict) else h for s, h in zip(said["hands"], given)]
    return out


def agree(r: Record, entries: list) -> None:
    """Does a record say what the entries tell. RecordError naming the first field that does not."""
    wins = _wins_told(entries, r.seats)
    given = [(w.seat, w.tile, w.giver, w.flags, w.called) for w in r.wins]
    if wins and wins != given and _in_order(wins) != _in_order(given):
        raise RecordError("wins: not those that the table has")
    wins = given = []
    s = _said(entries, r)
    for field, wanted, found in (("kongs", _kongs(s), _kongs(r)), ("birds", s.birds, r.birds)):
        if wanted and wanted != found:
            raise RecordError("%s: not those that the table has" % field)
    for foul in s.fouls:
        if foul not in r.fouls:
            raise RecordError("fouls: the table has another one of seat %d" % foul[0])
    for key in s.carry:
        if r.carry.get(key) != s.carry[key]:
            raise RecordError("carry.%s: the table has %d" % (key, s.carry[key]))
    for i, (a, b) in enumerate(zip(s.hands, r.hands)):
        for field, mine, given in (
            ("flowers", a.flowers, b.flowers), ("ready", a.ready, b.ready), ("void_suit", a.void + 1, b.void + 1),
        ):  # fmt: skip
            if mine and mine != given:
                raise RecordError("hands.%d.%s: not what the table has" % (i, field))
        melds = [(m.kind, m.tiles) for m in b.melds]
        for m in a.melds:
            if (m.kind, m.tiles) not in melds:
                raise RecordError("hands.%d.melds: the table has %s too" % (i, tiles.text(m.tiles)))
            melds.remove((m.kind, m.tiles))


# seldom: finished
def finish(rules: Ruleset, out: dict, r: Record, entries: list) -> None:
    """Completes a record `out`, read as `r`, that agrees with the entries: claims on one tile go in the order of their
    priority, and melds have the giver that the table knows. RecordError where it says otherwise of melds, or of tiles
    that were shown with a win. (Of a record that stands in a journal nobody asked that.)
    """
    if len(r.wins) > 1:
        out["wins"] = _by_priority(rules, r, out["wins"])
    if not entries:
        return
    hands = list(out["hands"])
    for i, (a, b) in enumerate(zip(_said(entries, r).hands, r.hands)):
        if a.concealed is not None and a.concealed != b.concealed:
            raise RecordError("hands.%d.concealed: not what was shown with the win" % i)
        melds, known = [], list(a.melds)
        for n, m in enumerate(b.melds):
            meld = hands[i]["melds"][n]
            if known and (m.kind, m.tiles) == (known[0].kind, known[0].tiles):
                giver = known[0].giver
                if -1 in (giver, m.giver) or giver == m.giver:
                    known = known[1:]
                    meld = dict(meld, **{"from": giver}) if giver >= 0 else meld
            melds.append(meld)
        if known:
            raise RecordError("hands.%d.melds: not from whom, or in the order, that the table has" % i)
        if melds:
            hands[i] = dict(hands[i], melds=melds)
    out["hands"] = hands


def _on_one_tile(wins: list) -> list:
    """Of each win (seat, tile, giver ...) the first of those beside it: of other seats on the same tile of the same
    giver.
    """
    first, out = 0, []
    for i, w in enumerate(wins):
        if w[2] < 0 or not all([w[0] != other[0] and w[1:3] == other[1:3] for other in wins[first:i]]):
            first = i
        out.append(first)
    return out


# seldom: finished
def _by_priority(rules: Ruleset, r: Record, wins: list) -> list:
    """The wins of a record in order of priority: on one tile the nearest to its giver in order of play goes first, but
    for what goes before it in this region.
    """
    order = []
    for i, first in enumerate(_on_one_tile([(w.seat, w.tile, w.giver) for w in r.wins])):
        w = r.wins[i]
        order.append((first, not rules.goes_first(r, w), (w.seat - w.giver) % r.seats, i))
    return [wins[row[3]] for row in sorted(order)]


def _wins_told(entries: list, seats: int) -> list:
    """The wins of the entries, one after the other: a record of all takes much room where they are many."""
    out = []
    for e in entries:
        if e["what"] == "win":
            w = one_win(_without(e, "what", "concealed"), seats)
            out.append((w.seat, w.tile, w.giver, w.flags, w.called))
    return out


def _in_order(wins: list) -> list:
    """Wins (seat, tile, giver, flags, called), those on one tile in an order of their own."""
    return sorted(zip(_on_one_tile(wins), wins))


def _said(entries: list, r: Record) -> Record:
    """What the entries say but for the wins, as a record of the same table."""
    said = told(entries, r.seats, False)
    said["seats"], said["region"] = r.seats, r.region
    return parse(said)


def _kongs(r: Record) -> list:
    return [(k.seat, k.kind, k.tile, k.giver, k.chain, k.after) for k in r.kongs or []]
