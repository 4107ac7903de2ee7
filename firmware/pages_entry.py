"""The pages of dialogues: lists, the choice of a tile, a hand entered tile by tile, a win to be confirmed.

A text in a message is a key, or [key, values...]; a value "@2" is the name of seat 2. Keys of the
region's own texts (pattern., reason., formula.) are looked up there. How a page function works: pages_open.py.
"""

from engine_core import texts, tiles
from engine_core.table import Table
from firmware.canvas import FOOT, MID, NUM, TOP
from firmware.pages_head import tile_name
from firmware.parts import Page, signed

OF_REGION = ("pattern.", "reason.", "formula.")
IN_VIEW = 7  # tiles of a strip


def said(p: Page, table: Table, what: object) -> str:
    """The words of a text as a message names it."""
    if isinstance(what, str):
        what = [what] if what else [""]
    key, values = what[0], what[1:]  # type: ignore[index]
    if key in ("region.name", "house.name"):
        return _rules_name(p, key, values[0])
    if not key or key[0] in "+-0123456789":
        return str(key)
    values = [_value(p, value) for value in values]
    if not key.startswith(OF_REGION):
        return p.t(key, *values)
    if p.t.lang == "en" and key in p.t:
        return p.t(key)  # shorter than the region's: as long as there is room for
    name = texts.find(table.region or "", [key], p.t.lang)[key]
    return name.format(*values) if values else name


def _rules_name(p: Page, key: str, name: str) -> str:
    """Of a region by its id, of a house by its own name, as well as the font can show it."""
    if key == "region.name":
        return texts.find(name, [key], p.t.lang)[key]
    names = [texts.house_name(name, lang) for lang in (p.t.lang, "en", "zh")]
    return ([found for found in names if p.has(found)] or ["?"])[0]


def _value(p: Page, value: object) -> object:
    if isinstance(value, str) and value[:1] == "@":
        return p.t.seat(int(value[1:]))
    return value


