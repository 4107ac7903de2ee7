"""`/device`: the table's displays, how it fares, what the doctor finds, its log and its settings."""

import contextlib
from typing import Any

from sqlalchemy import make_url
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from mjtable import doctor, pins
from mjtable.answers import NAME_MOST
from mjtable.errors import MjtableError
from mjtable.link import Link
from mjtable.phrases import said
from mjtable.texts import keys, text
from mjtable.web.pieces import Pieces
from mjtable.web.render import done, environment, language, page, shell
from mjtable.web.site import Site
from mjtable.web.virtual import panels, screens
from mjtable.web.words import rows, word
from mjtable.wholenumber import whole_number

MARKS = {doctor.OK: "ok", doctor.NOTE: "info", doctor.WRONG: "bad"}


def context(site: Site, p: Pieces) -> dict[str, Any]:
    return {"screens": screens(site), "panels": panels(site, p)}


def parts(site: Site, p: Pieces) -> dict[str, str]:
    """What changes while the page is open."""
    values = {**shell(site, p), **context(site, p)}
    found = {f"screen{i}": url for i, url in enumerate(values["screens"])}
    found["log"] = environment().get_template("parts/log.html").render({**values, "notes": _notes(site, p.lang)})
    found["health"] = environment().get_template("parts/health.html").render(values)
    return found


def _notes(site: Site, lang: str) -> list[str]:
    """The table's log, the latest first. It is asked for again when something has happened."""
    view = site.view
    seq = view.status["seq"] if view.status else -1
    if site.log[0] != seq and view.link == "live":
        with contextlib.suppress(MjtableError):
            site.log = (seq, tuple(map(str, site.owner.ask("log")["notes"])))
    return [said(note, lang) for note in reversed(site.log[1])]


def show(request: Request, site: Site) -> Response:
    return _page(request, site)


def change(request: Request, site: Site, form: FormData) -> Response:
    """`do`: "config" sets the table's settings, "pin" its PIN, "keep" keeps a journal that is another than before,
    "restore" gives a table that was reset what it had, "restart" ends safe mode.
    """
    try:
        if form.get("do") == "config":
            site.owner.change("config.set", **_settings(form))
        elif form.get("do") == "pin":
            new = str(form.get("new_pin", ""))
            site.owner.change("config.set", pin=pins.setting(new) if new else "")
        elif form.get("do") == "keep":
            site.owner.keep_as_new()
        elif form.get("do") == "restart":
            site.owner.ask("restart")
        elif form.get("do") == "restore":
            site.owner.give_back()
            return done(request, "/", "restored")
    except MjtableError as e:
        return _page(request, site, error=e.message(language(request)), code=409)
    return done(request, "/device", "config")


def behind(request: Request, site: Site, form: FormData) -> Response:
    return _page(request, site)


def waits(site: Site, p: Pieces, form: FormData) -> str:
    return p.t("pin.waits.pin" if form.get("do") == "pin" else "pin.waits.device")


def _settings(form: FormData) -> dict[str, Any]:
    """What the form says; numbers that are none are left to the table to refuse."""
    found: dict[str, Any] = {name: str(form[name]) for name in ("name", "lang") if name in form}
    for name in ("brightness", "empty_side"):
        typed = str(form.get(name, ""))
        if typed:
            number = whole_number(typed)
            found[name] = typed[:20] if number is None else number
    return {**found, "flip": "flip" in form, "real_dice": "real_dice" in form}


def _page(request: Request, site: Site, *, error: str = "", code: int = 200) -> Response:
    p = Pieces(language(request))
    checks: list[dict[str, str]] = []
    device = ""
    try:
        if site.view.link == "live":
            site.owner.look()
            device, checks = site.owner.do(lambda link: _looked(link, site, p.lang))
    except MjtableError as e:
        error = error or e.message(p.lang)
    return page(request, site, "device", code, checks=checks, notes=_notes(site, p.lang), device=device, error=error,
                name_most=NAME_MOST,
                **context(site, p))  # fmt: skip


def _looked(link: Link, site: Site, lang: str) -> tuple[str, list[dict[str, str]]]:
    """The port, and what the doctor finds at the table."""
    db = make_url(site.history.url).render_as_string(hide_password=False)
    found = [_told(one, lang) for one in doctor.table(link, db)]
    return link.device, found


def _told(one: doctor.Finding, lang: str) -> dict[str, str]:
    """A finding in words, and what to do about it."""
    values = {
        name: value.message(lang) if isinstance(value, MjtableError) else said(value, lang)
        if isinstance(value, str) else value
        for name, value in one.values.items()
    }  # fmt: skip
    known = set(keys())

    def worded(key: str) -> str:
        """As the page puts it, where it says what can be done on it; else as the command does."""
        if "page." + key in rows():
            return word("page." + key, lang, **values)
        return text(key, lang, **values) if key in known else ""

    shown = worded("doctor." + one.key) or str(values.get("error", one.key))
    return {"mark": MARKS[one.state], "text": shown, "advice": worded(f"doctor.{one.key}.do")}
