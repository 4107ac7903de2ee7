"""The self-test of a table: it tries what it can by itself, the keys and the sensors wait for a hand."""

import time
from typing import Annotated, Any

import typer

from engine_core import wire
from mjtable import tables
from mjtable.arguments import Json, Lang, Port
from mjtable.errors import NoSelftest, Refused, SelftestFailed
from mjtable.link import Link
from mjtable.output import Output
from mjtable.phrases import said

LOOK_SECONDS = 0.25
STACKS = 20  # sensors of a rail
OK, WRONG, OPEN, NONE = "ok", "wrong", "open", "none"

Wait = Annotated[int, typer.Option("--wait", metavar="SECONDS", min=0)]


def selftest(wait: Wait = 60, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        _ask(link, "begin")
        try:
            if wait:
                out.say("selftest.begins")
                out.flush()
            _watch(out, link, wait)
        except KeyboardInterrupt:  # the way to end it before everything was tried
            pass
        told = _ask(link, "end")
        table = link.hello
    rows = list(checks(out, told))
    states = {name: state for name, state, _ in rows}
    out.json({**told, "checks": states, "table": table, "port": link.device})
    shown = out.table("check", "state", "")
    for name, state, what in rows:
        shown.add_row(out.text("selftest." + name), out.text("selftest.state." + state), what)
    out.show(shown)
    failed = [name for name, state in states.items() if state == WRONG]
    if failed:
        raise SelftestFailed(names=_listed(out, [out.text("selftest." + name) for name in failed]))
    out.say("selftest.open" if OPEN in states.values() else "selftest.passed")


def _ask(link: Link, do: str) -> dict[str, Any]:
    """NoSelftest: the firmware is an older one."""
    try:
        result: dict[str, Any] = link.request("selftest", do=do)
    except Refused as e:
        if e.values["code"] == wire.METHOD_NOT_FOUND:
            raise NoSelftest(port=link.device) from e
        raise
    return result


def _watch(out: Output, link: Link, wait: int) -> None:
    """Says what is pressed and what moves, until all was tried, or nothing has happened for `wait` seconds."""
    before: dict[str, Any] = {}
    since = time.monotonic()
    while True:
        told = _ask(link, "look")
        for line in _news(out, before, told):
            since = time.monotonic()
            if wait:
                out.line(line)
                out.flush()
        before = told
        if told["busy"]:
            since = time.monotonic()
        elif told["over"] or not told["unseen"] or time.monotonic() - since >= wait:
            return
        time.sleep(LOOK_SECONDS)


def _news(out: Output, before: dict[str, Any], told: dict[str, Any]) -> list[str]:
    """A line for each key, rail, reader and sense that has changed."""
    had = set(before["keys"]["pressed"]) if before else set()
    lines = [out.text("selftest.pressed", pressed=key) for key in told["keys"]["pressed"] if key not in had]
    rails = {rail["side"]: rail["tiles"] for rail in before.get("walls", [])}
    for rail in told["walls"]:
        if rail["tiles"] != rails.get(rail["side"]):
            tiles = ", ".join(map(str, rail["tiles"])) or out.text("none")
            lines.append(out.text("selftest.rail", side=rail["side"], tiles=tiles))
    laid = {reader["place"]: reader["laid"] for reader in before.get("readers", [])}
    for reader in told.get("readers", []):
        if reader["laid"] and reader["laid"] != laid.get(reader["place"]):
            ident, tile = reader["laid"]
            lines.append(out.text("selftest.laid", place=reader["place"], id=ident, tile=tile or out.text("none")))
    for name, value in sorted(told["senses"].items()):
        if name != "supply" and value != before.get("senses", {}).get(name):
            lines.append(out.text("selftest.on" if value else "selftest.off", name=name))
    return lines


def checks(out: Output, told: dict[str, Any]) -> list[tuple[str, str, str]]:
    """(name, state, what was found) of each check."""
    rows = [_displays(out, told), _keys(out, told)]
    if told["walls"]:
        rows.append(_walls(out, told))
    if told.get("readers"):
        rows.append(_reader(out, told))
    if "supply" in told["senses"]:
        state = WRONG if "supply" in told["wrong"] else OK
        rows.append(("supply", state, out.text("selftest.millivolts", mv=told["senses"]["supply"])))
    return [*rows, _dice(out, told), _flash(out, told), _memory(out, told)]


def _silent(told: dict[str, Any], kind: str) -> list[str]:
    """Names of the parts of a kind ("display", "inputs", "reader") that do not answer."""
    parts = [part for part in told["parts"] if part["name"].startswith(kind)]
    return [part["name"] for part in parts if not part["answers"]]


def _displays(out: Output, told: dict[str, Any]) -> tuple[str, str, str]:
    count = sum(part["name"].startswith("display") for part in told["parts"])
    silent = _silent(told, "display")
    if silent:
        return "displays", WRONG, out.text("selftest.silent", names=_listed(out, silent))
    return "displays", OK if count else NONE, out.text("selftest.answer" if count else "selftest.no_display", n=count)


def _keys(out: Output, told: dict[str, Any]) -> tuple[str, str, str]:
    keys = told["keys"]
    pressed, missing = keys["pressed"], keys["missing"]
    what = [out.text("selftest.count", n=len(pressed), of=len(pressed) + len(missing))]
    if pressed and missing:
        what.append(out.text("selftest.missing", names=_listed(out, _by_place(missing))))
    what += [said(text, out.lang) for text in keys["stuck"]]
    silent = _silent(told, "inputs")
    if silent:
        what.append(out.text("selftest.silent", names=_listed(out, silent)))
    state = WRONG if "keys" in told["wrong"] else OPEN if missing else OK
    return "keys", state, out.text("selftest.semicolon").join(what)


def _by_place(keys: list[str]) -> list[str]:
    """ "0 up", "0 down", "1 up" as "0 up down", "1 up"."""
    places: dict[str, list[str]] = {}
    for key in keys:
        place, _, name = key.partition(" ")
        places.setdefault(place, []).append(name)
    return [" ".join([place, *names]) for place, names in places.items()]


def _walls(out: Output, told: dict[str, Any]) -> tuple[str, str, str]:
    rails = _listed(out, [f"{rail['side']}: {rail['live']}/{STACKS}" for rail in told["walls"]])
    what = out.text("selftest.live", rails=rails)
    off = told.get("off", [])
    if off:
        named = _listed(out, [f"{sensor['side']}:{sensor['stack']}" for sensor in off])
        return "wall", WRONG, what + out.text("selftest.semicolon") + out.text("selftest.off_sensors", names=named)
    return "wall", OPEN if "wall" in told["unseen"] else OK, what


def _reader(out: Output, told: dict[str, Any]) -> tuple[str, str, str]:
    silent = _silent(told, "reader")
    if silent:
        return "reader", WRONG, out.text("selftest.silent", names=_listed(out, silent))
    tried = [reader["place"] for reader in told["readers"] if reader["laid"]]
    state = OPEN if "reader" in told["unseen"] else OK
    return "reader", state, out.text("selftest.count", n=len(tried), of=len(told["readers"]))


def _dice(out: Output, told: dict[str, Any]) -> tuple[str, str, str]:
    sources, faces = told["dice"]["sources"], told["dice"]["faces"]
    faults = [f"dice: source {one['name']}: {one['fault']}" for one in sources if one["fault"]]
    if faults:
        return "dice", WRONG, out.text("selftest.semicolon").join(said(fault, out.lang) for fault in faults)
    counts = out.text("comma").join(f"{k + 1}×{n}" for k, n in enumerate(faces))
    names = _listed(out, [one["name"] for one in sources])
    return "dice", OK, out.text("selftest.faces", names=names, n=sum(faces), counts=counts)


def _flash(out: Output, told: dict[str, Any]) -> tuple[str, str, str]:
    flash = told["flash"]
    values = {"free": flash["free"] // 1024, "size": flash["size"] // 1024, "n": flash["segments"]}
    return _tried(out, "flash", flash["fault"], values)


def _memory(out: Output, told: dict[str, Any]) -> tuple[str, str, str]:
    memory = told["memory"]
    return _tried(out, "memory", memory["fault"], {"free": memory["free"] // 1024, "piece": memory["piece"] // 1024})


def _tried(out: Output, name: str, fault: str, values: dict[str, int]) -> tuple[str, str, str]:
    if fault:
        return name, WRONG, said(fault, out.lang)
    return name, OK, out.text(f"selftest.{name}.ok", **values)


def _listed(out: Output, names: list[str]) -> str:
    return out.text("comma").join(names)
