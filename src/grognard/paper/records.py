"""A blank record sheet: the turns, what is counted for each side, and a line for every unit."""

from __future__ import annotations

from grognard.engine.book import Book
from grognard.engine.printing import Record
from grognard.paper.canvas import FAINT, INK, SOFT, Leaves, Size
from grognard.paper.flow import heading
from grognard.paper.sheet import Setter

ROW = 7.6
BOX = 3.2


def record_sheet(book: Book, record: Record, size: Size) -> Leaves:
    """One page for each side is printed from the same sheet: it has no names on it."""
    setter = Setter(size, "Record of a battle", book.title)
    _head(setter)
    _turns(setter, record)
    for words, most in record.tracks:
        _track(setter, words, most)
    _units(setter, record)
    return setter.done(f"{book.title}: record sheet")


def _head(setter: Setter) -> None:
    names = (("Battle", 0.4), ("Side", 0.25), ("Army", 0.2), ("Date", 0.15))
    x, y = setter.left, setter.y + 5.0
    for name, share in names:
        wide = setter.width * share
        page = setter.page
        end = page.text(x, y, name, 8, "plain", colour=SOFT, width=wide)
        page.line(end + 1.5, y + 0.6, x + wide - 2, y + 0.6, 0.2, FAINT)
        x += wide
    setter.y = y + 3.0


def _turns(setter: Setter, record: Record) -> None:
    """A box for each turn, and one for each thing done in it."""
    page, x = setter.page, setter.left
    head = heading("Turns", setter.width, 10)
    head.draw(page, x, setter.y)
    setter.y += head.high
    named = 32.0
    cell = (setter.width - named) / record.turns
    rows = ("Turn", *record.phases)
    for at, words in enumerate(rows):
        y = setter.y + at * 5.0
        page.text(x, y + 3.6, words, 7.5, "bold" if at == 0 else "plain", width=named - 1)
        for turn in range(record.turns):
            left = x + named + turn * cell
            page.rect(left, y, cell, 5.0, "", FAINT, 0.2)
            if at == 0:
                page.text(left + cell / 2, y + 3.6, str(turn + 1), 7.5, "bold", to="middle", width=cell)
    setter.y += len(rows) * 5.0 + 2.0


def _track(setter: Setter, words: str, most: int) -> None:
    """Something counted up, a circle for each."""
    page, x, y = setter.page, setter.left, setter.y
    named = 32.0
    page.text(x, y + 3.6, words, 7.5, width=named - 1)
    pitch = min(7.0, (setter.width - named) / (most + 1))
    for number in range(most + 1):
        at = x + named + (number + 0.5) * pitch
        page.disc(at, y + 2.5, min(2.4, pitch / 2 - 0.2), "", SOFT, 0.2)
        page.text(at, y + 3.4, str(number), 6.5, to="middle", colour=SOFT, width=pitch)
    setter.y += 6.0


def _units(setter: Setter, record: Record) -> None:
    page, x = setter.page, setter.left
    head = heading("Units", setter.width, 10)
    head.draw(page, x, setter.y)
    setter.y += head.high
    rows = int((setter.bottom - setter.y - 5.0) / ROW)
    total = sum(share for _, share in record.columns)
    shares = [share / total * setter.width for _, share in record.columns]
    left = x
    for (words, _), wide in zip(record.columns, shares):
        page.text(left + 0.8, setter.y + 3.4, words, 7.5, "bold", colour=SOFT, width=wide - 1)
        left += wide
    top = setter.y + 5.0
    for row in range(rows + 1):
        page.line(x, top + row * ROW, x + setter.width, top + row * ROW, 0.2, FAINT)
    left = x
    for wide in [0.0, *shares]:
        left += wide
        page.line(left, top, left, top + rows * ROW, 0.2, FAINT)
    last = shares[-1]
    fit = min(record.boxes, int((last - 1) / (BOX + 0.6)))
    for row in range(rows):
        for box in range(fit):
            at = x + setter.width - last + 1 + box * (BOX + 0.6)
            page.rect(at, top + row * ROW + (ROW - BOX) / 2, BOX, BOX, "", INK, 0.15)
    setter.y = top + rows * ROW
