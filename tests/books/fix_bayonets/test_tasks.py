"""How Formations are told what to do, and guns come by a field of fire; every verb is rated."""

from __future__ import annotations

import pytest

from grognard.ai.plans import plan_for
from grognard.books.fix_bayonets.advice import guns
from grognard.books.fix_bayonets.advice.moves import ALWAYS, RATED, STANDING
from grognard.books.fix_bayonets.advice.tasks import tasks, told
from grognard.books.fix_bayonets.state import OM, State, Unit
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.engine.tasks import Duty
from tests.books.fix_bayonets.drill import ART, BOOK, CAV, INF, at, chief, country, man, state
from tests.books.fix_bayonets.test_advice import acting

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
    rated = [*RATED, *STANDING, *ALWAYS, "give_om", "initiative"]
    assert sorted(rated) == sorted(BOOK.sheet.labels)


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
