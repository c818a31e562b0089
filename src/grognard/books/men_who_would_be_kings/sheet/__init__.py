"""What players see: the table, the pieces, a unit's card, labels and phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from grognard.engine.flow import replace
from grognard.engine.livery import load_wardrobe
from grognard.engine.memo import latest
from grognard.engine.sheet import Sheet
from grognard.engine.verbs import labels_of
from grognard.engine.view import Area, Board, Face, Look, Piece, Rail, RailLook, Row, Tag, View
from grognard.geometry.angles import ahead

from ..facts.bodies import bases, heart, outline
from ..facts.values import discipline, fighting, firing, leadership, move_of, troops
from ..facts.victory import SCORES, points
from ..state import State, Terrain, Unit
from ..steps.verbs import VERBS
from ..tables.actions import ACCESS, FREE
from ..tables.leaders import TRAITS
from ..tables.profiles import PROFILES, WEAPONS
from ..tables.terrain import TERRAIN
from ..words import CREWED, Action, Trait, Upgrade, Where
from .labels import COUNTED, PHRASES
from .overlays import OVERLAYS, sightline

WARDROBE = load_wardrobe("grognard.books.men_who_would_be_kings")
NAME = "men_who_would_be_kings"

LOOKS: Mapping[str, Look] = {
    "open": "open", "road": "road", "hill": "hill", "steep_hill": "hill", "wood": "wood", "scrub": "field", "crops": "field", "rocks": "work",
    "sand": "open", "marsh": "marsh", "rubble": "work", "building": "village", "cliff": "work", "deep_water": "water",
}  # fmt: skip
LINES: Mapping[str, RailLook] = {
    "wall": "wall", "sangar": "wall", "hedge": "hedge", "fence": "edge", "gate": "gate", "stream": "stream",
    "ditch": "bank", "trench": "bank",
}  # fmt: skip
SHOWN = frozenset({Where.TABLE, Where.WAITING, Where.HIDDEN, Where.POOL})
DRAWN = 4096
"""How many units are remembered as they were drawn."""
SECTORS = ("west", "middle", "east")


def _tags(state: State, unit: Unit) -> Iterator[Tag]:
    """What can be read off a unit at a glance."""
    if unit.pinned:
        times = "" if unit.pins == 1 else f" ×{unit.pins}"
        yield Tag(f"Pinned{times}", "T103", "bad", f"PIN{times}".replace(" ", ""))
    if unit.close_order:
        yield Tag("Close Order", "T072", "good", "CLOSE")
    if unit.to_ground:
        yield Tag("Gone to Ground", "T108", "good", "DOWN")
    if unit.leader is None and unit.on_table:
        yield Tag("Leaderless", "T004", "bad", "no Ldr")
    if unit.inside is not None:
        yield Tag(f"in {state.field.terrain[unit.inside].name}", "R-62", "good")
    for now, words, cite in (
        (unit.mounted, "mounted", "F-M1"),
        (unit.prize, "has the prize", "F-SC3"),
        (unit.jammed == state.turn and unit.jammed > 0, "jammed", "R-19"),
        (unit.dry, "out of ammunition", "F-T7"),
        (unit.acted and unit.on_table and unit.side == state.side, "has acted", "T149"),
    ):
        if now:
            yield Tag(words, cite)


@latest
def _picture(state: State) -> View:
    """The table as whoever has this state sees it."""
    turn = min(max(state.turn, 1), state.field.turns)
    scored = state.field.victory in SCORES
    forces = [side.force for side in state.field.sides]
    return View(
        NAME,
        state.field.name,
        None,
        tuple(s.name for s in state.field.sides),
        f"{state.field.title}, turn {turn} of {state.field.turns}",
        tuple([_piece(u, tuple(_tags(state, u)), forces[u.side]) for u in state.units if u.where in SHOWN]),
        _score(state) if scored else (),
    )


def _score(state: State) -> tuple[Row, ...]:
    """What each side has, and what is counted. [F-S6]"""
    have = points(state)
    return (
        *(Row(s.name, str(have[i])) for i, s in enumerate(state.field.sides)),
        Row("Counted", COUNTED[state.field.victory]),
    )


@lru_cache(maxsize=DRAWN)
def _piece(unit: Unit, tags: tuple[Tag, ...], force: str) -> Piece:
    """A unit for the table: drawn once as long as nothing of it changes."""
    x, y = heart(unit) if unit.models else (0, 0)
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        arm=PROFILES.row(unit.kind).words,
        glyph="H" if unit.cavalry else "A" if unit.kind in CREWED else "F",
        pose=(x, y, unit.facing),
        footprint=outline(unit) if unit.models else (),
        bases=bases(unit),
        figures=unit.count if unit.on_table else unit.start - unit.fallen,
        full=unit.start,
        front=unit.close_order,
        tags=tags,
        status="on table" if unit.on_table else "to come",
        face=_face(unit),
        livery=WARDROBE.of(force, unit.name, unit.kind.value, cloth=unit.cloth),
    )


def _face(unit: Unit) -> Face | None:
    """Its Leader, while it has one. [T003, F-L3]"""
    if unit.leader is None:
        return None
    trait = TRAITS.row(unit.trait)
    known = "" if unit.trait is Trait.ORDINARY else f", {trait.words}"
    cite = trait.cite if known else "T003"
    return Face(unit.captain or "the Leader", f"Leadership {leadership(unit)}+{known}", cite, unit.leader)


class KingsSheet(Sheet[State]):
    """This book's sheet."""

    labels = labels_of(VERBS)
    phrases = PHRASES
    announces = ("acts freely", "obeys", "doubles")
    deeds = ("has acted",)
    overlays = OVERLAYS
    sightline = staticmethod(sightline)

    def board(self, state: State) -> Board:
        """The table and everything on it that never moves."""
        field = state.field
        areas = [self._area(t) for t in field.terrain if t.kind in LOOKS]
        if field.area:
            areas.append(Area("area", "zone", field.area, "to be held", "F-S4"))
        names = (*field.marker_names, *("a hiding place" for _ in field.markers))
        for (x, y), name in zip(field.markers, names):
            ring = tuple(ahead(x, y, bearing, 60) for bearing in range(0, 3600, 450))
            areas.append(Area("marker", "zone", ring, name, "F-SC2"))
        rails = tuple(Rail(t.kind, LINES[t.kind], t.poly, t.name) for t in field.terrain if t.kind in LINES)
        forces = [side.force for side in field.sides]
        armies = tuple(WARDROBE.army(force) for force in forces)
        return Board(
            "table",
            field.width,
            field.height,
            "inch",
            tuple(areas),
            rails,
            armies,
            WARDROBE.closet(*forces),
        )

    def _area(self, terrain: Terrain) -> Area:
        return Area(
            terrain.kind, LOOKS[terrain.kind], terrain.poly, terrain.name, TERRAIN.row(terrain.kind).cite
        )

    def view(self, state: State, side: int | None) -> View:
        """All that a side may know; where others hide is not in its state."""
        return replace(_picture(state), side=side)

    def card(self, state: State, unit: int) -> tuple[Row, ...]:
        """A unit's profile, its Leader, and what now applies to it."""
        each = state.units[unit]
        profile, weapon = PROFILES.row(each.kind), WEAPONS.row(each.weapon)
        far = f"{weapon.value.short / 100:g}″" + (
            f" / {weapon.value.long / 100:g}″" if weapon.value.long else ""
        )
        free = [
            row.words for row in ACCESS if row.value.of(troops(each)) == FREE and row.key is not Action.RALLY
        ]
        rows = [
            Row("Troops", profile.words, profile.cite),
            Row("Leader", self._leader(each), "T004" if each.leader is None else "T003"),
            Row("Models", f"{each.count} of {each.start}"),
            Row("Move", f"{move_of(each) / 100:g}″"),
            Row("Discipline", f"{discipline(each):+d}", "T100"),
            Row("Fighting", f"{fighting(each)}+", "T017"),
            Row("Firing", f"{firing(each)}+", "T053"),
            Row("Weapon", f"{weapon.words}, {far}", weapon.cite),
            Row("Free", ", ".join(free), "T002"),
        ]
        if each.upgrades:
            rows.append(
                Row("Options", ", ".join(Upgrade(u).value.replace("_", " ") for u in each.upgrades), "F-3")
            )
        rows += [Row("Now", tag.words, tag.cite) for tag in _tags(state, each)]
        return tuple(rows)

    def _leader(self, unit: Unit) -> str:
        if unit.leader is None:
            return f"none: {leadership(unit)}+"
        trait = "" if unit.trait is Trait.ORDINARY else f", {TRAITS.row(unit.trait).words}"
        return f"{unit.captain or 'the Leader'}, {leadership(unit)}+{trait}"

    def names(self, state: State) -> dict[int, str]:
        """What to call each unit in the log."""
        return {u.id: u.name for u in state.units}

    def sides(self, state: State) -> tuple[str, ...]:
        """What to call each side."""
        return tuple(s.name for s in state.field.sides)

    def noun_words(self, state: State, verb: str, noun: Any) -> str | None:
        """How to say a noun that is neither a unit nor a manoeuvre; None where the plain form will do."""
        if verb == "hide" and isinstance(noun, int):
            return f"{('south', 'centre', 'north')[noun // 3]} {SECTORS[noun % 3]}"
        if verb == "level" and isinstance(noun, int):
            return state.field.terrain[noun].name
        return None


SHEET = KingsSheet()
