import io
import re
import sys
from pathlib import Path

import pytest

import mjtable
from engine_core.rules import load
from mjtable import commandline, errors, phrases, texts
from mjtable.commands.rules import names, regions

HERE = Path(mjtable.__file__).parent
SOURCES = [path.read_text("utf-8") for path in HERE.rglob("*.py")]


def names_in(text):
    return sorted(re.findall(r"{(\w+)[^}]*}", text))


def test_every_text_has_both_languages_with_the_same_values_and_markup():
    for key in texts.keys():
        zh, en = (texts._rows()[key][lang] for lang in texts.LANGUAGES)
        assert zh and en, key
        assert sorted(set(names_in(zh))) == sorted(set(names_in(en))), key
        assert re.findall(r"\[/?[a-z ]*\]", zh) == re.findall(r"\[/?[a-z ]*\]", en), key


def test_chinese_is_chinese():
    plain = {key for key in texts.keys() if not re.search("[一-鿿]", texts._rows()[key]["zh"])}
    assert plain == {
        "comma",
        "screen.saved",
        "error.bad_file",
        "tiles.between",
        "tiles.meld",
        "said.at",
        "house.title",
        "book.title.wilds",
        "book.choice",
        "history.move",
        "book.which",
        "book.semicolon",
        "selftest.semicolon",
        "hand.seat",
        "export.seat",
    } | {"course." + what for what in ("ready", "kong", "meld", "foul")}


def test_every_error_has_its_text():
    def below(error):
        yield error
        for child in error.__subclasses__():
            yield from below(child)

    for error in below(errors.MjtableError):
        assert "error." + error.NAME in texts.keys(), error


def test_every_phrase_has_its_text_and_every_such_text_a_phrase():
    named = {"said." + name for _, name in phrases.PATTERNS} | {"said.wall_left"}
    assert named == {key for key in texts.keys() if key.startswith("said.")}
    for pattern, name in phrases.PATTERNS:
        assert set(names_in(texts._rows()["said." + name]["en"])) <= set(pattern.groupindex), name


def test_every_text_named_in_the_sources_exists():
    for source in SOURCES:
        for key in re.findall(r"""(?:\.say|\.text|\btext)\(\s*"([a-z_.]+)"[,)]""", source):
            assert key in texts.keys(), key


def test_every_command_and_parameter_has_help_in_both_languages():
    def walk(command, path):
        assert command.help == texts.text("help" + path, lang)
        for parameter in command.params:
            assert parameter.help, (path, parameter.name)
        for name, child in getattr(command, "commands", {}).items():
            walk(child, f"{path}.{name}")

    for lang in texts.LANGUAGES:
        walk(commandline.command(lang), "")


@pytest.mark.parametrize("region", regions())
def test_every_region_option_and_pattern_has_texts(region):
    rules = load(region)
    keys = ["region.name", "region.tiles", "unit.worth"]
    keys += ["option." + row[0] for row in rules.OPTIONS] + ["pattern." + row[0] for row in rules.PATTERNS]
    keys += ["choice." + word for row in rules.OPTIONS if isinstance(row[1], str) for word in row[2]]
    for lang in texts.LANGUAGES:
        found = names(region, keys, lang)
        assert [key for key in keys if found[key] == key] == []


@pytest.mark.parametrize(
    "variable, value, lang",
    [
        ("LANG", "zh_CN.UTF-8", "zh"),
        ("LANG", "zh_TW.UTF-8", "zh"),
        ("LANG", "en_GB.UTF-8", "en"),
        ("LANG", "de_DE.UTF-8", "en"),
        ("LC_ALL", "zh_CN.UTF-8", "zh"),
        ("LC_MESSAGES", "C", "en"),
    ],
)
def test_the_language_follows_the_locale(monkeypatch, variable, value, lang):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, value)
    assert texts.default_language() == lang


@pytest.mark.parametrize(
    "name, lang",
    [
        ("zh_CN.UTF-8", "zh"),
        ("zh-Hans", "zh"),
        ("zh", "zh"),
        ("ZH_tw@radical", "zh"),
        ("en_GB", "en"),
        ("Chinese (Simplified)_China.936", "zh"),
        ("zha_CN", None),
        ("fr", None),
        ("C", None),
        ("", None),
    ],
)
def test_the_language_in_the_name_of_a_locale(name, lang):
    assert texts.language_of(name) == lang


@pytest.mark.parametrize("encoding, lang", [("utf-8", "zh"), ("gb2312", "zh"), ("ascii", "en"), ("latin-1", "en")])
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_chinese_is_no_default_where_it_could_not_be_written(monkeypatch, stream, encoding, lang):
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    monkeypatch.setattr(sys, stream, io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert texts.default_language() == lang
