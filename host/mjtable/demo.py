"""`mjtable demo`: one simulated table from its first start to the scoreboard, checked at every step."""

import json
import shutil
import tempfile
import threading
import time
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine_core import wall
from mjtable import ledger, store, tablenames
from mjtable.commands import device, hands, past, play, rules
from mjtable.errors import Differs
from mjtable.output import Output
from mjtable.simulator import Simulator
from mjtable.status import seated
from mjtable.texts import LANGUAGES

REGION = "ningbo"
OPTIONS = {"minimum": 3}
# (record, tile turned up): the first is won with wild tiles and a flower, the second on a discard.
HANDS = (("first", "3f"), ("second", "7z"))
TILES_DRAWN = 37
CUT_AT_WRITE = 2  # in the middle of what an event takes: the event is there, the file does not know it yet
CUT_SECONDS = 10.0
LEFT_BY_ANOTHER = ("history.db", "history.db-wal", "history.db-shm", "cut", "cut.cut")


def run(out: Output, keep: Path | None) -> None:
    """Plays the demo; with `keep` its files stay in that folder. Differs, or any other error of mjtable."""
    folder = keep or Path(tempfile.mkdtemp(prefix="mjtable-demo-"))
    for name in LEFT_BY_ANOTHER:
        (folder / name).unlink(missing_ok=True)
    try:
        with ExitStack() as stack:
            Demo(out, folder, stack).run()
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)
    if keep is not None:
        out.say("demo.kept", folder=str(folder))


