"""The self-test of a running table, between two hands: loaded when somebody asks for it, and let go afterwards.

Every display shows a pattern and its place, every key lights up there when it is pressed, and what a rail, the lift or
the supply says is followed. Memory, the sources of the dice and the flash are tried by themselves, a piece at a time.
Places, not seats: 0..3 the sides of the table, 4 the middle, as in the pin map.

It is over when all was tried, when ✗ is held at any place or the laptop says so, when nobody touches it, or when
something happens in the game. Nothing of it is recorded.
"""

import gc
import os
import time

from engine_core import dice, events, tiles
from engine_core.segment import HEADER, header
from firmware import journal
from firmware.config import ParamError
from firmware.game import NotNow
from firmware.params import shown

UNTOUCHED = 120000  # ms after which it is over
SEEN = 3000  # ms that the last of it stays to be seen
RESULT = 8000
WATCHED = 100  # ms between two looks at the sensors
LED = 250  # ms until the ring's next side
PIECES = (16384, 8192, 4096, 2048, 1024)  # bytes in one piece of the heap that are asked for
BLOCK = 256  # bytes of it that are looked at at once
NEEDED = 4096  # an answer to the laptop takes as much
THROWS, DICE = 8, 8
WRITTEN = 1024  # bytes that the flash is given and asked for again
SUPPLY = 4500, 5500  # mV
LEFT_ALONE = (events.NOTE, events.SEAL)  # what the table records by itself
STACKS = 20


