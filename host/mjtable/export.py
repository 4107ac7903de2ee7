"""The history as tables for other programs: CSV, XLSX, JSON.

A name may begin with "=", which a spreadsheet takes for a formula: in CSV such a text gets an apostrophe before it, in
XLSX it is marked as text.
"""

import csv
import datetime
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from mjtable import evenings, stats
from mjtable.answers import SEAT
from mjtable.errors import BadExport
from mjtable.regions import house_name, rules_name
from mjtable.store import Store
from mjtable.texts import text
from mjtable.writing import written

AT_ONCE = 500
MOST_ROWS = 1_048_575  # of a sheet in XLSX, below its head
FORMULA = ("=", "+", "-", "@", "\t", "\r")
TIMES = ("time",)


class Sheet(NamedTuple):
    """One table: its columns by their ids, and its rows, made as they are asked for."""

    name: str
    columns: list[str]
    rows: Iterator[list[Any]]


def sheets(past: Store, table: str | None, lang: str) -> dict[str, Callable[[], Sheet]]:
    """All there are."""
    return {
        "hands": lambda: _hands(past, table, lang),
        "sessions": lambda: _sessions(past, table, lang),
        "standings": lambda: _standings(past, table),
        "corrections": lambda: _corrections(past, table),
        "throws": lambda: _throws(past, table),
    }


CSV_SHEET = ("hands",)  # it has room for one
SHEETS = ("hands", "sessions", "standings", "corrections", "throws")


def export(
    past: Store, file: Path, only: list[str], table: str | None, lang: str, force: bool = False
) -> dict[str, int]:
    """Writes a file of the kind that its name ends in; how many rows of each sheet. BadExport, FileThere, BadFile."""
    kind = file.suffix.lower()
    if kind not in WRITERS:
        raise BadExport(file=str(file))
    wanted = only or list(CSV_SHEET if kind == ".csv" else SHEETS)
    if kind == ".csv" and len(wanted) > 1:
        raise BadExport(file=str(file))
    made = sheets(past, table, lang)
    with written(file, force) as path:
        return WRITERS[kind](path, [made[name]() for name in wanted], lang)


# ---------------------------------------------------------------- what is in them


def _hands(past: Store, table: str | None, lang: str) -> Sheet:
    seats = [f"{what}{seat}" for seat in SEAT for what in ("player", "points", "score")]
    columns = ["hand", "time", "table_id", "table_name", "session", "number", "region", "rules", "taken_back"]
    columns += ["dealer", "winners", "worth", "patterns", *seats, "amended", "record", "answer"]
    return Sheet("hands", columns, _hand_rows(past, table, lang))


def _hand_rows(past: Store, table: str | None, lang: str) -> Iterator[list[Any]]:
    names = {row.id: row.name for row in past.known_tables()}
    after = 0
    while rows := past.hands_after(after, AT_ONCE, table):
        after = rows[-1].id
        idents = [row.id for row in rows]
        paid: dict[int, list[Any]] = {ident: [] for ident in idents}
        for one in past.payments_with_players(idents):
            paid[one.hand_id] += [one.name or None, one.delta, one.score]
        amended: dict[int, list[int]] = {}
        for one in past.amendments_of(idents):
            before = amended.get(one.hand_id, [0] * len(one.delta))
            amended[one.hand_id] = [a + b for a, b in zip(before, one.delta, strict=False)]
        for row in rows:
            won = [win for win in row.answer["wins"] if win["valid"]]
            head = [row.id, row.time, row.table_id, names.get(row.table_id), row.session_id, row.number, row.region]
            rules = rules_name(row.region, {"house": row.house}, lang)
            head += [rules, row.undone is not None, row.record.get("dealer", 0)]
            wins = [[win["seat"] for win in won], [win["value"] for win in won], [win["patterns"] for win in won]]
            seats = (paid[row.id] + [None] * (3 * len(SEAT)))[: 3 * len(SEAT)]
            yield [*head, *wins, *seats, amended.get(row.id), row.record, row.answer]


def _sessions(past: Store, table: str | None, lang: str) -> Sheet:
    seats = [f"{what}{seat}" for seat in SEAT for what in ("player", "score")]
    columns = ["session", "time", "table_id", "table_name", "number", "hands", "region", *seats]
    return Sheet("sessions", columns, _session_rows(past, table, lang))


