"""Battles that nobody shipped, to be fuzzed: drawn by a number, and a shipped one changed as somebody might who makes his own."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from grognard.engine.battles import desk_of, random_battle, read_battle, shipped
from grognard.engine.book import BadInput, Book
from grognard.lab.runner import game_seed

CHANGES, ATTEMPTS = 3, 12
"""How many changes are made in one battle, and how often others are tried where the book's checker objects."""
NUDGE = 3
Place = list[Any]


def drawn(book: Book, seed: int, at: int) -> str:
    """A battle on a table drawn by a number, every other one not mirrored."""
    draft = random_battle(book, 1 + (1000 * seed + at) % 999_999, mirrored=at % 2 == 0)
    if draft.faults:
        raise BadInput(f"{draft.battle['title']}: {draft.faults[0].words}")
    return draft.text


def made(book: Book, seed: int, at: int) -> str:
    """One of the book's battles, or the one to begin with, changed here and there, to which its checker does not object."""
    rng = random.Random(game_seed(seed, f"battle {at}"))
    blanks = [blank.battle for blank in desk_of(book).kit().blanks]
    begun = rng.choice([*(shipped(book, name) for name in book.scenarios), *blanks])
    for _ in range(ATTEMPTS):
        draft = read_battle(book, _changed(begun, rng))
        if not draft.faults:
            return draft.text
    return drawn(book, seed, at)


def _changed(battle: Any, rng: random.Random) -> Any:
    """The same with some of its rows gone, others elsewhere, and other edges open."""
    plain = _copied(battle)
    plain.pop("about", None)
    plain["title"] = "A battle of one's own"
    for _ in range(CHANGES):
        change = rng.choice(CHANGING)
        change(plain, rng)
    return plain


def _copied(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {key: _copied(value) for key, value in plain.items()}
    return [_copied(value) for value in plain] if isinstance(plain, (list, tuple)) else plain


def _drop_a_row(plain: dict[str, Any], rng: random.Random) -> None:
    """One piece of ground, one unit, one score less."""
    sections = [rows for key, rows in plain.items() if key != "side" and _rows(rows) and len(rows) > 1]
    if sections:
        rows = rng.choice(sections)
        rows.pop(rng.randrange(len(rows)))


def _rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def _move_a_place(plain: dict[str, Any], rng: random.Random) -> None:
    """Something stands a little aside."""
    places = list(_places(plain))
    if places:
        place = rng.choice(places)
        for n in (0, 1):
            place[n] = max(0, place[n] + rng.randint(-NUDGE, NUDGE))


def _places(plain: Any) -> Iterator[Place]:
    """Every pair of numbers under the name `at`."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            if key == "at" and isinstance(value, list) and len(value) >= 2 and _numbers(value[:2]):
                yield value
            else:
                yield from _places(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from _places(value)


def _numbers(values: list[Any]) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _open_another_edge(plain: dict[str, Any], rng: random.Random) -> None:
    """Reinforcements come, and units leave, over another side of the table."""
    table = plain.get("table")
    if not isinstance(table, list) or not _numbers(table):
        return
    for row in [value for value in plain.values() if isinstance(value, dict) and "edge" in value]:
        row["edge"] = _stretch(table[0], table[1], rng)


def _stretch(width: float, height: float, rng: random.Random) -> list[list[float]]:
    """Half of a side of the table, or the whole of it."""
    upright = rng.random() < 0.5
    length = height if upright else width
    low, high = rng.choice(((0, length), (0, length / 2), (length / 2, length)))
    if upright:
        x = rng.choice((0, width))
        return [[x, low], [x, high]]
    y = rng.choice((0, height))
    return [[low, y], [high, y]]


CHANGING: tuple[Callable[[dict[str, Any], random.Random], None], ...] = (
    _drop_a_row,
    _move_a_place,
    _open_another_edge,
)
