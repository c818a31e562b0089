"""What a battle of one's own may hold, and what is wrong with one. [34, 35, 149, 153, F7.2, F7.7]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine import battlekit as kit
from grognard.engine.battles import Battles
from grognard.engine.inspection import in_turn, tried
from grognard.engine.openings import OpenBattle, blank
from grognard.engine.workshop import KitField, choices, said

from ..facts.soundness import standing_faults
from ..state import Options, State
from ..tables.terrain import FEATURES
from ..words import Arm, Order, Where
from . import _check_brigades, _objective, _side_of, _terrain, _zone, drawn_up, setup
from .files import FORCES, HOUSE, ForceFile, ObjectiveRow, ScenarioFile, figures_of, profile_of, row_for
from .grounds import redrawn
from .lists import army, total

OPEN = OpenBattle(HOUSE / "scenarios" / "setpiece_battle.toml", ScenarioFile, redrawn)
HEADED = (
    *kit.HEAD,
    kit.table_size(),
    kit.turns(),
    KitField("first", "Who begins", "row", of=kit.SIDE, needed=True),
)
SECTIONS = (
    kit.sides(
        "34",
        kit.KEY,
        kit.NAME,
        KitField("army", "Army", "army", needed=True),
    ),
    kit.grounds(
        "153",
        kit.SHAPE,
        KitField("crest", "Crest line of a hill", "poly"),
        KitField("contours", "Contours of a hill", "polys"),
        KitField("group", "Part of"),
    ),
    kit.BattleSection(
        "zone",
        "Zones",
        (
            kit.OF_SIDE,
            kit.SHAPE,
        ),
        "34",
        2,
        20,
    ),
    kit.BattleSection(
        "objective",
        "Objectives",
        (
            kit.NAME,
            KitField("at", "Place", "point"),
            KitField("feature", "A building or wood instead", "row", of=("terrain", "name")),
            KitField("holder", "Held at first by", "row", of=kit.SIDE),
        ),
        "35",
        0,
        20,
    ),
    kit.BattleSection(
        "unit",
        "Places",
        (
            kit.UNIT,
            KitField("side", "Side, if both have such a unit", "row", of=kit.SIDE),
            KitField("at", "Place", "point"),
            KitField("facing", "Facing", "facing"),
            KitField("files", "Files (0: as usual)", "whole", least=0, most=40),
            KitField("order", "Order", "choice", choices(Order)),
            KitField("feature", "In a building or wood", "row", of=("terrain", "name")),
        ),
        "17",
        0,
        80,
    ),
    kit.BattleSection(
        "leader",
        "Leaders",
        (
            kit.OF_SIDE,
            KitField("brigade", "Brigade (empty: the army leader)"),
            KitField("at", "Place", "point", needed=True),
        ),
        "30",
        0,
        30,
    ),
    kit.BattleSection(
        "arrival",
        "Reinforcements",
        (
            kit.OF_SIDE,
            KitField("brigade", "Brigade", needed=True),
            KitField("turn", "Turn", "whole", least=1, most=60, needed=True),
            KitField("at", "Where, on an edge", "point", needed=True),
        ),
        "149",
        0,
        20,
    ),
    kit.ABOUT,
)


def _kit() -> kit.BattleKit:
    kinds = tuple(
        kit.GroundKind(
            row.key,
            row.words,
            row.cite,
            "line" if FEATURES[row.key].line else "area",
            more=("crest", "contours") if row.key == "hill" else (),
        )
        for row in FEATURES
    )
    lists = tuple(_list(name, FORCES.own(name)) for name in FORCES.names())
    return kit.BattleKit("table", "″", HEADED, SECTIONS, kinds, _blanks(), lists, "34")


def _list(name: str, listed: ForceFile) -> kit.BattleList:
    units = tuple(
        kit.BattleUnit(
            unit.id,
            unit.name or row_for(unit, listed.sheet).name,
            f"{said(profile_of(unit, listed.sheet).arm)}, {figures_of(unit, listed.sheet)}",
            brigade.name,
            _orders(profile_of(unit, listed.sheet).arm),
        )
        for brigade in listed.brigade
        for unit in brigade.unit
    )
    return kit.BattleList(name, listed.title, total(listed), units)


def _orders(arm: Arm) -> tuple[str, ...]:
    if arm is Arm.ARTILLERY:
        return Order.UNLIMBERED.value, Order.LIMBERED.value
    return Order.CLOSE.value, Order.OPEN.value, Order.SQUARE.value


def _blanks() -> tuple[kit.BattleBlank, ...]:
    objectives = tuple(ObjectiveRow(name, at) for name, at in (("the middle", (36, 24)),))
    file = OPEN.emptied(terrain=(), objective=objectives, unit=(), leader=())
    return (blank("An empty table", file, placed(drawn_up("", file, Options()))),)


def placed(state: State) -> dict[str, Any]:
    """Everybody where he stands."""
    sides = [side.key for side in state.field.sides]
    units = []
    for unit in state.units:
        if unit.where is not Where.TABLE:
            continue
        row: dict[str, Any] = {"id": unit.key.removesuffix(f".{sides[unit.side]}"), "side": sides[unit.side]}
        if unit.inside >= 0:
            row["feature"] = state.field.terrain[unit.inside].name
        row |= {"at": [unit.x / 100, unit.y / 100], "facing": unit.facing / 10}
        units.append(row | {"files": unit.files, "order": unit.order.value})
    brigades = {brigade.id: brigade.name for brigade in state.brigades}
    leaders = [
        {
            "side": sides[leader.side],
            "brigade": brigades.get(leader.brigade, ""),
            "at": [leader.x / 100, leader.y / 100],
        }
        for leader in state.leaders
        if leader.where is Where.TABLE
    ]
    return {"unit": units, "leader": leaders}


def _inspect(file: ScenarioFile) -> Iterator[kit.BattleFault]:
    for at, side in enumerate(file.side):
        yield from tried(("side", at), army, side.army)
    for at, terrain in enumerate(file.terrain):
        yield from tried(("terrain", at), _terrain, terrain)
    for at, zone in enumerate(file.zone):
        yield from tried(("zone", at), _zone, file, zone)
    for side in file.side:
        if not any(zone.side == side.key for zone in file.zone):
            yield kit.BattleFault(f"the side '{side.key}' has no zone", "34", ("zone", 0))


def _rest(file: ScenarioFile) -> Iterator[kit.BattleFault]:
    """What can be looked at only once the lists and the ground are sound."""
    terrain = tuple(_terrain(row) for row in file.terrain)
    for at, objective in enumerate(file.objective):
        yield from tried(("objective", at), _objective, objective, terrain)
    for at, place in enumerate(file.unit):
        yield from tried(("unit", at), _side_of, file, place)
    yield from tried(None, _check_brigades, file)


BATTLES = Battles(
    setup,
    Options,
    _kit,
    in_turn(_inspect, _rest),
    drawn_up,
    standing_faults,
    placed,
    OPEN.drawn,
)
