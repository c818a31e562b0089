"""A scenario's map to scale, from the same board that the browser draws: terrain with its names, a grid, a scale, who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from grognard.engine.view import Area, Board, Look, Piece
from grognard.paper.canvas import BLANK, INK, SOFT, Box, Page, Spot, clipped
from grognard.paper.ground import ORDER, draw_ground, draw_hachures, draw_rail
from grognard.paper.letters import MM, clean, cut, wide

UNIT_MM = {"inch": 25.4, "cm": 10.0, "hex": 25.4}
GRID = {"inch": 12, "cm": 10}
SCALES = (4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
BAR = {"inch": (12, "12″"), "cm": (20, "20 cm")}
EDGE = 3.5
"""Room round the map for the numbers of its grid."""
NAMES = 6.5
LEAST = 4.8
"""The smallest letters on a map."""
AROUND = ((0, 0), (0, -3), (0, 3), (0, -6), (0, 6), (6, 0), (-6, 0), (8, 5), (-8, -5), (0, 9), (0, -9))
"""Where a name is tried, from the middle of what it names."""
SIDES = ("#1f3f77", "#9a2c1c")
"""For armies without a colour of their own."""
BRIGHTEST = 0.16
"""How bright a colour may be that letters on white paper are printed in."""


class Chart(NamedTuple):
    """Where a map lies on its page, and how much smaller than the table it is."""

    board: Board
    unit: str
    left: float
    top: float
    each: float
    """Millimetres on paper for a unit of the book."""
    scale: int
    """The table is so many times as large; 0 for a map of hexes."""

    @property
    def frame(self) -> Box:
        """The map without its rim."""
        return (
            self.left,
            self.top,
            self.left + self.board.width / 100 * self.each,
            self.top + self.board.height / 100 * self.each,
        )

    def spot(self, point: tuple[int, int]) -> Spot:
        """A point of the board on paper: the board counts upwards."""
        return (
            self.left + point[0] / 100 * self.each,
            self.top + (self.board.height - point[1]) / 100 * self.each,
        )

    def ink(self, side: int) -> str:
        """The colour a side goes by, dark enough to be read on paper."""
        armies = self.board.armies
        return inked(armies[side].colour) if side < len(armies) else SIDES[side % 2]


def inked(colour: str) -> str:
    """A colour of cloth as it is printed: the same, darker where it is too bright."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    bright = sum(share * part**2.2 for share, part in zip((0.2126, 0.7152, 0.0722), parts))
    dimmed = min(1.0, (BRIGHTEST / bright) ** (1 / 2.2)) if bright else 1.0
    return "#" + "".join(f"{round(255 * part * dimmed):02x}" for part in parts)


def fitted(board: Board, unit: str, left: float, top: float, width: float, height: float) -> Chart:
    """A map as large as fits, at a round scale; in the middle of the width."""
    most = min((width - 2 * EDGE) / (board.width / 100), (height - 2 * EDGE) / (board.height / 100))
    scale = 0
    if board.kind == "table":
        own = UNIT_MM[unit]
        scale = next((one for one in SCALES if own / one <= most), 0)
        most = own / scale if scale else most
    else:
        most = min(most, 12.0)
    used = board.width / 100 * most
    return Chart(board, unit, left + (width - used) / 2, top + EDGE, most, scale)


def draw_map(page: Page, chart: Chart, pieces: Iterable[Piece], numbers: Mapping[int, str]) -> float:
    """Draw a map with the units on it; gives where it ends on the page."""
    frame = chart.frame
    page.rect(frame[0], frame[1], frame[2] - frame[0], frame[3] - frame[1], "#f7f3e4", "")
    shades = _shades(chart.board)
    for area in sorted(chart.board.areas, key=lambda area: ORDER.index(area.look)):
        poly = [chart.spot(point) for point in area.poly]
        draw_ground(page, area.look, poly, frame, shades.get((area.look, area.kind), 0))
        if area.look == "hill" and chart.board.kind == "table":
            draw_hachures(page, poly, frame)
    for rail in chart.board.rails:
        draw_rail(page, rail.look, [chart.spot(point) for point in rail.points], frame)
    _grid(page, chart)
    page.rect(frame[0], frame[1], frame[2] - frame[0], frame[3] - frame[1], "", INK, 0.4)
    taken = _pieces(page, chart, pieces, numbers)
    _names(page, chart, [*taken, *_number_boxes(chart)])
    return _legend(page, chart, _scale(page, chart), shades)


