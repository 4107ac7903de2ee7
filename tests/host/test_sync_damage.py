"""A sync with a table whose flash is damaged: the firmware's own journal, on files with other bytes than it wrote."""

import shutil

import pytest
import sqlalchemy as sa

from engine_core import events, segment
from mjtable import store
from mjtable.errors import Differs, OtherJournal, TableFailed
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import HELLO
from tests.host.flashtable import FlashTable

pytestmark = pytest.mark.usefixtures("made_anew")

ID = HELLO["id"]
IN_HEADER, IN_SNAPSHOT, IN_RECORDS = 5, segment.HEADER + 20, -20  # bytes of a segment


@pytest.fixture
def table(tmp_path):
    """An evening and some corrections: eight segments."""
    return evening.play(FlashTable(tmp_path)).corrected(12)


def sync(table, history, **how):
    """A sync, and that the next one goes on cleanly."""
    outcome = Sync(table, history).run(**how)
    again = Sync(table, history).run()
    assert (again.differences, again.events) == ([], 0)
    return outcome


def whats(outcome):
    return [one.what for one in outcome.differences]


def firsts(table):
    """Number of the first event of each segment."""
    read = table.journal.read
    return {n: segment.header(read(n, 0, segment.HEADER))["first"] for n in range(1, table.journal.last + 1)}


def all_but(last, *missing):
    return [n for n in range(1, last + 1) if n not in missing]


# ---------------------------------------------------------------- what the laptop has and the table has lost


def test_events_that_the_table_has_lost_stay_and_the_sync_goes_on_behind_them(history, table):
    Sync(table, history).run()
    last, number, kept = table.table.seq, table.journal.last, history.event_numbers(ID)
    bytes_here = history.rows(sa.select(store.segments.c.bytes).where(store.segments.c.number == number))[0].bytes
    table.flip(number, IN_RECORDS)
    table.start().corrected(3)
    outcome = sync(table, history)
    assert outcome.differences[0][1:] == (
        "lost",
        f"events {last} to {last} of segment {number} are lost",
        "these events are here",
    )
    assert history.event_numbers(ID)[: len(kept)] == kept and outcome.seq == table.table.seq
    assert evening.replayed(history, ID).snapshot() == table.table.snapshot()
    query = sa.select(store.segments.c.bytes).where(store.segments.c.number == number)
    assert history.rows(query)[0].bytes == bytes_here
    assert len(history.rows(sa.select(store.journals))) == 1
    assert len(history.hands_of(ID)) == 2


@pytest.mark.parametrize("at", [IN_HEADER, IN_SNAPSHOT])
def test_a_newest_segment_that_is_lost_as_a_whole_is_gone_on_behind(history, table, at):
    Sync(table, history).run()
    first, last = firsts(table)[table.journal.last], table.table.seq
    table.flip(table.journal.last, at)
    table.start().corrected(3)
    outcome = sync(table, history)
    assert outcome.differences[0].table_says.startswith(f"events {first} to {last} ")
    assert evening.replayed(history, ID).snapshot() == table.table.snapshot()


def test_events_that_were_lost_before_the_laptop_had_them_are_said_beside_those_that_it_has(history, table):
    Sync(table, history).run()
    had = table.table.seq
    table.corrected(1)
    table.flip(table.journal.last, IN_RECORDS - 60)
    table.flip(table.journal.last, IN_RECORDS)
    table.start().corrected(1)
    outcome = sync(table, history)
    assert set(whats(outcome)) == {"lost"}
    assert outcome.missing and outcome.missing[0][0] == had + 1
    assert len(set(history.event_numbers(ID))) == len(history.event_numbers(ID))


def test_another_journal_that_seems_to_have_lost_everything_is_not_gone_on_with(history, tmp_path, table):
    Sync(table, history).run()
    (tmp_path / "other").mkdir()
    other = FlashTable(tmp_path / "other").notes(120)
    while other.journal.last <= table.journal.last:
        other.notes(1)
    with pytest.raises(OtherJournal):
        Sync(other, history).run()


# ---------------------------------------------------------------- a new journal


