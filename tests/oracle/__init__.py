"""Second implementations of two regions, slow and obvious, to test engine_core against."""
