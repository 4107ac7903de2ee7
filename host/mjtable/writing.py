"""Files that somebody names: written beside their place first, so that what lies there is whole, the old or the new."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from mjtable.errors import BadFile, FileThere

PART = ".part"  # behind the name of a file that is not whole


@contextmanager
def written(file: Path, force: bool = True) -> Iterator[Path]:
    """A path to write to that becomes the file when all went well. FileThere (unless `force`), BadFile."""
    if file.exists() and not force:
        raise FileThere(file=str(file))
    try:
        if _is_special(file):
            yield file
            return
        folder = Path(tempfile.mkdtemp(dir=file.resolve().parent, prefix=".mjtable-"))
    except OSError as e:
        raise BadFile(file=str(file), why=e.strerror or str(e)) from e
    try:
        yield folder / "written"
        os.replace(folder / "written", file.resolve())
    except OSError as e:
        raise BadFile(file=str(file), why=e.strerror or str(e)) from e
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def collected(file: Path) -> Iterator[BinaryIO]:
    """A file that grows for a while. Broken off, what was collected stays beside it under a name with PART. BadFile."""
    special = _is_special(file)
    place = file if special else file.resolve().with_name(file.resolve().name + PART)
    try:
        with open(place, "wb") as to:
            yield to
        if not special:
            os.replace(place, file.resolve())
    except OSError as e:
        raise BadFile(file=str(file), why=e.strerror or str(e)) from e
    finally:
        if not special and place.exists() and not place.stat().st_size:
            place.unlink()


def _is_special(file: Path) -> bool:
    """A terminal, a pipe: what is written there is gone."""
    return file.exists() and not file.is_file() and not file.is_dir()
