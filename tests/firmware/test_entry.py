"""Whole paths by key presses at the running table: kongs, wins, drawn hands, fouls, undo. No laptop says what happened.

A key string such as "hu down ok" is pressed at one seat. What an amount should be stands in the region's rules page.
"""

import pytest

from engine_core import wire
from engine_core.tiles import parse
from tests.firmware.playing import ROOT, copy_with, screens
from tests.firmware.simulated import Device, Refused

PUNGS = "111222m333p444s7z"  # Guigang: all pungs, 4 fan: 2^4 = 16


def at_table(device, region, lang="zh", **options):
    device.ask("config.set", lang=lang)
    device.ask("region.set", region=region, options=options)
    device.ask("dice.enter", dice=[2, 5])
    return keys(device, 0, "no")


def keys(device, seat, text):
    device.press(*[(seat, key) for key in text.split()])
    return device


def choose(device, seat, row):
    """✓ on a row of a list whose cursor stands on the first one."""
    return keys(device, seat, "down " * row + "ok")


def enter(device, seat, hand, last="ok"):
    """A hand tile by tile; `last`: the key that adds the last one."""
    at = 0
    kinds = list(parse(hand))
    for n, kind in enumerate(kinds):
        step = "down " * (kind - at) + "up " * (at - kind)
        keys(device, seat, step + (last if n == len(kinds) - 1 else "ok"))
        at = kind


def course(device):
    return device.ask("hand.course")["entries"]


def status(device, field):
    return device.ask("status")[field]


@pytest.fixture(params=["zh", "en"])
def lang(request):
    return request.param


# ---------------------------------------------------------------- void suits and kongs


def test_each_seat_chooses_its_void_suit(device, lang):
    at_table(device, "xuezhan", lang)
    keys(device, 0, "down ok"), keys(device, 1, "ok"), keys(device, 2, "up ok")
    keys(device, 3, "down no")
    assert [e["suit"] for e in course(device)] == ["p", "m", "s"]
    keys(device, 3, "ok")
    assert len(course(device)) == 4
    keys(device, 3, "ok down")  # there is nothing to choose any more
    assert len(course(device)) == 4


def test_a_kong_is_entered_with_its_tile_and_takes_the_replacement(device, lang):
    at_table(device, "guigang", lang)
    left = status(device, "wall")["left"]
    keys(device, 1, "up ok down down ok")  # concealed, 3m
    keys(device, 2, "up down down ok up ok")  # from East, not said which
    assert course(device) == [
        {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "3m"},
        {"what": "kong", "seat": 2, "kind": "kong", "from": 0},
    ]
    assert status(device, "wall")["left"] == left - 2


def test_two_kongs_in_a_row_are_one_run(device):
    at_table(device, "xueliu", declare_void=False)
    keys(device, 0, "draw"), keys(device, 1, "up ok ok"), keys(device, 1, "up ok down ok")
    assert [e.get("chain", 0) for e in course(device)] == [0, 1]


def test_a_flower_is_laid_aside_and_replaced(device):
    device.ask("region.set", region="ningbo", options={})
    device.ask("dice.enter", dice=[2, 5])
    device.ask("wild.set", tile="9m")
    left = status(device, "wall")["left"]
    keys(device, 3, "up ok down ok")
    assert course(device) == [{"what": "flower", "seat": 3, "tile": "2f"}]
    assert status(device, "wall")["left"] == left - 1


def test_pungs_and_chows_are_entered_too(device):
    at_table(device, "guigang")
    keys(device, 1, "up")
    choose(device, 1, 5)  # after three sorts of kong, one from each: pung from East
    keys(device, 1, "down ok")
    keys(device, 2, "up up ok down down ok")  # the last row: chow
    assert course(device) == [
        {"what": "meld", "seat": 1, "kind": "pung", "tiles": "222m", "from": 0},
        {"what": "meld", "seat": 2, "kind": "chow", "tiles": "345m", "from": 1},
    ]


@pytest.mark.parametrize("path", ["no", "ok no no", "leave", "ok leave", "down down ok down no no"])
def test_a_kong_that_is_left_changes_nothing(device, path):
    at_table(device, "guigang")
    before = screens(device)
    keys(device, 1, "up " + path)
    assert screens(device) == before and course(device) == []


