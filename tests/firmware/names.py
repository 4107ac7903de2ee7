"""Runs on MicroPython: does every pattern name of every region fit where it is ticked, with its worth beside it.

Prints [language, region, name] of each that does not; then how many it looked at.
"""

import json
import os

from firmware.pages_entry import _cut, said
from firmware.screens import Screens

REGIONS = sorted([name[:-4] for name in os.listdir("../../engine_core/regions") if name.endswith(".tsv")])


class Table:
    def __init__(self, region):
        self.region = region


def main():
    screens = Screens("zh")
    page, count = screens.page, 0
    for region in REGIONS:
        with open("../../engine_core/regions/" + region + ".tsv") as f:
            keys = [line.split("\t")[0] for line in f if line.startswith("pattern.")]
        for screens.lang in ("zh", "en"):
            for key in keys:
                text = said(page, Table(region), [key])
                rest = text[_cut(page, text, 101) :].lstrip() if page.width(text) > 101 - 18 else ""
                if _cut(page, rest, 101 - 18) < len(rest):
                    print(json.dumps([screens.lang, region, text]))
                count += 1
    print(json.dumps(count))


main()
