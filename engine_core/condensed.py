"""The course of a long hand as a snapshot has it: what differs from entry to entry in rows, the rest once.

{"of": [entries without seat, from and tile, each once], "rows": six characters an entry: number in `of`, in two
hexadecimal digits, seat, from ("-": none), tile ("--": none)}. Loaded when a long course is written or read.
"""

from .values import RecordError

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
