"""The Rally and Cleanup Phases, Formations on the move, regroup and pursuit: exact to the last field."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.state import NOBODY, NOWHERE, OM, Desk, Leader, State, Unit
from grognard.books.fix_bayonets.steps import cleanup, command, formations, pursuit, rally
from grognard.books.fix_bayonets.steps.cards import Contest
from grognard.books.fix_bayonets.steps.declare import rest
from grognard.books.fix_bayonets.steps.env import (
    Act,
    Activation,
    Charging,
    Formed,
    Operations,
    React,
    Rider,
    Turn,
    Victor,
)
from grognard.books.fix_bayonets.words import Arm, Card, Fate, Formation, Order, Rank, Trait, Weather, Where
from grognard.engine.flow import NEXT, Engine, replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, Drill, at, chief, country, man, state, told
from tests.rules import rule

F = Formation
FAR = man(1, 1, INF, "line", 4, "1601", facing=7)


def own(number: int = 0, label: str = "1616", **more: Any) -> Unit:
    return man(number, 0, INF, "line", 4, label, **more)


def lead(**more: Any) -> Leader:
    return replace(chief(0, 0, "1616", command=0), **more)


def play(step: Any, scene: State, env: Any = None) -> Any:
    """One step by itself."""
    game = Engine({"one": (step,)}, Desk)
    return game, game.start(scene, "one", env or Turn())


# ---- rally


@rule("SEQ-02", "F-20")
@pytest.mark.parametrize(
    ("fate", "clock", "after"),
    [(Fate.AWAY, 2, 1), (Fate.AWAY, 1, 0), (Fate.AWAY, 0, 0), (Fate.MAP, 2, 2), (Fate.KILLED, 2, 2)],
)
def test_the_clocks_of_absent_leaders_run_down(fate: Fate, clock: int, after: int) -> None:
    one = lead(fate=fate, clock=clock, command=NOBODY)
    table = Desk(state(own(), leaders=(one,)), Turn())
    rally.ReturnLeaders().begin(table)
    assert table.state.leaders[0].clock == after


@rule("SEQ-02", "F-9.6", "F-20")
@pytest.mark.parametrize(
    ("card", "wounded", "passive", "after"),
    [
        (Card.OUT, True, False, {"card": Card.HAND, "wounded": False, "passive": True}),
        (Card.OUT, False, False, {"card": Card.HAND}),
        (Card.OUT, False, True, {"card": Card.HAND}),
        (Card.NONE, False, False, {}),
    ],
)
def test_a_leader_comes_back_and_his_second_goes(
    card: Card, wounded: bool, passive: bool, after: dict[str, Any]
) -> None:
    gone = lead(fate=Fate.AWAY, card=card, hex=NOWHERE, wounded=wounded, passive=passive)
    second = replace(chief(1, 0, "1616", command=0), replaces=500)
    dead = replace(chief(2, 0, "1610", command=0), replaces=500, fate=Fate.KILLED)
    other = replace(chief(3, 0, "1610", command=0), replaces=502)
    table = Desk(state(own(), own(1, "1618"), leaders=(gone, second, dead, other)), Turn())
    before = table.state
    rally.ReturnLeaders().return_to(table, at("1616"))
    assert told(before, table.state) == {
        "leader 0": {"fate": Fate.MAP, "hex": at("1616"), **after},
        "leader 1": {"fate": Fate.KILLED, "card": Card.OUT, "hex": NOWHERE},
    }


@rule("SEQ-02", "F-9.6")
@pytest.mark.parametrize(("clock", "back"), [(0, (500,)), (1, ())])
def test_who_is_back_and_with_whom(clock: int, back: tuple[int, ...]) -> None:
    one = lead(fate=Fate.AWAY, clock=clock)
    units = (own(), own(1, "1620"), replace(own(2, "1625"), command=1))
    table = Desk(state(*units, leaders=(one,)), Turn())
    step = rally.ReturnLeaders()
    assert step._back(table) == back
    assert set(step._spots(table, one)) == {at("1616"), at("1620")}
    assert step._spots(table, replace(one, command=NOBODY)) == (at("1625"),), "the stack nearest the depot"


@rule("F-9.6", "R-77")
def test_a_second_has_numbers_of_his_own() -> None:
    fallen = replace(lead(fate=Fate.KILLED, superior=501, sr=8, cr=9), name="Hill")
    table = Desk(state(own(), leaders=(fallen, replace(chief(1, 0, "1620"), rank=Rank.CORPS))), Turn())
    rally.ReturnLeaders().begin(table)
    new = table.state.leaders[2]
    assert (new.id, new.name, new.side, new.sr, new.cr) == (502, "Hill's second", 0, 4, 3)
    assert (new.command, new.superior, new.hex, new.card, new.replaces) == (
        0,
        501,
        at("1616"),
        Card.HAND,
        500,
    )


@rule("F-18.5")
@pytest.mark.parametrize(
    ("units", "gathered"),
    [
        ([(7, 1)], 0),
        ([(8, 0), (7, 1)], 1),
        ([(7, 0), (5, 3)], 1),
        ([(6, 2), (7, 1)], 1),
        ([(8, 0), (9, 3)], 1),
    ],
)
def test_stragglers_come_back_to_who_lost_them(units: list[tuple[int, int]], gathered: int) -> None:
    stack = [man(n, 0, INF, "column", 5, "1616", seat=n, halves=h, lost=x) for n, (h, x) in enumerate(units)]
    scene = state(*stack, leaders=(lead(),))
    table = Desk(scene, Turn(now=0))
    assert rally.needs_rally(table, scene.at[at("1616")])
    rally.RallyUnits().fell(table, 0)
    halves, lost = units[gathered]
    assert told(scene, table.state) == {f"unit {gathered}": {"halves": halves + 1, "lost": lost - 1}}


@rule("F-18.5", "F-16.9")
@pytest.mark.parametrize(("arm", "after"), [(INF, F.NONE), (ART, F.LIMBERED)])
def test_the_routed_rally_into_disorder(arm: Arm, after: Formation) -> None:
    unit = man(0, 0, arm, "routed", 4, "1616")
    table = Desk(state(unit, FAR), Turn(now=0))
    rally.RallyUnits().fell(table, 0)
    assert (table.unit(0).order, table.unit(0).formation) == (Order.DISORDERED, after)


@rule("F-18.5", "PT-04")
@pytest.mark.parametrize(
    ("label", "traits", "form", "left"),
    [
        ("1611", (), "line", 2),
        ("1610", (), "line", 0),
        ("1611", (), "disordered", 0),
        ("1601", (Trait.POOR,), "line", -1),
    ],
)
def test_the_routed_who_do_not_rally_run_half_as_far_before_an_enemy(
    label: str, traits: tuple[Trait, ...], form: str, left: int
) -> None:
    unit = man(0, 0, INF, "routed", 4, "1616", traits=traits)
    foe = man(1, 1, INF, form, 4, label, facing=7)
    table = Desk(state(unit, foe), Turn(now=0))
    rally.RallyUnits().fell(table, 9)
    assert [flight.left for flight in table.state.fleeing] == ([left] if left > 0 else [])
    assert table.unit(0).on_map is (left >= 0)
    assert (0 in table.env.done) is (left > 0)


@rule("F-18.5", "F-15.1")
@pytest.mark.parametrize(("die", "order"), [(6, Order.GOOD), (7, Order.DISORDERED)])
def test_a_rally_is_passed_up_to_the_tem(die: int, order: Order) -> None:
    """A Disordered stack adds 1."""
    table = Desk(state(man(0, 0, INF, "disordered", 4, "1616"), FAR), Turn(now=0))
    rally.RallyUnits().fell(table, die)
    assert table.unit(0).order is order


@rule("F-18.5")
@pytest.mark.parametrize(
    ("arms", "letter", "after"),
    [
        ([(INF, 4)], ".", F.COLUMN),
        ([(INF, 4)], "w", F.GENERAL),
        ([(INF, 4), (ART, 1)], ".", F.LINE),
        ([(INF, 14)], ".", F.GENERAL),
        ([(CAV, 4)], ".", F.COLUMN),
    ],
)
def test_the_formation_of_a_rallied_stack(arms: list[tuple[Arm, int]], letter: str, after: Formation) -> None:
    stack = [man(n, 0, arm, "disordered", steps, "1616", seat=n) for n, (arm, steps) in enumerate(arms)]
    table = Desk(state(*stack, field=country(h1616=letter)), Turn())
    rally.recover(table, table.stack(0))
    assert table.unit(0).formation is after
    assert all(unit.good for unit in table.state.units)
    guns = Desk(state(man(0, 0, ART, "unlimbered", 1, "1616", order=Order.DISORDERED)), Turn())
    rally.recover(guns, guns.stack(0))
    assert guns.unit(0).formation is F.UNLIMBERED


@rule("F-18.5", "STK-08", "STK-10")
@pytest.mark.parametrize(
    ("steps", "guns", "letter", "tries"),
    [
        (10, 1, ".", True),  # 12 with the battery: a Line
        (11, 1, ".", False),  # 13: no Line, and in General Order no guns
        (11, 0, ".", True),
        (4, 1, "f", False),  # in a farm nobody is in Line
        (4, 0, "f", True),
        (0, 2, "f", True),
    ],
)
def test_foot_and_guns_that_no_order_has_room_for_stay_disordered(
    steps: int, guns: int, letter: str, tries: bool
) -> None:
    foot = [man(0, 0, INF, "disordered", steps, "1616")] if steps else []
    crews = [man(9 + n, 0, ART, "disordered", 1, "1616", seat=1 + n) for n in range(guns)]
    field = country(h1616=letter)
    stack = tuple(replace(unit, id=n) for n, unit in enumerate((*foot, *crews)))
    scene = state(*stack, field=field)
    assert rally.needs_rally(Desk(scene, Turn()), scene.at[at("1616")]) is tries
    routed = state(*(replace(unit, order=Order.ROUTED) for unit in stack), field=field)
    assert rally.needs_rally(Desk(routed, Turn()), routed.at[at("1616")]), "disorder has room for them"
    if tries:
        table = Desk(scene, Turn())
        rally.recover(table, table.stack(0))
        assert all(unit.good for unit in table.state.units)
        assert not (steps and guns) or table.unit(0).formation is F.LINE


@rule("SEQ-04", "F-21.5")
@pytest.mark.parametrize(
    ("arrives", "fate", "card", "after"),
    [
        (2, Fate.WAITING, Card.NONE, Card.HAND),
        (1, Fate.WAITING, Card.NONE, Card.HAND),
        (3, Fate.WAITING, Card.NONE, Card.NONE),
        (0, Fate.WAITING, Card.NONE, Card.NONE),
        (2, Fate.MAP, Card.NONE, Card.NONE),
        (2, Fate.WAITING, Card.OUT, Card.OUT),
    ],
)
def test_cards_of_those_who_arrive(arrives: int, fate: Fate, card: Card, after: Card) -> None:
    one = lead(arrives=arrives, fate=fate, card=card)
    table = Desk(state(own(), leaders=(one,)), Turn())
    rally.Reinforce().begin(table)
    assert table.state.leaders[0].card is after


@rule("F-9.3", "SEQ-04")
@pytest.mark.parametrize(("fate", "stands"), [(Fate.MAP, True), (Fate.AWAY, False)])
def test_a_pending_order_stands_for_who_is_there(fate: Fate, stands: bool) -> None:
    table = Desk(state(own(), leaders=(lead(fate=fate, pending=OM(at("1610"))),)), Turn())
    rally.Reinforce().begin(table)
    assert (table.state.leaders[0].om is not None) is stands
    assert (table.state.leaders[0].pending is None) is stands


@rule("SEQ-05", "F-23", "F-21.1")
@pytest.mark.parametrize(
    ("turn", "fixed", "die", "sky"),
    [
        (1, (Weather.RAIN, Weather.FOG), None, "rain"),
        (2, (Weather.RAIN, Weather.FOG), None, "fog"),
        (3, (Weather.RAIN, Weather.FOG), 3, "rain"),
        (3, (Weather.RAIN, Weather.FOG), 4, "squall"),
        (3, (Weather.RAIN, Weather.FOG), 5, "squall"),
        (3, (Weather.RAIN, Weather.FOG), 6, "clear"),
        (1, (), 0, "rain"),
    ],
)
def test_the_weather_of_a_turn(turn: int, fixed: tuple[Weather, ...], die: int | None, sky: str) -> None:
    field = replace(country(), weather=fixed, rolls=((3, Weather.RAIN), (5, Weather.SQUALL)))
    log: list[Any] = []
    game = Engine({"one": (rally.WeatherRoll(),)}, Desk)
    position = game.start(replace(state(own(), field=field), turn=turn), "one", Turn(), log)
    waiting = game.pending(position)
    assert (waiting is None) is (die is None)
    if die is not None:
        from grognard.engine.choices import Fall

        position = game.apply(position, Fall(die), log)
    assert position.state.weather == (() if sky == "clear" else (Weather(sky),))
    assert log[-1].facts["words"] == sky


@rule("SEQ-05", "F-23")
def test_without_a_table_the_sky_is_clear_after_the_first_turns() -> None:
    field = replace(country(), weather=(Weather.RAIN,))
    _, position = play(
        rally.WeatherRoll(), replace(state(own(), field=field), turn=2, weather=(Weather.RAIN,))
    )
    assert position.state.weather == ()


@rule("F-23")
@pytest.mark.parametrize(
    ("turn", "dusk", "night", "hour"),
    [
        (2, 3, 5, ()),
        (3, 3, 5, ("dusk",)),
        (4, 3, 5, ("dusk",)),
        (5, 3, 5, ("night",)),
        (9, 0, 0, ()),
        (9, 3, 0, ("dusk",)),
    ],
)
def test_dusk_and_night_come_by_the_clock(turn: int, dusk: int, night: int, hour: tuple[str, ...]) -> None:
    field = replace(country(), dusk=dusk, night=night)
    assert rally.time_of_day(Desk(replace(state(own(), field=field), turn=turn), Turn())) == hour


# ---- cleanup


@rule("SEQ-10")
@pytest.mark.parametrize(
    ("card", "after"),
    [(Card.PLAYED, Card.HAND), (Card.STACK, Card.HAND), (Card.OUT, Card.OUT), (Card.NONE, Card.NONE)],
)
def test_cards_come_back(card: Card, after: Card) -> None:
    scene = state(own(), leaders=(lead(card=card, tried=True, barred=True),), stack=(500,), active=(500,))
    table = Desk(scene, Turn(done=(1,), now=1))
    cleanup.CardsBack().begin(table)
    changed = {"tried": False, "barred": False, **({"card": after} if after is not card else {})}
    assert told(scene, table.state) == {"leader 0": changed}
    assert (table.state.stack, table.state.active, table.env.done, table.env.now) == ((), (), (), NOBODY)


@rule("SEQ-11", "SRF-01", "SRF-02", "F-9.5")
@pytest.mark.parametrize(
    ("superior", "foe", "die", "wakes"),
    [
        (0, "1601", 6, True),
        (0, "1601", 7, False),
        (0, "1615", 5, True),
        (0, "1615", 6, False),
        (2, "1601", 8, True),
        (2, "1601", 9, False),
    ],
)
def test_a_passive_leader_wakes(superior: int, foe: str, die: int, wakes: bool) -> None:
    boss = replace(chief(1, 0, "1616", tem=superior), rank=Rank.CORPS)
    same = replace(chief(2, 0, "1616", tem=9), rank=Rank.DIVISION)
    ones = (lead(passive=True), *((boss, same) if superior else (same, same)))
    scene = state(own(), replace(FAR, hex=at(foe)), leaders=ones)
    table = Desk(scene, Turn())
    cleanup.FlipPassive().fell(table, die)
    assert table.state.leaders[0].passive is not wakes
    assert table.env.done == (500,)
    assert cleanup.FlipPassive()._who(table) is None, "once a turn"


@rule("SEQ-12", "R-31")
@pytest.mark.parametrize(
    ("arm", "change", "after"),
    [
        (INF, {"spent": True}, {"spent": False}),
        (CAV, {"spent": True}, {}),
        (ART, {"fired": True}, {"fired": False}),
        (INF, {"acted": True}, {"acted": False}),
        (CAV, {"spent": True, "acted": True}, {"acted": False}),
        (INF, {}, {}),
    ],
)
def test_who_recovers(arm: Arm, change: dict[str, Any], after: dict[str, Any]) -> None:
    scene = state(man(0, 0, arm, "unlimbered" if arm is ART else "column", 4, "1616", **change))
    table = Desk(scene, Turn(done=(3,)))
    cleanup.Recover().begin(table)
    assert told(scene, table.state) == ({"unit 0": after} if after else {})
    assert table.env.done == ()


def formation(scene: State, **change: Any) -> State:
    return replace(scene, commands=(replace(scene.commands[0], **change), scene.commands[1]))


@rule("SEQ-13", "F-19.1")
@pytest.mark.parametrize(("fatigue", "after"), [(3, 4), (9, 10), (10, 10)])
def test_fatigue_grows_to_ten(fatigue: int, after: int) -> None:
    table = Desk(formation(state(own()), fatigue=fatigue, fought=True), Turn(), log := [])
    cleanup.Fatigue().begin(table)
    assert table.state.commands[0].fatigue == after
    assert [entry.facts["fatigue"] for entry in log] == [after]


@rule("FAT-01", "FAT-02", "FAT-03", "FAT-04")
@pytest.mark.parametrize(("fatigue", "die", "after"), [(3, 0, 0), (2, 0, 0), (4, 0, 1), (3, 6, 2), (1, 9, 1)])
def test_rest_takes_fatigue_off_to_nothing(fatigue: int, die: int, after: int) -> None:
    table = Desk(formation(state(own(), FAR), fatigue=fatigue), Turn(), log := [])
    cleanup.Fatigue().fell(table, die)
    assert table.state.commands[0].fatigue == after
    assert [entry.facts["fatigue"] for entry in log] == [after]
    assert table.env.done == (0,)


@rule("F-19.1")
def test_only_its_own_units_keep_a_formation_from_resting() -> None:
    """The enemy's line looks at a unit of another Formation, and at one that is lost."""
    lost = own(2, "1614", where=Where.DEAD)
    near = man(1, 1, INF, "line", 4, "1613", facing=7)
    table = Desk(formation(state(own(0, "1625"), near, lost), fatigue=2), Turn())
    assert cleanup.Fatigue()._who(table) == 0


