"""How Formations are told what to do, and guns come by a field of fire; every verb is rated."""

from __future__ import annotations

import random

import pytest

from grognard.ai.greedy import GreedyAgent
from grognard.ai.plans import plan_for, variants
from grognard.books.fix_bayonets.advice import guns
from grognard.books.fix_bayonets.advice.moves import RATED, STANDING, SUMS
from grognard.books.fix_bayonets.advice.tasks import tasks, told
from grognard.books.fix_bayonets.facts.ground import distance
from grognard.books.fix_bayonets.state import OM, State, Unit
from grognard.books.fix_bayonets.steps.env import Act
from grognard.books.fix_bayonets.steps.verbs import VERBS, Rating
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.engine.tasks import NO_PLAN, Duty, Plan, Task
from tests.books.fix_bayonets.drill import ART, BOOK, CAV, INF, Drill, at, chief, country, man, state
from tests.books.fix_bayonets.test_advice import acting, led

FARM, MILL = at("1610"), at("1616")


def field(
    *units: Unit, turn: int = 1, prizes: tuple[tuple[int, int, int, int], ...] = ((FARM, 4, 4, -1),)
) -> State:
    ground = replace(country(), prizes=prizes)
    return replace(state(*units, field=ground), turn=turn)


def test_who_asks_for_the_same_ground_is_there_on_the_same_day() -> None:
    first = man(0, 0, INF, "column", 5, "1618", command=0)
    second = man(1, 0, INF, "column", 5, "1622", command=1)
    foe = man(2, 1, INF, "column", 5, "1608", command=2)
    told = tasks(field(first, second, foe), 0)
    assert [told[number][0].duty for number in (0, 1)] == [Duty.TAKE, Duty.TAKE]
    assert told[0][0].place == told[1][0].place == FARM
    assert told[0][0].when == told[1][0].when == 1 + 3  # the second has twelve hexes to go, four a turn


def test_who_is_too_far_off_supports_and_nobody_waits_for_him() -> None:
    first = man(0, 0, INF, "column", 5, "1612", command=0)
    second = man(1, 0, INF, "column", 5, "1630", command=1)
    told = tasks(field(first, second, man(2, 1, INF, "column", 5, "1608", command=2)), 0)
    assert told[0][0].when == 1 + 1
    assert (told[1][0].duty, told[1][0].friend) == (Duty.SUPPORT, 0)


@pytest.mark.parametrize(
    ("arm", "form", "duty"), [(CAV, "column", Duty.SCREEN), (ART, "limbered", Duty.BOMBARD)]
)
def test_horse_screens_and_guns_bombard(arm: object, form: str, duty: Duty) -> None:
    body = man(0, 0, arm, form, 1 if arm is ART else 4, "1618", command=0)  # type: ignore[arg-type]
    told = tasks(field(body, man(1, 1, INF, "column", 5, "1608", command=1)), 0)
    assert told[0][0].duty is duty


def test_a_formation_keeps_to_the_ground_of_its_orders_unless_other_ground_is_clearly_nearer() -> None:
    body = man(0, 0, INF, "column", 5, "1614", command=0)
    foe = man(1, 1, INF, "column", 5, "1603", command=1)
    both = ((FARM, 4, 4, -1), (MILL, 4, 4, -1))
    free = field(body, foe, prizes=both)
    assert tasks(free, 0)[0][0].place == MILL  # two hexes instead of four
    boss = replace(chief(0, 0, "1614"), command=0, om=OM(FARM))
    assert tasks(replace(free, leaders=(boss,)), 0)[0][0].place == FARM
    near = replace(free, units=(replace(body, hex=at("1615")), foe), leaders=(boss,))
    assert tasks(near, 0)[0][0].place == MILL


def test_who_holds_all_he_wants_and_is_ahead_keeps_it() -> None:
    body = man(0, 0, INF, "column", 5, "1610", command=0)
    mine = field(body, man(1, 1, INF, "column", 5, "1603", command=1), prizes=((FARM, 9, 9, -1),))
    assert tasks(mine, 0)[0][0].duty is Duty.HOLD
    behind = replace(mine, field=replace(mine.field, lead=50))
    assert tasks(behind, 0)[0][0].duty is Duty.TAKE


def test_guns_that_see_nobody_turn_to_somebody_before_anything_else() -> None:
    battery = replace(man(0, 0, ART, "unlimbered", 1, "1616", fv=7, range=6), facing=0)
    beside = man(1, 1, INF, "column", 5, "1918")
    base = state(battery, beside)
    assert guns.best_shot(base, base.units[0]) == 0
    assert guns.turn(base, base.units[0], 1) > 0 > guns.turn(base, base.units[0], -1)
    assert acting(battery, beside).verb == "turn_right"
    ahead = state(battery, man(1, 1, INF, "column", 5, "1612"))
    assert guns.turn(ahead, ahead.units[0], 1) < 0


def test_a_masked_battery_is_run_to_a_flank_or_limbers() -> None:
    battery = replace(man(0, 0, ART, "unlimbered", 1, "1616", fv=7, range=6, mcf=7), facing=0)
    masks = [replace(man(n, 0, INF, "column", 6, label), id=n) for n, label in ((2, "1615"), (3, "1614"))]
    foe = replace(man(1, 1, INF, "column", 5, "1613"), id=1)
    move = acting(battery, foe, *masks)
    assert move.verb in ("prolonge", "limber", "turn_left", "turn_right")


def test_two_battalions_beside_one_are_worth_an_assault_that_one_is_not() -> None:
    foe = man(1, 1, INF, "column", 6, "1615", spent=True)
    mine = man(0, 0, INF, "column", 6, "1616", fv=4)
    other = replace(man(2, 0, INF, "column", 6, "1716", fv=4, facing=10), id=2)
    alone, together = acting(mine, foe), acting(mine, foe, other)
    assert alone != Move(0, "assault")
    assert together == Move(0, "assault")


