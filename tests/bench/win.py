"""The win check, against PyPI's `mahjong` and against itself on MicroPython."""

import itertools
import time
from collections.abc import Callable

from mahjong.agari import Agari  # type: ignore[import-untyped]

from engine_core.shapes import is_win
from tests.bench import interpreter
from tests.bench.figures import Figure
from tests.bench.hands import hands

RUNS = 3
HANDS = ((4, 20_000), (5, 5_000))  # sets, how many
TRIED = 12  # hands with three wilds for which every substitution is tried


def least(function: Callable[[], object]) -> float:
    """The least CPU seconds of RUNS runs."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        function()
        best = min(best, time.process_time() - start)
    return best


def figures() -> list[Figure]:
    out = []
    for sets, many in HANDS:
        dealt = list(hands(sets, many))
        here = many / least(lambda d=dealt, s=sets: [is_win(counts, wilds, s) for counts, wilds in d])
        ran = min(run["seconds"] for run in interpreter.run("win.py", sets, many, 1, runs=RUNS))
        tiles = 3 * sets + 2
        out.append(Figure(f"CPython, {tiles} tiles, 0-4 wilds", here, "hands/s"))
        there = many / ran
        out.append(
            Figure(
                f"MicroPython unix, {tiles} tiles", there, "hands/s", "0.8 x CPython", f"{there / here:.2f} x CPython"
            )
        )
    return out + _against_the_peer()


def _against_the_peer() -> list[Figure]:
    plain = [(counts, list(counts)) for counts, wilds in hands(*HANDS[0]) if not wilds]
    ours = len(plain) / least(lambda: [is_win(counts, 0, 4) for counts, _ in plain])
    peer = len(plain) / least(lambda: [Agari.is_agari(counts) for _, counts in plain])
    wild = [counts for counts, wilds in hands(*HANDS[0]) if wilds == 3]
    fast = len(wild) / least(lambda: [is_win(counts, 3, 4) for counts in wild])
    start = time.process_time()
    for counts in wild[:TRIED]:
        _by_substitution(counts)
    slow = TRIED / (time.process_time() - start)
    return [
        Figure("CPython, no wilds", ours, "hands/s", "1.5 x mahjong", f"{ours / peer:.2f} x mahjong ({peer:,.0f})"),
        Figure(
            "CPython, three wilds", fast, "hands/s", "1,000 x mahjong",
            f"{fast / slow:,.0f} x mahjong trying all ({slow:.1f})",
        ),
    ]  # fmt: skip


def _by_substitution(counts: bytes) -> bool:
    """Is there a choice of three tiles with which the peer's check wins."""
    for choice in itertools.combinations_with_replacement(range(34), 3):
        held = list(counts)
        for kind in choice:
            held[kind] += 1
        if Agari.is_agari(held):
            return True
    return False
