"""Keys of the virtual table that are held, several at once: two seats take the last hand back, as at the table."""

import pytest

from mjtable.commands import hands
from tests.waiting import until

WIN = {"hands": [{}, {}, {"concealed": "123m456p789s1122z"}, {}], "wins": [{"seat": 2, "tile": "2z"}]}


@pytest.fixture
def played(page):
    """A hand was played, and can be taken back. Its scores."""
    if page.owner.ask("status")["phase"] in ("throw", "wild", "play"):
        page.owner.ask("hand.abort")
    page.owner.ask("region.set", region="guigang", options={})
    page.owner.ask("session.new", dealer=0)
    page.owner.ask("dice.throw")
    page.owner.do(lambda link: hands.win(link, WIN))
    return page.until(lambda view: view.status["hand"] == 2 and page.site.last_hand()).status["scores"]


def taken_back(page):
    return page.until(lambda view: view.status["hand"] == 1 and view.status["last"] is None)


def key(table, seat, name):
    return table.locator(f".seatpanel[data-seat='{seat}'] button[value='{name}']")


def centre(button):
    box = button.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


class Fingers:
    """On the screen of a page: each at one place."""

    def __init__(self, table):
        self._cdp = table.context.new_cdp_session(table)
        self._down = {}

    def put(self, finger, button):
        self._down[finger] = {**centre(button), "id": finger}
        self._send("touchStart", *self._down.values())

    def lift(self, finger):
        lifted = self._down.pop(finger)
        self._send("touchEnd", *([lifted] if self._down else []))  # none: the last one

    def cancel(self):
        self._down.clear()
        self._send("touchCancel")

    def _send(self, kind, *points):
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.fixture
def touched(browser, page):
    context = browser.new_context(
        base_url=page.url, locale="en-GB", viewport={"width": 1280, "height": 800}, has_touch=True
    )
    made = context.new_page()
    made.goto("/table")
    yield made
    context.close()


class Told:
    """The keys that the table was told of, in order: as "leave 0"."""

    def __init__(self, owner, monkeypatch):
        self.keys = []
        self._ask = owner.ask
        monkeypatch.setattr(owner, "ask", self._asked)

    def _asked(self, method, /, **params):
        result = self._ask(method, **params)
        if method == "press":
            self.keys.append(f"{params['key']} {params['seat']}")
        return result

    def until(self, *keys):
        """Waits until these were told, and nothing else."""
        until(lambda: len(self.keys) >= len(keys))
        assert self.keys == list(keys)


@pytest.fixture
def told(page, monkeypatch, played):
    return Told(page.owner, monkeypatch)


def test_two_fingers_take_the_last_hand_back_and_it_is_said_which(page, touched, played):
    fingers = Fingers(touched)
    fingers.put(0, key(touched, 0, "no"))
    touched.locator(".vt.holding").wait_for()
    note = touched.locator(".undo")
    assert "Undo hand 1" in note.inner_text() and "West, self-draw" in note.inner_text()
    assert "nobody is asked" in note.inner_text()
    fingers.put(1, key(touched, 2, "no"))
    taken_back(page)
    touched.get_by_text("Hand 1 is taken back.").wait_for()
    fingers.lift(0)
    fingers.lift(1)
    touched.locator(".vt:not(.holding)").wait_for()


def test_each_finger_has_its_own_release(page, touched, told):
    fingers = Fingers(touched)
    fingers.put(0, key(touched, 0, "no"))
    fingers.put(1, key(touched, 2, "hu"))
    told.until("hu 2", "leave 0")
    fingers.lift(1)
    fingers.put(2, key(touched, 1, "no"))
    fingers.lift(2)  # it was short
    told.until("hu 2", "leave 0", "no 1")
    fingers.lift(0)
    told.until("hu 2", "leave 0", "no 1", "release 0")
    page.owner.ask("press", seat=2, key="leave")
    assert page.owner.ask("status")["last"]["hand"] == 1


def test_a_finger_that_slides_off_lets_go_and_has_pressed_nothing(touched, told):
    fingers = Fingers(touched)
    fingers.put(0, key(touched, 0, "no"))
    told.until("leave 0")
    fingers.put(1, key(touched, 1, "ok"))
    fingers.cancel()
    told.until("leave 0", "release 0")


