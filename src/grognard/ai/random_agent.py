"""Plays anything: a verb at random, then a noun at random."""

from __future__ import annotations

import random

from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Position


class RandomAgent:
    """Uniform over the verbs offered, then over the nouns of the verb."""

    def __init__(self, seed: int = 0):
        self._rng = random.Random(seed)

    def choose(self, view: Position, ask: Ask, side: int) -> Move:
        """Some offered move."""
        return ask.sample(self._rng, side)
