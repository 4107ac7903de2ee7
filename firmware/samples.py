"""Samples of the dice for people who test them with tools of their own: by the very functions that make the throws.

Loaded when they are asked for. What is collected is given away: no secret of a throw is ever made of it, and a secret
made here is never used for one.
"""

from engine_core import dice
from firmware.config import ParamError
from firmware.game import Game
from firmware.params import shown

RAW = 512  # samples in one answer
THROWS = 8  # throws in one answer: each takes a controller a tenth of a second


def health(game: Game) -> dict:
    """Every source, the limits of its tests (as in engine_core/dice.py), and what is wrong with it."""
    sources = []
    for source in game.mixer.sources:
        limits = source.health
        sources.append(
            {
                "name": source.name,
                "repeats": limits.repeats,
                "common": limits.common,
                "window": limits.window,
                "need": limits.need,
                "fault": source.fault,
            }
        )
    return {"sources": sources, "sealed": game.sealed}


def raw(game: Game, name: str, n: int) -> bytes:
    """The next n samples of a source, as its tests see them. EntropyError: they fail; ParamError: no such source."""
    for source in game.mixer.sources:
        if source.name == name:
            source.start()
            samples = b""
            while len(samples) < n:
                samples += source.piece()
            return samples[:n]
    names = ", ".join([source.name for source in game.mixer.sources])
    raise ParamError("source", "%s is not one of %s" % (shown(name), names))


def final(game: Game, throws: int, n: int) -> bytes:
    """The faces of so many throws of n dice, one after the other: each of a fresh secret and a press at that moment."""
    faces = b""
    for _ in range(throws):
        secret = game.mixer.secret()
        faces += dice.faces(secret, game.press_bytes(0), n)
    return faces
