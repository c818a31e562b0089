"""What is wrong with a battle, as much of it as can be named at once: its shape first, then what the book says of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.engine.battlekit import LONGEST_TEXT, LONGEST_TITLE, BattleFault, BattleKit, BattleSection
from grognard.engine.book import BadInput, Book
from grognard.engine.files import BATTLE, OWN, NoSuchList
from grognard.engine.misread import Names, misread
from grognard.engine.toml import read
from grognard.engine.workshop import KitField

if TYPE_CHECKING:
    from grognard.engine.battles import Battles

CITED = re.compile(r"\s*\[([^\[\]]+)\]$")
NAMES = ("id", "name", "unit", "brigade", "key", "side")
"""Fields a row may be told by."""


def faults_of(book: Book, desk: Battles, plain: dict[str, Any], text: str) -> Iterator[BattleFault]:
    """Everything wrong with a battle that can be told now; what hides behind a fault is told once that is gone."""
    kit = _kept(desk.kit)
    names = Names(kit.head, kit.sections)
    found = list(_shape(desk.states.kind, plain, names))
    if not found:
        file = msgspec.convert(plain, desk.states.kind)
        found = list(_fields(kit, plain))
        known = {fault.at for fault in found}
        found += [fault for fault in desk.inspect(file) if fault.at not in known]
        found = found or list(_laid_out(desk, file)) or list(_begun(book, text))
    cites = {section.key: section.cite for section in kit.sections}
    called = _called(kit, desk.armies, plain)
    for fault in found:
        where = fault.at or _where(plain, fault.words)
        cite = fault.cite or (cites.get(where[0], "") if where else "") or kit.cite
        words = re.sub(r"\w+", lambda id: called.get(id[0], id[0]), fault.words)
        yield BattleFault(words, cite, where)


@cache
def _kept(kit: Callable[[], BattleKit]) -> BattleKit:
    """What lies at a desk, always the same: to draw up its empty tables is more work than to look at a battle."""
    return kit()


def _called(kit: BattleKit, armies: str, plain: Mapping[str, Any]) -> Mapping[str, str]:
    """What the units are called whom the rows of a battle name by an id."""
    given = plain.get("side")
    sides = [side for side in given if isinstance(side, Mapping)] if isinstance(given, list) else []
    named = [army for side in sides if isinstance(army := side.get(armies), str)]
    found = {unit.id: unit.name for army in kit.lists if army.name in named for unit in army.units}
    for text in named:
        if "\n" in text:
            found |= {row["id"]: str(row["name"]) for row in _listed(text) if row.get("name")}
    return found


def _listed(text: str) -> Iterator[Mapping[str, Any]]:
    """The rows of a list with an id, however deep; nothing if it is none."""
    todo: list[Any] = []
    with suppress(ValueError, RecursionError):
        todo = [read(text)]
    while todo:
        part = todo.pop()
        if isinstance(part, Mapping):
            todo += part.values()
            if isinstance(part.get("id"), str):
                yield part
        elif isinstance(part, list):
            todo += part


def told(fault: Exception, at: tuple[str, int] | None = None) -> BattleFault:
    """A refusal as a fault: the rule it ends with is its rule."""
    words = fault.plain if isinstance(fault, NoSuchList) else str(fault)
    cited = CITED.search(words)
    return BattleFault(CITED.sub("", words), cited[1] if cited else "", at)


def tried(at: tuple[str, int] | None, look: Callable[..., Any], *given: Any) -> Iterator[BattleFault]:
    """What somebody says against a row who would make something of it."""
    try:
        look(*given)
    except BadInput as fault:
        yield told(fault, at)


def _laid_out(desk: Battles, file: Any) -> Iterator[BattleFault]:
    try:
        state = desk.draw(OWN, file, desk.options())
    except BadInput as fault:
        yield told(fault)
        return
    for words in desk.standing(state):
        yield told(BadInput(words))


def _begun(book: Book, text: str) -> Iterator[BattleFault]:
    """What only shows when somebody would play it."""
    try:
        book.told(text)
        position = book.start(text)
    except BadInput as fault:
        yield told(BadInput(str(fault).removeprefix(f"{BATTLE}: ")))
        return
    if position.over:
        yield BattleFault("the battle is over before it begins", "")
    names = book.sheet.sides(position.state)
    sides = {piece.side for piece in book.sheet.view(position.state, None).pieces}
    for side, name in enumerate(names):
        if side not in sides:
            yield BattleFault(f"{name} has nobody to fight with", "", ("side", side))


# ---- the shape of the file


def _shape(kind: type[Any], plain: Mapping[str, Any], names: Names) -> Iterator[BattleFault]:
    """Section by section and row by row: what is missing, unknown or of another kind than it should be."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for key in plain:
        if key not in fields:
            yield BattleFault(f"a battle of this book has no “{key[:40]}”", "", (key[:40], 0))
    for name, field in fields.items():
        if name not in plain:
            if field.required:
                yield BattleFault(f"{names.of((name,))}: nothing is said", "", (name, 0))
            continue
        row = _row_type(field.type)
        value = plain[name]
        if row is not None and isinstance(value, list):
            wrong = False
            for at, each in enumerate(value):
                for fault in _converted(each, row, names, (name, at)):
                    wrong = True
                    yield fault
            if wrong:
                continue
        yield from _converted(value, field.type, names, (name,))


