"""Features in connected sections, and crowds in them. [VF 183, 184, 184b]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.contact import figures_on, in_contact
from grognard.books.valour_and_fortitude.facts.riding import displaced
from grognard.books.valour_and_fortitude.facts.soundness import faults
from grognard.books.valour_and_fortitude.state import State, Terrain
from grognard.books.valour_and_fortitude.words import Phase
from grognard.engine.choices import Ask, Throw
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    find,
    lead,
    leader,
    offered,
    put,
    scene,
    unit,
    why,
)
from tests.rules import rule

param = pytest.param

HOUSE = area("building", 25, 20, 35, 30)
WOOD = area("wood", 25, 20, 35, 30)


def acting(state: State, side: int = 0) -> Play:
    """A side's action phase, its first brigade active by itself."""
    game = begin(state, "action").play(("brigade", "I" if side == 0 else "i"))
    return game if isinstance(game.pending, Ask) else game.play(6)


def features(game: Play, verb: str) -> set[Any]:
    """Pairs of unit and feature by name."""
    terrain = game.state.field.terrain
    waiting = game.ask.offers.get(verb)
    if waiting is None:
        return set()
    return {(game.state.units[u].key, terrain[n].name) for u, n in waiting}


# ---- sections


def village(shared: float = 3) -> tuple[Terrain, Terrain]:
    """Two sections side by side that share so much of a border."""
    west = area("building", 20, 20, 30, 30, name="west", group="village")
    east = area("building", 30, 30 - shared, 40, 40 - shared, name="east", group="village")
    return west, east


@pytest.mark.parametrize(
    ("shared", "yes"), [(3, True), (2.99, False), (10, True)], ids=["exactly 3", "less", "all of it"]
)
@rule("183", "B73")
def test_a_step_between_sections_needs_a_common_border_of_three(shared: float, yes: bool) -> None:
    game = acting(scene(unit("A", inside="west"), terrain=village(shared)))
    assert features(game, "step_across") == ({("A", "east")} if yes else set())


@rule("183")
def test_a_border_round_a_corner_counts_in_full() -> None:
    from tests.books.valour_and_fortitude.drill import ground

    # An L of 2 and 2 inches.
    west = ground(
        "wood", (20, 20), (30, 20), (30, 24), (32, 24), (32, 26), (20, 26), name="west", group="forest"
    )
    east = ground(
        "wood", (30, 22), (40, 22), (40, 30), (32, 30), (32, 24), (30, 24), name="east", group="forest"
    )
    game = acting(scene(unit("A", inside="west"), terrain=(west, east)))
    assert features(game, "step_across") == {("A", "east")}


@rule("183")
def test_only_sections_of_one_feature_are_connected() -> None:
    west, east = village()
    apart = west, area("building", 30, 27, 40, 37, name="east")
    assert features(acting(scene(unit("A", inside="west"), terrain=apart)), "step_across") == set()
    held = scene(unit("A", inside="west"), unit("b", inside="east"), terrain=(west, east))
    assert features(acting(held), "step_across") == set()


@rule("183", "184b")
def test_a_step_is_one_action_and_no_second_one_follows() -> None:
    game = acting(scene(unit("A", inside="west"), unit("B", at=(60, 10)), terrain=village()))
    game.play(("step_across", ("A", "east")))
    assert game.unit("A").inside == 1
    assert game.unit("A").today.entered
    assert "A" not in offered(game, "exit") | offered(game, "rally") | offered(game, "step_across")


@rule("183", "170")
def test_stepping_over_displaces_enemy_leaders() -> None:
    state = scene(unit("A", inside="west"), unit("b", at=(60, 40)), terrain=village())
    state = lead(state, "i", inside="east", at=(35, 35))
    game = acting(state).play(("step_across", ("A", "east")))
    assert game.ask.who == (1,)
    assert "put_back" in game.ask.offers


