import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.e2e.run import FULL, HAND, ROOT, fails, ready, width

# ---------------------------------------------------------------- a hand, from the region to the history


def test_a_whole_hand(home, table):
    """Every command in a process of its own."""
    home.run = home.process
    assert home.json("ports")["ports"][0]["id"] == table.id
    assert home.json("status")["status"]["phase"] == "new"
    assert home.json("region", "set", "ningbo", "-o", "minimum=3")["options"] == {"minimum": 3}
    thrown = home.json("dice")
    assert thrown["fair"] is True and len(thrown["dice"]) == 2 and thrown["phase"] == "wild"
    assert home.json("wild", "4z")["wilds"] == ["4z"]
    assert home.json("draw", "40")["left"] == 90 - 40
    assert home.json("draw", "--flower")["left"] == 90 - 41
    won = home.json("win", "-", given=json.dumps(HAND))
    assert won["same"] is True
    assert won["scores"] == [15, -5, -5, -5]
    assert won["answer"]["wins"] == [
        {
            "seat": 0,
            "valid": True,
            "value": 5,
            "patterns": ["all_chows", "edge_wait", "no_wilds", "self_draw"],
        }
    ]
    assert won["record"]["options"] == {"minimum": 3} and won["record"]["indicator"] == "4z"
    synced = home.json("sync")
    assert (synced["hands"], synced["differences"]) == (1, [])
    past = home.json("history")
    assert past["hands"][0]["scores"] == [15, -5, -5, -5]
    assert home.json("status")["status"]["hand"] == 2


def test_undo_takes_the_hand_back_and_the_history_keeps_both(home, table):
    ready(home)
    home.json("win", "-", given=json.dumps(HAND))
    assert home.json("undo")["scores"] == [0, 0, 0, 0]
    home.json("win", "-", given=json.dumps(HAND))
    home.json("sync")
    assert [bool(hand["undone"]) for hand in home.json("history")["hands"]] == [True, False]


def corrected(home, *delta):
    result = home.run("correct", "--json", "--reason", "a slip", "--", *delta)
    assert result.code == 0, result
    return json.loads(result.out)["scores"]


def test_abort_gives_the_hand_up_and_correct_moves_scores(home, table):
    ready(home)
    home.json("abort")
    assert home.json("status")["status"]["phase"] == "ready"
    assert corrected(home, 5, -5, 0, 0) == [5, -5, 0, 0]


def test_real_dice_can_be_entered(home, table):
    home.json("region", "set", "guigang")
    # Guigang: the seat dealer + 5 - 1 has the wall that breaks, five stacks stay before the break.
    entered = home.json("dice", "--enter", "2", "--enter", "3")
    assert entered["wall"]["break"] == {"side": 0, "stack": 6}


def test_a_new_session_begins_with_its_own_dealer_and_scores(home, table):
    home.json("region", "set", "guigang")
    home.json("session", "--dealer", "2", *[part for _ in range(4) for part in ("--score", "100")])
    status = home.json("status")["status"]
    assert (status["session"], status["dealer"], status["scores"]) == (2, 2, [100, 100, 100, 100])


def test_an_option_can_be_set_by_itself_and_back_to_its_default(home, table):
    home.json("region", "set", "ningbo", "-o", "minimum=3")
    assert home.json("option", "set", "liability", "false")["options"] == {"minimum": 3, "liability": False}
    assert home.json("option", "set", "minimum", "4")["options"] == {"liability": False}
    shown = {row["id"]: row["value"] for row in home.json("region", "show", "ningbo")["options"]}
    assert (shown["minimum"], shown["liability"]) == (4, False)


def test_settings_log_and_keys(home, table):
    assert home.json("config", "--name", "East room")["name"] == "East room"
    assert home.json("config")["name"] == "East room"
    assert home.run("--help").code == 0
    assert home.json("status", "--port", "East room")["table"]["id"] == table.id
    home.json("region", "set", "guigang")
    home.json("press", "0", "dice")
    assert home.json("status")["status"]["dice"]
    assert "power on" in home.json("log")[0]


