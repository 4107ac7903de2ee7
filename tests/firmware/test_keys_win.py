"""Wins entered by keys: by patterns and by tiles, confirmed by those who pay, where the hand goes on and where not."""

import pytest

from engine_core.rules import load
from tests.firmware.keyed import PUNGS, at_table, bloody, choose, claimed, course, enter, keys, recorded, status
from tests.firmware.playing import screens


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


def test_the_patterns_are_those_of_the_edition_that_is_played(device):
    """Jiujiang's edition 1 has neither single wait nor four consecutive pungs."""
    device.ask("region.set", region="jiujiang", options={"edition": "1"})
    device.ask("dice.enter", dice=[3])
    keys(device, 0, "no draw")
    keys(device, 1, "hu ok ok")  # drawn, no flag
    keys(device, 1, "down ok")  # by patterns
    only_in_2 = {"single_wait", "xiaosa_gun_pungs"}
    of_others = {"xiaosa_pungs", "xiaosa_pairs", "gun", "haohua"}  # which come with others only
    otherwise = {"robbing_the_kong", "kong_discard", "last_tile_claim", "ready_hand", "heavenly_hand", "earthly_hand"}
    flagged = {"out_with_replacement", "last_tile_draw"}
    hidden = only_in_2 | of_others | otherwise | flagged
    rows = [p for p, _ in load("jiujiang").PATTERNS if p not in hidden]
    seen = set()
    for _ in [*rows, "done"]:
        seen.add(device.ask("screen", display=1)["data"])
        keys(device, 1, "down")
    assert len(seen) == len(rows) + 1 and device.ask("screen", display=1)["data"] in seen  # from the last to the first


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


def test_birds_are_asked_for_where_the_region_turns_them_up(device):
    device.ask("region.set", region="changsha", options={"birds": 2})
    device.ask("dice.enter", dice=[2, 5])
    keys(device, 0, "no draw")
    keys(device, 1, "hu down ok ok down ok ok hu ok")  # off East, no flag, patterns: small win, no tile
    keys(device, 1, "down ok down down ok ok")  # 2m and 3m
    keys(device, 0, "ok")
    assert recorded(device)["birds"] == ["2m", "3m"]


def test_a_win_is_recorded_with_everything_that_was_said(device):
    at_table(device, "guigang")
    keys(device, 2, "menu down down down ok")  # ready
    keys(device, 1, "up down ok ok")  # adds 1m
    keys(device, 2, "hu down ok ok ok")  # off East, no humanly hand, by tiles
    enter(device, 2, "2233445566778p")
    keys(device, 2, "hu ok")
    keys(device, 0, "ok")
    said = recorded(device)
    assert said["wins"] == [{"seat": 2, "tile": "8p", "from": 0}]
    assert said["hands"][2] == {"concealed": "2233445566778p", "ready": "declared"}
    assert said["kongs"] == [{"seat": 1, "kind": "added_kong", "tile": "1m"}]


def test_a_locked_hand_is_entered_once(device, lang):
    at_table(device, "xueliu", lang, declare_void=False)
    keys(device, 1, "hu down ok ok ok")  # off East, no flag, by tiles
    enter(device, 1, "1112345678999m1m")
    keys(device, 1, "hu ok")
    keys(device, 0, "ok")
    device.ask("wall.event", event="draw", count=3)
    keys(device, 1, "hu down down ok ok")  # off West, no flag
    keys(device, 1, "down " * 4 + "no no ok ok")  # back to whom it is of, and on again
    keys(device, 1, "down " * 4 + "ok ok")  # 5m; claim
    keys(device, 2, "ok")
    first, again = [e for e in course(device) if e["what"] == "win"]
    assert first["concealed"] == "1112345678999m"
    assert again == {"what": "win", "seat": 1, "tile": "5m", "from": 2}
    before = course(device)
    keys(device, 1, "leave hu down ok down down leave")
    assert course(device) == before


def test_a_locked_hand_that_was_told_by_patterns_goes_on_so(device):
    at_table(device, "xueliu", declare_void=False)
    for giver in (1, 2):
        keys(device, 1, "hu" + " down" * giver + " ok")
        keys(device, 1, "ok down ok" if giver == 1 else "ok")  # no flag; by patterns, of the first one
        choose(device, 1, 2)
        keys(device, 1, "hu ok ok")
        keys(device, {1: 0, 2: 2}[giver], "ok")
    wins = [e for e in course(device) if e["what"] == "win"]
    assert [w["from"] for w in wins] == [0, 2] and wins[0]["called"] == wins[1]["called"]


def longgang(device, **options):
    """South has claimed all pungs by self-draw, and the others have said yes."""
    device.ask("region.set", region="longgang", options=options)
    device.ask("dice.enter", dice=[2, 5])
    device.ask("dice.enter", dice=[2, 5])
    device.ask("wild.set", tile="5p")
    keys(device, 0, "no")
    keys(device, 1, "hu ok ok down ok")
    choose(device, 1, 7)
    keys(device, 1, "hu ok ok")
    for seat in (0, 2, 3):
        assert course(device) == []
        keys(device, seat, "ok")
    assert [e["what"] for e in course(device)] == ["win"]
    return device


@pytest.mark.parametrize("players", [4, 5])
def test_where_all_hands_count_they_are_entered_after_the_win(device, players):
    longgang(device, players=players)
    before = status(device, "scores")
    keys(device, 1, "ok")  # the hands come first
    for seat in (0, 2, 3):
        enter(device, seat, "1122334455667788" + "m?sp"[seat])
        assert len(course(device)) == 1
        keys(device, seat, "ok")
    assert course(device) == []
    delta = status(device, "last")["delta"]
    assert delta[1] > 0 and sum(delta) == 0 and len(delta) == len(before) == players
    assert recorded(device)["hands"][3]["concealed"] == "1122334455667788p"


