"""A table whose journal and settings lie in a folder of this computer: micropython folder.py FOLDER AHEAD.

AHEAD: how many requests its line takes before it has answered (firmware/boards).
"""

import sys

from firmware import app
from firmware.boards import unix


class Board(unix.Board):
    def _mount(self) -> None:
        self.data = sys.argv[1]

    def close(self) -> None:
        self.port.close()


unix.Port.AHEAD = int(sys.argv[2])
app.run(Board())
