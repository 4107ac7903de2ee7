"""The methods with which a laptop fetches the journal. Like methods.py; nobody needs these while a hand is played."""

import binascii

from firmware.link import RAW
from firmware.params import number
from firmware.service import Parts

READ = 512  # bytes of an answer as text


def journal_info(s: Parts, params: dict) -> dict:
    j = s.game.journal
    return {"first": j.first, "last": j.last, "size": j.size(j.last), "seq": j.seq, "first_seq": j.first_seq}


def journal_read(s: Parts, params: dict) -> dict:
    j = s.game.journal
    seg = number(params, "seg", 0, 1 << 30)
    raw = params.get("raw") is True
    data = j.read(seg, number(params, "off", 0, 1 << 30), number(params, "n", 1, RAW if raw else READ), RAW)
    told: dict = {"size": j.size(seg), "last": seg == j.last}
    if raw:
        told["bytes"] = data  # firmware/link.py puts them behind the answer
    else:
        told["data"] = binascii.b2a_base64(data).strip().decode()
    return told


def journal_hash(s: Parts, params: dict) -> dict:
    digest = s.game.journal.hash(number(params, "seg", 0, 1 << 30), number(params, "size", 0, 1 << 30))
    return {"sha256": binascii.hexlify(digest).decode()}


def journal_ack(s: Parts, params: dict) -> dict:
    s.game.journal.ack(number(params, "seg", 0, 1 << 30), number(params, "off", 0, 1 << 30))
    return {}


METHODS = {
    "journal.info": (None, journal_info),
    "journal.read": (None, journal_read),
    "journal.hash": (None, journal_hash),
    "journal.ack": (None, journal_ack),
}
