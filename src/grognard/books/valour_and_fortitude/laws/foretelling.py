"""Odds told before an assault are those of the fight it leads to. [87, 100, 101, B19]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine.choices import Ask, Move
from grognard.engine.dice import Rng
from grognard.engine.flow import Position, replace
from grognard.engine.soundness import Law

from ..facts.assaults import first_onset
from ..situations.walks import ENGINE
from ..state import State
from ..steps.env import Fight, Melee
from ..steps.melee import squares_touched
from ..steps.odds import closed, joined
from ..words import Deed, Phase

MOST_PICKS = 40


def assaults_foretold(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """The fight that odds are told of is the one that comes about when nothing else happens: same target, friends and enemies in it."""
    env: Any = position.agenda[-1].env
    if "go" not in ask.offers or getattr(env, "deed", None) is not Deed.ASSAULT:
        return
    state: State = position.state
    legs = first_onset(state, state.units[env.unit], state.units[env.target])
    if legs is None:
        return
    after = closed(state, env.unit, env.target, legs)
    told = joined(after, env.unit, env.target)
    found = fight_after(after, env.unit, env.target)
    if found is not None and found != replace(told, idle=tuple(sorted(told.idle))):
        yield f"{state.units[env.unit].key} is told of {told}, and fights {found}"


def fight_after(state: State, unit: int, target: int) -> Fight | None:
    """The fight that the melee phase itself makes of it, others picking as the odds take them; None if it does not come to it."""
    if any(squares_touched(state, u) for u in state.units if u.on_table):
        return None  # the square's dice come first
    hushed = replace(state, options=replace(state.options, fate_cards=False), phase=Phase.MELEE)
    position = ENGINE.start(hushed, "melee", Melee())
    for _ in range(MOST_PICKS):
        waiting = ENGINE.pending(position)
        if not isinstance(waiting, Ask):
            return None
        if "pick" not in waiting.offers:
            break
        pairs = list(waiting.offers["pick"])
        move = picked(state, pairs, unit, target)
        position = ENGINE.follow(position, move or Move(waiting.who[0], "let_be", pairs[0][0]))
    else:
        return None
    if "fight" not in waiting.offers or (unit, target) not in waiting.offers["fight"]:
        return None
    after = ENGINE.follow(position, Move(waiting.who[0], "fight", (unit, target)))
    found = next((frame.env for frame in after.agenda if isinstance(frame.env, Fight)), None)
    return None if found is None else _as_mustered(found)


def picked(state: State, pairs: list[tuple[int, int]], unit: int, target: int) -> Move | None:
    """The assaulter picks its target; whoever else touches that target and may picks it too; others the first they may."""
    side = state.units[unit].side
    if (unit, target) in pairs:
        return Move(side, "pick", (unit, target))
    bound = [pair for pair in pairs if not state.units[pair[0]].in_feature]
    mates = [pair for pair in bound if pair[1] == target]
    if mates:
        return Move(side, "pick", mates[0])
    return Move(side, "pick", min(bound)) if bound else None


def _as_mustered(fight: Fight) -> Fight:
    """A fight as it stood before anybody attacked."""
    return replace(
        fight,
        idle=tuple(sorted((*fight.idle, *[unit for unit, _ in fight.supporters]))),
        supporters=(),
        friend=-1,
        main=None,
    )


LAWS = (
    Law(
        "odds of an assault are those of the fight it leads to",
        ("87", "100", "101", "B19"),
        seek=assaults_foretold,
    ),
)
