"""What is to be found only by looking everywhere: lanes narrower than a degree, gaps on the edge, ways off the table. [EVA H2, M13, M10]"""

from __future__ import annotations

import pytest

from grognard.ai.agents import make
from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.state import Arrival, Exit, State, Unit
from grognard.books.ever_victorious_armies.steps.env import SideTurn
from grognard.books.ever_victorious_armies.words import Where
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import Engine, Frame, Position, replace
from tests.books.ever_victorious_armies.drill import marcher, moving, offered, on, place, refused
from tests.books.ever_victorious_armies.scenes import (
    Play,
    column,
    foot,
    formed,
    general,
    horse,
    line,
    scene,
    unit,
)  # fmt: skip
from tests.rules import rule

# ---- lanes

NARROW = [
    (unit("A", horse, 8, formed, at=(36, 12)), unit("b", foot, 12, line, at=(43.45, 28.7), facing=160),
     unit("B", foot, 12, column, at=(42.31, 22.85), facing=181.7), unit("C", foot, 12, column, at=(34.63, 21.93), facing=151)),
    (unit("A", foot, 12, line, at=(36, 12)), unit("b", foot, 12, line, at=(28.06, 23.9), facing=121.4),
     unit("B", foot, 12, line, at=(27.24, 16.94), facing=45.3)),
]  # fmt: skip


@rule("H2")
@pytest.mark.parametrize("units", NARROW, ids=("between columns", "past a line"))
def test_a_lane_narrower_than_a_degree_is_found(units: tuple[Unit, ...]) -> None:
    game = moving(scene(*units))
    assert ("A", "b") in offered(game, "charge")
    game.play(("charge", ("A", "b")), (6,) * (4 if units[0].kind is horse else 2))
    assert game.state.touching(0) == (1,)


@rule("H2", "M9")
def test_where_friends_close_it_there_is_none() -> None:
    shut = (*NARROW[0], unit("D", foot, 12, line, at=(38.5, 20)))
    assert ("A", "b") not in offered(moving(scene(*shut)), "charge")


# ---- reinforcements

EDGES = {
    "south": ((2000, 0), (3600, 0)),
    "north": ((2000, 4800), (3600, 4800)),
    "west": ((0, 2000), (0, 3600)),
    "east": ((7200, 2000), (7200, 3600)),
}


def arriving(*others: Unit, edge: str = "south", who: Unit | None = None) -> Play:
    late = who or unit("R", foot, 12, column, where=Where.LATER, orders=(line, column))
    field = scene(*others, late, unit("z", foot, 12, line, at=(40, 24), facing=180))
    state = on(field, arrival=Arrival(0, ("R",), 5, 4, 5, EDGES[edge]))
    return moving(replace(state, arrived=True, turn=5))


@rule("M13")
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("along", [2130, 2101, 2100, 3500])
def test_a_reinforcement_comes_on_anywhere_along_its_stretch(edge: str, along: int) -> None:
    game = arriving(unit("A", foot, 12, line, at=(60, 40)), edge=edge).play(("enter", "R"), ("at", along))
    x, y, _ = place(game.unit("R"))
    assert round(100 * (x if edge in ("south", "north") else y)) == along


@rule("M13")
@pytest.mark.parametrize(
    ("along", "why"), [(2099, "M13"), (3501, "M13"), (2600, "M9"), (2940, "M8"), ("x", "M13")]
)
def test_where_it_does_not_fit_it_is_told_why(along: object, why: str) -> None:
    game = arriving(
        unit("A", foot, 12, line, at=(25, 1.5)), unit("b", foot, 4, column, at=(29.4, 4.2), facing=180)
    ).play(("enter", "R"))
    assert refused(game, "at", along) == why


@rule("M13", "M9")
def test_a_gap_a_little_wider_than_it_is_found() -> None:
    friends = unit("A", foot, 12, line, at=(23.1, 1.5)), unit("B", foot, 12, line, at=(31.4, 1.5))
    game = arriving(*friends).play(("enter", "R"))
    places = list(game.ask.offers["at"])
    assert places
    assert all(2705 <= along <= 2745 for along in places)
    game.play(("at", places[0]))


