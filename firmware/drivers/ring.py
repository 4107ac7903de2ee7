"""WS2812 round the middle display: who deals, whose turn it is, where the wall breaks.

The first LED is in front of place 0, the others follow in order of play. One thing has one colour, and the marks lie in
different corners, so that they can be told apart without colours too: the turn is the whole side of a place, the dealer
the LED in its middle, the break one LED at its place along the wall.
"""

DARK, TURN, DEALER, BREAK = (0, 0, 0), (0, 24, 0), (32, 10, 0), (0, 0, 40)
SIDES = 4


def colours(leds: int, turn: "int | None", dealer: "int | None", broken: "tuple | None", level: int) -> list:
    """The colours (red, green, blue) of all LEDs. `turn`, `dealer`: places 0..3 or None; `broken`: (place, stack from
    the right end, stacks of the side) or None; level 1..5."""
    side = leds // SIDES
    out = [DARK] * leds
    if turn is not None:
        for k in range(side):
            out[turn * side + k] = TURN
    if dealer is not None:
        out[dealer * side + side // 2] = DEALER
    if broken is not None:
        place, stack, stacks = broken
        out[place * side + side - 1 - min(side - 1, (stack - 1) * side // stacks)] = BREAK  # they run to his right end
    return [tuple([value * level // 3 for value in colour]) for colour in out]


class Ring:
    """`strip` is a neopixel.NeoPixel of `leds`. Sent only when something changes: interrupts wait meanwhile."""

    def __init__(self, strip, leds: int) -> None:  # type: ignore[no-untyped-def]
        self._strip = strip
        self._leds = leds
        self._shown: tuple = ()

    def show(self, *what) -> None:  # type: ignore[no-untyped-def]
        """turn, dealer, broken, level as for colours()."""
        if what != self._shown:
            for k, colour in enumerate(colours(self._leds, *what)):
                self._strip[k] = colour
            self._strip.write()
            self._shown = what
