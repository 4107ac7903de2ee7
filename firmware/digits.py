"""What seven-segment digits show instead of pages: four (TM1637) or eight (MAX7219), at a seat or in the middle.

Loaded only by boards that have some. Letters are those that seven segments can show (drivers/sevensegment.py); seats
are E S U n, U is West. A point behind the second of four digits is the colon. Tiles: C5 characters, o5 dots, b5 bamboo,
H1 to H7 honours, F1 to F8 flowers.

A number is never cut: shown is all of it, or that some of it is missing. One that is too wide comes in parts, one after
the other, where "_" stands for the digits of the other parts: "-10_", "_500" is -10500. Words and a number, or two
numbers, that do not fit side by side come one after the other too, each whole. Parts of a text: "first|second".
"""

WINDS = "ESUn"
TILES = (("C", 0), ("o", 9), ("b", 18), ("H", 27), ("F", 34))
MIDDLE = None
NO_SEAT = 9  # a side where nobody sits
PART = 2000  # ms that each part of a text is shown
GROUP = 3  # digits of a part behind the first: thousands
WARNED = {"last_four": ("LA 4", "LASt   4"), "last_tile": ("LASt", "LASt   1"), "share_out": ("SHAr", "SHArE")}
# Of the dialogues, and what is told while a hand is played (digits_entry.py).
ENTRY = (
    "list", "pick", "hand", "which", "preview", "confirm", "sent", "refusal", "points", "void", "kong", "foul", "win",
    "ask", "manual",
)  # fmt: skip
SAME = {
    "drawn": "drA ",
    "undo": "Undo",
    "laptop": "PC  ",
    "safe": "SAFE",
    "boot": "----",
    "away": "oUt ",
}  # at all four digits


def text(table, message: "dict | None", seat: "int | None", width: int) -> str:  # type: ignore[no-untyped-def]
    """The text for a display of `width` digits at a seat, or in the middle (None), all parts of it. Table and message
    as for a page.
    """
    message = message or {}
    page = message.get("page", "")
    if seat is not MIDDLE and seat >= (table.seats or 4):
        return ""
    if page == "error" and message.get("seat") in (MIDDLE, seat):
        return beside(message.get("code", "E").replace("E", "E "), table, seat, width)
    if page == "warn":
        shown = WARNED.get(message.get("kind", ""))
        if shown and (seat is MIDDLE or width == 8):
            return shown[width == 8]
    elif page == "result":
        return _result(table, message, seat, width)
    elif page in ("roll", "dice"):
        return _dice(message, seat, width)
    elif page == "break":
        return _break(table.wall, table, seat, width)
    elif page == "enter" and message.get("seat") == seat:
        return beside("u " + tile(message["tile"]), table, seat, width)
    elif page == "wild" and table.wilds:
        return beside("u " + tile(table.wilds[0]), table, seat, width)
    elif page == "standings":
        return _standing(table, seat, width)
    elif page in SAME:
        return beside(SAME[page], table, seat, width)
    elif page in ENTRY:
        from firmware import digits_entry

        word = digits_entry.text(table, message, seat, width)
        if word:
            return word
    return _resting(table, message, seat, width)


def tile(kind: int) -> str:
    for letter, first in reversed(TILES):
        if kind >= first:
            return "%s%d" % (letter, kind - first + 1)
    return "  "


