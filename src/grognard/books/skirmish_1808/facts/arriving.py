"""Late units: when and where they come on. [T8]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.geometry.angles import ahead, heading
from grognard.geometry.crowds import Disc
from grognard.geometry.points import Bounds, Point, bounds, farther
from grognard.tabletop.figures import discs_moved
from grognard.tabletop.land import over_edge as outside

from ..state import Arrival, Battlefield, State, Unit, centre
from ..words import Arm, Where
from .bodies import KEEP, Body, body_of, clash, kept_from, near
from .driving import placed_gun
from .ground import barred, open_ground, over_edge, standing_in
from .layout import LOOSE_PITCH, default_files, depth_of, offsets, placed, spots, touching_pitch, widest_pitch
from .moving import loses_formation
from .sliding import SLACK, Beside, Lane, Row, bits, clear

STEP = 200
FINE = 25
"""Where no place in the usual steps is free, steps of this length are tried."""
PITCHES = 40
"""Before it is said that there is no room, every loose layout is tried, its figures so much closer each time."""
KEPT = 200
"""So many answers of a longer search are remembered."""
MOST = 20
"""Of the places in between so many are offered."""


def arrival_of(state: State, unit: Unit) -> Arrival | None:
    """When and where a unit is due."""
    return _arrival(state.field, unit)


def _arrival(field: Battlefield, unit: Unit) -> Arrival | None:
    return next((a for a in field.arrivals if a.side == unit.side and unit.key in a.units), None)


class Shape(NamedTuple):
    """A layout a late unit is drawn up in: figures in a rank, how far apart, in ranks or loose. [B3, B4]"""

    files: int
    pitch: int
    formed: bool


USUAL = Shape(0, 0, False)
"""As it is drawn up if its owner says nothing."""


class Late(NamedTuple):
    """What decides whether a unit comes on. [T8]"""

    later: bool
    turn: int
    now: int
    state: State
    unit: int

    @property
    def room(self) -> bool:
        """Whether there is room for it somewhere along its edge."""
        return _has_entry(self.state, self.unit)


def late(state: State, side: int, unit: Unit) -> Late:
    """A unit that a side would bring on."""
    found = arrival_of(state, unit)
    later = found is not None and unit.side == side and unit.where is Where.LATER
    return Late(later, 0 if found is None else found.turn, state.turn, state, unit.id)


@kept
def due(state: State, side: int) -> tuple[int, ...]:
    """Late units their owner may bring on now: those whom `COMES_ON` lets come, found without asking why not. [T8]"""
    return tuple(
        [
            u.id
            for u in state.units
            if u.where is Where.LATER
            and u.side == side
            and (found := arrival_of(state, u)) is not None
            and found.turn <= state.turn
            and _has_entry(state, u.id)
        ]
    )


@kept(of=("field", "units", "damage"))
def _has_entry(state: State, unit: int) -> bool:
    late = state.units[unit]
    known = _beside_the_edge(state, late)
    if known.roomy is None:
        roomy = _roomy(state, late, USUAL)
        roomy = roomy or any(_roomy(state, late, shape) for shape in _hopeful(state, late))
        known.roomy = roomy or any(next(places, None) is not None for _, places in _searched(state, late))
    return known.roomy


def _roomy(state: State, unit: Unit, shape: Shape) -> bool:
    """Whether any of the usual places along its edge is free for a layout."""
    drawn = wished(unit, shape)
    return next(_free(state, drawn, _edge(drawn, state.field).outwards), None) is not None


def usual(unit: Unit) -> Shape:
    """How a late unit comes on if its owner says nothing: in its ranks, or loose in two. [B3, B4]"""
    if unit.formed:
        return Shape(min(unit.files, unit.size), touching_pitch(unit.arm), True)
    return Shape(default_files(unit.size), LOOSE_PITCH[unit.arm], False)


def shapes(unit: Unit) -> tuple[Shape, ...]:
    """The other layouts its owner may choose: one to three ranks, as usual or closed up, in its ranks if it has any. [B3, B4, T8]"""
    if unit.gun is not None:
        return ()
    n, touching = unit.size, touching_pitch(unit.arm)
    depths = tuple(dict.fromkeys(files for files in (default_files(n), -(-n // 3), n)))
    found = [Shape(files, touching, True) for files in depths if unit.formed]
    found += [Shape(files, pitch, False) for pitch in (LOOSE_PITCH[unit.arm], touching) for files in depths]
    return tuple([shape for shape in dict.fromkeys(found) if shape != usual(unit)])


def shape_named(name: str) -> Shape:
    """A layout by its name; the usual one if nothing was said."""
    if not name:
        return USUAL
    files, pitch, how = name.split("-")
    return Shape(int(files), int(pitch), how == "formed")


def name_of(shape: Shape) -> str:
    """What a layout is called in a choice."""
    return f"{shape.files}-{shape.pitch}-{'formed' if shape.formed else 'loose'}"


def open_shapes(state: State, unit: Unit) -> tuple[Shape, ...]:
    """The other layouts in which a late unit finds room; where it finds it in none, what a longer search gives. [T8, B4]"""
    found = tuple([shape for shape in shapes(unit) if _roomy(state, unit, shape)])
    if found or _roomy(state, unit, USUAL):
        return found
    return tuple([shape for shape, _ in _narrow(state, unit) if shape != usual(unit)])


def entries(state: State, unit: Unit, shape: Shape = USUAL) -> tuple[int, ...]:
    """Places along its edge, in hundredths from the edge's start, where it finds room in a layout. [T8]"""
    drawn = wished(unit, shape)
    found = tuple([site.at for site in _free(state, drawn, _edge(drawn, state.field).sites)])
    if found or _roomy(state, unit, USUAL) or any(_roomy(state, unit, other) for other in shapes(unit)):
        return found
    wanted = shape if shape.files else usual(unit)
    return next((places for tried, places in _narrow(state, unit) if tried == wanted), ())


