"""Every soundness law of the book bites: a position, a deed or a question spoilt in one place breaks it, the sound one does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.books.skirmish_1808 import PAGES
from grognard.books.skirmish_1808.laws import LAWS
from grognard.books.skirmish_1808.laws.measure import apart
from grognard.books.skirmish_1808.state import Cause, Contact, Memory, State, Today, Unit, Zone
from grognard.books.skirmish_1808.steps.env import Act, Place, Round, Rush, Shot
from grognard.books.skirmish_1808.words import Class, Fire, Role, Trait, Where
from grognard.engine.choices import Ask, Fall, Move
from grognard.engine.domains import Mover, Reach, Units
from grognard.engine.flow import Frame, Position, replace
from grognard.engine.log import Entry
from grognard.engine.soundness import Deed, Law
from grognard.engine.tables import Refusal
from tests.books.skirmish_1808.drill import area, battle, foot, gun, horse, leader, light, play, wagons, wall
from tests.rules import rule

BY_WORDS = {law.words: law for law in LAWS}
GROUND = (
    area("wood", 10, 10, 20, 20),
    area("light_wood", 40, 10, 50, 20),
    area("stream", 90, 0, 92, 60),
    area("building", 70, 10, 80, 20, name="farm"),
)
LINE, LIGHT, HORSE, CHIEF, GUN, CONVOY, FOE, FOE_HORSE, FOE_CHIEF = range(9)


def table(**more: Any) -> State:
    """A little of everything, far apart, and one unit hidden."""
    return battle(
        foot("line", at=(30, 40), formed=True, count=8),
        light("light", at=(60, 40)),
        horse("horse", at=(30, 60)),
        leader("chief", at=(45, 40), escorts=2),
        gun("gun", at=(60, 60)),
        wagons("convoy", at=(100, 100)),
        foot("foe", side=1, at=(30, 90)),
        horse("riders", side=1, at=(60, 90)),
        leader("their chief", side=1, at=(75, 90)),
        hidden=(foot("lurkers", side=1, at=(100, 20), traits=(Trait.HIDDEN,)),),
        conceals=(False, True),
        ground=GROUND,
        **more,
    )


def spoil(first: State, unit: int, **changes: Any) -> State:
    """The state with one unit changed."""
    units = list(first.units)
    units[unit] = replace(units[unit], **changes)
    return replace(first, units=tuple(units))


def shifted(unit: Unit, dx: float, dy: float) -> Unit:
    """A unit put elsewhere."""
    figures = tuple(f._replace(x=f.x + round(100 * dx), y=f.y + round(100 * dy)) for f in unit.figures)
    return replace(unit, figures=figures)


def moved(first: State, unit: int, dx: float, dy: float, **changes: Any) -> State:
    """The state with one unit put elsewhere."""
    return spoil(first, unit, figures=shifted(first.units[unit], dx, dy).figures, **changes)


def found(law: Law, thing: Any, *more: Any) -> list[str]:
    """What a law finds."""
    look: Any = law.at or law.over or law.seek
    return list(look(thing, *more))


def fight(first: State, one: int = LINE, other: int = FOE, **more: Any) -> State:
    """Two units at hand strokes."""
    return replace(first, contacts=(Contact(one, other, **more),))


def hide(first: State, **changes: Any) -> State:
    """The hidden unit changed."""
    return replace(first, hidden=(replace(first.hidden[0], **changes),))


def armed(first: State, **changes: Any) -> State:
    """The gun itself changed."""
    piece = first.units[GUN].gun
    assert piece is not None
    return spoil(first, GUN, gun=replace(piece, **changes))


def without_officer(first: State) -> State:
    """The chief has fallen before his escort."""
    return spoil(
        first, CHIEF, figures=tuple(f for f in first.units[CHIEF].figures if f.role is not Role.OFFICER)
    )


# fmt: off
SPOILT: list[tuple[str, Callable[[State], State]]] = [
    ("who stands on the table has figures, and no more than it began with", lambda s: spoil(s, LINE, figures=())),
    ("who stands on the table has figures, and no more than it began with", lambda s: spoil(s, LINE, full=7)),
    ("no base hangs over the edge", lambda s: moved(s, LINE, -27, 0)),
    ("bases never overlap", lambda s: moved(s, LIGHT, -30, 0)),
    ("nobody stands in a stream or in a wall of a house", lambda s: moved(s, LIGHT, 31, -10)),
    ("nobody stands in a stream or in a wall of a house", lambda s: moved(s, LIGHT, 15, -25)),
    ("who has the shelter of an area has entered it, at its price", lambda s: moved(s, LINE, 15, -25)),
    ("a unit is formed only where and while it may be", lambda s: moved(s, LINE, 15, -25)),
    ("a unit is formed only where and while it may be", lambda s: spoil(s, CHIEF, formed=True)),
    ("a unit is formed only where and while it may be", lambda s: spoil(s, LINE, fleeing=1)),
    ("who fights is there and steady", lambda s: fight(spoil(s, FOE, fleeing=1))),
    ("who fights is there and steady", lambda s: fight(s, LINE, LIGHT)),
    ("statuses that exclude each other are never together", lambda s: hide(s, fleeing=1)),
    ("statuses that exclude each other are never together", lambda s: spoil(s, LIGHT, where=Where.LOST, fleeing=1)),
    ("statuses that exclude each other are never together", lambda s: spoil(s, LIGHT, fleeing=3)),
    ("a house holds one unit of foot that fits in, and its leader", lambda s: spoil(s, HORSE, house="farm")),
    ("a house holds one unit of foot that fits in, and its leader", lambda s: spoil(spoil(s, LIGHT, house="farm"), LINE, house="farm")),
    ("a house holds one unit of foot that fits in, and its leader", lambda s: spoil(s, LIGHT, house="barn")),
    ("a leader is with one unit, where it is, and an officer falls last", lambda s: spoil(s, CHIEF, attached=FOE)),
    ("a leader is with one unit, where it is, and an officer falls last", lambda s: spoil(spoil(s, CHIEF, attached=LINE), LINE, where=Where.LEFT)),
    ("a leader is with one unit, where it is, and an officer falls last", without_officer),
    ("gunners stand by their gun", lambda s: armed(s, x=0, y=0)),
    ("nobody stays hidden with an enemy within 10", lambda s: moved(s, LIGHT, 35, -12)),
    ("every figure removed, leader killed and gun taken counts as lost, once", lambda s: spoil(s, LINE, where=Where.LEFT, figures=s.units[LINE].figures[:4])),
    ("wagons add up", lambda s: replace(s, wagons_lost=1)),
    ("wagons add up", lambda s: spoil(s, CONVOY, wounds=(4, 0, 0))),
    ("a unit tests once in an activation", lambda s: replace(s, tests=(Cause(LINE, "M3"),), tested=(LINE,))),
    ("a unit tests once in an activation", lambda s: replace(s, tests=(Cause(CONVOY, "M3"),))),
]
# fmt: on


@pytest.mark.parametrize("words", [law.words for law in LAWS if law.at is not None])
def test_a_sound_position_breaks_no_law(words: str) -> None:
    assert not found(BY_WORDS[words], table())


@pytest.mark.parametrize(
    ("words", "spoiled"), SPOILT, ids=[f"{n} {words}" for n, (words, _) in enumerate(SPOILT)]
)
def test_a_spoilt_position_breaks_its_law(
    words: str, spoiled: Callable[[State], State], monkeypatch: pytest.MonkeyPatch
) -> None:
    if words.startswith(
        "every figure removed"
    ):  # the sum is spoilt: the dead of those who left are forgotten
        monkeypatch.setattr("grognard.books.skirmish_1808.laws.standing.lost_points", lambda state, side: 0)
    assert found(BY_WORDS[words], spoiled(table()))


# ---- deeds


def told(what: str, cite: str = "B6", **facts: Any) -> Entry:
    """A line of the journal."""
    return Entry(cite, what, facts)


def dice(throw: str, cite: str, reading: int = 1, **facts: Any) -> Entry:
    """Dice in the journal."""
    return told("dice", cite, throw=throw, reading=reading, **facts)


def deed(
    before: State, after: State, verb: str = "", noun: Any = None, *entries: Entry, envs: Any = ()
) -> Deed:
    """An action between two states, with what was open."""
    agenda = tuple(Frame("activation", 0, env, True) for env in envs)
    action = Move(0, verb, noun) if verb else Fall(0)
    return Deed(Position(before, agenda), action, Position(after, agenda), entries)


def went(unit: int, dx: float, dy: float, verb: str, first: State | None = None, **changes: Any) -> Deed:
    """A unit's own move, told as it should be."""
    first = first or table()
    after = moved(first, unit, dx, dy, **changes)
    return deed(first, after, verb, (), told("moves", unit=unit), envs=(Act(unit),))


