"""Mr Babbage: queues, appearances, returns, his lists. [TMWWBK F-B1–F-B12]"""

from __future__ import annotations

import random

import pytest

from grognard.ai.agents import levels, make, names
from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.advice.automaton import Babbage, hard, turn_order
from grognard.books.men_who_would_be_kings.facts.babbage import front_of, next_of, place_for, queues, tag_of
from grognard.books.men_who_would_be_kings.facts.bodies import gap, middle
from grognard.books.men_who_would_be_kings.facts.victory import over
from grognard.books.men_who_would_be_kings.state import Options, State, Task, Unit
from grognard.books.men_who_would_be_kings.steps.env import Coming
from grognard.books.men_who_would_be_kings.tables.solo import APPEARANCES, POSITIONS
from grognard.books.men_who_would_be_kings.words import Kind, Tag, Upgrade, Where
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import replace
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    ENGINE,
    SOUTH,
    WEST,
    Play,
    area,
    begin,
    gun,
    horse,
    irregular,
    light_horse,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param


def pooled(key: str, kind: Kind, *upgrades: Upgrade) -> Unit:
    return replace(unit(key, kind, None, *upgrades), where=Where.POOL, models=())


def solo(*units: Unit, **more: object) -> State:
    """A solo game: side 1 is Mr Babbage's."""
    state = scene(*units, victory="solo", solo=1, turns=30, tasks=(Task((WEST,)), Task((EAST,))), **more)
    if "queues" not in more:
        waiting = tuple(u for u in state.units if u.where is Where.POOL)
        state = replace(state, queues=queues(waiting, 1))
    return state


@rule("F-B1")
@pytest.mark.parametrize(
    ("each", "tag"),
    [
        param(unit("b", tribal), Tag.CHARGER, id="tribal foot"),
        param(unit("b", tribal, None, Upgrade.SHARPSHOOTERS), Tag.SHOOTER, id="tribal sharpshooters"),
        param(unit("b", irregular), Tag.SHOOTER, id="irregular foot"),
        param(unit("b", regular), Tag.SHOOTER, id="regular foot"),
        param(unit("b", light_horse), Tag.RIDER, id="cavalry"),
        param(unit("b", gun), Tag.GUNNER, id="a gun"),
    ],
)
def test_tags(each: Unit, tag: Tag) -> None:
    assert tag_of(each) is tag


@rule("F-B1")
def test_the_solo_game_begins_with_an_empty_table_of_natives() -> None:
    position = RULESET.start("mr_babbage")
    state: State = position.state
    assert not state.on_table(1)
    assert sum(len(queue) for queue in state.queues) == sum(u.side == 1 for u in state.units)
    assert all(x <= 600 for u in state.on_table(0) for x, _ in u.models)
    asked = ENGINE.pending(position)
    assert isinstance(asked, Ask)
    assert asked.who == (0,)
    costs = {
        level: sum(
            u.cost for u in RULESET.start("mr_babbage", Options(difficulty=level)).state.units if u.side == 1
        )
        for level in ("easy", "normal", "hard")
    }
    assert costs == {"easy": 18, "normal": 24, "hard": 36}


@rule("F-B1", "F-B2")
def test_queues_are_first_in_first_out_and_pass_on_in_a_ring() -> None:
    state = solo(unit("A", at=(10, 20)), pooled("b", light_horse), pooled("c", irregular), pooled("d", gun))
    assert state.queues == ((), (1,), (2, 3))
    assert next_of(state, Tag.RIDER) == 1
    assert next_of(state, Tag.CHARGER) == 1
    assert next_of(state, Tag.SHOOTER) == 2
    assert next_of(replace(state, queues=((), (), ())), Tag.SHOOTER) is None


@rule("F-B2")
@pytest.mark.parametrize(
    ("die", "tag"),
    [(1, None), (2, None), (3, Tag.SHOOTER), (4, Tag.CHARGER), (5, Tag.CHARGER), (6, Tag.RIDER)],
)
def test_what_appears(die: int, tag: Tag | None) -> None:
    assert APPEARANCES.find(die).value is tag


@rule("F-B3")
@pytest.mark.parametrize(("die", "turn"), [(1, 0), (2, 0), (3, 0), (4, 2700), (5, 900), (6, 1800)])
def test_where(die: int, turn: int) -> None:
    assert POSITIONS.find(die).value == turn


