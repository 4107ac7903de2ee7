"""Functions that give the same answer are one on a controller, and answer the same."""

import ast

import pytest

from mjtable import deploy, same

TEXT = '''"""What it is."""


class A:
    def wilds(self, indicator):
        """None."""
        return ()

    def pay(self):
        raise NotImplementedError

    def excluded(self, pattern):
        return ()

    def rank(self, claims):
        """Nothing."""

    def rest(self, *more):
        pass

    def notes(self):
        return []

    def money(self, a, b=3):
        return []

    def judge(self, win):
        raise NotImplementedError


def one(a):
    return False


def two():
    return False
'''


def shared(text: str, more: str = "") -> str:
    return same.shared({"engine_core/one.py": text, "engine_core/two.py": more})["engine_core/one.py"]


def test_the_same_answer_is_given_by_one_function():
    names: dict = {}
    out = shared(TEXT)
    exec(out, names)
    a = names["A"]()
    assert a.wilds(1) == a.excluded("p") == ()
    assert a.rank([]) is a.rest(1, 2) is None
    assert a.notes() == a.money(1, 2) == []
    assert a.notes() is not a.notes()
    assert names["one"](3) is names["two"]() is False
    with pytest.raises(NotImplementedError):
        a.judge(3)
    assert names["A"].wilds is names["A"].excluded
    assert names["A"].rank is names["A"].rest
    assert names["A"].judge is names["A"].pay
    assert out.count("def ") == 5


def test_lines_stay_where_they_are():
    out = shared(TEXT)
    assert len(out.split("\n")) == len(TEXT.split("\n"))
    assert out.split("\n")[4] == "    def wilds(*_): return ()"
    assert out.split("\n")[11] == "    excluded = wilds"


@pytest.mark.parametrize(
    "text",
    [
        "def f(a):\n    return a\n\n\ndef g(a):\n    return a\n",
        "def f():\n    return X\n\n\ndef g():\n    return X\n",
        "def f():\n    return ()\n\n\ndef g():\n    return []\n",
        "def f():\n    return 1\n\n\nasync def g():\n    return 1\n",
        "class A:\n    @property\n    def f(self):\n        pass\n\n    @property\n    def g(self):\n        pass\n",
        "def f(a=1):\n    return 1\n\n\ndef g(a):\n    return 1\n\n\nprint(f(a=3), g(a=2))\n",
        "def f(**a):\n    return 1\n\n\ndef g():\n    return 1\n",
        "class A:\n    def __init__(self):\n        pass\n\n    def __enter__(self):\n        pass\n",
        "def f(:\n",
    ],
)
def test_what_does_more_stays(text):
    assert shared(text) == text


def test_a_parameter_that_another_module_names_stays():
    text = "def f(a):\n    return 1\n\n\ndef g(a):\n    return 1\n"
    assert shared(text, "from .one import f\n\nf(a=1)\n") == text
    assert shared(text, "from .one import f\n\nf(1)\n") != text
    assert shared(text, "[f][0](a=1)\n") == text


def test_every_source_is_still_one():
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    out = same.shared(sources)
    for path, text in out.items():
        ast.parse(text)
        assert text.count("\n") == sources[path].count("\n")
    assert out["engine_core/rules.py"].count("def ") < sources["engine_core/rules.py"].count("def ")
