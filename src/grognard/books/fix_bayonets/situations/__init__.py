"""The book's set pieces without a board."""

from __future__ import annotations

from grognard.engine.book import Situation

from .dice import SITUATIONS as DICE
from .fighting import SITUATIONS as FIGHTING

SITUATIONS: dict[str, Situation] = {one.name: one for one in (*DICE, *FIGHTING)}
