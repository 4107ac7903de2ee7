"""Statistics as a picture, by matplotlib, which is installed on its own: pip install 'mjtable[plots]'."""

import importlib
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjtable.errors import BadFile, BadPicture, NoChineseFont, NoPlots
from mjtable.output import Output
from mjtable.regions import names, region_name, rules_name
from mjtable.widths import cut

if TYPE_CHECKING:
    from mjtable.stats import Dice, Pattern, Row

KINDS = (".png", ".svg")
# Fonts with Chinese characters, as systems come with them; what a viewer of an SVG has counts there.
CHINESE = (
    "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Source Han Sans CN", "PingFang SC", "Hiragino Sans GB",
    "Microsoft YaHei", "SimHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Noto Sans CJK JP", "Droid Sans Fallback",
    "Arial Unicode MS", "Unifont",
)  # fmt: skip
MOST = 15  # players and patterns in a picture
COLOURS = ("#3b6ea5", "#7fb069", "#c0504d")
NAME = 20  # width that is left to a name, by the height of its letters
SMALL = 9  # points of these
ROW, HEAD = 0.42, 1.1  # inches of a bar's row, and of what is above and below all of them
EDGE = 10  # pixels beside what is written at the end of a bar
FEW = 5  # numbers along an axis


def draw(file: Path, out: Output, rows: "list[Row]", patterns: "list[Pattern]", dice: "list[Dice]") -> None:
    """Writes the picture: rates and points of players, patterns, faces of the dice. BadPicture, NoPlots, BadFile."""
    if file.suffix.lower() not in KINDS:
        raise BadPicture(file=str(file), kinds=", ".join(KINDS))
    try:
        library: Any = importlib.import_module("matplotlib")
    except ImportError:
        raise NoPlots() from None
    with library.rc_context({"svg.fonttype": "none", "font.family": ["DejaVu Sans", *_fonts()]}):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            figure = picture(out, rows, patterns, dice)
            try:
                figure.savefig(file, dpi=120)
            except OSError as e:
                raise BadFile(file=str(file), why=e.strerror or str(e)) from e
    if file.suffix.lower() == ".png" and any("missing from" in str(one.message) for one in said):
        warnings.warn(NoChineseFont(), stacklevel=2)


def picture(out: Output, rows: "list[Row]", patterns: "list[Pattern]", dice: "list[Dice]") -> Any:
    """The figure. As many names as there are have their room: it is as high as they need."""
    figures: Any = importlib.import_module("matplotlib.figure")
    rows, patterns = rows[:MOST], sorted(patterns, key=lambda row: -row.wins)[:MOST]
    heights = [HEAD + ROW * max(6, len(found)) for found in (rows, patterns)]
    figure = figures.Figure(figsize=(12, sum(heights)), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.1, h_pad=0.1)
    places = figure.subplots(2, 2, height_ratios=heights)
    _rates(out, places[0][0], rows)
    labels = [*_points(out, places[0][1], rows), *_patterns(out, places[1][0], patterns)]
    _dice(out, places[1][1], dice)
    figure.draw_without_rendering()
    for axes, texts in ((places[0][1], labels[: len(rows)]), (places[1][0], labels[len(rows) :])):
        _make_room(axes, texts)
    return figure


def _make_room(axes: Any, labels: list[Any]) -> None:
    """Widens the axes until what is written at the ends of their bars is within."""
    low, high = axes.get_xlim()
    wide = axes.get_window_extent().width
    for text in labels * 3:  # room at one end takes some at the other
        at, needs = text.xy[0], text.get_window_extent().width + EDGE
        if text.get_ha() == "right":
            low = min(low, high - (high - at) * wide / max(wide - needs, 1))
        else:
            high = max(high, low + (at - low) * wide / max(wide - needs, 1))
    axes.set_xlim(low, high)


def _fonts() -> list[str]:
    manager: Any = importlib.import_module("matplotlib.font_manager")
    here = set(manager.fontManager.get_font_names())
    return [name for name in CHINESE if name in here]


