"""The texts of errors lie in a file on a controller, and say the same."""

import ast

import pytest

from engine_core import errortext
from mjtable import apart, deploy


def parted(text: str) -> tuple[str, bytes]:
    out, texts = apart.texts_apart({"firmware/one.py": text})
    return out["firmware/one.py"], texts


@pytest.mark.parametrize(
    "line, said",
    [
        ('raise ValueError("a text that is long")', b"a text that is long\n"),
        ('raise ValueError("%s: is no seat" % x)', b"%s: is no seat\n"),
        ('raise ValueError("%s: is %d not %d" % (x, 1, 2))', b"%s: is %d not %d\n"),
        ('raise ValueError("%s: no seat at all" % (x + "1"))', b"%s: no seat at all\n"),
        ('raise ValueError(x + ": is no seat at all")', b": is no seat at all\n"),
        ('raise ValueError("字: is no %s" % (x or "something else"))', "字: is no %s\nsomething else\n".encode()),
        ('e = ValueError("what one may be", x); raise e', b"what one may be\n"),
    ],
)
def test_an_error_says_what_it_says_in_the_sources(line, said, tmp_path, monkeypatch):
    text, texts = parted(f'"""What it is."""\n\nx = "here"\n{line}\n')
    assert sorted(texts.split(b"\n")) == sorted(said.split(b"\n"))
    assert text.count("\n") == 4 and '"%' not in text
    (tmp_path / "errors.txt").write_bytes(texts)
    monkeypatch.setattr(errortext, "__file__", str(tmp_path / "errortext.py"))
    with pytest.raises(ValueError) as before:
        exec(line, {"x": "here"})
    with pytest.raises(ValueError) as after:
        exec(text, {})
    assert after.value.args == before.value.args


def test_lines_stay_where_they_are():
    long = 'if x:\n    raise ValueError(\n        "one two"\n        " three %d" % (\n        1))\ny'
    text, texts = parted('"""It."""\n\nx = 1\n' + long)
    assert texts == b"one two three %d\n"
    assert text.split("\n")[4:] == ["    raise ValueError(", "        error_text(0, (", "", "        1)))", "y"]


@pytest.mark.parametrize(
    "line",
    [
        'raise ValueError("short one")',
        'raise ValueError("two lines \\n of a text")',
        'print("no error at all")',
        'x = "no error at all"',
    ],
)
def test_other_texts_stay(line):
    text = f'"""What it is."""\n\n{line}\n'
    assert parted(text) == (text, b"")


def test_without_a_docstring_there_is_no_room_for_the_import():
    text = 'raise ValueError("a text that is long")\n'
    assert parted(text) == (text, b"")


def test_what_starts_the_table_does_without():
    out, _ = apart.texts_apart({"firmware/boot.py": '"""It."""\n\nraise ValueError("a text that is long")\n'})
    assert "error_text" not in out["firmware/boot.py"]


def test_a_broken_flash_does_not_hide_the_error(tmp_path, monkeypatch):
    monkeypatch.setattr(errortext, "__file__", str(tmp_path / "errortext.py"))
    assert errortext.error_text(12, ("a", 1)) == "error 12 (('a', 1),)"


class Back(ast.NodeTransformer):
    """Puts the texts back where they were."""

    def __init__(self, texts: bytes):
        self.texts = texts

    def visit_Call(self, node):
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Name) and node.func.id == "error_text"):
            return node
        place = node.args[0].value
        text = ast.Constant(self.texts[place : self.texts.index(b"\n", place)].decode())
        return ast.BinOp(text, ast.Mod(), node.args[1]) if len(node.args) > 1 else text


def test_the_whole_program_is_the_same_otherwise():
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    out, texts = apart.texts_apart(sources)
    changed = [name for name in sources if out[name] != sources[name]]
    assert len(changed) > 30
    for name in changed:
        tree = ast.parse(out[name])
        del tree.body[1]  # the import
        assert ast.unparse(Back(texts).visit(tree)) == ast.unparse(ast.parse(sources[name])), name
        assert out[name].count("\n") == sources[name].count("\n")


def test_the_reader_is_not_parted_from_its_own_text():
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    assert apart.texts_apart(sources)[0][apart.READER] == sources[apart.READER]
    assert apart.FILE == apart.READER.rpartition("/")[0] + "/" + errortext.FILE
