"""A battle of one's own, made from a small one of the book's."""

from __future__ import annotations

import random

from grognard import books
from grognard.engine.choices import Ask
from grognard.engine.replay import Game
from grognard.testing.shelf import Told

SMALL = Told("small_battle")
TITLE = "My own battle"


def text_of(book: str, scenario: str = "") -> str:
    """A shipped scenario under another title."""
    info = books.load(book).scenarios[scenario or SMALL[book]]
    text = info.path.read_text("utf-8")
    assert f'title = "{info.title}"' in text
    return text.replace(f'title = "{info.title}"', f'title = "{TITLE}"', 1)


def play_on(game: Game, count: int, seed: str) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        waiting = game.pending
        if waiting is None:
            return
        move = waiting.sample(rng, waiting.who[0]) if isinstance(waiting, Ask) else waiting.roll(rng)
        game.apply(move)
