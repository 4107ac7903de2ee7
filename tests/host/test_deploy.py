import shutil
import warnings

import pytest

from mjtable import deploy
from mjtable.errors import BuildError, Compiling

needs_compiler = pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")


def test_core_and_firmware_lie_on_the_table_with_their_texts():
    found = deploy.sources()
    assert {"engine_core/score.py", "engine_core/regions/ningbo.tsv", "firmware/main.py"} <= set(found)
    assert not [name for name in found if name.endswith((".md", ".pyc", "_nodes.py", "_kept.py"))]


@needs_compiler
def test_all_but_what_starts_by_name_is_compiled():
    folder = deploy.build("x64")
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {"engine_core/score.mpy", "engine_core/texts.tsv", "firmware/app.mpy", "firmware/main.py"} <= files
    assert {name for name in files if name.endswith(".py")} == {"firmware/main.py"}


@needs_compiler
def test_of_a_controllers_files_all_but_its_main_is_compiled():
    folder = deploy.build("armv6m", True, deploy.for_controller("pico"))
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert "firmware/main.mpy" in files and {name for name in files if name.endswith(".py")} == {deploy.START}


def test_the_texts_that_a_region_falls_back_on_come_with_it():
    for chosen, texts in (
        (["xuezhan"], {"xuezhan", "sichuan"}),
        (["ningbo"], {"ningbo"}),
        (["xueliu", "sichuan"], {"xueliu", "sichuan"}),
    ):
        found = deploy.for_controller("pico", chosen)
        assert {
            name[len(deploy.REGIONS) : -4]
            for name in found
            if name.startswith(deploy.REGIONS) and name.endswith(".tsv")
        } == texts
    assert "engine_core/regions/sichuan.py" not in deploy.for_controller("pico", ["xuezhan"])


@needs_compiler
def test_machine_code_is_put_where_its_controller_is_known():
    assert (deploy.build("armv6m") / "engine_core" / "cover_native.mpy").is_file()
    assert not (deploy.build(None) / "engine_core" / "cover_native.mpy").exists()


def test_without_the_compiler_the_sources_are_taken(monkeypatch):
    monkeypatch.setattr(deploy, "compiler", lambda: None)
    folder = deploy.build("x64")
    assert (folder / "engine_core" / "score.py").read_bytes() == deploy.sources()["engine_core/score.py"].read_bytes()


def test_what_was_built_is_built_once(monkeypatch):
    folder = deploy.build(None, compiled=False)
    monkeypatch.setattr(deploy, "_fill", None)
    assert deploy.build(None, compiled=False) == folder


@needs_compiler
def test_that_it_takes_a_while_is_said_before_and_once(monkeypatch, tmp_path, home):
    (tmp_path / "a.py").write_text("A = 1\n")
    monkeypatch.setattr(deploy, "sources", lambda: {"a.py": tmp_path / "a.py"})
    monkeypatch.setattr(deploy, "_fill", lambda *made: None)
    with pytest.warns(Compiling):
        deploy.build("x64")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        deploy.build("x64")


def test_other_sources_make_another_folder(monkeypatch, tmp_path):
    folder = deploy.build(None, compiled=False)
    changed = tmp_path / "app.py"
    changed.write_text("# changed\n")
    found = {**deploy.sources(), "firmware/app.py": changed}
    monkeypatch.setattr(deploy, "sources", lambda: found)
    again = deploy.build(None, compiled=False)
    assert again != folder
    assert (again / "firmware" / "app.py").read_text() == "# changed\n"


@needs_compiler
def test_a_file_that_does_not_compile_is_named_and_nothing_is_left(monkeypatch, tmp_path, home):
    broken = tmp_path / "app.py"
    broken.write_text("def f(:\n")
    found = {**deploy.sources(), "firmware/app.py": broken}
    monkeypatch.setattr(deploy, "sources", lambda: found)
    with pytest.raises(BuildError) as e:
        deploy.build("x64")
    assert "firmware/app.py" in str(e.value) and "SyntaxError" in str(e.value)
    assert list((home / "cache" / "firmware").iterdir()) == []


def test_an_installation_without_the_firmware_says_so(monkeypatch, tmp_path):
    shutil.copy(deploy.__file__, tmp_path / "deploy.py")
    monkeypatch.setattr(deploy, "__file__", str(tmp_path / "mjtable" / "deploy.py"))
    with pytest.raises(BuildError):
        deploy.firmware_folder()
