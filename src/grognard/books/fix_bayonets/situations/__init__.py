"""The book's set pieces without a board."""

from __future__ import annotations

from grognard.books.fix_bayonets.situations.dice import SITUATIONS as DICE
from grognard.books.fix_bayonets.situations.fighting import SITUATIONS as FIGHTING
from grognard.engine.book import Situation

SITUATIONS: dict[str, Situation] = {one.name: one for one in (*DICE, *FIGHTING)}
