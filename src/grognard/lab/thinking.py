"""How long a computer player thinks, battle by battle: choices drawn from games of its book's quick player.

Processor time, not the clock's: the machine may be busy with other things. Every choice is asked for twice, the first time with the plan of a
turn thought out as well, as at the first choice of a turn, the second time with that plan at hand, as at all others.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import process_time
from typing import Any, NamedTuple

import msgspec

from grognard.ai.agents import make
from grognard.ai.greedy import only_move
from grognard.ai.playout import Drill
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import Position
from grognard.lab.runner import Progress, game_seed

LIMIT = 5_000


class Timed(msgspec.Struct, frozen=True):
    """The choices of one battle."""

    scenario: str
    first_ms: tuple[float, ...]
    """With the plan of the turn."""
    later_ms: tuple[float, ...]
    """With that plan at hand."""
    simulated: int
    """Decisions simulated for all of them together; 0: by somebody who simulates none."""

    @property
    def all_ms(self) -> list[float]:
        """Both kinds, the shortest first."""
        return sorted((*self.first_ms, *self.later_ms))

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        each = sum(self.all_ms) / self.simulated if self.simulated else None
        return {
            "scenario": self.scenario,
            "choices": len(self.all_ms),
            **spread(self.all_ms),
            "first": round(max(self.first_ms, default=0.0), 1),
            "later": round(max(self.later_ms, default=0.0), 1),
            "a_simulated_decision": None if each is None else round(each, 3),
        }


class Choice(NamedTuple):
    """A position in which a side has something to choose."""

    position: Position
    side: int


def spread(times: Sequence[float]) -> dict[str, float]:
    """Half of them within, 95 of 100 within, the longest."""
    if not times:
        return {"median": 0.0, "p95": 0.0, "longest": 0.0}
    rising, last = sorted(times), len(times) - 1
    at = {"median": last // 2, "p95": -(-95 * last // 100), "longest": last}
    return {name: round(rising[place], 1) for name, place in at.items()}


def choices_of(book: Book, scenario: str, seed: int) -> list[Choice]:
    """Every real choice of a game between two of the quick players."""
    rng, engine, drill = random.Random(game_seed(seed, scenario)), book.engine(), Drill(book)
    position, found = book.start(scenario), list[Choice]()
    for _ in range(LIMIT):
        waiting = engine.pending(position)
        if waiting is None:
            break
        if isinstance(waiting, Throw):
            position = engine.follow(position, waiting.roll(rng))
            continue
        side = waiting.who[0]
        ask = waiting.for_side(side)
        if only_move(ask, side) is None:
            found.append(Choice(position, side))
        position = engine.follow(position, drill.choose(position, ask, side))
    return found


def timed(
    book: Book, agent: str, scenario: str, choices: int, seed: int = 0, progress: Progress | None = None
) -> Timed:
    """Let somebody make so many choices of a game, drawn by chance."""
    met = choices_of(book, scenario, seed)
    drawn = random.Random(game_seed(seed, f"{scenario} drawn")).sample(met, min(choices, len(met)))
    first: list[float] = []
    later: list[float] = []
    simulated = 0
    for number, choice in enumerate(drawn):
        player = make(agent, book, game_seed(seed, number))
        view = book.view_of(choice.position, choice.side)
        ask = book.engine().pending(view)
        assert isinstance(ask, Ask), "a view waits for the same as the position"
        for times in (first, later):
            began = process_time()
            player.choose(view, ask.for_side(choice.side), choice.side)
            times.append((process_time() - began) * 1000)
            why = getattr(player, "why", None)
            simulated += why().simulated if why is not None else 0
        if progress is not None:
            progress(number + 1, len(drawn))
    return Timed(scenario, tuple(first), tuple(later), simulated)


__all__ = ["Choice", "Timed", "choices_of", "spread", "timed"]
