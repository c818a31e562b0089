"""Every book has a battle for any two lists: of the size agreed, on a table drawn by a number."""

from __future__ import annotations

import random

import pytest

from grognard.books import load
from grognard.engine.book import BadInput
from grognard.engine.choices import Ask
from grognard.engine.replay import Game
from grognard.testing.shelf import BOOKS, Told

OPEN = Told("open_battle")
ACTIONS = 25


def test_every_book_has_one() -> None:
    assert all(OPEN[book] in load(book).scenarios for book in BOOKS)


def some_actions(game: Game, rng: random.Random, count: int = ACTIONS) -> None:
    """So many random actions, or until it is over."""
    for _ in range(count):
        if game.pending is None:
            return
        if isinstance(game.pending, Ask):
            move = game.pending.sample(rng, game.pending.who[0])
            game.move(move.verb, move.noun, move.side)
        else:
            game.fall(*game.pending.dice.roll(rng))


@pytest.mark.parametrize("book", BOOKS)
def test_tables_drawn_by_a_number_are_played_on(book: str) -> None:
    ruleset = load(book)
    grounds = set()
    for number in range(1, 13):
        state = ruleset.start(OPEN[book], ruleset.read_options({"ground": number})).state
        grounds.add(str(state.field.terrain))
    assert len(grounds) == 12
    game = Game(ruleset, OPEN[book], ruleset.read_options({"ground": 11}))
    some_actions(game, random.Random(book))


@pytest.mark.parametrize("book", BOOKS)
def test_a_game_on_a_drawn_table_is_whole_in_its_save(book: str) -> None:
    ruleset = load(book)
    first, second = (ruleset.army.names()[at] for at in (0, -1))
    chosen = {"ground": 77, **ruleset.fielding({"1": second, "2": first})}
    game = Game(ruleset, OPEN[book], ruleset.read_options(chosen))
    position = ruleset.decode(ruleset.encode(game.position))
    assert position == game.position
    assert ruleset.start(OPEN[book], ruleset.read_options(chosen)) == game.position


@pytest.mark.parametrize("book", BOOKS)
def test_size_and_number_are_refused_in_one_line(book: str) -> None:
    ruleset = load(book)
    other = next(name for name in ruleset.scenarios if name != OPEN[book])
    for scenario, options, words in (
        (OPEN[book], {"size": 10}, "10 a side"),
        (OPEN[book], {"size": -1}, "no less"),
        (OPEN[book], {"ground": -1}, "from 1"),
        (OPEN[book], {"ground": 10**9}, "from 1"),
        (other, {"ground": 3}, "its own ground"),
    ):
        with pytest.raises(BadInput, match=words):
            ruleset.start(scenario, ruleset.read_options(options))
    assert ruleset.start(OPEN[book], ruleset.read_options({"size": 10**6})).agenda


@pytest.mark.parametrize("book", BOOKS)
def test_a_list_that_is_refused_is_told_of_the_battle_not_of_a_file(book: str) -> None:
    ruleset = load(book)
    options = ruleset.read_options(ruleset.fielding({"1": "nonsense = 1\n"}))
    with pytest.raises(BadInput) as fault:
        ruleset.start(OPEN[book], options)
    assert str(fault.value).startswith(f"{ruleset.scenarios[OPEN[book]].title}: the list")
    assert ".toml" not in str(fault.value)
