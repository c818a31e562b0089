"""Map, facing, terrain, zones, sight."""

from __future__ import annotations

import pytest

from grognard import books
from grognard.books.fix_bayonets.facts.ground import cover, distance, number, price, seen, visibility
from grognard.books.fix_bayonets.facts.stacks import aspect, density, fits, layout
from grognard.books.fix_bayonets.facts.zones import fire_zones, stops, zones
from grognard.books.fix_bayonets.state import Options
from grognard.books.fix_bayonets.words import Arm, Cover, Formation, Order, Trait, Weather
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, at, country, man, skirmish_zones, state
from tests.rules import rule

F = Formation
ALBUERA = books.load("fix_bayonets").start("albuera").state


@rule("F-5.1", "F-5.1a")
@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ("0907", "0811", 5),
        ("0101", "2016", 25),
        ("0510", "0403", 7),
        ("0311", "0607", 5),
        ("1304", "0704", 6),
    ],
)
def test_distances(one: str, two: str, apart: int) -> None:
    grid = ALBUERA.field.grid
    assert distance(ALBUERA.field, grid.at_label(one), grid.at_label(two)) == apart


# fmt: off
@pytest.mark.parametrize(("arm", "form", "traits", "facing", "front", "flank"), [
    pytest.param(INF, "line", (), 1, {0, 1}, {5, 2}, marks=rule("F-5.2")),
    pytest.param(INF, "column", (), 0, {5, 0, 1}, {4, 2}, marks=rule("F-5.2")),
    pytest.param(CAV, "column", (), 0, {5, 0, 1}, {4, 2}, marks=rule("F-5.2")),
    pytest.param(CAV, "column", (Trait.LIGHT,), 0, {4, 5, 0, 1, 2}, set(), marks=rule("F-5.2")),
    pytest.param(INF, "road column", (), 0, {0}, {4, 5, 1, 2}, marks=rule("F-5.2")),
    pytest.param(INF, "skirmish screen", (), 1, {5, 0, 1, 2}, {3, 4}, marks=rule("F-5.2")),
    pytest.param(INF, "square", (), 0, set(range(6)), set(), marks=rule("F-5.2")),
    pytest.param(INF, "disordered", (), 0, set(range(6)), set(), marks=rule("F-5.2", "F-6.2")),
    pytest.param(ART, "unlimbered", (), 0, {5, 0, 1}, {4, 2}, marks=rule("F-5.2")),
])
def test_arcs(arm: Arm, form: str, traits: tuple[Trait, ...], facing: int, front: set[int], flank: set[int]) -> None:
    unit = replace(man(0, 0, arm, form, 4, "1616", traits=traits), facing=facing)
    assert (set(layout(unit).front), set(layout(unit).flank)) == (front, flank)
# fmt: on


@rule("F-5.3")
def test_direction_of_an_attack() -> None:
    line = replace(man(0, 0, INF, "line", 4, "1616"), facing=1)
    scene = state(line)
    grid = scene.field.grid
    ways = [aspect(scene, line, there) for _, there in grid.steps(at("1616"))]
    assert ways == ["front", "front", "flank", "rear", "rear", "flank"]


@rule("F-7.2", "F-7.3", "F-10.1", "F-5.4")
def test_prices() -> None:
    field = replace(country(h1615="w", h1614="h", h1613="f"), roads=((at("1616"), at("1615")),))
    here, wood = at("1616"), at("1615")
    assert price(field, INF, F.COLUMN, here, wood) == 6
    assert price(field, CAV, F.COLUMN, here, wood) == 10
    assert price(field, ART, F.UNLIMBERED, here, wood) is None
    assert price(field, ART, F.LIMBERED, here, wood) == 1
    assert price(field, INF, F.ROAD, here, wood) == 1
    assert price(field, INF, F.COLUMN, here, at("1617")) == 2
    assert price(field, INF, F.LINE, here, at("1617")) == 4
    assert price(field, INF, F.COLUMN, wood, at("1614")) == 4
    assert price(field, ART, F.UNLIMBERED, at("1614"), at("1613")) is None
    cliff = country(h1615="H")
    assert price(cliff, ART, F.LIMBERED, here, wood) is None
    assert price(cliff, INF, F.COLUMN, here, wood) == 8


@rule("F-7.1", "ASR-01")
def test_numbers_of_the_ground_add_to_three() -> None:
    field = country(h1615="f", h1616="~", h1614="o", h1517="h")
    assert number(field, at("1616"), at("1615")) == 3
    assert number(field, at("1615"), at("1614")) == 1
    assert number(field, at("1617"), at("1517")) == 1
    assert number(field, at("1618"), at("1617")) == 0


@rule("F-7.4")
def test_cover_protects_guns_too() -> None:
    assert cover(country(h1616="f"), at("1616")) is Cover.HEAVY
    assert cover(country(), at("1616")) is Cover.NONE


@rule("F-12.1", "F-5.1b")
def test_what_blocks_sight() -> None:
    rye = state(man(0, 0, INF, "line", 4, "1620"), field=country(h1618="r", h1616="."))
    assert not seen(rye, at("1620"), at("1616"))
    assert seen(rye, at("1620"), at("1619"))
    clear = state(man(0, 0, INF, "line", 4, "1620"))
    assert seen(clear, at("1620"), at("1616"))
    body = state(man(0, 0, INF, "line", 4, "1618"))
    assert not seen(body, at("1620"), at("1616"))
    loose = state(man(0, 0, INF, "general order", 4, "1618"))
    assert seen(loose, at("1620"), at("1616"))


