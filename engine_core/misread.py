"""What is wrong with a text that names no tiles. Loaded when there is one."""

from .tiles import LENGTH, LETTERS, shown


def misread(text: object) -> str:
    """What is wrong with a text that names no tiles."""
    if not isinstance(text, str):
        return "%s is no tile text" % shown(text)
    start = 0  # of the digits that wait for their letter
    for i, c in enumerate(text):
        if "1" <= c <= "9":
            continue
        suit = LETTERS.find(c)
        if suit < 0 or i == start:
            return "%s: %s where a digit before m p s z f was expected" % (shown(text), shown(c))
        for d in text[start:i]:
            if ord(d) - 0x31 >= LENGTH[suit]:
                return "%s: there is no tile %s%s" % (shown(text), d, c)
        start = i + 1
    return "%s: no suit letter after '%s'" % (shown(text), text[start : start + 20])
