"""Games for the laws: at random, or by players who take what looks best."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grognard.ai.agents import make
from grognard.engine.book import Book
from grognard.engine.choices import Action, Ask, Throw
from grognard.engine.flow import Position
from grognard.engine.log import Entry
from grognard.engine.memo import watched
from grognard.engine.replay import Game
from grognard.lab import laws
from grognard.lab.fuzz import TWINS
from grognard.lab.twins import glance

LIMIT = 20_000


def at_random(game: Game, seed: int, limit: int = LIMIT) -> Iterator[list[Entry]]:
    """Play anything until the game ends; gives what each action caused, the opening first."""
    rng = random.Random(seed)
    yield game.entries[0]
    while not game.position.over and len(game.actions) < limit:
        yield game.apply(some_action(game, rng))


def played_out(book: Book, position: Position, seed: int, limit: int = LIMIT) -> Position:
    """The last position of a random game; no journal, and nothing offered is looked at twice."""
    engine, rng = book.engine(), random.Random(seed)
    for _ in range(limit):
        waiting = engine.pending(position)
        if waiting is None:
            break
        if isinstance(waiting, Throw):
            action: Action = waiting.roll(rng)
        else:
            action = waiting.sample(rng, rng.choice(waiting.who))
        position = engine.follow(position, action)
    return position


def by_greedy(game: Game, seed: int, actions: int) -> Iterator[list[Entry]]:
    """The first actions of a game between two computer players who take what looks best."""
    rng, player = random.Random(seed), make("greedy", game.book, seed)
    yield game.entries[0]
    while not game.position.over and len(game.actions) < actions:
        waiting = game.pending
        if isinstance(waiting, Ask):
            side = waiting.who[0]
            view = game.book.view_of(game.position, side)
            ask = game.engine.pending(view)
            assert isinstance(ask, Ask)
            yield game.apply(player.choose(view, ask.for_side(side), side))
        else:
            yield game.apply(some_action(game, rng))


def some_action(game: Game, rng: random.Random) -> Action:
    """Whatever comes: a fall of the dice due, or a move of a side that is asked."""
    waiting = game.pending
    assert waiting is not None
    return waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng, rng.choice(waiting.who))


def hold(game: Game, entries: Iterator[list[Entry]], share: float, seed: int) -> None:
    """Every cheap law at every position of a game, and every dear one at a share of them."""
    book, rng = game.book, random.Random(seed)
    census = dict(book.census(game.position.state))
    sides = len(book.sheet.view(game.position.state, None).sides)
    with watched() as watch:
        for caused in entries:
            laws.cited_log(book, caused, game.position)
            laws.always(book, game.engine, game.position, census)
            laws.kept_is_true(watch)
            if (deed := laws.last_deed(game)) is not None:
                laws.lawful_deed(book, deed)
            laws.honest_undo(game)
            if rng.random() < share or game.position.over:
                laws.thorough(book, game.engine, game.position, sides, rng)
                if rng.random() < TWINS:
                    glance(book, game.position, sides, rng)
