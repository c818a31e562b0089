"""Shots worked out: who may shoot at whom, with how many dice, and what each die must show. [S1–S15]"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.engine.dice import Pool
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal, Tally
from grognard.geometry.arcs import Arc, in_arc, nearest_in_arc, poly_in_arc
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import gap, nearest_point, points_within, within
from grognard.geometry.points import Point, Poly, bounds, farther
from grognard.geometry.shapes import centre, front_middle
from grognard.geometry.sight import passes_within

from ..state import Battlefield, Contact, Options, State, Unit
from ..tables.shooting import CANISTER, HITS_ON, MAY_SHOOT, MUZZLE_LOADERS, RANGES, SHOOTING
from ..words import Cover, Kind, Order, Round, Weapon
from .bodies import Host, body, host, shooting_bases
from .ground import cover_of
from .sight import arc_of, see, shoots_over, veil

FARTHER = 200
"""How much farther than the nearest target small arms may look for another. [S13]"""
FRIEND = 100
"""How far from the line of fire friends must be when the target is in contact. [S14]"""
NOT_IN_ARC = Refusal("S8", "the target is not in the arc")


class Shooter(NamedTuple):
    """What decides whether a unit may shoot at all. [S10]"""

    armed: bool = True
    formed_horse: bool = False
    charged: bool = False
    evaded: bool = False
    retired: bool = False
    pursued: bool = False
    pursued_on: bool = False
    """It had won as the attacker. [64, 65, 67, 68]"""
    barred_by: str = ""
    halted_horse: bool = False
    locked: bool = False
    limbered: bool = False
    gun_moved: bool = False
    gun_unsettled: bool = False
    reloading: bool = False


class Shot(NamedTuple):
    """What the modifiers look at. [11–20]"""

    raw: bool = False
    muzzle_loader: bool = False
    first_fire: bool = False
    moved: bool = False
    dispersed: bool = False
    over_half: bool = False
    in_contact: bool = False
    still: bool = False
    soft: bool = False
    hard: bool = False
    entrenched: bool = False
    artillery: bool = False


class Volley(NamedTuple):
    """A unit's fire at one target: how many dice within half range, how many beyond."""

    near: int
    far: int
    shot: Shot

    @property
    def dice(self) -> int:
        """All dice together."""
        return self.near + self.far


def shooter_facts(state: State, unit: Unit) -> Shooter:
    """What decides whether this unit may shoot; reloading and standing still bind every gun and round. [30a]"""
    today, duties = unit.today, unit.duties
    gun = unit.is_gun
    return Shooter(
        armed=unit.weapon is not Weapon.NONE,
        formed_horse=unit.kind is Kind.HORSE and unit.order is Order.FORMED,
        charged=today.charged,
        evaded=today.evaded,
        retired=today.retired,
        pursued=today.pursued,
        pursued_on=duties.pursue_by in ("64", "65", "67", "68"),
        barred_by=duties.no_shot,
        halted_horse=today.halted and unit.kind is Kind.HORSE,
        locked=duties.locked and state.in_contact(unit.id),
        limbered=unit.order is Order.LIMBERED,
        gun_moved=gun and today.moved and not state.options.gun_moves_and_fires,
        gun_unsettled=gun and unit.still < 1,
        reloading=gun and state.turn < unit.loaded_in,
    )


