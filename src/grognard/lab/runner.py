"""Many games, by whoever plays them: in this process, over several, or over whatever else a crew is.

An order holds all that a game depends on, so a game is the same whoever plays it and whenever. `simulate` and
`ladder` write orders and add up what comes back.
"""

from __future__ import annotations

import hashlib
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Protocol

import msgspec

from grognard import books
from grognard.ai.agents import make
from grognard.engine.book import Book, is_text
from grognard.lab.play import LIMIT, GameResult, play_game

BATCH = 8
Progress = Callable[[int, int], None]
"""Told how many games are done, and how many there will be."""


class Terms(msgspec.Struct, frozen=True):
    """What all games of a run have in common; plain data, so that another process can be told."""

    home: str
    """The module that holds the book's RULESET."""
    options: dict[str, Any]
    log: bool = False
    limit: int = LIMIT


class Order(msgspec.Struct, frozen=True):
    """One game to be played: by whom (an agent for each side) and with which dice."""

    number: int
    scenario: str
    agents: tuple[str, ...]
    seed: int


class Done(msgspec.Struct, frozen=True):
    """A game that was played."""

    order: Order
    result: GameResult


class Crew(Protocol):
    """Somebody who plays games and hands them in as they are finished, in any order.

    The seam for more machines: a crew gives `play_batch` its terms and some orders, anywhere that has this package.
    """

    def __call__(self, terms: Terms, orders: Sequence[Order]) -> Iterator[Done]: ...


def crew_of(book: Book, jobs: int, batch: int = BATCH, nice: int = 0) -> Crew:
    """So many processes of this machine, each given a batch of games at a time; with one, this process itself."""
    return _alone(book) if jobs <= 1 else _processes(jobs, batch, nice)


def terms_of(book: Book, options: Any = None, home: str | None = None, **more: Any) -> Terms:
    """The terms of a run; `home` names the module with the book's RULESET for a book that is not on the shelf."""
    chosen = msgspec.to_builtins(options if options is not None else book.options())
    return Terms(home or book.home, chosen, **more)


def game_seed(seed: int, game: int | str) -> int:
    """The seed of one game of a run, the same on every machine."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{game}".encode()).digest()[:8], "big")


def sides_of(book: Book, scenario: str, options: Any = None) -> tuple[str, ...]:
    """Who fights in a scenario, by its name, text or file; with switches that choose armies, as these are called."""
    if (scenario in book.scenarios or is_text(scenario)) and options is None:
        return book.told(scenario).sides
    state = book.start(scenario, options).state  # the view knows
    return book.sheet.view(state, None).sides


def play_batch(terms: Terms, orders: Sequence[Order]) -> list[Done]:
    """Play some games where this is called."""
    book: Book = books.at(terms.home)
    return [played(book, terms, order) for order in orders]


def played(book: Book, terms: Terms, order: Order, go_on: Callable[[], bool] = lambda: True) -> Done:
    """Play one game; `go_on` is asked before every action whether to."""
    agents = [make(name, book, game_seed(order.seed, side)) for side, name in enumerate(order.agents)]
    options = book.read_options(terms.options)
    result = play_game(book, order.scenario, agents, order.seed, options, terms.log, terms.limit, go_on=go_on)
    return Done(order, result)


def _alone(book: Book) -> Crew:
    def crew(terms: Terms, orders: Sequence[Order]) -> Iterator[Done]:
        for order in orders:
            yield played(book, terms, order)

    return crew


def _processes(jobs: int, batch: int, nice: int) -> Crew:
    def crew(terms: Terms, orders: Sequence[Order]) -> Iterator[Done]:
        size = max(1, min(batch, len(orders) // jobs))
        with processes(jobs, nice) as pool:
            futures = [
                pool.submit(play_batch, terms, tuple(orders[start : start + size]))
                for start in range(0, len(orders), size)
            ]
            for future in as_completed(futures):
                yield from future.result()

    return crew


@contextmanager
def processes(jobs: int, nice: int = 0) -> Iterator[ProcessPoolExecutor]:
    """So many processes that end at once when they are let go, whatever they are at: settled, interrupted or killed.

    Each listens at a pipe that nobody ever writes to; when whoever holds its other end lets go of it or is no more, that is its end.
    """
    context = get_context("spawn")
    heard, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_humble, initargs=(heard, nice))
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        held.close()
        heard.close()


def _humble(heard: Connection, nice: int) -> None:
    """In a process of a crew: whoever began it decides when it ends, and others come first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_when_let_go, args=(heard,), daemon=True).start()
    if nice:
        with suppress(OSError, AttributeError):
            os.nice(nice)


def _end_when_let_go(heard: Connection) -> None:
    """Nobody plays on for a run that needs no more: a game of officers takes a minute, and a batch of them many."""
    with suppress(EOFError, OSError):
        heard.recv()
    os._exit(1)
