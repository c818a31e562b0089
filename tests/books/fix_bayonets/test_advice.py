"""How the computer commands: objectives, command, screens, guns, squares, charges; seldom for nothing."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.ai.corporal import Corporal
from grognard.ai.greedy import GreedyAgent
from grognard.ai.playout import Drill as Playing
from grognard.books.fix_bayonets.advice import chances
from grognard.books.fix_bayonets.advice.aims import faces_enemy, guns_upon
from grognard.books.fix_bayonets.advice.moves import moves
from grognard.books.fix_bayonets.state import LEADERS, OM, State, Unit
from grognard.books.fix_bayonets.steps.env import Act, Activation, Assaults, Charging, Facing, Formed
from grognard.books.fix_bayonets.words import Formation, Rank, Trait, Where
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Position, replace
from tests.books.fix_bayonets.drill import ART, BOOK, CAV, GRID, INF, Drill, at, chief, man, state

F = Formation


def led(*units: Unit, **more: Any) -> State:
    boss = replace(chief(0, 0, more.pop("leader", "1620"), cr=more.pop("cr", 30)), command=0)
    return replace(state(*units, **more), leaders=(boss,), active=(boss.id,))


def chosen(drill: Drill) -> Move:
    """What the computer does where a drill stands."""
    waits = drill.waits
    assert isinstance(waits, Ask)
    return GreedyAgent(BOOK, 1).choose(drill.position, waits, waits.who[0])


def acting(*units: Unit, **more: Any) -> Move:
    base = led(*units, **more)
    mine = tuple(unit.id for unit in base.at[units[0].hex])
    return chosen(Drill(base, "act", Act(mine, 16, 16)))


ENEMY = man(1, 1, INF, "column", 4, "1610")


@pytest.mark.parametrize(
    ("verbs", "played_out"),
    [
        (("act", "end_formation"), False),
        (("run",), False),
        (("ride", "stay"), False),
        (("march", "fire", "done"), True),
        (("shoot", "hold_fire"), True),
    ],
)
def test_officers_think_about_what_may_decide_something(verbs: tuple[str, ...], played_out: bool) -> None:
    look: Any = SimpleNamespace(ask=SimpleNamespace(offers=dict.fromkeys(verbs)))
    assert BOOK.advice.cares(look) is played_out


@pytest.mark.parametrize(("steps", "thought_of"), [(2, False), (8, True)])
def test_another_takes_the_lead_only_where_that_is_better_else_a_slip_could_go_on_for_ever(
    steps: int, thought_of: bool
) -> None:
    units = [man(0, 0, INF, "column", 2, "1616", seat=0), man(1, 0, INF, "column", steps, "1616", seat=1)]
    drill = Drill(led(*units), "act", Act((0, 1), 24, 24))
    waits = drill.waits
    assert isinstance(waits, Ask)
    thoughts = Playing(BOOK).thought_of(drill.position, waits, 0, 20)
    assert ("put_on_top" in {move.verb for move in thoughts}) is thought_of


def test_a_corporal_does_not_slip_in_a_circle_where_a_move_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        import_module(moves.__module__), "UNDONE", frozenset()
    )  # even if such a move always came to mind [F-6.1a]
    units = [man(0, 0, INF, "column", 2, "1616", seat=0), man(1, 0, INF, "column", 2, "1616", seat=1)]
    begin, engine = Drill(led(*units), "act", Act((0, 1), 24, 24)).position, BOOK.engine()
    for seed in range(60):
        corporal, now, seen = Corporal(BOOK, seed, slips=0.9), begin, set[Position]()
        while isinstance(waits := engine.pending(now), Ask) and waits.who == (0,) and now.agenda:
            assert now not in seen, f"seed {seed}"
            seen.add(now)
            now = engine.apply(now, corporal.choose(now, waits, 0))


def test_a_column_makes_for_the_enemy_and_a_line_in_touch_shoots() -> None:
    move = acting(man(0, 0, INF, "column", 5, "1618", mcf=8), ENEMY)
    assert move.verb == "march"
    assert GRID.distance(move.noun, ENEMY.hex) < GRID.distance(at("1618"), ENEMY.hex)
    near = replace(ENEMY, hex=at("1615"), halves=8, full=4)
    assert acting(replace(man(0, 0, INF, "line", 5, "1616", fv=7), facing=1), near).verb == "fire"


def test_the_broken_are_assaulted() -> None:
    broken = replace(man(1, 1, INF, "disordered", 4, "1615"), hex=at("1615"))
    assert acting(man(0, 0, INF, "column", 8, "1616", fv=4), broken).verb == "assault"
    strong = man(1, 1, INF, "square", 12, "1615")
    assert acting(man(0, 0, INF, "column", 3, "1616"), strong).verb != "assault"


def test_guns_come_into_action_where_there_is_a_target() -> None:
    guns = man(0, 0, ART, "limbered", 1, "1616", mcf=7)
    assert acting(replace(guns, facing=0), replace(ENEMY, hex=at("1611"))).verb == "unlimber"
    assert acting(replace(guns, facing=0), replace(ENEMY, hex=at("1601"))).verb == "march"


def test_a_screen_goes_out_before_contact() -> None:
    legere = man(0, 0, INF, "column", 6, "1616", sv=3, mcf=9)
    screen = man(2, 0, INF, "skirmish screen", 1, "1616", halves=0, parent=0)
    kept = replace(screen, where=Where.ATTACHED, hex=-1)
    assert acting(legere, replace(ENEMY, hex=at("1613")), kept).verb == "detach"
    horse = man(1, 1, CAV, "column", 4, "1613")
    assert acting(legere, horse, kept).verb != "detach"


def test_square_when_only_horse_is_near() -> None:
    horse = man(1, 1, CAV, "column", 4, "1612")
    foot = man(0, 0, INF, "column", 5, "1616", mcf=8)
    assert acting(foot, horse).verb == "form_square"
    both = replace(man(2, 1, INF, "column", 4, "1614"), id=2)
    assert acting(foot, horse, both).verb != "form_square"


def test_fresh_horse_keeps_out_of_musket_shot_and_spent_horse_draws_off() -> None:
    horse = man(0, 0, CAV, "column", 4, "1614", mcf=12)
    foe = replace(man(1, 1, INF, "line", 4, "1612", fv=7), facing=7)
    spent = acting(replace(horse, spent=True), foe)
    assert spent.verb == "march"
    assert GRID.distance(spent.noun, foe.hex) > GRID.distance(horse.hex, foe.hex)
    fresh = acting(horse, foe)
    assert fresh.verb != "march" or not guns_upon(led(horse, foe), 0, fresh.noun)


@pytest.mark.parametrize(("form", "charged"), [("disordered", True), ("square", False), ("line", False)])
def test_cavalry_is_not_spent_for_nothing(form: str, charged: bool) -> None:
    target = replace(man(1, 1, INF, form, 5, "1616"), facing=7 if form == "line" else 6)
    horse = man(0, 0, CAV, "column", 4, "1621", cv=4, traits=(Trait.LIGHT,))
    base = replace(led(horse, target), stack=(LEADERS,))
    assert (chosen(Drill(base, "charge", Charging(0))).verb == "charge") is charged


def test_a_charge_that_cannot_arrive_is_not_ordered() -> None:
    target = man(1, 1, INF, "disordered", 5, "1616")
    horse = man(0, 0, CAV, "column", 4, "1619", cv=4)
    wall = [
        replace(man(n, 0, INF, "column", 4, label), id=n)
        for n, label in ((2, "1617"), (3, "1517"), (4, "1717"))
    ]
    open_, shut = led(horse, target), led(horse, target, *wall)
    assert chances.charge_worth(open_, (horse,), (target,)) > 0.4
    assert chances.charge_worth(shut, (horse,), (target,)) < 0


def test_a_leader_keeps_his_stacks_in_command_and_is_given_an_objective() -> None:
    units = [
        replace(man(n, 0, INF, "column", 4, label), id=n)
        for n, label in ((0, "1614"), (2, "1612"), (3, "1616"))
    ]
    boss = replace(chief(0, 0, "1624", cr=4), command=0, om=OM(at("1606")))
    base = replace(state(units[0], ENEMY, *units[1:]), leaders=(boss,), active=(boss.id,))
    move = chosen(Drill(base, "formation", Formed(boss.id)))
    assert move.verb == "ride"
    assert all(GRID.distance(move.noun, unit.hex) <= 4 for unit in units)
    above = replace(chief(1, 0, "1625", cr=20), rank=Rank.ARMY)
    idle = replace(boss, om=None, superior=above.id)
    orders = replace(base, leaders=(idle, above), active=(above.id,), stack=(above.id,))
    assert chosen(Drill(orders, "activation", Activation())).verb in ("give_om", "bring")


def test_a_stack_whose_first_unit_has_fallen_acts_on() -> None:
    dead = man(0, 0, INF, "column", 4, "1616", where=Where.DEAD, halves=0)
    living = replace(man(2, 0, INF, "column", 4, "1616"), seat=1)
    base = led(dead, replace(ENEMY, hex=at("1615")), living)
    assert chosen(Drill(base, "act", Act((0, 2), 16, 16))).verb != "done"


def test_shot_bounding_into_friends_is_spared() -> None:
    guns = man(0, 0, ART, "unlimbered", 1, "1620", fv=7)
    front, friend = replace(ENEMY, hex=at("1616")), replace(man(2, 0, INF, "column", 9, "1615"), id=2)
    other = replace(man(3, 1, INF, "column", 4, "1716"), id=3)
    base = led(guns, front, friend, other)
    drill = Drill(base, "act", Act((0,), 14, 14))
    move = chosen(drill)
    assert move.verb != "fire" or move.noun != (0, 1)


def test_the_flank_is_taken_where_there_is_a_choice() -> None:
    foe = replace(man(1, 1, INF, "line", 5, "1615", spent=True), facing=7)
    base = state(man(0, 0, INF, "column", 5, "1717", fb=True), foe)
    drill = Drill(base, "assaults", Assaults(0)).do("assault_target", 1).do("send", 0)
    assert chosen(drill) == Move(0, "go_by", at("1716"))


def test_a_rallied_stack_looks_at_the_enemy() -> None:
    stack = man(0, 0, INF, "column", 4, "1616")
    base = state(replace(stack, facing=6), ENEMY)
    drill = Drill(base, "facing", Facing(0, loose=True))
    move = chosen(drill)
    drill.do(move.verb, move.noun)
    assert faces_enemy(drill.state, drill.unit(0))


def test_values_follow_the_tables() -> None:
    strong, weak = man(0, 0, INF, "line", 6, "1616", fv=8), man(0, 0, INF, "column", 3, "1616", fv=2)
    foe = replace(ENEMY, hex=at("1615"))
    assert chances.shot_worth(state(strong, foe), strong, foe) > chances.shot_worth(
        state(weak, foe), weak, foe
    )
    assert chances.chance(0, 6) == 0.7
    assert (chances.chance(9, 6), chances.chance(-9, 6)) == (0, 1)
