"""Ways of a stack over the hexes: by empty ones and through friends, and where it may end. [F-10.6, F-6.1a, F-7.3]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from types import MappingProxyType
from typing import NamedTuple

from grognard.engine.flow import replace
from grognard.engine.memo import kept

from ..state import Battlefield, State, Unit
from ..words import Arm, Formation
from .ground import ground, price
from .homecoming import comes_home
from .stacks import EVERY, Stack, allowance, fits, room, shape_at, spots, together

F = Formation
LOOSE = frozenset({F.COLUMN, F.OPEN, F.SCREEN, F.SQUARE, F.LIMBERED})
"""Stacks that let others through, or pass through others, free. [F-10.6]"""
TOLL = 2
"""What it costs, in halves, to pass through friends where neither stack is loose. [F-10.6]"""

Paces = tuple[tuple[int, int], ...]
"""Hexes beside one, and what it costs to enter each."""
Pricing = Callable[[Stack, int], Paces]
"""The paces of a stack, as it stands by then, from a hex."""
May = Callable[[int, int], bool]
"""Whether anything else keeps it from a hex: from which one, into which one."""
On = Callable[[int], bool]
"""Whether it may go on from a hex."""
Risk = Callable[[int], int]
"""How dangerous a hex is: of two ways that cost the same the safer one is taken."""


Rank = tuple[int, int, int]
"""Of several ways to a hex: what it costs, how dangerous it is, how long."""
NOTHING: Mapping[int, int] = MappingProxyType({})


class Way(NamedTuple):
    """How a stack comes to a hex: what it pays in all, and every hex it enters, the last included."""

    cost: int
    path: tuple[int, ...]


def joins(state: State, stack: Stack, others: Stack, there: int) -> bool:
    """Whether a stack may end in a hex with friends, in the order the ground forces on it. [F-6.1a, F-7.3, F-10.6]"""
    if others[0].side != stack[0].side:
        return False
    if comes_home(state, stack, others):
        return True
    whole = (*others, *stack)
    return together(whole) and fits(
        state, tuple(replace(u, hex=there) for u in whole), shape_at(state, whole, there), there
    )


def stands(state: State, stack: Stack, there: int) -> bool:
    """Whether a stack may end in a hex: it is empty and has room, or friends are there whom it may join. [F-10.6]"""
    others = state.at.get(there)
    if others is None or any(unit.id == stack[0].id for unit in others):
        return room(state, stack, there)
    return joins(state, stack, others, there)


def held(state: State, top: Unit, there: int) -> Unit | None:
    """The friends whom a stack would meet in a hex, or in one of two; None if nobody stands there. [F-10.6, R-65]"""
    at = state.at
    for spot in spots(state, top, there) if top.wide else (there,):
        others = at.get(spot)
        if others is not None and others[0].id != top.id:
            return others[0]
    return None


@kept(of=("units",))
def hostile(state: State, side: int) -> frozenset[int]:
    """The hexes where enemies stand."""
    return frozenset([here for here, stack in state.at.items() if stack[0].side != side])


def toll(top: Unit, friend: Unit) -> int:
    """What it costs to go on from a hex of friends. [F-10.6]"""
    return 0 if top.formation in LOOSE or friend.formation in LOOSE else TOLL


def loosened(state: State, stack: Stack, there: int) -> Stack:
    """A stack as it goes on from a hex: wood and farm have made General Order of it. [F-7.3]"""
    if not ground(state.field, there).forced:
        return stack
    return tuple(
        [
            replace(u, formation=F.GENERAL)
            if u.good and u.arm is not Arm.ART and u.formation is not F.SCREEN
            else u
            for u in stack
        ]
    )


def paces(state: State, stack: Stack, here: int, front: tuple[int, ...] = EVERY.front) -> Paces:
    """Where the ground lets a stack go from a hex, and what it pays: as its dearest unit and half do, off its front double.

    [F-10.1, F-10.2, R-65]
    """
    top, field = stack[0], state.field
    if len(stack) == 1 and not top.wide:
        near = _paces(field, top.arm, top.formation, here)
        return tuple([(there, cost if way in front else 2 * cost) for way, there, cost in near])
    found = []
    for direction, there in field.grid.steps(here):
        before, after = spots(state, top, here), spots(state, top, there)
        if len(before) > len(after):
            continue
        prices = [
            price(field, unit.arm, unit.formation, *each) for unit in stack for each in zip(before, after)
        ]
        if None not in prices:
            dearest = max([each for each in prices if each is not None])
            found.append((there, dearest if direction in front else 2 * dearest))
    return tuple(found)


@kept(most=1 << 15)
def _paces(field: Battlefield, arm: Arm, formation: Formation, here: int) -> tuple[tuple[int, int, int], ...]:
    """What one unit pays to its front for the hexes beside one, each with its direction."""
    return tuple(
        [
            (direction, there, cost)
            for direction, there in field.grid.steps(here)
            if (cost := price(field, arm, formation, here, there)) is not None
        ]
    )


def search(
    state: State,
    stack: Stack,
    points: int,
    pricing: Pricing,
    on: On,
    may: May,
    known: Mapping[int, int] = NOTHING,
    risk: Risk | None = None,
) -> Iterator[tuple[int, Way]]:
    """Every hex where a stack may end, with a way to it through as many friends as it can pay for; a better one comes after it.

    One search for marches, withdrawals and regroups; ends that cost no less than is `known` are left out. [F-10.6, F-16.3, F-17.11]
    """
    start, top = stack[0].hex, stack[0]
    closed, wide = hostile(state, top.side), top.wide
    ranks: dict[int, Rank] = {there: (cost, -1, 0) for there, cost in known.items()}
    best: dict[tuple[int, Formation], Rank] = {}
    heap: list[tuple[Rank, tuple[int, ...], Formation]] = [((0, 0, 0), (), top.formation)]
    forms = {top.formation: stack}
    while heap:
        reached, path, form = heappop(heap)
        here, now = path[-1] if path else start, forms[form]
        if path and best[here, form] < reached:
            continue
        spent, danger, length = reached
        friend = held(state, now[0], here) if path else None
        spent += toll(now[0], friend) if friend is not None else 0
        for there, each in pricing(now, here):
            if there == start or there in closed or spent + each > points:
                continue
            if wide and not closed.isdisjoint(spots(state, top, there)):
                continue
            before, cost = ranks.get(there), spent + each
            # A rank begins with the cost: as cheap as what is `known` already is no better.
            ends = before is None or (cost, -1, 0) < before
            goes = on(there)
            if not (ends or goes) or not may(here, there):
                continue
            rank = cost, danger + (risk(there) if risk is not None else 0), length + 1
            entered = (*path, there)
            if ends and (before is None or rank < before) and stands(state, now, there):
                ranks[there] = rank
                yield there, Way(cost, entered)
            if goes:
                after = loosened(state, now, there)
                shape = after[0].formation
                forms[shape] = after
                if (there, shape) not in best or rank < best[there, shape]:
                    best[there, shape] = rank
                    heappush(heap, (rank, entered, shape))


def drawn_back(state: State, stack: Stack, formation: Formation, may: May) -> dict[int, Way]:
    """Every hex a stack comes to with half its MCF off its own turn, in a formation, by empty hexes and through friends.

    What it may not enter besides is told by `may`. [F-16.3, F-17.11, F-10.6]
    """
    walker = tuple([replace(unit, formation=formation) for unit in stack])
    top = walker[0]

    def pricing(now: Stack, here: int) -> Paces:
        return paces(state, now, here)

    def on(there: int) -> bool:
        return held(state, top, there) is not None or room(state, walker, there)

    return dict(search(state, walker, allowance(state, stack) // 2, pricing, on, may))
