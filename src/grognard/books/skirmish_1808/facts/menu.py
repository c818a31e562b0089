"""What a unit may do in its activation, and why not the rest; guns and houses have their own rows. [W1, N8, C2, C4b]"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.domains import Cells, Domain, LazyUnits, Reach, Units, Why
from grognard.engine.tables import Refusal

from ..state import GUN_RADIUS, State, Unit, places_of
from ..tables.actions import DETACHES, GOES, SERVES
from ..words import Arm, Fire, Pace, Trait
from .bodies import body_of, nearest_pair
from .charging import can_charge, charge_targets, onset, why_not_instead
from .driving import Driving, why_not_manned
from .garrisons import Sally, enterable, why_not_enter
from .ground import House, houses, near_house
from .gunnery import ammunition, crew_fit, why_no_shot
from .laying import Laying
from .layout import in_cohesion
from .mining import bridges, may_barricade, why_not_blow, why_not_lay
from .moving import Marching, rate
from .orders import give_orders, join
from .reasons import Reasons
from .regrouping import Regrouping
from .shooting import has_target, may_fire, targets, why_not_target

if TYPE_CHECKING:
    from ..steps.env import Act

BY_THE_GUN = 600
"""Gunners come back to their gun from so far. [X12a]"""
AMMO_VERBS = {"canister": "canister", "round shot": "round_shot", "shell": "shell"}


class Acting(NamedTuple):
    """What keeps a unit from going where it likes. [T5, C4a, 34]"""

    hesitates: bool
    broken_up: bool
    carried: bool
    inside: bool


class Crewed(NamedTuple):
    """What keeps a gun from being moved. [X2, T5]"""

    fit: bool
    hesitates: bool


class Menu(NamedTuple):
    """An activation's offers."""

    prompt: str
    cite: str
    offers: dict[str, Domain | None]
    barred: Reasons


def menu(state: State, unit: Unit, act: Act) -> Menu:
    """What is offered at this stage of an activation."""
    if act.stage:
        return _going_on(state, unit, act)
    offers: dict[str, Domain | None] = {}
    bars = Reasons()
    if unit.arm is Arm.GUN:
        _gun(state, unit, act, offers, bars)
    elif unit.arm is Arm.WAGON:
        offers["hold"] = None
        offers["advance"] = Reach(unit.id, Marching(state, unit, Pace.NORMAL))
        offers["march"] = Reach(unit.id, Marching(state, unit, Pace.MARCH))
    else:
        _troops(state, unit, act, offers, bars)
    if act.only_regroup and offers.keys() & {"regroup", "turn_gun"}:
        if broken_up(unit):
            return Menu(f"{unit.name} is broken up: it may only regroup", "B5", offers, bars)
        return Menu(f"{unit.name} hesitates: it may only regroup", "T5", offers, bars)
    return Menu(f"{unit.name} acts", "T6", offers, bars)


def _going_on(state: State, unit: Unit, act: Act) -> Menu:
    """What is offered once an action is under way."""
    offers: dict[str, Domain | None] = {}
    bars = Reasons()
    match act.stage:
        case "moved":
            offers["no_fire"] = None
            _fire(state, unit, Fire.ADVANCE, offers, bars)
            return Menu(f"{unit.name} has advanced", "W2", offers, bars)
        case "regrouped":
            offers["no_fire"] = None
            _fire(state, unit, Fire.REGROUP, offers, bars)
            return Menu(f"{unit.name} has regrouped", "W5", offers, bars)
        case "advance_now":
            if unit.house:
                offers["sally"] = Reach(unit.id, Sally(state, unit))
            else:
                offers["advance"] = Reach(unit.id, Marching(state, unit, Pace.NORMAL))
                _doors(state, unit, offers, bars)
            return Menu(f"{unit.name} advances", "W2", offers, bars)
        case "arriving":
            _arriving(state, unit, offers)
            return Menu(f"{unit.name} comes on", "T8", offers, bars)
        case "ambushed":
            _instead(state, unit, act, offers, bars)
            return Menu(f"{unit.name} has run into hidden troops", "H5", offers, bars)
        case _:
            offers["finish"] = None
            give_orders(state, unit, act, offers, bars)
            join(state, unit, offers, bars)
            return Menu(f"{unit.name} may give orders", "C2", offers, bars)


