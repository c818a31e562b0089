"""Where attackers end. [R-57]"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, takewhile

from grognard.geometry.crowds import close_in, near_boxes
from grognard.geometry.formations import central
from grognard.geometry.gaps import any_nearer, length
from grognard.geometry.points import Bounds, bounds, disjoint, farther, in_bounds, square
from grognard.tabletop.straight import (
    Disc,
    Ring,
    along,
    as_far_as,
    deepest,
    overlaps,
    past_rings,
    stands_in,
    swept,
)

from ..state import Point, State, Unit
from .bodies import KEEP, bounds_of, cohesive, reference, rings, together
from .ground import (
    DEAREST,
    ROUNDED,
    Barrier,
    astride,
    barriers_met,
    is_open,
    layout,
    on_table,
    price,
    runs_into,
    shut,
)
from .lanes import ring_of
from .paths import Way
from .values import light_footed
from .walkable import Walkers

BACK, SURELY = 10, 4
"""How finely a model slides back along its way until it stands clear, and more than that is rounded by."""
RING, RINGS, FARTHEST = 50, 14, 59
"""How wide a ring is in which room is looked for; how many of them beside the place wanted, and at the worst."""


class Room:
    """Looks for clear places for the models of one unit, one after another."""

    def __init__(
        self, state: State, unit: Unit, target: int | None, stops: list[Barrier], touch: bool = True
    ):
        self.state, self.unit, self.stops, self.radius = state, unit, stops, unit.radius
        self.crowds: list[Ring] = []
        self.solid: list[Ring] = []
        """Those who are not passed: enemies, and friends where one of both is in Close Order. [R-43, R-56]"""
        for other in state.on_table():
            if other.id == unit.id or other.inside is not None:
                continue
            third = other.side != unit.side and not (touch and other.id == target)
            limit = unit.radius + other.radius + (KEEP if third else 0)
            found = ring_of(other, limit)
            self.crowds.append(found)
            if other.side != unit.side or other.close_order or unit.close_order:
                self.solid.append(found)
        self.walls = [
            state.field.terrain[u.inside].poly
            for u in state.on_table(1 - unit.side)
            if u.inside is not None and not (touch and u.id == target)
        ]
        self.placed: list[Disc] = []
        self.full: list[Disc] = []
        """Where no more centre may be, for those who are placed."""

    def take(self, spot: Point) -> None:
        """Somebody stands here now."""
        self.placed.append((*spot, self.radius))
        self.full.append((*spot, 2 * self.radius))

    def clear(self, spot: Point) -> bool:
        """Whether a base may stand here. [T150]"""
        if not on_table(self.state, spot) or overlaps((spot,), self.radius, self.placed):
            return False
        if stands_in(spot, self.crowds):
            return False
        if shut(self.state, self.unit, (spot, spot)) or astride(self.state, spot, self.radius):
            return False
        return not self.walls or not any_nearer((spot,), self.walls, self.radius + KEEP)

    def depth(self, spot: Point) -> int:
        """How deep a base would stand in one it would stand in; 0 if it stands in none."""
        near = [disc for box, discs in self.crowds if in_bounds(box, spot) for disc in discs]
        return deepest((spot,), [*self.full, *near])

    def settle(
        self, spot: Point, heart: Point, most: int = 0, reached: Callable[[Point], bool] | None = None
    ) -> Point | None:
        """The nearest clear place to a spot in cohesion with the heart, on its side of any Obstacle. [R-57]"""
        most = most or together(self.unit.radius)
        for place in chain((spot,), rings(spot, RING, RINGS), rings(heart, RING, RINGS)):
            stands = square(place, heart) <= most and self.clear(place) and self.same_side(place, heart)
            if stands and (reached is None or reached(place)):
                return place
        return None

    def anywhere(self, spot: Point) -> Point:
        """A clear place as near as there is one, cohesion or not: hemmed in on all sides."""
        places = rings(spot, RING, FARTHEST)
        return next((each for each in places if self.clear(each) and self.same_side(each, spot)), spot)

    def same_side(self, place: Point, heart: Point) -> bool:
        """Whether no Obstacle that stops it lies between."""
        return not any(barrier.between(heart, place) for barrier in self.stops)


def advance(
    state: State, unit: Unit, target: Unit, way: Way, limit: int, touch: bool = True
) -> tuple[Point, ...]:
    """Where every model of an attacker ends: one in contact, the others shifted alike as far as they can. [T015, R-57]"""
    most = together(unit.radius)
    first = _led(state, unit, target, way, limit, touch, most)
    if unit.leader is not None or cohesive(first, first[central(first)], unit.radius):
        return first
    # Who is in the middle at the end is another than at the start: closer round the first, all are together.
    closer = (
        _led(state, unit, target, way, limit, touch, most * part * part // 64, on_foot)
        for on_foot in (True, False)
        for part in (7, 6, 5, 4)
    )
    whole = (models for models in closer if cohesive(models, models[central(models)], unit.radius))
    return next(whole, first)


def _led(
    state: State,
    unit: Unit,
    target: Unit,
    way: Way,
    limit: int,
    touch: bool,
    most: int,
    on_foot: bool = True,
) -> tuple[Point, ...]:
    """Where they end if the model that leads them before the attack does, and the others keep within a distance of it; `on_foot` says
    that those who are put in cohesion are put where they could have gone.
    """
    start, end = unit.models[way.model], way.points[-1]
    shift = end[0] - start[0], end[1] - start[1]
    stops = barriers_met(state, unit)
    stops += [b for b in layout(state).barriers if b.name == way.across and b not in stops]
    room = Room(state, unit, target.id, stops, touch)
    places: dict[int, Point] = {way.model: end}
    room.take(end)
    at = reference(unit)
    order = sorted(
        (i for i in range(unit.count) if i != way.model),
        key=lambda i: (i != at, square(unit.models[i], start), i),
    )
    easily = Easily(state, unit, shift, limit, room, most)
    walkers = Walkers(state, unit, limit, stops)
    while order:
        spots, spot = easily.placed(order, end if order[0] == at else places[at], at)
        for i, place in zip(order, spots):
            places[i] = place
            room.take(place)
        order = order[len(spots) :]
        if not order:
            break
        i = order.pop(0)
        anchor = end if i == at else places[at]
        spot = spot or _shifted(state, unit, unit.models[i], shift, limit, stops, room)
        if square(spot, anchor) > most or not room.clear(spot):
            spot = _settled(room, walkers if on_foot else None, i, spot, anchor, most)
        places[i] = spot
        room.take(spot)
    return tuple([places[i] for i in range(unit.count)])


def _settled(room: Room, walkers: Walkers | None, model: int, spot: Point, anchor: Point, most: int) -> Point:
    """Where a model ends whose shift leads nowhere: in cohesion, where it can walk to if there is such a place. [R-57]"""

    def reached(place: Point) -> bool:
        return walkers is None or walkers.gets(model, place)

    found = room.settle(spot, anchor, most, reached) or room.settle(spot, anchor, reached=reached)
    if found is None and walkers is not None:
        found = room.settle(spot, anchor, most) or room.settle(spot, anchor)
    return room.anywhere(room.unit.models[model]) if found is None else found


class Easily:
    """Places models that go the same way over open ground, several at once, until one needs a closer look."""

    def __init__(self, state: State, unit: Unit, shift: Point, limit: int, room: Room, most: int):
        self.state, self.unit, self.shift, self.limit = state, unit, shift, limit
        self.room, self.most, self.far = room, most, length((0, 0), shift)
        self.walls = [bounds(wall) for wall in room.walls]
        around = swept(bounds_of(unit), *shift)
        self.plain = self._open(around)
        self.enemies, self.crowds = _discs_at(room.solid, around), _discs_at(room.crowds, around)
        self.table = 0, 0, state.field.width, state.field.height

    def placed(self, order: list[int], anchor: Point, heart: int) -> tuple[list[Point], Point | None]:
        """Where the first of some models end, as many as go easily, and where the next one came to, if that is known. [R-57]"""
        starts = [self.unit.models[i] for i in order]
        if not self.plain:
            starts = list(takewhile(self._goes_plainly, starts))
        if not starts:
            return [], None
        return close_in(
            starts,
            self.shift,
            self.limit,
            self.enemies,
            self.crowds,
            self.room.full,
            2 * self.unit.radius,
            self.table,
            0 if order[0] == heart else -1,
            anchor,
            self.most,
            BACK,
            SURELY,
        )

    def _goes_plainly(self, model: Point) -> bool:
        """The same of one model."""
        return self._open(bounds((model, (model[0] + self.shift[0], model[1] + self.shift[1]))))

    def _open(self, around: Bounds) -> bool:
        """Whether nothing but bases is in the way there."""
        return _plain(self.state, self.unit, around, self.far, self.limit) and not near_boxes(
            self.walls, around, self.unit.radius + KEEP
        )


def _discs_at(rings: list[Ring], around: Bounds) -> list[Disc]:
    """The discs of rings that reach into a rectangle."""
    return [disc for box, discs in rings if not disjoint(box, around) for disc in discs]


def _shifted(
    state: State, unit: Unit, model: Point, shift: Point, limit: int, stops: list[Barrier], room: Room
) -> Point:
    """One model's own shift, cut short by allowance, ground, Obstacles and bases. [R-57]"""
    goal = model[0] + shift[0], model[1] + shift[1]
    far = length(model, goal)
    far = past_rings(model, goal, far, room.solid)
    if far > limit or not _plain(state, unit, bounds((model, goal)), far, limit):
        far = _cut(state, unit, model, goal, far, limit, stops)
    while far > 0:
        spot = along(model, goal, far)
        if room.clear(spot):
            return spot
        # Who stands so deep in another base does so still a little less far back.
        far -= max(BACK, (room.depth(spot) - SURELY) // BACK * BACK)
    return model


def _plain(state: State, unit: Unit, around: Bounds, far: int, limit: int) -> bool:
    """Whether a leg of such a length in a rectangle is cut short by nothing solid, no Obstacle and no Difficult ground."""
    slow = DEAREST * far + ROUNDED > limit and not light_footed(unit)
    if slow and not layout(state).difficult.clear_of(around):
        return False
    return is_open(state, around, unit.radius)


def _cut(
    state: State, unit: Unit, model: Point, goal: Point, far: int, limit: int, stops: list[Barrier]
) -> int:
    """How far a model gets within its allowance, ground and Obstacles."""

    around = bounds((model, goal))
    slow = DEAREST * far + ROUNDED > limit
    solid = near_boxes(layout(state).blocks.bounds, around, unit.radius)
    near = [stop for stop in stops if not farther(stop.around, around, unit.radius)]

    def good(distance: int) -> bool:
        leg = model, along(model, goal, distance)
        return (
            (not slow or price(state, unit, *leg) <= limit)
            and (not solid or not shut(state, unit, leg))
            and (not near or runs_into(near, leg, unit.radius) is None)
        )

    return as_far_as(good, far)
