"""Worked examples of the audit, exact, and brute force against the engine. [EVA 31–68a]"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.parties import next_fight
from grognard.books.ever_victorious_armies.state import State
from grognard.books.ever_victorious_armies.steps.combat import Combats, OneDieEach
from grognard.books.ever_victorious_armies.steps.env_fight import Combat
from grognard.books.ever_victorious_armies.tables.fighting import DICE
from grognard.books.ever_victorious_armies.words import Band, Toll
from grognard.engine.book import Scene
from grognard.engine.flow import Position
from grognard.odds.explore import explore
from tests.books.ever_victorious_armies.scenes import (
    Halt,
    area,
    begin,
    ferocious,
    field_gun,
    first_offer,
    foot,
    general,
    horse,
    odds,
    scene,
    skirmish,
    stubborn,
    unit,
)
from tests.rules import rule

REPULSED, HELD, PUSHED, DRIVEN, DESTROYED = Band
F = Fraction


def bands(state: State) -> dict[Band, Fraction]:
    """The chance of each result, by walking the engine through the contest."""
    fight = next_fight(state)
    assert fight is not None
    game = begin(state, OneDieEach(), Halt(), env=Combat(*fight))

    def done(position: Position) -> Any:
        return position.agenda[-1].env.band

    return explore(game.engine, Scene(game.position, done, first_offer, ())).dist.fractions()


@rule("31", "46", "53", "56", "60", "66")
def test_example_13_even_foot() -> None:
    found = bands(scene(unit("A"), unit("b"), contacts="A>b"))
    expected = {REPULSED: F(1, 12), HELD: F(7, 36), PUSHED: F(4, 9), DRIVEN: F(7, 36), DESTROYED: F(1, 12)}
    assert found == expected
    # The defender has to leave the ground with 13/18.
    assert F(4, 9) + F(7, 36) + F(1, 12) == F(13, 18)


@rule("32", "40", "41", "G-17")
def test_example_14_cavalry_on_skirmishers() -> None:
    plain = scene(unit("A", horse, 8), unit("b", foot, 8, skirmish), contacts="A>b")
    assert bands(plain) == {DRIVEN: F(1, 12), DESTROYED: F(11, 12)}
    led = scene(
        unit("A", horse, 8), unit("G", general, joined="A"), unit("b", foot, 8, skirmish), contacts="A>b"
    )
    assert bands(led) == {DRIVEN: F(1, 36), DESTROYED: F(35, 36)}


@rule("37", "44", "G-30")
def test_example_15_ferocious_three_to_two() -> None:
    found = bands(scene(unit("A", foot, 18, ferocious), unit("b", foot, 12), contacts="A>b"))
    assert found == {HELD: F(1, 36), PUSHED: F(1, 4), DRIVEN: F(11, 36), DESTROYED: F(5, 12)}


@rule("53", "C7", "G-18", "72")
def test_example_18_a_light_loss() -> None:
    dist = DICE[Toll.LIGHT].dist()
    assert dist.fractions() == {0: F(1, 3), 1: F(1, 6), 2: F(1, 6), 3: F(1, 6), 4: F(1, 6)}
    assert dist.mean() == F(5, 3)
    assert dist.chance(lambda lost: lost >= 2) == F(1, 2)


@rule("X4", "G-28", "45", "G-56")
def test_example_30_foot_against_a_gun() -> None:
    state = scene(unit("A"), unit("b", field_gun, 4), contacts="A>b")
    lost = odds(begin(state, Combats()), lambda s: not s.units[1].on_table)
    assert lost.chance_of(True) == F(211, 216)
    assert bands(state)[HELD] == F(1, 36)


@rule("36", "43", "35", "U1", "G-45")
def test_example_32_over_a_wet_ditch_against_stubborn_foot_in_a_work() -> None:
    state = scene(
        unit("A", at=(30, 18.5), today={"unformed": "U1"}),
        unit("b", foot, 12, stubborn, at=(30, 20.75)),
        terrain=(area("work", 20, 20, 40, 30),),
        contacts="A>b",
    )
    assert bands(state) == {REPULSED: F(5, 6), HELD: F(5, 36), PUSHED: F(1, 36)}


# ---- brute force: the rules written out once more, over every fall of the faces


def by_hand(
    attackers: list[tuple[int, bool, bool]], defenders: list[tuple[int, bool, bool]], net: int
) -> dict[Any, Fraction]:
    """Figures left in each unit, with weights; units are (figures, skirmishing, touched by enemy horse)."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for a, b in product(range(1, 7), repeat=2):
        d = a - b + net
        if d >= 4:
            found[tuple(n for n, *_ in attackers) + (0,) * len(defenders)] += F(1, 36)
        elif -3 <= d <= 1:
            for left, weight in _thrown([(n, "light") for n, *_ in attackers + defenders]).items():
                found[left] += F(1, 36) * weight
        else:
            beaten, other = (attackers, defenders) if d <= -4 else (defenders, attackers)
            dice = [(n, "all" if loose else "two" if ridden else "one") for n, loose, ridden in beaten]
            for left, weight in _thrown(dice).items():
                rest = tuple(n for n, *_ in other)
                found[left + rest if d <= -4 else rest + left] += F(1, 36) * weight
    return found


