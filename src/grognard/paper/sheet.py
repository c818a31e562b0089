"""A sheet of several pages under one head: pieces flow over columns and pages, page numbers at the foot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.paper.canvas import ACCENT, INK, SOFT, Leaves, Page, Size
from grognard.paper.flow import Piece, balanced, fill, put
from grognard.paper.letters import fitting

HEAD, FOOT = 11.0, 5.0
GUTTER = 5.0
MOST_PAGES = 60
"""More than this nobody prints; a list that long is cut."""


def best_of(tight: Iterable[Leaves], roomy: Iterable[Leaves]) -> Leaves:
    """Of ways to set a sheet, each smaller than the one before, the first with the fewest pages; or the first of the roomy
    ways that takes no more, so that nothing is smaller than it need be and the last page is no scrap."""
    best: Leaves | None = None
    for sheet in tight:
        if best is None or len(sheet.pages) < len(best.pages):
            best = sheet
        if len(best.pages) == 1:
            break
    assert best is not None, "there is something to try"
    return next((sheet for sheet in roomy if len(sheet.pages) <= len(best.pages)), best)


class Setter:
    """Sets a sheet: holds its pages, and where on the last one there is room."""

    def __init__(self, size: Size, title: str, over: str = "", aside: str = ""):
        self.size, self.title, self.over, self.aside = size, title, over, aside
        self.pages: list[Page] = []
        self.y = 0.0
        self.turn()

    @property
    def left(self) -> float:
        """The left edge of what may be printed."""
        return self.size.printable[0]

    @property
    def width(self) -> float:
        """The width that may be printed."""
        left, _, right, _ = self.size.printable
        return right - left

    @property
    def bottom(self) -> float:
        """Where a page ends."""
        return self.size.printable[3] - FOOT

    @property
    def page(self) -> Page:
        """The page that is being set."""
        return self.pages[-1]

    def turn(self) -> None:
        """A new page, with the head on it."""
        self.pages.append(Page(self.size))
        x, y = self.left, self.size.printable[1]
        right = x + self.width
        first = len(self.pages) == 1
        end = self.page.text(x, y + 3.2, self.over, 7.5, "bold", colour=SOFT, width=self.width * 0.4)
        room = right - end - 4.0
        self.page.text(right, y + 3.2, self.aside, 7.5, "plain", colour=SOFT, to="right", width=room)
        title = self.title if first else f"{self.title} (continued)"
        letters = fitting(title, "title", 15 if first else 11, self.width)
        self.page.text(x, y + 9.4, title, letters, "title", colour=INK, width=self.width)
        self.page.line(x, y + HEAD, right, y + HEAD, 0.5, ACCENT)
        self.y = y + HEAD + 2.0

    def add(self, pieces: Sequence[Piece], columns: int = 1) -> None:
        """Set pieces from here on, over as many pages as they need, in columns of equal length."""
        rest = list(pieces)
        while rest and len(self.pages) <= MOST_PAGES:
            room = self.bottom - self.y
            fits = balanced(rest, columns, room)
            if fits:
                self._columns(fits[0], columns)
                self.y += fits[1]
                return
            taken = _as_many(rest, columns, room)
            if not taken and self.fresh:
                rest.pop(0)  # higher than a whole page: nothing we make is
                continue
            if taken:
                set_ = fill(rest[:taken], [room] * columns)
                self._columns(set_ or [], columns)
                rest = rest[taken:]
                if rest and rest[0].again:
                    rest.insert(0, rest[0].again)
            self.turn()

    @property
    def fresh(self) -> bool:
        """Whether nothing has been set on this page yet."""
        return self.y <= self.size.printable[1] + HEAD + 2.0

    def _columns(self, columns: Sequence[Sequence[Piece]], count: int) -> None:
        wide = (self.width - GUTTER * (count - 1)) / count
        for number, column in enumerate(columns):
            put(self.page, self.left + number * (wide + GUTTER), self.y, column)

    def column(self, count: int = 1) -> float:
        """How wide a column is, if there are so many."""
        return (self.width - GUTTER * (count - 1)) / count

    def need(self, high: float) -> None:
        """Turn the page if there is not so much room left on it."""
        if self.y + high > self.bottom and not self.fresh:
            self.turn()

    def done(self, foot: str = "") -> Leaves:
        """The finished sheet, its pages numbered."""
        line = self.size.printable[3] - 0.6
        for number, page in enumerate(self.pages, 1):
            page.text(self.left, line, foot, 6.5, "slant", colour=SOFT, width=self.width * 0.8)
            count = f"{number} of {len(self.pages)}"
            page.text(self.left + self.width, line, count, 6.5, "plain", colour=SOFT, to="right", width=25)
        return Leaves(self.title, tuple(self.pages))


def _as_many(pieces: Sequence[Piece], columns: int, room: float) -> int:
    """How many of the pieces fit into the columns of a page, nothing torn from what it is tied to."""
    low, high = 0, len(pieces)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fill(pieces[:middle], [room] * columns) else (low, middle - 1)
    while low and pieces[low - 1].tied:
        low -= 1
    return low