@rule("F-10.10", "SEQ-13")
@pytest.mark.parametrize(
    "change", [{"forced": True}, {"routed_now": True}, {"forced": True, "routed_now": True}]
)
def test_the_tallies_of_a_turn_are_cleared(change: dict[str, Any]) -> None:
    scene = state(own(**change), FAR)
    busy = replace(
        scene,
        commands=tuple(
            replace(each, lost=3, fought=True, active=True, forced=True, activated=True)
            for each in scene.commands
        ),
    )
    table = Desk(busy, Turn(done=(4,)))
    cleanup.EnterReserve().begin(table)
    clean = {"lost": 0, "fought": False, "active": False, "forced": False, "activated": False}
    assert told(busy, table.state) == {
        "unit 0": dict.fromkeys(change, False),
        "command 0": clean,
        "command 1": clean,
    }
    assert table.env.done == ()


@rule("F-10.10", "R-47", "SEQ-03")
@pytest.mark.parametrize("initiative", [0, 1])
def test_both_sides_are_asked_for_a_reserve_the_initiative_first(initiative: int) -> None:
    table = Desk(state(own(), FAR, initiative=initiative), Turn())
    step = cleanup.EnterReserve()
    for side in (initiative, 1 - initiative):
        asked = step.ask(table)
        assert asked is not None
        assert asked.who == (side,)
        step.none_back(table)
    assert step.ask(table) is None


