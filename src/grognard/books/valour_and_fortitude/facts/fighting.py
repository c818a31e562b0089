"""Fights: what the melee tables look at, and who wins. [109–128, 136–146]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.engine.tables import Line, Tally

from ..state import State, Unit
from ..tables.fighting import AUTOMATIC_ROUTS, MELEE_HALVED, MELEE_TO_HIT, MELEE_VALUE, TIES
from ..tables.shooting import value
from ..words import Arm, Cover, Form, Special
from .bodies import form
from .command import leader_to_unit
from .contact import figures_on
from .ground import rough_under
from .layout import shapes
from .shooting import cover_of, dense, enfiladed, is_masses
from .sight import height, visible
from .support import canister_at

ALL_OUT_NEAR = 1200


class Bout(NamedTuple):
    """What decides one melee attack."""

    base: int
    outflanked: bool = False
    mounted_or_guns: bool = False
    rough: bool = False
    feature: bool = False
    attack_column: bool = False
    target_inside: bool = False
    half_fire: int = 0
    artillery: bool = False
    dense: bool = False
    enfilade: bool = False
    foot_inside: bool = False
    canister: bool = False
    open_order: bool = False
    square: bool = False
    support: int = 0
    brigade_support: bool = False
    second: bool = False
    all_out: bool = False
    outrance: bool = False
    attack_all: bool = False
    defensive: bool = False
    village: bool = False
    hurrah: bool = False
    fresh: bool = False
    shaken: bool = False
    heavy: bool = False
    target_square: bool = False


class Tie(NamedTuple):
    """What decides a tied fight. [106, 139, 145]"""

    cover: bool
    higher: bool
    needs_edge: bool = False
    enemy_edge: bool = False
    """The main attacker is in cover, or higher than the unit that fights back. [B24]"""


class Beaten(NamedTuple):
    """What decides whether a losing target routs at once. [136, 137]"""

    artillery: bool
    infantry: bool
    by_cavalry: bool
    square: bool
    feature: bool


def in_rough(state: State, unit: Unit) -> bool:
    """Any figure of it in rough terrain. [167, B53]"""
    return not unit.in_feature and any(rough_under(state, shape) for shape in shapes(state, unit))


def line_bonus(state: State, unit: Unit, target: Unit) -> int:
    """Half the fire value of infantry in line, against a visible target not inside; never militia. [115, B16, F5.12a]"""
    bonus = half_fire(unit, form(unit))
    return bonus if bonus and not target.in_feature and visible(state, unit, target) else 0


def half_fire(unit: Unit, how: Form) -> int:
    """Half the fire value of infantry in line, but not of militia. [115, F5.12a]"""
    line = unit.arm is Arm.INFANTRY and how is Form.LINE and not unit.has(Special.MILITIA)
    return unit.profile.fire // 2 if line else 0


def outflanked(state: State, unit: Unit, target: Unit) -> bool:
    """One or no front-rank figure touches the target; never occupants. [119, B57]"""
    return not unit.in_feature and figures_on(state, unit, target) <= 1


def sheltered(state: State, unit: Unit, attacker: Unit) -> bool:
    """In cover in the melee phase: streams count too, for both sides of a wall. [145, B54, B55, B58]"""
    return cover_of(state, unit, attacker) is not Cover.NONE


def bout_alone(unit: Unit, how: Form) -> Bout:
    """What of a melee attack a unit drawn up so decides by itself, whomever it meets."""
    return Bout(
        base=1 if how is Form.MARCH else unit.melee,
        mounted_or_guns=unit.arm is not Arm.INFANTRY,
        attack_column=how is Form.ATTACK,
        half_fire=half_fire(unit, how),
        artillery=unit.arm is Arm.ARTILLERY,
        foot_inside=how is Form.INSIDE and unit.arm is Arm.INFANTRY,
        open_order=how is Form.OPEN,
        square=how is Form.SQUARE,
        fresh=unit.losses == 0,
        shaken=unit.shaken,
    )


def bout_of(
    state: State,
    unit: Unit,
    target: Unit,
    support: int,
    brigade: bool,
    *,
    main: bool = True,
    second: bool = False,
) -> Bout:
    """Everything that shapes one melee attack: the main attacker's own state, never its supporters'; the text before the reference sheet. [111, 114, 191a, B15, B52]"""
    alone = bout_alone(unit, form(unit))
    return alone._replace(
        outflanked=outflanked(state, unit, target),
        rough=in_rough(state, unit) or in_rough(state, target),
        feature=unit.in_feature or target.in_feature,
        target_inside=target.in_feature,
        half_fire=line_bonus(state, unit, target),
        dense=dense(target) and not is_masses(state, target),
        enfilade=enfiladed(state, target, unit),
        canister=canister_at(state, unit, target),
        open_order=alone.open_order and not sheltered(state, unit, target),
        support=support,
        brigade_support=brigade,
        second=second,
        fresh=alone.fresh and (main or state.options.fight_back_is_main),
        heavy=state.options.heavy_guns_in_melee and unit.has(Special.HEAVY_ARTILLERY),
        target_square=state.options.square_dense_in_melee and form(target) is Form.SQUARE,
        **_cards(state, unit),
    )


def _cards(state: State, unit: Unit) -> dict[str, bool]:
    """What cards at work add to a unit's melee value."""
    if not state.spells:
        return {}
    all_out = any(
        s.card == "all_out_attack"
        and s.side == unit.side
        and leader_to_unit(state, state.leader(s.subject), unit) <= ALL_OUT_NEAR
        for s in state.spells
    )
    outrance = state.spell("attaque_a_outrance", unit.side, unit.brigade)
    return {
        "all_out": all_out,
        "outrance": outrance and form(unit) is Form.ATTACK,
        "attack_all": state.spell("attack_all", unit.side, unit.brigade),
        "defensive": state.spell("defensive_fire", unit.side, unit.brigade) and unit.arm is Arm.INFANTRY,
        "village": state.spell("hold_the_village", unit.side, unit.id),
        "hurrah": state.spell("hurrah", unit.side, unit.brigade) and unit.today.assaulted,
    }


