"""What seven-segment digits show of the dialogues, and of what is told while a hand is played. See digits.py.

Circumstances (hand.FLAG_NAMES) and patterns (as `mjtable region show` has them) go by their number, from 1. A point
behind the second of four digits says that one is ticked.
"""

from engine_core.hand import FLAG_NAMES
from firmware.digits import MIDDLE, WINDS, after, beside, named, number, right, tile, two

HOW = {"how.drawn": "SELF", "how.opening": "OPEn"}
COUNT_BY = ("tILE", "LISt", "PC  ")
ASKED = {"drawn": "drA ", "new": "nEU ", "haidi": "LASt", "foul": "FoUL", "abort": "Undo"}
NUMBERED = {"flags": "F", "patterns": "P"}


def text(table, message: dict, seat: "int | None", width: int) -> str:  # type: ignore[no-untyped-def]
    """The text for a display of `width` digits; "" when the message does not concern it."""
    page = message["page"]
    if page == "win" and seat is MIDDLE:
        word = "HU " + WINDS[message["seats"][0]]
        return word if width == 4 else word + number(message.get("waiting", 0), 4)
    if page == "foul":
        return _foul(message, seat, width)
    if seat is MIDDLE:
        return "G totAL" if page == "kong" and width == 8 else ""
    if page == "kong":
        return _kong(table, message, seat, width)
    if page == "list":
        return _row(table, message, seat, width)
    if page in ("preview", "confirm"):
        return _amount(message, width)
    if page == "points":
        return number(message["value"], 4) if width == 4 else after("Add", number(message["value"], 5))
    if page == "hand":
        kind, held = message["kind"], message["held"]
        word = "%s %d" % (tile(kind), held.count(bytes((kind,))))
        return word if width == 4 else word + "%2d%2d" % (len(held), message["need"])
    if page == "manual":
        if seat != message["seat"]:
            return ""
        return ("d%d.%d " if len(message["dice"]) == 2 else "d %d ") % tuple(message["dice"])
    return beside(_word(message), table, seat, width)


def _word(message: dict) -> str:
    """Four digits that stand alone, or beside the score."""
    page = message["page"]
    if page == "void":
        return "no " + "Cob"[message.get("at", 0)]
    if page in ("pick", "which"):
        kind = message["kinds"][message["at"]]
        return tile(kind) + "  " if kind >= 0 else "----"
    if page == "ask":
        return ASKED.get(message["what"], "YES ")
    return "SEnt" if page == "sent" else "E 31"


def _row(table, message: dict, seat: int, width: int) -> str:  # type: ignore[no-untyped-def]
    """The row of a list that is under the cursor."""
    title, at = message["title"], message["at"]
    what, worth, tick = message["rows"][at]
    key = what if isinstance(what, str) else what[0]
    if title == "win":
        word = HOW.get(key) or ("rob " if key == "how.rob" else "Fr ") + WINDS[int(what[1][1:])]
        return word[:4] if width == 4 else "HU " + word
    if title == "count_by":
        return beside(COUNT_BY[at], table, seat, width)
    if key == "done":
        return beside("End ", table, seat, width)
    n = 1 + at
    if title == "flags":
        n = 1 + FLAG_NAMES.index(key[len("flag.") :])
    elif key.startswith("pattern."):
        n = 1 + [p for p, _ in table.ruleset.PATTERNS].index(key[len("pattern.") :])
    point = "." if tick else ""
    if width == 4:
        return "%s %s%02d" % (NUMBERED.get(title, "L"), point, n) if isinstance(title, str) else "L  %d" % n
    letter = NUMBERED.get(title, "L") if isinstance(title, str) else "L"
    return _worth("%s%02d" % (letter, n) + point, worth.split("x")[0], message["right"])


def _worth(word: str, worth: str, total: object) -> str:
    """A row's number, what it is worth, and the sum; the sum after it where it does not fit."""
    if not isinstance(total, list) or len(total) != 2:
        return word + right(worth, 3) + "  "
    summed = "%d" % total[1]
    room = 4 - len(summed)
    if not worth:
        return word + right(summed, 5)
    if len(worth) < room:  # a blank before and behind it
        return word + right(worth, room) + " " + summed
    return word + right(worth, 3) + "  |" + after("PAY", number(total[1], 5))


def _amount(message: dict, width: int) -> str:
    value = message.get("pays") or message["gain"]
    if width == 8:
        return after("PAY", number(value, 5))
    return "-%3d" % -value if -1000 < value < 0 else number(value, 4)


def _kong(table, message: dict, seat: int, width: int) -> str:  # type: ignore[no-untyped-def]
    if message["seat"] is None:
        return ""
    delta, score = message["delta"][seat], table.scores[seat]
    if width == 8:
        beside = two("%+d" % delta, score, 7)
        return "G" + beside if beside else after("G", number(delta, 7)) + "|" + named(table, seat, score)
    amount = number(delta, 4)
    return "G" + amount[1:] if amount[0] == " " else "G   |" + amount


def _foul(message: dict, seat: "int | None", width: int) -> str:
    if seat is MIDDLE:
        return "FoUL" if width == 4 else "FoUL " + WINDS[message["seat"]]
    delta = number(message["delta"][seat], 4)
    return delta if width == 4 else after("FoUL", delta)
