import os
import sys

from check import raises
from flash import PICO, Mounted, Ram, formatted, put, vfs

from firmware import bundle

ROOM = 20  # bytes of the lines before what is loaded


class Bundle:
    """A flash with one module in a file of several, and the folder to load it from."""

    def __init__(self, text):
        self.text = text

    def __enter__(self):
        self.mounted = Mounted(Ram(formatted(100, PICO), None), "/test")
        self.mounted.__enter__()
        os.mkdir("/test/firmware")
        head = b"alone.py %d\n\n" % ROOM
        put("/test/firmware/_some.bin", head + b" " * (ROOM - len(head)) + self.text)
        self.here, self.path = os.getcwd(), sys.path[:]
        sys.path.insert(0, "")
        os.chdir("/test")

    def __exit__(self, *how):
        os.chdir(self.here)
        sys.path[:] = self.path
        sys.modules.pop("alone", None)
        self.mounted.__exit__(*how)


def test_a_module_is_loaded_from_its_place():
    if vfs is None:
        return
    with Bundle(b"A = 7\n"):
        bundle.bring("some")
        assert sys.modules["alone"].A == 7
        assert os.getcwd() == "/test" and bundle.PLACE[1:] not in os.listdir("/")


def test_what_is_wrong_in_a_module_is_what_is_seen():
    if vfs is None:
        return
    for text, error in ((b"1 / 0\n", ZeroDivisionError), (b"a b\n", SyntaxError), (b"import isnt\n", ImportError)):
        with Bundle(text):
            raises(error, bundle.bring, "some")
            bundle.hasten("some")
            assert "alone" not in sys.modules
            assert os.getcwd() == "/test"


def test_what_fails_in_the_folder_is_not_taken_for_a_module_that_is_not_there():
    if vfs is None:
        return

    class Breaks(bundle._Folder):
        def open(self, path, mode):
            raise MemoryError

    class Interrupted(bundle._Folder):
        class Path:
            def __eq__(self, other):
                raise KeyboardInterrupt

        def load(self, path, place):
            self._package = self.Path()
            super().load(path, place)

    usual = bundle._Folder
    try:
        for folder, error in ((Breaks, MemoryError), (Interrupted, KeyboardInterrupt)):
            with Bundle(b"A = 7\n"):
                bundle._Folder = folder
                raises(error, bundle.bring, "some")
                assert os.getcwd() == "/test"
    finally:
        bundle._Folder = usual


def test_where_nothing_lies_together_nothing_is_brought():
    bundle.bring("none", "neither")