def with_light_help(state: State, bout: Bout, supporters: Iterable[int]) -> Bout:
    """The same attack where not all who support it are heavy guns. [B87]"""
    heavy = bout.heavy and all(state.units[i].has(Special.HEAVY_ARTILLERY) for i in supporters)
    return bout._replace(heavy=heavy)


def melee_value(bout: Bout) -> Tally:
    """How many hit tests a melee attack makes. [109, B1, B17]"""
    return value(bout.base, "melee value", MELEE_HALVED, MELEE_VALUE, bout)


def melee_to_hit(bout: Bout) -> Tally:
    """What is added to its hit tests. [126, 127]"""
    return MELEE_TO_HIT.tally(bout)


def melee_rerolls(state: State, unit: Unit, target: Unit, main: bool) -> bool:
    """Whether natural 1s are rerolled: Elan, disciplined musketry in line, heavy horse in the open. [B18, B64, F5.5, F5.7]"""
    if not main and not state.options.fight_back_is_main:
        return False
    rerolls = rerolls_alone(unit, form(unit))
    return rerolls or (unit.has(Special.HEAVY_CAVALRY) and not sheltered(state, target, unit))


def rerolls_alone(unit: Unit, how: Form) -> bool:
    """Whether a unit drawn up so rerolls natural 1s whomever it meets. [F5.4, F5.5]"""
    return unit.has(Special.ELAN) or (unit.has(Special.DISCIPLINED_MUSKETRY) and how is Form.LINE)


def tie_breaker(state: State, target: Unit, main: Unit, supporters: tuple[int, ...]) -> Line | None:
    """Why a tie goes to the unit that fights back, or None: then the active side wins. [106, 139, 145]"""
    enemies = [main, *[state.units[i] for i in supporters]]
    highest = max(height(state, u) for u in enemies)
    tie = Tie(
        sheltered(state, target, main),
        height(state, target) > highest,
        state.options.tie_needs_edge,
        sheltered(state, main, target) or height(state, main) > height(state, target),
    )
    lines = TIES.lines(tie)
    return lines[0] if lines else None


def automatic_rout(state: State, target: Unit, main: Unit, supporters: tuple[int, ...]) -> Line | None:
    """Why a losing target routs without a test, or None; brigade supporters do not matter. [146a, 182, B77]"""
    helpers = [state.units[i] for i in supporters]
    beaten = Beaten(
        target.arm is Arm.ARTILLERY,
        target.arm is Arm.INFANTRY,
        any(u.arm is Arm.CAVALRY for u in (main, *helpers)),
        form(target) is Form.SQUARE,
        target.in_feature or main.in_feature,
    )
    lines = AUTOMATIC_ROUTS.lines(beaten)
    return lines[0] if lines else None