class Test:
    def __init__(self, panel) -> None:  # type: ignore[no-untyped-def]
        self._panel = panel
        self._game = panel.game
        self._board = panel.game.board
        self.over = False
        self._keys = list(self._board.fitted())
        self._pressed: list = []
        self._stuck: list = []
        self._rails: dict = {}  # side -> [stacks with a tile now, stacks seen with one, stacks seen without]
        self._senses: dict = {}
        self._tags: dict = {}  # place of a reader -> [id, tile or None] of what was laid on it last
        self._memory: dict = {"free": 0, "piece": 0, "fault": ""}
        self._flash: dict = {"free": 0, "size": 0, "segments": 0, "fault": ""}
        self._faces = [0] * 6
        self._work = self._checks()
        self._busy = True
        self._began = self._touched = self._watched = time.ticks_ms()
        self._changed = self._began  # when something was last seen for the first time
        self._game.listeners.append(self._happened)
        self._show()

    # ------------------------------------------------------------ what goes on

    def key(self, place: int, key: str) -> None:
        """A key of the table, or one that the laptop presses."""
        self._touched = time.ticks_ms()
        if key == "leave":
            self.end()
        elif (place, key) in self._keys and (place, key) not in self._pressed:
            self._pressed.append((place, key))
            self._changed = self._touched
            self._show()

    def laid(self, place: int, tag: str, kind: "int | None") -> None:
        """A tile was laid on the reader of a place."""
        self._tags[place] = [tag, None if kind is None else tiles.name(kind)]
        self._seen(True)

    def noticed(self, what: str, text: str) -> None:
        """Something that the board says of its hardware."""
        if what == "key":
            works = text.find(" works again")
            self._stuck = [one for one in self._stuck if works < 0 or not one.startswith(text[:works])]
            if works < 0:
                self._stuck.append(text)
            self._show()

    def looked(self) -> None:
        """The laptop wants to know."""
        self._touched = time.ticks_ms()

    def tick(self) -> None:
        """Called some times a second."""
        now = time.ticks_ms()
        if self._busy:
            self._busy = next(self._work, None) is not None
            self._changed = now
            self._show()
        elif time.ticks_diff(now, self._watched) >= WATCHED:
            self._watched = now
            self._watch()
        done = not self._busy and not self.unseen() and time.ticks_diff(now, self._changed) > SEEN
        if done or time.ticks_diff(now, self._touched) > UNTOUCHED:
            self.end()

    def _happened(self, seq: int, event: dict) -> None:
        if event["kind"] not in LEFT_ALONE:
            self.end(0)

    def end(self, ms: int = RESULT) -> None:
        """It is over; the displays say for so long how it went."""
        if self.over:
            return
        self.over = True
        game = self._game
        game.listeners = [one for one in game.listeners if one != self._happened]
        game.stage.testing = None
        if ms:
            game.stage.show((dict(self._page(), page="tested", wrong=self.wrong()), ms))
        game.stage.touch()

    def _watch(self) -> None:
        """The sensors: what they say, and which were seen both ways."""
        for side, seen in enumerate(self._board.walls()):
            if seen is not None:
                rail = self._rails.setdefault(side, [0, 0, 0])
                before = rail[1] & rail[2]
                rail[0], rail[1], rail[2] = seen, rail[1] | seen, rail[2] | ~seen
                self._seen(before != rail[1] & rail[2])
        senses = self._board.senses()
        self._seen(any([name != "supply" and senses[name] != self._senses.get(name) for name in senses]))
        self._senses = senses

    def _seen(self, anything: bool) -> None:
        if anything:
            self._changed = self._touched = time.ticks_ms()
            self._show()

    # ------------------------------------------------------------ what it tries by itself

    def _checks(self):  # type: ignore[no-untyped-def]
        """A step each time it is asked for the next."""
        self._room()
        yield 1
        for source in self._game.mixer.sources:
            try:
                source.start()
                for _ in range(source.health.need // dice.PIECE):
                    source.piece()
            except dice.EntropyError:
                pass  # stands in its fault
            yield 1
        for _ in range(THROWS):
            try:
                for face in dice.faces(self._game.mixer.secret(), self._game.press_bytes(0), DICE):
                    self._faces[face - 1] += 1
            except dice.EntropyError:
                break
            yield 1
        self._write()
        yield 1
        kept = self._game.journal
        for number in range(max(kept.first, 1), kept.last):
            self._chained(number)
            yield 1

    def _room(self) -> None:
        """How much of the heap is free, and how much of it in one piece, which holds what is put there."""
        gc.collect()
        memory = self._memory
        memory["free"] = gc.mem_free()
        for n in PIECES:
            try:
                piece = bytearray(n)
            except MemoryError:
                continue
            memory["piece"] = n
            if not _holds(piece):
                memory["fault"] = "memory: a byte does not hold what was put there"
            break
        if memory["piece"] < NEEDED and not memory["fault"]:
            memory["fault"] = "memory: no %d bytes in one piece" % NEEDED

    def _write(self) -> None:
        """Does the flash take a file and give it back."""
        flash, path = self._flash, self._board.data + "/selftest.tmp"
        flash["fault"] = "" if self._game.journal.stored else self._game.journal.trouble
        wanted = bytes([k * 7 & 255 for k in range(WRITTEN)])
        self._board.guard(True)
        try:
            with open(path, "wb") as file:
                file.write(wanted)
            with open(path, "rb") as file:
                if file.read() != wanted:
                    flash["fault"] = "flash: what was written comes back as something else"
            os.remove(path)
            fs = os.statvfs(self._board.data)
            flash["size"], flash["free"] = fs[2] * fs[1], fs[3] * fs[1]
        except (OSError, MemoryError) as error:
            flash["fault"] = flash["fault"] or journal.words(error)
            try:
                os.remove(path)
            except OSError:
                pass
        finally:
            self._board.guard(False)

    def _chained(self, number: int) -> None:
        """Is a segment of the journal what the next one says of it."""
        kept = self._game.journal
        try:
            after = header(kept.read(number + 1, 0, HEADER))
            if after is None or kept.hash(number, after["length"]) != after["sha256"]:
                self._flash["fault"] = self._flash["fault"] or "flash: segment %d is damaged" % number
        except journal.JournalError as error:
            self._flash["fault"] = self._flash["fault"] or str(error)
        self._flash["segments"] += 1

    # ------------------------------------------------------------ what it found

    def wrong(self) -> list:
        """The names of what failed: displays, keys, wall, reader, dice, flash, memory, supply."""
        silent = [name for name, answers in self._board.parts() if not answers]
        out = []
        if [name for name in silent if name.startswith("display")]:
            out.append("displays")
        if self._stuck or [name for name in silent if name.startswith("inputs")]:
            out.append("keys")
        if self._off():
            out.append("wall")
        if [name for name in silent if name.startswith("reader")]:
            out.append("reader")
        if [source for source in self._game.mixer.sources if source.fault]:
            out.append("dice")
        if self._flash["fault"]:
            out.append("flash")
        if self._memory["fault"]:
            out.append("memory")
        if not SUPPLY[0] <= self._senses.get("supply", SUPPLY[0]) <= SUPPLY[1]:
            out.append("supply")
        return out

    def unseen(self) -> list:
        """The names of what was not tried yet, or not all of it: keys, wall, reader."""
        out = []
        if len(self._pressed) < len(self._keys):
            out.append("keys")
        if [side for side in self._rails if self._live(side) < STACKS]:
            out.append("wall")
        if len(self._tags) < len(self._board.readers):
            out.append("reader")
        return out

    def _off(self) -> list:
        """Sensors that the running table does not believe: stuck, or flickering."""
        return [] if self._game.rails is None else self._game.rails.off()

    def _live(self, side: int) -> int:
        """How many sensors of a rail were seen with a tile and without."""
        both = self._rails[side][1] & self._rails[side][2]
        return sum([both >> k & 1 for k in range(STACKS)])

    def told(self) -> dict:
        """The same for the laptop; see host/PROTOCOL.md."""
        names = ["%d %s" % pair for pair in self._pressed]
        missing = ["%d %s" % pair for pair in self._keys if pair not in self._pressed]
        walls = [
            {"side": side, "tiles": [k + 1 for k in range(STACKS) if rail[0] >> k & 1], "live": self._live(side)}
            for side, rail in sorted(self._rails.items())
        ]
        off = [sensor for sensor in self._off() if sensor["side"] in self._rails]
        return {
            "busy": self._busy,
            "over": self.over,
            "parts": [{"name": name, "answers": answers} for name, answers in self._board.parts()],
            "keys": {"pressed": names, "missing": missing, "stuck": self._stuck},
            "walls": walls,
            "off": off,
            "senses": self._senses,
            "readers": [{"place": place, "laid": self._tags.get(place)} for place in self._board.readers],
            "dice": {"sources": [{"name": s.name, "fault": s.fault} for s in self._game.mixer.sources],
                     "faces": self._faces},
            "flash": self._flash,
            "memory": self._memory,
            "wrong": self.wrong(),
            "unseen": self.unseen(),
        }  # fmt: skip

    # ------------------------------------------------------------ what the table shows

    def _show(self) -> None:
        if not self.over:
            self._game.stage.testing = self._page()
            self._game.stage.touch()

    def _page(self) -> dict:
        live = {side: (self._live(side), STACKS) for side in self._rails}
        keys = (self._keys, self._pressed)
        return {"page": "test", "keys": keys, "live": live, "busy": self._busy, "wrong": self.wrong()}

    def ring(self) -> tuple:
        """Turn, dealer and break for the ring of LEDs: each side after the other, in all its colours."""
        lit = time.ticks_diff(time.ticks_ms(), self._began) // LED % 4
        return lit, (lit + 1) % 4, ((lit + 2) % 4, 1, 1)

    def spelled(self, place: int) -> str:
        """For seven-segment digits: the place, and how many of its keys were pressed."""
        return "P%d %d" % (place, len([1 for at, _ in self._pressed if at == place]))


def _holds(piece: bytearray) -> bool:
    """Does every byte keep what is put into it; the whole is written before any of it is read."""
    view = memoryview(piece)
    for value in (0x55, 0xAA):
        block = bytes((value,)) * BLOCK
        for at in range(0, len(piece), BLOCK):
            view[at : at + BLOCK] = block
        for at in range(0, len(piece), BLOCK):
            if view[at : at + BLOCK] != block:
                return False
    return True


def begin(panel) -> Test:  # type: ignore[no-untyped-def]
    """A self-test, or the one that runs. NotNow: a hand is being played."""
    if panel.testing():
        return panel.tests[0]  # type: ignore[no-any-return]
    table = panel.game.table
    if table.phase not in ("new", "ready") or table.course:
        raise NotNow("phase", "a hand is being played")
    for dialogue in panel.dialogues():
        panel.leave(dialogue)
    panel.tests = [Test(panel)]
    return panel.tests[0]  # type: ignore[no-any-return]


def asked(panel, do: str) -> dict:  # type: ignore[no-untyped-def]
    """The laptop's `begin`, `look`, `end`: how the test stands. NotNow, ParamError."""
    if do not in ("begin", "look", "end"):
        raise ParamError("do", "%s is not one of begin, look, end" % shown(do))
    if do == "begin":
        begin(panel)
    if not panel.tests:
        raise NotNow("selftest", "none has begun")
    test = panel.tests[0]
    if do == "end":
        test.end()
    test.looked()
    return test.told()  # type: ignore[no-any-return]
