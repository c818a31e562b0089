"""A table made up for a question: units by their numbers, drawn up opposite each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.engine.book import BadInput, Input
from grognard.engine.flow import replace
from grognard.geometry.contact import Side, flush
from grognard.geometry.points import Pose
from grognard.odds.kit import whole

from ..facts.bodies import Shape, form_of, shape_of, size_of, square_files
from ..state import Battlefield, Brigade, Fate, Leader, Options, Profile, SideFacts, State, Terrain, Unit
from ..words import Arm, Form, Nation, Order, Phase, Special

SIZE = 20000
MIDDLE = 10000
NORTH, SOUTH = 0, 1800
TROOPS = (
    "line",
    "attack_column",
    "march_column",
    "open_order",
    "square",
    "cavalry",
    "open_cavalry",
    "march_cavalry",
    "gun",
    "limbered_gun",
)
ARMS = {
    "cavalry": Arm.CAVALRY,
    "open_cavalry": Arm.CAVALRY,
    "march_cavalry": Arm.CAVALRY,
    "gun": Arm.ARTILLERY,
    "limbered_gun": Arm.ARTILLERY,
}
PLACES = ("open", "building", "wood", "low_wall", "stream", "mud", "hill")
USUAL = {Arm.INFANTRY: (24, 1200), Arm.CAVALRY: (12, 0), Arm.ARTILLERY: (1, 4800)}
"""Figures and range of a unit where a question names none."""
FLAGS: Mapping[str, tuple[Special, str]] = {
    "elan": (Special.ELAN, "Elan"),
    "disciplined": (Special.DISCIPLINED_MUSKETRY, "Disciplined Musketry"),
    "heavy": (Special.HEAVY_CAVALRY, "Heavy Cavalry"),
    "light_cavalry": (Special.LIGHT_CAVALRY, "Light Cavalry"),
    "light": (Special.LIGHT_INFANTRY, "Light Infantry"),
    "skirmishers": (Special.SKIRMISHERS, "Skirmishers"),
    "carbines": (Special.CARBINES, "Carbines"),
    "canister": (Special.CANISTER, "Cannister"),
    "battery": (Special.BATTERY, "Battery"),
    "heavy_artillery": (Special.HEAVY_ARTILLERY, "Heavy Artillery"),
    "rockets": (Special.ROCKETS, "Rockets"),
    "stoic": (Special.STOIC, "Stoic"),
    "militia": (Special.MILITIA, "Militia"),
    "unpredictable": (Special.UNPREDICTABLE, "Unpredictable, not rolled for yet"),
}


def unit_fields(prefix: str, who: str, troops: str = "line") -> tuple[Input, ...]:
    """What a unit is: the same words wherever one is asked for."""
    return (
        Input(f"{prefix}troops", "choice", troops, f"what {who} is and how it stands", choices=TROOPS),
        Input(f"{prefix}figures", "whole", 0, f"figures of {who} (0: 24 foot, 12 horse, 1 gun)", "figures"),
        Input(f"{prefix}ranks", "whole", 0, f"ranks of {who} (0: as usual for its formation)", "ranks"),
        Input(f"{prefix}fire", "whole", 3, f"fire value of {who} (0: none)", "dice"),
        Input(f"{prefix}melee", "whole", 4, f"melee value of {who}", "dice"),
        Input(f"{prefix}tenacity", "whole", 4, f"tenacity of {who}", "losses"),
        Input(f"{prefix}losses", "whole", 0, f"loss markers on {who}", "markers"),
        *[Input(f"{prefix}{flag}", "flag", False, f"{who} has {name}") for flag, (_, name) in FLAGS.items()],
    )


SWITCHES = (
    Input("fight_back_is_main", "flag", True, "switch: whoever fights back counts as main attacker [B18]"),
    Input("open_order_min_one", "flag", True, "switch: open order loses at least one [B61]"),
    Input("canister_fills_two", "flag", True, "switch: canister support takes two places [B45]"),
    Input("tie_needs_edge", "flag", False, "switch: ties to the defender only with an edge [B24]"),
)


def options_of(values: Mapping[str, Any]) -> Options:
    """The switches a question names."""
    known = {field.name: values[field.name] for field in SWITCHES if field.name in values}
    return Options(**known)


def unit_of(values: Mapping[str, Any], prefix: str, number: int, side: int, **more: Any) -> Unit:
    """A unit as a question describes it, somewhere on the table."""
    troops = values[f"{prefix}troops"]
    arm = ARMS.get(troops, Arm.INFANTRY)
    usual, reach = USUAL[arm]
    figures = whole(values, f"{prefix}figures", 0, 48) or usual
    if arm is Arm.ARTILLERY:
        figures = 1
    elif figures < 3:
        raise BadInput(f"{prefix}figures: {figures} given, but allowed is from 3 to 48, or 0 for the usual")
    tenacity = whole(values, f"{prefix}tenacity", 1, 12)
    specials = tuple(special for flag, (special, _) in FLAGS.items() if values.get(prefix + flag))
    profile = Profile(
        troops,
        arm,
        whole(values, f"{prefix}fire", 0, 12),
        values.get(f"{prefix}range") or reach or 1200,
        whole(values, f"{prefix}melee", 1, 12),
        tenacity,
        specials,
        20,
    )
    order, files = drawn_up(troops, figures, whole(values, f"{prefix}ranks", 0, 12))
    losses = whole(values, f"{prefix}losses", 0, tenacity)
    return replace(
        Unit(number, f"{'AB'[side]}{number}", _name(prefix, side), side, side, profile, figures),
        files=files,
        order=order,
        losses=losses,
        **more,
    )


def _name(prefix: str, side: int) -> str:
    return "the target" if side else "the attacker" if not prefix else prefix.strip("_")


FORMS = {
    "line": Form.LINE,
    "attack_column": Form.ATTACK,
    "march_column": Form.MARCH,
    "march_cavalry": Form.MARCH,
    "cavalry": Form.LINE,
}


def drawn_up(troops: str, figures: int, ranks: int = 0) -> tuple[Order, int]:
    """Ranks and files of a formation by its name; BadInput if so many ranks make another."""
    if troops in ("gun", "limbered_gun"):
        return (Order.UNLIMBERED if troops == "gun" else Order.LIMBERED), 1
    if troops == "square":
        return Order.SQUARE, square_files(figures)
    order = Order.OPEN if troops.startswith("open") else Order.CLOSE
    files = -(-figures // ranks) if ranks else _usual_files(troops, figures)
    made = form_of(Shape(ARMS.get(troops, Arm.INFANTRY), figures, files, order))
    wanted = FORMS.get(troops, made)
    if made is not wanted and not (troops == "cavalry" and made is Form.ATTACK):
        deep = f" in {ranks} ranks" if ranks else ""
        raise BadInput(f"ranks: {figures} figures{deep} make no {troops} but {made.value} [22–24]")
    return order, files


def _usual_files(troops: str, figures: int) -> int:
    match troops:
        case "attack_column":
            return max(3 if figures < 12 else 4, -(-figures // 4))
        case "march_column" | "march_cavalry":
            return 3 if figures > 9 else 1
    return figures if figures <= 6 else -(-figures // 2)


def size(unit: Unit) -> tuple[int, int]:
    """Width and depth of a unit."""
    return size_of(shape_of(unit))


def facing_south(unit: Unit, front: int) -> Unit:
    """A unit that looks south, its front on a line."""
    return replace(unit, x=MIDDLE, y=front + size(unit)[1] // 2, facing=SOUTH)


def facing_north(unit: Unit, front: int, x: int = MIDDLE) -> Unit:
    """A unit that looks north, its front on a line."""
    return replace(unit, x=x, y=front - size(unit)[1] // 2, facing=NORTH)


def against(unit: Unit, target: Unit, side: Side) -> Unit:
    """A unit flush against one side of another; on a flank level with the target's front, not past it. [B14]"""
    width, deep = size(unit)[0], size(target)[1]
    level = (width - deep) // 2 if side in (Side.LEFT, Side.RIGHT) and width > deep else 0
    shift = level if side is Side.LEFT else -level
    at = flush(Pose(target.x, target.y, target.facing), size(target), side, *size(unit), shift)
    return replace(unit, x=at.x, y=at.y, facing=at.facing)


