"""Scenarios, armies, sheet and live odds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from grognard import books
from grognard.books.fix_bayonets.army import Builder
from grognard.books.fix_bayonets.laws import LAWS
from grognard.books.fix_bayonets.words import Arm, Trait, Weather
from grognard.engine.choices import Throw
from grognard.engine.replay import Game
from grognard.engine.soundness import broken_at
from grognard.odds.explore import explore
from tests.rules import rule

BOOK = books.load("fix_bayonets")
FAULTY = sorted((Path(__file__).parent / "faulty").glob("*.toml"))


@rule("F-21.1", "F-21.2", "F-21.3", "F-21.4", "F-21.5", "F-22.1", "F-22.2")
def test_scenarios_are_as_told() -> None:
    albuera, quatre = BOOK.start("albuera").state, BOOK.start("quatre_bras").state
    grid = albuera.field.grid
    assert albuera.field.turns == quatre.field.turns == 6
    assert [grid.label(prize[0]) for prize in albuera.field.prizes] == ["0907", "1007", "1107"]
    assert albuera.field.hasty == (0,)
    assert quatre.field.rye
    assert not albuera.field.rye
    assert albuera.field.home == (0, 15)
    steps = [
        sum(u.full for u in s.units if u.side == side and u.parent < 0)
        for s in (albuera, quatre)
        for side in (0, 1)
    ]
    assert steps == [65, 64, 63, 72]
    assert quatre.field.prizes[0][2] == 10
    assert len(quatre.field.prizes) == 9


@pytest.mark.parametrize("name", list(BOOK.scenarios))
def test_every_scenario_is_sound(name: str) -> None:
    assert not list(broken_at(LAWS, BOOK.start(name).state))


@pytest.mark.parametrize("name", Builder().names())
def test_every_army_is_legal(name: str) -> None:
    builder = Builder()
    assert builder.check(name) == []
    assert builder.roster(name)


@rule("F-13.2")
def test_live_odds_sum_to_one() -> None:
    game, rng = Game(BOOK, "first_blood"), random.Random(4)
    seen = 0
    for _ in range(400):
        if game.position.over:
            break
        waiting = game.pending
        if not isinstance(waiting, Throw):
            for move in list(waiting.moves(waiting.who[0]))[:40]:  # type: ignore[union-attr]
                if move.verb in ("fire", "shoot", "charge", "assault", "rally"):
                    scene = BOOK.scene_for(game.position, move)
                    if scene is not None and seen < 12:
                        assert sum(explore(game.engine, scene).dist.fractions().values()) == 1
                        seen += 1
            game.apply(waiting.sample(rng, waiting.who[0]))  # type: ignore[union-attr]
        else:
            game.apply(waiting.roll(rng))
    assert seen


@rule("F-17.8", "MCT-C")
def test_readings_taken_together_change_no_odds() -> None:
    """Dice that come to the same are walked once: the odds of a charge are the same as with every die apart."""
    from grognard.books.fix_bayonets.situations.live import scene_for
    from grognard.books.fix_bayonets.steps.env import Charging
    from grognard.engine.choices import Move
    from grognard.engine.flow import replace
    from tests.books.fix_bayonets.drill import CAV, INF, Drill, chief, man, state

    horse, foot = man(0, 0, CAV, "column", 4, "1618"), man(1, 1, INF, "line", 4, "1616", fv=7, facing=7)
    lead = replace(chief(0, 0, "1618", cr=30), command=0)
    base = replace(state(horse, foot), leaders=(lead,), active=(lead.id,), stack=(lead.id,))
    scene = scene_for(Drill(base, "charge", Charging(0)).position, Move(0, "charge", (0, 1)))
    assert scene is not None
    engine = BOOK.engine()
    together, apart = explore(engine, scene), explore(engine, scene._replace(alike=None))
    assert together.dist.fractions() == apart.dist.fractions()
    assert together.positions < apart.positions


@rule("WX-02", "WX-04", "WX-07", "FCC-02", "FCC-03", "FCC-07", "PT-01", "FV-16", "R-66", "F-23")
def test_snow_on_the_serra_reaches_what_no_other_battle_does() -> None:
    state = BOOK.start("serra").state
    traits = {(unit.arm, trait) for unit in state.units for trait in unit.traits}
    assert {(arm, Trait.POOR) for arm in Arm} | {(Arm.ART, Trait.DIFFICULT)} <= traits
    assert all(unit.british for unit in state.units if unit.side == 0), "Portuguese"
    small = [u for u in state.units if u.arm is Arm.INF and u.parent < 0 and u.full == 2 and u.sv > 0]
    assert small, "light infantry that can form a Screen over two hexes"
    hussars = [u for u in state.units if u.arm is Arm.CAV and 3 <= u.full <= 4]
    assert hussars
    field = state.field
    assert {Weather.FOG, Weather.SNOWFALL} <= set(field.weather)
    assert 0 < field.dusk < field.night <= field.turns
