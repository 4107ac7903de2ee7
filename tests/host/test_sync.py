import pytest
import sqlalchemy as sa

from engine_core import events, segment
from mjtable import store, sync
from mjtable.errors import Differs, OtherJournal
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import HELLO, Journal

pytestmark = pytest.mark.usefixtures("made_anew")

ID = HELLO["id"]


def rows(history, table):
    return history.rows(sa.select(table))


def test_everything_comes_once_and_in_order(history, journal):
    outcome = Sync(journal, history).run()
    assert outcome.events == outcome.seq == journal.table.seq == 13
    assert outcome.hands == 2
    assert outcome.differences == []
    assert history.event_numbers(ID) == list(range(1, 14))


def test_a_second_sync_has_nothing_to_do(history, journal):
    Sync(journal, history).run()
    outcome = Sync(journal, history).run()
    assert (outcome.events, outcome.hands, outcome.bytes) == (0, 0, 0)
    assert len(rows(history, store.hands)) == 2


def test_what_is_new_goes_on_where_the_last_sync_ended(history, journal):
    Sync(journal, history).run()
    journal.append(events.pack_wall(events.WALL_DRAW))
    assert Sync(journal, history).run().events == 1
    assert history.event_numbers(ID) == list(range(1, 15))


def test_the_bytes_of_the_journal_are_kept_as_they_are(history, journal):
    Sync(journal, history).run()
    kept = {row.number: row.bytes for row in rows(history, store.segments)}
    assert kept == {number: bytes(data) for number, data in journal.segments.items()}
    assert len(kept) > 2


def test_the_replayed_state_is_the_tables(history, journal):
    Sync(journal, history).run()
    assert evening.replayed(history, ID).snapshot() == journal.table.snapshot()


def test_hands_payments_throws_and_corrections_become_rows(history, journal):
    Sync(journal, history).run()
    first, second = rows(history, store.hands)
    assert (first.number, first.region, first.undone) == (1, "ningbo", None)
    assert first.record["wins"][0]["tile"] == "3m"
    # All chows, edge wait, self-draw, no wilds: 4 tai and the base, from each of three.
    assert first.answer["delta"] == [15, -5, -5, -5]
    assert [(r.seat, r.delta, r.score) for r in rows(history, store.payments) if r.hand_id == first.id] == [
        (0, 15, 15),
        (1, -5, -5),
        (2, -5, -5),
        (3, -5, -5),
    ]
    assert second.undone == 12
    throw = rows(history, store.throws)[0]
    assert (throw.seat, throw.by_hand, throw.secret) == (0, False, evening.SECRET.hex())
    correction = rows(history, store.corrections)[0]
    assert (correction.delta, correction.reason) == ([0, 3, 0, 0], "a slip")


def test_the_table_is_told_only_after_the_bytes_are_committed(tmp_path, journal):
    history = Store(str(tmp_path / "history.db"))
    seen = []
    acknowledge = journal.journal_ack

    def ack(seg, off, seq):
        with Store(history.shown) as other:
            seen.append(seq in other.event_numbers(ID))
        return acknowledge(seg, off, seq)

    journal.journal_ack = ack
    with history:
        Sync(journal, history).run()
    assert seen and all(seen)


@pytest.mark.parametrize("method", ["journal.read", "journal.hash", "journal.ack", "status"])
def test_a_sync_that_dies_at_any_request_is_completed_by_the_next(history, journal, method):
    ask = journal.request
    total = 0
    for step in range(100):
        left = [step]

        def request(name, left=left, **params):
            if name == method:
                if left[0] == 0:
                    raise RuntimeError("killed")
                left[0] -= 1
            return ask(name, **params)

        journal.request = request
        try:
            outcome = Sync(journal, history).run()
        except RuntimeError:
            total = step
            continue
        break
    assert outcome.differences == []
    assert history.event_numbers(ID) == list(range(1, 14))
    assert len(rows(history, store.hands)) == 2
    assert total < 99


