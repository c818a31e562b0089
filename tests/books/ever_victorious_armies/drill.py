"""Scenes on the move: the book's whole sequence of play over the small battles of `scenes`.

    game = moving(scene(unit("A", at=(30, 20)))).play(("march", "A"), (5, 2), ("go", legs("forward 6")))
    assert game.unit("A").y == 2600

Legs are written as people say them: "forward 6", "back 2.5", "side -1", "turn 45", "order column", "leave 0".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.facts.legs import March
from grognard.books.ever_victorious_armies.facts.marching import Marcher
from grognard.books.ever_victorious_armies.facts.readiness import Allowance
from grognard.books.ever_victorious_armies.sequence import SEQUENCES
from grognard.books.ever_victorious_armies.state import Desk, Duties, State, Terrain, Unit
from grognard.books.ever_victorious_armies.steps.compulsory import (
    Pursuits,
    Retirements,
    SayWhoPursues,
    SayWhoRetires,
)
from grognard.books.ever_victorious_armies.steps.env import SideTurn, Turn
from grognard.books.ever_victorious_armies.words import Duty, Order
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import Engine, IllegalAction, Step, replace
from grognard.engine.log import Entry
from grognard.engine.tables import Refusal
from tests.books.ever_victorious_armies.scenes import Play, area, column, find, hundredths, skirmish
from tests.books.ever_victorious_armies.scenes import line as in_line

RULES = RULESET.rulebook.rules
FOOT_ORDERS = in_line, column, skirmish
Legs = tuple[tuple[Any, ...], ...]


def game_of(state: State, *steps: Step | str, env: Any = None) -> Play:
    """Play steps in a row, or one of the book's sequences, with all the others at hand."""
    log: list[Entry] = []
    if len(steps) == 1 and isinstance(steps[0], str):
        engine, name = Engine(SEQUENCES, Desk), steps[0]
    else:
        own = tuple(step for step in steps if isinstance(step, Step))
        engine, name = Engine({**SEQUENCES, "scene": own}, Desk), "scene"
    return Play(engine, engine.start(state, name, env, log), log)


def moving(state: State, side: int = 0) -> Play:
    """One side's movement."""
    return game_of(state, "side moves", env=SideTurn(side))


def compulsory(state: State) -> Play:
    """The compulsory moves of a turn. [T2]"""
    steps = SayWhoRetires(), Retirements(), SayWhoPursues(), Pursuits()
    return game_of(state, *steps, env=Turn())


def duties(
    retire: str = "", pursue: str = "", away: tuple[float, float] | None = None, **more: Any
) -> Duties:
    """What last turn's combat left a unit to do; `away` is the middle of the enemies it touched."""
    middle = None if away is None else (hundredths(away[0]), hundredths(away[1]))
    return Duties(Duty(retire), Duty(pursue), **{"fought": True, "away_from": middle, **more})


class Played(NamedTuple):
    """A turn played out: how the battle stands, who could have shot at whom, and what the dice were for."""

    state: State
    could_shoot: set[tuple[str, str]]
    throws: list[Throw]


def play_turn(
    state: State, *aims: tuple[str, str], marches: Mapping[str, Legs] | None = None, face: int = 1
) -> Played:
    """A whole turn: the marches named are made (with sixes), the shots named are fired, all else is let be.

    Every other die shows `face`; a 1 hits nobody.
    """
    game = game_of(state, "turn", env=Turn())
    to_march = dict(marches or {})
    could: set[tuple[str, str]] = set()
    throws: list[Throw] = []
    while not game.over:
        waiting = game.pending
        if isinstance(waiting, Throw):
            throws.append(waiting)
            faces = (6, 1) if waiting.what == "initiative" else (6 if waiting.what == "march" else face,)
            count = waiting.dice.faces()[0]
            game.play(faces if len(faces) == count else faces * count)
            continue
        assert isinstance(waiting, Ask)
        if "end_moves" in waiting.offers:
            mover = next((key for key in to_march if key in offered(game, "march")), None)
            if mover is None:
                game.play("end_moves")
            else:
                game.play(("march", mover))
        elif "go" in waiting.offers:
            unit = next(u for u in game.state.units if u.key in to_march and not u.today.acted)
            game.play(("go", to_march.pop(unit.key)))
        elif "done_aiming" in waiting.offers:
            could |= offered(game, "aim")
            aim = next((pair for pair in aims if pair in offered(game, "aim")), None)
            game.play(("aim", aim) if aim else "done_aiming")
        else:
            game.play(next(verb for verb in waiting.offers if verb in LET_BE))
    return Played(game.state, could, throws)


