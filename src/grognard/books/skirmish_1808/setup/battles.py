"""What a battle of one's own may hold, and what is wrong with one. [E1, E9, S1–S6, T8, H1, G1]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine import battlekit as kit
from grognard.engine.battles import Battles
from grognard.engine.files import corners
from grognard.engine.inspection import in_turn, tried
from grognard.engine.openings import OpenBattle, blank
from grognard.engine.workshop import KitField, choices, said
from grognard.geometry.outlines import simple

from ..state import Options, State, Unit
from ..tables.moving import RIDDEN, ROADS, TERRAIN
from . import _edge, _field, _force, _terrain, drawn_up, setup, standing_faults
from .files import FORCES, HOUSE, ForceFile, ScenarioFile
from .grounds import redrawn
from .lists import total
from .musters import muster

OPEN = OpenBattle(HOUSE / "scenarios" / "encounter.toml", ScenarioFile, redrawn)
HEADED = (
    *kit.HEAD,
    kit.table_size(10, 500),
    kit.turns(99),
    KitField("losses_share", "Percent of its cost that a loss counts", "whole", least=0, most=500),
    KitField("sneaks", "Hidden units may move in secret", "flag", on=True),
)
SECTIONS = (
    kit.sides(
        "E1",
        kit.KEY,
        kit.NAME,
        KitField("force", "Force", "army", needed=True),
        KitField("home", "Own edge", "edge", needed=True),
        KitField("conceals", "May hide units", "flag"),
    ),
    kit.grounds(
        "41",
        kit.SHAPE,
        KitField("height", "Height of a wall", "number", least=0, most=20),
        KitField("toughness", "Toughness of a building", "whole", least=0, most=9),
        KitField("level", "Level", "whole", least=0, most=5),
        KitField("horse", "Open to horse", "flag"),
    ),
    kit.BattleSection(
        "zone",
        "Zones",
        (
            kit.OF_SIDE,
            kit.SHAPE,
            KitField("unit", "For one unit alone", "unit"),
        ),
        "E9",
        0,
        40,
    ),
    kit.BattleSection(
        "place",
        "Places",
        (
            kit.UNIT,
            KitField("at", "Place", "point"),
            KitField("facing", "Facing", "facing"),
            KitField("formed", "Formed", "flag"),
            KitField("files", "Files (0: as usual)", "whole", least=0, most=16),
            KitField("house", "In a building", "row", of=("terrain", "name")),
            KitField("hidden", "Hidden", "flag"),
            KitField("limbered", "Limbered", "flag"),
            KitField("with", "With a unit", "unit"),
        ),
        "E1",
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
            KitField("turn", "Turn", "whole", least=1, most=99, needed=True),
            kit.EDGE,
        ),
        "T8",
        0,
        20,
    ),
    kit.BattleSection(
        "exit",
        "Ways out",
        (
            kit.OF_SIDE,
            kit.EDGE,
            KitField("units", "Only these units", "units"),
            KitField("points", "Points for each", "whole", least=0, most=999),
            KitField("share", "Percent of its cost", "whole", least=0, most=500),
            KitField("ends", "Ends the battle", "flag"),
        ),
        "S6",
        0,
        10,
    ),
    kit.BattleSection(
        "prize",
        "Points",
        (
            KitField(
                "kind", "For what", "choice", choices(("house", "area", "wagon", "bridge")), needed=True
            ),
            KitField("points", "Points", "whole", least=0, most=9999, needed=True),
            KitField("side", "Only for", "row", of=kit.SIDE),
            KitField("area", "Ground", "row", of=("terrain", "name")),
        ),
        "S1",
        0,
        20,
    ),
    kit.ABOUT,
)
MORE = {
    "wall": ("height",),
    "building": ("toughness",),
    "hill": ("level",),
    "wood": ("horse",),
    "heavy_wood": ("horse",),
}


def _kit() -> kit.BattleKit:
    kinds = tuple(
        kit.GroundKind(
            row.key,
            row.words,
            row.cite,
            "line" if row.key == "wall" or row.key in ROADS else "area",
            more=MORE.get(row.key, ()),
        )
        for row in TERRAIN
        if row.key not in RIDDEN.values()
    )
    lists = tuple(_list(name, FORCES.own(name)) for name in FORCES.names())
    return kit.BattleKit("table", "cm", HEADED, SECTIONS, kinds, _blanks(), lists, "S1")


def _list(name: str, listed: ForceFile) -> kit.BattleList:
    units = tuple(
        kit.BattleUnit(unit.key, unit.name, f"{said(unit.arm)}, {unit.full}") for unit in muster(listed, 0)
    )
    return kit.BattleList(name, listed.title, total(listed), units)


def _blanks() -> tuple[kit.BattleBlank, ...]:
    return (blank("An empty table", OPEN.emptied(terrain=(), prize=())),)


def _middle(unit: Unit) -> tuple[float, float]:
    if unit.gun is not None:
        return unit.gun.x, unit.gun.y
    xs, ys = [figure.x for figure in unit.figures], [figure.y for figure in unit.figures]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _place(unit: Unit) -> dict[str, Any]:
    row: dict[str, Any] = {"id": unit.key, "facing": unit.facing / 10}
    if unit.house:
        return row | {"house": unit.house}
    x, y = _middle(unit)
    row |= {"at": [x / 100, y / 100], "formed": unit.formed, "files": unit.files}
    if unit.gun is not None:
        row = {"id": unit.key, "facing": unit.facing / 10, "at": row["at"], "limbered": unit.gun.limbered}
    if unit.id < 0:
        row["hidden"] = True
    return row


def placed(state: State) -> dict[str, Any]:
    """Everybody where he stands."""
    return {"place": [_place(unit) for unit in (*state.units, *state.hidden) if unit.on_table]}


def _outlined(poly: tuple[tuple[int, int], ...]) -> bool:
    return len(poly) > 2 and simple(poly)


def _inspect(file: ScenarioFile) -> Iterator[kit.BattleFault]:
    for at, side in enumerate(file.side):
        yield from tried(("side", at), _force, side.force)
        yield from tried(("side", at), _edge, file, side.home)
    for at, terrain in enumerate(file.terrain):
        yield from tried(("terrain", at), _terrain, terrain)
    for at, zone in enumerate(file.zone):
        if not _outlined(corners(zone.poly)):
            yield kit.BattleFault(f"the zone of '{zone.side}' is not a simple shape", "", ("zone", at))
    for at, arrival in enumerate(file.arrival):
        yield from tried(("arrival", at), _edge, file, arrival.edge)
    for at, way in enumerate(file.exit):
        yield from tried(("exit", at), _edge, file, way.edge)


def _rest(file: ScenarioFile) -> Iterator[kit.BattleFault]:
    """What can be looked at only once the lists are sound."""
    first, second = ({unit.key for unit in muster(_force(side.force), 0)} for side in file.side)
    if (file.place or file.arrival) and first & second:
        words = (
            f"both forces have a unit '{min(first & second)}'; leave all places out, and both are drawn up"
        )
        yield kit.BattleFault(words, "E1", ("side", 1))
        return
    yield from tried(("table", 0), _field, "", file)


BATTLES = Battles(
    setup,
    Options,
    _kit,
    in_turn(_inspect, _rest),
    drawn_up,
    standing_faults,
    placed,
    OPEN.drawn,
    "force",
)
