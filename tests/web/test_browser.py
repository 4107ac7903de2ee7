"""An evening in a real browser: one page has the virtual table, another the scores on the wall."""

import re

import pytest

from mjtable import houses, pins
from mjtable.commands import hands
from tests.web.served import DEADLINE

WAIT = DEADLINE * 1000  # ms


@pytest.fixture(autouse=True, scope="module")
def begun(page):
    """A session, of a region that is left at once."""
    page.owner.ask("region.set", region="tuidaohu", options={})
    page.until(lambda view: view.status["session"] and page.site.session())


def keys(table, seat, text):
    """Keys of a seat, pressed with the mouse."""
    panel = table.locator(f".seatpanel[data-seat='{seat}']")
    for key in text.split():
        with table.expect_response("**/table/press") as answer:
            panel.locator(f"button[value='{key}']").click()
        assert answer.value.ok, (seat, key, answer.value.text())


def score(wall, seat):
    return wall.locator(f"[data-was='score{seat}']")


def shows(place, text):
    """Waits for a text, which comes without anything being done at the page."""
    place.filter(has_text=re.compile(f"^{re.escape(text)}$")).wait_for()


def hand(table):
    """West feeds South's all pungs, by the keys of the panels."""
    keys(table, 0, "no dice draw")
    keys(table, 2, "up down ok no no")
    keys(table, 1, "up ok ok")
    keys(table, 1, "hu down down ok down ok down down ok hu ok ok")


def test_an_evening(page, tab):
    choosing = tab("/region")
    choosing.locator("label", has_text="贵港麻将").click()
    choosing.wait_for_url("**/region?region=guigang")
    choosing.get_by_role("button", name="发到桌上").click()
    choosing.get_by_text("桌上已经换好。").wait_for()

    wall, table = tab("/tv"), tab("/table")
    shows(score(wall, 1), "0")
    hand(table)
    keys(table, 2, "ok")
    shows(score(wall, 1), "+16")
    shows(score(wall, 2), "−16")
    wall.get_by_text("碰碰胡").wait_for()

    table.get_by_role("button", name="拔线").click()
    wall.get_by_text("线断了").wait_for()
    assert wall.locator(".board.stale").count() == 1
    shows(score(wall, 1), "+16")
    table.get_by_text("不会少一局").wait_for()
    table.get_by_role("button", name="插上线").click()
    wall.locator(".board:not(.stale)").wait_for()

    dealer = page.until(lambda view: view.link == "live").status["dealer"]
    keys(table, dealer, "no dice")
    page.until(lambda view: view.status["phase"] == "play")
    before = page.owner.view.status["wall"]["left"]
    table.keyboard.press("Space")
    shows(wall.locator("[data-was='left']"), str(before - 1))
    choosing.goto("/win?seat=3&held=123m456m789m123s5z")
    choosing.keyboard.press("5")
    choosing.keyboard.press("z")
    choosing.get_by_text("可以胡：").wait_for()
    choosing.keyboard.press("Enter")
    choosing.get_by_text("报好了。").wait_for()
    page.until(lambda view: len(page.history.hands_of()) == 2)
    rows = page.history.hands_of()
    assert [row.answer["delta"] for row in rows][0] == [0, 16, -16, 0] and len(rows) == 2
    shows(score(wall, 3), f"+{rows[1].answer['delta'][3]}")
    assert page.history.differences_of() == []


ADDRESSES = ("/", "/region", "/region/guigang", "/win", "/win?how=patterns", "/session", "/hand/1", "/table", "/stats",
             "/players", "/device", "/house", "/tv")  # fmt: skip


@pytest.mark.parametrize("width", [360, 390, 768, 1024, 1280, 1920])
def test_no_page_is_wider_than_the_screen(browser, page, width):
    context = browser.new_context(base_url=page.url, locale="en-GB", viewport={"width": width, "height": 800})
    made = context.new_page()
    for address in ADDRESSES:
        made.goto(address)
        assert made.evaluate("document.documentElement.scrollWidth") <= width, address
    made.goto("/house")
    if "wide" not in houses.ids():
        houses.make("wide", "generic", None)
    made.goto("/house/wide")
    made.locator("#house-text").fill("x" * 200 + '\nfrom = "generic"')
    made.locator(".code").wait_for(timeout=WAIT)
    assert made.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


SHIFTS = """() => new Promise((told) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => told(sum), 50);
})"""


def test_nothing_jumps_when_something_changes(page, tab):
    wall = tab("/")
    wall.locator("[data-was='score0']").wait_for()
    page.idle()
    wall.get_by_text("掷骰").first.wait_for()
    wall.evaluate(SHIFTS)
    before = wall.evaluate(SHIFTS)
    page.owner.ask("dice.throw")
    page.until(lambda view: view.status["wall"])
    left = page.owner.view.status["wall"]["left"]
    for draws in range(1, 4):
        page.owner.ask("wall.event", event="draw")
        shows(wall.locator("[data-was='left']"), str(left - draws))
    assert wall.evaluate(SHIFTS) - before < 0.05
    page.owner.ask("hand.abort")


def test_without_script_a_page_shows_its_state_and_its_forms_work(browser, page):
    context = browser.new_context(base_url=page.url, locale="en-GB", java_script_enabled=False)
    made = context.new_page()
    made.set_default_timeout(WAIT)
    made.goto("/region?region=generic")
    made.get_by_role("button", name="Send to the table").click()
    made.get_by_text("The table plays by it now.").wait_for()
    made.goto("/table")
    due = page.owner.ask("status")["throw"]["seat"]
    made.locator(f".seatpanel[data-seat='{due}'] button[value='dice']").click()
    page.until(lambda view: view.status["phase"] == "play")
    made.goto("/win")
    made.locator("[data-code='5m']").click()
    assert made.locator("[name='held']").input_value() == "5m"
    context.close()
    page.owner.ask("hand.abort")


