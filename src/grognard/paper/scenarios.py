"""The sheet of a scenario: its story, the map to scale, who fights, how it is set up and won, what is special."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from grognard.engine.about import About
from grognard.engine.book import Book
from grognard.engine.printing import Brief
from grognard.engine.view import Piece as Unit
from grognard.paper.canvas import SOFT, Leaves, Size
from grognard.paper.flow import Piece, Run, gap, heading, paragraph, told
from grognard.paper.maps import draw_map, fitted
from grognard.paper.sheet import Setter, best_of
from grognard.paper.wording import in_words

TRIES = ((8.5, 0.65), (8.0, 0.65), (7.5, 0.62), (7.5, 0.55), (7.5, 0.48))
"""Sizes of letters, and how much of the first page the map may have: the first that saves a page is taken."""
ROOMY = ((10.0, 0.88), (9.0, 0.75))
"""The map and the letters larger, where that takes no more pages."""


class Scene(NamedTuple):
    """A scenario as it is printed."""

    title: str
    story: str
    about: About
    turns: int
    state: Any


def scene_of(book: Book, scenario: str | Path, options: Mapping[str, Any] | None = None) -> Scene:
    """A scenario by its name, from a file or from its whole text, before the first move."""
    whole = book.kept(scenario)
    info = book.told(whole)
    state = book.start(whole, book.read_options(options or {})).state
    return Scene(info.title, info.blurb, info.about, info.turns, state)


def scenario_sheet(book: Book, scene: Scene, size: Size) -> Leaves:
    """The sheet of a scenario."""
    tight, roomy = (
        (_sheet(book, scene, size, letters, share) for letters, share in tries) for tries in (TRIES, ROOMY)
    )
    return best_of(tight, roomy)


def _sheet(book: Book, scene: Scene, size: Size, letters: float, share: float) -> Leaves:
    assert book.printing is not None, "asked for only where a book prints"
    setter = Setter(size, scene.title, book.title, _facts(scene))
    setter.add([paragraph(scene.story, setter.width, letters + 0.5, 2.5)])
    view = book.sheet.view(scene.state, None)
    seen = {piece.id for piece in book.sheet.view(book.redact(scene.state, None), None).pieces}
    units = _in_order(_all_units(book, scene.state, len(view.sides)))
    numbers = _numbered(units, seen)
    board = book.sheet.board(scene.state)
    room = (setter.bottom - setter.y) * share
    chart = fitted(board, book.printing.unit, setter.left, setter.y, setter.width, room)
    setter.y = draw_map(setter.page, chart, units, numbers)
    brief = book.printing.brief(scene.state)
    setter.add([gap(1.5)])
    width = setter.column(2)
    forces: list[Piece] = []
    for side, name in enumerate(view.sides):
        forces += _force(name, [unit for unit in units if unit.side == side], numbers, width, letters)
    setter.add([*forces, *_brief(book, brief, width, letters)], 2)
    return setter.done(f"{book.title}: {scene.title}")


def _facts(scene: Scene) -> str:
    about = scene.about
    turns = f"{scene.turns} turns" if scene.turns else ""
    time = f"about {about.minutes} minutes" if about.minutes else ""
    place = f"{about.place} (imagined)" if about.imagined and about.place else about.place
    return " · ".join(word for word in (about.date, place, turns, time) if word)


def _all_units(book: Book, state: Any, sides: int) -> list[Unit]:
    """Everybody, as the owners know them: hidden units are named, though not where they are."""
    views = [(side, book.sheet.view(state, side)) for side in range(sides)]
    return [piece for side, view in views for piece in view.pieces if piece.side == side]


def _in_order(pieces: Sequence[Unit]) -> list[Unit]:
    """Units body by body, each behind its leader; who belongs to none comes first."""
    groups = list(dict.fromkeys(["", *(piece.group for piece in pieces)]))
    return sorted(
        pieces, key=lambda piece: (groups.index(piece.group), bool(piece.group) and not piece.leader)
    )


def _numbered(pieces: Sequence[Unit], seen: set[int]) -> dict[int, str]:
    """What units are called on the map: a letter for the side and a number; who is hidden or not there has none."""
    found: dict[int, str] = {}
    counts = [0, 0]
    for piece in pieces:
        if piece.id in seen and piece.status == "on table" and not piece.hidden:
            side = piece.side % 2
            counts[side] += 1
            found[piece.id] = f"{'AB'[side]}{counts[side]}"
    return found


def _force(
    name: str, units: Sequence[Unit], numbers: Mapping[int, str], width: float, letters: float
) -> list[Piece]:
    """Who fights for a side."""
    found = [heading(name, width, 11)]
    group = ""
    for unit in units:
        if unit.group and unit.group != group:
            found.append(paragraph([Run(unit.group, "bold", SOFT)], width, letters - 0.5, 0.2, tied=True))
            group = unit.group
        found.append(_unit(unit, numbers, width, letters))
    return [*found, gap(1.5)]


def _unit(unit: Unit, numbers: Mapping[int, str], width: float, letters: float) -> Piece:
    runs = [Run(numbers.get(unit.id, "–"), "bold", SOFT), Run(unit.name, "bold")]
    about = [unit.arm.replace("_", " ")] if unit.arm and not unit.leader else []
    if unit.figures > 1:
        about.append(str(unit.figures))
    if unit.face:
        about.append(unit.face.name)
    about += [tag.words for tag in unit.tags[:2] if tag.words != unit.group]
    if unit.id not in numbers:
        about.append("hidden" if unit.status == "on table" else unit.status)
        about = list(dict.fromkeys(about))
    if about:
        runs.append(Run(", ".join(about)))
    return paragraph(runs, width, letters - 0.5, 0.3)


def _brief(book: Book, brief: Brief, width: float, letters: float) -> list[Piece]:
    found: list[Piece] = []
    for title, lines in (
        ("Set-up", brief.setup),
        ("Victory", brief.victory),
        ("Special rules", brief.special),
    ):
        if lines:
            found += [
                heading(title, width, 11),
                *(told(*in_words(book.rulebook, line), width, letters, after=1.0) for line in lines),
                gap(1.5),
            ]
    return found
