"""Rows of the history that follow from a hand or an event, written many at a time."""

from collections import Counter
from typing import Any

import sqlalchemy as sa

from mjtable.schema import claims, hands, patterns

BATCH = 1000


class Rows:
    """Rows that wait to be written. `anew`: in place of those with the same key."""

    def __init__(self, anew: bool = False):
        self._anew = anew
        self._hands: list[int] = []
        self._waiting: dict[sa.Table, list[dict[str, Any]]] = {}

    def add(self, table: sa.Table, **values: Any) -> None:
        self._waiting.setdefault(table, []).append(values)

    def hand(self, ident: int) -> None:
        """All claims and patterns of a hand follow."""
        self._hands.append(ident)

    def write(self, c: sa.Connection) -> None:
        if self._anew and self._hands:
            for table in (claims, patterns):
                _delete(c, table, [{"hand_id": ident} for ident in self._hands])
        for table, rows in self._waiting.items():
            if self._anew and table not in (claims, patterns):
                _delete(c, table, [{column.name: row[column.name] for column in table.primary_key} for row in rows])
            for at in range(0, len(rows), BATCH):
                c.execute(sa.insert(table), rows[at : at + BATCH])
        self._hands, self._waiting = [], {}


def _delete(c: sa.Connection, table: sa.Table, keys: list[dict[str, Any]]) -> None:
    same = sa.and_(*(table.c[name] == sa.bindparam("_" + name) for name in keys[0]))
    c.execute(sa.delete(table).where(same), [{"_" + name: value for name, value in key.items()} for key in keys])


def known_row(c: sa.Connection, table: sa.Table, key: dict[str, Any]) -> int | None:
    """The number of the row with this key."""
    found: int | None = c.scalar(sa.select(table.c.id).where(*(table.c[name] == value for name, value in key.items())))
    return found


def brief(record: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """What a hand's row says beside its record and answer, to be found by."""
    house = (record.get("options") or {}).get("house")
    return {
        "region": record["region"],
        "house": house if isinstance(house, str) else "",
        "sub_in": answer.get("carry", {}).get("sub_in"),
    }


def add_hand(rows: Rows, ident: int, record: dict[str, Any], answer: dict[str, Any]) -> None:
    """The claims of a hand and their patterns."""
    rows.hand(ident)
    for number, (win, claim) in enumerate(zip(answer["wins"], record.get("wins") or [], strict=False)):
        values = {"valid": win["valid"], "value": win["value"] if win["valid"] else 0}
        rows.add(claims, hand_id=ident, number=number, seat=win["seat"], giver=claim.get("from"), **values)
        for pattern, times in sorted(Counter(win["patterns"] if win["valid"] else []).items()):
            rows.add(patterns, hand_id=ident, number=number, pattern=pattern, times=times)


def add_hands(c: sa.Connection, idents: list[int]) -> None:
    """The same for hands that are in the history, from what their rows say."""
    rows = Rows(anew=True)
    for row in c.execute(sa.select(hands.c.id, hands.c.record, hands.c.answer).where(hands.c.id.in_(idents))).all():
        c.execute(sa.update(hands).where(hands.c.id == row.id).values(brief(row.record, row.answer)))
        add_hand(rows, row.id, row.record, row.answer)
    rows.write(c)