def test_a_kong_without_a_replacement_is_refused_and_not_recorded(device):
    at_table(device, "guigang")
    device.ask("wall.event", event="draw", count=status(device, "wall")["left"])
    with pytest.raises(Refused) as error:
        keys(device, 1, "up ok ok")
    assert error.value.field == "wall"
    keys(device, 1, "no")
    assert course(device) == []


# ---------------------------------------------------------------- wins by patterns


def claimed(device, giver=2):
    """South claims all pungs off a discard by patterns; it is sent."""
    keys(device, 1, "hu")
    choose(device, 1, {0: 1, 2: 2, 3: 3}[giver])
    keys(device, 1, "down ok")  # patterns
    choose(device, 1, 3)  # all pungs
    return keys(device, 1, "hu ok ok")  # done, no winning tile, claim


def test_a_win_by_patterns_is_paid_when_the_payer_agrees(device, lang):
    at_table(device, "guigang", lang)
    claimed(device)
    assert status(device, "scores") == [0, 0, 0, 0]
    keys(device, 2, "ok")
    assert status(device, "scores") == [0, 16, -16, 0]
    assert status(device, "dealer") == 1


def test_the_displays_tell_who_claims_and_who_is_asked(device):
    at_table(device, "guigang")
    before = screens(device)
    claimed(device)
    asked = screens(device)
    assert [n for n in range(5) if before[n] != asked[n]] == [1, 2, 4]
    keys(device, 2, "down")  # looks at the hand
    seen = screens(device)
    assert [n for n in range(5) if seen[n] != asked[n]] == [2]
    keys(device, 2, "no")
    assert screens(device) == asked


def test_a_payer_objects_and_the_dealer_decides(device):
    at_table(device, "guigang")
    claimed(device)
    keys(device, 2, "no")
    keys(device, 1, "down ok")  # the dealer decides
    keys(device, 0, "no")
    keys(device, 1, "down ok")
    assert status(device, "scores") == [0, 0, 0, 0]
    keys(device, 0, "ok")
    assert status(device, "scores") == [0, 16, -16, 0]


def test_a_claim_is_checked_again_and_sent_again(device):
    at_table(device, "guigang")
    claimed(device)
    keys(device, 2, "no")
    keys(device, 1, "ok ok")  # check again: the preview, sent once more
    keys(device, 2, "ok")
    assert status(device, "scores") == [0, 16, -16, 0]


def test_a_claim_is_taken_back(device):
    at_table(device, "guigang")
    before = screens(device)
    claimed(device)
    keys(device, 1, "leave")
    assert screens(device) == before
    claimed(device)
    keys(device, 2, "no")
    keys(device, 1, "up ok")  # the last row: take back
    assert screens(device) == before and course(device) == []


@pytest.mark.parametrize("steps", range(9))
def test_a_win_can_be_left_at_every_step(device, steps):
    path = "hu down down ok down ok down down down ok hu ok ok".split()
    at_table(device, "guigang")
    before = screens(device)
    taken = path[: steps + 5]
    keys(device, 1, " ".join(taken) + " leave")
    assert screens(device) == before and course(device) == []
    keys(device, 1, " ".join(taken) + " no" * 6)
    assert screens(device) == before and course(device) == []


def test_a_pattern_that_contradicts_is_not_ticked(device, lang):
    at_table(device, "guigang", lang)
    keys(device, 1, "hu down down ok down ok")
    choose(device, 1, 3)
    ticked = screens(device)[1]
    keys(device, 1, "up up ok")  # all chows
    assert screens(device)[1] != ticked
    keys(device, 1, "no down down")
    keys(device, 1, "hu ok ok")
    keys(device, 2, "ok")
    assert status(device, "scores") == [0, 16, -16, 0]


def test_what_the_table_knows_is_ticked_already(device):
    at_table(device, "guigang")
    device.ask("hand.play", entry={"what": "ready", "seat": 1, "how": "declared"})
    keys(device, 1, "hu ok")  # drawn
    keys(device, 1, "ok down ok")  # no flag; patterns
    choose(device, 1, 3)
    keys(device, 1, "hu ok ok")
    for seat in (0, 2, 3):
        keys(device, seat, "ok")
    # all pungs 4, self-draw 1, ready: at the limit of 5 fan
    assert status(device, "scores") == [-32, 96, -32, -32]


