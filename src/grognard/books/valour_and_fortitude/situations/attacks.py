"""Fire attacks, fights and whole assaults, without a board. [109–129, 136–145]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.book import BadInput, Input, Scene, Situation
from grognard.engine.flow import replace
from grognard.geometry.contact import Side
from grognard.odds.kit import whole

from ..facts.contact import touching
from ..facts.shooting import modes, reach_of, support_limit
from ..facts.support import ADDS, ADDS_CANISTER, ADDS_OPEN
from ..state import Fate, State, Unit
from ..steps.env import Assaulting, Fight, Shooting, Told
from ..tables.fate import FATE
from ..tables.shooting import SUPPORTERS
from ..words import Arm, Mode, Phase, Special, Where
from .sandtable import (
    BRIGADE,
    MIDDLE,
    PLACES,
    SWITCHES,
    against,
    facing_north,
    facing_south,
    ground,
    mates,
    options_of,
    table,
    unit_fields,
    unit_of,
)
from .walks import ENGINE, PLAN, FightTale, FireTale, alike

SIDES = {"front": Side.FRONT, "flank": Side.LEFT, "rear": Side.REAR}
INSIDE = ("building", "wood")
PLAIN: dict[str, Any] = {field.name: field.default for field in unit_fields("", "")}


def _placed(kind: str, unit: Unit, number: int = 0) -> tuple[Unit, tuple[Any, ...]]:
    """A unit on its ground, inside it if it is a feature."""
    terrain = ground(kind, unit)
    return (replace(unit, inside=number) if kind in INSIDE else unit), terrain


def _facts(values: Mapping[str, Any], *names: str) -> Told:
    """What a question states by itself: only what it says yes to."""
    return tuple((name, True) for name in names if values[name])


def _hands(deadly: bool, target_deadly: bool) -> tuple[Fate, Fate]:
    """Deadly Attack, if a question says so; it is used on every attack of its side. [FC6]"""
    card = Fate(hand=(FATE["deadly_attack"].rank,))
    return (card if deadly else Fate()), (card if target_deadly else Fate())


# ---- fire


def _line_of_guns(values: Mapping[str, Any], number: int, first: int) -> list[Unit]:
    """Supporters beside and behind the main shooter, within 6 of it; what they see is not asked."""
    kind = values["support_troops"]
    found = []
    for i in range(number):
        each = unit_of(values if kind == "same" else {**PLAIN, "troops": "gun"}, "", first + i, 0)
        if kind == "rockets":
            each = replace(each, profile=replace(each.profile, specials=(Special.ROCKETS,)))
        wide = 1100 if each.arm is Arm.INFANTRY else 300
        across, back = ((1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1))[i]
        found.append(facing_north(each, MIDDLE - 800 * back, MIDDLE + wide * across))
    return found


def shoot(values: Mapping[str, Any]) -> Scene:
    """One fire attack with its supporters. [61]"""
    mode = Mode(values["mode"])
    target = facing_south(unit_of(values, "target_", 1, 1), MIDDLE + whole(values, "distance", 0, 6000))
    if values["enfilade"]:
        target = replace(target, facing=0)
    unit = facing_north(unit_of(values, "", 0, 0), MIDDLE)
    if mode not in modes(unit) or values["distance"] > reach_of(unit, mode):
        raise BadInput(f"mode: {mode.value} is not possible for this unit at this distance [55]")
    target, terrain = _placed(values["ground"], target)
    unit, own = _placed(values["shooter_ground"], unit, len(terrain))
    canister = whole(values, "support_canister", 0, 5)
    helpers = _line_of_guns(values, whole(values, "supporters", 0, 5), 2)
    if canister > len(helpers):
        raise BadInput(f"support_canister: {canister} given, but there are {len(helpers)} supporters")
    plain = Mode.SKIRMISH if mode is Mode.SKIRMISH else Mode.VOLLEY
    lent = tuple((u.id, Mode.CANISTER if i < canister else plain) for i, u in enumerate(helpers))
    state = table([unit, target, *helpers], options_of(values), (*terrain, *own))
    if not support_limit(state, unit, lent):
        raise BadInput(f"supporters: {len(helpers)} given, which are too many [121]")
    state = replace(state, fates=_hands(values["deadly"], False))
    told = _facts(values, "obscured", "directed", "perfect")
    done = FireTale(target)
    start = ENGINE.start(state, "odds: shoot", Shooting(0, 1, mode, lent, told=told))
    return Scene(start, done, PLAN, done.heads, alike)


# ---- fights


def _lent(values: Mapping[str, Any], prefix: str, side: int, first: int) -> list[tuple[Unit, int, int]]:
    """Melee supporters of a side, each with what it adds and how many it counts as."""
    kinds = [
        ("supporters", "attack_column", ADDS, 1),
        ("supporters_open", "open_order", ADDS_OPEN, 1),
        ("supporters_cavalry", "cavalry", ADDS, 1),
        ("supporters_canister", "gun", ADDS_CANISTER, 2 if values["canister_fills_two"] else 1),
    ]
    found: list[tuple[Unit, int, int]] = []
    for name, troops, plus, counts in kinds:
        for _ in range(whole(values, prefix + name, 0, SUPPORTERS)):
            number = first + len(found)
            each = unit_of({**PLAIN, "troops": troops}, "", number, side, y=5000 + 8000 * side)
            found.append((replace(each, brigade=2 + side, x=2000 + 1500 * len(found)), plus, counts))
    if sum(counts for *_, counts in found) > SUPPORTERS:
        raise BadInput(f"{prefix}supporters: more than three lend melee support [122]")
    return found


def arena(values: Mapping[str, Any], routed: bool = False) -> tuple[State, Fight]:
    """An attacker in contact with a target, and their fight; whoever supports them stands apart."""
    target, terrain = _placed(values["ground"], facing_south(unit_of(values, "target_", 1, 1), MIDDLE))
    side = Side.FRONT if target.inside >= 0 else SIDES[values["from"]]
    unit = against(unit_of(values, "", 0, 0), target, side)
    units = [unit, target]
    units += mates(values, "", 0, len(units))
    friend = 2 if len(units) > 2 else -1
    units += mates(values, "target_", 1, len(units))
    back_friend = len(units) - 1 if units[-1].side == 1 and units[-1].id != 1 else -1
    ours = _lent(values, "", 0, len(units))
    units += [each for each, *_ in ours]
    theirs = _lent(values, "target_", 1, len(units))
    units += [each for each, *_ in theirs]
    if routed:
        units.append(replace(unit, id=len(units), where=Where.ROUTED))
    near = values["general"], values["target_general"]
    state = table(units, options_of(values), terrain, Phase.MELEE, near)
    state = replace(state, fates=_hands(values["deadly"], values["target_deadly"]))
    for name, mate in (("", friend), ("target_", back_friend)):
        if values[f"{name}brigade_support"] and mate < 0:
            raise BadInput(f"{name}brigade: 1 given, so nobody is left to lend brigade support [124]")
    found = Fight(
        0,
        1,
        supporters=tuple((each.id, plus) for each, plus, _ in ours),
        helpers=tuple((each.id, plus) for each, plus, _ in theirs),
        friend=friend if values["brigade_support"] else -1,
        back_friend=back_friend if values["target_brigade_support"] else -1,
        chosen=(1,),
        second=values["second"],
        feature=target.inside,
        inside=target.inside >= 0,
        told=_told(values, "", ("all_out", "attack_all", "hurrah")),
        told_back=_told(values, "target_", ("defensive", "village", "attack_all")),
    )
    return state, found


def _told(values: Mapping[str, Any], prefix: str, cards: tuple[str, ...]) -> Told:
    played = whole(values, f"{prefix}cards", 0, len(cards))
    rough = (("rough", True),) if values["rough"] else ()
    flank = (("outflanked", True),) if values[f"{prefix}outflanked"] else ()
    return (*rough, *flank, *[(card, True) for card in cards[:played]])


def fight(values: Mapping[str, Any]) -> Scene:
    """One fight: both attacks, the result, losses, valour, automatic rout, retreat, fortitude. [103–108]"""
    state, found = arena(values)
    if not touching(state, state.units[0], state.units[1]):
        raise BadInput("from: the attacker does not touch the target so [88]")
    done = FightTale(state.units[0], state.units[1], hits=True)
    return Scene(ENGINE.start(state, "odds: fight", found), done, PLAN, done.heads, alike)


def assault(values: Mapping[str, Any]) -> Scene:
    """A whole assault: activation, messenger, then the fight and what it does to both brigades. [63, 69, 87]"""
    state, found = arena(values, routed=values["activation"] == "after_rout")
    if not touching(state, state.units[0], state.units[1]):
        raise BadInput("from: the attacker does not touch the target so [88]")
    start = ENGINE.start(ordered(state, values), "odds: assault", Assaulting(0, 1, 0, found))
    done = FightTale(state.units[0], state.units[1], hits=True)
    return Scene(start, done, PLAN, done.heads, alike)


def ordered(state: State, values: Mapping[str, Any]) -> State:
    """The same table in the action phase, with the first side's leaders where a question wants them."""
    unit = state.units[0]
    chief = replace(state.leaders[0], x=unit.x, y=unit.y - (2500 if values["far"] else 800))
    near = values.get("general", False)
    general = replace(state.leaders[4], x=chief.x + (500 if near else 5000), y=chief.y)
    brigade = replace(state.brigades[0], active=values["activation"] == "automatic")
    return replace(
        state,
        phase=Phase.ACTION,
        brigades=(brigade, *state.brigades[1:]),
        leaders=(chief, *state.leaders[1:4], general, *state.leaders[5:]),
    )


