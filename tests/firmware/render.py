"""Runs on MicroPython: draws every case of page_cases.py in both languages, and all tiles in all their forms.

Prints a line each, as JSON: [picture, language, complaints, page in hex].
"""

import binascii
import json

import page_cases

from firmware import memory
from firmware.screens import Screens

# form: width, height, tiles in a row, the arguments of Canvas.tile
FORMS = {"large": (24, 32, 5, {}), "small": (16, 22, 8, {"small": True})}


def tiles(page, form, filled):
    """Pages with all 42 kinds, two rows each."""
    w, h, row, how = FORMS[form]
    for first in range(0, 42, 2 * row):
        page.clear()
        for k in range(first, min(first + 2 * row, 42)):
            page.tile(w * ((k - first) % row), h * ((k - first) // row), k, filled=filled, **how)
        yield "t-%s%s-%d" % (form, "-filled" if filled else "", first // (2 * row) + 1)  # noqa: UP031


def main():
    memory.collect_often()  # as on the table
    screens = Screens("zh")
    faults = []
    screens.page.fault = faults.append

    def out(name, page):
        print(json.dumps([name, screens.lang, faults, binascii.hexlify(page).decode()]))
        faults.clear()

    for screens.lang in ("en", "zh"):
        for name, display, table, message in page_cases.cases():
            screens.empty, screens.page.trouble = table.empty, table.trouble
            out(name, screens.render(display, table, message(screens.lang) if callable(message) else message))
    for form in ("large", "small"):
        for filled in (False, True):
            for name in tiles(screens.page, form, filled):
                out(name, screens.page.buf)


main()
