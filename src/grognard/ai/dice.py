"""Dice for battles played out in thought: equal events fall alike, whatever happened before them."""

from __future__ import annotations

from zlib import crc32

from grognard.engine.choices import Fall, Throw
from grognard.engine.flow import Position

_MASK = (1 << 64) - 1


class Stream:
    """Numbers out of a seed (SplitMix64): quickly made, the same on every machine, and enough for dice."""

    def __init__(self, seed: int):
        self._at = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK

    def _next(self) -> int:
        self._at = (self._at + 0x9E3779B97F4A7C15) & _MASK
        z = self._at
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def random(self) -> float:
        """From 0 up to 1."""
        return (self._next() >> 11) / (1 << 53)

    def randint(self, a: int, b: int) -> int:
        """From a to b, both possible."""
        return a + self._next() % (b - a + 1)


class KeyedDice:
    """A throw falls by what it is, whose, in which turn, for whom, and how many of its kind came before it.

    Two moves that are compared then meet the same luck in all they have in common, and differ by what they change.
    """

    def __init__(self, seed: int):
        self._seed = seed
        self._met: dict[tuple[object, ...], int] = {}

    def fall(self, position: Position, throw: Throw) -> Fall:
        """How it falls."""
        facts = throw.facts
        turn = getattr(position.state, "turn", 0)
        key = throw.what, throw.side, turn, facts.get("unit"), facts.get("target")
        time = self._met[key] = self._met.get(key, 0) + 1
        return throw.roll(Stream(crc32(repr((self._seed, key, time)).encode())))


__all__ = ["KeyedDice", "Stream"]
