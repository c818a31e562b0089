"""Every soundness law of the book bites: a position or a deed spoilt in one place breaks it, the sound one does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.books.fix_bayonets import PAGES
from grognard.books.fix_bayonets.laws import LAWS, ways
from grognard.books.fix_bayonets.laws.supply import LAWS as SUPPLY  # spoilt in test_train_laws
from grognard.books.fix_bayonets.state import OM, Flight, State
from grognard.books.fix_bayonets.steps.env import Act, Charging, Flights, March, Melee, Rider, Shooting
from grognard.books.fix_bayonets.words import (
    Attack,
    Card,
    Fate,
    Formation,
    Kind,
    Order,
    Rank,
    Trait,
    Weather,
    Where,
)
from grognard.engine.choices import Ask, Fall, Move
from grognard.engine.domains import Cells, Pairs
from grognard.engine.flow import Frame, Position, replace
from grognard.engine.log import Entry
from grognard.engine.soundness import Deed, Law
from tests.books.fix_bayonets.drill import ART, CAV, GRID, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation
BY_WORDS = {law.words: law for law in LAWS}


def field() -> State:
    """Two battalions, horse, a battery and a leader against a Line and its guns."""
    return state(
        man(0, 0, INF, "column", 5, "1618", sv=1),
        man(1, 0, INF, "line", 6, "1818"),
        man(2, 0, CAV, "column", 4, "1420", traits=(Trait.LIGHT,)),
        man(3, 0, ART, "unlimbered", 1, "2018"),
        man(4, 1, INF, "line", 5, "1610", sv=1),
        man(5, 1, ART, "unlimbered", 1, "1810"),
        man(6, 1, CAV, "column", 4, "1408"),
        leaders=(chief(0, 0, "1618", command=0, om=OM(at("1610"))), chief(1, 1, "1610", command=1)),
    )


def spoil(first: State, unit: int, **changes: Any) -> State:
    """The state with one unit changed."""
    units = list(first.units)
    units[unit] = replace(units[unit], **changes)
    return replace(first, units=tuple(units))


def lead(first: State, one: int, **changes: Any) -> State:
    """The state with one leader changed."""
    leaders = list(first.leaders)
    leaders[one] = replace(leaders[one], **changes)
    return replace(first, leaders=tuple(leaders))


def form(first: State, one: int, **changes: Any) -> State:
    """The state with one Formation changed."""
    commands = list(first.commands)
    commands[one] = replace(commands[one], **changes)
    return replace(first, commands=tuple(commands))


def clock(first: State, **changes: Any) -> State:
    """The state on a field with its own clock."""
    return replace(first, field=replace(first.field, **changes))


# fmt: off
SPOILT: list[tuple[str, Callable[[State], State]]] = [
    ("only one side stands in a hex, and no leader among enemies", lambda s: spoil(s, 4, hex=at("1618"))),
    ("only one side stands in a hex, and no leader among enemies", lambda s: lead(s, 0, hex=at("1610"))),
    ("who is on the map has steps and stands in a hex", lambda s: spoil(s, 0, halves=0)),
    ("who is on the map has steps and stands in a hex", lambda s: spoil(s, 0, where=Where.DEAD)),
    ("no hex holds more than the stacking chart lets it", lambda s: spoil(s, 1, halves=26)),
    ("no hex holds more than the stacking chart lets it", lambda s: spoil(s, 0, formation=F.SCREEN, facing=1)),
    ("a stack is of one arm, one order and one formation, or unlimbered guns with foot", lambda s: spoil(s, 2, hex=at("1618"), seat=1)),
    ("a stack is of one arm, one order and one formation, or unlimbered guns with foot", lambda s: spoil(s, 3, hex=at("1818"), seat=1, formation=F.LIMBERED)),
    ("a stack is of one arm, one order and one formation, or unlimbered guns with foot", lambda s: spoil(s, 0, hex=at("1818"), seat=1)),
    ("every arm stands in formations of its own, and in none when out of order", lambda s: spoil(s, 2, formation=F.SQUARE)),
    ("every arm stands in formations of its own, and in none when out of order", lambda s: spoil(s, 0, order=Order.DISORDERED)),
    ("every arm stands in formations of its own, and in none when out of order", lambda s: spoil(s, 3, order=Order.ROUTED)),
    ("wood and farm make foot and horse loose, and guns keep out of woods", lambda s: replace(s, field=country(h1618="w"))),
    ("wood and farm make foot and horse loose, and guns keep out of woods", lambda s: replace(s, field=country(h2018="w"))),
    ("two hexes are for Extended Lines and wide Screens", lambda s: spoil(s, 0, hex2=at("1617"))),
    ("two hexes are for Extended Lines and wide Screens", lambda s: spoil(s, 1, formation=F.EXT_LINE)),
    ("two hexes are for Extended Lines and wide Screens", lambda s: spoil(s, 1, formation=F.EXT_LINE, hex2=at("1918"), halves=8)),
    ("Lines and Screens look at a corner, all others at a side", lambda s: spoil(s, 0, facing=3)),
    ("Lines and Screens look at a corner, all others at a side", lambda s: spoil(s, 1, facing=4)),
    ("Lines and Screens look at a corner, all others at a side", lambda s: spoil(s, 3, formation=F.LIMBERED, order=Order.DISORDERED, facing=5)),
    ("a Square has two steps or more", lambda s: spoil(s, 0, formation=F.SQUARE, halves=3)),
    ("markers that exclude each other are never on one stack", lambda s: spoil(s, 2, fb=True)),
    ("markers that exclude each other are never on one stack", lambda s: spoil(s, 0, fb=True, shot=True)),
    ("markers that exclude each other are never on one stack", lambda s: spoil(s, 0, suppressed=1)),
    ("in Reserve nobody acts, and no enemy is within 3", lambda s: form(spoil(s, 4, hex=at("1615")), 0, reserve=True)),
    ("in Reserve nobody acts, and no enemy is within 3", lambda s: form(spoil(s, 0, fb=True), 0, reserve=True)),
    ("steps present and lost are those it began with", lambda s: spoil(s, 0, halves=9)),
    ("steps present and lost are those it began with", lambda s: spoil(s, 0, lost=-1, halves=11)),
    ("fatigue is 0 to 10 and cohesion 0 to 3", lambda s: form(s, 0, fatigue=11)),
    ("fatigue is 0 to 10 and cohesion 0 to 3", lambda s: replace(s, cohesion=(0, 4))),
    ("cards are where their leaders are", lambda s: lead(s, 0, fate=Fate.KILLED)),
    ("cards are where their leaders are", lambda s: lead(s, 0, card=Card.STACK)),
    ("cards are where their leaders are", lambda s: lead(s, 0, rank=Rank.ARMY)),
    ("cards are where their leaders are", lambda s: replace(s, stack=(500, 501, 500))),
    ("dusk and night come by the clock", lambda s: clock(s, night=2)),
    ("dusk and night come by the clock", lambda s: clock(s, dusk=1)),
]
# fmt: on


def found(law: Law, thing: Any, *more: Any) -> list[str]:
    """What a law finds."""
    look: Any = law.at or law.over or law.seek
    return list(look(thing, *more))


@pytest.mark.parametrize("words", [law.words for law in LAWS if law.at is not None])
def test_a_sound_position_breaks_no_law(words: str) -> None:
    assert not found(BY_WORDS[words], field())


@pytest.mark.parametrize(
    ("words", "spoiled"), SPOILT, ids=[f"{n} {words}" for n, (words, _) in enumerate(SPOILT)]
)
def test_a_spoilt_position_breaks_its_law(
    words: str, spoiled: Callable[[State], State], monkeypatch: pytest.MonkeyPatch
) -> None:
    if words.startswith(
        "points are"
    ):  # nothing in a state alone gives wrong points: the sum itself is spoilt
        monkeypatch.setattr("grognard.books.fix_bayonets.laws.standing.points", lambda state: (1, 1))
    assert found(BY_WORDS[words], spoiled(field()))


# ---- deeds


def told(what: str, cite: str = "F-8.3", **facts: Any) -> Entry:
    """A line of the journal."""
    return Entry(cite, what, facts)


def deed(
    before: State,
    after: State,
    verb: str = "",
    noun: Any = None,
    *entries: Entry,
    open_: tuple[Any, ...] = (),
    then: tuple[Any, ...] | None = None,
) -> Deed:
    """An action between two states, with what was and is open."""

    def agenda(envs: tuple[Any, ...]) -> tuple[Frame, ...]:
        names: dict[Any, str] = {Act: "act", Charging: "charge", Shooting: "shot"}
        return tuple(Frame(names.get(type(env), "activation"), 0, env, True) for env in envs)

    action = Move(0, verb, noun) if verb else Fall(0)
    ends = agenda(open_ if then is None else then)
    return Deed(Position(before, agenda(open_)), action, Position(after, ends), entries)


def acts(*units: int, left: int = 24, whole: int = 24, **more: Any) -> Act:
    """A stack acting."""
    return Act(units, left, whole, **more)


def rides(unit: int, target: int, left: int = 6, **more: Any) -> Charging:
    """A charge on its way."""
    return Charging(0, (Rider(unit, target, left),), stage="ride", **more)


def checked(*entries: Entry, units: tuple[int, ...] = (0,), before: State | None = None) -> Deed:
    """The die of a skirmish check of those who march."""
    march = (acts(*units), March(units, at("1617")))
    die = told("dice", "F-14.1", throw="skirmish check", tally=["0 to the die = 0"])
    return deed(before or field(), field(), "", None, *(entries or (die,)), open_=march)


def fought(**changes: Any) -> Deed:
    """A Formation that has fought, by its record."""
    return deed(field(), form(field(), 0, **changes))


def ridden_into(state: str) -> Deed:
    """Horse whose own marker stands so is ridden into."""
    env = Charging(0, (Rider(2, 4, 2, state="contact"), Rider(4, 2, 2, state=state)), stage="fight")
    fray = Melee((2,), 4, Attack.CHARGE, 0, reaction=True)
    return deed(field(), field(), open_=(env,), then=(env, fray))


def marched(unit: int, label: str, verb: str, *entries: Entry, **more: Any) -> Deed:
    """A unit that stands elsewhere afterwards."""
    first = more.pop("first", field())
    return deed(first, spoil(first, unit, hex=at(label)), verb, at(label), *entries, **more)


def moved_leader(label: str, verb: str = "march", *entries: Entry, first: State | None = None) -> Deed:
    """The first leader stands elsewhere afterwards."""
    first = first or field()
    return deed(first, lead(first, 0, hex=at(label)), verb, None, *entries)


def rain(first: State) -> State:
    """In the rain."""
    return replace(first, weather=(Weather.RAIN,))


def squall(first: State) -> State:
    """In a squall."""
    return replace(first, weather=(Weather.SQUALL,))


def reserve(first: State) -> State:
    """The second side in Reserve."""
    return form(first, 1, reserve=True)


def dice(throw: str, cite: str = "F-13.2", **facts: Any) -> Entry:
    """Dice in the journal."""
    return told("dice", cite, throw=throw, **facts)


def routed(first: State) -> State:
    """The enemy's Line has routed and lost a half step to a pursuer of CV 4, and two units were there."""
    return spoil(first, 4, halves=9, lost=1)


