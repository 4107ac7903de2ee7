"""Checks a hand record (JSON objects) for form and reads it into a `Record`.

What a record is stands in the hand record contract (tests/cases hold examples). Every error names the field:
`RecordError("hands.1.melds.0.from: 7 is not in 0..3")`.
"""

from . import tiles
from .hand import FLAG_NAMES, MELD_NAMES, READY_NAMES, Hand, Kong, Meld, Win
from .tiles import shown
from .values import PLAYERS, RecordError, number

# Reading tile texts, by what is remembered of them where there is room.
try:
    from .runs_kept import in_order
    from .runs_kept import parse as tiles_of
except ImportError:
    from .tiles import in_order
    from .tiles import parse as tiles_of

WINDS = "ESWN"
FOULS = ("false_win", "dead_hand", "liable")
FIELDS = (
    "region", "options", "seats", "dealer", "round_wind", "dice", "indicator", "dealer_streak", "carry",
    "hands", "wins", "kongs", "birds", "fouls",
)  # fmt: skip
DEEPEST = 4  # levels of lists and objects in options
BIG = 1 << 30  # amounts stay small ints on a 32-bit controller


class Record:
    """A checked hand record. Tiles are kinds, seats small ints, -1 means none; `kongs` is None when left out."""

    def __init__(self, region: str, options: dict, seats: int):
        self.region = region
        self.options = options
        self.seats = seats
        self.dealer = 0
        self.round_wind = 0
        self.dice = b""
        self.indicator = -1
        self.streak = 0
        self.carry: dict = {}
        self.hands: list = []
        self.wins: list = []
        self.kongs: list | None = None
        self.birds = b""
        self.fouls: list = []

    def seat_wind(self, seat: int) -> int:
        """0 East .. 3 North; the dealer is East."""
        return (seat - self.dealer) % self.seats

    def fouled(self, seat: int, *kinds: str) -> bool:
        for s, k in self.fouls:
            if s == seat and k in kinds:
                return True
        return False


# ---------------------------------------------------------------- reading JSON


def field_name(name: object) -> str:
    """The name of a field or option as part of a path."""
    return shown(name, 40)[1:-1] if isinstance(name, str) else shown(name)


def _object(value: object, fields: tuple, at: str) -> dict:
    """An object that has these fields and no others; `at` as messages begin, "record" or ".melds.0" or nothing."""
    if not isinstance(value, dict):
        raise RecordError("%s: an object was expected" % at)
    for k in value:
        if k not in fields:
            raise _unknown(value, fields, at)
    return value


# seldom: seldom
def _unknown(value: dict, fields: tuple, at: str) -> RecordError:
    unknown = sorted([field_name(k) for k in value if k not in fields])  # dicts of MicroPython have no order
    return RecordError("%s: no such field" % (unknown[0] if at == "record" else at + "." + unknown[0]))


def _each(read, values: object, at: str, *given) -> list:  # type: ignore[no-untyped-def]
    """What `read` makes of each value of a list. What is wrong with one begins with its field, as ".kind: ...": where
    it stands goes before it, so that no path is made for what is right.
    """
    out: list = []
    values = _list(values, at)
    try:
        for value in values:
            out.append(read(value, *given))
    except RecordError as e:
        raise RecordError("%s.%d%s" % (at, len(out), e)) from None
    return out


def _list(value: object, at: str) -> list:
    if not isinstance(value, (list, tuple)):
        raise RecordError("%s: a list was expected" % at)
    return list(value)


def numbers(values: object, low: int, high: int, at: str) -> list:
    return _each(number, values, at, low, high, "")


def choice(value: object, choices: tuple, at: str) -> int:
    if value is None or isinstance(value, str):
        if value in choices:
            return choices.index(value)
    raise RecordError("%s: %s is not one of %s" % (at, shown(value), ", ".join([str(c) for c in choices])))


# seldom: seldom
def _seat(value: object, seats: int, at: str) -> int:
    return number(value, 0, seats - 1, at)


