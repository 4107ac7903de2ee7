"""What seven-segment digits show (firmware/digits.py), against the table of the display design."""

from engine_core import events
from engine_core.table import Table
from firmware.digits import PART, number, part, text, tile
from firmware.drivers.sevensegment import segments

SEATS = (0, 1, 2, 3)


def table(scores=(128, -250, 9999, 0)):
    made = Table()
    made.apply(events.pack_region("ningbo", {}))
    made.apply(events.pack_session(0, [0] * 4)) if made.phase == "new" else None
    made.scores = list(scores)
    return made


def both(made, message, seat):
    return text(made, message, seat, 4), text(made, message, seat, 8)


def test_ready_and_throw():
    made = table()
    seat = made.throw[0]
    assert both(made, None, seat)[0] == "d 1 " and both(made, None, seat)[1] == "ESUn"[seat] + " diCE 1"
    other = (seat + 1) % 4
    assert both(made, None, other) == ("-250", "S   -250")
    assert both(made, None, None) == ("----", "E diCE 1")


def test_playing():
    made = table()
    made.apply(events.pack_throw(0, bytes((3, 5))))
    made.apply(events.pack_indicator(8))
    left = made.wall.left
    message = {"page": "play", "turn": 2}
    assert both(made, message, 0) == (" 1.28", "E.    128")
    assert both(made, message, 1) == ("-250", "S   -250")
    assert both(made, message, 2) == ("9999", "U   9999.")
    assert both(made, message, None) == ("%4d" % left, "E E%5d" % left)
    assert both(made, {"page": "warn", "kind": "last_tile"}, None) == ("LASt", "LASt   1")
    assert both(made, {"page": "warn", "kind": "last_four"}, 1) == ("-250", "LASt   4")


def test_break_and_wild():
    made = table()
    made.apply(events.pack_throw(0, bytes((3, 5))))
    side, stack = made.wall.break_side, made.wall.break_stack
    assert both(made, {"page": "break"}, side) == ("b %2d" % stack, "brEA  %2d" % stack)
    assert both(made, {"page": "break"}, None) == (
        "%s %2d" % ("ESUn"[side], stack),
        "%s brEA%2d" % ("ESUn"[side], stack),
    )
    made.apply(events.pack_indicator(8))
    assert both(made, {"page": "wild"}, 0) == ("u " + tile(made.wilds[0]), "u %s 128" % tile(made.wilds[0]))


def test_dice_and_result():
    made = table()
    dice = {"page": "dice", "throws": [[2, [3, 5]]]}
    assert both(made, dice, 1) == ("  8 ", "U d3 5 8") and both(made, dice, None) == (" 3.5 ", "U d3 5 8")
    dice = {"page": "dice", "throws": [[0, [6, 6, 6, 6, 6, 6]]]}
    assert both(made, dice, 1) == (" 36 ", "E d   36") == both(made, dice, None)
    dice = {"page": "dice", "throws": [[1, [1, 2, 6]], [1, [1, 1, 5]]]}
    assert both(made, dice, None) == ("  7 ", "S d    7")
    result = {"page": "result", "delta": [-7, 21, -7, -7], "wins": [[1, None, False, 7]], "fouls": []}
    assert both(made, result, 0) == ("  -7", "  -7 128") and both(made, result, None) == ("S  7", "S      7")
    foul = {"page": "result", "delta": [-15, 5, 5, 5], "wins": [], "fouls": [0]}
    assert both(made, foul, None)[0] == "FoUL" and both(made, foul, 0)[0] == " -15"


def test_errors_and_words():
    made = table()
    assert both(made, {"page": "error", "what": "full", "code": "E41", "seat": None}, 1) == ("E 41", "E 41-250")
    assert text(made, {"page": "error", "what": "key", "code": "E21", "seat": 2}, 0, 4) != "E 21"
    for page, word in (("drawn", "drA "), ("laptop", "PC  "), ("safe", "SAFE"), ("undo", "Undo")):
        assert both(made, {"page": page}, 0) == (word, word + " 128")


def test_standings():
    made = table()
    assert both(made, {"page": "standings"}, 0) == ("2 -.", "P2   128")
    assert both(made, {"page": "standings"}, None) == ("1  U", "1U  9999")


def test_tiles():
    assert [tile(k) for k in (0, 8, 9, 17, 18, 26, 27, 33, 34, 41)] == [
        "C1", "C9", "o1", "o9", "b1", "b9", "H1", "H7", "F1", "F8",
    ]  # fmt: skip


def test_a_number_that_is_too_wide_comes_in_parts():
    assert [number(n, 4) for n in (0, -999, 9999, 10000, -1000, 123456, -98765, 2**30)] == [
        "   0", "-999", "9999", " 10_|_000", " -1_|_000", "123_|_456", "-98_|_765", "  1_|_073|_741|_824",
    ]  # fmt: skip
    assert [number(n, 6) for n in (-10500, 123456, -123456, 1234567)] == [
        "-10500", "123456", " -123_|  _456", " 1234_|  _567",
    ]  # fmt: skip


