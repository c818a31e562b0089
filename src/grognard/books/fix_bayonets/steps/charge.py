"""The charge segment. [CHG-01, CHG-02, CHG-03, CHG-04, CHG-05, CHG-06]"""

from __future__ import annotations

from grognard.engine.flow import Step

from .charged import CounterCharge, SlipAway, SquareReaction
from .contact import Contacts
from .declare import DeclareCharges, Sound
from .gallop import ChargeFire, Gallop, SettleTick
from .pursuit import EndCharge, FleeInTurn, ForcedRegroup, FreeRegroup, Pursuit

SEQUENCES: dict[str, tuple[Step, ...]] = {
    "charge": (
        DeclareCharges(),  # CHG-01
        Sound(),
        Gallop(),  # CHG-02
        ChargeFire(),
        SquareReaction(),
        SlipAway(),
        CounterCharge(),
        SettleTick(),
        Contacts(),  # CHG-03
        ForcedRegroup(),  # CHG-04
        FleeInTurn(),
        Pursuit(),
        FreeRegroup(),  # CHG-05
        EndCharge(),  # CHG-06
    ),
}
