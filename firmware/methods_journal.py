"""The methods with which a laptop fetches the journal. Like methods.py, but served in safe mode, too: `s` has a
`journal` (service.py, safe.py).
"""

import binascii

from firmware.link import RAW
from firmware.params import number

READ = 512  # bytes of the journal in an answer as text


def journal_info(s, params: dict) -> dict:  # type: ignore[no-untyped-def]
    j = s.journal
    return {"first": j.first, "last": j.last, "size": j.size(j.last), "seq": j.seq, "first_seq": j.first_seq}


def journal_read(s, params: dict) -> dict:  # type: ignore[no-untyped-def]
    j, seg = s.journal, number(params, "seg", 0, 1 << 30)
    raw = params.get("raw") is True
    data = j.read(seg, number(params, "off", 0, 1 << 30), number(params, "n", 1, RAW if raw else READ), RAW)
    told: dict = {"size": j.size(seg), "last": seg == j.last}
    if raw:
        told["bytes"] = data  # firmware/link.py puts them behind the answer
    else:
        told["data"] = data  # which becomes base64 there, too
    return told


def journal_hash(s, params: dict) -> dict:  # type: ignore[no-untyped-def]
    digest = s.journal.hash(number(params, "seg", 0, 1 << 30), number(params, "size", 0, 1 << 30))
    return {"sha256": binascii.hexlify(digest).decode()}


def journal_ack(s, params: dict) -> dict:  # type: ignore[no-untyped-def]
    s.journal.ack(number(params, "seg", 0, 1 << 30), number(params, "off", 0, 1 << 30))
    s.game.losing()
    return {}


METHODS = {
    "journal.info": journal_info,
    "journal.read": journal_read,
    "journal.hash": journal_hash,
    "journal.ack": journal_ack,
}
