"""What takes heap of the core: `steps(region)` takes it step by step, and yields the name of each when it is done."""


def steps(region):
    yield "start"
    from engine_core import score
    from engine_core.rules import load

    load(region)
    yield "settles"  # all that settles a hand
    from engine_core import dice, events, record, segment, table, texts, wire

    kept = table.Table(), dice, events, record, segment, texts, wire, score
    yield "plays"  # and what keeps a table beside it, as the firmware has it loaded
    del kept
