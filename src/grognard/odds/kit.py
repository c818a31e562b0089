"""What every book's situations do alike: inputs with bounds, scenes by verb, short ways summed on the spot."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NoReturn

from grognard.engine.book import BadInput, Input, Scene, Situation
from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Engine, Position

Same = Callable[[Any], Hashable]
"""What of a reading matters: readings for which it is equal lead to equal positions."""
Alike = Callable[[Position, Throw], Same | None]
"""For a throw met on the way, what of its readings matters; None: all of it."""
Choose = Callable[[Position, Ask], Move]
"""How decisions are taken on the way."""
Done = Callable[[Position], Any]
"""What is noted where a way ends; None while it goes on, a distribution where the rest is summed at once."""
Teller = Callable[[Position, Move], Scene | None]
"""The scene of the sequence a move starts, or None where no dice follow from it by themselves."""


# ---- inputs


class Given:
    """The inputs that concern one unit: those with a prefix before their name."""

    def __init__(self, values: Mapping[str, Any], prefix: str = ""):
        self.values, self.prefix = values, prefix

    def __getitem__(self, name: str) -> Any:
        return self.values[self.prefix + name]

    def get(self, name: str, default: Any = None) -> Any:
        """An input, where the situation asks for it."""
        return self.values.get(self.prefix + name, default)

    def whole(self, name: str, low: int, high: int) -> int:
        """A whole number within bounds; BadInput names the field."""
        value: int = self[name]
        if not low <= value <= high:
            self.refuse(name, f"{value} given, but allowed is from {low} to {high}")
        return value

    def refuse(self, name: str, words: str) -> NoReturn:
        """This input cannot be."""
        refuse(self.prefix + name, words)


def whole(values: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """A whole number within bounds; BadInput names the field."""
    return Given(values).whole(name, low, high)


def refuse(name: str, words: str) -> NoReturn:
    """This input cannot be."""
    raise BadInput(f"{name}: {words}")


def number(name: str, default: int, words: str, unit: str = "") -> Input:
    """A field for a whole number."""
    return Input(name, "whole", default, words, unit)


def choice(name: str, default: str, words: str, choices: tuple[str, ...]) -> Input:
    """A field with a choice."""
    return Input(name, "choice", default, words, choices=choices)


def flag(name: str, words: str) -> Input:
    """A yes or no."""
    return Input(name, "flag", False, words)


def by_name(*rooms: Iterable[Situation]) -> dict[str, Situation]:
    """The situations of some modules, by their names."""
    return {situation.name: situation for room in rooms for situation in room}


# ---- scenes


def by_verb(engine: Engine, tellers: Mapping[str, Teller]) -> Teller:
    """A book's `scene_for`: whoever tells of a verb tells it, if the verb is on offer."""

    def scene_for(position: Position, move: Move) -> Scene | None:
        """The scene of the sequence a move starts, or None where no dice follow from it by themselves."""
        waiting = engine.pending(position)
        if not isinstance(waiting, Ask) or move.verb not in waiting.offers:
            return None
        teller = tellers.get(move.verb)
        return None if teller is None else teller(position, move)

    return scene_for


def odds_of(engine: Engine, position: Position, done: Done, choose: Choose, alike: Alike) -> Dist[Any]:
    """The exact distribution of `done` over every fall, for short ways that end inside a book's own odds."""
    known: dict[Position, Dist[Any]] = {}

    def look(at: Position) -> Dist[Any]:
        outcome = done(at)
        if outcome is not None:
            return outcome if isinstance(outcome, Dist) else Dist.sure(outcome)
        if at not in known:
            known[at] = fork(at)
        return known[at]

    def fork(at: Position) -> Dist[Any]:
        waiting = engine.pending(at)
        if isinstance(waiting, Ask):
            return look(engine.apply(at, choose(at, waiting)))
        assert isinstance(waiting, Throw), "the way ended before it was done"
        falls = merged(at, waiting, alike)
        return Dist.mix(
            (look(engine.follow(at, Fall(reading))), weight) for reading, weight in falls.weights.items()
        )

    return look(position)


def merged(position: Position, throw: Throw, alike: Alike) -> Dist[Any]:
    """What a throw may read, with what comes to the same told once."""
    same, falls = alike(position, throw), throw.dice.dist()
    return falls if same is None else falls.merged(same)
