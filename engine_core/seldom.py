"""Functions that are seldom needed, loaded when they are called. In the sources they stand where they belong, under a
comment `# seldom: <what for>`. What is compiled for a controller has those of a module that are for the same in a part
of their own, and in their places calls of this one (host/mjtable/seldom.py).

Parts have numbers, since MicroPython keeps the name of a module and the path of its file for ever.
"""

_loaded: dict = {}  # number of a part -> its module


def seldom(part: int, name: str):  # type: ignore[no-untyped-def]
    """The function of this name in a part. It is not called here: a controller's stack is short."""
    if part not in _loaded:
        from . import parts

        _loaded[part] = parts.load(part)
    return getattr(_loaded[part], name)


def seldom_of(o, name: str, where: str):  # type: ignore[no-untyped-def]
    """The same for an object: its method of this name. `where`: names, behind those of a part its number.

    AttributeError: it is none of them.
    """
    at = where.find(" %s " % name)
    if at < 0:
        raise AttributeError(name)
    for word in where[at:].split():
        if word.isdigit():
            function = seldom(int(word), name)
            break
    return lambda *args, **more: function(o, *args, **more)


def let_go_seldom() -> None:
    """Parts that are loaded again when they are needed."""
    _loaded.clear()