@rule("F-12.1a")
def test_from_the_saddle() -> None:
    near = state(man(0, 0, INF, "line", 4, "1630"), field=country(h1619="r", h1616="h"))
    assert not seen(near, at("1620"), at("1616"))
    assert seen(near, at("1620"), at("1616"), saddle=True)


@rule("F-12.2", "INI-03", "INI-03a")
def test_own_units_do_not_block_a_leader() -> None:
    body = state(man(0, 0, INF, "line", 4, "1618"))
    assert seen(body, at("1620"), at("1616"), own=(0,))
    assert not seen(body, at("1620"), at("1616"), own=(1,))


@rule("F-12.3", "R-48")
def test_visibility() -> None:
    assert visibility(state()) == 20
    assert visibility(state(weather="fog")) == 2
    squall = state(weather="squall")
    assert not seen(squall, at("1616"), at("1615"))
    assert not seen(state(weather="night"), at("1616"), at("1614"))


@rule("F-11.1", "F-11.4", "F-6.5")
def test_zones() -> None:
    foot = replace(man(0, 0, INF, "line", 4, "1616"), facing=1)
    here = zones(state(foot), 0)
    assert len(here.foot) == 2
    assert at("1615") in here.foot
    assert set(fire_zones(state(foot), 0)) == here.foot
    assert not fire_zones(state(replace(foot, spent=True)), 0)
    assert not fire_zones(state(replace(foot, fb=True)), 0)
    assert zones(state(replace(foot, fb=True)), 0).foot
    for broken in (Order.DISORDERED, Order.ROUTED):
        assert not zones(state(replace(foot, order=broken, formation=F.NONE)), 0).foot
    guns = man(0, 0, ART, "unlimbered", 1, "1616")
    assert len(fire_zones(state(guns), 0)) > 3
    assert not zones(state(replace(guns, suppressed=1)), 0).guns


@rule("F-11.2")
def test_skirmish_zones() -> None:
    foot = replace(man(0, 0, INF, "line", 4, "1616"), facing=1)
    assert not skirmish_zones(state(foot), 0)
    assert len(skirmish_zones(state(replace(foot, sv=2)), 0)) == 2
    screen = replace(man(0, 0, INF, "skirmish screen", 1, "1616", sv=2), facing=1)
    assert len(skirmish_zones(state(screen), 0)) > 6
    assert not skirmish_zones(state(replace(foot, sv=2, formation=F.SQUARE)), 0)


@rule("F-11.3")
def test_who_stops_where() -> None:
    enemy = man(1, 1, INF, "column", 4, "1614")
    foot, horse = man(0, 0, INF, "column", 4, "1616"), man(0, 0, CAV, "column", 4, "1616")
    assert stops(state(foot, enemy), foot, at("1615"))
    assert not stops(state(horse, enemy), horse, at("1615"))
    guns = man(1, 1, ART, "unlimbered", 1, "1614")
    assert stops(state(horse, guns), horse, at("1615"))


@rule("R-06", "R-68", "STK-10", "STK-10a")
def test_density() -> None:
    foot = replace(man(0, 0, INF, "line", 4, "1616"), halves=7)
    guns = replace(man(1, 0, ART, "unlimbered", 1, "1616"), facing=foot.facing)
    assert density(Options(), (foot,)) == 4
    assert density(Options(), (foot, guns)) == 6
    assert density(Options(), (guns,)) == 1
    square = replace(foot, formation=F.SQUARE)
    assert density(Options(guns_count_in_line_only=True), (square, guns)) == 5


@rule("F-6.1", "F-10.7", "COV-02", "STK-04")
def test_who_may_stand_together() -> None:
    foot = man(0, 0, INF, "line", 6, "1616")
    more = man(1, 0, INF, "line", 6, "1616")
    horse, guns = man(2, 0, CAV, "line", 4, "1616"), man(3, 0, ART, "unlimbered", 1, "1616")
    scene = state()
    here = at("1616")
    assert fits(scene, (foot, more), F.LINE, here)
    assert not fits(scene, (foot, more, guns), F.LINE, here)
    assert fits(scene, (foot, guns), F.LINE, here)
    assert not fits(scene, (foot, guns), F.COLUMN, here)
    assert not fits(scene, (foot, horse), F.LINE, here)
    assert fits(scene, (foot,), F.ROAD, here)
    assert not fits(scene, (foot, more), F.ROAD, here)
    assert not fits(state(field=country(h1616="f")), (foot, more), F.GENERAL, here)


@rule("F-6", "F-18.1", "R-14", "R-33")
def test_values_fall_with_the_steps() -> None:
    foot = man(0, 0, INF, "line", 6, "1616", fv=7)
    assert [replace(foot, halves=n).fire_value for n in (12, 8, 7, 4)] == [7, 7, 6, 5]
    assert replace(foot, halves=7).strength * 2 == 7
    horse = man(0, 0, CAV, "line", 4, "1616", cv=6)
    assert replace(horse, halves=4).strength == 3
    guns = man(0, 0, ART, "unlimbered", 1, "1616", fv=7)
    assert guns.strength == 1
    assert replace(guns, halves=1).fire_value == 5


@rule("F-12.3")
def test_weather_names() -> None:
    assert state(weather="mist").is_(Weather.MIST)
