"""The sequence of play: one entry a step, in the order of the book. [T0–T8]"""

from __future__ import annotations

from grognard.engine.flow import Step

from .steps.charges import ChargeHome, Evade, StandOrEvade
from .steps.close import SEQUENCES as CLOSE
from .steps.close import Close
from .steps.combat import SEQUENCES as COMBAT
from .steps.combat import CombatEnds, CombatLosses, Combats
from .steps.compulsory import Pursue, PursueSoFar, Pursuits, Retire, Retirements, SayWhoPursues, SayWhoRetires
from .steps.deploy import Deploy, SetUp, SetUpUnit
from .steps.generals import SEQUENCES as GENERALS
from .steps.generals import GeneralsAtRisk
from .steps.morale import SEQUENCES as MORALE
from .steps.morale import Morale
from .steps.movement import (
    Arrivals,
    EnterHere,
    HoldAndTurn,
    JoinAUnit,
    MarchOff,
    MarchThrow,
    PickAUnit,
    SidesMove,
)
from .steps.rally import SEQUENCES as RALLY
from .steps.rally import Rally
from .steps.shooting import FireLosses, NameTargets, Shooting, Volleys
from .steps.turn import Initiative, OpenTurn, Turns, WhoGoesFirst

SEQUENCES: dict[str, tuple[Step, ...]] = {
    "battle": (Deploy(), Turns()),
    "turn": (
        OpenTurn(),  # T0
        Initiative(),  # T1
        WhoGoesFirst(),
        SayWhoRetires(),  # T2 a
        Retirements(),  # T2 b
        SayWhoPursues(),  # T2 c
        Pursuits(),  # T2 d
        Arrivals(),  # M13
        SidesMove(),  # T3
        Shooting(),  # T4
        Combats(),  # T5
        Morale(),  # T6
        Rally(),  # T7
        Close(),  # T8
    ),
    "set up side": (SetUp(),),
    "set up unit": (SetUpUnit(),),
    "retire": (Retire(), GeneralsAtRisk()),
    "pursue": (Pursue(), PursueSoFar()),
    "side moves": (PickAUnit(),),
    "hold": (HoldAndTurn(),),
    "march": (MarchThrow(), MarchOff(), JoinAUnit()),
    "enter": (EnterHere(), MarchThrow(), MarchOff(), JoinAUnit()),
    "charge": (StandOrEvade(), ChargeHome()),
    "evade": (Evade(),),
    "name targets": (NameTargets(),),
    "volleys": (Volleys(), FireLosses(), GeneralsAtRisk()),
    **COMBAT,
    **MORALE,
    **RALLY,
    **GENERALS,
    **CLOSE,
}

EXCERPTS: dict[str, tuple[Step, ...]] = {
    "odds: charge": (SidesMove(), Shooting(), Combats()),
    "odds: losses": (CombatLosses(), CombatEnds()),
    "odds: generals": (GeneralsAtRisk(),),
    "odds: generals and morale": (GeneralsAtRisk(), Morale()),
    "odds: next turn": (OpenTurn(), SayWhoRetires(), Retirements(), SayWhoPursues(), Pursuits()),
    "odds: arrival": (OpenTurn(), Arrivals()),
}
"""Stretches of the turn that the odds room enters by themselves; no game comes here."""
