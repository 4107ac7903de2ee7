"""The journal day by day: restarts, reading, acknowledgement, damage, full and failing flash."""

import os

from check import raises
from evening import drawn, result, steps, win
from flash import Folder, Hole, content, put, vfs
from journals import Logged, history, note, opened, two_segments

from engine_core import events as ev
from engine_core import segment
from engine_core.events import EventError
from firmware import journal as module
from firmware.journal import JournalError

ENOSPC = 28


def whole_evening(journal):
    for event in steps(journal.table):
        journal.append(event)


# ---------------------------------------------------------------- everyday


def test_events_come_back_after_a_restart():
    with Folder() as folder:
        journal = opened(folder, table=Logged())
        whole_evening(journal)
        log, snapshot = journal.table.log, journal.table.snapshot()
        journal.close()
        again = opened(folder)
        assert again.table.snapshot() == snapshot
        assert (again.seq, again.first, again.first_seq) == (len(log), 1, 1)
        assert again.last > 3
        assert history(again) == list(zip(range(1, len(log) + 1), log))
        assert (again.stored, again.trouble) == (True, "")
        again.close()


def test_an_event_is_on_flash_when_append_returns():
    with Folder() as folder:
        journal = opened(folder)
        for n in range(1, 40):
            assert journal.append(note(str(n))) == n
            other = opened(folder)  # as after a cut: the first one was never closed
            assert other.seq == n
            other.close()
        journal.close()


def test_a_segment_takes_no_more_events_than_a_start_can_replay_quickly():
    with Folder() as folder:
        journal = opened(folder, length=1 << 20)
        for _ in range(module.MOST):
            journal.append(note())
        assert journal.last == 1
        assert journal.append(note()) == module.MOST + 1
        assert journal.last == 2
        assert len(history(journal)) == module.MOST + 1
        journal.close()


def test_a_state_too_long_for_a_segment_stops_nobody():
    with Folder() as folder:
        journal = opened(folder, length=600)
        journal.append(note("x" * 300))
        journal.table.snapshot = lambda: b"x" * segment.LONGEST
        for n in range(2, 6):
            assert journal.append(note("y" * 200)) == n
        assert (journal.stored, journal.last) == (True, 1)
        del journal.table.snapshot
        assert journal.append(note()) == 6 and journal.last == 2
        journal.close()
        again = opened(folder)
        assert (again.seq, again.trouble) == (6, "")
        again.close()


def test_a_refused_event_is_not_written():
    with Folder() as folder:
        journal = opened(folder)
        size = journal.size(1)
        for event in (ev.pack_undo(), b"", b"\x63" + bytes(8), ev.pack_snapshot(journal.table.snapshot()),
                      ev.pack_note(1, "x" * segment.LONGEST)):  # fmt: skip
            raises(EventError, journal.append, event)
        assert (journal.size(1), journal.seq) == (size, 0)
        journal.close()


def test_a_restart_goes_on_in_the_same_segment():
    with Folder() as folder:
        for n in range(1, 4):
            journal = opened(folder)
            journal.append(note())
            journal.close()
            assert (journal.seq, journal.last) == (n, 1)


def test_reading_is_bounded_by_what_is_valid():
    with Folder() as folder:
        journal = opened(folder, length=8192)
        for _ in range(60):
            journal.append(note("x" * 20))
        size = journal.size(1)
        assert size > 2 * module.CHUNK
        data = content(folder + "/j/000001.seg")
        assert journal.read(1, 0, 5000) == data[: module.CHUNK]
        assert journal.read(1, size - 10, 100) == data[-10:]
        assert journal.read(1, size, 100) == b""
        assert raises(JournalError, journal.read, 1, size + 1, 1).field == "off"
        assert raises(JournalError, journal.read, 1, -1, 1).field == "off"
        assert raises(JournalError, journal.read, 2, 0, 1).field == "seg"
        assert raises(JournalError, journal.size, 0).field == "seg"
        assert raises(JournalError, journal.hash, 1, size + 1).field == "size"
        journal.close()


