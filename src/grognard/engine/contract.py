"""What every book must be, looked at once when it is loaded: a line for each thing missing, before play meets it as a traceback.

It asks what the engine, the laboratory and the server look at without a question: fields of the state, its units and its field, the
methods of the sheet and the advice, the steps of the sequences, the rules that rows cite. It plays nothing; what only a game
shows is for the tests of `grognard.testing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

import msgspec

from grognard.engine import memo
from grognard.engine.advice import Advice
from grognard.engine.book import API, Book
from grognard.engine.flow import Step
from grognard.engine.sheet import Sheet

OF_STATE = {
    "units": "the computer players and the sheet look through its units, each at the place of its id",
    "options": "the server tells by which options a game is played",
    "turn": "chances to win and computer players go by the turn",
}
OF_FIELD = {
    "name": ("battle", "chances to win are told by the name of the battle"),
    "turns": ("late", "computer players ask how much of the battle is over"),
}
OF_UNIT = {
    "id": "steps, journal and clients name a unit by its id",
    "side": "computer players ask whose unit it is",
}
SHEET = ("board", "view", "card", "names", "sides")
ADVICE = ("value", "moves")


def faults(book: Book, name: str) -> Iterator[str]:
    """What a book lacks, a line for each thing; nothing if it can be played. `name` is what it was found by."""
    if book.api != API:
        yield f"it is written for version {book.api} of what a book must be (api), and this program has {API}"
        return
    if book.name != name:
        yield f"its front door says name={book.name!r}, and it is found as {name!r}"
    if not book.scenarios:
        yield "it has no scenario"
    yield from _of_sequences(book)
    yield from _of_rows(book)
    yield from _of_state(book)
    yield from _of_methods(book.sheet, Sheet, SHEET, "sheet")
    yield from _of_methods(book.advice, Advice, ADVICE, "advice")
    for attribute in ("labels", "phrases"):
        if not isinstance(getattr(book.sheet, attribute, None), Mapping):
            yield f"sheet: {attribute} is missing"
    yield from _of_memos(book)


def _of_methods(thing: Any, base: type, wanted: Iterable[str], what: str) -> Iterator[str]:
    for method in wanted:
        found = getattr(type(thing), method, None)
        if found is None or found is getattr(base, method):
            yield f"{what}: {method}() is missing"


def _of_sequences(book: Book) -> Iterator[str]:
    if book.opening not in book.sequences:
        yield f"opening: there is no sequence {book.opening!r}"
    steps: Any
    for sequence, steps in (*book.sequences.items(), *book.excerpts.items()):
        if not isinstance(steps, tuple) or not steps:
            yield f"sequence {sequence!r} is no tuple of steps; one step is written (Step(),)"
            continue
        for step in steps:
            if not isinstance(step, Step):
                yield f"sequence {sequence!r}: {step!r} is no step; a step is written with (), as Step()"
            elif step.cite not in book.rulebook.rules:
                yield f"sequence {sequence!r}: {type(step).__name__} cites {step.cite!r}, which the rulebook has not"


def _of_rows(book: Book) -> Iterator[str]:
    rules = book.rulebook.rules
    for table in book.tables:
        for cite in dict.fromkeys((table.cite, *(row.cite for row in table))):
            if cite not in rules:
                yield f"table {table.title!r} cites {cite!r}, which the rulebook has not"
    for law in book.laws:
        for cite in law.cites:
            if cite not in rules:
                yield f"the law {law.words!r} cites {cite!r}, which the rulebook has not"


def _of_state(book: Book) -> Iterator[str]:
    fields = yield from _struct(book.state, "state")
    yield from _struct(book.options, "options")
    for name, why in OF_STATE.items():
        if name not in fields and not hasattr(book.state, name):
            yield f"state: {book.state.__name__}.{name} is missing: {why}"
    if "units" in fields:
        yield from _of_unit(book, fields["units"])
    asked = {name: why for name, (method, why) in OF_FIELD.items() if _asks(book.advice, method)}
    if "field" in fields:
        inside = yield from _struct(fields["field"], "state.field")
        for name, why in asked.items():
            if inside and name not in inside and not hasattr(fields["field"], name):
                yield f"state.field: {fields['field'].__name__}.{name} is missing: {why}"
    elif asked and not hasattr(book.state, "field"):
        yield f"state: {book.state.__name__}.field is missing: {'; '.join(asked.values())}"


def _asks(advice: Any, method: str) -> bool:
    """Whether the advice answers as all do, by the field; a book may answer by itself."""
    return getattr(type(advice), method, None) is getattr(Advice, method)


def _of_unit(book: Book, units: Any) -> Iterator[str]:
    kinds = get_args(units)
    if len(kinds) != 2 or kinds[1] is not Ellipsis:
        yield f"state: units is {units}, and must be tuple[Unit, ...]"
        return
    fields = yield from _struct(kinds[0], "state.units")
    if not fields:
        return
    for name, why in OF_UNIT.items():
        if name not in fields:
            yield f"state.units: {kinds[0].__name__}.{name} is missing: {why}"
    drawn = book.sheet.overlays and type(book.sheet).drawn is Sheet.drawn
    if drawn and not hasattr(kinds[0], "on_table"):
        yield f"state.units: {kinds[0].__name__}.on_table is missing: overlays are drawn for units on the table"


def _struct(kind: Any, what: str) -> Any:
    """The fields of a frozen struct by name; none where it is something else, which is told."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        yield f"{what}: {kind!r} is no msgspec.Struct"
        return {}
    if not kind.__struct_config__.frozen:
        yield f"{what}: {kind.__name__} is not frozen: class {kind.__name__}(msgspec.Struct, frozen=True)"
    try:
        return {field.name: field.type for field in msgspec.structs.fields(kind)}
    except NameError as fault:
        yield f"{what}: the types of {kind.__name__} cannot be read, so no game could be loaded: {fault}"
        return {}


def _of_memos(book: Book) -> Iterator[str]:
    """What is kept on a value needs room there."""
    package = book.state.__module__.rpartition(".")[0]
    for function in memo.kept_in(package):
        first = function.__annotations__.get(function.__code__.co_varnames[0])
        kind = function.__globals__.get(first) if isinstance(first, str) else first
        roomless = (
            isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not kind.__struct_config__.dict
        )
        if roomless:
            yield f"{function.__module__}.{function.__qualname__} is kept on {first}, which needs dict=True"
