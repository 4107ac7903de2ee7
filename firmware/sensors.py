"""The wall's presence sensors, one a stack: from what they say now to what has settled, and which not to believe.

A sensor bounces while a tile leaves, flickers when it is badly lit, and may be stuck. What it says counts once it has
said so for SETTLE ms, moments in which it did not taken off twice. One that goes on changing is not looked at until it
has been quiet for some time, and one that never changes where it must is off until it does.

A sensor is a number: 20 * place + bit, see walls() in firmware/boards.
"""

from array import array

STACKS = 20  # of a side at most
ALL = (1 << STACKS) - 1
SENSORS = 4 * STACKS
SETTLE = 800  # ms; longer than a stack wobbles of which the upper tile is taken
LOOK = 150  # ms that one look counts at most: a controller that was busy has seen no more
PAUSE = 500  # ms; what goes dark again within them has not stopped going
UNIT = 10  # ms
CHANGES = 25  # at once of a sensor that flickers; one a second is forgotten
SECOND = 1000
NEVER = -1  # a sensor that was dark from the beginning
STRAY = 3  # stacks of a side that may say "tile" when it is empty: those are stuck, or a tile lies about


class Sensors:
    """Read, never set from outside:

    dark      by place: bit set, no tile lies there, as it has settled. Only where `there` has the bit
    there     by place: the stacks that can be believed
    flickers  by place: those that change too often to be believed
    quiet     ms since anything last changed, or looked as if it did
    version   goes up when dark or there has changed
    """

    def __init__(self) -> None:
        self.dark = [0] * 4
        self.there = [0] * 4
        self.quiet = 0
        self.version = 0
        self.clock = 0  # ms
        self._rails = [0] * 4  # stacks that have a sensor: one that has said "tile" once
        self._last: list = [None] * 4  # what the sensors said last, None: no rail
        self._rising = [0] * 4  # those that say something else than has settled, or did a moment ago
        self._age = bytearray(SENSORS)  # for how long, in UNIT ms
        self._changes = bytearray(SENSORS)
        self._second = 0
        self.flickers = [0] * 4
        self._off = [0] * 4  # stuck
        self._since = array("i", [NEVER] * SENSORS)  # when one last began to go dark, by the clock
        self._seen = array("i", [-PAUSE] * SENSORS)  # and when it was last seen going

    def update(self, ms: int, walls: list) -> None:
        """What the sensors say now, `ms` after the last time."""
        self.clock += ms
        self.quiet += ms
        for place in range(4):
            bits = walls[place]
            if bits is None:
                if self._last[place] is not None:
                    self._forget(place)
            elif self._last[place] is None:
                self._last[place] = 0
                self.dark[place] = ALL
                self._look(place, bits, 0)
            elif bits != self._last[place] or self._rising[place]:
                self._look(place, bits, min(ms, LOOK) // UNIT)
        self._second += ms
        while self._second >= SECOND:
            self._second -= SECOND
            self._calm()

    def since(self, sensor: int) -> int:
        """When a stack that is dark went dark, by the clock; NEVER: it was at the first look."""
        return self._since[sensor]

    def ignored(self, sensor: int) -> bool:
        """Has it a tile to see, and is not believed."""
        place, k = sensor // STACKS, sensor % STACKS
        return bool((self._rails[place] & ~self.there[place]) >> k & 1)

    def off(self) -> list:
        """By place: those that have a tile to see, and are not believed."""
        return [self._rails[place] & ~self.there[place] for place in range(4)]

    def changing(self, sensor: int) -> bool:
        """Does the stack of a sensor look as if it were going, or did it a moment ago; or as if it were coming back."""
        place, k = sensor // STACKS, sensor % STACKS
        if not self.there[place] >> k & 1:
            return False
        if self.dark[place] >> k & 1:
            return bool(self._rising[place] >> k & 1)
        return self.clock - self._seen[sensor] <= PAUSE

    def leaving(self) -> int:
        """How many tiles that have settled look as if they were leaving now."""
        return sum([_count(self._rising[place] & self.there[place] & ~self.dark[place]) for place in range(4)])

    def stuck(self, place: int, bits: int) -> None:
        """These stacks of a place say what cannot be: off until they say something else."""
        self._off[place] |= bits
        self._believe(place)

    def cleared(self, standing: list) -> None:
        """Between two hands: sides that have settled as empty, except for a few stacks, which are stuck; not those that
        the hand has left `standing`, by place.
        """
        for place in range(4):
            lit = self._rails[place] & ~self.dark[place]
            if lit & ~standing[place] and _count(lit) <= STRAY:
                self.stuck(place, lit & ~standing[place])

    # ------------------------------------------------------------ one side

    def _forget(self, place: int) -> None:
        self._last[place] = None
        for sensor in range(STACKS * place, STACKS * place + STACKS):
            self._age[sensor] = self._changes[sensor] = 0
        self._rails[place] = self.dark[place] = self._rising[place] = self.flickers[place] = self._off[place] = 0
        self._believe(place)

    def _look(self, place: int, bits: int, units: int) -> None:
        changed = bits ^ self._last[place]
        self._last[place] = bits
        differing = bits & self.dark[place] | ~(bits | self.dark[place]) & ALL
        rising = differing | self._rising[place]
        if (changed | rising) & self.there[place] or differing & ~self._rails[place]:
            self.quiet = 0
        k = 0
        while (changed | rising) >> k:
            bit = 1 << k
            sensor = STACKS * place + k
            if changed & bit and self._changes[sensor] < 255:
                self._changes[sensor] += 1
                if self._changes[sensor] >= CHANGES and not self.flickers[place] & bit:
                    self.flickers[place] |= bit
                    self._believe(place)
            if rising & bit:
                rising = self._aged(place, k, rising, differing & bit, units)
            k += 1
        self._rising[place] = rising

    def _aged(self, place: int, k: int, rising: int, differs: int, units: int) -> int:
        """One sensor that may change: `rising` afterwards."""
        sensor, bit = STACKS * place + k, 1 << k
        age = self._age[sensor]
        if not differs:
            self._age[sensor] = age = max(0, age - 2 * units)
            return rising if age else rising & ~bit
        if not self.dark[place] & bit:
            if self.clock - self._seen[sensor] > PAUSE:
                self._since[sensor] = self.clock
            self._seen[sensor] = self.clock
        if age + units < SETTLE // UNIT:
            self._age[sensor] = age + units
            return rising | bit
        self._age[sensor] = 0
        self.dark[place] ^= bit
        self._rails[place] |= bit
        self._off[place] &= ~bit  # it changes: it is not stuck
        self.version += 1
        self._believe(place)
        return rising & ~bit

    def _calm(self) -> None:
        """Each second: a change is forgotten. A sensor that has no more of them does not flicker any longer."""
        changes = self._changes
        for sensor in range(SENSORS):
            if changes[sensor]:
                changes[sensor] -= 1
                if not changes[sensor] and self.flickers[sensor // STACKS]:
                    place = sensor // STACKS
                    self.flickers[place] &= ~(1 << sensor % STACKS)
                    self._believe(place)

    def _believe(self, place: int) -> None:
        there = self._rails[place] & ~self.flickers[place] & ~self._off[place]
        if there != self.there[place]:
            self.there[place] = there
            self.version += 1


def _count(bits: int) -> int:
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n
