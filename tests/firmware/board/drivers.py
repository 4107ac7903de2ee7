"""Displays, digits, inputs, ring: what reaches the parts."""

import machine
from check import raises
from parts import Chain, Digits4, Digits8, Expander, Multiplexer, Panel, Reader

from firmware.drivers import buses, inputs, ring
from firmware.drivers.oled import LEVELS, Oled
from firmware.drivers.pn532 import ANEW, PN532, content, found, frame
from firmware.drivers.sevensegment import LETTERS, MAX7219, TM1637, segments


def page(seed=1):
    out = bytearray(1024)
    for k in range(1024):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        out[k] = seed >> 16 & 255
    return out


def i2c(parts, mux=None, free=None):
    machine.reset()
    machine.connected[0] = parts
    block = machine.I2C(0, scl=machine.Pin(5), sda=machine.Pin(4), freq=400000, timeout=1000)
    return buses.Bus(block, mux, free)


def display(kind="ssd1306"):
    panel = Panel(132 if kind == "sh1106" else 128)
    shown = Oled(buses.I2CWire(i2c({0x3C: panel}), None, 0x3C), kind)
    shown.start()
    return panel, shown


# ---------------------------------------------------------------- displays


def test_each_controller_is_set_up_and_dark_until_the_first_page():
    for kind in ("sh1106", "ssd1306", "ssd1309"):
        panel, shown = display(kind)
        assert panel.on and panel.picture() == bytes(1024)
        assert (panel.set[0xA8], panel.set[0xD3], panel.set[0xDA], panel.set[0x40]) == (63, 0, 0x12, 0x40)
        assert panel.set[0x81] == LEVELS[2]
        shown.show(page())
        assert panel.picture() == bytes(page()), kind


def test_the_voltage_comes_from_where_the_module_makes_it():
    assert display("ssd1306")[0].set[0x8D] == 0x14
    assert display("sh1106")[0].set[0xAD] == 0x8B
    ssd1309 = display("ssd1309")[0].set
    assert 0x8D not in ssd1309 and ssd1309[0xFD] == 0x12


def test_the_display_is_off_while_its_memory_is_noise():
    panel = Panel()
    bus = i2c({0x3C: panel})
    Oled(buses.I2CWire(bus, None, 0x3C), "ssd1306").start()
    assert machine.wire[0] == (0x3C, b"\x00\xae") and machine.wire[-1] == (0x3C, b"\x00\xaf")


def test_only_what_differs_is_sent_from_the_first_to_the_last_column():
    panel, shown = display()
    picture = page()
    assert shown.show(picture) > 1000
    machine.wire.clear()
    assert shown.show(picture) == 0 and machine.wire == []
    picture[3 * 128 + 100] ^= 1
    picture[3 * 128 + 20] ^= 0x80
    picture[7 * 128 + 127] ^= 2
    assert shown.show(picture) == 81 + 1
    assert machine.wire == [
        (0x3C, b"\x00\xb3\x04\x11"),
        (0x3C, b"\x40" + bytes(picture[3 * 128 + 20 : 3 * 128 + 101])),
        (0x3C, b"\x00\xb7\x0f\x17"),
        (0x3C, b"\x40" + bytes(picture[-1:])),
    ]
    assert panel.picture() == bytes(picture)


def test_the_picture_of_an_sh1106_begins_at_column_2():
    panel, shown = display("sh1106")
    picture = bytearray(1024)
    picture[0] = picture[127] = 0xFF
    machine.wire.clear()
    shown.show(picture)
    assert machine.wire[0] == (0x3C, b"\x00\xb0\x02\x10")
    assert panel.ram[2] == panel.ram[129] == 0xFF


def test_any_two_pages_follow_each_other():
    for kind in ("ssd1306", "sh1106"):
        panel, shown = display(kind)
        picture = page(7)
        for step in range(60):
            at = picture[step] * 4 % 1024
            n = picture[step + 1] % 200
            for k in range(at, min(1024, at + n)):
                picture[k] ^= picture[(k + step) % 1024] | 1
            shown.show(picture)
            assert panel.picture() == bytes(picture), (kind, step)


