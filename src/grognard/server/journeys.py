"""Ways of several steps: where a unit gets to by the same order again and again, and where something may stop it.

A book moves its units from place to place, one choice each; a player points at where they are to end. What is found
here is strung together from what the book itself offers: nothing is thrown, and nobody else is asked on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.domains import Cells, Units
from grognard.engine.flow import Engine, Position
from grognard.server.offers import Cell, Noun

MOST = 240
"""Places looked at; the farthest are left out where there are more."""
ANSWERED = "somebody may answer"


class Journey(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place, the choices that lead there, what is left to spend there, and what may happen before going on."""

    to: Cell
    acts: tuple[tuple[str, Noun], ...]
    left: str = ""
    stops: str = ""


class _Node(NamedTuple):
    cost: int
    at: int
    position: Position
    acts: tuple[Move, ...]


def journeys(
    book: Book, engine: Engine, view: Position, side: int, unit: int, patience: float
) -> list[Journey]:
    """Every place a unit can be sent to now, nearest first; none where it does not go from place to place."""
    until, number = monotonic() + patience, count()
    left = book.sheet.left
    found: dict[Any, Journey] = {}
    best: dict[Any, tuple[bool, int]] = {}
    heap: list[_Node] = []
    for position, before in _starts(book, engine, view, side, unit):
        heappush(heap, _Node(0, next(number), position, before))
    settled: set[Any] = set()
    while heap and len(settled) < MOST and monotonic() < until:
        _, _, position, acts = heappop(heap)
        here = acts[-1].noun if acts and _travels(book, acts[-1].verb) else None
        if here in settled:
            continue
        settled.add(here)
        for move in _steps(book, engine, position, side):
            if move.noun in settled:
                continue
            after = engine.follow(position, move)
            stops = _stopped(book, engine, after, side)
            rest = left(after)
            spent = len(acts) if rest is None else -rest[0]
            rank = bool(stops), spent
            if move.noun in best and best[move.noun] <= rank:
                continue
            best[move.noun] = rank
            told = tuple((each.verb, each.noun) for each in (*acts, move))
            found[move.noun] = Journey(move.noun, told, rest[1] if rest else "", stops or "")
            if stops == "":
                heappush(heap, _Node(spent, next(number), after, (*acts, move)))
    return list(found.values())


def _travels(book: Book, verb: str) -> bool:
    label = book.sheet.labels.get(verb)
    return label is not None and label.travels


def _starts(
    book: Book, engine: Engine, view: Position, side: int, unit: int
) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """The position itself where the unit is asked for its next place, or what comes once it is told to act."""
    ask = engine.pending(view)
    if not isinstance(ask, Ask) or ask.who != (side,):
        return
    if ask.about in (None, unit) and any(True for _ in _steps(book, engine, view, side)):
        yield view, ()
        return
    for verb, domain in ask.offers.items():
        label = book.sheet.labels.get(verb)
        if label is not None and label.drag and isinstance(domain, Units) and unit in domain:
            move = Move(side, verb, unit)
            after = engine.follow(view, move)
            if _stopped(book, engine, after, side) == "":
                yield after, (move,)


def _steps(book: Book, engine: Engine, position: Position, side: int) -> Iterator[Move]:
    """The next places."""
    ask = engine.pending(position)
    if isinstance(ask, Ask) and ask.who == (side,):
        for verb, domain in ask.offers.items():
            if isinstance(domain, Cells) and _travels(book, verb):
                yield from (Move(side, verb, noun) for noun in domain)


def _stopped(book: Book, engine: Engine, position: Position, side: int) -> str | None:
    """What comes before the unit may go on: nothing ("") if it may at once, None if its way is over."""
    try:
        waiting = engine.pending(position)
    except Exception:  # a view need not know what somebody else is asked
        return ANSWERED
    if isinstance(waiting, Throw):
        return waiting.what
    if waiting is None:
        return None
    if waiting.who != (side,):
        return ANSWERED
    return "" if any(True for _ in _steps(book, engine, position, side)) else None