def _shades(board: Board) -> dict[tuple[Look, str], int]:
    """Kinds of ground that look alike are told apart by how dark they are."""
    found: dict[tuple[Look, str], int] = {}
    for look in ORDER:
        kinds = sorted({area.kind for area in board.areas if area.look == look}, reverse=True)
        found |= {(look, kind): at for at, kind in enumerate(kinds)}
    return found


def _legend(page: Page, chart: Chart, y: float, shades: Mapping[tuple[Look, str], int]) -> float:
    """What kinds of ground there are, each with its colour."""
    left, _, right, _ = chart.frame
    rails = {(rail.look, rail.kind): rail for rail in chart.board.rails}
    x = left
    kinds = [
        (kind.replace("_", " "), look, shade) for (look, kind), shade in shades.items() if look != "open"
    ]
    for words, look, shade in kinds:
        x, y = _next(x, y, words, left, right)
        draw_ground(
            page, look, [(x, y), (x + 4, y), (x + 4, y + 2.4), (x, y + 2.4)], (x, y, x + 4, y + 2.4), shade
        )
        x = page.text(x + 5, y + 2.1, words, 7) + 4
    for rail, kind in rails:
        x, y = _next(x, y, kind, left, right)
        draw_rail(page, rail, [(x, y + 1.2), (x + 4, y + 1.2)], (x, y, x + 4, y + 2.4))
        x = page.text(x + 5, y + 2.1, kind.replace("_", " "), 7) + 4
    return y + 4.0 if kinds or rails else y


def _next(x: float, y: float, words: str, left: float, right: float) -> Spot:
    """Where the next word of the legend stands: on a new line if it would not fit."""
    return (x, y) if x + 5 + wide(clean(words), "plain", 7) <= right else (left, y + 3.6)


