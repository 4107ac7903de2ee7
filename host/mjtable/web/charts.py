"""Charts as SVG: who pays whom, the scores of a session, the faces of dice. Their figures stand in their labels too."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from mjtable.web.pieces import Pieces
from mjtable.web.settled import Payment
from mjtable.widths import cut

Point = tuple[float, float]


class Places(NamedTuple):
    """Where the boxes are, so that no arrow between two of them comes near a third, and how far the arrows bend away
    from the middle.
    """

    boxes: tuple[Point, ...]  # the sides of the table from above; who sits out
    middle: Point
    bend: float
    height: int


FOUR = Places(((200, 226), (340, 130), (200, 34), (60, 130)), (200, 130), 0.35, 260)
FIVE = Places(((262, 246), (340, 96), (200, 34), (60, 96), (92, 246)), (200, 140), 0.12, 278)
SITS_OUT = 4
BOX = (104, 46)
NAME = 96  # a name in a box is so wide at most, at 14 px
MARKS = 9  # numbers of hands below a curve
FIGURE = 7  # width of a figure of the labels
DASHES = ("", "7 4", "2 4", "10 3 2 3", "1 3")
COLOURS = ("var(--c0)", "var(--c1)", "var(--c2)", "var(--c3)", "var(--ink-2)")


def payments(
    p: Pieces, paid: Sequence[Payment], names: Sequence[str], delta: Sequence[int], sides: Sequence[int]
) -> Markup:
    """Arrows between the seats with what was paid from one to the other in all. `sides`: where each seat is, 4 is
    nowhere: who sits out.
    """
    sums: dict[tuple[int, int], int] = {}
    for one in paid:
        sums[one.payer, one.payee] = sums.get((one.payer, one.payee), 0) + one.amount
    places = FIVE if SITS_OUT in sides else FOUR
    drawn = Markup("")
    for (payer, payee), amount in sorted(sums.items()):
        net = amount - sums.get((payee, payer), 0)
        if net > 0 or (net == 0 and payer < payee):
            drawn += _arrow(places, sides[payer], sides[payee], p.num(net or amount, sign=False))
    for seat, name in enumerate(names):
        drawn += _box(p, seat, places.boxes[sides[seat]], name, delta[seat] if seat < len(delta) else 0)
    said = [p.t("chart.pays", payer=names[one.payer], payee=names[one.payee], n=one.amount) for one in paid]
    label = p.t("semicolon").join(said) or p.t("chart.no_pays")
    return Markup(
        '<svg class="chart pays-chart" viewBox="0 0 400 {}" role="img" aria-label="{}"><defs><marker id="ah" '
        'viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L10 5L0 10z" fill="var(--gain)"/></marker></defs>{}</svg>'
    ).format(places.height, label, drawn)


def _arrow(places: Places, payer: int, payee: int, text: str) -> Markup:
    """From one place to another. On a straight one, which may cross another, the number is near its beginning."""
    (x, y), (u, v) = places.boxes[payer], places.boxes[payee]
    straight = x == u or y == v
    (a, b), (c, d) = _edge(x, y, u, v), _edge(u, v, x, y)
    middle = ((a + c) / 2, (b + d) / 2)
    # Away from the middle of the table, so that two arrows to one seat do not lie on each other.
    away = 0.0 if straight else places.bend
    bend = ((middle[0] - places.middle[0]) * away, (middle[1] - places.middle[1]) * away)
    at = (middle[0] + bend[0], middle[1] + bend[1])
    label = (middle[0] + 1.9 * bend[0], middle[1] + 1.9 * bend[1] + 5)
    if straight:
        near = 0.26 if abs(u - x) + abs(v - y) > 180 else 0.5  # a short one crosses none
        label = (a + (c - a) * near + (16 if x == u else 0), b + (d - b) * near - (8 if y == v else -5))
    return Markup(
        '<path d="M{:.0f} {:.0f}Q{:.0f} {:.0f} {:.0f} {:.0f}" fill="none" stroke="var(--gain)" stroke-width="3" '
        'marker-end="url(#ah)"/><text x="{:.0f}" y="{:.0f}" text-anchor="middle" class="amount">{}</text>'
    ).format(a, b, at[0] + bend[0], at[1] + bend[1], c, d, label[0], label[1], text)


def _edge(x: float, y: float, u: float, v: float) -> tuple[float, float]:
    """Where the way from one box's middle to another's leaves the box."""
    half_wide, half_high = BOX[0] / 2 + 4, BOX[1] / 2 + 4
    across, down = u - x, v - y
    part = min(half_wide / abs(across) if across else 9, half_high / abs(down) if down else 9)
    return x + across * part, y + down * part


def _box(p: Pieces, seat: int, at: Point, name: str, change: int) -> Markup:
    x, y = at
    colour = "--gain" if change > 0 else "--loss" if change < 0 else "--ink-2"
    shown = name if name == p.seat(seat) else f"{p.letter(seat)} {name}"
    return Markup(
        '<g><rect x="{}" y="{}" width="{}" height="{}" rx="8" fill="var(--surface)" stroke="var({})"/>'
        '<text x="{}" y="{}" text-anchor="middle" class="who">{}</text>'
        '<text x="{}" y="{}" text-anchor="middle" class="sum" style="fill:var({})">{}</text></g>'
    ).format(x - BOX[0] / 2, y - BOX[1] / 2, *BOX, "--gain" if change > 0 else "--line-2",
             x, y - 4, cut(shown, NAME / 14), x, y + 16, colour, p.num(change))  # fmt: skip


def curve(p: Pieces, lines: Sequence[Sequence[int]], names: Sequence[str], wide: bool) -> Markup:
    """The scores after each hand: a line for each seat, with its name at its end. `lines`: by seat, the first is the
    beginning.
    """
    width, height, right = (720, 300, 116) if wide else (350, 270, 96)
    top, bottom = 14, 30
    flat = [value for line in lines for value in line] or [0]
    step = _step(max(flat) - min(flat))
    low, high = min(flat) // step * step, -(-max(flat) // step) * step
    high = high if high > low else low + step
    left = max(46, 14 + FIGURE * max(len(p.num(value)) for value in (low, high)))
    scores = max(50, 10 + FIGURE * max(len(p.num(line[-1])) for line in lines))  # they stand whole, names are cut
    right = max(right, 40 + scores)
    last = max(1, max(len(line) for line in lines) - 1)

    def x(i: int) -> float:
        return left + i * (width - left - right) / last

    def y(value: float) -> float:
        return top + (high - value) * (height - top - bottom) / (high - low)

    drawn = Markup("")
    for value in range(low, high + 1, step):
        drawn += Markup(
            '<line class="{}" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>'
            '<text x="{}" y="{:.1f}" text-anchor="end">{}</text>'
        ).format("zero" if value == 0 else "grid", left, width - right, y(value), y(value), left - 8, y(value) + 4,
                 p.num(value))  # fmt: skip
    for i in range(0, last + 1, _apart_by(last, (width - left - right) // (2 * FIGURE + FIGURE * len(str(last))))):
        drawn += Markup('<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>').format(x(i), height - 8, i)
    ends = _apart([y(line[-1]) for line in lines], 16)
    for seat, line in enumerate(lines):
        path = "M" + "L".join(f"{x(i):.1f} {y(line[i]):.1f}" for i in _told(line, (width - left - right) // 2))
        dash = Markup(' stroke-dasharray="{}"').format(DASHES[seat]) if DASHES[seat] else ""
        drawn += Markup(
            '<path class="l" d="{}" stroke="{}"{}/><circle cx="{:.1f}" cy="{:.1f}" r="4" fill="{}"/>'
            '<text x="{:.1f}" y="{:.1f}" style="fill:{}" font-weight="700">'
            '<tspan unicode-bidi="isolate">{}</tspan>\u200e {}</text>'
        ).format(path, COLOURS[seat], dash, x(len(line) - 1), y(line[-1]), COLOURS[seat], x(len(line) - 1) + 9,
                 ends[seat] + 4, COLOURS[seat], cut(names[seat].split()[0], (right - scores) / 12),
                 p.num(line[-1]))  # fmt: skip
    box = '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    return Markup(box).format(width, height, p.t("chart.curve"), drawn)


def _told(line: Sequence[int], room: int) -> list[int]:
    """The places of a line that can be seen apart: the highest and the lowest of each of `room` stretches."""
    if len(line) <= 2 * room:
        return list(range(len(line)))
    found = {0, len(line) - 1}
    for part in range(room):
        here = range(part * len(line) // room, (part + 1) * len(line) // room)
        found |= {max(here, key=lambda i: line[i]), min(here, key=lambda i: line[i])}
    return sorted(found)


def _step(span: int) -> int:
    """A round number of which the span has four to eight."""
    return next(step for step in _round() if span <= 6 * step)


def _apart_by(last: int, room: int) -> int:
    """The least round number of which 0 to `last` has no more than there is room for, and no more than MARKS."""
    return next(step for step in _round() if last // step < min(room, MARKS))


def _round() -> Iterator[int]:
    """1, 2, 5, 10, 20 ..."""
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def _apart(places: list[float], least: float) -> list[float]:
    """The same heights, moved so that no two are nearer than `least`."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    out = list(places)
    for before, after in zip(order, order[1:], strict=False):
        out[after] = max(out[after], out[before] + least)
    return out


