"""Shots worked out: who may shoot at whom, with how many dice, and what each die must show. [S1–S15]"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from grognard.engine.dice import Pool
from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.engine.tables import Refusal, Tally
from grognard.geometry.arcs import Arc, in_arc, nearest_in_arc, poly_in_arc
from grognard.geometry.contact import TOUCH
from grognard.geometry.crowds import clear_shots, shots_at
from grognard.geometry.gaps import nearest_point, points_within, within
from grognard.geometry.points import Point, Poly, bounds_of_all, farther
from grognard.geometry.shapes import centre
from grognard.tabletop.bodies import any_within
from grognard.tabletop.sight import front_eyes, those_in_arc

from ..state import Battlefield, State, Unit
from ..tables.shooting import CANISTER, HITS_ON, MAY_SHOOT, MUZZLE_LOADERS, RANGES, SHOOTING
from ..words import Cover, Kind, Order, Round, Weapon
from .bodies import Stand, apart, body, front_bases, near_side, shooting_bases, stand, standing
from .ground import cover_of
from .layout import layout
from .sight import ROUNDING, arc_of, blocked, front_of, hides, shoots_over, veil

FARTHER = 200
"""How much farther than the nearest target small arms may look for another. [S13]"""
FRIEND = 100
"""How far from the line of fire friends must be when the target is in contact. [S14]"""
NOT_IN_ARC = Refusal("S8", "the target is not in the arc")
SEEN = 1
"""What `shots_at` says of one that is surely seen."""
CUT = -3
"""What `clear_shots` says where only cutting the target by the arc can tell."""


class Shooter(msgspec.Struct, frozen=True, gc=False):
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
    return _facts(unit, still_locked(state, unit), state.options.gun_moves_and_fires, state.turn)


def still_locked(state: State, unit: Unit) -> bool:
    """Whether a unit still touches an enemy it fought last turn; one that came at it this turn is a new fight. [S10, 52, 65]"""
    if not unit.duties.locked or not state.contacts:
        return False
    touching = [state.units[enemy].today for enemy in state.touching(unit.id)]
    return any(not (today.charged or today.pursued) for today in touching)


def _facts(unit: Unit, locked: bool, gun_moves_and_fires: bool, turn: int) -> Shooter:
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
        locked=locked,
        limbered=unit.order is Order.LIMBERED,
        gun_moved=gun and today.moved and not gun_moves_and_fires,
        gun_unsettled=gun and unit.still < 1,
        reloading=gun and turn < unit.loaded_in,
    )


def may_shoot(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not shoot this turn, or None. [S10]"""
    return _may_shoot(unit, still_locked(state, unit), state.options.gun_moves_and_fires, state.turn)


@kept
def _may_shoot(unit: Unit, locked: bool, gun_moves_and_fires: bool, turn: int) -> Refusal | None:
    return _refused(_facts(unit, locked, gun_moves_and_fires, turn))


@lru_cache(maxsize=4096)
def _refused(facts: Shooter) -> Refusal | None:
    """The same by what decides it: many a unit is in the same case."""
    return MAY_SHOOT.refusal(facts)


def may_fire(state: State, unit: Unit, round_: Round) -> bool:
    """Whether a unit may shoot this turn, and has such rounds. [S7, S10]"""
    return (round_ is not Round.CANISTER or unit.is_gun) and may_shoot(state, unit) is None


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
    cover = cover_of(state.field, (shooter.x, shooter.y), (target.x, target.y), body(state, target))
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
    return fire(state, shooter, target, round_) or why_none_bears(state, shooter, target, round_)


def fire(state: State, shooter: Unit, target: Unit, round_: Round) -> Volley | None:
    """The same, where nobody asks why not."""
    if touches_front(state, shooter, target):
        near, far = len(shooting_bases(state, shooter)), 0
    else:
        near, far = _bearing(state, shooter, target, reach(shooter, round_))
        if not near and not far:
            return None
    shot = shot_facts(state, shooter, target)
    return _crewed(state, shooter, round_, near, far, shot) if shooter.is_gun else Volley(near, far, shot)


