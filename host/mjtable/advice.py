"""What to type next after the table has refused something. For the command line alone: the page has other ways."""

import re

from mjtable.errors import MjtableError, Refused
from mjtable.regions import regions
from mjtable.texts import text

# What the table says -> the key of the advice, in which the groups are filled in.
REFUSALS = [
    (re.compile(pattern), key)
    for pattern, key in (
        (r"phase: not in (?P<phase>new|ready|throw|wild|play), ", "advice.{phase}"),
        (r"dice: no throw (?:of \d+ )?is due", "advice.status"),
        (r"hands\.(?P<seat>\d)\.\w+: the (?:winner's )?tiles .*are needed", "advice.tiles"),
        (r"what: \w+ has no declared", "advice.shown"),
        (r"what: \w+ has no shown", "advice.declared"),
        (r"region: there is no (?P<region>\w+)$", "advice.region"),
    )
]


def advice(error: MjtableError, lang: str) -> str:
    """A sentence with the command, "" where there is none."""
    if not isinstance(error, Refused):
        return ""
    for pattern, key in REFUSALS:
        found = pattern.match(str(error.values.get("why")))
        if found and found.groupdict().get("region") in (None, *regions()):  # else no table has it
            return text(key.format(**found.groupdict()), lang, **found.groupdict())
    return ""
