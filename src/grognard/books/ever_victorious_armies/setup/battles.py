"""What a battle of one's own may hold, and what is wrong with one. [Z1, Q1–Q9, M10, M13, V1–V5, Y2, Y3]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine import battlekit as kit
from grognard.engine.battles import Battles
from grognard.engine.inspection import in_turn, tried
from grognard.engine.openings import OpenBattle, blank
from grognard.engine.workshop import KitField, choices, said

from ..state import Options, State
from ..tables.terrain import EDGES, TERRAIN
from ..words import GUNS, Order
from . import (
    ScenarioFile,
    _arrival,
    _field,
    _forces,
    _score,
    _table_edge,
    _terrain,
    _units,
    _zone,
    drawn_up,
    redrawn,
    setup,
    standing_faults,
)
from .lists import ARMIES, HOUSE, Army, ArmyUnit, army

OPEN = OpenBattle(HOUSE / "scenarios" / "open_battle.toml", ScenarioFile, redrawn)
HEADED = (
    *kit.HEAD,
    kit.table_size(),
    kit.turns(),
    KitField("tie", "Who wins a tie", "row", of=kit.SIDE, needed=True),
    KitField("later", "Units that come later", "units"),
)
SECTIONS = (
    kit.sides(
        "V1",
        kit.KEY,
        kit.NAME,
        KitField("army", "Army", "army", needed=True),
        KitField(
            "break_at", "Breaks at so many units lost (0: half)", "whole", least=0, most=48, needed=True
        ),
    ),
    kit.grounds(
        "Q1",
        kit.SHAPE,
        KitField("gates", "Gates", "edges"),
    ),
    kit.BattleSection(
        "zone",
        "Zones",
        (
            KitField("side", "Side", "row", of=kit.SIDE),
            KitField("unit", "For one unit alone", "unit"),
            kit.SHAPE,
        ),
        "Z1",
        0,
        40,
    ),
    kit.BattleSection(
        "unit",
        "Places",
        (
            kit.UNIT,
            KitField("order", "Order", "choice", choices(Order)),
            KitField("at", "Place", "point", needed=True),
            KitField("facing", "Facing", "facing", needed=True),
        ),
        "Z1",
        0,
        60,
        distinct="id",
    ),
    kit.BattleSection(
        "arrival",
        "Reinforcements",
        (
            kit.OF_SIDE,
            KitField("units", "Units", "units", needed=True),
            KitField("from_turn", "From turn", "whole", least=1, most=60, needed=True),
            KitField("need", "Comes on a die of", "whole", least=1, most=6, needed=True),
            KitField("sure_turn", "Sure by turn", "whole", least=1, most=60, needed=True),
            kit.EDGE,
        ),
        "M13",
        single=True,
    ),
    kit.BattleSection(
        "exit",
        "Way out",
        (
            kit.OF_SIDE,
            kit.EDGE,
        ),
        "M10",
        single=True,
    ),
    kit.BattleSection(
        "score",
        "Points",
        (
            KitField(
                "kind", "For what", "choice", choices(("hold", "exit", "remain", "crossing")), needed=True
            ),
            KitField("side", "Only for", "row", of=kit.SIDE),
            KitField("area", "Ground to hold", "row", of=("terrain", "name")),
            KitField("points", "Points", "whole", least=0, most=99),
            KitField("shared", "Points where both stand", "whole", least=0, most=99),
            KitField("gun", "For a gun", "whole", least=0, most=99),
            KitField("foot_large", "For a large unit", "whole", least=0, most=99),
            KitField("large_from", "Large from so many figures", "whole", least=0, most=18),
            KitField("foot_small", "For a smaller unit", "whole", least=0, most=99),
            KitField("general", "For a general", "whole", least=0, most=99),
            KitField("unless_broken", "Not if broken", "flag"),
            KitField("north_of", "Across this line", "number", least=0, most=240),
            KitField("figures", "Figures across", "whole", least=0, most=99),
            KitField("clear", "Clear of enemies by", "number", least=0, most=240),
        ),
        "V3",
        0,
        20,
    ),
    kit.ABOUT,
)


def _kit() -> kit.BattleKit:
    lines = {row.key for row in EDGES} - {row.key for row in TERRAIN}
    rows = [*TERRAIN, *(row for row in EDGES if row.key in lines)]
    kinds = tuple(
        kit.GroundKind(
            row.key,
            row.words,
            row.cite,
            "line" if row.key in lines else "area",
            more=("gates",) if row.key == "work" else (),
        )
        for row in rows
    )
    lists = tuple(_list(name, ARMIES.own(name)) for name in ARMIES.names())
    return kit.BattleKit("table", "″", HEADED, SECTIONS, kinds, _blanks(), lists, "Z1")


def _list(name: str, listed: Army) -> kit.BattleList:
    units = tuple(_unit(unit) for unit in listed.unit if not unit.reserve)
    return kit.BattleList(name, listed.title, listed.points, units)


def _unit(unit: ArmyUnit) -> kit.BattleUnit:
    orders = (Order.UNLIMBERED, Order.LIMBERED) if unit.type in GUNS else unit.orders or (Order.NONE,)
    return kit.BattleUnit(
        unit.id, unit.name, f"{said(unit.type)}, {unit.figures}", "", tuple(o.value for o in orders)
    )


def _blanks() -> tuple[kit.BattleBlank, ...]:
    file = OPEN.emptied(terrain=(), score=())
    return (blank("An empty table", file, placed(drawn_up("", file, Options()))),)


def placed(state: State) -> dict[str, Any]:
    """Everybody where he stands."""
    rows = [
        {
            "id": unit.key,
            "order": unit.order.value,
            "at": [unit.x / 100, unit.y / 100],
            "facing": unit.facing / 10,
        }
        for unit in state.units
        if unit.on_table
    ]
    return {"unit": rows}


def _inspect(file: ScenarioFile) -> Iterator[kit.BattleFault]:
    for at, side in enumerate(file.side):
        yield from tried(("side", at), army, side.army)
    for at, terrain in enumerate(file.terrain):
        yield from tried(("terrain", at), _terrain, terrain)
    for at, zone in enumerate(file.zone):
        yield from tried(("zone", at), _zone, file, zone)
    for at, score in enumerate(file.score):
        yield from tried(("score", at), _score, file, score)
    yield from tried(("arrival", 0), _arrival, file, file.arrival)
    if file.exit is not None:
        yield from tried(("exit", 0), _table_edge, file, file.exit.edge)


def _rest(file: ScenarioFile) -> Iterator[kit.BattleFault]:
    """What can be looked at only once the rows are sound: who is placed, and on what table."""
    forces = _forces(file, Options())
    first, second = ({unit.id for unit in force.army.unit} for force in forces)
    if file.unit and first & second:
        words = (
            f"both armies have a unit '{min(first & second)}'; leave all places out, and both are drawn up"
        )
        yield kit.BattleFault(words, "Y2", ("side", 1))
        return
    yield from tried(None, _units, file, forces)
    yield from tried(("table", 0), _field, "", file, forces)


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
