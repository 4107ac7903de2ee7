"""Wall records of the regions: every throw by every dealer, refused events, malformed records.

What is expected is built here from the regions' pages (section "Deal, wall, dice and break"), tile by tile.
"""

from check import raises

from engine_core.rules import load
from engine_core.wall import RecordError, Wall, opening, script

# ---------------------------------------------------------------- every throw by every dealer


def ring(stacks, side, stack):
    """Every place of a wall of four equal sides, from the upper tile of a stack on, clockwise."""
    places = []
    for _ in range(4 * stacks):
        places += ["%d:%02du" % (side, stack), "%d:%02dl" % (side, stack)]
        stack += 1
        if stack > stacks:
            stack, side = 1, (side + 3) % 4
    return places


def deal(places, dealer):
    """Three rounds of four, one each, one more for the dealer; as the answer writes it."""
    hands = [[], [], [], []]
    order = [(dealer + i) % 4 for i in range(4)]
    at = 0
    for _ in range(3):
        for seat in order:
            hands[seat].append(places[at] + "-" + places[at + 3])
            at += 4
    for seat in order + [dealer]:
        hands[seat].append(places[at])
        at += 1
    assert at == 53
    return hands


def tail_of(rest):
    """The last stack's upper tile; its lower one where the upper one is gone."""
    last = rest[-1]
    upper = last[:4] + "u"
    return upper if upper in rest[-2:] else last


def guigang(dealer, a, b):
    """17 stacks a side; sum S: side dealer + S - 1, S stacks stay. Nothing is turned up."""
    return ring(17, (dealer + a + b - 1) % 4, a + b + 1), None


def ningbo(dealer, a, b):
    """18 stacks a side; side dealer + S - 1, the larger die H stays; stack H - L + 1 of that side has the indicator."""
    side = (dealer + a + b - 1) % 4
    high, low = max(a, b), min(a, b)
    return ring(18, side, high + 1), "%d:%02du" % (side, high - low + 1)


def check_opening(region, expected, dealer, a, b):
    places, turned_up = expected(dealer, a, b)
    rest = [p for p in places[53:] if p != turned_up]
    answer = opening({"region": region, "dealer": dealer, "dice": [a, b]})
    at = "%s dealer %d dice %d %d" % (region, dealer, a, b)
    assert answer["break"] == {"side": int(places[0][0]), "stack": int(places[0][2:4])}, at
    assert answer["hands"] == deal(places, dealer), at
    assert answer["indicator_at"] == turned_up, at
    assert answer["next"] == rest[0], at
    assert answer["tail"] == tail_of(rest), at
    assert answer["left"] == len(rest) == (83 if region == "guigang" else 90), at
    assert answer["kept_back"] == 0, at


