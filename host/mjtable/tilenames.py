"""A tile as people type it: "5m", "5M", "五万", "东", "發"."""

from engine_core import tiles
from mjtable.errors import BadTile

DIGITS = "一二三四五六七八九"
# Each tile by its names, simplified and traditional: as the tool prints them, and as others call them.
SUITS = {"m": "万萬", "p": "筒饼餅", "s": "条條索"}
HONOURS = ("东東", "南", "西", "北", "白", "发發", "中")
FLOWERS = ("春", "夏", "秋", "冬", "梅", "兰蘭", "竹", "菊")


def _names() -> dict[str, str]:
    found = {}
    for letter, suits in SUITS.items():
        for number, digit in enumerate(DIGITS, 1):
            for suit in suits:
                found[digit + suit] = found[f"{number}{suit}"] = f"{number}{letter}"
    for letter, row in (("z", HONOURS), ("f", FLOWERS)):
        for number, names in enumerate(row, 1):
            found.update(dict.fromkeys(names, f"{number}{letter}"))
    return found


def typed(text: str, field: str = "tile") -> str:
    """The tile text ("5m") of what was typed for one tile. BadTile names the field."""
    word = text.strip().lower()
    word = _names().get(word, word)
    try:
        return tiles.name(tiles.kind(word))
    except tiles.TileError:
        raise BadTile(field=field, given=text) from None


def spelled(text: str, lang: str) -> str:
    """Tile text as people say it, sorted: in Chinese "一二万 三筒 东", in English as it is ("12m 3p 1z")."""
    out: dict[str, str] = {}
    for kind in sorted(tiles.parse(text)):
        name = tiles.name(kind)
        letter = name[1]
        out[letter] = out.get(letter, "") + (_character(int(name[0]) - 1, letter) if lang == "zh" else name[0])
    suits = {letter: suit[0] for letter, suit in SUITS.items()} if lang == "zh" else {letter: letter for letter in out}
    return " ".join(shown + suits.get(letter, "") for letter, shown in out.items())


def _character(number: int, letter: str) -> str:
    return DIGITS[number] if letter in SUITS else (HONOURS if letter == "z" else FLOWERS)[number][0]
