"""What the table's rules, the system and the command line's parser say in English, in the user's language.

One place for all of it: a pattern and the key `said.<name>` of texts.tsv; what the pattern's groups hold is filled in.
Field names and values stay as they are, so that what is said can be looked for in what was typed.
"""

import re

from engine_core.texts import find
from mjtable.shapes import is_hidden
from mjtable.texts import text

_FIELD = r"(?P<field>[\w.]+)"

_ESCAPE = re.compile(r"\\(\\|x[89a-f][0-9a-f]|u[0-9a-f]{4}|U000[0-9a-f]{5})")

PATTERNS = [
    (re.compile(pattern, re.DOTALL), name)
    for pattern, name in (
        # the table: what is not possible now
        (r"phase: not in (?P<phase>\w+), only in (?P<phases>[\w, ]+)", "phase"),
        (r"phase: (?:no session has begun|there is no session)", "no_session"),
        (r"phase: there is no wall", "no_wall"),
        (r"phase: a hand is being played", "hand_played"),
        (r"what: (?P<region>\w+) has no (?P<entry>\w+)", "no_entry"),
        (r"what: there is nothing to take back", "nothing_to_take_back"),
        (r"what: there are (?P<most>\d+) entries, no hand has more", "entries"),
        (r"seat: for (?P<given>\d+) the hand is over", "over_for"),
        (r"from: for (?P<given>\d+) the hand is over", "over_for"),
        (r"seat: the hand of (?P<given>\d+) must not change any more", "unchanging"),
        (r"seat: (?P<given>\d+) has put a suit aside already", "put_aside"),
        (_FIELD + r": (?P<tile>\w+) is of the suit put aside", "of_void_suit"),
        (r"tile: (?P<tile>\w+) is not laid aside", "not_aside"),
        (r"what: no win of (?P<given>\d+), (?P<reason>missed_win|rob_not_allowed)", "barred"),
        (r"what: no win of (?P<given>\d+), (?P<reason>\w+)", "no_win"),
        (r"from: (?P<given>\d+) is the seat itself", "from_itself"),
        (r"from: it is for a kong of a discard", "from_discard"),
        (r"tiles: (?P<given>.+) are no set of three", "no_three"),
        (_FIELD + r": missing", "missing"),
        (_FIELD + r": (?P<tile>\w+) is no tile of (?P<region>\w+)", "no_tile_of"),
        (_FIELD + r": there are no more (?P<tile>\w+)", "no_more"),
        (r"kind: (?P<region>\w+) has no chow", "no_chow"),
        (_FIELD + r": (?P<given>\w+) is no (?P<kind>chow|pung)", "no_set"),
        (_FIELD + r": (?P<given>\d+) is not the seat before", "not_before"),
        (_FIELD + r": not (?:those|what) (?:that )?the table has", "not_the_tables"),
        (r"fouls: the table has another one of seat (?P<given>\d+)", "foul_missing"),
        (_FIELD + r": the table has (?P<have>.+) too", "table_has_too"),
        (_FIELD + r": the table has (?P<have>\d+)", "table_has"),
        (r"dice: no throw (?:of \d+ )?is due", "no_throw"),
        (r"safe: the table is in safe mode", "safe_mode"),
        (r"safe mode, (?P<n>\d+) crashes in a row: (?P<what>.*)", "why_safe"),
        (r"dice: source (?P<source>\S+): one value (?P<n>\d+) times in a row", "dice_repeats"),
        (r"dice: source (?P<source>\S+): one value (?P<n>\d+) times in (?P<of>\d+)", "dice_common"),
        (r"dice: source (?P<source>\S+): (?P<what>no(?:t the| answer).*)", "dice_silent"),
        (r"dice: (?P<given>\d+) given, (?P<due>\d+) are to be thrown", "dice_count"),
        (r"dealer: the dice are to decide", "dealer_open"),
        (r"seat: (?P<given>\d+) is not the thrower, (?P<due>\d+) is", "thrower"),
        (r"seat: (?P<due>\d+) throws now, not (?P<given>\d+)", "thrower"),
        (r"(?P<field>seat|dealer): (?P<given>\d+) is no seat", "no_seat"),
        (r"event: the wall refuses (?P<event>\w+)", "wall"),
        (r"dice: are for one kong only", "kong_only"),
        (r"dice: (?P<given>[\d ]+) were thrown for this kong", "kong_dice"),
        (r"region: nothing follows from it in (?P<region>\w+)", "not_left"),
        (r"undo: there is no hand to take back", "nothing_to_undo"),
        (r"indicator: (?P<tile>\w+) is no indicator of (?P<region>\w+)", "no_indicator"),
        (r"indicator: (?P<tile>\w+) does not go with what was drawn", "indicator_late"),
        (r"(?P<field>delta|scores): (?P<given>\d+) given, (?:there are )?(?P<due>\d+) (?:scores|play)", "amounts"),
        (_FIELD + r": (?P<given>.+) is given, the table has (?P<have>.+)", "contradicts"),
        # regions, options and houses
        (_FIELD + r": (?P<given>.+) is no text of (?P<most>\d+) displayable characters at most", "no_text"),
        (_FIELD + r": is missing", "missing"),
        (_FIELD + r": (?P<given>.+) is not 1\.\.(?P<most>\d+) letters a-z", "no_id"),
        (_FIELD + r": (?P<given>.+) is the id of a region", "regions_id"),
        (_FIELD + r": (?P<given>.+) is not the name of the file, (?P<name>.+)", "other_file"),
        (_FIELD + r": (?P<given>.+) is no name of 1\.\.(?P<most>\d+) columns.*, without \|", "no_name"),
        (_FIELD + r": (?P<given>.+) is no name of 1\.\.(?P<most>\d+) letters.*, without \|", "no_english"),
        (_FIELD + r": (?P<given>.+) has (?P<code>U\+[0-9A-F]+), which no display shows", "no_display"),
        (_FIELD + r": a part \[\w+\] was expected", "no_part"),
        (_FIELD + r": stands in (?P<table>\[\w+\])", "stands_in"),
        (_FIELD + r": no pattern of (?P<region>\w+)", "no_worth"),
        (_FIELD + r": (?:has no worth of its own|it is in no table of worths)", "no_own_worth"),
        (_FIELD + r": the house has (?P<size>\d+) bytes, at most (?P<most>\d+) can be kept", "house_size"),
        (r"file: (?P<most>\d+) bytes are the most that a house has", "file_size"),
        (_FIELD + r": a house has a name", "house_nameless"),
        (_FIELD + r": there are (?P<n>\d+) houses, no more can be kept", "houses_full"),
        (_FIELD + r": the file of the house (?P<name>\w+) is damaged", "house_damaged"),
        (_FIELD + r": there is no house (?P<name>\w+)", "no_such_house"),
        (_FIELD + r": no such method", "no_method"),
        # wall records
        (_FIELD + r": (?P<given>\d+) of the (?P<due>\d+) dice of a throw", "dice_part"),
        (_FIELD + r": (?P<given>\d+), at most (?P<most>\d+) expected", "dice_many"),
        (_FIELD + r": (?P<given>\d+), more are to be thrown", "dice_missing"),
        (_FIELD + r": (?P<given>.+) is not one tile of this region's set", "other_indicator"),
        (_FIELD + r": (?P<region>\w+) turns up no tile", "no_turned_up"),
        (_FIELD + r": (?P<given>.+) is no event of the wall", "no_event"),
        # regions and options
        (r"region: (?:none is set|there is none yet)", "no_region"),
        (r"from: (?P<region>.+) is no region", "no_base"),
        (r"region: None is no region", "region_missing"),
        (r"region: there is no (?P<region>.+)", "unknown_region"),
        (r"region: (?P<region>.+) is no region", "unknown_region"),
        (_FIELD + r": (?P<region>\w+) has no such option", "no_option"),
        (_FIELD + r": (?P<given>.+) is not in (?P<range>-?\d+\.\.-?\d+)", "range"),
        (_FIELD + r": (?P<given>.+) is not true or false", "bool"),
        (_FIELD + r": (?P<given>.+) is not one of (?P<names>.+)", "choice"),
        (_FIELD + r": (?P<given>.+) is no whole number", "no_number"),
        (_FIELD + r": (?P<given>.+) is no whole number in (?P<range>-?\d+\.\.-?\d+)", "no_number_in"),
        (_FIELD + r": (?P<given>.+) is not (?P<least>\d+)\.\.(?P<most>\d+) characters that can be shown", "length"),
        (_FIELD + r": (?P<given>.+) is not (?P<one>\w+) or (?P<other>\w+)", "one_or_other"),
        (_FIELD + r": no such field", "no_field"),
        # records
        (_FIELD + r": (?P<pattern>\w+) excludes (?P<other>\w+)", "excludes"),
        (_FIELD + r": (?P<pattern>\w+) counts once", "once"),
        (_FIELD + r": (?P<pattern>\w+) is no pattern of (?P<region>\w+)", "no_pattern"),
        (_FIELD + r": (?P<region>\w+) has none beside its patterns", "no_points"),
        (_FIELD + r": (?P<pattern>\w+), but (?P<what>.+)", "but"),
        (_FIELD + r": none of them says what hand it is", "no_shape"),
        ("the melds and the winning tile show something else", "other_tiles"),
        ("the flowers show something else", "other_flowers"),
        ("the dice open no treasure", "no_treasure"),
        ("no drawn hand came before it", "no_washout"),
        (r"no hand shows it beside (?P<other>\w+)", "never_beside"),
        ("no hand shows it beside the others", "never_beside_all"),
        ("the win has a giver", "has_giver"),
        ("the win has no giver", "has_no_giver"),
        ("no such flag that holds is in the record", "no_flag"),
        ("the hand was not ready so", "not_ready"),
        ("it never comes without single_wait", "with_single_wait"),
        (r"it never comes without (?P<other>.+)", "never_without"),
        ("so many wilds were not flown", "not_flown"),
        (r"hands: there are (?P<given>\d+), seats is (?P<due>\d+)", "hands"),
        (r"seats: (?P<given>\d+) given, (?P<region>\w+) has (?P<due>\d+)", "seats"),
        (_FIELD + r": (?P<given>\d+) numbers, (?P<due>\d+) expected", "numbers"),
        (
            r"options\.worths: a hand of (?P<fan>\d+) fan with base (?P<base>\d+) is worth more than (?P<most>\d+)",
            "worths",
        ),
        (r"options\.values: their products make hands that are paid more than (?P<most>\d+)", "products"),
        (r"carry: (?P<given>\d+) doublings, at most (?P<most>\d+) without max_unit", "doublings"),
        (_FIELD + r": (?P<given>.+) is not one tile", "one_tile"),
        (_FIELD + r": (?P<given>.+) is no meld", "no_meld"),
        (_FIELD + r": (?P<given>\d+) (?:tiles|melds|amounts), at most (?P<most>\d+)(?: can be here)?", "too_many"),
        (_FIELD + r": \d+ is the (?:owner of the meld|winner himself)", "own_tile"),
        (_FIELD + r": there are no more (?P<tile>\w+) than the record has (?:before|already)", "fifth"),
        (_FIELD + r": the winner's tiles \(or called patterns\) are needed", "tiles_needed"),
        (_FIELD + r": the winning tile is needed", "tile_needed"),
        (_FIELD + r": the discarder of a kong is needed", "kong_giver"),
        (_FIELD + r": the tiles are known", "tiles_known"),
        (_FIELD + r": the tiles are needed for the checks at the end of the wall", "tiles_checked"),
        (_FIELD + r": the tiles of who has not won are needed", "tiles_counted"),
        (_FIELD + r": the tile that was turned up is needed", "indicator_needed"),
        (_FIELD + r": the sea-bottom tile is needed, it is the bird", "sea_bottom_needed"),
        (_FIELD + r": who pays for the kong is needed", "kong_giver"),
        (_FIELD + r": the seat whose discard it was is needed", "kong_giver"),
        (_FIELD + r": who discarded the tile is needed, the kong is paid", "kong_giver"),
        (_FIELD + r": (?P<given>\d+) is the owner of the kong", "own_tile"),
        (_FIELD + r": a (?P<given>\w+) is no kong", "no_kong"),
        (_FIELD + r": (?P<given>\d+) has won already", "won_already"),
        (_FIELD + r": the hand had ended with (?P<other>wins\.\d+), on another tile or giver", "had_ended"),
        (_FIELD + r": nested too deep", "nested"),
        (_FIELD + r": an object was expected", "object_expected"),
        (_FIELD + r": a list was expected", "list_expected"),
        # the self-test
        (r"flash: full", "flash_full"),
        (r"flash: failed, error (?P<n>\d+)", "flash_failed"),
        (r"flash: segment (?P<n>\d+) (?:is damaged|cannot be read at \d+)", "flash_segment"),
        (r"flash: what was written comes back as something else", "flash_differs"),
        (r"memory: a byte does not hold what was put there", "memory_holds"),
        (r"memory: no (?P<n>\d+) bytes in one piece", "memory_pieces"),
        (r"key (?P<named>\w+) of place (?P<place>\d) is stuck", "key_stuck"),
        # the table's log
        (r"(?P<fw>\d+\.\d+\S*), (?P<what>power on|watchdog)(?P<more>(?:, .*)?)", "booted"),
        (r"power on", "power_on"),
        (r"watchdog", "watchdog"),
        (r"clock set", "clock_set"),
        (r"dice: all sources pass their tests again", "dice_well"),
        (r"(?P<method>[\w.]+), event (?P<seq>\d+) by (?P<who>.+)", "changed_by"),
        (r"(?P<method>[\w.]+) by (?P<who>.+)", "set_by"),
        (r"sensor of place (?P<place>\d), stack (?P<n>\d+) is stuck", "sensor_stuck"),
        (r"(?P<part>[\w ]+) does not answer", "part_silent"),
        (r"(?P<part>[\w ]+) answers again", "part_answers"),
        # table and laptop differ
        (r"segment (?P<n>\d+)", "segment"),
        (r"segment (?P<n>\d+): damaged header", "header"),
        (r"segment (?P<n>\d+): damaged at byte (?P<byte>\d+)", "damaged"),
        (r"segment (?P<n>\d+): cannot be read from byte (?P<byte>\d+) on", "unreadable"),
        (r"segment (?P<n>\d+) follows (?P<size>\d+) bytes of segment (?P<before>\d+)", "follows"),
        (r"(?P<size>\d+) bytes are here, which are not these", "other_bytes"),
        (r"bytes with another hash", "other_hash"),
        (r"events (?P<first>\d+) to (?P<last>\d+) of segment (?P<n>\d+) are lost", "events_lost"),
        (r"events (?P<first>\d+) to (?P<last>\d+) are not there", "events_gone"),
        (r"events to (?P<last>\d+) are here", "events_here"),
        (r"these events are here", "events_kept"),
        (r"its events begin with (?P<first>\d+)", "events_begin"),
        (r"its events have no numbers", "events_unnumbered"),
        (r"nothing to fetch", "nothing_to_fetch"),
        # the history's database
        (r"attempt to write a readonly database", "only_to_read"),
        (r"unable to open database file", "no_database"),
        (r"database is locked", "locked"),
        (r"file is not a database", "not_a_database"),
        (r"database disk image is malformed", "malformed"),
        (r"it is no history", "no_history"),
        (r"event (?P<seq>\d+) is not in segment (?P<n>\d+)", "event_not_in_segment"),
        (_FIELD + r": (?P<given>.+) does not belong there", "odd"),
        # files
        (r"No such file or directory", "no_file"),
        (r"Is a directory", "is_folder"),
        (r"Not a directory", "no_folder"),
        (r"Permission denied", "permission"),
        (r"No space left on device", "no_space"),
        (r"File exists", "file_exists"),
        (r"Inappropriate ioctl for device", "no_port"),
        (r"Bad file descriptor", "closed"),
        (r"(?P<path>.+): (?P<what>(?:Is a|No such file or|Not a|Permission|No space|File exists).*)", "at"),
        (r"(?:.*): line (?P<line>\d+) column (?P<column>\d+) \(char \d+\)", "no_json"),
        (r"'utf-8' codec can't decode .*", "no_utf8"),
        (r"maximum recursion depth exceeded.*", "too_deep"),
        (r"a hand record is a JSON object, this is (?P<json>.+)", "no_object"),
        (r"a field is there twice: (?P<field>.+)", "field_twice"),
        (r"no editor is named", "no_editor"),
        (r"there is no terminal", "no_terminal"),
        (r"exit status (?P<status>-?\d+)", "exit_status"),
        (r"no TOML: (?P<what>.+)", "no_toml"),
        (r"Invalid value", "toml_value"),
        (r"Exceeds the limit .*", "toml_long"),
        (r"Expected '=' after a key.*", "toml_equals"),
        (r"Unterminated string|Illegal character '\\n'", "toml_string"),
        (r"Cannot (?:overwrite|declare|redefine|mutate).*|Duplicate inline table key.*", "toml_twice"),
        (r"Expected newline or end of document after a statement", "toml_more"),
        (r"Expected '\]+' at the end of an? (?:table|array) declaration|Unclosed .*", "toml_header"),
        (r"Invalid (?:statement|initial character for a key part)", "toml_statement"),
        # the command line's parser
        (r"(?P<what>.+?)\.? Did you mean (?P<names>.+?)\?", "meant"),
        (r"(?P<what>.+?)\.? \(Possible options: (?P<names>.+)\)", "meant"),
        (r"No such command (?P<given>.+?)\.?", "no_command"),
        (r"No such option:? (?P<given>.+?)\.?", "no_such_option"),
        (r"Missing command\.?", "missing_command"),
        (r"Missing argument (?P<name>.+?)\.?", "missing_argument"),
        (r"Missing option (?P<name>.+?)\.?", "missing_option"),
        (r"Got unexpected extra argument(?:\(s\)|s)? \((?P<given>.+)\)", "extra"),
        (r"Option (?P<name>.+) requires an argument\.?", "needs_value"),
        (r"Invalid value for (?P<name>.+?): (?P<what>.+)", "invalid_for"),
        (r"Invalid value: (?P<what>.+)", "invalid"),
        (r"(?P<given>.+) is not a valid int(?:eger)?\.?", "no_integer"),
        (r"Input should be a valid integer.*", "not_whole"),
        (r"Unable to parse input string as an integer, exceeded maximum size", "too_long"),
        (r"Input should be less than or equal to (?P<most>\S+)", "most"),
        (r"Input should be greater than or equal to (?P<least>\S+)", "least"),
        (r"Input should be (?P<names>'.+')", "one_of"),
        (r"(?P<given>.+) is not in the range (?P<range>.+?)\.?", "parser_range"),
        (r"(?P<given>'.*') is not one of (?P<names>.+?)\.?", "parser_choice"),
    )
]


def said(message: str, lang: str, **known: object) -> str:
    """`message` in `lang`, as it is when no pattern fits. `known`: what is known beside it (`left`: tiles left)."""
    message = _ESCAPE.sub(_unescaped, message)
    for pattern, name in PATTERNS:
        found = pattern.fullmatch(message)
        if found:
            values = {key: _value(key, value, lang) for key, value in found.groupdict().items()}
            if name == "wall" and "left" in known:
                name = "wall_left"
            return text("said." + name, lang, **values, **known)
    return message


def _unescaped(found: re.Match[str]) -> str:
    """A character that MicroPython's repr() writes as its number, as a person reads it."""
    character = chr(int(found[1][1:], 16)) if found[1][1:] else ""
    return character if character and not is_hidden(character) else found[0]


def _value(key: str, value: str, lang: str) -> str:
    if key == "what":  # a message within the message
        return said(value, lang)
    if key in ("phase", "phases"):
        return text("comma", lang).join(text("phase." + phase, lang) for phase in value.split(", "))
    if key == "reason":  # why a claim is no win
        return find("generic", ["reason." + value], lang)["reason." + value]
    return value
