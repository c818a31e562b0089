"""The roster of an army: all its numbers, and every special rule of its units in our words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine.book import Book
from grognard.engine.printing import Roster, RosterPart, RosterRow, Special
from grognard.engine.reference import spelt
from grognard.engine.rulebook import Rulebook
from grognard.paper.canvas import Leaves, Size
from grognard.paper.flow import Column, Piece, Run, gap, heading, paragraph, table, told, widths
from grognard.paper.letters import clean, wide
from grognard.paper.sheet import Setter, best_of
from grognard.paper.wording import cited, in_words, with_lead

TIGHT = 7.5
"""For a table with so many columns that it would not fit else."""
TRIES = ((8.5, 8.5), (8.5, 8.0), (8.5, 7.5), (8.0, 7.5), (7.5, 7.5))
"""Sizes of the letters of tables and of special rules: the first that saves a page is taken."""
EVEN = 8.5
"""Larger letters than these only where they do not break the rows of a table into lines."""
ROOMY = ((10.0, 10.5), (9.0, 9.5))
"""Larger ones, where that takes no more pages."""


def roster_sheet(book: Book, roster: Roster, size: Size) -> Leaves:
    """The roster of an army."""
    tight, roomy = (
        (_sheet(book, roster, size, letters, small) for letters, small in tries) for tries in (TRIES, ROOMY)
    )
    return best_of(tight, roomy)


def _sheet(book: Book, roster: Roster, size: Size, letters: float, small: float) -> Leaves:
    setter = Setter(size, roster.title, book.title, f"{roster.points} points")
    for line in roster.lines:
        setter.add([told(*in_words(book.rulebook, line), setter.width, letters)])
    if roster.notes:
        setter.add([paragraph([Run(roster.notes, "slant")], setter.width, letters)])
    for part in roster.parts:
        setter.add(_part(part, setter.width, letters))
    rules = list(special_rules(book.rulebook, roster))
    if rules:
        column = setter.column(2)
        head = heading("Special rules", setter.width, 11)
        pieces = [piece for rule in rules for piece in _rule(book.rulebook, rule, column, small)]
        setter.need(2.0 + head.high + pieces[0].high)
        setter.add([gap(2.0), head])
        setter.add(pieces, 2)
    return setter.done(f"{book.title}: {roster.title}")


def _part(part: RosterPart, width: float, wanted: float) -> list[Piece]:
    """The table of one part."""
    shown = _with_optional(part)
    heads = [head for head, _ in shown]
    rows = [[cells[at] for _, cells in shown] for at in range(len(part.rows))]
    letters = _letters(shown, width, wanted)
    shares = widths(heads, rows, width, letters, bold=True)
    columns = [
        Column(head, share, "bold" if at == 0 else "plain", head == "Points")
        for at, (head, share) in enumerate(zip(heads, shares))
    ]
    found = [heading(part.title, width, 11)]
    if part.note:
        found.append(paragraph([Run(part.note, "slant")], width, letters, tied=True))
    return [*found, *table(columns, rows, letters, room=0.9), gap(1.0)]


def _letters(shown: Sequence[tuple[str, list[str]]], width: float, wanted: float) -> float:
    """Letters of a table: as large as wanted if every row keeps to a line, else less; smallest if not even words fit."""
    sizes = [wanted - 0.5 * at for at in range(int(max(0.0, wanted - EVEN) / 0.5) + 1)]
    for letters in sizes:
        if sum(_least(head, cells, letters, whole=True) for head, cells in shown) <= width:
            return letters
    fits = sum(_least(head, cells, sizes[-1]) for head, cells in shown) < width
    return sizes[-1] if fits else min(wanted, TIGHT)


def _least(head: str, cells: Iterable[str], letters: float, *, whole: bool = False) -> float:
    """How wide a column has to be for its longest word, or for its longest cell in one line."""
    words = [word for cell in (head, *cells) for word in ([clean(cell)] if whole else clean(cell).split(" "))]
    return max(wide(word, "bold", letters) for word in words) + 1.6


def _with_optional(part: RosterPart) -> list[tuple[str, list[str]]]:
    """The columns that have anything in them."""
    found = [("Name", [row.name for row in part.rows]), ("", [row.kind for row in part.rows])]
    found += [(head, [row.cells[at] for row in part.rows]) for at, head in enumerate(part.heads)]
    found.append(("Options", [row.options for row in part.rows]))
    found.append(("Special rules", [", ".join(one.name for one in row.specials) for row in part.rows]))
    found.append(("Points", ["" if row.points is None else str(row.points) for row in part.rows]))
    return [
        (head, cells)
        for head, cells in found
        if head == "Name" or (any(cells) and (head or len(set(cells)) > 1))
    ]


def special_rules(rulebook: Rulebook, roster: Roster) -> list[Special]:
    """Every special rule of an army once, in the order of their names."""
    found: dict[str, Special] = {}
    for row in all_rows(roster):
        for one in row.specials:
            found.setdefault(one.name, one)
    known = (
        Special(name, tuple(cite for cite in one.cites if cite in rulebook.rules))
        for name, one in found.items()
    )
    return sorted((one for one in known if one.cites), key=lambda one: one.name.casefold())


def all_rows(roster: Roster) -> list[RosterRow]:
    """Everybody in an army."""
    return [row for part in roster.parts for row in part.rows]


def _rule(rulebook: Rulebook, special: Special, width: float, letters: float) -> list[Piece]:
    """A special rule: its name, then each of its rules."""
    found = []
    for at, cite in enumerate(special.cites):
        lead, words = with_lead(special.name, spelt(rulebook.rules[cite].words), at == 0)
        found.append(told(words, cited(rulebook, cite), width, letters, lead, 1.2))
    return found