def stirred(state: State) -> Play:
    """The human unit moves an inch."""
    return begin(state).do("move", "A").total(12).do("go", (("go", 100, 0),))


@rule("F-B2", "F-B3")
def test_a_move_makes_a_charger_spring_up_at_short_rifle_range_in_front() -> None:
    game = stirred(solo(unit("A", at=(20, 24)), pooled("b", tribal)))
    assert game.throw.what == "appearance"
    game.fall(4)
    assert game.throw.what == "position"
    game.fall(2)
    native = game.unit("b")
    assert native.on_table
    assert abs(gap(game.state, game.unit("A"), native) - 900) <= 2
    assert middle(native)[0] > middle(game.unit("A"))[0]
    assert native.acted  # from the next native turn on
    assert game.state.queues == ((), (), ())


@rule("F-B2", "F-B3")
@pytest.mark.parametrize(("die", "inches"), [(2, 8), (5, 18)])
def test_on_a_five_its_own_move_or_long_range(die: int, inches: int) -> None:
    game = stirred(solo(unit("A", at=(20, 24)), pooled("b", tribal))).fall(5)
    assert game.throw.what == "distance"
    game.fall(die).fall(1)
    assert abs(gap(game.state, game.unit("A"), game.unit("b")) - inches * 100) <= 2


@rule("F-B2")
def test_nothing_on_one_and_two() -> None:
    game = stirred(solo(unit("A", at=(20, 24)), pooled("b", tribal))).fall(2)
    assert isinstance(game.pending, Ask)
    assert not game.unit("b").on_table


@rule("F-B2")
@pytest.mark.parametrize("switch", [False, True])
def test_firing_triggers_only_by_the_switch(switch: bool) -> None:
    state = solo(
        unit("A", at=(20, 24)),
        unit("b", tribal, at=(30, 24)),
        pooled("c", tribal),
        options=Options(trigger_on_fire=switch),
    )
    game = begin(state).do("fire", "A", "b").hits(0)
    assert isinstance(game.pending, Throw) == switch


@rule("F-B2")
def test_a_skirmish_triggers_if_it_moves_an_inch() -> None:
    state = solo(unit("A", at=(20, 24)), unit("b", tribal, at=(38, 24)), pooled("c", tribal))
    still = begin(state).do("fire_and_move", "A", "b").total(12).hits(0).do("go", ())
    assert isinstance(still.pending, Ask)
    moved = begin(state).do("fire_and_move", "A", "b").total(12).hits(0).do("go", (("go", 0, 200),))
    assert moved.throw.what == "appearance"


@rule("F-B3")
def test_front_is_where_the_unit_was_going() -> None:
    assert (
        front_of(unit("A", at=(20, 24), was=(2000, 2000))) < 200
        or front_of(unit("A", at=(20, 24), was=(2000, 2000))) > 3400
    )
    assert front_of(unit("A", at=(20, 24))) == 900


@rule("F-B3")
def test_shooters_take_cover_near_where_they_appear() -> None:
    rocks = (area("rocks", 32, 19, 38, 24),)
    state = solo(unit("A", at=(20, 24)), pooled("b", irregular), terrain=rocks)
    models = place_for(state, state.units[1], state.units[0], 900, 900)
    assert models is not None
    bare = place_for(
        replace(state, field=replace(state.field, terrain=())), state.units[1], state.units[0], 900, 900
    )
    assert models != bare


@rule("F-B3")
def test_without_room_it_stays_at_the_head_of_its_queue() -> None:
    water = tuple(
        area("deep_water", *box, name=name)
        for name, box in (("east", (10, 0, 72, 48)), ("north", (0, 28, 10, 48)), ("south", (0, 0, 10, 20)))
    )
    state = solo(unit("A", at=(5, 24)), pooled("b", tribal), terrain=water)
    game = begin(state, "appearance", Coming(0)).fall(4).fall(1)
    assert game.told("finds no room")
    assert game.state.queues == ((1,), (), ())


@rule("F-B4")
def test_a_quiet_turn_rolls_for_the_unit_nearest_the_middle() -> None:
    state = solo(unit("A", at=(10, 24)), unit("B", at=(20, 24)), pooled("b", tribal))
    game = begin(state).do("end_turn")
    assert (game.throw.what, game.throw.facts["unit"]) == ("appearance", 1)
    stirred_ = begin(replace(state, triggered=True)).do("end_turn")
    assert not (isinstance(stirred_.pending, Throw) and stirred_.throw.what == "appearance")


