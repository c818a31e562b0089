"""What players see: the table, the pieces, a unit's card, labels and phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from grognard.books.skirmish_1808.facts.bodies import body_of, hull_of
from grognard.books.skirmish_1808.facts.command import command_range, in_command
from grognard.books.skirmish_1808.facts.ground import area_cover_of
from grognard.books.skirmish_1808.facts.moving import rate, rate_cite
from grognard.books.skirmish_1808.facts.victory import lost_points, points
from grognard.books.skirmish_1808.sheet.labels import LABELS, PHRASES
from grognard.books.skirmish_1808.sheet.overlays import overlay
from grognard.books.skirmish_1808.situations.live import scene_for
from grognard.books.skirmish_1808.state import State, Terrain, Unit, centre
from grognard.books.skirmish_1808.tables.moving import ROADS, TERRAIN
from grognard.books.skirmish_1808.tables.shooting import RANGES
from grognard.books.skirmish_1808.words import Arm, Cover, Pace, Weapon, Where
from grognard.engine.book import Scene
from grognard.engine.choices import Move
from grognard.engine.flow import Position
from grognard.engine.view import Area, Board, Overlay, Piece, Rail, Row, Tag, View
from grognard.field.angles import ahead, heading
from grognard.field.points import Point

Look = Literal["road", "water", "wood", "marsh", "field", "village", "work", "hill", "bridge", "zone", "open"]

LOOKS: Mapping[str, Look] = {
    "light_wood": "wood", "wood": "wood", "heavy_wood": "wood", "building": "village", "ford": "marsh",
    "track": "road", "path": "road", "road": "road", "crops": "field", "rocks": "hill", "hill": "hill",
    "stream": "water", "wall": "open",
}  # fmt: skip
GLYPHS = {Arm.FOOT: "F", Arm.HORSE: "H", Arm.GUN: "A", Arm.WAGON: "W"}
ROAD_HALF = {"road": 150, "path": 100, "track": 75}


def _tags(state: State, unit: Unit) -> Iterator[Tag]:
    """What can be read off a unit at a glance."""
    if unit.fleeing:
        yield Tag("fleeing", "M4", "bad")
    if state.engaged(unit.id):
        yield Tag("engaged", "K1")
    if unit.formed:
        yield Tag("formed", "O1", "good")
    if unit.house:
        yield Tag(f"in {unit.house}", "G2", "good")
    if unit.attached is not None:
        yield Tag(f"with {state.units[unit.attached].name}", "C4")
    if unit.id < 0:
        yield Tag("hidden", "H1", "good")
    if unit.today.found:
        yield Tag("discovered", "H6", "bad")
    if unit.today.acted:
        yield Tag("has acted", "T3")
    if unit.gun is not None:
        if unit.gun.taken:
            yield Tag("gun taken", "X12", "bad")
        elif unit.gun.abandoned:
            yield Tag("gun abandoned", "X12", "bad")
        elif unit.gun.limbered:
            yield Tag("limbered", "X1")


def _disc(x: int, y: int, radius: int) -> tuple[Point, ...]:
    return tuple(ahead(x, y, turn, radius) for turn in range(0, 3600, 450))


class SkirmishSheet:
    """This book's sheet."""

    labels = LABELS
    phrases = PHRASES

    def board(self, state: State) -> Board:
        """The table and everything on it that never moves."""
        field = state.field
        areas = [area for t in field.terrain for area in self._areas(t)]
        rails = [Rail("wall", "wall", t.poly, t.name) for t in field.terrain if t.kind == "wall"]
        return Board("table", field.width, field.height, "cm", tuple(areas), tuple(rails))

    def _areas(self, t: Terrain) -> Iterator[Area]:
        row = TERRAIN.row(t.kind)
        if t.kind == "wall":
            return
        if t.kind in ROADS:
            for start, end in zip(t.poly, t.poly[1:]):
                yield Area(t.kind, "road", _strip(start, end, ROAD_HALF[t.kind]), t.name, row.cite)
            return
        look: Look = "hill" if t.kind == "rocks" and t.level else LOOKS[t.kind]
        yield Area(t.kind, look, t.poly, t.name, row.cite)

    def view(self, state: State, side: int | None) -> View:
        """All that a side may know: hidden units only to their owner."""
        score = points(state)
        turn = min(max(state.turn, 1), state.field.turns)
        shown = [u for u in state.units if u.where in (Where.TABLE, Where.LATER)]
        shown += [u for u in state.hidden if u.side == side]
        return View(
            "skirmish_1808",
            state.field.name,
            side,
            tuple(s.name for s in state.field.sides),
            f"{state.field.title}, turn {turn} of {state.field.turns}",
            tuple(self._piece(state, u) for u in shown),
            tuple(
                Row(s.name, f"{score[i]} points, {lost_points(state, i)} of {s.total} lost", "V1")
                for i, s in enumerate(state.field.sides)
            ),
        )

    def _piece(self, state: State, unit: Unit) -> Piece:
        on = unit.on_table and bool(unit.figures)
        x, y = centre(unit) if on else (0, 0)
        bases = tuple(_disc(c.x, c.y, c.r) for c in body_of(unit).circles) if on else ()
        return Piece(
            id=unit.id,
            side=unit.side,
            name=unit.name,
            arm=unit.arm.value,
            glyph="*" if unit.is_command else GLYPHS[unit.arm],
            pose=(x, y, unit.facing),
            footprint=_footprint(unit) if on else (),
            bases=bases,
            figures=unit.size,
            full=unit.full,
            front=unit.formed or unit.arm is Arm.GUN,
            tags=tuple(_tags(state, unit)),
            leader=unit.is_command,
            status="on table" if unit.on_table else "to come",
        )

    def card(self, state: State, unit: int) -> tuple[Row, ...]:
        """A unit's profile and what now applies to it."""
        each = _found(state, unit)
        rows = [
            Row("Figures", f"{each.size} of {each.full}"),
            Row("Kind", f"{each.class_.value} {each.arm.value}, {each.quality.value}"),
            Row(
                "Dice",
                f"melee D{each.combat}"
                + (f", fire D{each.fire}" if each.fire else "")
                + f", evades on {each.ev}",
            ),
            Row("Moves", " / ".join(f"{rate(each, pace) / 100:g}" for pace in Pace), rate_cite(each)),
        ]
        if each.weapon is not Weapon.NONE:
            row = RANGES.row(each.weapon)
            rows.append(
                Row("Weapon", f"{row.words}, {' / '.join(f'{r / 100:g}' for r in row.value)}", row.cite)
            )
        if each.traits:
            rows.append(Row("Traits", ", ".join(trait.value for trait in each.traits)))
        if each.is_command:
            rows.append(
                Row("Commands", f"{each.rank.name.lower()}, within {command_range(each) / 100:g}", "C3")
            )
        if each.on_table and each.figures and each.id >= 0:
            rows.append(Row("In command", "yes" if in_command(state, each) else "no", "C3"))
            cover = area_cover_of(state, each)
            if cover is not Cover.NONE:
                rows.append(Row("Cover", cover.name.lower(), "F3"))
        rows += [Row("Now", tag.words, tag.cite) for tag in _tags(state, each)]
        return tuple(rows)

    def names(self, state: State) -> dict[int, str]:
        """What to call each unit in the log."""
        return {u.id: u.name for u in (*state.units, *state.hidden)}

    def sides(self, state: State) -> tuple[str, ...]:
        """What to call each side."""
        return tuple(s.name for s in state.field.sides)

    def scene_for(self, position: Position, move: Move) -> Scene | None:
        """The whole sequence a choice opens, for its odds; None where no dice follow."""
        return scene_for(position, move)

    def overlay(self, state: State, kind: str, unit: int) -> Overlay:
        """Ranges, sight lines or threats of one unit, to draw over the table."""
        return overlay(state, kind, _found(state, unit))

    def noun_words(self, state: State, verb: str, noun: Any) -> str | None:
        """How to say a noun that is neither a unit nor a manoeuvre."""
        if verb == "come_on":
            return f"{noun / 100:g} cm along the edge"
        if verb == "evade":
            return "straight back" if noun == 0 else f"{abs(noun)}° to the {'right' if noun > 0 else 'left'}"
        return None


def _found(state: State, unit: int) -> Unit:
    return next(u for u in (*state.units, *state.hidden) if u.id == unit)


def _footprint(unit: Unit) -> tuple[Point, ...]:
    ring = hull_of(unit)
    if len(ring) >= 3:
        return ring
    first, last = ring[0], ring[-1]
    return _strip(first, last, unit.radius)


def _strip(start: Point, end: Point, half: int) -> tuple[Point, ...]:
    bearing = heading(start, end)
    return (
        ahead(*start, bearing - 900, half),
        ahead(*end, bearing - 900, half),
        ahead(*end, bearing + 900, half),
        ahead(*start, bearing + 900, half),
    )


SHEET = SkirmishSheet()
