"""Searches beside the program's own, by brute force: nothing legal is overlooked, nothing illegal is offered.

They go step by step where the program reasons exactly, so they leave a margin: what is neither clearly legal
nor clearly illegal is not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.choices import Ask
from grognard.engine.dice import Rng
from grognard.engine.domains import Reach
from grognard.engine.flow import Position, replace
from grognard.engine.soundness import Law
from grognard.geometry.arcs import in_arc
from grognard.geometry.gaps import gap, points_within
from grognard.geometry.points import Point, Poly, Pose
from grognard.geometry.shapes import box, centre, first_overlap, front_middle
from grognard.geometry.slides import to_edge

from ..facts.bodies import all_but, body, others, shooting_bases, size, stand, standing
from ..facts.ground import crossings, keeps_to_roads, land, off_table, on_road
from ..facts.readiness import Allowance, barred_from_advancing, free
from ..facts.runs import Run
from ..facts.shots import Volley, may_shoot, reach, volley
from ..facts.sight import arc_of, veil
from ..state import Duties, State, Unit
from ..steps.charges import evasion
from ..steps.compulsory import retirement
from ..words import Duty, Round
from .slides import STEP, Slide, can_be_charged

LOOSE = 3 * STEP // 2
"""How far a search that goes by steps may miss an exact one."""
EVERY = 25
"""How close the points lie that a search looks at on an outline."""


def _some(units: list[Unit], rng: Rng) -> Unit | None:
    return units[rng.randint(0, len(units) - 1)] if units else None


# ---- charges


def every_charge(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Turn by turn and step by step: whom one unit could charge it may name, and nobody else."""
    if "end_moves" not in ask.offers:
        return
    state: State = position.state
    unit = _some([u for u in state.of_side(ask.who[0]) if free(state, u).charge], rng)
    if unit is None:
        return
    offered = ask.offers.get("charge")
    for target in state.of_side(1 - unit.side):
        told = offered is not None and (unit.id, target.id) in offered
        found = can_be_charged(state, unit, target)
        if found is False and told:  # there may be an opening narrower than a degree
            found = can_be_charged(state, unit, target, 1)
        if found is not None and found is not told:
            yield f"{unit.key} at {target.key}: offered {told}, found {found}"


# ---- targets


