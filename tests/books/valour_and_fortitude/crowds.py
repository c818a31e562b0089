"""Crowded tables by chance, to hold the program's searches against a search by chance."""

from __future__ import annotations

import random
from typing import Any

from grognard.books.valour_and_fortitude.facts.bodies import shape_of, size_of
from grognard.books.valour_and_fortitude.facts.contact import in_contact
from grognard.books.valour_and_fortitude.facts.soundness import standing_faults
from grognard.books.valour_and_fortitude.state import State, Terrain, Unit
from grognard.books.valour_and_fortitude.words import Arm
from grognard.engine.flow import replace
from grognard.geometry.angles import ahead
from grognard.geometry.contact import Side, flush
from grognard.geometry.points import Pose
from tests.books.valour_and_fortitude.drill import area, foot, gun, horse, scene, unit

FILES = {12: (3, 4, 6), 18: (3, 6, 9), 24: (3, 4, 6, 8, 12)}


def anybody(
    rng: random.Random, key: str, arms: tuple[Arm, ...], x: int = 0, y: int = 0, facing: int = 0
) -> Unit:
    """A unit of some arm, size and formation, by chance."""
    arm = rng.choice(arms)
    brigade = rng.choice(("I", "II", "III")) if key.isupper() and key != "A" else ""
    more: dict[str, Any] = {"at": (x / 100, y / 100), "facing": facing / 10, "brigade": brigade}
    if arm is gun:
        return unit(key, gun, **more)
    if arm is horse:
        figures = rng.choice((6, 8, 9, 10, 12))
        return unit(
            key, horse, figures=figures, files=rng.choice(((figures + 1) // 2, max(3, figures // 3))), **more
        )
    figures = rng.choice(tuple(FILES))
    return unit(key, foot, figures=figures, files=rng.choice(FILES[figures]), **more)


def _facing(rng: random.Random) -> int:
    return rng.choice((rng.randint(0, 3599), 900 * rng.randint(0, 3)))


def _ground(rng: random.Random, x: int, y: int) -> tuple[Terrain, ...]:
    if rng.random() < 0.5:
        return ()
    west, south = x / 100 + rng.uniform(-8, 8), y / 100 + rng.uniform(-8, 8)
    kind = rng.choice(("river", "mud", "building", "wood"))
    return (area(kind, west, south, west + rng.uniform(1, 8), south + rng.uniform(1, 8)),)


def _standing(units: list[Unit], terrain: tuple[Terrain, ...]) -> State:
    """The scene without those who would stand on another, or on ground where nobody may."""
    kept: list[Unit] = []
    for each in units:
        if not any(standing_faults(scene(*kept, each, terrain=terrain))):
            kept.append(each)
    return scene(*kept, terrain=terrain)


def contact(seed: int) -> State | None:
    """A touches b; up to seven others stand close around, with or without a piece of ground. None if it came to nothing."""
    rng = random.Random(seed)
    b = anybody(rng, "b", (foot, foot, horse), rng.randint(1500, 5700), rng.randint(1200, 3600), _facing(rng))
    a = anybody(rng, "A", (horse, horse, foot))
    side = rng.choice((Side.FRONT, Side.FRONT, Side.LEFT, Side.RIGHT, Side.REAR))
    size = size_of(shape_of(b))
    long = size[0] if side in (Side.FRONT, Side.REAR) else size[1]
    width, depth = size_of(shape_of(a))
    at = flush(Pose(b.x, b.y, b.facing), size, side, width, depth, rng.randint(-long // 3, long // 3))
    names = a.__dict__
    a = replace(a, x=at.x, y=at.y, facing=at.facing)
    a.__dict__.update({key: names[key] for key in ("brigade name", "inside name")})
    others = []
    for key in "CDEFdef"[: rng.randint(2, 7)]:
        x, y = ahead(a.x, a.y, rng.randint(0, 3599), rng.randint(430, 1300))
        facing = rng.choice((a.facing, a.facing + 900, rng.randint(0, 3599))) % 3600
        others.append(anybody(rng, key, (foot, foot, horse, gun), x, y, facing))
    state = _standing([a, b, *others], _ground(rng, a.x, a.y))
    return state if state.units[0].key == "A" and in_contact(state, state.units[0]) else None


def pairs(seed: int) -> State | None:
    """A with an enemy or two within reach and others between; None if it came to nothing."""
    rng = random.Random(seed)
    a = anybody(rng, "A", (foot, foot, horse), rng.randint(2000, 5200), rng.randint(1400, 3400), _facing(rng))
    others = []
    for key in "bcDE"[: rng.randint(1, 4)]:
        x, y = a.x + rng.randint(-1500, 1500), a.y + rng.randint(-1500, 1500)
        others.append(anybody(rng, key, (foot, foot, horse, gun), x, y, _facing(rng)))
    state = _standing([a, *others], _ground(rng, a.x, a.y))
    if not state.units or state.units[0].key != "A" or in_contact(state, state.units[0]):
        return None
    return state
