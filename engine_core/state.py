"""What a table knows at one moment, what follows from it, and the whole of it as bytes.

The bytes are canonical JSON: equal states give equal bytes on both interpreters, and a dump of the flash can be read.
What a hand changes is the core; beside it stand what no undo takes back (seq, recent, seal) and the last hand with the
core as it was before it. The way back from bytes is restore.py, which a controller needs at its start only.
"""

import binascii

from .canonical import canonical
from .events import EventError
from .rules import Ruleset
from .walk import Wall

FORMAT = 1
RECENT = 16  # requests remembered
PLAIN = 16  # entries of a course that a core has as they are; more it has condensed (condensed.py)
# Attributes that make up the core; `rules` follow from region and options, `wall` from dice, indicator and drawn.
CORE = (
    "region", "options", "session_no", "hand_no", "scores", "dealer", "thrower", "first_dealer", "dealt", "round_wind",
    "streak", "carry", "dice", "kong_dice", "indicator", "drawn", "course", "chips", "fined", "given",
)  # fmt: skip
DEFAULTS = {"course": [], "chips": False, "fined": None, "given": 0}  # a core leaves out what is so
BYTES = ("dice", "drawn", "kong_dice")
UNDONE = CORE + ("rules", "wall")
ALL = UNDONE + ("seq", "recent", "seal", "last")


def taken(drawn: bytes) -> list:
    """What was taken from the wall, in order: (event, how many times, dice), as `drawn` of the state has it."""
    out, at = [], 0
    while at < len(drawn):
        code, count, n = drawn[at : at + 3]
        at += 3 + n
        out.append((code, count, drawn[at - n : at]))
    return out


class State:
    """The attributes are for reading; only Table.apply() changes them."""

    def __init__(self) -> None:
        self.seq = 0  # events applied
        self.recent: list = []  # [request, number of its event], the latest ones
        self.seal = b""  # commitment to the secret of the next throw, b"" when there is none
        self.last: dict | None = None  # the hand that can be taken back (Table._hand); `before` is a core
        self.rules: Ruleset | None = None
        self.region: str | None = None
        self.options: dict = {}  # those that differ from the region's defaults
        self.session_no = 0  # 0: there has been none
        self.hand_no = 0  # of the hand in progress or to come, from 1
        self.scores: list = []  # by seat; a fifth one for the player sitting out
        self.dealer: int | None = None  # None: the next throw decides
        self.thrower = 0  # the seat that throws for the dealer then: the last dealer; else 0
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
        self.course: list = []  # entries of the hand in progress (course.py)
        self.chips = False  # the scores are chips: the session was begun with a region that settles to them
        # What penalties have brought each score of the chips, which is paid when the session is over: no hand is
        # settled to it. None where there are none, or firmware has begun the session that paid them at once.
        self.fined: list | None = None
        self.given = 0  # hands of the session that were played at a table which is no more

    # ------------------------------------------------------------ what follows

    @property
    def ruleset(self) -> Ruleset:
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
        rules = self.rules
        if not rules or len(self.scores) != rules.options.get("players", rules.SEATS) or self.carry.get("over"):
            return "new"
        if rules.STAKES != self.chips:
            return "new"
        if (self.thrower if self.dealer is None else self.dealer) >= rules.SEATS:
            return "new"
        if not self.dice:
            return "ready"
        if self.wall is None:
            return "throw"
        return "wild" if rules.HAS_INDICATOR and self.indicator is None else "play"

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
        for code, count, dice in taken(drawn):
            for _ in range(count):
                if not wall.apply(code, dice):
                    return None
        return wall

    # ------------------------------------------------------------ to bytes

    def core(self) -> dict:
        out = {}
        for field in CORE:
            value = getattr(self, field)
            out[field] = hexed(value) if field in BYTES else value
        for field in DEFAULTS:
            if out[field] == DEFAULTS[field]:
                del out[field]
        if len(self.course) > PLAIN:
            from .condensed import condensed

            out["course"] = condensed(self.course)
        return out

    def whole(self) -> dict:
        return {
            "format": FORMAT, "seq": self.seq, "recent": self.recent, "seal": hexed(self.seal), "last": self.last,
            "core": self.core(),
        }  # fmt: skip

    def snapshot(self) -> bytes:
        """The whole state. Equal states give equal bytes."""
        return canonical(self.whole(), "snapshot").encode()

    def kept(self) -> tuple:
        """The values of ALL. Written out: a start asks for them at each event that it replays."""
        return (
            self.region, self.options, self.session_no, self.hand_no, self.scores, self.dealer, self.thrower,
            self.first_dealer, self.dealt, self.round_wind, self.streak, self.carry, self.dice, self.kong_dice,
            self.indicator, self.drawn, self.course, self.chips, self.fined, self.given, self.rules, self.wall,
            self.seq, self.recent, self.seal, self.last,
        )  # fmt: skip

    # ------------------------------------------------------------ from another state, from a core

    def take(self, other: "State", fields: tuple = ALL) -> None:
        """Be as the other one is."""
        for field in fields:
            setattr(self, field, getattr(other, field))

    # seldom: restored
    def fill(self, core: dict) -> None:
        """Take over a core as core() has made it, but for the wall (see build)."""
        for field in CORE:
            value = core.get(field, DEFAULTS[field]) if field in DEFAULTS else core[field]
            setattr(self, field, binascii.unhexlify(value) if field in BYTES else value)
        if isinstance(core.get("course"), dict):
            from .condensed import entries

            self.course = entries(core["course"])
        if self.region is not None:
            from .rules import load

            self.rules = load(self.region, self.options)
            self.options = self.rules.changed

    # seldom: restored
    def build(self) -> None:
        """The wall, when all dice for it are thrown. EventError when it does not give what was drawn."""
        if self.dice and not self.due(self.dice):
            self.wall = self.built(self.dice, self.indicator, self.drawn)
            if self.wall is None:
                raise EventError("drawn", "is not what a wall gives")


def hexed(data: bytes) -> str:
    return str(binascii.hexlify(data), "ascii")
