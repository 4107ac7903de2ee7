"""`mjtable sensors`: the walls as the sensors see them."""

import pytest

from mjtable.answers import understood
from mjtable.commands import sensors
from mjtable.commands.sensors import rail
from tests.host.fake import HELLO

TOLD = {"walls": [0b1011, None, 0, 1], "senses": {}, "follows": True, "off": [{"side": 0, "stack": 6}], "wrong": None}
WRONG = {"what": "place", "taken": "0:05l", "expected": "2:08u"}


@pytest.mark.parametrize(
    "bits, ignored, shown",
    [(0b1011, [], "##.#"), (0b1011, [2], "#x.#"), (1, [4], "#..x"), (0, [], ""), ((1 << 20) - 1, [], "#" * 20)],
)
def test_a_rail_from_its_right_end_on(bits, ignored, shown):
    assert rail(bits, ignored) == shown


class Table:
    hello = HELLO

    def __init__(self, told):
        self.told = told

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def request(self, method):
        return understood(method, self.told)


def shown(monkeypatch, capsys, told, lang):
    monkeypatch.setattr(sensors.tables, "connect", lambda port: Table(told))
    sensors.sensors(lang=lang)
    return capsys.readouterr().out


@pytest.mark.parametrize("lang, words", [("en", ("counted", "wrong place")), ("zh", ("记牌墙", "摸错牌"))])
def test_what_is_said(monkeypatch, capsys, lang, words):
    out = shown(monkeypatch, capsys, {**TOLD, "wrong": WRONG}, lang)
    assert "##.#.x" in out and "0:05l" in out and "2:08u" in out and all(word in out for word in words)
    assert len([line for line in out.splitlines() if line[:1].isdigit()]) == 3


@pytest.mark.parametrize("lang, word", [("en", "no sensors"), ("zh", "没有传感器")])
def test_a_table_without_sensors(monkeypatch, capsys, lang, word):
    assert word in shown(monkeypatch, capsys, {**TOLD, "walls": [None] * 4}, lang)


@pytest.mark.parametrize("what", ["end", "place", "many"])
def test_each_thing_that_may_be_wrong_has_its_words(monkeypatch, capsys, what):
    for lang in ("zh", "en"):
        assert "0:05l" in shown(monkeypatch, capsys, {**TOLD, "wrong": {**WRONG, "what": what}}, lang)


@pytest.mark.parametrize(
    "change",
    [
        {"walls": [1 << 20]},
        {"walls": 7},
        {"off": [[0, 1]]},
        {"off": [{"side": 4, "stack": 1}]},
        {"off": [{"side": 0, "stack": 0}]},
        {"wrong": {**WRONG, "what": "else"}},
        {"wrong": {**WRONG, "taken": None}},
        {"follows": None},
    ],
)
def test_an_answer_that_cannot_be_is_none(change):
    with pytest.raises(ValueError):
        understood("sense", {**TOLD, **change})
