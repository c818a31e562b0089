"""What people give on the command line, made into what the house understands; BadInput names a fault."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard.engine.book import BadInput, Book, is_text
from grognard.engine.files import BATTLE

_SWITCHES = {"on": "true", "off": "false", "yes": "true", "no": "false"}


def book(name: str) -> Book:
    """A book by the name of its folder, with or without its underscores."""
    from grognard import books

    return books.load(_plain(name))


def book_name(name: str) -> str:
    """The name of a book that is there, without opening it."""
    from grognard import books

    plain = _plain(name)
    if plain not in books.names():
        raise BadInput(f"no book is called '{name}'; there are: {', '.join(books.names())}")
    return plain


def _plain(name: str) -> str:
    from grognard import books

    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    return plain if plain in books.names() else name


def pairs(words: Iterable[str], what: str) -> dict[str, str]:
    """`key=value` words as a mapping."""
    found: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or not key:
            raise BadInput(f"'{word}' cannot be read as {what}: write key=value")
        if key in found:
            raise BadInput(f"'{key}' is given twice")
        found[key.strip()] = value.strip()
    return found


def options(ruleset: Book, words: Iterable[str], armies: Iterable[str] = ()) -> Any:
    """The book's switches from `key=value` words, and the sides' armies; unknown ones are refused, not ignored."""
    given = pairs(words, "an option")
    known = {field.encode_name: field for field in msgspec.structs.fields(ruleset.options)}
    for key in given:
        if key not in known:
            raise BadInput(f"{ruleset.name} has no option '{key}'; it has: {', '.join(known) or 'none'}")
    fielded = ruleset.fielding(pairs(armies, "an army, SIDE=NAME or SIDE=FILE"))
    for key in fielded:
        if key in given:
            raise BadInput(f"'{key}' is given twice: by --option and by --army")
    plain = {key: _SWITCHES.get(value.lower(), value) for key, value in given.items()}
    return ruleset.read_options(plain | fielded | _own_lists(ruleset, given | fielded))


def _own_lists(ruleset: Book, given: Mapping[str, str]) -> dict[str, str]:
    """Lists of one's own, read here and written out: a game keeps what was in the file, and names no path."""
    return {
        key: ruleset.army.inline(given[key]) for key in ruleset.forces if given.get(key, "").endswith(".toml")
    }


def scenario(ruleset: Book, name: str | None) -> str:
    """A scenario's name, or the whole text of one in a file; the book's first if none is named."""
    if name is None:
        if not ruleset.scenarios:
            raise BadInput(f"{ruleset.name} has no scenarios")
        return next(iter(ruleset.scenarios))
    ruleset.scenario_path(name)
    # A path as such: one with a = in it is no text.
    found = ruleset.kept(name if name in ruleset.scenarios else Path(name))
    if is_text(found):
        _inspect(ruleset, found, Path(name).name)
    return found


def _inspect(ruleset: Book, battle: str, file: str) -> None:
    """A battle of one's own is tried out at once: a fault is told of the file it came from."""
    try:
        ruleset.start(battle)
    except BadInput as fault:
        words = str(fault)
        raise BadInput(file + words.removeprefix(BATTLE) if words.startswith(BATTLE) else words) from None


class Battle(NamedTuple):
    """A battle to be played many times."""

    name: str
    """What games are told of it: a name of the book's, or the whole text of one of one's own."""
    asked: str
    """How it was asked for: to be asked for so again."""
    title: str
    """What it is called in a table."""


def battles(ruleset: Book, asked: Iterable[str] | None) -> list[Battle]:
    """Those asked for, each once however it was spelt; all of the book's if none is."""
    found: dict[str, Battle] = {}
    for words in asked or ruleset.scenarios or [scenario(ruleset, None)]:
        name = _of_the_book(ruleset, words) or scenario(ruleset, words)
        title = short(ruleset, name)
        if any(title == other.title for other in found.values() if other.name != name):
            title = f"{title} ({words})"
        key = name if name in ruleset.scenarios or is_text(name) else str(Path(name).resolve())
        found.setdefault(key, Battle(name, name if name in ruleset.scenarios else words, title))
    return list(found.values())


