"""The book's set pieces without a board: what players at a real table ask the odds of."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.books.skirmish_1808.situations.fighting import BOUT, MELEE
from grognard.books.skirmish_1808.situations.gunnery import GUN
from grognard.books.skirmish_1808.situations.nerve import COMMAND, INITIATIVE, MORALE
from grognard.books.skirmish_1808.situations.shooting import FIRE, SHOTS
from grognard.engine.book import Situation

SITUATIONS: Mapping[str, Situation] = {
    each.name: each for each in (SHOTS, FIRE, BOUT, MELEE, GUN, COMMAND, MORALE, INITIATIVE)
}
