import shutil

import pytest
import sqlalchemy as sa

from mjtable import link, rebuild, schema, simulator
from mjtable.simulator import Simulator
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import Journal


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Each test has its own config, data and history."""
    folder = tmp_path / "home"
    monkeypatch.setenv("MJTABLE_HOME", str(folder))
    monkeypatch.delenv("MJTABLE_PORT", raising=False)
    monkeypatch.delenv("MJTABLE_DB", raising=False)
    return folder


@pytest.fixture
def built(home, compiled):
    """The compiled firmware, kept between tests: the folder that the interpreter starts from."""
    (home / "cache").mkdir(parents=True)
    (home / "cache" / "firmware").symlink_to(compiled)
    return simulator.firmware_for(simulator.interpreter())


EVENTS = 200


@pytest.fixture(scope="session")
def image(tmp_path_factory):
    return tmp_path_factory.mktemp("image") / "flash"


@pytest.fixture
def filled(tmp_path, built, image):
    """A simulated table with a journal of some segments: so many corrections. Its flash is made once."""
    if not image.exists():
        with Simulator(image.with_name("new")) as table, table.greet() as opened:
            opened.request("region.set", region="ningbo", options={})
            for n in range(EVENTS):
                reason = f"{n} so that there is something to fetch, and not too little of it, to be on the safe side"
                opened.request("correct", delta=[1, -1, 0, 0], reason=reason)
        image.with_name("new").rename(image)
    shutil.copy(image, tmp_path / "flash")
    with Simulator(tmp_path / "flash") as table:
        yield table


@pytest.fixture
def hurry(monkeypatch):
    """Called once the greeting is over: a test which has to wait for nothing waits briefly from then on."""

    def shorter():
        monkeypatch.setattr(link, "ANSWER_SECONDS", 0.3)
        monkeypatch.setattr(link, "LOOK_SECONDS", 0.1)
        monkeypatch.setattr(link, "BACK_SECONDS", 0.3)

    return shorter


@pytest.fixture
def made_anew(monkeypatch):
    """After each sync of the test, all rows made anew from the bytes are the rows that there were."""
    run = Sync.run

    def checked(self, *arguments, **how):
        outcome = run(self, *arguments, **how)
        before = everything(self._store)
        with self._store.transaction() as c:
            made = rebuild.run(c)
        assert (everything(self._store), made.states) == (before, 0)
        return outcome

    monkeypatch.setattr(Sync, "run", checked)


def everything(history):
    """Every row of a history, table by table."""
    found = {}
    for table in schema.meta.sorted_tables:
        rows = history.rows(sa.select(table).order_by(*table.primary_key))
        found[table.name] = [row._asdict() for row in rows]
    return found


@pytest.fixture(scope="session")
def postgres_server():
    from tests.host.postgres import server

    with server() as databases:
        yield databases


@pytest.fixture
def postgres(postgres_server):
    """A running PostgreSQL: each call makes a new database, for this test, and gives its URL."""
    with postgres_server() as database:
        yield database


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """A new history, in each kind of database."""
    return str(tmp_path / "a.db") if request.param == "sqlite" else request.getfixturevalue("postgres")()


@pytest.fixture
def past(url):
    with Store(url) as past:
        yield past


@pytest.fixture
def history():
    """A new history in memory."""
    with Store("sqlite://") as opened:
        yield opened


@pytest.fixture
def journal():
    """That of an evening at a table that is in memory."""
    return evening.play(Journal())
