"""Short scripted games for what whole games seldom come upon; recorded under tests/golden."""

from __future__ import annotations

from grognard.books.skirmish_1808.steps.env import Act
from tests.books.skirmish_1808.drill import battle, foot, play, wall
from tests.tools.drills import Drill, drill


@drill
def a_high_wall_hides_the_enemy(d: Drill) -> None:
    """Foot may not fire over a high wall, but fires at whoever stands clear of it."""
    state = battle(
        foot("A", at=(30, 30)),
        foot("B", side=1, at=(30, 50)),
        foot("C", side=1, at=(50, 35)),
        ground=(wall(6, (20, 40), (40, 40)),),
    )
    d.start(play(state, "activation", Act(0)))
    d.fall(9)
    d.refused("fire", "B", cite="L2")
    d.move("fire", "C")