def part(text: str, ms: int) -> str:
    """The part of a text that is shown at this time."""
    parts = text.split("|")
    return parts[ms // PART % len(parts)]


def number(value: int, width: int) -> str:
    """Right-aligned; in parts when it is too wide. At least four digits wide."""
    out = "%d" % value
    if len(out) <= width:
        return right(out, width)
    rest = ""
    while len(out) >= width:
        rest = "|" + right("_" + out[-GROUP:], width) + rest
        out = out[:-GROUP]
    return right(out + "_", width) + rest


def right(text: str, width: int) -> str:
    """Right-aligned."""
    return " " * (width - len(text)) + text


def after(word: str, numbers: str) -> str:
    """The word before each part of a number."""
    return "|".join([word + one for one in numbers.split("|")])


def apart(value: int, width: int) -> str:
    """A number behind another one: a sign or a blank is between them."""
    return number(value, width) if value < 0 else after(" ", number(value, width - 1))


def two(first: str, second: int, width: int) -> str:
    """Two numbers side by side, the second three wide or more; "" when there is no room for a blank between them."""
    out = "%3d" % second
    room = width - 1 - len(out)
    return right(first, room) + " " + out if len(first) <= room else ""


def _score(table, seat: int) -> int:  # type: ignore[no-untyped-def]
    return table.scores[seat] if seat < len(table.scores) else 0  # type: ignore[no-any-return]


def named(table, seat: int, score: int) -> str:  # type: ignore[no-untyped-def]
    """A seat's wind, with the point of the dealer and the streak, and a score: eight digits."""
    dealer = seat == table.dealer
    head = WINDS[seat] + ("." if dealer else "")
    if dealer and table.streak:
        return after(head + "%d" % min(table.streak, 9), apart(score, 6))
    return after(head + " ", number(score, 6))


def beside(word: str, table, seat: "int | None", width: int) -> str:  # type: ignore[no-untyped-def]
    """The word of four digits; with eight digits the seat's score beside it, or after it where it does not fit."""
    if width == 4:
        return word
    if seat is MIDDLE:
        return word + "    "
    score = _score(table, seat)
    room = 4 if score < 0 or word[-1:] == " " else 3  # a figure behind a figure needs a blank between them
    if len("%d" % score) <= room:
        return word + number(score, 4)
    return word + "    |" + named(table, seat, score)


def _resting(table, message: dict, seat: "int | None", width: int) -> str:  # type: ignore[no-untyped-def]
    due = table.throw
    if due is not None and (seat is MIDDLE or seat == due[0]):
        n = len(table.dice) and 2 or 1
        if width == 4:
            return "d %d " % n if seat is not MIDDLE else "----"
        return "%s diCE %d" % (WINDS[due[0]], n)
    if seat is MIDDLE:
        return _middle(table, width)
    if width == 4:
        score = number(_score(table, seat), 4)
        if seat != table.dealer:
            return score
        return "|".join([one[:2] + "." + one[2:] for one in score.split("|")])
    point = "." if message.get("turn") == seat else ""
    return "|".join([one + point for one in named(table, seat, _score(table, seat)).split("|")])


def _middle(table, width: int) -> str:  # type: ignore[no-untyped-def]
    playing = table.phase == "play" and table.wall is not None
    if width == 4:
        return number(table.wall.left, 4) if playing else "%3d. " % min(table.hand_no, 999)
    wind = WINDS[table.round_wind % 4]
    if playing and table.dealer is not None:
        return "%s %s%s" % (wind, WINDS[table.dealer], number(table.wall.left, 5))
    return "%s  H%s" % (wind, number(table.hand_no, 4))


def _dice(message: dict, seat: "int | None", width: int) -> str:
    if message["page"] == "roll":
        return "-" * (1 + message.get("frame", 0) % width)
    last = message["throws"][-1]
    dice = list(last[1])
    if width == 4:
        if seat is MIDDLE and len(dice) == 2:
            return " %d.%d " % tuple(dice)
        return " %2d " % sum(dice)
    if len(dice) > 2:
        return "%s d  %3d" % (WINDS[last[0]], sum(dice))
    between = " " if sum(dice) < 10 else ""
    return "%s d%s %d" % (WINDS[last[0]], between.join(["%d" % die for die in dice]), sum(dice))


def _break(wall, table, seat: "int | None", width: int) -> str:  # type: ignore[no-untyped-def]
    if wall is None or (seat is not MIDDLE and seat != wall.break_side):
        return _resting(table, {}, seat, width)
    if seat is not MIDDLE:
        return "b %2d" % wall.break_stack if width == 4 else "brEA  %2d" % wall.break_stack
    side = WINDS[wall.break_side]
    return "%s %2d" % (side, wall.break_stack) if width == 4 else "%s brEA%2d" % (side, wall.break_stack)


def _result(table, message: dict, seat: "int | None", width: int) -> str:  # type: ignore[no-untyped-def]
    if seat is not MIDDLE:
        delta = message["delta"][seat]
        if width == 4:
            return number(delta, 4)
        # Who has lost the seat to whoever sat out still sits there.
        score = _score(table, -1 if seat == message.get("sub_in") else seat)
        return two("%d" % delta, score, 8) or after("PAY", number(delta, 5)) + "|" + named(table, seat, score)
    if message["wins"]:
        winner, _, _, value = message["wins"][0]
        if width == 8 or 0 <= value < 100:
            return after(WINDS[winner] + " ", number(value, width - 2))
        return WINDS[winner] + "   |" + number(value, 4)
    return "FoUL" if message["fouls"] else "drA "


def _standing(table, seat: "int | None", width: int) -> str:  # type: ignore[no-untyped-def]
    scores = table.scores
    if seat is MIDDLE:
        first = scores.index(max(scores))
        return "1  " + WINDS[first] if width == 4 else after("1" + WINDS[first], apart(scores[first], 6))
    place = 1 + sum([other > scores[seat] for other in scores])
    return "%d -." % place if width == 4 else after("P%d" % place, apart(scores[seat], 6))
