"""`mjtable wall`: the walls after the dice, drawn from above, without a table."""

import json

import pytest
from rich.cells import cell_len

from engine_core import wall as engine_wall
from engine_core.rules import load
from engine_core.walk import Wall
from mjtable import commandline, wallpicture
from mjtable.commands.rules import regions

NINGBO = ("--region", "ningbo", "--dice", "3,5", "--dealer", "2", "--indicator", "5p")


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs `wall`; the exit code, what it prints and what it says on standard error."""

    def run(*arguments, lang="en", columns="80"):
        monkeypatch.setenv("COLUMNS", columns)
        code = commandline.run(["wall", *arguments, "--lang", lang])
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def drawn(run):
    def drawn(*arguments, **how):
        code, out, err = run(*arguments, **how)
        assert code == 0, err
        return out

    return drawn


@pytest.fixture
def answered(run):
    def answered(*arguments):
        code, out, err = run(*arguments, "--json")
        assert code == 0, err
        return json.loads(out)

    return answered


# ---------------------------------------------------------------- the picture


def test_the_picture_of_an_opening(drawn):
    """Ningbo, West deals, 3 5: South's wall breaks, five stacks stay; the third of them from the tail is turned up."""
    assert drawn(*NINGBO).split("\n\n")[0].splitlines() == [
        "      #  #  #  #  #  #  #  #  #  #  #  #  #  #  #  #  #  #",
        "      #  #  #  #  #  #  #  #  #  #  #  #  #  #  #  #  #  #",
        "# #                                                           # #",
        "# #                      2 West (dealer)                      # #",
        "# #                                                           * #",
        "# #   3 North                                        1 South  # #",
        "# #                                                           - #",
        "# #                                                          >W W",
        "# #                                                           W W",
        "# #                                                           N N",
        "# #                                                           N N",
        "# #                          left: 90                         E E",
        "# #                                                           E E",
        "# #                                                           S S",
        "# #                                                           S S",
        "# #                                                           W W",
        "# #                                                           W W",
        "# #                                                           N N",
        "# #                           0 East                          N N",
        "# #                                                           E E",
        "      #  #  #  #  W  E  W  S  S  E  E  N  N  W  W  S  S  E",
        "      #  #  #  #  +  S  N  S  S  E  E  N  N  W  W  S  S  E",
    ]


def test_tiles_that_were_taken_are_gone_in_the_picture(drawn):
    lines = drawn(*NINGBO, "--events", "draw*3,kong,kong").splitlines()
    assert lines[20].startswith("      #  #  +  .  W")  # the draws: 0:14l and the stack before it
    assert lines[21].startswith("      #  #  #  .  .")
    assert lines[6].endswith(" . .") and lines[5].endswith(" - #")  # the stack at the tail, both its tiles


@pytest.mark.parametrize("columns", ["80", "60"])
@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("region", regions())
def test_the_walls_line_up_in_both_languages(region, lang, columns):
    rules = load(region)
    for dealer in range(rules.SEATS):
        dice = b""
        while len(dice) < sum(n for _, n in rules.throws(dealer, dice)):
            dice += b"\3" * (sum(n for _, n in rules.throws(dealer, dice)) - len(dice))
        wall = Wall(rules, dealer, dice)
        sign = {name: "＃" if lang == "zh" else "#" for name in wallpicture.signs(wall).values()}
        first = (wall.break_side, wall.break_stack)
        names = ["庄家" if lang == "zh" else "dealer"] * rules.SEATS
        lines = wallpicture.lines(wall.stacks, wallpicture.signs(wall), first, int(columns), sign, names, "")
        assert len(lines) == 4 + max(wall.stacks[1], wall.stacks[3] if len(wall.stacks) > 3 else 0)
        upright = [cell_len(line) for line in lines[2:-2]]
        assert max(upright) <= int(columns)
        assert {width for width in upright} <= {max(upright), max(upright) - (lang == "en")}
        assert sum(line.count(sign["stands"]) for line in lines) == 2 * sum(wall.stacks)
        assert sum(line.count(arrow) for line in lines for arrow in "^v<>") == 1


