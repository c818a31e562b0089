"""Cards to cut out: of units and leaders, and the decks a book has."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.book import Book
from grognard.engine.printing import Deck, PrintCard, Roster, RosterPart, RosterRow, Told
from grognard.engine.reference import spelt
from grognard.paper.canvas import ACCENT, FAINT, INK, SHADE, SOFT, Leaves, Page, Size
from grognard.paper.flow import Run, base, draw_runs, run_lines, step
from grognard.paper.letters import clean, wide
from grognard.paper.sheet import Setter
from grognard.paper.wording import in_words, with_lead

WIDE, HIGH = 63.0, 88.0
"""As playing cards are, so that sleeves fit."""
PAD = 3.0
LETTERS, SMALLEST = 9.0, 6.25
LARGE = 12.0
"""Letters of a card that is read from a hand and has only words on it."""
BESIDE = 1.6
"""Room between two numbers, at least."""
BOX, BOXES_A_ROW = 3.6, 14


def unit_cards(book: Book, roster: Roster, size: Size, *, leaders: bool = False) -> Leaves:
    """A card for every unit of an army, or for every leader."""
    parts = [part for part in roster.parts if part.leaders == leaders]
    cards = [_of_row(book, part, row) for part in parts for row in part.rows]
    what = "leader cards" if leaders else "unit cards"
    return card_pages(book, Deck("", f"{roster.title}: {what}", tuple(cards)), size)


def _of_row(book: Book, part: RosterPart, row: RosterRow) -> PrintCard:
    cells = [(head, cell) for head, cell in zip(part.heads, row.cells) if cell]
    if row.options:
        cells.append(("Options", row.options))
    rules = book.rulebook.rules
    lines = []
    for special in row.specials:
        known = [cite for cite in special.cites if cite in rules]
        for at, cite in enumerate(known):
            lead, words = with_lead(special.name, spelt(rules[cite].words), at == 0)
            lines.append(Told(f"{lead} {words}", cite))
    kind = row.kind or part.title
    points = "" if row.points is None else f"{row.points} points"
    return PrintCard(row.name, kind, tuple(cells), tuple(lines), row.boxes, part.boxes, points)


def card_pages(book: Book, deck: Deck, size: Size) -> Leaves:
    """A deck, nine cards to a page, edge to edge to be cut apart."""
    setter = Setter(size, deck.title, book.title, "cut along the lines")
    across = int(setter.width // WIDE)
    down = int((setter.bottom - setter.y) // HIGH)
    high = HIGH
    if down < 3:  # Letter is shorter than three cards under a head: they are a little lower then
        down, high = 3, (setter.bottom - setter.y) / 3
    left = setter.left + (setter.width - across * WIDE) / 2
    top = setter.y
    for at, card in enumerate(deck.cards):
        place = at % (across * down)
        if at and not place:
            setter.turn()
        row, column = divmod(place, across)
        _card(setter.page, book, card, left + column * WIDE, top + row * high, high)
    return setter.done(f"{book.title}: {deck.title}")


def _card(page: Page, book: Book, card: PrintCard, x: float, y: float, high: float) -> None:
    page.rect(x, y, WIDE, high, "", FAINT, 0.2, (1.2, 1.2))
    inner = WIDE - 2 * PAD
    page.rect(x + PAD - 1, y + PAD - 1, inner + 2, 10.4, SHADE, "")
    page.text(x + PAD, y + PAD + 3.4, card.title, 10.5, "title", colour=ACCENT, width=inner)
    behind = wide(clean(card.aside), "plain", 7.5)
    page.text(x + PAD, y + PAD + 7.8, card.kind, 7.5, "slant", colour=SOFT, width=inner - behind - 2)
    page.text(x + PAD + inner, y + PAD + 7.8, card.aside, 7.5, colour=SOFT, to="right", width=inner)
    at = y + PAD + 11.2
    foot = y + high - PAD
    if card.boxes:
        foot -= _boxes(page, card, x + PAD, foot, inner) + 1.0
    else:
        page.text(x + WIDE - PAD, foot, book.key, 6.5, "plain", colour=SOFT, to="right", width=inner)
        foot -= 3.0
    most = LETTERS if card.boxes else LARGE
    at = _numbers(page, card.cells, x + PAD, at, inner, most)
    lines = [_untitled(card, in_words(book.rulebook, line)) for line in card.lines]
    _words(page, lines, x + PAD, at + 0.6, inner, foot, most)


def _untitled(card: PrintCard, line: Told) -> Told:
    """A rule that begins with the card's own title, without it."""
    return line._replace(words=with_lead(card.title.removeprefix("A "), line.words, False)[1])


