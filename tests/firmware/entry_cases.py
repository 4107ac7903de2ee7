"""Cases as in page_cases.py: the pages of dialogues. Runs on MicroPython."""

import page_cases

from engine_core import tiles

CENTRE = 4


def listed(title, *rows, right="", at=0, top=0):
    return {"page": "list", "title": title, "right": right, "rows": [list(row) for row in rows], "at": at, "top": top}


def plain(*what):
    return [[text, "", None] for text in what]


def cases():
    table = page_cases.Table()
    jiujiang = page_cases.Table(region="jiujiang")
    kongs = ["meld.concealed_kong", "+6", None], ["meld.added_kong", "+3", None], [["meld.kong", "@0"], "+2", None]
    yield "s11-kong-entry", 1, table, listed("meld", *kongs)
    givers = [["how.from", "@%d" % seat] for seat in (0, 2, 3)]  # noqa: UP031
    yield "s12a-win-how", 1, table, listed("win", *plain("how.drawn", *givers, ["how.rob", "@0"]), right="1/4")
    ticks = (
        ["done", "", None],
        ["flag.after_kong", "", True],
        ["flag.last_tile", "", False],
        ["flag.heavenly", "", False],
    )
    yield "s12b-win-flags", 1, table, listed("flags", *ticks, right="2/4", at=1, top=1)
    ways = plain("count.tiles", "count.patterns", "count.laptop")
    yield "s12c-win-way", 1, table, listed("count_by", *ways, right="3/4")
    held = tiles.parse("1123477m56p")
    kinds = [k for k in range(42) if table.rules.copies(k)]
    hand = {"page": "hand", "kinds": kinds, "kind": 14, "held": held, "need": 14}
    yield "s12d-win-tiles", 1, table, hand
    yield "s12o-win-no-tiles", 1, table, dict(hand, kind=0, held=b"")
    yield "s12p-win-honours", 1, table, dict(hand, kind=31, held=tiles.parse("111222333m5555z"), need=17)
    which = {"page": "which", "kinds": tiles.parse("567p1117z"), "at": 2, "right": "4/4"}
    yield "s12e-win-tile", 1, table, which
    patterns = ["full_flush", "4", True], ["self_draw", "1", True], ["all_chows", "1", True], ["edge_wait", "1", False]
    rows = [[["pattern." + name], worth, tick] for name, worth, tick in patterns] + [["done", "", None]]
    yield "s12f-win-patterns", 1, table, listed("patterns", *rows, right=["patterns.sum", 6], at=1)
    long = [["pattern.concealed_dragon_pung"], "6", True]
    yield "s12n-long-name", 1, jiujiang, listed("patterns", *([long] * 6), right=["patterns.sum", 6], at=1)
    value = {"page": "preview", "gain": 140, "drawn": True, "each": 0, "waits": True}
    yield "s12x-preview-waits", 1, table, value
    asks = {
        "page": "confirm",
        "winner": 1,
        "drawn": True,
        "gain": 140,
        "pays": 0,
        "tiles": False,
        "shown": [],
        "see": None,
    }
    yield "s12y-confirm-waits", 0, table, dict(asks, waits=True)
    yield "s12q-tile-or-none", 1, table, {"page": "pick", "title": "win.tile", "kinds": [-1, 0, 1], "at": 0}
    yield "s12m-birds", 1, table, {"page": "pick", "title": ["birds", 1, 2], "kinds": kinds, "at": 14}
    yield "s12r-points", 1, table, {"page": "points", "title": "points", "value": 12}
    yield "s12g-win-preview", 1, table, {"page": "preview", "drawn": True, "each": 7, "gain": 21}
    yield "s12s-preview-given", 1, table, {"page": "preview", "drawn": False, "each": 0, "gain": 16}
    yield "s12h-win-sent", 1, table, {"page": "sent", "payers": [[0, True], [2, False], [3, False]]}
    asked = {"page": "confirm", "winner": 1, "drawn": True, "pays": -7, "gain": 21, "see": None, "tiles": True}
    asked["shown"] = tiles.parse("2345567s111222m") + tiles.parse("7s")
    yield "s12i-confirm", 0, table, asked
    yield "s12t-confirm-given", 0, table, dict(asked, drawn=False, pays=-21)
    yield "s12u-decide", 0, table, dict(asked, pays=0)
    yield "s12j-see", 0, table, dict(asked, see=1)
    yield "s12v-see-patterns", 0, table, dict(asked, see=0, tiles=False, shown=["all_chows", "self_draw"])
    objected = plain("objected.check", "objected.dealer", "objected.back")
    yield "s12k-objected", 1, table, listed(["objected", "@2"], *objected)
    yield "s14-menu", 1, table, listed("menu", *plain("menu.drawn", "menu.foul", *["menu.standings"] * 9), at=1)
    fouls = ["foul.false_win", "-15", None], ["foul.dead_hand", "0", None], ["foul.liable", "", None]
    yield "s14b-foul", 2, table, listed(["foul", "@1"], *fouls)
    refusal = {"page": "refusal", "title": "refused", "no": "refused.change", "ok": "refused.false_win"}
    yield "s14d-refused", 1, table, dict(refusal, why=[["formula.short", 2, 4]])
    yield "s14e-refused-why", 1, table, dict(refusal, why=[["reason.void_suit"]])
    both = [["pattern.all_pungs"], ["pattern.all_chows"]]
    yield "s12w-not-both", 1, table, {"page": "refusal", "title": "refused.tick", "why": both}
    pays = {"page": "points", "title": ["points.pays", "@1", "@0"], "value": 10, "at": 0}
    yield "s16b-correct", 1, table, pays
    yield "s16f-agree-points", 0, table, dict(pays, asks=True)
    yield "s16c-seats", 0, table, {"page": "seats", "next": 1, "pressed": False}
    yield "s16g-seats-pressed", 0, table, {"page": "seats", "next": 2, "pressed": True}
    settings = [["settings.region"], "", None], [["settings.brightness"], "3", None]
    yield "s23-settings", 0, table, listed("menu.settings", *settings)
    yield "s23b-rules", 0, table, listed("settings.region", [["region.name", "jiujiang"], "", None], *settings)
    yield "s15c-agree-foul", 1, table, {"page": "ask", "what": "foul"}
    yield "s15d-agree-abort", 1, table, {"page": "ask", "what": "abort"}
