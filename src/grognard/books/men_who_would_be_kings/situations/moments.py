"""What is the same for many melees of an attack while they are summed: moods, settings, second melees. [T026–T036]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.engine.flow import Position, replace

from ..facts.melee import footing
from ..facts.outlook import Outlook
from ..facts.values import trait
from ..state import State, Unit
from ..steps.env import Melee
from ..words import Trait, Where
from .aftermath import Nerve, nerved, with_unit
from .bloodshed import Fates, Shed, Told
from .piles import Pile, Tale


class Share(NamedTuple):
    """`weight` parts of `size` of the whole, and where what comes of them is piled up."""

    weight: int
    size: int
    pile: Pile[Moment]


class Mood(NamedTuple):
    """All that the tests after a melee hang on, but its casualties."""

    unit: int
    target: int
    where: Where
    """Where the enemy attacked first is by now."""
    nerves: tuple[Nerve, Nerve]


class Moment:
    """A mood met, in some state, with what tests make of each case; known by itself."""

    def __init__(self, mood: Mood, state: State):
        self.mood, self.state = mood, state
        self.fates: dict[int, Fates] = {}


class Bout(NamedTuple):
    """A melee that is being summed."""

    position: Position
    moment: Moment
    share: Share


class Setting(NamedTuple):
    """What a melee comes to before any test, for all whose nerve makes no difference to it."""

    shed: Shed
    outlook: tuple[Outlook, Outlook]
    told: Told
    tale: Tale
    where: Where
    """Where the enemy attacked first is by now."""


class Second:
    """A second melee, closed in: begun once for whatever tests have done to both."""

    def __init__(self, position: Position, theirs: Sequence[Nerve]):
        env: Melee = position.agenda[-1].env
        target = position.state.units[env.target]
        self.position, self.unit = position, env.unit
        self.ground = footing(position.state, target, env.judge, env.level)
        self.foes = {nerve: nerved(target, nerve) for nerve in theirs}
        self.settings: dict[Any, Setting] = {}

    def between(self, unit: Unit, foe: Unit) -> Position:
        """The same with two whom tests have changed."""
        return replace(self.position, state=with_unit(with_unit(self.position.state, unit), foe))


def stance(unit: Unit) -> tuple[bool, bool, bool, Trait]:
    """All that tests change of a unit and blows hang on. [T018, T112]"""
    return unit.pinned, unit.close_order, unit.to_ground, trait(unit)
