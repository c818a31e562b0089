"""Assaults played out as games play them, to hold the odds against: dice fall by chance, nobody peeks.

    python -m tests.books.valour_and_fortitude.assaults 20000

compares every assault of `ASSAULTS` with its exact odds and says how far they are apart.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping
from time import process_time
from typing import Any

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.facts.assaults import first_onset
from grognard.books.valour_and_fortitude.sequence import SEQUENCES
from grognard.books.valour_and_fortitude.situations.live import scene_for
from grognard.books.valour_and_fortitude.situations.walks import PLAN, end_of
from grognard.books.valour_and_fortitude.state import Desk, State
from grognard.books.valour_and_fortitude.steps.env import Turn
from grognard.books.valour_and_fortitude.steps.turn import Phases
from grognard.books.valour_and_fortitude.words import Phase, Special, Where
from grognard.engine.choices import Action, Ask, Fall, Move, Throw
from grognard.engine.flow import Engine, Position
from grognard.engine.log import Entry
from grognard.odds.explore import explore
from tests.books.valour_and_fortitude.drill import (
    Halt,
    area,
    foot,
    ground,
    gun,
    horse,
    open_order,
    scene,
    square,
    unit,
)
from tests.tools.walks import Walk

ENGINE = Engine({**SEQUENCES, "scene": (Phases(Phase.ACTION), Phases(Phase.MELEE), Halt())}, Desk)
QUIET = ("stay_put", "finish", "wait", "decline", "stand_fast", "stay_out", "face_the_square", "let_be")


def opened(state: State) -> Position:
    """The action phase, up to where the first brigade's units act."""
    position = ENGINE.start(state, "scene", Turn())
    while True:
        waiting = ENGINE.pending(position)
        if isinstance(waiting, Ask) and "assault" in waiting.offers:
            return position
        if isinstance(waiting, Throw):
            position = ENGINE.apply(position, Fall(max(waiting.dice.dist())))
        else:
            assert isinstance(waiting, Ask), "nobody can assault"
            position = ENGINE.apply(position, next(waiting.moves()))


def played(walk: Walk, position: Position, move: Move, rng: random.Random) -> tuple[str, ...]:
    """One assault from the order to the end of the melee phase: who won, and what became of whom."""
    unit, target = move.noun
    here, caused = walk.on(position, move)
    log = [*caused]
    while True:
        waiting = ENGINE.pending(here)
        if isinstance(waiting, Ask) and "go_on" in waiting.offers:
            return _told(position.state, here.state, log, unit, target)
        if isinstance(waiting, Throw):
            action: Action = waiting.of(waiting.dice.roll(rng))
        else:
            assert isinstance(waiting, Ask)
            action = _choice(here, waiting, unit, target)
        here, caused = walk.on(here, action)
        log += caused


def _choice(position: Position, ask: Ask, unit: int, target: int) -> Move:
    side, state = ask.who[0], position.state
    if "go" in ask.offers:
        return Move(side, "go", first_onset(state, state.units[unit], state.units[target]))
    if "fight" in ask.offers:
        return Move(side, "fight", (unit, target))
    for verb in QUIET:
        if verb in ask.offers:
            return Move(side, verb)
    return PLAN(position, ask)


def _told(before: State, after: State, log: list[Entry], unit: int, target: int) -> tuple[str, ...]:
    fights = [entry for entry in log if entry.what == "fight result"]
    gone_back = {entry.facts["unit"] for entry in log if entry.what == "retreats"}
    if not fights:
        return "no fight", "stays back", end_of(after.units[target]), "holds", "holds"
    won = "attacker" if fights[0].facts["side"] == after.units[unit].side else "target"
    brigades = []
    for each in (unit, target):
        side, brigade = after.units[each].side, after.brigades[after.units[each].brigade]
        suffered = after.defeats[side] - before.defeats[side]
        word = "wavers" if suffered else "holds"
        if brigade.shattered:
            word = "shattered" if suffered < 2 else "wavers, shattered"
        brigades.append(word)
    ends = [end_of(after.units[each], each in gone_back) for each in (unit, target)]
    return (won, *ends, *brigades)


def wanted(position: Position) -> Move:
    """The assault of A on b."""
    keys = {u.key: u.id for u in position.state.units}
    return Move(0, "assault", (keys["A"], keys["b"]))


