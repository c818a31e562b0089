"""The files of a house: scenarios and army lists, checked against their records, a wrong one refused in one line.

A file is taken apart once for as long as its text stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from grognard.engine.about import About
from grognard.engine.book import BadInput, ScenarioInfo
from grognard.engine.toml import read, written

R = TypeVar("R")
S = TypeVar("S")
Edge = tuple[tuple[int, int], tuple[int, int]]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something read from a file: nothing missing, nothing unknown."""


def text_of(path: Path) -> str:
    """What is written in a file."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as fault:
        raise BadInput(f"{path.name} is not TOML: {fault}") from None
    except OSError as fault:
        raise BadInput(f"{path.name} cannot be read: {fault.strerror}") from None


def read_toml(path: Path, kind: type[R]) -> R:
    """A file checked against its record; BadInput names the file and what is wrong."""
    return parsed(path.name, text_of(path), kind)


def parsed(name: str, text: str, kind: type[R]) -> R:
    """A text checked against its record; the name is what a fault is told of."""
    record: Any = kind
    found: R = _parsed(name, text, record)
    return found


@lru_cache(maxsize=256)
def _parsed(name: str, text: str, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(read(text), kind)
    except msgspec.ValidationError as fault:
        raise BadInput(f"{name}: {fault}") from None
    except (ValueError, RecursionError) as fault:
        raise BadInput(f"{name} is not TOML: {fault}"[:300]) from None


# ---- lists


LIST = "the list"
LONGEST = 20_000
DEEPEST, MOST_WORDS, MOST_ROWS, LARGEST = 6, 2_000, 200, 10**9
"""How many letters a list has, how deep it may be nested, how long a text of it and how many rows it may have, its largest number."""


def players_list(text: str, kind: type[R], name: str = LIST) -> R:
    """A list somebody wrote, checked against its record and within all bounds."""
    if len(text) > LONGEST:
        raise BadInput(f"{name}: a list is written in {LONGEST} letters or fewer")
    try:
        sober(read(text))
    except BadInput as fault:
        raise BadInput(f"{name}: {fault}") from None
    except (ValueError, RecursionError) as fault:
        raise BadInput(f"{name} is not TOML: {fault}"[:300]) from None
    return parsed(name, text, kind)


def sober(given: Any, depth: int = 0) -> None:
    """Nothing in a list is too deep, too long, absurd, unprintable or a program's; BadInput says what."""
    if depth > DEEPEST:
        raise BadInput("it is nested too deep")
    if isinstance(given, str):
        if len(given) > MOST_WORDS:
            raise BadInput(f"a text of a list has at most {MOST_WORDS} letters")
        if not given.replace("\n", " ").isprintable():
            raise BadInput("it has letters that cannot be printed")
        if "<" in given or ">" in given:
            raise BadInput("it has words with < or >, as only programs have them")
    elif isinstance(given, Mapping):
        sober([*given, *given.values()], depth)
    elif isinstance(given, (list, tuple)):
        if len(given) > MOST_ROWS:
            raise BadInput(f"it is too long: no part of a list has over {MOST_ROWS} rows")
        for value in given:
            sober(value, depth + 1)
    elif isinstance(given, int) and abs(given) > LARGEST:
        raise BadInput("a number of it is absurd")
    elif isinstance(given, float):
        raise BadInput("a number of it is not whole")


class NoSuchList(BadInput):
    """None of a book's lists is called so; whoever names them at a command line is told what they are called."""

    def __init__(self, noun: str, name: str | Path, names: Sequence[str]):
        self.plain = f"there is no {noun} “{name}”"
        super().__init__(f"there is no {noun} '{name}'; there are: {', '.join(names)}")


class Shelf(Generic[R]):
    """A folder with a book's own lists of one kind, and what such a list is called."""

    def __init__(self, folder: Path, kind: type[R], noun: str, besides: tuple[str, ...] = ()) -> None:
        self.folder, self.kind, self.noun, self.besides = folder, kind, noun, besides
        self._names: tuple[str, ...] = ()
        self._own: dict[str, R] = {}

    def names(self) -> tuple[str, ...]:
        """The lists that come with the book."""
        if not self._names:
            stems = {path.stem for path in self.folder.glob("*.toml")}
            self._names = tuple(sorted(stems - set(self.besides)))
        return self._names

    def own(self, name: str) -> R:
        """One of the book's own lists: what comes from outside is never taken for a path."""
        if name not in self.names():
            raise NoSuchList(self.noun, name, self.names())
        if name not in self._own:
            self._own[name] = read_toml(self.folder / f"{name}.toml", self.kind)
        return self._own[name]

    def load(self, name: str | Path) -> R:
        """One of the book's own by its name, or one from a file."""
        if str(name) in self.names():
            return self.own(str(name))
        path = Path(name)
        try:
            if path.suffix == ".toml" and path.is_file():
                return players_list(text_of(path), self.kind, path.name)
        except OSError:
            pass  # not even the name of a file
        raise BadInput(f"{NoSuchList(self.noun, name, self.names())}, or name a file")


