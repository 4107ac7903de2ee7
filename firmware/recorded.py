"""Finds events that were recorded. Loaded when an older one than the latest is asked for."""

from engine_core import events, segment
from firmware.journal import CHUNK, Journal, JournalError


def event(journal: Journal, seq: int) -> "dict | None":
    """An event, parsed; None when it is no longer on flash, or cannot be read."""
    try:
        for number in range(journal.last, journal.first - 1, -1):
            head = segment.header(journal.read(number, 0, segment.HEADER))
            if head and head["first"] <= seq:
                return _find(journal, number, head["first"], seq)
    except JournalError:
        pass
    return None


def _find(journal: Journal, number: int, first: int, seq: int) -> "dict | None":
    """`first`: the number of the first event in the segment."""
    at = segment.HEADER

    def read(n: int) -> bytes:
        nonlocal at
        data = b""
        while n > len(data):
            piece = journal.read(number, at, min(CHUNK, n - len(data)))
            if not piece:
                break
            data += piece
            at += len(piece)
        return data

    for event, _ in segment.records(read):
        if events.kind(event) != events.SNAPSHOT:
            if first == seq:
                return events.parse(event)
            first += 1
    return None