def _session_rows(past: Store, table: str | None, lang: str) -> Iterator[list[Any]]:
    for one in evenings.every(past, table):
        rules = [house_name({"house": house}, lang) or region for region, house in one.rules]
        seats: list[Any] = []
        for name, score in zip(one.players, one.scores, strict=False):
            seats += [name, score]
        seats += [None] * (2 * len(SEAT) - len(seats))
        yield [one.id, one.time, one.table_id, one.table_name, one.number, one.hands, rules, *seats]


def _standings(past: Store, table: str | None) -> Sheet:
    columns = ["player", "sessions", "hands", "won", "corrected", "points"]
    return Sheet("standings", columns, (list(one) for one in stats.standings(past, stats.Of(table=table))))


def _corrections(past: Store, table: str | None) -> Sheet:
    columns = ["kind", "session", "hand", "time", *(f"points{seat}" for seat in SEAT), "reason"]
    return Sheet("corrections", columns, _correction_rows(past, table))


def _correction_rows(past: Store, table: str | None) -> Iterator[list[Any]]:
    for row in past.corrections_of(table):
        kind, reason = ("seats", " ".join(map(str, row.moved))) if row.moved else ("table", row.reason)
        yield [kind, row.session_id, None, row.time, *_by_seat(row.delta), reason]
    for row in past.all_amendments(table):
        yield ["laptop", row.session_id, row.hand_id, row.time, *_by_seat(row.delta), row.reason]


def _by_seat(points: list[int]) -> list[int | None]:
    return [*points, *[None] * (len(SEAT) - len(points))]


def _throws(past: Store, table: str | None) -> Sheet:
    columns = ["time", "table_id", "event", "seat", "player", "dice", "by_hand", "region", "seal", "press", "secret"]
    return Sheet("throws", columns, _throw_rows(past, table))


def _throw_rows(past: Store, table: str | None) -> Iterator[list[Any]]:
    for row in past.all_throws(table):
        name = row.name or None
        head = [row.time, row.table_id, row.seq, row.seat, name, row.dice, row.by_hand, row.region]
        yield [*head, row.seal, row.press, row.secret]


# ---------------------------------------------------------------- how they are written


def _head(columns: list[str], lang: str) -> list[str]:
    """Columns as people call them: that of a seat by its name."""
    out = []
    for name in columns:
        base, number = name.rstrip("01234"), name[-1]
        if base == name:
            out.append(text("export." + ("seat_number" if name == "seat" else name), lang))
        else:
            out.append(text("export.seat", lang, seat=text("seat." + number, lang), what=text("export." + base, lang)))
    return out


def _time(value: int) -> datetime.datetime | None:
    return datetime.datetime.fromtimestamp(value) if value else None


def _cell(value: Any) -> Any:
    """A list of plain values as one text, an object as JSON."""
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, list):
        return " ".join("+".join(map(str, one)) if isinstance(one, list) else str(one) for one in value)
    return value


def pieces(past: Store, kind: str, table: str | None, lang: str) -> Iterator[str]:
    """What `export` writes into a CSV or JSON, as it is made. The history is read bit by bit meanwhile."""
    made = sheets(past, table, lang)
    found = [made[name]() for name in (CSV_SHEET if kind == ".csv" else SHEETS)]
    return TEXTS[kind](found, lang, {})