def test_a_store_that_fails_at_any_statement_leaves_nothing_half(journal):
    """Fails at the first statement, at the second, ... until a sync goes through; it may be tried again each time."""
    step = 0
    while True:
        with Store("sqlite://") as history:
            left = [step]

            @sa.event.listens_for(history._engine, "before_cursor_execute")
            def fail(conn, cursor, statement, parameters, context, many, left=left):
                if not statement.startswith(("SELECT", "PRAGMA")):
                    left[0] -= 1
                    if left[0] == -1:
                        raise RuntimeError("disk")

            try:
                Sync(journal, history).run()
                assert step > 20
                return
            except RuntimeError:
                pass
            outcome = Sync(journal, history).run()
            assert outcome.differences == []
            assert history.event_numbers(ID) == list(range(1, 14))
            assert len(rows(history, store.hands)) == 2
        step += 1


def test_a_wrong_answer_of_the_table_is_found_and_kept(history):
    journal = Journal()
    journal.append(events.pack_region("ningbo", {}))
    journal.append(events.pack_session(0, [0, 0, 0, 0]))
    wrong = {
        "wins": [{"seat": 0, "valid": True, "value": 99, "patterns": ["self_draw"]}],
        "delta": [9, -3, -3, -3],
        "next_dealer": 0,
        "carry": {},
    }
    evening.hand(journal, {**evening.FIRST, "indicator": "4z"}, wrong)
    outcome = Sync(journal, history).run()
    assert [(seq, what) for seq, what, _, _ in outcome.differences] == [(3, "score")]
    assert '"value":99' in outcome.differences[0][2] and '"value":5' in outcome.differences[0][3]
    assert history.differences_of(ID)[0].what == "score"
    # The state is what the events say all the same.
    assert evening.replayed(history, ID).scores == [9, -3, -3, -3]


def test_an_edited_byte_in_the_table_is_found(history, journal):
    Sync(journal, history).run()
    journal.segments[journal.last][-1] ^= 1
    with pytest.raises(OtherJournal):
        Sync(journal, history).run()


def test_a_table_that_says_another_hash_than_its_bytes_have_is_not_believed(history, journal):
    journal.journal_hash = lambda seg, size: {"sha256": "0" * 64}
    with pytest.raises(Differs):
        Sync(journal, history).run()
    assert history.event_numbers(ID) == []


def test_an_edited_segment_that_the_laptop_has_already_shows_in_the_chain(history, journal):
    Sync(journal, history).run()
    number = journal.last
    with history.transaction() as c:
        at = store.segments.c.number == number - 1
        c.execute(sa.update(store.segments).where(at).values(bytes=b"MJJ1 edited"))
        # As if the last sync had ended before the segment after the edited one.
        c.execute(sa.delete(store.segments).where(store.segments.c.number == number))
        place = {"segment": number, "offset": 0, "seq": journal.first_events[number] - 1}
        for table in (store.throws, store.corrections, store.events):
            c.execute(sa.delete(table).where(table.c.seq > place["seq"]))
        c.execute(sa.update(store.journals).values(**place))
    outcome = Sync(journal, history).run()
    assert "journal" in [what for _, what, _, _ in outcome.differences]


def test_an_erased_table_is_noticed_and_can_begin_a_new_journal(history, journal):
    Sync(journal, history).run()
    fresh = Journal()
    fresh.append(events.pack_note(events.NOTE_BOOT, "new flash"))
    evening.play(fresh)
    with pytest.raises(OtherJournal) as e:
        Sync(fresh, history).run()
    assert "--new-journal" in str(e.value)
    outcome = Sync(fresh, history).run(new_journal=True)
    assert outcome.events == 14
    assert len(rows(history, store.journals)) == 2
    assert len(rows(history, store.hands)) == 4


