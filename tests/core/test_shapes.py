"""The win check and the splits against a slow second opinion, and against counts that are known otherwise."""

from slow import Random, counts_of, hands_of_one_suit, wins_of_one_suit, wins_slowly

from engine_core import patterns, shapes, tiles


def test_plain_hands():
    for text, sets in (
        ("123m456p789s11122z", 4),
        ("111222333m44477z", 4),
        ("11223344556677m", 4),
        ("22m", 0),
        ("111m22p", 1),
        ("123456789m123p11122z", 5),
    ):
        assert shapes.is_win(counts_of(text), 0, sets), text


def test_hands_that_do_not_win():
    for text, sets in (
        ("123m456p789s11123z", 4),
        ("1122m", 1),
        ("891m222p333s444z55z", 4),
        ("13m", 0),
        ("123z11122233344m", 4),
        ("89p1s11122233344m", 4),
    ):
        assert not shapes.is_win(counts_of(text), 0, sets), text


def test_the_number_of_tiles_must_fit():
    hand = counts_of("123m456p789s11122z")
    for wilds, sets in ((1, 4), (0, 5), (0, 3), (3, 4)):
        assert not shapes.is_win(hand, wilds, sets)
    assert shapes.is_win(hand, 3, 5)


def test_wilds_alone_win():
    assert shapes.is_win(bytes(34), 2, 0)
    assert shapes.is_win(bytes(34), 14, 4)
    assert not shapes.is_win(bytes(34), 13, 4)


def test_a_wild_may_be_a_fifth_copy():
    assert shapes.is_win(counts_of("1111m123p456p789p"), 1, 4)
    assert shapes.is_win(counts_of("5555z"), 1, 1)


def test_sets_without_a_pair():
    assert shapes.is_sets(counts_of("123m444p"), 0, 2)
    assert shapes.is_sets(counts_of("13m44p"), 2, 2)
    assert not shapes.is_sets(counts_of("13m45p"), 1, 2)
    assert shapes.is_sets(bytes(34), 0, 0)


def test_agrees_with_trying_everything():
    rnd = Random(7)
    for _ in range(150):
        wilds = rnd.below(5)
        sets = 4 + rnd.below(2)
        counts = rnd.hand(3 * sets + 2 - wilds)
        assert shapes.is_win(counts, wilds, sets) == wins_slowly(counts, wilds, sets), (list(counts), wilds, sets)


def test_as_many_hands_of_one_suit_win_as_can_be_built():
    won = 0
    for h in hands_of_one_suit(8):
        won += shapes.is_win(h, 0, 2)
    assert won == len(wins_of_one_suit(2))


def test_a_split_exists_exactly_for_a_win():
    rnd = Random(11)
    for _ in range(80):
        wilds = rnd.below(4)
        counts = rnd.hand(14 - wilds)
        found = shapes.Splits(counts, wilds, shapes.Weigh()).hands(4)
        assert bool(found) == shapes.is_win(counts, wilds, 4), (list(counts), wilds)


def test_seven_pairs():
    assert shapes.is_seven_pairs(counts_of("1133m5577p2244s66z"))
    assert shapes.is_seven_pairs(counts_of("1111m5577p2244s66z"))
    assert not shapes.is_seven_pairs(counts_of("1133m5577p2244s67z"))
    assert shapes.is_seven_pairs(counts_of("1133m5577p224s66z"), 1)
    assert shapes.is_seven_pairs(counts_of("1133m5577p22s66z"), 2)
    assert not shapes.is_seven_pairs(counts_of("1133m5577p2244s"))


def test_thirteen_orphans():
    assert shapes.is_thirteen_orphans(counts_of("19m19p19s12345677z"))
    assert shapes.is_thirteen_orphans(counts_of("119m19p19s1234567z"))
    for text in ("19m19p19s1234567z", "19m19p18s12345677z", "19m19p19s11223345z", "129m19p19s1234567z"):
        assert not shapes.is_thirteen_orphans(counts_of(text)), text


def test_waits():
    assert tiles.text(shapes.waits(counts_of("1112345678999m"), 0, 4)) == "123456789m"
    assert tiles.text(shapes.waits(counts_of("123m456p789s1112z"), 0, 4)) == "2z"
    assert tiles.text(shapes.waits(counts_of("23m456p789s11122z"), 0, 4)) == "14m"
    assert len(shapes.waits(counts_of("123m456p789s111z"), 1, 4)) == 34
    assert shapes.waits(counts_of("147m147p147s1234z"), 0, 4) == b""
    assert tiles.text(shapes.waits(counts_of("11m22p456s11122z"), 0, 4)) == ""  # three pairs
    assert tiles.text(shapes.waits(counts_of("11m22p33s1112223z"), 0, 4)) == ""
    assert tiles.text(shapes.waits(counts_of("11m22p333444s111z"), 0, 4)) == "1m2p"


def test_what_splits_show():
    # 111222333m: three pungs or three chows
    splits = shapes.Splits(counts_of("111222333m77z"), 0, patterns.Weigh()).hands(3)
    assert sorted([(patterns.chows(s), patterns.pungs(s)) for s in splits]) == [(0, 3), (3, 0)]
    assert [patterns.pair_honour(s) for s in splits] == [7, 7]


def test_waits_that_a_place_of_the_winning_tile_makes():
    def found(text, win, wild=False, wilds=0):
        weigh = patterns.Weigh(-1 if wild else tiles.kind(win), wild)
        out = 0
        for s in shapes.Splits(counts_of(text), wilds, weigh).hands((sum(counts_of(text)) + wilds) // 3):
            out |= patterns.waits(s)
        return out

    assert found("12311p", "3p") == patterns.EDGE
    assert found("78911p", "7p") == patterns.EDGE
    assert found("78911p", "9p") == patterns.OPEN
    assert found("78911p", "8p") == patterns.CLOSED
    assert found("77711p", "7p") == patterns.TWO_PAIR
    assert found("77711p", "1p") == patterns.SINGLE
    assert found("34555p", "5p") == patterns.SINGLE | patterns.OPEN
    assert found("1311p", "", True, 1) == patterns.CLOSED | patterns.SINGLE  # 1.3 11 and 111 3.


def test_a_part_is_one_small_int():
    counts = counts_of("11112222333344m")
    for s in shapes.Splits(counts, 0, patterns.Weigh(0)).hands(4):
        assert 0 <= s < 1 << 30
