"""Follows the wall of a hand by its sensors: what was certainly taken, and what cannot be right.

A stack has two tiles and one sensor, which sees that both are gone and nothing else. So of each end of the wall it is
known which stacks are gone, and that at most the upper tile of the next one is: the sensors say how many tiles were
taken at least. That much is seen to by the tracker: where the events say less it gives the rest (take); where they say
more they are right, for a key may be pressed before the tile is taken, and nothing is counted twice. A stack is counted
with the stacks before it that have no sensor to be believed. Of the stack with the turned-up tile nothing is known:
that tile stays there.

What the events cannot explain is wrong once the picture has been stable for PATIENCE ms:

    end     a stack at the tail is gone where nobody takes tiles from, or while the tile at the front which was counted
            still lies there
    place   a stack elsewhere is gone
    many    three tiles or more went in one moment, or one more while a seat had drawn and not discarded yet

It is over when the tiles lie there again, when what was taken since explains them, or when it is accepted: then the
tiles count as drawn, and the rest of the hand is followed by the number of stacks only. Many stacks that go at once are
no draws but a wall that is cleared: nothing is said of it, and nothing counted.

Whoever presses a key for a tile is asked about it first (counted): a tile that the sensors have just counted is not
counted again for its key, nor is one when the last tile that was counted for a key lies there since long.
"""

from engine_core.events import WALL_DRAW, WALL_FLOWER, WALL_KONG
from engine_core.walk import Wall
from firmware.sensors import NEVER, STACKS, Sensors

PATIENCE = 4000  # ms that a picture is the same until something is wrong
CLAIM = 1500  # ms after which a key is no longer for the tile that the sensors have counted,
CLAIM_TAIL = 60000  # or for the replacement: a kong takes some keys
LATE = 4000  # ms after which a tile that was counted for a key must be gone
AT_ONCE = 1000  # ms between two stacks that go in one moment
MANY = 4  # stacks
END, PLACE, TOO_MANY = "end", "place", "many"


