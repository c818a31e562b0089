"""Fire through Leader and pinning; Attack through Retreat, pinning and follow-up. [T053–T066, T016–T036]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import Input, Scene, Sign, Situation, Summed, Verdict
from grognard.engine.flow import Position
from grognard.odds.kit import Given

from ..facts.shooting import targets, why_not_target
from ..facts.values import move_of, why_not
from ..state import State, Unit
from ..steps.env import Melee, Shooting
from ..tables.actions import ACCESS, NO
from ..tables.profiles import PROFILES
from ..words import Action, Kind, Trait, Weapon
from .bloodshed import melees
from .bouts import Bouts, settled
from .fields import JAM, nerve, options, score, troops, weapon
from .sandtable import COVERS, apart, formed, table, under, unit_of
from .walks import ENGINE, Plan, alike, fate, leader_fell

NORTH, SOUTH = 0, 1800
GONE = ("routed", "destroyed", "off the table")
"""How a unit ends that is no more on the table."""
CITED = {"T128": "action", "T130": "distance", "T109": "distance", "T040": "distance", "T123": "action"}


class Volleyed(msgspec.Struct, frozen=True):
    """Tells what fire did to its target: models lost, Leader, how it stands; and whether the gun jammed. [T064, T065]"""

    unit: Unit
    target: Unit

    @property
    def heads(self) -> tuple[str, ...]:
        """What the parts of an outcome are."""
        return ("models lost", "leader fell", "target", *["gun"] * (self.unit.weapon is Weapon.MACHINE_GUN))

    verdict = Verdict(
        theirs="models lost", hope=Sign("target", (*GONE, "pinned"), "they are Pinned, routed or destroyed")
    )
    """How it reads to whoever fires. [T064, T065]"""

    def __call__(self, position: Position) -> tuple[Any, ...] | None:
        if not position.over:
            return None
        return self.told(position.state)

    def told(self, state: State) -> tuple[Any, ...]:
        """The outcome in a state after the fire."""
        after, gun = state.units[self.target.id], state.units[self.unit.id]
        lost = self.target.count - after.count if after.on_table else self.target.count
        told: tuple[Any, ...] = lost, leader_fell(self.target, after), fate(self.target, after)
        if self.unit.weapon is not Weapon.MACHINE_GUN:
            return told
        return (*told, "jammed" if gun.jammed > state.turn else "clear")


def fire(values: Mapping[str, Any]) -> Scene:
    """Fire, through the Leader roll and the Pinning test. [T053, R-05]"""
    given, theirs, switches = Given(values), Given(values, "target_"), options(values)
    action = Action(given["action"])
    unit = unit_of(given, 0, 0, facing=NORTH)
    if action is Action.VOLLEY:
        unit = formed(Given({**values, "close_order": True}), unit, NORTH)
    target = formed(theirs, unit_of(theirs, 1, 1), SOUTH)
    if target.to_ground and target.pinned:
        theirs.refuse("to_ground", "statuses exclude each other [R-60]")
    target = apart(table([unit, target], switches), unit, target, given["distance"])
    cover = COVERS[given["cover"]]
    state = table([unit, target], switches, [under(target, cover)] if cover else [])
    _may_fire(given, state, action)
    done = Volleyed(unit, target)
    start = ENGINE.start(state, "fire", Shooting(0, 1, action))
    return Scene(start, done, Plan(), done.heads, alike)


def _may_fire(given: Given, state: State, action: Action) -> None:
    unit, target = state.units[:2]
    reason = why_not(state, unit, action)
    if reason is None and target.id not in targets(state, unit, action):
        reason = why_not_target(state, unit, target, action)
    if reason is not None:
        given.refuse(CITED.get(reason.cite, "troops"), f"{reason.words} [{reason.cite}]")


class Fought(msgspec.Struct, frozen=True, dict=True):
    """Tells how an Attack went: result, losses, how both stand; after a follow-up, of both melees. [T027–T036]

    Melees are summed at once; what that has found out is kept beside this value.
    """

    unit: Unit
    target: Unit
    plan: Plan = Plan()

    heads = (
        "first melee",
        "second melee",
        "attacker lost",
        "defender lost",
        "attacker ends",
        "defender ends",
        "leaders fell",
    )
    verdict = Verdict(
        won=Sign("first melee", ("wins",)),
        lost=Sign("first melee", ("loses",)),
        ours="attacker lost",
        theirs="defender lost",
        hope=Sign("defender ends", GONE, "they are driven off"),
        fear=Sign("attacker ends", GONE, "you are driven off"),
    )
    """How it reads to the attacker. [T028–T031]"""

    def __call__(self, position: Position) -> tuple[Any, ...] | Summed | None:
        if position.over or settled(position):
            return self.told(position.state)
        return self.summed(position)

    def summed(self, position: Position) -> Summed | None:
        """A melee with all that follows it, before its first throw."""
        memo: dict[str, Bouts] = self.__dict__
        if "bouts" not in memo:
            memo["bouts"] = Bouts(self.unit, self.target, self.plan, self.told)
        return memo["bouts"].summed(position)

    def told(self, state: State) -> tuple[Any, ...]:
        """The outcome in a state after the fight; a unit that is gone has lost all it had."""
        return (*melees(state.bouts), *self._ends(state))

    def _ends(self, state: State) -> tuple[int, int, str, str, int]:
        """What both have lost, how they stand, and how many Leaders fell."""
        unit, target = state.units[self.unit.id], state.units[self.target.id]
        return (
            self.unit.count - unit.count,
            self.target.count - target.count,
            fate(self.unit, unit),
            fate(self.target, target),
            int(leader_fell(self.unit, unit)) + int(leader_fell(self.target, target)),
        )


def arena(values: Mapping[str, Any]) -> State:
    """Attacker and defender, with what the ground does for the defender. [R-11]"""
    given, theirs, switches = Given(values), Given(values, "defender_"), options(values)
    unit = formed(given, unit_of(given, 0, 0), NORTH)
    if ACCESS[Action.ATTACK].of(PROFILES[unit.kind].troops) == NO:
        given.refuse("troops", "it cannot attack [T012b]")
    target = formed(theirs, unit_of(theirs, 1, 1), SOUTH)
    if target.to_ground and target.pinned:
        theirs.refuse("to_ground", "statuses exclude each other [R-60]")
    target = apart(table([unit, target], switches), unit, target, 100)
    ground = []
    if given["defends"]:
        ground.append(under(target, "rocks"))
    if given["uphill"] == "defender":
        ground.append(under(target, "hill", 1))
    elif given["uphill"] == "attacker":
        ground.append(under(unit, "hill", 1))
    return table([unit, target], switches, ground)


def attack(values: Mapping[str, Any]) -> Scene:
    """An Attack through Leader rolls, Retreat, Pinning test and, if wished, follow-up. [T016–T036]"""
    state = arena(values)
    unit, target = state.units[:2]
    plan = Plan(follow_up=values["follow_up"])
    done = Fought(unit, target, plan)
    start = ENGINE.start(state, "melee", Melee(0, 1, move_of(unit), 0))
    return Scene(start, done, plan, done.heads, alike)


ACTIONS = (Action.FIRE.value, Action.VOLLEY.value, Action.SKIRMISH.value)
TRAITS = (Trait.ORDINARY.value, Trait.EXPERT_MARKSMAN.value)
FIGHTERS = (Trait.ORDINARY.value, Trait.BRAVE.value, Trait.WEAKLING.value)

SITUATIONS = (
    Situation(
        "fire",
        "Fire: models lost, the Leader, the Pinning test",
        "T053",
        (
            *troops("", "the firer", Kind.REGULAR_INFANTRY, 12),
            score("", "firing", "the firer"),
            weapon("", "the firer"),
            Input("action", "choice", "fire", "how it fires", choices=ACTIONS),
            Input("trait", "choice", "ordinary", "trait of the firer's Leader", choices=TRAITS),
            Input("distance", "length", 1200, "smallest gap between bases", "inches"),
            Input("cover", "choice", "none", "what covers most of the target", choices=tuple(COVERS)),
            *troops("target_", "the target", Kind.TRIBAL_INFANTRY, 16),
            *nerve("target_", "the target"),
            Input("target_close_order", "flag", False, "the target is in Close Order"),
            Input("target_to_ground", "flag", False, "the target has Gone to Ground"),
            Input("target_markers", "whole", 0, "Pinned markers the target has already", "markers"),
            JAM,
        ),
        fire,
    ),
    Situation(
        "attack",
        "An Attack: melee, Leaders, Retreat, Pinning test, follow-up",
        "T017",
        (
            *troops("", "the attacker", Kind.TRIBAL_INFANTRY, 16),
            score("", "fighting", "the attacker"),
            *nerve("", "the attacker"),
            Input("close_order", "flag", False, "the attacker is in Close Order"),
            Input("trait", "choice", "ordinary", "trait of the attacker's Leader", choices=FIGHTERS),
            *troops("defender_", "the defender", Kind.REGULAR_INFANTRY, 12),
            score("defender_", "fighting", "the defender"),
            *nerve("defender_", "the defender", 6, 1),
            Input("defender_close_order", "flag", False, "the defender is in Close Order"),
            Input("defender_to_ground", "flag", False, "the defender has Gone to Ground"),
            Input("defender_markers", "whole", 0, "Pinned markers the defender has already", "markers"),
            Input("defender_trait", "choice", "ordinary", "trait of the defender's Leader", choices=FIGHTERS),
            Input("defends", "flag", False, "the defender holds Hard cover or an Obstacle"),
            Input("uphill", "choice", "none", "who is uphill", choices=("none", "defender", "attacker")),
            Input("follow_up", "flag", False, "winning Cavalry follows up if it can"),
        ),
        attack,
    ),
)
