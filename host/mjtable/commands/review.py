"""One hand of the history: shown in full, scored again, corrected by an entry beside it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjtable.arguments import Db, Json, Lang
from mjtable.commands.hands import scored, show_answer
from mjtable.commands.past import MOST, TableId, result_text, table_id, when
from mjtable.errors import Differs, NoHand, NoTiles
from mjtable.output import Output, signed
from mjtable.phrases import said
from mjtable.regions import rules_title
from mjtable.tilenames import spelled
from mjtable.writing import written

if TYPE_CHECKING:
    from mjtable.rescore import Change
    from mjtable.store import Store

Ident = Annotated[int, typer.Argument(metavar="HAND", min=1, show_default=False)]
Png = Annotated[Path | None, typer.Option("--png", metavar="FILE", show_default=False)]
Svg = Annotated[Path | None, typer.Option("--svg", metavar="FILE", show_default=False)]


def hand(
    hand: Ident, png: Png = None, svg: Svg = None, db: Db = None, as_json: Json = False, lang: Lang = None
) -> None:
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past:
        found = _Hand(past, hand)
        saved = found.save(out, png, svg)
        found.show(out, saved)


class _Hand:
    """A hand with what the history has beside it. NoHand."""

    def __init__(self, past: "Store", ident: int):
        rows = past.hand(ident) if ident <= MOST else []
        if not rows:
            raise NoHand(hand=ident, db=past.shown)
        self.row = rows[0]
        paid = past.payments_with_players([ident])
        self.scores = [row.score for row in paid]
        self.players = [row.name or None for row in paid]
        self.amendments = past.amendments_of([ident])
        differences = past.differences_of(self.row.table_id)
        self.differences = [found for found in differences if found.seq == self.row.seq]

    def show(self, out: Output, saved: list[str]) -> None:
        row = self.row
        answer, lines = scored(row.record, out.lang)
        fields = {"players": self.players, "explanation": lines, "pictures": saved}
        amended = [found._asdict() for found in self.amendments]
        differences = [found._asdict() for found in self.differences]
        out.json({"hand": {**row._asdict(), "scores": self.scores}, **fields, "laptop": answer,
                  "amendments": amended, "differences": differences})  # fmt: skip
        if out.as_json:
            return
        region = rules_title(row.region, row.record.get("options"), out.lang)
        out.say("history.hand", id=row.id, time=when(row.time), region=region, number=row.number)
        if row.undone:
            out.say("history.undone")
        self._show_tiles(out)
        show_answer(out, row.region, row.answer, self.scores)
        out.line()
        for line in lines:
            out.line(line)
        self._show_beside(out, answer)
        for name in saved:
            out.say("hand.saved", file=name)

    def _show_tiles(self, out: Output) -> None:
        """Who sat where with which tiles, as far as it is known."""
        record = self.row.record
        if record.get("indicator"):
            out.say("hand.indicator", tile=spelled(record["indicator"], out.lang))
        for seat, own in enumerate(record["hands"]):
            parts = [spelled(own.get("concealed") or "", out.lang)]
            for meld in own.get("melds", []):
                parts.append(out.text("meld." + meld["kind"]) + " " + spelled(meld["tiles"], out.lang))
            won = [win["tile"] for win in record.get("wins") or [] if win["seat"] == seat and win.get("tile")]
            parts += [out.text("tiles.tile", tiles=spelled(tile, out.lang)) for tile in won]
            flowers = spelled(own.get("flowers") or "", out.lang)
            parts.append(out.text("tiles.flowers", tiles=flowers) if flowers else "")
            shown = out.text("tiles.between").join(part for part in parts if part)
            if shown or self.name(seat):
                mark = out.text("hand.dealer") if seat == record.get("dealer", 0) else ""
                out.line(out.text("hand.seat", seat=out.seat(seat), name=self.name(seat), mark=mark, tiles=shown))

    def name(self, seat: int) -> str:
        name = self.players[seat] if seat < len(self.players) else None
        return f" {name}" if name else ""

    def _show_beside(self, out: Output, answer: dict[str, Any]) -> None:
        for found in self.amendments:
            numbers = " ".join(signed(points) for points in found.delta)
            out.say("hand.amended", id=found.id, time=when(found.time), delta=numbers, reason=found.reason)
        for found in self.differences:
            both = {"table": said(found.table_says, out.lang), "laptop": said(found.laptop_says, out.lang)}
            out.say("sync.differs", seq=found.seq, what=found.what, **both)
        if answer["delta"] != self.row.answer["delta"]:
            out.say("hand.rescored", hand=self.row.id)

    def save(self, out: Output, png: Path | None, svg: Path | None) -> list[str]:
        """Pictures of the tiles; the files written. NoTiles, BadFile."""
        if png is None and svg is None:
            return []
        from mjtable import tilepicture

        scored(self.row.record, out.lang)  # its tiles are tiles
        seats = range(len(self.row.record["hands"]))
        labels = [out.text(f"label.seat{seat}") for seat in seats] + [out.text("label.indicator")]
        titles = [out.text(f"seat.{seat}") + self.name(seat) for seat in seats] + [out.text("hand.turned_up")]
        lines = tilepicture.lines(self.row.record, labels, titles)
        if not any(line.label in labels[:-1] for line in lines):
            raise NoTiles(hand=self.row.id)
        made = [(png, lambda: tilepicture.png(lines)), (svg, lambda: tilepicture.svg(lines).encode())]
        return [_write(path, draw()) for path, draw in made if path is not None]


def _write(path: Path, data: bytes) -> str:
    with written(path) as place:
        place.write_bytes(data)
    return str(path)


# ---------------------------------------------------------------- scored again

Which = Annotated[int | None, typer.Argument(metavar="HAND", min=1, show_default=False)]
Amend = Annotated[bool, typer.Option("--amend", show_default=False)]


def rescore(
    hand: Which = None, amend: Amend = False, table: TableId = None, db: Db = None, as_json: Json = False,
    lang: Lang = None,
) -> None:  # fmt: skip
    from mjtable.rescore import changes
    from mjtable.store import Store

    out = Output(lang, as_json)
    if amend and hand is None:
        raise typer.BadParameter(out.text("rescore.one"))
    with Store(db) as past:
        if hand is not None:
            _Hand(past, hand)
        of = None if table is None else table_id(past.known_tables(), table)
        found: list[Change] = []
        done = 0
        for one in changes(past, hand, of):
            if isinstance(one, int):
                done = one
            else:
                found.append(one)
        entered = [_amend(out, past, one) for one in found if amend and any(one.delta)]
    out.json({"hands": done, "changes": [{**one._asdict(), "delta": one.delta} for one in found], "amended": entered})
    out.say("rescore.done", n=done, changed=len(found))
    for one in found:
        _show_change(out, one)
    if entered:
        out.say("rescore.amended", hand=hand)
    elif found:
        first = found[0]
        laptop = first.why or result_text(out, first.now or {})
        raise Differs(what=f"hand {first.hand}", table=result_text(out, first.before), laptop=laptop)


def _show_change(out: Output, change: "Change") -> None:
    out.line()
    if change.now is None:
        out.say("rescore.refused", hand=change.hand, why=said(change.why or "", out.lang))
        return
    both = {"before": result_text(out, change.before), "now": result_text(out, change.now)}
    out.say("rescore.change", hand=change.hand, **both)
    table = out.table("seat", "before>", "after>", "difference>")
    for seat, (old, new, more) in enumerate(
        zip(change.before["delta"], change.now["delta"], change.delta, strict=False)
    ):
        table.add_row(out.seat(seat), signed(old), signed(new), signed(more))
    out.show(table)


def _amend(out: Output, past: "Store", change: "Change") -> int:
    from mjtable import amend as entries

    with past.transaction() as c:
        return entries.add(c, past.hand(change.hand)[0], change.delta, out.text("rescore.reason"))


Delta = Annotated[list[int], typer.Argument(metavar="POINTS", show_default=False)]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", show_default=False)]


def amend(
    hand: Ident, delta: Delta, reason: Reason = "", db: Db = None, as_json: Json = False, lang: Lang = None
) -> None:
    from mjtable import amend as entries
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past:
        row = _Hand(past, hand).row
        with past.transaction() as c:
            ident = entries.add(c, row, delta, reason)
        total = _Hand(past, hand)
    changed = [
        sum(points) for points in zip(row.answer["delta"], *(one.delta for one in total.amendments), strict=False)
    ]
    out.json({"id": ident, "hand": hand, "delta": delta, "reason": reason, "points": changed})
    out.say("amend.sum" if sum(delta) else "amend.done", hand=hand, sum=signed(sum(delta)))
    table = out.table("seat", "delta>", "points>")
    for seat, (points, more) in enumerate(zip(changed, delta, strict=True)):
        table.add_row(out.seat(seat), signed(more), signed(points))
    out.show(table)