def touches_front(state: State, shooter: Unit, target: Unit) -> bool:
    """An enemy who touches a unit's front is fired at by the whole of it; in skirmish order all round is front. [S11]"""
    if not state.contacts or target.id not in state.touching(shooter.id):
        return False
    if shooter.skirmishing:
        return True
    mine = body(state, shooter)
    (left_x, left_y), (right_x, right_y) = front = mine[0], mine[1]
    # Only the corner touched: then it is the front if he stands ahead of it, and not beside.
    ahead = (right_x - left_x) * (target.y - left_y) - (right_y - left_y) * (target.x - left_x) > 0
    return ahead and within(front, body(state, target), TOUCH)


def _bearing(state: State, shooter: Unit, target: Unit, carry: int) -> tuple[int, int]:
    """How many bases bear within half range, and how many beyond. [S11]"""
    line = _line(state, shooter, target, carry)
    if line is None or isinstance(line, Refusal):
        return 0, 0
    eyes, arcs = _aiming(line.unit)
    if line.over is not None:
        found = [_base_shot(state.field, arc, eye, line) for eye, arc in zip(eyes, arcs)]
        return found.count(False), found.count(True)
    near, far, half = 0, 0, carry // 2
    for place, length in enumerate(_lengths(state.field, eyes, arcs, line)):
        beyond: bool | Refusal | None = length > half
        if length == CUT:
            beyond = _base_shot(state.field, arcs[place], eyes[place], line)
        elif length < 0:
            continue
        near += beyond is False
        far += beyond is True
    return near, far


def why_none_bears(state: State, shooter: Unit, target: Unit, round_: Round) -> Refusal:
    """Why no base of a unit can shoot at a target: what is said of the last. [S11]"""
    line = _line(state, shooter, target, reach(shooter, round_))
    if isinstance(line, Refusal):
        return line
    reason = None
    if line is not None:
        for eye, arc in zip(*_aiming(line.unit)):
            found = _base_shot(state.field, arc, eye, line)
            reason = found if isinstance(found, Refusal) else None
    return reason or _out_of_range(shooter, round_)


def bearing_bases(state: State, shooter: Unit, target: Unit, round_: Round) -> int:
    """How many bases of a unit bear on a target, each looked at by itself. [S11, S12]"""
    if touches_front(state, shooter, target):
        return len(shooting_bases(state, shooter))
    line = _line(state, shooter, target, reach(shooter, round_))
    if line is None or isinstance(line, Refusal):
        return 0
    shots = (_base_shot(state.field, arc, eye, line) for eye, arc in zip(*_aiming(line.unit)))
    return sum(isinstance(shot, bool) for shot in shots)


@kept
def _aiming(unit: Stand) -> tuple[tuple[Point, ...], tuple[Arc, ...]]:
    """Where the shots of each base begin, and the arc of each. [S8, S11]"""
    bases = front_bases(unit)
    return front_eyes(bases), tuple([arc_of(unit, base) for base in bases])


@kept
def _in_front(unit: Stand, target: Stand) -> bool:
    return poly_in_arc(front_of(unit), target.body)


def _crewed(state: State, gun: Unit, round_: Round, near: int, far: int, shot: Shot) -> Volley:
    """A gun throws one die a crew figure, two more with canister. [S7, 9, B5]"""
    dice = gun.figures + (state.options.canister_extra_dice if round_ is Round.CANISTER else 0)
    return Volley(dice if near else 0, dice if far else 0, shot)


def _friends_near(state: State, unit: Stand, target: Stand) -> list[Stand] | None:
    """Friends who forbid a shot at a target in contact, of either party, if the line passes close to them. [S14, G-55]"""
    if not state.in_contact(target.id) or not state.options.friends_mask_fire:
        return None
    # None near them is as good as one near: into a fight the shooter picks his line.
    near = near_side(state, unit.side, bounds_of_all((unit.body, target.body)), FRIEND + ROUNDING)
    return [each for each in near if each.id != unit.id]