def listed(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """A list: `title`, `right`, `rows` [what, right, tick], the cursor `at`, first row in view `top`.

    A row under the cursor that is wider than the display takes both rows.
    """
    rows, at, top = m["rows"], m["at"], m["top"]
    right = said(p, table, m["right"])
    p.title(p.first(122 - p.width(right or "0"), said(p, table, m["title"]), ""), right)
    view: list = [None] * len(rows)
    for k in range(top, min(top + 2, len(rows))):
        what, worth, tick = rows[k]
        text = said(p, table, what)
        room = 115 - (14 if tick is not None else 0) - (p.width(worth) + 4 if worth else 0)
        if p.width(text) > room:
            if k == at:
                _both_rows(p, text, worth, tick, at, len(rows))
                return True
            text = text[: p.fitting(text, room)]
        view[k] = [text, worth, tick]
    p.rows(view, at, top)
    return True


def _both_rows(p: Page, text: str, right: str, tick: bool | None, at: int, count: int) -> None:
    x = 4 if tick is None else 18
    if tick is not None:
        p.icon("tick" if tick else "box", 4, 26)
    cut = _cut(p, text, 119 - x)
    p.text(x, 23, text[:cut], 119 - x)
    rest = text[cut:].lstrip()
    used = 4 + p.text(x, 43, right, 119 - x, "r") if right else 0
    p.text(x, 43, rest[: _cut(p, rest, 119 - x - used)], 119 - x - used)
    p.invert(0, 20, 122, 44)
    p.fb.vline(126, 20, 44, 1)
    first = 20 + 44 * at // count
    p.fb.fill_rect(125, first, 3, max(4, 44 // count), 1)


def pick(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """One of `kinds` is chosen; -1 stands for none."""
    kinds, at = m["kinds"], m["at"]
    p.text(1, TOP, said(p, table, m["title"]), 39)
    p.icon("up", 4, 24)
    p.icon("down", 17, 24)
    if len(kinds) > 1:
        _tile(p, 42, 9, kinds[at - 1], True)
        _tile(p, 98, 9, kinds[(at + 1) % len(kinds)], True)
    _tile(p, 66, 4, kinds[at], False)
    name = tile_name(p, kinds[at]) if kinds[at] >= 0 else p.t("tile.none")
    p.keys(("ok", name), ("no", p.t("key.back")))
    return True


def _tile(p: Page, x: int, y: int, kind: int, small: bool) -> None:
    if kind >= 0:
        p.tile(x, y, kind, small=small)
    else:
        w, h = (16, 22) if small else (24, 32)
        p.fb.rect(x, y, w, h, 1)


def hand(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """A hand is entered: `kind` under the cursor among those of its sort in the row, `held` so far of `need`."""
    kind, held = m["kind"], m["held"]
    first = min(kind // 9 * 9, 27) if kind < tiles.FLOWERS else tiles.FLOWERS
    count = 9 if kind < 27 else 7 if kind < tiles.FLOWERS else 8
    p.text(0, 0, p.t("hand.suit." + tiles.LETTERS[tiles.letter(kind)]), 26)
    copies = tiles.count(held)
    for k in range(count):
        x = 28 + 11 * k
        if first + k in m["kinds"]:
            p.number(x + 1, 1, str(k + 1), "s")
        n = copies[first + k]
        for pip in range(n):
            p.fb.fill_rect(x + 4 - 3 * (n - 1) // 2 + 3 * pip, 15, 2, 2, 1)
        if first + k == kind:
            p.invert(x, 0, 10, 18)
    strip(p, held, len(held) - 1)
    p.text(0, 48, "%d/%d" % (len(held), m["need"]), 40)
    p.icon("ok", 46, 52)
    p.text(59, 48, p.t("hand.add"), 30)
    x = 92 if held else 84
    p.icon("no", x, 52)
    p.text(x + 11, 48, p.t("hand.remove" if held else "key.back"), 117 - x)
    return True


def strip(p: Page, kinds: bytes, at: int, y: int = 21) -> None:
    """Seven of the tiles, the one `at` filled and in view."""
    first = max(0, min(at - IN_VIEW + 1, len(kinds) - 1))
    for k, kind in enumerate(kinds[first : first + IN_VIEW]):
        p.tile(1 + 18 * k, y, kind, small=True, filled=first + k == at)


def which(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Which of the tiles `kinds` was the winning one: `at`."""
    p.text(1, 0, p.t("hand.which"), 90)
    p.text(92, 0, m["right"], 35, "r")
    strip(p, m["kinds"], m["at"])
    p.keys(("ok", p.t("key.ok")), ("down", p.t("key.move")))
    return True


def points(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """A number is set with up and down: `value`; `asks`: another seat agrees to it, or not."""
    p.text(1, TOP, said(p, table, m["title"]), 127)
    if m.get("asks"):
        p.fit(0, NUM, str(m["value"]), 128, 26)
        p.keys(("ok", p.t("confirm.agree")), ("no", p.t("ask.drawn.no")))
        return True
    p.fit(20, NUM, str(m["value"]), 108, 26)
    p.icon("up", 4, 24)
    p.icon("down", 4, 37)
    p.keys(("ok", p.t("key.ok")), ("no", p.t("key.back")))
    return True


def seats(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Seats are changed: who is to sit in seat `next` presses 胡; `pressed`: this seat has."""
    p.headline(p.t("seats"), 2)
    p.text(0, FOOT, p.t("seats.wait") if m["pressed"] else p.t("seats.press", p.t.seat(m["next"])), 128, "c")
    return True


def away(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """The player of a seat has stood up; his score stays."""
    if seat is None:
        return False
    p.headline(p.t("away"), 2)
    number = str(table.scores[seat])
    kept, back = p.t("away.kept", number), p.t("away.back")
    if p.width(kept) > 111 - p.width(back):
        kept, back = number, back if p.width(number) <= 111 - p.width(back) else ""
    x = 128 - p.width(back)
    p.text(1, FOOT, kept, x - 17)
    p.icon("ok", x - 13, 51)
    p.text(x, FOOT, back, 128 - x)
    return True


# ---------------------------------------------------------------- a win


def preview(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """What a win brings before it is sent: `gain`, whether it was `drawn`, `each`: what each pays if all pay alike;
    `waits`: `gain` is what the hand is worth, the others' hands count too."""
    text = p.t("how.drawn") if m["drawn"] else p.t("preview.given")
    if m["each"]:
        text = p.first(127, text + " " + p.t("preview.each", m["each"]), p.t("preview.each", m["each"]), text)
    if m.get("waits"):
        text = p.t("preview.waits")
    p.text(1, TOP, text, 127)
    p.score(str(m["gain"]) if m.get("waits") else signed(m["gain"]))
    p.keys(("ok", p.t("preview.ok")), ("no", p.t("preview.no")))
    return True


def sent(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """The winner waits for those who pay: `payers` [seat, has agreed]."""
    for k, (payer, agreed) in enumerate(m["payers"][:3]):
        w = 32 if p.t.lang == "zh" else 24
        p.text(2 + 43 * k, 4, p.t.wind(payer), w, "c", True)
        p.icon("ok" if agreed else "wait", (35 if p.t.lang == "zh" else 28) + 43 * k - (0 if agreed else 2), 16)
    p.keys(("wait", p.t("sent.wait")), ("no", p.t("sent.no")))
    return True


def confirm(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """A payer, or the dealer, is asked: `winner`, whether he drew it, what this seat pays; `see`: page of the hand."""
    winner = m["winner"]
    if m.get("see") is not None:
        return _see(p, table, m)
    key = "confirm.drawn" if m["drawn"] else "confirm.given"
    if not m["pays"]:
        key = "confirm.waits" if m.get("waits") else "confirm.decide"
    p.text(1, TOP, p.t(key, p.t.seat(winner), p.t.wind(winner)), 127)
    p.score(str(m["gain"]) if m.get("waits") else signed(m["pays"] or m["gain"]))
    p.keys(("ok", p.t("confirm.ok")), ("down", p.t("confirm.see")), ("no", p.t("confirm.no")))
    return True


def _see(p: Page, table: Table, m: dict) -> bool:
    """The claimed hand: its tiles, or the patterns that were called."""
    at, seen = m["see"], m["shown"]
    pages = max(1, (len(seen) + IN_VIEW - 1) // IN_VIEW if m["tiles"] else (len(seen) + 1) // 2)
    at %= pages
    p.text(1, 0, p.t("confirm.hand", p.t.seat(m["winner"])), 100)
    p.text(100, 0, "%d/%d" % (at + 1, pages), 27, "r")
    if m["tiles"]:
        part = seen[IN_VIEW * at : IN_VIEW * at + IN_VIEW]
        for k, kind in enumerate(part):
            p.tile(1 + 18 * k, 21, kind, small=True, filled=IN_VIEW * at + k == len(seen) - 1)
    else:
        names = [said(p, table, ["pattern." + name]) for name in seen[2 * at : 2 * at + 2]]
        text = " ".join(names)
        cut = text if p.width(text) <= 127 else names[0]
        p.text(1, MID, cut[: p.fitting(cut, 127)], 127)
    p.keys(("ok", p.t("confirm.agree")), ("no", p.t("confirm.no")))
    return True


def refusal(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """A claim that is no win, or what cannot be called together: `title`, `why` [texts], `ok` and `no`, keys or ""."""
    p.icon("warn", 1, 1)
    title, why = said(p, table, m["title"]), [said(p, table, what) for what in m["why"][:2]]
    if len(why) == 1 and p.width(why[0]) > 127:  # takes the place of the title too
        cut = _cut(p, why[0], 108)
        title, why[0] = why[0][:cut], why[0][cut:].lstrip()
    p.text(19, 0, title, 108)
    for k, text in enumerate(why):
        p.text(1, MID - 1 + 24 * k, text[: _cut(p, text, 127)], 127)
    if m.get("no"):
        p.keys(("no", p.t(m["no"])), ("ok", p.t(m["ok"])))
    return True


def _cut(p: Page, text: str, w: int) -> int:
    """How many characters fit into w, whole words if there are several."""
    cut = p.fitting(text, w)
    space = text[:cut].rfind(" ") if cut < len(text) else -1
    return space if space > 0 else cut
