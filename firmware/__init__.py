"""The firmware: what lies on the table's controller beside engine_core. `main.run()` starts it."""

VERSION = "0.1.0"
