"""The table's PIN: who wants to change the rules, the scores or the clock of a table in use has to know it.

Loaded when one is set and asked for. The PIN itself is never here: settings hold a salt and a key that a laptop has
derived from both (host/PROTOCOL.md, section 7), and a laptop shows that it knows the key by an HMAC of a challenge,
which is good for one try. Wrong tries are counted on flash, before they are known to be wrong: cutting the power does
not help, and after a restart the wait begins anew.
"""

import binascii
import os
import time

from engine_core.dice import hmac
from firmware.config import write_new
from firmware.settings import is_text

# What may ask for it.
GUARDED = (
    "region.set", "session.new", "session.give", "correct", "player.left", "hand.undo", "hand.abort", "clock",
    "config.set",
)  # fmt: skip
FREE = 3  # wrong tries in a row before there is a wait,
FIRST = 10  # seconds, twice as long with each one more,
LONGEST = 3600
SALT = 16  # hex digits of it in the setting, the key follows
WHO = 40  # characters
MOST = 60  # of the count: what a damaged file may say


class PinError(Exception):
    """The PIN is asked for. `data` goes with the error: challenge and salt, or how long to wait."""

    field = "pin"

    def __init__(self, why: str, data: dict) -> None:
        super().__init__("pin: " + why)
        self.data = data


def shown(s, method: str, params: dict, ident: str, proof: object) -> str:  # type: ignore[no-untyped-def]
    """Who has shown to know the PIN of the table; "" where it is not asked for. PinError. `s`: service.Service."""
    if method not in GUARDED or not asks(s.game, method, params):
        return ""
    if s.guard is None:
        s.guard = Guard(s.game.board.data)
    return s.guard.check(s.game.config.settings["pin"], ident, method, proof)  # type: ignore[no-any-return]


def asks(game, method: str, params: dict) -> bool:  # type: ignore[no-untyped-def]
    """Does this request ask for the PIN of a table that has one?"""
    if method == "config.set":
        return "pin" in params
    if not _in_use(game.table):
        return False
    if method != "clock":
        return True
    from firmware.game import CLOCK_ERROR, YEARS

    now, wanted = game.board.time(), params.get("time")  # one that was never set may be, and one that is right too
    return YEARS[0] <= now <= YEARS[1] and isinstance(wanted, int) and abs(wanted - now) > CLOCK_ERROR


def _in_use(table) -> bool:  # type: ignore[no-untyped-def]
    """Is there anything that somebody could have played for or agreed on: more than a first session as it comes."""
    begun = table.session_no > 1 or table.hand_no > 1 or table.phase in ("throw", "wild", "play")
    return begun or table.rules is not None and any([score != table.rules.START for score in table.scores])


class Guard:
    """Who has tried what so far. `folder`: where the count is kept."""

    def __init__(self, folder: str) -> None:
        self._path = folder + "/tries"
        try:
            with open(self._path, "rb") as f:
                self._wrong = min(max(int(f.read(8)), 0), MOST)
        except (OSError, ValueError):
            self._wrong = 0
        self._since = time.ticks_ms()
        self._challenge = ""

    def check(self, kept: str, ident: str, method: str, proof: object) -> str:
        """Who it is that has shown to know the PIN. PinError."""
        why = "needed"
        wait = self._wait()
        if not wait and isinstance(proof, dict) and proof.get("challenge") == self._challenge != "":
            message = "%s %s %s" % (self._challenge, ident, method)
            self._challenge = ""
            self._count(self._wrong + 1)
            mac = hmac(binascii.unhexlify(kept[SALT:]), message.encode())
            if proof.get("mac") == binascii.hexlify(mac).decode():
                self._count(0)
                who = proof.get("who")
                return who[:WHO] if is_text(who) and who else "?"  # type: ignore[index]
            why = "wrong"
            wait = self._wait()
        if wait:
            raise PinError("too many wrong ones, wait %d seconds" % wait, {"wait": wait, "wrong": self._wrong})
        if not self._challenge:
            self._challenge = binascii.hexlify(os.urandom(16)).decode()
        left = max(FREE - self._wrong, 1)
        data = {"challenge": self._challenge, "salt": kept[:SALT], "wait": 0, "left": left, "wrong": self._wrong}
        raise PinError(why, data)

    def _wait(self) -> int:
        """Seconds until the next try."""
        if self._wrong < FREE:
            return 0
        passed = time.ticks_diff(time.ticks_ms(), self._since)
        if passed < 0:  # days ago
            return 0
        return max(min(FIRST << min(self._wrong - FREE, 10), LONGEST) - passed // 1000, 0)

    def _count(self, wrong: int) -> None:
        self._wrong = min(wrong, MOST)
        self._since = time.ticks_ms()
        try:
            write_new(self._path, b"%d\n" % self._wrong)
        except OSError:
            pass  # it counts as long as the table is on