# ---------------------------------------------------------------- wins by tiles


def test_a_win_by_tiles_with_the_last_tile_said_by_hu(device, lang):
    at_table(device, "guigang", lang)
    keys(device, 1, "hu down down ok ok")
    enter(device, 1, PUNGS)
    keys(device, 1, "hu")  # 7z
    keys(device, 1, "ok")
    keys(device, 2, "ok")
    assert status(device, "scores")[1] >= 16 and sum(status(device, "scores")) == 0
    last = device.ask("status")["last"]
    assert last["delta"] == status(device, "scores")


def test_the_winning_tile_is_chosen_among_fourteen(device):
    at_table(device, "guigang")
    keys(device, 1, "hu down down ok ok")
    enter(device, 1, "22334455667788m")  # seven pairs are no win there, three identical runs and a pair are: all chows
    before = screens(device)[1]
    keys(device, 1, "up")
    assert screens(device)[1] != before
    keys(device, 1, "no")  # takes the last tile away
    assert screens(device)[1] != before
    keys(device, 1, "ok ok ok")
    keys(device, 2, "ok")
    # half or full flush of chows: full flush is a limit hand of 5 fan
    assert status(device, "scores") == [0, 32, -32, 0]


def test_melds_that_the_table_knows_are_there(device):
    at_table(device, "guigang")
    keys(device, 1, "up")
    choose(device, 1, 5)
    keys(device, 1, "ok")  # pung of 1m from East
    keys(device, 1, "hu down down ok ok")
    enter(device, 1, "222m333p444s7z", "ok")
    keys(device, 1, "hu ok")
    keys(device, 2, "ok")
    assert status(device, "scores")[1] >= 16


def test_a_hand_that_is_no_win_is_refused_and_costs_only_who_says_so(device, lang):
    at_table(device, "guigang", lang)
    keys(device, 1, "hu down down ok ok")
    enter(device, 1, "1112347m258p258s", "ok")
    keys(device, 1, "hu")
    keys(device, 1, "no no leave")
    assert course(device) == []
    keys(device, 1, "hu down down ok ok")
    enter(device, 1, "1112347m258p258s", "ok")
    keys(device, 1, "hu ok")
    assert course(device) == [{"what": "foul", "seat": 1, "kind": "false_win"}]


# ---------------------------------------------------------------- hands that go on, several winners, robbed kongs


def bloody(device):
    at_table(device, "xuezhan")
    for seat in range(4):
        keys(device, seat, "down ok")
    return device


def test_a_bloody_battle_goes_on_after_a_win(device):
    bloody(device)
    keys(device, 1, "hu down ok")  # off East
    keys(device, 1, "ok down ok ok hu ok ok")  # no flag; patterns: the first is the plain hand
    keys(device, 0, "ok")
    assert [e["what"] for e in course(device)] == ["void"] * 4 + ["win"]
    assert status(device, "phase") == "play" and status(device, "scores") == [0, 0, 0, 0]
    assert device.ask("hand.play", entry={"what": "meld", "seat": 2, "kind": "pung", "tiles": "111m"})["playing"] == [
        0, 2, 3,
    ]  # fmt: skip


def test_a_robbed_kong_becomes_a_pung_again(device):
    bloody(device)
    keys(device, 0, "draw")
    keys(device, 0, "up down ok down down ok")  # adds 3m
    keys(device, 1, "hu up ok")  # the last row: its kong
    keys(device, 1, "ok down ok ok hu ok")
    keys(device, 0, "ok")
    entries = course(device)[4:]
    assert entries == [
        {"what": "meld", "seat": 0, "kind": "pung", "tiles": "333m"},
        {
            "what": "win", "seat": 1, "tile": "3m", "from": 0, "flags": ["rob_kong"],
            "called": {"patterns": ["plain_hand", "robbing_the_kong"], "points": 0},
        },
    ]  # fmt: skip


