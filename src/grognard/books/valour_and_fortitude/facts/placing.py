"""Units set down without a path: deployment, leaving a feature, arriving. [44a, 149, 176]

A unit is set down with one leg ("place", x, y, facing, order, files, and how loosely if it is not the usual way).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from grognard.engine.dice import Rng
from grognard.engine.flow import replace
from grognard.engine.memo import lazily
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead, heading
from grognard.geometry.contact import TOUCH
from grognard.geometry.points import Bounds, Crowd, Point, Poly, bounds, bounds_of_all, disjoint
from grognard.geometry.shapes import first_overlap, hull
from grognard.tabletop.bodies import any_nearer, any_within, corners_of, first_astray, hulls_from
from grognard.tabletop.ideas import any_of, middle_of
from grognard.tabletop.land import over_edge, pieces_of
from grognard.tabletop.last_resort import round_about
from grognard.tabletop.manoeuvre import Legs, Shown, Wish
from grognard.tabletop.placing import SetDown, Zones, column_by_column, zones

from ..state import State, Unit
from ..words import Form, Order, Special
from .bodies import (
    FOOT_BASE,
    Shape,
    Stand,
    drawn_up,
    form_of,
    shape_of,
    shaped,
    side_host,
    size_of,
    stand,
    stand_at,
)
from .command import move_distance
from .contact import in_contact
from .forming import (
    Drawing,
    files_of,
    form_name,
    form_names,
    formations,
    named_form,
    sensible_files,
    shape_refusal,
)
from .ground import closed_under, defendable_under, feature, impassable_under, land_of, occupant, path_cost
from .layout import shapes
from .squeezing import Clearing, beside, shadow, squeezed, those_in
from .strides import figure_places

EXIT_NEAR = 600
KEEP = 300
ENTRY_SHOWN = 1200
"""How far round an arrival point a table shows."""


def outline(around: Bounds, far: int = 0) -> tuple[Point, ...]:
    """A box and so much round it, as a polygon."""
    west, south, east, north = around
    return (
        (west - far, north + far),
        (east + far, north + far),
        (east + far, south - far),
        (west - far, south - far),
    )


class Placer(SetDown[Stand]):
    """Sets one unit down: what every way of doing so shares."""

    cite, tries, least, most = "17", 10, 2, 5

    def __init__(self, state: State, unit: Unit):
        self.state, self.unit = state, unit

    def put(self, x: int, y: int, facing: int, *more: Any) -> Stand | Refusal:
        """Where the unit would stand, or why it cannot stand so."""
        order, files, *spread = more
        if not all(isinstance(part, int) for part in (files, *spread)) or order not in list(Order):
            return self.no_place()
        reason = shape_refusal(self.unit, Order(order), files, tuple(spread))
        if reason is not None:
            return reason
        files = files_of(self.unit, Order(order), files)
        shape = shaped(self.unit, Order(order), files, tuple(spread))
        return stand_at(shape, x, y, facing)

    def set_down(self, legs: Legs) -> Unit:
        """The unit as set down."""
        at = self.work_out(legs)
        assert isinstance(at, Stand)
        return replace(drawn_up(self.unit, at), inside=-1)

    def judge(self, done: Stand) -> Refusal | None:
        """Why it may not stand there."""
        return self._place(done) or self.own(done)

    def own(self, at: Stand) -> Refusal | None:
        """What this way of setting down asks besides."""
        return None

    def _place(self, at: Stand) -> Refusal | None:
        friends, enemies = self._friends, side_host(self.state, 1 - self.unit.side)
        if over_edge(self.state.field, at.around):
            return Refusal("75", "it would stand off the table")
        if any_within(at.rims, friends, TOUCH):
            return Refusal("74", "it would touch a friend")
        if any_nearer(at.rims, enemies.shapes, KEEP):
            return Refusal("77", "it would stand less than 3″ from an enemy")
        closed = closed_under(self.state, at.rims)
        if closed is None:
            return self._held(at)
        if closed.inside < 0:
            return Refusal("164", "the ground is impassable")
        return Refusal("168", "it would stand in a feature, into which one gets only by occupying it")

    @lazily
    def _friends(self) -> Crowd:
        return side_host(self.state, self.unit.side).pick(lambda u: u.id != self.unit.id).shapes

    def _held(self, at: Stand) -> Refusal | None:
        for number, area in land_of(self.state).features.items():
            held = occupant(self.state, number)
            if held is None or self.state.units[held].side == self.unit.side:
                continue
            if any_within(at.rims, area.parts, TOUCH):
                return Refusal("177", f"it would touch {area.name}, and only an assault does")
        return None

    def region(self) -> tuple[Point, ...]:
        """Where to look."""
        raise NotImplementedError

    def places(self) -> Iterator[tuple[int, int, int]]:
        """Places and facings worth trying."""
        raise NotImplementedError

    def forms(self) -> list[tuple[Order, int]]:
        """Formations worth trying."""
        return list(dict.fromkeys(((self.unit.order, self.unit.files), *sensible_files(self.unit))))

    def ideas(self) -> Iterator[Legs]:
        """Every place worth trying, in every formation worth trying."""
        forms = self.forms()
        for x, y, facing in self.places():
            for order, files in forms:
                yield (("place", x, y, facing % 3600, order.value, files),)

    def ways(self, to: Wish) -> Iterator[Legs]:
        """Setting down is direct."""
        unit = self.unit
        present = Drawing(unit.order, unit.files, unit.spread)
        order, files, spread = (named_form(unit, to.order) if to.order else None) or present
        yield (("place", to.x, to.y, to.facing, order.value, files, *spread),)

    def orders(self) -> tuple[str, ...]:
        """The formations it may be set down in, the present one first."""
        return form_names(self.unit, shape_of(self.unit))

    @lazily
    def _choices(self) -> tuple[list[tuple[int, int, int]], list[tuple[Order, int]]]:
        return list(self.places()), self.forms()

    def whim(self, rng: Rng, attempt: int) -> Legs:
        """Some place in some formation."""
        places, forms = self._choices
        x, y, facing = any_of(places, rng)
        order, files = any_of(forms, rng)
        return (("place", x, y, facing % 3600, order.value, files),)

    # --- where there is no usual place ---

    def last_resort(self) -> Iterable[Legs]:
        """One place in the crowd, if there is any. [152, 176]"""
        leg = squeezed(self)
        return () if leg is None else ((leg,),)

    @property
    def origin(self) -> Point | None:
        """The point it comes from, if it comes by a path."""
        return None

    @property
    def middle(self) -> Point:
        """The middle of the ground looked at."""
        return middle_of(self.room())

    def room(self) -> Bounds:
        """The ground where its middle may come to be."""
        return bounds(self.region())

    def may_form(self, shape: Shape) -> bool:
        """Whether it may be set down drawn up so."""
        return True

    def around(self) -> Bounds:
        """The ground on which whoever stands there matters."""
        west, south, east, north = self.room()
        far = KEEP + max(size_of(shape_of(self.unit)))
        return west - far, south - far, east + far, north + far

    def shapes_near(self) -> list[Poly]:
        """Everything near that may bar a place, the ground included."""
        land, state = land_of(self.state), self.state
        enemies = side_host(state, 1 - self.unit.side).shapes
        every = (*self._friends, *enemies, *land.impassable, *land.defendable, *pieces_of(land.high))
        return those_in(every, self.around())

    def neighbourhood(self) -> tuple[Any, ...]:
        """All that the answer to a search depends on besides the battlefield: who it is, and who stands near."""
        unit, state, ground = self.unit, self.state, self.around()
        near = [
            (stand(u), u.side, self.passes(u)) if u.in_open else (u.inside, u.side)
            for u in state.units
            if u.on_table and u.id != unit.id and (u.in_feature or not disjoint(stand(u).around, ground))
        ]
        who = type(self).__name__, state.options, unit.profile, unit.figures, unit.side, unit.inside
        return *who, unit.veteran, *near

    def passes(self, friend: Unit) -> bool:
        """Whether it may come past a friend's place."""
        return True

    def clearing(self) -> Clearing:
        """What it must keep clear of wherever it is set down. [74, 75, 77, 164, 168]"""
        land, state, ground = land_of(self.state), self.state, self.around()
        closed = those_in((*land.impassable, *land.defendable, *pieces_of(land.high)), ground)
        enemies = those_in(side_host(state, 1 - self.unit.side).shapes, ground)
        field = outline((0, 0, state.field.width, state.field.height))
        return Clearing(
            (*beside(those_in(self._friends, ground)), *closed),
            tuple([(enemy, KEEP) for enemy in enemies]),
            (field,),
            (field,),
        )

    def show(self, done: Stand) -> Shown:
        """Where it would stand."""
        end = (done.x, done.y, done.facing, form_name(done.shape))
        return Shown(end=end, body=done.body, steps=(), cost=0, allowance=0)


