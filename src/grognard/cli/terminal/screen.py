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
PANEL = 50
SMALLEST_MAP = 10
FRAME = 8
"""Lines of a screen that are neither map nor text: heading, score, ruler, legend, prompt."""
LEAST_TEXT = 8


class Layout:
    """How a screen of this size is shared out. A pipe has all the lines it wants."""

    def __init__(self, console: Console, desk: Desk):
        self.columns = console.width
        self.beside = console.width >= WIDE
        self.rows: int | None = None
        self.text: int | None = None
        """Lines for the story and the choices."""
        self.below = 0 if self.beside else max(map(desk.strength, range(len(desk.view.sides))), default=0) + 1
        if console.is_terminal:
            self.rows = max(SMALLEST_MAP, console.height // 2)
            # On a low terminal the order of battle is shown only when asked for.
            if console.height - self.rows - FRAME - self.below < LEAST_TEXT:
                self.below = 0
            self.text = max(LEAST_TEXT, console.height - self.rows - FRAME - self.below)


def screen(console: Console, desk: Desk, marks: Mapping[Point, str]) -> Group:
    """The whole picture for this console's size."""
    layout = Layout(console, desk)
    scale = table_map.scale_for(desk.board, layout.columns - (PANEL if layout.beside else 0), layout.rows)
    picture = Group(*table_map.draw(desk.board, desk.view, scale, marks))
    parts: list[RenderableType] = [panels.heading(desk)]
    if desk.view.score:
        parts.append(panels.score(desk))
    grid = Table.grid(padding=(0, 2))
    if layout.beside:
        grid.add_column(no_wrap=True)
        grid.add_column()
        grid.add_row(picture, panels.order_of_battle(desk))
        parts.append(grid)
    else:
        parts.append(picture)
        if layout.below:
            grid.add_row(*(panels.order_of_battle(desk, (side,)) for side in range(len(desk.view.sides))))
            parts.append(grid)
    legend = table_map.legend(desk.board)
    return Group(*parts, legend) if legend.plain.strip() else Group(*parts)