def led(first: State) -> State:
    """The chief is with the light foot."""
    return moved(first, CHIEF, 15, 3, attached=LIGHT)


def engaged(one: int, other: int, **more: Any) -> Deed:
    """A charge that strikes home."""
    first = table()
    close = moved(first, other, *_onto(first, one, other))
    return deed(first, fight(close, one, other, **more), "stand")


def _onto(first: State, one: int, other: int) -> tuple[float, float]:
    a, b = first.units[one].figures[0], first.units[other].figures[0]
    return (a.x - b.x) / 100, (a.y - b.y) / 100 + 3


def rush(unit: int, target: int) -> Rush:
    """A charge on its way."""
    return Rush(unit, target, (0, 0), (0, 0), 0, 0, 0)


def fallen(first: State, unit: int, count: int) -> State:
    """A unit that has lost its first figures."""
    return spoil(first, unit, figures=first.units[unit].figures[count:])


def all_acted() -> State:
    """Everybody on the table has acted."""
    first = table()
    return replace(first, units=tuple(replace(unit, today=Today(acted=True)) for unit in first.units))


def walled() -> State:
    """A wall north of the light foot."""
    first = table()
    field = replace(first.field, terrain=(*first.field.terrain, wall(2, (50, 46), (70, 46))))
    return replace(first, field=field)


