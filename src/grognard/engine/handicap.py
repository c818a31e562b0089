"""What can be turned until a battle is fair: a book says which numbers of its files help a side, and by how much.

Every knob gives a battle that could be written down and played like any other: nothing is added to a score afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.engine.book import BadInput
from grognard.engine.toml import written
from grognard.engine.workshop import Desk, from_text, look_at

if TYPE_CHECKING:
    from grognard.engine.book import Book

LARGEST = 0.5
"""How much of a list may be added to it at most."""
AMOUNTS = 24
"""How many amounts are tried of one knob at most."""
REPEATS = 2
"""How often one unit of a list may be repeated."""


class Stakes(NamedTuple):
    """What a battle is fought with: its file as plain data, and the switches."""

    battle: Mapping[str, Any]
    options: Mapping[str, Any]


class Turned(NamedTuple):
    """A battle changed in favour of one side, and what was done in more detail."""

    stakes: Stakes
    note: str = ""


class Knob(NamedTuple):
    """Something that helps a side, by amounts."""

    key: str
    words: str
    """The advice, with {side} and {by}: "give {side} {by} points more"."""
    amounts: Callable[[Book, Stakes, int], Sequence[int]]
    """By how much a side could be helped in this battle, from little to much; empty: not at all."""
    turned: Callable[[Book, Stakes, int, int], Turned]

    def says(self, side: str, by: int) -> str:
        """The advice."""
        return self.words.format(side=side, by=by)


def side_number(key: str, words: str, most: int) -> Knob:
    """A number of a side's own that is better for it the higher it is; 0 is none, and stays."""

    def amounts(_book: Book, stakes: Stakes, side: int) -> Sequence[int]:
        return range(1, most + 1) if stakes.battle["side"][side].get(key) else ()

    def turned(_book: Book, stakes: Stakes, side: int, by: int) -> Turned:
        battle = deepcopy(dict(stakes.battle))
        battle["side"][side][key] += by
        return Turned(Stakes(battle, stakes.options))

    return Knob(key, words, amounts, turned)


def prize_points(section: str, words: str, steps: Sequence[int]) -> Knob:
    """What a side gets for its prizes: rows that name the side, or that have a number for each."""

    def mine(battle: Mapping[str, Any], side: int) -> Iterator[dict[str, Any]]:
        key = battle["side"][side].get("key")
        for row in battle.get(section, ()):
            if isinstance(row.get("points"), list) or (key and row.get("side") == key and row.get("points")):
                yield row

    def amounts(_book: Book, stakes: Stakes, side: int) -> Sequence[int]:
        return steps if any(mine(stakes.battle, side)) else ()

    def turned(_book: Book, stakes: Stakes, side: int, by: int) -> Turned:
        battle = deepcopy(dict(stakes.battle))
        for row in mine(battle, side):
            if isinstance(row["points"], list):
                row["points"][side] += by
            else:
                row["points"] += by
        return Turned(Stakes(battle, stakes.options))

    return Knob(section, words, amounts, turned)