def test_a_mouse_alone_keeps_one_held_and_holds_another(page, tab, played):
    table = tab("/table?lang=en")
    latch = key(table, 0, "leave")
    latch.click()
    assert latch.get_attribute("aria-pressed") == "true"
    table.mouse.move(*centre(key(table, 3, "no")).values())
    table.mouse.down()
    taken_back(page)
    table.get_by_text("Hand 1 is taken back.").wait_for()
    assert latch.get_attribute("aria-pressed") == "false"
    table.mouse.up()


def test_what_is_kept_held_is_let_go_by_the_same_key(tab, told):
    table = tab("/table?lang=en")
    key(table, 1, "leave").click()
    told.until("leave 1")
    key(table, 1, "leave").click()
    told.until("leave 1", "release 1")
    key(table, 1, "leave").dblclick()  # it does not count yet: nothing
    key(table, 1, "up").click()
    told.until("leave 1", "release 1", "up 1")


def test_the_keyboard_alone_does_it_by_x_and_by_two_keys_held(page, tab, played):
    table = tab("/table?lang=en")
    for typed in "1x3x":
        table.keyboard.press(typed)
    taken_back(page)
    page.owner.do(lambda link: hands.win(link, WIN))
    page.until(lambda view: view.status["hand"] == 2 and page.site.last_hand())
    key(table, 1, "no").focus()
    table.keyboard.press("1")
    table.keyboard.down("Escape")
    table.keyboard.down("Space")
    taken_back(page)
    table.keyboard.up("Space")
    table.keyboard.up("Escape")


def test_on_a_phone_another_seat_is_looked_at_while_one_is_held(browser, page, played):
    context = browser.new_context(base_url=page.url, locale="en-GB", viewport={"width": 390, "height": 844})
    table = context.new_page()
    table.goto("/table")
    key(table, 0, "leave").click()
    table.locator("[data-seats] a").nth(2).click()
    assert table.url.endswith("?seat=2")
    key(table, 2, "leave").click()
    taken_back(page)
    context.close()


@pytest.mark.parametrize("ends", ["blur", "pagehide"])
def test_what_is_held_ends_with_the_page(tab, told, ends):
    table = tab("/table?lang=en")
    table.mouse.move(*centre(key(table, 0, "no")).values())
    table.mouse.down()
    told.until("leave 0")
    table.goto("/tv") if ends == "pagehide" else table.evaluate("dispatchEvent(new Event('blur'))")
    told.until("leave 0", "release 0")
    table.mouse.up()


def test_what_is_held_when_the_cable_goes_is_let_go_when_it_is_there_again(page, tab, told):
    table = tab("/table?lang=en")
    key(table, 0, "leave").click()
    told.until("leave 0")
    page.sim.unplug()
    table.locator(".vt:not(.holding)").wait_for()
    assert key(table, 0, "leave").get_attribute("aria-pressed") == "false"
    page.sim.plug()
    told.until("leave 0", "release 0")
    page.until(lambda view: view.link == "live")


def test_a_hand_that_has_begun_is_said_to_go_too(page, tab, played):
    page.owner.ask("dice.throw")
    page.until(lambda view: view.status["phase"] == "play")
    table = tab("/table?lang=en")
    key(table, 0, "leave").click()
    table.locator(".undo").get_by_text("Hand 2, which is being played, is given up.").wait_for()
    page.owner.ask("hand.abort")


def test_without_a_hand_nothing_can_be_taken_back(page, tab):
    if page.owner.ask("status")["phase"] in ("throw", "wild", "play"):
        page.owner.ask("hand.abort")
    page.owner.ask("region.set", region="guigang", options={})
    page.owner.ask("session.new", dealer=0)
    page.until(lambda view: view.status["hand"] == 1 and view.status["last"] is None)
    table = tab("/table?lang=zh")
    key(table, 0, "leave").click()
    table.locator(".undo").get_by_text("没有可以撤销的一局。").wait_for()