def some_tiles(value: object, at: str, most: int = 42, read=in_order) -> bytes:  # type: ignore[no-untyped-def]
    """The kinds that a text names, sorted or as `read` reads it."""
    try:
        kinds = read(value)
    except tiles.TileError as e:
        raise RecordError("%s: %s" % (at, e)) from None
    if len(kinds) > most:
        raise RecordError("%s: %d tiles, at most %d can be here" % (at, len(kinds), most))
    return kinds


def one_tile(value: object, at: str) -> int:
    kinds = some_tiles(value, at, read=tiles_of)
    if len(kinds) != 1:
        raise RecordError("%s: %s is not one tile" % (at, shown(value)))
    return kinds[0]


def _meld(value: object, owner: int, seats: int) -> Meld:
    m = _object(value, ("kind", "tiles", "from"), "")
    kind = choice(m.get("kind"), MELD_NAMES, ".kind")
    kinds = some_tiles(m.get("tiles"), ".tiles", 4)
    if len(kinds) < 3:
        raise RecordError(".tiles: %s is no meld" % shown(m.get("tiles")))
    giver = m.get("from")
    if giver is None:
        return Meld(kind, kinds)
    if number(giver, 0, seats - 1, ".from") == owner:
        raise RecordError(".from: %d is the owner of the meld" % giver)
    return Meld(kind, kinds, giver)


def _hand(value: object, seat: int, seats: int) -> Hand:
    h = _object(value, ("concealed", "melds", "flowers", "ready", "void_suit", "stake"), "")
    concealed = h.get("concealed")
    if concealed is not None:
        concealed = some_tiles(concealed, ".concealed")
    hand = Hand(concealed, [])
    if len(h) == 1 and concealed is not None:
        return hand
    if "melds" in h:
        melds = _list(h["melds"], ".melds")
        if len(melds) > 5:
            raise RecordError(".melds: %d melds, at most 5 can be here" % len(melds))
        hand.melds = _each(_meld, melds, ".melds", seat, seats)
    if "flowers" in h:
        hand.flowers = some_tiles(h["flowers"], ".flowers")
    if "ready" in h:
        hand.ready = choice(h["ready"], READY_NAMES, ".ready")
    if "void_suit" in h:
        hand.void = choice(h["void_suit"], (None, "m", "p", "s"), ".void_suit") - 1
    if h.get("stake") is not None:
        hand.stake = number(h["stake"], -BIG, BIG, ".stake")
    return hand


def _hands(values: list, seats: int) -> list:
    out: list = []
    try:
        for value in values:
            out.append(_hand(value, len(out), seats))
    except RecordError as e:
        raise RecordError("hands.%d%s" % (len(out), e)) from None
    return out


# seldom: seldom
def called_patterns(value: object, at: str) -> tuple:
    c = _object(value, ("patterns", "points"), at)
    ids = _list(c.get("patterns"), at + ".patterns")
    for i, p in enumerate(ids):
        if not isinstance(p, str):
            raise RecordError("%s.patterns.%d: %s is no pattern" % (at, i, shown(p)))
    return tuple(sorted(ids)), number(c.get("points", 0), 0, BIG, at + ".points")


def one_win(value: object, seats: int) -> Win:
    w = _object(value, ("seat", "tile", "from", "flags", "called"), "")
    flags = 0
    for flag in _each(choice, w["flags"], ".flags", FLAG_NAMES, "") if "flags" in w else ():
        flags |= 1 << flag
    tile, giver, called = w.get("tile"), w.get("from"), w.get("called")
    return Win(
        number(w.get("seat"), 0, seats - 1, ".seat"),
        -1 if tile is None else one_tile(tile, ".tile"),
        -1 if giver is None else number(giver, 0, seats - 1, ".from"),
        flags,
        () if called is None else called_patterns(called, ".called"),
    )


# seldom: seldom
def _kong(value: object, seats: int) -> Kong:
    k = _object(value, ("seat", "kind", "tile", "from", "chain", "after"), "")
    kind = choice(k.get("kind"), MELD_NAMES, ".kind")
    if kind < 2:
        raise RecordError(".kind: a %s is no kong" % MELD_NAMES[kind])
    tile, giver = k.get("tile"), k.get("from")
    return Kong(
        _seat(k.get("seat"), seats, ".seat"),
        kind,
        -1 if tile is None else one_tile(tile, ".tile"),
        -1 if giver is None else _seat(giver, seats, ".from"),
        number(k.get("chain", 0), 0, 15, ".chain"),
        number(k.get("after", 0), 0, 255, ".after"),
    )


