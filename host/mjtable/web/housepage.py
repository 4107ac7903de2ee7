"""`/house/<id>`: the rules of a house, its table of values and its file side by side: the file is what counts."""

from pathlib import Path
from typing import Any, NamedTuple

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine_core.rules import Ruleset, load
from mjtable import housefile, houses
from mjtable.commands import house as command
from mjtable.errors import BadHouse, MjtableError
from mjtable.houses import House
from mjtable.phrases import said
from mjtable.regions import names, region_name, regions
from mjtable.web import fields
from mjtable.web.pieces import Pieces, split
from mjtable.web.render import done, language, page
from mjtable.web.settled import settled
from mjtable.web.site import Site
from mjtable.wholenumber import whole_number

WORTH = "worth."
TRIED = "123m456p789s234m5m5m"


class Value(NamedTuple):
    """A pattern's worth: that of the base where the file says nothing of it."""

    id: str
    text: str
    value: int
    base: int
    unit: str


def index(request: Request, site: Site) -> Response:
    return _index(request, site)


def _index(request: Request, site: Site, *, error: str = "", code: int = 200) -> Response:
    p = Pieces(language(request))
    view = site.view
    there = {"houses": list(view.houses), "damaged": []} if view.hello else None
    rows = [
        {**row, "base": region_name(row["region"], p.lang) if row["region"] else "–"}
        for row in command.known(there, p.lang)
    ]
    bases = [(one, region_name(one, p.lang)) for one in regions()]
    return page(request, site, "houses", code, nav="house", rows=rows, bases=bases, error=error)


def make(request: Request, site: Site, form: FormData) -> Response:
    """A new house, from a region."""
    ident, base = str(form.get("id", "")).strip(), str(form.get("from", ""))
    try:
        houses.make(ident, base, None)
    except MjtableError as e:
        return _index(request, site, error=e.message(language(request)), code=422)
    return RedirectResponse(f"/house/{ident}", 303)


def show(request: Request, site: Site) -> Response:
    ident = request.path_params["id"]
    if not houses.ID.fullmatch(ident) or ident not in houses.ids():
        return page(request, site, "missing", 404, nav="house")
    return _page(request, site, ident, houses.read(houses.place(ident)), TRIED)


def send(request: Request, site: Site, form: FormData) -> Response:
    """`do`: "text" or "fields" look at what was typed there, "save" keeps the file, "send" gives it to the table too,
    "drop" removes the house.
    """
    ident = request.path_params["id"]
    if not houses.ID.fullmatch(ident) or ident not in houses.ids():
        return page(request, site, "missing", 404, nav="house")
    lang, what = language(request), form.get("do")
    text = str(form.get("text", "")).replace("\r\n", "\n")
    tried = str(form.get("tried", ""))[:100]
    try:
        if what == "fields":
            text = _with_fields(text, form)
        elif what == "drop":
            houses.drop(ident)
            return done(request, "/house", "dropped")
        elif what in ("save", "send"):
            found = houses.checked(text, houses.place(ident))
            houses.write(houses.place(ident), text)
            if what == "save":
                return done(request, f"/house/{ident}", "saved")
            site.owner.change("house.set", id=found.id, region=found.region, options=found.options)
            return done(request, f"/house/{ident}", "sent")
    except BadHouse:
        return _page(request, site, ident, text, tried, code=422)
    except MjtableError as e:
        return _page(request, site, ident, text, tried, error=e.message(lang), code=409)
    return _page(request, site, ident, text, tried)


def _with_fields(text: str, form: FormData) -> str:
    """The file with what the fields say, where that is another value than the file has."""
    rules = _base(text)
    if rules is None:
        return text
    data = housefile.parsed(text).data
    options, worths = _part(data, "options"), _part(data, "worths")
    wanted: list[tuple[tuple[str, ...], Any]] = [
        (("options", name), value)
        for name, value in fields.read(rules, form).items()
        if options.get(name, _default(rules, name)) != value
    ]
    for ident in housefile.with_worth(rules):
        typed = form.get(WORTH + ident)
        if isinstance(typed, str):
            value = value_of_worth(typed)
            if worths.get(ident, rules.worth[ident]) != value:
                wanted.append((("worths", ident), value))
    for path, value in wanted:
        try:
            text = housefile.with_value(text, path, value)
        except ValueError:  # it stands over several lines: there the file is changed by hand
            continue
    return text


