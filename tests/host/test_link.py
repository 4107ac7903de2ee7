import threading
import time

import pytest

from engine_core import wire
from mjtable import link as links
from mjtable.errors import NoAnswer, OtherTable, PortBusy, PortMissing, Refused
from mjtable.link import Link
from mjtable.serialports import usb_rule
from tests.host.fake import HELLO, NOWHERE, PtyTable, result


def test_a_table_is_greeted_and_asked():
    with PtyTable() as table, Link.open(table.port) as link:
        assert link.hello == HELLO
        assert link.request("echo", a=1) == {"echo": {"a": 1}}
    assert [r["method"] for r in table.requests] == ["hello", "echo"]
    assert table.requests[0]["params"] == {"proto": 1}


def test_ids_differ_between_requests_and_between_connections():
    with PtyTable() as table:
        for _ in range(2):
            with Link.open(table.port) as link:
                link.request("echo")
    ids = [r["id"] for r in table.requests]
    assert len(set(ids)) == 4
    assert ids[0].split("-")[0] == ids[1].split("-")[0] != ids[2].split("-")[0]
    assert len(ids[0].split("-")[0]) == 8


def test_a_lost_answer_is_asked_for_again_under_the_same_id(hurry):
    seen = []

    def forgetful(request):
        seen.append(request["id"])
        return [result(request)] if request["method"] == "hello" or seen.count(request["id"]) == 3 else []

    with PtyTable(forgetful) as table, Link.open(table.port) as link:
        hurry()
        link.request("echo")
        assert link.repeats == 2
    assert len(set(seen)) == 2


def test_a_damaged_answer_is_as_good_as_lost(hurry):
    broken = []

    def noisy(request):
        frame = result(request)
        if request["method"] != "hello" and not broken:
            broken.append(1)
            return [frame[:20] + b"X" + frame[21:]]
        return [frame]

    with PtyTable(noisy) as table, Link.open(table.port) as link:
        hurry()
        assert link.request("echo") == {"echo": {}}
        assert link.repeats == 1


def test_noise_and_the_text_of_the_prompt_are_passed_over():
    def chatty(request):
        return [b"\r\n>>> Traceback (most recent call last):\r\n\xff\xfe~~{}*\r\n", result(request), b"tail~"]

    with PtyTable(chatty) as table, Link.open(table.port) as link:
        assert link.request("echo") == {"echo": {}}


def test_an_answer_to_a_request_given_up_is_not_taken_for_the_next():
    def late(request):
        return [wire.frame(wire.result("someone-else", {"wrong": 1})), result(request)]

    with PtyTable(late) as table, Link.open(table.port) as link:
        assert link.request("echo") == {"echo": {}}


def test_no_answer_is_an_error_that_names_port_and_method(hurry):
    def silent(request):
        return [result(request)] if request["method"] == "hello" else []

    with PtyTable(silent) as table, Link.open(table.port) as link:
        hurry()
        with pytest.raises(NoAnswer) as e:
            link.request("status")
        assert table.port in str(e.value) and "status" in str(e.value)


def test_another_device_on_the_port_is_no_table(hurry):
    hurry()
    with PtyTable(lambda request: [b"$GPGGA,1*47\r\n"]) as table, pytest.raises(NoAnswer):
        Link.open(table.port, look=True)


def test_a_port_held_by_another_program_is_busy():
    with PtyTable() as table, Link.open(table.port), pytest.raises(PortBusy):
        Link.open(table.port)


def test_a_port_that_is_not_there_is_missing():
    with pytest.raises(PortMissing) as e:
        Link.open("/dev/no-such-port")
    assert "No such file" in str(e.value)


