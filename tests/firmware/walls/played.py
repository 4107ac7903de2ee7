"""A hand played at a wall with sensors: hands that are slow, keys pressed or not, and sensors that misbehave.

Runs on both interpreters. Everything follows from a seed. `Played` has the tiles as they really lie, what the sensors
say of them, and the tracker that has only the sensors and the keys.
"""

from engine_core.events import WALL_DRAW, WALL_FLOWER, WALL_KONG
from engine_core.rules import load
from engine_core.walk import Wall
from firmware.sensors import STACKS
from firmware.tracker import Tracker

TICK = 100


class Chance:
    """Random numbers that are the same on both interpreters."""

    def __init__(self, seed):
        self.state = (seed * 2654435761 + 12345) & 0xFFFFFFFF or 1

    def below(self, n):
        x = self.state
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self.state = x
        return x % n

    def one_in(self, n):
        return self.below(n) == 0

    def pick(self, things):
        return things[self.below(len(things))]

    def between(self, low, high):
        return low + self.below(high - low + 1)


class Rail:
    """What lies in front of the sensors of all four sides, and what they make of it."""

    def __init__(self, chance, noisy=True):
        self.chance = chance
        self.noisy = noisy
        self.tiles = bytearray(4 * STACKS)  # in front of each sensor
        self.stuck = {}  # sensor -> what it always says
        self.shaky = []  # sensors that flicker for good
        self.busy = {}  # sensor -> ms that it bounces for yet
        self.sides = (0, 1, 2, 3)
        self._bits = [0] * 4

    def put(self, sensor, tiles):
        self.tiles[sensor] = tiles
        side, k = divmod(sensor, STACKS)
        self._bits[side] = self._bits[side] & ~(1 << k) | bool(tiles) << k

    def read(self):
        """The four numbers of board.walls()."""
        chance, out = self.chance, [None] * 4
        for side in self.sides:
            out[side] = self._bits[side]
        if self.noisy and chance.one_in(20):  # a spark
            self.busy[chance.below(4 * STACKS)] = 50 * chance.between(1, 4)
        for sensor in list(self.busy):
            self.busy[sensor] -= TICK
            if chance.one_in(2):
                self._flip(out, sensor)
            if self.busy[sensor] <= 0:
                del self.busy[sensor]
        for sensor in self.shaky:
            if chance.one_in(2):
                self._flip(out, sensor)
        for sensor in self.stuck:
            side, k = divmod(sensor, STACKS)
            if out[side] is not None:
                out[side] = out[side] & ~(1 << k) | self.stuck[sensor] << k
        return out

    def _flip(self, out, sensor):
        side, k = divmod(sensor, STACKS)
        if out[side] is not None:
            out[side] ^= 1 << k