def test_every_verb_of_the_book_is_rated_once() -> None:
    rated = [*RATED, *STANDING, "give_om", "initiative"]
    assert sorted(rated) == sorted(BOOK.sheet.labels)
    assert {*SUMS, Rating.ORDERS} == set(Rating)
    assert set(Rating) == {row.rating for row in VERBS.values() if isinstance(row.rating, Rating)}


def test_a_plan_is_told_by_formation_and_ground() -> None:
    """Ground that counts by its name, and where the enemy stands by his hex."""
    horse = man(0, 0, CAV, "line", 5, "1620", command=0)
    foot = man(1, 0, INF, "column", 5, "1618", command=1)
    foe = man(2, 1, INF, "column", 5, "1608", command=2)
    base = field(horse, foot, foe)
    base = replace(base, field=replace(base.field, places=((FARM, "the farm"),)))
    keys = [command.key for command in base.commands]
    when = tasks(base, 0)[1][0].when
    assert told(base, 0, plan_for(BOOK.advice, base, 0)) == (
        f"{keys[0]}: rides with those who go for the farm", f"{keys[1]}: goes for the farm by turn {when}",
    )  # fmt: skip
    bare = replace(base, field=replace(base.field, prizes=(), places=()))
    assert told(bare, 0, plan_for(BOOK.advice, bare, 0))[1] == f"{keys[1]}: goes for the enemy at hex 1608"


def orders(position: State, side: int = 0) -> dict[object, list[Task]]:
    """What each Formation could be ordered."""
    return {number: [task for task in some if task.firm] for number, some in tasks(position, side).items()}


def test_a_formation_may_be_ordered_at_the_enemy_to_stand_or_in_with_the_others() -> None:
    first = man(0, 0, INF, "column", 5, "1618", command=0)
    second = man(1, 0, INF, "column", 5, "1622", command=1)
    foe = man(2, 1, INF, "column", 5, "1608", command=2)
    found = orders(field(first, second, foe, turn=2))
    for number, heart in ((0, "1618"), (1, "1622")):
        assert found[number] == [
            Task(Duty.TAKE, at("1608"), 2, firm=True),
            Task(Duty.HOLD, at(heart), firm=True),
            Task(Duty.TAKE, FARM, 2 + 3, firm=True),  # on the day the second can be there
        ]


def test_who_follows_is_waited_for_only_if_it_is_ordered() -> None:
    first = man(0, 0, INF, "column", 5, "1612", command=0)
    second = man(1, 0, INF, "column", 5, "1630", command=1)
    position = field(first, second, man(2, 1, INF, "column", 5, "1608", command=2))
    own, ordered = tasks(position, 0)[0][0], orders(position)[0][-1]
    assert (own.duty, ordered.duty) == (Duty.TAKE, Duty.TAKE)
    assert own.when < ordered.when == orders(position)[1][-1].when


def test_guns_by_themselves_have_no_orders_and_nobody_waits_at_the_end() -> None:
    guns_alone = man(0, 0, ART, "limbered", 1, "1618", command=0)
    foot = man(1, 0, INF, "column", 5, "1622", command=1)
    base = field(guns_alone, foot, man(2, 1, INF, "column", 5, "1608", command=2))
    assert orders(base)[0] == []
    last = replace(base, turn=base.field.turns)
    assert all(task.when <= base.field.turns for some in tasks(last, 0).values() for task in some)
    assert [task.duty for task in orders(last)[1]] == [Duty.TAKE, Duty.HOLD]


def test_orders_bend_where_a_stack_marches() -> None:
    """By itself it goes for the farm; ordered to stand it stays, ordered at the enemy it goes for him."""
    mine = man(0, 0, INF, "column", 5, "1618", command=0)
    foe = man(1, 1, INF, "column", 5, "2418", command=1)
    ground = field(mine, foe).field
    drill = Drill(led(mine, foe, field=ground), "act", Act((0,), 16, 16))
    at_him, stand = orders(drill.state)[0][:2]
    agent = GreedyAgent(BOOK)

    def nearer(plan: Plan, there: int) -> int:
        ranked = agent.ranked(drill.position, drill.waits, 0, random.Random(0), plan)
        move = next(move for move, _ in ranked if move in drill.waits)
        return distance(ground, mine.hex, there) - distance(ground, move.noun, there)

    assert nearer({}, FARM) == nearer({0: at_him}, foe.hex) == 1
    ranked = agent.ranked(drill.position, drill.waits, 0, random.Random(0), {0: stand})
    assert next(move.verb for move, _ in ranked if move in drill.waits) != "march"


@pytest.mark.parametrize("scenario", sorted(BOOK.scenarios))
def test_officers_have_orders_to_weigh_in_every_battle(scenario: str) -> None:
    state = BOOK.start(scenario).state
    if state.turn < 1:
        state = replace(state, turn=1)
    for side in (0, 1):
        choices = tasks(state, side)
        assert not any(some[0].firm for some in choices.values()), "who does not search is given none"
        if choices:
            assert len(variants(choices, NO_PLAN, 8)) > 2


def test_orders_are_told_in_words() -> None:
    mine = man(0, 0, INF, "column", 5, "1618", command=0)
    position = field(mine, man(1, 1, INF, "column", 5, "1608", command=1))
    at_him, stand, together = orders(position)[0]
    said = [told(position, 0, {0: task})[0].split(": ")[1] for task in (at_him, stand, together)]
    assert said == [
        "goes for the enemy at hex 1608",
        "stands where it is",
        f"goes for hex 1610 by turn {together.when}",
    ]
