"""Mortars fire shell over what stands between, carronades canister near by. [X13, X14]"""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.gunnery import Aim, accuracy_of, aim, ammunition, blow, ranges_of
from grognard.books.skirmish_1808.setup.files import FORCES, GunFile
from grognard.books.skirmish_1808.setup.lists import faults_of
from grognard.books.skirmish_1808.state import Unit
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.words import Ammo, Calibre, Cover, Quality, Reach
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from tests.books.skirmish_1808.drill import area, battle, foot, gun, play
from tests.rules import rule

HOUSE = (area("building", 26, 42, 34, 48, "the mill"),)


def mortar(**given: object) -> Unit:
    return gun("M", Calibre.III, mortar=True, **given)  # type: ignore[arg-type]


def laid(*units: Unit, at: tuple[float, float] = (30, 60), ammo: Ammo = Ammo.SHELL) -> Aim | Refusal:
    state = battle(*units, ground=HOUSE)
    return aim(state, state.units[0], ammo, (round(at[0] * 100), round(at[1] * 100)))


@rule("X13", "X10a")
def test_a_mortar_fires_shell_alone() -> None:
    assert ammunition(mortar()) == (Ammo.SHELL,)
    assert ammunition(gun("H", Calibre.III, howitzer=True)) == (Ammo.CANISTER, Ammo.SHELL)


@rule("X13a")
def test_a_friend_sees_the_spot_for_a_mortar() -> None:
    enemy, friend = foot("B", side=1, at=(30, 62)), foot("C", at=(50, 55), facing=0)
    blind = laid(mortar(), enemy)
    assert isinstance(blind, Refusal)
    assert blind.cite == "X10"
    assert isinstance(laid(mortar(), enemy, friend), Aim)
    assert isinstance(laid(mortar(), enemy, replace(friend, fleeing=1)), Refusal), (
        "one who flees sees for nobody"
    )
    howitzer = gun("H", Calibre.III, howitzer=True)
    assert isinstance(laid(howitzer, enemy, friend), Refusal), "a howitzer sees for itself"


@rule("X13a", "X10b")
def test_friends_near_the_line_do_not_matter_to_a_mortar() -> None:
    enemy, friend = foot("B", side=1, at=(60, 60)), foot("C", count=1, at=(45, 45))
    spot = (60, 60)
    assert isinstance(laid(mortar(facing=45), enemy, friend, at=spot), Aim)
    howitzer = gun("H", Calibre.III, howitzer=True, facing=45)
    assert isinstance(laid(howitzer, enemy, friend, at=spot), Refusal)


@rule("X13", "X10")
@pytest.mark.parametrize(("north", "legal"), [(46.9, False), (47.1, True)])
def test_a_mortar_throws_no_nearer_than_fifteen(north: float, legal: bool) -> None:
    state = battle(mortar(), foot("B", side=1, at=(30, 60)))
    found = aim(state, state.units[0], Ammo.SHELL, (3000, round(north * 100)))
    assert isinstance(found, Aim) == legal


@rule("X13", "77")
@pytest.mark.parametrize(
    ("quality", "die"), [(Quality.ELITE, 8), (Quality.VETERAN, 10), (Quality.REGULAR, 12), (Quality.RAW, 12)]
)
def test_a_mortar_is_less_true(quality: Quality, die: int) -> None:
    assert accuracy_of(mortar(quality=quality)) == die
    assert accuracy_of(gun("G", quality=Quality.ELITE)) == 6


@rule("X13", "X1")
def test_a_mortar_on_its_bed_is_not_pushed() -> None:
    game = play(battle(mortar()), "activation", Act(0, commanded=True))
    assert "manhandle" not in game.offers()
    assert game.refusal("manhandle", ()) == "X13"
    limbered = play(battle(mortar(limbered=True)), "activation", Act(0, commanded=True))
    assert "manhandle" in limbered.offers()
    assert "manhandle" in play(battle(gun("G")), "activation", Act(0, commanded=True)).offers()


@rule("X14", "83", "84")
def test_a_carronade_has_ranges_of_its_own() -> None:
    light, heavy = gun("C", Calibre.II, carronade=True).gun, gun("C", Calibre.III, carronade=True).gun
    assert light is not None
    assert heavy is not None
    assert (ranges_of(light, Ammo.CANISTER), ranges_of(light, Ammo.ROUND)) == ((1500, 2500), (2500, 3500))
    assert (ranges_of(heavy, Ammo.CANISTER), ranges_of(heavy, Ammo.ROUND)) == ((2000, 3000), (3000, 4500))
    cannon = gun("G", Calibre.II).gun
    assert cannon is not None
    assert ranges_of(cannon, Ammo.CANISTER) == (2000, 3500)


@rule("X14", "90")
@pytest.mark.parametrize(
    ("ammo", "reach", "more"),
    [(Ammo.CANISTER, Reach.EFFECTIVE, 1), (Ammo.CANISTER, Reach.LONG, 0), (Ammo.ROUND, Reach.EFFECTIVE, 0)],
)
def test_its_canister_hits_one_more_near_by(ammo: Ammo, reach: Reach, more: int) -> None:
    target = foot("B", side=1, count=12)
    plain = blow(target, gun("G", Calibre.II), ammo, reach, Cover.NONE)
    short = blow(target, gun("C", Calibre.II, carronade=True), ammo, reach, Cover.NONE)
    assert short.throws - plain.throws == more


@rule("72", "73", "74", "X13", "X14")
@pytest.mark.parametrize(
    ("piece", "cite"),
    [
        (GunFile("G", Calibre.II, 3, carronade=True), ""),
        (GunFile("G", Calibre.IV, 4, carronade=True), "72"),
        (GunFile("G", Calibre.IV, 4, mortar=True), ""),
        (GunFile("G", Calibre.II, 3, mortar=True), "73"),
        (GunFile("G", Calibre.III, 4, mortar=True, howitzer=True), "X13"),
    ],
)
def test_which_types_they_are_of(piece: GunFile, cite: str) -> None:
    listed = replace(FORCES.own("siege_french"), gun=(piece,))
    faults = [fault.cite for fault in faults_of(listed) if fault.cite != "E1"]
    assert faults == ([cite] if cite else [])


@rule("72", "73")
def test_shipped_lists_bring_them() -> None:
    assert FORCES.own("siege_french").gun[0].mortar
    assert FORCES.own("landing_british").gun[0].carronade
