"""What a unit sees: arcs, obstacles, and other units within 1 inch of the line. [57–60, B12, B13]"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from grognard.geometry.angles import ahead
from grognard.geometry.arcs import ALL_ROUND, Arc, any_in_arcs, poly_in_arc
from grognard.geometry.contact import TOUCH
from grognard.geometry.crowds import clear_looks
from grognard.geometry.gaps import first_within, length, point_gap2
from grognard.geometry.points import Crowd, Point, Poly, Segment, bounds, disjoint, farther
from grognard.tabletop.bodies import holds_any, nearest_spots, reaching
from grognard.tabletop.land import all_parts, pieces_of
from grognard.tabletop.sight import CLEAR, GROUND, between, corridor, outlook, search, slits

from ..state import State, Unit
from ..words import Arm, Order
from .bodies import Figure, Host, front_count, front_ends, host, owners, stand
from .contact import count
from .ground import (
    Area,
    Ends,
    Hill,
    Screen,
    Wall,
    feature,
    hidden_by_feature,
    hides,
    land_of,
    level_at,
    veils,
)
from .layout import around_of, layout, shapes

NOTHING = Crowd()
NOBODY: frozenset[int] = frozenset()
CORNER = 5
"""So near its end a front edge counts as a corner."""
EVERYBODY = 1 << 10
CLEARLY, UNSURE = 1, -1
"""What `clear_looks` says of who surely sees, and of one of whom it cannot tell."""
FAR = 4000
BLOCKS = 100
"""A line that passes so near another unit is blocked; exactly so near too. [60]"""


class Line(NamedTuple):
    """A line of sight: from where to where, and what blocks it, if anything."""

    start: Point
    end: Point
    blocker: str = ""

    @property
    def clear(self) -> bool:
        """Whether nothing blocks."""
        return not self.blocker


class Lookout(NamedTuple):
    """One look from a unit at another: everything that may be in the way, and nothing that cannot be."""

    state: State
    viewer: Unit
    target: Unit
    crowd: Host
    hills: tuple[Hill, ...]
    high: tuple[Wall, ...]
    features: tuple[Area, ...]
    masks: Crowd
    """Everything of the ground that hides, part by part."""

    def screen(self, base: Poly | None) -> Callable[[Point, Point], Poly | None] | None:
        """What of the ground hides a point, as a shape one may look past; None if none of it could. [59, 168]"""
        if not self.masks:
            return None

        def hidden(eye: Point, aim: Point) -> Poly | None:
            if first_within((eye, aim), self.masks, TOUCH) is None:
                return None
            found = self.ground(eye, aim, base)
            return None if found is None else found.shape

        return hidden

    def ground(self, eye: Point, aim: Point, base: Poly | None) -> Screen | None:
        """The ground that blocks a line."""
        bases = Ends(base, lambda: self.figure_at(aim), around_of(self.state, self.target))
        through = self.state.options.see_through_touched_feature
        return hides(self.hills, self.high, (eye, aim), bases) or hidden_by_feature(
            self.features, (eye, aim), bases, through
        )

    def line(self, eye: Point, aim: Point, hit: int, base: Poly | None) -> Line:
        """A line with who or what blocks it, by name."""
        if hit == CLEAR:
            return Line(eye, aim)
        if hit != GROUND:
            return Line(eye, aim, self.crowd.units[hit].name)
        found = self.ground(eye, aim, base)
        assert found is not None
        return Line(eye, aim, found.name)

    def figure_at(self, aim: Point) -> Poly | None:
        """The figure of the target a line ends at: an obstacle it touches does not hide it. [165]"""
        if self.target.in_feature:
            return None
        theirs = stand(self.target)
        if self.target.arm is Arm.ARTILLERY:
            return min(theirs.bases, key=lambda base: Fraction(*point_gap2(aim, base)))
        # Bases are all alike and in ranks and files: the one with the nearest centre.
        x, y = aim
        far = [(u - x) * (u - x) + (v - y) * (v - y) for u, v in theirs.places]
        return theirs.bases[far.index(min(far))]


def lookout(state: State, viewer: Unit, target: Unit, over: str = "") -> Lookout:
    """Make ready for a look; `over` lets one see over units that are not on a hill. [7, Rockets]"""
    ground = land_of(state)
    here, there = around_of(state, viewer), around_of(state, target)
    around = corridor(here, there)
    everybody, two = host(state), (viewer.id, target.id)
    near = [
        i for i in between(everybody.shapes.bounds, here, there, BLOCKS) if everybody.units[i].id not in two
    ]
    if over:
        near = [i for i in near if not _overlooked(state, viewer, everybody.units[i], over)]
    crowd = everybody.only(near)
    hills = tuple([hill for hill in ground.hills if not disjoint(hill.around, around)])
    high = tuple([wall for wall in ground.high if not disjoint(wall.around, around)])
    within_ = viewer.inside, target.inside
    features = tuple(
        [
            area
            for number, area in ground.features.items()
            if number not in within_ and not disjoint(area.around, around)
        ]
    )
    return Lookout(state, viewer, target, crowd, hills, high, features, _masks(hills, high, features))


def look_between(state: State, eye: Point, aim: Point) -> Line:
    """A line from one point to another: what stands at neither end hides it as it hides units. [59, 60, 168]"""
    if eye == aim:
        return Line(eye, aim)
    ground, line = land_of(state), (eye, aim)
    bases = Ends(None, lambda: None, bounds((aim,)))
    features = tuple([area for area in ground.features.values() if not holds_any(area.parts, line)])
    through = state.options.see_through_touched_feature
    hidden = hides(tuple(ground.hills), tuple(ground.high), line, bases) or hidden_by_feature(
        features, line, bases, through
    )
    if hidden is not None:
        return Line(eye, aim, hidden.name)
    everybody = host(state)
    own = {unit.id for unit, shape in zip(everybody.units, everybody.shapes) if holds_any((shape,), line)}
    others = everybody.pick(lambda unit: unit.id not in own)
    hit = first_within(line, others.shapes, BLOCKS)
    return Line(eye, aim, "" if hit is None else others.units[hit].name)


def _masks(hills: tuple[Hill, ...], high: tuple[Wall, ...], features: tuple[Area, ...]) -> Crowd:
    """Everything of some ground that hides, part by part."""
    found: list[Poly] = [*all_parts(features), *pieces_of(high)]
    found += [part for hill in hills for part in (*hill.levels[0], *hill.crest)]
    return Crowd(found) if found else NOTHING


def _overlooked(state: State, viewer: Unit, unit: Unit, over: str) -> bool:
    """Whether a unit in between is looked over: all units not on a hill, or friends only."""
    if over == "friends" and unit.side != viewer.side:
        return False
    return not on_hill(state, unit)


def on_hill(state: State, unit: Unit) -> bool:
    """Whether any figure of a unit stands on a hill."""
    return height(state, unit) > 0


def height(state: State, unit: Unit) -> int:
    """The highest contour any figure of it stands on. [B56]"""
    if not land_of(state).hills:
        return 0
    memo = layout(state).memo
    key = ("height", unit.id)
    if key not in memo:
        memo[key] = max([level_at(state, shape) for shape in shapes(state, unit)])
    found: int = memo[key]
    return found


def _search(look: Lookout, eye: Point, arc: Arc, poly: Poly, base: Poly | None) -> tuple[Point, int] | None:
    """A look at one shape: clear past everything, or what is in the way first; None if it is not in the arc. [57–60]"""
    if not poly_in_arc(arc, poly, edge=False):
        return None
    return search(eye, arc, poly, look.crowd.shapes, BLOCKS, look.screen(base))


def lines(state: State, viewer: Unit, target: Unit, over: str = "") -> tuple[Line, ...]:
    """The best line of each front-rank figure that has the target in its arc. [57, 58]"""
    look = lookout(state, viewer, target, over)
    theirs = shapes(state, target)
    if viewer.in_feature:
        found = _out_of(look, theirs)
        return () if found is None else (look.line(*found, None),)
    return tuple(
        [
            look.line(figure.eye, *best, figure.base)
            for figure, best in _each_look(look, theirs)
            if best is not None
        ]
    )


def _clear_ones(state: State, viewer: Unit, target: Unit, over: str, enough: int) -> int:
    """How many front-rank figures see a unit; it stops at `enough` of them. [57–60, B15]"""
    met = met_in_front(state, viewer, target)
    if len(met) >= enough:
        return len(met)
    return len(met) + _clear_lines(state, viewer, target, over, enough - len(met), met)


def _clear_lines(
    state: State, viewer: Unit, target: Unit, over: str, enough: int, but: Collection[int]
) -> int:
    """How many of the front rank but some have a clear line, asked all at once as far as one may. [57–60]"""
    theirs = shapes(state, target)
    if over or land_of(state).high:
        return _by_figures(lookout(state, viewer, target, over), theirs, {}, enough, but)
    mine = stand(viewer)
    arcs = mine.arcs(state.options.front_arc_half_angle)
    left = [at for at in range(len(arcs)) if at not in but] if but else range(len(arcs))
    eyes, bases = mine.eyes, mine.front_bases
    if but:
        eyes, bases = tuple([eyes[at] for at in left]), tuple([bases[at] for at in left])
        arcs = tuple([arcs[at] for at in left])
    told = _looks(state, viewer, target, eyes, arcs, bases, enough)
    clear = told.count(CLEARLY)
    if clear >= enough or UNSURE not in told:
        return clear
    look = lookout(state, viewer, target)
    return clear + _by_figures(look, theirs, dict(zip(left, told)), enough - clear, but)


def met_in_front(state: State, viewer: Unit, target: Unit) -> frozenset[int]:
    """The figures of a front rank whose front a unit touches: they see it, whoever stands beside them. [57, B15]"""
    if viewer.in_feature or farther(around_of(state, viewer), around_of(state, target), TOUCH):
        return NOBODY
    theirs = shapes(state, target)
    mine = stand(viewer)
    arcs = mine.arcs(state.options.front_arc_half_angle)
    met = reaching(tuple(map(_front_edge, mine.front_bases)), theirs, TOUCH)
    return frozenset([at for at in met if _in_arc(arcs[at], theirs)])


def _in_arc(arc: Arc, polys: Sequence[Poly]) -> bool:
    return any_in_arcs((arc,), polys, edge=False)


def _front_edge(base: Poly) -> Poly:
    """The front edge of a base without its corners."""
    left, right = base[0], base[1]
    far = max(length(left, right), 1)
    dx, dy = (right[0] - left[0]) * CORNER // far, (right[1] - left[1]) * CORNER // far
    return (left[0] + dx, left[1] + dy), (right[0] - dx, right[1] - dy)


def _looks(
    state: State,
    viewer: Unit,
    target: Unit,
    eyes: Sequence[Point],
    arcs: Sequence[Arc],
    bases: Sequence[Poly],
    enough: int,
) -> list[int]:
    """Whether each of some eyes sees a unit, where no high wall stands. [57–60, 165, 168]"""
    here, there = around_of(state, viewer), around_of(state, target)
    return clear_looks(
        eyes,
        arcs,
        bases,
        shapes(state, target),
        (there, *_ends(target)),
        host(state).shapes,
        owners(state),
        (viewer.id, target.id),
        BLOCKS,
        corridor(here, there),
        veils(state),
        (viewer.inside, target.inside),
        enough,
    )


def _ends(target: Unit) -> tuple[tuple[Poly, ...], tuple[Point, ...]]:
    """The figures a line may end at, and their centres where the one with the nearest is meant: bases all alike. [165]"""
    if target.in_feature:
        return (), ()
    theirs = stand(target)
    return theirs.bases, () if target.arm is Arm.ARTILLERY else theirs.places


def _by_figures(
    look: Lookout, theirs: tuple[Poly, ...], told: Mapping[int, int], enough: int, but: Collection[int]
) -> int:
    """How many figures but some have a clear line, looked for one by one: those of whom nothing sure is told."""
    clear = 0
    for at, figure in enumerate(stand(look.viewer).front):
        if at not in but and told.get(at, UNSURE) == UNSURE:
            best = _best_look(look, figure, at, theirs)
            clear += best is not None and best[1] == CLEAR
            if clear == enough:
                break
    return clear


def _each_look(look: Lookout, theirs: tuple[Poly, ...]) -> Iterator[tuple[Figure, tuple[Point, int] | None]]:
    """The front rank, each figure with its first clear line, else its first blocked one. [57]"""
    met = met_in_front(look.state, look.viewer, look.target)
    for at, figure in enumerate(stand(look.viewer).front):
        if at in met:
            yield figure, (next(nearest_spots(theirs, (figure.base,))), CLEAR)
        else:
            yield figure, _best_look(look, figure, at, theirs)


def _best_look(look: Lookout, figure: Figure, at: int, theirs: tuple[Poly, ...]) -> tuple[Point, int] | None:
    """A figure's first clear line, else its first blocked one."""
    arc = stand(look.viewer).arcs(look.state.options.front_arc_half_angle)[at]
    best: tuple[Point, int] | None = None
    for poly in theirs:
        found = _search(look, figure.eye, arc, poly, figure.base)
        if found is not None and (best is None or found[1] == CLEAR):
            best = found
            if found[1] == CLEAR:
                break
    return best


