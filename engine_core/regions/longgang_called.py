"""What is asked of patterns that are called in Longgang. Page: rules/longgang.md, section "Patterns". Loaded when a win
is called.
"""

from .. import tiles
from ..check import Record
from ..hand import Win
from .longgang import FIRST_LIMIT, FIRST_POINTS, IDS, Rules

LIMIT_IDS = IDS[FIRST_LIMIT:FIRST_POINTS]
# The option without which a pattern does not count.
OPTION = {
    "humanly_hand": "human_win", "pure_straight": "pure_straight", "si_da_jin_gang": "four_guardians",
    "eight_pairs": "eight_pairs", "hard_eight_pairs": "eight_pairs", "out_with_replacement": "kong_bloom_tai",
    "prevalent_wind": "round_wind_tai", "edge_wait": "edge_wait_points", "single_wait": "single_wait_points",
}  # fmt: skip
KONGS = (
    "three_kongs", "four_kongs", "five_kongs", "three_shifted_kongs", "four_shifted_kongs", "five_shifted_kongs",
)  # fmt: skip
RARE = KONGS + (
    "triple_pung", "four_shifted_pungs", "four_concealed_pungs", "five_concealed_pungs", "five_shifted_pungs",
    "quadruple_chow", "jin_men_qiao", "jiu_long_fei_tian",
)  # fmt: skip
# Letters of called.NEEDS where a pattern does not need the common thing.
NEEDS = {
    "all_chows": "Ccj", "heavenly_hand": "dhN", "earthly_hand": "ceN", "humanly_hand": "u", "seat_flower": "j",
    "four_flowers": "j", "cai_shen_hui": "jjj", "little_four_winds": "WWW", "si_fang_da_fa": "WWWWDyzP",
    "hard_eight_pairs": "H", "eight_pairs": "H", "five_concealed_pungs": "NP", "five_shifted_pungs": "P",
    "jin_men_qiao": "f", "jiu_long_fei_tian": "0Hf",
}  # fmt: skip
OF_PAIRS = {"all_honors": "z", "all_terminals_and_honors": "T"}  # eight pairs show them too
OF_SETS = (
    "all_pungs", "all_chows", "pure_straight", "closed_wait", "edge_wait", "three_kongs", "triple_pung",
    "four_shifted_pungs", "four_concealed_pungs",
)  # fmt: skip
EXCLUDED = {
    "no_wilds": ("two_wilds", "seat_flower", "four_flowers", "eight_pairs"), "four_flowers": ("seat_flower",),
    "three_wilds": ("cai_shen_hui", "jiu_long_fei_tian"),
    "si_fang_da_fa": ("big_four_winds", "all_honors", "all_terminals_and_honors"),
    "all_honors": ("all_terminals_and_honors",), "all_terminals": ("all_terminals_and_honors",),
    "hard_eight_pairs": ("eight_pairs", "seat_flower", "four_flowers") + OF_SETS, "eight_pairs": OF_SETS,
    "pure_straight": ("all_pungs", "three_kongs", "triple_pung", "four_shifted_pungs", "four_concealed_pungs"),
    "triple_pung": ("four_shifted_pungs", "half_flush"),
}  # fmt: skip
OF_OWN_FLOWER = ("seat_flower", "four_flowers", "cai_shen_hui")


def needs(rules: Rules, pattern: str) -> str | None:
    if rules.options["eight_pairs"] and pattern in OF_PAIRS:
        return OF_PAIRS[pattern]
    return "TP" if pattern == "all_terminals_and_honors" else NEEDS.get(pattern)


def excluded(rules: Rules, pattern: str) -> tuple:
    """Beside a limit hand only limit hands count, beside 平胡 nothing."""
    others = EXCLUDED.get(pattern, ())
    if pattern in LIMIT_IDS:
        return others + tuple([p for p in rules.worth if p not in LIMIT_IDS])
    return tuple([p for p in rules.worth if p != pattern]) if pattern == "all_chows" else others


def against(rules: Rules, r: Record, w: Win, pattern: str) -> str:
    """What speaks against a pattern beside its needs, or ''."""
    option = "rare_hands" if pattern in RARE else OPTION.get(pattern)
    if option and not rules.options[option]:
        return "option %s is off" % option
    if pattern in LIMIT_IDS and not rules.worth[pattern]:
        return "this house does not play it"
    h = r.hands[w.seat]
    own = tiles.FLOWERS + r.seat_wind(w.seat)
    if pattern in OF_OWN_FLOWER and w.tile != own and not rules.left(r)[own]:
        return "somebody else has the own flower"
    if pattern in ("four_flowers", "cai_shen_hui") and r.indicator >= tiles.FLOWERS:
        return "a flower was turned up"
    guests = rules.guests(r, w.seat)
    if pattern == "seat_flower" and guests == 3:
        return "with three guest flowers it is four_flowers"
    if pattern == "four_flowers" and guests < 3 and not _may_have(rules, r, w):
        return "the guest flowers are not all set aside"
    if pattern == "self_draw" and "single_wait" in w.called[0] and not rules.options["single_self_draw"]:
        return "the winning tile completes the pair"
    if pattern == "all_chows" and w.called[1]:
        return "it has no points"
    if pattern == "little_four_winds" and _winds(h.melds) == 4:  # beside big ones, when wilds may stand for either
        return "all four are melds"
    if pattern in KONGS and h.melds:
        from .longgang_rare import kong_ids

        if pattern not in kong_ids(h.melds):
            return "the melds show something else"
    return ""


def _winds(melds: list) -> int:
    return sum([tiles.HONOURS <= m.tile < tiles.DRAGONS for m in melds])


def _may_have(rules: Rules, r: Record, w: Win) -> bool:
    """May the winner have set aside all guest flowers: none were recorded, and no other has one."""
    left = rules.left(r)
    own = tiles.FLOWERS + r.seat_wind(w.seat)
    return not r.hands[w.seat].flowers and all(left[k] for k in rules.set_aside(r.indicator) if k != own)