GROUND = Input("ground", "choice", "open", "where the target stands", choices=PLACES)
ORDERS = (
    Input(
        "activation",
        "choice",
        "automatic",
        "its brigade: first and near the army leader, tested, or tested after a rout",
        choices=("automatic", "test", "after_rout"),
    ),
    Input("far", "flag", False, "the unit is more than 12 from its leader and needs a messenger"),
)


def _support_fields(prefix: str, who: str) -> tuple[Input, ...]:
    return (
        Input(f"{prefix}supporters", "whole", 0, f"foot that lends {who} melee support, +2 each", "units"),
        Input(f"{prefix}supporters_open", "whole", 0, "open-order units that do, +1 each", "units"),
        Input(f"{prefix}supporters_cavalry", "whole", 0, "cavalry that does, +2 each", "units"),
        Input(f"{prefix}supporters_canister", "whole", 0, "guns that do with canister, +4 each", "units"),
        Input(f"{prefix}brigade_support", "flag", False, f"{who} has brigade support, +1"),
        Input(
            f"{prefix}outflanked", "flag", False, f"one or no front-rank figure of {who} touches the enemy"
        ),
        Input(f"{prefix}cards", "whole", 0, f"fate cards that add 1 to the melee value of {who}", "cards"),
        Input(
            f"{prefix}deadly", "flag", False, f"Deadly Attack is played for {who}: failed dice are rerolled"
        ),
    )


