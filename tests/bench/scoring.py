"""Scoring: each region's typical hands (its cases), hands that were never seen, the worst that were found, and the
peer's on its own.
"""

import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from mahjong.constants import EAST  # type: ignore[import-untyped]
from mahjong.hand_calculating.hand import HandCalculator  # type: ignore[import-untyped]
from mahjong.hand_calculating.hand_config import HandConfig  # type: ignore[import-untyped]
from mahjong.tile import TilesConverter  # type: ignore[import-untyped]

from engine_core import tiles
from engine_core.check import RecordError
from engine_core.score import score
from tests.bench import interpreter, worst
from tests.bench.figures import Figure
from tests.bench.win import RUNS
from tests.oracle import pairs

CASES = Path(__file__).parents[1] / "cases"
UNSEEN = 300  # hands of a run
LONG = 1.0  # seconds of a figure, for the peer and for each region
TYPICAL, WORST = 0.7, 7.0  # ms on the unix port; a Pico takes some 35 times as long
# The peer's typical hands: (characters, dots, bamboo, winning tile). Riichi hands as they are won.
PEER = (
    ("22444", "333567", "444", "4s"), ("234567", "22678", "345", "5s"), ("123", "456", "12377789", "9s"),
    ("345", "34555", "234678", "2s"), ("111222", "33", "444555", "3p"), ("22334455", "", "667788", "8s"),
    ("123789", "11", "123789", "1p"), ("12345678999", "", "234", "4s"), ("234", "23456788", "345", "8p"),
    ("555", "123", "45677888", "8s"), ("678", "67822", "678345", "5s"), ("11335577", "2244", "66", "6s"),
)  # fmt: skip


def figures() -> list[Figure]:
    out = []
    peer = _peer()
    out.append(Figure("mahjong's estimate_hand_value, its hands", peer, "hands/s"))
    for path in sorted(CASES.glob("*.json")):
        records = [case["record"] for case in json.loads(path.read_text("utf-8"))]
        rate = len(records) / _seconds(records)
        out.append(Figure(f"{path.stem}, CPython", rate, "hands/s", "2 x mahjong", f"{rate / peer:.2f} x mahjong"))
        rate = _unseen_rate(path.stem)
        out.append(Figure(f"{path.stem}, CPython, never seen", rate, "hands/s", "", f"{rate / peer:.2f} x mahjong"))
    for path in sorted(CASES.glob("*.json")):
        records = [case["record"] for case in json.loads(path.read_text("utf-8"))]
        typical = _on_micropython(records)
        slowest = max(worst.milliseconds(worst.kept(path.stem)))
        out.append(Figure(f"{path.stem}, MicroPython unix, typical", typical, "ms", f"<= {TYPICAL}"))
        ratio = f"{slowest / typical:.1f} x typical"
        out.append(Figure(f"{path.stem}, MicroPython unix, worst", slowest, "ms", f"<= {WORST:g}, 20 x", ratio))
    return out


def _seconds(records: list[dict]) -> float:
    """The least time for all of them."""

    def once() -> None:
        for record in records:
            score(record)

    return _least(once)


def _least(once: Callable[[], None]) -> float:
    """The least CPU time of a call; of as many as go into LONG, or an interpreter would still learn what it runs."""
    best, left = float("inf"), LONG
    while left > 0:
        start = time.process_time()
        once()
        taken = time.process_time() - start
        best = min(best, taken)
        left -= taken
    return best


def _unseen_rate(region: str) -> float:
    """Dealt hands a second by the page's rules, the most of several runs; each is scored once, so that what is
    remembered of suits is of other hands.
    """
    rng = random.Random(f"unseen {region}")
    best = 0.0
    for _ in range(RUNS):
        seconds, scored = 0.0, 0
        for record in [_dealt(region, rng) for _ in range(UNSEEN)]:
            start = time.process_time()
            try:
                score(record)
            except RecordError:  # it was dealt for another house
                continue
            seconds += time.process_time() - start
            scored += 1
        best = max(best, scored / seconds)
    return best


def _dealt(region: str, rng: random.Random) -> dict:
    """A dealt hand record without its options, read as JSON, its tiles in order as a table writes them."""
    record = pairs.dealt(region, rng)
    record.pop("options", None)
    for hand in record["hands"]:
        if hand.get("concealed"):
            hand["concealed"] = tiles.text(tiles.in_order(hand["concealed"]))
    return json.loads(json.dumps(record))


def _on_micropython(records: list[dict]) -> float:
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("".join(json.dumps(record) + "\n" for record in records))
        file.flush()
        return min(interpreter.run("scoring.py", file.name, "mean", RUNS, heap="1m"))


def _peer() -> float:
    """Hands a second: tiles as text made into the peer's tiles, and estimated, as `score` begins with text too."""
    config = HandConfig(is_tsumo=True, player_wind=EAST, round_wind=EAST)

    def once() -> None:
        for man, pin, sou, last in PEER:
            tiles = TilesConverter.string_to_136_array(man=man, pin=pin, sou=sou)
            kind = TilesConverter.one_line_string_to_136_array(last)[0] // 4
            tile = next(t for t in tiles if t // 4 == kind)
            answer = HandCalculator.estimate_hand_value(tiles, tile, config=config)
            assert answer.error is None, (man, pin, sou, last, answer.error)

    return len(PEER) / _least(once)
