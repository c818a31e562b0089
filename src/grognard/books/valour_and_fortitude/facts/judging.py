"""Why a manoeuvre may not be: its way, and where it ends. [70–94]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.engine.tables import Refusal
from grognard.geometry.contact import TOUCH
from grognard.geometry.crowds import first_pressing
from grognard.geometry.points import Crowd, Poly
from grognard.geometry.shapes import centre, first_overlap
from grognard.tabletop.bodies import any_nearer, any_overlap, any_within, apart, those_within
from grognard.tabletop.land import over_edge

from ..state import Unit
from ..words import Deed, Order
from .assaults import why_no_assault
from .bodies import Stand, drawn_up
from .command import move_distance
from .contact import OCCUPY_FROM
from .ground import Area, Closed, closed_under, defendable_under, feature, impassable_under, land_of, occupant
from .sight import shapes_in_arc
from .strides import March, Stride

if TYPE_CHECKING:
    from .moving import Marcher

KEEP = 300
"""How far a move stays from enemy figures. [77]"""
DOUBLE_KEEP = 1800
"""How far a double stays from enemies at both ends. [94]"""


def why_not(marcher: Marcher, march: March) -> Refusal | None:
    """The first rule a manoeuvre breaks, or None."""
    return why_not_so_far(marcher, march) or why_not_that_way(marcher, march) or why_not_there(marcher, march)


# --- the distance ----------------------------------------------------------------------------------------------


def why_not_so_far(marcher: Marcher, march: March) -> Refusal | None:
    """No figure's path is longer than the distance of the formation it moves in. [70, 76]"""
    moves = any(not s.reform for s in march.strides)
    if (moves or marcher.under_way) and any(_squares(s) for s in march.strides):
        return Refusal("F5.17", "it would move, and a square is formed or left only without moving")
    limit = allowance(marcher, march)
    if march.cost <= limit:
        return None
    return Refusal("76", f"a figure would go {march.cost / 100:g}″, and it may go {limit / 100:g}″")


def allowance(marcher: Marcher, march: March) -> int:
    """How far its figures may go: having reformed first, as far as the new formation goes. [76, 80]"""
    moves = [s for s in march.strides if not s.reform]
    if not moves or marcher.fixed or moves[0].start.shape == marcher.start.shape:
        return marcher.limit
    return move_distance(marcher.state, drawn_up(marcher.unit, moves[0].start)).total


def _squares(stride: Stride) -> bool:
    """Whether a reform makes or breaks a square."""
    return stride.reform and Order.SQUARE in (stride.start.shape.order, stride.end.shape.order)


# --- the way ---------------------------------------------------------------------------------------------------


def why_not_that_way(marcher: Marcher, march: March) -> Refusal | None:
    """What bars the way, whatever the distance. [73, 75, 77, 81, 164]"""
    return (
        _off_table(marcher, march)
        or _reform_room(marcher, march)
        or _near_enemies(marcher, march)
        or _through_friends(marcher, march)
        or _ground(marcher, march)
        or _brushes_held(marcher, march)
    )


def _off_table(marcher: Marcher, march: March) -> Refusal | None:
    for stride in march.strides:
        if over_edge(marcher.state.field, stride.end.around):
            return Refusal("75", "it would leave the table", (stride.end.x, stride.end.y))
    return None


def _reform_room(marcher: Marcher, march: March) -> Refusal | None:
    """A reform starts and ends more than 3 from enemies. [81]"""
    for stride in march.strides:
        if stride.reform:
            for place in (stride.start, stride.end):
                if any_within(place.rims, marcher.all_enemies, KEEP):
                    return Refusal("81", "an enemy is within 3″ before or after the reform")
    return None


def _near_enemies(marcher: Marcher, march: March) -> Refusal | None:
    """A move keeps 3 from enemy figures; an assault only does not pass over them. [77]"""
    setting = marcher.setting
    for stride in march.strides:
        if stride.reform:
            continue
        if marcher.deed is Deed.ASSAULT:
            reason = _over_enemies(marcher, stride)
            if reason is not None:
                return reason
            continue
        # Whoever is exactly 3 from all of it is 3 or more from every figure's lane.
        for at in those_within(stride.whole(), setting.enemies, KEEP):
            reason = _too_near(marcher, stride, setting.enemies[at], setting.enemy_units[at])
            if reason is not None:
                return reason
    return None


def _too_near(marcher: Marcher, stride: Stride, enemy: Poly, unit: Unit) -> Refusal | None:
    keep = KEEP
    if unit.id in marcher.close_ones and any_nearer(stride.start.rims, (enemy,), KEEP):
        # A retreat goes no nearer than it began; once 3 away it stays so. [B21]
        keep = apart(marcher.start.rims, (enemy,)) - TOUCH
    lanes, place = stride.lanes(), centre(enemy)
    if keep < KEEP and any_overlap(lanes, (enemy,), TOUCH):
        return Refusal("B21", f"it would pass over {unit.name}", place)
    if keep <= 0 or not any_nearer(lanes, (enemy,), keep):
        return None
    if keep == KEEP:
        return Refusal("77", f"it would come less than 3″ from {unit.name}", place)
    return Refusal("B21", f"it would come nearer to {unit.name} than it began, and it retreats", place)


def _over_enemies(marcher: Marcher, stride: Stride) -> Refusal | None:
    setting = marcher.setting
    hit = _pressed(stride, setting.enemies)
    if hit is None:
        return None
    return Refusal("87", f"{setting.enemy_units[hit].name} is in the way", centre(setting.enemies[hit]))