# fmt: off
DEEDS: list[tuple[str, Callable[[], Deed]]] = [
    ("a stack acts once in a turn", lambda: deed(spoil(field(), 0, acted=True), field(), "act", 0, then=(acts(0),))),
    ("a stack acts once in a turn", lambda: deed(form(field(), 0, activated=True), field(), "act", 0, then=(acts(0),))),
    ("an action has the MCF that weather and status leave, also on arrival", lambda: deed(rain(field()), rain(field()), "act", 0, then=(acts(0),))),
    ("an action has the MCF that weather and status leave, also on arrival", lambda: deed(field(), replace(field(), field=country(h1618="o")), "enter", (0, at("1618")), then=(acts(0, left=22),))),
    ("a hex costs what the terrain chart says", lambda: marched(1, "1817", "march", open_=(acts(1),), then=(acts(1, left=22),))),
    ("a zone stops whoever enters it", lambda: marched(0, "1611", "march", first=spoil(field(), 0, hex=at("1611")), open_=(acts(0, moved=True),))),
    ("a shot is the first or the last act of a stack", lambda: deed(spoil(field(), 0, used=2, shot=True), spoil(field(), 0, used=2), "", None, open_=(acts(0), Shooting(0, at("1610"), Kind.ACTIVE)), then=(acts(0),))),
    ("unlimbered guns move by prolonge only", lambda: marched(3, "2016", "occupy")),
    ("weather bars fire, skirmishing, assaults and charges", lambda: deed(squall(field()), squall(field()), "", None, dice("skirmish check"))),
    ("weather bars fire, skirmishing, assaults and charges", lambda: deed(squall(field()), squall(field()), "charge", (2, 4))),
    ("a Formation in Reserve does nothing and reacts to nothing", lambda: deed(reserve(field()), reserve(field()), "", None, dice("square", unit=4))),
    ("a Formation in Reserve does nothing and reacts to nothing", lambda: deed(reserve(field()), reserve(field()), "slip", 0, told("slips away", unit=4))),
    ("a unit has one reaction shot a turn", lambda: deed(spoil(field(), 4, spent=True), field(), "shoot", 4)),
    ("a unit has one reaction shot a turn", lambda: deed(spoil(field(), 5, fired=True), field(), "volley", (5, 0))),
    ("only a marker that moved is shot at", lambda: Deed(Position(field(), ()), Move(0, "switch", 4), Position(field(), (Frame("react"),)), ())),
    ("a charge goes nearer to its target, over open ground, no farther than its run", lambda: marched(2, "1421", "gallop", open_=(rides(2, 4),))),
    ("a charge goes nearer to its target, over open ground, no farther than its run", lambda: marched(2, "1419", "gallop", open_=(rides(2, 4, left=0),))),
    ("who has charged is Spent", lambda: deed(field(), field(), "stay_put", None, open_=(acts(0), rides(2, 4)), then=(acts(0),))),
    ("pursued routers lose what the pursuer's CV says, the whole stack of them", lambda: deed(field(), routed(field()), "pursue", None, told("pursues", unit=2, target=4))),
    ("only unlimbered guns are spiked", lambda: deed(spoil(field(), 5, formation=F.LIMBERED), field(), "", None, dice("spiked guns", unit=5))),
    ("the journal tells every half step lost", lambda: deed(field(), spoil(field(), 0, halves=9, lost=1))),
    ("the journal tells every half step lost", lambda: deed(field(), field(), "", None, told("loses", unit=0, steps=0.5, left=4.5))),
    ("the journal tells who is shaken and who rallies", lambda: deed(field(), spoil(field(), 0, order=Order.DISORDERED))),
    ("a stack stands where the journal says", lambda: marched(0, "1616", "march", told("marches", unit=0, hex="1617"))),
    ("a Passive leader is moved by a retreat only", lambda: moved_leader("1617", first=lead(field(), 0, passive=True))),
    ("a leader without orders goes only towards a depot or with shaken troops", lambda: moved_leader("1617", first=lead(field(), 0, om=None))),
    ("a skirmish check is that of those who march", lambda: checked(before=spoil(field(), 0, sv=2))),
    ("a skirmish check is that of those who march", lambda: checked(told("dice", "F-14.1", throw="skirmish check", tally=["0 to the die, +1 above [SKC-07] = 1"]), before=spoil(field(), 0, halves=6))),
    ("a skirmish check is that of those who march", lambda: checked(told("dice", "F-14.1", throw="skirmish check", tally=["0 to the die = 0"]), told("loses", "F-14.2", unit=1, steps=0.5), before=spoil(field(), 0, halves=6))),
    ("a melee is fought when its die has fallen", lambda: fought(fought=True)),
    ("a charge that has stopped is none", lambda: ridden_into("stopped")),
    ("order comes before arm in the SPECIAL table", lambda: deed(spoil(field(), 4, order=Order.DISORDERED, formation=F.NONE), field(), "", None, told("special", "SPR-02", target=4))),
    ("order comes before arm in the SPECIAL table", lambda: deed(field(), field(), "", None, told("special", "SPR-01", target=4))),
    ("nobody stays on his way through friends", lambda: deed(field(), spoil(field(), 0, passing=True), then=(acts(0),))),
    ("a leader who has ridden is not carried as well", lambda: moved_leader("1617", first=lead(field(), 0, rode=True))),
    ("a leader who has ridden is not carried as well", lambda: moved_leader("0101")),
    ("a leader rides to no enemy but among friends", lambda: moved_leader("1611", "ride", told("rides", leader="leader", hex="1611"))),
    ("a leader without a card stays in his superior's range", lambda: moved_leader("1608", "ride", told("rides", leader="leader", hex="1608"), first=lead(lead(field(), 0, card=Card.NONE, superior=501), 1, hex=at("1620")))),
]
# fmt: on


