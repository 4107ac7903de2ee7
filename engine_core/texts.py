"""Texts for people, read from a file when needed so that they take no heap: key, Chinese, English, tab-separated.

A region's file lies beside its module (`regions/ningbo.tsv`), what all share in `texts.tsv`. A row `family` names the
region whose file holds the texts that a file lacks.
"""

LANGUAGES = ("zh", "en")


def house_name(house: str, lang: str) -> str:
    """The name in `lang` that the option `house` gives: "Chinese|English", or one name for both; "" for no house."""
    names = house.split("|")
    return names[min(LANGUAGES.index(lang), len(names) - 1)]


def find(region: str, keys: list, lang: str) -> dict:
    """The texts of `keys` in `lang` ("zh" or "en"), the region's own before the shared; a missing one is its key."""
    if lang not in LANGUAGES:
        raise ValueError("lang: %r is not one of zh, en" % lang)
    column = 1 + LANGUAGES.index(lang)
    folder = __file__.rsplit("/", 1)[0] if "/" in __file__ else "."
    wanted = {k: k for k in keys}
    files = ["/texts.tsv", "/regions/" + region + ".tsv"]
    while files:
        with open(folder + files.pop(), encoding="utf-8") as f:
            for line in f:
                key = line[: line.find("\t")]
                if key == "family":
                    files.append("/regions/" + line.split("\t")[1] + ".tsv")
                if key in wanted and wanted[key] == key:
                    wanted[key] = line.rstrip("\n").split("\t")[column]
    return wanted
