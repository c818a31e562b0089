"""The sequence of play. [SEQ-01, SEQ-08]"""

from __future__ import annotations

from grognard.books.fix_bayonets.steps.act import SEQUENCES as ACT
from grognard.books.fix_bayonets.steps.assault import SEQUENCES as ASSAULT
from grognard.books.fix_bayonets.steps.charge import SEQUENCES as CHARGE
from grognard.books.fix_bayonets.steps.facing import SEQUENCES as FACING
from grognard.books.fix_bayonets.steps.fire import SEQUENCES as FIRE
from grognard.books.fix_bayonets.steps.flights import SEQUENCES as FLIGHTS
from grognard.books.fix_bayonets.steps.melee import SEQUENCES as MELEE
from grognard.books.fix_bayonets.steps.ops import SEQUENCES as OPERATIONS
from grognard.books.fix_bayonets.steps.single import SEQUENCES as SINGLE
from grognard.books.fix_bayonets.steps.turn import SEQUENCES as TURN
from grognard.engine.flow import Step

SEQUENCES: dict[str, tuple[Step, ...]] = {
    **TURN,  # I Rally, II Operations, III Assault, IV Cleanup
    **OPERATIONS,  # cards, the activation stack, Formations
    **ACT,  # a stack acts
    **FIRE,
    **CHARGE,  # the charge segment
    **ASSAULT,  # the assault phase
    **MELEE,
    **FLIGHTS,  # retreats and routs
    **FACING,  # where any facing may be taken
    **SINGLE,  # for the odds room only
}
