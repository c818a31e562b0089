"""What a unit may do in its activation, and why not the rest; guns and houses have their own rows. [W1, N8, C2, C4b]"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.domains import Cells, Domain, LazyUnits, Reach, Units, Why
from grognard.engine.tables import Refusal

from ..state import GUN_RADIUS, State, Unit
from ..tables.actions import DETACHES, GOES, SERVES
from ..words import Arm, Fire, Pace, Role
from .bodies import body_of, gap_between, nearest_pair
from .charging import can_charge, charge_targets, onset, why_not_instead
from .command import commands
from .driving import Driving, why_not_manned
from .garrisons import Sally, enterable
from .ground import barred, standing_in
from .gunnery import ammunition, crew_fit, why_no_shot
from .laying import Laying
from .moving import Marching
from .regrouping import Regrouping
from .shooting import has_target, may_fire, targets, why_not_target

if TYPE_CHECKING:
    from ..steps.env import Act

TOUCH = 100
"""A leader so near a unit may join it. [C4]"""
AMMO_VERBS = {"canister": "canister", "round shot": "round_shot", "shell": "shell"}


class Acting(NamedTuple):
    """What keeps a unit from going where it likes. [T5, C4a, 34]"""

    only_regroups: bool
    carried: bool
    inside: bool


class Crewed(NamedTuple):
    """What keeps a gun from being moved. [X2, T5]"""

    fit: bool
    only_regroups: bool


class Menu(NamedTuple):
    """An activation's offers."""

    prompt: str
    cite: str
    offers: dict[str, Domain | None]
    barred: dict[str, Refusal]


def menu(state: State, unit: Unit, act: Act) -> Menu:
    """What is offered at this stage of an activation."""
    offers: dict[str, Domain | None] = {}
    bars: dict[str, Refusal] = {}
    if act.stage == "moved":
        offers["no_fire"] = None
        _fire(state, unit, Fire.ADVANCE, offers, bars)
        return Menu(f"{unit.name} has advanced", "W2", offers, bars)
    if act.stage == "regrouped":
        offers["no_fire"] = None
        _fire(state, unit, Fire.REGROUP, offers, bars)
        return Menu(f"{unit.name} has regrouped", "W5", offers, bars)
    if act.stage == "advance_now":
        if unit.house:
            return Menu(f"{unit.name} advances", "W2", {"sally": Reach(unit.id, Sally(state, unit))}, {})
        offers["advance"] = Reach(unit.id, Marching(state, unit, Pace.NORMAL))
        _doors(state, unit, offers)
        return Menu(f"{unit.name} advances", "W2", offers, {})
    if act.stage == "arriving":
        _arriving(state, unit, offers)
        return Menu(f"{unit.name} comes on", "T8", offers, bars)
    if act.stage == "ambushed":
        offers["hold"] = None
        assert act.prey is not None
        reason = why_not_instead(state, unit, act.prey, act.gone, act.reach)
        if reason is None:
            offers["charge"] = Units((act.prey,), _why_charge(state, unit, False))
        else:
            bars["charge"] = reason
        return Menu(f"{unit.name} has run into hidden troops", "H5", offers, bars)
    if act.stage == "led":
        offers["finish"] = None
        _command(state, unit, act, offers)
        _attach(state, unit, offers)
        return Menu(f"{unit.name} may give orders", "C2", offers, bars)
    if unit.arm is Arm.GUN:
        _gun(state, unit, act, offers, bars)
    elif unit.arm is Arm.WAGON:
        offers["hold"] = None
        offers["advance"] = Reach(unit.id, Marching(state, unit, Pace.NORMAL))
        offers["march"] = Reach(unit.id, Marching(state, unit, Pace.MARCH))
    else:
        _troops(state, unit, act, offers, bars)
    if act.only_regroup and offers.keys() & {"regroup", "turn_gun"}:
        return Menu(f"{unit.name} hesitates or is broken up: it may only regroup", "T5", offers, bars)
    return Menu(f"{unit.name} acts", "T6", offers, bars)