@rule("SEQ-03")
@pytest.mark.parametrize("initiative", [0, 1])
def test_both_sides_rally_the_initiative_first(initiative: int) -> None:
    units = (man(0, 0, INF, "disordered", 4, "1616"), man(1, 1, INF, "disordered", 4, "1601"))
    table = Desk(state(*units, initiative=initiative), Turn())
    step = rally.RallyUnits()
    for side in (initiative, 1 - initiative):
        asked = step.ask(table)
        assert asked is not None
        assert asked.who == (side,)  # type: ignore[union-attr]
        step.no_more(table)
    assert step.ask(table) is None


@rule("SEQ-14", "F-19.2")
@pytest.mark.parametrize(
    ("lost", "before", "after", "said"),
    [
        ((20, 0), (0, 0), (1, 0), 1),
        ((0, 20), (0, 0), (0, 1), 1),
        ((0, 0), (0, 0), (0, 0), 0),
        ((45, 30), (1, 2), (3, 2), 1),
    ],
)
def test_cohesion_is_counted_for_both(
    lost: tuple[int, int], before: tuple[int, int], after: tuple[int, int], said: int
) -> None:
    units = (own(lost=lost[0]), replace(FAR, lost=lost[1]))
    table = Desk(replace(state(*units), cohesion=before), Turn(), log := [])
    cleanup.CohesionStep().begin(table)
    assert table.state.cohesion == after
    assert len(log) == said


