"""Who may charge, answer, shoot, aim, command, hide, take and score: each condition by itself. [N5, R1–R6, F1–F5, X10, C2–C4, H1–H4, V1–V4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.answering import answers, may_evade
from grognard.books.skirmish_1808.facts.charging import (
    Onset,
    charge_targets,
    counter_needs_test,
    needs_closing_test,
    onset,
    why_cannot_charge,
)
from grognard.books.skirmish_1808.facts.command import (
    Nerve,
    at_half,
    best_rank,
    commands,
    friend_fleeing,
    in_command,
    leaders,
)
from grognard.books.skirmish_1808.facts.command import test_dice as morale_dice
from grognard.books.skirmish_1808.facts.cover import behind_gun, shelter, wall_shelter
from grognard.books.skirmish_1808.facts.fighting import bout, comrades, due, melee_cover, shares
from grognard.books.skirmish_1808.facts.ground import Met, barred
from grognard.books.skirmish_1808.facts.gunnery import (
    Aim,
    Impact,
    aim,
    artillery_cover,
    exactly,
    house_at,
    inside,
    landing,
    muzzle_towards,
    on_table,
    unit_at,
    why_no_shot,
)
from grognard.books.skirmish_1808.facts.hiding import (
    beyond_charges,
    could_find,
    finds,
    passes,
    seen_close,
    sheltered,
    unseen,
)
from grognard.books.skirmish_1808.facts.menu import menu
from grognard.books.skirmish_1808.facts.onrush import FREE, Stops, block_at, coming, stops_at, wheeled
from grognard.books.skirmish_1808.facts.secrecy import SECRETS, redact
from grognard.books.skirmish_1808.facts.shifting import (
    SWINGS,
    _longest,
    away,
    enemies_of,
    flight,
    home_bearing,
    limit_along,
    loosened,
    retreat,
    settle,
    shift,
)
from grognard.books.skirmish_1808.facts.shooting import (
    firing_facts,
    may_fire,
    shooters,
    targets,
    volley,
    why_not_target,
)
from grognard.books.skirmish_1808.facts.takings import guns_in_reach, wagons_in_reach
from grognard.books.skirmish_1808.facts.victory import (
    fallen_points,
    gone,
    holder,
    is_broken,
    judgement,
    left_points,
    lost_points,
    points,
    worth,
)
from grognard.books.skirmish_1808.state import (
    Contact,
    Desk,
    Exit,
    Memory,
    Options,
    Prize,
    State,
    Terrain,
    Today,
    Unit,
    centre,
)
from grognard.books.skirmish_1808.steps.activation import Action
from grognard.books.skirmish_1808.steps.env import Act, Place
from grognard.books.skirmish_1808.tables.moving import HIGHEST_JUMP
from grognard.books.skirmish_1808.words import (
    Ammo,
    Answer,
    Band,
    Calibre,
    Class,
    Cover,
    Fire,
    Rank,
    Reach,
    Role,
    Trait,
    Weapon,
    Where,
)
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from tests.books.skirmish_1808.drill import (
    area,
    battle,
    foot,
    gun,
    horse,
    leader,
    light,
    road,
    wagons,
    wall,
)
from tests.rules import rule

param = pytest.param
HOUSE = area("building", 26, 36, 34, 44, "farm")
CHARGER = foot("A", count=1, at=(30, 30))
TARGET = foot("B", side=1, count=1, at=(30, 42))


def cite(found: object) -> str:
    return found.cite if isinstance(found, Refusal) else ""


def charge(
    first: Unit, second: Unit, *more: Unit, ground: tuple[Terrain, ...] = (), closing: bool = False
) -> Any:
    state = battle(first, second, *more, ground=ground)
    return onset(state, state.units[0], state.units[1], closing)


# --- charges -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "more", "refused"),
    [
        param(CHARGER, TARGET, (), "", id="free"),
        param(wagons("A", 1), TARGET, (), "S3", id="wagons do not"),
        param(replace(CHARGER, house="farm"), TARGET, (), "G2", id="nor a garrison"),
        param(CHARGER, replace(TARGET, side=0), (), "N5", id="no friend"),
        param(CHARGER, replace(TARGET, where=Where.LOST), (), "N5", id="nobody gone"),
        param(CHARGER, leader("B", side=1, at=(30, 42), attached=2), (foot("C", side=1, at=(60, 60)),), "C4", id="no leader with a unit"),
        param(CHARGER, leader("B", side=1, at=(30, 42)), (), "", id="a leader alone"),
        param(CHARGER, TARGET, (leader("L", at=(30, 36)),), "", id="past our own leader"),
        param(CHARGER, TARGET, (leader("L", side=1, at=(30, 36)),), "N5", id="not past theirs"),
        param(CHARGER, TARGET, (leader("L", side=1, at=(30, 40.5), attached=1),), "", id="but with the leader who is with it"),
        param(CHARGER, TARGET, (leader("L", at=(30, 31), attached=0),), "", id="with our own leader"),
        param(CHARGER, TARGET, (foot("C", count=1, at=(31.97, 36)),), "N5", id="a friend in the line"),
        param(CHARGER, TARGET, (foot("C", count=1, at=(32, 36)),), "", id="a friend beside it"),
    ],
)  # fmt: skip
@rule("N5", "N5b", "C4", "G2", "S3")
def test_whom_a_charge_may_be_made_at(first: Unit, second: Unit, more: Any, refused: str) -> None:
    state = battle(first, second, *more)
    assert cite(onset(state, state.units[0], state.units[1])) == refused
    assert (1 in charge_targets(state, state.units[0])) is not bool(refused)


@rule("B7b", "O2")
@pytest.mark.parametrize(("x", "refused"), [(36, ""), (36.02, "B7b"), (24, ""), (23.98, "B7b")])
def test_a_formed_charge_wheels_45_degrees_at_most(x: float, refused: str) -> None:
    charger = foot("A", count=1, formed=True, at=(30, 30))
    wide = replace(charger, files=1)
    found = charge(wide, foot("B", side=1, count=2, files=2, pitch=200, at=(x + (1 if x > 30 else -1), 36)))
    assert cite(found) in ({refused, "N5"} if refused else {""})


@rule("N5", "38", "A-24")
def test_how_far_charges_reach() -> None:
    plain = charge(CHARGER, TARGET)
    assert isinstance(plain, Onset)
    assert (plain.gap, plain.reach, plain.wall, plain.house, plain.bearing) == (1000, 1500, 0, "", 0)
    far = foot("B", side=1, count=1, at=(30, 50))
    assert cite(charge(CHARGER, far)) == "N5"
    by_road = charge(CHARGER, far, ground=(road("road", (30, 0), (30, 90)),))
    assert isinstance(by_road, Onset)
    assert by_road.reach == 2100
    assert (
        cite(
            charge(
                CHARGER, foot("B", side=1, count=1, at=(30, 53.01)), ground=(road("road", (30, 0), (30, 90)),)
            )
        )
        == "N5"
    )
    assert (
        cite(
            charge(
                CHARGER, foot("B", side=1, count=1, at=(30, 48)), ground=(road("road", (90, 0), (90, 90)),)
            )
        )
        == "N5"
    )
    heavy = charge(
        foot("A", count=1, at=(30, 38.9)),
        TARGET,
        ground=(area("heavy_wood", 20, 39, 40, 40.5),),
        closing=True,
    )
    assert cite(heavy) == "N5"
    close = charge(
        foot("A", count=1, at=(30, 39)), TARGET, ground=(area("heavy_wood", 20, 39, 40, 40.5),), closing=True
    )
    assert isinstance(close, Onset), "1 at least"
    assert close.reach == 100


@rule("G5", "K14")
def test_the_line_to_a_house_or_wall() -> None:
    garrison = foot("B", side=1, count=2, house="farm", at=(30, 40))
    found = charge(foot("A", count=2, files=2, at=(30, 30)), garrison, ground=(HOUSE,))
    assert isinstance(found, Onset)
    assert (found.gap, found.house, found.wall) == (500, "farm", 0)
    touching = charge(foot("A", count=1, at=(30, 35.5)), garrison, ground=(HOUSE,))
    assert isinstance(touching, Onset)
    assert touching.gap == 0
    lined = foot("B", side=1, count=1, at=(30, 41))
    walled = charge(CHARGER, lined, ground=(wall(4, (20, 40), (40, 40)),))
    assert isinstance(walled, Onset)
    assert walled.wall == 400
    off = charge(
        horse("A", count=1, at=(30, 30)),
        foot("B", side=1, count=1, at=(30, 44)),
        ground=(wall(4, (20, 40), (40, 40)),),
    )
    assert isinstance(off, Onset), "horse over a wall nobody lines"
    assert off.wall == 0
    beside = charge(CHARGER, lined, ground=(wall(4, (31, 41), (50, 41)),))
    assert isinstance(beside, Onset)
    assert beside.wall == 0, "it lines one that is not in the way"
    formed = charge(
        foot("A", count=6, formed=True, at=(30, 30)),
        garrison,
        foot("C", at=(33, 34.5), count=1),
        ground=(HOUSE,),
    )
    assert isinstance(formed, Onset), "a storm is not made in ranks"


# --- answers -----------------------------------------------------------------------------------------------


def answered(
    target: Unit, *more: Unit, unit: Unit = CHARGER, ground: tuple[Terrain, ...] = (), **state: Any
) -> set[Answer]:
    found = replace(battle(unit, target, *more, ground=ground), **state)
    made = onset(found, found.units[0], found.units[1])
    assert isinstance(made, Onset), made
    return set(answers(found, made))


@rule("R1", "R2", "R3", "R4", "R5")
def test_what_may_be_answered() -> None:
    stand = {Answer.STAND}
    assert answered(TARGET) == {Answer.STAND, Answer.FIRE, Answer.COUNTER}
    assert answered(replace(TARGET, today=Today(acted=True))) == stand
    assert answered(replace(TARGET, fleeing=1)) == stand
    other = foot("C", count=1, at=(60, 60))
    assert answered(TARGET, other, contacts=(Contact(2, 1),)) == stand, "it fights another"
    assert answered(replace(TARGET, fire=0)) == {Answer.STAND, Answer.COUNTER}
    assert answered(replace(TARGET, class_=Class.LIGHT)) == {
        Answer.STAND,
        Answer.FIRE,
        Answer.COUNTER,
        Answer.EVADE,
    }
    assert answered(wagons("B", 1, side=1, at=(30, 42))) == stand
    assert answered(replace(wagons("B", 1, side=1, at=(30, 42)), fire=6)) == stand
    assert answered(leader("B", side=1, at=(30, 42))) == set(Answer)
    garrison = light("B", side=1, count=2, house="farm", at=(30, 40))
    assert answered(garrison, ground=(HOUSE,)) == {Answer.STAND, Answer.FIRE}
    assert answered(gun("B", side=1, at=(30, 44), facing=180)) == {Answer.STAND, Answer.FIRE, Answer.EVADE}
    assert Answer.EVADE in answered(gun("B", side=1, at=(30, 44), facing=180, limbered=True))


@rule("R3")
@pytest.mark.parametrize(
    ("unit", "target", "ground", "may"),
    [
        param(foot("A", count=1), foot("B", side=1, count=1, at=(30, 38)), (), True, id="foot against foot"),
        param(horse("A", count=1), foot("B", side=1, count=1, at=(30, 38)), (), False, id="not foot against horse"),
        param(foot("A", count=1), horse("B", side=1, count=1, at=(30, 38)), (), True, id="horse against foot"),
        param(horse("A", count=1), horse("B", side=1, count=1, at=(30, 38)), (), True, id="horse against horse"),
        param(foot("A", count=1), leader("B", side=1, at=(30, 38)), (), True, id="a leader on foot"),
        param(horse("A", count=1), leader("B", side=1, mounted=True, at=(30, 38)), (), True, id="a mounted leader"),
        param(horse("A", count=1), leader("B", side=1, at=(30, 38)), (), False, id="no leader on foot against horse"),
        param(horse("A", count=1), horse("B", side=1, count=1, at=(30, 44)), (wall(2, (20, 37), (40, 37)),), False, id="over a wall"),
        param(foot("A", count=1), horse("B", side=1, count=1, at=(30, 38)), (area("light_wood", 20, 33, 40, 34),), False, id="through ground that bans it"),
        param(foot("A", count=1), foot("B", side=1, count=1, at=(30, 38)), (area("light_wood", 20, 33, 40, 34),), True, id="which does not ban foot"),
    ],
)  # fmt: skip
def test_who_may_counter_charge(unit: Unit, target: Unit, ground: Any, may: bool) -> None:
    assert (Answer.COUNTER in answered(target, unit=unit, ground=ground)) is may


@rule("R4")
def test_who_may_evade() -> None:
    may = [
        light("A"), horse("A", class_=Class.LIGHT), horse("A", class_=Class.QUICK, formed=True), gun("A"),
        foot("A", class_=Class.QUICK), gun("A", limbered=True),
    ]  # fmt: skip
    may_not = [
        foot("A"), horse("A"), light("A", formed=True), wagons("A"), replace(wagons("A"), class_=Class.LIGHT),
        light("A", house="x"),
    ]  # fmt: skip
    assert [may_evade(u) for u in may] == [True] * 6
    assert [may_evade(u) for u in may_not] == [False] * 6
    assert [cite(why_cannot_charge(u)) for u in (gun("A"), wagons("A"), foot("A", house="x"), foot("A"))] == [
        "X1",
        "S3",
        "G2",
        "",
    ]


@rule("R6", "R3")
def test_who_takes_a_closing_test() -> None:
    rider, block = horse("A", at=(30, 30)), foot("B", side=1, formed=True, at=(30, 42))
    made = Onset(0, 1, (0, 0), (0, 0), 0, 0, 0)
    assert needs_closing_test(rider, block, made, False)
    assert not needs_closing_test(foot("A"), block, made, False)
    assert not needs_closing_test(rider, block, made._replace(closing=True), False)
    assert not needs_closing_test(rider, block, made, True)
    assert not needs_closing_test(rider, replace(block, formed=False), made, False)
    assert not needs_closing_test(rider, horse("B", formed=True), made, False)
    assert counter_needs_test(block, rider, Answer.COUNTER)
    assert not counter_needs_test(block, rider, Answer.STAND)
    assert not counter_needs_test(block, foot("A"), Answer.COUNTER)
    assert not counter_needs_test(replace(block, formed=False), rider, Answer.COUNTER)
    assert not counter_needs_test(horse("B", formed=True), rider, Answer.COUNTER)


# --- how a charge comes on ---------------------------------------------------------------------------------


@rule("N5c", "B7b", "K14", "G5")
def test_every_figure_comes_straight_on() -> None:
    unit = foot("A", count=2, files=2, at=(30, 30))
    found = coming(unit, (2850, 3000), 0, 500)
    assert found.ends == ((2850, 3500), (3150, 3500))
    assert found.middles == (((3000, 3000), (3000, 3500)),)
    assert len(found.ways) == 2
    block = foot("A", count=6, files=6, formed=True, at=(30, 30))
    turned = wheeled(block, (2500, 3000), 900)
    assert turned[0] == (2500, 3000)
    assert turned[5] == (2500, 2000)
    assert coming(block, (2500, 3000), 900, 100).ends == tuple((x + 100, y) for x, y in turned)
    assert coming(block, (2500, 3000), 900, 100, loose=True).ends[5] == (3600, 3000)
    assert len(coming(block, (2500, 3000), 900, 100).ways) == 11, "the wheel of all but the one that leads"
    wheel, onward = coming(block, (2500, 3000), 900, 100).middles
    assert (wheel, onward) == (((3000, 3000), (2500, 2500)), ((2500, 2500), (2600, 2500)))
    walled = battle(unit, foot("B", side=1, count=1, at=(30, 34)), ground=(wall(2, (20, 33), (40, 33)),))
    stops = stops_at(walled, walled.units[1], 200)
    assert all(3200 <= y < 3300 for _, y in coming(unit, (2850, 3000), 0, 500, stops).ends), "up to the wall"
    assert stops_at(walled, walled.units[1], 0) == FREE
    house = battle(unit, foot("B", side=1, count=1, at=(30, 40), house="farm"), ground=(HOUSE,))
    there = stops_at(house, house.units[1], 0)
    assert there.house is not None
    assert coming(unit, (2850, 3000), 0, 900, there).ends == ((2850, 3500), (3150, 3500)), (
        "touching the house"
    )
    assert coming(unit, (2850, 3000), 0, 480, there).ends == ((2850, 3480), (3150, 3480))
    assert coming(
        replace(unit, figures=tuple(f._replace(y=3550) for f in unit.figures)), (2850, 3550), 0, 100, there
    ).ends[0] == (2850, 3550)


@rule("B7b", "N5c", "K14a")
def test_where_a_block_finds_room() -> None:
    block = foot("A", count=6, files=6, formed=True, at=(30, 30))
    assert block_at(battle(block), replace(block, id=0), (2500, 3000), 0, 500) == tuple(
        (2500 + 200 * n, 3500) for n in range(6)
    )
    for y, far, end in ((3699, 500, 3500), (3698, 500, 3475), (3150, 200, None)):
        state = battle(block, foot("F", count=1, at=(29, y / 100)))
        found = block_at(state, state.units[0], (2500, 3000), 0, far)
        assert (found[0][1] if found else None) == end, y
    led = battle(block, leader("L", at=(30, 33), attached=0))
    assert block_at(led, led.units[0], (2500, 3000), 0, 200) is not None
    short = block_at(battle(block), replace(block, id=0), (2500, 3000), 0, 100, Stops())
    assert short is not None
    edge = battle(foot("A", count=6, files=6, formed=True, at=(30, 117)))
    found = block_at(edge, edge.units[0], (2500, 11700), 0, 300)
    assert found is not None
    assert found[0][1] == 11900, "not over the edge"
    walled = battle(block, foot("B", side=1, count=1, at=(30, 34.5)), ground=(wall(2, (20, 33), (40, 33)),))
    stopped = block_at(walled, walled.units[0], (2500, 3000), 0, 400, stops_at(walled, walled.units[1], 200))
    assert stopped is not None
    assert stopped[0][1] == 3275, "before the wall"


@rule("N5c", "34", "G2")
@pytest.mark.parametrize(("x", "end"), [(30, 3575), (18, 3700)])
def test_ranks_do_not_reach_into_a_house(x: int, end: int) -> None:
    state = battle(foot("A", count=6, files=6, formed=True, at=(x, 33)), ground=(HOUSE,))
    unit = state.units[0]
    found = block_at(state, unit, (unit.figures[0].x, unit.figures[0].y), 0, 400)
    assert found is not None
    assert found[0][1] == end


@rule("33", "S3")
@pytest.mark.parametrize(
    ("unit", "height", "cited"),
    [(wagons("W"), HIGHEST_JUMP, "S3"), (wagons("W"), HIGHEST_JUMP + 1, "33"), (foot("A"), HIGHEST_JUMP, "")],
)
def test_by_which_rule_a_wall_is_closed(unit: Unit, height: int, cited: str) -> None:
    state = battle(unit)
    assert cite(barred(state, state.units[0], Met(wall=height))) == cited


@rule("P5", "P6")
def test_who_may_not_even_stand_goes_nowhere_and_not_back() -> None:
    assert _longest(1000, lambda distance: False) == 0
    assert _longest(1000, lambda distance: distance <= 330) == 300


@rule("T6")
@pytest.mark.parametrize(
    ("stage", "there", "asked"), [("", True, True), ("done", True, False), ("", False, False)]
)
def test_an_action_is_asked_of_who_is_there_and_not_done(stage: str, there: bool, asked: bool) -> None:
    state = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 60)))
    if not there:
        gone = replace(state.units[0], where=Where.LOST)
        state = replace(state, units=(gone, *state.units[1:]))
    assert (Action().ask(Desk(state, Act(0, stage=stage))) is not None) is asked


# --- command -----------------------------------------------------------------------------------------------


@rule("C3", "C5", "T1")
def test_who_commands() -> None:
    officer = foot("O", roles=(Role.RANKER, Role.OFFICER), at=(60, 30))
    headless = replace(
        leader("H", Rank.HQ, escorts=1, at=(80, 30)), figures=leader("H", escorts=1, at=(80, 30)).figures[:1]
    )
    state = battle(
        leader("L", at=(30, 30)),
        officer,
        headless,
        leader("M", side=1, at=(30, 90)),
        leader("N", Rank.STAFF, at=(90, 60), where=Where.LOST),
    )
    assert [u.key for u in leaders(state, 0)] == ["L"], (
        "an officer among his men is none, nor an escort without one"
    )
    assert (best_rank(state, 0), best_rank(state, 1)) == (1, 1)
    assert best_rank(battle(foot("A")), 0) == 0
    assert in_command(state, state.units[0]), "he commands himself"
    assert not in_command(state, state.units[1])


@rule("C3", "C4")
def test_who_is_in_command() -> None:
    def led(chief: Unit, **more: Any) -> tuple[bool, bool]:
        state = replace(
            battle(
                foot("A", count=1, at=(30, 30)), chief, foot("C", at=(80, 80)), foot("E", side=1, at=(90, 90))
            ),
            **more,
        )
        return in_command(state, state.units[0]), commands(state, state.units[1], state.units[0])

    assert led(leader("L", at=(42, 30))) == (True, True)
    assert led(leader("L", at=(42.01, 30))) == (False, False)
    assert led(leader("L", at=(60, 30), attached=0)) == (True, True), "he is with it"
    assert led(leader("L", at=(60, 30), attached=0, fleeing=1)) == (False, False)
    assert led(leader("L", at=(32, 30), attached=2)) == (True, True)
    assert led(leader("L", at=(32, 30), attached=2), contacts=(Contact(2, 3),)) == (False, False), (
        "his unit fights"
    )
    assert led(leader("L", at=(32, 30)), contacts=(Contact(2, 3),)) == (True, True)
    assert led(leader("L", at=(60, 30), attached=0), contacts=(Contact(0, 3),)) == (True, False), (
        "he is with it, but busy"
    )


@rule("M2", "M3")
@pytest.mark.parametrize(("x", "near"), [(47, True), (47.01, False)])
def test_a_friend_who_flees_unnerves(x: float, near: bool) -> None:
    def flees(other: Unit) -> bool:
        state = battle(foot("A", count=1, at=(30, 30)), other)
        return friend_fleeing(state, state.units[0])

    assert flees(foot("B", count=1, at=(x, 30), fleeing=1)) is near
    assert not flees(foot("B", count=1, at=(x, 30)))
    assert not flees(foot("B", side=1, count=1, at=(x, 30), fleeing=1))
    alone = battle(foot("A", fleeing=1))
    assert not friend_fleeing(alone, alone.units[0]), "not by its own flight"
    assert [at_half(foot("A", count=n, full=8)) for n in (4, 5)] == [True, False]
    dice, tally = morale_dice(foot("A"), Nerve(formed=True))
    assert (dice.groups, dice.sides, tally.total) == (((1, 4),), 10, 1)


# --- cover -------------------------------------------------------------------------------------------------


@rule("F3a", "F3b")
@pytest.mark.parametrize(
    ("wall_y", "behind", "eyes", "cover"),
    [
        param(43, 4, [(3000, 3000)], Cover.MEDIUM, id="2 before them"),
        param(42.99, 4, [(3000, 3000)], Cover.NONE, id="more than 2"),
        param(43.5, 2, [(3000, 3000)], Cover.NONE, id="before half of them"),
        param(43.5, 3, [(3000, 3000)], Cover.MEDIUM, id="before most of them"),
        param(43.5, 4, [(3000, 4150), (3000, 3000)], Cover.MEDIUM, id="half of the shooters line it"),
        param(43.5, 4, [(3000, 4150), (3100, 4150), (3000, 3000)], Cover.NONE, id="most of them do"),
        param(43.5, 4, [(3000, 6000)], Cover.NONE, id="from behind"),
    ],
)
def test_walls_that_shelter(wall_y: float, behind: int, eyes: Any, cover: Cover) -> None:
    target = foot("B", side=1, count=4, files=4, at=(30, 45))
    east = (target.figures[behind - 1].x + 50) / 100
    state = battle(
        target,
        ground=(wall(4, (20, wall_y), (east, wall_y)), wall(2, (20, wall_y), (east, wall_y), name="low")),
    )
    assert (
        wall_shelter(state, state.units[0], eyes[0] if len(eyes) == 1 else (3000, 3000), tuple(eyes)) is cover
    )
    indoors = replace(state.units[0], house="x")
    assert wall_shelter(state, indoors, (3000, 3000), ((3000, 3000),)) is Cover.NONE


@rule("F5")
@pytest.mark.parametrize(
    ("spot", "cover"),
    [((4000, 4000), True), ((4003, 4000), False), ((2000, 4000), True), ((1997, 4000), False)],
)
def test_the_arc_of_a_gun_that_shelters(spot: tuple[int, int], cover: bool) -> None:
    piece = gun("G", at=(30, 30))
    assert behind_gun(piece, spot) is cover
    assert not behind_gun(gun("G", at=(30, 30), abandoned=True), (3000, 9000))
    assert not behind_gun(gun("G", at=(30, 30), taken=True), (3000, 9000))
    assert not behind_gun(foot("A", at=(30, 30)), (3000, 9000))
    state = battle(light("A", at=(30, 30)), ground=(area("rocks", 0, 0, 60, 60),))
    assert shelter(state, state.units[0], (0, 0), ((0, 0),)) is Cover.MEDIUM, (
        "open order adds nothing to better cover"
    )


@rule("X8", "A-45")
@pytest.mark.parametrize(
    ("ground", "house", "ammo", "cover"),
    [
        param((), "", Ammo.SHELL, Cover.NONE, id="the open"),
        param((wall(6, (20, 50), (40, 50)),), "", Ammo.ROUND, Cover.HEAVY, id="a high wall"),
        param((wall(6, (20, 50), (40, 50)),), "", Ammo.SHELL, Cover.MEDIUM, id="under shell"),
        param((wall(2, (20, 50), (40, 50)),), "", Ammo.SHELL, Cover.NONE, id="a low wall under shell"),
        param((area("crops", 20, 45, 40, 60),), "", Ammo.SHELL, Cover.LIGHT, id="crops under shell"),
        param((wall(4, (20, 50), (40, 50)), area("crops", 20, 45, 40, 60)), "", Ammo.SHELL, Cover.LIGHT, id="a wall in crops"),
        param((wall(2, (20, 50), (40, 50)), area("light_wood", 20, 45, 40, 60)), "", Ammo.SHELL, Cover.MEDIUM, id="a low wall in a wood"),
        param((area("building", 26, 46, 34, 54, "farm"),), "farm", Ammo.ROUND, Cover.HEAVY, id="a house"),
        param((area("building", 26, 46, 34, 54, "farm"),), "farm", Ammo.SHELL, Cover.MEDIUM, id="a house under shell"),
    ],
)  # fmt: skip
def test_cover_from_guns(ground: Any, house: str, ammo: Ammo, cover: Cover) -> None:
    target = foot("B", side=1, count=4, files=4, at=(30, 51), house=house)
    state = battle(gun("G", at=(30, 30)), target, ground=ground)
    assert artillery_cover(state, state.units[0], state.units[1], ammo) is cover


# --- guns --------------------------------------------------------------------------------------------------


def laid(
    piece: Unit,
    spot: tuple[int, int],
    *more: Unit,
    ammo: Ammo = Ammo.ROUND,
    figure: int = -1,
    ground: Any = (),
) -> Any:
    state = battle(piece, *more, ground=ground)
    return aim(state, state.units[0], ammo, spot, figure)


@rule("X1b", "X2", "X12")
def test_why_a_gun_cannot_fire() -> None:
    def why(unit: Unit) -> str:
        state = battle(unit)
        return cite(why_no_shot(state, state.units[0]))

    assert why(gun("G")) == ""
    assert why(foot("A")) == why(gun("G", abandoned=True)) == why(gun("G", taken=True)) == "X12"
    assert why(gun("G", limbered=True)) == why(gun("G", today=Today(moved=True))) == "X1"
    assert [why(gun("G", c, crew=n)) for c, n in zip(Calibre, (2, 3, 4, 4))] == [""] * 4
    assert [why(gun("G", c, crew=n)) for c, n in zip(Calibre, (1, 2, 3, 3))] == ["X2"] * 4


@rule("X10", "87", "84")
@pytest.mark.parametrize(
    ("spot", "ammo", "refused"),
    [
        param((3000, 12000), Ammo.ROUND, "", id="the edge of the table"),
        param((3000, 12001), Ammo.ROUND, "87", id="beyond it"),
        param((0, 9000), Ammo.ROUND, "", id="its other edge"),
        param((-1, 9000), Ammo.ROUND, "87", id="beyond that"),
        param((4000, 9000), Ammo.ROUND, "", id="90 degrees aside"),
        param((4000, 8999), Ammo.ROUND, "X10", id="more than that"),
        param((3000, 10200), Ammo.SHELL, "", id="10 from the muzzle"),
        param((3000, 10199), Ammo.SHELL, "X10", id="nearer"),
        param((3000, 10199), Ammo.ROUND, "", id="but shot is fired so near"),
    ],
)
def test_where_a_gun_may_be_laid(spot: tuple[int, int], ammo: Ammo, refused: str) -> None:
    piece = gun("G", Calibre.IV, at=(30, 90), howitzer=ammo is Ammo.SHELL)
    assert cite(laid(piece, spot, ammo=ammo)) == refused


@rule("83", "84", "A-43")
@pytest.mark.parametrize(
    ("y", "ammo", "reach"),
    [
        (6200, Ammo.ROUND, Reach.EFFECTIVE), (6201, Ammo.ROUND, Reach.LONG), (7200, Ammo.ROUND, Reach.LONG), (7201, Ammo.ROUND, "84"),
        (5200, Ammo.CANISTER, Reach.EFFECTIVE), (5201, Ammo.CANISTER, Reach.LONG), (6201, Ammo.CANISTER, "83"),
    ],
)  # fmt: skip
def test_the_bands_of_a_gun(y: int, ammo: Ammo, reach: Any) -> None:
    found = laid(gun("G", Calibre.I, at=(30, 30)), (3000, y), ammo=ammo)
    assert (found.reach if isinstance(found, Aim) else found.cite) == reach


@rule("X1", "B2")
@pytest.mark.parametrize(
    ("spot", "start"),
    [
        ((3000, 9000), (3000, 3200)),
        ((9000, 9000), (3141, 3141)),
        ((9000, 3000), (3141, 3141)),
        ((0, 3000), (2859, 3141)),
    ],
)
def test_the_muzzle_after_turning(spot: tuple[int, int], start: tuple[int, int]) -> None:
    assert muzzle_towards(gun("G", at=(30, 30)), spot) == start


@rule("X10b")
@pytest.mark.parametrize(
    ("friend", "ammo", "hill", "refused"),
    [
        param(foot("F", count=1, at=(32.99, 45)), Ammo.ROUND, None, "X10", id="within 2 of the line"),
        param(foot("F", count=1, at=(33, 45)), Ammo.ROUND, None, "", id="2 off"),
        param(foot("F", side=1, count=1, at=(32.5, 45)), Ammo.ROUND, None, "", id="an enemy is no hindrance"),
        param(leader("F", at=(32, 34), attached=0), Ammo.ROUND, None, "", id="nor its own leader"),
        param(foot("F", count=1, at=(32, 45)), Ammo.ROUND, (20, 40), "", id="over their heads"),
        param(
            foot("F", count=1, at=(32, 45)), Ammo.CANISTER, (20, 40), "X10", id="no canister over their heads"
        ),
        param(foot("F", count=1, at=(32, 45)), Ammo.ROUND, (20, 60), "X10", id="as high as the gun"),
    ],
)
def test_friends_near_the_line_of_fire(friend: Unit, ammo: Ammo, hill: Any, refused: str) -> None:
    ground = (area("hill", 0, hill[0], 60, hill[1]),) if hill else ()
    assert cite(laid(gun("G", at=(30, 30)), (3000, 5100), friend, ammo=ammo, ground=ground)) == refused


@rule("X4", "X4a", "A-14")
def test_from_where_a_stray_is_measured() -> None:
    block = foot("B", side=1, count=9, files=3, formed=True, at=(30, 50))
    at_rim = laid(gun("G", at=(30, 30)), (3190, 5000), block)
    assert isinstance(at_rim, Aim)
    assert (at_rim.origin, at_rim.unit) == ((3200, 5000), 1), "the nearest of the rim"
    named = laid(gun("G", at=(30, 30)), (3000, 5000), block, figure=0)
    assert isinstance(named, Aim)
    assert named.origin == (2800, 5200)
    assert cite(laid(gun("G", at=(30, 30)), (3000, 5000), block, figure=4)) == "X4", "nobody in the middle"
    assert cite(laid(gun("G", at=(30, 30)), (3000, 4300), block, figure=0)) == "X4", "bare ground has none"
    house = laid(
        gun("G", at=(30, 20)), (3000, 4000), foot("B", side=1, at=(30, 40), house="farm"), ground=(HOUSE,)
    )
    assert isinstance(house, Aim)
    assert (house.origin, house.unit) == ((3000, 4000), None)


@rule("X5", "X5a", "X6")
def test_where_shots_land() -> None:
    state = battle(foot("A", count=1, at=(30, 30)))
    assert Impact(1023, 1025).spot == (1, 1)
    assert Impact(511, 512).spot == (0, 1)
    assert exactly((3, 4)) == Impact(3072, 4096)
    assert landing((3000, 3000), 5, 270).spot == (3000, 2500)
    assert landing((3000, 3000), 5, 360 + 90).spot == (3000, 3500)
    assert landing((3000, 3000), 10, 45).spot == (3707, 3707)
    edges = [(0, 0), (12000, 12000), (12001, 5), (5, 12001), (-1, 5), (5, -1)]
    assert [on_table(state, exactly(e)) for e in edges] == [True, True, False, False, False, False]
    assert inside(state.units[0], Impact(3000 * 1024, 3100 * 1024 + 10))
    assert not inside(state.units[0], Impact(3000 * 1024, 3100 * 1024 + 11))
    houses = battle(foot("A", house="farm"), ground=(HOUSE,))
    assert [house_at(houses, exactly(s)) for s in ((2600, 4000), (2599, 4000))] == ["farm", ""]
    assert unit_at(houses, exactly((3000, 4000)), 1) == houses.units[0]
    empty = battle(foot("A", house="barn"), foot("C", count=1, at=(30, 40)), ground=(HOUSE,))
    assert unit_at(empty, exactly((3000, 4000)), 1) is None, "whoever is drawn there: it lands on the house"
    led = battle(leader("L", at=(30, 30), attached=1), foot("A", count=1, at=(60, 60)))
    assert unit_at(led, exactly((3000, 3000)), 1) is None


@rule("X6a")
def test_of_two_the_nearest_figure_is_hit() -> None:
    two = battle(
        foot("A", count=2, files=2, pitch=400, at=(30, 30)),
        foot("B", count=2, files=2, pitch=400, at=(30, 30.5)),
    )
    hit = unit_at(two, exactly((2800, 3010)), 1)
    assert hit is not None
    assert hit.key == "A"
    hit = unit_at(two, exactly((2800, 3040)), 1)
    assert hit is not None
    assert hit.key == "B"
    hidden = battle(foot("A", count=1, at=(60, 60)), hidden=(light("H", side=1, count=1, at=(30, 30)),))
    assert unit_at(hidden, exactly((3000, 3000)), 0) is not None
    assert unit_at(hidden, exactly((3000, 3000)), 0, known=True) is None


# --- hiding ------------------------------------------------------------------------------------------------

CROPS = area("crops", 20, 20, 60, 60)


@rule("H1", "H4")
def test_limits_of_hiding() -> None:
    lurker = light("H", side=1, count=1, at=(30, 30))
    near, far = foot("A", count=1, at=(30, 18)), foot("A", count=1, at=(30, 17.99))
    assert finds(near, lurker)
    assert not finds(far, lurker)
    assert passes([((3000, 1000), (3000, 1800))], 100, lurker)
    assert not passes([((3000, 1000), (3000, 1799))], 100, lurker)
    for enemy, close in ((near, True), (far, False), (replace(near, side=1), False)):
        assert seen_close(battle(enemy), lurker, ()) is close
    assert seen_close(battle(foot("A", count=1, at=(50, 30))), lurker, [((3000, 3000), (3800, 3000))])
    for y, safe in ((47, False), (47.01, True)):
        state = battle(foot("A", count=1, at=(30, y)))
        assert beyond_charges(state, lurker) is safe
    carried = battle(leader("L", at=(30, 32), attached=1), foot("C", at=(110, 110)))
    assert beyond_charges(carried, lurker), "a leader with a unit does not charge"
    cropped = battle(far, ground=(CROPS,))
    assert sheltered(cropped, lurker)
    assert not sheltered(cropped, light("H", count=2, files=2, at=(20, 30))), "every figure"
    assert not sheltered(cropped, horse("H", count=1, at=(30, 30))), "crops do not hide horse"


@rule("H4a", "H2")
@pytest.mark.parametrize(("y", "found"), [(57, True), (57.01, False)])
def test_how_far_a_search_finds(y: float, found: bool) -> None:
    lurkers = light("H", side=1, count=1, at=(30, 30)), light("F", side=0, count=1, at=(30, 50))
    state = battle(foot("A", count=1, at=(30, y)), hidden=lurkers, ground=(CROPS,))
    assert [h.key for h in could_find(state, state.units[0])] == (["H"] if found else [])
    walled = battle(
        foot("A", count=1, at=(30, 50)), hidden=lurkers[:1], ground=(area("building", 20, 38, 40, 42),)
    )
    assert could_find(walled, walled.units[0]) == ()
    assert unseen(walled, walled.hidden[0])
    assert not unseen(state, state.hidden[0])
    assert unseen(battle(foot("A", side=1, at=(30, 40))), lurkers[0]), "friends may see it"


# --- shooting ----------------------------------------------------------------------------------------------


@rule("N1", "N4", "W2")
@pytest.mark.parametrize(
    ("unit", "occasion", "refused"),
    [
        (foot("A"), Fire.HOLD, ""), (foot("A", fire=0), Fire.HOLD, "N4"), (replace(gun("A"), fire=6), Fire.HOLD, "N4"),
        (replace(wagons("A"), fire=6), Fire.HOLD, "N4"), (foot("A", formed=True), Fire.ADVANCE, "W2"),
        (horse("A", formed=True), Fire.ADVANCE, ""), (foot("A", formed=True), Fire.REGROUP, ""), (foot("A"), Fire.ADVANCE, ""),
        (light("A", weapon=Weapon.RIFLE), Fire.ADVANCE, "W2"), (light("A", weapon=Weapon.RIFLE), Fire.HOLD, ""),
        (leader("A", attached=1), Fire.HOLD, "N1"), (leader("A"), Fire.HOLD, ""),
    ],
)  # fmt: skip
def test_who_may_fire(unit: Unit, occasion: Fire, refused: str) -> None:
    state = battle(unit, foot("B", at=(90, 90)))
    assert cite(may_fire(state, state.units[0], occasion)) == refused


@rule("N4", "A-1", "F2")
def test_the_front_rank_fires_first_and_twice() -> None:
    block = foot("A", count=6, files=3, formed=True, at=(30, 30), traits=(Trait.DOUBLE,))
    state = battle(block, foot("B", side=1, count=1, at=(30, 45)))
    found = shooters(state, state.units[0], state.units[1])
    assert [s.front for s in found] == [True] * 3 + [False] * 3
    made = volley(state, state.units[0], state.units[1], Fire.HOLD)
    assert made is not None
    assert dict(made.shots) == {Band.SHORT: 9}
    loose = battle(foot("A", count=6, files=3, at=(30, 30)), foot("B", side=1, count=1, at=(30, 45)))
    assert not any(s.front for s in shooters(loose, loose.units[0], loose.units[1]))


@rule("A-6", "F2", "B2")
@pytest.mark.parametrize(
    ("unit", "target", "band"),
    [
        (foot("A", count=1), foot("B", side=1, count=1, at=(30, 47)), Band.SHORT),
        (foot("A", count=1), foot("B", side=1, count=1, at=(30, 47.01)), Band.MEDIUM),
        (foot("A", count=1), horse("B", side=1, count=1, at=(30, 47.5)), Band.SHORT),
        (foot("A", count=1), horse("B", side=1, count=1, at=(30, 47.51)), Band.MEDIUM),
        (foot("A", count=1), foot("B", side=1, count=1, at=(30, 72)), Band.LONG),
        (foot("A", count=1), foot("B", side=1, count=1, at=(30, 72.01)), None),
    ],
)
def test_bands_are_measured_between_bases(unit: Unit, target: Unit, band: Band | None) -> None:
    state = battle(unit, target)
    made = volley(state, state.units[0], state.units[1], Fire.HOLD)
    assert (None if made is None else made.shots[0][0]) == band
    held = volley(state, state.units[0], state.units[1], Fire.STAND)
    assert held is not None
    assert held.shots == ((Band.SHORT, 1),)
    assert held.cover is Cover.NONE


@rule("18", "19", "20", "21", "A-3", "A-4")
def test_what_changes_a_shot() -> None:
    def facts(unit: Unit, occasion: Fire, target: Unit | None = None, **options: bool) -> set[str]:
        state = battle(unit, target or foot("B", side=1, at=(30, 42)), options=Options(**options))  # type: ignore[arg-type]
        found = firing_facts(state, state.units[0], state.units[1], occasion)
        return {name for name, value in found._asdict().items() if value is True}

    aimed = foot("A", last=Memory(False, 1))
    assert facts(aimed, Fire.HOLD) == {"precise"}
    assert facts(aimed, Fire.REGROUP) == {"precise", "regrouped"}, "nobody has stirred: both lines are true"
    stirred = foot("A", last=Memory(False, 1), today=Today(moved=True))
    assert facts(stirred, Fire.REGROUP) == {"regrouped"}
    assert facts(stirred, Fire.REGROUP, precision_literal=True) == {"precise", "regrouped"}
    assert facts(foot("A"), Fire.HOLD) == set()
    assert facts(aimed, Fire.ADVANCE, precision_literal=True) == {"precise"}
    assert facts(aimed, Fire.ADVANCE) == set(), "who moves does not aim"
    assert facts(foot("A", last=Memory(False, 0)), Fire.HOLD) == set()
    assert facts(foot("A"), Fire.HOLD, horse("B", side=1, at=(30, 44))) == {"at_cavalry"}
    assert facts(horse("A"), Fire.HOLD) == set()
    assert facts(horse("A"), Fire.ADVANCE) == {"moving_cavalry"}
    assert facts(foot("A"), Fire.ADVANCE) == set()
    assert facts(foot("A", formed=True), Fire.HOLD) == {"formed"}


@rule("F1", "L3", "7b", "C4")
def test_who_may_be_shot_at() -> None:
    shooter = foot("A", count=1, at=(30, 30))

    def why(target: Unit, *more: Unit, **state: Any) -> str:
        found = replace(battle(shooter, target, *more), **state)
        refused = cite(why_not_target(found, found.units[0], found.units[1], Fire.HOLD))
        assert (1 in targets(found, found.units[0], Fire.HOLD)) is not bool(refused)
        return refused

    boss = leader("B", side=1, at=(30, 44))
    assert why(foot("B", side=1, count=1, at=(30, 44))) == ""
    assert why(foot("B", count=1, at=(30, 44))) != ""
    assert why(foot("B", side=1, count=1, at=(30, 44), where=Where.LOST)) != ""
    assert why(boss) == ""
    assert why(leader("B", side=1, at=(30, 44), attached=2), foot("C", side=1, at=(60, 60))) != ""
    assert why(boss, foot("C", side=1, count=1, at=(35.6, 39.8))) == "F1", "5 from his own, who are nearer"
    assert why(boss, foot("C", side=1, count=1, at=(33.92, 43.44))) == "", "as near as his own"
    assert why(boss, foot("C", side=1, count=1, at=(30, 51))) == "", "he is nearest"
    assert why(boss, foot("C", side=1, count=1, at=(35.61, 39.8))) == "", "more than 5 from his own"
    assert why(boss, leader("C", side=1, at=(33, 42))) == "", "another leader is no shield"
    assert why(boss, foot("C", count=1, at=(34, 44))) == "", "nor our own men"
    assert (
        why(
            foot("B", side=1, count=1, at=(30, 44)),
            foot("C", count=1, at=(30, 46.5)),
            contacts=(Contact(2, 1),),
        )
        == "L3"
    )


# --- menus -------------------------------------------------------------------------------------------------


def offered(unit: Unit, *more: Unit, ground: Any = (), act: Act | None = None, **state: Any) -> Any:
    found = replace(battle(unit, *more, ground=ground), **state)
    return menu(found, found.units[0], act or Act(0)).offers


@rule("C2", "C2a")
def test_whom_a_leader_may_command() -> None:
    chief = leader("L", Rank.STAFF, at=(30, 30))

    def may(unit: Unit, act: Act | None = None, boss: Unit = chief, **state: Any) -> bool:
        return "command" in offered(boss, unit, foot("E", side=1, at=(100, 100)), act=act, **state)

    near = foot("A", count=4, at=(30, 36))
    assert may(near)
    assert not may(replace(near, today=Today(acted=True)))
    assert not may(replace(near, side=1))
    assert not may(leader("M", at=(30, 36)))
    assert not may(foot("A", count=4, at=(30, 60)))
    assert may(near, Act(0, given=1))
    assert not may(near, Act(0, given=2)), "two, for his rank"
    assert not may(near, boss=foot("A", count=4, at=(30, 30)))
    assert not may(near, boss=replace(chief, figures=(chief.figures[0]._replace(role=Role.ESCORT),)))


@rule("C4", "C4b")
def test_whom_a_leader_may_join() -> None:
    def may(unit: Unit, *more: Unit, boss: Unit | None = None, ground: Any = (), **state: Any) -> bool:
        return "attach" in offered(
            boss or leader("L", at=(30, 30)),
            unit,
            *more,
            foot("E", side=1, at=(100, 100)),
            ground=ground,
            **state,
        )

    touching = foot("A", count=1, at=(30, 33))
    assert may(touching), "1 away"
    assert not may(foot("A", count=1, at=(30, 33.01)))
    assert may(horse("A", count=1, at=(30, 33)))
    assert not may(gun("A", at=(30, 33)))
    assert not may(wagons("A", 1, at=(30, 33)))
    assert not may(replace(touching, side=1))
    assert not may(leader("M", at=(30, 33)))
    assert not may(replace(touching, fleeing=1))
    assert not may(replace(touching, house="farm"), ground=(area("building", 29, 33, 31, 35, "farm"),))
    assert not may(touching, leader("M", at=(60, 60), attached=1))
    assert not may(touching, contacts=(Contact(1, 2),))
    assert not may(touching, foot("Z", at=(60, 60)), boss=leader("L", at=(30, 30), attached=2))
    wood = (area("wood", 20, 32, 40, 60),)
    assert may(touching, ground=wood)
    assert not may(touching, boss=leader("L", mounted=True, at=(30, 29.5)), ground=wood)
    assert may(touching, boss=leader("L", mounted=True, at=(30, 29.5)))
    assert not may(touching, boss=foot("A", count=1, at=(30, 30)))


@rule("X12a", "X2", "T5")
def test_what_gunners_may_do() -> None:
    enemy = foot("E", side=1, at=(30, 60))
    assert set(offered(gun("G"), enemy)) == {
        "hold",
        "turn_gun",
        "limber",
        "canister",
        "round_shot",
        "manhandle",
    }
    assert set(offered(gun("G", howitzer=True), enemy)) == {
        "hold",
        "turn_gun",
        "limber",
        "canister",
        "shell",
        "manhandle",
    }
    assert set(offered(gun("G", limbered=True), enemy)) == {"hold", "turn_gun", "limber", "manhandle"}
    assert set(offered(gun("G"), enemy, act=Act(0, only_regroup=True))) == {"turn_gun"}
    assert set(offered(gun("G", crew=2), enemy)) == {"hold"}
    lone = gun("G", abandoned=True)
    assert set(offered(lone, enemy)) == {"hold", "man_the_gun", "regroup", "advance"}
    assert set(offered(lone, enemy, act=Act(0, only_regroup=True))) == {"regroup"}
    for up, back in ((900, True), (901, False)):
        off = replace(
            gun("G", abandoned=True, crew=1, at=(30, 30)),
            figures=(gun("G", crew=1).figures[0]._replace(x=3000, y=3000 + up),),
        )
        assert ("man_the_gun" in offered(off, enemy)) is back, "6 from the gun"
    assert set(offered(gun("G", abandoned=True, taken=True), enemy)) == {"hold", "regroup", "advance"}
    assert set(offered(gun("G", taken=True), enemy)) == {"hold", "regroup", "advance"}
    assert set(offered(gun("G"), enemy, act=Act(0, stage="arriving"))) == {"manhandle"}


@rule("H5", "G2", "34", "W5")
def test_other_menus() -> None:
    enemy = foot("E", side=1, count=1, at=(30, 40))
    assert set(offered(foot("A", count=1), enemy, act=Act(0, stage="ambushed", prey=1))) == {"hold", "charge"}
    far = foot("E", side=1, count=1, at=(30, 100))
    assert set(offered(foot("A", count=1), far, act=Act(0, stage="ambushed", prey=1))) == {"hold"}
    assert "regroup" not in offered(leader("L"), far)
    assert "regroup" in offered(foot("A"), far)
    inside_ = offered(foot("A", house="farm", at=(30, 40)), far, ground=(HOUSE,))
    assert set(inside_) == {"hold", "sally", "barricade"}
    assert set(offered(leader("L", attached=1), foot("A", at=(34, 30)), far)) == {"hold", "detach", "command"}
    assert "detach" not in offered(
        leader("L", attached=1, today=Today(led=True)), foot("A", at=(34, 30)), far
    )
    assert "detach" not in offered(
        leader("L", attached=1, house="farm"), foot("A", at=(30, 40), house="farm"), far, ground=(HOUSE,)
    )
    assert set(offered(leader("L", today=Today(led=True)), far)) == {"hold"}
    assert "enter" in offered(foot("A", count=1, at=(30, 33)), far, ground=(HOUSE,))
    assert "enter" not in offered(foot("A", count=1, at=(60, 33)), far, ground=(HOUSE,))


# --- what can be taken -------------------------------------------------------------------------------------


@rule("X12")
@pytest.mark.parametrize(
    ("piece", "taken"),
    [
        param(gun("G", side=1, at=(30, 34), abandoned=True), True, id="left"),
        param(gun("G", side=1, at=(30, 34.01), abandoned=True), False, id="more than 1 away"),
        param(gun("G", side=1, at=(30, 34)), False, id="served"),
        param(gun("G", side=0, at=(30, 34), abandoned=True), False, id="our own"),
        param(gun("G", side=1, at=(30, 34), abandoned=True, taken=True), False, id="taken already"),
        param(replace(gun("G", side=1, at=(30, 34)), figures=(), where=Where.LOST), True, id="its crew dead"),
        param(gun("G", side=1, at=(30, 34), abandoned=True, where=Where.LATER), False, id="not here yet"),
        param(foot("G", side=1, count=1, at=(30, 34)), False, id="no gun"),
    ],
)
def test_which_guns_are_taken(piece: Unit, taken: bool) -> None:
    state = battle(foot("A", count=1, at=(30, 30)), piece)
    assert guns_in_reach(state, state.units[0]) == ((1,) if taken else ())


@rule("S5")
def test_which_wagons_are_taken() -> None:
    convoy = wagons("W", 1, side=1, at=(30, 34))

    def loot(unit: Unit, target: Unit, *more: Unit) -> list[tuple[int, tuple[int, ...]]]:
        state = battle(unit, target, *more)
        return [tuple(each) for each in wagons_in_reach(state, state.units[0])]  # type: ignore[misc]

    taker = foot("A", count=1, at=(30, 30))
    assert loot(taker, convoy) == [(1, (0,))]
    assert loot(taker, wagons("W", 1, side=1, at=(30, 34.01))) == []
    assert loot(replace(taker, fleeing=1), convoy) == []
    assert loot(gun("A", at=(30, 30)), convoy) == []
    assert loot(taker, replace(convoy, side=0)) == []
    assert loot(taker, replace(convoy, where=Where.LEFT)) == []
    assert loot(taker, foot("B", side=1, count=1, at=(30, 33))) == []
    for x, kept in ((38, True), (38.01, False)):
        guard = foot("G", side=1, count=1, at=(x, 34))
        assert (loot(taker, convoy, guard) == []) is kept
        assert loot(taker, convoy, replace(guard, fleeing=1)) != []
        assert loot(taker, convoy, replace(guard, side=0)) != []
    assert loot(taker, convoy, gun("G", side=1, at=(34, 38))) != [], "gunners guard nothing"


# --- points ------------------------------------------------------------------------------------------------


@rule("V1", "E3", "E4")
def test_what_units_are_worth() -> None:
    whole, hurt = foot("A", count=8, price=10), foot("A", count=6, full=8, price=10)
    chief = replace(leader("L", escorts=2), escort=25, price=90, full=3)
    piece = gun("G", Calibre.II, crew=4, price=6)
    assert [worth(u) for u in (whole, hurt, chief, piece)] == [80, 80, 90, 124]
    assert [fallen_points(u) for u in (whole, hurt, replace(chief, figures=chief.figures[1:]))] == [0, 20, 25]
    assert [left_points(u) for u in (whole, hurt, chief, replace(chief, figures=chief.figures[1:]))] == [
        80,
        60,
        90,
        65,
    ]
    lost = battle(
        hurt,
        replace(foot("B", at=(60, 60)), where=Where.LOST),
        gun("G", Calibre.I, at=(90, 30), taken=True),
        wagons("W", 1, full=3, at=(90, 90)),
        replace(foot("C", side=1), where=Where.LOST),
    )
    assert lost_points(lost, 0) == 20 + 80 + 60
    assert (
        lost_points(battle(replace(gun("G", Calibre.I, taken=True, price=6), where=Where.LOST)), 0) == 24 + 60
    ), "a lost gun is not counted twice"


@rule("V2")
@pytest.mark.parametrize(("lost", "broken"), [(50, True), (49, False)])
def test_when_a_side_is_broken(lost: int, broken: bool) -> None:
    state = battle(foot("A", count=100 - lost, full=100, price=1, files=50))
    field = replace(state.field, sides=(replace(state.field.sides[0], total=100), state.field.sides[1]))
    assert is_broken(replace(state, field=field), 0) is broken
    none = replace(state.field, sides=(replace(state.field.sides[0], total=0), state.field.sides[1]))
    assert not is_broken(replace(state, field=none), 0)


@rule("V4")
def test_when_a_side_is_gone() -> None:
    assert not gone(battle(foot("A")), 0)
    assert gone(battle(foot("A", where=Where.LOST)), 0)
    assert gone(battle(foot("A", where=Where.LEFT), foot("B", side=1)), 0)
    assert not gone(battle(foot("A", where=Where.LATER)), 0)
    assert not gone(battle(foot("A", where=Where.LOST), hidden=(light("H"),)), 0)
    assert gone(battle(foot("A", where=Where.LOST), hidden=(light("H", side=1),)), 0)
    both = judgement(battle(foot("A", where=Where.LOST), foot("B", side=1, where=Where.LOST)), False)
    assert both is not None
    assert (both.winner, both.cite) == (None, "V4")


@rule("G7")
@pytest.mark.parametrize(
    ("unit", "held"),
    [
        (foot("A", count=1, at=(30, 30)), 0), (foot("A", count=1, at=(30, 29.99)), None), (foot("A", count=1, at=(30, 33), fleeing=1), None),
        (leader("A", at=(30, 33)), None), (foot("A", side=1, count=1, at=(30, 33)), 1), (foot("A", count=1, at=(30, 33), where=Where.LEFT), None),
        (foot("A", house="farm"), 0), (foot("A", house="farm", where=Where.LOST), None), (foot("A", house="farm", fleeing=1), None),
    ],
)  # fmt: skip
def test_who_holds_a_house(unit: Unit, held: int | None) -> None:
    from grognard.books.skirmish_1808.facts.ground import house_named

    state = battle(unit, foot("Z", side=1, at=(100, 100)), ground=(HOUSE,))
    assert holder(state, house_named(state, "farm")) == held
    fights = replace(state, contacts=(Contact(0, 1),))
    if not unit.house:
        assert holder(fights, house_named(fights, "farm")) is None


@rule("S1", "G7", "S6")
def test_points_of_scenarios() -> None:
    wood = area("light_wood", 20, 20, 60, 60, "copse")

    def score(
        *units: Unit, prize: Prize | None = None, state: dict[str, Any] | None = None, **field: Any
    ) -> tuple[int, int]:
        made = battle(*units, ground=(wood, HOUSE), prizes=(prize,) if prize else (), **field)
        return points(replace(made, **(state or {})))

    ours, theirs = foot("A", count=3, at=(30, 30)), foot("B", side=1, count=2, at=(50, 50))
    for side, found in ((None, (70, 0)), (0, (70, 0)), (1, (0, 0))):
        assert score(ours, theirs, prize=Prize("area", side, 70, "copse")) == found
    assert score(foot("A", count=2, at=(30, 30)), theirs, prize=Prize("area", None, 70, "copse")) == (0, 0), (
        "as many on both sides"
    )
    assert score(foot("A", count=1, at=(30, 30)), theirs, prize=Prize("area", None, 70, "copse")) == (0, 70)
    assert score(replace(ours, fleeing=1), theirs, prize=Prize("area", None, 70, "copse")) == (0, 70)
    assert score(leader("A", escorts=4, at=(30, 30)), theirs, prize=Prize("area", None, 70, "copse")) == (
        0,
        70,
    )
    assert score(ours, theirs, prize=Prize("area", None, 70, "nowhere")) == (0, 0)
    held = foot("A", house="farm", at=(30, 40))
    for side, found in ((None, (50, 0)), (0, (50, 0)), (1, (0, 0))):
        assert score(held, theirs, prize=Prize("house", side, 50, "farm")) == found
    assert score(held, theirs, prize=Prize("house", None, 50, "farm"), state={"damage": (("farm", 5),)}) == (
        0,
        0,
    ), "a ruin is no house"
    convoy = wagons("W", 2, at=(90, 90))
    assert score(convoy, theirs, prize=Prize("wagon", 1, 10), state={"wagons_lost": 3}) == (0, 50)
    assert score(replace(convoy, where=Where.LEFT), theirs, prize=Prize("wagon", 1, 10)) == (0, 0)
    assert score(ours, theirs, prize=Prize("wagon", None, 10), state={"wagons_lost": 3}) == (0, 0)
    out = Exit(0, ((0, 0), (0, 100)), ("A",), 7, 50)
    left = replace(ours, where=Where.LEFT, price=10)
    assert score(left, theirs, exits=(out,)) == (7 + 15, 0)
    assert score(replace(left, key="C"), theirs, exits=(out,)) == (0, 0)
    assert score(replace(left, key="C"), theirs, exits=(replace(out, units=()),)) == (22, 0)
    assert score(convoy, theirs, exits=(replace(out, units=()),), state={"wagons_off": 2}) == (14, 0)
    assert score(ours, theirs, exits=(replace(out, units=()),), state={"wagons_off": 2}) == (0, 0), (
        "there is no convoy"
    )
    assert score(replace(convoy, where=Where.LEFT), theirs, exits=(replace(out, units=(), share=100),)) == (
        0,
        0,
    ), "wagons are counted, not priced"


@rule("V2a", "V3", "S6")
def test_how_games_end() -> None:
    def sides(state: State, first: int, second: int) -> State:
        a, b = state.field.sides
        return replace(
            state, field=replace(state.field, sides=(replace(a, total=first), replace(b, total=second)))
        )

    def both(ours: int, theirs: int) -> Any:
        state = battle(
            foot("A", count=10 - ours, full=10), foot("B", side=1, count=10 - theirs, full=10, at=(60, 60))
        )
        return judgement(sides(state, 100, 100), False)

    assert [both(*n).winner for n in ((6, 5), (5, 6), (5, 5))] == [1, 0, None]
    assert [both(*n).winner for n in ((5, 4), (4, 5))] == [1, 0]
    assert both(4, 4) is None
    uneven = battle(foot("A", count=4, full=10), foot("B", side=1, count=5, full=10, at=(60, 60)))
    found = judgement(sides(uneven, 120, 90), False)
    assert found is not None
    assert found.winner == 0, "60 of 120 is less than 50 of 90"
    named = Exit(0, ((0, 0), (0, 100)), ("A",), ends=True)
    for where, over in ((Where.LEFT, True), (Where.LOST, True), (Where.TABLE, False)):
        state = battle(
            foot("A", where=where), foot("C", at=(60, 60)), foot("B", side=1, at=(90, 90)), exits=(named,)
        )
        assert (judgement(state, False) is not None) is over
    assert (
        judgement(
            battle(
                foot("A", where=Where.LEFT),
                foot("C", at=(60, 60)),
                foot("B", side=1, at=(90, 90)),
                exits=(replace(named, ends=False),),
            ),
            False,
        )
        is None
    )
    assert (
        judgement(battle(foot("C", at=(60, 60)), foot("B", side=1, at=(90, 90)), exits=(named,)), False)
        is None
    ), "nobody is named"
    assert (
        judgement(
            battle(
                foot("A", where=Where.LEFT),
                foot("C", at=(60, 60)),
                foot("B", side=1, at=(90, 90)),
                exits=(replace(named, units=()),),
            ),
            False,
        )
        is None
    ), "not all have left"


# --- melees ------------------------------------------------------------------------------------------------


@rule("26", "K2a", "K1")
def test_shares_and_rounds() -> None:
    assert [shares(7, f) for f in ((), (3,), (0,), (2, 2, 3), (1, 1, 1))] == [
        (),
        (7,),
        (7,),
        (2, 2, 3),
        (3, 2, 2),
    ]
    assert shares(2, (5, 5, 5)) == (1, 1, 1), "one against several"
    assert shares(10, (1, 1, 100)) == (1, 1, 8)
    state = replace(battle(foot("A")), turn=3)
    contacts = (Contact(0, 1, fought=3), Contact(0, 2, fought=2))
    assert due(state, contacts) == contacts[1:]
    led = battle(leader("L"), foot("B", side=1), foot("C"), leader("M", at=(60, 60)), foot("D", side=1))
    assert comrades(led, (Contact(0, 1), Contact(2, 1), Contact(3, 4)), 0) == (2,)


@rule("K3", "65", "66", "68", "69", "A-47", "G5")
def test_the_facts_of_a_bout() -> None:
    hill = (area("hill", 0, 0, 60, 60), area("light_wood", 0, 0, 60, 60))
    state = battle(
        horse("A", count=4, at=(30, 30), today=Today(found=True)),
        foot("B", side=1, count=4, at=(90, 90)),
        ground=hill,
    )
    one, two = state.units
    assert bout(state, Contact(0, 1), one, two).higher
    assert not bout(state, Contact(0, 1, house="farm"), one, two).higher, "not at a house"
    assert bout(state, Contact(0, 1), one, two).in_woods
    assert not bout(state, Contact(0, 1), two, one).in_woods
    assert not bout(state, Contact(0, 1), one, two).found, "it charges"
    assert bout(state, Contact(1, 0), one, two).found
    assert bout(state, Contact(0, 1, led=(0,)), one, two).led
    assert not bout(state, Contact(0, 1, led=(1,)), one, two).led
    assert melee_cover(state, Contact(1, 0), one, two) is Cover.LIGHT
    assert melee_cover(state, Contact(0, 1), one, two) is Cover.NONE, "who charges has none"
    assert melee_cover(state, Contact(1, 0, exposed=(0,)), one, two) is Cover.NONE
    assert melee_cover(state, Contact(1, 0, house="farm"), one, two) is Cover.HEAVY
    assert melee_cover(state, Contact(1, 0, wall=600), one, two) is Cover.HEAVY


# --- flights -----------------------------------------------------------------------------------------------


@rule("M4", "K8", "P5")
def test_how_far_units_run() -> None:
    enemy = foot("E", side=1, count=1, at=(90, 110))
    state = battle(foot("A", count=1, at=(30, 60)), enemy)
    unit = state.units[0]
    assert home_bearing(state, unit) == 1800
    assert limit_along(state, unit, 1800, 1000) == 1000
    assert limit_along(state, unit, 1800, 1000, 700) == 700
    roads = battle(foot("A", count=1, at=(30, 60)), enemy, ground=(road("road", (30, 0), (30, 90)),))
    assert limit_along(roads, roads.units[0], 1800, 1000) == 1600
    assert limit_along(roads, roads.units[0], 900, 1000) == 1000
    heavy = battle(foot("A", count=1, at=(30, 60)), enemy, ground=(area("heavy_wood", 0, 0, 90, 90),))
    assert limit_along(heavy, heavy.units[0], 1800, 600) == 100
    found = retreat(state, unit, (3000, 9000))
    assert found is not None
    assert (centre(found.unit), found.bearing, found.off) == ((3000, 5400), 1800, False)
    near = battle(foot("A", count=1, at=(30, 4)), enemy)
    over = flight(near, near.units[0])
    assert over is not None
    assert over.off, "over the edge"
    stopped = away(near, near.units[0], 1800, 600)
    assert centre(stopped.unit)[1] >= 100
    blocked = battle(foot("A", count=1, at=(30, 60)), foot("E", side=1, count=1, at=(30, 50)))
    fled = flight(blocked, blocked.units[0])
    assert fled is not None
    assert (fled.distance, abs(fled.bearing - 1800)) == (1000, 300), "by the shortest detour that keeps 3"
    back = away(blocked, blocked.units[0], 1800, 1000)
    assert centre(back.unit) == (3000, 5300), "1 short of him"
    fought = replace(blocked, contacts=(Contact(0, 1),))
    assert enemies_of(fought, fought.units[0]) == ()
    assert len(enemies_of(blocked, blocked.units[0])) == 1
    assert SWINGS == (0, 150, -150, 300, -300, 450, -450, 600, -600, 750, -750, 900, -900)


@rule("M4")
@pytest.mark.parametrize(
    ("home", "bearing", "distance"),
    [
        (((0, 0), (12000, 0)), 2700, 1000),  # along its edge, as far as it goes
        (((3000, 0), (12000, 0)), 900, 1000),  # to the other side its edge has an end
        (((2990, 0), (3010, 0)), 2700, 600),  # to both: no farther from it than half a centimetre
    ],
)
def test_no_detour_leads_away_from_ones_own_edge(
    home: tuple[tuple[int, int], tuple[int, int]], bearing: int, distance: int
) -> None:
    """Behind a stream the only ways lead along the edge, or away from it."""
    stream = area("stream", 0, 20, 120, 39)
    state = battle(
        foot("A", count=1, at=(30, 40)), foot("E", side=1, count=1, at=(90, 110)), ground=(stream,)
    )
    sides = (replace(state.field.sides[0], home=home), state.field.sides[1])
    state = replace(state, field=replace(state.field, sides=sides))
    fled = flight(state, state.units[0])
    assert fled is not None
    assert (fled.bearing, fled.distance) == (bearing, distance)


@rule("M4", "M7")
def test_a_detour_may_lead_over_the_edge() -> None:
    pond = area("stream", 29, 0, 32, 2)
    state = battle(foot("A", count=1, at=(30, 4)), foot("E", side=1, count=1, at=(90, 110)), ground=(pond,))
    fled = flight(state, state.units[0])
    assert fled is not None
    assert (fled.bearing, fled.distance, fled.off) == (2100, 1000, True)


@rule("29", "41", "B9a", "N5")
def test_chargers_settle_on_no_ground_that_forbids_charges() -> None:
    trees = (area("light_wood", 0, 30.5, 90, 60),)
    state = battle(horse("A", count=1, at=(90, 90)), foot("F", count=1, at=(30, 29)), ground=trees)
    rider = state.units[0]
    assert settle(state, rider, [(3000, 2950)])[0][1] > 3050, "the nearest place is among the trees"
    assert settle(state, rider, [(3000, 2950)], charging=True)[0][1] <= 3050
    assert settle(state, rider, [(6000, 2000)], charging=True) == ((6000, 2000),)


@rule("B4a", "B8", "30")
def test_figures_settle_where_there_is_room() -> None:
    def settled(unit: Unit, spot: tuple[int, int], *more: Unit, ground: Any = ()) -> tuple[int, int]:
        state = battle(unit, *more, ground=ground)
        return settle(state, state.units[0], [spot])[0]

    one = foot("A", count=1, at=(90, 90))
    assert settled(one, (3000, 3000)) == (3000, 3000)
    friend = foot("F", count=1, at=(30, 30))
    x, y = settled(one, (3000, 3000), friend)
    assert 199**2 <= (x - 3000) ** 2 + (y - 3000) ** 2 <= 250**2
    assert (x, y) == (3000, 3200), "the first of the ring"
    assert settled(one, (3000, 3000), leader("L", at=(30, 30), attached=0)) == (3000, 3000)
    assert settled(one, (50, 3000))[0] >= 100
    house = (area("building", 26, 26, 34, 34),)
    x, y = settled(one, (3000, 3350), ground=house)
    assert y > 3400
    x, y = settled(one, (3000, 3000), friend, ground=(wall(2, (20, 30.5), (40, 30.5)),))
    assert y < 3050, "nobody is shifted over a wall"
    x, y = settled(
        horse("A", count=1, at=(90, 90)), (3000, 3000), friend, ground=(area("wood", 0, 30.5, 90, 60),)
    )
    assert y <= 3050, "nor into forbidden ground"
    chief = leader("L", mounted=True, at=(90, 90))
    assert settled(chief, (3000, 3000), ground=(area("wood", 0, 20, 90, 31),)) != (3000, 3000)
    assert settled(horse("A", count=1, at=(90, 90)), (3000, 3000), ground=(area("wood", 0, 20, 90, 31),)) == (
        3000,
        3000,
    )
    two = battle(foot("A", count=2, at=(90, 90)))
    assert settle(two, two.units[0], [(3000, 3000), (3000, 3199)]) == ((3000, 3000), (3000, 3199))
    assert settle(two, two.units[0], [(3000, 3000), (3000, 3198)])[1] != (3000, 3198), "nor on one another"
    hidden = battle(
        foot("A", count=1, at=(90, 90)),
        hidden=(light("H", count=1, at=(30, 30)), light("Z", side=1, count=1, at=(60, 60))),
    )
    assert settle(hidden, hidden.units[0], [(3000, 3000)]) != ((3000, 3000),)
    assert settle(hidden, hidden.units[0], [(6000, 6000)]) == ((6000, 6000),), "what nobody knows of"
    assert not loosened(foot("A", count=6, formed=True), [(0, 0)] * 6).formed
    assert loosened(foot("A", count=1, facing=90), [(0, 0)]).facing == 900
    assert loosened(foot("A", count=1), [(0, 0)], 3700).facing == 100
    assert shift(two, two.units[0], 0, 100).off is False


# --- secrets -----------------------------------------------------------------------------------------------


@rule("H1a")
def test_what_is_kept_from_whom() -> None:
    lurkers = light("H", side=0, at=(30, 30)), light("K", side=1, at=(60, 60))
    lists = Options(first_force="ours", second_force="theirs")
    state = battle(foot("A"), hidden=lurkers, conceals=(True, False), options=lists)
    assert [h.key for h in redact(state, 0).hidden] == ["H"]
    assert [h.key for h in redact(state, 1).hidden] == ["K"]
    assert redact(state, None).hidden == ()
    assert redact(state, 0).options == lists
    assert redact(state, 1).options == Options(second_force="theirs")
    assert redact(state, None).options == Options(second_force="theirs")
    bare = replace(state, hidden=())
    assert redact(bare, 1).options == Options(second_force="theirs"), "even if nobody hides any more"
    assert redact(bare, 0) is bare
    open_ = battle(foot("A"), options=lists)
    assert redact(open_, 1) is open_
    assert redact(battle(foot("A"), hidden=lurkers), 1).options == Options()


@rule("H1a", "H3")
def test_what_is_told_of_secret_doings() -> None:
    state = battle(foot("A"), foot("B"), hidden=(light("H"),), conceals=(True, False))
    assert SECRETS.told(state, Move(0, "spring", -1)) == Move(0, "spring", 2)
    assert SECRETS.told(state, Move(0, "sneak", ())) is None
    assert SECRETS.told(state, Move(0, "ready", None)) == Move(0, "ready", None)
    assert [SECRETS.env(Place(0, -1), side).picked for side in (0, 1, None)] == [-1, None, None]
    assert [SECRETS.env(Place(0, 0), side).picked for side in (0, 1)] == [0, 0]
    assert SECRETS.env(Place(0), 1).picked is None
    assert SECRETS.env(Act(0), 1) == Act(0)
    assert SECRETS.may_be(state)
    assert not SECRETS.may_be(battle(foot("A")))