def _arriving(state: State, unit: Unit, offers: dict[str, Domain | None]) -> None:
    """An Advance or a March from the edge, no charge and no fire. [T8]"""
    if unit.gun is not None:
        offers["manhandle"] = Reach(unit.id, Driving(state, unit))
        return
    offers["advance"] = Reach(unit.id, Marching(state, unit, Pace.NORMAL))
    offers["march"] = Reach(unit.id, Marching(state, unit, Pace.MARCH))


def _troops(
    state: State, unit: Unit, act: Act, offers: dict[str, Domain | None], bars: dict[str, Refusal]
) -> None:
    # A leader is carried also by a unit that is gone. [C4a]
    acting = Acting(act.only_regroup, unit.is_command and unit.today.led, bool(unit.house))
    if unit.attached is not None:
        offers["hold"] = None
        reason = DETACHES.refusal(acting)
        if reason is None:
            offers["detach"] = None
        else:
            bars["detach"] = reason
        _command(state, unit, act, offers)
        return
    reason = GOES.refusal(acting)
    if reason is not None and acting.only_regroups:
        offers["regroup"] = Reach(unit.id, Regrouping(state, unit))
        bars |= dict.fromkeys(("hold", "fire", "advance", "march", "charge"), reason)
        return
    offers["hold"] = None
    _fire(state, unit, Fire.HOLD, offers, bars)
    if reason is not None and acting.carried:
        bars |= dict.fromkeys(("advance", "march", "charge"), reason)
        _command(state, unit, act, offers)
        return
    if has_target(state, unit, Fire.ADVANCE):
        offers["fire_first"] = _targets(state, unit, Fire.ADVANCE)
    if reason is not None:
        offers["sally"] = Reach(unit.id, Sally(state, unit))
        bars |= dict.fromkeys(("march", "charge"), reason)
        _command(state, unit, act, offers)
        return
    offers["advance"] = Reach(unit.id, Marching(state, unit, Pace.NORMAL))
    offers["march"] = Reach(unit.id, Marching(state, unit, Pace.MARCH))
    _charge(state, unit, offers, bars)
    if not unit.is_command:
        offers["regroup"] = Reach(unit.id, Regrouping(state, unit))
    _doors(state, unit, offers)
    _command(state, unit, act, offers)
    _attach(state, unit, offers)


def _doors(state: State, unit: Unit, offers: dict[str, Domain | None]) -> None:
    """A house is gone into by an Advance. [G2]"""
    doors = enterable(state, unit) if unit.arm is Arm.FOOT else ()
    if doors:
        offers["enter"] = Cells(doors)


def _fire(
    state: State, unit: Unit, occasion: Fire, offers: dict[str, Domain | None], bars: dict[str, Refusal]
) -> None:
    reason = may_fire(state, unit, occasion)
    if reason is not None:
        bars["fire"] = reason
        return
    if has_target(state, unit, occasion):
        offers["fire"] = _targets(state, unit, occasion)
    else:
        bars["fire"] = Refusal("7b", "nobody is seen in range")


def _targets(state: State, unit: Unit, occasion: Fire) -> Units:
    return LazyUnits(
        lambda: targets(state, unit, occasion),
        lambda noun: why_not_target(state, unit, state.units[noun], occasion),
    )


def _charge(state: State, unit: Unit, offers: dict[str, Domain | None], bars: dict[str, Refusal]) -> None:
    for verb, closing in (("charge", False), ("close_in", True)):
        if can_charge(state, unit, closing):
            offers[verb] = _chargeable(state, unit, closing)
        elif not closing:
            bars[verb] = Refusal("N5", "nobody can be reached by a charge")


def _chargeable(state: State, unit: Unit, closing: bool) -> Units:
    return LazyUnits(lambda: charge_targets(state, unit, closing), _why_charge(state, unit, closing))