def _through_friends(marcher: Marcher, march: March) -> Refusal | None:
    """Friends of other brigades, and friends in contact, are not passed over. [73, 98b]"""
    solid = marcher.setting.solid
    over = (_pressed(stride, solid) for stride in march.strides if not stride.reform)
    by = next((friend for friend in over if friend is not None), None)
    if by is None:
        return None
    return Refusal("98b", "a friend who may not be passed over is in the way", centre(solid[by]))


def _pressed(stride: Stride, others: Crowd) -> int | None:
    """Which of others a figure passes over on its way."""
    if first_overlap(stride.whole(), others, TOUCH) is None:  # mostly nobody is near
        return None
    found = first_pressing(stride.lanes(), others, TOUCH)
    return None if found is None else found[1]


def _ground(marcher: Marcher, march: March) -> Refusal | None:
    """Impassable ground and defendable features are not crossed. [164, 168]"""
    state = marcher.state
    if land_of(state).plain:
        return None
    for stride in march.strides:
        whole = stride.end.body if stride.reform else stride.whole()
        if impassable_under(state, whole) is None and defendable_under(state, whole) is None:
            continue
        closed = closed_under(state, stride.end.rims if stride.reform else stride.lanes())
        if closed is not None:
            return _closed(closed)
    return None


def _closed(under: Closed) -> Refusal:
    place = centre(under.shape)
    if under.inside < 0:
        return Refusal("164", f"{under.name} is impassable", place)
    return Refusal("168", f"{under.name} is in the way: one gets into it only by occupying it", place)


def _held(marcher: Marcher) -> Iterator[Area]:
    """The features enemies hold."""
    for number, area in land_of(marcher.state).features.items():
        held = occupant(marcher.state, number)
        if held is not None and marcher.state.units[held].side != marcher.unit.side:
            yield area


def _brushes_held(marcher: Marcher, march: March) -> Refusal | None:
    """A move goes near a feature enemies hold, but not along its walls. [177]"""
    if marcher.deed is Deed.ASSAULT:
        return None
    for area in _held(marcher):
        for stride in march.strides:
            if stride.reform or not any_within((stride.whole(),), area.parts, TOUCH):
                continue
            if any_within(stride.start.rims, area.parts, TOUCH):
                continue  # it stood there with too few figures to be in contact, and goes away
            if any_within(stride.lanes(), area.parts, TOUCH):
                return Refusal(
                    "177", f"it would touch {area.name}, which an enemy holds: only an assault does"
                )
    return None


# --- the end ---------------------------------------------------------------------------------------------------


def why_not_there(marcher: Marcher, march: March) -> Refusal | None:
    """What forbids to end so. [74, 84–94, 171, 177]"""
    return _stands(marcher, march) or _deed(marcher, march) or _occupies(marcher, march)


def halts(march: March) -> list[Stand]:
    """Where a move or a reform ends: at the end, and wherever one follows upon the other. [80, B71]"""
    found = [march.end]
    for stride, after in zip(march.strides, march.strides[1:]):
        if stride.reform or after.reform:
            found.append(stride.end)
    return found


def _stands(marcher: Marcher, march: March) -> Refusal | None:
    """It ends on nobody and touches no friend; an enemy's feature only by assault. [74, 177, B70]"""
    for at in halts(march):
        here = at.x, at.y
        if any_within(at.rims, marcher.setting.friends, TOUCH):
            return Refusal("74", "it would end touching a friend", here)
        if any_overlap(at.rims, marcher.setting.enemies, TOUCH):
            return Refusal("77", "it would end on an enemy", here)
        if marcher.deed is not Deed.ASSAULT and march.strides:
            for area in _held(marcher):
                if any_within(at.rims, area.parts, TOUCH):
                    return Refusal(
                        "177", f"it would touch {area.name}, which an enemy holds: only an assault does", here
                    )
    return None


def _deed(marcher: Marcher, march: March) -> Refusal | None:
    match marcher.deed:
        case Deed.RETREAT:
            return _retreat(marcher, march)
        case Deed.ASSAULT:
            return why_no_assault(marcher, march)
        case Deed.DOUBLE:
            if any_within(march.end.rims, marcher.all_enemies, DOUBLE_KEEP):
                return Refusal("94", "it would end 18″ or less from an enemy, and it doubles")
    return None


def _retreat(marcher: Marcher, march: March) -> Refusal | None:
    """It ends 3 from every enemy, in the front arc of each that saw it start. [84, 85]"""
    if any_nearer(march.end.rims, marcher.all_enemies, KEEP):
        return Refusal("84", "it would end less than 3″ from an enemy")
    for unit in marcher.state.of_side(1 - marcher.unit.side):
        # To see who saw it is dear: only of those whose arc it would leave.
        if unit.in_open and not shapes_in_arc(marcher.state, unit, march.end.rims) and marcher.saw(unit):
            return Refusal("85", f"it would end outside the front arc of {unit.name}, who saw it")
    return None


def _occupies(marcher: Marcher, march: March) -> Refusal | None:
    """Light infantry occupies at the end of its move, from less than 3 away. [171]"""
    if march.occupies < 0:
        return None
    area = feature(marcher.state, march.occupies)
    if occupant(marcher.state, march.occupies) is not None:
        return Refusal("169", f"{area.name} is occupied")
    near = any_nearer(march.end.rims, area.parts, OCCUPY_FROM)
    return None if near else Refusal("171", f"{area.name} would be 3″ away or more")
