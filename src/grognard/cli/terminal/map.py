"""The table as coloured text: ground, walls, units with their numbers and facings, marks, a legend.

Characters carry everything that colours do, so that the map also reads in black and white.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from grognard.cli.terminal.words import arrow
from grognard.engine.measures import length
from grognard.engine.view import Area, Board, Piece, Point, View

ASPECT = 2.0
"""How much taller than wide a character is."""
MARGIN = 4
"""Columns kept for the ruler on the left."""


class Look(NamedTuple):
    """How one kind of ground is drawn."""

    sign: str
    ink: str
    paper: str


# fmt: off
GROUND = {
    "open":    Look(" ", "#5d6b48", "#333d28"),
    "road":    Look("-", "#9c8a60", "#6d5d3c"),
    "water":   Look("~", "#5fa3cf", "#1f4a66"),
    "wood":    Look("♣", "#4d9a4d", "#1d4422"),
    "marsh":   Look("≈", "#7fb09b", "#3a4d45"),
    "field":   Look('"', "#b5a84a", "#565423"),
    "village": Look("⌂", "#d9b38c", "#5a4434"),
    "house":   Look("⌂", "#e2c3a0", "#6b5342"),
    "work":    Look("#", "#c4ad84", "#4b4233"),
    "hill":    Look("^", "#b39a5c", "#574c2c"),
    "bridge":  Look("=", "#e0cfa0", "#7a6a4a"),
    "zone":    Look(":", "#c9c29a", ""),
}
RAILS = {"wall": "#", "hedge": "%", "bank": "≡", "gate": "+", "stream": "~", "edge": "|"}
# fmt: on
OVER = ("road", "bridge", "zone")
"""What lies over all other ground, in this order."""
THIN = frozenset({"road", "water", "bridge"})
SIDE_PAPER = (
    ("#1d5bb8", "#2f7ad6"),
    ("#ad241c", "#c94a2e"),
    ("#85760f", "#a08f1e"),
    ("#842874", "#a03f8e"),
)
"""Two tones for each side, taken in turn, so that units shoulder to shoulder can be told apart."""
SIDE_SHADE = ("▒", "░", "▓", "▚")
RAIL_INK = "#e8dcc0"
MARK_STYLE = Style.parse("bold #000000 on #ffd75f")
LABEL_STYLE = Style.parse("italic #f4ead0")
INCH_STEPS = (100, 200, 300, 600, 1200, 2400, 4800)
ROUND_STEPS = (100, 200, 500, 1000, 2000, 5000, 10000)


class Scale(NamedTuple):
    """How the table is laid on a grid of characters."""

    columns: int
    rows: int
    width: int
    height: int

    def column(self, x: float) -> int:
        """The column a length from the western edge falls into."""
        return min(self.columns - 1, max(0, int(x * self.columns // self.width)))

    def row(self, y: float) -> int:
        """The row a length from the southern edge falls into; north is up."""
        return min(self.rows - 1, max(0, self.rows - 1 - int(y * self.rows // self.height)))

    def middle_y(self, row: int, part: float = 0.5) -> float:
        """How far north a row lies."""
        return (self.rows - row - part) * self.height / self.rows


def scale_for(board: Board, columns: int, rows: int | None = None) -> Scale:
    """The largest true-to-scale grid that fits into so many characters."""
    width = max(20, columns - MARGIN)
    height = max(4, round(board.height / board.width * width / ASPECT))
    if rows is not None and height > rows - 1:
        height = max(4, rows - 1)
        width = max(20, min(width, round(board.width / board.height * height * ASPECT)))
    return Scale(width, height, board.width, board.height)


class Canvas:
    """A grid of characters with styles, drawn from the ground up."""

    def __init__(self, scale: Scale):
        self.scale = scale
        self.signs = [[" "] * scale.columns for _ in range(scale.rows)]
        self.styles = [[Style.null()] * scale.columns for _ in range(scale.rows)]

    def put(self, row: int, column: int, sign: str, style: Style) -> None:
        """One character; whatever lies outside is left out."""
        if 0 <= row < self.scale.rows and 0 <= column < self.scale.columns:
            self.signs[row][column], self.styles[row][column] = sign, style

    def ink(self, row: int, column: int, sign: str, style: Style) -> None:
        """One character over the paper that is there already."""
        if 0 <= row < self.scale.rows and 0 <= column < self.scale.columns:
            self.put(row, column, sign, self.styles[row][column] + style)

    def copy(self) -> Canvas:
        """The same drawing, to be drawn on further."""
        other = Canvas(self.scale)
        other.signs = [list(row) for row in self.signs]
        other.styles = [list(row) for row in self.styles]
        return other

    def lines(self) -> Iterator[Text]:
        """The drawing row by row."""
        for signs, styles in zip(self.signs, self.styles):
            line = Text(no_wrap=True)
            for style, run in groupby(zip(styles, signs), key=itemgetter(0)):
                line.append("".join(sign for _, sign in run), style)
            yield line


def cells(poly: Sequence[Point], scale: Scale, *, thin: bool = False) -> set[tuple[int, int]]:
    """The characters a polygon covers; at least one, so that nothing on the table vanishes."""
    parts = (1 / 6, 0.5, 5 / 6) if thin else (0.5,)
    top, bottom = scale.row(max(y for _, y in poly)), scale.row(min(y for _, y in poly))
    found = {
        (row, column)
        for row in range(top, bottom + 1)
        for part in parts
        for column in _span(poly, scale, scale.middle_y(row, part), thin)
    }
    if not found:
        x, y = middle(poly)
        found = {(scale.row(y), column) for column in (*_span(poly, scale, y, thin), scale.column(x))}
    return found


def _span(poly: Sequence[Point], scale: Scale, y: float, thin: bool) -> Iterator[int]:
    """The columns in which a polygon crosses one line from west to east."""
    crossings = sorted(
        ax + (y - ay) * (bx - ax) / (by - ay)
        for (ax, ay), (bx, by) in zip(poly, (*poly[1:], poly[0]))
        if (ay <= y) != (by <= y)
    )
    wide = scale.width / scale.columns
    for west, east in zip(crossings[::2], crossings[1::2]):
        first, last = round(west / wide), round(east / wide) - 1
        if last < first and thin:
            first = last = scale.column((west + east) / 2)
        yield from range(max(0, first), min(scale.columns - 1, last) + 1)


def middle(poly: Sequence[Point]) -> tuple[float, float]:
    """The middle of a polygon's corners."""
    return sum(x for x, _ in poly) / len(poly), sum(y for _, y in poly) / len(poly)


