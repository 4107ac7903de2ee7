"""What a seat claims to have won with, as far as it is said: as entries of the course, as a record, settled.

Loaded while somebody enters a win (ask_win.py).
"""

from engine_core import course, hand, settle, tiles
from engine_core.events import WALL_DRAW
from engine_core.record import Record, RecordError, parse
from engine_core.state import taken
from engine_core.table import Table
from firmware.memory import collect_again, collect_seldom

UNTIL_PLAY = ("void", "flower", "concealed_kong")  # entries, and kinds of them, before anybody has discarded
EVENTS = "dcklgrheuRSH"  # needs (called.NEEDS) that say how a hand was won: such patterns are ticked by themselves


class Claim:
    """For reading and setting:

    giver      who discarded, or made the kong that is robbed (`rob`); None: drawn
    flags      names of what the seat ticked; `may`: those that can hold
    concealed  the tiles without the winning one; None: `patterns` are called, with `points` beside them
    tile       the winning one, -1: not said
    birds      tiles turned up after it, as text

    `evaluate` sets what is kept of the settlement:

    value      the worth, None where something is missing
    refused    the text that says why it is no legal win, [] where it is one; `costs`: then it is a false one
    amounts    payer -> what he pays for this win; {} where it waits for other hands
    """

    def __init__(self, table: Table, seat: int):
        self.table, self.seat = table, seat
        self.giver: int | None = None
        self.rob = self.opening = False
        self.flags: list = []
        self.concealed: str | None = None
        self.patterns: list = []
        self.points = 0
        self.tile = -1
        self.birds: list = []
        self.value: int | None = None
        self.refused: list = []
        self.costs = True
        self.amounts: dict = {}
        self.goes_on = False  # does the hand, after it
        self.waits: list = []  # seats whose tiles are to be said before it is known who pays what

    # ------------------------------------------------------------ what the table knows of it

    def last_kong(self) -> dict:
        """The added kong that another seat made just now, {} when that was not what happened last."""
        last = self.table.course[-1] if self.table.course else {}
        return last if last.get("kind") == "added_kong" and last["seat"] != self.seat else {}

    def may(self) -> list:
        """The flags that the region knows and that can hold."""
        entry: dict = {"what": "win", "seat": self.seat}
        if self.giver is not None:
            entry["from"] = self.giver
        try:
            r = self._record([entry])
        except RecordError:
            return []
        r.wins[-1].flags = 255
        bits = self.table.ruleset.flags(r, r.wins[-1]) & ~(hand.ROB_KONG | (hand.KONG_DISCARD if self.rob else 0))
        wall = self.table.wall
        if wall is not None and not wall.last_tile:
            bits &= ~hand.LAST_TILE
        draws = sum([count for code, count, _ in taken(self.table.drawn) if code == WALL_DRAW])
        entries = self.table.course
        if draws or any([e.get("kind", e["what"]) not in UNTIL_PLAY for e in entries]):
            bits &= ~hand.HEAVENLY
        calls = sum([e["what"] == "meld" or "from" in e for e in entries])
        if draws >= self.table.seats * (1 + calls):  # all have had a turn, whomever a call has passed over
            bits &= ~(hand.EARTHLY | hand.HUMANLY)
        return [name for i, name in enumerate(hand.FLAG_NAMES) if bits >> i & 1]

    def known(self) -> list:
        """The patterns that say nothing but how it was won, and hold."""
        from engine_core.called import FLAGS, NEEDS

        rules = self.table.ruleset
        flags = sum([1 << hand.FLAG_NAMES.index(flag) for flag in self.flags]) | (hand.ROB_KONG if self.rob else 0)
        ready = [e["how"] for e in self.table.course if e["what"] == "ready" and e["seat"] == self.seat]
        holds = "dH" if self.giver is None else "cH"
        holds += "".join([letter for letter in FLAGS if flags & FLAGS[letter]])
        holds += "R" if "declared" in ready else "S" if "shown" in ready else ""
        out = []
        for p, _ in rules.PATTERNS:
            own = rules.needs(p)
            need = NEEDS.get(p, "") if own is None else own
            if need.strip("cH") and all([c in EVENTS and c in holds for c in need]) and rules.worth[p]:
                out.append((rules.worth[p], p))
        return self.taken([], [p for _, p in sorted(out, reverse=True)], True)

    def taken(self, beside: list, ids: list, together: bool = False) -> list:
        """Which of these patterns the rules take beside those that are called already, each alone or `together`: those
        that the house has taken out, that go with other circumstances or contradict what is known are not.
        """
        kept, out = self.patterns, []
        self.patterns = []
        try:
            r = self._record(self.entries())
        except RecordError:
            return ids
        finally:
            self.patterns = kept
        w = self._mine(r)
        for p in ids:
            w.called = (tuple(sorted(beside + [p])), self.points)
            if not self._contradicted(r, w):
                out.append(p)
                if together:
                    beside = beside + [p]
        return out

    def _mine(self, r: Record) -> hand.Win:
        """The seat's win, its latest, of a record."""
        return [w for w in r.wins if w.seat == self.seat][-1]

    def _contradicted(self, r: Record, w: hand.Win) -> bool:
        """Do the rules refuse one of the patterns that this win calls."""
        rules = self.table.ruleset
        try:
            rules.called_rows(r, w, ())
        except RecordError as error:
            return bool(named(error, rules))
        return False

    def left(self, kinds: list) -> list:
        """Those of which the set has one more than is known of."""
        try:
            r = self._record(self.entries())
            there = self.table.ruleset.left(r)
        except RecordError:
            return kinds
        for bird in r.birds:
            there[bird] -= 1
        if self.tile >= 0 and not self.rob:
            there[self.tile] -= 1
        return [kind for kind in kinds if there[kind] > 0]

    def winning(self, kinds: list) -> list:
        """Those that may be the winning tile, as far as it is known: there is one left, and the patterns that are
        called allow it.
        """
        if self.rob:
            return kinds
        said, self.tile = self.tile, -1  # it is chosen anew: one that was said before takes none away
        kinds = self.left(kinds)
        if self.concealed is not None or not self.patterns:
            self.tile = said
            return kinds
        try:
            r = self._record(self.entries())
        except RecordError:
            return kinds
        w, out = self._mine(r), []
        for w.tile in kinds:
            if not self._contradicted(r, w):
                out.append(w.tile)
        return out

    # ------------------------------------------------------------ as entries, as a record

    def entries(self) -> list:
        """What is to be recorded: the win, before it the robbed kong made a pung again, behind it the birds."""
        win: dict = {"what": "win", "seat": self.seat}
        out: list = []
        if self.tile >= 0:
            win["tile"] = tiles.name(self.tile)
        if self.giver is not None:
            win["from"] = self.giver
        if self.flags or self.rob:
            win["flags"] = sorted(self.flags + (["rob_kong"] if self.rob else []))
        if self.concealed is not None:
            win["concealed"] = self.concealed
        else:
            win["called"] = {"patterns": sorted(self.patterns), "points": self.points}
        if self.rob and "tile" in win:
            out = self._pung_again(win["tile"])
        out.append(win)
        if "bird" in self.table.ruleset.course():
            out += [{"what": "bird", "tile": tile} for tile in self.birds]
        return out

    def _pung_again(self, tile: str) -> list:
        last, rest, out = self.last_kong(), self.table.course, []
        if last and last.get("tile", tile) == tile:
            out.append({"what": "back"})
            rest = rest[:-1]
        pung = {"what": "meld", "seat": self.giver, "kind": "pung", "tiles": tile[0] * 3 + tile[1]}
        shown = [e for e in rest if e["what"] == "meld" and e["seat"] == self.giver and e["tiles"] == pung["tiles"]]
        return out + ([] if shown else [pung])

    def after(self, entries: list) -> list:
        """The course with these entries. RecordError."""
        so_far = self.table.course
        for entry in entries:
            so_far = course.entered(self.table.ruleset, so_far, course.checked(entry, self.table.seats))
        return so_far

    def filled(self, so_far: list) -> dict:
        """The record of the hand, if this were its course and it ended so. RecordError."""
        fields: dict = {"hands": [{} for _ in range(self.table.seats)]}
        if self.birds and "bird" not in self.table.ruleset.course():
            fields["birds"] = self.birds
        return self.table.complete(fields, so_far)

    def _record(self, entries: list) -> Record:
        return parse(self.filled(self.after(entries)))

    # ------------------------------------------------------------ settled

    def evaluate(self) -> list:
        """Settle what was said so far: [] or the patterns that contradict it, or nothing when more is to be said."""
        self.value, self.refused, self.amounts = None, [], {}
        self.waits = []
        rules = self.table.ruleset
        try:
            so_far = self.after(self.entries())
            record = self.filled(so_far)
            wins = [e for e in so_far if e["what"] == "win"]
            self.goes_on = any([rules.plays_on(wins, seat) for seat in range(self.table.seats)])
            if not self.goes_on:
                self.waits = [seat for seat in course.standing(rules, so_far)["needed"] if seat != self.seat]
            by_itself = self.goes_on or self.waits
            often = collect_seldom()
            try:
                if by_itself or rules.FALSE_GOES_ON:
                    settled = rules.won(parse(record), self.seat)
                if not by_itself and not (rules.FALSE_GOES_ON and settled.claims[0].reason):
                    settled = rules.settle(parse(record))
            finally:
                collect_again(often)
        except RecordError as error:
            return named(error, rules)[:2]
        self._keep(settled, [c for c in settled.claims if c.win.seat == self.seat][-1])
        return []

    def _keep(self, settled: settle.Settlement, claim: settle.Claim) -> None:
        self.value = claim.value
        self.costs = claim.reason not in settle.FREE
        if claim.reason is not None:  # what was needed, where the region says so
            self.refused = list(claim.steps[-1]) if claim.steps else ["reason." + claim.reason]
        index = -1 if self.goes_on else settled.claims.index(claim)
        paid: dict = {}
        for payer, payee, amount, _, of in settled.payments:
            if payee == self.seat and (self.goes_on or of == index):
                paid[payer] = paid.get(payer, 0) + amount
        self.amounts = {seat: paid[seat] for seat in sorted(paid)}


def named(error: RecordError, rules) -> list:  # type: ignore[no-untyped-def]
    """The patterns that an error names."""
    words = [word.strip(",:") for word in str(error).split(" ")]
    return [word for word in words if word in rules.worth]
