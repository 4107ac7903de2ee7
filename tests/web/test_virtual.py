"""The virtual table: displays, wall, keys, and the cable of a simulated table."""

import pytest

from engine_core.rules import load
from engine_core.walk import Wall
from mjtable.web import scores, virtual
from mjtable.web.app import make_app
from mjtable.web.owner import View
from mjtable.web.pieces import Pieces
from tests.web.served import Client


@pytest.fixture(scope="module")
def client(page):
    page.owner.ask("region.set", region="ningbo", options={})
    page.until(lambda view: view.status["region"] == "ningbo")
    with page.visitor() as client:
        yield client


JSON = {"accept": "application/json"}


def test_all_displays_are_pictures(client, page):
    text = client.get("/table").text
    assert text.count('src="data:image/png;base64,') == 5
    assert len(page.owner.view.screens) == 5


@pytest.fixture
def ready(page):
    """Between two hands."""
    page.idle()


def test_a_key_does_what_it_does_at_the_table(client, page, ready):
    assert client.post("/table/press", data={"seat": "0", "key": "dice"}, headers=JSON).json() == {"error": ""}
    assert page.owner.ask("status")["phase"] == "wild"


def test_the_wall_is_drawn_and_the_next_stack_can_be_taken(client, page, ready):
    page.owner.ask("dice.throw")
    page.owner.ask("wild.set", tile="4z")
    view = page.until(lambda view: view.status["phase"] == "play")
    drawn = str(virtual.wall_drawing(page.site, Pieces("en")))
    assert drawn.count("<rect") == 72 and drawn.count('data-draw="1"') == 1
    assert client.post("/table/press", data={"key": "next"}, headers=JSON).json() == {"error": ""}
    page.until(lambda now: now.status["wall"]["left"] == view.status["wall"]["left"] - 1)


@pytest.mark.parametrize("empty", range(4))
def test_where_three_play_and_a_fourth_sits_out_walls_lie_where_the_panels_are(alone, monkeypatch, empty):
    wall = Wall(load("kawuxing"), 0, b"\x01\x02")
    monkeypatch.setattr(virtual, "wall_of", lambda site: wall)
    status = {"seats": 3, "scores": [0] * 4, "phase": "play", "dealer": 0, "throw": None}
    alone.owner.view = View(status=status, settings={"empty_side": empty})
    drawn = str(virtual.wall_drawing(alone, Pieces("en")))
    far = virtual.SIZE - virtual.INSET - virtual.DEEP
    walls = {
        0: f' y="{far:.1f}" width',
        1: f' x="{far:.1f}" ',
        2: f' y="{virtual.INSET:.1f}" width',
        3: f' x="{virtual.INSET:.1f}" ',
    }
    sides = {side for side, at in walls.items() if at in drawn}
    assert sides == {panel.place for panel in virtual.panels(alone, Pieces("en"))} == set(range(4)) - {empty}


def test_after_the_deal_the_dealer_is_to_play_then_who_has_drawn(client, page, ready):
    page.owner.ask("dice.throw")
    page.owner.ask("wild.set", tile="4z")
    dealer = page.until(lambda view: view.status["phase"] == "play").status["dealer"]
    assert scores.whose_turn(page.owner.view) == dealer
    assert f"{Pieces('en').seat(dealer)} to play" in client.get("/").text
    client.post("/table/press", data={"key": "discard"}, headers=JSON)
    page.until(lambda view: scores.whose_turn(view) == (dealer + 1) % 4)
    client.post("/table/press", data={"key": "next"}, headers=JSON)
    page.until(lambda view: view.status["wall"]["taken"] and scores.whose_turn(view) == (dealer + 1) % 4)


def test_a_tile_that_is_drawn_too_early_is_told_what_comes_before(client, page, ready):
    page.owner.ask("dice.throw")
    page.until(lambda view: view.status["phase"] == "wild")
    for data in ({"key": "next"}, {"key": "draw", "seat": "0"}):
        answer = client.post("/table/press", data=data, headers=JSON)
        assert (answer.status_code, answer.json()) == (409, {"error": "No tile is drawn yet: turn up the wild tile."})


def test_nobody_discards_while_nobody_is_to_play(client, page, ready):
    answer = client.post("/table/press", data={"key": "discard"}, headers={**JSON, "accept-language": "zh"})
    assert (answer.status_code, answer.json()) == (409, {"error": "还不知道轮到谁。"})


@pytest.mark.parametrize(
    "data", [{}, {"key": "dice"}, {"seat": "9", "key": "dice"}, {"seat": "0", "key": "x"}, {"seat": "-1", "key": "ok"}]
)
def test_a_key_that_is_none_is_refused_in_words(client, data):
    answer = client.post("/table/press", data=data, headers=JSON)
    assert (answer.status_code, answer.json()) == (422, {"error": "no such key"})


def test_what_the_table_refuses_is_said(client, page, ready):
    page.owner.ask("dice.throw")
    page.owner.ask("wild.set", tile="4z")
    left = page.owner.ask("status")["wall"]["left"]
    page.owner.ask("wall.event", event="draw", count=left)
    answer = client.post("/table/press", data={"seat": "3", "key": "draw"}, headers=JSON)
    assert answer.status_code == 409 and answer.json()["error"]


def test_without_a_table_the_displays_are_dark(alone):
    text = Client(make_app(alone), "http://localhost").get("/table?lang=en").text
    assert text.count(virtual.data_url(b"")) == 5
    assert "Looking for the table" in text


def test_a_pulled_cable_refuses_keys_with_the_reason(client, page):
    client.post("/table/cable", data={"do": "pull"}, headers=JSON)
    page.until(lambda view: view.link == "lost")
    answer = client.post("/table/press", data={"seat": "0", "key": "dice"}, headers=JSON)
    assert answer.status_code == 409 and answer.json()["error"]
    client.post("/table/cable", data={"do": "plug"}, headers=JSON)
    page.until(lambda view: view.link == "live")
    assert client.post("/table/press", data={"seat": "0", "key": "no"}, headers=JSON).status_code == 200