def in_melee(first: State) -> State:
    """The chief beside the light foot, both fighting the foe."""
    contacts = (Contact(FOE, CHIEF), Contact(FOE, LIGHT))
    return replace(first, contacts=contacts)


CHIEF_FALLS = spoil(in_melee(table()), CHIEF, figures=table().units[CHIEF].figures[1:])
# fmt: off
DEEDS: list[tuple[str, Callable[[], Deed]]] = [
    ("horse goes among trees only by road, and through them only from there", lambda: went(HORSE, -15, -45, "advance")),
    ("no figure goes farther than its rate, the ground and the road allow", lambda: went(LIGHT, 8.1, 0, "advance")),
    ("no figure goes farther than its rate, the ground and the road allow", lambda: went(LIGHT, -15, -25, "march", class_=Class.LIGHT)),
    ("nobody marches on ground that forbids it", lambda: went(LIGHT, -46, -25, "march")),
    ("no march ends within 10 of an enemy in sight, in a house or out of it", lambda: went(LINE, 0, 38, "march")),
    ("nobody comes within 1 of an enemy but by charge, pursuit or flight", lambda: went(LIGHT, -30, 46.5, "advance")),
    ("a move ends in cohesion", lambda: deed(table(), spoil(table(), LIGHT, figures=(*table().units[LIGHT].figures[:7], table().units[LIGHT].figures[7]._replace(x=100, y=100))), "advance", (), told("moves", unit=LIGHT), envs=(Act(LIGHT),))),
    ("horse that fired steadily stays where it is", lambda: went(HORSE, 1, 0, "advance", spoil(table(), HORSE, today=Today(steady=True)))),
    ("a leader who was carried does not move again that turn", lambda: went(CHIEF, 1, 0, "advance", spoil(table(), CHIEF, today=Today(led=True)))),
    ("a leader who was carried does not move again that turn", lambda: went(LIGHT, 1, 0, "regroup", led(table()))),
    ("a unit is activated once a turn", lambda: deed(spoil(table(), LINE, today=Today(acted=True)), table(), "activate", LINE)),
    ("a unit is activated once a turn", lambda: deed(table(), table(), "command", CHIEF)),
    ("nobody moves without a word in the journal", lambda: deed(table(), moved(table(), LINE, 1, 0), "activate", HORSE)),
    ("too few gunners do nothing with their gun, and no gun moves and fires", lambda: deed(spoil(table(), GUN, figures=table().units[GUN].figures[:2]), table(), "canister", (), envs=(Act(GUN),))),
    ("too few gunners do nothing with their gun, and no gun moves and fires", lambda: deed(spoil(table(), GUN, today=Today(moved=True)), table(), "round_shot", (), envs=(Act(GUN),))),
    ("the journal counts every figure that falls", lambda: deed(table(), fallen(table(), LINE, 2), "", None, told("loses", unit=LINE, count=1, left=6))),
    ("figures fall in their order, officers last", lambda: deed(table(), spoil(table(), CHIEF, figures=table().units[CHIEF].figures[:1]), "", None, told("loses", unit=CHIEF, count=2, left=1))),
    ("command units fall in melee only when no friend is left in it", lambda: deed(in_melee(table()), CHIEF_FALLS, "", None, told("loses", "K6", unit=CHIEF, count=1, left=2))),
    ("a morale test that is due is taken", lambda: deed(replace(table(), tests=(Cause(LINE, "M3"),)), table(), "command", LIGHT)),
    ("the opponent of the acting side tests first", lambda: deed(replace(table(), tests=(Cause(LINE, "M3"), Cause(FOE, "M3"))), table(), "", None, dice("morale", "M1", unit=LINE), envs=(Act(HORSE),))),
    ("a leader leads his own charge and that of the unit he is with, also a counter-charge", lambda: deed(led(table()), fight(led(table()), LIGHT, FOE, charged=(LIGHT,)), "counter_charge")),
    ("a charge that strikes home ends in contact, or at the wall between", lambda: deed(table(), fight(table()), "stand")),
    ("nobody charges into ground that forbids charges, with any figure", lambda: deed(table(), fight(moved(table(), LIGHT, -45, -25), LIGHT, FOE, charged=(LIGHT,)), "stand")),
    ("who is charged from hiding only stands", lambda: deed(table(), table(), "evade", 0, envs=(Act(FOE, sprung=True), rush(FOE, LIGHT)))),
    ("only fugitives that are reached are ridden down", lambda: deed(table(), table(), "", None, dice("run_down", "K9", unit=HORSE, target=FOE))),
    ("a beaten unit that passes does not flee", lambda: deed(table(), spoil(table(), GUN, fleeing=1), "", None, dice("morale", "K8", unit=GUN))),
    ("a charge that misses keeps its ranks", lambda: deed(table(), moved(table(), LINE, 0, 10, formed=False), "evade", 0, told("misses", unit=LINE))),
    ("who flees is loose and goes towards its own edge", lambda: deed(table(), moved(table(), LIGHT, 0, 12, fleeing=1), "", None, told("flees", unit=LIGHT))),
    ("who flees is loose and goes towards its own edge", lambda: deed(table(), moved(table(), LIGHT, 0, -12), "", None, told("flees", unit=LIGHT))),
    ("friends past whom a unit flees test", lambda: deed(moved(table(), LIGHT, -26, 8), moved(table(), LIGHT, -26, -8, fleeing=1), "", None, told("flees", unit=LIGHT))),
    ("a unit remembers its last activation: whether it moved and whom it shot at", lambda: deed(spoil(table(), LINE, today=Today(acted=True, shot_at=FOE), last=Memory(True)), spoil(table(), LINE, last=Memory(True)), "hold", None, told("turn", turn=3))),
    ("who evades or counter-charges has moved", lambda: deed(table(), moved(table(), LIGHT, 0, -8), "evade", 0, told("evades", unit=LIGHT, by=FOE))),
    ("nobody lost comes back", lambda: deed(spoil(table(), LINE, where=Where.LOST), table(), "hold")),
    ("nobody lost comes back", lambda: deed(fallen(table(), LINE, 1), table(), "hold")),
    ("whoever stands on the table and has not acted was asked for before the turn ended", lambda: deed(replace(table(), turn=1), replace(table(), turn=2), "hold", None, told("turn", turn=2))),
    ("whoever stands on the table and has not acted was asked for before the turn ended", lambda: deed(replace(all_acted(), turn=1), replace(table(), turn=2), "", None, told("is_found", unit=FOE), told("turn", turn=2))),
    ("a charge that misses stops before ground and walls that bar charges", lambda: deed(table(), moved(table(), LIGHT, -45, -25), "evade", 0, told("misses", unit=LIGHT), envs=(rush(LIGHT, FOE),))),
    ("a charge that misses stops before ground and walls that bar charges", lambda: deed(walled(), moved(walled(), LIGHT, 0, 12), "evade", 0, told("misses", unit=LIGHT), envs=(rush(LIGHT, FOE),))),
    ("who falls back goes back, loose", lambda: deed(table(), table(), "", None, told("falls_back", unit=LIGHT))),
    ("who falls back goes back, loose", lambda: deed(table(), moved(table(), LINE, 0, -3), "", None, told("falls_back", unit=LINE))),
    ("a house is gone into at once only by those who have stormed it", lambda: deed(table(), table(), "go_in", None, told("goes_in", unit=LIGHT, house="farm"), envs=(Round(LIGHT),))),
    ("nobody surrenders who has a way out", lambda: deed(table(), spoil(table(), LINE, where=Where.LOST, figures=()), "", None, told("surrenders", unit=LINE))),
]
# fmt: on


