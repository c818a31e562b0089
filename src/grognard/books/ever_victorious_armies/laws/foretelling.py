"""Choices whose odds are told, played on in the live game: what came of them, in the order in which the odds tell it. [T2–T6]

The odds play on only what a choice is about. So only what nothing else meddles with is compared: no other fight, nobody else shot at.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.dice import Rng
from grognard.engine.flow import NEXT, Engine, Flow, Position, Step, replace
from grognard.geometry.gaps import length

from ..sequence import SEQUENCES
from ..situations.live import Allowed, scene_for
from ..situations.shooting import Nerve, how_tested
from ..situations.sides import End
from ..situations.tales import ChargeTale
from ..situations.walks import ENGINE, Plan
from ..state import Desk, State, Unit
from ..steps.morale import Morale
from ..tables.fighting import OUTCOMES
from ..words import Duty, Where

LONGEST = 400
LOOK = "Look at the turn's end"
Choose = Callable[[Position, Ask], Move]
Met = tuple[Position, Throw | None, Fall | None]
"""A position that is come to, with the throw and the fall that led there."""


class Pause(Step):
    """Stops after the morale step, so that a turn's end may be looked at."""

    def ask(self, t: Desk) -> Ask:
        return Ask(0, LOOK, "T6", {"go_first": None})

    def go_first(self, t: Desk) -> Flow:
        """On with the turn."""
        return NEXT


def _with_pause() -> dict[str, tuple[Step, ...]]:
    turn: list[Step] = []
    for step in SEQUENCES["turn"]:
        turn += [step, Pause()] if isinstance(step, Morale) else [step]
    return {**SEQUENCES, "turn": tuple(turn)}


WHOLE = Engine(_with_pause(), Desk)
"""The real sequence of play, with a pause in every turn."""


def played(position: Position, move: Move, rng: Rng) -> Hashable | None:
    """A choice played on in the live game, decided as the odds decide; None where something else would meddle with it."""
    scene = scene_for(position, move)
    if scene is None or not _by_itself(position.state, move):
        return None
    if isinstance(scene.done, ChargeTale):
        return _charge(position, move, scene.done, rng)
    if isinstance(scene.done, Nerve):
        return _volley(position, move, scene.done, rng)
    if isinstance(scene.done, Allowed):
        found = (scene.done(at) for at, _, _ in _along(ENGINE, position, move, Plan(), rng))
        return next(filter(None, found), None)
    return _thrown(position, move, rng)


def _by_itself(state: State, move: Move) -> bool:
    """Whether nothing that happens in between has to do with it."""
    if move.verb in ("charge", "evade", "stand"):
        return not (state.contacts or state.aims or state.losses or state.perils)
    if move.verb in ("aim", "canister"):
        # What others lose matters to those only who see a general lost. [69, 70]
        others = {i for each in state.contacts for i in (each.attacker, each.defender)}
        others |= {aim.target for aim in state.aims}
        side = state.units[move.noun[1]].side
        led = any(state.general_with(unit) for unit in others if state.units[unit].side == side)
        return not (led or move.noun[1] in others or state.losses or state.perils)
    if move.verb in ("retire", "pursue"):
        return not any(Duty.MUST in (u.duties.retire, u.duties.pursue) for u in state.units if u.on_table)
    return move.verb != "stay"


def _along(engine: Engine, position: Position, move: Move, choose: Choose, rng: Rng) -> Iterator[Met]:
    """The way the game goes on from a choice."""
    yield (position := engine.apply(position, move)), None, None
    for _ in range(LONGEST):
        waiting = engine.pending(position)
        if waiting is None:
            return
        if isinstance(waiting, Throw):
            fall = waiting.roll(rng)
            yield (position := engine.follow(position, fall)), waiting, fall
        else:
            yield (position := engine.apply(position, choose(position, waiting))), None, None


def paused(position: Position) -> bool:
    """Whether a turn's morale is done, or the game is over."""
    waiting = WHOLE.pending(position)
    return waiting is None or (isinstance(waiting, Ask) and waiting.prompt == LOOK)


def moves_begin(position: Position) -> bool:
    """Whether a side is asked for its first move, or its next."""
    waiting = WHOLE.pending(position)
    return isinstance(waiting, Ask) and waiting.cite == "M1"


# ---- a single throw


