"""What holds for all tests: the firmware is compiled once for all of them, in whichever of pytest's processes they run.

Garbage is looked for among what a module of tests has made itself: the firmware does that often, and need not go
through all that was imported and collected.
"""

import gc
import hashlib
import os
import pickle
from pathlib import Path

import pytest

from mjtable import absent, apart, defaults, deploy, imports, members, same, seldom, shorten, shortnames, simulator
from mjtable.errors import MjtableError
from tests.waiting import locked

WORKER_BYTES = 900 << 20  # of memory for a process of the tests, its simulated table and its browser


def pytest_xdist_auto_num_workers():
    """Two for each processor, for tests also wait, as far as the memory goes."""
    if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS"):
        return None
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(1, min(2 * allowed, memory // WORKER_BYTES))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(autouse=True, scope="module")
def old_objects_are_left_alone():
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def shared(tmp_path_factory):
    """A folder of this run of the tests, the same in all of its processes; the home where a test has no other one."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MJTABLE_HOME", str(folder))
        patch.setattr(deploy, "_made", Made(folder, deploy._made))
        yield folder


class Made:
    """What is to be compiled of the sources: found out once for each state of them and of what finds it out."""

    def __init__(self, folder, make):
        self._folder = folder
        self._make = make

    def __call__(self, *sources):
        digest = hashlib.sha256(pickle.dumps(sources))
        for module in (absent, apart, defaults, imports, members, same, seldom, shorten, shortnames):
            digest.update(Path(module.__file__).read_bytes())
        kept = self._folder / f"made-{digest.hexdigest()}"
        with locked(kept.with_suffix(".lock")):
            if not kept.exists():
                made = pickle.dumps(self._make(*sources))
                kept.write_bytes(made)
        return pickle.loads(kept.read_bytes())


@pytest.fixture(scope="session")
def compiled(shared):
    """The folder of compiled firmware; what a simulated table starts from is there."""
    folder = shared / "cache" / "firmware"
    folder.mkdir(parents=True, exist_ok=True)
    with locked(shared / "compiled.lock"), pytest.MonkeyPatch.context() as patch:
        patch.setenv("MJTABLE_HOME", str(shared))
        try:
            simulator.firmware_for(simulator.interpreter())
        except MjtableError:
            pass  # each test of a table says so
    return folder
