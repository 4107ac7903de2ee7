"""Reading a hand record on a PC: what is usual at once, all else as check.py does, which also says what is wrong.

An object has no unknown fields when it has as many as were found of the known ones.
"""

from functools import lru_cache

from . import check, hand, tiles
from .check import BIG, DEEPEST, Record
from .hands_kept import LONG, Meld, Unknown, Unusual, beside_of, hand_of, suits, tiles_of
from .many_kept import MANY, keep

KINDS = {tiles.name(kind): kind for kind in range(tiles.KINDS)}
FLAGS = {name: 1 << bit for bit, name in enumerate(hand.FLAG_NAMES)}
MELDS = {name: kind for kind, name in enumerate(hand.MELD_NAMES)}
KONGS = {name: kind for name, kind in MELDS.items() if kind >= hand.KONG}
READY = {name: ready for ready, name in enumerate(hand.READY_NAMES)}
WIND = {name: wind for wind, name in enumerate(check.WINDS)}
VOID = {None: -1, "m": 0, "p": 1, "s": 2}
FIELDS = frozenset(check.FIELDS)
CARRIES = check.carries()
NO_OPTIONS: dict = {}
NOTHING: dict = {}
MELDS_AT_MOST = 5
# What reads the tiles of who claims a win, and those of the others: whose hands are to be known by suits.
ALL, WINNERS, NOBODY = (hand_of, hand_of), (hand_of, beside_of), (beside_of, beside_of)
READ: dict = {}  # one of these by region; ALL if there is none


def parse(record: dict) -> Record:
    """As `check.parse`."""
    try:
        return _record(record)
    except (ValueError, KeyError, TypeError, AttributeError):  # it is not what is usual
        return check.parse(record)


def _record(r: dict) -> Record:
    if r.__class__ is not dict:
        raise Unusual
    region, options, hands = r["region"], r.get("options", NO_OPTIONS), r["hands"]
    if region.__class__ is not str or not region or options.__class__ is not dict or hands.__class__ is not list:
        raise Unusual
    if options:
        check._shallow(options, DEEPEST)
    seats = 4 if r.get("seats") is None else _number(r["seats"], 3, 4)
    if len(hands) != seats:
        raise Unusual
    out = Record(region, options, seats)
    left = len(r) - 2
    of_winner, of_other = READ.get(region, ALL)
    readers = [of_other] * seats
    if "wins" in r:
        wins = r["wins"]
        if wins.__class__ is not list:
            raise Unusual
        for w in wins:
            claim = _win(w, seats)
            out.wins.append(claim)
            readers[claim.seat] = of_winner
        left -= 1
    add = out.hands.append
    for h, read in zip(hands, readers):
        text = h.get("concealed")
        if text is None or len(text) > LONG:
            add(_unusual_hand(h, text, len(out.hands), seats))
            continue
        known = read(text)
        add(known)
        if len(h) > 1:
            if len(h) > 2:
                _more_of_hand(h, known, len(out.hands) - 1, seats)
            elif "melds" in h:
                _melds(known, h["melds"], len(out.hands) - 1, seats)
            elif "void_suit" in h:
                known.void = VOID[h["void_suit"]]
            else:
                _more_of_hand(h, known, len(out.hands) - 1, seats)
    if "dealer" in r:
        out.dealer = dealer = r["dealer"]
        if dealer.__class__ is not int or not 0 <= dealer < seats:
            raise Unusual
        left -= 1
    if left and "indicator" in r:
        if r["indicator"] is not None:
            out.indicator = KINDS[r["indicator"]]
        left -= 1
    if left:
        _more(r, out)
    return out


def _unusual_hand(h: dict, text: str | None, seat: int, seats: int) -> hand.Hand:
    """A hand whose tiles are not known, or that has too many."""
    if text is not None:
        return check._hand(h, seat, seats)
    out = Unknown()
    if len(h) > ("concealed" in h):
        _more_of_hand(h, out, seat, seats)
    return out


def _more(r: dict, out: Record) -> None:
    """The fields that fewer records have."""
    if not r.keys() <= FIELDS:
        raise Unusual
    if "round_wind" in r:
        out.round_wind = WIND[r["round_wind"]]
    if "dice" in r:
        dice = _list(r["dice"])
        for n in dice:
            if n.__class__ is not int or not 0 < n < 7:
                raise Unusual
        out.dice = bytes(dice)
    if "dealer_streak" in r:
        out.streak = _number(r["dealer_streak"], 0, 255)
    if "carry" in r:
        carry = r["carry"]
        if carry != NOTHING:
            for key, value in carry.items():
                if value.__class__ is not int or not 0 <= value <= CARRIES[key] or key == "top_up":
                    raise Unusual
            out.carry = dict(sorted(carry.items()))
    if r.get("kongs") is not None:
        out.kongs = [_kong(k, out.seats) for k in _list(r["kongs"])]
    if "birds" in r:
        out.birds = bytes([KINDS[bird] for bird in _list(r["birds"])])
    if "fouls" in r:
        fouls = r["fouls"]
        if fouls or type(fouls) is not list:
            out.fouls = [check._foul(f, out.seats) for f in _list(fouls)]


