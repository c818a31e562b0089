"""Volleys: hits, and what they do to the target's nerve. [9–30a, 71–80]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import Input, Scene, Sign, Situation, Verdict
from grognard.engine.choices import Fall, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position, replace
from grognard.odds.kit import Given

from ..facts.nerve import high_casualties
from ..facts.shots import targets, why_not_target
from ..state import Aim, Contact, State, Today, Unit
from ..steps.env import Firing
from ..words import Round
from .fields import (
    COVERS,
    FOOT,
    GUN,
    GUNS,
    HORSE,
    REFUGE,
    SMALL_ARMS,
    SWITCHES,
    USE,
    nerves,
    options,
    refuse,
    traits,
    troops,
)
from .sandtable import FAR, MIDDLE, cover, extra, facing_north, facing_south, general, table, unit_of
from .sides import End, ends_of
from .tales import general_fell
from .walks import ENGINE, Plan

CITED = {"S10": "weapon", "G-53": "troops", "G-13": "moved", "X3": "troops"}
"""Which field a rule that forbids a shot looks at; all the others look at the distance."""


class Hits(msgspec.Struct, frozen=True):
    """Tells the hits of a volley, and what they take. [S1]"""

    def __call__(self, position: Position) -> Dist[tuple[int, int]] | None:
        throw = ENGINE.pending(position)
        assert isinstance(throw, Throw)
        before = position.state.units[1]

        def told(hits: int) -> tuple[int, int]:
            after = ENGINE.follow(position, Fall(hits)).state.units[1]
            return hits, before.figures - after.figures

        return throw.dice.dist().map(told)


def shoot(values: Mapping[str, Any]) -> Scene:
    """One volley. [9, S1]"""
    return Scene(_volley(field_of_fire(values)), Hits(), Plan(), ("hits", "figures lost"))


def _volley(state: State) -> Position:
    return ENGINE.start(state, "volleys", Firing())


def field_of_fire(values: Mapping[str, Any]) -> State:
    """A firer, its target straight ahead, whatever covers it, and whom it is in contact with."""
    given, theirs, switches = Given(values), Given(values, "target_"), options(values)
    firer = unit_of(given, 0, 0, ever_shot=not given["first_fire"], today=Today(moved=given["moved"]))
    firer = facing_north(firer, switches)
    target = facing_south(_target(theirs), switches, MIDDLE + given["distance"])
    units = [firer, target]
    if given["in_contact"] and given["distance"]:
        units.append(extra(2, 0, target.y + FAR))
    if given["distance"] == 0 and not given["in_contact"]:
        given.refuse("in_contact", "no given, but at a distance of 0 the target is in contact [S13]")
    if given.get("general"):
        units.append(general(len(units), target))
        units += [extra(len(units), 1, target.y + FAR)] if given["refuge"] else []
    round_ = Round(given["round"])
    # In contact with the firer itself, or with a friend of the firer's far behind. [S13, S14]
    contacts = (Contact(0, 1, 2 if given["distance"] else 0),) if given["in_contact"] else ()
    state = table(units, switches, cover(given["cover"], target, switches), contacts=contacts)
    _may_shoot(state, round_)
    return replace(state, aims=(Aim(0, 1, round_),))


def _target(theirs: Given) -> Unit:
    """The target, with what it has done and lost this turn."""
    advanced, moved = theirs.get("advanced", False), theirs["moved"]
    if advanced and not moved:
        theirs.refuse("advanced", "a unit that advanced has moved")
    lost = theirs.whole("lost", 0, 60) if theirs.get("lost") else 0
    target = unit_of(theirs, 1, 1, today=Today(moved=moved, advanced=advanced, lost_to_fire=lost))
    return replace(target, start=target.figures + lost)


def _may_shoot(state: State, round_: Round) -> None:
    firer, target = state.units[:2]
    if round_ is Round.CANISTER and not firer.is_gun:
        Given({}).refuse("round", "only artillery fires canister [28]")
    if target.id not in targets(state, firer, round_):
        refuse(why_not_target(state, firer, target, round_), CITED, "distance")


class Nerve(msgspec.Struct, frozen=True):
    """Tells what a volley does to its target: losses, tests, markers, its general. [T6]"""

    target: int
    exceptions: bool
    general: int | None
    """The target's general, if he is told of."""

    @property
    def heads(self) -> tuple[str, ...]:
        """What the parts of an outcome are."""
        return ("figures lost", "test", "target", *["general"] * (self.general is not None))

    @property
    def verdict(self) -> Verdict:
        """How it reads to whoever shoots. [S1, T6]"""
        gone = Sign("target", ("routs", "destroyed"), "they are destroyed or rout")
        return Verdict(theirs="figures lost", hope=gone)

    def __call__(self, position: Position) -> Dist[Any] | None:
        if not position.over:
            return None
        state: State = position.state
        target = state.units[self.target]
        hit = target.today.lost_to_fire
        if not target.on_table and self.general is None:
            return Dist.sure((hit, "none", "destroyed"))
        ends = ends_of(state, target.side, (target.id,), morale=True, exceptions=self.exceptions)
        return ends.map(lambda each: self._told(state, target, each))

    def _told(self, state: State, target: Unit, ends: tuple[End, ...]) -> tuple[Any, ...]:
        end = next((end for end in ends if end.unit == target.id), None)
        told: tuple[Any, ...] = (target.today.lost_to_fire, "none", "destroyed")
        if end is not None:
            seen = sum(target.id in loss.witnesses for loss in state.losses)
            told = (target.today.lost_to_fire, how_tested(target, end, seen), end.how)
        return told if self.general is None else (*told, general_fell(state, self.general, ends))