@pytest.mark.parametrize(
    ("words", "spoiled"), DEEDS, ids=[f"{n} {words}" for n, (words, _) in enumerate(DEEDS)]
)
def test_a_spoilt_deed_breaks_its_law(words: str, spoiled: Callable[[], Deed]) -> None:
    assert found(BY_WORDS[words], spoiled())


@pytest.mark.parametrize("words", [law.words for law in LAWS if law.over is not None])
def test_a_deed_that_does_nothing_breaks_no_law(words: str) -> None:
    assert not found(BY_WORDS[words], deed(field(), field(), "done"))


@pytest.mark.parametrize(
    "words", [law.words for law in LAWS if law.over is not None and "leader" in law.words]
)
def test_a_retreat_may_carry_any_leader(words: str) -> None:
    first = lead(field(), 0, passive=True, om=None, rode=True)
    assert not found(
        BY_WORDS[words], moved_leader("1619", "run", told("runs", unit=0, hex="1619"), first=first)
    )


@rule("F-10.9", "F-13.4")
@pytest.mark.parametrize(
    ("shifted", "to", "faults"), [(True, "2017", False), (False, "2017", True), (True, "2016", True)]
)
def test_guns_shot_at_on_leaving_are_still_manhandled(shifted: bool, to: str, faults: bool) -> None:
    """The dice of the fire come between the order and the shift; guns that only march are found out."""
    first = spoil(field(), 3, shifted=shifted)
    law = BY_WORDS["unlimbered guns move by prolonge only"]
    assert bool(found(law, marched(3, "2017", "", first=first, open_=(March((3,), at(to)),)))) is faults


