"""The table in a few lines of text, for records: coarse ground, a sign for each unit, and where each stands."""

from __future__ import annotations

from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase

from grognard.engine.view import Area, Board, Piece, Point, View

COLUMNS = 60
SIGNS = ascii_uppercase + ascii_lowercase + "0123456789"
GROUND = {
    "open": ".",
    "zone": ".",
    "road": ":",
    "water": "~",
    "wood": "%",
    "marsh": ",",
    "field": '"',
    "village": "#",
    "house": "#",
    "work": "=",
    "hill": "^",
    "bridge": "|",
}


def text_map(board: Board, view: View, key: str, drawn: bool = True) -> list[str]:
    """North is up. Units off the table are listed only; `key` is put before citations; not `drawn`: lists alone."""
    grid = [list(row) for row in ground(board)] if drawn else []
    for piece in view.pieces:
        if drawn and piece.status == "on table":
            row, column = _cell(board, piece.pose[0], piece.pose[1])
            grid[row][column] = sign(piece)
    units = [_line(piece, key) for piece in view.pieces]
    score = [f"{row.label}: {row.value}{_cited(key, row.cite)}" for row in view.score]
    return ["".join(row) for row in grid] + units + score


def sign(piece: Piece) -> str:
    """The letter of a unit, the same all game long."""
    return SIGNS[piece.id % len(SIGNS)]


def _line(piece: Piece, key: str) -> str:
    x, y, facing = piece.pose
    where = f"{x},{y} facing {facing}" if piece.status == "on table" else piece.status
    strength = f"{piece.figures}/{piece.full} " if piece.full else ""
    tags = "".join(f", {tag.words}{_cited(key, tag.cite)}" for tag in piece.tags)
    return f"{sign(piece)} {piece.id} {piece.name}: {strength}{where}{tags}"


def _cited(key: str, number: str) -> str:
    return f" [{key} {number}]" if number else ""


def rows_of(board: Board) -> int:
    """Letters are about twice as high as wide."""
    return max(1, round(COLUMNS * board.height / board.width / 2))


def _cell(board: Board, x: int, y: int) -> tuple[int, int]:
    rows = rows_of(board)
    column = min(COLUMNS - 1, max(0, x * COLUMNS // board.width))
    row = min(rows - 1, max(0, y * rows // board.height))
    return rows - 1 - row, column


def ground(board: Board) -> tuple[str, ...]:
    """The bare table; the smaller area lies on the larger."""
    return _ground(board.areas, board.width, board.height, rows_of(board))


@lru_cache(maxsize=32)
def _ground(areas: tuple[Area, ...], width: int, height: int, rows: int) -> tuple[str, ...]:
    large_first = sorted(areas, key=lambda area: -abs(_size(area.poly)))
    return tuple(
        "".join(
            _ground_at(
                large_first, (2 * column + 1) * width // (2 * COLUMNS), (2 * row + 1) * height // (2 * rows)
            )
            for column in range(COLUMNS)
        )
        for row in reversed(range(rows))
    )


def _ground_at(areas: list[Area], x: int, y: int) -> str:
    found = "."
    for area in areas:
        if GROUND[area.look] != "." and _inside((x, y), area.poly):
            found = GROUND[area.look]
    return found


def _size(poly: tuple[Point, ...]) -> int:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(poly, (*poly[1:], poly[0])))


def _inside(point: Point, poly: tuple[Point, ...]) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(poly, (*poly[1:], poly[0])):
        if (ay > y) != (by > y) and (x - ax) * abs(by - ay) < (bx - ax) * (y - ay) * (1 if by > ay else -1):
            inside = not inside
    return inside
