"""Corrections of hands on the laptop: entries beside the hand, which itself stays as the table recorded it."""

from typing import Any

import sqlalchemy as sa

from mjtable import store
from mjtable.errors import HandUndone, WrongAmounts
from mjtable.schema import amendments
from mjtable.shapes import printable


def add(c: sa.Connection, hand: sa.Row[Any], delta: list[int], reason: str) -> int:
    """An entry's number: points for each who plays, which need not sum to 0. HandUndone, WrongAmounts.

    Of a reason is kept what can be shown.
    """
    if hand.undone:
        raise HandUndone(hand=hand.id)
    due = len(hand.answer["delta"])
    if len(delta) != due:
        raise WrongAmounts(given=len(delta), due=due)
    return store.insert(c, amendments, hand_id=hand.id, time=store.moment(), delta=delta, reason=printable(reason))
