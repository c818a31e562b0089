"""The shelf: books, scenarios, options and references, made from the books themselves and kept ready as JSON."""

from __future__ import annotations

import ast
import enum
import inspect
import re
import textwrap
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin

import msgspec

from grognard.ai.agents import levels, usual
from grognard.ai.levels import Level
from grognard.engine.battles import desk_of
from grognard.engine.book import Book
from grognard.engine.options import LEFT_OUT, Whole
from grognard.engine.reference import TableSheet, reference, spelt
from grognard.engine.switches import Number
from grognard.odds.inputs import as_entry
from grognard.paper.press import OF_ARMIES
from grognard.server.bodies.books import (
    AgentOf,
    BookOf,
    ChapterOf,
    LabelOf,
    OptionOf,
    Prospect,
    ReferenceOf,
    RowOf,
    RuleOf,
    ScenarioOf,
    TableOf,
)
from grognard.server.bodies.printing import PrintWish
from grognard.server.faults import ApiError
from grognard.server.words import plain

PROSPECTS = 200
"""Tables that are kept."""
CITED = re.compile(r"\s*\[([^\]]+)\]\s*$")


class Catalogue:
    """What there is to play; every answer is worked out once."""

    def __init__(self, books: Mapping[str, Book]):
        self.books = books
        self._kept: dict[tuple[str, ...], bytes] = {}
        self.prospects: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        """Tables before the first move, by book, scenario and armies; the longest unused make room."""

    @cached_property
    def listed(self) -> bytes:
        """All books."""
        return msgspec.json.encode([book_of(book) for book in self.books.values()])

    def reference(self, name: str) -> bytes:
        """One book with everything to look up in it."""
        book = self.book(name)
        key = ("book", name)
        if key not in self._kept:
            self._kept[key] = msgspec.json.encode(reference_of(book))
        return self._kept[key]

    def forces(self, name: str, scenario: str, chosen: Mapping[str, str]) -> dict[str, str]:
        """The armies chosen for a scenario; `not_found` if there is no such scenario or army."""
        book = self.book(name)
        if scenario not in book.scenarios:
            raise ApiError("not_found", f"{name} has no scenario '{scenario[:80]}'")
        forces = {option: army for option, army in chosen.items() if option in book.forces and army}
        for army in forces.values():
            if army not in book.army.names():
                raise ApiError("not_found", f"{name} has no army list '{army[:80]}'")
        return forces

    def layout(self, name: str, scenario: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The switches that change a table before the first move; any other is refused."""
        book = self.book(name)
        if scenario not in book.scenarios:
            raise ApiError("not_found", f"{name} has no scenario '{scenario[:80]}'")
        known = (*book.forces, "ground", "size")
        for option in chosen:
            if option not in known:
                raise ApiError(
                    "bad_input", f"a table is laid out by {', '.join(known)}, not by '{option[:80]}'"
                )
        return dict(chosen)

    def printed(self, name: str, wish: PrintWish) -> dict[str, Any]:
        """A sheet that can be asked for: of something of the book's by its name, never of a file."""
        book = self.book(name)
        if wish.what in OF_ARMIES and book.army is None:
            raise ApiError("not_found", f"{name} has no army lists")
        if wish.what in OF_ARMIES and wish.text is None and wish.name not in book.army.names():
            raise ApiError("not_found", f"{name} has no army list '{wish.name[:80]}'")
        if wish.what == "scenario" and wish.text is None and wish.name not in book.scenarios:
            raise ApiError("not_found", f"{name} has no scenario '{wish.name[:80]}'")
        if wish.options and wish.what != "scenario":
            raise ApiError("bad_input", "only a scenario's table is laid out by switches")
        options = self.layout(name, wish.name, wish.options) if wish.options and wish.text is None else {}
        return {
            "book": name,
            "what": wish.what,
            "name": wish.name,
            "text": wish.text,
            "options": options,
            "paper": wish.paper,
        }

    def kit(self, name: str) -> bytes:
        """What there is to make an army of."""
        book, key = self.with_lists(name), ("kit", name)
        if key not in self._kept:
            self._kept[key] = msgspec.json.encode(book.army.workshop.kit())
        return self._kept[key]

    def battle_kit(self, name: str) -> bytes:
        """What there is to make a battle of."""
        book, key = self.book(name), ("battles", name)
        if book.battles is None:
            raise ApiError("not_found", f"{name} has only its own battles")
        if key not in self._kept:
            self._kept[key] = msgspec.json.encode(desk_of(book).kit())
        return self._kept[key]

    def keep(self, key: tuple[Any, ...], prospect: bytes) -> None:
        """Keep a scenario's table for whoever asks next."""
        self.prospects[key] = prospect
        if len(self.prospects) > PROSPECTS:
            self.prospects.popitem(last=False)

    def with_lists(self, name: str) -> Book:
        """A book that has army lists."""
        book = self.book(name)
        if book.army is None:
            raise ApiError("not_found", f"{name} has no army lists")
        return book

    def book(self, name: str) -> Book:
        """A book by its name."""
        if name not in self.books:
            raise ApiError("not_found", f"no book is called '{name[:80]}'")
        return self.books[name]


def book_of(book: Book) -> BookOf:
    """A book on the shelf."""
    return BookOf(**_head(book))


def _head(book: Book) -> dict[str, Any]:
    return {
        "key": book.name,
        "title": book.title,
        "abbreviation": book.key,
        "version": book.rulebook.version,
        "scenarios": tuple(
            ScenarioOf(info.name, info.title, info.sides, info.blurb, info.opponent, info.turns, info.about)
            for info in book.scenarios.values()
        ),
        "options": options_of(book),
        "agents": tuple(_agent_of(book, level) for level in levels(book)),
        "first_battle": book.lesson.scenario if book.lesson else "",
        "lacks": _lacks(book),
    }


def _lacks(book: Book) -> tuple[Literal["armies", "battles", "odds"], ...]:
    """The pages a book has nothing for."""
    there: tuple[tuple[Literal["armies", "battles", "odds"], bool], ...] = (
        ("armies", book.army is not None),
        ("battles", book.battles is not None),
        ("odds", bool(book.situations)),
    )
    return tuple([page for page, has in there if not has])


def _agent_of(book: Book, level: Level) -> AgentOf:
    strength, is_usual = book.advice.strength, level.name == usual()
    elo = None if strength is None else strength.elo(level.name)
    if strength is None or elo is None:
        return AgentOf(*level, is_usual)
    battle = book.scenarios.get(strength.battle)
    return AgentOf(*level, is_usual, elo, battle.title if battle is not None else strength.battle)


def options_of(book: Book) -> tuple[OptionOf, ...]:
    """The book's switches with what they mean, from the docstrings of their fields, in the order of their groups."""
    documented = field_words(book.options)  # type: ignore[arg-type]
    found = []
    for field in msgspec.structs.fields(book.options):
        kind, choices = _kind(field.type)
        side = book.forces.index(field.name) if field.name in book.forces else None
        titles: tuple[str, ...] = ()
        if side is not None:
            lists = {name: str(book.army.load(name).title) for name in book.army.names()}
            kind, choices, titles = "choice", ("", *lists), ("", *lists.values())
        elif field.name in book.switches.choices:
            titles = tuple(
                book.switches.choices[field.name].get(str(choice), str(choice)) for choice in choices
            )
        number = book.switches.numbers.get(field.name, Number())
        words = documented.get(field.name, field.name.replace("_", " "))
        cite = CITED.search(words)
        found.append(
            OptionOf(
                field.encode_name,
                kind,
                _default(field.default, kind),
                CITED.sub("", words),
                cite[1] if cite else "",
                choices,
                titles,
                side,
                book.switches.group_of(field.name),
                number.unit,
                number.scale,
            )
        )
    grouped = [name for group in book.switches.group for name in group.options]
    place = {name: number for number, name in enumerate(grouped)}
    return tuple(sorted(found, key=lambda option: place.get(option.name, len(place))))


def _default(value: Any, kind: str) -> Any:
    """What a switch is if nobody sets it; one that is left out counts as empty, or as nought."""
    if value is LEFT_OUT:
        return 0 if kind == "whole" else ""
    return None if value is msgspec.NODEFAULT else plain(value)


def _kind(kind: Any) -> tuple[Literal["flag", "whole", "words", "choice"], tuple[Any, ...]]:
    if kind is bool:
        return "flag", ()
    if kind in (int, Whole):
        return "whole", ()
    if get_origin(kind) is Literal:
        return "choice", get_args(kind)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return "choice", tuple(member.value for member in kind)
    return "words", ()


@cache
def field_words(kind: type) -> dict[str, str]:
    """The docstrings that stand under the fields of a class."""
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return {}
    body = getattr(tree, "body", [])
    found = {}
    for field, below in pairwise(body):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            found[field.target.id] = " ".join(str(below.value.value).split())
    return found


def reference_of(book: Book) -> ReferenceOf:
    """A book with its labels, phrases, tables, rules and situations."""
    sheet = reference(book)
    labels = {
        verb: LabelOf(label.words, label.hint, label.confirm) for verb, label in book.sheet.labels.items()
    }
    chapters = tuple(
        ChapterOf(
            chapter.title,
            tuple(RuleOf(r.number, spelt(r.words), r.source, r.ruling, r.left_out) for r in chapter.rules),
        )
        for chapter in sheet.chapters
    )
    return ReferenceOf(
        **_head(book),
        labels=labels,
        phrases=dict(book.sheet.phrases),
        tables=tuple(_table(table) for table in sheet.tables),
        chapters=chapters,
        situations=tuple(as_entry(book.key, situation) for situation in book.situations.values()),
        guide=plain(book.guide),
        lesson=book.lesson,
        glossary=book.glossary,
    )


def _table(table: TableSheet) -> TableOf:
    rows = tuple(RowOf(row.cells, row.cite, row.source, row.ruling) for row in table.rows)
    return TableOf(table.title, table.cite, table.kind, table.columns, rows, table.notes)


def prospect(book: Book, scenario: str, options: Mapping[str, str] | None = None) -> Prospect:
    """A scenario as an onlooker sees it before the first move."""
    info = book.told(scenario)
    state = book.view_of(book.start(scenario, book.read_options(options or {})), None).state
    view = book.sheet.view(state, None)
    cards = {str(piece.id): book.sheet.card(state, piece.id) for piece in view.pieces}
    return Prospect(info.title, info.blurb, view.sides, book.sheet.board(state), view, cards)
