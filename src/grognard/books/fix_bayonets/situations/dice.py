"""Fire, checks and small tables. [F-13.2, F-15.1, SQR-01, ASR-01, SKC-01, SPK-01]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import BadInput, Input, Scene, Situation
from grognard.engine.flow import Position, replace
from grognard.odds.kit import choice, flag, number, whole

from ..state import Leader, State
from ..steps.env import Shooting, Single
from ..words import BY_ARM, Arm, Formation, Kind, Trait, Trial
from .sandtable import (
    COVERS,
    DIRECTIONS,
    ENGINE,
    FOOT_FORMS,
    FORMS,
    HORSE,
    LIGHT_TRAITS,
    MIDDLE,
    SKIES,
    field_of,
    leader,
    south,
    state_of,
    unit,
)
from .walks import Ends, Plan, alike

ARMS = {"infantry": Arm.INF, "cavalry": Arm.CAV, "artillery": Arm.ART}
STATES = (*FORMS, "disordered", "routed")


def arm_and_form(values: Mapping[str, Any], arm: str, form: str) -> Arm:
    """An arm and a formation it can use. [STK-12a]"""
    found = ARMS[values[arm]]
    shape = values[form]
    if shape not in ("disordered", "routed") and Formation(shape) not in BY_ARM[found]:
        raise BadInput(f"{form}: {found.value} cannot stand in {shape} [STK-12a]")
    return found


class Told(msgspec.Struct, frozen=True):
    """What a die came to: the words of the engine itself."""

    def __call__(self, position: Position) -> tuple[str] | None:
        return (position.state.verdict,) if position.over else None


def fire(values: Mapping[str, Any]) -> Scene:
    """One shot. [F-13.2]"""
    arm = arm_and_form(values, "arm", "formation")
    if arm is Arm.CAV or values["formation"] in ("disordered", "routed"):
        raise BadInput("arm: only good-order infantry and artillery fire [F-13.1]")
    target = arm_and_form(values, "target", "target_formation")
    field = field_of(values["cover"])
    apart = whole(values, "distance", 1, 12)
    traits = (Trait.RIFLE,) if values["rifle"] else ()
    reach_ = whole(values, "range", 1, 12)
    steps = whole(values, "steps", 1, 18)
    if arm is Arm.ART and apart > reach_ * 3 // 2:
        raise BadInput("distance: guns reach half as far again as printed [R-13]")
    if arm is Arm.INF and apart > (
        2 if values["rifle"] or values["formation"] == Formation.SCREEN.value else 1
    ):
        raise BadInput("distance: formed infantry shoots 1 hex, Screens and rifles 2 [F-13.1]")
    full = steps if arm is Arm.INF else 1
    first = unit(0, 0, arm, values["formation"], full, south(apart), fv=whole(values, "fv", 0, 12),
                 british=values["british"], traits=traits, range=reach_, short=bool(values.get("short")))  # fmt: skip
    many = whole(values, "target_steps", 1, 18)
    second = unit(
        1, 1, target, values["target_formation"], many, MIDDLE, tem=whole(values, "target_tem", 0, 12)
    )
    leaders: tuple[Leader, ...] = ()
    if whole(values, "leader_art", 0, 3):
        leaders = (leader(0, 0, first.hex, art=values["leader_art"]),)
    state = state_of((first, second), field, fatigue=(whole(values, "fatigue", 0, 10), 0), weather=values["weather"],
                     leaders=leaders, cohesion=(0, whole(values, "target_cohesion", 0, 3)))  # fmt: skip
    kind = Kind.RICOCHET if values["ricochet"] else Kind.DEFENSIVE if values["charge"] else Kind.OPPORTUNITY
    start = ENGINE.start(state, "shot", Shooting(0, MIDDLE, kind, charge=values["charge"], hold=True))
    return Scene(start, Ends((), 1), Plan(), ("result", "target"), alike)


FIRE_FIELDS: tuple[Input, ...] = (
    choice("arm", "infantry", "who fires", ("infantry", "artillery")),
    number("fv", 7, "printed FV at this strength"),
    choice("formation", "line", "the firer's formation", FORMS),
    number("steps", 5, "the firer's steps", "steps"),
    flag("british", "British or Portuguese"),
    flag("rifle", "an R unit"),
    number("fatigue", 0, "the firer's fatigue"),
    flag("short", "the firer is short of cartridges"),
    choice("weather", "clear", "weather or time of day", SKIES),
    number("leader_art", 0, "leader's artillery bonus"),
    number("distance", 1, "distance", "hexes"),
    number("range", 8, "printed range of guns", "hexes"),
    flag("ricochet", "a ricochet"),
    choice("target", "infantry", "the target", tuple(ARMS)),
    choice("target_formation", "column", "the target's formation or state", STATES),
    number("target_steps", 5, "steps in the target hex", "steps"),
    number("target_tem", 6, "the target's TEM"),
    number("target_cohesion", 0, "cohesion of the target's army"),
    choice("cover", "none", "cover of the target hex", COVERS),
    flag("charge", "the target is charging"),
)


# ---- checks

COMMON: tuple[Input, ...] = (
    number("tem", 7, "TEM"),
    number("cohesion", 0, "cohesion level of the army"),
    number("fatigue", 0, "fatigue of the Formation"),
    choice("formation", "line", "formation or state", (*FOOT_FORMS, "disordered", "routed")),
    number("leader", 0, "leader's TEM modifier"),
    choice("weather", "clear", "weather or time of day", SKIES),
    flag("forced", "force marching"),
    flag("heavy", "in heavy cover"),
    flag("mixed", "units of different Corps in the stack"),
)


def _stack(values: Mapping[str, Any], **more: Any) -> State:
    arm = ARMS[values.get("arm", "infantry")]
    form = values["formation"]
    if form not in ("disordered", "routed") and Formation(form) not in BY_ARM[arm]:
        raise BadInput(f"formation: {arm.value} cannot stand in {form} [STK-12a]")
    field = field_of("heavy" if values["heavy"] else "none")
    steps = int(values.get("steps", 4))
    fb = bool(values.get("fb"))
    hex2 = MIDDLE + 1 if values.get("wide") else -1
    waggons = bool(values.get("train"))
    if waggons and (arm is not Arm.ART or form == "unlimbered"):
        raise BadInput("train: waggons stand in the guns' column, limbered [F-26]")
    own = unit(
        0,
        0,
        arm,
        form,
        steps,
        MIDDLE,
        tem=whole(values, "tem", 0, 12),
        forced=values["forced"],
        fb=fb,
        hex2=hex2,
        traits=(Trait.TRAIN,) if waggons else (),
    )
    units = [own]
    if values["mixed"]:
        units.append(replace(own, id=1, command=1, seat=1))
    leaders: tuple[Leader, ...] = ()
    if values["leader"] or values.get("leader_inf"):
        leaders = (
            leader(0, 0, MIDDLE, tem=whole(values, "leader", 0, 3), inf=int(values.get("leader_inf", 0))),
        )
    tired = whole(values, "fatigue", 0, 10)
    return state_of(tuple(units), field, fatigue=(tired, tired), weather=values["weather"], leaders=leaders,
                    cohesion=(whole(values, "cohesion", 0, 3), 0), **more)  # fmt: skip


def _check(values: Mapping[str, Any], trial: Trial, **more: Any) -> Scene:
    state = _stack(values)
    horse = values.get("chargers", "none")
    other = -1
    if horse != "none":
        other = len(state.units)
        rider = unit(other, 1, Arm.CAV, "line", 4, south(9), traits=LIGHT_TRAITS[horse])
        state = replace(state, units=(*state.units, rider))
    start = ENGINE.start(state, "odds: check", Single(trial.value, 0, other, **more))
    return Scene(start, Told(), Plan(), ("result",))


def check(values: Mapping[str, Any]) -> Scene:
    """A TEM check. [F-15.1]"""
    return _check(values, Trial(values["kind"]))


def square(values: Mapping[str, Any]) -> Scene:
    """A square reaction. [SQR-01]"""
    if values["formation"] in ("square", "disordered", "routed", "road column"):
        raise BadInput("formation: no Square from there [F-17.4]")
    return _check(values, Trial.SQUARE, distance=whole(values, "distance", 1, 4), grand=values["grand"])


def receive(values: Mapping[str, Any]) -> Scene:
    """A Receive check. [ASR-01]"""
    return _check(
        values,
        Trial.RECEIVE,
        terrain=whole(values, "terrain", 0, 3),
        direction=values["direction"],
        grand=values["grand"],
    )


def assault_check(values: Mapping[str, Any]) -> Scene:
    """An Assault check. [F-16.1]"""
    return _check(values, Trial.ASSAULT, terrain=whole(values, "terrain", 0, 3))


def skirmish(values: Mapping[str, Any]) -> Scene:
    """A skirmish check. [F-14.2]"""
    field = field_of(
        values["cover"],
        "r"
        if values["cover"] == "light"
        else "w"
        if values["cover"] == "medium"
        else "f"
        if values["cover"] == "heavy"
        else ".",
    )
    arm = ARMS[values["arm"]]
    form = "skirmish screen" if values["screen"] else "column" if arm is not Arm.ART else "limbered"
    steps = whole(values, "steps", 1, 18)
    mover = unit(0, 0, arm, form, steps, MIDDLE, sv=whole(values, "sv", 0, 6))
    horse = values["reacting_horse"]
    count = whole(values, "reacting_steps", 1, 6)
    react = unit(1, 1, Arm.CAV if horse else Arm.INF, "skirmish screen" if horse else "line", count, MIDDLE - SIZE_UP,
                 sv=whole(values, "reactor_sv", 0, 6), facing=7)  # fmt: skip
    state = state_of((mover, react), field, weather=values["weather"])
    if not horse and react.sv == 0:
        raise BadInput("reactor_sv: nobody skirmishes with SV 0 [F-11.2]")
    try:
        start = ENGINE.start(state, "odds: skirmish", Single("skirmish"))
    except AssertionError:
        raise BadInput("weather: nobody sees that far [F-11.2]") from None
    return Scene(start, Told(), Plan(), ("result",))


SIZE_UP = 31


def spiked(values: Mapping[str, Any]) -> Scene:
    """Guns overrun. [SPK-01]"""
    return _table(values["by"])


def casualty(values: Mapping[str, Any]) -> Scene:
    """A leader hit. [LCT-01]"""
    return _table("casualty")


def rest(values: Mapping[str, Any]) -> Scene:
    """A resting Formation. [FAT-01]"""
    return _table("fatigue")


def event(values: Mapping[str, Any]) -> Scene:
    """A special event. [F-28]"""
    return _table("event")


def _table(what: str) -> Scene:
    state = state_of((unit(0, 0, Arm.INF, "line", 4, MIDDLE),), field_of())
    return Scene(ENGINE.start(state, "odds: table", Single(what)), Told(), Plan(), ("result",))


NO_HORSE = ("none", *HORSE)
SITUATIONS = (
    Situation("fire", "One shot: loss, check, and how the target stands after it", "F-13.2", FIRE_FIELDS, fire),
    Situation("check", "A TEM check", "F-15.1", (
        choice("kind", "fire", "what the check is for", ("fire", "traversed", "recall", "pursuit", "reaction charge", "charge", "rally", "turn")),
        choice("arm", "infantry", "arm", tuple(ARMS)), *COMMON, flag("train", "waggons, not guns"),
    ), check),
    Situation("square", "A square reaction", "SQR-01", (
        *COMMON, number("leader_inf", 0, "leader's infantry bonus"), flag("wide", "spread over two hexes"),
        choice("chargers", "light", "who charges", HORSE), flag("grand", "part of a Grand Charge"),
        number("distance", 3, "how far the marker is", "hexes"),
    ), square),
    Situation("receive", "A Receive check", "ASR-01", (
        *COMMON, number("terrain", 0, "number of the ground"), choice("direction", "front", "through which side", DIRECTIONS),
        flag("fb", "under FB!"), choice("chargers", "none", "who charges, if anybody", NO_HORSE), flag("grand", "part of a Grand Charge"),
    ), receive),
    Situation("assault_check", "An Assault check", "F-16.1", (*COMMON, number("terrain", 0, "number of the ground")), assault_check),
    Situation("skirmish", "A skirmish check", "F-14.2", (
        choice("arm", "infantry", "who moves", tuple(ARMS)), number("sv", 1, "SV of the moving stack"),
        number("steps", 4, "steps of the moving stack", "steps"), flag("screen", "the moving stack is a Screen"),
        number("reactor_sv", 1, "best SV of the enemies"), flag("reacting_horse", "the enemy is a cavalry Screen"),
        number("reacting_steps", 2, "steps of the enemy", "steps"), choice("cover", "none", "cover of the hex", COVERS),
        choice("weather", "clear", "weather or time of day", SKIES),
    ), skirmish),
    Situation("spiked", "Guns overrun", "SPK-01", (choice("by", "assault", "by what", ("assault", "charge")),), spiked),
    Situation("casualty", "A leader is hit: how badly, and for how many turns", "LCT-01", (), casualty),
    Situation("rest", "A Formation rests: how much fatigue comes off", "FAT-01", (), rest),
    Situation("event", "A special event: what it is, and whose", "F-28", (), event),
)  # fmt: skip
