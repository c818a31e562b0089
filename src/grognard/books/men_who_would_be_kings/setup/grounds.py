"""The tables of the meeting engagement, drawn by a number. [F-S8]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.tabletop.ground import Piece, Plan, Sort, drawn

# fmt: off
PLAN = Plan(
    size=(72, 48), edge=8, pairs=(4, 6),
    middles=(
        Sort("hill",  "blob", (10, 10), (14, 14), ("the flat-topped kopje", "Jebel Kasr", "the signal hill")),
        Sort("wood",  "box",  (8, 8),   (12, 10), ("the fever trees", "the palm grove", "the dhak jungle")),
        Sort("rocks", "blob", (8, 8),   (10, 10), ("the red boulders", "the tumbled sangars", "the lava field")),
    ),
    sorts=(
        Sort("hill",  "blob", (8, 8), (12, 12), ("the near kopje", "the far kopje", "the camel hill", "the vulture hill")),
        Sort("wood",  "box",  (6, 5), (10, 8),  ("the acacias", "the thorn wood", "the date palms", "the deodars")),
        Sort("rocks", "blob", (6, 6), (8, 8),   ("the black rocks", "the grey rocks", "the ravine", "the screes")),
        Sort("scrub", "blob", (6, 6), (10, 10), ("the mimosa scrub", "the camel thorn", "the elephant grass", "the sage")),
        Sort("crops", "box",  (6, 5), (10, 7),  ("the mealie field", "the millet field", "the dhurra", "the poppy field")),
        Sort("marsh", "blob", (6, 6), (8, 8),   ("the vlei", "the wadi mud", "the reed bed", "the buffalo wallow")),
        Sort("wall",  "line", (6, 1), (10, 1),  ("the kraal wall", "the terrace wall", "the well wall", "the mosque wall")),
    ),
)
# fmt: on


class Drawn(NamedTuple):
    """A piece as scenarios of this book write one: a rectangle, a disc or a line."""

    kind: str
    name: str
    rect: tuple[float, float, float, float] | None = None
    disc: tuple[float, float, float] | None = None
    line: tuple[float, float, float, float] | None = None
    level: int = 0
    structure: int = 0


def pieces(number: int, mirrored: bool = True) -> tuple[Drawn, ...]:
    """The pieces of one table."""
    return tuple(_as_written(piece) for piece in drawn(PLAN, number, mirrored))


def _as_written(piece: Piece) -> Drawn:
    west, south, east, north = piece.box
    if piece.shape == "line":
        (x, y), (x2, y2) = piece.poly
        return Drawn(piece.kind, piece.name, line=(x, y, x2, y2))
    if piece.shape == "blob":
        radius = min(east - west, north - south) / 2
        return Drawn(piece.kind, piece.name, disc=((west + east) / 2, (south + north) / 2, radius))
    return Drawn(piece.kind, piece.name, rect=piece.box)
