"""Initiative and arrivals. [T1, M13]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from grognard.engine.book import Input, Scene, Situation
from grognard.engine.choices import Fall, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Frame, Position, replace
from grognard.odds.kit import Given

from ..state import Arrival, Options, State
from ..steps.env import Turn
from .sandtable import FAR, MIDDLE, extra, facing_north, general, table, unit_of
from .walks import ENGINE, Plan, odds_of

OURS, THEIRS = 0, 1
NAMES = ("ours", "theirs")
LAST_TURN = 30


class Initiative(msgspec.Struct, frozen=True):
    """Tells whose die was higher, and who has the initiative. [T1]"""

    def __call__(self, position: Position) -> Dist[tuple[str, str]]:
        throw = ENGINE.pending(position)
        assert isinstance(throw, Throw)

        def told(lead: int) -> tuple[str, str]:
            higher = "tie" if lead == 0 else NAMES[OURS if lead > 0 else THEIRS]
            return higher, NAMES[ENGINE.follow(position, Fall(lead)).state.had_initiative]

        return throw.dice.dist().map(told)


def initiative(values: Mapping[str, Any]) -> Scene:
    """A D6 each, +1 with the commander-in-chief on the table. [T1]"""
    given, options = Given(values), Options()
    units = [extra(0, 0, MIDDLE), extra(1, 1, MIDDLE + FAR)]
    for side, name in enumerate(("commander", "enemy_commander")):
        if given[name]:
            units.append(general(len(units), units[side]))
    # A tie goes to the side that lacked it: if it is to be ours, theirs had it last.
    state = table(units, options, had_initiative=1 - NAMES.index(given["tie"]))
    at = next(n for n, step in enumerate(ENGINE.sequences["turn"]) if step.cite == "T1")
    return Scene(
        Position(state, (Frame("turn", at, Turn(), True),)), Initiative(), Plan(), ("higher", "initiative")
    )


class Coming(msgspec.Struct, frozen=True):
    """Tells the turn in which reinforcements come, one turn after another. [M13]"""

    def __call__(self, position: Position) -> int | Dist[int] | None:
        if not position.over:
            return None
        state: State = position.state
        if state.arrived:
            return state.turn
        return _from(state)


@lru_cache(maxsize=64)  # every die that falls short leads to the same next turn
def _from(state: State) -> Dist[int]:
    """The turn of arrival, from the turn after this one on."""
    found: Dist[int] = odds_of(ENGINE.start(state, "odds: arrival", Turn()), Coming(), Plan())
    return found


def arrival(values: Mapping[str, Any]) -> Scene:
    """Reinforcements are thrown for turn after turn, and come by themselves at the latest. [M13]"""
    given, options = Given(values), Options()
    first = given.whole("from_turn", 1, LAST_TURN)
    last = given.whole("sure_turn", first, LAST_TURN)
    need = given.whole("need", 2, 6)
    unit = facing_north(unit_of(Given({"troops": "line", "figures": 12}), 0, 0), options)
    state = table((unit,), options, turn=first - 1)
    edge = ((0, 0), (MIDDLE, 0))
    field = replace(state.field, arrival=Arrival(0, ("0",), first, need, last, edge))
    position = ENGINE.start(replace(state, field=field), "odds: arrival", Turn())
    return Scene(position, Coming(), Plan(), ("turn",))


SITUATIONS = (
    Situation(
        "initiative",
        "Who has the initiative this turn",
        "T1",
        (
            Input("commander", "flag", True, "our commander-in-chief is on the table"),
            Input("enemy_commander", "flag", True, "theirs is on the table"),
            Input("tie", "choice", "ours", "whose a tie is: the side that lacked the initiative last turn", choices=NAMES),
        ),
        initiative,
    ),
    Situation(
        "arrival",
        "The turn in which reinforcements arrive",
        "M13",
        (
            Input("from_turn", "whole", 5, "the first turn in which they are thrown for"),
            Input("need", "whole", 4, "the least die on which they come"),
            Input("sure_turn", "whole", 8, "the turn in which they come without a throw"),
        ),
        arrival,
    ),
)  # fmt: skip
