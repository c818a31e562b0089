"""The cheapest ways over a map, with or without a facing to turn. What a step costs the caller says."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

import msgspec

from grognard.geometry.hexarcs import FACINGS
from grognard.geometry.hexes import Grid

# From a hex, to its neighbour, in this direction: the price of the step, or None where it may not be taken.
StepCost = Callable[[int, int, int], int | None]
# The same with the facing it is taken in.
FacedStepCost = Callable[[int, int, int, int], int | None]
# In a hex, from one facing to one 60 degrees away: the price of the turn, or None.
TurnCost = Callable[[int, int, int], int | None]
Stop = Callable[[int], bool]
Pose = tuple[int, int]


class Paths(msgspec.Struct, frozen=True):
    """What each hex costs to reach, None where it cannot be, and the hex before it on the way."""

    start: int
    costs: tuple[int | None, ...]
    before: tuple[int | None, ...]

    def reached(self) -> tuple[int, ...]:
        """Every hex that can be reached, the start among them, by index."""
        return tuple(here for here, cost in enumerate(self.costs) if cost is not None)

    def path(self, there: int) -> tuple[int, ...]:
        """The hexes of the cheapest way, both ends included; ValueError if there is none."""
        return tuple(_trail(self.costs, self.before, there))


class FacedPaths(msgspec.Struct, frozen=True):
    """What each hex and facing costs to reach, and the pose before it; ask through the methods.

    One hex more than the map has is kept: the start before the first step, where no zone stops anybody.
    """

    start: Pose
    costs: tuple[int | None, ...]
    before: tuple[int | None, ...]

    def cost(self, there: int, facing: int) -> int | None:
        """The cheapest price of standing in a hex with a facing; None if that cannot be."""
        state = self._state(there, facing)
        return None if state is None else self.costs[state]

    def facings(self, there: int) -> dict[int, int]:
        """The facings in which a hex can be reached, and what each costs."""
        costs = ((facing, self.cost(there, facing)) for facing in range(FACINGS))
        return {facing: cost for facing, cost in costs if cost is not None}

    def best(self, there: int) -> int | None:
        """The cheapest price of standing in a hex with whatever facing."""
        return min(self.facings(there).values(), default=None)

    def reached(self) -> tuple[Pose, ...]:
        """Every hex and facing that can be reached, by index and facing."""
        count = len(self.costs) // FACINGS - 1
        return tuple((here, facing) for here in range(count) for facing in self.facings(here))

    def path(self, there: int, facing: int) -> tuple[Pose, ...]:
        """The poses of the cheapest way, one for each step or turn; ValueError if there is none."""
        state = self._state(there, facing)
        if state is None:
            raise ValueError(f"no way to hex {there} with facing {facing}")
        unmoved = len(self.costs) - FACINGS
        return tuple(
            (self.start[0] if each >= unmoved else each // FACINGS, each % FACINGS)
            for each in _trail(self.costs, self.before, state)
        )

    def _state(self, there: int, facing: int) -> int | None:
        """The cheaper state that means this pose, if any was reached."""
        states = [FACINGS * there + facing]
        if there == self.start[0]:
            states.insert(0, len(self.costs) - FACINGS + facing)
        reached = [(cost, state) for state in states if (cost := self.costs[state]) is not None]
        return min(reached, key=lambda each: each[0])[1] if reached else None


def _trail(costs: tuple[int | None, ...], before: tuple[int | None, ...], end: int) -> list[int]:
    """Follow the way back from its end, and give it forwards."""
    if costs[end] is None:
        raise ValueError(f"no way to {end}")
    trail = [end]
    while (last := before[trail[-1]]) is not None:
        trail.append(last)
    return trail[::-1]


def cheapest(
    grid: Grid, start: int, cost: StepCost, *, limit: int | None = None, stop: Stop | None = None
) -> Paths:
    """The cheapest way from a hex to every hex that costs no more than the limit.

    A hex where `stop` holds may be entered but not left again; the start may always be left.
    Among equally cheap ways the one settled first stays, by cost and then by the index of the hex.
    """
    steps = grid.tables.steps

    def onward(here: int) -> list[tuple[int, int]]:
        if stop is not None and here != start and stop(here):
            return []
        return [
            (price, there)
            for direction, there in steps[here]
            if (price := cost(here, there, direction)) is not None
        ]

    costs, before = _search(grid.size, start, onward, limit)
    return Paths(start, costs, before)


def cheapest_faced(
    grid: Grid,
    start: int,
    facing: int,
    cost: FacedStepCost,
    turn: TurnCost,
    *,
    free_turns: int = 0,
    limit: int | None = None,
    stop: Stop | None = None,
) -> FacedPaths:
    """The cheapest way from a hex and facing (0 to 11) to every hex and facing within the limit.

    A step keeps the facing, but for up to `free_turns` turns of 60 degrees on entering. Where `stop` holds a
    hex once entered is neither left nor turned in; before its first step nobody is stopped.
    """
    unmoved = grid.size
    kept = tuple(2 * sixths for sixths in range(-free_turns, free_turns + 1))

    def onward(state: int) -> list[tuple[int, int]]:
        cell, faced = divmod(state, FACINGS)
        here = start if cell == unmoved else cell
        if stop is not None and cell != unmoved and stop(here):
            return []
        found = [
            (price, FACINGS * cell + towards)
            for towards in ((faced + 2) % FACINGS, (faced - 2) % FACINGS)
            if (price := turn(here, faced, towards)) is not None
        ]
        for direction, there in grid.tables.steps[here]:
            if (price := cost(here, there, direction, faced)) is not None:
                found += [(price, FACINGS * there + (faced + extra) % FACINGS) for extra in kept]
        return found

    first = FACINGS * unmoved + facing
    costs, before = _search(FACINGS * (unmoved + 1), first, onward, limit)
    return FacedPaths((start, facing), costs, before)


def _search(
    states: int, start: int, onward: Callable[[int], list[tuple[int, int]]], limit: int | None
) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """Settle states in order of their cost: what each costs, and which came before it."""
    costs: list[int | None] = [None] * states
    before: list[int | None] = [None] * states
    costs[start] = 0
    queue = [(0, start)]
    while queue:
        cost, state = heappop(queue)
        if cost != costs[state]:
            continue  # a cheaper way was found after this entry was queued
        for price, following in onward(state):
            if price < 0:
                raise ValueError(f"a step may not cost {price}")
            total = cost + price
            known = costs[following]
            if (known is None or total < known) and (limit is None or total <= limit):
                costs[following] = total
                before[following] = state
                heappush(queue, (total, following))
    return tuple(costs), tuple(before)
