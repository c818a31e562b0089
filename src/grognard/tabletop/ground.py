"""A table drawn by a number: pieces of ground in pairs, each with its twin turned half round, so that neither side is better off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from grognard.engine.book import BadInput

Corner = tuple[float, float]
Box = tuple[float, float, float, float]
TRIES = 40
MARGIN = 1.0
"""How far pieces lie from each other and from the sides of the table, in the book's own lengths."""
MOST = 999_999
"""The highest number a table is drawn by."""
_MASK = (1 << 64) - 1


class Lots:
    """Lots drawn from a number: the same on every machine."""

    def __init__(self, seed: int) -> None:
        self._at = seed

    def _next(self) -> int:
        self._at = (self._at + 0x9E3779B97F4A7C15) & _MASK
        found = self._at
        found = ((found ^ (found >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        found = ((found ^ (found >> 27)) * 0x94D049BB133111EB) & _MASK
        return found ^ (found >> 31)

    def upto(self, least: int, most: int) -> int:
        """A whole number, both ends among them."""
        return least + self._next() % (most - least + 1)


class Sort(NamedTuple):
    """A sort of ground: what shape it has, how large it is, and what such pieces may be called."""

    kind: str
    shape: Literal["box", "blob", "line"]
    least: tuple[int, int]
    most: tuple[int, int]
    names: tuple[str, ...]


class Piece(NamedTuple):
    """A piece that was drawn; a line has two ends, a box its corners, a blob more of them."""

    kind: str
    name: str
    shape: str
    poly: tuple[Corner, ...]

    @property
    def box(self) -> Box:
        """The upright rectangle round it."""
        xs, ys = zip(*self.poly)
        return min(xs), min(ys), max(xs), max(ys)


class Plan(NamedTuple):
    """How the tables of a battle are drawn."""

    size: tuple[float, float]
    edge: float
    """How deep the strips along both long sides are that stay open, for the armies."""
    middles: tuple[Sort, ...]
    """One of them lies in the middle."""
    sorts: tuple[Sort, ...]
    pairs: tuple[int, int]
    """The fewest and most pairs besides."""


def wished(number: int, draws: bool) -> int:
    """The number a table is to be drawn by; BadInput if it cannot be, or the battle has its own ground."""
    if number and not draws:
        raise BadInput("this battle is fought on its own ground; only an open battle's table is drawn")
    if not 0 <= number <= MOST:
        raise BadInput(f"a table is drawn by a number from 1 to {MOST}")
    return number


def within_size(size: int, forces: Sequence[tuple[str, int]], cite: str) -> None:
    """Neither side brings more than was agreed; 0: as much as it likes. BadInput names who does."""
    if size < 0:
        raise BadInput("the size of a battle is no less than 0")
    for title, cost in forces:
        if size and cost > size:
            raise BadInput(
                f"'{title}' costs {cost} points; this battle is fought with {size} a side [{cite}]"
            )


def drawn(plan: Plan, number: int, mirrored: bool = True) -> tuple[Piece, ...]:
    """The pieces of one table: the middle one first, then pair by pair; not mirrored, each where it comes to lie."""
    lots = Lots(number)
    spare = {sort: list(sort.names) for sort in (*plan.middles, *plan.sorts)}
    found = [_middle(plan, lots, spare)]
    for _ in range(lots.upto(*plan.pairs)):
        found += _pair(plan, lots, spare, found) if mirrored else _two(plan, lots, spare, found)
    return tuple(found)


def _middle(plan: Plan, lots: Lots, spare: dict[Sort, list[str]]) -> Piece:
    sort = plan.middles[lots.upto(0, len(plan.middles) - 1)]
    wide, deep = (2 * (lots.upto(low, high) // 2) for low, high in zip(sort.least, sort.most))
    x, y = plan.size[0] / 2, plan.size[1] / 2
    return Piece(sort.kind, _called(lots, spare[sort]), sort.shape, _outline(sort, x, y, wide, deep, 4, 4))


def _pair(plan: Plan, lots: Lots, spare: dict[Sort, list[str]], found: Sequence[Piece]) -> list[Piece]:
    """A piece in one half and its twin, where there is room for both; nothing if chance finds none."""
    width, height = plan.size
    for _ in range(TRIES):
        sort = plan.sorts[lots.upto(0, len(plan.sorts) - 1)]
        wide, deep = (lots.upto(low, high) for low, high in zip(sort.least, sort.most))
        if sort.shape == "line" and lots.upto(0, 1):
            wide, deep = deep, wide
        x = lots.upto(0, int(width)) * 1.0
        y = lots.upto(int(plan.edge), int(height / 2)) * 1.0
        poly = _outline(sort, x, y, wide, deep, lots.upto(3, 5), lots.upto(3, 5))
        twin = tuple((width - east, height - north) for east, north in poly)
        first, second = Piece(sort.kind, "", sort.shape, poly), Piece(sort.kind, "", sort.shape, twin)
        inside = _inside(plan, first.box)
        if (
            inside
            and len(spare[sort]) > 1
            and not _crowded(first, (second, *found))
            and not _crowded(second, found)
        ):
            return [
                first._replace(name=_called(lots, spare[sort])),
                second._replace(name=_called(lots, spare[sort])),
            ]
    return []


def _two(plan: Plan, lots: Lots, spare: dict[Sort, list[str]], found: Sequence[Piece]) -> list[Piece]:
    """Two pieces, each anywhere between the armies; fewer if chance finds no room."""
    width, height = plan.size
    here: list[Piece] = []
    for _ in range(TRIES):
        sort = plan.sorts[lots.upto(0, len(plan.sorts) - 1)]
        wide, deep = (lots.upto(low, high) for low, high in zip(sort.least, sort.most))
        if sort.shape == "line" and lots.upto(0, 1):
            wide, deep = deep, wide
        x, y = lots.upto(0, int(width)) * 1.0, lots.upto(int(plan.edge), int(height - plan.edge)) * 1.0
        poly = _outline(sort, x, y, wide, deep, lots.upto(3, 5), lots.upto(3, 5))
        piece = Piece(sort.kind, "", sort.shape, poly)
        if _inside(plan, piece.box) and spare[sort] and not _crowded(piece, (*found, *here)):
            here.append(piece._replace(name=_called(lots, spare[sort])))
            if len(here) == 2:
                break
    return here


def _called(lots: Lots, names: list[str]) -> str:
    return names.pop(lots.upto(0, len(names) - 1))


def _outline(
    sort: Sort, x: float, y: float, wide: int, deep: int, cut: int, slant: int
) -> tuple[Corner, ...]:
    """The outline of a piece round a point, clockwise; a blob has its corners cut off."""
    west, east, south, north = x - wide / 2, x + wide / 2, y - deep / 2, y + deep / 2
    if sort.shape == "line":
        return ((west, y), (east, y)) if wide >= deep else ((x, south), (x, north))
    if sort.shape == "box":
        return (west, south), (west, north), (east, north), (east, south)
    near, far = wide * cut / 16, deep * slant / 16
    return tuple(
        (round(a, 1), round(b, 1))
        for a, b in (
            (west, south + far), (west, north - far), (west + near, north), (east - near, north),
            (east, north - far), (east, south + far), (east - near, south), (west + near, south),
        )
    )  # fmt: skip


def _inside(plan: Plan, box: Box) -> bool:
    west, south, east, north = box
    width, height = plan.size
    return (
        west >= MARGIN
        and east <= width - MARGIN
        and plan.edge + MARGIN <= south
        and north <= height - plan.edge - MARGIN
    )


def _crowded(piece: Piece, others: Sequence[Piece]) -> bool:
    west, south, east, north = piece.box
    return any(
        west < e + MARGIN and w - MARGIN < east and south < n + MARGIN and s - MARGIN < north
        for w, s, e, n in (other.box for other in others)
    )
