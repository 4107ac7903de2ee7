from check import raises
from flash import Folder, content, put

from firmware import tags

ONE, TWO = b"\x04\x01\x02\x03\x04\x05\x06", b"\x00\x00\x00\x04\xa1\xb2\xc3"


def test_a_tag_is_kept_changed_and_let_go():
    with Folder() as folder:
        assert tags.kind_of(folder, ONE) is None and tags.listed(folder, 0, 9) == ([], 0)
        assert tags.keep(folder, [(ONE, 4), (TWO, 33)]) == 2
        assert (tags.kind_of(folder, ONE), tags.kind_of(folder, b"\x04\xa1\xb2\xc3")) == (4, 33)
        assert tags.keep(folder, [(ONE, 5)]) == 2 and tags.kind_of(folder, ONE) == 5
        assert tags.keep(folder, [(ONE, None), (ONE, None)]) == 1 and tags.kind_of(folder, ONE) is None


def test_an_id_that_stands_across_two_entries_is_none():
    with Folder() as folder:
        tags.keep(folder, [(bytes((0, 0, 0, 1, 2, 3, 4)), 5), (bytes((6, 7, 8, 9, 1, 1, 1)), 2)])
        assert tags.kind_of(folder, bytes((1, 2, 3, 4, 5, 6, 7))) is None
        assert tags.kind_of(folder, bytes((6, 7, 8, 9, 1, 1, 1))) == 2


def test_a_damaged_file_knows_nothing_and_is_written_anew():
    with Folder() as folder:
        tags.keep(folder, [(ONE, 4)])
        whole = content(folder + tags.NAME)
        for at in range(len(whole)):
            damaged = bytearray(whole)
            damaged[at] ^= 1
            put(folder + tags.NAME, bytes(damaged))
            assert tags.kind_of(folder, ONE) is None and tags.damaged(folder)
        for cut in range(len(whole)):
            put(folder + tags.NAME, whole[:cut])
            assert tags.kind_of(folder, ONE) is None and tags.trouble(folder) == "tags damaged"
        assert tags.keep(folder, [(TWO, 1)]) == 1 and tags.trouble(folder) == ""
        assert content(folder + tags.BAD) == whole[:-1]  # what was damaged is still there
        assert tags.keep(folder, [(ONE, 1)]) == 2 and content(folder + tags.BAD) == whole[:-1]


def test_more_than_two_sets_are_refused_and_nothing_changes():
    with Folder() as folder:
        many = [(bytes((0, 0, 0, 0, 1, k >> 8, k & 255)), 3) for k in range(tags.MOST)]
        assert tags.keep(folder, many) == tags.MOST
        assert "320" in str(raises(tags.TagError, tags.keep, folder, [(ONE, 4)]))
        assert tags.kind_of(folder, ONE) is None
