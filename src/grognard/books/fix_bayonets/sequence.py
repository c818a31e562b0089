"""The sequence of play. [SEQ-01, SEQ-08]"""

from __future__ import annotations

from grognard.engine.flow import Step

from .steps.act import SEQUENCES as ACT
from .steps.assault import SEQUENCES as ASSAULT
from .steps.charge import SEQUENCES as CHARGE
from .steps.facing import SEQUENCES as FACING
from .steps.fire import SEQUENCES as FIRE
from .steps.flights import SEQUENCES as FLIGHTS
from .steps.melee import SEQUENCES as MELEE
from .steps.ops import SEQUENCES as OPERATIONS
from .steps.supply import SEQUENCES as SUPPLY
from .steps.turn import SEQUENCES as TURN

SEQUENCES: dict[str, tuple[Step, ...]] = {
    **TURN,  # I Rally, II Operations, III Assault, IV Cleanup
    **OPERATIONS,  # cards, the activation stack, Formations
    **ACT,  # a stack acts
    **FIRE,
    **CHARGE,  # the charge segment
    **ASSAULT,  # the assault phase
    **MELEE,
    **FLIGHTS,  # retreats and routs
    **SUPPLY,  # trains, special events
    **FACING,  # where any facing may be taken
}
