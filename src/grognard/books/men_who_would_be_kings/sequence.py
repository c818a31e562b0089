"""The sequence of play: one entry a step, in the order of the book. [R-48]"""

from __future__ import annotations

from grognard.engine.flow import Step

from .steps.activate import Activate, CarryOut, Forgotten, GiveOrder, IdiotActs, IdiotDie, PickUp, Told
from .steps.arrivals import Arrive, OutOfHiding
from .steps.attack import SEQUENCES as ATTACK
from .steps.attack import Casualties, FallBack
from .steps.fire import SEQUENCES as FIRE
from .steps.move import SEQUENCES as MOVE
from .steps.opening import (
    ChooseEdge,
    Hide,
    MildDrunkards,
    RollLeaders,
    RollOff,
    RollTraits,
    SetDown,
    SetUp,
    SidesSetUp,
    WhoGoesFirst,
)
from .steps.rally import SEQUENCES as RALLY
from .steps.solo import SEQUENCES as SOLO
from .steps.solo import ComeBack, QuietTurn, Trigger
from .steps.stand import SEQUENCES as STAND
from .steps.tests import SEQUENCES as TESTS
from .steps.turn import CheckEnd, CloseTurn, Drinks, OpenPlayerTurn, OpenTurn, SidesPlay, Turns

SEQUENCES: dict[str, tuple[Step, ...]] = {
    "battle": (
        RollLeaders(),  # F-L2
        RollTraits(),  # F-L3
        MildDrunkards(),  # F-T9
        SidesSetUp(0),  # F-S7
        ChooseEdge(),  # F-SH1
        SidesSetUp(1),
        Hide(),  # F-SC1
        RollOff(),
        WhoGoesFirst(),
        Turns(),
    ),
    "set up": (SetUp(), Hide()),
    "set down": (SetDown(),),
    "turn": (OpenTurn(), SidesPlay(), CloseTurn()),
    "player turn": (
        OpenPlayerTurn(),  # T149
        Drinks(),  # F-T8
        OutOfHiding(),  # F-SC1
        Arrive(),  # F-S3
        Activate(),  # T001
        Forgotten(),
        QuietTurn(),  # F-B4
        CheckEnd(),
    ),
    "rouse": (IdiotDie(), IdiotActs()),  # F-T3
    "action": (
        GiveOrder(),  # T002–T005
        CarryOut(),
        PickUp(),  # F-SC3
        ComeBack(),  # F-B5
        Trigger(),  # F-B2
        CheckEnd(),
    ),
    **MOVE,
    **FIRE,
    **ATTACK,
    **RALLY,
    **STAND,
    **TESTS,
    **SOLO,
}

EXCERPTS: dict[str, tuple[Step, ...]] = {
    "odds: deed": (GiveOrder(), CarryOut(), Told()),
    "odds: beaten": (Casualties(), FallBack()),
}
"""For the odds alone."""
