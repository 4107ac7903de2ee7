"""Tires the table of an emulated Pico: random keys without a laptop, or a laptop's random requests; what is left of its
heap meanwhile."""

import base64
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine_core import record
from mjtable.errors import MaybeDone, Refused, TableFailed
from mjtable.link import Link
from tests.pico.board import Pico

KEYS = {"dice": 3, "up": 3, "down": 4, "ok": 6, "no": 1, "hu": 3, "draw": 6}  # and how often
REQUESTS = {
    "region.set": 1, "session.new": 1, "dice.throw": 3, "dice.enter": 3, "wild.set": 3, "wall.event": 6,
    "hand.score": 4, "hand.win": 5, "hand.undo": 2, "hand.abort": 1, "hand.course": 2, "status": 3, "screen": 3,
    "press": 8,
}  # fmt: skip
LONG = 1500  # ms that a key is held now and then
CASES = Path(__file__).resolve().parents[1] / "cases"


def told(pico: Pico, when: str) -> str:
    """A line: how much there is in the heap after a collection."""
    heap, ms = pico("memory()"), pico("ms()")
    return (
        f"{when:28} {ms / 1000:7.1f} s  spare {heap['spare']:6,}  in one piece {heap['piece']:6,}"
        f"  MemoryErrors {pico('noMemory.length')}  resets {pico('chip.counters.resets')}"
    )


def playing(pico: Pico, region: str) -> None:
    """A table that plays a region, switched off and on since: no laptop has been there."""
    pico.ready()
    with pico.link() as link:
        link.request("region.set", region=region)
    pico("cut()")
    pico.ready()


def keys(pico: Pico, n: int, seed: int = 1) -> None:
    """n keys, anyone's."""
    draw = random.Random(seed)
    for _ in range(n):
        place, key = draw.randrange(4), draw.choices(list(KEYS), list(KEYS.values()))[0]
        pico.press(place, key, LONG if draw.random() < 0.03 else 120)


def requests(pico: Pico, n: int, seed: int = 1, regions: list[str] | None = None) -> Counter[str]:
    """n requests; how often which was done, refused, or failed."""
    draw = random.Random(seed)
    hands = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(CASES.glob("*.json"))}
    hands = {region: cases for region, cases in hands.items() if regions is None or region in regions}
    counts: Counter[str] = Counter()
    with pico.link() as link:
        region = ""
        for _ in range(n):
            method = draw.choices(list(REQUESTS), list(REQUESTS.values()))[0] if region else "region.set"
            if method == "region.set":
                region = draw.choice(sorted(hands))
            counts[_asked(link, method, _parameters(draw, method, region, hands))] += 1
    return counts


class Deepest:
    """How deep the stack went: `bytes` of the method, and whose functions were on it then (who watches, pico)."""

    def __init__(self, pico: Pico):
        self._pico = pico
        self.bytes: dict[str, int] = {}
        self.frames: dict[str, list[tuple[int, str]]] = {}
        pico("stack.deepest()")
        pico("stack.who()")

    def look(self, what: str) -> None:
        deep, frames = self._pico("stack.deepest()"), self._pico("stack.who()")
        if deep > self.bytes.get(what, 0):
            self.bytes[what], self.frames[what] = deep, frames


class Told:
    """A table as tests/firmware/keyed.py plays it, asked by a laptop. Its stack is watched, by what was asked last."""

    def __init__(self, pico: Pico, link: Link):
        self._link = link
        self.deepest = Deepest(pico)

    def ask(self, method: str, **parameters: Any) -> Any:
        try:
            return self._link.request(method, **parameters)
        finally:
            self.deepest.look(f"{method} {parameters.get('key', '')}")

    def press(self, *keys: tuple[int, str]) -> None:
        for seat, key in keys:
            self.ask("press", seat=seat, key=key)


def cases(pico: Pico, region: str, take: slice = slice(None)) -> Deepest:
    """Each case of a region scored, recorded and taken back."""
    hands = [case["record"] for case in json.loads((CASES / f"{region}.json").read_text("utf-8"))[take]]
    with pico.link() as link:
        deepest = Deepest(pico)

        def ask(method: str, **parameters: Any) -> bool:
            done = _asked(link, method, parameters) == method
            deepest.look(method)
            return done

        ask("region.set", region=region)
        for packed in _packed(hands):
            ask("hand.score", record=packed)
            if ask("hand.win", record=packed):
                ask("hand.undo")
    return deepest


def _packed(hands: list[dict[str, Any]]) -> Iterator[str]:
    """Those that can be sent, as they are."""
    for hand in hands:
        try:
            yield base64.b64encode(record.pack(hand)).decode()
        except (ValueError, KeyError, TypeError):  # one of those that are wrong on purpose
            continue


def _asked(link: Link, method: str, parameters: dict[str, Any]) -> str:
    try:
        link.request(method, **parameters)
        return method
    except (TableFailed, MaybeDone) as e:
        return f"{method} failed: {e}"
    except Refused:
        return f"{method} refused"


def _parameters(draw: random.Random, method: str, region: str, hands: dict[str, list[Any]]) -> dict[str, Any]:
    match method:
        case "region.set":
            return {"region": region}
        case "dice.enter":
            return {"dice": [draw.randint(1, 6) for _ in range(draw.choice((1, 2, 2)))]}
        case "wild.set":
            return {"tile": f"{draw.randint(1, 7)}{draw.choice('mpsz')}"}
        case "wall.event":
            return {"event": draw.choice(("draw", "draw", "supplement"))}
        case "hand.score" | "hand.win":
            return {"record": base64.b64encode(record.pack(_hand(draw, hands[region]))).decode()}
        case "screen":
            return {"display": draw.randrange(5)}
        case "press":
            return {"seat": draw.randrange(3), "key": draw.choice([key for key in KEYS if key != "draw"])}
    return {}


def _hand(draw: random.Random, cases: list[Any]) -> dict[str, Any]:
    """A record of the cases that can be sent."""
    while True:
        hand: dict[str, Any] = draw.choice(cases)["record"]
        if list(_packed([hand])):
            return hand
