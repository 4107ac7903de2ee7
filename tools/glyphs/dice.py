"""Dice, flat and tilted."""

from PIL import Image, ImageDraw

SUB = 8  # subpixels
NEAR, MIDDLE, FAR = 0.23, 0.5, 0.77
SPOTS = {
    1: [(MIDDLE, MIDDLE)],
    2: [(NEAR, NEAR), (FAR, FAR)],
    3: [(NEAR, NEAR), (MIDDLE, MIDDLE), (FAR, FAR)],
    4: [(NEAR, NEAR), (FAR, NEAR), (NEAR, FAR), (FAR, FAR)],
    5: [(NEAR, NEAR), (FAR, NEAR), (MIDDLE, MIDDLE), (NEAR, FAR), (FAR, FAR)],
    6: [(NEAR, NEAR), (FAR, NEAR), (NEAR, MIDDLE), (FAR, MIDDLE), (NEAR, FAR), (FAR, FAR)],
}


def die(n: int, size: int, tilt: int = 0) -> Image.Image:
    """A lit die of `size` pixels showing n, turned by `tilt` degrees; the 1 has a large spot as on the real die."""
    im = Image.new("L", (size * SUB, size * SUB))
    draw = ImageDraw.Draw(im)
    near = size * 0.1 * SUB if tilt else 0
    far = size * SUB - 1 - near
    draw.rounded_rectangle((near, near, far, far), radius=size * 0.18 * SUB, fill=255)
    r = (far - near) * (0.17 if n == 1 else 0.105)
    for x, y in SPOTS[n]:
        cx, cy = near + (far - near) * x, near + (far - near) * y
        draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=0)
    if tilt:
        im = im.rotate(tilt, resample=Image.Resampling.BICUBIC)
    im = im.resize((size, size), Image.Resampling.BOX)
    return im.point(lambda v: 255 if v >= 128 else 0).convert("1")