LET_BE = ("go_first", "stay", "halt", "stand", "test", "no_rally", "ride_alone")
"""What to say when nothing is wanted."""


def on(state: State, **changes: Any) -> State:
    """The same battle on a changed field: `exit`, `arrival`, `zones`, `tie` and so on."""
    return replace(state, field=replace(state.field, **changes))


def legs(*said: str) -> Legs:
    """Legs in words, as the engine takes them."""
    found: list[tuple[Any, ...]] = []
    for each in said:
        kind, amount = each.split()
        if kind == "order":
            found.append((kind, Order(amount).value))
        else:
            found.append((kind, round(float(amount) * (10 if kind == "turn" else 100))))
    return tuple(found)


def marcher(state: State, key: str, good: float = 12, difficult: float | None = 6) -> Marcher:
    """The judge of one unit's march with so many inches."""
    hard = None if difficult is None else hundredths(difficult)
    return Marcher(state, find(state, key), Allowance(hundredths(good), hard))


def worked(state: State, key: str, *said: str, good: float = 12, difficult: float | None = 6) -> March:
    """A march worked out; it must have the shape of one."""
    found = marcher(state, key, good, difficult).work_out(legs(*said))
    assert isinstance(found, March), found
    return found


def costs(state: State, key: str, *said: str, good: float = 12, difficult: float | None = 6) -> float:
    """What a march costs, in inches."""
    found = worked(state, key, *said, good=good, difficult=difficult)
    limit = difficult if found.difficult else good
    assert limit is not None
    return found.cost(hundredths(limit)) / 100


def why(state: State, key: str, *said: str, good: float = 12, difficult: float | None = 6) -> str:
    """The number of the rule that refuses a march; nothing if it is allowed."""
    return cite(marcher(state, key, good, difficult).refusal(legs(*said)))


def cite(refusal: Refusal | None) -> str:
    """A refusal's number, which must be in the rulebook; nothing for None."""
    if refusal is None:
        return ""
    assert refusal.cite in RULES, refusal
    assert refusal.words
    return refusal.cite


def refused(game: Play, verb: str, noun: Any = None) -> str:
    """Try an action that must be refused; its number."""
    try:
        game.play((verb, noun) if noun is not None else verb)
    except IllegalAction as fault:
        return cite(fault.refusal)
    raise AssertionError(f"{verb} {noun} was allowed")


def offered(game: Play, verb: str) -> set[Any]:
    """What a verb may be said of now, with ids as unit keys; nothing if it is not offered."""
    waiting = game.pending
    if not isinstance(waiting, Ask) or verb not in waiting.offers:
        return set()
    keys = [unit.key for unit in game.state.units]

    def told(noun: Any) -> Any:
        return tuple(told(part) for part in noun) if isinstance(noun, tuple) else keys[noun]

    return {told(noun) for noun in waiting.offers[verb]}


def side_to_choose(game: Play) -> int:
    """Whose choice it is."""
    (side,) = game.ask.who
    return side


def wall(kind: str, *points: tuple[float, float]) -> Terrain:
    """A wall or hedge along some points."""
    return Terrain(kind, f"the {kind}", tuple((hundredths(x), hundredths(y)) for x, y in points))


def work(
    west: float,
    south: float,
    east: float,
    north: float,
    *gates: tuple[tuple[float, float], tuple[float, float]],
) -> Terrain:
    """A rectangular work with gates."""
    return area("work", west, south, east, north, gates=gates)


def place(unit: Unit) -> tuple[float, float, float]:
    """Where a unit stands, in inches and degrees."""
    return unit.x / 100, unit.y / 100, unit.facing / 10
