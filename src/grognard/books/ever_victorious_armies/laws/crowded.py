"""Crowded random positions, and the questions a search answers in them: what `grognard soundness` asks of this book.

What is refused is looked for again by brute force, facing by facing and place by place or by legs at random, with the judges of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

from grognard.engine.dice import Rng
from grognard.engine.flow import Frame, Position, replace
from grognard.engine.soundness import Asked, Crowded
from grognard.geometry.angles import turn_between
from grognard.geometry.crowds import aimed
from grognard.tabletop.manoeuvre import Legs

from ..facts.bodies import apart, of_side, size, stand, standing
from ..facts.entering import Places, enterable, waiting, why_not_here
from ..facts.exits import any_way_off, any_way_out, on_stretch, outward
from ..facts.ground import land
from ..facts.lanes import Lane, charge_targets, facing_targets, lane, lane_along
from ..facts.leaving import stood_on
from ..facts.legs import March
from ..facts.marching import Marcher
from ..facts.readiness import Allowance, best_roll, free
from ..facts.shots import Volley, bearing_bases, may_shoot, volley
from ..state import Duties, State, Unit
from ..steps.compulsory import retirement
from ..steps.env import SideTurn, Turn
from ..words import Duty, Round
from .crowds import crowd_of
from .foretelling import played
from .searches import as_far

Wanted = Callable[[Legs], bool]
Drawn = Callable[[Marcher, Rng], Legs]
TRIES = 200
"""How many marches at random are tried where none was found."""
FREE = 450


def scene(rng: Rng) -> Position:
    """A side about to move, among friends and enemies, villages, a canal with a bridge, its edges in part taken."""
    agenda = Frame("battle", 1, Turn(), True), Frame("turn", 8, Turn(stage=1), True)
    return Position(crowd_of(rng), (*agenda, Frame("side moves", 0, SideTurn(0), True)))


def asked(position: Position) -> Iterator[Asked]:
    """Every question of the side that is about to move."""
    state: State = position.state
    for unit in waiting(state, 0):
        yield _coming_on(state, unit)
    mine = [unit for unit in state.units if unit.side == 0 and unit.on_table]
    for unit in mine:
        if free(state, unit).charge:
            yield from _charges(state, unit)
    marching = [unit for unit in mine if free(state, unit).march]
    yield from _out_of_closed_ground(state, marching)
    yield from _over_the_edge(state, marching)
    for unit in state.of_side(0):
        yield from _shots(state, unit)
        yield from _retirements(state, unit)


# ---- charges


def _charges(state: State, unit: Unit) -> Iterator[Asked]:
    """Only of those who are seen, in the arc and not too far: the rest is no question of a search. [H1]"""
    offered = charge_targets(state, unit)
    for target in facing_targets(state, unit):
        fault = partial(_charge_fault, state, unit, target)
        found = partial(_any_lane, state, unit, target)
        yield Asked("charge", f"{unit.key} at {state.units[target].key}", target in offered, fault, found)


def _charge_fault(state: State, unit: Unit, target: int) -> str | None:
    found = lane(state, unit, state.units[target])
    if not isinstance(found, Lane):
        return f"no lane: {found.words}"
    again = lane_along(standing(state), state.field, stand(state, unit), found.facing)
    return None if again == found else f"along {found.facing}: {again}"


def _any_lane(state: State, unit: Unit, target: int, _rng: Rng) -> str | None:
    """Facing by facing, every tenth of a degree of the free turn. [H2]"""
    all_, me, him = standing(state), stand(state, unit), stand(state, state.units[target])
    turns = range(0, 3600) if unit.skirmishing else range(-FREE, FREE + 1)
    here, most = (me.x, me.y, me.facing), best_roll(me).good
    for facing in aimed(here, me.size, most, [(unit.facing + turn) % 3600 for turn in turns], him.body):
        if isinstance(lane_along(all_, state.field, me, facing), Lane):
            return f"along {facing / 10:g} degrees the lane is free"
    return None


# ---- reinforcements


def _coming_on(state: State, unit: Unit) -> Asked:
    def fault() -> str | None:
        places = list(Places(state, unit))
        bad = [place for place in places if why_not_here(state, unit, place) is not None]
        return f"not at {bad[0]}" if bad else None if places else "no place is offered"

    def found(_rng: Rng) -> str | None:
        due = state.field.arrival
        assert due is not None
        numbers = [number for point in due.edge for number in point]
        free_ = (n for n in range(min(numbers), max(numbers) + 1) if why_not_here(state, unit, n) is None)
        place = next(free_, None)
        return None if place is None else f"it may come on at {place / 100:g}"

    return Asked("come on", unit.key, unit.id in enterable(state, 0), fault, found)


# ---- marches


def _over_the_edge(state: State, marching: Sequence[Unit]) -> Iterator[Asked]:
    """Of the first only that is near enough: it takes long to look for a way once more. [M10]"""
    movers = (Marcher(state, unit, _part(best_roll(unit), 2, 3)) for unit in marching)
    for mover in islice((each for each in movers if _near_exit(each)), 1):
        yield _question("leave by the edge", mover, any_way_out(mover), _leaves, _way_out)


def _out_of_closed_ground(state: State, marching: Sequence[Unit]) -> Iterator[Asked]:
    """By the lowest throw: few places of a village are farther from its edge than a middling one leads. [M4, G-33]"""
    for unit in marching:
        if stood_on(state.field, unit, stand(state, unit).body).areas and not unit.is_gun:
            mover = Marcher(state, unit, _part(best_roll(unit), 1, 6))
            gone = any_way_off(mover)
            yield _question("out of closed ground", mover, gone, partial(_out_of_it, mover), _far_away)


def _part(most: Allowance, some: int, of: int) -> Allowance:
    """Part of the best that dice can give: with all of it nearly everything can be reached."""
    hard = None if most.difficult is None else most.difficult * some // of
    return Allowance(most.good * some // of, hard)


def _question(kind: str, mover: Marcher, way: Legs | None, wanted: Wanted, drawn: Drawn) -> Asked:
    def fault() -> str | None:
        assert way is not None
        refusal = mover.refusal(way)
        return refusal.words if refusal is not None else None if wanted(way) else "it does not lead there"

    def found(rng: Rng) -> str | None:
        for _ in range(TRIES):
            legs = drawn(mover, rng)
            if legs and wanted(legs) and mover.refusal(legs) is None:
                return f"{legs}"
        return None

    return Asked(kind, mover.unit.key, way is not None, fault, found)


def _leaves(legs: Legs) -> bool:
    return bool(legs) and legs[-1][0] == "leave"


def _near_exit(mover: Marcher) -> bool:
    unit, way_out = mover.unit, mover.state.field.exit
    if way_out is None or way_out.side != unit.side:
        return False
    x, y = on_stretch(way_out.edge, (unit.x, unit.y))
    return max(abs(x - unit.x), abs(y - unit.y)) <= mover.allowance.good


def _way_out(mover: Marcher, rng: Rng) -> Legs:
    """Somewhere, then square to the edge, up to it and over."""
    way_out = mover.state.field.exit
    assert way_out is not None
    legs = _anywhere(mover, rng) if rng.random() < 0.8 else ()
    if mover.unit.orders[1:] and rng.random() < 0.3:
        other = [order for order in mover.unit.orders if order is not mover.unit.order]
        legs = (("order", other[rng.randint(0, len(other) - 1)].value), *legs)
    gone = mover.work_out(legs)
    if not isinstance(gone, March):
        return ()
    turn = turn_between(gone.end.facing, outward(mover.state.field, way_out.edge))
    x, y = on_stretch(way_out.edge, (gone.end.x, gone.end.y))
    _, depth = size(mover.state, mover.unit, gone.order)
    far = max(abs(x - gone.end.x), abs(y - gone.end.y)) - depth // 2
    last: Legs = ((("turn", turn),) if turn else ()) + ((("forward", far),) if far > 0 else ())
    return (*legs, *last, ("leave", 0)) if far >= 0 else ()


def _anywhere(mover: Marcher, rng: Rng) -> Legs:
    most = mover.allowance.good
    turn, far = rng.randint(-1800, 1799), rng.randint(1, max(1, most))
    kind = rng.random()
    if kind < 0.7:
        return ("turn", turn), ("forward", far)
    if kind < 0.85:
        return ("turn", turn // 4), ("side", far if kind < 0.77 else -far)
    return (("back", far),)


def _far_away(mover: Marcher, rng: Rng) -> Legs:
    """As far as difficult ground lets it go, on any bearing; or anywhere."""
    most = mover.allowance.difficult
    if most is None or rng.random() < 0.3:
        return _anywhere(mover, rng)
    return ("turn", rng.randint(-1800, 1799)), ("forward", most)


def _out_of_it(mover: Marcher, legs: Legs) -> bool:
    """Whether a march ends off all the closed ground it began on."""
    gone = mover.work_out(legs) if legs else None
    if not isinstance(gone, March) or not gone.strides:
        return False
    parts, _ = land(mover.state.field).barred[mover.unit.kind]
    placed = replace(mover.unit, x=gone.end.x, y=gone.end.y, facing=gone.end.facing, order=gone.order)
    return bool(parts) and not stood_on(mover.state.field, placed, gone.strides[-1].body()).areas


# ---- shots, and ways back


def _shots(state: State, unit: Unit) -> Iterator[Asked]:
    """Base by base, where nobody takes a short cut. [S11, S12]"""
    if may_shoot(state, unit) is not None:
        return
    for target in of_side(standing(state), 1).who:
        enemy = state.units[target.id]
        offered = isinstance(volley(state, unit, enemy), Volley)
        fault, found = partial(_bears_not, state, unit, enemy), partial(_bears, state, unit, enemy)
        yield Asked("shoot at", f"{unit.key} at {enemy.key}", offered, fault, found)


def _bears_not(state: State, unit: Unit, enemy: Unit) -> str | None:
    return None if bearing_bases(state, unit, enemy, Round.BALL) else "no base bears"


def _bears(state: State, unit: Unit, enemy: Unit, _rng: Rng) -> str | None:
    return "a base bears" if bearing_bases(state, unit, enemy, Round.BALL) else None


def _retirements(state: State, unit: Unit) -> Iterator[Asked]:
    """A beaten unit stops only where something stops it: looked at step by step. [R1, R2]"""
    enemies = sorted(of_side(standing(state), 1).who, key=lambda each: apart(stand(state, unit), each))
    for enemy in enemies[:1]:
        duties = Duties(retire=Duty.MUST, away_from=(enemy.x, enemy.y), foes=(enemy.id,))
        beaten, limit = replace(unit, duties=duties), best_roll(unit).good // 2
        gone = retirement(state, beaten, Allowance(limit, limit))
        wrong = next(as_far(state, beaten, gone, limit, retiring=True), None)
        yield Asked(
            "retire a whole throw", unit.key, not gone.stopped, partial(_told, wrong), partial(_told, wrong)
        )


def _told(words: str | None, _rng: Rng | None = None) -> str | None:
    return words


CROWDED = Crowded(scene, asked, played)