def test_levels_and_turning():
    panel, shown = display()
    shown.show(page())
    machine.wire.clear()
    shown.light(3, False)
    assert machine.wire == []
    for level in (1, 2, 3, 4, 5):
        shown.light(level, False)
        assert panel.set[0x81] == (1, 16, 64, 128, 207)[level - 1]
    assert (panel.set[0xA0], panel.set[0xC0]) == (0xA1, 0xC8)
    received = panel.received
    shown.light(5, True)
    assert (panel.set[0xA0], panel.set[0xC0]) == (0xA0, 0xC0)
    assert panel.received - received == 1024 and panel.picture() == bytes(page())


def test_a_display_that_went_away_gets_everything_again():
    panel, shown = display()
    shown.show(page())
    panel.broken = True
    raises(OSError, shown.ask)
    assert not shown.known
    assert shown.show(page(5)) == 0  # kept for later
    shown.light(1, False)
    raises(OSError, shown.start)
    panel.__init__()
    shown.start()
    assert panel.on and panel.picture() == bytes(page(5)) and panel.set[0x81] == 1


def test_a_display_that_lost_power_for_a_moment_gets_everything_again():
    for kind in ("sh1106", "ssd1306", "ssd1309"):
        panel, shown = display(kind)
        shown.light(5, True)
        shown.show(page(3))
        machine.wire.clear()
        shown.ask()
        assert machine.wire == [(0x3C, b"\x00\xe3")], kind  # it is on: nothing is sent again
        panel.power_cut()
        shown.ask()
        assert panel.on and panel.picture() == bytes(page(3)), kind
        assert panel.set[0x81] == LEVELS[4] and panel.set[0xA0] == 0xA0, kind


def test_a_display_that_cannot_be_read_is_not_set_up_over_and_over():
    panel, shown = display()
    panel.mute = True
    shown.start()
    shown.show(page())
    machine.wire.clear()
    shown.ask()
    assert machine.wire == [(0x3C, b"\x00\xe3")] and panel.picture() == bytes(page())


def test_a_page_broken_off_in_the_middle_is_not_taken_for_shown():
    panel, shown = display()
    written, left = panel.written, [5]

    def weak(data):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(5)
        written(data)

    panel.written = weak
    raises(OSError, shown.show, page())
    panel.written = written
    shown.show(page())
    shown.start()
    assert panel.picture() == bytes(page())


def test_a_display_on_spi():
    machine.reset()
    dc, cs, other = (machine.Pin(n, machine.Pin.OUT, value=1) for n in (9, 8, 7))
    panel, idle = Panel(pin=dc), Panel(pin=dc)
    machine.connected["spi0"] = {8: panel, 7: idle}
    shown = Oled(buses.SPIWire(machine.SPI(0, baudrate=1, sck=None, mosi=None, miso=None), cs, dc), "ssd1306")
    shown.start()
    shown.show(page())
    assert panel.picture() == bytes(page()) and not idle.received and other.level


# ---------------------------------------------------------------- buses


def test_the_multiplexer_is_switched_only_when_the_channel_changes():
    a, b = Panel(), Panel()
    bus = i2c({0x70: Multiplexer({1: {0x3C: a}, 6: {0x3C: b}})}, mux=0x70)
    for channel in (1, 1, 6, 6, 1):
        bus.write(channel, 0x3C, b"\x00\xe3")
    assert [data for address, data in machine.wire if address == 0x70] == [b"\x02", b"\x40", b"\x02"]


def test_after_a_failure_the_channel_is_chosen_anew_on_a_freed_bus():
    a, calls = Panel(), []
    mux = Multiplexer({1: {0x3C: a}})

    def free():
        calls.append(1)
        mux.mask = 0  # its reset closed all channels
        return machine.I2C(0, scl=None, sda=None, freq=1, timeout=1)

    bus = i2c({0x70: mux}, 0x70, free)
    bus.write(1, 0x3C, b"\x00\xe3")
    raises(OSError, bus.write, 1, 0x3D, b"\x00\xe3")
    bus.write(1, 0x3C, b"\x00\xe3")
    assert len(calls) == 1


def test_a_part_left_in_the_middle_of_a_byte_is_clocked_out():
    for held in range(10):
        machine.reset()
        scl = machine.Pin(5, machine.Pin.OPEN_DRAIN, value=1)
        sda = machine.Pin(4, machine.Pin.OPEN_DRAIN, value=1)
        left = [held]

        def clocked(pin, left=left):
            left[0] -= pin.level

        scl.seen.append(clocked)
        sda.outside = lambda left=left: int(left[0] <= 0)
        buses.freed(scl, sda, lambda: None)
        assert scl() and sda() == (held < 11)


