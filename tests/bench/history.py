"""A long history: replay of a whole journal into it, and what is looked up in one of a million hands.

The million are those of the journal again and again, as rows of the database: what is looked up does not know it.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from mjtable import stats
from mjtable.schema import claims, hands, patterns, payments, sessions
from mjtable.store import Store
from mjtable.sync import Sync
from tests.bench.figures import Figure
from tests.bench.laptop import evenings, page
from tests.host.fake import HELLO

REPLAYED = 100_000
MANY = 1_000_000


def figures() -> list[Figure]:
    journal = evenings(REPLAYED)
    with tempfile.TemporaryDirectory() as folder, Store(f"sqlite:///{Path(folder) / 'history.db'}") as history:
        start = time.process_time()
        outcome = Sync(journal, history).run()
        replayed = time.process_time() - start
        assert not outcome.differences and outcome.here == outcome.seq, outcome
        _multiplied(history, MANY // REPLAYED)
        everything = stats.Of()
        looked_up: tuple[tuple[str, Callable[[], object]], ...] = (
            ("the latest 50", lambda: history.hands_of(HELLO["id"], limit=50)),
            ("statistics of everybody", lambda: stats.players_of(history, everything)),
            ("... of patterns", lambda: stats.patterns_of(history, everything)),
            ("standings", lambda: stats.standings(history, everything)),
            ("page of a session", lambda: page(history, "/session/2")),
            ("page of the players", lambda: page(history, "/players")),
        )
        out = [
            Figure(f"replay of {REPLAYED:,} hands", replayed, "s"),
            Figure("... each scored again and kept", REPLAYED / replayed, "hands/s"),
        ]
        return out + [Figure(f"{name}, {MANY:,} hands", 1000 * _seconds(query), "ms") for name, query in looked_up]


def _multiplied(history: Store, times: int) -> None:
    """So many times as many hands: each time the sessions of the journal with all that is in them, as later ones."""
    with history.transaction() as c:
        last = [c.execute(sa.select(sa.func.max(column))).scalar_one() for column in (sessions.c.id, hands.c.id)]
        step = c.execute(sa.select(sa.func.max(hands.c.seq))).scalar_one()
        for n in range(1, times):
            of_session, of_hand = n * last[0], n * last[1]
            again = (
                (sessions, sessions.c.id <= last[0], {"id": of_session, "seq": n * step}),
                (hands, hands.c.id <= last[1], {"id": of_hand, "session_id": of_session, "seq": n * step}),
                *((table, table.c.hand_id <= last[1], {"hand_id": of_hand}) for table in (payments, claims, patterns)),
            )
            for table, those, later in again:
                columns = [column + later[column.name] if column.name in later else column for column in table.c]
                c.execute(sa.insert(table).from_select(list(table.c.keys()), sa.select(*columns).where(those)))


def _seconds(query: Callable[[], object]) -> float:
    """The least of two times."""
    taken = []
    for _ in range(2):
        start = time.process_time()
        query()
        taken.append(time.process_time() - start)
    return min(taken)
