"""A reader of tiles: a PN532 on I2C, which finds the tag (ISO 14443 A) in a tile that is laid on it.

NXP's user manual UM0701-02: frames 6.2, I2C 6.2.4, commands 7. Nothing here waits for the tag: a search is begun with
one look and its outcome taken with one of the next. The chip is set up anew now and then, because readers go deaf.
"""

import time

CONFIGURE, SET_UP, SEARCH = 0x32, 0x14, 0x4A  # RFConfiguration, SAMConfiguration, InListPassiveTarget
TO_CHIP, FROM_CHIP = 0xD4, 0xD5
ACK = b"\x00\x00\xff\x00\xff\x00"
READY = 1
TRIES = 1  # beside the first, each of some 5 ms: then no tag is there
LONGEST = 48  # bytes of an answer, with what a bank card says of itself
AT_ONCE = 20  # ms that an answer without a search may take
LATE = 10  # looks after which a search has no outcome any more
GONE = 3  # looks that find nothing until a tile has been taken away: one at the edge is not found each time
ANEW = 6000  # looks: ten minutes
NO_ANSWER = 5  # EIO


class PN532:
    def __init__(self, bus, channel: "int | None", address: int) -> None:  # type: ignore[no-untyped-def]
        self._bus = bus
        self._channel = channel
        self._address = address
        self._status = bytearray(1)
        self._ack = bytearray(1 + len(ACK))
        self._answer = bytearray(1 + LONGEST)
        self._looks = 0  # since it was set up
        self._asked = -1  # look at which the search began, -1: none has
        self._lies = b""  # the tag that was told last and still lies there
        self._missed = 0

    def start(self) -> None:
        self._looks = 0
        self._asked = -1
        self._now(SET_UP, 1, 0, 0)  # normal, no time limit, no interrupt
        self._now(CONFIGURE, 5, 0xFF, 1, TRIES)  # item 5: MxRtyATR, MxRtyPSL, MxRtyPassiveActivation

    def read(self) -> bytes:
        """The id of a tag that was laid on since the last look, b"" when none was. OSError: it does not answer."""
        self._looks += 1
        if self._looks > ANEW:
            self.start()
        if self._asked < 0:
            self._asked = self._looks
            self._send(SEARCH, 1, 0)  # one tag, 106 kbit/s type A
            return b""
        if not self._ready():
            if self._looks - self._asked > LATE:
                raise OSError(NO_ANSWER)
            return b""
        self._asked = -1
        return self._fresh(found(self._take(SEARCH)))

    def _fresh(self, tag: bytes) -> bytes:
        if not tag:
            self._missed += 1
            if self._missed >= GONE:
                self._lies = b""
            return b""
        self._missed = 0
        if tag == self._lies:
            return b""
        self._lies = tag
        return tag

    # ------------------------------------------------------------ frames

    def _now(self, *command: int) -> None:
        self._send(*command)
        self._wait()
        self._take(command[0])

    def _send(self, *command: int) -> None:
        self._bus.write(self._channel, self._address, frame(bytes((TO_CHIP,) + command)))
        self._wait()
        self._bus.fetch(self._channel, self._address, self._ack)
        if self._ack[1:] != ACK:
            raise OSError(NO_ANSWER)

    def _wait(self) -> None:
        for _ in range(AT_ONCE):
            if self._ready():
                return
            time.sleep_ms(1)
        raise OSError(NO_ANSWER)

    def _ready(self) -> bool:
        self._bus.fetch(self._channel, self._address, self._status)
        return bool(self._status[0] & READY)

    def _take(self, command: int) -> bytes:
        """What the answer to a command holds."""
        self._bus.fetch(self._channel, self._address, self._answer)
        held = content(self._answer)
        if held[:2] != bytes((FROM_CHIP, command + 1)):
            raise OSError(NO_ANSWER)
        return held[2:]


def frame(held: bytes) -> bytes:
    """A frame round these bytes: their number and its complement before them, the complement of their sum behind."""
    n = len(held)
    return b"\x00\x00\xff" + bytes((n, -n & 255)) + held + bytes((-sum(held) & 255, 0))


def content(answer: bytearray) -> bytes:
    """The bytes in a frame behind the status byte. OSError when it is none, or damaged."""
    n = answer[4]
    held = bytes(answer[6 : 6 + n])
    whole = answer[1:4] == b"\x00\x00\xff" and (n + answer[5]) & 255 == 0 and n + 7 <= len(answer)
    if not whole or sum(held) + answer[6 + n] & 255:
        raise OSError(NO_ANSWER)
    return held


def found(targets: bytes) -> bytes:
    """The tag's id in what a search found: number of targets, then of the first its number, SENS_RES, SEL_RES, id."""
    if not targets or not targets[0]:
        return b""
    return targets[6 : 6 + targets[5]]
