"""Odds of a choice on the real table: the whole sequence it opens."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import msgspec

from grognard.engine.book import Scene, Sign, Verdict
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import IllegalAction, Position, replace
from grognard.engine.verbs import told_by

from ..state import LEADERS, NOBODY, Desk, State, Unit
from ..steps.pursuit import must_regroup
from ..steps.verbs import VERBS, Odds
from ..words import Card, Order, Where
from .matters import Matters
from .sandtable import ENGINE
from .walks import AFTER_MELEE, Plan, alike, fate

CHARGE = "odds: charge"


RUN = (Order.ROUTED.value, "eliminated", "off the map")
"""How a unit stands that runs or is no more."""


def _melee(ours: str) -> Verdict:
    """How a melee reads to whoever brings it on. [MCT-02 to LEG-03]"""
    return Verdict(
        won=Sign("result", ("the defenders", "their horse")),
        lost=Sign("result", ("the attackers", "the attack", "horse that charges back")),
        hope=Sign("target", RUN, "they run or are eliminated"),
        fear=Sign(ours, RUN, "you run or are eliminated"),
    )


SHOT = Verdict(won=Sign("result", ("a TEM check",)), hope=Sign("target", RUN, "they run or are eliminated"))
"""How a shot reads to whoever shoots. [FV-01]"""
CHECKED = Verdict(won=Sign("result", ("passes",)), lost=Sign("result", ("fails",)))
"""How a check reads."""
VERDICTS = {
    "NONE": "no effect",
    "TEM": "a TEM check",
    "TEM+STRAGGLERS": "a TEM check and Stragglers",
    "TEM+STEP": "a TEM check and a step lost",
    "pass": "passes",
    "fail": "fails",
    "AR": "the attackers rout [AR]",
    "AD": "the attackers are Disordered [AD]",
    "ADS": "the attackers are Disordered and lose Stragglers [ADS]",
    "DD": "the defenders are Disordered [DD]",
    "DDS": "the defenders are Disordered and lose Stragglers [DDS]",
    "DR": "the defenders rout [DR]",
    "STOPPED": "the attack is stopped",
}
"""Results of fire, checks and melees in words, with what the charts call them."""
MET = {
    "AR": "their horse charges back and routs [AR]",
    "AD": "their horse charges back and is Disordered [AD]",
    "ADS": "their horse charges back, is Disordered and loses Stragglers [ADS]",
    "DD": "horse that charges back Disorders the chargers [DD]",
    "DDS": "horse that charges back Disorders the chargers, who lose Stragglers [DDS]",
    "DR": "horse that charges back routs the chargers [DR]",
}
"""The same where the chargers are met by a charge of the enemy's: then it is they who are attacked. [F-17.3]"""


def _in_words(verdict: str, met: bool = False) -> str:
    """A result as players read it."""
    special, _, name = verdict.rpartition(":")
    words = (MET if met else {}).get(name) or VERDICTS.get(name, name.replace("_", " ").lower()) or "done"
    return f"{words} (Special)" if special else words


def _told(unit: Unit, before: int) -> str:
    """How a unit stands after it all, and what this has cost it."""
    loss = (unit.lost - before) / 2
    if unit.where is not Where.MAP or not loss:
        return fate(replace(unit, lost=0))
    return f"{unit.order.value}, {loss:g} lost"


class Back(msgspec.Struct, frozen=True):
    """Tells the verdict and how two units stand, once the sequence a move opened is over."""

    depth: int
    units: tuple[int, ...]
    lost: tuple[int, ...]
    """What each had lost before, in halves of a step."""

    def __call__(self, position: Position) -> tuple[str, ...] | None:
        if not self._over(position):
            return None
        state = position.state
        now = (_told(state.units[one], before) for one, before in zip(self.units, self.lost))
        return (_in_words(state.verdict, self._met(position)), *now)

    def _met(self, position: Position) -> bool:
        return False

    def _over(self, position: Position) -> bool:
        if position.over or len(position.agenda) < self.depth:
            return True
        return len(position.agenda) == self.depth and isinstance(ENGINE.pending(position), Ask)


class FoughtOut(Back, frozen=True):
    """The same of a charge, once its melees are over or it is broken: where anybody then runs is another matter."""

    matters: Matters

    def __call__(self, position: Position) -> tuple[str, ...] | None:
        told = super().__call__(position)
        if told is None or position.state.verdict:
            return told
        slipped = self.units[1] in getattr(position.agenda[self.matters.charge].env, "slipped", ())
        return ("the Screen slips away" if slipped else "no melee", *told[1:])

    def _met(self, position: Position) -> bool:
        """Whether the last melee was one the chargers did not bring on: its result has fallen on the one side or the other. [F-17.3]"""
        rider = position.state.units[self.units[0]]
        theirs = position.state.verdict.rpartition(":")[2].startswith("D")
        return bool(theirs != (rider.on_map and rider.good))

    def _over(self, position: Position) -> bool:
        """Whoever must run of those asked about has begun to, as far as nobody is asked where; nobody else's running is told."""
        if position.over or len(position.agenda) < self.depth:
            return True
        frame = position.agenda[self.matters.charge]
        if frame.sequence == CHARGE and frame.at == AFTER_MELEE["charge"]:
            regroups = must_regroup(Desk(position.state, frame.env)) != NOBODY
            return regroups or self.matters.settled(position.state)
        rider = position.state.units[self.units[0]]
        broken = not rider.on_map or not rider.good
        return broken or frame.sequence != CHARGE or frame.at > AFTER_MELEE["charge"]


