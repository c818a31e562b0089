"""Searches beside the program's own: what it offers is legal, what it refuses is not, and nothing is overlooked. [57, 86, 90]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import atan2, degrees
from typing import Any

from grognard.engine.choices import Ask
from grognard.engine.dice import Rng
from grognard.engine.domains import Reach
from grognard.engine.flow import Position
from grognard.engine.soundness import Law
from grognard.geometry.angles import ahead
from grognard.geometry.gaps import gap, nearer_than, within
from grognard.geometry.points import Poly, shifted

from ..facts.assaults import barred, first_onset, reachable
from ..facts.bodies import form, host, leader_box, stand
from ..facts.command import move_distance
from ..facts.contact import in_contact, touching
from ..facts.ground import impassable_under, land_of
from ..facts.layout import distance, nearest_enemy, shapes
from ..facts.moving import Marcher
from ..facts.placing import Entrant, Leaver, first_arrival, first_exit
from ..facts.retreats import first_retreat
from ..facts.shooting import has_open_order, reach_of
from ..facts.sight import BLOCKS, visible
from ..state import State, Unit
from ..steps.arrivals import due
from ..words import Deed, Form, Mode
from . import groping

TRIES = 40
"""How often a search gropes for what the program says there is not."""
ACTIONS = ("move", "double", "rally", "retreat", "assault")
ROUNDING = 3


def _some(units: tuple[Unit, ...] | list[Unit], rng: Rng) -> Unit | None:
    return units[rng.randint(0, len(units) - 1)] if units else None


def no_retreat_overlooked(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Where the program finds no retreat for a unit close to enemies, groping finds none either; and what it finds is one."""
    state: State = position.state
    near = [u for u in state.units if u.in_open and nearest_enemy(state, u) < 300]
    unit = _some(near, rng)
    if unit is None:
        return
    found = first_retreat(state, unit)
    if found is not None and Marcher(state, unit, Deed.RETREAT).refusal(found) is not None:
        yield f"{unit.key}'s retreat {found} is none"
    if found is None:
        other = groping.some_retreat(state, unit, rng, TRIES)
        if other is not None:
            yield f"{unit.key} could retreat: {other}"


