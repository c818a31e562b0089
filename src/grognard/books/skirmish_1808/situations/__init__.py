"""The book's set pieces without a board: what players at a real table ask the odds of."""

from __future__ import annotations

from grognard.odds.kit import by_name

from .fighting import BOUT, MELEE
from .gunnery import GUN
from .nerve import COMMAND, INITIATIVE, MORALE
from .shooting import FIRE, SHOTS

SITUATIONS = by_name((SHOTS, FIRE, BOUT, MELEE, GUN, COMMAND, MORALE, INITIATIVE))
