"""The wall of a region for given dice, without a table."""

from collections.abc import Callable
from itertools import groupby
from typing import Annotated, Any

import typer

from engine_core import tiles
from engine_core import wall as engine_wall
from engine_core.check import RecordError
from engine_core.events import WALL_EVENTS, WALL_KONG
from engine_core.rules import Ruleset
from engine_core.walk import Wall
from mjtable import tilenames, wallpicture
from mjtable.arguments import Json, Lang
from mjtable.commands.play import show_break, show_wilds
from mjtable.commands.rules import Options, given_options, loaded, tile_names
from mjtable.errors import BadRules
from mjtable.output import Output
from mjtable.rulebook import openings

SIGNS = ("next", "tail", "indicator", "kept")  # beside those of the seats; a character in each language


def wall(
    region: Annotated[str, typer.Option("--region", "-r", metavar="REGION", show_default=False)],
    dice: Annotated[str, typer.Option("--dice", metavar="N,N", show_default=False)] = "",
    dealer: Annotated[int, typer.Option("--dealer", min=0, max=7)] = 0,
    option: Options = None,
    indicator: Annotated[str | None, typer.Option("--indicator", metavar="TILE", show_default=False)] = None,
    events: Annotated[str, typer.Option("--events", metavar="EVENT,...", show_default=False)] = "",
    every: Annotated[bool, typer.Option("--all", show_default=False)] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    rules = loaded(region, given_options(out, region, option))
    record = {"region": region, "options": rules.changed, "dealer": dealer}
    if indicator is not None:
        record["indicator"] = _indicator(rules, indicator)
    if every:
        _only_all(out, dice, events)
        _show_all(out, rules, record)
        return
    record["dice"] = _numbers(out, dice, ",", "--dice") if dice else []
    answer = _answered(engine_wall.opening, record)
    if events:
        record["events"] = [_event(out, word) for word in events.split(",")]
        answer["steps"] = _answered(engine_wall.script, record)["steps"]
    out.json(answer)
    if not as_json:
        _show(out, rules, record, answer)


def _answered(question: Callable[[dict[str, Any]], dict[str, Any]], record: dict[str, Any]) -> dict[str, Any]:
    try:
        return question(record)
    except RecordError as e:
        raise BadRules(why=str(e)) from e


def _only_all(out: Output, dice: str, events: str) -> None:
    if dice or events:
        raise typer.BadParameter(out.text("draw.one", names="--all, " + ("--dice" if dice else "--events")))


def _indicator(rules: Ruleset, typed: str) -> str:
    if not rules.HAS_INDICATOR:
        raise BadRules(why=f"indicator: {rules.ID} turns up no tile")
    return tilenames.typed(typed, "indicator")


def _numbers(out: Output, text: str, between: str, what: str) -> list[int]:
    """Dice as they are typed; what their values may be the rules core says."""
    parts = [part.strip() for part in text.split(between)]
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise typer.BadParameter(out.text("wall.numbers", given=text, example=between.join("35")), param_hint=what)
    return [int(part) for part in parts]


def _event(out: Output, word: str) -> Any:
    """An event of a wall script: "draw*20", "kong", "kong:3+5" for a kong that dice were thrown for."""
    name, colon, dice = word.strip().partition(":")
    return {name: _numbers(out, dice, "+", "--events")} if colon else name


# ---------------------------------------------------------------- one opening


def _show(out: Output, rules: Ruleset, record: dict[str, Any], answer: dict[str, Any]) -> None:
    """The picture, and below it what it shows in words."""
    _picture(out, rules, record, answer)
    _throws(out, record, answer)
    if "break" not in answer:
        return
    first = answer["break"]
    if "left" in answer:
        show_break(out, {**record, "wall": {"break": first, "left": answer["left"]}})
    else:
        out.say("wall.break", side=out.seat(first["side"]), stack=first["stack"], next=answer["next"])
    table = out.table("seat", "dealt!")
    for seat, places in enumerate(answer["hands"]):
        table.add_row(out.seat(seat) + _dealer(out, seat, record), " ".join(places))
    out.show(table)
    if "left" in answer:
        _rest(out, record, answer)


def _dealer(out: Output, seat: int, record: dict[str, Any]) -> str:
    return out.text("wall.dealer") if seat == record["dealer"] else ""


def _rest(out: Output, record: dict[str, Any], answer: dict[str, Any]) -> None:
    """What the deal leaves: next tile, tail, wild tiles; and what the events did."""
    out.say("status.wall", left=answer["left"], next=answer["next"] or "-", tail=answer["tail"] or "-")
    if answer["kept_back"]:
        out.say("status.kept_back", n=answer["kept_back"])
    if answer["indicator_at"]:
        out.say("wall.turned_up", place=answer["indicator_at"])
    if record.get("indicator"):
        show_wilds(out, "wild.set", record["region"], record["indicator"], answer["wilds"])
        for seat, own in answer["seat_wilds"].items():
            out.say("wall.seat_wild", seat=out.seat(int(seat)), wilds=tile_names(record["region"], own, out.lang))
    if answer["set_aside"]:
        out.say("wall.set_aside", tiles=tile_names(record["region"], answer["set_aside"], out.lang))
    if "steps" in answer:
        table = out.table("event!", "taken", "next_tile", "tail", "left>", "")
        for event, step in zip(record["events"], answer["steps"], strict=True):
            places = [step[name] or "-" for name in ("taken", "next", "tail")]
            table.add_row(_event_text(event), *places, str(step["left"]), _remark(out, step))
        out.line()
        out.show(table)


def _event_text(event: Any) -> str:
    return event if isinstance(event, str) else "kong:" + "+".join(map(str, event["kong"]))


def _remark(out: Output, step: dict[str, Any]) -> str:
    marks = [mark for mark in ("refused", "over", "last_tile", "last_four", "share_out") if step.get(mark)]
    return out.text("comma").join(out.text("wall." + mark) for mark in marks)


def _throws(out: Output, record: dict[str, Any], answer: dict[str, Any]) -> None:
    """Who has thrown what, and who throws next."""
    dice = list(record["dice"])
    for throw in answer["throws"]:
        made, dice = dice[: throw["dice"]], dice[throw["dice"] :]
        seat = out.seat(throw["seat"])
        if made:
            out.say("wall.thrown", seat=seat, dice=" ".join(map(str, made)), sum=sum(made))
        else:
            out.say("status.throw", seat=seat, n=throw["dice"])


def _played(rules: Ruleset, record: dict[str, Any]) -> Wall:
    """The wall after the record's events."""
    indicator = tiles.kind(record["indicator"]) if record.get("indicator") else None
    found = Wall(rules, record["dealer"], bytes(record["dice"]), indicator)
    for event in record.get("events", ()):
        if isinstance(event, dict):
            found.apply(WALL_KONG, bytes(event["kong"]))
            continue
        name, _, times = event.partition("*")
        for _ in range(int(times[:4] or 1)):
            if not found.apply(WALL_EVENTS.index(name)):
                break
    return found


def _picture(out: Output, rules: Ruleset, record: dict[str, Any], answer: dict[str, Any]) -> None:
    """The walls from above, as they are after the events, and what the signs mean."""
    found: dict[tuple[int, int, int], str] = {}
    first, middle = None, ""
    if "break" in answer:
        wall = _played(rules, record)
        found, first = wallpicture.signs(wall, "left" in answer), (wall.break_side, wall.break_stack)
        middle = out.text("wall.left", n=wall.left) if "left" in answer else ""
    names = [out.seat(seat) + _dealer(out, seat, record) for seat in range(rules.SEATS)]
    seats = [f"seat.{seat}" for seat in range(rules.SEATS)]
    sign = {name: out.text("wall.sign." + name) for name in (*SIGNS, *seats)}
    sign.update(stands=wallpicture.STANDS, gone=wallpicture.GONE)
    stacks = rules.stacks(record["dealer"])
    for line in wallpicture.lines(stacks, found, first, out.console.width, sign, names, middle):
        out.line(line)
    out.line()
    if found:
        dealt = "".join(sign[name] for name in seats)
        out.line(f"{dealt} {out.text('wall.meaning.dealt')}  {out.text('wall.meaning.arrow')}")
        shown = [name for name in sign if name in found.values() and name not in seats]
        out.line("  ".join(f"{sign[name]} {out.text('wall.meaning.' + name)}" for name in shown))


# ---------------------------------------------------------------- every throw


def _show_all(out: Output, rules: Ruleset, record: dict[str, Any]) -> None:
    _answered(engine_wall.opening, {**record, "dice": []})  # is the rest of it as it should be
    answers = [
        {"dice": list(dice), **_answered(engine_wall.opening, {**record, "dice": list(dice)})}
        for dice in openings.every(rules, record["dealer"])
    ]
    out.json(answers)
    if not out.as_json:
        _show_table(out, answers)


def _show_table(out: Output, answers: list[dict[str, Any]]) -> None:
    some = any(answer["indicator_at"] for answer in answers)
    table = out.table("dice!", "wall", "stack>", "next_tile", "tail", *(["turned_up"] if some else []), "left>")
    for names, found in _alike(answers):
        side, stack = out.seat(found["break"]["side"]), str(found["break"]["stack"])
        turned_up = [found["indicator_at"]] if some else []
        table.add_row(names, side, stack, found["next"], found["tail"], *turned_up, str(found["left"]))
    out.show(table)


def _alike(answers: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Answers with the dice they are for; throws that differ only in the order of their dice, and have one answer, are
    one row.
    """
    rows = []
    keyed = sorted(((_sorted_throws(answer), answer) for answer in answers), key=lambda row: row[0])
    for dice, group in groupby(keyed, key=lambda row: row[0]):
        found = [answer for _, answer in group]
        plain = [{key: value for key, value in answer.items() if key != "dice"} for answer in found]
        if all(one == plain[0] for one in plain):
            rows.append((" + ".join(" ".join(map(str, throw)) for throw in dice), found[0]))
        else:
            rows += [(" ".join(map(str, answer["dice"])), answer) for answer in found]
    return rows


def _sorted_throws(answer: dict[str, Any]) -> list[list[int]]:
    dice, out = list(answer["dice"]), []
    for throw in answer["throws"]:
        out.append(sorted(dice[: throw["dice"]]))
        dice = dice[throw["dice"] :]
    return out
