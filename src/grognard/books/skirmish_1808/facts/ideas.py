"""Manoeuvres worth trying: towards enemies and goals, back, aside, into cover. No noise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from grognard.engine.dice import Rng
from grognard.engine.memo import kept
from grognard.geometry.angles import ahead, heading, norm, turn_between
from grognard.geometry.points import Point, bounds, square
from grognard.tabletop.ideas import any_of, nearest, nearest_in
from grognard.tabletop.manoeuvre import Legs
from grognard.tabletop.placing import spread_over

from ..state import Battlefield, State, Unit, centre
from ..tables.moving import going
from .bodies import outdoors
from .ground import ROADSIDE, covers, house_named, land, land_of
from .sight import sides_of

if TYPE_CHECKING:
    from .deploying import Placing
    from .driving import Driving
    from .garrisons import Sally
    from .laying import Laying
    from .moving import Marching
    from .regrouping import Regrouping


def goals(state: State, unit: Unit) -> list[Point]:
    """Places a unit might want to be near: enemies, cover, houses, ways out."""
    here = centre(unit)
    enemies = [centre(u) for u in outdoors(state, 1 - unit.side) if u.figures and u.attached is None]
    found = nearest(here, enemies, NEAREST, square)
    found += [nearest_in(area.around, here) for area in covers(state.field, unit.mounted)]
    found += _houses(state.field)
    for way_out in state.field.exits:
        if way_out.side == unit.side and (not way_out.units or unit.key in way_out.units):
            found.append(_middle(way_out.edge))
    return found


@kept
def _houses(field: Battlefield) -> tuple[Point, ...]:
    return tuple([_middle(house.poly) for house in land(field).houses])


def _middle(points: tuple[Point, ...]) -> Point:
    n = len(points)
    return sum(p[0] for p in points) // n, sum(p[1] for p in points) // n


NEAREST = 3
"""So many enemies are worth a thought."""
Sketch = tuple[int, int, bool]
"""A straight way before it is drawn: its bearing, its length, and whether it leads off the table."""


def ideas(mover: Marching) -> Iterator[Legs]:
    """Legs worth a look, not yet checked."""
    if mover.unit.formed:
        return _formed_ideas(mover, centre(mover.unit))
    return map(_drawn, Sketches(mover))


def _drawn(sketch: Sketch) -> Legs:
    bearing, length, leaves = sketch
    go = ("go", *stride(bearing, length))
    return (go, ("leave", 1)) if leaves else (go,)


EACH = tuple([(part, turn) for part in (4, 3, 2) for turn in (0, 300, -300)])
"""The ways that come short of a goal: quarters of the rate, and how far off its bearing."""


class Sketches(Sequence[Sketch]):
    """Where a loose unit might go: towards its goals, away from enemies, along a road either way, off the table.

    Who wants one of them at random has only that one worked out.
    """

    def __init__(self, mover: Marching):
        state, unit = mover.state, mover.unit
        self.here, self.base = centre(unit), mover.base
        self.goals = goals(state, unit)
        self.foes = [centre(u) for u in outdoors(state, 1 - unit.side) if u.figures][:3]
        roads = along(state, unit.mounted, mover.base, self.here)
        self.rest = [(*road, False) for road in roads] + list(_out(mover, self.here))

    def __len__(self) -> int:
        return (len(EACH) + 1) * len(self.goals) + len(self.foes) + len(self.rest)

    def __getitem__(self, at: Any) -> Any:
        which, part = divmod(at, len(EACH) + 1)
        if which < len(self.goals):
            return self._towards(self.goals[which], part)
        at -= (len(EACH) + 1) * len(self.goals)
        if at < len(self.foes):
            return heading(self.foes[at], self.here), self.base, False
        return self.rest[at - len(self.foes)]

    def _towards(self, goal: Point, part: int) -> Sketch:
        here = self.here
        distance = round(((goal[0] - here[0]) ** 2 + (goal[1] - here[1]) ** 2) ** 0.5)
        if part == len(EACH):
            return heading(here, goal), min(self.base, distance), False
        share, turn = EACH[part]
        return heading(here, goal) + turn, min(self.base * share // 4, max(0, distance - 300)), False


def along(state: State, horse: bool, base: int, here: Point) -> Iterator[tuple[int, int]]:
    """The bearings and lengths of moves along the roads a spot lies beside. [P2]"""
    for road in land_of(state).roads:
        gain = going(road.kind, horse).modifier
        for stretch in road.stretches(here, ROADSIDE):
            for start, end in (stretch, stretch[::-1]):
                room = round(((end[0] - here[0]) ** 2 + (end[1] - here[1]) ** 2) ** 0.5)
                for length in (base + gain, base):
                    yield heading(start, end), min(length, room)


def stride(bearing: int, length: int) -> Point:
    """A straight step of a length, or a hair less: a step that rounds up to more is refused."""
    dx, dy = ahead(0, 0, norm(bearing), length)
    return (dx, dy) if dx * dx + dy * dy <= length * length else ahead(0, 0, norm(bearing), length - 1)


def _out(mover: Marching, here: Point) -> Iterator[Sketch]:
    """Off the table, where there is a way out. [S6]"""
    unit = mover.unit
    for way_out in mover.state.field.exits:
        if way_out.side != unit.side or (way_out.units and unit.key not in way_out.units):
            continue
        (ax, ay), (bx, by) = way_out.edge
        for spot in (
            ((ax + bx) // 2, (ay + by) // 2),
            nearest_in(bounds(way_out.edge), here),
        ):
            dx, dy = spot[0] - here[0], spot[1] - here[1]
            if max(abs(dx), abs(dy)) <= mover.base + 900:
                length = round((dx * dx + dy * dy) ** 0.5)
                yield heading(here, spot), min(length, mover.base), True


def _formed_ideas(mover: Marching, here: Point) -> Iterator[Legs]:
    unit = mover.unit
    for part in (4, 3, 2, 1):
        yield (("move", 0, mover.base * part // 4),)
    for goal in goals(mover.state, unit):
        off = turn_between(unit.facing, heading(here, goal))
        distance = round(((goal[0] - here[0]) ** 2 + (goal[1] - here[1]) ** 2) ** 0.5)
        length = min(mover.base, max(0, distance - 300))
        if abs(off) <= 450:
            yield (("move", off, length),)
            yield (("move", off, length // 2),)
        turn = max(-600, min(600, off))
        yield (("wheel", turn),)
        for share in (3, 2, 1):
            yield (("wheel", turn), ("move", 0, length * share // 4))
    for bearing, length in along(mover.state, unit.mounted, mover.base, here):
        off = turn_between(unit.facing, bearing)
        if abs(off) <= 450:
            yield (("move", off, length),)
            yield (("wheel", off), ("move", 0, length * 3 // 4))
    yield (("back", 200),)
    yield (("about", 1),)


def whim(mover: Marching, rng: Rng, attempt: int) -> Legs:
    """One idea at random; a plain short move if the first ones fail."""
    unit = mover.unit
    if attempt < 2:
        legs = _any_formed(mover, rng) if unit.formed else _any_loose(mover, rng)
        if legs is not None:
            return legs
    length = mover.base * rng.randint(1, 4) // 4
    if unit.formed:
        return (("move", rng.randint(-450, 450), length),)
    return (("go", *stride(rng.randint(0, 3599), length)),)


def _any_formed(mover: Marching, rng: Rng) -> Legs | None:
    found = list(_formed_ideas(mover, centre(mover.unit)))
    return any_of(found, rng) if found else None


def _any_loose(mover: Marching, rng: Rng) -> Legs | None:
    found = Sketches(mover)
    return _drawn(any_of(found, rng)) if found else None


def rolls(mover: Driving) -> Iterator[Legs]:
    """A gun turned to each enemy, rolled towards him or back, or along a road. [76, X1, P2]"""
    unit, gun = mover.unit, mover.unit.gun
    assert gun is not None
    x, y = gun.x, gun.y
    for enemy in outdoors(mover.state, 1 - unit.side)[:6]:
        if enemy.figures:
            bearing = heading((x, y), (enemy.figures[0].x, enemy.figures[0].y))
            yield (("roll", x, y, bearing),)
            if mover.on_the_spot:
                continue
            yield (("roll", *ahead(x, y, bearing, mover.base), bearing),)
            yield (("roll", *ahead(x, y, bearing, mover.base // 2), bearing),)
            yield (("roll", *ahead(x, y, bearing + 1800, mover.base // 2), bearing),)
    if mover.on_the_spot:
        return
    for bearing, length in along(mover.state, mover.horse, mover.base, (x, y)):
        dx, dy = stride(bearing, length)
        yield (("roll", x + dx, y + dy, bearing),)


def spread(mover: Placing) -> Iterator[Legs]:
    """Spots spread over a unit's zone."""
    for spot in spread_over(bounds(mover.region()), 5):
        yield (("place", *spot, mover.unit.facing),)