def value_of_worth(typed: str) -> Any:
    """A number, or the text that is none."""
    number = whole_number(typed)
    return typed if number is None else number


def _part(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def _default(rules: Ruleset, name: str) -> Any:
    return next((row[1] for row in rules.OPTIONS if row[0] == name), None)


def _base(text: str) -> Ruleset | None:
    """The rules that the file begins from; None where it does not say, or no such."""
    region = housefile.parsed(text).data.get("from")
    return load(region) if isinstance(region, str) and region in regions() else None


# ---------------------------------------------------------------- the page


def _page(
    request: Request, site: Site, ident: str, text: str, tried: str, *, error: str = "", code: int = 200
) -> Response:
    p = Pieces(language(request))
    problems, found = _checked(text, houses.place(ident), p)
    rules = _base(text)
    data = housefile.parsed(text).data
    given = _part(data, "options")
    kept = {row["id"]: row for row in site.view.houses}
    return page(
        request,
        site,
        "house",
        code,
        nav="house",
        ident=ident,
        others=houses.ids(),
        text=text,
        problems=problems,
        numbered=_numbered(text, problems),
        house=found,
        base=region_name(rules.ID, p.lang) if rules else "",
        title=_title(data, p),
        values=_values(rules, _part(data, "worths"), p) if rules else [],
        fields=fields.fields(p, rules, given, {}) if rules else [],
        low_high=housefile.worth_range(rules) if rules else (0, 0),
        tried=tried,
        trial=_trial(found, rules, tried, p) if found and rules else "",
        on_table=None
        if not site.view.hello
        else ident in kept and found is not None and kept[ident]["crc"] == found.crc,
        error=error,
    )


def _title(data: dict[str, Any], p: Pieces) -> str:
    return str(_part(data, "name").get(p.lang) or data.get("id") or "")


def _checked(text: str, path: Path, p: Pieces) -> tuple[list[tuple[int, str]], House | None]:
    """What is wrong, by line, and the house when nothing is."""
    try:
        return [], houses.checked(text, path)
    except BadHouse as e:
        return [(line, said(why, p.lang)) for line, why in e.problems], None


def _numbered(text: str, problems: list[tuple[int, str]]) -> list[tuple[str, list[str]]]:
    """The lines of the file, each with what is wrong in it."""
    wrong: dict[int, list[str]] = {}
    for line, why in problems:
        wrong.setdefault(line, []).append(why)
    return [(line, wrong.get(number, [])) for number, line in enumerate(text.rstrip("\n").split("\n"), 1)]


def _values(rules: Ruleset, worths: dict[str, Any], p: Pieces) -> list[Value]:
    found = housefile.with_worth(rules)
    words = names(rules.ID, ["pattern." + one for one in found] + ["unit.worth", "unit.points"], p.lang)

    def value(ident: str) -> int:
        typed = worths.get(ident, rules.worth[ident])
        return typed if isinstance(typed, int) else rules.worth[ident]

    def unit(ident: str) -> str:
        shown = words["unit.points" if ident in rules.IN_POINTS else "unit.worth"]
        return "" if shown.startswith("unit.") else shown

    return [Value(one, words["pattern." + one], value(one), rules.worth[one], unit(one)) for one in found]


def _trial(house: House, rules: Ruleset, tried: str, p: Pieces) -> str:
    """What a hand is worth, by the house and by its base: "清碰：10，原来 8"."""
    codes = split(tried)
    if len(codes) != rules.HAND + 1:
        return p.t("house.try.tiles", n=rules.HAND + 1)
    record = {
        "region": rules.ID,
        "seats": rules.SEATS,
        "hands": [{"concealed": "".join(codes[:-1])}, *({} for _ in range(rules.SEATS - 1))],
        "wins": [{"seat": 0, "tile": codes[-1]}],
    }
    try:
        now, before = (settled({**record, "options": one}, p.lang).claims[0] for one in (house.options, {}))
    except ValueError as e:
        return said(str(e), p.lang)
    shown = [one.reason or p.t("win.worth", n=one.value) for one in (now, before)]
    patterns = p.t("list").join(row.name for row in now.patterns) or "–"
    return p.t("house.try.said", patterns=patterns, now=shown[0], base=shown[1])