def _out_of(look: Lookout, theirs: tuple[Poly, ...]) -> tuple[Point, Point, int] | None:
    """An occupant looks out from its feature, in any direction: from the nearest point, else from all round it. [174, 175]"""
    blocked: tuple[Point, Point, int] | None = None
    tried: set[Point] = set()
    for eye in chain(_windows(feature(look.state, look.viewer.inside).parts, theirs), _slits(look, theirs)):
        if eye in tried:
            continue
        tried.add(eye)
        for poly in theirs:
            found = _search(look, eye, ALL_ROUND, poly, None)
            if found is not None and found[1] == CLEAR:
                return eye, *found
            if found is not None and blocked is None:
                blocked = eye, *found
    return blocked


def _windows(parts: tuple[Poly, ...], theirs: tuple[Poly, ...]) -> Iterator[Point]:
    """From where an occupant looks: the points nearest to whom it looks at, then all round. [174, 175]"""
    yield from nearest_spots(parts, theirs)
    yield from (eye for part in parts for eye in outlook(part))


def _slits(look: Lookout, theirs: tuple[Poly, ...]) -> list[Point]:
    """And close past what stands between. [60, 174]"""
    parts = feature(look.state, look.viewer.inside).parts
    return slits(parts, theirs, look.crowd.shapes, BLOCKS, look.masks)


