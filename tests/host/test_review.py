"""`hand`, `rescore` and `amend`, as people and programs see them."""

import json
import xml.etree.ElementTree as ET

import pytest
import sqlalchemy as sa

from mjtable import players, store, tilepicture
from mjtable.commands import past as pages
from mjtable.commands import review
from mjtable.errors import BadFile, Differs, NoHand, NoTiles, WrongAmounts
from mjtable.store import Store
from mjtable.sync import Sync
from mjtable.tilenames import spelled
from tests.host import evening
from tests.host.fake import Journal


@pytest.fixture
def db(tmp_path):
    path = str(tmp_path / "a.db")
    with Store(path) as past:
        Sync(evening.play(Journal()), past).run()
        with past.transaction() as c:
            players.sit(c, players.session_of(c, None), 0, players.add(c, "[bold]=王"))
    return path


def said(capsys, function, *arguments, **how):
    function(*arguments, **{"lang": "en", **how})
    return " ".join(capsys.readouterr().out.split())


def spoil(db, **values):
    """The first hand, as an older mjtable might have scored it."""
    with Store(db) as past, past.transaction() as c:
        c.execute(sa.update(store.hands).where(store.hands.c.id == 1).values(values))


# ---------------------------------------------------------------- one hand


def test_a_hand_tells_who_held_what_and_why_it_was_worth_that(db, capsys):
    out = said(capsys, review.hand, 1, db=db)
    assert "0 East [bold]=王 (dealer) 12m 45556p 234789s, winning tile 3m" in out
    assert "worth 5" in out and "Edge wait: 1" in out and "Turned up 4z" in out


def test_in_chinese_tiles_have_their_names(db, capsys):
    out = said(capsys, review.hand, 1, db=db, lang="zh")
    assert "0 东 [bold]=王（庄） 一二万 四五五五六筒 二三四七八九条，胡 三万" in out and "翻出 北" in out


def test_programs_are_told_all_of_it(db, capsys):
    told = json.loads(said(capsys, review.hand, 1, db=db, as_json=True))
    assert told["players"] == ["[bold]=王", None, None, None]
    assert told["hand"]["scores"] == [15, -5, -5, -5] and told["laptop"]["delta"] == [15, -5, -5, -5]
    assert told["explanation"] and told["amendments"] == told["differences"] == []


def test_a_hand_that_is_not_there_is_said(db):
    for ident in (77, 10**12):
        with pytest.raises(NoHand):
            review.hand(ident, db=db)


@pytest.mark.parametrize(
    "text, zh, en",
    [
        ("123m55z7z", "一二三万 白白中", "123m 557z"),
        ("9s1s1f8f", "一九条 春菊", "19s 18f"),
        ("", "", ""),
    ],
)
def test_tiles_as_people_say_them(text, zh, en):
    assert (spelled(text, "zh"), spelled(text, "en")) == (zh, en)


# ---------------------------------------------------------------- pictures

RECORD = {
    "region": "ningbo",
    "hands": [
        {"concealed": "1m", "melds": [{"kind": "concealed_kong", "tiles": "2222m"}], "flowers": "1f"},
        {},
        {"concealed": "99p"},
    ],
    "wins": [{"seat": 0, "tile": "1m"}],
    "indicator": "4z",
}


def test_a_row_for_each_hand_that_is_known():
    found = tilepicture.lines(RECORD, ["E", "S", "W", "*"], ["East", "South", "West", "up"])
    assert [(line.label, [[tuple(tile) for tile in group] for group in line.groups]) for line in found] == [
        ("*", [[(30, False)]]),
        ("E", [[(0, False)], [(None, False), (1, False), (1, False), (None, False)], [(0, True)], [(34, False)]]),
        ("W", [[(17, False), (17, False)]]),
    ]


def test_the_bitmaps_are_those_of_the_displays():
    art = tilepicture.bitmaps("art.bin")
    assert {(len(art[kind]), len(art[kind][0])) for kind in range(42)} == {(32, 24)}
    assert tilepicture.bitmaps("font.bin")[ord("E")]


