"""Lets pytest find flash.py where the MicroPython runner finds it: beside the tests."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
