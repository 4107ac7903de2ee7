"""Pictures of the laptop's pages, with a simulated table and a short evening: for the README, and to look at.

python tools/webpictures.py                     writes docs/pictures/*.png
python tools/webpictures.py FOLDER PAGE…        any pages into a folder, as /region:phone:dark:en
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "host")]

from mjtable import housefile, houses, players  # noqa: E402
from mjtable.commands import hands  # noqa: E402
from tests.web.served import Served  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]  # fmt: skip
SIZES = {"tv": (1920, 1080), "laptop": (1280, 800), "phone": (390, 844)}
README = ("/tv:tv:light:zh", "/table:laptop:light:zh")
PEOPLE = ("陈阿海", "林晓梅", "王建国", "周敏")
PLAYED = (
    {"hands": [{"concealed": "12m45556p234789s", "flowers": "1f"}, {}, {}, {}], "wins": [{"seat": 0, "tile": "3m"}]},
    {"hands": [{}, {"concealed": "11m456m99m", "melds": [{"kind": "pung", "tiles": "777z", "from": 0},
     {"kind": "pung", "tiles": "222m", "from": 2}]}, {}, {}], "wins": [{"seat": 1, "tile": "9m", "from": 3}]},
    {"hands": [{}, {}, {}, {}], "wins": []},
    {"hands": [{}, {}, {"concealed": "1234567p5m88p", "melds": [{"kind": "pung", "tiles": "999p", "from": 1}],
     "flowers": "13f"}, {}], "wins": [{"seat": 2, "tile": "6p"}]},
)  # fmt: skip
HOUSE = ((("name", "zh"), "老张茶楼"), (("name", "en"), "Zhang's"), (("worths", "full_flush"), 6))
TURNED_UP = "4z"


def evening(page: Served, region: str = "ningbo") -> None:
    """Four hands and the beginning of a fifth."""
    page.owner.ask("config.set", name="3号桌", lang="zh")
    page.owner.ask("region.set", region=region, options={})
    page.until(lambda view: view.status and view.status["region"] == region)
    with page.history.transaction() as c:
        for name in PEOPLE:
            players.add(c, name)
        for seat, player in enumerate(players.everybody(c)):
            players.sit(c, players.session_of(c, None), seat, player.id)
    for record in PLAYED:
        page.owner.ask("dice.throw")
        page.owner.ask("wild.set", tile="5m" if "5m88p" in str(record) else TURNED_UP)
        page.owner.ask("wall.event", event="draw", count=40)
        page.owner.do(lambda link, record=record: hands.win(link, record))
    page.owner.ask("dice.throw")
    page.owner.ask("wild.set", tile="3s")
    page.owner.ask("wall.event", event="draw", count=33)
    page.owner.ask("press", seat=(page.owner.ask("status")["dealer"] + 1) % 4, key="draw")
    page.until(lambda view: view.status["wall"] and len(page.history.hands_of()) == len(PLAYED))
    path = houses.make("laozhang", "generic", None)
    written = houses.read(path)
    for setting, value in HOUSE:
        written = housefile.with_value(written, setting, value)
    houses.write(path, written)


def picture(browser: Browser, page: Served, what: str, folder: Path) -> None:
    """`what`: address, size, theme and language, with colons between them."""
    address, size, theme, lang = what.split(":")
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    tab = context.new_page()
    tab.on("console", lambda message: print(what, message.text, file=sys.stderr))
    tab.goto(f"{page.url}{address}{'&' if '?' in address else '?'}theme={theme}&lang={lang}", wait_until="load")
    tab.wait_for_function("document.images.length == 0 || [...document.images].every((one) => one.complete)")
    tab.wait_for_timeout(600)  # the first parts of the stream, and whatever still moves
    wide = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        print(f"{what}: {wide} px too wide", file=sys.stderr)
    name = (address.split("?")[0].strip("/").replace("/", "-") or "score") + ("" if lang == "zh" else "." + lang)
    tab.screenshot(path=folder / f"{name}-{size}-{theme}.png", full_page=size != "tv")
    context.close()


def draw(folder: Path, wanted: list[str], region: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        os.environ.setdefault("MJTABLE_HOME", home)
        with Served(Path(home)) as page:
            evening(page, region)
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            for what in wanted:
                picture(browser, page, what, folder)
            browser.close()


if __name__ == "__main__":
    given = argparse.ArgumentParser(description="Pictures of the laptop's pages.")
    given.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    given.add_argument("page", nargs="*", help="as /region:phone:dark:en")
    named = given.parse_args()
    draw(named.folder, named.page or list(README), os.environ.get("REGION", "ningbo"))
