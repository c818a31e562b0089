"""Searches by chance beside the program's own: places and ways nobody reckoned, judged by the rules alone.

They know where a unit stands and how far it goes, and nothing of how the program looks for a retreat or an assault.
"""

from __future__ import annotations

from grognard.engine.dice import Rng
from grognard.geometry.angles import ahead
from grognard.geometry.arcs import in_arc
from grognard.geometry.contact import TOUCH, Side, flush, flush_to_edge
from grognard.geometry.gaps import first_within, length
from grognard.geometry.points import Point, Poly, Pose
from grognard.geometry.shapes import contains
from grognard.tabletop.bodies import any_nearer, any_within
from grognard.tabletop.land import over_edge
from grognard.tabletop.manoeuvre import Legs

from ..facts.bodies import shape_of, size_of, stand, stand_at
from ..facts.forming import orders_for
from ..facts.ground import feature
from ..facts.layout import shapes
from ..facts.moving import Marcher
from ..facts.placing import Entrant, Leaver
from ..facts.sight import BLOCKS, lines, lookout, met_in_front
from ..state import State, Unit
from ..tables.moving import DISTANCES
from ..words import Arm, Deed


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
        if _has_room(marcher, legs) and marcher.refusal(legs) is None:
            return legs
    return None


def _has_room(marcher: Marcher, legs: Legs) -> bool:
    """Whether a glide ends within reach and has room: on the table, touching no friend, of a retreat away from enemies. [74, 75, 76, 84]"""
    _, x, y, facing = legs[-1]
    if length((marcher.start.x, marcher.start.y), (x, y)) > marcher.most:
        return False
    at = stand_at(marcher.start.shape, x, y, facing)
    if over_edge(marcher.state.field, at.around) or any_within(at.rims, marcher.setting.friends, TOUCH):
        return False
    return marcher.deed is Deed.ASSAULT or not any_nearer(at.rims, marcher.setting.enemies, 300)


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
        if _has_room(marcher, legs) and marcher.refusal(legs) is None:
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


def some_exit(state: State, unit: Unit, rng: Rng, tries: int) -> Legs | None:
    """A place outside met by chance: in any ranks and files, facing anyhow, anywhere near the feature. [176]"""
    leaver = Leaver(state, unit)
    west, south, east, north = feature(state, unit.inside).around
    for _ in range(tries):
        x, y = rng.randint(west - 600, east + 600), rng.randint(south - 600, north + 600)
        legs: Legs = (("place", x, y, _any_facing(rng), *_drawn_up(unit, rng)),)
        if leaver.refusal(legs) is None:
            return legs
    return None


def some_arrival(state: State, unit: Unit, rng: Rng, tries: int) -> Legs | None:
    """A place met by chance where a unit comes on: in any ranks and files, facing anyhow, as far as it goes. [150]"""
    entrant = Entrant(state, unit)
    x, y = entrant.entry
    far = DISTANCES["cavalry"] + 600
    for _ in range(tries):
        at = x + rng.randint(-far, far), y + rng.randint(-far, far)
        legs: Legs = (("place", *at, _any_facing(rng), *_drawn_up(unit, rng)),)
        if entrant.refusal(legs) is None:
            return legs
    return None


def _any_facing(rng: Rng) -> int:
    """Square to the table every other time."""
    return 900 * rng.randint(0, 3) if rng.randint(0, 1) else rng.randint(0, 3599)


def _drawn_up(unit: Unit, rng: Rng) -> tuple[str, int]:
    """Any ranks and files in one of its orders; narrow ones as often as all others."""
    orders = orders_for(unit)
    order = orders[rng.randint(0, len(orders) - 1)]
    most = 3 if rng.randint(0, 1) else unit.figures
    return order.value, 1 if unit.arm is Arm.ARTILLERY else rng.randint(1, min(most, unit.figures))


def some_line(state: State, viewer: Unit, target: Unit, rng: Rng, tries: int) -> tuple[Point, Point] | None:
    """A clear line of sight met by chance: from a figure's front to anywhere on a unit, near ends more often. [57–60]"""
    if viewer.in_feature:
        return _some_line_out(state, viewer, target, rng, tries)
    look = lookout(state, viewer, target)
    arcs = stand(viewer).arcs(state.options.front_arc_half_angle)
    front = stand(viewer).front
    theirs = shapes(state, target)
    for number in range(tries):
        at = rng.randint(0, len(front) - 1)
        poly = theirs[rng.randint(0, len(theirs) - 1)]
        aim = _point_of(poly, rng)
        eye = front[at].eye
        if number % 2:  # the first of the target on that line
            aim = _nearer_end(eye, aim, poly)
        if (
            not in_arc(arcs[at], aim, False)
            or first_within((eye, aim), look.crowd.shapes, BLOCKS) is not None
        ):
            continue
        if look.ground(eye, aim, front[at].base) is None:
            return eye, aim
    return None


def _some_line_out(
    state: State, viewer: Unit, target: Unit, rng: Rng, tries: int
) -> tuple[Point, Point] | None:
    """The same from anywhere along the sides of a feature. [174, 175]"""
    look = lookout(state, viewer, target)
    parts, theirs = feature(state, viewer.inside).parts, shapes(state, target)
    for _ in range(tries):
        part = parts[rng.randint(0, len(parts) - 1)]
        edge, share = rng.randint(0, len(part) - 1), rng.randint(0, 1000)
        (x, y), (u, v) = part[edge], part[(edge + 1) % len(part)]
        eye = x + (u - x) * share // 1000, y + (v - y) * share // 1000
        poly = theirs[rng.randint(0, len(theirs) - 1)]
        aim = _nearer_end(eye, _point_of(poly, rng), poly)
        if first_within((eye, aim), look.crowd.shapes, BLOCKS) is None and not look.ground(eye, aim, None):
            return eye, aim
    return None


def _point_of(poly: Poly, rng: Rng) -> Point:
    """Any point of a convex shape, corners and edges included."""
    parts = [rng.randint(0, 9) ** 2 for _ in poly]
    total = sum(parts) or 1
    if not sum(parts):
        return poly[0]
    x = sum(part * x for part, (x, _) in zip(parts, poly)) // total
    y = sum(part * y for part, (_, y) in zip(parts, poly)) // total
    return x, y


def _nearer_end(eye: Point, aim: Point, poly: Poly) -> Point:
    """About where a line from an eye comes to a shape."""
    far = (eye[0] - aim[0], eye[1] - aim[1])
    for part in range(1, 17):
        spot = aim[0] + far[0] * part // 16, aim[1] + far[1] * part // 16
        if not contains(poly, spot):
            part -= 1
            return aim[0] + far[0] * part // 16, aim[1] + far[1] * part // 16
    return aim


def why_not_seen(state: State, viewer: Unit, target: Unit) -> str | None:
    """What is wrong with saying that one unit sees another: no line that was found is in the arc and clear. [57–60, B15]"""
    if met_in_front(state, viewer, target):
        return None
    look = lookout(state, viewer, target)
    arcs = stand(viewer).arcs(state.options.front_arc_half_angle)
    for line in lines(state, viewer, target):
        clear = first_within((line.start, line.end), look.crowd.shapes, BLOCKS) is None
        if not viewer.in_feature:
            at = [figure.eye for figure in stand(viewer).front].index(line.start)
            clear = clear and in_arc(arcs[at], line.end, True)
        if line.clear and clear:
            return None
    return "none of its lines is clear"