def _grid(page: Page, chart: Chart) -> None:
    left, top, right, bottom = chart.frame
    if chart.board.kind == "hex":
        for area in chart.board.areas:
            if area.number:
                outline = clipped([chart.spot(point) for point in area.poly], chart.frame)
                if len(outline) > 2:
                    page.shape(outline, "", "#8d8062", 0.15)
                    x = sum(x for x, _ in outline) / len(outline)
                    y = min(y for _, y in outline)
                    size = _number_size(chart)
                    page.text(
                        x, y + size * MM * 1.0, area.number, size, colour=SOFT, to="middle", width=chart.each
                    )
        return
    every = GRID[chart.unit]
    for number in range(0, chart.board.width // 100 + 1, every):
        x = left + number * chart.each
        if 0 < number * 100 < chart.board.width:
            page.line(x, top, x, bottom, 0.12, "#b8ab8c", (0.6, 0.9))
        page.text(x, top - 0.9, str(number), 6, colour=SOFT, to="middle", width=8)
    for number in range(0, chart.board.height // 100 + 1, every):
        y = bottom - number * chart.each
        if 0 < number * 100 < chart.board.height:
            page.line(left, y, right, y, 0.12, "#b8ab8c", (0.6, 0.9))
        page.text(left - 0.8, y + 0.8, str(number), 6, colour=SOFT, to="right", width=EDGE)


def _number_size(chart: Chart) -> float:
    """Letters of a hex's number: never too small to read, even where the upper edge has only just room for them."""
    return min(6.0, max(LEAST, chart.each * 0.55))


def _number_boxes(chart: Chart) -> list[Box]:
    """Where the numbers of hexes stand, so that no name is written over them if that can be."""
    size, tall = _number_size(chart), chart.each * _pitch(chart.board)
    found = []
    for area in chart.board.areas:
        if area.number:
            x, y = _middle([chart.spot(point) for point in area.poly])
            long = wide(area.number, "plain", size)
            found.append((x - long / 2, y - tall / 2, x + long / 2, y - tall / 2 + size * MM))
    return found


def _pieces(page: Page, chart: Chart, pieces: Iterable[Piece], numbers: Mapping[int, str]) -> list[Box]:
    """Units where they stand, in the colour of their side, with their numbers; gives what they cover."""
    shown = [piece for piece in pieces if piece.id in numbers]
    if chart.board.kind == "hex":
        return _stacks(page, chart, shown, numbers)
    taken: list[Box] = []
    for piece in shown:
        for base in piece.bases or (piece.footprint,):
            shape = clipped([chart.spot(point) for point in base], chart.frame)
            if len(shape) > 2:
                page.shape(shape, chart.ink(piece.side), BLANK, 0.1)
    for piece in shown:
        x, y = _middle([chart.spot(point) for point in piece.footprint] or [chart.spot(piece.pose[:2])])
        taken.append(_tab(page, chart, x, y, numbers[piece.id], chart.ink(piece.side), taken))
    bases = [base for piece in shown for base in piece.bases or (piece.footprint,) if base]
    return [*taken, *(_around([chart.spot(point) for point in base]) for base in bases)]


def _around(spots: list[Spot]) -> Box:
    """The box round some spots."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return (min(xs), min(ys), max(xs), max(ys))


def _stacks(page: Page, chart: Chart, pieces: Iterable[Piece], numbers: Mapping[int, str]) -> list[Box]:
    """Who stands in which hex: units below, leaders above them."""
    middles = [
        _middle([chart.spot(point) for point in area.poly]) for area in chart.board.areas if area.number
    ]
    stacks: dict[tuple[Spot, bool], list[Piece]] = {}
    for piece in pieces:
        x, y = chart.spot(piece.pose[:2])
        hex_ = min(middles, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
        stacks.setdefault((hex_, piece.leader), []).append(piece)
    taken: list[Box] = []
    tall = chart.each * _pitch(chart.board)
    under = _number_size(chart) * MM * 1.15  # the number of the hex stays in sight
    wide_, high = chart.each * 0.66, min(chart.each * 0.34, (tall - under) / 2 - 0.1)
    for ((x, y), leads), stack in stacks.items():
        words = numbers[stack[0].id] + (f"+{len(stack) - 1}" if len(stack) > 1 else "")
        colour = chart.ink(stack[0].side)
        alone = ((x, y), not leads) not in stacks
        free = y - tall / 2 + under
        top = free + (tall - under - high) / 2 if alone else free if leads else free + high + 0.1
        page.rect(x - wide_ / 2, top, wide_, high, BLANK if leads else colour, colour, 0.25)
        size = min(6.5, high / MM * 0.78)
        page.text(
            x,
            top + high * 0.76,
            words,
            size,
            "bold",
            colour=colour if leads else BLANK,
            to="middle",
            width=wide_,
        )
        taken.append((x - wide_ / 2, top, x + wide_ / 2, top + high))
    return taken


def _tab(page: Page, chart: Chart, x: float, y: float, words: str, fill: str, taken: list[Box]) -> Box:
    """A unit's number beside it, where no other stands."""
    size = 6.0
    long, high = wide(words, "bold", size) + 0.8, 2.6
    left, top, right, bottom = chart.frame
    spots = [
        (x + dx, y + dy)
        for dx, dy in ((0, 0), (0, -3), (0, 3), (3.5, 0), (-3.5, 0), (3.5, 3), (-3.5, -3), (0, 6))
    ]
    boxes = []
    for sx, sy in spots:
        sx, sy = (
            min(max(sx, left + long / 2), right - long / 2),
            min(max(sy, top + high / 2), bottom - high / 2),
        )
        boxes.append((sx - long / 2, sy - high / 2, sx + long / 2, sy + high / 2))
    box = next((one for one in boxes if not any(_meet(one, other) for other in taken)), boxes[0])
    page.rect(box[0], box[1], long, high, BLANK, fill, 0.2)
    page.text((box[0] + box[2]) / 2, box[3] - 0.6, words, size, "bold", colour=fill, to="middle", width=long)
    return box


def _names(page: Page, chart: Chart, taken: list[Box]) -> None:
    """Names of places, each once, where they hide neither each other nor a unit if that can be."""
    said: set[str] = set()
    rails = [(rail.label, [chart.spot(point) for point in rail.points]) for rail in chart.board.rails]
    areas = [(area.label, [chart.spot(point) for point in area.poly]) for area in _named(chart.board.areas)]
    for words, spots, lift in (*((*area, 0.0) for area in areas), *((*rail, -1.8) for rail in rails)):
        if not words or words in said:
            continue
        said.add(words)
        _name(page, chart, words, spots, taken, lift)


def _named(areas: Iterable[Area]) -> list[Area]:
    return [area for area in areas if area.label]


def _name(page: Page, chart: Chart, words: str, spots: list[Spot], taken: list[Box], lift: float) -> None:
    left, top, right, bottom = chart.frame
    words = cut(clean(words), (right - left) * 0.5, "slant", NAMES)
    long, high = wide(words, "slant", NAMES), NAMES * MM
    x, y = _middle(clipped(spots, chart.frame) or spots)
    y += lift
    boxes: list[Box] = []
    for dx, dy in AROUND:
        mx = min(max(x + dx, left + long / 2 + 0.5), right - long / 2 - 0.5)
        my = min(max(y + dy, top + high), bottom - 0.8)
        boxes.append((mx - long / 2, my - high * 0.8, mx + long / 2, my + high * 0.25))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    reach = (min(lefts), min(tops), max(rights), max(bottoms))
    near = [other for other in taken if _meet(reach, other)]
    box = min(boxes, key=lambda one: sum(_shared(one, other) for other in near))
    taken.append(box)
    baseline = box[3] - high * 0.25
    for right_by, down_by in ((-0.25, 0.0), (0.25, 0.0), (0.0, -0.25), (0.0, 0.25)):
        page.text(
            box[0] + right_by, baseline + down_by, words, NAMES, "slant", colour="#fbf8ec", width=long + 1
        )
    page.text(box[0], baseline, words, NAMES, "slant", width=long + 1)


def _scale(page: Page, chart: Chart) -> float:
    """The scale under the map: a bar, and the scale in numbers."""
    left, _, right, bottom = chart.frame
    y = bottom + 3.2
    if chart.board.kind == "hex":
        long, words = 5 * chart.each * _pitch(chart.board), "5 hexes"
    else:
        count, words = BAR[chart.unit]
        long = count * chart.each
    for part in range(4):
        page.rect(left + part * long / 4, y, long / 4, 1.2, INK if part % 2 == 0 else BLANK, INK, 0.15)
    page.text(left + long + 1.5, y + 1.4, words, 7)
    if chart.scale:
        size = f"{chart.board.width / 100:g} × {chart.board.height / 100:g} {'inches' if chart.unit == 'inch' else 'cm'}"
        page.text(right, y + 1.4, f"Scale 1 : {chart.scale}; the table is {size}", 7, to="right", width=90)
    else:
        page.text(right, y + 1.4, "A hex has its number at its upper edge", 7, to="right", width=90)
    return y + 4.0


def _pitch(board: Board) -> float:
    """How far the middles of two hexes of a column are apart, in units of the board."""
    for area in board.areas:
        if area.number:
            ys = [y for _, y in area.poly]
            return (max(ys) - min(ys)) / 100
    return 1.0


def _middle(spots: list[Spot]) -> Spot:
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def _meet(one: Box, other: Box) -> bool:
    return _shared(one, other) > 0


def _shared(one: Box, other: Box) -> float:
    """How much two boxes cover of each other."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0
