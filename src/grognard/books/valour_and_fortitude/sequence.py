"""The sequence of play: one entry a step, in the order of the book. [41]"""

from __future__ import annotations

from grognard.engine.flow import Step

from .steps.action import SEQUENCES as ACTION
from .steps.action import ArmyLeader, FreshLeaders, PickBrigade
from .steps.arrivals import SEQUENCES as ARRIVALS
from .steps.arrivals import Arrivals
from .steps.cards import EndOfMelee, EnemyFirePhase, MeleeCards, OwnFatePhase, StartOfEnemyTurn
from .steps.deeds import SEQUENCES as DEEDS
from .steps.deployment import SEQUENCES as DEPLOYMENT
from .steps.deployment import Deploy
from .steps.fight import SEQUENCES as FIGHT
from .steps.fire import SEQUENCES as FIRE
from .steps.fire import PickTarget
from .steps.leaders import SEQUENCES as LEADERS
from .steps.losses import SEQUENCES as LOSSES
from .steps.losses import FortitudeTests
from .steps.melee import SEQUENCES as MELEE
from .steps.melee import Fights, PickFights, SquareDice
from .steps.turn import CloseTurn, DrawCard, OpenTurn, Phases, TimeIsUp, TimeIsUpToo, Turns
from .words import Phase

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
        TimeIsUp(),  # 2.2
        TimeIsUpToo(),
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
}
