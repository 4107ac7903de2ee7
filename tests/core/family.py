"""Hand records of the Sichuan family for tests: four hands, claims, kongs."""

from samples import pung

from engine_core.score import score

# Hands of which seat i may hold the i-th. In the checks they are worth 8, 8 (清对), 2 and 2 (对对胡); none holds an m.
READY = ("1112223334455p", "1113335557799s", "222444666s8899p", "66677799p88899s")
UNREADY = "1114477999m258p"
PIG = "123456789m18p18s"
PLAIN = "123456789m3488p"  # waits for 2p and 5p


def hand(concealed=None, *melds, void=None):
    h = {"melds": list(melds)}
    if concealed is not None:
        h["concealed"] = concealed
    if void:
        h["void_suit"] = void
    return h


def kong(tiles, kind="concealed_kong", giver=None):
    """A meld of a kong; from a discard with its giver."""
    return pung(tiles, giver, kind) if giver is not None else {"kind": kind, "tiles": tiles}


def win(seat, tile, giver=None, *flags):
    w = {"seat": seat, "tile": tile, "flags": list(flags)}
    if giver is not None:
        w["from"] = giver
    return w


def declared(seat, kind, tile, giver=None, **more):
    """An entry of `kongs`."""
    k = {"seat": seat, "kind": kind, "tile": tile}
    if giver is not None:
        k["from"] = giver
    k.update(more)
    return k


def record(region, hands, wins=(), **more):
    """A record; a hand that is None is one of READY."""
    r = {
        "region": region,
        "hands": [hand(READY[i]) if h is None else h for i, h in enumerate(hands)],
        "wins": list(wins),
    }
    r.update(more)
    return r


def answer(*args, **kw):
    return score(record(*args, **kw))


def reasons(a):
    return [w.get("reason") for w in a["wins"]]


def values(a):
    return [w["value"] for w in a["wins"]]
