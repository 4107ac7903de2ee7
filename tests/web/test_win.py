"""Entering a win: what a click means, what the core says of it, and what the table is told."""

import re

import pytest
from starlette.datastructures import FormData

from engine_core.called import NEEDS
from engine_core.rules import load
from mjtable.readings import LAID_OUT
from mjtable.web import entry
from mjtable.web.pieces import Pieces
from mjtable.web.why import WORDS, why

STATUS = {
    "region": "ningbo", "options": {}, "seats": 4, "dealer": 2, "round_wind": "E", "streak": 0, "indicator": "3s",
    "wall": None, "dice": [], "carry": {}, "scores": [0, 0, 0, 0],
}  # fmt: skip
RULES = load("ningbo")
FULL = {"seat": "0", "from": "3", "held": "11m456m99m9m", "melds": "777z@1 222m@3"}


def read(**fields):
    return entry.read(FormData(fields), STATUS, RULES)


def judged(**fields):
    return entry.judged(read(**fields), STATUS, (), RULES, "en")


def clicked(click, **fields):
    return entry.acted(read(**fields), FormData(click), STATUS, RULES)


def test_a_whole_hand_is_judged_by_the_core():
    found = judged(**FULL)
    assert found.claim.reason is None and found.claim.value == 6
    assert {row.id for row in found.claim.patterns} == {"half_flush", "two_pair_wait", "no_wilds", "dragon_pung"}
    assert [(one.payer, one.payee, one.amount) for one in found.claim.payments] == [(3, 0, 6)]


def test_a_hand_that_is_worth_too_little_is_refused_with_the_reason():
    found = judged(**{**FULL, "melds": "777z@1 222p@3"})
    assert found.claim.reason == "below the minimum"


def test_a_hand_that_would_do_self_drawn_says_so():
    fields = {"seat": "0", "from": "3", "held": "234m456p678s456s5p5p"}
    refused = judged(**fields)
    assert refused.claim.reason == "below the minimum"
    assert entry.drawn_instead(read(**fields), refused, {**STATUS}, (), RULES, "en") == 5
    assert entry.drawn_instead(read(**FULL), judged(**FULL), STATUS, (), RULES, "en") is None


def test_why_patterns_count_and_how_else_the_tiles_could_be_read():
    shown, wild = Pieces("en"), {**STATUS, "indicator": "5m"}
    e = entry.read(FormData({"seat": "2", "held": "1234567p5m88p6p", "melds": "999p@1"}), wild, RULES)
    found = entry.judged(e, wild, (), RULES, "en")
    told = why(shown, found.record, found.claim, ["5m"])
    assert [(one.value, one.counts) for one in told.reads] == [(7, True), (6, False)]
    assert told.counted["closed_wait"] == "the winning tile is the middle of a chow"
    assert "as 5 dots" in told.reads[0].groups or "as 5p" in told.reads[0].groups
    assert ("All pungs", "pungs only") in told.missing


@pytest.mark.parametrize(("held", "missing"), [("", 14), ("123m", 11), ("123m456m789m123s5z", 1)])
def test_what_is_not_whole_is_no_error(held, missing):
    found = judged(seat="0", held=held)
    assert (found.missing, found.claim, found.error) == (missing, None, "")


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": "9"}, {"seat": "x"}, {"from": "7"}, {"from": "0", "seat": "0"}, {"held": "<b>"}, {"held": "8z9z0m"},
        {"melds": "xyz 12m 11111m 5f5f5f@9"}, {"flowers": "9f"}, {"points": "-3"}, {"relation": "x"},
        {"called": "no_such"}, {"times.no_such": "3"}, {"flag.nothing": "1"},
    ],
)  # fmt: skip
def test_what_is_none_is_left_out(fields):
    e = read(**fields)
    assert e.seat in range(4) and e.giver is None and not e.melds and not e.called and not e.flags
    assert e.held == "" and e.flowers == "" and e.points == 0 and e.relation == "before"


