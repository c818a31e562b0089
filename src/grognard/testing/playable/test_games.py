"""The laws of `grognard.lab.laws` in games on every scenario, and that every game ends."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import islice

import pytest

from grognard import books
from grognard.engine.book import Book
from grognard.engine.choices import Action, Ask, Fall, Throw
from grognard.engine.flow import Engine, Position
from grognard.engine.log import Entry, visible
from grognard.engine.replay import Game
from grognard.lab import laws
from grognard.testing import reaches
from grognard.testing.games import at_random, by_greedy, hold, played_out, some_action
from grognard.testing.shelf import SCENES, by_book

SEEDS = (1, 3)
GREEDY = 120
"""How many actions of a game between good players are held to the laws."""
FREE = 150
"""How many actions of a game are looked at for free moves."""
GAMES = int(os.environ.get("GAMES", "60"))
"""How many random games of each book must end. `make games` plays a thousand."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "scenario"), SCENES)
def test_random_games_keep_the_laws_and_hide_what_is_hidden(name: str, scenario: str, seed: int) -> None:
    """And two games that differ in a hidden card or a sealed answer look the same to everybody else."""
    game, met = Game(books.load(name), scenario), 0

    def moves() -> Iterator[list[Entry]]:
        nonlocal met
        for entries in at_random(game, seed):
            met += seed == SEEDS[-1] and tells_nobody_else(game)
            yield entries

    hold(game, moves(), share=0.03, seed=seed)
    laws.at_the_end(game)
    if seed == SEEDS[-1]:
        hidden = hides(game.book, scenario) and not stays_hidden(game.book, scenario)
        assert met or not hidden, "nothing hidden was met"


@by_book
def test_free_moves_keep_their_word(name: str) -> None:
    """What a free move proposes it accepts, shows and can plan; nonsense is answered with a reason."""
    game, rng = Game(books.load(name), next(iter(books.load(name).scenarios))), random.Random(11)
    for _ in at_random(game, 11, FREE):
        reaches.hold(game.book, game, rng)


@by_book
def test_greedy_games_keep_the_laws(name: str) -> None:
    """A stretch of good play with dice of its own; the recorded games are longer, but always the same."""
    scenarios = tuple(books.load(name).scenarios)
    game = Game(books.load(name), scenarios[len(name) % len(scenarios)])
    hold(game, by_greedy(game, seed=7, actions=GREEDY), share=0.05, seed=7)
    assert game.actions
    laws.replayed(game)


@pytest.mark.parametrize("part", [0, 1, *(pytest.param(part, marks=pytest.mark.gauntlet) for part in (2, 3))])
@by_book
def test_random_games_end(name: str, part: int) -> None:
    """In all scenarios in turn, with switches thrown at random. The games above, without, are the first of them."""
    book = books.load(name)
    scenarios = tuple(book.scenarios)
    for seed in range(len(SEEDS) * len(scenarios) + part, GAMES, 4):
        scenario, options = scenarios[seed % len(scenarios)], switched(book, random.Random(seed))
        last = played_out(book, book.start(scenario, options), seed)
        assert last.over, f"{scenario} with seed {seed} does not end"
        assert book.outcome(last.state) is not None, f"{scenario} with seed {seed}"


def switched(book: Book, rng: random.Random) -> object:
    """The book's options with some yes-or-no switches thrown."""
    usual = book.options()
    flags = [flag for flag in usual.__struct_fields__ if isinstance(getattr(usual, flag), bool)]
    thrown = {flag: not getattr(usual, flag) for flag in flags if rng.random() < 0.5}
    return book.read_options(thrown)


@pytest.mark.parametrize(("name", "scenario"), SCENES)
def test_whatever_may_be_undone_leads_back_and_forth(name: str, scenario: str) -> None:
    """All the way back to the last barrier, and all the way on again."""
    game, rng = Game(books.load(name), scenario), random.Random(5)
    for _ in range(150):
        if game.position.over:
            break
        game.apply(some_action(game, rng))
        before, log, count = game.position, game.log, 0
        while game.can_undo():
            game.undo()
            count += 1
        for _ in range(count):
            game.redo()
        assert game.position == before
        assert game.log == log


# ---- what is hidden


def tellings(engine: Engine, position: Position) -> list[tuple[Position, list[Entry]]]:
    """What could happen next that one side alone may know: every hidden fall, or every sealed answer."""
    waiting = engine.pending(position)
    found = []
    actions: list[Action]
    if isinstance(waiting, Throw) and waiting.only is not None:
        actions = [Fall(reading) for reading in waiting.dice.dist()]
    elif isinstance(waiting, Ask) and len(waiting.who) > 1:
        actions = list(islice(waiting.moves(waiting.who[0]), 12))
    else:
        return []
    for action in actions:
        entries: list[Entry] = []
        found.append((engine.apply(position, action, entries), entries))
    return found


def knower(engine: Engine, position: Position) -> int:
    """The one side that may know what happens next."""
    waiting = engine.pending(position)
    if isinstance(waiting, Throw):
        assert waiting.only is not None
        return waiting.only
    assert isinstance(waiting, Ask)
    return waiting.who[0]


def hides(book: Book, scenario: str) -> bool:
    """Whether a side may know less than all of the first positions."""
    state = book.start(scenario).state
    return any(book.redact(state, side) != state for side in (0, 1, None))


def tells_nobody_else(game: Game) -> bool:
    """Whether something hidden may happen next; it must look the same to whoever may not know it."""
    told = tellings(game.engine, game.position)
    for side in (0, 1, None) if told else ():
        if side == knower(game.engine, game.position):
            continue
        seen = [(game.book.view_of(after, side), visible(entries, side)) for after, entries in told]
        assert all(one == seen[0] for one in seen), f"{game.engine.pending(game.position)} leaks"
    return bool(told)


def stays_hidden(book: Book, scenario: str) -> bool:
    """What is hidden from the first is placed, not drawn: a view of a view shows no more and no less."""
    position = book.start(scenario)
    for side in (0, 1, None):
        seen = book.view_of(position, side)
        if book.view_of(seen, side) != seen or book.sheet.view(position.state, side) != book.sheet.view(
            seen.state, side
        ):
            return False
    return True
