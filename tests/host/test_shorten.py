"""What a controller gets is the same program: shorter names, no constants that only their module reads."""

import ast

import pytest

from mjtable import deploy, shorten


def short(**sources: str) -> dict[str, str]:
    """Modules firmware/<name>.py, shortened; one of the core when its name begins with core_."""
    files = {
        (f"engine_core/{name[5:]}.py" if name.startswith("core_") else f"firmware/{name}.py"): text
        for name, text in sources.items()
    }
    return {path.rpartition("/")[2][:-3]: text for path, text in shorten.shortened(files).items()}


def ran(text: str, **names: object) -> dict:
    exec(text, names)
    return names


def test_a_number_that_only_its_module_reads_stands_where_it_is_used():
    out = short(one="WAIT = 30  # ms\nLONG = 2 * WAIT\nLEFT, RIGHT = range(2)\n\n\ndef f():\n    return LONG + RIGHT\n")
    assert out["one"] == "  # ms\n\n\n\n\ndef f():\n    return 60 + 1\n"


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("from firmware.one import WAIT\n\nprint(WAIT)\n", "\n\nprint(30)\n"),
        (
            "from firmware.one import WAIT as LONG, f\n\nprint(f(LONG))\n",
            "from firmware.one import f\n\nprint(f(30))\n",
        ),
        ("from firmware import one\n\nprint(one.WAIT + 1)\n", "\n\nprint(30 + 1)\n"),
        ("from . import one as o\n\nprint(o.WAIT, o.f)\n", "from . import one as o\n\nprint(30, o.f)\n"),
        ("from firmware.three import WAIT\n\nprint(WAIT)\n", "\n\nprint(30)\n"),
    ],
)
def test_a_number_stands_where_another_module_uses_it(text, becomes):
    out = short(one="WAIT = 30\n", two=text, three="from .one import WAIT\n")
    assert out == {"one": "\n", "two": becomes, "three": "\n"}


@pytest.mark.parametrize(
    "text",
    [
        "import firmware.one as o\n\nprint(o.WAIT)\n",
        "print(getattr(one, 'WAIT'))\n",
        "def f():\n    from firmware.one import WAIT\n\n    return WAIT\n",
        "from firmware import one\n\n\ndef f(one):\n    return one.WAIT\n",
        "def f(given):\n    return given.WAIT\n",
        "from firmware.one import WAIT\n\nWAIT = WAIT or 1\n",
        "try:\n    from firmware.one import WAIT\nexcept ImportError:\n    pass\n",
        "from firmware.one import WAIT\n\nx = f'{WAIT}'\n",
    ],
)
def test_a_number_that_another_module_may_read_keeps_its_name(text):
    out = short(one="WAIT = 30\nprint(WAIT)\n", two=text)
    assert out == {"one": "WAIT = 30\nprint(30)\n", "two": out["two"]} and "WAIT" in out["two"]


def test_a_number_that_is_changed_from_outside_is_none():
    two = "from firmware import one\n\none.WAIT = 5\n"
    assert short(one="WAIT = 30\nprint(WAIT)\n", two=two) == {"one": "WAIT = 30\nprint(WAIT)\n", "two": two}


def test_of_numbers_that_are_made_together_stay_those_that_are_asked_for():
    out = short(one="A, B, C = range(3)\nprint(A, B)\n", two="def f(given):\n    return given.C + given.B\n")
    assert out["one"] == "B, C = 1, 2\nprint(0, 1)\n"


def test_a_module_that_only_its_numbers_are_asked_of_is_not_imported():
    two = "from firmware import one, three\n\n\ndef f(a: one.A) -> 'one.A':\n    return three.g(one.WAIT)\n"
    out = short(one="WAIT = 30\n\n\nclass A:\n    pass\n", two=two, three="def g(a):\n    return a\n")["two"]
    assert out.startswith("from firmware import three\n") and "three.g(30)" in out


@pytest.mark.parametrize(
    "line",
    ["WAIT = 1 << 30", "WAIT = 1.5", "WAIT = b'a'", "WAIT = other()", "WAIT = 'a text that is long'", "WAIT = True"],
)
def test_only_small_numbers_and_short_texts_are_put_where_they_are_used(line):
    assert line in short(one=f"{line}\nprint(WAIT)\n")["one"]


@pytest.mark.parametrize(
    "text",
    [
        "WAIT = 1\nWAIT = 2\nprint(WAIT)\n",
        "WAIT = 1\n\n\ndef f(WAIT):\n    return WAIT\n",
        "WAIT = 1\n\n\ndef f():\n    global WAIT\n    WAIT = 2\n",
        "WAIT = 1\n\n\nclass A:\n    WAIT = 2\n    x = WAIT\n",
    ],
)
def test_what_is_bound_twice_is_no_constant(text):
    assert "WAIT = 1" in short(one=text)["one"]


def test_a_negative_number_stays_one_operand():
    out = ran(short(one="LOW = -2\nSEEN = [LOW**2]\n")["one"])
    assert out["SEEN"] == [4]


def test_private_names_and_parameters_become_short():
    text = (
        "class A:\n    def __init__(self, value):\n        self._value = value\n\n    def _twice(self):\n"
        "        return 2 * self._value\n\n    def get(self):\n        return self._twice()\n"
    )
    out = short(one=text)["one"]
    assert "_twice" not in out and "_value" not in out and "value" not in out
    assert ran(out)["A"](4).get() == 8