def test_a_history_that_was_edited_shows():
    with Folder() as folder:
        journal = opened(folder)
        whole_evening(journal)
        path = folder + "/j/000002.seg"
        data = bytearray(content(path))
        at = journal.size(2) - 20
        data[at] ^= 1
        put(path, data)
        head = segment.header(journal.read(3, 0, segment.HEADER))
        assert head["sha256"] != journal.hash(2, head["length"])
        journal.close()


# ---------------------------------------------------------------- damage


def test_a_segment_of_garbage_stays_where_it_is_and_a_new_one_goes_on():
    with Folder() as folder:
        journal = two_segments(folder)
        second = segment.header(journal.read(2, 0, 52))["first"]
        put(folder + "/j/000002.seg", b"garbage" * 100)
        again = opened(folder, table=Logged())
        last = second - 1 + (700 - segment.HEADER) // segment.SMALLEST
        assert again.trouble == "flash: segment 2 is damaged at byte 0, events %d to %d are lost" % (second, last)
        assert content(folder + "/j/000002.seg") == b"garbage" * 100
        assert (again.last, again.size(2), again.read(2, 0, 52)) == (3, 0, b"")
        found = history(again)
        assert [n for n, _ in found] == list(range(1, second)) + [last + 1, last + 2]
        again.close()


def test_a_place_that_cannot_be_read_is_refused_by_name_and_others_are_not():
    with Folder() as folder:
        journal = two_segments(folder)
        assert journal.size(1) > module.CHUNK
        module.open = Hole(module.CHUNK)
        try:
            error = raises(JournalError, journal.read, 1, module.CHUNK, 10)
            assert (error.field, str(error)) == ("flash", "flash: segment 1 cannot be read at 512")
            error = raises(JournalError, journal.hash, 1, journal.size(1))
            assert (error.field, str(error)) == ("flash", "flash: segment 1 cannot be read at 512")
            assert journal.read(1, 0, 52) == content(folder + "/j/000001.seg")[:52]
            assert len(journal.hash(1, module.CHUNK)) == 32
        finally:
            del module.open
        put(folder + "/j/000002.seg", b"?" + content(folder + "/j/000002.seg")[1:])
        assert journal.size(1) == len(content(folder + "/j/000001.seg"))  # what the header of the next says is lost
        os.remove(folder + "/j/000001.seg")
        assert journal.size(1) == 0


def test_other_files_in_the_folder_do_not_matter():
    with Folder() as folder:
        journal = opened(folder)
        journal.append(note())
        journal.close()
        for name in ("/j/told.new", "/j/x.seg", "/j/.seg", "/j/readme"):
            put(folder + name, b"?")
        again = opened(folder)
        assert (again.seq, again.first, again.last, again.trouble) == (1, 1, 1, "")
        again.close()


def test_events_of_other_rules_keep_their_numbers():
    with Folder() as folder:
        journal = opened(folder)
        for event in steps(journal.table):
            journal.append(event)
            if ev.kind(event) == ev.REGION:
                break
        seq = journal.seq
        good = journal.table.apply
        journal.table.apply = lambda event: setattr(journal.table, "seq", journal.seq + 1)
        journal.append(ev.pack_region("atlantis", {}))  # as a later firmware might know it
        journal.table.apply = good
        journal.close()
        again = opened(folder)
        assert again.seq == seq + 1
        assert again.trouble == "event %d: region: there is no atlantis" % again.seq
        assert (again.table.region, again.last) == ("ningbo", 2)
        again.append(note())
        again.close()
        assert (opened(folder).seq, opened(folder).trouble) == (seq + 2, "")


# ---------------------------------------------------------------- flash runs short


