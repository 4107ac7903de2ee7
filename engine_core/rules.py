"""The questions every region answers, with the common answer as default. A region overrides only where it differs.

`load("ningbo", {"minimum": 3})` gives the region's `Rules`. Pages: regions/rules/<region>.md.
"""

from . import hand, tiles
from .check import Record, RecordError, field_name, number, numbers
from .settle import Claim, Settlement, false_winners


def load(region: str, options: dict | None = None) -> "Ruleset":
    """The rules of a region with its options, or RecordError naming `region` or `options.<id>`."""
    if not isinstance(region, str) or not 0 < len(region) <= 32 or min(region) < "a" or max(region) > "z":
        raise RecordError("region: %s is no region" % tiles.shown(region))
    name = "engine_core.regions." + region
    try:
        rules = getattr(__import__(name, None, None, ("Rules",), 0), "Rules", None)
    except ImportError as e:
        if not str(e).endswith("'%s'" % name):  # something that the region itself imports
            raise
        rules = None
    if rules is None:
        raise RecordError("region: there is no %s" % region)
    return rules(options or {})


# seldom: options
def _rows(rules: "Ruleset") -> tuple:
    """The rows of all options that these rules have."""
    return rules.OPTIONS + rules.HOUSE


# seldom: options
def _displayable(code: int) -> bool:
    return 32 <= code < 127 or 160 < code < 0xD800 or 0xDFFF < code < 0xFFFE


# seldom: options
def _is_number(value: object, within: tuple) -> bool:
    """Is it an integer in low..high (a bool is none)."""
    return isinstance(value, int) and not isinstance(value, bool) and within[0] <= value <= within[1]


