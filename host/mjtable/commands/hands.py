"""Hand records: scored on the laptop, won on the table."""

import base64
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from engine_core import course, record, tiles, wire
from engine_core.check import field_name
from engine_core.rules import load
from engine_core.score import explain, score
from mjtable import tables
from mjtable.arguments import Json, Lang, Port
from mjtable.commands.play import carried, show_scores
from mjtable.errors import BadFile, BadRecord, Differs, HandOver, NotBooked, Refused
from mjtable.link import Link
from mjtable.output import Output, signed
from mjtable.regions import house_name, names, rules_title
from mjtable.status import completed, same_answer, seated
from mjtable.wholenumber import whole_number

File = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
Explain = Annotated[bool, typer.Option("--explain", "-e", show_default=False)]


def read_record(path: Path) -> dict[str, Any]:
    """A hand record from a file, "-" is standard input. BadFile."""
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
        found = json.loads(text.removeprefix("\ufeff"), parse_int=whole_number, object_pairs_hook=_each_once)
    except OSError as e:
        raise BadFile(file=str(path), why=e.strerror or str(e)) from e
    except (ValueError, RecursionError) as e:  # not UTF-8, no JSON, or nested too deep to be read
        raise BadFile(file=str(path), why=str(e)) from e
    if not isinstance(found, dict):
        raise BadFile(file=str(path), why="a hand record is a JSON object, this is " + _kind(found))
    return found


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of a field that is there twice nobody knows which is meant. ValueError."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"a field is there twice: {field_name(twice)}")
    return found


