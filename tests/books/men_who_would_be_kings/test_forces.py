"""Profiles, options, Leaders, traits, forces. [TMWWBK F-1–F-6, F-P1–F-P10, F-U1–F-U12, F-L1–F-L3, F-T1–F-T27]"""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.army import Builder
from grognard.books.men_who_would_be_kings.facts.values import (
    discipline,
    fighting,
    firing,
    leadership,
    weapon_of,
)
from grognard.books.men_who_would_be_kings.setup.forces import ForceUnit, leader_words, price, unit_faults
from grognard.books.men_who_would_be_kings.state import Options
from grognard.books.men_who_would_be_kings.steps.env import Opening
from grognard.books.men_who_would_be_kings.tables.leaders import D66, ROLLED, trait_of
from grognard.books.men_who_would_be_kings.tables.profiles import PROFILES
from grognard.books.men_who_would_be_kings.words import Kind, Trait, Upgrade, Weapon
from grognard.engine.book import BadInput
from grognard.engine.choices import Ask
from grognard.engine.replay import Game
from grognard.engine.workshop import look_at
from tests.books.men_who_would_be_kings.drills import ROLLED_LIST
from tests.books.men_who_would_be_kings.scenes import begin, irregular, regular, scene, tribal, unit
from tests.rules import rule

param = pytest.param
U, W = Upgrade, Weapon
BUILDER = Builder()

PROFILE = [
    param(Kind.REGULAR_INFANTRY, (6, 12, 600, 1, 5, 5, W.MODERN_RIFLE), marks=rule("F-P1")),
    param(Kind.IRREGULAR_INFANTRY, (4, 12, 600, 0, 6, 5, W.OBSOLETE_RIFLE), marks=rule("F-P2")),
    param(Kind.TRIBAL_INFANTRY, (3, 16, 800, 0, 5, 6, W.TRIBAL_SPEARS), marks=rule("F-P3")),
    param(Kind.REGULAR_CAVALRY, (6, 8, 1200, 1, 4, 6, W.MODERN_CARBINE), marks=rule("F-P4")),
    param(Kind.IRREGULAR_CAVALRY, (4, 8, 1200, 0, 5, 6, W.OBSOLETE_CARBINE), marks=rule("F-P5")),
    param(Kind.TRIBAL_CAVALRY, (3, 10, 1200, 0, 5, 6, W.MOUNTED_BOWS), marks=rule("F-P6")),
    param(Kind.FIELD_GUN_DRILLED, (6, 4, 400, 1, 6, 4, W.FIELD_GUN), marks=rule("F-P7")),
    param(Kind.FIELD_GUN_UNDRILLED, (4, 4, 400, 0, 6, 5, W.FIELD_GUN), marks=rule("F-P8")),
    param(Kind.MACHINE_GUN_DRILLED, (6, 4, 400, 1, 6, 4, W.MACHINE_GUN), marks=rule("F-P9")),
    param(Kind.MACHINE_GUN_UNDRILLED, (4, 4, 400, 0, 6, 5, W.MACHINE_GUN), marks=rule("F-P10")),
]


@rule("R-39")
@pytest.mark.parametrize(("kind", "row"), PROFILE)
def test_profiles(kind: Kind, row: tuple[object, ...]) -> None:
    assert tuple(PROFILES[kind])[:7] == row


