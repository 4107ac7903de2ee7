import shutil

import pytest

from mjtable.errors import NoTable
from mjtable.store import Store
from mjtable.web.owner import Owner
from mjtable.web.site import Site
from tests.web.served import DEADLINE, Served

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync"
    " --no-first-run"
).split()


def nothing_there():
    raise NoTable(looked="-")


@pytest.fixture(autouse=True, scope="module")
def home(tmp_path_factory, compiled):
    """Each module has its own config and data."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "cache").mkdir()
    (folder / "cache" / "firmware").symlink_to(compiled)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MJTABLE_HOME", str(folder))
        patch.delenv("MJTABLE_PORT", raising=False)
        patch.delenv("MJTABLE_DB", raising=False)
        yield folder


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page of a simulated table, served."""
    with Served(tmp_path_factory.mktemp("table")) as served:
        yield served


@pytest.fixture
def alone(tmp_path):
    """A site without a table, whose owner looks for none."""
    with Store(str(tmp_path / "history.db")) as history:
        yield Site(Owner(nothing_there, history), history)


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not shutil.which(CHROMIUM):
        pytest.skip(f"there is no {CHROMIUM}")
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def tab(browser, page):
    """A page of the site, which reports what its scripts complain about."""
    context = browser.new_context(base_url=page.url, locale="zh-CN", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(DEADLINE * 1000)
    complaints = []

    def opened(address):
        made = context.new_page()
        made.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        made.on("pageerror", lambda error: complaints.append(str(error)))
        made.goto(address)
        return made

    yield opened
    context.close()
    assert complaints == []
