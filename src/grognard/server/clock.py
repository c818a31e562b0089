"""How much time everybody has: minutes for the whole battle with some seconds for each turn of the hand, or days for each.

A side's time goes while it is asked, and only then: not while the computer chooses, not while the server works or does not run.
It passes on when the question does. Nobody loses by himself: a flag that has fallen gives the other the right to claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from grognard.engine.book import BadInput

DAY = 86_400.0
Stood = Callable[[float, float], float]


class ClockWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed on time: minutes a side and seconds more whenever the question passes on, or days for each answer."""

    minutes: Annotated[int, Meta(ge=0, le=600)] = 0
    seconds: Annotated[int, Meta(ge=0, le=600)] = 0
    days: Annotated[int, Meta(ge=0, le=60)] = 0

    def check(self) -> None:
        """Refuse what is neither or both."""
        if bool(self.minutes) == bool(self.days) or (self.days and self.seconds):
            raise BadInput("a clock has minutes for each side, with seconds more, or days for each answer")

    @property
    def full(self) -> float:
        """The seconds somebody begins with."""
        return self.days * DAY or self.minutes * 60.0


class ClockKept(msgspec.Struct, frozen=True):
    """How the clock stood at a moment, and for whom it has run since."""

    wish: ClockWish
    left: tuple[float, ...]
    since: float
    running: tuple[int, ...] = ()


class ClockOf(msgspec.Struct, frozen=True):
    """The clock as it stands now: seconds left to each side (0: its flag has fallen), and for whom it runs."""

    wish: ClockWish
    left: tuple[float, ...]
    running: tuple[int, ...]


class Clock(NamedTuple):
    """A game's clock; `stood` says how long between two moments the server did not run."""

    kept: ClockKept
    stood: Stood

    def left(self, side: int, now: float) -> float:
        """Seconds a side has left."""
        kept = self.kept
        if side not in kept.running:
            return kept.left[side]
        gone = max(0.0, now - kept.since - self.stood(kept.since, now))
        return max(0.0, kept.left[side] - gone)

    def asks(self, who: Iterable[int], heard: float, now: float) -> ClockKept:
        """The clock when these are asked: whoever was and is no more answered when he was heard; what came between is nobody's."""
        kept, asked = self.kept, tuple(sorted(who))
        if asked == kept.running:
            return kept
        left = list(kept.left)
        for side in kept.running:
            left[side] = self.left(side, heard)
            if side not in asked:
                left[side] = self._answered(left[side])
        return ClockKept(kept.wish, tuple(left), now, asked)

    def _answered(self, left: float) -> float:
        wish = self.kept.wish
        if wish.days:
            return wish.full  # whoever answers, though late, before anybody claimed has not lost
        return left + wish.seconds if left > 0 else 0.0

    def shown(self, now: float) -> ClockOf:
        """As everybody sees it."""
        left = tuple(round(self.left(side, now), 1) for side in range(len(self.kept.left)))
        return ClockOf(self.kept.wish, left, self.kept.running)


def woken(kept: ClockKept, now: float) -> ClockKept:
    """A clock as it is read from the disk: it cannot have run since a time to come, by a machine's clock put back."""
    return ClockKept(kept.wish, kept.left, min(kept.since, now), kept.running)


def new_clock(wish: ClockWish | None, sides: int, now: float) -> ClockKept | None:
    """A clock that does not run yet."""
    if wish is None:
        return None
    wish.check()
    return ClockKept(wish, (wish.full,) * sides, now)


__all__ = ["Clock", "ClockKept", "ClockOf", "ClockWish", "new_clock", "woken"]
