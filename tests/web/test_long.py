"""A long history on the pages: each shows a bounded part of it, and links to the rest."""

import asyncio
import gc
import itertools
import re
import tempfile
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.requests import Request

from engine_core import events
from mjtable import export, players, store
from mjtable.sync import Sync
from mjtable.web import charts, exportpage, people, sessionpage
from mjtable.web.app import make_app
from mjtable.web.pieces import Pieces
from tests.host import evening
from tests.host.fake import Journal
from tests.web.served import Client

HANDS = 250


@pytest.fixture
def client(alone):
    """One session of many hands; `site` is what its pages have."""
    journal = Journal(length=1 << 16)
    journal.append(events.pack_region("guigang", {}))
    for _ in range(HANDS):
        while journal.table.throw:
            evening.throw(journal)
        evening.hand(journal, evening.DRAWN)
    Sync(journal, alone.history).run()
    client = Client(make_app(alone), "http://localhost")
    client.site = alone
    return client


def hands_on(text):
    return [int(found) for found in re.findall(r'href="/hand/(\d+)"', text)]


def link(text, word):
    found = re.search(rf'<a class="btn" href="([^"#]*)[^"]*">{word}</a>', text)
    return found and found[1].replace("&amp;", "&")


def walked(client, address, word):
    """The pages from an address on, as long as there is such a link."""
    out = []
    while address:
        out.append(client.get(address).text)
        address = link(out[-1], word)
    return out


def test_a_long_session_is_shown_a_part_at_a_time_the_latest_first(client):
    pages = walked(client, "/session/1?lang=en", "Earlier")
    assert [len(hands_on(text)) for text in pages] == [100, 100, 50]
    assert [hand for text in pages for hand in hands_on(text)] == list(range(HANDS, 0, -1))
    assert "lines 151 to 250 of 250" in pages[0] and "lines 1 to 50 of 250" in pages[2]
    assert link(pages[0], "Later") is None
    assert [hands_on(text) for text in walked(client, "/session/1?to=50", "Later")] == [
        list(range(50, 0, -1)), list(range(150, 50, -1)), list(range(HANDS, 150, -1)),
    ]  # fmt: skip


@pytest.mark.parametrize("to", ["0", "251", "-1", "x", "9" * 5000])
def test_lines_that_are_not_there_are_the_latest(client, to):
    assert hands_on(client.get(f"/session/1?to={to}").text)[0] == HANDS


def test_a_short_session_is_shown_whole(client, monkeypatch):
    monkeypatch.setattr(sessionpage, "LINES", HANDS)
    text = client.get("/session/1?lang=en").text
    assert len(hands_on(text)) == HANDS and "Earlier" not in text and "lines 1 to" not in text


def test_all_sessions_can_be_reached_from_the_players_page(client, monkeypatch):
    with client.site.history.transaction() as c:
        for n in range(2, 13):
            ident = store.insert(c, store.sessions, journal_id=1, seq=1000 + n, time=1000 + n, scores=[0] * 4)
            moved = {"session_id": ident, "seq": 2000 + n, "time": 2000 + n, "delta": [1, -1, 0, 0], "reason": "x"}
            c.execute(sa.insert(store.corrections).values(moved))
    monkeypatch.setattr(people, "SHOWN", 5)

    def shown(text):
        return [int(found) for found in re.findall(r'href="/session/(\d+)"', text)]

    pages = walked(client, "/players?lang=en", "Earlier")
    assert [shown(text) for text in pages] == [[12, 11, 10, 9, 8], [7, 6, 5, 4, 3], [2, 1]]
    assert [shown(text) for text in walked(client, "/players?before=3", "Later")] == [
        [2, 1], [7, 6, 5, 4, 3], [12, 11, 10, 9, 8],
    ]  # fmt: skip
    monkeypatch.setattr(sessionpage, "AROUND", 2)
    text = client.get("/session/6?lang=en").text
    assert re.findall(r'<option value="(\d+)"', text) == ["8", "7", "6", "5", "4"]
    assert 'rel="prev" href="/session/5"' in text and 'rel="next" href="/session/7"' in text