@rule("SEQ-15", "R-37")
@pytest.mark.parametrize(
    ("om", "foe", "fate", "done", "may"),
    [
        ("1613", "1601", Fate.MAP, True, False),
        ("1612", "1601", Fate.MAP, False, False),
        ("1613", "1610", Fate.MAP, False, True),
        ("1613", "1609", Fate.MAP, True, False),
        ("1613", "1601", Fate.AWAY, False, False),
        ("1612", "1611", Fate.MAP, False, False),
    ],
)
def test_which_orders_are_done(om: str, foe: str, fate: Fate, done: bool, may: bool) -> None:
    """The area of an order reaches three hexes; without enemies in it the order is done."""
    scene = state(own(), replace(FAR, hex=at(foe)), leaders=(lead(om=OM(at(om)), fate=fate),))
    table = Desk(scene, Turn())
    step = cleanup.CompletedOMs()
    step.begin(table)
    assert (table.state.leaders[0].om is None) is done
    assert (step.ask(table) is not None) is may
    if may:
        step.keep(table)
        assert step.ask(table) is None


@rule("SEQ-15")
def test_temporary_orders_go() -> None:
    table = Desk(state(own(), leaders=(lead(om=OM(at("1601"), temporary=True)),)), Turn())
    cleanup.CompletedOMs().begin(table)
    assert table.state.leaders[0].om is None