@rule("F-B5")
@pytest.mark.parametrize(
    ("lost", "die", "back"), [(0, 2, True), (0, 1, False), (3, 4, False), (3, 5, True), (5, 6, False)]
)
def test_natives_come_back(lost: int, die: int, back: bool) -> None:
    state = solo(
        unit("A", at=(20, 24)),
        unit("b", tribal, 1, at=(28, 24)),
        unit("c", tribal, at=(60, 44)),
        lost_for_good=lost,
    )
    game = begin(state).do("fire", "A", "b").hits(1)
    assert game.throw.what == "return"
    game.fall(die)
    native = game.unit("b")
    assert (native.where is Where.POOL) == back
    if back:
        assert native.fallen == 0
        assert game.state.queues[0] == (1,)
    else:
        assert game.state.lost_for_good == lost + 1
        assert game.state.points_gone == 3


@rule("F-B5", "R-48")
def test_bystanders_test_before_the_return_is_thrown() -> None:
    state = solo(unit("A", at=(20, 24)), unit("b", tribal, 1, at=(28, 24)), unit("c", tribal, at=(34, 24)))
    game = begin(state).do("fire", "A", "b").hits(1)
    assert game.throw.what == "pinning"
    assert game.total(12).throw.what == "return"


@rule("F-B6")
def test_how_the_solo_game_ends() -> None:
    assert over(solo(unit("A", at=(20, 24)), unit("b", tribal, at=(40, 24))), False) is None
    won = over(solo(unit("A", at=(20, 24))), False)
    assert won is not None
    assert won.winner == 0
    gone = replace(unit("A"), where=Where.ROUTED, models=(), fallen=12)
    beaten = over(solo(gone, unit("b", tribal, at=(40, 24))), False)
    assert beaten is not None
    assert beaten.winner == 1
    late = solo(
        unit("A", at=(20, 24)), replace(gone, key="B"), unit("b", tribal, at=(40, 24)), turn=30, points_gone=6
    )
    assert over(late, True).winner == 0  # type: ignore[union-attr]
    assert over(replace(late, points_gone=5), True).winner == 1  # type: ignore[union-attr]


@rule("F-B7")
def test_an_order_bonus_for_mr_babbage() -> None:
    state = solo(
        unit("A", at=(20, 24)), unit("b", irregular, at=(60, 24)), options=Options(babbage_order_bonus=1)
    )
    assert begin(state, side=1).do("move", "b").total(6).told("obeys")
    plain = replace(state, options=Options())
    assert begin(plain, side=1).do("move", "b").total(6).told("does nothing")


# ---- his lists


def orders(state: State, key: str) -> tuple[str, int]:
    """What Mr Babbage tells a unit, and at whom."""
    each = next(u for u in state.units if u.key == key)
    found = Babbage().orders(state, each)
    return found.action, found.target


@rule("F-B7")
def test_nearest_first() -> None:
    state = solo(unit("A", at=(20, 24)), unit("b", tribal, at=(60, 24)), unit("c", tribal, at=(40, 24)))
    assert turn_order(state, 1) == (2, 1)


@rule("F-B8")
@pytest.mark.parametrize(
    ("native", "verb", "target"),
    [
        param(unit("b", tribal, at=(27, 24)), "attack", 0, id="in reach"),
        param(unit("b", tribal, at=(34, 24)), "charge", 0, id="within a run"),
        param(unit("b", tribal, at=(50, 24)), "move", -1, id="far away"),
        param(unit("b", tribal, at=(27, 24), pins=1), "rally", -1, id="Pinned"),
        param(unit("b", tribal, 8, at=(44, 24), fallen=8), "go_to_ground", -1, id="weak and under long fire"),
    ],
)
def test_chargers(native: Unit, verb: str, target: int) -> None:
    assert orders(solo(unit("A", at=(20, 24)), native), "b") == (verb, target)


@rule("F-B8")
def test_chargers_take_the_soft_target_first() -> None:
    formed = unit("A", at=(26, 20), close_order=True, facing=90)
    state = solo(formed, unit("B", at=(26, 29)), unit("b", tribal, at=(33, 24)))
    assert hard(state, state.units[2], state.units[0])
    assert orders(state, "b") == ("attack", 1)


