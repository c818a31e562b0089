"""A gun shot without a board. [77–94, X4–X8]"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import msgspec

from grognard.engine.book import Input, Scene, Situation
from grognard.engine.choices import Throw
from grognard.engine.flow import Position, replace
from grognard.odds.kit import refuse

from ..facts.driving import placed_gun
from ..facts.gunnery import Aim, aim, landing, strayed_upon, unit_among
from ..state import Gun, Terrain
from ..steps.env import Bang
from ..tables.guns import CREWS, ranges
from ..words import Ammo, Arm, Calibre, Quality, Trait, Weapon
from .sandtable import ENGINE, GROUND, MIDDLE, nobody, table, target_fields, target_of, unit_of

FIELDS = (
    Input("gun", "choice", "II", "type of the gun", choices=tuple(Calibre)),
    Input("ammunition", "choice", "canister", "what it fires", choices=("canister", "round shot", "shell")),
    Input("range", "choice", "effective", "the range to the aim point", choices=("effective", "long")),
    Input("crew", "choice", "regular", "quality of the crew", choices=tuple(q.value for q in Quality)),
    *target_fields(12),
)


def gun_scene(values: Mapping[str, Any]) -> Position:
    """A gun laid on the middle of a target's front, strays measured from the figure nearest to it."""
    calibre, ammo = Calibre(values["gun"]), Ammo(values["ammunition"])
    effective, long = ranges(calibre, ammo)
    distance = effective if values["range"] == "effective" else long
    target = target_of(values, 1, 1, MIDDLE, heap=False)
    spot = target.figures[(min(target.files, target.size) - 1) // 2]
    crew = unit_of(
        0,
        0,
        CREWS[calibre],
        quality=Quality(values["crew"]),
        fire=0,
        combat=6,
        weapon=Weapon.NONE,
        traits=(Trait.CREW,),
    )
    gun = replace(crew, arm=Arm.GUN, gun=Gun(calibre, howitzer=ammo is Ammo.SHELL))
    gun = placed_gun(gun, spot.x, spot.y - distance - 200, 0)
    if values["in_command"]:
        refuse("in_command", "a shot is told up to its losses: no test is thrown")
    state = table(gun, target, terrain=_ground(values))
    made = aim(state, gun, ammo, (spot.x, spot.y))
    if not isinstance(made, Aim):
        refuse("ammunition", f"{made.words} [{made.cite}]")
    return ENGINE.start(state, "gun shot", Bang(0, made.ammo, made.point, made.origin, made.reach))


def _ground(values: Mapping[str, Any]) -> tuple[Terrain, ...]:
    """Cover from just before the target backwards, so that its front is still seen."""
    if values["cover"] == "none":
        return ()
    kind = GROUND[bool(values["cavalry"])][values["cover"]]
    x, y = MIDDLE
    poly = ((x - 5000, y - 150), (x - 5000, y + 3000), (x + 5000, y + 3000), (x + 5000, y - 150))
    return (Terrain(kind, "cover", poly),)


class Lost(msgspec.Struct, frozen=True):
    """Whether the target was hit, and what it lost."""

    before: int

    def __call__(self, position: Position) -> Any:
        if position.agenda:
            top = position.agenda[-1]
            waiting = ENGINE.pending(position)
            if top.at < 3 or not isinstance(waiting, Throw):
                return None
            # A hit: the evasion throws decide how many fall.
            throws = waiting.dice.faces()[0]
            return waiting.dice.dist().map(lambda saved: ("hit", throws - saved))
        return "misses", 0


def alike(position: Position, throw: Throw) -> Callable[[Any], Hashable] | None:
    """Directions that hit the same thing are alike."""
    if throw.what != "direction":
        return None
    env, state = position.agenda[-1].env, position.state
    side = state.units[env.gun].side
    near = strayed_upon(state, env.origin, env.distance)

    def told(degrees: int) -> Hashable:
        found = unit_among(state, landing(env.origin, env.distance, degrees), side, near)
        return None if found is None else found.id

    return told


def shoot(values: Mapping[str, Any]) -> Scene:
    """One shot, all directions counted. [X5]"""
    position = gun_scene(values)
    return Scene(position, Lost(position.state.units[1].size), nobody, ("shot", "figures lost"), alike)


GUN = Situation("gun", "a gun shot at a unit: deviation, evasion, losses", "X5", FIELDS, shoot)
