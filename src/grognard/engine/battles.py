"""Battles of one's own: what a book says of its battle files, and what is wrong with a draft of one.

A battle is a scenario file given as a whole text; nothing is built from it before it is known to be within bounds.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard.engine.battlekit import (
    LONGEST,
    LONGEST_TITLE,
    BattleDraft,
    BattleFault,
    BattleKit,
    BattleList,
)
from grognard.engine.book import BadInput, Book, ScenarioInfo
from grognard.engine.files import BATTLE, OWN, FirstStates, info_of, parsed, whole
from grognard.engine.inspection import faults_of
from grognard.engine.toml import read, written

DEEPEST, PARTS = 8, 12_000
"""How deep a battle may be nested, and how many numbers and words it has."""
LARGEST = 100_000
"""No number of a battle is larger."""
MOST_FAULTS = 60
"""So many faults are named at once."""


# ---- what a book brings


class Battles(NamedTuple):
    """What a book brings to its battle desk."""

    states: FirstStates[Any, Any]
    options: type[Any]
    kit: Callable[[], BattleKit]
    inspect: Callable[[Any], Iterator[BattleFault]]
    """Faults of a file's rows, each looked at by itself."""
    draw: Callable[[str, Any, Any], Any]
    """The state a file gives, before anybody looks whether everybody may stand where he does."""
    standing: Callable[[Any], Iterable[str]]
    """Who may not."""
    placed: Callable[[Any], dict[str, Any]]
    """Sections of a file that would put everybody where he stands in a state."""
    drawn: Callable[[int, bool], Any]
    """The file of a battle on a table drawn by a number, mirrored or not."""
    armies: str = "army"
    """What a side calls its list."""

    def told(self, text: str) -> ScenarioInfo:
        """What is to be said of a battle before it is played."""
        taken_apart(text)
        told = info_of(OWN, parsed(BATTLE, text, self.states.kind), Path())
        for name in (told.title, *told.sides):
            if not name.strip() or len(name) > LONGEST_TITLE or "\n" in name:
                raise BadInput(
                    f"{BATTLE}: its title and its sides have names of 1 to {LONGEST_TITLE} letters"
                )
        return told

    def first(self, text: str, options: Any) -> Any:
        """The first state of a battle."""
        taken_apart(text)
        return self.states.from_text(text, options)

    def whole(self, path: Path) -> str:
        """The text of a file, with the lists its sides name written out."""
        text = whole(path)
        if len(text) > LONGEST:
            raise BadInput(f"{path.name}: a battle is written in {LONGEST} letters or fewer")
        return text


def file_name(title: str) -> str:
    """A title as the name of a file: small plain letters."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:40] or OWN


# ---- within bounds


@lru_cache(maxsize=64)
def taken_apart(text: str) -> dict[str, Any]:
    """The plain data of a battle written as TOML, within all bounds. Nobody may change it."""
    if len(text) > LONGEST:
        raise BadInput(f"{BATTLE} is written in {LONGEST} letters or fewer")
    try:
        plain = read(text)
    except (RecursionError, ValueError) as fault:
        raise BadInput(f"{BATTLE} is not TOML: {fault}"[:300]) from None
    bounded(plain)
    return plain


def bounded(plain: Any) -> None:
    """Nothing too deep, too long, absurd or unprintable; BadInput says what."""
    left = PARTS
    todo: list[tuple[Any, int]] = [(plain, 0)]
    while todo:
        part, depth = todo.pop()
        left -= 1
        if left < 0 or depth > DEEPEST:
            raise BadInput(f"{BATTLE} is {'too large' if left < 0 else 'nested too deep'}")
        if isinstance(part, dict):
            todo += ((each, depth + 1) for pair in part.items() for each in pair)
        elif isinstance(part, (list, tuple)):
            todo += ((each, depth + 1) for each in part)
        else:
            _sober(part)


def _sober(part: Any) -> None:
    if isinstance(part, str):
        if not part.replace("\n", " ").replace("\t", " ").isprintable():
            raise BadInput(f"{BATTLE} has letters that cannot be printed")
        if "<" in part or ">" in part:
            raise BadInput(f"{BATTLE} has words with < or >, as only programs have them")
    elif isinstance(part, (int, float)):
        if (isinstance(part, float) and not isfinite(part)) or abs(part) > LARGEST:
            raise BadInput(f"{BATTLE} has a number that is absurd; the largest is {LARGEST}")
    elif part is not None:
        raise BadInput(f"{BATTLE} has something that is neither words nor a number")


# ---- a draft


def read_battle(book: Book, given: Any) -> BattleDraft:
    """A battle as plain data, written out, with as many of its faults as can be named at once."""
    desk = desk_of(book)
    bounded(given)
    if not isinstance(given, dict):
        raise BadInput("that is no battle")
    plain = _without_nulls(given)
    text = written(plain)
    if len(text) > LONGEST:
        raise BadInput(f"{BATTLE} is written in {LONGEST} letters or fewer")
    return BattleDraft(plain, text, tuple(faults_of(book, desk, plain, text))[:MOST_FAULTS])


def from_text(text: str) -> dict[str, Any]:
    """The plain data of a battle written as TOML."""
    return msgspec.json.decode(msgspec.json.encode(taken_apart(text)), type=dict[str, Any])


def shipped(book: Book, name: str) -> dict[str, Any]:
    """One of the book's own scenarios as plain data."""
    if name not in book.scenarios:
        raise BadInput(f"{book.name} has no scenario '{name[:80]}'; it has: {', '.join(book.scenarios)}")
    return tomllib.loads(book.scenarios[name].path.read_text("utf-8"))


