"""Hands of the history, scored again by this mjtable's rules."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine_core.score import score
from mjtable.status import same_answer
from mjtable.store import Store

AT_ONCE = 500


class Change(NamedTuple):
    """A hand whose answer is another now; `why` where its record is refused, and there is none."""

    hand: int
    region: str
    before: dict[str, Any]
    now: dict[str, Any] | None
    why: str | None

    @property
    def delta(self) -> list[int]:
        """What the players have too little by what the table booked."""
        now = self.now["delta"] if self.now else self.before["delta"]
        return [new - old for new, old in zip(now, self.before["delta"], strict=False)]


def changes(past: Store, hand: int | None = None, table: str | None = None) -> Iterator[Change | int]:
    """Every change; and, from time to time, how many hands were looked at. Hands taken back are left out."""
    after, done = 0, 0
    while True:
        rows = past.hand(hand) if hand is not None else past.hands_after(after, AT_ONCE, table)
        for row in rows:
            after = row.id
            found = _change(row) if hand is not None or not row.undone else None
            if found:
                yield found
        done += len(rows)
        yield done
        if hand is not None or len(rows) < AT_ONCE:
            return


def _change(row: Any) -> Change | None:
    try:
        now = score(row.record)
    except ValueError as e:
        return Change(row.id, row.region, row.answer, None, str(e))
    return None if same_answer(row.answer, now) else Change(row.id, row.region, row.answer, now, None)