class Ruleset:
    """One region with its options. Seats are 0..SEATS-1, sides of the wall likewise, tiles are kinds."""

    ID = ""
    SEATS = 4
    HAND = 13  # concealed tiles and three for each meld, before the win
    LETTERS = "mpsz"  # what the set is made of; ABSENT are kinds of these that it lacks
    ABSENT = b""
    ROUND_WIND = False  # does the round wind count
    # Rows (id, default, range): range (low, high) of a number, the tuple of words to choose from, None for a bool, how
    # many characters a text may have. A default {} is a table of the region's patterns, a list so many numbers; the
    # range is that of the numbers. A controller has the defaults alone at hand (host/mjtable/defaults.py).
    OPTIONS: tuple = ()
    ONLY: dict = {}  # option -> the numbers that it may be, where not all of its range
    # Every region has these beside its own: what a house changes of the worths, and the name that it gives its rules
    # (texts.house_name).
    HOUSE: tuple = (("worths", {}, (0, 9999)), ("house", "", 40))
    WORTHS = "worths"  # the option that holds them
    # Rows (id, worth), in the order of the page.
    PATTERNS: tuple = ()
    FLAGS = hand.AFTER_KONG | hand.ROB_KONG  # the flags of a win that mean something
    REPEATED: tuple = ()  # the patterns that count as often as they are there
    POINTS = False  # are points counted beside called patterns
    STAKES = False  # is a hand settled to the chips that each seat has; START are those of a new session
    START = 0
    # What follows when a player leaves the table: the key of `carry` that is forgotten, "dice" that decide who deals,
    # or the points that he loses and nobody gets; None: nothing.
    LEFT: "str | int | None" = None
    OPENING_CLAIMS = False  # Changsha: a claim on the dealt tiles comes without a winning tile
    IN_POINTS: tuple = ()  # the patterns whose worth is in the text `unit.points`, not in `unit.worth`
    BARE: tuple = ()  # the patterns that are told without a number: the formula says what they do

    def __init__(self, options: dict):
        self.options = {row[0]: row[1] for row in self.OPTIONS + self.HOUSE}
        self.changed = self._changed(options) if options else {}
        if self.changed:
            self.options = self.options.copy()
            self.options.update(self.changed)
        self.worth = self.worths()
        self.worth.update(self.options[self.WORTHS])

    # seldom: options
    def _changed(self, options: dict) -> dict:
        """Of these options, checked, those that are not the page's."""
        for name in sorted([n for n in options if n not in self.options], key=field_name)[:1]:
            raise RecordError("options.%s: %s has no such option" % (field_name(name), self.ID))
        out = {}
        for row in _rows(self):
            if row[0] in options:
                value = self.checked_option(row[0], options[row[0]])
                if value != row[1]:
                    out[row[0]] = value
        return out

    def worths(self) -> dict:
        """Pattern -> worth with these options, before what the house changes."""
        return dict(self.PATTERNS)

    # seldom: options
    def checked_option(self, name: str, value: object) -> object:
        """The value if the option, which there is, may have it; RecordError with name, value and range."""
        at = "options." + name
        row = [row for row in _rows(self) if row[0] == name][0]
        if row[2] is None:
            if not isinstance(value, bool):
                raise RecordError("%s: %s is not true or false" % (at, tiles.shown(value)))
        elif isinstance(row[1], dict):
            if not isinstance(value, dict):
                raise RecordError("%s: an object was expected" % at)
            known = [p for p, _ in self.PATTERNS]
            for p in sorted([p for p in value if p not in known or not _is_number(value[p], row[2])], key=field_name):
                if p not in known:
                    raise RecordError("%s.%s: no pattern of %s" % (at, field_name(p), self.ID))
                number(value[p], row[2][0], row[2][1], "%s.%s" % (at, p))
        elif isinstance(row[2], int):
            if not isinstance(value, str) or len(value) > row[2] or not all(_displayable(ord(c)) for c in value):
                raise RecordError(
                    "%s: %s is no text of %d displayable characters at most" % (at, tiles.shown(value), row[2])
                )
        elif isinstance(row[1], list):
            value = numbers(value, row[2][0], row[2][1], at)
            if len(value) != len(row[1]):
                raise RecordError("%s: %d numbers, %d expected" % (at, len(value), len(row[1])))
        elif isinstance(row[1], str):
            if not isinstance(value, str) or value not in row[2]:
                raise RecordError("%s: %s is not one of %s" % (at, tiles.shown(value), ", ".join(row[2])))
        else:
            number(value, row[2][0], row[2][1], at)
            if value not in self.ONLY.get(name, (value,)):
                only = ", ".join([str(n) for n in self.ONLY[name]])
                raise RecordError("%s: %s is not one of %s" % (at, value, only))
        return value

    # ------------------------------------------------------------ tiles and wild tiles

    def copies(self, kind: int) -> int:
        """How many tiles of a kind the set has."""
        if tiles.LETTERS[tiles.letter(kind)] not in self.LETTERS or kind in self.ABSENT:
            return 0
        return 1 if kind >= tiles.FLOWERS else 4

    HAS_INDICATOR = False

    def wilds(self, indicator: int | None) -> tuple:
        """The kinds of which a tile in play is wild for everybody, sorted."""
        return ()

    def seat_wilds(self, indicator: int | None, dealer: int) -> dict:
        """Seat -> kinds wild for that seat only."""
        return {}

    def set_aside(self, indicator: int | None) -> tuple:
        """The kinds that are laid aside and replaced when drawn."""
        return ()

    # ------------------------------------------------------------ deal, wall, dice and break

    DICE = 2  # dice of one throw
    REPLACEMENT = "tail"  # or "next": where a replacement comes from
    FLOWER_EVENT = False  # is a flower replaced in play
    SEA_BOTTOM = False  # Changsha: the last tile is offered
    SHARE_OUT = 0  # Longgang: tiles kept back
    DICE_PAST = "last"  # what a count past the standing stacks takes: the "last" stack at the tail or the "first"

    def stacks(self, dealer: int) -> tuple:
        """Stacks of each side, by seat."""
        return (17, 17, 17, 17)

    def throws(self, dealer: int, dice: bytes) -> list:
        """(seat, dice) of the throws made so far and, while some are missing, the next one."""
        return [(dealer, self.DICE)]

    breaks_after = 0  # throws after which the break is fixed; 0: all

    def break_side(self, dealer: int, dice: bytes) -> int:
        return (dealer + sum(dice) - 1) % len(self.stacks(dealer))

    def stays(self, dealer: int, dice: bytes) -> int:
        """Stacks from the right end of the broken side that stay before the break; more than it has go on clockwise."""
        return sum(dice)

    def turned_up(self, dealer: int, dice: bytes) -> int | None:
        """Which stack from the tail (1 = the last) has its upper tile turned up."""
        return None

    def kong_dice(self) -> tuple:
        """The numbers of dice that may be thrown for a kong's replacement."""
        return (0,)

    def birds(self) -> int:
        """Tiles turned up as birds after a win."""
        return 0

    def last_four(self) -> bool:
        """Must a ready player win within the last four tiles."""
        return False

    # ------------------------------------------------------------ the record

    def check(self, r: Record) -> None:
        """Is the record one of this region's: seats, tiles in supply, a claim's tile. Raises RecordError."""
        if r.seats != self.SEATS:
            raise RecordError("seats: %d given, %s has %d" % (r.seats, self.ID, self.SEATS))
        if r.indicator >= 0 and self.HAS_INDICATOR and not self.copies(r.indicator):
            raise RecordError("indicator: %s is no tile of %s" % (tiles.name(r.indicator), self.ID))
        for i, w in enumerate(r.wins):
            if w.giver == w.seat:
                raise RecordError("wins.%d.from: %d is the winner himself" % (i, w.giver))
            if not w.called:
                if self.fouled(r, w):
                    continue  # whatever the tiles are
                if r.hands[w.seat].concealed is None and not self.unread(r, w):
                    raise RecordError("hands.%d.concealed: the winner's tiles (or called patterns) are needed" % w.seat)
                if w.tile < 0 and not self.OPENING_CLAIMS:
                    raise RecordError("wins.%d.tile: the winning tile is needed" % i)
            elif r.hands[w.seat].concealed is not None:
                raise RecordError("wins.%d.called: the tiles are known" % i)
            else:
                self._check_called(w, "wins.%d.called." % i)
        self.check_supply(r)

    # seldom: claimed
    def _check_called(self, w: hand.Win, at: str) -> None:
        ids, points = w.called
        for p in ids:
            if p not in self.worth:
                raise RecordError("%spatterns: %s is no pattern of %s" % (at, field_name(p), self.ID))
            if ids.count(p) > 1 and p not in self.REPEATED:
                raise RecordError("%spatterns: %s counts once" % (at, p))
        if points and not self.POINTS:
            raise RecordError("%spoints: %s has none beside its patterns" % (at, self.ID))

    def check_supply(self, r: Record) -> None:
        """RecordError if the record has more tiles of a kind than there are."""
        known = [bytes((r.indicator,))] if r.indicator >= 0 and self.HAS_INDICATOR else []
        for h in r.hands:
            known.append(h.concealed or b"")
            known.append(h.flowers)
            for m in h.melds:
                known.append(m.tiles)
        kinds = b"".join(known)
        counts = tiles.count(kinds[:145])  # of more than all 144 some must be too many
        if len(kinds) > 144 or max(counts[: tiles.FLOWERS]) > 4 or max(counts[tiles.FLOWERS :]) > 1:
            self.left(r)  # says which

    def left(self, r: Record) -> bytearray:
        """How many tiles of each kind the record has not: a winning tile may still be one. RecordError if it has more
        than there are.
        """
        from .supply import left

        return left(self, r)

    def left_of(self, r: Record, kind: int) -> int:
        """How many tiles of one kind the record has not."""
        one = bytes((kind,))
        left = tiles.SUPPLY[kind] - (self.HAS_INDICATOR and r.indicator == kind)
        for h in r.hands:
            left -= h.flowers.count(one)
            if h.concealed:
                left -= h.concealed.count(one)
            for m in h.melds:
                left -= m.tiles.count(one)
        return left

    # ------------------------------------------------------------ the course of play

    COURSE: tuple = ("meld", "kong", "win", "foul")  # entries of a hand's course (course.py) that mean something here

    def course(self) -> tuple:
        """The entries of COURSE that mean something with these options."""
        return self.COURSE

    def plays_on(self, wins: list, seat: int) -> bool:
        """Does a seat play on after these wins (entries of the course, in order)."""
        return not wins

    # seldom: claimed
    def gives(self, robbed: bool) -> bool:
        """May a discard, or a `robbed` kong's tile, be won on with these options, whatever the hand."""
        return True

    DICE_LOCK = False  # may a hand not change any more once dice were thrown for its kong

    def refuses(self, entry: dict, exposed: list, laid: int) -> str:
        """The field of a meld, kong or declaration (of the course) that the page forbids to a seat with these kinds of
        `exposed` melds, `laid` all in all; "" if none is.
        """
        return ""

    PLAYS_ON = False  # does a winner stay in, with a locked hand
    FALSE_GOES_ON = False  # does the hand go on without a claim that is no win
    FOULS: tuple = ("false_win", "dead_hand")  # that mean something here

    KONGS_AT_ONCE = False  # is kong money paid at once, or a running total until the hand is settled

    def kong_money(self, declared: list, wins: list) -> list:
        """The kong money of each seat after these kongs (`hand.Kong`) and wins (`hand.Win`, taken as legal); [] where
        kongs are not paid.
        """
        return []

    def hands_needed(self, r: Record) -> list:
        """The seats whose tiles the settlement looks at beside those of the winners, if the hand ends so."""
        return []

    # ------------------------------------------------------------ page section "Claims and turn rules", with turns.py

    CHOW = True  # may the next seat chow
    DEALT_KONG = False  # may a seat that has not drawn yet make a kong of its dealt tiles, before the first discard
    TURN_KONG = True  # may a kong be made in the turn of a chow or pung
    # Not to be discarded in the turn of a claim: the tile of the "chow" or "pung", that of the other "ends" of a chow.
    SWAP: tuple = ()
    FROZEN_CLAIM = False  # may a hand that must not change make a kong of a discard (its waits staying as they are)
    DECLARED_ALONE = False  # may a hand be declared ready without a discard
    OWN_FOUR = True  # may a hand wait for a tile of which it holds all four itself
    LAST_DRAWN = False  # who draws the last tile, and does not win, discards that one
    WINNERS = 0  # winners on one tile, the nearest to the giver first; 0: all
    # A win let pass bars wins on discards: "tile" or "any", until the seat's own "draw", "call" or "discard".
    MISSED: tuple = ()
    MISSED_OF = False  # does it matter whose discard it was
    MISSED_FOUL = ""  # the foul that it is to claim one all the same; "": the claim is refused, no more
    MISSED_ROBS = True  # is a kong that might be robbed a discard to MISSED
    CHAIN_OVER = False  # does a kong of the tile discarded after a kong belong to its run
    CLAIMS = ""  # the module that answers questions of turns.py beside the region

    # ------------------------------------------------------------ claims

    def flags(self, r: Record, w: hand.Win) -> int:
        """The flags of a win that can hold in the record; the rest is ignored."""
        f = w.flags & self.FLAGS
        return self.holding(r, w, f) if f else 0

    # seldom: claimed
    def holding(self, r: Record, w: hand.Win, f: int) -> int:
        """Of these flags of a win those that can hold. Regions narrow it."""
        if w.seat != r.dealer or w.giver >= 0 or r.hands[w.seat].melds:
            f &= ~hand.HEAVENLY
        if w.giver >= 0:
            f &= ~(hand.AFTER_KONG | hand.AFTER_FLOWER)
        if w.giver < 0 or not r.hands[w.giver].shows_pung(w.tile):
            f &= ~hand.ROB_KONG
        if w.giver < 0:
            f &= ~hand.KONG_DISCARD
        return f

    # seldom: claimed
    def no_kong(self, r: Record, w: hand.Win) -> bool:
        """Has the winner no kong for `after_kong`. Whose melds are not known has one if he calls what it makes."""
        melds = r.hands[w.seat].melds
        if w.called and not melds:
            return "out_with_replacement" not in w.called[0]
        return not any(m.kind >= hand.KONG for m in melds)

    def fouled(self, r: Record, w: hand.Win) -> bool:
        """May the seat not win at all: a dead hand or a false win before."""
        return len(r.fouls) > 0 and r.fouled(w.seat, "dead_hand", "false_win")

    def unread(self, r: Record, w: hand.Win) -> bool:
        """Is the claim refused before its tiles are looked at, so that they may be lacking (where the hand is over)."""
        return False

    def miscounted(self, r: Record, w: hand.Win) -> bool:
        """Not the right number of concealed tiles for the melds; where they are not known, too many melds."""
        h = r.hands[w.seat]
        concealed = self.HAND - 3 * len(h.melds)
        return concealed < 0 if w.called else len(h.concealed or b"") != concealed

    def claims(self, r: Record) -> list:
        """What becomes of each claim. Default: each is judged by itself."""
        return [self.judge(r, w) for w in r.wins]

    def judge(self, r: Record, w: hand.Win) -> Claim:
        """One claim by itself: legal or not, its patterns, value and formula."""
        raise NotImplementedError

    def rank(self, r: Record, claims: list) -> None:
        """Refuses among several legal claims those that cannot stand beside the others."""

    # seldom: claimed
    def goes_first(self, r: Record, w: hand.Win) -> bool:
        """Does a claim go before those on the same tile whose seats are nearer to the giver."""
        return False

    def only_together(self, r: Record, claims: list) -> list:
        """The legal claims; RecordError if a seat has two of them or they are not on one tile of one giver."""
        won = [c for c in claims if c.reason is None]
        if len(won) > 1:
            self._check_together(claims, won)
        return won

    # seldom: claimed
    def _check_together(self, claims: list, won: list) -> None:
        for n, c in enumerate(won[1:], 1):
            at = claims.index(c)
            if any(c.win.seat == earlier.win.seat for earlier in won[:n]):
                raise RecordError("wins.%d: %d has won already" % (at, c.win.seat))
            if not c.win.beside(won[0].win):
                before = claims.index(won[0])
                raise RecordError("wins.%d: the hand had ended with wins.%d, on another tile or giver" % (at, before))

    def stand_ins(self, r: Record, w: hand.Win) -> tuple:
        """The kinds that may stand for another tile in a called hand."""
        return self.wilds(r.indicator) + self.seat_wilds(r.indicator, r.dealer).get(w.seat, ())

    def needs(self, pattern: str) -> str | None:
        """What a called pattern needs where that is not the common thing: letters of `called.NEEDS`."""
        return None

    def excluded(self, pattern: str) -> tuple:
        """The patterns that do not count beside it, though the tiles may show them (a pair need be told only once)."""
        return ()

    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        """What speaks against a called pattern beside its needs, or ''."""
        return ""

    def called_rows(self, r: Record, w: hand.Win, shapes: tuple) -> list:
        """The rows (id, worth) of called patterns; one of `shapes` must be among them if given. RecordError by name:
        see `called.check_called`.
        """
        from .called import check_called

        check_called(self, r, w, shapes)
        return [(p, self.worth[p]) for p in w.called[0]]

    # ------------------------------------------------------------ payments and what comes next

    def false_win_fine(self) -> int:
        """What a false win pays to each other player."""
        return self.options["false_win_penalty"]

    def fine(self, r: Record) -> int:
        """The same in this hand, where what earlier hands left counts too."""
        return self.false_win_fine()

    def fines(self, r: "Record | None", dealer: int, seat: int) -> list:
        """What a false win of a seat pays to each seat, 0 to itself. `r`: None while the hand's record is not known."""
        amount = self.false_win_fine() if r is None else self.fine(r)
        return [amount * (other != seat) for other in range(self.SEATS)]

    def pay_fines(self, r: Record, s: Settlement, guilty: list) -> None:
        """Each of these seats pays once for having said falsely that it has won."""
        for seat in guilty:
            for other, amount in enumerate(self.fines(r, r.dealer, seat)):
                if other != seat:
                    s.pay(seat, other, amount, "false_win")

    def pay(self, r: Record, s: Settlement) -> None:
        """The payments for the legal wins (there is one at least)."""
        raise NotImplementedError

    def pay_always(self, r: Record, s: Settlement) -> None:
        """What is paid whether or not somebody has won, as kongs are in some regions; after the wins."""

    def carried(self, r: Record, s: Settlement) -> dict:
        """What goes on to the next hand, by key of check.carries(), without zeros. The next dealer is known already."""
        return {}

    def multiplied(self, carry: dict) -> int:
        """By how much what earlier hands left multiplies the next one."""
        return 1

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        """Default: who wins as dealer, or a hand nobody wins, keeps the deal; else it passes to the next seat."""
        won = s.valid()
        if not won or any(c.win.seat == r.dealer for c in won):
            return r.dealer
        return (r.dealer + 1) % r.seats

    def _claimed(self, r: Record) -> Settlement:
        """A settlement with its claims judged, and nothing paid."""
        s = Settlement(r.seats, self.options.get("players", r.seats))
        s.claims = self.claims(r)
        for c in s.claims:
            if c.win.flags & hand.ROB_KONG:
                c.robbed = self.flags(r, c.win) & hand.ROB_KONG > 0
        return s

    def settle(self, r: Record) -> Settlement:
        """The whole hand. Raises RecordError."""
        self.check(r)
        s = self._claimed(r)
        self.rank(r, s.claims)
        self._check_wins(r, s)
        self.pay_fines(r, s, false_winners(s, r))
        if s.valid():
            self.pay(r, s)
        self.pay_always(r, s)
        s.next_dealer = self.next_dealer(r, s)
        s.carry = self.carried(r, s)
        return s

    # seldom: claimed
    def won(self, r: Record, seat: int) -> Settlement:
        """The last win of a seat by itself, while the hand goes on: what it is worth and who pays for it. Kongs and
        checks wait for the end. RecordError where the winner's tiles, or called patterns, are not there.
        """
        s = self._claimed(r)
        self.rank(r, s.claims)
        if s.valid():
            self.pay(r, s)
        at = max([i for i, c in enumerate(s.claims) if c.win.seat == seat])
        s.payments = [p for p in s.payments if p[4] == at]
        s.told = {}
        s.claims = [s.claims[at]]
        return s

    def _check_wins(self, r: Record, s: Settlement) -> None:
        """A winning tile must be one that the record has not used up. What several won from one giver is one tile."""
        before = None
        taken: list = []
        for i, c in enumerate(s.claims):
            w = c.win
            if c.reason is not None or w.tile < 0:
                continue
            if before is None or w.giver < 0 or before.giver != w.giver or before.tile != w.tile:
                self._check_win(r, i, w.tile, taken)
            before = w

    def _check_win(self, r: Record, at: int, kind: int, taken: list) -> None:
        """Takes a winning tile of one that the record has not, beside those that are `taken` already."""
        if self.left_of(r, kind) <= taken.count(kind):
            raise RecordError("wins.%d.tile: there are no more %s than the record has already" % (at, tiles.name(kind)))
        taken.append(kind)
