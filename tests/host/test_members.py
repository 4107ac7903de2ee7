"""Methods and attributes have short names on a controller, shared by classes that have no object in common."""

import ast

import pytest

from mjtable import deploy, members, shorten, shortnames

WALL = """class Wall:
    length = 34

    def __init__(self):
        self.undone = 0

    def undo(self, times):
        self.undone += times
        return self.undone + self.length
"""


def renamed(one: str, outside: tuple = (), **more: str) -> dict[str, str]:
    files = {f"firmware/{name}.py": text for name, text in {"one": one, **more}.items()}
    made = members.renamed(files, ("firmware/fixed.py",), outside)
    return {path.rpartition("/")[2][:-3]: text for path, text in made.items()}


def classes(text: str) -> list[tuple[str, list[str], set[str]]]:
    """The classes of a text, what they are made of, and their methods and attributes."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            methods = [one for one in node.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
            stored = [part for one in node.body if one not in methods for part in ast.walk(one)]
            its = {part.id for part in stored if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
            for part in (part for one in methods for part in ast.walk(one)):
                if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                    its |= {part.attr} if isinstance(part.value, ast.Name) and part.value.id == "self" else set()
            its |= {one.name for one in methods} - {"__init__", "__getattr__"}
            found.append((node.name, [getattr(base, "attr", getattr(base, "id", "")) for base in node.bases], its))
    return found


def names(text: str) -> dict[str, str]:
    """Methods and attributes of the classes of a text, as `Wall: a b`."""
    return {name: " ".join(sorted(its)) for name, _, its in classes(text)}


def test_what_a_class_makes_has_a_short_name_wherever_it_is_asked_for():
    out = renamed(WALL, two="def f(wall):\n    wall.undo(1).x\n    return wall.\\\n        undone\n")
    assert out["one"] == WALL.replace("undone", "a").replace("length", "b").replace("undo", "c")
    assert out["two"] == "def f(wall):\n    wall.c(1).x\n    return wall.\\\n        a\n"


def test_the_program_does_the_same():
    found: dict = {}
    exec(renamed(WALL + "\n\nFOUND = Wall()\nTOLD = [FOUND.undo(n) for n in (1, 2)]\n")["one"], found)
    assert found["TOLD"] == [35, 37]


def test_names_that_are_there_anyway_are_taken_first():
    two = "def f(k, long):\n    return k\n\n\ndef _b():\n    pass\n"
    assert names(renamed(WALL, two=two)["one"]) == {"Wall": "_b a k"}


def test_classes_that_have_nothing_to_do_with_each_other_share_names():
    two = "class Panel:\n    def press(self):\n        self.pressed = 1\n"
    out = renamed(WALL, two=two)
    assert names(out["one"] + out["two"]) == {"Wall": "a b c", "Panel": "a b"}


@pytest.mark.parametrize(
    ("two", "three"),
    [
        (
            "from .one import Wall\n\n\nclass Short(Wall):\n    pass\n",
            "from .two import Short\n\n\nclass Odd(Short):\n",
        ),
        ("from . import one\n\n\nclass Short(one.Wall):\n    pass\n", "from . import two\n\n\nclass Odd(two.Short):\n"),
        ("from .one import Wall as W\n\n\nclass Short(W):\n    pass\n", "from .two import *\n\n\nclass Odd(Short):\n"),
    ],
)
def test_a_class_and_what_it_is_made_of_share_none(two, three):
    out = renamed(WALL, two=two, three=three + "    def press(self):\n        self.pressed = 1\n")
    assert names(out["one"]) == {"Wall": "a b c"} and names(out["three"]) == {"Odd": "d f"}


def test_those_that_are_made_of_the_same_share_theirs():
    two = "from .one import Wall\n\n\nclass Odd(Wall):\n    odds = 1\n\n\nclass Even(Wall):\n    evens = 2\n"
    assert names(renamed(WALL, two=two)["two"]) == {"Odd": "d", "Even": "d"}


def test_a_method_of_two_classes_has_one_name():
    two = "class Panel:\n    def undo(self):\n        self.pressed = 1\n\n    shown = locked_up = 2\n"
    out = renamed(WALL, two=two)
    undo = next(node.name for node in ast.walk(ast.parse(out["two"])) if isinstance(node, ast.FunctionDef))
    assert f"def {undo}(self, times)" in out["one"]


ASKS = "class Asked:\n    def __getattr__(self, asked):\n        return getattr(self.hall, asked)\n\n    hall = None\n"


def test_a_class_that_answers_whatever_it_is_asked_shares_none_with_classes_that_its_module_names():
    out = renamed(WALL, two="from .one import Wall\n\n\n" + ASKS)
    assert sorted("".join([*names(out["one"]).values(), *names(out["two"]).values()]).replace(" ", "")) == list("abcd")


@pytest.mark.parametrize(
    ("more", "text", "free"),
    [
        ("TWICE = __import__('firmware.three')\n", "", False),
        ("TWICE = __import__(Wall.PLACE)\n", "class Hall:\n    PLACE = 'firmware.three'\n", False),
        ("TWICE = __import__(Wall.PLACE)\n", "class Hall:\n    PLACE = 'firmware.one'\n", True),
        ("TWICE = __import__(Wall.PLACE)\n", "class Hall:\n    PLACE = 'firmware.' + 'three'\n", False),
        ("TWICE = __import__(Wall.PLACE)\n", "class Hall:\n    def f(self):\n        self.PLACE = 1\n", False),
        ("TWICE = __import__(Wall.PLACE + '')\n", "", False),
        ("import sys\n\nTWICE = sys.modules['firmware.three']\n", "", False),
        ("", "", True),
    ],
)
def test_nor_with_modules_that_it_may_have(more, text, free):
    three = "def _b():\n    pass\n"
    out = renamed(WALL, two="from .one import Wall\n" + more + ASKS, three=three, four=text)
    assert ("_b" in out["one"]) == free


@pytest.mark.parametrize(
    "two",
    [
        "NAMES = ('undone', 'undo', 'length')\n",
        "NAMES = 'undone undo length'.split()\n",
        "def f(g):\n    g(undone=1, undo=2, length=3)\n",
        "undone = undo = length = 1\n",
        "def undone():\n    pass\n\n\nclass undo:\n    pass\n\n\nfor length in ():\n    pass\n",
        "def f():\n    global undone, undo, length\n    undone = undo = length = 1\n",
        "from machine import undone, undo as a, length\n",
        "import undone.undo\nimport length\n",
        "import time\nfrom machine import Pin as P\n\n\ndef f():\n    time.undone(), time.x.undo, P(1)[0].length()\n",
        "def f(one):\n    one.undone = one.undo = one.length = 1\n",
        "def f(one):\n    try:\n        return one.undone, one.undo, one.length\n"
        "    except (KeyError, AttributeError):\n        pass\n",
        "def f(one, n):\n    return getattr(one, 'u' + n), getattr(one, 'len' + n)\n",
        "def f(one, n):\n    return getattr(one, n + n)\n",
        "class Odd:\n    undone = undo = length = 1\n    write = undone + undo + length\n",
        "class Odd:\n    undo = length = 1\n\n    @property\n    def undone(self, n=undo, m=length):\n        pass\n\n"
        "    @undone.setter\n    def undone(self, n):\n        pass\n",
        "class Odd:\n    class undo:\n        pass\n\n    class undone:\n        pass\n\n"
        "    class length:\n        pass\n",
        "class Odd(made()):\n    undone = undo = length = 1\n",
        "class Odd(metaclass=made):\n    undone = undo = length = 1\n",
        "def f(one):\n    return vars(one)\n",
        "def f(one):\n    return f'{one.undone}{one.undo}{one.length}'\n",
        "def f(:\n    one.undone, one.undo, one.length\n",
    ],
)
def test_what_something_else_may_have_or_ask_for_keeps_its_name(two):
    out = renamed(WALL, two=two)
    assert out["one"] == WALL and out["two"] == two


@pytest.mark.parametrize("name", ["append", "write", "readblocks", "value", "errno", "keys", "group", "__call__"])
def test_what_others_have_keeps_its_name(name):
    assert names(renamed(f"class Odd:\n    def {name}(self):\n        pass\n")["one"]) == {"Odd": name}


def test_what_other_programs_know_keeps_its_name():
    assert renamed(WALL, outside=("wall.undo(1) + wall.undone + wall.length\n",))["one"] == WALL
    assert renamed(WALL, fixed="undo = undone = length = 1\n")["one"] == WALL


@pytest.mark.parametrize(
    "two",
    [
        "def f(a):\n    return a.a\n",
        "def f(one):\n    one.a = 1\n",
        "class Odd(Wall):\n    a = 1\n\n\ndef f(one):\n    return getattr(one, 'a')\n",
        "def f(one):\n    return hasattr(one, 'a')\n",
        "from .one import Wall\n\na = 1\n\n\nclass Odd(Wall):\n    undone = a\n",
        "class Odd(made()):\n    a = 1\n",
    ],
)
def test_no_new_name_is_one_that_an_object_may_have_already(two):
    assert "a" not in names(renamed(WALL, two=two)["one"])["Wall"].split()
    assert renamed(WALL, outside=("wall.a\n",))["one"] == renamed(WALL, outside=("def a(): pass\n",))["one"]


def test_names_that_stay_are_not_given_to_others_of_their_class():
    one = "class Wall:\n    def a(self):\n        return self.undone\n\n    undone = 1\n"
    assert renamed(one, two="NAMES = ('a',)\n")["one"] == one.replace("undone", "b")


def test_functions_that_go_into_one_part_have_different_names():
    seldom = "\n    # seldom: opening\n    def {}(self):\n        return _a()\n\n"
    one = '"""One."""\n\n\ndef _a():\n    return 1\n\n\nclass Wall:' + seldom.format("undo") + "class Hall:"
    out = renamed(one + seldom.format("enter"))["one"]
    assert sorted(names(out).values()) == ["a", "b"]


def test_other_names_of_the_same_text_stay():
    two = "from .undo import length\n\n\ndef f(undone, undo=1):\n    return undone[undo]  # one.undo\n"
    one = WALL.replace("length", "size")
    out = renamed(one, two=two + "\n\nTEXT = 'one.undone'\n")
    assert out["two"] == two + "\n\nTEXT = 'one.undone'\n" and "def undo(" in out["one"] and "undone" not in out["one"]


# ---------------------------------------------------------------- the whole program


@pytest.fixture(scope="module")
def program():
    """The sources before and after."""
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    for shorter in (shorten.shortened, shortnames.renamed):
        sources = shorter(sources, deploy.STARTED_BY_NAME)
    return sources, members.renamed(sources, deploy.STARTED_BY_NAME)


def test_lines_stay_where_they_are_and_every_source_is_still_one(program):
    for path in program[0]:
        lines = [
            [n.lineno for n in ast.walk(ast.parse(made[path])) if isinstance(n, ast.FunctionDef)] for made in program
        ]
        assert lines[0] == lines[1], path


def test_nothing_but_names_of_methods_and_attributes_changes(program):
    before, after = ([ast.parse(made[path]) for path in sorted(made)] for made in program)
    new: dict[str, str] = {}
    for one, other in zip(before, after, strict=True):
        for was, now in zip(ast.walk(one), ast.walk(other), strict=True):
            kinds = {ast.Attribute: "attr", ast.FunctionDef: "name", ast.AsyncFunctionDef: "name", ast.Name: "id"}
            field = kinds.get(type(was), "")
            if field and getattr(was, field) != getattr(now, field, ""):
                assert new.setdefault(getattr(was, field), getattr(now, field)) == getattr(now, field)
                setattr(now, field, getattr(was, field))
        assert ast.dump(one) == ast.dump(other)
    assert len(new) > 200
    texts = [ast.parse(text) for text in program[1].values()]
    left = {node.attr for tree in texts for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not left & set(new) - set(new.values())


def test_no_class_has_fewer_names_than_before(program):
    counts = []
    for made in program:
        every = [one for path in sorted(made) for one in classes(made[path])]
        counts.append([])
        for one in every:
            family = [one]
            for _, bases, _ in family:
                family += [other for other in every if other[0] in bases and other not in family]
            counts[-1].append((one[0], len(set().union(*(its for _, _, its in family)))))
    assert counts[0] == counts[1]


def test_what_answers_for_the_rules_has_no_name_of_theirs_that_it_had_not(program):
    shared = []
    for made in program:
        texts = [made[f"engine_core/{name}.py"] for name in ("rules", "turns", "facts", "regions/ningbo")]
        its = {name: its for text in texts for name, _, its in classes(text)}
        rules = its["Ruleset"] | its["Rules"]
        shared.append([len(rules & its[name]) for name in ("Turns", "Asked", "Facts")])
    assert shared[0] == shared[1]
