"""Searches beside the program's own, by brute force: nothing legal overlooked, nothing illegal offered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.engine.choices import Ask
from grognard.engine.dice import Rng
from grognard.engine.domains import Reach
from grognard.engine.flow import Position, replace
from grognard.engine.soundness import Law
from grognard.geometry.angles import offset
from grognard.geometry.points import bounds, grown
from grognard.geometry.shapes import contains

from ..facts.bodies import KEEP, gap, in_cohesion
from ..facts.deploy import zones_of
from ..facts.ground import astride, layout, on_table, shut
from ..facts.melee import DOUBLE
from ..facts.moving import Walker
from ..facts.paths import reach
from ..facts.placing import Placer
from ..facts.retreat import Flight, allowance, flight
from ..facts.sight import sees
from ..facts.values import move_of, why_not
from ..state import State, Unit
from ..steps.verbs import ORDERS
from ..tables.profiles import WEAPONS
from ..words import Action
from .tracing import SURE, cost, keeps_clear, near, on_ground, steps, straight_contact


def _activating(ask: Ask) -> bool:
    return "end_turn" in ask.offers or "end_turn" in ask.barred


def _some(rng: Rng, units: tuple[Unit, ...]) -> Unit:
    return units[rng.randint(0, len(units) - 1)]


def silent(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Every action of the book is offered, or it is said why it is not."""
    if not _activating(ask):
        return
    for verb in ORDERS:
        if verb in ask.offers:
            continue
        if verb not in ask.barred:
            yield f"'{verb}' is not offered and nobody says why"
        elif not ask.barred[verb].words:
            yield f"'{verb}' is barred without words"


