"""Two syncs of one table into one history at the same time: each event once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from engine_core import events
from mjtable import store
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import HELLO, Journal

ROOT = Path(__file__).resolve().parents[2]
ID = HELLO["id"]


@pytest.mark.parametrize("new_journal", [False, True])
def test_a_sync_in_the_middle_of_another_doubles_nothing(tmp_path, new_journal):
    """The second runs from begin to end between two requests of the first, between any two."""
    step = 0
    while True:
        journal = evening.play(Journal())
        path = str(tmp_path / f"{step}.db")
        if new_journal:  # the history has another one
            with Store(path) as history:
                other = Journal()
                other.append(events.pack_note(1, "before the flash was erased"))
                Sync(evening.play(other), history).run()
        ask, left = journal.request, [step]

        def request(name, ask=ask, left=left, journal=journal, path=path, **params):
            left[0] -= 1
            if left[0] == -1:
                journal.request = ask
                with Store(path) as history:
                    assert Sync(journal, history).run(new_journal).differences == []
            return ask(name, **params)

        journal.request = request
        with Store(path) as history:
            assert Sync(journal, history).run(new_journal).differences == []
            assert history.event_numbers(ID) == [*(range(1, 15) if new_journal else ()), *range(1, 14)]
            assert len(history.rows(sa.select(store.hands))) == (4 if new_journal else 2)
        if left[0] >= 0:  # there were not so many requests
            assert step > 10
            return
        step += 1


SYNC = """
import sys
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import Journal
journal = evening.play(Journal())
input()  # until both are ready
with Store(sys.argv[1]) as history:
    assert Sync(journal, history).run().differences == []
"""


def test_two_processes_that_begin_a_history_together_have_each_event_once(tmp_path):
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'host'}:{ROOT}"}
    how = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment}
    processes = [subprocess.Popen([sys.executable, "-c", SYNC, tmp_path / "a.db"], **how) for _ in range(3)]
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate(timeout=60)[1] for process in processes] == [""] * 3
    with Store(str(tmp_path / "a.db")) as history:
        assert history.event_numbers(ID) == list(range(1, 14))
        assert len(history.rows(sa.select(store.hands))) == 2
