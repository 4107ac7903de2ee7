"""The sensors under the walls of the virtual table: a person takes stacks and puts them back, the table follows."""

import re

import pytest

from engine_core.rules import load
from engine_core.walk import Wall
from mjtable.errors import Refused
from mjtable.link import Link
from mjtable.web import rails, virtual
from mjtable.web.app import make_app
from mjtable.web.owner import View
from mjtable.web.pieces import Pieces
from tests.waiting import until
from tests.web.served import Client

JSON = {"accept": "application/json"}
DICE = [2, 5]
STACKS = 17  # of each side, with 136 tiles
DEALT = 26  # stacks of 13 tiles each; of the next one the dealer has the upper tile
LEFT = 83


@pytest.fixture(scope="module")
def client(page):
    with page.visitor() as client:
        yield client


class Person:
    """Whoever sits at the virtual table: takes stacks, counted from the break, and puts them back."""

    def __init__(self, client, page):
        self._client, self._page = client, page

    def begins(self, region="guigang", **settings):
        """A hand of this region whose dice are thrown. The table has sensors from before it on."""
        page = self._page
        if page.owner.ask("status")["phase"] in ("throw", "wild", "play"):
            page.owner.ask("hand.abort")
        page.owner.ask("config.set", empty_side=settings.get("empty_side", 3))
        page.owner.ask("region.set", region=region, options={})
        page.owner.ask("session.new", dealer=0)
        page.until(
            lambda view: view.status["region"] == region and not view.status["wall"] and view.status["hand"] == 1
        )
        assert self.does("on").json() == {"error": ""}
        page.owner.ask("dice.enter", dice=DICE)
        until(lambda: self.looks() and self.sense["follows"])
        return self

    def looks(self):
        """The page as it is now; the machine of the table has raised or lowered its walls then."""
        return self._client.get("/table").text

    def does(self, what):
        return self._client.post("/table/sense", data={"do": what}, headers=JSON)

    def puts(self, lies, *stacks):
        for stack in stacks:
            side, n = self.wall.where(2 * stack)
            data = {"stack": f"{side}:{n}", "lies": int(lies)}
            assert self._client.post("/table/sense", data=data, headers=JSON).json() == {"error": ""}

    def takes(self, *stacks):
        self.puts(False, *stacks)

    def deals(self):
        assert self.does("deal").json() == {"error": ""}
        self.passes(1500)
        return self

    def passes(self, ms):
        """The table has looked at its sensors for so long."""
        end = self.sense["clock"] + ms
        until(lambda: self.sense["clock"] >= end)

    def is_left(self, n):
        until(lambda: self._page.owner.ask("status")["wall"]["left"] == n)

    @property
    def wall(self):
        return virtual.wall_of(self._page.site)

    @property
    def sense(self):
        return self._page.owner.ask("sense")

    def wrong(self):
        return self.sense["wrong"]

    def bits(self, side):
        return f"{self.sense['walls'][side]:b}"


@pytest.fixture
def person(client, page):
    person = Person(client, page)
    yield person
    page.owner.ask("sense", walls=[None] * 4)
    if "clock" in page.owner.ask("sense"):
        person.passes(1)  # it has seen that they are gone: else they could come back as if they had never been
    page.idle()


def test_a_hand_begins_with_all_walls_up_and_is_dealt_stack_by_stack(person):
    person.begins()
    assert person.sense["walls"] == [(1 << STACKS) - 1] * 4
    assert ">Deal<" in person.looks()
    person.takes(*range(DEALT))
    person.passes(1500)
    assert person.wrong() is None and ">Deal<" not in person.looks()
    person.takes(DEALT)
    person.is_left(LEFT - 1)
    person.takes(DEALT + 1)
    person.is_left(LEFT - 3)


def test_the_deal_can_be_taken_at_once(person):
    person.begins().deals().takes(DEALT)
    person.is_left(LEFT - 1)
    assert person.wrong() is None


def test_between_two_hands_the_walls_are_down_and_the_next_has_all_of_them(page, person):
    person.begins().deals()
    page.owner.ask("hand.abort")
    page.until(lambda view: not view.status["wall"])
    until(lambda: person.looks() and person.sense["walls"] == [0] * 4)
    page.owner.ask("dice.enter", dice=[1, 1])
    until(lambda: person.looks() and person.sense["walls"] == [(1 << STACKS) - 1] * 4)


