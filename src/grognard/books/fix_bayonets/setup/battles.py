"""What a battle of one's own may hold, and what is wrong with one. [F-5.1, F-7, F-10.11, F-23, F-24, F-25]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine import battlekit as kit
from grognard.engine.battles import Battles
from grognard.engine.book import BadInput
from grognard.engine.inspection import in_turn, tried
from grognard.engine.openings import OpenBattle, blank
from grognard.engine.workshop import KitField, choices
from grognard.geometry.hexarcs import facing_name

from ..state import Options, State
from ..tables.limits import TERRAIN
from ..words import BY_ARM, Fate, Formation, Weather, Where
from . import (
    ScenarioFile,
    _field,
    _forces,
    _leaders,
    _minutes,
    _unit,
    drawn_up,
    redrawn,
    setup,
    standing_faults,
)
from .lists import ARMIES, ARMS, HOUSE, Army, army, may_stand, total

OPEN = OpenBattle(HOUSE / "scenarios" / "open_battle.toml", ScenarioFile, redrawn)
SKIES = choices(Weather)
HEADED = (
    *kit.HEAD,
    kit.turns(),
    KitField("clock", "Time of the first turn", "clock", needed=True),
    KitField("map", "Map", "map", least=2, most=60, needed=True),
    KitField(
        "initiative", "Side with the initiative (0: the first, 1: the second)", "whole", least=0, most=1
    ),
    KitField("roads", "Roads", "chains"),
    KitField("bridges", "Bridges", "hexes"),
    KitField("places", "Names on the map", "marks"),
    KitField("weather", "Weather, turn by turn", "series", SKIES),
    KitField("rolls", "Weather after that, by a die", "rolls", SKIES),
    KitField("dusk", "Turn of dusk (0: none)", "whole", least=0, most=60),
    KitField("night", "Turn of night (0: none)", "whole", least=0, most=60),
    KitField("held", "Prizes count for who", "choice", choices(("at the end", "last entered"))),
    KitField("lead", "Points ahead that win", "whole", least=0, most=99),
    KitField("hasty", "Turns of hasty marches", "series"),
    KitField("rye", "Rye can be trampled", "flag"),
    KitField("events", "Special events", "flag"),
)
SECTIONS = (
    kit.sides(
        "F-24.3",
        kit.NAME,
        KitField("army", "Army", "army", needed=True),
        KitField("depot", "Depot", "hex", needed=True),
        KitField("home", "Row of its own edge", "whole", least=1, most=60, needed=True),
        KitField("deploy", "Units: hex, formation, facing; T2 first: comes in turn 2", "posts"),
        KitField("leaders", "Leaders: hex, and om with the hex of their orders", "posts"),
        KitField("fatigue", "Fatigue of its Formations", "tally"),
        distinct="name",
    ),
    kit.BattleSection(
        "prize",
        "Points",
        (
            KitField("hex", "Hex", "hex", needed=True),
            KitField("points", "For the first side, for the second", "pair", needed=True),
            KitField("otherwise", "Who has it at first (-1: nobody)", "whole", least=-1, most=1),
        ),
        "F-23",
        0,
        40,
        distinct="hex",
    ),
    kit.ABOUT,
)


def _kit() -> kit.BattleKit:
    kinds = tuple(kit.GroundKind(row.key, row.words, row.cite, "hex", ("map",)) for row in TERRAIN)
    lists = tuple(_list(name, ARMIES.own(name)) for name in ARMIES.names())
    return kit.BattleKit("hex", "hex", HEADED, SECTIONS, kinds, _blanks(), lists, "F-24.3")


def _list(name: str, listed: Army) -> kit.BattleList:
    units = [
        kit.BattleUnit(
            unit.name,
            unit.name,
            f"{ARMS[unit.arm].value}, {unit.steps}",
            unit.formation,
            tuple(form.value for form in BY_ARM[ARMS[unit.arm]] if may_stand(unit, form)),
        )
        for unit in listed.unit
    ]
    units += [kit.BattleUnit(one.name, one.name, "leader", one.formation) for one in listed.leader]
    return kit.BattleList(name, listed.title, total(listed), tuple(units))


def _blanks() -> tuple[kit.BattleBlank, ...]:
    rows = [f"{at:02d}  {'.' * 16}" for at in range(1, 15)]
    file = OPEN.emptied(map="\n".join(rows) + "\n", places={}, prize=(), roads=(), bridges=())
    return (blank("An empty map", file, placed(drawn_up("", file, Options()))),)


def placed(state: State) -> dict[str, Any]:
    """Everybody where he stands, by sides."""
    grid = state.field.grid
    sides: list[dict[str, dict[str, str]]] = [{"deploy": {}, "leaders": {}} for _ in state.field.sides]
    for unit in state.units:
        if unit.where not in (Where.MAP, Where.WAITING) or unit.parent >= 0:
            continue
        turn = f"T{unit.arrives} " if unit.arrives else ""
        form = unit.formation if unit.formation is not Formation.NONE else Formation.COLUMN
        sides[unit.side]["deploy"][unit.name] = (
            f"{turn}{grid.label(unit.hex)} {form.value} {facing_name(unit.facing)}"
        )
    for leader in state.leaders:
        if leader.fate not in (Fate.MAP, Fate.WAITING):
            continue
        turn = f"T{leader.arrives} " if leader.arrives else ""
        order = leader.om or leader.pending
        goal = "" if order is None else f" om {grid.label(order.hex)}"
        sides[leader.side]["leaders"][leader.name] = f"{turn}{grid.label(leader.hex)}{goal}"
    return {"side": sides}


def _inspect(file: ScenarioFile) -> Iterator[kit.BattleFault]:
    for at, side in enumerate(file.side):
        yield from tried(("side", at), army, side.army)
    yield from tried(("clock", 0), _minutes, file.clock)


def _rest(file: ScenarioFile) -> Iterator[kit.BattleFault]:
    """What can be looked at only once the lists are sound: the map, and everybody's place on it."""
    forces = _forces(file, Options())
    try:
        field = _field("", file, forces)
    except BadInput:
        yield from tried(("map", 0), _field, "", file, forces)
        return
    for at, (side, force) in enumerate(zip(file.side, forces)):
        if not 1 <= side.home <= field.rows:
            yield kit.BattleFault(
                f"{side.name}: its edge is row {side.home}, which is not on the map", "F-24.3", ("side", at)
            )
        if not side.deploy:
            continue
        keys = {formation.key: number for number, formation in enumerate(force.army.formation)}
        for unit in force.army.unit:
            yield from tried(("side", at), _unit, field, 0, at, unit, keys, False, side)
        yield from tried(("side", at), _leaders, field, 0, at, force.army, keys, side)
        known = {unit.name for unit in force.army.unit} | {one.name for one in force.army.leader}
        for name in sorted((set(side.deploy) | set(side.leaders)) - known):
            yield kit.BattleFault(f"{side.name} has nobody called '{name[:60]}'", "F-24.3", ("side", at))


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
