"""What a controller writes besides messages: the end of it tells why a firmware does not start."""

import re

BYTES = 2000  # of what came last

_PROMPT = re.compile(r"(?:^|\n)(?:(?:>>>|\.\.\.) )+")
_BANNER = re.compile(r'MicroPython .*; |MicroPython .* version|Type "help\(\)"|Use Ctrl-D|MPY: soft reboot')
_ERROR = re.compile(r"\w*(?:Error|Exception|Interrupt|Exit)\b")
_OURS = '"jsonrpc"'


def why(said: bytes | bytearray) -> str:
    """The last error in what was written, else the last line, "-" when there is none; in one line.

    A prompt echoes our requests and says that they are no Python: that is left out.
    """
    text = said.decode("utf-8", "replace").replace("\r", "")
    told = [
        line.strip()
        for piece in _PROMPT.split(text)
        if _OURS not in piece
        for line in piece.split("\n")
        if line.strip() and not _BANNER.match(line)
    ]
    errors = [line for line in told if _ERROR.match(line)]
    return (errors or told or ["-"])[-1]
