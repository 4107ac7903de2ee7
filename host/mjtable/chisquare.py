"""Pearson's chi-square test: how well counts fit what was to be expected, and how often chance alone does worse."""

import math
from collections.abc import Sequence


def statistic(counts: Sequence[int]) -> float:
    """Chi-square of counts that should all be equal; 0 where nothing was counted."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def p_value(chi: float, freedom: int) -> float:
    """The probability that chance gives `chi` or more with so many degrees of freedom: the upper regularised gamma
    function Q(freedom / 2, chi / 2), which is a finite sum as freedom is whole.
    """
    half = chi / 2
    if freedom % 2:
        term = math.sqrt(half / math.pi) * 2 * math.exp(-half)
        total, at = math.erfc(math.sqrt(half)), 1.5
    else:
        term = math.exp(-half)
        total, at = 0.0, 1.0
    for _ in range(freedom // 2):
        total += term
        term *= half / at
        at += 1
    return min(total, 1.0)
