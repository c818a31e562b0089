"""Trains, cartridges, depots that can be taken, special events: each rule where it bites and where it does not. [FB F-26 to F-28]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard import books
from grognard.books.fix_bayonets.facts import command, marching, moving, retreat, supply, victory
from grognard.books.fix_bayonets.facts.checks import tally
from grognard.books.fix_bayonets.facts.depots import depot_lost, depot_prizes, friendly_depot, homeward
from grognard.books.fix_bayonets.facts.fire import mfv, why_not_fire
from grognard.books.fix_bayonets.facts.stacks import fits
from grognard.books.fix_bayonets.facts.zones import zones
from grognard.books.fix_bayonets.state import NOWHERE, Battlefield, Flight, State, Unit
from grognard.books.fix_bayonets.steps.env import Act, Events, Shooting, Trains, Turn
from grognard.books.fix_bayonets.words import Formation, Kind, Order, Trait, Trial, Weather, Where
from grognard.engine.book import BadInput
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation
BOOK = books.load("fix_bayonets")
WAGGONS = (Trait.TRAIN,)


def land(*sides: int, events: bool = False, **letters: str) -> Battlefield:
    """Open country where these sides have trains: the first depot lies in 1631, the second in 1601."""
    field = replace(country(**letters), supply=sides, events=events)
    return replace(field, prizes=depot_prizes(field))


def train(number: int, label: str, side: int = 0, **more: Any) -> Unit:
    return man(number, side, ART, "limbered", 1, label, **{"traits": WAGGONS, "fv": 0, "range": 0, **more})


def foot(number: int, label: str, side: int = 0, form: str = "line", **more: Any) -> Unit:
    return man(number, side, INF, form, 5, label, **more)


def scene(*units: Unit, sides: tuple[int, ...] = (0,), turn: int = 3, **more: Any) -> State:
    return replace(state(*units, field=more.pop("field", None) or land(*sides), **more), turn=turn)


def led(first: State) -> State:
    """The same with a leader who commands it all."""
    lead = chief(0, 0, "1625", command=0, cr=30)
    return replace(first, leaders=(lead,), active=(500,))


# ---- trains


@rule("F-26", "STK-11", "R-50")
def test_a_train_neither_unlimbers_nor_shoots_nor_has_a_zone() -> None:
    waggons, guns = train(0, "1616"), man(1, 0, ART, "limbered", 1, "1816")
    here = scene(waggons, guns, foot(2, "1606", 1))
    assert moving.changes(here, (waggons,), 14, 14, True) == ()
    assert F.UNLIMBERED in moving.changes(here, (guns,), 14, 14, True)
    assert why_not_fire(here, waggons, Kind.ACTIVE) is not None
    assert not any(zones(scene(waggons), 0))
    assert any(zones(scene(man(0, 0, ART, "unlimbered", 1, "1616")), 0))
    assert waggons.strength == guns.strength == 1


@rule("F-26", "STK-04")
def test_a_train_stands_alone_and_moves_as_guns_do() -> None:
    one, other = train(0, "1616"), train(1, "1617")
    here = led(scene(one, other, field=land(0, h1516="w")))
    assert fits(here, (one,), F.LIMBERED, at("1616"))
    assert not fits(here, (one, other), F.LIMBERED, at("1616"))
    ways = marching.steps(here, (one,), 14, True)
    assert at("1617") not in ways, "another train is there"
    assert at("1516") not in ways, "a wood without a road"
    assert ways[at("1615")] == 2


@rule("F-26.6", "STA-02")
@pytest.mark.parametrize(("suppressed", "moves"), [(0, True), (1, False)])
def test_a_suppressed_train_does_not_move(suppressed: int, moves: bool) -> None:
    waggons = train(0, "1616", suppressed=suppressed)
    guns = man(1, 0, ART, "limbered", 1, "1816", suppressed=suppressed)
    here = led(scene(waggons, guns))
    assert bool(marching.steps(here, (waggons,), 14, True)) is moves
    assert marching.steps(here, (guns,), 14, True), "limbered guns move all the same"


@rule("F-26.7", "TEM-07", "TEM-02")
def test_a_routed_train_rallies_at_two_more_and_does_not_tire() -> None:
    waggons = train(0, "1616", order=Order.ROUTED)
    guns = man(1, 0, ART, "limbered", 1, "1816", order=Order.ROUTED)
    here = scene(waggons, guns, fatigue=(10, 10))
    assert tally(here, (waggons,), Trial.RALLY).total == tally(here, (guns,), Trial.RALLY).total + 2
    assert [line.cite for line in tally(here, (waggons,), Trial.RALLY).lines] == ["TEM-07"]


@rule("F-26.7", "F-19.4")
def test_an_eliminated_train_counts_as_a_battery() -> None:
    lost = train(0, "1616", where=Where.DEAD, halves=0, lost=2)
    assert victory.points(scene(lost, foot(1, "1606", 1))) == (0, Fraction(4))
    away = train(0, "1616", where=Where.SUPPLY, hex=NOWHERE)
    assert victory.points(scene(away, foot(1, "1606", 1))) == (0, 0)


# ---- cartridges


def shot(first: State, die: int) -> Drill:
    """The first unit shoots at the second."""
    return Drill(first, "shot", Shooting(0, first.units[1].hex, Kind.ACTIVE)).fall(die)


@rule("F-26.1", "F-26.2")
@pytest.mark.parametrize(
    ("die", "sides", "short"), [(9, (0,), True), (8, (0,), False), (9, (1,), False), (9, (), False)]
)
def test_a_nine_leaves_short_where_the_side_has_trains(die: int, sides: tuple[int, ...], short: bool) -> None:
    drill = shot(scene(foot(0, "1617", facing=1), foot(1, "1616", 1, facing=7), sides=sides), die)
    assert drill.unit(0).short is short
    assert drill.cites("is short") == ["F-26.2"] * short


@rule("F-26.3")
def test_who_is_short_shoots_at_two_less() -> None:
    foe = foot(1, "1616", 1, facing=7)
    full = scene(foot(0, "1617", facing=1), foe)
    short = scene(foot(0, "1617", facing=1, short=True), foe)
    values = [mfv(one, one.units[0], foe.hex, Kind.ACTIVE) for one in (full, short)]
    assert values[0].total - values[1].total == 2
    assert "F-26.3" in [line.cite for line in values[1].lines]
    assert "F-26.3" not in [line.cite for line in values[0].lines]


@rule("F-26.2")
def test_the_odds_tell_a_nine_apart_only_where_it_matters() -> None:
    from grognard.books.fix_bayonets.situations.walks import alike

    def groups(first: State) -> int:
        drill = Drill(first, "shot", Shooting(0, first.units[1].hex, Kind.ACTIVE))
        assert isinstance(drill.waits, Throw)
        key = alike(drill.position, drill.waits)
        assert key is not None
        return len({key(die) for die in range(10)})

    foe = foot(1, "1616", 1, facing=7)
    with_trains = groups(scene(foot(0, "1617", facing=1, fv=5), foe))
    without = groups(scene(foot(0, "1617", facing=1, fv=5), foe, sides=()))
    already = groups(scene(foot(0, "1617", facing=1, fv=7, short=True), foe))
    assert with_trains == without + 1
    assert already == without


# ---- handing out and coming up


def rally(first: State, **more: Any) -> Drill:
    return Drill(replace(first, **more), "trains", Trains())


@rule("F-26.4", "SEQ-03")
def test_a_train_fills_all_within_two_hexes_and_leaves() -> None:
    units = (
        train(0, "1620"), foot(1, "1618", short=True), man(2, 0, ART, "unlimbered", 1, "1720", short=True),
        foot(3, "1617", short=True), foot(4, "1821", short=True, order=Order.ROUTED, formation=F.NONE), foot(5, "1606", 1),
    )  # fmt: skip
    drill = rally(scene(*units), turn=3).do("hand_out", 0)
    assert [drill.unit(one).short for one in (1, 2, 3, 4)] == [False, False, True, True]
    assert (drill.unit(0).where, drill.unit(0).arrives) == (Where.SUPPLY, 5)
    assert at("1620") not in drill.state.at
    assert drill.cites("hands out") == ["F-26.4"]


@rule("F-26.4", "F-9.7")
def test_a_leader_left_behind_by_a_train_joins_friends() -> None:
    first = scene(train(0, "1620"), foot(1, "1618", short=True), leaders=(chief(0, 0, "1620"),))
    assert rally(first).do("hand_out", 0).state.leaders[0].hex == at("1618")


@rule("F-26.4")
@pytest.mark.parametrize(
    ("waggons", "friend", "why"),
    [
        (train(0, "1620"), foot(1, "1618"), "nobody within reach is short of cartridges"),
        (train(0, "1620"), foot(1, "1617", short=True), "nobody within reach is short of cartridges"),
        (train(0, "1607"), foot(1, "1608", short=True), "an enemy is next to it"),
        (train(0, "1620", order=Order.ROUTED), foot(1, "1618", short=True), "it is Disordered or Routed"),
        (man(0, 0, ART, "limbered", 1, "1620"), foot(1, "1618", short=True), "it is no train"),
    ],
)
def test_who_does_not_hand_out(waggons: Unit, friend: Unit, why: str) -> None:
    here = scene(waggons, friend, foot(2, "1606", 1))
    refusal = supply.why_not_hand_out(here, here.units[0])
    assert refusal is not None
    assert refusal.words == why
    assert refusal.cite == "F-26.4"
    assert supply.loaded(here, 0) == ()


@rule("F-26.4")
def test_loads_may_be_kept() -> None:
    first = scene(train(0, "1620"), foot(1, "1618", short=True), train(2, "1720"))
    drill = rally(first)
    assert drill.nouns("hand_out") == {0, 2}
    drill.do("keep_loads")
    assert drill.position.over
    assert drill.unit(1).short


def loading(turn: int = 3, **more: Any) -> State:
    """A train is back at its depot on turn 3."""
    away = train(0, "1620", where=Where.SUPPLY, hex=NOWHERE, arrives=3)
    return scene(away, foot(1, "1618"), foot(2, "1606", 1), turn=turn, **more)


@rule("F-26.5", "SEQ-03")
def test_a_train_comes_up_within_two_hexes_of_its_depot() -> None:
    drill = rally(loading())
    spots = drill.nouns("come_up")
    assert {drill.state.field.grid.distance(at("1631"), here) for here in spots} == {0, 1, 2}
    drill.do("come_up", at("1630"))
    here = drill.unit(0)
    assert (here.where, here.hex, here.formation, here.facing) == (Where.MAP, at("1630"), F.LIMBERED, 0)
    assert drill.cites("comes up") == ["F-26.5"]


@rule("F-26.5")
def test_a_train_may_wait_and_comes_up_no_sooner() -> None:
    assert rally(loading()).do("wait_at_depot").unit(0).where is Where.SUPPLY
    assert rally(loading(turn=2)).position.over
    beside = replace(loading(), units=(*loading().units[:2], foot(2, "1630", 1)))
    assert not any(beside.field.grid.distance(here, at("1630")) <= 1 for here in supply.yard(beside, 0))


@rule("F-26.5", "F-7.3")
def test_a_train_does_not_come_up_in_a_wood_without_a_road() -> None:
    wooded = loading(field=land(0, h1630="w"))
    assert at("1630") not in supply.yard(wooded, 0)
    assert at("1630") in supply.yard(loading(), 0)


@rule("SEQ-03", "F-18.3")
def test_trains_are_asked_about_after_the_rallies_once_a_turn() -> None:
    first = scene(train(0, "1620"), foot(1, "1618", short=True), foot(2, "1606", 1))
    drill = Drill(first, "turn", Turn())
    assert drill.verbs == {"hand_out", "keep_loads"}
    drill.do("keep_loads")
    assert "hand_out" not in drill.verbs
    without = Drill(replace(first, field=land()), "turn", Turn())
    assert "hand_out" not in without.verbs


# ---- depots


def taken(**more: Any) -> State:
    """The enemy stands on the first depot."""
    return scene(foot(0, "1618"), foot(1, "1631", 1, **more), train(2, "1620"))


@rule("F-27", "F-22.2")
def test_a_depot_counts_five_for_the_enemy_who_has_it() -> None:
    here = taken()
    assert depot_lost(here, 0)
    assert victory.points(here) == (0, 5)
    assert not depot_lost(taken(order=Order.DISORDERED, formation=F.NONE), 0)
    bare = replace(here, field=land())
    assert victory.points(bare) == (0, 0), "a depot without trains is only a hex"
    assert not depot_lost(bare, 0)
    gone = replace(here, units=(here.units[0], replace(here.units[1], hex=at("1610")), here.units[2]))
    assert not depot_lost(gone, 0)
    assert depot_lost(replace(gone, holders=((at("1631"), 1),)), 0), "who was there last has it"


@rule("F-27")
@pytest.mark.parametrize(("side", "before", "lost"), [(1, (), True), (0, ((at("1631"), 1),), False)])
def test_who_marches_onto_a_depot_has_it(side: int, before: Any, lost: bool) -> None:
    mover = foot(0, "1630", side, "column", command=side, facing=6)
    first = scene(mover, foot(1, "0101", 1 - side), train(2, "1620"), holders=before)
    lead = replace(chief(0, side, "1630", command=side, cr=30))
    drill = Drill(replace(first, leaders=(lead,), active=(500,)), "act", Act((0,), 24, 24))
    drill.do("march", at("1631"))
    assert dict(drill.state.holders) == {at("1631"): side}
    assert depot_lost(drill.state, 0) is lost


@rule("F-27.1", "F-19.2")
@pytest.mark.parametrize(("lost", "held", "fallen"), [(0, 0, 1), (4, 1, 2), (6, 2, 2), (10, 3, 3)])
def test_a_lost_depot_weighs_on_cohesion(lost: int, held: int, fallen: int) -> None:
    """Of 10 steps so many half steps are lost: of themselves they make no 3."""

    def level(first: State) -> int:
        units = (replace(first.units[0], halves=10 - lost, lost=lost), *first.units[1:])
        commands = (replace(first.commands[0], start=20), first.commands[1])
        return victory.cohesion(replace(first, units=units, commands=commands), 0)

    assert level(replace(taken(), field=land())) == held
    assert level(taken()) == fallen


@rule("F-27.2", "RET-01", "OPS-04b", "INI-01b")
def test_a_lost_depot_is_nobodys() -> None:
    held, lost = replace(taken(), field=land()), taken()
    here, there = at("1618"), at("1619")
    assert friendly_depot(held, 0) == at("1631")
    assert friendly_depot(lost, 0) is None
    assert homeward(held, 0, here, there)
    assert not homeward(lost, 0, here, there)
    flight = Flight((0,), 4)
    assert retreat.candidates(held, flight)[there] == 1
    assert set(retreat.candidates(lost, flight).values()) == {2}
    boss = replace(chief(0, 0, "1618", command=0), om=None)
    assert command.rides(replace(held, leaders=(boss,)), boss)
    assert command.rides(replace(lost, leaders=(boss,)), boss) == ()
    assert there in command.initiative_hexes(replace(held, leaders=(boss,)), boss.id)
    assert there not in command.initiative_hexes(replace(lost, leaders=(boss,)), boss.id)
    assert command.initiative_rule(replace(held, leaders=(boss,)), boss.id, there) == "INI-01b"
    assert command.initiative_rule(replace(lost, leaders=(boss,)), boss.id, there) != "INI-01b"


@rule("F-27.2", "F-26.5")
def test_no_train_comes_up_at_a_lost_depot() -> None:
    lost = replace(loading(), holders=((at("1631"), 1),))
    assert supply.yard(lost, 0) == ()
    assert rally(lost).position.over


# ---- special events


def event(die: int, *units: Unit, **more: Any) -> Drill:
    first = scene(*units, sides=(0, 1), **more)
    return Drill(first, "events", Events()).fall(die)


@rule("F-28", "SEQ-05")
def test_events_follow_the_weather_only_where_the_battle_has_them() -> None:
    units = (foot(0, "1618"), foot(1, "1606", 1))

    def asked(**more: Any) -> Any:
        found = Drill(scene(*units, field=land(0, **more)), "turn", Turn()).waits
        return found.what if isinstance(found, Throw) else None

    assert asked(events=True) == "special event"
    assert asked() is None


@rule("F-28")
@pytest.mark.parametrize("die", [6, 7, 8, 9])
def test_most_dice_bring_nothing(die: int) -> None:
    drill = event(die, foot(0, "1618", short=True), train(1, "1620"))
    assert drill.position.over
    assert drill.unit(0).short
    assert drill.cites("no event") == ["F-28"]


@rule("F-28.1")
@pytest.mark.parametrize(("die", "initiative", "filled"), [(0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 0)])
def test_cartridges_are_found(die: int, initiative: int, filled: int) -> None:
    drill = event(die, foot(0, "1618", short=True), foot(1, "1606", 1, short=True), initiative=initiative)
    assert [drill.unit(one).short for one in (0, 1)] == [filled != 0, filled != 1]


@rule("F-28.1")
def test_of_several_who_are_short_their_owner_picks() -> None:
    drill = event(0, foot(0, "1618", short=True), foot(1, "1818", short=True))
    drill.do("refill", 1)
    assert [drill.unit(one).short for one in (0, 1)] == [True, False]
    assert event(0, foot(0, "1618")).position.over


@rule("F-28.2")
@pytest.mark.parametrize(("die", "after"), [(2, (3, 4)), (3, (4, 3))])
def test_second_wind(die: int, after: tuple[int, int]) -> None:
    drill = event(die, foot(0, "1618"), foot(1, "1606", 1), fatigue=(4, 4))
    assert tuple(each.fatigue for each in drill.state.commands) == after
    fresh = event(die, foot(0, "1618"), foot(1, "1606", 1), fatigue=(0, 0))
    assert [each.fatigue for each in fresh.state.commands] == [0, 0]


@rule("F-28.2")
def test_only_a_formation_on_the_map_that_is_tired_gets_its_second_wind() -> None:
    first = scene(
        foot(0, "1618"), foot(1, "1818", command=1, where=Where.GONE), foot(2, "1606", 1, command=1)
    )
    commands = tuple(replace(each, side=0, fatigue=1) for each in first.commands)
    here = replace(first, commands=commands, units=(first.units[0], first.units[1]))
    drill = Drill(here, "events", Events()).fall(2)
    assert [each.fatigue for each in drill.state.commands] == [0, 1]


@rule("F-28.2")
def test_of_several_tired_formations_the_owner_picks() -> None:
    first = scene(foot(0, "1618"), foot(1, "1818", command=1), sides=(0,))
    commands = tuple(replace(each, side=0, fatigue=5) for each in first.commands)
    drill = Drill(replace(first, commands=commands), "events", Events()).fall(2).do("catch_breath", 1)
    assert [each.fatigue for each in drill.state.commands] == [5, 4]


@rule("F-28.3", "F-26.6")
def test_a_broken_axle() -> None:
    drill = event(4, train(0, "1618"), train(1, "1820"), train(2, "1606", 1)).do("break_down", 1)
    assert [drill.unit(one).suppressed for one in (0, 1, 2)] == [0, 1, 0]
    other = event(5, train(0, "1618"), train(1, "1606", 1))
    assert [other.unit(one).suppressed for one in (0, 1)] == [0, 1]
    assert event(4, foot(0, "1618")).position.over


# ---- armies and battles


@rule("F-26", "F-26.1", "F-24")
def test_a_list_may_have_trains() -> None:
    from grognard.books.fix_bayonets.setup.lists import ARMIES, has_trains, list_faults, unit_points

    listed = ARMIES.own("redinha_french")
    waggons = next(unit for unit in listed.unit if Trait.TRAIN in unit.traits)
    assert unit_points(waggons) == 6
    assert list_faults(listed) == []
    assert has_trains(listed)
    assert not has_trains(ARMIES.own("serra_french"))
    for wrong in ({"fv": 6}, {"traits": (Trait.TRAIN, Trait.HORSE)}, {"range": 7}):
        spoilt = replace(waggons, **wrong)
        units = tuple(spoilt if unit is waggons else unit for unit in listed.unit)
        assert [fault.cite for fault in list_faults(replace(listed, unit=units))] == ["F-26"]


@rule("F-26.1", "F-24.3")
def test_an_army_with_trains_brings_its_depot_into_any_battle() -> None:
    other: State = BOOK.start("first_blood", BOOK.read_options({"first_army": "redinha_french"})).state
    assert other.field.supply == (0,)
    assert (other.field.depots[0], 0, 5, 0) in other.field.prizes
    assert all(unit.formation is F.LIMBERED for unit in other.units if unit.train)
    plain: State = BOOK.start("first_blood").state
    assert plain.field.supply == ()
    assert len(plain.field.prizes) == len(other.field.prizes) - 1


@rule("F-29", "F-27")
def test_the_battles_are_as_told() -> None:
    redinha: State = BOOK.start("redinha").state
    auerstedt: State = BOOK.start("auerstedt").state
    assert redinha.field.supply == (0, 1)
    assert redinha.field.events
    assert [sum(unit.train for unit in redinha.units if unit.side == side) for side in (0, 1)] == [2, 2]
    for side in (0, 1):
        assert any(p[0] == redinha.field.depots[side] and p[2 - side] == 5 for p in redinha.field.prizes)
    assert auerstedt.field.supply == ()
    assert not auerstedt.field.events
    sky = auerstedt.field.weather
    assert sky[:3] == (Weather.FOG,) * 3
    assert Weather.FOG not in sky[3:]


@rule("F-26.4", "F-28.1")
def test_computer_players_hand_out_and_choose() -> None:
    from grognard.ai import agents

    def said(first: State, sequence: str, env: Any, *dice: int) -> str:
        drill = Drill(first, sequence, env).fall(*dice)
        player = agents.make("greedy", BOOK, 1)
        move = player.choose(drill.position, drill.waits, 0)
        return move.verb

    ready = scene(
        train(0, "1620"), foot(1, "1618", short=True), foot(2, "1720", short=True), foot(3, "1606", 1)
    )
    assert said(ready, "trains", Trains()) == "hand_out"
    assert said(loading(), "trains", Trains()) == "come_up"
    assert said(ready, "events", Events(), 0) == "refill"


@rule("F-26.4")
def test_waggons_of_computer_players_keep_behind_their_friends_and_go_to_who_is_short() -> None:
    from grognard.books.fix_bayonets.advice import supply as advice

    waggons = train(0, "1622")
    calm = scene(waggons, foot(1, "1618"), foot(2, "1606", 1))
    short = scene(waggons, foot(1, "1618", short=True), foot(2, "1606", 1))
    near = scene(train(0, "1609"), foot(1, "1607"), foot(2, "1606", 1))
    forward, back = at("1621"), at("1623")
    assert advice.march(short, waggons, forward) > 0 > advice.march(short, waggons, back)
    assert advice.march(calm, waggons, forward) >= advice.march(calm, waggons, back)
    assert advice.march(near, near.units[0], at("1608")) < 0


@rule("F-26", "F-27")
@pytest.mark.parametrize(("sides", "label", "gain"), [((0,), "1620", 1), ((), "1620", 0), ((0,), "1612", 0)])
def test_foot_turns_back_to_who_falls_upon_its_waggons(sides: tuple[int, ...], label: str, gain: int) -> None:
    from grognard.books.fix_bayonets.advice import supply as advice

    here = scene(train(0, "1622"), foot(1, "1616"), foot(2, label, 1), sides=sides)
    assert advice.guard(here, here.units[1], at("1617")) == gain


@rule("F-26.4")
def test_the_reach_of_a_train_is_drawn() -> None:
    from grognard.books.fix_bayonets.sheet.overlays import ranges

    here = scene(train(0, "1620"), man(1, 0, ART, "limbered", 1, "1420"))
    assert [shape.cite for shape in ranges(here, here.units[0]).shapes] == ["F-26.4"] * 19
    assert "F-26.4" not in [shape.cite for shape in ranges(here, here.units[1]).shapes]


@rule("F-26.2", "F-26.5", "F-27")
def test_what_the_sheet_shows() -> None:
    from grognard.books.fix_bayonets.sheet import SHEET

    away = train(1, "1622", where=Where.SUPPLY, hex=NOWHERE, arrives=5)
    here = scene(foot(0, "1618", short=True), away, foot(2, "1631", 1))
    view = SHEET.view(here, 0)
    tags = {piece.id: [tag.words for tag in piece.tags] for piece in view.pieces}
    assert "short of cartridges" in tags[0]
    assert "loading until turn 5" in tags[1]
    assert next(piece.glyph for piece in view.pieces if piece.id == 1) == "T"
    assert ("Depot first", "taken") in [(row.label, row.value) for row in view.score]
    assert not any("Depot" in row.label for row in SHEET.view(replace(here, field=land()), 0).score)
    assert "FV" not in [row.label for row in SHEET.card(here, 1)]


@rule("F-26", "F-26.6")
@pytest.mark.parametrize("order", [Order.GOOD, Order.ROUTED])
def test_waggons_are_drawn_as_waggons_and_guns_as_guns(order: Order) -> None:
    from grognard.books.fix_bayonets.sheet import SHEET

    guns = man(1, 0, ART, "limbered", 1, "1816", order=order)
    drawn = SHEET.view(scene(train(0, "1616", order=order), guns), 0).pieces
    assert [(piece.arm, set(piece.stands)) for piece in drawn[:2]] == [
        ("train", {"wagon"}),
        ("artillery", set()),
    ]
    assert len(drawn[0].stands) == len(drawn[0].bases) > 1


@rule("F-27")
def test_depots_that_can_be_taken_are_marked_and_named_once() -> None:
    from grognard.books.fix_bayonets.sheet import SHEET

    def told(here: State) -> list[tuple[str, str, int]]:
        return [
            (mark["words"], mark["note"], mark["side"])
            for mark in SHEET.view(here, 0).extra["marks"]
            if mark["look"] == "spot"
        ]

    named = replace(land(0), places=((at("1631"), "the park"),))
    assert told(replace(taken(), field=named)) == [("the park", "Depot of the first: taken", 0)]
    assert told(scene(foot(0, "1618"))) == [("depot", "Depot of the first: held", 0)]
    assert told(replace(taken(), field=land())) == []
    for field, written in ((named, False), (replace(named, supply=()), True)):
        areas = SHEET.board(replace(taken(), field=field)).areas
        assert any(area.label == "the park" for area in areas) is written


def odds(name: str, **values: Any) -> dict[Any, Fraction]:
    from grognard.odds.explore import explore

    situation = BOOK.situations[name]
    full = {field.name: field.default for field in situation.fields} | values
    found = explore(BOOK.engine(), situation.scene(full))
    return {key: Fraction(value) for key, value in found.dist.fractions().items()}


@rule("F-26.3", "F-28", "TEM-07")
def test_the_odds_room_knows_trains() -> None:
    rested = odds("fire", fv=6)
    short = odds("fire", fv=6, short=True)
    missed = [sum(p for key, p in each.items() if key[0] == "NONE") for each in (rested, short)]
    assert missed[1] - missed[0] == Fraction(2, 10)
    events = odds("event")
    assert events[("nothing out of the ordinary",)] == Fraction(4, 10)
    assert sum(p for key, p in events.items() if key[0].startswith("broken axle")) == Fraction(2, 10)
    guns, waggons = (
        odds("check", kind="rally", arm="artillery", formation="routed", train=one)[("pass",)]
        for one in (False, True)
    )
    assert guns - waggons == Fraction(2, 10)
    with pytest.raises(BadInput):
        odds("check", train=True)


# ---- melee


@rule("SPR-08", "R-44", "F-26")
def test_trains_stand_in_the_row_of_limbered_guns() -> None:
    from grognard.books.fix_bayonets.facts.melee import Bout, special
    from grognard.books.fix_bayonets.words import Attack, Special

    waggons = train(1, "1616", 1)
    close, loose = foot(0, "1617", form="column"), foot(0, "1617", form="general order")
    found = [special(Bout(((one,),), (waggons,), Attack.ASSAULT, "front")) for one in (close, loose)]
    assert [row.cite for row, _ in found] == ["SPR-08"] * 2
    assert [result for _, result in found] == [Special.ROUTED_NO_SPIKE, Special.NOT_ALLOWED]
    _, charged = special(Bout(((close,),), (waggons,), Attack.CHARGE, "front"))
    assert charged is Special.ROUTED_NO_SPIKE


@rule("R-74", "F-16.9", "F-26")
@pytest.mark.parametrize(("die", "order"), [(9, Order.ROUTED), (0, Order.GOOD)])
def test_a_train_that_fails_to_receive_routs_and_nobody_spikes_it(die: int, order: Order) -> None:
    from grognard.books.fix_bayonets.steps.env import Melee
    from grognard.books.fix_bayonets.words import Attack

    own = foot(0, "1617", form="column", fb=True)
    first = scene(own, train(1, "1616", 1, facing=6), sides=(1,))
    drill = Drill(first, "home", Melee((0,), 1, Attack.ASSAULT, 0)).fall(die)
    assert drill.unit(1).order is order
    assert not drill.told("spiked")
    assert drill.told("routs") is (order is Order.ROUTED)


@rule("F-18.3", "R-29", "F-26")
def test_a_routed_train_runs_as_far_as_guns() -> None:
    assert retreat.ROUT[train(0, "1616").arm] == 3
    first = scene(train(0, "1616", order=Order.ROUTED), fleeing=(Flight((0,), 3, led=False),))
    assert retreat.candidates(first, first.fleeing[0])