def how_tested(before: Unit, end: End, seen: int) -> str:
    """How a unit's tests went: none, excepted, passed, failed; with several, the worst. [79–83]"""
    due = bool(high_casualties(before)) + bool(seen)
    if not end.lives or end.markers > before.markers:
        return "failed"
    excepted = len(end.used) - len(before.used)
    if not due:
        return "none"
    return "passed" if excepted < due else "excepted"


def shoot_and_test(values: Mapping[str, Any]) -> Scene:
    """One volley, then the general's risk and the test for casualties. [S1, N4, 71–73]"""
    state = field_of_fire(values)
    general = state.general_with(1)
    done = Nerve(1, values["use_exceptions"], None if general is None else general.id)
    return Scene(_volley(state), done, Plan(), done.heads)


FIRER = (
    *troops("", "the firer", (*FOOT, *HORSE, *GUN)),
    Input(
        "weapon",
        "choice",
        "smoothbore",
        "weapon of the firer (a gun: smoothbore or rifled)",
        choices=(*SMALL_ARMS, "rifled"),
    ),
    Input("round", "choice", "ball", "what a gun fires", choices=tuple(Round)),
    Input("distance", "length", 400, "from the firer's front to the target, straight ahead", "inches"),
    Input("raw", "flag", False, "the firer is raw"),
    Input("moved", "flag", False, "the firer moved this turn"),
    Input("first_fire", "flag", True, "it is the first turn of the game in which the firer shoots"),
)
TARGET = (
    *troops("target_", "the target", (*FOOT, *HORSE, *GUNS)),
    Input("target_moved", "flag", True, "the target moved this turn"),
    Input("cover", "choice", "none", "what covers the target (hard: a wall)", choices=COVERS),
    Input("in_contact", "flag", False, "the target's movement ended in close combat"),
)
STEADY = (
    *traits("target_", "the target"),
    *nerves("target_", "the target"),
    Input("target_lost", "whole", 0, "figures the target lost earlier this turn", "figures"),
    Input("target_advanced", "flag", False, "the target advanced this turn"),
    Input("general", "flag", False, "the commander-in-chief is with the target"),
    REFUGE,
    USE,
)

SITUATIONS = (
    Situation("shoot", "A volley: hits on the target", "9", (*FIRER, *TARGET, *SWITCHES), shoot),
    Situation(
        "shoot_and_test",
        "A volley, and what it does to the target: losses, morale, its general",
        "T6",
        (*FIRER, *TARGET, *STEADY, *SWITCHES),
        shoot_and_test,
    ),
)