def test_sensors_come_under_the_wall_as_it_is_counted_and_go(page, person):
    person.begins()
    assert person.does("off").json() == {"error": ""}
    assert person.sense["walls"] == [None] * 4
    page.owner.ask("wall.event", event="draw", count=5)
    page.until(lambda view: view.status["wall"]["left"] == LEFT - 5)
    person.does("on")
    person.passes(1500)  # they have settled
    assert sum(bits.bit_count() for bits in person.sense["walls"]) == 4 * STACKS - DEALT - 3
    person.takes(DEALT + 3)
    person.is_left(LEFT - 7)
    person.passes(2000)  # a key before that is for the same tile
    page.owner.ask("press", seat=0, key="next")
    page.until(lambda view: view.status["wall"]["left"] == LEFT - 8)
    person.takes(DEALT + 5)
    person.does("on")  # all as counted
    person.passes(5000)
    assert person.wrong() is None
    person.is_left(LEFT - 8)


@pytest.mark.parametrize("region", ["xuezhan", "shanghai"])
def test_the_wrong_end_is_said_in_words_until_the_tile_is_put_back(page, person, region):
    person.begins(region).deals()
    last = sum(person.wall.stacks) - 1
    if (
        region == "shanghai"
    ):  # replacements come from there: then a tile that was counted by key still lies at the front
        for _ in range(2):
            page.owner.ask("press", seat=0, key="next")
        page.until(lambda view: view.status["wall"]["next"] == person.wall.place(2 * DEALT + 3))
    person.takes(last)
    assert until(person.wrong)["what"] == "end"
    side, stack = person.wall.where(2 * last)
    said = f"Wrong end: {Pieces('en').seat(side)} wall, stack {stack} is gone,"
    assert said in person.looks() and "Put it back, or ✓" in person.looks()
    person.puts(True, last)
    until(lambda: not person.wrong())
    assert "Wrong end" not in person.looks()


def test_a_stack_that_is_no_turn_of_the_wall_is_said_and_accepted_by_a_key(page, person):
    person.begins().deals().takes(DEALT + 2)
    assert until(person.wrong)["what"] == "place"
    text = person.looks()
    assert "Wrong place: " in text and len(re.findall(r'class="\w+ bad"', text)) == 1
    page.owner.ask("press", seat=0, key="ok")
    person.is_left(LEFT - 2)
    assert "Wrong place" not in person.looks()


def test_two_stacks_at_once_are_too_many(page, person):
    person.begins().deals().takes(DEALT)
    person.is_left(LEFT - 1)
    two = [0] * 4
    for stack in (DEALT + 1, DEALT + 2):
        side, n = person.wall.where(2 * stack)
        two[side] |= 1 << n - 1
    rails.put(page.site, two, False)
    assert until(person.wrong)["what"] == "many"
    assert "Too many: " in person.looks()
    person.is_left(LEFT - 1)


@pytest.mark.parametrize("empty", [1, 3])
def test_where_three_play_the_empty_side_stays_empty_and_each_stack_is_at_its_own_side(page, person, empty):
    person.begins("kawuxing", empty_side=empty)
    sides = [side for side in range(4) if side != empty]
    stacks = load("kawuxing").stacks(0)
    assert [bits.bit_length() for bits in person.sense["walls"]] == [
        stacks[sides.index(side)] if side in sides else 0 for side in range(4)
    ]
    text = person.looks()
    assert text.count("data-stack=") == sum(stacks)
    person.deals()
    for stack in range(20):
        side, n = person.wall.where(2 * stack)
        assert not person.sense["walls"][sides[side]] >> n - 1 & 1
    left = page.owner.ask("status")["wall"]["left"]
    person.takes(20)
    person.is_left(left - 2)
    assert person.wrong() is None


def test_sides_of_fourteen_and_thirteen_stacks(page, person):
    person.begins("xuezhan")
    assert sorted(bits.bit_length() for bits in person.sense["walls"]) == [13, 13, 14, 14]
    person.deals()
    last = sum(person.wall.stacks) - 1
    person.takes(last)
    assert until(person.wrong)["what"] == "end"


def test_each_stack_tells_what_is_counted_and_what_its_sensor_sees(page, person):
    person.begins().deals()
    page.owner.ask("press", seat=0, key="next")
    until(lambda: person.wall.left == LEFT - 1)
    person.looks()
    drawn = str(virtual.wall_drawing(page.site, Pieces("en")))
    assert drawn.count("no tile counted, the sensor sees none") == 2 * DEALT  # each in a title too
    assert drawn.count("no tile counted, the sensor sees a tile") == 2
    assert drawn.count("two tiles counted, the sensor sees a tile") == 2 * (4 * STACKS - DEALT - 1)
    assert drawn.count('class="eye lit differs"') == drawn.count("differs") == 1
    assert len(re.findall('tabindex="0"', drawn)) == 1


@pytest.fixture
def real(alone, monkeypatch):
    """A table of which nothing is simulated, with three rails, of which one sensor is not believed."""
    wall = Wall(load("guigang"), 0, bytes(DICE))
    monkeypatch.setattr(virtual, "wall_of", lambda site: wall)
    status = {"seats": 4, "scores": [0] * 4, "phase": "play", "dealer": 0, "throw": None, "turn": None, "wall": {}}
    sense = {"walls": [7, None, 0, 1 << 16], "off": [{"side": 2, "stack": 4}], "wrong": None, "follows": True}
    alone.owner.view = View(status=status, settings={"empty_side": 3}, sense=sense)
    return alone


