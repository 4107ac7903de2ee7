"""A controller has an option's default at hand, and what it may be when somebody changes it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine_core.check import RecordError
from engine_core.rules import load
from mjtable import defaults, deploy, seldom

MICROPYTHON = Path(sys.executable).with_name("micropython")
ASKS = """
import sys, json
sys.path.insert(0, ROOT)
from engine_core.rules import load
from engine_core.check import RecordError
for region, given in json.loads(sys.stdin.read()):
    try:
        rules = load(region, given)
        print(json.dumps([rules.options, rules.changed, rules.worth]))
    except RecordError as e:
        print(json.dumps(str(e)))
"""


def given(region: str) -> list[dict]:
    """Options of each kind: none, legal ones, and what is none."""
    rules = load(region)
    out: list[dict] = [{}, {"nothing": 1}, {"house": "东"}, {"house": 7}, {"worths": {"nobody": 1}}]
    for name, default, allowed in rules.OPTIONS:
        wrong = "nobody" if not isinstance(default, str) else 1
        changed = not default if allowed is None else allowed[-1]
        out += [{name: default}, {name: wrong}, {name: changed}]
    return out


def said(region: str, options: dict) -> object:
    try:
        rules = load(region, options)
    except RecordError as error:
        return str(error)
    return [rules.options, rules.changed, rules.worth]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The compiled core, which knows what is asked of it here."""
    asks = tmp_path_factory.mktemp("asks") / "asks.py"
    asks.write_text(ASKS)
    return deploy.build(None, callers=[asks])


@pytest.mark.parametrize("region", deploy.regions())
def test_compiled_rules_have_the_same_options_and_check_them(region, folder):
    asked = [(region, options) for options in given(region)]
    program = ASKS.replace("ROOT", repr(str(folder)))
    command = [MICROPYTHON, "-X", "heapsize=400k", "-c", program]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == json.loads(json.dumps([said(*one) for one in asked]))


def apart(**more: str) -> dict[str, str]:
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    return defaults.defaults_apart(sources | more)


def beginning(lines: list[str], word: str) -> int:
    return next(i for i, line in enumerate(lines) if line.strip().startswith(word))


def test_the_rows_leave_the_class_and_lines_stay():
    out = apart()
    for region in deploy.regions():
        path = f"engine_core/regions/{region}.py"
        before, after = deploy.sources()[path].read_text("utf-8").split("\n"), out[path].split("\n")
        assert not [line for line in after if "OPTIONS" in line]
        assert beginning(after, "DEFAULTS") == beginning(before, "OPTIONS")
        assert after[: len(before)][-1] == before[-1] == ""
    assert "blood_options" not in out["engine_core/regions/xueliu.py"]


def test_a_program_that_asks_for_the_rows_finds_them():
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    assert defaults.defaults_apart(sources, ("print(load('ningbo').OPTIONS)",)) == sources


def test_rules_that_ask_otherwise_are_not_taken_for_these():
    text = deploy.sources()[defaults.RULES].read_text("utf-8").replace("self.OPTIONS + self.HOUSE", "self.rows()")
    with pytest.raises(seldom.SeldomError) as error:
        apart(**{defaults.RULES: text})
    assert error.value.path == defaults.RULES
