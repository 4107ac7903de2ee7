"""What a setting may be (config.py says what there is). Needed at the start, and when one is changed."""

from engine_core.events import text_bytes
from firmware.config import DEFAULTS, ConfigError


def taken(stored: dict, settings: dict) -> str:
    """Those of the stored settings that are what they should be go into `settings`; what is wrong with another."""
    trouble = ""
    for field in DEFAULTS:
        if field in stored:
            try:
                settings[field] = checked(field, stored[field])
            except ConfigError as error:
                trouble = str(error)
    return trouble


def is_text(value: object) -> bool:
    """A text without control characters and halves of a surrogate pair, which no display or file can show."""
    if not isinstance(value, str):
        return False
    for c in value:
        if ord(c) < 32 or 127 <= ord(c) < 160:
            return False
    return text_bytes(value).count(b"?") == value.count("?")


def checked(field: str, value: object) -> object:
    """The value when the setting may have it, else ConfigError."""
    if field not in DEFAULTS:
        raise ConfigError(field, "cannot be set" if field == "id" else "there is no such setting")
    if field == "name":
        good = is_text(value) and 1 <= len(value) <= 24 and value == value.strip()  # type: ignore
        wrong = "%s is not 1..24 characters that can be shown"
    elif field == "lang":
        good, wrong = value in ("zh", "en"), "%s is not zh or en"
    elif field == "brightness":
        good, wrong = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 5, "%s is not in 1..5"
    elif field == "empty_side":
        good, wrong = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 3, "%s is not in 0..3"
    elif field in ("flip", "real_dice"):
        good, wrong = isinstance(value, bool), "%s is not true or false"
    else:
        good = isinstance(value, str) and len(value) in (0, 80) and not value.strip("0123456789abcdef")
        wrong = "%s is not empty or 80 hexadecimal digits"
    if not good:
        from firmware.params import shown

        raise ConfigError(field, wrong % shown(value))
    return value
