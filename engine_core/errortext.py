"""What errors say, read when one is raised, so that the texts take no heap. In the sources they stand where they
belong; what is compiled for a controller has them in a file, and asks for them here (host/mjtable/apart.py).
"""

FILE = "errors.txt"  # a text a line, beside this module


def error_text(place: int, *values: object) -> str:
    """The text that begins at this place of the file; with what stands right of a `%` if that is given."""
    try:
        with open((__file__.rsplit("/", 1)[0] if "/" in __file__ else ".") + "/" + FILE, "rb") as f:
            f.seek(place)
            text = f.readline().decode().rstrip("\n")
    except OSError:  # a broken flash: the error is what matters, not what it says
        return "error %d %s" % (place, values)
    return text % values[0] if values else text
