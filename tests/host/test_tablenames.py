"""What the tables of a history are called, and which one is meant."""

from types import SimpleNamespace

import pytest

from mjtable import tablenames
from mjtable.commands import count, past
from mjtable.errors import SameName, UnknownTable
from mjtable.store import Store
from mjtable.sync import Sync
from mjtable.web.app import make_app
from mjtable.web.owner import Owner
from mjtable.web.site import Site
from tests.host import evening
from tests.host.fake import Journal
from tests.web.served import Client


def row(ident, name):
    return SimpleNamespace(id=ident, name=name)


ONE, TWO, THREE = row("0a1b2c3d4e5f6071", "parlour"), row("0a1b9c3d4e5f6071", "parlour"), row("ffff000011112222", "")


def test_a_name_that_two_have_stands_with_the_beginning_of_the_id():
    called = tablenames.shown([ONE, TWO, THREE])
    assert called == {ONE.id: "parlour (0a1b2)", TWO.id: "parlour (0a1b9)", THREE.id: THREE.id}
    assert tablenames.shown([ONE, THREE])[ONE.id] == "parlour"


@pytest.mark.parametrize("named", [ONE.id, "0a1b2", "0A1B2", "parlour (0a1b2)"])
def test_one_of_them_is_named(named):
    assert tablenames.meant([ONE, TWO, THREE], named) is ONE


@pytest.mark.parametrize("named", ["parlour", "0a1b"])
def test_what_may_be_either_is_asked_for_by_its_id(named):
    with pytest.raises(SameName) as error:
        tablenames.meant([ONE, TWO, THREE], named)
    assert "parlour (0a1b2), parlour (0a1b9)" in str(error.value)


@pytest.mark.parametrize("named", ["0a1", "nowhere", ""])
def test_what_is_none_says_which_there_are(named):
    with pytest.raises(UnknownTable, match="0a1b2c3d4e5f6071"):
        tablenames.meant([ONE, TWO], named)


@pytest.fixture
def two_tables(home):
    """Two tables of one name, an evening at each."""
    with Store(None) as history:
        for ident in (ONE.id, TWO.id):
            journal = evening.play(Journal())
            journal.hello = {**journal.hello, "id": ident, "name": "parlour"}
            Sync(journal, history).run()
        yield history


def test_history_and_sessions_tell_them_apart(two_tables, capsys):
    for function in (past.history, count.sessions):
        function(lang="en")
        said = capsys.readouterr().out
        assert "parlour (0a1b2)" in said and "parlour (0a1b9)" in said
    past.history(table="0a1b9", lang="en")
    said = capsys.readouterr().out
    assert "parlour (0a1b2)" not in said and "parlour (0a1b9)" in said
    with pytest.raises(SameName, match="beginning of its id"):
        count.standings(table="parlour", lang="en")


def test_so_does_the_page(two_tables):
    client = Client(make_app(Site(Owner(lambda: None, two_tables), two_tables)), "http://localhost")
    for address in ("/players?lang=en", "/session/2?lang=en"):
        said = client.get(address).text
        assert "parlour (0a1b2)" in said and "parlour (0a1b9)" in said
