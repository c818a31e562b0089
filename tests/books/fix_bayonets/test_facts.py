"""Facts at their edges: command, movement, stacks, fire, charges, assaults, odds."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts import command, moving
from grognard.books.fix_bayonets.facts.stacks import allowance, best, density, room
from grognard.books.fix_bayonets.state import NOBODY, OM, Leader, Options, State, Unit
from grognard.books.fix_bayonets.words import Arm, Card, Fate, Formation, Rank, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, GRID, INF, at, chief, country, man, state
from tests.rules import rule

F = Formation
FAR = man(1, 1, INF, "line", 4, "1601", facing=7)


def own(number: int = 0, label: str = "1616", form: str = "column", **more: Any) -> Unit:
    return man(number, 0, INF, form, 4, label, **more)


def lead(number: int = 0, label: str = "1616", **more: Any) -> Leader:
    return replace(chief(number, 0, label), **{"command": 0, **more})


def led(*units: Unit, **more: Any) -> State:
    boss = replace(chief(0, 0, "1620", cr=30), command=0)
    return state(*units, leaders=(boss,), active=(boss.id,), **more)


# ---- command


@rule("INI-02", "F-9.4")
@pytest.mark.parametrize(("flexible", "far"), [(False, 3), (True, 6)])
def test_how_far_initiative_shifts_an_order(flexible: bool, far: int) -> None:
    one = lead(om=OM(at("1610")), flexible=flexible)
    found = command.initiative_hexes(state(own(), FAR, leaders=(one,)), 500)
    assert len(found) == len(set(found)) == 3 * far * (far + 1)
    assert at("1610") not in found
    assert max(GRID.distance(at("1610"), there) for there in found) == far


@rule("INI-01a", "INI-01b", "INI-01c", "INI-01d", "INI-02")
@pytest.mark.parametrize(
    ("label", "om", "rule_"),
    [
        ("1612", None, "INI-01a"),
        ("1611", None, "INI-01a"),
        ("1614", None, "INI-01d"),
        ("1617", None, "INI-01b"),
        ("1616", None, "INI-01d"),
        ("1512", None, "INI-01a"),
        ("1414", None, "INI-01c"),
        ("1612", OM(at("1610")), "INI-02"),
        ("1612", OM(at("1610"), temporary=True), "INI-01a"),
    ],
)
def test_by_which_rule_initiative_places_an_order(label: str, om: OM | None, rule_: str) -> None:
    """An enemy in sight at 1612, the depot in the south, a superior at 1414."""
    one = lead(om=om, superior=501)
    boss = replace(chief(1, 0, "1414"), rank=Rank.CORPS)
    foe = man(1, 1, INF, "line", 4, "1612", facing=7)
    assert command.initiative_rule(state(own(), foe, leaders=(one, boss)), 500, at(label)) == rule_


@rule("F-9.2", "OOC-01")
@pytest.mark.parametrize(
    ("change", "found"),
    [({}, 501), ({"command": 1}, 500), ({"fate": Fate.AWAY}, 500), ({"card": Card.NONE}, 500)],
)
def test_whom_a_unit_answers_to(change: dict[str, Any], found: int) -> None:
    active = lead(0, "1620", command=NOBODY)
    head = replace(lead(1), **change)
    scene = state(own(), FAR, leaders=(active, head), active=(500,))
    one = command.chief(scene, scene.units[0])
    assert one is not None
    assert one.id == found
    nobody = command.chief(state(own(), leaders=(replace(head, command=1),)), scene.units[0])
    assert nobody is None


@rule("F-8.1")
@pytest.mark.parametrize(
    ("top", "unit", "near"), [(0, 0, True), (0, 1, False), (NOBODY, 0, True), (NOBODY, 1, True)]
)
def test_near_which_units_a_card_interrupts(top: int, unit: int, near: bool) -> None:
    """The stacks of the leader on top count; those of all for one without a Formation."""
    boss = lead(0, "1620", command=top, card=Card.STACK)
    other = replace(chief(1, 1, "1610"), command=1)
    units = (replace(own(), command=unit),)
    assert (command.interrupters(state(*units, leaders=(boss, other), stack=(500,))) == (501,)) is near


@rule("F-8.1")
@pytest.mark.parametrize(("label", "near"), [("1608", True), ("1607", False)])
def test_a_card_interrupts_within_eight(label: str, near: bool) -> None:
    boss, other = lead(0, "1620", card=Card.STACK), replace(chief(1, 1, label), command=1)
    scene = state(own(), leaders=(boss, other), stack=(500,), weather="mist")
    assert (command.interrupters(scene) == (501,)) is near


@rule("F-12.1a", "INI-03")
def test_a_leader_sees_over_the_rye_from_the_saddle() -> None:
    field = country(h1619="h", h1617="r")
    one = lead(0, "1619")
    assert command.sees(state(own(0, "1625"), leaders=(one,), field=field), one, at("1616"))


@rule("R-83", "OPS-04b")
@pytest.mark.parametrize(
    ("form", "halves", "label", "found"),
    [
        ("column", 8, "1612", False),
        ("column", 7, "1612", True),
        ("column", 6, "1612", False),
        ("column", 9, "1612", True),
        ("disordered", 8, "1612", True),
        ("routed", 7, "1612", False),
        ("column", 7, "1610", True),
        ("column", 7, "1609", False),
    ],
)
def test_which_shaken_units_draw_a_leader(form: str, halves: int, label: str, found: bool) -> None:
    one = lead(cr=6)
    unit = own(0, label, form, halves=halves)
    assert bool(command.shaken(state(unit, FAR, leaders=(one,)), one)) is found
    other = replace(unit, command=1)
    assert command.shaken(state(other, FAR, leaders=(one,)), one) == ()


@rule("F-9.1a")
@pytest.mark.parametrize("side", [0, 1])
def test_where_a_leader_does_not_end(side: int) -> None:
    """Not with an enemy nor in a zone of its foot or guns, unless friends stand there; behind it, or beside whoever has none, he may."""
    foe, friend = man(0, 1 - side, INF, "line", 4, "1616", facing=1), man(1, side, INF, "column", 4, "1617")
    one = replace(chief(0, side, "1620"), command=side)
    scene = state(foe, friend, leaders=(one,))
    assert not command.open_to(scene, one, at("1616"))
    assert not command.open_to(scene, one, at("1615")), "in front of a Line"
    assert command.open_to(scene, one, at("1516")), "behind it"
    assert command.open_to(scene, one, at("1617")), "among friends"
    assert command.open_to(scene, one, at("1614"))
    for harmless in (man(0, 1 - side, INF, "routed", 4, "1616"), man(0, 1 - side, CAV, "column", 4, "1616")):
        scene = state(harmless, friend, leaders=(one,))
        assert not command.open_to(scene, one, at("1616"))
        assert command.open_to(scene, one, at("1615"))


@rule("OPS-04a", "F-9.1a")
@pytest.mark.parametrize(
    ("change", "far"),
    [
        ({}, 18),
        ({"command": NOBODY}, 2),
        ({"card": Card.NONE}, 2),
        ({"passive": True}, 0),
        ({"fate": Fate.AWAY}, 0),
    ],
)
def test_who_rides_by_himself_and_who_with_his_superior(change: dict[str, Any], far: int) -> None:
    one = replace(lead(0, "1616", om=OM(at("1616")), superior=501), **change)
    boss = replace(chief(1, 0, "1616", cr=2), rank=Rank.CORPS)
    scene = state(own(), leaders=(one, boss))
    found = command.rides(scene, one)
    assert max((GRID.distance(at("1616"), there) for there in found), default=0) == min(far, 15) or far == 18
    assert bool(found) is (far > 0)
    if far == 2:
        assert all(GRID.distance(at("1616"), there) <= 2 for there in found)
    if far == 18:
        assert any(GRID.distance(at("1616"), there) > 2 for there in found)


@rule("OPS-04b", "OPS-04c")
def test_without_an_order_a_leader_rides_one_hex_nearer_his_depot() -> None:
    one = lead(om=None)
    found = command.rides(state(own(0, "1625"), FAR, leaders=(one,)), one)
    depot = at("1631")
    now = GRID.distance(at("1616"), depot)
    assert set(found) == {there for _, there in GRID.steps(at("1616")) if GRID.distance(there, depot) < now}
    assert 0 < len(found) < 3


@rule("OPS-04c", "R-53")
def test_a_leader_who_must_ride_comes_nearer() -> None:
    one = lead(om=OM(at("1605")))
    scene = state(own(0, "1625"), leaders=(one,), weather="mist")
    assert command.must_ride(scene, one)
    now = GRID.distance(at("1616"), at("1605"))
    found = set(command.rides(scene, one))
    assert found == {there for there in command.ridden(scene, one) if GRID.distance(there, at("1605")) < now}


@rule("OPS-04c", "R-53")
def test_a_leader_who_cannot_come_nearer_need_not() -> None:
    """In a squall he sees nobody; the enemy holds the hex of his order, friends stand beside it."""
    one = lead(om=OM(at("1615")))
    beside = next(there for _, there in GRID.steps(at("1616")) if GRID.distance(there, at("1615")) == 1)
    units = (man(0, 1, INF, "routed", 1, "1615"), man(1, 0, INF, "column", 4, GRID.label(beside)))
    scene = state(*units, leaders=(one,), weather="squall")
    assert beside in command.ridden(scene, one)
    assert not command.must_ride(scene, one)


@rule("F-9.3")
@pytest.mark.parametrize(("label", "near"), [("1614", True), ("1613", False)])
def test_a_superior_has_him_in_range(label: str, near: bool) -> None:
    boss = replace(chief(0, 0, "1620", cr=6), rank=Rank.CORPS)
    low = lead(1, label, superior=500)
    scene = state(own(), leaders=(boss, low), active=(500,))
    assert command.in_range_of_superior(scene, 501) is near
    assert not command.in_range_of_superior(replace(scene, active=()), 501)


@rule("SRF-02")
def test_rank_counts_only_if_higher() -> None:
    ones = [replace(chief(0, 0, "1616"), rank=rank) for rank in Rank]
    for at_, one in enumerate(ones):
        assert [command.outranks(one, other) for other in ones] == [at_ > n for n in range(4)]


# ---- movement


@rule("F-10.2", "F-10.6", "F-11.3")
def test_every_hex_a_column_may_enter() -> None:
    """Forward for its price, else for double; through a friend, never into an enemy."""
    ahead = {there for way, there in GRID.steps(at("1616")) if way in (5, 0, 1)}
    unit = own()
    plain = moving.steps(led(unit, FAR), (unit,), 24, True)
    assert plain == {there: 2 if there in ahead else 4 for _, there in GRID.steps(at("1616"))}
    friend = own(2, "1615", "line", facing=1)
    scene = led(unit, FAR, friend)
    through = moving.steps(scene, (unit,), 24, True)
    beyond = {there for way, there in GRID.steps(at("1615")) if way in (5, 0, 1)} - {at("1616")}
    assert at("1615") not in through
    new = beyond - set(plain)
    assert new
    assert {there: through[there] for there in new} == dict.fromkeys(new, 4)
    assert set(through) == (set(plain) - {at("1615")}) | new
    stiff = own(0, "1616", "line", facing=1)
    both = led(stiff, FAR, friend)
    assert at("1615") in moving.steps(both, (stiff,), 24, True), "two Lines join"
    masse = own(0, "1616", "masse column")
    assert moving.steps(led(masse, FAR, friend), (masse,), 24, True)[at("1614")] == 6, "neither is loose"


@rule("F-10.6", "F-11.3", "F-7.3")
@pytest.mark.parametrize(
    ("more", "letters", "open_"),
    [
        ([], {}, True),
        ([man(3, 1, INF, "routed", 1, "1614")], {}, False),
        ([man(3, 0, INF, "line", 1, "1614", facing=1)], {}, False),
        ([], {"h1614": "f"}, False),
        ([man(3, 1, ART, "unlimbered", 1, "1613", facing=6)], {}, True),
        ([man(3, 1, INF, "square", 4, "1715")], {}, False),
    ],
)
def test_what_bars_the_way_through_a_friend(more: list[Unit], letters: dict[str, str], open_: bool) -> None:
    """Somebody beyond, no room beyond, an enemy zone over the friend."""
    unit = man(0, 0, INF, "column", 7, "1616")
    friend = own(2, "1615", "line", facing=1)
    zone = any(each.formation is F.SQUARE for each in more)
    if zone and GRID.distance(at("1715"), at("1615")) != 1:
        more = [
            replace(
                more[0],
                hex=next(
                    there for _, there in GRID.steps(at("1615")) if there not in (at("1616"), at("1614"))
                ),
            )
        ]
    scene = led(unit, FAR, friend, *more, field=country(**letters))
    assert (at("1614") in moving.steps(scene, (unit,), 24, True)) is open_


@rule("F-10.6")
@pytest.mark.parametrize(
    ("side", "form", "may"), [(0, "column", True), (0, "line", False), (1, "column", False)]
)
def test_whom_a_column_joins(side: int, form: str, may: bool) -> None:
    other = man(2, side, INF, form, 4, "1615", facing=1 if form == "line" else 0)
    unit = own()
    assert (at("1615") in moving.steps(led(unit, FAR, other), (unit,), 24, True)) is may


@rule("F-10.2")
@pytest.mark.parametrize(
    ("arm", "form", "price"),
    [
        (INF, "column", 2),
        (INF, "masse column", 4),
        (INF, "extended line", 4),
        (INF, "square", None),
        (INF, "general order", None),
        (INF, "disordered", None),
        (ART, "unlimbered", 2),
        (ART, "limbered", 2),
    ],
)
def test_what_a_turn_costs(arm: Arm, form: str, price: int | None) -> None:
    assert moving.turn_price(man(0, 0, arm, form, 4, "1616")) == price


@rule("F-10.4", "R-65", "F-10.3", "STA-02")
def test_formations_that_need_room() -> None:
    around = [there for _, there in GRID.steps(at("1616"))]
    wide = man(0, 0, INF, "extended line", 6, "1616", hex2=around[0])
    assert moving.changes(led(wide), (wide,), 24, 24, True) == (F.LINE,)
    crowd = [man(n + 1, 0, INF, "line", 1, GRID.label(there), facing=1) for n, there in enumerate(around)]
    big, small = man(0, 0, CAV, "column", 4, "1616"), man(0, 0, CAV, "column", 2, "1616")
    assert F.SCREEN not in moving.changes(led(big, *crowd), (big,), 24, 24, True)
    assert F.SCREEN in moving.changes(led(small, *crowd), (small,), 24, 24, True)
    assert F.SCREEN in moving.changes(led(big), (big,), 24, 24, True)
    two = man(0, 0, INF, "column", 2, "1616")
    assert F.SQUARE in moving.changes(led(two), (two,), 24, 24, True)
    guns = tuple(man(n, 0, ART, "unlimbered", 1, "1616", seat=n) for n in (0, 1))
    assert moving.changes(led(*guns), guns, 24, 24, True) == ()


@rule("F-10.4", "R-65")
@pytest.mark.parametrize(
    ("letter", "taken", "wing", "flank"),
    [
        (".", False, True, True),
        ("r", False, True, True),
        ("o", False, False, True),
        ("w", False, False, False),
        (".", True, False, False),
    ],
)
def test_second_hexes(letter: str, taken: bool, wing: bool, flank: bool) -> None:
    unit = man(0, 0, INF, "line", 6, "1616", facing=1)
    there = moving.wings(state(unit), unit)[0]
    more = (man(1, 0, INF, "column", 1, GRID.label(there)),) if taken else ()
    scene = state(unit, *more, field=country(**{f"h{GRID.label(there)}": letter}))
    assert (there in moving.wings(scene, unit)) is wing
    assert (there in moving.flanks(scene, unit)) is flank


@rule("F-10.4")
def test_no_wing_off_the_map() -> None:
    """In the corner of the map."""
    for facing in (1, 3, 5, 7, 9, 11):
        unit = replace(man(0, 0, INF, "line", 6, "0101", facing=facing))
        assert all(0 <= there < GRID.size for there in moving.wings(state(unit), unit))


@rule("F-5.2")
@pytest.mark.parametrize("facing", range(12))
def test_the_facing_after_a_change(facing: int) -> None:
    unit = own(facing=facing)
    side, corner = moving.new_facing(unit, F.COLUMN), moving.new_facing(unit, F.LINE)
    assert (side, corner) == ((facing, facing + 1) if facing % 2 == 0 else (facing - 1, facing))


@rule("F-10.5")
def test_a_screen_goes_into_an_empty_hex_in_front() -> None:
    unit = own(form="line", sv=1, facing=1)
    free = moving.screen_hexes(led(unit), unit)
    assert len(free) == 2
    other = man(1, 0, INF, "column", 1, GRID.label(free[0]))
    assert moving.screen_hexes(led(unit, other), unit) == free[1:]
    far = led(unit)
    none = replace(far, leaders=(replace(far.leaders[0], cr=0),))
    assert moving.screen_hexes(none, unit) == ()


@rule("F-10.11")
@pytest.mark.parametrize(
    ("label", "taken", "edge"),
    [
        ("0116", False, "0116"),
        ("0116", True, "column"),
        ("1631", True, "row"),
        ("1601", True, "row"),
        ("3116", True, "column"),
    ],
)
def test_an_arrival_finds_the_nearest_free_hex_of_its_edge(label: str, taken: bool, edge: str) -> None:
    unit = man(0, 0, INF, "column", 4, label)
    other = (man(1, 0, INF, "line", 4, label, facing=1),) if taken else ()
    waiting = replace(unit, where=Where.WAITING)
    found = moving.entry_hexes(state(waiting, *other), waiting)
    if not taken:
        assert found == (at(label),)
        return
    column, row = GRID.offset(at(label))
    assert len(found) == 2
    for there in found:
        c, r = GRID.offset(there)
        assert GRID.distance(there, at(label)) == 1
        assert (c == column) if edge == "column" else (r == row)


@rule("F-10.11", "F-10.1")
@pytest.mark.parametrize(
    ("letter", "mcf", "may"),
    [("r", 1, True), ("r", 0, False), (".", 0, True), ("o", 1, False), ("o", 2, True)],
)
def test_an_arrival_pays_for_its_hex(letter: str, mcf: int, may: bool) -> None:
    unit = man(0, 0, INF, "column", 4, "1631", mcf=mcf, where=Where.WAITING)
    scene = state(unit, field=country(h1631=letter))
    assert (at("1631") in moving.entry_hexes(scene, unit)) is may


# ---- stacks


@rule("R-06", "R-68", "R-65")
@pytest.mark.parametrize(
    ("steps", "hex2", "count"), [(5, "", 5), (5, "1716", 3), (6, "1716", 3), (2, "1716", 1), (1, "1716", 1)]
)
def test_half_of_a_wide_unit_counts_in_a_hex(steps: int, hex2: str, count: int) -> None:
    unit = man(0, 0, INF, "extended line", steps, "1616", **({"hex2": at(hex2)} if hex2 else {}))
    assert density(Options(), (unit,)) == count


@rule("R-68", "R-06")
def test_what_a_battery_counts() -> None:
    guns = man(1, 0, ART, "unlimbered", 1, "1616")
    for form, plain, letter in (("line", 6, 6), ("square", 6, 5)):
        foot = man(0, 0, INF, form, 4, "1616")
        assert density(Options(), (foot, guns)) == plain
        assert density(Options(guns_count_in_line_only=True), (foot, guns)) == letter
    assert density(Options(), (guns, guns)) == 2


@rule("F-7.3", "F-10.6", "COV-03")
@pytest.mark.parametrize(
    ("arm", "form", "steps", "change", "may"),
    [
        (INF, "road column", 6, {}, True),
        (INF, "road column", 7, {}, False),
        (ART, "limbered", 1, {}, True),
        (INF, "skirmish screen", 2, {}, True),
        (INF, "skirmish screen", 3, {}, False),
        (INF, "disordered", 6, {}, True),
        (INF, "disordered", 7, {}, False),
    ],
)
def test_who_has_room_in_a_farm(arm: Arm, form: str, steps: int, change: dict[str, Any], may: bool) -> None:
    unit = man(0, 0, arm, form, steps, "1616", **change)
    assert room(state(unit, field=country(h1615="f")), (unit,), at("1615")) is may


@rule("F-10.1", "R-41")
def test_the_slowest_foot_sets_the_pace_and_guns_under_it_do_not() -> None:
    slow, fast = man(0, 0, INF, "column", 4, "1616", mcf=8), man(1, 0, INF, "column", 4, "1616", mcf=9)
    guns = man(2, 0, ART, "unlimbered", 1, "1616", mcf=5)
    scene = state(slow, fast, guns)
    assert allowance(scene, (fast, slow)) == 16
    assert allowance(scene, (fast, guns)) == 18
    assert allowance(scene, (guns,)) == 10
    assert allowance(scene, (guns, replace(guns, mcf=4))) == 10


@rule("F-9.1", "R-10")
def test_without_a_leader_nothing_is_lent() -> None:
    unit = own()
    assert best(state(unit), unit, "tem") == 0
    ones = (replace(lead(0), tem=1), replace(lead(1), tem=2), replace(chief(2, 1, "1616"), tem=3))
    assert best(state(unit, leaders=ones), unit, "tem") == 2