def test_a_new_journal_begins_where_the_history_has_other_bytes(history, tmp_path, table):
    """The flash is put back to what it was some time ago, and played on: two hands are there, and not doubled."""
    table.journal.close()
    shutil.copytree(table.folder, tmp_path / "before")
    first = table.table.seq
    table.corrected(8)
    Sync(table, history).run()
    table.journal.close()
    shutil.rmtree(table.folder)
    shutil.copytree(tmp_path / "before", table.folder)
    table.start().notes(30)
    with pytest.raises(OtherJournal):
        Sync(table, history).run()
    outcome = sync(table, history, new_journal=True)
    assert outcome.seq == table.table.seq
    assert len(history.hands_of(ID)) == 2
    new = history.rows(sa.select(store.events.c.seq).where(store.events.c.journal_id == 2).order_by(store.events.c.seq))
    assert [row.seq for row in new] == list(range(first + 1, table.table.seq + 1))
    assert evening.replayed(history, ID).snapshot() == table.table.snapshot()


@pytest.mark.parametrize("at", [IN_HEADER, IN_SNAPSHOT, IN_RECORDS])
def test_a_new_journal_after_damage_doubles_nothing(history, table, at):
    Sync(table, history).run()
    table.flip(table.journal.last, at)
    Sync(table, history).run(new_journal=True)
    assert len(history.event_numbers(ID)) == len(set(history.event_numbers(ID)))
    table.start().corrected(20)
    assert Sync(table, history).run().seq == table.table.seq
    assert len(history.event_numbers(ID)) == len(set(history.event_numbers(ID)))
    assert len(history.hands_of(ID)) == 2


def test_a_hand_of_the_earlier_journal_that_is_taken_back_in_the_new_one_is_marked(history, tmp_path):
    table = evening.play(FlashTable(tmp_path))
    evening.hand(table, evening.FIRST)
    table.journal.close()
    shutil.copytree(table.folder, tmp_path / "before")
    table.corrected(8)
    Sync(table, history).run()
    table.journal.close()
    shutil.rmtree(table.folder)
    shutil.copytree(tmp_path / "before", table.folder)
    table.start().append(events.pack_undo())
    Sync(table.notes(20), history).run(new_journal=True)
    assert [bool(hand.undone) for hand in history.hands_of(ID)] == [False, True, True]


# ---------------------------------------------------------------- damage in front of what the laptop has


def test_a_segment_whose_header_is_damaged_has_its_numbers_from_its_snapshot(history, table):
    first = firsts(table)[3]
    table.flip(3, IN_HEADER)
    outcome = sync(table, history)
    assert outcome.differences[0][1:] == ("journal", "segment 3: damaged header", f"its events begin with {first}")
    assert whats(outcome) == ["journal", "journal"]  # and segment 4 says that it follows other bytes
    assert history.event_numbers(ID) == all_but(table.table.seq)
    assert [row.what for row in history.differences_of(ID)] == whats(outcome)


def test_a_first_segment_whose_header_is_damaged_has_them_too(history, table):
    first = firsts(table)[2]
    table.drop_oldest()
    table.flip(2, IN_HEADER)
    assert sync(table, history).differences[0].table_says == "segment 2: damaged header"
    assert history.event_numbers(ID) == list(range(first, table.table.seq + 1))


def test_a_segment_whose_snapshot_is_damaged_is_passed_over(history, table):
    first, after = firsts(table)[3], firsts(table)[4]
    table.flip(3, IN_SNAPSHOT)
    outcome = sync(table, history)
    said = [one.table_says for one in outcome.differences]
    assert f"segment 3: damaged at byte {segment.HEADER}" in said
    assert f"events {first} to {after - 1} are not there" in said
    assert history.event_numbers(ID) == all_but(table.table.seq, *range(first, after))
    assert evening.replayed(history, ID).snapshot() == table.table.snapshot()


def test_a_segment_of_which_nothing_can_be_read_is_passed_over(history, table):
    first, after = firsts(table)[3], firsts(table)[4]
    table.bad.add((3, 0))
    outcome = sync(table, history)
    assert outcome.differences[0].table_says == "segment 3: cannot be read from byte 0 on"
    assert outcome.missing == [(first, after - 1)]
    assert history.event_numbers(ID) == all_but(table.table.seq, *range(first, after))
    assert 3 not in [number for number, at in table.acknowledged if at]