def test_clicks_add_and_take_tiles():
    assert clicked({"add": "5m"}, held="1m").held == "1m5m"
    assert clicked({"add": "2f"}, held="1m").flowers == "2f"
    assert clicked({"take": "0"}, held="1m5m").held == "5m"
    assert clicked({"take": "last"}, held="1m5m").held == "1m"
    assert clicked({"take": "last"}, held="").held == ""
    cleared = clicked({"clear": "1"}, held="1m", melds="777z@1", flowers="2f", seat="3")
    assert (cleared.held, cleared.melds, cleared.flowers, cleared.seat) == ("", [], "", 3)


def test_no_more_tiles_than_a_hand_has():
    whole = "123m456m789m123s55z"
    assert clicked({"add": "5m"}, held=whole).held == "".join(entry.split(whole))


@pytest.mark.parametrize(
    ("kind", "held", "relation", "melds", "left"),
    [
        ("set", "1m777z", "opposite", ["777z@2"], "1m"),
        ("set", "1m456p", "opposite", ["456p@3"], "1m"),  # a chow is of the player before
        ("set", "1m457p", "before", [], "1m4p5p7p"),
        ("kong", "1m7z", "after", ["7777z@1"], "1m"),
        ("kong", "1m7777z", "before", ["7777z@3"], "1m"),
        ("added_kong", "7z", "after", ["7777z+1"], ""),
        ("concealed_kong", "7z", "after", ["7777z"], ""),
        ("nonsense", "777z", "before", [], "7z7z7z"),
    ],
)
def test_tiles_are_made_a_meld(kind, held, relation, melds, left):
    e = clicked({"meld": kind}, seat="0", held=held, relation=relation)
    assert (e.melds, e.held) == (melds, left)


def test_melds_become_those_of_a_hand_record():
    e = read(seat="0", melds="456p@3 7777z+1 2222m 1111s@2")
    assert entry.melds_of(e, 4) == [
        {"kind": "chow", "tiles": "4p5p6p", "from": 3},
        {"kind": "added_kong", "tiles": "7z7z7z7z", "from": 1},
        {"kind": "concealed_kong", "tiles": "2m2m2m2m"},
        {"kind": "kong", "tiles": "1s1s1s1s", "from": 2},
    ]


def test_flags_that_cannot_hold_say_why():
    drawn = entry.impossible(read(seat="0"), STATUS, (), RULES)
    claimed = entry.impossible(read(**FULL), STATUS, (), RULES)
    assert drawn["after_kong"] == "" and drawn["rob_kong"] == "claimed" and drawn["heavenly"] == "dealer"
    assert claimed["after_kong"] == "drawn" and claimed["rob_kong"] == "" and claimed["earthly"] == "melds"


@pytest.mark.parametrize(
    ("region", "melds", "heavenly"),
    [("longgang", "1111s", ""), ("longgang", "111s@1", "melds"), ("ningbo", "1111s", "melds"), ("ningbo", "", "")],
)
def test_a_dealt_hand_may_have_the_melds_that_its_region_lets_it_have(region, melds, heavenly):
    status = {**STATUS, "region": region, "dealer": 0, "indicator": "5p"}
    rules = load(region)
    for seat, why_not in (("0", heavenly), ("1", "dealer")):
        e = entry.read(FormData({"seat": seat, "held": "1m", "melds": melds}), status, rules)
        assert entry.impossible(e, status, (), rules)["heavenly"] == why_not


def test_a_robbed_kong_is_that_of_the_giver():
    held = "123m456m789m55z46p5p"
    plain, robbed = (judged(seat="0", held=held, **{"from": "3"}, **more) for more in ({}, {"flag.rob_kong": "1"}))
    assert robbed.record["hands"][3]["melds"] == [{"kind": "pung", "tiles": "555p"}]
    assert "robbing_the_kong" in {row.id for row in robbed.claim.patterns} - {row.id for row in plain.claim.patterns}


