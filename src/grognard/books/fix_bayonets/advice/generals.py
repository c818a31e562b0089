"""The generals of the period whom one may play against: their characters are weights, and they see what anybody sees."""

from __future__ import annotations

from grognard.engine.generals import RASH, STEADY, WILY, General, Generals
from grognard.engine.verbs import Mood, in_mood

from ..steps.verbs import VERBS

GENERALS = Generals(
    bold=in_mood(VERBS, Mood.BOLD),
    wary=in_mood(VERBS, Mood.WARY),
    scale=0.8,
    who=(
        General(
            "ney",
            "Marshal Ney",
            "The bravest of the brave, who sent the horse in alone at Waterloo; he goes at the enemy and trusts to luck",
            RASH,
        ),
        General(
            "wellington",
            "The Duke of Wellington",
            "He let them come and beat them in line; he keeps his line whole and waits",
            STEADY,
        ),
        General(
            "soult",
            "Marshal Soult",
            "He turned the flank at Albuera before anybody saw him; he looks at more ways than others, and farther",
            WILY,
        ),
    ),
)