def test_a_name_in_brackets_is_no_markup(home, table):
    home.json("config", "--name", "[bold]East[/]")
    for command in ("status", "ports", "config"):
        assert "[bold]East[/]" in home.run(command).out


def test_screens_are_shown_and_saved(home, table, tmp_path):
    ready(home)
    seen = home.json("screen", "--png", tmp_path / "pictures")
    assert [one["display"] for one in seen["displays"]] == [4, 0, 1, 2, 3]
    for one in seen["displays"]:
        assert (tmp_path / "pictures" / one["png"].split("/")[-1]).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    (tmp_path / "a file").write_text("")
    assert "a file: not a folder" in fails(home, 1, "screen", "--png", tmp_path / "a file")
    text = home.run("screen", "-d", "4").out
    assert "Centre" in text and len(text.splitlines()) == 18
    assert len(home.run("screen", "-d", "4", COLUMNS="140").out.splitlines()) == 34


# ---------------------------------------------------------------- without a table


def test_score_and_its_explanation(home):
    answer = home.json("score", "-", given=json.dumps(FULL))
    assert answer["delta"] == [15, -5, -5, -5]
    lines = home.json("score", "--explain", "-", given=json.dumps(FULL))["explanation"]
    assert any("All chows" in line for line in lines)
    chinese = home.run("score", "--explain", "--lang", "zh", "-", given=json.dumps(FULL)).out
    assert "平糊" in chinese and "自摸" in chinese


def test_an_illegal_claim_is_an_answer_with_its_reason(home):
    claim = {**FULL, "wins": [{"seat": 0, "tile": "9m"}]}
    assert home.json("score", "-", given=json.dumps(claim))["wins"][0]["reason"] == "not_a_win"
    assert "not a winning hand" in home.run("score", "-", given=json.dumps(claim)).out


def test_region_show_has_every_option_and_pattern_in_both_languages(home):
    shown = home.run("region", "show", "ningbo").out
    assert "least tai that may win" in shown and "0..50" in shown and "full_flush" in shown
    shown = home.run("region", "show", "ningbo", "--lang", "zh").out
    assert "宁波麻将" in shown and "起胡台数" in shown and "清一色" in shown


def test_a_region_is_shown_as_the_table_plays_it(home, table):
    home.json("region", "set", "ningbo", "-o", "minimum=3")
    assert "as the table has them" in home.run("region", "show", "ningbo").out
    options = {row["id"]: row["value"] for row in home.json("region", "show", "ningbo", "-o", "base=2")["options"]}
    assert (options["minimum"], options["base"]) == (3, 2)
    assert home.json("region", "show", "guigang")["played"] is False


def test_a_wall_is_drawn_without_a_table(home):
    shown = home.run("wall", "--region", "ningbo", "--dice", "3,5", "--indicator", "5p", "--events", "draw*20,kong").out
    assert "0 East (dealer)" in shown and "replacement" in shown
    assert home.json("wall", "--region", "ningbo", "--dice", "3,5")["break"] == {"side": 3, "stack": 6}


def test_the_language_comes_from_the_locale(home):
    assert "列出地方规则" in home.run("region", "--help", LANG="zh_CN.UTF-8").out
    assert "List the regions" in home.run("region", "--help", LANG="fr_FR.UTF-8").out


def test_the_language_can_be_said_before_the_command(home):
    assert "宁波麻将" in home.run("--lang", "zh", "region", "show", "ningbo").out
    assert "Ningbo" in home.run("--lang", "zh", "region", "show", "ningbo", "--lang", "en").out
    assert "选项" in home.run("--lang", "zh", "--help").out


def test_the_version_is_told(home):
    assert home.run("--version").out.startswith("mjtable ")


