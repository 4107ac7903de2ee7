"""A form that comes twice: what was done is not done again, and whoever means it twice can."""

import re
import threading

import httpx
import pytest
import sqlalchemy as sa
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse

from mjtable import houses, store
from mjtable.web.once import MOST, Once


@pytest.fixture(scope="module")
def client(page):
    page.owner.ask("region.set", region="ningbo", options={})
    page.until(lambda view: view.status["session"] and page.site.session())
    with page.visitor() as client:
        yield client


def word(client, address):
    """The word that the forms of a page have."""
    found = set(re.findall(r'name="once" value="(\w+)"', client.get(address).text))
    assert len(found) == 1
    return found.pop()


def twice(client, address, shown, form):
    """Sends a form of the page `shown` twice; where each answer leads."""
    form = {**form, "once": word(client, shown)}
    answers = [client.post(address, data=form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303], answers[1].text
    return [answer.headers["location"] for answer in answers]


def count(page, table):
    return page.history.rows(sa.select(sa.func.count()).select_from(table))[0][0]


def session(page):
    return page.owner.ask("status")["session"]


def test_a_new_session_begins_once(client, page):
    before = session(page)
    assert twice(client, "/players", "/players", {"do": "session", "dealer": ""}) == [
        "/players?done=session",
        "/players?done=before",
    ]
    assert session(page) == before + 1
    assert "is not done twice" in client.get("/players?done=before").text


def test_whoever_means_it_twice_sends_it_from_the_page_that_followed(client, page):
    before = session(page)
    for _ in range(2):
        twice(client, "/players", "/players", {"do": "session", "dealer": ""})
    assert session(page) == before + 2


def test_two_clicks_at_once_are_one(client, page):
    before = session(page)
    form = {"do": "session", "dealer": "", "once": word(client, "/players")}
    led = []

    def click():
        led.append(httpx.post(page.url + "/players", data=form, headers={"origin": page.url}).headers["location"])

    clicks = [threading.Thread(target=click) for _ in range(2)]
    for one in clicks:
        one.start()
    for one in clicks:
        one.join()
    assert sorted(led) == ["/players?done=before", "/players?done=session"]
    assert session(page) == before + 1


def test_a_player_is_added_seated_and_renamed_once(client, page):
    assert twice(client, "/players", "/players", {"do": "add", "name": "Ann"})[1] == "/players?done=before"
    assert count(page, store.players) == 1
    before = count(page, store.seats)
    twice(client, "/players", "/players", {"do": "sit", "seat": "1", "player": "Ann"})
    assert count(page, store.seats) == before + 1
    twice(client, "/players", "/players", {"do": "rename", "player": "Ann", "name": "Anna"})
    assert page.site.names()[1] == "Anna"


def test_the_rules_are_sent_once(client, page):
    before = page.owner.ask("status")["seq"]
    form = {"do": "send", "region": "ningbo", "opt.minimum": "5"}
    assert twice(client, "/region", "/region", form)[1] == "/region?done=before"
    assert page.owner.ask("status")["options"]["minimum"] == 5 and page.owner.ask("status")["seq"] == before + 1


def test_a_win_of_a_hand_that_goes_on_is_booked_once(client, page):
    """In rivers of blood the same seat may win again: nothing but the form says that it is the same win."""
    page.owner.ask("region.set", region="xueliu", options={})
    page.owner.ask("session.new", dealer=0)
    page.owner.ask("dice.throw")
    for seat in range(4):
        page.owner.ask("hand.play", entry={"what": "void", "seat": seat, "suit": "s"})
    page.until(lambda view: view.status["phase"] == "play" and len(view.course) == 4)
    form = {"do": "win", "how": "tiles", "seat": "0", "from": "", "held": "1m1m1m2m3m4m5m6m7m8m9m9m9m9m"}
    assert twice(client, "/win", "/win", {**form, "number": page.owner.view.status["hand"]})[1] == "/?done=before"
    course = page.owner.ask("hand.course", **{"from": 0})["entries"]
    assert [one["what"] for one in course].count("win") == 1
    page.owner.ask("hand.abort")


def test_a_correction_is_entered_once(client, page):
    page.owner.ask("region.set", region="ningbo", options={})
    page.owner.ask("session.new", dealer=0)
    page.owner.ask("dice.throw")
    page.until(lambda view: view.status["region"] == "ningbo" and view.status["phase"] == "wild")
    assert client.post("/win", data={"do": "drawn"}).status_code == 303
    page.until(lambda view: page.history.hands_of())
    address = f"/hand/{page.history.hands_of()[-1].id}"
    form = {"payer": "0", "payee": "1", "amount": "4", "reason": ""}
    assert twice(client, address + "/correct", address, form)[1] == address + "?done=before"
    assert count(page, store.amendments) == 1
    twice(client, address + "/correct", address, form)
    assert count(page, store.amendments) == 2


def test_a_house_is_made_and_removed_once(client):
    twice(client, "/house", "/house", {"id": "li", "from": "ningbo"})
    assert twice(client, "/house/li", "/house/li", {"do": "drop"}) == ["/house?done=dropped", "/house?done=before"]
    assert "li" not in houses.ids()


# ---------------------------------------------------------------- by itself


def request(path="/players"):
    scope = {"type": "http", "method": "POST", "path": path, "headers": [], "query_string": b""}
    return Request({**scope, "server": ("h", 80), "scheme": "http"})


@pytest.fixture
def doing():
    """Counts how often something is done, which answers with `answer`."""

    class Doing:
        times = 0
        answer = RedirectResponse("/players?done=add", 303)

        def __call__(self):
            self.times += 1
            return self.answer

    return Doing()


def test_what_was_refused_may_come_again(doing):
    once, form = Once(), FormData({"once": "a", "name": "Ann"})
    doing.answer = PlainTextResponse("no", 409)
    once.act(request(), form, doing)
    doing.answer = RedirectResponse("/players?done=add", 303)
    assert once.act(request(), form, doing).headers["location"] == "/players?done=add"
    once.act(request(), form, doing)
    assert doing.times == 2


def test_something_else_with_the_same_word_is_something_else(doing):
    once = Once()
    for form in ({"name": "Ann"}, {"name": "Bob"}, {"name": "Ann", "do": "x"}):
        once.act(request(), FormData({"once": "a", **form}), doing)
    once.act(request("/house"), FormData({"once": "a", "name": "Ann"}), doing)
    assert doing.times == 4


def test_the_pin_beside_it_makes_it_no_other(doing):
    once = Once()
    once.act(request(), FormData({"once": "a", "name": "Ann", "pin": "1234"}), doing)
    once.act(request(), FormData({"once": "a", "name": "Ann", "pin": "4321"}), doing)
    assert doing.times == 1


def test_a_form_without_a_word_is_done_each_time(doing):
    once = Once()
    for _ in range(2):
        once.act(request(), FormData({"name": "Ann"}), doing)
    assert doing.times == 2


def test_the_latest_are_remembered(doing):
    once = Once()
    for n in range(MOST + 5):
        once.act(request(), FormData({"once": str(n)}), doing)
    once.act(request(), FormData({"once": str(MOST)}), doing)
    assert doing.times == MOST + 5 and len(once._sent) == MOST
