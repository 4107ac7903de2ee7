"""What happens at play, as it happens: void suits, kongs, wins that do not end the hand, fouls; and how it ends."""

import sys
from typing import Annotated, Any

import typer

from engine_core import tiles
from engine_core.hand import FLAG_NAMES
from mjtable import tables, tilenames
from mjtable.arguments import Json, Lang, Port
from mjtable.commands import hands, rules
from mjtable.errors import BadTile, NothingRecorded
from mjtable.output import Output, signed
from mjtable.wholenumber import whole_number

Who = Annotated[int, typer.Argument(metavar="SEAT", min=0, max=7, show_default=False)]
Tile = Annotated[str, typer.Argument(metavar="TILE", show_default=False)]
MaybeTile = Annotated[str | None, typer.Argument(metavar="TILE", show_default=False)]
From = Annotated[int | None, typer.Option("--from", min=0, max=7, show_default=False)]


def entered(port: str | None, as_json: bool, lang: str | None, **entry: Any) -> None:
    """Records an entry of the course and shows what stands after it."""
    out = Output(lang, as_json)
    if entry.get("tile"):
        entry["tile"] = tilenames.typed(entry["tile"])
    entry = {field: value for field, value in entry.items() if value is not None}
    with tables.connect(port) as link:
        result = link.request("hand.play", entry=entry)
        state = link.request("status")
    out.json({**result, "entry": entry})
    if entry["what"] == "back":
        out.say("course.back", count=result["count"])
    else:
        out.line(told(out, state["region"], entry))
    if entry["what"] == "win" and result["playing"]:
        out.say("course.playing", seats=out.text("comma").join(out.seat(seat) for seat in result["playing"]))
    if any(result["money"]):
        out.say("course.money", money="  ".join(map(signed, result["money"])))
    if entry["what"] == "win" and result["needed"]:
        out.say("course.needed", seats=out.text("comma").join(out.seat(seat) for seat in result["needed"]))


def told(out: Output, region: str, entry: dict[str, Any]) -> str:
    """An entry in words."""
    values: dict[str, Any] = {"seat": "", "tile": "", "giver": "", "times": entry.get("times")}
    if "seat" in entry:
        values["seat"] = out.seat(entry["seat"])
    if "from" in entry:
        values["giver"] = out.text("course.from", seat=out.seat(entry["from"]))
    if "tile" in entry or "tiles" in entry:
        named = [tiles.name(kind) for kind in tiles.parse(entry.get("tile") or entry["tiles"])]
        values["tile"] = rules.tile_names(region, named, out.lang)
    what = entry["what"]
    if what in ("meld", "kong"):
        values["kind"] = out.text("meld." + entry["kind"])
    elif what == "void":
        values["suit"] = out.text("suit." + entry["suit"])
    elif what == "ready":
        values["how"] = out.text("ready." + entry["how"])
    elif what == "foul":
        values["kind"] = out.text("foul." + entry["kind"])
    elif what == "win":
        what = "won" if "from" in entry else "drew" if "tile" in entry or "called" in entry else "opened"
    return " ".join(out.text("course." + what, **values).split())