def _names(out: Output, axes: Any, rows: "list[Row]") -> None:
    """The players below each other, and what they played where that is not the same."""
    several = len({(one.region, one.house) for one in rows}) > 1
    names = [cut(row.player or out.text("stats.seat", seat=out.text(f"seat.{row.seat}")), NAME) for row in rows]
    if several:
        rules = [cut(rules_name(row.region, {"house": row.house}, out.lang), NAME) for row in rows]
        names = [f"{name}\n{one}" for name, one in zip(names, rules, strict=True)]
    _below_each_other(axes, names)


def _below_each_other(axes: Any, names: list[str]) -> None:
    """A row for each name, the first above."""
    axes.set_yticks(range(len(names)), names, fontsize=SMALL)
    axes.set_ylim(max(len(names), 1) - 0.5, -0.5)


def _rates(out: Output, axes: Any, rows: "list[Row]") -> None:
    """Wins, self-draws and hands dealt into, in percent of the hands played."""
    series = [("wins", [row.wins for row in rows]), ("self_draws", [row.self_draws for row in rows])]
    series.append(("dealt_in", [row.dealt_in for row in rows]))
    for i, (key, counts) in enumerate(series):
        places = [at + (i - 1) * 0.27 for at in range(len(rows))]
        shares = [100 * count / row.hands for count, row in zip(counts, rows, strict=True)]
        axes.barh(places, shares, 0.26, label=out.text("column." + key), color=COLOURS[i])
    _names(out, axes, rows)
    _head(axes, out.text("plot.rates"), bool(rows))


def _head(axes: Any, title: str, legend: bool) -> None:
    """The title, and below it, above the bars, what their colours mean."""
    axes.set_title(title, pad=30)
    if legend:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, columnspacing=1.2)


def _points(out: Output, axes: Any, rows: "list[Row]") -> list[Any]:
    bars = axes.barh(range(len(rows)), [row.points for row in rows], color=COLOURS[0])
    axes.axvline(0, color="black", linewidth=0.8)
    _below_each_other(axes, [""] * len(rows))  # the names stand left of the rates
    axes.locator_params("x", nbins=FEW)
    _head(axes, out.text("plot.points"), False)
    return _labels(axes, bars, [f"{row.points:+d}" for row in rows])


def _patterns(out: Output, axes: Any, rows: "list[Pattern]") -> list[Any]:
    """Wins with each pattern, and what they were worth on average."""
    titles = []
    for row in rows:
        title = names(row.region, ["pattern." + row.pattern], out.lang)["pattern." + row.pattern]
        several = len({one.region for one in rows}) > 1
        titles.append(cut(f"{title} ({region_name(row.region, out.lang)})" if several else title, NAME))
    bars = axes.barh(range(len(rows)), [row.wins for row in rows], color=COLOURS[1])
    _below_each_other(axes, titles)
    _head(axes, out.text("plot.patterns"), False)
    said = [out.text("plot.worth", wins=row.wins, worth=f"{row.worth:.1f}") for row in rows]
    return _labels(axes, bars, said)


def _labels(axes: Any, bars: Any, texts: list[str]) -> list[Any]:
    """At the ends of bars. The layout does not count them: _make_room() does."""
    found = list(axes.bar_label(bars, texts, padding=3, fontsize=SMALL))
    for text in found:
        text.set_in_layout(False)
    return found


def _dice(out: Output, axes: Any, rows: "list[Dice]") -> None:
    """How often each face came, and the line where all should be."""
    for i, row in enumerate(rows):
        places = [face + (i - (len(rows) - 1) / 2) * 0.4 for face in range(1, 7)]
        key = "plot.by_hand" if row.by_hand else "plot.by_table"
        axes.bar(
            places, row.faces, 0.38, label=out.text(key, p=f"{row.p:.3f}" if row.enough else "–"), color=COLOURS[i]
        )
        axes.axhline(sum(row.faces) / 6, color=COLOURS[i], linestyle="--")
    axes.set_xticks(range(1, 7))
    _head(axes, out.text("plot.dice"), bool(rows))
