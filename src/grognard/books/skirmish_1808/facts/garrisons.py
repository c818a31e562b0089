"""Buildings: who fits, who gets in, where one comes out. [G1–G7]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from grognard.engine.dice import Rng
from grognard.engine.memo import kept, lazily
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead, heading, norm, rotate
from grognard.geometry.gaps import length, nearest_point, points_within
from grognard.geometry.points import Point, Segment, bounds, bounds_of_all, grown, shifted, square
from grognard.geometry.shapes import area2, hull
from grognard.tabletop.figures import point_gaps
from grognard.tabletop.last_resort import Seeded, first_of, random_poses
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, amounts

from ..state import State, Unit, centre
from ..tables.moving import ENTERS, LAYOUTS, LEAST, TERRAIN
from ..tables.placing import SALLIES, STANDS
from ..words import Arm, Pace
from .bodies import KEEP, body_of, clash, disc, kept_from, near, outdoors, point_to_poly, runs_into
from .ground import House, Met, house_named, houses, houses_near, met, off_table, over_edge
from .ideas import sallies
from .layout import default_files, depth_of, touching_pitch
from .moving import allowance, rate
from .regrouping import Stood
from .shifting import settle
from .sight import in_front, sides_of
from .sliding import Beside, clear
from .staying import staying
from .walks import laid_out, layout

ROOM = 40000
"""Ground plan each figure takes: 4 square centimetres. [G1]"""

LAST_TRIES = 3000
"""So many seeded places are tried before it is said that nobody can come out."""
MOST_SHIFT = 300
"""How far a figure may be shifted to fit. [B4a]"""


def capacity(house: House) -> int:
    """How many figures a building holds. [G1]"""
    return abs(area2(house.poly)) // 2 // ROOM


WALL_STEP = 100
"""Off a wall it looks for room at every so much, and along it as finely where nobody stands."""
SIDE_STEP = 200
"""Along a side of its house a garrison that is driven out looks for room after every so much."""
SPACING = (300, 230)
"""How far apart figures come out of a house; closer where so many could not all get out otherwise."""


def indoor_rate(unit: Unit) -> int:
    """The Normal rate less what moving inside a building costs. [34, G2]"""
    return max(LEAST, rate(unit, Pace.NORMAL) + TERRAIN["building"].foot.modifier)


class Door:
    """What decides whether a unit may go into a building; looked at only as far as need be. [34, G1, G2]"""

    name: str
    size: int
    foot: bool
    inside: bool
    alone: bool
    """A leader by himself. [G1]"""

    def __init__(self, state: State, unit: Unit, house: House):
        self.state, self.unit, self.house = state, unit, house
        self.name, self.size = house.name, unit.size
        self.alone = unit.is_command
        self.foot, self.inside = unit.arm is Arm.FOOT, bool(unit.house)

    @property
    def holds(self) -> int:
        """How many figures it holds. [G1]"""
        return capacity(self.house)

    @property
    def occupied(self) -> bool:
        """Whether somebody is inside. [G1]"""
        return any(u.on_table and u.house == self.name and u.attached is None for u in self.state.units)

    @property
    def mounted_leader(self) -> bool:
        """Whether a leader who rides is with it. [34]"""
        leader = self.state.leader_with(self.unit.id)
        return leader is not None and leader.mounted

    @lazily
    def reach(self) -> int:
        """How far its figures go. [G2]"""
        return indoor_rate(self.unit)

    @lazily
    def far(self) -> int:
        """How far the last of them has to go."""
        poly, unit = self.house.poly, self.unit
        return max(point_to_poly((f.x, f.y), poly) - unit.radius for f in unit.figures)

    @lazily
    def found(self) -> Met:
        """The ground on their ways."""
        return met(self.state, [((f.x, f.y), _towards(f.x, f.y, self.house)) for f in self.unit.figures])

    @property
    def allowed(self) -> int:
        """How far that ground lets them go. [P1]"""
        return max(LEAST, allowance(self.reach, False, self.found).total)


def why_not_enter(state: State, unit: Unit, house: House) -> Refusal | None:
    """Why a unit may not go into a building. [G1, G2]"""
    return ENTERS.refusal(Door(state, unit, house))


def _towards(x: int, y: int, house: House) -> Point:
    return nearest_point((x, y), house.poly)


def enterable(state: State, unit: Unit) -> tuple[str, ...]:
    """The buildings a unit could go into now."""
    return tuple(house.name for house in houses(state) if why_not_enter(state, unit, house) is None)


def rooms(unit: Unit, house: House) -> tuple[Point, ...]:
    """Where figures are drawn inside; they have no layout there. [G2]"""
    west, south, east, north = bounds(house.poly)
    across = max(1, (east - west) // 200)
    found = []
    for index in range(unit.size):
        column, row = index % across, index // across
        rows = max(1, (north - south) // 200)
        found.append((west + 100 + column * 200, south + 100 + (row % rows) * 200))
    return tuple(found)


def outside(state: State, unit: Unit) -> tuple[tuple[Point, ...], int] | None:
    """Places before the free side of its house farthest from the enemy; None if no side is free. [G6]"""
    house = house_named(state, unit.house)
    enemies = [centre(u) for u in state.standing(1 - unit.side)]

    def danger(side: tuple[Point, Point]) -> int:
        mid = (side[0][0] + side[1][0]) // 2, (side[0][1] + side[1][1]) // 2
        return min(((e[0] - mid[0]) ** 2 + (e[1] - mid[1]) ** 2 for e in enemies), default=0)

    mover = Sally(state, unit)
    for side in sorted(sides_of(house.poly), key=danger, reverse=True):
        mid = (side[0][0] + side[1][0]) // 2, (side[0][1] + side[1][1]) // 2
        out = norm(heading(*side) - 900)
        for spot, files, pitch in _before(unit, side, mid, out):
            wanted = layout(unit, spot, files, pitch, out, False)
            places = settle(state, unit, wanted)
            if free_before(state, unit, side, wanted, places):
                return places, out
        farther = (out_by(mover, side, legs) for legs in _along_wall(state, mover, side))
        if (found := next(filter(None, farther), None)) is not None:
            return found, out
    return None


def out_by(mover: Sally, side: Segment, legs: Legs) -> tuple[Point, ...] | None:
    """Where a garrison stands that comes out before one side of its house; None if it may not, or not all of it there. [G2a, G6]"""
    done = mover.work_out(legs)
    if isinstance(done, Refusal) or not all(in_front(side, spot) for spot in done.places):
        return None
    return done.places if mover.allows(done) else None


def _before(unit: Unit, side: tuple[Point, Point], mid: Point, out: int) -> Iterator[tuple[Point, int, int]]:
    """Where and how a garrison may stand before a side of its house: the usual way first, then all others it may take. [B4, G6]"""
    reach = 300 + unit.radius
    yield ahead(*mid, out, reach), default_files(unit.size), SPACING[0]
    (ax, ay), (bx, by) = side
    length = max(abs(bx - ax), abs(by - ay))
    steps = max(1, length // SIDE_STEP)
    along = [(ax + (bx - ax) * n // steps, ay + (by - ay) * n // steps) for n in range(steps + 1)]
    for files, pitch in layouts(unit):
        deep = depth_of(unit.size, files, pitch) // 2
        for foot in sorted(along, key=lambda spot: (square(spot, mid), spot)):
            yield ahead(*foot, out, reach + deep), files, pitch


def layouts(unit: Unit) -> Iterator[tuple[int, int]]:
    """Files and pitch of every loose layout worth a try: two ranks, three, one; as usual, then closed up. [B4]"""
    n = unit.size
    for pitch in (SPACING[0], touching_pitch(unit.arm)):
        for files in dict.fromkeys((default_files(n), -(-n // 3), n)):
            yield files, pitch


def free_before(
    state: State,
    unit: Unit,
    side: tuple[Point, Point],
    wanted: tuple[Point, ...],
    places: tuple[Point, ...],
) -> bool:
    """Whether a garrison finds room before a side of its house: nobody shifted by more than 3, no enemy within 1. [G6, B4a, B8]"""
    circles = [(x, y, unit.radius) for x, y in places]
    return (
        all(in_front(side, spot) for spot in places)
        and all(points_within(a, b, MOST_SHIFT) for a, b in zip(wanted, places))
        and not any(clash(circles, body_of(enemy), KEEP) for enemy in outdoors(state, 1 - unit.side))
    )


class Outside(NamedTuple):
    """A garrison come out: round which spot, facing where, and where its figures stand."""

    spot: Point
    facing: int
    places: tuple[Point, ...]


class Sallied:
    """What decides whether a garrison may come out so; looked at only as far as need be. [G2, M7, P1]"""

    reach: int

    def __init__(self, mover: Sally, places: tuple[Point, ...]):
        self.state, self.house, self.places = mover.state, mover.house, places
        self.radius, self.reach, self.side = mover.unit.radius, mover.reach, mover.unit.side

    @lazily
    def gaps(self) -> list[int]:
        """How far from the outline each figure would stand."""
        return point_gaps(self.places, self.house.poly)

    @lazily
    def over(self) -> Point | None:
        """A figure that would stand over the edge. [M7]"""
        if not over_edge(self.state, grown(bounds(self.places), self.radius)):
            return None
        return next((spot for spot in self.places if off_table(self.state, *spot, self.radius)), None)

    @lazily
    def inside(self) -> Point | None:
        """A figure that would not be out. [G2]"""
        if min(self.gaps) >= self.radius:
            return None
        return next(spot for spot, gap in zip(self.places, self.gaps) if gap < self.radius)

    @lazily
    def housed(self) -> Point | None:
        """A figure that would stand in the walls of another building. [34, G2]"""
        box = grown(bounds(self.places), self.radius)
        near = houses_near(self.state, box)
        others = [house.poly for house in near if house.name != self.house.name]
        return next(
            (spot for spot in self.places for poly in others if point_to_poly(spot, poly) < self.radius), None
        )

    @lazily
    def beyond(self) -> Point | None:
        """A figure that would go too far. [G2]"""
        if max(self.gaps) <= self.reach:
            return None
        return next(spot for spot, gap in zip(self.places, self.gaps) if gap > self.reach)

    @lazily
    def ways(self) -> list[Segment]:
        """The way of every figure from the wall."""
        return [(_towards(*spot, self.house), spot) for spot in self.places]

    @lazily
    def past(self) -> str:
        """An enemy into whom, or within 1 of whom, a figure would go. [B8]"""
        box = grown(bounds_of_all(self.ways), self.radius)
        foes = [(u.name, body_of(u)) for u in near(self.state, box, KEEP, 1 - self.side)]
        return next(
            (name for name, body in foes for way in self.ways if runs_into(way, self.radius, body, KEEP)), ""
        )

    @property
    def far(self) -> int:
        """How far the first who goes too far would go. [G2]"""
        return next(gap for gap in self.gaps if gap > self.reach)

    @property
    def farthest(self) -> int:
        """How far the last of them goes."""
        return max(self.gaps)

    @lazily
    def found(self) -> Met:
        """The ground on their ways."""
        return met(self.state, self.ways)

    @property
    def allowed(self) -> int:
        """How far that ground lets them go. [P1]"""
        return max(LEAST, allowance(self.reach, False, self.found).total)


class Sally(Manoeuvre[Outside]):
    """Leaving a building by any side, measured from the outline. [G2a]

    The noun is (("place", x, y, facing),) in two ranks, or with files and pitch after it in any layout its owner likes. [B4]
    """

    cite, stays = "G2", True

    def __init__(self, state: State, unit: Unit):
        self.state, self.unit = state, unit
        self.house = house_named(state, unit.house)
        self.reach = indoor_rate(unit)

    def work_out(self, legs: Legs) -> Outside | Refusal:
        """Where the figures would stand."""
        wished = amounts(legs, "place", 5)
        if wished is not None:
            return self._drawn_up(*wished)
        found = amounts(legs, "place", 3)
        if found is None:
            return Refusal("G2", "that is no place on the table")
        x, y, facing = found
        for apart in SPACING:
            places = layout(self.unit, (x, y), default_files(self.unit.size), apart, norm(facing), False)
            if max(point_gaps(places, self.house.poly)) <= self.reach:
                break
        return Outside((x, y), facing, places)

    def _drawn_up(self, x: int, y: int, facing: int, files: int, pitch: int) -> Outside | Refusal:
        """In a layout of its owner's choice. [B4]"""
        fault = LAYOUTS.refusal(laid_out(self.unit, files, pitch, formed=False))
        if fault is not None:
            return fault
        return Outside((x, y), facing, layout(self.unit, (x, y), files, pitch, norm(facing), False))

    def judge(self, done: Outside) -> Refusal | None:
        """The table, the house, the distance, the ground, room. [G2, P1, B5, B8]"""
        return SALLIES.refusal(Sallied(self, done.places)) or STANDS.refusal(
            Stood(self.state, self.unit, done.places)
        )

    def allows(self, done: Outside) -> bool:
        places = done.places
        return SALLIES.met(Sallied(self, places)) and STANDS.met(Stood(self.state, self.unit, places))

    def region(self) -> tuple[Point, ...]:
        x, y = centre(self.unit)
        return disc((x, y, self.reach + 500))

    def ways(self, to: Wish) -> Iterable[Legs]:
        """Where two ranks do not fit, three, one, or closed up may. [B4]"""
        yield (("place", to.x, to.y, to.facing),)
        for files, pitch in layouts(self.unit):
            yield (("place", to.x, to.y, to.facing, files, pitch),)

    def ideas(self) -> Iterable[Legs]:
        return sallies(self)

    def plain(self) -> Iterator[Legs]:
        """Every idea that is legal, and no longer search."""
        return super().candidates()

    def candidates(self) -> Iterator[Legs]:
        """Every idea that is legal; where nothing but staying is, the first place that a longer search finds."""
        out = False
        for legs in self.plain():
            out = out or bool(legs)
            yield legs
        if not out and (found := _way_out(self.state, self.unit.id)):
            yield found

    def sample(self, rng: Rng) -> Legs:
        """Any of the plain candidates: nobody who does something at random looks for long."""
        found = list(self.plain())
        return found[rng.randint(0, len(found) - 1)]

    def staying(self) -> Shown:
        return staying(self.unit)

    def show(self, done: Outside) -> Shown:
        return Shown(
            end=(*done.spot, done.facing, ""),
            body=hull(done.places),
            spots=tuple((x, y, self.unit.radius) for x, y in done.places),
            steps=(("inside a building", TERRAIN["building"].foot.modifier, "34"),),
            cost=max(point_gaps(done.places, self.house.poly)),
            allowance=self.reach,
            difficult=False,
        )