def _instead(state: State, unit: Unit, act: Act, offers: dict[str, Domain | None], bars: Reasons) -> None:
    """The hidden unit a charge has run into may be charged instead. [H5]"""
    offers["hold"] = None
    assert act.prey is not None
    reason = why_not_instead(state, unit, act.prey, act.gone, act.reach)
    if reason is None:
        offers["charge"] = Units((act.prey,), _why_charge(state, unit, False))
    else:
        bars["charge"] = reason


def _arriving(state: State, unit: Unit, offers: dict[str, Domain | None]) -> None:
    """An Advance or a March from the edge, no charge and no fire. [T8]"""
    if unit.gun is not None:
        offers["manhandle"] = Reach(unit.id, Driving(state, unit))
        return
    offers["advance"] = Reach(unit.id, Marching(state, unit, Pace.NORMAL))
    offers["march"] = Reach(unit.id, Marching(state, unit, Pace.MARCH))


def _troops(state: State, unit: Unit, act: Act, offers: dict[str, Domain | None], bars: Reasons) -> None:
    # A leader is carried also by a unit that is gone. [C4a]
    apart = act.only_regroup and broken_up(unit)
    acting = Acting(
        act.only_regroup and not apart, apart, unit.is_command and unit.today.led, bool(unit.house)
    )
    if unit.attached is not None:
        offers["hold"] = None
        reason = DETACHES.refusal(acting)
        if reason is None:
            offers["detach"] = None
        else:
            bars["detach"] = reason
        give_orders(state, unit, act, offers, bars)
        return
    reason = GOES.refusal(acting)
    if reason is not None and act.only_regroup:
        offers["regroup"] = Reach(unit.id, Regrouping(state, unit))
        bars.update(dict.fromkeys(("hold", "fire", "advance", "march", "charge"), reason))
        return
    offers["hold"] = None
    _fire(state, unit, Fire.HOLD, offers, bars)
    if reason is not None and acting.carried:
        bars.update(dict.fromkeys(("advance", "march", "charge", "regroup", "attach"), reason))
        give_orders(state, unit, act, offers, bars)
        return
    if has_target(state, unit, Fire.ADVANCE):
        offers["fire_first"] = _targets(state, unit, Fire.ADVANCE)
    if reason is not None:
        _barricade(state, unit, offers)
        offers["sally"] = Reach(unit.id, Sally(state, unit))
        bars.update(dict.fromkeys(("march", "charge", "regroup"), reason))
        give_orders(state, unit, act, offers, bars)
        join(state, unit, offers, bars)
        return
    offers["advance"] = Reach(unit.id, Marching(state, unit, Pace.NORMAL))
    offers["march"] = Reach(unit.id, Marching(state, unit, Pace.MARCH))
    _charge(state, unit, offers, bars)
    if unit.is_command and unit.size == 1:
        bars["regroup"] = Refusal("W5", "he is alone, and has nobody to dress")
    else:
        offers["regroup"] = Reach(unit.id, Regrouping(state, unit))
    _doors(state, unit, offers, bars)
    _mine(state, unit, offers, bars)
    give_orders(state, unit, act, offers, bars)
    join(state, unit, offers, bars)


def _mine(state: State, unit: Unit, offers: dict[str, Domain | None], bars: Reasons) -> None:
    """What engineers do at a bridge, and why they cannot. [D2, D3]"""
    if Trait.ENGINEER not in unit.traits:
        return
    for verb, refused in (("lay_charge", why_not_lay), ("blow", why_not_blow)):
        reasons = {bridge.name: refused(state, unit, bridge) for bridge in bridges(state)}
        able = [name for name, reason in reasons.items() if reason is None]
        if able:
            offers[verb] = Cells(able)
        elif reasons:
            bars[verb] = next(reason for reason in reasons.values() if reason is not None)


def _barricade(state: State, unit: Unit, offers: dict[str, Domain | None]) -> None:
    """A garrison may spend its action on its house. [D6]"""
    if may_barricade(state, unit):
        offers["barricade"] = None