def no_assault_overlooked(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Where the program says an enemy cannot be reached, groping does not reach him; so the duty is to the closest."""
    state: State = position.state
    unit = _some([u for u in state.of_side(state.side) if _may_ever_assault(state, u)], rng)
    if unit is None:
        return
    most = move_distance(state, unit).total
    goals = reachable(state, unit)
    for enemy in state.of_side(1 - unit.side):
        if distance(state, unit, enemy) > most or not visible(state, unit, enemy):
            continue
        if barred(state, unit, enemy) is not None:
            continue
        if first_onset(state, unit, enemy) is None:
            other = groping.some_assault(state, unit, enemy, rng, TRIES)
            if other is not None:
                yield f"{unit.key} could assault {enemy.key}: {other}"
        elif enemy.id not in goals and not in_contact(state, enemy):
            nearest = min([distance(state, unit, state.units[i]) for i in goals])
            if distance(state, unit, enemy) < nearest:
                yield f"{unit.key} owes its assault to {enemy.key}"


def _may_ever_assault(state: State, unit: Unit) -> bool:
    return (
        unit.in_open
        and unit.arm.value != "artillery"
        and form(unit) is not Form.SQUARE
        and unit.files >= 3
        and not in_contact(state, unit)
    )


def no_exit_overlooked(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Where the program finds no room for an occupant outside, groping finds none either; and what it finds is room."""
    state: State = position.state
    unit = _some([u for u in state.units if u.on_table and u.in_feature], rng)
    if unit is None:
        return
    found = first_exit(state, unit)
    if found is not None and Leaver(state, unit).refusal(found) is not None:
        yield f"{unit.key}'s exit {found} is none"
    if found is None:
        other = groping.some_exit(state, unit, rng, TRIES)
        if other is not None:
            yield f"{unit.key} could leave: {other}"


def no_arrival_overlooked(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Where the program delays a reinforcement, groping finds no room for it either; and where it finds some, that is room."""
    state: State = position.state
    unit = _some(due(state), rng)
    if unit is None:
        return
    found = first_arrival(state, unit)
    if found is not None and Entrant(state, unit).refusal(found) is not None:
        yield f"{unit.key}'s arrival {found} is none"
    if found is None:
        other = groping.some_arrival(state, unit, rng, TRIES)
        if other is not None:
            yield f"{unit.key} could come on: {other}"


def places_legal_both_ways(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Offered manoeuvres are legal; of slides by chance those are allowed that keep clear step by step, and no others."""
    for domain in ask.offers.values():
        if not isinstance(domain, Reach) or not isinstance(domain.mover, Marcher):
            continue
        marcher = domain.mover
        for legs in islice(marcher.candidates(), 4):
            if marcher.refusal(legs) is not None:
                yield f"{marcher.unit.key} is offered {legs}, which is not allowed"
        if marcher.deed is Deed.MOVE and marcher.unit.in_open and not marcher.fixed:
            for _ in range(6):
                yield from _slide_both_ways(marcher, rng)


def _slide_both_ways(marcher: Marcher, rng: Rng) -> Iterator[str]:
    unit, far = marcher.unit, rng.randint(0, marcher.limit)
    x, y = ahead(unit.x, unit.y, rng.randint(0, 3599), far)
    legs = (("glide", x, y, unit.facing),)
    reason = marcher.refusal(legs)
    step = x - unit.x, y - unit.y
    stations = [
        (shifted(base, step[0] * part // 6, step[1] * part // 6), part)
        for base in stand(unit).bases
        for part in range(1, 7)
    ]
    if reason is None:
        if any(_trespasses(marcher, base, KEPT - ROUNDING) for base, _ in stations):
            yield f"{unit.key} may go to {x / 100:g}, {y / 100:g}, though it would come too near or off"
    elif reason.cite == "77" and not any(_close(marcher, base, KEPT + 40 * ROUNDING) for base, _ in stations):
        yield f"{unit.key} may not go to {x / 100:g}, {y / 100:g} for enemies who are not near"


KEPT = 300


def _close(marcher: Marcher, base: Poly, keep: int) -> bool:
    return any(nearer_than(base, enemy, keep) for enemy in marcher.setting.enemies)


def _trespasses(marcher: Marcher, base: Poly, keep: int) -> bool:
    wide, high = marcher.state.field.width, marcher.state.field.height
    if any(not (-1 <= x <= wide + 1 and -1 <= y <= high + 1) for x, y in base):
        return True
    return _close(marcher, base, keep) or (
        impassable_under(marcher.state, base) is not None
        and impassable_under(marcher.state, _shrunk(base)) is not None
    )


def _shrunk(base: Poly) -> Poly:
    """A base a little smaller, so that rounding does not matter."""
    x, y = sum(p for p, _ in base) // len(base), sum(q for _, q in base) // len(base)
    return tuple([(p + (x - p) // 10, q + (y - q) // 10) for p, q in base])


def lines_of_sight(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """On open tables: a line drawn by chance that is in the arc and clear of others makes its end visible. [57–60]"""
    state: State = position.state
    land = land_of(state)
    if land.hills or land.high or land.features:
        return
    viewer = _some([u for u in state.units if u.in_open], rng)
    if viewer is None or form(viewer) is Form.SQUARE:
        return
    target = _some([u for u in state.of_side(1 - viewer.side) if u.in_open], rng)
    if target is None:
        return
    front = stand(viewer).front
    figure = front[rng.randint(0, len(front) - 1)]
    aim = _inside(shapes(state, target)[0], rng)
    if not _in_quarter(figure.base, figure.facing, aim, state.options.front_arc_half_angle):
        return
    line = figure.eye, aim
    others = [s for u, s in zip(host(state).units, host(state).shapes) if u.id not in (viewer.id, target.id)]
    if not any(within(line, other, BLOCKS + ROUNDING) for other in others) and not visible(
        state, viewer, target
    ):
        yield f"{viewer.key} has a clear line to {target.key} at {aim} and does not see it"


def _inside(poly: Poly, rng: Rng) -> tuple[int, int]:
    """A point in a shape."""
    parts = [rng.randint(1, 9) for _ in poly]
    total = sum(parts)
    return (
        sum(part * x for part, (x, _) in zip(parts, poly)) // total,
        sum(part * y for part, (_, y) in zip(parts, poly)) // total,
    )


def _in_quarter(base: Poly, facing: int, aim: tuple[int, int], half: int) -> bool:
    """Whether a point lies well within the arc between the rays from both front corners."""

    def turn(corner: tuple[int, int]) -> float:
        bearing = degrees(atan2(aim[0] - corner[0], aim[1] - corner[1]))
        return (bearing - facing / 10 + 180) % 360 - 180

    left, right = turn(base[0]), turn(base[1])
    return left > -half / 10 + 0.5 and right < half / 10 - 0.5 and max(abs(left), abs(right)) < 89


def targets_sound(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Whoever is offered a shot is deployed and free, its target in range and sight, and no pickable one in sight is closer. [50–55]"""
    if ask.cite != "45" and "end_fire" not in ask.offers:
        return
    state: State = position.state
    for verb, mode in (("fire", Mode.VOLLEY), ("skirmish", Mode.SKIRMISH), ("canister", Mode.CANISTER)):
        if verb not in ask.offers:
            continue
        for noun in islice(iter(ask.offers[verb]), 6):
            unit, target = state.units[noun[0]], state.units[noun[1]]
            if form(unit) is Form.MARCH or in_contact(state, unit) or in_contact(state, target):
                yield f"{unit.key} may not shoot at {target.key}"
            if unit.arm.value != "artillery" and distance(state, unit, target) > reach_of(unit, mode):
                yield f"{target.key} is out of {unit.key}'s range"
            if state.spells or unit.inside >= 0 or target.id in state.shot_at:
                continue
            yield from _none_closer(state, unit, target)


def _none_closer(state: State, unit: Unit, target: Unit) -> Iterator[str]:
    if not visible(state, unit, target):
        yield f"{unit.key} does not see {target.key}"
    for other in state.of_side(1 - unit.side):
        pickable = other.id not in state.shot_at and not in_contact(state, other)
        near = min(gap(p, q) for p in shapes(state, unit) for q in shapes(state, other))
        far = min(gap(p, q) for p in shapes(state, unit) for q in shapes(state, target))
        if pickable and unit.arm.value != "artillery" and near < far - 1 and visible(state, unit, other):
            yield f"{unit.key} is offered {target.key}, but {other.key} is closer"


def contact_fights(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Every unit of the active side that touches enemies is asked whom it fights, and may name each of them. [99, 100]"""
    if "pick" not in ask.offers or ask.prompt != "Who fights whom?":
        return
    state: State = position.state
    offered = set(ask.offers["pick"])
    for unit_id in {noun[0] for noun in offered}:
        unit = state.units[unit_id]
        for _, target in [noun for noun in offered if noun[0] == unit_id]:
            enemy = state.units[target]
            if enemy.side == unit.side:
                yield f"{unit.key} is to fight a friend"
            if unit.in_open and enemy.in_open and not touching(state, unit, enemy):
                yield f"{unit.key} does not touch {enemy.key}"


def refusals_say_why(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """In a brigade's actions every verb is offered or barred with a rule, and every unit left out of one is told why. [67, 68]"""
    env = position.agenda[-1].env
    if "finish" not in ask.offers or not hasattr(env, "brigade") or env.moves:
        return
    state: State = position.state
    for verb in ACTIONS:
        if verb not in ask.offers:
            if verb not in ask.barred or not ask.barred[verb].cite:
                yield f"'{verb}' has vanished and nobody says why"
            continue
        domain = ask.offers[verb]
        for unit in state.of_brigade(env.brigade):
            if verb == "assault":
                enemy = _some(state.of_side(1 - unit.side), rng)
                noun: Any = None if enemy is None else (unit.id, enemy.id)
            else:
                noun = unit.id
            if noun is not None and noun not in domain and domain.why_not(noun) is None:
                yield f"{unit.key} may not {verb} and nobody says why"


def leaders_keep_off(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A leader rides at most 36 and stays more than 6 from enemy units. [98]"""
    if "ride" not in ask.offers:
        return
    state: State = position.state
    env = position.agenda[-1].env
    leader = state.leader(env.leader)
    for legs in islice(iter(ask.offers["ride"]), 5):
        _, x, y = legs[0]
        base = tuple([(p - leader.x + x, q - leader.y + y) for p, q in leader_box(leader)])
        if leader.inside < 0:
            if (x - leader.x) ** 2 + (y - leader.y) ** 2 > 3602**2:
                yield f"{leader.name} would ride too far"
            if any(
                nearer_than(base, s, 600) for u in state.of_side(1 - leader.side) for s in shapes(state, u)
            ):
                yield f"{leader.name} would ride too near an enemy"


def open_order_only_for_some(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Whoever may reform is offered open order only if it has it. [F5.13]"""
    for domain in ask.offers.values():
        if isinstance(domain, Reach) and isinstance(domain.mover, Marcher):
            names = domain.mover.orders()
            if any("open" in name for name in names) and not has_open_order(domain.mover.unit):
                yield f"{domain.mover.unit.key} is offered open order"


LAWS = (
    Law("no retreat is overlooked", ("83", "86", "B20"), seek=no_retreat_overlooked),
    Law(
        "no assault is overlooked, and the duty is to the closest",
        ("87", "90", "B42"),
        seek=no_assault_overlooked,
    ),
    Law("no way out of a feature is overlooked", ("176", "67"), seek=no_exit_overlooked),
    Law("no room for reinforcements is overlooked", ("149", "152"), seek=no_arrival_overlooked),
    Law(
        "places offered are legal, places refused are not",
        ("70", "75", "77", "164"),
        seek=places_legal_both_ways,
    ),
    Law("a clear line makes visible", ("57", "58", "60", "B12"), seek=lines_of_sight),
    Law("shots offered are at the closest in range and sight", ("50", "52", "53", "55"), seek=targets_sound),
    Law("who is asked to fight touches whom he may name", ("99", "100"), seek=contact_fights),
    Law("a verb that vanishes says why, and so does a unit left out", ("67", "68"), seek=refusals_say_why),
    Law("leaders ride within 36 and stay more than 6 from enemies", ("98",), seek=leaders_keep_off),
    Law("open order is offered to those who have it", ("F5.13", "B79"), seek=open_order_only_for_some),
)
