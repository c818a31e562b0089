"""The sequence of play: one entry a step, in the order of the book. [41]"""

from __future__ import annotations

from grognard.books.valour_and_fortitude.steps.action import SEQUENCES as ACTION
from grognard.books.valour_and_fortitude.steps.action import ArmyLeader, FreshLeaders, PickBrigade
from grognard.books.valour_and_fortitude.steps.arrivals import SEQUENCES as ARRIVALS
from grognard.books.valour_and_fortitude.steps.arrivals import Arrivals
from grognard.books.valour_and_fortitude.steps.cards import (
    EndOfMelee,
    EnemyFirePhase,
    MeleeCards,
    OwnFatePhase,
    StartOfEnemyTurn,
)
from grognard.books.valour_and_fortitude.steps.deeds import SEQUENCES as DEEDS
from grognard.books.valour_and_fortitude.steps.deployment import SEQUENCES as DEPLOYMENT
from grognard.books.valour_and_fortitude.steps.deployment import Deploy
from grognard.books.valour_and_fortitude.steps.fight import SEQUENCES as FIGHT
from grognard.books.valour_and_fortitude.steps.fire import SEQUENCES as FIRE
from grognard.books.valour_and_fortitude.steps.fire import PickTarget
from grognard.books.valour_and_fortitude.steps.leaders import SEQUENCES as LEADERS
from grognard.books.valour_and_fortitude.steps.losses import SEQUENCES as LOSSES
from grognard.books.valour_and_fortitude.steps.losses import FortitudeTests
from grognard.books.valour_and_fortitude.steps.melee import SEQUENCES as MELEE
from grognard.books.valour_and_fortitude.steps.melee import Fights, PickFights, SquareDice
from grognard.books.valour_and_fortitude.steps.odds import SEQUENCES as ODDS
from grognard.books.valour_and_fortitude.steps.turn import (
    CloseTurn,
    DrawCard,
    OpenTurn,
    Phases,
    TimeIsUp,
    Turns,
)
from grognard.books.valour_and_fortitude.words import Phase
from grognard.engine.flow import Step

SEQUENCES: dict[str, tuple[Step, ...]] = {
    "battle": (Deploy(), Turns()),
    "turn": (
        OpenTurn(),
        StartOfEnemyTurn(),
        DrawCard(),  # 4.0
        OwnFatePhase(),
        Phases(Phase.FIRE),  # 5.0
        Phases(Phase.ACTION),  # 6.0
        Phases(Phase.MELEE),  # 7.0
        TimeIsUp(),
        CloseTurn(),  # 10.0
    ),
    "fire": (EnemyFirePhase(), PickTarget(), FortitudeTests()),
    "action": (PickBrigade(), Arrivals(), FreshLeaders(), ArmyLeader(), FortitudeTests()),
    "melee": (
        MeleeCards(active=True),
        MeleeCards(active=False),
        SquareDice(),
        PickFights(),  # 7.1
        Fights(),  # 7.2
        FortitudeTests(),
        EndOfMelee(),
        FortitudeTests(),  # a card may have routed somebody on the way
    ),
    **FIRE,
    **ACTION,
    **DEEDS,
    **ARRIVALS,
    **DEPLOYMENT,
    **LEADERS,
    **LOSSES,
    **MELEE,
    **FIGHT,
    **ODDS,
}
