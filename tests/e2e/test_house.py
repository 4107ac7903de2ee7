"""House rules from the laptop to the table: made, edited, checked, sent, played, and found again in the history."""

import json
import os

import pytest

from tests.e2e.run import FULL, HAND, fails, width

NAMED = ("--set", "name.zh=老王家", "--set", "name.en=Wang's")


def made(home, *settings, region="ningbo"):
    """The house wang, made and edited."""
    home.json("house", "new", "wang", "--from", region)
    return home.json("house", "edit", "wang", *NAMED, *[part for one in settings for part in ("--set", one)])


def editor(home, script):
    """What $EDITOR runs: a program that does to its last argument what the shell script says."""
    path = home.folder / "an editor"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return f"'{path}' --wait"


def file_of(home):
    return home.folder / "home" / "data" / "houses" / "wang.toml"


# ---------------------------------------------------------------- all of it


def test_from_a_new_house_to_the_history(home, table):
    """The edge wait is worth 9 instead of 1, and two tai are enough: 1 + 1 + 9 + 1 and the base."""
    assert made(home, "options.minimum=2", "worths.edge_wait=9")["changes"] == [
        {"setting": "options.minimum", "base": 4, "value": 2, "text": "least tai that may win"},
        {"setting": "worths.edge_wait", "base": 1, "value": 9, "text": "Edge wait"},
    ]
    assert home.json("house", "check", "wang")["name"] == {"zh": "老王家", "en": "Wang's"}
    sent = home.json("house", "send", "wang")
    assert [row["id"] for row in sent["houses"]] == ["wang"]
    assert home.json("house", "list") == [
        {"id": "wang", "name": "Wang's", "region": "ningbo", "laptop": "there", "table": "there"}
    ]
    options = {"house": "老王家|Wang's", "minimum": 2, "worths": {"edge_wait": 9}}
    assert home.json("region", "set", "wang")["options"] == options
    assert "Wang's (Ningbo)" in home.run("status").out
    home.json("dice")
    home.json("wild", "4z")

    # the house changes while it is played: what is played does not
    home.json("house", "edit", "wang", "--set", "worths.edge_wait=3")
    assert home.json("house", "list")[0]["table"] == "other"
    home.json("house", "send", "wang")
    assert home.json("status")["status"]["options"] == options
    fails(home, 4, "region", "set", "wang")
    won = home.json("win", "-", "--explain", given=json.dumps(HAND))
    assert won["same"] is True and won["scores"] == [39, -13, -13, -13]
    assert won["record"]["options"] == options
    assert won["explanation"][0].startswith("Wang's (Ningbo)")

    # taken back and played again, dropped everywhere: the journal says all that the laptop needs
    assert home.json("undo")["scores"] == [0, 0, 0, 0]
    assert home.json("win", "-", given=json.dumps(HAND))["scores"] == [39, -13, -13, -13]
    assert home.json("house", "drop", "wang")["dropped"] == ["table", "laptop"]
    synced = home.json("sync")
    assert (synced["hands"], synced["differences"]) == (2, [])
    assert home.json("history")["differences"] == []
    assert "Region: Wang's (Ningbo)" in home.run("history").out
    assert "老王家（宁波麻将）" in home.run("history", "2", "--lang", "zh").out

    # and beside hands of the region itself each has its name
    home.json("region", "set", "ningbo")
    home.json("dice")
    home.json("wild", "4z")
    assert home.json("win", "-", given=json.dumps(HAND))["scores"] == [39 + 15, -18, -18, -18]
    assert home.json("sync")["differences"] == []
    lines = home.run("history").out.splitlines()
    assert [line for line in lines if "Wang's" in line] and [line for line in lines if "Ningbo" in line]


def test_the_house_of_the_table_is_played_where_the_laptop_has_none(home, table):
    made(home, "worths.edge_wait=9")
    home.json("house", "send", "wang")
    home.json("house", "drop", "wang", "--only", "laptop")
    assert home.json("house", "list")[0]["laptop"] is None
    assert home.json("house", "show", "wang")["options"]["worths"] == {"edge_wait": 9}
    assert home.json("region", "show", "wang")["name"] == "Wang's"
    played = home.json("region", "set", "wang", "-o", "minimum=5")
    assert played["region"] == "ningbo"
    assert played["options"] == {"house": "老王家|Wang's", "worths": {"edge_wait": 9}, "minimum": 5}
    assert home.json("option", "set", "minimum", "6")["options"] == {**played["options"], "minimum": 6}


