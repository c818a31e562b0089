"""An empty stretch of country with the stacks somebody describes on it."""

from __future__ import annotations

from typing import Any

from grognard.engine.flow import Engine
from grognard.geometry.hexarcs import arcs

from ..sequence import SEQUENCES
from ..state import LEADERS, Battlefield, Command, Desk, Leader, Options, State, Unit
from ..steps.single import EXCERPTS
from ..words import BY_ARM, Arm, Card, Formation, Order, Rank, Trait, Weather

ENGINE = Engine({**SEQUENCES, **EXCERPTS}, Desk)
SIZE = 31
MIDDLE = SIZE // 2 * SIZE + SIZE // 2
"""Where the target stands; the attack comes from the south."""
SKIES = ("clear", *(kind.value for kind in Weather if kind is not Weather.CLEAR))
COVERS = ("none", "light", "medium", "heavy")
DIRECTIONS = ("front", "flank", "rear")
HORSE = ("light", "lance", "dragoon", "shock", "cuirassier")
FOOT_FORMS = tuple(form.value for form in BY_ARM[Arm.INF])
FORMS = tuple(form.value for form in Formation if form is not Formation.NONE)
CORNER = frozenset({Formation.LINE, Formation.EXT_LINE, Formation.SCREEN})
LIGHT_TRAITS: dict[str, tuple[Trait, ...]] = {
    "light": (Trait.LIGHT,),
    "lance": (Trait.LANCE, Trait.LIGHT),
    "dragoon": (),
    "shock": (Trait.SHOCK,),
    "cuirassier": (Trait.SHOCK, Trait.CUIRASSIER),
}


def field_of(cover: str = "none", letter: str = ".") -> Battlefield:
    """Open country, the target hex in the middle with some cover."""
    ground = letter * (SIZE * SIZE)
    covers = ((MIDDLE, cover),) if cover != "none" else ()
    return Battlefield("odds", "Open country", SIZE, SIZE, ground, 99, ("first", "second"), (MIDDLE, MIDDLE),
                       (SIZE - 1, 0), cover=covers)  # fmt: skip


def facing(form: Formation, direction: int) -> int:
    """A facing that has a direction in front; columns look straight at it."""
    return 2 * direction + 1 if form in CORNER else 2 * direction


def away(form: Formation, direction: int, aspect: str, light: bool = False) -> int:
    """A facing that shows a flank or the rear to a direction; front if it has none."""
    if aspect == "front":
        return facing(form, direction)
    shares = {Formation.SCREEN: (4, 2), Formation.LINE: (2, 2), Formation.EXT_LINE: (2, 2), Formation.ROAD: (1, 4),
              Formation.LIMBERED: (1, 4)}  # fmt: skip
    front, flank = shares.get(form, (5, 0) if light else (3, 2))
    for way in range(1 if form in CORNER else 0, 12, 2):
        if arcs(way, front, flank).aspect(direction) == aspect:
            return way
    return facing(form, direction)


def unit(number: int, side: int, arm: Arm, form: str, steps: int, here: int, **more: Any) -> Unit:
    """A unit as described; in Disorder or rout it has no formation."""
    order = {"disordered": Order.DISORDERED, "routed": Order.ROUTED}.get(form, Order.GOOD)
    shape = Formation(form) if order is Order.GOOD else Formation.NONE
    if arm is Arm.ART:
        guns = (
            Formation.LIMBERED
            if shape is Formation.LIMBERED or order is Order.ROUTED
            else Formation.UNLIMBERED
        )
        shape = guns
    fields: dict[str, Any] = {
        "id": number, "name": ("first", "second")[side], "side": side, "command": side, "arm": arm, "full": steps,
        "fv": 6, "tem": 7, "sv": 0, "mcf": 12, "halves": 2 * steps, "hex": here, "formation": shape, "order": order,
        "facing": facing(shape, 0 if side == 0 else 3), "cv": steps if arm is Arm.CAV else 0, "range": 8,
    }  # fmt: skip
    return Unit(**{**fields, **more})


def leader(number: int, side: int, here: int, **more: Any) -> Leader:
    """A leader in a hex."""
    rank = more.pop("rank", Rank.DIVISION)
    return Leader(LEADERS + number, "leader", side, rank, 6, 6, hex=here, card=Card.NONE, **more)


def state_of(units: tuple[Unit, ...], field: Battlefield, **more: Any) -> State:
    """A position with two Formations."""
    fatigue = more.pop("fatigue", (0, 0))
    sky = more.pop("weather", "clear")
    corps = tuple(Command(f"{side}", side, f"corps {side}", fatigue[side], 100) for side in (0, 1))
    weather = () if sky == "clear" else (Weather(sky),)
    return State(field, Options(), units, commands=corps, turn=2, weather=weather, **more)


def south(count: int) -> int:
    """The hex so far south of the middle."""
    return MIDDLE + SIZE * count
