"""How good it is for a unit to stand somewhere. Numbers here are judgement, not rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.engine.tasks import Duty, Task, orders_of
from grognard.geometry.angles import ahead, heading
from grognard.geometry.gaps import gap, length
from grognard.geometry.points import Point

from ..facts.bodies import Stand, form_of
from ..facts.ground import land_of, occupant
from ..facts.layout import nearest_enemy, shapes
from ..facts.morale import score
from ..state import State, Unit
from ..words import Arm, Form
from .prospects import Array, array_of, middle_of
from .threats import Enemy, Place, chances, charge_danger, enemies_of, fire_danger, place_among
from .worth import unit_worth

CLOSE = 1800
"""Nearer than this to enemies a unit thinks of fighting, farther off of marching."""
ON_IT = 500
"""So near an objective a unit counts as being there."""
SPEED = {Arm.INFANTRY: 1000, Arm.CAVALRY: 1700, Arm.ARTILLERY: 1000}
SHORT = 1100
"""A reserve keeps so far behind the place the others fight for."""


SUPERIOR = 1.15
"""So many times the enemy's strength are enough to attack with."""
EFFORT = 1200
"""At this distance a unit counts half for an objective."""
CROWD = 4
"""So many more than the enemy leave no room for others."""
ASTRAY = 800
"""A brigade leaves an objective before it for the main one only if that is hardly farther."""
PRESS = 0.35
"""How much less an attacker counts the cost where he attacks."""
FORMING = 1700
"""Who waits for the others before they all go in keeps so far from the place."""
ORDERED = 1.5
"""How much an order counts beside what an objective is worth."""


class Judged(NamedTuple):
    """What a place is worth by the enemies alone."""

    nearest: int
    close: int
    """How many are within a charge or so."""
    shape: float
    gain: float
    """What the unit could do from there."""
    danger: float
    """What they could do to it."""


class Eye:
    """A unit's judgement of places, good as long as neither it nor what it knows of the enemies changes."""

    def __init__(self, unit: Unit, enemies: tuple[Enemy, ...], array: Array):
        self.unit, self._enemies, self._array = unit, enemies, array
        self._known: dict[Stand, Judged] = {}

    def judge(self, at: Stand) -> Judged:
        """What it thinks of a place."""
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = self._judge(at)
        return found

    def _judge(self, at: Stand) -> Judged:
        place = place_among(self._array, self.unit, at, self._enemies)
        return _judged(self._array, self.unit, at, place.near)


@lru_cache(maxsize=2048)
def _judged(array: Array, unit: Unit, at: Stand, near: tuple[tuple[int, Enemy], ...]) -> Judged:
    """What a unit thinks of a place where these enemies matter, the others but for where they stand."""
    prospect = array.seen_from(at)
    place = Place(unit, at, form_of(at.shape), prospect, near, prospect.nearest)
    shot, charge = chances(place)
    return Judged(
        place.nearest,
        len(prospect.within(1200)),
        _shape_worth(unit, place, place.nearest),
        0.6 * shot + 0.4 * charge,
        1.2 * fire_danger(place) + charge_danger(place),
    )


_eye = lru_cache(maxsize=256)(Eye)


class Scape(NamedTuple):
    """What a side looks at when it moves a unit: worked out once for each."""

    goal: Point
    want: float
    hold: bool
    urgency: float
    fear: float
    """How much enemy turns still to come matter: nothing after the last, less to a side that is behind."""
    enemies: tuple[Enemy, ...]
    eye: Eye
    friends: tuple[Point, ...]
    leader: Point | None


def objective_worth(state: State, side: int, number: int) -> float:
    """What going for an objective is worth: those not ours most, ours if the enemy is near."""
    holder = state.holders[number]
    at = state.field.objectives[number].at
    near = min((length(at, middle_of(state, u)) for u in state.of_side(1 - side)), default=9999)
    if holder == side:
        return 0.9 if near < 1500 else 0.5 if near < 2600 else 0.15
    return 1.4 if holder == 1 - side else 1.2


class Goal(NamedTuple):
    """Where a unit should go, how much that matters, and whether it is ours already."""

    at: Point
    want: float
    hold: bool


def takers(state: State, side: int) -> dict[int, int]:
    """One unit for each objective that has to be taken or kept: who gets there soonest. By unit."""
    memo = state.__dict__.setdefault("advised takers", {})
    if side not in memo:
        memo[side] = _takers(state, side)
    found: dict[int, int] = memo[side]
    return found


