"""The regions that this mjtable knows, and what the core calls them and what is in them."""

from importlib.resources import files
from typing import Any

from engine_core import texts
from mjtable.shapes import is_printable
from mjtable.texts import text


def regions() -> list[str]:
    """Their ids."""
    found = (entry.name for entry in files("engine_core").joinpath("regions").iterdir())
    return sorted(name[:-3] for name in found if name.endswith(".py") and "_" not in name)  # others are parts of one


def names(region: str, keys: list[str], lang: str) -> dict[str, str]:
    """Texts of the core for a region; a region that this mjtable does not know keeps its keys."""
    try:
        return texts.find(region, keys, lang)
    except OSError:
        return {key: key.split(".")[-1] for key in keys}


def region_name(region: str, lang: str) -> str:
    return names(region, ["region.name"], lang)["region.name"]


def house_name(options: Any, lang: str) -> str:
    """The name that a house gives its rules, "" for none; the options may be anybody's."""
    name = options.get("house") if isinstance(options, dict) else None
    return texts.house_name(name, lang) if isinstance(name, str) and is_printable(name) else ""


def rules_name(region: str, options: Any, lang: str) -> str:
    """What is played: the house's name, or the region's."""
    return house_name(options, lang) or region_name(region, lang)


def rules_title(region: str, options: Any, lang: str) -> str:
    """The same in full: a house and the region that its rules come from."""
    house, base = house_name(options, lang), region_name(region, lang)
    return text("house.title", lang, name=house, base=base) if house else base