def desk_of(book: Book) -> Battles:
    """A book's battle desk."""
    if not isinstance(book.battles, Battles):
        raise BadInput(f"{book.title} has only its own battles")
    return book.battles


def plain_of(record: Any) -> Any:
    """A record as plain data, without what is as it would be if nothing were said."""
    if isinstance(record, msgspec.Struct):
        found = {}
        for field in msgspec.structs.fields(record):
            value = getattr(record, field.name)
            factory = field.default_factory
            usual = field.default if factory is msgspec.NODEFAULT else factory()
            if field.required or value != usual:
                found[field.encode_name] = plain_of(value)
        return found
    if isinstance(record, (list, tuple)):
        return [plain_of(each) for each in record]
    if isinstance(record, dict):
        return {key: plain_of(value) for key, value in record.items()}
    return msgspec.to_builtins(record)


def _without_nulls(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {str(key): _without_nulls(value) for key, value in plain.items() if value is not None}
    if isinstance(plain, (list, tuple)):
        return [_without_nulls(value) for value in plain if value is not None]
    return plain


# ---- battles by chance


def random_battle(book: Book, seed: int, size: int = 0, *, mirrored: bool = True) -> BattleDraft:
    """A battle on a table drawn by a number; with a size, between two of the book's lists that are no dearer."""
    desk = desk_of(book)
    file = desk.drawn(seed, mirrored)
    plain = plain_of(file)
    how = "one half the other turned round" if mirrored else "not mirrored"
    plain |= {"title": f"Battle {seed}", "source": f"drawn by the number {seed}, {how}; ours"}
    plain.pop("about", None)
    plain.pop("draws", None)
    if size:
        for side, army in zip(plain["side"], _to_points(desk, seed, size)):
            side[desk.armies] = army.name
            side["name"] = army.title[:LONGEST_TITLE]
        first, second = plain["side"]
        if first["name"] == second["name"]:
            second["name"] = f"{second['name']} (2)"
    return read_battle(book, plain)


def _to_points(desk: Battles, seed: int, size: int) -> Sequence[BattleList]:
    """Two lists that come near the size from below, by the number."""
    lists = [each for each in desk.kit().lists if each.points <= size]
    if not lists:
        least = min(each.points for each in desk.kit().lists)
        raise BadInput(f"no list of the book costs {size} points or fewer; the cheapest costs {least}")
    near = [each for each in lists if each.points * 5 >= max(one.points for one in lists) * 4]
    first = near[seed % len(near)]
    others = [each for each in near if each is not first] or near
    return first, others[(seed // len(near)) % len(others)]
