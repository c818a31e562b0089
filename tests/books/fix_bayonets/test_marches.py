"""On the march: reinforcements, wide Screens, weather and night, changes and moves under fire."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.assault import withdrawals
from grognard.books.fix_bayonets.facts.checks import skirmish, why_not_square
from grognard.books.fix_bayonets.facts.fire import mfv
from grognard.books.fix_bayonets.facts.moving import change_price, changes, entry_hexes, steps
from grognard.books.fix_bayonets.facts.retreat import rank
from grognard.books.fix_bayonets.facts.stacks import allowance
from grognard.books.fix_bayonets.facts.zones import fire_zones
from grognard.books.fix_bayonets.state import LEADERS, Options, State, Unit
from grognard.books.fix_bayonets.steps.env import Act, Charging, Formed, Turn
from grognard.books.fix_bayonets.words import Fate, Formation, Kind, Order, Trait, Weather, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import (
    ART,
    CAV,
    INF,
    Drill,
    at,
    chief,
    country,
    man,
    skirmish_zones,
    state,
)
from tests.rules import rule

F = Formation


def led(*units: Unit, **more: Any) -> State:
    boss = replace(chief(0, 0, "1625", cr=40), command=0)
    return replace(state(*units, **more), leaders=(boss,), active=(LEADERS,), stack=(LEADERS,))


def acting(first: Unit, *units: Unit, **more: Any) -> Drill:
    scene = led(*sorted((first, *units), key=lambda u: u.id), **more)
    whole = allowance(scene, scene.at[first.hex])
    return Drill(scene, "act", Act((first.id,), whole, whole, good=first.good))


# ---- reinforcements


def arriving(field: Any = None, sky: str = "clear", unit: Unit | None = None, **more: Any) -> Drill:
    coming = unit or man(0, 0, INF, "column", 4, "1631", mcf=8)
    coming = replace(coming, where=Where.WAITING, arrives=2)
    scene = led(coming, man(1, 1, INF, "column", 4, "0101"), field=field, weather=sky)
    drill = Drill(scene, "formation", Formed(LEADERS))
    if "stay" in drill.verbs:
        drill.do("stay")
    return drill.do("enter", (0, at("1631")))


@pytest.mark.parametrize(("field", "sky", "left"), [
    pytest.param(None, "clear", 7, marks=rule("F-10.11")), pytest.param(None, "rain", 3, marks=rule("F-10.11", "WX-05")),
    pytest.param(country(h1631="w"), "clear", 5, marks=rule("F-10.11")), pytest.param(None, "squall", 1, marks=rule("F-10.11", "WX-06")),
    pytest.param(country(h1631="~"), "rain", 2, marks=rule("F-10.11", "WX-05")),
])  # fmt: skip
def test_a_reinforcement_pays_its_hex_out_of_what_the_weather_leaves(field: Any, sky: str, left: int) -> None:
    drill = arriving(field, sky)
    env = drill.position.agenda[-1].env
    assert env.left == 2 * left
    assert drill.unit(0).used == env.whole - env.left


@rule("F-10.11", "F-10.1", "WX-06")
def test_who_comes_in_with_nothing_left_has_used_no_more_than_it_had() -> None:
    slow = man(0, 0, INF, "column", 4, "1631", mcf=2)
    drill = arriving(sky="squall", unit=slow)
    assert drill.unit(0).hex == at("1631")
    assert drill.unit(0).used == 0
    assert not drill.verbs & {"march", "turn_left", "turn_right"}


@rule("F-10.11", "F-10.1")
def test_an_arrival_takes_only_a_hex_it_can_pay() -> None:
    coming = replace(man(0, 0, INF, "column", 4, "1631", mcf=8), where=Where.WAITING)
    wood = country(h1631="w")
    assert entry_hexes(state(coming, field=wood), coming) == (at("1631"),)
    assert at("1631") not in entry_hexes(state(coming, field=wood, weather="squall"), coming)
    guns = replace(man(0, 0, ART, "limbered", 1, "1631"), where=Where.WAITING)
    assert at("1631") not in entry_hexes(state(guns, field=wood), guns)


@rule("F-10.11", "F-13.3", "F-8.3")
def test_coming_in_is_a_move() -> None:
    drill = arriving()
    assert "march" in drill.verbs
    assert not drill.verbs & {"force_march", "detach", "take_along"}
    guns = arriving(unit=man(0, 0, ART, "limbered", 1, "1631", mcf=7))
    assert guns.unit(0).shifted


@rule("F-10.11", "F-13.4", "F-14.1")
def test_whoever_comes_in_before_the_enemy_is_shot_at_and_skirmished_with() -> None:
    coming = replace(man(0, 0, INF, "column", 4, "1631", mcf=8), where=Where.WAITING, arrives=2)
    enemy = man(1, 1, INF, "line", 4, "1630", facing=7, sv=2)
    drill = Drill(led(coming, enemy), "formation", Formed(LEADERS))
    if "stay" in drill.verbs:
        drill.do("stay")
    drill.do("enter", (0, at("1631")))
    assert drill.waits.what == "skirmish check"
    drill.fall(0)
    assert drill.verbs == {"shoot", "hold_fire"}


# ---- prices, checks and the sky


@rule("FCC-02", "PT-05", "WX-05")
def test_poorly_trained_horse_pays_half_of_what_it_has() -> None:
    horse = man(0, 0, CAV, "column", 4, "1616", mcf=13, traits=(Trait.POOR,))
    wet = led(horse, weather="rain")
    whole = allowance(wet, (horse,))
    assert whole == 12
    assert change_price((horse,), F.LINE, whole) == 6
    assert F.LINE in changes(wet, (horse,), whole, whole, True)
    assert change_price((horse,), F.LINE, 26) == 14


@rule("TEM-11", "F-23", "SEQ-17")
@pytest.mark.parametrize(("night", "plus"), [(2, 2), (3, 1)])
def test_night_comes_before_the_rally_of_its_turn(night: int, plus: int) -> None:
    field = replace(country(), night=night)
    shaken = man(0, 0, INF, "disordered", 4, "1616")
    drill = Drill(replace(state(shaken, field=field), turn=1), "turn", Turn()).do("rally", 0)
    assert drill.waits.why.total == plus


@rule("F-23", "SEQ-05")
def test_the_sky_stays_as_it_was_until_it_is_rolled() -> None:
    field = replace(country(), dusk=2)
    shaken = man(0, 0, INF, "disordered", 4, "1616")
    base = replace(state(shaken, field=field, weather="snowfall"), turn=1)
    drill = Drill(base, "turn", Turn())
    assert drill.state.weather == (Weather.DUSK, Weather.SNOWFALL)
    assert [entry.cite for entry in drill.log if entry.what == "weather"] == ["F-23"]


@rule("F-11.2", "R-48", "WX-06")
@pytest.mark.parametrize(("sky", "meets"), [("clear", True), ("night", True), ("squall", False)])
def test_nobody_skirmishes_in_a_squall(sky: str, meets: bool) -> None:
    foot = man(0, 0, INF, "column", 4, "1616", mcf=24)
    enemy = man(1, 1, INF, "line", 4, "1614", facing=7, sv=3)
    base = led(foot, enemy, weather=sky)
    assert (skirmish(base, (foot,), at("1615")) is not None) is meets
    screen = replace(enemy, formation=F.SCREEN, halves=2)
    assert bool(skirmish_zones(led(foot, screen, weather=sky), 1)) is meets
    assert bool(fire_zones(base, 1)) is meets


# ---- wide Screens


HUSSARS = man(0, 0, CAV, "skirmish screen", 4, "1616", mcf=14, facing=1, hex2=at("1716"), sv=1)
LIGHTS = man(0, 0, INF, "skirmish screen", 2, "1616", mcf=9, facing=1, hex2=at("1716"), sv=3)
FAR = man(1, 1, INF, "column", 4, "0101")


@rule("R-65", "F-10.5", "STK-05")
def test_a_cavalry_screen_over_two_hexes_moves_as_one() -> None:
    drill = acting(HUSSARS, FAR).do("march", at("1615"))
    unit = drill.unit(0)
    assert unit.hex == at("1615")
    assert unit.hex2 == at("1715")
    taken = man(2, 0, INF, "column", 4, "1715")
    assert at("1615") not in steps(led(HUSSARS, FAR, taken), (HUSSARS,), 28, True), (
        "the other half finds no room"
    )
    edge = replace(HUSSARS, hex=at("3016"), hex2=at("3116"))
    assert at("3116") not in steps(led(edge, FAR), (edge,), 28, True)


@rule("SKC-04", "R-65")
def test_an_active_cavalry_screen_of_four_steps_meets_skirmishers_with_its_row() -> None:
    enemy = man(1, 1, INF, "line", 4, "1613", facing=7, sv=2, spent=True)
    drill = acting(HUSSARS, enemy).do("march", at("1615")).do("march", at("1614"))
    assert drill.waits.what == "skirmish check"
    assert "SKC-04" in [line.cite for line in drill.waits.why.lines]


@rule("R-65", "F-14.1")
def test_either_half_of_a_wide_screen_meets_the_enemy() -> None:
    enemy = man(1, 1, INF, "line", 4, "1814", facing=7, sv=2)
    drill = acting(HUSSARS, enemy).do("march", at("1615"))
    assert drill.waits.what == "skirmish check"
    assert drill.fall(0).verbs == {"shoot", "hold_fire"}
    drill.do("shoot", 1)
    assert drill.waits.what == "fire"


@rule("R-65", "F-11.3")
@pytest.mark.parametrize("label", ["1614", "1814"])
def test_a_zone_before_either_half_stops_a_wide_screen(label: str) -> None:
    lights = replace(LIGHTS, mcf=20)
    enemy = man(1, 1, INF, "line", 4, label, facing=7, spent=True)
    drill = acting(lights, enemy).do("march", at("1615"))
    assert "march" not in drill.verbs
    free = acting(lights, replace(enemy, hex=at("1604"))).do("march", at("1615"))
    assert "march" in free.verbs


@rule("R-65", "F-10.2", "F-7")
def test_a_wide_screen_pays_the_dearer_half_and_double_when_it_gives_way() -> None:
    base = led(HUSSARS, FAR, field=country(h1715="~"))
    found = steps(base, (HUSSARS,), 28, True)
    assert found[at("1615")] == 6, "a brook costs horse 3"
    assert found[at("1617")] == 4, "backwards costs double"
    assert steps(led(HUSSARS, FAR), (HUSSARS,), 28, True)[at("1615")] == 2


@rule("R-65", "F-22.2", "F-9.7")
def test_both_halves_of_a_wide_screen_take_ground_and_drive_off_leaders() -> None:
    field = replace(country(), prizes=((at("1615"), 1, 1, -1), (at("1715"), 1, 1, -1)))
    scene = led(HUSSARS, FAR, field=field)
    alone = chief(1, 1, "1715")
    drill = Drill(replace(scene, leaders=(*scene.leaders, alone)), "act", Act((0,), 28, 28)).do(
        "march", at("1615")
    )
    assert dict(drill.state.holders) == {at("1615"): 0, at("1715"): 0}
    assert drill.waits.what == "stranded"


@rule("F-17.5", "R-65")
def test_a_wide_screen_slips_away_only_if_both_halves_find_cover() -> None:
    from grognard.books.fix_bayonets.facts.charging import screen_exits

    both = country(h1617="r", h1717="r")
    assert at("1617") in screen_exits(led(HUSSARS, FAR, field=both), (HUSSARS,))
    assert screen_exits(led(HUSSARS, FAR, field=country(h1617="r")), (HUSSARS,)) == ()
    friend = man(2, 0, INF, "column", 4, "1717")
    assert screen_exits(led(HUSSARS, FAR, friend, field=both), (HUSSARS,)) == ()


@rule("R-66", "SQR-03", "SQR-04", "F-10.5")
def test_two_steps_of_light_infantry_form_a_wide_screen_that_may_try_for_square() -> None:
    small = man(0, 0, INF, "column", 2, "1616", mcf=9, sv=3)
    drill = acting(small, FAR)
    room = min(drill.nouns("form_screen"))
    drill.do("form_screen", room)
    wide = drill.unit(0)
    assert wide.formation is F.SCREEN
    assert wide.hex2 == room
    assert "form_screen" not in acting(replace(small, sv=0), FAR).verbs
    assert "form_screen" not in acting(man(0, 0, INF, "column", 3, "1616", sv=3), FAR).verbs
    lone = acting(replace(small, halves=2), FAR).do("form_screen")
    assert lone.unit(0).hex2 == -1
    rider = man(1, 1, CAV, "column", 4, "1612", cv=4, facing=6)
    base = replace(led(wide, rider), active=(), leaders=())
    assert why_not_square(base, (wide,), rider) is None
    boss = replace(chief(1, 1, "1605", cr=30), command=1)
    charged = replace(base, leaders=(replace(chief(0, 0, "1625"), command=0), boss), active=(boss.id,))
    seen = Drill(charged, "charge", Charging(1)).do("charge", (1, 0)).do("try_square")
    assert {"SQR-03", "SQR-04"} <= {line.cite for line in seen.waits.why.lines}
    assert seen.fall(0).unit(0).formation is F.SQUARE
    assert seen.unit(0).hex2 == -1


@rule("R-65", "F-18.2")
@pytest.mark.parametrize(
    ("unit", "halves", "wide"),
    [(HUSSARS, 5, True), (HUSSARS, 4, False), (LIGHTS, 3, True), (LIGHTS, 2, False)],
)
def test_a_screen_too_small_for_two_hexes_draws_together(unit: Unit, halves: int, wide: bool) -> None:
    from grognard.books.fix_bayonets.state import Desk
    from grognard.books.fix_bayonets.steps.common import lose

    desk = Desk(led(replace(unit, halves=halves + 1), FAR), Turn())
    lose(desk, 0, 1, "F-18.1")
    assert (desk.unit(0).hex2 >= 0) is wide


@rule("F-16.3", "ASP-02", "R-65")
def test_a_wide_screen_withdraws_as_a_whole() -> None:
    attacker = man(1, 1, INF, "column", 4, "1615", fb=True, facing=6)
    found = withdrawals(led(HUSSARS, attacker), (HUSSARS,))
    assert at("1619") in found
    blocked = man(2, 0, INF, "column", 4, "1719")
    assert at("1619") not in withdrawals(led(HUSSARS, attacker, blocked), (HUSSARS,))
    watched = man(2, 1, INF, "line", 4, "1819", facing=11)
    assert at("1619") not in withdrawals(led(HUSSARS, attacker, watched), (HUSSARS,)), "one half in a zone"


# ---- under fire


@rule("F-10.3", "R-39", "F-13.4")
@pytest.mark.parametrize("shoots", [False, True])
@pytest.mark.parametrize(
    ("verb", "form"),
    [
        ("form_line", F.LINE),
        ("form_column", F.COLUMN),
        ("form_square", F.SQUARE),
        ("form_masse", F.MASSE),
        ("form_road", F.ROAD),
    ],
)
def test_a_change_under_fire_ends_in_the_formation_asked_for(
    verb: str, form: Formation, shoots: bool
) -> None:
    start = "line" if verb == "form_column" else "column"
    foot = replace(man(0, 0, INF, start, 5, "1616", mcf=8), facing=1 if start == "line" else 0)
    enemy = man(1, 1, INF, "line", 4, "1615", facing=7)
    drill = acting(foot, enemy).do(verb)
    assert drill.unit(0).formation is not form, "the enemy shoots at the old one"
    drill = drill.do("shoot", 1).fall(9) if shoots else drill.do("hold_fire")
    assert drill.unit(0).formation is form
    assert drill.unit(0).hex2 == -1


@rule("F-10.4", "F-13.4", "R-39")
def test_extending_under_fire_takes_the_hex_asked_for() -> None:
    line = man(0, 0, INF, "line", 6, "1616", mcf=8, facing=1)
    enemy = man(1, 1, INF, "line", 4, "1615", facing=7)
    for wing in sorted(acting(line, enemy).nouns("extend")):
        drill = acting(line, enemy).do("extend", wing).do("hold_fire")
        assert drill.unit(0).hex2 == wing
        assert drill.unit(0).formation is F.EXT_LINE


@rule("R-39", "F-8.3")
def test_a_stack_broken_by_that_fire_does_not_change() -> None:
    foot = man(0, 0, INF, "column", 5, "1616", mcf=8, tem=0)
    enemy = man(1, 1, INF, "line", 4, "1615", facing=7, fv=7)
    drill = acting(foot, enemy).do("form_line").do("shoot", 1).fall(2, 9)
    assert drill.unit(0).order is Order.DISORDERED
    assert drill.unit(0).formation is F.NONE
    assert drill.position.over


@rule("F-8.3", "F-13.4")
def test_a_stack_disordered_on_leaving_stays_where_it_was() -> None:
    foot = man(0, 0, INF, "column", 5, "1616", mcf=8, tem=0)
    enemy = man(1, 1, INF, "line", 4, "1615", facing=7, fv=7)
    drill = acting(foot, enemy).do("march", at("1617")).do("shoot", 1).fall(2, 9)
    assert drill.unit(0).order is Order.DISORDERED
    assert drill.unit(0).hex == at("1616")
    assert drill.position.over
    shaken = replace(foot, order=Order.DISORDERED, formation=F.NONE, tem=9)
    went = acting(shaken, enemy).do("march", at("1617")).do("shoot", 1).fall(2, 0)
    assert went.unit(0).hex == at("1617"), "one that was Disordered before goes on"


# ---- rulings with a switch


@rule("R-86", "FV-15", "FV-16")
@pytest.mark.parametrize(
    ("british", "full", "value"), [(False, False, 4), (True, False, 3), (False, True, 6), (True, True, 6)]
)
def test_a_road_column_fires_as_a_column(british: bool, full: bool, value: int) -> None:
    firer = man(0, 0, INF, "road column", 4, "1616", british=british, fv=6)
    target = man(1, 1, INF, "column", 3, "1615")
    base = replace(state(firer, target), options=Options(road_columns_fire_in_full=full))
    assert mfv(base, firer, target.hex, Kind.ACTIVE).total == value


@rule("R-87", "RET-01", "RET-04", "F-11.4")
@pytest.mark.parametrize(("change", "all_zones", "classes"), [
    ({"spent": True}, False, {1, 2}), ({"spent": True}, True, {4}), ({}, False, {4}), ({"spent": True, "sv": 2}, False, {4}),
])  # fmt: skip
def test_which_zones_make_a_retreat_dangerous(
    change: dict[str, Any], all_zones: bool, classes: set[int]
) -> None:
    runner = man(0, 0, INF, "routed", 4, "1617")
    enemy = man(1, 1, INF, "line", 4, "1615", facing=7, **change)
    base = replace(state(runner, enemy), options=Options(retreats_shun_all_zones=all_zones))
    assert rank(base, runner, at("1617"), at("1616")) in classes


@rule("R-87", "F-11.4", "STA-06")
def test_own_zones_and_those_of_reserves_do_not_count() -> None:
    runner = man(0, 0, INF, "routed", 4, "1617")
    friend = man(1, 0, INF, "line", 4, "1615", facing=7, sv=2)
    assert rank(state(runner, friend), runner, at("1617"), at("1616")) in {1, 2}


@rule("R-88", "STK-04", "F-10.7")
@pytest.mark.parametrize(
    ("steps_", "short", "may"), [(2, False, True), (4, False, True), (2, True, True), (3, True, False)]
)
def test_how_long_a_road_column_may_be(steps_: int, short: bool, may: bool) -> None:
    foot = man(0, 0, INF, "column", steps_, "1616", mcf=8)
    base = replace(led(foot), options=Options(short_road_columns=short))
    assert (F.ROAD in changes(base, (foot,), 16, 16, True)) is may


@rule("F-20", "SEQ-02", "LCT-02")
def test_a_leader_stunned_for_one_turn_misses_the_whole_next_turn() -> None:
    away = replace(chief(0, 0, "1616"), command=0, fate=Fate.AWAY, clock=2, hex=-1)
    base = replace(state(man(0, 0, INF, "column", 4, "1616")), leaders=(away,), turn=1)
    drill = Drill(base, "turn", Turn())
    assert drill.state.leaders[0].clock == 1
    assert drill.state.leaders[0].fate is Fate.AWAY
    back = Drill(replace(base, leaders=(replace(away, clock=1),)), "turn", Turn())
    assert back.nouns("return_to") == {at("1616")}