def _kind(value: object) -> str:
    """What JSON calls it."""
    kinds = {list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a number"}
    return kinds.get(type(value), "null")


def score_file(file: File, explained: Explain = False, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    hand = read_record(file)
    answer, lines = scored(hand, out.lang)
    out.json({**answer, **({"explanation": lines} if explained else {})})
    if as_json:
        return
    if house_name(hand.get("options"), out.lang) and not explained:  # the explanation begins with it
        out.say("score.rules", rules=rules_title(hand["region"], hand["options"], out.lang))
    show_tiles(out, hand)
    if explained:
        for line in lines:
            out.line(line)
    else:
        show_answer(out, hand["region"], answer)


def scored(hand: dict[str, Any], lang: str) -> tuple[dict[str, Any], list[str]]:
    """The laptop's answer to a record and its explanation. BadRecord names the field."""
    try:
        return score(hand), explain(hand, lang)
    except ValueError as e:
        raise BadRecord(why=str(e)) from e


def show_tiles(out: Output, hand: dict[str, Any]) -> None:
    """What each winner holds, as tile text; the record has been scored before, so its tiles are tiles."""
    for claim in hand.get("wins", []):
        own = hand["hands"][claim["seat"]]
        parts = [("concealed", sorted_tiles(own.get("concealed") or ""))]
        for meld in own.get("melds", []):
            parts.append(("meld", out.text("meld." + meld["kind"]) + " " + sorted_tiles(meld["tiles"])))
        parts.append(("tile", claim.get("tile") or ""))
        parts.append(("flowers", sorted_tiles(own.get("flowers") or "")))
        shown = [out.text("tiles." + what, tiles=text) for what, text in parts if text]
        if shown:
            out.line(out.text("tiles.hand", seat=out.seat(claim["seat"]), tiles=out.text("tiles.between").join(shown)))


def sorted_tiles(text: str) -> str:
    return tiles.text(bytes(sorted(tiles.parse(text))))


def show_answer(out: Output, region: str, answer: dict[str, Any], scores: list[int] | None = None) -> None:
    """Wins with their patterns, what each seat gets (and has then, by the seats of this hand), and who deals next."""
    if not answer["wins"]:
        out.say("answer.drawn")
    for win in answer["wins"]:
        if win["valid"]:
            found = names(region, ["pattern." + ident for ident in win["patterns"]], out.lang)
            patterns = out.text("comma").join(found["pattern." + ident] for ident in win["patterns"])
            out.say("answer.win", seat=out.seat(win["seat"]), value=win["value"], patterns=patterns)
        else:
            why = names(region, ["reason." + win["reason"]], out.lang)["reason." + win["reason"]]
            out.say("answer.no_win", seat=out.seat(win["seat"]), why=why, reason=win["reason"])
    if scores is None:
        show_deltas(out, answer["delta"])
    else:
        show_scores(out, scores, answer["delta"])
    out.say("answer.next", dealer=out.seat(answer["next_dealer"]))
    if answer["carry"]:
        out.say("answer.carry", carry=carried(out, answer["carry"]))


def show_deltas(out: Output, deltas: list[int]) -> None:
    table = out.table("seat", "delta>")
    for seat, delta in enumerate(deltas):
        table.add_row(out.seat(seat), signed(delta))
    out.show(table)


Yes = Annotated[bool, typer.Option("--yes", "-y", show_default=False)]


def win_file(
    file: File,
    explained: Explain = False,
    yes: Yes = False,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    hand = read_record(file)
    with tables.connect(port) as link:
        finish(out, link, hand, explained, yes)


def finish(out: Output, link: Link, hand: dict[str, Any], explained: bool, yes: bool) -> None:
    """The hand in progress ends with this record: recorded, compared with what the laptop says, shown."""
    hand, packed, number = prepared(link, hand)
    if not yes and sys.stdin.isatty():
        _ask_about_false_wins(out, hand, link.request("hand.score", record=packed)["answer"])
    result = link.request("hand.win", record=packed, hand=number)
    ours, lines = scored(hand, out.lang)
    same = same_answer(result["answer"], ours)
    out.json({**result, "record": hand, "laptop": ours, "same": same, **({"explanation": lines} if explained else {})})
    if not same:
        raise Differs(what="score", table=record.canonical(result["answer"]), laptop=record.canonical(ours))
    if not out.as_json:
        show_tiles(out, hand)
        show_answer(out, hand["region"], ours, seated(result["scores"], ours))
        out.say("win.same")
        for line in lines if explained else []:
            out.line(line)


def _ask_about_false_wins(out: Output, hand: dict[str, Any], answer: dict[str, Any]) -> None:
    """A slip of the pen should not cost somebody a false win. NotBooked."""
    if all(win["valid"] for win in answer["wins"]):
        return
    if not out.as_json:
        show_tiles(out, hand)
        show_answer(out, hand["region"], answer)
    if not out.ask("win.ask"):
        raise NotBooked()


def win(link: Link, hand: dict[str, Any], meant: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Records a hand on the table: the record as the table completes it, and the table's result. BadRecord.

    `meant`: the number of the hand that it is to be. HandOver when another one is played by now.
    """
    hand, packed, number = prepared(link, hand)
    if meant not in (None, number):
        raise HandOver(hand=meant)
    return hand, link.request("hand.win", record=packed, hand=number)


def course_so_far(link: Link, status: dict[str, Any]) -> list[dict[str, Any]]:
    """All entries of the hand in progress (engine_core/course.py)."""
    entries: list[dict[str, Any]] = []
    while len(entries) < status.get("course", 0):
        found = link.request("hand.course", **{"from": len(entries)})["entries"]
        if not found:
            break
        entries += found
    return entries


def prepared(link: Link, hand: dict[str, Any]) -> tuple[dict[str, Any], str, int]:
    """A record as the table completes it, packed for the table, and the number of the hand. BadRecord."""
    status = link.request("status")
    if status["phase"] == "new":  # the table would say so, if the record came so far
        raise Refused(code=wire.NOT_NOW, why="phase: not in new, only in ready, throw, wild, play", field="phase")
    try:
        hand = whole(hand, status, course_so_far(link, status))
        return hand, base64.b64encode(record.pack(hand)).decode(), status["hand"]
    except ValueError as e:
        raise BadRecord(why=str(e)) from e


def whole(hand: dict[str, Any], status: dict[str, Any], entries: list[dict[str, Any]]) -> dict[str, Any]:
    """A record with what the table knows, and what happened at play, filled in. ValueError names the field."""
    if entries:
        hand = course.filled(hand, entries, status["seats"])
        rules, wall = load(status["region"], status["options"]), status["wall"]
        last = course.sea_bottom(rules, entries, wall["left"], wall["last_tile"]) if wall else {}
        hand["carry"] = {**status["carry"], **last, **hand.pop("told"), **(hand.get("carry") or {})}
    hand = completed(hand, status)
    r = record.parse(hand)
    if entries:
        course.agree(r, entries)
    course.finish(load(r.region, r.options), hand, r, entries)
    return hand
