"""What is done at once in a battle that is only thought: the shot that suggests itself, or else a way to the enemy. [T6, W1–W5]

`moves` measures every shot figure by figure and every way at two paces and two lengths, and then takes one of them. Here
targets are guessed by the gap and only the chosen one is measured, a shorter way is looked at only where the longer one
cannot be gone, and who forms up, comes out of a house or pushes a gun thinks of it only where it may be worth it.
"""

from __future__ import annotations

from grognard.engine.book import Look
from grognard.engine.choices import Move

from ..facts.bodies import gap_between
from ..facts.command import in_command
from ..facts.moving import rate
from ..facts.shooting import volley
from ..state import State, Unit, centre
from ..tables.shooting import band_of
from ..words import Arm, Fire, Pace
from .guns import serve
from .leading import WORTH_IT, attach
from .manoeuvres import Rated, acting, enter, idles, sally
from .moves import HOLDS, HURRY, RATERS
from .places import carries, far, foe_of, ground_of
from .strides import Found, better, formed_up, joined, stride
from .worth import fire_in, volley_worth

STEADY = 1.3
"""How much better a shot is at whom one shot at before, standing. [18]"""
DOUBT = 1.3
"""So much more than is guessed a volley may cost at most, or hardly more."""
HOPE = 0.8
"""How much of what a unit may do counts for its being told to."""
IN_REACH = 300
"""About how far the figures of a unit stand from its middle."""
SLACK = 0.01
"""Sums that differ by less are the same."""


def drill(look: Look) -> Move | None:
    """What whoever acts does at once; None where all is to be rated, briefly."""
    offers = look.ask.offers
    if "start" in offers:
        return Move(look.side, "start" if _in_reach(look.position.state, look.side) else "let_them_start")
    if "command" in offers:
        return _order(look)
    if "no_fire" in offers:
        return _shot_after(look)
    if "hold" not in offers:
        return None
    unit = acting(look)
    if unit.arm is Arm.GUN:
        return serve(look, unit)
    if unit.arm is Arm.WAGON:
        return None
    return _lead(look, unit) if unit.is_command else _act(look, unit)


# --- who begins, who is told to act ------------------------------------------------------------------------


def _in_reach(state: State, side: int) -> bool:
    """Whether anybody is near enough to be hurt at once, or to hurt. [T1]"""
    units = [u for u in state.standing(side) if u.figures and not u.is_command and not u.fleeing]
    foes = [foe_of(state, u) for u in state.standing(1 - side) if u.figures and u.attached is None]
    for unit in units:
        here, mine = centre(unit), max(carries(unit), rate(unit, Pace.CHARGE))
        for foe in foes:
            if 100 * far(here, foe.middle) <= max(mine, foe.frets) + 2 * IN_REACH:
                return True
    return not units


def _order(look: Look) -> Move:
    """A leader joins those whose charge he should lead, or has somebody act: an order is worth more than all he does himself."""
    joins = _joins(look, acting(look))
    if joins is not None:
        return joins
    state: State = look.position.state
    whom = tuple(look.ask.offers["command"])
    chosen = whom[0] if len(whom) == 1 else max(whom, key=lambda unit: _urgency(state, state.units[unit]))
    return Move(look.side, "command", chosen)


def _joins(look: Look, leader: Unit) -> Move | None:
    """To those whose charge he should lead, whether he touches them or has to go there: before he gives orders. [64, C4]"""
    if look.position.agenda[-1].env.given:
        return None
    best: Found = (WORTH_IT, Move(look.side, "hold"))
    if "attach" in look.ask.offers:
        best = _best_of(best, attach(look, "attach"))
    best = better(best, joined(look, leader))
    return best[1] if best[0] > WORTH_IT else None


