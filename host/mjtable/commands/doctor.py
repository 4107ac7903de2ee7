"""What is wrong, and what to do about it, in plain words."""

from typing import Annotated, Any

import typer

from mjtable import doctor as checks
from mjtable import serialports, tables
from mjtable.arguments import Db, Json, Lang, Port
from mjtable.doctor import Finding
from mjtable.errors import MjtableError, Unwell
from mjtable.output import Output
from mjtable.phrases import said
from mjtable.texts import keys

Udev = Annotated[bool, typer.Option("--udev", show_default=False)]
SelfTest = Annotated[bool, typer.Option("--selftest", show_default=False)]


def doctor(
    udev: Udev = False,
    selftest: SelfTest = False,
    port: Port = None,
    db: Db = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    if udev:
        print(serialports.udev_rules(), end="")
        return
    if selftest:
        return _selftest(out, tables.board_port(port))
    report = _Report(out)
    report.section("doctor.computer", checks.computer(db))
    found = _ports(port)
    if not found:
        report.section("doctor.ports", checks.no_port())
    for one in found:
        report.section("doctor.port", checks.port(one, db), port=one.device, what=one.what or "-")
    out.json({"findings": report.said, "wrong": report.wrong})
    if report.wrong:
        raise Unwell(n=report.wrong)
    out.say("doctor.well")
    if any(finding["check"] == "answers" for finding in report.said):
        out.say("doctor.hardware")


def _selftest(out: Output, device: str) -> None:
    from mjtable.install import selftest

    out.say("doctor.selftest", port=device)
    said: list[str] = []

    def told(line: str) -> None:
        said.append(line)
        out.line(line)
        out.flush()

    hello = selftest(device, told)
    out.json({"port": device, "said": said, "table": hello})
    if hello:
        out.say("doctor.resumed", name=hello["name"])


def _ports(named: str | None) -> list[serialports.Port]:
    if named is None:
        return tables.ports()
    device = tables.board_port(named)
    return [one for one in tables.ports() if one.device == device] or [serialports.Port(device, "", None)]


class _Report:
    """Shows findings as they are made."""

    def __init__(self, out: Output):
        self._out = out
        self._known = set(keys())
        self.said: list[dict[str, Any]] = []
        self.wrong = 0

    def section(self, key: str, findings: Any, **values: object) -> None:
        self._out.say(key, **values)
        for finding in findings:
            self._finding(finding, values.get("port"))
            self._out.flush()

    def _finding(self, finding: Finding, port: object) -> None:
        out = self._out
        values = {name: _shown(value, out.lang) for name, value in finding.values.items()}
        message = self._text("", finding.key, values) or values["error"]
        advice = self._text(".do", finding.key, values)
        self.wrong += finding.state == checks.WRONG
        row = {"check": finding.key, "state": finding.state, "message": message, "advice": advice}
        self.said.append({**({"port": port} if port else {}), **row, "values": values})
        out.line(f"{out.text('doctor.mark.' + finding.state)} {message}")
        if advice:
            out.line(f"      → {advice}")

    def _text(self, what: str, key: str, values: dict[str, Any]) -> str | None:
        """The finding itself, or ".do", what to do; None where there is no text: an error says it in its own words."""
        named = f"doctor.{key}{what}"
        return self._out.text(named, **values) if named in self._known else None


def _shown(value: Any, lang: str) -> Any:
    if isinstance(value, MjtableError):
        return value.message(lang)
    return said(value, lang) if isinstance(value, str) else value
