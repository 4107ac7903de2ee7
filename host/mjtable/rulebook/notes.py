"""Sentences about a region that can be neither declared nor measured: the rows (key, zh, en) of notes/<region>.tsv.

They are for this page alone, so they lie here and cost the table nothing. A region need not have any. A "\\n" in a
note begins a new line.
"""

from importlib.resources import files

from mjtable.texts import LANGUAGES

# How players call wild tiles, if not as elsewhere; then, in the order of the page, each at the end of its section: the
# wall; wild tiles; claims; shapes that win; the minimum; what a hand is worth; payments; kongs; a drawn hand; who deals
# next; false wins and dead hands.
KEYS = ("wild", "wall", "wilds", "claims", "wins", "minimum", "worth", "pay", "kongs", "drawn", "dealer", "penalties")


def of(region: str, lang: str) -> dict[str, str]:
    """The notes that there are, by key."""
    path = files("mjtable.rulebook").joinpath("notes", region + ".tsv")
    if not path.is_file():
        return {}
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    found = {row[0]: row[1 + LANGUAGES.index(lang)].replace("\\n", "\n") for row in rows}
    return {key: found[key] for key in KEYS if key in found}
