"""Bloody battle (血战到底): the hand goes on until three have won. Page: rules/xuezhan.md.

The family's base, engine_core/blood.py, as it stands; other defaults.
"""

from .. import blood
from ..blood_options import ON_OPTIONS


class Rules(blood.Blood):
    ID = "xuezhan"
    OPTIONS = ON_OPTIONS