def farthest(state: State, count: int, seed: int = 1) -> tuple[float, str]:
    """How far exact odds and so many played assaults are apart, and where."""
    position = opened(state)
    move = wanted(position)
    told = scene_for(position, move)
    assert told is not None
    exact = explore(RULESET.engine(), told).dist
    rng, walk = random.Random(seed), Walk(ENGINE)
    seen = Counter(played(walk, position, move, rng) for _ in range(count))
    gaps = {end: abs(float(exact.chance_of(end)) - seen[end] / count) for end in {*exact, *seen}}
    worst = max(gaps, key=lambda end: gaps[end])
    return gaps[worst], " / ".join(worst)


def _mates(side: str, *places: tuple[float, float]) -> list[Any]:
    return [
        unit(f"{side}{i}", front=at, facing=0 if side.isupper() else 180) for i, at in enumerate(places, 1)
    ]


NORTH, SOUTH = ((8, 46), (64, 46)), ((8, 4), (64, 4))
AWAY = {"I": (36, 12), "i": (36, 40), "General": (40, 2), "general": (40, 47)}

ASSAULTS: Mapping[str, State] = {
    "column at a line": scene(
        unit("A", foot, Special.ELAN, files=6, front=(36, 20)),
        unit("b", foot, Special.DISCIPLINED_MUSKETRY, files=12, front=(36, 24), facing=180),
        *_mates("C", *SOUTH), *_mates("d", *NORTH), leaders=AWAY,
    ),
    "a messenger, a shaken line": scene(
        unit("A", files=6, front=(36, 20), losses=2),
        unit("b", files=12, front=(36, 25), facing=180, losses=4),
        *_mates("C", *SOUTH), leaders={**AWAY, "I": (36, 2)},
    ),
    "cuirassiers at foot": scene(
        unit("A", horse, Special.HEAVY_CAVALRY, figures=9, files=9, front=(36, 18), tenacity=4),
        unit("b", files=12, front=(36, 26), facing=180, losses=1),
        *_mates("C", *SOUTH), *_mates("d", *NORTH), leaders=AWAY,
    ),
    "horse against horse, with friends near": scene(
        unit("A", horse, figures=9, files=9, front=(36, 18), melee=5),
        unit("b", horse, figures=9, files=9, front=(36, 26), facing=180, losses=2),
        unit("C", horse, figures=6, files=6, front=(36, 10)),
        unit("c", horse, figures=6, files=6, front=(36, 34), facing=180), leaders=AWAY,
    ),
    "column at a village": scene(
        unit("A", files=6, front=(36, 20), melee=5),
        unit("b", files=12, inside="village", losses=3, tenacity=4),
        *_mates("C", *SOUTH), *_mates("d", *NORTH),
        terrain=(area("building", 30, 24, 42, 30, "village"),), leaders=AWAY,
    ),
    "foot at a gun": scene(
        unit("A", files=6, front=(36, 20), losses=3),
        unit("b", gun, Special.CANISTER, front=(36, 24), facing=180, melee=2),
        *_mates("C", *SOUTH), leaders=AWAY,
    ),
    "foot at a square": scene(
        unit("A", files=6, front=(36, 20)),
        unit("b", foot, square, files=6, front=(36, 24), facing=180),
        *_mates("d", *NORTH), leaders=AWAY,
    ),
    "unpredictable foot over a wall at light infantry": scene(
        unit("A", foot, Special.UNPREDICTABLE, files=6, front=(36, 20), melee=3, tenacity=3),
        unit("b", foot, Special.LIGHT_INFANTRY, Special.STOIC, open_order, files=12, front=(36, 23), facing=180, fire=4, losses=3),
        *_mates("C", *SOUTH), *_mates("d", *NORTH),
        terrain=(ground("low_wall", (20, 22.9), (52, 22.9)),), leaders=AWAY,
    ),
}  # fmt: skip


def main(count: int) -> None:
    """Compare them all."""
    for name, state in ASSAULTS.items():
        began = process_time()
        gap, where = farthest(state, count)
        print(f"{gap:.4f}  {name}: {where}  ({process_time() - began:.0f} s)")
    assert all(u.where is not Where.LATER for state in ASSAULTS.values() for u in state.units)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