@rule("184", "99")
def test_neighbouring_sections_may_fight_and_need_not() -> None:
    state = scene(unit("A", inside="west"), unit("b", inside="east"), terrain=village(), phase=Phase.MELEE)
    game = begin(state, "melee")
    assert offered(game, "pick") == {("A", "b")}
    assert offered(game, "let_be") == {"A"}
    assert begin(state, "melee").play(("let_be", "A")).over
    game.play(("pick", ("A", "b")), ("fight", ("A", "b")))
    assert game.throw.what == "hit tests"
    apart = scene(unit("A", inside="west"), unit("b", inside="east"), terrain=village(2), phase=Phase.MELEE)
    assert begin(apart, "melee").over


@rule("184")
def test_who_is_let_be_does_not_fight_back() -> None:
    state = scene(unit("A", inside="west"), unit("b", inside="east"), terrain=village(), phase=Phase.MELEE)
    game = begin(state, "melee").play(("let_be", "A"))
    assert (game.unit("A").losses, game.unit("b").losses) == (0, 0)
    assert not game.notes("dice")


@rule("184", "180")
def test_next_door_is_no_contact() -> None:
    state = scene(unit("A", inside="west"), unit("b", inside="east"), terrain=village())
    assert not in_contact(state, find(state, "A"))


@rule("184a")
def test_bases_inside_block_nobody() -> None:
    state = scene(unit("A", inside="building", at=(50, 20)), unit("B", front=(50, 12)), terrain=(HOUSE,))
    assert why(state, "B", "forward 8") == ""
    assert not list(faults(put(state, "B", x=5000, y=2000)))


@rule("79", "170", "B81")
def test_in_a_crowd_a_displaced_leader_still_finds_room() -> None:
    """Friends stand shoulder to shoulder all round; he squeezes in where there is a gap."""
    wall = [
        unit("bcdefghij"[i], figures=36, files=6, at=(30 + 5.9 * (i % 3), 40 - 6 * (i // 3)), facing=180)
        for i in range(9)
    ]
    state = scene(unit("A", front=(30, 18)), *wall, terrain=(HOUSE,))
    state = lead(state, "i", inside="building", at=(30, 25))
    mover = displaced(state, leader(state, "i"))
    assert next(iter(mover.candidates()), None) is not None


@rule("183", "176")
def test_a_leader_too_steps_into_a_connected_section() -> None:
    state = scene(unit("A", inside="west"), terrain=village())
    state = lead(state, "I", inside="west", at=(25, 25))
    game = acting(state).play("finish")
    assert set(game.ask.offers["shelter"]) == {1}
    assert leader(game.play(("shelter", 1)).state, "I").inside == 1
    # Not where the enemy is, nor in the turn he came in.
    held = lead(
        scene(unit("A", inside="west"), unit("b", inside="east"), terrain=village()), "I", inside="west"
    )
    assert "shelter" not in acting(held).play("finish").ask.offers
    fresh = lead(state, "I", entered=True)
    assert acting(fresh).play("finish").ask.prompt == "Move General"


@rule("184", "101", "122", "B57")
def test_of_two_sections_that_attack_a_third_one_leads_and_the_other_supports() -> None:
    middle = area("building", 30, 20, 40, 30, name="middle", group="village")
    sides = (
        area("building", 20, 20, 30, 30, name="west", group="village"),
        area("building", 40, 20, 50, 30, name="east", group="village"),
    )
    state = scene(
        unit("A", inside="west"), unit("B", inside="east"), unit("c", inside="middle"),
        terrain=(middle, *sides), phase=Phase.MELEE,
    )  # fmt: skip
    assert figures_on(state, find(state, "B"), find(state, "c")) == 3
    # The enemy inside supports nobody next door by himself: he is chosen, or he is let be.
    assert figures_on(state, find(state, "c"), find(state, "A")) == 0
    game = begin(state, "melee").play(("pick", ("A", "c")), ("pick", ("B", "c")), ("fight", ("A", "c")))
    while not isinstance(game.pending, Throw):
        game.play(("join", "B") if "join" in game.ask.offers else "no_more")
    assert game.throw.dice.faces() == (4 + 1 + 2, 6)