class Deployer(Placer):
    """Deployment: wholly in one's own zone. [44a]"""

    cite = "44a"

    def _zones(self) -> Zones:
        return zones(tuple([z.poly for z in self.state.field.zones if z.side == self.unit.side]))

    def own(self, at: Stand) -> Refusal | None:
        if self._zones().hold(corners_of(at.rims)):
            return None
        return Refusal("44a", "it would not be wholly in its zone")

    def region(self) -> tuple[Point, ...]:
        """All its zones; where it stands, if its side has none."""
        return outline(bounds_of_all(self._zones().shapes or stand(self.unit).rims))

    def places(self) -> Iterator[tuple[int, int, int]]:
        """As it stands, then all over the zones."""
        yield self.unit.x, self.unit.y, self.unit.facing
        for around in self._zones().boxes:
            for x, y in column_by_column(around, 600, 400, margin=300):
                yield x, y, self.unit.facing


class Leaver(Placer):
    """Leaving a feature: wholly within 6 of it, in any formation. [176]"""

    cite = "176"

    def own(self, at: Stand) -> Refusal | None:
        parts = feature(self.state, self.unit.inside).parts
        if first_astray(corners_of(at.rims), parts, EXIT_NEAR) is not None:
            return Refusal("176", "it would be more than 6″ from the feature")
        # Enemies inside another feature are as near as that feature. [174]
        if any_nearer(at.rims, [s for u in self._inside() for s in shapes(self.state, u)], KEEP):
            return Refusal("176", "it would be less than 3″ from an enemy")
        return None

    def _inside(self) -> list[Unit]:
        return [u for u in self.state.of_side(1 - self.unit.side) if u.in_feature]

    def clearing(self) -> Clearing:
        """The same, near the feature, and away from enemies in others. [174, 176]"""
        blocks, kept, outlines, _ = super().clearing()
        parts = feature(self.state, self.unit.inside).parts
        inside = [(shape, KEEP) for u in self._inside() for shape in shapes(self.state, u)]
        near = tuple([round_about(part, EXIT_NEAR) for part in parts])
        return Clearing(blocks, (*kept, *inside), (*outlines, *near), near)

    def region(self) -> tuple[Point, ...]:
        """All round the feature."""
        return outline(feature(self.state, self.unit.inside).around, EXIT_NEAR)

    def places(self) -> Iterator[tuple[int, int, int]]:
        """Round the feature, facing outward."""
        west, south, east, north = around = feature(self.state, self.unit.inside).around
        middle = middle_of(around)
        for off in (220, 330, 430):
            for x, y in column_by_column((west - off, south - off, east + off, north + off), 250, 250):
                out = heading(middle, (x, y))
                yield x, y, (out + 450) // 900 * 900