def _takers(state: State, side: int) -> dict[int, int]:
    units = [u for u in state.of_side(side) if u.arm is not Arm.ARTILLERY]
    rated = []
    for number, objective in enumerate(state.field.objectives):
        want = objective_worth(state, side, number)
        if want < 0.4:
            continue
        guards = sum(length(objective.at, middle_of(state, u)) < 900 for u in state.of_side(1 - side))
        for unit in units:
            if objective.feature >= 0 and unit.arm is not Arm.INFANTRY:
                continue
            need = max(0, length(objective.at, middle_of(state, unit)) - ON_IT) / SPEED[unit.arm]
            fit = want * (1 - 0.4 * unit.losses / unit.tenacity) / (1 + need + 0.6 * guards)
            if unit.tenacity < 3:
                fit *= 0.7  # it would not keep it
            rated.append((fit, unit.id, number))
    found: dict[int, int] = {}
    for _, unit_id, number in sorted(rated, reverse=True):
        if unit_id not in found and number not in found.values():
            found[unit_id] = number
    return found


def ordered(state: State, unit: Unit) -> Task | None:
    """What its brigade is firmly told; batteries find their own place."""
    return orders_of(state).get(unit.brigade) if unit.arm is not Arm.ARTILLERY else None


def due(state: State, task: Task) -> bool:
    """Whether it is time to go in."""
    return task.duty is Duty.TAKE and task.when <= state.turn + 1


def _by_order(state: State, unit: Unit, task: Task) -> Goal:
    here = middle_of(state, unit)
    if task.duty is not Duty.TAKE or not isinstance(task.place, int):
        return Goal(here, 0.3, True)
    at = state.field.objectives[task.place].at
    if not due(state, task) and length(here, at) > FORMING:
        return Goal(ahead(*at, heading(at, here), FORMING), ORDERED, False)
    return Goal(_post(state, unit, task.place), ORDERED, False)


def goal_of(state: State, unit: Unit) -> Goal:
    """The objective it is to take, or its brigade's share; where enough friends are, a place behind them."""
    task = ordered(state, unit)
    if task is not None:
        return _by_order(state, unit, task)
    number = takers(state, unit.side).get(unit.id)
    if number is not None:
        want = objective_worth(state, unit.side, number)
        return Goal(state.field.objectives[number].at, 1.25 * want, state.holders[number] == unit.side)
    main = main_effort(state, unit.side)
    if main >= 0 and _joins(state, unit, main):
        return Goal(_post(state, unit, main), 1.2 * objective_worth(state, unit.side, main), False)
    middle = _among(state, state.of_brigade(unit.brigade) or (unit,))
    here = middle_of(state, unit)
    best: tuple[float, Goal] | None = None
    for number, objective in enumerate(state.field.objectives):
        want = objective_worth(state, unit.side, number)
        far = (length(middle, objective.at) + 2 * length(here, objective.at)) // 3
        claims = _claims(state, unit, number)
        rate = want / (far + 700) / (1 + 0.5 * claims)
        if best is None or rate > best[0]:
            at = objective.at
            if claims >= 2 and length(here, at) > ON_IT:
                at = ahead(*at, heading(at, here), SHORT)
            best = rate, Goal(at, want, state.holders[number] == unit.side)
    if best is not None:
        return best[1]
    enemies = [middle_of(state, u) for u in state.of_side(1 - unit.side)]
    if not enemies:
        return Goal(here, 0.0, True)
    return Goal(min(enemies, key=lambda p: length(here, p)), 1.0, False)


def main_effort(state: State, side: int) -> int:
    """The objective a side that is behind goes for with all it has near: where it is strong and the enemy is not."""
    memo = state.__dict__.setdefault("advised efforts", {})
    if side not in memo:
        memo[side] = main_effort_of(state, side) if boldness(state, side) and stronger(state, side) else -1
    found: int = memo[side]
    return found


def stronger(state: State, side: int) -> bool:
    """Whether a side has clearly more to attack with: it is the attacker, and must use it."""
    mine, theirs = (
        sum(unit_worth(u) for u in state.of_side(each) if not u.shaken) for each in (side, 1 - side)
    )
    return mine >= SUPERIOR * theirs


