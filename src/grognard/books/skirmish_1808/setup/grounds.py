"""The tables of the encounter, drawn by a number. [E9]"""

from __future__ import annotations

from msgspec.structs import replace

from grognard.tabletop.ground import Piece, Plan, Sort, drawn

from .files import ScenarioFile, TerrainFile

# fmt: off
PLAN = Plan(
    size=(90, 80), edge=20, pairs=(3, 5),
    middles=(
        Sort("building", "box",  (8, 8),   (10, 10), ("the venta", "the quinta", "the hermitage")),
        Sort("hill",     "blob", (16, 12), (22, 16), ("the windmill knoll", "the vineyard knoll", "the chapel knoll")),
        Sort("crops",    "box",  (14, 12), (20, 16), ("the olive yard", "the wheat", "the lemon yard")),
    ),
    sorts=(
        Sort("light_wood", "blob", (10, 8), (16, 12), ("the cork oaks", "the almond trees", "the poplars", "the olives")),
        Sort("wood",       "blob", (10, 8), (14, 12), ("the pine wood", "the chestnut wood", "the ilex wood", "the alders")),
        Sort("crops",      "box",  (10, 8), (16, 12), ("the vines", "the maize", "the barley", "the bean field")),
        Sort("rocks",      "blob", (8, 8),  (12, 10), ("the crag", "the quarry", "the screes", "the boulders")),
        Sort("building",   "box",  (7, 7),  (9, 8),   ("the mill", "the barn", "the forge", "the shepherd's house")),
        Sort("wall",       "line", (10, 1), (18, 1),  ("the terrace wall", "the cattle wall", "the garden wall", "the road wall")),
    ),
)
# fmt: on
TOUGHNESS, HEIGHT = 4, 4


def _row(piece: Piece) -> TerrainFile:
    wall, house = piece.kind == "wall", piece.kind == "building"
    return TerrainFile(piece.kind, piece.name, piece.poly, HEIGHT if wall else 0, TOUGHNESS if house else 0)


def redrawn(file: ScenarioFile, number: int, mirrored: bool = True) -> ScenarioFile:
    """The battle on another table; the place in the middle is what counts. [E9]"""
    found = drawn(PLAN, number, mirrored)
    kind = "house" if found[0].kind == "building" else "area"
    prizes = tuple(replace(prize, kind=kind, area=found[0].name) for prize in file.prize[:1])
    return replace(file, terrain=tuple(_row(piece) for piece in found), prize=prizes)
