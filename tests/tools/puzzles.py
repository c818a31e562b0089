"""`python -m tests.tools.puzzles BOOK SCENARIO SEED [ACTION NAME]`: positions out of games, for puzzles.

Without an action it shows every choice of a game of greedy against itself; with one, the position before it is kept as
`tests/puzzles/BOOK/NAME.json`, to have its `NAME.toml` written beside it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from grognard import books
from grognard.ai.agents import make
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Position
from grognard.lab.puzzles import words

HERE = Path(__file__).resolve().parents[1] / "puzzles"


def choices(book: Book, scenario: str, seed: int) -> Iterator[tuple[int, Position, Ask, Move]]:
    """Every choice of a game: how many actions came before it, the position, what was asked and chosen."""
    engine, rng, position = book.engine(), random.Random(seed), book.start(scenario)
    agents = [make("greedy", book, 2 * seed + side) for side in (0, 1)]
    number = 0
    while not position.over:
        waiting = engine.pending(position)
        if isinstance(waiting, Throw):
            position = engine.apply(position, waiting.roll(rng))
        else:
            assert isinstance(waiting, Ask)
            side = waiting.who[0]
            view = book.view_of(position, side)
            ask = engine.pending(view)
            assert isinstance(ask, Ask)
            move = agents[side].choose(view, ask.for_side(side), side)
            yield number, position, ask, move
            position = engine.apply(position, move)
        number += 1


def main(book_name: str, scenario: str, seed: str, action: str = "", name: str = "") -> None:
    """Show a game, or keep a position of it."""
    book = books.load(book_name)
    for number, position, ask, move in choices(book, scenario, int(seed)):
        if not action:
            said = words(move, book.sheet.names(position.state))
            print(f"{number} side {ask.who[0]} {ask.prompt!r} ({', '.join(ask.offers)}): {said}")
        elif number == int(action):
            path = HERE / book.name / f"{name}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(book.encode(position) + b"\n")
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