def test_an_empty_history_says_what_to_do(home):
    assert "First: mjtable sync" in " ".join(home.run("history").out.split())


# ---------------------------------------------------------------- exit codes and messages


def test_no_table_is_3(home):
    assert "mjtable sim" in fails(home, 3, "status")
    assert json.loads(fails(home, 3, "status", "--json"))["error"] == "no_table"
    assert "/dev/no-such-port" in fails(home, 3, "status", "--port", "/dev/no-such-port")
    assert "/dev/null" in fails(home, 3, "region", "list", "--port", "/dev/null")
    assert "不是串口" in fails(home, 3, "resume", "--port", "/dev/null", "--lang", "zh")


def test_wrong_usage_is_2(home, table):
    fails(home, 2, "no-such-command")
    fails(home, 2, "dice", "--enter", "7")
    fails(home, 2, "status", "--lang", "fr")
    assert "'--heap'" in fails(home, 2, "sim", "--heap", "much")
    assert "9z" in fails(home, 2, "wild", "9z")
    assert "--flower" in fails(home, 2, "draw", "--kong", "--flower")
    assert "ID=VALUE" in fails(home, 2, "region", "set", "ningbo", "-o", "minimum")


def test_what_is_wrong_with_a_file_is_1(home, tmp_path):
    assert "No such file" in fails(home, 1, "score", "missing.json")
    (tmp_path / "bad.json").write_text("{")
    assert "bad.json" in fails(home, 1, "score", "bad.json")
    (tmp_path / "list.json").write_text("[]")
    assert "list" in fails(home, 1, "score", "list.json")
    (tmp_path / "deep.json").write_text("[" * 100_000)
    assert "deep.json" in fails(home, 1, "score", "deep.json")
    assert "hands" in fails(home, 1, "score", "-", given='{"region": "ningbo"}')
    twice = json.dumps(FULL)[:-1] + ', "dealer": 2}'
    assert "dealer" in fails(home, 1, "score", "-", given=twice)
    (tmp_path / "latin.json").write_bytes(b'{"region": "\xe9"}')
    assert "latin.json" in fails(home, 1, "score", "latin.json")


def test_rules_that_are_not_there_are_1(home, table):
    assert "nowhere" in fails(home, 1, "region", "show", "nowhere")
    assert "99 is not in 0..50" in fails(home, 1, "region", "set", "ningbo", "-o", "minimum=99")
    assert "no such option" in fails(home, 1, "region", "set", "ningbo", "-o", "nothing=1")
    assert fails(home, 1, "history", "7")


def test_what_the_table_refuses_is_4(home, table):
    assert "mjtable region set" in fails(home, 4, "option", "set", "minimum", "3")
    assert json.loads(fails(home, 4, "option", "set", "minimum", "3", "--json"))["error"] == "no_region"
    home.json("region", "set", "ningbo")
    fails(home, 4, "wild", "4z")
    fails(home, 4, "draw", "1")
    fails(home, 4, "undo")
    home.json("dice")
    assert "tiles left: 90" in fails(home, 4, "draw", "200")
    assert json.loads(fails(home, 4, "dice", "--json"))["code"] == -32001


def test_a_setting_that_the_table_refuses_is_said_in_chinese(home, table):
    said = fails(home, 4, "config", "--name", "东" * 30, "--lang", "zh")
    assert "东东东…' 不是 1..24 个可显示的字符" in said
    assert "'--display-lang'" in fails(home, 2, "config", "--display-lang", "xx", "--lang", "zh")


def test_a_record_that_the_table_contradicts_is_refused_by_name(home, table):
    ready(home)
    assert "indicator" in fails(home, 1, "win", "-", given=json.dumps({**HAND, "indicator": "5m"}))
    assert "dealer" in fails(home, 1, "win", "-", given=json.dumps({**HAND, "dealer": 2}))
    assert "options.minimum" in fails(home, 4, "win", "-", given=json.dumps({**HAND, "options": {"minimum": 2}}))