def test_called_patterns_are_judged_without_tiles():
    form = FormData(
        [
            ("how", "patterns"),
            ("seat", "0"),
            ("from", "3"),
            ("tile", "9m"),
            ("called", "full_flush"),
            ("called", "no_wilds"),
        ]
    )
    found = entry.judged(entry.read(form, STATUS, RULES), STATUS, (), RULES, "en")
    assert found.claim.reason is None and found.claim.value == 6


@pytest.mark.parametrize(
    ("region", "dealer", "indicator", "aside", "held"),
    [
        ("longgang", 1, "5p", "1f2f3f", "4f"),  # South deals: East is at North's place, whose own flower is Winter
        ("longgang", 0, "2f", "", "1f3f4f"),
        ("ningbo", 0, "1f", "5f6f7f8f", "2f3f4f"),
        ("jiujiang", 0, None, "6z", "5z7z"),
        ("shanghai", 0, None, "1f8f", "1m"),
    ],
)
def test_what_is_wild_for_a_seat_stays_in_its_hand(region, dealer, indicator, aside, held):
    status = {**STATUS, "region": region, "dealer": dealer, "indicator": indicator}
    rules = load(region)
    e = entry.read(FormData({"seat": "0"}), status, rules)
    for code in re.findall("..", aside + held):
        e = entry.acted(e, FormData({"add": code}), status, rules)
    assert (e.flowers, e.held) == (aside, held)


def test_patterns_that_cannot_be_together_are_refused_in_words():
    form = FormData([("how", "patterns"), ("seat", "0"), ("called", "all_chows"), ("called", "all_pungs")])
    found = entry.judged(entry.read(form, STATUS, RULES), STATUS, (), RULES, "en")
    assert found.error


def test_several_seats_win_on_one_discard():
    status = {**STATUS, "region": "changsha", "indicator": None, "dealer": 0}
    rules = load("changsha")
    first = {"seat": "0", "from": "3", "held": "123m456m789m22s34s5s"}
    form = FormData({**first, "also": "1"})
    e = entry.acted(entry.read_all(form, status, rules), form, status, rules)
    assert (e.seat, e.giver, e.held, [one.seat for one in e.others]) == (1, 3, "", [0])
    more = FormData(
        [("seat", "1"), ("from", "3"), ("held", "123s456p789p55m34s5s"), ("other", entry.spelled(e.others[0]))]
    )
    both = entry.read_all(more, status, rules)
    record = entry.as_record(both, 4)
    assert [(win["seat"], win["from"], win["tile"]) for win in record["wins"]] == [(0, 3, "5s"), (1, 3, "5s")]
    found = entry.judged(both, status, (), rules, "en")
    assert found.error == "" and len(found.settled.claims) == 2


@pytest.mark.parametrize(
    "other", ["", "x", "seat=1", "seat=3", "seat=9&held=%00", "held=" + "1m" * 5000, "seat=0;held=1m"]
)
def test_claims_before_it_that_are_none_are_left_out(other):
    form = FormData([("seat", "1"), ("from", "3"), ("held", "1m"), ("other", other)])
    e = entry.read_all(form, STATUS, RULES)
    assert all(one.seat in (0, 2) for one in e.others)


# ---------------------------------------------------------------- on the page, to a table


@pytest.fixture(scope="module")
def client(page):
    page.owner.ask("region.set", region="ningbo", options={})
    page.until(lambda view: view.status["region"] == "ningbo")
    with page.visitor() as client:
        yield client


@pytest.fixture
def playing(page):
    """A hand is being played."""
    page.owner.ask("dice.throw")
    page.owner.ask("wild.set", tile="3s")
    return page.fresh(lambda view: view.status["phase"] == "play")  # of this hand, not of the one before