def test_segments_that_the_laptop_has_go_without_a_loss():
    with Folder() as folder:
        table = Logged()
        journal = opened(folder, table=table, reserve=1 << 60)  # flash is always short
        for _ in range(200):
            journal.append(note("event"))
            journal.ack(journal.last, journal.size(journal.last))
        assert journal.last - journal.first <= 1 and journal.last > 2
        assert journal.first_seq > 1
        assert not [e for e in table.log if ev.kind(e) == ev.LOST]
        journal.close()


def test_segments_that_the_laptop_has_not_are_recorded_as_lost():
    with Folder() as folder:
        table = Logged()
        journal = opened(folder, table=table, reserve=1 << 60)
        gone = 0
        for _ in range(200):
            journal.append(note("event"))
            if journal.first_seq - 1 > gone:
                e = ev.parse(table.log[-1])
                assert (e["kind"], e["first"], e["last"]) == (ev.LOST, gone + 1, journal.first_seq - 1)
                gone = e["last"]
        assert gone > 50
        history(journal)
        journal.close()
        log = len(table.log)
        again = opened(folder, reserve=1 << 60)
        assert again.seq == log  # what is recorded once is not recorded again
        again.close()


def test_a_loss_that_a_cut_kept_from_being_recorded_is_recorded_at_the_next_start():
    with Folder() as folder:
        journal = opened(folder)
        while journal.last < 4:
            journal.append(note("event"))
        journal.ack(2, 0)
        journal.close()
        seq, third = journal.seq, segment.header(journal.read(3, 0, 52))["first"]
        second = segment.header(journal.read(2, 0, 52))["first"]
        os.remove(folder + "/j/000001.seg")
        os.remove(folder + "/j/000002.seg")
        again = opened(folder, table=Logged())
        e = ev.parse(again.table.log[-1])
        assert (e["kind"], e["first"], e["last"]) == (ev.LOST, second, third - 1)
        assert (again.seq, again.first, again.first_seq) == (seq + 1, 3, third)
        again.close()


def test_an_acknowledgement_is_remembered_and_cannot_go_beyond_the_journal():
    with Folder() as folder:
        journal = two_segments(folder)
        assert raises(JournalError, journal.ack, 3, 0).field == "seg"
        assert raises(JournalError, journal.ack, 2, 8000).field == "off"
        journal.ack(1, journal.size(1))
        journal.ack(0, 5)
        os.remove(folder + "/j/000001.seg")
        again = opened(folder)
        assert again.seq == journal.seq
        again.close()


class Failing:
    """Stands in for open() in the journal: writes fail with `error` while `on`."""

    def __init__(self, error):
        self.error = error
        self.on = False
        self.late = False  # only after everything is written

    def __call__(self, path, mode):
        if self.on and mode != "rb":
            raise self.error
        file = open(path, mode)
        return Wrapped(file, self) if mode == "ab" else file


class Wrapped:
    def __init__(self, file, failing):
        self.file, self.failing = file, failing

    def write(self, data):
        if self.failing.on:
            self.file.write(data[:7])
            raise self.failing.error
        return self.file.write(data)

    def flush(self):
        self.file.flush()
        if self.failing.late:
            raise self.failing.error

    def close(self):
        self.file.close()


def fails_for_a_while(error, said):
    with Folder() as folder:
        table = Logged()
        journal = opened(folder, table=table)
        module.open = failing = Failing(error)
        try:
            whole = steps(table)
            for _ in range(20):
                journal.append(next(whole))
            failing.on = True
            for _ in range(20):
                journal.append(next(whole))
            assert (journal.seq, journal.stored) == (40, False)
            assert journal.trouble == said
            failing.on = False
            while not journal.stored:
                journal.append(next(whole))
            assert journal.trouble == ""
            back = journal.seq
            assert back <= 40 + module.RETRY + 1
            shown = table.log[-1]
            for event in whole:
                journal.append(event)
            journal.close()
        finally:
            del module.open
        again = opened(folder)
        assert again.table.snapshot() == table.snapshot()
        found = history(again)
        lost = [ev.parse(e) for _, e in found if ev.kind(e) == ev.LOST]
        # The event that came when flash worked again is a record: it was said to be stored.
        assert [(e["first"], e["last"]) for e in lost] == [(21, back - 2)]
        assert (back, shown) in found
        again.close()


