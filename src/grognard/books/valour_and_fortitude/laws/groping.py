"""Searches by chance beside the program's own: places and ways nobody reckoned, judged by the rules alone.

They know where a unit stands and how far it goes, and nothing of how the program looks for a retreat or an assault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.dice import Rng
from grognard.geometry.angles import ahead
from grognard.geometry.contact import Side, flush, flush_to_edge
from grognard.geometry.gaps import length
from grognard.geometry.points import Pose

from ..facts.bodies import shape_of, size_of, stand
from ..facts.ground import feature
from ..facts.moving import Marcher
from ..state import State, Unit
from ..words import Deed

if TYPE_CHECKING:
    from grognard.tabletop.manoeuvre import Legs


def some_retreat(state: State, unit: Unit, rng: Rng, tries: int) -> Legs | None:
    """A legal retreat met by chance: one leg or two, as it stands or turning. [83–86]"""
    marcher = Marcher(state, unit, Deed.RETREAT)
    for number in range(tries):
        turned = (unit.facing + (rng.randint(-900, 900) if rng.randint(0, 2) == 0 else 0)) % 3600
        x, y = _somewhere(unit, unit.x, unit.y, marcher.limit, rng)
        legs: Legs = (("glide", x, y, turned),)
        if number % 2:
            left = marcher.limit - length((unit.x, unit.y), (x, y))
            legs = (
                ("glide", x, y, unit.facing),
                ("glide", *_somewhere(unit, x, y, max(left, 0), rng), turned),
            )
        if marcher.refusal(legs) is None:
            return legs
    return None


def _somewhere(unit: Unit, x: int, y: int, far: int, rng: Rng) -> tuple[int, int]:
    """A place within a distance, every other time more or less behind."""
    behind = unit.facing + 1800 + rng.randint(-450, 450)
    bearing = behind if rng.randint(0, 1) else rng.randint(0, 3599)
    return ahead(x, y, bearing % 3600, rng.randint(0, far))


def some_assault(state: State, unit: Unit, enemy: Unit, rng: Rng, tries: int) -> Legs | None:
    """A legal assault on an enemy met by chance: anywhere along his sides, straight, turning first, or bent. [87–89]"""
    marcher = Marcher(state, unit, Deed.ASSAULT, target=enemy.id)
    for number in range(tries):
        pose = _against(state, unit, enemy, rng)
        wobble = rng.randint(0, 2)
        pose = Pose(
            pose.x + rng.randint(-wobble, wobble),
            pose.y + rng.randint(-wobble, wobble),
            (pose.facing + rng.randint(-4 * wobble, 4 * wobble)) % 3600,
        )
        legs: Legs = (("glide", *pose),)
        if number % 3 == 1:
            legs = (("glide", unit.x, unit.y, pose.facing), *legs)
        elif number % 3 == 2:
            half = (unit.x + pose.x) // 2, (unit.y + pose.y) // 2
            bend = ahead(*half, rng.randint(0, 3599), rng.randint(0, marcher.limit // 2))
            legs = (("glide", *bend, unit.facing if rng.randint(0, 1) else pose.facing), *legs)
        if marcher.refusal(legs) is None:
            return legs
    return None


def _against(state: State, unit: Unit, enemy: Unit, rng: Rng) -> Pose:
    """Some place flush against an enemy or the feature he holds."""
    width, depth = size_of(shape_of(unit))
    if enemy.inside >= 0:
        parts = feature(state, enemy.inside).parts
        part = parts[rng.randint(0, len(parts) - 1)]
        edge = rng.randint(0, len(part) - 1)
        half = (length(part[edge], part[(edge + 1) % len(part)]) + width) // 2
        return flush_to_edge(part, edge, width, depth, rng.randint(-half, half))
    other, size = stand(enemy), size_of(shape_of(enemy))
    side = Side(rng.randint(0, 3))
    half = ((size[0] if side in (Side.FRONT, Side.REAR) else size[1]) + width) // 2
    at = Pose(other.x, other.y, other.facing)
    return flush(at, size, side, width, depth, rng.randint(-half, half))
