import os

from check import raises
from flash import DONE, HALF, LOST, PICO, Folder, Mounted, Ram, content, cut, formatted, put, vfs

from firmware import bundle, start

LIST = b"""mjtable 0.2.0 pico all
= 11 main.py
+ 22 a.mpy
+ 33 b.mpy
= 44 same.mpy
- - old.mpy
- - gone.mpy
"""
BEFORE = {"a.mpy": b"old a", "old.mpy": b"old", "same.mpy": b"same", "main.py": b"main", "mjtable.txt": b"old list"}
AFTER = {"a.mpy": b"new a", "b.mpy": b"new b", "same.mpy": b"same", "main.py": b"main", "mjtable.txt": LIST}


class Empty(Folder):
    """A place that is empty at the end, as Folder wants it on CPython."""

    def __enter__(self):
        self.root = super().__enter__() + "/"
        return self.root

    def __exit__(self, *how):
        for name in os.listdir(self.root):
            os.remove(self.root + name)
        super().__exit__(*how)


def copied(root):
    """As an installation leaves it that has copied its files and decided nothing."""
    for name in BEFORE:
        put(root + name, BEFORE[name])
    put(root + "a.mpy.new", b"new a")
    put(root + "b.mpy.new", b"new b")


def files(root):
    return {name: content(root + name) for name in os.listdir(root)}


def test_what_was_decided_is_done_once():
    with Empty() as root:
        copied(root)
        put(root + "mjtable.new", LIST)
        start.finish(root)
        assert files(root) == AFTER
        start.finish(root)
        assert files(root) == AFTER


def test_without_a_decision_the_old_firmware_stays():
    with Empty() as root:
        copied(root)
        put(root + "mjtable.plan", LIST)
        before = files(root)
        start.finish(root)
        assert files(root) == before and start.whole(root)


def test_an_empty_flash_has_no_firmware():
    with Empty() as root:
        start.finish(root)
        assert not start.whole(root) and files(root) == {}


def test_a_decision_of_something_else_than_missing_files_is_not_passed_over():
    with Empty() as root:
        put(root + "mjtable.new", b"mjtable 0.2.0 pico all\n- - folder\n")
        os.mkdir(root + "folder")
        put(root + "folder/x", b"x")
        raises(OSError, start.finish, root)
        assert not start.whole(root)
        os.remove(root + "folder/x")
        os.rmdir(root + "folder")


def test_power_may_be_cut_at_any_write():
    """From any moment of it the next start comes to the same end, and no start in between has a mixture to run."""
    if vfs is None:
        return
    cuts = []

    def keep(device, change):
        cuts.extend([cut(device, change, how) for how in (LOST, HALF, DONE)])

    device = Ram(formatted(64))
    with Mounted(device, "/test"):
        copied("/test/")
        put("/test/mjtable.new", LIST)
        device.on_write = keep
        start.finish("/test/")
    assert len(cuts) >= 3 * 4  # of two files that come, one that goes, and the list
    for blocks in cuts:
        with Mounted(Ram(blocks), "/test"):
            start.finish("/test/")
            assert files("/test/") == AFTER


def finished(blocks, spared):
    """The flash after a start whose power is cut at the write behind the first `spared`; None where it gets through."""
    kept = []

    def keep(device, change):
        if device.writes == spared:
            kept.append(cut(device, change, HALF))

    with Mounted(Ram(blocks, keep), "/test"):
        start.finish("/test/")
    return kept[0] if kept else None


def test_power_may_be_cut_again_and_again():
    """A cut at the first write of each start, then at the second ...: it ends as soon as one gets through."""
    if vfs is None:
        return
    first = Ram(formatted(64))
    with Mounted(first, "/test"):
        copied("/test/")
        put("/test/mjtable.new", LIST)
    blocks = first.blocks
    spared = 0
    while blocks:
        last, blocks = blocks, finished(blocks, spared)
        spared += 1
    blocks = last
    assert spared > 1
    with Mounted(Ram(blocks), "/test"):
        start.finish("/test/")
        assert files("/test/") == AFTER


class SeenAgain:
    """A flash with files of a firmware and a /data folder, mounted at /test, and seen again."""

    FILES = {
        "firmware/app.mpy": b"small",
        "firmware/texts.tsv": bytes(range(256)) * 50,
        "engine_core/b.mpy": b"b" * 3000,
    }

    def __enter__(self):
        self.device = Ram(formatted(100, PICO), None)
        self.mounted = Mounted(self.device, "/test")
        self.mounted.__enter__()
        for folder in ("firmware", "firmware/boards", "engine_core", "engine_core/regions", "data"):
            os.mkdir("/test/" + folder)
        for name in self.FILES:
            put("/test/" + name, self.FILES[name])
        self.here = os.getcwd()
        bundle.seen_again(self.device)
        return self

    def __exit__(self, *how):
        os.chdir(self.here)
        vfs.umount(bundle.CODE)
        self.mounted.__exit__()


def test_the_code_is_read_the_same_whatever_is_written_beside_it():
    if vfs is None:
        return
    with SeenAgain() as seen:
        held = open(bundle.CODE + "/firmware/texts.tsv", "rb")
        for k in range(60):
            put("/test/data/%d" % (k % 7), bytes([k]) * (k * 83 % 5000))
            if k % 3 == 0:
                os.rename("/test/data/%d" % (k % 7), "/test/data/r")
            if k % 10 == 9:
                os.mkdir("/test/data/f%d" % k)
                put("/test/pins.json", b"p" * k)  # in the folder that all paths begin with
            held.seek(k * 211)
            assert held.read(300) == seen.FILES["firmware/texts.tsv"][k * 211 : k * 211 + 300]
            for name in seen.FILES:
                assert content(bundle.CODE + "/" + name) == seen.FILES[name]
        held.close()
        assert seen.device.writes > 300
        assert sorted(os.listdir(bundle.CODE + "/firmware")) == ["app.mpy", "boards", "texts.tsv"]


def test_nothing_is_written_where_the_code_is_seen():
    if vfs is None:
        return
    with SeenAgain() as seen:
        before = seen.device.writes
        raises(OSError, put, bundle.CODE + "/firmware/app.mpy", b"other")
        raises(OSError, put, bundle.CODE + "/new", b"new")
        assert content("/test/firmware/app.mpy") == b"small"
        assert seen.device.writes == before