class Heard(msgspec.Struct, frozen=True):
    """Tells what a leader's throw came to: an interruption, an order, his own initiative, Reserve. [F-8.1, F-9.3, F-9.4]"""

    verb: str
    leader: int
    hex: int = -1

    def __call__(self, position: Position) -> tuple[str, ...] | None:
        if not position.over and not isinstance(ENGINE.pending(position), Ask):
            return None
        one = position.state.leaders[self.leader - LEADERS]
        if self.verb == "leave_reserve":
            held = position.state.commands[one.command].reserve
            return ("they stay in Reserve" if held else "they leave Reserve",)
        if self.verb == "interrupt":
            return ("he acts first" if one.card is Card.STACK else "he does not",)
        if one.om is not None and one.om.hex == self.hex:
            return ("he obeys at once" if self.verb == "give_om" else "he goes there",)
        return (
            "he turns Passive" if one.passive else "not yet" if self.verb == "give_om" else "he stays put",
        )


def _back(state: State, depth: int, units: tuple[int, ...]) -> Back:
    return Back(depth, units, _losses(state, units))


def _losses(state: State, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(state.units[one].lost for one in units)


def scene_for(position: Position, move: Move) -> Scene | None:
    """The scene of a shot, a check, a charge or an assault about to be ordered; None where no dice follow."""
    try:
        after = ENGINE.apply(position, move)
    except IllegalAction:
        return None
    tell = TELLERS.get(move.verb)
    return None if tell is None else tell(position, after, move)


def _shot(position: Position, after: Position, move: Move) -> Scene:
    unit, target = move.noun if isinstance(move.noun, tuple) else (move.noun, _mover(position))
    units = tuple(one for one in (unit, target) if one is not None)
    done = _back(position.state, len(position.agenda), units)
    return Scene(after, done, Plan(4), ("result", "firer", "target")[: 1 + len(units)], alike, SHOT)


def _onset(position: Position, after: Position, _move: Move) -> Scene:
    env = position.agenda[-1].env
    done = _back(position.state, len(position.agenda), (*env.chosen[:1], env.target))
    return Scene(after, done, Plan(4), ("result", "attacker", "target"), alike, _melee("attacker"))


def _leading(_position: Position, after: Position, move: Move) -> Scene | None:
    leader, there = move.noun if isinstance(move.noun, tuple) else (move.noun, -1)
    if move.verb == "leave_reserve":
        leader = after.agenda[-1].env.now
    waits = isinstance(ENGINE.pending(after), Throw)
    return Scene(after, Heard(move.verb, leader, there), Plan(4), ("result",), alike) if waits else None


def _check(position: Position, after: Position, move: Move) -> Scene | None:
    unit, depth = _subject(position, move), len(position.agenda)
    if unit is None or len(after.agenda) < depth:
        return None
    done = _back(position.state, depth, (unit,))
    return Scene(after, done, Plan(4), ("result", "unit"), alike, CHECKED)


def _charge(position: Position, after: Position, move: Move) -> Scene | None:
    depth = len(position.agenda)
    start = _short(after, depth - 1)
    if "declared" in getattr(ENGINE.pending(after), "offers", {}):
        start = ENGINE.apply(start, Move(move.side, "declared"))
    units = tuple(move.noun)
    matters = Matters(start.state, depth - 1, units)
    return Scene(
        start,
        FoughtOut(depth, units, _losses(after.state, units), matters),
        Plan(4, back=True),
        ("result", "chargers", "target"),
        alike,
        _melee("chargers"),
        matters,
    )


def _short(position: Position, at: int) -> Position:
    """The same with a charge that ends with its melees: who then runs where is another matter, and costs as much."""
    agenda = position.agenda
    return replace(position, agenda=(*agenda[:at], replace(agenda[at], sequence=CHARGE), *agenda[at + 1 :]))


def _mover(position: Position) -> int | None:
    units = getattr(position.agenda[-1].env, "units", ())
    return units[0] if units else None


def _subject(position: Position, move: Move) -> int | None:
    if move.verb in ("rally", "charge_back"):
        return int(move.noun)
    env = position.agenda[-1].env
    if move.verb == "assault":
        return int(env.units[0])
    if move.verb in ("try_square", "recall"):
        one = env.riders[env.at]
        return int(one.target if move.verb == "try_square" else one.unit)
    return None


Teller = Callable[[Position, Position, Move], Scene | None]
"""What tells the odds of a move: before it, after it, the move."""
BY_ODDS: dict[Enum, Teller] = {
    Odds.SHOT: _shot,
    Odds.CHARGE: _charge,
    Odds.ONSET: _onset,
    Odds.LEADING: _leading,
    Odds.CHECK: _check,
}
TELLERS = told_by(VERBS, BY_ODDS)
