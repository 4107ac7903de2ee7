"""Hands that go on after a win, and a table that was reset."""

import pytest

from mjtable.commands import hands
from tests.host.evening import FIRST
from tests.web.served import Served


def test_a_hand_that_goes_on_after_a_win_is_entered_win_by_win(page):
    page.owner.ask("region.set", region="xuezhan", options={})
    page.owner.ask("session.new", dealer=0)
    page.until(lambda view: view.status["region"] == "xuezhan")
    while page.owner.ask("status")["throw"]:
        page.owner.ask("dice.throw")
    for seat, suit in enumerate("pppp"):
        page.owner.ask("hand.play", entry={"what": "void", "seat": seat, "suit": suit})
    wins = (
        {"seat": "1", "from": "0", "held": "123m456m789m22s34s5s"},
        {"seat": "2", "from": "0", "held": "123s456s789s33m67m8m"},
        {"seat": "3", "held": "234m567m66s78s9s", "melds": "999m@0"},
    )
    with page.visitor() as client:
        for number, win in enumerate(wins):
            page.until(lambda view, number=number: sum(e["what"] == "win" for e in view.course) == number)
            answer = client.post("/win", data={**win, "do": "win"})
            assert answer.status_code == 303, answer.text
            if number == 0:
                page.until(lambda view: any(e["what"] == "win" for e in view.course))
                text = client.get("/").text
                assert "Wins of this hand" in text and "play goes on" in text and "won</span>" in text
                assert "End the hand" in client.get("/win").text
        page.until(lambda view: page.history.hands_of() and not view.course)
        row = page.history.hands_of()[-1]
        assert [win["valid"] for win in row.answer["wins"]] == [True] * 3
        assert sum(row.answer["delta"]) == 0 and row.answer["delta"][0] < 0
        assert "Wins of this hand" not in client.get("/").text
        assert client.get(f"/hand/{row.id}").status_code == 200
    assert page.history.differences_of() == []


def test_a_table_that_was_reset_is_offered_what_it_had(tmp_path):
    with Served(tmp_path) as page:
        page.owner.ask("config.set", name="reset")
        page.owner.ask("region.set", region="ningbo", options={"minimum": 3})
        page.owner.ask("dice.throw")
        page.owner.ask("wild.set", tile="4z")
        page.owner.do(lambda link: hands.win(link, FIRST))
        page.until(lambda view: page.history.hands_of() and page.history.known_tables()[0].name == "reset")
    (tmp_path / "table.flash").unlink()
    with Served(tmp_path) as page, page.visitor() as client:
        view = page.until(lambda view: view.former)
        assert view.former.name == "reset"
        assert "memory is empty" in client.get("/").text
        page.owner.ask("region.set", region="ningbo", options={})
        page.owner.ask("dice.throw")
        page.until(lambda view: view.status["phase"] == "wild")
        assert "memory is empty" not in client.get("/").text  # in a hand the table would not take it
        page.owner.ask("hand.abort")
        page.until(lambda view: view.status["phase"] == "ready")
        assert "memory is empty" in client.get("/").text
        assert client.post("/device", data={"do": "restore"}).status_code == 303
        view = page.until(lambda view: any(view.status["scores"]))
        assert view.status["scores"] == [15, -5, -5, -5] and view.status["options"] == {"minimum": 3}
        view = page.until(lambda view: not view.former)
        assert "memory is empty" not in client.get("/").text
        assert page.until(lambda view: view.settings["name"] == "reset").trouble is None


@pytest.mark.parametrize("region", ["longgang", "kawuxing", "changsha", "shangrao"])
def test_the_board_of_other_tables(page, region):
    options = {"players": 5} if region == "longgang" else {}
    page.idle()
    page.owner.ask("region.set", region=region, options=options)
    page.owner.ask("session.new")
    seats = {"longgang": 5, "kawuxing": 3}.get(region, 4)
    page.until(lambda view: view.status["region"] == region and len(view.status["scores"]) == seats)
    with page.visitor() as client:
        assert client.get("/").text.count('class="seat ') == seats
        for address in ("/tv", "/table", "/win", "/players", "/device", "/region"):
            assert client.get(address).status_code == 200


@pytest.mark.parametrize("region", ["xuezhan", "sichuan"])
def test_a_false_win_is_a_foul_where_the_hand_goes_on_without_it(page, region):
    page.owner.ask("region.set", region=region, options={"declare_void": False})
    page.owner.ask("session.new", dealer=0)
    page.until(lambda view: view.status["region"] == region and not view.course)
    with page.visitor() as client:
        claim = {"seat": "3", "from": "1", "held": "12358p1346s7779s8s", "do": "false"}
        answer = client.post("/win", data=claim)
        assert answer.status_code == 303, answer.text
    assert page.owner.ask("hand.course")["entries"] == [{"what": "foul", "seat": 3, "kind": "false_win"}]
    page.owner.ask("hand.abort")


def test_a_kong_that_the_table_knows_is_robbed(page):
    page.owner.ask("region.set", region="guigang", options={})
    page.owner.ask("session.new", dealer=0)
    page.owner.ask("hand.play", entry={"what": "meld", "seat": 1, "kind": "pung", "tiles": "555m", "from": 0})
    page.owner.ask("hand.play", entry={"what": "kong", "seat": 1, "kind": "added_kong", "tile": "5m"})
    page.until(lambda view: view.status["region"] == "guigang" and len(view.course) == 2)
    before = len(page.history.hands_of())
    with page.visitor() as client:
        claim = {"seat": "2", "from": "1", "held": "123m34m555p22s789s5m", "flag.rob_kong": "1", "do": "win"}
        answer = client.post("/win", data=claim)
        assert answer.status_code == 303, answer.text
    page.until(lambda view: len(page.history.hands_of()) > before)
    row = page.history.hands_of()[-1]
    assert "robbing_the_kong" in row.answer["wins"][0]["patterns"] and not row.record.get("kongs")
    assert row.record["hands"][1]["melds"] == [{"kind": "pung", "tiles": "555m", "from": 0}]