def test_a_page_is_gone_about_by_keys(tab):
    made = tab("/")
    made.keyboard.press("g")
    made.keyboard.press("t")
    made.wait_for_url("**/table")
    made.keyboard.press("?")
    assert made.locator("dialog#keys").is_visible()


def playing(page, region):
    """A hand of the region that is played, the dealer to discard."""
    page.idle()
    page.owner.ask("region.set", region=region, options={})
    while page.owner.ask("status")["throw"]:
        page.owner.ask("dice.throw")
    return page.until(lambda view: view.status["region"] == region and view.status["phase"] == "play").status["wall"]


def test_what_is_typed_stays_when_somebody_else_changes_the_table(page, tab):
    page.idle()
    page.owner.ask("region.set", region="guigang", options={})
    page.until(lambda view: view.status["region"] == "guigang")
    made = tab("/region?region=guigang")
    field = made.locator("[name='opt.fan_cap']")
    field.fill("4")
    assert made.locator(".elsewhere").is_hidden()
    page.owner.ask("region.set", region="guigang", options={"false_win_penalty": 16})
    made.locator(".elsewhere").wait_for()
    assert field.input_value() == "4"
    page.owner.ask("region.set", region="guigang", options={})
    made.locator(".elsewhere").wait_for(state="hidden")


def test_the_lit_stack_is_taken_by_key_and_keeps_the_focus(page, tab):
    left = playing(page, "guigang")["left"]
    made = tab("/table")
    made.locator("[data-draw]").focus()
    for draws in (1, 2, 3):
        made.keyboard.press("Enter")
        page.until(lambda view, draws=draws: view.status["wall"]["left"] == left - draws)
        made.locator("[data-draw]:focus").wait_for()
    page.owner.ask("hand.abort")


def test_whose_turn_it_is_goes_round_the_board(page, tab):
    playing(page, "guigang")
    wall, table = tab("/"), tab("/table")
    dealer = page.owner.view.status["dealer"]
    for turn in range(3):
        wall.locator(f".seat.turn.p{(dealer + turn) % 4}").wait_for(timeout=WAIT)
        assert wall.locator(".seat.turn").count() == 1
        table.keyboard.press("o")
        wall.locator(f".seat.turn.p{(dealer + turn + 1) % 4}").wait_for(timeout=WAIT)
        table.keyboard.press("Space")
    page.owner.ask("hand.abort")


def test_new_rows_of_the_log_come_at_the_top_and_move_nothing_that_is_read(page, tab):
    made = tab("/device")
    rows = made.locator(".log li")
    before = rows.count()
    page.owner.ask("clock", time=2_000_000_000)
    rows.nth(before).wait_for()
    made.evaluate(
        "() => { const log = document.querySelector('.log'); log.style.maxHeight = '40px'; log.scrollTop = 20; }"
    )
    page.owner.ask("clock", time=1_900_000_000)
    made.locator("[data-new]").wait_for()
    assert rows.count() == before + 1
    made.locator("[data-new]").click()
    rows.nth(before + 1).wait_for()


def test_a_page_that_is_not_served_any_more_says_so_and_comes_back(browser, page):
    context = browser.new_context(base_url=page.url, locale="en-GB")
    context.set_default_timeout(WAIT)
    context.route("**/events*", lambda route: route.abort())
    for address in ("/", "/tv"):
        made = context.new_page()
        made.goto(address)
        made.locator(".unserved-chip").wait_for()
        assert made.locator(".chip.on", has_text=re.compile("connected|Live")).is_hidden()
    context.unroute("**/events*")
    for made in context.pages:
        made.locator(".chip.on", has_text=re.compile("connected|Live")).wait_for()
        assert made.locator(".unserved-chip").is_hidden()
    context.close()


def test_the_pin_is_typed_before_the_page_that_it_is_for(browser, page):
    page.idle()
    page.owner.ask("region.set", region="guigang", options={})
    page.owner.ask("session.new", dealer=0)
    page.until(lambda view: view.status["region"] == "guigang" and view.status["phase"] == "ready")
    context = browser.new_context(base_url=page.url, locale="en-GB")
    context.set_default_timeout(WAIT)
    made = context.new_page()
    made.goto("/players")
    made.on("dialog", lambda dialog: dialog.accept())
    before = page.owner.view.status["session"]
    playing(page, "guigang")
    page.owner.do(lambda link: hands.win(link, {"hands": [{}] * 4, "wins": []}))
    page.until(lambda view: view.status["hand"] == 2)
    page.owner.ask("config.set", pin=pins.setting("2580"))
    with made.expect_navigation():
        made.locator("button[value='session']").click()
    made.locator("[data-pin]").wait_for()
    assert made.evaluate("document.activeElement.name") == "pin"
    assert made.locator(".app").get_attribute("inert") is not None
    made.keyboard.type("2580")
    made.keyboard.press("Enter")
    page.until(lambda view: view.status["session"] == before + 1)
    page.owner.do(lambda link: pin_removed(link, "2580"))
    context.close()


def pin_removed(link, pin):
    link.pin, asking = (lambda needed, tried: None if tried else pin), link.pin
    try:
        link.request("config.set", pin="")
    finally:
        link.pin = asking


def test_the_theme_is_kept(tab):
    made = tab("/")
    before = made.locator("html").get_attribute("data-theme")
    made.locator("[data-theme-switch]").click()
    made.goto("/win")
    assert made.locator("html").get_attribute("data-theme") != before
