"""What the command line says, in Chinese and English: the rows of texts.tsv (key, zh, en)."""

import locale
import os
from functools import cache
from importlib.resources import files

LANGUAGES = ("zh", "en")


@cache
def _rows() -> dict[str, dict[str, str]]:
    rows = {}
    for line in files("mjtable").joinpath("texts.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            key, zh, en = line.split("\t")
            rows[key] = {"zh": zh, "en": en}
    return rows


def text(key: str, lang: str, **values: object) -> str:
    """The text `key` in `lang` ("zh" or "en") with each `{name}` filled in. KeyError for one that is not there."""
    return _rows()[key][lang].format(**values)


def keys() -> list[str]:
    """All keys, in the order of the file."""
    return list(_rows())


def default_language() -> str:
    """The language of the user's locale: "zh" for any Chinese, otherwise "en"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "zh" if os.environ[name].lower().startswith("zh") else "en"
    return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"
