"""What the pages say, in Chinese and English: the rows of texts.tsv (key, zh, en)."""

from functools import cache

from mjtable.texts import LANGUAGES, rows_of


@cache
def rows() -> dict[str, tuple[str, str]]:
    """Key -> Chinese, English."""
    return {key: (zh, en) for key, zh, en in rows_of("mjtable.web")}


def word(key: str, lang: str, **values: object) -> str:
    """The text `key` with each `{name}` filled in. KeyError for one that is not there."""
    return rows()[key][LANGUAGES.index(lang)].format(**values)
