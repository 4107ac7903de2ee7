"""Files of small pictures (glyphs/font.bin, glyphs/art.bin): found by number, read one at a time, never kept.

tools/glyphs/build.py makes the files and says how they are laid out.
"""

import framebuf

HEAD, ENTRY = 10, 6  # bytes of the file's head and of a directory entry (key, width, height, place)


class PictureError(ValueError):
    """The file is no picture file, or has no such picture."""


class Pictures:
    """One picture file. `largest`: bytes of its largest picture."""

    def __init__(self, path: str, largest: int):
        self._path = path
        self._file = open(path, "rb")
        head = self._file.read(HEAD)
        if head[:4] != b"MJG1":
            raise PictureError("%s: not a picture file" % path)
        self._count = head[4] << 8 | head[5]
        self._first = head[6] << 8 | head[7]
        self._run = head[8] << 8 | head[9]  # so many keys from the first on have no gap
        self._entry = bytearray(ENTRY)
        self.bits = bytearray(largest)  # of the picture loaded last
        self.width = self.height = 0  # of the picture found last

    def find(self, key: int) -> bool:
        """Looks for the picture and reads its size into `width` and `height`."""
        low, high = self._run, self._count
        at = key - self._first
        if 0 <= at < self._run:
            low, high = at, at + 1
        while low < high:
            at = (low + high) // 2
            self._file.seek(HEAD + ENTRY * at)
            self._file.readinto(self._entry)
            here = self._entry[0] << 8 | self._entry[1]
            if here == key:
                self.width, self.height = self._entry[2], self._entry[3]
                return True
            if here < key:
                low = at + 1
            else:
                high = at
        return False

    def load(self, key: int) -> framebuf.FrameBuffer:
        """The picture; good until the next call. PictureError when there is none of that number."""
        if not self.find(key):
            raise PictureError("%s: no picture %d" % (self._path, key))
        return self.found()

    def found(self) -> framebuf.FrameBuffer:
        """The picture found last."""
        self._file.seek(HEAD + ENTRY * self._count + (self._entry[4] << 8 | self._entry[5]))
        self._file.readinto(self.bits)
        return framebuf.FrameBuffer(self.bits, self.width, self.height, framebuf.MONO_VLSB)

    def close(self) -> None:
        self._file.close()
