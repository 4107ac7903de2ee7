"""The wheel alone: built, installed into a fresh environment, and run without the checkout."""

import subprocess
import sys
import zipfile

import pytest

from tests.e2e.run import ROOT, Home


def call(*command, **kw):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **kw)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT)
    return next(folder.glob("mjtable-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("environment")
    call(sys.executable, "-m", "venv", folder)
    call(folder / "bin" / "python", "-m", "pip", "install", "-q", f"{wheel}[simulator]")
    return folder / "bin"


def test_the_wheel_has_core_laptop_and_firmware_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"engine_core", "mjtable", "mjtable-0.1.0.dist-info"}
    assert {
        "engine_core/score.py",
        "engine_core/regions/ningbo.tsv",
        "mjtable/texts.tsv",
        "mjtable/records/first.json",
        "mjtable/device/firmware/main.py",
        "mjtable/device/firmware/boards/unix.py",
        "mjtable/device/boards/esp32_s3.toml",
        "mjtable/device/pins/esp32_s3.csv",
    } <= set(names)
    assert not [name for name in names if name.endswith((".pyc", ".mpy"))]
    here = {path.relative_to(ROOT / "firmware").as_posix() for path in (ROOT / "firmware").rglob("*") if path.is_file()}
    there = {name.removeprefix("mjtable/device/firmware/") for name in names if "/device/firmware/" in name}
    assert there == {name for name in here if "__pycache__" not in name}


def test_an_installed_mjtable_simulates_without_the_checkout(installed, tmp_path):
    home = Home(tmp_path, command=[str(installed / "mjtable")])
    asked = "import mjtable, engine_core; print(mjtable.__file__, engine_core.__file__)"
    where = call(installed / "python", "-c", asked, cwd=tmp_path)
    assert str(ROOT) not in where
    told = home.process("--version")
    assert told.out == "mjtable 0.1.0\n", told
    result = home.process("demo")
    assert result.code == 0, result
    with home.sim() as running:
        assert str(running.port) in home.process("ports").out
