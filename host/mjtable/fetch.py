"""The table's journal over the cable, as far as its flash can be read. What cannot be read is told, not raised."""

import base64
import hashlib
import io
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine_core import events, segment
from engine_core.table import Table
from mjtable.errors import Differs, Refused
from mjtable.link import Link

BLOCK = 512  # bytes of a read from a table that gives them as text
RAW = 1024  # and raw, at most
SMALLEST = 64  # on a line that spoils much
TRIES = 3  # flash at the end of its life reads now this way, now that


class Part(NamedTuple):
    """The valid bytes of a segment from its beginning, as far as they can be read; `whole`: these are all.

    `last`: it is the newest segment.
    """

    data: bytes
    whole: bool
    last: bool


class Whole(NamedTuple):
    """The whole records of a segment: (event, offset after it); `end` is where they end."""

    records: list[tuple[bytes, int]]
    end: int

    @classmethod
    def of(cls, data: bytes) -> "Whole":
        rest = io.BytesIO(data[segment.HEADER :])
        found = list(segment.records(rest.read))
        return cls(found, found[-1][1] if found else min(segment.HEADER, len(data)))

    @property
    def numbered(self) -> int:
        """Events with a number."""
        return sum(events.kind(event) != events.SNAPSHOT for event, _ in self.records)

    def first(self, part: Part, after: dict[str, Any] | None) -> int | None:
        """Number of the first event of a segment whose header is damaged: its snapshot says it, or the next header."""
        if self.records and events.kind(self.records[0][0]) == events.SNAPSHOT:
            try:
                return Table.restore(events.parse(self.records[0][0])["state"]).seq + 1
            except ValueError:  # no snapshot that we can read
                pass
        if after and part.whole and self.end == len(part.data):
            return int(after["first"]) - self.numbered
        return None


class Flash:
    """The segments of one table. Each method raises what the link raises, but for a refusal to read."""

    def __init__(self, link: Link):
        self._link = link
        most = link.hello.get("raw", 0)
        self._how = {"n": min(most, RAW), "raw": True} if most else {"n": BLOCK}
        self._largest = self._how["n"]
        self._most = link.hello.get("ahead", 1)  # requests that may be on their way
        self._usual = 0  # size of the segment read before
        self._last = (0, 0)  # the newest segment, as far as we know, and its size

    def info(self) -> dict[str, Any]:
        """Which segments and events there are now. Differs when the table has no journal."""
        try:
            info: dict[str, Any] = self._link.request("journal.info")
        except Refused as e:  # it cannot use its flash at all
            trouble = self._link.request("status")["trouble"]
            raise Differs(what="journal", table=trouble or e.values["why"], laptop="nothing to fetch") from e
        self._last = info["last"], info["size"]
        return info

    def part(self, number: int, have: bytes = b"") -> Part:
        """A segment that begins with the bytes `have`. Differs when the table has read other bytes than it has sent."""
        for _ in range(TRIES):
            part = self.read(number, have)
            if part.whole:
                self._keep_busy(number, len(part.data), len(part.data))
            if self.hash(number, len(part.data)) in (None, sha256(part.data).hex()):
                return part
            if have and self.proves(number, part.data):  # the flash has changed since we had these
                return part
        raise Differs(what="journal", table=f"segment {number}", laptop="bytes with another hash")

    def read(self, number: int, have: bytes) -> Part:
        """The same, whatever its hash is."""
        data = bytearray(have)
        size: int | None = None
        while True:
            block = self._read(number, len(data), size)
            data += block["data"] if block else b""
            if block:
                size = self._usual = block["size"]
            if block and len(data) >= block["size"]:
                return Part(bytes(data), True, block["last"])
            if not (block and block["data"]):
                return Part(bytes(data), False, block["last"] if block else number >= self.info()["last"])

    def _read(self, number: int, offset: int, size: int | None) -> dict[str, Any] | None:
        """One block, its data as bytes, while what will be asked for behind it is on its way."""
        self._keep_busy(number, offset, size)
        repeats, n = self._link.repeats, self._how["n"]
        block = self._ask("journal.read", seg=number, off=offset, **self._how)
        # On a line that spoils much a short answer is more likely to arrive.
        self._how["n"] = max(n // 2, SMALLEST) if self._link.repeats > repeats else min(n + SMALLEST, self._largest)
        if block and isinstance(block["data"], str):
            block["data"] = base64.b64decode(block["data"])
        return block

    def _keep_busy(self, number: int, offset: int, size: int | None) -> None:
        """As many requests on their way as the table takes."""
        for method, params in self._next(number, offset, size):
            if self._link.waiting >= self._most:
                break
            self._link.ahead(method, **params)

    def _next(self, number: int, offset: int, size: int | None) -> Iterator[tuple[str, dict[str, Any]]]:
        """What will probably be asked for from here on: the rest of the segment, its hash, the next one.

        As long as its size is not known it is taken to be as the one before, and the newest as it was.
        """
        last, length = self._last
        known = size or max(length if number >= last else self._usual, offset + 1)
        for at in range(offset, known, self._how["n"]):
            yield "journal.read", {"seg": number, "off": at, **self._how}
        if not size:
            return
        yield "journal.hash", {"seg": number, "size": size}
        for at in range(0, size if number + 1 < last else 0, self._how["n"]):
            yield "journal.read", {"seg": number + 1, "off": at, **self._how}

    def size(self, number: int) -> int | None:
        """Valid bytes of a segment."""
        block = self._ask("journal.read", seg=number, off=0, n=1)
        return block["size"] if block else None

    def hash(self, number: int, size: int) -> str | None:
        """SHA-256 of the first bytes of a segment, in hexadecimal; None when it has not so many that can be read."""
        found = self._ask("journal.hash", seg=number, size=size)
        return found["sha256"] if found else None

    def header(self, number: int) -> dict[str, Any] | None:
        """What the header of a segment says; None when there is no such segment or its header is damaged."""
        block = self._ask("journal.read", seg=number, off=0, n=segment.HEADER)
        head = segment.header(base64.b64decode(block["data"])) if block else None
        return head if head and head["segment"] == number else None

    def proves(self, number: int, data: bytes) -> bool:
        """Does the segment after it say that a segment has just these bytes, whatever its own flash says now?"""
        after = self.header(number + 1)
        return after is not None and after["length"] == len(data) and begins(data, after)

    def agrees(self, number: int, data: bytes) -> bool:
        """Is whatever can be read of a segment as in `data`, and is it something?"""
        agree = False
        for at in range(0, len(data), BLOCK):
            block = self._ask("journal.read", seg=number, off=at, n=min(BLOCK, len(data) - at))
            piece = base64.b64decode(block["data"]) if block else b""
            if data[at : at + len(piece)] != piece:
                return False
            agree = agree or bool(piece)
        return agree

    def ack(self, number: int, offset: int, seq: int) -> None:
        """The laptop has everything before this place."""
        self._ask("journal.ack", seg=number, off=offset, seq=seq)

    def _ask(self, method: str, **params: Any) -> dict[str, Any] | None:
        """The table's answer; None when it refuses again and again: it has no such bytes, or cannot read them."""
        for _ in range(TRIES):
            try:
                answer: dict[str, Any] = self._link.request(method, **params)
                return answer
            except Refused as e:
                refusal = e
        if "MemoryError" in str(refusal.values["why"]):  # that passes, and the bytes are all right
            raise refusal
        return None


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def begins(data: bytes, head: dict[str, Any]) -> bool:
    """Does `data` begin with the valid bytes that a header tells of the segment before it?"""
    return head["length"] <= len(data) and sha256(data[: head["length"]]) == head["sha256"]
