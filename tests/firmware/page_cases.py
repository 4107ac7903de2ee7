"""Tables and messages whose pages are compared with pictures: one for each page that the firmware has.

Runs on MicroPython. A case is (picture, display, table, message); the message may be a function of the language.
"""

import course_cases
import entry_cases

from engine_core.rules import Ruleset
from engine_core.walk import Wall

CENTRE = 4
SEAL = b"\x7f\x3a\xc2\x1b" + bytes(28)
WAN5, SUMMER = 4, 35


class Rules(Ruleset):
    """A region that answers what a case wants."""

    ID = "ningbo"
    LETTERS = "mpszf"
    ROUND_WIND = True

    def __init__(self, stays=8, sides=(18, 18, 18, 18), broken=3, turned=None, wild=(), own=(), two=False, winds=True,
                 house="", after=0, times=1):  # fmt: skip
        super().__init__({"house": house})
        self.SEATS = len(sides)
        self.answers = stays, sides, broken, turned, wild, own, two
        self.ROUND_WIND = winds
        self.breaks_after, self.times = after, times

    KONGS_AT_ONCE = False
    KNOWN = ("meld", "kong", "win", "foul")
    MONEY: list = []

    def course(self):
        return self.KNOWN

    def kong_money(self, declared, wins):
        return self.MONEY

    def multiplied(self, carry):
        return self.times

    def stacks(self, dealer):
        return self.answers[1]

    def throws(self, dealer, dice):
        return [(dealer, 2), (3, 2)] if self.answers[6] else [(dealer, 2)]

    def break_side(self, dealer, dice):
        return self.answers[2]

    def stays(self, dealer, dice):
        return self.answers[0]

    def turned_up(self, dealer, dice):
        return self.answers[3]

    def wilds(self, indicator):
        return () if indicator is None else self.answers[4]

    def seat_wilds(self, indicator, dealer):
        return {3: self.answers[5]} if self.answers[5] and indicator is not None else {}


class Table:
    """The attributes of engine_core.table.Table that the pages read."""

    def __init__(self, phase="play", rules=None, left=None, drawn=0, **changes):
        self.phase, self.rules = phase, rules or Rules()
        self.region, self.seats, self.ruleset = self.rules.ID, self.rules.SEATS, self.rules
        self.dealer = self.round_wind = self.streak = 0
        self.hand_no, self.dice, self.indicator, self.seal = 13, b"\x03\x05", None, b""
        self.scores = [128, -1250, 64, 95]
        self.throw, self.carry, self.last = None, {}, None
        self.course, self.drawn, self.empty = [], b"", 3
        self.trouble = []
        for name in changes:
            setattr(self, name, changes[name])
        self.wall = None
        if phase in ("play", "wild"):
            self.wall = Wall(self.rules, self.dealer, self.dice, self.indicator)
            for _ in range(drawn):
                self.wall.apply(1)
            while left is not None and self.wall.left > left:
                self.wall.apply(1)


def won(lang, **changes):
    """South wins by self-draw, East deals: 1 + 6 = 7."""
    pure, drawn, chows = ("清一色", "自摸", "平糊") if lang == "zh" else ("Full flush", "Self-draw", "All chows")
    base = "底分" if lang == "zh" else "Base"
    message = {
        "page": "result", "delta": [-7, 21, -7, -7], "wins": [[1, None, False, 7]], "name": pure, "dealer": 0,
        "lang": lang,
        "fouls": [], "rows": [[pure, "4"], [drawn, "1"], [chows, "1"], [base, "1"]],
        "payments": [[0, 1, 7], [2, 1, 7], [3, 1, 7]],
    }  # fmt: skip
    message.update(changes)
    return message


def cases():
    yield from course_cases.cases()  # first: it loads regions
    yield from designed()
    yield from entry_cases.cases()