CLASH = (
    *unit_fields("", "the main attacker", "attack_column"),
    Input("from", "choice", "front", "which side of the target it is on", choices=tuple(SIDES)),
    *_support_fields("", "the main attacker"),
    Input("second", "flag", False, "its second fight of the phase (Headstrong), -1"),
    *unit_fields("target_", "the target"),
    *_support_fields("target_", "the target"),
    GROUND,
    Input("rough", "flag", False, "one of the two stands in rough ground"),
    *BRIGADE,
    *SWITCHES,
)

SITUATIONS = (
    Situation(
        "shoot",
        "A fire attack: hits, losses, valour, rout",
        "109",
        (
            *unit_fields("", "the main shooter"),
            Input("range", "length", 0, "range of its weapon (0: 12 foot and carbines, 48 guns)", "inches"),
            Input("mode", "choice", "volley", "how it shoots", choices=tuple(Mode)),
            Input("distance", "length", 1000, "from the shooter to the target", "inches"),
            Input("obscured", "flag", False, "fewer than half of its front rank see the target"),
            Input("shooter_ground", "choice", "open", "where it stands", choices=("open", *INSIDE)),
            Input("supporters", "whole", 0, "units that lend fire support, +1 each", "units"),
            Input("support_canister", "whole", 0, "how many of them use canister, +2 each", "units"),
            Input(
                "support_troops",
                "choice",
                "same",
                "what the supporters are: like the main shooter, plain guns, rockets",
                choices=("same", "gun", "rockets"),
            ),
            Input("deadly", "flag", False, "Deadly Attack is played for it: failed dice are rerolled"),
            Input("directed", "flag", False, "Directed Fire has been played, +1"),
            Input("perfect", "flag", False, "Perfect Volleys has been played for its brigade, +1"),
            *unit_fields("target_", "the target"),
            Input("enfilade", "flag", False, "the target does not see the shooter"),
            GROUND,
            *SWITCHES,
        ),
        shoot,
    ),
    Situation(
        "fight",
        "A fight in contact: both attacks, result, losses, valour, automatic rout, retreat, fortitude",
        "103",
        CLASH,
        fight,
    ),
    Situation(
        "assault",
        "A whole assault: activation, messenger, fight, and what it does to both brigades",
        "87",
        (*ORDERS, *CLASH),
        assault,
    ),
)
