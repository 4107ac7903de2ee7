import os
import random

from check import raises
from flash import DONE, HALF, LOST, Folder, Mounted, Ram, content, cut, formatted, put, vfs

from firmware import standing
from firmware.config import DEFAULTS, Config, ConfigError

KEPT = "ab" * 40  # salt and key of a pin


def at(folder):
    return Config(folder + "/config.json")


def test_a_new_table_has_defaults_and_an_id_for_good():
    with Folder() as folder:
        config = at(folder)
        assert config.trouble == ""
        made = config.settings["id"]
        assert len(made) == 16
        assert dict(DEFAULTS, id=made) == config.settings
        assert at(folder).settings == config.settings
    with Folder() as folder:
        assert at(folder).settings["id"] != made


def test_settings_are_kept():
    with Folder() as folder:
        changes = {"name": "\u4e1c\u98ce 3", "lang": "en", "brightness": 5, "flip": True, "real_dice": True,
                   "pin": KEPT}  # fmt: skip
        assert at(folder).set(changes) == dict(at(folder).settings, **changes)
        again = at(folder)
        assert {k: again.settings[k] for k in changes} == changes
        assert again.trouble == ""


def test_a_setting_out_of_range_is_refused_by_name_and_changes_nothing():
    with Folder() as folder:
        config = at(folder)
        before = dict(config.settings)
        for field, value in (
            ("brightness", 0), ("brightness", 6), ("brightness", True), ("brightness", "3"),
            ("lang", "fr"), ("lang", None), ("flip", 1), ("real_dice", "on"),
            ("name", ""), ("name", "x" * 25), ("name", " x"), ("name", "a\nb"), ("name", 3), ("name", "a\x7f"),
            ("name", "a\x85b"), ("name", "x" * 2000), ("name", ["x"]), ("name", "a" + chr(0xD800)),
            ("name", chr(0xDC00) + "?"), ("name", chr(0xDC00) + chr(0xD800)),
            ("pin", "1234"), ("pin", KEPT + "0"), ("pin", KEPT[1:]), ("pin", "G" + KEPT[1:]), ("pin", 1234),
            ("pin", KEPT.upper()), ("pin", "\u0661" * 80),
            ("id", "0" * 16), ("colour", 1),
        ):  # fmt: skip
            error = raises(ConfigError, config.set, {"brightness": 4, field: value})
            assert error.field == field and str(error).startswith(field + ": ")
            assert config.settings == before
        assert at(folder).settings == before
        assert str(raises(ConfigError, config.set, {"brightness": 9})) == "brightness: 9 is not in 1..5"


def test_the_pin_is_not_shown():
    with Folder() as folder:
        config = at(folder)
        assert standing.settings(config.settings)["pin"] is False
        config.set({"pin": KEPT})
        assert standing.settings(config.settings)["pin"] is True
        assert config.settings["pin"] == KEPT


def test_a_damaged_file_gives_defaults_and_says_so():
    with Folder() as folder:
        for data in (b"", b"{", b"\xff\xfe", b"[1]", b"7", b'{"name":'):
            put(folder + "/config.json", data)
            config = at(folder)
            assert config.settings["brightness"] == 3
            assert "not readable" in config.trouble, data
            assert at(folder).settings == config.settings
            assert at(folder).trouble == ""


def test_a_name_may_have_characters_beyond_the_first_plane():
    with Folder() as folder:
        for name in (chr(0x1F004), chr(0xD83C) + chr(0xDC04), "?" + chr(0x1F004)):  # as either interpreter reads it
            assert at(folder).set({"name": name})["name"] == name
            assert len(at(folder).settings["name"]) >= 1 and at(folder).trouble == ""


def test_the_id_survives_the_damage_of_either_file():
    with Folder() as folder:
        made = at(folder).settings["id"]
        files = {name: content(folder + "/" + name) for name in ("config.json", "id.txt")}
        for name in files:
            for data in (b"", b"\0" * 40, b"{1:2}", files[name][:-3], b"x" + files[name]):
                put(folder + "/" + name, data)
                assert at(folder).settings["id"] == made, (name, data)
                assert {n: content(folder + "/" + n) for n in files} == files  # each is repaired from the other
            os.remove(folder + "/" + name)
            assert at(folder).settings["id"] == made
        put(folder + "/config.json", files["config.json"].replace(made.encode(), b"0123456789abcdef"))
        assert at(folder).settings["id"] == made  # the one with a CRC


