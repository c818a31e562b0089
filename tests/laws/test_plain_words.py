"""Nothing that a player reads is a word of the program: no key of a verb, no name of a file or a field, no bare rule.

Everything that is written down is read, and much of what is only made in play: the prompts, offers, journal and
refusals of a recorded game, the refusals asked for with every verb of the book and many targets at once.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from grognard import books
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.domains import Cards, Cells, Pairs
from grognard.engine.reference import table_sheet
from grognard.engine.replay import Game
from grognard.engine.tables import ModTable, Needs, Refusal
from grognard.server import words as told
from grognard.server.catalogue import options_of, reference_of
from grognard.server.views import Sight
from grognard.testing import sources
from grognard.testing.shelf import told as told_of
from tests.laws.recorded import as_recorded, opened
from tests.tools.shelf import BOOKS, GOLDEN

INTERNAL = {
    "joined by an underscore": re.compile(r"[A-Za-z]\w*_\w"),
    "a file": re.compile(r"\b[\w-]+\.(toml|py|json|md|txt)\b"),
    "a bare rule": re.compile(r"\bthe rule:"),
}
CODE = {
    "a value of the program": re.compile(
        r"(?<!^)(?<!\. )\b(None|True|False)\b|\b(NaN|lambda|noun|verb|tuple)\b|[<{}>]|\(\d+, -?\d+"
    ),
    "a quoted key": re.compile(r"'[a-z]+'"),
}
"""Only what is said of a game: a rule may well compare and quote."""
EACH = 7
"""Every so manieth question of the game is looked at closely."""
ASKED = 12
"""So many nouns are tried with every verb there."""


def internal(where: str, text: str) -> str:
    """What kind of internal word a text holds; nothing if it reads as English."""
    patterns = INTERNAL if where.startswith("rule ") else INTERNAL | CODE
    return next((kind for kind, pattern in patterns.items() if pattern.search(text)), "")


def outside_braces(phrase: str) -> str:
    """What a phrase says itself, the names of its facts left out."""
    return "".join(literal + " " for literal, *_ in Formatter().parse(phrase))


def written(book: Book) -> Iterator[tuple[str, str]]:
    """Every text that a book keeps, with where it was found."""
    for verb, label in book.sheet.labels.items():
        yield f"label of {verb}", f"{label.words} {label.hint}"
    for what, phrase in book.sheet.phrases.items():
        yield f"phrase {what}", outside_braces(phrase)
    for option in options_of(book):
        yield f"option {option.name}", " ".join((option.words, *map(str, option.titles)))
    for card in book.guide:
        yield "guide", f"{card.title} {card.words}"
    for step in book.lesson.step if book.lesson else ():
        yield "lesson", f"{step.title} {step.words}"
    for info in book.scenarios.values():
        yield info.name, " ".join((info.title, info.blurb, *info.sides))
    for situation in book.situations.values():
        fields = [field.words for field in situation.fields]
        yield f"situation {situation.name}", " ".join((situation.words, *fields))
    for chapter in reference_of(book).chapters:
        yield from ((f"rule {rule.number}", rule.words) for rule in chapter.rules)
    yield from in_tables(book)
    for sequence, steps in book.sequences.items():
        for step in steps:
            yield f"step of {sequence}", step.title


def in_tables(book: Book) -> Iterator[tuple[str, str]]:
    """The words of every row."""
    for table in book.tables:
        yield table.title, table.title
        if isinstance(table, ModTable):
            yield table.title, table.base_words
        for row in table:
            yield f"{table.title} [{row.cite}]", row.words
            if isinstance(table, Needs) and isinstance(row.fails, str):
                yield f"{table.title} [{row.cite}]", row.fails


def said(name: str) -> Iterator[tuple[str, str]]:
    """What the code says in a refusal or a prompt where it stands as plain text."""
    for node, called, where in sources.calls(name):
        at = {"Refusal": 1, "Ask": 1}.get(called)
        if at is not None and len(node.args) > at:
            for part in _parts(node.args[at]):
                yield where, part


def _parts(node: Any) -> Iterator[str]:
    """The plain texts of an expression, those of f-strings among them."""
    yield from sources.texts(node)
    for value in getattr(node, "values", ()):
        yield from sources.texts(value)


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_written_down_is_plain(name: str) -> None:
    book = books.load(name)
    found = [
        f"{where}: {kind}: {text}"
        for where, text in (*written(book), *said(name))
        if (kind := internal(where, text))
    ]
    assert not found, "\n".join(found)


LETTERS = re.compile(r"\b[A-Z]{2,}[A-Za-z0-9]*\b(?!-\d)")
"""An abbreviation; not the number of a rule."""


def seen(book: Book) -> Iterator[tuple[str, str]]:
    """What stands on the cards of all units."""
    for scenario in book.scenarios:
        state = book.start(scenario).state
        for piece in book.sheet.view(state, None).pieces:
            for row in book.sheet.card(state, piece.id):
                yield f"card of {piece.name}", f"{row.label} {row.value}"
            yield from ((f"tag of {piece.name}", tag.words) for tag in piece.tags)


@pytest.mark.parametrize("name", BOOKS)
def test_every_abbreviation_is_in_the_glossary(name: str) -> None:
    book = books.load(name)
    known = {word for term in book.glossary for word in re.findall(r"\w+", term.short)}
    prefixes = {re.split(r"[-+\d]", number)[0] for number in book.rulebook.rules}
    found = {
        (letters, where, text)
        for where, text in (*written(book), *said(name), *seen(book))
        for letters in LETTERS.findall(text)
        if letters not in known and letters not in prefixes
    }
    assert not found, "\n".join(map(str, sorted(found)))
    assert len({term.short for term in book.glossary}) == len(book.glossary)


@pytest.mark.parametrize("name", BOOKS)
def test_a_row_says_the_fact_and_not_the_rule(name: str) -> None:
    """A condition that fails is told as what is the case: what must hold would read as if it held."""
    for table in books.load(name).tables:
        if isinstance(table, Needs):
            for row in table:
                assert row.fails, f"{table.title} [{row.cite}] says nothing where it fails"
                assert row.fails != row.words, f"{table.title} [{row.cite}] says the rule"


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_said_in_play_is_plain(name: str) -> None:
    book = books.load(name)
    path = min((GOLDEN / name).glob("*.txt"), key=lambda path: path.stat().st_size)
    game, record = opened(book, path)
    rng, found = random.Random(7), set()
    for at, entries in enumerate(as_recorded(game, record)):
        for where, text in (*_journal(game, entries), *_asked(game, rng, close=at % EACH == 0)):
            if kind := internal(where, text):
                found.add(f"{where}: {kind}: {text}")
    assert not found, "\n".join(sorted(found)[:40])


def _journal(game: Game, entries: list[Any]) -> Iterator[tuple[str, str]]:
    book, state = game.book, game.position.state
    names, sides = book.sheet.names(state), book.sheet.sides(state)
    for entry in entries:
        yield f"journal, {entry.what}", told.tell(book, entry, names, sides)


def _asked(game: Game, rng: random.Random, *, close: bool) -> Iterator[tuple[str, str]]:
    waiting = game.pending
    if isinstance(waiting, Throw):
        yield "throw", f"{waiting.what} {told.dice_words(waiting)}".replace("_", " ")
    if not isinstance(waiting, Ask):
        return
    yield "prompt", waiting.prompt
    side = waiting.who[0]
    for verb, reason in waiting.for_side(side).barred.items():
        yield f"why nobody can {verb}", reason.words
    if not close:
        return
    sight = Sight(game.book, game.engine, game.position, side)
    offered = sight.ask()
    assert offered is not None
    for offer in offered.offers:
        yield "offer", f"{offer.label} {offer.hint}"
        yield from ((f"choice of {offer.verb}", str(each)) for each in _flat(getattr(offer, "names", ())))
    for crumb in sight.where():
        yield "step", crumb.title
    for move, reason in _refused(game, waiting, side, rng):
        yield f"why not {move.verb} {move.noun}", reason.words


def _flat(names: Any) -> Iterator[Any]:
    for each in names:
        if isinstance(each, list | tuple):
            yield from _flat(each)
        else:
            yield each


def _refused(game: Game, ask: Ask, side: int, rng: random.Random) -> Iterator[tuple[Move, Refusal]]:
    """Every verb of the book said of many units and pairs: what is refused, and why."""
    units = list(game.book.sheet.names(game.position.state))
    for verb in game.book.sheet.labels:
        domain = ask.for_side(side).offers.get(verb)
        nouns: list[Any] = [None, *rng.sample(units, min(ASKED, len(units)))]
        if domain is None or isinstance(domain, Pairs):
            nouns += [(rng.choice(units), rng.choice(units)) for _ in range(ASKED)]
        if isinstance(domain, Cells | Cards):
            nouns += list(islice(domain, 3))
        for noun in nouns:
            move = Move(side, verb, noun)
            if move not in ask:
                yield move, ask.refusal(move)


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_speaks_in_the_measure_of_its_table(book: str) -> None:
    """Centimetres are never called inches, nor inches centimetres; a table of hexes has neither."""
    foreign = r"(?<=[\d}]) cm\b" if told_of(book, "measure") == "inches" else "″"
    room = Path(books.__file__).parent / book
    texts = [path for kind in ("*.py", "*.toml") for path in sorted(room.rglob(kind))]
    assert [path.name for path in texts if re.search(foreign, path.read_text("utf-8"))] == []


@pytest.mark.parametrize("name", books.names())
def test_no_modifier_is_told_in_hundredths(name: str) -> None:
    """The house keeps lengths in hundredths; a table that changes a length tells it in the book's unit."""
    book = books.load(name)
    for table in book.tables:
        sheet = table_sheet(table, book.rulebook)
        if sheet.kind == "modifiers":
            for row in sheet.rows:
                assert not re.fullmatch(r"[+-]\d{3,}", row.cells[0]), (sheet.title, row.cells)
