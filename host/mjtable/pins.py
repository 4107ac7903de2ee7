"""The table's PIN on the laptop: what of it goes over the cable, and where it comes from.

The PIN stays here. The table has a salt and the key derived from both; it asks by a challenge, and is answered by an
HMAC of that (host/PROTOCOL.md, section 7).
"""

import getpass
import hashlib
import hmac
import os
import platform
import re
import secrets
import sys
from typing import TYPE_CHECKING, Any

from mjtable.errors import BadPin
from mjtable.texts import spoken, text

if TYPE_CHECKING:
    from mjtable.errors import PinNeeded

VARIABLE = "MJTABLE_PIN"
ITERATIONS = 100_000
SALT = 8  # bytes
WHO = 40  # characters that a table keeps
DIGITS = re.compile("[0-9]{4,8}")


def checked(pin: str) -> str:
    """BadPin when it is none."""
    if not DIGITS.fullmatch(pin):
        raise BadPin()
    return pin


def derived(pin: str, salt: bytes) -> bytes:
    return hashlib.pbkdf2_hmac("sha256", pin.encode(), salt, ITERATIONS)


def setting(pin: str) -> str:
    """What the table keeps of a PIN."""
    salt = secrets.token_bytes(SALT)
    return salt.hex() + derived(checked(pin), salt).hex()


def proof(pin: str, challenge: str, salt: str, ident: str, method: str, who: str) -> dict[str, Any]:
    """What shows, in the request with this id, that its sender knows the PIN."""
    message = f"{challenge} {ident} {method}".encode()
    mac = hmac.digest(derived(pin, bytes.fromhex(salt)), message, "sha256").hex()
    return {"challenge": challenge, "mac": mac, "who": who}


def who() -> str:
    """Who sits at this laptop, for the table's journal."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        name = "?"
    return "".join(c for c in f"{name}@{platform.node()}" if c.isprintable())[:WHO] or "?"


def given(asked: "PinNeeded", tried: bool) -> str | None:
    """The PIN from the environment; None when there is none, or it was tried."""
    return None if tried else os.environ.get(VARIABLE) or None


def asked(needed: "PinNeeded", tried: bool) -> str | None:
    """The same; without it, typed at the terminal, as often as the table takes it."""
    if os.environ.get(VARIABLE) or not sys.stdin.isatty():
        return given(needed, tried)
    key = "pin.again" if tried else "pin.ask"
    return typed(text(key, spoken(), left=needed.values["left"])) or None


def typed(question: str) -> str:
    """What is typed without being shown; a line of standard input where that is no terminal."""
    if sys.stdin.isatty():
        return getpass.getpass(question + " ", stream=sys.stderr).strip()
    return sys.stdin.readline().strip()
