"""What has to be done on a controller, so that it has what it should have: told from what is seen there."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from mjtable import deploy, pinmap
from mjtable.board import File, Seen
from mjtable.errors import (
    BadPinMap,
    NoRoom,
    NotInstalled,
    NoTool,
    OlderThanTable,
    OldMicroPython,
    OtherMpy,
    OthersMain,
    RegionPlayed,
    WhichBoard,
    WrongBoard,
)

OLDEST = (1, 24)  # MicroPython
# What MicroPython calls the machine has the chip's name in it -> the board file for it.
CHIPS = {"RP2040": "pico", "RP2350": "pico2", "ESP32S3": "esp32_s3", "linux": "unix", "darwin": "unix"}
OURS = '"""mjtable:'  # our main.py begins so
PINS = "pins.json"
NEW = ".new"
ALL = "all"
OWN = "own"  # the pin map is not the one that goes with the board
# Bytes of flash: what littlefs needs while it writes, and what the journal has afterwards; at least.
SPARE, ROOM, BEGUN = 16 * 1024, 64 * 1024, 32 * 1024
FOLDER = 2  # blocks of a new folder


class Wish(NamedTuple):
    """What is to be installed. None: as it is there; where nothing is, what fits the controller, and all regions."""

    board: str | None = None
    regions: list[str] | None = None
    pins: str | None = None  # a file, or the name of a map that comes with mjtable
    update: bool = False  # only where there is one already
    force: bool = False  # an older firmware too, on another controller, in place of somebody's main.py


class Plan(NamedTuple):
    """`wanted`: path there -> the file here, and its SHA-256; `stays`: path -> SHA-256 of what is left alone.

    `changed`: those of `wanted` that are not so there; `copied`: of them, those that are still to come. `removed` goes
    with the decision, `junk` and `gone` before anything comes: `gone` because there is no room for old and new.
    """

    board: str
    head: str
    wanted: dict[str, tuple[Path, str]]
    stays: dict[str, str]
    changed: list[str]
    copied: list[str]
    removed: list[str]
    junk: list[str]
    gone: list[str]

    def text(self) -> str:
        """The list of firmware/start.py. main.py is in its place before the list is read."""
        lines = [self.head]
        for path, (_, digest) in self.wanted.items():
            moves = path in self.changed and path != deploy.START
            lines.append(f"{'+' if moves else '='} {digest} {path}")
        lines += [f"= {digest} {path}" for path, digest in self.stays.items()]
        lines += [f"- - {path}" for path in self.removed if path not in self.gone]
        return "\n".join(lines) + "\n"

    @property
    def folders(self) -> list[str]:
        """Those that have to be there, outer ones first."""
        return sorted({parent.as_posix() for path in self.wanted for parent in Path(path).parents} - {"."})

    def size(self, paths: Iterable[str]) -> int:
        return sum(self.wanted[path][0].stat().st_size for path in paths)


def plan(seen: Seen, wish: Wish, played: str | None, work: Path) -> Plan:
    """What is to be done there. `played`: the region that the table plays; `work`: a folder for what is made for it.

    InstallRefused, in one of its kinds, BuildError, BadFile.
    """
    _fit(seen, wish)
    board = _board(seen, wish)
    regions = wish.regions or _chosen_regions(seen)
    if regions and played and played not in regions:
        raise RegionPlayed(region=played)
    wanted = {path: (file, _sha256(file.read_bytes())) for path, file in _built(seen, board, regions).items()}
    own, stays = _pins(seen, wish, board, wanted, work)
    head = f"mjtable {deploy.version()} {board} {','.join(regions) if regions else ALL}{' ' + OWN if own else ''}"
    changed = [path for path, (_, digest) in wanted.items() if _digest(seen, path) != digest]
    here = [path for path in changed if _digest(seen, path + NEW) == wanted[path][1]]
    removed = [path for path in seen.files if path not in wanted and path not in stays and not path.endswith(NEW)]
    made = Plan(
        board=board,
        head=head,
        wanted=wanted,
        stays=stays,
        changed=changed,
        copied=[path for path in changed if path not in here],
        removed=[path for path in removed if path != deploy.START],
        junk=[path for path in seen.files if path.endswith(NEW) and path[: -len(NEW)] not in here],
        gone=[],
    )
    return made._replace(gone=_gone(seen, made))


def done(seen: Seen, made: Plan) -> bool:
    """Is everything there as it should be."""
    return not (made.changed or made.removed or made.junk or seen.decided) and seen.listed == made.head.split()


# ---------------------------------------------------------------- may it be


