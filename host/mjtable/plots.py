"""Statistics as a picture, by matplotlib, which is installed on its own: pip install 'mjtable[plots]'."""

import importlib
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjtable.errors import BadFile, BadPicture, NoChineseFont, NoPlots
from mjtable.output import Output
from mjtable.regions import names, region_name, rules_name

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


def draw(file: Path, out: Output, rows: "list[Row]", patterns: "list[Pattern]", dice: "list[Dice]") -> None:
    """Writes the picture: rates and points of players, patterns, faces of the dice. BadPicture, NoPlots, BadFile."""
    if file.suffix.lower() not in KINDS:
        raise BadPicture(file=str(file), kinds=", ".join(KINDS))
    try:
        figures: Any = importlib.import_module("matplotlib.figure")
        library: Any = importlib.import_module("matplotlib")
    except ImportError:
        raise NoPlots() from None
    with library.rc_context({"svg.fonttype": "none", "font.family": ["DejaVu Sans", *_fonts()]}):
        figure = figures.Figure(figsize=(12, 9), layout="constrained")
        places = figure.subplots(2, 2)
        _rates(out, places[0][0], rows[:MOST])
        _points(out, places[0][1], rows[:MOST])
        _patterns(out, places[1][0], sorted(patterns, key=lambda row: -row.wins)[:MOST])
        _dice(out, places[1][1], dice)
        _save(file, figure)


def _fonts() -> list[str]:
    manager: Any = importlib.import_module("matplotlib.font_manager")
    here = set(manager.fontManager.get_font_names())
    return [name for name in CHINESE if name in here]


def _save(file: Path, figure: Any) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            figure.savefig(file, dpi=120)
        except OSError as e:
            raise BadFile(file=str(file), why=e.strerror or str(e)) from e
    if file.suffix.lower() == ".png" and any("missing from" in str(one.message) for one in said):
        warnings.warn(NoChineseFont(), stacklevel=2)


def _name(out: Output, row: "Row", rows: "list[Row]") -> str:
    name = row.player or out.text("stats.seat", seat=out.text(f"seat.{row.seat}"))
    several = len({(one.region, one.house) for one in rows}) > 1
    return name + ("\n" + rules_name(row.region, {"house": row.house}, out.lang) if several else "")


def _rates(out: Output, axes: Any, rows: "list[Row]") -> None:
    """Wins, self-draws and hands dealt into, in percent of the hands played."""
    axes.set_title(out.text("plot.rates"))
    series = [("wins", [row.wins for row in rows]), ("self_draws", [row.self_draws for row in rows])]
    series.append(("dealt_in", [row.dealt_in for row in rows]))
    for i, (key, counts) in enumerate(series):
        places = [at + (i - 1) * 0.27 for at in range(len(rows))]
        shares = [100 * count / row.hands for count, row in zip(counts, rows, strict=True)]
        axes.bar(places, shares, 0.26, label=out.text("column." + key), color=COLOURS[i])
    axes.set_xticks(range(len(rows)), [_name(out, row, rows) for row in rows], rotation=30 if len(rows) > 6 else 0)
    if rows:
        axes.legend()


def _points(out: Output, axes: Any, rows: "list[Row]") -> None:
    axes.set_title(out.text("plot.points"))
    bars = axes.bar(range(len(rows)), [row.points for row in rows], color=COLOURS[0])
    axes.bar_label(bars, [f"{row.points:+d}" for row in rows])
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xticks(range(len(rows)), [_name(out, row, rows) for row in rows], rotation=30 if len(rows) > 6 else 0)


def _patterns(out: Output, axes: Any, rows: "list[Pattern]") -> None:
    """Wins with each pattern, and what they were worth on average."""
    axes.set_title(out.text("plot.patterns"))
    titles = []
    for row in rows:
        title = names(row.region, ["pattern." + row.pattern], out.lang)["pattern." + row.pattern]
        titles.append(
            title if len({one.region for one in rows}) == 1 else f"{title} ({region_name(row.region, out.lang)})"
        )
    bars = axes.barh(range(len(rows)), [row.wins for row in rows], color=COLOURS[1])
    axes.bar_label(bars, [out.text("plot.worth", wins=row.wins, worth=f"{row.worth:.1f}") for row in rows], padding=3)
    axes.margins(x=0.4)
    axes.set_yticks(range(len(rows)), titles)
    axes.invert_yaxis()


def _dice(out: Output, axes: Any, rows: "list[Dice]") -> None:
    """How often each face came, and the line where all should be."""
    axes.set_title(out.text("plot.dice"))
    for i, row in enumerate(rows):
        places = [face + (i - (len(rows) - 1) / 2) * 0.4 for face in range(1, 7)]
        key = "plot.by_hand" if row.by_hand else "plot.by_table"
        axes.bar(
            places, row.faces, 0.38, label=out.text(key, p=f"{row.p:.3f}" if row.enough else "–"), color=COLOURS[i]
        )
        axes.axhline(sum(row.faces) / 6, color=COLOURS[i], linestyle="--")
    axes.set_xticks(range(1, 7))
    if rows:
        axes.legend(loc="lower right")