@pytest.mark.parametrize(
    ("kind", "upgrades", "cost"),
    [
        param(irregular, (U.FIERCE, U.SHARPSHOOTERS, U.POORLY_ARMED), 6, marks=rule("F-U1", "F-U4", "F-U6")),
        param(irregular, (U.VETERAN, U.FIELDCRAFT), 6, marks=rule("F-U2", "F-U10")),
        param(irregular, (U.FIELDCRAFT, U.POOR_SHOTS, U.POORLY_ARMED), 3, marks=rule("F-U8")),
        param(tribal, (U.WELL_ARMED, U.UNENTHUSIASTIC), 3, marks=rule("F-U5", "F-U9")),
        param(regular, (U.ELITE,), 7, marks=rule("F-U3")),
        param(irregular, (U.SHARPSHOOTERS,), 6, marks=rule("F-U4")),
        param(tribal, (U.UNENTHUSIASTIC,), 2, marks=rule("F-U9", "F-2")),
        param(regular, (U.POOR_SHOTS, U.UNENTHUSIASTIC), 4, marks=rule("F-U8")),
        param(tribal, (U.WELL_ARMED, U.SHARPSHOOTERS), 5, marks=rule("F-U4", "F-U5")),
        param(irregular, (U.MOUNTED_INFANTRY, U.SHARPSHOOTERS, U.FIELDCRAFT), 8, marks=rule("F-U12")),
        param(regular, (U.GURKHAS,), 7, marks=rule("F-U11")),
        param(regular, (U.BADLY_ARMED,), 4, marks=rule("F-U7")),
    ],
)
def test_prices(kind: Kind, upgrades: tuple[Upgrade, ...], cost: int) -> None:
    assert price(kind, upgrades) == cost
    assert not list(unit_faults(ForceUnit("A", kind, cost, upgrades)))


@pytest.mark.parametrize(
    ("kind", "upgrade", "weapon"),
    [
        param(irregular, U.WELL_ARMED, W.MODERN_RIFLE, marks=rule("F-U5")),
        param(tribal, U.WELL_ARMED, W.ANTIQUATED_MUSKET, marks=rule("F-U5")),
        param(tribal, U.BOWS, W.FOOT_BOWS, marks=rule("F-U5")),
        param(Kind.IRREGULAR_CAVALRY, U.WELL_ARMED, W.MODERN_CARBINE, marks=rule("F-U5")),
        param(Kind.TRIBAL_CAVALRY, U.WELL_ARMED, W.OBSOLETE_CARBINE, marks=rule("F-U5")),
        param(regular, U.POORLY_ARMED, W.OBSOLETE_RIFLE, marks=rule("F-U6")),
        param(irregular, U.POORLY_ARMED, W.ANTIQUATED_MUSKET, marks=rule("F-U6")),
        param(Kind.REGULAR_CAVALRY, U.POORLY_ARMED, W.OBSOLETE_CARBINE, marks=rule("F-U6")),
        param(Kind.IRREGULAR_CAVALRY, U.POORLY_ARMED, W.MOUNTED_BOWS, marks=rule("F-U6")),
        param(regular, U.BADLY_ARMED, W.ANTIQUATED_MUSKET, marks=rule("F-U7")),
        param(regular, U.FIERCE, W.MODERN_RIFLE, marks=rule("F-U1")),
    ],
)
def test_weapons_after_arming(kind: Kind, upgrade: Upgrade, weapon: Weapon) -> None:
    assert weapon_of(kind, (upgrade,)) is weapon


@pytest.mark.parametrize(
    ("kind", "upgrade", "values"),
    [
        param(tribal, U.FIERCE, (0, 4, 6), marks=rule("F-U1")),
        param(tribal, U.VETERAN, (1, 5, 6), marks=rule("F-U2")),
        param(regular, U.ELITE, (2, 5, 5), marks=rule("F-U3")),
        param(irregular, U.SHARPSHOOTERS, (0, 6, 4), marks=rule("F-U4")),
        param(irregular, U.POOR_SHOTS, (0, 6, 6), marks=rule("F-U8")),
        param(regular, U.UNENTHUSIASTIC, (0, 5, 5), marks=rule("F-U9")),
    ],
)
def test_what_options_change(kind: Kind, upgrade: Upgrade, values: tuple[int, int, int]) -> None:
    each = unit("A", kind, None, upgrade)
    assert (discipline(each), fighting(each), firing(each)) == values


