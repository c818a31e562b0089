"""Limits and order in odd corners: wheels for a pose, sieves, ambushes, creeping, other worlds. [B7, B9, H2, H5, N5, P1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.charging import onset
from grognard.books.skirmish_1808.facts.ground import Met, area_cover_of, met
from grognard.books.skirmish_1808.facts.gunnery import aim
from grognard.books.skirmish_1808.facts.laying import Laying
from grognard.books.skirmish_1808.facts.layout import LOOSE_PITCH, placed
from grognard.books.skirmish_1808.facts.moving import Marching, allowance, banned
from grognard.books.skirmish_1808.facts.secrecy import SECRETS
from grognard.books.skirmish_1808.facts.shifting import away, retreat
from grognard.books.skirmish_1808.facts.shooting import shooters
from grognard.books.skirmish_1808.facts.sneaking import Sneaking
from grognard.books.skirmish_1808.facts.walks import Walk, walk
from grognard.books.skirmish_1808.state import State, Unit, centre
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.words import Ammo, Arm, Calibre, Cover, Pace
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead
from tests.books.skirmish_1808.drill import area, battle, foot, gun, horse, light, play, road, wall
from tests.rules import rule

param = pytest.param


def cite(found: object) -> str:
    return found.cite if isinstance(found, Refusal) else ""


@rule("B7")
@pytest.mark.parametrize("turn", [300, -300])
@pytest.mark.parametrize(("off", "found"), [(450, True), (-450, True), (452, False), (-452, False)])
def test_which_wheels_lead_to_a_spot(turn: int, off: int, found: bool) -> None:
    unit = replace(foot("A", count=12, files=6, formed=True, at=(60, 60)), id=0)
    mover = Marching(battle(unit), unit, Pace.NORMAL)
    wheeled = walk(unit, (("wheel", turn),))
    assert isinstance(wheeled, Walk)
    here, (x, y) = wheeled.middles[-1], centre(unit)
    first = ahead(*here, wheeled.facing + off, 2000)
    assert (
        [legs for legs in mover._wheels(first, turn) if legs[0] == ("wheel", turn) and len(legs) == 2] != []
    ) is found
    to = ahead(x, y, unit.facing + off, 2000)
    last = to[0] + here[0] - x, to[1] + here[1] - y
    assert (
        [legs for legs in mover._wheels(last, turn) if legs[-1] == ("wheel", turn) and len(legs) == 2] != []
    ) is found
    if found:
        (move,) = [
            legs[1] for legs in mover._wheels(first, turn) if legs[0] == ("wheel", turn) and len(legs) == 2
        ]
        assert (abs(move[1] - off) <= 1, abs(move[2] - 2000) <= 1) == (True, True)
        (move,) = [
            legs[0] for legs in mover._wheels(last, turn) if legs[-1] == ("wheel", turn) and len(legs) == 2
        ]
        assert (abs(move[1] - off) <= 1, abs(move[2] - 2000) <= 1) == (True, True)
    for far, alone in ((49, True), (50, False)):
        near = here[0], here[1] + far
        assert ((("wheel", turn),) in list(mover._wheels(near, turn))) is alone
    assert not list(mover._wheels(first, 1900)), "nobody wheels so far"


@rule("B7")
def test_a_front_that_cannot_be_turned_is_kept() -> None:
    state = battle(foot("A", count=12, files=6, formed=True, at=(30, 30)), foot("E", side=1, at=(90, 100)))
    mover = Marching(state, state.units[0], Pace.NORMAL)
    assert mover.plan((3283, 3283, 500)) == (("move", 450, 400),)
    assert mover.plan((2717, 3283, 3100)) == (("move", -450, 400),)
    assert isinstance(mover.plan((3290, 3283, 500)), Refusal)
    assert mover.plan((3000, 3200, 1800)) == (("about", 1),)
    assert mover.plan((3000, 3201, 1800)) != (("about", 1),), "not from so far"


@rule("P1", "B6")
def test_a_plan_says_what_refused_it_first() -> None:
    state = battle(foot("A", count=4, at=(30, 30)), foot("E", side=1, at=(90, 100)))
    assert cite(Marching(state, state.units[0], Pace.NORMAL).plan((3000, 3900, 0))) == "P1"


@rule("P1", "P3", "41")
def test_what_counts_of_the_ground() -> None:
    assert allowance(600, False, Met(frozenset({"hill"}))).lines == ()
    both = allowance(600, False, Met(frozenset({"crops", "ford"}), 300), words="rate", cite="P1")
    assert [(line.value, line.cite) for line in both.lines] == [(-200, "39"), (-200, "35"), (-800, "32")]
    assert both.total == 600 - 1200
    assert [allowance(600, False, Met(frozenset(), h)).total for h in (200, 201, 400)] == [200, -200, -200]
    by_road = allowance(600, False, Met(frozenset({"crops"}), 300), "track")
    assert [(line.value, line.cite) for line in by_road.lines] == [(200, "36")]
    woods = Met(frozenset({"wood"}))
    assert [cite(banned(woods, False, pace)) for pace in Pace] == ["", "30", "30"]
    assert [cite(banned(Met(frozenset(), 200), True, pace)) for pace in Pace] == ["", "32", ""]
    assert [cite(banned(woods, False, pace, "road")) for pace in Pace] == ["", "", ""]


@rule("B9", "B9a", "32")
def test_outlines_and_the_highest_wall() -> None:
    one = foot("A", count=1, at=(30, 30))
    for x, cover in ((30, Cover.LIGHT), (30.01, Cover.NONE)):
        state = battle(one, ground=(area("crops", x, 20, 60, 60),))
        assert area_cover_of(state, state.units[0]) is cover
        west = battle(one, ground=(area("crops", 0, 20, 60 - x, 60),))
        assert area_cover_of(west, west.units[0]) is cover
    two = battle(one, ground=(wall(4, (20, 32), (40, 32)), wall(2, (20, 34), (40, 34))))
    assert [met(two, [((3000, 3000), (3000, y))]).wall for y in (3199, 3200, 3500)] == [0, 400, 400]
    assert met(two, [((3000, 3500), (3000, 3300))]).wall == 200


@rule("H5", "N5")
def test_who_ran_into_an_ambush_charges_that_and_nobody_else() -> None:
    state = battle(
        horse("A", count=2, files=2, at=(60, 20)), foot("B", side=1, count=1, at=(60, 40)),
        hidden=(light("H", side=1, count=2, files=2, at=(61, 32)),), conceals=(False, True),
    )  # fmt: skip
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1)
    assert game.refusal("charge", 1) == "N5", "he stands behind them now"
    assert centre(game.unit(0))[1] < 2800
    close = battle(
        horse("A", count=1, at=(60, 20)), foot("B", side=1, count=1, at=(60, 40)),
        hidden=(light("H", side=1, count=1, at=(60, 24)),), conceals=(False, True),
    )  # fmt: skip
    stuck = play(close, "activation", Act(0, commanded=True)).say("charge", 1)
    assert centre(stuck.unit(0)) == (6000, 2000), "within 2 already"
    gap = battle(
        horse("A", count=1, at=(60, 20)), foot("B", side=1, count=1, at=(60, 40)),
        hidden=(light("H", side=1, count=1, at=(60, 30)),), conceals=(False, True),
    )  # fmt: skip
    stopped = play(gap, "activation", Act(0, commanded=True)).say("charge", 1)
    assert centre(stopped.unit(0)) == (6000, 2550), "2 before them"


@rule("H2")
def test_hidden_units_keep_to_cover_or_out_of_sight() -> None:
    crops = area("crops", 20, 20, 40, 40)
    lurker = light("H", side=1, count=1, at=(30, 39.5))

    def creeps(legs: Any, *more: Unit, ground: Any = (crops,)) -> str:
        state = battle(*(more or (foot("A", count=1, at=(30, 100)),)), hidden=(lurker,), ground=ground)
        return cite(Sneaking(state, state.hidden[0]).refusal(legs))

    assert creeps((("go", 0, -300),)) == ""
    assert creeps((("go", 0, 300),)) == "H2", "out of the crops, in sight"
    assert creeps((("go", 0, 300),), ground=(crops, area("building", 10, 60, 50, 64))) == "", (
        "but behind a house"
    )
    assert creeps((("go", 0, 900),)) == "P1"
    seen = battle(foot("A", count=1, at=(30, 100)), hidden=(lurker,), ground=(crops,))
    mover = Sneaking(seen, seen.hidden[0])
    for legs, why in (((("go", 0, 300),), "H2"), ((("go", 0, 900),), "P1"), ((("go", 0, -300),), "")):
        walked = mover.work_out(legs)
        assert isinstance(walked, Walk)
        assert mover.passes(walked) is (why == ""), "on the way as at its end"


@rule("N4", "F2")
def test_the_first_figure_of_a_formed_unit_shoots_from_the_front() -> None:
    for count in (1, 2, 4):
        state = battle(
            foot("A", count=count, files=2, formed=True, at=(30, 30)), foot("B", side=1, count=1, at=(30, 40))
        )
        found = shooters(state, state.units[0], state.units[1])
        assert sum(each.front for each in found) == min(count, 2)


@rule("H1", "X4")
def test_no_figure_of_what_is_hidden_is_named() -> None:
    hidden = battle(
        gun("G", at=(30, 30)),
        foot("E", side=1, at=(90, 90)),
        hidden=(light("H", side=1, count=4, at=(30, 50)),),
    )
    laying = Laying(hidden, hidden.units[0], Ammo.ROUND)
    assert laying.plan((3000, 5000, 0, "stray_from_front")) == (("aim", 3000, 5000, -1),)


@rule("87")
@pytest.mark.parametrize(
    ("spot", "refused"), [((3000, 0), ""), ((3000, -1), "87"), ((12000, 3000), ""), ((12001, 3000), "87")]
)
def test_shots_at_the_edges(spot: tuple[int, int], refused: str) -> None:
    piece = (
        gun("G", Calibre.IV, at=(30, 30), facing=180)
        if spot[0] == 3000
        else gun("G", Calibre.IV, at=(60, 30), facing=90)
    )
    state = battle(piece)
    assert cite(aim(state, state.units[0], Ammo.ROUND, spot)) == refused


@rule("B7b", "O2")
@pytest.mark.parametrize(("x", "refused"), [(3800, ""), (3802, "B7b")])
def test_a_charge_at_45_degrees(x: int, refused: str) -> None:
    charger = foot("A", count=2, files=2, formed=True, at=(31, 30))
    target = foot("B", side=1, count=2, at=(60, 60))
    target = replace(target, figures=placed(target, [(x, 3600), (3300, 4500)]))
    state = battle(charger, target)
    assert [f.x for f in state.units[0].figures] == [3000, 3200]
    assert cite(onset(state, state.units[0], state.units[1])) == refused


class Told:
    """Dice for other worlds: as told, and who asked."""

    def __init__(self, *faces: int):
        self.faces = list(faces)
        self.asked: list[tuple[int, int]] = []

    def randint(self, low: int, high: int) -> int:
        self.asked.append((low, high))
        return self.faces.pop(0)


@rule("H1a")
def test_other_worlds_hide_fewer_or_elsewhere() -> None:
    lurkers = light("H", side=1, count=1, at=(30, 30)), light("K", side=0, count=1, at=(60, 60))
    state: State = battle(
        foot("A", at=(90, 90)), hidden=lurkers, ground=(area("crops", 0, 0, 80, 80),), conceals=(True, True)
    )
    none = Told(0)
    assert [h.key for h in SECRETS.others(state, 1, none).hidden] == ["K"]
    assert none.asked == [(0, 3)]
    same = Told(1, 0)
    assert SECRETS.others(state, 1, same).hidden == state.hidden
    assert same.asked == [(0, 3), (0, 3)]
    moved = SECRETS.others(state, 1, Told(3, 1, *([2] * 40)))
    assert [h.key for h in moved.hidden] == ["H", "K"]
    assert centre(moved.hidden[0]) != centre(state.hidden[0])
    assert moved.hidden[1] == state.hidden[1]


@rule("H5", "B8")
def test_back_over_several_friends() -> None:
    rider = horse("A", count=1, at=(20, 30), class_="LG")
    lurker = light("H", side=1, count=1, at=(20, 44.5))
    state = battle(rider, light("F", count=1, at=(20, 38.6)), hidden=(lurker,), conceals=(False, True))
    game = play(state, "activation", Act(0, commanded=True)).say("advance", (("go", 0, 2000),))
    assert centre(game.unit(0)) == (2000, 3600)


@rule("P2", "P5", "30")
def test_who_stands_in_a_wood_on_a_road_may_leave_both() -> None:
    wood = area("wood", 20, 50, 40, 70)
    state = battle(
        horse("A", count=1, at=(30, 60)),
        foot("E", side=1, at=(90, 110)),
        ground=(wood, road("road", (30, 0), (30, 110))),
    )
    assert away(state, state.units[0], 900, 1500).distance > 1000, (
        "it enters no forbidden ground by leaving it"
    )
    other = area("heavy_wood", 35, 50, 60, 70)
    both = battle(
        horse("A", count=1, at=(30, 60)),
        foot("E", side=1, at=(90, 110)),
        ground=(wood, other, road("road", (30, 0), (30, 110))),
    )
    assert away(both, both.units[0], 900, 1500).distance == 450, "but none that it does not stand in"


@rule("K8", "K12", "P4")
def test_a_retreat_of_one_is_a_retreat() -> None:
    state = battle(
        foot("A", count=1, at=(30, 60)),
        foot("E", side=1, at=(30, 70), count=1),
        ground=(area("heavy_wood", 0, 0, 120, 120),),
    )
    found = retreat(state, state.units[0], (3000, 7000))
    assert found is not None
    assert found.distance == 100


@rule("B4")
def test_the_usual_pitch_of_loose_units() -> None:
    assert LOOSE_PITCH == {Arm.FOOT: 300, Arm.HORSE: 450, Arm.GUN: 300, Arm.WAGON: 600}


@rule("H5", "N5")
def test_after_an_ambush_no_other_enemy_is_charged() -> None:
    state = battle(
        horse("A", count=1, at=(60, 20)), foot("B", side=1, count=1, at=(60, 40)), foot("C", side=1, count=1, at=(66, 26)),
        hidden=(light("H", side=1, count=1, at=(60, 30)),), conceals=(False, True),
    )  # fmt: skip
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1)
    assert tuple(game.offers()["charge"]) == (3,)
    assert game.refusal("charge", 2) not in ("N7", "N5")
