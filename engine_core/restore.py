"""From a snapshot to the table that wrote it.

Taken is only a snapshot that some events can give: every field has its form, and goes with region, session and hand.
Needed at a table's start, and when a snapshot differs from what was replayed; a controller may let it go in between.
"""

from . import events
from .canonical import canonical, from_canonical
from .check import BIG, carried, number, numbers
from .events import EventError
from .state import BYTES, CORE, DEFAULTS, FORMAT, RECENT, State
from .tiles import KINDS

WHOLE = ("format", "seq", "recent", "seal", "last", "core")
LAST = ("seq", "hand", "dealer", "delta", "before", "corrected", "sub_in")
MOST = 0xFFFFFFFF  # of what an event holds as u32, and of what counts events
SEAT = events.PLAYERS - 1
NUMBERS = (
    ("session_no", MOST), ("hand_no", MOST), ("thrower", SEAT), ("dealt", (2 << SEAT) - 1), ("round_wind", 3),
    ("streak", 255),
)  # fmt: skip
OR_NONE = (("dealer", SEAT), ("first_dealer", SEAT), ("indicator", KINDS - 1))


def read(data: bytes, table: State) -> None:
    """Fill a fresh table from a snapshot. EventError or RecordError when no table can have written it."""
    whole = from_canonical(data, "snapshot")
    _object(whole, WHOLE, "snapshot")
    if whole["format"] != FORMAT:
        raise EventError("format", "%r is not %d" % (whole["format"], FORMAT))
    read_core(whole["core"], table)
    hands = table.session_no + max(table.hand_no - 1, 0) - table.given  # each was an event
    table.seq = number(whole["seq"], hands, MOST, "seq")
    table.recent = _recent(whole["recent"], table.seq)
    table.seal = _bytes(whole["seal"], "seal")
    if len(table.seal) not in (0, 32) or table.seal and not table.rules:
        raise EventError("seal", "%d bytes are none" % len(table.seal))
    if whole["last"] is not None:
        _read_last(whole["last"], table)
    written = table.snapshot()
    if written != data and written != canonical(whole, "snapshot").encode():  # older firmware wrote it in another way
        raise EventError("snapshot", "is not what a table writes")


def difference(table: State, other: State) -> str:
    """Where what a snapshot says differs from what the events have given, in words; "" where it is only that one of
    them is of older firmware, which did not keep penalties apart.
    """
    mine, said = table.whole(), other.whole()
    for one, two in ((mine["core"], said["core"]), (_before(mine), _before(said))):
        if "fined" not in one or "fined" not in two:
            one.pop("fined", None)
            two.pop("fined", None)
    for one, two in ((mine, said), (mine["core"], said["core"])):
        for field in sorted(set(one) | set(two)):
            if field != "core" and one.get(field) != two.get(field):
                return "%s: the snapshot has %r, the events give %r" % (field, two.get(field), one.get(field))
    return ""


def _before(whole: dict) -> dict:
    """A copy of the core before the last hand, put in its place; {} where there was none."""
    if whole["last"] is None:
        return {}
    whole["last"] = dict(whole["last"], before=dict(whole["last"]["before"]))
    return whole["last"]["before"]


# ---------------------------------------------------------------- the core


