"""A table that has started for the first time."""

from mjtable.link import Link

FIRST = 1  # events of a table that has done nothing but start


def speak(link: Link, lang: str) -> None:
    """Its displays begin in the language of whoever has set it up. A table that was in use stays as it is."""
    if link.hello["seq"] <= FIRST:
        link.request("config.set", lang=lang)
