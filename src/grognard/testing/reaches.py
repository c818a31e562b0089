"""Laws of moving freely: what a `Reach` proposes it accepts, shows and can plan; whatever else is asked of it, it answers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.engine.book import Book
from grognard.engine.choices import Ask
from grognard.engine.domains import Reach
from grognard.engine.replay import Game
from grognard.engine.tables import Refusal
from grognard.tabletop.manoeuvre import Manoeuvre

SHARE = 0.1
"""At how many of the places where one may move these laws are held."""
ODD_POSES: tuple[tuple[Any, ...], ...] = (
    (),
    ("x",),
    (None, None, None, None),
    (10**9, -(10**9), 99_999, "nonsense"),
    (1.5, 2.5, -3, ""),
    (0, 0, 0, 7),
)


def reaches(game: Game, rng: random.Random) -> Iterator[Reach]:
    """The free moves on offer now and then."""
    waiting = game.pending
    for domain in waiting.offers.values() if isinstance(waiting, Ask) else ():
        if isinstance(domain, Reach) and rng.random() < SHARE:
            yield domain


def hold(book: Book, game: Game, rng: random.Random) -> None:
    """The laws of moving freely, where the game stands."""
    for reach in reaches(game, rng):
        msgspec.json.encode(reach.as_json())
        for noun in (*reach, reach.sample(rng), reach.sample(rng)):
            keeps_its_word(book, reach, noun, rng)
        for pose in ODD_POSES:
            answers(book, reach, pose)
        if isinstance(reach.mover, Manoeuvre):
            agrees(reach.mover, rng)


def agrees(mover: Manoeuvre[Any], rng: random.Random) -> None:
    """Yes or no, asked for by itself, is what the reason says; so it is for ideas and whims that are not legal."""
    whims = [mover.whim(rng, attempt) for attempt in range(mover.tries)]
    for legs in (*whims, *itertools.islice(mover.ideas(), 12)):
        done = mover.work_out(legs)
        if not isinstance(done, Refusal):
            assert mover.allows(done) == (mover.judge(done) is None), legs


def keeps_its_word(book: Book, reach: Reach, noun: Any, rng: random.Random) -> None:
    """A proposed manoeuvre is legal, its preview says so, and a plan to where it ends is legal too."""
    assert noun in reach, f"proposed but refused: {noun}: {reach.why_not(noun)}"
    shown = reach.mover.preview(noun)
    msgspec.json.encode(shown)
    assert not shown.get("refusal"), f"{noun}: {shown['refusal']}"
    if "end" in shown and rng.random() < 0.2:
        answers(book, reach, tuple(shown["end"]))


def answers(book: Book, reach: Reach, pose: tuple[Any, ...]) -> None:
    """A plan to anywhere is a legal manoeuvre or a cited reason."""
    planned = reach.mover.plan(pose)
    if isinstance(planned, Refusal):
        assert planned.cite in book.rulebook.rules, planned
    else:
        assert planned in reach, f"planned to {pose} but refused: {planned}: {reach.why_not(planned)}"
