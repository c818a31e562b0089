"""Who can see whom over hills, woods and walls, with heights compared as exact fractions.

Heights are ints in whatever unit the caller likes. The sight line runs straight from the eye to the mark; at
step i of n the ground and what stands on it are compared with its height there, both times n. A hexside
crossed between two steps lies halfway between them. The two end hexes never block.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Literal

import msgspec

from grognard.geometry.hexes import Grid, disc
from grognard.geometry.hexlines import Step, nudged

# When the line runs exactly between two hexes it is blocked ...
Ties = Literal[
    "line",  # if it is blocked nudged to the left, and blocked nudged to the right
    "pair",  # if at one such place both hexes block, whatever stands at the others
    "either",  # if any of the hexes blocks, or an obstacle on the hexside between them
]
NOTHING: Mapping[int, int] = MappingProxyType({})


class Relief(msgspec.Struct, frozen=True, dict=True):
    """The lie of the land: ground and lasting obstacles of each hex, obstacles on hexsides as (side, height).

    Obstacle heights count from the ground, on a hexside from the higher of its two hexes.
    """

    grid: Grid
    ground: tuple[int, ...]
    obstacles: tuple[int, ...]
    side_obstacles: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if len(self.ground) != self.grid.size or len(self.obstacles) != self.grid.size:
            raise ValueError(f"a relief of {self.grid.size} hexes needs as many heights and obstacles")
        if not all(self.grid.is_side(side) for side, _ in self.side_obstacles):
            raise ValueError("an obstacle stands on what is not the number of a hexside")

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """How high each hex stands with what is on it."""
        return tuple(ground + obstacle for ground, obstacle in zip(self.ground, self.obstacles))

    @cached_property
    def walls(self) -> dict[tuple[int, int], tuple[int, int]]:
        """By the two hexes, either first: the hexside between them and how high the obstacle on it stands."""
        walls = {}
        for side, height in self.side_obstacles:
            here, there = self.grid.side_hexes(side)
            if there is not None:
                top = max(self.ground[here], self.ground[there]) + height
                walls[here, there] = walls[there, here] = side, top
        return walls


class Blocker(msgspec.Struct, frozen=True):
    """What stops a sight line: a hex or a hexside of it, and its height.

    `way` is the part of the way at which it stands and `line` the height of the sight line there, as fractions.
    """

    hex: int
    side: int | None
    top: int
    way: tuple[int, int]
    line: tuple[int, int]


class _Look(msgspec.Struct, frozen=True):
    """One sight line and the settings it is judged by; heights of both ends are absolute."""

    relief: Relief
    half_steps: int
    eye: int
    mark: int
    extra: Mapping[int, int]
    end_sides: bool
    touching: bool


def sees(
    relief: Relief,
    here: int,
    there: int,
    *,
    eye: int = 0,
    mark: int = 0,
    extra: Mapping[int, int] = NOTHING,
    ties: Ties = "line",
    end_sides: bool = False,
    touching: bool = False,
) -> bool:
    """Whether one hex can be seen from another; the settings are those of `blockers`."""
    return not blockers(
        relief,
        here,
        there,
        eye=eye,
        mark=mark,
        extra=extra,
        ties=ties,
        end_sides=end_sides,
        touching=touching,
    )


def blockers(
    relief: Relief,
    here: int,
    there: int,
    *,
    eye: int = 0,
    mark: int = 0,
    extra: Mapping[int, int] = NOTHING,
    ties: Ties = "line",
    end_sides: bool = False,
    touching: bool = False,
) -> tuple[Blocker, ...]:
    """What blocks the sight from one hex to another: nothing if it is free, else the nearest blocker.

    Two blockers, left and right, where the line runs between hexes and both had to block. `eye` and `mark`
    are heights above the ground of the two ends; `extra` are passing obstacles by hex, of which and of the
    lasting one the taller counts. `end_sides` says whether hexsides of the end hexes block, `touching`
    whether a line that just touches the top of something is blocked. It is the same seen from the other end.
    """
    left, right = nudged(relief.grid, here, there)
    ground, whole = relief.ground, 2 * len(left) - 2
    look = _Look(relief, whole, ground[here] + eye, ground[there] + mark, extra, end_sides, touching)
    last = whole - 1
    if left == right:
        return _named(_first(look, left, 1, last))
    if ties == "line":
        return _both(_first(look, left, 1, last), _first(look, right, 1, last))
    if ties == "pair":
        return _pairs(look, left, right)
    found = (_first(look, left, 1, last), _first(look, right, 1, last), _along(look, left, right))
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.way))[:1]


def screens(
    relief: Relief, here: int, there: int, *, height: int, eye: int = 0, mark: int = 0
) -> tuple[frozenset[int], ...]:
    """For those who ask often, by the usual settings: on which hexes something so high would block the sight.

    One set for each of the paths, left and right, that the land leaves free: there is sight if nothing so high
    stands on any hex of one of them. With no set the land itself blocks it.
    """
    left, right = nudged(relief.grid, here, there)
    ground, whole = relief.ground, 2 * len(left) - 2
    look = _Look(relief, whole, ground[here] + eye, ground[there] + mark, NOTHING, False, False)
    paths = (left,) if left == right else (left, right)
    found = []
    for path in paths:
        low = _low(look, path, height)
        if low is not None and (not relief.walls or _first(look, path, 1, whole - 1) is None):
            found.append(low)
    return tuple(found)


def _low(look: _Look, path: Step, height: int) -> frozenset[int] | None:
    """The hexes of a path that would block it with something so high on them; None if one of them blocks it as it is."""
    ground, tops, whole = look.relief.ground, look.relief.tops, look.half_steps
    rise, line = 2 * (look.mark - look.eye), look.eye * whole + 1
    found = []
    for here in path[1:-1]:
        line += rise
        if tops[here] * whole >= line:
            return None
        if (ground[here] + height) * whole >= line:
            found.append(here)
    return frozenset(found)


def _first(look: _Look, path: Step, first: int, last: int) -> Blocker | None:
    """The first thing on a path that blocks, between two places counted in half steps."""
    tops, walls, extra = look.relief.tops, look.relief.walls, look.extra
    whole = look.half_steps
    # The line rises evenly, so much at each half step; heights are taken times the number of half steps.
    slope, base = look.mark - look.eye, look.eye * whole + (not look.touching)
    # Hexsides lie at the odd half steps: with none obstructed only the hexes need a look.
    start, stride = (first, 1) if walls else (first + first % 2, 2)
    for half in range(start, last + 1, stride):
        here = path[half >> 1]
        side = None
        if half & 1:
            wall = walls.get((here, path[(half >> 1) + 1]))
            if wall is None or not (look.end_sides or 1 < half < whole - 1):
                continue
            side, top = wall
        else:
            top = tops[here]
            if here in extra:
                top = max(top, look.relief.ground[here] + extra[here])
        if top * whole >= base + slope * half:
            return _blocker(look, here, side, top, half)
    return None


def _pairs(look: _Look, left: Step, right: Step) -> tuple[Blocker, ...]:
    """Judge each place where the line runs between hexes by itself, and the rest as usual."""
    start, last = 1, look.half_steps - 1
    for step, (one, other) in enumerate(zip(left, right)):
        if one == other:
            continue
        # Two such places never follow each other, so the hexes before and after this one are certain.
        before = _named(_first(look, left, start, 2 * step - 2))
        window = (2 * step - 1, 2 * step + 1)
        found = before or _both(_first(look, left, *window), _first(look, right, *window))
        if found:
            return found
        start = 2 * step + 2
    return _named(_first(look, left, start, last))


def _along(look: _Look, left: Step, right: Step) -> Blocker | None:
    """The first obstacle on a hexside that the line runs along."""
    whole = look.half_steps
    for step, (one, other) in enumerate(zip(left, right)):
        level = look.eye * whole + (look.mark - look.eye) * 2 * step + (not look.touching)
        wall = look.relief.walls.get((one, other))
        if wall is not None and wall[1] * whole >= level:
            return _blocker(look, one, *wall, 2 * step)
    return None


def _blocker(look: _Look, here: int, side: int | None, top: int, half: int) -> Blocker:
    """Name what blocks, and the height of the line where it does."""
    whole = look.half_steps
    line_there = look.eye * whole + (look.mark - look.eye) * half
    return Blocker(here, side, top, (half, whole), (line_there, whole))


def _named(blocker: Blocker | None) -> tuple[Blocker, ...]:
    """One blocker or none, as an answer."""
    return () if blocker is None else (blocker,)


def _both(left: Blocker | None, right: Blocker | None) -> tuple[Blocker, ...]:
    """Two blockers when both sides are blocked, else none; only one if it stands on both lines."""
    if left is None or right is None:
        return ()
    return (left,) if left == right else (left, right)


def visible(relief: Relief, here: int, reach: int, *, eye: int = 0, mark: int = 0) -> tuple[int, ...]:
    """The hexes at most so far away that can be seen, nearest first, by the usual settings."""
    found = disc(relief.grid, here, reach)
    return tuple(there for there in found if sees(relief, here, there, eye=eye, mark=mark))
