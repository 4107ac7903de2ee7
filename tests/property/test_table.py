"""Any evening at all: what is replayed is what was lived, what is refused changes nothing, undo undoes."""

import json

from evening import Diced, Five, Region, drawn, win
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core import dice, events, record
from engine_core.events import EventError
from engine_core.score import score
from engine_core.table import Table

REGIONS = ("guigang", "ningbo", "five", "diced", "atlantis")
SECRET = bytes(range(32))
CARRY = (
    {}, {}, {"over": 1}, {"sub_in": 1}, {"washout": 2}, {"broke": 1, "top_up": [50]}, {"sub_in": [1]}, {"over": []},
    {"top_up": 5}, {"followed": 1}, {"broke": None},
)  # fmt: skip
SEAT = st.integers(0, 4)


def face_bytes(most):
    return st.lists(st.integers(1, 6), max_size=most).map(bytes)


def amounts():
    return st.lists(st.integers(-500, 500), min_size=3, max_size=5)


def session(table, draw):
    players = table.players or 4
    scores = draw(st.lists(st.integers(-500, 500), min_size=players, max_size=players) | amounts())
    return events.pack_session(draw(st.none() | SEAT), scores)


def region(table, draw):
    options = draw(st.sampled_from(({}, {"fan_cap": 6}, {"minimum": 3}, {"players": 5}, {"fan_cap": 99})))
    return events.pack_region(draw(st.sampled_from(REGIONS)), options)


def seal(table, draw):
    return events.pack_seal(dice.seal(SECRET))


def throw(table, draw):
    seat, n = table.throw or (0, 2)
    seat = draw(st.just(seat) | SEAT)
    if draw(st.booleans()):
        return events.pack_throw(seat, dice.faces(SECRET, b"p", n), b"p", SECRET)
    return events.pack_throw(seat, draw(face_bytes(3) | st.lists(st.integers(1, 6), min_size=n, max_size=n).map(bytes)))


def real(table, draw):
    """The throw that is due, with real dice."""
    seat, n = table.throw or (0, 2)
    return events.pack_throw(seat, draw(st.lists(st.integers(1, 6), min_size=n, max_size=n).map(bytes)))


def few(table, draw):
    return events.pack_wall(draw(st.sampled_from((1, 1, 2, 3))), draw(st.integers(1, 4)))


def indicator(table, draw):
    return events.pack_indicator(draw(st.integers(0, 41)))


def wall(table, draw):
    return events.pack_wall(draw(st.integers(1, 5)), draw(st.integers(1, 40)), draw(st.just(b"") | face_bytes(2)))


def hand(table, draw):
    """A hand with its true answer, or with one of our own."""
    result = drawn() if draw(st.booleans()) else win(draw(st.integers(0, 3)), draw(st.none() | st.integers(0, 3)))
    if table.phase == "ready" and draw(st.booleans()):
        result["dealer"] = draw(st.integers(0, 3))
    try:
        full = table.complete(result)
        answer = score(full)
    except record.RecordError:
        return events.pack_hand(dict(drawn(), region="guigang"), {"delta": [0] * 4, "next_dealer": 0})
    if draw(st.booleans()):
        extra = draw(st.sampled_from(([], [0])))
        delta = draw(st.permutations([30, -10, -10, -10]))
        carry = draw(st.sampled_from(CARRY))
        answer = {"delta": delta + extra, "next_dealer": draw(st.none() | st.integers(0, 3)), "carry": carry}
    return events.pack_hand(full, answer)


def correct(table, draw):
    n = len(table.scores) or 4
    delta = draw(st.lists(st.integers(-500, 500), min_size=n, max_size=n) | amounts())
    return events.pack_correct(delta, draw(st.text(max_size=20)))


def seats(table, draw):
    order = draw(st.permutations(range(len(table.scores) or 4)) | st.lists(SEAT, min_size=1, max_size=5, unique=True))
    if sorted(order) == list(range(len(order))):
        return events.pack_seats(order)
    return bytes((events.SEATS, *bytes(8), len(order), *order))


def note(table, draw):
    return events.pack_note(draw(st.integers(0, 255)), draw(st.text(max_size=20)), 0, draw(st.integers(0, 3)))


def noise(table, draw):
    return draw(st.binary(max_size=60))


def damaged(table, draw):
    event = bytearray(draw(st.sampled_from((session, region, throw, wall, hand, correct)))(table, draw))
    event[draw(st.integers(0, len(event) - 1))] = draw(st.integers(0, 255))
    return bytes(event)[: draw(st.integers(0, len(event)) | st.just(len(event)))]


