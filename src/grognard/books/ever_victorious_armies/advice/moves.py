"""Which move to take, ask by ask: each verb has its adviser, which rates the nouns on offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import chain, islice
from math import inf
from typing import Any

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Reach
from grognard.engine.tasks import under_orders
from grognard.engine.verbs import numbers, rated_by
from grognard.geometry.angles import ahead, heading
from grognard.geometry.gaps import first_within, gap, length
from grognard.geometry.outlines import in_parts
from grognard.geometry.points import Poly, Pose
from grognard.geometry.shapes import box
from grognard.geometry.slides import stretch

from ..facts.bodies import apart, body, size, stand, standing
from ..facts.entering import entry_pose
from ..facts.lanes import Lane, first_in_lane, lane
from ..facts.legs import March
from ..facts.marching import Marcher
from ..facts.parties import tallies
from ..facts.shots import Volley, targets
from ..state import State, Unit
from ..steps.compulsory import pursuit_facing
from ..steps.verbs import VERBS, Rating
from ..tables.nerve import CASUALTIES
from ..words import Kind, Round
from .aims import goals
from .charging import attacker_of, charge_worth, way_lost
from .places import Place, march_prospect, may_lead, place_worth, stay_worth
from .storming import may_storm
from .worth import bout, figure_worth, hit_chance, reach_chance, unit_worth

Rated = Iterator[tuple[Any, float]]
BRIEFLY = 3
"""Ways that are looked at where a rough answer will do."""
PLACES = 20
"""Places that are looked at as a unit is set up."""
ENOUGH = 0.05
"""A move must be worth this much more than standing still."""
CHARGING, HESITATION = 1.5, 0.1
"""What a charge worth making rates above all else, and what it must be worth to be made."""
ENTERING = 2.0
BEST_MARCH = 1.3
"""No march rates more."""
IDLE = 0.2
"""The same for a step aside or back, and for a turn on the spot: whoever shuffles about is where he is wanted by chance only."""
RESTLESS = 0.25
"""The same for a general: who rides to and fro is where he is needed by chance only."""


def rated(look: Look) -> Iterable[tuple[Move, float]]:
    """Every noun of every verb on offer, with a rating."""
    for verb, domain in look.ask.offers.items():
        for noun, rating in ADVISERS[verb](look, domain):
            yield Move(look.side, verb, noun), rating


def instead(look: Look, move: Move) -> Iterator[tuple[Move, float]]:
    """What else the unit of a move could do: the others have their turn after it."""
    for verb, domain in look.ask.offers.items() if isinstance(move.noun, int | tuple) else ():
        if not isinstance(domain, Reach):
            same = [noun for noun in domain if noun is not None and _actor(noun) == _actor(move.noun)]
            for noun, rating in ADVISERS[verb](look, same):
                if (verb, noun) != (move.verb, move.noun):
                    yield Move(look.side, verb, noun), rating


def _actor(noun: Any) -> Any:
    return noun[0] if isinstance(noun, tuple) and noun else noun


def as_ordered(look: Look) -> State:
    """The state as its side has to see it, under the orders it has."""
    state: State = under_orders(look.position.state, look.plan)
    return state


def _flat(rating: float) -> Callable[[Look, Any], Rated]:
    def adviser(look: Look, domain: Any) -> Rated:
        for noun in domain:
            yield noun, rating

    return adviser


def _anywhere(look: Look, domain: Any) -> Rated:
    """One place is as good as another."""
    for noun in islice(domain, PLACES):
        yield noun, 0.0


def _go_first(look: Look, domain: Any) -> Rated:
    """First, if there is somebody to charge before he moves; otherwise see what he does."""
    state = as_ordered(look)
    mine = sum(max(0.0, _best_charge(state, unit)) for unit in state.of_side(look.side))
    theirs = sum(max(0.0, _best_charge(state, unit)) for unit in state.of_side(1 - look.side))
    yield None, 0.1 + mine - 0.5 * theirs if mine or theirs else -0.1


def _best_charge(state: State, unit: Unit) -> float:
    if unit.is_gun:
        return 0.0
    best = 0.0
    mine = stand(state, unit)
    for there in standing(state, 1 - unit.side):
        chance = reach_chance(unit, far) if (far := apart(mine, there)) <= 2400 else 0.0
        if chance:
            best = max(best, chance * bout(state, unit, state.units[there.id]).gain)
    return best


def _charge(look: Look, domain: Any) -> Rated:
    """What a charge is worth: the dice to get there, the fire on the way, the exact odds of the fight."""
    state = as_ordered(look)
    for unit_id, target_id in domain:
        unit, target = state.units[unit_id], state.units[target_id]
        found = lane(state, unit, target)
        if isinstance(found, Lane):
            yield (unit_id, target_id), charge_rating(state, unit, found)


def charge_rating(state: State, unit: Unit, found: Lane, least: float = -inf) -> float:
    """How a charge along a lane rates: one worth making is made before others move into its lane.

    Of one that cannot be worth so much, the way is not looked at.
    """
    worth = charge_worth(state, unit, state.units[found.hit], found) - HESITATION
    if worth >= least:
        worth -= way_lost(state, unit, found)
    return worth + CHARGING if worth > 0 else worth


def march(look: Look, domain: Any) -> Rated:
    """How much better a place each unit may hope for."""
    state = as_ordered(look)
    # Those in front go first, so that they are not in the way of the others.
    units = [(_to_go(state, state.units[unit_id]), unit_id) for unit_id in domain]
    for ahead_of, unit_id in sorted(units) if look.brief else units:
        gain = march_prospect(state, state.units[unit_id], look.brief)
        if gain > (RESTLESS if state.units[unit_id].is_general else ENOUGH):
            yield unit_id, min(1.0, gain) * 0.3 + 1.0 - ahead_of / 8000
            if look.brief:
                return


def _to_go(state: State, unit: Unit) -> int:
    """How far it is to what a unit wants."""
    return min((length((unit.x, unit.y), goal.at) for goal in goals(state, unit)), default=3600)


def _hold(look: Look, domain: Any) -> Rated:
    """Turning towards somebody worth shooting at."""
    state = as_ordered(look)
    for unit_id in () if look.brief else domain:
        unit = state.units[unit_id]
        if unit.is_general:
            continue
        here = stay_worth(state, unit)
        best = here
        for turn in (-450, 450):
            pose = Pose(unit.x, unit.y, (unit.facing + turn) % 3600)
            best = max(best, place_worth(state, unit, Place(pose, unit.order, False)))
        if best - here > ENOUGH:
            yield unit_id, 0.5 * (best - here - IDLE)


def _go(look: Look, domain: Reach) -> Rated:
    """Every candidate march by what its end is worth."""
    state = as_ordered(look)
    unit = state.units[domain.unit]
    mover = domain.mover
    assert isinstance(mover, Marcher)
    ways = islice(mover.candidates(), BRIEFLY) if look.brief else chain(mover.candidates(), _sidesteps(mover))
    for legs in ways:
        march = mover.work_out(legs)
        if not isinstance(march, March):
            continue
        if march.leaves:
            yield legs, 50.0
            continue
        moved = bool(march.strides) and (
            march.end != (unit.x, unit.y, unit.facing) or march.order is not unit.order
        )
        moved = moved or unit.today.moved
        rough = 0.15 if march.difficult and not unit.skirmishing else 0.0
        worth = place_worth(state, unit, Place(march.end, march.order, moved))
        yield legs, worth - rough - (IDLE if _shuffles(legs) else 0.0) + _elbow_room(mover, march)


def _shuffles(legs: Any) -> bool:
    """A step aside or back, or a turn on the spot."""
    return bool(legs) and all(leg[0] in ("side", "back", "turn") for leg in legs)


def _sidesteps(mover: Marcher) -> Iterator[Any]:
    """Ways out of a jam: a step aside or back."""
    half = mover.allowance.good // 2
    for legs in (
        (("side", half),),
        (("side", -half),),
        (("side", half // 2),),
        (("side", -half // 2),),
        (("back", half // 2),),
    ):
        if half and mover.refusal(legs) is None:
            yield legs


def _elbow_room(mover: Marcher, march: March) -> float:
    """How open the way on from there is: columns that lock into each other never get anywhere."""
    unit, state = mover.unit, mover.state
    aims = goals(state, unit)
    here = march.end.x, march.end.y
    if not aims or unit.is_general or unit.is_gun or here == aims[0].at or in_parts(aims[0].inside, here):
        return 0.0
    shape = box(*march.end, *size(state, unit, march.order))
    bearing = heading(here, aims[0].at)
    free = stretch(shape, bearing, 800, mover.solid).distance
    turning = 0.0 if all_clear(shape, mover) else -0.15
    return 0.0004 * free + turning


def all_clear(shape: Poly, mover: Marcher) -> bool:
    """Whether friends leave a unit half an inch all round."""
    return first_within(shape, mover.solid, 50) is None


def _face(look: Look, domain: Reach) -> Rated:
    state = as_ordered(look)
    unit = state.units[domain.unit]
    for legs in domain:
        turn = legs[0][1] if legs else 0
        pose = Pose(unit.x, unit.y, (unit.facing + turn) % 3600)
        yield legs, place_worth(state, unit, Place(pose, unit.order, unit.today.moved))


def _aim(round_: Round) -> Callable[[Look, Any], Rated]:
    """Expected hits, more for those that force a test, and for targets already aimed at."""

    def adviser(look: Look, domain: Any) -> Rated:
        state = as_ordered(look)
        for shooter_id, target_id in domain:
            shooter, target = state.units[shooter_id], state.units[target_id]
            volley = targets(state, shooter, round_).get(target_id)
            if volley is None:
                continue
            yield (shooter_id, target_id), _aim_worth(state, shooter, target, volley)

    return adviser


def _aim_worth(state: State, shooter: Unit, target: Unit, volley: Volley) -> float:
    six = state.options.unmodified_six_hits
    near, far = hit_chance(volley.shot, six), hit_chance(volley.shot._replace(over_half=True), six)
    hits = volley.near * near + volley.far * far
    worth = hits * figure_worth(state, target)
    already = sum(aim.target == target.id for aim in state.aims)
    need = CASUALTIES.find(target.start).value
    worth += 0.12 * min(1.0, hits / need) * unit_worth(state, target)
    worth += 0.05 * min(2, already) + (0.1 if target.markers else 0.0)
    if not shooter.ever_shot and not shooter.is_gun and volley.shot.muzzle_loader and near <= 1 / 6:
        worth -= 0.2  # keep the loaded volley for a better moment
    return worth


def _evade(look: Look, domain: Any) -> Rated:
    """Run, unless the fight would be welcome."""
    state, env = as_ordered(look), look.position.agenda[-1].env
    charger, target = state.units[env.unit], state.units[env.target]
    yield None, bout(state, charger, first_in_lane(state, charger, target) or target).gain


def _retire(look: Look, domain: Any) -> Rated:
    """Break off a fight that is going to be lost."""
    state = as_ordered(look)
    for unit_id in domain:
        unit = state.units[unit_id]
        linked = _linked(state, unit_id)
        if not state.touching(unit_id):
            yield unit_id, -0.2
            continue
        attacker = attacker_of(state, linked)
        ours, theirs = tallies(state, linked, attacker)
        net = ours.total - theirs.total
        if unit.side == attacker:
            net += min(2, _helpers(state, unit, linked))
        yield unit_id, -(net + 1.0) * 0.2 if unit.side == attacker else (net - 0.5) * 0.2


def _helpers(state: State, unit: Unit, linked: tuple[int, ...]) -> int:
    """Friends who can be expected to join a fight this turn."""
    foes = [body(state, state.units[i]) for i in linked if state.units[i].side != unit.side]
    return sum(
        may_storm(friend) and friend.id not in linked and not friend.duties.fought
        and reach_chance(friend, min(gap(body(state, friend), foe) for foe in foes)) > 0.5
        for friend in state.of_side(unit.side)
    ) if foes else 0  # fmt: skip


def _linked(state: State, unit: int) -> tuple[int, ...]:
    return tuple(
        sorted({unit, *state.touching(unit), *(o for i in state.touching(unit) for o in state.touching(i))})
    )


def _pursue(look: Look, domain: Any) -> Rated:
    """Follow up if a beaten enemy is likely to be caught."""
    state = as_ordered(look)
    for unit_id in domain:
        unit = state.units[unit_id]
        mine = body(state, unit)
        prey = [state.units[i] for i in unit.duties.foes if state.units[i].on_table]
        gain = max(
            (reach_chance(unit, gap(mine, body(state, u))) * bout(state, unit, u).gain for u in prey),
            default=0.0,
        )
        yield unit_id, gain - 0.25


def _go_on(look: Look, domain: Any) -> Rated:
    state, env = as_ordered(look), look.position.agenda[-1].env
    unit = state.units[env.unit]
    facing = pursuit_facing(state, unit)
    for distance in domain:
        pose = Pose(*ahead(unit.x, unit.y, facing, distance), facing)
        worth = place_worth(state, unit, Place(pose, unit.order, True))
        if distance == env.most and env.touched is not None:
            worth = stay_worth(state, unit) + bout(state, unit, state.units[env.touched]).gain
        yield distance, worth


def _rally(look: Look, domain: Any) -> Rated:
    state = as_ordered(look)
    for unit_id in domain:
        unit = state.units[unit_id]
        chance = 1 / 6 if unit.irregular else 1 / 2
        yield unit_id, chance * unit.markers * unit_worth(state, unit)


def _join(look: Look, domain: Any) -> Rated:
    """He leads horse that may charge, and goes in with the best regiment of a storm; elsewhere he rallies as well from behind. [N3, N5]"""
    state = as_ordered(look)
    for unit_id in domain:
        unit = state.units[unit_id]
        mine = body(state, unit)
        nearest = min((gap(mine, body(state, u)) for u in state.of_side(1 - unit.side)), default=9999)
        leads = unit.kind is Kind.HORSE and not unit.skirmishing and not unit.markers and nearest < 2400
        yield unit_id, 0.3 if leads or may_lead(state, unit) else -0.1


def _firm(look: Look, domain: Any) -> Rated:
    """An exception is best kept for a unit that has something to lose."""
    state, env = as_ordered(look), look.position.agenda[-1].env
    unit = state.units[env.unit]
    yield None, 0.2 + 0.3 * unit.markers + (0.2 if unit.skirmishing else 0.0)


def _enter(look: Look, domain: Any) -> Rated:
    for unit_id in domain:
        yield unit_id, ENTERING


def _at(look: Look, domain: Any) -> Rated:
    """Come on opposite what the scenario is about."""
    state, env = as_ordered(look), look.position.agenda[-1].env
    unit = state.units[env.unit]
    for along in domain:
        pose = entry_pose(state, unit, along)
        wanted = [goal.at for goal in goals(state, unit)]
        off = min((abs(heading((pose.x, pose.y), at) - pose.facing) for at in wanted), default=0)
        yield along, -off / 100.0


R = Rating
SUMS: dict[Enum, Callable[[Look, Any], Rated]] = {
    R.SPOT: _anywhere, R.LEAD: _go_first, R.BACK: _retire, R.AFTER: _pursue, R.FARTHER: _go_on, R.WALK: march, R.TURN: _hold,
    R.ONSET: _charge, R.ARRIVAL: _enter, R.EDGE: _at, R.LEGS: _go, R.FRONT: _face, R.GENERAL: _join, R.AWAY: _evade,
    R.BALL: _aim(Round.BALL), R.CANISTER: _aim(Round.CANISTER), R.FIRM: _firm, R.MEND: _rally,
}  # fmt: skip
ADVISERS = {verb: _flat(rating) for verb, rating in numbers(VERBS).items()} | rated_by(VERBS, SUMS)