@pytest.mark.parametrize(
    ("kind", "points", "options", "cite"),
    [
        param(regular, 8, (U.ELITE, U.ELITE), "F-3", id="twice", marks=rule("F-3")),
        param(regular, 6, (U.ELITE, U.UNENTHUSIASTIC), "F-3", id="opposites", marks=rule("F-3")),
        param(irregular, 5, (U.SHARPSHOOTERS, U.POOR_SHOTS), "F-3", id="opposite shots", marks=rule("F-3")),
        param(regular, 7, (U.VETERAN,), "F-U2", id="not for this class", marks=rule("F-4")),
        param(tribal, 3, (U.POOR_SHOTS,), "F-U8", id="would change nothing", marks=rule("F-4")),
        param(Kind.FIELD_GUN_DRILLED, 7, (U.FIERCE,), "F-U1", id="not for crews", marks=rule("F-4")),
        param(regular, 5, (), "F-6", id="wrong price", marks=rule("F-6")),
        param(regular, 10, (U.FIERCE, U.ELITE, U.SHARPSHOOTERS), "F-2", id="too dear", marks=rule("F-2")),
    ],
)
def test_faults(kind: Kind, points: int, options: tuple[Upgrade, ...], cite: str) -> None:
    found = [fault.cite for fault in unit_faults(ForceUnit("A", kind, points, options))]
    assert cite in found


OF_ONE_BATTLE = {
    "dargai_column": 38,
    "dargai_lashkar": 21,
    "hlobane_horse": 22,
    "hlobane_zulus": 17,
}
"""Forces that were there, as large as they were."""


def test_the_forces_of_one_battle_are_as_large_as_it_says() -> None:
    assert {name: BUILDER.load(name).points for name in OF_ONE_BATTLE} == OF_ONE_BATTLE


@rule("F-1", "F-6", "F-5")
@pytest.mark.parametrize("name", BUILDER.names())
def test_the_ready_forces_are_sound(name: str) -> None:
    assert BUILDER.check(name) == []
    rows = BUILDER.roster(name)
    assert len(rows) == len(BUILDER.load(name).unit) + 1
    assert BUILDER.load(name).points in (18, 24, 36) or name in OF_ONE_BATTLE


def test_at_least_ten_forces() -> None:
    assert sum(BUILDER.load(name).points == 24 for name in BUILDER.names()) >= 10


