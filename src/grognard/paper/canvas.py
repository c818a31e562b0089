"""Pages as lists of what is drawn on them, in millimetres from the top left corner. What is drawn is a value: it can be looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Literal, NamedTuple

from grognard.paper.letters import (
    ASCENT,
    DESCENT,
    MM,
    Face,
    clean,
    cut,
    face_for,
    wide,
)

Spot = tuple[float, float]
Colour = str
"""As `#rrggbb`; empty: none."""
Box = tuple[float, float, float, float]
INK, SOFT, FAINT, BLANK = "#241c14", "#6d583d", "#d9cdb4", "#ffffff"
SHADE, ACCENT = "#f4eedf", "#7a2318"


class Size(NamedTuple):
    """A sheet of paper, and the rim that printers cannot be trusted with."""

    name: str
    width: float
    height: float
    rim: float = 10.0

    @property
    def printable(self) -> Box:
        """Where things may be drawn."""
        return (self.rim, self.rim, self.width - self.rim, self.height - self.rim)

    def turned(self) -> Size:
        """The same sheet on its side."""
        return Size(self.name, self.height, self.width, self.rim)


PAPERS = {"a4": Size("a4", 210.0, 297.0), "letter": Size("letter", 215.9, 279.4)}


class Text(NamedTuple):
    """A line of text; `y` is the line it stands on."""

    x: float
    y: float
    words: str
    face: Face
    size: float
    colour: Colour

    @property
    def box(self) -> Box:
        """What it covers."""
        high = self.size * MM
        right = self.x + wide(self.words, self.face, self.size)
        return (self.x, self.y - ASCENT * high, right, self.y + DESCENT * high)


class Shape(NamedTuple):
    """A polygon or a line through spots."""

    spots: tuple[Spot, ...]
    fill: Colour = ""
    ink: Colour = ""
    pen: float = 0.2
    closed: bool = True
    dash: tuple[float, float] | None = None

    @property
    def box(self) -> Box:
        """What it covers."""
        half = self.pen / 2 if self.ink else 0.0
        xs, ys = [x for x, _ in self.spots], [y for _, y in self.spots]
        return (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)


Drawn = Text | Shape


class Page:
    """One page being drawn."""

    def __init__(self, size: Size):
        self.size = size
        self.drawn: list[Drawn] = []

    # ---- words

    def text(self, x: float, y: float, words: str, size: float = 9.0, face: Face = "plain", *,
             colour: Colour = INK, width: float | None = None, to: Literal["left", "middle", "right"] = "left") -> float:  # fmt: skip
        """One line of words, cut to a width; gives where it ends."""
        words = clean(words)
        face = face_for(words, face)
        limit = self._room(x, to) if width is None else width
        words = cut(words, limit, face, size)
        long = wide(words, face, size)
        x -= {"left": 0.0, "middle": long / 2, "right": long}[to]
        if words:
            self.drawn.append(Text(round(x, 3), round(y, 3), words, face, size, colour))
        return x + long

    def _room(self, x: float, to: str) -> float:
        left, _, right, _ = self.size.printable
        if to == "left":
            return right - x
        return x - left if to == "right" else 2 * min(x - left, right - x)

    # ---- lines and shapes

    def line(self, x: float, y: float, x2: float, y2: float, pen: float = 0.2, ink: Colour = INK,
             dash: tuple[float, float] | None = None) -> None:  # fmt: skip
        """A straight line."""
        self.shape([(x, y), (x2, y2)], ink=ink, pen=pen, closed=False, dash=dash)

    def rect(self, x: float, y: float, wide: float, high: float, fill: Colour = "", ink: Colour = INK, pen: float = 0.2,
             dash: tuple[float, float] | None = None) -> None:  # fmt: skip
        """A rectangle."""
        self.shape([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], fill, ink, pen, dash=dash)

    def shape(self, spots: Sequence[Spot], fill: Colour = "", ink: Colour = INK, pen: float = 0.2, *,
              closed: bool = True, dash: tuple[float, float] | None = None) -> None:  # fmt: skip
        """A polygon, or a line through spots."""
        rounded = tuple((round(x, 3), round(y, 3)) for x, y in spots)
        if len(rounded) > 1:
            self.drawn.append(Shape(rounded, fill, ink, pen, closed, dash))

    def disc(
        self, x: float, y: float, radius: float, fill: Colour = "", ink: Colour = INK, pen: float = 0.2
    ) -> None:
        """A circle."""
        self.shape(arc(x, y, radius, 0, 360)[:-1], fill, ink, pen)


def arc(x: float, y: float, radius: float, start: float, end: float) -> list[Spot]:
    """Spots on a circle, angles clockwise from the top."""
    return [(x + radius * right, y - radius * up) for right, up in _round(start, end)]


@lru_cache(maxsize=100)
def _round(start: float, end: float) -> tuple[Spot, ...]:
    """The same for a radius of one: a wood has hundreds of trees."""
    steps = max(6, round(abs(end - start) / 5))
    turns = (radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((sin(turn), cos(turn)) for turn in turns)


def clipped(spots: Sequence[Spot], box: Box) -> list[Spot]:
    """A polygon cut to a box, side by side (Sutherland and Hodgman)."""
    left, top, right, bottom = box
    found = list(spots)
    for axis, limit, keep in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
        found = list(_kept(found, axis, limit, keep))
    return found


def _kept(spots: Sequence[Spot], axis: int, limit: float, keep: int) -> Iterator[Spot]:
    for at, spot in enumerate(spots):
        before = spots[at - 1]
        here, there = keep * (spot[axis] - limit) >= 0, keep * (before[axis] - limit) >= 0
        if here != there:
            share = (limit - before[axis]) / (spot[axis] - before[axis])
            yield (
                before[0] + share * (spot[0] - before[0]),
                before[1] + share * (spot[1] - before[1]),
            )
        if here:
            yield spot


def stroke_in(spots: Sequence[Spot], box: Box) -> list[tuple[Spot, Spot]]:
    """The pieces of a line that lie in a box."""
    found = []
    for (x, y), (x2, y2) in pairwise(spots):
        low, high = 0.0, 1.0
        for start, change, least, most in ((x, x2 - x, box[0], box[2]), (y, y2 - y, box[1], box[3])):
            if change == 0:
                if not least <= start <= most:
                    high = -1.0
                continue
            near, far = sorted(((least - start) / change, (most - start) / change))
            low, high = max(low, near), min(high, far)
        if low < high and hypot(x2 - x, y2 - y) > 0:
            found.append(
                (
                    (x + low * (x2 - x), y + low * (y2 - y)),
                    (x + high * (x2 - x), y + high * (y2 - y)),
                )
            )
    return found


class Leaves(NamedTuple):
    """A finished sheet: what it is, and its pages."""

    title: str
    pages: tuple[Page, ...]
