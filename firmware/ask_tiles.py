"""A hand entered tile by tile, as a step of another dialogue.

up, down choose a kind, ok adds one, no takes the last away; hu: this is the winning tile, and the last one. A tile that
is laid on the reader is added at once, each once.
"""

from engine_core import tiles
from engine_core.record import parse
from firmware.dialogue import Dialogue, Step


class Ask(Step):
    """What a seat has beside its melds; with `winning` the winning tile is one of them, and is said at the end. `held`:
    those entered; `tile`: the winning one, -1: not said.
    """

    def __init__(self, panel, seat: int, parent: Dialogue, winning: bool, then) -> None:  # type: ignore[no-untyped-def]
        """`then` is called when all are entered."""
        super().__init__(panel, seat, parent)
        self.LASTING = parent.LASTING
        self._winning, self._then = winning, then
        self._all = self.kinds(tiles.KINDS)
        self._at = 0
        self._which = -1  # of a full hand the tile under the cursor; -1: tiles are still to come
        melds = parse(self.table.complete({"hands": [{}] * self.table.seats})).hands[seat].melds
        self._need = self.table.ruleset.HAND - 3 * len(melds) + winning
        self._melds = b"".join([meld.tiles for meld in melds])
        self._tags: list = []  # of each tile held, None where it was entered by keys
        self.held = bytearray()
        self.tile = -1

    def first(self) -> None:
        if self._which >= 0:
            self.page = {"page": "which", "kinds": bytes(self.held), "at": self._which, "right": "4/4"}
        else:
            kind = self._all[self._at]
            self.page = {"page": "hand", "kinds": self._all, "kind": kind, "held": bytes(self.held), "at": 0}
            self.page["need"] = self._need
        self.show()

    def concealed(self) -> str:
        """The tiles without the winning one."""
        held = bytes(self.held)
        if self.tile >= 0:
            held = held.replace(bytes((self.tile,)), b"", 1)
        return tiles.text(bytes(sorted(held)))

    def shown(self) -> bytes:
        """All tiles in order, the winning one last."""
        held = bytes(sorted(self.held))
        if self.tile >= 0:
            held = held.replace(bytes((self.tile,)), b"", 1) + bytes((self.tile,))
        return held

    def move(self, step: int) -> None:
        if self._which >= 0:
            self._which = (self._which + step) % self._need
        else:
            self._at = (self._at + step) % len(self._all)
        self.first()

    def no(self) -> None:
        if not self.held:
            self.back()
            return
        self._which = self.tile = -1
        self.held = self.held[:-1]
        self._tags.pop()
        self.first()

    def other(self, key: str) -> None:
        if key not in ("ok", "hu"):
            return
        if self._which >= 0:
            self.tile = self.held[self._which]
        elif len(self.held) < self._need and not self._add(key == "hu"):
            return
        if len(self.held) == self._need and (self.tile >= 0 or not self._winning):
            self.over()
            self.panel.later(self._then)

    def wants_tile(self) -> bool:
        return True

    def laid(self, kind: "int | None", tag: bytes) -> None:
        """Of a full hand it is the winning tile."""
        if not self.legible(kind) or kind is None:
            return
        if self._which >= 0 and kind in self.held:
            self._which = self.held.find(bytes((kind,)))
            self.first()
        elif tag in self._tags:
            pass  # it lies there still, or again
        elif len(self.held) == self._need:
            self.refuse("tile_full", kind)
        else:
            self._at = self._all.index(kind)
            self._add(False, tag)

    def _add(self, last: bool, tag: "bytes | None" = None) -> bool:
        """One more of the kind under the cursor. True: it is the winning tile, all are there."""
        kind = self._all[self._at]
        left = self._need - len(self.held)
        if last and (left > 1 or not self._winning):
            return False
        if (self._melds + self.held).count(bytes((kind,))) >= self.table.ruleset.copies(kind):
            self.refuse("tile_more", kind)
            return False
        self.held.append(kind)
        self._tags.append(tag)
        if last:
            self.tile = kind
            return True
        if self._winning and left == 1:
            self._which = self._need - 1
        self.first()
        return False
