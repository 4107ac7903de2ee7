"""Pages about the table itself: start, laptop, errors, safe mode, idle.

How a page function works: pages_open.py.
"""

from engine_core import tiles
from engine_core.table import Table
from firmware.canvas import FOOT, MID, H, W
from firmware.parts import Page

STOPPING = ("wrong_draw", "wrong_end", "too_many")


def boot(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Start: the scores come back from flash; on the seats what was found."""
    if seat is None:
        p.headline(p.t("name"), 0)
        p.bar(8, 37, 112, 7, m.get("done", 0), 100)
        count = m.get("count", 0)
        p.text(0, 48, p.first(128, p.t("boot.count", count), str(count)), 128, "c")
    else:
        p.title(p.t("boot.check"), m.get("fw", ""))
        p.rows([[p.t("part." + part), "", found] for part, found in m.get("parts", ())])
    return True


def laptop(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    if seat is not None:
        return False
    done, total = m.get("done", 0), m.get("total", 0)
    p.icon("pc", 2, 8, big=True)
    p.text(38, 0, p.t("laptop"), 90)
    if total:
        p.text(38, 20, p.first(90, "%d/%d" % (done, total), "%d%%" % (100 * done // total)), 90)
        p.bar(0, 39, 128, 7, done, total)
    p.text(0, 48, p.t("laptop.play"), 128, "c")
    return True


def error(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Something is wrong with the table: `what` and its `code`, which the laptop explains; for one seat or the centre.

    Of the `args` a place of the wall ("3:09u") counts as three: wind, stack, level; "@2" is a seat, "=5m" a tile,
    "~up" a key. What stops play is inverse.
    """
    if m.get("seat") != seat:
        return False
    key = "error." + m["what"]
    try:
        head = p.t(key)
    except KeyError:
        key = "error.other"
        head = p.t(key)
    stops = m["what"] in STOPPING
    p.warning(head, m.get("code", ""), int(stops))
    if stops:
        p.invert(0, 0, 128, 18)
    args = _fields(p, m.get("args", ()))
    p.text(1, MID, p.t(key + ".1", *args), 127)
    p.text(1, FOOT, p.t(key + ".2", *args), 127)
    return True


def _fields(p: Page, args: list) -> list:
    out = []
    for arg in args:
        if isinstance(arg, str) and len(arg) == 5 and arg[1] == ":":
            out += [p.t.wind(int(arg[0])), int(arg[2:4]), p.t("level." + arg[4])]
        elif isinstance(arg, str) and arg[:1] == "@":
            out.append(p.t.seat(int(arg[1:])))
        elif isinstance(arg, str) and arg[:1] == "~":
            out.append(p.t("keyname." + arg[1:]))
        elif isinstance(arg, str) and arg[:1] == "=":
            from firmware.pages_head import tile_name

            out.append(tile_name(p, tiles.kind(arg[1:])))
        else:
            out.append(arg)
    return out + ["?"] * (6 - len(out))  # what the texts may ask for


def safe(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Safe mode: the last scores stay readable, nothing is recorded."""
    if seat is None:
        p.warning(p.t("safe"), m.get("code", ""))
        p.text(1, MID, p.t("safe.1"), 127)
        p.text(1, FOOT, p.t("safe.2"), 127)
        return True
    p.badge(0, 0, seat, False)
    p.icon("warn", 112, 1)
    p.score(str(table.scores[seat]) if seat < len(table.scores) else "0")
    p.message(p.t("safe.seat"))
    return True


def idle(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Five minutes without a key: little light, and never for long in the same place."""
    step = m.get("step", 0)
    if seat is None:
        name = p.t("name")
        width = p.width(name)
        p.text(_wander(31 + 8 * step, W - width), _wander(22 + 8 * (step // 3), H - 16), name, width)
    else:
        score = str(table.scores[seat]) if seat < len(table.scores) else "0"
        size = "m" if p.number_width(score, "m") <= W - 8 else "s"
        width = p.number_width(score, size)
        p.number(_wander(52 + 8 * step, W - width), _wander(33 + 8 * (step // 3), H - 20), score, size)
    return True


def _wander(at: int, room: int) -> int:
    """There and back between 0 and room."""
    at %= 2 * room
    return at if at <= room else 2 * room - at
