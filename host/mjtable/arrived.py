"""Segments of a table's journal that were fetched and are not in the history yet, in files of the cache.

A sync that ends before its time, however that happens, leaves them for the next. They are believed only where the table
says the same of its own by hash: a file that is damaged, or of another journal, costs no more than its fetching.
"""

import os
import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from mjtable import folders


class Arrived:
    """Those of the table with this id. Where nothing can be written they are just not kept."""

    def __init__(self, table: str):
        self._folder: Path | None = None
        if re.fullmatch(r"\w+", table):  # no path
            self._folder = folders.cache() / "fetched" / table

    def keep(self, number: int, data: bytes) -> None:
        if self._folder is None:
            return
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            fd, temporary = tempfile.mkstemp(dir=self._folder)
            try:
                with os.fdopen(fd, "wb") as f:
                    f.write(data)
                os.replace(temporary, self._folder / str(number))
            except OSError:  # a full disk is not to become fuller with each try
                os.unlink(temporary)

    def data(self, number: int) -> bytes:
        """The bytes of a segment, none where it is not here."""
        if self._folder is not None:
            with suppress(OSError):
                return (self._folder / str(number)).read_bytes()
        return b""

    def clear(self) -> None:
        """All is in the history."""
        if self._folder is not None and self._folder.is_dir():
            shutil.rmtree(self._folder, ignore_errors=True)
