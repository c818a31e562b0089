"""Special rules that matter in a fight. [VF F5.4–F5.8, F5.10, F5.13e–f, F5.17b–e, F5.19, 189, 191, B3, B65, B79]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.shooting import has_open_order
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.env import Melee
from grognard.books.valour_and_fortitude.steps.melee import SquareDice
from grognard.books.valour_and_fortitude.tables.fighting import HIT_AND_RUN, SQUARE_DIE, UNPREDICTABLE
from grognard.books.valour_and_fortitude.words import Special, Where
from grognard.engine.choices import Move
from tests.books.valour_and_fortitude.bouts import MIDDLE, attack, fall_back, fight, foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    foot,
    ground,
    horse,
    open_order,
    square,
    unit,
)
from tests.rules import rule

WALL = ground("low_wall", (20, 24), (52, 24))


# ---- rerolls


@rule("F5.5", "B64")
@pytest.mark.parametrize(("words", "again"), [((Special.ELAN,), True), ((), False)])
def test_elan_rerolls_ones_in_melee(words: tuple[Any, ...], again: bool) -> None:
    game = fight(melee(foremost("A", *words), foe("b"))).play((1, 1, 5, 2))
    assert (game.throw.what == "hit tests again") is again
    if again:
        assert game.throw.dice.faces()[0] == 2
        game.play((3, 1))  # a 3 hits without markers; a 1 is not rerolled again
        assert game.throw.facts["unit"] == 1


@rule("F5.4")
@pytest.mark.parametrize(("files", "again"), [(12, True), (6, False)])
def test_disciplined_musketry_needs_a_line(files: int, again: bool) -> None:
    state = melee(foremost("A", Special.DISCIPLINED_MUSKETRY, files=files), foe("b"))
    assert attack(state, "A", "b").reroll is again


@rule("F5.4", "B79")
def test_open_order_is_no_line_for_musketry() -> None:
    words = Special.DISCIPLINED_MUSKETRY, Special.LIGHT_INFANTRY, open_order
    state = melee(foremost("A"), foe("b", *words))
    assert not attack(state, "b", "A").reroll


@rule("F5.7")
@pytest.mark.parametrize(("walls", "again"), [((), True), ((WALL,), False)])
def test_heavy_cavalry_needs_a_target_out_of_cover(walls: tuple[Any, ...], again: bool) -> None:
    state = melee(foremost("A", horse, Special.HEAVY_CAVALRY), foe("b"), terrain=walls)
    assert attack(state, "A", "b").reroll is again
    village = area("building", 30, 24, 42, 30, "village")
    inside = melee(
        foremost("A", horse, Special.HEAVY_CAVALRY), foe("b", inside="village"), terrain=(village,)
    )
    assert not attack(inside, "A", "b").reroll


@rule("B18", "126", "F5.4", "F5.5", "F5.7")
@pytest.mark.parametrize("switch", [True, False])
@pytest.mark.parametrize(
    "defender",
    [foe("b", Special.ELAN), foe("b", Special.DISCIPLINED_MUSKETRY), foe("b", horse, Special.HEAVY_CAVALRY)],
)
def test_fighting_back_as_main_attacker_is_a_switch(defender: Unit, switch: bool) -> None:
    state = melee(foremost("A"), defender, options={"fight_back_is_main": switch})
    back = attack(state, "b", "A", main=False)
    assert back.reroll is switch
    assert ("126" in back.cites) is switch
    assert attack(state, "A", "b").plus == 1


@rule("B18", "127")
def test_the_shaken_penalty_stays_without_the_switch() -> None:
    state = melee(foremost("A"), foe("b", losses=4), options={"fight_back_is_main": False})
    assert attack(state, "b", "A", main=False).plus == -1


# ---- open order


@rule("F5.13e", "189", "B79")
def test_open_order_costs_one_outside_cover() -> None:
    light = foe("b", Special.LIGHT_INFANTRY, open_order, melee=3)
    assert attack(melee(foremost("A"), light), "b", "A").value == 2
    assert attack(melee(foremost("A"), light, terrain=(WALL,)), "b", "A").value == 3
    assert "F5.13e" not in attack(melee(foremost("A"), foe("b", Special.LIGHT_INFANTRY)), "b", "A").cites


@rule("F5.10", "F5.11")
@pytest.mark.parametrize(
    ("each", "may"),
    [
        (unit("A", horse, Special.LIGHT_CAVALRY), True),
        (unit("A", foot, Special.LIGHT_INFANTRY), True),
        (unit("A", foot, Special.OPEN_ORDER), True),
        (unit("A", horse, Special.HEAVY_CAVALRY), False),
        (unit("A", foot, Special.SKIRMISHERS), False),
    ],
)
def test_who_has_open_order(each: Unit, may: bool) -> None:
    assert has_open_order(each) is may


# ---- squares


def horse_at_square(*words: Any, losses: int = 0, square_losses: int = 0, **more: Any) -> State:
    """Horse in contact with a square."""
    return melee(
        foremost("A", horse, *words, losses=losses, figures=6, files=6),
        foe("b", square, files=6, losses=square_losses),
        **more,
    )


def squares(state: State) -> Play:
    """The dice of horse against squares."""
    return begin(state, SquareDice(), env=Melee())


@rule("F5.17e", "191")
@pytest.mark.parametrize(
    ("face", "losses", "retreats"), [(1, 1, True), (3, 1, True), (4, 0, True), (5, 0, True), (6, 0, False)]
)
def test_horse_at_a_steady_square(face: int, losses: int, retreats: bool) -> None:
    game = squares(horse_at_square()).play(face)
    assert game.unit("A").losses == losses
    assert game.over is not retreats
    if retreats:
        assert set(game.ask.offers) == {"fall_back"}


@rule("F5.17e", "191")
@pytest.mark.parametrize(("face", "retreats"), [(1, True), (3, True), (4, False)])
def test_two_more_if_the_square_is_shaken(face: int, retreats: bool) -> None:
    game = squares(horse_at_square(square_losses=4)).play(face)
    assert game.over is not retreats
    assert game.unit("A").losses == (1 if face == 1 else 0)


@rule("F5.17e")
def test_all_squares_touched_must_be_shaken() -> None:
    state = melee(
        foremost("A", horse, figures=12, files=12),
        foe("b", square, figures=12, files=4, front=(33, 24), losses=4),
        foe("c", square, figures=12, files=4, front=(39, 24)),
    )
    assert squares(state).throw.why.total == 0  # type: ignore[union-attr]


@rule("F5.17e")
def test_every_melee_phase_whoevers_turn_it_is() -> None:
    """Horse of the side that is not active rolls too; foot never does."""
    state = horse_at_square(side=1)
    assert squares(state).throw.facts["unit"] == 0
    assert squares(melee(foremost("A"), foe("b", square, files=6))).over


@rule("F5.17e", "B78")
def test_shaken_horse_thrown_back_tests_and_then_retreats() -> None:
    game = squares(horse_at_square(losses=3)).play(2)
    assert game.throw.what == "valour"
    assert set(game.play(4).ask.offers) == {"fall_back"}
    gone = squares(horse_at_square(losses=3)).play(2, 3)
    assert gone.unit("A").where is Where.ROUTED
    assert gone.over


@rule("B3")
def test_tables_have_no_natural_one_or_six() -> None:
    """A natural 1 against a shaken square counts as 3, not as a failure of its own."""
    assert [SQUARE_DIE.find(n).value.loss for n in (1, 3, 4, 8)] == [True, True, False, False]
    assert [HIT_AND_RUN.find(n).value for n in range(1, 7)] == [-1, 0, 0, 1, 1, 1]
    assert [UNPREDICTABLE.find(n).value for n in range(1, 7)] == [-1, 0, 0, 0, 0, 1]


@rule("F5.17c", "191")
def test_a_square_fights_at_one_more() -> None:
    state = melee(foremost("A"), foe("b", square, files=6))
    assert attack(state, "b", "A").cites == ("F5.17c", "126")
    assert attack(state, "b", "A").value == 5


# ---- hit and run


def raider(key: str = "A", **more: Any) -> Unit:
    """Horse that hits and runs."""
    maker = foremost if key.isupper() else foe
    return maker(key, horse, Special.HIT_AND_RUN, figures=6, files=6, **more)


@rule("F5.8", "B3")
@pytest.mark.parametrize(("face", "own", "enemy"), [(1, 1, 0), (2, 0, 0), (3, 0, 0), (4, 0, 1), (6, 0, 1)])
def test_hit_and_run_instead_of_a_fight(face: int, own: int, enemy: int) -> None:
    game = fight(melee(raider(), foe("b"))).play("hit_and_run", face)
    assert (game.unit("A").losses, game.unit("b").losses) == (own, enemy)
    assert set(game.ask.offers) == {"fall_back"}
    assert fall_back(game).over


@rule("F5.8")
def test_hit_and_run_instead_of_fighting_back() -> None:
    game = fight(melee(foremost("A"), raider("b")))
    assert game.ask.who == (1,)
    game.play("hit_and_run", 4)
    assert game.unit("A").losses == 1
    assert fall_back(game).over
    stood = fight(melee(foremost("A"), raider("b"))).play("stand_and_fight")
    assert stood.throw.what == "hit tests"


@rule("F5.8")
def test_hit_and_run_instead_of_the_squares_die() -> None:
    state = horse_at_square(Special.HIT_AND_RUN)
    game = squares(state).play("hit_and_run", 5)
    assert game.unit("b").losses == 1
    assert fall_back(game).over
    assert squares(state).play("face_the_square").throw.what == "square"


@rule("F5.8")
def test_between_two_squares_hit_and_run_picks_its_target() -> None:
    x, y = MIDDLE
    state = melee(
        raider(), foe("b", square, files=6, front=(x - 2.5, y)), foe("c", square, files=6, front=(x + 2.5, y))
    )
    game = squares(state).play(("hit_and_run", "c"), 5)
    assert (game.unit("b").losses, game.unit("c").losses) == (0, 1)
    # Against one there is nothing to pick.
    assert Move(0, "hit_and_run") in squares(horse_at_square(Special.HIT_AND_RUN)).ask


@rule("F5.8", "131", "B78")
def test_hit_and_run_on_a_shaken_enemy_is_a_valour_die() -> None:
    game = fight(melee(raider(), foe("b", losses=4), unit("c", front=(5, 40)))).play("hit_and_run", 4)
    assert game.throw.what == "valour"
    assert game.play(3).unit("b").where is Where.ROUTED


# ---- unpredictable


@rule("F5.19")
@pytest.mark.parametrize(("face", "change"), [(1, -1), (2, 0), (5, 0), (6, 1)])
def test_unpredictable_units_roll_before_their_first_fight(face: int, change: int) -> None:
    game = fight(melee(foremost("A", Special.UNPREDICTABLE), foe("b")))
    assert game.throw.what == "unpredictable"
    game.play(face)
    assert (game.unit("A").melee, game.unit("A").tenacity) == (4 + change, 4 + change)
    assert game.throw.dice.faces()[0] == 4 + change
    again = fight(melee(foremost("A", Special.UNPREDICTABLE, rolled=True), foe("b")))
    assert again.throw.what == "hit tests"


@rule("F5.19")
def test_once_a_battle_when_fighting_back_or_losing_too() -> None:
    game = fight(melee(foremost("A"), foe("b", Special.UNPREDICTABLE)))
    assert (game.throw.what, game.throw.facts["unit"]) == ("unpredictable", 1)
    game.play(3)
    assert game.unit("b").rolled
    assert game.throw.what == "hit tests"
