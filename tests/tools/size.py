"""`make size`: writes docs/size.md, the lines of code by room and book; a test holds that no room grows without a changed line there.

A room is a module or a package of a book: `facts`, `steps`, `state`. What stands directly under a book's folder and has no room of its own
counts as its front door.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.tools.shelf import BOOKS, ROOT, house

PAGE = ROOT / "docs" / "size.md"
SOURCE = ROOT / "src" / "grognard"
DOOR = "front door"
OPENING = """# How large the rooms are

Lines of Python, blank ones and comments included, counted by `make size`. A room may grow only together with a changed line on this page: a test
fails otherwise, and a review sees both. A room that shrank is written down when the page is written next.
"""

Sizes = dict[str, dict[str, int]]


def lines_of(path: Path) -> int:
    """The lines of one file."""
    return path.read_bytes().count(b"\n")


def rooms_of(folder: Path) -> Counter[str]:
    """The lines of each room of a folder, the front door's under its name."""
    found: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.py")):
        first = path.relative_to(folder).parts[0].removesuffix(".py")
        found[DOOR if first == "__init__" else first] += lines_of(path)
    return found


def measured() -> Sizes:
    """Each room of the books, with its lines in each book; and each other part of the package."""
    sizes: Sizes = {}
    for book in BOOKS:
        for room, lines in rooms_of(house(book)).items():
            sizes.setdefault(room, {})[book] = lines
    for part, lines in rooms_of(SOURCE).items():
        if part != "books":
            sizes.setdefault(part, {})[""] = lines
    return sizes


def page(sizes: Sizes) -> str:
    """The whole page."""
    return "\n".join((OPENING, *_books(sizes), "", *_others(sizes), ""))


def _books(sizes: Sizes) -> Iterator[str]:
    rooms = [room for room in sorted(sizes) if any(sizes[room].get(book) for book in BOOKS)]
    yield f"| room | {' | '.join(f'`{book}`' for book in BOOKS)} | all |"
    yield f"|---|{'--:|' * (len(BOOKS) + 1)}"
    for room in rooms:
        yield _row(room, [sizes[room].get(book, 0) for book in BOOKS])
    yield _row("**all**", [sum(sizes[room].get(book, 0) for room in rooms) for book in BOOKS])


def _row(name: str, cells: list[int]) -> str:
    return f"| {name} | {' | '.join(str(cell or '') for cell in cells)} | {sum(cells)} |"


def _others(sizes: Sizes) -> Iterator[str]:
    parts = {part: sizes[part][""] for part in sorted(sizes) if "" in sizes[part]}
    yield "| beside the books | lines |"
    yield "|---|--:|"
    yield from (f"| {part} | {lines} |" for part, lines in parts.items())
    yield f"| **all** | {sum(parts.values())} |"


def recorded(text: str) -> Sizes:
    """The numbers of a page."""
    sizes: Sizes = {}
    heads: tuple[str, ...] = ()
    for line in text.splitlines():
        cells = (
            [cell.strip().strip("*`") for cell in line.strip("|").split("|")] if line.startswith("|") else []
        )
        if not cells or set(line) <= set("|-:"):
            continue
        if cells[0] in ("room", "beside the books"):
            heads = tuple(cells[1:-1]) if cells[0] == "room" else ("",)
        elif cells[0] != "all":
            numbers = zip(heads, cells[1:], strict=False)
            sizes.setdefault(cells[0], {}).update({head: int(cell) for head, cell in numbers if cell})
    return sizes


def grown(now: Sizes, then: Sizes) -> list[str]:
    """What is larger than the page says."""
    return [
        f"{book or 'grognard'}/{room}: {lines} lines, {then.get(room, {}).get(book, 0)} on the page"
        for room, each in now.items()
        for book, lines in each.items()
        if lines > then.get(room, {}).get(book, 0)
    ]


if __name__ == "__main__":
    PAGE.write_text(page(measured()), encoding="utf-8")
