"""Statistics as pictures."""

import importlib
import xml.etree.ElementTree as ET

import pytest

from mjtable import plots
from mjtable.commands import count
from mjtable.errors import BadFile, BadPicture, NoChineseFont, NoPlots
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import Journal


@pytest.fixture
def db(tmp_path):
    path = str(tmp_path / "a.db")
    with Store(path) as past:
        Sync(evening.play(Journal()), past).run()
    return path


def test_an_svg_has_its_texts_as_texts(db, tmp_path):
    count.stats(plot=tmp_path / "a.svg", db=db, lang="zh")
    texts = [text.text for text in ET.parse(tmp_path / "a.svg").getroot().iter("{http://www.w3.org/2000/svg}text")]
    assert {"每百局", "得分", "番型", "骰子", "座位东", "自摸", "+15"} <= set(texts)


def test_a_png_is_one(db, tmp_path):
    count.stats(plot=tmp_path / "a.png", db=db, lang="en")
    assert (tmp_path / "a.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_an_empty_history_has_a_picture_too(tmp_path):
    count.stats(plot=tmp_path / "a.svg", db=str(tmp_path / "b.db"), lang="en")
    assert ET.parse(tmp_path / "a.svg")


def test_a_png_in_chinese_needs_a_font_for_it(db, tmp_path, monkeypatch):
    monkeypatch.setattr(plots, "CHINESE", ())
    with pytest.warns(NoChineseFont, match="svg"):
        count.stats(plot=tmp_path / "a.png", db=db, lang="zh")


def test_without_matplotlib_it_says_how_to_get_it(db, tmp_path, monkeypatch):
    found = importlib.import_module

    def missing(name, *rest):
        if name.startswith("matplotlib"):
            raise ModuleNotFoundError(name)
        return found(name, *rest)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(NoPlots, match=r"mjtable\[plots\]"):
        count.stats(plot=tmp_path / "a.svg", db=db, lang="en")
    assert not (tmp_path / "a.svg").exists()


@pytest.mark.parametrize("name, error", [("a.gif", BadPicture), ("a", BadPicture), ("no/a.svg", BadFile)])
def test_a_file_that_cannot_be(db, tmp_path, name, error):
    with pytest.raises(error):
        count.stats(plot=tmp_path / name, db=db, lang="en")
