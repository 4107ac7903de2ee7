"""Waiting for what another process or thread does: until it is so, never for some time."""

import fcntl
import time
from contextlib import contextmanager

DEADLINE = 20.0  # seconds for anything that has to come
PAUSE = 0.02  # between two looks


def until(condition, seconds=DEADLINE):
    """What `condition` gives as soon as that is true. AssertionError: it did not become so in time."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(PAUSE)
    return found


@contextmanager
def locked(path):
    """Only one process at a time is in here."""
    with open(path, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
