"""Short texts of what comes and goes are no names, and the program is the same."""

import subprocess
import sys
from pathlib import Path

import pytest

from mjtable import bundles, deploy, unnamed

MICROPYTHON = Path(sys.executable).with_name("micropython")
TEXT = """
class Named:
    def __init__(self, key=None):
        self.member = key


def parameter(given, *rest, **more):
    def inside():
        yield "inner", given

    return [dict(inside()), "given", rest, more]


print("one", "two %d" % 3, ("both", "of"), "member", len("\\u2013"))
print(parameter("one", "one", keyed="keyed"), Named(key="key").member, getattr(Named("x"), "member"))
print(max([3], key=lambda n: -n), "looked" in {"looked": 1}, "" == "", "one" if "a" < "b" else "three", b"one")
for n in range(3):
    try:
        print("loop", n) if n else print("first")
    finally:
        print("ended")
"""
SHORT = {"one", "two %d", "inner", "\u2013", "keyed", "key", "looked", "a", "b", "x", "three", "loop", "first", "ended"}


def compiled(tmp_path: Path, text: str = TEXT) -> bytes:
    command = deploy.compiler()
    assert command
    (tmp_path / "source.py").write_text(text)
    subprocess.run([*command, "-o", tmp_path / "made.mpy", tmp_path / "source.py"], check=True)
    return (tmp_path / "made.mpy").read_bytes()


def told(tmp_path: Path, mpy: bytes, more: str = "") -> str:
    (tmp_path / "one.mpy").write_bytes(mpy)
    command = [MICROPYTHON, "-c", f"import one{more}"]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path).stdout


def test_only_what_is_loaded_as_a_text_is_one(tmp_path):
    found = unnamed.Module(compiled(tmp_path)).texts()
    assert SHORT - {"keyed", "key"} <= found
    assert not {"member", "given", "parameter", "Named", "range", "print"} & found - unnamed.called([TEXT])


def test_classes_and_what_calls_name_stay_names(tmp_path):
    assert unnamed.called([TEXT]) == {"Named", "keyed", "key"}
    mpy = compiled(tmp_path)
    made = unnamed.unnamed({"one": mpy}, ["one"], unnamed.called([TEXT]))["one"]
    assert {*unnamed.Module(mpy).names} - {*unnamed.Module(made).names} == SHORT - {"keyed", "key"}
    assert told(tmp_path, made) == told(tmp_path, mpy) != ""


@pytest.mark.parametrize("named", [0, 100, 120, 127, 128, 300])
@pytest.mark.parametrize("objects", [0, 100, 120, 127, 128, 300])
def test_a_module_with_many_names_and_objects_does_the_same(tmp_path, named, objects):
    before = "".join(f"n{n} = {n}\n" for n in range(named)) + "".join(
        f"print('this is a long text {n}')\n" for n in range(objects)
    )
    mpy = compiled(tmp_path, before + TEXT + "".join(f"print('s{n}')\n" for n in range(40)))
    made = unnamed.unnamed({"one": mpy}, ["one"], unnamed.called([TEXT]))["one"]
    assert told(tmp_path, made) == told(tmp_path, mpy)
    assert made != mpy or objects >= 120  # their numbers have no room in a byte


def test_a_name_of_what_stays_stays_one(tmp_path):
    mpy = compiled(tmp_path)
    others = {
        "text": compiled(tmp_path, "print('one')"),
        "attribute": compiled(tmp_path, "def f(o):\n    return o.three"),
        "parameter": compiled(tmp_path, "def f(first):\n    return first"),
        "going": compiled(tmp_path, "def f(o, ended):\n    return o.loop, 'inner'"),
    }
    made = unnamed.unnamed({"it": mpy, **others}, ["it", "going"], unnamed.called([TEXT]))
    gone = {*unnamed.Module(mpy).names} - {*unnamed.Module(made["it"]).names}
    assert gone == SHORT - {"keyed", "key", "one", "three", "first", "ended", "loop"}
    assert all(made[name] == others[name] for name in ("text", "attribute", "parameter"))
    assert made["going"] != others["going"]  # an object there, too


def test_what_many_modules_say_stays_a_name(tmp_path):
    mpy = compiled(tmp_path, "print('one', 'two')")
    modules = {str(n): mpy for n in range(unnamed.FEW_MODULES)}
    made = unnamed.unnamed({**modules, "other": compiled(tmp_path, "print('one')")}, [*modules, "other"], [])
    assert "one" in unnamed.Module(made["0"]).names and "two" not in unnamed.Module(made["0"]).names


def test_machine_code_is_not_read(tmp_path):
    command = deploy.compiler()
    assert command
    (tmp_path / "source.py").write_text("@micropython.native\ndef f():\n    return 'one'\n")
    made = tmp_path / "made.mpy"
    subprocess.run([*command, "-march=x64", "-o", made, tmp_path / "source.py"], check=True)
    with pytest.raises(ValueError, match="machine code"):
        unnamed.Module(made.read_bytes())


def test_names_are_fewer_once_all_was_loaded(tmp_path):
    """Of text that is loaded by twenty modules, one after the other, nothing is left."""
    known = []
    for change in (False, True):
        for n in range(20):
            mpy = compiled(tmp_path, f"print('text {n}', 'more {n}')")
            made = unnamed.unnamed({"it": mpy}, ["it"], [])["it"] if change else mpy
            (tmp_path / f"m{n}.mpy").write_bytes(made)
        script = "import micropython\nfor n in range(20): __import__('m%d' % n)\nmicropython.qstr_info()"
        done = subprocess.run([MICROPYTHON, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
        known.append(int(done.stdout.split("n_qstr=")[1].split(",")[0]))
    assert known[0] - known[1] == 40


def test_what_settles_and_what_stays_has_names():
    passing = deploy._passing(deploy._texts(deploy.sources()))
    assert {"firmware/pages_result.py", "firmware/ask_win.py", "engine_core/called.py"} <= passing
    settle = ("engine_core/settle.py", "engine_core/regions/ningbo.py")
    for stays in ("firmware/game.py", "firmware/pages_play.py", *settle):
        assert stays not in passing
    for name in deploy.OFTEN:
        assert f"firmware/{name}.py" in deploy.sources()
    assert passing & {*bundles.SECTIONS["played"]} == set()
