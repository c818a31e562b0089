"""Templates at their true size: sticks, arcs, wheels, dials, bases, hexes. A ruler on each page shows whether the printer kept it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, radians, sin
from typing import Any

from grognard.engine.book import Book
from grognard.engine.printing import Dial, HexFan, Outline, Stick, Template, Wedge, Wheel
from grognard.paper.canvas import ACCENT, FAINT, INK, SHADE, SOFT, Leaves, Page, Size, arc
from grognard.paper.flow import Piece, heading, paragraph
from grognard.paper.maps import UNIT_MM
from grognard.paper.sheet import Setter

STICK = 14.0
RADIUS = 62.0
REACHES = (RADIUS, 54.0, 46.0)
"""How far an arc may be drawn: it shows an angle, which a shorter one does as well."""
HEX = 19.0
TICK = {"inch": 0.25, "cm": 0.5}


def template_sheet(book: Book, size: Size) -> Leaves:
    """All templates of a book, on as few pages as they can be: in their order if that does, else with shorter arcs."""
    ways = (_laid(book, size, reach, largest_first) for reach in REACHES for largest_first in (False, True))
    return min(ways, key=lambda leaves: len(leaves.pages))


def _laid(book: Book, size: Size, reach: float, largest_first: bool) -> Leaves:
    assert book.printing is not None, "asked for only where a book prints"
    setter = Setter(size, "Templates", book.title, "print at 100 %, without fitting to the page")
    unit = book.printing.unit
    setter.add([_ruler(setter.width)])
    sticks = [one for one in book.printing.templates if isinstance(one, Stick)]
    others = [one for one in book.printing.templates if not isinstance(one, Stick)]
    rest = [piece for one in others for piece in _pieces(one, unit, setter.width, reach)]
    if largest_first:
        rest.sort(key=lambda piece: -piece.high)
    rest = [piece for one in sticks for piece in _pieces(one, unit, setter.width, reach)] + rest
    while rest:  # a small one may fill what a large one leaves of a page
        room = setter.bottom - setter.y
        setter.add([rest.pop(next((at for at, piece in enumerate(rest) if piece.high <= room), 0))])
    return setter.done(f"{book.title}: templates")


def _ruler(width: float) -> Piece:
    """A hundred millimetres and four inches, to be laid beside a real ruler."""

    def draw(page: Page, x: float, y: float) -> None:
        for long, every, words, top in ((100.0, 10.0, "10 cm", y + 2), (101.6, 25.4, "4 inches", y + 8)):
            page.line(x, top, x + long, top, 0.3)
            count = round(long / every)
            for tick in range(count + 1):
                page.line(x + tick * every, top, x + tick * every, top + 2.2, 0.2)
            page.text(
                x + long + 2,
                top + 2,
                f"{words}: if it is not so long, the printer has changed the size",
                7,
                colour=SOFT,
                width=width - long - 2,
            )

    return Piece(15.0, draw)


def _pieces(template: Template, unit: str, width: float, reach: float) -> Iterator[Piece]:
    each = UNIT_MM[unit]
    if isinstance(template, Wedge):
        yield from _wedge(template, each, width, reach)
        return
    makers: dict[type, Callable[..., Iterator[Piece]]] = {
        Stick: _stick, Wheel: _wheel, Dial: _dial, Outline: _outline, HexFan: _fan,
    }  # fmt: skip
    maker: Any = makers[type(template)]
    yield from maker(template, unit, each, width)


def _titled(
    title: str, cite: str, words: str, width: float, high: float, draw: Callable[[Page, float, float], None]
) -> Piece:
    """A drawing under its title, kept together."""
    head = heading(title, width, 10, cite)
    below = paragraph(words, width, 8) if words else None
    more = below.high if below else 0.0

    def whole(page: Page, x: float, y: float) -> None:
        head.draw(page, x, y)
        if below:
            below.draw(page, x, y + head.high)
        draw(page, x, y + head.high + more)

    return Piece(head.high + more + high + 3.0, whole)


def _length(value: float, unit: str) -> str:
    return f"{value:g}{'″' if unit == 'inch' else ' cm'}"


def _stick(stick: Stick, unit: str, each: float, width: float) -> Iterator[Piece]:
    """A stick; one longer than the page is wide is drawn in pieces to be glued end to end."""
    longest = max(at for at, _ in stick.marks)
    part = int((width - 4) / each)
    count = -(-int(longest * 100) // (part * 100))
    for number in range(count):
        start, end = number * part, min(longest, (number + 1) * part)
        title = stick.title if count == 1 else f"{stick.title}, piece {number + 1} of {count}"
        words = "" if number or count == 1 else "Cut out the pieces and glue them end to end."
        yield _titled(title, stick.cite, words, width, STICK, _drawn_stick(stick, unit, each, start, end))


def _drawn_stick(
    stick: Stick, unit: str, each: float, start: float, end: float
) -> Callable[[Page, float, float], None]:
    def draw(page: Page, x: float, y: float) -> None:
        x += 2
        page.rect(x, y, (end - start) * each, STICK, "", INK, 0.3)
        tick = TICK[unit]
        for number in range(1, int((end - start) / tick + 1e-6)):
            at = x + number * tick * each
            whole = abs((start + number * tick) - round(start + number * tick)) < 1e-6
            page.line(at, y, at, y + (3.0 if whole else 1.6), 0.2 if whole else 0.12)
            if whole and unit == "inch":
                page.text(
                    at - 0.5, y + 5.6, f"{start + number * tick:g}", 6.5, colour=SOFT, to="right", width=6
                )
        before = start
        for at, words in stick.marks:
            if start < at <= end:
                right = x + (at - start) * each
                page.line(right, y, right, y + STICK, 0.5, ACCENT)
                room = (at - max(before, start)) * each - 1.5
                page.text(
                    right - 1.0,
                    y + STICK - 4.2,
                    _length(at, unit),
                    9,
                    "bold",
                    colour=ACCENT,
                    to="right",
                    width=room,
                )
                page.text(right - 1.0, y + STICK - 1.2, words, 6.5, to="right", width=room)
            before = at

    return draw


def _wedge(wedge: Wedge, each: float, width: float, most: float) -> Iterator[Piece]:
    """The arc ahead of a front, drawn as far as the page allows."""
    front = wedge.front * each
    lean = radians(min(wedge.degrees, 90))
    reach = min(most, (width - front) / 2 / max(0.05, sin(lean)))

    def draw(page: Page, x: float, y: float) -> None:
        middle, ground = x + width / 2, y + reach + 2
        left, right = middle - front / 2, middle + front / 2
        outline = [
            (left, ground),
            *arc(left, ground, reach, -wedge.degrees, 0),
            *arc(right, ground, reach, 0, wedge.degrees),
            (right, ground),
        ]
        page.shape(outline, SHADE, INK, 0.35)
        page.line(left, ground, left, ground - reach, 0.15, FAINT, (1, 1))
        page.line(right, ground, right, ground - reach, 0.15, FAINT, (1, 1))
        page.line(left, ground, right, ground, 0.8, ACCENT)
        page.text(
            middle,
            ground - reach * 0.55,
            f"{wedge.degrees:g}° to either side",
            9,
            "bold",
            to="middle",
            width=60,
        )
        page.text(middle, ground + 4, "front", 7.5, colour=ACCENT, to="middle", width=40)

    yield _titled(wedge.title, wedge.cite, wedge.words, width, reach + 8, draw)


def _wheel(wheel: Wheel, unit: str, each: float, width: float) -> Iterator[Piece]:
    """A protractor: lay its corner to the unit's, its straight side to the front."""
    high = RADIUS * sin(radians(min(90.0, wheel.most)))

    def draw(page: Page, x: float, y: float) -> None:
        cx, cy = x + 8, y + high + 5
        page.shape([(cx, cy), *arc(cx, cy, RADIUS, 90 - wheel.most, 90)], SHADE, INK, 0.35)
        for number in range(1, int(wheel.most / wheel.steps) + 1):
            turn = radians(90 - number * wheel.steps)
            page.line(cx, cy, cx + RADIUS * sin(turn), cy - RADIUS * cos(turn), 0.2, SOFT)
            out = RADIUS + 1.5
            page.text(
                cx + out * sin(turn), cy - out * cos(turn), f"{number * wheel.steps:g}°", 8, "bold", width=14
            )
        page.text(cx + 24, cy + 4, "along the front", 7.5, colour=ACCENT, width=40)
        page.line(cx, cy, cx + RADIUS, cy, 0.8, ACCENT)

    yield _titled(wheel.title, wheel.cite, wheel.words, width, high + 13, draw)


