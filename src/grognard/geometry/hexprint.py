"""Print a hex map as text; `hextext` describes the format."""

from __future__ import annotations

from grognard.geometry.hexes import Grid
from grognard.geometry.hexmap import Feature, HexMap
from grognard.geometry.hextext import FIRST_LINE, layout

WIDTH = 100  # lists of hexes are broken before this column
LONGEST = 12  # hexes in a chain, or it could not be broken


def print_map(board: HexMap) -> str:
    """Print a map."""
    grid = board.grid
    lines = [FIRST_LINE]
    lines += [f"title: {board.title}"] * bool(board.title)
    lines += [f"columns: {grid.columns}", f"rows: {grid.rows}", f"tops: {grid.tops}"]
    lines += [f"shifted: {grid.shifted}", f"first: {grid.first}", "legend:"]
    lines += [f"  {letter} {meaning}" for letter, meaning in board.legend]
    lines += ["map:", *_heading(grid), *_rows(board)]
    if board.features:
        lines += ["features:", *(line for each in board.features for line in _listing(grid, each))]
    if board.places:
        lines += ["places:", *(f"  {grid.label(here)} {name}" for here, name in board.places)]
    return "\n".join(lines) + "\n"


def _heading(grid: Grid) -> list[str]:
    """The column numbers over the map, as remarks."""
    lines = []
    for row, _, cells in layout(grid):
        if row > 0:
            break
        text = "#"
        for character, here in cells:
            text = text.ljust(character) + f"{grid.offset(here)[0] + grid.first:0{grid.digits}}"
        lines.append(text)
    return lines


def _rows(board: HexMap) -> list[str]:
    """The hexes of the map."""
    grid, lines = board.grid, []
    for row, numbered, cells in layout(grid):
        text = f"{row + grid.first:0{grid.digits}}" if numbered else ""
        for character, here in cells:
            text = text.ljust(character) + board.terrain[here] + (str(board.levels[here] or ""))
        lines.append(text)
    return lines


def _listing(grid: Grid, each: Feature) -> list[str]:
    """A feature, on as many lines as it needs."""
    head = f"  {each.run} {each.name}:"
    lines = [head]
    for word in _words(grid, each):
        if len(lines[-1]) + 1 + len(word) > WIDTH and lines[-1] != head:
            lines.append(head)
        lines[-1] += f" {word}"
    return lines


def _words(grid: Grid, each: Feature) -> list[str]:
    """The members of a feature as the words of a list."""
    if each.run == "at":
        return [grid.label(here) for here in each.members]
    rim = [side for side in each.members if grid.side_hexes(side)[1] is None]
    if each.run == "along":
        return _sides_by_hex(grid, list(each.members))
    return _chains(grid, [side for side in each.members if side not in set(rim)]) + _sides_by_hex(grid, rim)


def _sides_by_hex(grid: Grid, sides: list[int]) -> list[str]:
    """Hexsides as `0202/N/NE`, those of one hex together."""
    words: dict[int, str] = {}
    for side in sides:
        here, direction = divmod(side, 6)
        words[here] = words.get(here, grid.label(here)) + f"/{grid.compass[direction]}"
    return list(words.values())


def _chains(grid: Grid, sides: list[int]) -> list[str]:
    """Hexsides as chains of hexes, each as long as it will go, up to a limit."""
    links: dict[int, set[int]] = {}
    for side in sides:
        here, there = grid.side_hexes(side)
        if there is not None:
            links.setdefault(here, set()).add(there)
            links.setdefault(there, set()).add(here)
    words = []
    while links:
        # A road should be told from one of its ends, and an odd number of links is what marks an end.
        here = min(links, key=lambda each: (len(links[each]) % 2 == 0, each))
        chain = [here]
        while here in links and len(chain) < LONGEST:
            there = min(links[here])
            _unlink(links, here, there)
            _unlink(links, there, here)
            chain.append(there)
            here = there
        words.append("-".join(grid.label(each) for each in chain))
    return words


def _unlink(links: dict[int, set[int]], here: int, there: int) -> None:
    """Take one link away, and the hex with it when it was its last."""
    links[here].discard(there)
    if not links[here]:
        del links[here]
