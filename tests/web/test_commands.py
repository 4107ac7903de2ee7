"""What mjtable says names commands; on a page the pages that do the same are named instead, and linked."""

import re

import pytest

from mjtable import texts
from mjtable.errors import NoRegion, Refused, SitsElsewhere
from mjtable.web import commands
from mjtable.web.pieces import NAV, Pieces

TERMINAL = ("install", "update", "doctor", "resume", "sim", "ports", "backup", "uninstall", "firmware", "tags")


def test_a_command_is_a_link_to_the_page_that_does_it():
    p = Pieces("en")
    assert str(p.linked(NoRegion().message("en"))).endswith('first: <a href="/region">Region</a>')
    taken = SitsElsewhere(name="<b>", seat=2).message("zh")
    assert str(Pieces("zh").linked(taken)).endswith('先让那里空出来：<a href="/players">玩家</a>')
    assert "&lt;b&gt;" in str(p.linked(taken))


def test_without_a_link_the_page_is_named():
    said = Refused(code=-32001, why="phase: there is no wall", field="phase").message("en")
    assert commands.plain(said, "en").endswith("first: “Virtual table”")


def test_what_has_no_command_stays_as_it_is():
    assert commands.plain("mjtable install puts it right; no sessions", "en").startswith("mjtable install puts")
    assert commands.plain("mjtable regional", "en") == "mjtable regional"


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_of_what_a_table_or_the_history_says_only_commands_for_a_terminal_are_left(lang):
    for key in texts.keys():
        if not key.startswith(
            ("said.", "error.no_", "error.in_", "error.other_journal", "error.sits", "error.unknown")
        ):
            continue
        shown = commands.plain(re.sub(r"\{\w+\}", "1", texts._rows()[key][lang]), lang)
        left = re.findall(r"mjtable ([a-z][a-z-]+)(?= |$|[，；：。,;）)])", shown)
        assert not [one for one in left if one not in (*TERMINAL, "has")], key


def test_every_page_that_a_command_leads_to_is_there():
    assert {page for _, page in commands.PAGES} <= set(NAV)
