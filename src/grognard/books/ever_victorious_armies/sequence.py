"""The sequence of play: one entry a step, in the order of the book. [T0–T8]"""

from __future__ import annotations

from grognard.books.ever_victorious_armies.steps.charges import ChargeHome, Evade, StandOrEvade
from grognard.books.ever_victorious_armies.steps.close import SEQUENCES as CLOSE
from grognard.books.ever_victorious_armies.steps.close import Close
from grognard.books.ever_victorious_armies.steps.combat import SEQUENCES as COMBAT
from grognard.books.ever_victorious_armies.steps.combat import CombatEnds, CombatLosses, Combats
from grognard.books.ever_victorious_armies.steps.compulsory import (
    Pursue,
    PursueSoFar,
    Pursuits,
    Retire,
    Retirements,
    SayWhoPursues,
    SayWhoRetires,
)
from grognard.books.ever_victorious_armies.steps.deploy import Deploy, SetUp, SetUpUnit
from grognard.books.ever_victorious_armies.steps.generals import SEQUENCES as GENERALS
from grognard.books.ever_victorious_armies.steps.generals import GeneralsAtRisk
from grognard.books.ever_victorious_armies.steps.morale import SEQUENCES as MORALE
from grognard.books.ever_victorious_armies.steps.morale import Morale
from grognard.books.ever_victorious_armies.steps.movement import (
    Arrivals,
    EnterHere,
    HoldAndTurn,
    JoinAUnit,
    MarchOff,
    MarchThrow,
    PickAUnit,
    SidesMove,
)
from grognard.books.ever_victorious_armies.steps.rally import SEQUENCES as RALLY
from grognard.books.ever_victorious_armies.steps.rally import Rally
from grognard.books.ever_victorious_armies.steps.shooting import FireLosses, NameTargets, Shooting, Volleys
from grognard.books.ever_victorious_armies.steps.turn import Initiative, OpenTurn, Turns, WhoGoesFirst
from grognard.engine.flow import Step

ODDS: dict[str, tuple[Step, ...]] = {
    "odds: charge": (SidesMove(), Shooting(), Combats()),
    "odds: losses": (CombatLosses(), CombatEnds()),
    "odds: generals": (GeneralsAtRisk(),),
    "odds: generals and morale": (GeneralsAtRisk(), Morale()),
    "odds: next turn": (OpenTurn(), SayWhoRetires(), Retirements(), SayWhoPursues(), Pursuits()),
    "odds: arrival": (OpenTurn(), Arrivals()),
}
"""Stretches of the turn that the odds room enters by themselves; no game comes here."""

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
    "enter": (EnterHere(), MarchThrow(), MarchOff()),
    "charge": (StandOrEvade(), ChargeHome()),
    "evade": (Evade(),),
    "name targets": (NameTargets(),),
    "volleys": (Volleys(), FireLosses(), GeneralsAtRisk()),
    **COMBAT,
    **MORALE,
    **RALLY,
    **GENERALS,
    **CLOSE,
    **ODDS,
}
