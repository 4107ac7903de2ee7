"""Which tiles a record has not, kind by kind. Loaded for called patterns, and to name a tile that it has too often."""

from . import tiles
from .check import Record, RecordError
from .rules import Ruleset


def left(rules: Ruleset, r: Record) -> bytearray:
    """How many tiles of each kind the record has not; RecordError if it has more than there are."""
    out = bytearray(tiles.SUPPLY)
    if r.indicator >= 0 and rules.HAS_INDICATOR:
        out[r.indicator] -= 1
    for i, h in enumerate(r.hands):
        for j, m in enumerate(h.melds):
            _take(out, m.tiles, "hands.%d.melds.%d.tiles" % (i, j))
        _take(out, h.concealed or b"", "hands.%d.concealed" % i)
        _take(out, h.flowers, "hands.%d.flowers" % i)
    return out


def _take(left: bytearray, kinds: bytes, at: str) -> None:
    for k in kinds:
        if not left[k]:
            raise RecordError("%s: there are no more %s than the record has before" % (at, tiles.name(k)))
        left[k] -= 1