def test_classes_that_are_made_of_another_do_not_get_its_names():
    base = "class A:\n    def __init__(self):\n        self._one = 1\n\n    def a(self):\n        return self._one\n"
    more = (
        "from firmware.base import A\n\n\nclass B(A):\n    def __init__(self):\n        A.__init__(self)\n"
        "        self._other = 2\n\n    def b(self):\n        return self._other\n"
    )
    out = short(base=base, more=more)
    b = ran(out["more"].replace("from firmware.base import A", ""), A=ran(out["base"])["A"])["B"]()
    assert (b.a(), b.b()) == (1, 2)


@pytest.mark.parametrize(
    ("head", "parent"),
    [
        ("from firmware.base import A as Parent", "Parent"),
        ("from firmware import base", "base.A"),
        ("import firmware.base", "firmware.base.A"),
        ("import firmware.base as b", "b.A"),
    ],
)
def test_a_class_does_not_get_the_names_of_its_parent_whatever_that_is_called(head, parent):
    base = "class A:\n    def a(self):\n        return self._one()\n\n    def _one(self):\n        return 1\n"
    more = f"{head}\n\n\nclass B({parent}):\n    def b(self):\n        return self._other()\n\n"
    out = short(base=base, more=more + "    def _other(self):\n        return 2\n")
    names = ({n.name for n in ast.walk(ast.parse(out[m])) if isinstance(n, ast.FunctionDef)} for m in ("base", "more"))
    assert not set.intersection(*names)


def test_two_parents_of_a_class_have_different_names():
    left = "class A:\n    def a(self):\n        return self._a_()\n\n    def _a_(self):\n        return 1\n"
    right = "class B:\n    def b(self):\n        return self._b_()\n\n    def _b_(self):\n        return 2\n"
    both = "from firmware.left import A\nfrom firmware.right import B\n\n\nclass C(A, B):\n    pass\n"
    out = short(left=left, right=right, both=both)
    parents = {"A": ran(out["left"])["A"], "B": ran(out["right"])["B"]}
    c = ran("class C(A, B):\n    pass\n", **parents)["C"]()
    assert (c.a(), c.b()) == (1, 2)


@pytest.mark.parametrize("other", ["def f(thing):\n    return thing._told\n", "TOLD = '_told'\n"])
def test_a_private_name_that_another_module_knows_stays(other):
    one = "class A:\n    def __init__(self):\n        self._told = 1\n"
    assert "_told" in short(one=one, two=other)["one"]


def test_a_private_name_that_is_imported_stays():
    out = short(one="def _f():\n    return 1\n", two="from firmware.one import _f\n\nprint(_f())\n")
    assert "def _f" in out["one"] and "import _f" in out["two"]


def test_what_a_call_names_stays():
    one = "def f(time, other):\n    return time - other\n"
    out = short(one=one, two="from firmware.one import f\n\nf(time=1, other=2)\n")["one"]
    assert out == one


def test_parameters_of_a_function_within_another_are_not_mixed_up():
    text = (
        "def f(first, second):\n    def g(third):\n        a = third\n        return first - second * a\n\n"
        "    return g(second)\n"
    )
    assert ran(short(one=text)["one"])["f"](10, 3) == 1


def test_a_parameter_that_is_called_like_something_else_in_the_module_stays():
    text = (
        "import os\n\n\ndef f(os):\n    return os\n\n\ndef g(len):\n    return len\n\n\ndef h(x):\n    return len(x)\n"
    )
    out = ran(short(one=text)["one"])
    assert (out["f"](1), out["g"](2), out["h"]("abc")) == (1, 2, 3)


def test_what_only_annotations_need_is_not_imported():
    two = "from firmware.one import (\n    A,\n    f,\n)\n\n\ndef g(a: A) -> 'A | None':\n    return f(a)\n"
    out = short(one="class A:\n    pass\n\n\ndef f(a):\n    return a\n", two=two)["two"]
    assert out.startswith("from firmware.one import f\n\n\n\n\n\ndef g(")
    three = "from firmware.two import A\n\nprint(A)\n"
    assert "A" in short(two=two, three=three)["two"].split("def")[0]


def test_what_is_never_so_stands_where_it_is_asked():
    assert short(one="ROOM = False\n", two="from . import one\n\nif one.ROOM:\n    print(1)\n") == {
        "one": "\n",
        "two": "\n\nif False:\n    print(1)\n",
    }


def test_lines_stay_where_they_are_and_every_source_is_still_one():
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    for path, text in shorten.shortened(sources, deploy.STARTED_BY_NAME).items():
        before = [node.lineno for node in ast.walk(ast.parse(sources[path])) if isinstance(node, ast.FunctionDef)]
        after = [node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
        assert before == after, path


def test_what_is_started_from_source_is_left_alone_and_knows_the_others():
    files = {"firmware/main.py": "from firmware.one import WAIT\n_X = 1\n", "firmware/one.py": "WAIT = 30\n"}
    assert shorten.shortened(files, ("firmware/main.py",)) == files


@pytest.mark.parametrize("text", ["def f(:\n", 'x = f"{_y}"\n_y = 1\n'])
def test_what_cannot_be_read_stays(text):
    assert short(one=text)["one"] == text


def test_a_number_that_other_programs_know_keeps_its_name():
    files = {"firmware/one.py": "WAIT = 30\nprint(WAIT)\n"}
    assert shorten.shortened(files, outside=("from firmware import one\none.WAIT\n",))["firmware/one.py"].startswith(
        "WAIT"
    )
