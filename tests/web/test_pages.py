"""Statistics, players, house rules and the device: what they show, and what their forms do."""

import re

import pytest
import sqlalchemy as sa

from mjtable import houses, store
from mjtable.commands import hands
from mjtable.errors import PinWait, Refused
from mjtable.link import Link
from mjtable.web.app import make_app
from tests.host.evening import DRAWN, FIRST
from tests.web.served import Client

PAGES = (
    "/",
    "/tv",
    "/region",
    "/win",
    "/win?how=patterns",
    "/session",
    "/stats",
    "/players",
    "/house",
    "/table",
    "/device",
)


@pytest.fixture(scope="module")
def client(page):
    """After two hands of Ningbo."""
    page.owner.ask("region.set", region="ningbo", options={"minimum": 3})
    page.until(lambda view: view.status["region"] == "ningbo")
    for record in (FIRST, DRAWN):
        page.owner.ask("dice.throw")
        page.owner.ask("wild.set", tile="4z")
        page.owner.do(lambda link, record=record: hands.win(link, record))
    page.until(lambda view: len(page.history.hands_of()) == 2)
    with page.visitor() as client:
        yield client


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("address", PAGES)
def test_every_page_is_there_without_a_table_and_without_a_history(alone, address, lang):
    join = "&" if "?" in address else "?"
    answer = Client(make_app(alone), "http://localhost").get(f"{address}{join}lang={lang}")
    assert answer.status_code == 200
    assert f'<html lang="{"zh-CN" if lang == "zh" else "en"}"' in answer.text


@pytest.mark.parametrize("address", ["/nowhere", "/house/nowhere", "/house/../etc", "/house/UPPER", "/region/x/y"])
def test_what_is_no_page_says_so(client, address):
    answer = client.get(address)
    assert answer.status_code == 404 and "No such page" in answer.text


@pytest.mark.parametrize("word", ["nothing", "", "{0.__class__}", "%FF%00", "9" * 5000, "<script>"])
@pytest.mark.parametrize("address", ["/", "/nowhere", "/stats"])
def test_a_page_that_is_told_of_something_unknown_as_done_says_nothing_of_it(client, address, word):
    answer = client.get(f"{address}?done={word}")
    assert answer.status_code == (404 if address == "/nowhere" else 200)
    assert "note ok" not in answer.text and "<script>" not in answer.text.replace("<script ", "")
    assert "note ok" in client.get(f"{address}?done=saved").text


HUGE = "9" * 5000  # more digits than Python reads


@pytest.mark.parametrize(
    ("address", "code"),
    [
        (f"/hand/{HUGE}", 404),
        (f"/session/{HUGE}", 404),
        (f"/session?id={HUGE}", 303),
        (f"/stats?session={HUGE}", 200),
        (f"/table?seat={HUGE}", 200),
        (f"/win?seat={HUGE}&from={HUGE}&number={HUGE}", 200),
    ],
)
def test_a_huge_number_in_an_address_is_no_slip_of_ours(client, address, code):
    assert client.get(address).status_code == code


@pytest.mark.parametrize(
    ("address", "form", "code", "said"),
    [
        ("/players", {"do": "sit", "seat": HUGE, "player": ""}, 409, "there is no seat 99999999999999999999, "),
        ("/players", {"do": "sit", "seat": "x", "player": ""}, 409, "there is no seat x, this session has 0..3"),
        ("/players", {"do": "session", "dealer": HUGE}, 409, "there is no seat 99999999999999999999, "),
        ("/players", {"do": "session", "dealer": "4"}, 409, "there is no seat 4, this session has 0..3"),
        ("/table/press", {"seat": HUGE, "key": "ok"}, 303, ""),
        ("/hand/1/correct", {"payer": "0", "payee": "1", "amount": HUGE}, 422, "Two seats and a number above 0"),
        ("/hand/1/correct", {"payer": HUGE, "payee": "1", "amount": "1"}, 422, "Two seats and a number above 0"),
        ("/device", {"do": "config", "name": "t", "brightness": HUGE}, 409, "brightness"),
        ("/region", {"do": "send", "region": "ningbo", "opt.minimum": HUGE}, 422, ""),
        ("/win", {"do": "drawn", "number": HUGE}, 409, "is over already"),
        ("/win", {"do": "look", "take": HUGE, "drop": HUGE, "unflower": HUGE, "points": HUGE, "seat": HUGE}, 200, ""),
        ("/win", {"do": "look", "how": "patterns", "times.flower": HUGE}, 200, ""),
    ],
)
def test_a_huge_number_in_a_form_is_refused_in_the_words_of_its_field(client, address, form, code, said):
    answer = client.post(address, data=form)
    assert answer.status_code == code and said in answer.text


