"""What comes over the line, on the laptop's side: messages of the protocol, among whatever else there is.

As engine_core.wire.Reader, which the table reads with; and a message may have raw bytes behind its JSON.
"""

import json
import re
from typing import Any

from engine_core import wire

RAW = b"\x01"
JSON = re.compile(rb"[ -}]+")
TAIL = re.compile(rb"\*[0-9a-f]{8}\Z")


class Lines:
    """Finds the messages. `longest` bytes may stand between "~" and the end of the line; nothing is ever raised."""

    def __init__(self, longest: int):
        self._longest = longest
        self._line = b""  # from the last "~" on

    def feed(self, data: bytes) -> list[Any]:
        """The JSON values of the messages that end within `data`. Raw bytes become the field `data` of the result."""
        *whole, last = (self._line + data).split(b"\n")
        start = last.rfind(b"~")
        self._line = last[start:] if start >= 0 and len(last) - start <= self._longest + 1 else b""
        return [message for line in whole if (message := self._message(line)) is not None]

    def _message(self, line: bytes) -> Any:
        start = line.rfind(b"~")
        line = line[start + 1 :]
        if start < 0 or len(line) > self._longest:
            return None
        line = line.removesuffix(b"\r")
        body = line[: -wire.TAIL]
        if not TAIL.search(line) or wire.crc(body) != line[1 - wire.TAIL :]:
            return None
        text, sign, raw = body.partition(RAW)
        try:
            message = json.loads(text) if JSON.fullmatch(text) else None
        except (ValueError, RecursionError):
            return None
        if not sign:
            return message
        if not isinstance(message, dict) or not isinstance(message.get("result"), dict):
            return None
        plain = raw.replace(b"\x1b2", b"\n").replace(b"\x1b1", b"~").replace(b"\x1b0", b"\x1b")
        message["result"]["data"] = plain
        return message
