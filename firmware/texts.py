"""What the displays say, in Chinese and English: texts.tsv (key, zh, en; sorted by key), read when needed."""

LANGUAGES = ("zh", "en")
WINDS = ("东南西北", "ESWN")  # asked for on every page


class TextError(KeyError):
    """There is no such text."""


class Texts:
    """The texts of one file. Calling it gives one text in the language set."""

    def __init__(self, path: str, lang: str):
        self._file = open(path, "rb")
        self._size = self._file.seek(0, 2)
        self.lang = lang

    def _line(self, offset: int) -> bytes:
        """The first whole line that begins at `offset` or later; empty at the end."""
        file = self._file
        if offset:
            file.seek(offset - 1)
            file.readline()  # the rest of the line before, or its end alone
        else:
            file.seek(0)
        return file.readline()

    def __contains__(self, key: str) -> bool:
        try:
            self(key)
        except TextError:
            return False
        return True

    def __call__(self, key: str, *args: object) -> str:
        """The text of `key`, with {0}, {1}… replaced by `args`. TextError when there is none."""
        wanted = key.encode()
        low, high = 0, self._size  # the line begins in low..high
        while low < high:
            mid = (low + high) // 2
            line = self._line(mid)
            if line and line[: line.find(b"\t")] < wanted:
                low = mid + 1
            else:
                high = mid
        fields = self._line(low).decode().rstrip("\n").split("\t")
        if fields[0] != key:
            raise TextError(key)
        text = fields[1 + LANGUAGES.index(self.lang)]
        return text.format(*args) if args else text

    def wind(self, seat: int) -> str:
        """The wind that names a seat's place, as short as it goes: 东, E."""
        return WINDS[LANGUAGES.index(self.lang)][seat]

    def seat(self, seat: int) -> str:
        """The same for a sentence: 东家, East."""
        return self("seat.%d" % seat)

    def close(self) -> None:
        self._file.close()