# ---------------------------------------------------------------- statistics, players


def test_statistics_count_hands_dice_and_patterns(client, page):
    text = client.get("/stats").text
    assert "throws: 2" in text and "All chows" in text and "wins: 1" in text
    assert client.get("/stats?region=nowhere&session=99999999999999999999").status_code == 200


def test_statistics_by_period(client, page):
    for period in ("month", "year"):
        text = client.get("/stats?period=" + period).text
        assert "throws: 2" in text and "wins: 1" in text
        assert f'href="/stats?period={period}" aria-current="true"' in text
    with page.history.transaction() as c:
        long_ago = {"time": 1_000_000_000}
        before = c.execute(sa.select(store.hands.c.id, store.hands.c.time)).all()
        c.execute(sa.update(store.hands).values(long_ago))
    text = client.get("/stats?period=year").text
    assert "Nothing was played in this time." in text and "All chows" not in text
    assert "All chows" in client.get("/stats?period=all").text
    with page.history.transaction() as c:
        for row in before:
            c.execute(sa.update(store.hands).where(store.hands.c.id == row.id).values(time=row.time))


def test_few_dice_tell_nothing_of_bias(client):
    text = client.get("/stats").text
    assert "Too few to tell" in text and "No sign of bias" not in text


def test_players_are_added_seated_and_renamed(client, page):
    def sent(**data):
        return client.post("/players", data=data)

    assert sent(do="add", name="王建国").status_code == 303
    assert sent(do="add", name="王建国").status_code == 409
    assert sent(do="add", name="").status_code == 409
    assert sent(do="sit", seat="2", player="王建国").status_code == 303
    assert "王建国" in client.get("/").text
    assert sent(do="rename", player="王建国", name="老王").status_code == 303
    assert "老王" in client.get("/tv").text
    assert sent(do="sit", seat="9", player="老王").status_code == 409
    assert sent(do="sit", seat="x", player="nobody").status_code == 409
    assert sent(do="rename", player="nobody", name="x").status_code == 409
    assert sent(do="sit", seat="2", player="").status_code == 303
    assert "老王" not in client.get("/").text
    assert sent(do="nothing").status_code == 200


def test_a_new_session_begins_with_its_scores(client, page):
    assert client.post("/players", data={"do": "session", "dealer": "1"}).status_code == 303
    view = page.until(lambda view: view.status["session"] == 2)
    assert (view.status["dealer"], view.status["scores"]) == (1, [0, 0, 0, 0])
    assert client.post("/players", data={"do": "session", "dealer": "9"}).status_code == 409


@pytest.mark.parametrize(("kind", "begins"), [("csv", "hand,time"), ("json", "{"), ("xlsx", "PK")])
def test_the_history_is_exported(client, kind, begins):
    answer = client.get(f"/export/{kind}")
    assert answer.status_code == 200 and answer.content.lstrip(b"\xef\xbb\xbf").startswith(begins.encode())
    assert f'filename="mjtable.{kind}"' in answer.headers["content-disposition"]


def test_another_kind_of_file_is_none(client):
    assert client.get("/export/exe").status_code == 404


# ---------------------------------------------------------------- house rules

NAMES = '[name]\nzh = "老张茶楼"\nen = "Zhang"\n'
HOUSE = f'id = "zhang"\nfrom = "generic"\n{NAMES}[worths]\nfull_flush = 6\n'


