"""Settings of the table: rules, displays, dice. With a PIN the rules are for a laptop that knows it."""

from engine_core import events
from firmware.dialogue import Dialogue
from firmware.memory import bring_region


class Ask(Dialogue):
    PHASES = ("new", "ready")

    def first(self) -> None:
        settings = self.game.config.settings
        rows = [
            [["settings.lang"], self.game.screens.page.t("settings.lang.name"), None],
            [["settings.brightness"], str(settings["brightness"]), None],
            [["settings.real_dice"], "", settings["real_dice"]],
            [["settings.flip"], "", settings["flip"]],
        ]
        self._does_row = [self._lang, self._brightness, self._real_dice, self._flip]
        if not settings["pin"]:
            rows.insert(0, [["settings.region"], "", None])
            self._does_row.insert(0, self._region)
        self.choose("menu.settings", rows, self._row, at=min(self.page.get("at", 0), len(rows) - 1))

    def _row(self, at: int) -> None:
        self._does_row[at]()

    def _set(self, **changes: object) -> None:
        settings = self.game.config.set(changes)
        self.game.screens.lang = settings["lang"]
        self.first()

    def _lang(self) -> None:
        self._set(lang="zh" if self.game.config.settings["lang"] == "en" else "en")

    def _brightness(self) -> None:
        self._set(brightness=int(self.game.config.settings["brightness"]) % 5 + 1)

    def _real_dice(self) -> None:
        self._set(real_dice=not self.game.config.settings["real_dice"])

    def _flip(self) -> None:
        self._set(flip=not self.game.config.settings["flip"])

    def _region(self) -> None:
        self.go(self._rules)

    def _rules(self) -> None:
        from firmware import houses

        self._ids = houses.regions()
        now = self._ids.index(self.table.region) if self.table.region in self._ids else 0
        rows = [[["region.name", ident], "", None] for ident in self._ids]
        for house in houses.listing(self.game.houses)["houses"]:
            self._ids.append(house["id"])
            rows.append([["house.name", house["house"]], "", None])
        self.choose("settings.region", rows, self._chosen_region, at=now)

    def _chosen_region(self, at: int) -> None:
        from firmware import houses

        house = houses.find(self.game.houses, self._ids[at]) or {"region": self._ids[at], "options": {}}
        self.leave()
        bring_region(house["region"])
        self.game.record(events.pack_region, house["region"], house["options"], request=self.request)
