"""Walking the real engine: how decisions are taken on the way, and which throws come to the same."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec

from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.dist import Dist
from grognard.engine.domains import Number
from grognard.engine.flow import Engine, Position
from grognard.geometry.angles import offset
from grognard.geometry.points import Bounds, bounds, grown
from grognard.geometry.shapes import swept
from grognard.odds import kit
from grognard.odds.kit import Choose, Done, Same

from ..facts.bodies import body, friends_of, size
from ..facts.ground import troubles
from ..facts.lanes import PAST
from ..facts.readiness import Allowance, allowance, best_roll
from ..facts.runs import Run, Way, run
from ..sequence import EXCERPTS, SEQUENCES
from ..state import Desk, State, Unit
from ..steps.charges import evasion
from ..steps.compulsory import retirement, way_back
from ..steps.menu import Said
from ..steps.verbs import VERBS

ENGINE = Engine({**SEQUENCES, **EXCERPTS}, Desk)
HOME = "home"
"""What all throws that carry a charge home come to."""


class Plan(msgspec.Struct, frozen=True):
    """What both sides do where they have a choice; whoever is not named does nothing."""

    shots: frozenset[tuple[int, int]] = frozenset()
    """Who shoots at whom."""
    canister: frozenset[int] = frozenset()
    """Guns that fire canister. [S7]"""
    evade: bool = False
    exceptions: bool = True
    """Exceptions of choice are used as soon as there is a test to pass over. [74, 75]"""
    retire: frozenset[int] = frozenset()
    """Units that retire where they may. [54]"""
    pursue: frozenset[int] = frozenset()
    """Units that pursue where they may. [52, 58, 65]"""
    rally: frozenset[int] = frozenset()

    def __call__(self, position: Position, ask: Ask) -> Move:
        """The first offer the plan wants, else the one that leaves things as they are."""
        for verb, domain in ask.offers.items():
            for noun in self._wanted(verb, domain):
                return Move(ask.who[0], verb, noun)
        idle = next(verb for verb in IDLE if verb in ask.offers)
        return Move(ask.who[0], idle)

    def _wanted(self, verb: str, domain: Any) -> list[Any]:
        match verb:
            case "aim" | "canister":
                mine = [p for p in sorted(self.shots) if (p[0] in self.canister) == (verb == "canister")]
                return [pair for pair in mine if pair in domain]
            case "retire" | "pursue" | "rally":
                units: frozenset[int] = getattr(self, verb)
                return [unit for unit in sorted(units) if unit in domain]
            case "evade":
                return [None] * self.evade
            case "stand_firm_elite" | "stand_firm_command":
                return [None] * self.exceptions
            case "go_on":
                assert isinstance(domain, Number)
                return [domain.high]
        return []


IDLE = tuple(verb for verb, row in VERBS.items() if isinstance(row, Said) and row.idle)


def odds_of(position: Position, done: Done, choose: Choose) -> Dist[Any]:
    """The exact distribution of `done` over every fall, for short ways that end inside the book's own odds."""
    return kit.odds_of(ENGINE, position, done, choose, alike)


def alike(position: Position, throw: Throw) -> Same | None:
    """What decides about a throw for a move: readings it tells alike lead to the same position. [G-42]

    Of the two sums a throw is read as, only the one that the lane needs matters; and a charge that gets
    home does so whatever is left over.
    """
    if throw.what not in ("charge", "evasion", "retirement"):
        return None
    unit = position.state.units[throw.facts["unit"]]
    if throw.what == "charge" and throw.facts["needs"] is not None:
        return _charge_alike(unit, throw.facts["needs"], throw.facts["difficult"])
    return _run_alike(position, throw, unit)


def _charge_alike(unit: Unit, needs: int, difficult: bool) -> Same:
    def same(reading: tuple[int, int]) -> Hashable:
        allowed = allowance(unit, reading)
        limit = (allowed.difficult if difficult else allowed.good) or 0
        return HOME if limit >= needs else limit

    return same


def reach(state: State, unit: Unit, bearing: int) -> Bounds:
    """Round all places to which the longest throw straight on may bring a unit.

    However it turns there, a body takes no more room than its width and its depth together.
    """
    start, most, room = body(state, unit), best_roll(unit).good, sum(size(state, unit))
    lane = grown(bounds(swept(start, *offset(bearing, most))), room)
    if friends_of(state, unit.id).near(lane):  # who goes back may have to go on until it is past them [R2]
        lane = grown(bounds(swept(start, *offset(bearing, most + PAST))), room)
    return lane


def in_the_open(state: State, unit: Unit, bearing: int) -> bool:
    """Whether no throw brings a unit to ground that is worse than good for it: then only its sum counts. [M4]"""
    return not troubles(state.field, unit.kind, reach(state, unit, bearing))


def _run_alike(position: Position, throw: Throw, unit: Unit) -> Same:
    """Of a run, the sum that counts: that for difficult going once its whole length would meet any. [M4]"""
    if throw.what == "retirement" and in_the_open(position.state, unit, way_back(position.state, unit)):
        return lambda reading: allowance(unit, reading).good
    rough: dict[int, bool] = {}
    longest = _run(position, throw, unit, best_roll(unit).good)
    # No shorter one meets any either, unless it goes the same way in another facing. [R1]
    if not longest.difficult and not (longest.stopped and throw.what == "retirement"):
        return lambda reading: allowance(unit, reading).good

    def same(reading: tuple[int, int]) -> Hashable:
        good, difficult = allowance(unit, reading)
        if good not in rough:
            rough[good] = _run(position, throw, unit, good).difficult
        return (True, min(difficult or 0, good)) if rough[good] else (False, good)

    return same


def _run(position: Position, throw: Throw, unit: Unit, length: int) -> Run:
    """The run a throw is for, if it came to so much."""
    state, limit = position.state, Allowance(length, length)
    if throw.what == "evasion":
        return evasion(state, unit, state.units[position.agenda[-1].env.charger], limit)
    if throw.what == "retirement":
        return retirement(state, unit, limit)
    return run(state, unit, unit.facing, unit.facing, limit, Way())  # [E4] nobody in the lane
