"""The flash of a Pico: MicroPython, and behind it a littlefs with the firmware as `mjtable install` leaves it."""

import hashlib
from pathlib import Path
from typing import Any

from mjtable import deploy, pinmap

BOARD, ARCH = "pico", "armv6m"
SIZE, BEGIN = 2 << 20, 640 << 10  # bytes; MICROPY_HW_FLASH_STORAGE_BYTES of the board's port are 1408 KB
BLOCK = 4096
# What its VfsLfs2 takes on this flash (extmod/vfs_lfsx.c, ports/rp2/modules/_boot.py).
SIZES = {"read_size": 32, "prog_size": 256, "cache_size": 1024, "lookahead_size": 32}


def pins() -> bytes:
    """The pin map, as it lies on the controller."""
    return pinmap.for_the_table(deploy.pins(BOARD))


def files(regions: list[str] | None = None) -> dict[str, bytes]:
    """All that is on the controller: path -> what it holds. `regions`: None for all."""
    folder = deploy.build(ARCH, True, deploy.for_controller(BOARD, regions))
    found = {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
    found["pins.json"] = pins()
    lines = [f"mjtable {deploy.version()} {BOARD} {','.join(regions) if regions else 'all'}"]
    for path, data in found.items():
        lines.append(f"{'=' if path == deploy.START else '+'} {hashlib.sha256(data).hexdigest()} {path}")
    return {**found, "mjtable.txt": ("\n".join(lines) + "\n").encode()}


def filesystem(flash: bytes | None = None) -> Any:
    """The littlefs in an image, or an empty one."""
    from littlefs import LittleFS  # only make pico has it: conftest.py is read by all tests

    count = (SIZE - BEGIN) // BLOCK
    fs = LittleFS(block_size=BLOCK, block_count=count, mount=flash is None, **SIZES)
    if flash is not None:
        fs.context.buffer = bytearray(flash[BEGIN:SIZE])
        fs.mount()
    return fs


def blank(micropython: Path) -> bytes:
    """A Pico with MicroPython (firmware.bin) and nothing else."""
    return micropython.read_bytes().ljust(SIZE, b"\xff")


def installed(micropython: Path, regions: list[str] | None = None) -> bytes:
    """A Pico with the firmware of this checkout."""
    return with_files(blank(micropython)[:BEGIN] + bytes(filesystem().context.buffer), files(regions))


def with_files(flash: bytes, data: dict[str, bytes]) -> bytes:
    """The same flash with files beside those that are there: path -> what it holds."""
    fs = filesystem(flash)
    for path, content in data.items():
        fs.makedirs("/" + path.rpartition("/")[0], exist_ok=True)
        with fs.open("/" + path, "wb") as f:
            f.write(content)
    return flash[:BEGIN] + bytes(fs.context.buffer)


def read(flash: bytes) -> dict[str, bytes]:
    """The files in an image."""
    fs = filesystem(flash)
    out = {}
    for folder, _, names in fs.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with fs.open(path, "rb") as f:
                out[path.lstrip("/")] = f.read()
    return out