def _row_type(kind: Any) -> Any:
    """What the rows of a section are; None if it is no section of rows."""
    told = msgspec.inspect.type_info(kind)
    if isinstance(told, msgspec.inspect.VarTupleType) and isinstance(
        told.item_type, msgspec.inspect.StructType
    ):
        return told.item_type.cls
    if isinstance(told, msgspec.inspect.TupleType):
        first = told.item_types[0]
        return first.cls if isinstance(first, msgspec.inspect.StructType) else None
    return None


def _converted(
    value: Any, kind: Any, names: Names, way: tuple[str, int] | tuple[str]
) -> Iterator[BattleFault]:
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as fault:
        yield BattleFault(misread(str(fault), names, way), "", (way[0], way[1] if len(way) > 1 else 0))


# ---- what the kit says of each field


def _fields(kit: BattleKit, plain: Mapping[str, Any]) -> Iterator[BattleFault]:
    for field in kit.head:
        yield from _field(kit, plain, field, plain, (field.name, 0))
    for section in kit.sections:
        rows = _rows(plain, section)
        if not section.single and not section.least <= len(rows) <= section.most:
            yield BattleFault(
                f"{section.title.lower()}: there are {len(rows)}; a battle has {section.least} to {section.most}",
                section.cite,
                (section.key, 0),
            )
            continue
        yield from _doubles(section, rows)
        for at, row in enumerate(rows):
            for field in section.fields:
                yield from _field(kit, plain, field, row, (section.key, at))


def _rows(plain: Mapping[str, Any], section: BattleSection) -> Sequence[Mapping[str, Any]]:
    value = plain.get(section.key, [])
    return [value] if isinstance(value, Mapping) else value


def _doubles(section: BattleSection, rows: Sequence[Mapping[str, Any]]) -> Iterator[BattleFault]:
    seen: set[Any] = set()
    for at, row in enumerate(rows):
        value = row.get(section.distinct) if section.distinct else None
        if value in (None, ""):
            continue
        if value in seen:
            yield BattleFault(
                f"two of {section.title.lower()} are “{value}”", section.cite, (section.key, at)
            )
        seen.add(value)


def _field(
    kit: BattleKit, plain: Mapping[str, Any], field: KitField, row: Mapping[str, Any], at: tuple[str, int]
) -> Iterator[BattleFault]:
    value = row.get(field.name)
    if value is None or value == "":
        if field.needed and (value is None or field.kind == "army"):
            yield BattleFault(f"{field.words.lower()}: nothing is said", "", at)
        return
    wrong = _wrong(kit, plain, field, value)
    if wrong:
        yield BattleFault(f"{field.words.lower()}: {wrong}", "", at)


