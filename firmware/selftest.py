"""Hardware test at the prompt: what is connected, and does it do what it should. For whoever builds a table.

While the table runs there is another one, which needs no prompt: testing.py.

    mpremote exec "import firmware.selftest; firmware.selftest.run()"

The running table stops for it. Ctrl-C ends the test, and `mjtable resume` goes on with the table.

Every display shows its number in a frame, digits their number, the ring goes round. Each key, wall sensor and signal of
the table is printed when it changes, each tag that is laid on a reader, and every part that does not answer or answers
again.
"""

import binascii
import time

import framebuf

from firmware import bundle

bundle.bring("board")  # the table may not have been started

from firmware import boards  # noqa: E402

LOOK = 20  # ms
STEP = 250  # ms until the ring's next LED
PLACES = ("place 0", "place 1", "place 2", "place 3", "middle")


def pattern(place: int) -> bytearray:
    """A page that shows a shifted, mirrored or turned picture at once: a frame at the edge, a name, a corner filled."""
    page = bytearray(1024)
    fb = framebuf.FrameBuffer(page, 128, 64, framebuf.MONO_VLSB)
    fb.rect(0, 0, 128, 64, 1)
    fb.fill_rect(2, 2, 10, 10, 1)
    fb.text("mjtable", 36, 16, 1)
    fb.text(PLACES[place], 36, 32, 1)
    fb.hline(0, 63, 128, 1)
    return page


class SelfTest:
    """`tell` gets a line of text for everything that happens."""

    def __init__(self, board, tell=print) -> None:  # type: ignore[no-untyped-def]
        self._board = board
        self._tell = tell
        self._walls: list = []
        self._senses: dict = {}
        self._lit = 0
        for place in board.displays:
            board.show(place, pattern(place))
        for place in board.digits:
            board.spell(place, "P%d" % place)

    def look(self) -> None:
        """Once around all inputs."""
        board = self._board
        for place, key in board.keys():
            self._tell("key: %s, %s" % (PLACES[place], key))
        walls = board.walls()
        if walls != self._walls:
            for side, bits in enumerate(walls):
                if bits is not None and (not self._walls or bits != self._walls[side]):
                    stacks = [k + 1 for k in range(20) if bits >> k & 1]
                    self._tell("wall %d: %s" % (side, ", ".join([str(n) for n in stacks]) or "no stack"))
            self._walls = walls
        for place, tag in board.tags():
            self._tell("reader %d: %s" % (place, binascii.hexlify(tag).decode()))
        senses = board.senses()
        for name in senses:
            if name != "supply" and senses[name] != self._senses.get(name):
                self._tell("%s: %s" % (name, "on" if senses[name] else "off"))
        if "supply" in senses and not self._senses:
            self._tell("supply: %d mV" % senses["supply"])
        self._senses = senses
        board.refresh(3, False)
        for _, _, text in board.notices():
            self._tell(text)

    def step(self) -> None:
        """The ring's next side."""
        if self._board.ring:
            self._lit = (self._lit + 1) % 4
            self._board.ring.show(self._lit, (self._lit + 1) % 4, ((self._lit + 2) % 4, 1, 1), 3)


def run() -> None:
    """Until Ctrl-C."""
    board = boards.find().board()
    test = SelfTest(board)
    since = time.ticks_ms()
    try:
        while True:
            test.look()
            if time.ticks_diff(time.ticks_ms(), since) > STEP:
                since = time.ticks_ms()
                test.step()
            time.sleep_ms(LOOK)
    except KeyboardInterrupt:
        pass
    finally:
        board.close()