def main_effort_of(state: State, side: int) -> int:
    """The objective not its own at which a side is strongest beside the enemy; -1: it has them all."""
    best = (-1e9, -1)
    for number, objective in enumerate(state.field.objectives):
        if state.holders[number] == side:
            continue
        mine, theirs = (
            sum(
                _fit(unit) * EFFORT / (EFFORT + length(objective.at, middle_of(state, unit)))
                for unit in state.of_side(each)
            )
            for each in (side, 1 - side)
        )
        best = max(best, (mine - theirs - (0.5 if objective.feature >= 0 else 0.0), number))
    return best[1]


def _fit(unit: Unit) -> float:
    """What a unit counts for in an attack."""
    return 0.5 if unit.arm is Arm.ARTILLERY or unit.shaken else 1.0


def _joins(state: State, unit: Unit, main: int) -> bool:
    """Whether a unit takes part in the main effort: foot and horse that can be there in time, and whole enough.

    A brigade that has another objective before it goes for that: across the whole field it would only stand behind the others.
    """
    if unit.arm is Arm.ARTILLERY or 3 * unit.losses >= 2 * unit.tenacity:
        return False
    far = length(state.field.objectives[main].at, middle_of(state, unit))
    if far > SPEED[unit.arm] * max(1, state.turns - state.turn):
        return False
    foot_and_horse = [u for u in state.of_brigade(unit.brigade) if u.arm is not Arm.ARTILLERY]
    here = _among(state, foot_and_horse or (unit,))
    wanted = [o.at for n, o in enumerate(state.field.objectives) if state.holders[n] != unit.side]
    nearest = min((length(at, here) for at in wanted), default=0)
    return length(state.field.objectives[main].at, here) <= nearest + ASTRAY


def _among(state: State, units: Sequence[Unit]) -> Point:
    """The middle of some units."""
    spots = [middle_of(state, unit) for unit in units]
    return sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)


def _post(state: State, unit: Unit, main: int) -> Point:
    """The objective itself; a place behind for those whom the first leave no room."""
    at, here = state.field.objectives[main].at, middle_of(state, unit)
    crowd = _claims(state, unit, main) >= CROWD and length(here, at) > ON_IT
    return ahead(*at, heading(at, here), SHORT) if crowd else at


def _claims(state: State, unit: Unit, number: int) -> int:
    """How many friends are nearer to an objective, beyond what enemies there call for."""
    at = state.field.objectives[number].at
    mine = length(middle_of(state, unit), at)
    friends = sum(
        length(middle_of(state, u), at) < min(mine, 1800) for u in state.of_side(unit.side) if u.id != unit.id
    )
    enemies = sum(length(middle_of(state, u), at) < 1500 for u in state.of_side(1 - unit.side))
    return max(0, friends - enemies)


def boldness(state: State, side: int) -> int:
    """By how many points a side is behind, three at most: whoever is must attack, and may not count the cost."""
    points = score(state)
    return min(max(points[1 - side] - points[side], 0), 3)


def scape(state: State, unit: Unit) -> Scape:
    """Everything a place is judged by."""
    memo = state.__dict__.setdefault("advised scapes", {})
    if unit.id not in memo:
        goal = goal_of(state, unit)
        left = state.turns - state.turn
        need = max(0, length(middle_of(state, unit), goal.at) - ON_IT) / SPEED[unit.arm]
        slack = left - need
        bold = boldness(state, unit.side)
        urgency = max(1.0 if slack < 0.5 else 0.75 if slack < 1.5 else 0.5, 0.5 + 0.1 * bold)
        friends = tuple(middle_of(state, u) for u in state.of_side(unit.side) if u.id != unit.id)
        enemies = enemies_of(state, unit)
        leader = state.brigade_leader(unit.brigade)
        main = main_effort(state, unit.side)
        press = PRESS if main >= 0 and _joins(state, unit, main) else 0.0
        task = ordered(state, unit)
        if task is not None and due(state, task):
            press, urgency = PRESS, max(urgency, 0.75)
        memo[unit.id] = Scape(
            goal.at,
            goal.want * (0.35 if unit.arm is Arm.ARTILLERY else 1.0),
            goal.hold,
            urgency,
            0.0 if left <= 0 and state.side == unit.side != state.field.first else 1.0 - 0.15 * bold - press,
            enemies,
            _eye(unit, enemies, array_of(state, 1 - unit.side)),
            friends,
            None if leader is None else (leader.x, leader.y),
        )
    found: Scape = memo[unit.id]
    return found


