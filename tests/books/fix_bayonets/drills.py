"""Short scripted games for what whole games seldom come upon; recorded under tests/golden."""

from __future__ import annotations

from typing import Any

from grognard.books.fix_bayonets.facts.depots import depot_prizes
from grognard.books.fix_bayonets.state import OM, State, Unit
from grognard.books.fix_bayonets.steps.env import Act, Assaults, Charging, Events, Trains
from grognard.books.fix_bayonets.words import Card, Rank, Trait, Where
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, at, chief, country, man, state
from tests.tools.drills import Drill, drill

PASSIVE = (
    "declared",
    "hold_fire",
    "wait",
    "stand",
    "stand_by",
    "stay_put",
    "halt",
    "go_along",
    "let_pass",
    "done",
)
"""What those say who let things come."""


def led(*units: Unit, **more: Any) -> State:
    """Units with an active leader of the first side behind them."""
    rank = more.pop("rank", Rank.DIVISION)
    label = more.pop("chief_at", "1624")
    boss = chief(0, 0, label, command=0, rank=rank, card=Card.STACK, cr=12, om=OM(at("1610")))
    return state(*units, leaders=(boss,), active=(500,), **more)


def horse(number: int, label: str, form: str = "column", steps: int = 4, side: int = 0, **more: Any) -> Unit:
    """Horse that looks north, or south on the second side."""
    return man(number, side, CAV, form, steps, label, **more)


def foot(number: int, label: str, form: str = "line", steps: int = 5, side: int = 1, **more: Any) -> Unit:
    """Foot that looks south, or north on the first side."""
    return man(number, side, INF, form, steps, label, **more)


def ride(
    d: Drill, first: State, pairs: tuple[tuple[int, int], ...], ways: tuple[str, ...], *verbs: str, face: int
) -> None:
    """Charges declared and ridden by these hexes; `verbs` are said where they are offered, else nobody does anything."""
    d.start(first, "charge", env=Charging(0))
    for pair in pairs:
        d.move("charge", pair)
    left = list(ways)
    for _ in range(60):
        if d.over:
            return
        waiting = d.game.pending
        if isinstance(waiting, Throw):
            d.fall(*[face] * waiting.dice.faces()[0])
            continue
        said = next((verb for verb in (*verbs, *PASSIVE) if verb in d.ask.offers), None)
        if "gallop" in d.ask.offers and left:
            d.move("gallop", at(left.pop(0)))
        elif said is not None:
            plain = d.ask.offers[said].kind == "button"
            d.move(said, None if plain else d.offered(said)[0])
        else:
            verb = next(iter(d.ask.offers))
            plain = d.ask.offers[verb].kind == "button"
            d.move(verb, None if plain else d.offered(verb)[0])


CUIRASS = (Trait.SHOCK, Trait.CUIRASSIER)


@drill
def cuirassiers_ride_at_a_line(d: Drill) -> None:
    """Cuirassiers with three straight hexes behind them charge a Line that waits. [MUL-02, ASR-07]"""
    first = led(horse(0, "1620", traits=CUIRASS), foot(1, "1616", facing=7))
    ride(d, first, ((0, 1),), ("1619", "1618", "1617"), face=4)


@drill
def dragoons_catch_foot_with_fixed_bayonets(d: Drill) -> None:
    """Shock horse charges a column that was about to assault. [ASR-04, ASR-06]"""
    first = led(horse(0, "1619", traits=(Trait.SHOCK,)), foot(1, "1616", "column", facing=6, fb=True))
    ride(d, first, ((0, 1),), ("1618", "1617"), face=2)


@drill
def a_square_is_tried_at_the_last_moment(d: Drill) -> None:
    """Horse that charges from the next hex finds foot that still may form Square. [SQR-08]"""
    first = led(horse(0, "1617", traits=(Trait.LIGHT,)), foot(1, "1616", "column", facing=6))
    ride(d, first, ((0, 1),), (), "try_square", face=2)


@drill
def a_square_stands_against_horse(d: Drill) -> None:
    """A Square counts threefold against a charge. [MUL-08]"""
    first = led(horse(0, "1619", traits=(Trait.SHOCK,)), foot(1, "1616", "square", facing=6))
    ride(d, first, ((0, 1),), ("1618", "1617"), face=4)


@drill
def horse_charges_in_open_column_through_the_rain(d: Drill) -> None:
    """Open Column and rain both weigh on the die, which comes to the last row. [DRM-04, MCT+11]"""
    first = led(horse(0, "1619", "open column"), foot(1, "1616", "column", facing=6), weather="rain")
    ride(d, first, ((0, 1),), ("1618", "1617"), face=0)


@drill
def a_bad_die_in_the_rain(d: Drill) -> None:
    """The worst die of a charge in the rain is beyond the table, and is held to its last row. [MCT+11]"""
    first = led(
        horse(0, "1619", "open column", tem=12),
        foot(1, "1616", "column", facing=6, tem=20, spent=True),
        weather="rain",
    )
    ride(d, first, ((0, 1),), ("1618", "1617"), face=9)