def test_messages_are_in_the_language_asked_for(home):
    result = home.run("status", "--lang", "zh")
    assert "没有找到麻将桌" in result.err


def test_a_language_that_there_is_not_is_laid_to_whoever_said_it(home):
    for line in (("--lang", "fr", "status"), ("status", "--lang", "fr"), ("status", "--lang=fr")):
        for lang in ("en_US.UTF-8", "zh_CN.UTF-8"):
            result = home.run(*line, LANG=lang, MJTABLE_LANG="zh")
            assert result.code == 2 and "'--lang'" in result.err and "'fr'" in result.err
            assert "MJTABLE_LANG" not in result.err and "Value error" not in result.err
    result = home.run("status", MJTABLE_LANG="fr")
    assert result.code == 2 and "'MJTABLE_LANG'" in result.err and "--lang" not in result.err


def test_the_variable_of_the_language_may_be_the_name_of_a_locale(home):
    assert "宁波麻将" in home.run("region", "show", "ningbo", MJTABLE_LANG="zh_CN.UTF-8").out
    assert "Ningbo" in home.run("region", "show", "ningbo", MJTABLE_LANG="en_GB.UTF-8", LANG="zh_CN.UTF-8").out
    assert "Ningbo" in home.run("region", "show", "ningbo", "--lang", "en", MJTABLE_LANG="nonsense").out


