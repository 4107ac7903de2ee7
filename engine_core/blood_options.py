"""The options of the Sichuan family. Pages: regions/rules/sichuan.md, xuezhan.md and xueliu.md, section "Options"."""

# What all three have, with the defaults of sichuan.
OPTIONS = (
    ("declare_void", False, None),
    ("self_draw_bonus", "none", ("none", "base", "fan")),
    ("direct_kong_all", False, None),
    ("kong_transfer", False, None),
    ("missed_win", False, None),
    ("base", 1, (1, 9999)),
    ("fan_cap", 0, (0, 20)),
    ("gen", True, None),
    ("first_turn", True, None),
    ("last_tile", False, None),
    ("pig_check", True, None),
    ("pig_penalty", 16, (0, 9999)),
    ("refund_kongs", True, None),
    ("false_win_penalty", 16, (0, 9999)),
)

# Where the hand goes on after a win, in xuezhan and xueliu, some defaults are others.
DEFAULTS = {
    "declare_void": True, "self_draw_bonus": "base", "kong_transfer": True, "missed_win": True, "fan_cap": 5,
}  # fmt: skip
ON_OPTIONS = tuple([(row[0], DEFAULTS[row[0]], row[2]) if row[0] in DEFAULTS else row for row in OPTIONS])
