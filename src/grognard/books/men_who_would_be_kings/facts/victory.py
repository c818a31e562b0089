"""Scenarios: what is held, what scores, when a battle is over. [F-S2–F-S6, F-SA1–F-SZ1, R-41]"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from grognard.engine.book import Outcome
from grognard.tabletop.bodies import holds_any

from ..state import Point, State, Unit
from ..words import TO_COME, Where
from .bodies import near_point
from .ground import layout

NEAR = 100
CROSSROADS_TURN = 20
"""When it counts who holds the crossroads. [F-B13]"""
QUIET = 5
"""Game turns in a row without a loss that end To the Last Bullet. [F-SD2]"""


def searchable(state: State, unit: Unit) -> tuple[int, ...]:
    """Markers an intruder may search where it stands. [F-SC2]"""
    if unit.side != 1 or unit.pinned or any(u.prize for u in state.units):
        return ()
    return tuple(m for m in state.markers if near_point(unit, state.field.markers[m], NEAR))


def can_level(state: State, unit: Unit) -> tuple[int, ...]:
    """Buildings a unit of the column may pull at where it stands: none that its own side holds. [F-SB2]"""
    if state.field.victory != "destroy" or unit.side != 1 or unit.crewed or unit.pinned:
        return ()
    near = [each.number for each in layout(state).houses.reached(unit.models, unit.radius + NEAR)]
    own = {each.inside for each in state.on_table(unit.side)}
    return tuple([at for at in near if state.structure[at] > 0 and at not in own])


def cost(state: State, side: int, *where: Where) -> int:
    """The points of a side's units that are somewhere."""
    return sum(u.cost for u in state.units if u.side == side and u.where in where)


def lost_units(state: State, side: int) -> list[Unit]:
    """A side's units lost: destroyed, routed or retreated off. [F-S2]"""
    return [u for u in state.units if u.side == side and u.lost]