def enters(state: State, unit: Unit) -> bool:
    """Whether a late unit finds room anywhere along its edge, in any layout. [T8]"""
    return _has_entry(state, unit.id)


@kept
def wished(unit: Unit, shape: Shape) -> Unit:
    """A late unit that is to be drawn up in a layout."""
    if not shape.files:
        shape = usual(unit)
    return replace(unit, files=shape.files, pitch=shape.pitch, formed=shape.formed)


Narrow = tuple[tuple[Shape, tuple[int, ...]], ...]
"""Layouts with the places where they find room."""


class Layout(NamedTuple):
    """A layout a late unit is looked for a place in: the unit drawn up so, and its bases at the start of the edge."""

    shape: Shape
    unit: Unit
    body: Body


class Layouts(NamedTuple):
    """The layouts a late unit is usually offered, and the ground that any of its layouts may need. [B4]"""

    usual: tuple[Layout, ...]
    around: Bounds


@kept
def _layouts(unit: Unit, field: Battlefield) -> Layouts:
    """Those it is looked for room in; they change as little as the unit does."""
    arrival = _arrival(field, unit)
    if arrival is None:
        return Layouts((), (0, 0, 0, 0))
    start, end = arrival.edge

    def drawn(shape: Shape) -> Layout:
        wanted = wished(unit, shape)
        return Layout(shape, wanted, body_of(_drawn_up(wanted, start, _inward(arrival.edge))))

    usually = tuple(map(drawn, (usual(unit), *shapes(unit))))
    n, most = unit.size, widest_pitch(unit.arm)
    widest = [] if unit.gun is not None else [drawn(Shape(files, most, False)) for files in (n, -(-n // 3))]
    west, south, east, north = zip(*[layout.body.box for layout in (*usually, *widest)])
    here = min(west), min(south), max(east), max(north)
    there = _shifted(here, end[0] - start[0], end[1] - start[1])
    return Layouts(usually, bounds((here[:2], here[2:], there[:2], there[2:])))


@kept
def loosest(unit: Unit) -> tuple[tuple[Shape, tuple[Row, ...]], ...]:
    """Every depth and, grain by grain, every width of a loose unit, the widest first, each with its ranks. [B4]"""
    if unit.gun is not None:
        return ()
    pitches = range(widest_pitch(unit.arm), touching_pitch(unit.arm) - 1, -PITCHES)
    files = range(-(-unit.size // 3), unit.size + 1)
    found = [Shape(wide, pitch, False) for pitch in pitches for wide in files]
    return tuple([(shape, rows(unit, shape)) for shape in found])


class Neighbours:
    """What is known of the others who stand where a late unit would come on: it holds as long as none of them stirs."""

    __slots__ = ("hopeful", "narrow", "roomy")

    def __init__(self) -> None:
        self.hopeful: tuple[Shape, ...] | None = None
        self.narrow: Narrow | None = None
        self.roomy: bool | None = None


def _beside_the_edge(state: State, unit: Unit) -> Neighbours:
    """What is known of those beside whom a late unit would come on."""
    key = unit, tuple([(body_of(other), other.side) for other in _about(state, unit)]), state.damage
    memo: dict[Any, Neighbours] = state.field.__dict__.setdefault("late", {})
    if key not in memo:
        if len(memo) >= KEPT:
            memo.clear()
        memo[key] = Neighbours()
    return memo[key]


def _hopeful(state: State, unit: Unit) -> tuple[Shape, ...]:
    """Those of the usual layouts that may find room: all others surely find none."""
    known = _beside_the_edge(state, unit)
    if known.hopeful is None:
        some = (usual(unit), *shapes(unit))
        lane = None if unit.gun is not None else _lane(state, unit, SLACK)
        known.hopeful = tuple([shape for shape in some if lane is None or lane.fits(rows(unit, shape))])
    return known.hopeful


def _lane(state: State, unit: Unit, slack: int = 0) -> Lane:
    """Where along its edge the figures of a late unit may stand."""
    arrival, field = arrival_of(state, unit), state.field
    assert arrival is not None
    others = [(body_of(u).circles, kept_from(unit, u)) for u in _about(state, unit)]
    table = field.width, field.height
    return Lane(arrival.edge, _inward(arrival.edge), unit.radius, table, others, slack)


def _narrow(state: State, unit: Unit) -> Narrow:
    """Where a unit comes on for which none of the usual places is free in any layout; of odd layouts one is enough."""
    known = _beside_the_edge(state, unit)
    if known.narrow is None:
        found: list[tuple[Shape, tuple[int, ...]]] = []
        offered = len(_layouts(unit, state.field).usual)  # of all the others one is enough
        for count, (shape, free) in enumerate(_searched(state, unit)):
            if count >= offered and found:
                break
            if places := tuple(islice(free, MOST)):
                found.append((shape, places))
        known.narrow = tuple(found)
    return known.narrow


def _about(state: State, unit: Unit) -> Sequence[Unit]:
    """Those whom a late unit may come upon in some layout."""
    return near(state, _layouts(unit, state.field).around, KEEP)


def _shifted(box: Bounds, dx: int, dy: int) -> Bounds:
    """A rectangle somewhere else."""
    west, south, east, north = box
    return west + dx, south + dy, east + dx, north + dy


def _searched(state: State, unit: Unit) -> Iterator[tuple[Shape, Iterator[int]]]:
    """Between two of the usual places, then in any layout: each with where it stands beside those who are there. [T8, B4, B8]"""
    arrival, layouts = arrival_of(state, unit), _layouts(unit, state.field)
    if arrival is None:
        return
    start, end = arrival.edge
    length = abs(end[0] - start[0]) + abs(end[1] - start[1])
    along = heading(start, end)
    others = [(body_of(u).circles, kept_from(unit, u)) for u in _about(state, unit)]
    beside = Beside(along, others)

    def places(layout: Layout) -> Iterator[int]:
        for at in dict.fromkeys(clear(beside.closed(layout.body.circles), 0, length, FINE)):
            on_table = not over_edge(state, _shifted(layout.body.box, *ahead(0, 0, along, at)))
            if on_table and _stood(state, layout.unit, at) is not None:
                yield at

    hopeful = _hopeful(state, unit)
    for layout in layouts.usual:
        yield layout.shape, places(layout) if layout.shape in hopeful else iter(())
    lane = _lane(state, unit)
    for shape, ranks in loosest(unit):
        if free := lane.fits(ranks):
            wanted = wished(unit, shape)
            yield shape, (at for at in bits(free, FINE) if _stood(state, wanted, at) is not None)


@kept
def rows(unit: Unit, shape: Shape) -> tuple[Row, ...]:
    """The ranks of a layout, the last one first: how deep on the table each stands, and how far to the right its figures."""
    rear = unit.radius + depth_of(unit.size, shape.files, shape.pitch)
    found: dict[int, list[int]] = {}
    for right, forward in offsets(unit.size, shape.files, shape.pitch, not shape.formed):
        found.setdefault(rear + forward, []).append(right)
    return tuple([(deep, tuple(found[deep])) for deep in sorted(found)])


class Site(NamedTuple):
    """A place along its edge where a unit finds room on the table, if nobody else stands there. [T8, M7]"""

    at: int
    around: Bounds
    circles: tuple[Disc, ...]
    middle: Point
    facing: int
    open: bool
    """On open ground nobody need be drawn up to know that he may stand there."""


def arrival_spot(state: State, unit: Unit, at: int, shape: Shape = USUAL) -> tuple[int, int, int] | None:
    """Where the middle of a late unit stands at a place along its edge, and where it faces; None if the table has no room there. [T8]"""
    arrival = arrival_of(state, unit)
    if arrival is None:
        return None
    (ax, ay), (bx, by) = arrival.edge
    spot = ahead(ax, ay, heading((ax, ay), (bx, by)), at)
    drawn = _drawn_up(wished(unit, shape), spot, _inward(arrival.edge))
    return None if outside(state.field, body_of(drawn).box) else (*centre(drawn), drawn.facing)


class Edge(NamedTuple):
    """A late unit's edge: nothing of it changes but who stands there."""

    sites: tuple[Site, ...]
    outwards: tuple[Site, ...]
    """The same, from the middle of the edge: where there is room at all there is mostly room there."""


@kept
def _edge(unit: Unit, field: Battlefield) -> Edge:
    arrival = _arrival(field, unit)
    sites = () if arrival is None else tuple(_sites(unit, field, arrival.edge))
    ends = sites[0].at + sites[-1].at if sites else 0
    return Edge(sites, tuple(sorted(sites, key=lambda site: abs(2 * site.at - ends))))


def _sites(unit: Unit, field: Battlefield, edge: tuple[Point, Point]) -> Iterator[Site]:
    (ax, ay), (bx, by) = edge
    along = heading(*edge)
    drawn_up = _drawn_up(unit, (0, 0), _inward(edge))  # elsewhere it is only shifted
    model, (dx, dy) = body_of(drawn_up), centre(drawn_up)
    west, south, east, north = model.box
    for at in range(0, abs(bx - ax) + abs(by - ay) + 1, STEP):
        x, y = ahead(ax, ay, along, at)
        box = west + x, south + y, east + x, north + y
        if not outside(field, box):
            circles, middle = tuple(discs_moved(model.circles, x, y)), (x + dx, y + dy)
            yield Site(at, box, circles, middle, drawn_up.facing, open_ground(field, box))


def _free(state: State, unit: Unit, sites: Sequence[Site]) -> Iterator[Site]:
    """Those of some places where it finds room, as `_stood` would tell. [B8]"""
    bodies = [(body_of(other), kept_from(unit, other)) for other in _about(state, unit)]
    for site in sites:
        if any(
            clash(site.circles, body, keep)
            for body, keep in bodies
            if not farther(body.box, site.around, keep)
        ):
            continue
        if site.open or _stood(state, unit, site.at) is not None:
            yield site


def standing_at(state: State, unit: Unit, at: int, shape: Shape = USUAL) -> Unit | None:
    """The unit drawn up touching its edge, as usual or in another layout; None if there is no room. [T8]"""
    return _stood(state, wished(unit, shape), at)


def _stood(state: State, unit: Unit, at: int) -> Unit | None:
    """The same of a unit whose layout is settled."""
    arrival = arrival_of(state, unit)
    assert arrival is not None
    (ax, ay), (bx, by) = arrival.edge
    spot = ahead(ax, ay, heading((ax, ay), (bx, by)), at)
    after = _drawn_up(unit, spot, _inward(arrival.edge))
    if not _room(state, after):
        return None
    here, road = standing_in(state, after)
    if barred(state, after, here, road=road) is not None:
        return None
    if loses_formation(after, here, road):
        return replace(after, formed=False)  # [O1, O3]
    return after


def _room(state: State, after: Unit) -> bool:
    """Whether the table and the others leave it room where it would stand. [M7, B8]"""
    body = body_of(after)
    if over_edge(state, body.box):
        return False
    others = near(state, body.box, KEEP)
    return not any(clash(body.circles, body_of(other), kept_from(after, other)) for other in others)


def _inward(edge: tuple[Point, Point]) -> int:
    (ax, ay), (bx, _by) = edge
    if ax == bx:
        return 900 if ax == 0 else 2700
    return 0 if ay == 0 else 1800


def _drawn_up(unit: Unit, spot: Point, inward: int) -> Unit:
    if unit.arm is Arm.GUN:
        return placed_gun(replace(unit, where=Where.TABLE), *ahead(*spot, inward, 600), inward)
    files, pitch = unit.files, unit.pitch
    front = ahead(*spot, inward, unit.radius + depth_of(unit.size, files, pitch))
    figures = spots(unit.size, files, pitch, front, inward, unit.formed)
    return replace(
        unit,
        figures=placed(unit, figures),
        facing=inward,
        files=files,
        pitch=pitch,
        where=Where.TABLE,
    )
