"""What a house says: everything that is wrong with it at once, with its line, in both languages."""

import zlib

import pytest

from engine_core.score import score
from mjtable import housefile, houses
from mjtable.errors import BadFile, BadHouse, BadRules, HouseThere, NoHouse
from mjtable.regions import house_name, regions, rules_title
from tests.host import evening

GOOD = """\
id = "wang"
from = "ningbo"
[name]
zh = "老王家"
en = "Wang's"
[options]
minimum = 3
liability = true
[worths]
full_flush = 9
half_flush = 2
"""

CANONICAL = (
    rb"""{"options":{"house":"\u8001\u738b\u5bb6|Wang's","minimum":3,"worths":{"full_flush":9}},"region":"ningbo"}"""
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "any.toml"


def said(written, path, lang="en"):
    """Every message of a check, with its line."""
    with pytest.raises(BadHouse) as error:
        houses.checked(written, path)
    head, *lines = error.value.message(lang).split("\n")
    assert str(len(lines)) in head
    return [line.removeprefix(f"{path}:") for line in lines]


def test_a_house_is_its_base_and_what_differs(path):
    house = houses.checked(GOOD, path)
    assert house == ("wang", "ningbo", {"minimum": 3, "worths": {"full_flush": 9}, "house": "老王家|Wang's"})
    assert (house.rules.worth["full_flush"], house.rules.worth["half_flush"]) == (9, 2)
    assert house.crc == f"{zlib.crc32(CANONICAL):08x}"


def test_a_record_of_it_is_scored_anywhere(path):
    options = houses.checked(GOOD.replace("full_flush = 9", "edge_wait = 9"), path).options
    answer = score({"region": "ningbo", "indicator": "4z", "options": options, **evening.FIRST})
    assert answer["delta"] == [39, -13, -13, -13]  # all chows, no wilds, self-draw, the base, and 9 for the edge wait


def test_one_name_for_both_languages_stands_once(path):
    assert houses.checked(GOOD.replace("老王家", "Wang's"), path).options["house"] == "Wang's"


def test_everything_that_is_wrong_is_said_at_once(path):
    written = """\
id = "Wang"
from = "ningbo"
colour = 3
[name]
zh = "名字太长了实在是太长了"
en = "Ünï"
fr = "x"
[options]
minimum = 99
minimun = 3
liability = "yes"
discard_shares = 1.5
house = "x"
worths = {}
base 3
[worths]
full_flush = 10000
full_flsh = 3
half_flush = true
all_pungs = -1
"""
    assert said(written, path) == [
        "1: id: 'Wang' is not 1..16 small letters a-z",
        "3: colour: no such field",
        "5: name.zh: '名字太长了实在是太长了' is no name of 1..16 columns (a Chinese character has 2), without |",
        "6: name.en: 'Ünï' is no name of 1..16 plain letters, digits and signs, without |",
        "7: name.fr: no such field",
        "9: options.minimum: 99 is not in 0..50",
        "10: options.minimun: ningbo has no such option, see mjtable region show ningbo. Did you mean minimum?",
        "11: options.liability: 'yes' is not true or false",
        "12: options.discard_shares: 1.5 is no whole number in 1..3",
        "13: options.house: belongs in [name]",
        "14: options.worths: belongs in [worths]",
        "15: this is no TOML: = is expected after the name",
        "17: worths.full_flush: 10000 is not in 0..9999",
        "18: worths.full_flsh: no pattern of ningbo, see mjtable region show ningbo. Did you mean full_flush?",
        "19: worths.half_flush: true is no whole number in 0..9999",
        "20: worths.all_pungs: -1 is not in 0..9999",
    ]
    chinese = said(written, path, "zh")
    assert len(chinese) == 16 and all("：" in line or "，" in line for line in chinese)
    assert "10: options.minimun：ningbo 没有这个选项，见 mjtable region show ningbo。是不是：minimum" in chinese


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "wang"', "", "1: id: is missing"),
        ('from = "ningbo"', "", "1: from: is missing"),
        ('from = "ningbo"', 'from = "nigbo"', "2: from: there is no region 'nigbo'. Did you mean ningbo?"),
        ('from = "ningbo"', "from = 7", "2: from: there is no region 7"),
        ('"wang"', '"ningbo"', "1: id: ningbo is the id of a region"),
        ('"wang"', '"w1"', "1: id: 'w1' is not 1..16 small letters a-z"),
        ('"wang"', '"' + "w" * 17 + '"', "1: id: 'wwwwwwwwwwwwwwwww' is not 1..16 small letters a-z"),
        ('en = "Wang\'s"', "", "3: name.en: is missing"),
        ("老王家", "a|b", "4: name.zh: 'a|b' is no name of 1..16 columns (a Chinese character has 2), without |"),
        ("老王家", " a", "4: name.zh: ' a' is no name of 1..16 columns (a Chinese character has 2), without |"),
        ("老王家", "", "4: name.zh: '' is no name of 1..16 columns (a Chinese character has 2), without |"),
        ("老王家", "🀄", "4: name.zh: '🀄' has U+1F004, which no display shows"),
        ("老王家", "老王😀家", "4: name.zh: '老王😀家' has U+1F600, which no display shows"),
        ("老王家", "a\u202eb", r"4: name.zh: 'a\u202eb' has U+202E, which no display shows"),
        ("老王家", "老\u200b王", r"4: name.zh: '老\u200b王' has U+200B, which no display shows"),
        ("老王家", r"\u001b[31m", r"4: name.zh: '\x1b[31m' has U+001B, which no display shows"),
        ("[worths]", "[[worths]]", "9: worths: a part [worths] was expected"),
        ("[options]", "[option]", "6: option: no such field. Did you mean options?"),
    ],
)
def test_each_error_has_its_line_and_says_what_is_expected(path, old, new, message):
    assert said(GOOD.replace(old, new), path) == [message]


