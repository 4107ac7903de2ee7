"""Longgang records for tests: who does not claim holds nothing that matters, East is wild if nothing else is said."""

from samples import claims, pung, record

from engine_core.score import score

OPEN = "123456m234789p9s34s"  # with 9s and 2s or 5s: five chows, an open wait
HELD = {"concealed": "123456m234789p99s34s", "tile": "5s"}  # no wilds: 20 x 2 = 40


def hand(indicator="1z", others=(), **kw):
    """A record in which who does not claim holds nothing, or what `others` (seat, fields) says."""
    r = record("longgang", indicator=indicator, **kw)
    for h in r["hands"]:
        h.setdefault("concealed", "")
    if "called" in kw:
        del r["hands"][r["wins"][0]["seat"]]["concealed"]
    for seat, fields in others:
        r["hands"][seat].update(fields)
    return r


def answer(**kw):
    return score(hand(**kw))


win, reason = claims(answer)


def kong(text, kind="concealed_kong"):
    return pung(text, 0, kind)
