"""Who fights whom: targets a unit may pick, picks without a choice, fights still to come. [99–102, 129b, 184]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..state import State, Unit
from .contact import enemies_touching, neighbours
from .support import Picks, can_agree


def opponents_near(state: State, unit: Unit) -> tuple[int, ...]:
    """The enemies a unit may fight: those it touches, and those in a connected section. [99, 184]"""
    return tuple([u.id for u in (*enemies_touching(state, unit), *neighbours(state, unit))])


def may_pick(state: State, picks: Picks, passed: Iterable[int] = ()) -> dict[int, tuple[int, ...]]:
    """The enemies that each active unit may fight that has not picked and does not pass. [99, 184]"""
    settled = {unit for unit, _ in picks} | set(passed)
    return {
        unit.id: near
        for unit in state.of_side(state.side)
        if unit.id not in settled and (near := opponents_near(state, unit))
    }


def choices(state: State, picks: Picks, near: Mapping[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Whom each of some units may pick, so that no supporter leaves an enemy unfought. [123, 129b]"""
    touched = {u.id: _touched(state, u) for u in state.of_side(state.side)}
    bound = {unit: found for unit, found in near.items() if touched[unit]}
    done = dict(picks)
    return {
        unit: tuple(
            target
            for target in found
            if can_agree({**done, unit: target}, {u: f for u, f in bound.items() if u != unit}, touched)
        )
        for unit, found in near.items()
    }


def with_forced(state: State, picks: Picks, passed: Iterable[int] = ()) -> Picks:
    """The same picks with those of every unit that touches enemies and has no choice. [100, 129b]"""
    for unit, found in choices(state, picks, may_pick(state, picks, passed)).items():
        if len(found) == 1 and enemies_touching(state, state.units[unit]):
            picks = (*picks, (unit, found[0]))
    return picks


def with_everybody(state: State, picks: Picks, target: int) -> Picks:
    """Picks as they come about if every friend that may picks the same target, and others whom they may pick first. [100, 101]"""
    picks = with_forced(state, picks)
    while True:
        left = choices(state, picks, may_pick(state, picks))
        bound = {u: found for u, found in left.items() if found and _touched(state, state.units[u])}
        mates = [
            u for u, found in bound.items() if target in found and target in _touched(state, state.units[u])
        ]
        if not bound:
            return picks
        unit = mates[0] if mates else min(bound)
        picks = with_forced(state, (*picks, (unit, target if mates else bound[unit][0])))


def _touched(state: State, unit: Unit) -> frozenset[int]:
    return frozenset(u.id for u in enemies_touching(state, unit))


def open_fights(state: State, picks: Picks) -> list[tuple[int, int]]:
    """The picks still to be fought: a target that has fought back is done with; one whose attacker hit and ran is not. [B50]"""
    return [(unit, target) for unit, target in picks if _open(state, state.units[unit], state.units[target])]


def _open(state: State, unit: Unit, target: Unit) -> bool:
    if target.today.fought or not target.on_table or unit.today.fought or not unit.on_table:
        return False
    return target.id in opponents_near(state, unit)


def bound_to_fight(state: State, picks: Picks) -> frozenset[int]:
    """Units with a fight of their own still to come, as attacker or as target: they lend no brigade support. [110, B19]"""
    return frozenset(unit for pair in open_fights(state, picks) for unit in pair)
