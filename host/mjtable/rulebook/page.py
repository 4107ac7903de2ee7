"""A region's page: everything that declarations and measured hands say, as data and as text."""

import re
from typing import Any

from rich.cells import cell_len
from rich.padding import Padding

from engine_core.rules import Ruleset
from mjtable.commands.rules import names, tile_names
from mjtable.output import Output, signed, word
from mjtable.regions import house_name
from mjtable.rulebook import declared, examples, measured, notes

INDENT = (0, 0, 0, 2)
_WORD = re.compile("(?:[\\x21-\\x7e’–×]+|.)[，。；：、）]* *")


def data(rules: Ruleset, lang: str) -> dict[str, Any]:
    """The region as it is played with its options, as --json shows it."""
    head = names(rules.ID, ["region.name", "region.tiles", "unit.worth", "unit.points"], lang)
    units = {row[0]: head["unit.points" if row[0] in rules.IN_POINTS else "unit.worth"] for row in rules.PATTERNS}
    hand = examples.plain(rules)
    return {
        "region": rules.ID,
        "name": head["region.name"],
        "tiles": head["region.tiles"],
        "seats": rules.SEATS,
        "unit": head["unit.worth"],
        "house": house_name(rules.options, lang),
        "tile_set": declared.tile_set(rules),
        "wall": declared.wall(rules),
        "wilds": declared.wilds(rules),
        "claims": declared.may(rules),
        "shapes": {shape: examples.wins_as(rules, shape) for shape in examples.SHAPES},
        "minimum": rules.options.get("minimum"),
        "round_wind": rules.ROUND_WIND,
        "patterns": [
            {**row, "unit": units[row["id"]]} for row in _with_texts(rules, "pattern.", declared.worths(rules), lang)
        ],
        "example": hand and {"concealed": hand.concealed, "tile": hand.tile},
        "payments": measured.wins(rules, hand) if hand else [],
        "kongs": measured.kongs(rules, hand),
        "drawn": measured.drawn(rules, hand) + [row for row in [hand and measured.after_drawn(rules, hand)] if row],
        "false_win": measured.false_win(rules),
        "options": _with_texts(rules, "option.", declared.options(rules), lang),
        "notes": notes.of(rules.ID, lang),
    }


def _with_texts(rules: Ruleset, prefix: str, rows: list[dict[str, Any]], lang: str) -> list[dict[str, Any]]:
    found = names(rules.ID, [prefix + row["id"] for row in rows], lang)
    return [{**row, "text": found[prefix + row["id"]]} for row in rows]


