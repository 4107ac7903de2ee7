"""A controller does not look for what only a PC has."""

import pytest

from mjtable import absent, deploy, shorten

TEXT = '''"""What it is."""

try:
    from .one_kept import f
    from .one_kept import g as h

    ROOM = True
except ImportError:
    from .two import f

    # why
    h, ROOM = f, False

print(f, h)
'''


def without(text: str) -> str:
    return absent.without_absent({"engine_core/one.py": text, "engine_core/two.py": ""})["engine_core/one.py"]


def test_what_is_not_there_is_not_tried():
    assert without(TEXT).split("\n") == [
        '"""What it is."""', *[""] * 7, "from .two import f", "", "# why", "h, ROOM = f, False", "", "print(f, h)", "",
    ]  # fmt: skip


def test_one_attempt_within_the_other():
    text = "try:\n    from .two import f\nexcept (ImportError, ValueError):\n    try:\n        from .three import f\n"
    out = without(text + "    except ImportError:\n        from .four import f\n")
    assert out.split("\n")[3:] == ["", "", "", "    from .four import f", ""]


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    from .two import f\nexcept ImportError:\n    f = None\n",  # it is there
        "try:\n    from os import ilistdir\nexcept ImportError:\n    ilistdir = None\n",  # the interpreter's
        "try:\n    f = g()\n    from .three import h\nexcept ImportError:\n    f = None\n",  # something comes first
        "try:\n    from .three import f\nexcept ImportError as e:\n    f = e\nfinally:\n    g = 1\n",
        "try:\n    from .three import f\nexcept ValueError:\n    f = None\n",
        "def f(:\n",
    ],
)
def test_what_may_be_there_is_tried(text):
    assert without(text) == text


def test_nothing_of_what_only_a_pc_has_is_compiled():
    sources = {n: p.read_text("utf-8") for n, p in deploy.sources().items() if n.endswith(".py")}
    texts = shorten.shortened(absent.without_absent(sources), deploy.STARTED_BY_NAME)
    assert not [path for path, text in texts.items() if "ROOM" in text or "import natural_hands" in text]
