"""The battle for any two lists, on a table drawn by a number. [VF F7.7]"""

from __future__ import annotations

from grognard.books.valour_and_fortitude import RULESET
from tests.rules import rule


@rule("F7.7")
def test_objectives_lie_where_they_lay_on_a_drawn_table() -> None:
    own, drawn = (RULESET.start("setpiece_battle", RULESET.read_options({"ground": n})).state for n in (0, 4))
    assert [o.at for o in own.field.objectives] == [o.at for o in drawn.field.objectives]
    assert drawn.field.objectives[0].name == drawn.field.terrain[0].name
    assert {t.name for t in own.field.terrain}.isdisjoint(t.name for t in drawn.field.terrain)
    assert all(u.inside < 0 for u in drawn.units)
