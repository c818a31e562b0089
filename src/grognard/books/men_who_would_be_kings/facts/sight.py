"""Who sees whom. [T013, T041, T140, R-37]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.crowds import Crowd, first_crossed, near_boxes
from grognard.geometry.points import Bounds, Poly, Segment, bounds, grown, square
from grognard.geometry.shapes import centre
from grognard.geometry.sight import longer_inside
from grognard.tabletop.bodies import holds_any, one_holds

from ..state import REMEMBERED, Point, State, Unit
from ..tables.terrain import WOOD_BETWEEN, WOOD_INSIDE
from .bodies import bounds_of, house, outline
from .ground import layout, level_at, level_of
from .windows import Sill, between, crossing_part, edges, faces, hidden, open_parts, tried


class Blocker(NamedTuple):
    """A third unit in the way of sight."""

    name: str
    poly: Poly
    level: int
    unit: int


class Glance(NamedTuple):
    """The answer to a look: a clear line, or one that is blocked and by what."""

    line: Segment
    clear: bool
    blocker: str = ""


@kept
def _blocking(state: State) -> tuple[tuple[Unit, ...], tuple[Bounds, ...]]:
    """Units that block sight, neither Pinned nor Gone to Ground, and boxes round their bases. [T106, T111, R-37]"""
    found = tuple(
        [u for u in state.on_table() if not u.pinned and not u.to_ground and u.inside is None and u.models]
    )
    return found, tuple([grown(bounds_of(u), u.radius) for u in found])


def eyes(state: State, unit: Unit) -> tuple[Point, ...]:
    """Where sight begins: every model, or the outline of the building it holds. [R-37, R-62]"""
    wall = house(state, unit)
    if wall is None:
        return unit.models
    between = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(wall, (*wall[1:], wall[0]))]
    return (*wall, *between)


def glance(state: State, a: Unit, b: Unit) -> Glance:
    """Whether a unit sees another: one clear line is enough, and sight is mutual. [T140, R-37]"""
    memo: dict[Any, Glance] = state.__dict__
    key = "glance", a.id, b.id
    known = memo.get(key)
    if known is not None and state.units[a.id] is a and state.units[b.id] is b:
        return known
    found = _look(state, a, b)
    if state.units[a.id] is a and state.units[b.id] is b:
        memo[key] = found
    return found


def sees(state: State, a: Unit, b: Unit) -> bool:
    """Whether a unit sees another."""
    memo: dict[Any, bool] = state.__dict__
    if state.units[a.id] is not a or state.units[b.id] is not b:
        return _sees(state, a, b)
    key = "sees", a.id, b.id
    if key not in memo:
        memo[key] = _sees(state, a, b)
    return memo[key]


def _sees(state: State, a: Unit, b: Unit) -> bool:
    """The same answer as a glance gives, which line is clear apart: where nothing lies between, all are."""
    ends = eyes(state, a), eyes(state, b)
    around = bounds(ends[0] + ends[1])
    near = _between(state, a, b, around)
    screen = Screen(state, near, around, {a.inside, b.inside})
    if screen.empty or not all(screen.blocks(line) for line in zip(*ends)):
        return True
    return glance(state, a, b).clear


def _look(state: State, a: Unit, b: Unit) -> Glance:
    """A look, once for all states in which both and everything between them stand alike."""
    mine, theirs = eyes(state, a), eyes(state, b)
    around = bounds((*mine, *theirs))
    near = _between(state, a, b, around)
    memo: dict[Any, Glance] = state.field.__dict__.setdefault("looks", {})
    key = mine, theirs, a.inside, b.inside, near, state.structure
    found = memo.get(key)
    if found is None:
        if len(memo) >= REMEMBERED:
            memo.clear()
        screen = Screen(state, near, around, {a.inside, b.inside})
        found = _look_past((mine, theirs), screen)
        if not found.clear and (a.inside is not None or b.inside is not None):
            line = _from_the_wall(state, a, b, screen)
            found = found if line is None else Glance(line, True)
        memo[key] = found
    return found


def _from_the_wall(state: State, a: Unit, b: Unit, screen: Screen) -> Segment | None:
    """A free line from anywhere on the outline of a building, where its corners and the middles of its walls see nothing. [R-62]"""
    mine, theirs = house(state, a), house(state, b)
    if mine is not None and theirs is not None:
        return screen.across(mine, theirs)
    if mine is not None:
        return screen.out_of(mine, b.models)
    assert theirs is not None
    line = screen.out_of(theirs, a.models)
    return None if line is None else (line[1], line[0])


def _between(state: State, a: Unit, b: Unit, around: Bounds) -> tuple[Blocker, ...]:
    """The other units that may stand in the way."""
    units, boxes = _blocking(state)
    found = [units[at] for at in near_boxes(boxes, around)]
    return tuple(
        [
            Blocker(u.name, outline(u), level_of(state, u.models), u.id)
            for u in found
            if u.id != a.id and u.id != b.id
        ]
    )


def screen_between(state: State, a: Unit, b: Unit) -> Screen:
    """All that may stand between two units."""
    around = bounds((*eyes(state, a), *eyes(state, b)))
    return Screen(state, _between(state, a, b, around), around, {a.inside, b.inside})


def look_between(state: State, start: Point, end: Point) -> str:
    """What hides one point from another, or nothing; whoever stands at either end does not. [T140, R-37]"""
    around = bounds((start, end))
    units, boxes = _blocking(state)
    near = [
        Blocker(u.name, outline(u), level_of(state, u.models), u.id)
        for u in (units[at] for at in near_boxes(boxes, around))
        if not holds_any((outline(u),), (start, end))
    ]
    inside: set[int | None] = {area.number for at in (start, end) for area in layout(state).screens.at(at)}
    return Screen(state, near, around, {one for one in inside if _solid(state, one)}).blocks((start, end))


def _solid(state: State, number: int | None) -> bool:
    """Whether a piece of terrain is looked out of, as a building is; woods are looked through by their depth."""
    return any(area.number == number and area.kind != "wood" for area in layout(state).screens)


def _look_past(ends: tuple[Sequence[Point], Sequence[Point]], screen: Screen) -> Glance:
    """Nearest lines first: most looks need one."""
    lines = sorted((square(p, q), (p, q)) for p in ends[0] for q in ends[1])
    first = ""
    for _, line in lines:
        blocked = screen.blocks(line)
        if not blocked:
            return Glance(line, True)
        first = first or blocked
    return Glance(lines[0][1], False, first)


class Screen:
    """What may stand between two units, looked up once for all their lines."""

    def __init__(self, state: State, near: Sequence[Blocker], around: Bounds, inside: set[int | None]):
        self.state, self.near = state, near
        ground = layout(state)
        self.hills = ground.hills.near(around)
        self.walls = [a for a in ground.screens.near(around) if a.number not in inside]
        self.empty = not near and not self.hills and not self.walls
        self._levels: dict[Point, int] = {}
        self._solid: dict[int, tuple[Crowd, list[str], list[Poly]]] = {}

    def blocks(self, line: Segment) -> str:
        """What blocks a line, or nothing."""
        higher = max(self._level(line[0]), self._level(line[1])) if self.hills else 0
        solid, names, woods = self._up_to(higher)
        found = first_crossed(line, solid)
        if found is not None:
            return names[found]
        if woods:
            same = one_holds(woods, line)
            if longer_inside(line, woods, WOOD_INSIDE if same else WOOD_BETWEEN):
                return "the wood"
        return ""

    def out_of(self, wall: Poly, eyes: Sequence[Point]) -> Segment | None:
        """A free line from anywhere on a wall to one of some models."""
        inner, sides = centre(wall), edges(wall)
        for eye in eyes:
            for side in sides:
                if faces(side, eye, inner):
                    line = next((line for sill in self._sills(side) if (line := self._past(sill, eye))), None)
                    if line is not None:
                        return line
        return None

    def _past(self, sill: Sill, eye: Point) -> Segment | None:
        """A free line from one sill to one model."""
        middle = sill.at((sill.reach[0] + sill.reach[1]) / 2)
        solid, _, woods = self._up_to(max(self._level(middle), self._level(eye)) if self.hills else 0)
        shadows = [shadow for shape in solid if (shadow := hidden(eye, sill, shape)) is not None]
        parts = open_parts(sill, shadows)
        if not woods:
            return (sill.at(parts[0][0]), eye) if parts else None
        return next(((spot, eye) for spot in tried(sill, parts) if not self.blocks((spot, eye))), None)

    def _sills(self, edge: Segment) -> list[Sill]:
        """A part of a wall, cut where the level of the ground changes."""
        cuts = {Fraction(0), Fraction(1)}
        for hill in self.hills:
            for start, end in edges(hill.poly):
                cuts |= crossing_part(edge, (start, end))
        order = sorted(cuts)
        return [Sill(*edge, stretch) for stretch in pairwise(order)]

    def across(self, one: Poly, other: Poly) -> Segment | None:
        """A free line between two walls."""
        inner, there = centre(one), centre(other)
        for mine, theirs in product(edges(one), edges(other)):
            ours = any(faces(mine, end, inner) for end in theirs)
            if not ours or not any(faces(theirs, end, there) for end in mine):
                continue
            higher = max(self._level(mine[0]), self._level(theirs[0])) if self.hills else 0
            solid, _, woods = self._up_to(higher)
            lines = (
                line for line in between(mine, theirs, solid, woods) if not (woods and self.blocks(line))
            )
            found = next(lines, None)
            if found is not None:
                return found
        return None

    def _level(self, point: Point) -> int:
        if point not in self._levels:
            self._levels[point] = level_at(self.state, point)
        return self._levels[point]

    def _up_to(self, higher: int) -> tuple[Crowd, list[str], list[Poly]]:
        """What blocks a line whose higher end is on a level, by its names, and the woods, which may let it through."""
        known = self._solid.get(higher)
        if known is None:
            solid = [(b.poly, b.name) for b in self.near if b.level >= higher]
            solid += [(h.poly, h.name) for h in self.hills if h.level > higher]
            walls = [w for w in self.walls if not higher or higher <= _ground_level(self.state, w.poly)]
            solid += [(w.poly, w.name) for w in walls if w.kind != "wood"]
            woods = [w.poly for w in walls if w.kind == "wood"]
            known = Crowd([poly for poly, _ in solid]), [name for _, name in solid], woods
            self._solid[higher] = known
        return known


def _ground_level(state: State, poly: Poly) -> int:
    """The level a piece of terrain stands on."""
    xs, ys = [x for x, _ in poly], [y for _, y in poly]
    return level_at(state, (sum(xs) // len(xs), sum(ys) // len(ys)))


def visible(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemies a unit sees."""
    for enemy in state.on_table(1 - unit.side):
        if sees(state, unit, enemy):
            yield enemy