@pytest.mark.parametrize(
    ("words", "spoiled"), DEEDS, ids=[f"{n} {words}" for n, (words, _) in enumerate(DEEDS)]
)
def test_a_spoilt_deed_breaks_its_law(words: str, spoiled: Callable[[], Deed]) -> None:
    assert found(BY_WORDS[words], spoiled())


@pytest.mark.parametrize("words", [law.words for law in LAWS if law.over is not None])
@pytest.mark.parametrize(
    "sound",
    [
        lambda: deed(table(), table(), "hold"),
        lambda: went(LIGHT, 3, 2, "advance"),
        lambda: went(HORSE, 15, 0, "advance"),
        lambda: deed(table(), fallen(table(), LINE, 1), "", None, told("loses", unit=LINE, count=1, left=7)),
        lambda: engaged(LIGHT, FOE, charged=(FOE,)),
    ],
    ids=["hold", "advance", "ride", "loss", "contact"],
)
def test_a_sound_deed_breaks_no_law(words: str, sound: Callable[[], Deed]) -> None:
    found_ = [fault for fault in found(BY_WORDS[words], sound()) if "journal" not in fault]
    assert not found_


TREES = "horse goes among trees only by road, and through them only from there"


@rule("P6", "B6")
@pytest.mark.parametrize(("spots", "broken"), [(((33.5, 41), (60, 41)), False), (((70, 38), (90, 38)), True)])
def test_a_wheel_over_the_end_of_a_wall_may_take_the_whole_action(
    spots: tuple[tuple[float, float], ...], broken: bool
) -> None:
    """Its outer figures swing out beyond the straight line from where they stood to where they stand."""
    first = table()
    field = replace(first.field, terrain=(*first.field.terrain, wall(4, *spots)))
    done = went(LINE, -3, 6, "advance", replace(first, field=field), facing=3000)
    law = BY_WORDS["no figure goes farther than its rate, the ground and the road allow"]
    assert bool(found(law, done)) is broken


