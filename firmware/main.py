"""Starts the table: from a controller's /main.py (firmware/start.py), as `micropython -i firmware/main.py` on a PC, or
by hand after a Ctrl-C:

import firmware.main
firmware.main.run()
"""

import sys
import time

from firmware import boards, boot


def run() -> None:
    """Run the table until a Ctrl-C. A crash is counted and told; after three in a row the table stays at the prompt."""
    again = False
    while True:
        board = boards.find().board()
        try:
            if board.reason == boards.POWER_ON and not again:
                boot.switched_on(board.data)
            again = True
            crashes = boot.crashes(board.data)
            if crashes >= boot.TOO_MANY:
                print("mjtable: %d crashes in a row, not started again. The last one:" % crashes)
                print(boot.last(board.data))
                print("Off and on again, or firmware.boot.forget(%r), lets it try." % board.data)
                return
            from firmware import app  # not before there is a flash: its modules take a while to load

            app.run(board)
        except KeyboardInterrupt:
            boot.forget(board.data)
            return
        except Exception as error:
            boot.crashed(board.data, error)
            sys.print_exception(error)
        finally:
            board.close()
        time.sleep_ms(500)  # a crash at once after the start must not become a loop that nobody can break into


if __name__ == "__main__":
    run()