# ---- searches


class Fixed:
    """Chance that always falls alike."""

    def random(self) -> float:
        return 0.5

    def randint(self, a: int, b: int) -> int:
        return a


def sought(words: str, position: Position, ask: Ask) -> list[str]:
    """What a searching law finds."""
    return found(BY_WORDS[words], position, ask, Fixed())


def acting_stack(first: State, *units: int, **more: Any) -> tuple[Position, Ask]:
    """A stack asked what it does."""
    drill = Drill(replace(first, active=(500,)), "act", acts(*units, **more))
    assert isinstance(drill.waits, Ask)
    return drill.position, drill.waits


def without(ask: Ask, *verbs: str, **more: Any) -> Ask:
    """The question with some verbs gone and others put in."""
    offers = {verb: domain for verb, domain in ask.offers.items() if verb not in verbs}
    return Ask(ask.who, ask.prompt, ask.cite, {**offers, **more}, {})


def running() -> tuple[Position, Ask]:
    """A routed battalion in the open picks its way."""
    first = spoil(lead(field(), 0, hex=at("1818")), 0, hex=at("1518"), order=Order.ROUTED, formation=F.NONE)
    drill = Drill(replace(first, fleeing=(Flight((0,), 2, led=False),)), "flights", Flights())
    assert "run" in drill.verbs
    return drill.position, drill.waits


