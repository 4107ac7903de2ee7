"""cover.py for a PC: what can be known of a suit after some ranks is a node, and each count leads to the next node.

So a suit's nine counts are nine steps of a walk, whatever its tiles. There are some two thousand nodes, made when a
walk first comes to them. A controller has no room for them, and no functools.
"""

from .many_kept import keep

# A node is a list: for a rank of 0..5 tiles the next node (None: no walk came there yet), then
TAKES = 6  # what the suit takes if it ends here: the sets << 3, and 1 if a pair in it saves one of them
WAYS = 7  # (tiles of the next rank covered, of the one after, is a pair left to take) -> the fewest sets so far


def _node(ways: dict) -> list:
    without = min([sets for (_, _, pair), sets in ways.items() if pair])
    return [None] * 6 + [without << 3 | (min(ways.values()) < without), ways]


ROOT = _node({(0, 0, 1): 0})
NODES: dict = {}  # by their ways


def _next(node: list, count: int) -> list:
    """The node after a rank with so many tiles."""
    if node[count] is None:
        ways: dict = {}
        for (x, y, pair), sets in node[WAYS].items():
            _rank(ways, count - x, y, pair, sets)
            if pair and count > x:
                _rank(ways, count - x - 2, y, 0, sets)
        key = tuple(sorted(ways.items()))
        if key not in NODES:
            NODES[key] = _node(ways)
        node[count] = NODES[key]
    return node[count]


def _rank(ways: dict, left: int, y: int, pair: int, sets: int) -> None:
    """Adds the ways to cover what is left of a rank: cover.py says which there are."""
    if left > 2:
        _rank(ways, left - 3, y, pair, sets + 1)
    elif left == 2:
        _add(ways, (y + 2, 2, pair), sets + 2)
        _add(ways, (y, 0, pair), sets + 1)
    elif left == 1:
        _add(ways, (y + 1, 1, pair), sets + 1)
    else:
        _add(ways, (y, 0, pair), sets)


def _add(ways: dict, way: tuple, sets: int) -> None:
    """Keeps a way unless another covers as much with as few sets; drops those that it makes needless."""
    x, y, pair = way
    needless = []
    for other, fewest in ways.items():
        if other[0] >= x and other[1] >= y and other[2] >= pair and fewest <= sets:
            return
        if other[0] <= x and other[1] <= y and other[2] <= pair and fewest >= sets:
            needless.append(other)
    for other in needless:
        del ways[other]
    ways[way] = sets


class Takes(dict):
    """What nine counts of a suit take, as TAKES of the node that they lead to, and the seven of the honours."""

    def __missing__(self, part: bytes) -> int:
        if len(part) < 9:
            return keep(self, part, _honours(part))
        node = ROOT
        for c in part:
            node = node[c] or _next(node, c)
        return keep(self, part, node[TAKES])


def _honours(part: bytes) -> int:
    """Each is a set, more than three of one are two; as the pair it saves one, only three of one do not."""
    alone = 7 - part.count(0)
    return alone + part.count(4) + part.count(5) << 3 | (alone > part.count(3))


TAKEN = Takes()


def sets_needed(counts: bytes | bytearray, pair: int, most: int) -> int:
    """As in cover.py, exact over `most` too."""
    kinds = bytes(counts)
    takes = TAKEN[kinds[:9]] + TAKEN[kinds[9:18]] + TAKEN[kinds[18:27]] + TAKEN[kinds[27:34]]
    return (takes >> 3) - 1 if pair and takes & 7 else takes >> 3


def suit_needs(counts: bytes | bytearray, low: int, pair: int) -> int:
    """As in cover.py."""
    node = ROOT
    for c in counts[low : low + 9]:
        node = node[c] or _next(node, c)
    takes = node[TAKES]
    return (takes >> 3) - (takes & pair)


def places(part: bytes, pair: int, most: int) -> bytes:
    """Where among nine counts of a suit one tile more, which would not stand alone, leaves them covered by so many sets
    and a pair.
    """
    before = []
    node = ROOT
    for c in part:
        before.append(node)
        node = node[c] or _next(node, c)
    takes = node[TAKES]
    if (takes >> 3) - (takes & pair) > most:
        return b""
    out = bytearray()
    for place, node in enumerate(before):
        if any(part[max(place - 1, 0) : place + 2]):
            c = part[place] + 1
            node = node[c] or _next(node, c)
            for c in part[place + 1 :]:
                node = node[c] or _next(node, c)
            takes = node[TAKES]
            if (takes >> 3) - (takes & pair) <= most:
                out.append(place)
    return bytes(out)


def fits(counts: bytes | bytearray, wilds: int, sets: int, pair: int) -> bool:
    """As in cover.py."""
    return sum(counts[:34]) + wilds == 3 * sets + 2 * pair and sets_needed(counts, pair, sets) <= sets
