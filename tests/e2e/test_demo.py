import sqlite3

import pytest

from mjtable.commands import hands

STEPS = {
    "en": ["simulated table", "sets the region", "break of the wall", "wild tile", "count the wall", "displays",
           "power is cut", "replayed and compared", "scoreboard"],
    "zh": ["模拟的麻将桌", "选定规则", "定开门", "翻财神", "数墙", "屏幕", "断电", "重放", "计分板"],
}  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_demo_goes_through_every_step_and_finds_no_difference(home, lang):
    result = home.run("demo", MJTABLE_LANG=lang)
    assert result.code == 0, result
    at = [result.out.find(step) for step in STEPS[lang]]
    assert -1 not in at and at == sorted(at)
    # The explanation of the first hand in both languages, whichever the demo speaks.
    assert "Half flush: 2" in result.out and "混一色" in result.out
    assert ("no difference" if lang == "en" else "全部一致") in result.out.splitlines()[-1]


def test_the_demo_as_a_command_keeps_what_it_made(home, tmp_path):
    for _ in range(2):  # into the same folder: nothing of the first is in the way of the second
        result = home.process("demo", "--keep", tmp_path / "kept")
        assert result.code == 0, result
    kept = {path.name for path in (tmp_path / "kept").iterdir()}
    assert {"centre.png", "seat0.png", "seat1.png", "seat2.png", "seat3.png", "history.db", "table.flash"} <= kept
    with sqlite3.connect(tmp_path / "kept" / "history.db") as c:
        assert c.execute("SELECT count(*) FROM hands").fetchone() == (2,)
        assert c.execute("SELECT score FROM payments WHERE hand_id = 2 ORDER BY seat").fetchall() == [
            (18,), (-12,), (0,), (-6,),
        ]  # fmt: skip


def test_the_demo_fails_when_table_and_laptop_do_not_agree(home, monkeypatch):
    right = hands.scored

    def wrong(hand, lang):
        answer, lines = right(hand, lang)
        return {**answer, "delta": [-d for d in answer["delta"]]}, lines

    monkeypatch.setattr(hands, "scored", wrong)
    result = home.run("demo")
    assert result.code == 5
    assert "differ (score)" in result.err


def test_the_demo_fails_without_an_interpreter(home):
    result = home.run("demo", MJTABLE_MICROPYTHON="/no/such/micropython")
    assert result.code == 1
    assert "Traceback" not in result.err
