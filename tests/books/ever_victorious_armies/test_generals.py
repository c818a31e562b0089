"""What befalls generals. [EVA N4, N5, N7, G-25, O2, G-35]"""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.books.ever_victorious_armies.facts.nerve import can_rally, next_to_rally
from grognard.books.ever_victorious_armies.state import Desk, Loss, Peril, State, Unit
from grognard.books.ever_victorious_armies.steps.common import catch_generals, lose_figures, remove
from grognard.books.ever_victorious_armies.steps.generals import GeneralsAtRisk
from grognard.books.ever_victorious_armies.words import Where
from tests.books.ever_victorious_armies.scenes import Play, begin, foot, general, odds, scene, unit
from tests.rules import rule

A, B, G = 0, 1, 2


def army(**more: object) -> State:
    """A unit with the general, another 8 away, one far off, and an enemy."""
    return scene(
        unit("A", at=(20, 20)),
        unit("B", at=(20, 29)),
        unit("G", general, joined="A"),
        unit("C", at=(60, 40)),
        unit("z", at=(70, 10)),
        **more,  # type: ignore[arg-type]
    )


def hit(how: str, figures: int = 1) -> Play:
    desk = Desk(army(), None)
    lose_figures(desk, A, figures, how, "G-11")
    return begin(desk.state, GeneralsAtRisk())


def gone(state: State | None = None) -> Play:
    desk = Desk(state or army(), None)
    remove(desk, A, "83", "routs")
    return begin(desk.state, GeneralsAtRisk())


@rule("N4", "G-25")
def test_nobody_is_at_risk_without_losses() -> None:
    assert begin(army(), GeneralsAtRisk()).over
    desk = Desk(army(), None)
    lose_figures(desk, B, 5, "fire", "G-11")
    assert begin(desk.state, GeneralsAtRisk()).over


@pytest.mark.parametrize("how", ["fire", "combat"])
@rule("N4")
def test_a_first_die_below_six_spares_him(how: str) -> None:
    game = hit(how).play(5)
    assert game.over
    assert game.state.commander(0) is not None


@pytest.mark.parametrize(
    ("how", "second", "dies"),
    [("fire", 5, False), ("fire", 6, True), ("combat", 3, False), ("combat", 4, True)],
)
@rule("N4")
def test_the_second_die_kills_more_easily_in_close_combat(how: str, second: int, dies: bool) -> None:
    game = hit(how).play(6, second)
    assert game.over
    assert (game.unit("G").where is Where.LOST) == dies
    assert bool(game.notes("killed")) == dies


@rule("N4")
def test_the_chances_are_one_in_36_and_one_in_12() -> None:
    for how, chance in (("fire", 36), ("combat", 12)):
        found = odds(hit(how), lambda s: s.commander(0) is None)
        assert found.chance_of(True) == Fraction(1, chance)


@rule("N4", "T4")
def test_losses_removed_together_are_one_risk() -> None:
    desk = Desk(army(), None)
    lose_figures(desk, A, 2, "fire", "G-11")
    lose_figures(desk, A, 1, "fire", "G-11")
    assert desk.state.perils == (Peril(G, "fire", A),)


@rule("N5", "N4")
def test_a_unit_shot_to_nothing_puts_only_the_escape_to_the_dice() -> None:
    desk = Desk(army(), None)
    lose_figures(desk, A, 2, "fire", "G-11")
    lose_figures(desk, A, 10, "fire", "G-11")
    assert desk.state.perils == (Peril(G, "gone", A),)


@pytest.mark.parametrize("die", [1, 2, 3])
@rule("N5")
def test_one_to_three_he_is_captured(die: int) -> None:
    game = gone().play(die)
    assert game.unit("G").where is Where.LOST
    assert game.notes("captured")[0].cite == "N5"


@pytest.mark.parametrize("die", [4, 5, 6])
@rule("N5")
def test_four_to_six_he_joins_the_nearest_friendly_unit(die: int) -> None:
    game = gone().play(die)
    assert game.unit("G").joined == B
    assert (game.unit("G").x, game.unit("G").y) == (2000, 2900)
    assert game.state.losses == ()


@rule("N5")
def test_without_a_friendly_unit_he_is_captured_without_a_die() -> None:
    state = scene(unit("A"), unit("G", general, joined="A"), unit("z", at=(50, 20)))
    game = gone(state)
    assert game.over
    assert game.unit("G").where is Where.LOST


