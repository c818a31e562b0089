"""One screen: the heading, the map, the order of battle beside or below it, the legend."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console, Group, RenderableType
from rich.table import Table

from grognard.cli.terminal import map as table_map
from grognard.cli.terminal import panels
from grognard.cli.terminal.desk import Desk
from grognard.engine.view import Point

WIDE = 118
"""From here on the order of battle stands beside the map."""
PANEL = 46
LINES_AROUND = 20
"""Lines kept free of the map for the story, the choices and the prompt, on a terminal."""
SMALLEST_MAP = 12


def screen(console: Console, desk: Desk, marks: Mapping[Point, str]) -> Group:
    """The whole picture for this console's size."""
    beside = console.width >= WIDE
    picture = Group(*map_lines(console, desk, marks, beside))
    parts: list[RenderableType] = [panels.heading(desk)]
    if desk.view.score:
        parts.append(panels.score(desk))
    if beside:
        grid = Table.grid(padding=(0, 2))
        grid.add_row(picture, panels.order_of_battle(desk))
        parts.append(grid)
    else:
        grid = Table.grid(padding=(0, 2))
        grid.add_row(*(panels.order_of_battle(desk, (side,)) for side in range(len(desk.view.sides))))
        parts += [picture, grid]
    legend = table_map.legend(desk.board)
    return Group(*parts, legend) if legend.plain.strip() else Group(*parts)


def map_lines(
    console: Console, desk: Desk, marks: Mapping[Point, str], beside: bool = False
) -> list[RenderableType]:
    """The map as large as the console allows."""
    columns = console.width - (PANEL if beside else 0)
    rows = None
    if console.is_terminal:
        units = 0 if beside else max((_count(desk, side) for side in range(len(desk.view.sides))), default=0)
        rows = max(SMALLEST_MAP, console.height - LINES_AROUND - units)
    scale = table_map.scale_for(desk.board, columns, rows)
    return list(table_map.draw(desk.board, desk.view, scale, marks))


def _count(desk: Desk, side: int) -> int:
    return sum(1 for piece in desk.view.pieces if piece.side == side)