def test_the_pictures_are_written(db, tmp_path, capsys):
    png, svg = tmp_path / "a.png", tmp_path / "a.svg"
    assert str(png) in said(capsys, review.hand, 1, png=png, svg=svg, db=db)
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    drawn = ET.parse(svg).getroot()
    used = [use.get("href") for use in drawn.iter("{http://www.w3.org/2000/svg}use")]
    assert used.count("#t2") == 1  # the winning tile, 3m
    assert (
        len(used) == 3 + 3 * 13 * 4 + 2
    )  # turned up; 13 tiles a seat with body, frame and ink; the winning one: no frame
    assert "East [bold]=王" in [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]


def test_a_hand_without_tiles_has_no_picture(db, tmp_path):
    with pytest.raises(NoTiles):
        review.hand(2, png=tmp_path / "a.png", db=db)
    with pytest.raises(BadFile):
        review.hand(1, png=tmp_path / "no" / "a.png", db=db)


# ---------------------------------------------------------------- scored again


def test_what_is_scored_as_before_is_said(db, capsys):
    assert "Scored again: 2; different: 0" in said(capsys, review.rescore, db=db)


ANSWER = {"wins": [{"seat": 0, "valid": True, "value": 4, "patterns": ["no_wilds"]}], "delta": [12, -4, -4, -4]}


def test_a_difference_is_shown_and_can_be_amended(db, capsys):
    spoil(db, answer={**ANSWER, "next_dealer": 0, "carry": {}})
    with pytest.raises(Differs) as e:
        said(capsys, review.rescore, db=db)
    out = " ".join(capsys.readouterr().out.split())
    assert "Hand 1: before 0 East wins (4); now 0 East wins (5)" in out and "0 East +12 +15 +3" in out
    assert "hand 1" in str(e.value)
    assert "mjtable rescore 1" in said(capsys, review.hand, 1, db=db)
    told = json.loads(said(capsys, review.rescore, 1, amend=True, db=db, as_json=True))
    assert told["changes"][0]["delta"] == [3, -1, -1, -1] and told["amended"] == [1]
    assert "Amendment 1" in said(capsys, review.hand, 1, db=db)


def test_a_record_that_is_refused_now_is_said(db, capsys):
    spoil(db, record={"region": "nowhere", "hands": [], "wins": []})
    with pytest.raises(Differs):
        said(capsys, review.rescore, db=db)
    assert "Hand 1: its record is refused now" in capsys.readouterr().out


def test_hands_that_were_taken_back_are_left_out(db, capsys):
    spoil(db, answer={**ANSWER, "next_dealer": 0, "carry": {}}, undone=12)
    assert "different: 0" in said(capsys, review.rescore, db=db)


# ---------------------------------------------------------------- amended


def test_an_amendment_is_an_entry_beside_the_hand(db, capsys):
    out = said(capsys, review.amend, 1, [2, -2, 0, 0], reason="slip", db=db)
    assert "0 East +2 +17" in out
    said(capsys, review.amend, 1, [-2, 2, 0, 0], reason="no", db=db)
    told = json.loads(said(capsys, review.hand, 1, db=db, as_json=True))
    assert [(one["delta"], one["reason"]) for one in told["amendments"]] == [
        ([2, -2, 0, 0], "slip"),
        ([-2, 2, 0, 0], "no"),
    ]
    assert told["hand"]["scores"] == [15, -5, -5, -5]
    assert "hand 1 amended" in said(capsys, pages.history, db=db)
    assert len(json.loads(said(capsys, pages.history, db=db, as_json=True))["amendments"]) == 2


def test_wrong_amounts_are_refused(db):
    with pytest.raises(WrongAmounts, match="given: 2, expected: 4"):
        review.amend(1, [1, -1], db=db)
    with Store(db) as past:
        assert past.amendments_of([1]) == []


def test_a_houses_own_name_stands_for_the_regions(db, capsys):
    with Store(db) as past:
        record = dict(past.hand(1)[0].record)
    spoil(db, record={**record, "options": {**record["options"], "house": "老王家"}}, house="老王家")
    assert "老王家" in said(capsys, review.hand, 1, db=db)
    assert "老王家" in said(capsys, pages.history, db=db)