def turns(words: str, way: int) -> Knob:
    """More turns, or fewer: whom that helps, games will tell. A battle keeps half of its turns at least."""

    def amounts(_book: Book, stakes: Stakes, _side: int) -> Sequence[int]:
        return range(1, max(1, int(stakes.battle["turns"]) // 2) + 1)

    def turned(_book: Book, stakes: Stakes, _side: int, by: int) -> Turned:
        return Turned(Stakes({**stakes.battle, "turns": stakes.battle["turns"] + way * by}, stakes.options))

    return Knob("more turns" if way > 0 else "fewer turns", words, amounts, turned)


LONGER, SHORTER = turns("play {by} turns more", 1), turns("play {by} turns fewer", -1)


# ---- points of armies


def more_points(army: str, places: str = "") -> Knob:
    """More of what a side's list has. `army` is where a side's file names it; where the file says under `places` who
    stands where, its own list has its ground and is not added to, unless the battle is one for any two lists.
    """

    def plain(book: Book, stakes: Stakes, side: int) -> dict[str, Any] | None:
        chosen = stakes.options.get(book.forces[side]) or ""
        own = stakes.battle["side"][side]
        placed = places and (stakes.battle.get(places) or own.get(places))
        if not chosen and placed and not stakes.battle.get("draws"):
            return None
        found: dict[str, Any] = (
            book.army.plain(chosen or own[army]) if not _is_text(chosen) else _read(chosen)
        )
        return found

    def amounts(book: Book, stakes: Stakes, side: int) -> Sequence[int]:
        listed = plain(book, stakes, side)
        return () if listed is None else _thinned(sorted(_sums(book.army.workshop, listed)))

    def turned(book: Book, stakes: Stakes, side: int, by: int) -> Turned:
        listed = plain(book, stakes, side)
        assert listed is not None, "amounts were offered"
        larger, added = enlarged(book.army.workshop, listed, by)
        total = look_at(book.army.workshop, larger).points
        options = {**stakes.options, book.forces[side]: written(larger)}
        if options.get("size"):
            options["size"] = max(int(options["size"]), total)
        return Turned(Stakes(stakes.battle, options), ", ".join(added))

    return Knob("points", "give {side} {by} points more", amounts, turned)


def _is_text(army: str) -> bool:
    return "\n" in army or "=" in army


def _read(text: str) -> dict[str, Any]:
    found: dict[str, Any] = from_text(text)
    return found


def _thinned(amounts: Sequence[int]) -> Sequence[int]:
    """No more than a few, evenly spread, the greatest among them."""
    if len(amounts) <= AMOUNTS:
        return amounts
    return [amounts[(at + 1) * len(amounts) // AMOUNTS - 1] for at in range(AMOUNTS)]


def _sums(desk: Desk, listed: Mapping[str, Any]) -> dict[int, tuple[str, ...]]:
    """What can be added by repeating units of a list, each sum with the fewest of them, as ways to their rows."""
    draft = look_at(desk, dict(listed))
    most = int(draft.points * LARGEST)
    found: dict[int, tuple[str, ...]] = {0: ()}
    for way, price in _troops(desk, listed, draft.prices):
        for _ in range(REPEATS):
            for total, rows in list(found.items()):
                if rows.count(way) >= REPEATS or total + price > most:
                    continue
                if total + price not in found or len(rows) + 1 < len(found[total + price]):
                    found[total + price] = (*rows, way)
    del found[0]
    return found


def _troops(desk: Desk, listed: Mapping[str, Any], prices: Mapping[str, int]) -> list[tuple[str, int]]:
    """The rows that may be had twice, with what each costs: a list with one of them again has no new fault.

    Troops are the sort of rows there are most of; a leader is not had twice.
    """
    before = look_at(desk, dict(listed))
    sorts = Counter(way.split("/")[-2] for way in prices)
    troops = max(sorts, key=lambda sort: sorts[sort], default="")
    found: dict[tuple[str, int], str] = {}
    for way in prices:
        *_, sort, _row = way.split("/")
        if sort != troops:
            continue
        after = look_at(desk, _unlimited(desk, _with_rows(listed, (way,))[0]))
        price = after.points - before.points  # who stays in reserve costs nothing, and helps nobody
        if price > 0 and len(after.faults) <= len(before.faults):
            found.setdefault((way.rpartition("/")[0], price), way)
    return [(way, price) for (_, price), way in found.items()]


def enlarged(desk: Desk, listed: Mapping[str, Any], by: int) -> tuple[dict[str, Any], list[str]]:
    """A list with so many points more, by units it has already; and who was added."""
    rows = _sums(desk, listed)[by]
    larger, added = _with_rows(listed, rows)
    draft = look_at(desk, _unlimited(desk, larger))
    if len(draft.faults) > len(look_at(desk, dict(listed)).faults):
        raise BadInput(f"the list cannot have {by} points more: {draft.faults[0].words}")
    return draft.list, added


def _unlimited(desk: Desk, listed: dict[str, Any]) -> dict[str, Any]:
    """A list whose own limit is no less than it costs."""
    limit = desk.kit().limit
    if limit and limit in listed:
        listed = {**listed, limit: max(int(listed[limit]), look_at(desk, listed).points)}
    return listed


def _with_rows(listed: Mapping[str, Any], ways: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    larger, added = deepcopy(dict(listed)), []
    for way in ways:
        rows: Any = larger
        *keys, last = way.split("/")
        for key in keys:
            rows = rows[int(key)] if key.isdigit() else rows[key]
        row = deepcopy(rows[int(last)])
        taken = set(_words(larger))
        if "id" in row:
            head = str(row["id"]).rstrip("0123456789")
            row["id"] = next(f"{head}{n}" for n in count(1) if f"{head}{n}" not in taken)
        if row.get("name"):
            row["name"] = next(
                f"{row['name']} ({n})" for n in count(2) if f"{row['name']} ({n})" not in taken
            )
        rows.append(row)
        added.append(str(row.get("name") or row.get("id") or "one unit more"))
    return larger, added


def _words(data: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for part in data.values():
            yield from _words(part)
    elif isinstance(data, list):
        for part in data:
            yield from _words(part)


__all__ = [
    "LONGER",
    "SHORTER",
    "Knob",
    "Stakes",
    "Turned",
    "enlarged",
    "more_points",
    "prize_points",
    "side_number",
]
