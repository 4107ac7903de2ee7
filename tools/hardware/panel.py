"""Prints of the fronts: STL files out of hardware/panel/panel.scad, checked, and the pictures of them.

    python tools/hardware/panel.py [FOLDER]     build/panel/*.stl (or FOLDER), and hardware/panel/*.png
    make panel                                  the same

Needs OpenSCAD (Debian: openscad) and numpy. The pictures are drawn here, not by OpenSCAD, whose pictures differ with
the computer's graphics.
"""

import argparse
import shutil
import struct
import subprocess
import sys
import zlib
from collections import Counter
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "hardware" / "panel" / "panel.scad"
BUILD = ROOT / "build" / "panel"
PARTS = ("seat", "middle", "cap")
DECIMALS = 6  # of an STL, that tell two points apart

# ---------------------------------------------------------------- solids


class Solid:
    """The triangles of an STL file: `corners` (n, 3, 3), millimetres."""

    def __init__(self, corners: np.ndarray):
        self.corners = corners
        a, b, c = (corners[:, k, :2] for k in range(3))
        seen = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])
        self._flat = corners[np.abs(seen) > 1e-9]  # faces that a line straight up can meet

    @classmethod
    def read(cls, path: Path) -> "Solid":
        """An STL file in ASCII, as OpenSCAD writes it."""
        lines = [line.split() for line in path.read_text("ascii").splitlines()]
        points = [[float(word) for word in line[1:]] for line in lines if line and line[0] == "vertex"]
        return cls(np.array(points).reshape(-1, 3, 3))

    @property
    def size(self) -> np.ndarray:
        points = self.corners.reshape(-1, 3)
        return points.max(axis=0) - points.min(axis=0)

    @property
    def volume(self) -> float:
        """Cubic millimetres; negative when the faces look inwards."""
        a, b, c = (self.corners[:, k] for k in range(3))
        return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)

    def open_edges(self) -> int:
        """Edges that are not between just two faces, one in each direction: none in a solid that can be printed."""
        names = [[tuple(np.round(point, DECIMALS)) for point in face] for face in self.corners]
        edges = Counter((face[k], face[(k + 1) % 3]) for face in names for k in range(3))
        return sum(abs(n - edges[(b, a)]) + (n > 1) for (a, b), n in edges.items())

    def slice(self, z: float, step: float, edge: float = 2.0) -> tuple[np.ndarray, np.ndarray]:
        """Which points of a grid in the plane at height z are inside: rows of y, columns of x. And its first point."""
        low = self.corners.reshape(-1, 3).min(axis=0)[:2] - edge
        shape = ((self.size[:2] + 2 * edge) / step).astype(int) + 1
        inside = np.zeros((shape[1], shape[0]), bool)
        ends = self._cut(z)
        ys = low[1] + step * np.arange(shape[1])
        for row, y in enumerate(ys):
            crossed = ends[
                (np.minimum(ends[:, 0, 1], ends[:, 1, 1]) <= y) & (y < np.maximum(ends[:, 0, 1], ends[:, 1, 1]))
            ]
            a, b = crossed[:, 0], crossed[:, 1]
            xs = np.sort(a[:, 0] + (y - a[:, 1]) * (b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1]))
            for first, last in zip(xs[::2], xs[1::2], strict=False):
                inside[row, int(np.ceil((first - low[0]) / step)) : int(np.floor((last - low[0]) / step)) + 1] = True
        return inside, low

    def _cut(self, z: float) -> np.ndarray:
        """The lines in which the plane at height z cuts the faces: (n, 2, 2)."""
        above = self.corners[:, :, 2] > z
        faces = self.corners[above.any(axis=1) & ~above.all(axis=1)]
        out = []
        for face in faces:
            up = face[:, 2] > z
            ends = [
                face[k][:2] + (face[(k + 1) % 3] - face[k])[:2] * (z - face[k][2]) / (face[(k + 1) % 3] - face[k])[2]
                for k in range(3)
                if up[k] != up[(k + 1) % 3]
            ]
            out.append(ends)
        return np.array(out).reshape(-1, 2, 2)

    def spans(self, x: float, y: float) -> list[tuple[float, float]]:
        """Where a line straight up through this point is inside the solid: [(from z, to z)]."""
        a, b, c = (self._flat[:, k] for k in range(3))
        d = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])
        u = ((x - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (y - a[:, 1])) / d
        v = ((b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (x - a[:, 0]) * (b[:, 1] - a[:, 1])) / d
        hit = (u >= 0) & (v >= 0) & (u + v <= 1)
        z = a[:, 2] + u * (b[:, 2] - a[:, 2]) + v * (c[:, 2] - a[:, 2])
        heights = sorted(set(np.round(z[hit], 4)))
        return list(zip(heights[::2], heights[1::2], strict=False))


def disc(radius: float) -> list[tuple[int, int]]:
    n = int(radius)
    return [(y, x) for y in range(-n, n + 1) for x in range(-n, n + 1) if x * x + y * y <= radius * radius]


def thinner_than(inside: np.ndarray, points: float) -> np.ndarray:
    """What of a cut is so thin that a disc of so many points across does not fit into it. Corners that are sharp count
    with a few points each."""

    def grown(mask: np.ndarray) -> np.ndarray:
        out = np.zeros_like(mask)
        for y, x in disc(points / 2):
            out |= np.roll(np.roll(mask, y, 0), x, 1)
        return out

    return inside & ~grown(~grown(~inside))


# ---------------------------------------------------------------- pictures

LIGHT = np.array([0.45, 0.75, 0.9])
PAPER, PAINT = 1.0, np.array([0.55, 0.78, 0.82])
SHOTS = {  # picture: part, turned about y (180: what is seen at the table), about z, tilted towards us
    "seat-front": ("seat", 180, 0, 30),
    "seat-back": ("seat", 0, 0, 24),
    "middle-front": ("middle", 180, 0, 30),
    "middle-back": ("middle", 0, 0, 24),
    "cap": ("cap", 0, 25, 50),
}
WIDTH = 640
FINER = 2  # points of the drawing a point of the picture


def turn(axis: int, degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    a, b = ((1, 2), (0, 2), (0, 1))[axis]
    out = np.eye(3)
    out[a, a], out[a, b], out[b, a], out[b, b] = c, -s, s, c
    return out


def drawn(solid: Solid, about_y: float, about_z: float, tilt: float) -> np.ndarray:
    """A picture (rows, columns, 3) of 0..255, from far away: each face as bright as it looks towards the light."""
    way = turn(0, -tilt) @ turn(2, about_z) @ turn(1, about_y)
    points = solid.corners @ way.T
    low, high = points.reshape(-1, 3).min(axis=0), points.reshape(-1, 3).max(axis=0)
    width = WIDTH * FINER
    scale = 0.92 * width / (high[0] - low[0])
    height = int((high[1] - low[1]) * scale + 0.08 * width)
    points = (points - (low + high) / 2) * scale
    points[:, :, 0] += width / 2
    points[:, :, 1] = height / 2 - points[:, :, 1]
    normals = np.cross(solid.corners[:, 1] - solid.corners[:, 0], solid.corners[:, 2] - solid.corners[:, 0]) @ way.T
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    shade = 0.3 + 0.7 * np.clip(normals @ (LIGHT / np.linalg.norm(LIGHT)), 0, 1)
    depth = np.full((height, width), -np.inf)
    bright = np.full((height, width), np.nan)
    for face, normal, light in zip(points, normals, shade, strict=True):
        if normal[2] > 0:
            _fill(depth, bright, face, light)
    colour = np.where(np.isnan(bright)[..., None], PAPER, np.nan_to_num(bright)[..., None] * PAINT)
    colour = colour[: height // FINER * FINER].reshape(height // FINER, FINER, WIDTH, FINER, 3).mean(axis=(1, 3))
    return np.round(colour * 255).astype(np.uint8)


def _fill(depth: np.ndarray, bright: np.ndarray, face: np.ndarray, light: float) -> None:
    """One face: where it is nearest so far."""
    (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = face
    d = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    left, right = max(int(min(x0, x1, x2)), 0), min(int(max(x0, x1, x2)) + 2, depth.shape[1])
    top, low = max(int(min(y0, y1, y2)), 0), min(int(max(y0, y1, y2)) + 2, depth.shape[0])
    if abs(d) < 1e-9 or left >= right or top >= low:
        return
    y, x = np.mgrid[top:low, left:right] + 0.5
    u = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / d
    v = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / d
    z = z0 + u * (z1 - z0) + v * (z2 - z0)
    there = (u >= -1e-6) & (v >= -1e-6) & (u + v <= 1 + 1e-6) & (z > depth[top:low, left:right])
    depth[top:low, left:right][there] = z[there]
    bright[top:low, left:right][there] = light


def png(picture: np.ndarray) -> bytes:
    """Three bytes a point."""
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    out = b"\x89PNG\r\n\x1a\n"
    head = struct.pack(">IIBBBBB", picture.shape[1], picture.shape[0], 8, 2, 0, 0, 0)
    for kind, body in ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")):
        out += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return out


# ---------------------------------------------------------------- files


def made(part: str, folder: Path, /, **changes: object) -> Path:
    """The STL file of a part; `changes`: values of panel.scad in place of its own. RuntimeError: OpenSCAD refuses."""
    path = folder / f"{part}.stl"
    values = {"part": f'"{part}"', **changes}
    set_to = [word for name, value in values.items() for word in ("-D", f"{name}={value}")]
    done = subprocess.run(["openscad", "-o", path, *set_to, SOURCE], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError("\n".join(line for line in done.stderr.splitlines() if "ERROR" in line) or done.stderr)
    return path


def pictures(solids: dict[str, Solid]) -> dict[str, np.ndarray]:
    return {name: drawn(solids[part], *how) for name, (part, *how) in SHOTS.items()}


def main() -> int:
    given = argparse.ArgumentParser(description="Prints of the fronts: STL files, checked, and the pictures of them.")
    given.add_argument("folder", nargs="?", type=Path, default=BUILD)
    folder = given.parse_args().folder
    if not shutil.which("openscad"):
        print("OpenSCAD is missing. On Debian: apt install openscad", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    solids = {part: Solid.read(made(part, folder)) for part in PARTS}
    for part, solid in solids.items():
        x, y, z = solid.size
        print(f"{folder / part}.stl: {x:.1f} x {y:.1f} x {z:.1f} mm, {solid.volume / 1000:.1f} cm3")
        if solid.open_edges():
            print(f"{part}: {solid.open_edges()} edges are open", file=sys.stderr)
            return 1
    for name, picture in pictures(solids).items():
        SOURCE.with_name(f"{name}.png").write_bytes(png(picture))
    return 0


if __name__ == "__main__":
    sys.exit(main())