def _number(value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise Unusual
    return value


def _list(value: object) -> list:
    if type(value) is not list:
        raise Unusual
    return value


def _more_of_hand(h: dict, out: hand.Hand, seat: int, seats: int) -> None:
    """The fields beside the concealed tiles."""
    left = len(h) - ("concealed" in h)
    if "void_suit" in h:
        out.void = VOID[h["void_suit"]]
        left -= 1
    if "melds" in h:
        _melds(out, h["melds"], seat, seats)
        left -= 1
    if left and "flowers" in h:
        out.flowers, held = _flowers(h["flowers"])
        out.held += held  # type: ignore[attr-defined]
        left -= 1
    if left and "ready" in h:
        out.ready = READY[h["ready"]]
        left -= 1
    if left and "stake" in h:
        out.stake = None if h["stake"] is None else _number(h["stake"], -BIG, BIG)
        left -= 1
    if left:
        raise Unusual


MELD_OF: dict = {}  # melds by their kind, texts, giver with its class (True is no seat, though it is 1), and fields


def _melds(out: hand.Hand, melds: list, seat: int, seats: int) -> None:
    if melds.__class__ is not list or len(melds) > MELDS_AT_MOST:
        raise Unusual
    held = out.held  # type: ignore[attr-defined]
    add = out.melds.append
    for m in melds:
        giver = m.get("from", NOT_SAID)
        key = m["kind"], m["tiles"], giver, giver.__class__, len(m)
        meld = MELD_OF.get(key) or _meld(*key)
        giver = meld.giver
        if giver == seat or giver >= seats:
            raise Unusual
        add(meld)
        held += meld.held
    out.held = held  # type: ignore[attr-defined]


NOT_SAID = ""


def _meld(kind: str, text: str, giver: object, sort: type, fields: int) -> Meld:
    if len(text) > LONG or fields != 3 - (giver is NOT_SAID):
        raise Unusual
    kinds, held = tiles_of(suits(text))
    if not 3 <= len(kinds) <= 4:
        raise Unusual
    meld = Meld(MELDS[kind], kinds, -1 if giver is None or giver is NOT_SAID else _number(giver, 0, 3))
    meld.held = held
    meld.shown = 0
    found: Meld = keep(MELD_OF, (kind, text, giver, sort, fields), meld)
    return found


@lru_cache(MANY)
def _flowers(text: str) -> tuple:
    """The kinds of a hand's flowers, and what they hold."""
    if len(text) > LONG:
        raise Unusual
    return tiles_of(suits(text))


def _kong(k: dict, seats: int, new=object.__new__) -> hand.Kong:  # type: ignore[no-untyped-def]
    seat = k["seat"]
    giver = tile = -1
    left = len(k) - 2
    if "tile" in k:
        left -= 1
        if k["tile"] is not None:
            tile = KINDS[k["tile"]]
    if "from" in k:
        left -= 1
        giver = k["from"]
        if giver is None:
            giver = -1
        elif type(giver) is not int or not 0 <= giver < seats:
            raise Unusual
    if type(seat) is not int or not 0 <= seat < seats:
        raise Unusual
    out: hand.Kong = new(hand.Kong)  # as its __init__ does
    out.seat = seat
    out.kind = KONGS[k["kind"]]
    out.tile = tile
    out.giver = giver
    out.chain = out.after = 0
    if left and "chain" in k:
        left -= 1
        chain = k["chain"]
        if chain.__class__ is not int or not 0 <= chain < 16:
            raise Unusual
        out.chain = chain
    if left and "after" in k:
        left -= 1
        out.after = _number(k["after"], 0, 255)
    if left:
        raise Unusual
    return out


def _win(w: dict, seats: int, new=object.__new__) -> hand.Win:  # type: ignore[no-untyped-def]
    seat, tile, giver = w["seat"], w.get("tile"), w.get("from")
    left = len(w) - 1
    flags = 0
    if tile is not None:
        tile = KINDS[tile]
        left -= 1
    else:
        tile = -1
        left -= "tile" in w
    if giver is not None:
        if giver.__class__ is not int or not 0 <= giver < seats:
            raise Unusual
        left -= 1
    else:
        giver = -1
        left -= "from" in w
    if left:
        if "flags" in w:
            left -= 1
            for flag in _list(w["flags"]):
                flags |= FLAGS[flag]
        if left:
            return check.one_win(w, seats)
    if seat.__class__ is not int or not 0 <= seat < seats:
        raise Unusual
    out: hand.Win = new(hand.Win)  # as its __init__ does: the call costs as much as all of it
    out.seat = seat
    out.tile = tile
    out.giver = giver
    out.flags = flags
    out.called = ()
    return out
