"""What a table must still have after its firmware was changed: scores, game, settings, houses, bytes of the journal."""

import hashlib
import json
from typing import Any, NamedTuple

from mjtable.errors import AtPrompt, Differs, MjtableError, NoAnswer, PortBusy, PortMissing, Refused
from mjtable.link import Link

# Keys of `status` that a restart changes, or that are no part of the game.
PASSING = ("seq", "stored", "trouble", "heap")


class State(NamedTuple):
    """`values`: "scores", "config.lang" ... -> value, `digest` their SHA-256. `hashed`: SHA-256 of the first `size`
    bytes of a segment. `stored`: the flash has it all.
    """

    hello: dict[str, Any]
    values: dict[str, Any]
    segment: int
    size: int
    hashed: str
    stored: bool

    @property
    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.values, sort_keys=True).encode()).hexdigest()


def of(link: Link) -> State:
    """The state of a table that runs. What the link raises; Refused where it has no journal."""
    status = link.request("status")
    values = {key: value for key, value in status.items() if key not in PASSING}
    values.update(("config." + key, value) for key, value in link.request("config.get").items())
    values["houses"] = [f"{ident} {crc}" for ident, crc in houses(link)]
    info = link.request("journal.info")
    hashed = link.request("journal.hash", seg=info["last"], size=info["size"])["sha256"]
    return State(link.hello, values, info["last"], info["size"], hashed, status["stored"])


def houses(link: Link) -> list[tuple[str, str]]:
    """Id and crc of the houses that a table keeps, in order; an older firmware keeps none."""
    try:
        return sorted((house["id"], house["crc"]) for house in link.request("house.list")["houses"])
    except Refused:
        return []


def of_port(device: str) -> State | None:
    """The same of the table on a port; None where none runs, or it cannot tell. PortBusy, PortMissing."""
    for look in (True, False):  # what is no table at all is known sooner than a table that is busy
        try:
            with Link.open(device, look=look) as link:
                return of(link)
        except (PortBusy, PortMissing):
            raise
        except AtPrompt:
            return None
        except NoAnswer:
            pass
        except MjtableError:
            return None
    return None


def compare(before: State, link: Link, after: State) -> None:
    """Differs when anything of it has changed, or the journal's bytes have."""
    for key, value in before.values.items():
        if after.values.get(key, value) != value:
            raise Differs(what=key, table=str(after.values[key]), laptop=str(value))
    try:
        hashed = link.request("journal.hash", seg=before.segment, size=before.size)["sha256"]
    except Refused as e:
        hashed = e.values["why"]
    if hashed != before.hashed:
        raise Differs(what="journal", table=hashed, laptop=before.hashed)
