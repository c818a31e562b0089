"""Drills: what whole games seldom come upon. See tests/tools/drills.py."""

from __future__ import annotations

from typing import Any

from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.steps.cards import OwnFatePhase
from grognard.books.valour_and_fortitude.steps.env import Brigading, Retreating
from grognard.books.valour_and_fortitude.steps.losses import FortitudeTests
from grognard.books.valour_and_fortitude.words import Nation, Phase, Special, Where
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    brigaded,
    foot,
    ground,
    gun,
    horse,
    lead,
    legs,
    limbered,
    numbers,
    open_order,
    reform,
    scene,
    square,
    unit,
)
from tests.tools.drills import Drill, drill

AWAY = unit("Y", figures=12, files=6, front=(8, 8), brigade="II")
"""Somebody of ours far off, so that no brigade is everything."""


def on(d: Drill, game: Play) -> Drill:
    """Begin from a scene of the book's tests; nouns may be keys of units, brigades and features."""
    return d.start(game, nouns=numbers)


def fire(*units: Any, **more: Any) -> Play:
    """The fire phase of the first side."""
    return begin(scene(*units, phase=Phase.FIRE, **more), "fire")


def acts(*units: Any, **more: Any) -> Play:
    """The first brigade's actions."""
    return begin(scene(*units, **more), "brigade", env=Brigading(0))


def melee(*units: Any, **more: Any) -> Play:
    """The melee phase of the first side."""
    return begin(scene(*units, phase=Phase.MELEE, **more), "melee")


@drill
def heavy_guns_shoot_together(d: Drill) -> None:
    """A heavy gun supported by another has +1 to hit; with a field gun's help it has none. [188, F5.20]"""
    on(
        d,
        fire(
            unit("A", gun, Special.HEAVY_ARTILLERY, front=(34, 12)),
            unit("B", gun, Special.HEAVY_ARTILLERY, front=(38, 12)),
            unit("z", files=12, front=(36, 40), facing=180),
            unit("y", files=12, front=(20, 40), facing=180),
        ),
    )
    d.move("fire", ("A", "z"))
    d.finish("lend", "support", "go_on", "no_more", "end_fire", "enough", "done", face=3)


@drill
def guns_at_a_square(d: Drill) -> None:
    """Artillery has +1 against a square, and the square shoots with half its fire. [F5.17b, F5.17c]"""
    on(
        d,
        fire(
            unit("A", gun, front=(36, 12)),
            unit("S", foot, Special.SQUARE, square, files=6, front=(50, 30)),
            unit("z", foot, Special.SQUARE, square, files=6, front=(36, 30), facing=180),
            unit("y", files=12, front=(50, 40), facing=180),
        ),
    )
    d.move("fire", ("A", "z"))
    d.fall(*[6] * d.throw.dice.faces()[0])
    d.move("fire", ("S", "y"))
    d.fall(*[1] * d.throw.dice.faces()[0])
    d.finish("end_fire", face=6)


@drill
def a_square_throws_horse_back(d: Drill) -> None:
    """Horse that touches a square rolls: on 2 it takes a loss and retreats. [191, F5.17e, B78]"""
    on(
        d,
        melee(
            unit("A", horse, front=(36, 20)),
            unit("B", horse, front=(10, 10)),
            unit("z", foot, Special.SQUARE, square, files=6, front=(36, 20), facing=180),
            unit("y", files=12, front=(8, 40), facing=180),
        ),
    )
    d.fall(2)
    d.move("fall_back", legs("back 8"))
    assert d.unit("A").losses == 1


@drill
def foot_breaks_a_square(d: Drill) -> None:
    """A square fights with +1; losing, it routs at once. [F5.17c, F5.17d]"""
    on(
        d,
        melee(
            unit("A", files=6, front=(36, 20)),
            AWAY,
            unit("z", foot, Special.SQUARE, square, files=6, front=(36, 20), facing=180),
            unit("y", files=12, front=(60, 40), facing=180),
            leaders={"general": (60, 44)},
        ),
    )
    d.move("fight", ("A", "z"))
    d.fall(*[6] * d.throw.dice.faces()[0])
    d.fall(*[1] * d.throw.dice.faces()[0])


@drill
def deep_open_order_shoots_with_half(d: Drill) -> None:
    """Open order in three ranks shoots with half its fire. [F5.13b]"""
    on(
        d,
        fire(
            unit("A", foot, Special.OPEN_ORDER, open_order, figures=18, files=6, front=(36, 20)),
            AWAY,
            unit("z", files=12, front=(36, 28), facing=180),
            unit("y", files=12, front=(60, 40), facing=180),
        ),
    )
    d.move("fire", ("A", "z"))
    d.fall(*[2] * d.throw.dice.faces()[0])


