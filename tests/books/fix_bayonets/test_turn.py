"""The turn: rally, reinforcements, weather, cleanup, victory."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.victory import cohesion, collapse, final, points
from grognard.books.fix_bayonets.sequence import SEQUENCES
from grognard.books.fix_bayonets.state import LEADERS, OM, Unit
from grognard.books.fix_bayonets.steps.env import Turn
from grognard.books.fix_bayonets.words import Card, Fate, Formation, Order, Trait, Weather, Where
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, Drill, at, chief, country, man, state
from tests.rules import rule

ONE = LEADERS


def turn(*units: Unit, leaders: tuple[Any, ...] = (), **more: Any) -> Drill:
    return Drill(replace(state(*units, **more), leaders=leaders, turn=1), "turn", Turn())


def finish(drill: Drill, until: int) -> Drill:
    """Through the turn with nothing done but what must be."""
    for _ in range(400):
        if drill.position.over or drill.state.turn >= until:
            return drill
        waits = drill.waits
        if isinstance(waits, Throw):
            drill.fall(5 if 5 in waits.dice.dist() else next(iter(waits.dice.dist())))
            continue
        for verb in (
            "let_pass",
            "enough",
            "no_orders",
            "forgo",
            "stay",
            "end_formation",
            "none_back",
            "keep",
            "no_more",
            "declared",
        ):
            if verb in waits.offers:
                drill.do(verb)
                break
        else:
            side = waits.who[0]
            verb, domain = next(iter(waits.for_side(side).offers.items()))
            drill.do(verb, next(iter(domain)), side)
    raise AssertionError(drill.waits)


@rule("SEQ-01")
def test_the_phases_stand_in_order() -> None:
    names = [type(step).__name__ for step in SEQUENCES["turn"]]
    wanted = ["ReturnLeaders", "RallyUnits", "Reinforce", "WeatherRoll", "PlayOperations", "PlayAssaults", "CardsBack", "FlipPassive",
              "Recover", "Fatigue", "CohesionStep", "CompletedOMs", "AutomaticVictory", "Clock"]  # fmt: skip
    assert [name for name in names if name in wanted] == wanted


@rule("SEQ-03", "F-18.5", "R-49", "PT-04")
def test_rallying_the_routed() -> None:
    runner = man(0, 0, INF, "routed", 4, "1616")
    good = turn(runner).do("rally", 0).fall(5)
    assert good.unit(0).order is Order.DISORDERED
    enemy = man(1, 1, INF, "column", 4, "1613")
    bad = turn(runner, enemy).do("rally", 0).fall(6)
    assert bad.told("does not rally")
    assert bad.told("routs")
    calm = turn(runner).do("rally", 0).fall(6)
    assert not calm.told("routs")
    poor = turn(replace(runner, traits=(Trait.POOR,))).do("rally", 0).fall(6)
    assert poor.unit(0).where is Where.DEAD
    green = (
        turn(replace(man(0, 0, INF, "disordered", 4, "1616"), traits=(Trait.POOR,))).do("rally", 0).fall(9)
    )
    assert green.unit(0).where is Where.MAP


@rule("F-18.5", "F-6.2")
def test_rallying_the_disordered_and_stragglers() -> None:
    drill = turn(man(0, 0, INF, "disordered", 4, "1616")).do("rally", 0).fall(6)
    assert drill.unit(0).good
    assert drill.unit(0).formation is Formation.COLUMN
    loose = man(0, 0, INF, "line", 4, "1616", halves=7, lost=1)
    with_leader = turn(loose, leaders=(chief(0, 0, "1616"),)).do("rally", 0).fall(7)
    assert with_leader.unit(0).halves == 8
    alone = turn(loose)
    assert "rally" not in alone.verbs


@rule("F-18.5")
def test_next_to_an_enemy_only_with_a_leader() -> None:
    broken, enemy = man(0, 0, INF, "disordered", 4, "1616"), man(1, 1, INF, "column", 4, "1615")
    assert "rally" not in turn(broken, enemy).verbs
    assert "rally" in turn(broken, enemy, leaders=(chief(0, 0, "1616"),)).verbs


@rule("SEQ-04", "F-21.5", "F-9.3", "F-10.11")
def test_reinforcements_are_readied() -> None:
    late = replace(
        chief(0, 0, "1601", card=Card.NONE), fate=Fate.WAITING, arrives=2, pending=OM(at("1610")), command=0
    )
    coming = man(0, 0, INF, "column", 4, "1601", where=Where.WAITING, arrives=2, mcf=8)
    drill = turn(coming, leaders=(late,))
    assert drill.state.leaders[0].card is Card.HAND
    assert drill.state.leaders[0].om == OM(at("1610"))
    drill.do("play", ONE)
    while "enter" not in drill.verbs:
        drill.do(next(verb for verb in ("forgo", "stay", "enough") if verb in drill.verbs))
    drill.do("enter", (0, at("1601")))
    assert drill.unit(0).on_map
    assert drill.state.leaders[0].on_map
    early = turn(coming, leaders=(replace(late, arrives=9),))
    assert early.state.leaders[0].card is Card.NONE


@rule("SEQ-05", "F-23", "F-21.1")
def test_weather() -> None:
    field = replace(country(), weather=(Weather.CLEAR, Weather.RAIN), rolls=((1, Weather.RAIN),))
    assert turn(field=field).state.weather == (Weather.RAIN,)
    rolled = Drill(replace(state(field=field), turn=2), "turn", Turn())
    assert rolled.waits.what == "weather"
    dusk = replace(country(), dusk=2, night=3)
    assert (
        turn(man(0, 0, INF, "disordered", 4, "1616"), field=dusk).do("no_more").state.weather[0]
        is Weather.DUSK
    )


@rule("SEQ-10", "SEQ-12", "SEQ-17", "R-31", "F-8.4")
def test_cleanup_gives_back_cards_and_readiness() -> None:
    tired = man(0, 0, INF, "column", 4, "1616", spent=True)
    horse = man(1, 0, CAV, "column", 4, "1620", spent=True)
    guns = man(2, 0, ART, "unlimbered", 1, "1618", fired=True)
    boss = replace(chief(0, 0, "1616"), command=1)
    drill = finish(turn(tired, horse, guns, leaders=(boss,)), 3)
    assert not drill.unit(0).spent
    assert not drill.unit(2).fired
    assert drill.unit(1).spent
    assert drill.state.leaders[0].card is Card.HAND


@rule("SEQ-11", "F-9.5", "SRF-01")
def test_passive_leaders_try_to_wake() -> None:
    boss = replace(chief(0, 0, "1616"), passive=True, command=0)
    drill = finish(turn(man(0, 0, INF, "column", 4, "1616"), leaders=(boss,)), 3)
    assert not drill.state.leaders[0].passive


@rule("SEQ-13", "F-19.1", "FAT-02")
def test_rest_and_fatigue() -> None:
    quiet = turn(
        man(0, 0, INF, "column", 4, "1616"),
        fatigue=(5, 0),
        leaders=(replace(chief(0, 0, "1616"), command=0),),
    )
    assert finish(quiet, 3).state.commands[0].fatigue == 3
    scene = state(man(0, 0, INF, "column", 4, "1616"), fatigue=(5, 0))
    fought = replace(scene, commands=(replace(scene.commands[0], fought=True), scene.commands[1]), turn=1)
    assert finish(Drill(fought, "turn", Turn()), 3).state.commands[0].fatigue == 6


@rule("SEQ-14", "F-19.2")
def test_cohesion() -> None:
    scene = state(man(0, 0, INF, "column", 4, "1616", lost=20))
    assert cohesion(scene, 0) == 1
    assert cohesion(scene, 1) == 0
    assert cohesion(state(man(0, 0, INF, "routed", 40, "1616")), 0) == 2
    assert finish(Drill(replace(scene, turn=1), "turn", Turn()), 3).state.cohesion == (1, 0)


@rule("SEQ-15", "R-37")
def test_completed_orders_go() -> None:
    near = replace(chief(0, 0, "1616"), command=0, om=OM(at("1615")))
    foot = man(0, 0, INF, "column", 4, "1616")
    assert finish(turn(foot, leaders=(near,)), 3).state.leaders[0].om is None
    enemy = man(1, 1, INF, "disordered", 4, "1613")
    assert finish(turn(foot, enemy, leaders=(near,)), 3).state.leaders[0].om == OM(at("1615"))
    own_idea = replace(near, om=OM(at("1601"), temporary=True))
    assert finish(turn(foot, enemy, leaders=(own_idea,)), 3).state.leaders[0].om is None


@rule("SEQ-16", "F-19.3")
def test_automatic_victory() -> None:
    scene = replace(state(), cohesion=(0, 3), turn=3)
    found = collapse(scene)
    assert found is not None
    assert found.winner == 0
    winner, loser = scene.field.sides
    assert found.words.startswith(f"{winner} win: {loser} ")  # it reads the same from either chair
    assert collapse(replace(scene, turn=2)) is None
    assert collapse(replace(scene, cohesion=(2, 3))) is None
    gone = replace(
        state(), leaders=(chief(0, 0, "1616"), replace(chief(1, 1, "1610"), fate=Fate.KILLED)), turn=1
    )
    assert collapse(gone).winner == 0  # type: ignore[union-attr]
    led = replace(gone, units=(man(0, 1, INF, "column", 4, "1610"),))
    assert collapse(led) is None


@rule("F-19.4", "F-21.3", "F-22.2", "F-22.3", "R-52", "SEQ-17")
def test_points() -> None:
    gun = man(2, 1, ART, "unlimbered", 1, "1610", where=Where.DEAD, halves=0, lost=2)
    scene = state(man(0, 0, INF, "column", 4, "1616"), man(1, 1, INF, "routed", 4, "1605", lost=3), gun)
    assert tuple(map(float, points(scene))) == (float(Fraction(3, 2) + 2 + 1 + 3), 0.0)
    assert final(scene).winner == 0
    field = replace(country(), prizes=((at("1616"), 5, 5, 1),), held_now=True)
    assert tuple(map(float, points(replace(scene, field=field, units=scene.units[:1])))) == (float(5), 0.0)
    assert tuple(map(float, points(state(field=field)))) == (float(0), 5.0)
    last = replace(country(), prizes=((at("1616"), 4, 2, -1),))
    assert tuple(map(float, points(replace(state(field=last), holders=((at("1616"), 1),))))) == (
        float(0),
        2.0,
    )
    assert final(state()).winner is None


@rule("F-10.10")
def test_going_into_reserve() -> None:
    far = finish(
        turn(man(0, 0, INF, "column", 4, "1616"), leaders=(replace(chief(0, 0, "1616"), command=0),)), 2
    )
    while "reserve" not in far.verbs:
        waits = far.waits
        if isinstance(waits, Throw):
            far.fall(5)
        else:
            verb = next((v for v in ("forgo", "stay", "end_formation", "keep") if v in waits.offers), "")
            far.do(verb) if verb else far.do("play", ONE)
    far.do("reserve", 0)
    assert far.state.commands[0].reserve


@pytest.mark.parametrize(
    ("sky", "cite"), [(Weather.RAIN, "WX-05"), (Weather.FOG, "WX-04"), (Weather.CLEAR, "SEQ-05")]
)
@rule("WX-04", "WX-05", "SEQ-05")
def test_weather_is_told_by_its_row(sky: Weather, cite: str) -> None:
    drill = turn(field=replace(country(), weather=(sky, sky, sky)))
    assert next(entry.cite for entry in drill.log if entry.what == "weather") == cite
