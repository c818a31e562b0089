"""Facts of fire, charges and melee at their edges: who may, whom, from where, and what the tables are told."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.fix_bayonets.facts import charging, fire, melee
from grognard.books.fix_bayonets.facts.melee import Bout
from grognard.books.fix_bayonets.state import Options, Unit
from grognard.books.fix_bayonets.tables.melee import Fight
from grognard.books.fix_bayonets.words import Attack, Formation, Kind, Special, Trait, Weather
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, GRID, INF, at, chief, country, man, state
from tests.rules import rule

F = Formation
ASSAULT, CHARGE = Attack.ASSAULT, Attack.CHARGE
SHOCK = (Trait.SHOCK,)


def horse(number: int = 0, label: str = "1620", side: int = 0, **more: Any) -> Unit:
    return man(number, side, CAV, "column", 4, label, **more)


def foot(number: int = 1, label: str = "1616", side: int = 1, **more: Any) -> Unit:
    return man(number, side, INF, "line", 5, label, **{"facing": 7 if side else 1, **more})


def guns(number: int = 0, label: str = "1620", side: int = 0, **more: Any) -> Unit:
    return man(number, side, ART, "unlimbered", 1, label, **more)


# ---- charges


@rule("F-17.1")
@pytest.mark.parametrize(("used", "may"), [(0, True), (12, True), (13, False), (8, True)])
def test_a_charge_needs_half_the_movement(used: int, may: bool) -> None:
    """12 MCF are 24 halves."""
    unit = horse(used=used)
    refusal = charging.why_not_charge(state(unit, foot()), (unit,))
    assert (refusal is None) is may


@rule("F-17.2")
@pytest.mark.parametrize(
    ("form", "facing", "ways"),
    [
        ("column", 0, [0, 0, 2, None, 10, 0]),
        ("column", 6, [None, 4, 6, 6, 6, 8]),
        ("line", 1, [1, 1, 3, None, None, 11]),
        ("line", 7, [None, None, 5, 7, 7, 9]),
    ],
)
def test_the_least_turn_that_looks_in_a_direction(form: str, facing: int, ways: list[int | None]) -> None:
    unit = man(0, 0, CAV, form, 4, "1616", facing=facing)
    assert [charging.faced(unit, direction) for direction in range(6)] == ways


@rule("F-17.2", "F-17.11")
@pytest.mark.parametrize(
    ("form", "facing", "direction", "way"),
    [
        ("column", 0, 3, 6),
        ("column", 4, 5, 10),
        ("line", 1, 3, 7),
        ("line", 3, 4, 9),
        ("line", 3, 5, 11),
        ("column", 0, 1, 0),
    ],
)
def test_a_facing_towards_a_neighbour(form: str, facing: int, direction: int, way: int) -> None:
    unit = man(0, 0, CAV, form, 4, "1616", facing=facing)
    there = GRID.neighbours(at("1616"))[direction]
    assert there is not None
    assert charging.toward(state(unit), unit, there) == way


@rule("F-17.2")
@pytest.mark.parametrize(
    ("here", "there", "left", "open_"),
    [
        (".", ".", 1, True),
        (".", ".", 0, False),
        ("~", ".", 5, False),
        (".", "~", 1, True),
        (".", "h", 2, True),
        (".", "h", 1, False),
        ("h", ".", 1, True),
        (".", "H", 5, False),
        ("H", ".", 5, False),
        ("h", "H", 2, True),
        (".", "w", 5, False),
        (".", "o", 5, False),
        (".", "f", 5, False),
        (".", "r", 1, True),
    ],
)
def test_over_which_ground_a_marker_goes(here: str, there: str, left: int, open_: bool) -> None:
    unit, target = horse(), foot()
    scene = state(unit, target, field=country(h1620=here, h1619=there))
    assert (at("1619") in charging.next_hexes(scene, unit, target, left)) is open_


@rule("F-17.2")
def test_a_marker_goes_only_nearer_and_into_empty_hexes() -> None:
    unit, target = horse(), foot()
    found = charging.next_hexes(state(unit, target), unit, target, 5)
    assert found
    assert all(GRID.distance(there, at("1616")) == 3 for there in found)
    taken = man(2, 0, INF, "column", 1, GRID.label(found[0]))
    assert charging.next_hexes(state(unit, target, taken), unit, target, 5) == found[1:]
    turned = horse(facing=6)
    assert charging.next_hexes(state(turned, target), turned, target, 5) == ()


@rule("F-17.2", "F-17.7")
@pytest.mark.parametrize(
    ("unit", "target", "letters", "path"),
    [
        (horse(label="1617"), foot(), {}, ()),
        (horse(label="1618"), foot(), {}, (0,)),
        (horse(), foot(), {}, (0, 0, 0)),
        (horse(label="1623"), foot(), {}, None),
        (horse(), foot(), {"h1619": "w"}, "around"),
        (horse(label="1617", facing=6), foot(), {}, None),
    ],
)
def test_a_run_that_ends_in_contact(unit: Unit, target: Unit, letters: dict[str, str], path: Any) -> None:
    scene = state(unit, target, field=country(**letters))
    found = charging.ride_in(scene, unit, target)
    if path == "around":
        assert found is None or len(found) >= 3
    else:
        assert found == path


@rule("F-17.2")
def test_a_run_to_the_side_takes_the_first_way_that_leads_there() -> None:
    unit, target = horse(label="1420", traits=(Trait.LIGHT,)), foot()
    scene = state(unit, target)
    found = charging.ride_in(scene, unit, target)
    assert found is not None
    here = unit.hex
    for way in found:
        there = GRID.neighbours(here)[way]
        assert there is not None
        assert GRID.distance(there, target.hex) < GRID.distance(here, target.hex)
        here = there
    assert GRID.distance(here, target.hex) == 1
    first = charging.next_hexes(scene, unit, target, 6)[0]
    assert GRID.neighbours(unit.hex)[found[0]] == first


@rule("F-17.3", "F-12.1a")
def test_cavalry_sees_a_marker_over_the_rye() -> None:
    field = country(h1619="h", h1617="r")
    marker, top = horse(0, "1616"), man(1, 1, CAV, "column", 4, "1619", facing=0)
    assert charging.reactors(state(marker, top, field=field), marker, ()) == (1,)


@rule("F-17.11")
@pytest.mark.parametrize(
    ("letters", "more", "open_"),
    [
        ({}, [], True),
        ({"h1617": "w"}, [], False),
        ({"h1617": "f"}, [], False),
        ({"h1617": "o"}, [], True),
        ({}, [man(2, 0, INF, "column", 1, "1617")], False),
        ({}, [man(2, 1, INF, "routed", 1, "1618")], False),
    ],
)
def test_by_which_hexes_a_stack_regroups(letters: dict[str, str], more: list[Unit], open_: bool) -> None:
    """The foe it fought stands in the north at 1614."""
    unit, foe = horse(label="1616"), foot(1, "1614")
    scene = state(unit, foe, *more, field=country(**letters))
    found = charging.regroup_hexes(scene, (unit,), (1,))
    assert (at("1617") in found) is open_
    assert at("1616") in found
    assert all(GRID.distance(there, at("1614")) >= 2 for there in found)


@rule("F-17.11")
def test_a_regroup_may_pass_along_whom_it_fought_but_not_along_others() -> None:
    """Beside the enemy it fought it may slide at the same distance, its first hex even next to him."""
    unit, foe = horse(label="1615"), foot(1, "1614")
    found = charging.regroup_hexes(state(unit, foe), (unit,), (1,))
    first = [there for _, there in GRID.steps(at("1615")) if GRID.distance(there, at("1614")) == 1]
    assert set(first) <= set(found)
    second = {t for there in first for _, t in GRID.steps(there) if GRID.distance(t, at("1614")) == 1}
    assert not (second - set(first) - {at("1615"), at("1614")}) & set(found)


# ---- fire


@rule("F-13.1", "F-13.3", "R-89")
@pytest.mark.parametrize(
    ("unit", "turned", "cite"),
    [
        (guns(), False, ""),
        (guns(formation=F.LIMBERED), False, "F-13.1"),
        (horse(), False, "F-13.1"),
        (foot(0, side=0), False, ""),
        (guns(used=1), False, ""),
        (guns(used=1), True, "F-13.3"),
        (guns(used=0), True, ""),
        (guns(shifted=True), False, "F-13.3"),
        (guns(shifted=True, traits=(Trait.HORSE,)), False, ""),
        (foot(0, side=0, shifted=True), False, ""),
        (guns(suppressed=1), False, "STA-02"),
        (foot(0, side=0, fb=True), False, "F-16.1"),
        (foot(0, side=0, shot=True), False, "F-13.3"),
    ],
)
def test_who_may_fire(unit: Unit, turned: bool, cite: str) -> None:
    scene = replace(state(unit), options=Options(turned_guns_hold_fire=turned))
    refusal = fire.why_not_fire(scene, unit, Kind.ACTIVE)
    assert (refusal.cite if refusal else "") == cite
    if unit.shot or unit.shifted:
        assert fire.why_not_fire(scene, unit, Kind.OPPORTUNITY) is None


@rule("F-13.8")
@pytest.mark.parametrize(
    ("labels", "aims"),
    [(("1618", "1617"), (1,)), (("1617", "1616"), (1, 2)), (("1618", "1618"), (1,)), (("1617",), (1,))],
)
def test_guns_fire_at_those_within_two_first(labels: tuple[str, ...], aims: tuple[int, ...]) -> None:
    foes = [man(n + 1, 1, INF, "routed", 1, label, seat=n) for n, label in enumerate(labels)]
    assert fire.targets(state(guns(), *foes), guns()) == aims


@rule("F-13.7")
@pytest.mark.parametrize(
    ("beside", "between", "levels", "may"),
    [
        (False, "1618", {}, True),
        (True, "", {}, True),
        (True, "1618", {}, False),
        (True, "1619", {}, False),
        (True, "1617", {}, False),
        (True, "1618", {"h1620": "h"}, True),
        (True, "1618", {"h1620": "h", "h1618": "h"}, False),
    ],
)
def test_guns_do_not_fire_close_over_friends(
    beside: bool, between: str, levels: dict[str, str], may: bool
) -> None:
    """A friend next to the target and another, or he, in the line."""
    foe = man(1, 1, INF, "column", 4, "1616")
    more = []
    if beside:
        more.append(man(2, 0, INF, "routed", 1, "1615"))
    if between:
        more.append(man(len(more) + 2, 0, INF, "routed", 1, between))
    scene = state(guns(), foe, *more, field=country(**levels))
    assert (1 in fire.targets(scene, guns())) is may


@rule("F-13.1", "FV-07a", "R-70", "FV-17")
def test_what_a_shot_is_told() -> None:
    battery = guns(1, "1616", 1)
    firer = foot(0, "1617", 0)
    told = fire.shot(state(firer, battery), firer, at("1616"), Kind.ACTIVE)
    assert (told.target_arm, told.target, told.mixed, told.long, told.extra) == (
        ART,
        F.UNLIMBERED,
        False,
        False,
        0,
    )
    mixed = fire.shot(state(firer, battery, foot(2, seat=1)), firer, at("1616"), Kind.ACTIVE)
    assert (mixed.target_arm, mixed.target, mixed.mixed) == (INF, F.LINE, True)
    for far, long in ((1, False), (2, True), (3, False)):
        unit = man(0, 0, INF, "skirmish screen", 1, GRID.label(at("1616") + 31 * far))
        assert fire.shot(state(unit, foot()), unit, at("1616"), Kind.ACTIVE).long is long
    two = guns(0, "1618")
    assert not fire.shot(state(two, foot()), two, at("1616"), Kind.ACTIVE).long
    assert fire.extra_steps(man(0, 0, INF, "line", 8, "1616")) == 0


@rule("FV-24", "R-10")
def test_a_leader_lends_his_bonus_to_guns() -> None:
    one = replace(chief(0, 0, "1620"), art=2)
    scene = state(guns(), foot(), leaders=(one,))
    assert fire.shot(scene, guns(), at("1616"), Kind.ACTIVE).art_bonus == 2


@rule("F-13.6", "R-12")
@pytest.mark.parametrize(
    ("far", "letters", "sky", "bounds"),
    [
        (3, {}, "clear", True),
        (2, {}, "clear", False),
        (4, {}, "clear", True),
        (3, {}, "rain", False),
        (3, {}, "snowfall", False),
        (3, {"h1616": "h"}, "clear", False),
        (3, {"h1616": "w"}, "clear", False),
        (3, {"h1616": "f"}, "clear", False),
        (3, {"h1616": "o"}, "clear", True),
        (3, {}, "dusk", True),
    ],
)
def test_when_a_shot_bounds_on(far: int, letters: dict[str, str], sky: str, bounds: bool) -> None:
    gun = guns(0, GRID.label(at("1616") + 31 * far))
    scene = state(gun, foot(), man(2, 1, INF, "column", 4, "1615"), field=country(**letters), weather=sky)
    assert fire.bounce(scene, gun, at("1616")) == ((at("1615"),) if bounds else ())
    assert fire.bounce(scene, replace(gun, arm=INF), at("1616")) == ()


# ---- melee


@rule("MUL-01", "R-14", "R-84")
@pytest.mark.parametrize(
    ("attack", "back", "own", "foe"),
    [
        (ASSAULT, False, (False, False, False), (False, False, False)),
        (CHARGE, False, (True, False, False), (False, True, True)),
        (CHARGE, True, (True, False, True), (True, True, True)),
    ],
)
def test_who_charges_whom(attack: Attack, back: bool, own: tuple[bool, ...], foe: tuple[bool, ...]) -> None:
    """Charging, charged, against a charge."""
    units = (horse(0, "1617"), horse(1, "1616", 1))
    bout = Bout(((units[0],),), (units[1],), attack, "front", (3,) if attack is CHARGE else (), back)
    one, other = (side[0] for side in melee.fighters(state(*units), bout))
    assert (one.charging, one.charged, one.foe_charging) == own
    assert (other.charging, other.charged, other.foe_charging) == foe
    assert (one.defending, other.defending) == (False, True)


@rule("MUL-02", "R-18", "MUL-06")
def test_what_a_fighter_is() -> None:
    unit, enemy = horse(0, "1617", traits=SHOCK, spent=True), foot(halves=7)
    for run, momentum in ((2, False), (3, True), (4, True)):
        bout = Bout(((unit,),), (enemy,), CHARGE, "front", (run,))
        own, foe = melee.fighters(state(unit, enemy), bout)
        assert (own[0].momentum, own[0].shock, own[0].spent, own[0].foe_cav) == (momentum, True, True, False)
        assert (foe[0].momentum, foe[0].foe_cav, foe[0].foe_shock, foe[0].disordered) == (
            False,
            True,
            True,
            False,
        )
        assert foe[0].strength == Fraction(7, 2)
    tired = foot(0, "1617", 0, spent=True)
    assert not melee.fighters(state(tired, enemy), Bout(((tired,),), (enemy,), ASSAULT, "front"))[0][0].spent


@rule("R-14")
def test_guns_count_only_alone_and_then_as_one() -> None:
    unit = foot(0, "1617", 0)
    pair = (guns(1, "1616", 1), guns(2, "1616", 1, seat=1))
    assert melee.strengths(state(unit, *pair), Bout(((unit,),), pair, ASSAULT, "front")) == (5, 1)
    mixed = (foot(), guns(2, "1616", 1, seat=1))
    assert melee.strengths(state(unit, *mixed), Bout(((unit,),), mixed, ASSAULT, "front")) == (5, 5)


@rule("MUL-01", "R-16")
def test_multipliers_are_told_and_add_nothing() -> None:
    unit, enemy = horse(0, "1617", traits=SHOCK), foot()
    lines = melee.multiplier_lines(state(unit, enemy), Bout(((unit,),), (enemy,), CHARGE, "front", (3,)))
    assert [(line.value, line.cite) for line in lines] == [(0, "MUL-02")]


@rule("F-17.9", "R-20")
@pytest.mark.parametrize(
    ("form", "length"),
    [
        ("line", 4),
        ("column", 2),
        ("open column", 1),
        ("skirmish screen", 0),
        ("general order", 0),
        ("road column", 0),
        ("disordered", 0),
    ],
)
def test_how_long_a_line_of_cavalry_is(form: str, length: int) -> None:
    assert melee.line_length((man(0, 0, CAV, form, 4, "1616"),)) == length


@rule("DRM-01", "R-20")
@pytest.mark.parametrize(
    ("own", "foe", "longer"),
    [("line", "column", 1), ("column", "line", -1), ("column", "column", 0), ("open column", "column", -1)],
)
def test_whose_line_is_longer(own: str, foe: str, longer: int) -> None:
    units = (man(0, 0, CAV, own, 4, "1617"), man(1, 1, CAV, foe, 4, "1616"))
    bout = Bout(((units[0],),), (units[1],), CHARGE, "front", (3,))
    assert melee.fight(state(*units), bout).longer == longer


@rule("DRM-02", "DRM-03", "DRM-05", "DRM-06", "R-59", "R-84")
def test_what_the_die_looks_at() -> None:
    units = (horse(0, "1617"), foot(), man(2, 0, CAV, "open column", 4, "1517"))
    ones = (replace(chief(0, 0, "1517"), cav=2, inf=9), replace(chief(1, 1, "1616"), inf=1, cav=9))
    scene = state(*units, leaders=ones, fatigue=(6, 10), weather="rain")
    bout = Bout(((units[0],), (units[2],)), (units[1],), CHARGE, "flank", (4, 2))
    assert melee.fight(scene, bout) == Fight(
        charge=True,
        weather=(Weather.RAIN,),
        foe_cav=False,
        cav_fight=False,
        longer=-1,
        straight=2,
        open_column=True,
        att_leader=2,
        def_leader=1,
        att_fatigue=6,
        def_fatigue=10,
        direction="flank",
    )
    plain = Bout(((foot(0, "1617", 0),),), (horse(1, "1616", 1),), ASSAULT, "front")
    told = melee.fight(state(foot(0, "1617", 0), horse(1, "1616", 1)), plain)
    assert told == Fight(foe_cav=True, longer=1, straight=0)
    ride = Bout(((horse(0, "1617"),),), (horse(1, "1616", 1),), CHARGE, "front", (3,))
    assert melee.fight(state(horse(0, "1617"), horse(1, "1616", 1)), ride) == Fight(
        charge=True, foe_cav=True, cav_fight=True
    )


@rule("R-44", "R-45", "SPR-01")
@pytest.mark.parametrize(
    ("close", "loose", "column"), [(4, 0, 0), (0, 4, 1), (4, 4, 0), (4, 5, 1), (5, 4, 0)]
)
def test_the_larger_contingent_names_the_column(close: int, loose: int, column: int) -> None:
    units = []
    if close:
        units.append((man(0, 0, INF, "column", close, "1617"),))
    if loose:
        units.append((man(len(units), 0, INF, "general order", loose, "1517"),))
    target = man(2, 1, INF, "skirmish screen", 1, "1616")
    row, found = melee.special(Bout(tuple(units), (target,), ASSAULT, "front"))
    assert found is row.value[column]
    assert found is (Special.DD if column == 0 else Special.HAND_TO_HAND)


# fmt: off
@rule("SPR-01", "R-45", "R-64")
@pytest.mark.parametrize(("unit", "direction", "row"), [
    (foot(), "front", "close_inf_front"), (foot(), "flank", "close_inf_flank_rear"), (foot(), "rear", "close_inf_flank_rear"),
    (man(1, 1, INF, "general order", 4, "1616"), "front", "inf_general_order"), (man(1, 1, INF, "skirmish screen", 1, "1616"), "front", "screen_or_disordered"),
    (man(1, 1, INF, "disordered", 4, "1616"), "front", "screen_or_disordered"), (man(1, 1, CAV, "disordered", 4, "1616"), "front", "screen_or_disordered"),
    (man(1, 1, CAV, "column", 4, "1616"), "front", "close_cav"), (man(1, 1, CAV, "general order", 4, "1616"), "front", "cav_general_order"),
    (guns(1, "1616", 1), "front", "unlimbered_art_not_mixed"), (guns(1, "1616", 1, formation=F.LIMBERED), "front", "limbered_art_or_train"),
])
def test_the_row_of_a_defender(unit: Unit, direction: str, row: str) -> None:
    assert melee.special_row(Bout((), (unit,), ASSAULT, direction)) == row
# fmt: on
