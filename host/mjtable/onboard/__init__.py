"""Scripts that the laptop sends to a controller at MicroPython's prompt; nothing of them is imported here.

Each has what it is given in GIVEN, and prints lines: a word that says what it is, and the rest.
"""
