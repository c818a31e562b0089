"""Lessons: a first battle that can be carried out step by step, whatever the dice and the enemy do."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grognard.ai.agents import make
from grognard.books import library
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.lesson import Lesson, LessonStep, load_lesson
from grognard.engine.rulebook import Rulebook

BOOKS = [pytest.param(book, id=name) for name, book in library().items()]
FEWEST, DICE = 2, 16
"""Games played in any case, and at most until every step has come up."""
MOST = 90
"""Choices of one's own, at most, until the farewell."""
BESIDE = 14
"""Choices, at most, that no step speaks of before the next one that does."""


def lesson_of(book: Book) -> Lesson:
    assert book.lesson is not None
    return book.lesson


def test_a_book_without_a_lesson_has_none() -> None:
    assert load_lesson("examples.toy_brigade.toy", Rulebook("TB", "Toy", "1", {})) is None


@pytest.mark.parametrize("book", BOOKS)
def test_steps_are_short_and_speak_of_verbs_units_and_rules_that_exist(book: Book) -> None:
    lesson = lesson_of(book)
    assert lesson.scenario == next(iter(book.scenarios))
    pieces = book.sheet.view(book.start(lesson.scenario).state, 0).pieces
    for step in lesson.step:
        assert len(step.words) < 400, f"'{step.title}' is too long to be read in passing"
        assert {*step.do, *step.by} <= set(book.sheet.labels), step.title
        assert step.rules, step.title
        assert not step.unit or step.unit in {piece.name for piece in pieces if piece.side == 0}, step.title
    assert [bool(step.do) for step in lesson.step] == [True] * (len(lesson.step) - 1) + [False]
    titles = [step.title for step in lesson.step]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("book", BOOKS)
def test_every_step_can_be_carried_out(book: Book) -> None:
    """With any dice to the end; what is left to them comes up with some."""
    steps = lesson_of(book).step[:-1]
    met: set[int] = set()
    for seed in range(1, DICE + 1):
        if seed > FEWEST and len(met) == len(steps):
            break
        done = set(carried_out(book, seed))
        missing = [step.title for at, step in enumerate(steps) if not step.perhaps and at not in done]
        assert not missing, f"dice {seed}: {missing}"
        met |= done
    assert not [step.title for at, step in enumerate(steps) if at not in met]


def carried_out(book: Book, seed: int) -> Iterator[int]:
    """Play the first side as its lesson says, the rest as the computer would; the steps done, in order."""
    lesson, rng = lesson_of(book), random.Random(seed)
    position, engine = book.start(lesson.scenario), book.engine()
    agents = [make("greedy", book, seed), make("greedy", book, seed + 1)]
    names = {piece.id: piece.name for piece in book.sheet.view(position.state, 0).pieces}
    at, own, beside = 0, 0, 0
    while lesson.step[at].do:
        waiting = engine.pending(position)
        if isinstance(waiting, Throw):
            position = engine.apply(position, waiting.roll(rng))
            continue
        assert isinstance(waiting, Ask), f"the battle is over before '{lesson.step[at].title}'"
        side = waiting.who[0]
        view = book.view_of(position, side)
        seen = engine.pending(view)
        assert isinstance(seen, Ask)
        ask = seen.for_side(side)
        move = agents[side].choose(view, ask, side) if side else None
        if side == 0:
            at = now(lesson.step, at, ask, names)
            step = lesson.step[at]
            move = next(choices(step, ask, names), None) or agents[0].choose(view, ask, 0)
            spoken = move.verb in (*step.do, *step.by)
            own, beside = own + 1, 0 if spoken else beside + 1
            assert own < MOST, f"'{step.title}' never comes"
            assert beside < BESIDE, f"'{step.title}' is long in coming: {ask}"
            if move.verb in step.do:
                yield at
                at += 1
        assert move is not None
        position = engine.apply(position, move)


def now(steps: tuple[LessonStep, ...], at: int, ask: Ask, names: dict[int, str]) -> int:
    """The step that is due: what the dice left out is passed over when the next comes up."""
    for later in range(at, len(steps)):
        if on_offer(steps[later], ask, names):
            return later
        if not steps[later].perhaps:
            break
    return at


def on_offer(step: LessonStep, ask: Ask, names: dict[int, str]) -> bool:
    return any(True for _ in choices(step, ask, names))


def choices(step: LessonStep, ask: Ask, names: dict[int, str]) -> Iterator[Move]:
    """By which a step is done: of its unit first, of anybody where its unit cannot."""
    found = [
        Move(0, verb, noun)
        for verb in (*step.do, *step.by)
        if verb in ask.offers
        for noun in ask.offers[verb]
    ]
    yield from (move for move in found if of_unit(step, move, names))
    yield from found


def of_unit(step: LessonStep, move: Move, names: dict[int, str]) -> bool:
    """Whether a choice is about the unit a step names; a choice that names nobody is about whoever acts."""
    first = move.noun[0] if isinstance(move.noun, tuple) and move.noun else move.noun
    return not step.unit or not isinstance(first, int) or names.get(first) == step.unit
