"""What players see: the table, the pieces, a unit's card, labels and phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.engine.flow import Position, replace
from grognard.engine.memo import latest
from grognard.engine.sheet import Sheet
from grognard.engine.verbs import labels_of
from grognard.engine.view import Area, Board, Look, Rail, Row, View
from grognard.geometry.angles import ahead, heading
from grognard.geometry.points import Point

from ..facts.arriving import arrival_spot, shape_named
from ..facts.command import command_range, in_command
from ..facts.driving import gun_rate
from ..facts.ground import area_cover_of, house_named
from ..facts.gunnery import accuracy_of, ammunition, ranges_of
from ..facts.mining import bridge_named
from ..facts.moving import rate, rate_cite
from ..facts.victory import fleeing_points, lost_points, points
from ..facts.walks import mean
from ..state import State, Terrain, Unit
from ..steps.verbs import VERBS
from ..tables.guns import ACCURACY, CREWS, TRUE_SHOT
from ..tables.moving import ROADS, TERRAIN
from ..tables.shooting import RANGES
from ..words import Cover, Pace, Weapon, Where
from .bridges import bridges
from .labels import PHRASES
from .overlays import OVERLAYS, sightline
from .pieces import WARDROBE, marks_of, piece_of, tags_of

LOOKS: Mapping[str, Look] = {
    "light_wood": "wood", "wood": "wood", "heavy_wood": "wood", "building": "house", "ford": "marsh",
    "track": "road", "path": "road", "road": "road", "crops": "field", "rocks": "hill", "hill": "hill",
    "stream": "water", "bridge": "bridge", "wall": "open", "ridden_wood": "wood", "ridden_heavy_wood": "wood",
}  # fmt: skip
ROAD_HALF = {"road": 150, "path": 100, "track": 75}


class SkirmishSheet(Sheet[State]):
    """This book's sheet."""

    labels = labels_of(VERBS)
    phrases = PHRASES
    deeds = ("has acted", "engaged")
    overlays = OVERLAYS
    sightline = staticmethod(sightline)

    def board(self, state: State) -> Board:
        """The table and everything on it that never moves; a bridge that is blown is a stream. [D4]"""
        field = state.field
        areas = [area for t in field.terrain for area in self._areas(t)]
        areas += bridges(field.terrain)
        rails = [Rail("wall", "wall", t.poly, t.name) for t in field.terrain if t.kind == "wall"]
        nations = [side.nation for side in field.sides]
        return Board(
            "table",
            field.width,
            field.height,
            "cm",
            tuple(areas),
            tuple(rails),
            tuple(WARDROBE.army(nation) for nation in nations),
            WARDROBE.closet(*nations),
        )

    def redraws(self, before: State, after: State) -> bool:
        """Whether a bridge went down. [D4]"""
        return before.field is not after.field and before.field.terrain != after.field.terrain

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
        found = _picture(state)
        own = [piece_of(state, u) for u in state.hidden if u.side == side]
        return replace(found, side=side, pieces=(*found.pieces, *own) if own else found.pieces)

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
            _moves(each),
        ]
        if each.gun is not None:
            rows += _gun_rows(each)
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
        rows += [Row("Now", tag.words, tag.cite) for tag in tags_of(state, each)]
        return tuple(rows)

    def names(self, state: State) -> dict[int, str]:
        """What to call each unit in the log."""
        return {u.id: u.name for u in (*state.units, *state.hidden)}

    def sides(self, state: State) -> tuple[str, ...]:
        """What to call each side."""
        return tuple(s.name for s in state.field.sides)

    def drawn(self, state: State, unit: int) -> Unit | None:
        """The unit overlays are drawn for, hidden ones too."""
        found = _found(state, unit)
        return found if found.on_table and found.figures else None

    def noun_words(self, state: State, verb: str, noun: Any) -> str | None:
        """How to say a noun that is neither a unit nor a manoeuvre."""
        if verb == "come_on":
            return f"{noun / 100:g} cm along the edge"
        if verb == "draw_up":
            shape = shape_named(noun)
            apart = "formed" if shape.formed else f"{shape.pitch / 100:g} cm from man to man"
            return f"{shape.files} in a rank, {apart}"
        if verb == "evade":
            return "straight back" if noun == 0 else f"{abs(noun)}° to the {'right' if noun > 0 else 'left'}"
        return None

    def noun_spot(self, position: Position, verb: str, noun: Any) -> tuple[int, int, int] | None:
        """Where on the table a place stands, and facing where: late units on their edge, houses. [T8, G2]"""
        state = position.state
        if verb == "come_on":
            env = position.agenda[-1].env
            return arrival_spot(state, state.units[env.unit], noun, shape_named(env.shape))
        if verb == "enter":
            return (*mean(house_named(state, noun).poly), 0)
        if verb in ("lay_charge", "blow"):
            return (*mean(bridge_named(state, noun).poly), 0)
        return None


@latest
def _picture(state: State) -> View:
    """What everybody sees of the table, hidden units left out."""
    score = points(state)
    turn = min(max(state.turn, 1), state.field.turns)
    return View(
        "skirmish_1808",
        state.field.name,
        None,
        tuple(s.name for s in state.field.sides),
        f"{state.field.title}, turn {turn} of {state.field.turns}",
        tuple([piece_of(state, u) for u in state.units if u.where in (Where.TABLE, Where.LATER)]),
        (
            *(Row(s.name, f"{score[i]} points", "V3") for i, s in enumerate(state.field.sides)),
            *(_losses(state, i) for i in (0, 1)),
        ),
        {"marks": marks} if (marks := marks_of(state)) else {},
    )


def _moves(unit: Unit) -> Row:
    if unit.gun is not None and not unit.gun.taken and not unit.gun.abandoned:
        how = "limbered" if unit.gun.limbered else "man-handled"
        return Row("Moves", f"{gun_rate(unit) / 100:g}, {how}", "76")
    return Row("Moves", " / ".join(f"{rate(unit, pace) / 100:g}" for pace in Pace), rate_cite(unit))


def _gun_rows(unit: Unit) -> list[Row]:
    """The piece itself: its crew, how true it shoots, how far. [75, 77, 83, 84]"""
    assert unit.gun is not None
    calibre = unit.gun.calibre
    far = [
        f"{ammo.value} {' / '.join(f'{limit / 100:g}' for limit in ranges_of(unit.gun, ammo))}"
        for ammo in ammunition(unit)
    ]
    return [
        Row("Gun", f"type {calibre.value}, a crew of {CREWS[calibre]} at least", CREWS.cite),
        Row("Shoots", f"true on 1 to {TRUE_SHOT} of D{accuracy_of(unit)}", ACCURACY.cite),
        Row("Ranges", "; ".join(far), "84"),
    ]


def _losses(state: State, side: int) -> Row:
    """How near a side is to breaking: half of its points. [V2]"""
    facts = state.field.sides[side]
    running = fleeing_points(state, side)
    lost = f"{lost_points(state, side)}{f' and {running} running' if running else ''}"
    return Row(f"{facts.name} lost", f"{lost} of {facts.total}, broken at {-(-facts.total // 2)}", "V2")


def _found(state: State, unit: int) -> Unit:
    return next(u for u in (*state.units, *state.hidden) if u.id == unit)


def _strip(start: Point, end: Point, half: int) -> tuple[Point, ...]:
    bearing = heading(start, end)
    return (
        ahead(*start, bearing - 900, half),
        ahead(*end, bearing - 900, half),
        ahead(*end, bearing + 900, half),
        ahead(*start, bearing + 900, half),
    )


SHEET = SkirmishSheet()