def test_events_that_the_table_dropped_before_the_laptop_had_them_are_said(history, journal):
    Sync(journal, history).run()
    first = journal.table.seq
    while journal.last < 9:
        journal.append(events.pack_note(5, "x" * 60))
    while journal.first < 8:
        journal.drop_oldest()
    outcome = Sync(journal, history).run()
    assert [what for _, what, _, _ in outcome.differences] == ["lost"]
    numbers = history.event_numbers(ID)
    assert numbers[: first + 1] != list(range(1, first + 2))
    assert numbers[-1] == journal.table.seq
    assert evening.replayed(history, ID).snapshot() == journal.table.snapshot()


def test_a_first_sync_may_begin_in_the_middle(history, journal):
    """Another laptop has had the beginning, and the table has let it go."""
    while journal.first < journal.last:
        journal.drop_oldest()
    outcome = Sync(journal, history).run()
    assert outcome.differences == []
    assert evening.replayed(history, ID).snapshot() == journal.table.snapshot()


def test_a_status_that_does_not_follow_from_the_events_is_found(history, journal):
    status = journal.status()
    journal.status = lambda: {**status, "scores": [1000, -3, -3, -3]}
    outcome = Sync(journal, history).run()
    assert [(what, table) for _, what, table, _ in outcome.differences] == [("status.scores", "[1000, -3, -3, -3]")]


def test_a_table_in_use_is_followed_until_it_rests(history, journal):
    ask = journal.status
    busy = [3]

    def status():
        if busy[0]:
            busy[0] -= 1
            journal.append(events.pack_note(5, "played meanwhile"))
        return ask()

    journal.status = status
    outcome = Sync(journal, history).run()
    assert outcome.seq == journal.table.seq == 16
    assert outcome.compared and outcome.differences == []


def test_a_table_in_safe_mode_is_not_compared(history, journal):
    """Where its rules cannot be loaded it knows less of itself than its journal does."""
    status = {**journal.status(), "seq": 2, "scores": []}
    journal.status = lambda: status
    journal.hello = {**HELLO, "safe": True}
    outcome = Sync(journal, history).run()
    assert (outcome.compared, outcome.differences) == (False, [])
    assert outcome.events == 13 and rows(history, store.differences) == []


def test_a_table_that_never_rests_is_not_compared_and_not_called_different(history, journal):
    ask = journal.status

    def status():
        journal.append(events.pack_note(5, "played meanwhile"))
        return ask()

    journal.status = status
    outcome = Sync(journal, history).run()
    assert not outcome.compared and outcome.differences == []


def test_events_that_flash_did_not_take_are_said(history, journal):
    status = {**journal.status(), "seq": 99, "stored": False}
    journal.status = lambda: status
    outcome = Sync(journal, history).run()
    assert [what for _, what, _, _ in outcome.differences] == ["status.seq"]


def test_an_event_that_this_mjtable_does_not_know_is_kept_and_said(history):
    journal = Journal()
    unknown = bytes([99]) + bytes(8) + b"from the future"
    journal.segments[1] += segment.pack_record(unknown)
    journal.table.seq += 1
    outcome = Sync(journal, history).run()
    assert [what for _, what, _, _ in outcome.differences] == ["event"]
    assert [(row.seq, row.kind, row.bytes) for row in rows(history, store.events)] == [(1, "99", unknown)]


def test_progress_ends_at_the_total(history, journal):
    told = []
    Sync(journal, history, lambda *what: told.append(what)).run()
    assert [stage for stage, _, _ in told] == sorted(stage for stage, _, _ in told)  # all is fetched before the replay
    for stage in (sync.FETCH, sync.REPLAY):
        seen = [(done, total) for found, done, total in told if found == stage]
        assert len(seen) > 2
        assert seen[-1] == (13, 13)
        assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert told[0] == (sync.FETCH, 0, 13)


@pytest.mark.parametrize(
    "ranges, missing",
    [
        ([], [(1, 9)]),
        ([(1, 9)], []),
        ([(4, 5), (1, 2)], [(3, 3), (6, 9)]),
        ([(3, 6), (2, 4), (5, 12)], [(1, 1)]),
        ([(11, 12)], [(1, 9)]),
    ],
)
def test_what_is_missing_is_told_from_and_to(ranges, missing):
    assert sync._missing(ranges, 9) == missing
