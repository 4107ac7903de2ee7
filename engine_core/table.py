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
from .events import EventError, parse
from .state import CORE, State, carried, number, numbers, refused
from .tiles import name
from .walk import Wall

RECENT = 16  # requests remembered
WINDS = "ESWN"
DEFAULTS = {"seats": 4, "dealer": 0, "round_wind": "E", "dealer_streak": 0, "indicator": None, "dice": []}
# Keys of `carry` (vocabulary) that are no part of what one hand leaves to the next: said by a hand to the table,
TO_TABLE = ("over", "sub_in", "top_up")
# and noticed by the table during a hand, so that they come with its record.
IN_HAND = ("followed", "haidi_seat")


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
        recent = self.recent[1 - RECENT :] + [[request, self.seq + 1]] if request else self.recent
        _HANDLERS[e["kind"] - 2](self, e)
        self.recent = recent
        self.seq += 1

    @staticmethod
    def restore(data: bytes) -> "Table":
        """The table that wrote a snapshot. EventError when no table can have written it."""
        table = Table()
        table.read(data)
        return table

    def _snapshot(self, data: bytes) -> None:
        """At a fresh table: restores. Later: what was replayed must be what the table had."""
        if data == self.snapshot():
            return
        if self.seq:
            raise EventError("snapshot", self.difference(data))
        self.take(Table.restore(data))

    def _need(self, *phases: str) -> None:
        if self.phase not in phases:
            raise EventError("phase", "not in %s, only in %s" % (self.phase, ", ".join(phases)), True)

    def _session(self, e: dict) -> None:
        self._need("new", "ready")
        dealer = e["dealer"]
        if self.rules and len(e["scores"]) != self.players:
            raise EventError("scores", "%d given, %d play" % (len(e["scores"]), self.players))
        if dealer is not None and dealer >= (self.seats or len(e["scores"])):
            raise EventError("dealer", "%d is no seat" % dealer)
        self.session_no += 1
        self.hand_no = 1
        self.scores = e["scores"]
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

    def _region(self, e: dict) -> None:
        self._need("new", "ready")
        try:
            loaded = rules.load(e["region"], e["options"])
        except record.RecordError as error:
            raise refused(error) from None
        if e["region"] != self.region:  # winds and carry are this region's own; the scores stay
            self.carry = {"over": 1} if self.carry.get("over") else {}
            self._new_round(self.dealer)
        self.region = e["region"]
        self.options = loaded.changed
        self.rules = loaded

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
        for i in range(count):
            if not wall.apply(code, thrown):
                if i:
                    self.wall = self.built(self.dice, self.indicator, self.drawn)
                raise EventError("event", "the wall refuses %s" % ev.WALL_EVENTS[code], True)
        self.kong_dice = b""
        drawn = self.drawn
        if not thrown and len(drawn) > 2 and drawn[-1] == 0 and drawn[-3] == code and drawn[-2] + count < 256:
            self.drawn = drawn[:-2] + bytes((drawn[-2] + count, 0))
        else:
            self.drawn = drawn + bytes((code, count, len(thrown))) + thrown

    def _hand(self, e: dict) -> None:
        self._need("ready", "throw", "wild", "play")
        ev.shallow(e["record"], "record")
        answer = ev.from_canonical(e["answer"], "answer")
        try:
            hand = record.unpack(e["record"])
            self._agree(hand, True)
        except record.RecordError as error:
            raise refused(error) from None
        dealer = hand.get("dealer", 0)
        delta, following, carry = self._checked(answer)
        scores = added(self.scores, delta)
        sub_in = carry.pop("sub_in", None)
        if sub_in is not None:
            scores = swapped(scores, sub_in)
        self.last = {
            "seq": self.seq + 1, "hand": self.hand_no, "dealer": dealer, "delta": delta,
            "before": self.core(), "corrected": [0] * len(scores), "sub_in": sub_in,
        }  # fmt: skip
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
        carry = carried(answer.get("carry", {}), "answer.carry")
        if "sub_in" in carry and (carry["sub_in"] >= self.seats or len(self.scores) == self.seats):
            raise EventError("answer.carry.sub_in", "%d: nobody sits out" % carry["sub_in"])
        return delta + [0] * (len(self.scores) - len(delta)), following, carry

    def _clear_hand(self) -> None:
        self.dice = b""
        self.kong_dice = b""
        self.indicator = None
        self.drawn = b""
        self.wall = None

    def _undo(self, e: dict) -> None:
        last = self.last
        if last is None:
            raise EventError("undo", "there is no hand to take back", True)
        corrected = last["corrected"] if last["sub_in"] is None else swapped(last["corrected"], last["sub_in"])
        table = Table()
        table.read_core(last["before"])
        table.scores = added(table.scores, corrected)
        self.take(table, CORE)
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
        if e["last"] > self.seq:
            raise EventError("last", "there is no event %d yet" % e["last"])

    def _note(self, e: dict) -> None:
        pass

    def _abort(self, e: dict) -> None:
        self._need("throw", "wild", "play")
        self._clear_hand()

    # ------------------------------------------------------------ the record of the hand

    def complete(self, hand: dict) -> dict:
        """A copy of a hand record with everything that the table knows filled in.

        Raises RecordError that names a field which is given and differs from what the table has.
        """
        try:
            self._need("ready", "throw", "wild", "play")
        except EventError as error:
            raise record.RecordError(str(error)) from None
        return self._agree(hand, False)

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

    def _agree(self, hand: dict, stated: bool) -> dict:
        """The record completed. `stated`: what is left out says the default (so it is in packed ones), else nothing."""
        out = dict(hand)
        known = self._known()
        for field in sorted(known):
            given = hand.get(field)
            if given is None and stated:
                given = DEFAULTS.get(field)
            elif given is None:
                given = known[field]
            if given != known[field]:
                raise differs(field, given, known[field])
            out[field] = given
        if "dealer" not in out:
            raise record.RecordError("dealer: missing, and the dice decide who deals")
        out["options"] = self._agree_options(hand.get("options"), stated)
        out["carry"] = self._agree_carry(hand.get("carry"), stated)
        return out

    def _agree_options(self, given: "dict | None", stated: bool) -> dict:
        if given is not None or stated:
            mine, other = self.ruleset.options, type(self.ruleset)(given or {}).options
            for option in sorted(mine):
                if other[option] != mine[option]:
                    raise differs("options." + option, other[option], mine[option])
        return dict(self.options)

    def _agree_carry(self, given: "dict | None", stated: bool) -> dict:
        mine = {k: self.carry[k] for k in self.carry if k not in TO_TABLE}
        out = dict(mine)
        if given is not None or stated:
            given = given or {}
            for key in sorted(given) + sorted(mine):
                if key in IN_HAND:
                    out[key] = given[key]
                elif given.get(key, 0) != mine.get(key, 0):
                    raise differs("carry." + key, given.get(key, 0), mine.get(key, 0))
        return out


def differs(field: str, given: object, known: object) -> record.RecordError:
    return record.RecordError("%s: %r is given, the table has %r" % (field, given, known))


def added(scores: list, delta: list) -> list:
    return numbers([s + d for s, d in zip(scores, delta)], -ev.SCORE_LIMIT, ev.SCORE_LIMIT, "scores")


def swapped(scores: list, seat: int) -> list:
    """The one who sat out has taken over the seat, and the other way round."""
    out = list(scores)
    out[seat], out[-1] = out[-1], out[seat]
    return out


_HANDLERS = (  # by kind, from SESSION on
    Table._session, Table._region, Table._seal, Table._throw, Table._indicator, Table._wall,
    Table._hand, Table._undo, Table._correct, Table._lost, Table._note, Table._abort,
)  # fmt: skip
