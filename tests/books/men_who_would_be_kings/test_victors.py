"""Cavalry that follows up, winners who storm, ranks that face the enemy. [TMWWBK R-23, R-30, R-31]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import gap, in_cohesion, ranks
from grognard.books.men_who_would_be_kings.facts.ground import defends, unit_cover
from grognard.books.men_who_would_be_kings.facts.shooting import in_arc
from grognard.books.men_who_would_be_kings.facts.storming import close_up, facing_them
from grognard.books.men_who_would_be_kings.words import Cover, Trait
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from tests.books.men_who_would_be_kings.scenes import (
    Play,
    area,
    begin,
    gun,
    horse,
    irregular,
    light_horse,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule


def charged(foe_at: tuple[float, float], won: int = 3, **more: object) -> Play:
    """Regular cavalry beats irregular cavalry, whose Leader lives and who passes its test."""
    state = scene(unit("A", horse, at=(36, 14)), unit("b", light_horse, at=foe_at), **more)  # type: ignore[arg-type]
    game = begin(state).do("attack", "A", "b").hits(won).hits(0)
    while isinstance(game.pending, Throw) and game.throw.what in ("leader", "pinning"):
        game.total(12)
    return game


@rule("T034", "R-30")
def test_cavalry_that_beats_cavalry_may_follow_up() -> None:
    game = charged((36, 24))
    assert (
        gap(game.state, game.unit("A"), game.unit("b")) > 600
    )  # out of half a move, but there is no distance
    assert game.offers("follow_up") == [1]
    game.do("follow_up", "b")
    assert game.throw.what == "melee"
    assert gap(game.state, game.unit("A"), game.unit("b")) <= 1


@rule("T034", "R-30")
@pytest.mark.parametrize("x", [30, 33, 36, 38, 41])
@pytest.mark.parametrize("y", [22, 23.5, 25])
def test_a_head_on_win_always_leaves_the_pursuit(x: float, y: float) -> None:
    for won in (1, 3, 5, 7):
        assert charged((x, y), won).offers("follow_up") == [1]


@rule("R-30", "T093")
def test_ground_bars_the_pursuit() -> None:
    walls = [
        line("wall", 20, 27.2, 52, 27.2, "south"), line("wall", 20, 27.2, 20, 47, "west"),
        line("wall", 52, 27.2, 52, 47, "east"), line("wall", 20, 47, 52, 47, "north"),
    ]  # fmt: skip
    game = charged((36, 24), terrain=tuple(walls))
    assert game.offers("follow_up") in ([], [1])
    b = game.unit("b")
    if all(y > 2720 for _, y in b.models):
        assert game.offers("follow_up") == []


@rule("T036", "R-30", "F-T10")
def test_a_sporting_umpire_follows_up_against_those_who_stand() -> None:
    state = scene(
        unit("A", horse, at=(36, 14), trait=Trait.SPORTING_UMPIRE),
        unit("b", light_horse, 2, at=(36, 21)),
        unit("c", tribal, 4, at=(33, 25), pins=1),
        unit("d", tribal, 4, at=(40, 25)),
    )
    game = begin(state).do("attack", "A", "b").hits(8).hits(0)
    while isinstance(game.pending, Throw):
        game.total(12)
    assert game.offers("follow_up") == [3]
    plain = scene(*(u if u.key != "A" else unit("A", horse, at=(36, 14)) for u in state.units))
    game = begin(plain).do("attack", "A", "b").hits(8).hits(0)
    while isinstance(game.pending, Throw):
        game.total(12)
    assert game.offers("follow_up") == [2, 3]


# ---- storming


def stormed(attacker: object, wall: object, foe_at: tuple[float, float] = (30, 25.6)) -> Play:
    """An attacker beats 12 regulars in a row behind a wall."""
    state = scene(attacker, unit("b", regular, at=foe_at, row=True), terrain=(wall,))  # type: ignore[arg-type]
    game = begin(state).do("attack", "A", "b").total(12).hits(12).hits(0)
    while isinstance(game.pending, Throw):
        game.total(12)
    return game


@rule("T037", "T038", "R-31")
def test_most_of_the_victor_holds_the_wall_it_storms() -> None:
    game = stormed(unit("A", tribal, at=(30, 20)), line("wall", 20, 25, 40, 25))
    near = Play(game.position).do("hold_back").unit("A")
    assert unit_cover(game.state, near, (3000, 3400)) is Cover.NONE
    game.do("storm")
    victor = game.unit("A")
    assert sum(y >= 2350 for _, y in victor.models) > 8
    assert unit_cover(game.state, victor, (3000, 3400)) is Cover.HARD
    assert defends(game.state, victor, (3000, 3400)) == "T022"
    assert defends(game.state, victor, (3000, 1000)) == ""
    assert in_cohesion(victor)


@rule("R-31", "T038")
@pytest.mark.parametrize("kind", [horse, irregular])
def test_any_class_closes_up_on_a_slanting_hedge(kind: object) -> None:
    hedge = line("hedge", 20, 23, 40, 27)
    state = scene(unit("A", kind, at=(30, 22)), terrain=(hedge,))  # type: ignore[arg-type]
    places = close_up(state, state.units[0], ("the hedge",))
    assert places is not None
    after = replace(state.units[0], models=places)
    assert in_cohesion(after)
    assert unit_cover(state, after, (2900, 3200)) is Cover.SOFT


@rule("R-31")
def test_where_most_of_it_finds_no_place_there_is_nothing_to_storm() -> None:
    stub = line("wall", 29.5, 25, 30.5, 25)
    state = scene(unit("A", tribal, at=(30, 20)), terrain=(stub,))
    assert close_up(state, state.units[0], ("the wall",)) is None
    assert close_up(state, state.units[0], ("another",)) is None


@rule("R-31", "R-26")
@pytest.mark.parametrize(("y", "crosses"), [(2200, True), (2150, True), (2149, False)])
def test_a_victor_crosses_only_what_it_stands_at_to_close_up(y: int, crosses: bool) -> None:
    """Another hedge lies between the victor and the wall."""
    ground = line("wall", 20, 25, 40, 25, "the wall"), line("hedge", 20, 23, 40, 23, "the hedge")
    state = scene(unit("A", tribal, 1, places=[(3000, y)]), terrain=ground)
    assert (close_up(state, state.units[0], ("the wall",)) is not None) == crosses


@rule("R-31", "T037")
def test_close_order_gives_up_its_ranks_to_storm() -> None:
    game = stormed(unit("A", regular, at=(30, 22), close_order=True), line("wall", 20, 25, 40, 25))
    assert "ranks" in game.ask.prompt
    stayed = Play(game.position).do("hold_back")
    assert stayed.unit("A").close_order
    game.do("storm")
    assert not game.unit("A").close_order
    assert game.cited("gives up its ranks") == ["R-31"]
    assert unit_cover(game.state, game.unit("A"), (3000, 3400)) is Cover.HARD


@rule("R-31", "R-62")
def test_close_order_may_take_the_building_too() -> None:
    hut = area("building", 28, 25, 34, 29)
    b = unit("b", tribal, 4, places=[(3000, 2700), (3100, 2700), (3200, 2700), (3000, 2800)], inside=0)
    game = begin(scene(unit("A", regular, at=(30, 22.5), close_order=True), b, terrain=(hut,)))
    game.do("attack", "A", "b").total(12).hits(12).hits(0)
    while isinstance(game.pending, Throw):
        game.total(12)
    game.do("storm")
    assert (game.unit("A").inside, game.unit("A").close_order) == (0, False)


# ---- ranks


@rule("R-23")
def test_ranks_face_the_enemy_they_attacked() -> None:
    state = scene(
        unit("A", regular, at=(30, 18), close_order=True),
        unit("b", tribal, 6, at=(36, 22)),
        unit("c", tribal, 1, at=(32.5, 24.5)),
        unit("d", tribal, 1, at=(29.5, 26)),
    )
    game = begin(state).do("attack", "A", "b").total(12)
    after = game.unit("A")
    assert after.facing == 711
    assert set(after.models) == set(ranks(after, after.facing))
    assert in_arc(game.state, after, game.unit("c"))
    assert not in_arc(game.state, after, game.unit("d"))
    assert in_cohesion(after)


@rule("R-23")
def test_ranks_without_room_stay_as_they_are() -> None:
    cliffs = (area("cliff", 20, 18.6, 40, 24, "north"), area("cliff", 20, 10, 40, 16.4, "south"))
    state = scene(
        unit("A", regular, at=(30, 18), close_order=True), unit("b", gun, at=(42, 17.5)), terrain=cliffs
    )
    block = state.units[0]
    assert facing_them(state, block, state.units[1]) is block
