"""Choosing what is played, its options, and the rules to read."""

import pytest

from mjtable.commands import hands
from mjtable.regions import regions
from mjtable.web import effect as web_effect
from mjtable.web.effect import effect
from tests.host.evening import DRAWN, FIRST


@pytest.fixture(scope="module")
def client(page):
    with page.visitor() as client:
        yield client


@pytest.fixture
def ningbo(page):
    page.owner.ask("region.set", region="ningbo", options={})
    page.until(lambda view: view.status["region"] == "ningbo" and not view.status["options"])
    return page


def form(region, **options):
    return {"region": region, **{"opt." + name: str(value) for name, value in options.items()}}


def test_an_option_that_another_makes_useless_is_greyed_with_the_reason_and_keeps_its_value(client, ningbo):
    text = client.post("/region", data={**form("ningbo", minimum=4, liability_mutual=1), "do": "look"}).text
    option = text[text.index('id="o-liability_mutual"') :].split("</div>")[0]
    assert "Not used: “" in option and "inert" in option and "checked" in option and "disabled" not in option
    text = client.post("/region", data={**form("ningbo", liability=1, liability_mutual=1), "do": "look"}).text
    assert "Not used: “" not in text and " inert" not in text


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("region", regions())
def test_every_region_has_its_form_and_its_rules(client, region, lang):
    assert client.get(f"/region?region={region}&lang={lang}").status_code == 200
    assert client.get(f"/region/{region}?lang={lang}").status_code == 200
    client.cookies.clear()  # which keep the language


def test_options_are_sent_to_the_table(client, ningbo):
    answer = client.post("/region", data={**form("ningbo", minimum=5, liability=1), "do": "send"})
    assert answer.status_code == 303
    view = ningbo.until(lambda view: view.status["options"])
    assert view.status["options"] == {"minimum": 5, "liability_mutual": False}


def test_the_page_after_it_marks_what_is_played_now(client, ningbo):
    """Without a script it is the only page that is seen."""
    for region in ("tuidaohu", "guigang", "ningbo"):
        answer = client.post("/region", data={**form(region), "do": "send"}, follow_redirects=True)
        assert answer.status_code == 200
        assert ningbo.owner.view.status["region"] == region


def test_what_the_form_has_no_field_for_stays(client, ningbo):
    ningbo.owner.ask("region.set", region="ningbo", options={"worths": {"full_flush": 7}, "minimum": 5})
    ningbo.until(lambda view: view.status["options"])
    assert client.post("/region", data={**form("ningbo", minimum=6, liability=1), "do": "send"}).status_code == 303
    options = ningbo.owner.ask("status")["options"]
    assert options == {"worths": {"full_flush": 7}, "minimum": 6, "liability_mutual": False}


def test_looking_changes_nothing(client, ningbo):
    answer = client.post("/region", data={**form("ningbo", minimum=5), "do": "look"})
    assert answer.status_code == 200 and "was 4" in answer.text
    assert ningbo.owner.ask("status")["options"] == {}


@pytest.mark.parametrize("value", ["-1", "51", "1.5", "x", "", "99999999999999999999", "١"])
def test_a_wrong_value_is_refused_where_it_stands(client, ningbo, value):
    answer = client.post("/region", data={**form("ningbo", minimum=value), "do": "send"})
    assert answer.status_code == 422
    assert 'class="err"' in answer.text and "minimum" in answer.text
    assert ningbo.owner.ask("status")["options"] == {}


@pytest.mark.parametrize("region", ["", "nowhere", "../x", "<script>"])
def test_a_region_that_is_none_is_refused(client, ningbo, region):
    answer = client.post("/region", data={"region": region, "do": "send"})
    assert answer.status_code == 422
    assert "<script>" not in answer.text.replace("<script src", "")


def test_during_a_hand_the_table_refuses_and_the_page_says_so(client, ningbo):
    ningbo.owner.ask("dice.throw")
    answer = client.post("/region", data={**form("ningbo", minimum=5), "do": "send"})
    assert answer.status_code == 409 and "Not done." in answer.text
    ningbo.owner.ask("hand.abort")


def test_the_rules_of_nowhere_are_no_page(client):
    assert client.get("/region/nowhere").status_code == 404


def test_the_effect_is_counted_on_the_hands_played(ningbo):
    for record in (FIRST, DRAWN):
        ningbo.owner.ask("dice.throw")
        ningbo.owner.ask("wild.set", tile="4z")
        ningbo.owner.do(lambda link, record=record: hands.win(link, record))
    ningbo.until(lambda view: len(ningbo.history.hands_of()) == 2)
    rows = ningbo.history.hands_of()
    assert not rows[0].answer["wins"][0]["valid"] or rows[0].answer["wins"][0]["value"] == 5
    stricter = effect(rows, "ningbo", {"minimum": 20})
    assert (stricter.hands, stricter.fewer, stricter.more) == (2, [rows[0].number], [])
    assert effect(rows, "ningbo", {}) == (2, [], [], [], [], True)
    assert effect(rows, "ningbo", {"base": 3}).otherwise == [rows[0].number]
    assert effect(rows, "guigang", {}).hands == 0
    assert effect(rows, "ningbo", {"no_such": 1}).unknown == [row.number for row in rows]


def test_of_a_long_session_the_latest_hands_are_looked_at(ningbo, client, monkeypatch):
    """The two hands of the test above."""
    strict = {"do": "look", "region": "ningbo", "opt.minimum": "20"}
    assert "Wins that would be lost in this session: 1" in client.post("/region", data=strict).text
    monkeypatch.setattr(web_effect, "MOST", 1)
    text = client.post("/region", data=strict).text
    assert "Wins that would be lost" not in text
    assert "Only the latest hands of this session were looked at: 1." in text


def test_no_hand_is_scored_again_while_nothing_is_changed(ningbo, client, monkeypatch):
    monkeypatch.setattr(web_effect, "score", None)
    assert "Nothing is changed." in client.get("/region").text
    assert client.get("/region?region=ningbo").status_code == 200
