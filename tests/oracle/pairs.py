"""Every region's second implementation, and what deals hands of it."""

from tests.oracle import (
    blood,
    changsha,
    deal,
    deal_blood,
    deal_changsha,
    deal_jiujiang,
    deal_kawuxing,
    deal_kongs,
    deal_longgang,
    deal_shanghai,
    deal_shangrao,
    generic,
    guigang,
    jiujiang,
    kawuxing,
    longgang,
    ningbo,
    shanghai,
    shangrao,
    tuidaohu,
)

PAIRS = {
    "guigang": (guigang, deal),
    "ningbo": (ningbo, deal),
    "generic": (generic, deal_kongs),
    "tuidaohu": (tuidaohu, deal_kongs),
    "changsha": (changsha, deal_changsha),
    "shanghai": (shanghai, deal_shanghai),
    "kawuxing": (kawuxing, deal_kawuxing),
    "jiujiang": (jiujiang, deal_jiujiang),
    "shangrao": (shangrao, deal_shangrao),
    "sichuan": (blood, deal_blood),
    "xuezhan": (blood, deal_blood),
    "xueliu": (blood, deal_blood),
    "longgang": (longgang, deal_longgang),
}

ORACLES = {region: pair[0] for region, pair in PAIRS.items()}
DEALERS = {region: pair[1] for region, pair in PAIRS.items()}


def _longgang_points(record, win):
    return longgang.points(record)[record["wins"].index(win)]


# What is called beside the patterns, where a region counts some: (record, win) -> points.
POINTS = {"shanghai": shanghai.called_points, "longgang": _longgang_points}


def dealt(region, rng):
    """A random hand record of a region."""
    return getattr(DEALERS[region], region)(rng)