class Played:
    """One hand at a rail. `keys`: how many in ten tiles are said by a key, at most `spread` ms before or after."""

    def __init__(self, rail, sensors, region, options, dealer, dice, keys=0, spread=800):
        self.rail, self.sensors, self.chance = rail, sensors, rail.chance
        self.rules = load(region, options)
        self.truth = Wall(self.rules, dealer, dice)  # what is really taken
        self.wall = Wall(self.rules, dealer, dice)  # what the table knows
        self.keys, self.spread = keys, spread
        self.presses = []  # [ms until then, code]
        self.free = True
        self.told = []  # every (what, place, place) that was said to be wrong, once
        self.places = [s + (s >= 1) if len(self.wall.stacks) == 3 else s for s in range(4)]
        rail.sides = tuple(self.places[: len(self.wall.stacks)])
        self.dirty = True  # the table has recorded something
        self.tracker = None
        self.cells = []
        for stack in range(sum(self.wall.stacks)):
            side, n = self.wall.where(2 * stack)
            self.cells.append(STACKS * self.places[side] + n - 1)

    # ------------------------------------------------------------ time

    def wait(self, ms):
        while ms > 0:
            ms -= TICK
            self.tick()

    def tick(self):
        for press in self.presses:
            press[0] -= TICK
        while self.presses and self.presses[0][0] <= 0:
            self._press(self.presses.pop(0)[1])
        before = self.sensors.version
        self.sensors.update(TICK, self.rail.read())
        tracker = self.tracker
        if tracker is None:
            return
        if not tracker.ready:
            tracker.begin(self.wall)
        elif before != self.sensors.version or tracker.waiting or self.dirty:
            self.dirty = False
            take = tracker.look(self.wall, self.free)
            while take:
                self._record(*take)
                tracker.took(take[0])
                take = tracker.look(self.wall, self.free)
            if tracker.wrong is not None and (not self.told or self.told[-1] != tracker.wrong):
                self.told.append(tracker.wrong)

    def _record(self, code, tiles):
        for _ in range(tiles):
            assert self.wall.apply(code), "refused"
        self.dirty = True

    def _press(self, code):
        if not self.tracker.counted(code) and self.wall.apply(code):
            self.dirty = True

    def settle(self):
        self.rail.noisy = False
        self.wait(15000)
        self.rail.noisy = True

    # ------------------------------------------------------------ the table

    def build(self):
        """The walls are pushed in and come up again."""
        for sensor in range(len(self.rail.tiles)):
            self.rail.put(sensor, 0)
        self.wait(3000)
        self.sensors.cleared([0] * 4)
        for stack in range(len(self.cells)):
            self.rail.put(self.cells[stack], 2)
        self.wait(3000)

    def begin(self):
        places = self.places
        self.tracker = Tracker(self.sensors, self.wall, lambda side: places[side])
        self.wait(500)
        at = 0
        dealt = self.rules.SEATS * self.rules.HAND + 1
        while at < dealt:
            size = 4 if at < self.rules.SEATS * (self.rules.HAND // 4 * 4) else 1
            for place in range(at, min(at + size, dealt)):
                self.lift(place)
            at += size
            self.wait(self.chance.between(3, 20) * 100)
        self.wait(2500)

    def lift(self, place, slow=False):
        """A tile leaves."""
        sensor = self.cells[place // 2]
        self.rail.put(sensor, self.rail.tiles[sensor] - 1)
        if self.rail.tiles[sensor]:  # it wobbles
            self.rail.busy[sensor] = 100 * self.chance.between(1, 6)
        else:  # the hand is still there
            self.rail.busy[sensor] = 100 * self.chance.between(1, 20 if slow else 4)

    def back(self, place):
        sensor = self.cells[place // 2]
        self.rail.put(sensor, self.rail.tiles[sensor] + 1)

    def lies(self, stack):
        return self.rail.tiles[self.cells[stack]]

    def take(self, code, by_key=None):
        """A tile is really taken, as it should be, and perhaps said by a key."""
        assert self.truth.apply(code)
        place = self.truth.taken
        if place is None:
            return
        if by_key is None:
            by_key = self.chance.below(10) < self.keys
        after = self.chance.between(-self.spread, self.spread) if by_key else 0
        if by_key:
            self.presses.append([max(after, 0), code])
            if after < 0:
                self.tick()
                self.wait(-after - TICK)
        self.lift(place, self.chance.one_in(3))

    def turn(self):
        """A player draws, replaces flowers, and discards."""
        chance = self.chance
        self.take(WALL_DRAW)
        if chance.one_in(8) and self.truth.tail is not None and not self.truth.over:
            self.wait(chance.between(0, 20) * 100)
            flower = self.rules.FLOWER_EVENT and (chance.one_in(2) or 0 not in self.rules.kong_dice())
            if flower or 0 in self.rules.kong_dice():
                self.take(WALL_FLOWER if flower else WALL_KONG)
        self.wait(chance.between(15, 60) * 100)

    # ------------------------------------------------------------ what goes wrong

    def front(self):
        """The stack that the next tile lies on."""
        return (self.truth.next or 0) // 2

    def tail(self):
        return max([s for s in range(len(self.cells)) if self.lies(s) and not self.turned(s)])

    def grab(self, stack):
        """All of a stack is taken, one tile shortly after the other. The places."""
        places = []
        while self.lies(stack):
            places.append(2 * stack + 2 - self.lies(stack))
            self.lift(places[-1])
            self.wait(self.chance.between(1, 2) * 100)
        return places

    def until_told(self, ms=12000):
        """Waits until something is said to be wrong: that, or None."""
        while ms > 0 and self.tracker.wrong is None:
            self.tick()
            ms -= TICK
        return self.tracker.wrong

    def put_back(self, places):
        for place in places:
            self.back(place)
        self.wait(4000)

    def accept(self):
        """Everybody plays on."""
        self._record(*self.tracker.accept(self.wall))

    def draw_next(self):
        """After a wrong draw: the next tile that lies there is drawn. False: there is none."""
        stacks = [s for s in range(len(self.cells)) if self.lies(s) and not self.turned(s)]
        if not stacks or not self.wall.left:
            return False
        self.lift(2 * stacks[0] + 2 - self.lies(stacks[0]))
        self.wait(self.chance.between(15, 40) * 100)
        return True

    # ------------------------------------------------------------ what the tracker must know

    def turned(self, stack):
        return self.wall.indicator_at is not None and self.wall.indicator_at // 2 == stack

    def unseen(self, stack):
        cell = self.cells[stack]
        return self.turned(stack) or not self.sensors.there[cell // STACKS] >> cell % STACKS & 1

    def errors(self):
        """Tiles that the table has otherwise than they are, except those that no sensor can have seen."""
        out = []
        gone = [s for s in range(len(self.cells)) if not self.lies(s)]
        for place in range(2 * len(self.cells)):
            stack = place // 2
            real, known = not self.truth.stands(place), not self.wall.stands(place)
            if real == known:
                continue
            if known:
                out.append(("too many", place))
                continue
            # Not seen: its stack still has a tile, or has no sensor, and no stack beyond is seen to be gone.
            if self.lies(stack) and not self.unseen(stack):
                continue
            beyond = [s for s in gone if not self.unseen(s) and self.wall.stands(2 * s + 1)]
            if self.unseen(stack) and not beyond:
                continue
            out.append(("too few", place))
        if self.rules.SHARE_OUT and self.wall.left == self.truth.left:
            return []  # where it begins, the order in which tiles went decides from where, and no sensor sees it
        return out