@lru_cache(maxsize=16)
def ground(board: Board, scale: Scale) -> Canvas:
    """The bare table; never changes during a game, so it is drawn once."""
    canvas = Canvas(scale)
    canvas.styles = [[_style(GROUND["open"])] * scale.columns for _ in range(scale.rows)]
    _dots(canvas, board)
    for area in sorted(board.areas, key=_height):
        _area(canvas, area)
    for rail in board.rails:
        for row, column in _along(rail.points, scale):
            canvas.ink(row, column, RAILS[rail.look], Style(color=RAIL_INK, bold=True))
    return canvas


def _height(area: Area) -> tuple[int, float]:
    """From the ground up: the smaller lies on the larger, so that no ford is drowned by its river."""
    size = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(area.poly, (*area.poly[1:], area.poly[0])))
    return (OVER.index(area.look) + 1 if area.look in OVER else 0), -abs(size)


def _style(look: Look) -> Style:
    return Style(color=look.ink, bgcolor=look.paper or None)


def dot_step(board: Board, scale: Scale) -> int:
    """How far apart the ruler's marks are: a round length that leaves some six characters between."""
    wide = scale.width / scale.columns
    steps = INCH_STEPS if length(0, board.unit) == "0″" else ROUND_STEPS
    return next((step for step in steps if step / wide >= 6), steps[-1])


def _dots(canvas: Canvas, board: Board) -> None:
    """A dot at every round length, to judge distances by."""
    step = dot_step(board, canvas.scale)
    for x in range(step, board.width, step):
        for y in range(step, board.height, step):
            canvas.ink(canvas.scale.row(y), canvas.scale.column(x), "·", Style(color="#7d8c62"))


def _area(canvas: Canvas, area: Area) -> None:
    look = GROUND[area.look]
    style = _style(look)
    for row, column in cells(area.poly, canvas.scale, thin=area.look in THIN):
        if area.look == "zone":
            if (column + 2 * row) % 4 == 0:
                canvas.ink(row, column, look.sign, style)
        elif area.look != "open":
            canvas.put(row, column, look.sign, style)


def _along(points: Sequence[Point], scale: Scale) -> Iterator[tuple[int, int]]:
    """The characters a line runs through."""
    for (ax, ay), (bx, by) in pairwise(points):
        across = abs(scale.column(bx) - scale.column(ax))
        steps = max(across, abs(scale.row(by) - scale.row(ay)), 1)
        for step in range(steps + 1):
            yield scale.row(ay + (by - ay) * step / steps), scale.column(ax + (bx - ax) * step / steps)


def _pieces(canvas: Canvas, pieces: Iterable[Piece]) -> set[tuple[int, int]]:
    """Units: first all footprints, then labels, so that a neighbour never hides a number. Gives what they cover."""
    shown = [piece for piece in pieces if piece.status == "on table" and piece.footprint]
    taken: dict[tuple[int, int], int] = {}
    places = {}
    for piece in sorted(shown, key=lambda piece: piece.leader):
        places[piece.id] = cells(piece.footprint, canvas.scale)
        for row, column in places[piece.id]:
            taken[row, column] = piece.id
            canvas.put(row, column, SIDE_SHADE[piece.side % 4], _piece_style(piece, "#c8ccd8"))
    for piece in shown:
        _label(canvas, piece, places[piece.id], taken)
    return set(taken)