def dressings(mover: Regrouping) -> Iterator[Legs]:
    """Face the nearest enemy formed or loose, in the first layout that fits."""
    x, y = centre(mover.unit)
    enemies = [centre(u) for u in outdoors(mover.state, 1 - mover.unit.side) if u.figures]
    near = min(enemies, key=lambda e: (e[0] - x) ** 2 + (e[1] - y) ** 2, default=None)
    facings = dict.fromkeys([mover.unit.facing, *([heading((x, y), near)] if near else [])])
    for facing in facings:
        for formed in (1, 0) if mover.may_form() else (0,):
            for files in mover.depths():
                legs = (("dress", files, mover.usual_pitch(formed), facing, 0, 0, formed),)
                if mover.legal(legs):
                    yield legs
                    break


def sallies(mover: Sally) -> Iterator[Legs]:
    """Out by the middle of each side, as near as there is room."""
    for side in sides_of(mover.house.poly):
        mid = (side[0][0] + side[1][0]) // 2, (side[0][1] + side[1][1]) // 2
        out = norm(heading(*side) - 900)
        for off in (300, 450, 600):
            legs: Legs = (("place", *ahead(*mid, out, off), out),)
            if mover.legal(legs):
                yield legs
                break


def aims(mover: Laying) -> Iterator[Legs]:
    """The middle of every enemy, and his nearest figure; of a garrison, its house."""
    first = mover.unit.figures[0]
    for enemy in mover.state.units:
        if enemy.side == mover.unit.side or not enemy.on_table or not enemy.figures:
            continue
        if enemy.attached is not None:
            continue
        if enemy.house:
            yield (("aim", *_middle(house_named(mover.state, enemy.house).poly), -1),)
            continue
        yield (("aim", *centre(enemy), -1),)
        near = min(enemy.figures, key=lambda f: (f.x - first.x) ** 2 + (f.y - first.y) ** 2)
        yield (("aim", near.x, near.y, -1),)


