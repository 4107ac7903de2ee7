"""Functions that are seldom needed, loaded when they are called. In the sources they stand where they belong, under a
comment `# seldom: <what for>`. What is compiled for a controller has those of a module that are for the same in a
module of their own, and in their places calls of this one (host/mjtable/seldom.py).
"""

BETWEEN = "__"  # in the name of such a module: engine_core.rules__options


def seldom(module: str, what_for: str, name: str, args: tuple, given: dict = {}) -> object:  # noqa: B006
    """What a function of this name that a module is without returns."""
    apart = __import__(module + BETWEEN + what_for, None, None, (name,), 0)
    return getattr(apart, name)(*args, **given)
