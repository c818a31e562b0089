"""The generals of the period whom one may play against: their characters are weights, and they see what anybody sees."""

from __future__ import annotations

from grognard.engine.generals import RASH, STEADY, WILY, General, Generals
from grognard.engine.verbs import Mood, in_mood

from ..steps.verbs import VERBS

GENERALS = Generals(
    bold=in_mood(VERBS, Mood.BOLD),
    wary=in_mood(VERBS, Mood.WARY),
    scale=1.0,
    who=(
        General(
            "burnaby",
            "Colonel Burnaby",
            "He rode out of the square at Abu Klea to meet the charge; he goes at the enemy and trusts to luck",
            RASH,
        ),
        General(
            "roberts",
            "Lord Roberts",
            "From Kabul to Kandahar without losing his baggage; he keeps his companies whole and lets the enemy come",
            STEADY,
        ),
        General(
            "osman_digna",
            "Osman Digna",
            "He fought for fifteen years and always got away; he looks at more ways than others, and farther",
            WILY,
        ),
    ),
)
