import os

from check import raises
from flash import DONE, HALF, LOST, Folder, Mounted, Ram, content, cut, formatted, put, vfs

from engine_core.check import RecordError
from firmware import houses
from firmware.params import ParamError

OPTIONS = {"minimum": 3, "worths": {"full_flush": 9}, "house": "\u8001\u738b\u5bb6|Wang's"}
# of {"options":{"house":"\u8001\u738b\u5bb6|Wang's","minimum":3,"worths":{"full_flush":9}},"region":"ningbo"}
CRC = "f5985470"
NOTHING = {"houses": [], "damaged": []}


class Kept(Folder):
    """A place for houses that is empty at the end, as Folder wants it on CPython."""

    def __enter__(self):
        self.inside = super().__enter__() + "/j"
        return self.inside

    def __exit__(self, *how):
        super().__exit__(*how)


def test_a_house_is_kept_and_found_again():
    with Kept() as folder:
        assert houses.ids(folder) == [] and houses.listing(folder) == NOTHING
        assert houses.find(folder, "wang") is None and houses.trouble(folder) == ""
        houses.keep(folder, "wang", "ningbo", OPTIONS)
        assert houses.find(folder, "wang") == {"region": "ningbo", "options": OPTIONS}
        assert houses.listing(folder)["houses"] == [
            {"id": "wang", "region": "ningbo", "house": "\u8001\u738b\u5bb6|Wang's", "crc": CRC}
        ]
        houses.keep(folder, "wang", "ningbo", {"house": "B"})
        assert houses.find(folder, "wang") == {"region": "ningbo", "options": {"house": "B"}}
        houses.drop(folder, "wang")
        assert houses.listing(folder) == NOTHING
        houses.drop(folder, "wang")


def test_options_that_change_nothing_are_not_kept():
    with Kept() as folder:
        houses.keep(folder, "wang", "ningbo", {"minimum": 4, "house": "B"})
        assert houses.find(folder, "wang")["options"] == {"house": "B"}


def test_what_no_house_can_be_is_refused_by_name_and_changes_nothing():
    with Kept() as folder:
        houses.keep(folder, "wang", "ningbo", OPTIONS)
        for region, options, field in (
            ("ningbo", {}, "options.house"), ("ningbo", {"house": ""}, "options.house"),
            ("ningbo", {"house": "a\nb"}, "options.house"), ("ningbo", {"house": "x" * 41}, "options.house"),
            ("ningbo", {"house": 7}, "options.house"), ("ningbo", {"house": "A", "minimum": 999}, "options.minimum"),
            ("ningbo", {"house": "A", "worths": {"x": 1}}, "options.worths.x"),
            ("ningbo", {"house": "A", "worths": {"full_flush": 10000}}, "options.worths.full_flush"),
            ("ningbo", {"house": "A", "worths": [1]}, "options.worths"), ("nowhere", {"house": "A"}, "region"),
            ("ningbo", {"house": "A", "none": 1}, "options.none"), ("../x", {"house": "A"}, "region"),
        ):  # fmt: skip
            error = raises(RecordError, houses.keep, folder, "wang", region, options)
            assert str(error).startswith(field + ": "), (str(error), field)
            assert houses.find(folder, "wang")["options"] == OPTIONS


def test_an_id_is_up_to_16_letters():
    for ident in ("", "x" * 17, "Wang", "wa ng", "wang1", "../a", "wang.txt", None, 7, ["a"], "\u738b", "a\0"):
        assert raises(ParamError, houses.checked_id, "id", ident).field == "id"
    assert houses.checked_id("id", "x" * 16) == "x" * 16


def test_a_table_keeps_eight():
    with Kept() as folder:
        for letter in "abcdefgh":
            houses.keep(folder, letter, "ningbo", {"house": letter})
        assert str(raises(RecordError, houses.keep, folder, "i", "ningbo", {"house": "i"})).startswith("id: ")
        houses.keep(folder, "h", "ningbo", {"house": "other"})  # one that is there can still be changed
        assert houses.ids(folder) == list("abcdefgh")
        houses.drop(folder, "a")
        houses.keep(folder, "i", "ningbo", {"house": "i"})


