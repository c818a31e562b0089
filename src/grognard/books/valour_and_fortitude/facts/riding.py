"""Leaders set down: in their moves, out of features, after being moved over. [79, 98, 176]

A leader is set down with one leg ("place", x, y).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import Any

from grognard.engine.flow import replace
from grognard.engine.memo import lazily
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead
from grognard.geometry.contact import TOUCH
from grognard.geometry.crowds import free_spots
from grognard.geometry.gaps import first_nearer_than, first_within, length, point_within
from grognard.geometry.points import Crowd, Point, Poly, bounds_of_all
from grognard.geometry.reach import fan
from grognard.geometry.shapes import centre, first_overlap, upright
from grognard.tabletop.bodies import apart
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, amounts
from grognard.tabletop.placing import outwards, rings, zones

from ..state import Leader, State
from ..tables.moving import DISTANCES
from .bodies import LEADER, host, leader_box
from .ground import defendable_under, feature, impassable_under, land_of, off_table
from .layout import crowd_of, shapes
from .placing import EXIT_NEAR, KEEP, outline

HALF = LEADER // 2
LEADER_KEEP = 600
ANYWHERE = (0, 0), 1 << 22
NOBODY = Crowd(), 0, True
SLACKS = TOUCH, 0, TOUCH, 0
"""How far a leader may press into units, impassable ground, features, and other leaders: rounding, or not at all."""
PUT_NEAR = 600
"""How near his unit a leader is put that was moved over. [79]"""


class LeaderPlacer(Manoeuvre[Point]):
    """A leader is set down within so far of a place, and clear of enemies. [79, 98]"""

    def __init__(
        self, state: State, leader: Leader, cite: str, near: tuple[Poly, ...], limit: int = 0, keep: int = 0
    ):
        self.state, self.leader, self.near = state, leader, near
        self.limit, self.keep, self.cite = limit, keep, cite

    def work_out(self, legs: Legs) -> Point | Refusal:
        spot = amounts(legs, "place", 2)
        if spot is None:
            return Refusal(self.cite, "a leader is set down at a spot")
        return spot[0], spot[1]

    def judge(self, done: Point) -> Refusal | None:
        """Why he may not stand there."""
        base = _base(*done)
        if off_table(self.state, base):
            return Refusal("75", "he would stand off the table")
        if not self._near(base):
            return Refusal(self.cite, f"that is more than {self.limit / 100:g}″ away")
        if self.keep and self._near_enemy(base):
            return Refusal(self.cite, f"that is less than {self.keep / 100:g}″ from an enemy")
        if impassable_under(self.state, base) is not None or defendable_under(self.state, base) is not None:
            return Refusal("164", "he cannot stand there")
        if first_overlap(base, host(self.state).shapes, TOUCH) is not None:
            return Refusal("B81", "he would stand on a unit")
        return None

    def allows(self, done: Point) -> bool:
        x, y = done
        if not (HALF <= x <= self.state.field.width - HALF and HALF <= y <= self.state.field.height - HALF):
            return False
        base = _base(*done)
        return (
            self._near(base)
            and not (self.keep and self._near_enemy(base))
            and first_overlap(base, self._everybody, TOUCH) is None
            and impassable_under(self.state, base) is None
            and defendable_under(self.state, base) is None
        )

    def candidates(self) -> Iterator[Legs]:
        """Every spot worth trying where he may stand, many judged at once."""
        return ((("place", *spot),) for spots in self._groups() for spot in self._free(spots))

    def _free(self, spots: list[Point]) -> list[Point]:
        """Those of some spots that are allowed: what `allows` says of each."""
        near = (self.near[0][0], self.limit) if self.cite == "98" else ANYWHERE
        found = with_room(self.state, spots, near, (self._enemies, self.keep, self.cite != "176"))
        return found if self.cite == "98" else [spot for spot in found if self._near(_base(*spot))]

    @lazily
    def _everybody(self) -> Crowd:
        return host(self.state).shapes

    @lazily
    def _enemies(self) -> Crowd:
        return crowd_of(self.state, 1 - self.leader.side)

    def _near(self, base: Poly) -> bool:
        """From place to place, wholly near the feature he leaves, or with some part near his unit. [79, 98, 176]"""
        if self.cite in ("176", "44a"):
            return all(any(point_within(c, part, self.limit) for part in self.near) for c in base)
        if self.cite == "98":
            return point_within(centre(base), self.near[0], self.limit)
        return first_within(base, self.near, self.limit) is not None

    def _near_enemy(self, base: Poly) -> bool:
        """More than 6 away in his move, at least 3 when he leaves a feature. [98, 176]"""
        near = first_nearer_than if self.cite == "176" else first_within
        return near(base, self._enemies, self.keep) is not None

    def region(self) -> tuple[Point, ...]:
        """A circle round where he stands, or a box round where he may be set down."""
        if self.cite == "98":
            return fan(self.leader.x, self.leader.y, lambda _: self.limit, None, 100)
        return outline(bounds_of_all(self.near), self.limit)

    def plan(self, pose: Any) -> Legs | Refusal:
        """A leader faces nowhere: his place alone will do."""
        spot = isinstance(pose, list | tuple) and len(pose) == 2
        return super().plan((*pose, 0) if spot else pose)

    def ways(self, to: Wish) -> Iterator[Legs]:
        """Setting down is direct."""
        yield (("place", to.x, to.y),)

    def ideas(self) -> Iterator[Legs]:
        return ((("place", *spot),) for spot in self._spots())

    def _spots(self) -> Iterator[Point]:
        """Behind his units, and round about; no more are worked out than somebody looks at."""
        return chain.from_iterable(self._groups())

    def _groups(self) -> Iterator[list[Point]]:
        units = [u for u in self.state.of_side(self.leader.side) if self.leader.brigade in (-1, u.brigade)]
        if units:
            yield [(sum(u.x for u in units) // len(units), sum(u.y for u in units) // len(units))]
        yield [ahead(u.x, u.y, u.facing + 1800, 500) for u in units if u.in_open]
        west, south, east, north = bounds_of_all(self.near)
        middle = (west + east) // 2, (south + north) // 2
        reach = self.limit + (east - west) // 2
        inner = [reach * part // 4 for part in (1, 2, 3)]
        yield [*rings(middle, inner, 300), *rings(middle, (reach,), 150)]
        if self.limit == EXIT_NEAR:
            # In a crowd he may have to squeeze in: every inch is looked at, so that he finds what room there is.
            xs = range(west - self.limit, east + self.limit + 1, 100)
            ys = range(south - self.limit, north + self.limit + 1, 100)
            yield list(product(xs, ys))
        near = beside(self.state, self.leader, middle)
        yield [(near.x, near.y)]

    def show(self, done: Point) -> Shown:
        """Where he would stand."""
        gone = length((self.leader.x, self.leader.y), done)
        return Shown(
            end=(*done, 0, ""),
            body=_base(*done),
            steps=(),
            cost=gone if self.cite == "98" else 0,
            allowance=self.limit,
        )


def mover_for_leader(state: State, leader: Leader) -> LeaderPlacer:
    """Where a leader may go in his move: 36 from where he was; out of a feature within 6 of it. [98, 176]"""
    if leader.in_feature:
        return LeaderPlacer(state, leader, "176", feature(state, leader.inside).parts, EXIT_NEAR, KEEP)
    return LeaderPlacer(state, leader, "98", (((leader.x, leader.y),),), DISTANCES["leader"], LEADER_KEEP)


def displaced(state: State, leader: Leader) -> LeaderPlacer:
    """Where a leader that was moved over is put: within 6 of the nearest unit of his side, anywhere if he has none. [79]"""
    base = leader_box(leader)
    friends = state.of_side(leader.side)
    if not friends:
        return LeaderPlacer(state, leader, "79", (base,), state.field.width + state.field.height)
    nearest = min(friends, key=lambda u: (apart((base,), shapes(state, u)), u.id))
    return LeaderPlacer(state, leader, "79", shapes(state, nearest), PUT_NEAR)


def poster(state: State, leader: Leader) -> LeaderPlacer:
    """Where a leader may be set up before the battle: wholly in his side's zone. [44a]"""
    own = zones(tuple([zone.poly for zone in state.field.zones if zone.side == leader.side])).shapes
    return LeaderPlacer(state, leader, "44a", own or (((leader.x, leader.y),),))


