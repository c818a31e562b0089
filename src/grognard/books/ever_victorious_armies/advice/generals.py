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
            "burgevine",
            "Henry Burgevine",
            "He led the Ever Victorious Army from the front, then changed sides; he charges first and thinks later",
            RASH,
        ),
        General(
            "gordon",
            "Charles Gordon",
            "He went into the breach with a cane, but only after the guns had made it; he keeps his regiments whole",
            STEADY,
        ),
        General(
            "li_hsiu_cheng",
            "Li Hsiu-ch’eng, the Loyal King",
            "He broke the siege of Nanking by a march elsewhere; he looks at more ways than others, and farther",
            WILY,
        ),
    ),
)
