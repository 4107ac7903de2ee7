"""Waiting for what another process or thread does: until it is so, never for some time."""

import time

DEADLINE = 20.0  # seconds for anything that has to come
PAUSE = 0.02  # between two looks


def until(condition, seconds=DEADLINE):
    """What `condition` gives as soon as that is true. AssertionError: it did not become so in time."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(PAUSE)
    return found
