"""The keys of one part of the table, from levels to presses. Pure: levels and time come in, presses go out.

A press counts when the key goes down, at once; then the key must have been up for a while before it counts again. A key
held repeats, or says that it is held and then that it is no longer, as its name asks. A key that stays down far too
long, or is down when the table starts, is stuck: it is ignored until it has been up for a good while.
"""

import time

SETTLE = 30  # ms that a key must be up before a press counts: contacts bounce for less than 10
REPEAT = 500  # ms until a key held repeats
EVERY = 125  # ms from then on
HOLD = 1000  # ms until a key is held
STUCK = 15000  # ms
TRUSTED = 5000  # ms that a key that was stuck must be up
REPEATING = ("up", "down")
HOLDING = ("ok", "no")
UP, DOWN, LOOSE, BAD = 0, 1, 2, 3  # loose: let go just now, or bouncing
PRESS, REPEATED, HELD, RELEASED, STICKS, FREED = "press", "repeat", "hold", "release", "stuck", "freed"


class Keys:
    """`names`: (place, key) of input k, None where there is no key."""

    def __init__(self, names: list) -> None:
        self.names = names
        n = len(names)
        self._state = bytearray(n)
        self._since = [0] * n  # when it went down; was last seen down (BAD)
        self._let = [0] * n  # when it was let go
        self._next = [0] * n  # ms after that, when it repeats or is held; 0: never
        self._told = bytearray(n)  # 1: that it is stuck
        self._mask = 0  # which inputs are keys
        for k, name in enumerate(names):
            if name is not None:
                self._mask |= 1 << k
        self._busy = 0  # keys that are not simply up
        self._started = False
        self._began = 0

    def fresh(self, down: int) -> int:
        """Which of the keys down were up before: a reading that shows any is best taken twice."""
        return down & self._mask & ~self._busy

    def update(self, now: int, down: int, caught: int = 0) -> list:
        """What happened: [(place, key, PRESS | REPEATED | HELD | RELEASED | STICKS | FREED)].

        `now` in ticks of time.ticks_ms().
        `down`: the keys that are down now; `caught`: those that were down since the last time, however shortly.
        """
        down &= self._mask
        if not self._started:
            self._started = True
            self._begin(now, down)
            return []
        active = down | caught & self._mask | self._busy
        out: list = []
        k = 0
        while active:
            if active & 1:
                self._step(k, now, down >> k & 1, out)
            active >>= 1
            k += 1
        return out

    def held(self, now: int, key: str) -> dict:
        """{place: ms} of the places whose key of this name is down and good."""
        out = {}
        for k, name in enumerate(self.names):
            if name and name[1] == key and self._state[k] == DOWN:
                out[name[0]] = time.ticks_diff(now, self._since[k])
        return out

    def _begin(self, now: int, down: int) -> None:
        self._began = now
        for k in range(len(self.names)):
            if down >> k & 1:
                self._state[k] = BAD
                self._since[k] = now
                self._busy |= 1 << k

    def _step(self, k: int, now: int, down: int, out: list) -> None:
        state = self._state[k]
        if state == BAD:
            self._bad(k, now, down, out)
        elif state == DOWN:
            self._down(k, now, down, out)
        elif state == UP:
            self._pressed(k, now, down, out)
        elif time.ticks_diff(now, self._let[k]) < SETTLE:
            if down:
                self._state[k] = DOWN  # it only bounced
        else:
            self._released(k, out)
            if down:
                self._pressed(k, now, down, out)
            else:
                self._state[k] = UP
                self._busy &= ~(1 << k)

    def _pressed(self, k: int, now: int, down: int, out: list) -> None:
        name = self.names[k]
        out.append(name + (PRESS,))
        self._busy |= 1 << k
        self._since[k] = self._let[k] = now
        self._state[k] = DOWN if down else LOOSE
        self._next[k] = REPEAT if name[1] in REPEATING else HOLD if name[1] in HOLDING else 0

    def _down(self, k: int, now: int, down: int, out: list) -> None:
        lasted = time.ticks_diff(now, self._since[k])
        if not down:
            self._state[k] = LOOSE
            self._let[k] = now
        elif lasted >= STUCK:
            self._released(k, out)
            self._state[k] = BAD
            self._since[k] = now
            self._told[k] = 1
            out.append(self.names[k] + (STICKS,))
        elif self._next[k] and lasted >= self._next[k]:
            repeats = self.names[k][1] in REPEATING
            out.append(self.names[k] + (REPEATED if repeats else HELD,))
            self._next[k] = lasted + EVERY if repeats else 0

    def _released(self, k: int, out: list) -> None:
        if self.names[k][1] in HOLDING and not self._next[k]:  # it was said to be held
            out.append(self.names[k] + (RELEASED,))

    def _bad(self, k: int, now: int, down: int, out: list) -> None:
        """Ignored. Down since the start it is told after a while, and trusted soon after it was let go."""
        if down:
            self._since[k] = now
            if not self._told[k] and time.ticks_diff(now, self._began) >= STUCK:
                self._told[k] = 1
                out.append(self.names[k] + (STICKS,))
        elif time.ticks_diff(now, self._since[k]) >= (TRUSTED if self._told[k] else SETTLE):
            self._state[k] = UP
            if self._told[k]:
                self._told[k] = 0
                out.append(self.names[k] + (FREED,))
            self._busy &= ~(1 << k)