def test_each_part_is_shown_for_two_seconds():
    shown = number(-10500, 4)
    assert [part(shown, ms) for ms in (0, PART - 1, PART, 2 * PART)] == ["-10_", "-10_", "_500", "-10_"]
    assert PART == 2000 and part("9999", 12345) == "9999"


def playing(*scores):
    made = table(scores)
    made.apply(events.pack_throw(0, bytes((3, 5))))
    made.apply(events.pack_indicator(8))
    return made


def test_a_score_of_six_characters_stands_whole_beside_the_wind():
    made = playing(-1250, 12345, -10500, 123456)
    message = {"page": "play", "turn": 2}
    assert [text(made, message, seat, 8) for seat in SEATS] == ["E.  -1250", "S  12345", "U -10500.", "n 123456"]
    made.streak = 2
    made.scores[0] = 12345
    assert text(made, message, 0, 8) == "E.2 12345"
    made.scores[0] = 123456  # not E2123456
    assert text(made, message, 0, 8) == "E.2  123_|E.2  _456"
    standings = {"page": "standings"}
    assert text(made, standings, 2, 8) == "P4-10500" and text(made, standings, None, 8) == "1E  123_|1E  _456"
    made.scores[0] = 12345
    assert text(made, standings, 0, 8) == "P2 12345"


def test_four_digits_show_a_wide_score_in_parts_and_whose_deal_it_is():
    made = playing(-1250, 12345, -10500, 9999)
    message = {"page": "play", "turn": 2}
    assert [text(made, message, seat, 4) for seat in SEATS] == [" -.1_|_2.50", " 12_|_345", "-10_|_500", "9999"]


def test_words_and_a_score_that_do_not_fit_side_by_side_come_one_after_the_other():
    made = playing(1250, 318, -1250, 9999)
    full = {"page": "error", "what": "full", "code": "E41", "seat": None}
    shown = [text(made, full, seat, 8) for seat in SEATS]
    assert shown == ["E 41    |E.   1250", "E 41 318", "E 41    |U  -1250", "E 41    |n   9999"]
    assert text(made, {"page": "undo"}, 3, 8) == "Undo    |n   9999"
    assert text(made, {"page": "drawn"}, 3, 8) == "drA 9999"
    result = {"page": "result", "delta": [-7, 1250, -250, -1250], "wins": [[1, None, False, 1250]], "fouls": []}
    shown = [text(made, result, seat, 8) for seat in SEATS]
    assert shown == [" -7 1250", "1250 318", "PAY -250|U  -1250", "PAY-1250|n   9999"]
    assert both(made, result, None) == ("S   |1250", "S   1250")
    assert [text(made, result, seat, 4) for seat in SEATS] == ["  -7", "1250", "-250", " -1_|_250"]
    kong = {"page": "kong", "seat": 0, "kind": "kong", "delta": [12, 300, -100, -1250], "money": [0] * 4, "paid": True}
    assert [text(made, kong, seat, 4) for seat in SEATS] == ["G 12", "G300", "G   |-100", "G-1_|_250"]
    shown = [text(made, kong, seat, 8) for seat in SEATS]
    assert shown == ["G     12|E.   1250", "G    300|S    318", "G   -100|U  -1250", "G  -1250|n   9999"]


def read(shown, heads=""):
    """The number that somebody reads there who knows no more than that _ stands for digits of the other parts."""
    out = ""
    for one in shown.replace(".", "").split("|"):
        one = one.lstrip(heads).strip() if heads else one.strip()
        assert " " not in one, shown
        if "_" not in one:
            return int(one)
        out += one.replace("_", "")
    return int(out)


def test_no_score_is_read_as_another_one():
    many = [0, 1, -1, 9, 10, 99, 100, 999, 1000, 1250, 1259, 9999, 10000, 10001, 12345, 99999, 123456, 999999]
    many += [1000000, 1234567, 12345678, 2**30]
    message = {"page": "play", "turn": 1}
    for width in (4, 8):
        for score in many + [-one for one in many]:
            made = playing(score, score, score, score)
            for streak in (0, 3, 12):
                made.streak = streak
                for seat in (1, 2, 3):  # what stands behind the wind
                    assert read(text(made, message, seat, width), "ESUn" if width == 8 else "") == score
                shown = text(made, message, 0, width)
                if width == 4:
                    assert read(shown) == score
                else:
                    head = "E." + ("%d" % min(streak, 9) if streak else " ")
                    parts = shown.split("|")
                    assert all(one.startswith(head) for one in parts)
                    assert streak == 0 or all(one[3] in " -" for one in parts)  # the streak is none of its figures
                    assert read("|".join([one[3:] for one in parts])) == score
            pay = text(made, {"page": "preview", "gain": score, "drawn": True, "each": 7}, 1, width)
            assert read(pay.replace("-  ", "-").replace("- ", "-"), "PAY") == score


