"""The board files on the pin maps that are shipped, with a whole table connected. The maps lie in the working folder as
JSON: <map>.json, the board's name before the first point."""

import asyncio
import json
import os
import sys
import time

import machine
from parts import Chain, Digits4, Digits8, Expander, Multiplexer, Panel, Reader

from engine_core import events, wire
from firmware import testing
from firmware.app import App
from firmware.boards import POWER_ON
from firmware.drivers import LEFT_OUT, controller, ring
from firmware.drivers.controller import ASK
from firmware.drivers.sevensegment import LETTERS
from firmware.selftest import SelfTest, pattern

MAPS = sorted([name[:-5] for name in os.listdir() if name.endswith(".json")])
FOLDERS: list = []
KEYS = ("dice", "up", "down", "ok", "no", "hu", "draw", "discard")


class Table:
    """Everything that a map names, connected to the pins; and the board that found it."""

    def __init__(self, name, change=None):
        machine.reset()
        machine.cause = machine.PWRON_RESET
        with open(name + ".json") as f:
            self.map = json.load(f)
        if change:
            change(self.map)
        self.displays, self.presses, self.lets, self.expanders = {}, {}, {}, []
        for part in self.map["display"]:
            self.displays[part["place"]] = self._display(part)
        for part in self.map["inputs"]:
            self._inputs(part)
        self.readers = {part["place"]: self._i2c(part, Reader()) for part in self.map.get("reader", ())}
        with open("pins.tmp", "w") as f:
            json.dump(self.map, f)
        self.board = start(name, "pins.tmp")

    def _i2c(self, part, made):
        bus = self.map["i2c"][part["i2c"]]
        parts = machine.connected.setdefault(bus.get("id", "soft%d" % bus["sda"]), {})
        if "mux" in bus:
            parts = parts.setdefault(bus["mux"], Multiplexer({})).channels.setdefault(part["channel"], {})
        parts[part["address"]] = made
        return made

    def _display(self, part):
        if part["kind"] == "tm1637":
            return Digits4(machine.Pin(part["clk"]), machine.Pin(part["dio"]))
        made = Digits8() if part["kind"] == "max7219" else Panel(132 if part["kind"] == "sh1106" else 128)
        if "i2c" in part:
            return self._i2c(part, made)
        bus = self.map["spi"][part["spi"]]
        machine.connected.setdefault("spi%d" % bus["id"], {})[part["cs"]] = made
        if "dc" in part:
            made.dc = machine.Pin(part["dc"])
        return made

    def _inputs(self, part):
        names = []
        for name in part["names"]:
            head, _, last = name.partition("..")
            if last:
                side, first = head.rsplit(" ", 1)
                names += ["%s %d" % (side, k) for k in range(int(first), int(last) + 1)]
            else:
                names.append(name)
        if part["kind"] == "mcp23017":
            chip = self._i2c(part, Expander())
            self.expanders.append(chip)
            press, let = chip.press, chip.let_go
        elif part["kind"] == "hc165":
            bus = self.map["shift"][part["shift"]]
            chain = Chain(*[machine.Pin(n) for n in (bus["clock"], bus["load"], part["data"])])
            chain.lit = machine.Pin(part["light"]) if "light" in part else None
            press, let = chain.active.add, chain.active.discard
        else:
            press, let = self._direct(part["pins"])
        for k, name in enumerate(names):
            self.presses[name] = lambda k=k, press=press: press(k)
            self.lets[name] = lambda k=k, let=let: let(k)

    def _direct(self, pins):
        down = set()
        for k, number in enumerate(pins):
            machine.Pin(number).outside = lambda k=k: int(k not in down)
        return down.add, down.discard


def start(name, pins):
    controller.PINS = pins
    module = "firmware.boards." + name.split(".")[0]
    board_module = getattr(__import__(module).boards, name.split(".")[0])
    FOLDERS.append("data%d" % len(FOLDERS))
    board_module.Board.data = FOLDERS[-1]  # a new table each time
    board = board_module.board()
    board.clock = 1000
    board._now = lambda: board.clock
    return board


