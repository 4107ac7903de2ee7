"""Hand records for tests, and the case files read a case at a time (a whole file does not fit a controller's heap)."""

import json
import os

TESTS = __file__.rsplit("/", 2)[0] if __file__.count("/") > 1 else "tests"
ONLY = []  # the one region whose cases are read (run.py sets it: a controller has one region loaded); empty: all


def cases(kind="cases", region=None):
    """The cases of tests/cases or tests/walls, of all regions or one."""
    folder = TESTS + "/" + kind + "/"
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json") and region in (None, name[:-5]) and (not ONLY or name[:-5] in ONLY):
            with open(folder + name, encoding="utf-8") as f:
                for line in f:
                    line = line.strip().rstrip(",")
                    if line.startswith("{"):
                        yield json.loads(line)


def record(region, winner=1, concealed="12334m555p22789s", tile="5m", giver=2, **more):
    """A four-handed record in which one seat claims a win; the others hold nothing that matters."""
    r = {"region": region, "dealer": 0, "hands": [{}, {}, {}, {}], "wins": [{"seat": winner, "tile": tile}]}
    r["hands"][winner] = {"concealed": concealed}
    if giver is not None:
        r["wins"][0]["from"] = giver
    for key in more:
        if key in ("melds", "flowers", "ready"):
            r["hands"][winner][key] = more[key]
        elif key in ("flags", "called"):
            r["wins"][0][key] = more[key]
        else:
            r[key] = more[key]
    if "called" in more:
        del r["hands"][winner]["concealed"]
    return r


def pung(tiles, giver=0, kind="pung"):
    m = {"kind": kind, "tiles": tiles}
    if kind != "concealed_kong":
        m["from"] = giver
    return m


def chow(tiles, giver=0):
    return {"kind": "chow", "tiles": tiles, "from": giver}


def claims(answer):
    """(win, reason): of the first claim of what `answer`(**kw) gives its worth and patterns, which it must have, or why
    it is no win.
    """

    def win(**kw):
        w = answer(**kw)["wins"][0]
        assert w["valid"], w
        return w["value"], w["patterns"]

    def reason(**kw):
        return answer(**kw)["wins"][0].get("reason")

    return win, reason


# Kongs of each kind, as entries of a hand's course.
KONGS = [
    {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "1p"},
    {"what": "kong", "seat": 2, "kind": "kong", "tile": "2p", "from": 0},
    {"what": "meld", "seat": 0, "kind": "pung", "tiles": "333p"},
    {"what": "kong", "seat": 0, "kind": "added_kong", "tile": "3p"},
]
