"""What the sensors under the walls say, and how the table takes it."""

from typing import Any

from mjtable import tables
from mjtable.arguments import Json, Lang, Port
from mjtable.output import Output

TILE, NO_TILE, IGNORED = "#", ".", "x"


def sensors(port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        told = link.request("sense")
    out.json(told)
    if not any(bits is not None for bits in told["walls"]):
        out.say("sensors.none")
        return
    out.say("sensors.follow" if told["follows"] else "sensors.rest")
    table = out.table("side", "stacks")
    for side, bits in enumerate(told["walls"]):
        if bits is not None:
            table.add_row(str(side), rail(bits, [off["stack"] for off in told["off"] if off["side"] == side]))
    out.show(table)
    out.say("sensors.legend", tile=TILE, none=NO_TILE, ignored=IGNORED)
    _say_wrong(out, told["wrong"])


def rail(bits: int, ignored: list[int]) -> str:
    """The stacks of a side from its right end on, a character each, up to the last with something to say."""
    last = max([bits.bit_length(), *ignored])
    return "".join(IGNORED if k in ignored else TILE if bits >> (k - 1) & 1 else NO_TILE for k in range(1, last + 1))


def _say_wrong(out: Output, wrong: dict[str, Any] | None) -> None:
    if wrong is not None:
        out.say("sensors.wrong." + wrong["what"], taken=wrong["taken"], expected=wrong["expected"] or "–")
