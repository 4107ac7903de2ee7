"""What takes heap of the core: `steps(...)` takes it step by step, and yields the name of each when it is done."""

import json


def steps(*pieces):
    """A typical hand of the region as JSON, in pieces; what is loaded only when it is needed is loaded by it."""
    record = json.loads("".join(pieces))
    yield "start"
    from engine_core.rules import load
    from engine_core.score import score

    load(record["region"])
    yield "imports"  # the core and the region
    score(record)
    yield "settles"  # all that settles a hand
    from engine_core import dice, events, segment, table, texts, wire
    from engine_core import record as packed

    kept = table.Table(), dice, events, packed, segment, texts, wire
    yield "plays"  # and what keeps a table beside it, as the firmware has it loaded
    del kept
