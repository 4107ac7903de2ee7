"""A tile was laid on a reader. Loaded when one is, and let go with the dialogues.

The tile goes to the dialogue that wants one: at the reader's own seat, or, where one reader serves the whole table, to
the one that was touched last. A tile that is turned up opens its page by itself. When nothing wants a tile, nothing is
done with it.
"""

from firmware import tags
from firmware.screens import CENTRE


def laid(panel, place: int, tag: bytes) -> None:  # type: ignore[no-untyped-def]
    game = panel.game
    kind = tags.kind_of(game.board.data, tag)
    test = panel.testing()
    if test:
        test.laid(place, tags.text(tag), kind)
        return
    seat = None if place == CENTRE else game.seat_at(place)
    if seat is None and place != CENTRE:
        return
    dialogue = panel.wants_tile(seat)
    if dialogue is None:
        return
    panel.touched(dialogue)
    dialogue.laid(kind, tag)
    game.stage.touch()
