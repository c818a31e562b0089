"""Command: activation, messengers, what a unit may do with its action. [62–69, 94–96]"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.engine.tables import Tally
from grognard.geometry.points import Poly
from grognard.tabletop.bodies import apart

from ..state import Leader, State, Unit
from ..tables.moving import ACTIVATION, DISTANCES, MESSENGER, MORE_MOVE, RALLYING
from ..words import Arm, Form, Special
from .bodies import form, front_count, leader_box, lost
from .contact import in_contact
from .ground import feature
from .layout import FAR, distance, nearer, nearest_enemy, shapes

AUTOMATIC = 2400
KEEP = 300
"""Nearer than this one makes no plain move. [78]"""
MESSENGER_FREE = 1200
RALLY_FAR = 1200
URGES = ("vive_lempereur", "vorwaerts", "forward")


class Doer(NamedTuple):
    """What decides what a unit may do."""

    acted: bool
    spent: bool
    active: bool
    inside: bool
    enemy: int
    any_enemy: int
    in_contact: bool
    artillery: bool
    skirmished: bool
    square: bool
    front: int
    losses: int


class Pace(NamedTuple):
    """What decides how far a unit goes. [185]"""

    swift: bool
    urged: str
    """The card that makes it go farther. [FC13F]"""


class Roused(NamedTuple):
    """What decides an activation test. [64]"""

    routed: bool


class Courier(NamedTuple):
    """What decides a messenger test. [69]"""

    light: bool
    light_cavalry: bool


class Steadied(NamedTuple):
    """What decides a rally test. [96]"""

    far: bool


@kept(of=("units", "brigades", "field", "options", "phase"))
def doer(state: State, unit: Unit) -> Doer:
    """What decides what a unit may do now; horse artillery acts even if it shot. [F5.9b]"""
    today = unit.today
    horse = unit.has(Special.HORSE_ARTILLERY)
    return Doer(
        acted=today.acted,
        spent=today.shot and not today.skirmished and not horse,  # [187, 190]
        active=state.brigades[unit.brigade].active or today.freed,
        inside=unit.in_feature,
        enemy=nearest_in_open(state, unit),
        any_enemy=nearest_enemy(state, unit),
        in_contact=in_contact(state, unit),
        artillery=unit.arm is Arm.ARTILLERY,
        skirmished=today.skirmished,
        square=form(unit) is Form.SQUARE,
        front=front_count(unit),
        losses=unit.losses,
    )


def urged(state: State, unit: Unit) -> str:
    """The card that makes a unit go farther, if one does. [FC13F]"""
    if not state.spells:
        return ""
    return next((card for card in URGES if state.spell(card, unit.side, unit.brigade)), "")


def nearest_in_open(state: State, unit: Unit) -> int:
    """The nearest enemy whose figures keep one at a distance: those inside features do not. [77, 177]"""
    if nearest_enemy(state, unit) > KEEP or in_contact(state, unit):
        return nearest_enemy(state, unit)
    enemies = [u for u in state.of_side(1 - unit.side) if u.in_open]
    if any(nearer(state, unit, u, KEEP) for u in enemies):
        return min(KEEP - 1, *[distance(state, unit, u) for u in enemies])
    return min([distance(state, unit, u) for u in enemies], default=FAR)


def distance_row(unit: Unit) -> str:
    """Which row of the move distances a unit reads. [76, 185]"""
    if unit.arm is Arm.CAVALRY:
        return "cavalry"
    if unit.arm is Arm.ARTILLERY:
        kind = "horse" if unit.has(Special.HORSE_ARTILLERY) else "slow" if unit.has(Special.SLOW) else ""
        return f"{unit.order.value} {kind}".strip()
    match form(unit):
        case Form.OPEN:
            return "open"
        case Form.SQUARE:
            return "square"
        case Form.LINE:
            return "line"
    return "column"


@kept(of=("spells",))
def move_distance(state: State, unit: Unit) -> Tally:
    """How far its figures may move. [76, 185]"""
    return _paces(distance_row(unit), Pace(unit.has(Special.SWIFT), urged(state, unit)))


@lru_cache(maxsize=256)
def _paces(name: str, pace: Pace) -> Tally:
    row = DISTANCES.row(name)
    return MORE_MOVE.tally(pace, row.value)._replace(base_words=row.words)


def activation(state: State, brigade: int) -> Tally:
    """What is added to an activation test. [63, 64, B36]"""
    return ACTIVATION.tally(Roused(any(lost(u) for u in state.units if u.brigade == brigade)))


def leader_place(state: State, leader: Leader) -> tuple[Poly, ...]:
    """Where a leader is measured from: his base, or the feature he is in. [B33]"""
    return feature(state, leader.inside).parts if leader.in_feature else (leader_box(leader),)


def leaders_apart(state: State, a: Leader, b: Leader) -> int:
    """How far two leaders are apart."""
    return apart(leader_place(state, a), leader_place(state, b))


def leader_to_unit(state: State, leader: Leader, unit: Unit) -> int:
    """From a leader to the closest figure of a unit. [B37]"""
    return apart(leader_place(state, leader), shapes(state, unit))


def automatic(state: State, brigade: int) -> bool:
    """The first brigade picked activates by itself if its leader is within 24 of the army leader. [66, 98c]"""
    if not state.first_pick or state.spell("confusion", 1 - state.brigades[brigade].side):
        return False
    return near_army_leader(state, brigade, AUTOMATIC)


def near_army_leader(state: State, brigade: int, limit: int) -> bool:
    """Whether a brigade's leader is so near his army leader; exactly so far counts. [66, 142]"""
    chief = state.army_leader(state.brigades[brigade].side)
    leader = state.brigade_leader(brigade)
    return chief is not None and leader is not None and leaders_apart(state, chief, leader) <= limit


def needs_messenger(state: State, unit: Unit) -> bool:
    """More than 12 from its brigade's leader. [69, B37]"""
    leader = state.brigade_leader(unit.brigade)
    if unit.today.freed or leader is None:
        return False
    return leader_to_unit(state, leader, unit) > MESSENGER_FREE


def messenger(state: State, unit: Unit) -> Tally:
    """What is added to a messenger test. [69]"""
    return MESSENGER.tally(Courier(_light(state, unit), unit.has(Special.LIGHT_CAVALRY)))


def _light(state: State, unit: Unit) -> bool:
    if not unit.has(Special.LIGHT_INFANTRY):
        return False
    brigade = [u for u in state.units if u.brigade == unit.brigade]
    return unit.profile.detachment or all(u.has(Special.LIGHT_INFANTRY) for u in brigade)


def rallying(state: State, unit: Unit) -> Tally:
    """What is added to each rally die; in contact one may rally too. [96, B25, B26]"""
    return RALLYING.tally(Steadied(nearest_enemy(state, unit) > RALLY_FAR))
