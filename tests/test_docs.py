"""What docs/hand-record.md and examples/ show is so."""

import json
import re
from pathlib import Path

from engine_core import check, hand, tiles
from engine_core.score import score

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "hand-record.md").read_text("utf-8")


def example(name):
    return json.loads((ROOT / "examples" / name).read_text("utf-8"))


def test_the_examples_are_what_they_say():
    for name in ("ningbo.json", "guigang.json"):
        assert [w["valid"] for w in score(example(name))["wins"]] == [True], name
    assert score(example("drawn.json"))["wins"] == []


def test_the_answer_on_the_page_is_the_answer():
    shown = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.S).group(1))
    assert score(example("ningbo.json")) == shown


def test_every_tile_meld_flag_and_field_is_on_the_page():
    for kind in range(tiles.HONOURS, tiles.KINDS):
        assert f"`{tiles.name(kind)}`" in PAGE, tiles.name(kind)
    for name in hand.MELD_NAMES:
        assert f"`{name}`" in PAGE
    for name in hand.FLAG_NAMES:
        assert f"`{name}`" in PAGE, name
    for name in check.FIELDS:
        assert f"`{name}`" in PAGE, name


HISTORY = (ROOT / "docs" / "history.md").read_text("utf-8")


def test_the_page_of_the_history_has_every_table_and_only_commands_that_there_are():
    from mjtable import commandline, schema

    for name in schema.meta.tables:
        assert f"`{name}`" in HISTORY or name == "schema", name
    known = {path.split()[0] for commands in commandline.COMMANDS.values() for path in commands}
    assert {*re.findall(r"mjtable (\w+)", HISTORY)} - known <= {"makes", "takes", "says", "and"}
    for panel in ("people", "archive"):
        for path in commandline.COMMANDS[panel]:
            assert f"mjtable {path.split()[0]}" in HISTORY, path