JSON = ("[", "]", "{", "}", ":", ",", "1", "-1.5", "1e999", "9" * 400, "NaN", "null", "true", '"id"', '"name"',
        '"lang"', '"pin"', '"\\ud800"', '"x"', " ", '"brightness":', '"flip":')  # fmt: skip


def test_whatever_the_file_holds_the_table_starts():
    random.seed(7)
    with Folder() as folder:
        config = at(folder)
        config.set({"lang": "en", "pin": KEPT})
        made, good = config.settings["id"], content(folder + "/config.json")
        bad = [b"{1:2}", b"{null:1}", b"{true:1,1.5:2}", b'{"a":NaN}', b'{"name":{"x":[1]}}', b'{"id":[]}',
               b"[" * 1500, b'{"name":' + b"[" * 900 + b"]" * 900 + b"}", b'{"a":' * 300 + b"1" + b"}" * 300,
               b"9" * 2000, b'{"brightness":' + b"9" * 1900 + b"}", b'{"name":"' + b"x" * 1900 + b'"}',
               b"x" * 6000, b"{}"]  # fmt: skip
        bad += [good[:n] for n in range(0, len(good), 5)]
        for _ in range(200):
            bad.append(bytes([random.randint(0, 255) for _ in range(random.randint(0, 60))]))
            bad.append("".join([random.choice(JSON) for _ in range(random.randint(1, 30))]).encode())
        for data in bad:
            put(folder + "/config.json", data)
            config = at(folder)
            assert config.settings["id"] == made, data
            assert sorted(config.settings) == sorted(list(DEFAULTS) + ["id"])
            assert len(config.trouble) < 200
            for field in DEFAULTS:
                config.set({field: config.settings[field]})  # it is one that the setting may have


def test_one_bad_setting_does_not_take_the_others_along():
    with Folder() as folder:
        put(folder + "/config.json", b'{"brightness":77,"lang":"en","id":"0123456789abcdef","old":1}')
        config = at(folder)
        assert (config.settings["brightness"], config.settings["lang"]) == (3, "en")
        assert config.settings["id"] == "0123456789abcdef"
        assert config.trouble
        assert sorted(config.settings) == sorted(list(DEFAULTS) + ["id"])


def test_settings_that_change_nothing_are_not_written():
    with Folder() as folder:
        config = at(folder)
        os.remove(folder + "/config.json")
        config.set({"brightness": 3})
        assert "config.json" not in os.listdir(folder)


def test_without_flash_the_table_has_its_defaults():
    with Folder() as folder:
        config = Config(folder + "/nowhere/config.json")
        assert config.settings["lang"] == "zh"
        assert config.trouble
        raises(OSError, config.set, {"lang": "en"})
        assert config.settings["lang"] == "zh"


def test_a_power_cut_leaves_the_old_settings_or_the_new():
    cuts = [0]
    expected = [None, None]

    def check(device, change):
        for how in (LOST, HALF, DONE):
            with Mounted(Ram(cut(device, change, how)), "/cut") as folder:
                config = at(folder)
                assert config.trouble == ""
                assert config.settings["brightness"] in expected
                assert expected[0] is None or config.settings["id"] == made
            cuts[0] += 1

    device = Ram(formatted(32))
    with Mounted(device, "/live") as folder:
        config = at(folder)
        made = config.settings["id"]
        device.on_write = check
        for brightness in (1, 2, 5):
            expected[:] = [config.settings["brightness"], brightness]
            config.set({"brightness": brightness})
        device.on_write = None
    assert cuts[0] >= 9
    print("config: %d cuts" % cuts[0])


if vfs is None:  # CPython has no littlefs
    del test_a_power_cut_leaves_the_old_settings_or_the_new