class Tracker:
    """One hand. `wrong` is None or (what, place taken, place to take), places as Wall counts them."""

    def __init__(self, sensors: Sensors, wall: Wall, place_of) -> None:  # type: ignore[no-untyped-def]
        """`place_of(side)`: where at the table a side of the wall lies."""
        self._sensors = sensors
        count = sum(wall.stacks)
        self._cells = bytearray(count)  # of each stack from the break on, its sensor
        for stack in range(count):
            side, n = wall.where(2 * stack)
            self._cells[stack] = STACKS * place_of(side) + n - 1
        self.ready = False  # the wall was seen whole
        self.wrong: tuple | None = None
        self._dealing = True
        self._picture: tuple = ()  # while that is so: what differs, and since when
        self._picture_since = 0
        self._holds = False  # it waits for a sensor
        self._waits: tuple = ()  # what will be wrong if it stays so: (what, taken, expected, code, tiles)
        self._waits_since = 0
        self._accepted: dict = {}  # stack -> tiles that counted as drawn: then the hand is followed by number
        self._late: tuple = ()  # the stack whose counted tile still lies there, and since when
        self._passed = 0  # keys that were not counted for it
        self._drawn_at = NEVER  # when the sensors counted a draw that no key has claimed yet
        self._replaced = 0  # the same, replacements
        self._replaced_at = 0

    # ------------------------------------------------------------ what a stack is like

    def _known(self, wall: Wall, stack: int) -> bool:
        cell = self._cells[stack]
        return bool(self._sensors.there[cell // STACKS] >> cell % STACKS & 1) and not self._turned(wall, stack)

    def _dark(self, wall: Wall, stack: int) -> bool:
        cell = self._cells[stack]
        return bool(self._sensors.dark[cell // STACKS] >> cell % STACKS & 1) and self._known(wall, stack)

    def _lit(self, wall: Wall, stack: int) -> bool:
        return self._known(wall, stack) and not self._dark(wall, stack)

    def _turned(self, wall: Wall, stack: int) -> bool:
        return wall.indicator_at is not None and wall.indicator_at // 2 == stack

    def _tiles(self, wall: Wall, stack: int) -> int:
        """How many tiles of a stack can still be taken, by the events."""
        upper = 2 * stack
        return (wall.stands(upper) and upper != wall.indicator_at) + wall.stands(upper + 1)

    # ------------------------------------------------------------ beginning

    def begin(self, wall: Wall) -> None:
        """Is the wall there? Then `ready`. Stacks that are dark though nobody has taken them have no sensor to be
        believed."""
        missing = [s for s in range(len(self._cells)) if self._dark(wall, s) and self._tiles(wall, s)]
        if len(missing) <= MANY and any(self._sensors.there):
            self.ready = True
            self._stuck(missing)

    def _stuck(self, stacks: list) -> None:
        for stack in stacks:
            place, bit = divmod(self._cells[stack], STACKS)
            self._sensors.stuck(place, 1 << bit)

    # ------------------------------------------------------------ following

    def look(self, wall: Wall, free: bool = True) -> tuple:
        """(code, tiles) that are to be recorded now, or (). Sets `wrong`.

        `free` is False when a seat has drawn and did not discard yet: nobody may draw.
        """
        waits = self._waits
        self._waits = ()
        self._holds = False
        take: tuple = ()
        if wall.over:
            pass  # nothing more is drawn
        elif self._sensors.leaving() > MANY:
            self._holds = True  # the wall is being cleared
        elif self._accepted:
            take = self._by_number(wall)
        else:
            take = self._by_place(wall, free)
        if take or not self._waits:
            self.wrong = None
        elif self._waits != waits:
            self._waits_since = self._sensors.clock
        elif self._sensors.clock - self._waits_since >= PATIENCE:
            self.wrong = self._waits[:3]
        return take

    def dealt(self, wall: Wall) -> bytes:
        """While tiles are dealt: the stacks that are gone. b"" before and after."""
        return bytes([s for s in range(len(self._cells)) if self._dark(wall, s)]) if self._dealing else b""

    @property
    def waiting(self) -> bool:
        """Has it to be asked again though nothing changes."""
        return bool(self._waits) or self._dealing or self._holds

    def took(self, code: int) -> None:
        """What look() gave has been recorded."""
        if code == WALL_DRAW:
            self._drawn_at = self._sensors.clock
        else:
            self._replaced += 1
            self._replaced_at = self._sensors.clock

    def counted(self, code: int) -> bool:
        """A key says that a tile is taken (WALL_ code). True: it is one that has been counted."""
        now = self._sensors.clock
        if code != WALL_DRAW:
            if not self._replaced or now - self._replaced_at > CLAIM_TAIL:
                self._replaced = 0
                return False
            self._replaced -= 1
            return True
        if self._drawn_at != NEVER and now - self._drawn_at <= CLAIM:
            self._drawn_at = NEVER
            return True
        if self._late and now - self._late[1] > LATE:
            self._late = (self._late[0], now)
            self._passed += 1
            return True
        return False

    def accept(self, wall: Wall) -> tuple:
        """The table plays on with what is wrong: (code, tiles) to record for it, 0 tiles: nothing."""
        what, taken, _, code, tiles = self._waits
        if what != TOO_MANY:
            for stack in range(len(self._cells)):
                if self._tiles(wall, stack) and self._dark(wall, stack):
                    self._accepted[stack] = self._tiles(wall, stack)
        self._waits = ()
        self.wrong = None
        return code, tiles

    # ------------------------------------------------------------ by place

    def _by_place(self, wall: Wall, free: bool) -> tuple:
        late, extra = self._differences(wall)
        self._dealt(wall, late)
        if not extra or len(extra) > MANY and not (self._dealing and len(late) >= len(extra)):
            return ()  # so many are gone: the wall is being cleared
        front, tail = (wall.next or 0) // 2, self._tail(wall)
        if self._dealing and extra != [tail] and not self._dealt_wrong(late, extra):
            return ()
        first, tiles = self._run(wall, front, 1, extra)
        before = [stack for stack in late if stack < front]
        if tiles:
            return self._from_front(wall, front, first, tiles, before, free)
        if wall.rules.REPLACEMENT == "tail" and wall.tail is not None and wall.tail // 2 == tail:
            last, tiles = self._run(wall, tail, -1, extra)
            if tiles:
                return self._from_tail(wall, last, tail, tiles, before)
        what = END if extra[-1] == tail else PLACE
        self._waits = (what, 2 * extra[-1] + 1, wall.next, WALL_DRAW, sum([self._tiles(wall, s) for s in extra]))
        return ()

    def _dealt_wrong(self, late: list, extra: list) -> bool:
        """Something is gone that was not dealt, while some of what was dealt lies there. When that stays so the wall
        was broken at the wrong place, or a few sensors are stuck: then, True, the deal is over."""
        if (late, extra) != self._picture:
            self._picture = (late, extra)
            self._picture_since = self._sensors.clock
        first = late[-1] == len(late) - 1 and len(late) >= min(2, len(extra))
        shifted = len(late) > MANY or first
        if shifted:
            self._waits = (PLACE, 2 * extra[-1] + 1, 0, WALL_DRAW, 0)
        elif self._sensors.clock - self._picture_since >= PATIENCE:
            self._stuck(late)
            self._dealing = False
            return True
        return False

    def _from_tail(self, wall: Wall, last: int, tail: int, tiles: int, late: list) -> tuple:
        if late and not self._dealing:
            self._waits = (END, 2 * last + 1, 2 * late[-1] + 1, WALL_DRAW, 0)
        elif self._at_once(wall, last, tail, tiles):
            self._waits = (TOO_MANY, 2 * last + 1, wall.next, self._replacement(wall), tiles)
        else:
            return self._replacement(wall), tiles
        return ()

    def _from_front(self, wall: Wall, front: int, last: int, tiles: int, late: list, free: bool) -> tuple:
        if late and not self._dealing:
            if 2 * last + 2 > front * 2 + 2 - self._tiles(wall, front) + self._passed:
                self._waits = (PLACE, 2 * last + 1, 2 * late[-1] + 1, WALL_DRAW, 0)
                return ()
            self._stuck(late)  # as many keys as tiles: it is the sensor
        tail = self._tail(wall)
        met = last == tail > front and wall.rules.REPLACEMENT == "tail"  # the other end's stack is no part of one draw
        went = [stack for stack in range(front, last + 1) if self._dark(wall, stack) and self._tiles(wall, stack)]
        if self._at_once(wall, last - met, front, tiles) or not free and len(went) < 2:  # else the table has played on
            self._waits = (TOO_MANY, 2 * last + 1, wall.next, WALL_DRAW, tiles)
        elif any([self._sensors.changing(self._cells[s]) for s in range(front, min(last + 2, len(self._cells)))]):
            self._holds = True  # what is beyond may be gone too, what was gone come back
        else:
            return WALL_DRAW, tiles
        return ()

    def _dealt(self, wall: Wall, late: list) -> None:
        """The deal is over when all that was dealt is gone, or somebody has drawn: what then lies far behind the front
        has a stuck sensor. Sets _late."""
        drawn = wall.taken is not None and self._sensors.quiet >= PATIENCE
        if self._dealing and (not late or len(late) <= MANY and drawn):
            self._dealing = False
            self._stuck([stack for stack in late if stack < (wall.next or 0) // 2 - 1])
        late = [stack for stack in late if stack < (wall.next or 0) // 2]
        if self._dealing or not late:
            self._late = ()
            self._passed = 0
        elif not self._late or self._late[0] != late[-1]:
            self._late = (late[-1], self._sensors.clock)

    def _differences(self, wall: Wall) -> tuple:
        """Stacks that the events have as taken and that still lie there; those that are gone without an event."""
        late: list = []
        extra: list = []
        sensors, gone = self._sensors, wall.gone
        turned = -1 if wall.indicator_at is None else wall.indicator_at // 2
        for stack, cell in enumerate(self._cells):
            place, k = cell // STACKS, cell % STACKS
            if sensors.there[place] >> k & 1 and stack != turned:
                taken = gone[stack >> 2] >> (2 * stack & 7) & 3 == 3
                if taken != sensors.dark[place] >> k & 1:
                    (late if taken else extra).append(stack)
        return late, extra

    def _tail(self, wall: Wall) -> int:
        """The last stack that has a tile to take."""
        stack = len(self._cells) - 1
        while stack and not self._tiles(wall, stack):
            stack -= 1
        return stack

    def _replacement(self, wall: Wall) -> int:
        """What a tile taken at the tail is: where both may be, a flower. It says nothing of a run of kongs."""
        return WALL_FLOWER if wall.rules.FLOWER_EVENT else WALL_KONG

    def _run(self, wall: Wall, stack: int, step: int, extra: list) -> tuple:
        """From an end on: the farthest stack that is gone with all on the way to it, and how many tiles these are."""
        farthest, tiles, passed = stack, 0, 0
        while 0 <= stack < len(self._cells):
            standing = self._tiles(wall, stack)
            if standing and self._lit(wall, stack):
                break
            passed += standing
            if stack in extra:
                farthest, tiles = stack, passed
            stack += step
        return farthest, min(tiles, wall.left)

    def _at_once(self, wall: Wall, last: int, first: int, tiles: int) -> bool:
        """Did the two stacks that went last go in one moment, and with them three tiles or more. Once another tile was
        taken after them, the table has played on."""
        if tiles < 3:
            return False
        since = []
        for stack in range(min(first, last), max(first, last) + 1):
            if self._dark(wall, stack) and self._tiles(wall, stack):
                since.append(self._sensors.since(self._cells[stack]))
        since.sort()
        return len(since) > 1 and since[-2] != NEVER and since[-1] - since[-2] < AT_ONCE

    # ------------------------------------------------------------ by number

    def _by_number(self, wall: Wall) -> tuple:
        """After something was accepted: as many draws as stacks are gone, wherever they lay; the tail as ever."""
        tail = self._tail(wall)
        if wall.rules.REPLACEMENT == "tail" and wall.tail is not None and wall.tail // 2 == tail:
            if self._dark(wall, tail) and tail not in self._accepted:
                return self._replacement(wall), self._tiles(wall, tail)
        front = (wall.next or 0) // 2
        gone, whole = 0, True
        for stack in range(len(self._cells)):
            standing = self._tiles(wall, stack)
            if stack in self._accepted:
                gone += self._accepted[stack]
            elif stack > front and not standing:
                pass  # from the tail
            elif self._known(wall, stack):
                lit = self._lit(wall, stack)
                whole = whole and not lit
                gone += 0 if lit else 2
            elif whole or stack <= front:
                gone += 2 - (0 if whole else standing)
        counted = 2 * front + 2 - self._tiles(wall, front)
        tiles = min(gone - counted, wall.left)
        return (WALL_DRAW, tiles) if 0 < tiles <= 2 * MANY else ()