@drill
def a_grand_charge(d: Drill) -> None:
    """Three regiments under a corps leader charge together, and foot tries for Square. [SQR-07, ASR-08]"""
    first = led(
        horse(0, "1619"), horse(1, "1519"), horse(2, "1719"),
        foot(3, "1616", "column", facing=6), rank=Rank.CORPS, chief_at="1619",
    )  # fmt: skip
    _grand(d, first)


def _grand(d: Drill, first: State) -> None:
    """All three declare, their leader with them."""
    d.start(first, "charge", env=Charging(0))
    if "take_along" in d.ask.offers:
        d.move("take_along", 500)
    for one in (0, 1, 2):
        d.move("charge", (one, 3))
        if "take_along" in d.ask.offers:
            d.move("take_along", 500)
    for _ in range(60):
        if d.over:
            return
        waiting = d.game.pending
        if isinstance(waiting, Throw):
            d.fall(*[9 if waiting.what == "square" else 3] * waiting.dice.faces()[0])
            continue
        offers = d.ask.offers
        said = next(
            (verb for verb in ("try_square", "gallop", *PASSIVE) if verb in offers), next(iter(offers))
        )
        d.move(said, None if offers[said].kind == "button" else d.offered(said)[0])


@drill
def a_wide_screen_tries_for_square(d: Drill) -> None:
    """Two steps in a Screen over two hexes may still form up. [SQR-03, SQR-04]"""
    first = led(horse(0, "1619"), foot(1, "1616", "skirmish screen", 2, facing=7, sv=1, hex2=at("1716")))
    ride(d, first, ((0, 1),), ("1618", "1617"), "try_square", face=1)


@drill
def spent_horse_is_charged(d: Drill) -> None:
    """Horse that is Spent and stands is halved twice. [MUL-06]"""
    first = led(horse(0, "1619"), horse(1, "1616", side=1, spent=True))
    ride(d, first, ((0, 1),), ("1618", "1617"), face=4)


def act(d: Drill, first: State, *units: int) -> Drill:
    """A stack acts with all its movement."""
    whole = 2 * min(first.units[one].mcf for one in units)
    return d.start(first, "act", env=Act(units, whole, whole))


@drill
def foot_shoots_at_a_screen_of_horse(d: Drill) -> None:
    """A Screen of horse is a poor mark. [FV-05]"""
    first = led(foot(0, "1617", side=0, facing=1), horse(1, "1616", "skirmish screen", 2, side=1, facing=7))
    act(d, first, 0).move("fire", (0, 1)).fall(9)


@drill
def foot_shoots_into_a_wood(d: Drill) -> None:
    """Six steps or fewer in a wood are well covered. [FV-08, R-05]"""
    wood = country(h1616="w")
    first = led(foot(0, "1617", side=0, facing=1), foot(1, "1616", "general order", 4, facing=6), field=wood)
    act(d, first, 0).move("fire", (0, 1)).fall(9)


@drill
def foot_runs_into_a_screen_of_horse(d: Drill) -> None:
    """Two steps of horse in a Screen reach two hexes ahead. [SKC-05]"""
    first = led(
        foot(0, "1619", "column", side=0, facing=0), horse(1, "1616", "skirmish screen", 2, side=1, facing=7)
    )
    act(d, first, 0).move("march", at("1618")).fall(4)


@drill
def foot_runs_into_a_wide_screen_of_horse(d: Drill) -> None:
    """Four steps in two hexes are worse. [SKC-06]"""
    wide = horse(1, "1616", "skirmish screen", 4, side=1, facing=7, hex2=at("1716"))
    first = led(foot(0, "1619", "column", side=0, facing=0), wide)
    act(d, first, 0).move("march", at("1618")).fall(4)


@drill
def a_screen_of_horse_feels_its_way(d: Drill) -> None:
    """A Screen of two steps comes up to skirmishing foot. [SKC-03]"""
    first = led(horse(0, "1618", "skirmish screen", 2, facing=1), foot(1, "1616", facing=7, sv=2))
    act(d, first, 0).move("march", at("1617")).fall(4)


@drill
def a_wide_screen_of_horse_feels_its_way(d: Drill) -> None:
    """A Screen of four steps moves with both halves side by side. [SKC-04]"""
    wide = horse(0, "1618", "skirmish screen", 4, facing=1, hex2=at("1718"))
    first = led(wide, foot(1, "1616", facing=7, sv=2))
    act(d, first, 0).move("march", at("1617")).fall(4)


@drill
def foot_comes_through_a_wood(d: Drill) -> None:
    """Trees help against skirmishers. [SKC-09]"""
    wood = country(h1617="w")
    first = led(foot(0, "1618", "column", side=0, facing=0), foot(1, "1616", facing=7, sv=2), field=wood)
    act(d, first, 0).move("march", at("1617")).fall(4)


