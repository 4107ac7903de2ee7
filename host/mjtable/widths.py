"""How wide a text is in a picture, as far as that can be told without its font."""

import unicodedata


def wide(c: str) -> float:
    """About how wide a letter is, by its height."""
    if unicodedata.east_asian_width(c) in "WF":
        return 1.0
    return 0.95 if c in "MWmw@%" else 0.72 if c.isupper() else 0.35 if c in " .,'-fijlrt" else 0.57


def cut(text: str, room: float) -> str:
    """The text, or its beginning with … behind it where it is wider than the room; which is by the letters' height."""
    widths = [wide(c) for c in text]
    if sum(widths) <= room:
        return text
    n, used = 0, 1.0
    while used + widths[n] <= room:
        used += widths[n]
        n += 1
    return text[:n].rstrip() + "…"