@pytest.fixture
def house(client):
    """A new one, on this laptop."""
    assert client.post("/house", data={"id": "zhang", "from": "generic"}).headers["location"] == "/house/zhang"
    yield "/house/zhang"
    if "zhang" in houses.ids():
        houses.drop("zhang")


@pytest.mark.parametrize(
    "data",
    [{}, {"id": "Zhang", "from": "generic"}, {"id": "ningbo", "from": "generic"}, {"id": "x", "from": "nowhere"}],
)
def test_a_house_that_cannot_be_is_refused_in_words(client, data):
    answer = client.post("/house", data=data)
    assert answer.status_code == 422 and "Not done." in answer.text
    assert houses.ids() == []


def test_a_file_that_is_right_is_saved_and_sent(client, page, house):
    assert client.post(house, data={"text": HOUSE, "do": "send"}).status_code == 303
    assert houses.loaded("zhang").options == {"house": "老张茶楼|Zhang", "values": {"full_flush": 6}}
    view = page.until(lambda view: view.houses)
    assert [row["id"] for row in view.houses] == ["zhang"]
    assert "the table has the same" in client.get(house).text
    assert "Zhang" in client.get("/house").text and "Zhang" in client.get("/region").text


def test_what_is_wrong_is_named_with_its_line_and_nothing_is_saved(client, house):
    before = houses.read(houses.place("zhang"))
    wrong = HOUSE.replace("full_flush = 6", "full_flus = 6\nall_pungs = -1")
    answer = client.post(house, data={"text": wrong, "do": "save"})
    assert answer.status_code == 422
    assert (
        "To put right before it can be sent: 2" in answer.text and "Line 7" in answer.text and "Line 8" in answer.text
    )
    assert "Did you mean full_flush?" in answer.text
    assert houses.read(houses.place("zhang")) == before


@pytest.mark.parametrize("text", ["", "\0", "[[[", "x" * 100_000, "<script>"])
def test_a_file_that_is_none_is_no_crash(client, house, text):
    answer = client.post(house, data={"text": text, "do": "save"})
    assert answer.status_code == 422 and "<script>x" not in answer.text


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000, "0b" + "1" * 64])
def test_a_number_that_nobody_can_write_is_named_with_its_line(client, house, number):
    text = f'id = "zhang"\nfrom = "ningbo"\n[options]\nminimum = {number}\n'
    answer = client.post(house, data={"do": "text", "text": text})
    assert answer.status_code == 200 and "this is no TOML: a number of so many digits" in answer.text
    assert client.post(house, data={"do": "save", "text": text}).status_code == 422


def test_the_fields_write_into_the_file(client, house):
    answer = client.post(house, data={"text": HOUSE, "do": "fields", "worth.full_flush": "8", "worth.all_pungs": "3"})
    assert "full_flush = 8" in answer.text and "all_pungs = 3" in answer.text
    answer = client.post(house, data={"text": HOUSE, "do": "fields", "worth.full_flush": "x"})
    assert "To put right: 1" in answer.text


def test_a_hand_is_tried_by_house_and_base(client, house):
    tried = {"text": HOUSE, "do": "text", "tried": "111m234m567m888m99m"}
    text = client.post(house, data=tried).text
    assert "worth 6" in text and "by the base worth 4" in text
    assert "14 tiles are needed" in client.post(house, data={**tried, "tried": "1m"}).text


def test_a_house_is_removed(client, house):
    assert client.post(house, data={"text": HOUSE, "do": "drop"}).status_code == 303
    assert houses.ids() == []


# ---------------------------------------------------------------- the device


def test_the_device_shows_displays_checks_and_log(client, page):
    text = client.get("/device").text
    assert text.count("data:image/png") == 5
    assert page.owner.view.hello["id"] in text and "memory free" in text and "power on" in text


