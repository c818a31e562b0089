"""The tables of the open battle, drawn by a number. [Y3]"""

from __future__ import annotations

from grognard.tabletop.ground import Piece, Plan, Sort, drawn

# fmt: off
PLAN = Plan(
    size=(72, 48), edge=12, pairs=(3, 5),
    middles=(
        Sort("hill",    "blob", (10, 8), (14, 10), ("the tumulus", "the fort hill", "the signal hill")),
        Sort("village", "box",  (6, 6),  (8, 8),   ("Ho-si-woo", "Matou", "Chang-kia-ying")),
        Sort("wood",    "blob", (8, 6),  (12, 8),  ("the cypress wood", "the tomb wood", "the temple wood")),
    ),
    sorts=(
        Sort("wood",    "blob", (8, 6),  (12, 8),  ("the pine wood", "the willow wood", "the bamboo", "the lacquer wood")),
        Sort("grove",   "blob", (6, 5),  (9, 7),   ("the mulberry grove", "the peach grove", "the mandarin grove", "the plum grove")),
        Sort("hill",    "blob", (9, 7),  (13, 9),  ("the sand hill", "the grave mound", "the kiln hill", "the west hill")),
        Sort("paddy",   "box",  (8, 6),  (14, 8),  ("the near paddies", "the far paddies", "the drowned fields", "the rice fields")),
        Sort("marsh",   "blob", (6, 5),  (10, 7),  ("the reed marsh", "the lotus pond", "the salt flat", "the duck marsh")),
        Sort("village", "box",  (5, 5),  (7, 7),   ("Wu-tai", "Sin-ho", "Tang-ku", "Yang-tsun")),
        Sort("wall",    "line", (7, 1),  (11, 1),  ("the orchard wall", "the temple wall", "the cemetery wall", "the inn wall")),
        Sort("hedge",   "line", (7, 1),  (11, 1),  ("the millet hedge", "the cactus hedge", "the thorn hedge", "the garden hedge")),
    ),
)
# fmt: on
AREAS = ("hill", "village", "wood", "grove", "paddy", "marsh")
"""Ground that can be held."""


def pieces(number: int, mirrored: bool = True) -> tuple[Piece, ...]:
    """The pieces of one table."""
    return drawn(PLAN, number, mirrored)


def prizes(found: tuple[Piece, ...]) -> tuple[tuple[str, int], ...]:
    """What is worth points there: the middle, and the first pair that can be held. [Y3]"""
    pair = [piece.name for piece in found[1:] if piece.kind in AREAS][:2]
    return ((found[0].name, 4), *((name, 2) for name in pair))
