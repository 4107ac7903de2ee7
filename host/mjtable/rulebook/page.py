"""A region's page as text."""

import re
from typing import Any

from rich.cells import cell_len
from rich.padding import Padding

from mjtable.commands.rules import names, tile_names
from mjtable.output import Output, signed, word
from mjtable.rulebook.lines import wrapped

INDENT = (0, 0, 0, 2)
BETWEEN = 2  # columns between those of a table


class Page:
    """Prints the data of a region, a section after the other."""

    def __init__(self, out: Output, what: dict[str, Any]):
        self.out = out
        self.what = what

    def show(self, played: bool) -> None:
        """`played`: the options are those of the table."""
        what = self.what
        self.out.say("region.head", name=what["name"], id=what["region"], seats=what["seats"])
        self.plain(what["tiles"], indent=0)
        if what["house"]:
            self.line("house", base=what["base"])
        self.tiles()
        self.wall()
        self.wilds()
        self.claims()
        self.wins()
        self.patterns()
        self.payments()
        self.kongs()
        self.drawn()
        self.false_win()
        self.options(played)

    # ---------------------------------------------------------------- parts of a page

    def title(self, name: str, **values: object) -> None:
        self.out.line()
        self.out.say("book.title." + name, **values)

    def line(self, key: str, **values: object) -> None:
        self.plain(self.out.text("book." + key, **values))

    @property
    def width(self) -> int:
        """Columns that a line in a section may have."""
        return self.out.console.width - INDENT[3]

    def plain(self, text: str, indent: int = INDENT[3]) -> None:
        """A line, indented also where it is wrapped."""
        for line in wrapped(text, self.out.console.width - indent):
            self.out.line(" " * indent + line)

    def note(self, *names_: str) -> None:
        for name in names_:
            for line in self.what["notes"].get(name, "").splitlines():
                self.plain(line)

    def joined(self, words: list[str]) -> str:
        return self.out.text("comma").join(words)

    def tile_list(self, wanted: list[str]) -> str:
        return tile_names(self.what["region"], wanted, self.out.lang)

    def written(self, held: str) -> str:
        """A hand's tiles, a group of a suit after the other: "34678万 22345567筒 东 东"."""
        if self.out.lang == "en":
            return held
        groups = [(digits, suit) for digits, suit in re.findall("([0-9]+)([a-z])", held)]
        words = names(self.what["region"], ["word.suits"], self.out.lang)["word.suits"]
        return " ".join(
            digits + words["mps".index(suit)] if suit in "mps" else self.tile_list([d + suit for d in digits])
            for digits, suit in groups
        )

    # ---------------------------------------------------------------- tiles, wall, wild tiles

    def tiles(self) -> None:
        self.title("tiles")
        parts = []
        for copies in dict.fromkeys(group["copies"] for group in self.what["tile_set"]["groups"]):
            groups = [self._group(group) for group in self.what["tile_set"]["groups"] if group["copies"] == copies]
            parts.append(self.out.text("book.copies", groups=self.joined(groups), copies=copies))
        self.line("tiles", n=self.what["tile_set"]["total"], parts=self.out.text("book.semicolon").join(parts))
        if self.what["wilds"]["set_aside"]:
            self.line("set_aside", tiles=self.tile_list(self.what["wilds"]["set_aside"]))

    def _group(self, group: dict[str, Any]) -> str:
        """A group of kinds with its number. English has tiles as they are typed, so it says which they are."""
        name = self.out.text("book.group." + group["group"])
        found = [digit + group["tiles"][-1] for digit in group["tiles"][:-1]]
        if self.out.lang == "en" and found[0][1] == "z":
            which = self.joined([f"{one} {self.out.text('book.honour.' + one[0])}" for one in found])
        elif self.out.lang == "en" and group["whole"]:
            which = f"{found[0]}–{found[-1]}"
        else:
            which = "" if group["whole"] else self.tile_list(found)
        which = self.out.text("book.which", which=which) if which else ""
        return self.out.text("book.group", name=name, n=len(found) * group["copies"], which=which)

    def wall(self) -> None:
        wall = self.what["wall"]
        self.title("wall")
        stacks = self.joined([str(n) for n in wall["stacks"]])
        if len(set(wall["stacks"])) == 1:
            self.line("stacks", n=wall["stacks"][0])
        else:
            self.line("stacks_from_dealer" if wall["from_dealer"] else "stacks_by_seat", stacks=stacks)
        for n, throw in enumerate(wall["throws"]):
            self.line(f"throw.{'then_' if n else ''}{throw['who']}", n=throw["dice"])
        self._side(wall["side"])
        self._counted("stays", wall["stays"])
        if wall["turned_up"]:
            self._counted("turned_up", wall["turned_up"])
        self.line("deal", dealer=wall["hand"] + 1, others=wall["hand"], left=self._numbers(wall["left"]))
        if any(wall["kept_back"]):
            self.line("share_out" if wall["share_out"] else "kept_back", n=self._numbers(wall["kept_back"]))
        self.line("replacement." + wall["replacement"])
        self._kong_dice(wall)
        if wall["sea_bottom"]:
            self.line("sea_bottom")
        if wall["birds"]:
            self.line("birds", n=wall["birds"])
        for name in ("last_four", "last_drawn_discarded"):
            if wall[name]:
                self.line(name)
        self.note("wall")

    def _numbers(self, found: list[int]) -> str:
        return str(found[0]) if len(found) == 1 else f"{found[0]}–{found[-1]}"

    def _way(self, way: str) -> str:
        """A way of counting; with one throw "the sum" needs no more words."""
        one_die = [throw["dice"] for throw in self.what["wall"]["throws"]] == [1]
        return self.out.text("book.way." + ("die" if one_die and way == "sum" else way))

    def _side(self, side: str | list[int] | None) -> None:
        if isinstance(side, list):
            faces = [f"{face} {self.out.text(f'book.after.{n}')}" for face, n in enumerate(side, 1)]
            self.line("side.faces", faces=self.joined(faces))
        else:
            self._counted("side", side)

    def _counted(self, key: str, way: str | None) -> None:
        if way is None:
            self.line(key + ".unknown", region=self.what["region"])
        elif way == "one":
            self.line(key + ".one")
        else:
            self.line(key, way=self._way(way))

    def _kong_dice(self, wall: dict[str, Any]) -> None:
        thrown = [n for n in wall["kong_dice"] if n]
        if thrown:
            self.line("kong_dice.may" if 0 in wall["kong_dice"] else "kong_dice.must", n=thrown[0])
            self.line("dice_past." + wall["dice_past"])

    def wilds(self) -> None:
        called = self.what["notes"].get("wild") or self.out.text("book.wild_word")
        self.title("wilds", wild=called.capitalize())
        wilds = self.what["wilds"]
        if wilds["always"]:
            self.line("always_wild", wilds=self.tile_list(wilds["always"]), wild=called)
        elif not wilds["indicator"]:
            self.line("no_wilds")
        for row in wilds["examples"]:
            turned_up, wild = self.tile_list([row["indicator"]]), self.tile_list(row["wilds"])
            self.line("wild", tile=turned_up, wilds=wild, n=row["count"], wild=called)
            own = [f"{self.out.text('seat.' + seat)} {self.tile_list(own)}" for seat, own in row["seat_wilds"].items()]
            if own:
                self.line("seat_wild", wilds=self.joined(own), wild=called)
            if row["set_aside"] != wilds["set_aside"]:
                self.line("wild_set_aside", tiles=self.tile_list(row["set_aside"]).replace("-", self.out.text("none")))
        self.note("wilds")

    # ---------------------------------------------------------------- claims and wins

    def claims(self) -> None:
        claims = self.what["claims"]
        self.title("claims")
        for entry in claims["course"]:
            self.line("course." + entry)
        self.line("chow." + claims["chow"])
        allowed = [name for name in ("pung", "kong", "added_kong", "concealed_kong") if claims[name]]
        self.line("allowed", names=self.joined([self.out.text("book.claim." + name) for name in allowed]))
        self.line("rob." + word(claims["rob"]))
        called = self.out.text("book.called." + ("pung" if claims["chow"] == "none" else "any"))
        self.line("kong_in_turn." + word(claims["kong_in_turn_of_claim"]), called=called)
        if not claims["last_discard"]:
            self.line("last_discard")
        for what in claims["not_discarded"]:
            self.line("swap." + what)
        self.line(
            "first",
            names=self.out.text("book.before").join([self.out.text("book.first." + n) for n in claims["first"]]),
        )
        self.line("winners.all" if not claims["winners"] else "winners.some", n=claims["winners"])
        if claims["plays_on"] != "nobody":
            self.line("plays_on." + claims["plays_on"])
        if claims["missed"]:
            until = [self.out.text("book.until." + move) for move in claims["missed"][1:]]
            self.line("missed." + claims["missed"][0], until=self.out.text("book.or").join(until))
        locked = claims["plays_on"] == "all" or {"declared", "shown"} & set(claims["course"])
        if claims["frozen_claim"] and locked:
            self.line("frozen_claim")
        self.note("claims")

    def wins(self) -> None:
        self.title("wins")
        hand = self.what["wall"]["hand"]
        for shape, how in self.what["shapes"].items():
            if how != "none" or shape == "sets":
                whole = "pairs_and_pung" if shape == "pairs" and hand % 2 == 0 else shape
                self.line("shape." + how, shape=self.out.text("book.shape." + whole, n=hand // 3))
        self.note("wins")
        if self.what["minimum"]:
            self.line("minimum", n=self.what["minimum"], unit=self.what["unit"])
        self.note("minimum")

    def patterns(self) -> None:
        self.title("patterns")
        rows = self.what["patterns"]
        table = self.out.table("pattern!", "meaning", "worth>")
        table.columns[2].header = self.what["unit"]
        for row in rows:
            table.add_row(row["id"], self._name(row), self._worth(row))
        self.out.show(Padding(table, INDENT, expand=False))
        if any(row["worth"] != row["default"] and row["told"] and not row["off"] for row in rows):
            self.line("changed")
        if any(row["off"] for row in rows):
            self.line("off")
        if self.what["round_wind"]:
            self.line("round_wind")
        self.note("worth")

    def _name(self, row: dict[str, Any]) -> str:
        name: str = row["text"]
        return self.out.text("book.repeated", name=name) if row["repeated"] else name

    def _worth(self, row: dict[str, Any]) -> str:
        if row["off"]:
            return f"– ({row['off'].partition('=')[0]})"
        if not row["told"]:
            return "–"
        worth = str(row["worth"]) if row["worth"] else "–"
        if row["unit"] != self.what["unit"] and row["worth"]:
            worth = f"{worth} {row['unit']}"
        return worth if row["worth"] == row["default"] else f"* ({row['default']}) {worth}"

    # ---------------------------------------------------------------- payments

    def payments(self) -> None:
        self.title("payments")
        example = self.what["example"]
        if example is None:
            self.line("no_example")
        else:
            held, tile = self.written(example["concealed"]), self.tile_list([example["tile"]])
            self.line("example", tiles=held, tile=tile, dealer=self.out.text("seat.0"))
            self.measured(without_repeats(self.what["payments"]))
            if any(row["other_hand"] for row in self.what["payments"]):
                self.line("other_hand")
        self.note("pay")

    def measured(self, rows: list[dict[str, Any]]) -> None:
        """A table of measured rows: what every seat gets and who deals next."""
        seats = [f"seat{seat}>" for seat in range(self.what["seats"])]
        table = self.out.table("case", "worth>", *seats, "next")
        for row in rows:
            case = self.out.text("book.case." + row["case"]) + (" †" if row.get("other_hand") else "")
            if "reason" in row and not row["value"]:
                key = "reason." + row["reason"]
                why = names(self.what["region"], [key], self.out.lang)[key]
                table.add_row(f"{case}{self.out.text('book.refused', why=why)}", "–", *["–"] * len(seats), "–")
            else:
                value = "+".join(map(str, row["value"])) or "–"
                table.add_row(case, value, *map(signed, row["delta"]), self._next(row["next_dealer"]))
        self.out.show(Padding(table, INDENT, expand=False))

    def _next(self, seat: int | None) -> str:
        return self.out.text("book.dice") if seat is None else self.out.text(f"seat.{seat}")

    def kongs(self) -> None:
        self.title("kongs")
        rows = self.what["kongs"]
        if not rows:
            self.line("no_kongs")
        else:
            self.line("kongs", owner=self.out.text("seat.1"), giver=self.out.text("seat.2"))
            table = self.out.table("kong", *[f"seat{seat}>" for seat in range(self.what["seats"])])
            for row in rows:
                winner = self.out.text(f"seat.{self.what['seats'] - 1}")
                when = "" if row["when"] == "any" else self.out.text("book.when." + row["when"], winner=winner)
                table.add_row(self.out.text("book.claim." + row["kind"]) + when, *map(signed, row["delta"]))
            self.out.show(Padding(table, INDENT, expand=False))
        self.note("kongs")

    def drawn(self) -> None:
        self.title("drawn")
        self.measured(self.what["drawn"])
        self.note("drawn", "dealer")

    def false_win(self) -> None:
        row = self.what["false_win"]
        self.title("false_win")
        if row and any(row["delta"]):
            self.measured([row])
        else:
            self.line("no_false_win")
        self.note("penalties")

    # ---------------------------------------------------------------- options

    def options(self, played: bool) -> None:
        self.title("options_played" if played else "options")
        table = self.out.table("option!", "meaning", "range", "current>")
        cells = [self._option(row) for row in self.what["options"]]
        headers = [str(column.header) for column in table.columns]
        taken = sum(max(cell_len(row[i]) + BETWEEN for row in [headers, *cells]) for i in (0, 2, 3))
        for ident, meaning, may_be, now in cells:
            lines = [one for line in meaning.splitlines() for one in wrapped(line, self.width - taken)]
            table.add_row(ident, "\n".join(lines), may_be, now)
        self.out.show(Padding(table, INDENT, expand=False))
        if any(row["value"] != row["default"] for row in self.what["options"]):
            self.line("changed")

    def _option(self, row: dict[str, Any]) -> list[str]:
        """An option's cells; what its words mean stands below what it means."""
        value, default = _short(row["value"]), _short(row["default"])
        words = [self.out.text("book.choice", word=one, text=text) for one, text in row["choices"].items()]
        now = value if value == default else f"* ({default}) {value}"
        off = [self.out.text("book.no_effect", why=row["off"])] if row["off"] else []
        return [row["id"], "\n".join([row["text"], *words, *off]), option_range(row), now]


def without_repeats(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of the cases in which nobody wins for one reason the first."""
    refused = [None if row["value"] else row.get("reason") for row in rows]
    return [row for i, row in enumerate(rows) if refused[i] is None or refused[i] not in refused[:i]]


def _short(value: Any) -> str:
    """A value as it is typed, "–" for an empty table or text."""
    if isinstance(value, dict):
        return " ".join(f"{name}={value[name]}" for name in sorted(value)) or "–"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return word(value) or "–"


def option_range(row: dict[str, Any]) -> str:
    if row["type"] == "bool":
        return "true | false"
    if row["type"] == "choice":
        return ""
    if row["only"]:
        return " ".join(map(str, row["only"]))
    return f"≤ {row['range']}" if row["type"] == "text" else "{}..{}".format(*row["range"])
