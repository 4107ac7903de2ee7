"""The scoreboard and what changes in it while it is open."""

import json

import httpx
import pytest

from mjtable import players
from mjtable.commands import hands
from mjtable.web.app import make_app
from mjtable.web.pieces import Pieces
from mjtable.web.scores import board, place
from tests.host.evening import FIRST
from tests.web.served import Client


def test_without_a_table_the_page_says_what_to_do(alone):
    text = Client(make_app(alone), "http://localhost").get("/?lang=en").text
    assert "No table found" in text and "mjtable web --sim" in text


@pytest.mark.parametrize("address", ["/", "/tv"])
@pytest.mark.parametrize(("lang", "word"), [("zh", "余牌"), ("en", "tiles left")])
def test_the_board_shows_what_the_table_says(played, address, lang, word):
    text = httpx.get(f"{played.url}{address}?lang={lang}").text
    assert word in text
    assert "+15" in text and "−5" in text
    assert "王建国" in text


def test_the_last_hand_is_told_with_its_patterns_and_payments(played):
    text = httpx.get(played.url + "/?lang=en").text
    assert "self-draw" in text
    assert text.count('<strong class="n">5</strong>') == 3


def test_the_dice_are_checked_against_their_seal(played):
    assert "Verified" in httpx.get(played.url + "/?lang=en").text


def test_an_open_page_is_sent_what_has_changed_and_nothing_else(played):
    with httpx.stream("GET", played.url + "/events?page=score&lang=en", timeout=20) as stream:
        told = (json.loads(line[5:]) for line in stream.iter_lines() if line.startswith("data:"))
        assert set(next(told)) >= {"board", "last", "dice", "link", "banner"}
        left = played.owner.view.status["wall"]["left"]
        played.owner.ask("wall.event", event="draw")
        news = next(told)
    assert set(news) == {"board"}
    assert f">{left - 1}<" in news["board"]


def test_a_name_of_a_page_that_is_none_is_refused(played):
    assert httpx.get(played.url + "/events?page=../x").status_code == 400


@pytest.mark.parametrize(
    ("seats", "empty", "sides"), [(4, 3, [0, 1, 2, 3]), (3, 3, [0, 1, 2]), (3, 0, [1, 2, 3]), (3, 1, [0, 2, 3])]
)
def test_where_three_play_one_side_is_empty(seats, empty, sides):
    assert [place(seat, seats, {"empty_side": empty}) for seat in range(seats)] == sides


def test_the_board_of_a_pulled_cable_keeps_what_was_there(played):
    played.sim.unplug()
    played.until(lambda view: view.link == "lost")
    shown = board(played.site, Pieces("zh"))
    assert shown.stale and [seat.score for seat in shown.seats] == [15, -5, -5, -5]
    text = httpx.get(played.url + "/?lang=zh").text
    assert "线断了。" in text and "不会少一局" in text
    played.sim.plug()
    played.until(lambda view: view.link == "live")
    assert "线断了" not in httpx.get(played.url + "/?lang=zh").text


@pytest.fixture(scope="module")
def played(page):
    """One hand of Ningbo, and a second that is being played; seat 2 has a name."""
    page.owner.ask("region.set", region="ningbo", options={"minimum": 3})
    page.until(lambda view: view.status["region"] == "ningbo" and page.site.session())
    with page.history.transaction() as c:
        players.sit(c, players.session_of(c, None), 2, players.add(c, "王建国"))
    for finished in (True, False):
        page.owner.ask("dice.throw")
        page.owner.ask("wild.set", tile="4z")
        page.owner.ask("wall.event", event="draw", count=40)
        if finished:
            page.owner.do(lambda link: hands.win(link, FIRST))
    page.until(lambda view: view.status["hand"] == 2 and view.status["wall"] and page.history.hands_of())
    return page
