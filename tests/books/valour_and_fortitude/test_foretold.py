"""The odds told for an assault are those of the fight that follows. [VF 87, 101, B19]"""

from __future__ import annotations

import random

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.facts.assaults import first_onset
from grognard.books.valour_and_fortitude.laws.foretelling import fight_after
from grognard.books.valour_and_fortitude.situations.walks import ENGINE
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.steps.odds import closed, joined
from grognard.books.valour_and_fortitude.words import Phase
from grognard.engine.choices import Move
from grognard.engine.flow import Position, replace
from grognard.odds.explore import explore
from tests.books.valour_and_fortitude.crowds import pairs
from tests.books.valour_and_fortitude.drill import begin, foot, legs, scene, unit
from tests.rules import rule


def won(position: Position, move: Move) -> float:
    scene_ = RULESET.scene_for(position, move)
    assert scene_ is not None
    weights = explore(ENGINE, scene_).dist.weights
    return sum(w for end, w in weights.items() if end[0] == "attacker") / sum(weights.values())


@rule("B19", "101")
@pytest.mark.parametrize("busy", [True, False])
def test_an_enemy_who_is_bound_to_be_chosen_helps_nobody(busy: bool) -> None:
    """c, beside b, is touched by D too, who has nobody else to fight: so c is a target and cannot help b."""
    mates = [unit("D", foot, figures=24, files=4, front=(40.2, 24), brigade="II")] if busy else []
    state = scene(
        unit("A", foot, figures=24, files=8, front=(35.3, 19.9)), *mates,
        unit("b", foot, files=6, front=(33.2, 24), facing=180), unit("c", foot, files=6, front=(38.2, 24), facing=180),
        leaders={"I": (35, 12), "General": (36, 12)},
    )  # fmt: skip
    game = begin(state, "action").play(("brigade", "I"), ("assault", ("A", "b")))
    way = legs("forward 4.1")
    told = won(game.position, Move(0, "go", way))
    game.play(("go", way))
    after = begin(replace(game.state, phase=Phase.MELEE), "melee").play(("pick", ("A", "b")))
    real = won(after.position, Move(0, "fight", (after.unit("A").id, after.unit("b").id)))
    assert told == pytest.approx(real, abs=1e-9)
    assert (told > 0.5) is busy


@rule("B19", "100")
def test_in_crowds_too_the_fight_is_the_one_foretold() -> None:
    seen = 0
    for seed in range(60):
        state: State | None = pairs(seed)
        if state is None or not random.Random(seed).randint(0, 1):
            continue
        a = state.units[0]
        for enemy in state.of_side(1):
            way = first_onset(state, a, enemy)
            if way is None:
                continue
            after = closed(state, a.id, enemy.id, way)
            found = fight_after(after, a.id, enemy.id)
            if found is not None:
                told = joined(after, a.id, enemy.id)
                assert replace(told, idle=tuple(sorted(told.idle))) == found, seed
                seen += 1
    assert seen >= 5