@rule("SEQ-17", "R-52")
@pytest.mark.parametrize(("turn", "over"), [(5, False), (6, True)])
def test_the_last_turn_ends_the_battle(turn: int, over: bool) -> None:
    field = replace(country(), turns=6)
    table = Desk(replace(state(own(), FAR, field=field), turn=turn), Turn())
    flow = cleanup.Clock().begin(table)
    assert (table.state.outcome is not None) is over
    assert flow is not NEXT


# ---- who acts


@rule("OPS-03", "F-9.2")
@pytest.mark.parametrize(
    ("change", "after"),
    [
        ({}, {}),
        ({"hex": at("1601")}, {"ooc": True}),
        ({"ooc": True}, {"ooc": False}),
        ({"hex": at("1601"), "ooc": True}, {}),
        ({"hex": at("1601"), "where": Where.WAITING}, {}),
        ({"hex": at("1601"), "where": Where.DEAD}, {}),
        ({"hex": at("1601"), "command": 1}, {}),
    ],
)
def test_who_is_out_of_command(change: dict[str, Any], after: dict[str, Any]) -> None:
    scene = state(replace(own(), **change), FAR, leaders=(lead(),), active=(500,))
    table = Desk(scene, Activation())
    command.MarkOOC().begin(table)
    assert told(scene, table.state) == ({"unit 0": after} if after else {})


@rule("F-9.6", "F-8.4")
@pytest.mark.parametrize(
    ("low", "second", "activated", "acts"),
    [
        (Fate.AWAY, None, False, True),
        (Fate.KILLED, None, False, True),
        (Fate.MAP, None, False, False),
        (Fate.AWAY, Card.HAND, False, False),
        (Fate.AWAY, Card.NONE, False, True),
        (Fate.AWAY, None, True, False),
    ],
)
def test_a_formation_without_a_leader_acts_under_his_superior(
    low: Fate, second: Card | None, activated: bool, acts: bool
) -> None:
    boss = replace(chief(0, 0, "1616"), rank=Rank.CORPS)
    head = replace(chief(1, 0, "1616", command=0), superior=500, fate=low)
    more = (replace(chief(2, 0, "1616", command=0, card=second), superior=NOBODY),) if second else ()
    scene = formation(state(own(), leaders=(boss, head, *more), active=(500,)), activated=activated)
    assert command.formations(Desk(scene, Activation())) == (frozenset({0}) if acts else frozenset())