class Page:
    """Prints the data of a region, a section after the other."""

    def __init__(self, out: Output, what: dict[str, Any]):
        self.out = out
        self.what = what

    def show(self, played: bool) -> None:
        """`played`: the options are those of the table."""
        what = self.what
        self.out.say("region.head", name=what["name"], id=what["region"], seats=what["seats"], tiles=what["tiles"])
        if what["house"]:
            self.line("house", name=what["house"])
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

    def title(self, name: str) -> None:
        self.out.line()
        self.out.say("book.title." + name)

    def line(self, key: str, **values: object) -> None:
        self.plain(self.out.text("book." + key, **values))

    def plain(self, text: str) -> None:
        """A line, indented also where it is wrapped."""
        for line in wrapped(text, self.out.console.width - INDENT[3]):
            self.out.line(" " * INDENT[3] + line)

    def note(self, *names_: str) -> None:
        for name in names_:
            if name in self.what["notes"]:
                self.plain(self.what["notes"][name])

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
        groups = []
        for group in self.what["tile_set"]["groups"]:
            name = self.out.text("book.group." + group["group"])
            if not group["whole"]:
                name += " " + self.tile_list([d + group["tiles"][-1] for d in group["tiles"][:-1]])
            kinds = len(group["tiles"]) - 1
            groups.append(self.out.text("book.group", name=name, n=kinds * group["copies"], copies=group["copies"]))
        self.line("tiles", n=self.what["tile_set"]["total"], groups=self.joined(groups))
        if self.what["wilds"]["set_aside"]:
            self.line("set_aside", tiles=self.tile_list(self.what["wilds"]["set_aside"]))

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
        self.title("wilds")
        wilds = self.what["wilds"]
        if wilds["always"]:
            self.line("always_wild", wilds=self.tile_list(wilds["always"]))
        elif not wilds["indicator"]:
            self.line("no_wilds")
        for row in wilds["examples"]:
            turned_up, wild = self.tile_list([row["indicator"]]), self.tile_list(row["wilds"])
            self.line("wild", tile=turned_up, wilds=wild, n=row["count"])
            own = [f"{self.out.text('seat.' + seat)} {self.tile_list(own)}" for seat, own in row["seat_wilds"].items()]
            if own:
                self.line("seat_wild", wilds=self.joined(own))
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
        self.line("kong_in_turn." + word(claims["kong_in_turn_of_claim"]))
        for what in claims["not_discarded"]:
            self.line("swap." + what)
        self.line("winners.all" if not claims["winners"] else "winners.some", n=claims["winners"])
        if claims["plays_on"] != "nobody":
            self.line("plays_on." + claims["plays_on"])
        if claims["missed"]:
            until = [self.out.text("book.until." + move) for move in claims["missed"][1:]]
            self.line("missed." + claims["missed"][0], until=self.out.text("book.or").join(until))
        if claims["frozen_claim"]:
            self.line("frozen_claim")
        self.note("claims")

    def wins(self) -> None:
        self.title("wins")
        sets = self.what["wall"]["hand"] // 3
        for shape, how in self.what["shapes"].items():
            if how != "none" or shape == "sets":
                self.line("shape." + how, shape=self.out.text("book.shape." + shape, n=sets))
        self.note("wins")
        if self.what["minimum"]:
            self.line("minimum", n=self.what["minimum"], unit=self.what["unit"])
        self.note("minimum")

    def patterns(self) -> None:
        self.title("patterns")
        rows = self.what["patterns"]
        table = self.out.table("pattern!", "meaning", "worth>")
        for row in rows:
            table.add_row(row["id"], self._name(row), self._worth(row))
        self.out.show(Padding(table, INDENT, expand=False))
        if any(row["worth"] != row["default"] for row in rows):
            self.line("changed")
        if self.what["round_wind"]:
            self.line("round_wind")
        self.note("worth")

    def _name(self, row: dict[str, Any]) -> str:
        name: str = row["text"]
        return self.out.text("book.repeated", name=name) if row["repeated"] else name

    def _worth(self, row: dict[str, Any]) -> str:
        if not row["told"]:
            return "–"
        worth = f"{row['worth']} {row['unit']}" if row["worth"] else "–"
        return worth if row["worth"] == row["default"] else f"* ({row['default']}) {worth}"

    # ---------------------------------------------------------------- payments

    def payments(self) -> None:
        self.title("payments")
        example = self.what["example"]
        if example is None:
            self.line("no_example")
        else:
            held, tile = self.written(example["concealed"]), self.tile_list([example["tile"]])
            self.line("example", tiles=held, tile=tile, dealer=self.out.seat(0))
            self.measured(self.what["payments"])
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
                when = "" if row["when"] == "any" else self.out.text("book.when." + row["when"])
                table.add_row(self.out.text("book.claim." + row["kind"]) + when, *map(signed, row["delta"]))
            self.out.show(Padding(table, INDENT, expand=False))
        self.note("kongs")

    def drawn(self) -> None:
        self.title("drawn")
        self.measured(self.what["drawn"])
        for row in self.what["drawn"]:
            if row["carry"] and row["case"] == "drawn":
                self.line("carry", carry=self.joined([f"{key}={row['carry'][key]}" for key in sorted(row["carry"])]))
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
        rows = self.what["options"]
        for row in rows:
            value, default = _short(row["value"]), _short(row["default"])
            table.add_row(
                row["id"], row["text"], option_range(row), value if value == default else f"* ({default}) {value}"
            )
        self.out.show(Padding(table, INDENT, expand=False))
        if any(row["value"] != row["default"] for row in rows):
            self.line("changed")


def _short(value: Any) -> str:
    """A value as it is typed, "–" for an empty table or text."""
    if isinstance(value, dict):
        return " ".join(f"{name}={value[name]}" for name in sorted(value)) or "–"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return word(value) or "–"


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines. Between Chinese characters a line may end anywhere, but no line begins with what closes."""
    lines = [""]
    for word_ in _WORD.findall(text):
        if lines[-1] and cell_len(lines[-1] + word_.rstrip()) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += word_
    return lines


def option_range(row: dict[str, Any]) -> str:
    if row["type"] == "bool":
        return "true | false"
    if row["type"] == "choice":
        return " | ".join(row["range"])
    return f"≤ {row['range']}" if row["type"] == "text" else "{}..{}".format(*row["range"])
