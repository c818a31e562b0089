"""Toy Brigade's sequence of play."""

from .steps.act import Act, Manoeuvre
from .steps.fight import (
    AimedFire,
    Allot,
    Ambush,
    AmbushFire,
    ClosingFire,
    MeetTheCharge,
    Melee,
    Morale,
)
from .steps.turn import (
    Bid,
    BothSides,
    BreakTie,
    DrawCard,
    Judge,
    NewTurn,
    Nightfall,
    Rally,
    RallyThrow,
    TurnUp,
)

# fmt: off
SEQUENCES = {
    "battle":      (NewTurn(), Judge()),                                           # TB 3, 9.2
    "turn":        (TurnUp(), Bid(), BreakTie(), BothSides(), Nightfall()),        # TB 3, 9.1
    "player turn": (DrawCard(), Rally(), Act()),                                   # TB 11.1, 4, 5
    "rally":       (RallyThrow(),),                                                # TB 4.2
    "march":       (Manoeuvre(),),                                                 # TB 5.2
    "volley":      (AimedFire(), Allot()),                                         # TB 6
    "charge":      (Ambush(), MeetTheCharge(), ClosingFire(), Melee(), Morale()),  # TB 7, 8
    "ambush":      (AmbushFire(),),                                                # TB 11.2
}
# fmt: on
