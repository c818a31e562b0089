"""Single tests: orders, rally, valour, fortitude, horse against squares, hit and run. [63–69, 95, 133, 142, 191]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from grognard.engine.book import BadInput, Input, Scene, Situation
from grognard.engine.flow import Position, replace
from grognard.geometry.contact import Side
from grognard.odds.kit import whole

from ..state import Spell, State, Unit
from ..steps.env import Acting, Assaulting, Fight, Melee, Suffering, Testing
from ..words import Deed, Phase, Special, Where
from .attacks import ORDERS, ordered
from .sandtable import MIDDLE, against, facing_south, options_of, table, unit_fields, unit_of
from .walks import ENGINE, PLAN, alike, asked_to_retreat, end_of, looking

PLAIN: dict[str, Any] = {field.name: field.default for field in unit_fields("", "the unit")}


def plain_unit(number: int, side: int, **more: Any) -> Unit:
    """Some infantry in line."""
    return unit_of(PLAIN, "", number, side, x=2000 + 1500 * number, y=3000 + 9000 * side, **more)


class Acts(msgspec.Struct, frozen=True):
    """Tells whether a unit can act. [63, 69]"""

    def __call__(self, position: Position) -> Any:
        """Done when it may, or may not."""
        return (False,) if position.over else (True,) if looking(position) else None


def orders(values: Mapping[str, Any]) -> Scene:
    """Whether a unit gets to act: its brigade's activation, then a messenger. [63–69]"""
    unit = unit_of({**PLAIN, "light": values["light"]}, "", 0, 0, x=MIDDLE, y=MIDDLE)
    if values["light_cavalry"]:
        unit = unit_of({**PLAIN, "troops": "cavalry", "light_cavalry": True}, "", 0, 0, x=MIDDLE, y=MIDDLE)
    units = [unit]
    if values["activation"] == "after_rout":
        units.append(replace(plain_unit(1, 0), where=Where.ROUTED))
    state = ordered(table(units, options_of(values), phase=Phase.ACTION), values)
    env = Assaulting(0, 0, 0, Fight(0, 0))
    return Scene(ENGINE.start(state, "odds: orders", env), Acts(), PLAN, ("acts",))


def activation(values: Mapping[str, Any]) -> Scene:
    """An activation test. [63–66]"""
    how = "automatic" if values["automatic"] else "after_rout" if values["routed"] else "test"
    return orders({**values, "activation": how, "far": False, "light": False, "light_cavalry": False})


def messenger(values: Mapping[str, Any]) -> Scene:
    """A messenger test. [69]"""
    return orders({**values, "activation": "automatic", "far": True})


class Left(msgspec.Struct, frozen=True):
    """Tells how a unit comes out of something. [95, 133]"""

    unit: Unit

    def __call__(self, position: Position) -> Any:
        """Done at the end."""
        after = position.state.units[self.unit.id]
        return (after.losses, end_of(after)) if position.over else None


def rally(values: Mapping[str, Any]) -> Scene:
    """A rally test. [95, 96]"""
    unit = unit_of(values, "", 0, 0, x=MIDDLE, y=MIDDLE)
    if not unit.losses:
        raise BadInput("losses: 0 given, but there must be a marker to rally [95]")
    enemy = replace(plain_unit(1, 1), x=MIDDLE, y=MIDDLE + (4000 if values["far"] else 1000))
    state = table([unit, enemy], options_of(values), phase=Phase.ACTION)
    near = tuple(replace(x, x=MIDDLE, y=MIDDLE - 500) for x in state.leaders)
    start = ENGINE.start(replace(state, leaders=near), "act", Acting(0, Deed.RALLY))
    return Scene(start, Left(unit), PLAN, ("losses left", "unit"))


def valour(values: Mapping[str, Any]) -> Scene:
    """Losses on a unit, and the valour test that may follow. [129–133]"""
    unit = facing_south(unit_of(values, "", 0, 0), MIDDLE)
    phase = Phase.FIRE if values["fire_phase"] else Phase.MELEE
    enemy = plain_unit(1, 1)
    spells: tuple[Spell, ...] = ()
    if values["scum"]:
        enemy, spells = against(enemy, unit, Side.FRONT), (Spell("scum_of_the_earth", 1),)
    state = table([unit, enemy], options_of(values), phase=phase, spells=spells)
    env = Suffering(0, whole(values, "taken", 1, 20), safe=values["won"])
    return Scene(ENGINE.start(state, "suffer", env), Left(unit), PLAN, ("losses", "unit"), alike)


class Held(msgspec.Struct, frozen=True):
    """Tells whether a brigade holds. [143]"""

    def __call__(self, position: Position) -> Any:
        """Done at the end."""
        return (position.state.defeats[0] == 0,) if position.over else None


def fortitude(values: Mapping[str, Any]) -> Scene:
    """A fortitude test. [141–143]"""
    gone, left = whole(values, "routed", 1, 7), whole(values, "left", 1, 8)
    units = [plain_unit(i, 0) for i in range(gone + left)]
    units = [replace(u, where=Where.ROUTED) if i < gone else u for i, u in enumerate(units)]
    if values["all_shaken"]:
        units = [replace(u, losses=u.tenacity) for u in units]
    near = values["near"], False
    state: State = table(units, options_of(values), near=near, routed=tuple(range(gone)))
    return Scene(ENGINE.start(state, "fortitude", Testing(0)), Held(), PLAN, ("holds",), alike)


