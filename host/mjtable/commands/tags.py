"""Readers of tiles: which tag is in which tile, and tiles laid on the reader of a simulated table."""

import csv
import re
import warnings
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from engine_core.tiles import LETTERS
from mjtable import tables, tilenames
from mjtable.arguments import Json, Lang, Port
from mjtable.errors import BadFile, BadTag, BadTagLine, BadTile, NoTag, TagsDamaged
from mjtable.link import Link
from mjtable.output import Output
from mjtable.writing import written

ID = re.compile("[0-9a-f]{8,20}")
AT_ONCE = 32  # in a request

Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", show_default=False)]
File = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
Laid = Annotated[list[str], typer.Argument(metavar="TILE|ID", show_default=False)]
Place = Annotated[int, typer.Option("--place", min=0, max=4)]


def tags(
    context: typer.Context, save: Save = None, port: Port = None, as_json: Json = False, lang: Lang = None
) -> None:
    if context.invoked_subcommand:
        return
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        known, readers = _known(link)
    out.json({"tags": known, "readers": readers})
    if save:
        _write(save, known)
        out.say("tags.saved", file=str(save), n=len(known))
    out.say("tags.readers" if readers else "tags.no_reader", places=out.text("comma").join(map(str, readers)))
    if not known:
        out.say("tags.none")
        return
    counts = Counter(tile for _, tile in known)
    table = out.table("tiles", "tags")
    for letter in LETTERS:
        suit = sorted(tile for tile in counts if tile[1] == letter)
        if suit:
            table.add_row(tilenames.spelled("".join(suit), out.lang), " ".join(str(counts[tile]) for tile in suit))
    out.show(table)


def send(file: File, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    pairs = _read(file)
    with tables.connect(port) as link:
        _known(link)  # says so where what was known cannot be read
        count = 0
        for first in range(0, len(pairs), AT_ONCE):
            count = link.request("tags.set", tags=pairs[first : first + AT_ONCE])["count"]
    out.json({"sent": len(pairs), "count": count})
    out.say("tags.sent", n=len(pairs), count=count)


def lay(laid: Laid, place: Place = 4, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        ids = _ids(laid, _known(link)[0])
        for ident in ids:
            link.request("tags.lay", tag=ident, place=place)
    out.json({"laid": ids, "place": place})
    out.say("tags.laid", n=len(ids))


def _known(link: Link) -> tuple[list[list[str]], list[int]]:
    """Every [id, tile] that the table knows, and the places of its readers."""
    known: list[list[str]] = []
    while True:
        told: dict[str, Any] = link.request("tags.list", **{"from": len(known)})
        if told.get("damaged"):
            warnings.warn(TagsDamaged(), stacklevel=2)
        known += [pair for pair in told["tags"] if pair[1]]
        if not told["tags"] or len(known) >= told["count"]:
            return known, told["readers"]


def _ids(laid: list[str], known: list[list[str]]) -> list[str]:
    """The tags of what is laid; of a tile named several times one after the other. BadTag, NoTag."""
    out: list[str] = []
    seen: Counter[str] = Counter()
    for given in laid:
        if ID.fullmatch(given.lower()):
            out.append(given.lower())
            continue
        try:
            tile = tilenames.typed(given)
        except BadTile:
            raise BadTag(given=given) from None
        ids = [ident for ident, kind in known if kind == tile]
        if not ids:
            raise NoTag(tile=tile)
        out.append(ids[seen[tile] % len(ids)])
        seen[tile] += 1
    return out


def _read(path: Path) -> list[list[str | None]]:
    """[id, tile or None] of each line "id,tile". BadFile, BadTagLine."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as e:
        raise BadFile(file=str(path), why=getattr(e, "strerror", None) or str(e)) from e
    out: list[list[str | None]] = []
    for number, line in enumerate(lines, 1):
        cells = [cell.strip() for cell in line.partition("#")[0].split(",")]
        if cells in ([""], ["id", "tile"]):
            continue
        ident = cells[0].lower()
        if len(cells) != 2 or not ID.fullmatch(ident) or len(ident) % 2:
            raise BadTagLine(file=str(path), line=number, given=line.strip())
        try:
            out.append([ident, tilenames.typed(cells[1]) if cells[1] else None])
        except BadTile:
            raise BadTagLine(file=str(path), line=number, given=line.strip()) from None
    return out


def _write(path: Path, known: list[list[str]]) -> None:
    with written(path) as place, place.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerows([["id", "tile"], *known])
