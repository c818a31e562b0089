"""Short scripted games for what whole games seldom come upon; recorded under tests/golden."""

from __future__ import annotations

from grognard.books.ever_victorious_armies.steps.env import SideTurn
from tests.books.ever_victorious_armies.drill import legs
from tests.books.ever_victorious_armies.scenes import column, foot, scene, unit
from tests.tools.drills import Drill, drill


@drill
def a_column_throws_for_its_march(d: Drill) -> None:
    """A column goes as far as its dice say and no farther, and nobody moves twice."""
    d.start(
        scene(
            unit("A", foot, 12, column, at=(30, 20)),
            unit("C", at=(10, 10)),
            unit("b", at=(30, 40), facing=180),
        ),
        "side moves",
        SideTurn(0),
    )
    d.move("march", "A")
    d.fall(5, 2)
    d.refused("go", legs("forward 10.1"), cite="M3")
    d.move("go", legs("forward 10"))
    d.refused("march", "A", cite="M1")
    d.move("end_moves")