# ---------------------------------------------------------------- digits


def drain(n):
    return machine.Pin(n, machine.Pin.OPEN_DRAIN, value=1)


def test_four_digits():
    machine.reset()
    clk, dio = drain(1), drain(2)
    chip = Digits4(clk, dio)
    shown = TM1637(clk, dio, lambda: None)
    shown.start()
    assert bytes(chip.segments) == bytes(4) and chip.control == 0x8A
    shown.spell("-250")
    assert bytes(chip.segments) == b"\x40\x5b\x6d\x3f"
    shown.spell("12:30")
    assert bytes(chip.segments) == b"\x06\xdb\x4f\x3f"
    for level, control in ((1, 0x88), (5, 0x8F), (3, 0x8A)):
        shown.light(level)
        assert chip.control == control


def test_eight_digits_out_of_their_test_mode():
    machine.reset()
    chip = Digits8()
    chip.deaf = 3
    cs = machine.Pin(10, machine.Pin.OUT, value=1)
    machine.connected["spi1"] = {10: chip}
    shown = MAX7219(machine.SPI(1, baudrate=1, sck=None, mosi=None, miso=None), cs)
    shown.start()
    assert (chip.registers[15], chip.registers[11], chip.registers[9], chip.registers[12]) == (0, 7, 0, 1)
    assert bytes(chip.registers[1:9]) == bytes(8)
    shown.spell("E2.   128")
    # Segments D6 = A .. D0 = G, D7 the point; digit 0 is the last: Analog Devices data sheet, table 6.
    assert bytes(chip.registers[1:9]) == bytes((0x7F, 0x6D, 0x30, 0, 0, 0, 0xED, 0x4F))
    shown.light(5)
    assert chip.registers[10] == 15


def test_texts_for_digits():
    assert bytes(segments("1234567", 4)) == bytes(LETTERS[c] for c in "1234")
    assert segments(".", 4) == bytearray(4)
    assert segments("?", 1)[0] == 0x49
    for word in (
        "SELF",
        "FoUL",
        "drA ",
        "PAY ",
        "LASt",
        "SHAr",
        "brEA",
        "diCE",
        "rob ",
        "Undo",
        "Add ",
        "nEU ",
        "Pin ",
    ):
        assert 0x49 not in bytes(segments(word, 4)), word


# ---------------------------------------------------------------- inputs


def test_an_expander_gives_levels_and_what_was_pressed_shortly():
    chip = Expander()
    part = inputs.MCP23017(i2c({0x20: chip}), None, 0x20)
    part.start()
    # IODIR, GPINTEN and GPPU of GPA0..6 and GPB0..6; GPA7 and GPB7 are outputs.
    assert [bytes(chip.registers[k : k + 2]) for k in (0, 4, 12)] == [b"\x7f\x7f"] * 3
    assert part.read() == (0, 0)
    chip.press(3)
    chip.press(9)
    assert part.read()[0] == 1 << 3 | 1 << 9
    chip.let_go(3)
    chip.let_go(9)
    part.read()
    chip.press(5)
    chip.let_go(5)
    assert part.read() == (0, 1 << 5)
    assert part.read() == (0, 0)
    chip.levels = 0
    assert part.read()[0] == 0x7F7F


def test_an_expander_that_is_away_raises():
    chip = Expander()
    part = inputs.MCP23017(i2c({0x20: chip}), None, 0x20)
    chip.broken = True
    raises(OSError, part.start)
    raises(OSError, part.read)


def test_a_chain_is_read_from_input_h_of_the_nearest_chip():
    machine.reset()
    clock = machine.Pin(10, machine.Pin.OUT, value=0)
    load = machine.Pin(11, machine.Pin.OUT, value=1)
    light = machine.Pin(16, machine.Pin.OUT, value=0)
    chains = [Chain(clock, load, machine.Pin(n, machine.Pin.IN)) for n in (12, 13)]
    chains[0].lit = light
    waited = []
    lit = inputs.HC165(clock, load, machine.Pin(12), 24, light, waited.append)
    other = inputs.HC165(clock, load, machine.Pin(13), 16)
    for part in (lit, other):
        part.start()
    assert lit.read() == (0, 0) == other.read()
    chains[0].active = {0, 7, 23, 24}
    chains[1].active = {1, 15}
    assert lit.read() == (1 | 1 << 7 | 1 << 23, 0)
    assert other.read() == (1 << 1 | 1 << 15, 0)
    assert light.level == 0 and len(waited) == 2


