"""What stands on the pages of several modules: the region's name, the top of a seat's page, what a tile is called.

Each of those modules is loaded only while its pages are shown.
"""

from engine_core.table import Table
from firmware.canvas import TOP
from firmware.parts import Page


def region_name(p: Page, table: Table) -> str:
    """The name that the house gives its rules, else the region's as its own file has it; English in capitals, like a
    headline.
    """
    house = str(table.rules.options["house"]) if table.rules else ""
    of = (table.region, house, p.t.lang)
    if p.named[0] != of:
        p.named = (of, _house_name(p, house) or _own_name(p, table.region or ""))
    return p.named[1]


def _house_name(p: Page, house: str) -> str:
    """Empty without a house, or where the font can show neither of its names."""
    from engine_core import texts

    for lang in (p.t.lang, "en"):
        name = texts.house_name(house, lang)
        name = name if lang == "zh" else name.upper()
        if p.has(name):
            return name
    return ""


def _own_name(p: Page, region: str) -> str:
    from engine_core import texts

    name = texts.find(region, ["region.name"], p.t.lang)["region.name"]
    return name if p.t.lang == "zh" else name.upper()


def status(p: Page, table: Table, seat: int, left: int | None = None, ready: bool = False) -> None:
    """Top of a seat's page: the wind of its place (inverse: it deals), hands it has held the deal, round, tiles left.

    The mark of a ready hand stands in the place of the round, which the centre shows too. Where winds count and the
    deal has moved, a seat's own wind differs from its place: it stands beside.
    """
    dealer = table.dealer
    winds = table.rules is not None and table.rules.ROUND_WIND
    p.badge(0, 0, seat, seat == dealer)
    at = 20
    if ready:
        p.text(22, TOP, p.t("ready.mark"), 16, "c")
        p.invert(21, 0, 18, 18)
        at = 41
    p.headed(at, seat == dealer, table.streak)
    x = 54 if seat == dealer and table.streak > 9 else 48
    if winds and dealer and seat != dealer:
        p.text(at, TOP, p.t("own.wind", p.t.wind((seat - dealer) % table.seats)), 32)
        x = 54
    if winds and not ready:
        p.text(x, TOP, p.round(table.round_wind), 34)
    room = 46 - p.marked_wrong(seat)
    if left is not None:
        p.text(82, TOP, p.first(room, p.t("left", left), str(left)), room, "r")


def tile_name(p: Page, kind: int) -> str:
    if kind < 27:
        n = kind % 9
        return p.t("tile." + "mps"[kind // 9], p.t("tile.figures")[n], n + 1)
    return p.t("tile.%dz" % (kind - 26) if kind < 34 else "tile.%df" % (kind - 33))
