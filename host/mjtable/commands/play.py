"""Commands that speak to a table during play: its state, its dice, its wall, its scores."""

import sys
from typing import Annotated, Any

import typer

from engine_core import dice as fair
from engine_core import wall as engine_wall
from mjtable import tables, tilenames, usage
from mjtable.arguments import Json, Lang, Port, Seat
from mjtable.commands import rules
from mjtable.errors import NotConfirmed, Refused
from mjtable.output import Output, option_text, signed
from mjtable.phrases import said
from mjtable.status import counted

BEGUN = ("throw", "wild", "play")  # phases in which there is something of a hand
Yes = Annotated[bool, typer.Option("--yes", "-y", show_default=False)]


def status(port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        state = link.request("status")
        out.json({"table": link.hello, "port": link.device, "status": state})
        if not as_json:
            show_status(out, link.hello, link.device, state)


def show_status(out: Output, hello: dict[str, Any], port: str, state: dict[str, Any]) -> None:
    """The table on one screen: who it is, where the game stands, the scores, the wall."""
    out.say("status.table", name=hello["name"] or hello["id"], id=hello["id"], port=port, fw=hello["fw"])
    if state["trouble"]:
        out.say("status.trouble", why=said(state["trouble"], out.lang))
    if not state["stored"]:
        out.say("status.unstored")
    if state["region"] is None:
        out.say("status.no_region")
        return
    out.say(
        "status.region",
        region=rules.rules_title(state["region"], state["options"], out.lang),
        options=option_text(state["options"]),
    )
    if not state["session"]:
        out.say("status.no_session")
        return
    out.say(
        "status.hand",
        session=state["session"],
        hand=state["hand"],
        wind=out.wind(state["round_wind"]),
        dealer=out.seat(state["dealer"]),
        streak=state["streak"],
        phase=out.text("phase." + state["phase"]),
    )
    if state["carry"]:
        out.say("status.carry", carry=carried(out, state["carry"]))
    show_scores(out, state["scores"])
    if state["phase"] == "new":
        out.say("region.then_session")
    show_hand(out, state)


def carried(out: Output, carry: dict[str, Any]) -> str:
    """What hands leave behind (keys of the hand record's `carry`), in words."""
    told = []
    for key, value in carry.items():
        if key == "top_up":
            told += [out.text("carried.top_up", seat=out.seat(seat), n=n) for seat, n in enumerate(value) if n]
        elif key == "sub_in":
            told.append(out.text("carried.sub_in", seat=out.seat(value)))
        else:
            told.append(out.text("carried." + key, n=value))
    return out.text("comma").join(told)


def show_hand(out: Output, state: dict[str, Any]) -> None:
    """Dice, wild tiles and wall of the hand in progress."""
    for thrown in counted(state["region"], state["options"], state["dealer"], state["dice"]) if state["dice"] else []:
        out.say("status.dice", dice=" ".join(map(str, thrown)), sum=sum(thrown))
    if state["throw"]:
        out.say("status.throw", seat=out.seat(state["throw"]["seat"]), n=state["throw"]["dice"])
    if state["indicator"]:
        show_wilds(out, "status.wild", state["region"], state["indicator"], state["wilds"])
    wall = state["wall"]
    if wall:
        out.say("status.wall", left=wall["left"], next=wall["next"] or "-", tail=wall["tail"] or "-")
        if wall["kept_back"]:
            out.say("status.kept_back", n=wall["kept_back"])
        if wall["last_tile"] or wall["over"]:
            out.say("status.over" if wall["over"] else "status.last_tile")


def show_wilds(out: Output, key: str, region: str, indicator: str, wilds: list[str]) -> None:
    """The turned-up tile and what it makes wild."""
    turned_up = rules.tile_names(region, [indicator], out.lang)
    out.say(key, tile=turned_up, wilds=rules.tile_names(region, wilds, out.lang))


def show_scores(out: Output, scores: list[int], delta: list[int] | None = None) -> None:
    """A line for each seat; with `delta` also what the hand brought."""
    table = out.table("seat", *(["delta>"] if delta else []), "score>")
    for seat, score in enumerate(scores):
        change = [signed(delta[seat]) if seat < len(delta) else "0"] if delta else []
        table.add_row(out.seat(seat), *change, str(score))
    out.show(table)


Dealer = Annotated[int | None, typer.Option("--dealer", min=0, max=7, show_default=False)]
Scores = Annotated[list[int] | None, typer.Option("--score", metavar="POINTS", show_default=False)]


def session(
    dealer: Dealer = None, score: Scores = None, port: Port = None, as_json: Json = False, lang: Lang = None
) -> None:
    out = Output(lang, as_json)
    params = {**({} if dealer is None else {"dealer": dealer}), **({"scores": score} if score else {})}
    with tables.connect(port) as link:
        result = link.request("session.new", **params)
        state = link.request("status")
    out.json(result)
    show_session(out, state)


def show_session(out: Output, state: dict[str, Any]) -> None:
    if state["dealer"] is None:
        out.say("session.new_dice", session=state["session"])
    else:
        out.say("session.new", session=state["session"], dealer=out.seat(state["dealer"]))


Enter = Annotated[list[int] | None, typer.Option("--enter", metavar="1..6", min=1, max=6, show_default=False)]


def dice(
    context: typer.Context,
    seat: Seat = None,
    enter: Enter = None,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    if context.invoked_subcommand is not None:  # dice verify and the others
        usage.refuse_before(context)
        return
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        if enter:
            result = link.request("dice.enter", dice=enter)
        else:
            result = link.request("dice.throw", **({} if seat is None else {"seat": seat}))
            result["fair"] = fair_throw(result)
        state = link.request("status")
    out.json({**result, "phase": state["phase"], "throw": state["throw"], "wall": state["wall"]})
    if enter:
        out.say("dice.entered", dice=" ".join(map(str, enter)), sum=sum(enter))
    else:
        show_throw(out, result)
    show_after_dice(out, state)


def fair_throw(result: dict[str, Any]) -> bool:
    """Are the dice what the seal, given before the press, and the secret, given after it, say they are?"""
    seal, press, secret = (bytes.fromhex(result[key]) for key in ("seal", "press", "secret"))
    return fair.verify(seal, secret, press, bytes(result["dice"]))


def show_throw(out: Output, result: dict[str, Any]) -> None:
    values = {"seat": out.seat(result["seat"]), "dice": " ".join(map(str, result["dice"])), "sum": sum(result["dice"])}
    out.say("dice.thrown", **values)
    out.say("dice.fair" if result["fair"] else "dice.unfair", seal=result["seal"][:16], secret=result["secret"][:16])


def show_after_dice(out: Output, state: dict[str, Any]) -> None:
    """What the dice have fixed, and what is asked for now."""
    wall = state["wall"]
    if wall:
        show_break(out, state)
    if state["throw"]:
        out.say("status.throw", seat=out.seat(state["throw"]["seat"]), n=state["throw"]["dice"])
    elif state["phase"] == "wild":
        opening = {key: state[key] for key in ("region", "options", "dealer", "dice")}
        out.say("dice.wild_next", place=engine_wall.opening(opening)["indicator_at"])


def show_break(out: Output, state: dict[str, Any]) -> None:
    """Both ways of saying it: the stacks that stay, as the displays do, and the first one that is taken from."""
    declared = rules.loaded(state["region"], state["options"])
    dealer, dice = state["dealer"], bytes(state["dice"])
    side, stays = declared.break_side(dealer, dice), declared.stays(dealer, dice)
    first, left = state["wall"]["break"], state["wall"]["left"]
    key = "dice.break" if first["side"] == side else "dice.break_next"
    out.say(key, side=out.seat(side), stays=stays, first=out.seat(first["side"]), stack=first["stack"], left=left)


def wild(
    tile: Annotated[str, typer.Argument(metavar="TILE", show_default=False)],
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    tile = tilenames.typed(tile)
    with tables.connect(port) as link:
        before = link.request("status")
        result = link.request("wild.set", tile=tile)
    out.json(result)
    if before["indicator"] not in (None, tile):
        old, new = (rules.tile_names(before["region"], [name], out.lang) for name in (before["indicator"], tile))
        out.say("wild.changed", old=old, new=new)
    show_wilds(out, "wild.set", before["region"], tile, result["wilds"])


def draw(
    count: Annotated[int, typer.Argument(metavar="N", min=1, max=255)] = 1,
    kong: Annotated[bool, typer.Option("--kong", show_default=False)] = False,
    flower: Annotated[bool, typer.Option("--flower", show_default=False)] = False,
    decline: Annotated[bool, typer.Option("--decline", show_default=False)] = False,
    bird: Annotated[bool, typer.Option("--bird", show_default=False)] = False,
    dice: Annotated[list[int] | None, typer.Option("--dice", metavar="1..6", min=1, max=6, show_default=False)] = None,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    chosen = [name for name, on in (("kong", kong), ("flower", flower), ("decline", decline), ("bird", bird)) if on]
    if len(chosen) > 1:
        raise typer.BadParameter(out.text("draw.one", names=", ".join("--" + name for name in chosen)))
    params: dict[str, Any] = {"event": chosen[0] if chosen else "draw", "count": count}
    with tables.connect(port) as link:
        try:
            result = link.request("wall.event", **params, **({"dice": dice} if dice else {}))
        except Refused as refusal:
            wall = link.request("status")["wall"]
            raise refusal if wall is None else Refused(**refusal.values, left=wall["left"]) from None
    out.json(result)
    show_wall(out, result)


def show_wall(out: Output, result: dict[str, Any]) -> None:
    values = {key: result[key] or "-" for key in ("taken", "next", "tail")}
    out.say("draw.done", left=result["left"], **values)
    if result["over"] or result["last_tile"]:
        out.say("status.over" if result["over"] else "status.last_tile")


def undo(yes: Yes = False, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        state = link.request("status")
        begun = state["last"] is not None and state["phase"] in BEGUN
        gone = {"hand": state["hand"], "what": _begun(out, state)}
        if begun and not yes and sys.stdin.isatty() and not out.ask("undo.ask", **gone):
            raise NotConfirmed()
        result = link.request("hand.undo")
    out.json(result)
    out.say("undo.done")
    if begun:
        out.say("undo.gave_up", **gone)
    show_scores(out, result["scores"])


def _begun(out: Output, state: dict[str, Any]) -> str:
    """What there is of a hand in progress: its dice, tiles that were drawn, what was recorded of its course."""
    found = [out.text("undo.dice", dice=" ".join(map(str, state["dice"])))] if state["dice"] else []
    if state["indicator"]:
        found.append(out.text("undo.indicator", tile=tilenames.spelled(state["indicator"], out.lang)))
    if state.get("course"):
        found.append(out.text("undo.course", n=state["course"]))
    return out.text("comma").join(found) or out.text("none")


def abort(port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        result = link.request("hand.abort")
    out.json(result)
    out.say("abort.done")


def correct(
    delta: Annotated[list[int], typer.Argument(metavar="POINTS", show_default=False)],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT")] = "",
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        result = link.request("correct", delta=delta, reason=reason)
    out.json(result)
    out.say("correct.sum" if sum(delta) else "correct.done", sum=signed(sum(delta)))
    show_scores(out, result["scores"], delta)


def left(
    seat: Annotated[int, typer.Argument(metavar="SEAT", min=0, max=7, show_default=False)],
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        before = link.request("status")["scores"]
        result = link.request("player.left", seat=seat)
    out.json(result)
    out.say("left.done", seat=out.seat(seat))
    show_scores(out, result["scores"], [now - was for now, was in zip(result["scores"], before, strict=True)])