@rule("M13")
def test_where_the_whole_edge_is_taken_that_is_said() -> None:
    friends = unit("A", foot, 12, line, at=(23.1, 1.5)), unit("B", foot, 12, line, at=(30.9, 1.5))
    game = arriving(*friends, unit("C", foot, 12, line, at=(37, 1.5)))
    assert "enter" not in game.ask.offers
    assert game.ask.barred["enter"].cite == "M13"
    assert refused(game, "enter", "R") == "M13"


@rule("M13", "N2")
def test_a_general_who_comes_on_may_join_a_unit_there() -> None:
    late = unit("R", general, where=Where.LATER)
    game = arriving(unit("A", foot, 12, line, at=(25, 2.4)), who=late)
    game.play(("enter", "R"), ("at", 2500), (1, 1, 1, 1), ("go", ()))
    assert offered(game, "join") == {"A"}


# ---- off the table

OUT = {
    "west": (((0, 1000), (0, 3000)), (6, 20)),
    "east": (((7200, 1000), (7200, 3000)), (66, 20)),
    "south": (((1000, 0), (3000, 0)), (20, 6)),
    "north": (((1000, 4800), (3000, 4800)), (20, 42)),
}
TROOPS = {
    "line": unit("A", foot, 12, line, orders=(line, column)),
    "column": unit("A", foot, 12, column, orders=(line, column)),
    "horse": unit("A", horse, 8, formed),
    "general": unit("A", general),
}


def leaver(edge: str, troops: str, aside: float = 0, facing: float = 30) -> State:
    """A unit near the open edge, and an enemy far away; it may have to go aside before it finds its front on the stretch."""
    stretch, (x, y) = OUT[edge]
    at = (x, y + aside) if edge in ("west", "east") else (x + aside, y)
    u = replace(TROOPS[troops], x=round(100 * at[0]), y=round(100 * at[1]), facing=round(10 * facing))
    enemy = unit("b", foot, 12, line, at=(36, 24) if edge in ("west", "east") else (60, 24))
    return on(scene(u, enemy), exit=Exit(0, stretch))


@rule("M10")
@pytest.mark.parametrize("edge", OUT)
@pytest.mark.parametrize("troops", TROOPS)
@pytest.mark.parametrize("aside", [0, 11])
def test_what_a_machine_thinks_of_leads_off_every_edge(edge: str, troops: str, aside: float) -> None:
    mover = marcher(leaver(edge, troops, aside), "A", 20, 10)
    left = [legs for legs in mover.candidates() if legs and legs[-1] == ("leave", 0)]
    assert left or (troops == "horse" and aside)  # horse turns too dear for a way there and off within 20
    assert all(mover.refusal(legs) is None for legs in left)


@rule("M10")
@pytest.mark.parametrize("edge", OUT)
def test_a_computer_player_leaves_over_every_edge(edge: str) -> None:
    engine: Engine = RULESET.engine()
    state = leaver(edge, "column")
    position = Position(replace(state, turn=8), (Frame("side moves", 0, SideTurn(0), True),))
    player = make("greedy", RULESET, 1)
    for _ in range(12):
        waiting = engine.pending(position)
        if not isinstance(waiting, Ask | Throw) or (isinstance(waiting, Ask) and 0 not in waiting.who):
            break
        if isinstance(waiting, Throw):
            position = engine.apply(position, waiting.of((6,) * waiting.dice.faces()[0]))
        else:
            position = engine.apply(position, player.choose(position, waiting, 0))
    assert position.state.units[0].where is Where.LEFT


@rule("M10")
def test_another_edge_stays_shut() -> None:
    state = on(leaver("north", "column"), exit=Exit(0, OUT["south"][0]))
    mover = marcher(state, "A", 20, 10)
    assert not [legs for legs in mover.candidates() if legs and legs[-1] == ("leave", 0)]