@rule("OPS-06")
@pytest.mark.parametrize(("active", "asked"), [((500, 501), {500, 501}), ((500,), None), ((), None)])
def test_the_owner_says_whose_formation_moves_next(active: tuple[int, ...], asked: set[int] | None) -> None:
    ones = (lead(), replace(chief(1, 0, "1616"), command=0))
    step = formations.EachFormation()
    table = Desk(state(own(), leaders=ones, active=active), Activation())
    found = step.ask(table)
    assert (set(found.offers["next_leader"] or ()) if found else None) == asked


@rule("OPS-06")
def test_one_formation_after_the_other_without_a_question_for_the_last() -> None:
    ones = (lead(), replace(chief(1, 0, "1616"), command=1))
    table = Desk(state(own(), leaders=ones, active=(500, 501)), Activation())
    step = formations.EachFormation()
    step.next_leader(table, 500)
    call = step.resume(table)
    assert getattr(call, "env", None) == Formed(501)
    assert step.resume(table) is NEXT


@rule("F-9.1a", "OPS-04a")
@pytest.mark.parametrize(
    ("change", "rides"),
    [
        ({}, True),
        ({"superior": 502}, False),
        ({"card": Card.HAND}, False),
        ({"command": 1}, False),
        ({"fate": Fate.AWAY}, False),
    ],
)
def test_who_rides_with_a_leader(change: dict[str, Any], rides: bool) -> None:
    minor = replace(chief(1, 0, "1618", card=Card.NONE), **{"superior": 500, **change})
    boss = lead(om=OM(at("1610")), cr=6)
    other = replace(chief(2, 0, "1620", cr=9), superior=NOBODY)
    scene = state(own(), FAR, leaders=(boss, minor, other), active=(500,))
    first = formations.Ride().ask(Desk(scene, Formed(500)))
    assert first is not None
    assert boss.name in first.prompt
    then = formations.Ride().ask(Desk(scene, Formed(500, rode=(500,))))
    assert (then is not None and minor.name in then.prompt) is rides
    assert formations.Ride().ask(Desk(scene, Formed(500, rode=(500, 501)))) is None


@rule("OPS-04c", "F-9.1a")
@pytest.mark.parametrize(("om", "cite"), [(None, "F-9.1a"), (OM(at("1610")), "OPS-04c")])
def test_by_which_rule_a_leader_rides(om: OM | None, cite: str) -> None:
    asked = formations.Ride().ask(Desk(state(own(), FAR, leaders=(lead(om=om),), active=(500,)), Formed(500)))
    assert asked is not None
    assert asked.cite == cite


@rule("F-6.1", "F-10.9")
@pytest.mark.parametrize(
    ("form", "guns", "parts"),
    [
        ("line", {}, {0, 1}),
        ("line", {"suppressed": 1}, {0}),
        ("disordered", {"order": Order.DISORDERED}, set()),
    ],
)
def test_which_part_of_a_stack_may_leave(form: str, guns: dict[str, Any], parts: set[int]) -> None:
    battery = man(1, 0, ART, "unlimbered", 1, "1616", seat=1, **guns)
    scene = state(man(0, 0, INF, form, 4, "1616"), battery, leaders=(lead(cr=30),), active=(500,))
    asked = formations.UnitsAct().ask(Desk(scene, Formed(500)))
    assert asked is not None
    assert set(asked.offers.get("act_alone", ())) == parts


@rule("F-10.11", "F-10.1")
@pytest.mark.parametrize(
    ("arm", "form", "mcf", "left"), [(INF, "column", 12, 22), (INF, "column", 1, 0), (ART, "limbered", 6, 10)]
)
def test_an_arrival_has_moved(arm: Arm, form: str, mcf: int, left: int) -> None:
    unit = man(0, 0, arm, form, 4, "1631", mcf=mcf, where=Where.WAITING, arrives=1)
    waiting = lead(fate=Fate.WAITING, hex=at("1631"), cr=30)
    scene = state(unit, FAR, leaders=(waiting,), active=(500,))
    table = Desk(scene, Formed(500))
    call = formations.UnitsAct().enter(table, (0, at("1631")))
    assert call.env == Act((0,), left, 2 * mcf, moved=True, busy=True, good=True, entered=True)
    assert table.unit(0).shifted is (arm is ART)
    assert (table.state.leaders[0].fate, table.unit(0).where) == (Fate.MAP, Where.MAP)


# ---- regroup and pursuit


def chasing(*units: Unit, **env: Any) -> Desk:
    return Desk(state(*units), Charging(0, **{"stage": "fight", **env}), [])


