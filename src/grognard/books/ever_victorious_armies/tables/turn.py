"""Initiative and arrivals. [T1, M13]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Mod, ModTable


class Bid(NamedTuple):
    """What counts for the initiative."""

    commander: bool = True


# fmt: off
INITIATIVE: ModTable[Bid] = ModTable("Initiative", "T1", base_words="and a D6", rows=(
    Mod("T1", +1, "commander-in-chief on the table", lambda bid: bid.commander),
))
# fmt: on
