"""What odds are asked of: a scene to walk, how its outcomes read to whoever chooses, and situations without any board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Literal, NamedTuple

from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position


class Input(NamedTuple):
    """One input of a situation: its kind, default, unit and our words for it."""

    name: str
    kind: Literal["whole", "length", "flag", "choice"]
    default: Any
    words: str
    unit: str = ""
    choices: tuple[str, ...] = ()


class Summed(Dist[Any]):
    """What several throws come to at once: a scene that has summed them itself names them, and they are told."""

    __slots__ = ("cites", "throws")

    def __init__(self, weights: Mapping[Any, int], throws: tuple[Throw, ...], cites: tuple[str, ...] = ()):
        super().__init__(weights)
        self.throws, self.cites = throws, cites


class Sign(NamedTuple):
    """Something that an outcome may hold: the part of it to look at, how that part begins, and what it means in words."""

    head: str
    begins: tuple[str, ...]
    words: str = ""


class Verdict(NamedTuple):
    """How the outcomes of a scene read to whoever chooses: won or lost, what it costs, what is hoped and feared.

    The words of `hope` and `fear` are about *you* and *they*, whoever that is: "you rout".
    """

    won: Sign | None = None
    lost: Sign | None = None
    """What is neither won nor lost is undecided."""
    ours: str = ""
    """The head that counts what we lose."""
    theirs: str = ""
    hope: Sign | None = None
    fear: Sign | None = None
    mishap: Sign | None = None
    """What may go wrong before it comes to anything: the charge falls short."""

    def turned(self) -> Verdict:
        """The same for the other side."""
        hope, fear = _turned(self.fear), _turned(self.hope)
        return Verdict(self.lost, self.won, self.theirs, self.ours, hope, fear, self.mishap)


def _turned(sign: Sign | None) -> Sign | None:
    if sign is None:
        return None
    first, _, rest = sign.words.partition(" ")
    return sign._replace(words=f"{'they' if first == 'you' else 'you'} {rest}")


class Scene(NamedTuple):
    """A position to walk from, when to stop and what to note there, and how decisions are made on the way."""

    position: Position
    done: Callable[[Position], Hashable | Dist[Any] | None]
    choose: Callable[[Position, Ask], Move]
    heads: tuple[str, ...]
    """What the parts of an outcome are, one word each."""
    alike: Callable[[Position, Throw], Callable[[Any], Hashable] | None] | None = None
    """For a throw met on the way: what of a reading matters. Readings told alike lead to equal positions."""
    verdict: Verdict | None = None
    """How it reads to whoever chooses."""
    matters: Callable[[Position], Hashable] | None = None
    """What of a position still matters to the outcome: those for which it is equal are walked from once. None: all of it."""


class Situation(NamedTuple):
    """Something people at a real table want the odds of, without any board."""

    name: str
    words: str
    cite: str
    fields: tuple[Input, ...]
    scene: Callable[[Mapping[str, Any]], Scene]
