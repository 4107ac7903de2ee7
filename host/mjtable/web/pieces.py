"""The pieces that pages are made of: tiles, dice, winds, numbers, icons. Each gives markup; texts in it are escaped."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup, escape

from mjtable.tilenames import spelled
from mjtable.web import commands
from mjtable.web.words import word

# Page -> its address, in the order of the rail.
NAV = {
    "score": "/",
    "win": "/win",
    "history": "/session",
    "stats": "/stats",
    "region": "/region",
    "house": "/house",
    "players": "/players",
    "table": "/table",
    "device": "/device",
}
MINUS = "−"
ARROW = '<svg class="arrow" viewBox="0 0 72 14" aria-hidden="true"><path d="M1 7h68M62 1.500L69.5 7 62 12.5"/></svg>'


@cache
def icons() -> dict[str, str]:
    """Name -> what is inside a drawing of 24 by 24."""
    rows = files("mjtable.web").joinpath("icons.tsv").read_text("utf-8").splitlines()
    return dict(row.split("\t") for row in rows)


class Pieces:
    """All of them in one language; `sheet` is the address of the tiles' drawings."""

    def __init__(self, lang: str, sheet: str = "/static/tiles.svg"):
        self.lang = lang
        self._sheet = sheet

    def t(self, key: str, **values: object) -> str:
        return word(key, self.lang, **values)

    # ------------------------------------------------------------ numbers and names

    def num(self, value: int, sign: bool = True) -> str:
        """+1,234, −5, 0."""
        mark = MINUS if value < 0 else "+" if value > 0 and sign else ""
        return f"{mark}{abs(value):,}"

    def money(self, value: int) -> Markup:
        kind = "gain" if value > 0 else "loss" if value < 0 else ""
        return Markup('<span class="n {}">{}</span>').format(kind, self.num(value))

    def letter(self, seat: int) -> str:
        """A seat by one letter: 东, E."""
        return self.t("winds")[seat] if seat < 4 else self.t("seat.out.letter")

    def seat(self, seat: int) -> str:
        """A seat by its place: 东家, East."""
        return self.t(f"seat.{seat}")

    def wind(self, seat: int, dealer: bool = False) -> Markup:
        label = self.seat(seat) + (self.t("comma") + self.t("dealer") if dealer else "")
        body = '<span class="wind{}" role="img" aria-label="{}">{}</span>'
        return Markup(body).format(" dealer" if dealer else "", label, self.letter(seat))

    def ico(self, name: str) -> Markup:
        return Markup('<svg class="ico" viewBox="0 0 24 24" aria-hidden="true">' + icons()[name] + "</svg>")

    def nav_ico(self, name: str) -> Markup:
        return Markup('<svg viewBox="0 0 24 24" aria-hidden="true">' + icons()[name] + "</svg>")

    # ------------------------------------------------------------ tiles and dice

    def tile_name(self, code: str) -> str:
        return self.t("tile.back") if code == "back" else spelled(code, self.lang)

    def tile(self, code: str, win: bool = False, wild: bool = False, stands_for: str = "") -> Markup:
        """One tile; `stands_for`: the tile that a wild one is taken for."""
        name = self.tile_name(code)
        name += self.t("tile.wild") if wild else ""
        name += self.t("tile.win") if win else ""
        kind = "tw" + (" win" if win else "") + (" wild" if wild else "")
        corner = ""
        if self.lang == "en" and code != "back" and code != "5z" and code[1] in "mz":
            corner = code[0] if code[1] == "m" else "ESWNBGR"[int(code[0]) - 1]
        index = Markup(' data-i="{}"').format(corner) if corner else ""
        mark = Markup(' data-m="{}"').format(self.t("wild.mark")) if wild else ""
        below = Markup('<span class="as">{}</span>').format(stands_for) if stands_for else ""
        body = '<span class="{}"{}{}><svg class="tile" role="img" aria-label="{}"><use href="{}#t-{}"/></svg>{}</span>'
        return Markup(body).format(kind, index, mark, name, self._sheet, code, below)

    def tiles(self, text: str, wilds: Iterable[str] = (), win: str | None = None) -> Markup:
        """Tiles of a text ("123m5z"), and the winning one apart."""
        wild = set(wilds)
        body = Markup("").join(self.tile(code, wild=code in wild) for code in split(text))
        if win:
            body += Markup('<span class="gap"></span>') + self.tile(win, win=True, wild=win in wild)
        return Markup('<span class="tiles">{}</span>').format(body)

    def meld(self, meld: dict[str, Any], seat: int, seats: int = 4) -> Markup:
        """A meld; the tile that lies across tells from whom it came: left, middle, right."""
        codes = split(meld["tiles"])
        giver = meld.get("from")
        turned = None if giver is None else {1: len(codes) - 1, seats - 1: 0}.get((giver - seat) % seats, 1)
        backs = (0, 3) if meld["kind"] == "concealed_kong" and len(codes) == 4 else ()
        parts = []
        for i, code in enumerate(codes):
            one = self.tile("back" if i in backs else code)
            parts.append(Markup('<span class="turn">{}</span>').format(one) if i == turned else one)
        label = self.t("meld." + meld["kind"])
        return Markup('<span class="meld" role="group" aria-label="{}">{}</span>').format(label, Markup("").join(parts))

    def die(self, face: int) -> Markup:
        body = '<svg class="die" role="img" aria-label="{}" viewBox="0 0 60 60"><use href="{}#t-die{}"/></svg>'
        return Markup(body).format(face, self._sheet, face)

    def dice(self, faces: Sequence[int]) -> Markup:
        return Markup('<span class="dice">{}</span>').format(Markup("").join(map(self.die, faces)))

    # ------------------------------------------------------------ boxes

    def note(self, kind: str, title: str, body: object = "") -> Markup:
        icon = self.ico(kind if kind in ("bad", "warn", "ok") else "info")
        role = "alert" if kind == "bad" else "status"
        markup = '<div class="note {}" role="{}">{}<div><strong>{}</strong> {}</div></div>'
        return Markup(markup).format(kind, role, icon, title, body)

    def counted(self, key: str, seconds: int) -> Markup:
        """The text `key` with a number of seconds that a script may count down."""
        shown = Markup('<span class="n seconds">{}</span>').format(seconds)
        return Markup(escape(self.t(key, n="{}"))).format(shown)

    def arrow(self) -> Markup:
        return Markup(ARROW)

    def linked(self, text: object) -> Markup:
        """What mjtable says, with links to the pages that do what it names commands for."""
        return commands.linked(str(text), self.lang, NAV)

    def thin(self, text: object) -> Markup:
        """Parts of a line with a dot between them, which in Chinese has thin spaces."""
        shown = escape(text)
        return Markup(shown.replace(" · ", "\u2009·\u2009")) if self.lang == "zh" else shown


def split(text: str) -> list[str]:
    """The tiles of a text: "12m3z" -> 1m 2m 3z."""
    return [digit + suit for run, suit in re.findall(r"(\d+)([mpszf])", text) for digit in run]
