"""Where a quick look must not look away: garrisons, figures that go round an enemy. [SK G5, N5, B8]"""

from __future__ import annotations

from grognard.books.skirmish_1808.facts.charging import charge_targets
from tests.books.skirmish_1808.drill import area, battle, foot
from tests.rules import rule


@rule("N5", "G5")
def test_a_garrison_far_inside_is_charged_at_its_wall() -> None:
    deep = area("building", 28, 40, 36, 110, "hall")
    state = battle(
        foot("A", count=4, at=(32, 34)),
        foot("B", side=1, count=4, at=(32, 105), house="hall"),
        foot("C", side=1, count=4, at=(90, 34)),
        ground=(deep,),
    )
    assert charge_targets(state, state.units[0]) == (1,)