class _Last:
    """A file for csv.writer that holds what was written last."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


def _csv(found: list[Sheet], lang: str, counts: dict[str, int]) -> Iterator[str]:
    """With a byte order mark, so that Excel reads the Chinese."""
    sheet, last = found[0], _Last()
    out = csv.writer(last)
    out.writerow(_head(sheet.columns, lang))
    yield "\ufeff" + last.text
    counts[sheet.name] = 0
    for row in sheet.rows:
        out.writerow([_plain(name, value) for name, value in zip(sheet.columns, row, strict=True)])
        counts[sheet.name] += 1
        yield last.text


def _plain(name: str, value: Any) -> Any:
    if name in TIMES:
        time = _time(value)
        return time.isoformat(" ") if time else ""
    if isinstance(value, bool):
        return int(value)
    value = _cell(value)
    return "'" + value if isinstance(value, str) and value.startswith(FORMULA) else value


def _xlsx(path: Path, found: list[Sheet], lang: str) -> dict[str, int]:
    import xlsxwriter  # type: ignore[import-untyped]

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "in_memory": False}
    counts = {}
    with tempfile.TemporaryDirectory(prefix="mjtable-") as folder, open(path, "wb") as f:
        place = _Place(f)
        try:
            with xlsxwriter.Workbook(place, {**options, "tmpdir": folder}) as book:
                time = {"num_format": "yyyy-mm-dd hh:mm"}
                formats = {"head": book.add_format({"bold": True}), "time": book.add_format(time)}
                for sheet in found:
                    counts[sheet.name] = _xlsx_sheet(book, sheet, formats, lang)
        except xlsxwriter.exceptions.FileCreateError as e:
            raise e.args[0] from None  # of the system
        finally:
            place.closed = True
    return counts


class _Place:
    """A file that says nothing against what comes too late: zipfile ends an archive that it could not write once more,
    when nobody listens.
    """

    def __init__(self, f: BinaryIO):
        self._f = f
        self._at = 0
        self.closed = False

    def write(self, data: bytes) -> int:
        self._at += len(data) if self.closed else self._f.write(data)
        return len(data)

    def tell(self) -> int:
        return self._at

    def seek(self, at: int, whence: int = 0) -> int:
        self._at = self._at if self.closed else self._f.seek(at, whence)
        return self._at

    def flush(self) -> None:
        if not self.closed:
            self._f.flush()

    def seekable(self) -> bool:
        return True


def _xlsx_sheet(book: Any, sheet: Sheet, formats: dict[str, Any], lang: str) -> int:
    count, page = 0, _xlsx_page(book, sheet, formats, lang, 0)
    for count, row in enumerate(sheet.rows, 1):
        at = (count - 1) % MOST_ROWS + 1
        if at == 1 and count > 1:
            page = _xlsx_page(book, sheet, formats, lang, (count - 1) // MOST_ROWS)
        for i, (name, value) in enumerate(zip(sheet.columns, row, strict=True)):
            if name in TIMES:
                time = _time(value)
                if time:
                    page.write_datetime(at, i, time, formats["time"])
            elif isinstance(value, bool):
                page.write_boolean(at, i, value)
            elif isinstance(value, int | float):
                page.write_number(at, i, value)
            elif value is not None:
                page.write_string(at, i, str(_cell(value)))
    return count


def _xlsx_page(book: Any, sheet: Sheet, formats: dict[str, Any], lang: str, number: int) -> Any:
    name = text("export.sheet." + sheet.name, lang)
    page = book.add_worksheet(f"{name} {number + 1}" if number else name)
    page.freeze_panes(1, 0)
    for i, title in enumerate(_head(sheet.columns, lang)):
        width = 2 + len(title) * (2 if lang == "zh" else 1)
        page.set_column(i, i, 17 if sheet.columns[i] in TIMES else max(8, width))
        page.write_string(0, i, title, formats["head"])
    return page


def _json(found: list[Sheet], lang: str, counts: dict[str, int]) -> Iterator[str]:
    """An object with a list of objects for each sheet, whose names are the same in both languages."""
    for i, sheet in enumerate(found):
        yield (",\n" if i else "{\n") + json.dumps(sheet.name) + ": ["
        counts[sheet.name] = 0
        for row in sheet.rows:
            counts[sheet.name] += 1
            value = json.dumps(dict(zip(sheet.columns, row, strict=True)), ensure_ascii=False)
            yield (",\n" if counts[sheet.name] > 1 else "\n") + value
        yield "\n]"
    yield "\n}\n"


def _text(kind: str) -> Callable[[Path, list[Sheet], str], dict[str, int]]:
    def write(path: Path, found: list[Sheet], lang: str) -> dict[str, int]:
        counts: dict[str, int] = {}
        with open(path, "w", encoding="utf-8", newline="\n" if kind == ".json" else "") as f:
            f.writelines(TEXTS[kind](found, lang, counts))
        return counts

    return write


TEXTS = {".csv": _csv, ".json": _json}
WRITERS = {".csv": _text(".csv"), ".xlsx": _xlsx, ".json": _text(".json")}
