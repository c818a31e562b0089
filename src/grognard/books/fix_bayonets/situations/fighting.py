"""Melee, charge and assault, whole. [ASP-05, CHG-03, F-17.8]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.book import BadInput, Input, Scene, Situation
from grognard.engine.flow import replace
from grognard.odds.kit import choice, flag, number, whole

from ..state import OM, Leader, State, Unit
from ..steps.env import RIDE, Charging, Melee, Rider
from ..words import Arm, Attack, Rank
from .dice import ARMS, STATES, arm_and_form
from .sandtable import (
    COVERS,
    DIRECTIONS,
    ENGINE,
    HORSE,
    LIGHT_TRAITS,
    MIDDLE,
    SKIES,
    away,
    field_of,
    leader,
    south,
    state_of,
    unit,
)
from .walks import Ends, Plan, alike

ATTACK_FORMS = ("line", "column", "masse column", "general order", "skirmish screen", "open column")


def _leaders(values: Mapping[str, Any], first: Unit, second: Unit) -> tuple[Leader, ...]:
    found: list[Leader] = []
    for side, unit_, name in ((0, first, "att_leader"), (1, second, "def_leader")):
        bonus = whole(values, name, 0, 3)
        tem = whole(values, name + "_tem", 0, 3) if name + "_tem" in values else 0
        if bonus or tem:
            key = {Arm.INF: "inf", Arm.CAV: "cav", Arm.ART: "art"}[unit_.arm]
            order = OM(MIDDLE)
            found.append(
                leader(len(found), side, unit_.hex, **{key: bonus, "tem": tem, "om": order, "command": side})
            )
    return tuple(found)


def _field(values: Mapping[str, Any]) -> Any:
    return field_of(values["cover"])


def _attacker(values: Mapping[str, Any], here: int, charge: bool) -> Unit:
    form = values["formation"]
    arm = Arm.CAV if charge else Arm.INF
    allowed = (
        ("line", "column", "open column")
        if charge
        else ("line", "column", "masse column", "general order", "skirmish screen")
    )
    if form not in allowed:
        raise BadInput(f"formation: {arm.value} does not attack in {form} [F-16.1]")
    steps = whole(values, "steps", 1, 18)
    more: dict[str, Any] = {"tem": whole(values, "tem", 0, 12)}
    if charge:
        more.update(
            traits=LIGHT_TRAITS[values["horse"]],
            cv=whole(values, "cv", 1, 18),
            spent=bool(values.get("spent")),
        )
    return unit(0, 0, arm, form, steps, here, **more)


def _defender(values: Mapping[str, Any], aspect: str) -> Unit:
    arm = arm_and_form(values, "target", "target_formation")
    steps = whole(values, "target_steps", 1, 18) if arm is not Arm.ART else 1
    made = unit(1, 1, arm, values["target_formation"], steps, MIDDLE, tem=whole(values, "target_tem", 0, 12),
                fv=whole(values, "target_fv", 0, 12), fb=bool(values.get("fb")), spent=bool(values.get("target_spent")),
                traits=LIGHT_TRAITS[values["target_horse"]] if arm is Arm.CAV else (), mcf=12)  # fmt: skip
    if made.good:
        return replace(made, facing=away(made.formation, 3, aspect, made.light))
    return made


def _state(values: Mapping[str, Any], first: Unit, second: Unit) -> State:
    tired = (whole(values, "fatigue", 0, 10), whole(values, "target_fatigue", 0, 10))
    return state_of((first, second), _field(values), fatigue=tired, weather=values["weather"],
                    leaders=_leaders(values, first, second),
                    cohesion=(whole(values, "cohesion", 0, 3), whole(values, "target_cohesion", 0, 3)))  # fmt: skip


def melee(values: Mapping[str, Any]) -> Scene:
    """The die of a melee. [ASP-05]"""
    charge = values["attack"] == "charge"
    first = _attacker(values, south(1), charge)
    second = _defender(values, values["direction"])
    if second.order.value == "routed":
        raise BadInput("target_formation: a Routed stack does not fight [R-73]")
    state = _state(values, first, second)
    attack = Attack.CHARGE if charge else Attack.ASSAULT
    env = Melee((0,), 1, attack, 0, direction=values["direction"], straight=(whole(values, "straight", 0, 6),),
                reaction=values["target_charges"] and second.arm is Arm.CAV, hold=True)  # fmt: skip
    return Scene(
        ENGINE.start(state, "odds: melee", env),
        Ends((0,), 1),
        Plan(),
        ("result", "attacker", "target"),
        alike,
    )


def charge(values: Mapping[str, Any]) -> Scene:
    """A whole charge: square reaction, Receive check, Defensive fire, melee. [CHG-02, CHG-03]"""
    field = _field(values)
    straight = whole(values, "straight", 0, 6)
    first = _attacker(values, south(straight + 1), True)
    second = _defender(values, values["direction"])
    state = _state(values, first, second)
    grand = bool(values["grand"])
    if grand:
        chief = leader(len(state.leaders), 0, first.hex, rank=Rank.CORPS, om=OM(MIDDLE), command=0)
        state = state_of(state.units, field, leaders=(*state.leaders, chief), cohesion=state.cohesion, weather=values["weather"],
                         fatigue=tuple(each.fatigue for each in state.commands))  # fmt: skip
    run = 6 if first.light else 5
    if straight > run:
        raise BadInput(f"straight: such a charge goes {run} hexes at most [F-17.2]")
    own = tuple(one.id for one in state.leaders if one.side == 0)  # they ride with the charge
    env = Charging(0, (Rider(0, 1, run),), grand=grand, stage=RIDE, company=own)
    start = ENGINE.start(replace(state, active=own), "charge", env)
    plan = Plan(square_at=whole(values, "square_at", 0, 4), shoot=values["fire"])
    return Scene(start, Ends((0,), 1, "charge"), plan, ("result", "chargers", "target"), alike)


def assault(values: Mapping[str, Any]) -> Scene:
    """A whole assault on a stack: the last volley, Receive check, melee. [ASP-03, ASP-04, ASP-05]"""
    first = _attacker(values, south(1), False)
    second = _defender(values, values["direction"])
    state = _state(values, first, second)
    if second.arm is Arm.CAV:
        raise BadInput("target: cavalry withdraws or is charged; ask for a melee [ASP-02]")
    env = Melee((0,), 1, Attack.ASSAULT, 0, spots=(first.hex,), direction=values["direction"])
    start = ENGINE.start(state, "assault", env)
    return Scene(
        start, Ends((0,), 1, "assault"), Plan(shoot=values["fire"]), ("result", "attacker", "target"), alike
    )


def sides(form: str, tem: int = 7) -> tuple[Input, ...]:
    """The fields of both sides."""
    return (
        choice("formation", form, "the attacker's formation", ATTACK_FORMS),
        number("steps", 5, "the attacker's steps", "steps"),
        number("tem", tem, "the attacker's TEM"),
        number("fatigue", 0, "the attacker's fatigue"),
        number("cohesion", 0, "the attacker's cohesion"),
        number("att_leader", 0, "the attacker's tactical bonus"),
        choice("target", "infantry", "the target", tuple(ARMS)),
        choice("target_formation", "line", "the target's formation or state", STATES),
        number("target_steps", 5, "the target's steps", "steps"),
        number("target_tem", 7, "the target's TEM"),
        number("target_fv", 7, "the target's FV"),
        number("target_fatigue", 0, "the target's fatigue"),
        number("target_cohesion", 0, "the target's cohesion"),
        number("def_leader", 0, "the target's tactical bonus"),
        number("def_leader_tem", 0, "TEM modifier of the target's leader"),
        choice("target_horse", "light", "kind of target cavalry", HORSE),
        flag("target_spent", "the target is Spent"),
        choice("direction", "front", "through which side", DIRECTIONS),
        choice("cover", "none", "cover of the target hex", COVERS),
        choice("weather", "clear", "weather or time of day", SKIES),
    )


RIDERS: tuple[Input, ...] = (
    number("cv", 5, "CV of the chargers"),
    choice("horse", "cuirassier", "who charges", HORSE),
    number("straight", 4, "straight hexes ridden before contact", "hexes"),
    flag("spent", "the attacking cavalry is Spent"),
)
SITUATIONS = (
    Situation("melee", "The die of a melee", "ASP-05", (
        choice("attack", "assault", "assault or charge", ("assault", "charge")), *sides("line"), *RIDERS,
        flag("target_charges", "the target charges too"),
    ), melee),
    Situation("charge", "A whole charge at one stack", "CHG-03", (
        *sides("column", 8), *RIDERS, flag("fb", "the target is under FB!"), flag("grand", "a Grand Charge"),
        number("square_at", 4, "at how many hexes the target tries for Square; 0: never", "hexes"),
        Input("fire", "flag", True, "the target fires if it can"),
    ), charge),
    Situation("assault", "A whole assault on one stack", "ASP-04", (
        *sides("column"), Input("fire", "flag", True, "the target fires if it can"),
    ), assault),
)  # fmt: skip
