"""`mjtable region show`: the page of a region is what the region declares and what its scoring does."""

import itertools
import json
import re
from pathlib import Path

import pytest

from engine_core import score
from engine_core.rules import load
from mjtable import commandline
from mjtable.commands.rules import regions
from mjtable.rulebook import declared, examples, gathered, lines, measured, notes, openings


@pytest.fixture
def shown(capsys):
    """What `region show` prints, at 80 columns."""

    def run(*arguments, lang="en"):
        code = commandline.run(["region", "show", *arguments, "--lang", lang])
        out, err = capsys.readouterr()
        assert code == 0, err
        return out

    return run


def data(region, **options):
    return gathered.data(load(region, options), "en")


def row(rows, case):
    return next(row for row in rows if row.get("case", row.get("id")) == case)


# ---------------------------------------------------------------- every region


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("region", regions())
def test_every_region_has_a_page_in_one_language_that_fits(shown, monkeypatch, region, lang):
    monkeypatch.setenv("COLUMNS", "80")
    text = shown(region, lang=lang)
    assert not [line for line in text.splitlines() if measured_width(line) > 80]
    assert "book." not in text and "pattern." not in text and "option." not in text and "reason." not in text
    if lang == "en":
        assert not [line for line in text.splitlines() if any("一" <= c <= "鿿" for c in line)]


def words(text):
    return sorted(re.findall(r"[A-Za-z0-9_’']+", text))


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("region", regions())
def test_no_word_of_a_page_is_cut_at_80_columns(shown, monkeypatch, region, lang):
    """It has the words that it has when there is room for all, and no line begins with what closes."""
    monkeypatch.setenv("COLUMNS", "80")
    narrow = shown(region, lang=lang)
    monkeypatch.setenv("COLUMNS", "400")
    assert words(narrow) == words(shown(region, lang=lang))
    assert not [line for line in narrow.splitlines() if line.strip()[:1] in tuple("，。；：、）”")]


def measured_width(line):
    from rich.cells import cell_len

    return cell_len(line.rstrip())


@pytest.mark.parametrize("region", regions())
def test_an_example_that_wins_is_found_for_every_region(region):
    rules = load(region)
    hand = examples.plain(rules)
    assert hand is not None
    assert None in (examples.reason(rules, hand, None), examples.reason(rules, hand, 2))


@pytest.mark.parametrize("region", regions())
def test_what_is_paid_is_what_the_hand_is_scored_at(region):
    """The row of a self-draw, scored once more by the one way in."""
    rules = load(region)
    hand = examples.plain(rules)
    found = row(measured.wins(rules, hand), "self_draw")
    record = examples.record(rules, {1: examples.held(rules, hand)}, [{"seat": 1, "tile": hand.tile}])
    try:
        answer = score.score(record)
    except ValueError:  # everybody's tiles must be known
        answer = score.score(examples._filled(rules, record))
    assert found["delta"] == answer["delta"][: rules.SEATS]
    assert found["next_dealer"] == answer["next_dealer"]


