"""The history as CSV, XLSX and JSON, read back by other programs."""

import csv
import datetime
import json

import openpyxl
import pytest

from mjtable import export, players
from mjtable.commands import archive
from mjtable.errors import BadExport, BadFile, FileThere
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import Journal

NAMES = ("=1+1", "+Bob", "-Cid", "@Di")


@pytest.fixture
def db(tmp_path):
    path = str(tmp_path / "a.db")
    with Store(path) as past:
        Sync(evening.play(Journal()), past).run()
        with past.transaction() as c:
            for seat, name in enumerate(NAMES):
                players.sit(c, players.session_of(c, None), seat, players.add(c, name))
    return path


def exported(db, file, **how):
    archive.export(file, db=db, **{"lang": "en", **how})
    return file


def of_csv(file):
    with open(file, encoding="utf-8-sig", newline="") as f:
        return list(csv.DictReader(f))


def test_a_csv_opens_in_excel_in_chinese(db, tmp_path):
    file = exported(db, tmp_path / "a.csv", lang="zh")
    assert file.read_bytes().startswith(b"\xef\xbb\xbf")
    row = of_csv(file)[0]
    assert (row["局"], row["规则"], row["东得失"], row["南分数"]) == ("1", "宁波麻将", "15", "-5")
    assert row["番型"] == "all_chows+edge_wait+no_wilds+self_draw"


def test_a_name_is_no_formula_in_csv_and_a_number_stays_one(db, tmp_path):
    row = of_csv(exported(db, tmp_path / "a.csv"))[0]
    assert [row[seat + " player"] for seat in ("East", "South", "West", "North")] == ["'" + name for name in NAMES]
    assert row["South points"] == "-5"


def test_another_sheet_as_csv(db, tmp_path):
    rows = of_csv(exported(db, tmp_path / "a.csv", sheet=["corrections"]))
    assert [(row["from"], row["South points"], row["reason"]) for row in rows] == [("table", "3", "a slip")]
    rows = of_csv(exported(db, tmp_path / "b.csv", sheet=["throws"]))
    assert [(row["seat"], row["player"], row["real dice"]) for row in rows] == [("0", "'=1+1", "0")] * 2


def test_xlsx_has_texts_numbers_and_times(db, tmp_path):
    book = openpyxl.load_workbook(exported(db, tmp_path / "a.xlsx"))
    assert book.sheetnames == ["Hands", "Sessions", "Standings", "Corrections", "Throws"]
    page = book["Hands"]
    head = [cell.value for cell in page[1]]
    first = dict(zip(head, page[2], strict=True))
    assert (first["East player"].value, first["East player"].data_type) == ("=1+1", "s")
    assert (first["South points"].value, first["South points"].data_type) == (-5, "n")
    assert first["time"].value == datetime.datetime.fromtimestamp(1_800_000_100)
    assert first["taken back"].value is False
    assert json.loads(first["record"].value)["region"] == "ningbo"
    assert [row[0].value for row in book["Standings"].iter_rows(min_row=2)] == ["=1+1", "+Bob", "-Cid", "@Di"]


def test_xlsx_in_chinese(db, tmp_path):
    book = openpyxl.load_workbook(exported(db, tmp_path / "a.xlsx", lang="zh"))
    assert book.sheetnames == ["牌局", "各场", "排名", "更正", "掷骰"]


def test_more_rows_than_a_sheet_takes_go_to_another(db, tmp_path, monkeypatch):
    monkeypatch.setattr(export, "MOST_ROWS", 1)
    book = openpyxl.load_workbook(exported(db, tmp_path / "a.xlsx", sheet=["hands"]))
    assert book.sheetnames == ["Hands", "Hands 2"]
    assert [page.max_row for page in book] == [2, 2]


def test_json_has_everything_under_names_that_stay(db, tmp_path, capsys):
    file = exported(db, tmp_path / "a.json", lang="zh", as_json=True)
    told = json.loads(capsys.readouterr().out)
    found = json.loads(file.read_text("utf-8"))
    assert told["rows"] == {name: len(rows) for name, rows in found.items()}
    hand = found["hands"][0]
    assert (hand["player0"], hand["points0"], hand["winners"], hand["worth"]) == ("=1+1", 15, [0], [5])
    assert hand["record"]["wins"] == [{"seat": 0, "tile": "3m"}] and found["hands"][1]["taken_back"] is True


def test_an_empty_history_has_heads(tmp_path):
    for name in ("a.csv", "a.xlsx", "a.json"):
        exported(str(tmp_path / "b.db"), tmp_path / name)
    assert of_csv(tmp_path / "a.csv") == []
    assert openpyxl.load_workbook(tmp_path / "a.xlsx")["Hands"]["A1"].value == "hand"
    assert json.loads((tmp_path / "a.json").read_text())["hands"] == []


def test_every_column_has_a_title(db):
    with Store(db) as past:
        for name, made in export.sheets(past, None, "en").items():
            assert all(export._head(made().columns, lang) for lang in ("zh", "en")), name
        assert set(export.sheets(past, None, "en")) == set(export.SHEETS)


@pytest.mark.parametrize("name, sheet", [("a.xls", []), ("a", []), ("a.csv", ["hands", "throws"])])
def test_a_file_that_does_not_say_how_is_refused(db, tmp_path, name, sheet):
    with pytest.raises(BadExport):
        exported(db, tmp_path / name, sheet=sheet)


def test_what_is_there_is_not_overwritten_unasked(db, tmp_path):
    (tmp_path / "a.csv").write_text("mine")
    with pytest.raises(FileThere):
        exported(db, tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == "mine"
    assert len(of_csv(exported(db, tmp_path / "a.csv", force=True))) == 2


def test_a_failure_leaves_nothing_behind(db, tmp_path, monkeypatch):
    def fails(path, found, lang):
        path.write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(export.WRITERS, ".csv", fails)
    before = set(tmp_path.iterdir())
    with pytest.raises(BadFile, match="No space left"):
        exported(db, tmp_path / "c.csv")
    assert set(tmp_path.iterdir()) == before
    with pytest.raises(BadFile):
        exported(db, tmp_path / "no" / "a.csv")
