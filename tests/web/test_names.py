"""Names as long as a name may be, in Latin and in Chinese letters, with five players: every page keeps its shape."""

import itertools
import re

import pytest

from mjtable import players
from mjtable.commands import hands
from mjtable.web import charts

WIDTHS = (390, 768, 1280, 1920)
LATIN = "Alexandra-Maria Wolkenstein von und zu S"
CHINESE = "欧阳慕容司徒端木上官夏侯诸葛尉迟公孙轩辕"
PAGES = ("/", "/players", "/session", "/stats", "/win", "/table", "/device", "/region", "/hand/1", "/tv")

# What reaches out of its card, or out of the frame in it that scrolls: [the card's title, the element's text].
OUTSIDE = """() => {
  const out = [];
  for (const card of document.querySelectorAll(".card")) {
    const edge = card.getBoundingClientRect();
    for (const one of card.querySelectorAll("*")) {
      if (one.closest(".tblwrap table, .code, .log, details:not([open]) :not(summary), .vh, svg")) continue;
      const at = one.getBoundingClientRect();
      if (at.width && (at.right > edge.right + 1 || at.left < edge.left - 1))
        out.push([card.querySelector("h2")?.textContent, one.tagName, one.textContent.trim().slice(0, 60)]);
    }
  }
  return out;
}"""

# Of the drawing of who pays whom: boxes that cover each other, texts that are wider than their box or lie in another.
COVERED = """() => {
  const out = [], drawing = document.querySelector(".pays-chart"), within = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const boxes = [...drawing.querySelectorAll("g")].map((g) => [g, g.querySelector("rect").getBoundingClientRect()]);
  for (const [g, box] of boxes) {
    for (const [other, its] of boxes)
      if (g !== other && within(box, its)) out.push(["boxes", g.textContent, other.textContent]);
    for (const text of g.querySelectorAll("text")) {
      const at = text.getBoundingClientRect();
      if (at.left < box.left || at.right > box.right) out.push(["wider than its box", text.textContent]);
    }
    for (const amount of drawing.querySelectorAll(".amount"))
      if (within(amount.getBoundingClientRect(), box)) out.push(["amount", amount.textContent, g.textContent]);
    for (const arrow of drawing.querySelectorAll("path[marker-end]"))
      for (let part = 0; part <= 1; part += 0.02) {
        const p = arrow.getPointAtLength(part * arrow.getTotalLength()).matrixTransform(drawing.getScreenCTM());
        if (p.x > box.left && p.x < box.right && p.y > box.top && p.y < box.bottom) {
          out.push(["arrow", arrow.getAttribute("d"), g.textContent]);
          break;
        }
      }
  }
  return out;
}"""


@pytest.fixture(scope="module")
def evening(page):
    """Five players with the longest names, and a hand in which one pays all the others."""
    page.owner.ask("region.set", region="longgang", options={"players": 5})
    page.until(lambda view: view.status["region"] == "longgang" and page.site.session())
    names = [LATIN, CHINESE, "D" * players.LONGEST, "W" * players.LONGEST, "替补" + CHINESE[2:]]
    for seat, name in enumerate(names):
        with page.history.transaction() as c:
            players.sit(c, players.session(c, page.site.session().id), seat, players.add(c, name))
    while page.owner.ask("status")["throw"]:
        page.owner.ask("dice.throw")
    page.owner.ask("wild.set", tile="5p")
    record = {"hands": [{}] * 4, "wins": [], "fouls": [{"seat": 0, "kind": "false_win"}]}
    page.owner.do(lambda link: hands.win(link, record))
    page.until(lambda view: page.history.hands_of())
    return page


@pytest.fixture(params=["zh-CN", "en-GB"])
def opened(request, browser, evening):
    context = browser.new_context(base_url=evening.url, locale=request.param)
    yield context.new_page()
    context.close()


def test_the_names_are_as_long_as_a_name_may_be():
    assert len(LATIN) == players.LONGEST and len(CHINESE) == 20


@pytest.mark.parametrize("width", WIDTHS)
def test_long_names_make_no_page_wider_and_stay_in_their_cards(opened, width):
    opened.set_viewport_size({"width": width, "height": 900})
    for address in PAGES:
        assert opened.goto(address).status == 200, address
        assert opened.evaluate("document.documentElement.scrollWidth") <= width, address
        assert opened.evaluate(OUTSIDE) == [], address


@pytest.mark.parametrize("width", WIDTHS)
def test_who_pays_whom_is_drawn_without_one_thing_on_another(opened, width):
    opened.set_viewport_size({"width": width, "height": 900})
    opened.goto("/hand/1")
    assert opened.evaluate(COVERED) == []
    assert opened.locator(".pays-chart g").count() == 5


def curve(drawn):
    """Points of an arrow as it is drawn: M a b Q c d e f."""
    a, b, c, d, e, f = map(float, re.search(r'd="M(\S+) (\S+)Q(\S+) (\S+) (\S+) (\S+)"', drawn).groups())
    for k in range(51):
        t = k / 50
        one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield one * a + two * c + three * e, one * b + two * d + three * f


@pytest.mark.parametrize("places", [charts.FOUR, charts.FIVE])
def test_whoever_pays_whom_the_arrow_passes_the_others(places):
    wide, high = charts.BOX
    for payer, payee in itertools.permutations(range(len(places.boxes)), 2):
        drawn = str(charts._arrow(places, payer, payee, "120"))
        x, y = map(float, re.search(r'<text x="(\S+)" y="(\S+)"', drawn).groups())
        assert 20 <= x <= 380 and 15 <= y <= places.height, (payer, payee)
        for seat, (left, top) in enumerate(places.boxes):
            if seat not in (payer, payee):
                assert all(abs(u - left) > wide / 2 or abs(v - top) > high / 2 for u, v in curve(drawn)), (payer, payee)
                assert abs(x - left) > wide / 2 + 10 or abs(y - 7 - top) > high / 2 + 7, (payer, payee, seat)