@drill
def rockets_go_where_they_like(d: Drill) -> None:
    """Rockets hit at -1. [F5.14b]"""
    on(
        d,
        fire(
            unit("A", gun, Special.ROCKETS, front=(36, 12)),
            unit("B", files=12, front=(50, 20)),
            unit("z", files=12, front=(36, 40), facing=180),
            unit("y", files=12, front=(60, 40), facing=180),
        ),
    )
    d.move("fire", ("A", "z"))
    d.fall(*[6] * d.throw.dice.faces()[0])


@drill
def slow_guns_crawl(d: Drill) -> None:
    """Slow artillery goes 6 limbered and 1 unlimbered. [F5.16]"""
    on(
        d,
        acts(
            unit("A", gun, Special.SLOW, limbered, front=(30, 20)),
            unit("B", gun, Special.SLOW, front=(40, 20)),
            unit("z", files=12, front=(36, 40), facing=180),
            unit("y", files=12, front=(60, 40), facing=180),
        ),
    )
    d.move("move", "A").refused("go", legs("forward 6.1"), cite="76").move("go", legs("forward 6"))
    d.move("move", "B").refused("go", legs("forward 1.1"), cite="76").move("go", legs("forward 1"))


@drill
def landwehr_finds_its_spirit(d: Drill) -> None:
    """A card makes one Landwehr unit militia no more. [FC11P, F5.21]"""
    state = scene(
        unit("A", foot, Special.MILITIA, files=6, front=(36, 12)),
        unit("B", files=6, front=(50, 12)),
        unit("z", files=12, front=(36, 40), facing=180),
        hands=((11,), ()),
        nations=(Nation.PRUSSIAN, Nation.FRENCH),
        phase=Phase.FATE,
    )
    on(d, begin(state, OwnFatePhase()))
    d.move("landwehr_spirit", "A")
    assert d.unit("A").tenacity == 5
    d.finish("decline", "keep")


@drill
def old_soldiers_remember(d: Drill) -> None:
    """A card of the generic table: a unit with losses has melee and tenacity +1. [FC11G]"""
    state = scene(
        unit("A", files=6, front=(36, 12), losses=2),
        unit("B", files=6, front=(50, 12)),
        unit("z", files=12, front=(36, 40), facing=180),
        hands=((11,), ()),
        phase=Phase.FATE,
    )
    on(d, begin(state, OwnFatePhase()))
    d.move("old_soldiers", "A")
    assert d.unit("A").melee == 5
    d.finish("decline", "keep")


@drill
def horse_that_can_just_fall_back(d: Drill) -> None:
    """Friends on both sides, a river 3.6 behind: the retreat of 3 inches is found, and nobody routs. [84, 86, B20]"""
    state = scene(
        unit("A", horse, figures=10, files=5, front=(36, 24)),
        unit("B", files=6, front=(60, 40)),
        unit("C", figures=36, files=6, front=(30.8, 23.7), brigade="II"),
        unit("D", figures=36, files=6, front=(41.2, 23.7), brigade="II"),
        unit("b", files=12, front=(36, 24), facing=180),
        unit("c", files=12, front=(10, 40), facing=180),
        terrain=(area("river", 0, 14.4, 72, 16.4),),
        leaders={"I": (60, 30), "II": (30, 18), "General": (62, 30)},
        phase=Phase.MELEE,
    )
    on(d, begin(state, "retreat", env=Retreating(0)))
    d.refused("fall_back", legs("back 2.9"), cite="84")
    d.refused("fall_back", legs("back 3.7"), cite="164")
    d.move("fall_back", legs("back 3.5"))


@drill
def a_flank_attack_at_an_odd_heading(d: Drill) -> None:
    """Level with the front edge and unseen, a column in the flank of a line turned by 0.6 degrees has its fifth die. [117, B14]"""
    state = scene(
        unit("A", files=6, at=(23.6, 24), facing=90.6),
        AWAY,
        unit("b", files=12, at=(36, 24), facing=0.6),
        unit("c", files=12, front=(60, 40), facing=180),
    )
    on(d, begin(state, "brigade", env=Brigading(0)))
    d.move("assault", ("A", "b"))
    d.move("go", next(iter(d.offered("go"))))


@drill
def an_assault_at_the_full_distance(d: Drill) -> None:
    """A column goes 12 straight ahead into contact. [70, 87, B42]"""
    on(
        d,
        acts(
            unit("A", files=6, front=(36, 12)),
            AWAY,
            unit("b", files=12, front=(36.3, 24), facing=180),
            unit("c", files=12, front=(60, 40), facing=180),
        ),
    )
    d.move("assault", ("A", "b"))
    d.refused("go", legs("forward 11"), cite="87")
    d.move("go", legs("forward 12"))


