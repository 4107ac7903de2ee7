"""Commands in what mjtable says, for whoever reads it on a page: where a page does the same it is named instead."""

import re

from markupsafe import Markup, escape

from mjtable.web.words import word

# What is typed -> the page; what only the command line does stays as it is.
PAGES = (
    (r"region (?:set (?:REGION|规则)|list|show \w+)", "region"),
    (r"house (?:edit|new|drop|send \w+)", "house"),
    (r"session(?: --score)?|player add (?:NAME|名字)|seat \d+ --nobody|seat (?:SEAT NAME|座位 名字)", "players"),
    (r"sessions|history|correct", "history"),
    (r"play foul \d+ false_win", "win"),
    (r"dice --enter|sync(?: --new-journal)?|log|screen|selftest|status", "device"),
    (r"dice", "table"),
    (r"restore-table", "score"),
)
COMMAND = re.compile("mjtable (?:" + "|".join(f"({typed})" for typed, _ in PAGES) + r")(?![\w-])")


def _page(found: re.Match[str]) -> str:
    return PAGES[(found.lastindex or 1) - 1][1]


def plain(text: str, lang: str) -> str:
    """The text with the pages' names."""
    return COMMAND.sub(lambda found: word("quoted", lang, what=word("nav." + _page(found), lang)), text)


def linked(text: str, lang: str, addresses: dict[str, str]) -> Markup:
    """The same with links to them. `addresses` of the pages."""

    def link(found: re.Match[str]) -> str:
        made = Markup('<a href="{}">{}</a>').format(addresses[_page(found)], word("nav." + _page(found), lang))
        return str(made)

    return Markup(COMMAND.sub(link, str(escape(text))))  # noqa: S704 - escaped before
