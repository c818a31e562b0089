"""What can be printed of a book, and the way from a wish to its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard.engine.book import BadInput, Book
from grognard.engine.files import text_of
from grognard.engine.printing import Deck, Printing, Roster
from grognard.engine.workshop import from_text, look_at
from grognard.paper.canvas import PAPERS, Leaves, Size
from grognard.paper.cards import card_pages, unit_cards
from grognard.paper.quick import quick_reference
from grognard.paper.records import record_sheet
from grognard.paper.rosters import roster_sheet
from grognard.paper.scenarios import scenario_sheet, scene_of
from grognard.paper.templates import template_sheet

KINDS = {
    "roster": "an army with all its numbers and special rules",
    "cards": "a card for each unit of an army, to cut out",
    "leaders": "a card for each leader of an army",
    "scenario": "a battle with its map to scale",
    "quickref": "the quick reference, on two pages",
    "deck": "the cards of the book",
    "templates": "sticks, arcs and bases at their size",
    "record": "a blank record sheet",
}
OF_ARMIES = ("roster", "cards", "leaders")
NAMELESS = ("quickref", "templates", "record")


class Wish(NamedTuple):
    """What is to be printed: a kind of sheet, and of what; `text` is a list or a battle written out."""

    what: str
    name: str = ""
    text: str | None = None
    options: dict[str, Any] | None = None
    """Switches that lay a scenario's table out."""


def wishes(book: Book) -> Iterator[Wish]:
    """All that can be printed of a book as it comes."""
    decks = _printing(book).decks()
    for what in NAMELESS:
        yield Wish(what)
    for name in book.army.names() if book.army is not None else ():
        for what in ("roster", "cards"):
            yield Wish(what, name)
        if any(part.leaders for part in _roster(book, Wish("leaders", name)).parts):
            yield Wish("leaders", name)
    for deck in decks:
        yield Wish("deck", deck.name)
    for name in book.scenarios:
        yield Wish("scenario", name)


def size_of(paper: str) -> Size:
    """A paper by its name."""
    if paper not in PAPERS:
        raise BadInput(f"no paper is called '{paper[:20]}'; there are: {', '.join(PAPERS)}")
    return PAPERS[paper]


def pages(book: Book, wish: Wish, size: Size) -> Leaves:
    """The pages of a wish; BadInput says what is wrong with it."""
    _printing(book)
    if wish.what not in KINDS:
        raise BadInput(f"nothing is called '{wish.what[:40]}' to be printed; there are: {', '.join(KINDS)}")
    if wish.what in NAMELESS and (wish.name or wish.text is not None):
        raise BadInput(f"'{wish.what}' is of the whole book: it wants no name")
    makers: dict[str, Callable[[Book, Wish, Size], Leaves]] = {
        "roster": lambda b, w, s: roster_sheet(b, _roster(b, w), s),
        "cards": lambda b, w, s: unit_cards(b, _roster(b, w), s),
        "leaders": lambda b, w, s: unit_cards(b, _led(_roster(b, w)), s, leaders=True),
        "scenario": lambda b, w, s: scenario_sheet(b, scene_of(b, _named(b, w), w.options), s),
        "quickref": lambda b, w, s: quick_reference(b, s),
        "deck": lambda b, w, s: card_pages(b, _deck(b, w), s),
        "templates": lambda b, w, s: template_sheet(b, s),
        "record": lambda b, w, s: record_sheet(b, _printing(b).record, s),
    }
    return makers[wish.what](book, wish, size)


def _printing(book: Book) -> Printing:
    if book.printing is None:
        raise BadInput(f"{book.title} has nothing to be printed")
    return book.printing


def _named(book: Book, wish: Wish) -> str:
    if not wish.name and wish.text is None:
        raise BadInput(f"say which scenario: {', '.join(book.scenarios)}, or a file")
    return wish.text if wish.text is not None else wish.name


def _deck(book: Book, wish: Wish) -> Deck:
    decks = {deck.name: deck for deck in _printing(book).decks()}
    if not decks:
        raise BadInput(f"{book.title} has no cards of its own; its leaders have: print leaders ARMY")
    if wish.name and wish.name not in decks:
        raise BadInput(f"{book.title} has no deck '{wish.name[:40]}'; it has: {', '.join(decks)}")
    return decks[wish.name] if wish.name else next(iter(decks.values()))


def _led(roster: Roster) -> Roster:
    if not any(part.leaders for part in roster.parts):
        raise BadInput(f"{roster.title} names no leaders")
    return roster


def _roster(book: Book, wish: Wish) -> Roster:
    """The roster of one of the book's lists by its name, of one in a file, or of one written out."""
    if book.army is None:
        raise BadInput(f"{book.title} has no army lists")
    return _printing(book).roster(_listed(book, wish))


def _listed(book: Book, wish: Wish) -> Any:
    if wish.text is None:
        if not wish.name:
            raise BadInput(f"say which army: {', '.join(book.army.names())}, or a file")
        if not wish.name.endswith((".toml", ".json")):
            return book.army.load(wish.name)
        text, named = text_of(Path(wish.name)), Path(wish.name).name
    else:
        text, named = wish.text, "the list"
    draft = look_at(book.army.workshop, from_text(text))
    for fault in draft.faults:
        raise BadInput(f"{named}: {fault.words}{f' [{fault.cite}]' if fault.cite else ''}")
    return msgspec.convert(draft.list, book.army.workshop.record)
