"""What a long hand has much of, each once: its course as a snapshot has it, its wins as an answer has them.

A course is {"of": [entries without seat, from and tile, each once], "rows": six characters an entry: number in `of`,
in two hexadecimal digits, seat, from ("-": none), tile ("--": none)}. Loaded when a long hand is written or read.
"""

from .values import RecordError, number

ROW = 6
OWN = ("seat", "from", "tile")


def condensed(entries: list) -> dict:
    of: list = []
    rows = []
    for e in entries:
        rest = {field: e[field] for field in e if field not in OWN}
        if rest not in of:
            of.append(rest)
        rows.append("%02x%s%s%s" % (of.index(rest), e.get("seat", "-"), e.get("from", "-"), e.get("tile", "--")))
    return {"of": of, "rows": "".join(rows)}


def entries(course: dict) -> list:
    """The entries again; they share what they have in common. RecordError when it is no such course."""
    out = []
    try:
        rows = course["rows"]
        for at in range(0, len(rows), ROW):
            number, seat, giver, tile = rows[at : at + 2], rows[at + 2], rows[at + 3], rows[at + 4 : at + ROW]
            e = dict(course["of"][int(number, 16)])
            for field, value in (("seat", seat), ("from", giver)):
                if value != "-":
                    e[field] = int(value)
            if tile != "--":
                e["tile"] = tile
            out.append(e)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise RecordError("course: is not written so") from None
    return out


def each_once(wins: list, few: int) -> list:
    """The wins of an answer; behind the first `few` one that is like an earlier one is [seat, number of that one]."""
    out: list = []
    of: list = []  # those without seat, each once
    first: list = []  # the number of the first that has it, of each
    for i, win in enumerate(wins):
        if "seat" in win:
            rest = {field: win[field] for field in win if field != "seat"}
            if rest not in of:
                of.append(rest)
                first.append(i)
            elif i >= few:
                win = [win["seat"], first[of.index(rest)]]
        out.append(win)
    return out


def all_again(wins: list) -> list:
    """The wins again. RecordError where one is like none."""
    out: list = []
    for win in wins:
        if isinstance(win, list):
            like = number(win[1], 0, len(out) - 1, "answer.wins") if len(win) == 2 else -1
            if like < 0 or not isinstance(out[like], dict):
                raise RecordError("answer.wins: %d is like none" % len(out))
            win = dict(out[like], seat=win[0])
        out.append(win)
    return out