@rule("F-B9")
def test_riders_take_the_pinned_and_the_weak() -> None:
    state = solo(unit("A", at=(20, 20)), unit("B", at=(20, 30), pins=1), unit("b", light_horse, at=(30, 25)))
    assert orders(state, "b") == ("attack", 1)
    far = solo(unit("A", at=(10, 20)), unit("b", light_horse, at=(60, 25)))
    assert orders(far, "b")[0] == "move"


@rule("F-B10")
def test_shooters_fire_from_cover_and_close_in_without() -> None:
    rocks = (area("rocks", 34, 20, 42, 28),)
    covered = solo(unit("A", at=(20, 24)), unit("b", irregular, at=(38, 24)), terrain=rocks)
    assert orders(covered, "b") == ("fire", 0)
    bare = solo(unit("A", at=(20, 24)), unit("b", irregular, at=(39, 24)))
    assert orders(bare, "b")[0] == "move"
    close = solo(unit("A", at=(20, 24)), unit("b", irregular, at=(31, 24)))
    assert orders(close, "b") == ("fire", 0)
    half = solo(unit("A", at=(20, 24)), unit("b", irregular, at=(35, 24)))
    assert orders(half, "b")[0] == "skirmish"
    seeking = solo(unit("A", at=(20, 24)), unit("b", irregular, at=(44, 24)), terrain=rocks)
    assert orders(seeking, "b")[0] == "move"


@rule("F-B10")
def test_shooters_run_from_a_charge_they_cannot_answer() -> None:
    dry = unit("b", irregular, at=(28, 24), dry=True)
    assert orders(solo(unit("A", horse, at=(20, 24)), dry), "b")[0] == "move"
    assert orders(solo(unit("A", horse, at=(20, 24)), replace(dry, dry=False)), "b") == ("fire", 0)


@rule("F-B11")
def test_gunners_fire_where_it_hurts_most() -> None:
    state = solo(
        unit("A", regular, 2, at=(20, 24)), unit("B", regular, at=(20, 34)), unit("b", gun, at=(40, 28))
    )
    assert orders(state, "b") == ("fire", 1)


@rule("F-B12")
def test_the_imperial_list() -> None:
    formed = unit("A", regular, at=(20, 24), close_order=True, facing=90)
    near, far = unit("b", tribal, at=(31, 24)), unit("b", tribal, at=(38, 24))
    tasks = Task((SOUTH,)), Task((EAST,))
    assert orders(scene(formed, near, tasks=tasks), "A") == ("volley", 1)
    assert orders(scene(formed, far, tasks=tasks), "A") == ("fire", 1)
    loose = unit("A", regular, at=(20, 24))
    assert orders(scene(loose, unit("b", tribal, at=(38, 24))), "A") == ("form_close_order", -1)
    assert orders(scene(loose, near), "A") == ("fire", 1)
    assert orders(scene(loose, unit("b", tribal, at=(60, 24))), "A")[0] == "move"
    runner = Task((WEST,), (EAST,)), Task((SOUTH,))
    assert (
        orders(scene(loose, unit("b", tribal, at=(60, 24)), tasks=runner, victory="hills"), "A")[0]
        == "double"
    )


@rule("F-B9")
def test_follow_up_after_a_soft_enemy() -> None:
    state = solo(unit("A", regular, at=(30, 24)), unit("b", light_horse, at=(40, 24)))
    game = begin(state, side=1).do("attack", "b", "A").hits(3).hits(0).total(7).total(12)
    assert Babbage().choose(game.position, game.ask, 1).verb == "follow_up"


@rule("F-B7", "F-B6")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_automaton_plays_to_the_end(seed: int) -> None:
    assert "babbage" in names(RULESET)
    assert "Mr Babbage" in [level.title for level in levels(RULESET)]
    agents = make("random", RULESET, seed), make("babbage", RULESET, seed)
    rng = random.Random(seed)
    position = RULESET.start("mr_babbage")
    for _ in range(3000):
        waiting = ENGINE.pending(position)
        if waiting is None:
            break
        if isinstance(waiting, Throw):
            position = ENGINE.apply(position, waiting.roll(rng))
        else:
            side = waiting.who[0]
            position = ENGINE.apply(position, agents[side].choose(position, waiting, side))
    assert position.over
    assert position.state.outcome is not None


@rule("F-B4")
def test_no_appearance_once_the_queues_are_empty() -> None:
    state = solo(unit("A", at=(10, 24)), unit("b", tribal, at=(60, 24)))
    game = begin(state).do("end_turn")
    assert isinstance(game.pending, Ask)
