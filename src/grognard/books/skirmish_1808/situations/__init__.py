"""The book's set pieces without a board: what players at a real table ask the odds of."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.book import Situation

from .fighting import BOUT, MELEE
from .gunnery import GUN
from .nerve import COMMAND, INITIATIVE, MORALE
from .shooting import FIRE, SHOTS

SITUATIONS: Mapping[str, Situation] = {
    each.name: each for each in (SHOTS, FIRE, BOUT, MELEE, GUN, COMMAND, MORALE, INITIATIVE)
}