def some_aim(mover: Laying, rng: Rng) -> Legs:
    """Mostly at an enemy, now and then at any spot."""
    found = list(mover.candidates())
    if found and rng.randint(0, 3):
        return any_of(found, rng)
    for _ in range(8):
        spot = rng.randint(0, mover.state.field.width), rng.randint(0, mover.state.field.height)
        legs = (("aim", *spot, -1),)
        if mover.legal(legs):
            return legs
    return found[0] if found else mover.fallback()


SWEEP = range(-900, 901, 100)
"""Where bare ground is looked for, from left to right of a gun's front."""
DISTANCES = range(1000, 4000, 250)
"""And how far off."""


def bare_ground(mover: Laying) -> Legs:
    """A spot before the muzzle that may be fired at; none if there is no such."""
    spots: Iterator[Legs] = ((("aim", *spot, -1),) for _, spot in _bare_spots(mover, SWEEP, DISTANCES))
    return next(filter(mover.legal, spots), ())


def any_bare_ground(mover: Laying) -> bool:
    """Whether there is such a spot: mostly straight ahead; past a friend who is in the way there is none farther off either."""
    nearest = _bare_spots(mover, sorted(SWEEP, key=abs), DISTANCES[:1])
    free = [turn for turn, (x, y) in nearest if not mover.masked((x, y))]
    return any(mover.legal((("aim", *spot, -1),)) for _, spot in _bare_spots(mover, free, DISTANCES))


def _bare_spots(mover: Laying, turns: Iterable[int], distances: Iterable[int]) -> Iterator[tuple[int, Point]]:
    gun = mover.unit.gun
    assert gun is not None
    for distance in distances:
        for turn in turns:
            yield turn, ahead(gun.x, gun.y, mover.unit.facing + turn, distance)