def test_direct_pins_are_active_when_low():
    machine.reset()
    pins = [machine.Pin(n, machine.Pin.IN, machine.Pin.PULL_UP) for n in (7, 8, 9)]
    pins[1].outside = lambda: 0
    assert inputs.Pins(pins).read() == (2, 0)


# ---------------------------------------------------------------- ring


def test_the_ring_shows_turn_dealer_and_break_apart():
    made = ring.colours(24, 1, 3, (2, 9, 17), 3)
    assert made[6:12] == [ring.TURN] * 6
    assert made[21] == ring.DEALER and made.count(ring.DEALER) == 1
    assert made[12 + 5 - 8 * 6 // 17] == ring.BREAK
    # In order of play they run from the left of whose wall it is to his right, where stacks are counted from.
    assert ring.colours(24, None, None, (0, 1, 17), 3)[5] == ring.BREAK
    assert ring.colours(24, None, None, (0, 17, 17), 3)[0] == ring.BREAK
    assert made.count(ring.DARK) == 24 - 6 - 2


def test_every_break_has_its_led_on_its_own_side():
    for leds in (4, 12, 24, 60):
        for place in range(4):
            for stack in range(1, 19):
                made = ring.colours(leds, None, None, (place, stack, 18), 5)
                at = [k for k, colour in enumerate(made) if colour != ring.DARK]
                assert len(at) == 1 and at[0] // (leds // 4) == place


def test_the_ring_is_written_only_when_it_changes():
    import neopixel

    strip = neopixel.NeoPixel(None, 8)
    shown = ring.Ring(strip, 8)
    shown.show(0, None, None, 3)
    shown.show(0, None, None, 3)
    assert strip.written == 1
    shown.show(None, None, None, 3)
    assert strip.written == 2 and strip.colours == [ring.DARK] * 8
    assert max(max(c) for c in ring.colours(24, 1, 1, (1, 1, 17), 5)) < 86  # a third of what the supply is laid out for


# ---------------------------------------------------------------- reader of tiles


def reader():
    chip = Reader()
    made = PN532(i2c({0x24: chip}), None, 0x24)
    made.start()
    return chip, made


def looks(made, n=12):
    return [tag for tag in [made.read() for _ in range(n)] if tag]


def test_a_frame_is_as_the_manual_has_it():
    assert frame(b"\xd4\x02") == b"\x00\x00\xff\x02\xfe\xd4\x02\x2a\x00"  # GetFirmwareVersion, UM0701-02 7.2.2
    answer = bytearray(b"\x01\x00\x00\xff\x06\xfa\xd5\x03\x32\x01\x06\x07\xe8\x00" + bytes(8))
    assert content(answer) == b"\xd5\x03\x32\x01\x06\x07"
    for at in range(1, 13):
        damaged = bytearray(answer)
        damaged[at] ^= 0x10
        raises(OSError, lambda damaged=damaged: content(damaged))
    assert found(b"\x00") == found(b"") == b""
    assert found(b"\x01\x01\x00\x04\x08\x04\xaa\xbb\xcc\xdd") == b"\xaa\xbb\xcc\xdd"


def test_a_reader_is_set_up_and_looks_once_at_a_time():
    chip, made = reader()
    assert chip.commands == [b"\x14\x01\x00\x00", b"\x32\x05\xff\x01\x01"]
    chip.commands.clear()
    chip.slow = 6
    made.read(), made.read()
    assert chip.commands == [b"\x4a\x01\x00"]  # the first search is not over yet


def test_a_tag_at_the_edge_is_told_once():
    chip, made = reader()
    chip.lies = tag = b"\x04\x01\x02\x03\x04\x05\x06"
    assert looks(made) == [tag]
    chip.lies = b""
    made.read(), made.read(), made.read()
    chip.lies = tag
    assert looks(made) == []


def test_a_reader_that_hears_nothing_any_more_raises_and_is_set_up_anew_now_and_then():
    chip, made = reader()
    chip.deaf = True
    raises(OSError, lambda: looks(made, 30))
    raises(OSError, made.start)
    chip.deaf = False
    made.start()
    anew = 0
    for _ in range(ANEW + 2):
        chip.commands.clear()
        machine.wire.clear()
        made.read()
        anew += [command[0] for command in chip.commands].count(0x32)
    assert anew == 1