def test_two_winners_each_enter_their_own(device):
    at_table(device, "guigang")
    keys(device, 3, "hu down down down ok down ok")  # off West, by patterns; not done yet
    claimed(device)
    keys(device, 2, "ok")
    assert status(device, "scores") == [0, 0, 0, 0] and len(course(device)) == 1
    choose(device, 3, 3)
    keys(device, 3, "hu ok ok")
    keys(device, 2, "ok")
    assert status(device, "scores") == [0, 16, -32, 16]


def test_a_hand_whose_last_win_was_booked_is_ended_by_ok(device):
    at_table(device, "guigang")
    device.ask("hand.play", entry={"what": "win", "seat": 1, "tile": "7z", "from": 2, "concealed": PUNGS})
    keys(device, 0, "no ok")
    assert status(device, "phase") == "ready" and status(device, "scores")[1] > 0


# ---------------------------------------------------------------- drawn hands, fouls, menu, undo


def test_a_drawn_hand_needs_a_second_seat(device, lang):
    at_table(device, "guigang", lang)
    before = screens(device)
    keys(device, 1, "menu ok")
    assert [n for n in range(5) if screens(device)[n] != before[n]] == [0, 2, 3]
    for seat in (0, 2, 3):
        keys(device, seat, "no")
    assert screens(device) == before
    keys(device, 1, "menu ok")
    keys(device, 3, "ok")
    assert (status(device, "phase"), status(device, "hand")) == ("ready", 2)


def test_hands_that_are_looked_at_are_entered_first(device):
    at_table(device, "sichuan")
    keys(device, 1, "menu ok")
    keys(device, 0, "ok")
    for seat, hand in enumerate(("1112223334445m", "1112223334445p", "1112223334445s", "6667778889999m")):
        enter(device, seat, hand)
        assert status(device, "hand") == 1
        keys(device, seat, "ok")
    assert status(device, "hand") == 2 and status(device, "scores") == [0, 0, 0, 0]  # all are ready


def test_hands_that_cannot_be_are_put_right(device):
    at_table(device, "sichuan")
    keys(device, 1, "menu ok")
    keys(device, 0, "ok")
    for seat, hand in enumerate(("1112223334445m", "1112223334445p", "1112223334445s", "1112223334445m")):
        enter(device, seat, hand)
        if seat < 3:
            keys(device, seat, "ok")
    with pytest.raises(Refused):
        keys(device, 3, "ok")  # there are no six 1m
    assert status(device, "hand") == 1
    keys(device, 3, "no " * 13 + "up " * 4)  # back to 1m
    enter(device, 3, "6667778889999m")
    for seat in range(4):
        keys(device, seat, "ok")
    assert status(device, "hand") == 2


def test_a_drawn_hand_is_left_while_hands_are_entered(device):
    at_table(device, "sichuan")
    before = screens(device)
    keys(device, 1, "menu ok")
    keys(device, 0, "ok")
    keys(device, 2, "ok ok leave")
    assert screens(device) == before and status(device, "hand") == 1


def test_a_foul_of_its_own_a_seat_says_alone(device):
    at_table(device, "guigang")
    keys(device, 1, "menu down ok ok down ok")
    assert course(device) == [{"what": "foul", "seat": 1, "kind": "dead_hand"}]


def test_a_foul_of_another_seat_needs_a_second_one(device):
    at_table(device, "guigang")
    keys(device, 1, "menu down ok down ok ok")
    assert course(device) == []
    keys(device, 3, "ok")
    assert course(device) == [{"what": "foul", "seat": 2, "kind": "false_win"}]


def test_a_ready_hand_is_declared_and_a_slip_taken_back(device):
    at_table(device, "guigang")
    keys(device, 1, "menu down down down ok")
    assert course(device) == [{"what": "ready", "seat": 1, "how": "declared"}]
    keys(device, 2, "menu down down down down ok")
    assert course(device) == []


def test_a_win_let_pass_is_noted(device):
    bloody(device)
    keys(device, 1, "menu down down down ok")
    assert course(device)[-1] == {"what": "missed", "seat": 1}


def test_a_hand_is_given_up_when_two_agree(device):
    at_table(device, "guigang")
    keys(device, 1, "menu up ok")
    keys(device, 0, "ok")
    assert status(device, "phase") == "ready"


