"""mjtable selftest: at a simulated table, whose keys `press` presses; what it says, its JSON and its exit code."""

import json
import signal

import pytest

from engine_core import wire
from tests.e2e.run import DEADLINE, fails, ready
from tests.host.fake import HELLO, PtyTable, result

KEYS = ("dice", "up", "down", "ok", "no", "hu", "draw")
TOLD = {
    "busy": False,
    "over": False,
    "parts": [{"name": "display 0", "answers": True}, {"name": "inputs 0", "answers": True}],
    "keys": {"pressed": ["0 dice"], "missing": [], "stuck": []},
    "walls": [{"side": 2, "tiles": [1, 7], "live": 20}],
    "senses": {"lift": True, "supply": 4980},
    "dice": {"sources": [{"name": "adc", "fault": ""}], "faces": [10, 11, 10, 11, 10, 12]},
    "flash": {"free": 204800, "size": 868352, "segments": 3, "fault": ""},
    "memory": {"free": 90112, "piece": 16384, "fault": ""},
    "wrong": [],
    "unseen": [],
}


def a_table(**changes):
    """A table whose self-test has this result."""
    told = {**TOLD, **changes}
    return PtyTable(lambda request: [result(request, told if request["method"] == "selftest" else HELLO)])


def test_a_simulated_table_passes_what_needs_no_hand(home, table):
    told = home.json("selftest", "--wait", "0")
    assert told["checks"] == {"displays": "none", "keys": "open", "dice": "ok", "flash": "ok", "memory": "ok"}
    assert told["over"] and told["table"]["id"] == table.id and len(told["keys"]["missing"]) == 28
    said = home.run("selftest", "--wait", "0", "--lang", "en")
    assert (said.code, "not all was tried" in said.out, "pressed 0 of 28" in said.out) == (0, True, True)


def test_keys_that_press_presses_are_counted(home, table):
    """Begun at the table, looked at and ended here."""
    for key in ("menu", "up", "ok"):
        home.json("press", "0", key)
    for place in range(4):
        for key in KEYS:
            home.json("press", place, key)
    told = home.json("selftest")
    assert told["checks"]["keys"] == "ok" and told["keys"]["missing"] == []


def test_ctrl_c_ends_it_and_says_how_it_went(home, table):
    process = home.start("selftest", "--lang", "en")
    assert "Press every key" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0 and "pressed 0 of 28" in out, (out, err)


def test_not_while_a_hand_is_played(home, table):
    ready(home)
    assert "hand" in fails(home, 4, "selftest")


@pytest.mark.parametrize(
    "lang, words", [("zh", ("好", "自检通过", "按了 0 dice", "牌墙 2：1, 7")), ("en", ("passed", "lift: on"))]
)
def test_a_table_that_is_well(home, lang, words):
    with a_table() as table:
        said = home.run("selftest", "--lang", lang, "--port", table.port)
    assert said.code == 0 and all(word in said.out for word in words), said


@pytest.mark.parametrize(
    ("check", "changes", "said"),
    [
        ("displays", {"parts": [{"name": "display 3", "answers": False}]}, "no answer: display 3"),
        ("keys", {"parts": [{"name": "inputs 1", "answers": False}]}, "no answer: inputs 1"),
        (
            "keys",
            {"keys": {"pressed": [], "missing": [], "stuck": ["key hu of place 3 is stuck"]}},
            "key hu of place 3 is stuck",
        ),
        (
            "dice",
            {"dice": {"sources": [{"name": "adc", "fault": "one value 81 times in a row"}], "faces": [0] * 6}},
            "adc",
        ),
        ("flash", {"flash": {**TOLD["flash"], "fault": "flash: segment 4 is damaged"}}, "segment 4"),
        ("memory", {"memory": {**TOLD["memory"], "fault": "memory: no 4096 bytes in one piece"}}, "no 4096 bytes"),
        ("wall", {"off": [{"side": 2, "stack": 7}]}, "2:7"),
        (
            "reader",
            {"readers": [{"place": 4, "laid": None}], "parts": [{"name": "reader 4", "answers": False}]},
            "reader 4",
        ),
        ("supply", {"senses": {"supply": 4120}}, "4120 mV"),
    ],
)
def test_what_fails_is_named_and_is_exit_code_1(home, check, changes, said):
    with a_table(wrong=[check], **changes) as table:
        told = home.run("selftest", "--wait", "0", "--port", table.port)
        assert (
            told.code == 1 and said in told.out and "the self-test has failed: " in told.err and "[" not in told.err
        ), told
        told = home.run("selftest", "--wait", "0", "--port", table.port, "--json")
    assert told.code == 1 and json.loads(told.out)["checks"][check] == "wrong"
    assert json.loads(told.err)["error"] == "selftest_failed"


def test_the_keys_that_wait_are_told_by_place(home):
    keys = {"pressed": ["0 dice"], "missing": ["0 up", "0 down", "2 hu"], "stuck": []}
    with a_table(keys=keys, unseen=["keys"]) as table:
        said = home.run("selftest", "--wait", "0", "--port", table.port)
    assert said.code == 0 and "pressed 1 of 4; not pressed: 0 up down, 2 hu" in said.out, said
    assert "not all was tried" in said.out


def test_an_older_firmware_is_to_be_updated(home):
    def answer(request):
        if request["method"] != "selftest":
            return [result(request)]
        refusal = wire.error(request["id"], wire.METHOD_NOT_FOUND, "selftest: no such method", "method")
        return [wire.frame(refusal)]

    with PtyTable(answer) as table:
        told = home.run("selftest", "--json", "--port", table.port)
    assert json.loads(told.err)["error"] == "no_selftest" and told.code == 3
