"""What tests of both interpreters need; no test framework here, MicroPython has none."""


def raises(error, f, *args, **kw):
    """The exception of class `error` that `f` must raise."""
    try:
        f(*args, **kw)
    except error as e:
        return e
    raise AssertionError("%s was not raised" % error.__name__)
