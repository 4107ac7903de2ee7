"""The serial line to the laptop: requests in, answers and notices out. Never waits for a laptop that does not read.

One line of 7-bit ASCII a message (engine_core/wire.py), JSON-RPC 2.0 inside. A request that changes something is done
exactly once: one that comes again gets the same answer and does nothing, so a laptop that heard nothing may simply ask
again. What only asks is answered anew.
"""

import asyncio
import binascii
import time

from engine_core import wire

LINE = 2048  # longest request in bytes,
ROOM = 256  # and what most take
RAW = 1024  # bytes that a laptop may have raw, behind an answer
AHEAD = 2  # requests that a line without flow control keeps while one is answered; a board may know better
ANSWER = 4096  # longest line that a laptop takes
PIECE = 64  # bytes read between two looks at the rest of the table
KEPT = 8  # answers that can be given again
SHORT = 512  # bytes; of longer ones only the latest is kept: they tell of an event, and are made of it again
WAITING = 16  # notices that wait for the line; the oldest go first, their numbers show that
PATIENCE = 500  # ms that the line may take nothing before what waits is dropped
BASE64 = 192  # bytes of `data` in one piece of an answer
PAUSE = 3  # ms between two looks at a line on which nothing happens,
WHILE = 1000  # ms; after that
LONGER = 15  # ms: each look takes a Pico the better part of a millisecond


class Link:
    """The line of a board's `port`. `service` answers its requests (service.py, safe.py).

    `trouble` is told (name of this part, error) of what goes wrong, `alive` is called as long as the line is looked at.
    `call`: how the service is called (App.call); left out: at once.
    """

    def __init__(self, port, service, trouble, alive, call=None) -> None:  # type: ignore[no-untyped-def]
        self._port = port
        self._trouble = trouble
        self._alive = alive
        self._service = service
        self._call = call
        self.reader = wire.Reader(LINE, ROOM)
        self._piece = bytearray(PIECE)
        self._answers: list = []  # (request id, frame in pieces), oldest first
        self._notices: list = []  # (number, method, params)
        self._number = 0  # of the last notice
        self._listened = False  # a laptop is there: it asked something and takes its answers
        self._torn = False  # the last message went out in part
        self._stalled = False  # ... or not at all, and the line has taken nothing since: it is not waited for again

    async def run(self) -> None:
        """Serve for ever. KeyboardInterrupt: a Ctrl-C came over the line."""
        last = time.ticks_ms()  # when there was something
        while True:
            self._alive()
            n = self._port.readinto(self._piece)
            if n:
                last = time.ticks_ms()
                for message in self.reader.feed(bytes(self._piece[:n])):
                    await self.request(message)
                    await self._tell()  # also where one request follows the other
                await asyncio.sleep_ms(0)
            elif not await self._tell():
                still = time.ticks_diff(time.ticks_ms(), last) > WHILE
                await asyncio.sleep_ms(LONGER if still else PAUSE)

    async def _tell(self) -> bool:
        """Send the oldest notice that waits; False when none does."""
        if not self._notices:
            return False
        number, method, params = self._notices.pop(0)
        params["n"] = number
        await self._send([wire.frame(wire.notice(method, params))])
        return True

    def notice(self, method: str, params: dict) -> None:
        """Tell the laptop, if one listens, as soon as the line is free. Every notice has a number: a lost one shows."""
        self._number += 1
        if self._listened:
            if len(self._notices) >= WAITING:
                self._notices.pop(0)
            self._notices.append((self._number, method, params))

    async def request(self, message: object) -> None:
        """Answer what came over the line."""
        if isinstance(message, dict) and "method" not in message and ("result" in message or "error" in message):
            return  # an answer: our own line, echoed by a terminal
        self._listened = True
        ident = message.get("id") if isinstance(message, dict) else None
        if isinstance(ident, str):
            for known, pieces in self._answers:
                if known == ident:
                    await self._send(pieces)
                    return
        try:
            serve = self._service.serve
            answer, lasting = await self._call(serve, message) if self._call else serve(message)
        except MemoryError as error:  # not even room to look at it
            self._trouble("link", error)
            named = ident if isinstance(ident, str) else None
            answer, lasting = wire.error(named, wire.INTERNAL_ERROR, "there is no room for an answer"), False
        if answer is None:
            return
        pieces = self._framed(answer)
        if isinstance(ident, str) and lasting:
            short = [one for one in self._answers if len(one[1]) == 1]
            self._answers = short[1 - KEPT :] + [(ident, pieces)]
        await self._send(pieces)

    def rest(self, quiet: bool) -> None:
        """Give back what is not in use. `quiet`: no laptop is there any more that could ask again."""
        self.reader.rest()
        if quiet:
            self._answers = []

    def _framed(self, answer: dict) -> list:
        """The frame of an answer, in pieces where it is long: a heap in use has little room in one piece."""
        try:
            result = answer.get("result")
            raw = result.pop("bytes", None) if isinstance(result, dict) else None
            pieces = wire.pieces(_json(answer), raw)
            size = sum([len(piece) for piece in pieces])
            if size > ANSWER:
                raise ValueError("an answer of %d bytes" % size)
            return pieces if size > SHORT else [b"".join(pieces)]
        except Exception as error:  # what was asked for is done: the laptop must hear that something is wrong
            self._trouble("link", error)
            return [wire.frame(wire.error(answer["id"], wire.INTERNAL_ERROR, "the answer cannot be told"))]

    async def _send(self, pieces: list) -> None:
        if self._torn:
            pieces = [b"\n"] + pieces  # ends what went out in part
        begun = False
        since = time.ticks_ms()
        for piece in pieces:
            at = 0
            while at < len(piece):
                n = self._port.write(memoryview(piece)[at:])
                at += n
                if n:
                    begun = True
                    self._stalled = False
                    since = time.ticks_ms()
                elif self._stalled or time.ticks_diff(time.ticks_ms(), since) > PATIENCE:
                    self._torn = self._torn or begun
                    self._stalled = True
                    self._listened = False
                    self._notices.clear()
                    return
                else:
                    await asyncio.sleep_ms(PAUSE)
        self._torn = False


def _json(answer: dict) -> list:
    """An answer as JSON, in pieces. The `data` of a result may be bytes, which become base64."""
    result = answer.get("result")
    data = result.get("data") if isinstance(result, dict) else None
    if not isinstance(result, dict) or not isinstance(data, (bytes, bytearray)):
        return [wire.ascii_json(answer)]
    result["data"] = ""
    before, _, after = wire.ascii_json(answer).partition(b'"data":""')
    pieces = [before, b'"data":"']
    for at in range(0, len(data), BASE64):
        pieces.append(binascii.b2a_base64(bytes(data[at : at + BASE64]))[:-1])
    return pieces + [b'"', after]
