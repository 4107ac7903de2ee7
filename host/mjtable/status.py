"""What the table says of itself, beside what the laptop works out: state, hand record, answer."""

from typing import Any, TypeVar

from engine_core import record, tiles
from engine_core.between import in_play, staked, swapped
from engine_core.check import WINDS, carries
from engine_core.rules import load
from engine_core.table import Table

Value = TypeVar("Value")


def counted(region: str, options: Any, dealer: int | None, dice: list[int]) -> list[list[int]]:
    """The dice of a hand as they are counted: together, or by throws where the first alone says where it breaks."""
    try:
        rules = load(region, options)
    except ValueError:  # one that this mjtable does not know
        return [dice]
    if dealer is None or not rules.breaks_after:
        return [dice]
    out, rest = [], dice
    for _, n in rules.throws(dealer, bytes(dice)):
        if rest:
            out.append(rest[:n])
            rest = rest[n:]
    return out


def view(table: Table) -> dict[str, Any]:
    """Keys of the answer to `status` with the values that this table would give."""
    return {
        "region": table.region,
        "options": dict(table.options),
        "seats": table.seats,
        "phase": table.phase,
        "session": table.session_no,
        "hand": table.hand_no,
        "dealer": table.dealer,
        "round_wind": WINDS[table.round_wind],
        "streak": table.streak,
        "scores": list(table.scores),
        "carry": dict(table.carry),
        "dice": list(table.dice),
        "indicator": None if table.indicator is None else tiles.name(table.indicator),
    }


# Field of a hand record -> key of `status` that it is taken from.
FROM_STATUS = {
    "region": "region",
    "seats": "seats",
    "dealer": "dealer",
    "round_wind": "round_wind",
    "dealer_streak": "streak",
}
FOR_THE_TABLE = tuple(key for key in carries("out") if key not in carries("in"))  # of `carry`: no record has them


def completed(hand: dict[str, Any], status: dict[str, Any]) -> dict[str, Any]:
    """A hand record with what the table knows filled in. ValueError names a field that is given and differs.

    Packed records do not say what was left out, so this is done before packing.
    """
    known = {field: status[key] for field, key in FROM_STATUS.items()}
    if status["dealer"] is None:  # dice at hand decide: the record says who deals
        for field in ("dealer", "round_wind", "dealer_streak"):
            del known[field]
    if status["indicator"] is not None:
        known["indicator"] = status["indicator"]
    if status["wall"] is not None:
        known["dice"] = status["dice"]
    known["options"] = status["options"]
    carry = {key: value for key, value in status["carry"].items() if key not in FOR_THE_TABLE}
    out = dict(hand)
    for field, value in known.items():
        if out.get(field, value) != value and field != "options":
            raise ValueError(f"{field}: {out[field]!r} is given, the table has {value!r}")
        out.setdefault(field, value)
    if load(status["region"], status["options"]).STAKES:
        out["hands"] = staked(out.get("hands"), in_play(status["scores"], status.get("fined")))
    given = out.get("carry", carry)
    out["carry"] = {**carry, **given} if isinstance(given, dict) else given
    return out


def same_answer(table_says: dict[str, Any], laptop_says: dict[str, Any]) -> bool:
    """Do two answers say the same."""
    return record.pack_answer(table_says) == record.pack_answer(laptop_says)


def seated(scores: list[int], answer: dict[str, Any]) -> list[int]:
    """Scores by seat during a hand -> by seat after it, where whoever sat out may take over a seat; and back."""
    return reseated(scores, answer.get("carry", {}).get("sub_in"))


def reseated(values: list[Value], sub_in: int | None) -> list[Value]:
    """The same of any values, with the seat that changed hands; None, or no seat of theirs: none did."""
    return swapped(values, sub_in) if sub_in is not None and sub_in in range(len(values)) else values
