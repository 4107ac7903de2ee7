"""A flash for the journal's tests: a littlefs in RAM under MicroPython, a temporary folder under CPython."""

import os

try:
    import vfs
except ImportError:
    vfs = None
    import tempfile

SMALL = (256, 32)  # size of a block and of a write: small, so that a short session writes and erases many
PICO = (4096, 256)  # as on a Pico
LOST, HALF, DONE = range(3)  # what a power cut does to the write that it hits


class Ram:
    """Block device on a list of blocks. `on_write(device, change)` is called before each write and erase.

    A change is (block, offset, data). Blocks are replaced, never changed, so that a copy of the list is a copy of the
    flash.
    """

    def __init__(self, blocks, on_write=None):
        self.blocks = blocks
        self.size = len(blocks[0])
        self.on_write = on_write
        self.writes = 0

    def readblocks(self, block, buf, offset=0):
        buf[:] = memoryview(self.blocks[block])[offset : offset + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        self._change((block, offset, buf))

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.blocks)
        if op == 5:
            return self.size
        if op == 6:
            self._change((arg, 0, b"\xff" * self.size))
        return 0

    def _change(self, change):
        if self.on_write:
            self.on_write(self, change)
        self.writes += 1
        write(self.blocks, change, DONE)


def cut(device, change, how):
    """A copy of the flash as a power cut at this change leaves it."""
    blocks = list(device.blocks)
    write(blocks, change, how)
    return blocks


def write(blocks, change, how):
    """A write as a cut leaves it."""
    block, offset, data = change
    n = (0, len(data) // 2, len(data))[how]
    changed = bytearray(blocks[block])
    changed[offset : offset + n] = memoryview(data)[:n]
    blocks[block] = changed


def formatted(count, geometry=SMALL):
    """The blocks of an empty littlefs."""
    blocks = [b"\xff" * geometry[0]] * count
    vfs.VfsLfs2.mkfs(Ram(blocks), progsize=geometry[1])
    return blocks


class Mounted:
    """with Mounted(device, "/flash") as folder: ..."""

    def __init__(self, device, folder):
        self.device = device
        self.folder = folder

    def __enter__(self):
        program = PICO[1] if self.device.size == PICO[0] else SMALL[1]
        vfs.mount(vfs.VfsLfs2(self.device, progsize=program), self.folder)
        return self.folder

    def __exit__(self, *_):
        vfs.umount(self.folder)


class Folder:
    """with Folder() as folder: an empty place for files, of `count` blocks where that can be had."""

    def __init__(self, count=96):
        self.count = count

    def __enter__(self):
        if vfs is None:
            self.folder = tempfile.mkdtemp()
            return self.folder
        self.mounted = Mounted(Ram(formatted(self.count)), "/test")
        return self.mounted.__enter__()

    def __exit__(self, *_):
        if vfs is not None:
            self.mounted.__exit__()
            return
        for folder in (self.folder + "/j", self.folder):
            if folder[-1] != "j" or "j" in os.listdir(self.folder):
                for name in os.listdir(folder):
                    os.remove(folder + "/" + name)
                os.rmdir(folder)


def content(path):
    with open(path, "rb") as file:
        return file.read()


def put(path, data):
    with open(path, "wb") as file:
        file.write(data)


class Hole:
    """Stands in for open() in the journal: bytes low..high-1 of files whose path ends so cannot be read."""

    def __init__(self, low, high=1 << 30, end=""):
        self.low, self.high, self.end = low, high, end

    def __call__(self, path, mode):
        file = open(path, mode)
        return Holed(file, self) if mode == "rb" and path.endswith(self.end) else file


class Holed:
    def __init__(self, file, hole):
        self.file, self.hole = file, hole

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def seek(self, offset):
        self.file.seek(offset)

    def _over(self, n):
        at = self.file.tell()
        if at < self.hole.high and at + n > self.hole.low:
            raise OSError(5, "input/output error")

    def read(self, n):
        self._over(n)
        return self.file.read(n)

    def readinto(self, buf):
        self._over(len(buf))
        return self.file.readinto(buf)