def beside(state: State, leader: Leader, spot: Point, facing: int = 0) -> Leader:
    """A leader as near a spot as there is room for him: off units, leaders, features and the table's edge. [B81]"""
    others = Crowd(leader_box(x) for x in state.leaders if x.id != leader.id and x.in_open)
    for spots in outwards(spot, facing + 1800, range(0, 4800, 50), 300):
        found = with_room(state, spots, others=others)
        if found:
            x, y = found[0]
            return replace(leader, x=x, y=y)
    return replace(leader, x=spot[0], y=spot[1])


def with_room(
    state: State,
    spots: list[Point],
    near: tuple[Point, int] = ANYWHERE,
    foes: tuple[Crowd, int, bool] = NOBODY,
    others: Crowd = NOBODY[0],
) -> list[Point]:
    """Those of some spots where a leader finds room: on the table, off units, others, and ground nobody enters. [75, 164, B81]

    At most so far from a place, and so far from foes; exactly so far only where the third is false.
    """
    ground, field = land_of(state), state.field
    taken = host(state).shapes, ground.impassable, ground.defendable, others
    table, (enemies, keep, edge) = (0, 0, field.width, field.height), foes
    room = free_spots(spots, HALF, table, *near, enemies, keep, edge, taken, SLACKS)
    found = [spots[at] for at in room]
    # High walls are lines: they are asked about one by one.
    return (
        found
        if not ground.high
        else [(x, y) for x, y in found if impassable_under(state, _base(x, y)) is None]
    )


def _base(x: int, y: int) -> Poly:
    return upright(x - HALF, y - HALF, x + HALF, y + HALF)
