"""Options as they are typed and shown."""

import pytest

from mjtable.commands import rules
from mjtable.errors import BadRules
from mjtable.output import option_text
from mjtable.rulebook import gathered


def test_several_numbers_are_typed_with_commas():
    assert rules.value_of("longgang", "follow", "1,2,3,4") == [1, 2, 3, 4]
    assert rules.value_of("longgang", "follow", "[1, 2, 3, 4]") == [1, 2, 3, 4]
    assert option_text({"follow": [1, 2, 3, 4], "human_win": True}) == "follow=1,2,3,4, human_win=true"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1,2,3", "options.follow: 3 numbers are given, 4 are expected"),
        ("7", "options.follow: 1 numbers are given, 4 are expected"),
        ("1,2,x,4", "options.follow.2: "),
        ("1,2,,4", "options.follow.2: "),
        ("1,2,3,10000", "options.follow.3: 10000 is not in 0..9999"),
        ("true,2,3,4", "options.follow.0: "),
    ],
)
def test_other_text_is_refused_by_name(text, why):
    with pytest.raises(BadRules) as e:
        rules.loaded("longgang", {"follow": rules.value_of("longgang", "follow", text)})
    assert why in str(e.value)


def test_single_values_are_as_before():
    assert rules.value_of("longgang", "players", "5") == 5
    assert rules.value_of("longgang", "human_win", "True") is True
    assert rules.value_of("longgang", "big_tiles", "honors") == "honors"
    with pytest.raises(BadRules, match=r"options.players: five is no whole number in 4\.\.5"):
        rules.value_of("longgang", "players", "five")


def test_worths_are_shown_in_the_unit_of_each_pattern():
    shown = {row["id"]: row for row in gathered.data(rules.loaded("longgang"), "en")["patterns"]}
    assert (shown["all_pungs"]["worth"], shown["all_pungs"]["unit"]) == (1, "tai")
    assert (shown["full_flush"]["worth"], shown["full_flush"]["unit"]) == (300, "points")
    assert (shown["self_draw"]["worth"], shown["self_draw"]["unit"]) == (2, "points")
    options = {row["id"]: row for row in gathered.data(rules.loaded("longgang"), "en")["options"]}
    assert options["follow"]["type"] == "numbers" and options["players"]["type"] == "number"
