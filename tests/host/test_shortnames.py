"""Functions and tables of modules have short names on a controller, and the program is the same."""

import ast

import pytest

from mjtable import deploy, shorten, shortnames

ONE = "TABLE = [1, 2]\n\n\ndef number(value):\n    return value + len(TABLE)\n\n\nclass Found:\n    pass\n"


def renamed(two: str, one: str = ONE, outside: tuple = (), **more: str) -> dict[str, str]:
    files = {"firmware/one.py": one, "firmware/two.py": two, **{f"firmware/{n}.py": text for n, text in more.items()}}
    made = shortnames.renamed(files, ("firmware/fixed.py",), outside)
    return {path.rpartition("/")[2][:-3]: text for path, text in made.items()}


@pytest.mark.parametrize(
    ("two", "becomes"),
    [
        (
            "from firmware.one import number\n\nprint(number(3))\n",
            "from firmware.one import _b as _a\n\nprint(_a(3))\n",
        ),
        ("from .one import Found, number as n\n\nn(1)\n", "from .one import Found, _b as _a\n\n_a(1)\n"),
        ("from . import one\n\none.number(3)\n", "from . import one\n\none._b(3)\n"),
        (
            "from . import one as o\n\n\ndef f():\n    from .one import number\n\n    return number(o.number(1))\n",
            "from . import one as o\n\n\ndef f():\n    from .one import _b as number\n\n    return number(o._b(1))\n",
        ),
        (
            "try:\n    from .one import number\nexcept ImportError:\n    number = None\nprint(number)\n",
            "try:\n    from .one import _b as number\nexcept ImportError:\n    number = None\nprint(number)\n",
        ),
        (
            "from .one import (\n    number,\n)\n\n_a = 1\nprint(number(_a))\n",
            "from .one import _b as _b\n\n\n\n_a = 1\nprint(_b(_a))\n",
        ),
    ],
)
def test_who_asks_for_it_knows_the_short_name(two, becomes):
    out = renamed(two)
    assert out["two"] == becomes
    assert out["one"] == ONE.replace("TABLE", "_a").replace("number", "_b")


def test_the_program_does_the_same():
    out = renamed("from .one import number\n\nTOLD = [number(n) for n in range(3)]\n")
    names: dict = {}
    exec(out["one"], names)
    text = out["two"].replace("from .one import _b as _a", "").replace("TOLD", "told")
    exec(text, {"_a": names["_b"]} | (found := {}), found)
    assert found["told"] == [2, 3, 4]


@pytest.mark.parametrize(
    "two",
    [
        "NAME = 'number'\n",
        "NAME = 'firmware.one.number() tells it'\n",
        "def f(thing):\n    return thing.number\n",
        "def f(g):\n    return g(number=1)\n",
        "from . import one\n\n\ndef f(one):\n    return one.number\n",
        "from . import one\n\none.number = None\n",
        "from .one import number\n\nx = f'{number}'\n",
        "import firmware.one\n\nfirmware.one.number(1)\n",
    ],
)
def test_what_somebody_may_ask_for_in_another_way_keeps_its_name(two):
    out = renamed(two)
    assert "def number(" in out["one"] and out["two"] == two


def test_what_other_programs_know_keeps_its_name():
    two = "from .one import number\n\nprint(number(1))\n"
    assert "def number(" in renamed(two, outside=("from firmware import one\none.number(7)\n",))["one"]
    assert "def number(" in renamed(two, fixed="from firmware.one import number\n")["one"]


def test_what_nobody_asks_for_keeps_its_name():
    assert "def number(" in renamed("")["one"]


def test_what_a_module_has_from_another_for_a_third_keeps_its_name_there():
    three = "from .two import number\n\nprint(number(1))\n"
    out = renamed("from .one import number\n\nprint(number(2))\n", three=three)
    assert out["two"] == "from .one import _b as number\n\nprint(number(2))\n" and out["three"] == three


