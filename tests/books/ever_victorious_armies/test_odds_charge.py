"""A whole charge: the odds room against plain walks of the engine, fall by fall. [EVA H1–H7, T2]"""

from __future__ import annotations

from fractions import Fraction
from time import process_time
from typing import Any

import pytest

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.facts.readiness import allowance, move_throw
from grognard.books.ever_victorious_armies.situations import sequel
from grognard.books.ever_victorious_armies.situations.sequel import Sequel, catches
from grognard.books.ever_victorious_armies.situations.tales import ChargeTale
from grognard.books.ever_victorious_armies.situations.walks import ENGINE, alike
from grognard.books.ever_victorious_armies.state import State
from grognard.books.ever_victorious_armies.steps.compulsory import pursuit
from grognard.books.ever_victorious_armies.steps.env import Pursuing
from grognard.engine.book import Scene
from grognard.engine.choices import Ask, Fall, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position
from grognard.odds.explore import explore
from grognard.odds.inputs import read_inputs
from grognard.odds.report import solve
from tests.books.ever_victorious_armies.drill import duties
from tests.books.ever_victorious_armies.plays import plainly
from tests.books.ever_victorious_armies.scenes import (
    area,
    column,
    foot,
    horse,
    line,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

F = Fraction
CHARGE = RULESET.situations["charge"]


def charge(**given: Any) -> Scene:
    return CHARGE.scene(read_inputs(CHARGE.fields, given, "charge"))


SMALL = {"figures": 2, "target_figures": 2, "distance": 3}


@rule("H4", "S4", "T5", "T6", "T2")
@pytest.mark.parametrize(
    "given",
    [
        {"troops": "column", "distance": 6},
        {"troops": "line", "going": "difficult"},
        {"troops": "line", "if_held": "both", "target_pursues": "yes"},
        {"troops": "line", "training": "elite", "target_ferocious": "yes", "general": "yes"},
        {"troops": "line", "general": "yes", "target_general": "yes", "refuge": "no", "target_markers": 2},
        {"troops": "skirmishers", "target_troops": "skirmishers", "evade": "yes", "distance": 4},
        {"troops": "column", "target_cover": "entrenched", "target_stubborn": "yes", "distance": 6},
        {"troops": "column", "target_cover": "village", "walls": 2, "distance": 6, "target_pursues": "yes"},
        {"target_troops": "gun", "target_figures": 3, "target_round": "canister", "distance": 6},
        {"target_troops": "gun", "target_figures": 2, "distance": 4, "crews_lose_guns": "no"},
        {"target_cover": "hard", "going": "difficult", "target_pursues": "yes", "pursue": "no"},
        {"target_cover": "soft", "target_unformed": "yes", "markers": 1, "target_moved": "yes"},
    ],
)
def test_no_short_cut_changes_the_odds(given: dict[str, Any]) -> None:
    one = charge(**{**SMALL, **given})
    assert isinstance(one.done, ChargeTale)
    found = explore(ENGINE, one).dist
    assert found == plainly(one.position, one.done)


@pytest.mark.slow
@pytest.mark.parametrize(
    "given", [{}, {"troops": "formed_horse", "figures": 2, "target_figures": 3, "distance": 8}]
)
def test_no_short_cut_changes_the_odds_of_greater_charges(given: dict[str, Any]) -> None:
    one = charge(**given)
    assert isinstance(one.done, ChargeTale)
    assert explore(ENGINE, one).dist == plainly(one.position, one.done)


@rule("G-56", "X4")
def test_crews_may_keep_their_guns_by_a_switch() -> None:
    given = {**SMALL, "target_troops": "gun", "target_shoots": "no"}
    at = [explore(ENGINE, charge(**given, crews_lose_guns=keep)) for keep in ("yes", "no")]
    lost, kept = (odds.dist.chance(lambda outcome: outcome[5] == "destroyed") for odds in at)
    assert 0 < kept < lost


@rule("G-42", "M2", "E4")
@pytest.mark.parametrize(
    "given",
    [
        {"troops": "line"},
        {"troops": "formed_horse", "figures": 8, "going": "difficult", "distance": 7},
        {"troops": "skirmishers", "target_troops": "skirmishers", "evade": "yes"},
    ],
)
def test_readings_told_alike_lead_to_the_same_position(given: dict[str, Any]) -> None:
    """Every throw for a move that a charge meets, in its first two rounds."""
    one = charge(**given)
    met = 0
    fresh = [one.position]
    for _ in range(4):
        fresh = [after for position in fresh[:8] for after in _followed(position, one)]
        met += len(fresh)
    assert met > 4


def _followed(position: Position, one: Scene) -> list[Position]:
    waiting = ENGINE.pending(position)
    if isinstance(waiting, Ask):
        return [ENGINE.apply(position, one.choose(position, waiting))]
    if not isinstance(waiting, Throw):
        return []
    same = alike(position, waiting)
    groups: dict[Any, set[Position]] = {}
    for reading in waiting.dice.dist():
        key = reading if same is None else same(reading)
        groups.setdefault(key, set()).add(ENGINE.apply(position, Fall(reading)))
    assert all(len(group) == 1 for group in groups.values())
    return [next(iter(group)) for group in groups.values()]


def one_by_one(state: State, number: int) -> Dist[Sequel]:
    """Whether a pursuit touches anybody, each fall of its dice by itself."""
    unit_ = state.units[number]
    return (
        move_throw(unit_)
        .dist()
        .map(
            lambda reading: (
                Sequel.AWAY
                if pursuit(state, unit_, allowance(unit_, reading)).touched != 1
                else Sequel.CAUGHT
            )
        )
    )


WAYS = {
    "open": (),
    "paddy": (area("paddy", 20, 26, 50, 40),),
    "thin paddy": (area("paddy", 20, 27, 50, 28),),
    "work": (area("work", 25, 27, 45, 40),),
    "two works": (area("work", 25, 27, 45, 30), area("work", 25, 31, 45, 40)),
    "road": (area("road", 34, 0, 36, 30), area("canal", 0, 29, 72, 31), area("bridge", 34, 28, 36, 32)),
    "road in paddy": (area("road", 34, 0, 36, 48), area("paddy", 20, 24, 50, 40)),
    "road into paddy": (area("road", 34, 0, 36, 28), area("paddy", 20, 24, 50, 40)),
    "road by a canal": (area("road", 34, 0, 36, 48), area("canal", 40, 0, 44, 48)),
    "canal": (area("canal", 0, 27, 72, 28),),
}


@rule("P1", "P2", "P3", "P4")
@pytest.mark.parametrize("ground", list(WAYS))
@pytest.mark.parametrize("facing", [180, 170, 215])
@pytest.mark.parametrize("troops", [(foot, 12, line), (foot, 12, column), (foot, 6, skirmish), (horse, 8)])
def test_who_is_caught_is_found_throw_by_throw(ground: str, facing: int, troops: tuple[Any, ...]) -> None:
    winner = unit("A", *troops, at=(35, 20), duties=duties(pursue="must", foes=(1,)))
    beaten = unit("b", foot, 12, at=(36, 33), facing=facing)
    other = unit("c", foot, 6, at=(30, 42))
    state = scene(winner, beaten, other, terrain=WAYS[ground])
    assert catches(state, state.units[0], (1,)) == one_by_one(state, 0)


@rule("P3")
@pytest.mark.parametrize("x", [40.69, 40.5, 41.37, 39.1])
def test_a_pursuit_that_gets_there_is_in_contact(x: float) -> None:
    """At odd angles rounding once stopped it a hundredth short, and the beaten unit was not caught."""
    winner = unit("A", horse, 2, at=(40.43, 22.54), facing=2.6, duties=duties(pursue="must", foes=(1,)))
    state = scene(winner, unit("b", foot, 4, at=(x, 28), facing=2.7))
    position = ENGINE.start(state, "pursue", Pursuing(0))
    for reading in move_throw(winner).dist():
        after = ENGINE.apply(position, Fall(reading)).state
        met = pursuit(state, state.units[0], allowance(winner, reading)).touched
        assert after.touching(0) == (() if met is None else (met,))


@rule("R1", "R2", "R3")
@pytest.mark.parametrize("edge", [2, 4, 9, 14, 40])
def test_a_unit_surely_away_is_away_by_every_throw(edge: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Near the table's edge, hemmed in, over bad ground: with the short cut and without."""
    for ground in ((), (area("grove", 30, 3, 40, 6),), (area("river", 0, 5, 72, 6),)):
        beaten = unit(
            "A", at=(35, edge), tomorrow=duties(retire="must", away=(35.3, edge + 1), foes=(1,)), facing=0
        )
        winner = unit("b", at=(35.3, edge + 1), facing=180, tomorrow=duties(foes=(0,)))
        state = scene(beaten, winner, terrain=ground, contacts="b>A")
        pair = state.units[0], state.units[1]
        quick = sequel.sequel(state, pair, sequel.Plan())
        with monkeypatch.context() as plain:
            plain.setattr(sequel, "_surely_away", lambda *_: False)
            sequel._sequel.cache_clear()
            assert sequel.sequel(state, pair, sequel.Plan()) == quick
        sequel._sequel.cache_clear()


@rule("G-43", "H3")
def test_walls_on_the_way_cost_two_each() -> None:
    for walls, chance in ((0, F(5, 6)), (1, F(7, 12))):
        found = solve(RULESET, "charge", {"troops": "column", "distance": 8, "walls": walls})
        assert found.marginals["reached"].chance_of(True) == chance


@rule("E1", "E2", "E3")
def test_evading_spares_the_fight_or_loses_the_volley() -> None:
    given = {"troops": "formed_horse", "figures": 8, "target_troops": "skirmishers", "distance": 6}
    stands = solve(RULESET, "charge", given).marginals
    runs = solve(RULESET, "charge", {**given, "evade": "yes"}).marginals
    assert runs["reached"].chance_of(True) < stands["reached"].chance_of(True)
    assert runs["target"].chance_of("destroyed") < stands["target"].chance_of("destroyed")
    assert runs["charger loses"].mean() < stands["charger loses"].mean()


@rule("N3", "N4", "41")
def test_a_general_at_the_head_of_horse() -> None:
    given = {"troops": "formed_horse", "figures": 8, "distance": 6}
    led, unled = (solve(RULESET, "charge", {**given, "general": g}) for g in ("yes", "no"))
    assert led.odds.heads[6] == "charger's general"
    assert led.marginals["result"].chance_of("destroyed") > unled.marginals["result"].chance_of("destroyed")
    assert 0 < led.marginals["charger's general"].chance_of("lost") < F(1, 12)


def test_a_whole_charge_is_quick() -> None:
    """Warm, on one core; ten times what it takes here, so that a slow machine does not fail it."""
    solve(RULESET, "charge", {})
    began = process_time()
    solve(RULESET, "charge", {})
    assert process_time() - began < 0.5
