"""Starts the table: from a controller's /main.py (firmware/start.py), as `micropython -i firmware/main.py` on a PC, or
by hand after a Ctrl-C:

import firmware.main
firmware.main.run()
"""

import gc
import sys
import time

# Before anything is loaded: a module that is read needs some hundred bytes in one piece for its file, and what small
# things fill before they are collected is lost for the next.
gc.threshold(32768)

from firmware import boards, boot  # noqa: E402


def run() -> None:
    """Run the table until a Ctrl-C. A crash is counted and told; after three in a row it is safe mode that runs."""
    again = False
    while True:
        board = boards.find().board()
        try:
            if not again:
                started(board)
            again = True
            crashes = boot.crashes(board.data)
            if crashes >= boot.TOO_MANY:
                print("mjtable: %d crashes in a row, not started again. The last one:" % crashes)
                print(boot.last(board.data))
                print("Safe mode. Off and on again, or firmware.boot.forget(%r), lets it try." % board.data)
                if not safely(board):
                    boot.stopped(board.data)
                    return
                continue
            brought("safe", "app")
            from firmware import app  # not before there is a flash: its modules take a while to load

            table = app.begun(board)
            try:  # called from here: what runs the table has the rest of a controller's stack, of 8 KB
                if hasattr(board, "run"):
                    board.run(table.run)
                else:
                    table.run()
            finally:
                app.ended(table)
                del table
        except KeyboardInterrupt:
            boot.forget(board.data)
            boot.stopped(board.data)
            return
        except Exception as error:
            boot.crashed(board.data, error)
            sys.print_exception(error)
        finally:
            board.close()
        time.sleep_ms(500)  # a crash at once after the start must not become a loop that nobody can break into


def brought(*sections: str) -> None:
    """Modules that lie together are loaded. No name here holds the one that does it: it is let go."""
    from firmware import bundle

    bundle.bring(*sections)


def started(board) -> None:  # type: ignore[no-untyped-def]
    """The controller has started: what its reason says of the crashes before."""
    if board.reason == boards.POWER_ON:
        boot.switched_on(board.data)
    elif board.reason == boards.WATCHDOG:
        boot.hung(board.data)


def safely(board) -> bool:  # type: ignore[no-untyped-def]
    """Safe mode, until the laptop lets the table try again (True), or to the prompt (False)."""
    try:
        brought("safe")
        from firmware import safe

        safe.run(board)
        boot.forget(board.data)
        return True
    except KeyboardInterrupt:
        return False
    except Exception as error:  # all that is left is the prompt
        sys.print_exception(error)
        return False


if __name__ == "__main__":
    run()
