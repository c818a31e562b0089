"""Assaults: whom a unit may assault, where it may end, and what its figures must touch. [87–93]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.engine.tables import Refusal
from grognard.geometry.angles import turn_between
from grognard.geometry.crowds import near_boxes

from ..state import State, Unit
from ..tables.moving import MAY_ASSAULT
from ..words import Arm, Deed, Special
from .bodies import Stand, front_count, size_of, stand
from .command import doer, move_distance
from .contact import (
    ACROSS,
    ON_FEATURE,
    bases_on,
    bodies_touch,
    count,
    features_touch,
    front_touched,
    in_contact,
)
from .layout import array, distance, layout, nearer
from .onsets import (
    TOUCHED,
    base_width,
    farthest,
    onset_poses,
    out_of_reach,
)
from .sight import in_front_arc, visible

if TYPE_CHECKING:
    from grognard.tabletop.manoeuvre import Legs

    from .moving import Marcher
    from .strides import March

NEAR_HORSE = 600


def needed(unit: Unit, enemy: Unit, flank_as_fits: bool = False) -> int:
    """Three front-rank figures, or as many as fit against an edge too short for three. [88, B41]"""
    width, depth = size_of(stand(enemy).shape)
    crossways = 450 < abs(turn_between(unit.facing, enemy.facing)) < 1350
    # Whole bases along the edge, and one more over each of its ends: behind the front edge over one end only.
    ends = 1 if crossways and flank_as_fits else 2
    return min(TOUCHED, (depth if crossways else width) // base_width(unit) + ends)


def barred(state: State, unit: Unit, enemy: Unit) -> Refusal | None:
    """Infantry must start near the horse, or horse artillery, it ends up touching. [93]"""
    if unit.arm is not Arm.INFANTRY:
        return None
    if enemy.arm is Arm.CAVALRY and not nearer(state, unit, enemy, NEAR_HORSE):
        return Refusal(
            "93",
            f"{enemy.name} is {distance(state, unit, enemy) / 100:.3g}″ away: infantry assaults cavalry from less than 6″",
        )
    if enemy.has(Special.HORSE_ARTILLERY) and distance(state, unit, enemy) > NEAR_HORSE:
        return Refusal(
            "F5.9c",
            f"{enemy.name} is {distance(state, unit, enemy) / 100:.3g}″ away: infantry assaults horse artillery from within 6″",
        )
    return None


def why_no_assault(marcher: Marcher, march: March) -> Refusal | None:
    """Why an assault may not end so, or None. [87–89, 177]"""
    state, unit = marcher.state, marcher.unit
    touched = [u for u in perhaps_touched(state, march.end, 1 - unit.side) if _meets(state, march.end, u)]
    if not touched or (marcher.target is not None and marcher.target not in [u.id for u in touched]):
        return Refusal("87", "it would touch no enemy at the end")
    if not any(visible(state, unit, u) for u in touched):
        return Refusal("87", "it does not see this enemy from where it starts")
    moved = marcher.moved(march)
    for enemy in touched:
        reason = barred(state, unit, enemy) or _short(state, moved, enemy)
        if reason is not None:
            return reason
    return None


def perhaps_touched(state: State, at: Stand, side: int) -> list[Unit]:
    """Those of a side whom somebody who stands so may touch, over a barrier too. [159]"""
    who = state.of_side(side)
    return [who[i] for i in near_boxes(array(state, side).boxes, at.around, ACROSS)]


def _meets(state: State, at: Stand, enemy: Unit) -> bool:
    if enemy.in_feature:
        return bases_on(state, at.bases, enemy) > 0
    return bodies_touch(state, at, stand(enemy))


def _short(state: State, moved: Unit, enemy: Unit) -> Refusal | None:
    """Too few figures touch an enemy, or not enough of his front rank. [88, 89]"""
    at = stand(moved)
    if enemy.in_feature:
        if count(moved, bases_on(state, at.bases, enemy)) < ON_FEATURE:
            return Refusal("177", f"fewer than 3 figures would touch the feature that {enemy.name} holds")
        return None
    on_him = count(moved, bases_on(state, at.front_bases, enemy))
    if on_him < needed(moved, enemy, state.options.flank_as_fits):
        return Refusal("88", f"too few of its front-rank figures would touch {enemy.name}: it takes 3")
    met = front_touched(state, moved, enemy) >= min(TOUCHED, front_count(enemy))
    if not met and in_front_arc(state, enemy, state.units[moved.id]):
        return Refusal(
            "89", f"it started in the front arc of {enemy.name}, and would not meet his front rank"
        )
    return None


def onsets(marcher: Marcher) -> Iterator[Legs]:
    """Assaults worth trying, not yet judged."""
    if marcher.target is None:
        return
    enemy = marcher.state.units[marcher.target]
    far = marcher.most
    for pose in onset_poses(marcher.state, marcher.unit, enemy, False, far):
        if not out_of_reach(marcher, pose):
            yield (("glide", *pose),)


def first_onset(state: State, unit: Unit, enemy: Unit) -> Legs | None:
    """A legal assault on an enemy, if there is one. [B42]"""
    from .moving import Marcher

    memo = layout(state).memo
    marcher = Marcher(state, unit, Deed.ASSAULT, target=enemy.id)
    # Besides how everybody stands, contact with features depends on the phase where the switch says so. [B76]
    key = "onset", unit.id, enemy.id, marcher.limit, features_touch(state)
    if key not in memo:
        memo[key] = None
        if (
            distance(state, unit, enemy) <= farthest(state, unit, marcher.limit)
            and barred(state, unit, enemy) is None
        ):
            memo[key] = next(iter(marcher.candidates()), None)
    found: Legs | None = memo[key]
    return found


def assault_targets(state: State, unit: Unit) -> list[int]:
    """Whom a unit may assault: the closest visible enemy free of our units that it can reach, else any. [90, B42]"""
    if not MAY_ASSAULT.met(doer(state, unit)):
        return []
    return reachable(state, unit)


def reachable(state: State, unit: Unit) -> list[int]:
    """The enemies an assault may go for, whoever's turn it is to act. [90]"""
    most = farthest(state, unit, move_distance(state, unit).total)
    near = [
        u
        for u in state.of_side(1 - unit.side)
        if distance(state, unit, u) <= most and barred(state, unit, u) is None
    ]
    near.sort(key=lambda u: distance(state, unit, u))
    best: int | None = None
    found = []
    for enemy in near:
        far = distance(state, unit, enemy)
        if best is not None and far > best:
            break
        if not in_contact(state, enemy) and can_reach(state, unit, enemy):
            best = far
            found.append(enemy.id)
    return found or [u.id for u in near if can_reach(state, unit, u)]


def can_reach(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether a visible enemy can be assaulted. [87, B42]"""
    return visible(state, unit, enemy) and first_onset(state, unit, enemy) is not None


def why_not_him(state: State, unit: Unit, enemy: Unit) -> Refusal | None:
    """Why a unit may not assault that enemy now, or None. [87, 90, 93]"""
    reason = MAY_ASSAULT.refusal(doer(state, unit))
    if reason is not None:
        return reason
    if enemy.side == unit.side or not enemy.on_table or not visible(state, unit, enemy):
        return Refusal("87", f"{enemy.name} is out of its sight")
    reason = barred(state, unit, enemy)
    if reason is not None:
        return reason
    if first_onset(state, unit, enemy) is None:
        return Refusal("B42", f"{enemy.name} cannot be reached")
    if enemy.id in reachable(state, unit):
        return None
    return Refusal("90", f"{enemy.name} is not the closest enemy in sight and reach who touches no friend")
