"""Makes firmware/glyphs/: font.bin (the text glyphs that the table uses) and art.bin (figures, tiles, dice, icons).

    python tools/glyphs/build.py [--font unifont.otf] [--check]

Needs Pillow and GNU Unifont (Debian: fonts-unifont), which --font names or fc-match finds. The two files are kept in
the repository, so only who changes a text or a picture runs this. It fails, naming character and place, when the font
lacks a character that a text file uses. --check builds and compares, and writes nothing.

Both files: "MJG1"; number of pictures, the first key and how many keys follow it without a gap, itself included (2
bytes each, big endian); for each picture, by rising key: key, width, height, place of its bytes behind the directory
(2, 1, 1, 2 bytes); then the bytes, as framebuf.MONO_VLSB wants them. The key is the code point in font.bin, and in
art.bin the number given here, which firmware/canvas.py knows.
"""

import argparse
import hashlib
import pathlib
import subprocess
import sys

import dice
import digits
import tiles
from PIL import Image
from shapes import Font, hand_drawn, vlsb

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "firmware" / "glyphs"
HERE = pathlib.Path(__file__).parent

LARGE, SMALL, BLANK, DIGIT, DIE, TILTED, ICON = 0, 42, 84, 88, 148, 172, 190
DICE_SIZES = (42, 38, 22, 12)
TILTS = (18, 45, -24)  # degrees of the three pictures of a rolling die


def characters() -> dict[str, str]:
    """Every character that may be shown, and where it is used: ASCII, charset.txt, the texts of both languages."""
    found = {chr(c): "ASCII" for c in range(32, 127)}
    files = [HERE / "charset.txt", ROOT / "firmware" / "texts.tsv"]
    for kind in ("*.tsv", "*.txt"):
        files += sorted((ROOT / "engine_core").rglob(kind))
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if path.parent == HERE and line.startswith("#"):
                continue
            for ch in line:
                if ch not in "\t\ufeff":
                    found.setdefault(ch, f"{path.relative_to(ROOT)}:{number}")
    return found


def text_glyphs(font: Font) -> dict[int, Image.Image]:
    out, lacking = {}, []
    for ch, place in sorted(characters().items()):
        try:
            out[ord(ch)] = font.glyph(ch)
        except KeyError:
            lacking.append(f"{place}: the font has no {ch!r} (U+{ord(ch):04X})")
    if lacking:
        raise SystemExit("\n".join(lacking))
    return out


def art(font: Font) -> dict[int, Image.Image]:
    out = {}
    for kind, (n, suit) in enumerate(tiles.kinds()):
        out[LARGE + kind] = tiles.large(n, suit, font)
        out[SMALL + kind] = tiles.small(n, suit, font)
    for k, (w, h) in enumerate(((24, 32), (16, 22))):
        out[BLANK + 2 * k], out[BLANK + 2 * k + 1] = tiles.frame(w, h), tiles.body(w, h)
    for k, size in enumerate(digits.SIZES):
        for i, ch in enumerate("0123456789+-"):
            out[DIGIT + 12 * k + i] = digits.digit(ch, size)
    for n in range(1, 7):
        for k, size in enumerate(DICE_SIZES):
            out[DIE + 6 * k + n - 1] = dice.die(n, size)
        for k, tilt in enumerate(TILTS):
            out[TILTED + 6 * k + n - 1] = dice.die(n, 44, tilt)
    icons = [im for name, im in hand_drawn().items() if name.startswith("icon ")]
    return out | {ICON + k: im for k, im in enumerate(icons)}


def pack(pictures: dict[int, Image.Image]) -> bytes:
    directory, data, places = bytearray(), bytearray(), {}
    for key, im in sorted(pictures.items()):
        bits = vlsb(im)
        place = places.setdefault((im.width, bits), len(data))  # equal pictures lie there once
        if place == len(data):
            data += bits
        directory += key.to_bytes(2, "big") + bytes((im.width, im.height)) + place.to_bytes(2, "big")
    first = min(pictures)
    run = next(n for n in range(1, len(pictures) + 1) if first + n not in pictures)
    return b"MJG1" + b"".join(n.to_bytes(2, "big") for n in (len(pictures), first, run)) + directory + data


# The font file that the committed files were made from: GNU Unifont 15.0.01, unifont.otf of Debian 12.
MADE_FROM = "db1960227adcb14640063e7384fdcd2867aaf819d9ca4866bca289d4db9a9f67"


def installed() -> str:
    """Where this computer has the font; without it, whatever fc-match thinks is near to it, or nothing."""
    try:
        asked = ["fc-match", "-f", "%{file}", "Unifont:style=Regular"]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the table's bitmap font and pictures.")
    parser.add_argument("--font", help="GNU Unifont as .otf or .ttf (default: ask fc-match)")
    parser.add_argument("--check", action="store_true", help="only compare with the files that are there")
    args = parser.parse_args()
    path = args.font or installed()
    if "unifont" not in path.lower():
        found = path or "nothing"
        parser.error(f"GNU Unifont is not installed (found {found}): apt install fonts-unifont, or give --font")
    if args.check and hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest() != MADE_FROM:
        parser.error(f"{path} is not the version that the files were made from; nothing to compare with")
    font = Font(path)
    differs = False
    for name, pictures in (("font.bin", text_glyphs(font)), ("art.bin", art(font))):
        data, target = pack(pictures), OUT / name
        same = target.exists() and target.read_bytes() == data
        differs |= not same
        if not args.check and not same:
            target.write_bytes(data)
        done = "" if same else ", differs" if args.check else ", written"
        print(f"{name}: {len(pictures)} pictures, {len(data)} bytes{done}")
    return int(args.check and differs)


if __name__ == "__main__":
    sys.exit(main())