def faces(p: Pieces, counts: Sequence[int]) -> Markup:
    """How often each face of a die came, and the line of equal shares."""
    most = max(max(counts), 1)
    due = sum(counts) / len(counts)
    drawn = Markup("")
    for i, count in enumerate(counts):
        high = count * 160 / most
        drawn += Markup(
            '<rect x="{}" y="{:.1f}" width="44" height="{:.1f}" rx="3" fill="var(--accent)"/>'
            '<text x="{}" y="{:.1f}" text-anchor="middle" class="count">{}</text>'
            '<svg x="{}" y="196" width="28" height="28" viewBox="0 0 60 60">'
            '<use href="/static/tiles.svg#t-die{}"/></svg>'
        ).format(26 + i * 64, 186 - high, high, 48 + i * 64, 182 - high, count, 34 + i * 64, i + 1)
    at = 186 - due * 160 / most
    drawn += Markup(
        '<line x1="10" x2="410" y1="{:.1f}" y2="{:.1f}" stroke="var(--gain)" stroke-width="2" stroke-dasharray="6 4"/>'
        '<line class="zero" x1="10" x2="410" y1="186" y2="186"/>'
    ).format(at, at)
    label = p.t("chart.faces") + " " + p.t("list").join(map(str, counts))
    return Markup('<svg class="chart" viewBox="0 0 420 236" role="img" aria-label="{}">{}</svg>').format(label, drawn)
