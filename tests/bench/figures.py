"""Figures with unit, target and ratio, and the one table that `make bench` prints."""

from typing import NamedTuple


class Figure(NamedTuple):
    """`ratio`: to what it is compared with, measured in the same run; `target` as it stands in the table."""

    what: str
    value: float
    unit: str
    target: str = ""
    ratio: str = ""

    def row(self) -> tuple[str, ...]:
        return self.what, number(self.value), self.unit, self.target, self.ratio


HEAD = ("figure", "", "unit", "target", "ratio, same run")


def number(value: float) -> str:
    """Three digits that count: 0.0123, 1.23, 123, 12,300."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def table(parts: dict[str, list[Figure]]) -> str:
    """The figures, part by part, in columns."""
    rows = [HEAD]
    for name, figures in parts.items():
        rows.append((f"-- {name}", "", "", "", ""))
        rows += [figure.row() for figure in figures]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    lines = []
    for row in rows:
        cells = [cell.rjust(widths[i]) if i == 1 else cell.ljust(widths[i]) for i, cell in enumerate(row)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
