"""Where a line of Chinese or English may end."""

import re

from rich.cells import cell_len

# What stays in one line: a number and what it counts in Chinese, a word, a character; with what opens and closes it.
_WORD = re.compile("[（“]*(?:[0-9]+ [张墩粒家副分番台炮子胡]|[\\x21-\\x7e’–×]+|.)[，。；：、）”]* *")


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines. Between Chinese characters a line may end anywhere, but no line begins with what closes."""
    lines = [""]
    for word_ in _WORD.findall(text):
        if lines[-1] and cell_len(lines[-1] + word_.rstrip()) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += word_
    return lines