def _dial(dial: Dial, unit: str, each: float, width: float) -> Iterator[Piece]:
    """Directions and distances round a point."""
    reach = min(max(dial.rings) * each, width / 2 - 10)

    def draw(page: Page, x: float, y: float) -> None:
        cx, cy = x + width / 2, y + reach + 7
        for number in range(dial.directions):
            turn = radians(number * 360 / dial.directions)
            page.line(cx, cy, cx + reach * sin(turn), cy - reach * cos(turn), 0.15, FAINT)
            out = reach + 4
            words = f"{number * 360 / dial.directions:g}°"
            page.text(
                cx + out * sin(turn), cy - out * cos(turn) + 1.2, words, 8, "bold", to="middle", width=16
            )
        for ring in dial.rings:
            if ring * each <= reach + 0.01:
                page.disc(cx, cy, ring * each, "", SOFT if ring != max(dial.rings) else INK, 0.2)
                page.text(cx + 0.6, cy - ring * each + 2.6, _length(ring, unit), 6.5, colour=SOFT, width=12)
        page.disc(cx, cy, 0.8, ACCENT, ACCENT)

    yield _titled(dial.title, dial.cite, dial.words, width, 2 * reach + 14, draw)


def _outline(outline: Outline, unit: str, each: float, width: float) -> Iterator[Piece]:
    """Bases at their size, edge to edge."""
    wide, deep = outline.width * each, outline.depth * each
    across = min(outline.copies, max(1, int(width / (wide + 1))))
    rows = -(-outline.copies // across)

    def draw(page: Page, x: float, y: float) -> None:
        for number in range(outline.copies):
            row, column = divmod(number, across)
            left, top = x + column * (wide + 1), y + row * (deep + 1)
            if outline.round:
                page.disc(left + wide / 2, top + deep / 2, wide / 2, "", INK, 0.2)
            else:
                page.rect(left, top, wide, deep, "", INK, 0.2)
                page.shape(
                    [
                        (left + wide / 2 - 1.2, top + 2.6),
                        (left + wide / 2, top + 0.8),
                        (left + wide / 2 + 1.2, top + 2.6),
                    ],
                    SOFT,
                    "",
                )

    yield _titled(outline.title, outline.cite, "", width, rows * (deep + 1), draw)


def _fan(fan: HexFan, unit: str, each: float, width: float) -> Iterator[Piece]:
    """A hex among its neighbours: which are its front, its flanks and its rear."""
    tall = HEX * 3**0.5 / 2

    def draw(page: Page, x: float, y: float) -> None:
        cx, cy = x + width / 2, y + 3 * tall + 1
        looks = {
            **dict.fromkeys(fan.front, ("front", "#cfe0c4")),
            **dict.fromkeys(fan.flank, ("flank", "#f3e2b4")),
        }
        looks |= dict.fromkeys(fan.rear, ("rear", "#efc9bd"))
        for side in range(6):
            turn = radians(side * 60)
            hx, hy = cx + 2 * tall * sin(turn), cy - 2 * tall * cos(turn)
            words, fill = looks.get(side, ("", ""))
            page.shape(_hex(hx, hy), fill, INK, 0.25)
            page.text(hx, hy + 1.2, words, 9, "bold", to="middle", width=30)
        page.shape(_hex(cx, cy), SHADE, INK, 0.6)
        turn = radians(30 if fan.corner else 0)
        tip = (cx + tall * 0.8 * sin(turn), cy - tall * 0.8 * cos(turn))
        page.line(cx, cy, *tip, 0.8, ACCENT)
        page.disc(*tip, 1.4, ACCENT, ACCENT)

    yield _titled(fan.title, fan.cite, "", width, 6 * tall + 2, draw)


def _hex(x: float, y: float) -> list[tuple[float, float]]:
    return [(x + HEX * sin(radians(30 + 60 * n)), y - HEX * cos(radians(30 + 60 * n))) for n in range(6)]
