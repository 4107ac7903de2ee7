"""The file of a house: what it says in which line, and what a change leaves as it was."""

import re
import tomllib

import pytest

from engine_core.rules import load
from mjtable import housefile
from mjtable.housefile import parsed, with_value
from mjtable.regions import regions

WHOLE = """\
id = "wang"
from = "ningbo"  # a comment

[name]
zh = "老王家"
en = "Wang's"

[options]
minimum = 3   # as we play
#base = 1

[worths]
full_flush = 9
"""


def lines(written):
    return {".".join(path): line for path, line in parsed(written).lines.items()}


# ---------------------------------------------------------------- lines


def test_every_setting_has_the_line_that_it_begins_in():
    assert lines(WHOLE) == {
        "id": 1, "from": 2, "name": 4, "name.zh": 5, "name.en": 6, "options": 8, "options.minimum": 9, "worths": 12,
        "worths.full_flush": 13,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("written", "places"),
    [
        ("", {}),
        ("\n\n# a\n  a = 1", {"a": 4}),
        ("a = 1\r\n\r\nb = 2\r\n", {"a": 1, "b": 3}),
        ("options.minimum = 3\noptions.base = 1\n", {"options": 1, "options.minimum": 1, "options.base": 2}),
        ("\nworths = {a = 1, 'b c' = 2}\n", {"worths": 2, "worths.a": 2, "worths.b c": 2}),
        ('a = """\n[b]\nc = 1\n"""\nd = 1\n', {"a": 1, "d": 5}),
        ("a = [\n  1,\n\n  2,\n]\nb = 1\n", {"a": 1, "b": 6}),
        ("[a]\n[a.b]\nc = 1\n[d]\n", {"a": 1, "a.b": 2, "a.b.c": 3, "d": 4}),
    ],
)
def test_however_it_is_written(written, places):
    assert lines(written) == places
    assert parsed(written).data == tomllib.loads(written)


def test_a_line_that_is_missing_is_that_of_what_it_belongs_in():
    found = parsed(WHOLE)
    assert found.line("name", "zh") == 5
    assert found.line("name", "fr") == 4
    assert found.line("color") == found.line() == 1


# ---------------------------------------------------------------- what is no TOML


def wrong(written):
    return [(line, why) for line, why in parsed(written).problems]


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("b 6", "Expected '=' after a key in a key/value pair"),
        ("b = ", "Invalid value"),
        ("b = tru", "Invalid value"),
        ('b = "x', "Unterminated string"),
        ("b = 1 2", "Expected newline or end of document after a statement"),
        ("= 1", "Invalid statement"),
        ("a = 2", "Cannot overwrite a value"),
        ("a.b = 2", "Cannot overwrite a value"),
        ("b = " + "[" * 5000, None),
        ("b = " + "9" * 5000, None),
        ("b = [1,", None),
        ('b = """x', None),
    ],
)
def test_a_statement_that_is_none_is_named_by_its_line_and_passed_over(statement, why):
    found = parsed(f"a = 1\n\n{statement}\n# c\nd = 4\n")
    assert [problem.line for problem in found.problems] == [3]
    assert why is None or found.problems[0].why == "no TOML: " + why
    assert found.data == {"a": 1, "d": 4} and found.line("d") == 5


def test_all_of_them_are_found():
    assert [line for line, _ in wrong("a 1\nb = 2\nc = \nd = 4\ne = x\n")] == [1, 3, 5]


def test_behind_a_heading_that_is_none_nothing_is_looked_at():
    found = parsed("a = 1\n[options\nminimum = 3\nb 1\n")
    assert [problem.line for problem in found.problems] == [2] and found.data == {"a": 1}


def test_a_file_that_is_something_else_ends_soon():
    assert len(wrong("nonsense\n" * 500)) == housefile.MOST


# ---------------------------------------------------------------- a change


def test_a_value_is_changed_where_it_stands_and_nothing_else():
    changed = with_value(WHOLE, ("options", "minimum"), 5)
    assert changed == WHOLE.replace("minimum = 3   # as we play", "minimum = 5   # as we play")
    changed = with_value(WHOLE, ("name", "en"), 'The "best" # 1')
    assert changed == WHOLE.replace('"Wang\'s"', '"The \\"best\\" # 1"')
    assert tomllib.loads(changed)["name"]["en"] == 'The "best" # 1'
    assert with_value(changed, ("name", "en"), "Wang's") == WHOLE