def test_every_side_of_the_picture_is_counted_clockwise():
    """The break goes round with the dealer: bottom, right, top, left is the order of play."""
    rules = load("guigang")
    found = {}
    for dealer in range(4):
        wall = Wall(rules, dealer, b"\1\1")  # the wall of the next player, the third stack
        signs = wallpicture.signs(wall)
        sign = dict.fromkeys(signs.values(), "#")
        first = (wall.break_side, wall.break_stack)
        lines = wallpicture.lines(wall.stacks, signs, first, 80, sign, [""] * 4, "")
        at = next((i, line.index(arrow)) for i, line in enumerate(lines) for arrow in "v>^<" if arrow in line)
        found[wall.break_side] = at
    assert found == {0: (18, 6 + 14 * 3), 1: (4, 6 + 17 * 3 + 1), 2: (2, 6 + 2 * 3), 3: (16, 4)}


def test_three_walls_leave_the_left_side_empty():
    wall = Wall(load("guigang"), 0, b"\1\1")
    lines = wallpicture.lines((14, 14, 14), {}, None, 80, {"stands": "#"}, ["a", "b", "c"], "")
    assert len(lines) == 18 and lines[0].startswith("#") and not lines[10].startswith("#")
    assert sum(line.count("#") for line in lines) == 2 * 42
    assert wall.left  # the region itself has four


def test_who_is_dealt_which_tile_is_as_in_the_answer():
    rules = load("ningbo")
    seats = wallpicture.dealt_to(rules, 2)
    assert [seats.count(seat) for seat in range(4)] == [13, 13, 14, 13]
    assert seats[:4] == [2] * 4 and seats[4:8] == [3] * 4 and seats[48:] == [2, 3, 0, 1, 2]


def test_dice_that_are_missing(drawn):
    text = drawn("--region", "ningbo", "--dealer", "1")
    assert "1 South throws now, dice: 2" in text
    assert "#" in text and "left" not in text


# ---------------------------------------------------------------- what is told beside it


def test_hands_wild_tiles_and_what_is_left(drawn):
    text = drawn(*NINGBO)
    assert "1:06u-1:07l 1:14u-1:15l 0:04u-0:05l 0:12u 0:14u" in text
    assert "Turned up: the tile at 1:03u" in text and "wild: 5p" in text
    assert "Tiles left: 90; next 0:14l, replacement 1:05u" in text


def test_chinese(drawn):
    text = drawn(*NINGBO[:-1], "五筒", lang="zh")
    assert "财神：五筒" in text and "2 西（庄）" in text and "剩 90 张" in text


def test_events_are_a_line_each(drawn):
    text = drawn(*NINGBO, "--events", "draw*20,kong,bird")
    assert [line.split()[:5] for line in text.splitlines()[-3:]] == [
        ["draw*20", "3:06u", "3:06l", "1:05u", "70"],
        ["kong", "1:05u", "3:06l", "1:05l", "69"],
        ["bird", "-", "3:06l", "1:05l", "69"],
    ]
    assert text.splitlines()[-1].endswith("refused")


def test_dice_for_a_kong(answered):
    found = answered("--region", "changsha", "--dice", "1,1", "--events", "kong:3+4")
    assert found["steps"][0]["left"] == 54 and "refused" not in found["steps"][0]


def test_the_json_is_the_answer_of_the_core(answered):
    record = {"region": "ningbo", "dealer": 2, "dice": [3, 5], "indicator": "5p"}
    assert answered(*NINGBO) == engine_wall.opening(record)
    steps = engine_wall.script({**record, "events": ["draw*20", "flower"]})
    assert answered(*NINGBO, "--events", "draw*20,flower") == {**engine_wall.opening(record), **steps}


def test_options_are_those_of_the_region(answered):
    found = answered("--region", "changsha", "--dice", "1,1", "-o", "birds=2", "--events", "bird,bird,bird")
    assert [step.get("refused", False) for step in found["steps"]] == [False, False, True]


# ---------------------------------------------------------------- every throw


