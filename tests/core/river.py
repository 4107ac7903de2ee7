"""The longest hand of Rivers of blood that tiles can give: three seats wait for all nine kinds of a suit each, so that
somebody wins with every tile of the wall.
"""

from evening import at_table

from engine_core import events

VOIDS = "pmmm"
NINES = ("1112345678999m", "1112345678999p", "1112345678999s")
FOURTH = "123444555666p"  # what the fourth seat holds, whom everybody else wins from


def wall():
    """The kinds that lie in the wall, 55 and the one that the dealer has too many."""
    out = []
    for letter in "mps":
        for n in range(1, 10):
            held = (NINES["mps".find(letter)][:-1] + (FOURTH[:-1] if letter == "p" else "")).count(str(n))
            out += ["%d%s" % (n, letter)] * (4 - held)
    return out[:-1]  # the fourth seat's thirteenth tile


def entries(passed=0):
    """Its course, entry by entry. `passed`: how many wins the fourth seat believes that it has let pass."""
    for seat in range(4):
        yield {"what": "void", "seat": seat, "suit": VOIDS[seat]}
    turn = 0
    for tile in wall():
        seat = "mps".find(tile[1])
        win = {"what": "win", "seat": seat, "tile": tile, "concealed": NINES[seat]}
        if seat != turn:
            win["from"] = turn
        yield win
        if passed:
            yield {"what": "missed", "seat": 3, "tile": tile}
            passed -= 1
        turn = (seat + 1) % 4


def played(count=1000, passed=0):
    """A table at which so many of its entries were told."""
    table = at_table("xueliu", options={"fan_cap": 0})
    for entry in entries(passed):
        if count:
            table.apply(events.pack_play(table.played(entry)))
            count -= 1
    return table