def place_worth(state: State, unit: Unit, at: Stand, view: Scape) -> float:
    """How good it is to stand there so."""
    eye = view.eye if view.eye.unit == unit else Eye(unit, view.enemies, array_of(state, 1 - unit.side))
    judged = eye.judge(at)
    value = _goal_worth(unit, at, view) + judged.shape + judged.gain
    value -= view.fear * judged.danger
    value += _company_worth(at, judged, view)
    if view.leader is not None and length((at.x, at.y), view.leader) > 1500:
        value -= 0.1
    if unit.losses:
        tired = unit.losses / unit.tenacity
        value -= 0.3 * tired * max(0, 1300 - judged.nearest) / 1300
    return value


def _goal_worth(unit: Unit, at: Stand, view: Scape) -> float:
    """Nearer is better, and more so when time is short; being there counts most."""
    far = length((at.x, at.y), view.goal)
    steps = max(0, far - ON_IT) / SPEED[unit.arm]
    value = -0.55 * view.want * view.urgency * min(steps, 6)
    if far <= ON_IT:
        value += (0.35 + 0.3 * (view.urgency == 1.0)) * view.want
    return value


def _shape_worth(unit: Unit, place: Place, nearest: int) -> float:
    """Columns to march, lines to fire, guns unlimbered in range and not too near."""
    how = place.how
    if unit.arm is Arm.ARTILLERY:
        seen = any(place.prospect.sees(n) for n in place.prospect.within(unit.profile.range))
        value = 0.4 if (how is Form.LINE) == (nearest <= unit.profile.range - 200) else 0.0
        return value + (0.2 if seen else 0.0) - (0.5 if nearest < 800 else 0.0)
    if how is Form.MARCH:
        return -0.1 if nearest > 2400 else -0.9
    if unit.arm is Arm.CAVALRY:
        return 0.1 if how is Form.LINE else 0.0
    if how is Form.SQUARE:
        return -0.4
    if nearest <= CLOSE:
        return {Form.LINE: 0.12, Form.ATTACK: 0.05, Form.OPEN: 0.05}.get(how, 0.0)
    return {Form.LINE: -0.15, Form.ATTACK: 0.15, Form.OPEN: 0.05}.get(how, 0.0)


def _company_worth(at: Stand, judged: Judged, view: Scape) -> float:
    """Not alone among enemies; and somewhere near them rather than nowhere."""
    value = 0.0
    if judged.close > 1:
        friends = sum([length((at.x, at.y), p) <= 1400 for p in view.friends])
        value = -0.08 * max(0, judged.close - friends - 1)
    return value - 0.12 * min(max(judged.nearest - 1200, 0), 3000) / 1800


def feature_worth(state: State, unit: Unit, number: int) -> float:
    """What occupying a feature is worth."""
    if occupant(state, number) is not None:
        return -1.0
    value = 0.0
    for at, objective in enumerate(state.field.objectives):
        if objective.feature == number:
            value += 1.6 * objective_worth(state, unit.side, at)
    area = land_of(state).features[number]
    near = min(
        (gap(p, q) for u in state.of_side(1 - unit.side) for p in area.parts for q in shapes(state, u)),
        default=9999,
    )
    if unit.arm is Arm.INFANTRY and near <= 1800:
        value += 0.3
    if unit.arm is not Arm.INFANTRY:
        value -= 0.8
    view = scape(state, unit)
    west, south, east, north = area.around
    away = length(((west + east) // 2, (south + north) // 2), view.goal)
    return value - 0.5 * view.want * view.urgency * min(2.0, max(0, away - 800) / SPEED[unit.arm])


def leaving_worth(state: State, unit: Unit) -> float:
    """What coming out of a feature is worth: it stays where it is wanted, or goes where it is wanted more."""
    view = scape(state, unit)
    here = [n for n, o in enumerate(state.field.objectives) if o.feature == unit.inside]
    keeps = max((objective_worth(state, unit.side, n) for n in here), default=0.0)
    away = max(0, length(middle_of(state, unit), view.goal) - 800) / SPEED[unit.arm]
    gain = 0.5 * view.want * view.urgency * min(away, 1.5)
    near = nearest_enemy(state, unit)
    risk = 0.35 if near < 1300 else 0.15 if near < 2000 else 0.0
    return gain - 1.5 * keeps - risk
