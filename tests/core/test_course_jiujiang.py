"""Jiujiang: the course of a hand."""

from evening import thrown
from test_course import play

from engine_core.score import score


def test_of_several_winners_the_nearest_to_the_giver_goes_first():
    for options, worth in (({}, [1, 3]), ({"multi_win": False}, [1])):
        table = thrown("jiujiang", b"\x03", options=options)
        for seat, held in ((3, "555666777s1119p"), (1, "111222333m4449p")):
            play(table, {"what": "win", "seat": seat, "tile": "9p", "from": 0, "concealed": held})
        answer = score(table.complete({"hands": [{}, {}, {}, {}]}))
        assert [w["seat"] for w in answer["wins"]] == [1, 3] and answer["next_dealer"] == 1
        assert [w["seat"] for w in answer["wins"] if w["valid"]] == worth