def test_settings_are_sent(client, page):
    data = {"do": "config", "name": "3号桌", "lang": "en", "brightness": "3", "empty_side": "1"}
    assert client.post("/device", data=data).status_code == 303
    view = page.until(lambda view: view.settings["name"] == "3号桌")
    assert (view.settings["lang"], view.settings["empty_side"]) == ("en", 1)
    assert "3号桌" in client.get("/").text
    for wrong in ({"lang": "fr"}, {"empty_side": "7"}, {"brightness": "x"}):
        assert client.post("/device", data={**data, **wrong}).status_code == 409


# ---------------------------------------------------------------- a table with a PIN


def test_a_table_that_wants_its_pin_is_asked_for_it_and_nothing_typed_is_lost(client, page, monkeypatch):
    asked, told = Link.request, []

    def refusing(link, method, /, **given):
        if method == "region.set":
            told.append((link.pin(None, False), link.pin(None, True), link.who))
            raise Refused(code=-32003, why="pin: the table's PIN is needed", field="pin")
        return asked(link, method, **given)

    form = {"region": "ningbo", "opt.minimum": "5", "do": "send"}
    with monkeypatch.context() as patch:
        patch.setattr(Link, "request", refusing)
        answer = client.post("/region", data=form)
        assert answer.status_code == 403 and "This table has a PIN" in answer.text
        assert 'name="opt.minimum" value="5"' in answer.text and "Wrong PIN" not in answer.text
        what = re.search("To be sent: (.*)</p>", answer.text)[1]
        assert what.startswith("least tai that may win 3 → 5") and re.search(r", from hand \d+ on\.$", what)
        assert "<h1>Region</h1>" in answer.text and " inert" in answer.text
        answer = client.post("/region", data={**form, "pin": "1234"})
        assert answer.status_code == 403 and "Wrong PIN." in answer.text and "1234" not in answer.text
        answer = client.post("/region", data=form, headers={"accept": "application/json"})
        assert answer.json() == {"error": "This table has a PIN"}
    assert told == [(None, None, "web 127.0.0.1"), ("1234", None, "web 127.0.0.1"), (None, None, "web 127.0.0.1")]
    assert client.post("/region", data={**form, "pin": "1234"}).status_code == 303


def test_a_tables_name_is_as_long_as_the_table_takes(client, page):
    text = client.get("/device").text
    most = int(re.search('name="name" value="[^"]*" maxlength="([0-9]+)"', text)[1])
    settings = {"do": "config", "lang": "zh", "brightness": "3", "empty_side": "3"}
    assert client.post("/device", data={**settings, "name": "x" * most}).status_code == 303
    assert client.post("/device", data={**settings, "name": "x" * (most + 1)}).status_code == 409
    assert client.post("/device", data={**settings, "name": "mjtable"}).status_code == 303


def test_a_pin_is_set_changed_and_taken_away(client, page):
    def sent(new, **pin):
        return client.post("/device", data={"do": "pin", "new_pin": new, **pin}).status_code

    assert sent("12") == 409
    assert sent("4321") == 303
    page.until(lambda view: view.settings["pin"])
    assert "PIN: set" in client.get("/device").text
    assert (sent("5678"), sent("5678", pin="1111"), sent("5678", pin="4321")) == (403, 403, 303)
    for left in (2, 1):
        answer = client.post("/device", data={"do": "pin", "new_pin": "", "pin": "1111"})
        assert answer.status_code == 403 and f"Tries left: {left}." in answer.text
    assert sent("", pin="5678") == 303
    page.until(lambda view: not view.settings["pin"])


def test_a_table_that_takes_no_pin_for_a_while_says_how_long(client, monkeypatch):
    asked = Link.request

    def waiting(link, method, /, **given):
        if method != "session.new":
            return asked(link, method, **given)
        raise PinWait(code=-32003, why="too many", field="pin", wait=8, left=None, wrong=4)

    with monkeypatch.context() as patch:
        patch.setattr(Link, "request", waiting)
        answer = client.post("/players", data={"do": "session"})
    assert answer.status_code == 403 and "End this session, begin a new one." in answer.text
    assert 'Try again in <span class="n seconds">8</span> s.' in answer.text and 'data-wait="8"' in answer.text
