"""What a deed changes on the table, to the last field: losses, Disorder, rout, moves, joins, leaders."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts import moving
from grognard.books.fix_bayonets.state import NOWHERE, OM, Desk, Flight, Leader, Unit
from grognard.books.fix_bayonets.steps import common
from grognard.books.fix_bayonets.steps.act import StackAct
from grognard.books.fix_bayonets.steps.env import Act, Flights
from grognard.books.fix_bayonets.words import Arm, Card, Fate, Formation, Order, Trait, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, Drill, at, chief, country, man, state, told
from tests.rules import rule

F = Formation


def desk(*units: Unit, reserve: bool = False, **more: Any) -> Desk:
    scene = state(*units, **more)
    if reserve:
        commands = tuple(replace(each, reserve=True) for each in scene.commands)
        scene = replace(scene, commands=commands)
    log: list[Any] = []
    return Desk(scene, Flights(), log)


def fixed(**more: Any) -> Unit:
    """A column under FB! of three and a half steps."""
    return man(0, 0, INF, "column", 4, "1616", **{"halves": 7, "lost": 1, "fb": True, **more})


# ---- losses


@rule("F-18.1", "F-18.2", "R-33")
@pytest.mark.parametrize(("halves", "left", "lost"), [(1, 6, 2), (2, 5, 3), (7, 0, 8), (9, 0, 8)])
def test_a_loss_is_counted_for_the_unit_and_its_formation_and_told(halves: int, left: int, lost: int) -> None:
    table = desk(fixed(), man(1, 0, INF, "column", 4, "1620"))
    before = table.state
    common.lose_from(table, 0, halves, "F-18.1")
    dead = {"where": Where.DEAD, "fb": False} if left == 0 else {}
    assert told(before, table.state) == {
        "unit 0": {"halves": left, "lost": lost, **dead},
        "command 0": {"lost": min(halves, 7)},
    }
    entry = table.log[0]
    assert entry.what == "loses"
    assert entry.facts["steps"] == min(halves, 7) / 2
    assert entry.facts["left"] == left / 2


@rule("F-18.2")
def test_a_loss_falls_on_the_top_unit() -> None:
    table = desk(man(0, 0, INF, "column", 4, "1616", seat=1), man(1, 0, INF, "column", 4, "1616", seat=0))
    common.lose(table, 0, 1, "F-18.2")
    assert [unit.halves for unit in table.state.units] == [8, 7]


@rule("F-18.2", "R-65", "F-10.4")
@pytest.mark.parametrize(
    ("arm", "form", "steps", "halves", "hex2", "after"),
    [
        (INF, "square", 4, 4, "", F.SQUARE),
        (INF, "square", 4, 3, "", F.NONE),
        (INF, "extended line", 6, 10, "1716", F.EXT_LINE),
        (INF, "extended line", 6, 9, "1716", F.LINE),
        (INF, "skirmish screen", 2, 3, "1716", F.SCREEN),
        (INF, "column", 4, 3, "", F.COLUMN),
    ],
)
def test_what_becomes_too_small_for_its_formation(
    arm: Arm, form: str, steps: int, halves: int, hex2: str, after: Formation
) -> None:
    second = at(hex2) if hex2 else NOWHERE
    table = desk(man(0, 0, arm, form, steps, "1616", halves=halves, hex2=second))
    common.shrink(table, at("1616"))
    unit = table.unit(0)
    assert unit.formation is after
    assert unit.wide is (after in (F.EXT_LINE, F.SCREEN))
    assert unit.good is (after is not F.NONE)


@rule("R-65")
@pytest.mark.parametrize(("halves", "wide"), [(3, True), (2, False)])
def test_a_screen_that_fits_one_hex_draws_together(halves: int, wide: bool) -> None:
    table = desk(man(0, 0, INF, "skirmish screen", 2, "1616", halves=halves, hex2=at("1716")))
    common.shrink(table, at("1616"))
    assert table.unit(0).wide is wide
    assert table.unit(0).formation is F.SCREEN


@rule("F-18.2")
def test_guns_do_not_keep_a_square_together() -> None:
    foot, guns = (
        man(0, 0, INF, "square", 4, "1616", halves=3),
        man(1, 0, ART, "unlimbered", 1, "1616", seat=1),
    )
    table = desk(foot, guns)
    common.shrink(table, at("1616"))
    assert not table.unit(0).good


@rule("F-9.7")
@pytest.mark.parametrize(("others", "label"), [(0, "1614"), (1, "1616"), (2, "1616")])
def test_a_leader_leaves_when_his_last_unit_is_gone(others: int, label: str) -> None:
    beside = [man(2 + n, 0, INF, "column", 2, "1616", seat=n + 1) for n in range(others)]
    friend = man(1, 0, INF, "column", 4, "1614")
    table = desk(fixed(hex2=NOWHERE), friend, *beside, leaders=(chief(0, 0, "1616"),))
    common.remove(table, 0)
    assert table.state.leaders[0].hex == at(label)


@rule("F-9.7")
@pytest.mark.parametrize(
    ("labels", "goes"),
    [
        (("1611",), "1611"),
        (("1610",), ""),
        (("1613", "1614"), "1614"),
        (("1614", "1618"), "1614"),
    ],
)
def test_a_leader_without_a_stack_joins_the_nearest_within_five(labels: tuple[str, ...], goes: str) -> None:
    friends = [man(n, 0, INF, "column", 4, label) for n, label in enumerate(labels)]
    foe = man(len(friends), 1, INF, "column", 4, "1615")
    table = desk(*friends, foe, leaders=(chief(0, 0, "1616"), chief(1, 1, "1616")))
    before = table.state
    common.displace(table, at("1616"), 0)
    expected = {"hex": at(goes)} if goes else {"routed": True}
    assert told(before, table.state) == {"leader 0": expected}


@rule("SPK-01", "F-18.3")
def test_what_is_destroyed_is_lost_whole() -> None:
    wide = man(0, 0, INF, "extended line", 6, "1616", hex2=at("1716"), fb=True, lost=1, halves=11)
    table = desk(wide, man(1, 0, INF, "column", 4, "1614"), leaders=(chief(0, 0, "1616"),))
    before = table.state
    common.destroy(table, (wide,), "F-18.3")
    assert told(before, table.state) == {
        "unit 0": {"halves": 0, "lost": 12, "where": Where.DEAD, "hex2": NOWHERE, "fb": False},
        "command 0": {"lost": 11},
        "leader 0": {"hex": at("1614")},
    }


# ---- order


@rule("F-15.2", "LEG-01")
def test_disorder_takes_formation_markers_and_reserve() -> None:
    table = desk(fixed(), man(1, 0, ART, "unlimbered", 1, "1616", seat=1, facing=2), reserve=True)
    before = table.state
    common.disorder(table, before.at[at("1616")], "LEG-01")
    assert told(before, table.state) == {
        "unit 0": {"order": Order.DISORDERED, "formation": F.NONE, "fb": False},
        "unit 1": {"order": Order.DISORDERED},
        "command 0": {"reserve": False},
    }


@rule("F-15.2", "F-18.3", "F-16.9")
def test_a_rout_takes_everything_and_runs() -> None:
    guns = man(1, 0, ART, "unlimbered", 1, "1616", seat=1, facing=2, suppressed=2)
    table = desk(fixed(), guns, reserve=True)
    before = table.state
    common.rout(table, before.at[at("1616")], "LEG-03")
    gone = {"order": Order.ROUTED, "routed_now": True}
    assert told(before, table.state) == {
        "unit 0": {**gone, "formation": F.NONE, "fb": False},
        "unit 1": {**gone, "formation": F.LIMBERED, "suppressed": 0},
        "command 0": {"reserve": False, "fought": True},
    }
    assert table.state.fleeing == (Flight((0,), 4), Flight((1,), 3))
    common.rout(table, table.state.at[at("1616")], "LEG-03")
    assert len(table.state.fleeing) == 2, "nobody runs twice at once"


@rule("R-54", "F-16.7")
def test_a_beaten_stack_goes_back_once() -> None:
    table = desk(man(0, 0, INF, "disordered", 4, "1616"))
    for _ in range(2):
        common.fall_back(table, table.stack(0))
    assert table.state.fleeing == (Flight((0,), 1, rout=False),)


@rule("F-15.2", "R-25")
@pytest.mark.parametrize(
    ("arm", "form", "order", "far"),
    [
        (INF, "column", Order.DISORDERED, 0),
        (INF, "disordered", Order.ROUTED, 4),
        (INF, "routed", Order.ROUTED, 2),
        (CAV, "road column", Order.ROUTED, 6),
        (ART, "limbered", Order.ROUTED, 3),
        (ART, "unlimbered", Order.DISORDERED, 0),
        (ART, "routed", Order.ROUTED, 2),
    ],
)
def test_what_a_failed_check_does(arm: Arm, form: str, order: Order, far: int) -> None:
    table = desk(man(0, 0, arm, form, 4, "1616"))
    common.worsen(table, table.stack(0))
    assert table.unit(0).order is order
    assert [flight.left for flight in table.state.fleeing] == ([far] if far else [])


# ---- places


@rule("F-10.4")
@pytest.mark.parametrize("far", [False, True])
def test_leaders_draw_together_with_a_wide_stack(far: bool) -> None:
    """The depot lies in the south: 1617 is nearer."""
    ends = ("1616", "1617") if far else ("1617", "1616")
    wide = man(0, 0, INF, "extended line", 6, ends[0], hex2=at(ends[1]))
    table = desk(wide, leaders=(chief(0, 0, "1616"), chief(1, 0, "1617"), chief(2, 1, "1616")))
    common.contract(table, 0)
    assert (table.unit(0).hex, table.unit(0).hex2) == (at("1617"), NOWHERE)
    assert [one.hex for one in table.state.leaders] == [at("1617"), at("1617"), at("1616")]


@rule("F-5.2")
@pytest.mark.parametrize(
    ("foot", "guns", "facing", "looks"),
    [
        ("line", "unlimbered", 3, 1),
        ("square", "unlimbered", 3, 2),
        ("square", "unlimbered", 2, 2),
        ("square", "limbered", 3, 3),
    ],
)
def test_guns_look_where_the_line_looks_or_at_a_side(foot: str, guns: str, facing: int, looks: int) -> None:
    table = desk(
        man(0, 0, INF, foot, 4, "1616", facing=1), man(1, 0, ART, guns, 1, "1616", seat=1, facing=facing)
    )
    common.align(table, at("1616"))
    assert [unit.facing for unit in table.state.units] == [1, looks]


@rule("F-6.1a", "F-7.3", "F-9.1a")
@pytest.mark.parametrize(("seats", "seat"), [((), 0), ((0,), 1), ((0, 2), 3)])
def test_whoever_enters_a_hex_goes_below_those_who_are_there(seats: tuple[int, ...], seat: int) -> None:
    movers = (man(0, 0, INF, "column", 2, "1617"), man(1, 0, INF, "column", 2, "1617", seat=1))
    others = [man(2 + n, 0, INF, "column", 2, "1616", seat=each) for n, each in enumerate(seats)]
    table = desk(*movers, *others, leaders=(chief(0, 0, "1617"), chief(1, 0, "1617")))
    common.place(table, (0, 1), at("1616"), (500,))
    assert [unit.seat for unit in table.state.units[:2]] == [seat, seat + 1]
    assert [unit.hex for unit in table.state.units[:2]] == [at("1616")] * 2
    assert [one.hex for one in table.state.leaders] == [at("1616"), at("1617")]
    assert not table.state.commands[0].active


@rule("F-19.1", "F-11.1")
@pytest.mark.parametrize(("label", "active"), [("1612", False), ("1615", True)])
def test_whoever_enters_a_zone_has_been_busy(label: str, active: bool) -> None:
    table = desk(man(0, 0, INF, "column", 2, "1617"), man(1, 1, INF, "line", 4, label, facing=7))
    common.place(table, (0,), at("1616"))
    assert table.state.commands[0].active is active
    assert not table.state.commands[1].active


@rule("F-7.3")
@pytest.mark.parametrize(
    ("arm", "form", "letter", "after"),
    [
        (INF, "column", "w", F.GENERAL),
        (CAV, "line", "f", F.GENERAL),
        (INF, "column", "o", F.COLUMN),
        (INF, "skirmish screen", "w", F.SCREEN),
        (INF, "disordered", "w", F.NONE),
        (ART, "limbered", "f", F.LIMBERED),
    ],
)
def test_who_falls_into_general_order(arm: Arm, form: str, letter: str, after: Formation) -> None:
    unit = man(0, 0, arm, form, 1, "1616")
    table = desk(unit, field=country(h1616=letter))
    common.fall_into_general(table, (0,), at("1616"))
    assert table.unit(0).formation is after
    assert bool(table.log) is (after is F.GENERAL)


@rule("F-22.2")
@pytest.mark.parametrize(
    ("form", "label", "held"),
    [("column", "1616", True), ("disordered", "1616", False), ("column", "1615", False)],
)
def test_who_takes_scoring_ground(form: str, label: str, held: bool) -> None:
    field = replace(country(), prizes=((at("1616"), 4, 6, -1),))
    table = desk(man(0, 0, INF, form, 4, label), field=field)
    common.hold_ground(table, 0, at(label))
    assert table.state.holders == (((at("1616"), 0),) if held else ())


@rule("F-10.10")
@pytest.mark.parametrize(("label", "reserve"), [("1613", False), ("1612", True)])
def test_an_enemy_within_three_rouses_a_reserve(label: str, reserve: bool) -> None:
    table = desk(man(0, 0, INF, "column", 4, "1616"), man(1, 1, INF, "routed", 4, label), reserve=True)
    common.rouse(table)
    assert [each.reserve for each in table.state.commands] == [reserve, reserve]


@rule("F-10.5")
def test_a_screen_comes_home_whole() -> None:
    screen = man(1, 0, INF, "skirmish screen", 1, "1616", parent=0, seat=1)
    table = desk(man(0, 0, INF, "column", 4, "1616", halves=6), screen)
    before = table.state
    common.join(table, (1,))
    assert told(before, table.state) == {
        "unit 0": {"halves": 8},
        "unit 1": {"halves": 0, "where": Where.ATTACHED, "hex": NOWHERE},
    }


@rule("F-6.1a", "F-5.2")
@pytest.mark.parametrize("guns", range(0, 12, 2))
@pytest.mark.parametrize("way", [1, -1])
def test_a_line_that_joins_guns_keeps_the_nearer_corner(guns: int, way: int) -> None:
    corner = (guns + way) % 12
    line = man(0, 0, INF, "line", 4, "1616", facing=corner)
    assert common._beside(line, man(1, 0, ART, "unlimbered", 1, "1616", facing=guns)) == corner
    other = man(1, 0, INF, "line", 4, "1616", facing=5)
    assert common._beside(line, other) == 5
    assert common._beside(man(0, 0, INF, "square", 4, "1616", facing=0), other) == 5


@rule("F-6.1a", "F-5.2")
@pytest.mark.parametrize("way", [1, 3, 5, 7, 9, 11])
def test_a_line_that_comes_up_to_guns_at_a_corner_faces_a_corner_too(way: int) -> None:
    """The guns of a Line that is gone may still look at its corner: that is no hexside."""
    line = man(0, 0, INF, "line", 4, "1617", facing=1)
    table = desk(line, man(1, 0, ART, "unlimbered", 1, "1616", facing=way))
    common.place(table, (0,), at("1616"))
    common.join(table, (0,))
    assert [unit.facing for unit in table.state.units[:2]] == [way, way]


@rule("F-5.2")
@pytest.mark.parametrize("way", [1, 3, 5, 7, 9, 11])
def test_guns_drawn_out_of_a_line_look_at_a_hexside_again(way: int) -> None:
    line = man(0, 0, INF, "line", 4, "1617", facing=way)
    table = desk(line, man(1, 0, ART, "unlimbered", 1, "1617", facing=way, seat=1))
    common.place(table, (1,), at("1616"))
    assert [unit.facing for unit in table.state.units[:2]] == [way, way - 1]


@rule("F-20", "F-9.6")
@pytest.mark.parametrize(
    ("card", "after"), [(Card.STACK, Card.OUT), (Card.HAND, Card.OUT), (Card.NONE, Card.NONE)]
)
def test_a_leader_who_leaves_takes_card_and_orders_with_him(card: Card, after: Card) -> None:
    one = replace(
        chief(0, 0, "1616", card=card), routed=True, om=OM(at("1610")), pending=OM(at("1611")), wounded=False
    )
    table = desk(man(0, 0, INF, "column", 4, "1616"), leaders=(one, chief(1, 1, "1610")), stack=(501, 500))
    before = table.state
    common.unseat(table, 500, Fate.AWAY, clock=3, wounded=True)
    card_ = {} if after is card else {"card": after}
    assert told(before, table.state) == {
        "leader 0": {
            **{"fate": Fate.AWAY, "clock": 3, "wounded": True, "hex": NOWHERE, "routed": False},
            **{"om": None, "pending": None},
            **card_,
        }
    }
    assert table.state.stack == (501,)


@rule("F-9.7")
@pytest.mark.parametrize(
    ("routed", "fate", "waits"), [(True, Fate.MAP, True), (True, Fate.AWAY, False), (False, Fate.MAP, False)]
)
def test_which_leader_waits_for_his_fate(routed: bool, fate: Fate, waits: bool) -> None:
    one = replace(chief(0, 0, "1616"), routed=routed, fate=fate)
    assert common.stranded(desk(man(0, 0, INF, "column", 4, "1610"), leaders=(one,))) is waits


@rule("F-9.7", "F-9.5")
@pytest.mark.parametrize(("units", "leaders"), [((0, 1), (500,)), ((0,), ())])
def test_leaders_draw_back_with_the_whole_of_a_stack(
    units: tuple[int, ...], leaders: tuple[int, ...]
) -> None:
    stack = (man(0, 0, INF, "column", 2, "1616"), man(1, 0, INF, "column", 2, "1616", seat=1))
    table = desk(*stack, leaders=(chief(0, 0, "1616"), chief(1, 1, "1616")))
    assert common.all_leaders(table, units) == leaders


# ---- formation


def boss() -> Leader:
    return replace(chief(0, 0, "1620", cr=30), command=0)


def acting(*units: Unit, left: int = 24, whole: int = 24, **more: Any) -> Drill:
    lead = boss()
    scene = state(*units, leaders=(lead,), active=(lead.id,), **more)
    return Drill(scene, "act", Act((0,), left, whole, good=units[0].good))


@rule("F-10.3", "F-19.1", "F-17.1")
@pytest.mark.parametrize(("verb", "used"), [("form_general", 1), ("form_line", 2)])
def test_a_change_uses_movement_and_makes_busy(verb: str, used: int) -> None:
    """A free one counts as the least there is."""
    drill = acting(man(0, 0, INF, "column", 4, "1616", sv=0)).do(verb)
    assert drill.unit(0).used == used
    assert drill.state.commands[0].active
    assert drill.position.agenda[-1].env.busy
    assert not any(each.startswith("form_") for each in drill.verbs), "one change in an action"


@rule("F-10.2")
@pytest.mark.parametrize(("form", "turns"), [("general order", 3), ("square", 3), ("line", 1)])
def test_out_of_a_round_formation_one_faces_any_way(form: str, turns: int) -> None:
    """With nothing left to pay for a turn: half a circle, or one turn back."""
    price = 0 if form == "general order" else 2
    drill = acting(man(0, 0, INF, form, 4, "1616"), left=price, whole=24).do("form_column")
    count = 0
    while "turn_right" in drill.verbs and count < 6:
        drill.do("turn_right")
        count += 1
    assert count == turns


@rule("STA-04", "F-10.1")
@pytest.mark.parametrize(
    ("left", "whole", "after"), [(16, 16, 2), (14, 16, 0), (8, 16, 0), (5, 16, 0), (15, 16, 1)]
)
def test_what_a_square_has_left_of_its_movement(left: int, whole: int, after: int) -> None:
    """It costs 2 of 16 halves; a Square has 4 of them in all."""
    mark = man(1, 1, INF, "routed", 4, "1615")
    drill = acting(man(0, 0, INF, "column", 4, "1616", mcf=8), mark, left=left, whole=whole).do("form_square")
    assert drill.position.agenda[-1].env.left == after


@rule("F-10.1")
def test_a_faster_formation_gains_nothing() -> None:
    drill = acting(man(0, 0, INF, "square", 4, "1616", mcf=8), left=4, whole=4).do("form_column")
    assert drill.position.agenda[-1].env.left == 2


@rule("F-14.1", "F-14.2")
@pytest.mark.parametrize(
    ("label", "checked", "asked"), [("1615", False, True), ("1615", True, False), ("1610", False, False)]
)
def test_guns_that_limber_before_skirmishers_check_once(label: str, checked: bool, asked: bool) -> None:
    guns = man(0, 0, ART, "unlimbered", 1, "1616")
    foe = man(1, 1, INF, "line", 4, label, facing=7, sv=1, spent=True)
    lead = boss()
    scene = state(guns, foe, leaders=(lead,), active=(lead.id,))
    drill = Drill(scene, "act", Act((0,), 24, 24, checked=checked)).do("limber")
    assert (getattr(drill.waits, "what", "") == "skirmish check") is asked
    if asked:
        drill.fall(0)
        assert drill.unit(0).formation is F.UNLIMBERED, "the check comes first"
        drill.do("limber")
    assert drill.unit(0).formation is F.LIMBERED
    assert drill.unit(0).shifted


@rule("F-10.3")
def test_foot_that_changes_before_skirmishers_does_not_check() -> None:
    foe = man(1, 1, INF, "line", 4, "1615", facing=7, sv=1, spent=True)
    drill = acting(man(0, 0, INF, "column", 4, "1616"), foe).do("form_line")
    assert drill.unit(0).formation is F.LINE
    assert not drill.unit(0).shifted


@rule("F-13.4", "F-10.3")
@pytest.mark.parametrize(("verb", "shot"), [("form_general", False), ("form_line", True)])
def test_only_a_change_that_costs_draws_fire(verb: str, shot: bool) -> None:
    foe = man(1, 1, INF, "line", 4, "1615", facing=7)
    drill = acting(man(0, 0, INF, "column", 4, "1616"), foe).do(verb)
    assert ("shoot" in drill.verbs) is shot


@rule("PT-05", "FCC-07", "FCC-02")
@pytest.mark.parametrize(
    ("arm", "form", "verb", "traits", "left"),
    [
        (INF, "column", "form_line", (Trait.POOR,), 0),
        (CAV, "column", "form_line", (Trait.POOR,), 12),
        (CAV, "column", "form_line", (), 18),
        (ART, "unlimbered", "limber", (Trait.DIFFICULT,), 0),
        (ART, "limbered", "unlimber", (Trait.DIFFICULT,), 20),
        (ART, "unlimbered", "limber", (), 20),
    ],
)
def test_what_a_change_leaves(arm: Arm, form: str, verb: str, traits: tuple[Trait, ...], left: int) -> None:
    drill = acting(man(0, 0, arm, form, 4, "1616", traits=traits)).do(verb)
    assert drill.position.agenda[-1].env.left == left


@rule("F-10.4", "R-39")
@pytest.mark.parametrize(("halves", "after"), [(10, F.EXT_LINE), (9, F.LINE)])
def test_a_line_shot_too_weak_to_extend_stays_as_it_is(halves: int, after: F) -> None:
    line = man(0, 0, INF, "line", 6, "1616", halves=halves)
    scene = state(line, man(1, 1, INF, "column", 4, "0101"))
    room = moving.wings(scene, replace(line, halves=10))[0]
    table = Desk(scene, Act((0,), 8, 12, becoming=F.EXT_LINE.value, room=room, good=True))
    StackAct().resume(table)
    assert table.unit(0).formation is after
    assert table.env.becoming == ""
