"""The options of the Sichuan family's regions in which the hand goes on after a win, xuezhan and xueliu: some defaults
are others. Pages: regions/rules/xuezhan.md and xueliu.md, section "Options".
"""

from .blood import OPTIONS

DEFAULTS = {
    "declare_void": True, "self_draw_bonus": "base", "kong_transfer": True, "missed_win": True, "fan_cap": 5,
}  # fmt: skip
ON_OPTIONS = tuple([(row[0], DEFAULTS[row[0]], row[2]) if row[0] in DEFAULTS else row for row in OPTIONS])