def assault(d: Drill, first: State, target: int) -> Drill:
    """The first stack goes in against a target, nobody shoots."""
    d.start(first, "assaults", env=Assaults(0)).move("assault_target", target).move("send", 0)
    d.move("charge_home")
    for verb in ("stand", "hold_fire"):
        if not isinstance(d.game.pending, Throw) and verb in d.ask.offers:
            d.move(verb)
    return d


@drill
def guns_are_overrun_by_foot(d: Drill) -> None:
    """Guns that fail to receive an assault are spiked. [SPK-02]"""
    battery = man(1, 1, ART, "unlimbered", 1, "1616", fired=True, facing=6)
    first = led(foot(0, "1617", "column", side=0, facing=0, fb=True), battery)
    assault(d, first, 1).fall(9).fall(2)


@drill
def foot_goes_in_against_loose_horse(d: Drill) -> None:
    """Horse in General Order is driven off by a SPECIAL result. [SPR-06]"""
    loose = horse(1, "1616", "general order", 8, side=1, spent=True)
    first = led(foot(0, "1617", "column", 2, side=0, facing=0, fb=True), loose)
    assault(d, first, 1).fall(0).fall(5)


def supplied(*units: Unit, **more: Any) -> State:
    """Units with a leader, on land where the first side has trains; its depot lies in 1631."""
    field = replace(country(), supply=(0,), events=True)
    return replace(led(*units, field=replace(field, prizes=depot_prizes(field)), **more), turn=3)


def waggons(number: int, label: str, **more: Any) -> Unit:
    """A train of the first side."""
    return man(number, 0, ART, "limbered", 1, label, traits=(Trait.TRAIN,), fv=0, range=0, **more)


@drill
def a_battalion_runs_short(d: Drill) -> None:
    """A 9 leaves the battalion short. [F-26.2]"""
    first = supplied(
        foot(0, "1617", side=0, facing=1), foot(1, "1616", facing=7, steps=8), waggons(2, "1619")
    )
    act(d, first, 0).move("fire", (0, 1)).fall(9)


@drill
def who_is_short_shoots_worse(d: Drill) -> None:
    """A battalion that is short of cartridges fires at two less. [F-26.3]"""
    first = supplied(
        foot(0, "1617", side=0, facing=1, short=True), foot(1, "1616", facing=7), waggons(2, "1619")
    )
    act(d, first, 0).move("fire", (0, 1)).fall(9)


@drill
def waggons_hand_out_and_come_up(d: Drill) -> None:
    """One train fills who is short and leaves, another comes up at the depot. [F-26.4, F-26.5]"""
    away = waggons(2, "1619", where=Where.SUPPLY, arrives=3)
    first = supplied(foot(0, "1617", side=0, facing=1, short=True), foot(1, "1606"), away, waggons(3, "1618"))
    d.start(first, "trains", env=Trains()).move("come_up", at("1630")).move("hand_out", 3)


@drill
def a_depot_is_taken(d: Drill) -> None:
    """Foot marches onto the enemy's depot, and Cohesion is counted with it. [F-27, F-27.1]"""
    raider = foot(0, "1630", "column", facing=6, command=1)
    first = supplied(raider, foot(1, "0101", side=0, facing=1), waggons(2, "1610"))
    boss = chief(0, 1, "1629", command=1, cr=30, card=Card.STACK, om=OM(at("1631")))
    act(d, replace(first, leaders=(boss,)), 0).move("march", at("1631"))


@drill
def an_axle_breaks(d: Drill) -> None:
    """A special event: of two trains its side picks one, which stays where it is. [F-28, F-28.3, F-26.6]"""
    first = supplied(
        foot(0, "1617", side=0, facing=1), foot(1, "1606"), waggons(2, "1619"), waggons(3, "1819")
    )
    d.start(first, "events", env=Events()).fall(4).move("break_down", 3)


@drill
def cartridges_are_found(d: Drill) -> None:
    """A special event fills a battalion that is short. [F-28.1]"""
    first = supplied(foot(0, "1617", side=0, facing=1, short=True), foot(1, "1606"), waggons(2, "1619"))
    d.start(first, "events", env=Events()).fall(0)


@drill
def a_formation_gets_its_second_wind(d: Drill) -> None:
    """A special event takes a level of fatigue off. [F-28.2]"""
    first = supplied(foot(0, "1617", side=0, facing=1), foot(1, "1606"), waggons(2, "1619"), fatigue=(4, 0))
    d.start(first, "events", env=Events()).fall(2)


@drill
def waggons_are_ridden_down(d: Drill) -> None:
    """Horse charges a train: it routs, and nobody spikes it. [SPR-08, F-26, F-26.7]"""
    first = supplied(horse(0, "1619"), foot(1, "0101"))
    train = replace(waggons(1, "1616", facing=6), side=1, command=1, id=1)
    ride(d, replace(first, units=(first.units[0], train)), ((0, 1),), ("1618", "1617"), face=4)
