"""Bloody battle (血战到底): the hand goes on until three have won. Page: rules/xuezhan.md.

The family's base, engine_core/blood.py, as it stands; other defaults.
"""

from .. import blood

DEFAULTS = {
    "declare_void": True, "self_draw_bonus": "base", "kong_transfer": True, "missed_win": True, "fan_cap": 5,
}  # fmt: skip


class Rules(blood.Blood):
    ID = "xuezhan"
    OPTIONS = tuple([(row[0], DEFAULTS.get(row[0], row[1]), row[2]) for row in blood.OPTIONS])