def designed():
    ready = Table("ready", throw=(0, 2), dice=b"", scores=[318, 318, 318, 318])
    dealing = Table()
    wild = Rules(wild=(WAN5,))
    seasons = Rules(wild=(34, 36, 37))
    three = Rules(3, (14, 14, 14), 1)
    calm = Rules(winds=False)
    fifty_six = Table(rules=wild, left=56, streak=2, indicator=WAN5)
    standings = Table("ready", scores=[42, 318, -250, -110], throw=(0, 2), dice=b"")
    seal = {"seal": SEAL, "revealed": True}
    yield "c01-boot", CENTRE, ready, {"page": "boot", "done": 70, "count": 318}
    parts = [["keys", True], ["journal", True], ["dice", True]]
    yield "s01-boot", 0, ready, {"page": "boot", "fw": "1.0", "parts": parts}
    yield "c02-ready", CENTRE, ready, None
    yield "s02-ready", 1, ready, None
    # four characters fill a headline; a name that the font cannot show is told in English, as wide as a name may be
    for name, house in (("c02h-house", "自家规则|House 4"), ("c02i-house-rare", "龘龘家|Wang's, W side 7")):
        yield name, CENTRE, Table("ready", Rules(house=house), throw=(0, 2), dice=b""), None
    yield "c09h-play-house", CENTRE, Table(rules=Rules(house="自家规则|House 4", winds=False), left=43), None
    # what earlier hands left: the next counts several times; somebody was out of chips; who sat out has come
    times, empty = Rules(winds=False, times=4), {"broke": 1, "top_up": [0, 50, 0, 0]}
    yield "c02j-ready-times", CENTRE, Table("ready", times, throw=(0, 2), dice=b""), None
    yield "c02k-ready-broke", CENTRE, Table("ready", throw=(0, 2), dice=b"", carry=empty), None
    yield "s02k-top-up", 1, Table("ready", throw=(0, 2), dice=b"", carry=empty, scores=[142, 50, 95, 93]), None
    yield "s02l-top-up-throws", 1, Table("ready", throw=(1, 2), dice=b"", carry=empty, scores=[142, 50, 95, 93]), None
    yield "s02m-came", 0, Table("ready", throw=(1, 2), dice=b"", last={"sub_in": 0}, scores=[95] * 5), None
    yield "c09m-play-times", CENTRE, Table(rules=times, left=43), None
    many = Rules(winds=False, times=1 << 30, house="自家规则|House 4")
    yield "c09n-play-many-times", CENTRE, Table(rules=many, left=43), None
    over = Table("new", dice=b"", carry={"broke": 1, "over": 1}, scores=[0, 180, 105, 95])
    yield "c19c-over", CENTRE, over, None
    yield "s19c-over", 0, over, None
    five = Table("ready", scores=[42, 318, -250, -110, 95], throw=(0, 2), dice=b"")
    yield "c17e-standings-five", CENTRE, five, {"page": "standings"}
    yield "s03-throw", 0, Table("throw", Rules(two=True), dice=b"", throw=(0, 2)), None
    rolling = {"page": "roll", "seat": 0, "frame": 0, "n": 2, "seal": SEAL}
    yield "c03-rolling", CENTRE, ready, rolling
    yield "c04-dice", CENTRE, dealing, dict(seal, page="dice", throws=[[0, b"\x03\x05"]])
    yield "c04b-dice-two", CENTRE, dealing, dict(seal, page="dice", throws=[[0, b"\x03\x05"], [3, b"\x02\x06"]])
    yield "c04c-one-die", CENTRE, Table(rules=Rules(5)), dict(seal, page="dice", throws=[[0, b"\x05"]])
    yield "s04-dice", 1, dealing, dict(seal, page="dice", throws=[[0, b"\x03\x05"]])
    yield "c04d-one-for-kong", CENTRE, dealing, dict(seal, page="dice", throws=[[2, b"\x04"]], alone=True)
    yield "c04i-real-for-kong", CENTRE, dealing, {"page": "dice", "throws": [[2, b"\x04"]], "alone": True}
    yield "c04j-real", CENTRE, dealing, {"page": "dice", "throws": [[1, b"\x02\x06"]]}
    yield "c04e-three", CENTRE, dealing, dict(seal, page="dice", throws=[[0, b"\x01\x02\x06"]])
    yield "c04f-six", CENTRE, dealing, dict(seal, page="dice", throws=[[1, b"\x06\x06\x05\x06\x06\x06"]], alone=True)
    yield "s04f-five", 2, dealing, dict(seal, page="dice", throws=[[1, b"\x06\x02\x02\x01\x03"]], alone=True)
    # the second throw turns a tile up: what both come to says nothing
    once = Table(rules=Rules(after=1), dealer=1)
    yield "c04g-two-once", CENTRE, once, dict(seal, page="dice", throws=[[1, b"\x03\x05"], [1, b"\x02\x06"]])
    three_dice = [[1, b"\x01\x02\x06"], [1, b"\x06\x06\x06"]]
    yield "c04h-three-once", CENTRE, once, dict(seal, page="dice", throws=three_dice)
    yield "c03c-rolling-three", CENTRE, ready, dict(rolling, n=3)
    yield "c03d-rolling-five", CENTRE, ready, dict(rolling, n=5, frame=4)
    real = {"page": "manual", "seat": 0, "at": 0, "dice": b"\x03\x05"}
    yield "s04b-manual", 0, ready, real
    yield "s04d-manual-last", 0, ready, dict(real, at=1, dice=b"\x03\x06")
    yield "s04e-manual-one", 0, ready, dict(real, dice=b"\x02")
    yield "s04g-manual-six", 0, ready, dict(real, dice=b"\x03\x06\x01\x02\x05\x04", at=5)
    yield "c05-break", CENTRE, dealing, {"page": "break"}
    yield "s05-break", 3, dealing, {"page": "break"}
    yield "c05b-break-3", CENTRE, Table(rules=three), {"page": "break"}
    yield "s06-turn-up", 3, Table("wild", Rules(turned=5), drawn=1), None
    yield "s06b-enter-wild", 3, Table("wild", Rules(turned=5)), {"page": "enter", "seat": 3, "tile": WAN5}
    own = Rules(wild=(WAN5,), own=(37,))
    yield "c06-wild", CENTRE, Table(rules=own, indicator=WAN5), {"page": "wild"}
    yield "c06b-wild-flower", CENTRE, Table(rules=seasons, indicator=SUMMER), {"page": "wild"}
    yield "s08-play-dealer", 0, fifty_six, {"page": "play", "turn": 0}
    laid_out = {"zh": "花2 杠1", "en": "Fl 2  Kong 1"}
    south = Table(rules=seasons, left=56, indicator=SUMMER, round_wind=1)
    yield "s08b-play", 1, south, lambda lang: {"page": "play", "rows": {1: [laid_out[lang], False]}}
    chips = {"zh": "筹码", "en": "chips"}
    longgang = Table(rules=Rules(wild=(33,), own=(37,), winds=False), left=22, indicator=33)
    yield "s08d-play-own", 3, longgang, lambda lang: {"page": "play", "rows": {3: [chips[lang], False]}}
    passed = {"zh": "过水 等自摸", "en": "Passed: no win"}
    forty = Table(rules=wild, left=40, indicator=WAN5, scores=[0, 128, 0, 0])
    yield "s08f-forbidden", 1, forty, lambda lang: {"page": "play", "rows": {1: [passed[lang], True]}}
    four = Table(rules=Rules(24, wild=(WAN5,)), left=56, indicator=WAN5, dice=b"\x06\x06\x06\x06")
    yield "c09l-play-four-dice", CENTRE, four, None
    yield "c09-play", CENTRE, Table(rules=wild, left=56, indicator=WAN5, dealer=1, streak=2), None
    many = Table(rules=seasons, indicator=SUMMER, dealer=2, round_wind=1)
    many.wall.left = 108
    yield "c09b-play-3", CENTRE, many, None
    yield "c09c-play-none", CENTRE, Table(rules=calm, left=43), None
    turn = {"page": "play", "turn": 2, "next": True}
    yield "c09d-turn", CENTRE, Table(left=56), turn
    # Something lasts that is wrong with the table.
    trouble = {"trouble": [1, CENTRE]}
    yield "c09i-play-trouble", CENTRE, Table(rules=wild, left=56, indicator=WAN5, dealer=1, **trouble), None
    yield "c09j-turn-trouble", CENTRE, Table(left=56, **trouble), turn
    yield "c02j-ready-trouble", CENTRE, Table("ready", throw=(0, 2), dice=b"", **trouble), None
    yield "s08o-play-trouble", 1, Table(rules=wild, left=56, indicator=WAN5, dealer=1, streak=2, **trouble), None
    yield "s02e-ready-trouble", 1, Table("ready", throw=(0, 2), dice=b"", **trouble), None
    yield "c10-last-four", CENTRE, dealing, {"page": "warn", "kind": "last_four"}
    yield "c10b-last-tile", CENTRE, dealing, {"page": "warn", "kind": "sea_bottom", "seat": 0}
    yield "c10c-share-out", CENTRE, dealing, {"page": "warn", "kind": "share_out"}
    yield "s10-last-four", 0, Table(rules=wild, left=4, streak=2, indicator=WAN5), {"page": "warn", "kind": "last_four"}
    yield "s10b-haidi", 0, dealing, {"page": "ask", "what": "haidi"}
    yield "c13-result", CENTRE, ready, won
    large = dict(delta=[216, -72, -72, -72], wins=[[0, 3, False, 300]])
    yield "c13b-result-big", CENTRE, ready, lambda lang: won(lang, **large)
    after = Table("ready", scores=[311] * 4, throw=(0, 2), dice=b"")
    yield "s13-result", 0, after, won
    yield "s13b-breakdown", 0, after, lambda lang: won(lang, detail={0: ["why", 0]})
    yield "s13c-payments", 0, after, lambda lang: won(lang, detail={0: ["pay", 0]})
    yield "c13c-next", CENTRE, ready, {"page": "next", "dealer": 1, "hand": 13, "round": 0}
    yield "c15-drawn", CENTRE, ready, {"page": "drawn", "dealer": 0, "held": True}
    yield "c15d-annulled", CENTRE, ready, {"page": "drawn", "dealer": 0, "held": True, "annulled": True}
    yield "s15-drawn", 1, dealing, {"page": "ask", "what": "drawn"}
    yield "s16-undo", 0, ready, {"page": "undo", "hand": 12, "held": 1, "done": 56}
    yield "s16h-undo-begun", 0, dealing, {"page": "undo", "hand": 12, "held": 2, "done": 56}
    yield "s16d-away", 0, Table("ready", scores=[318, 0, 0, 0], throw=(0, 2), dice=b""), {"page": "away", "seat": 0}
    yield "s16e-new", 0, ready, {"page": "ask", "what": "new", "seat": 0}
    yield "c17-standings", CENTRE, standings, {"page": "standings"}
    yield "s17-standings", 0, standings, {"page": "standings"}
    yield "c19-safe", CENTRE, ready, {"page": "safe", "code": "E90"}
    yield "s19-safe", 1, ready, {"page": "safe", "code": "E90"}
    yield "c20-laptop", CENTRE, ready, {"page": "laptop", "done": 213, "total": 318}
    wrong = {"page": "error", "what": "wrong_draw", "code": "E12", "seat": 0, "args": ["3:09u", "2:05u"]}
    yield "s21-wrong-draw", 0, dealing, wrong
    yield "c21-sensor", CENTRE, dealing, {"page": "error", "what": "sensor", "code": "E22", "args": ["2:12u"]}
    yield "c21c-flash", CENTRE, dealing, {"page": "error", "what": "full", "code": "E41"}
    yield "c21d-flash-fails", CENTRE, ready, {"page": "error", "what": "flash", "code": "E43"}
    yield "c21e-damaged", CENTRE, ready, {"page": "error", "what": "damaged", "code": "E42"}
    yield "c21k-tags", CENTRE, ready, {"page": "error", "what": "tags", "code": "E44"}
    yield "c24-idle", CENTRE, ready, {"page": "idle", "step": 0}
    yield "s24-idle", 0, ready, {"page": "idle", "step": 0}
    # Pages that the design does not show.
    fitted = [(place, key) for place in range(4) for key in ("dice", "up", "down", "ok", "no", "hu", "draw")]
    trying = {"page": "test", "keys": (fitted, []), "live": {}, "busy": True, "wrong": []}
    lit = [(0, "dice"), (0, "ok"), (0, "hu"), (3, "up")]
    tried = dict(trying, keys=(fitted, lit), live={0: (12, 20)}, busy=False)
    yield "c25-test", CENTRE, Table("new", scores=[], dice=b""), trying
    yield "c25b-test-wrong", CENTRE, ready, dict(tried, wrong=["dice"])
    yield "s25-test", 1, Table("new", scores=[], dice=b""), trying
    yield "s25b-test-rail", 0, ready, tried
    yield "s25c-test-all", 3, ready, dict(trying, keys=(fitted, fitted))
    yield "c26-tested", CENTRE, ready, dict(tried, page="tested", keys=(fitted, fitted))
    yield "c26c-tested-partly", CENTRE, ready, dict(tried, page="tested")
    failed = ["displays", "keys", "dice", "flash", "memory", "supply"]
    yield "c26b-tested-wrong", CENTRE, ready, dict(tried, page="tested", wrong=failed)
    yield "c02b-new", CENTRE, Table("new", scores=[], dice=b"", region=None), None
    yield "s02b-new", 0, Table("new", scores=[], dice=b"", region=None), None
    yield "s02c-thrower", 0, ready, None
    yield "s03b-rolling-lot", 0, Table("ready", dice=b""), rolling
    yield "s03c-rolling", 0, Table("throw", Rules(two=True)), rolling
    moved = Table("ready", throw=(1, 2), dice=b"", dealer=1, scores=[0, 0, -250, 0])
    yield "s02d-own-wind", 2, moved, None
    yield "s04c-dice-high", 1, dealing, dict(seal, page="dice", throws=[[0, b"\x06\x06"]])
    yield "c06c-wild-plain", CENTRE, Table(rules=wild, indicator=WAN5), {"page": "wild"}
    yield "c09e-play-dice", CENTRE, Table(left=73, streak=1), None
    yield "c10d-last", CENTRE, dealing, {"page": "warn", "kind": "last_tile"}
    yield "c13e-discard", CENTRE, ready, lambda lang: won(lang, delta=[-16, 0, 16, 0], wins=[[2, 0, False, 16]])
    two = [[1, 0, False, 16], [3, 0, False, 8]]
    yield "c13f-two", CENTRE, ready, lambda lang: won(lang, delta=[-24, 16, 0, 8], wins=two)
    yield "c13g-robbed", CENTRE, ready, lambda lang: won(lang, delta=[-96, 96, 0, 0], wins=[[1, 0, True, 32]])
    refused = {"zh": "没有胡牌", "en": "not a winning hand"}
    foul = dict(delta=[32, -96, 32, 32], wins=[], name="", payments=[[1, 0, 32], [1, 2, 32], [1, 3, 32]])
    yield "c13h-foul", CENTRE, ready, lambda lang: won(lang, fouls=[1], **foul)
    why = {1: ["why", 0]}
    said = lambda lang: won(lang, fouls=[1], rows=[[refused[lang], ""]], detail=why, **foul)  # noqa: E731
    yield "s13d-foul-why", 1, ready, said
    formula = {"zh": ["底 1 + 5 台 = 6 分", ""], "en": ["base 1 + 5 tai = 6 points", ""]}
    long = {"zh": ["杠上开花", "1"], "en": ["Out with replacement tile", "1"]}
    yield "s13e-wrapped", 1, ready, lambda lang: won(lang, rows=[long[lang], formula[lang]], detail=why)
    yield "c15b-passed", CENTRE, ready, {"page": "drawn", "dealer": 1, "held": False}
    yield "s17b-first", 1, standings, {"page": "standings"}
    yield "s17c-level", 0, Table("ready", scores=[0] * 4, throw=(0, 2), dice=b""), {"page": "standings"}
    yield "c20b-laptop", CENTRE, ready, {"page": "laptop"}
    yield "s06c-turn-wait", 1, Table("wild", Rules(turned=5)), None
    far = Table("ready", scores=[-1250, 12345, -99999, 7], throw=(0, 2), dice=b"")
    thousands = Table("ready", scores=[-1250, 1300, -57, 7], throw=(0, 2), dice=b"")
    yield "c17b-thousands", CENTRE, thousands, {"page": "standings"}
    yield "c17c-far", CENTRE, far, {"page": "standings"}
    rich = Table("ready", scores=[1000015, -12345663, 1 << 30, -(1 << 30)], throw=(0, 2), dice=b"")
    yield "c17d-millions", CENTRE, rich, {"page": "standings"}
    yield "s17d-millions", 3, rich, {"page": "standings"}
    yield "s13f-millions", 0, rich, won
    yield "s13g-longest", 3, rich, lambda lang: won(lang, delta=[0, 0, 0, -(1 << 30)])
    amounts = dict(payments=[[0, 1, 1250], [2, 1, 1000015], [3, 1, 1 << 30]], detail={0: ["pay", 0], 1: ["pay", 1]})
    yield "s13h-pay-thousands", 0, rich, lambda lang: won(lang, **amounts)
    yield "s13i-pay-longest", 1, rich, lambda lang: won(lang, **amounts)
    yield "s08h-play-longest", 0, Table(rules=wild, left=90, indicator=WAN5, scores=[-1000999999, 0, 0, 0]), None
    yield "s08i-play-9", 0, Table(rules=wild, left=90, indicator=WAN5, scores=[-123456789, 0, 0, 0]), None
    fifth = dict(delta=[-20, 80, -20, -20, -20])
    yield "c13i-five", CENTRE, ready, lambda lang: won(lang, **fifth)
    yield "c05d-break-dealt", CENTRE, dealing, {"page": "break", "gone": bytes(range(11))}
    wrong = {"page": "error", "what": "wrong_end", "code": "E11", "seat": 2, "args": ["1:14l", "2:05u"]}
    yield "s21c-wrong-end", 2, dealing, wrong
    many = {"page": "error", "what": "too_many", "code": "E13", "seat": None, "args": ["3:10l", "3:09u"]}
    yield "c21f-too-many", CENTRE, dealing, many
    yield "s21d-out-of-turn", 1, dealing, dict(many, what="out_of_turn", code="E14", seat=1, args=["@3"])
    yield "s21e-undiscarded", 1, dealing, dict(many, what="undiscarded", code="E14", seat=1, args=["@1"])
    tile = {"page": "error", "seat": 1, "args": ["=1f"]}
    yield "s21j-key-stuck", 1, dealing, dict(tile, what="key", code="E21", args=["~discard"])
    yield "s21f-unknown-tile", 1, dealing, dict(tile, what="tag", code="E23")
    yield "s21g-tile-too-many", 1, dealing, dict(tile, what="tile_more")
    yield "s21h-tile-not-here", 1, dealing, dict(tile, what="tile_not")
    yield "s21i-tile-full", 1, dealing, dict(tile, what="tile_full")
    learning = {"page": "pick", "title": "2/4", "kinds": list(range(42)), "at": 33}
    yield "s23b-learn-tiles", 1, dealing, learning
    yield "s21b-refused", 0, ready, {"page": "error", "what": "other", "code": "E99", "seat": 0}
