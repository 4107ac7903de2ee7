"""Runs on MicroPython: every page with values at the ends of their range, in both languages.

Prints, as JSON, each thing that did not fit or had no glyph, once: [language, page, complaint]; then how many pages it
drew. An exception ends it.
"""

import json
import random

from page_cases import CENTRE, SEAL, Rules, Table

from engine_core import events, rules
from engine_core.table import Table as RealTable
from firmware.screens import PAGES, Screens

SCORES = (-99999, -10000, -1250, -1, 0, 7, 318, 9999, 99999)
ERRORS = ("wrong_draw", "sensor", "key", "full", "flash", "damaged", "dice", "refused", "?")
OF_A_HAND = ("play", "warn")
PLACES = ("0:01u", "3:18l", "2:10u")
HANDS = (1, 2, 12, 999)


def pick(values):
    return values[random.randint(0, len(values) - 1)]


def some_rules():
    n = random.randint(0, 5)
    if n < 2:
        return rules.load(pick(("guigang", "ningbo")))
    kinds = [random.randint(0, 41) for _ in range(random.randint(0, 4))]
    own = kinds[3:] or ((pick((34, 41)),) if len(kinds) and n == 3 else ())
    sides = (14, 14, 14) if n == 5 else (18, 18, 18, 18)
    stays = pick((1, 2, 9, 12, 17, 24)) if n != 5 else pick((1, 3, 6))
    broken = random.randint(0, len(sides) - 1)
    return Rules(stays, sides, broken, pick((None, 1, 6)), tuple(kinds[:3]), tuple(own), n == 4, n != 3)


def some_table():
    r = some_rules()
    phase = pick(("new", "ready", "throw", "wild", "play"))
    indicator = random.randint(0, 41) if r.HAS_INDICATOR or not r.ID == "guigang" else None
    dealer = random.randint(0, r.SEATS - 1)
    dice = bytes([random.randint(1, 6) for _ in range(2)])
    if r.ID == "ningbo" and type(r) is not Rules or phase in ("play", "wild"):
        throw = None
    else:
        throw = (random.randint(0, r.SEATS - 1), 2)
    if phase == "wild":
        indicator = None
    table = Table(
        phase, r, dealer=dealer, streak=pick((0, 1, 9, 99)), indicator=indicator, dice=dice, throw=throw,
        round_wind=random.randint(0, 3), hand_no=pick(HANDS), scores=[pick(SCORES) for _ in range(r.SEATS)],
        drawn=pick((0, 1, 40)),
    )  # fmt: skip
    if phase in ("ready", "throw"):
        table.dice = pick((b"", dice[:2])) if phase == "throw" else b""
        if random.randint(0, 9) == 0:
            table.dealer = None
            table.throw = (0, 2)
    return table


def some_message(page, table, texts):
    n = table.seats
    seat, other = random.randint(0, n - 1), random.randint(0, n - 1)
    code = pick(("", "E12", "E99"))
    whole = table.dealer is not None
    throws = [[seat, bytes([random.randint(1, 6) for _ in range(pick((1, 2)))])] for _ in range(pick((1, 1, 2)))]
    return {
        "page": page, "seat": seat, "done": pick((0, 1, 99, 100)), "count": pick((0, 99999)), "fw": "10.12.3",
        "parts": [["keys", True], ["journal", False], ["dice", True], ["displays", True], ["wall", False]],
        "frame": random.randint(0, 20), "n": pick((1, 2)), "seal": SEAL, "revealed": True, "throws": throws,
        "tile": random.randint(0, 26), "kind": pick(("last_four", "last_tile", "share_out")),
        "turn": pick((None, seat)), "next": pick((True, False)),
        "rows": {other: [texts.text("play." + pick(("win", "kong", "flower"))), pick((True, False))]},
        "dealer": pick((None, seat)), "held": whole, "hand": pick(HANDS), "round": random.randint(0, 3),
        "what": pick(("drawn", "new")) if page == "ask" else pick(ERRORS),
        "args": [pick(PLACES) for _ in range(random.randint(0, 2))], "code": code, "total": pick((0, 9, 99999)),
        "step": random.randint(0, 5000),
    }  # fmt: skip


class Run:
    def __init__(self):
        self.screens = Screens("zh")
        self.screens.page.fault = self.fault
        self.at = ""
        self.seen = set()
        self.pages = 0

    def fault(self, what):
        line = json.dumps([self.screens.lang, self.at, what])
        if line not in self.seen:
            self.seen.add(line)
            print(line)

    def draw(self, name, table, message):
        self.at = name
        for display in range(CENTRE + 1):
            page = self.screens.render(display, table, message)
            assert len(page) == 1024
            there = display == CENTRE or display < (table.seats or 4)
            assert there or not any(page), "a seat that is not there is dark"
            self.pages += 1

    def anything(self, times):
        """Random tables with every page and with none."""
        for _ in range(times):
            for lang in ("zh", "en"):
                self.screens.lang = lang
                for page in sorted(PAGES) + [""]:
                    table = some_table()
                    if page == "result":
                        continue
                    if table.phase not in ("wild", "play") and page in OF_A_HAND:
                        continue
                    message = some_message(page, table, self.screens) if page else None
                    self.draw(table.phase + "/" + page, table, message)

    def results(self, region):
        """What comes of every hand record in the region's cases, with all reasons opened."""
        with open("../cases/" + region + ".json") as f:
            found = json.load(f)
        for case in found:
            answer = case["expect"]
            if "delta" not in answer:
                continue
            for lang in ("zh", "en"):
                self.screens.lang = lang
                table = Table("ready", rules.load(region), dice=b"", throw=(0, 2))
                table.scores = [pick(SCORES) for _ in range(4)]
                message = self.screens.result(table, case["record"], answer)
                assert message["delta"] == answer["delta"], case["id"]
                for top in range(0, 30, 2):
                    message["detail"] = {1: ["why", top], 2: ["pay", top]}
                    self.draw("result/" + case["id"], table, message)

    def hand(self):
        """A real table from the box to the first draws, at rest after every event."""
        table = RealTable()
        for event in (
            b"", events.pack_region("ningbo", {}), events.pack_session(None, [0] * 4),
            events.pack_throw(0, b"\x02\x05"), events.pack_throw(2, b"\x06\x06"), events.pack_indicator(35),
            events.pack_wall(events.WALL_DRAW, 60),
        ):  # fmt: skip
            if event:
                table.apply(event)
            for self.screens.lang in ("zh", "en"):
                self.draw("table/" + table.phase, table, None)
        assert table.phase == "play" and table.dealer == 2


def main():
    random.seed(20)
    run = Run()
    run.anything(25)
    run.hand()
    for region in ("guigang", "ningbo"):
        run.results(region)
    print(json.dumps(run.pages))


main()