def attacks(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Whoever gets straight to an enemy in sight within his move may attack it; and whom one may attack, one gets at."""
    state: State = position.state
    if not _activating(ask):
        return
    for verb, action in (("attack", Action.ATTACK), ("charge", Action.CHARGE)):
        offered = set(ask.offers[verb]) if verb in ask.offers else set()
        own, foes = state.on_table(ask.who[0]), state.on_table(1 - ask.who[0])
        if not own or not foes:
            return
        unit, enemy = _some(rng, own), _some(rng, foes)
        limit = move_of(unit) + (DOUBLE if action is Action.CHARGE else 0)
        if (unit.id, enemy.id) in offered:
            yield from _reached(state, unit, enemy, limit)
        elif (
            "rouse" not in ask.offers
            and unit.trait.value not in ("sporting_umpire", "up_and_at_em")
            and why_not(state, unit, action) is None
            and gap(state, unit, enemy) <= limit
            and sees(state, unit, enemy)
            and straight_contact(state, unit, enemy, limit)
        ):
            yield f"{unit.key} could {verb} {enemy.key}"


def _reached(state: State, unit: Unit, enemy: Unit, limit: int) -> Iterator[str]:
    """The way of an attack, step by step: through nobody and nothing, and within the move."""
    way = reach(state, unit, enemy, limit)
    if way is None or not sees(state, unit, enemy):
        yield f"{unit.key} may attack {enemy.key} but does not get there"
        return
    here = unit.models[way.model]
    solid = [
        u
        for u in state.on_table()
        if u.id not in (unit.id, enemy.id)
        and u.inside is None
        and (u.side != unit.side or u.close_order or unit.close_order)
    ]
    total = 0.0
    for point in way.points:
        total += cost(state, unit, here, point)
        if any(near(m, (here, point), u.radius + unit.radius - SURE) for u in solid for m in u.models):
            yield f"the way of {unit.key} to {enemy.key} ends on somebody"
        if not way.across and on_ground(state, unit, here, point, -SURE) and enemy.inside is None:
            yield f"the way of {unit.key} to {enemy.key} goes through what bars it"
        here = point
    if total > limit + 2 * SURE:
        yield f"the way of {unit.key} to {enemy.key} is {total / 100:.2f} long"


def retreats(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A Retreat that costs models has no free direction; and wherever it ends, it ends clear. Garrisons run like others."""
    state: State = position.state
    units = state.on_table()
    if not units or not _activating(ask):
        return
    unit, first = _some(rng, units), rng.randint(0, 3599)
    found = flight(state, unit, first)
    if found.leaves:
        return
    yield from retreat_faults(state, unit, found)
    if unit.inside is not None:
        return
    # Over Difficult ground the half move is spent before it is gone. [T135]
    spent = max(cost(state, unit, a, b) for a, b in zip(unit.models, found.models))
    if found.lost or spent < allowance(unit) - 2 * SURE:
        way = free_direction(state, unit, first)
        if way is not None:
            yield f"{way}, {'losing nobody' if found.lost else 'all the way'}"


def retreat_faults(state: State, unit: Unit, found: Flight) -> Iterator[str]:
    """Where a Retreat may not end, and what it should have cost."""
    others = [u for u in state.on_table() if u.id != unit.id and u.inside is None]
    if found.models != unit.models:
        outside = replace(unit, models=found.models, inside=None)
        for model in found.models:
            if not on_table(state, model) or astride(state, model, unit.radius - 1):
                yield f"{unit.key} would retreat off the table or onto a wall"
            if any(near(model, u.models, u.radius + unit.radius - SURE) for u in others):
                yield f"{unit.key} would retreat onto somebody"
            if shut(state, outside, (model, model)):
                yield f"{unit.key} would retreat onto ground that is barred"
        if unit.inside is not None and not in_cohesion(outside):
            yield f"{unit.key} would come out of cohesion"
    gone, most = found.gone, allowance(unit)
    slow = not layout(state).difficult.clear_of(bounds((*unit.models, *found.models)))
    if found.stopped in ("enemy", "ground") and not slow and found.lost != (most - gone) // 100:
        free = found.lost < (most - gone) // 100 and not _slid_back(state, found, unit)
        if free:
            yield f"{unit.key} would pay {found.lost} for {(most - gone) / 100} inches missing"


def _slid_back(state: State, found: Flight, unit: Unit) -> bool:
    """Whether friends or Obstacles stand just beyond where it ends: it slid back from them, at no cost."""
    reach, around = unit.radius + allowance(unit), grown(bounds(found.models), unit.radius + allowance(unit))
    friends = [u for u in state.on_table(unit.side) if u.id != unit.id and u.inside is None]
    return not layout(state).barriers.clear_of(around) or any(
        near(model, u.models, u.radius + reach) for u in friends for model in found.models
    )


TURNS = range(-900, 901, 50)


def free_direction(state: State, unit: Unit, first: int, turns: Iterable[int] = TURNS) -> str | None:
    """A direction in which a unit surely could Retreat all the way, past nobody in Close Order."""
    far = allowance(unit)
    friends = [u for u in state.on_table(unit.side) if u.id != unit.id and u.inside is None]
    if any(u.close_order or unit.close_order for u in friends):
        return None
    for turn in turns:
        dx, dy = offset(first + turn, far)
        ends = [(x + dx, y + dy) for x, y in unit.models]
        if not all(on_table(state, end) for end in ends):
            continue
        legs = list(zip(unit.models, ends))
        if any(
            on_ground(state, unit, a, b, SURE) or not keeps_clear(state, unit, a, b, SURE) for a, b in legs
        ):
            continue
        if max(cost(state, unit, a, b) for a, b in legs) > far:
            continue
        if any(astride(state, end, unit.radius + SURE) for end in ends):
            continue
        if any(near(end, u.models, u.radius + unit.radius + SURE) for u in friends for end in ends):
            continue
        return f"{unit.key} could retreat {turn / 10:g}° aside of {first / 10:g}°"
    return None


def moves(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A whole unit going straight somewhere: refused if and only if something is in the way."""
    domain = ask.offers.get("go")
    if not isinstance(domain, Reach) or not isinstance(domain.mover, Walker):
        return
    walker, state = domain.mover, position.state
    unit = walker.unit
    if unit.inside is not None or unit.close_order or not in_cohesion(unit):
        return
    for _ in range(3):
        dx, dy = offset(rng.randint(0, 3599), rng.randint(1, walker.allowance + 100))
        legal = walker.refusal((("go", dx, dy),)) is None
        if legal and not _goes(state, unit, dx, dy, walker.allowance, -SURE):
            yield f"{unit.key} may go {(dx, dy)} but cannot"
        if not legal and _goes(state, unit, dx, dy, walker.allowance, SURE):
            yield f"{unit.key} could go {(dx, dy)}: {walker.refusal((('go', dx, dy),))}"


def _goes(state: State, unit: Unit, dx: int, dy: int, most: int, sure: int) -> bool:
    others = [u for u in state.on_table() if u.id != unit.id and u.inside is None]
    solid = [u for u in others if u.side == unit.side and u.close_order]
    for x, y in unit.models:
        end = x + dx, y + dy
        if not on_table(state, end) or cost(state, unit, (x, y), end) > most - sure:
            return False
        if on_ground(state, unit, (x, y), end, sure) or astride(state, end, unit.radius + sure):
            return False
        if not keeps_clear(state, unit, (x, y), end, sure):
            return False
        if any(near(end, u.models, unit.radius + u.radius + sure) for u in others):
            return False
        way = list(steps((x, y), end))
        if any(near(m, way, unit.radius + u.radius + sure) for u in solid for m in u.models):
            return False
    return True


def places(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A unit set up: wherever it may stand it stands on nobody, on no closed ground, and in its zone."""
    domain, state = ask.offers.get("place"), position.state
    if not isinstance(domain, Reach) or not isinstance(domain.mover, Placer):
        return
    placer, unit = domain.mover, domain.mover.unit
    for _ in range(4):
        spot = rng.randint(0, state.field.width), rng.randint(0, state.field.height)
        models = placer.models(spot)
        free = _stands(state, replace(unit, models=models, inside=placer.house(spot)))
        zone = zones_of(state, unit.side)
        inside = any(all(contains(poly, m) for m in models) for poly in zone.polys)
        legal = placer.judge(spot) is None
        if legal and not (free and (inside or zone.spot is not None)):
            yield f"{unit.key} may be set up at {spot} but does not fit"
        if not legal and free and inside and zone.spot is None and not zone.first_half and zone.keep == KEEP:
            yield f"{unit.key} could be set up at {spot}: {placer.judge(spot)}"


def _stands(state: State, unit: Unit) -> bool:
    others = [u for u in state.on_table() if u.id != unit.id and u.inside is None]
    if unit.inside is not None:
        return all(u.inside != unit.inside or u.id == unit.id for u in state.on_table())
    return not any(
        not on_table(state, model)
        or on_ground(state, replace(unit, models=((-9999, -9999),)), model, model, 0)
        or any(near(model, u.models, unit.radius + u.radius + KEEP) for u in others)
        for model in unit.models
    )


def shots(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Whom one may fire at is in range, in sight, and no enemy who lies down far away."""
    state: State = position.state
    for verb in ("fire", "volley"):
        if verb not in ask.offers or not _activating(ask):
            continue
        pairs = list(ask.offers[verb])
        mine, other = pairs[rng.randint(0, len(pairs) - 1)]
        unit, enemy = state.units[mine], state.units[other]
        row, far = WEAPONS[unit.weapon], gap(state, unit, enemy)
        most = row.short if enemy.to_ground or verb == "volley" or row.long is None else row.long
        if far > most or not sees(state, unit, enemy) or enemy.side == unit.side:
            yield f"{unit.key} may {verb} at {enemy.key}, {far / 100:.2f} away"


def sight(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Nobody sees whom he is not seen by."""
    state: State = position.state
    units = state.on_table()
    if len(units) > 1:
        one, other = _some(rng, units), _some(rng, units)
        if one.id != other.id and sees(state, one, other) != sees(state, other, one):
            yield f"{one.key} sees {other.key}, but not the other way round"


SEARCHES: tuple[Law, ...] = (
    Law("a verb that vanishes says why", ("T012d", "T001"), seek=silent),
    Law("whoever gets straight to an enemy in sight may attack it, and nobody else", ("T013", "T014", "R-09", "R-56"), seek=attacks),
    Law("a Retreat takes a free direction if there is one, and ends clear", ("T134", "T137", "R-27"), seek=retreats),
    Law("a unit may go wherever nothing is in its way, and nowhere else", ("T088", "R-25", "R-43", "R-56"), seek=moves),
    Law("a unit may be set up wherever it fits, and nowhere else", ("F-S1", "F-SB1"), seek=places),
    Law("whom one may fire at is in range and in sight", ("T040", "T041", "T109", "T130"), seek=shots),
    Law("sight is mutual", ("R-37",), seek=sight),
)  # fmt: skip