def half_costs(units: list[Unit]) -> int:
    """Half the cost of each, rounded down."""
    return sum(u.cost // 2 for u in units)


def bitten(state: State, side: int) -> Fraction:
    """The cost of a side's models lost; a lost unit counts whole. [F-SA2]"""
    return sum(
        (
            Fraction(u.cost) if u.lost else Fraction(u.cost * u.fallen, u.start)
            for u in state.units
            if u.side == side
        ),
        Fraction(0),
    )


def holder(state: State, poly: tuple[Point, ...], house: int | None = None) -> int | None:
    """Who holds a place: unpinned, with a model in it, and no unpinned enemy there. [F-S4]"""
    sides = {u.side for u in state.on_table() if not u.pinned and _in(u, poly, house)}
    return sides.pop() if len(sides) == 1 else None


def _in(unit: Unit, poly: tuple[Point, ...], house: int | None) -> bool:
    return (unit.inside is not None and unit.inside == house) or holds_any((poly,), unit.models)


def buildings(state: State) -> list[int]:
    """The buildings of the scenario, standing or not."""
    return [at for at, piece in enumerate(state.field.terrain) if piece.kind == "building"]


def points(state: State) -> tuple[int, int]:
    """The victory points of both sides as things stand. [F-S6, F-T14]"""
    count = SCORES.get(state.field.victory)
    if count is None:
        return 0, 0
    first, second = count(state)
    return first + state.nephews[0], second + state.nephews[1]


def _passing(state: State) -> tuple[int, int]:
    """Exits, and what was bitten off. [F-SA1]"""
    first, second = (cost(state, side, Where.EXITED) + int(bitten(state, 1 - side) / 2) for side in (0, 1))
    return first, second


def _destroy(state: State) -> tuple[int, int]:
    """Buildings up or down, and half the cost of units lost. [F-SB3]"""
    down = sum(state.structure[at] == 0 for at in buildings(state))
    up = len(buildings(state)) - down
    return 4 * up + half_costs(lost_units(state, 1)), 4 * down + half_costs(lost_units(state, 0))


def _bullet(state: State) -> tuple[int, int]:
    house = buildings(state)[0]
    holds = _left_alone(state)
    if holds is None:
        holds = holder(state, state.field.terrain[house].poly, house)
    farm = (6 if holds == 0 else 0, 6 if holds == 1 else 0)
    return (
        half_costs(lost_units(state, 1)) + farm[0],
        sum(u.cost for u in lost_units(state, 0)) + farm[1],
    )


def _quiet(state: State) -> tuple[int, int]:
    """Exits whole, survivors and enemies half; losses to the ambusher. [F-SF2]"""
    column = cost(state, 0, Where.EXITED) + half_costs(list(state.on_table(0)))
    return column + half_costs(lost_units(state, 1)), sum(u.cost for u in lost_units(state, 0))


def _meeting(state: State) -> tuple[int, int]:
    """The cost of each enemy unit lost. [F-SZ1]"""
    return sum(u.cost for u in lost_units(state, 1)), sum(u.cost for u in lost_units(state, 0))


def escaped(state: State) -> int:
    """What the runner has brought off, half for a unit below half strength. [F-SE2]"""
    return sum(
        u.cost if 2 * (u.start - u.fallen) >= u.start else u.cost // 2
        for u in state.units
        if u.side == 0 and u.where is Where.EXITED
    )


SCORES: dict[str, Callable[[State], tuple[int, int]]] = {
    "passing": _passing,
    "destroy": _destroy,
    "bullet": _bullet,
    "quiet": _quiet,
    "meeting": _meeting,
}


# ---- when it is over


def empty(state: State, side: int) -> bool:
    """Whether a side has nobody on the table and nobody to come. [R-41]"""
    return not any(u.side == side and (u.on_table or u.where in TO_COME) for u in state.units)


def _left_alone(state: State) -> int | None:
    """The side left when the other has nobody: it holds everything. [F-S5]"""
    gone = [empty(state, side) for side in (0, 1)]
    return None if gone[0] == gone[1] else (1 if gone[0] else 0)


def over(state: State, turn_ends: bool) -> Outcome | None:
    """How the battle ended, if it has: looked at after each activation and as a game turn ends. [R-41, F-S5]"""
    if state.field.victory == "solo":
        return _solo(state, turn_ends)
    at_once = AT_ONCE.get(state.field.victory)
    found = at_once(state, turn_ends) if at_once is not None else None
    if found is not None:
        return found
    alone = _left_alone(state)
    if empty(state, 0) and empty(state, 1):
        return reckon(state)
    if alone is not None and not state.field.sides[alone].task.plays_on:
        return reckon(state)
    return reckon(state) if turn_ends and state.turn >= state.field.turns else None


def _told(winner: int | None, words: str, cite: str, scores: tuple[int, int] = (0, 0)) -> Outcome:
    return Outcome(winner, words, cite, scores)


def _ahead(scores: tuple[int, int]) -> int | None:
    """The side with more; None if both have as many."""
    return None if scores[0] == scores[1] else scores.index(max(scores))


def reckon(state: State) -> Outcome:
    """The result as things stand at the end. [F-S6]"""
    ending = ENDINGS.get(state.field.victory)
    if ending is not None:
        return ending(state)
    scores = points(state)
    winner = _ahead(scores)
    if winner is None:
        return _told(None, f"a draw at {scores[0]} points", "F-S6", scores)
    return _told(winner, f"{state.field.sides[winner].name} wins on points", "F-S6", scores)


def _all_down(state: State, _turn_ends: bool) -> Outcome | None:
    if all(state.structure[at] == 0 for at in buildings(state)):
        return reckon(state)
    return None


def _prize(state: State, _turn_ends: bool) -> Outcome | None:
    if state.prize_out:
        return _told(1, "the prize has been carried off", "F-SC4")
    return None


def _land(state: State) -> Outcome:
    if any(u.prize for u in state.units):
        return _told(None, "the prize is found but not brought home", "F-SC4")
    return _told(0, "the intruder goes home with empty hands", "F-SC4")


def _silence(state: State, turn_ends: bool) -> Outcome | None:
    return reckon(state) if turn_ends and state.quiet >= QUIET else None


def _hills(state: State) -> Outcome:
    whole = sum(u.cost for u in state.units if u.side == 0)
    out = escaped(state)
    scores = out, whole - out
    return _told(_ahead(scores), f"{out} of {whole} points got away", "F-SE2", scores)


def _fort_taken(state: State, turn_ends: bool) -> Outcome | None:
    alone = _left_alone(state)
    if (turn_ends and holder(state, state.field.area) == 1) or alone == 1:
        return _told(1, "the fort is taken", "F-SG2")
    return None


def _fort(state: State) -> Outcome:
    if any(u.side == 1 and _in(u, state.field.area, None) for u in state.on_table()):
        return _told(None, "the enemy is within the walls", "F-SG2")
    return _told(0, "the fort holds out", "F-SG2")


def _relief_at_once(state: State, _turn_ends: bool) -> Outcome | None:
    for side in (0, 1):
        if all(u.lost for u in state.units if u.side == side):
            return _told(1 - side, "every enemy unit is lost", "F-SH2")
    return None


def _relief(state: State) -> Outcome:
    alone = _left_alone(state)
    who = holder(state, state.field.area) if alone is None else alone
    if who is None:
        return _told(None, "nobody holds the camp", "F-SH2")
    return _told(who, f"{state.field.sides[who].name} holds the camp", "F-SH2")


def _half_lost(state: State, turn_ends: bool) -> Outcome | None:
    if not turn_ends:
        return None
    for side in (0, 1):
        units = [u for u in state.units if u.side == side]
        if 2 * len(lost_units(state, side)) >= len(units):
            return reckon(state)
    return None


def _solo(state: State, turn_ends: bool) -> Outcome | None:
    """The end of a game against Mr Babbage. [F-B6]"""
    if not state.on_table(0):
        return _told(1, "no human unit is left", "F-B6")
    if not state.on_table(1) and not any(state.queues):
        return _told(0, "the natives have had enough", "F-B6")
    if state.field.area and turn_ends and state.turn >= CROSSROADS_TURN:
        held = holder(state, state.field.area) == 0
        words = "the crossroads are held" if held else "the crossroads are not held"
        return _told(0 if held else 1, words, "F-B13")
    if turn_ends and state.turn >= state.field.turns:
        gone = sum(u.cost for u in lost_units(state, 0))
        winner = 0 if state.points_gone >= gone else 1
        return _told(
            winner, f"{state.points_gone} points of natives against {gone}", "F-B6", (state.points_gone, gone)
        )
    return None


AT_ONCE: dict[str, Callable[[State, bool], Outcome | None]] = {
    "destroy": _all_down,
    "land": _prize,
    "bullet": _silence,
    "fort": _fort_taken,
    "relief": _relief_at_once,
    "meeting": _half_lost,
}
ENDINGS: dict[str, Callable[[State], Outcome]] = {
    "land": _land,
    "hills": _hills,
    "fort": _fort,
    "relief": _relief,
}
KINDS = frozenset({*SCORES, *ENDINGS, "solo"})


def decided(state: State) -> str:
    """What ended the battle: what the scenario asks for, or points, and whether somebody was left. [F-S5, F-S6]"""
    outcome = state.outcome
    if outcome is None:
        return ""
    names = any(side.name in outcome.words for side in state.field.sides)
    if outcome.cite in WHAT_COUNTED and (names or any(letter.isdigit() for letter in outcome.words)):
        return WHAT_COUNTED[outcome.cite]
    if outcome.cite != "F-S6":
        return outcome.words
    if any(empty(state, side) for side in (0, 1)):
        return "nobody was left of a side: points"
    last = state.turn >= state.field.turns
    return "the last turn was over: points" if last else "enough was lost or done: points"


WHAT_COUNTED = {
    "F-SE2": "how much got away",
    "F-SH2": "the camp is held",
    "F-B6": "points lost on both sides",
}
"""Endings whose words name a side or a number, without it."""