def seen_by(state: State, viewer: Unit, target: Unit, over: str = "") -> int:
    """How many front-rank figures of a unit see another; all of an occupant's or none. [57, B57]"""
    memo = layout(state).memo
    key = ("sight", viewer.id, target.id, over)
    if key not in memo:
        if viewer.in_feature:
            memo[key] = front_count(viewer) if _sees(state, viewer, target, over) else 0
        else:
            memo[key] = count(viewer, _clear_ones(state, viewer, target, over, EVERYBODY))
    found: int = memo[key]
    return found


def visible(state: State, viewer: Unit, target: Unit, over: str = "") -> bool:
    """Whether a target is visible to a unit. [57]"""
    memo = layout(state).memo
    if ("sight", viewer.id, target.id, over) in memo:
        return seen_by(state, viewer, target, over) > 0
    key = ("visible", viewer.id, target.id, over)
    if key not in memo:
        memo[key] = in_front_arc(state, viewer, target) and _sees(state, viewer, target, over)
    found: bool = memo[key]
    return found


def _sees(state: State, viewer: Unit, target: Unit, over: str) -> bool:
    """One clear line is enough: the other figures need not look. [57]"""
    if not viewer.in_feature:
        return _clear_ones(state, viewer, target, over, 1) >= 1
    theirs = shapes(state, target)
    if over or land_of(state).high:
        found = _out_of(lookout(state, viewer, target, over), theirs)
        return found is not None and found[-1] == CLEAR

    def seen(windows: Iterable[Point]) -> bool:
        eyes = tuple(dict.fromkeys(windows))
        return CLEARLY in _looks(state, viewer, target, eyes, (ALL_ROUND,) * len(eyes), (), 1)

    parts = feature(state, viewer.inside).parts
    return seen(_windows(parts, theirs)) or seen(_slits(lookout(state, viewer, target), theirs))