class Line(NamedTuple):
    """What all bases of a shooter look at alike: the target, how far the weapon carries, who is in the way."""

    unit: Stand
    box: Poly
    carry: int
    hidden_by: list[Stand]
    over: Poly | None
    """The target, where it is shot at over heads. [K4]"""
    friends: list[Stand] | None


def _line(state: State, shooter: Unit, target: Unit, carry: int) -> Line | Refusal | None:
    """That; or why no base can bear, None where the weapon does not carry. [S11]"""
    mine, theirs = stand(state, shooter), stand(state, target)
    if farther(mine.around, theirs.around, carry):
        return None
    if not _in_front(mine, theirs):
        # The arcs of the bases lie inside that of the whole front.
        return NOT_IN_ARC
    over = theirs.body if shoots_over(state.field, mine) else None
    hidden_by, friends = veil(standing(state), mine, theirs), _friends_near(state, mine, theirs)
    return Line(mine, theirs.body, carry, hidden_by, over, friends)


def _lengths(field: Battlefield, eyes: tuple[Point, ...], arcs: tuple[Arc, ...], line: Line) -> list[int]:
    """How far each base shoots that no friend, no enemy and no ground is in the way of, over nobody's head. [S11, S12, S14]"""
    shapes, friends = [each.body for each in line.hidden_by], [each.body for each in line.friends or ()]
    return clear_shots(
        eyes, arcs, line.box, line.carry, shapes, hides(field), _further(line), friends, FRIEND
    )


def _further(line: Line) -> tuple[Point, ...]:
    """Where a base may aim if the nearest part of the target is hidden: at its centre, into a fight at any corner too. [S12, S14]"""
    return centre(line.box), *(() if line.friends is None else line.box)