def page(seed):
    return bytearray([(k * seed + k // 7) & 255 for k in range(1024)])


def presses(table, ms=20):
    table.board.clock += ms
    return table.board.keys()


def test_every_display_shows_its_own_page():
    for name in MAPS:
        table = Table(name)
        for place in table.board.displays:
            table.board.show(place, page(place + 3))
        for place in table.board.displays:
            assert table.displays[place].picture() == bytes(page(place + 3)) and table.displays[place].on, (name, place)
        assert sorted(list(table.board.displays) + list(table.board.digits)) == [0, 1, 2, 3, 4]
        assert table.board.notices() == [], name


def test_digits_spell():
    board = Table("esp32_s3.digits").board
    assert board.displays == () and board.digits == {0: 4, 1: 4, 2: 4, 3: 4, 4: 8}
    table = Table("esp32_s3.digits")
    for place in range(4):
        table.board.spell(place, "  %d " % (place + 1))
    table.board.spell(4, "12345678")
    shown = [table.displays[place].segments[2] for place in range(4)]
    assert shown == [0x06, 0x5B, 0x4F, 0x66]
    assert bytes(table.displays[4].registers[1:9]) != bytes(8)


def test_every_key_of_every_map_is_found_and_counts_once():
    for name in MAPS:
        table = Table(name)
        assert table.board.keys() == []
        names = ["%d %s" % (seat, key) for seat in range(4) for key in KEYS] + ["4 dice", "4 next"]
        for key in [key for key in names if key in table.presses]:
            place, word = key.split(" ")
            table.presses[key]()
            assert presses(table) == [(int(place), word)], (name, key)
            assert presses(table) == []
            table.lets[key]()
            for _ in range(4):
                assert presses(table) == []


def test_a_key_held_is_menu_or_leave_and_a_press_during_a_long_page_is_caught():
    table = Table("pico")
    table.board.keys()
    for key, held in (("ok", "menu"), ("no", "leave")):
        table.presses["2 " + key]()
        assert presses(table) == [(2, key)]
        assert presses(table, 900) == [] and table.board.held(key) == {2: 900}
        assert presses(table, 200) == [(2, held)]
        table.lets["2 " + key]()
        presses(table), presses(table, 100)
    table.presses["1 draw"]()
    table.lets["1 draw"]()
    assert presses(table, 120) == [(1, "draw")]
    assert presses(table) == []


def test_a_spark_on_the_bus_is_no_press():
    table = Table("pico")
    table.board.keys()
    chip = table.expanders[1]
    read = chip.registers_read
    chip.registers_read = lambda register, n: (setattr(chip, "registers_read", read), bytes((0,) * 4 + (0x7E, 0x7F)))[1]
    assert presses(table) == []


def test_a_stuck_key_is_told():
    table = Table("pico")
    table.board.keys()
    table.presses["3 hu"]()
    for _ in range(160):
        presses(table, 100)
    assert table.board.notices() == [("key", 3, "key hu of place 3 is stuck")]
    assert table.board.notices() == []


def test_walls_and_what_the_table_does():
    for name in ("pico", "pico2", "esp32_s3", "esp32_s3.digits"):
        table = Table(name)
        assert table.board.walls() == [0, 0, 0, 0]
        for side, stack in ((0, 1), (1, 20), (2, 7), (2, 8), (2, 14), (2, 15), (3, 9)):
            table.presses["wall %d %d" % (side, stack)]()
        assert table.board.walls() == [1, 1 << 19, 1 << 6 | 1 << 7 | 1 << 13 | 1 << 14, 1 << 8], name
    assert Table("pico.spi").board.walls() == [None] * 4
    table = Table("pico")
    table.presses["lift"]()
    senses = table.board.senses()
    assert (senses["lift"], senses["dice motor"]) == (True, False) and 0 <= senses["supply"] <= 6600


def test_a_tile_on_the_reader_is_told_once():
    assert Table("pico").board.readers == ()
    table = Table("pico.reader")
    board, reader = table.board, table.readers[4]
    assert board.readers == (4,)

    def looks(n):
        out = []
        for _ in range(n):
            board.clock += 100
            out += board.tags()
        return out

    assert looks(10) == [] and ("reader 4", True) in board.parts()
    reader.lies = b"\x04\x01\x02\x03\x04\x05\x06"
    assert looks(10) == [(4, reader.lies)]
    first, reader.lies = reader.lies, b"\x04\x01\x02\x03"
    assert looks(10) == [(4, reader.lies)]
    reader.lies = b""
    assert looks(20) == []
    reader.lies = first
    assert looks(10) == [(4, first)]
    assert board.notices() == []


def test_a_reader_that_is_away_or_deaf_is_told_and_set_up_anew():
    table = Table("pico.reader")
    board, reader = table.board, table.readers[4]
    board.tags()
    for fault in ("broken", "deaf"):
        setattr(reader, fault, True)
        for _ in range(20):
            board.clock += 100
            board.tags()
        assert board.notices() == [("part", None, "reader 4 does not answer")], fault
        assert [key for key in presses(table)] == []
        setattr(reader, fault, False)
        reader.commands.clear()
        board.clock += LEFT_OUT
        board.tags()
        assert [command[0] for command in reader.commands] == [0x14, 0x32, 0x4A]
        assert board.notices() == [("part", None, "reader 4 answers again")]


def test_no_pin_that_is_an_output_is_an_input_of_the_table():
    """What the table gives (its lift, its motor, its button) is only ever listened to."""
    for name in MAPS:
        table = Table(name)
        for part in table.map["inputs"]:
            for number in part.get("pins", []) + ([part["data"]] if "data" in part else []):
                assert (machine.pins[number].mode, machine.pins[number].pull) == ("in", "up"), (name, number)


def test_a_display_that_is_away_is_left_alone_for_five_seconds_then_set_up_anew():
    table = Table("pico")
    board, panel = table.board, table.displays[2]
    for place in range(5):
        board.show(place, page(1))
    panel.broken = True
    board.show(2, page(2))
    assert board.notices() == [("part", None, "display 2 does not answer")]
    machine.wire.clear()
    board.show(2, page(3))
    board.clock += LEFT_OUT - 1
    board.refresh(3, False)
    assert 0x3C not in [address for address, data in machine.wire if data == b"\x00\xae"]
    panel.__init__(132)  # another one is plugged in
    board.show(1, page(9))  # the others go on
    assert table.displays[1].picture() == bytes(page(9))
    board.clock += 2
    board.refresh(3, False)
    assert panel.on and panel.picture() == bytes(page(3))
    assert board.notices() == [("part", None, "display 2 answers again")]


def test_a_display_that_nobody_draws_on_is_missed_within_two_seconds():
    table = Table("pico")
    table.board.show(4, page(1))
    table.displays[4].broken = True
    table.board.clock += ASK
    table.board.refresh(3, False)
    assert table.board.notices() == [("part", None, "display 4 does not answer")]


def test_brightness_reaches_all_displays_also_those_that_come_back():
    table = Table("pico")
    for place in range(5):
        table.board.show(place, page(1))
    table.displays[0].broken = True
    table.board.refresh(1, True)
    assert [table.displays[place].set[0x81] for place in range(5)] == [64, 1, 1, 1, 1]
    assert [table.displays[place].set[0xC0] for place in range(1, 5)] == [0xC0] * 4
    table.displays[0].__init__(132)
    table.board.clock += LEFT_OUT
    table.board.refresh(1, True)
    assert table.displays[0].set[0x81] == 1 and table.displays[0].set[0xC0] == 0xC0
    table.displays[1].broken = True
    table.board.show(1, page(2))
    table.board.refresh(4, False)  # it is left out at this moment
    table.displays[1].__init__(132)
    table.board.clock += LEFT_OUT
    table.board.refresh(4, False)
    assert table.displays[1].set[0x81] == 128 and table.displays[1].set[0xC0] == 0xC8
    digits = Table("esp32_s3.digits")
    digits.board.spell(0, "8")
    digits.board.refresh(5, False)
    assert digits.displays[0].control == 0x8F


def test_a_seat_without_its_panel_stops_no_other():
    def unplugged(found):
        found["inputs"] = [part for part in found["inputs"] if part.get("channel") != 1]

    whole = Table("pico").map
    table = Table("pico", unplugged)
    with open("pins.tmp", "w") as f:
        json.dump(whole, f)
    table.board = start("pico", "pins.tmp")  # the map names it, but it is not there
    table.board.keys()
    assert table.board.notices() == [("part", None, "inputs 1 does not answer")]
    table.presses["2 dice"]()
    assert presses(table) == [(2, "dice")]


def test_whatever_the_map_holds_the_table_starts_and_says_so():
    displays = '{"display": [{"kind": "sh1106"}, 3, {"kind": "sh1106", "i2c": "x"}]}'
    others = '{"inputs": [{}], "ring": {}, "supply": 1, "display": [{"place": 0, "kind": "x", "spi": "a"}]}'
    for content in (None, "", "{", "[1]", "7", displays, others):
        machine.reset()
        if content is None:
            try:
                os.remove("odd.tmp")
            except OSError:
                pass
        else:
            with open("odd.tmp", "w") as f:
                f.write(content)
        board = start("pico", "odd.tmp")
        board.refresh(3, False)
        assert board.keys() == [] and board.walls() == [None] * 4 and board.senses() == {}
        told = board.notices()
        assert told and {what for what, _, _ in told} == {"map"}, content


def test_why_it_started():
    for cause, reason in ((machine.PWRON_RESET, POWER_ON), (machine.WDT_RESET, "watchdog")):
        for name in ("pico", "pico2", "esp32_s3"):
            machine.reset()
            machine.cause = cause
            assert start(name, "odd.tmp").reason == reason
    machine.cause = machine.HARD_RESET
    assert start("esp32_s3", "odd.tmp").reason == POWER_ON


def test_each_board_has_three_sources_for_the_dice_that_pass_their_tests():
    for name in ("pico", "pico2", "esp32_s3"):
        board = Table(name).board
        assert board.NAME == name
        assert len({source.name for source in board.sources}) >= 3
        for source in board.sources:
            if source.name != "timer":  # this PC's cycle counter stands still
                source.start()  # EntropyError when it fails


def test_the_clock():
    board = Table("pico").board
    board.set_time(1767225600)
    assert machine.RTC.now == (2026, 1, 1, 3, 0, 0, 0, 0)
    before = int(time.time())
    assert before <= board.time() <= time.time()


def test_a_laptop_on_a_uart():
    board = Table("pico.spi").board
    uart = machine.UART.last
    assert (uart.block, uart.how["baudrate"], uart.how["tx"].number) == (0, 115200, 16)
    buf = bytearray(8)
    assert board.port.readinto(buf) == 0
    uart.came = b"\x03~{}*"
    assert board.port.readinto(buf) == 5 and buf[:5] == b"\x03~{}*"  # no Ctrl-C here
    assert 0 < board.port.write(bytes(100)) <= 100
    board.close()


def test_the_watchdog_is_fed_at_the_prompt_by_a_timer_until_the_table_runs_again():
    table = Table("pico")
    assert machine.WDT.last is None  # the first call starts it
    table.board.watchdog()
    table.board.watchdog()
    dog = machine.WDT.last
    assert dog.fed == 2 and not machine.Timer.running
    table.board.close()
    (timer,) = machine.Timer.running
    assert timer.period < dog.timeout
    timer.callback(timer)
    assert dog.fed == 3
    Table("pico").board.watchdog()
    assert not machine.Timer.running


def test_the_part_that_reads_the_map_is_let_go():
    Table("pico")
    assert "firmware.drivers.wiring" not in sys.modules


# ---------------------------------------------------------------- the whole firmware on a board


async def until(good):
    """Waits for it; a deadline is there only so that a failure ends."""
    for _ in range(2000):
        if good():
            return
        await asyncio.sleep_ms(5)
    raise AssertionError("it did not come: %r" % machine.UART.last.went[-300:])


async def evening(table, app, ended):
    """A laptop on the UART sets the region; the table's own dice button throws. Ctrl-C then."""
    uart = machine.UART.last
    try:
        await until(lambda: all([any(shown.picture()) for shown in table.displays.values()]))
        request = {"jsonrpc": "2.0", "id": "a1", "method": "region.set", "params": {"region": "guigang", "options": {}}}
        uart.came += wire.frame(request)
        await until(lambda: b'"id":"a1"' in uart.went)
        before = table.displays[4].picture()
        table.presses["4 dice"]()
        await until(lambda: app.game.table.dice)
        await until(lambda: table.displays[4].picture() != before)
        ended.append(True)
    except Exception as error:
        ended.append(error)
    raise KeyboardInterrupt


def test_the_whole_firmware_plays_on_a_board():
    table = Table("pico.spi")
    del table.board._now  # time goes on by itself
    table.board.sources = table.board.sources[:-1]  # this PC's cycle counter stands still
    app = App(table.board)
    ended = []
    asyncio.create_task(evening(table, app, ended))
    try:
        app.run()
    except KeyboardInterrupt:
        pass
    finally:
        asyncio.new_event_loop()
        app.game.close()
    assert ended == [True], ended


def test_the_ring_follows_the_table():
    table = Table("pico.spi")
    app = App(table.board)
    strip = table.board.ring._strip
    try:
        app._look_after()
        assert strip.colours == [ring.DARK] * 24  # no session yet
        app.game.record(events.pack_region, "guigang", {})
        app._look_after()
        seat = app.game.table.throw[0]
        assert ring.TURN in strip.colours[6 * seat : 6 * seat + 6] and ring.DEALER in strip.colours
        app.game.record(events.pack_throw, seat, b"\x03\x05")
        app._look_after()
        assert ring.BREAK in strip.colours
        app.game.record(events.pack_wall, events.WALL_DRAW)
        app._look_after()
        assert ring.BREAK not in strip.colours and ring.DEALER in strip.colours
    finally:
        app.game.close()


def test_the_brightness_follows_the_settings_but_not_during_a_hand():
    table = Table("pico.spi")
    app = App(table.board)
    seen = table.displays[2].set
    try:
        app.game.config.set({"brightness": 5, "flip": True})
        table.board.show(2, page(1))
        app._look_after()  # switched on: whatever the phase
        assert (seen[0x81], seen[0xC0]) == (207, 0xC0)
        app.game.record(events.pack_region, "guigang", {})
        app.game.record(events.pack_throw, app.game.table.throw[0], b"\x03\x05")
        app.game.config.set({"brightness": 2})
        app._look_after()
        assert seen[0x81] == 207
        app.game.record(events.pack_abort)
        app._look_after()
        assert seen[0x81] == 16
        app.game.stage.show(({"page": "idle", "step": 0}, 60000))
        app._look_after()
        assert seen[0x81] == 1
    finally:
        app.game.close()


def test_a_page_there_is_no_room_for_is_drawn_when_all_went_that_can():
    table = Table("pico")
    app = App(table.board)
    render, times = app.game.screens.render, []

    def crowded(*args):
        times.append(any([name.startswith("firmware.pages_") for name in sys.modules]))
        if len(times) == 2:
            raise MemoryError
        return render(*args)

    app.game.screens.unload()
    app.game.screens.render = crowded
    try:
        app._draw(0)
        app._draw(1)
        assert times == [False, True, False]
        assert table.displays[1].picture() == table.displays[0].picture()  # nobody sits there yet: the same
    finally:
        app.game.close()


def test_a_key_that_no_page_knows_does_nothing():
    table = Table("pico.spi")
    app = App(table.board)
    try:
        app.game.stage.show(({"page": "idle", "step": 0}, 60000))
        for seat, key in ((0, "lift"), (4, "dice")):  # nobody throws
            app.panel.pressed(seat, key)
        assert app.game.stage.page == "idle"
        app.panel.pressed(0, "ok")
        assert app.game.stage.page == ""
    finally:
        app.game.close()


def test_digits_follow_the_table():
    table = Table("esp32_s3.digits")
    app = App(table.board)
    try:
        app._spell(0)
        assert bytes(table.displays[0].segments) == bytes([LETTERS["-"]] * 4)  # starting
        app.game.stage.rest()
        app.game.record(events.pack_region, "guigang", {})
        seat = app.game.table.throw[0]
        for place in range(5):
            app._spell(place)
        assert bytes(table.displays[seat].segments) == bytes(LETTERS[c] for c in "d 1 ")
        assert table.displays[(seat + 1) % 4].segments[3] == LETTERS["0"]
        assert table.displays[4].registers[1] == 0x30  # E diCE 1
        app.game.table.scores[(seat + 1) % 4] = -10500
        wide = table.displays[(seat + 1) % 4]
        seen = set()
        since = time.ticks_ms()
        while len(seen) < 2 and time.ticks_diff(time.ticks_ms(), since) < 6000:
            app._spell((seat + 1) % 4)
            seen.add(bytes(wide.segments))
            time.sleep_ms(50)
        assert seen == {bytes(LETTERS[c] for c in shown) for shown in ("-10_", "_500")}
    finally:
        app.game.close()


# ---------------------------------------------------------------- the self-test of the running table


def tested(app):
    """How the self-test stands once what needs no hand is through."""
    test = testing.begin(app.panel)
    while test.told()["busy"]:
        app.panel.tick()
    return test


def watched(app):
    time.sleep_ms(testing.WATCHED)
    app.panel.tick()
    return app.panel.tests[0].told()


def test_the_running_table_tests_its_parts():
    table = Table("pico")
    table.board.sources = table.board.sources[:-1]  # this PC's cycle counter stands still
    app = App(table.board)
    try:
        for place in range(5):
            app._draw(place)
        app.panel.tick()
        table.board.keys()
        told = tested(app).told()
        assert [(part["name"], part["answers"]) for part in told["parts"]][:5] == [
            ("display %d" % place, True) for place in range(5)
        ]
        assert told["keys"]["missing"] == ["%d %s" % (seat, key) for seat in range(4) for key in KEYS[:-1]] + ["4 dice"]
        told = watched(app)
        assert [(rail["side"], rail["tiles"], rail["live"]) for rail in told["walls"]] == [(k, [], 0) for k in range(4)]
        assert told["unseen"] == ["keys", "wall"] and told["senses"]["lift"] is False
        for name in ("wall 1 3", "wall 1 20", "lift"):
            table.presses[name]()
        told = watched(app)
        assert told["walls"][1] == {"side": 1, "tiles": [3, 20], "live": 2} and told["senses"]["lift"] is True
        table.lets["wall 1 3"]()
        assert watched(app)["walls"][1] == {"side": 1, "tiles": [20], "live": 2}
        table.displays[3].broken = table.expanders[2].broken = True
        table.board.clock += ASK
        table.board.refresh(3, False)
        table.board.keys()
        assert [name for name in app.panel.tests[0].wrong() if name != "supply"] == ["displays", "keys"]
    finally:
        app.game.close()


def test_every_display_shows_its_place_and_lights_up_its_keys():
    table = Table("pico")
    app = App(table.board)
    try:
        testing.begin(app.panel)
        for place in range(5):
            app._draw(place)
        before = [table.displays[place].picture() for place in range(5)]
        assert len(set(before)) == 5
        app.panel.tests[0].key(4, "dice")
        app.panel.tests[0].key(2, "hu")
        for place in range(5):
            app._draw(place)
        assert [k for k in range(5) if table.displays[k].picture() != before[k]] == [2, 4]
        assert app.panel.tests[0].told()["keys"]["pressed"] == ["4 dice", "2 hu"]
    finally:
        app.game.close()


def test_the_ring_goes_round_and_digits_tell_the_place_while_it_is_tested():
    table = Table("pico")
    app = App(table.board)
    strip = table.board.ring._strip
    try:
        testing.begin(app.panel)
        app._look_after()
        assert all([colour in strip.colours for colour in (ring.TURN, ring.DEALER, ring.BREAK)])
        app.panel.tests[0].end()
        app._look_after()
        assert strip.colours == [ring.DARK] * 24
    finally:
        app.game.close()
    table = Table("esp32_s3.digits")
    app = App(table.board)
    try:
        testing.begin(app.panel).key(2, "up")
        app._spell(2)
        assert bytes(table.displays[2].segments) == bytes(LETTERS[c] for c in "P2 1")
    finally:
        app.game.close()


def test_a_key_that_is_stuck_and_a_supply_that_is_low_are_told():
    table = Table("pico")
    table.board.sources = table.board.sources[:-1]  # this PC's cycle counter stands still
    app = App(table.board)
    try:
        tested(app)
        for place in range(5):
            app._draw(place)
        table.board.keys()
        table.board.notice("key", 3, "key hu of place 3 is stuck")
        app._look_after()
        table.board._supply = (Volts(4000), 2)
        assert watched(app)["wrong"] == ["keys", "supply"] and watched(app)["senses"]["supply"] // 10 == 399
        assert app.panel.tests[0].told()["keys"]["stuck"] == ["key hu of place 3 is stuck"]
        table.board._supply = (Volts(5000), 2)
        assert watched(app)["wrong"] == ["keys"]
    finally:
        app.game.close()


class Volts:
    """An ADC at half of so many millivolts."""

    def __init__(self, millivolts):
        self._count = millivolts * 65535 // 6600

    def read_u16(self):
        return self._count


# ---------------------------------------------------------------- at the prompt


def test_the_self_test_names_what_it_sees():
    table = Table("pico")
    told = []
    test = SelfTest(table.board, told.append)
    for place in range(5):
        assert table.displays[place].picture() == bytes(pattern(place))
    test.look()
    assert told[:4] == ["wall %d: no stack" % side for side in range(4)]
    assert "lift: off" in told and any(line.startswith("supply: ") for line in told)
    told.clear()
    table.presses["2 hu"]()
    table.presses["wall 1 3"]()
    table.presses["wall 1 20"]()
    table.presses["lift"]()
    table.displays[3].broken = True
    table.board.clock += ASK
    test.look()
    test.step()
    told.sort()
    assert told == ["display 3 does not answer", "key: place 2, hu", "lift: on", "wall 1: 3, 20"]
    test.look()
    assert len(told) == 4
    digits = Table("esp32_s3.digits")
    SelfTest(digits.board, told.append)
    assert bytes(digits.displays[2].segments) == bytes(LETTERS[c] for c in "P2  ")
