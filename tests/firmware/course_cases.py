"""Cases as in page_cases.py: what the course of a hand shows while it is played. Runs on MicroPython."""

import page_cases

from engine_core import rules

CENTRE = 4
VOIDS = [{"what": "void", "seat": seat, "suit": suit} for seat, suit in enumerate("pssm")]
PLAYED = [{"what": "meld", "seat": 3, "kind": "pung", "tiles": "111s"}]
WON = {"what": "win", "seat": 1, "tile": "5p", "from": 0, "called": {"patterns": ["all_pungs"], "points": 0}}


def of(region, course, **changes):
    table = page_cases.Table(rules=rules.load(region, changes.pop("options", {})), **changes)
    table.course = course
    return table


def paying(money, course, **changes):
    """A table where kongs have brought so much by now."""
    table = page_cases.Table(rules=page_cases.Rules(winds=False), **changes)
    table.rules.MONEY, table.course = money, course
    return table


def cases():
    suits = ["m", "m", "m", "m"]
    chosen = [{"what": "void", "seat": seat, "suit": suit} for seat, suit in enumerate(suits)]
    start = of("xuezhan", [])
    yield "s07-void", 1, start, {"page": "void", "at": 1}
    yield "s07b-void-rest", 2, start, None
    yield "s07c-void-chosen", 1, of("xuezhan", VOIDS[:2]), None
    yield "s07d-void-open", 3, of("xuezhan", VOIDS[:2]), None
    yield "s08c-play-void", 2, paying([0, 0, 6, -6], chosen, left=43), {"page": "play"}
    won = of("xuezhan", VOIDS + [WON], left=31, scores=[0, 48, 0, 0])
    yield "s08e-play-won", 1, won, None
    yield "s08l-play-on", 2, won, {"page": "play", "turn": 2}
    twice = of("xueliu", VOIDS + [WON, dict(WON, tile="6p"), WON], left=31, scores=[0, 48, 0, 0])
    yield "s08m-play-twice", 1, twice, None
    shown = [{"what": "ready", "seat": 1, "how": "declared"}]
    yield "s08g-play-ready", 1, paying([], shown, left=40, scores=[0, 36, 0, 0]), None
    ready = [{"what": "ready", "seat": seat, "how": how} for seat, how in ((0, "shown"), (2, "declared"))]
    guigang = of("guigang", ready, left=83, streak=12, dealer=0)
    yield "s08n-ready-dealer", 0, guigang, None
    yield "s08o-ready-wind", 2, of("guigang", ready, left=83, dealer=1), {"page": "play", "turn": 1}
    kong = {"what": "kong", "seat": 0, "kind": "concealed_kong", "tile": "1z"}
    laid = [{"what": "flower", "seat": 0, "tile": "1f"}, kong]
    yield "s08p-laid-out", 0, of("ningbo", laid, left=83), None
    missed = [{"what": "missed", "seat": 1, "tile": "5m"}] + PLAYED
    yield "s08q-passed", 1, of("xuezhan", VOIDS + missed), {"page": "play", "turn": 1}
    yield "s08r-passed-drew", 1, of("xuezhan", VOIDS + missed), {"page": "play", "turn": 1, "drew": {1: 6}}
    paid = of("sichuan", [{"what": "kong", "seat": 0, "kind": "concealed_kong", "tile": "1s"}], scores=[10, -1, 0, 0])
    yield "s08s-paid-at-once", 0, paid, None
    dead = [{"what": "foul", "seat": 1, "kind": "dead_hand"}]
    wild = page_cases.Table(rules=page_cases.Rules(wild=(4,)), left=40, indicator=4, scores=[0, 303, 0, 0])
    wild.course = dead
    yield "s14c-dead", 1, wild, None
    over = of("guigang", [WON])
    yield "s08t-to-be-ended", 2, over, None
    kong = {"page": "kong", "seat": 1, "kind": "concealed_kong", "delta": [-2, 6, -2, -2], "money": [-3, 6, -1, -2]}
    yield "s11b-kong", 2, start, dict(kong, paid=False)
    yield "c11-kong-money", CENTRE, start, dict(kong, paid=False)
    yield "c11b-kong-paid", CENTRE, start, dict(kong, paid=True, kind="added_kong")
    yield "c12-win-entry", CENTRE, start, {"page": "win", "seats": [1], "waiting": 3}
    yield "c12b-two-wins", CENTRE, start, {"page": "win", "seats": [1, 3], "giver": 0}
    yield "c12c-won", CENTRE, start, {"page": "win", "seats": [2]}
    yield "c14-foul", CENTRE, start, {"page": "foul", "seat": 1, "kind": "false_win", "delta": [5, -15, 5, 5]}
    yield "s13j-goes-on", 0, start, lambda lang: page_cases.won(lang, goes_on=True)
    yield "c15c-needs", CENTRE, of("xuezhan", VOIDS + [WON], left=0), None
    yield "s15e-show", 2, of("xuezhan", VOIDS + [WON], left=0), None
    three = page_cases.Rules(3, (14, 14, 14), 1)
    for empty in range(3):
        table = page_cases.Table(rules=three)
        table.empty = empty
        yield "c05c-break-%d" % empty, CENTRE, table, {"page": "break"}  # noqa: UP031
        yield "s05b-break-%d" % empty, 1, table, {"page": "break"}  # noqa: UP031
    of_three = dict(delta=[-4, 8, -4], wins=[[1, None, False, 4]])
    yield "c13d-result-3", CENTRE, start, lambda lang: page_cases.won(lang, **of_three)