def test_who_leaves_the_hands_may_go_on_with_ok(device):
    longgang(device)
    keys(device, 2, "leave")
    assert len(course(device)) == 1
    keys(device, 3, "ok")
    enter(device, 3, "1122334455667788s")
    keys(device, 3, "leave")
    keys(device, 1, "menu")
    assert len(course(device)) == 1


def test_a_false_win_is_a_foul_where_nobody_else_has_won(device):
    at_table(device, "sichuan")
    keys(device, 0, "draw")
    keys(device, 3, "hu down down ok ok ok")  # off South, by tiles
    enter(device, 3, "12358p1346m22229s")
    keys(device, 3, "hu ok")
    assert course(device) == [{"what": "foul", "seat": 3, "kind": "false_win"}]


def test_a_last_tile_that_was_a_replacement_is_no_sea_bottom_and_leaves_no_bird(device):
    at_table(device, "changsha")
    device.ask("wall.event", event="draw", count=54)
    device.ask("wall.event", event="kong")
    keys(device, 1, "hu ok ok")  # drawn; there is no flag that could hold
    enter(device, 1, "123456789m12p55s")
    keys(device, 1, "up " * 11 + "hu ok")  # on 3p; no bird is asked for
    keys(device, 0, "ok"), keys(device, 2, "ok"), keys(device, 3, "ok")
    assert recorded(device)["wins"] == [{"seat": 1, "tile": "3p"}] and not recorded(device).get("birds")
    assert status(device, "scores") == [-20, 40, -10, -10]


def test_birds_end_with_the_wall(device):
    at_table(device, "changsha", birds=4)
    device.ask("wall.event", event="draw", count=54)
    keys(device, 1, "hu down ok ok down ok ok hu ok")  # off East, by patterns: small win, no tile
    keys(device, 1, "ok ok")  # the only bird; claim
    keys(device, 0, "ok")
    assert recorded(device)["birds"] == ["1m"]


def test_with_the_last_tile_no_bird_is_asked_for(device):
    at_table(device, "changsha")
    device.ask("wall.event", event="draw", count=55)
    keys(device, 1, "hu ok ok ok")
    enter(device, 1, "123456789m12p55s")
    keys(device, 1, "up " * 11 + "hu ok")
    keys(device, 0, "ok"), keys(device, 2, "ok"), keys(device, 3, "ok")
    assert recorded(device)["wins"] == [{"seat": 1, "tile": "3p", "flags": ["last_tile"]}]


def test_where_the_wall_is_not_counted_there_may_be_no_bird(device):
    device.ask("region.set", region="changsha", options={})
    device.ask("hand.play", entry={"what": "kong", "seat": 2, "kind": "concealed_kong"})
    keys(device, 1, "hu down ok ok down ok ok hu ok")
    keys(device, 1, "up ok ok")  # the last row: none
    keys(device, 0, "ok")
    assert not recorded(device).get("birds") and status(device, "scores")[1] > 0


@pytest.mark.parametrize(("seat", "other"), [(3, 1), (1, 3)])
def test_who_wins_on_a_tile_that_goes_to_another_has_not_won_falsely(device, seat, other):
    held = {1: "12345678m234p99s", 3: "7899m678p123789s"}
    at_table(device, "generic", multi_win=False)
    device.ask("hand.play", entry={"what": "win", "seat": other, "tile": "9m", "from": 0, "concealed": held[other]})
    keys(device, seat, "no hu down ok ok")  # off East, by tiles
    enter(device, seat, held[seat])
    keys(device, seat, "up " * 18 + "hu ok")  # from 9s to 9m
    keys(device, 0, "ok")
    if seat == 3:  # the nearer has it
        assert [e["what"] for e in course(device)] == ["win"]
    else:
        assert [w["seat"] for w in recorded(device)["wins"]] == [1, 3] and status(device, "scores")[1] > 0


def test_a_list_that_is_gone_back_to_is_as_it_was_left(device, lang):
    at_table(device, "guigang", lang)
    keys(device, 1, "hu down down")
    from_whom = screens(device)[1]
    keys(device, 1, "ok down")
    by_patterns = screens(device)[1]
    keys(device, 1, "ok no")
    assert screens(device)[1] == by_patterns
    keys(device, 1, "no")
    assert screens(device)[1] == from_whom


def test_a_claim_by_rules_that_are_changed_is_over(device):
    """What it called has no worth by the new ones, and whoever would pay has said yes to the old ones."""
    device.ask("region.set", region="guigang", options={})
    device.ask("session.new", dealer=0)
    rest = screens(device)[1]
    for changed in ({"region": "changsha"}, {"region": "changsha", "options": {"birds": 2}}, {"region": "guigang"}):
        keys(device, 1, "hu down ok down ok down")
        assert screens(device)[1] != rest
        device.ask("region.set", **{"options": {}, **changed})
        keys(device, 1, "ok down ok hu no no no no no no")
        rest = screens(device)[1]
        assert course(device) == []
    claimed(device)
    device.ask("region.set", region="guigang", options={"fan_cap": 1})
    keys(device, 2, "ok")
    assert status(device, "scores") == [0, 0, 0, 0] and course(device) == []
    assert device.ask("log")["notes"][1:] == []
