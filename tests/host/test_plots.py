"""Statistics as pictures."""

import importlib
import itertools
import xml.etree.ElementTree as ET

import pytest

from mjtable import plots
from mjtable.commands import count
from mjtable.errors import BadFile, BadPicture, NoChineseFont, NoPlots
from mjtable.output import Output
from mjtable.stats import Dice, Pattern, Row
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


LONG = {
    "zh": ["欧阳震华上官婉儿司徒雅文诸葛孔明" * 2, "王", "阿卜杜热西提·麦麦提依明江", "李小龙与他的朋友们", "买买提"],
    "en": ["Bartholomew Featherstonehaugh-Cholmondeley", "Bo", "WOLFESCHLEGELSTEINHAUSENBERGERDORFF WWW", "Ann"],
}
HOUSE = "老张茶楼的规矩（二〇二五年春节版）|Old Zhang's Teahouse, rules of spring"
PATTERNS = ("full_flush", "all_pungs", "self_draw", "edge_wait", "robbing_kong", "a_pattern_of_a_house_with_long_words")


def drawn(lang, players, points, counts=(133, 140, 120, 135, 138, 134)):
    rows = [
        Row(LONG[lang][i % len(LONG[lang])], None, ("ningbo", "guigang")[i % 2], HOUSE * (i % 3 == 0), 120, 30, 10, 8,
            5.5, (-1) ** i * points)
        for i in range(players)
    ]  # fmt: skip
    patterns = [Pattern("ningbo", "", one, 10**6 - i, 9, 7.25, 10**6) for i, one in enumerate(PATTERNS)]
    dice = [Dice(by_hand, sum(counts), list(counts), 2.1, 0.83) for by_hand in (False, True)]
    library = importlib.import_module("matplotlib")
    with library.rc_context({"font.family": ["DejaVu Sans", *plots._fonts()]}):
        figure = plots.picture(Output(lang, False), rows, patterns, dice)
        importlib.import_module("matplotlib.backends.backend_agg").FigureCanvasAgg(figure).draw()
    return figure


def boxes(figure):
    """What is written in a picture, and where: (text, left, bottom, right, top)."""
    text = importlib.import_module("matplotlib.text").Text
    seen = [one for one in figure.findobj(text) if one.get_visible() and one.get_text().strip()]
    for axis in [axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)]:
        low, high = sorted(axis.get_view_interval())
        beyond = [tick.label1 for tick in axis.get_major_ticks() if not low <= tick.get_loc() <= high]  # not drawn
        seen = [one for one in seen if one not in beyond]
    return [(one.get_text(), *one.get_window_extent().extents) for one in seen]


@pytest.mark.parametrize("points", [0, 5, 123_456_789])
@pytest.mark.parametrize("players", [0, 1, 4, 15])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_nothing_that_is_written_lies_on_anything_else_or_is_cut_off(lang, players, points):
    figure = drawn(lang, players, points)
    found = boxes(figure)
    wide, high = figure.bbox.width, figure.bbox.height
    assert [one for one in found if one[1] < 0 or one[2] < 0 or one[3] > wide or one[4] > high] == []
    over = [
        (one[0], other[0])
        for one, other in itertools.combinations(found, 2)
        if min(one[3], other[3]) - max(one[1], other[1]) > 1 and min(one[4], other[4]) - max(one[2], other[2]) > 1
    ]
    assert over == []


def test_what_colours_mean_covers_no_bar():
    figure = drawn("zh", 15, 5)
    assert [axes.get_legend() is not None for axes in figure.axes] == [True, False, False, True]
    for axes in figure.axes:
        legend = axes.get_legend()
        assert legend is None or legend.get_window_extent().y0 >= axes.get_window_extent().y1


def test_the_ends_of_bars_have_their_numbers_within_the_axes():
    axes = drawn("en", 15, 123_456_789).axes[1]
    inside = axes.get_window_extent()
    for text in axes.texts:
        box = text.get_window_extent()
        assert inside.x0 < box.x0 and box.x1 < inside.x1


@pytest.mark.parametrize("name, error", [("a.gif", BadPicture), ("a", BadPicture), ("no/a.svg", BadFile)])
def test_a_file_that_cannot_be(db, tmp_path, name, error):
    with pytest.raises(error):
        count.stats(plot=tmp_path / name, db=db, lang="en")
