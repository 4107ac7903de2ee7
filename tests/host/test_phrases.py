import pytest

from mjtable.errors import Refused
from mjtable.phrases import said


@pytest.mark.parametrize(
    "message, zh",
    [
        ("phase: not in play, only in new, ready", "phase：现在不行（打牌中），只在：等待选规则、开场、等待掷骰"),
        ("dice: no throw is due", "dice：现在不用掷骰"),
        ("dice: no throw of 2 is due", "dice：现在不用掷骰"),
        ("seat: 2 is not the thrower, 0 is", "seat：现在不是座位 2 掷骰，是座位 0"),
        ("seat: 0 throws now, not 2", "seat：现在不是座位 2 掷骰，是座位 0"),
        ("event: the wall refuses kong", "event：牌墙不允许 kong"),
        ("region: None is no region", "region：没有给出规则"),
        ("region: none is set", "region：还没有选规则，先 mjtable region set 规则"),
        ("options.minimum: 99 is not in 0..50", "options.minimum：99 不在 0..50 之内"),
        ("dealer: 2 is given, the table has 0", "dealer：给的是 2，麻将桌上是 0"),
        ("seat: the hand of 1 must not change any more", "座位 1 的手牌不能再动"),
        ("tile: 3p is of the suit put aside", "tile：3p 是定缺的花色，不能碰杠"),
        (
            "what: no win of 2, not_a_win",
            "座位 2 没有胡：没有胡牌。打牌继续；诈胡就记：mjtable play foul 2 false_win",
        ),
        (
            "hands.1.concealed: the tiles are needed for the checks at the end of the wall",
            "hands.1.concealed：查叫、查花猪要看他的牌",
        ),
        ("wins.2: 1 has won already", "wins.2：座位 1 前面已经胡过"),
        ("indicator: the tile that was turned up is needed", "indicator：要知道翻出的牌"),
        ("options.follow: 3 numbers, 4 expected", "options.follow：给了 3 个数，要 4 个"),
        ("tile: missing", "tile：没有写"),
        ("Expecting value: line 1 column 2 (char 1)", "不是 JSON（第 1 行第 2 列）"),
        ("/home/x: Is a directory", "/home/x：这是一个文件夹"),
        ("No such command 'regoin'. Did you mean 'region'?", "没有命令 'regoin'。是不是：'region'"),
        ("Invalid value for '--enter': 7 is not in the range 1<=x<=6.", "'--enter' 的值不对：7 不在范围 1<=x<=6 内"),
        ("0.9.0, power on", "固件 0.9.0 启动（通电）"),
        ("0.9.0, watchdog, after a crash: OSError: 28", "固件 0.9.0 启动（看门狗复位）, after a crash: OSError: 28"),
        ("clock set", "时钟对过了"),
        ("correct, event 12 by web 10.0.0.7", "web 10.0.0.7 用 PIN 改动：correct（第 12 条）"),
        ("sensor of place 2, stack 7 is stuck", "位置 2 第 7 墩的传感器卡住"),
        ("oled 0x3c does not answer", "oled 0x3c 没有应答"),
        ("something never heard of", "something never heard of"),
    ],
)
def test_what_others_say_in_english_is_said_in_chinese(message, zh):
    assert said(message, "zh") == zh


def test_a_wall_that_refuses_says_how_many_tiles_are_left_where_that_is_known():
    refusal = Refused(code=-32001, why="event: the wall refuses draw", field="event", left=1)
    assert "tiles left: 1" in refusal.message("en") and "剩 1 张" in refusal.message("zh")


def test_what_the_table_said_stays_for_programs():
    told = Refused(code=-32001, why="dice: no throw is due", field="dice").as_dict("zh")
    assert told["why"] == "dice: no throw is due" and "不用掷骰" in told["message"]


@pytest.mark.parametrize(
    "message, zh",
    [
        ("lang: 'xx' is not zh or en", "lang：'xx' 不是 zh 或 en"),
        (
            "name: 'xxxxxxxxxxxxxxxxxxxxxxx\\u2026' is not 1..24 characters that can be shown",
            "name：'xxxxxxxxxxxxxxxxxxxxxxx…' 不是 1..24 个可显示的字符",
        ),
        ("dice: are for one kong only", "dice：只能为一个杠掷"),
        ("dice: 1 2 were thrown for this kong", "dice：为这个杠掷的是 1 2"),
        ("hands.record: 'x' does not belong there", "hands.record：'x' 不该在那里，不是 mjtable 写的"),
        ("Bad file descriptor", "没有打开"),
    ],
)
def test_so_is_what_the_table_says_of_its_settings(message, zh):
    assert said(message, "zh") == zh


@pytest.mark.parametrize(
    "written, read",
    [
        (r"'\u4e1c\u98ce\u2026'", "'东风…'"),
        (r"'caf\xe9'", "'café'"),
        (r"'\U0001f004'", "'🀄'"),
        (r"'\\u2026'", r"'\\u2026'"),  # a backslash and five characters
        (r"'\x1b[31m\ud800'", r"'\x1b[31m\ud800'"),  # not to be shown
        (r"C:\users\xenon", r"C:\users\xenon"),
    ],
)
def test_characters_that_micropython_writes_as_numbers_are_shown(written, read):
    assert said(written, "en") == said(written, "zh") == read