@rule("18", "T7")
@pytest.mark.parametrize("fires", [True, False])
def test_who_stands_and_fires_remembers_it_though_the_turn_ends_with_that_fire(fires: bool) -> None:
    """Its shots may end the last charge of the turn: then it has shot at the charger in the same breath."""
    before = spoil(table(), LINE, today=Today(acted=True))
    after = spoil(table(), LINE, last=Memory(False, FOE_HORSE))
    ended = deed(before, after, "hold", None, told("turn", turn=3))
    volley = Frame("volley", 1, Shot(LINE, FOE_HORSE, Fire.STAND), True)
    agenda = (*ended.before.agenda, volley) if fires else ended.before.agenda
    law = BY_WORDS["a unit remembers its last activation: whether it moved and whom it shot at"]
    broken = found(law, ended._replace(before=replace(ended.before, agenda=agenda)))
    assert bool(broken) is not fires


@rule("30", "31", "A-24")
def test_horse_that_stands_among_trees_may_run_on_through_them() -> None:
    among = moved(table(), HORSE, -15, -45)
    assert found(BY_WORDS[TREES], went(HORSE, -15, -45, "evade"))
    assert not found(BY_WORDS[TREES], went(HORSE, 1, 1, "evade", among))


FLEES = "who flees is loose and goes towards its own edge"
HOME = "a charge that strikes home ends in contact, or at the wall between"