def initiative() -> tuple[Position, Ask]:
    """A leader with no order and the enemy in sight."""
    first = replace(lead(field(), 0, om=None, flexible=True), active=(500,))
    offers = {"initiative": Pairs({500: (at("1618"),)}), "forgo": None}
    return Position(first, ()), Ask(0, "?", "F-9.4", offers)


def regrouping(label: str, *due: int) -> tuple[Position, Ask]:
    """A charger thrown back who may regroup to one hex; so must these, noted before it."""
    first = spoil(field(), 2, hex=at("1611"))
    env = Charging(0, (Rider(2, 4, 0),), stage="fight", regroup=(*due, 2), fought=(4,))
    return Position(first, (Frame("charge", 9, env, True),)), Ask(
        0, "?", "CHG-04", {"regroup": Cells((at(label),))}
    )


def declaring(**changes: Any) -> tuple[Position, Ask]:
    """Horse that may charge, whatever it has done."""
    first = spoil(field(), 2, hex=at("1614"), **changes)
    return Position(first, ()), Ask(0, "?", "CHG-01", {"charge": Pairs({2: (4,)}), "declared": None})


MARCHES = "a stack may march wherever price, stacking, zones and command allow, and nowhere else"
CHANGES = "a stack may take every formation its ground, size and MCF allow, and no other"
RETREATS = "a retreat takes the lowest class of hex there is, or friends"
INITIATIVE = "initiative places an order wherever one of its lines allows"
REGROUPS = "who regroups comes no nearer to the stack it fought"
CHARGES = "a charge is declared by fresh horse at enemies in reach"
ASSAULTS = "an assault that is not offered says why"
ON_THE_WAY = "whoever covers a hex in which a march spends movement is asked, among friends too"
WITHDRAWALS = "a threatened stack may withdraw through friends and to them"
ANSWERS = "whoever may form Square, slip away or charge back is asked before a charge comes home"
GUNS = "foot guns that shoot neither limber nor move"
POINTS = "points are those of losses, routs, batteries and ground"