@rule("F-17.11")
@pytest.mark.parametrize(
    ("form", "label", "after", "facing"),
    [
        ("line", "1618", F.COLUMN, 0),
        ("line", "1616", F.COLUMN, 0),
        ("open column", "1618", F.COLUMN, 0),
        ("general order", "1618", F.GENERAL, 0),
        ("disordered", "1618", F.NONE, 0),
    ],
)
def test_a_regroup_ends_in_column_and_spent(form: str, label: str, after: Formation, facing: int) -> None:
    horse = man(0, 0, CAV, form, 4, "1616", facing=1 if form == "line" else 0)
    table = chasing(horse, FAR)
    pursuit.regrouped(table, 0, at(label))
    unit = table.unit(0)
    assert (unit.hex, unit.formation, unit.facing, unit.spent) == (at(label), after, facing, True)


@rule("CHG-04", "F-17.11")
def test_everybody_who_must_regroup_does() -> None:
    horse = [man(n, 0, CAV, "column", 4, label) for n, label in ((0, "1616"), (1, "1620"), (2, "1625"))]
    broken = replace(horse[1], order=Order.DISORDERED, formation=F.NONE)
    foe = man(3, 1, INF, "line", 4, "1601", facing=7)
    drill = Drill(
        state(horse[0], broken, horse[2], foe), "charge", Charging(0, stage="fight", regroup=(1, 0, 2))
    )
    drill.do("regroup", at("1616"))
    assert drill.env.regroup == (1, 2)
    drill.do("regroup", at("1625"))
    assert [unit.spent for unit in drill.state.units[:3]] == [True, False, True]


@rule("F-17.11")
@pytest.mark.parametrize(
    ("change", "left"), [({}, [0, 2]), ({"order": Order.DISORDERED}, [2]), ({"where": Where.DEAD}, [2])]
)
def test_only_good_order_victors_on_the_map_pursue(change: dict[str, Any], left: list[int]) -> None:
    horse = [man(n, 0, CAV, "column", 4, label) for n, label in ((0, "1617"), (2, "1517"))]
    beaten = man(1, 1, INF, "routed", 4, "1616")
    victors = tuple(Victor(n, 1, (1,), at("1616")) for n in (0, 2))
    table = chasing(replace(horse[0], **change), beaten, horse[1], victors=victors)
    assert [each.unit for each in pursuit.Pursuit()._victors(table)] == left


@rule("F-17.11", "F-15.1")
@pytest.mark.parametrize(("die", "asked"), [(7, True), (8, False)])
def test_a_pursuit_check_is_passed_up_to_the_tem(die: int, asked: bool) -> None:
    horse = man(0, 0, CAV, "column", 4, "1617")
    table = chasing(
        horse, man(1, 1, INF, "routed", 4, "1615"), now=0, victors=(Victor(0, 1, (1,), at("1616")),)
    )
    pursuit.Pursuit().fell(table, die)
    assert (table.env.question == pursuit.HALT_OR_PURSUE) is asked
    assert any(entry.what == "must pursue" for entry in table.log) is not asked


@rule("F-17.11")
@pytest.mark.parametrize(
    ("steps", "there", "letter", "moved"),
    [(4, "1601", ".", True), (4, "1616", ".", False), (7, "1601", "f", False), (6, "1601", "f", True)],
)
def test_a_pursuer_halts_in_the_hex_they_left_if_there_is_room(
    steps: int, there: str, letter: str, moved: bool
) -> None:
    horse = man(0, 0, CAV, "column", steps, "1617")
    beaten = man(1, 1, INF, "routed", 4, there)
    scene = state(horse, beaten, field=country(h1616=letter))
    env = Charging(
        0, stage="fight", now=0, question=pursuit.HALT_OR_PURSUE, victors=(Victor(0, 1, (1,), at("1616")),)
    )
    table = Desk(scene, env)
    pursuit.Pursuit().halt(table)
    assert (table.unit(0).hex == at("1616")) is moved
    assert (table.env.victors, table.env.now, table.env.question, table.env.stage) == (
        (),
        NOBODY,
        "",
        "fight",
    )


@rule("F-17.11")
@pytest.mark.parametrize(
    ("cv", "traits", "arm", "lost"),
    [
        (4, (), INF, 2),
        (5, (), INF, 3),
        (4, (Trait.LANCE,), INF, 3),
        (4, (Trait.SHOCK,), INF, 3),
        (4, (Trait.LANCE,), CAV, 2),
        (1, (), INF, 1),
    ],
)
def test_what_a_pursuit_takes(cv: int, traits: tuple[Trait, ...], arm: Arm, lost: int) -> None:
    horse = man(0, 0, CAV, "column", 4, "1617", cv=cv, traits=traits)
    beaten = man(1, 1, arm, "routed", 4, "1612")
    table = chasing(horse, beaten, now=0, victors=(Victor(0, 1, (1,), at("1616")),))
    pursuit.Pursuit().pursue(table)
    assert table.unit(1).lost == lost


