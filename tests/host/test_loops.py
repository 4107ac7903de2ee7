"""Comprehensions become loops for a controller, and mean the same."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from mjtable import deploy, loops

MICROPYTHON = Path(sys.executable).with_name("micropython")
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Functions of x, a list of small numbers; `said` notes what it is asked with, and changes `seen.last`.
BECOME_LOOPS = [
    "return [said(n) for n in x]",
    "return [n * k for n in x if n for k in (1, 2) if k != n]",
    "return {n % 3 for n in x}",
    "return {n: said(n) for n in x}",
    "out = [n for n in x if n > 1]\n    return out, len(out)",
    "x = [n + 1 for n in x]\n    return x",
    "x += [said(n) for n in x]\n    return x",
    "n = 7\n    return [n for n in x], n",
    "return sum(said(n) for n in x) + sum([n for n in x])",
    "return tuple([n for n in x]) + tuple(sorted(n for n in x))",
    "return any(said(n) > 1 for n in x)",
    "return not all(said(n) for n in x)",
    "return all(n for n in x if said(n))",
    "found = any(n > 2 for n in x)\n    return found",
    "return [said(n) for n in x] if x else [said(9)]",
    "out = [said(n) for n in x] if x else []\n    return out",
    "return x and [said(n) for n in x]",
    "return not x or any(n > 1 for n in x) or said(5)",
    "if x and all(n > 0 for n in x):  # all of them\n        return 1\n    return 2",
    "if [n for n in x if n > 1]:\n        return [1 for n in x]\n    else:\n        return 2",
    "for n in [n for n in reversed(x)]:\n        said(n)",
    "return [[said(n) for n in range(k)] for k in [k for k in x]]",
    "return max([n for n in x] or [0])",
    "def inner(y):\n        return [n for n in y]\n\n    y = inner(x)\n    return y + [n for n in x]",
    "try:\n        return [1 // n for n in x]\n    except ZeroDivisionError:\n        return [n for n in x]",
    "x[0:1] = [said(n) for n in x[1:]]\n    return x",
    "raise ValueError([n for n in x])",
    "return len(\n        [n for n in x]\n    )",
    "async def inner():\n        return [n for n in x]\n\n    inner().close()",
]
STAY = [
    "return said(1) + sum([said(n) for n in x])",  # it is asked after something else
    "return seen.last + sum([said(n) for n in x])",  # what was looked at before may be changed
    "seen.last += sum([said(n) for n in x])\n    return seen.last",
    "return (lambda: [n for n in x])()",
    "return [(lambda: n)() for n in x]",
    "while [n for n in x if n > 1]:\n        x.pop()\n    return x",
    "if not x:\n        return 0\n    elif [n for n in x]:\n        return 1",
    "if x: return [n for n in x]",
    "return 0 < len(x) < sum([n for n in x])",
    "yield from (n for n in x)",
    "return list(zip((n for n in x), x))",
]


def ran(text: str, x: list[int]) -> tuple:
    """What a function f(x) gives or raises, what it has asked, and x afterwards."""
    asked: list[int] = []

    class Seen:
        last = 3

    def said(n: int) -> int:
        asked.append(n)
        Seen.last += n
        return n

    names: dict = {"said": said, "seen": Seen}
    exec(text, names)
    try:
        got = names["f"](x)
        return (list(got) if hasattr(got, "send") else got), asked, x, Seen.last
    except (ValueError, ZeroDivisionError) as error:
        return repr(error), asked, x, Seen.last


def comprehensions(text: str) -> int:
    return sum(isinstance(node, COMPREHENSIONS) for node in ast.walk(ast.parse(text)))


@pytest.mark.parametrize("body", BECOME_LOOPS)
def test_what_becomes_loops_means_the_same(body):
    text = f"def f(x):\n    {body}\n"
    out, origin = loops.unrolled(text)
    assert comprehensions(out) == 0
    assert len(origin) == len(out.split("\n"))
    for x in ([], [1], [0, 2], [3, 1, 2], [2, 0, 5, 1]):
        assert ran(out, x[:]) == ran(text, x[:]), out


@pytest.mark.parametrize("body", STAY)
def test_what_might_mean_something_else_stays(body):
    text = f"def f(x):\n    {body}\n"
    assert loops.unrolled(text)[0] == text


def test_only_what_is_done_often_is_changed():
    text = "A = [n for n in range(3)]\n\n\nclass B:\n    C = [n for n in A]\n"
    assert loops.unrolled(text)[0] == text


def test_names_that_a_module_has_are_not_taken():
    out, _ = loops.unrolled("z = 3\n\n\ndef f(x, za):\n    return [n + z for n in x], za\n")
    assert ran(out.replace("f(x, za)", "f(x, za=1)"), [1])[0] == ([4], 1)


def test_each_line_has_the_one_that_it_came_from():
    text = "def f(x):\n    # what for\n    y = [n for n in x]\n\n    return y[\n        sum([n for n in x])\n    ]\n"
    out, origin = loops.unrolled(text)
    came = [origin[i] for i, line in enumerate(out.split("\n")) if line.strip()]
    assert came == [1, 2, 3, 3, 3, 5, 5, 5, 5]


def test_every_source_is_still_one_with_lines_in_order():
    left = 0
    for path in deploy.sources().values():
        if path.suffix == ".py":
            out, origin = loops.unrolled(path.read_text("utf-8"))
            ast.parse(out)
            assert origin == sorted(origin)
            left += comprehensions(out)
    assert left < 250  # of some 670


def test_a_traceback_names_the_lines_of_the_source(tmp_path):
    text = (
        '"""Fails."""\n\n\ndef f(x):\n    """It has\n    a docstring.\n    """\n'
        "    a = [n for n in x]\n    b = any(n for n in x)\n    return g(a, b)\n\n\n"
        "def g(\n    a,\n    b,\n):\n    if all(n > 0 for n in a):\n"
        "        return [\n            n // 0 for n in a\n        ]\n"
    )
    made = deploy._compiled(tmp_path / "fails.py", text, "fails.py", None, deploy.compiler())
    (tmp_path / "fails.mpy").write_bytes(made)
    command = [MICROPYTHON, "-c", f"import sys; sys.path.insert(0, '{tmp_path}'); import fails; fails.f([1, 2])"]
    done = subprocess.run(command, capture_output=True, text=True)
    lines = (done.stdout + done.stderr).split("\n")
    assert [line.split("line ")[1] for line in lines if '"fails"' in line] == ["10, in f", "18, in g"]