def test_a_terminal_that_has_no_chinese_is_spoken_to_in_english(home):
    chinese = {"LC_ALL": "zh_CN.UTF-8", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for line, said in ((("ports",), "No table found"), (("ports", "--help"), "List the ports"), (("x",), "No such")):
        result = home.process(*line, **chinese)
        assert said in result.out + result.err and "??" not in result.out + result.err


def test_a_terminal_without_the_characters_is_no_crash(home):
    result = home.process("region", "show", "ningbo", "--lang", "zh", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert result.code == 0, result
    assert "minimum" in result.out


def test_a_history_that_cannot_be_opened_is_1(home, tmp_path):
    assert fails(home, 1, "history", "--db", tmp_path / "no" / "folder" / "history.db")
    assert fails(home, 1, "history", "--db", "nosuch://host/history")


def test_a_pipe_that_closes_is_no_crash(home):
    process = home.start("region", "show", "ningbo")
    process.stdout.close()
    assert process.wait(30) == 1
    assert process.stderr.read() == ""
    process.stderr.close()
    process.stdin.close()


def test_wrong_usage_is_said_in_chinese_and_as_json(home):
    said = fails(home, 2, "no-such-command", "--lang", "zh")
    assert "用法：mjtable" in said and "没有命令" in said
    assert "没有选项" in fails(home, 2, "status", "--nothing", "--lang", "zh")
    assert "缺少参数" in fails(home, 2, "score", "--lang", "zh")
    told = json.loads(fails(home, 2, "status", "--json", "--nothing"))
    assert told["error"] == "usage" and "--nothing" in told["message"]


@pytest.mark.parametrize("number", [2**31 - 1, 2**31, 10**20])
def test_a_number_that_no_database_takes_is_that_of_no_hand(home, number):
    assert f"no hand {number}" in fails(home, 1, "history", number)
    assert home.json("history", "--limit", number)["hands"] == []


def test_a_tile_that_is_none_is_named_by_its_field(home):
    assert json.loads(fails(home, 2, "wild", "9x", "--json"))["field"] == "tile"


def test_a_home_that_cannot_be_used_is_1_for_what_is_kept_there(home):
    for command in ("history", "sim"):
        result = home.process(command, MJTABLE_HOME="/dev/null")
        assert (result.code, result.err.count("\n"), "Traceback" in result.err) == (1, 1, False), result
        assert "/dev/null" in result.err


@pytest.mark.parametrize("unusable", ["/dev/null", "/proc/nothing", "/" + "x" * 300])
def test_a_home_that_cannot_be_used_is_an_empty_one_for_what_only_reads(home, unusable):
    for code, command in ((3, "status"), (0, "ports"), (0, "region list"), (0, "region show ningbo"), (3, "resume")):
        run = home.process if command == "status" else home.run  # they all start in the same way
        result = run(*command.split(), MJTABLE_HOME=unusable)
        assert (result.code, unusable in result.err) == (code, False), result
        assert run(*command.split(), MJTABLE_HOME="", HOME=unusable).code == code


def test_what_only_reads_leaves_nothing_behind(home):
    home.run("ports", MJTABLE_HOME=str(home.folder / "new"))
    home.run("status", MJTABLE_HOME=str(home.folder / "new"))
    assert not (home.folder / "new").exists()


def test_an_output_that_is_full_is_1(home):
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [*home.command, "region", "show", "ningbo"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=home.environment,
        )
    assert process.returncode == 1
    assert process.stderr == "mjtable: the system refuses: No space left on device\n"


# ---------------------------------------------------------------- the simulator


def test_sim_ends_with_ctrl_c(home):
    with home.sim() as running:
        running.interrupt()
        assert running.process.returncode == 0
        assert home.run("status").code == 3


def test_sim_keeps_its_table_between_runs(home):
    with home.sim() as first:
        home.json("region", "set", "ningbo")
        ident = first.id
    with home.sim() as second:
        assert second.id == ident
        assert home.json("status")["status"]["region"] == "ningbo"
    with home.sim("--new") as third:
        assert third.id != ident


# ---------------------------------------------------------------- on narrow and wide terminals


@pytest.mark.parametrize("columns", [60, 80, 160])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_nothing_is_wider_than_the_terminal(home, table, columns, lang):
    ready(home, "-o", "minimum=3")
    home.json("win", "-", given=json.dumps(HAND))
    home.json("sync")
    for command in (
        "--help",
        "region set --help",
        "status",
        "region list",
        "region show ningbo",
        "ports",
        "history",
        "history 1",
        "config",
        "screen -d 4",
    ):
        result = home.run(*command.split(), COLUMNS=str(columns), MJTABLE_LANG=lang)
        assert result.code == 0, result
        assert max(map(width, result.out.splitlines())) <= columns, command
        assert "…" not in result.out, command
        assert "�" not in result.out


def test_a_size_that_is_none_is_as_if_it_were_not_given(home):
    del home.environment["COLUMNS"]
    for line in (("region", "show", "ningbo"), ("region", "--help"), ("no-such-command",)):
        without = home.process(*line)
        for size in ("0", "00", "-1", "", "x", "²", "99999999999"):
            given = home.process(*line, COLUMNS=size, LINES=size, TERMINAL_WIDTH=size)
            assert (given.code, given.out, given.err) == (without.code, without.out, without.err), size


def test_what_is_piped_is_not_cut_at_80(home):
    del home.environment["COLUMNS"]
    assert max(map(width, home.run("region", "show", "ningbo").out.splitlines())) > 80


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with the one that started it")
def test_a_table_ends_with_the_tests_that_started_it_however_they_end(tmp_path):
    script = f"""
import pathlib, sys, time
from tests.e2e.run import Home
home = Home(pathlib.Path({str(tmp_path)!r}), command=[sys.executable])
print(home.start("-c", "import time; time.sleep(60)").pid, flush=True)
time.sleep(60)
"""
    paths = {"PYTHONPATH": f"{ROOT}:{ROOT / 'host'}"}
    paths = {**os.environ, **paths}
    tests = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=paths)
    started = int(tests.stdout.readline())
    os.kill(started, 0)  # it is there
    tests.kill()
    tests.wait()
    tests.stdout.close()
    for _ in range(100):
        state = Path(f"/proc/{started}/stat")
        if not state.exists() or ") Z " in state.read_text():
            return
        time.sleep(0.1)
    raise AssertionError("it is still there")
