"""Longgang: which claim on one tile goes first."""

from engine_core import course
from engine_core.check import parse
from engine_core.rules import load


def test_limit_hands_go_first_where_the_house_says_so():
    wins = [{"seat": seat, "tile": "2s", "from": 0} for seat in (2, 1)]
    held = [{}, {"concealed": "123456m234789p99s34s"}, {"concealed": "1122334455667788s"}, {}]
    for options, order in (({}, [1, 2]), ({"special_first": True}, [2, 1])):
        out = {"region": "longgang", "options": options, "hands": held, "wins": wins, "indicator": "1z"}
        course.finish(load("longgang", options), out, parse(out), [])
        assert [w["seat"] for w in out["wins"]] == order