KINDS = (
    session, region, seal, throw, throw, indicator, wall, wall, hand, hand, correct, seats, note, noise, damaged,
    lambda table, draw: events.pack_undo(), lambda table, draw: events.pack_abort(),
)  # fmt: skip
FITTING = {
    "new": (session, region), "ready": (real, real, hand), "throw": (real, real), "wild": (indicator, wall, few),
    "play": (few, few, hand),
}  # fmt: skip
BEGINNINGS = (
    (), (events.pack_session(2, [0] * 4), events.pack_region("ningbo", {})),
    (events.pack_session(None, [0] * 4), events.pack_region("guigang", {})),
    (events.pack_region("diced", {}), events.pack_session(1, [0] * 4)),
    (events.pack_region("five", {"players": 5}), events.pack_session(1, [0] * 5)),
)  # fmt: skip


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_any_evening(data):
    with Region("five", Five), Region("diced", Diced):
        live, replayed = Table(), Table()
        log = list(data.draw(st.sampled_from(BEGINNINGS)))
        for event in log:
            live.apply(event)
            replayed.apply(event)
        for _ in range(data.draw(st.integers(1, 25))):
            event = data.draw(st.sampled_from(KINDS + 5 * FITTING[live.phase]))(live, data.draw)
            before, core = live.snapshot(), live.core()
            gone = live.wall and bytes(live.wall.gone)
            try:
                live.apply(event)
            except EventError as error:
                assert str(error).startswith(error.field + ": ")
                assert live.snapshot() == before
                assert gone == (live.wall and bytes(live.wall.gone))
                continue
            replayed.apply(event)
            snapshot = live.snapshot()
            assert replayed.snapshot() == snapshot
            restored = Table.restore(snapshot)
            assert restored.snapshot() == snapshot
            assert restored.phase == live.phase and restored.throw == live.throw
            assert (restored.wall and restored.wall.gone) == (live.wall and live.wall.gone)
            if events.kind(event) == events.HAND:
                restored.apply(events.pack_undo())
                assert restored.core() == core
            if data.draw(st.booleans()):
                replayed = Table()
                replayed.apply(events.pack_snapshot(snapshot))


def snapshots():
    table = Table()
    for event in BEGINNINGS[1]:
        table.apply(event)
    table.apply(events.pack_throw(2, b"\x03\x05"))
    table.apply(events.pack_indicator(4))
    table.apply(events.pack_wall(events.WALL_DRAW, 9))
    yield table.snapshot()
    full = table.complete(drawn())
    table.apply(events.pack_hand(full, score(full)))
    yield table.snapshot()


SNAPSHOTS = list(snapshots())


@given(st.sampled_from(SNAPSHOTS), st.integers(0, 2000), st.binary(max_size=3), st.integers(0, 3))
@settings(max_examples=1500, deadline=None)
def test_a_damaged_snapshot_is_refused_or_is_another_whole_state(snapshot, at, put, removed):
    at %= len(snapshot)
    damaged = snapshot[:at] + put + snapshot[at + removed :]
    try:
        table = Table.restore(damaged)
    except EventError:
        return
    assert table.snapshot() == damaged


DRAWN = ("010100", "010900", "020100", "03010206", "0201020105")
FIELDS = {
    "session_no": st.integers(0, 3), "hand_no": st.integers(0, 9), "thrower": SEAT, "dealt": st.integers(0, 31),
    "round_wind": st.integers(0, 3), "streak": st.integers(0, 5), "dealer": st.none() | SEAT,
    "first_dealer": st.none() | SEAT, "indicator": st.none() | st.integers(0, 41),
    "scores": st.lists(st.integers(-9, 9), max_size=5), "carry": st.sampled_from(CARRY),
    "region": st.sampled_from(REGIONS), "drawn": st.lists(st.sampled_from(DRAWN), max_size=3).map("".join),
    "dice": face_bytes(3).map(bytes.hex), "kong_dice": face_bytes(2).map(bytes.hex), "options": st.just({"fan_cap": 6}),
}  # fmt: skip


@given(st.sampled_from(sorted(FIELDS)), st.data())
@settings(max_examples=2000, deadline=None)
def test_a_table_from_any_snapshot_that_is_taken_goes_on(field, data):
    with Region("five", Five), Region("diced", Diced):
        whole = json.loads(data.draw(st.sampled_from(SNAPSHOTS)))
        core = data.draw(st.sampled_from([whole["core"], (whole["last"] or {}).get("before") or whole["core"]]))
        for name in {field, *data.draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=3))}:
            core[name] = data.draw(FIELDS[name])
        try:
            table = Table.restore(record.canonical(whole).encode())
        except EventError:
            return
        for _ in range(5):
            try:
                table.apply(data.draw(st.sampled_from(KINDS + 5 * FITTING[table.phase]))(table, data.draw))
            except EventError:
                continue
            assert Table.restore(table.snapshot()).snapshot() == table.snapshot()


@given(st.binary(max_size=300))
@settings(max_examples=1000)
def test_no_bytes_at_all_do_more_than_be_refused(data):
    table = Table()
    try:
        table.apply(data)
    except EventError:
        assert table.snapshot() == Table().snapshot()


@given(st.text(), st.integers(0, 0xFFFFFFFF), st.integers(0, 0xFFFFFFFF))
def test_text_comes_back_as_it_was(text, time, request):
    e = events.parse(events.pack_note(3, text, time, request))
    assert (e["text"], e["time"], e["request"]) == (text.encode("utf-8", "replace").decode(), time, request)