def test_what_means_something_else_somewhere_in_its_module_keeps_its_name():
    one = "def number(value):\n    return value\n\n\ndef f(number):\n    return number\n"
    assert renamed("from .one import number\n\nnumber(f(1))\n", one)["one"] == one


def test_lines_stay_where_they_are_and_every_source_is_still_one():
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    before = shorten.shortened(sources, deploy.STARTED_BY_NAME)
    for path, text in shortnames.renamed(before, deploy.STARTED_BY_NAME).items():
        lines = [
            [n.lineno for n in ast.walk(ast.parse(t)) if isinstance(n, ast.FunctionDef)] for t in (before[path], text)
        ]
        assert lines[0] == lines[1], path


@pytest.mark.parametrize("text", ["def f(:\n", "x = f'{number}'\nnumber = 1\n"])
def test_what_cannot_be_read_stays(text):
    assert renamed(text)["two"] == text


# ---------------------------------------------------------------- classes

CLASSES = (
    "class Found:\n    pass\n\n\nclass Whole(Found):\n    kept: Found\n\n\nclass Bad(ValueError):\n    pass\n\n\n"
    "class Worse(Bad):\n    pass\n\n\ndef made() -> Found:\n    return Whole()\n"
)


def classes(two: str, one: str = CLASSES, outside: tuple = ()) -> dict[str, str]:
    files = {"firmware/one.py": one, "firmware/two.py": two}
    made = shortnames.classes_renamed(files, (), outside)
    return {path.rpartition("/")[2][:-3]: text for path, text in made.items()}


@pytest.mark.parametrize(
    ("two", "becomes"),
    [
        ("from .one import Found\n\nx: Found = Found()\n", "from .one import _a as _a\n\nx: _a = _a()\n"),
        ("from . import one\n\nx = one.Found()\n", "from . import one\n\nx = one._a()\n"),
        (
            'from .one import Found\n\n\ndef f(x: "Found | None"):\n    return isinstance(x, Found)\n',
            'from .one import _a as _a\n\n\ndef f(x: "Found | None"):\n    return isinstance(x, _a)\n',
        ),
    ],
)
def test_classes_have_short_names_too(two, becomes):
    out = classes(two)
    assert out["two"] == becomes
    assert "class _a:\n" in out["one"] and "class _b(_a):\n    kept: _a\n" in out["one"]
    assert "def made() -> _a:\n    return _b()\n" in out["one"]


def test_errors_keep_their_names():
    out = classes("from .one import Bad, Worse\n\ntry:\n    raise Worse\nexcept Bad:\n    pass\n")
    assert "class Bad(ValueError):" in out["one"] and "class Worse(Bad):" in out["one"]
    assert "from .one import Bad, Worse" in out["two"]


@pytest.mark.parametrize(
    "two",
    [
        "NAME = 'Found'\n",
        "import sys\n\nx = sys.modules['firmware.one'].Found\n",
        "import firmware.one as o\n\nx = [o][0].Found\n",
    ],
)
def test_a_class_that_may_be_asked_for_otherwise_keeps_its_name(two):
    assert "class Found:\n" in classes(two)["one"]


def test_a_class_that_programs_outside_know_keeps_its_name():
    assert "class Found:\n" in classes("x = 1\n", outside=("from firmware.one import Found",))["one"]


def test_the_classes_of_the_whole_program_are_the_same_but_for_their_names():
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    for path, text in shortnames.classes_renamed(sources, deploy.STARTED_BY_NAME).items():
        before, after = ast.parse(sources[path]), ast.parse(text)
        ours = [node for node in ast.walk(before) if isinstance(node, ast.ClassDef)]
        theirs = [node for node in ast.walk(after) if isinstance(node, ast.ClassDef)]
        assert [(node.lineno, len(node.body)) for node in ours] == [(node.lineno, len(node.body)) for node in theirs]
        assert len({node.name for node in theirs}) == len(theirs)
