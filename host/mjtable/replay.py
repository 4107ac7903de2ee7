"""The table's journal, read again on the laptop: each event through the same `Table`, each hand scored again.

Replay makes rows of the history from events, and notes where table and laptop do not agree. It writes through the
connection it is given, so that all of it is in one transaction with the bytes it came from.
"""

import struct
from typing import Any

import sqlalchemy as sa

from engine_core import events, record
from engine_core.events import EventError
from engine_core.score import score
from engine_core.table import Table
from mjtable import store
from mjtable.status import same_answer


class Replay:
    """Where the replay of one journal stands: `table` is the state after event `seq`.

    `found` are the differences, as rows (seq, what, table_says, laptop_says); `hands` counts the hands that came.
    """

    def __init__(self, journal_id: int, state: bytes, seq: int):
        self.journal_id = journal_id
        self.table = Table.restore(state) if state else Table()
        self.seq = seq
        self.hands = 0
        self.found: list[tuple[int, str, str, str]] = []
        self._kept = 0

    def differs(self, what: str, table_says: object, laptop_says: object) -> None:
        self.found.append((self.seq, what, str(table_says), str(laptop_says)))

    def keep_found(self, c: sa.Connection) -> None:
        """Writes the differences that are new since the last call."""
        for seq, what, table_says, laptop_says in self.found[self._kept :]:
            values = {"seq": seq, "what": what, "table_says": table_says, "laptop_says": laptop_says}
            c.execute(sa.insert(store.differences).values(journal_id=self.journal_id, **values))
        self._kept = len(self.found)

    def open_segment(self, first: int) -> None:
        """A segment begins whose first event has number `first`; what was dropped before the laptop had it is said."""
        if first != self.seq + 1:
            self.differs("lost", f"events from {first}", f"events to {self.seq}")
            self.seq = first - 1
            self.table = Table()

    def apply(self, c: sa.Connection, segment: int, event: bytes) -> None:
        """One event: into the state and into the history."""
        if events.kind(event) == events.SNAPSHOT:
            self._snapshot(event)
            return
        self.seq += 1
        before = _Before(self.table)
        try:
            what = events.parse(event)
            self.table.apply(event)
        except EventError as e:  # the table has recorded what our rules refuse, or do not know
            what = {}
            self.differs("event", event.hex(), e)
        kind, time, _ = struct.unpack(">BII", event[: events.HEAD])
        name = events.NAMES[kind] if kind < len(events.NAMES) else str(kind)
        place = {"journal_id": self.journal_id, "seq": self.seq, "segment": segment}
        c.execute(sa.insert(store.events).values(**place, kind=name, time=time, bytes=event))
        if what and kind in _ROWS:
            _ROWS[kind](self, c, what, before)

    def _snapshot(self, event: bytes) -> None:
        """The table's own state at the head of a segment: where ours differs the table's goes on."""
        try:
            self.table.apply(event)
        except EventError as e:
            self.differs("snapshot", "its snapshot", e)
            self.table = Table()
            self.table.apply(event)

    # ------------------------------------------------------------ rows, by kind of event

    def _session(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        self._new_session(c, self.seq, what["time"], what["scores"])

    def _new_session(self, c: sa.Connection, seq: int, time: int, scores: list[int]) -> int:
        return store.insert(c, store.sessions, journal_id=self.journal_id, seq=seq, time=time, scores=scores)

    def _session_id(self, c: sa.Connection, scores: list[int]) -> int:
        """The session that runs; one that began before our history does is made from the scores it has now."""
        query = sa.select(sa.func.max(store.sessions.c.id)).where(store.sessions.c.journal_id == self.journal_id)
        found = c.scalar(query)
        return self._new_session(c, self.seq - 1, 0, scores) if found is None else found

    def _throw(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        by_hand = what["source"] == events.BY_HAND
        seal = b"" if by_hand else before.seal  # the table has checked, in apply(), that the dice follow from it
        c.execute(
            sa.insert(store.throws).values(
                journal_id=self.journal_id,
                seq=self.seq,
                time=what["time"],
                seat=what["seat"],
                dice=list(what["dice"]),
                by_hand=by_hand,
                seal=seal.hex(),
                press=what["press"].hex(),
                secret=what["secret"].hex(),
            )
        )

    def _hand(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        self.hands += 1
        hand, answer = record.unpack(what["record"]), record.unpack_answer(what["answer"])
        self._score_again(hand, answer)
        ident = store.insert(
            c,
            store.hands,
            session_id=self._session_id(c, before.scores),
            seq=self.seq,
            time=what["time"],
            number=before.hand_no,
            region=hand["region"],
            record=hand,
            answer=answer,
        )
        for seat, (delta, after) in enumerate(zip(answer["delta"], self.table.scores, strict=False)):
            c.execute(sa.insert(store.payments).values(hand_id=ident, seat=seat, delta=delta, score=after))

    def _score_again(self, hand: dict[str, Any], answer: dict[str, Any]) -> None:
        try:
            ours = score(hand)
        except ValueError as e:
            self.differs("score", record.canonical(answer), e)
            return
        if not same_answer(answer, ours):
            self.differs("score", record.canonical(answer), record.canonical(ours))

    def _undo(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        sessions = sa.select(store.sessions.c.id).where(store.sessions.c.journal_id == self.journal_id)
        c.execute(
            sa.update(store.hands)
            .where(store.hands.c.session_id.in_(sessions), store.hands.c.seq == before.last_seq)
            .values(undone=self.seq)
        )

    def _correct(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        c.execute(
            sa.insert(store.corrections).values(
                session_id=self._session_id(c, before.scores),
                seq=self.seq,
                time=what["time"],
                delta=what["delta"],
                reason=what["reason"],
            )
        )


class _Before:
    """What of the table's state an event's row needs from before the event."""

    def __init__(self, table: Table):
        self.scores = list(table.scores)
        self.hand_no = table.hand_no
        self.seal = table.seal
        self.last_seq = table.last["seq"] if table.last else None


_ROWS = {
    events.SESSION: Replay._session,
    events.THROW: Replay._throw,
    events.HAND: Replay._hand,
    events.UNDO: Replay._undo,
    events.CORRECT: Replay._correct,
}
