"""Walking the engine: exact, complete, quick, and honest about its limits."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.book import Scene
from grognard.engine.choices import Ask, Fall, Throw
from grognard.engine.dice import Opposed, Pool, Sum
from grognard.engine.dist import Dist
from grognard.engine.flow import LOOP, NEXT, Engine, Flow, Position, Step, Table
from grognard.odds.explore import DeadEnd, TooWide, expect, explore

ENGINE = RULESET.engine()
USUAL = {"strength": 5, "arm": "guard", "range": 200, "cover": False}


def charge(**given: Any) -> Scene:
    return RULESET.situations["charge"].scene({**USUAL, **given})


def plain_walk(engine: Engine, position: Position, scene: Scene) -> Dist[Any]:
    """The definition: no memory, no graph."""
    outcome = scene.done(position)
    if outcome is not None:
        return outcome if isinstance(outcome, Dist) else Dist.sure(outcome)
    waiting = engine.pending(position)
    if isinstance(waiting, Ask):
        return plain_walk(engine, engine.apply(position, scene.choose(position, waiting)), scene)
    assert isinstance(waiting, Throw)
    return Dist.mix(
        (plain_walk(engine, engine.apply(position, Fall(reading)), scene), weight)
        for reading, weight in waiting.dice.dist().items()
    )


@pytest.mark.parametrize("given", [{}, {"strength": 1}, {"arm": "line", "cover": True}, {"strength": 9}])
def test_a_charge_agrees_with_the_definition(given: dict[str, Any]) -> None:
    scene = charge(**given)
    odds = explore(ENGINE, scene)
    assert odds.dist == plain_walk(ENGINE, scene.position, scene)
    assert sum(odds.dist.fractions().values()) == 1
    assert odds.heads == scene.heads


def test_a_charge_agrees_with_charges_played_out() -> None:
    scene, rng, games = charge(), random.Random(7), 4000
    seen: Counter[Any] = Counter()
    for _ in range(games):
        position = scene.position
        while (outcome := scene.done(position)) is None:
            waiting = ENGINE.pending(position)
            action = scene.choose(position, waiting) if isinstance(waiting, Ask) else waiting.roll(rng)  # type: ignore[union-attr]
            position = ENGINE.apply(position, action)
        seen[outcome] += 1
    dist = explore(ENGINE, scene).dist
    assert set(seen) <= set(dist)
    for outcome in dist:
        assert abs(seen[outcome] / games - float(dist.chance_of(outcome))) < 0.03


def test_the_same_position_is_walked_once() -> None:
    scene = charge(strength=12)
    odds = explore(ENGINE, scene)
    assert odds.positions < 60 < odds.falls


def test_tallies_and_rules_are_collected_once_each_in_order() -> None:
    odds = explore(ENGINE, charge())
    assert odds.tallies[0].what == "closing fire"
    assert len(set(odds.tallies)) == len(odds.tallies)
    first = odds.tallies[0]
    assert first.cite == "7.3"
    assert [line.cite for line in first.tally.lines] == ["6.2a"]
    for number in ("11.2", "7.2", "7.3", "6.2a", "8.1", "8.1a"):
        assert number in odds.cites
    assert list(odds.cites).index("7.2") < list(odds.cites).index("8.1")


def test_an_outcome_may_be_a_distribution_itself() -> None:
    scene = charge()

    def done(position: Position) -> Dist[str] | str | None:
        waiting = ENGINE.pending(position)
        if isinstance(waiting, Throw) and waiting.what == "melee":
            return Dist({"won": 1, "lost": 2})
        return "stopped" if position.over else None

    dist = explore(ENGINE, scene._replace(done=done)).dist
    melee = 1 - dist.chance_of("stopped")
    assert 0 < melee < 1
    assert dist.chance_of("won") == melee / 3
    assert dist == plain_walk(ENGINE, scene.position, scene._replace(done=done))


def test_a_distribution_told_at_a_throw_stands_for_its_tallies() -> None:
    scene = charge()

    def done(position: Position) -> Dist[Any] | None:
        waiting = ENGINE.pending(position)
        return waiting.dice.dist() if isinstance(waiting, Throw) else None

    odds = explore(ENGINE, scene._replace(done=done))
    assert odds.falls == 0
    assert odds.tallies[0].what == "closing fire"
    assert {"7.3", "6.2a"} <= set(odds.cites)


def test_readings_told_alike_are_followed_once() -> None:
    scene = charge()

    def alike(_position: Position, throw: Throw) -> Any:
        # No more than the attackers' five figures fall to the closing fire.
        return (lambda hits: min(hits, 5)) if throw.what == "closing fire" else None

    merged, plain = explore(ENGINE, scene._replace(alike=alike)), explore(ENGINE, scene)
    assert merged.dist == plain.dist
    assert merged.falls < plain.falls


def test_the_limit_is_named() -> None:
    with pytest.raises(TooWide, match="more than 5 positions"):
        explore(ENGINE, charge(), limit=5)


def test_a_scene_that_overlooks_an_end_is_told() -> None:
    with pytest.raises(DeadEnd, match="not done"):
        explore(ENGINE, charge()._replace(done=lambda position: None))


def test_a_plan_must_be_legal() -> None:
    from grognard.engine.choices import Move
    from grognard.engine.flow import IllegalAction

    with pytest.raises(IllegalAction):
        explore(ENGINE, charge()._replace(choose=lambda position, ask: Move(0, "surrender")))


def test_the_alarm_may_stop_the_walk() -> None:
    calls = []

    def alarm() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        explore(ENGINE, charge(), alarm=alarm)


# ---- an engine of one's own: a duel in which ties are thrown again


class Duel(msgspec.Struct, frozen=True):
    winner: int = -1
    units: tuple[Any, ...] = ()
    notes: Mapping[str, int] | None = None


class Clash(Step):
    def ask(self, t: Table[Duel]) -> Throw | None:
        return Throw("clash", Opposed(plus=1), "1") if t.state.winner < 0 else None

    def fell(self, t: Table[Duel], reading: int) -> Flow:
        if reading == 0:
            return LOOP
        t.set(winner=int(reading < 0))
        return NEXT


DUEL = Engine({"duel": (Clash(),)})


@pytest.mark.parametrize("state", [Duel(), Duel(notes={"a": 1})], ids=["hashable", "with a dict inside"])
def test_a_tie_that_is_thrown_again_is_exact(state: Duel) -> None:
    scene = Scene(
        DUEL.start(state, "duel"),
        lambda position: position.state.winner if position.over else None,
        lambda position, ask: next(ask.moves()),
        ("winner",),
    )
    wins, ties = 21, 5  # of 36: die + 1 above the other, and level
    assert explore(DUEL, scene).dist == Dist({0: wins, 1: 36 - wins - ties})


# ---- expectations


def test_an_expectation_stops_at_the_next_choice_and_is_exact() -> None:
    scene = RULESET.situations["volley"].scene(USUAL)  # the throw, then the defender allots
    throw = ENGINE.pending(scene.position)
    assert isinstance(throw, Throw)

    def hits(position: Position) -> float:
        return float(position.agenda[-1].env.hits) if position.agenda else 0.0

    assert expect(ENGINE, scene.position, hits) == pytest.approx(float(throw.dice.dist().mean()))


def test_an_expectation_past_its_limit_values_what_it_has() -> None:
    scene = charge()
    exact = expect(ENGINE, scene.position, lambda position: 3.0, limit=1)
    assert exact == pytest.approx(3.0)


def test_nothing_sums_in_floats() -> None:
    """A pool of 30 dice and a sum of 12 would lose digits in floats."""

    class Two(Step):
        def ask(self, t: Table[Duel]) -> Throw:
            return Throw("sum", Sum(12), "1") if t.state.winner >= 0 else Throw("pool", Pool.of(30, 4), "1")

        def fell(self, t: Table[Duel], reading: int) -> Flow:
            if t.state.winner < 0:
                t.set(winner=reading)
                return LOOP
            t.set(winner=reading + t.state.winner)
            return NEXT

    engine = Engine({"two": (Two(),)})
    scene = Scene(
        engine.start(Duel(), "two"),
        lambda position: position.state.winner if position.over else None,
        lambda position, ask: next(ask.moves()),
        ("total",),
    )
    dist = explore(engine, scene).dist
    assert dist.chance_of(12) == Fraction(1, 2**30 * 6**12)
    assert dist.mean() == 15 + 42
