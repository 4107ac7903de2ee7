"""The table's journal, read again on the laptop: each event through the same `Table`, each hand scored again.

Replay makes rows of the history from events, and notes where table and laptop do not agree. It writes through the
connection it is given, so that all of it is in one transaction with the bytes it came from.
"""

from collections.abc import Container
from typing import Any, NamedTuple

import sqlalchemy as sa

from engine_core import events, record
from engine_core.score import score
from engine_core.table import Table
from mjtable import journals, seating, store
from mjtable.answers import ANSWER
from mjtable.fetch import Whole, begins
from mjtable.rows import Rows, add_hand, brief, known_row
from mjtable.schema import FACES
from mjtable.shapes import misfit, printable
from mjtable.status import same_answer, seated


class Difference(NamedTuple):
    """What table and laptop do not agree on. `seq`: after this event."""

    seq: int
    what: str
    table_says: str
    laptop_says: str


class Tally:
    """What one sync found: differences that were not known before; how many events and hands came."""

    def __init__(self) -> None:
        self.found: list[Difference] = []
        self.events = 0
        self.hands = 0


class Replay:
    """Where the replay of one journal stands: `table` is the state after event `seq`.

    `begun`: something of the journal is here. `place`: segment and offset to go on at, as the history has it.
    `row` is of `journals`; ValueError when its state is none. `anew`: from the journal's first byte on, over the rows
    that are there already, which keep their numbers; hands are not scored again.
    """

    def __init__(self, row: sa.Row[Any], tally: Tally, anew: bool = False):
        state, seq = (b"", 0) if anew else (row.state, row.seq)
        self.journal_id: int = row.id
        self.begun = bool(state)
        self.table = Table.restore(state) if state else Table()
        self.seq: int = seq
        self._tally = tally
        self._new: list[Difference] = []
        self.place: tuple[int, int] = (row.segment, row.offset)
        self._kept_seq: int = seq
        self._anew = anew
        self._rows = Rows(anew)
        self._session: int | None = None
        self.made: set[int] = set()  # numbers of the hands

    def differs(self, what: str, table_says: object, laptop_says: object) -> None:
        self._new.append(Difference(self.seq, what, printable(str(table_says)), printable(str(laptop_says))))

    def stands(self, c: sa.Connection) -> bool:
        """Does the history still stand where this replay does? It does until this transaction ends."""
        place = sa.select(store.journals.c.segment, store.journals.c.offset, store.journals.c.seq)
        found = c.execute(place.where(store.journals.c.id == self.journal_id).with_for_update()).one()
        return (*self.place, self._kept_seq) == tuple(found)

    def stand(self, c: sa.Connection, segment: int, offset: int) -> None:
        """Writes where to go on, and the differences; those that are known already are not found again."""
        self.place, self._kept_seq = (segment, offset), self.seq
        state = self.table.snapshot() if self.begun else b""
        values = {"segment": segment, "offset": offset, "seq": self.seq, "state": state}
        c.execute(sa.update(store.journals).where(store.journals.c.id == self.journal_id).values(values))
        self._tally.found += [one for one in self._new if journals.keep_difference(c, self.journal_id, one)]
        self._new = []

    def open_segment(self, first: int) -> None:
        """A segment begins whose first event has number `first`; what was dropped before the laptop had it is said."""
        if self.begun and first != self.seq + 1:
            gap = f"events {self.seq + 1} to {first - 1} are not there"
            self.differs("lost", gap, f"events to {self.seq} are here")
            self.table = Table()
        self.begun = True
        self.seq = first - 1

    def follow(self, number: int, head: dict[str, Any], before: bytes) -> None:
        """What the header of segment `number` says of the one before it, beside the bytes of that which we have."""
        if not before:
            return
        if not begins(before, head):
            follows = f"segment {number} follows {head['length']} bytes of segment {number - 1}"
            self.differs("journal", follows, f"{len(before)} bytes are here, which are not these")
            return
        lost = Whole.of(before).numbered - Whole.of(before[: head["length"]]).numbered
        if lost and self.place == (number - 1, len(before)):
            what = f"events {self.seq - lost + 1} to {self.seq} of segment {number - 1} are lost"
            self.differs("lost", what, "these events are here")
            self.table = Table()  # the table goes on from its own snapshot

    def go_on(
        self, c: sa.Connection, segment: int, found: list[bytes], known: Container[tuple[int, bytes]] = ()
    ) -> None:
        """Events, into the state and into the history. Leading ones that are `known`, number and bytes, are there."""
        before = self.seq
        for event in found:
            if events.kind(event) == events.SNAPSHOT:
                self._snapshot(event)
                continue
            if (self.seq + 1, event) not in known:
                known = ()
            self._apply(c, segment, event, bool(known))
        self._rows.write(c)
        if not self._anew:
            seating.apply_since(c, self.journal_id, before)

    def _apply(self, c: sa.Connection, segment: int, event: bytes, known: bool) -> None:
        self.seq += 1
        before = _Before(self.table)
        try:
            what = events.parse(event)
            self.table.apply(event)
        except ValueError as e:  # the table has recorded what our rules refuse, or do not know
            what = {}
            self.differs("event", event.hex(), e)
        self.table.seq = self.seq
        if known:
            return
        self._tally.events += 1
        kind, time = event[0], int.from_bytes(event[1:5])
        name = events.NAMES[kind] if kind < len(events.NAMES) else str(kind)
        place = {"journal_id": self.journal_id, "seq": self.seq, "segment": segment}
        self._rows.add(store.events, **place, kind=name, time=time, bytes=event)
        if self.table.session_no != before.session_no:  # whichever event began it
            self._new_session(c, self.seq, time, self.table.scores)
        if what and kind in _ROWS:
            _ROWS[kind](self, c, what, before)

    def _snapshot(self, event: bytes) -> None:
        """The table's own state at the head of a segment: where ours differs the table's goes on."""
        try:
            self.table.apply(event)
        except ValueError as e:
            self.differs("snapshot", "its snapshot", e)
            theirs = Table()
            try:
                theirs.apply(event)
            except ValueError:  # of a newer firmware: ours is the best there is
                return
            self.table = theirs

    # ------------------------------------------------------------ rows, by kind of event

    def _new_session(self, c: sa.Connection, seq: int, time: int, scores: list[int]) -> int:
        key, values = {"journal_id": self.journal_id, "seq": seq}, {"time": time, "scores": scores}
        self._session = self._keep(c, store.sessions, key, values)
        return self._session

    def _session_id(self, c: sa.Connection, scores: list[int]) -> int:
        """The session that runs; one that began before our history does is made from the scores it has now."""
        if self._session is None and not self._anew:
            query = sa.select(store.sessions.c.id).where(store.sessions.c.journal_id == self.journal_id)
            self._session = c.scalar(query.order_by(store.sessions.c.id.desc()).limit(1))
        return self._new_session(c, self.seq - 1, 0, scores) if self._session is None else self._session

    def _keep(self, c: sa.Connection, table: sa.Table, key: dict[str, Any], values: dict[str, Any]) -> int:
        """Adds a row to a table that numbers its rows, or writes over the one with this key; its number."""
        known = known_row(c, table, key) if self._anew else None
        if known is None:
            return store.insert(c, table, **key, **values)
        c.execute(sa.update(table).where(table.c.id == known).values(values))
        return known

    def _throw(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        by_hand = what["source"] == events.BY_HAND
        seal = b"" if by_hand else before.seal  # the table has checked, in apply(), that the dice follow from it
        self._rows.add(
            store.throws,
            journal_id=self.journal_id,
            seq=self.seq,
            time=what["time"],
            seat=what["seat"],
            dice=list(what["dice"]),
            by_hand=by_hand,
            seal=seal.hex(),
            press=what["press"].hex(),
            secret=what["secret"].hex(),
            region=self.table.region or "",
            **{name: what["dice"].count(face) for face, name in enumerate(FACES, 1)},
        )

    def _hand(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        hand, answer = record.unpack(what["record"]), record.unpack_answer(what["answer"])
        wrong = misfit(ANSWER, answer)
        if wrong:  # a table of another version: nothing that can be shown
            self.differs("score", record.canonical(answer), wrong)
            return
        self._tally.hands += 1
        if not self._anew:
            self._score_again(hand, answer)
        values = {"time": what["time"], "number": before.hand_no, "record": hand, "answer": answer, "undone": None}
        key = {"session_id": self._session_id(c, before.scores), "seq": self.seq}
        ident = self._keep(c, store.hands, key, {**values, **brief(hand, answer)})
        self.made.add(ident)
        add_hand(self._rows, ident, hand, answer)
        scores = seated(self.table.scores, answer)
        for seat, (delta, after) in enumerate(zip(answer["delta"], scores, strict=False)):
            self._rows.add(store.payments, hand_id=ident, seat=seat, delta=delta, score=after)

    def _score_again(self, hand: dict[str, Any], answer: dict[str, Any]) -> None:
        try:
            ours = score(hand)
        except ValueError as e:
            self.differs("score", record.canonical(answer), e)
            return
        if not same_answer(answer, ours):
            self.differs("score", record.canonical(answer), record.canonical(ours))

    def _undo(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        """Marks the hand that was taken back. It may have come in an earlier journal of the same table."""
        last = before.last or {"seq": 0}  # there is one: the table has accepted the event
        for row in journals.hands_at(c, self.journal_id, last["seq"]):
            delta = row.answer["delta"]
            if row.number == last["hand"] and delta == last["delta"][: len(delta)]:
                c.execute(sa.update(store.hands).where(store.hands.c.id == row.id).values(undone=self.seq))
                return

    def _correct(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        self._changed(c, what, before, what["delta"], printable(what["reason"]))

    def _seats(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        delta = [now - was for now, was in zip(self.table.scores, before.scores, strict=True)]
        self._changed(c, what, before, delta, moved=what["order"])

    def _left(self, c: sa.Connection, what: dict[str, Any], before: "_Before") -> None:
        """Whoever runs away may lose points."""
        delta = [now - was for now, was in zip(self.table.scores, before.scores, strict=True)]
        if any(delta):
            self._changed(c, what, before, delta)

    def _changed(
        self,
        c: sa.Connection,
        what: dict[str, Any],
        before: "_Before",
        delta: list[int],
        reason: str = "",
        moved: list[int] | None = None,
    ) -> None:
        """The scores were changed otherwise than by a hand."""
        self._rows.add(
            store.corrections,
            session_id=self._session_id(c, before.scores),
            seq=self.seq,
            time=what["time"],
            delta=delta,
            reason=reason,
            moved=moved,
        )


class _Before:
    """What of the table's state an event's row needs from before the event."""

    def __init__(self, table: Table):
        self.session_no = table.session_no
        self.scores = list(table.scores)
        self.hand_no = table.hand_no
        self.seal = table.seal
        self.last = table.last


_ROWS = {
    events.THROW: Replay._throw,
    events.HAND: Replay._hand,
    events.UNDO: Replay._undo,
    events.CORRECT: Replay._correct,
    events.SEATS: Replay._seats,
    events.LEFT: Replay._left,
}
