"""What an agent lends a book's advice: its own view, and ways to look ahead that keep to its budget."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from grognard.engine.book import Scene
from grognard.engine.choices import Ask, Move
from grognard.engine.dist import Dist
from grognard.engine.flow import Engine, Position
from grognard.engine.tasks import NO_PLAN, Plan
from grognard.odds.explore import expect, explore

EXPECT_LIMIT = 400
ODDS_LIMIT = 50_000
CACHE = 5_000


class Spent(RuntimeError):
    """The agent has looked at as much as it may; raised through the advice that was looking ahead."""


class Budget:
    """How much may be looked at for one decision, counted in moves and positions.

    Never in time: the same agent must choose the same on a slow machine and on a fast one.
    """

    def __init__(self, looks: int):
        self.left = looks

    def spend(self, looks: int = 1) -> None:
        """Take a look, or several; raise if there are none left."""
        if self.left < looks:
            self.left = 0
            raise Spent
        self.left -= looks


class OddsCache:
    """Odds worked out before, of scenes that are the same."""

    def __init__(self, most: int = CACHE):
        self._known: dict[Hashable, tuple[Dist[Any], int]] = {}
        self._most = most

    def of(self, engine: Engine, scene: Scene, budget: Budget) -> Dist[Any]:
        """The exact odds of a scene, worked out at most once."""
        key = (scene.position, sameness(scene.done), sameness(scene.choose))
        try:
            known = self._known.get(key)
        except TypeError:  # something in it cannot be hashed, so nothing can be remembered of it
            return explore(engine, scene, ODDS_LIMIT, budget.spend).dist
        if known is not None:
            # They cost what they cost at first: what an agent happens to remember never changes its choice.
            budget.spend(known[1])
            return known[0]
        before = budget.left
        dist = explore(engine, scene, ODDS_LIMIT, budget.spend).dist
        if len(self._known) >= self._most:
            self._known.pop(next(iter(self._known)))
        self._known[key] = dist, before - budget.left
        return dist


def sameness(function: Callable[..., Any]) -> Hashable:
    """A value that is equal for functions that must do the same.

    A book's scenes are made afresh for every question, so their functions are never identical; but two
    closures of one piece of code over equal values are as good as one.
    """
    if isinstance(function, partial):
        return sameness(function.func), function.args, tuple(sorted(function.keywords.items()))
    if isinstance(function, MethodType):
        return sameness(function.__func__), function.__self__
    if isinstance(function, FunctionType):
        values = [cell.cell_contents for cell in function.__closure__ or ()]
        values += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        kept = tuple(sameness(value) if isinstance(value, FunctionType) else value for value in values)
        return function.__module__, function.__code__, kept
    return function


class AgentLook:
    """The `Look` of one decision."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        ask: Ask,
        side: int,
        budget: Budget,
        cache: OddsCache,
        brief: bool = False,
        plan: Callable[[], Plan] | None = None,
    ):
        self.position, self.ask, self.side, self.brief = position, ask, side, brief
        self._engine, self._budget, self._cache = engine, budget, cache
        self._after: dict[Move, Position] = {}
        self._planned, self._plan = plan, NO_PLAN

    @property
    def plan(self) -> Plan:
        """What the side's commands are told to do: thought of when somebody first asks."""
        if self._planned is not None:
            self._plan, self._planned = self._planned(), None
        return self._plan

    def after(self, move: Move) -> Position:
        """The position right after a move, before any dice."""
        self._budget.spend()
        known = self._after.get(move)
        if known is None:
            known = self._after[move] = self._engine.apply(self.position, move)
        return known

    def expect(self, move: Move, worth: Callable[[Position], float]) -> float:
        """What a move is worth on average when the next choice comes up; exact if the dice are few."""
        return expect(self._engine, self.after(move), worth, EXPECT_LIMIT, self._budget.spend)

    def odds(self, scene: Scene) -> Dist[Any]:
        """The exact odds of a scene."""
        self._budget.spend()
        return self._cache.of(self._engine, scene, self._budget)
