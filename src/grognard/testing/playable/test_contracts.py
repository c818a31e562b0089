"""What the engine, the laboratory and the server ask of a book without a question, seen in its first positions."""

from __future__ import annotations

import pytest

from grognard import books
from grognard.engine.contract import faults
from grognard.engine.replay import Game, read_save, restore, state_hash
from grognard.testing.games import at_random
from grognard.testing.shelf import SCENES, by_book


@by_book
def test_nothing_is_missing(name: str) -> None:
    assert not list(faults(books.load(name), name))


@pytest.mark.parametrize(("name", "scenario"), SCENES)
def test_a_unit_stands_at_the_place_of_its_id(name: str, scenario: str) -> None:
    state = books.load(name).start(scenario).state
    assert [unit.id for unit in state.units] == list(range(len(state.units)))
    assert set(books.load(name).sheet.names(state)) >= {unit.id for unit in state.units}


@pytest.mark.parametrize(("name", "scenario"), SCENES)
def test_a_view_names_the_book_the_battle_and_the_sides(name: str, scenario: str) -> None:
    book = books.load(name)
    state = book.start(scenario).state
    for side in (None, 0, 1):
        view = book.sheet.view(state, side)
        assert view.book == name
        assert view.sides == book.sheet.sides(state) == book.scenarios[scenario].sides
        assert view.side == side
        assert view.pieces


@by_book
def test_a_game_is_saved_and_read_again(name: str) -> None:
    book = books.load(name)
    game = Game(book, next(iter(book.scenarios)))
    for _ in at_random(game, 3, 60):
        pass
    again = restore(read_save(game.save()), {name: book})
    assert state_hash(book, again.position) == state_hash(book, game.position)
    assert book.decode(book.encode(game.position)) == game.position
