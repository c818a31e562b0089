"""The charge segment. [CHG-01, CHG-02, CHG-03, CHG-04, CHG-05, CHG-06]"""

from __future__ import annotations

from grognard.books.fix_bayonets.steps.charged import CounterCharge, SlipAway, SquareReaction
from grognard.books.fix_bayonets.steps.common import Flee
from grognard.books.fix_bayonets.steps.contact import Contacts
from grognard.books.fix_bayonets.steps.declare import DeclareCharges, Sound
from grognard.books.fix_bayonets.steps.gallop import ChargeFire, Gallop, SettleTick
from grognard.books.fix_bayonets.steps.pursuit import EndCharge, ForcedRegroup, FreeRegroup, Pursuit
from grognard.engine.flow import Step

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
        Flee(),
        Pursuit(),
        FreeRegroup(),  # CHG-05
        EndCharge(),  # CHG-06
    ),
}