def test_a_default_is_taken_out_of_its_comment():
    assert with_value(WHOLE, ("options", "base"), 2) == WHOLE.replace("#base = 1", "base = 2")
    kept = "[worths]\n  #  full_flush = 4   # 清一色\n#full = 1\n"
    assert with_value(kept, ("worths", "full_flush"), 6) == "[worths]\n  full_flush = 6   # 清一色\n#full = 1\n"


def test_a_default_of_another_table_is_left_alone():
    written = "[options]\n#minimum = 4\n[worths]\n#base = 1\n"
    assert with_value(written, ("options", "base"), 2) == "[options]\nbase = 2\n#minimum = 4\n[worths]\n#base = 1\n"


def test_what_is_not_there_yet_begins_its_table():
    assert with_value(WHOLE, ("worths", "all_pungs"), 3) == WHOLE.replace("[worths]\n", "[worths]\nall_pungs = 3\n")
    assert with_value('id = "a"\n', ("worths", "all_pungs"), 3) == 'id = "a"\n\n[worths]\nall_pungs = 3\n'


def test_lines_that_end_as_on_windows_stay_so():
    changed = with_value(WHOLE.replace("\n", "\r\n"), ("options", "minimum"), 5)
    assert changed == WHOLE.replace("minimum = 3", "minimum = 5").replace("\n", "\r\n")


@pytest.mark.parametrize(
    "written", ["worths = {full_flush = 4}\n", "worths.full_flush = [\n4]\n", 'worths.full_flush = """\n4"""\n']
)
def test_what_cannot_be_changed_in_its_line_is_left_to_a_person(written):
    with pytest.raises(ValueError, match="^1$"):
        with_value(written, ("worths", "full_flush"), 6)


def test_a_setting_whose_table_is_something_else_is_left_to_a_person():
    with pytest.raises(ValueError):
        with_value("worths = 4\n", ("worths", "full_flush"), 6)


# ---------------------------------------------------------------- a new file


@pytest.mark.parametrize("region", regions())
def test_a_new_file_has_every_option_and_worth_with_its_default(region):
    rules = load(region)
    written = housefile.new("wang", region)
    assert parsed(written).problems == []
    assert parsed(written).data == {
        "id": "wang", "from": region, "name": {"zh": "wang", "en": "wang"}, "options": {}, "worths": {},
    }  # fmt: skip
    data = tomllib.loads(re.sub(r"(?m)^#(?=\w+ = )", "", written))
    assert data["options"] == {row[0]: row[1] for row in rules.OPTIONS if row[0] != rules.WORTHS}
    assert data["worths"] == {ident: rules.worth[ident] for ident in housefile.with_worth(rules)}
    assert data["worths"]
    for row in rules.OPTIONS:
        if isinstance(row[1], str):
            assert all(f'"{word}"' in written for word in row[2])
        elif row[0] in rules.ONLY:
            assert f"({', '.join(map(str, rules.ONLY[row[0]]))})" in written
        elif row[2] is not None and row[0] != rules.WORTHS:
            assert f"({row[2][0]}..{row[2][1]})" in written


def test_a_new_file_explains_itself_in_both_languages():
    written = housefile.new("wang", "shanghai")
    assert "# 勒子（分） · limit in points (1..9999)\n#limit = 10\n" in written
    assert '#   "double"        两骰相同 · equal dice\n' in written
    assert re.search(r"\n#all_pungs = 0 +# 碰碰胡 +All pungs\n", written)
    assert "in limits (0: by flowers; " in written and "单位：勒（0 按花算；" in written


@pytest.mark.parametrize("region", regions())
def test_every_setting_of_a_new_file_can_be_changed_in_its_place(region):
    rules = load(region)
    written = housefile.new("wang", region)
    count = written.count("\n")
    for ident in housefile.with_worth(rules):
        written = with_value(written, ("worths", ident), 7)
    for row in rules.OPTIONS:
        if row[0] != rules.WORTHS:
            written = with_value(written, ("options", row[0]), row[1])
    assert written.count("\n") == count
    assert not re.search(r"(?m)^#\w", written)
