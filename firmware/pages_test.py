"""The pages of the self-test (testing.py): for places, not seats. How a page function works: pages_open.py.

A frame at the edge and a filled corner show at once a picture that is shifted, mirrored or turned.
"""

from engine_core.table import Table
from firmware.canvas import FOOT, MID
from firmware.parts import Page

KEYS = ("dice", "up", "down", "ok", "no", "hu", "draw")
ROW = 2  # below the frame
BOX_W, BOX_H, BOX_Y, STEP = 17, 24, 19, 18
CHECKS = (("displays", 2, 21), ("dice", 75, 21), ("memory", 2, 42), ("flash", 75, 42))


def test(p: Page, table: Table, m: dict, place: int | None) -> bool:
    """`keys`: (place, key) of those there are, and of those pressed; `live`: side -> (sensors seen, of how many);
    `busy`; `wrong`: names of what failed."""
    p.fb.rect(0, 0, 128, 64, 1)
    p.fb.fill_rect(2, 2, 10, 10, 1)
    fitted, pressed = m["keys"]
    if place is None:
        p.text(16, ROW, p.t("test"), 60)
        p.text(60, ROW, "%d/%d" % (len(pressed), len(fitted)), 64, "r")
        for name, x, y in CHECKS:
            mark = "warn" if name in m["wrong"] else "wait" if m["busy"] else "tick"
            w, h = p.icon_size(mark)
            p.icon(mark, x + (15 - w) // 2, y + 8 - h // 2)
            p.text(x + 17, y, p.t("part." + name), 53 if x < 64 else 34)
        return True
    _ends(p)
    p.text(100, ROW, str(place), 24, "r")
    here = [key for at, key in pressed if at == place]
    for k, key in enumerate(KEYS):
        if (place, key) in fitted:
            _key(p, key, 2 + STEP * k, key in here)
    p.text(5, FOOT - 2, "%d/%d" % (len(here), len([1 for at, _ in fitted if at == place])), 30)
    if place in m["live"]:
        p.text(38, FOOT - 2, p.t("part.wall") + " %d/%d" % m["live"][place], 86, "r")
    return True


def _ends(p: Page) -> None:
    """How to end it: hold ✗."""
    before, after = p.t("test.hold"), p.t("test.ends")
    x = 16 + p.text(16, ROW, before, 40) + 3
    x += p.icon("no", x, ROW + 8 - p.icon_size("no")[1] // 2) + 3
    p.text(x, ROW, after, 104 - x)


def _key(p: Page, key: str, x: int, lit: bool) -> None:
    p.fb.rect(x, BOX_Y, BOX_W, BOX_H, 1)
    if key in ("hu", "draw"):
        p.text(x, BOX_Y + 4, p.t("test." + key), BOX_W, "c")
    else:
        w, h = p.icon_size(key)
        p.icon(key, x + (BOX_W - w) // 2, BOX_Y + (BOX_H - h) // 2)
    if lit:
        p.invert(x, BOX_Y, BOX_W, BOX_H)


def tested(p: Page, table: Table, m: dict, place: int | None) -> bool:
    """How it went."""
    fitted, pressed = m["keys"]
    if m["wrong"]:
        p.warning(p.t("test.wrong"), "")
        first, then = "", ""
        for name in [p.t("part." + name) for name in m["wrong"]]:
            if then or p.width(first + " " + name) > 126:
                then += name + " "
            else:
                first += " " * bool(first) + name
        p.text(1, MID, first, 127)
        p.text(1, FOOT, then.rstrip(), 127)
    else:
        p.headline(p.t("test.passed" if len(pressed) == len(fitted) else "test.partly"), 2)
        p.text(0, FOOT, "%s %d/%d" % (p.t("part.keys"), len(pressed), len(fitted)), 128, "c")
    return True