def spoilt_run() -> tuple[Position, Ask]:
    position, ask = running()
    return position, without(ask, "run", run=Cells((at("1617"),)))


def spoilt_act(*verbs: str, **more: Any) -> tuple[Position, Ask]:
    position, ask = acting_stack(field(), 0)
    return position, without(ask, *verbs, **more)


@pytest.mark.parametrize(
    ("words", "sound"),
    [
        (RETREATS, running),
        (MARCHES, lambda: acting_stack(field(), 0)),
        (CHANGES, lambda: acting_stack(field(), 0)),
        (ASSAULTS, lambda: acting_stack(field(), 0)),
        (REGROUPS, lambda: regrouping("1612")),
        (
            REGROUPS,
            lambda: regrouping("1612", 6),
        ),  # horse of the other side waits until the active side is done
        (CHARGES, declaring),
    ],
)
def test_a_sound_question_breaks_no_law(words: str, sound: Callable[[], tuple[Position, Ask]]) -> None:
    assert not sought(words, *sound())


@pytest.mark.parametrize(
    ("words", "spoiled"),
    [
        (RETREATS, spoilt_run),
        (MARCHES, lambda: spoilt_act("march")),
        (CHANGES, lambda: spoilt_act("form_line")),
        (CHANGES, lambda: spoilt_act(form_open=None)),
        (ASSAULTS, lambda: spoilt_act("assault")),
        (INITIATIVE, initiative),
        (REGROUPS, lambda: regrouping("1605")),
        (CHARGES, lambda: declaring(spent=True)),
        (CHARGES, lambda: declaring(used=30)),
        (CHARGES, lambda: declaring(halted=True)),
    ],
)
def test_a_spoilt_question_breaks_its_law(words: str, spoiled: Callable[[], tuple[Position, Ask]]) -> None:
    assert sought(words, *spoiled())