@rule("M5", "M4")
@pytest.mark.parametrize(("dy", "broken"), [(0, False), (3, True)])
def test_a_flight_is_measured_by_those_who_are_left_to_run(dy: float, broken: bool) -> None:
    """The figures nearest to their edge fall, and the rest must run along it: no farther off, though the mean is."""
    farthest = sorted(table().units[LIGHT].figures, key=lambda figure: figure.y)[-3:]
    left = spoil(table(), LIGHT, figures=tuple(farthest), fleeing=1)
    ridden_down = told("loses", "M5", unit=LIGHT, count=5, left=3), told("flees", unit=LIGHT)
    ran = deed(table(), moved(left, LIGHT, 12, dy), "", None, *ridden_down)
    assert bool(found(BY_WORDS[FLEES], ran)) is broken


@rule("M4", "B4a", "B8")
@pytest.mark.parametrize(
    ("up", "beside", "broken"),
    [(0.5, None, False), (0.6, None, True), (1.1, 0.9, False), (1.1, 1.1, True), (12.1, 0.9, True)],
)
def test_a_flight_along_its_edge_ends_farther_off_only_for_want_of_room(
    up: float, beside: float | None, broken: bool
) -> None:
    """Its place is taken by a friend, and so it is set beside him; with nobody by there is no such reason."""
    lone = spoil(table(), LIGHT, figures=table().units[LIGHT].figures[:1])
    after = moved(lone, LIGHT, 20, up, fleeing=1)
    end = after.units[LIGHT].figures[0]
    if beside is not None:
        friend = end._replace(x=end.x + 200 + round(100 * beside))
        after = spoil(after, LINE, figures=(friend,), formed=False)
    ran = deed(lone, after, "", None, told("flees", unit=LIGHT))
    assert bool(found(BY_WORDS[FLEES], ran)) is broken


@rule("C4", "N5")
@pytest.mark.parametrize("attached", [FOE, None])
def test_who_strikes_the_leader_of_a_unit_has_struck_the_unit(attached: int | None) -> None:
    before = moved(table(), FOE_CHIEF, -45, -10, attached=attached)
    right, up = _onto(before, FOE_CHIEF, LIGHT)
    there = moved(before, LIGHT, right, up - 5)
    assert apart(there, there.units[LIGHT], there.units[FOE]) > 200
    struck = deed(before, fight(there, LIGHT, FOE), "stand")
    assert bool(found(BY_WORDS[HOME], struck)) is (attached is None)


# ---- questions


class Chance:
    """Chance that goes round in a circle."""

    def __init__(self) -> None:
        self.at = 0

    def random(self) -> float:
        self.at += 1
        return (self.at * 37 % 100) / 100

    def randint(self, a: int, b: int) -> int:
        self.at += 1
        return a + self.at * 61 % (b - a + 1)


def sought(words: str, position: Position, ask: Ask) -> list[str]:
    """What a searching law finds."""
    return found(BY_WORDS[words], position, ask, Chance())


def asked(first: State, unit: int) -> tuple[Position, Ask]:
    """A unit asked for its action."""
    game = play(first, "activation", Act(unit, commanded=True))
    assert isinstance(game.waiting, Ask)
    return game.position, game.waiting


def without(ask: Ask, *verbs: str, **more: Any) -> Ask:
    """The question with some verbs gone and others put in."""
    offers = {verb: domain for verb, domain in ask.offers.items() if verb not in verbs}
    return Ask(ask.who, ask.prompt, ask.cite, {**offers, **more}, {}, about=ask.about)


class Rigid(Mover):
    """A mover that refuses everything, or nothing."""

    def __init__(self, open_: bool) -> None:
        self.open = open_

    def refusal(self, legs: Any) -> Any:
        return None if self.open else Refusal("B6", "no")

    def sample(self, rng: Any) -> Any:
        return (("place", 0, 0, 0),)

    def preview(self, legs: Any) -> Any:
        return {"spots": [[11000, 11000, 100]]}