@kept
def _way_out(state: State, unit: int) -> Legs:
    """A place outside where none of the usual ones is free: along the walls first, then seeded tries. [G2a, B4]"""
    garrison = state.units[unit]
    mover = Sally(state, garrison)
    beside_walls = next(filter(mover.legal, _along_walls(state, mover)), None)
    if beside_walls is not None:
        return beside_walls
    shapes = tuple(layouts(garrison))
    around = grown(bounds(mover.house.poly), mover.reach)

    def drawn(rng: Seeded) -> Legs:
        x, y, facing = random_poses(around)(rng)
        files, pitch = shapes[rng.randint(0, len(shapes) - 1)]
        return (("place", x, y, facing, files, pitch),)

    return first_of(LAST_TRIES, around, drawn, mover.legal) or ()


def _along_walls(state: State, mover: Sally) -> Iterator[Legs]:
    """The same along every wall of its house."""
    for side in sides_of(mover.house.poly):
        yield from _along_wall(state, mover, side)


def _along_wall(state: State, mover: Sally, side: Segment) -> Iterator[Legs]:
    """Every layout slid along a wall of its house, at every distance: the room left by who stands there. [B4, B8]"""
    unit, reach, (start, end) = mover.unit, mover.reach, side
    others = near(state, grown(bounds(mover.house.poly), reach + unit.radius), KEEP)
    along = heading(start, end)
    out = norm(along - 900)
    beside = Beside(along, [(body_of(other).circles, kept_from(unit, other)) for other in others])
    for facing, (files, pitch) in product((out, along), tuple(layouts(unit))):
        drawn = layout(unit, start, files, pitch, facing, False)
        gaps = [rotate(x - start[0], y - start[1], norm(-out))[1] for x, y in drawn]
        for off in range(unit.radius - min(gaps), reach - max(gaps) + 1, WALL_STEP):
            foot = ahead(*start, out, off)
            there = shifted(drawn, foot[0] - start[0], foot[1] - start[1])
            closed = beside.closed([(x, y, unit.radius) for x, y in there])
            for at in clear(closed, -reach, length(start, end) + reach, WALL_STEP):
                yield (("place", *ahead(*foot, along, at), facing, files, pitch),)
