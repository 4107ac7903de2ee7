"""What an image of MicroPython for a Pico has frozen in, but for drivers that no table uses."""

freeze("$(PORT_DIR)/modules")  # noqa: F821
include("$(MPY_DIR)/extmod/asyncio")  # noqa: F821
module("neopixel.py")  # noqa: F821
