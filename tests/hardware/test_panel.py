"""The fronts as they come out of OpenSCAD: they can be printed, and the parts of parts.csv fit into them."""

import csv
import re
import shutil
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
if not shutil.which("openscad"):
    pytest.skip("OpenSCAD is not installed", allow_module_level=True)

from tests.hardware.tools import ROOT, tool  # noqa: E402

panel = tool("panel")
STEP = 0.2  # mm between two points of a cut
THINNEST = 1.2  # mm: three lines of a nozzle of 0.4
SKIN = 0.8  # where the LEDs shine through
# From the sheets of the panels: glass, active area, and how far that is from the edge of the glass that is up.
SH1106 = ((34.5, 23.0, 1.4), (29.42, 14.70), 2.1)
SSD1309 = ((60.5, 37.0, 2.0), (55.01, 27.49), 2.75)
OFF = 0.8  # mm that a glass may lie beside its place
KEYS, PITCH, BODY, TRAVEL = 7, 12.7, 12.0, 0.3  # B3F-5050
PLUNGER, BODY_HEIGHT, PLUNGER_HEIGHT = 3.8, 4.3, 7.3


@pytest.fixture(scope="module")
def solids(tmp_path_factory):
    folder = tmp_path_factory.mktemp("panel")
    return {part: panel.Solid.read(panel.made(part, folder)) for part in panel.PARTS}


def parts():
    with (ROOT / "hardware" / "parts.csv").open(encoding="utf-8", newline="") as file:
        return {row["part"]: row["description"] for row in csv.DictReader(file)}


@pytest.mark.parametrize("part", panel.PARTS)
def test_it_is_one_closed_solid(solids, part):
    solid = solids[part]
    assert solid.open_edges() == 0 and solid.volume > 0
    assert solid.corners[:, :, 2].min() == 0  # lies on the bed
    assert pieces(solid) == 1


def pieces(solid):
    """Of how many parts that do not touch it consists."""
    root = {}

    def find(point):
        while root.setdefault(point, point) != point:
            point = root[point]
        return point

    for face in np.round(solid.corners, 4):
        first, *others = (find(tuple(point)) for point in face)
        for other in others:
            root[find(other)] = find(first)
    return len({find(point) for point in list(root)})


@pytest.mark.parametrize(
    ("part", "heights"),
    [("seat", (2.0, 2.7, 3.9, 6, 15, 20)), ("middle", (1.2, 2.5, 4.5, 6, 15, 21)), ("cap", (1, 3, 5))],
)
def test_no_wall_is_too_thin(solids, part, heights):
    for z in heights:
        inside, _ = solids[part].slice(z, STEP)
        thin = panel.thinner_than(inside, THINNEST / STEP)
        assert inside.any() and largest(thin) < 0.2, (z, largest(thin))


def largest(mask):
    """Square millimetres of the largest patch of points that touch; what is left at a sharp corner is a few points."""
    left, most = set(zip(*np.nonzero(mask), strict=True)), 0
    while left:
        patch = [left.pop()]
        for y, x in patch:
            near = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= near
            patch.extend(near)
        most = max(most, len(patch))
    return most * STEP * STEP


@pytest.mark.parametrize("part", ("seat", "middle"))
def test_the_front_is_thick_enough_everywhere(solids, part):
    solid, thin = solids[part], 0
    for x in np.arange(-solid.size[0] / 2 + 1.03, solid.size[0] / 2 - 1, 1.7):
        for y in np.arange(-solid.size[1] / 2 + 1.07, solid.size[1] / 2 - 1, 1.7):
            spans = solid.spans(x, y)
            if spans and spans[0][0] < 0.01:
                thin += spans[0][1] - spans[0][0] < THINNEST - 0.01
                assert spans[0][1] - spans[0][0] >= SKIN - 0.01, (x, y)
    assert bool(thin) is (part == "middle")  # the windows of the LEDs alone


def hole(solid, z, at=(0.0, 0.0)):
    """(left, right, down, up) of the hole in a cut around a point."""
    inside, low = solid.slice(z, STEP)
    column, row = (round((at[k] - low[k]) / STEP) for k in (0, 1))
    assert not inside[row, column]
    free_x, free_y = np.nonzero(inside[row])[0], np.nonzero(inside[:, column])[0]
    return (
        low[0] + STEP * free_x[free_x < column].max(), low[0] + STEP * free_x[free_x > column].min(),
        low[1] + STEP * free_y[free_y < row].max(), low[1] + STEP * free_y[free_y > row].min(),
    )  # fmt: skip


@pytest.mark.parametrize(("part", "sheet", "y"), [("seat", SH1106, 8), ("middle", SSD1309, 0)])
def test_the_glass_fits_and_the_whole_active_area_is_seen(solids, part, sheet, y):
    (glass_w, glass_h, glass_t), (wide, high), above = sheet
    solid = solids[part]
    front = solid.spans(44.03, -1.03 if part == "seat" else 30.03)[0][1]
    assert abs(front - (1.6 + glass_t + 0.2)) < 0.01  # what holds the glass, the glass, its glue
    left, right, down, up = hole(solid, front - 0.1, (0, y))
    assert glass_w <= right - left <= glass_w + 1 and glass_h <= up - down <= glass_h + 1
    middle_x, top = (left + right) / 2, (down + up) / 2 + glass_h / 2 - above
    for dx in (-OFF, 0, OFF):
        for dy in (-OFF, 0, OFF):
            for x in (-wide / 2, 0.01, wide / 2):
                for at in (top, top - high / 2, top - high):
                    assert solid.spans(middle_x + x + dx, at + dy) == [], (x, at)
    # and the glass does not fall out
    window = hole(solid, 1.0, (0, y))
    assert window[0] - left >= 0.8 and right - window[1] >= 0.8
    assert window[2] - down >= 0.8 and up - window[3] >= 0.8