def every_target(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Point by point along its outline: a base bears on a target if any part of it is in arc and range."""
    if "done_aiming" not in ask.offers:
        return
    state: State = position.state
    able = [u for u in state.of_side(ask.who[0]) if may_shoot(state, u) is None]
    unit = _some([u for u in able if not any(a.shooter == u.id for a in state.aims)], rng)
    if unit is None:
        return
    touching = state.touching(unit.id)
    for target in state.of_side(1 - unit.side):
        if target.id in touching or state.in_contact(target.id):
            continue
        fire = volley(state, unit, target)
        dice = fire.dice if isinstance(fire, Volley) else 0
        sure, most = _bases_bearing(state, unit, target)
        if unit.is_gun:
            dice, sure, most = min(dice, 1), min(sure, 1), min(most, 1)
        if dice > most or (dice < sure and _nothing_between(state, unit, target)):
            yield f"{unit.key} at {target.key}: {dice} bases bear, found {sure} to {most}"


def _bases_bearing(state: State, unit: Unit, target: Unit) -> tuple[int, int]:
    """How many bases surely have a part of the target in arc and range, and how many might."""
    outline, carry = list(_outline(body(state, target))), reach(unit, Round.BALL)
    sure = most = 0
    for base in shooting_bases(state, unit):
        eye, arc = front_middle(base), arc_of(unit, base)
        sure += any(in_arc(arc, p, edge=False) and points_within(eye, p, carry - 2) for p in outline)
        wide = arc_of(unit, _wider(base))
        most += any(in_arc(wide, p) and points_within(eye, p, carry + EVERY) for p in outline)
    return sure, most


def _wider(base: Poly) -> Poly:
    """A base with its front corners drawn apart, and back, by more than two points of an outline lie apart."""
    (left, right), (x, y) = (base[0], base[1]), centre(base)
    (ax, ay), (bx, by) = left, right
    dx, dy = (ax - bx) // 2, (ay - by) // 2
    back = (x - (ax + bx) // 2) // 4, (y - (ay + by) // 2) // 4
    return (ax + dx + back[0], ay + dy + back[1]), (bx - dx + back[0], by - dy + back[1]), *base[2:]


def _outline(poly: Poly) -> Iterator[Point]:
    for (ax, ay), (bx, by) in zip(poly, (*poly[1:], poly[0])):
        parts = max(abs(bx - ax), abs(by - ay)) // EVERY + 1
        yield from ((ax + (bx - ax) * k // parts, ay + (by - ay) * k // parts) for k in range(parts))


def _nothing_between(state: State, unit: Unit, target: Unit) -> bool:
    ground = land(state.field)
    return (
        not veil(standing(state), stand(state, unit), stand(state, target))
        and not ground.screens
        and not ground.hills
    )


# ---- runs


def every_retirement(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Step by step: a beaten unit goes back as far as nothing stops it, and no farther."""
    if "end_moves" not in ask.offers and "retire" not in ask.offers:
        return
    state: State = position.state
    unit = _some(others(state), rng)
    enemy = None if unit is None else _some(list(state.of_side(1 - unit.side)), rng)
    if unit is None or enemy is None:
        return
    away = Duties(retire=Duty.MUST, away_from=(enemy.x, enemy.y), foes=(enemy.id,))
    limit = 100 * rng.randint(1, 15)
    beaten = replace(unit, duties=away)
    gone = retirement(state, beaten, Allowance(limit, limit))
    yield from as_far(state, beaten, gone, limit, retiring=True)


def every_evasion(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Step by step: skirmishers run as far as nothing stops them, and no farther."""
    if "end_moves" not in ask.offers and "evade" not in ask.offers:
        return
    state: State = position.state
    loose = [u for u in others(state) if u.skirmishing and not state.in_contact(u.id)]
    unit = _some(loose, rng)
    enemy = None if unit is None else _some(list(state.of_side(1 - unit.side)), rng)
    if unit is None or enemy is None:
        return
    limit = 100 * rng.randint(2, 18)
    gone = evasion(state, unit, enemy, Allowance(limit, limit))
    yield from as_far(state, unit, gone, limit, retiring=False)


def as_far(state: State, unit: Unit, gone: Run, limit: int, *, retiring: bool) -> Iterator[str]:
    facing = gone.halted_at.facing
    slide = Slide(state, unit, facing, gone.bearing, retiring)
    free_for = slide.free_for(limit)
    start = box(unit.x, unit.y, facing, *size(state, unit))
    edge = to_edge(start, gone.bearing, limit, (state.field.width, state.field.height))
    if gone.distance > max(free_for, 0) + LOOSE and not gone.through:
        yield f"{unit.key} goes {gone.distance} along {gone.bearing}, free for {free_for}"
    surely = slide.free_for(limit, 0)
    hampered = slide.meets_friends(min(limit, surely + LOOSE)) or slide.meets_lines(surely)
    if gone.stopped and not hampered and gone.distance < min(surely, edge) - LOOSE:
        yield f"{unit.key} stops after {gone.distance} along {gone.bearing}, free for {surely}"


# ---- marches, and turns on the spot


def every_march(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Straight ahead, step by step: what is clearly free may be marched, what is clearly not may not."""
    domain = ask.offers.get("go")
    if not isinstance(domain, Reach):
        return
    state: State = position.state
    unit, env = state.units[domain.unit], position.agenda[-1].env
    for _ in range(4):
        far = rng.randint(1, max(1, env.good))
        refusal = domain.mover.refusal((("forward", far),))
        verdict = _march_verdict(state, unit, far, env.difficult)
        if verdict is not None and verdict is not (refusal is None):
            yield f"{unit.key} forward {far}: {refusal or 'allowed'}, found {verdict}"


def _march_verdict(state: State, unit: Unit, far: int, difficult: int | None) -> bool | None:
    """Whether a march straight ahead is clearly legal, clearly not, or neither."""
    slide = Slide(state, unit, unit.facing, unit.facing, False)
    end = slide.at(far)
    if off_table(state.field, end):
        return False
    if unit.is_general:
        return None
    if first_overlap(end, all_but(state, unit.id).shapes, 20) is not None:
        return False
    near = [gap(body(state, unit), body(state, foe)) for foe in state.of_side(1 - unit.side)]
    if any(there < 110 for there in near) or barred_from_advancing(unit):
        return None
    if any(gap(end, body(state, foe)) < 95 for foe in state.of_side(1 - unit.side)):
        return False
    way = (unit.x, unit.y), (unit.x + slide.offset(far)[0], unit.y + slide.offset(far)[1])
    rough = first_overlap(slide.lane(far), land(state.field).difficult[unit.kind]) is not None
    plain = not crossings(state.field, unit.kind, way) and (not rough or far <= (difficult or 0))
    clear = all(gap(slide.lane(far), body(state, foe)) > 105 for foe in state.of_side(1 - unit.side))
    alone = first_overlap(slide.lane(far), all_but(state, unit.id).shapes) is None
    return True if plain and clear and alone and not slide.closed(far) else None


def every_turn(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A unit that holds turns to nowhere it cannot stand."""
    domain = ask.offers.get("face")
    if not isinstance(domain, Reach):
        return
    state: State = position.state
    unit = state.units[domain.unit]
    for _ in range(4):
        turn = rng.randint(-600, 600)
        allowed = domain.mover.refusal((("turn", turn),)) is None
        shape = box(unit.x, unit.y, (unit.facing + turn) % 3600, *size(state, unit))
        bad = abs(turn) > 450 or off_table(state.field, shape)
        bad = bad or (
            not unit.is_general and first_overlap(shape, all_but(state, unit.id).shapes, 8) is not None
        )
        if allowed and bad:
            yield f"{unit.key} may turn {turn}"


# ---- coming on, setting up


def every_entry(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Half inch by half inch along the edge: a reinforcement comes on wherever it fits, and nowhere else."""
    if "at" not in ask.offers:
        return
    state: State = position.state
    unit, due = state.units[position.agenda[-1].env.unit], state.field.arrival
    assert due is not None
    (x, y), (x2, y2) = due.edge
    upright = x == x2
    low, high = (min(y, y2), max(y, y2)) if upright else (min(x, x2), max(x, x2))
    wide, deep = size(state, unit)
    for along in range(low + wide // 2, high - wide // 2 + 1, 50):
        inward = deep // 2 if (x if upright else y) == 0 else (x if upright else y) - deep // 2
        facing = (900 if x == 0 else 2700) if upright else (0 if y == 0 else 1800)
        pose = Pose(inward, along, facing) if upright else Pose(along, inward, facing)
        shape = box(*pose, wide, deep)
        foes = [gap(shape, body(state, foe)) for foe in state.of_side(1 - unit.side)]
        closed = first_overlap(shape, land(state.field).barred[unit.kind][0]) is not None
        taken = first_overlap(shape, standing(state).shapes, 2) is not None
        fits = (
            not off_table(state.field, shape) and not closed and not taken and min(foes, default=999) >= 100
        )
        if fits is not (along in ask.offers["at"]):
            yield f"{unit.key} at {along}: found {fits}"


def every_place(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Anywhere on the table: a unit is set up on its own ground, on nobody, wholly on the table."""
    domain = ask.offers.get("place")
    if not isinstance(domain, Reach):
        return
    state: State = position.state
    unit = state.units[domain.unit]
    for _ in range(6):
        x, y = rng.randint(0, state.field.width), rng.randint(0, state.field.height)
        allowed = domain.mover.refusal((("place", x, y, unit.facing, unit.order.value),)) is None
        shape = box(x, y, unit.facing, *size(state, unit))
        bad = off_table(state.field, shape)
        bad = bad or first_overlap(shape, land(state.field).barred[unit.kind][0], 8) is not None
        bad = bad or (
            not unit.is_general and first_overlap(shape, all_but(state, unit.id).shapes, 8) is not None
        )
        # The second side places first, and takes no heed of enemies.
        if unit.side == 0 and not unit.is_general:
            bad = bad or any(gap(shape, body(state, foe)) < 398 for foe in state.of_side(1))
        if allowed and bad:
            yield f"{unit.key} may stand at {x, y}"


# ---- what is offered at all


def who_may_go(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Whoever a result gave the choice is offered it: to retire, to pursue."""
    state: State = position.state
    side = ask.who[0]
    if "retire" in ask.offers:
        may = {u.id for u in state.of_side(side) if u.duties.retire is Duty.MAY}
        if not set(ask.offers["retire"]) <= may:
            yield "somebody may retire who was not given the choice"
    if "pursue" in ask.offers:
        may = {
            u.id
            for u in state.of_side(side)
            if u.duties.pursue is Duty.MAY
            and not u.today.retired
            and not state.in_contact(u.id)
            and not (u.markers >= 2 or (u.markers and u.skirmishing))
        }
        if set(ask.offers["pursue"]) != may:
            yield f"may pursue: {sorted(may)}, offered {sorted(ask.offers['pursue'])}"


def who_may_be_rallied(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Each marked unit near a general and out of contact is offered to him, and no other."""
    if "rally" not in ask.offers:
        return
    state: State = position.state
    general = next((g for g in state.generals(ask.who[0]) if g.id == ask.about), None)
    if general is None:
        yield "nobody rallies"
        return
    here = body(state, general)
    may = {
        u.id
        for u in state.of_side(general.side)
        if u.markers and not state.in_contact(u.id) and gap(here, body(state, u)) <= 600
    }
    if set(ask.offers["rally"]) != may:
        yield f"{general.key} may rally {sorted(may)}, offered {sorted(ask.offers['rally'])}"


def vanished_verbs_say_why(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """What a player may expect at a step is offered, or a rule says why not."""
    expected: tuple[str, ...] = ()
    if "end_moves" in ask.offers:
        expected = "march", "hold", "charge"
    elif "done_aiming" in ask.offers:
        expected = "aim", "canister"
    for verb in expected:
        if verb not in ask.offers and verb not in ask.barred:
            yield f"'{verb}' is neither offered nor barred"


def roads_carry(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A way is on a road if every point of it is."""
    state: State = position.state
    roads = land(state.field).roads
    unit = _some([u for u in others(state) if keeps_to_roads(u)], rng)
    if not roads or unit is None or "end_moves" not in ask.offers:
        return
    dx, dy = rng.randint(-600, 600), rng.randint(-600, 600)
    way = (unit.x, unit.y), (unit.x + dx, unit.y + dy)
    points = [(unit.x + dx * k // 40, unit.y + dy * k // 40) for k in range(41)]
    off = [p for p in points if not any(_well_inside(road, p) for road in roads)]
    if on_road(state.field, way) and len(off) > 8:
        yield f"the way of {unit.key} to {way[1]} counts as road"


def _well_inside(road: Poly, point: Point) -> bool:
    return gap(road, (point,)) <= 2


LAWS = (
    Law("whoever can be charged is offered, and nobody else", ("H1", "H2", "H3", "H4"), seek=every_charge),
    Law("as many bases bear as have a part of the target in arc and range", ("S8", "S11"), seek=every_target),
    Law("a retirement goes as far as nothing stops it, and no farther", ("R1", "R2"), seek=every_retirement),
    Law("an evasion goes as far as nothing stops it, and no farther", ("E2",), seek=every_evasion),
    Law("a march straight ahead is allowed where it is free, and only there", ("M3", "M8", "M9", "M10"), seek=every_march),
    Law("a turn on the spot ends where the unit can stand", ("M1", "M9", "M10"), seek=every_turn),
    Law("reinforcements come on wherever they fit", ("M13", "M8"), seek=every_entry),
    Law("units are set up on nobody and where they may go", ("Z1", "M9", "8a"), seek=every_place),
    Law("the choice to retire or pursue is offered to whom a result gave it", ("54", "56a", "52", "58", "65", "68"), seek=who_may_go),
    Law("a general is offered every unit he may rally", ("84", "O5", "G-26"), seek=who_may_be_rallied),
    Law("a verb that vanishes says why", ("M1", "H1", "S13"), seek=vanished_verbs_say_why),
    Law("a way counts as road only if it is one all along", ("K1",), seek=roads_carry),
)  # fmt: skip