def read_core(core: object, table: State) -> None:
    """Fill a fresh table from a core, rules and wall included."""
    fields = [field for field in CORE if field not in DEFAULTS or isinstance(core, dict) and field in core]
    core = _object(core, tuple(fields), "core")
    for field, most in NUMBERS:
        number(core[field], 0, most, field)
    for field, most in OR_NONE:
        if core[field] is not None:
            number(core[field], 0, most, field)
    for field in BYTES:
        _bytes(core[field], field)
    numbers(core["scores"], -BIG, BIG, "scores")
    carried(core["carry"], "carry", "out")
    if "given" in core:
        number(core["given"], 1, max(core["hand_no"] - 1, 0), "given")
    if core.get("chips", True) is not True:
        raise EventError("chips", "is said only where the scores are chips")
    if "fined" in core:
        fined = numbers(core["fined"], -BIG, BIG, "fined")
        if len(fined) != len(core["scores"]) or sum(fined) or "chips" not in core:
            raise EventError("fined", "%r are no penalties" % fined)
    if not isinstance(core["options"], dict):
        raise EventError("options", "is no object")
    table.fill(core)
    if "course" in core:
        _check_course(table)
        if isinstance(core["course"], list):  # as it is where it is short; older firmware had all of them so
            core["course"] = table.core().get("course")
    if not table.session_no:
        if table.core() != State().core():
            raise EventError("session_no", "is 0, but something has happened")
        return
    _check_session(table)
    if table.dice:
        _check_hand(table)
        table.build()
    elif table.drawn or table.kong_dice or table.indicator is not None:
        raise EventError("dice", "were not thrown, but the hand goes on")
    if table.wall is None and (table.drawn or table.kong_dice or table.indicator is not None):
        raise EventError("dice", "are not all thrown, but the hand goes on")


def _check_session(t: State) -> None:
    """Scores, deal, winds and carry: each as some hands of a session can leave it."""
    hands = t.hand_no - 1
    places = len(t.scores)
    seat = t.thrower if t.dealer is None else t.dealer
    dealt = [s for s in range(events.PLAYERS) if t.dealt >> s & 1]
    seated = t.rules is not None and seat < t.seats  # else the region has changed since: a round that is not played
    deals = t.streak + t.round_wind * max(t.seats, 1) + len(dealt) - 1  # hands that it took to come so far
    for field, holds in (
        ("hand_no", hands == 0 or hands > 0 and t.rules is not None),
        ("options", t.rules is not None or not t.options),
        ("scores", 0 < places <= events.PLAYERS),
        ("dealer", seat < places),
        ("thrower", not t.thrower or t.dealer is None and hands > 0),
        ("first_dealer", t.first_dealer in dealt or t.first_dealer is None and not dealt),
        ("dealt", not dealt or seat in dealt and (t.dealer is not None or hands > 0)),
        ("dealt", not dealt or dealt[-1] < t.seats if seated else dealt == [] or dealt == [t.dealer]),
        ("dealer", bool(dealt) or t.dealer is None),
        ("round_wind", not t.round_wind or seated and bool(dealt)),
        ("streak", not t.streak or seated and bool(dealt)),
        ("hand_no", not dealt or hands >= deals),
        ("carry", hands > 0 or not t.carry),
        ("carry", "sub_in" not in t.carry),
    ):
        if not holds:
            raise EventError(field, "does not go with the rest of the snapshot")


def _check_hand(t: State) -> None:
    """Dice, indicator and what was drawn: of their form, and such as the region has."""
    if t.phase == "new" or t.dealer is None:
        raise EventError("dice", "there is no hand that they were thrown for")
    for die in t.dice + t.kong_dice:
        number(die, 1, 6, "dice")
    if t.kong_dice and len(t.kong_dice) not in t.ruleset.kong_dice():
        raise EventError("kong_dice", "%d are not thrown for a kong" % len(t.kong_dice))
    if t.indicator is not None and not (t.ruleset.HAS_INDICATOR and t.ruleset.copies(t.indicator)):
        raise EventError("indicator", "%d is none of %s" % (t.indicator, t.region))
    at = before = 0
    while at < len(t.drawn):
        if at + 3 > len(t.drawn):
            raise EventError("drawn", "ends too early")
        code, count, n = t.drawn[at : at + 3]
        events.pack_wall(code, count, t.drawn[at + 3 : at + 3 + n])
        at += 3 + n
        if at > len(t.drawn) or n and count != 1 or not n and code == before:
            raise EventError("drawn", "is not counted so")
        before = 0 if n else code