def test_all_throws_are_a_row_for_each_pair_of_dice(drawn):
    lines = drawn("--region", "ningbo", "--all", "--dealer", "1").splitlines()
    assert len(lines) == 1 + 21
    # 2 3 by South: the fifth counted from him is South again; three stacks stay, the second from the tail is turned up.
    assert lines[1 + 7].split() == ["2", "3", "1", "South", "4", "0:12l", "1:03u", "1:02u", "90"]


def test_all_as_json_has_every_throw(answered):
    found = answered("--region", "guigang", "--all")
    assert len(found) == 36 and found[0]["dice"] == [1, 1]
    assert found[7] == {"dice": [2, 2], **engine_wall.opening({"region": "guigang", "dice": [2, 2]})}


def test_throws_whose_order_matters_are_rows_of_their_own():
    from mjtable.commands.walls import _alike

    two = [{"seat": 0, "dice": 2}]
    same = [{"dice": dice, "throws": two, "next": "0:01u"} for dice in ([1, 2], [2, 1])]
    assert [names for names, _ in _alike(same)] == ["1 2"]
    other = [same[0], {**same[1], "next": "0:02u"}]
    assert [names for names, _ in _alike(other)] == ["1 2", "2 1"]


# ---------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    "arguments, code, message",
    [
        (["--region", "nowhere"], 1, "region: there is no nowhere"),
        (["--region", "ningbo", "--dice", "7,1"], 1, "dice.0: 7 is not in 1..6"),
        (["--region", "ningbo", "--dice", "0,1"], 1, "dice.0: 0 is not in 1..6"),
        (["--region", "ningbo", "--dice", "1"], 1, "dice: 1 of the 2 dice of a throw"),
        (["--region", "ningbo", "--dice", "1,2,3"], 1, "dice: 3 are too many, at most 2"),
        (["--region", "ningbo", "--dice", "1,x"], 2, "--dice: 1,x: expected dice such as 3,5"),
        (["--region", "ningbo", "--dice", "-1,2"], 2, "--dice: -1,2: expected dice such as 3,5"),
        (["--region", "ningbo", "--dice", "１,２"], 2, "expected dice such as 3,5"),
        (["--region", "ningbo", "--dice", "1" * 5000 + ",1"], 2, "expected dice such as 3,5"),
        (["--region", "ningbo", "--dealer", "4", "--dice", "1,2"], 1, "dealer: 4 is not in 0..3"),
        (["--region", "ningbo", "--dealer", "4", "--all"], 1, "dealer: 4 is not in 0..3"),
        (["--region", "ningbo", "--dealer", "9"], 2, "--dealer"),
        (["--region", "ningbo", "--dice", "1,2", "--indicator", "9z"], 2, "indicator: 9z is no tile"),
        (["--region", "guigang", "--dice", "1,2", "--indicator", "5p"], 1, "indicator: guigang turns up no tile"),
        (["--region", "ningbo", "--dice", "1,2", "--events", "fly"], 1, "events.0: 'fly' is no event of the wall"),
        (["--region", "ningbo", "--dice", "1,2", "--events", "draw,"], 1, "events.1: '' is no event of the wall"),
        (["--region", "ningbo", "--dice", "1,2", "--events", "draw:1"], 1, "events.0"),
        (["--region", "ningbo", "--dice", "1,2", "--events", "kong:a"], 2, "--events: a: expected dice such as 3+5"),
        (["--region", "ningbo", "--events", "draw"], 1, "dice: 0, more are to be thrown"),
        (["--region", "ningbo", "--all", "--dice", "1,2"], 2, "only one of these: --all, --dice"),
        (["--region", "ningbo", "--all", "--events", "draw"], 2, "only one of these: --all, --events"),
        (["--region", "ningbo", "-o", "minimum=99"], 1, "options.minimum: 99 is not in 0..50"),
        (["--dice", "1,2"], 2, "--region"),
    ],
)
def test_what_is_wrong_is_named(run, arguments, code, message):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "") and message in err and "Traceback" not in err


def test_what_is_wrong_is_said_in_chinese(run):
    assert "dice：给了 3 粒，最多 2 粒" in run("--region", "ningbo", "--dice", "1,2,3", lang="zh")[2]
    assert "'fly' 不是牌墙的事件" in run("--region", "ningbo", "--dice", "1,2", "--events", "fly", lang="zh")[2]
