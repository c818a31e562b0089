"""A chance to win, fitted to many games: what each side has is counted, and every count has its weight."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

import msgspec

Signs = Mapping[str, float]
"""What one side has, by name: points, men, ground."""


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights as they are checked in: each sign's at the beginning of a battle and at its end."""

    fitted: str
    """How they can be had again."""
    games: int
    weights: dict[str, tuple[float, float]]
    quality: dict[str, list[float]] = {}
    """By scenario and turn: how often a position of a battle later won is rated above one later lost (0.5: by luck)."""
    battles: dict[str, dict[str, tuple[float, float]]] = {}
    """Weights of single battles by name: what is near a fort is not what is near an enemy. All others go by `weights`."""

    def chance(self, mine: Signs, theirs: Signs, late: float, battle: str = "") -> float:
        """The chance to win with these signs against those, when so much of the battle is over (0 to 1)."""
        total = 0.0
        for name, (early, last) in self.battles.get(battle, self.weights).items():
            total += (early + (last - early) * late) * (mine[name] - theirs[name])
        return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


__all__ = ["Signs", "Worth"]
