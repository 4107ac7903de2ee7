"""What other options would have done to the hands of a session: they are scored again, and nothing is kept."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine_core.check import RecordError
from engine_core.score import score

MOST = 200  # hands: more than an evening has, and scored in a blink


class Effect(NamedTuple):
    """Numbers of the hands: with a win less, with one more, worth something else, and not to be scored so. `all`: the
    session has no others.
    """

    hands: int
    fewer: list[int]
    more: list[int]
    otherwise: list[int]
    unknown: list[int]
    all: bool = True


def effect(rows: Sequence[Any], region: str, options: dict[str, Any]) -> Effect:
    """`rows` are of `hands`; those of another region, or taken back, are passed over."""
    counted = [row for row in rows if row.region == region and not row.undone]
    found = Effect(len(counted), [], [], [], [])
    for row in counted:
        try:
            now = score({**row.record, "options": options})
        except RecordError:
            found.unknown.append(row.number)
            continue
        before, after = _wins(row.answer), _wins(now)
        if after != before:
            (found.fewer if after < before else found.more).append(row.number)
        elif now["delta"] != row.answer["delta"]:
            found.otherwise.append(row.number)
    return found


def _wins(answer: dict[str, Any]) -> int:
    return sum(win["valid"] for win in answer["wins"])
