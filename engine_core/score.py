"""Scoring: the one way in. `score(record)` answers a hand record, `explain(record, lang)` says why, line by line."""

from .settle import Settlement

try:
    from .rules_kept import parse, rules
except ImportError:
    from .check import parse
    from .rules import load as rules


def settle(record: dict) -> Settlement:
    """The settled hand with every payment and its reason. Raises RecordError when the record is malformed."""
    r = parse(record)
    return rules(r.region, r.options).settle(r)


def score(record: dict) -> dict:
    """The answer to a hand record: `wins` (valid, value, patterns, reason), `delta` by seat, `next_dealer`, `carry`.

    A malformed record raises RecordError (a ValueError) that names the field; an illegal win is no error but
    `valid: false` with its reason.
    """
    return settle(record).answer()


def explain(record: dict, lang: str = "en") -> list[str]:
    """The answer as lines for people, `lang` "zh" or "en": patterns with their worth, the formula with its numbers,
    who pays whom what and why. Raises RecordError.
    """
    from .explain import lines

    r = parse(record)
    ruled = rules(r.region, r.options)
    return lines(r, ruled, ruled.settle(r), lang)
