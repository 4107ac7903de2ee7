"""Functions that are seldom needed, loaded when they are called. In the sources they stand where they belong, under a
comment `# seldom: <what for>`. What is compiled for a controller has those of a module that are for the same in a part
of their own, and in their places calls of this one (host/mjtable/seldom.py).

Parts have numbers, since MicroPython keeps the name of a module and the path of its file for ever.
"""

_loaded: dict = {}  # number of a part -> its module
_given: list = []  # class, name of a method that it has from one


def seldom(part: int, name: str):  # type: ignore[no-untyped-def]
    """The function of this name in a part. It is not called here: a controller's stack is short."""
    if part not in _loaded:
        from . import parts

        _loaded[part] = parts.load(part)
    return getattr(_loaded[part], name)


def found(where: str):  # type: ignore[no-untyped-def]
    """A class's `__getattr__` for methods that are in parts. `where`: names, behind those of a part its number.

    The class of the object has the method then, until parts are let go: whatever is called in a method lies no deeper.
    """

    def look(o, name: str):  # type: ignore[no-untyped-def]
        at = where.find(" " + name + " ")
        if at < 0:
            raise AttributeError(name)
        for word in where[at:].split():
            if word.isdigit():
                break
        part = int(word)
        if part not in _loaded:
            from . import parts

            _loaded[part] = parts.load(part)
        setattr(type(o), name, getattr(_loaded[part], name))
        _given.append((type(o), name))
        return getattr(o, name)

    return look


def let_go_seldom() -> None:
    """Parts that are loaded again when they are needed."""
    _loaded.clear()
    while _given:
        cls, name = _given.pop()
        setattr(cls, name, None)  # what is taken out of a class by MicroPython stays alive in its place
        delattr(cls, name)