def in_front_arc(state: State, viewer: Unit, target: Unit) -> bool:
    """Whether some part of a unit lies in another's front arc, blocking ignored. [13, B40]"""
    if viewer.in_feature:
        return True
    memo = layout(state).memo
    key = ("arc", viewer.id, target.id)
    if key not in memo:
        memo[key] = shapes_in_arc(state, viewer, shapes(state, target))
    found: bool = memo[key]
    return found


def shapes_in_arc(state: State, viewer: Unit, polys: tuple[Poly, ...]) -> bool:
    """Whether some part of some shapes lies in a unit's front arc."""
    arcs = stand(viewer).arcs(state.options.front_arc_half_angle)
    return any_in_arcs(arcs, polys, edge=False)


def arc_rays(state: State, unit: Unit) -> tuple[Segment, ...]:
    """The two lines that bound a front arc, as far as anybody moves; none of a square's, which faces all round. [13, B2, B60]"""
    if unit.order is Order.SQUARE:
        return ()
    left, right, facing = front_ends(stand(unit))
    half = state.options.front_arc_half_angle
    return tuple([(end, ahead(*end, facing + turn, FAR)) for end, turn in ((left, -half), (right, half))])


def blockers(state: State) -> Crowd:
    """Everybody who may stand in a line of sight."""
    return host(state).shapes
