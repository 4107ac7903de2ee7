"""What became of a request whose answer is missing or none, and ports with another firmware or none."""

import pytest

from engine_core import wire
from mjtable.errors import (
    AtPrompt,
    MaybeDone,
    NewerProtocol,
    NoAnswer,
    NotStarted,
    NotStored,
    NotUnderstood,
    OlderProtocol,
    PortMissing,
    TableFailed,
    TooLong,
)
from mjtable.link import Link
from tests.host.fake import HELLO, NOWHERE, Prompt, PtyTable, result

# ---------------------------------------------------------------- what became of a request


def answering(value=None, error=None):
    """A table that greets well and answers everything else with this."""

    def answer(request):
        if request["method"] == "hello":
            return [result(request)]
        if error:
            return [wire.frame(wire.error(request["id"], *error))]
        return [] if value is None else [result(request, value)]

    return answer


def test_silence_after_a_request_that_changes_something_says_that_it_may_be_done(hurry):
    with PtyTable(answering()) as table, Link.open(table.port) as link:
        hurry()
        with pytest.raises(MaybeDone) as e:
            link.request("hand.undo")
    assert e.value.EXIT == 6
    assert "no table answers" in str(e.value) and "mjtable status" in str(e.value)
    assert e.value.as_dict()["cause"]["error"] == "no_answer"


def test_a_cable_pulled_behind_a_request_that_changes_something_says_so_too(hurry):
    with PtyTable() as table:
        link = Link.open(table.port, where=lambda ident: NOWHERE)
    hurry()
    with link, pytest.raises(MaybeDone) as e:
        link.request("dice.throw")
    assert isinstance(e.value.values["cause"], PortMissing)


def test_a_table_that_fails_at_a_request_does_not_refuse_it():
    failing = answering(error=(wire.INTERNAL_ERROR, "status: MemoryError "))
    with PtyTable(failing) as table, Link.open(table.port) as link:
        with pytest.raises(TableFailed) as e:
            link.request("status")
        assert "failed" in str(e.value) and e.value.EXIT == 4
        with pytest.raises(MaybeDone):
            link.request("hand.undo")


@pytest.mark.parametrize("value", [{}, [], 7, {"regions": 5}, {"regions": [None]}])
def test_an_answer_that_is_none_is_one_clear_error(value):
    with PtyTable(answering(value)) as table, Link.open(table.port) as link:
        with pytest.raises(NotUnderstood) as e:
            link.request("region.list")
    assert "region.list" in str(e.value)


@pytest.mark.parametrize("error", [7, {}, {"code": "x", "message": "y"}, {"code": 1, "message": "x", "data": 7}])
def test_an_error_that_is_none_is_one_too(error):
    def answer(request):
        broken = {"jsonrpc": "2.0", "id": request["id"], "error": error}
        return [result(request) if request["method"] == "hello" else wire.frame(broken)]

    with PtyTable(answer) as table, Link.open(table.port) as link, pytest.raises(NotUnderstood):
        link.request("status")


def test_a_request_longer_than_a_table_takes_is_not_sent():
    with PtyTable() as table, Link.open(table.port) as link:
        fits = "x" * (2048 - len(link._message("echo", {"text": "", "more": 1})[0]) + 1)
        assert link.request("echo", text=fits, more=1)
        with pytest.raises(TooLong) as e:
            link.request("echo", text="x" * 2048, more=1)
        assert "text" in str(e.value) and "2048" in str(e.value)
    assert [r["method"] for r in table.requests] == ["hello", "echo"]


def test_what_the_flash_did_not_take_is_warned_of():
    with PtyTable(answering({"seq": 7, "stored": False})) as table, Link.open(table.port) as link:
        with pytest.warns(NotStored, match="flash"):
            assert link.request("hand.abort") == {"seq": 7, "stored": False}


def test_what_it_did_take_is_not(recwarn):
    with PtyTable(answering({"seq": 7})) as table, Link.open(table.port) as link:
        link.request("hand.abort")
    assert not recwarn.list


# ---------------------------------------------------------------- other firmware, or none


@pytest.mark.parametrize("proto, kind, what", [(9, NewerProtocol, "newer"), (0, OlderProtocol, "older")])
def test_a_table_with_another_protocol_is_told_from_its_greeting(proto, kind, what):
    with PtyTable(lambda request: [result(request, {"proto": proto})]) as table, pytest.raises(kind) as e:
        Link.open(table.port)
    assert what in str(e.value) and "update" in str(e.value) and e.value.EXIT == 3


@pytest.mark.parametrize(
    "said, kind", [("speaks 2", NewerProtocol), ("speaks 0", OlderProtocol), ("no", OlderProtocol)]
)
def test_one_that_refuses_our_protocol_is_another_protocol_too(said, kind):
    def refusing(request):
        return [wire.frame(wire.error(request["id"], wire.INVALID_PARAMS, "proto: this table " + said, "proto"))]

    with PtyTable(refusing) as table, pytest.raises(kind):
        Link.open(table.port)


@pytest.mark.parametrize("hello", [7, [], {"proto": "1"}, {"proto": True}, {**HELLO, "id": None}, {**HELLO, "seq": []}])
def test_a_stranger_is_not_understood(hello):
    with PtyTable(lambda request: [result(request, hello)]) as table, pytest.raises(NotUnderstood):
        Link.open(table.port, look=True)


def test_a_name_that_cannot_be_shown_is_made_so():
    with PtyTable(lambda request: [result(request, {**HELLO, "name": "East\ud800\x1b"})]) as table:
        with Link.open(table.port) as link:
            assert link.hello["name"] == "East��"


def test_the_prompt_is_known_and_not_broken_into():
    prompt = Prompt()
    with prompt as table, pytest.raises(AtPrompt) as e:
        Link.open(table.port, look=True)
    assert "mjtable resume" in str(e.value)
    assert not {3, 4} & set(prompt.typed)


def test_a_table_at_its_prompt_is_started():
    prompt = Prompt(lambda request: [result(request)])
    with prompt as table, Link.resume(table.port) as link:
        assert link.hello == HELLO


def test_one_that_comes_back_to_its_prompt_is_said(hurry):
    hurry()
    with Prompt() as table, pytest.raises(NotStarted) as e:
        Link.resume(table.port)
    assert "mpremote" in str(e.value)


def test_what_is_no_prompt_is_not_reset():
    with PtyTable() as table, pytest.raises(NoAnswer):
        Link.resume(table.port)
    assert table.requests == []
