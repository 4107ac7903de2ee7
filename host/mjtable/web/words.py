"""What the pages say, in Chinese and English: the rows of texts.tsv (key, zh, en)."""

from functools import cache
from importlib.resources import files

LANGUAGES = ("zh", "en")


@cache
def rows() -> dict[str, tuple[str, str]]:
    """Key -> Chinese, English."""
    found = {}
    for line in files("mjtable.web").joinpath("texts.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            key, zh, en = line.split("\t")
            found[key] = (zh, en)
    return found


def word(key: str, lang: str, **values: object) -> str:
    """The text `key` with each `{name}` filled in. KeyError for one that is not there."""
    return rows()[key][LANGUAGES.index(lang)].format(**values)
