"""How ground is drawn on paper: the looks of the browser's map as washes and a few strokes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.engine.view import Look, RailLook
from grognard.paper.canvas import Box, Page, Spot, clipped, stroke_in


class Wash(NamedTuple):
    """Colours of a kind of ground: its fill, its outline, and how thick that is."""

    fill: str
    ink: str = ""
    pen: float = 0.2


WASHES: dict[Look, Wash] = {
    "open": Wash(""),
    "hill": Wash("#ecdcba", "#b08a55", 0.25),
    "field": Wash("#f4e8bd", "#c9ae66"),
    "marsh": Wash("#e0e7cc", "#7f9b83"),
    "wood": Wash("#d3dbb3", "#5f7a45", 0.25),
    "water": Wash("#c3dadb", "#3f6f7c", 0.3),
    "village": Wash("#f1dec8", "#b98e67"),
    "road": Wash("#f3e7c8", "#a98a5c"),
    "bridge": Wash("#dcb983", "#5b4630", 0.3),
    "work": Wash("#e2d2ae", "#7b5c37", 0.3),
    "house": Wash("#cf7d6b", "#5e2418", 0.3),
    "zone": Wash("", "#b97f00", 0.35),
}  # fmt: skip
ORDER: tuple[Look, ...] = (
    "open", "hill", "field", "marsh", "wood", "water", "village", "road", "bridge", "work", "house", "zone",
)  # fmt: skip
RAILS: dict[RailLook, Wash] = {
    "wall": Wash("", "#4a3a2a", 0.7),
    "hedge": Wash("", "#5f7a45", 0.8),
    "bank": Wash("", "#9a7444", 0.5),
    "gate": Wash("", "#c9a46a", 0.9),
    "stream": Wash("", "#5b93a3", 0.9),
    "edge": Wash("", "#7b5c37", 0.4),
}


def inside(poly: Sequence[Spot], x: float, y: float) -> bool:
    """Whether a spot lies in a polygon."""
    found = False
    for at, (x1, y1) in enumerate(poly):
        x0, y0 = poly[at - 1]
        if (y1 > y) != (y0 > y) and x < (x0 - x1) * (y - y1) / (y0 - y1) + x1:
            found = not found
    return found


def scattered(poly: Sequence[Spot], pitch: float, rim: float = 0.0) -> Iterator[Spot]:
    """Spots in a polygon, as if by chance, but always the same ones."""
    left, right = min(x for x, _ in poly), max(x for x, _ in poly)
    top, bottom = min(y for _, y in poly), max(y for _, y in poly)
    row = 0
    y = top + pitch / 2
    while y < bottom:
        column = 0
        x = left + pitch / 2
        while x < right:
            chance = (row * 7919 + column * 104729) % 97 / 97
            other = (row * 6361 + column * 7541) % 89 / 89
            px, py = x + (chance - 0.5) * pitch * 0.8, y + (other - 0.5) * pitch * 0.8
            if all(
                inside(poly, px + dx, py + dy)
                for dx, dy in ((0, 0), (rim, 0), (-rim, 0), (0, rim), (0, -rim))
            ):
                yield px, py
            x += pitch
            column += 1
        y += pitch
        row += 1


def darker(colour: str, steps: int) -> str:
    """A colour some shades darker."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part * 0.88**steps):02x}" for part in parts)


def draw_ground(page: Page, look: Look, poly: Sequence[Spot], frame: Box, shade: int = 0) -> None:
    """A piece of ground, cut to the frame of the map."""
    shape = clipped(poly, frame)
    if len(shape) < 3:
        return
    wash = WASHES[look]
    if look == "zone":
        page.shape(shape, "", wash.ink, wash.pen, dash=(1.6, 1.0))
        return
    if wash.fill:
        page.shape(shape, darker(wash.fill, shade), wash.ink, wash.pen)
    if look == "wood":
        for x, y in scattered(shape, 2.6, 1.1):
            page.disc(x, y, 0.9, "#9db180", "#5f7a45", 0.12)
    elif look == "marsh":
        for x, y in scattered(shape, 2.4, 0.9):
            page.line(x - 0.8, y, x + 0.8, y, 0.12, "#5f8a80")
            page.line(x, y, x, y - 0.7, 0.12, "#5f8a80")
    elif look == "field":
        _furrows(page, shape)
    elif look == "water":
        for x, y in scattered(shape, 3.4, 0.9):
            page.line(x - 0.9, y, x + 0.9, y, 0.12, "#7fb0b8")


def _furrows(page: Page, shape: Sequence[Spot]) -> None:
    for x, y in scattered(shape, 1.9, 0.9):
        page.line(x - 0.8, y, x + 0.8, y, 0.12, "#cbb064")


def draw_hachures(page: Page, poly: Sequence[Spot], frame: Box) -> None:
    """Short strokes down the slope of a hill, from its edge inwards."""
    shape = clipped(poly, frame)
    if len(shape) < 3:
        return
    cx, cy = sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)
    for at, (x, y) in enumerate(shape):
        x0, y0 = shape[at - 1]
        long = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
        for number in range(1, int(long / 1.8) + 1):
            share = number * 1.8 / long
            px, py = x0 + (x - x0) * share, y0 + (y - y0) * share
            away = max(0.1, ((cx - px) ** 2 + (cy - py) ** 2) ** 0.5)
            page.line(px, py, px + (cx - px) / away * 1.1, py + (cy - py) / away * 1.1, 0.14, "#b08a55")


def draw_rail(page: Page, look: RailLook, spots: Sequence[Spot], frame: Box) -> None:
    """A line over the ground: a wall, a hedge, a stream."""
    wash = RAILS[look]
    dash = (0.8, 0.5) if look == "edge" else None
    for (x, y), (x2, y2) in stroke_in(spots, frame):
        page.line(x, y, x2, y2, wash.pen, wash.ink, dash)