@rule("F-1")
def test_a_list_that_does_not_add_up(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    unit_ = '[[unit]]\nname = "x"\ntype = "regular_infantry"\npoints = 6\n'
    path.write_text(f'title = "Mine"\nsource = "invented"\npoints = 24\n{unit_}')
    assert [fault.cite for fault in BUILDER.check(path)] == ["F-1"]
    with pytest.raises(BadInput, match=r"there is no force 'nobody'; there are: .*, or name a file"):
        BUILDER.load("nobody")


@rule("F-5", "F-6")
def test_a_game_may_be_played_with_other_forces() -> None:
    state = RULESET.start("meeting", Options(first_force="boer", second_force="beja")).state
    assert sum(u.side == 0 for u in state.units) == 3
    assert all(u.count == u.start for u in state.units)
    assert all(u.leader == 0 for u in state.units)
    with pytest.raises(BadInput, match="no force 'nobody'"):
        RULESET.start("meeting", Options(first_force="nobody"))


# ---- Leaders


@rule("F-L1")
@pytest.mark.parametrize(
    ("force", "values"),
    [("british_nwf_b", {6}), ("zulu", {6}), ("german_east_africa", {6, 7}), ("zanzibari", {7})],
)
def test_flat_leadership(force: str, values: set[int]) -> None:
    state = RULESET.start("meeting", Options(first_force=force)).state
    assert {leadership(u) for u in state.units if u.side == 0} == values


@rule("F-L2", "F-L1")
@pytest.mark.parametrize(
    ("die", "row"),
    [(1, (7, 7, 8)), (2, (6, 7, 8)), (3, (6, 6, 7)), (4, (6, 6, 7)), (5, (5, 6, 6)), (6, (5, 5, 6))],
)
def test_rolled_leadership(die: int, row: tuple[int, int, int]) -> None:
    assert tuple(ROLLED[die]) == row
    units = unit("A", regular, at=(10, 10)), unit("B", tribal, at=(30, 10)), unit("C", irregular, at=(50, 10))
    state = scene(*units, unit("b", at=(36, 40)), options=Options(leadership="rolled"))
    game = begin(state, "battle", Opening())
    for _ in range(3):
        game.fall(die)
    assert tuple(u.leadership for u in game.position.state.units[:3]) == row


@rule("F-L3")
def test_traits_are_rolled_after_the_values() -> None:
    state = scene(
        unit("A", regular, at=(10, 10)),
        unit("b", at=(36, 40)),
        options=Options(leadership="rolled_with_traits"),
    )
    game = begin(state, "battle", Opening()).fall(3).fall(3)
    assert game.throw.what == "trait"
    game.fall(1, 1)
    assert game.unit("A").trait is Trait.HAPLESS
    assert leadership(game.unit("A")) == 10
    game.fall(4, 4)
    assert game.unit("b").trait is Trait.ORDINARY
    assert isinstance(game.pending, Ask)


@rule("F-L3", "F-T18")
def test_the_table_of_traits_is_complete() -> None:
    assert len(D66) == 29
    ordinary = {10 * a + b for a in range(1, 7) for b in range(1, 7) if trait_of(a, b) is Trait.ORDINARY}
    assert ordinary == {36, 41, 42, 43, 44, 45, 46}
    assert {trait_of(a, b) for a in range(1, 7) for b in range(1, 7)} == set(Trait)
    assert (trait_of(1, 3), trait_of(3, 1), trait_of(6, 6)) == (Trait.IDIOT, Trait.BRUTAL, Trait.HERO)


@pytest.mark.parametrize(
    ("trait", "value"),
    [
        param(Trait.HAPLESS, 10, marks=rule("F-T1")),
        param(Trait.BULLETPROOF_BUMBLER, 9, marks=rule("F-T2")),
        param(Trait.STEADY, 6, marks=rule("F-T19")),
        param(Trait.HERO, 4, marks=rule("F-T27")),
        param(Trait.BRUTAL, 5, marks=rule("F-T13")),
        param(Trait.INEPT, 8, marks=rule("F-T12")),
        param(Trait.JOLLY_GOOD_CHAP, 6, marks=rule("F-T22")),
        param(Trait.DESTINED, 6, marks=rule("F-T26")),
        param(Trait.DRUNKARD_BOTTLE, 6, marks=rule("F-T8")),
        param(Trait.ORDINARY, 7, marks=rule("F-T18")),
    ],
)
@rule("R-03", "R-06")
def test_what_traits_make_of_leadership(trait: Trait, value: int) -> None:
    assert leadership(unit("A", regular, leadership=7, trait=trait)) == value
    assert leadership(unit("A", regular, leadership=7, trait=trait, leader=None)) == 8


@rule("F-T12", "F-T22", "R-03")
def test_leadership_stays_between_four_and_ten() -> None:
    assert leadership(unit("A", leadership=10, trait=Trait.INEPT)) == 10
    assert leadership(unit("A", leadership=4, trait=Trait.JOLLY_GOOD_CHAP)) == 4


@rule("F-T13", "R-06")
def test_a_brute_costs_discipline_while_he_lives() -> None:
    assert discipline(unit("A", regular, trait=Trait.BRUTAL)) == -1
    assert discipline(unit("A", regular, trait=Trait.BRUTAL, leader=None)) == 1


# ---- Leaders rolled beforehand


def led(*dice: int, kind: Kind = regular) -> ForceUnit:
    return ForceUnit("The Rifles", kind, price(kind, ()), leader="Pym", rolled=dice)


@rule("F-L4")
@pytest.mark.parametrize(
    ("dice", "words"),
    [
        param((), "Leadership 6+", marks=rule("F-L1")),
        param((1,), "Leadership 7+ (rolled 1)", marks=rule("F-L2")),
        param((6,), "Leadership 5+ (rolled 6)", marks=rule("F-L2")),
        param((6, 1, 1), "Leadership 10+, Hapless (rolled 6, then 1 and 1)", marks=rule("F-T1")),
        param((1, 6, 4), "Leadership 6+, Destined for Greatness (rolled 1, then 6 and 4)", marks=rule("F-T26")),
        param((3, 4, 4), "Leadership 6+, Ordinary (rolled 3, then 4 and 4)", marks=rule("F-T18")),
        param((3, 2, 2), "Leadership as he drinks, Drunkard with a bottle (rolled 3, then 2 and 2)", marks=rule("F-T8")),
    ],
)  # fmt: skip
def test_a_rolled_leader_is_what_his_dice_make_him(dice: tuple[int, ...], words: str) -> None:
    assert list(unit_faults(led(*dice))) == []
    assert leader_words(led(*dice)) == words


@rule("F-L4")
@pytest.mark.parametrize("dice", [(0,), (7,), (1, 2), (1, 2, 3, 4), (1, 0, 6), (1, 6, -1)])
def test_dice_that_cannot_have_fallen_so_are_refused(dice: tuple[int, ...]) -> None:
    (fault,) = unit_faults(led(*dice))
    assert fault.cite == "F-L4"
    assert "one die, or with three" in fault.words


def fielded(leaders: str) -> Game:
    return Game(RULESET, "meeting", Options(first_force=ROLLED_LIST, leadership=leaders))  # type: ignore[arg-type]


@rule("F-L4", "F-L1")
def test_a_list_brings_its_leaders_as_they_were_rolled_and_they_are_told() -> None:
    game = fielded("flat")
    rifles, guides, *others = game.position.state.units
    assert (rifles.trait, leadership(rifles), leadership(guides)) == (Trait.HERO, 4, 7)
    assert all(other.trait is Trait.ORDINARY for other in others)
    told = [(entry.what, entry.cite, entry.facts["unit"]) for entry in game.log if entry.cite == "F-L4"]
    assert told == [("trait", "F-L4", 0), ("leadership", "F-L4", 0), ("leadership", "F-L4", 1)]


@rule("F-L4", "F-L2")
def test_where_leaders_are_rolled_in_the_battle_those_of_the_list_count_no_more() -> None:
    game = fielded("rolled")
    game.fall(3)
    rifles = game.position.state.units[0]
    assert (rifles.trait, leadership(rifles)) == (Trait.ORDINARY, 6)


@rule("F-L4")
def test_the_roster_of_a_list_tells_the_dice(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(ROLLED_LIST, "utf-8")
    assert BUILDER.check(path) == []
    values = [row.value for row in BUILDER.roster(path)]
    assert "Leadership 4+, Hero of the Empire (rolled 6, then 6 and 6)" in values[1]
    assert "Leadership 7+ (rolled 1)" in values[2]


@rule("F-6")
def test_the_builder_offers_the_units_of_every_force_as_they_are() -> None:
    kit = BUILDER.workshop.kit()
    for name in BUILDER.names():
        listed = BUILDER.load(name)
        offered = [offer for offer in kit.offers if offer.group == listed.title]
        assert [(offer.name, offer.points) for offer in offered] == [(u.name, u.points) for u in listed.unit]
        taken = {"title": "Mine", "source": "invented", "points": 0, "unit": [offer.row for offer in offered]}
        draft = look_at(BUILDER.workshop, taken)
        assert (draft.points, draft.faults) == (listed.points, ())
