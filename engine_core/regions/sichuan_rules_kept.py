"""Sichuan on a PC: see blood_rules_kept.py."""

from ..blood_rules_kept import Reckoning
from .sichuan import Rules


class Kept(Reckoning, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
