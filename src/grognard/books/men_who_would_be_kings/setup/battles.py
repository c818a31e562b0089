"""What a battle of one's own may hold, and what is wrong with one. [F-S1–F-S8, R-61, R-63]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine import battlekit as kit
from grognard.engine.battles import Battles
from grognard.engine.inspection import in_turn, tried
from grognard.engine.openings import OpenBattle, blank
from grognard.engine.workshop import KitChoice, KitField, choices

from ..facts.bodies import heart
from ..facts.victory import KINDS
from ..state import Options, State
from ..tables.terrain import TERRAIN
from . import ScenarioFile, _field, _side_facts, _side_of, _terrain, _units, _zone, drawn_up, redrawn, setup
from .forces import FORCES, HOUSE, Force, force

OPEN = OpenBattle(HOUSE / "scenarios" / "meeting.toml", ScenarioFile, redrawn)
WINS = {
    "bullet": "the one holds out, the other storms",
    "destroy": "buildings are to be destroyed",
    "fort": "a place is stormed",
    "hills": "the one runs across the table",
    "land": "a marker is to be carried off",
    "meeting": "losses",
    "passing": "both cross the table",
    "quiet": "an ambush",
    "relief": "a place is relieved",
    "solo": "against Mr Babbage",
}
"""What the victories are about, in a few words."""
HEADED = (
    *kit.HEAD,
    kit.table_size(),
    kit.turns(),
    KitField(
        "victory",
        "Who wins",
        "choice",
        tuple(KitChoice(kind, WINS.get(kind, kind)) for kind in sorted(KINDS)),
        needed=True,
    ),
    KitField("first", "Who begins (empty: dice)", "row", of=kit.SIDE),
    KitField("area", "Place to hold", "rect"),
    KitField("markers", "Markers", "points"),
    KitField("marker_names", "What the markers are", "series"),
    KitField("solo", "Mr Babbage's side", "row", of=kit.SIDE),
    KitField("crossroads", "Crossroads of the solo game", "disc"),
    KitField("opponent", "Computer player it is meant for"),
)
SECTIONS = (
    kit.sides(
        "F-1",
        kit.KEY,
        kit.NAME,
        KitField("force", "Force", "army", needed=True),
        KitField("points", "Points", "whole", least=0, most=999, needed=True),
        KitField("own", "Own edges", "edges", needed=True),
        KitField("exits", "Edges it leaves by", "edges"),
        KitField("entries", "Edges reserves come by", "edges"),
        KitField("from_turn", "Reserves from turn", "whole", least=0, most=60),
        KitField("sure_turn", "Reserves sure by turn", "whole", least=0, most=60),
        KitField("plays_on", "Plays on alone", "flag"),
        KitField("on_table", "Points on the table, least and most", "pair"),
        KitField("rest", "The rest", "choice", choices(("table", "waiting", "hidden", "pool"))),
        KitField("easy", "Force if it is to be easy", "army"),
        KitField("hard", "Force if it is to be hard", "army"),
    ),
    kit.BattleSection(
        "zone",
        "Zones",
        (
            kit.OF_SIDE,
            KitField("rects", "Rectangles", "rects"),
            KitField("disc", "Disc", "disc"),
            KitField("keep", "Apart from each other", "number", least=0, most=48),
            KitField("spot", "Round this spot", "point"),
            KitField("first_half", "Only the first half of the force", "flag"),
            KitField("file", "One behind the other", "flag"),
        ),
        "F-S1",
        2,
        20,
    ),
    kit.BattleSection(
        "unit",
        "Places",
        (
            kit.UNIT,
            KitField("side", "Side", "row", of=kit.SIDE),
            KitField("at", "Place of its Leader", "point", needed=True),
            KitField("facing", "Facing", "facing"),
        ),
        "F-S1",
        0,
        48,
    ),
    kit.grounds(
        "R-63",
        KitField("rect", "Rectangle", "rect"),
        KitField("disc", "Disc", "disc"),
        KitField("line", "Line", "line"),
        KitField("level", "Level", "whole", least=0, most=5),
        KitField("structure", "Structure points", "whole", least=0, most=99),
        distinct="name",
    ),
    kit.ABOUT,
)


def _kit() -> kit.BattleKit:
    kinds = tuple(
        kit.GroundKind(
            row.key,
            row.words,
            row.cite,
            "line" if TERRAIN[row.key].linear else "area",
            ("line",) if TERRAIN[row.key].linear else ("rect", "disc"),
            ("structure",) if row.key == "building" else (),
        )
        for row in TERRAIN
    )
    lists = tuple(_list(name, FORCES.own(name)) for name in FORCES.names())
    return kit.BattleKit("table", "″", HEADED, SECTIONS, kinds, _blanks(), lists, "F-S1")


def _list(name: str, listed: Force) -> kit.BattleList:
    units = tuple(
        kit.BattleUnit(unit.name, unit.name, str(unit.type.value).replace("_", " ")) for unit in listed.unit
    )
    return kit.BattleList(name, listed.title, listed.points, units)


def _blanks() -> tuple[kit.BattleBlank, ...]:
    return (blank("An empty table", OPEN.emptied(terrain=())),)


def placed(state: State) -> dict[str, Any]:
    """Everybody where he stands, by the model in the middle of him."""
    keys = [side.key for side in state.field.sides]
    rows = []
    for unit in state.on_table():
        x, y = heart(unit)
        row = {"id": unit.name, "side": keys[unit.side], "at": [x / 100, y / 100], "facing": unit.facing / 10}
        rows.append(row)
    return {"unit": rows}


def _inspect(file: ScenarioFile) -> Iterator[kit.BattleFault]:
    for at, side in enumerate(file.side):
        for name in (side.force, side.easy, side.hard):
            if name:
                yield from tried(("side", at), force, name)
    for at, terrain in enumerate(file.terrain):
        yield from tried(("terrain", at), _terrain, terrain)
    for at, zone in enumerate(file.zone):
        yield from tried(("zone", at), _zone, file, zone)


def _rest(file: ScenarioFile) -> Iterator[kit.BattleFault]:
    """What can be looked at only once the rows are sound."""
    for at in range(len(file.side)):
        yield from tried(("side", at), _side_facts, file, at, Options())
    for at, place in enumerate(file.unit):
        yield from tried(("unit", at), _side_of, file, place)
    yield from tried(None, _units, file, Options())
    yield from tried(None, _field, "", file, Options())


BATTLES = Battles(
    setup,
    Options,
    _kit,
    in_turn(_inspect, _rest),
    drawn_up,
    lambda state: (),
    placed,
    OPEN.drawn,
    "force",
)