def test_a_house_has_1024_bytes_at_most():
    longest = houses.LONGEST
    try:
        with Kept() as folder:
            houses.LONGEST = len('{"options":{"house":"A"},"region":"ningbo"}')
            houses.keep(folder, "a", "ningbo", {"house": "A"})
            assert houses.find(folder, "a")["options"] == {"house": "A"}
            error = raises(RecordError, houses.keep, folder, "a", "ningbo", {"house": "AB"})
            assert str(error).startswith("options: ") and houses.find(folder, "a")["options"] == {"house": "A"}
    finally:
        houses.LONGEST = longest


def test_a_damaged_file_is_passed_over_and_named():
    with Kept() as folder:
        houses.keep(folder, "good", "ningbo", {"house": "A"})
        houses.keep(folder, "wang", "ningbo", OPTIONS)
        whole = content(folder + "/wang.txt")
        lines = [whole[:n] for n in range(0, len(whole), 7)] + [whole + b"x", b"\xff" * 3000, whole.replace(b"9", b"8")]
        for data in (b"{}", b"[1]", b'{"options":[],"region":"ningbo"}', b'{"options":{},"region":"ningbo"}',
                     b'{"options":{"house":7},"region":"ningbo"}', b"[" * 900):  # fmt: skip
            lines.append(houses._line(data))
        for line in lines:
            put(folder + "/wang.txt", line)
            listed = houses.listing(folder)
            assert [house["id"] for house in listed["houses"]] == ["good"] and listed["damaged"] == ["wang"], line
            assert "wang" in houses.trouble(folder) and "good" not in houses.trouble(folder)
            assert str(raises(RecordError, houses.find, folder, "wang")).startswith("id: ")
        houses.keep(folder, "wang", "ningbo", OPTIONS)  # sent again it is whole
        assert houses.trouble(folder) == ""
        put(folder + "/wang.txt", b"")
        houses.drop(folder, "wang")
        assert houses.ids(folder) == ["good"]


def test_other_files_are_none_of_ours():
    with Kept() as folder:
        houses.keep(folder, "wang", "ningbo", OPTIONS)
        for name in ("Wang.txt", "x1.txt", "wang.json", ".txt", "wang.txt.new"):
            put(folder + "/" + name, b"?")
        assert houses.ids(folder) == ["wang"] and houses.trouble(folder) == ""
        assert "wang.txt.new" not in os.listdir(folder)  # a power cut has left it


def test_a_power_cut_leaves_the_old_house_or_the_new():
    cuts = [0]
    may_be = [{}]

    def check(device, change):
        for how in (LOST, HALF, DONE):
            with Mounted(Ram(cut(device, change, how)), "/cut") as folder:
                folder += "/houses"
                assert houses.trouble(folder) == ""
                found = {ident: houses.find(folder, ident)["options"]["house"] for ident in houses.ids(folder)}
                assert found in may_be, found
            cuts[0] += 1

    device = Ram(formatted(32))
    with Mounted(device, "/live") as folder:
        device.on_write = check
        for ident, name, after in (
            ("a", "A", {"a": "A"}), ("b", "B", {"a": "A", "b": "B"}), ("a", "C" * 40, {"a": "C" * 40, "b": "B"}),
            ("b", "", {"a": "C" * 40}),
        ):  # fmt: skip
            may_be[:] = [may_be[-1], after]
            if name:
                houses.keep(folder + "/houses", ident, "ningbo", {"house": name})
            else:
                houses.drop(folder + "/houses", ident)
        device.on_write = None
    assert cuts[0] >= 9
    print("houses: %d cuts" % cuts[0])


if vfs is None:  # CPython has no littlefs
    del test_a_power_cut_leaves_the_old_house_or_the_new