@drill
def a_shattered_brigade_tests_by_the_switch(d: Drill) -> None:
    """With the switch a brigade without units rolls for each it lost, and fails. [B31]"""
    state = scene(
        unit("A", where=Where.ROUTED, brigade="I"),
        unit("B", front=(36, 12), brigade="II"),
        unit("c", front=(36, 40), facing=180),
        options={"shattered_brigades_test": True},
        routed=(0,),
        defeats=(1, 0),
        leaders={"I": (30, 6), "II": (36, 6), "General": (38, 6)},
    )
    state = brigaded(lead(state, "I", where=Where.ROUTED), "I", shattered=True)
    on(d, begin(state, FortitudeTests()))
    d.fall(3)
    assert d.state.defeats == (2, 0)


def _arriving(**switches: bool) -> State:
    state = scene(
        unit("A", front=(20, 20)),
        unit("B", figures=12, files=3, where=Where.LATER, brigade="II"),
        unit("z", front=(36, 40), facing=180),
        options=switches,
    )
    state = brigaded(state, "II", arrives=2, entry=(3600, 0))
    return lead(state, "II", where=Where.LATER)


@drill
def reinforcements_that_can_come_do(d: Drill) -> None:
    """Nobody waits; a switch lets the leader who came with them ride. [B86, B88]"""
    on(d, begin(_arriving(fresh_leaders_ride=True), "action"))
    d.move("brigade", "I").move("finish").move("stay_put")
    assert "wait" not in d.ask.offers
    d.move("arrive", "B").move("come_on", (("place", 3600, 600, 0, "close", 3),)).move("halt")
    assert d.ask.prompt == "Move II"
    d.move("stay_put").move("stay_put")


@drill
def reinforcements_may_wait_by_the_switch(d: Drill) -> None:
    """Held back by the switch. [B86]"""
    on(d, begin(_arriving(reinforcements_may_wait=True), "action"))
    d.move("brigade", "I").move("finish").move("stay_put").move("wait").move("stay_put")


@drill
def half_a_rank_at_a_wall(d: Drill) -> None:
    """Five of twelve figures at the wall are no cover: they are hit on 4. [161, B85]"""
    wall = ground("low_wall", (20, 30), (29.1, 30))
    on(
        d,
        fire(
            unit("A", files=12, front=(30, 22)),
            AWAY,
            unit("b", files=12, front=(30, 30), facing=180),
            unit("c", files=12, front=(60, 40), facing=180),
            terrain=(wall,),
        ),
    )
    d.move("fire", ("A", "b"))
    d.fall(*[4] * d.throw.dice.faces()[0])


@drill
def heavy_guns_hand_to_hand_by_the_switch(d: Drill) -> None:
    """With both switches a heavy gun that touches a square has +1 to its value and to its hits. [B59, B87]"""
    on(
        d,
        melee(
            unit("A", gun, Special.HEAVY_ARTILLERY, front=(36, 20), melee=2),
            AWAY,
            unit("z", foot, Special.SQUARE, square, files=6, front=(36, 20), facing=180),
            unit("y", files=12, front=(60, 40), facing=180),
            options={"heavy_guns_in_melee": True, "square_dense_in_melee": True},
        ),
    )
    d.move("fight", ("A", "z"))


@drill
def horse_on_a_short_flank_by_the_switch(d: Drill) -> None:
    """Two horsemen are enough behind the front edge of a line in two ranks. [B41]"""
    state = scene(
        unit("A", horse, figures=8, files=4, front=(46.8, 24.4), facing=270),
        unit("B", horse, front=(60, 10)),
        unit("b", files=12, front=(36, 24)),
        unit("c", files=12, front=(10, 40), facing=180),
        options={"flank_as_fits": True},
    )
    on(d, begin(state, "brigade", env=Brigading(0)))
    d.move("assault", ("A", "b"))
    d.move("go", next(iter(d.offered("go"))))


@drill
def squares_form_on_the_spot(d: Drill) -> None:
    """A square is formed without moving, and does not assault. [F5.17, F5.17a]"""
    on(
        d,
        acts(
            unit("A", foot, Special.SQUARE, files=6, front=(36, 20)),
            unit("B", files=6, front=(50, 12)),
            unit("z", horse, front=(36, 30), facing=180),
            unit("y", files=12, front=(60, 40), facing=180),
        ),
    )
    d.move("move", "A")
    d.refused("go", (*legs("forward 1"), reform("square", 6)), cite="F5.17")
    d.move("go", (reform("square", 6),))


@drill
def a_battle_at_half_scale(d: Drill) -> None:
    """Half the figures, each with the room of two by two; the inches are those of the rules. [F7.8, B89]"""
    d.scenario("first_brigade", scale=2)
    d.reading(8)
    d.move("go_on")
    d.move("fire", next(iter(d.offered("fire"))))
    d.fall(*[1] * d.throw.dice.faces()[0])
    d.move("decline")
