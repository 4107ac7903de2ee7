"""Xuezhan on a PC: see blood_rules_kept.py."""

from ..blood_rules_kept import Reckoning
from .xuezhan import Rules


class Kept(Reckoning, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