def _of_the_book(ruleset: Book, words: str) -> str | None:
    """The name of a scenario that was asked for by its file."""
    ruleset.scenario_path(words)
    file = Path(words).resolve()
    return next((name for name, info in ruleset.scenarios.items() if info.path.resolve() == file), None)


def short(ruleset: Book, name: str) -> str:
    """A scenario's name, or the title of one that is a text."""
    return " ".join(ruleset.told(name).title.split()) if is_text(name) else name


def scenario_title(ruleset: Book, name: str) -> str:
    """What a scenario is called."""
    return ruleset.told(name).title if name in ruleset.scenarios or is_text(name) else name


def scenarios(ruleset: Book, name: str | None) -> list[str]:
    """One scenario's name, or with `all` every one."""
    if name == "all":
        return list(ruleset.scenarios)
    return [scenario(ruleset, name)]


def agents(text: str, known: Iterable[str], example: str = "--agents greedy,random") -> tuple[str, ...]:
    """Names of computer players, separated by commas; `example` is how they are asked for."""
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    there = tuple(known)
    for name in names:
        if name not in there:
            raise BadInput(f"no agent is called '{name}'; there are: {', '.join(there)}")
    if not names:
        raise BadInput(f"nobody is named to play; name the agents, for instance: {example}")
    return names


def one_agent(text: str, known: Iterable[str], what: str) -> str:
    """One computer player by his name; `what` says what only one may do."""
    (name, *more) = agents(text, known, "--agent greedy")
    if more:
        raise BadInput(f"one agent {what} at a time")
    return name


def one(text: str, what: str) -> str:
    """A single name where several could be written."""
    if "," in text:
        raise BadInput(f"{what} takes one name, not '{text}'")
    return text


def side(sides: tuple[str, ...], text: str) -> int:
    """A side by its number (from 1) or by its name."""
    if text.isdigit() and 1 <= int(text) <= len(sides):
        return int(text) - 1
    plain = text.casefold()
    found = [n for n, name in enumerate(sides) if name.casefold().startswith(plain)] if plain else []
    if len(found) != 1:
        listed = ", ".join(f"{n + 1} {name}" for n, name in enumerate(sides))
        raise BadInput(f"no side '{text}'; there are: {listed}")
    return found[0]


def file_bytes(path: Path) -> bytes:
    """What a file holds; BadInput if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as fault:
        raise BadInput(f"cannot read {path}: {fault.strerror or fault}") from None


def page(path: Path) -> Path:
    """A text file to be written when all is done, looked at before anything is begun; BadInput if it cannot be."""
    if path.is_dir():
        raise BadInput(f"cannot write {path}: it is a folder; name a file in it")
    if not path.parent.is_dir():
        raise BadInput(f"cannot write {path}: there is no folder {path.parent}")
    if path.is_file():
        try:
            file_bytes(path).decode("utf-8")
        except UnicodeDecodeError:
            raise BadInput(f"cannot write into {path}: what stands there is no text in UTF-8") from None
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadInput(f"cannot write {path}: that is not permitted")
    return path


def whole(value: int, low: int, what: str) -> int:
    """A whole number of at least `low`."""
    if value < low:
        raise BadInput(f"{what} must be at least {low}, not {value}")
    return value


def at_least(value: float, low: float, what: str) -> float:
    """A number of at least `low`."""
    if not value >= low:
        raise BadInput(f"{what} must be at least {low:g}, not {value:g}")
    return value


def share(value: float, what: str) -> float:
    """A share of a whole."""
    if not 0 <= value <= 1:
        raise BadInput(f"{what} must be from 0 to 1, not {value:g}")
    return value


def known_of(names: Mapping[str, Any], name: str, what: str) -> Any:
    """An entry by its name, or a complaint that lists what there is."""
    if name not in names:
        raise BadInput(f"{what} '{name}' is not known; there are: {', '.join(names) or 'none'}")
    return names[name]
