"""The sequence of play: one entry a step, in the order of the book. [R-48]"""

from __future__ import annotations

from grognard.books.men_who_would_be_kings.steps.activate import (
    Activate,
    CarryOut,
    Forgotten,
    GiveOrder,
    IdiotActs,
    IdiotDie,
    PickUp,
    Told,
)
from grognard.books.men_who_would_be_kings.steps.arrivals import Arrive, OutOfHiding
from grognard.books.men_who_would_be_kings.steps.attack import SEQUENCES as ATTACK
from grognard.books.men_who_would_be_kings.steps.attack import Casualties, FallBack
from grognard.books.men_who_would_be_kings.steps.fire import SEQUENCES as FIRE
from grognard.books.men_who_would_be_kings.steps.move import SEQUENCES as MOVE
from grognard.books.men_who_would_be_kings.steps.opening import (
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
from grognard.books.men_who_would_be_kings.steps.rally import SEQUENCES as RALLY
from grognard.books.men_who_would_be_kings.steps.solo import SEQUENCES as SOLO
from grognard.books.men_who_would_be_kings.steps.solo import ComeBack, QuietTurn, Trigger
from grognard.books.men_who_would_be_kings.steps.stand import SEQUENCES as STAND
from grognard.books.men_who_would_be_kings.steps.tests import SEQUENCES as TESTS
from grognard.books.men_who_would_be_kings.steps.turn import (
    CheckEnd,
    CloseTurn,
    Drinks,
    OpenPlayerTurn,
    OpenTurn,
    SidesPlay,
    Turns,
)
from grognard.engine.flow import Step

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
    # for the odds room only
    "odds: deed": (GiveOrder(), CarryOut(), Told()),
    "odds: beaten": (Casualties(), FallBack()),
    **MOVE,
    **FIRE,
    **ATTACK,
    **RALLY,
    **STAND,
    **TESTS,
    **SOLO,
}