# seldom: seldom
def _foul(value: object, seats: int) -> tuple:
    f = _object(value, ("seat", "kind"), "")
    return _seat(f.get("seat"), seats, ".seat"), FOULS[choice(f.get("kind"), FOULS, ".kind")]


# seldom: seldom
def carries(way: str = "") -> dict:
    """What goes from hand to hand, by key of the vocabulary, and its highest value (`top_up` is a list of such, one for
    each seat): of that what goes "in" to a hand, or comes "out" of one, by the way given.
    """
    highest = {
        "washout": BIG, "washout_left": BIG, "follow": BIG, "broke": 1,  # in and out
        "followed": 2, "haidi_seat": 3,
        "top_up": BIG, "sub_in": 3, "over": 1,
    }  # fmt: skip
    other = {"in": ("top_up", "sub_in", "over"), "out": ("followed", "haidi_seat")}
    for key in other.get(way, ()):
        del highest[key]
    return highest


# seldom: seldom
def carried(value: object, at: str, way: str = "") -> dict:
    """What goes from one hand to the next, of that what goes "in" or comes "out" by the way given. RecordError."""
    carry: dict = {}
    highest = carries(way)
    given = _object(value, tuple(highest), at)
    for k in sorted(given):
        v, high = given[k], highest[k]
        if k != "top_up":
            carry[k] = number(v, 0, high, at + "." + k)
            continue
        carry[k] = numbers(v, 0, high, at + ".top_up")
        if len(carry[k]) > PLAYERS:
            raise RecordError("%s.top_up: %d amounts, at most %d" % (at, len(carry[k]), PLAYERS))
    return carry


# seldom: seldom
def _shallow(value: object, left: int) -> None:
    """Options hold lists and tables, but nothing so deep that walking through it would take the stack."""
    if isinstance(value, (dict, list, tuple)):
        if not left:
            raise RecordError("options: nested too deep")
        for inner in value.values() if isinstance(value, dict) else value:
            _shallow(inner, left - 1)


def _seats(r: dict) -> int:
    """Players at the table: each has a hand."""
    seats = 4 if r.get("seats") is None else number(r["seats"], 3, 4, "seats")
    hands = _list(r.get("hands"), "hands")
    if len(hands) != seats:
        raise RecordError("hands: there are %d, seats is %d" % (len(hands), seats))
    return seats


def parse(record: dict) -> Record:
    """The record, checked for form (not against its region's rules: `rules.Ruleset.check`). Raises RecordError."""
    r = _object(record, FIELDS, "record")
    region = r.get("region")
    if not isinstance(region, str) or not region:
        raise RecordError("region: %s is no region" % shown(region))
    options = r.get("options", {})
    if not isinstance(options, dict):
        raise RecordError("options: an object was expected")
    if options:
        _shallow(options, DEEPEST)
    n = _seats(r)
    out = Record(region, options, n)
    if "dealer" in r:
        out.dealer = number(r["dealer"], 0, n - 1, "dealer")
    if "round_wind" in r:
        out.round_wind = choice(r["round_wind"], tuple(WINDS), "round_wind")
    if "dice" in r:
        out.dice = bytes(numbers(r["dice"], 1, 6, "dice"))
    if r.get("indicator") is not None:
        out.indicator = one_tile(r["indicator"], "indicator")
    if "dealer_streak" in r:
        out.streak = number(r["dealer_streak"], 0, 255, "dealer_streak")
    if "carry" in r:
        out.carry = carried(r["carry"], "carry")
    out.hands = _hands(r["hands"], n)
    if "wins" in r:
        out.wins = _each(one_win, r["wins"], "wins", n)
    if r.get("kongs") is not None:
        out.kongs = _each(_kong, r["kongs"], "kongs", n)
    if "birds" in r:
        out.birds = bytes(_each(one_tile, r["birds"], "birds", ""))
    if "fouls" in r:
        out.fouls = _each(_foul, r["fouls"], "fouls", n)
    return out