def _wrong(kit: BattleKit, plain: Mapping[str, Any], field: KitField, value: Any) -> str:
    """What is wrong with a value; empty if nothing is."""
    match field.kind:
        case "words" if len(value) > LONGEST_TITLE or "\n" in value:
            return f"it has {LONGEST_TITLE} letters at most, in one line"
        case "text" if len(value) > LONGEST_TEXT:
            return f"it has {LONGEST_TEXT} letters at most"
        case "whole" | "number" if field.most and not field.least <= value <= field.most:
            return f"{value} is not from {field.least} to {field.most}"
        case "choice" | "many" | "series" if field.choices:
            known = [choice.value for choice in field.choices]
            words = ", ".join(choice.words for choice in field.choices if choice.value)
            return _unknown(value, known, f"; there are: {words}")
        case "army" if "\n" not in value:
            return _unknown(value, [each.name for each in kit.lists], " among the book's armies")
        case "row" | "rows":
            known = [row.get(field.of[1]) for row in plain.get(field.of[0], ())]
            titles = {section.key: section.title.lower() for section in kit.sections}
            return _unknown(value, known, f" among {titles.get(field.of[0], field.of[0])}")
    return _astray(kit, plain, field, value)


def _unknown(value: Any, known: Sequence[Any], there_are: str) -> str:
    """What is said of the first value that is none of those known; empty if all are."""
    for each in value if isinstance(value, list) else [value]:
        if each not in known:
            return f"there is no “{str(each)[:40]}”{there_are}"
    return ""


def _astray(kit: BattleKit, plain: Mapping[str, Any], field: KitField, value: Any) -> str:
    """Places lie on the table."""
    if kit.shape != "table" or field.kind not in CORNERS:
        return ""
    width, height = plain["table"]
    for x, y in CORNERS[field.kind](value):
        if not (-MARGIN <= x <= width + MARGIN and -MARGIN <= y <= height + MARGIN):
            return f"[{x:g}, {y:g}] lies off the table, which measures {width:g} by {height:g}"
    return ""


MARGIN = 6
"""So far ground may lie over the edge of the table."""
CORNERS: Mapping[str, Callable[[Any], Sequence[tuple[float, float]]]] = {
    "point": lambda v: [tuple(v)],
    "points": lambda v: [tuple(each) for each in v],
    "poly": lambda v: [tuple(each) for each in v],
    "polys": lambda v: [tuple(each) for poly in v for each in poly],
    "edge": lambda v: [tuple(each) for each in v],
    "rect": lambda v: [(v[0], v[1]), (v[2], v[3])],
    "line": lambda v: [(v[0], v[1]), (v[2], v[3])],
    "rects": lambda v: [corner for box in v for corner in ((box[0], box[1]), (box[2], box[3]))],
    "disc": lambda v: [(v[0], v[1])],
}


def _where(plain: Mapping[str, Any], words: str) -> tuple[str, int] | None:
    """The row a fault is about: the one whose name it says."""
    best: tuple[int, tuple[str, int]] | None = None
    for key, rows in plain.items():
        for at, row in enumerate(rows if isinstance(rows, list) else ()):
            for name in (row.get(field) for field in NAMES) if isinstance(row, Mapping) else ():
                if not isinstance(name, str) or len(name) <= (best[0] if best else 0):
                    continue
                if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words):
                    best = len(name), (key, at)
    return best[1] if best else None


def in_turn(
    rows: Callable[[Any], Iterable[BattleFault]], rest: Callable[[Any], Iterable[BattleFault]]
) -> Callable[[Any], Iterator[BattleFault]]:
    """What is wrong with the rows of a battle; if nothing is, what can be looked at only once they are sound."""

    def inspect(file: Any) -> Iterator[BattleFault]:
        found = list(rows(file))
        yield from found or rest(file)

    return inspect