def test_the_key_holes_stand_as_far_apart_as_the_buttons_are_wide(solids):
    body = float(re.search(r"push button (\d+) mm", parts()["B3F-5050"])[1])
    assert body == BODY < PITCH
    solid = solids["seat"]
    row = key_row(solid)
    for k in range(KEYS):
        left, right, down, up = hole(solid, 2.0, ((k - KEYS // 2) * PITCH, row))
        assert abs((left + right) / 2 - (k - KEYS // 2) * PITCH) < STEP and abs((down + up) / 2 - row) < STEP
        assert 10.2 < right - left < 11.2  # the cap of 10 moves in it
    inner = max(x for x in np.arange(0, solid.size[0] / 2, 0.1) if not solid.spans(x, row - 8)[1:])
    assert inner >= (KEYS - 1) / 2 * PITCH + BODY / 2  # the outermost bodies between the walls


def key_row(solid):
    free = [y for y in np.arange(-30, 0, 0.1) if solid.spans(0.011, y) == []]
    return (min(free) + max(free)) / 2


def test_the_cap_sits_on_the_plunger_and_stays_in_the_hole(solids):
    solid = solids["cap"]
    height = solid.size[2]
    left, right, down, up = hole(solid, height - 0.5)
    assert PLUNGER <= right - left <= PLUNGER + 0.5 and PLUNGER <= up - down <= PLUNGER + 0.5
    disc, flange = (widths(solid, z) for z in (1.5, height - 0.5))
    assert disc < 10.6 - 0.3 and flange > 10.6 + 1 and flange < PITCH - 0.3
    socket = solid.spans(0, 0.01)[0][1]  # closed from below to there
    # the front is 3.2 thick; the board of the keys 6.3 behind it (posts of the seat)
    seat = solids["seat"]
    posts = max(z for x in (43.3, -43.3) for _, z in seat.spans(x, key_row(seat) + 9))
    board = posts - 3.2
    top_of_cap = PLUNGER_HEIGHT + socket  # above the board, when it is not pressed
    assert top_of_cap - (board + 3.2) > 2 * TRAVEL  # it stands out, pressed too
    lower_edge = top_of_cap - height
    assert lower_edge - BODY_HEIGHT > TRAVEL  # and can be pressed
    assert lower_edge + 1.2 <= board  # the flange behind the front


def widths(solid, z):
    cut = solid._cut(z).reshape(-1, 2)
    return float(cut[:, 0].max() - cut[:, 0].min())


def test_six_leds_a_side_shine_through_at_the_pitch_of_the_strip(solids):
    solid = solids["middle"]
    for side in range(4):
        way = panel.turn(2, 90 * side)
        for k in range(6):
            for dx, dy in ((0, 0), (2.5, 2.5), (-2.5, 2.5)):  # an LED is 5 x 5
                x, y, _ = way @ np.array([(k - 2.5) * 1000 / 60 + dx, 52 + dy, 0])
                ((low, high),) = solid.spans(x, y)
                assert (low, round(high, 2)) == (0, SKIN)


def test_its_sizes_are_those_of_the_parts_list_and_the_page(solids):
    page = (ROOT / "hardware" / "README.md").read_text("utf-8")
    for part in ("seat", "middle"):
        x, y, _ = solids[part].size
        assert f"{x:.0f} x {y:.0f} mm" in parts()["panel" if part == "seat" else "frame"]
        assert f"{x:.0f} x {y:.0f}" in page


def test_sizes_that_cannot_be_are_refused(tmp_path):
    for changes, why in (
        ({"pitch": 11.5}, "wall between two keys"),
        ({"seat_board": "[35, 40]"}, "higher than the box"),
        ({"plunger": 6}, "wall of the cap"),
        ({"led_at": 60}, "outside of the box"),
        ({"part": '"door"'}, "is not one of seat, middle, cap"),
    ):
        with pytest.raises(RuntimeError, match=why):
            panel.made("seat", tmp_path, **changes)


def test_the_pictures_are_current(solids):
    image = pytest.importorskip("PIL.Image")
    for name, picture in panel.pictures(solids).items():
        kept = np.asarray(image.open(ROOT / "hardware" / "panel" / f"{name}.png").convert("RGB"))
        assert kept.shape == picture.shape, name
        differs = (np.abs(kept.astype(int) - picture) > 8).any(axis=2).mean()
        assert differs < 0.001, f"{name}: {differs:.2%} of it differ; run: make pictures"


def test_no_picture_is_left_over():
    there = {path.stem for path in Path(ROOT / "hardware" / "panel").glob("*.png")}
    assert there == set(panel.SHOTS)