@rule("69", "O2", "G-35")
def test_units_within_12_of_the_lost_general_will_test() -> None:
    game = hit("combat").play(6, 6)
    assert game.state.losses == (Loss(0, "69", (A, B)),)


@rule("69", "G-35")
def test_exactly_12_is_within() -> None:
    """Half an inch of general, 12 between, half an inch of line: 13 from centre to centre."""
    for apart, sees in ((13.0, True), (13.01, False)):
        state = scene(
            unit("A", at=(20, 20)),
            unit("B", at=(20, 20 + apart)),
            unit("G", general, joined="A"),
            unit("z", at=(60, 40)),
        )
        desk = Desk(state, None)
        lose_figures(desk, A, 1, "combat", "G-11")
        game = begin(desk.state, GeneralsAtRisk()).play(6, 6)
        assert game.state.losses == (Loss(0, "69", (A, B) if sees else (A,)),)


@rule("N4")
def test_a_general_no_longer_with_the_unit_is_safe() -> None:
    state = army(perils=(Peril(G, "fire", B), Peril(G, "gone", B)))
    game = begin(state, GeneralsAtRisk())
    assert game.over
    assert game.state.perils == ()


@rule("N7", "84")
def test_a_lost_commander_rallies_nobody() -> None:
    marked = unit("A", foot, 12, markers=1)
    with_him = scene(marked, unit("G", general, joined="A"))
    assert can_rally(with_him, with_him.units[1]) == (0,)
    for without in (scene(marked, unit("G", general, where=Where.LOST)), scene(marked)):
        assert without.commander(0) is None
        assert next_to_rally(without, ()) is None


@rule("N4", "N5")
def test_fire_and_combat_are_two_risks_and_another_general_has_his_own() -> None:
    units = (
        unit("A", at=(30, 20)),
        unit("G", general, joined="A"),
        unit("B", at=(40, 20)),
        unit("H", general, joined="B", subordinate=True),
        unit("z", at=(60, 44)),
    )
    desk = Desk(scene(*units), None)
    lose_figures(desk, 0, 0, "fire", "G-11")
    assert desk.state.perils == ()
    for unit_, how in ((0, "fire"), (0, "combat"), (2, "fire"), (0, "fire")):
        lose_figures(desk, unit_, 1, how, "G-11")
    assert set(desk.state.perils) == {Peril(1, "fire", 0), Peril(1, "combat", 0), Peril(3, "fire", 2)}
    lose_figures(desk, 0, 20, "combat", "G-11")
    assert set(desk.state.perils) == {Peril(1, "gone", 0), Peril(3, "fire", 2)}


@pytest.mark.parametrize(
    ("mover", "taken"),
    [
        (unit("A", at=(30, 20)), True),
        (unit("A", at=(30, 20.01)), True),
        (unit("A", at=(30, 19.99)), False),
        (unit("A", at=(30, 20), where=Where.LOST), False),
        (unit("G", general, at=(30, 20)), False),
    ],
    ids=["an inch away", "nearer", "farther", "a unit that is gone", "another general"],
)
@rule("N6")
def test_who_catches_a_general_by_himself(mover: Unit, taken: bool) -> None:
    # The mover's front edge at y 20.5 is an inch from the general's at y 21.5; nobody of his is near.
    desk = Desk(scene(mover, unit("g", general, at=(30, 22)), unit("z", at=(60, 44))), None)
    catch_generals(desk, 0)
    assert (desk.unit(1).where is Where.LOST) is taken


@rule("N6")
def test_nobody_catches_his_own_general_or_one_with_a_unit() -> None:
    units = unit("A", at=(30, 20)), unit("G", general, at=(30, 21)), unit("c", at=(30, 21.5))
    desk = Desk(scene(*units, unit("g", general, joined="c")), None)
    catch_generals(desk, 0)
    assert desk.unit(1).on_table
    assert desk.unit(3).on_table


@rule("C2", "G-29")
def test_contacts_are_numbered_as_they_come() -> None:
    state = scene(unit("A"), unit("B"), unit("c"), contacts="A>c B>c A>c")
    assert [(c.number, c.attacker, c.defender) for c in state.contacts] == [(0, 0, 2), (1, 1, 2)]
    assert state.next_contact == 2
    assert all(u.today.touched for u in state.units)
