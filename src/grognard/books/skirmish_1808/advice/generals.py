"""The generals of the period whom one may play against: their characters are weights, and they see what anybody sees."""

from __future__ import annotations

from grognard.engine.generals import RASH, STEADY, WILY, General, Generals
from grognard.engine.verbs import Mood, in_mood

from ..steps.verbs import VERBS

GENERALS = Generals(
    bold=in_mood(VERBS, Mood.BOLD),
    wary=in_mood(VERBS, Mood.WARY),
    scale=12.0,
    who=(
        General(
            "craufurd",
            "Robert Craufurd",
            "He stayed too long beyond the Coa; he goes at the enemy and trusts to luck",
            RASH,
        ),
        General(
            "moore",
            "Sir John Moore",
            "He drilled the light infantry at Shorncliffe; he keeps his men in hand and waits",
            STEADY,
        ),
        General(
            "sanchez",
            "Don Julián Sánchez",
            "His lancers took couriers, herds and a governor; he looks at more ways than others, and farther",
            WILY,
        ),
    ),
)
