"""What a charged unit may answer, and why not the rest. [R1–R5, O4, G5, H3, H6]"""

from __future__ import annotations

from grognard.engine.tables import Refusal
from grognard.geometry.angles import heading

from ..state import State, Unit
from ..tables.charging import COUNTERS, EVADES, FIRES, REACTS
from ..words import Answer, Arm, Pace
from .charging import Onset, on_flank
from .ground import barred, between
from .moving import banned
from .onrush import coming
from .sight import in_sight


class Charged:
    """What decides whether a charged unit reacts at all; looked at only as far as need be. [R1, O4, H3, H6]"""

    acted: bool
    flees: bool
    surprised: bool

    def __init__(self, state: State, made: Onset, surprised: bool):
        self.state, self.surprised = state, surprised
        self.unit, self.target = state.units[made.unit], state.units[made.target]
        self.acted, self.flees = self.target.today.acted, bool(self.target.fleeing)

    @property
    def engaged(self) -> bool:
        """Whether it fights already."""
        return self.state.engaged(self.target.id)

    @property
    def flank(self) -> bool:
        """Whether it is charged in flank or rear."""
        return on_flank(self.unit, self.target)

    @property
    def sees(self) -> bool:
        """Whether it sees who comes."""
        return in_sight(self.state, self.target, self.unit)


class Meeting:
    """What decides whether a charged unit charges back; looked at only as far as need be. [R3]"""

    inside: bool
    charges: bool
    matched: bool

    def __init__(self, state: State, made: Onset):
        self.state, self.made = state, made
        self.unit, self.target = state.units[made.unit], state.units[made.target]
        self.inside = bool(self.target.house)
        self.charges = self.target.arm in (Arm.FOOT, Arm.HORSE)
        self.matched = self.target.mounted or not self.unit.mounted

    @property
    def wall(self) -> bool:
        """Whether a wall lies between the two."""
        return bool(self.made.wall) or between(self.state, self.made.start, self.made.end) is not None

    @property
    def open_ground(self) -> bool:
        """Whether all its figures may go there, and charge. [41]"""
        made, target = self.made, self.target
        run = coming(target, made.end, heading(made.end, made.start), made.gap)
        found, road = run.ground(self.state)
        closed = barred(self.state, target, found, road=road) or banned(
            found, target.mounted, Pace.CHARGE, road
        )
        return closed is None


def answers(state: State, made: Onset, surprised: bool = False) -> tuple[Answer, ...]:
    """What a charged unit may do; found just now, or charged from hiding, it only stands. [R1–R5, G5, H3, H6]"""
    if not REACTS.met(Charged(state, made, surprised)):
        return (Answer.STAND,)
    others = (Answer.FIRE, Answer.COUNTER, Answer.EVADE)
    return (Answer.STAND, *[answer for answer in others if why_not_answer(state, made, answer) is None])


def why_not_answer(state: State, made: Onset, answer: Answer, surprised: bool = False) -> Refusal | None:
    """Why a charged unit may not answer so. [R1–R5]"""
    if answer is Answer.STAND:
        return None
    reason = REACTS.refusal(Charged(state, made, surprised))
    if reason is not None or answer is Answer.COUNTER:
        return reason or COUNTERS.refusal(Meeting(state, made))
    return (FIRES if answer is Answer.FIRE else EVADES).refusal(state.units[made.target])


def may_evade(target: Unit) -> bool:
    """Loose light and quick foot, light and quick horse, gun crews, limbered or not. [R4]"""
    return EVADES.met(target)
