"""Who touches whom, and with how many figures. [14, 159, 180]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.memo import kept
from grognard.geometry.contact import TOUCH
from grognard.geometry.crowds import close_pairs
from grognard.geometry.points import Poly, farther
from grognard.tabletop.bodies import any_nearer, any_within, middles, reaching, those_within

from ..state import State, Unit
from ..words import Arm, Phase
from .bodies import BASE_COUNTS, Stand, host, stand
from .ground import across, feature, land_of, touched_walls
from .layout import layout, shapes

ACROSS = 200
"""How far figures on both sides of a barrier may be apart and still touch. [159]"""
MOST_KNOWN = 1 << 12
OCCUPY_FROM = 300
"""A feature is occupied from less than this. [171]"""
ON_FEATURE = 3
"""Figures on an occupied feature that make contact. [180]"""


def count(unit: Unit, bases: int) -> int:
    """So many bases as figures. [29]"""
    return BASE_COUNTS * bases if unit.arm is Arm.ARTILLERY else bases


def base_touches(state: State, base: Poly, target: Unit) -> bool:
    """Whether a base touches a unit: its bases, a shared barrier within 2, or the feature it is in. [14, 159]"""
    if target.in_feature:
        return any_within((base,), feature(state, target.inside).parts, TOUCH)
    other = stand(target)
    if any_within((base,), other.rims, TOUCH):
        return True
    return bool(land_of(state).barriers) and _across_barrier(state, base, other)


def bases_on(state: State, bases: tuple[Poly, ...], target: Unit) -> int:
    """How many of some bases touch a unit. [14, 159]"""
    met = reaching(bases, shapes(state, target), TOUCH)
    if len(met) == len(bases) or target.in_feature or not land_of(state).barriers:
        return len(met)
    other = stand(target)
    return len(met) + sum(
        _across_barrier(state, base, other) for at, base in enumerate(bases) if at not in met
    )


def _across_barrier(state: State, base: Poly, target: Stand) -> bool:
    """Both touch one barrier, from opposite sides, within 2 of each other. [159, B75]"""
    walls = touched_walls(state, base)
    if not walls:
        return False
    (here,) = middles((base,))
    for at in those_within(base, target.bases, ACROSS):
        shared = [w for w in touched_walls(state, target.bases[at]) if w in walls]
        if any(across(wall, here, target.places[at]) for wall in shared):
            return True
    return False


def figures_on(state: State, unit: Unit, target: Unit, front_only: bool = True) -> int:
    """How many (front-rank) figures of a unit touch another. [88, B83]"""
    if unit.in_feature:
        # An occupant has no formation: wherever it touches, or attacks next door, it does so with all it needs. [B57]
        next_door = unit.side == state.side and target in neighbours(state, unit)
        return ON_FEATURE if next_door or touching(state, unit, target) else 0
    memo = layout(state).memo
    key = ("figures", unit.id, target.id, front_only)
    if key not in memo:
        bases = stand(unit).front_bases if front_only else stand(unit).bases
        memo[key] = count(unit, bases_on(state, bases, target))
    found: int = memo[key]
    return found


def front_touched(state: State, unit: Unit, target: Unit) -> int:
    """How many front-rank figures of the target a unit touches. [89]"""
    if target.in_feature:
        return ON_FEATURE
    return count(target, bases_on(state, stand(target).front_bases, unit))


def touching(state: State, a: Unit, b: Unit) -> bool:
    """Whether two units are in contact. [14, 159, 180]"""
    if a.id > b.id:
        a, b = b, a
    if not (a.in_feature or b.in_feature):
        return bodies_touch(state, stand(a), stand(b))
    return features_touch(state) and _on_feature(state, a, b)


def features_touch(state: State) -> bool:
    """Whether figures on an occupied feature are contact now: always, or in the melee phase only. [B76]"""
    return state.options.feature_contact_always or state.phase is Phase.MELEE


def _on_feature(state: State, a: Unit, b: Unit) -> bool:
    """Whether enough figures of one of two units touch the feature the other is in. [180]"""
    if a.in_feature:
        a, b = b, a
    if a.in_feature or farther(stand(a).around, feature(state, b.inside).around, TOUCH):
        return False
    return count(a, bases_on(state, stand(a).bases, b)) >= ON_FEATURE


@kept(of=("field",), most=MOST_KNOWN)
def bodies_touch(state: State, a: Stand, b: Stand) -> bool:
    """Whether two bodies drawn up in the open touch, however the others stand. [14, 159]"""
    if farther(a.around, b.around, ACROSS):
        return False
    if any_within(a.rims, b.rims, TOUCH):
        return True
    walls = land_of(state).barriers
    return any(not farther(wall.around, a.around, TOUCH) for wall in walls) and any(
        _across_barrier(state, base, b) for base in a.bases
    )


@kept(of=("units", "field", "options", "phase"))
def contacts(state: State) -> dict[int, tuple[int, ...]]:
    """Every unit on the table that touches enemies, with whom: those far from each other are not asked one by one."""
    memo = layout(state).memo
    key = "contacts", features_touch(state)
    if key not in memo:
        found: dict[int, list[int]] = {}
        for a, b in _may_touch(state):
            if touching(state, a, b):
                found.setdefault(a.id, []).append(b.id)
                found.setdefault(b.id, []).append(a.id)
        memo[key] = {unit: tuple(sorted(foes)) for unit, foes in found.items()}
    known: dict[int, tuple[int, ...]] = memo[key]
    return known


def _may_touch(state: State) -> Iterator[tuple[Unit, Unit]]:
    """Pairs of enemies that are near enough to look at, each once; occupants with who stands at their walls. [159, 174]"""
    everybody = host(state)
    seen = set()
    for i, j in close_pairs(everybody.shapes, ACROSS):
        a, b = everybody.units[i], everybody.units[j]
        if a.side != b.side and (a.id, b.id) not in seen:
            seen.add((a.id, b.id))
            yield a, b
    if not features_touch(state):
        return
    for occupant in state.units:
        if occupant.on_table and occupant.in_feature:
            around = feature(state, occupant.inside).around
            near = {unit.id for unit in everybody.near(around, TOUCH)}
            yield from ((occupant, u) for u in map(state.units.__getitem__, near) if u.side != occupant.side)


def enemies_touching(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemy units in contact with a unit."""
    found = contacts(state).get(unit.id, ())
    return tuple([state.units[i] for i in found]) if found else ()


def in_contact(state: State, unit: Unit) -> bool:
    """Whether any enemy unit touches it."""
    return unit.id in contacts(state)


def neighbours(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Enemies in a connected section: an occupant may fight them, and need not. [184]"""
    if not unit.in_feature:
        return ()
    near = land_of(state).connected[unit.inside]
    return tuple([u for u in state.of_side(1 - unit.side) if u.inside in near])


def may_fight(state: State, unit: Unit) -> bool:
    """Whether a unit may be in a fight as everybody stands: it touches an enemy, or one holds a section next door. [99, 184]"""
    return in_contact(state, unit) or bool(neighbours(state, unit))


@kept(of=("field",), most=MOST_KNOWN)
def features_near(state: State, at: Stand) -> tuple[int, ...]:
    """The features near enough to be occupied by who stands so. [171]"""
    areas = land_of(state).features
    return tuple([n for n, area in areas.items() if any_nearer(at.rims, area.parts, OCCUPY_FROM)])
