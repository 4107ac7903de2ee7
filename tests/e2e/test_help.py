"""The help pages, in one language each."""

import re

import pytest

from mjtable import commandline


def commands(made, path=()):
    """Every command as it is typed."""
    yield path
    for name, child in getattr(made, "commands", {}).items():
        yield from commands(child, (*path, name))


@pytest.mark.parametrize("path", [*commands(commandline.command("en"))], ids="-".join)
def test_help_is_in_one_language(home, path):
    chinese = home.run("--lang", "zh", *path, "--help").out
    assert "用法：mjtable" in chinese and "显示这段说明" in chinese
    english = r"Usage|Options|OPTIONS|Arguments|COMMAND|Commands|default|required|env var|Show"
    assert not re.search(english, chinese)
    assert not re.search("[一-鿿]", home.run(*path, "--help").out)


def test_a_switch_has_no_value_in_the_help(home):
    assert "bool" not in home.run("draw", "--help").out


def test_brackets_are_not_doubled(home):
    for path in commands(commandline.command("en")):
        assert "[[" not in home.run(*path, "--help").out, path
