"""What a computer player may use of a book's own wisdom, and what it lends the book in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import exp, log
from typing import Any, NamedTuple, Protocol

from grognard.engine.choices import Ask, Move
from grognard.engine.dice import Rng
from grognard.engine.dist import Dist
from grognard.engine.flow import Position
from grognard.engine.situations import Scene
from grognard.engine.strength import Strength
from grognard.engine.tasks import Choices, Plan
from grognard.engine.worth import Signs, Worth


class Resolve(NamedTuple):
    """What is asked of anything else before it takes the place of what stands."""

    margin: float
    """Standard errors by which it must be ahead."""
    least: float
    """And by what chance to win besides."""


FIRM = Resolve(1.5, 0.01)
"""Who has made up his mind is not easily talked out of it."""


class Look(Protocol):
    """What an agent lends a book's advice: the side's own view, and a way to look ahead in it."""

    position: Position
    side: int
    ask: Ask
    brief: bool
    """Whether a rough answer will do: a few places, no long sums. Battles played out in thought ask so."""

    @property
    def plan(self) -> Plan:
        """What the side's commands are told to do, by the book's own `tasks`; empty if it has none."""
        ...

    def after(self, move: Move) -> Position: ...
    def expect(self, move: Move, worth: Callable[[Position], float]) -> float: ...
    def odds(self, scene: Scene) -> Dist[Any]: ...


class Advice(Protocol):
    """What a computer player may use of a book's own wisdom."""

    worth: Worth | None = None
    """Weights of what `signs` counts, fitted to many games; None: `value` must do."""
    reading: Worth | None = None
    """Where `value` must do: how its points are read as a chance to win, fitted to many games too. It is for people; players go by the points."""
    slips: float = 0.2
    """How often a corporal does not do the best he thought of: set so that levels stand apart in this book's games."""
    attention: float = 0.5
    """The share of his choices that a lieutenant thinks through, likewise: the more, the less a captain is above him."""
    foresight: tuple[int, ...] = (2,)
    """After how many turns, and `END`, a captain judges the battles that he plays out: where the chance to win tells most."""
    patience: float = 1.0
    """How many times as much as usual a captain simulates here: where there is time, and more trials tell more."""
    breadth: int = 5
    """How many moves a captain plays out."""
    least: float = 0.01
    """What any other move must be ahead by in his trials, luck allowed for, before a captain makes it instead of what looks best."""
    doubted: float = 3.0
    """How many clear differences count at most, where another move looks worse, in what he asks of it besides."""
    forethought: float = 1.0
    """How many times as much as usual a captain simulates for his plan of a turn."""
    resolve: Resolve = FIRM
    """What other orders must be ahead by before a captain gives them instead of his last ones."""

    strength: Strength | None = None
    """How strong the levels are in this book, as it was measured."""

    def value(self, state: Any, side: int) -> float:
        """How well a side stands, in whatever the book counts."""
        ...

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """The moves worth thinking of, each with a rating."""
        ...

    def instead(self, look: Look, move: Move) -> Iterable[tuple[Move, float]]:
        """What else whoever makes a move could do, rated, for players who weigh it; none: whatever `moves` rates next.

        Where a side chooses whom to use next, moves of others are hardly rivals: they are mostly made as well, later.
        """
        return ()

    def drill(self, look: Look) -> Move | None:
        """A choice made at once, for battles played out in thought; None: the best rated of `moves`, briefly."""
        return None

    def cares(self, look: Look) -> bool:
        """Whether this choice is worth being played out, or taken as it is rated."""
        return True

    def pace(self, state: Any) -> float:
        """How many decisions can be simulated here in the time of a usual one, roughly: of these players may spend more."""
        return 1.0

    def tasks(self, state: Any, side: int) -> Choices:
        """What each command of a side could be told to do, the favourite first; empty: everybody for himself.

        A function of the state alone. What a command is about already comes first unless something is clearly better.
        """
        return {}

    def told(self, state: Any, side: int, plan: Plan) -> tuple[str, ...]:
        """A side's plan in words, a sentence for each command that is told of."""
        return ()

    def signs(self, state: Any, side: int) -> Signs:
        """What one side has, counted: what its chance to win may depend on."""
        return {}

    def turn(self, state: Any, side: int) -> int:
        """The turn of a side, by which it looks ahead; where sides take turns, its own next begins when the other's is over."""
        return int(getattr(state, "turn", 0))

    def late(self, state: Any, ahead: int = 0) -> float:
        """How much of the battle is over, 0 to 1, or will be so many turns ahead."""
        turn, turns = int(state.turn) + ahead, int(state.field.turns)
        return min(1.0, turn / max(1, turns))

    def battle(self, state: Any) -> str:
        """The name of the battle, by which it may have weights of its own."""
        return str(state.field.name)

    def chance(self, state: Any, side: int) -> float:
        """The chance of a side to win from here, 0 to 1."""
        if self.worth is not None:
            mine, theirs = self.signs(state, side), self.signs(state, 1 - side)
            return self.worth.chance(mine, theirs, self.late(state), self.battle(state))
        return 1 / (1 + exp(-max(-50.0, min(50.0, self.value(state, side) / SPREAD))))

    @property
    def tells_chances(self) -> bool:
        """Whether games were fitted, so that people can be told a chance to win and not only who stands better."""
        return self.worth is not None or self.reading is not None

    def told_chance(self, state: Any, chance: float, ahead: int = 0) -> float | None:
        """A chance that players go by as people are told it, judged so many turns ahead; None where games say nothing of chances.

        What is read from points keeps their order: what players like better is told as the better chance.
        """
        if not self.tells_chances:
            return None
        if self.reading is None or not 0.0 < chance < 1.0:
            return chance
        points = SPREAD * log(chance / (1 - chance))
        return self.reading.chance(
            {POINTS: points}, {POINTS: 0.0}, self.late(state, ahead), self.battle(state)
        )


END = 10_000
"""No battle has so many turns: to look so far ahead is to play it to its end."""

POINTS = "points"
"""The only sign of a book whose points are read as a chance to win."""
SPREAD = 4.0
"""How much better one must stand, where a book has no fitted chance, to win 73 of 100."""


def as_seen(view: Position, _side: int, _rng: Rng) -> Position:
    """The guess of a book that hides nothing: it is as it looks."""
    return view


class Automaton(Protocol):
    """A player a book describes itself, move by move, for somebody who plays alone."""

    def choose(self, view: Position, ask: Ask, side: int) -> Move: ...