def _check_course(t: State) -> None:
    """Entries that this hand's play can have."""
    from . import course

    if not isinstance(t.course, list) or not t.course or t.phase == "new":
        raise EventError("course", "does not go with the rest of the snapshot")
    entries: list = []
    for entry in t.course:
        if course.checked(entry, t.seats) != entry or entry["what"] == "back":
            raise EventError("course", "%r is no entry" % (entry,))
        entries = course.entered(t.ruleset, entries, entry)


# ---------------------------------------------------------------- what stands beside it


def _recent(pairs: object, seq: int) -> list:
    if not isinstance(pairs, list) or len(pairs) > RECENT:
        raise EventError("recent", "is no list of %d at most" % RECENT)
    known = []
    latest = 0
    for pair in pairs:
        if len(numbers(pair, 1, MOST, "recent")) != 2 or pair[0] in known:
            raise EventError("recent", "%r is no request and its event" % pair)
        latest = number(pair[1], latest + 1, seq, "recent")
        known.append(pair[0])
    return pairs


def _read_last(last: object, table: State) -> None:
    """The last hand: played on a core that could play it, and its result is what the table has now."""
    more = [field for field in ("order", "top_up") if isinstance(last, dict) and field in last]
    last = _object(last, LAST + tuple(more), "last")
    before = State()
    read_core(last["before"], before)
    if before.phase == "new":
        raise EventError("last.before", "no hand could be played")
    number(last["seq"], before.session_no + before.hand_no - before.given, table.seq, "last.seq")
    number(last["hand"], before.hand_no, before.hand_no, "last.hand")
    number(last["dealer"], 0, before.seats - 1, "last.dealer")
    if before.dealer not in (None, last["dealer"]):
        raise EventError("last.dealer", "%d is not he who dealt" % last["dealer"])
    scores = before.scores
    for field in ("delta", "corrected"):
        amounts = numbers(last[field], -BIG, BIG, "last." + field)
        if len(amounts) != len(scores) or field == "delta" and sum(amounts):
            raise EventError("last." + field, "%r are no amounts for %d" % (amounts, len(scores)))
        scores = [s + a for s, a in zip(scores, amounts)]
        if field == "delta" and "top_up" in last:
            chips = numbers(last["top_up"], 0, BIG, "last.top_up")
            if len(chips) != before.seats or not any(chips):
                raise EventError("last.top_up", "%r are no chips for %d" % (chips, before.seats))
            scores = [s + a for s, a in zip(scores, chips + [0] * (len(scores) - len(chips)))]
        if field == "delta" and last["sub_in"] is not None:
            seat = number(last["sub_in"], 0, before.seats - 1 if len(scores) > before.seats else -1, "last.sub_in")
            scores[seat], scores[-1] = scores[-1], scores[seat]
    if "order" in last:
        order = numbers(last["order"], 0, SEAT, "last.order")
        if sorted(order) != list(range(len(scores))):
            raise EventError("last.order", "%r is no change of seats" % order)
        scores = [scores[came] for came in order]
    now = table.session_no, table.hand_no, table.scores
    if now != (before.session_no, before.hand_no + 1, scores):
        raise EventError("last", "does not lead to the scores and the hand of now")
    if table.dealer is None and table.thrower != last["dealer"]:
        raise EventError("last.dealer", "%d is not he who throws now" % last["dealer"])
    table.last = last


# ---------------------------------------------------------------- forms


def _object(value: object, fields: tuple, at: str) -> dict:
    if not isinstance(value, dict) or sorted(value) != sorted(fields):
        raise EventError(at, "is not an object of %s" % ", ".join(fields))
    return value


def _bytes(text: object, at: str) -> bytes:
    """Those that lower-case hexadecimal text means."""
    if not isinstance(text, str) or len(text) % 2 or text.strip("0123456789abcdef"):
        raise EventError(at, "%r is not hexadecimal" % (text,))
    return bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])
