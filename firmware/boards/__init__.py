"""One file a controller. Everything else in firmware/ is the same on all of them.

A board module has one function, `board()`, which sets the hardware up and returns an object with

    NAME            short name, told to the laptop: "unix", "pico"
    data            directory on the flash for journal and settings; exists. /data on a controller: an installation
                    leaves it alone, `mjtable uninstall` takes it away
    port            the serial link to the laptop, see below
    sources         three or more engine_core.dice.Source for the dice, of which at least one is good
    time()          unix seconds, 0 while the clock was never set
    set_time(t)     sets it
    reason          why the controller started, text for the log: POWER_ON, WATCHDOG, or something else
    keys()          list of (place, key) pressed since the last call; places 0..3 are the sides of the table in order
                    of play (firmware/places.py), keys as in firmware/panel.py
    fitted()        list of (place, key), the keys that there are
    parts()         list of (name, answers) of displays, inputs and readers: does it answer
    walls()         four numbers, bit k set: a tile lies on stack k + 1 from the right end of that side; None: no rail
    senses()        {"lift": the walls are up, "dice motor": it runs, "supply": mV of the 5 V rail}, what there is of it
    readers         places that have a reader of tiles; 4: one for the whole table
    tags()          list of (place, id) of tags that were laid on a reader since the last call; an id is some bytes
    displays        numbers of the displays that are there: 0..3 the places, 4 the middle
    show(d, page)   puts 1024 bytes MONO_VLSB on one of them
    refresh(l, t)   looks after the displays, some times a second: brightness 1..5, True when they hang upside down
    notices()       what happened to the hardware since the last call: list of (what, place or None, text). what: "key",
                    one is stuck and ignored, or works again; "part", one does not answer, or does again; "map", the pin
                    map is wrong
    digits          {display: how many seven-segment digits}, shown with spell(display, text)
    ring            the LEDs round the middle, see firmware/drivers/ring.py, or None
    guard(on)       True: a Ctrl-C must not break in now (the flash is being written); False: it may again
    run(function)   calls it with little stack, as a controller has; only on a PC
    watchdog()      feeds the watchdog, which the first call starts: not fed for 8 s it resets the controller, and
                    `reason` is WATCHDOG then. After close() it must not bite, for somebody works at the prompt: one
                    that cannot be stopped is fed by a timer from there on
    close()         lets everything go, so that `board()` can be called again; the prompt works afterwards

A controller (firmware/drivers/controller.py) also gives what its pin map names; on a PC the last two are virtual.
Places: 0..3 the sides of the table.

    keys()          ... also (4, "dice"), the table's own dice button, (4, "next"), its next-player button, and "menu",
                    "leave": ok or no held for a second, and "release": no is no longer held
    held(key)       {place: ms} that this key is held

The port never waits:

    readinto(b)     fills b with what has come, returns how many bytes, 0 when there is nothing.
                    KeyboardInterrupt: a Ctrl-C came (which is in no line of the protocol)
    write(b)        takes what goes without waiting, returns how many bytes that was
    AHEAD           how many requests (of 130 bytes) the line may have before they are read: 2 where it keeps 256 bytes
                    and loses what is more, as a UART does, and where this is not there; 12 where the sender has to
                    wait, as on USB

Milliseconds are `time.ticks_ms()` on every board.
"""

import os
import sys

POWER_ON = "power on"  # or somebody pressed reset: whoever did that wants the table to run
WATCHDOG = "watchdog"


def find():  # type: ignore[no-untyped-def]
    """The module of the board that this runs on: on a PC `unix`, on a controller the one that was installed here."""
    if sys.platform in ("linux", "darwin"):
        name = "unix"
    else:
        here = __file__.rsplit("/", 1)[0]
        names = sorted({f.rsplit(".", 1)[0] for f in os.listdir(here)} - {"__init__", "unix", "blank"})
        if len(names) != 1:
            raise OSError("boards: one board file is expected in " + here + ", found: " + (", ".join(names) or "none"))
        name = names[0]
    return getattr(__import__("firmware.boards." + name).boards, name)
