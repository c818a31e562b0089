"""The book's set pieces without a board."""

from __future__ import annotations

from grognard.odds.kit import by_name

from .dice import SITUATIONS as DICE
from .fighting import SITUATIONS as FIGHTING

SITUATIONS = by_name(DICE, FIGHTING)