def test_the_menu_is_left(device):
    at_table(device, "guigang")
    before = screens(device)
    for path in ("no", "leave", "down ok no no", "down ok ok no no no"):
        keys(device, 1, "menu " + path)
        assert screens(device) == before


def test_two_seats_take_the_last_hand_back(device):
    at_table(device, "guigang")
    claimed(device)
    keys(device, 2, "ok")
    keys(device, 0, "no leave")
    keys(device, 0, "release")
    keys(device, 1, "leave")
    assert status(device, "scores") == [0, 16, -16, 0]
    keys(device, 2, "leave")
    device.wait_for(b'"kind":"UNDO"')
    assert status(device, "scores") == [0, 0, 0, 0] and status(device, "phase") == "play"


def test_nothing_is_taken_back_by_one_seat(device):
    at_table(device, "guigang")
    claimed(device)
    keys(device, 2, "ok")
    keys(device, 0, "no")
    before = screens(device)
    keys(device, 0, "leave leave")
    assert screens(device) != before
    keys(device, 0, "release")
    assert screens(device) == before


def test_a_minute_untouched_leaves_a_dialogue(tmp_path):
    text = (ROOT / "firmware" / "panel.py").read_text(encoding="utf-8")
    short = text.replace("UNTOUCHED = 60000", "UNTOUCHED = 300")
    assert short != text
    device = Device(tmp_path, copy_with(tmp_path / "short", "panel", short)).start()
    try:
        at_table(device, "guigang")
        before = screens(device)
        keys(device, 1, "up ok")
        while screens(device) != before:
            pass
        claimed_in_a_hurry = "hu down down ok down ok down down down ok hu ok ok"
        keys(device, 1, claimed_in_a_hurry)
        assert course(device) == []
        keys(device, 2, "ok")
        assert status(device, "scores") == [0, 16, -16, 0]
    finally:
        device.kill()


# ---------------------------------------------------------------- every region


def dealt(device, region):
    """A hand of any region whose dice are thrown, its wild tile known."""
    device.ask("region.set", region=region, options={})
    while status(device, "throw"):
        device.ask("dice.enter", dice=[2, 5][: status(device, "throw")["dice"]])
    if status(device, "phase") == "wild":
        device.ask("wild.set", tile="5p")
    return keys(device, 0, "no")


REGIONS = sorted(path.stem for path in (ROOT / "engine_core" / "regions").glob("*.tsv"))


@pytest.mark.parametrize("region", REGIONS)
def test_every_dialogue_of_every_region_opens_and_can_be_left(device, region):
    dealt(device, region)
    rest = screens(device)
    paths = ["up ok ok leave", "hu ok ok ok ok ok no no", "hu down ok ok ok ok down ok", "hu up ok ok ok ok"]
    paths += ["hu ok down ok " + "ok down " * 3 + "hu ok ok", "hu down ok down ok " + "ok down " * 3 + "hu ok ok"]
    paths += ["menu" + " down" * row + " ok" for row in (1, 2)]
    for path in paths:
        for key in path.split():
            try:
                keys(device, 1, key)
            except Refused as error:
                assert error.code != wire.INTERNAL_ERROR, (path, key, error)
        keys(device, 1, "leave release")
        for seat in range(len(status(device, "scores"))):
            if seat < status(device, "seats"):
                keys(device, seat, "leave release")
        if status(device, "course"):
            device.ask("hand.abort")
            dealt(device, region)
    keys(device, 1, "no")
    assert [note for note in device.ask("log")["notes"] if "press" in note or "display" in note] == []
    assert len(rest) == 5


def test_dice_are_thrown_for_a_kong_where_the_region_throws_them(device):
    dealt(device, "changsha")
    left = status(device, "wall")["left"]
    keys(device, 1, "up ok dice")  # concealed, 1m; the dice key in place of ok
    assert course(device) == [{"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "1m"}]
    assert status(device, "wall")["left"] == left - 1
    device.wait_for(b'"kind":"WALL"')
    kinds = [notice["params"]["kind"] for notice in device.notices if "kind" in notice["params"]]
    assert kinds[-3:] == ["PLAY", "THROW", "WALL"]