def broken_up(unit: Unit) -> bool:
    """Whether its figures no longer stand in one chain. [B5]"""
    return not unit.house and not in_cohesion(places_of(unit), unit.radius)


def _doors(state: State, unit: Unit, offers: dict[str, Domain | None], bars: Reasons) -> None:
    """A house is gone into by an Advance; why not into the nearest one within an Advance is told. [G2]"""
    if unit.arm is not Arm.FOOT:
        return
    doors = enterable(state, unit)
    if doors:
        offers["enter"] = Cells(doors, lambda name: _why_not_in(state, unit, name))
        return
    near = [house for house in houses(state) if near_house(state, unit, house, rate(unit, Pace.NORMAL))]
    if near:
        bars.later("enter", lambda: _why_not_into(state, unit, near[0]))


def _why_not_into(state: State, unit: Unit, house: House) -> Refusal:
    """Why not into a house that it cannot go into. [G2]"""
    reason = why_not_enter(state, unit, house)
    assert reason is not None
    return reason


def _why_not_in(state: State, unit: Unit, name: object) -> Refusal | None:
    house = next((house for house in houses(state) if house.name == name), None)
    return None if house is None else why_not_enter(state, unit, house)


def _fire(state: State, unit: Unit, occasion: Fire, offers: dict[str, Domain | None], bars: Reasons) -> None:
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


def _charge(state: State, unit: Unit, offers: dict[str, Domain | None], bars: Reasons) -> None:
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


def _gun(state: State, unit: Unit, act: Act, offers: dict[str, Domain | None], bars: Reasons) -> None:
    gun = unit.gun
    if gun is None or gun.taken or gun.abandoned:
        _gunners(state, unit, act, offers, bars)
        return
    offers["hold"] = None
    crew = Crewed(crew_fit(unit), act.only_regroup)
    barred_by = SERVES.refusal(crew)
    if barred_by is not None and not crew.fit:
        bars.update(dict.fromkeys(("manhandle", "turn_gun"), barred_by))
        return
    offers["turn_gun"] = Reach(unit.id, Driving(state, unit, on_the_spot=True))
    if barred_by is not None:
        del offers["hold"]
        shots = [AMMO_VERBS[ammo.value] for ammo in ammunition(unit)]
        bars.update(dict.fromkeys((*shots, "manhandle", "hold"), barred_by))
        return
    offers["limber"] = None
    reason = why_no_shot(state, unit)
    for ammo in ammunition(unit):
        verb = AMMO_VERBS[ammo.value]
        if reason is not None:
            bars[verb] = reason
            continue
        laying = Laying(state, unit, ammo)
        if laying.anywhere():
            offers[verb] = Reach(unit.id, laying)
    if gun.mortar and not gun.limbered:
        bars["manhandle"] = Refusal("X13", "a mortar is not pushed: it is limbered first")
    else:
        offers["manhandle"] = Reach(unit.id, Driving(state, unit))


def _gunners(state: State, unit: Unit, act: Act, offers: dict[str, Domain | None], bars: Reasons) -> None:
    """Gunners without their gun are plain foot without arms; they may come back to it. [X12a, R4]"""
    offers["regroup"] = Reach(unit.id, Regrouping(state, unit))
    apart = act.only_regroup and broken_up(unit)
    reason = GOES.refusal(Acting(act.only_regroup and not apart, apart, carried=False, inside=False))
    if reason is not None:
        bars.update(dict.fromkeys(("hold", "advance", "march", "man_the_gun"), reason))
        return
    offers["hold"] = None
    offers["advance"] = Reach(unit.id, Marching(state, unit, Pace.NORMAL))
    gun = unit.gun
    if gun is None or gun.taken:
        bars["man_the_gun"] = Refusal("X12", "the gun is taken, and not used again")
    elif nearest_pair(body_of(unit).circles, ((gun.x, gun.y, GUN_RADIUS),))[0] > BY_THE_GUN:
        bars["man_the_gun"] = Refusal("X12a", "the gun is too far off to come back to it in one move")
    elif (barred_by := why_not_manned(state, unit)) is not None:
        bars["man_the_gun"] = barred_by
    else:
        offers["man_the_gun"] = None
