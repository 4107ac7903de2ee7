"""What a seat lays out: kongs, with the replacement for them, flowers, and the melds that a win without a reader needs.

which (a kong and of what sort, from whom; a flower; pung, chow) -> which tile -> recorded, the replacement taken
"""

from engine_core import events, tiles
from engine_core.dice import EntropyError
from engine_core.values import RecordError
from firmware.dialogue import Dialogue
from firmware.game import NotNow

KONGS = ("concealed_kong", "added_kong", "kong")


class Ask(Dialogue):
    STOPS = False

    def first(self) -> None:
        rules = self.table.ruleset
        others = sorted(self.others())
        ways: list = [("flower", None)] if "flower" in rules.course() else []  # kind of meld or "flower", giver or None
        ways += [(KONGS[0], None), (KONGS[1], None)] + [(KONGS[2], seat) for seat in others]
        ways += [("pung", seat) for seat in others]
        before = (self.seat - 1) % rules.SEATS
        if rules.CHOW and before in others:
            ways.append(("chow", before))
        self._ways = [way for way in ways if self._offered(way, True)]
        if not self._ways:
            self.leave()
            raise NotNow("seat", "%d can lay out nothing" % self.seat)
        rows = [[["meld." + kind, "@%d" % (giver or 0)], self._gain(kind, giver), None] for kind, giver in self._ways]
        self.choose("meld", rows, self._way)

    def _gain(self, kind: str, giver: "int | None") -> str:
        """What a kong would bring, as far as kongs are paid."""
        if kind not in KONGS:
            return ""
        from engine_core import course

        entry = {"what": "kong", "seat": self.seat, "kind": kind}
        if giver is not None:
            entry["from"] = giver
        entries = self.table.course
        try:
            entry = self.table.played(entry)  # the place in a run of kongs, which some regions pay for
            after = course.standing(self.table.ruleset, entries + [entry])["money"]
            before = course.standing(self.table.ruleset, entries)["money"]
        except RecordError:
            return ""
        return "%+d" % (after[self.seat] - before[self.seat]) if after else ""

    def _way(self, at: int) -> None:
        self._kind, self._giver = self._ways[at]
        self.go(self._tile)

    def _tile(self) -> None:
        kinds = self._offered((self._kind, self._giver))
        if not kinds:  # somebody has told something meanwhile
            self.leave()
            raise NotNow("tile", "none can be laid out so")
        self.pick("meld.tile", kinds, self._tiled)
        self._real = bool(self.game.config.settings["real_dice"])
        if self._kind in KONGS and self._dice() and not self._real:
            try:
                self.game.commit()
            except EntropyError:
                self._real = True  # the game goes on with real ones

    def _offered(self, way: tuple, any_of_them: bool = False) -> list:
        """The kinds that can be laid out so, as far as it is known; `any_of_them`: one will do."""
        kinds = self._candidates(way[0])
        if way[0] in KONGS and kinds and kinds[-1] < 0 and any_of_them:
            kinds = kinds[-1:]  # where the tile need not be said the rest hangs on the hand alone
        out: list = []
        for kind in kinds:
            if self.playable(self._entry(way, kind)):
                out.append(kind)
                if any_of_them:
                    break
        return out

    def _entry(self, way: tuple, tile: int) -> dict:
        """The entry of such a meld, or flower, of this tile (-1: not said)."""
        kind, giver = way
        entry: dict = {"what": "flower" if kind == "flower" else "kong", "seat": self.seat}
        if kind in ("pung", "chow"):
            step = kind == "chow"
            entry.update({"what": "meld", "kind": kind})
            entry["tiles"] = tiles.text(bytes((tile, tile + step, tile + 2 * step)))
        else:
            if tile >= 0:
                entry["tile"] = tiles.name(tile)
            if kind in KONGS:
                entry["kind"] = kind
        if giver is not None:
            entry["from"] = giver
        return entry

    def _candidates(self, way: str) -> list:
        table = self.table
        if way == "flower":
            return table.laid_aside(self.seat)  # type: ignore[no-any-return]
        if way == "chow":
            return [k for k in self.kinds(tiles.HONOURS) if k % 9 < 7]
        if way == "added_kong":
            mine = [e for e in table.course if e["what"] == "meld" and e["seat"] == self.seat and e["kind"] == "pung"]
            if mine:
                return sorted({tiles.parse(e["tiles"])[0] for e in mine})
        return self.kinds() + ([-1] if way in KONGS else [])

    def _dice(self) -> int:
        """How many dice may be thrown for a replacement."""
        return max(self.table.ruleset.kong_dice())

    def other(self, key: str) -> None:
        if key == "dice" and self.page["page"] == "pick" and self._kind in KONGS and self._dice():
            self.panel.later(self._diced, self.page["at"])
        else:
            super().other(key)

    def _diced(self, at: int) -> None:
        self._tiled(at, self._dice())

    def _tiled(self, at: int, dice: int = 0) -> None:
        """The tile is chosen: with ✓, or with the dice key where dice may be thrown for the replacement."""
        tile = self.page["kinds"][at]
        if self._kind in KONGS and dice not in self.table.ruleset.kong_dice():
            dice = self._dice()
        entry = self._entry((self._kind, self._giver), tile)
        code = {"kong": events.WALL_KONG, "flower": events.WALL_FLOWER}.get(str(entry["what"]), 0)
        if entry["what"] == "flower" and not self.table.ruleset.FLOWER_EVENT:
            code = 0  # it was discarded
        if dice and self._real and self._counted(code):
            self.panel.open(self.seat, "dice", dice, lambda faces, request: self._thrown(entry, code, faces, request))
        else:
            self._book(entry, code, dice)

    def _thrown(self, entry: dict, code: int, faces: bytes, request: int) -> None:
        """The real dice for the replacement are said."""
        self.request = request
        self._book(entry, code, len(faces), faces)

    def _counted(self, code: int) -> bool:
        """Is a tile taken from the wall for it, at this table."""
        return bool(code) and self.table.wall is not None and self.table.phase == "play"

    def _book(self, entry: dict, code: int, dice: int = 0, faces: bytes = b"") -> None:
        """Records it, and takes the replacement where the wall is counted. `faces`: of real dice for it."""
        game, wall = self.game, self.table.wall
        counted = self._counted(code)
        flower = code == events.WALL_FLOWER
        # Of a flower that is the last tile nothing replaces it.
        if counted and wall.tail is None and not (flower and wall.last_tile and not wall.rules.SHARE_OUT):
            self.leave()
            raise NotNow("wall", "there is nothing to take")
        self.leave()
        request = self.request
        if entry:
            game.play(entry, request)
            request = 0
        if counted:
            if faces:
                game.record(events.pack_throw, self.seat, faces)
            elif dice:
                faces = game.throw_for_kong(self.seat, dice)
            game.take(code, self.seat, faces, request)
