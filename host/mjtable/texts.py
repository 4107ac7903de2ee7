"""What the command line says, in Chinese and English: the rows of texts.tsv (key, zh, en)."""

import locale
import os
import re
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("zh", "en")
SPOKEN: ContextVar[str | None] = ContextVar("spoken", default=None)  # by the command that runs


def rows_of(package: str) -> Iterator[tuple[str, str, str]]:
    """Key, Chinese and English of each row of a package's texts.tsv."""
    for line in files(package).joinpath("texts.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            key, zh, en = line.split("\t")
            yield key, zh, en


@cache
def _rows() -> dict[str, dict[str, str]]:
    return {key: {"zh": zh, "en": en} for key, zh, en in rows_of("mjtable")}


def text(key: str, lang: str, **values: object) -> str:
    """The text `key` in `lang` ("zh" or "en") with each `{name}` filled in. KeyError for one that is not there."""
    return _rows()[key][lang].format(**values)


def keys() -> list[str]:
    """All keys, in the order of the file."""
    return list(_rows())


def spoken() -> str:
    """The language of the command that runs, for what is far from its output."""
    return SPOKEN.get() or default_language()


def default_language() -> str:
    """The language of the user's locale: "zh" for any Chinese, if what we write can hold it, otherwise "en"."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), None)
    chinese = language_of(named or locale.getlocale()[0] or "") == "zh"
    return "zh" if chinese and all(map(_holds_chinese, (sys.stdout, sys.stderr))) else "en"


def language_of(name: str) -> str | None:
    """The language in the name of a locale ("zh_CN.UTF-8"), None when it is none of ours."""
    language = re.split("[-_.@ ]", name.lower())[0]
    return {"chinese": "zh", "english": "en"}.get(language, language if language in LANGUAGES else None)


def _holds_chinese(stream: Any) -> bool:
    try:
        "麻将".encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