def test_what_can_be_read_of_a_segment_is_kept(history, table):
    size = table.journal.size(3)
    assert size > 512
    table.bad.add((3, size - 1))
    outcome = sync(table, history)
    assert outcome.differences[0].table_says == "segment 3: cannot be read from byte 512 on"
    kept = history.rows(sa.select(store.segments.c.bytes).where(store.segments.c.number == 3))[0].bytes
    assert kept == table.journal.read(3, 0, 512)
    assert all(at <= 512 for number, at in table.acknowledged if number == 3)


def test_a_segment_that_is_shorter_than_it_should_be_is_no_reason_to_wait(history, table):
    table.journal.close()
    table.file(3).write_bytes(table.file(3).read_bytes()[:300])
    assert "segment 3: cannot be read from byte 300 on" in [one.table_says for one in sync(table, history).differences]


def test_a_table_that_lacks_memory_at_the_moment_has_lost_nothing(history, table):
    ask = table.journal_read

    def journal_read(seg, off, n):
        if seg == 3:
            raise TableFailed(
                code=-32603, why="journal.read: MemoryError memory allocation failed", field="journal.read"
            )
        return ask(seg, off, n)

    table.journal_read = journal_read
    with pytest.raises(TableFailed):
        Sync(table, history).run()
    table.journal_read = ask
    assert Sync(table, history).run().differences == []


def test_a_table_without_a_journal_is_said(history, table):
    table.journal.first = table.journal.last = 0
    with pytest.raises(Differs) as e:
        Sync(table, history).run()
    assert "nothing to fetch" in str(e.value)


def test_a_newest_segment_that_cannot_be_read_is_said_until_the_table_has_begun_another(history, table):
    first = firsts(table)[table.journal.last]
    table.flip(table.journal.last, IN_SNAPSHOT)
    assert "status.seq" in whats(Sync(table, history).run())
    assert [what for what in whats(Sync(table, history).run()) if not what.startswith("status.")] == []
    assert len([row for row in history.differences_of(ID) if row.what == "status.seq"]) == 1
    table.start().corrected(3)
    outcome = sync(table, history)
    assert whats(outcome) == ["lost"] and outcome.missing[0][0] == first
    assert evening.replayed(history, ID).snapshot() == table.table.snapshot()


def test_the_bytes_that_are_here_may_be_damaged_at_the_table_since(history, table):
    """The rest of the segment is fetched all the same: the next segment's header proves that ours are right."""
    Sync(table, history).run()
    number = table.journal.last
    while table.journal.last == number:
        table.corrected(1)
    table.flip(number, IN_SNAPSHOT)
    outcome = sync(table, history)
    assert outcome.differences == []
    assert history.event_numbers(ID) == all_but(table.table.seq)


@pytest.mark.parametrize("when", ["before the first sync", "after one"])
@pytest.mark.parametrize("how", ["changed", "restarted", "unreadable"])
def test_no_damage_stops_a_sync_or_doubles_an_event(tmp_path, when, how):
    table = evening.play(FlashTable(tmp_path))
    with Store(str(tmp_path / "before.db")) as history:
        if when == "after one":
            Sync(table, history).run()
    table.corrected(12).journal.close()
    sizes = {n: table.file(n).stat().st_size for n in range(1, table.journal.last + 1)}
    for number, at in [(n, at) for n, size in sizes.items() for at in range(3 + 40 * n, size, 331)]:
        folder = tmp_path / f"{number}-{at}"
        folder.mkdir()
        shutil.copytree(table.folder, folder / "j")
        shutil.copy(tmp_path / "before.db", folder / "history.db")
        damaged = FlashTable(folder)
        if how == "unreadable":
            damaged.bad.add((number, at))
        else:
            damaged.flip(number, at)
        if how == "restarted":
            damaged.start()
        with Store(str(folder / "history.db")) as history:
            Sync(damaged, history).run()
            again = Sync(damaged, history).run()
            newest = number == max(sizes) and how != "restarted"
            assert [what for what in whats(again) if not (newest and what.startswith("status."))] == []
            damaged.bad.clear()
            damaged.start().corrected(15)
            Sync(damaged, history).run()
            assert sync(damaged, history).seq == damaged.table.seq
            numbers = history.event_numbers(ID)
            assert numbers == sorted(set(numbers))
            assert evening.replayed(history, ID).snapshot() == damaged.table.snapshot()
        shutil.rmtree(folder)
