"""Everything that a region's page shows, as data: what declarations and measured hands say, with its texts."""

from typing import Any

from engine_core.rules import Ruleset
from mjtable.commands.rules import names
from mjtable.regions import house_name
from mjtable.rulebook import declared, examples, measured, notes


def data(rules: Ruleset, lang: str) -> dict[str, Any]:
    """The region as it is played with its options, as --json shows it."""
    head = names(rules.ID, ["region.name", "region.tiles", "unit.worth", "unit.points"], lang)
    units = {row[0]: head["unit.points" if row[0] in rules.IN_POINTS else "unit.worth"] for row in rules.PATTERNS}
    hand = examples.plain(rules)
    payments = measured.wins(rules, hand) if hand else []
    may = declared.may(rules)
    may["rob"] = may["rob"] and not any(row["case"] == "robbed" and not row["value"] for row in payments)
    return {
        "region": rules.ID,
        "name": house_name(rules.options, lang) or head["region.name"],
        "tiles": head["region.tiles"],
        "seats": rules.SEATS,
        "unit": head["unit.worth"],
        "house": house_name(rules.options, lang),
        "base": head["region.name"],
        "tile_set": declared.tile_set(rules),
        "wall": declared.wall(rules),
        "wilds": declared.wilds(rules),
        "claims": may,
        "shapes": examples.shapes(rules),
        "minimum": rules.options.get("minimum"),
        "round_wind": rules.ROUND_WIND,
        "patterns": [
            {**row, "unit": units[row["id"]]} for row in _with_texts(rules, "pattern.", declared.worths(rules), lang)
        ],
        "example": hand and {"concealed": hand.concealed, "tile": hand.tile},
        "payments": payments,
        "kongs": measured.kongs(rules, hand),
        "drawn": measured.drawn(rules, hand) + [row for row in [hand and measured.after_drawn(rules, hand)] if row],
        "false_win": measured.false_win(rules),
        "options": [
            {**row, "choices": _choices(rules, row, lang)}
            for row in _with_texts(rules, "option.", declared.options(rules), lang)
        ],
        "notes": notes.of(rules.ID, lang, rules.options),
    }


def _choices(rules: Ruleset, row: dict[str, Any], lang: str) -> dict[str, str]:
    """What each word means that an option may be; {} for one that is no choice."""
    if row["type"] != "choice":
        return {}
    found = names(rules.ID, ["choice." + one for one in row["range"]], lang)
    return {one: found["choice." + one] for one in row["range"]}


def _with_texts(rules: Ruleset, prefix: str, rows: list[dict[str, Any]], lang: str) -> list[dict[str, Any]]:
    found = names(rules.ID, [prefix + row["id"] for row in rows], lang)
    return [{**row, "text": found[prefix + row["id"]]} for row in rows]