def twice(names: Sequence[str]) -> list[str]:
    """Which names a list has more than once, in order."""
    return sorted({name for name in names if names.count(name) > 1})


# ---- scenarios


class SideRecord(Protocol):
    """A side as any scenario has it."""

    @property
    def name(self) -> str: ...


class KeyedSide(Protocol):
    """A side that other lines of its scenario name by a key."""

    @property
    def key(self) -> str: ...


class ScenarioRecord(Protocol):
    """What every scenario file says in the same words."""

    @property
    def title(self) -> str: ...
    @property
    def blurb(self) -> str: ...
    @property
    def side(self) -> Sequence[SideRecord]: ...


F = TypeVar("F", bound=ScenarioRecord)


def scenarios_of(folder: Path, names: Iterable[str], kind: type[F]) -> dict[str, ScenarioInfo]:
    """A book's own scenarios, in the order they are to be offered."""
    paths = {name: folder / f"{name}.toml" for name in names}
    return {name: info_of(name, read_toml(path, kind), path) for name, path in paths.items()}


def info_of(name: str, file: ScenarioRecord, path: Path) -> ScenarioInfo:
    """What a shelf says of a scenario."""
    sides = tuple(side.name for side in file.side)
    opponent, turns = getattr(file, "opponent", ""), getattr(file, "turns", 0)
    about = getattr(file, "about", About())
    return ScenarioInfo(name, file.title, sides, file.blurb, path, opponent, turns, about)


class FirstStates(Generic[F, S]):
    """A book's `setup`: a scenario's first state, or BadInput in one line that names the file.

    The book's own scenarios, and battles that are given as a text, give one value for all games with the same switches, so
    that what is worked out for it serves them all. A file from elsewhere is read every time: it may name other files.
    """

    def __init__(self, folder: Path, kind: type[F], build: Callable[[str, F, Any], S]) -> None:
        self.folder, self.kind, self.build = folder, kind, build
        self._kept = lru_cache(maxsize=32)(self._fresh)

    def __call__(self, path: Path, options: Any) -> S:
        """The first state of a scenario."""
        if path.parent == self.folder:
            return self._kept("", path.stem, text_of(path), options)
        return self._fresh(path.name, path.stem, whole(path), options)

    def from_text(self, text: str, options: Any) -> S:
        """The first state of a battle that is given as a whole: it names no file."""
        return self._kept(BATTLE, OWN, text, options)

    def _fresh(self, file: str, name: str, text: str, options: Any) -> S:
        battle = parsed(file or f"{name}.toml", text, self.kind)
        known = file or battle.title  # whoever chose one of the book's own knows it by its title
        try:
            return self.build(name, battle, options)
        except BadInput as fault:
            words = str(fault)
            raise BadInput(words if words.startswith(known) else f"{known}: {words}") from None


first_states = FirstStates
BATTLE, OWN = "the battle", "battle"
"""What a fault of a battle given as a text is told of, and what such a battle goes by among a book's scenarios."""


def whole(path: Path) -> str:
    """A scenario file with the lists written out that its sides name as files beside it."""
    text = text_of(path)
    try:
        raw = read(text)
    except (ValueError, RecursionError):
        return text  # whoever takes it apart says what is wrong with it
    sides = raw.get("side")
    found = False
    for side in sides if isinstance(sides, list) else ():
        for key, value in side.items() if isinstance(side, dict) else ():
            if isinstance(value, str) and value.endswith(".toml") and "\n" not in value:
                side[key], found = text_of(path.parent / value).rstrip() + "\n", True
    return written(raw) if found else text


def side_called(sides: Iterable[KeyedSide], key: str) -> int:
    """The number of a side by its key."""
    for number, side in enumerate(sides):
        if side.key == key:
            return number
    raise BadInput(f"there is no side '{key}'")


def hundredths(length: float) -> int:
    """A length as it is written, in hundredths; two decimals are enough."""
    return round(length * 100)


def corners(poly: Iterable[tuple[float, float]]) -> tuple[tuple[int, int], ...]:
    """An outline in hundredths."""
    return tuple((hundredths(x), hundredths(y)) for x, y in poly)


def stretch_of_edge(line: Sequence[tuple[int, int]], width: int, height: int) -> Edge:
    """A line, if it is a stretch of the table's own edge."""
    (x, y), (x2, y2) = line
    upright = x == x2 and x in (0, width) and 0 <= min(y, y2) < max(y, y2) <= height
    level = y == y2 and y in (0, height) and 0 <= min(x, x2) < max(x, x2) <= width
    if not upright and not level:
        raise BadInput("an edge must be a stretch of the table's edge")
    return (x, y), (x2, y2)