def test_region_list_has_the_houses_of_laptop_and_table(home, table):
    made(home)
    home.json("house", "send", "wang")
    home.json("house", "new", "li", "--from", "guigang")
    listed = home.json("region", "list")
    assert listed["houses"] == {"laptop": ["li", "wang"], "table": ["wang"]} and "wang" not in listed["laptop"]

    def marks():
        return {line.split()[0]: line.split()[-1] for line in home.run("region", "list").out.splitlines()[1:-1]}

    home.json("region", "set", "ningbo")
    assert {name: marks()[name] for name in ("ningbo", "wang", "li")} == {"ningbo": "●", "wang": "✓", "li": "–"}
    home.json("region", "set", "wang")
    assert {name: marks()[name] for name in ("ningbo", "wang", "li")} == {"ningbo": "✓", "wang": "●", "li": "–"}


def test_what_the_table_has_no_room_for_is_4(home, table):
    made(home)
    for letter in "abcdefgh":
        home.json("house", "edit", "wang", "--set", "name.en=" + letter)
        path = home.folder / f"{letter}.toml"
        path.write_text(file_of(home).read_text("utf-8").replace('id = "wang"', f'id = "{letter}"'), "utf-8")
        home.json("house", "send", path)
    assert "mjtable house drop" in fails(home, 4, "house", "send", "wang")
    assert len(home.json("house", "list")) == 9


# ---------------------------------------------------------------- on the laptop


def test_a_new_house_is_a_file_in_the_users_folder_or_where_it_is_said(home):
    assert home.json("house", "new", "wang", "--from", "ningbo")["file"] == str(file_of(home))
    path = home.folder / "other.toml"
    assert home.json("house", "new", "li", "--from", "ningbo", "--file", path)["file"] == str(path)
    assert home.json("house", "check", path)["id"] == "li"
    assert [row["id"] for row in home.json("house", "list")] == ["wang"]
    written = file_of(home).read_text("utf-8")
    assert "stays as it is" in fails(home, 1, "house", "new", "wang", "--from", "shanghai")
    assert file_of(home).read_text("utf-8") == written


def test_what_has_no_effect_is_said_and_no_error(home):
    """Jiujiang's older text knows no single wait, and no hands that a washout lasts: its page, Differences 3 and 20."""
    home.json("house", "new", "wang", "--from", "jiujiang")
    settings = ("options.edition=1", "worths.single_wait=3", "options.washout_hands=5", "worths.half_flush=11")
    for setting in settings:
        changes = home.json("house", "edit", "wang", "--set", setting)["changes"]
    unused = {row["setting"]: row.get("unused") for row in changes}
    assert unused == {
        "options.edition": None, "options.washout_hands": "edition=1", "worths.half_flush": None,
        "worths.single_wait": "edition=1",
    }  # fmt: skip
    assert {row["setting"]: (row["base"], row["value"]) for row in changes}["worths.single_wait"] == (1, 3)
    for command in ("show", "check"):
        said = home.run("house", command, "wang").out
        assert said.count("is without effect, because of edition=1") == 2 and "worths.single_wait is" in said
    assert "worths.single_wait 不起作用，因为 edition=1。" in home.run("house", "show", "wang", "--lang", "zh").out
    home.json("house", "edit", "wang", "--set", "options.edition=2")
    assert "effect" not in home.run("house", "check", "wang").out


def test_what_no_house_can_be_called(home):
    assert "ningbo is the id of a region" in fails(home, 1, "house", "new", "ningbo", "--from", "ningbo")
    assert "small letters" in fails(home, 1, "house", "new", "Wang", "--from", "ningbo")
    assert "Did you mean ningbo" in fails(home, 1, "house", "new", "wang", "--from", "nigbo")
    assert "没有规则" in fails(home, 1, "house", "new", "wang", "--from", "nigbo", "--lang", "zh")
    fails(home, 2, "house", "new", "wang")