def _thrown(position: Position, move: Move, rng: Rng) -> Hashable | None:
    """What the first throw for a unit brings: of a die, of a retirement, of a pursuit. [54, 58, 80, 85]"""
    before = position.state.units[position.agenda[-1].env.unit if move.verb == "test" else move.noun]
    fell: Fall | None = None
    for at, throw, fall in _along(ENGINE, position, move, Plan(), rng):
        fell = fell or (fall if throw is not None and throw.facts.get("unit") == before.id else None)
        if fell is None or any(frame.sequence == "pursue" for frame in at.agenda):
            continue
        unit = at.state.units[before.id]
        if move.verb == "pursue":
            return any(foe in at.state.touching(unit.id) for foe in before.duties.foes)
        if move.verb == "retire":
            return round(length((before.x, before.y), (unit.x, unit.y)) / 100), not unit.on_table
        return bool(fell.reading), fate(unit)
    return None


# ---- volleys and charges


def _volley(position: Position, move: Move, tale: Nerve, rng: Rng) -> Hashable | None:
    """The target's losses and its test, once the turn's morale is done. [S1, T6]"""
    before = position.state.units[tale.target]
    for at, _, _ in _along(WHOLE, position, move, Plan(exceptions=tale.exceptions), rng):
        if not paused(at):
            continue
        unit = at.state.units[tale.target]
        end = End(unit.id, unit.start, unit.figures, unit.markers, unit.where, unit.used)
        tested = how_tested(replace(before, today=unit.today), end, 0) if unit.figures else "none"
        told = unit.today.lost_to_fire, tested, end.how
        return told if tale.general is None else (*told, general(at.state, tale.general))
    return None


def _charge(position: Position, move: Move, tale: ChargeTale, rng: Rng) -> Hashable | None:
    """The whole story, to next turn's movement; None where the battle is over before that. [H4, T4–T6, T2]"""
    turn, first, result = position.state.turn, position.state, ""
    for at, throw, fall in _along(WHOLE, position, move, tale.plan, rng):
        if (
            fall is not None
            and throw is not None
            and throw.what == "close combat"
            and tale.charger in fighting(throw)
        ):
            result = OUTCOMES.find(fall.reading).value
        if paused(at):
            first = at.state
            if not tale.sequel:
                return told(first, first, tale, result)
        if at.state.turn > turn and moves_begin(at):
            return told(first, at.state, tale, result)
    return None


def fighting(throw: Throw) -> tuple[int, ...]:
    """All in the combat whose dice are due."""
    return (*throw.facts["attackers"], *throw.facts["defenders"])


def told(first: State, second: State, tale: ChargeTale, result: str) -> tuple[Any, ...]:
    """The story of a charge, from how the battle stood at the end of its turn and after the next one's first moves."""
    charger, target = first.units[tale.charger], first.units[tale.target]
    reached = charger.today.touched
    word = result or ("shot away" if reached else "falls short")
    generals = [general(first, him) for him in tale.generals if him is not None]
    fates = reached, word, lost(charger), lost(target), fate(charger), fate(target), *generals
    return (*fates, after(first, second, tale)) if tale.sequel else fates


def general(state: State, him: int) -> str:
    """A general's end."""
    return "safe" if state.units[him].where is not Where.LOST else "lost"


def fate(unit: Unit) -> str:
    """How a unit stands at the end of a turn."""
    if unit.where is not Where.LOST:
        return ("steady", "1 marker", "2 markers")[unit.markers]
    swept_away = unit.today.touched and not unit.tomorrow.fought
    return "routs" if unit.figures and not swept_away else "destroyed"


def lost(unit: Unit) -> int:
    """Figures lost this turn; a unit destroyed has lost all."""
    return unit.start if fate(unit) == "destroyed" else unit.start - unit.figures


def after(first: State, second: State, tale: ChargeTale) -> str:
    """What the next turn's compulsory moves brought."""
    pair = tale.charger, tale.target
    back = [i for i in pair if first.units[i].on_table and goes_back(first.units[i], tale)]
    if not back:
        stuck = all(first.units[i].on_table for i in pair) and tale.target in first.touching(tale.charger)
        return "locked" if stuck else "nothing"
    if any(not second.units[i].on_table for i in back):
        return "lost"
    return "caught" if any(second.in_contact(i) for i in back) else "away"


def goes_back(unit: Unit, tale: ChargeTale) -> bool:
    """Whether a unit has to retire, or may and will."""
    orders = unit.tomorrow.retire
    return orders is Duty.MUST or (orders is Duty.MAY and unit.id in tale.plan.retire)
