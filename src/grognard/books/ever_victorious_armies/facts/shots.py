"""Shots worked out: who may shoot at whom, with how many dice, and what each die must show. [S1–S15]"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.books.ever_victorious_armies.facts.bodies import Host, body, host, shooting_bases
from grognard.books.ever_victorious_armies.facts.ground import cover_of
from grognard.books.ever_victorious_armies.facts.sight import arc_of, see, shoots_over, veil
from grognard.books.ever_victorious_armies.state import Battlefield, Contact, Options, State, Unit
from grognard.books.ever_victorious_armies.tables.shooting import (
    CANISTER,
    HITS_ON,
    MAY_SHOOT,
    MUZZLE_LOADERS,
    RANGES,
    SHOOTING,
)
from grognard.books.ever_victorious_armies.words import Cover, Kind, Order, Round, Weapon
from grognard.engine.dice import Pool
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal, Tally
from grognard.field.arcs import in_arc, poly_in_arc
from grognard.field.gaps import gap, nearest_point, points_within
from grognard.field.points import Poly, bounds, farther
from grognard.field.shapes import front_middle
from grognard.field.sight import passes_within

FARTHER = 200
"""How much farther than the nearest target small arms may look for another. [S13]"""
FRIEND = 100
"""How far from the line of fire friends must be when the target is in contact. [S14]"""


class Shooter(NamedTuple):
    """What decides whether a unit may shoot at all. [S10]"""

    armed: bool = True
    formed_horse: bool = False
    charged: bool = False
    evaded: bool = False
    retired: bool = False
    pursued: bool = False
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
    return Refusal(row.cite, "the target is out of range")


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
    carry = reach(shooter, round_)
    box = body(state, target)
    too_far = _out_of_range(shooter, round_)
    if farther(bounds(body(state, shooter)), bounds(box), carry):
        return too_far
    if not poly_in_arc(arc_of(shooter, body(state, shooter)), box):
        # The arcs of the bases lie inside that of the whole front.
        return Refusal("S8", "the target is not in the arc")
    near = far = 0
    hidden_by = veil(state, shooter, target)
    over = shoots_over(state, shooter)
    friends = _friends_near(state, shooter, target)
    reason = too_far
    for base in shooting_bases(state, shooter):
        found = _base_shot(state, shooter, base, target, box, carry, too_far, hidden_by, over, friends)
        if isinstance(found, Refusal):
            reason = found
        elif found:
            far += 1
        else:
            near += 1
    if not near and not far:
        return reason
    shot = shot_facts(state, shooter, target)
    return _crewed(state, shooter, round_, near, far, shot) if shooter.is_gun else Volley(near, far, shot)


def _crewed(state: State, gun: Unit, round_: Round, near: int, far: int, shot: Shot) -> Volley:
    """A gun throws one die a crew figure, two more with canister. [S7, 9, B5]"""
    dice = gun.figures + (state.options.canister_extra_dice if round_ is Round.CANISTER else 0)
    return Volley(dice if near else 0, dice if far else 0, shot)


def _friends_near(state: State, shooter: Unit, target: Unit) -> list[Poly]:
    """Friends who forbid a shot at a target in contact, of either party, if the line passes close to them. [S14, G-55]"""
    if not state.in_contact(target.id):
        return []
    return [body(state, u) for u in state.of_side(shooter.side) if u.id not in (shooter.id, target.id)]


def _base_shot(
    state: State,
    shooter: Unit,
    base: Poly,
    target: Unit,
    box: Poly,
    carry: int,
    too_far: Refusal,
    hidden_by: Host,
    over: bool,
    friends: list[Poly],
) -> bool | Refusal:
    """Whether one base's shot goes beyond half range, or why it cannot shoot. [S11]"""
    eye = front_middle(base)
    point = nearest_point(eye, box)
    if not points_within(eye, point, carry):
        return too_far
    if not in_arc(arc_of(shooter, base), point):
        return Refusal("S8", "the target is not in the arc")
    seen = see(state, eye, target, hidden_by, over)
    if seen.point is None:
        return Refusal(seen.cite, f"{seen.blocker} is in the way")
    if any(passes_within((eye, seen.point), friend, FRIEND) for friend in friends):
        return Refusal("S14", "a friend is within 1 of the line of fire")
    return not points_within(eye, point, carry // 2)


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
        return Refusal("S13", "a unit in contact may shoot only at enemies touching it")
    found = volley(state, shooter, target, round_)
    if isinstance(found, Refusal):
        return found
    return Refusal("S13", "a nearer target must be shot at: this one is more than 2 farther")


def with_shot(unit: Unit, turn: int) -> Unit:
    """A unit after it has shot: its loaded volley is spent at the turn's end, a gun must reload. [12, G-14]"""
    changes = {"today": replace(unit.today, shot=True)}
    if unit.is_gun:
        return replace(unit, loaded_in=turn + 2, **changes)
    return replace(unit, **changes)
