"""Guns: a field of fire for each, and how to come by one. [F-13.3, F-13.7, F-10.9]"""

from __future__ import annotations

from grognard.engine.book import Look
from grognard.engine.flow import replace
from grognard.geometry.hexarcs import turned

from ..facts.fire import targets
from ..facts.ground import distance, ground
from ..facts.moving import new_facing
from ..state import State, Unit
from ..words import Formation
from .aims import enemies, nearest, ridden
from .chances import shot_worth

CLOSE, WIDE = 3, 2
"""Enemies nearer than this are too near to march guns to; how far round one looks for a better place."""
POOR = 0.15
"""A shot worth less is no reason to stay."""
EXPOSED = 0.5
"""How much a charge that may come upon the guns counts against what they would see."""


def best_shot(state: State, gun: Unit) -> float:
    """What its best shot is worth from where it stands, as it stands."""
    return max([shot_worth(state, gun, state.units[one]) for one in targets(state, gun)], default=0.0)


def prospect(state: State, gun: Unit, there: int, turns: tuple[int, ...] = (0, 1, -1)) -> float:
    """What its best shot would be worth in action at a hex, once it has turned to it."""
    ready = _in_action(gun, there)
    return max(best_shot(state, replace(ready, facing=turned(ready.facing, way))) for way in turns)


def _in_action(gun: Unit, there: int) -> Unit:
    facing = new_facing(gun, Formation.UNLIMBERED)
    return replace(gun, hex=there, formation=Formation.UNLIMBERED, facing=facing, shot=False, shifted=False)


def march(state: State, gun: Unit, there: int, gain: int) -> float:
    """To where it will have something to shoot at, and not under the enemy's muskets."""
    near = nearest(state, gun.side, there)
    sight = prospect(state, gun, there) - prospect(state, gun, gun.hex) if near <= gun.range + 2 else 0.0
    return 0.4 * gain + 1.5 * sight - 1.0 * max(0, CLOSE + 1 - near)


def turn(state: State, gun: Unit, sixth: int) -> float:
    """Towards somebody, if nobody is in front."""
    if gun.formation is not Formation.UNLIMBERED or best_shot(state, gun) > POOR:
        return -0.5
    once = best_shot(state, replace(gun, facing=turned(gun.facing, sixth)))
    if once > POOR:
        return 1.5 + once
    twice = best_shot(state, replace(gun, facing=turned(turned(gun.facing, sixth), sixth)))
    return 0.8 + twice if twice > POOR else -0.5


def prolonge(look: Look, there: int) -> float:
    """A hex by hand, if it opens the front next turn and nobody rides them down there before. [F-17.1]"""
    state: State = look.position.state
    gun = state.units[look.position.agenda[-1].env.units[0]]
    if best_shot(state, gun) > POOR:
        return -1.0
    seen = prospect(state, gun, there)
    return 0.6 + seen - EXPOSED * _exposure(state, gun, there) if seen > POOR else -1.0


def _exposure(state: State, gun: Unit, there: int) -> float:
    """How much more a charge upon it would be worth at a hex."""
    return max(0.0, ridden(state, replace(gun, hex=there))) - max(0.0, ridden(state, gun))


def unlimber(look: Look, gun: Unit) -> float:
    """With somebody in front to shoot at."""
    state: State = look.position.state
    found = best_shot(state, _in_action(gun, gun.hex))
    return 2.5 + found if found > 0 else -0.5


def limber(look: Look, gun: Unit) -> float:
    """Guns that see nobody, wherever they turn, go on; and to the rear before they are overrun."""
    state: State = look.position.state
    if best_shot(state, gun) > POOR:
        return -1.0
    if nearest(state, gun.side, gun.hex) > 5:
        return 1.0
    if look.brief:
        return 0.2
    return 0.9 if _elsewhere(state, gun) > POOR else -1.0


def _elsewhere(state: State, gun: Unit) -> float:
    """The best it could have a short way off."""
    field = state.field
    foes = [foe.hex for foe in enemies(state, gun.side)]
    best = 0.0
    ring = {there for _, beside in field.grid.steps(gun.hex) for _, there in field.grid.steps(beside)}
    for there in ring:
        if there in state.at or ground(field, there).guns is None or ground(field, there).forced:
            continue
        if min(distance(field, there, foe) for foe in foes) >= CLOSE:
            best = max(best, prospect(state, gun, there))
    return best
