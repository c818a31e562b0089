"""Leaders with a stack on the move: who may go along, and how far. [F-9.1a, OPS-04a, OPS-04b]"""

from __future__ import annotations

from grognard.engine.tables import Refusal

from ..state import NOBODY, Leader, State
from ..tables.needs import ALONG, Along
from ..words import Order, Rank
from .command import command_range, superiors
from .ground import distance
from .stacks import Stack, hexes


def minor(one: Leader) -> bool:
    """A leader without a Formation, who follows his superior and lends his numbers to a stack. [F-9.1a]"""
    return one.command == NOBODY and one.rank is not Rank.ARMY


def why_not_along(
    state: State, one: Leader, stack: Stack, there: int, *, called: bool = False
) -> Refusal | None:
    """Why a leader may not go along with a stack into a hex, or None; `called`: the stack reacts or assaults. [F-9.1a]"""
    up = next(superiors(state, one), None) if minor(one) else None
    active = one.id in state.active or (up is not None and up.id in state.active)
    gone_with_others = one.along != NOBODY and all(unit.id != one.along for unit in stack)
    return ALONG.refusal(
        Along(
            passive=one.passive,
            active=called or active,
            free=called or not (one.rode or gone_with_others),
            ordered=one.om is not None or one.rank is Rank.ARMY or minor(one),
            shaken=any(
                unit.command == one.command
                and (unit.order is Order.DISORDERED or (unit.good and unit.halves % 2 == 1))
                for unit in stack
            ),
            near=not minor(one)
            or (
                up is not None
                and up.on_map
                and distance(state.field, up.hex, there) <= command_range(state, up)
            ),
        )
    )


def present(state: State, stack: Stack) -> tuple[Leader, ...]:
    """The leaders who are with a stack now."""
    return tuple(one for here in hexes(stack[0]) for one in state.leaders_at(here, stack[0].side))


def followers(state: State, stack: Stack, *, called: bool = False) -> tuple[int, ...]:
    """The leaders of a stack who may go along with it. [F-9.1a]"""
    return tuple(
        one.id
        for one in present(state, stack)
        if why_not_along(state, one, stack, one.hex, called=called) is None
    )


def why_none(state: State, stack: Stack) -> Refusal | None:
    """Why no leader of a stack may go along, if there is one and none may. [F-9.1a]"""
    refusals = [why_not_along(state, one, stack, one.hex) for one in present(state, stack)]
    return refusals[0] if refusals and all(refusals) else None


def keeping_up(
    state: State, company: tuple[int, ...], stack: Stack, there: int, *, called: bool = False
) -> tuple[int, ...]:
    """Those of the leaders taken along who may go with a stack into its next hex. [F-9.1a]"""
    return tuple(
        one.id
        for one in present(state, stack)
        if one.id in company and why_not_along(state, one, stack, there, called=called) is None
    )
