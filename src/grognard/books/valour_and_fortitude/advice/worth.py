"""What units, shots and fights are worth, in victory points. Numbers here are judgement, not rules."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from ..facts.bodies import form
from ..facts.command import rallying
from ..facts.contact import enemies_touching, figures_on
from ..facts.fighting import automatic_rout, bout_of, melee_rerolls, melee_to_hit, melee_value, tie_breaker
from ..facts.morale import score
from ..facts.shooting import fire_losses, fire_rerolls, fire_to_hit, fire_value, shot_of
from ..facts.support import backers, brigade_supporter
from ..state import State, Unit
from ..tables.dice import HIT, RALLY, natural
from ..words import Arm, Form, Mode, Where

POINTS = 45.0
"""So many points of troops are worth one point of victory."""
VALOUR_LOST = 0.5


def unit_worth(unit: Unit) -> float:
    """What losing this unit costs: its price, and its share of its brigade's fortitude."""
    return 0.25 + unit.profile.points / POINTS


def losses_worth(unit: Unit, losses: float, fire: bool) -> float:
    """What so many losses on a unit are worth: markers first, then valour dice that may rout it."""
    room = unit.tenacity - unit.losses
    markers = min(losses, room)
    worth = unit_worth(unit)
    value = markers * worth * 0.5 / max(1, unit.tenacity)
    if losses > room:
        survive = (2 / 3 if fire else 1 / 2) ** (losses - max(0, room))
        left = 1 - 0.5 * min(unit.losses + markers, unit.tenacity) / max(1, unit.tenacity)
        value += (1 - survive) * worth * left
    return value


def chance(need: int, reroll: bool) -> float:
    """How likely one die hits."""
    plain = (7 - need) / 6
    return plain + plain / 6 if reroll else plain


@lru_cache(maxsize=4096)
def spread(dice: int, need: int, reroll: bool) -> tuple[float, ...]:
    """How likely each number of hits is."""
    p = chance(need, reroll)
    return tuple(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1))


def rally_worth(state: State, unit: Unit) -> float:
    """What a rally is expected to bring."""
    p = (7 - natural(RALLY, rallying(state, unit).total)) / 6
    return unit.losses * p * unit_worth(unit) * (0.7 if unit.shaken else 0.45) / unit.tenacity


def shot_worth(
    state: State, unit: Unit, target: Unit, mode: Mode, supporters: tuple[tuple[int, Mode], ...] = ()
) -> float:
    """What a fire attack is expected to bring."""
    shot = shot_of(state, unit, target, mode, supporters)
    dice, need = fire_value(shot).total, natural(HIT, fire_to_hit(shot).total)
    odds = spread(dice, need, fire_rerolls(state, unit))
    return sum(
        p * losses_worth(target, fire_losses(state, target, hits), True) for hits, p in enumerate(odds)
    )


def clash(state: State, unit: Unit, target: Unit, support: int = 0) -> float:
    """What a fight brings its main attacker: by the real values and the exact odds of both attacks."""
    helped = brigade_supporter(state, unit) is not None
    ours = bout_of(state, unit, target, support, helped)
    chosen = frozenset({target.id})
    back = sum(s.plus for s in backers(state, target, unit, chosen))
    held = brigade_supporter(state, target) is not None
    theirs = bout_of(state, target, unit, back, held, main=False)
    mine = spread(
        melee_value(ours).total,
        natural(HIT, melee_to_hit(ours).total),
        melee_rerolls(state, unit, target, True),
    )
    other = spread(
        melee_value(theirs).total,
        natural(HIT, melee_to_hit(theirs).total),
        melee_rerolls(state, target, unit, False),
    )
    tie = tie_breaker(state, target, unit, ()) is None
    routs = automatic_rout(state, target, unit, ()) is not None
    gain = 0.0
    for a, p in enumerate(mine):
        for b, q in enumerate(other):
            gain += p * q * _end(unit, target, a, b, a > b or (a == b and tie), routs)
    return gain


def _end(unit: Unit, target: Unit, hits: int, back: int, won: bool, routs: bool) -> float:
    if won:
        taken = unit_worth(target) * (1.1 if routs else 0) or losses_worth(target, hits, False) + 0.1
        return taken - min(back, max(0, unit.tenacity - unit.losses)) * unit_worth(unit) * 0.5 / unit.tenacity
    lost = losses_worth(unit, back, False) + 0.15
    if form(unit) is Form.SQUARE:
        lost = unit_worth(unit)
    return (
        min(hits, max(0, target.tenacity - target.losses)) * unit_worth(target) * 0.5 / target.tenacity - lost
    )


def support_there(state: State, unit: Unit, target: Unit) -> int:
    """What friends already touching an enemy would add to an attack on it."""
    plus = 0
    for friend in state.of_side(unit.side):
        if (
            friend.id != unit.id
            and figures_on(state, friend, target) >= 3
            and target in enemies_touching(state, friend)
        ):
            plus += 1 if form(friend) is Form.OPEN else 2
    return min(plus, 6)


def standing(state: State, side: int) -> float:
    """The score, and what is left of both armies."""
    points = score(state)
    total = 1.5 * (points[side] - points[1 - side])
    for unit in state.units:
        if unit.where is Where.ROUTED:
            left = 0.0
        else:
            left = unit_worth(unit) * (1 - 0.5 * min(unit.losses, unit.tenacity) / unit.tenacity)
        total += left if unit.side == side else -left
    return total


def is_gun(unit: Unit) -> bool:
    """Whether it is artillery."""
    return unit.arm is Arm.ARTILLERY
