"""What players see: the table, the pieces, a unit's card, labels and phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from grognard.engine.flow import replace
from grognard.engine.livery import load_wardrobe
from grognard.engine.measures import counted
from grognard.engine.memo import latest
from grognard.engine.sheet import Sheet
from grognard.engine.verbs import labels_of
from grognard.engine.view import Area, Board, Look, Piece, Rail, Row, Tag, View

from ..facts.bodies import Stand, bases_of, stand
from ..facts.readiness import barred_from_advancing, move_cite, move_dice
from ..facts.victory import items, points
from ..state import State, Terrain, Unit
from ..steps.verbs import VERBS
from ..tables.shooting import RANGES
from ..tables.terrain import TERRAIN
from ..words import Duty, Kind, Order, Trait, Weapon, Where
from .labels import PHRASES
from .overlays import OVERLAYS, sightline

WARDROBE = load_wardrobe("grognard.books.ever_victorious_armies")
LOOKS: Mapping[str, Look] = {
    "road": "road", "bridge": "bridge", "grove": "wood", "wood": "wood", "paddy": "field", "marsh": "marsh",
    "creek": "water", "river": "water", "canal": "water", "ford": "marsh", "village": "village", "work": "work",
    "hill": "hill", "open": "open",
}  # fmt: skip

GLYPHS: Mapping[Kind, str] = {
    Kind.FOOT: "F", Kind.HORSE: "H", Kind.HORSE_GUN: "A", Kind.FIELD_GUN: "A", Kind.HEAVY_GUN: "A", Kind.GENERAL: "*",
}  # fmt: skip

DRAWN = 4096
"""How many units are remembered as they were drawn."""


def _tags(state: State, unit: Unit) -> tuple[Tag, ...]:
    """What can be read off a unit at a glance."""
    general = state.general_with(unit.id)
    led_by = "" if general is None else "general" if general.subordinate else "commander-in-chief"
    return _tagged(
        unit, state.in_contact(unit.id), led_by, reloading=unit.is_gun and state.turn < unit.loaded_in
    )


@lru_cache(maxsize=DRAWN)
def _tagged(unit: Unit, in_contact: bool, led_by: str, *, reloading: bool) -> tuple[Tag, ...]:
    return tuple(_each_tag(unit, in_contact, led_by, reloading))


def _each_tag(unit: Unit, in_contact: bool, led_by: str, reloading: bool) -> Iterator[Tag]:
    if unit.markers:
        yield Tag(
            f"{unit.markers} marker" + "s" * (unit.markers > 1), "82" if unit.markers > 1 else "81", "bad"
        )
    if barred_from_advancing(unit):
        yield Tag("may not advance", barred_from_advancing(unit), "bad")
    if unit.today.unformed:
        yield Tag("unformed", unit.today.unformed, "bad")
    if in_contact:
        yield Tag("in contact", "C1")
    if led_by:
        yield Tag(led_by, "N2", "good")
    yield from _doings(unit)
    if reloading:
        yield Tag("reloading", "29", "bad")
    duties = unit.tomorrow if unit.tomorrow.fought else unit.duties
    if duties.retire is Duty.MUST and not unit.today.retired:
        yield Tag("must retire", duties.retire_by or "R1", "bad")
    if duties.pursue is Duty.MUST and not unit.today.pursued:
        yield Tag("must pursue", duties.pursue_by or "P1")


def _doings(unit: Unit) -> Iterator[Tag]:
    today = unit.today
    for done, words, cite in (
        (today.charged, "charged", "H5"),
        (today.evaded, "evaded", "E3"),
        (today.retired, "retired", "R4"),
        (today.pursued, "pursued", "P5"),
        (today.halted, "halted", "G-40"),
        (
            today.moved and not (today.charged or today.evaded or today.retired or today.pursued),
            "moved",
            "M11",
        ),
    ):
        if done:
            yield Tag(words, cite)


def _piece(state: State, unit: Unit) -> Piece:
    return _drawn(unit, stand(state, unit), _tags(state, unit), state.field.sides[unit.side].army)


@latest
def _picture(state: State) -> View:
    """The table as everybody sees it: nothing is hidden in this book."""
    score = points(state)
    turn = min(max(state.turn, 1), state.field.turns)
    return View(
        "ever_victorious_armies",
        state.field.name,
        None,
        tuple(s.name for s in state.field.sides),
        f"{state.field.title}, turn {turn} of {state.field.turns}",
        tuple([_piece(state, u) for u in state.units if u.where in (Where.TABLE, Where.LATER)]),
        (*(Row(s.name, str(score[i])) for i, s in enumerate(state.field.sides)), *_counted(state)),
    )


def _counted(state: State) -> Iterator[Row]:
    """What the score is made of, line by line. [V3]"""
    for line in items(state):
        side = state.field.sides[line.side].name
        yield Row(f"{side}: {line.words}", counted(line.points, "point"), line.cite)


@lru_cache(maxsize=DRAWN)
def _drawn(unit: Unit, there: Stand, tags: tuple[Tag, ...], army: str) -> Piece:
    """A unit for the table: drawn once as long as nothing of it changes."""
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        arm=unit.kind.value,
        glyph=GLYPHS[unit.kind],
        pose=(unit.x, unit.y, unit.facing),
        footprint=there.body if unit.on_table else (),
        bases=bases_of(there) if unit.on_table else (),
        figures=unit.figures,
        full=unit.full,
        tags=tags,
        leader=unit.is_general,
        livery=WARDROBE.of(army, unit.name, unit.kind.value, cloth=unit.cloth),
        status="on table" if unit.on_table else "to come",
    )


class EvaSheet(Sheet[State]):
    """This book's sheet."""

    labels = labels_of(VERBS)
    phrases = PHRASES
    announces = ("aims", "must test")
    deeds = (
        "moved",
        "charged",
        "evaded",
        "retired",
        "pursued",
        "halted",
        "in contact",
        "must pursue",
        "general",
        "commander-in-chief",
    )
    overlays = OVERLAYS
    sightline = staticmethod(sightline)

    def board(self, state: State) -> Board:
        """The table and everything on it that never moves."""
        field = state.field
        return Board(
            "table",
            field.width,
            field.height,
            "inch",
            tuple(self._area(t) for t in field.terrain if t.kind in TERRAIN),
            tuple(rail for t in field.terrain for rail in self._rails(t)),
            tuple(WARDROBE.army(side.army) for side in field.sides),
            WARDROBE.closet(*(side.army for side in field.sides)),
        )

    def _area(self, terrain: Terrain) -> Area:
        row = TERRAIN.row(terrain.kind)
        return Area(terrain.kind, LOOKS[terrain.kind], terrain.poly, terrain.name, row.cite)

    def _rails(self, terrain: Terrain) -> Iterator[Rail]:
        if terrain.kind == "work":
            yield Rail("work", "bank", (*terrain.poly, terrain.poly[0]), terrain.name)
        elif terrain.kind == "wall":
            yield Rail("wall", "wall", terrain.poly, terrain.name)
        elif terrain.kind == "hedge":
            yield Rail("hedge", "hedge", terrain.poly, terrain.name)
        for gate in terrain.gates:
            yield Rail("gate", "gate", gate, "gate")

    def view(self, state: State, side: int | None) -> View:
        """All that a side may know."""
        return replace(_picture(state), side=side)

    def card(self, state: State, unit: int) -> tuple[Row, ...]:
        """A unit's profile and what now applies to it."""
        each = state.units[unit]
        if each.is_general:
            with_ = "alone" if each.joined is None else state.units[each.joined].name
            return (
                Row("General" if each.subordinate else "Commander-in-chief", each.name),
                Row("With", with_, "N2"),
                Row("Moves", str(move_dice(each)), "N1"),
            )
        orders = ", ".join(o.value for o in each.orders) or each.order.value
        rows = [
            Row("Figures", f"{each.figures} of {each.full}"),
            Row("Order", each.order.value + (f" (may take {orders})" if len(each.orders) > 1 else "")),
            Row("Training", each.training.value),
            Row("Moves", str(move_dice(each)), move_cite(each)),
        ]
        if each.traits:
            rows.append(Row("Traits", ", ".join(Trait(t).value for t in each.traits)))
        if each.weapon is not Weapon.NONE:
            row = RANGES.row(each.weapon)
            rows.append(Row("Weapon", f"{row.words}, {row.value / 100:g}″", row.cite))
        if each.order is Order.FORMED:
            rows.append(Row("Shooting", "formed horse does not shoot", "G-53"))
        rows += [Row("Now", tag.words, tag.cite) for tag in _tags(state, each)]
        return tuple(rows)

    def names(self, state: State) -> dict[int, str]:
        """What to call each unit in the log."""
        return {u.id: u.name for u in state.units}

    def sides(self, state: State) -> tuple[str, ...]:
        """What to call each side."""
        return tuple(s.name for s in state.field.sides)

    def noun_words(self, state: State, verb: str, noun: Any) -> str | None:
        """How to say a noun that is neither a unit nor a manoeuvre; None where the plain form will do."""
        if verb == "at":
            return f"{noun / 100:g}″ along the edge"
        if verb == "go_on":
            return f"{noun / 100:g}″"
        return None


SHEET = EvaSheet()