def void(
    seat: Who,
    suit: Annotated[str, typer.Argument(metavar="m|p|s", show_default=False)],
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    entered(port, as_json, lang, what="void", seat=seat, suit=suit)


def ready(
    seat: Who,
    shown: Annotated[bool, typer.Option("--shown", show_default=False)] = False,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    entered(port, as_json, lang, what="ready", seat=seat, how="shown" if shown else "declared")


def meld(
    seat: Who,
    set_of_three: Annotated[str, typer.Argument(metavar="TILES", show_default=False)],
    giver: From = None,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    kinds = _some(set_of_three)
    kind = "pung" if len(set(kinds)) == 1 else "chow"
    entered(port, as_json, lang, what="meld", seat=seat, kind=kind, tiles=tiles.text(kinds), **{"from": giver})


def kong(
    seat: Who,
    tile: MaybeTile = None,
    giver: From = None,
    added: Annotated[bool, typer.Option("--added", show_default=False)] = False,
    chain: Annotated[int | None, typer.Option("--chain", min=0, max=15, show_default=False)] = None,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    kind = "added_kong" if added else "concealed_kong" if giver is None else "kong"
    entered(port, as_json, lang, what="kong", seat=seat, kind=kind, tile=tile, chain=chain, **{"from": giver})


def flower(seat: Who, tile: Tile, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    entered(port, as_json, lang, what="flower", seat=seat, tile=tile)


def missed(
    seat: Who,
    tile: MaybeTile = None,
    giver: From = None,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    entered(port, as_json, lang, what="missed", seat=seat, tile=tile, **{"from": giver})


def won(
    seat: Who,
    tile: MaybeTile = None,
    giver: From = None,
    flag: Annotated[list[str] | None, typer.Option("--flag", metavar="FLAG", show_default=False)] = None,
    held: Annotated[str | None, typer.Option("--hand", metavar="TILES", show_default=False)] = None,
    called: Annotated[list[str] | None, typer.Option("--called", metavar="PATTERN", show_default=False)] = None,
    points: Annotated[int | None, typer.Option("--points", min=0, show_default=False)] = None,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    for name in flag or []:
        if name not in FLAG_NAMES:
            raise typer.BadParameter(f"'{name}' is not one of {', '.join(FLAG_NAMES)}.", param_hint="'--flag'")
    calls = None
    if called or points is not None:
        calls = {"patterns": called or [], **({} if points is None else {"points": points})}
    concealed = None if held is None else tiles.text(_some(held))
    entered(
        port, as_json, lang,
        what="win", seat=seat, tile=tile, flags=flag or None, concealed=concealed, called=calls, **{"from": giver},
    )  # fmt: skip


def bird(tile: Tile, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    entered(port, as_json, lang, what="bird", tile=tile)


def foul(
    seat: Who,
    kind: Annotated[str, typer.Argument(metavar="false_win|dead_hand|liable", show_default=False)],
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    entered(port, as_json, lang, what="foul", seat=seat, kind=kind)


def followed(
    times: Annotated[int, typer.Argument(metavar="1|2", min=1, max=2, show_default=False)],
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    entered(port, as_json, lang, what="followed", times=times)


def haidi(seat: Who, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    entered(port, as_json, lang, what="haidi", seat=seat)


def back(port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    entered(port, as_json, lang, what="back")


def show(port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        state = link.request("status")
        entries = hands.course_so_far(link, state)
    out.json({"entries": entries})
    for number, entry in enumerate(entries, 1):
        out.line(f"{number:3} {told(out, state['region'], entry)}")
    if not entries:
        out.say("course.none")


def end(
    held: Annotated[list[str] | None, typer.Option("--hand", metavar="SEAT=TILES", show_default=False)] = None,
    explained: hands.Explain = False,
    yes: hands.Yes = False,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    given = dict(_hand(out, text) for text in held or [])
    with tables.connect(port) as link:
        status = link.request("status")
        seats = status["seats"]
        for seat in given:
            if seat >= seats:
                raise typer.BadParameter(out.text("course.no_seat", given=seat, most=seats - 1), param_hint="'--hand'")
        hand = {"hands": [{"concealed": given[seat]} if seat in given else {} for seat in range(seats)]}
        if not (yes or status["course"] or status["phase"] == "new"):
            _ask_about_drawn(out)
        hands.finish(out, link, hand, explained, yes)


def _ask_about_drawn(out: Output) -> None:
    """Nothing was recorded, which may be an oversight. NothingRecorded."""
    if out.as_json or not sys.stdin.isatty() or not out.ask("win.ask_drawn"):
        raise NothingRecorded()


def _hand(out: Output, text: str) -> tuple[int, str]:
    seat, sign, held = text.partition("=")
    number = whole_number(seat)
    if not sign or number is None:
        raise typer.BadParameter(out.text("course.hand", given=text), param_hint="'--hand'")
    return number, tiles.text(_some(held))


def _some(text: str) -> bytes:
    """Tiles in order, of MPSZ text. BadTile."""
    try:
        return bytes(sorted(tiles.parse(text.strip().lower())))
    except tiles.TileError:
        raise BadTile(field="tiles", given=text) from None