OFFERED = "what troops usually may do is offered, or says why not"
CHARGES = "a charge is offered at everybody in sight and reach, and at nobody beyond"
MOVES = "a move is offered wherever the rate leads over open ground, and nowhere beyond"
SHOTS = "only enemies in range and out of melee are shot at"
ZONES = "units are set up in their own zones"
COMMAND = "nobody is in command of a leader who flees, fights or is out of range"


def near() -> State:
    """Light foot with an enemy in reach of its charge."""
    return moved(moved(table(), LIGHT, 0, 35), FOE, 14, -15)


def spoilt(first: State, unit: int, *verbs: str, **more: Any) -> tuple[Position, Ask]:
    """A question spoilt."""
    position, ask = asked(first, unit)
    return position, without(ask, *verbs, **more)


def moving(open_: bool) -> tuple[Position, Ask]:
    """An advance that goes nowhere, or anywhere."""
    return spoilt(table(), LIGHT, "advance", advance=Reach(LIGHT, Rigid(open_)))  # type: ignore[arg-type]


def setting_up() -> tuple[Position, Ask]:
    """A unit that may be put outside its zone."""
    state = table(zones=(Zone(0, ((0, 0), (0, 3000), (3000, 3000), (3000, 0))),))
    place = Reach(LIGHT, Rigid(True))  # type: ignore[arg-type]
    return Position(state, (Frame("battle", 0, Place(0, LIGHT), True),)), Ask(0, "?", "H1", {"place": place})


@pytest.mark.parametrize(
    ("words", "sound"),
    [
        (OFFERED, lambda: asked(near(), LIGHT)),
        (CHARGES, lambda: asked(near(), LIGHT)),
        (MOVES, lambda: asked(table(), LIGHT)),
        (SHOTS, lambda: asked(near(), LIGHT)),
        (COMMAND, lambda: asked(moved(table(), LIGHT, -10, 0), CHIEF)),
    ],
)
def test_a_sound_question_breaks_no_law(words: str, sound: Callable[[], tuple[Position, Ask]]) -> None:
    assert not sought(words, *sound())


@pytest.mark.parametrize(
    ("words", "spoiled"),
    [
        (OFFERED, lambda: spoilt(near(), LIGHT, "march")),
        (CHARGES, lambda: spoilt(near(), LIGHT, "charge")),
        (CHARGES, lambda: spoilt(table(), LIGHT, "charge", charge=Units((FOE,)))),
        (MOVES, lambda: moving(False)),
        (MOVES, lambda: moving(True)),
        (SHOTS, lambda: spoilt(near(), LIGHT, "fire", fire=Units((LINE,)))),
        (SHOTS, lambda: spoilt(table(), LIGHT, "fire", fire=Units((FOE,)))),
        (ZONES, setting_up),
        (COMMAND, lambda: spoilt(table(), CHIEF, command=Units((HORSE,)))),
    ],
)
def test_a_spoilt_question_breaks_its_law(words: str, spoiled: Callable[[], tuple[Position, Ask]]) -> None:
    assert sought(words, *spoiled())


def test_every_law_is_spoilt_somewhere() -> None:
    spoiled = {words for words, _ in (*SPOILT, *DEEDS)} | {OFFERED, CHARGES, MOVES, SHOTS, ZONES, COMMAND}
    assert {law.words for law in LAWS} == spoiled


def test_every_law_cites_rules_of_the_book() -> None:
    assert len(LAWS) >= 20
    assert len(BY_WORDS) == len(LAWS)
    assert all(cite in PAGES.rulebook.rules for law in LAWS for cite in law.cites)


@rule("B2", "G4")
@pytest.mark.parametrize("turned", [False, True])
def test_a_house_is_as_far_whichever_way_its_outline_goes_round(turned: bool) -> None:
    hall = area("building", 20, 20, 30, 30, "hall")
    ground = replace(hall, poly=hall.poly[::-1]) if turned else hall
    state = battle(foot("A", count=1, at=(25, 25), house="hall"), foot("B", side=1, count=1, at=(25, 40)), ground=(ground,))  # fmt: skip
    assert apart(state, *state.units) == 1000 - 100
