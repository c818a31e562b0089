"""The battle for any two lists, on a table drawn by a number. [SK E9]"""

from __future__ import annotations

from grognard.books.skirmish_1808 import RULESET
from tests.rules import rule


@rule("E9")
def test_both_are_drawn_up_in_their_zones_and_the_middle_counts() -> None:
    for number in (0, 2, 3, 4):
        state = RULESET.start("encounter", RULESET.read_options({"ground": number})).state
        assert all(u.on_table for u in state.units)
        for unit in state.units:
            spots = (
                [(figure.x, figure.y) for figure in unit.figures]
                if unit.gun is None
                else [(unit.gun.x, unit.gun.y)]
            )
            assert all(y <= 2000 if unit.side == 0 else y >= 6000 for _, y in spots)
        assert [(prize.area, prize.points) for prize in state.field.prizes] == [
            (state.field.terrain[0].name, 150)
        ]