def test_a_legal_win_is_sent_and_stands_in_the_history(client, page, playing):
    before = len(page.history.hands_of())
    answer = client.post("/win", data={**FULL, "do": "win"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/?done=win")
    page.until(lambda view: len(page.history.hands_of()) > before)
    row = page.history.hands_of()[-1]
    assert row.answer["delta"] == [6, 0, 0, -6]
    assert row.record["hands"][0]["melds"][0]["from"] == 1
    told = client.get(f"/hand/{row.id}").text
    assert f"no. {row.id} in the history" in told
    assert "Half flush" in told and "base 1 + 5 tai = 6 points" in told and "table and laptop agree" in told


def test_an_illegal_one_is_not_sent_as_a_win(client, page, playing):
    refused = {**FULL, "melds": "777z@1 222p@3"}
    seq = page.owner.ask("status")["seq"]
    answer = client.post("/win", data={**refused, "do": "win"})
    assert answer.status_code == 422 and "below the minimum" in answer.text
    assert page.owner.ask("status")["seq"] == seq
    answer = client.post("/win", data={**refused, "do": "false"})
    assert answer.status_code == 303
    assert page.owner.ask("status")["last"]["delta"] == [-15, 5, 5, 5]


def test_a_drawn_hand(client, page, playing):
    number = str(page.owner.view.status["hand"])
    assert f'name="number" value="{number}"' in client.get("/win").text
    assert client.post("/win", data={"do": "drawn", "number": number}).status_code == 303
    answer = client.post("/win", data={"do": "drawn", "number": number})  # from another page that was open
    assert answer.status_code == 409 and "is over already" in answer.text
    assert page.owner.ask("status")["last"]["delta"] == [0, 0, 0, 0]


def test_without_script_every_click_is_a_form(client, page):
    text = client.post("/win", data={"seat": "0", "held": "1m", "add": "5m", "do": "look"}).text
    assert 'name="held" value="1m5m"' in text


@pytest.fixture
def played(client, page, playing):
    """A hand that is over."""
    before = len(page.history.hands_of())
    client.post("/win", data={"do": "drawn"})
    page.until(lambda view: len(page.history.hands_of()) > before)


def test_a_correction_is_an_entry_beside_the_hand(client, page, played):
    row = page.history.hands_of()[0]
    address = f"/hand/{row.id}/correct"
    form = {"payer": "1", "payee": "2", "amount": "4", "reason": "<i>\x1b\0"}
    assert client.post(address, data=form).status_code == 303
    text = client.get(f"/hand/{row.id}").text
    assert "+4" in text and "&lt;i&gt;��" in text
    for wrong in ({"payer": "1", "payee": "1", "amount": "4"}, {"payer": "1", "payee": "2", "amount": "-4"},
                  {"payer": "9", "payee": "2", "amount": "4"}, {"payer": "1", "payee": "2"}):  # fmt: skip
        assert client.post(address, data=wrong).status_code == 422


def test_pages_of_hands_and_sessions_that_are_not_there(client):
    for address in ("/hand/99999", "/hand/99999999999999999999", "/session/99999", "/hand/x"):
        assert client.get(address).status_code == 404


def test_the_session_shows_its_hands(client, page, played):
    text = client.get("/session", follow_redirects=True).text
    assert "Standings" in text and text.count('href="/hand/') == len(page.history.hands_of())


def test_with_the_cable_out_nothing_can_be_booked(client, page, playing):
    drawn = re.compile('<button[^>]* value="drawn"( disabled)?>')
    assert drawn.search(client.get("/win").text)[1] is None
    page.sim.unplug()
    page.until(lambda view: view.link == "lost")
    assert drawn.search(client.get("/win").text)[1] == " disabled"
    page.sim.plug()
    page.until(lambda view: view.link == "live")


def test_what_a_pattern_needs_is_laid_out_or_has_a_word():
    """Else it would lack something that nobody names."""
    assert set("".join(NEEDS.values())) - LAID_OUT <= set(WORDS)