def play_to_the_end(region, expected, dealer, a, b):
    """Draws and replacements in turn, in an order that differs from throw to throw, until the wall is over."""
    places, turned_up = expected(dealer, a, b)
    rest = [p for p in places[53:] if p != turned_up]
    assert 53 + len(rest) + (turned_up is not None) == (136 if region == "guigang" else 144)
    wall = Wall(load(region), dealer, bytes([a, b]))
    codes = (1, 2) if region == "guigang" else (1, 2, 3)
    n = 0
    while rest:
        following, tail = rest[0], tail_of(rest)
        assert (wall.place(wall.next), wall.place(wall.tail), wall.left) == (following, tail, len(rest))
        code = codes[(n * (a + 2 * b) + n // 7 + dealer) % len(codes)]
        assert not wall.over and wall.apply(code)
        rest.remove(wall.place(wall.taken))  # each tile once
        assert (following if code == 1 else tail) not in rest
        assert wall.last_tile == (not rest)
        n += 1
    assert wall.over and wall.left == 0 and wall.next is None and wall.tail is None


def throws():
    return [(d, a, b) for d in range(4) for a in range(1, 7) for b in range(1, 7)]


def test_guigang_opens_as_its_page_says_for_every_throw_and_dealer():
    for d, a, b in throws():
        check_opening("guigang", guigang, d, a, b)


def test_ningbo_opens_as_its_page_says_for_every_throw_and_dealer():
    for d, a, b in throws():
        check_opening("ningbo", ningbo, d, a, b)


def test_guigang_every_tile_is_taken_once_for_every_throw_and_dealer():
    for d, a, b in throws():
        play_to_the_end("guigang", guigang, d, a, b)


def test_ningbo_every_tile_but_the_turned_up_one_is_taken_once_for_every_throw_and_dealer():
    for d, a, b in throws():
        play_to_the_end("ningbo", ningbo, d, a, b)


def test_the_example_of_the_ningbo_page_with_a_double():
    # "with L = 1 its lower tile is the first, as the upper one is turned up"
    answer = opening({"region": "ningbo", "dealer": 0, "dice": [1, 1]})
    assert (answer["indicator_at"], answer["tail"]) == ("1:01u", "1:01l")


# ---------------------------------------------------------------- scripts

GUIGANG = {"region": "guigang", "dealer": 0, "dice": [2, 5]}  # 83 left, next 1:17l, tail 2:07u
NINGBO = {"region": "ningbo", "dealer": 0, "dice": [6, 6]}  # 90 left, next 2:15l, tail 3:06u


def steps(record, *events):
    record = dict(record)
    record["events"] = list(events)
    return script(record)["steps"]


def test_an_event_that_the_region_does_not_have_is_refused_and_changes_nothing():
    for record, event in (
        (GUIGANG, "flower"), (GUIGANG, "decline"), (GUIGANG, "bird"), (GUIGANG, {"kong": [1]}),
        (GUIGANG, {"kong": [1, 2]}), (NINGBO, "decline"), (NINGBO, "bird"), (NINGBO, {"kong": [6, 6]}),
        (NINGBO, {"kong": [1] * 300}),
    ):  # fmt: skip
        before, after, following = steps(record, "draw", event, "draw")
        assert after.pop("refused") is True
        assert after.pop("taken") is None
        assert before.pop("taken") is not None
        assert after == before
        assert "refused" not in following and following["left"] == before["left"] - 1


def test_a_repeated_event_stops_at_the_first_refusal_and_says_what_it_took_before():
    drawn, more, replaced = steps(GUIGANG, "draw*82", "draw*3", "kong*2")
    assert "refused" not in drawn and drawn["left"] == 1
    assert (more["taken"], more["left"], more["over"], more["refused"]) == ("2:07l", 0, True, True)
    assert (replaced["taken"], replaced["last_tile"], replaced["refused"]) == (None, True, True)


def test_a_count_may_have_any_number_of_digits():
    assert steps(GUIGANG, "draw*" + "9" * 5000)[0]["left"] == 0
    assert steps(GUIGANG, "draw*1")[0]["left"] == 82


def test_a_flower_that_was_the_last_tile_ends_the_hand_once():
    last, flower, again = steps(NINGBO, "draw*90", "flower", "flower")
    assert (last["last_tile"], last["over"]) == (True, True)
    assert (flower["taken"], flower["last_tile"], flower["over"], "refused" in flower) == (None, False, True, False)
    assert again["refused"]


def test_a_repeated_flower_tells_the_last_tile_that_it_took():
    # One tile is left: it replaces the first flower and is a flower itself.
    _, flowers = steps(NINGBO, "draw*89", "flower*2")
    assert (flowers["taken"], flowers["left"], flowers["last_tile"], "refused" in flowers) == ("3:06l", 0, False, False)


def test_what_the_two_regions_do_not_have_is_false():
    step = steps(NINGBO, "draw*90")[0]
    assert (step["last_four"], step["share_out"], step["kept_back"]) == (False, False, 0)


def test_the_tracker_refuses_what_is_no_event():
    wall = Wall(load("guigang"), 0, b"\x02\x05")
    for code, dice in ((0, b""), (6, b""), (255, b""), (-1, b""), (1, b"\x01"), (2, b"\x07"), (3, b"\x01\x02")):
        assert wall.apply(code, dice) is False
    assert (wall.left, wall.taken, wall.place(wall.next)) == (83, None, "1:17l")
    assert (wall.last_tile, wall.last_four, wall.share_out, wall.over) == (False, False, False, False)


def test_the_tracker_tells_which_tiles_stand_and_where():
    wall = Wall(load("ningbo"), 0, b"\x06\x06")
    assert [wall.stands(p) for p in (0, 52, 53, 143)] == [False, False, True, True]
    assert wall.place(wall.indicator_at) == "3:01u" and wall.stands(wall.indicator_at)
    assert [wall.where(p) for p in (0, 23, 24, 143)] == [(3, 7), (3, 18), (2, 1), (3, 6)]
    wall.apply(2)
    assert wall.place(wall.taken) == "3:06u" and not wall.stands(wall.taken)


# ---------------------------------------------------------------- malformed records

ODD = (
    None, True, False, -1, 7, 255, 1 << 31, 1 << 70, -(1 << 70), 10**5000, 1.0, 2.5, "", "x", "55m", "m5", "\u4e1c",
    "a" * 300, {}, {"x": 1}, {"kong": 3}, b"\x01\x02", [None], [True, 1], [1.0, 2.0], ["1", "2"], [0, 5], [1, 7],
    [1, -1], [1, 1 << 70], [3], [1, 2, 3], [1, 2, 3, 4], [[1, 2]], [[[[]]]],
)  # fmt: skip


def refused(record, field):
    """A RecordError whose message begins with the field."""
    message = str(raises(RecordError, script if "events" in record else opening, record))
    assert message.split(":")[0].split(".")[0] == field, message


def changed(field, value, **more):
    record = dict(NINGBO)
    record.update(more)
    record[field] = value
    return record


def test_a_record_is_an_object():
    for value in (None, 1, "x", [], ["region"]):
        assert str(raises(RecordError, opening, value)).startswith("record:")
        assert str(raises(RecordError, script, value)).startswith("record:")
    refused({}, "region")


def test_a_region_that_does_not_exist():
    for value in (None, True, 1, [], {}, "", "nowhere", "Ningbo", "../ningbo", "ningbo.x", "__init__", "rules"):
        refused(changed("region", value), "region")


def test_options_that_do_not_exist():
    for value in (None, True, 1, "x", [], [["minimum", 1]], {"nothing": 1}, {"minimum": -1}, {"minimum": "4"}):
        refused(changed("options", value), "options")


def test_a_dealer_that_does_not_exist():
    for value in ODD + (4, [], [0]):
        refused(changed("dealer", value), "dealer")
    assert opening({"region": "guigang", "dice": []})["throws"] == [{"seat": 0, "dice": 2}]


def test_dice_that_are_no_whole_throws():
    for value in ODD + (0, 1, "12", 12):
        refused(changed("dice", value), "dice")
    refused({"region": "guigang"}, "dice")


def test_an_indicator_that_is_no_tile_of_the_set():
    for value in ODD[1:] + ("9f", "8z", "0m", "5m ", "5m5m", "5", [], ["5m"]):
        refused(changed("indicator", value), "indicator")


def test_an_indicator_is_not_looked_at_where_nothing_is_turned_up():
    for value in ODD:
        record = dict(GUIGANG)
        record["indicator"] = value
        assert opening(record)["wilds"] == []


def test_a_script_needs_all_dice():
    refused(changed("dice", [], events=["draw"]), "dice")


def test_events_that_are_none():
    for value in ODD + (0, 3, "draw", {"draw": 1}):
        refused(changed("events", value), "events")
    for value in ODD + ([], "pung", "Draw", "draw ", {"draw": []}, {1: [1]}):
        refused(changed("events", ["draw", value]), "events")


def test_counts_that_are_none():
    for count in ("", "0", "00", "01", "x", "-1", "+1", " 1", "1 ", "1*2", "*2", "1.0", "1e2", "\u00b2", "\uff12"):
        for event in ("draw", "kong"):
            refused(changed("events", [event + "*" + count]), "events")
    refused(changed("events", ["*2"]), "events")


def test_dice_for_a_kong_that_are_none():
    for value in ([], [0], [7], [1, 7], [True], [1.0], ["1"], "12", 3, None, {}, [[1]], [10**5000]):
        refused(changed("events", ["draw", {"kong": value}]), "events")
    refused(changed("events", ["draw", {"kong": [1], "flower": []}]), "events")


def test_a_message_names_what_was_given_what_was_expected_and_where():
    for record, message in (
        (changed("dealer", 4), "dealer: 4 is not in 0..3"),
        (changed("dice", [1, 7]), "dice.1: 7 is not in 1..6"),
        (changed("dice", [1]), "dice: 1 of the 2 dice of a throw"),
        (changed("dice", [1, 2, 3]), "dice: 3, at most 2 expected"),
        (changed("events", ["draw", {"kong": [1, 0]}]), "events.1.kong.1: 0 is not in 1..6"),
        (changed("events", ["draw", "pung"]), "events.1: 'pung' is no event of the wall"),
        (changed("events", [], dice=[]), "dice: 0, more are to be thrown"),
        (changed("indicator", "9f"), "indicator: '9f' is not one tile of this region's set"),
    ):
        assert str(raises(RecordError, script if "events" in record else opening, record)) == message
