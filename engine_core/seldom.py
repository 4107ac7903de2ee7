"""Functions that are seldom needed, loaded when they are called. In the sources they stand where they belong, under a
comment `# seldom: <what for>`. What is compiled for a controller has those of a module that are for the same in a part
of their own, and in their places calls of this one (host/mjtable/seldom.py).

Parts have short names, since of a module MicroPython keeps its name and the path of its file for ever.
"""

import sys

FIRST = "0"  # how the names of parts begin, and no other module's


def seldom(part: str, name: str):  # type: ignore[no-untyped-def]
    """The function of this name in a part. It is not called here: a controller's stack is short."""
    if part not in sys.modules:
        from . import parts

        parts.load(part)
    return getattr(sys.modules[part], name)


def let_go_seldom() -> None:
    """Parts that are loaded again when they are needed."""
    for name in list(sys.modules):
        if name.startswith(FIRST):
            del sys.modules[name]
