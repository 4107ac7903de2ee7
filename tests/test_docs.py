"""What docs/hand-record.md and examples/ show is so."""

import json
import re
import subprocess
import sys
from pathlib import Path

from engine_core import check, dice, hand, tiles
from engine_core.score import score

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "hand-record.md").read_text("utf-8")
DICE = (ROOT / "docs" / "dice.md").read_text("utf-8")


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


# ---------------------------------------------------------------- docs/dice.md


def dice_vectors():
    """(secret, press, seal, faces) of the page's vectors; "the same" is what stands above."""
    secret = seal = ""
    bytes32 = "(`[0-9a-f]{64}`|the same)"
    for row in re.findall(rf"^\| {bytes32} \| `([0-9a-f]+)` .*?\| {bytes32} \| ([1-6 ]+) \|$", DICE, re.M):
        secret = secret if row[0] == "the same" else row[0].strip("`")
        seal = seal if row[2] == "the same" else row[2].strip("`")
        yield bytes.fromhex(secret), bytes.fromhex(row[1]), bytes.fromhex(seal), list(map(int, row[3].split()))


def verifier(throws):
    """What the page's own program prints of these throws."""
    program = re.search(r"```python\n(.*?)```", DICE, re.S).group(1)
    given = json.dumps({"sessions": [{"throws": throws}]})
    return subprocess.run(
        [sys.executable, "-c", program], input=given, capture_output=True, text=True, check=True
    ).stdout


def test_the_vectors_of_the_dice_are_what_the_table_throws():
    vectors = list(dice_vectors())
    assert len(vectors) == 2
    for secret, press, seal, faces in vectors:
        assert dice.seal(secret) == seal
        assert list(dice.faces(secret, press, len(faces))) == faces


def test_the_verifier_on_the_page_verifies_them_and_finds_what_is_wrong():
    program = re.search(r"```python\n(.*?)```", DICE, re.S).group(1)
    assert len([line for line in program.splitlines() if line.strip()]) <= 20
    throws = []
    for secret, press, seal, faces in dice_vectors():
        right = {"seq": 7, "dice": faces, "seal": seal.hex(), "press": press.hex(), "secret": secret.hex()}
        throws += [
            right,
            dict(right, dice=[faces[0] % 6 + 1, *faces[1:]]),
            dict(right, press="00"),
            dict(right, seal=""),
        ]
    throws.append({"seq": 9, "dice": [1, 2], "seal": "", "press": "", "secret": ""})
    said = [line.split()[-1] for line in verifier(throws).splitlines()]
    assert said == ["fair", "WRONG", "WRONG", "WRONG"] * 2


def test_the_limits_of_the_sources_on_the_page_are_those_of_the_tests():
    for bits, limits in (
        ("8 bits", dice.BYTES),
        ("1 bit", dice.BITS),
        ("½ bit", dice.HALF_BITS),
        ("¼ bit", dice.QUARTER_BITS),
    ):
        repeats, common, window, need = limits
        assert f"| {bits} | {repeats} | {common} of {window} | {need} |" in DICE


def test_the_example_of_tags_is_a_set():
    from collections import Counter

    rows = [line.split(",") for line in (ROOT / "examples" / "tags.csv").read_text("utf-8").splitlines()[1:]]
    counts = Counter(tile for _, tile in rows)
    assert len({ident for ident, _ in rows}) == len(rows) == 144
    assert [counts[tiles.name(kind)] for kind in range(tiles.KINDS)] == [4] * tiles.FLOWERS + [1] * 8