def first_exit(state: State, unit: Unit) -> Legs | None:
    """Some place for an occupant outside, or None. What was found for such a unit there before is looked at first. [176]"""
    leaver = Leaver(state, unit)
    # With the battlefield: all that says which places and formations are worth trying.
    exits: dict[Any, Legs] = state.field.__dict__.setdefault("exits", {})
    key = unit.inside, unit.profile, unit.figures, unit.order, unit.files, unit.veteran
    if key in exits and leaver.legal(exits[key]):
        return exits[key]
    found = next(iter(leaver.candidates()), None)
    if found is not None:
        exits[key] = found
    return found


def can_leave(state: State, unit: Unit) -> bool:
    """Whether there is room for an occupant outside. [176]"""
    return first_exit(state, unit) is not None


class Entrant(Placer):
    """Arriving: every figure's path starts at the arrival point; march column unless a detachment. [149–151, B80]"""

    cite = "150"

    @property
    def entry(self) -> Point:
        """Where it comes on."""
        return self.state.brigades[self.unit.brigade].entry

    def own(self, at: Stand) -> Refusal | None:
        if form_of(at.shape) is not Form.MARCH and not self.unit.profile.detachment:
            return Refusal("150", "it would not be in march column, in which reinforcements arrive")
        fresh = drawn_up(self.unit, at)
        limit = move_distance(self.state, fresh).total
        if any(self._cost(fresh, place) > limit for place in figure_places(at)):
            return Refusal("76", f"it may come on by {limit / 100:g}″, and that is farther")
        return self._way(hull((self.entry, *at.body))) and self._ways(at)

    def last_resort(self) -> Iterable[Legs]:
        """One place in the crowd, if there is any; none while the arrival point itself is closed. [152]"""
        return () if self._way((self.entry,)) is not None else super().last_resort()

    @property
    def origin(self) -> Point | None:
        """The arrival point."""
        return self.entry

    def room(self) -> Bounds:
        """As far round the arrival point as it may come."""
        (x, y), far = self.entry, self._farthest
        width, height = self.state.field.width, self.state.field.height
        return max(0, x - far), max(0, y - far), min(width, x + far), min(height, y + far)

    @lazily
    def _farthest(self) -> int:
        """How far it comes on at most; in column on a road twice as far. [76, 163]"""
        limits = [
            move_distance(self.state, replace(self.unit, order=order, files=files)).total
            for order, files in self.forms()
        ]
        return max(limits, default=0) * (2 if land_of(self.state).roads else 1)

    def may_form(self, shape: Shape) -> bool:
        """March column, unless it is a detachment. [150, 151]"""
        return self.unit.profile.detachment or form_of(shape) is Form.MARCH

    def neighbourhood(self) -> tuple[Any, ...]:
        """The same, with where it comes on and how far."""
        return (*super().neighbourhood(), self.entry, self._farthest)

    def passes(self, friend: Unit) -> bool:
        """Friends of its brigade that touch no enemy. [73, 98b]"""
        return friend.side == self.unit.side and not self._is_solid(friend)

    def clearing(self) -> Clearing:
        """What it must not stand on or behind, seen from where it comes. [73, 77, 98b, 164, 168]"""
        blocks, kept, outlines, _ = super().clearing()
        land, ground = land_of(self.state), self.around()
        walls = those_in((*land.impassable, *land.defendable, *pieces_of(land.high)), ground)
        solid = (
            *walls,
            *beside(those_in(self.solid, ground)),
            *[round_about(enemy, far) for enemy, far in kept],
        )
        behind = [shadow(self.entry, shape) for shape in solid]
        reach = round_about((self.entry,), self._farthest + 2 * max(FOOT_BASE))
        return Clearing((*blocks, *behind), (), (*outlines, reach), (reach,))

    @lazily
    def solid(self) -> Crowd:
        """Friends that are not passed over: of other brigades, or in contact. [73, 98b]"""
        friends = side_host(self.state, self.unit.side)
        return friends.pick(self._is_solid).shapes

    def _is_solid(self, friend: Unit) -> bool:
        return friend.brigade != self.unit.brigade or in_contact(self.state, friend)

    def _cost(self, unit: Unit, place: Point) -> int:
        """What a figure's straight path from the arrival point costs. [163, 166]"""
        march = form_of(shape_of(unit)) is Form.MARCH
        nimble = unit.has(Special.LIGHT_INFANTRY) and unit.order is Order.OPEN
        return path_cost(self.state, (self.entry, place), march, nimble)

    def _ways(self, at: Stand) -> Refusal | None:
        return next((no for lane in hulls_from(self.entry, at.bases) if (no := self._way(lane))), None)

    def _way(self, lane: Poly) -> Refusal | None:
        """Why nobody can come on over this ground. [77, 98b, 164, 168]"""
        if any_nearer((lane,), side_host(self.state, 1 - self.unit.side).shapes, KEEP):
            return Refusal("77", "it would come less than 3″ from an enemy")
        if first_overlap(lane, self.solid, TOUCH) is not None:
            return Refusal("98b", "a friend who may not be passed over is in the way")
        if impassable_under(self.state, lane) is not None:
            return Refusal("164", "impassable ground is in the way")
        if defendable_under(self.state, lane) is not None:
            return Refusal("168", "a building or wood is in the way")
        return None

    def region(self) -> tuple[Point, ...]:
        """Round the arrival point."""
        return outline((*self.entry, *self.entry), ENTRY_SHOWN)

    def orders(self) -> tuple[str, ...]:
        """March columns; a detachment as it likes."""
        if self.unit.profile.detachment:
            return super().orders()
        return tuple(
            name
            for name, drawing in formations(self.unit).items()
            if form_of(shaped(self.unit, drawing.order, drawing.files)) is Form.MARCH
        )

    def forms(self) -> list[tuple[Order, int]]:
        """March column; a detachment as it likes."""
        every = super().forms()
        if self.unit.profile.detachment:
            return every
        return [
            (order, files) for order, files in every if form_of(shaped(self.unit, order, files)) is Form.MARCH
        ]

    def places(self) -> Iterator[tuple[int, int, int]]:
        """Inward from the arrival point, and to both sides."""
        x, y = self.entry
        middle = self.state.field.width // 2, self.state.field.height // 2
        inward = heading((x, y), middle)
        for far in (900, 700, 500, 350):
            for swing in (0, 200, -200, 400, -400, 600, -600, 750, -750):
                yield *ahead(x, y, inward + swing, far), inward + swing
                square = (inward + swing + 450) // 900 * 900
                yield *ahead(x, y, inward + swing, far), square


def first_arrival(state: State, unit: Unit) -> Legs | None:
    """Some place where a unit may come on, or None. [149, 152]"""
    return next(iter(Entrant(state, unit).candidates()), None)
