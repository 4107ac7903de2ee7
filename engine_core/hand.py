"""Melds, hands, claims: a finished hand as the core sees it. Seats and kinds are small ints, -1 is none or unknown."""

from . import tiles

CHOW, PUNG, KONG, ADDED_KONG, CONCEALED_KONG = range(5)
MELD_NAMES = ("chow", "pung", "kong", "added_kong", "concealed_kong")

AFTER_KONG, AFTER_FLOWER, KONG_DISCARD, ROB_KONG, LAST_TILE, HEAVENLY, EARTHLY, HUMANLY = 1, 2, 4, 8, 16, 32, 64, 128
FLAG_NAMES = (
    "after_kong", "after_flower", "kong_discard", "rob_kong", "last_tile", "heavenly", "earthly", "humanly",
)  # fmt: skip

NOT_READY, DECLARED, SHOWN = range(3)
READY_NAMES = (None, "declared", "shown")


class Meld:
    """A set on the table: `kind` CHOW..CONCEALED_KONG, `tiles` sorted kinds as recorded, `giver` whom it came from."""

    def __init__(self, kind: int, kinds: bytes, giver: int = -1):
        self.kind = kind
        self.tiles = kinds
        self.giver = giver

    @property
    def tile(self) -> int:
        """The kind of a pung or kong, the lowest of a chow; of a malformed one the lowest too."""
        return self.tiles[0]

    def regular(self) -> bool:
        """Three consecutive tiles of a suit, or three or four equal ones, as the kind says."""
        t = self.tiles
        if self.kind == CHOW:
            a = t[0]
            return len(t) == 3 and a < tiles.HONOURS and a % 9 < 7 and t[1] == a + 1 and t[2] == a + 2
        return len(t) == (3 if self.kind == PUNG else 4) and t[0] == t[-1] and t[0] < tiles.FLOWERS


class Hand:
    """What a seat holds at the end: `concealed` kinds without the winning tile (None: not known), `melds`, `flowers`.

    `ready` is NOT_READY, DECLARED or SHOWN, `void` the suit put aside (0 m, 1 p, 2 s, -1 none), `stake` chips or None.
    """

    def __init__(self, concealed: bytes | None, melds: list, flowers: bytes = b"", ready: int = 0, void: int = -1):
        self.concealed = concealed
        self.melds = melds
        self.flowers = flowers
        self.ready = ready
        self.void = void
        self.stake: int | None = None

    def counts(self) -> bytearray:
        """How often the hand has each of the 42 kinds, without its melds."""
        return tiles.count(self.concealed or b"")

    def fed_by(self, seat: int) -> int:
        """How many melds came from that seat's discards (concealed kongs never do)."""
        n = 0
        for m in self.melds:
            if m.giver == seat and m.kind != CONCEALED_KONG:
                n += 1
        return n

    def shows_pung(self, kind: int) -> bool:
        for m in self.melds:
            if m.kind == PUNG and m.tile == kind:
                return True
        return False


class Win:
    """A claim: `seat`, `tile` (-1: none), `giver` (-1: drawn), `flags` bits, `called` (pattern ids, points) or ()."""

    def __init__(self, seat: int, tile: int, giver: int = -1, flags: int = 0, called: tuple = ()):
        self.seat = seat
        self.tile = tile
        self.giver = giver
        self.flags = flags
        self.called = called

    def beside(self, first: "Win") -> bool:
        """Is it another seat's claim on the very tile that `first` took from its giver."""
        return self.giver >= 0 and self.giver == first.giver and self.tile == first.tile and self.seat != first.seat


class Kong:
    """A kong as declared: the `after` wins before it, the `chain` kongs directly before it in the same run."""

    def __init__(self, seat: int, kind: int, tile: int, giver: int = -1, chain: int = 0, after: int = 0):
        self.seat = seat
        self.kind = kind
        self.tile = tile
        self.giver = giver
        self.chain = chain
        self.after = after
