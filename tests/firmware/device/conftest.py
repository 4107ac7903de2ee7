"""Lets pytest find flash.py where the MicroPython runner finds it: beside the tests."""

import gc
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))


@pytest.fixture(autouse=True)
def old_objects_are_left_alone():
    """The firmware collects garbage often: that must not go through all that the tests before have left."""
    gc.freeze()
    yield
    gc.unfreeze()