def test_what_the_rails_of_a_real_table_see_is_shown_and_not_to_be_pressed(real):
    drawn = str(virtual.wall_drawing(real, Pieces("zh")))
    assert "data-stack" not in drawn and drawn.count('role="button"') <= 1
    assert drawn.count("eye lit") == 4 and drawn.count("eye off") == 1 and drawn.count("eye dark") == 62 - 16
    assert "西家墙4墩" in drawn and "传感器停用" in drawn
    answer = Client(make_app(real), "http://localhost").post(
        "/table/sense", headers={**JSON, "origin": "http://localhost"}, data={"do": "on"}
    )
    assert (answer.status_code, answer.json()) == (409, {"error": "这是真的传感器，只能看"})


@pytest.mark.parametrize(("board", "said"), [("unix", "模拟的桌"), ("pico", "真的桌")])
def test_a_table_that_another_program_simulates_is_not_called_real(alone, board, said):
    alone.owner.view = View(hello={"id": "1", "name": "a", "board": board}, settings={"empty_side": 3})
    text = Client(make_app(alone), "http://localhost").get("/table").text
    assert said in text and "拔线" not in text, text


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"do": "deal"},
        {"do": "x"},
        {"stack": "0:1"},
        {"stack": "0:1", "lies": "2"},
        {"stack": "4:1", "lies": "0"},
        {"stack": "0:0", "lies": "0"},
        {"stack": "0:18", "lies": "0"},
        {"stack": "0:" + "1" * 5000, "lies": "0"},
        {"stack": "٠:١", "lies": "0"},
    ],
)
def test_a_stack_that_is_none_is_refused_in_words(client, page, person, data):
    if "stack" in data:
        person.begins()
    answer = client.post("/table/sense", data=data, headers=JSON)
    assert (answer.status_code, answer.json()) == (422, {"error": "no such stack"})


def test_without_sensors_no_stack_is_pressed(client, person):
    person.begins().does("off")
    answer = client.post("/table/sense", data={"stack": "0:1", "lies": "0"}, headers=JSON)
    assert (answer.status_code, answer.json()) == (409, {"error": "There are no sensors"})


def test_a_table_that_says_nothing_of_sensors_has_none(client, page, person, monkeypatch):
    person.begins()
    asked = Link.request

    def older(link, method, **given):
        if method == "sense":
            raise Refused(code=-32601, why="no such method", field="method")
        return asked(link, method, **given)

    with monkeypatch.context() as patch:
        patch.setattr(Link, "request", older)
        text = person.looks()
        assert (
            page.owner.view.sense is None and 'data-draw="1"' in text and "eye" not in re.findall(r'class="(\w+)', text)
        )
    assert "data-stack=" in person.looks()


# ---------------------------------------------------------------- in a browser


def stack_at(table, wall, stack):
    side, n = wall.where(2 * stack)
    return table.locator(f"[data-stack='{side}:{n}']")


def test_a_click_takes_a_stack_and_another_puts_it_back(page, person, tab):
    person.begins().deals()
    table = tab("/table?lang=en")
    stack_at(table, person.wall, DEALT).click()
    person.is_left(LEFT - 1)
    after = stack_at(table, person.wall, DEALT + 3)
    after.click()
    table.get_by_text("Wrong place: ").wait_for()
    assert after.get_attribute("data-lies") == "0"
    after.click()
    table.get_by_text("The wall is counted by its sensors").wait_for()
    assert after.get_attribute("data-lies") == "1"
    person.is_left(LEFT - 1)


def test_arrows_walk_the_wall_and_enter_takes(page, person, tab):
    person.begins().deals()
    table = tab("/table?lang=en")
    here = stack_at(table, person.wall, DEALT)
    here.focus()
    table.keyboard.press("Enter")
    person.is_left(LEFT - 1)
    table.locator("[data-lies='0']:focus").wait_for()  # it has the focus still
    corners = set()
    for arrow in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
        for _ in range(2 * STACKS):
            table.keyboard.press(arrow)
        corners.add(table.evaluate("document.activeElement.dataset.stack"))
    assert len(corners) == 4 and None not in corners
    assert page.owner.ask("status")["wall"]["left"] == LEFT - 1


def test_the_buttons_lay_the_sensors_and_take_them_away(page, person, tab):
    person.begins().does("off")
    table = tab("/table?lang=zh")
    table.get_by_role("button", name="装上传感器").click()
    table.locator("[data-stack]").first.wait_for()
    table.get_by_role("button", name="拆掉传感器").click()
    table.locator("[data-draw]").wait_for()
    assert person.sense["walls"] == [None] * 4
