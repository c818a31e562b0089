"""What each result of a close combat does to each unit, now and next turn. [EVA 46–68a, C5–C9, X4]"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.parties import mean
from grognard.books.ever_victorious_armies.facts.shots import may_shoot
from grognard.books.ever_victorious_armies.state import Duties, Options, State, Today, Unit
from grognard.books.ever_victorious_armies.steps.combat import Combats
from grognard.books.ever_victorious_armies.steps.generals import GeneralsAtRisk
from grognard.books.ever_victorious_armies.tables.fighting import (
    DICE,
    LOSSES,
    ORDERS,
    OUTCOMES,
    order_row,
    toll_row,
)
from grognard.books.ever_victorious_armies.words import Arm, Band, Duty, Plight, Role, Toll, Where
from grognard.engine.dice import Opposed, Sum
from grognard.engine.flow import replace
from tests.books.ever_victorious_armies.scenes import (
    Play,
    begin,
    column,
    elite,
    field_gun,
    find,
    foot,
    general,
    horse,
    line,
    scene,
    skirmish,
    smoothbore,
    unit,
)
from tests.rules import rule

NO, MAY, MUST = Duty
ARMS = {"foot": (foot, 12), "horse": (horse, 12), "gun": (field_gun, 12)}


def fall(game: Play, difference: int) -> Play:
    """Let the two dice fall so that the attacker's score less the defender's is this."""
    dice = game.throw.dice
    assert isinstance(dice, Opposed)
    spread = difference - dice.plus + dice.against
    assert -5 <= spread <= 5, f"{difference} is out of reach of {dice}"
    return game.play((max(1, 1 + spread), max(1, 1 - spread)))


def fight(state: State, difference: int) -> Play:
    """The first combat of a scene, with this result."""
    return fall(begin(state, Combats()), difference)


def duel(attacker: str, defender: str, *more: Unit, contacts: str = "A>b", **fields: Any) -> State:
    """A unit of 12 of one arm against 12 of another."""
    kind, figures = ARMS[attacker]
    kind2, figures2 = ARMS[defender]
    both = unit("A", kind, figures, at=(30, 20)), unit("b", kind2, figures2, at=(30, 21), facing=180)
    return scene(*both, *more, contacts=contacts, **fields)


def low(game: Play) -> Play:
    """Let every loss be as small as it can until the step is over."""
    while not game.over:
        game.play((1,) * game.throw.dice.faces()[0])
    return game


# ---- the bands


@pytest.mark.parametrize(
    ("difference", "band"),
    [
        pytest.param(-9, Band.REPULSED, marks=rule("47")),
        pytest.param(-4, Band.REPULSED, marks=rule("47")),
        pytest.param(-3, Band.HELD, marks=rule("53")),
        pytest.param(-2, Band.HELD, marks=rule("53")),
        pytest.param(-1, Band.PUSHED, marks=rule("56", "G-19")),
        pytest.param(0, Band.PUSHED, marks=rule("56")),
        pytest.param(1, Band.PUSHED, marks=rule("56")),
        pytest.param(2, Band.DRIVEN, marks=rule("60")),
        pytest.param(3, Band.DRIVEN, marks=rule("60")),
        pytest.param(4, Band.DESTROYED, marks=rule("66")),
        pytest.param(15, Band.DESTROYED, marks=rule("66")),
    ],
)
def test_the_difference_falls_into_one_of_five_bands(difference: int, band: Band) -> None:
    assert OUTCOMES.find(difference).value is band


@rule("46")
def test_the_bands_leave_no_gap_and_do_not_overlap() -> None:
    assert all(a.high is not None and b.low == a.high + 1 for a, b in pairwise(OUTCOMES))


@rule("46", "G-9")
def test_the_attackers_score_comes_first() -> None:
    game = begin(duel("foot", "foot"), Combats())
    assert game.throw.dice == Opposed(0, 0)
    assert game.throw.dice.read((6, 1)) == 5
    game.play((6, 1))
    assert game.unit("b").where is Where.LOST


# ---- losses, row by row


# fmt: off
TOLLS = [
    pytest.param(Band.REPULSED,  Role.ATTACKER, Plight.SKIRMISHERS,    Toll.ALL,     "47",  marks=rule("47")),
    pytest.param(Band.REPULSED,  Role.ATTACKER, Plight.OTHERS,         Toll.ONE,     "48",  marks=rule("48")),
    pytest.param(Band.REPULSED,  Role.ATTACKER, Plight.FACING_CAVALRY, Toll.TWO,     "49",  marks=rule("49")),
    pytest.param(Band.REPULSED,  Role.DEFENDER, Plight.SKIRMISHERS,    Toll.NOTHING, "68a", marks=rule("47", "68a")),
    pytest.param(Band.REPULSED,  Role.DEFENDER, Plight.FACING_CAVALRY, Toll.NOTHING, "68a", marks=rule("49", "68a")),
    pytest.param(Band.REPULSED,  Role.DEFENDER, Plight.OTHERS,         Toll.NOTHING, "68a", marks=rule("48", "68a")),
    pytest.param(Band.HELD,      Role.ATTACKER, Plight.SKIRMISHERS,    Toll.LIGHT,   "53",  marks=rule("53", "47")),
    pytest.param(Band.HELD,      Role.ATTACKER, Plight.FACING_CAVALRY, Toll.LIGHT,   "53",  marks=rule("53", "49")),
    pytest.param(Band.HELD,      Role.ATTACKER, Plight.OTHERS,         Toll.LIGHT,   "53",  marks=rule("53")),
    pytest.param(Band.HELD,      Role.DEFENDER, Plight.SKIRMISHERS,    Toll.LIGHT,   "53",  marks=rule("53", "60")),
    pytest.param(Band.HELD,      Role.DEFENDER, Plight.OTHERS,         Toll.LIGHT,   "53",  marks=rule("53")),
    pytest.param(Band.PUSHED,    Role.ATTACKER, Plight.OTHERS,         Toll.LIGHT,   "56",  marks=rule("56", "G-38")),
    pytest.param(Band.PUSHED,    Role.DEFENDER, Plight.SKIRMISHERS,    Toll.LIGHT,   "56",  marks=rule("56", "60")),
    pytest.param(Band.PUSHED,    Role.DEFENDER, Plight.FACING_CAVALRY, Toll.LIGHT,   "56",  marks=rule("56", "62")),
    pytest.param(Band.DRIVEN,    Role.DEFENDER, Plight.SKIRMISHERS,    Toll.ALL,     "60",  marks=rule("60")),
    pytest.param(Band.DRIVEN,    Role.DEFENDER, Plight.OTHERS,         Toll.ONE,     "61",  marks=rule("61")),
    pytest.param(Band.DRIVEN,    Role.DEFENDER, Plight.FACING_CAVALRY, Toll.TWO,     "62",  marks=rule("62")),
    pytest.param(Band.DRIVEN,    Role.ATTACKER, Plight.SKIRMISHERS,    Toll.NOTHING, "68a", marks=rule("60", "68a")),
    pytest.param(Band.DRIVEN,    Role.ATTACKER, Plight.OTHERS,         Toll.NOTHING, "68a", marks=rule("61", "68a")),
    pytest.param(Band.DESTROYED, Role.DEFENDER, Plight.OTHERS,         Toll.ALL,     "66",  marks=rule("66")),
    pytest.param(Band.DESTROYED, Role.DEFENDER, Plight.FACING_CAVALRY, Toll.ALL,     "66",  marks=rule("66")),
    pytest.param(Band.DESTROYED, Role.ATTACKER, Plight.OTHERS,         Toll.NOTHING, "68a", marks=rule("66", "68a")),
]
# fmt: on


@pytest.mark.parametrize(("band", "role", "plight", "toll", "cite"), TOLLS)
@rule("C5")
def test_each_unit_reads_its_own_row_of_losses(
    band: Band, role: Role, plight: Plight, toll: Toll, cite: str
) -> None:
    row = toll_row(band, role, plight)
    assert (row.value, row.cite) == (toll, cite)


@rule("53", "C7", "G-18")
def test_the_dice_of_each_loss() -> None:
    assert {Toll.ONE: Sum(1), Toll.TWO: Sum(2), Toll.LIGHT: Sum(1, plus=-2, least=0)} == DICE
    assert min(DICE[Toll.LIGHT].dist()) == 0
    assert [DICE[Toll.LIGHT].read((face,)) for face in range(1, 7)] == [0, 0, 1, 2, 3, 4]


def test_every_band_and_role_has_a_row() -> None:
    for band in Band:
        for role in Role:
            assert (band, role, Plight.OTHERS) in LOSSES
            gone = band is Band.DESTROYED and role is Role.DEFENDER
            for arm in Arm:
                assert gone or (band, role, arm) in ORDERS or (band, role, None) in ORDERS


# ---- losses, played


@rule("48", "61", "68a", "T5")
def test_only_the_beaten_side_throws_for_a_clear_result() -> None:
    repulsed = fight(duel("foot", "foot"), -4)
    assert repulsed.throw.facts["unit"] == 0
    assert repulsed.throw.cite == "48"
    repulsed.play(5)
    assert repulsed.over
    assert (repulsed.unit("A").figures, repulsed.unit("b").figures) == (7, 12)
    assert repulsed.unit("A").today.lost_in_combat == 5
    driven = fight(duel("foot", "foot"), 3).play(6)
    assert driven.over
    assert (driven.unit("A").figures, driven.unit("b").figures) == (12, 6)


@pytest.mark.parametrize(
    ("difference", "cite"),
    [pytest.param(-2, "53", marks=rule("53")), pytest.param(1, "56", marks=rule("56"))],
)
@rule("G-18")
def test_in_the_middle_bands_every_unit_throws(difference: int, cite: str) -> None:
    game = fight(duel("foot", "foot"), difference)
    assert game.throw.cite == cite
    game.play(6, 1)
    assert game.over
    assert (game.unit("A").figures, game.unit("b").figures) == (8, 12)


@rule("49", "62", "G-47")
def test_two_dice_only_for_units_that_enemy_horse_touches() -> None:
    units = (
        unit("A", horse, 12, at=(30, 20)),
        unit("B", foot, 12, at=(36, 20)),
        unit("c", foot, 12, at=(30, 21)),
        unit("d", foot, 12, at=(36, 21)),
    )
    game = fight(scene(*units, contacts="A>c B>c B>d"), 2)
    assert (game.throw.facts["unit"], game.throw.cite, game.throw.dice) == (2, "62", Sum(2))
    game.play((3, 4))
    assert (game.throw.facts["unit"], game.throw.cite, game.throw.dice) == (3, "61", Sum(1))
    game.play(2)
    assert [u.figures for u in game.state.units] == [12, 12, 5, 10]
    repulsed = fight(scene(*units, contacts="c>A c>B d>B"), -4)
    assert (repulsed.throw.facts["unit"], repulsed.throw.cite) == (2, "49")


@rule("47", "60", "G-37", "C5")
def test_beaten_skirmishers_are_destroyed_beside_formed_units_that_lose_figures() -> None:
    units = (
        unit("A", foot, 24, at=(30, 20)),
        unit("b", foot, 12, at=(30, 21)),
        unit("c", foot, 6, skirmish, at=(37, 21)),
        unit("d", horse, 6, skirmish, at=(20, 21)),
    )
    driven = fight(scene(*units, contacts="A>b A>c A>d"), 3)
    assert [driven.unit(key).where for key in "bcd"] == [Where.TABLE, Where.LOST, Where.LOST]
    assert [entry.cite for entry in driven.notes("destroyed")] == ["60", "60"]
    driven.play(4)
    assert driven.over
    assert driven.unit("b").figures == 8
    repulsed = fight(scene(*units, contacts="b>A c>A d>A"), -4)
    assert [entry.cite for entry in repulsed.notes("destroyed")] == ["47", "47"]
    held = low(fight(scene(*units, contacts="b>A c>A d>A"), -3))
    assert [held.unit(key).where for key in "bcd"] == [Where.TABLE] * 3


@rule("60", "68a")
def test_winning_skirmishers_are_not_destroyed() -> None:
    game = low(fight(scene(unit("A", foot, 12, skirmish), unit("b", foot, 12, skirmish), contacts="A>b"), 3))
    assert game.unit("A").on_table
    assert not game.unit("b").on_table


@rule("66")
def test_at_four_every_defender_is_destroyed() -> None:
    units = (
        unit("A", foot, 24),
        unit("b", foot, 6, elite),
        unit("c", foot, 6, skirmish),
        unit("d", field_gun, 4),
        unit("e", horse, 8),
    )
    game = fight(scene(*units, contacts="A>b A>c A>d A>e"), 4)
    assert game.over
    assert all(u.where is Where.LOST for u in game.state.units[1:])
    assert {entry.cite for entry in game.notes("destroyed")} == {"66"}
    assert game.unit("A").figures == 24


@rule("G-52", "48")
def test_a_loss_greater_than_the_unit_destroys_it() -> None:
    game = fight(scene(unit("A", foot, 3), unit("b", foot, 3), contacts="A>b"), -4).play(5)
    assert game.unit("A").where is Where.LOST
    assert game.unit("A").figures == 0
    assert game.notes("loses")[0].figures == 3


@rule("G-52")
def test_no_dice_fall_where_the_loss_is_sure() -> None:
    """One figure cannot survive 1D6, nor two 2D6; 1D6−2 may leave one."""
    one = fight(scene(unit("A", foot, 1), unit("b", foot, 1), contacts="A>b"), 2)
    assert one.over
    assert one.unit("b").where is Where.LOST
    pair = fight(scene(unit("A", horse, 2), unit("b", foot, 2), contacts="A>b"), 2)
    assert pair.over
    assert pair.unit("b").where is Where.LOST
    three = fight(scene(unit("A", horse, 3), unit("b", foot, 3), contacts="A>b"), 2)
    assert three.throw.dice == Sum(2)
    light = fight(scene(unit("A", foot, 1), unit("b", foot, 1), contacts="A>b"), 0)
    assert light.throw.dice == Sum(1, plus=-2, least=0)


# ---- orders for the next turn


# fmt: off
ORDER_ROWS = [
    pytest.param(-4, "foot",  "A", Duties(retire=MUST, retire_by="50"),                                                            marks=rule("50")),
    pytest.param(-4, "horse", "A", Duties(retire=MUST, retire_by="50"),                                                            marks=rule("50")),
    pytest.param(-4, "foot",  "b", Duties(pursue=MAY, pursue_by="52"),                                                             marks=rule("52")),
    pytest.param(-4, "horse", "b", Duties(pursue=MUST, pursue_by="51"),                                                            marks=rule("51")),
    pytest.param(-4, "gun",   "b", Duties(),                                                                                       marks=rule("C8", "52")),
    pytest.param(-3, "foot",  "A", Duties(retire=MAY, no_shot="55", retire_by="54"),                                               marks=rule("54", "55")),
    pytest.param(-2, "horse", "A", Duties(retire=MAY, no_shot="55", retire_by="54"),                                               marks=rule("54", "55", "58")),
    pytest.param(-3, "foot",  "b", Duties(retire=MAY, no_shot="55", retire_by="54"),                                               marks=rule("54", "55", "57")),
    pytest.param(-2, "horse", "b", Duties(retire=MAY, no_shot="55", retire_by="54"),                                               marks=rule("54", "55", "51")),
    pytest.param(-2, "gun",   "b", Duties(no_shot="55"),                                                                           marks=rule("G-56", "55")),
    pytest.param(-1, "foot",  "b", Duties(retire=MUST, no_shot="59", retire_by="57"),                                              marks=rule("57", "59", "G-19")),
    pytest.param(0,  "horse", "b", Duties(retire=MUST, no_shot="59", retire_by="57"),                                              marks=rule("57", "59")),
    pytest.param(1,  "foot",  "A", Duties(retire=MAY, no_shot="59", retire_by="56a"),                                              marks=rule("56a", "56b", "58a", "59", "C6", "G-38")),
    pytest.param(0,  "horse", "A", Duties(retire=MAY, pursue=MAY, no_shot="59", retire_by="56a", pursue_by="58"),                  marks=rule("58", "56a", "56b", "59", "C6")),
    pytest.param(2,  "foot",  "b", Duties(retire=MUST, retire_by="63"),                                                            marks=rule("63", "63a")),
    pytest.param(3,  "horse", "b", Duties(retire=MUST, retire_by="63"),                                                            marks=rule("63", "63a")),
    pytest.param(2,  "foot",  "A", Duties(pursue=MAY, pursue_by="65"),                                                             marks=rule("65", "58a")),
    pytest.param(3,  "horse", "A", Duties(pursue=MUST, pursue_by="64"),                                                            marks=rule("64")),
    pytest.param(4,  "foot",  "A", Duties(pursue=MAY, pursue_by="68"),                                                             marks=rule("68")),
    pytest.param(5,  "horse", "A", Duties(pursue=MUST, pursue_by="67"),                                                            marks=rule("67")),
]
# fmt: on


@pytest.mark.parametrize(("difference", "arm", "who", "expected"), ORDER_ROWS)
@rule("T5", "T2")
def test_each_result_leaves_its_orders_for_next_turn(
    difference: int, arm: str, who: str, expected: Duties
) -> None:
    state = duel(arm, "foot") if who == "A" else duel("foot", arm)
    game = low(fight(state, difference))
    foes = (1,) if who == "A" else (0,)
    there = (3000, 2100) if who == "A" else (3000, 2000)
    assert game.unit(who).tomorrow == replace(expected, fought=True, foes=foes, away_from=there)
    assert game.unit(who).duties == Duties()


@pytest.mark.parametrize(
    ("difference", "orders"),
    [
        (-2, Duties(retire=MAY, retire_by="54", no_shot="55")),
        (-1, Duties(retire=MUST, retire_by="57", no_shot="59")),
        (0, Duties(retire=MUST, retire_by="57", no_shot="59")),
        (1, Duties(retire=MUST, retire_by="57", no_shot="59")),
        (2, Duties(retire=MUST, retire_by="63")),
    ],
)
@rule("G-56", "54", "57", "63")
def test_by_the_letter_crews_go_back_with_their_guns(difference: int, orders: Duties) -> None:
    letter = Options(crews_lose_guns=False)
    state = replace(duel("foot", "gun"), options=letter)
    game = low(fight(state, difference))
    assert game.unit("b").where is Where.TABLE
    assert game.unit("b").tomorrow == replace(orders, fought=True, foes=(0,), away_from=(3000, 2000))


@pytest.mark.parametrize("difference", [0, 1])
@rule("G-56", "56a", "C8")
def test_by_the_letter_an_attacking_crew_may_go_back_too(difference: int) -> None:
    state = replace(duel("gun", "foot"), options=Options(crews_lose_guns=False))
    assert low(fight(state, difference)).unit("A").tomorrow.retire_by == "56a"
    assert low(fight(state, 2)).unit("A").tomorrow.pursue is NO
    kept = low(fight(duel("gun", "foot"), difference)).unit("A").tomorrow
    assert (kept.retire, kept.no_shot) == (NO, "59")


@pytest.mark.parametrize(
    ("difference", "cite"),
    [(-4, ""), (-3, "55"), (-2, "55"), (-1, "59"), (0, "59"), (1, "59"), (2, ""), (4, "")],
)
@rule("55", "59")
def test_the_journal_says_when_nobody_shoots_next_turn(difference: int, cite: str) -> None:
    game = low(fight(duel("foot", "foot"), difference))
    assert "".join(entry.cite for entry in game.notes("no shooting")) == cite


@pytest.mark.parametrize("difference", [-1, 0, 1, 2, 3])
@rule("X4", "C8", "G-56", "57", "63")
def test_a_crew_that_must_retire_is_lost_with_its_gun(difference: int) -> None:
    game = low(fight(duel("foot", "gun"), difference))
    assert game.unit("b").where is Where.LOST
    assert [(entry.cite, entry.unit) for entry in game.notes("gun lost")] == [("X4", 1)]


@rule("X4")
def test_a_gun_that_must_retire_throws_no_losses() -> None:
    game = fight(duel("foot", "gun"), 2)
    assert game.over
    assert game.unit("b").figures == 12


@rule("X4", "C8", "G-56", "50")
def test_guns_on_the_attacking_side_are_lost_if_repulsed_and_halt_if_they_win() -> None:
    """A gun never charges, but it may be drawn into an older fight that its own side began."""
    more = unit("C", field_gun, 12, at=(36, 20)), unit("d", at=(36, 21.5)), unit("E", at=(40, 20))
    state = duel("foot", "foot", *more, contacts="A>b d>C A>d E>d")
    assert fight(state, -4).unit("C").where is Where.LOST
    won = low(fight(state, 2))
    assert won.unit("C").tomorrow.pursue is NO
    pushed = low(fight(state, 0))
    assert pushed.unit("C").on_table
    assert pushed.unit("C").tomorrow.retire is NO
    assert order_row(Band.DESTROYED, Role.ATTACKER, Arm.GUNNERS).cite == "C8"


@rule("X4")
def test_a_gun_without_crew_is_gone() -> None:
    game = fight(scene(unit("A"), unit("b", field_gun, 4), contacts="A>b"), -2)
    assert game.throw.facts["unit"] == 0
    game.play(1, 6)
    assert game.unit("b").where is Where.LOST


@rule("R1")
def test_the_middle_of_the_enemies_touched() -> None:
    state = duel("foot", "foot", unit("C", at=(35, 22)), contacts="A>b C>b")
    game = low(fight(state, 2))
    assert game.unit("b").tomorrow.away_from == (3250, 2100)
    assert game.unit("b").tomorrow.foes == (0, 2)
    assert game.unit("C").tomorrow.foes == (1,)
    assert mean([(0, 0), (1, 0), (1, 1)]) == (1, 0)
    assert mean([(0, -1), (0, 0)]) == (0, 0)


@rule("C9", "47", "60", "66")
def test_contact_ends_at_once_when_a_side_is_wiped_out() -> None:
    game = fight(duel("foot", "foot", unit("C", at=(36, 21)), contacts="A>b C>b"), 4)
    assert game.state.contacts == ()
    assert game.unit("A").tomorrow == Duties(
        pursue=MAY, pursue_by="68", fought=True, away_from=(3000, 2100), foes=(1,)
    )


@rule("C9")
def test_contact_stays_until_the_beaten_retire_next_turn() -> None:
    game = low(fight(duel("foot", "foot"), 2))
    assert game.state.touching(0) == (1,)
    assert game.unit("b").tomorrow.retire is MUST


@rule("G-39", "54", "55")
def test_after_a_held_fight_both_stay_in_contact() -> None:
    game = low(fight(duel("foot", "foot"), -2))
    assert game.state.touching(0) == (1,)
    assert game.unit("A").tomorrow.retire is MAY


# ---- who shoots next turn


def next_turn(game: Play, key: str, **today: Any) -> Unit:
    """The unit as the orders of its combat leave it in the turn after."""
    before = game.unit(key)
    return replace(before, today=Today(**today), duties=before.tomorrow, tomorrow=Duties())


def armed(arm: str = "foot") -> State:
    """Two units of musketeers; the fight is not between them alone, so nobody is wiped out."""
    kind, _ = ARMS[arm]
    more = (skirmish,) if arm == "horse" else (line,)
    return scene(
        unit("A", kind, 12, smoothbore, *more, at=(30, 20)),
        unit("b", foot, 12, column, smoothbore, at=(30, 21), facing=180),
        contacts="A>b",
    )


def shooting(game: Play, key: str, **today: Any) -> str:
    """The rule that bars a unit from shooting next turn, or nothing."""
    apart = replace(game.state, contacts=())
    refusal = may_shoot(apart, next_turn(game, key, **today))
    return "" if refusal is None else refusal.cite


@rule("55")
def test_nobody_shoots_after_a_held_fight() -> None:
    game = low(fight(armed(), -2))
    assert (shooting(game, "A"), shooting(game, "b")) == ("55", "55")


@rule("59")
def test_nobody_shoots_after_being_pushed() -> None:
    game = low(fight(armed(), 0))
    assert (shooting(game, "A"), shooting(game, "b")) == ("59", "59")


@rule("52", "65", "68", "52a", "65a")
def test_infantry_that_won_shoots_if_it_halts_and_not_if_it_pursues() -> None:
    for difference, winner in ((-4, "b"), (2, "A"), (5, "A")):
        game = low(fight(armed(), difference))
        assert shooting(game, winner, halted=True) == ""
        assert shooting(game, winner, pursued=True) == ("52a" if winner == "b" else "65a")


@rule("G-40", "64")
def test_cavalry_that_won_does_not_shoot() -> None:
    game = low(fight(armed("horse"), 2))
    assert shooting(game, "A", pursued=True) == "65a"
    assert shooting(game, "A", halted=True) == "G-40"


# ---- generals at once after the combat


@rule("N4", "T5")
def test_the_generals_dice_come_when_all_losses_are_thrown() -> None:
    state = duel("foot", "foot", unit("g", general, joined="b"))
    game = fight(state, 0).play(6)
    assert game.throw.what == "losses"
    game.play(6)
    assert (game.throw.what, game.throw.facts["general"]) == ("general's risk", 2)
    game.play(5)
    assert game.over
    assert find(game.state, "g").joined == 1


@rule("N5", "66")
def test_a_general_whose_unit_is_destroyed_throws_to_escape() -> None:
    state = duel("foot", "foot", unit("g", general, joined="b"), unit("c", at=(30, 30)))
    game = fight(state, 4)
    assert game.throw.what == "general's escape"
    game.play(4)
    assert find(game.state, "g").joined == 3


def test_nothing_is_left_to_do_without_contacts() -> None:
    assert begin(scene(unit("A"), unit("b")), Combats(), GeneralsAtRisk()).over