def test_a_flash_that_fails_does_not_stop_the_scores():
    fails_for_a_while(OSError(5, "input/output error"), "flash: failed, error 5")


def test_a_heap_that_is_full_does_not_stop_the_scores():
    fails_for_a_while(MemoryError("memory allocation failed"), "flash: no memory to write")


def test_an_event_that_one_segment_does_not_take_goes_into_the_next():
    with Folder() as folder:
        table = Logged()
        journal = opened(folder, table=table)
        module.open = failing = Failing(OSError(ENOSPC, "full"))
        try:
            for _ in range(5):
                journal.append(note("a"))
            begin = journal._rotate

            def space_again(state):
                failing.on = False
                begin(state)

            journal._rotate = space_again
            failing.on = True
            journal.append(note("b"))
            assert (journal.stored, journal.trouble, journal.last) == (True, "", 2)
            journal.close()
        finally:
            del module.open
        again = opened(folder)
        assert [e for _, e in history(again)] == table.log == [note("a")] * 5 + [note("b")]
        again.close()


def test_an_event_that_got_to_flash_although_writing_failed_is_there_once():
    with Folder() as folder:
        table = Logged()
        journal = opened(folder, table=table)
        module.open = failing = Failing(OSError(5, "input/output error"))
        try:
            journal.append(note("a"))
            failing.late = True
            journal.append(note("b"))
            failing.late = False
            journal.append(note("c"))
            journal.close()
        finally:
            del module.open
        again = opened(folder)
        assert [e for _, e in history(again)] == table.log == [note("a"), note("b"), note("c")]
        assert (again.last, again.trouble) == (2, "")
        again.close()


def fill(folder):
    """Leave no room, not even in what a failed write gives back."""
    for n in range(6):
        try:
            with open("%s/filler%d" % (folder, n), "wb") as file:
                while True:
                    file.write(bytes(50))
                    file.flush()
        except OSError:
            pass


def test_a_flash_that_is_full_is_told_and_used_again_when_there_is_room():
    with Folder(48) as folder:
        journal = opened(folder)
        fill(folder)
        for i in range(30):
            journal.append(ev.pack_session(0, [i, 0, 0, -i]))
        assert (journal.stored, journal.seq, journal.table.scores[0]) == (False, 30, 29)
        assert journal.trouble == module.FULL
        os.remove(folder + "/filler0")
        for _ in range(module.RETRY):
            journal.append(note())
        assert journal.stored
        snapshot = journal.table.snapshot()
        journal.close()
        assert opened(folder).table.snapshot() == snapshot


if vfs is None:  # a temporary folder is never full
    del test_a_flash_that_is_full_is_told_and_used_again_when_there_is_room


def test_a_folder_that_cannot_be_used_leaves_a_table_in_ram():
    with Folder() as folder:
        put(folder + "/j", b"a file where the folder should be")
        journal = opened(folder)
        for i in range(20):
            assert journal.append(note()) == i + 1
        assert not journal.stored
        assert journal.trouble.startswith("flash: ")
        assert raises(JournalError, journal.size, 1).field == "seg"
        assert journal.first_seq == 21
        journal.close()
        os.remove(folder + "/j")


def test_hands_fill_segments_of_the_usual_length():
    with Folder(144) as folder:
        journal = opened(folder, length=8192)
        for event in steps(journal.table):
            journal.append(event)
            if journal.table.rules and journal.table.phase == "ready":
                break
        for i in range(120):
            record = win((journal.table.dealer + i) % 4) if i % 3 else drawn()
            journal.append(result(journal.table, record))
            if journal.last > 2:
                break
        assert journal.last == 3
        for number in range(1, journal.last):
            assert journal.size(number) <= 8192
        journal.close()
        assert opened(folder, length=8192).table.scores == journal.table.scores
