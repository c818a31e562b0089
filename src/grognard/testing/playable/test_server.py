"""The server can show a book and answer for it: the shelf, the reference, what a seat sees, offers and refusals."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from grognard import books
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move
from grognard.engine.domains import Reach
from grognard.engine.replay import Game
from grognard.server.catalogue import Catalogue
from grognard.server.jobs import Bench
from grognard.server.views import Sight
from grognard.testing.games import at_random
from grognard.testing.shelf import by_book

ACTIONS, SEEDS = 100, 12


@by_book
def test_the_shelf_shows_it_and_its_rules(name: str) -> None:
    book = books.load(name)
    catalogue = Catalogue({name: book})
    listed = msgspec.json.decode(catalogue.listed)
    told = listed[0] if isinstance(listed, list) else listed["books"][0]
    assert told["title"] == book.title
    assert catalogue.reference(name)


@by_book
def test_every_set_piece_has_odds(name: str) -> None:
    book = books.load(name)
    bench = Bench({name: book})
    for situation in book.situations:
        told = msgspec.json.decode(msgspec.json.encode(bench.odds(name, situation, {})))
        assert sum(Fraction(row["fraction"]) for row in told["outcomes"]) == 1


@by_book
def test_every_seat_is_told_a_game_as_it_goes(name: str) -> None:
    """What is sent of a position: view, offers, cards and overlays of all units, for each side and for onlookers."""
    book, rng = books.load(name), random.Random(9)
    game = Game(book, next(iter(book.scenarios)))
    for _ in at_random(game, 9, ACTIONS):
        for side in (None, 0, 1):
            sight = Sight(book, game.engine, game.position, side)
            msgspec.json.encode(book.sheet.view(sight.position.state, side))
            msgspec.json.encode(sight.ask())
            msgspec.json.encode(sight.where())
        state = game.position.state
        unit = rng.choice(list(book.sheet.names(state)))
        assert book.sheet.card(state, unit) is not None
        for kind in book.sheet.overlays:
            msgspec.json.encode(book.sheet.overlay(state, kind, unit))


@by_book
def test_what_is_offered_is_previewed_and_has_odds(name: str) -> None:
    book, met = books.load(name), 0
    for seed in range(SEEDS):
        met = met or sum(scenes(book, seed))
    tells = book.scene_for is not Book._field_defaults["scene_for"]
    assert met or not tells, "the odds of no choice are told"


def scenes(book: Book, seed: int) -> Iterator[bool]:
    """For each choice of a game whether its odds are told; free moves are previewed."""
    game, rng = Game(book, next(iter(book.scenarios))), random.Random(seed)
    for _ in at_random(game, seed, ACTIONS):
        ask = game.pending
        if not isinstance(ask, Ask):
            continue
        side = ask.who[0]
        for verb, domain in ask.for_side(side).offers.items():
            noun = domain.sample(rng)
            if isinstance(domain, Reach):
                assert not domain.mover.preview(noun).get("refusal")
            scene = book.scene_for(game.position, Move(side, verb, noun))
            yield scene is not None and bool(scene.heads)