def test_a_file_is_no_port(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(PortMissing):
        Link.open(str(tmp_path / "file"))


def test_a_refusal_carries_code_message_and_field():
    def refusing(request):
        if request["method"] == "hello":
            return [result(request)]
        return [wire.frame(wire.error(request["id"], wire.REFUSED, "options.minimum: 99 is not in 0..50", "options"))]

    with PtyTable(refusing) as table, Link.open(table.port) as link, pytest.raises(Refused) as e:
        link.request("region.set")
    assert e.value.code == wire.REFUSED
    assert e.value.values["field"] == "options"
    assert "99 is not in 0..50" in str(e.value)


def test_notices_are_kept_and_lost_ones_counted():
    def notice(n):
        return wire.frame(wire.notice("event", {"n": n, "seq": n, "kind": "NOTE"}))

    def telling(request):
        return [result(request)] if request["method"] == "hello" else [notice(3), notice(4), notice(7), result(request)]

    with PtyTable(telling) as table, Link.open(table.port) as link:
        link.request("echo")
        assert [n["params"]["n"] for n in link.notices] == [3, 4, 7]
        assert link.lost_notices == 2
        assert link.wait_notice(0)["params"]["n"] == 3


def test_a_pulled_cable_is_waited_for_and_the_request_repeated_on_the_port_that_it_has_then():
    with PtyTable() as second:
        first = PtyTable()
        with first:
            link = Link.open(first.port, where=lambda ident: second.port)
        with link:  # the first port is gone now
            assert link.request("echo") == {"echo": {}}
            assert link.device == second.port
        assert [r["method"] for r in second.requests] == ["hello", "echo"]


def test_another_table_on_the_port_that_came_back_is_not_spoken_to():
    other = {**HELLO, "id": "ffffffffffffffff"}
    with PtyTable(lambda request: [result(request, other)]) as second:
        with PtyTable() as first:
            link = Link.open(first.port, where=lambda ident: second.port)
        with link, pytest.raises(OtherTable):
            link.request("status")
        assert [r["method"] for r in second.requests] == ["hello"]


def test_a_cable_that_stays_away_is_an_error(hurry):
    with PtyTable() as table:
        link = Link.open(table.port, where=lambda ident: NOWHERE)
    hurry()
    with link, pytest.raises(PortMissing):
        link.request("status")


@pytest.mark.parametrize(
    "vid, pid, what, native",
    [
        (0x2E8A, 0x0005, "Raspberry Pi Pico", True),
        (0x303A, 0x4001, "ESP32 (USB)", True),
        (0x10C4, 0xEA60, "CP210x", False),
        (0x1A86, 0x7523, "CH34x", False),
    ],
)
def test_controllers_are_known_by_their_usb_ids(vid, pid, what, native):
    rule = usb_rule(vid, pid)
    assert (rule.what, rule.native) == (what, native)


def test_other_usb_devices_are_left_alone():
    assert usb_rule(0x046D, 0xC52B) is None
    assert usb_rule(None, None) is None


def serves_late(method, seconds):
    """How a table answers that is so long with others before its turn for a request of this method comes."""
    first = []

    def answer(request):
        if request["method"] == method:
            first.append(time.monotonic())
            if first[-1] - first[0] < seconds:
                return []
        return [result(request)]

    return answer


@pytest.mark.parametrize("method", ["hello", "echo"])
def test_a_table_that_still_answers_others_is_waited_for(method, monkeypatch):
    """It answers in order: what somebody asked for who had the port before comes first."""
    monkeypatch.setattr(links, "ANSWER_SECONDS", 0.1)
    stop = threading.Event()

    def others():
        n = 0
        while not stop.wait(0.02):
            n += 1
            table.send(wire.frame(wire.result(f"00000000-{n}", {})))

    with PtyTable(serves_late(method, 1.5)) as table:
        talking = threading.Thread(target=others)
        talking.start()
        try:
            with Link.open(table.port) as link:
                assert link.request("echo", a=1) == {"echo": {"a": 1}}
        finally:
            stop.set()
            talking.join()
    asked = [request["id"] for request in table.requests if request["method"] == method]
    assert len(asked) > links.TRIES and len(set(asked)) == 1  # repeated under one id


def test_one_that_answers_nobody_else_is_not_waited_for_so_long(monkeypatch):
    monkeypatch.setattr(links, "ANSWER_SECONDS", 0.1)
    with PtyTable(lambda request: []) as table, pytest.raises(NoAnswer):
        Link.open(table.port)
    assert len(table.requests) == links.TRIES


def test_one_that_never_comes_to_ours_is_given_up(monkeypatch):
    monkeypatch.setattr(links, "ANSWER_SECONDS", 0.1)
    monkeypatch.setattr(links, "BUSY_SECONDS", 0.5)
    foreign = wire.frame(wire.result("00000000-1", {}))
    with PtyTable(lambda request: [foreign]) as table, pytest.raises(NoAnswer):
        Link.open(table.port)