def _base_shot(field: Battlefield, arc: Arc, eye: Point, line: Line) -> bool | Refusal | None:
    """Whether one base's shot goes beyond half range; or why it cannot shoot, None where it does not carry. [S11]

    Any part of the target in its arc will do; range and sight are taken to the nearest such part.
    """
    point: Point | None = nearest_point(eye, line.box)
    assert point is not None
    if not points_within(eye, point, line.carry):
        return None
    if not in_arc(arc, point):
        point = nearest_in_arc(arc, eye, line.box)
        if point is None:
            return NOT_IN_ARC
        if not points_within(eye, point, line.carry):
            return None
    hidden = _clear_line(field, arc, eye, point, line)
    if hidden is not None:
        return hidden
    return not points_within(eye, point, line.carry // 2)


def _clear_line(field: Battlefield, arc: Arc, eye: Point, point: Point, line: Line) -> Refusal | None:
    """Why a base sees no part of the target: the nearest or the centre, into a fight any corner too. [S12, S14]"""
    reason: Refusal | None = None
    friends = [each.body for each in line.friends or ()]
    for aim in (point, *those_in_arc(arc, _further(line))):
        hidden = blocked(field, eye, aim, line.hidden_by, line.over)
        if hidden is not None:
            reason = reason or Refusal(hidden.cite, f"{hidden.blocker} is in the way")
        elif any_within(((eye, aim),), friends, FRIEND):
            reason = reason or Refusal("S14", "a friend is within 1 of the line of fire")
        else:
            return None
    return reason


@lru_cache(maxsize=4096)
def tallies(volley_: Volley) -> tuple[tuple[int, Tally], ...]:
    """The dice in groups with what modifies each, all added up: within half range, and beyond. [21]"""
    groups = []
    if volley_.near:
        groups.append((volley_.near, SHOOTING.tally(volley_.shot)))
    if volley_.far:
        groups.append((volley_.far, SHOOTING.tally(volley_.shot._replace(over_half=True))))
    if len(groups) == 2:
        groups = [(n, _of(n, tally, which)) for (n, tally), which in zip(groups, ("first", "other"))]
    return tuple(groups)


def _of(dice: int, tally: Tally, which: str) -> Tally:
    """A tally that says for which of the dice in a row it holds."""
    said = f"to the {which} {dice} dice" if dice > 1 else f"to the {which} die"
    return tally._replace(base_words=tally.base_words.replace("to the die", said))


def pool(volley_: Volley, six_hits: bool) -> Pool:
    """The dice of a volley: each group with the lowest face that hits. [10, G-3, S2]"""
    groups = []
    for n, tally in tallies(volley_):
        hits_on = HITS_ON - tally.total
        groups.append((n, min(6, hits_on) if six_hits else hits_on))
    return Pool(tuple(groups))


def targets(state: State, shooter: Unit, round_: Round = Round.BALL) -> dict[int, Volley]:
    """The targets a unit may name, with its fire at each. [S13]"""
    return _volleys(state, shooter.id, round_)


@kept(of=("field", "options", "units", "contacts", "turn"))
def _volleys(state: State, shooter: int, round_: Round) -> dict[int, Volley]:
    mine = state.units[shooter]
    each = [(i, fire(state, mine, state.units[i], round_)) for i in may_name(state, shooter, round_)]
    return {i: found for i, found in each if found is not None}


@kept(of=("field", "options", "units", "contacts", "turn"))
def shooters(state: State, side: int, round_: Round) -> tuple[int, ...]:
    """The units of a side that may shoot this turn with such rounds, whether they have a target or not. [S7, S10]"""
    return tuple([unit.id for unit in state.of_side(side) if may_fire(state, unit, round_)])


@kept(of=("field", "options", "units", "contacts", "turn"))
def may_name(state: State, shooter: int, round_: Round) -> tuple[int, ...]:
    """The targets a unit may name, where nobody asks how well it would shoot. [S13, S7]"""
    unit = state.units[shooter]
    if not may_fire(state, unit, round_):
        return ()
    mine = stand(state, unit)
    found = _under_fire(state, unit, mine, reach(unit, round_))
    if len(found) > 1 and not unit.is_gun:
        limit = min([apart(mine, each) for each in found]) + FARTHER
        found = [each for each in found if apart(mine, each) <= limit]
    return tuple([each.id for each in found])


def _under_fire(state: State, unit: Unit, mine: Stand, carry: int) -> list[Stand]:
    """The enemies at whom any base of a unit can shoot; if any touch it, only of those. [S11, S13]"""
    all_, field, touching = standing(state), state.field, state.touching(unit.id)
    if touching:
        near = near_side(state, 1 - unit.side, mine.around, carry)
        return [
            each for each in near if each.id in touching and _bears(state, unit, state.units[each.id], carry)
        ]
    ready, who = layout(all_, field), all_.who
    eyes, arcs = _aiming(mine)
    doubted = _doubted(state, mine, ready.place)
    return [
        who[at]
        for at, told in shots_at(ready.place[unit.id], eyes, arcs, carry, doubted, *ready.asked)
        if told == SEEN or _bears(state, unit, state.units[who[at].id], carry)
    ]


def _doubted(state: State, unit: Stand, places: dict[int, int]) -> Collection[int]:
    """The places of those at whom a shot is looked into base by base: over heads all, else whoever is in contact. [S14, K4]"""
    if shoots_over(state.field, unit):
        return places.values()
    return {places[i] for each in state.contacts for i in (each.attacker, each.defender) if i in places}


def _bears(state: State, shooter: Unit, target: Unit, carry: int) -> bool:
    """Whether any base of a unit can shoot at a target: the first that can is enough. [S11]"""
    if touches_front(state, shooter, target):
        return True
    line = _line(state, shooter, target, carry)
    if line is None or isinstance(line, Refusal):
        return False
    eyes, arcs = _aiming(line.unit)
    doubted: Iterable[int] = range(len(eyes))
    if line.over is None:
        found = _lengths(state.field, eyes, arcs, line)
        if max(found, default=-1) >= 0:
            return True
        doubted = [place for place, length in enumerate(found) if length == CUT]
    return any(isinstance(_base_shot(state.field, arcs[at], eyes[at], line), bool) for at in doubted)


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