def may_shoot(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not shoot this turn, or None. [S10]"""
    return MAY_SHOOT.refusal(shooter_facts(state, unit))


def reach(unit: Unit, round_: Round) -> int:
    """How far a unit's weapon carries. [22–28]"""
    return CANISTER[round_] if round_ is Round.CANISTER else RANGES[unit.weapon]


def _out_of_range(unit: Unit, round_: Round) -> Refusal:
    row = CANISTER.row(round_) if round_ is Round.CANISTER else RANGES.row(unit.weapon)
    return Refusal(row.cite, f"the target is out of range: more than {row.value / 100:g}″ away")


def dispersed(unit: Unit) -> bool:
    """Skirmish order, foot or horse, and unlimbered guns. [14, G-5]"""
    return unit.order is Order.SKIRMISH or unit.order is Order.UNLIMBERED


def shot_facts(state: State, shooter: Unit, target: Unit) -> Shot:
    """What the modifiers look at, half range apart; standing still really makes a target harder to hit. [G-6]"""
    cover = cover_of(state, shooter, target)
    return Shot(
        raw=shooter.raw,
        muzzle_loader=shooter.weapon in MUZZLE_LOADERS,
        first_fire=not shooter.ever_shot,
        moved=shooter.today.moved,
        dispersed=dispersed(target),
        in_contact=state.in_contact(target.id),
        still=not target.today.moved,
        soft=cover is Cover.SOFT,
        hard=cover is Cover.HARD,
        entrenched=cover is Cover.ENTRENCHED,
        artillery=shooter.is_gun,
    )


def volley(state: State, shooter: Unit, target: Unit, round_: Round = Round.BALL) -> Volley | Refusal:
    """A unit's fire at a target, base by base; or why no base can shoot. [S11, G-50]"""
    if touches_front(state, shooter, target):
        near, far = len(shooting_bases(state, shooter)), 0
    else:
        found = _bearing(state, shooter, target, reach(shooter, round_), _out_of_range(shooter, round_))
        if isinstance(found, Refusal):
            return found
        near, far = found
    shot = shot_facts(state, shooter, target)
    return _crewed(state, shooter, round_, near, far, shot) if shooter.is_gun else Volley(near, far, shot)


def touches_front(state: State, shooter: Unit, target: Unit) -> bool:
    """An enemy who touches a unit's front is fired at by the whole of it; in skirmish order all round is front. [S11]"""
    if target.id not in state.touching(shooter.id):
        return False
    if shooter.skirmishing:
        return True
    mine = body(state, shooter)
    (left_x, left_y), (right_x, right_y) = front = mine[0], mine[1]
    # Only the corner touched: then it is the front if he stands ahead of it, and not beside.
    ahead = (right_x - left_x) * (target.y - left_y) - (right_y - left_y) * (target.x - left_x) > 0
    return ahead and within(front, body(state, target), TOUCH)


def _bearing(
    state: State, shooter: Unit, target: Unit, carry: int, too_far: Refusal
) -> tuple[int, int] | Refusal:
    """How many bases bear within half range, and how many beyond; or why none does. [S11]"""
    box = body(state, target)
    if farther(bounds(body(state, shooter)), bounds(box), carry):
        return too_far
    if not poly_in_arc(arc_of(shooter, body(state, shooter)), box):
        # The arcs of the bases lie inside that of the whole front.
        return NOT_IN_ARC
    near = far = 0
    line = Line(
        target,
        box,
        carry,
        too_far,
        veil(state, shooter, target),
        shoots_over(state, shooter),
        _friends_near(state, shooter, target),
    )
    reason = too_far
    for base in shooting_bases(state, shooter):
        found = _base_shot(state, arc_of(shooter, base), front_middle(base), line)
        if isinstance(found, Refusal):
            reason = found
        elif found:
            far += 1
        else:
            near += 1
    return (near, far) if near or far else reason


def _crewed(state: State, gun: Unit, round_: Round, near: int, far: int, shot: Shot) -> Volley:
    """A gun throws one die a crew figure, two more with canister. [S7, 9, B5]"""
    dice = gun.figures + (state.options.canister_extra_dice if round_ is Round.CANISTER else 0)
    return Volley(dice if near else 0, dice if far else 0, shot)


def _friends_near(state: State, shooter: Unit, target: Unit) -> list[Poly]:
    """Friends who forbid a shot at a target in contact, of either party, if the line passes close to them. [S14, G-55]"""
    if not state.in_contact(target.id) or not state.options.friends_mask_fire:
        return []
    return [body(state, u) for u in state.of_side(shooter.side) if u.id not in (shooter.id, target.id)]


class Line(NamedTuple):
    """What all bases of a shooter look at alike: the target, how far the weapon carries, who is in the way."""

    target: Unit
    box: Poly
    carry: int
    too_far: Refusal
    hidden_by: Host
    over: bool
    friends: list[Poly]


def _base_shot(state: State, arc: Arc, eye: Point, line: Line) -> bool | Refusal:
    """Whether one base's shot goes beyond half range, or why it cannot shoot. [S11]

    Any part of the target in its arc will do; range and sight are taken to the nearest such part.
    """
    point: Point | None = nearest_point(eye, line.box)
    assert point is not None
    if not points_within(eye, point, line.carry):
        return line.too_far
    if not in_arc(arc, point):
        point = nearest_in_arc(arc, eye, line.box)
        if point is None:
            return NOT_IN_ARC
        if not points_within(eye, point, line.carry):
            return line.too_far
    blocked = _clear_line(state, arc, eye, point, line)
    if blocked is not None:
        return blocked
    return not points_within(eye, point, line.carry // 2)


def _clear_line(state: State, arc: Arc, eye: Point, point: Point, line: Line) -> Refusal | None:
    """Why a base sees no part of the target: the nearest or the centre, into a fight any corner too. [S12, S14]"""
    reason: Refusal | None = None
    further = [centre(line.box), *(line.box if line.friends else ())]
    for aim in (point, *[each for each in further if in_arc(arc, each)]):
        seen = see(state, eye, aim, line.box, line.hidden_by, line.over)
        if seen.point is None:
            reason = reason or Refusal(seen.cite, f"{seen.blocker} is in the way")
        elif any(passes_within((eye, aim), friend, FRIEND) for friend in line.friends):
            reason = reason or Refusal("S14", "a friend is within 1 of the line of fire")
        else:
            return None
    return reason


def tallies(volley_: Volley) -> tuple[tuple[int, Tally], ...]:
    """The dice in groups with what modifies each, all added up: within half range, and beyond. [21]"""
    groups = []
    if volley_.near:
        groups.append((volley_.near, SHOOTING.tally(volley_.shot)))
    if volley_.far:
        groups.append((volley_.far, SHOOTING.tally(volley_.shot._replace(over_half=True))))
    return tuple(groups)


def pool(volley_: Volley, six_hits: bool) -> Pool:
    """The dice of a volley: each group with the lowest face that hits. [10, G-3, S2]"""
    groups = []
    for n, tally in tallies(volley_):
        hits_on = HITS_ON - tally.total
        groups.append((n, min(6, hits_on) if six_hits else hits_on))
    return Pool(tuple(groups))


def targets(state: State, shooter: Unit, round_: Round = Round.BALL) -> dict[int, Volley]:
    """The targets a unit may name. [S13]"""
    return _all_targets(
        state.field, state.options, state.units, state.contacts, state.turn, shooter.side
    ).get((shooter.id, round_), {})


@lru_cache(maxsize=64)
def _all_targets(
    field: Battlefield,
    options: Options,
    units: tuple[Unit, ...],
    contacts: tuple[Contact, ...],
    turn: int,
    side: int,
) -> dict[tuple[int, Round], dict[int, Volley]]:
    # Kept on the frozen value: naming targets changes neither units nor contacts.
    state = State(field, options, units, turn, contacts=contacts)
    found = {}
    for shooter in state.of_side(side):
        if may_shoot(state, shooter) is None:
            rounds = (Round.BALL, Round.CANISTER) if shooter.is_gun else (Round.BALL,)
            for round_ in rounds:
                found[shooter.id, round_] = _targets(state, shooter, round_)
    return found


def _targets(state: State, shooter: Unit, round_: Round) -> dict[int, Volley]:
    touching = state.touching(shooter.id)
    enemies = host(state, 1 - shooter.side)
    here, carry = bounds(body(state, shooter)), reach(shooter, round_)
    open_to: dict[int, Volley] = {}
    for enemy, there in zip(enemies.units, enemies.shapes.bounds):
        if farther(here, there, carry) or (touching and enemy.id not in touching):
            continue
        found = volley(state, shooter, enemy, round_)
        if isinstance(found, Volley):
            open_to[enemy.id] = found
    if shooter.is_gun or not open_to:
        return open_to
    mine = body(state, shooter)
    gaps = {i: gap(mine, body(state, state.units[i])) for i in open_to}
    limit = min(gaps.values()) + FARTHER
    return {i: found for i, found in open_to.items() if gaps[i] <= limit}


def why_not_target(state: State, shooter: Unit, target: Unit, round_: Round = Round.BALL) -> Refusal:
    """The row that keeps a unit from shooting at a target."""
    barred = may_shoot(state, shooter)
    if barred is not None:
        return barred
    if state.touching(shooter.id) and target.id not in state.touching(shooter.id):
        return Refusal("S13", "it is in contact, and may shoot only at enemies touching it")
    found = volley(state, shooter, target, round_)
    if isinstance(found, Refusal):
        return found
    return Refusal("S13", "a nearer target must be shot at: this one is more than 2″ farther")


def with_shot(unit: Unit, turn: int) -> Unit:
    """A unit after it has shot: its loaded volley is spent at the turn's end, a gun must reload. [12, G-14]"""
    changes = {"today": replace(unit.today, shot=True)}
    if unit.is_gun:
        return replace(unit, loaded_in=turn + 2, **changes)
    return replace(unit, **changes)