class Thrown(msgspec.Struct, frozen=True):
    """Tells what a square does to the horse that touches it. [191]"""

    unit: Unit

    def __call__(self, position: Position) -> Any:
        """Done when the horse stays, falls back or is gone."""
        going = asked_to_retreat(position) == self.unit.id
        after = position.state.units[self.unit.id]
        if not going and after.on_table and not position.over:
            return None
        return (end_of(after, going),)


def square(values: Mapping[str, Any]) -> Scene:
    """Horse that touches a square, at the start of a melee phase. [191]"""
    unit = unit_of({**PLAIN, **values, "troops": "cavalry"}, "", 0, 0)
    target = facing_south(unit_of({**PLAIN, "troops": "square"}, "", 1, 1), MIDDLE)
    if values["shaken"]:
        target = replace(target, losses=target.tenacity)
    state = table([against(unit, target, Side.FRONT), target], options_of(values), phase=Phase.MELEE)
    return Scene(ENGINE.start(state, "odds: square", Melee()), Thrown(state.units[0]), PLAN, ("horse",))


class Ran(msgspec.Struct, frozen=True):
    """Tells how hit and run leaves both. [F5.8]"""

    def __call__(self, position: Position) -> Any:
        """Done when the unit falls back, or is gone."""
        going = asked_to_retreat(position) == 0
        if not going and not position.over:
            return None
        unit, target = position.state.units[:2]
        return end_of(unit, going), end_of(target)


def hit_and_run(values: Mapping[str, Any]) -> Scene:
    """Hit and run instead of a fight. [F5.8]"""
    unit = unit_of({**PLAIN, **values, "troops": "cavalry"}, "", 0, 0)
    profile = msgspec.structs.replace(unit.profile, specials=(*unit.profile.specials, Special.HIT_AND_RUN))
    target = facing_south(
        unit_of({**{f"target_{k}": v for k, v in PLAIN.items()}, **values}, "target_", 1, 1), MIDDLE
    )
    units = [against(replace(unit, profile=profile), target, Side.FRONT), target]
    start = ENGINE.start(table(units, options_of(values), phase=Phase.MELEE), "hit and run", Fight(0, 1))
    return Scene(start, Ran(), PLAN, ("unit", "target"), alike)


ONE = unit_fields("", "the unit")
OTHER = unit_fields("target_", "the target")
STEADY = tuple(f for f in ONE if f.name in ("tenacity", "losses", "stoic"))
STEADY_TARGET = tuple(f for f in OTHER if f.name in ("target_tenacity", "target_losses", "target_stoic"))
LIGHT = (
    Input("light_cavalry", "flag", False, "the unit is light cavalry, +2"),
    Input("light", "flag", False, "it is light infantry in a brigade of nothing else, +2"),
)


def _filled(scene: Callable[[Mapping[str, Any]], Scene]) -> Callable[[Mapping[str, Any]], Scene]:
    """A scene that fills in what its question does not ask for."""

    def made(values: Mapping[str, Any]) -> Scene:
        return scene({**PLAIN, **values})

    return made


SITUATIONS = (
    Situation(
        "activation",
        "An activation test",
        "63",
        (
            Input("routed", "flag", False, "a unit of the brigade has routed, -1"),
            Input("automatic", "flag", False, "first picked, and its leader within 24 of the army leader"),
        ),
        activation,
    ),
    Situation("messenger", "A messenger test", "69", LIGHT, messenger),
    Situation(
        "orders", "Whether a unit gets to act: activation and messenger", "67", (*ORDERS, *LIGHT), orders
    ),
    Situation(
        "rally",
        "A rally test",
        "95",
        (
            *STEADY[:1],
            Input("losses", "whole", 3, "loss markers on the unit", "markers"),
            Input("far", "flag", False, "more than 12 from all enemies, +1"),
        ),
        _filled(rally),
    ),
    Situation(
        "valour",
        "Losses on a unit, and the valour test that may follow",
        "133",
        (
            *STEADY,
            Input("taken", "whole", 1, "losses it suffers", "losses"),
            Input("fire_phase", "flag", False, "in the fire phase, +1"),
            Input("won", "flag", False, "it has won its fight"),
            Input("scum", "flag", False, "Scum of the Earth has been played against it, -1"),
        ),
        _filled(valour),
    ),
    Situation(
        "fortitude",
        "A brigade's fortitude test",
        "142",
        (
            Input("routed", "whole", 1, "units routed this phase", "units"),
            Input("left", "whole", 3, "units not routed; five or more are +1", "units"),
            Input("near", "flag", False, "its leader is within 12 of the army leader, +1"),
            Input("all_shaken", "flag", False, "all its remaining units are shaken, -1"),
        ),
        fortitude,
    ),
    Situation(
        "square",
        "Horse touching a square as the melee phase begins",
        "191",
        (*STEADY, Input("shaken", "flag", False, "the square is shaken, +2")),
        _filled(square),
    ),
    Situation(
        "hit_and_run",
        "Hit and run instead of a fight",
        "F5.8",
        (*STEADY, *STEADY_TARGET),
        _filled(hit_and_run),
    ),
)
