"""What a table knows at one moment, what follows from it, and the whole of it as bytes and back.

The bytes are canonical JSON: equal states give equal bytes on both interpreters, and a dump of the flash can be read.
What a hand changes is the core; beside it stand what no undo takes back (seq, recent, seal) and the last hand with the
core as it was before it.
"""

import binascii

from . import check, events, rules
from .events import EventError, from_canonical
from .walk import Wall

FORMAT = 1
BIG = 0xFFFFFFFF
# Attributes that make up the core; `rules` follow from region and options, `wall` from dice, indicator and drawn.
CORE = (
    "region", "options", "session_no", "hand_no", "scores", "dealer", "thrower", "first_dealer", "dealt", "round_wind",
    "streak", "carry", "dice", "kong_dice", "indicator", "drawn",
)  # fmt: skip
BYTES = ("dice", "drawn", "kong_dice")
WHOLE = ("format", "seq", "recent", "seal", "last", "core")
LAST = ("seq", "hand", "dealer", "delta", "before", "corrected", "sub_in")


class State:
    """The attributes are for reading; only Table.apply() changes them."""

    def __init__(self) -> None:
        self.seq = 0  # events applied
        self.recent: list = []  # [request, number of its event], the latest ones
        self.seal = b""  # commitment to the secret of the next throw, b"" when there is none
        self.last: dict | None = None  # the hand that can be taken back; keys LAST, `before` being a core
        self.rules: rules.Ruleset | None = None
        self.region: str | None = None
        self.options: dict = {}  # those that differ from the region's defaults
        self.session_no = 0  # 0: there has been none
        self.hand_no = 0  # of the hand in progress or to come, from 1
        self.scores: list = []  # by seat; a fifth one for the player sitting out
        self.dealer: int | None = None  # None: the next throw decides
        self.thrower = 0  # the seat that throws for the dealer then: the last dealer
        self.first_dealer: int | None = None  # of the session, or since the region was changed
        self.dealt = 0  # bit by seat: has been dealer in this round
        self.round_wind = 0  # 0 East .. 3 North
        self.streak = 0  # hands in a row that the dealer has held the deal before this one
        self.carry: dict = {}
        self.dice = b""  # thrown for this hand
        self.kong_dice = b""  # thrown for a kong whose replacement is not taken yet
        self.indicator: int | None = None  # kind of the turned-up tile
        self.drawn = b""  # what was taken from the wall: code, count, n, n dice; like after like is counted up
        self.wall: Wall | None = None

    # ------------------------------------------------------------ what follows

    @property
    def ruleset(self) -> rules.Ruleset:
        """The rules, where there must be some: EventError when no region is set."""
        if self.rules is None:
            raise EventError("region", "there is none yet", True)
        return self.rules

    @property
    def seats(self) -> int:
        return self.rules.SEATS if self.rules else 0

    @property
    def players(self) -> int:
        """Those with a score: one more than seats where one sits out."""
        return self.rules.options.get("players", self.rules.SEATS) if self.rules else 0

    @property
    def phase(self) -> str:
        """new, ready, throw, wild or play (see table.py)."""
        if not self.rules or len(self.scores) != self.players or self.carry.get("over"):
            return "new"
        if self.dealer is not None and self.dealer >= self.seats:
            return "new"
        if not self.dice:
            return "ready"
        if self.wall is None:
            return "throw"
        return "wild" if self.rules.HAS_INDICATOR and self.indicator is None else "play"

    @property
    def throw(self) -> "tuple | None":
        """(seat, number of dice) of the throw that is due, or None."""
        if self.phase not in ("ready", "throw"):
            return None
        if self.dealer is None:
            return self.thrower, self.ruleset.throws(self.thrower, b"")[0][1]
        return self.due(self.dice)

    def due(self, thrown: bytes) -> "tuple | None":
        """(seat, number of dice) of the throw that comes after `thrown`; None when that was all."""
        made = 0
        for seat, n in self.ruleset.throws(self._known_dealer(), thrown):
            if made == len(thrown):
                return seat, n
            made += n
        if made != len(thrown):
            raise EventError("dice", "%d are not whole throws" % len(thrown))
        return None

    def _known_dealer(self) -> int:
        if self.dealer is None:
            raise EventError("dealer", "the dice are to decide", True)
        return self.dealer

    @property
    def wilds(self) -> tuple:
        """Kinds that are wild for everybody."""
        return self.rules.wilds(self.indicator) if self.rules and self.indicator is not None else ()

    def find(self, request: int) -> "int | None":
        """Number of the event that a request (events.request_crc) has caused, or None. A repeat does nothing again."""
        for known, seq in self.recent:
            if known == request:
                return seq
        return None

    def built(self, thrown: bytes, indicator: "int | None", drawn: bytes) -> "Wall | None":
        """The wall after what was drawn; None when it refuses some of it."""
        wall = Wall(self.ruleset, self._known_dealer(), thrown, indicator)
        at = 0
        while at < len(drawn):
            code, count, n = drawn[at : at + 3]
            at += 3 + n
            for _ in range(count):
                if not wall.apply(code, drawn[at - n : at]):
                    return None
        return wall

    # ------------------------------------------------------------ to bytes

    def core(self) -> dict:
        out = {}
        for field in CORE:
            value = getattr(self, field)
            out[field] = hexed(value) if field in BYTES else value
        return out

    def snapshot(self) -> bytes:
        """The whole state. Equal states give equal bytes."""
        whole = {
            "format": FORMAT, "seq": self.seq, "recent": self.recent, "seal": hexed(self.seal), "last": self.last,
            "core": self.core(),
        }  # fmt: skip
        return check.canonical(whole).encode()

    def difference(self, data: bytes) -> str:
        """Where a snapshot differs from this state, in words; "" when it does not."""
        mine, other = from_canonical(self.snapshot(), "snapshot"), from_canonical(data, "snapshot")
        fields: tuple = WHOLE
        if all([mine[f] == other.get(f) for f in WHOLE[:-1]]) and isinstance(other.get("core"), dict):
            mine, other, fields = mine["core"], other["core"], CORE
        for field in fields:
            if mine[field] != other.get(field):
                return "%s: the snapshot has %r, the events give %r" % (field, other.get(field), mine[field])
        return "" if data == self.snapshot() else "it has fields that no table writes"

    # ------------------------------------------------------------ from bytes

    def take(self, other: "State", fields: tuple = CORE + ("seq", "recent", "seal", "last")) -> None:
        for field in fields + ("rules", "wall"):
            setattr(self, field, getattr(other, field))

    def read(self, data: bytes) -> None:
        """Fill a fresh state from a snapshot. EventError when no table can have written it."""
        whole = from_canonical(data, "snapshot")
        if sorted(whole) != sorted(WHOLE) or whole["format"] != FORMAT:
            raise EventError("snapshot", "is not of format %d" % FORMAT)
        self.read_core(whole["core"])
        self.seq = number(whole["seq"], 0, BIG, "seq")
        for pair in listed(whole["recent"], "recent"):
            if numbers(pair, 0, BIG, "recent") and len(pair) != 2:
                raise EventError("recent", "%r is no pair" % pair)
        self.recent = whole["recent"]
        self.seal = unhexed(whole["seal"], "seal")
        if whole["last"] is not None:
            self._read_last(whole["last"])
        if self.snapshot() != data:
            raise EventError("snapshot", "is not what a table writes")

    def _read_last(self, last: dict) -> None:
        if not isinstance(last, dict) or sorted(last) != sorted(LAST):
            raise EventError("last", "is no hand")
        before = type(self)()
        before.read_core(last["before"])
        places = len(before.scores)
        number(last["seq"], 1, self.seq, "last.seq")
        number(last["hand"], 1, BIG, "last.hand")
        number(last["dealer"], 0, before.seats - 1, "last.dealer")
        if last["sub_in"] is not None:
            number(last["sub_in"], 0, before.seats - 1, "last.sub_in")
        for field in ("delta", "corrected"):
            if len(numbers(last[field], -events.SCORE_LIMIT, events.SCORE_LIMIT, "last." + field)) != places:
                raise EventError("last." + field, "%r are not %d amounts" % (last[field], places))
        self.last = last

    def read_core(self, core: object) -> None:
        """Fill a fresh state from a core, rules and wall included. EventError when it is none."""
        if not isinstance(core, dict) or sorted(core) != sorted(CORE):
            raise EventError("core", "is no core")
        if core["region"] is not None:
            try:
                self.rules = rules.load(core["region"], core["options"])
            except check.RecordError as error:
                raise refused(error) from None
            self.region = core["region"]
            self.options = self.rules.changed
        most = events.PLAYERS - 1
        self.session_no = number(core["session_no"], 0, BIG, "session_no")
        self.hand_no = number(core["hand_no"], 0, BIG, "hand_no")
        self.scores = numbers(core["scores"], -events.SCORE_LIMIT, events.SCORE_LIMIT, "scores")
        self.thrower = number(core["thrower"], 0, most, "thrower")
        self.dealt = number(core["dealt"], 0, (2 << most) - 1, "dealt")
        self.round_wind = number(core["round_wind"], 0, 3, "round_wind")
        self.streak = number(core["streak"], 0, 255, "streak")
        self.carry = carried(core["carry"], "carry")
        for field in ("dealer", "first_dealer"):
            if core[field] is not None:
                setattr(self, field, number(core[field], 0, most, field))
        self._read_hand(core)

    def _read_hand(self, core: dict) -> None:
        self.dice = unhexed(core["dice"], "dice")
        for die in self.dice:
            number(die, 1, 6, "dice")
        if not self.dice:
            return
        if self.phase == "new" or self.dealer is None:
            raise EventError("dice", "there is no hand that they were thrown for")
        if self.due(self.dice):
            return
        drawn = unhexed(core["drawn"], "drawn")
        at = 0
        while at < len(drawn):
            at += 3 + (drawn[at + 2] if at + 2 < len(drawn) else 0)
        if core["indicator"] is not None:
            self.indicator = number(core["indicator"], 0, 41, "indicator")
        self.wall = self.built(self.dice, self.indicator, drawn) if at == len(drawn) else None
        if self.wall is None:
            raise EventError("drawn", "is not what a wall gives")
        self.drawn = drawn
        self.kong_dice = unhexed(core["kong_dice"], "kong_dice")


