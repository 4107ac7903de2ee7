"""The methods for what a laptop asks now and then, and that change nothing at the table. Like methods.py."""

import sys

from engine_core import events
from engine_core.values import RecordError
from engine_core.wire import ascii_json
from firmware import boot
from firmware.game import NotNow
from firmware.memory import let_go_since
from firmware.params import number, packed, sensed, shown, text
from firmware.service import Service

LOG = 2400  # bytes of notes in an answer


def region_list(s: Service, params: dict) -> dict:
    from firmware import houses

    return {"regions": houses.regions(), "houses": houses.ids(s.game.houses)}


def there(region: str) -> None:
    """RecordError when there is no such region. To try to load it would leave its name in memory for good."""
    from firmware import houses

    if region not in houses.regions():
        raise RecordError("region: there is no %s" % shown(region).strip("'"))


def house_list(s: Service, params: dict) -> dict:
    from firmware import houses

    return houses.listing(s.game.houses)


def house_get(s: Service, params: dict) -> dict:
    from firmware import houses

    ident = houses.checked_id("id", params.get("id"))
    house = houses.find(s.game.houses, ident)
    if house is None:
        raise RecordError("id: there is no house %s" % ident)
    house["id"] = ident
    return house


def hand_score(s: Service, params: dict) -> dict:
    from engine_core import record
    from engine_core.score import settle

    hand = record.unpack(packed(params))
    there(hand["region"])
    before = set(sys.modules)
    try:
        return {"answer": settle(hand).answer()}
    finally:
        let_go_since(before)


def dice_health(s: Service, params: dict) -> dict:
    from firmware import samples

    return samples.health(s.game)


def dice_raw(s: Service, params: dict) -> dict:
    from firmware import samples

    return {"data": samples.raw(s.game, text(params, "source"), number(params, "n", 1, samples.RAW))}


def dice_final(s: Service, params: dict) -> dict:
    from firmware import samples

    throws, n = number(params, "throws", 1, samples.THROWS), number(params, "dice", 1, events.DICE)
    return {"data": samples.final(s.game, throws, n)}


def selftest(s: Service, params: dict) -> dict:
    """Begin, look at or end the self-test; each may be asked for again."""
    from firmware import testing

    return testing.asked(s.panel, text(params, "do"))


def senses(board, params: dict) -> None:  # type: ignore[no-untyped-def]
    """What virtual sensors say from now on."""
    if not hasattr(board, "sense"):
        raise NotNow("walls", "the sensors of this table are real ones")
    board.sense(*sensed(params))


def log(s: Service, params: dict) -> dict:
    return {"notes": latest(s.game.notes, LOG), "crash": boot.told(s.game.board.data)}


def latest(notes: list, size: int) -> list:
    """The latest notes, as many as take `size` bytes in an answer."""
    out: list = []
    for note in reversed(notes):
        size -= len(ascii_json(note)) + 1
        if size < 0:
            break
        out.insert(0, note)
    return out


def restart(s: Service, params: dict) -> dict:
    """Ends safe mode (safe.py), in which the table is not, or not any more."""
    return {}


METHODS = {
    "region.list": region_list,
    "house.list": house_list,
    "house.get": house_get,
    "hand.score": hand_score,
    "dice.health": dice_health,
    "dice.raw": dice_raw,
    "dice.final": dice_final,
    "log": log,
    "restart": restart,
    "selftest": selftest,
}
