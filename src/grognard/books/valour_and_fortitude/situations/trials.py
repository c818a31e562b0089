"""Single tests: activation, messenger, rally, valour, fortitude, horse against squares. [63–69, 95, 133, 142, 191]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from grognard.books.valour_and_fortitude.situations.sandtable import (
    MIDDLE,
    against,
    facing_south,
    table,
    unit_fields,
    unit_of,
    whole,
)
from grognard.books.valour_and_fortitude.situations.walks import ENGINE, PLAN, asked_to_retreat, end_of
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.env import Acting, Brigading, Melee, Suffering, Testing
from grognard.books.valour_and_fortitude.words import Deed, Phase, Special, Where
from grognard.engine.book import BadInput, Field, Scene, Situation
from grognard.engine.flow import Position, replace
from grognard.field.contact import Side

PLAIN: dict[str, Any] = {field.name: field.default for field in unit_fields("", "the unit")}


def plain_unit(number: int, side: int, **more: Any) -> Unit:
    """Some infantry in line."""
    return unit_of(PLAIN, "", number, side, x=2000 + 1500 * number, y=3000 + 9000 * side, **more)


class Activated(msgspec.Struct, frozen=True):
    """Tells whether a brigade activates. [63]"""

    def __call__(self, position: Position) -> Any:
        """Done once the die has fallen."""
        if position.state.brigades[0].active:
            return (True,)
        top = position.agenda[-1] if position.agenda else None
        return (False,) if top is None or top.env.failed else None


def activation(values: Mapping[str, Any]) -> Scene:
    """An activation test. [63–66]"""
    units = [plain_unit(0, 0), plain_unit(1, 0)]
    if values["routed"]:
        units[1] = replace(units[1], where=Where.ROUTED)
    state = table(units, _options(values), phase=Phase.ACTION, first_pick=False)
    brigade = replace(state.brigades[0], active=False)
    state = replace(state, brigades=(brigade, state.brigades[1]))
    return Scene(ENGINE.start(state, "brigade", Brigading(0)), Activated(), PLAN, ("activates",))


class Arrived(msgspec.Struct, frozen=True):
    """Tells whether a messenger arrives. [69]"""

    def __call__(self, position: Position) -> Any:
        """Done when the action may be taken, or is lost."""
        if position.over:
            return (False,)
        from grognard.engine.choices import Ask

        return (True,) if isinstance(ENGINE.pending(position), Ask) else None


def messenger(values: Mapping[str, Any]) -> Scene:
    """A messenger test. [69]"""
    unit = plain_unit(0, 0)
    if values["light"]:
        profile = msgspec.structs.replace(unit.profile, specials=(Special.LIGHT_CAVALRY,))
        unit = replace(unit, profile=profile)
    state = table([replace(unit, x=MIDDLE, y=MIDDLE)], _options(values), phase=Phase.ACTION)
    return Scene(ENGINE.start(state, "act", Acting(0, Deed.MOVE)), Arrived(), PLAN, ("arrives",))


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
    state = table([unit, enemy], _options(values), phase=Phase.ACTION)
    near = tuple(replace(x, x=MIDDLE, y=MIDDLE - 500) for x in state.leaders)
    start = ENGINE.start(replace(state, leaders=near), "act", Acting(0, Deed.RALLY))
    return Scene(start, Left(unit), PLAN, ("losses left", "unit"))


def valour(values: Mapping[str, Any]) -> Scene:
    """Losses on a unit, and the valour test that may follow. [129–133]"""
    unit = unit_of(values, "", 0, 0, x=MIDDLE, y=MIDDLE)
    phase = Phase.FIRE if values["fire_phase"] else Phase.MELEE
    state = table([unit, plain_unit(1, 1)], _options(values), phase=phase)
    env = Suffering(0, whole(values, "taken", 1, 20), safe=values["won"])
    return Scene(ENGINE.start(state, "suffer", env), Left(unit), PLAN, ("losses", "unit"))


class Held(msgspec.Struct, frozen=True):
    """Tells whether a brigade holds. [143]"""

    def __call__(self, position: Position) -> Any:
        """Done at the end."""
        return (position.state.defeats[0] == 0,) if position.over else None


def fortitude(values: Mapping[str, Any]) -> Scene:
    """A fortitude test. [141–143]"""
    gone, left = whole(values, "routed", 1, 8), whole(values, "left", 1, 8)
    units = [plain_unit(i, 0) for i in range(gone + left)]
    units = [replace(u, where=Where.ROUTED) if i < gone else u for i, u in enumerate(units)]
    if values["all_shaken"]:
        units = [replace(u, losses=u.tenacity) for u in units]
    state: State = table(units, _options(values), routed=tuple(range(gone)))
    chief = msgspec.structs.replace(
        state.leaders[1], side=0, brigade=-1, x=600 if values["near"] else 9000, y=500
    )
    state = replace(state, leaders=(state.leaders[0], chief))
    return Scene(ENGINE.start(state, "fortitude", Testing(0)), Held(), PLAN, ("holds",))


class Thrown(msgspec.Struct, frozen=True):
    """Tells what a square does to the horse that touches it. [191]"""

    unit: Unit

    def __call__(self, position: Position) -> Any:
        """Done when the horse stays, falls back or is gone."""
        going = asked_to_retreat(position) == self.unit.id
        if not going and position.state.units[self.unit.id].on_table and not position.over:
            return None
        return (end_of(position.state.units[self.unit.id], going),)


def square(values: Mapping[str, Any]) -> Scene:
    """Horse that touches a square, at the start of a melee phase. [191]"""
    unit = unit_of({**PLAIN, **values, "troops": "cavalry", "figures": 12}, "", 0, 0)
    target = facing_south(unit_of({**PLAIN, "troops": "square"}, "", 1, 1), MIDDLE)
    if values["shaken"]:
        target = replace(target, losses=target.tenacity)
    state = table([against(unit, target, Side.FRONT), target], _options(values), phase=Phase.MELEE)
    return Scene(ENGINE.start(state, "odds: square", Melee()), Thrown(state.units[0]), PLAN, ("horse",))


def _options(values: Mapping[str, Any]) -> Any:
    from grognard.books.valour_and_fortitude.situations.sandtable import options_of

    return options_of(values)


ONE = unit_fields("", "the unit")
STEADY = tuple(f for f in ONE if f.name in ("tenacity", "losses", "stoic"))


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
        (Field("routed", "flag", False, "a unit of the brigade has routed"),),
        activation,
    ),
    Situation(
        "messenger",
        "A messenger test",
        "69",
        (Field("light", "flag", False, "the unit is light cavalry"),),
        messenger,
    ),
    Situation(
        "rally",
        "A rally test",
        "95",
        (
            *STEADY[:1],
            Field("losses", "whole", 3, "loss markers on the unit", "markers"),
            Field("far", "flag", False, "more than 12 from all enemies"),
        ),
        _filled(rally),
    ),
    Situation(
        "valour",
        "Losses on a unit, and the valour test that may follow",
        "133",
        (
            *STEADY,
            Field("taken", "whole", 1, "losses it suffers", "losses"),
            Field("fire_phase", "flag", False, "in the fire phase"),
            Field("won", "flag", False, "it has won its fight"),
        ),
        _filled(valour),
    ),
    Situation(
        "fortitude",
        "A brigade's fortitude test",
        "142",
        (
            Field("routed", "whole", 1, "units routed this phase", "units"),
            Field("left", "whole", 3, "units not routed", "units"),
            Field("near", "flag", True, "its leader is within 12 of the army leader"),
            Field("all_shaken", "flag", False, "all its remaining units are shaken"),
        ),
        fortitude,
    ),
    Situation(
        "square",
        "Horse touching a square as the melee phase begins",
        "191",
        (*STEADY, Field("shaken", "flag", False, "the square is shaken")),
        _filled(square),
    ),
)
