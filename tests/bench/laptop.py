"""The laptop: how fast it takes over a journal, scoring every hand again, and how fast it finds in the history."""

import tempfile
import time
from pathlib import Path

from engine_core import events
from mjtable.errors import NoTable
from mjtable.link import Link
from mjtable.store import Store
from mjtable.sync import Sync
from mjtable.web.app import make_app
from mjtable.web.owner import Owner
from mjtable.web.site import Site
from tests.bench.figures import Figure
from tests.host import evening
from tests.host.fake import HELLO, Journal
from tests.web.served import Client

HANDS = 2_000
PAGES = ("/session/2", "/players", "/stats", f"/hand/{HANDS}")
SEGMENT = 64 * 1024  # bytes, as on a table


def evenings(hands: int = HANDS, segment: int = SEGMENT) -> Journal:
    """The journal of a table with so many hands."""
    journal = Journal(length=segment)
    journal.append(events.pack_region("ningbo", {"minimum": 3}))
    journal.append(events.pack_session(0, [0, 0, 0, 0], time=1_800_000_000))
    for _ in range(hands // 2):
        for said in (evening.FIRST, evening.DRAWN):
            while journal.table.throw:
                evening.throw(journal)
            journal.append(events.pack_indicator(30))
            evening.hand(journal, said)
    return journal


def figures() -> list[Figure]:
    journal = evenings()
    bytes_in_all = sum(map(len, journal.segments.values()))
    with tempfile.TemporaryDirectory() as folder, Store(f"sqlite:///{Path(folder) / 'history.db'}") as history:
        start = time.process_time()
        outcome = Sync(journal, history).run()
        taken = time.process_time() - start
        assert not outcome.differences, outcome.differences[:3]
        start = time.process_time()
        history.hands_of(HELLO["id"], limit=50)
        found = time.process_time() - start
        pages = {address: page(history, address) for address in PAGES}
    return [
        Figure("sync with replay into SQLite", HANDS / taken, "hands/s"),
        Figure("... of the journal's bytes", bytes_in_all / taken / 1024, "KB/s", "> 11 (115,200 baud)"),
        Figure(f"the latest 50 of {HANDS:,} hands", 1000 * found, "ms"),
        *(Figure(f"page {address}, {HANDS:,} hands", 1000 * taken, "ms", "< 500") for address, taken in pages.items()),
    ]


def page(history: Store, address: str) -> float:
    """Seconds of a page without a table on the cable, the least of three times."""

    def nothing() -> Link:
        raise NoTable(looked="-")

    client, times = Client(make_app(Site(Owner(nothing, history), history)), "http://localhost"), []
    for _ in range(3):
        start = time.process_time()
        assert client.get(address).status_code == 200
        times.append(time.process_time() - start)
    return min(times)