def _urgency(state: State, unit: Unit) -> float:
    """Who has most to gain by being told to act, about as longer thought has it: no volley is measured."""
    need = 0.0 if in_command(state, unit) else 3.0
    if state.engaged(unit.id):
        return 15.0 + need
    if unit.fleeing:
        return 2.0 + need
    if unit.arm is Arm.WAGON:
        return HURRY
    ground = ground_of(state, unit)
    front = max(0.0, 4.0 - ground.nearest(unit) / 1500)
    return HOPE * ground.promise(unit) + front + 2.0 * unit.mounted + need


# --- fire --------------------------------------------------------------------------------------------------


def _guess(state: State, unit: Unit, target: Unit, gap: int) -> float:
    """About what a volley costs a target, if all see it."""
    band = band_of(unit.weapon, gap)
    if band is None or not unit.fire:
        return 0.0
    steady = not unit.last.moved and unit.last.shot_at == target.id
    return fire_in(unit, target, band, foe_of(state, target).shelter) * (STEADY if steady else 1.0)


def _shot(look: Look, unit: Unit, occasion: Fire) -> Found | None:
    """The volley that costs the enemy most: measured of those only that might cost him more than the best so far."""
    state: State = look.position.state
    marks = [state.units[target] for target in look.ask.offers["fire"]]
    if len(marks) == 1:
        guesses = [(0.0, marks[0])]
    else:
        guesses = [(_guess(state, unit, mark, gap_between(state, unit, mark)), mark) for mark in marks]
        guesses.sort(key=lambda each: -each[0])
    best: Found | None = None
    for most, mark in guesses:
        if best is not None and DOUBT * most <= best[0]:
            break
        found = volley(state, unit, mark, occasion)
        if found is not None:
            best = better(best, (volley_worth(state, found), Move(look.side, "fire", mark.id)))
    return best


def _shot_after(look: Look) -> Move:
    """A shot after an advance or a regrouping, if it may hurt anybody. [W2, W5]"""
    moved = look.position.agenda[-1].env.stage == "moved"
    occasion = Fire.ADVANCE if moved else Fire.REGROUP
    found = _shot(look, acting(look), occasion) if "fire" in look.ask.offers else None
    return found[1] if found is not None and found[0] > 0 else Move(look.side, "no_fire")


# --- what troops do ----------------------------------------------------------------------------------------


def _act(look: Look, unit: Unit) -> Move:
    """The best of a shot, a charge, a door, a way, forming up, and standing still."""
    offers, state = look.ask.offers, look.position.state
    best: Found = (HOLDS, Move(look.side, "hold"))
    if "fire" in offers:
        best = better(best, _shot(look, unit, Fire.HOLD))
    for verb in ("charge", "close_in"):
        if verb in offers:
            best = _best_of(best, RATERS[verb](look, verb))
    if "enter" in offers:
        best = _best_of(best, enter(look, "enter"))
    if "sally" in offers and idles(state, unit):
        best = _best_of(best, sally(look, "sally"))
    if "advance" in offers:
        best = stride(look, unit, best)
    if "regroup" in offers:
        best = better(best, formed_up(look, unit))
    return best[1]


def _best_of(best: Found, rated: Rated) -> Found:
    for move, worth in rated:
        if worth > best[0]:
            best = worth, move
    return best


# --- what leaders do ---------------------------------------------------------------------------------------


def _lead(look: Look, leader: Unit) -> Move | None:
    """A leader with nobody to send goes into a house, stays where he has his units in hand, or goes where he has. [G2, G7]"""
    if leader.attached is not None:
        return None
    joins = _joins(look, leader)
    if joins is not None:
        return joins
    best: Found = (HOLDS, Move(look.side, "hold"))
    if "enter" in look.ask.offers:
        return _best_of(best, enter(look, "enter"))[1]
    ground = ground_of(look.position.state, leader)
    in_hand = ground.commanded(leader, centre(leader)) >= len(ground.company) - SLACK
    if in_hand and not ground.goals:
        return best[1]
    if "sally" in look.ask.offers:
        best = _best_of(best, sally(look, "sally"))
    return stride(look, leader, best)[1] if "advance" in look.ask.offers else best[1]


__all__ = ["drill"]
