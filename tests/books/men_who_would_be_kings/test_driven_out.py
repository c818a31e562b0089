"""A garrison driven out of its building Retreats like any other unit: past nobody and nothing, paying for what is missing. [TMWWBK T132–T138, R-27, R-62]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.houses import indoors
from grognard.books.men_who_would_be_kings.facts.retreat import flight
from grognard.books.men_who_would_be_kings.laws.deeds import unpaid
from grognard.books.men_who_would_be_kings.laws.searches import retreat_faults
from grognard.books.men_who_would_be_kings.state import State, Terrain, Unit
from grognard.books.men_who_would_be_kings.words import Where
from grognard.engine.choices import Fall, Throw
from grognard.engine.soundness import Deed
from grognard.geometry.gaps import point_gap
from tests.books.men_who_would_be_kings.scenes import (
    ENGINE,
    NORTH,
    SOUTH,
    Play,
    Task,
    area,
    begin,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

FARM = area("building", 34, 20, 38, 24, "the farm")


def garrison(house: Terrain = FARM, count: int = 12) -> Unit:
    return unit("b", regular, count, places=indoors(house.poly, count, 50), inside=0)


def beaten_out(*others: Unit, terrain: tuple[Terrain, ...] = (), house: Terrain = FARM) -> Play:
    """Tribesmen from the north beat a garrison of twelve, who lose three."""
    north = unit("A", tribal, at=(36, max(y for _, y in house.poly) / 100 + 4.5))
    state = scene(
        north, garrison(house), *others, terrain=(house, *terrain), tasks=(Task((NORTH,)), Task((SOUTH,)))
    )
    game = begin(state).do("attack", "A", "b").total(12).hits(6).hits(0)
    while isinstance(game.pending, Throw):
        game.total(12)
    return game


def row(key: str, kind: object, y: int, step: int = 110, **more: object) -> Unit:
    places = [(3000 + step * i, y) for i in range(12)]
    return unit(key, kind, 12, places=places, **more)  # type: ignore[arg-type]


def inches(game: Play) -> float:
    gone: float = next(entry.facts["inches"] for entry in game.log if entry.what == "retreats")
    return gone


@rule("T134", "R-62")
def test_no_garrison_runs_through_a_line_of_enemies() -> None:
    game = beaten_out(row("C", tribal, 1850))
    driven = game.unit("b")
    assert not [m for m in driven.models if m[1] < 1850 and 2950 < m[0] < 4260]
    assert inches(game) == 3
    free = beaten_out(row("C", tribal, 900))
    assert all(y < 2000 for _, y in free.unit("b").models)


@rule("T136", "T134", "R-62")
@pytest.mark.parametrize(
    ("others", "terrain"),
    [
        ((), (area("deep_water", 20, 17, 52, 19.4, "the river"),)),
        ((), (area("cliff", 20, 18.4, 52, 19, "the cliff"),)),
        ((unit("c", regular, 12, at=(36, 18.8), close_order=True, facing=0),), ()),
        ((), (line("wall", 20, 18.5, 52, 18.5, "the wall"),)),
    ],
    ids=["deep water", "a cliff", "ranks", "a wall"],
)
def test_no_garrison_crosses_what_bars_it(others: tuple[Unit, ...], terrain: tuple[Terrain, ...]) -> None:
    driven = beaten_out(*others, terrain=terrain).unit("b")
    assert driven.inside is None
    assert min(y for _, y in driven.models) > 1850


@rule("T135", "R-62")
def test_bad_ground_slows_a_garrison_from_the_wall_on() -> None:
    game = beaten_out(terrain=(area("marsh", 10, 0, 62, 20, "the marsh"),))
    south = max(2000 - y for _, y in game.unit("b").models)
    assert min(2000 - y for _, y in game.unit("b").models) - 50 <= 151 < south
    assert inches(game) == 1.5
    dry = beaten_out()
    assert abs(min(2000 - y for _, y in dry.unit("b").models) - 350) <= 2


@rule("T138", "R-62")
def test_a_garrison_near_the_edge_leaves_the_table() -> None:
    near, far = area("building", 34, 1, 38, 5, "the farm"), area("building", 34, 9, 38, 13, "the farm")
    assert beaten_out(house=near).unit("b").where is Where.RETREATED
    assert beaten_out(house=far).unit("b").where is Where.TABLE


@rule("T137", "R-27", "R-62")
def test_of_several_directions_a_garrison_takes_one_with_room_or_pays() -> None:
    game = beaten_out(row("C", regular, 1620, 102))
    assert (inches(game), game.unit("b").count) == (3, 9)
    sea = tuple(
        area("deep_water", *box, name=name)
        for name, box in (("s", (0, 0, 72, 16)), ("w", (0, 15, 33.4, 23.9)), ("e", (38.6, 15, 72, 23.9)))
    )
    paid = beaten_out(terrain=sea)
    assert paid.told("is cut off")
    assert paid.unit("b").count == 9 - int(3 - inches(paid))


@rule("R-62", "R-43")
def test_friends_at_the_wall_cost_nothing_and_are_named() -> None:
    sides = tuple(
        area("deep_water", *box, name=name)
        for name, box in (("w", (0, 13, 33.4, 23)), ("e", (38.6, 13, 72, 23)))
    )
    friends = [
        unit(key, regular, 5, places=[(3391 + 102 * i, 1940 - 105 * at) for i in range(5)])
        for at, key in enumerate("cdefgh")
    ]
    game = beaten_out(*friends, terrain=sides)
    driven = game.unit("b")
    assert driven.count == 9
    assert not game.told("is cut off")
    assert game.told("is held up")
    assert inches(game) < 3


@rule("R-62", "T133")
def test_the_log_says_that_it_came_out_and_how_far_it_went() -> None:
    game = beaten_out()
    told = [entry.what for entry in game.log]
    assert told.index("is driven out") < told.index("retreats")
    assert not game.told("is held up")
    open_field = begin(scene(unit("A", tribal, at=(36, 28)), unit("b", regular, at=(36, 22))))
    open_field.do("attack", "A", "b").total(12).hits(6).hits(0)
    assert not open_field.told("is driven out")


@rule("R-62", "R-27", "T090")
@pytest.mark.parametrize("bearing", range(0, 3600, 300))
@pytest.mark.parametrize("count", [1, 5, 16])
def test_a_garrison_comes_out_whole_at_the_wall_whichever_way(bearing: int, count: int) -> None:
    house = area("building", 30, 20, 36, 23, "the hall")
    inside = unit("b", tribal, count, places=indoors(house.poly, count, 50), inside=0)
    enemy = unit("A", tribal, 6, at=(33, 26))
    state: State = scene(enemy, inside, terrain=(house, area("marsh", 36.5, 15, 40, 28)))
    found = flight(state, state.units[1], bearing)
    assert list(retreat_faults(state, state.units[1], found)) == []
    nearest = min(point_gap(model, house.poly) for model in found.models) - 50
    assert found.lost or abs(nearest - found.gone) <= 2 or nearest <= found.gone


@rule("T137")
def test_the_law_sees_a_retreat_that_was_not_paid_for() -> None:
    game = beaten_out(row("C", tribal, 1850))
    log = [entry for entry in game.log if entry.what == "retreats"]
    before = ENGINE.apply(game.position, next(iter(game.ask.moves())))
    honest = Deed(before, Fall(0), before, log)
    assert not list(unpaid(honest))
    short = [
        type(entry)(
            **{
                **{f: getattr(entry, f) for f in entry.__struct_fields__},
                "facts": {**entry.facts, "inches": 0.5},
            }
        )
        for entry in log
    ]
    assert list(unpaid(Deed(before, Fall(0), before, short)))