def ground(kind: str, unit: Unit) -> tuple[Terrain, ...]:
    """Ground for a unit: a feature it is inside of, a wall along its front, mud or a hill under it."""
    wide, deep = size(unit)
    toward = -1 if unit.facing == SOUTH else 1
    west, east = unit.x - wide // 2 - 50, unit.x + wide // 2 + 50
    front, back = unit.y + toward * (deep // 2), unit.y - toward * (deep // 2 + 50)
    if kind == "open":
        return ()
    if kind in ("low_wall", "stream"):
        return (Terrain(kind, "the wall", ((west - 400, front), (east + 400, front))),)
    low, high = min(front, back), max(front, back)
    box = ((west, low), (west, high), (east, high), (east, low))
    return (Terrain(kind, f"the {kind}", box),)


def table(
    units: Iterable[Unit],
    options: Options,
    terrain: Iterable[Terrain] = (),
    phase: Phase = Phase.FIRE,
    near: tuple[bool, bool] = (False, False),
    **more: Any,
) -> State:
    """An open table with these units on it, in the middle of the first side's turn.

    `near`: whether each side's leaders are within 12 of their army leaders. A third brigade is on the first
    side, a fourth on the second: those who help from outside.
    """
    found = tuple(units)
    sides = (
        SideFacts("A", "first side", Nation.GENERIC, ""),
        SideFacts("B", "second side", Nation.GENERIC, ""),
    )
    field = Battlefield("odds", "An open table", SIZE, SIZE, 99, 0, sides, tuple(terrain))
    count = len(found)
    leaders = [Leader(count + i, f"leader {i}", i % 2, i, x=500, y=500 + 500 * i) for i in range(4)]
    for side in (0, 1):
        x = 1000 if near[side] else 4000
        leaders.append(Leader(count + 4 + side, f"general {side}", side, x=x, y=500 + 500 * side))
    brigades = tuple(Brigade(i, f"brigade {i}", i % 2, count + i, active=True) for i in range(4))
    return State(
        field, options, found, tuple(leaders), brigades, (Fate(), Fate()),
        **{"turn": 2, "phase": phase, "first_pick": False, **more},
    )  # fmt: skip


BRIGADE = (
    Input("brigade", "whole", 4, "units of the attacker's brigade not routed, itself included", "units"),
    Input("general", "flag", False, "the attacker's brigade leader is within 12 of his army leader"),
    Input("brigade_shaken", "flag", False, "all other units of the attacker's brigade are shaken"),
    Input("target_brigade", "whole", 4, "units of the target's brigade not routed, itself included", "units"),
    Input("target_general", "flag", False, "the target's brigade leader is within 12 of his army leader"),
    Input("target_brigade_shaken", "flag", False, "all other units of the target's brigade are shaken"),
)


def mates(values: Mapping[str, Any], prefix: str, side: int, first: int) -> list[Unit]:
    """The rest of a unit's brigade, far away from everything."""
    plain = {field.name: field.default for field in unit_fields("", "")}
    found = []
    for i in range(whole(values, f"{prefix}brigade", 1, 8) - 1):
        mate = unit_of(plain, "", first + i, side, x=1500 + 1500 * i, y=2500 + 14000 * side)
        shaken = values[f"{prefix}brigade_shaken"]
        found.append(replace(mate, name="a friend", losses=mate.tenacity if shaken else 0))
    return found
