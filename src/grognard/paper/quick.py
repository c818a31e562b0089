"""The quick reference on two pages: the same tables as on the screen, as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.book import BadInput, Book
from grognard.engine.reference import MARKS, TableSheet, reference, spelt
from grognard.paper.canvas import Leaves, Size
from grognard.paper.flow import (
    Column,
    Piece,
    balanced,
    fill,
    gap,
    heading,
    paragraph,
    put,
    table,
    told,
    widths,
)
from grognard.paper.letters import clean, wide, wrap
from grognard.paper.sheet import GUTTER, Setter

LARGEST, SMALLEST, STEP = 9.0, 6.5, 0.25
"""Sizes in points; nothing smaller can be read at a table."""
COLUMNS, BROAD, FULL = 3, 2, 1
"""In how many columns tables stand; those that are too broad for that, and those that need the whole page."""
BETWEEN = 2.0
Band = tuple[int, list[list[Piece]], float]
"""Tables side by side: in how many columns, what stands in them, how high they are."""
CRAMPED = 2.0
"""A table whose rows take more lines than this is set broader."""
WHOLE = 8
"""Tables of so many lines, their heads among them, are not parted."""
LEGEND = "ᶠ found elsewhere · ᵈ deduced · ⁱ invented by us · unmarked: given by the book"


def quick_reference(book: Book, size: Size) -> Leaves:
    """The quick reference of a book, on two pages."""
    steps = round((LARGEST - SMALLEST) / STEP)
    low, high, found = 0, steps, None
    while low <= high:  # what fits in large letters fits in smaller ones
        middle = (low + high) // 2
        set_ = _set(book, size, LARGEST - middle * STEP)
        if set_ is None:
            low = middle + 1
        else:
            found, high = set_, middle - 1
    if found is None:
        raise BadInput(f"the quick reference of {book.title} does not fit on two pages")
    return found


def _set(book: Book, size: Size, letters: float) -> Leaves | None:
    """The sheet in letters of a size; None if it takes more than two pages."""
    sheet = reference(book)
    setter = Setter(size, book.title, "Quick reference", LEGEND)
    narrow = setter.column(COLUMNS)
    plain = list(_sequence(book, narrow, letters))
    spread: dict[int, list[Piece]] = {BROAD: [], FULL: []}
    for one in sheet.tables:
        for count in (COLUMNS, BROAD, FULL):
            if count == FULL or not _too_broad(one, setter.column(count), letters):
                (plain if count == COLUMNS else spread[count]).extend(
                    _table(one, setter.column(count), letters)
                )
                break
    room = setter.bottom - setter.y
    bands = [(count, balanced(pieces, count, room)) for count, pieces in spread.items() if pieces]
    first, rest = _first_page(plain, room)
    whole = balanced(plain, COLUMNS, room)
    over = balanced(rest, COLUMNS, room)
    if over is None or any(band is None for _, band in bands):
        return None
    upper: list[Band] = [(COLUMNS, *whole)] if whole else [(COLUMNS, first, room)]
    lower: list[Band] = [(COLUMNS, *over)] if rest else []
    for count, band in bands:
        assert band is not None, "looked at above"
        page = upper if not rest and _high(upper) + band[1] + BETWEEN <= room else lower
        page.append((count, *band))
    if _high(lower) > room:
        return None
    _put(setter, upper)
    setter.turn()
    _put(setter, lower)
    return setter.done(f"{book.title}, made from the rules as they are played; {letters:g} point")


def _high(bands: Sequence[Band]) -> float:
    return sum(high + BETWEEN for _, _, high in bands) - BETWEEN if bands else 0.0


def _first_page(pieces: Sequence[Piece], room: float) -> tuple[list[list[Piece]], list[Piece]]:
    """What the first page holds, and what is left."""
    low, high = 0, len(pieces)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fill(pieces[:middle], [room] * COLUMNS) else (low, middle - 1)
    while low and low < len(pieces) and pieces[low - 1].tied:
        low -= 1
    rest = list(pieces[low:])
    if rest and rest[0].again:
        rest.insert(0, rest[0].again)
    return fill(pieces[:low], [room] * COLUMNS) or [], rest


def _put(setter: Setter, bands: Sequence[Band]) -> None:
    """Draw bands of columns, one below the other."""
    for count, columns, high in bands:
        width = setter.column(count)
        for number, column in enumerate(columns):
            put(setter.page, setter.left + number * (width + GUTTER), setter.y, column)
        setter.y += high + BETWEEN


def _sequence(book: Book, width: float, letters: float) -> list[Piece]:
    """The sequence of play, from the chapter the book names."""
    if not book.printing or not book.printing.turn:
        return []
    chapter = book.rulebook.chapter[book.printing.turn]
    found = [heading(chapter.title, width, letters + 1, before=0.0)]
    for number, rule in chapter.rules.items():
        if number not in book.rulebook.left_out:
            found.append(told(spelt(rule.words), number + MARKS[rule.source], width, letters))
    return [*found, gap(1.0)]


def _together(pieces: list[Piece]) -> list[Piece]:
    """A short table stays whole; a long one is parted neither after its first row nor before its last."""
    if len(pieces) <= WHOLE:
        return [piece._replace(tied=True) for piece in pieces[:-1]] + pieces[-1:]
    bound = {0, 1, 2, len(pieces) - 2}
    return [piece._replace(tied=True) if at in bound else piece for at, piece in enumerate(pieces)]


def _too_broad(sheet: TableSheet, width: float, letters: float) -> bool:
    """Whether a table of many columns would have to break its words in a narrow column."""
    if len(sheet.columns) < 4:
        return False
    least = 0.0
    for at, head in enumerate(sheet.columns):
        words = [
            word for row in (head, *(row.cells[at] for row in sheet.rows)) for word in clean(row).split()
        ]
        least += max((wide(word, "bold", letters) for word in words), default=0.0) + 1.4
    return least + wide("F-10.1", "plain", letters) > width * 0.95 or _lines(sheet, width, letters) > CRAMPED


def _lines(sheet: TableSheet, width: float, letters: float) -> float:
    """How many lines a row of a table takes in a column, on the average."""
    cells = [row.cells for row in sheet.rows]
    shares = widths(sheet.columns, cells, width - 1.6 - wide("F-10.1", "slant", letters), letters)
    set_ = [
        max(len(wrap(cell, share - 1.2, "plain", letters)) for cell, share in zip(row, shares))
        for row in cells
    ]
    return sum(set_) / max(1, len(set_))


def _table(sheet: TableSheet, width: float, letters: float) -> list[Piece]:
    title = heading(sheet.title, width, letters + 1, sheet.cite)
    again = heading(f"{sheet.title}, continued", width, letters)
    cites = [f"{row.cite}{MARKS.get(row.source, '')}" for row in sheet.rows]
    rows = [(*row.cells, cite) for row, cite in zip(sheet.rows, cites)]
    heads = (*sheet.columns, "")
    last = max((wide(cite, "slant", letters) for cite in cites), default=0.0) + 1.6
    shares = [*widths(sheet.columns, [row.cells for row in sheet.rows], width - last, letters), last]
    columns = [
        Column(head, share, "slant" if at == len(heads) - 1 else "plain")
        for at, (head, share) in enumerate(zip(heads, shares))
    ]
    named = any(head not in ("", "when", "needed") for head in sheet.columns)
    found = _together([title, *table(columns, rows, letters, heads=named, room=0.25, again=again)])
    if sheet.notes:
        found[-1] = found[-1]._replace(tied=True)
        found.append(paragraph("; ".join(sheet.notes), width, max(SMALLEST, letters - 0.5)))
    return [*found, gap(0.8)]
