"""What happens between two hands, and how one ends: session, region, result, undo, correction, loss; and the record of
a hand, completed with what the table knows. Needed then only; a controller may let it go while a hand is played.
"""

from . import events as ev
from . import record, rules
from .check import WINDS, Record, RecordError, carried, carries, number, numbers
from .events import EventError
from .settle import FREE
from .state import UNDONE
from .table import Table
from .tiles import name

# What goes on of a session that another table has begun.
GIVEN = (
    "hand_no", "scores", "dealer", "thrower", "first_dealer", "dealt", "round_wind", "streak", "carry", "chips",
    "fined",
)  # fmt: skip
DEFAULTS = {"seats": 4, "dealer": 0, "round_wind": "E", "dealer_streak": 0, "indicator": None, "dice": []}


def _only_between(table: Table) -> None:
    """Only between two hands."""
    table.need("new", "ready")
    if table.course:
        raise EventError("phase", "a hand is being played", True)


def _session(table: Table, e: dict) -> None:
    _only_between(table)
    dealer = e["dealer"]
    if table.rules and len(e["scores"]) != table.players:
        raise EventError("scores", "%d given, %d play" % (len(e["scores"]), table.players))
    if dealer is not None and dealer >= (table.seats or len(e["scores"])):
        raise EventError("dealer", "%d is no seat" % dealer)
    _begin(table, dealer, e["scores"])


def _begin(table: Table, dealer: "int | None", scores: list) -> None:
    """A new session."""
    table.session_no += 1
    table.hand_no = 1
    table.scores = scores
    table.chips = table.rules is not None and table.rules.STAKES
    table.fined = [0] * len(scores) if table.chips else None
    table.given = 0
    table.dealer = None
    table.thrower = 0
    table.carry = {}
    table.last = None
    _new_round(table, dealer)


def _given(table: Table, e: dict) -> None:
    """A session goes on that a table has begun which is no more, with the region that is set."""
    from .restore import read_core

    _only_between(table)
    fresh = Table()
    core = fresh.core()
    core.update(e["session"])
    for field in sorted(e["session"]):
        if field not in GIVEN:
            raise EventError("session", "%s is not given" % field)
    core["region"], core["options"], core["session_no"] = table.ruleset.ID, table.options, table.session_no + 1
    if number(core["hand_no"], 1, ev.SCORE_LIMIT, "hand_no") > 1:
        core["given"] = core["hand_no"] - 1
    read_core(core, fresh)
    table.take(fresh, UNDONE)
    table.last = None


def _new_round(table: Table, dealer: "int | None") -> None:
    table.first_dealer = None
    table.dealt = 0
    table.round_wind = 0
    table.streak = 0
    if dealer is not None:
        table.deal_to(dealer, dealer)


def _region(table: Table, e: dict) -> None:
    _only_between(table)
    loaded = rules.load(e["region"], e["options"])
    if e["region"] != table.region:  # winds and carry are this region's own; the scores stay
        table.carry = {"over": 1} if table.carry.get("over") else {}
        _new_round(table, table.dealer)
    table.region = e["region"]
    table.options = loaded.changed
    table.rules = loaded
    if not table.session_no:  # at a table fresh from the box the first session begins, in the same event
        _begin(table, 0, [loaded.START] * table.players)


def _hand(table: Table, e: dict) -> None:
    table.need("ready", "throw", "wild", "play")
    answer = record.unpack_answer(e["answer"])
    if not table.chips:
        answer.pop("wins", None)  # nobody looks at them
    hand = record.unpack(e["record"])
    if table.chips:
        _paid_at_once(table, hand)
    r = record.parse(hand)
    hand.pop("wins", None)  # many take much room
    _agree(table, hand, table.course, r)
    dealer = hand.get("dealer", 0)
    delta, following, carry = _checked(table, answer)
    scores = added(table.scores, delta)
    fined = _fined(table, r, answer) if table.chips else None
    top_up = carry.get("top_up")  # stays for the displays
    if top_up is not None:
        scores = added(scores, top_up + [0] * (len(scores) - len(top_up)))
    sub_in = carry.pop("sub_in", None)
    if sub_in is not None:
        scores = swapped(scores, sub_in)
        fined = fined and swapped(fined, sub_in)
    table.last = {
        "seq": table.seq, "hand": table.hand_no, "dealer": dealer, "delta": delta,
        "before": table.core(), "corrected": [0] * len(scores), "sub_in": sub_in,
    }  # fmt: skip
    if top_up is not None:
        table.last["top_up"] = top_up
    if table.dealer is None:
        table.deal_to(dealer, table.thrower)
    table.scores = scores
    table.fined = fined
    table.carry = carry
    table.hand_no += 1
    table.streak = min(table.streak + 1, 255)
    if following is None:
        table.thrower = dealer
        table.dealer = None
    else:
        table.deal_to(following, dealer)
    table.clear_hand()