def _numbers(
    page: Page, cells: Sequence[tuple[str, str]], x: float, y: float, width: float, most: float
) -> float:
    """Short numbers side by side, in one row if they fit so; long ones on lines of their own."""
    short = [cell for cell in cells if _needs(cell) <= width / 4 - 1]
    long = [cell for cell in cells if cell not in short]
    rows = [short]
    if sum(map(_needs, short)) + BESIDE * (len(short) - 1) > width:
        rows = [short[at : at + 4] for at in range(0, len(short), 4)]
    for row in rows if short else ():
        lefts = _beside(row, width) if len(rows) == 1 else [at * width / 4 for at in range(len(row))]
        for left, (head, value) in zip(lefts, row):
            page.text(x + left, y + 2.2, head, 6.5, "plain", colour=SOFT, width=width / 4)
            page.text(x + left, y + 6.0, value, 10, "bold", width=width / 4)
        y += 7.8
    letters = most * 5 / 6
    for head, value in long[:8]:
        lines = run_lines((Run(f"{head}:", "plain", SOFT), Run(value, "bold")), width, letters)[:3]
        draw_runs(page, x, y, lines, letters)
        y += len(lines) * step(letters) + 0.3
    return y


def _beside(row: Sequence[tuple[str, str]], width: float) -> list[float]:
    """Where the numbers of a row stand: in quarters, or each with the room it needs and the same between all."""
    if len(row) <= 4:
        return [at * width / 4 for at in range(len(row))]
    needs = [_needs(cell) for cell in row]
    between = (width - sum(needs)) / (len(row) - 1)
    return [sum(needs[:at]) + at * between for at in range(len(row))]


def _needs(cell: tuple[str, str]) -> float:
    """How wide a number and its head are."""
    return max(wide(clean(cell[0]), "plain", 6.5), wide(clean(cell[1]), "bold", 10))


def _words(
    page: Page, lines: Sequence[Told], x: float, y: float, width: float, foot: float, most: float
) -> None:
    """The rules of a card, in letters as large as there is room for; what is too long ends with its number."""
    if not lines:
        return
    page.line(x, y, x + width, y, 0.2, FAINT)
    y += 1.0
    letters = most
    while True:
        set_ = [run_lines((Run(one.words), Run(f"[{one.cite}]" if one.cite else "", "slant", SOFT)), width, letters)
                for one in lines]  # fmt: skip
        high = sum(len(one) * step(letters) + 0.6 for one in set_)
        if high <= foot - y or letters <= SMALLEST:
            break
        letters -= 0.25
    for number, one in enumerate(set_):
        last = number == len(set_) - 1
        if y + (len(one) + (0 if last else 1)) * step(letters) > foot + 0.01:
            more = f"the rest, from {lines[number].cite} on, is on the roster"
            page.text(x, y + base(letters), more, letters, "slant", colour=SOFT, width=width)
            return
        draw_runs(page, x, y, one, letters)
        y += len(one) * step(letters) + 0.6


def _boxes(page: Page, card: PrintCard, x: float, foot: float, width: float) -> float:
    """Boxes to tick, above the foot of a card; gives how high they are."""
    count = min(card.boxes, BOXES_A_ROW * 4)
    rows = -(-count // BOXES_A_ROW)
    top = foot - rows * (BOX + 0.4)
    page.text(x, top - 0.8, card.boxes_words, 6.5, "plain", colour=SOFT, width=width)
    for at in range(count):
        row, column = divmod(at, BOXES_A_ROW)
        page.rect(x + column * (BOX + 0.4), top + row * (BOX + 0.4), BOX, BOX, "", INK, 0.2)
    return rows * (BOX + 0.4) + 3.6