def _fit(seen: Seen, wish: Wish) -> None:
    if numbers(seen.micropython) < OLDEST:
        raise OldMicroPython(have=seen.micropython, want=".".join(map(str, OLDEST)))
    ours = seen.main is not None and seen.main.startswith(OURS)
    if wish.update and not ours:
        raise NotInstalled()
    if seen.listed and numbers(seen.listed[1]) > numbers(deploy.version()) and not wish.force:
        raise OlderThanTable(have=seen.listed[1], want=deploy.version())
    if seen.main is not None and not ours and not wish.force:
        raise OthersMain()


def numbers(version: str) -> tuple[int, ...]:
    """A version, to be compared."""
    return tuple(int(part) if part.isdigit() else 0 for part in version.split("."))


def _board(seen: Seen, wish: Wish) -> str:
    known = deploy.boards()
    fits = [board for chip, board in CHIPS.items() if chip in seen.machine]
    board = wish.board or (seen.chosen[2] if seen.chosen else None) or next(iter(fits), None)
    if board not in known:
        raise WhichBoard(machine=seen.machine, known=", ".join(known))
    if fits and board not in fits and board in CHIPS.values() and not wish.force:
        raise WrongBoard(board=board, machine=seen.machine, fits=fits[0])
    return board


def _chosen_regions(seen: Seen) -> list[str] | None:
    names = seen.chosen[3] if seen.chosen else ALL
    return None if names == ALL else [name for name in names.split(",") if name in deploy.regions()] or None


def _built(seen: Seen, board: str, regions: list[str] | None) -> dict[str, Path]:
    """Path there -> the compiled file here."""
    command = deploy.compiler()
    if command is None:
        raise NoTool(tool="mpy-cross")
    writes, reads = deploy.compiles_to(command), (seen.mpy & 0xFF, seen.mpy >> 8 & 3)
    if writes[0] != reads[0]:
        raise OtherMpy(have=reads[0], want=writes[0])
    # Native code has to be of the same sub-version; bytecode need not.
    arch = deploy.arch(seen.mpy) if writes == reads else None
    folder = deploy.build(arch, True, deploy.for_controller(board, regions))
    return {p.relative_to(folder).as_posix(): p for p in sorted(folder.rglob("*")) if p.is_file()}


def _pins(
    seen: Seen, wish: Wish, board: str, wanted: dict[str, tuple[Path, str]], work: Path
) -> tuple[bool, dict[str, str]]:
    """Whether the pin map is the maker's own, and it as something that stays; one that is to be written is added."""
    there = _digest(seen, PINS)
    kept = OWN in seen.chosen[4:] or seen.pins not in (None, there)  # or edited on the controller
    if wish.pins is None and there and kept:
        return True, {PINS: there}
    pins: dict[str, Any] | None = deploy.pins_named(wish.pins) if wish.pins else deploy.pins(board)
    if wish.pins and pins and pins["board"] != board and board in pinmap.BOARDS:
        fault = pinmap.Fault("board", "other_board", {"found": pins["board"], "board": board})
        raise BadPinMap(file=wish.pins, faults=[fault])
    if pins is not None:
        file = work / PINS
        file.write_bytes(pinmap.for_the_table(pins))
        wanted[PINS] = (file, _sha256(file.read_bytes()))
    return wish.pins is not None, {}


# ---------------------------------------------------------------- is there room


def _gone(seen: Seen, made: Plan) -> list[str]:
    """The old files that have to go first; none when there is room for old and new. NoRoom."""

    def taken(files: Iterable[File]) -> int:
        return sum(-(-file.size // seen.block) for file in files) * seen.block

    folders = sum(folder not in seen.folders for folder in made.folders) * FOLDER * seen.block
    need = folders + taken(File(made.wanted[path][0].stat().st_size, "") for path in made.copied)
    free = seen.free + taken(seen.files[path] for path in made.junk)
    old = [path for path in (*made.changed, *made.removed) if path in seen.files and path != deploy.START]
    room = taken(seen.files[path] for path in old)
    # Nothing may come that leaves the journal no room; what is there already has shown that it fits, and what was begun
    # goes on: there was room for it, as far as that can be reckoned before.
    journal = seen.data[0]  # is there, and has the room that it takes: after `uninstall --keep-data`, too
    rest = SPARE if seen.listed or journal else BEGUN if seen.folders else ROOM
    if made.copied and free + room < need + rest:
        raise NoRoom(need=-(-(need + rest) // 1024), free=(free + room) // 1024)
    return old if free - need < SPARE and made.copied else []


def _digest(seen: Seen, path: str) -> str | None:
    return seen.files[path].sha256 if path in seen.files else None


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