def _paid_at_once(table: Table, hand: dict) -> None:
    """Older firmware took penalties out of the chips at once: a hand that was settled to these goes on so."""
    held = [h.get("stake") for h in hand["hands"]]
    if None not in held and (table.fined is None or held == table.scores[: len(held)]):
        table.fined = added(table.scores, [-chips for chips in held] + [-s for s in table.scores[len(held) :]])


def _fined(table: Table, r: Record, answer: dict) -> list:
    """What penalties have brought each score in the session, this hand's too."""
    fined = table.fined or [0] * len(table.scores)
    guilty = [w["seat"] for w in answer["wins"] if not w["valid"] and w["reason"] not in FREE]
    for seat in set(guilty + [seat for seat, foul in r.fouls if foul == "false_win"]):
        fines = table.ruleset.fines(r, r.dealer, seat)
        fines[seat] = -sum(fines)
        fined = added(fined, fines)
    return fined


def _checked(table: Table, answer: dict) -> tuple:
    """Delta (one for each score), next dealer and carry of an answer, or EventError."""
    delta = answer.get("delta")
    if not isinstance(delta, list) or len(delta) not in (table.seats, len(table.scores)):
        raise EventError("answer.delta", "%r is not %d amounts" % (delta, table.seats))
    numbers(delta, -ev.SCORE_LIMIT, ev.SCORE_LIMIT, "answer.delta")
    if sum(delta):
        raise EventError("answer.delta", "%r does not sum to 0" % delta)
    following = answer.get("next_dealer")
    if following is not None:
        number(following, 0, table.seats - 1, "answer.next_dealer")
    carry = carried(answer.get("carry", {}), "answer.carry", "out")
    if "top_up" in carry and (len(carry["top_up"]) != table.seats or not any(carry["top_up"])):
        raise EventError("answer.carry.top_up", "%r are no chips for %d" % (carry["top_up"], table.seats))
    if "sub_in" in carry and (carry["sub_in"] >= table.seats or len(table.scores) == table.seats):
        raise EventError("answer.carry.sub_in", "%d: nobody sits out" % carry["sub_in"])
    return delta + [0] * (len(table.scores) - len(delta)), following, carry


def _undo(table: Table, e: dict) -> None:
    last = table.last
    if last is None:
        raise EventError("undo", "there is no hand to take back", True)
    corrected = last["corrected"] if last["sub_in"] is None else swapped(last["corrected"], last["sub_in"])
    before = Table()
    before.fill(last["before"])
    before.build()
    before.scores = moved(added(before.scores, corrected), last.get("order"))  # whoever has moved stays where he is
    before.fined = before.fined and moved(before.fined, last.get("order"))
    table.take(before, UNDONE)
    table.last = None


def _correct(table: Table, e: dict) -> None:
    if not table.session_no:
        raise EventError("phase", "there is no session", True)
    if len(e["delta"]) != len(table.scores):
        raise EventError("delta", "%d given, there are %d scores" % (len(e["delta"]), len(table.scores)))
    scores = added(table.scores, e["delta"])
    if table.last:
        last = dict(table.last)
        last["corrected"] = added(last["corrected"], moved(e["delta"], back(last.get("order"))))
        table.last = last
    table.scores = scores


def _seats(table: Table, e: dict) -> None:
    """The players change seats, and take their scores along. Deal and winds stay with the seats."""
    _only_between(table)
    if not table.session_no:
        raise EventError("phase", "there is no session", True)
    order = e["order"]
    if len(order) != len(table.scores):
        raise EventError("order", "%d given, there are %d scores" % (len(order), len(table.scores)))
    if table.last:
        table.last = dict(table.last, order=moved(table.last.get("order", list(range(len(order)))), order))
    if "top_up" in table.carry:  # what was bought belongs to whoever sat there
        table.carry = {key: table.carry[key] for key in table.carry if key != "top_up"}
    table.scores = moved(table.scores, order)
    table.fined = table.fined and moved(table.fined, order)


def _left(table: Table, e: dict) -> None:
    """A player has left: what the region's page says of it. Somebody else sits there now, with the seat's score."""
    _only_between(table)
    if not table.session_no:
        raise EventError("phase", "there is no session", True)
    follows = table.ruleset.LEFT
    if follows is None:
        raise EventError("region", "nothing follows from it in %s" % table.region)
    if e["seat"] >= len(table.scores):
        raise EventError("seat", "%d is no seat" % e["seat"])
    last = table.last
    if isinstance(follows, int):
        _correct(table, {"delta": [-follows if seat == e["seat"] else 0 for seat in range(len(table.scores))]})
    elif follows == "dice":
        if table.hand_no == 1:
            _new_round(table, None)
            table.dealer = None
        elif table.dealer is not None:
            table.thrower = last["dealer"] if last else table.dealer
            table.dealer = None
    elif follows in table.carry:
        table.carry = _forgotten(table.carry, follows)
        if last:  # not to come back when the hand is taken back
            table.last = dict(last, before=dict(last["before"], carry=_forgotten(last["before"]["carry"], follows)))


