"""The table: seats, dealer, winds, scores, carry-over and the hand in progress. Events in, state out.

State is only what the events say: Table.apply() is the one way to change it, on the controller as on the laptop that
replays its journal. An event that is not legal now raises EventError and changes nothing.

    new    no region or no session (none yet, over, or the region has another number of players)
    ready  between two hands: the dice are to be thrown, or a hand played with real dice gets its result
    throw  some dice are thrown, more are to come
    wild   all are thrown, the turned-up tile is not known yet
    play   the wall is counted until the hand has its result
"""

from . import dice, record, rules
from . import events as ev
from .check import CARRY, WINDS, RecordError, carried, number, numbers
from .events import EventError, parse, refused
from .state import ALL, RECENT, UNDONE, State
from .tiles import kind, name
from .walk import Wall

DEFAULTS = {"seats": 4, "dealer": 0, "round_wind": "E", "dealer_streak": 0, "indicator": None, "dice": []}


class Table(State):
    """One table. What it knows are the attributes of State."""

    def apply(self, event: bytes) -> None:
        """The next event. Raises EventError, with nothing changed, when it is malformed or not legal now."""
        e = parse(event)
        if e["kind"] == ev.SNAPSHOT:
            self._snapshot(e["state"])
            return
        request = e["request"]
        done = self.find(request) if request else None
        if done is not None:
            raise EventError("request", "event %d has done it" % done, True)
        before = [getattr(self, field) for field in ALL]
        try:
            self.seq += 1
            if request:
                self.recent = self.recent[1 - RECENT :] + [[request, self.seq]]
            _HANDLERS[e["kind"] - 2](self, e)
        except BaseException as error:  # whatever went wrong in there: the table is as it was
            for field, value in zip(ALL, before):
                setattr(self, field, value)
            if isinstance(error, RecordError):
                raise refused(error) from None
            raise

    @staticmethod
    def restore(data: bytes) -> "Table":
        """The table that wrote a snapshot. EventError when no table can have written it."""
        from .restore import read

        table = Table()
        try:
            read(data, table)
        except RecordError as error:
            raise refused(error) from None
        return table

    def _snapshot(self, data: bytes) -> None:
        """At a fresh table: restores. Later: what was replayed must be what the table had."""
        if data == self.snapshot():
            return
        restored = Table.restore(data)
        if self.seq:
            from .restore import difference

            raise EventError("snapshot", difference(self, restored))
        self.take(restored)

    def _need(self, *phases: str) -> None:
        if self.phase not in phases:
            raise EventError("phase", "not in %s, only in %s" % (self.phase, ", ".join(phases)), True)

    def _between(self) -> None:
        """Only between two hands."""
        self._need("new", "ready")
        if self.course:
            raise EventError("phase", "a hand is being played", True)

    def _session(self, e: dict) -> None:
        self._between()
        dealer = e["dealer"]
        if self.rules and len(e["scores"]) != self.players:
            raise EventError("scores", "%d given, %d play" % (len(e["scores"]), self.players))
        if dealer is not None and dealer >= (self.seats or len(e["scores"])):
            raise EventError("dealer", "%d is no seat" % dealer)
        self._begin(dealer, e["scores"])

    def _begin(self, dealer: "int | None", scores: list) -> None:
        """A new session."""
        self.session_no += 1
        self.hand_no = 1
        self.scores = scores
        self.chips = self.rules is not None and self.rules.STAKES
        self.dealer = None
        self.thrower = 0
        self.carry = {}
        self.last = None
        self._new_round(dealer)

    def _new_round(self, dealer: "int | None") -> None:
        self.first_dealer = None
        self.dealt = 0
        self.round_wind = 0
        self.streak = 0
        if dealer is not None:
            self._deal_to(dealer, dealer)

    def _deal_to(self, seat: int, before: int) -> None:
        """The deal goes to `seat`. The round wind moves on when all have dealt and the first dealer is it again."""
        if self.first_dealer is None:
            self.first_dealer = seat
        if seat != before:
            self.streak = 0
            if seat == self.first_dealer and self.dealt == (1 << self.seats) - 1:
                self.round_wind = (self.round_wind + 1) % 4
                self.dealt = 0
        self.dealt |= 1 << seat
        self.dealer = seat
        self.thrower = 0

    def _region(self, e: dict) -> None:
        self._between()
        loaded = rules.load(e["region"], e["options"])
        if e["region"] != self.region:  # winds and carry are this region's own; the scores stay
            self.carry = {"over": 1} if self.carry.get("over") else {}
            self._new_round(self.dealer)
        self.region = e["region"]
        self.options = loaded.changed
        self.rules = loaded
        if not self.session_no:  # at a table fresh from the box the first session begins, in the same event
            self._begin(0, [loaded.START] * self.players)

    def _seal(self, e: dict) -> None:
        self._need("ready", "throw", "wild", "play")
        self.seal = e["seal"]

    def _throw(self, e: dict) -> None:
        self._need("ready", "throw", "wild", "play")
        thrown = e["dice"]
        due = self.throw
        if due is None:
            if not thrown or len(thrown) not in self.ruleset.kong_dice():
                raise EventError("dice", "no throw of %d is due" % len(thrown), True)
            if e["seat"] >= self.seats:
                raise EventError("seat", "%d is no seat" % e["seat"])
        elif e["seat"] != due[0]:
            raise EventError("seat", "%d throws now, not %d" % (due[0], e["seat"]), True)
        elif len(thrown) != due[1]:
            raise EventError("dice", "%d given, %d are to be thrown" % (len(thrown), due[1]))
        if e["source"] == ev.BY_TABLE:
            self._check_seal(e)
        if due is None:
            self.kong_dice = thrown
        elif self.dealer is None:
            self._deal_to((due[0] + sum(thrown) - 1) % self.seats, self.thrower)
        else:
            thrown = self.dice + thrown
            self.wall = None if self.due(thrown) else self.built(thrown, None, b"")
            self.dice = thrown
        if e["source"] == ev.BY_TABLE:
            self.seal = b""

    def _check_seal(self, e: dict) -> None:
        if not self.seal:
            raise EventError("seal", "there was none before the throw", True)
        if not dice.verify(self.seal, e["secret"], e["press"], e["dice"]):
            raise EventError("dice", "are not what the seal committed to")

    def _indicator(self, e: dict) -> None:
        """May be said again: a slip at the buttons must not spoil the hand."""
        self._need("wild", "play")
        kind = e["tile"]
        if not self.ruleset.HAS_INDICATOR or not self.ruleset.copies(kind):
            raise EventError("indicator", "%s is no indicator of %s" % (name(kind), self.region))
        wall = self.built(self.dice, kind, self.drawn)
        if wall is None:
            raise EventError("indicator", "%s does not go with what was drawn" % name(kind))
        self.wall = wall
        self.indicator = kind

    def _standing(self) -> Wall:
        """The wall of the hand in play; EventError when there is none."""
        self._need("wild", "play")
        if self.wall is None:
            raise EventError("phase", "there is no wall", True)
        return self.wall

    def _wall(self, e: dict) -> None:
        wall = self._standing()
        code, count, thrown = e["code"], e["count"], e["dice"]
        if thrown and (code != ev.WALL_KONG or count != 1):
            raise EventError("dice", "are for one kong only")
        if code == ev.WALL_KONG and self.kong_dice and thrown != self.kong_dice:
            raise EventError("dice", "%s were thrown for this kong" % " ".join([str(d) for d in self.kong_dice]))
        drawn = self.drawn
        if not thrown and len(drawn) > 2 and drawn[-1] == 0 and drawn[-3] == code and drawn[-2] + count < 256:
            drawn = drawn[:-2] + bytes((drawn[-2] + count, 0))
        else:
            drawn = drawn + bytes((code, count, len(thrown))) + thrown
        if count > 1:  # it may be refused in the middle: on a wall of its own
            self.wall = self.built(self.dice, self.indicator, drawn)
        if self.wall is None or count == 1 and not wall.apply(code, thrown):
            raise EventError("event", "the wall refuses %s" % ev.WALL_EVENTS[code], True)
        self.drawn = drawn
        self.kong_dice = b""

    def _hand(self, e: dict) -> None:
        self._need("ready", "throw", "wild", "play")
        answer = record.unpack_answer(e["answer"])
        hand = record.unpack(e["record"])
        self._agree(hand, self.course)
        dealer = hand.get("dealer", 0)
        delta, following, carry = self._checked(answer)
        scores = added(self.scores, delta)
        top_up = carry.get("top_up")  # stays for the displays
        if top_up is not None:
            scores = added(scores, top_up + [0] * (len(scores) - len(top_up)))
        sub_in = carry.pop("sub_in", None)
        if sub_in is not None:
            scores = swapped(scores, sub_in)
        self.last = {
            "seq": self.seq, "hand": self.hand_no, "dealer": dealer, "delta": delta,
            "before": self.core(), "corrected": [0] * len(scores), "sub_in": sub_in,
        }  # fmt: skip
        if top_up is not None:
            self.last["top_up"] = top_up
        if self.dealer is None:
            self._deal_to(dealer, self.thrower)
        self.scores = scores
        self.carry = carry
        self.hand_no += 1
        self.streak = min(self.streak + 1, 255)
        if following is None:
            self.thrower = dealer
            self.dealer = None
        else:
            self._deal_to(following, dealer)
        self._clear_hand()

    def _checked(self, answer: dict) -> tuple:
        """Delta (one for each score), next dealer and carry of an answer, or EventError."""
        delta = answer.get("delta")
        if not isinstance(delta, list) or len(delta) not in (self.seats, len(self.scores)):
            raise EventError("answer.delta", "%r is not %d amounts" % (delta, self.seats))
        numbers(delta, -ev.SCORE_LIMIT, ev.SCORE_LIMIT, "answer.delta")
        if sum(delta):
            raise EventError("answer.delta", "%r does not sum to 0" % delta)
        following = answer.get("next_dealer")
        if following is not None:
            number(following, 0, self.seats - 1, "answer.next_dealer")
        carry = carried(answer.get("carry", {}), "answer.carry", "out")
        if "top_up" in carry and (len(carry["top_up"]) != self.seats or not any(carry["top_up"])):
            raise EventError("answer.carry.top_up", "%r are no chips for %d" % (carry["top_up"], self.seats))
        if "sub_in" in carry and (carry["sub_in"] >= self.seats or len(self.scores) == self.seats):
            raise EventError("answer.carry.sub_in", "%d: nobody sits out" % carry["sub_in"])
        return delta + [0] * (len(self.scores) - len(delta)), following, carry

    def _clear_hand(self) -> None:
        self.dice = b""
        self.kong_dice = b""
        self.indicator = None
        self.drawn = b""
        self.wall = None
        self.course = []

    def _undo(self, e: dict) -> None:
        last = self.last
        if last is None:
            raise EventError("undo", "there is no hand to take back", True)
        corrected = last["corrected"] if last["sub_in"] is None else swapped(last["corrected"], last["sub_in"])
        table = Table()
        table.fill(last["before"])
        table.build()
        table.scores = added(table.scores, corrected)
        self.take(table, UNDONE)
        self.last = None

    def _correct(self, e: dict) -> None:
        if not self.session_no:
            raise EventError("phase", "there is no session", True)
        if len(e["delta"]) != len(self.scores):
            raise EventError("delta", "%d given, there are %d scores" % (len(e["delta"]), len(self.scores)))
        scores = added(self.scores, e["delta"])
        if self.last:
            last = dict(self.last)
            last["corrected"] = added(last["corrected"], e["delta"])
            self.last = last
        self.scores = scores

    def _lost(self, e: dict) -> None:
        if e["last"] >= self.seq:
            raise EventError("last", "there is no event %d yet" % e["last"])

    def _note(self, e: dict) -> None:
        pass

    def _abort(self, e: dict) -> None:
        if not self.course:
            self._need("throw", "wild", "play")
        self._clear_hand()

    def _play(self, e: dict) -> None:
        self.course = self._entered(e["entry"])

    def _entered(self, entry: dict) -> list:
        from . import course

        self._need("ready", "throw", "wild", "play")
        if course.checked(entry, self.seats) != entry:
            raise EventError("entry", "has fields that say nothing")
        return course.entered(self.ruleset, self.course, entry)

    # ------------------------------------------------------------ the course of play

    def played(self, entry: object) -> dict:
        """An entry of the hand's course with what the table knows filled in. RecordError or EventError when it is none,
        or not legal now.
        """
        from . import course

        self._need("ready", "throw", "wild", "play")
        out = course.checked(entry, self.seats)
        if out["what"] == "kong" and "chain" not in out:
            drawn = self.drawn
            at = last = 0
            while at < len(drawn):
                last = drawn[at]
                at += 3 + drawn[at + 2]
            seats = (out["seat"], out.get("from", -1)) if self.ruleset.CHAIN_OVER else (out["seat"],)
            before = course.chain(self.course, seats, last == ev.WALL_KONG)
            if before:
                out["chain"] = before
        course.entered(self.ruleset, self.course, out)
        if out["what"] == "flower":
            aside = self.ruleset.set_aside(self.indicator) or self.ruleset.wilds(self.indicator)  # which may be flown
            if aside and kind(out["tile"]) not in aside:
                raise RecordError("tile: %s is not laid aside" % out["tile"])
        return out

    # ------------------------------------------------------------ the record of the hand

    def complete(self, hand: dict, entries: "list | None" = None) -> dict:
        """A copy of a hand record with everything that the table knows filled in, the hand's course too (or `entries`).

        Raises RecordError that names a field which is malformed, or is given and differs from what the table has.
        """
        try:
            self._need("ready", "throw", "wild", "play")
        except EventError as error:
            raise RecordError(str(error)) from None
        if not isinstance(hand, dict):
            raise RecordError("record: an object was expected")
        out = dict(hand)
        known = self._known()
        known["options"] = dict(self.options)
        known["carry"] = self._carried()
        entries = self.course if entries is None else entries
        if entries:
            from . import course

            out = course.filled(out, entries, self.seats)
            known["carry"].update(out.pop("told"))
        for field in known:
            if out.get(field) is None:
                out[field] = known[field]
        if self.chips:
            out["hands"] = staked(out.get("hands"), self.scores)
        record.parse(out)
        if "dealer" not in out:
            raise RecordError("dealer: missing, and the dice decide who deals")
        self._agree(out, entries)
        out["options"] = known["options"]
        return out

    def _known(self) -> dict:
        known: dict = {
            "region": self.region, "seats": self.seats, "dealer": self.dealer, "round_wind": WINDS[self.round_wind],
            "dealer_streak": self.streak,
        }  # fmt: skip
        if self.dealer is None:  # real dice have decided: the record says who deals
            del known["dealer"], known["round_wind"], known["dealer_streak"]
        if self.indicator is not None:
            known["indicator"] = name(self.indicator)
        if self.wall is not None:
            known["dice"] = list(self.dice)
        return known

    def _carried(self) -> dict:
        """What earlier hands leave to the next: the rest of `carry` they said to the table."""
        return {key: self.carry[key] for key in self.carry if "in" in CARRY[key][0]}

    def _agree(self, hand: dict, entries: list) -> None:
        """Is a well-formed record one of this hand; what it leaves out says the default. RecordError."""
        known = self._known()
        for field in sorted(known):
            given = hand.get(field)
            if given is None:
                given = DEFAULTS.get(field)
            if given != known[field]:
                raise differs(field, given, known[field])
        mine, other = self.ruleset.options, type(self.ruleset)(hand.get("options") or {}).options
        for option in sorted(mine):
            if other[option] != mine[option]:
                raise differs("options." + option, other[option], mine[option])
        if self.chips:
            for i, h in enumerate(hand["hands"]):
                if h.get("stake") != self.scores[i]:
                    raise differs("hands.%d.stake" % i, h.get("stake"), self.scores[i])
        carry, given = self._carried(), hand.get("carry") or {}
        for key in sorted(given) + sorted(carry):
            # What comes in only, the hand itself brings.
            if CARRY[key][0] != "in" and given.get(key, 0) != carry.get(key, 0):
                raise differs("carry." + key, given.get(key, 0), carry.get(key, 0))
        if entries:
            from . import course

            course.agree(record.parse(hand), entries)


def differs(field: str, given: object, known: object) -> RecordError:
    return RecordError("%s: %r is given, the table has %r" % (field, given, known))


def staked(hands: object, scores: list) -> object:
    """The hands of a record with the chips of each seat where they say none."""
    if not isinstance(hands, (list, tuple)):
        return hands
    out = []
    for h, chips in zip(hands, scores):
        if isinstance(h, dict) and h.get("stake") is None:
            h = dict(h, stake=chips)
        out.append(h)
    return out if len(hands) <= len(scores) else hands


def added(scores: list, delta: list) -> list:
    return [number(s + d, -ev.SCORE_LIMIT, ev.SCORE_LIMIT, "scores") for s, d in zip(scores, delta)]


def swapped(scores: list, seat: int) -> list:
    """The one who sat out has taken over the seat, and the other way round."""
    out = list(scores)
    out[seat], out[-1] = out[-1], out[seat]
    return out


_HANDLERS = (  # by kind, from SESSION on
    Table._session, Table._region, Table._seal, Table._throw, Table._indicator, Table._wall,
    Table._hand, Table._undo, Table._correct, Table._lost, Table._note, Table._abort, Table._play,
)  # fmt: skip