def test_set_keeps_every_comment(home):
    made(home)
    before = file_of(home).read_text("utf-8")
    home.json("house", "edit", "wang", "--set", "options.liability=false", "--set", "worths.full_flush=6")
    after = file_of(home).read_text("utf-8").splitlines()
    changed = [(old, new) for old, new in zip(before.splitlines(), after, strict=True) if old != new]
    assert changed[0] == ("#liability = true", "liability = false")
    assert len(changed) == 2 and changed[1][1].startswith("full_flush = 6  ") and "清一色" in changed[1][1]


@pytest.mark.parametrize(
    "setting",
    ["options.minimum=99", "options.none=1", "worths.edge_wait=much", "name.en=老王", "id=li", "from=nowhere"],
)
def test_a_setting_that_is_wrong_changes_nothing(home, setting):
    made(home)
    before = file_of(home).read_bytes()
    said = fails(home, 1, "house", "edit", "wang", "--set", "options.base=2", "--set", setting)
    assert "nothing has changed" in said and "wang.toml:" in said and setting.partition("=")[0] in said
    assert file_of(home).read_bytes() == before


def test_settings_that_are_none_are_wrong_usage(home):
    made(home)
    for setting in ("minimum=3", "options.minimum", "colour.x=1", "options.a.b=1", "=3", ""):
        assert "options.ID=VALUE" in fails(home, 2, "house", "edit", "wang", "--set", setting)


def test_a_file_that_only_a_person_can_change(home):
    made(home)
    file_of(home).write_text('id = "wang"\nfrom = "ningbo"\nname = {zh = "a", en = "b"}\n')
    said = fails(home, 1, "house", "edit", "wang", "--set", "name.en=c")
    assert "wang.toml:3" in said and "editor" in said
    file_of(home).write_text('id = "wang"\nfrom = ningbo\n')
    assert "wang.toml:2: this is no TOML" in fails(home, 1, "house", "edit", "wang", "--set", "name.en=c")


def test_the_editor_is_opened_and_what_it_leaves_is_checked(home):
    made(home)
    good = editor(home, """for file; do :; done; sed -i 's/^#minimum = .*/minimum = 7/' "$file" """)
    edited = home.process("house", "edit", "wang", "--json", EDITOR=good)
    assert edited.code == 0 and json.loads(edited.out)["changes"][0]["value"] == 7, edited
    assert home.run("house", "edit", "wang", VISUAL=good, EDITOR="false").code == 0
    bad = editor(home, """for file; do :; done; sed -i 's/^minimum = .*/minimum = 77/' "$file" """)
    result = home.run("house", "edit", "wang", EDITOR=bad)
    assert result.code == 1 and "options.minimum: 77 is not in 0..50" in result.err
    assert "minimum = 77" in file_of(home).read_text("utf-8")  # what was typed is not lost


def test_at_a_terminal_it_is_opened_again_until_it_is_right_or_enough(home):
    made(home)
    count = home.folder / "count"
    script = f"""for file; do :; done; echo x >> {count}
    if [ $(wc -l < {count}) = 3 ]; then to=8; else to=88; fi
    sed -i "s/^#\\?minimum = .*/minimum = $to/" "$file" """
    result = home.run("house", "edit", "wang", EDITOR=editor(home, script), given="y\ny\n", terminal=True)
    assert result.code == 0 and result.err.count("88 is not in") == 2 and len(count.read_text().split()) == 3
    count.unlink()
    result = home.run("house", "edit", "wang", EDITOR=editor(home, script), given="n\n", terminal=True)
    assert result.code == 1 and result.err.count("88 is not in") == 1


def test_an_editor_that_does_not_work(home):
    made(home)
    for named, said in (("/no/such/editor", "No such file"), ("false", "exit status 1"), ("'", "No closing quotation")):
        result = home.run("house", "edit", "wang", EDITOR=named)
        assert result.code == 1 and said in result.err and "EDITOR" in result.err, result
    result = home.run("house", "edit", "wang", PATH=str(home.folder), EDITOR="")
    assert result.code == 1 and "none is named" in result.err


def test_without_a_terminal_no_editor_is_opened_that_nobody_named(home):
    made(home)
    waits = home.folder / "editor"
    waits.write_text("#!/bin/sh\nsleep 60\n")
    waits.chmod(0o755)
    result = home.process("house", "edit", "wang", PATH=str(home.folder), EDITOR="", VISUAL="")
    assert result.code == 1 and "no terminal" in result.err and "--set" in result.err, result


