"""What is easily overlooked: who is left decides a melee, who stands still asks no room, what the journal says once. [TMWWBK T027, T088, F-M2]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.moving import Walker
from grognard.books.men_who_would_be_kings.state import Desk, Options, State, Task, Unit
from grognard.books.men_who_would_be_kings.steps.attack import outcome_of
from grognard.books.men_who_would_be_kings.steps.common import remove
from grognard.books.men_who_would_be_kings.steps.env import Opening
from grognard.books.men_who_would_be_kings.tables.fighting import MELEE_DICE, Strike
from grognard.books.men_who_would_be_kings.words import Upgrade, Where
from grognard.engine.choices import Ask
from grognard.engine.dice import Draw
from grognard.engine.flow import replace
from tests.books.men_who_would_be_kings.scenes import (
    ENGINE,
    NORTH,
    SOUTH,
    area,
    begin,
    gun,
    irregular,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule


@rule("T027", "T030", "R-12")
@pytest.mark.parametrize(
    ("left", "lost", "result"),
    [
        ((1, 0), (3, 3), "won"), ((1, 0), (4, 1), "won"), ((0, 1), (3, 3), "lost"), ((0, 1), (1, 4), "lost"),
        ((0, 0), (2, 1), "drawn"), ((0, 0), (1, 2), "drawn"), ((1, 1), (2, 2), "drawn"),
        ((1, 1), (1, 2), "won"), ((1, 1), (2, 1), "lost"), ((2, 1), (1, 0), "lost"),
    ],
)  # fmt: skip
def test_who_has_won_a_melee(left: tuple[int, int], lost: tuple[int, int], result: str) -> None:
    assert outcome_of(left, lost) == result


@rule("T098", "R-61")
@pytest.mark.parametrize(
    ("where", "leader", "fallen"),
    [(Where.EXITED, 0, 2), (Where.ROUTED, None, 12), (Where.RETREATED, None, 12)],
)
def test_who_leaves_in_good_order_keeps_his_leader(where: Where, leader: int | None, fallen: int) -> None:
    state = scene(unit("A", regular, 10, at=(36, 20), fallen=2, leader=0), unit("b", tribal, at=(36, 40)))
    desk: Desk = ENGINE.table(state, None, [], 0)  # type: ignore[assignment]
    remove(desk, state.units[0], where, "R-61", "exits")
    gone = desk.state.units[0]
    assert (gone.leader, gone.fallen, gone.models, gone.where) == (leader, fallen, (), where)


@rule("T089", "R-57")
def test_who_stands_still_needs_no_more_room_than_he_has() -> None:
    pressed = scene(unit("A", tribal, 1, places=[(3600, 2000)]), unit("B", tribal, 1, places=[(3600, 2100)]))
    state = replace(pressed, units=(pressed.units[0], replace(pressed.units[1], models=((3600, 2060),))))
    walker = Walker(state, state.units[0], 600, "move", True)
    assert walker.refusal(()) is None
    back = walker.refusal((("go", 0, 10), ("go", 0, -10)))
    assert back is not None
    assert back.cite == "T089"


def rider(mounted: bool) -> Unit:
    return unit("A", irregular, None, Upgrade.MOUNTED_INFANTRY, at=(36, 10), mounted=mounted)


@rule("F-M2")
@pytest.mark.parametrize(
    ("mounted", "legs", "told"),
    [
        (False, (("mount", 1), ("go", 0, 600)), ["moves", "mounts"]),
        (True, (("go", 0, 600), ("mount", 0)), ["moves", "dismounts"]),
        (True, (("go", 0, 600),), ["moves"]),
        (False, (("go", 0, 300),), ["moves"]),
        (False, (("mount", 1),), ["mounts"]),
    ],
)
def test_the_journal_tells_of_the_saddle_when_it_changes(
    mounted: bool, legs: tuple[object, ...], told: list[str]
) -> None:
    game = begin(scene(rider(mounted), unit("b", tribal, at=(36, 40)))).do("move", "A").total(12)
    before = len(game.log)
    game.do("go", legs)
    assert [
        entry.what for entry in game.log[before:] if entry.what in ("moves", "mounts", "dismounts")
    ] == told


@rule("F-B2")
def test_nobody_springs_up_outside_the_solo_game() -> None:
    plain = scene(unit("A", at=(20, 24)), unit("b", tribal, at=(60, 24)))
    game = begin(plain).do("move", "A").total(12).do("go", (("go", 100, 0),))
    assert isinstance(game.pending, Ask)
    assert not game.state.triggered


@rule("F-SC2")
@pytest.mark.parametrize(
    ("markers", "cards"), [((0,), (("prize", 1),)), ((0, 1), (("prize", 1), ("nothing", 1)))]
)
def test_the_last_marker_is_the_prize(markers: tuple[int, ...], cards: tuple[tuple[str, int], ...]) -> None:
    tasks = Task((NORTH,)), Task((SOUTH,), (SOUTH,), plays_on=True)
    spots = ((3600, 2050), (1000, 1000))
    state: State = scene(
        unit("A", tribal, at=(36, 44)),
        unit("b", regular, at=(36, 20)),
        tasks=tasks,
        victory="land",
        spots=spots,
    )
    throw = begin(replace(state, markers=markers), side=1).do("stand_to", "b").throw
    assert isinstance(throw.dice, Draw)
    assert throw.dice.cards == cards


@rule("F-SB2")
def test_between_two_buildings_the_column_says_which() -> None:
    houses = (
        area("building", 30, 28, 34, 32, "one", structure=3),
        area("building", 35, 28, 39, 32, "two", structure=3),
    )
    state = scene(
        unit("A", tribal, at=(60, 40)), unit("b", regular, at=(34.5, 26.5)), terrain=houses, victory="destroy"
    )
    state = replace(state, structure=(3, 3))
    game = begin(state, side=1).do("stand_to", "b")
    assert game.offers("level") == [0, 1]
    assert game.do("level", 1).state.structure == (3, 2)


@rule("R-40")
def test_the_higher_roll_chooses_whoever_threw_it() -> None:
    state = replace(scene(unit("A", at=(20, 5)), unit("b", at=(36, 44))), turn=0)
    state = replace(state, field=replace(state.field, first=None))
    game = begin(state, "battle", Opening()).total(9).total(5)
    assert game.ask.who == (0,)
    assert game.do("go_second").state.first == 1


@rule("T068", "T069")
def test_the_die_at_the_double_says_what_it_takes_to_reach_the_first_unit_too() -> None:
    state = scene(unit("A", tribal, 1, places=[(3600, 2000)]), unit("b", tribal, 1, places=[(3600, 3100)]))
    game = begin(state, side=1).do("charge", "b", "A")
    while game.throw.what != "double":
        game.total(12)
    assert game.throw.facts["needs"] == 1100 - 100 - 800


@rule("T082")
@pytest.mark.parametrize(("theirs", "told"), [(11, True), (12, False), (13, False)])
def test_close_order_caps_only_what_is_more(theirs: int, told: bool) -> None:
    strike = Strike(12, 5, False, False, "", True, theirs, False, "", False)
    found = MELEE_DICE.tally(strike, strike.models)
    capped = [line for line in found.lines if line.cite == "T082"]
    assert (found.total, bool(capped)) == (min(12, theirs), told)


@rule("R-23", "T042")
def test_a_whole_turn_on_the_spot_is_none() -> None:
    state = scene(
        unit("A", gun, at=(36, 20), facing=90),
        unit("b", tribal, at=(36, 40)),
        options=Options(crew_arc_deg=180),
    )
    game = begin(state).do("stand_to", "A")
    assert game.do("face", (("face", 3600),)).unit("A").facing == 0