def _why_charge(state: State, unit: Unit, closing: bool) -> Why:
    def why(noun: int) -> Refusal | None:
        found = onset(state, unit, state.units[noun], closing)
        return found if isinstance(found, Refusal) else None

    return why


def _command(state: State, unit: Unit, act: Act, offers: dict[str, Domain | None]) -> None:
    """Up to his rank in units inside his range that have not acted; the enemy picks nobody in between. [C2, C2a]"""
    if not unit.is_command or not unit.has(Role.OFFICER) or act.given >= unit.rank:
        return
    found = [
        u.id
        for u in state.standing(unit.side)
        if u.id != unit.id and not u.today.acted and not u.is_command and commands(state, unit, u)
    ]
    if found:
        offers["command"] = Units(found)


def _attach(state: State, unit: Unit, offers: dict[str, Domain | None]) -> None:
    """Joining a unit he touches is part of his activation. [C4]"""
    if not unit.is_command or unit.attached is not None:
        return
    found = [
        u.id
        for u in state.standing(unit.side)
        if u.id != unit.id
        and not u.is_command
        and u.arm in (Arm.FOOT, Arm.HORSE)
        and not u.fleeing
        and not u.house
        and not state.engaged(u.id)
        and state.leader_with(u.id) is None
        and gap_between(state, unit, u) <= TOUCH
        and barred_for(state, unit, u) is None
    ]
    if found:
        offers["attach"] = Units(found)


def barred_for(state: State, leader: Unit, unit: Unit) -> Refusal | None:
    """A mounted leader does not join who stands where no horse may. [C4, 30, 31]"""
    found, road = standing_in(state, unit)
    return barred(state, unit, found, road=road, horse=unit.mounted or leader.mounted)


def _gun(
    state: State, unit: Unit, act: Act, offers: dict[str, Domain | None], bars: dict[str, Refusal]
) -> None:
    gun = unit.gun
    offers["hold"] = None
    if gun is None or gun.taken or gun.abandoned:
        _gunners(state, unit, act, offers, bars)
        return
    crew = Crewed(crew_fit(unit), act.only_regroup)
    barred_by = SERVES.refusal(crew)
    if barred_by is not None and not crew.fit:
        bars |= dict.fromkeys(("manhandle", "turn_gun"), barred_by)
        return
    offers["turn_gun"] = Reach(unit.id, Driving(state, unit, on_the_spot=True))
    if barred_by is not None:
        del offers["hold"]
        shots = [AMMO_VERBS[ammo.value] for ammo in ammunition(unit)]
        bars |= dict.fromkeys((*shots, "manhandle", "hold"), barred_by)
        return
    offers["limber"] = None
    reason = why_no_shot(state, unit)
    for ammo in ammunition(unit):
        verb = AMMO_VERBS[ammo.value]
        if reason is not None:
            bars[verb] = reason
            continue
        laying = Laying(state, unit, ammo)
        if laying.possible() or laying.fallback():
            offers[verb] = Reach(unit.id, laying)
    offers["manhandle"] = Reach(unit.id, Driving(state, unit))


def _gunners(
    state: State, unit: Unit, act: Act, offers: dict[str, Domain | None], bars: dict[str, Refusal]
) -> None:
    """Gunners without their gun are plain foot without arms; they may come back to it. [X12a, R4]"""
    gun = unit.gun
    if gun is not None and not gun.taken:
        spot = ((gun.x, gun.y, GUN_RADIUS),)
        if nearest_pair(body_of(unit).circles, spot)[0] <= 600:
            reason = why_not_manned(state, unit)
            if reason is None:
                offers["man_the_gun"] = None
            else:
                bars["man_the_gun"] = reason
    offers["regroup"] = Reach(unit.id, Regrouping(state, unit))
    if not act.only_regroup:
        offers["advance"] = Reach(unit.id, Marching(state, unit, Pace.NORMAL))