def test_check_says_everything_and_as_json_too(home):
    made(home)
    file_of(home).write_text('id = "wang"\nfrom = "ningbo"\n[name]\nzh = "a"\nen = "b"\n[options]\nminimum = 99\nx 1\n')
    said = fails(home, 1, "house", "check", "wang")
    assert f"{file_of(home)}:7: options.minimum: 99 is not in 0..50" in said and f"{file_of(home)}:8: " in said
    told = json.loads(fails(home, 1, "house", "check", "wang", "--json"))
    assert told["error"] == "bad_house" and [row["line"] for row in told["problems"]] == [7, 8]
    assert "99 不在 0..50 之内" in fails(home, 1, "house", "check", "wang", "--lang", "zh")
    for command in (("house", "send"), ("house", "show"), ("region", "show"), ("region", "set")):
        assert "99 is not in" in fails(home, 1, *command, "wang")
    assert home.json("house", "list")[0]["laptop"] == "wrong"
    assert "wang" in home.run("region", "list").out


def test_show_and_region_show_mark_what_differs(home):
    made(home, "options.minimum=2", "worths.full_flush=6")
    shown = home.run("house", "show", "wang").out
    assert "worths.full_flush" in shown and "options.minimum" in shown and "base" not in shown
    shown = home.run("region", "show", "wang", "--lang", "zh").out
    assert "老王家" in shown and "* (4) 6" in shown and "* (4) 2" in shown and "由宁波麻将改定" in shown
    rows = {row["id"]: row for row in home.json("region", "show", "wang")["patterns"]}
    assert (rows["full_flush"]["worth"], rows["full_flush"]["default"]) == (6, 4)
    assert rows["half_flush"]["worth"] == rows["half_flush"]["default"]
    assert "*" not in home.run("region", "show", "ningbo").out


def test_score_shows_the_name_of_the_house(home):
    hand = {**FULL, "options": {"house": "老王家|Wang's", "worths": {"edge_wait": 9}}}
    assert "Rules: Wang's (Ningbo)" in home.run("score", "-", given=json.dumps(hand)).out
    assert "规则：老王家（宁波麻将）" in home.run("score", "-", "--lang", "zh", given=json.dumps(hand)).out
    lines = home.json("score", "-", "--explain", given=json.dumps(hand))["explanation"]
    assert lines[0].startswith("Wang's (Ningbo)") and any("Edge wait: 9" in line for line in lines)
    assert "Rules" not in home.run("score", "-", given=json.dumps(FULL)).out


def test_drop_asks_at_a_terminal_before_it_removes_a_file(home):
    made(home)
    assert "still on the laptop" in home.run("house", "drop", "wang", given="n\n", terminal=True).out
    assert file_of(home).exists()
    assert home.run("house", "drop", "wang", "--yes", terminal=True).code == 0
    assert not file_of(home).exists()
    assert "no house rules wang" in fails(home, 1, "house", "drop", "wang")
    assert "no house rules" in fails(home, 1, "house", "drop", "../wang", "--only", "laptop")
    fails(home, 3, "house", "drop", "wang", "--only", "table")


def test_houses_that_are_nowhere(home):
    for command in ("show", "check", "edit", "send"):
        assert "no house rules wang" in fails(home, 1, "house", command, "wang"), command
        assert "没有自家规则 wang" in fails(home, 1, "house", command, "wang", "--lang", "zh")
        assert "No such file" in fails(home, 1, "house", command, "wang.toml")
    assert "nowhere" in fails(home, 1, "region", "set", "nowhere")
    assert "To begin" in home.run("house", "list").out and home.json("house", "list") == []


def test_a_folder_that_cannot_be_written(home):
    if os.geteuid() == 0:
        (home.folder / "home" / "data").write_text("")  # root may write anywhere: a file is in the way
    else:
        (home.folder / "home" / "data").mkdir(mode=0o500)
    assert "data" in fails(home, 1, "house", "new", "wang", "--from", "ningbo")


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("columns", [80, 160])
def test_nothing_is_wider_than_the_terminal(home, lang, columns):
    made(home, "worths.full_flush=6")
    for command in (("house", "list"), ("house", "show", "wang"), ("region", "list"), ("region", "show", "wang")):
        for line in home.run(*command, "--lang", lang, COLUMNS=str(columns)).out.splitlines():
            assert width(line) <= columns, line
