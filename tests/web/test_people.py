"""Who sits where in a new session, when the dice decide it."""

import itertools
from collections import Counter

import pytest

from mjtable.web import people


@pytest.fixture(scope="module")
def client(page):
    page.owner.ask("region.set", region="guigang", options={})
    page.until(lambda view: view.status["session"] and page.site.session())
    with page.visitor() as client:
        yield client


def test_dice_put_every_order_as_often_as_the_others():
    faces = iter(one for pair in itertools.product(range(1, 7), repeat=4) for one in pair)
    orders = Counter(tuple(people.by_dice(itertools.chain(list(itertools.islice(faces, 4)), [1, 1] * 9), 3))
                     for _ in range(6**4))  # fmt: skip
    assert sorted(orders) == sorted(itertools.permutations(range(3))) and set(orders.values()) == {6**3}


def test_the_dice_decide_the_seats_of_a_new_session(client, page, monkeypatch):
    for seat, name in enumerate(("Ann", "Bob", "Cid")):
        client.post("/players", data={"do": "add", "name": name})
        client.post("/players", data={"do": "sit", "seat": str(seat), "player": name})
    assert page.site.names() == ["Ann", "Bob", "Cid", None]
    monkeypatch.setattr(people, "by_dice", lambda faces, n: [3, 2, 1, 0])
    before = page.site.session().id
    answer = client.post("/players", data={"do": "session", "dealer": "", "seats": "dice"})
    assert answer.status_code == 303, answer.text[answer.text.index("note bad") :][:2000]
    assert page.site.session().id != before and page.site.names() == [None, "Cid", "Bob", "Ann"]
    assert page.owner.ask("status")["dealer"] is None
