"""Pieces of a sheet, each with its height, set one below the other into columns and over pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.paper.canvas import ACCENT, FAINT, INK, SHADE, SOFT, Colour, Page
from grognard.paper.letters import MM, Face, clean, face_for, wide, wrap

LEADING = 1.18
"""From line to line, for a size of one."""


class Piece(NamedTuple):
    """Something that stays whole: how high it is and how it is drawn, from its top left corner."""

    high: float
    draw: Callable[[Page, float, float], None]
    tied: bool = False
    """Whether it stays with what follows."""
    again: Piece | None = None
    """What is said once more where a column begins with it: the head of its table."""


class Run(NamedTuple):
    """Words of one look within a paragraph."""

    words: str
    face: Face = "plain"
    colour: Colour = INK


def step(size: float) -> float:
    """From line to line in millimetres."""
    return size * MM * LEADING


def base(size: float) -> float:
    """From the top of a line to where its letters stand."""
    return size * MM * 0.93


def gap(high: float) -> Piece:
    """Nothing."""
    return Piece(high, lambda page, x, y: None)


# ---- words


Line = tuple[Run, ...]


@lru_cache(maxsize=5_000)
def run_lines(runs: tuple[Run, ...], width: float, size: float) -> tuple[Line, ...]:
    """Words of several looks in lines of at most a width; many cards tell the same rules."""
    lines: list[list[Run]] = [[]]
    used = 0.0
    for run in runs:
        face = face_for(clean(run.words), run.face)
        space = wide(" ", face, size)
        for word in clean(run.words).split(" "):
            whole = wide(word, face, size) <= width
            for part in (word,) if whole else wrap(word, width, face, size):
                long = wide(part, face, size)
                if lines[-1] and used + space + long > width:
                    lines.append([])
                    used = 0.0
                used += long + (space if lines[-1] else 0.0)
                lines[-1].append(Run(part, face, run.colour))
    return tuple(_joined(line) for line in lines if line)


def _joined(line: list[Run]) -> Line:
    """Neighbours of one look as one."""
    found: list[Run] = []
    for run in line:
        if found and found[-1][1:] == run[1:]:
            found[-1] = Run(f"{found[-1].words} {run.words}", *run[1:])
        else:
            found.append(run)
    return tuple(found)


def draw_runs(page: Page, x: float, y: float, lines: Sequence[Line], size: float) -> None:
    """Lines of several looks, from their top left corner."""
    for number, line in enumerate(lines):
        at = x
        for run in line:
            end = page.text(
                at, y + number * step(size) + base(size), run.words, size, run.face, colour=run.colour
            )
            at = end + wide(" ", run.face, size)


def paragraph(runs: Sequence[Run] | str, width: float, size: float, after: float = 0.6, *, tied: bool = False,
              indent: float = 0.0) -> Piece:  # fmt: skip
    """A paragraph that stays whole."""
    given = (Run(runs),) if isinstance(runs, str) else tuple(runs)
    lines = run_lines(given, width - indent, size)
    return Piece(
        len(lines) * step(size) + after,
        lambda page, x, y: draw_runs(page, x + indent, y, lines, size),
        tied,
    )


def told(words: str, cite: str, width: float, size: float, lead: str = "", after: float = 0.6) -> Piece:
    """A rule in our words, with its number behind it."""
    runs = [Run(lead, "bold")] if lead else []
    runs.append(Run(words))
    if cite:
        runs.append(Run(f"[{cite}]", "slant", SOFT))
    return paragraph(runs, width, size, after)


def heading(words: str, width: float, size: float, cite: str = "", before: float = 1.4) -> Piece:
    """A heading with a line under it; it stays with what follows."""
    behind = f"[{cite}]" if cite else ""
    room = wide(behind, "slant", size * 0.8) + 1.5 if behind else 0.0
    face = face_for(clean(words), "title")
    lines = wrap(words, width - room, face, size)[:2]

    def draw(page: Page, x: float, y: float) -> None:
        for number, line in enumerate(lines):
            at = y + before + number * step(size) + base(size)
            page.text(x, at, line, size, face, colour=ACCENT, width=width - room)
        if behind:
            at = y + before + (len(lines) - 1) * step(size) + base(size)
            page.text(x + width, at, behind, size * 0.8, "slant", colour=SOFT, to="right", width=width)
        below = y + before + len(lines) * step(size) + 0.1
        page.line(x, below, x + width, below, 0.25, ACCENT)

    return Piece(before + len(lines) * step(size) + 0.7, draw, True)


# ---- tables


class Column(NamedTuple):
    """A column of a table: its head, and how much of the width it has."""

    head: str
    width: float
    face: Face = "plain"
    right: bool = False


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]], size: float, *, heads: bool = True,
          room: float = 0.5, again: Piece | None = None) -> list[Piece]:  # fmt: skip
    """A table, a piece a row; its head stands again where it goes on elsewhere."""
    found: list[Piece] = []
    head = _row(columns, [column.head for column in columns], size, room, head=True) if heads else None
    if head:
        found.append(head._replace(tied=True))
    repeated = head if again is None else _both(again, head)
    for number, cells in enumerate(rows):
        row = _row(columns, cells, size, room, shaded=number % 2 == 1)
        found.append(row._replace(again=repeated if number else None))
    return found


def _both(first: Piece, second: Piece | None) -> Piece:
    if second is None:
        return first

    def draw(page: Page, x: float, y: float) -> None:
        first.draw(page, x, y)
        second.draw(page, x, y + first.high)

    return Piece(first.high + second.high, draw, True)


def _row(columns: Sequence[Column], cells: Sequence[str], size: float, room: float, *, head: bool = False,
         shaded: bool = False) -> Piece:  # fmt: skip
    pad = 0.6
    face_of: list[Face] = ["bold" if head else column.face for column in columns]
    set_ = [
        wrap(cell, max(1.0, column.width - 2 * pad), face, size)
        for column, cell, face in zip(columns, cells, face_of)
    ]
    high = max(len(lines) for lines in set_) * step(size) + room
    total = sum(column.width for column in columns)

    def draw(page: Page, x: float, y: float) -> None:
        if shaded:
            page.rect(x, y, total, high, SHADE, "")
        for column, lines, face in zip(columns, set_, face_of):
            for number, line in enumerate(lines):
                at = x + column.width - pad if column.right else x + pad
                page.text(
                    at, y + room / 2 + number * step(size) + base(size), line, size, face,
                    colour=SOFT if head else INK, to="right" if column.right else "left", width=column.width - pad,
                )  # fmt: skip
            x += column.width
        if head:
            page.line(x - total, y + high, x, y + high, 0.15, FAINT)

    return Piece(high, draw)


def widths(heads: Sequence[str], rows: Sequence[Sequence[str]], total: float, size: float, *,
           bold: bool = False) -> list[float]:  # fmt: skip
    """How a width is shared out: every column has room for its longest word, the longest cells give way first; the first
    column may be bold."""
    pad = 1.6
    wanted, words = [], []
    for at, head in enumerate(heads):
        face: Face = "bold" if bold and at == 0 else "plain"
        cells = [clean(row[at]) for row in rows]
        parts = [wide(part, face, size) for cell in cells for part in cell.split(" ")]
        parts += [wide(part, "bold", size) for part in clean(head).split(" ")]
        words.append(max(parts, default=0.0) + pad)
        wanted.append(max(words[-1], *(wide(cell, face, size) + pad for cell in cells or [""])))
    if sum(wanted) <= total:
        spare = (total - sum(wanted)) / max(1, len(wanted))
        return [one + spare for one in wanted]
    if sum(words) > total:
        return [word * total / sum(words) for word in words]
    low, high = 0.0, total
    for _ in range(40):  # the most any column may have beyond its longest word, so that all fit
        middle = (low + high) / 2
        fits = sum(max(word, min(one, middle)) for word, one in zip(words, wanted)) <= total
        low, high = (middle, high) if fits else (low, middle)
    return [max(word, min(one, low)) for word, one in zip(words, wanted)]


# ---- setting


def fill(pieces: Sequence[Piece], heights: Sequence[float]) -> list[list[Piece]] | None:
    """Pieces in columns of these heights, in order; None if there is not room enough for all."""
    columns: list[list[Piece]] = []
    at = 0
    for height in heights:
        column: list[Piece] = []
        used = 0.0
        while at < len(pieces):
            bound = _bound(pieces, at)
            group = list(pieces[at : at + bound])
            if not column and columns and (again := pieces[at].again):
                group.insert(0, again)
            high = sum(piece.high for piece in group)
            if used + high > height + 1e-6:
                break
            column += group
            used += high
            at += bound
        columns.append(column)
        if at >= len(pieces):
            return columns
    return columns if at >= len(pieces) else None


def _bound(pieces: Sequence[Piece], at: int) -> int:
    """How many pieces hang together from here."""
    count = 1
    while at + count < len(pieces) and pieces[at + count - 1].tied:
        count += 1
    return count


def balanced(pieces: Sequence[Piece], count: int, most: float) -> tuple[list[list[Piece]], float] | None:
    """Pieces in so many columns as short as can be; None if they do not fit into `most`."""
    if fill(pieces, [most] * count) is None:
        return None
    low, high = 0.0, most
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (low, middle) if fill(pieces, [middle] * count) else (middle, high)
    columns = fill(pieces, [high] * count)
    assert columns is not None, "the last height that was kept held everything"
    return columns, high


def put(page: Page, x: float, y: float, column: Iterable[Piece]) -> float:
    """Draw a column; gives where it ends."""
    for piece in column:
        piece.draw(page, x, y)
        y += piece.high
    return y
