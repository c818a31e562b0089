"""Rounds of melee, winners, rallies, volleys and gun shots: who loses what, who may do what next. [K1–K13, K9, M6, S4, X5, X9]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.state import Contact, Desk, Terrain, Today, Unit, centre
from grognard.books.skirmish_1808.steps.env import Act, Bang, Round, Shot
from grognard.books.skirmish_1808.steps.gun import batter
from grognard.books.skirmish_1808.steps.melee import Aftermath, StrokeLosses, _shared_out
from grognard.books.skirmish_1808.steps.winners import Winners, chase
from grognard.books.skirmish_1808.words import Ammo, Calibre, Fire, Quality, Reach, Role, Where
from grognard.engine.dice import Pool, Sum
from grognard.engine.flow import DONE, Call, replace
from tests.books.skirmish_1808.drill import (
    Play,
    area,
    battle,
    foot,
    gun,
    horse,
    leader,
    light,
    play,
    wagons,
)
from tests.rules import rule

param = pytest.param


def melee(
    *units: Unit, contacts: tuple[Contact, ...] = (Contact(0, 1),), ground: tuple[Terrain, ...] = ()
) -> Play:
    """A round of melee."""
    return play(replace(battle(*units, ground=ground), contacts=contacts), "melee", Round(0))


def pair(first: int = 8, second: int = 8, **more: Any) -> tuple[Unit, Unit]:
    """Two lines in touch."""
    return foot("A", count=first, files=first, at=(30, 30), **more), foot(
        "B", side=1, count=second, files=second, at=(30, 32)
    )


# --- the round ---------------------------------------------------------------------------------------------


@rule("K8", "K8a")
@pytest.mark.parametrize(
    ("losses", "beaten", "winners"),
    [((1, 3), 1, (0,)), ((3, 1), 0, (1,)), ((2, 2), None, ()), ((8, 0), None, (1,)), ((0, 8), None, (0,))],
)
def test_who_has_lost_a_round(losses: tuple[int, int], beaten: int | None, winners: tuple[int, ...]) -> None:
    game = melee(*pair()).fall(losses)
    asked = None if game.position.over or not hasattr(game.waiting, "what") else game.waiting.facts["unit"]
    assert asked == beaten
    if beaten is not None:
        assert f"-{abs(losses[0] - losses[1])} beaten in melee" in str(game.waiting.why)
    if not winners:
        assert game.told("locked")
        assert game.position.over
    elif beaten is None:
        assert set(game.offers()) == {"stay", "redress"}, "who is left has won"
        assert game.waiting.who == (0 if winners == (0,) else 1,)


@rule("K9")
@pytest.mark.parametrize(
    ("over", "winners", "goes"),
    [(True, (0,), True), (True, (), False), (False, (0,), False), (False, (), False)],
)
def test_when_the_winners_act(over: bool, winners: tuple[int, ...], goes: bool) -> None:
    t = Desk(battle(*pair()), Round(0, winners=winners, over=over))
    found = Aftermath().begin(t)
    assert isinstance(found, Call) if goes else found is DONE


@rule("K8")
@pytest.mark.parametrize(
    ("here", "total", "over", "winners", "beaten"),
    [
        ((0, 1), [1, 1], False, (), ()),
        ((0, 1), [2, 1], True, (1,), (0,)),
        ((0, 1), [1, 2], True, (0,), (1,)),
        ((0,), [1, 2], True, (0,), ()),
        ((1,), [1, 2], True, (1,), ()),
    ],
)
def test_the_judgement_of_a_round(
    here: tuple[int, ...], total: list[int], over: bool, winners: tuple[int, ...], beaten: tuple[int, ...]
) -> None:
    units = [
        each if n in here else replace(each, where=Where.LOST, figures=()) for n, each in enumerate(pair())
    ]
    t = Desk(battle(*units), Round(0, over=not over))
    StrokeLosses()._judge(t, (0, 1), (0, 1), total)
    assert (t.env.over, t.env.winners, t.env.beaten) == (over, winners, beaten)


@rule("27", "K6", "K10")
def test_comrades_take_the_losses_of_a_command_unit() -> None:
    state = battle(
        leader("L", escorts=2, at=(30, 30)), foot("E", side=1, at=(30, 34)), foot("F", count=3, at=(30, 40))
    )
    contacts = (Contact(1, 0), Contact(1, 2))
    assert _shared_out(state, contacts, {0: 2, 1: 4}) == {0: 0, 1: 4, 2: 2}, "who had lost nobody yet"
    assert _shared_out(state, contacts, {0: 2, 1: 4, 2: 2}) == {0: 1, 1: 4, 2: 3}, "nobody more than he has"
    assert _shared_out(state, contacts, {0: 9, 1: 99}) == {0: 0, 1: 8, 2: 3}
    assert _shared_out(state, (Contact(1, 0),), {0: 2, 1: 4}) == {0: 2, 1: 4}, "alone he falls himself"


@rule("K13", "M3")
@pytest.mark.parametrize(("lost", "halved"), [(4, True), (3, False)])
def test_half_strength_in_melee_counts_as_tested(lost: int, halved: bool) -> None:
    game = melee(*pair()).fall((lost, lost))
    assert [game.unit(n).halved for n in (0, 1)] == [halved, halved]


@rule("K6", "F6")
def test_in_melee_those_nearest_the_enemy_fall() -> None:
    units = (
        foot("A", count=4, files=4, at=(30, 30)),
        foot("B", side=1, count=2, files=1, pitch=200, at=(36, 30)),
    )
    game = melee(*units).fall((1, 1))
    assert [f.x for f in game.unit(0).figures] == [2550, 2850, 3150]


@rule("K8", "K12")
def test_a_beaten_unit_whose_own_enemies_are_gone_goes_back_from_those_who_won() -> None:
    state = replace(
        battle(
            foot("A", count=4, at=(30, 30)),
            foot("B", side=1, count=2, files=2, at=(30, 34)),
            foot("C", count=4, at=(36, 34)),
        ),
        contacts=(Contact(0, 1), Contact(2, 1)),
    )
    t = Desk(replace(state, contacts=()), Round(0, beaten=(0,), winners=(1,), margin=1))
    from grognard.books.skirmish_1808.steps.melee import BeatenTest

    BeatenTest().fell(t, 1)
    assert centre(t.unit(0)) == (3000, 2400)
    assert t.unit(0).where is Where.TABLE


# --- winners -----------------------------------------------------------------------------------------------


def winner(
    unit: Unit,
    *more: Unit,
    left: tuple[int, ...] = (1,),
    ground: tuple[Terrain, ...] = (),
    storms: tuple[tuple[int, str], ...] = (),
    **state: Any,
) -> Play:
    """The first unit has won, the second has left the melee."""
    others = more or (foot("B", side=1, count=4, files=4, at=(30, 40), fleeing=1),)
    found = replace(battle(unit, *others, ground=ground), **state)
    return play(found, "aftermath", Round(0, winners=(0,), left=left, storms=storms, over=True))


HOUSE = area("building", 26, 36, 34, 44, "farm")


@pytest.mark.parametrize(
    ("unit", "offers"),
    [
        param(foot("A", count=4), {"stay", "redress"}, marks=rule("K9b"), id="foot"),
        param(horse("A", count=4), {"halt", "pursue"}, marks=rule("K9"), id="horse"),
        param(gun("A"), None, marks=rule("K9"), id="gunners"),
        param(wagons("A", 1), None, marks=rule("K9"), id="wagons"),
        param(foot("A", count=4, house="farm"), None, marks=rule("K9"), id="a garrison"),
        param(foot("A", count=4, where=Where.LOST), None, marks=rule("K9"), id="gone"),
        param(foot("A", count=4, fleeing=1), None, marks=rule("K9"), id="flees itself"),
    ],
)
def test_what_winners_may_do(unit: Unit, offers: set[str] | None) -> None:
    game = winner(unit, ground=(area("building", 80, 80, 90, 90, "farm"),))
    assert (None if game.position.over else set(game.offers())) == offers


@rule("K9")
def test_a_winner_still_fighting_does_nothing_else() -> None:
    more = foot("B", side=1, count=4, at=(30, 40), fleeing=1), foot("C", side=1, count=4, at=(30, 33))
    assert winner(foot("A", count=4), *more, contacts=(Contact(0, 2),)).position.over
    assert not winner(foot("A", count=4), *more, contacts=(Contact(1, 2),)).position.over


@pytest.mark.parametrize(
    ("prey", "ridden"),
    [
        param(foot("B", side=1, count=4, at=(30, 40), fleeing=1), True, id="who flees"),
        param(foot("B", side=1, count=4, at=(30, 40)), True, id="who went back"),
        param(foot("B", side=1, count=4, at=(30, 40), where=Where.LOST), False, id="not who is gone"),
        param(foot("B", side=1, count=4, at=(30, 40), house="farm"), False, id="nor who is indoors"),
    ],
)
@rule("K9")
def test_whom_horse_may_pursue(prey: Unit, ridden: bool) -> None:
    ground = (area("building", 80, 80, 90, 90, "farm"),)
    game = winner(horse("A", count=4), prey, ground=ground)
    assert (not game.position.over) is ridden
    if ridden:
        assert list(game.offers()["pursue"]) == [1]
        failed = winner(horse("A", count=4), prey, ground=ground).say("halt").fall(0)
        assert failed.told("pursues")
    third = foot("C", side=1, count=4, at=(60, 60))
    assert winner(horse("A", count=4), prey, third, left=(), ground=ground).position.over, (
        "nobody left the melee"
    )


@rule("K9")
@pytest.mark.parametrize(
    ("quality", "need"), [(Quality.ELITE, 3), (Quality.VETERAN, 4), (Quality.REGULAR, 5), (Quality.RAW, 7)]
)
def test_the_throw_to_halt(quality: Quality, need: int) -> None:
    game = winner(horse("A", count=4, quality=quality)).say("halt")
    assert game.waiting.dice == Pool.of(1, need, 10)
    assert game.fall(1).position.over


@rule("K9")
def test_who_fails_to_halt_rides_after_the_nearest() -> None:
    more = (
        foot("B", side=1, count=4, at=(30, 50), fleeing=1),
        foot("C", side=1, count=4, at=(44, 30), fleeing=1),
    )
    game = winner(horse("A", count=4), *more, left=(1, 2)).say("halt").fall(0)
    assert game.told("pursues")[0].facts["target"] == 2


@rule("K9a", "B8")
@pytest.mark.parametrize(
    ("y", "end", "reached"),
    [
        param(40, 3650, True, id="in reach"),
        param(48.5, 4500, True, id="just in reach"),
        param(49.5, 4500, False, id="out of reach"),
        param(33.5, 3000, True, id="1 away already"),
        param(34, 3050, True, id="1.5 away"),
    ],
)
def test_how_far_a_pursuit_goes(y: float, end: int, reached: bool) -> None:
    t = Desk(
        battle(
            horse("A", count=1, at=(30, 30), formed=False),
            foot("B", side=1, count=3, files=3, at=(30, y), fleeing=1),
        ),
        Round(0),
    )
    chase(t, 0, 1)
    assert abs(t.unit(0).figures[0].y - end) <= 50
    assert (t.env.prey == 1) is reached
    assert t.env.rider == (0 if reached else None)
    assert not t.unit(0).formed
    back = Desk(
        battle(horse("A", count=1, at=(30, 30)), foot("B", side=1, count=3, files=3, at=(30, y))), Round(0)
    )
    chase(back, 0, 1)
    assert back.env.prey is None, "who went back in order is not ridden down"


@rule("K9a", "O3")
def test_a_pursuit_breaks_up_formed_horse() -> None:
    t = Desk(
        battle(
            horse("A", count=6, formed=True, at=(30, 30)),
            foot("B", side=1, count=3, files=3, at=(30, 44), fleeing=1),
        ),
        Round(0),
    )
    chase(t, 0, 1)
    assert not t.unit(0).formed


@rule("K9", "M5")
@pytest.mark.parametrize(("lost", "runs"), [(2, True), (4, False)])
def test_who_is_ridden_down_flees_on(lost: int, runs: bool) -> None:
    game = winner(horse("A", count=4)).say("pursue", 1)
    assert (game.waiting.what, game.waiting.dice) == ("run_down", Sum(1, 6))
    before = centre(game.unit(1))[1]
    game.fall(lost)
    assert game.unit(1).on_table is runs
    if runs:
        assert centre(game.unit(1))[1] > before


@pytest.mark.parametrize(
    ("unit", "more", "storms", "go_in"),
    [
        param(foot("A", count=4, files=4, at=(30, 34)), (), ((0, "farm"),), True, id="who has stormed it"),
        param(foot("A", count=4, files=4, at=(30, 34)), (), (), False, id="not who fought beside it"),
        param(foot("A", count=4, files=4, at=(30, 34)), (), ((1, "farm"),), False, id="not for another"),
        param(foot("A", count=16, files=8, pitch=200, at=(30, 33)), (), ((0, "farm"),), True, id="as many as it holds"),
        param(foot("A", count=17, files=9, pitch=200, at=(30, 33)), (), ((0, "farm"),), False, id="too many"),
        param(foot("A", count=4, files=4, at=(30, 34)), (foot("C", at=(60, 60), house="farm"),), ((0, "farm"),), False, id="somebody is inside"),
        param(foot("A", count=4, files=4, at=(30, 34)), (foot("C", at=(60, 60), house="farm", where=Where.LOST),), ((0, "farm"),), True, id="nobody any more"),
        param(foot("A", count=4, files=4, at=(30, 34)), (leader("L", mounted=True, at=(60, 60), attached=0),), ((0, "farm"),), False, id="not with a mounted leader"),
    ],
)  # fmt: skip
@rule("G6")
def test_which_winners_may_go_into_the_house(
    unit: Unit, more: tuple[Unit, ...], storms: tuple[tuple[int, str], ...], go_in: bool
) -> None:
    game = winner(unit, foot("B", side=1, count=4, at=(90, 90)), *more, ground=(HOUSE,), storms=storms)
    assert ("go_in" in game.offers()) is go_in
    if go_in:
        game.say("go_in")
        assert (game.unit(0).house, game.unit(0).formed) == ("farm", False)


@rule("G6", "O3")
def test_formed_winners_go_in_loose() -> None:
    unit = foot("A", count=6, files=6, formed=True, at=(30, 34))
    storms = ((0, "farm"),)
    other = foot("B", side=1, count=4, at=(90, 90))
    game = winner(unit, other, ground=(HOUSE,), storms=storms).say("go_in")
    assert not game.unit(0).formed
    t = Desk(
        battle(horse("A", count=4, files=4, at=(30, 33.5)), foot("B", side=1), ground=(HOUSE,)),
        Round(0, storms=storms),
    )
    assert Winners()._stormed(t, t.unit(0)) == "", "no horse"


@rule("K9")
def test_winners_one_after_another() -> None:
    units = (
        foot("A", count=4, at=(30, 30)),
        foot("B", side=1, count=4, at=(90, 90)),
        foot("C", count=4, at=(60, 30)),
    )
    game = play(battle(*units), "aftermath", Round(0, winners=(0, 2), left=(1,), over=True))
    assert game.waiting.prompt.startswith("A")
    game.say("stay")
    assert game.waiting.prompt.startswith("C")
    assert game.say("stay").position.over


# --- rallies, volleys, wagons ------------------------------------------------------------------------------


@rule("M6", "T6")
def test_a_rally_is_the_whole_activation() -> None:
    unit = foot("A", roles=(Role.RANKER,) * 6, at=(30, 60), fleeing=1)
    game = play(battle(unit, foot("B", side=1, at=(30, 110))), "rally", Act(0)).fall(1)
    assert (game.unit(0).today, game.unit(0).formed, game.unit(0).fleeing) == (
        Today(acted=True, moved=True),
        False,
        0,
    )
    failed = play(battle(unit, foot("B", side=1, at=(30, 110))), "rally", Act(0)).fall(0)
    assert (failed.unit(0).today, failed.unit(0).fleeing) == (Today(acted=True, moved=True), 2)


@rule("N3", "A-4", "T7")
@pytest.mark.parametrize(
    ("unit", "occasion", "steady"),
    [
        (horse("A", at=(30, 30)), Fire.HOLD, True),
        (horse("A", at=(30, 30)), Fire.STAND, True),
        (horse("A", at=(30, 30)), Fire.ADVANCE, False),
        (horse("A", at=(30, 30)), Fire.REGROUP, False),
        (foot("A", at=(30, 30)), Fire.HOLD, False),
        (light("A", at=(30, 30)), Fire.ADVANCE, False),
        (horse("A", at=(30, 30), today=Today(steady=True)), Fire.ADVANCE, True),
    ],
)
def test_horse_that_fires_steadily_stays(unit: Unit, occasion: Fire, steady: bool) -> None:
    game = play(battle(unit, foot("B", side=1, at=(30, 38))), "volley", Shot(0, 1, occasion)).fall(0)
    assert game.unit(0).today.steady is steady
    assert game.unit(0).today.shot_at == 1


@rule("7b", "9")
def test_a_volley_nobody_can_fire_is_none() -> None:
    game = play(
        battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 110))), "volley", Shot(0, 1, Fire.HOLD)
    )
    assert game.position.over
    assert not game.told("fires")


@rule("S4")
@pytest.mark.parametrize(
    ("wounds", "failed", "after", "lost"),
    [
        ((0, 0), 3, (3, 0), 0),
        ((0, 0), 4, (0,), 1),
        ((0, 2), 2, (0,), 1),
        ((1, 1), 1, (2, 1), 0),
        ((3, 3), 2, (), 2),
        ((3,), 9, (), 1),
    ],
)
def test_hits_fall_on_the_wagon_hurt_most(
    wounds: tuple[int, ...], failed: int, after: tuple[int, ...], lost: int
) -> None:
    convoy = replace(wagons("W", len(wounds), side=1, at=(30, 44)), wounds=wounds)
    game = play(battle(foot("A", count=12, at=(30, 30)), convoy), "volley", Shot(0, 1, Fire.HOLD))
    game.fall(failed).fall(0)
    assert (game.unit(1).wounds, game.state.wagons_lost) == (after, lost)
    assert game.unit(1).where is (Where.TABLE if after else Where.LOST)
    assert game.unit(1).size == len(after)


# --- guns --------------------------------------------------------------------------------------------------


def shot(
    *units: Unit, ground: tuple[Terrain, ...] = (), at: tuple[int, int] = (3000, 5000), **state: Any
) -> Play:
    """A round shot of the first unit."""
    found = replace(battle(*units, ground=ground), **state)
    return play(found, "gun shot", Bang(0, Ammo.ROUND, at, at, Reach.EFFECTIVE))


@rule("X5", "81", "80")
def test_the_dice_of_a_stray_shot() -> None:
    game = shot(gun("G"), foot("B", side=1, at=(30, 50))).fall(4)
    assert game.waiting.dice == Sum(1, 8)
    game.fall(1)
    assert game.waiting.dice == Sum(1, 360, plus=-1), "from 0 to 359"
    game.fall(0)
    assert (game.waiting.what, game.position.agenda[-1].env.x) == ("evasion", 3100)


@rule("X1", "X11")
@pytest.mark.parametrize(
    ("facing", "at", "turned"), [(315, (3000, 5000), 0), (350, (3500, 5000), 140), (0, (1000, 3000), 3150)]
)
def test_firing_turns_a_gun_up_to_45_degrees(facing: int, at: tuple[int, int], turned: int) -> None:
    state = battle(gun("G", Calibre.II, at=(30, 30), facing=facing), foot("B", side=1, at=(90, 90)))
    game = play(state, "activation", Act(0, commanded=True)).say("round_shot", (("aim", *at, -1),))
    assert abs(game.unit(0).facing - turned) <= 1


@rule("H4b", "X6")
def test_whom_a_shot_hits_is_found() -> None:
    lurker = light("H", side=1, count=4, at=(30, 50))
    state = battle(gun("G"), hidden=(lurker,), conceals=(False, True))
    game = play(state, "gun shot", Bang(0, Ammo.ROUND, (3000, 5000), (3000, 5000), Reach.EFFECTIVE)).fall(1)
    assert game.unit(1).today.found
    first = battle(foot("B", side=1, count=4, at=(30, 50)), gun("G"))
    seen = play(first, "gun shot", Bang(1, Ammo.ROUND, (3000, 5000), (3000, 5000), Reach.EFFECTIVE)).fall(1)
    assert seen.waiting.facts["unit"] == 0
    assert not seen.unit(0).today.found, "the first unit of all was never hidden"


@rule("X9")
def test_what_is_left_of_a_house() -> None:
    t = Desk(battle(gun("G"), ground=(HOUSE,)), Act(0))
    left = []
    for _ in range(7):
        batter(t, "farm")
        left.append(dict(t.state.damage)["farm"])
    assert left == [1, 2, 3, 4, 5, 6, 7]
    game = shot(gun("G"), foot("B", side=1, at=(90, 90)), ground=(HOUSE,), at=(3000, 4000)).fall(1)
    assert game.told("batters")[0].facts["left"] == 4
    for damage, rest in ((4, 0), (3, 1)):
        game = shot(
            gun("G"),
            foot("B", side=1, at=(90, 90)),
            ground=(HOUSE,),
            at=(3000, 4000),
            damage=(("farm", damage),),
        )
        if game.waiting is not None:
            game.fall(1)
        assert game.told("batters")[0].facts["left"] == rest


@rule("X9a", "C4")
def test_the_fight_for_a_house_goes_on_in_the_ruin() -> None:
    units = (
        gun("G", Calibre.II, at=(30, 10)), foot("B", side=1, count=6, house="farm", at=(30, 40)),
        foot("C", count=4, at=(30, 34)), leader("L", side=1, at=(30, 40), house="farm", attached=1),
        foot("D", count=4, at=(60, 60)), foot("E", side=1, count=4, at=(60, 64)),
    )  # fmt: skip
    fights = (Contact(2, 1, 2, house="farm"), Contact(4, 5, 2, house="barn"))
    game = shot(*units, ground=(HOUSE,), at=(3000, 4000), damage=(("farm", 4),), contacts=fights)
    game.fall(1)
    while game.waiting is not None and hasattr(game.waiting, "dice"):
        game.fall(game.waiting.dice.groups[0][0])
    assert [c.house for c in game.state.contacts] == ["", "barn"]
    assert (game.unit(1).house, game.unit(3).house) == ("", "")
    assert not game.unit(3).today.led
