"""The methods about readers and the tags in the tiles. Like methods.py; a table whose tiles are known needs none."""

from engine_core import tiles
from firmware import tags
from firmware.game import NotNow
from firmware.params import ParamError, given, number, text
from firmware.service import Service

LISTED = 48  # in an answer
SET = 32  # in a request


def tags_list(s: Service, params: dict) -> dict:
    """What tags are known, from number `from` on, as many as one answer takes."""
    first = number(params, "from", 0, tags.MOST) if params.get("from") is not None else 0
    told, count = tags.listed(s.game.board.data, first, LISTED)
    answer: dict = {"tags": told, "count": count, "readers": list(s.game.board.readers)}
    if hasattr(s.game.board, "waiting"):
        answer["waiting"] = s.game.board.waiting()
    if tags.damaged(s.game.board.data):
        answer["damaged"] = True
    return answer


def tags_set(s: Service, params: dict, request: int) -> int:
    changes = []
    for pair in given(params, "tags", list, "a list of [id, tile]"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise ParamError("tags", "a list of [id, tile] is expected")
        changes.append((tags.parsed(pair[0]), None if pair[1] is None else tiles.kind(pair[1])))
    if len(changes) > SET:
        raise ParamError("tags", "%d at once, at most %d" % (len(changes), SET))
    tags.keep(s.game.board.data, changes)
    return 0


def tags_told(s: Service, seq: int) -> dict:
    return {"count": tags.listed(s.game.board.data, 0, 0)[1]}


def tags_lay(s: Service, params: dict) -> dict:
    """A tile is laid on the reader of a simulated table."""
    board = s.game.board
    place = number(params, "place", 0, 4) if params.get("place") is not None else 4
    tag = tags.parsed(text(params, "tag"))
    if not hasattr(board, "lay"):
        raise NotNow("place", "the readers of this table are real ones")
    board.lay(place, tag)
    return {}


METHODS = {
    "tags.list": tags_list,
    "tags.set": (tags_set, tags_told),
    "tags.lay": tags_lay,
}