@pytest.mark.parametrize("region", regions())
def test_the_json_is_the_same_as_data(capsys, region):
    assert commandline.run(["region", "show", region, "--json", "--lang", "en"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown == json.loads(json.dumps({**data(region), "played": False}))


def test_notes_are_of_regions_and_under_known_keys_in_both_languages():
    for path in sorted(Path(notes.__file__).with_name("notes").glob("*.tsv")):
        assert path.stem in regions()
        rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
        assert [row[0] for row in rows] == [key for key in notes.KEYS if key in [row[0] for row in rows]], path.name
        for _, zh, en in rows:
            assert re.search("[一-鿿]", zh) and not re.search("[一-鿿]", en)


@pytest.mark.parametrize("region", regions())
def test_every_region_has_its_notes_in_both_languages(region):
    zh, en = (notes.of(region, lang) for lang in ("zh", "en"))
    assert list(zh) == list(en) and {"claims", "worth", "pay", "penalties"} <= set(en)
    for key in en:
        assert len(zh[key].splitlines()) == len(en[key].splitlines()), key


@pytest.mark.parametrize("region", regions())
def test_notes_name_options_that_there_are(region):
    """Those in brackets too, with values that they may have, in both languages the same."""
    known = set(load(region).options) | {word for row in load(region).OPTIONS for word in row[2] or () if word}
    for key, zh, en in notes.written(region):
        named = names_in(en)
        assert names_in(zh) == named
        assert set(named) <= known, (region, key)
        assert asked(zh) == asked(en), (region, key)
        for name, value in asked(en):
            row = next(row for row in load(region).OPTIONS if row[0] == name)
            assert value is None or row[2] is not None and value in [str(one) for one in row[2]], (name, value)


def names_in(note):
    return sorted(re.findall(r"[a-z]+(?:_[a-z]+)+", re.sub(r"\[[^][|]+\|", "[", note)))


def asked(note):
    """The conditions of a note: pairs of an option and its value, None where it is on or off."""
    found = {one for text in re.findall(r"\[([^][|]+)\|", note) for one in text.split("&")}
    return {(one.lstrip("!").partition("=")[0], one.partition("=")[2] or None) for one in found}


def every_option(region):
    """One option after the other at each of its values, of a number at the least, the most and what the page has."""
    for row in load(region).OPTIONS:
        kind = declared.option_type(row)
        values = {"bool": [True, False], "choice": row[2], "number": [*(row[2] or ()), row[1]]}.get(kind, [row[1]])
        for value in values:
            if value in load(region).ONLY.get(row[0], (value,)):
                yield {row[0]: value}


@pytest.mark.parametrize("region", regions())
def test_both_languages_say_as_much_with_every_option(region):
    for options in every_option(region):
        whole = {**load(region).options, **options}
        zh, en = (notes.of(region, lang, whole) for lang in ("zh", "en"))
        assert list(zh) == list(en), options
        for key in en:
            assert len(zh[key].splitlines()) == len(en[key].splitlines()), (options, key)
            assert not set("[]|") & set(zh[key] + en[key]), (options, key)


# What the page of a region has with an option, and without it: both are looked for in what is shown.
SAID = [
    ("tuidaohu", {}, "Heavenly hand: the dealer", {"completed_patterns": False}),
    ("tuidaohu", {"kong_pay": True}, "kept in a drawn hand", {"kong_pay": False}),
    ("guigang", {}, "three of the winner's melds", {"liability": "third_meld"}),
    ("guigang", {"liability": "third_meld"}, "the winner's third meld", {"liability": "none"}),
    ("guigang", {}, "Liability", {"liability": "none"}),
    ("ningbo", {}, "liable for each other", {"liability_mutual": False}),
    ("ningbo", {}, "Liability", {"liability": False}),
    ("changsha", {}, "Birds", {"birds": 0}),
    ("changsha", {}, "sea bottom its own tile", {"birds": 0}),
    ("changsha", {}, "it doubles what they settle", {"bird_mode": "add"}),
    ("changsha", {}, "counted from the dealer", {"bird_origin": "winner", "opening_hands": False}),
    ("changsha", {}, "Opening hands", {"opening_hands": False}),
    ("shanghai", {}, "equal dice, or 1 and 4,", {"open_treasure": "double"}),
    ("shanghai", {"open_treasure": "double"}, "Treasure: with equal dice", {"open_treasure": "off"}),
    ("shanghai", {}, "Each drawn hand is counted", {"washout_doubles": False}),
    ("shanghai", {}, "three shares instead of his own", {"liability_self_draw": "alone"}),
    ("shanghai", {"liability_self_draw": "alone"}, "the others nothing", {"liability_self_draw": "on_top"}),
    ("shanghai", {}, "Liability", {"liability": False}),
    ("shangrao", {}, "Wild is the tile after", {"indicator_is_wild": True}),
    ("shangrao", {}, "the winds in a ring E S W N, the dragons", {"honor_cycle": "joint"}),
    ("shangrao", {"pairs_you_bao": False}, "no row with wilds", {}),
    ("shangrao", {"indicator_is_wild": True}, "Wild is the kind turned up itself", {}),
    ("shangrao", {}, "An added kong may be robbed", {"rob_kong": False}),
    ("kawuxing", {}, "but no pung", {"triplet_pung": True}),
    ("kawuxing", {}, "two shares to a winner", {"bao_hu": False}),
    ("kawuxing", {}, "or its discard is won on", {"last_tile_claim": False}),
    ("generic", {}, "An added kong may be robbed", {"win_on_discard": False}),
    ("generic", {}, "Only the best hand counts", {"combine": "product"}),
    ("sichuan", {}, "ends with the first win", {"blood_battle": True}),
    ("sichuan", {"declare_void": True}, "suit put aside", {}),
    ("xuezhan", {}, "suit put aside", {"declare_void": False}),
    ("xueliu", {}, "suit put aside", {"declare_void": False}),
    ("xuezhan", {}, "Root: all four", {"gen": False}),
    ("xueliu", {}, "Heavenly hand: the dealer", {"first_turn": False}),
    ("sichuan", {}, "First the flower pigs", {"pig_check": False}),
    ("sichuan", {}, "gives his kong money back", {"refund_kongs": False}),
    ("jiujiang", {}, "option washout_hands says", {"edition": "1"}),
    ("jiujiang", {"edition": "1"}, "until the dealer loses the deal", {}),
    ("jiujiang", {"edition": "1"}, "red flag and both last tiles, which are only added", {}),
    ("jiujiang", {}, "no self-draw beside replacement tile", {"replacement_self_draw": True}),
    ("longgang", {}, "Three wilds win at once", {"wilds_to_win": 4}),
    ("longgang", {"wilds_to_win": 4}, "Three wilds alone are no limit hand", {}),
    ("longgang", {"human_win": True}, "Humanly hand: another after the dealer's first discard", {}),
    ("longgang", {"rare_hands": True}, "Golden gate bridge: full flush with", {}),
    ("longgang", {"special_first": True}, "a limit hand goes first", {}),
    ("longgang", {}, "1s, 9s and honours twice", {"big_tiles": "honors"}),
    ("longgang", {"no_top_up": True}, "The first who runs out ends the session", {}),
]


@pytest.mark.parametrize("region, options, said, without", SAID)
def test_what_an_option_makes_untrue_is_not_said(shown, monkeypatch, region, options, said, without):
    monkeypatch.setenv("COLUMNS", "4000")
    flags = [
        [f"-o{name}={json.dumps(value).strip(chr(34))}" for name, value in one.items()] for one in (options, without)
    ]
    assert said in shown(region, *flags[0])
    assert said not in shown(region, *flags[1])


def test_of_claims_a_win_goes_first_and_a_chow_last(shown):
    """Every page: win before pung and kong before chow; also where three claims on a tile draw the hand."""
    for region in regions():
        first = data(region)["claims"]["first"]
        assert first == ["win", "pung", "chow"][: 2 if data(region)["claims"]["chow"] == "none" else 3]
    assert "Which claim goes first: a win, then pung or kong, then chow" in shown("ningbo")
    assert "先后：胡，再碰杠，再吃" in shown("ningbo", lang="zh")
    assert data("longgang", abort_triple_win=True)["claims"]["winners"] == 1


def test_no_sentence_has_a_number_that_a_house_changes(shown):
    """Longgang's limit hands and face points, Jiujiang's adders and what is eaten: the table of patterns has them."""
    text = shown("longgang", "-o", 'worths={"full_flush": 200, "self_draw": 4}')
    assert re.search(r"^  full_flush .* \* \(300\) 200 points$", text, re.M)
    assert re.search(r"^  self_draw .* \* \(2\) 4 points$", text, re.M)
    assert not re.search("limit hands: 300|self-draw 2", text)
    assert not re.search("add 5 each|Each Green 1", shown("jiujiang", "-o", 'worths={"green": 2, "self_draw": 2}'))


def test_a_pattern_that_an_option_takes_out_says_so(shown):
    text = shown("xuezhan", "-o", "gen=false")
    assert re.search(r"^  gen +Root \(each counts\) +– \(gen\)$", text, re.M)
    assert (
        re.search(r"^  last_tile_draw .* – \(last_tile\)$", text, re.M) and "because of the option in brackets" in text
    )
    assert (
        row(data("tuidaohu", completed_patterns=False)["patterns"], "seven_pairs")["off"] == "completed_patterns=false"
    )
    assert [one for one in data("tuidaohu")["patterns"] if one["off"]] == []


def test_a_note_may_have_several_lines(shown):
    assert "\\n" not in shown("longgang")
    assert len(notes.of("longgang", "en")["pay"].splitlines()) == 4


def test_a_region_may_have_its_own_word_for_wild_tiles(shown):
    assert "翻出 五筒：宝是 六筒" in shown("shangrao", lang="zh")
    assert "翻出 五筒：财神是 五筒" in shown("ningbo", lang="zh")
    assert "5p turned up: wild is 6p (4 in play)" in shown("shangrao")


def test_notes_are_shown_in_their_section(shown):
    text = shown("ningbo")
    assert text.index("\nPayments\n") < text.index("Liability") < text.index("\nKong payments\n")


def test_a_region_need_not_have_notes():
    assert notes.of("nowhere", "en") == {}


def test_lines_end_between_words_and_chinese_characters():
    assert lines.wrapped("one two, three", 8) == ["one two,", "three"]
    assert lines.wrapped("得分是 2 的次方", 8) == ["得分是 2", "的次方"]
    assert lines.wrapped("一二三，四五", 6) == ["一二", "三，四", "五"]
    assert lines.wrapped("一 averyveryverylongword", 6) == ["一", "averyveryverylongword"]


def test_a_number_stays_with_what_it_counts_and_a_bracket_with_what_it_opens():
    assert lines.wrapped("每种 4 张", 7) == ["每种", "4 张"]
    assert lines.wrapped("共计（一二", 6) == ["共计", "（一二"]


# ---------------------------------------------------------------- declarations, as the pages of the regions have them


def test_tiles_and_wall_of_ningbo():
    found = data("ningbo")
    assert found["tile_set"]["total"] == 144
    groups = {group["group"]: (group["tiles"], group["copies"]) for group in found["tile_set"]["groups"]}
    assert groups["flowers"] == ("12345678f", 1) and groups["dragons"] == ("567z", 4)
    wall = found["wall"]
    assert (wall["stacks"], wall["hand"], wall["left"], wall["kept_back"]) == ([18] * 4, 13, [90], [0])
    assert (wall["side"], wall["stays"], wall["turned_up"]) == ("sum", "most", "least")


def test_wild_tiles_of_ningbo():
    wilds = data("ningbo")["wilds"]
    assert [(one["indicator"], one["wilds"], one["count"]) for one in wilds["examples"]] == [
        ("5p", ["5p"], 3),
        ("2f", ["1f", "3f", "4f"], 3),
    ]
    assert wilds["examples"][1]["set_aside"] == ["5f", "6f", "7f", "8f"]


def test_claims_of_ningbo():
    claims = data("ningbo")["claims"]
    assert claims["winners"] == 1  # 截胡
    assert claims["chow"] == "next" and claims["not_discarded"] == ["chow", "ends"]
    assert claims["kong_in_turn_of_claim"] is False


def test_stacks_of_changsha_go_by_the_dealer(shown):
    wall = data("changsha")["wall"]
    assert wall["stacks"] == [14, 13, 14, 13] and wall["from_dealer"] is True
    assert wall["sea_bottom"] and wall["birds"] == 1 and wall["kong_dice"] == [0, 2]
    assert "From the dealer on" in shown("changsha")


def test_shapes_that_win():
    in_no_order = {"terminals": "none", "honours": "none", "unrelated": "none"}
    assert data("ningbo")["shapes"] == {"sets": "any", "pairs": "none", "orphans": "none", **in_no_order}
    assert data("guigang")["shapes"] == {"sets": "any", "pairs": "any", "orphans": "any", **in_no_order}
    assert data("changsha")["shapes"] == {"sets": "any", "pairs": "any", "orphans": "none", **in_no_order}


def test_shapes_in_no_order():
    """Shangrao: terminals and honours, thirteen unrelated, self-drawn; thirteen orphans are no shape of their own."""
    found = data("shangrao")["shapes"]
    assert (found["terminals"], found["unrelated"]) == ("drawn", "drawn")
    assert (found["orphans"], found["honours"]) == ("none", "none")
    assert data("shanghai")["shapes"]["honours"] == "any"


def test_eight_pairs_are_seven_and_a_pung(shown):
    assert data("longgang")["shapes"]["pairs"] == "none"
    assert "Seven pairs and a pung: on any tile" in shown("longgang", "-o", "eight_pairs=true")


# ---------------------------------------------------------------- payments, as the pages of the regions have them


def deltas(found):
    return {one["case"]: one["delta"] for one in found["payments"]}


def test_payments_of_changsha():
    """A small win: 10 from each, with the dealer 20; on a discard from the discarder alone."""
    found = deltas(data("changsha"))
    assert found["self_draw"] == [-20, 40, -10, -10]
    assert found["discard"] == [0, 10, -10, 0]
    assert found["dealer_discards"] == [-20, 20, 0, 0]
    assert found["dealer_self_draw"] == [60, -20, -20, -20]
    assert found["two_winners"] == [0, 10, -20, 10]


def test_who_deals_after_a_hand_of_changsha():
    found = data("changsha")
    assert row(found["payments"], "self_draw")["next_dealer"] == 1
    assert row(found["payments"], "two_winners")["next_dealer"] == 2  # 通炮: who discarded


def test_payments_of_guigang_with_one_who_has_fed_three_melds():
    """包胡: all pungs, 4 fan, self-drawn 5: 32 from each, paid by the feeder alone; from another's discard 16."""
    found = deltas(data("guigang"))
    assert found["fed_self_draw"] == [0, 96, -96, 0]
    assert found["fed_discard"] == [0, 16, -16, 0]
    assert "fed_self_draw" not in deltas(data("guigang", liability="none"))


def test_a_robbed_kong_of_guigang_is_paid_for_all():
    assert deltas(data("guigang"))["robbed"] == [0, 96, -96, 0]


def test_a_hand_that_is_laid_open_in_kawuxing():
    """卡五星: 亮倒 doubles and the discarder pays twice; in a drawn hand who has shown pays each other 1."""
    found = data("kawuxing")
    assert deltas(found)["shown"] == [0, 4, -4]
    assert row(found["drawn"], "drawn_shown")["delta"] == [1, -2, 1]
    assert "shown" not in deltas(data("ningbo"))


def test_a_hand_that_is_declared_ready():
    """九江: 报听 is a flower of ten, concealed hand is not counted beside it; 贵港: one fan more."""
    assert row(data("jiujiang")["payments"], "declared")["value"] == [10]
    guigang = data("guigang")["payments"]
    assert row(guigang, "declared")["value"] == [2 * row(guigang, "discard")["value"][0]]


def test_what_is_always_refused_is_told_once(shown):
    assert shown("shangrao").count("refused") == 1
    assert len([one for one in data("shangrao")["payments"] if "reason" in one and not one["value"]]) == 3


def test_one_winner_in_ningbo():
    found = row(data("ningbo")["payments"], "two_winners")
    assert found["reason"] == "priority" and len(found["value"]) == 1


def test_a_drawn_hand_and_a_false_win():
    found = data("ningbo")
    drawn = row(found["drawn"], "drawn")
    assert (drawn["delta"], drawn["next_dealer"]) == ([0, 0, 0, 0], 0)
    assert found["false_win"]["delta"] == [5, -15, 5, 5]


def test_kongs_are_not_paid_where_the_page_says_so(shown):
    assert data("ningbo")["kongs"] == []
    assert "Kongs are not paid for" in shown("ningbo")


# ---------------------------------------------------------------- options


def test_the_words_of_an_option_are_explained(shown):
    assert row(data("shangrao")["options"], "draw_dealer")["choices"] == {
        "stay": "the dealer stays",
        "next": "the next seat",
    }
    said = r"dealer after a drawn hand .*\n +stay: the dealer stays *\n +next: the next seat"
    assert re.search(said, shown("shangrao"))


def test_options_change_what_is_shown(shown):
    text = shown("ningbo", "--option", "minimum=2", "-o", "base=10")
    assert "in tai: 2" in text and "* (4) 2" in text and "* (1) 10" in text
    assert row(data("ningbo", base=10)["payments"], "self_draw")["value"] == [15]


def test_an_option_that_raises_the_minimum_leads_to_a_better_example():
    found = data("ningbo", minimum=6)
    assert row(found["payments"], "discard")["value"] >= [7]


def test_no_hand_may_be_worth_enough(shown):
    assert data("ningbo", minimum=50)["example"] is None
    assert "no example was found" in shown("ningbo", "-o", "minimum=50")


def test_a_worth_that_the_house_changed_is_marked(shown):
    text = shown("guigang", "-o", 'worths={"full_flush": 6}')
    assert re.search(r"^  full_flush +Full flush +\* \(5\) 6$", text, re.M)
    found = row(data("guigang", worths={"full_flush": 6})["patterns"], "full_flush")
    assert (found["worth"], found["default"]) == (6, 5)


def test_patterns_that_count_as_often_as_they_are_there_are_marked():
    repeated = [one["id"] for one in data("ningbo")["patterns"] if one["repeated"]]
    assert repeated == ["seat_flower", "dragon_pung"]


def test_the_name_of_the_house_is_shown(shown):
    text = shown("ningbo", "-o", "house=Uncle Wang")
    assert text.startswith("Uncle Wang (ningbo)") and "House rules, made from Ningbo" in text


@pytest.mark.parametrize(
    "arguments, code, message",
    [
        (["nowhere"], 1, "region: there is no nowhere"),
        (["ningbo", "-o", "minimum=99"], 1, "options.minimum: 99 is not in 0..50"),
        (["ningbo", "-o", "nothing=1"], 1, "options.nothing: ningbo has no such option"),
        (["ningbo", "-o", "minimum"], 2, "expected ID=VALUE"),
        (["ningbo", "-o", "worths={"], 1, "options.worths: an object was expected"),
        (["ningbo", "-o", 'worths={"no_such": 1}'], 1, "options.worths.no_such"),
        (["ningbo", "-o", "worths=" + "[" * 5000], 1, "options.worths: an object was expected"),
    ],
)
def test_what_is_wrong_is_named(capsys, arguments, code, message):
    assert commandline.run(["region", "show", *arguments, "--lang", "en"]) == code
    out, err = capsys.readouterr()
    assert out == "" and message in err


# ---------------------------------------------------------------- regions of another kind


class Other:
    """The declarations of a region with something different."""

    def __new__(cls, region="guigang", **different):
        base = type(load(region))
        return type("Rules", (base,), different)({})


def test_a_way_of_counting_is_named_only_when_it_always_fits():
    def almost(self, dealer, dice):
        return 1 if tuple(dice) == (6, 6) and dealer == 3 else sum(dice)

    assert openings.described(Other())["stays"] == "sum"
    assert openings.described(Other(stays=almost))["stays"] is None


def test_a_table_of_faces_is_told_for_one_die():
    def by_face(self, dealer, dice):
        return (dealer + (2, 1, 2, 3, 2, 1)[dice[0] - 1]) % 4

    assert openings.described(Other(DICE=1, break_side=by_face))["side"] == [2, 1, 2, 3, 2, 1]


def test_a_second_throw_is_told():
    def throws(self, dealer, dice):
        return [(dealer, 2), ((dealer + sum(dice[:2]) - 1) % 4, 2)][: 1 if len(dice) < 2 else 2]

    found = openings.described(Other(throws=throws, stays=lambda self, dealer, dice: sum(dice[2:])))
    assert found["throws"] == [{"who": "dealer", "dice": 2}, {"who": "counted", "dice": 2}]
    assert found["stays"] == "second"


def test_a_pung_is_asked_for_with_two_alike_in_hand(shown):
    """卡五星: who has three concealed may only make a kong of the fourth, but anybody may pung with two."""
    assert data("kawuxing")["claims"]["pung"] is True
    assert "A kong may be made in the turn of a pung" in shown("kawuxing")


def test_the_discard_after_the_last_draw(shown):
    assert data("tuidaohu")["claims"]["last_discard"] is False
    assert "The discard after the last draw may only be won on" in shown("tuidaohu")


def test_chows_and_winners_that_a_region_does_not_allow():
    found = declared.may(Other(CHOW=False, WINNERS=2))
    assert (found["chow"], found["winners"]) == ("none", 2)


def test_a_chow_that_is_allowed_as_the_last_set_only():
    def forbids(self, m, seat, what, kind):
        return what == 0 and len(m.hands[seat].melds) < 3

    assert declared.may(Other(forbids=forbids))["chow"] == "last"


def test_a_kong_that_may_not_be_robbed():
    assert declared.may(Other(may_rob=lambda self, m: False))["rob"] is False


def test_who_plays_on_after_a_win():
    def out(self, wins, seat):
        return seat not in [win["seat"] for win in wins]

    assert declared.may(Other(plays_on=out))["plays_on"] == "others"
    assert declared.may(Other(plays_on=lambda self, wins, seat: True))["plays_on"] == "all"


def test_kongs_that_are_paid_are_measured(monkeypatch):
    def pay_always(self, r, s):
        for kong in r.kongs or ():
            s.pay_each(kong.seat, 2 if kong.kind == 4 else 1, "kong")

    rules = Other(pay_always=pay_always)
    monkeypatch.setattr(score, "rules", lambda region, options: rules)
    found = {(one["kind"], one["when"]): one["delta"] for one in measured.kongs(rules, examples.plain(rules))}
    assert found == {
        ("kong", "any"): [-1, 3, -1, -1],
        ("added_kong", "any"): [-1, 3, -1, -1],
        ("concealed_kong", "any"): [-2, 6, -2, -2],
    }


def test_examples_have_no_tile_more_often_than_there_is():
    for region, shape in itertools.product(regions(), examples.SHAPES):
        rules = load(region)
        for hand in examples.candidates(rules, shape):
            assert len(hand.kinds) == rules.HAND + 1
            assert all(hand.kinds.count(bytes([kind])) <= rules.copies(kind) for kind in hand.kinds)
