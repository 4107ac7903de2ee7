"""Runs on MicroPython: every page with values at the ends of their range, in both languages.

Prints, as JSON, each thing that did not fit, had no glyph or was drawn over a number, and each number that a page
should show and does not, once: [language, page, complaint]; then how many pages it drew. An exception ends it.
"""

import json
import random

from page_cases import CENTRE, SEAL, Rules, Table
from watched import Watched, pixels

from engine_core import events, rules
from engine_core.score import settle
from engine_core.table import Table as RealTable
from firmware import memory, pages_course
from firmware.parts import signed
from firmware.screens import PAGES, Screens

# of every length, up to what a table takes
AMOUNTS = [10**k + 10**k // 9 * 3 for k in range(9)] + [99999, 1000015, 1000999999, events.SCORE_LIMIT]
SCORES = [0] + AMOUNTS + [-n for n in AMOUNTS]
ERRORS = (
    "wrong_draw",
    "wrong_end",
    "too_many",
    "out_of_turn",
    "undiscarded",
    "sensor",
    "key",
    "full",
    "flash",
    "damaged",
    "dice",
    "refused",
    "tag",
    "tile_full",
    "tile_more",
    "tile_not",
    "?",
)
OF_TEST = ("test", "tested")
OF_COURSE = ("foul", "kong", "void", "win")
OF_ENTRY = ("list", "pick", "hand", "which", "points", "preview", "sent", "confirm", "refusal", "seats", "away")
OF_A_HAND = ("play", "warn") + OF_COURSE + OF_ENTRY
MONEY = AMOUNTS[:8] + [-n for n in AMOUNTS[:8]]  # of kongs
PLACES = ("0:01u", "3:18l", "2:10u")
TIMES = (1, 1, 4, 1 << 60)
NAMED = ("=1f", "=9s", "=7z", "~discard", "~dice", "@3")  # one of them in place of a place
HANDS = (1, 2, 12, 999, 99999)
FIVE = 9  # of so many results one has five players


def pick(values):
    return values[random.randint(0, len(values) - 1)]


def some_rules():
    n = random.randint(0, 5)
    if n < 2:
        return rules.load(pick(("guigang", "ningbo", "xuezhan", "xueliu", "sichuan")))
    kinds = [random.randint(0, 41) for _ in range(random.randint(0, 4))]
    own = kinds[3:] or ((pick((34, 41)),) if len(kinds) and n == 3 else ())
    sides = (14, 14, 14) if n == 5 else (18, 18, 18, 18)
    stays = pick((1, 2, 9, 12, 17, 24)) if n != 5 else pick((1, 3, 6))
    broken = random.randint(0, len(sides) - 1)
    wild = tuple(kinds[:3]), tuple(own)
    more = {"after": pick((0, 1)), "times": pick(TIMES)}
    return Rules(stays, sides, broken, pick((None, 1, 6)), *wild, two=n == 4, winds=n != 3, **more)


def some_table():
    r = some_rules()
    phase = pick(("new", "ready", "throw", "wild", "play"))
    indicator = random.randint(0, 41) if r.HAS_INDICATOR or not r.ID == "guigang" else None
    dealer = random.randint(0, r.SEATS - 1)
    dice = bytes([random.randint(1, 6) for _ in range(2)])
    if type(r) is Rules and phase == "play":
        dice += bytes([random.randint(1, 6) for _ in range(pick((0, 2, 4)))])
    if r.ID == "ningbo" and type(r) is not Rules or phase in ("play", "wild"):
        throw = None
    else:
        throw = (random.randint(0, r.SEATS - 1), 2)
    if phase == "wild":
        indicator = None
    table = Table(
        phase, r, dealer=dealer, streak=pick((0, 1, 9, 99, 255)), indicator=indicator, dice=dice, throw=throw,
        round_wind=random.randint(0, 3), hand_no=pick(HANDS), scores=[pick(SCORES) for _ in range(r.SEATS)],
        drawn=pick((0, 1, 40)),
    )  # fmt: skip
    if phase == "play" and type(r) is not Rules:
        table.course = some_course(r)
    elif phase in ("wild", "play") and type(r) is Rules:
        r.MONEY = [pick(MONEY) for _ in range(r.SEATS)]
        r.KONGS_AT_ONCE = pick((True, False))
        table.course = pick(([], [{"what": "kong", "seat": 0, "kind": "concealed_kong", "tile": "1p"}]))
    if phase in ("new", "ready", "throw"):
        chips = [0] * r.SEATS
        chips[random.randint(0, r.SEATS - 1)] = pick((50, 100))
        table.carry = pick(({}, {"broke": 1}, {"broke": 1, "top_up": chips}, {"over": 1}))
        table.scores += pick(([], [pick(SCORES)]))
        table.last = pick((None, {"sub_in": None}, {"sub_in": random.randint(0, r.SEATS - 1)}))
    if phase in ("ready", "throw"):
        table.dice = pick((b"", dice[:2])) if phase == "throw" else b""
        if random.randint(0, 9) == 0:
            table.dealer = None
            table.throw = (0, 2)
    return table


def some_result(table, lang):
    n = 5 if random.randint(1, FIVE) == 1 else 4
    seats = (3, 0, 2, 1)[: pick((0, 1, 1, 1, 2, 3))]
    giver = pick((1, None))
    each = pick((giver, None))  # where play goes on after a win the winners have different givers, or none
    wins = [[seat, giver if i else each, pick((True, False)), abs(pick(SCORES))] for i, seat in enumerate(seats)]
    formula = ("底{}+{}台×{}={}分", "base {}+{} tai x{}={}")[lang == "en"].format(*[pick(SCORES) for _ in range(4)])
    long = "东" + str(pick(SCORES)) + "南" + str(pick(SCORES))
    payments = [[a, b, abs(pick(SCORES))] for a in range(4) for b in range(4) if a != b]
    return {
        "page": "result", "delta": [pick(SCORES) for _ in range(n)], "wins": wins, "name": pick(("", "Full 1234567")),
        "dealer": table.dealer, "lang": lang, "fouls": [pick((0, 3))], "payments": payments,
        "rows": [["Full flush", str(abs(pick(SCORES)))], [formula, ""], [long, ""]],
        "detail": {1: ["why", random.randint(0, 9)], 2: ["pay", random.randint(0, 12)]},
    }  # fmt: skip


def some_course(r):
    """Entries as they may stand in the course of a hand of these rules."""
    out = []
    known = r.course()
    for _ in range(random.randint(0, 12)):
        what = pick(known)
        seat, other = random.randint(0, 2), 3 if r.SEATS > 3 else None
        entry = {"what": what, "seat": seat}
        if what == "void":
            out += [{"what": what, "seat": s, "suit": pick("mps")} for s in range(r.SEATS)]
            continue
        if what == "meld":
            entry.update({"kind": "pung", "tiles": "222s"})
        elif what == "kong":
            entry.update({"kind": pick(("added_kong", "concealed_kong")), "tile": "1p"})
        elif what == "win":
            entry.update({"tile": "5p", "from": other, "called": {"patterns": [], "points": 0}})
        elif what == "foul":
            entry["kind"] = "dead_hand"
        elif what == "flower":
            entry["tile"] = "1f"
        elif what in ("declared", "shown"):
            entry.update({"what": "ready", "how": what})
        elif what != "missed":
            continue
        out.append(entry)
    return out


def of_course(page, table):
    """The message of a page about the course of a hand."""
    seats = (3, 0, 2, 1)[4 - table.seats : 4 - table.seats + random.randint(1, 3)]
    kongs, fouls = ("kong", "added_kong", "concealed_kong"), ("false_win", "dead_hand", "liable")
    return {
        "page": page, "at": random.randint(0, 2), "seat": random.randint(0, table.seats - 1), "paid": pick((0, 1)),
        "kind": pick(kongs if page == "kong" else fouls),
        "delta": [pick(SCORES) for _ in range(4)], "money": [pick(SCORES) for _ in range(4)], "seats": seats,
        "waiting": random.randint(0, 3), "giver": pick((None, 1)),
    }  # fmt: skip


def of_entry(page, table):
    """The message of a page of a dialogue: texts of every kind, numbers of every length, tiles of every sort."""
    seat, n = random.randint(0, table.seats - 1), random.randint(1, 14)
    at_seat = "@" + str(seat)
    texts = ["how.drawn", ["how.from", at_seat], ["meld.chow", at_seat], "done", "count.laptop", "menu.abort"]
    texts += [["pattern." + p] for p in sorted(table.rules.worth)[:8]]
    rows = [[pick(texts), pick(("", "0", "4", "120x4", "-4800")), pick((None, True, False))] for _ in range(n)]
    kinds = [k for k in range(42) if table.rules.copies(k)]
    held = bytes([pick(kinds) for _ in range(n)])
    at = random.randint(0, n - 1)
    message = {
        "page": page, "title": pick(("win", "menu", ["foul", at_seat], ["objected", at_seat])), "rows": rows,
        "right": pick(("", "4/4", ["patterns.sum", pick(AMOUNTS)])), "at": at, "top": max(0, at - 1),
        "kinds": kinds + [-1], "kind": pick(kinds), "held": pick((b"", held)), "need": 17, "value": pick(AMOUNTS),
        "drawn": pick((True, False)), "each": pick([0] + AMOUNTS), "gain": pick(AMOUNTS), "winner": seat,
        "payers": [[0, True], [1, False], [2, False]][: random.randint(1, 3)], "pays": pick([0] + SCORES[1:]),
        "see": pick((None, 0, 1, 5)), "next": random.randint(0, 3), "pressed": pick((True, False)),
        "tiles": pick((True, False)),
        "why": [["reason." + pick(("void_suit", "below_minimum"))]], "no": "refused.change", "ok": "refused.false_win",
    }  # fmt: skip
    message["shown"] = held if message["tiles"] else sorted(table.rules.worth)[:n] or ["self_draw"]
    if page == "pick":
        message["title"] = pick(("win.tile", ["birds", 1, 2]))
        message["at"] = random.randint(0, len(kinds))
    elif page == "which":
        message["kinds"], message["right"] = held, "4/4"
    elif page == "points":
        message["title"] = pick(("points", ["points.pays", at_seat, "@3"]))
        message["asks"] = pick((True, False))
    elif page == "refusal":
        message["title"] = pick(("refused", "refused.tick", "refused.record"))
        if pick((True, False)):
            message["no"] = message["ok"] = ""
            message["why"] = [pick(texts[6:] or ["menu"]), pick(("refused.known", "refused.record.1"))]
    return message


def of_test(page):
    """The message of the self-test: any keys pressed, any sensors seen, anything wrong."""
    fitted = [(place, key) for place in range(4) for key in ("dice", "up", "down", "ok", "no", "hu", "draw")]
    fitted += pick(([], [(4, "dice")]))
    checks = ("displays", "keys", "dice", "flash", "memory", "supply")
    return {
        "page": page, "keys": (fitted, [pair for pair in fitted if pick((True, False))]), "busy": pick((True, False)),
        "live": {side: (random.randint(0, 20), 20) for side in range(random.randint(0, 4))},
        "wrong": [name for name in checks if pick((True, False))],
    }  # fmt: skip


def some_message(page, table, lang):
    if page == "result":
        return some_result(table, lang)
    if page in OF_ENTRY:
        return of_entry(page, table)
    if page in OF_COURSE:
        return of_course(page, table)
    if page in OF_TEST:
        return of_test(page)
    n = table.seats
    seat = random.randint(0, n - 1)
    code = pick(("", "E12", "E99"))
    whole = table.dealer is not None
    what = pick(("drawn", "new", "foul", "abort", "haidi")) if page == "ask" else pick(ERRORS)
    named = [name for name in NAMED if name[0] != "~" or not what.startswith("tile")]  # a tile is no key
    count = pick((1, 1, 2))
    most = 6 if count == 1 else 3 if table.rules.breaks_after else 2  # dice
    dice = random.randint(1, most)
    throws = [[seat, bytes([random.randint(1, 6) for _ in range(dice)])] for _ in range(count)]
    return {
        "page": page, "seat": seat, "done": pick((0, 1, 99, 100)), "fw": "10.12.3",
        "count": pick((0, 99999, 0xFFFFFFFF)), "total": pick((0, 9, 99999, 0xFFFFFFFF)),
        "parts": [["keys", True], ["journal", False], ["dice", True], ["displays", True], ["wall", False]],
        "frame": random.randint(0, 20), "n": dice, "seal": SEAL, "revealed": True, "throws": throws,
        "alone": pick((True, False)),
        "tile": random.randint(0, 26), "kind": pick(("last_four", "last_tile", "share_out")),
        "turn": pick((None, seat)), "next": pick((True, False)),
        "dealer": pick((None, seat)), "held": whole, "hand": pick(HANDS), "round": random.randint(0, 3),
        "what": what,
        "args": pick(([pick(named)], [pick(PLACES) for _ in range(random.randint(0, 2))])), "code": code,
        "step": random.randint(0, 5000), "at": random.randint(0, len(throws[0][1]) - 1), "dice": throws[0][1],
    }  # fmt: skip


def resting(table, seat):
    """The number that the page of a seat shows when no message concerns it."""
    score = table.scores[seat]
    if table.course:
        score = pages_course.score(pages_course.Marks(table.rules, table.course, table.drawn), table, seat)
    return signed(score) if table.phase == "play" else str(score)


def wanted(table, message, display):
    """Numbers that a page must show."""
    page = message and message["page"] or ""
    if display == CENTRE:
        if page in ("foul", "kong"):
            return [signed(n) for n in message["delta" if page == "foul" else "money"]]
        if page in ("result", "standings"):
            return [signed(n) for n in (message["delta"][:4] if page == "result" else table.scores[: table.seats])]
        return []
    if display >= table.seats:
        return []
    if page == "result":
        detail = message.get("detail", {})
        return [] if display in detail else [signed(message["delta"][display]), str(table.scores[display])]
    if page in ("safe", "idle"):
        return [str(table.scores[display])]
    if page == "standings":
        own, others = table.scores[display], sorted(table.scores[: table.seats])
        others.remove(own)
        gap = others[-1] - own
        return [signed(own)] + ([str(abs(gap))] if gap else [])
    if page == "points":
        return [str(message["value"])]
    if page == "preview":
        return [signed(message["gain"])]
    if page == "confirm":
        return [] if message["see"] is not None else [signed(message["pays"] or message["gain"])]
    if page == "away":
        return [str(table.scores[display])]
    if page in OF_ENTRY:
        return []
    if page == "kong":
        return [signed(n) for n in (message["delta"][display], message["money"][display])]
    if page == "void" or page in ("", "play") and table.phase == "play" and pages_course.void_due(table, display):
        return []
    return [resting(table, display)] if page in ("", "play") and table.phase in ("new", "ready", "play") else []


class Run:
    def __init__(self):
        self.screens = Screens("zh")
        plain = self.screens.page
        self.screens.page = Watched("../../firmware/glyphs", plain.t)
        plain.close()
        self.screens.page.fault = self.fault
        self.at = ""
        self.seen = set()
        self.pages = 0

    def fault(self, what):
        line = json.dumps([self.screens.lang, self.at, what])
        if line not in self.seen:
            self.seen.add(line)
            print(line)

    def draw(self, name, table, message, displays=range(CENTRE + 1)):
        self.at = name
        for display in displays:
            page = self.screens.render(display, table, message)
            assert len(page) == 1024
            by_place = message and message["page"] == "test"
            there = by_place or display == CENTRE or display < (table.seats or 4)
            assert there or not any(page), "a seat that is not there is dark"
            self.screens.page.look(*wanted(table, message, display))
            self.pages += 1

    def anything(self, times):
        """Random tables with every page and with none."""
        for _ in range(times):
            for lang in ("zh", "en"):
                self.screens.lang = lang
                for page in sorted(PAGES) + [""]:
                    table = some_table()
                    if table.phase not in ("wild", "play") and page in OF_A_HAND:
                        continue
                    message = some_message(page, table, lang) if page else None
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
                message = self.settled(case["record"])
                assert message["delta"] == answer["delta"], case["id"]
                for top in range(0, 30, 2):
                    message["detail"] = {1: ["why", top], 2: ["pay", top]}
                    opened = message["detail"] if top else range(CENTRE + 1)  # the others stay as they are
                    self.draw("result/" + case["id"], table, message, opened)

    def settled(self, record):
        return self.screens.result(settle(record), record.get("dealer", 0))

    def too_wide(self):
        """Whatever the box, a number is drawn whole or not at all, and nothing beside the box."""
        page, text = self.screens.page, "A -1000015 b"
        page.fault = None
        for w in range(1, 128):
            assert page.fitting(text, w) not in range(3, 10), w
            for draw, said in ((page.text, (text, w)), (page.number, ("-1000015", "l", w, "r"))):
                page.clear()
                draw(0, 0, *said)
                assert any(page.buf) and not any(pixels(page.fb, w, 0, 128 - w, 64)), w
            dots = w < page.width("-1000015")
            assert dots != any(pixels(page.fb, 0, 0, 128, 17)), w  # they stand below that
        page.fault = self.fault

    def language(self):
        """A result, and a question, follow the language while they are shown."""
        with open("../cases/ningbo.json") as f:
            case = [c for c in json.load(f) if c["record"].get("wins") and "delta" in c["expect"]][0]
        table = Table("ready", rules.load("ningbo"), dice=b"", throw=(0, 2))
        playing = Table("play", rules.load("ningbo"))
        held = self.settled(case["record"])
        for self.screens.lang in ("zh", "en", "zh"):
            for detail in ({}, {1: ["why", 0]}):
                held["detail"] = detail
                shown = bytes(self.screens.render(1, table, held))
                anew = dict(self.settled(case["record"]), detail=detail)
                assert shown == self.screens.render(1, table, anew), self.screens.lang
        question = {"page": "ask", "what": "drawn", "seat": 1}
        zh = bytes(self.screens.render(1, playing, question))
        self.screens.lang = "en"
        assert zh != self.screens.render(1, playing, question)

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
    memory.collect_often()  # as on the table
    random.seed(20)
    run = Run()
    run.anything(25)
    run.hand()
    run.language()
    run.too_wide()
    for region in ("guigang", "ningbo"):
        run.results(region)
    print(json.dumps(run.pages))


main()