def test_many_players_are_listed_a_part_at_a_time_and_each_can_be_seated(client, monkeypatch):
    monkeypatch.setattr(people, "LISTED", 10)
    names = [f"Player{n:02}" for n in range(25)]
    with client.site.history.transaction() as c:
        for name in names:
            players.add(c, name)

    def shown(text):
        return re.findall(r"<td><strong>(Player\d+)</strong></td>", text)

    pages = walked(client, "/players?lang=en", "More players")
    assert [shown(text) for text in pages] == [names[:10], names[10:20], names[20:]]
    back = walked(client, "/players?after=20", "Players before")
    assert [shown(text) for text in back] == [names[20:], names[10:20], names[:10]]
    for text in pages:
        assert all(text.count(f"<option>{name}</option>") >= 4 for name in names)


def test_a_curve_of_many_hands_has_no_more_points_than_can_be_seen_and_misses_no_peak():
    line = [0] * 20_000
    line[7_777], line[12_345] = 900, -450
    drawn = str(charts.curve(Pieces("en"), [line, [0] * 20_000], ["a", "b"], True))
    points = re.findall(r"[ML]([\d.]+) ([\d.]+)", drawn)
    assert len(points) < 2000
    heights = [float(y) for _, y in points]
    whole = str(charts.curve(Pieces("en"), [[0, 900, -450, 0], [0] * 4], ["a", "b"], True))
    few = [float(y) for _, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", whole)]
    assert (min(heights), max(heights)) == (min(few), max(few))
    assert len({float(x) for x, _ in points}) > 200


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("hands", [0, 1, 7, 9, 10, 99, 100, 5000, 36_500, 1_000_000])
def test_the_numbers_below_a_curve_stand_apart_and_are_round(hands, wide):
    drawn = str(charts.curve(Pieces("en"), [[0] * (hands + 1)] * 4, ["a"] * 4, wide))
    found = re.findall(r'<text x="([\d.]+)" y="\d+" text-anchor="middle">(\d+)</text>', drawn)
    marks = [(float(x), int(text)) for x, text in found]
    assert marks[0][1] == 0 and len(marks) >= min(2, hands + 1)
    for (x, one), (u, other) in itertools.pairwise(marks):
        assert u - x > 7 * (len(str(one)) + len(str(other))) / 2
        assert re.fullmatch("[125]0*", str(other - one))


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_an_export_is_sent_while_the_history_is_read(client, kind, monkeypatch):
    monkeypatch.setattr(export, "AT_ONCE", 10)
    monkeypatch.setattr(exportpage, "LEAST", 1000)
    read, past = [], client.site.history
    hands_after = past.hands_after
    monkeypatch.setattr(past, "hands_after", lambda *given: read.append(given[0]) or hands_after(*given))
    request = Request({"type": "http", "headers": [], "query_string": b"", "path_params": {"kind": kind}})
    answer = exportpage.show(request, client.site)
    assert len(read) == 1  # the first ten hands, when nothing is sent yet
    file = Path(client.site.history.shown).with_name("whole." + kind)
    export.export(past, file, [], None, "zh")

    async def sent():
        return b"".join([part async for part in answer.body_iterator])

    assert asyncio.run(sent()) == file.read_bytes()
    assert client.get(f"/export/{kind}?lang=zh").content == file.read_bytes()


def test_nothing_of_an_archive_stays_behind_when_nobody_takes_it(client, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temp"))
    (tmp_path / "temp").mkdir()
    monkeypatch.setattr(exportpage, "LEAST", 1000)
    request = Request({"type": "http", "headers": [], "query_string": b"", "path_params": {"kind": "xlsx"}})
    answer = exportpage.show(request, client.site)
    assert list((tmp_path / "temp").glob("mjtable-*"))
    del answer
    gc.collect()
    assert not list((tmp_path / "temp").glob("mjtable-*"))


def test_a_broken_history_is_said_on_a_page_and_not_in_a_file(client):
    with client.site.history.transaction() as c:
        c.exec_driver_sql("UPDATE hands SET record = '{' WHERE id = 3")
    answer = client.get("/export/csv?lang=en")
    assert answer.status_code == 500 and "hands.record" in answer.text