def _area_labels(canvas: Canvas, board: Board, taken: set[tuple[int, int]]) -> None:
    """The names of places, each where nothing else stands; left out if there is no room at all."""
    for area in board.areas:
        words = area.label
        own = cells(area.poly, canvas.scale, thin=area.look in THIN) if words else set()
        for row, start in _label_places(own, len(words)):
            spots = [(row, start + offset) for offset in range(len(words))]
            if 0 <= start <= canvas.scale.columns - len(words) and not taken.intersection(spots):
                taken.update(spots)
                for spot, letter in zip(spots, words):
                    canvas.ink(*spot, letter, LABEL_STYLE)
                break


def _label_places(own: set[tuple[int, int]], width: int) -> Iterator[tuple[int, int]]:
    """Where an area's name may begin: near its middle first, then along it."""
    if not own or not width:
        return
    rows, columns = sorted({row for row, _ in own}), sorted({column for _, column in own})
    centre = (columns[0] + columns[-1]) // 2
    slack = max(0, columns[-1] - columns[0] + 1 - width)
    for shift in (0, -slack // 4, slack // 4, -slack // 2, slack // 2):
        for row in sorted(rows, key=lambda row: abs(row - rows[len(rows) // 2])):
            yield row, centre - width // 2 + shift


def _piece_style(piece: Piece, ink: str) -> Style:
    return Style(color=ink, bgcolor=SIDE_PAPER[piece.side % 4][piece.id % 2], bold=True)


def _label(
    canvas: Canvas, piece: Piece, own: set[tuple[int, int]], taken: dict[tuple[int, int], int]
) -> None:
    """The unit's number and facing over its footprint; free ground beside it is used if need be."""
    middle_row, middle_column = canvas.scale.row(piece.pose[1]), canvas.scale.column(piece.pose[0])
    own_rows = {row for row, _ in own} or {middle_row}
    row = min(own_rows, key=lambda r: abs(r - middle_row))
    room = sum(1 for r, _ in own if r == row)
    facing = arrow(piece.pose[2]) if piece.front else ""
    full, bare = f"{facing}{piece.glyph}{piece.id}", str(piece.id)
    short = f"{piece.glyph}{bare}" if piece.leader else f"{facing}{bare}"
    label = full if room >= len(full) else short if room >= len(bare) else bare

    def is_free(start: int, words: str) -> bool:
        return all(taken.get((row, start + n), piece.id) == piece.id for n in range(len(words)))

    for words in (label, bare):
        start = max(0, min(middle_column - len(words) // 2, canvas.scale.columns - len(words)))
        for shift in (0, 1, -1):
            if is_free(start + shift, words):
                for offset, letter in enumerate(words):
                    taken[row, start + shift + offset] = piece.id
                    canvas.put(row, start + shift + offset, letter, _piece_style(piece, "#ffffff"))
                return
    canvas.put(row, middle_column, piece.glyph[:1] or "?", _piece_style(piece, "#ffffff"))


def draw(
    board: Board,
    view: View,
    scale: Scale,
    marks: Mapping[Point, str] | None = None,
) -> list[Text]:
    """The table with its units, rulers along the north and the west, and marks where asked."""
    canvas = ground(board, scale).copy()
    taken = _pieces(canvas, view.pieces)
    for (x, y), words in (marks or {}).items():
        for offset, letter in enumerate(words):
            canvas.put(scale.row(y), scale.column(x) + offset, letter, MARK_STYLE)
            taken.add((scale.row(y), scale.column(x) + offset))
    _area_labels(canvas, board, taken)
    return [_ruler(board, scale), *_with_margin(canvas, board)]


def _ruler(board: Board, scale: Scale) -> Text:
    """Lengths along the northern edge."""
    signs = [" "] * (MARGIN + scale.columns)
    for x in range(0, board.width, dot_step(board, scale)):
        words, at = str(x // 100), MARGIN + scale.column(x)
        if at + len(words) <= len(signs):
            signs[at : at + len(words)] = words
    unit = length(0, board.unit)[1:].strip()
    line = "".join(signs).rstrip()
    room = MARGIN + scale.columns - len(line)
    return Text(f"{line} {unit}" if len(unit) < room else line, style="dim")


def _with_margin(canvas: Canvas, board: Board) -> Iterator[Text]:
    step = dot_step(board, canvas.scale)
    at_row = {canvas.scale.row(y): str(y // 100) for y in range(0, board.height, step)}
    for row, line in enumerate(canvas.lines()):
        margin = Text(f"{at_row.get(row, ''):>{MARGIN - 1}} ", style="dim", no_wrap=True)
        margin.append_text(line)
        yield margin


def legend(board: Board) -> Text:
    """What the signs on this table mean."""
    kinds: dict[str, list[str]] = {}
    for area in board.areas:
        named = kinds.setdefault(area.look, [])
        if area.kind not in named:
            named.append(area.kind)
    words = Text()
    for look, names in kinds.items():
        if look != "open":
            words.append(f" {GROUND[look].sign} ", _style(GROUND[look]))
            words.append(f" {', '.join(names).replace('_', ' ')}  ", "dim")
    rails = {rail.look: rail.kind for rail in board.rails}
    for look, name in rails.items():
        words.append(f" {RAILS[look]} ", Style(color=RAIL_INK, bold=True))
        words.append(f" {name.replace('_', ' ')}  ", "dim")
    return words
