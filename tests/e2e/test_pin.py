"""mjtable config pin, and the commands that ask for it."""

import pytest

from tests.e2e.run import fails, ready


@pytest.fixture
def guarded(home, table):
    """A table in use, with a PIN."""
    ready(home)
    done = home.run("config", "pin", given="0420\n")
    assert done.code == 0 and "PIN is set" in done.out
    return home


def test_it_is_set_asked_for_changed_and_removed(guarded):
    assert guarded.json("config")["pin"] is True
    assert "MJTABLE_PIN" in fails(guarded, 4, "correct", "1", "0", "0", "-1")
    assert guarded.run("correct", "1", "0", "0", "-1", MJTABLE_PIN="0420").code == 0
    wrong = guarded.run("undo", MJTABLE_PIN="1111")
    assert wrong.code == 4 and "tries left: 2" in wrong.err
    assert fails(guarded, 4, "config", "pin", "--remove")
    assert guarded.run("config", "pin", given="98765432\n", MJTABLE_PIN="0420").code == 0
    assert guarded.run("region", "set", "ningbo", MJTABLE_PIN="0420").code == 4
    removed = guarded.run("config", "pin", "--remove", "--lang", "zh", MJTABLE_PIN="98765432")
    assert (removed.code, removed.out.strip()) == (0, "PIN 已取消")
    assert guarded.run("correct", "1", "0", "0", "-1").code == 0
    assert guarded.json("sync")["differences"] == []


def test_what_is_no_pin_is_refused(home, table):
    assert "4 to 8 digits" in fails(home, 2, "config", "pin", given="12\n")
    assert "4 to 8 digits" in fails(home, 2, "config", "pin")
    assert home.json("config")["pin"] is False


def test_at_a_terminal_it_is_typed(guarded, monkeypatch):
    asked = []

    def typed(prompt, stream=None):
        asked.append(prompt)
        return ["1111", "0420"][len(asked) - 1]

    monkeypatch.setattr("getpass.getpass", typed)
    done = guarded.run("correct", "1", "0", "0", "-1", "--lang", "zh", terminal=True)
    assert done.code == 0, done
    assert asked == ["麻将桌的 PIN： ", "不对，还可以试 2 次。麻将桌的 PIN： "]


def test_a_new_one_is_typed_twice(home, table, monkeypatch):
    said = ["0420", "0421"]
    monkeypatch.setattr("getpass.getpass", lambda prompt, stream=None: said.pop(0))
    done = home.run("config", "pin", terminal=True)
    assert done.code == 2 and "not the same" in done.err


def test_errors_for_programs(guarded):
    import json

    done = guarded.run("correct", "1", "0", "0", "-1", "--json")
    said = json.loads(done.err)
    assert (done.code, said["error"], said["wait"], said["left"]) == (4, "pin_needed", 0, 3)
