"""Exact odds in a few words, to stand beside a choice."""

from __future__ import annotations

from collections.abc import Hashable
from time import monotonic
from typing import Any

from grognard.cli.terminal.desk import Desk
from grognard.cli.terminal.words import decimal, percent, said
from grognard.engine.book import Scene
from grognard.engine.choices import Move, Throw
from grognard.engine.dice import Draw, Opposed, Pool
from grognard.engine.dist import Dist
from grognard.odds.explore import TooWide, explore

PATIENCE = 1.0
"""Seconds that the odds of one screen of choices may take; what comes later shows its first throw only."""
LIMIT = 20_000
"""Positions that the odds of one choice may look at."""


class Foresight:
    """What may follow a choice: exact odds from the engine itself, within one screen's patience."""

    def __init__(self, desk: Desk):
        self.book, self.engine = desk.book, desk.engine
        # The player's own view: a preview must tell no more than the table does.
        self.position = desk.position
        self._until = monotonic() + PATIENCE

    def words(self, move: Move) -> str:
        """The odds of a choice; empty if no dice follow at once."""
        scene = self._scene(move)
        if scene is not None:
            try:
                found = explore(self.engine, scene, LIMIT, self._ring)
                return of_outcomes(found.dist, scene.heads)
            except (TooWide, TimeoutError):
                pass
        waiting = self.engine.pending(self.engine.follow(self.position, move))
        return of_throw(waiting) if isinstance(waiting, Throw) else ""

    def _ring(self) -> None:
        if monotonic() > self._until:
            raise TimeoutError

    def _scene(self, move: Move) -> Scene | None:
        """The whole sequence a choice opens, where the book can tell it."""
        return None if monotonic() > self._until else self.book.scene_for(self.position, move)


def of_throw(throw: Throw) -> str:
    """A throw in a few words: the dice, what to expect, the chances that matter."""
    dist = throw.dice.dist()
    if len(dist) == 1:
        return ""  # nothing is left to chance, or nothing may be known of it
    if isinstance(throw.dice, Draw):
        return f"{throw.what}: {likeliest(dist)}"
    return f"{throw.what} {dice_words(throw)}: {reading_words(throw, dist)}"


def dice_words(throw: Throw) -> str:
    """What is thrown: `5D6 at 4+`."""
    dice = throw.dice
    if isinstance(dice, Pool):
        groups = [f"{n}D{dice.sides} at {hits_on}+" for n, hits_on in dice.groups if n]
        return " and ".join(groups) or "no dice"
    n, sides = dice.faces()
    plus = getattr(dice, "plus", 0)
    return f"{n}D{sides}{plus:+d}" if plus and not isinstance(dice, Opposed) else f"{n}D{sides}"


def reading_words(throw: Throw, dist: Dist[Any]) -> str:
    """What to expect of a throw."""
    if isinstance(throw.dice, Opposed):
        return against(dist)
    if not all(isinstance(reading, int) for reading in dist):
        return spread(dist.map(lambda reading: reading[0])) if _begins_with_number(dist) else likeliest(dist)
    return hits(dist) if isinstance(throw.dice, Pool) else spread(dist)


def _begins_with_number(dist: Dist[Any]) -> bool:
    return all(isinstance(reading, tuple) and reading and isinstance(reading[0], int) for reading in dist)


def against(dist: Dist[int]) -> str:
    """An opposed throw: better, equal, worse."""
    better, equal = dist.chance(lambda lead: lead > 0), dist.chance(lambda lead: lead == 0)
    return f"ahead {percent(better)}, level {percent(equal)}, behind {percent(1 - better - equal)}"


def hits(dist: Dist[int]) -> str:
    """A count: the mean, and the chances of at least one and of at least the mean."""
    mean = dist.mean()
    words = [f"mean {decimal(mean)}", f"1+ {percent(dist.chance(lambda n: n >= 1))}"]
    if mean > 1:
        words.append(f"{-(-mean // 1)}+ {percent(dist.chance(lambda n: n >= mean))}")
    return ", ".join(words)


def spread(dist: Dist[int]) -> str:
    """A sum: the mean and the range."""
    if len(dist) == 1:
        return f"surely {next(iter(dist))}"
    return f"mean {decimal(dist.mean())}, from {min(dist)} to {max(dist)}"


def likeliest(dist: Dist[Any], most: int = 3) -> str:
    """The likeliest outcomes with their chances."""
    ranked = sorted(dist.fractions().items(), key=lambda pair: (-pair[1], str(pair[0])))
    words = [f"{said(outcome)} {percent(chance)}" for outcome, chance in ranked[:most]]
    return ", ".join(words) + (", …" if len(ranked) > most else "")


def of_outcomes(dist: Dist[Any], heads: tuple[str, ...]) -> str:
    """The ends of a whole sequence, one part after another."""
    parts = marginals(dist, heads)
    return "; ".join(
        f"{head} {part_words(part)}" for head, part in parts.items() if len(part) > 1
    ) or likeliest(dist)


def part_words(part: Dist[Any]) -> str:
    """One part of an outcome."""
    if all(isinstance(value, bool) for value in part):
        return percent(part.chance_of(True))
    if all(isinstance(value, int) for value in part):
        return hits(part) if min(part) >= 0 else spread(part)
    return likeliest(part)


def marginals(dist: Dist[Any], heads: tuple[str, ...]) -> dict[str, Dist[Any]]:
    """Each part of the outcomes by itself."""
    if len(heads) <= 1:
        return {heads[0] if heads else "outcome": dist}
    return {head: dist.map(_part(n)) for n, head in enumerate(heads)}


def _part(n: int) -> Any:
    def part(outcome: Any) -> Hashable:
        value: Hashable = outcome[n]
        return value

    return part
