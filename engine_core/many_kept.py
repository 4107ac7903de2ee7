"""How much a PC remembers of a kind. A controller has no room for any of it."""

MANY = 1 << 14


def keep(memory: dict, key, value):  # type: ignore[no-untyped-def]
    """Remember a value that was not known, and give it; of MANY others nothing is known any more then."""
    if len(memory) == MANY:
        memory.clear()
    memory[key] = value
    return value