def test_guns_that_have_shot_are_offered_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game offers none, so the offer is spoilt."""
    shot = deed(spoil(field(), 3, shot=True), spoil(field(), 3, shot=True), "fire", None, then=(acts(3),))
    monkeypatch.setattr(
        "grognard.books.fix_bayonets.laws.deeds.offered", lambda position: frozenset({"fire"})
    )
    assert not found(BY_WORDS[GUNS], shot)
    monkeypatch.setattr(
        "grognard.books.fix_bayonets.laws.deeds.offered", lambda position: frozenset({"limber"})
    )
    assert found(BY_WORDS[GUNS], shot)


def test_points_summed_wrong_break_their_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in a state alone gives wrong points: the sum itself is spoilt."""
    prized = replace(field(), field=replace(field().field, prizes=((at("1610"), 1, 3, -1),)))
    routs = deed(prized, spoil(prized, 0, order=Order.ROUTED, formation=F.NONE))
    assert not found(BY_WORDS[POINTS], routs)
    monkeypatch.setattr("grognard.books.fix_bayonets.laws.standing.points", lambda state: (1, 1))
    assert found(BY_WORDS[POINTS], routs)


def charge_from(label: str) -> tuple[Position, Ask]:
    """Horse that may charge the enemy's Line, from some hex in front of it."""
    first = spoil(field(), 2, hex=at(label), formation=F.COLUMN, facing=0)
    drill = Drill(replace(first, active=(500,)), "charge", Charging(0))
    assert isinstance(drill.waits, Ask)
    return drill.position, drill.waits


@pytest.mark.parametrize("label", ["1611", "1613"])
def test_a_charge_unanswered_breaks_its_law(label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the next hex and from farther off: the Line is asked; were it not, the law would say so."""
    assert not sought(ANSWERS, *charge_from(label))
    monkeypatch.setattr(
        "grognard.books.fix_bayonets.laws.answers._ridden_home", lambda position, *_: (position, set())
    )
    assert sought(ANSWERS, *charge_from(label))


def march_past() -> tuple[Position, Ask]:
    """A column that may march up to an enemy Line."""
    first = spoil(spoil(field(), 0, hex=at("1612"), formation=F.COLUMN, facing=0), 4, sv=2)
    return acting_stack(first, 0)


def test_a_march_that_nobody_is_asked_about_breaks_its_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Line covers the hex before it: it is asked; were it not, the law would say so."""
    assert not sought(ON_THE_WAY, *march_past())
    past = "grognard.books.fix_bayonets.laws.passing._in_thought"
    monkeypatch.setattr(past, lambda position, action: ([at("1611")], {}, {at("1611")}))
    assert any("not asked" in fault for fault in sought(ON_THE_WAY, *march_past()))
    monkeypatch.setattr(past, lambda position, action: ([at("1611")], {at("1611"): {4}}, set()))
    assert any("not checked" in fault for fault in sought(ON_THE_WAY, *march_past()))


def withdrawing(*labels: str) -> tuple[Position, Ask]:
    """Horse that is assaulted may withdraw to some hexes."""
    env = Melee((4,), 2, Attack.ASSAULT, 1, spots=(at("1610"),))
    offers = {"withdraw": Cells(at(label) for label in labels), "stand": None}
    return Position(field(), (Frame("assault", 1, env, True),)), Ask(0, "?", "ASP-02", offers)


def test_a_withdrawal_too_far_or_left_out_breaks_its_law() -> None:
    whole = [GRID.label(there) for there in ways.withdraws(field(), (field().units[2],))]
    assert not sought(WITHDRAWALS, *withdrawing(*whole))
    assert any("is kept from" in fault for fault in sought(WITHDRAWALS, *withdrawing(*whole[1:])))
    assert any("may withdraw" in fault for fault in sought(WITHDRAWALS, *withdrawing(*whole, "3131")))


def test_every_law_is_spoilt_somewhere() -> None:
    table = {words for words, _ in (*SPOILT, *DEEDS)}
    sought_ = {MARCHES, CHANGES, RETREATS, INITIATIVE, REGROUPS, CHARGES, ASSAULTS, ANSWERS}
    sought_ |= {ON_THE_WAY, WITHDRAWALS}
    assert {law.words for law in LAWS} == table | sought_ | {GUNS, POINTS} | {law.words for law in SUPPLY}


def test_every_law_cites_rules_of_the_book() -> None:
    assert len(LAWS) >= 20
    assert len(BY_WORDS) == len(LAWS)
    assert all(cite in PAGES.rulebook.rules for law in LAWS for cite in law.cites)
