"""What the computer player makes of a scenario's task, of walls and of a rush. [TMWWBK F-S6, R-11]"""

from __future__ import annotations

import pytest

from grognard.ai.look import AgentLook, Budget, OddsCache
from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.advice.aims import aim_of, stand_worth
from grognard.books.men_who_would_be_kings.advice.moves import exposure, instead, rated
from grognard.books.men_who_would_be_kings.advice.tasks import leaving_gain, urge
from grognard.books.men_who_would_be_kings.advice.walls import line_up, post_for, posts
from grognard.books.men_who_would_be_kings.facts.bodies import middle
from grognard.books.men_who_would_be_kings.facts.ground import defends, level_of
from grognard.books.men_who_would_be_kings.facts.moving import Walk, Walker
from grognard.books.men_who_would_be_kings.state import State, Task
from grognard.books.men_who_would_be_kings.words import Upgrade
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.geometry.shapes import contains, upright
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    ENGINE,
    NORTH,
    SOUTH,
    WEST,
    Play,
    area,
    begin,
    irregular,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param
ACROSS = (Task((WEST,), exits=(EAST,)), Task((EAST,)))


def best(game: Play) -> str:
    """The verb the advice rates highest."""
    ask = game.ask
    look = AgentLook(ENGINE, game.position, ask, ask.who[0], Budget(10_000), OddsCache())
    return max(rated(look), key=lambda pair: pair[1])[0].verb


@rule("F-S6", "F-SF2", "F-SA1")
@pytest.mark.parametrize(
    ("victory", "gain"),
    [
        param("passing", 1.0, id="who leaves counts, who stays does not"),
        param("quiet", 0.5, id="who stays counts half"),
        param("hills", 1.0, id="counted at the end"),
    ],
)
def test_leaving_is_worth_what_it_brings(victory: str, gain: float) -> None:
    state = scene(unit("A", at=(60, 24)), unit("b", tribal, at=(10, 24)), victory=victory, tasks=ACROSS)
    assert leaving_gain(state, state.units[0]) == gain
    assert aim_of(state, state.units[0]).leaves


@rule("F-SF2")
def test_who_cannot_get_there_in_time_fights() -> None:
    near, far = (
        scene(unit("A", at=(x, 24)), unit("b", tribal, at=(x, 40)), victory="quiet", tasks=ACROSS, turn=12)
        for x in (68, 20)
    )
    assert aim_of(near, near.units[0]).leaves
    assert not aim_of(far, far.units[0]).leaves
    assert urge(0.2) < urge(0.9)


@rule("F-SB2", "F-SC2")
def test_standing_to_is_worth_something_only_at_a_house_or_a_marker() -> None:
    village = scene(
        unit("A", at=(36, 40)), unit("b", tribal, at=(10, 24)), unit("c", tribal, at=(36, 24.8)),
        terrain=(area("building", 34, 28, 38, 32, structure=3),), victory="destroy",
    )  # fmt: skip
    assert stand_worth(village, village.units[1]) == 0
    assert stand_worth(village, village.units[2]) > 0


@rule("R-11", "R-63")
def test_a_wall_is_lined_so_that_all_of_a_unit_defends_it() -> None:
    wall = line("wall", 30, 24, 42, 24)
    state = scene(unit("A", regular, at=(36, 19)), unit("b", tribal, at=(36, 40)), terrain=(wall,))
    mine = state.units[0]
    assert not defends(state, mine, middle(state.units[1]))
    post = post_for(state, mine, middle(mine), 900)
    assert post is not None
    assert post in posts(state)
    walker = Walker(state, mine, 600)
    legs = line_up(walker, post)
    assert walker.refusal(legs) is None
    walk = walker.work_out(legs)
    assert isinstance(walk, Walk)
    there = replace(mine, models=walk.models)
    assert defends(state, there, middle(state.units[1]))
    assert post_for(replace(state, units=(there, state.units[1])), there, middle(there), 900) is None


@rule("F-S4")
def test_a_garrison_mans_its_walls_and_the_others_come_in() -> None:
    fort = upright(3000, 1800, 4200, 3000)
    state = scene(
        unit("A", regular, at=(36, 24)), unit("B", regular, at=(60, 24)), unit("c", tribal, at=(36, 45)),
        terrain=(line("wall", 30, 30, 42, 30),), victory="fort", area=fort, tasks=(Task((SOUTH,)), Task((NORTH,))),
    )  # fmt: skip
    inside, outside = (aim_of(state, state.units[at]) for at in (0, 1))
    assert inside.task
    assert inside.spot[1] == 3000
    assert outside.task
    assert contains(fort, outside.spot)


@rule("T079", "T082")
@pytest.mark.parametrize(
    ("north", "verb"),
    [
        param(26, "form_close_order", id="a rush in two turns, too far for good shooting"),
        param(33, "fire", id="a rush too far off"),
    ],
)
def test_ranks_are_formed_before_a_rush(north: float, verb: str) -> None:
    rush = [unit(key, tribal, None, Upgrade.FIERCE, at=(x, north)) for key, x in zip("bcd", (29, 36, 43))]
    state = scene(unit("A", regular, 12, at=(36, 8)), *rush)
    ranked = replace(state.units[0], close_order=True)
    assert (exposure(state, state.units[0]) > exposure(state, ranked)) is (verb == "form_close_order")
    assert best(begin(state)) == verb


@rule("T065")
@pytest.mark.parametrize(
    ("pinned", "target"),
    [
        param(False, "b", id="spears that may be upon us in two moves"),
        param(True, "c", id="the Pinned go nowhere: rifles in the open"),
    ],
)
def test_those_who_come_on_are_shot_at_first(pinned: bool, target: str) -> None:
    state = scene(
        unit("A", regular, 12, at=(36, 8)),
        unit("b", tribal, None, at=(31, 22), pins=int(pinned)),
        unit("c", irregular, None, at=(42, 22)),
    )
    game = begin(state)
    look = AgentLook(ENGINE, game.position, game.ask, game.ask.who[0], Budget(10_000), OddsCache())
    move = max(rated(look), key=lambda pair: pair[1])[0]
    assert move.verb == "fire"
    assert state.units[move.noun[1]].key == target


@rule("T012d")
def test_instead_of_a_move_the_same_unit_could_do_something_else() -> None:
    state = scene(
        unit("A", regular, 12, at=(36, 8)),
        unit("B", regular, 12, at=(48, 8)),
        unit("c", tribal, None, at=(36, 24)),
    )
    game = begin(state)
    look = AgentLook(ENGINE, game.position, game.ask, game.ask.who[0], Budget(10_000), OddsCache())
    shot = max(rated(look), key=lambda pair: pair[1])[0]
    others = [move for move, _ in instead(look, shot)]
    assert shot.verb == "fire"
    assert shot not in others
    assert {"move", "double", "stand_to"} <= {move.verb for move in others}
    nouns = [move.noun for move in others]
    assert {noun[0] if isinstance(noun, tuple) else noun for noun in nouns} == {shot.noun[0]}
    assert not list(instead(look, Move(look.side, "end_turn")))


@rule("F-SD1", "F-S1")
def test_the_last_stand_is_set_up_round_the_top_of_its_hill() -> None:
    state: State = RULESET.start("to_the_last_bullet").state
    assert all(level_of(state, u.models) == 1 for u in state.on_table(0))
    assert not any(level_of(state, u.models) for u in state.on_table(1))
