"""What the table says when it has started: to the log, to the journal and on its displays. Not needed afterwards."""

from engine_core import events
from firmware import VERSION, boot, houses, tags
from firmware.game import ERROR, LINE, Game, wrong

SHOWN = 1500  # ms


def tell(game: Game) -> None:
    journal, config = game.journal, game.config
    crash = boot.last(game.board.data).strip()
    text = "%s, %s" % (VERSION, game.board.reason)
    if crash:
        text += ", after a crash: " + crash.split("\n")[-1]
    damaged = game.contain("houses", houses.trouble, game.houses)
    unread = game.contain("tags", tags.trouble, game.board.data)
    for trouble in (journal.trouble, config.trouble, damaged, unread):
        if trouble:
            text += ", " + trouble
    game.boot = text[:LINE]
    game.note(events.NOTE_BOOT, game.boot)
    parts = [["journal", not journal.trouble], ["config", not config.trouble]]
    pages = [({"page": "boot", "done": 100, "count": game.table.seq, "fw": VERSION, "parts": parts}, SHOWN)]
    if journal.trouble and journal.stored:
        pages.append((wrong("damaged", "E42"), ERROR))
    if unread:
        pages.append((wrong("tags", "E44"), ERROR))
    game.stage.show(*pages)