# ---------------------------------------------------------------- reading JSON


def hexed(data: bytes) -> str:
    return str(binascii.hexlify(data), "ascii")


def unhexed(text: object, field: str) -> bytes:
    try:
        return binascii.unhexlify(text)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        raise EventError(field, "%r is not hexadecimal" % (text,)) from None


def number(value: object, low: int, high: int, field: str) -> int:
    try:
        return check.number(value, low, high, field)
    except check.RecordError as error:
        raise refused(error) from None


def listed(value: object, field: str) -> list:
    if not isinstance(value, list):
        raise EventError(field, "%r is no list" % (value,))
    return value


def numbers(values: object, low: int, high: int, field: str) -> list:
    return [number(v, low, high, field) for v in listed(values, field)]


def carried(value: object, field: str) -> dict:
    """What one hand leaves to the next: keys of the vocabulary, numbers or (top_up) a list of them."""
    if not isinstance(value, dict):
        raise EventError(field, "is no object")
    for key in sorted(value, key=str):
        if key not in check.CARRY:
            raise EventError(field, "%s is nothing that a hand leaves" % key)
        amounts = value[key] if isinstance(value[key], list) else [value[key]]
        numbers(amounts[: events.PLAYERS + 1], 0, check.BIG, field + "." + key)
        if len(amounts) > events.PLAYERS:
            raise EventError(field + "." + key, "%d amounts, at most %d" % (len(amounts), events.PLAYERS))
    return dict(value)


def refused(error: Exception) -> EventError:
    """A RecordError, whose message begins with the field, as an EventError."""
    parts = str(error).split(": ", 1)
    return EventError(parts[0], parts[1]) if len(parts) == 2 else EventError("record", str(error))
