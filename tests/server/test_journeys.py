"""A way over many places is strung together from what the book offers, and ends where something may happen."""

from __future__ import annotations

import random

from grognard import books
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Engine, Position
from grognard.server.journeys import ANSWERED, Journey, journeys

BOOK = books.load("fix_bayonets")


def positions(verb: str, seed: int, most: int) -> list[tuple[Position, Ask]]:
    """Some positions of a random game in which an order may be given."""
    engine, rng, position = BOOK.engine(), random.Random(seed), BOOK.start("first_blood")
    found: list[tuple[Position, Ask]] = []
    for _ in range(600):
        waiting = engine.pending(position)
        if waiting is None or len(found) == most:
            break
        if isinstance(waiting, Throw):
            position = engine.follow(position, waiting.roll(rng))
            continue
        if verb in waiting.offers:
            found.append((position, waiting))
        position = engine.follow(position, waiting.sample(rng, waiting.who[0]))
    return found


def walked(engine: Engine, position: Position, side: int, journey: Journey) -> Position:
    """Every choice of a way, each offered when its turn comes; no dice and nobody else before the last."""
    for at, (verb, noun) in enumerate(journey.acts):
        ask = engine.pending(position)
        assert isinstance(ask, Ask), f"dice before act {at} of {journey}"
        move = Move(side, verb, noun)
        assert move in ask, f"{move} of {journey} is not offered"
        position = engine.follow(position, move)
    return position


def test_every_way_can_be_gone_and_tells_what_stops_it() -> None:
    engine = BOOK.engine()
    lengths, stops = set(), set()
    for position, ask in positions("act", 3, 4):
        side, unit = ask.who[0], next(iter(ask.offers["act"]))
        for journey in journeys(BOOK, engine, position, side, unit, 20.0):
            after = engine.pending(walked(engine, position, side, journey))
            lengths.add(len(journey.acts))
            stops.add(journey.stops)
            if journey.stops == ANSWERED:
                assert isinstance(after, Ask)
                assert after.who != (side,)
            elif journey.stops:
                assert isinstance(after, Throw)
                assert after.what == journey.stops
            else:
                assert not isinstance(after, Throw)
    assert max(lengths) > 3, "nobody is sent farther than a step or two"
    assert "" in stops
    assert len(stops) > 1, f"nothing ever stops anybody: {stops}"


def test_a_way_leaves_as_much_as_can_be_left() -> None:
    """No single march on from a place gets to another with more to spend than the way found to it."""
    engine = BOOK.engine()
    (position, ask), *_ = positions("march", 3, 1)
    side = ask.who[0]
    found = {each.to: each for each in journeys(BOOK, engine, position, side, ask.about or 0, 20.0)}
    for journey in [each for each in found.values() if each.left and not each.stops]:
        here = walked(engine, position, side, journey)
        then = engine.pending(here)
        for cell in then.offers["march"] if isinstance(then, Ask) and "march" in then.offers else ():
            rest = BOOK.sheet.left(engine.follow(here, Move(side, "march", cell)))  # type: ignore[attr-defined]
            known = found[cell]
            if rest is not None and not known.stops and known.left:
                assert float(known.left) >= rest[0] / 2


def test_who_goes_nowhere_has_no_ways() -> None:
    position = BOOK.start("first_blood")
    assert journeys(BOOK, BOOK.engine(), position, 0, 0, 5.0) == []
