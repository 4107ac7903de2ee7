"""What every page has at hand: the table's owner, the history, and who sits where."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from mjtable import players, store, tablenames
from mjtable.errors import NoSession
from mjtable.regions import rules_title
from mjtable.simulator import Simulator
from mjtable.store import Store
from mjtable.web.owner import Owner, View


class Site:
    """`sim` is the simulated table that this page has started itself, None for any other."""

    def __init__(self, owner: Owner, history: Store, sim: Simulator | None = None):
        self.owner = owner
        self.history = history
        self.sim = sim
        self.log: tuple[int, tuple[str, ...]] = (-1, ())  # the table's, after which event it was asked for
        self.raised: tuple[Any, ...] = ()  # whose wall lies under the virtual sensors (rails.py)

    @property
    def view(self) -> View:
        return self.owner.view

    def session(self) -> sa.Row[Any] | None:
        """The running session, as far as it is in the history: columns of `sessions` and `table_id`."""
        view = self.view
        try:
            with self.history.reading() as c:
                return players.session_of(c, view.hello["id"] if view.hello else None)
        except NoSession:
            return None

    def names(self) -> list[str | None]:
        """Who sits where now; None for a seat without a name."""
        row = self.session()
        if row is None:
            return []
        with self.history.reading() as c:
            return players.seated(c, row)

    def last_hand(self) -> sa.Row[Any] | None:
        """The last hand that counts, of the running session."""
        row = self.session()
        if row is None:
            return None
        hands = store.hands
        query = store.hands_and_tables().where(hands.c.session_id == row.id, hands.c.undone.is_(None))
        found = self.history.rows(query.order_by(hands.c.id.desc()).limit(1))
        return found[0] if found else None

    def last_throws(self, limit: int) -> Sequence[sa.Row[Any]]:
        """The latest throws of the table's journal, the last one first."""
        row = self.session()
        if row is None:
            return []
        query = sa.select(store.throws).where(store.throws.c.journal_id == row.journal_id)
        return self.history.rows(query.order_by(store.throws.c.seq.desc()).limit(limit))

    def tables(self) -> dict[str, str]:
        """What each table of the history is called; {} where there is but one, which nobody asks for."""
        known = self.history.known_tables()
        return tablenames.shown(known) if len(known) > 1 else {}

    def hands_stored(self) -> int:
        return int(self.history.rows(sa.select(sa.func.count()).select_from(store.hands))[0][0])

    def rules_title(self, lang: str) -> str:
        """What the table plays."""
        status = self.view.status
        if not status or status["region"] is None:
            return ""
        return rules_title(status["region"], status["options"], lang)