def _thrown(units: list[tuple[int, str]]) -> dict[tuple[int, ...], Fraction]:
    found: dict[tuple[int, ...], Fraction] = {(): F(1)}
    for figures, toll in units:
        grown: dict[tuple[int, ...], Fraction] = {}
        losses = {
            "all": [99],
            "one": list(range(1, 7)),
            "two": [x + y for x in range(1, 7) for y in range(1, 7)],
            "light": [max(0, face - 2) for face in range(1, 7)],
        }[toll]
        for left, weight in found.items():
            for loss in losses:
                key = (*left, max(0, figures - loss))
                grown[key] = grown.get(key, F(0)) + weight / len(losses)
        found = grown
    return found


def left(state: State) -> tuple[int, ...]:
    return tuple(u.figures if u.on_table else 0 for u in state.units)


CASES = [
    pytest.param([("A", foot, 12)], [("b", foot, 12)], "A>b", 0, id="even foot"),
    pytest.param([("A", horse, 8)], [("b", foot, 8)], "A>b", 1, id="horse on foot"),
    pytest.param([("A", foot, 3)], [("b", foot, 2)], "A>b", 1, id="small units"),
    pytest.param([("A", foot, 6)], [("b", foot, 3), ("c", horse, 3)], "A>b A>c", -1, id="half of them horse"),
    pytest.param(
        [("A", foot, 4), ("B", horse, 4)], [("c", foot, 4), ("d", foot, 4)], "A>c B>d A>d", 1, id="two a side"
    ),
]


@pytest.mark.parametrize(("attackers", "defenders", "contacts", "net"), CASES)
@rule("C1", "C5", "G-47", "48", "49", "53", "56", "61", "62", "66", "68a")
def test_the_engine_agrees_with_the_rules_written_out_again(
    attackers: list[Any], defenders: list[Any], contacts: str, net: int
) -> None:
    state = scene(*(unit(*given) for given in attackers + defenders), contacts=contacts)
    plights = [
        (u.figures, u.skirmishing, any(state.units[i].kind is horse for i in state.touching(u.id)))
        for u in state.units
    ]
    expected = by_hand(plights[: len(attackers)], plights[len(attackers) :], net)
    assert odds(begin(state, Combats()), left).fractions() == dict(expected)


@rule("47", "60", "G-37")
def test_the_engine_agrees_where_skirmishers_fight_skirmishers() -> None:
    state = scene(unit("A", foot, 4, skirmish), unit("b", foot, 4, skirmish), contacts="A>b")
    assert odds(begin(state, Combats()), left).fractions() == dict(
        by_hand([(4, True, False)], [(4, True, False)], 0)
    )


@rule("N4")
def test_the_generals_risk_in_a_whole_combat() -> None:
    """Each time his unit loses figures in combat: 1 in 12."""
    state = scene(unit("A", foot, 12), unit("b", foot, 12), unit("g", general, joined="b"), contacts="A>b")
    killed = odds(begin(state, Combats()), lambda s: (s.units[1].on_table, s.units[2].on_table))
    hurt = F(7, 36) + (F(7, 36) + F(4, 9)) * F(2, 3)
    assert killed.chance_of((True, False)) == hurt / 12
    # Destroyed without a friend in reach: captured.
    assert killed.chance_of((False, False)) == F(1, 12)
