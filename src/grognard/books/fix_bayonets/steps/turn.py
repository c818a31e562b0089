"""The turn: rally, operations, assaults, cleanup. [SEQ-01]"""

from __future__ import annotations

from grognard.engine.flow import NEXT, Call, Flow, Step

from ..state import NOBODY, Desk
from ..words import HOURS
from .assault import Assaults
from .cleanup import (
    AutomaticVictory,
    CardsBack,
    Clock,
    CohesionStep,
    CompletedOMs,
    EnterReserve,
    Fatigue,
    FlipPassive,
    Recover,
)
from .env import Operations
from .rally import RallyUnits, Reinforce, ReturnLeaders, WeatherRoll, time_of_day
from .supply import FleeThenSupply


class OpenTurn(Step):
    """A new turn; dusk and night come with it. [SEQ-01, F-23]"""

    cite = "SEQ-01"

    def begin(self, t: Desk) -> Flow:
        t.set(turn=t.state.turn + 1, contested=False, interrupted=(), verdict="")
        t.bind(done=(), now=NOBODY)
        t.note(self.cite, "turn", turn=t.state.turn)
        hour = time_of_day(t)
        sky = tuple(kind for kind in t.state.weather if kind not in HOURS)
        if (
            *hour,
            *sky,
        ) != t.state.weather:  # [F-23, SEQ-17] the clock has brought it, before any roll for weather
            t.set(weather=(*hour, *sky))
            t.note("F-23", "weather", words=", ".join(t.state.weather))
        return NEXT


class PlayOperations(Step):
    """Leader cards until both hands are empty. [SEQ-06]"""

    cite = "SEQ-06"

    def begin(self, t: Desk) -> Call:
        return Call("operations", Operations())


class PlayAssaults(Step):
    """Assaults follow all activations. [SEQ-09]"""

    cite = "SEQ-09"

    def begin(self, t: Desk) -> Call:
        return Call("assaults", Assaults(t.state.initiative))


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "turn": (
        OpenTurn(),
        ReturnLeaders(),  # SEQ-02
        RallyUnits(),  # SEQ-03
        FleeThenSupply(),  # SEQ-03
        Reinforce(),  # SEQ-04
        WeatherRoll(),  # SEQ-05
        PlayOperations(),  # SEQ-06 to SEQ-08
        PlayAssaults(),  # SEQ-09
        CardsBack(),  # SEQ-10
        FlipPassive(),  # SEQ-11
        Recover(),  # SEQ-12
        Fatigue(),  # SEQ-13
        EnterReserve(),
        CohesionStep(),  # SEQ-14
        CompletedOMs(),  # SEQ-15
        AutomaticVictory(),  # SEQ-16
        Clock(),  # SEQ-17
    ),
}
