"""A bare table for the calculator: two units, the ground they stand on, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.book import Input
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Engine, Position, replace
from grognard.odds.kit import refuse, whole

from ..facts.layout import spots, touching_pitch
from ..sequence import SEQUENCES
from ..state import Battlefield, Desk, Figure, Options, SideFacts, State, Terrain, Unit
from ..words import Arm, Class, Quality, Rank, Role, Trait, Weapon

ENGINE = Engine(SEQUENCES, Desk)
MIDDLE = (10000, 10000)
DICE = ("6", "8", "10", "12")
QUALITIES = tuple(Quality)
COVERS = ("none", "light", "medium", "heavy")
GROUND = {
    False: {"light": "crops", "medium": "light_wood", "heavy": "wood"},
    True: {"light": "light_wood", "medium": "wood", "heavy": "heavy_wood"},
}
"""Ground that gives a class of cover, to foot and to horse. [42–44, 49]"""
MOST = 40


def area(kind: str, name: str, at: tuple[int, int], half: int, level: int = 0) -> Terrain:
    """A square of ground about a spot."""
    x, y = at
    poly = ((x - half, y - half), (x - half, y + half), (x + half, y + half), (x + half, y - half))
    return Terrain(kind, name, poly, level=level)


def table(*units: Unit, terrain: tuple[Terrain, ...] = (), options: Options | None = None) -> State:
    """A large table with some units on it."""
    sides = (
        SideFacts("1", "first", ((0, 0), (20000, 0)), total=10**6),
        SideFacts("2", "second", ((0, 20000), (20000, 20000)), total=10**6),
    )
    field = Battlefield("sandtable", "Sandtable", 20000, 20000, 99, sides, terrain)
    return State(field, options or Options(), units, turn=2)


def unit_of(
    number: int,
    side: int,
    count: int,
    *,
    arm: Arm = Arm.FOOT,
    class_: Class = Class.LINE,
    quality: Quality = Quality.REGULAR,
    combat: int = 8,
    fire: int = 6,
    ev: int = 5,
    weapon: Weapon = Weapon.MUSKET,
    traits: tuple[Trait, ...] = (),
    full: int = 0,
    at: tuple[int, int] = MIDDLE,
    facing: int = 0,
    formed: bool = False,
    files: int = 0,
    heap: bool = True,
) -> Unit:
    """A unit at a spot; in a heap all its figures share it, so that every one is as near as the next."""
    files = files or count
    pitch = touching_pitch(arm)
    places = [at] * count if heap else spots(count, files, pitch, at, facing, formed)
    return Unit(
        id=number,
        key=f"U{number}",
        name=("the firer", "the target")[number] if number < 2 else f"unit {number}",
        side=side,
        code="",
        arm=arm,
        class_=class_,
        quality=quality,
        combat=combat,
        fire=fire,
        ev=ev,
        weapon=weapon,
        traits=traits,
        price=1,
        full=full or count,
        figures=tuple(Figure(Role.RANKER, x, y) for x, y in places),
        facing=facing,
        formed=formed,
        files=files,
        pitch=pitch,
    )


def leader(number: int, side: int, at: tuple[int, int]) -> Unit:
    """A mounted officer nearby: whoever is near him is in command. [C3]"""
    found = unit_of(number, side, 1, arm=Arm.HORSE, class_=Class.LIGHT, quality=Quality.VETERAN, ev=4, at=at)
    return _as_officer(found)


def _as_officer(unit: Unit) -> Unit:
    x, y = unit.figures[0].x, unit.figures[0].y
    return replace(
        unit, rank=Rank.OFFICER, figures=(Figure(Role.OFFICER, x, y),), traits=(Trait.CANNOT_FORM,)
    )


def nobody(_position: Position, ask: Ask) -> Move:
    """No decision is expected here; the plainest verb is taken."""
    for verb in ("stand", "stay", "halt", "hold", "no_fire", "finish"):
        if verb in ask.offers:
            return Move(ask.who[0], verb)
    return next(ask.moves())


def target_fields(figures: int = 12) -> tuple[Input, ...]:
    """What a target is."""
    return (
        Input("figures", "whole", figures, "figures of the target", "figures"),
        Input("of", "whole", 0, "figures it began with (0: as many)", "figures"),
        Input("evade_die", "choice", "8", "the target's better die", choices=DICE),
        Input("ev", "whole", 5, "its evasion number"),
        Input("cover", "choice", "none", "its cover", choices=COVERS),
        Input("cavalry", "flag", False, "the target is cavalry"),
        Input("open_order", "flag", False, "the target is loose light or quick foot"),
        Input("target_formed", "flag", False, "the target is formed"),
        Input("quality", "choice", "regular", "its quality", choices=tuple(q.value for q in Quality)),
        Input("in_command", "flag", False, "it is in command"),
    )


def target_of(
    values: Mapping[str, Any], number: int, side: int, at: tuple[int, int], heap: bool = True
) -> Unit:
    """The target of some fire."""
    count = whole(values, "figures", 1, MOST)
    full = whole(values, "of", 0, 2 * MOST)
    if full and full < count:
        refuse("of", f"{full} given, but {count} are left")
    if values["cavalry"] and values["open_order"]:
        refuse("open_order", "only foot fights in open order")
    formed = values["target_formed"]
    if formed and values["open_order"]:
        refuse("open_order", "a formed unit is not in open order")
    if formed and count < 6:
        refuse("target_formed", "fewer than six cannot form [O1]")
    return unit_of(
        number,
        side,
        count,
        arm=Arm.HORSE if values["cavalry"] else Arm.FOOT,
        class_=Class.LIGHT if values["open_order"] else Class.LINE,
        quality=Quality(values["quality"]),
        combat=int(values["evade_die"]),
        ev=whole(values, "ev", 2, 12),
        full=full,
        at=at,
        facing=1800,
        formed=formed,
        files=max(1, -(-count // 2)),
        heap=heap,
    )


def ground_under(values: Mapping[str, Any], at: tuple[int, int], half: int = 150) -> tuple[Terrain, ...]:
    """The ground that gives the cover asked for."""
    if values["cover"] == "none":
        return ()
    return (area(GROUND[bool(values["cavalry"])][values["cover"]], "cover", at, half),)
