"""Arrows between the folders point down only: firmware -> engine_core, host -> engine_core, a region -> the core."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# What MicroPython has of CPython's library, as far as the core may use it.
IN_BOTH = {"binascii", "hashlib", "json", "struct", "micropython"}
ON_A_BOARD = IN_BOTH | {
    "array", "asyncio", "errno", "framebuf", "gc", "io", "machine", "math", "neopixel", "os", "rp2", "select", "sys",
    "time", "vfs",
}  # fmt: skip
ONLY_ON_A_PC = {"termios"}
# Modules of the core that are loaded only where there is more of CPython's library, with what they need of it.
FOR_A_PC = dict.fromkeys(
    (
        "cover_nodes.py", "suits_kept.py", "runs_kept.py", "hands_kept.py", "records_kept.py", "supply_kept.py",
        "blood_kept.py", "longgang_kept.py",
    ),
    {"functools", "re"},
)  # fmt: skip
# Modules of the core that only what is compiled for a controller asks: they load what was taken out of the others.
FOR_A_BOARD = {"seldom.py": {"sys"}, "parts.py": {"sys", "vfs"}}


def imports(path):
    """(module, names, inside a try with an except ImportError) of every import; relative ones made absolute."""
    package = list(path.relative_to(ROOT).with_suffix("").parts[:-1])
    tree = ast.parse(path.read_text("utf-8"))
    guarded = {
        id(node)
        for attempt in ast.walk(tree)
        if isinstance(attempt, ast.Try)
        and any(isinstance(h.type, ast.Name) and h.type.id == "ImportError" for h in attempt.handlers)
        for node in ast.walk(attempt)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, [], id(node) in guarded
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join(base + ([node.module] if node.module else []))
            yield module, [alias.name for alias in node.names], id(node) in guarded


def files(folder):
    return sorted((ROOT / folder).rglob("*.py"))


def top(module):
    return module.split(".")[0]


@pytest.mark.parametrize("path", files("engine_core"), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_the_core_imports_itself_and_what_both_interpreters_have(path):
    allowed = {"engine_core"} | IN_BOTH | FOR_A_PC.get(path.name, set()) | FOR_A_BOARD.get(path.name, set())
    for module, _, guarded in imports(path):
        assert top(module) in allowed or guarded, module


@pytest.mark.parametrize("path", files("firmware"), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_the_firmware_imports_the_core_and_what_a_board_has(path):
    allowed = {"engine_core", "firmware"} | ON_A_BOARD
    if path.name == "unix.py":
        allowed |= ONLY_ON_A_PC
    for module, _, guarded in imports(path):
        assert top(module) in allowed or guarded, module


@pytest.mark.parametrize("path", files("host"), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_the_laptop_imports_the_core_and_never_the_firmware(path):
    for module, _, _ in imports(path):
        assert top(module) not in {"firmware", "machine", "micropython"}, module


def test_no_file_of_the_core_but_the_regions_knows_a_region():
    ids = {path.stem for path in files("engine_core/regions")} - {"__init__"}
    assert ids
    for path in files("engine_core"):
        if path.parent.name == "regions":
            continue
        for module, names, _ in imports(path):
            assert not ids & {*module.split("."), *names}, (path.name, module)


def test_a_region_knows_the_core_and_no_other_region():
    """A part of one (jiujiang_called.py) belongs to it."""
    ids = {path.stem for path in files("engine_core/regions")} - {"__init__"}
    for path in files("engine_core/regions"):
        others = {name for name in ids if name.split("_")[0] != path.stem.split("_")[0]}
        for module, names, _ in imports(path):
            assert not others & {*module.split("."), *names}, (path.name, module)


def test_only_the_link_and_what_opens_its_port_know_the_serial_port():
    for path in files("host"):
        if path.name not in ("link.py", "serialports.py", "sharing.py"):
            assert "serial" not in {top(module) for module, _, _ in imports(path)}, path.name