def _forgotten(carry: dict, key: str) -> dict:
    return {k: carry[k] for k in carry if k != key}


def _lost(table: Table, e: dict) -> None:
    if e["last"] >= table.seq:
        raise EventError("last", "there is no event %d yet" % e["last"])


def complete(table: Table, hand: dict, entries: "list | None" = None) -> dict:
    """A copy of a hand record with everything that the table knows filled in, the hand's course too (or `entries`).

    Raises RecordError that names a field which is malformed, or is given and differs from what the table has.
    """
    try:
        table.need("ready", "throw", "wild", "play")
    except EventError as error:
        raise RecordError(str(error)) from None
    if not isinstance(hand, dict):
        raise RecordError("record: an object was expected")
    out = dict(hand)
    known = _known(table)
    known["options"] = dict(table.options)
    known["carry"] = _carried(table)
    entries = table.course if entries is None else entries
    if entries:
        from . import course

        out = course.filled(out, entries, table.seats)
        if table.wall is not None:
            known["carry"].update(course.sea_bottom(table.ruleset, entries, table.wall.left, table.wall.last_tile))
        known["carry"].update(out.pop("told"))
    for field in known:
        if out.get(field) is None:
            out[field] = known[field]
    if table.chips:
        out["hands"] = staked(out.get("hands"), in_play(table.scores, table.fined))
    r = record.parse(out)
    if "dealer" not in out:
        raise RecordError("dealer: missing, and the dice decide who deals")
    _agree(table, out, entries, r)
    if entries or len(r.wins) > 1:
        from . import course

        course.finish(table.ruleset, out, r, entries)
    out["options"] = known["options"]
    return out


def _known(table: Table) -> dict:
    known: dict = {
        "region": table.region, "seats": table.seats, "dealer": table.dealer, "round_wind": WINDS[table.round_wind],
        "dealer_streak": table.streak,
    }  # fmt: skip
    if table.dealer is None:  # real dice have decided: the record says who deals
        del known["dealer"], known["round_wind"], known["dealer_streak"]
    if table.indicator is not None:
        known["indicator"] = name(table.indicator)
    if table.wall is not None:
        known["dice"] = list(table.dice)
    return known


def _carried(table: Table) -> dict:
    """What earlier hands leave to the next: the rest of `carry` they said to the table."""
    into = carries("in")
    return {key: table.carry[key] for key in table.carry if key in into}


def _agree(table: Table, hand: dict, entries: list, r: Record) -> None:
    """Is a well-formed record, read as `r`, one of this hand; what it leaves out says the default. RecordError."""
    known = _known(table)
    for field in sorted(known):
        given = hand.get(field)
        if given is None:
            given = DEFAULTS.get(field)
        if given != known[field]:
            raise differs(field, given, known[field])
    mine, other = table.ruleset.options, rules.load(table.ruleset.ID, hand.get("options")).options
    for option in sorted(mine):
        if other[option] != mine[option]:
            raise differs("options." + option, other[option], mine[option])
    if table.chips:
        chips = in_play(table.scores, table.fined)
        for i, h in enumerate(hand["hands"]):
            if h.get("stake") != chips[i]:
                raise differs("hands.%d.stake" % i, h.get("stake"), chips[i])
    carry, given = _carried(table), hand.get("carry") or {}
    comes_out = carries("out")
    for key in sorted(given) + sorted(carry):
        # What comes in only, the hand itself brings.
        if key in comes_out and given.get(key, 0) != carry.get(key, 0):
            raise differs("carry." + key, given.get(key, 0), carry.get(key, 0))
    if entries:
        from . import course

        course.agree(r, entries)


def differs(field: str, given: object, known: object) -> RecordError:
    return RecordError("%s: %r is given, the table has %r" % (field, given, known))


def in_play(scores: list, fined: "list | None") -> list:
    """The chips that a hand is settled to."""
    return added(scores, [-chips for chips in fined]) if fined else scores


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


def moved(values: list, order: "list | None") -> list:
    """What belongs to the players, by seat, after they have changed seats (None: they have not)."""
    return values if order is None else [values[came] for came in order]


def back(order: "list | None") -> "list | None":
    """The change of seats that takes one back."""
    return order and [order.index(seat) for seat in range(len(order))]


def happened(table: Table, e: dict) -> None:
    """One of these events. EventError, RecordError."""
    _HANDLERS[e["kind"]](table, e)


_HANDLERS = {
    ev.SESSION: _session, ev.REGION: _region, ev.HAND: _hand, ev.UNDO: _undo, ev.CORRECT: _correct, ev.LOST: _lost,
    ev.SEATS: _seats, ev.LEFT: _left, ev.GIVEN: _given,
}  # fmt: skip
