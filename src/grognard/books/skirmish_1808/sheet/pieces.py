"""Units as they are drawn: every figure on its own round base, with what it is. [B2, 17]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from grognard.engine.livery import load_wardrobe
from grognard.engine.measures import counted
from grognard.engine.view import Piece, Stand, Tag
from grognard.geometry.crowds import Disc

from ..facts.bodies import DRAWN, circles_of, discs, perimeter
from ..facts.ground import house_named
from ..facts.mining import bridge_named
from ..facts.walks import mean
from ..state import GUN_RADIUS, Gun, State, Unit, centre
from ..words import Arm, Role, Where

WARDROBE = load_wardrobe("grognard.books.skirmish_1808")
GLYPHS = {Arm.FOOT: "F", Arm.HORSE: "H", Arm.GUN: "A", Arm.WAGON: "W"}
STANDS: dict[Role, Stand] = {
    Role.RANKER: "man",
    Role.ESCORT: "escort",
    Role.GUIDE: "guide",
    Role.MUSICIAN: "musician",
    Role.FLAG: "flag",
    Role.OFFICER: "officer",
}


def tags_of(state: State, unit: Unit) -> Iterator[Tag]:
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
        yield Tag("has acted", "T3", "spent")
    if unit.gun is not None:
        yield from _gun_tags(unit.gun)


def _gun_tags(gun: Gun) -> Iterator[Tag]:
    if gun.taken:
        yield Tag("gun taken", "X12", "bad")
    elif gun.abandoned:
        yield Tag("gun abandoned", "X12", "bad")
    elif gun.limbered:
        yield Tag("limbered", "X1")


def piece_of(state: State, unit: Unit) -> Piece:
    """A unit for the table; what is yet to come has no place."""
    return _piece(unit, tuple(tags_of(state, unit)), state.field.sides[unit.side].nation)


@lru_cache(maxsize=DRAWN)
def _piece(unit: Unit, tags: tuple[Tag, ...], nation: str) -> Piece:
    on = unit.on_table and bool(unit.figures)
    circles = _drawn(unit) if on else ()
    x, y = centre(unit) if on else (0, 0)
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        arm=unit.arm.value,
        glyph="*" if unit.is_command else GLYPHS[unit.arm],
        pose=(x, y, unit.facing),
        footprint=perimeter(unit) if on else (),
        bases=discs(circles),
        stands=_stands(unit, len(circles)),
        figures=unit.size,
        full=unit.full,
        front=unit.formed or unit.arm is Arm.GUN,
        tags=tags,
        leader=unit.is_command,
        livery=WARDROBE.of(nation, unit.name, unit.code, cloth=unit.cloth),
        hidden=unit.id < 0,
        status="on table" if unit.on_table else "to come",
    )


def marks_of(state: State) -> list[dict[str, Any]]:
    """What lies about the table: guns without a crew, charges laid, bridges that are down, barricades. [X12, D2, D4, D6]"""
    return [*_deserted(state), *_mined(state), *_barricaded(state)]


def _mined(state: State) -> Iterator[dict[str, Any]]:
    for laid in state.charges:
        words = f"{counted(laid.laid, 'charge')} laid by the {state.field.sides[laid.side].name}"
        yield {"at": list(mean(bridge_named(state, laid.bridge).poly)), "look": "spot", "words": words}
    for piece in state.field.terrain:
        if piece.name in state.down:
            yield {"at": list(mean(piece.poly)), "look": "spot", "words": f"{piece.name}, blown up"}


def _barricaded(state: State) -> Iterator[dict[str, Any]]:
    for house, _ in state.barricades:
        yield {
            "at": list(mean(house_named(state, house).poly)),
            "look": "spot",
            "words": f"{house}, barricaded",
        }


def _deserted(state: State) -> list[dict[str, Any]]:
    """Guns whose crew are all gone; an enemy may take them. [X12]"""
    return [
        {"at": [u.gun.x, u.gun.y], "look": "spot", "words": f"gun of {u.name}, abandoned"}
        for u in state.units
        if u.gun is not None and not u.gun.taken and u.where is not Where.LATER and not u.figures
    ]


def _drawn(unit: Unit) -> tuple[Disc, ...]:
    """Its bases; a gun it has left stands where it left it. [X12]"""
    found = circles_of(unit)
    if unit.gun is not None and unit.gun.abandoned and not unit.gun.taken:
        return (*found, (unit.gun.x, unit.gun.y, GUN_RADIUS))
    return found


def _stands(unit: Unit, bases: int) -> tuple[Stand, ...]:
    if not bases:
        return ()
    men: list[Stand] = ["wagon" if unit.arm is Arm.WAGON else STANDS[f.role] for f in unit.figures]
    return tuple(men) if len(men) == bases else (*men, "gun")