def test_every_text_fits_its_digits_and_has_letters_for_them():
    messages = [None, {"page": "boot"}, {"page": "break"}, {"page": "wild"}, {"page": "standings"}, {"page": "idle"},
                {"page": "roll", "frame": 9}, {"page": "dice", "throws": [[0, [6, 6]]]}, {"page": "nobody knows"},
                {"page": "dice", "throws": [[3, [4]]]}, {"page": "enter", "seat": 1, "tile": 41},
                {"page": "play", "turn": 3}]  # fmt: skip
    for phase in range(3):
        made = table((-12345, 99999, 0, 2**30 - 1))
        if phase:
            made.apply(events.pack_throw(0, bytes((6, 6))))
        if phase > 1:
            made.apply(events.pack_indicator(33))
        for message in messages:
            for seat in SEATS + (None,):
                for width in (4, 8):
                    for shown in text(made, message, seat, width).split("|"):
                        plain = shown.replace(".", "")
                        assert len(plain) <= width, (message, seat, shown)
                        assert 0x49 not in bytes(segments(shown, width)), (message, seat, shown)
    empty = Table()
    for message in messages[:2] + messages[4:7]:
        for seat in SEATS + (None,):
            text(empty, message, seat, 4) if message != {"page": "standings"} else None


def rows(title, at, *what, right=""):
    return {
        "page": "list",
        "title": title,
        "rows": [[one, worth, tick] for one, worth, tick in what],
        "at": at,
        "right": right,
    }


def test_how_a_hand_was_won():
    made = table()
    ways = [(["how.drawn", "@0"], "", None), (["how.from", "@3"], "", None), (["how.rob", "@2"], "", None)]
    shown = [both(made, rows("win", at, *ways), 1) for at in range(3)]
    assert shown == [("SELF", "HU SELF"), ("Fr n", "HU Fr n"), ("rob ", "HU rob U")]


def test_flags_patterns_and_their_sum():
    made = table()
    x, y, z = [["pattern." + name] for name, _ in made.ruleset.PATTERNS[:3]]
    listed = [(x, "2", False), (y, "4", True), ("done", "", None)]
    shown = [both(made, rows("patterns", at, *listed, right=["patterns.sum", 6]), 1) for at in range(3)]
    assert shown == [("P 01", "P01  2 6"), ("P .02", "P02.  4 6"), ("End ", "End -250")]
    listed = [(x, "88", False), (y, "4x2", True), (z, "", None)]
    shown = [text(made, rows("patterns", at, *listed, right=["patterns.sum", total]), 1, 8) for at, total in
             ((0, 8), (0, 96), (0, 128), (1, 128), (2, 1250))]  # fmt: skip
    assert shown == ["P01 88 8", "P01 88  |PAY   96", "P01 88  |PAY  128", "P02.  4  |PAY  128", "P03 1250"]
    assert text(made, rows("patterns", 1, *listed), 1, 8) == "P02.  4  "  # nothing is summed yet
    flags = [("done", "", None), (["flag.rob_kong"], "", True)]
    assert both(made, rows("flags", 1, *flags, right="2/4"), 1)[0] == "F .04"


def test_a_hand_tile_by_tile_and_what_it_brings():
    made = table()
    hand = {"page": "hand", "kind": 4, "held": bytes((4, 4, 5, 6, 7, 8, 9, 10, 11)), "need": 14, "kinds": [], "at": 0}
    assert both(made, hand, 1) == ("C5 2", "C5 2 914")
    assert both(made, {"page": "pick", "kinds": [-1, 33], "at": 1, "title": "win.tile"}, 1) == ("H7  ", "H7  -250")
    assert both(made, {"page": "pick", "kinds": [-1, 33], "at": 0, "title": "win.tile"}, 1)[0] == "----"
    assert both(made, {"page": "preview", "gain": 21, "drawn": True, "each": 7}, 1) == ("  21", "PAY   21")
    asks = {"page": "confirm", "winner": 1, "drawn": True, "gain": 21, "pays": -7, "see": None}
    assert both(made, asks, 0) == ("-  7", "PAY   -7")
    assert both(made, dict(asks, pays=-1250), 0) == (" -1_|_250", "PAY-1250")
    assert both(made, {"page": "win", "seats": [1], "waiting": 3}, None) == ("HU S", "HU S   3")
    assert both(made, {"page": "refusal", "title": "refused", "why": []}, 1) == ("E 31", "E 31-250")


def test_what_is_told_while_a_hand_is_played():
    made = table()
    kong = {"page": "kong", "seat": 0, "kind": "kong", "delta": [6, -2, -2, -2], "money": [6, -2, -2, -2], "paid": True}
    assert both(made, kong, 0) == ("G  6", "G +6 128") and both(made, kong, None)[1] == "G totAL"
    foul = {"page": "foul", "seat": 1, "kind": "false_win", "delta": [5, -15, 5, 5]}
    assert both(made, foul, 1) == (" -15", "FoUL -15") and both(made, foul, None) == ("FoUL", "FoUL S")
    assert both(made, {"page": "void", "at": 1}, 1) == ("no o", "no o-250")
    assert both(made, {"page": "ask", "what": "haidi"}, 1)[0] == "LASt"
    assert both(made, {"page": "points", "title": "points", "value": 10, "at": 0}, 1) == ("  10", "Add   10")
    assert both(made, {"page": "manual", "seat": 1, "dice": [3, 5], "at": 0}, 1)[0] == "d3.5 "