def test_a_choice_is_refused_with_the_words_that_there_are(path):
    written = (
        GOOD.replace("ningbo", "shanghai").replace("minimum = 3", 'open_treasure = "of"').replace("half_flush = 2", "")
    )
    assert said(written, path) == ["7: options.open_treasure: 'of' is not one of double_or_14, double, off"]


def test_a_name_may_fill_the_displays(path):
    house = houses.checked(GOOD.replace("老王家", "王" * 8).replace("Wang's", "W" * 16), path)
    assert len(house.options["house"]) == 25


def test_a_house_that_no_request_could_carry_is_refused(path, monkeypatch):
    monkeypatch.setattr(houses, "LONGEST", 50)
    assert said(GOOD, path) == [f"6: options: {len(CANONICAL)} bytes, at most 50 can be kept"]


@pytest.mark.parametrize("region", regions())
def test_the_worths_of_every_region_can_be_changed(region, path):
    written = housefile.new("wang", region)
    rules = houses.checked(written, path).rules
    assert rules.changed == {"house": "wang"}
    most = min(7, housefile.worth_range(rules)[1])
    for ident in housefile.with_worth(rules)[:5]:
        written = housefile.with_value(written, ("worths", ident), most)
    changed = houses.checked(written, path)
    assert [changed.rules.worth[ident] for ident in housefile.with_worth(rules)[:5]] == [most] * 5
    assert rules_title(region, changed.options, "zh").startswith("wang（")


# ---------------------------------------------------------------- files


def test_a_new_house_is_found_by_its_id():
    made = houses.make("wang", "ningbo", None)
    assert made.parent == houses.folder() and houses.ids() == ["wang"]
    assert houses.loaded("wang").options == {"house": "wang"}
    with pytest.raises(HouseThere):
        houses.make("wang", "shanghai", None)
    houses.drop("wang")
    assert houses.ids() == []
    with pytest.raises(NoHouse):
        houses.loaded("wang")


def test_or_by_its_file(path):
    assert houses.make("wang", "ningbo", path) == path
    assert houses.loaded(str(path)).id == "wang" and houses.ids() == []


@pytest.mark.parametrize(("ident", "region"), [("Wang", "ningbo"), ("", "ningbo"), ("shanghai", "ningbo"), ("a", "b")])
def test_a_new_house_has_an_id_of_its_own_and_a_base(ident, region):
    with pytest.raises(BadRules):
        houses.make(ident, region, None)
    assert houses.ids() == []


def test_a_file_in_the_folder_of_houses_is_called_as_its_id():
    path = houses.make("wang", "ningbo", None)
    path.rename(path.with_name("li.toml"))
    with pytest.raises(BadHouse, match="li.toml:5: id: is wang, but the file is called li"):
        houses.loaded("li")


def test_files_that_are_none(tmp_path):
    with pytest.raises(BadFile):
        houses.loaded(str(tmp_path / "none.toml"))
    with pytest.raises(BadFile):
        houses.loaded(str(tmp_path) + "/")
    (tmp_path / "latin.toml").write_bytes(b'id = "wang"\nfrom = "\xe9"\n')
    with pytest.raises(BadHouse, match="latin.toml:2: this is no UTF-8 text"):
        houses.loaded(str(tmp_path / "latin.toml"))
    (tmp_path / "large.toml").write_bytes(b"#" * (houses.LARGEST + 1))
    with pytest.raises(BadHouse, match="too large"):
        houses.loaded(str(tmp_path / "large.toml"))
    (tmp_path / "bom.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert houses.loaded(str(tmp_path / "bom.toml")).id == "wang"


def test_a_file_is_written_whole_or_not_at_all(path, monkeypatch):
    houses.write(path, GOOD)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(BadFile):
        houses.write(path, "other")
    assert path.read_text("utf-8") == GOOD and [p.name for p in path.parent.iterdir() if "any" in p.name] == [
        "any.toml"
    ]


# ---------------------------------------------------------------- names of anybody


@pytest.mark.parametrize(
    "options", [None, [], 7, {}, {"house": 7}, {"house": "a\x1b[2J"}, {"house": "a\u202eb"}, {"house": ""}]
)
def test_whatever_options_a_history_has_there_is_a_name(options):
    assert house_name(options, "en") == ""
    assert rules_title("ningbo", options, "en") == "Ningbo"
