"""Fights between connected sections are fought, whoever stands beside, and cards may be played on them. [VF 108a, 124, 184, FC1]"""

from __future__ import annotations

from grognard.books.valour_and_fortitude.words import Phase
from grognard.engine.choices import Ask, Throw
from tests.books.valour_and_fortitude.drill import Play, area, begin, offered, scene, unit
from tests.rules import rule

VILLAGE = (
    area("building", 20, 20, 30, 30, name="west", group="village"),
    area("building", 30, 20, 40, 30, name="east", group="village"),
)


def to_the_end(game: Play) -> Play:
    """All dice show 2, nobody lends what he is asked for."""
    while isinstance(game.pending, Throw) or (
        isinstance(game.pending, Ask) and "keep_back" in game.ask.offers
    ):
        if isinstance(game.pending, Throw):
            game.play((2,) * int(game.pending.dice.faces()[0]))
        else:
            game.play("keep_back")
    return game


@rule("184", "124", "B19")
def test_who_has_picked_the_enemy_next_door_lends_no_support_and_fights_him() -> None:
    state = scene(
        unit("S", inside="west"), unit("x", inside="east", brigade="ii"),
        unit("A", files=6, at=(25, 17.5), facing=180), unit("b", files=12, front=(25, 15.9), facing=0),
        terrain=VILLAGE, phase=Phase.MELEE,
    )  # fmt: skip
    game = to_the_end(begin(state, "melee").play(("pick", ("S", "x")), ("fight", ("A", "b"))))
    assert not game.unit("S").today.fought
    assert ("S", "x") in offered(game, "fight")


@rule("184", "124")
def test_who_lets_the_enemy_next_door_be_lends_its_support() -> None:
    state = scene(
        unit("S", inside="west"), unit("x", inside="east", brigade="ii"),
        unit("A", files=6, at=(25, 17.5), facing=180), unit("b", files=12, front=(25, 15.9), facing=0),
        terrain=VILLAGE, phase=Phase.MELEE,
    )  # fmt: skip
    game = begin(state, "melee").play(("let_be", "S"), ("fight", ("A", "b")))
    assert [entry.facts["unit"] for entry in game.notes("supports")] == [game.unit("S").id]


@rule("184", "108a", "B19")
def test_who_is_chosen_next_door_supports_no_mate_and_fights_back() -> None:
    state = scene(
        unit("S", inside="west"), unit("x", inside="east"),
        unit("A", files=6, front=(35, 15.9), facing=0, brigade="II"), unit("b", files=12, at=(35, 16.7), facing=180),
        terrain=VILLAGE, phase=Phase.MELEE,
    )  # fmt: skip
    game = to_the_end(begin(state, "melee").play(("pick", ("S", "x")), ("fight", ("A", "b"))))
    assert ("S", "x") in offered(game, "fight")


@rule("120", "B46")
def test_a_free_unit_near_a_fight_next_door_is_asked_for_its_support() -> None:
    state = scene(
        unit("S", inside="west"), unit("x", inside="east", brigade="ii"),
        unit("A", files=6, at=(25, 16.5), facing=180), unit("b", files=12, front=(25, 14.9), facing=0),
        unit("H", files=6, at=(19, 18), facing=180),
        terrain=VILLAGE, phase=Phase.MELEE,
    )  # fmt: skip
    game = begin(state, "melee").play(("pick", ("S", "x")), ("fight", ("A", "b")))
    assert "keep_back" in game.ask.offers


@rule("FC1", "43", "184")
def test_cards_are_played_where_the_only_fight_is_next_door_and_not_where_there_is_none() -> None:
    units = unit("S", inside="west"), unit("x", inside="east")
    near = begin(scene(*units, terrain=VILLAGE, phase=Phase.MELEE, hands=((1,), ())), "melee")
    assert "all_out_attack" in near.ask.offers
    far = unit("S", inside="west"), unit("x", front=(60, 40))
    apart = begin(scene(*far, terrain=VILLAGE, phase=Phase.MELEE, hands=((1,), ())), "melee")
    assert apart.pending is None or "all_out_attack" not in apart.ask.offers