@rule("F-17.11")
def test_how_far_is_asked_where_there_is_a_choice() -> None:
    """Three hexes at most; next to the routers there is nowhere to go."""
    for label, far in (("1610", 3), ("1614", 2), ("1615", 1), ("1616", 0)):
        horse = man(0, 0, CAV, "column", 4, "1617")
        victors = (Victor(0, 1, (1,), at("1616")),)
        table = chasing(horse, man(1, 1, INF, "routed", 4, label), now=0, victors=victors)
        ways = pursuit.Pursuit()._ways(table)
        grid = table.state.field.grid
        assert max((grid.distance(at("1617"), there) for there in ways), default=0) == far
        pursuit.Pursuit().pursue(table)
        assert (table.env.question == pursuit.HOW_FAR) is (len(ways) > 1)
        if len(ways) == 1:
            assert table.unit(0).hex in ways


@rule("F-17.11", "FIRE-05")
def test_whoever_pursues_before_others_is_shot_at_as_a_charge() -> None:
    horse = man(0, 0, CAV, "column", 4, "1617")
    units = (horse, man(1, 1, INF, "routed", 4, "1612"), man(2, 1, INF, "square", 4, "1615"))
    table = chasing(*units, now=0, victors=(Victor(0, 1, (1,), at("1616")),))
    call = pursuit.Pursuit().chase(table, at("1616"))
    assert getattr(call, "env", None) == React((0,), True, NOBODY)
    free = chasing(*units[:2], now=0, victors=(Victor(0, 1, (1,), at("1616")),))
    assert getattr(pursuit.Pursuit().chase(free, at("1616")), "env", None) is None


@rule("F-9.1a", "F-17.11")
@pytest.mark.parametrize(
    ("riders", "along"),
    [
        ((Rider(0, 1, 2),), 0),
        ((Rider(0, 1, 2, reaction=True),), NOBODY),
        ((Rider(0, 1, 2), Rider(3, 0, 2, reaction=True)), 0),
    ],
)
def test_a_leader_pursues_with_them_and_is_busy_unless_they_reacted(
    riders: tuple[Rider, ...], along: int
) -> None:
    horse = man(0, 0, CAV, "column", 4, "1617")
    units = (horse, man(1, 1, INF, "routed", 4, "1612"), FAR, man(3, 1, CAV, "column", 4, "1602"))
    units = (*units[:2], replace(FAR, id=2), units[3])
    boss = replace(chief(0, 0, "1617", command=0), om=OM(at("1610")))
    scene = state(*units, leaders=(boss,), active=(500,))
    env = Charging(
        0, riders=riders, stage="fight", now=0, victors=(Victor(0, 1, (1,), at("1616")),), company=(500,)
    )
    table = Desk(scene, env)
    pursuit.Pursuit()._go(table, at("1616"), 0)
    assert (table.state.leaders[0].hex, table.state.leaders[0].along) == (at("1616"), along)


@rule("CHG-05")
@pytest.mark.parametrize(
    ("change", "reaction", "may"),
    [
        ({}, False, True),
        ({}, True, False),
        ({"spent": True}, False, False),
        ({"order": Order.DISORDERED}, False, False),
        ({"where": Where.DEAD}, False, False),
    ],
)
def test_who_may_draw_off(change: dict[str, Any], reaction: bool, may: bool) -> None:
    horse = replace(man(0, 0, CAV, "column", 4, "1617"), **change)
    table = chasing(horse, FAR, riders=(Rider(0, 1, 2, reaction=reaction),))
    assert set(pursuit.FreeRegroup()._able(table)) == ({0} if may else set())


@rule("CHG-06", "F-17.12", "R-78")
@pytest.mark.parametrize(("where", "spent"), [(Where.MAP, True), (Where.GONE, False)])
def test_everybody_who_charged_is_spent(where: Where, spent: bool) -> None:
    horse = man(0, 0, CAV, "column", 4, "1617", failed_charge=True, where=where)
    table = chasing(horse, FAR, riders=(Rider(0, 1, 2),))
    pursuit.EndCharge().begin(table)
    assert (table.unit(0).spent, table.unit(0).failed_charge) == (spent, not spent)


@rule("CHG-01", "R-30")
@pytest.mark.parametrize(
    ("change", "fresh"),
    [
        ({}, True),
        ({"where": Where.GONE}, False),
        ({"arm": INF}, False),
        ({"command": 1}, False),
        ({"id": 0}, True),
    ],
)
def test_cavalry_that_does_not_charge_is_fresh_again(change: dict[str, Any], fresh: bool) -> None:
    horse = replace(man(0, 0, CAV, "column", 4, "1617", spent=True), **change)
    table = chasing(horse, FAR)
    rest(table, frozenset({0}), ())
    assert table.unit(0).spent is not fresh
    same = chasing(horse, FAR)
    rest(same, frozenset({0}), (0,))
    assert same.unit(0).spent


@rule("R-35")
def test_a_contest_is_thrown_for_when_both_cards_are_known() -> None:
    scene = state(own(), FAR, leaders=(lead(), chief(1, 1, "0101")))
    assert Contest().ask(Desk(scene, Operations(cards=(500,)))) is None
    assert Contest().ask(Desk(scene, Operations(cards=()))) is None
    assert Contest().ask(Desk(scene, Operations(cards=(500, 501)))) is not None
