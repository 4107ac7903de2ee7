"""The methods with which a laptop fetches the journal. Like methods.py; nobody needs these while a hand is played."""

from firmware import standing
from firmware.params import number
from firmware.service import Parts


def journal_info(s: Parts, params: dict) -> dict:
    return standing.journal_info(s.game.journal)


def journal_read(s: Parts, params: dict) -> dict:
    return standing.journal_read(s.game.journal, params)


def journal_hash(s: Parts, params: dict) -> dict:
    return standing.journal_hash(s.game.journal, params)


def journal_ack(s: Parts, params: dict) -> dict:
    s.game.journal.ack(number(params, "seg", 0, 1 << 30), number(params, "off", 0, 1 << 30))
    s.game.losing()
    return {}


METHODS = {
    "journal.info": (None, journal_info),
    "journal.read": (None, journal_read),
    "journal.hash": (None, journal_hash),
    "journal.ack": (None, journal_ack),
}