class Demo:
    """The steps, in order. Every comparison goes through same(): the first difference ends the demo."""

    def __init__(self, out: Output, folder: Path, stack: ExitStack):
        self.out = out
        self.folder = folder
        self.stack = stack
        self.checks = 0
        self.acknowledged: list[int] = []  # numbers of the events that the table has acknowledged
        self.began = time.monotonic()

    def run(self) -> None:
        """Differs, or any error of mjtable, when something is not as it should be."""
        self.start()
        self.set_region()
        self.throw_dice()
        self.turn_up(HANDS[0][1])
        self.count_tiles()
        first = self.win_hand(HANDS[0][0])
        self.show_displays(first["answer"]["wins"][0]["seat"])
        self.second_hand()
        self.sync()
        self.scoreboard()
        self.out.line()
        self.out.say("demo.end", checks=self.checks, seconds=round(time.monotonic() - self.began))

    def step(self, key: str) -> None:
        self.out.line()
        self.out.say("demo.step." + key)

    def same(self, what: str, table: Any, laptop: Any) -> None:
        """What the table says and what the laptop has worked out itself must be the same."""
        self.checks += 1
        if table != laptop:
            raise Differs(what=what, table=str(table), laptop=str(laptop))

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """A request that the table acknowledges; the number of its event is kept."""
        result = self.link.request(method, **params)
        self.acknowledged += [result["seq"]] if "seq" in result else []
        return result

    # ------------------------------------------------------------ the steps

    def start(self) -> None:
        self.step("start")
        self.table = Simulator(self.folder / "table.flash", cut=self.folder / "cut", respawn=False, new=True)
        self.stack.enter_context(self.table)
        self.link = self.stack.enter_context(self.table.greet())
        hello = self.link.hello
        self.out.say("demo.port", port=self.table.port, heap=self.table.heap)
        self.out.say("demo.hello", id=hello["id"], fw=hello["fw"], micropython=hello["micropython"])
        self.link.request("clock", time=int(time.time()))
        self.link.request("config.set", name="mjtable demo", lang=str(self.out.lang))

    def set_region(self) -> None:
        self.step("region")
        self.ask("region.set", region=REGION, options=OPTIONS)
        state = self.status()
        self.same("region", (state["region"], state["options"]), (REGION, OPTIONS))
        self.out.say("region.set", name=rules.region_name(REGION, self.out.lang), options=play.option_text(OPTIONS))
        play.show_session(self.out, state)

    def throw_dice(self) -> None:
        self.step("dice")
        while (state := self.status())["throw"]:
            result = self.ask("dice.throw")
            result["fair"] = play.fair_throw(result)
            self.same("dice", result["fair"], True)
            play.show_throw(self.out, result)
        opening = wall.opening({"region": REGION, "dealer": state["dealer"], "dice": state["dice"]})
        for key in ("break", "next", "tail", "left"):
            self.same("wall." + key, state["wall"][key], opening[key])
        play.show_after_dice(self.out, state)

    def turn_up(self, tile: str) -> None:
        self.step("wild")
        state = self.status()
        result = self.ask("wild.set", tile=tile)
        opening = {"region": REGION, "dealer": state["dealer"], "dice": state["dice"], "indicator": tile}
        self.same("wilds", result["wilds"], wall.opening(opening)["wilds"])
        play.show_wilds(self.out, "wild.set", REGION, tile, result["wilds"])

    def count_tiles(self) -> None:
        self.step("wall")
        events: list[Any] = [f"draw*{TILES_DRAWN}", "flower", "draw"]
        state = self.status()
        steps = wall.script(
            {
                "region": REGION,
                "dealer": state["dealer"],
                "dice": state["dice"],
                "indicator": state["indicator"],
                "events": events,
            }
        )["steps"]
        asked: list[dict[str, Any]] = [{"event": "draw", "count": TILES_DRAWN}, {"event": "flower"}, {"event": "draw"}]
        for params, expected in zip(asked, steps, strict=True):
            result = self.ask("wall.event", **params)
            for key in ("taken", "next", "tail", "left"):
                self.same("wall." + key, result[key], expected[key])
            play.show_wall(self.out, result)

    def win_hand(self, name: str) -> dict[str, Any]:
        self.step("win")
        record, result = hands.win(self.link, _record(name))
        self.acknowledged.append(result["seq"])
        answer, _ = hands.scored(record, self.out.lang)
        self.same("score", result["answer"], answer)
        hands.show_tiles(self.out, record)
        hands.show_answer(self.out, REGION, result["answer"], seated(result["scores"], result["answer"]))
        self.out.say("win.same")
        return result

    def show_displays(self, winner: int) -> None:
        self.step("displays")
        pages = {d: device.fetch(self.link, d) for d in (device.CENTRE, 0, 1, 2, 3)}
        self.same("displays", [d for d, page in pages.items() if not any(page)], [])
        for display in (device.CENTRE, winner):
            device.show_page(self.out, display, pages[display])
        saved = [device.save_page(self.folder, d, page) for d, page in pages.items()]
        self.out.say("demo.saved", files=" ".join(path.name for path in saved), folder=str(self.folder))

    def second_hand(self) -> None:
        """The power goes while the result of the second hand is being written; the request waits for its answer."""
        self.throw_dice()
        self.turn_up(HANDS[1][1])
        self.ask("wall.event", event="draw", count=TILES_DRAWN)
        self.step("cut")
        before = self.status()
        (self.folder / "cut").write_text(str(CUT_AT_WRITE))
        helper = threading.Thread(target=self._power_back, daemon=True)
        helper.start()
        result = self.win_hand_through_cut()
        helper.join()
        self.same("power cut", self.table.starts, 2)
        self.same("hand", self.status()["hand"], before["hand"] + 1)
        self.same("events lost", self.status()["seq"] >= max(self.acknowledged), True)
        self.out.say("demo.back", seq=result["seq"], repeats=self.link.repeats)

    def win_hand_through_cut(self) -> dict[str, Any]:
        record, result = hands.win(self.link, _record(HANDS[1][0]))
        self.acknowledged.append(result["seq"])
        self.same("score", result["answer"], hands.scored(record, self.out.lang)[0])
        return result

    def _power_back(self) -> None:
        """Switches the table on again once its power was cut."""
        if self.table.was_cut.wait(CUT_SECONDS):
            self.table.restart()

    def sync(self) -> None:
        self.step("sync")
        self.history = self.stack.enter_context(store.Store(str(self.folder / "history.db")))
        outcome = past.synced(self.out, self.link, self.history)
        self.same("history", (outcome.compared, outcome.differences), (True, []))
        self.same("hands", outcome.hands, len(HANDS))
        rows = self.history.event_numbers(outcome.table)
        self.same("acknowledged events", [n for n in self.acknowledged if n not in rows], [])
        self.same("event numbers", sorted(rows), list(range(1, outcome.seq + 1)))
        again = past.synced(self.out, self.link, self.history)
        since = again.seq - outcome.seq  # the table commits to its next throw when it has time
        self.same("second sync", (again.events, again.hands), (since, 0))
        self.out.say("sync.done", events=outcome.events, hands=outcome.hands, here=outcome.here, db=self.history.shown)
        self.out.say("demo.acknowledged", n=len(self.acknowledged))
        self.out.say("sync.same")

    def scoreboard(self) -> None:
        self.step("scores")
        rows = self.history.hands_of()
        shown = ledger.sessions(self.history)
        past.show_sessions(self.out, shown, tablenames.shown(self.history.known_tables()))
        self.same("scores", self.status()["scores"], shown[-1].entries[-1].scores)
        for lang in LANGUAGES:
            self.out.line()
            for line in hands.scored(rows[0].record, lang)[1]:
                self.out.line("  " + line)

    def status(self) -> dict[str, Any]:
        return self.link.request("status")


def _record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files("mjtable.records").joinpath(name + ".json").read_text("utf-8"))
    return found
