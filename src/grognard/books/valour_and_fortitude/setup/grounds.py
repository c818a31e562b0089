"""The tables of the setpiece battle, drawn by a number. [F7.2, F7.7]"""

from __future__ import annotations

from msgspec.structs import replace

from grognard.tabletop.ground import Corner, Piece, Plan, Sort, drawn

from .files import ObjectiveRow, ScenarioFile, TerrainRow

# fmt: off
PLAN = Plan(
    size=(72, 48), edge=14, pairs=(3, 5),
    middles=(
        Sort("building", "box",  (5, 5), (6, 6),  ("the manor", "the chapel", "the post house")),
        Sort("hill",     "blob", (10, 7), (14, 9), ("the windmill hill", "the calvary", "the beacon")),
        Sort("wood",     "blob", (7, 5), (9, 7),  ("the park", "the priory wood", "the copse")),
    ),
    sorts=(
        Sort("wood",     "blob", (6, 5), (9, 7),  ("the birch wood", "the beech wood", "the pine wood", "the oak wood")),
        Sort("hill",     "blob", (9, 7), (13, 9), ("the vineyard hill", "the long hill", "the sheep hill", "the bald hill")),
        Sort("building", "box",  (4, 4), (6, 5),  ("the mill farm", "the brewery", "the brickworks", "the inn")),
        Sort("mud",      "blob", (5, 4), (8, 5),  ("the water meadow", "the bog", "the fish pond", "the clay pit")),
        Sort("low_wall", "line", (7, 1), (11, 1), ("the churchyard wall", "the garden wall", "the park wall", "the sheepfold")),
        Sort("low_hedge", "line", (7, 1), (11, 1), ("the blackthorn hedge", "the hop hedge", "the lane hedge", "the bramble hedge")),
    ),
)
# fmt: on


def _middle(poly: tuple[Corner, ...]) -> Corner:
    xs, ys = zip(*poly)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _row(piece: Piece) -> TerrainRow:
    crest: tuple[Corner, ...] = ()
    if piece.kind == "hill":
        west, south, east, north = piece.box
        crest = ((west + 1, (south + north) / 2), (east - 1, (south + north) / 2))
    return TerrainRow(piece.kind, piece.name, piece.poly, crest)


def redrawn(file: ScenarioFile, number: int, mirrored: bool = True) -> ScenarioFile:
    """The battle on another table: its objectives where they lay, everybody drawn up by himself. [F7.7]"""
    found = drawn(PLAN, number, mirrored)
    lay = {row.name: _middle(row.poly) for row in file.terrain}
    objectives = [
        ObjectiveRow(o.name, o.at if o.at is not None else lay[o.feature], "", o.holder)
        for o in file.objective
    ]
    if objectives:
        objectives[0] = replace(objectives[0], name=found[0].name)
    others = iter(("the left-hand farm", "the left-hand rise", "the right-hand farm", "the right-hand rise"))
    objectives[1:] = [replace(o, name=next(others, o.name)) for o in objectives[1:]]
    rows = tuple(_row(piece) for piece in found)
    return replace(file, terrain=rows, objective=tuple(objectives), unit=(), leader=())
