"""Every text of the pages is there in both languages, and is one that a page shows."""

import re
from pathlib import Path

import mjtable.web
from mjtable.web import words

HERE = Path(mjtable.web.__file__).parent
SOURCES = [path.read_text("utf-8") for path in [*HERE.rglob("*.py"), *HERE.rglob("*.html")]]
WHOLE = re.compile(r"""\bt\(\s*["']([a-z0-9_.]+)["'](?!\s*[+~])""")
BEGUN = re.compile(r"""\bt\(\s*["']([a-z0-9_.]+)["']\s*[+~]|\bt\(\s*f["']([a-z0-9_.]+)\{""")


def values(text):
    return sorted(re.findall(r"{(\w+)}", text))


def test_every_text_has_both_languages_with_the_same_values():
    for key, (zh, en) in words.rows().items():
        assert zh and en, key
        assert values(zh) == values(en), key


def test_no_key_is_there_twice():
    keys = [line.split("\t")[0] for line in (HERE / "texts.tsv").read_text("utf-8").splitlines()]
    keys = [key for key in keys if key and not key.startswith("#")]
    assert sorted(set(keys)) == sorted(keys)


def test_every_text_that_a_page_names_is_there():
    named = {key for source in SOURCES for key in WHOLE.findall(source)}
    assert named <= set(words.rows())


def test_every_text_is_one_that_a_page_names():
    named = {key for source in SOURCES for key in re.findall(r"""["']([a-z0-9_.]+)["']""", source)}
    begun = {one or other for source in SOURCES for one, other in BEGUN.findall(source)}
    unused = {key for key in words.rows() if key not in named and not key.startswith(tuple(begun))}
    assert not unused


def test_the_words_are_plain():
    for key, (zh, en) in words.rows().items():
        assert "!" not in en and "！" not in zh and "Please" not in en and "successfully" not in en, key
